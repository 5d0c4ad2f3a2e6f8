//! What the tests of the table share: tables by every book, people, dice, random play.
#![allow(dead_code, clippy::unwrap_used)] // not every test uses everything

pub mod play;
pub mod walk;

use game::{Context, Moment, Person, Rank, StaffId};
use money::{Amount, PlayerId};
use paigow::{Chance, Limit, LimitKind, PaiGow, Performer, Setup};
use rulebook::{Layout, PaiGowBook, Shelf};
use std::sync::LazyLock;

/// The embedded books.
pub static SHELF: LazyLock<Shelf> =
    LazyLock::new(|| Shelf::embedded().expect("the embedded books are valid"));

/// Every Pai Gow book.
pub fn books() -> impl Iterator<Item = &'static str> {
    SHELF.pai_gow().map(|book| book.id.as_str())
}

/// Every book with each of its variants.
pub fn games() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let of =
        |book: &'static PaiGowBook| book.parameters.games().map(|(variant, _)| (book.id.as_str(), variant));
    SHELF.pai_gow().flat_map(of)
}

/// Limits from least to most in multiples.
pub fn limit(least: i64, most: i64, multiple: i64) -> Limit {
    Limit::new(Amount::of(least), Amount::of(most), multiple).unwrap()
}

/// A table as usual.
pub fn setup(book: &str, variant: Option<&str>) -> Setup {
    let mut setup = Setup::new(book, limit(20, 1000, 5));
    setup.variant = variant.map(str::to_string);
    for kind in [LimitKind::Bonus, LimitKind::Tie, LimitKind::BigSmall] {
        setup.limits.set(kind, limit(5, 200, 5));
    }
    // Real tiles, whose order the test tells.
    setup.chance = Chance::Told;
    setup
}

/// The rules of a table.
pub fn table(setup: Setup) -> PaiGow {
    let book = SHELF.book(&setup.book).unwrap();
    PaiGow::new(book, setup).unwrap()
}

/// Every kind of table that random play goes over.
pub fn tables() -> Vec<PaiGow> {
    let mut all = Vec::new();
    for (book, variant) in games() {
        for (dealer, chance) in [(Performer::House, Chance::Electronic), (Performer::Person, Chance::Keyed)] {
            let mut setup = setup(book, variant);
            setup.dealer = dealer;
            setup.chance = chance;
            if book == "star-2016" && chance == Chance::Keyed {
                setup.layout = Some(Layout::B);
                setup.house_way_areas = vec![7, 8];
            }
            if variant.is_some_and(|v| v.ends_with("bonanza")) && book == "crown-6.1" {
                setup.bonus = Some(if dealer == Performer::House { "B" } else { "E" }.to_string());
                setup.tie = Some("B".to_string());
                setup.bonus_needs_regular = dealer == Performer::Person;
            }
            if book == "crown-6.1" && variant.is_none() && chance == Chance::Keyed {
                setup.areas = Some(6);
            }
            all.push(table(setup));
        }
    }
    // A person deals, and the engine knows the tiles; real ones, of which much can be seen.
    for (book, variant) in games() {
        let mut setup = setup(book, variant);
        setup.practice = book == "uk-leaflet";
        all.push(table(setup));
    }
    all
}

/// A player by number.
pub fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

/// A player acting at time 0.
pub fn by(number: u32) -> Context {
    Context::new(Person::Player(player(number)), Moment::new(0))
}

/// A dealer acting at time 0.
pub fn dealer() -> Context {
    Context::new(Person::Staff(StaffId(1), Rank::DEALER), Moment::new(0))
}

/// Somebody of the highest rank, at time 0.
pub fn top(game: &PaiGow) -> Context {
    let rank = game.parameters().ranks.ladder.value.len() as u8 - 1;
    Context::new(Person::Staff(StaffId(9), Rank(rank)), Moment::new(0))
}

/// The House acting by itself, at time 0.
pub fn house() -> Context {
    Context::new(Person::House, Moment::new(0))
}
