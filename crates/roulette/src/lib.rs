//! The Rapid Roulette table: up to 24 stations, a dealer's console, a display, chip accounts, one wheel.
//!
//! A [`Roulette`] is the rules of one table by a book; it is a [`game::Game`], so [`Command`]s are decided,
//! [`Event`]s followed, [`Choice`]s listed and [`View`]s given to whoever looks. The ball and the clock are
//! input: the dealer enters where the ball came to rest, the context says what time it is.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Roulette`], [`Setup`] | a table by a book, and how it is set up |
//! | [`Layout`], [`Felt`], [`Spot`] | where a chip can stand and what it pays on every pocket; the same for drawing |
//! | [`Place`], [`Wager`], [`Run`] | a wager on a spot, or on numbers of the next spins |
//! | [`Limits`] | the permitted wagers |
//! | [`Command`], [`Event`], [`Choice`] | what is wanted, what happened, what may be wanted |
//! | [`Step`] | what an event or a refusal rests on, by its name in the book's `steps.toml` |
//! | [`State`], [`Record`] | the table as it is, and the spins that can still be put right |
//! | [`View`] | what a station, the console, the display, a supervisor may show |
//! | [`script`] | rounds that a person can read and a machine replays |
//!
//! A topic of the game lies in rooms side by side: what is wanted in [`command`], the rules in `decide`, what
//! happened in [`event`], what it changes in `evolve`. What whoever runs a table must know of it is in `conduct`
//! ([`game::Conduct`]). The topics are `table`, `account`, `limit`, `wager`, `run`
//! (sequences), `spin`, `settle`, `mishap` and `claim`.
//!
//! Pure: no clock, no chance, no I/O. Knows nothing of pai gow, storage or tournaments.
//! Clauses: rapid-roulette-2000 1–8.

mod asked;
mod choice;
mod cite;
pub mod command;
mod conduct;
mod crowd;
mod decide;
pub mod event;
mod evolve;
mod layout;
mod legal;
mod limit;
mod place;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod setup;
mod state;
mod step;
mod view;

pub mod script;

pub use asked::{Ask, Asked};
pub use choice::{Choice, Open, Opening, Whom};
pub use command::Command;
pub use command::claim::ClaimAbout;
pub use command::mishap::Evidence;
pub use crowd::full_table;
pub use decide::account::ACCOUNT_MOST;
pub use decide::limit::PERIOD_MOST;
pub use decide::run::RUNS_MOST;
pub use event::mishap::Corrected;
pub use event::run::{Fate, Refated, RunEnd};
pub use event::settle::Paid;
pub use event::spin::Short;
pub use event::wager::Why;
pub use event::{Event, What};
pub use layout::{Felt, Layout, POCKETS, Pocket, SequenceOnFelt, Spot, SpotOnFelt, Tally};
pub use limit::{Limits, PAY_MOST};
pub use place::{Found, Numbers, Place, Run, Wager};
pub use rules::Roulette;
pub use setup::{Dealing, Setup, StationId};
pub use state::{Absent, Claim, Holder, Phase, Record, Shown, State, Station};
pub use step::Step;
pub use view::{
    BooksView, ConsoleView, LastView, Next, Part, ResultView, SeatView, SignView, StationView, TableView,
    View, WagerResult,
};
