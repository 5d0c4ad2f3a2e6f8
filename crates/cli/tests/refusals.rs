//! What the `houseway` command does with bad input, and what programs may rely on when they run it:
//! one line on stderr and status 2; status 0 and 1 for yes and no; stable CSV and JSON; plain text
//! when nobody looks.

#![allow(clippy::unwrap_used)]

mod command;

use command::{houseway, run, text, words};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use tiles::{HANDS, Hand, Rank};

/// Checks that the input is refused: nothing on stdout, one line on stderr that names the value,
/// status 2.
fn refused(line: &str, output: &Output, named: &str) {
    assert_eq!(text(&output.stdout), "", "houseway {line}");
    stopped(line, output, named);
}

/// The same for what was begun: stdout shows how far it came.
fn stopped(line: &str, output: &Output, named: &str) {
    let err = text(&output.stderr);
    let said = err.strip_prefix("houseway: ").and_then(|said| said.strip_suffix('\n'));
    let said = said.unwrap_or_else(|| panic!("houseway {line}\n{err}"));
    assert!(!said.trim().is_empty() && !said.contains('\n'), "houseway {line}\n{err}");
    assert!(said.contains(named), "houseway {line}\n{err} does not say {named}");
    assert!(!said.contains("panicked"), "houseway {line}\n{err}");
    assert_eq!(output.status.code(), Some(2), "houseway {line}\n{err}");
}

