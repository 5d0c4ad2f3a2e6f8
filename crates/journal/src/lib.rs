//! The journal: what happened, in order, for ever; and the ledger that it adds up to.
//!
//! A [`Record`] belongs to a stream (a table, a player's account, the house) and has a sequence number in
//! it; its hash takes in the hash of the one before, so nothing can be changed, left out, moved or put in
//! between without being found ([`verify`]). Money moves with the record that moves it, in one commit, and
//! no account that may not owe ever does. [`Checkpoint`]s are signed statements of how far every stream
//! has come.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Record`], [`Draft`], [`Sealed`], [`Hash`](struct@Hash) | what is kept, what is to be kept, what is chained and on its way, and the link between |
//! | [`Stream`] | the writing end of one stream: its head and the keys it remembers |
//! | [`Unit`], [`Journal`] | records that are kept together or not at all; the one writer that keeps them |
//! | [`Store`], [`Place`] | where: memory, SQLite, PostgreSQL |
//! | [`Reading`] | a stretch of a stream, a few records at a time, each checked against the one before |
//! | [`Snapshot`], [`State`], [`Round`] | what can be made again from the records, kept for speed and for search |
//! | [`Signer`], [`Checkpoint`] | the key of the house and what it signs |
//! | [`Archive`], [`Base`], [`archive`] | what is old in a file of its own; where a stream begins after it |
//! | [`copy`] | a journal from one store to another, for backups
//! | [`verify`], [`verify_start`] | reads everything again, or what a start goes on from, and names the first thing that is wrong |
//! | [`anchored`], [`signed_stream`] | whether an old record, or a stream, is what the house signed, without reading everything |
//! | [`verify_imprint`] | whether streams stand where the house left them, by a line that only its key can make |
//! | [`Last`] | how far the journal has come, in a file outside the database |
//! | [`forged`] | finds what lies beside the records and is not sealed by the house |
//!
//! Writing: whoever owns a stream seals records on its own ([`Stream::seal`]), so hashing is spread over
//! the tables; one thread takes whatever waits, checks heads and balances, commits it all at once and only
//! then answers. Knows nothing of games, tables or HTTP: bodies are bytes, JSON by custom.

mod anchor;
mod archive;
mod archiving;
mod checkpoint;
mod copy;
mod ends;
mod error;
mod horizon;
mod imprint;
mod journal;
mod key;
mod last;
mod line;
mod locked;
mod look;
mod memory;
mod migration;
mod pins;
mod place;
mod postgres;
mod posting;
mod reading;
mod record;
mod round;
mod rows;
mod shelved;
mod sqlite;
mod start;
mod store;
mod stream;
mod traces;
mod verify;

pub use anchor::{anchored, anchored_while, signed_stream};
pub use archive::{Archive, Base, Held, Holding};
pub use archiving::{Plan, archive, checkpoints_before, unfinished};
pub use checkpoint::{Checkpoint, Signed, Signer, SignerError, Stated};
pub use copy::{copy, copy_aside};
pub use error::Error;
pub use imprint::{Half, half_restored, imprint_aside, restored, verify_imprint};
pub use journal::{Journal, Stored, Terms, Unit};
pub use key::{Key, Keys};
pub use last::{Last, Said};
pub use locked::{Locked, forged};
pub use look::Remembered;
pub use memory::Memory;
pub use migration::Migration;
pub use place::Place;
pub use postgres::Postgres;
pub use posting::{print_moves, read_moves};
pub use reading::Reading;
pub use record::{Draft, FORM, Hash, Record, Sealed};
pub use round::{Round, Search};
pub use sqlite::Sqlite;
pub use start::{Compared, Sound, WHOLE, compare, signed_with, verify_start};
pub use store::{Balance, Batch, Head, Kept, Snapshot, State, Store};
pub use stream::{Asked, Known, Stream};
pub use verify::{Finding, Verdict, verify};
