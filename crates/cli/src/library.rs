//! Opens the books: those inside the program, or those of a folder.

use crate::answer::Failure;
use crate::args::ReadingArgs;
use houseway::{Format, Way};
use rulebook::{Book, BookFiles, Choices, Common, Faults, HouseWay, PaiGowBook, Reading, Shelf, ShelfError};
use std::path::Path;

/// Where books come from.
pub(crate) struct Library<'a> {
    folder: Option<&'a Path>,
}

impl<'a> Library<'a> {
    pub(crate) fn new(folder: Option<&'a Path>) -> Self {
        Self { folder }
    }

    fn files(&self) -> Result<Vec<BookFiles>, Failure> {
        match self.folder {
            None => Ok(Shelf::embedded_files()),
            Some(folder) => Shelf::folder_files(folder).map_err(Failure::new),
        }
    }

    /// All books.
    pub(crate) fn all(&self) -> Result<Shelf, Failure> {
        let shelf = Shelf::load(&self.files()?).map_err(|faults| Failure::faults(&faults))?;
        with_known_steps(shelf)
    }

    /// The House Way of one book. The program's own books are opened no further than that; those of a
    /// folder are checked whole.
    pub(crate) fn way(&self, id: &str) -> Result<HouseWay, Failure> {
        match self.folder {
            None => Shelf::embedded_way(id).map_err(refused),
            Some(_) => Ok(with_way(book(&self.with(id)?, id)?)?.way.clone()),
        }
    }

    /// One book, and those it takes something from.
    pub(crate) fn with(&self, id: &str) -> Result<Shelf, Failure> {
        with_known_steps(Shelf::load_one(&self.files()?, id).map_err(refused)?)
    }
}

/// The shelf, if its books name only steps that their games have.
fn with_known_steps(shelf: Shelf) -> Result<Shelf, Failure> {
    let words = |book: &Book| match book {
        Book::PaiGow(_) => paigow::Step::WORDS,
        Book::Roulette(_) => roulette::Step::WORDS,
    };
    let unknown = shelf.books().iter().filter_map(|book| book.steps.check(book.game(), words(book)).err());
    let faults = Faults(unknown.flat_map(|faults| faults.0).collect());
    faults.into_result(shelf).map_err(|faults| Failure::faults(&faults))
}

/// Why a shelf could not be opened.
fn refused(error: ShelfError) -> Failure {
    match error {
        ShelfError::Faults(faults) => Failure::faults(&faults),
        other => Failure::new(other),
    }
}

/// A book that is known to be on the shelf.
pub(crate) fn book<'s>(shelf: &'s Shelf, id: &str) -> Result<&'s Book, Failure> {
    let known: Vec<&str> = shelf.books().iter().map(|b| b.id.as_str()).collect();
    shelf.book(id).ok_or_else(|| Failure::one(format!("no book \"{id}\": there are {}", known.join(", "))))
}

/// A book of Pai Gow, which has a House Way.
pub(crate) fn with_way(book: &Book) -> Result<&PaiGowBook, Failure> {
    book.pai_gow().ok_or_else(|| Failure::new(ShelfError::NoHouseWay(book.id.clone())))
}

/// A House Way under the readings asked for.
pub(crate) fn way_under<'s>(text: &'s HouseWay, under: &ReadingArgs) -> Result<Way<'s>, Failure> {
    let choices = selected(&text.book, &text.readings, &under.readings)?;
    let format = if under.general_formats { Format::General } else { Format::Listed };
    Way::new(text, choices, format).map_err(Failure::new)
}

/// The readings of a book, with those that were asked for.
pub(crate) fn choices(book: &Common, asked: &[String]) -> Result<Choices, Failure> {
    selected(&book.id, &book.readings, asked)
}

fn selected(book: &str, readings: &[Reading], asked: &[String]) -> Result<Choices, Failure> {
    let mut choices = Choices::defaults(readings);
    for text in asked {
        let Some((id, choice)) = text.split_once('=') else {
            return Err(Failure::one(format!(
                "--reading is \"{text}\", expected ID=CHOICE, as high-tiles=two-highest"
            )));
        };
        choices.select(readings, id, choice).map_err(|e| Failure::one(format!("{book}: {e}")))?;
    }
    Ok(choices)
}
