//! The pages of one book, read with what it takes from other books.

use super::draft::{Draft, Read};
use crate::page::{Entry, Page};
use crate::{BookFiles, Citer, Common, Cuts, Faults, Game, Parameters, PayTables, Reading, RouletteRules};

/// The books that a book takes something from.
pub(super) struct Sources<'d> {
    pub parent: Option<&'d Draft>,
    /// Whether it extends a book that could not be read.
    pub orphan: bool,
    pub house_way: Option<&'d Draft>,
    pub cuts: Option<&'d Draft>,
    pub grids: Option<&'d Draft>,
}

impl Sources<'_> {
    /// A book's own readings, then those that come with what it takes.
    pub fn readings(&self, mut readings: Vec<Reading>, citable: &[&Common]) -> Vec<Reading> {
        let takes = [(self.parent, None), (self.house_way, Some("houseway")), (self.cuts, Some("cut"))];
        for (from, theme) in takes {
            for reading in from.into_iter().flat_map(|draft| draft.common.readings.iter()) {
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
        }
        readings
    }
}

/// Reads the optional pages of one book.
pub(super) struct Pages<'f> {
    pub files: &'f BookFiles,
    pub game: Option<Game>,
    pub faults: Faults,
}

impl Pages<'_> {
    /// Reads a page, if the book has it.
    pub fn read<T>(&mut self, name: &str, read: impl FnOnce(&Entry<'_, '_>) -> Option<T>) -> Option<T> {
        let text = self.files.text(name).filter(|_| !self.is_foreign(name))?;
        let page = Page::parse(&self.files.label(name), text);
        let root = page.root();
        let value = read(&root);
        root.done();
        page.finish(&mut self.faults);
        value
    }

    /// Whether only books of another game have this file.
    fn is_foreign(&self, name: &str) -> bool {
        let is_other = |game: &Game| self.game.is_some_and(|own| own != *game);
        Game::ALL.iter().filter(|game| is_other(game)).any(|game| game.files().contains(&name))
    }

    /// Notes the files that only books of another game have.
    pub fn check_names(&mut self) {
        let Some(game) = self.game else { return };
        let files = self.files;
        let foreign: Vec<_> = files.files.iter().filter(|(name, _)| self.is_foreign(name)).collect();
        for (name, _) in foreign {
            let reason = format!("not a file of a {} book", game.title());
            self.faults.add(&files.label(name), 1, reason);
        }
    }

    /// Every page but the House Way and the steps.
    pub fn whole(&mut self, root: &Entry<'_, '_>, citer: &Citer<'_>, sources: &Sources<'_>) -> Read {
        let parent = sources.parent.map(|p| &p.read);
        let grids: Vec<(&str, &Cuts)> = sources
            .grids
            .and_then(|d| Some((d.common.id.as_str(), d.read.cuts.as_ref()?)))
            .into_iter()
            .collect();
        let cuts = self.read("cuts.toml", |r| Cuts::read(r, citer, &grids));
        let pay = self.read("pay.toml", |r| PayTables::read(r, citer));
        let roulette = self.read("roulette.toml", |r| RouletteRules::read(r, citer));
        if self.game.is_none() || sources.orphan {
            // What hangs on the missing part would only be reported as missing or unknown too.
            root.keys();
        }
        let parameters = match self.game {
            Some(Game::PaiGow) if !sources.orphan => {
                Parameters::read(root, citer, parent.and_then(|p| p.parameters.as_ref()))
            }
            _ => None,
        };
        Read {
            parameters,
            cuts: cuts.or_else(|| sources.cuts.or(sources.parent)?.read.cuts.clone()),
            pay: pay.or_else(|| parent?.pay.clone()),
            roulette,
        }
    }

    /// Notes what a book of its game cannot do without.
    pub fn check_whole(&self, root: &Entry<'_, '_>, read: &Read, has_way: bool, has_steps: bool) {
        let lacks = |name: &str| self.files.text(name).is_none();
        let sound = !root.page().has_faults();
        match self.game {
            Some(Game::PaiGow) => {
                if sound && !has_way && lacks("houseway.toml") {
                    root.fault("a Pai Gow book needs a houseway.toml, or a House Way to borrow");
                }
                if sound && read.cuts.is_none() && lacks("cuts.toml") {
                    root.fault("a Pai Gow book needs a cuts.toml, or cuts to borrow");
                }
            }
            Some(Game::RapidRoulette) => {
                if lacks("roulette.toml") {
                    root.fault("a Rapid Roulette book needs a roulette.toml");
                }
                if !has_steps {
                    root.fault("a Rapid Roulette book needs a steps.toml");
                }
            }
            None => {}
        }
    }
}

/// Reads `readings.toml`.
pub(super) fn readings(root: &Entry<'_, '_>, citer: &Citer<'_>) -> Option<Vec<Reading>> {
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