/// A command line and what its refusal says.
const BAD: &[(&str, &str)] = &[
    // Tiles.
    ("set '12 H8 9' --book star-2016", "3 tiles given, 4 needed"),
    ("set '12 H8 9 L7 5' --book star-2016", "5 tiles given, 4 needed"),
    ("set 12 H8 9 L7 5 --book star-2016", "5 tiles given, 4 needed"),
    ("set '9 9 9 5' --book star-2016", "3 tiles of rank 9 (9) given, a set has 2"),
    ("set '3-6 3-6 12 2' --book star-2016", "tile 3-6 given twice"),
    ("set '12 H8 9 Z9' --book star-2016", "\"Z9\" is not a tile"),
    ("set '12 H8 9 7-7' --book star-2016", "\"7-7\" is not a tile"),
    ("set '12 H8 9 any7' --book star-2016", "\"any7\" is not a tile"),
    ("set '' --book star-2016", "0 tiles given, 4 needed"),
    ("set ', , ,' --book star-2016", "0 tiles given, 4 needed"),
    ("set --book star-2016", "<TILES>"),
    ("check --low '9 L7' --book star-2016", "--high"),
    ("check --low '9 L7 5' --high '12 H8' --book star-2016", "--low: 3 tiles given, 2 needed"),
    ("check --low '9 L7' --high 12 --book star-2016", "--high: 1 tile given, 2 needed"),
    ("check --low '3-6 L7' --high '3-6 H8' --book star-2016", "tile 3-6 given twice"),
    ("check --low '9 9' --high '9 H8' --book star-2016", "3 tiles of rank 9"),
    // Books.
    ("set '12 H8 9 L7' --book star", "no book \"star\": there are star-2016, vcga-2000,"),
    ("set '12 H8 9 L7' --book ''", "no book \"\""),
    ("set '12 H8 9 L7'", "--book"),
    ("books star-2017", "no book \"star-2017\""),
    ("books star-2016 crown-6.1", "'crown-6.1'"),
    ("lint star-2017", "no book \"star-2017\""),
    ("clauses star-2017", "no book \"star-2017\""),
    ("diff star-2016", "<RIGHT>"),
    ("diff star-2016 star-2017", "no book \"star-2017\""),
    ("set '12 H8 9 L7' --book rapid-roulette-2000", "rapid-roulette-2000 has no House Way"),
    ("check --low '9 L7' --high '12 H8' --book rapid-roulette-2000", "has no House Way"),
    ("chart --book rapid-roulette-2000", "rapid-roulette-2000 has no House Way"),
    ("diff star-2016 rapid-roulette-2000", "rapid-roulette-2000 has no House Way"),
    ("cut cup-say --book rapid-roulette-2000", "rapid-roulette-2000 has no cuts"),
    (
        "deliver --book rapid-roulette-2000 --chung 1 --dice 1,2,3",
        "deals no tiles: it conducts Rapid Roulette",
    ),
    // Readings and formats.
    ("set '12 H8 9 L7' --book star-2016 --reading low-tiles=x", "no reading \"low-tiles\""),
    (
        "set '12 H8 9 L7' --book star-2016 --reading high-tiles=all",
        "no choice \"all\": first-six, two-highest",
    ),
    (
        "set '12 H8 9 L7' --book star-2016 --reading high-tiles",
        "--reading is \"high-tiles\", expected ID=CHOICE",
    ),
    ("set '12 H8 9 L7' --book star-2016 --reading ''", "--reading is \"\""),
    ("set '12 H8 9 L7' --book crown-6.1 --general-formats", "crown-6.1 has no general formats"),
    ("diff star-2016 crown-6.1 --reading moon=new", "neither star-2016 nor crown-6.1 has a reading \"moon\""),
    // Dice.
    ("deliver --book star-2016 --chung 1 --dice 2,5,7", "a die shows 7, expected 1 to 6"),
    ("deliver --book star-2016 --chung 1 --dice 2,5,0", "a die shows 0, expected 1 to 6"),
    ("deliver --book star-2016 --chung 1 --dice 2,5,-1", "a die shows -1, expected 1 to 6"),
    ("deliver --book star-2016 --chung 1 --dice 2,5", "2 box dice given, this book uses 3"),
    ("deliver --book star-2016 --chung 1 --dice 2,5,6,1", "4 box dice given, this book uses 3"),
    ("deliver --book star-2016 --chung 1 --dice two,5,6", "'two'"),
    ("deliver --book star-2016 --chung 1 --dice 2,,6", "--dice"),
    ("deliver --book star-2016 --chung 1 --dice 2.5,5,6", "'2.5'"),
    ("deliver --book star-2016 --chung 1", "--dice"),
    ("deliver --book star-2016 --dice 2,5,6", "--chung"),
    ("deliver --book star-2016 --chung 0 --dice 2,5,6", "area 0, expected 1 to 8"),
    ("deliver --book star-2016 --chung 9 --dice 2,5,6", "area 9, expected 1 to 8"),
    ("deliver --book star-2016 --chung one --dice 2,5,6", "'one'"),
    (
        "deliver --book star-2016 --chung 1 --dice 2,5,6 --steal 5",
        "+5 is added to the total, expected -4 to 4",
    ),
    (
        "deliver --book star-2016 --chung 1 --dice 2,5,6 --steal -5",
        "-5 is added to the total, expected -4 to 4",
    ),
    ("deliver --book crown-6.1 --chung 1 --dice 2,5,6 --steal 1", "knows no stealing the cut"),
    ("deliver --book vcga-2000 --chung 1 --dice 2,5,6 --cut-die 4", "a cut die is given, this book has none"),
    ("deliver --book star-2016 --chung 1 --dice 2,5,6 --cut-die 7", "a die shows 7, expected 1 to 6"),
    (
        "deliver --book star-2016 --chung 1 --dice 2,5,6 --cut-die 99999999999999999999",
        "99999999999999999999",
    ),
    ("deliver --book crown-6.1 --variant pai-gow --chung 1 --dice 1", "no variant \"pai-gow\" in crown-6.1"),
    ("deliver --book star-2016 --variant bonanza --chung 1 --dice 1", "no variant \"bonanza\" in star-2016"),
    ("deliver --book crown-6.1 --variant crown-pai-gow --chung 7 --dice 1", "area 7, expected 1 to 6"),
    ("deliver --book crown-6.1 --variant crown-pai-gow --chung 1 --dice 1,2,3", "3 box dice given"),
    // Cuts.
    ("cut tiger-tail --book star-2016", "no cut \"tiger-tail\" in star-2016: there are yat-dong-dong,"),
    ("cut '' --book star-2016", "no cut \"\""),
    ("cut foot-say --orientation left --book star-2016", "cut foot-say cannot be dealt \"left\""),
    (
        "cut dai-pin --orientation right,top --book star-2016",
        "cannot be dealt \"right,top\": right or left offered",
    ),
    (
        "cut cup-say --orientation upside --book star-2016",
        "\"upside\", expected a side (right, left), an end (top, bottom)",
    ),
    ("cut cup-say --orientation left,right --book star-2016", "\"left,right\""),
    ("cut --orientation left --book star-2016", "<NAME>"),
    ("cut sydney-harbour-bridge --book star-2016", "no delivery order in any book"),
    (
        "deliver --book star-2016 --chung 1 --dice 2,5,6 --cut sydney-tower",
        "sydney-tower has no delivery order",
    ),
    ("deliver --book star-2016 --chung 1 --dice 2,5,6 --cut tiger-tail", "no cut \"tiger-tail\""),
    ("deliver --book star-2016 --chung 1 --dice 2,5,6 --orientation left", "--orientation needs a cut"),
    // Clauses.
    ("clauses star-2016 99.9", "no clause \"99.9\" in star-2016"),
    ("clauses star-2016 App2.8", "no clause \"App2.8\""),
    ("clauses star-2016 --theme weather", "no clause about \"weather\": there are account, bank,"),
    (
        "clauses star-2016 --duty ignore",
        "--duty: expected enforce, record, display or outside, got \"ignore\"",
    ),
    ("clauses star-2016 8.4.1 --open", "--open"),
    // Odds.
    ("odds --book star", "no book \"star\""),
    ("odds --wager parlay", "no wager \"parlay\": there are regular, banker,"),
    ("odds --book star-2016 --wager bonus", "no wager \"bonus\" in star-2016: there are regular, banker"),
    ("odds --commission -1", "--commission is \"-1\", expected a number from 0 to 100"),
    ("odds --commission 101", "--commission is \"101\", expected a number from 0 to 100"),
    ("odds --commission five", "--commission is \"five\""),
    ("odds --bet 0 --chip 1", "--bet is 0, expected 1 to"),
    ("odds --bet 100 --chip 0", "--chip is 0, expected 1 to"),
    (
        "odds --book rapid-roulette-2000 --commission 5",
        "--commission does not apply to rapid-roulette-2000: Rapid Roulette takes no commission",
    ),
    ("odds --book rapid-roulette-2000 --bet 100", "--bet does not apply to rapid-roulette-2000"),
    ("odds --book star-2016 --rows --csv", "'--rows' cannot be used with '--csv'"),
    ("odds --book star-2016 --sensitivity --csv", "'--sensitivity' cannot be used with '--csv'"),
    ("odds --csv --json", "'--csv' cannot be used with '--json'"),
    ("odds --plot edges.jpg", "edges.jpg"),
    ("odds --plot /nowhere/edges.svg", "/nowhere/edges.svg"),
    ("ev '12 H8 9' --book star-2016", "3 tiles given, 4 needed"),
    ("ev '12 H8 9 L7' --book star-2016 --seat dealer", "'dealer'"),
    ("ev '12 H8 9 L7' --book rapid-roulette-2000", "rapid-roulette-2000 has no House Way"),
    ("best --book star-2017", "no book \"star-2017\""),
    ("simulate --book star-2016 --rounds 0", "--rounds is 0, expected 1 to"),
    ("simulate --book star-2016 --rounds many", "'many'"),
    ("simulate --book star-2016 --rounds 1 --opponents 8", "--opponents is 8, expected 1 to 7"),
    ("simulate --book star-2016 --rounds 1 --threads 0", "--threads is 0"),
    ("simulate --book star-2016 --banker dealer", "'dealer'"),
    ("simulate --book star-2016 --seed -1", "--seed is -1, expected 0 to 18446744073709551615"),
    (
        "simulate --book star-2016 --seed 18446744073709551616",
        "--seed is 18446744073709551616, expected 0 to 18446744073709551615",
    ),
    ("simulate --book star-2016 --seed seven", "'seven'"),
    ("simulate --book star-2016 --rounds -5", "--rounds is -5, expected 1 to 1000000000000"),
    ("simulate --book star-2016 --rounds 99999999999999999999", "99999999999999999999"),
    ("simulate --book star-2016 --bet 2000000", "--bet is 2000000, expected 1 to 1000000"),
    (
        "simulate --book star-2016 --rounds 1 --plot one.svg",
        "nothing to draw in one.svg: how far off is unknown",
    ),
    ("simulate --book rapid-roulette-2000 --rounds 1", "rapid-roulette-2000"),
    // What does not apply is said, not ignored.
    ("lint rapid-roulette-2000 --general-formats", "--general-formats does not apply: rapid-roulette-2000"),
    (
        "lint rapid-roulette-2000 --reading how-far-back=open-accounts",
        "--reading how-far-back=open-accounts does not apply: rapid-roulette-2000 has no House Way",
    ),
    // The server's numbers.
    ("serve --port -1", "-1 is not in 0..=65535"),
    ("serve --port 65536", "65536 is not in 0..=65535"),
    ("serve --rate 0", "0 is not in 1..=4294967295"),
    ("serve --rate -1", "-1 is not in 1..=4294967295"),
    ("serve --connections-each 0", "0 is not in 1..=4294967295"),
    // Commands and flags.
    ("", "no command given"),
    ("play", "'play'"),
    ("--loud", "'--loud'"),
    ("set '12 H8 9 L7' --book star-2016 --loud", "'--loud'"),
    ("chart --book star-2016 --csv --json", "'--csv' cannot be used with '--json'"),
    ("clauses star-2016 --csv --json", "'--csv' cannot be used with '--json'"),
    ("--color sometimes books", "'sometimes'"),
    ("round", "no command given"),
    ("round run", "<FILE>"),
    ("round run /nowhere/at/all.round", "/nowhere/at/all.round: "),
    ("round play x.round", "'play'"),
    ("completions tcsh", "'tcsh'"),
    ("completions", "<SHELL>"),
    ("manual", "<FOLDER>"),
    ("manual no-such-folder", "no-such-folder"),
    // Folders.
    ("books --rulebooks /nowhere/at/all", "/nowhere/at/all: "),
    ("set '12 H8 9 L7' --book star-2016 --rulebooks /nowhere", "/nowhere: "),
    ("books --rulebooks", "--rulebooks"),
];

