//! What a person sees: `testdata/cli/NAME.txt`, each a session of commands with what they print, and
//! the taste in `README.md`.
//!
//! `HOUSEWAY_GOLDENS=update` writes the files instead of comparing (`cargo xtask goldens --update`).

#![allow(clippy::unwrap_used)]

mod command;

use command::{run, text};
use std::fs;
use std::path::{Path, PathBuf};

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn updating() -> bool {
    std::env::var_os("HOUSEWAY_GOLDENS").is_some_and(|value| value == "update")
}

/// Compares with the file, or writes it.
fn compare(path: &str, now: &str) {
    let file = project(path);
    if updating() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, now).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    let differs = (1..).zip(kept.lines().zip(now.lines())).find(|(_, (kept, now))| kept != now);
    let (old, new) = (kept.lines().count(), now.lines().count());
    assert!(
        kept == now,
        "{path} ({old} lines) is not what is printed now ({new} lines), first {differs:?};\n\
         cargo xtask goldens --update writes it anew"
    );
}

/// What a command prints; its status too, if that is not 0.
fn printed(line: &str) -> String {
    let output = run(line);
    assert_eq!(text(&output.stderr), "", "houseway {line}");
    match output.status.code() {
        Some(0) => text(&output.stdout).to_string(),
        status => format!("{}# exit status {}\n", text(&output.stdout), status.unwrap_or(-1)),
    }
}

/// Runs the commands and compares the session with `testdata/cli/NAME.txt`.
fn session(name: &str, lines: &[&str]) {
    let commands = lines.iter().map(|line| format!("$ houseway {line}\n{}", printed(line)));
    compare(&format!("testdata/cli/{name}.txt"), &commands.collect::<Vec<_>>().join("\n"));
}

#[test]
fn golden_set_pair_split() {
    session("set-pair-split", &["set \"12 12 9 H8\" --book star-2016"]);
}

#[test]
fn golden_set_exception() {
    session("set-exception", &["set \"H8 L8 H6 L7\" --book star-2016"]);
}

#[test]
fn golden_set_teen_and_day() {
    session("set-teen-and-day", &["set teen day 3-6 L8 --book crown-6.1"]);
}

#[test]
fn golden_check_right() {
    session("check-right", &["check --low \"L8 H6\" --high \"H8 L7\" --book star-2016"]);
}

#[test]
fn golden_check_wrong() {
    session("check-wrong", &["check --low \"L8 L7\" --high \"H8 H6\" --book star-2016"]);
}

#[test]
fn golden_diff_star_crown() {
    session("diff-star-crown", &["diff star-2016 crown-6.1"]);
}

#[test]
fn golden_lint_star() {
    session("lint-star", &["lint star-2016"]);
}

#[test]
fn golden_cuts() {
    session(
        "cuts",
        &[
            "cut --book star-2016",
            "cut yat-dong-dong --book crown-6.1",
            "cut cup-say --book crown-6.1",
            "cut chee-yee --book crown-6.1",
            "cut dai-pin --book crown-6.1",
            "cut jung-quat --book crown-6.1",
            "cut long-tau --book crown-6.1",
            "cut fong-may --book crown-6.1",
            "cut wui-fung-bank --book crown-6.1",
            "cut foot-say --book crown-6.1",
            "cut \"Tiger's Head\" --orientation left,bottom --book crown-6.1",
            "cut wui-fung-bank --book star-2016",
        ],
    );
}

#[test]
fn golden_deliver_star() {
    session("deliver-star", &["deliver --book star-2016 --chung 1 --dice 2,5,6 --cut-die 4"]);
}

#[test]
fn golden_deliver_vcga_steal() {
    session("deliver-vcga-steal", &["deliver --book vcga-2000 --chung 3 --dice 1,1,1 --steal -4"]);
}

#[test]
fn golden_deliver_crown_pai_gow() {
    let line = "deliver --book crown-6.1 --variant crown-pai-gow --chung 4 --dice 5 --cut-die 1";
    session("deliver-crown-pai-gow", &[line]);
}

#[test]
fn golden_clause() {
    session("clause", &["clauses star-2016 8.4.1"]);
}

#[test]
fn golden_books() {
    session("books", &["books"]);
}

#[test]
fn golden_book_star() {
    session("book-star", &["books star-2016"]);
}

/// A round that was played comes out as it is kept.
#[test]
fn golden_round_run() {
    for name in ["star-2016/house-bank", "crown-6.1/bonanza", "rapid-roulette-2000/straight-up"] {
        let file = project(&format!("testdata/rounds/{name}.round"));
        let kept = fs::read_to_string(&file).unwrap();
        assert_eq!(printed(&format!("round run '{}'", file.display())), kept, "{name}");
    }
}

/// `<!-- golden: houseway ARGS -->` and a fenced block of text: the block is what the command prints.
#[test]
fn golden_readme() {
    let readme = fs::read_to_string(project("README.md")).unwrap();
    let mut lines = readme.lines();
    let (mut now, mut blocks) = (String::new(), 0);
    while let Some(line) = lines.next() {
        now += &format!("{line}\n");
        let Some(marked) = line.trim().strip_prefix("<!-- golden: houseway ") else { continue };
        let command = marked.strip_suffix(" -->").unwrap_or_else(|| panic!("no --> ends {line}"));
        assert_eq!(lines.next(), Some("```text"), "after {line}");
        lines
            .by_ref()
            .find(|line| *line == "```")
            .unwrap_or_else(|| panic!("no ``` ends the block of {line}"));
        now += &format!("```text\n{}```\n", printed(command));
        blocks += 1;
    }
    assert!(blocks >= 2, "README.md has {blocks} golden blocks");
    compare("README.md", &now);
}
