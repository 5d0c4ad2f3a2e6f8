//! `steps.toml` of every Rapid Roulette book against the steps of the game.

mod play;

use game::Conduct;
use play::{SHELF, Table, book, setup};
use roulette::{Roulette, Step, What};
use rulebook::{Book, BookFiles, Shelf};
use std::collections::BTreeSet;
use std::path::Path;

/// The book with a change to its `steps.toml`, which still loads.
fn changed(out: &str, put: &str) -> Book {
    let mut files: Vec<BookFiles> = Shelf::embedded_files();
    let own = files.iter_mut().find(|files| files.id == book().id).expect("it is embedded");
    let (_, text) = own.files.iter_mut().find(|(name, _)| name == "steps.toml").expect("it has steps");
    assert_eq!(text.matches(out).count(), 1, "{out}");
    *text = text.replace(out, put).into();
    let shelf = Shelf::load(&files).expect("rulebook knows no steps of a game");
    shelf.book(&book().id).expect("it is on the shelf").clone()
}

#[test]
fn books_name_every_step_of_the_wheel_and_no_other() {
    let words: BTreeSet<&str> = Step::WORDS.iter().copied().collect();
    assert_eq!(words.len(), Step::ALL.len(), "two steps have one word");
    assert!(SHELF.roulette().next().is_some());
    for book in SHELF.roulette() {
        assert_eq!(book.steps.names().collect::<BTreeSet<_>>(), words, "{}", book.id);
    }
}

#[test]
fn a_step_that_the_wheel_does_not_have_is_refused_with_its_file_and_line() {
    let book = changed("table-closed = {", "table-shut = {");
    let refusal = Roulette::new(&book, setup()).expect_err("no such step");
    assert_eq!(refusal.code, "setup.book");
    let expected = "rulebooks/rapid-roulette-2000/steps.toml:9: table-shut is not a step of Rapid Roulette";
    assert_eq!(refusal.message, expected);
}

/// Those that a round does not show: the table of refusals does, see `refusal_table.rs`, and
/// [`a_spin_with_everything_cites_everything`].
const NOT_IN_ROUNDS: [Step; 11] = [
    Step::BookInForce,
    Step::FeedsNotes,
    Step::WhoLeaves,
    Step::LimitsUnusable,
    Step::LimitsNotPayable,
    Step::LimitsNotWhole,
    Step::ManyRuns,
    Step::SettledOnZero,
    Step::SettledRuns,
    Step::SystemIdle,
    Step::HadForRuns,
];

/// A wrong clause in `steps.toml` is seen, whichever step it is of.
#[test]
fn rounds_show_the_clauses_of_every_other_step() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(&book().id);
    let files =
        std::fs::read_dir(folder).expect("rounds of the book").map(|entry| entry.expect("a file").path());
    let rounds: Vec<String> = files.map(|path| std::fs::read_to_string(path).expect("a round")).collect();
    assert!(rounds.len() > 10, "{} rounds", rounds.len());
    let file = Shelf::embedded_files().into_iter().find(|files| files.id == book().id);
    let text = file.expect("it is embedded").files.into_iter().find(|(name, _)| name == "steps.toml");
    let (_, text) = text.expect("it has steps");
    for step in Step::ALL {
        let begins = format!("{} = {{", step.word());
        let line = text.lines().find(|line| line.starts_with(&begins)).expect("every step is there");
        // A clause of the tournaments: no step of a table rests on it.
        let wrong = changed(&format!("\n{line}\n"), &format!("\n{begins} clauses = [\"9.1.1\"] }}\n"));
        let other = |round: &String| roulette::script::run(round, &wrong).as_ref() != Ok(round);
        assert_eq!(rounds.iter().any(other), !NOT_IN_ROUNDS.contains(step), "{}", step.word());
    }
}

/// Rounds print the first four clauses of a line, and this has more.
#[test]
fn a_spin_with_everything_cites_everything() {
    let mut table = Table::with_players(setup(), 1);
    for place in ["red", "double 0 17"] {
        table.put(1, 10, place);
    }
    for pocket in [0, 1] {
        let events = table.spin(pocket);
        let settled = events.iter().find(|event| matches!(event.what, What::Settle(_)));
        let cites = settled.expect("a spin is settled").cites.to_string();
        let always = "rapid-roulette-2000 5.5(b), 5.6(a), 5.6(b)(i), 5.6(b)(ii), 3.5, 3.7(a), 3.7(b), 7.1, \
                      reading winning-stake, rapid-roulette-2000 ";
        let also = if pocket == 0 { "7.3(a), 7.3(b)" } else { "7.4, reading leading-run, reading quad-half" };
        assert_eq!(cites, format!("{always}{also}"), "{pocket}");
    }
}

/// The clauses of an event are those of the file, whatever they are.
#[test]
fn events_cite_what_the_file_says() {
    let book =
        changed("dealer = { clauses = [\"1.1#Dealer\", \"1.2\"] }", "dealer = { clauses = [\"1.6\"] }");
    let game = Roulette::new(&book, setup()).expect("the set-up is allowed");
    assert_eq!(game.dealers().iter().collect::<Vec<_>>(), ["rapid-roulette-2000 1.6"]);
}