#[test]
fn bad_input_gets_one_line_and_status_two() {
    for (line, named) in BAD {
        refused(line, &run(line), named);
    }
}

#[test]
fn folders_without_books_are_bad_input() {
    let empty = scratch("empty");
    let line = format!("books --rulebooks '{}'", empty.display());
    refused(&line, &run(&line), "no book in it (a book is a folder with a book.toml)");
    let file = empty.join("book.toml");
    std::fs::write(&file, "id = \"x\"\n").unwrap();
    let line = format!("books --rulebooks '{}'", file.display());
    refused(&line, &run(&line), &file.display().to_string());
}

#[test]
fn a_round_that_cannot_be_played_gets_one_line() {
    let folder = scratch("rounds");
    for (place, (round, named)) in [
        ("", "no line names the book"),
        ("book star-2017, limits 25..1000", "no book \"star-2017\""),
        ("book star-2016", "no limit of wagers is named"),
        (
            "book rapid-roulette-2000, limits 25",
            "line 1: expected limits such as 1..500 multiple 1, got \"25\"",
        ),
        ("book rapid-roulette-2000, stations 25", "line 1: "),
        ("limits 1..500, book rapid-roulette-2000", "expected \"book rapid-roulette-2000\" first"),
        ("book rapid-roulette-2000\n\ndealer spinns", "line 3: \"dealer spinns\" is not a line of a round"),
        (
            "book rapid-roulette-2000\ndealer enters 370",
            "line 2: expected a number from 0 to 255, got \"370\"",
        ),
        ("book rapid-roulette-2000\nat 00:10\nat 00:05", "line 3: 00:00:05 is past, it is 00:00:10"),
        ("book star-2016, limits 25..1000\nopen\ndealer offrs the bank", "line 3: \"dealer offrs the bank\""),
        ("book star-2016, limits 25..1000\ndealer offers a bank to P3", "line 2: "),
        ("book star-2016, limits 25..1000\nplan 1:\"12 12 12\"", "3 tiles of rank 12"),
        (
            "book star-2016, limits 25..1000\nopen\nP3 sits at 3 with 500\nplay to the deal",
            "nobody has wagered on tiles",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.join(format!("{place}.round"));
        std::fs::write(&file, round).unwrap();
        let line = format!("round run '{}'", file.display());
        let output = run(&line);
        stopped(&line, &output, named);
        // What was played until then is shown, down to the line that cannot be.
        let shown = text(&output.stdout);
        let last = round.lines().last().unwrap_or_default();
        let played = round.starts_with("book star-2016, limits 25..1000\n");
        assert_eq!(played, shown.lines().any(|line| line == last), "{round}\n{shown}");
        assert!(played || shown.is_empty(), "{round}\n{shown}");
    }
}

#[test]
fn long_arguments_get_one_line_too() {
    let long = "x".repeat(100_000);
    for arguments in [
        ["set", &long, "--book", "star-2016"],
        ["set", "12 H8 9 L7", "--book", &long],
        ["cut", &long, "--book", "star-2016"],
        ["clauses", "star-2016", &long, "--json"],
        ["set", &"12 ".repeat(33_000), "--book", "star-2016"],
    ] {
        refused("with 100 kB", &houseway(arguments).output().unwrap(), "");
    }
}

/// What cannot be printed is shown in some other way: it breaks no line and commands no terminal.
#[test]
fn strange_characters_get_one_line_too() {
    for (strange, named) in
        [("a\nb", ""), ("a\r\nb", ""), ("a\u{1b}[31mb", "b"), ("a\tb", "b"), ("龍頭", "龍頭")]
    {
        for arguments in [
            ["set", "12 H8 9 L7", "--book", strange],
            ["cut", strange, "--book", "star-2016"],
            ["clauses", "star-2016", strange, "--json"],
            ["clauses", "star-2016", "--theme", strange],
            ["cut", "cup-say", "--book=star-2016", &format!("--orientation={strange}")],
            ["set", "12 H8 9 L7", "--book=star-2016", &format!("--reading={strange}")],
            ["set", "12 H8 9 L7", "--book=star-2016", &format!("--rulebooks={strange}")],
            ["set", "12 H8 9 L7", "--book=star-2016", &format!("--color={strange}")],
        ] {
            let output = houseway(arguments).output().unwrap();
            refused(&format!("{arguments:?}"), &output, named);
            assert!(!text(&output.stderr).contains('\u{1b}'), "{arguments:?}");
        }
    }
    let output = houseway(["set", "12 H8 9 \u{1b}[1mL7", "--book", "star-2016"]).output().unwrap();
    refused("set with an escape", &output, "is not a tile");
    assert!(!text(&output.stderr).contains("\"L7\" is not a tile"), "L7 is one: {}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_get_one_line_too() {
    use std::os::unix::ffi::OsStringExt;
    let strange = || OsString::from_vec(vec![b'1', b'2', 0xff, 0xfe]);
    let plain = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let mut lists = vec![vec![strange()]];
    for mut list in
        [plain(&["set", "--book", "star-2016"]), plain(&["clauses", "star-2016"]), plain(&["cut"])]
    {
        list.push(strange());
        lists.push(list);
    }
    lists.push([plain(&["books", "--rulebooks"]), vec![strange()]].concat());
    lists.push([plain(&["set", "12 H8 9 L7", "--book"]), vec![strange()]].concat());
    for list in lists {
        let output = houseway(&list).output().unwrap();
        refused(&format!("{list:?}"), &output, "");
    }
}

/// A fresh folder of the test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refusals").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A copy of the books.
fn copied(name: &str) -> PathBuf {
    let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks"), scratch(name));
    for book in std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        let folder = to.join(book.file_name().unwrap());
        std::fs::create_dir_all(&folder).unwrap();
        for file in std::fs::read_dir(&book).unwrap().map(|entry| entry.unwrap().path()) {
            std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
    }
    to
}

fn edit(file: &Path, out: &str, put: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.matches(out).count(), 1, "{out}");
    std::fs::write(file, text.replace(out, put)).unwrap();
}

#[test]
fn a_broken_folder_gets_a_line_for_each_fault() {
    let folder = copied("broken");
    let whole = run(&format!("books --rulebooks '{}'", folder.display()));
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    edit(&folder.join("star-2016/houseway.toml"), "play   = \"6/7\"", "play   = \"6/8\"");
    edit(&folder.join("star-2016/cuts.toml"), "name = \"china-bank\"", "name = \"sydney-tower\"");
    edit(&folder.join("crown-6.1/book.toml"), "players-per-area = { is = 5,", "players-per-area = { is = 9,");
    for (line, faults) in [("books", 3), ("set '12 H8 9 L7' --book star-2016", 3), ("clauses crown-6.1", 1)] {
        let output = run(&format!("{line} --rulebooks '{}'", folder.display()));
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!((out, output.status.code()), ("", Some(2)), "{line}\n{err}");
        let named = |line: &'_ str| line.strip_prefix("houseway: ").map(str::to_string);
        let lines: Vec<String> =
            err.lines().map(|line| named(line).unwrap_or_else(|| panic!("{err}"))).collect();
        assert_eq!(lines.len(), faults, "{line}\n{err}");
        for said in lines {
            let place =
                said.strip_prefix(&format!("{}/", folder.display())).unwrap_or_else(|| panic!("{said}"));
            let (file, rest) = place.split_once(':').unwrap();
            assert!(folder.join(file).is_file(), "{said}");
            assert!(rest.split(':').next().unwrap().parse::<usize>().is_ok_and(|line| line > 1), "{said}");
        }
    }
    // A book that needs none of the broken ones is still there.
    let output = run(&format!("clauses rapid-roulette-2000 --rulebooks '{}'", folder.display()));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_step_that_no_game_has_is_a_fault_of_its_book() {
    let folder = copied("steps");
    edit(&folder.join("vcga-2000/steps.toml"), "\nstacked = {", "\nstaked = {");
    edit(&folder.join("rapid-roulette-2000/steps.toml"), "\noutcome-entered = {", "\noutcome = {");
    let output = run(&format!("books --rulebooks '{}'", folder.display()));
    assert_eq!(output.status.code(), Some(2));
    // nz-1999 has the steps of vcga-2000, and they are named once.
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, file, step) in [
        (lines[0], "rapid-roulette-2000/steps.toml", "outcome is not a step of Rapid Roulette"),
        (lines[1], "vcga-2000/steps.toml", "staked is not a step of Pai Gow"),
    ] {
        assert!(line.contains(file) && line.ends_with(step), "{line}");
    }
}

#[test]
fn an_edited_book_is_followed() {
    let folder = copied("edited");
    edit(
        &folder.join("star-2016/houseway.toml"),
        "[[rule]]\nclause = \"App2.7#14\"\ntiles  = \"H8 L8 H6 any7\"\nplay   = \"4/5\"\nhigh   = \"H8\"\n",
        "[[rule]]\nclause = \"App2.7#14\"\ntiles  = \"H8 L8 H6 any7\"\nplay   = \"3/6\"\n",
    );
    let line = "set 'H8 L8 H6 L7' --book star-2016 --json";
    let set = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };
    assert_eq!(set(&run(line))["low"], "H6 L8");
    let edited = run(&format!("{line} --rulebooks '{}'", folder.display()));
    assert_eq!((set(&edited)["low"].as_str(), set(&edited)["high"].as_str()), (Some("H6 L7"), Some("H8 L8")));
}

