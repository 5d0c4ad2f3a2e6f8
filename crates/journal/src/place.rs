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
    /// A new journal in memory.
    pub fn memory() -> Self {
        Self::Memory(Memory::default())
    }

    /// A place by its name: `memory`, `postgres://…`, or the path of a file.
    ///
    /// # Errors
    /// The address of some other kind of server; only its first word is said, as the rest may have a password.
    pub fn named(name: &str) -> Result<Self, Error> {
        match name.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(name.to_string())),
            Some((scheme, _)) => {
                let why = format!("{scheme}://… keeps no journal: expected postgres:// or a file's path");
                Err(Error::Store(why))
            }
            None if name == "memory" => Ok(Self::memory()),
            None => Ok(Self::Sqlite(name.into())),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_misspelt_is_refused_without_its_password() {
        let said = Place::named("postgers://ann:secret@host/house").unwrap_err().to_string();
        assert!(said.contains("postgers://…") && said.contains("postgres:// or a file's path"), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }

    #[test]
    fn a_place_is_printed_without_its_password() {
        for (name, printed) in [
            ("memory", "memory"),
            ("house/houseway.db", "house/houseway.db"),
            ("postgres://ann:secret@host:5432/house?sslmode=require", "postgres://host:5432/house"),
            ("postgresql://host/house", "postgresql://host/house"),
        ] {
            assert_eq!(Place::named(name).unwrap().to_string(), printed);
        }
    }
}
