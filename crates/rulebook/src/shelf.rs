//! The books that were loaded together, each after the books it takes something from.

use crate::page::{Entry, Page};
use crate::{
    Book, Borrowing, Citer, Cuts, Faults, Game, Parameters, PayTables, Reading, Register, RouletteRules,
    Steps, WayRules,
};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
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
    fn text(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_ref())
    }

    fn label(&self, name: &str) -> String {
        format!("{}/{}/{name}", self.origin, self.id)
    }
}

/// Books loaded together.
#[derive(Clone, Debug)]
pub struct Shelf {
    books: Vec<Book>,
}

/// Why a shelf could not be opened.
#[derive(Debug)]
pub enum ShelfError {
    /// The folder cannot be read.
    Folder(io::Error),
    /// The books have faults.
    Faults(Faults),
    /// No such book.
    NoBook {
        /// What was asked for.
        id: String,
        /// What there is.
        known: Vec<String>,
    },
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(error) => write!(f, "{error}"),
            Self::Faults(faults) => write!(f, "{faults}"),
            Self::NoBook { id, known } => write!(f, "no book \"{id}\": there are {}", known.join(", ")),
        }
    }
}

impl std::error::Error for ShelfError {}

impl From<Faults> for ShelfError {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
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
            loader.open(&book.id, &mut Vec::new());
        }
        // On the shelf they stand in the order they were given in.
        let mut books = loader.books;
        books.sort_by_key(|book| files.iter().position(|f| f.id == book.id));
        loader.faults.into_result(Self { books })
    }

    /// Loads one of these books and those it takes something from.
    ///
    /// # Errors
    /// No such book, or the faults of those that were loaded.
    pub fn load_one(files: &[BookFiles], id: &str) -> Result<Self, ShelfError> {
        Self::one(files, id, Depth::Whole)
    }

    /// Opens one of the program's own books only as far as its House Way: no cuts, pay tables,
    /// parameters or register. The tests load all of them whole, so a setting need not wait for it.
    ///
    /// # Errors
    /// No such book.
    pub fn embedded_way(id: &str) -> Result<Self, ShelfError> {
        Self::one(&Self::embedded_files(), id, Depth::HouseWay)
    }

    fn one(files: &[BookFiles], id: &str, depth: Depth) -> Result<Self, ShelfError> {
        if !files.iter().any(|f| f.id == id) {
            let known = files.iter().map(|f| f.id.clone()).collect();
            return Err(ShelfError::NoBook { id: id.to_string(), known });
        }
        let mut loader = Loader::new(files, depth);
        loader.open(id, &mut Vec::new());
        Ok(loader.faults.into_result(Self { books: loader.books })?)
    }

    /// Every book.
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// The book with this id.
    pub fn book(&self, id: &str) -> Option<&Book> {
        self.books.iter().find(|b| b.id == id)
    }
}

/// How much of a book is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// All of it, and all of it checked.
    Whole,
    /// What setting a hand needs, of books whose text is known to be valid.
    HouseWay,
}

struct Loader<'f> {
    files: &'f [BookFiles],
    depth: Depth,
    faults: Faults,
    books: Vec<Book>,
    opened: BTreeSet<String>,
}

impl<'f> Loader<'f> {
    fn new(files: &'f [BookFiles], depth: Depth) -> Self {
        Self { files, depth, faults: Faults::default(), books: Vec::new(), opened: BTreeSet::new() }
    }
}

/// The part of `book.toml` before its first table: what the book is, and what it borrows.
fn head_of(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with('[') && !line.starts_with("[[") {
            break;
        }
        end += line.len();
    }
    &text[..end]
}

/// What stands at the top of `book.toml`.
struct Head {
    title: String,
    place: String,
    year: Option<u16>,
    effective: Option<String>,
    game: Game,
    about: String,
}