/// star-2016 5.1; vcga-2000 5; crown-6.1 7.5.7: a computer says whether a hand is set by the House Way.
#[test]
fn check_says_yes_or_no_by_its_status() {
    // Proves: star-2016 5.1; vcga-2000 5; crown-6.1 7.5.7
    for (line, status, said) in [
        ("check --low 'L8 H6' --high 'H8 L7' --book star-2016", 0, "right, by star-2016 App2.7#14"),
        ("check --low 'H6 L8' --high 'L7 H8' --book star-2016", 0, "right, by star-2016 App2.7#14"),
        ("check --low 'H8 L7' --high 'L8 H6' --book star-2016", 1, "wrong"),
        (
            "check --low 'H8 H6' --high 'L8 L7' --book star-2016",
            1,
            "wrong, by star-2016 App2.7#14: expected H6 L8 / H8 L7",
        ),
        (
            "check --low '9 L7' --high '12 H8' --book star-2016",
            1,
            "wrong, by star-2016 App2.4.2: expected H8 9 / 12 L7",
        ),
        ("check --low 'L8 H6' --high 'H8 L7' --book vcga-2000", 0, "right, by vcga-2000 App2.5.6#1"),
        ("check --low '9 L7' --high '12 H8' --book vcga-2000", 1, "wrong, by vcga-2000 App2.4.2"),
        ("check --low 'L8 H6' --high 'H8 L7' --book crown-6.1", 0, "right, by crown-6.1 7.5.6(a)(i)"),
        ("check --low '9 L7' --high '12 H8' --book crown-6.1", 1, "wrong, by crown-6.1 7.4.2"),
    ] {
        let output = run(line);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(status), ""), "{line}");
        assert!(text(&output.stdout).starts_with(said), "{line}\n{}", text(&output.stdout));
        let json = run(&format!("{line} --json"));
        let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(
            (json.status.code(), value["right"].as_bool()),
            (Some(status), Some(status == 0)),
            "{line}"
        );
    }
}

