//! `steps.toml` of every Pai Gow book against the steps of the game.

use money::Amount;
use paigow::{Limit, PaiGow, Setup, SetupError, Step};
use rulebook::{Game, Shelf};
use std::collections::BTreeSet;

#[test]
fn books_name_only_steps_of_pai_gow() {
    let shelf = Shelf::embedded().expect("the books are valid");
    for book in shelf.pai_gow() {
        assert_eq!(book.steps.check(Game::PaiGow, Step::WORDS), Ok(()), "{}", book.id);
    }
}

/// These cite whatever made a wager go back, or left no wager: no book lists them.
const BY_THEIR_CAUSE: [Step; 2] = [Step::WagerReturned, Step::RoundVoid];

#[test]
fn every_other_step_is_in_some_book() {
    let shelf = Shelf::embedded().expect("the books are valid");
    let named: BTreeSet<&str> = shelf.pai_gow().flat_map(|book| book.steps.names()).collect();
    let listed = Step::ALL.iter().filter(|step| !BY_THEIR_CAUSE.contains(step));
    assert_eq!(named, listed.map(|step| step.word()).collect());
    assert_eq!(named.len() + BY_THEIR_CAUSE.len(), Step::ALL.len(), "two steps have one word");
}

#[test]
fn a_step_that_no_table_has_is_refused_with_its_file_and_line() {
    let mut files = Shelf::embedded_files();
    let own = files.iter_mut().find(|files| files.id == "star-2016").expect("it is embedded");
    let (_, text) = own.files.iter_mut().find(|(name, _)| name == "steps.toml").expect("it has steps");
    assert_eq!(text.matches("tiles-checked = {").count(), 1);
    *text = text.replace("tiles-checked = {", "tiles-cheked = {").into();
    let shelf = Shelf::load(&files).expect("rulebook knows no steps of a game");
    let book = shelf.book("star-2016").expect("it is on the shelf");
    let limit = Limit { least: Amount::of(25), most: Amount::of(1000), multiple: 5 };
    let setup = Setup::new("star-2016", limit);
    let Err(SetupError::Steps(faults)) = PaiGow::new(book, setup) else {
        panic!("a table by a book with a step that is none");
    };
    let expected = "rulebooks/star-2016/steps.toml:5: tiles-cheked is not a step of Pai Gow";
    assert_eq!(faults.to_string(), expected);
}
