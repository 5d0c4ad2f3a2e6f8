//! `houseway round`: plays a round that a person can read.

use crate::answer::{Answer, Failure};
use crate::args::{RoundArgs, RoundCommand, RoundRunArgs};
use crate::library::{Library, book};
use rulebook::Game;
use std::fs;

pub(crate) fn answer(library: &Library<'_>, args: &RoundArgs) -> Result<Answer, Failure> {
    match &args.command {
        RoundCommand::Run(run) => played(library, run),
    }
}

fn played(library: &Library<'_>, args: &RoundRunArgs) -> Result<Answer, Failure> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).map_err(|error| Failure::one(format!("{name}: {error}")))?;
    let id = paigow::script::book_of(&text).ok_or_else(|| {
        Failure::one(format!("{name}: no line names the book, expected \"book star-2016, limits 25..1000\""))
    })?;
    let shelf = library.with(&id)?;
    let book = book(&shelf, &id)?;
    let played = match book.game() {
        // What was played until then shows how it came to that.
        Game::PaiGow => paigow::script::run(&text, book)
            .map_err(|error| Failure::after(error.played.clone(), format!("{name}: {error}"))),
        Game::RapidRoulette => {
            roulette::script::run(&text, book).map_err(|error| Failure::one(format!("{name}: {error}")))
        }
    };
    played.map(Answer::yes)
}
