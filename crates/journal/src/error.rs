//! What can go wrong with a journal.

use money::Overdrawn;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Somebody else wrote to the stream first.
    #[error("stream {stream} stands at {found}, so record {wanted} does not follow")]
    Moved {
        /// Which stream.
        stream: String,
        /// The sequence that was to be written.
        wanted: u64,
        /// The last one there.
        found: u64,
    },
    /// Money that is not there.
    #[error("stream {stream}: {overdrawn}")]
    Overdrawn {
        /// In which stream.
        stream: String,
        /// Whose, and how much.
        overdrawn: Overdrawn,
    },
    /// A key that stands for something else.
    #[error("key {key:?} already stands for another command in stream {stream}")]
    KeyReused {
        /// In which stream.
        stream: String,
        /// Which key.
        key: String,
    },
    /// A stream that has taken as many keys as it remembers.
    #[error("stream {stream} has taken {most} keys in 24 hours, and remembers no more")]
    KeysFull {
        /// Which stream.
        stream: String,
        /// How many they are.
        most: u64,
    },
    /// Another writer has taken over the database.
    #[error("another server took over the database (turn {theirs}, ours was {ours})")]
    Fenced {
        /// The turn of this writer.
        ours: i64,
        /// The turn that counts.
        theirs: i64,
    },
    /// The database is not as this writer left it: somebody else has written to it.
    #[error("the database is not as the house left it: {0}")]
    Strange(String),
    /// Another server holds the database.
    #[error("the database is in use: {0}")]
    Held(String),
    /// Something in the store cannot be read.
    #[error("stream {stream}, record {sequence}: {what}")]
    Damaged {
        /// In which stream.
        stream: String,
        /// At which sequence.
        sequence: u64,
        /// What is wrong.
        what: String,
    },
    /// A schema that this program does not know.
    #[error("the database has schema {found}, this program knows up to {known}")]
    Schema {
        /// Its number.
        found: i64,
        /// The last that is known.
        known: i64,
    },
    /// The database said no: full, locked, gone.
    #[error("the database: {0}")]
    Store(String),
    /// The database went away in the middle of a commit: it may have been kept, and nobody can know yet.
    #[error("the connection to the database was lost, and it may have been kept: {0}")]
    InDoubt(String),
    /// The writer has stopped.
    #[error("the journal has stopped")]
    Stopped,
}

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
