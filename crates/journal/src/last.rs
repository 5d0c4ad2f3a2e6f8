//! How far the journal has come, in a small file outside the database, under the house's key.
//!
//! Whoever can put back the whole database as it once stood puts back everything in it that says how far it went. So
//! the one writer says it in a file as well, after every commit that kept records and before anybody hears of it. A
//! journal that has not come as far is an older copy, and no house goes on with it.
//!
//! The file is written in its place, without waiting for the disk: a house that is killed leaves what was written, and
//! a machine that fails leaves a file that is behind the database, never ahead of it. With every checkpoint it is made
//! anew and waited for, so it is never further behind than that.

use crate::ends::Ends;
use crate::imprint::{Imprint, MISSING};
use crate::shelved::PINNED;
use crate::{Checkpoint, Error, Hash, Head, Signer, Store, compare};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use subtle::ConstantTimeEq;

/// How long the file is, so that one that is written over another leaves nothing of it: less than a disk writes at once.
const LENGTH: usize = 511;

/// The file that says how far a journal has come.
#[derive(Clone, Debug)]
pub struct Last(PathBuf);

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Went {
    /// How many records there are, with those that are in archives.
    records: u64,
    /// How many checkpoints …
    checkpoints: u64,
    /// … and the hash of the last one.
    hash: String,
    /// The house's imprint of where all streams stand.
    imprint: String,
    /// How often something on shelves that no record speaks of has changed, and the house's imprint of what lies there;
    /// earlier builds did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shelves: Option<(u64, String)>,
    /// The seal of the house over all that.
    seal: String,
}

impl Went {
    pub fn new(signer: &Signer, records: u64, checkpoint: Head, imprint: &Imprint) -> Self {
        let mut went = Self {
            records,
            checkpoints: checkpoint.sequence,
            hash: checkpoint.hash.to_string(),
            imprint: imprint.line(signer).to_string(),
            shelves: Some((imprint.changes, imprint.shelves_line(signer).to_string())),
            seal: String::new(),
        };
        went.seal = went.sealed(signer).to_string();
        went
    }

    fn sealed(&self, signer: &Signer) -> Hash {
        let (records, checkpoints) = (self.records.to_be_bytes(), self.checkpoints.to_be_bytes());
        let [hash, imprint] = [&self.hash, &self.imprint].map(|text| text.as_bytes());
        match &self.shelves {
            None => signer.seal("houseway/last/1", &[&records, &checkpoints, hash, imprint]),
            Some((changes, line)) => {
                let changes = changes.to_be_bytes();
                let parts = [&records[..], &checkpoints, hash, imprint, &changes, line.as_bytes()];
                signer.seal("houseway/last/2", &parts)
            }
        }
    }

    fn line(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        format!("{text:<LENGTH$}\n")
    }

    /// What a store has to say of itself.
    fn of(store: &mut dyn Store, signer: &Signer) -> Result<Self, Error> {
        let heads = store.heads()?;
        let last = heads.iter().find(|(name, _)| name == Checkpoint::STREAM).map(|(_, head)| *head);
        let last = last.unwrap_or_else(|| Head::genesis(Checkpoint::STREAM));
        let imprint = Imprint::of(store, signer, &heads)?;
        Ok(Self::new(signer, count(&heads), last, &imprint))
    }

    /// What of it a store does not have.
    fn odd(
        &self,
        store: &mut dyn Store,
        signer: Option<&Signer>,
        public: Option<&str>,
    ) -> Result<Option<String>, String> {
        let said = |error: Error| error.to_string();
        let same = |one: &str, other: Hash| bool::from(one.as_bytes().ct_eq(other.to_string().as_bytes()));
        if signer.is_some_and(|signer| !same(&self.seal, self.sealed(signer))) {
            return Err("it is not sealed by the house's key".into());
        }
        let has = count(&store.heads().map_err(said)?);
        if has < self.records {
            let kept = self.records;
            return Ok(Some(format!(
                "the journal has {has} records, and had {kept}: it was cut off before that, or is an older copy"
            )));
        }
        let (last, number) = (Checkpoint::STREAM, self.checkpoints);
        let ends = Ends::of(store, public).map_err(|finding| finding.to_string())?;
        // What is in an archive was compared when that was made.
        if number > ends.base(last).head.sequence {
            let found = store.range(last, number, number).map_err(said)?;
            if found.first().is_none_or(|found| found.hash.to_string() != self.hash) {
                return Ok(Some(format!(
                    "checkpoint {number} is not the one that the house signed last: the journal was written anew"
                )));
            }
        }
        let Some(signer) = signer else { return Ok(None) };
        let found = Self::of(store, signer).map_err(said)?;
        if has == self.records && found.imprint != self.imprint {
            return Ok(Some("streams stand elsewhere than where the house left them".into()));
        }
        if !Imprint::is_there(store, signer).map_err(said)? {
            return Ok(Some(MISSING.into()));
        }
        // What lies there changes without a record as well, so it has a count of its own.
        match (&found.shelves, &self.shelves) {
            (Some((has, line)), Some((had, left))) if has < had || (has == had && line != left) => {
                let shelves: Vec<&str> = PINNED.iter().map(|(_, what)| *what).collect();
                Ok(Some(format!(
                    "{} are not as the house left them: an older copy was put back, or something was changed or taken \
                     away (change {has}, and the house made {had})",
                    shelves.join(", ")
                )))
            }
            _ => Ok(None),
        }
    }
}

