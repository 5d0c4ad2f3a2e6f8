//! The top of `book.toml`: what a book is.

use crate::Game;
use crate::page::Entry;

/// The part of `book.toml` before its first table: what the book is, and what it borrows.
pub(crate) fn head_of(text: &str) -> &str {
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
pub(crate) struct Head {
    pub title: String,
    pub place: String,
    pub year: Option<u16>,
    pub effective: Option<String>,
    pub game: Game,
    pub about: String,
}

impl Head {
    /// Reads the top of the page of the book whose folder is called `id`.
    pub(crate) fn read(id: &str, root: &Entry<'_, '_>) -> Option<Self> {
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
            let found = Game::ALL.into_iter().find(|g| g.word() == game.value);
            if found.is_none() {
                root.page()
                    .fault(game.at, format!("game is {}, expected pai-gow or rapid-roulette", game.value));
            }
            found
        });
        Some(Self {
            title: title?.value,
            place: place?.value,
            year: year.map(|y| y.value as u16),
            effective: effective.map(|e| e.value),
            game: game?,
            about: about?.value,
        })
    }
}