#[test]
fn the_chart_is_all_hands_in_order() {
    let output = run("chart --book star-2016 --csv");
    assert_eq!(output.status.code(), Some(0));
    let mut lines = text(&output.stdout).lines();
    assert_eq!(lines.next(), Some("hand,low,high,decided_by,clauses,readings"));
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!((rows.len(), lines.count()), (3_620, HANDS));
    for (row, hand) in rows.iter().zip(Hand::all()) {
        assert_eq!(&row[0], hand.to_string());
        let ranks = |text: &str| -> Vec<Rank> { text.split(' ').map(|id| id.parse().unwrap()).collect() };
        let mut four = [ranks(&row[1]), ranks(&row[2])].concat();
        four.sort_unstable();
        assert_eq!(four, hand.ranks(), "{row:?}");
        assert!(row[4].split(';').any(|clause| clause == &row[3]), "{row:?}");
        assert!(row[3].starts_with("App2"), "{row:?}");
    }
    let json = run("chart --book star-2016 --json");
    let values: Vec<serde_json::Value> = serde_json::from_slice(&json.stdout).unwrap();
    assert!(values.iter().zip(&rows).all(|(value, row)| value["hand"] == row[0] && value["low"] == row[1]));
    assert_eq!(values.len(), HANDS);
}