/// How many records streams have had.
pub(crate) fn count(heads: &[(String, Head)]) -> u64 {
    heads.iter().map(|(_, head)| head.sequence).fold(0, u64::saturating_add)
}

impl Last {
    /// The file under a name.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What it says; nothing if it is missing or empty.
    fn read(&self) -> Result<Option<String>, String> {
        match std::fs::read_to_string(&self.0) {
            Ok(text) => Ok(Some(text).filter(|text| !text.trim().is_empty())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// What a journal does not have of what the file says: nothing, if it has come as far. `None` too where there is no
    /// such file: whether there has to be one is for others to say. Without the key, its seal is not looked at.
    ///
    /// # Errors
    /// It says nothing that a house would; it, or the journal, cannot be read.
    pub fn odd(
        &self,
        store: &mut dyn Store,
        signer: Option<&Signer>,
        public: Option<&str>,
    ) -> Result<Option<String>, String> {
        // Before the journal, which may go on meanwhile.
        let named = |what: String| format!("{}: {what}", self.0.display());
        let Some(text) = self.read().map_err(named)? else { return Ok(None) };
        store.hold().map_err(|error| error.to_string())?;
        let odd = match serde_json::from_str::<Went>(text.trim()) {
            Ok(went) => went.odd(store, signer, public),
            // Earlier builds put the last checkpoint there.
            Err(_) => compare(store, public, &text).map(|found| found.odd),
        };
        store.release();
        odd.map_err(named)
    }

    /// Makes it anew for a journal that nobody writes.
    ///
    /// # Errors
    /// The journal cannot be read, or the file not be written.
    pub fn put(&self, store: &mut dyn Store, signer: &Signer) -> Result<(), Error> {
        let went = Went::of(store, signer)?;
        self.anew(&went.line()).map(drop).map_err(|error| self.unwritten(&error))
    }

    fn unwritten(&self, error: &std::io::Error) -> Error {
        Error::Store(format!("{} cannot be written: {error}", self.0.display()))
    }

    /// A file in the place of the one that is there, whole and on disk. What stands there may lead elsewhere: what it
    /// leads to stays.
    fn anew(&self, line: &str) -> std::io::Result<File> {
        let fresh = self.0.with_extension("new");
        match std::fs::remove_file(&fresh) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&fresh)?;
        file.write_all(line.as_bytes())?;
        file.sync_data()?;
        std::fs::rename(&fresh, &self.0)?;
        Ok(file)
    }
}

/// The file in the hands of the one writer.
pub(crate) struct Follower {
    last: Last,
    file: File,
    /// Why it is behind.
    trouble: Option<String>,
}

impl Follower {
    /// Begins to follow.
    pub fn begin(last: Last, went: &Went) -> Result<Self, Error> {
        let file = last.anew(&went.line()).map_err(|error| last.unwritten(&error))?;
        Ok(Self { last, file, trouble: None })
    }

    /// Says how far the journal has come; `surely` waits until it is on disk, in a file under its name. What cannot be
    /// said now is said with the next: meanwhile the file is behind. Whether that is new, or over.
    pub fn tell(&mut self, went: &Went, surely: bool) -> bool {
        let was = self.trouble.is_some();
        let told = match surely || was {
            true => self.last.anew(&went.line()).map(|file| self.file = file),
            false => self.over(went.line().as_bytes()),
        };
        self.trouble = told.err().map(|error| self.last.unwritten(&error).to_string());
        was != self.trouble.is_some()
    }

    /// Why it is behind, if it is.
    pub const fn trouble(&self) -> Option<&String> {
        self.trouble.as_ref()
    }

    /// Writes over what is there: all of it at once, so that whoever reads it has one or the other.
    #[cfg(unix)]
    fn over(&mut self, line: &[u8]) -> std::io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(&self.file, line, 0)
    }

    #[cfg(not(unix))]
    fn over(&mut self, line: &[u8]) -> std::io::Result<()> {
        use std::io::Seek;
        self.file.rewind()?;
        self.file.write_all(line)
    }
}
