//! The files that a database was opened as: whether their names still lead to them.
//!
//! Somebody may put another file in the place of the one that is open, or take it away: what is written to it then is
//! in a file that nobody finds again.

use crate::Error;
use rusqlite::{Connection, ErrorCode};
use std::path::{Path, PathBuf};

/// The files of a database, as they were when it was opened.
#[derive(Clone, Debug)]
pub(super) struct Files {
    path: PathBuf,
    file: Option<(u64, u64)>,
    /// The log that is written ahead of it, once there is one.
    log: Option<(u64, u64)>,
    /// How long the log was last. It is written from the beginning again, and never cut while somebody writes.
    length: u64,
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
        Self { path: path.to_path_buf(), file: known(path), log: None, length: 0 }
    }

    /// Takes note of the log, which is there as long as somebody writes.
    pub fn note_log(&mut self) {
        let log = log_of(&self.path);
        self.log = known(&log);
        self.length = std::fs::metadata(log).map_or(0, |about| about.len());
    }

    fn is_not_cut(&mut self, log: &Path) -> Result<(), Error> {
        let length = std::fs::metadata(log).map_or(0, |about| about.len());
        if self.log.is_some() && length < self.length {
            let (path, was) = (log.display(), self.length);
            return Err(Error::Strange(format!("{path} had {was} bytes and has {length}: it was cut")));
        }
        self.length = length;
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
