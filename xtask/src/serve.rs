//! `serve`: builds the `houseway` command and becomes its server, on port 7700 with its files in `./var`.
//!
//! May touch: cargo, the command it built, standard output. While there is no crate `server`, it says what
//! can be run instead.

use crate::run::{Failure, cargo, has_crate, houseway, no_arguments, run, say};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// What works today: the words after `houseway`, and what they do.
const COMMANDS: &[(&str, &str)] = &[
    ("books", "the books that can be loaded, with their places and years"),
    ("set \"12 H8 9 L7\" --book star-2016", "how the House Way of a book sets four tiles, and why"),
    (
        "check --low \"H8 9\" --high \"12 L7\" --book star-2016",
        "whether a setting is the one the book asks for",
    ),
    ("chart --book crown-6.1", "how a book sets every one of the 3,620 hands"),
    ("diff star-2016 crown-6.1", "the hands that two books set differently"),
    ("lint star-2016", "what a House Way leaves to readings, gives away, never uses or says twice"),
    ("odds --book crown-6.1", "the exact price of every wager of a book"),
    ("ev \"12 H8 9 L7\" --book crown-6.1", "every setting of four tiles, priced exactly"),
    ("best --book star-2016", "where the House Way gives something away, and how much"),
    ("simulate --book star-2016 --rounds 10000000 --seed 7", "rounds by the million, with an interval"),
    ("cut cup-say --orientation left,bottom --book crown-6.1", "which tile of the wall goes to which lot"),
    ("deliver --book star-2016 --chung 1 --dice 2,5,6 --cut-die 4", "which area receives which lot"),
    ("clauses star-2016 8.4.1", "the clauses of a book, and where each is kept"),
    ("completions bash", "completions for a shell"),
];

/// Builds, then becomes `houseway serve`; before there is a server, prints what there is.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let build = ["build", "--release", "--locked", "-p", "cli"];
    if !has_crate(root, "server") {
        no_arguments("serve", arguments)?;
        run(&mut cargo(root, &build))?;
        say(&page(&houseway(root, "release").display().to_string()));
        return Ok(());
    }
    run(&mut cargo(root, &build))?;
    let binary = houseway(root, "release");
    // In place of this process, so that signals reach the server and its exit status is ours.
    let error = Command::new(&binary).current_dir(root).arg("serve").args(words(arguments)).exec();
    Err(Failure::failed(format!("{} did not start: {error}", binary.display())))
}

/// What `houseway serve` is told: the arguments, and the usual port and folder unless they are among them.
fn words(arguments: &[String]) -> Vec<String> {
    let given = arguments.strip_prefix(&["--".to_owned()]).unwrap_or(arguments);
    let mut words = Vec::new();
    for (flag, value) in [("--port", "7700"), ("--data", "./var")] {
        let has = |word: &String| {
            word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        if !given.iter().any(has) {
            words.extend([flag.to_owned(), value.to_owned()]);
        }
    }
    words.extend(given.iter().cloned());
    words
}

fn page(binary: &str) -> String {
    let mut text = format!(
        "There is no table to serve yet. Once the floor is built, this command will serve tables on\n\
         http://127.0.0.1:7700, with the web app and a journal in SQLite in ./var.\n\
         \n\
         What works today is the command line, just built: {binary}\n\n"
    );
    for (words, job) in COMMANDS {
        text.push_str(&format!("  houseway {words}\n      {job}\n"));
    }
    text.push_str("\nEach explains itself: houseway COMMAND --help\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_port_and_folder_unless_told_otherwise() {
        let told = |line: &str| {
            let given: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            words(&given).join(" ")
        };
        assert_eq!(told(""), "--port 7700 --data ./var");
        assert_eq!(told("--port 80"), "--data ./var --port 80");
        assert_eq!(told("--data=x --ports"), "--port 7700 --data=x --ports");
        assert_eq!(told("-- --help"), "--port 7700 --data ./var --help");
    }

    #[test]
    fn the_page_names_the_binary_the_address_and_every_command() {
        let page = page("target/release/houseway");
        assert!(page.contains("target/release/houseway\n") && page.contains("http://127.0.0.1:7700"));
        for (words, job) in COMMANDS {
            assert!(page.contains(&format!("  houseway {words}\n      {job}\n")));
        }
    }
}
