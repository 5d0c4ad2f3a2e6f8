//! The files that a database was opened as: whether their names still lead to them.
//!
//! Somebody may put another file in the place of the one that is open, or take it away: what is written to it then is
//! in a file that nobody finds again.

use crate::Error;
use rusqlite::{Connection, ErrorCode};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The files of a database, as they were when it was opened.
#[derive(Clone, Debug)]
pub(super) struct Files {
    path: PathBuf,
    file: Option<(u64, u64)>,
    /// The log that is written ahead of it, once there is one.
    log: Option<(u64, u64)>,
    /// How long the log was last. It is written from the beginning again, and cut by SQLite alone.
    length: u64,
    /// What the log was begun with, while it is longer than SQLite leaves it: each time it is written from the
    /// beginning, that is another.
    salt: Option<Salt>,
}

/// By which SQLite tells one writing of a log from the next.
type Salt = [u8; 8];

/// How long SQLite leaves a log that it writes from the beginning again.
pub(super) const LOG_MOST: u64 = 64 << 20;
/// Where in a log its salt stands (the format of SQLite's log, "WAL Header").
const SALT_AT: u64 = 16;

fn salt(log: &Path) -> Option<Salt> {
    let mut file = std::fs::File::open(log).ok()?;
    let mut salt = Salt::default();
    file.seek(SeekFrom::Start(SALT_AT)).ok()?;
    file.read_exact(&mut salt).ok()?;
    Some(salt)
}

/// Which file a name leads to: its device and its number there.
fn known(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push("-wal");
    name.into()
}

/// Whether nothing is written ahead of a file: nobody is at it, and nobody left it in haste.
pub(super) fn is_alone(path: &Path) -> bool {
    std::fs::metadata(log_of(path)).map_or(true, |about| about.len() == 0)
}

/// Whether a file cannot be read because what SQLite puts beside it cannot be.
pub(super) fn is_only_readable(db: &Connection) -> bool {
    let read = db.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()));
    let code = read.err().and_then(|error| error.sqlite_error_code());
    matches!(code, Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

impl Files {
    /// Those of a database that was just opened.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_path_buf(), file: known(path), log: None, length: 0, salt: None }
    }

    /// Takes note of the log, which is there as long as somebody writes.
    pub fn note_log(&mut self) {
        let log = log_of(&self.path);
        self.log = known(&log);
        self.length = std::fs::metadata(&log).map_or(0, |about| about.len());
        self.salt = salt(&log).filter(|_| self.length > LOG_MOST);
    }

    fn is_not_cut(&mut self, log: &Path) -> Result<(), Error> {
        let length = std::fs::metadata(log).map_or(0, |about| about.len());
        let now = if self.length.max(length) > LOG_MOST { salt(log) } else { None };
        // A log that grew because somebody read on and on is cut when it is written from the beginning again.
        let begun_anew = length >= LOG_MOST && self.salt.is_some() && now.is_some() && now != self.salt;
        if self.log.is_some() && length < self.length && !begun_anew {
            let (path, was) = (log.display(), self.length);
            return Err(Error::Strange(format!("{path} had {was} bytes and has {length}: it was cut")));
        }
        (self.length, self.salt) = (length, now);
        Ok(())
    }

    /// Whether they are still in their places, and the log as long as it was.
    pub fn stay(&mut self) -> Result<(), Error> {
        let log = log_of(&self.path);
        let all = [(self.file, &self.path), (self.log, &log)];
        let other = all.into_iter().find(|(was, path)| was.is_some() && known(path) != *was);
        match other.map(|(_, path)| path.clone()) {
            None => self.is_not_cut(&log),
            Some(path) => {
                let what = "is not the file that the house opened: it was moved, replaced or removed";
                Err(Error::Strange(format!("{} {what}", path.display())))
            }
        }
    }
}
