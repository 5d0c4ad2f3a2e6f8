//! Where a journal is kept.

use crate::{Error, Memory, Postgres, Sqlite, Store};
use std::fmt;
use std::path::PathBuf;

/// Where a journal is kept.
#[derive(Clone)]
pub enum Place {
    /// In memory, for tests: gone with the last handle.
    Memory(Memory),
    /// In a file.
    Sqlite(PathBuf),
    /// On a server, by a connection string.
    Postgres(String),
}

impl Place {
    /// A place by its name: `memory`, `postgres://…`, or the path of a file.
    pub fn named(name: &str) -> Self {
        match name {
            "memory" => Self::Memory(Memory::default()),
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Self::Postgres(url.to_string())
            }
            path => Self::Sqlite(path.into()),
        }
    }

    /// A handle on it; its schema is brought up to date first.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(&self) -> Result<Box<dyn Store>, Error> {
        Ok(match self {
            Self::Memory(memory) => Box::new(memory.clone()),
            Self::Sqlite(path) => Box::new(Sqlite::open(path)?),
            Self::Postgres(url) => Box::new(Postgres::open(url)?),
        })
    }
}

/// Prints no password.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(_) => f.write_str("memory"),
            Self::Sqlite(path) => write!(f, "{}", path.display()),
            Self::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                let host = host.split_once('?').map_or(host, |(host, _)| host);
                write!(f, "{scheme}://{host}")
            }
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
