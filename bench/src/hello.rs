//! A program that prints one line: the measure for how fast a process can start and end.

fn main() {
    println!("  low   9 L7   six, 9 leads");
}