#[test]
fn json_has_what_programs_read() {
    let value = |line: &str| -> serde_json::Value {
        let output = run(line);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{line}");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    let set = value("set 'H8 L8 H6 L7' --book star-2016 --json");
    assert_eq!((&set["low"], &set["high"]), (&"H6 L8".into(), &"H8 L7".into()));
    assert_eq!(set["clauses"], serde_json::json!(["App2.6.1", "App2.7#14"]));
    assert!(set["readings"].is_array() && set["book"] == "star-2016");
    let deliver =
        value("deliver --book crown-6.1 --variant crown-pai-gow --chung 2 --dice 3 --cut-die 4 --json");
    assert_eq!((&deliver["first_area"], &deliver["cut"]), (&4.into(), &"dai-pin".into()));
    assert_eq!(deliver["unused_lots"], serde_json::json!([7, 8]));
    assert_eq!(
        value("cut foot-say --book uk-leaflet --json")["grid"][0],
        serde_json::json!([1, 1, 5, 5, 5, 5, 1, 1])
    );
    assert_eq!(value("books --json").as_array().map(Vec::len), Some(6));
    assert_eq!(value("clauses star-2016 8.4.1 --json")["theme"], "dice");
    assert!(value("diff star-2016 vcga-2000 --json").is_array());
    assert_eq!(value("lint star-2016 --json")["undecided"], serde_json::json!([]));
}

/// A command line for each command.
const GOOD: [&str; 10] = [
    "books",
    "books star-2016",
    "set '12 H8 9 L7' --book star-2016",
    "check --low 'H8 9' --high '12 L7' --book star-2016",
    "diff star-2016 vcga-2000",
    "lint star-2016",
    "cut cup-say --book star-2016",
    "deliver --book star-2016 --chung 1 --dice 2,5,6 --cut-die 4",
    "clauses star-2016 8.4.1",
    "clauses star-2016",
];

#[test]
fn colour_is_for_terminals_or_when_asked_for() {
    let mut coloured = 0;
    for line in GOOD {
        let (plain, never, always) =
            (run(line), run(&format!("--color never {line}")), run(&format!("{line} --color always")));
        assert_eq!(plain.status.code(), Some(0), "{line}\n{}", text(&plain.stderr));
        assert!(!text(&plain.stdout).contains('\u{1b}'), "{line}");
        assert_eq!(plain.stdout, never.stdout, "{line}");
        coloured += usize::from(text(&always.stdout).contains("\u{1b}["));
        let stripped = strip(text(&always.stdout));
        assert_eq!(stripped, text(&plain.stdout), "{line}");
    }
    assert!(coloured >= 7, "{coloured} commands use colour");
}

/// The text without escape sequences for colour.
fn strip(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |so_far, part| so_far + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for line in ["chart --book star-2016", "chart --book star-2016 --csv", "clauses crown-6.1"] {
        let mut child = houseway(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(!first.is_empty(), "{line}");
        assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)), "{line}");
    }
}

