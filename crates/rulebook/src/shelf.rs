//! The books that were loaded together, each after the books it takes something from.

use crate::loader::{Depth, Loader};
use crate::{Book, Faults, HouseWay, PaiGowBook, RouletteBook};
use std::borrow::Cow;
use std::io;
use std::path::Path;

/// The text of a book's files, from wherever they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFiles {
    /// The folder's name, which has to be the book's id.
    pub id: String,
    /// Where the folder lies, for faults: `rulebooks`.
    pub origin: String,
    /// Name and text of each file.
    pub files: Vec<(String, Cow<'static, str>)>,
}

/// The files a book can have.
pub(crate) const KNOWN: [&str; 8] = [
    "book.toml",
    "houseway.toml",
    "cuts.toml",
    "pay.toml",
    "roulette.toml",
    "steps.toml",
    "readings.toml",
    "clauses.csv",
];

impl BookFiles {
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_ref())
    }

    pub(crate) fn label(&self, name: &str) -> String {
        format!("{}/{}/{name}", self.origin, self.id)
    }
}

/// Books loaded together.
#[derive(Clone, Debug)]
pub struct Shelf {
    books: Vec<Book>,
}

/// Why a shelf could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// The folder cannot be read.
    #[error(transparent)]
    Folder(io::Error),
    /// The books have faults.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// No such book.
    #[error("no book \"{id}\": there are {}", .known.join(", "))]
    NoBook {
        /// What was asked for.
        id: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The book has no House Way: it conducts another game.
    #[error("book {0} has no House Way")]
    NoHouseWay(String),
}

impl Shelf {
    /// Every book that comes with the program.
    ///
    /// # Errors
    /// Never, as the tests show; an embedded book with a fault would be reported like any other.
    pub fn embedded() -> Result<Self, Faults> {
        Self::load(&Self::embedded_files())
    }

    /// The text of every book that comes with the program.
    pub fn embedded_files() -> Vec<BookFiles> {
        crate::embedded::files()
    }

    /// The text of every book in a folder.
    ///
    /// # Errors
    /// A folder or file that cannot be read, or a folder without any book.
    pub fn folder_files(folder: &Path) -> Result<Vec<BookFiles>, ShelfError> {
        crate::folder::files(folder).map_err(ShelfError::Folder)
    }

    /// Loads all of these books.
    ///
    /// # Errors
    /// Every fault of every book.
    pub fn load(files: &[BookFiles]) -> Result<Self, Faults> {
        let mut loader = Loader::new(files, Depth::Whole);
        for book in files {
            loader.open(&book.id);
        }
        let mut books = loader.books()?;
        // On the shelf they stand in the order they were given in.
        books.sort_by_key(|book| files.iter().position(|f| f.id == book.id));
        Ok(Self { books })
    }

    /// Loads one of these books and those it takes something from.
    ///
    /// # Errors
    /// No such book, or the faults of those that were loaded.
    pub fn load_one(files: &[BookFiles], id: &str) -> Result<Self, ShelfError> {
        Ok(Self { books: Self::opened(files, id, Depth::Whole)?.books()? })
    }

    /// The House Way of one of the program's own books, which is opened no further: no cuts, pay tables,
    /// parameters or register. The tests load all of them whole, so a setting need not wait for it.
    ///
    /// # Errors
    /// No such book, or a book of another game.
    pub fn embedded_way(id: &str) -> Result<HouseWay, ShelfError> {
        let way = Self::opened(&Self::embedded_files(), id, Depth::HouseWay)?.house_way(id)?;
        way.ok_or_else(|| ShelfError::NoHouseWay(id.to_string()))
    }

    fn opened<'f>(files: &'f [BookFiles], id: &str, depth: Depth) -> Result<Loader<'f>, ShelfError> {
        if !files.iter().any(|f| f.id == id) {
            let known = files.iter().map(|f| f.id.clone()).collect();
            return Err(ShelfError::NoBook { id: id.to_string(), known });
        }
        let mut loader = Loader::new(files, depth);
        loader.open(id);
        Ok(loader)
    }

    /// Every book.
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// The book with this id.
    pub fn book(&self, id: &str) -> Option<&Book> {
        self.books.iter().find(|b| b.id == id)
    }

    /// Every book of Pai Gow.
    pub fn pai_gow(&self) -> impl Iterator<Item = &PaiGowBook> {
        self.books.iter().filter_map(Book::pai_gow)
    }

    /// Every book of Rapid Roulette.
    pub fn roulette(&self) -> impl Iterator<Item = &RouletteBook> {
        self.books.iter().filter_map(Book::roulette)
    }
}
