//! What can go wrong with a journal.

use money::Overdrawn;
use std::fmt;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Somebody else wrote to the stream first.
    Moved {
        /// Which stream.
        stream: String,
        /// The sequence that was to be written.
        wanted: u64,
        /// The last one there.
        found: u64,
    },
    /// Money that is not there.
    Overdrawn {
        /// In which stream.
        stream: String,
        /// Whose, and how much.
        overdrawn: Overdrawn,
    },
    /// A key that stands for something else.
    KeyReused {
        /// In which stream.
        stream: String,
        /// Which key.
        key: String,
    },
    /// A stream that has taken as many keys as it remembers.
    KeysFull {
        /// Which stream.
        stream: String,
        /// How many they are.
        most: u64,
    },
    /// Another writer has taken over the database.
    Fenced {
        /// The turn of this writer.
        ours: i64,
        /// The turn that counts.
        theirs: i64,
    },
    /// The database is not as this writer left it: somebody else has written to it.
    Strange(String),
    /// Another server holds the database.
    Held(String),
    /// Something in the store cannot be read.
    Damaged {
        /// In which stream.
        stream: String,
        /// At which sequence.
        sequence: u64,
        /// What is wrong.
        what: String,
    },
    /// A schema that this program does not know.
    Schema {
        /// Its number.
        found: i64,
        /// The last that is known.
        known: i64,
    },
    /// The database said no: full, locked, gone.
    Store(String),
    /// The database went away in the middle of a commit: it may have been kept, and nobody can know yet.
    InDoubt(String),
    /// The writer has stopped.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved { stream, wanted, found } => {
                write!(f, "stream {stream} stands at {found}, so record {wanted} does not follow")
            }
            Self::Overdrawn { stream, overdrawn } => write!(f, "stream {stream}: {overdrawn}"),
            Self::KeyReused { stream, key } => {
                write!(f, "key {key:?} already stands for another command in stream {stream}")
            }
            Self::KeysFull { stream, most } => {
                write!(f, "stream {stream} has taken {most} keys in 24 hours, and remembers no more")
            }
            Self::Fenced { ours, theirs } => {
                write!(f, "another server took over the database (turn {theirs}, ours was {ours})")
            }
            Self::Strange(what) => write!(f, "the database is not as the house left it: {what}"),
            Self::Held(who) => write!(f, "the database is in use: {who}"),
            Self::Damaged { stream, sequence, what } => {
                write!(f, "stream {stream}, record {sequence}: {what}")
            }
            Self::Schema { found, known } => {
                write!(f, "the database has schema {found}, this program knows up to {known}")
            }
            Self::Store(what) => write!(f, "the database: {what}"),
            Self::InDoubt(what) => write!(f, "the database went away, and it may have been kept: {what}"),
            Self::Stopped => f.write_str("the journal has stopped"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Whether this writer cannot write any more, whatever happens.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Fenced { .. } | Self::Strange(_))
    }

    /// What is not as the house left it, if this says so.
    pub(crate) fn strange(self) -> Option<String> {
        match self {
            Self::Strange(what) => Some(what),
            _ => None,
        }
    }

    /// A record that cannot be read.
    pub fn damaged(stream: &str, sequence: u64, what: impl Into<String>) -> Self {
        Self::Damaged { stream: stream.into(), sequence, what: what.into() }
    }
}
