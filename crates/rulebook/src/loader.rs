//! Loads books, each after the books it takes something from, and keeps every fault.
//!
//! A book with faults is still read as far as it goes, so that the books that take from it report their own
//! faults and not its faults again; it becomes a [`Book`] only if nothing at all is wrong.

mod draft;
mod pages;

use crate::head::{Head, head_of};
use crate::page::{Entry, Page};
use crate::shelf::KNOWN;
use crate::{Book, BookFiles, Borrowing, Citer, Common, Faults, HouseWay, Register, Steps, WayRules};
use draft::{Draft, Read};
use pages::{Pages, Sources, readings};
use std::collections::BTreeSet;

/// How much of a book is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// All of it, and all of it checked.
    Whole,
    /// What setting a hand needs, of books whose text is known to be valid.
    HouseWay,
}

pub(crate) struct Loader<'f> {
    files: &'f [BookFiles],
    depth: Depth,
    faults: Faults,
    drafts: Vec<Draft>,
    opened: BTreeSet<String>,
}

impl<'f> Loader<'f> {
    pub(crate) fn new(files: &'f [BookFiles], depth: Depth) -> Self {
        Self { files, depth, faults: Faults::default(), drafts: Vec::new(), opened: BTreeSet::new() }
    }

    /// Loads a book after those it needs.
    pub(crate) fn open(&mut self, id: &str) {
        self.open_from(id, &mut Vec::new());
    }

    /// The books that were opened.
    ///
    /// # Errors
    /// Every fault of every book.
    pub(crate) fn books(mut self) -> Result<Vec<Book>, Faults> {
        let mut books = Vec::new();
        for draft in self.drafts {
            let id = draft.common.id.clone();
            match draft.whole() {
                Some(book) => books.push(book),
                // What is missing has been reported; should it ever not be, this is the fault.
                None if self.faults.0.is_empty() => self.faults.add(&id, 1, "the book is not complete"),
                None => {}
            }
        }
        self.faults.into_result(books)
    }

    /// The House Way of a book that was opened, if it has one.
    ///
    /// # Errors
    /// Every fault of every book.
    pub(crate) fn house_way(self, id: &str) -> Result<Option<HouseWay>, Faults> {
        let draft = self.drafts.iter().find(|draft| draft.common.id == id);
        let way = draft.and_then(Draft::house_way);
        self.faults.into_result(way)
    }
}

impl Loader<'_> {
    /// Loads a book after those it needs; `path` is how we came here, to find circles.
    fn open_from(&mut self, id: &str, path: &mut Vec<String>) {
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
            self.open_from(need, path);
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

    /// Reads the whole book; what it needs is loaded, or has faults of its own.
    fn read(&mut self, files: &BookFiles, root: &Entry<'_, '_>, needs: &[String], lends: bool) {
        let head = Head::read(&files.id, root);
        let game = head.as_ref().map(|h| h.game);
        let register = self.register(files, lends);
        let citable = self.citable(needs);
        let mut registers = vec![(files.id.as_str(), &register)];
        registers.extend(citable.iter().map(|b| (b.id.as_str(), &b.register)));
        // Without a register every citation would be a fault; one is enough.
        let trusting = self.depth == Depth::HouseWay || register.clauses().is_empty();
        let mut citer = Citer { book: &files.id, registers, readings: None, trusting };
        let extends = root.text("extends").map(|e| e.value);
        let borrows = Borrowing::read_all(root, &citer, game);
        let named = |id: &str| self.drafts.iter().find(|draft| draft.common.id == id);
        let lender = |what: &str| named(&borrows.iter().find(|b| b.what == what)?.from);
        let sources = Sources {
            parent: extends.as_deref().and_then(named),
            orphan: extends.as_deref().is_some_and(|id| named(id).is_none()),
            house_way: lender("house-way"),
            cuts: lender("cuts"),
            grids: lender("grids"),
        };
        let mut pages = Pages { files, game, faults: Faults::default() };
        pages.check_names();
        let readings = pages.read("readings.toml", |r| readings(r, &citer)).unwrap_or_default();
        let readings = sources.readings(readings, &citable);
        citer.readings = Some(readings.iter().map(|r| r.id.clone()).collect());
        let whole = self.depth == Depth::Whole;
        let own_way = pages.read("houseway.toml", |r| WayRules::read(r, &citer, whole));
        let way = own_way.or_else(|| sources.house_way.or(sources.parent)?.way.clone());
        let (mut read, mut steps) = (Read::default(), None);
        if whole {
            steps = pages.read("steps.toml", |r| {
                Steps::read(r, &citer, game, sources.parent.map(|p| &p.common.steps))
            });
            steps = steps.or_else(|| Some(sources.parent?.common.steps.clone()));
            read = pages.whole(root, &citer, &sources);
            pages.check_whole(root, &read, way.is_some(), steps.is_some());
        }
        let faults = pages.faults;
        self.faults.0.extend(faults.0);
        if let Some(head) = head {
            let common = Common {
                id: files.id.clone(),
                title: head.title,
                place: head.place,
                year: head.year,
                effective: head.effective,
                about: head.about,
                extends,
                borrows,
                register,
                readings: readings.into(),
                steps: steps.unwrap_or_default(),
            };
            self.drafts.push(Draft { game: head.game, common, way, read });
        }
    }

    /// Reads `clauses.csv`, where something can cite it.
    fn register(&mut self, files: &BookFiles, lends: bool) -> Register {
        let label = files.label("clauses.csv");
        match files.text("clauses.csv") {
            Some(_) if self.depth == Depth::HouseWay && !lends => Register::default(),
            Some(text) => Register::parse(&files.id, &label, text, &mut self.faults),
            None => {
                self.faults.add(&label, 1, "the file is missing");
                Register::default()
            }
        }
    }

    /// The books that can be cited. What a lender took from others is among them: its parts came along.
    fn citable(&self, needs: &[String]) -> Vec<&Common> {
        let mut citable: Vec<&Common> = Vec::new();
        let mut queue: Vec<&str> = needs.iter().map(String::as_str).collect();
        while let Some(id) = queue.pop() {
            if let Some(draft) = self.drafts.iter().find(|draft| draft.common.id == id)
                && !citable.iter().any(|book| book.id == id)
            {
                citable.push(&draft.common);
                queue.extend(draft.common.extends.as_deref());
                queue.extend(draft.common.borrows.iter().map(|b| b.from.as_str()));
            }
        }
        citable
    }
}