#[test]
fn every_command_has_help() {
    let commands = [
        "books",
        "set",
        "check",
        "chart",
        "diff",
        "odds",
        "ev",
        "best",
        "simulate",
        "lint",
        "cut",
        "deliver",
        "clauses",
        "round",
        "round run",
        "completions",
        "manual",
    ];
    let manual = run("--help");
    for command in commands {
        let first = command.split(' ').next().unwrap();
        assert!(text(&manual.stdout).contains(&format!("  {first} ")), "{command} is not in the manual");
        for line in [format!("{command} --help"), format!("{command} -h"), format!("help {command}")] {
            let output = run(&line);
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{line}");
            assert!(text(&output.stdout).contains("Usage: houseway"), "{line}\n{}", text(&output.stdout));
        }
    }
    let version = run("--version");
    assert_eq!(text(&version.stdout), format!("houseway {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!((manual.status.code(), version.status.code()), (Some(0), Some(0)));
}

#[test]
fn every_common_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&format!("completions {shell}"));
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{shell}");
        assert!(text(&output.stdout).contains("houseway"), "{shell}");
        assert!(text(&output.stdout).contains("deliver"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = std::env::temp_dir().join(format!("houseway-manual-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let output = run(&format!("manual {}", folder.display()));
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    for page in ["houseway.1", "houseway-serve.1", "houseway-round-run.1"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(text.contains(".TH ") && text.contains(".SH SYNOPSIS"), "{page}: {text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
