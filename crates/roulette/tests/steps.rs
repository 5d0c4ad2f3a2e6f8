//! `steps.toml` of every Rapid Roulette book against the steps of the game.

mod play;

use play::{SHELF, book, setup};
use roulette::{Roulette, Step};
use rulebook::{Book, BookFiles, Game, Shelf};
use std::collections::BTreeSet;

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
    let books: Vec<&Book> = SHELF.books().iter().filter(|book| book.game == Game::RapidRoulette).collect();
    assert!(!books.is_empty());
    for book in books {
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

/// The clauses of an event are those of the file, whatever they are.
#[test]
fn events_cite_what_the_file_says() {
    let book =
        changed("dealer = { clauses = [\"1.1#Dealer\", \"1.2\"] }", "dealer = { clauses = [\"1.6\"] }");
    let game = Roulette::new(&book, setup()).expect("the set-up is allowed");
    assert_eq!(game.dealer_clauses().iter().collect::<Vec<_>>(), ["rapid-roulette-2000 1.6"]);
}