impl Loader<'_> {
    /// Loads a book after those it needs; `path` is how we came here, to find circles.
    fn open(&mut self, id: &str, path: &mut Vec<String>) {
        if !self.opened.insert(id.to_string()) {
            return;
        }
        let Some(files) = self.files.iter().find(|f| f.id == id) else { return };
        let Some(text) = files.text("book.toml") else {
            self.faults.add(&files.label("book.toml"), 1, "the file is missing");
            return;
        };
        for (name, _) in files.files.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str())) {
            self.faults.add(&files.label(name), 1, format!("not a file of a book: {} are", KNOWN.join(", ")));
        }
        let text = match self.depth {
            Depth::Whole => text,
            Depth::HouseWay => head_of(text),
        };
        let page = Page::parse(&files.label("book.toml"), text);
        let root = page.root();
        path.push(id.to_string());
        let needs = self.needs(&root, path);
        for need in &needs {
            self.open(need, path);
        }
        path.pop();
        self.read(files, &root, &needs, !path.is_empty());
        if self.depth == Depth::Whole {
            root.done();
        }
        page.finish(&mut self.faults);
    }

    /// The books that this one extends or borrows from.
    fn needs(&self, root: &Entry<'_, '_>, path: &[String]) -> Vec<String> {
        let mut named = Vec::from_iter(root.text("extends"));
        let borrowed = root.tables("borrows");
        let wanted = borrowed.iter().filter(|entry| match self.depth {
            Depth::Whole => true,
            Depth::HouseWay => entry.text("what").is_some_and(|what| what.value == "house-way"),
        });
        named.extend(wanted.filter_map(|entry| entry.text("from")));
        named.retain(|need| {
            if path.contains(&need.value) {
                root.page().fault(
                    need.at,
                    format!("book {} takes from itself: {}", path[0], path.join(" takes from ")),
                );
            } else if !self.files.iter().any(|f| f.id == need.value) {
                root.page().fault(need.at, format!("book {} is not on this shelf", need.value));
            } else {
                return true;
            }
            false
        });
        named.into_iter().map(|need| need.value).collect()
    }

    fn head(&self, id: &str, root: &Entry<'_, '_>) -> Option<Head> {
        let stated = root.needed_text("id");
        if let Some(stated) = stated.filter(|s| s.value != id) {
            root.page().fault(stated.at, format!("id is {}, the folder is called {id}", stated.value));
        }
        let title = root.needed_text("title");
        let place = root.needed_text("place");
        let year = root.number("year", 1800..=2999);
        let effective = root.text("effective");
        let about = root.needed_text("about");
        let game = root.needed_text("game").and_then(|game| {
            let found = [Game::PaiGow, Game::RapidRoulette].into_iter().find(|g| g.word() == game.value);
            if found.is_none() {
                root.page()
                    .fault(game.at, format!("game is {}, pai-gow or rapid-roulette wanted", game.value));
            }
            found
        });
        Some(Head {
            title: title?.value,
            place: place?.value,
            year: year.map(|y| y.value as u16),
            effective: effective.map(|e| e.value),
            game: game?,
            about: about?.value,
        })
    }

    fn borrowings(&self, root: &Entry<'_, '_>, citer: &Citer<'_>) -> Vec<Borrowing> {
        let mut borrowings = Vec::new();
        for entry in root.tables("borrows") {
            let what = entry.needed_text("what");
            if let Some(what) =
                what.as_ref().filter(|w| !["house-way", "cuts", "grids"].contains(&w.value.as_str()))
            {
                entry
                    .page()
                    .fault(what.at, format!("what is {}, house-way, cuts or grids wanted", what.value));
            }
            let from = entry.needed_text("from");
            let why = entry.needed_text("why");
            let clauses = citer.citations(&entry, "clauses");
            entry.done();
            if let (Some(what), Some(from), Some(why)) = (what, from, why) {
                borrowings.push(Borrowing { what: what.value, from: from.value, clauses, why: why.value });
            }
        }
        borrowings
    }

    /// Reads the whole book; what it needs is loaded, or has faults of its own.
    fn read(&mut self, files: &BookFiles, root: &Entry<'_, '_>, needs: &[String], lends: bool) {
        let head = self.head(&files.id, root);
        let whole = self.depth == Depth::Whole;
        let label = files.label("clauses.csv");
        let register = match files.text("clauses.csv") {
            Some(_) if !whole && !lends => Register::default(),
            Some(text) => Register::parse(&files.id, &label, text, &mut self.faults),
            None => {
                self.faults.add(&label, 1, "the file is missing");
                Register::default()
            }
        };
        // Without a register every citation would be a fault; one is enough.
        let trusting = !whole || register.clauses().is_empty();
        // What a lender took from others can be cited too: its parts came along.
        let mut citable: Vec<&Book> = Vec::new();
        let mut queue: Vec<&str> = needs.iter().map(String::as_str).collect();
        while let Some(id) = queue.pop() {
            if let Some(book) = self.books.iter().find(|b| b.id == id)
                && !citable.iter().any(|b| b.id == id)
            {
                citable.push(book);
                queue.extend(book.extends.as_deref());
                queue.extend(book.borrows.iter().map(|b| b.from.as_str()));
            }
        }
        let mut registers = vec![(files.id.as_str(), &register)];
        registers.extend(citable.iter().map(|b| (b.id.as_str(), &b.register)));
        let mut citer = Citer { book: &files.id, registers, readings: None, trusting };
        let extends = root.text("extends").map(|e| e.value);
        let borrows = self.borrowings(root, &citer);
        let parent = extends.as_ref().and_then(|id| self.books.iter().find(|b| b.id == *id));
        let lender = |what: &str| {
            let from = borrows.iter().find(|b| b.what == what).map(|b| b.from.as_str())?;
            self.books.iter().find(|b| b.id == from)
        };
        let mut pages = Pages { files, faults: Faults::default() };

        let mut readings: Vec<Reading> =
            pages.read("readings.toml", |r| readings(r, &citer)).unwrap_or_default();
        let mut inherit = |from: Option<&Book>, theme: Option<&str>| {
            for reading in from.into_iter().flat_map(|b| b.readings.iter()) {
                // One that is about more than what is borrowed is about the lender's own procedure.
                let about = |theme: &str| {
                    reading.clauses.iter().all(|c| {
                        let book = citable.iter().find(|b| b.id == c.book);
                        let clause = book.and_then(|book| book.register.get(&c.clause));
                        clause.is_some_and(|clause| clause.theme == theme)
                    })
                };
                if theme.is_none_or(about) && !readings.iter().any(|r| r.id == reading.id) {
                    readings.push(reading.clone());
                }
            }
        };
        inherit(parent, None);
        inherit(lender("house-way"), Some("houseway"));
        inherit(lender("cuts"), Some("cut"));
        citer.readings = Some(readings.iter().map(|r| r.id.clone()).collect());

        let own_way = pages.read("houseway.toml", |r| WayRules::read(r, &citer, whole));
        let way = own_way.or_else(|| lender("house-way").or(parent)?.way.clone());
        let grids: Vec<(&str, &Cuts)> =
            lender("grids").and_then(|b| Some((b.id.as_str(), b.cuts.as_ref()?))).into_iter().collect();
        let is_pai_gow = head.as_ref().is_some_and(|h| h.game == Game::PaiGow);
        let (mut cuts, mut pay, mut roulette, mut parameters, mut steps) = (None, None, None, None, None);
        if whole {
            cuts = pages.read("cuts.toml", |r| Cuts::read(r, &citer, &grids));
            cuts = cuts.or_else(|| lender("cuts").or(parent)?.cuts.clone());
            pay = pages.read("pay.toml", |r| PayTables::read(r, &citer));
            pay = pay.or_else(|| parent?.pay.clone());
            let game = head.as_ref().map(|h| h.game);
            steps = pages.read("steps.toml", |r| Steps::read(r, &citer, game, parent.map(|p| &p.steps)));
            steps = steps.or_else(|| Some(parent?.steps.clone()));
            roulette = pages.read("roulette.toml", |r| RouletteRules::read(r, &citer));
            let orphan = extends.is_some() && parent.is_none();
            if head.is_none() || orphan {
                // What hangs on the missing part would only be reported as missing or unknown too.
                root.keys();
            }
            if is_pai_gow && !orphan {
                parameters = Parameters::read(root, &citer, parent.and_then(|p| p.parameters.as_ref()));
            }
            let text = |name: &str| files.text(name);
            let sound = !root.page().has_faults();
            if sound && is_pai_gow && way.is_none() && text("houseway.toml").is_none() {
                root.fault("a Pai Gow book needs a houseway.toml, or a House Way to borrow");
            }
            if sound && is_pai_gow && cuts.is_none() && text("cuts.toml").is_none() {
                root.fault("a Pai Gow book needs a cuts.toml, or cuts to borrow");
            }
            let is_roulette = head.as_ref().is_some_and(|h| h.game == Game::RapidRoulette);
            if is_roulette && text("roulette.toml").is_none() {
                root.fault("a Rapid Roulette book needs a roulette.toml");
            }
            if is_roulette && steps.is_none() {
                root.fault("a Rapid Roulette book needs a steps.toml");
            }
        }
        let faults = pages.faults;
        self.faults.0.extend(faults.0);
        if let Some(head) = head {
            self.books.push(Book {
                id: files.id.clone(),
                title: head.title,
                place: head.place,
                year: head.year,
                effective: head.effective,
                game: head.game,
                about: head.about,
                extends,
                borrows,
                register,
                readings,
                parameters,
                cuts,
                pay,
                way,
                roulette,
                steps: steps.unwrap_or_default(),
            });
        }
    }
}

/// Reads the optional pages of one book.
struct Pages<'f> {
    files: &'f BookFiles,
    faults: Faults,
}

impl Pages<'_> {
    fn read<T>(&mut self, name: &str, read: impl FnOnce(&Entry<'_, '_>) -> Option<T>) -> Option<T> {
        let text = self.files.text(name)?;
        let page = Page::parse(&self.files.label(name), text);
        let root = page.root();
        let value = read(&root);
        root.done();
        page.finish(&mut self.faults);
        value
    }
}

/// Reads `readings.toml`.
fn readings(root: &Entry<'_, '_>, citer: &Citer<'_>) -> Option<Vec<Reading>> {
    let mut readings: Vec<Reading> = Vec::new();
    for entry in root.tables("reading") {
        let at = entry.at();
        if let Some(reading) = Reading::read(entry, citer) {
            if readings.iter().any(|r| r.id == reading.id) {
                root.page().fault(at, format!("reading {} is listed twice", reading.id));
            }
            readings.push(reading);
        }
    }
    Some(readings)
}
