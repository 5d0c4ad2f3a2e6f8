//! The Pai Gow table: every method of play, wager and irregularity, by any of the books.
//!
//! A [`PaiGow`] is one table's rules: a book, one of its variants, and what the House chose within them
//! ([`Setup`]). The [`State`] is everything there is to know about it now. Whatever a dealer, player,
//! banker, supervisor or inspector does is a [`Command`]; what follows are [`Event`]s, each with its
//! clauses and the money it moves. Chance arrives in commands: an order of 32 tiles and the faces of
//! dice, or, at a table with real tiles, what the dealer keys in as tiles are turned up.
//!
//! A round goes through these places:
//!
//! | phase | who acts | file |
//! |---|---|---|
//! | [`Phase::Shut`] | dealer and supervisor check the tiles; the table opens | `decide/table.rs` |
//! | [`Phase::Bank`] | the bank is offered, accepted, declined | `decide/bank.rs` |
//! | [`Phase::Wall`] | shuffle, laja, wagers, dice, cut | `decide/{wall,wager,dice,cut}.rs` |
//! | [`Phase::Set`] | tiles are delivered, hands are set, the bank's last | `decide/hand.rs` |
//! | [`Phase::Match`] | hands are opened and matched, losers taken, winners paid | `decide/settle.rs` |
//! | [`Phase::Clear`] | everything is paid; the bank's tiles still lie there | `decide/settle.rs` |
//!
//! Beside them: people (`seat`), limits and signs (`limit`), what goes wrong (`mishap`), conduct and disputes
//! (`order`). A topic has the same name in `command/`, `event/`, `decide/` and `evolve/`.
//!
//! Pure: no clock, no chance, no I/O. Knows nothing of roulette, storage or screens.
//! Clauses: star-2016 2–16; vcga-2000 2–15, 17; crown-6.1 2–14, 16; nz-1999 4, 6; uk-leaflet B1–B29.

mod area;
mod asked;
mod bank;
mod choice;
pub mod command;
mod conduct;
mod decide;
pub mod event;
mod evolve;
mod legal;
mod limit;
mod player;
mod reads;
mod rules;
pub mod script;
mod setup;
mod state;
mod step;
mod throw;
mod view;
mod wager;
mod wall;

pub use area::{Area, Hand, Setter, Split};
pub use asked::{Ask, Asked};
pub use bank::{Bank, Holder, Offer};
pub use choice::{Choice, Open};
pub use command::{Command, During, Found, Ground, LajaBy, Matter, Misdealt, ReshuffleCause};
pub use decide::Source;
pub use event::{Cause, Event, What, Why};
pub use limit::{Limit, LimitKind, Limits, Notice};
pub use player::{Lasting, Personal, Player};
pub use rules::PaiGow;
pub use setup::{Chance, Performer, Setup, SetupError};
pub use state::{Dispute, Orders, Phase, State, Tiles};
pub use step::Step;
pub use throw::{Called, Throw, ThrowError, area_of_total};
pub use view::{
    AreaView, BankView, BooksView, HandView, Part, Purse, RoundView, SignView, TableView, View, WagerView,
    WallView,
};
pub use wager::{FoundLate, Kind, Settled, Stake, Wager};
pub use wall::{Cutting, Dice, Faces, Registered, Wall};
