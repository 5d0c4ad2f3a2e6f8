//! Draws tiles as Chinese dominoes for a terminal: 1s and 4s red, the 6-6 half red and half white.

use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use tiles::Tile;

const RED: Style = AnsiColor::Red.on_default().bold();
const PALE: Style = AnsiColor::White.on_default();
/// For what is said beside the main thing.
pub(crate) const DIM: Style = Style::new().dimmed();
/// For what is to be seen first.
pub(crate) const BOLD: Style = Style::new().bold();

/// Where the spots of a half are: three rows of left, middle, right.
const SPOTS: [[u8; 3]; 7] = [
    [0b000, 0b000, 0b000],
    [0b000, 0b010, 0b000],
    [0b010, 0b000, 0b010],
    [0b100, 0b010, 0b001],
    [0b101, 0b000, 0b101],
    [0b101, 0b010, 0b101],
    [0b101, 0b101, 0b101],
];

/// The lines of one tile.
fn lines(tile: Tile) -> [String; 8] {
    let (upper, lower) = tile.face();
    let mut lines: [String; 8] = std::array::from_fn(|_| String::new());
    lines[0] = "╭─────╮".into();
    lines[7] = "╰─────╯".into();
    for (half, spots) in [upper, lower].into_iter().enumerate() {
        for row in 0..3 {
            let line = &mut lines[1 + half * 3 + row];
            line.push('│');
            for column in 0..3 {
                let spot = SPOTS[usize::from(spots)][row] & (0b100 >> column) != 0;
                let red = matches!(spots, 1 | 4) || (tile.face() == (6, 6) && (column == 0) == (half == 0));
                let style = if red { RED } else { PALE };
                if spot {
                    // Writing to a String cannot fail.
                    let _ = write!(line, "{style}●{style:#}");
                } else {
                    line.push(' ');
                }
                if column < 2 {
                    line.push(' ');
                }
            }
            line.push('│');
        }
    }
    lines
}

/// Groups of tiles side by side, each group under its caption.
pub(crate) fn tiles(groups: &[(&str, &[Tile])]) -> String {
    let mut text = String::new();
    let captions = groups.iter().map(|(caption, tiles)| {
        let pad = (tiles.len() * 8 - 1).saturating_sub(caption.len());
        format!("{BOLD}{caption}{BOLD:#}{}", " ".repeat(pad))
    });
    text += "  ";
    text += captions.collect::<Vec<_>>().join("    ").trim_end();
    text.push('\n');
    let drawn: Vec<Vec<[String; 8]>> =
        groups.iter().map(|(_, tiles)| tiles.iter().map(|t| lines(*t)).collect()).collect();
    for row in 0..8 {
        let group =
            |tiles: &Vec<[String; 8]>| tiles.iter().map(|t| t[row].as_str()).collect::<Vec<_>>().join(" ");
        text += "  ";
        text += &drawn.iter().map(group).collect::<Vec<_>>().join("    ");
        text.push('\n');
    }
    text
}
