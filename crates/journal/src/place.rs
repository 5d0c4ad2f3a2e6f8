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
    /// On a server of a kind that is not known, by the first word of its address; the rest may have a password.
    Elsewhere(String),
}

impl Place {
    /// A place by its name: `memory`, `postgres://…`, or the path of a file.
    pub fn named(name: &str) -> Self {
        match name {
            "memory" => Self::Memory(Memory::default()),
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Self::Postgres(url.to_string())
            }
            name => match name.split_once("://") {
                Some((scheme, _)) => Self::Elsewhere(scheme.to_string()),
                None => Self::Sqlite(name.into()),
            },
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
            Self::Elsewhere(_) => {
                return Err(Error::Store(format!(
                    "{self} keeps no journal: postgres:// or a file's path wanted"
                )));
            }
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
            Self::Elsewhere(scheme) => write!(f, "{scheme}://…"),
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
        let place = Place::named("postgers://ann:secret@host/house");
        let said = place.open().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(said.contains("postgers://…") && said.contains("postgres:// or a file's path"), "{said}");
        assert!(!format!("{said} {place} {place:?}").contains("secret"));
    }
}
