//! The floor: runs live tables for the people and the automata that play, deal and look.
//!
//! One task per table takes commands in the order they come, lets the rules decide, has the journal keep
//! what follows, and only then tells anybody. The floor adds what pure rules do not know: the clock, chance
//! that can be verified, an automatic dealer with its bots, accounts of players, recovery after a crash.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Floor`], [`Handle`], [`Info`] | all tables; one of them from outside; as the lobby shows it |
//! | [`TableSetup`], [`GameSetup`], [`Purses`], [`Pace`] | a table as the operator wants it |
//! | [`Play`], [`Scene`], [`Next`] | how a game is dealt without a person, how bots play it |
//! | [`ask`] | what a table is asked, and what it answers |
//! | [`Outlet`] | where a table leaves what a station should know |
//! | [`wire`] | the messages that it leaves |
//! | [`Body`], [`FloorEvent`] | what a table's records say |
//! | [`House`], [`Standing`] | what the floor knows beside the game; both together, as a snapshot keeps them |
//! | [`Promise`], [`Seed`], [`Draw`] | fair chance: committed, mixed, drawn, revealed |
//! | [`Vault`] | seals what must not be read in the database |
//! | [`Clock`], [`Passing`], [`Entropy`] | time, what of it counts, and fresh bits, given by the shell and by tests |
//! | [`Significant`] | what a regulator wants to see at once |
//! | [`Protection`], [`Limits`], [`Allowance`] | what keeps players from harm: limits, exclusion |
//! | [`recall`], [`restored`] | rounds and draws again; what is said at a house that comes from a backup |
//! | [`wallet`], [`Vouchers`] | players' accounts with the house; promotional tokens against vouchers |
//! | [`Cash`] | cash that dealers changed into chips, over all tables |
//! | [`Effect`] | what a command would lead to: what a second person signs |
//! | [`brief`], [`word_of`] | text of somebody else's choosing, as it is said again |
//! | [`Wish`] | what a dealer asks for out of a player's account, which waits for the player |
//!
//! Knows nothing of HTTP or HTML.

pub mod ask;
mod authority;
mod body;
mod cash;
mod clock;
mod effect;
mod fair;
mod floor;
mod handle;
mod house;
mod info;
mod outlet;
mod past;
mod play;
mod protect;
pub mod recall;
mod restored;
mod said;
mod seats;
mod setup;
pub mod significant;
mod table;
mod vault;
pub mod voucher;
pub mod wallet;
mod watch;
mod win;
pub mod wire;
mod wish;

pub use body::{Body, FloorEvent, Happened};
pub use cash::Cash;
pub use clock::{
    BOUND, Clock, ClockRecord, ClockState, Confirmed, Dials, History, Jump, Known, Mark, News, Passing,
    Reading, Steady, Word,
};
pub use effect::{Change, Effect, Follows, Moved};
pub use fair::{Draw, Drawn, Entropy, Promise, Seed, System};
pub use floor::{Floor, odd_clock, steadily};
pub use handle::Handle;
pub use house::{Due, House, Meter, Shown, Standing};
pub use info::Info;
pub use outlet::Outlet;
pub use past::{beginning_from, cuts, lost_beginnings, lost_words, odd_states};
pub use play::{Next, Pace, Play, Scene};
pub use protect::{Allowance, Limits, Pending, Protection, Span, Window};
pub use restored::{Again, again, restored};
pub use said::{brief, word_of};
pub use seats::{Lines, Presence, Seats};
pub use setup::{GameSetup, Numbers, Purses, TableSetup};
pub use significant::Significant;
pub use table::Common;
pub use vault::Vault;
pub use voucher::{Voucher, VoucherTerms, Vouchers};
pub use win::Wins;
pub use wish::{SpentFrom, Wish, WishEnd, Wished};
