//! How far the journal has come, in a small file outside the database, under the house's key.
//!
//! Whoever can put back the whole database as it once stood puts back everything in it that says how far it went. So
//! the one writer says it in a file as well, after every commit that kept records and before anybody hears of it. A
//! journal that has not come as far is an older copy, and no house goes on with it.
//!
//! A journal that has come further need not be what the house left either: a commit that failed was sealed all the same,
//! and whoever saw it could put it in later, in the place of what was kept since. So every try has a number, which none
//! has again; the file says which one was kept last, and up to which one all others never count ([`Tries`]). What is
//! ahead of the file is what nobody heard of: the one commit that a house was killed over, or, after a machine failed,
//! what was kept since the last checkpoint.
//!
//! The file is written in its place, without waiting for the disk: a house that is killed leaves what was written, and
//! a machine that fails leaves a file that is behind the database, never ahead of it. With every checkpoint it is made
//! anew and waited for, so it is never further behind than that.

use crate::ends::Ends;
use crate::imprint::{Imprint, MISSING};
use crate::shelved::{FORMERLY, PINNED};
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

/// The numbers of commits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tries {
    /// The last one that was kept …
    pub kept: u64,
    /// … and the last one that was tried: every other one up to it never counts.
    pub tried: u64,
    /// The turn to write in which that was.
    pub turn: i64,
}

impl Tries {
    /// How many are passed over where nothing says how far others went on from an older copy.
    const LEAP: u64 = 1 << 40;

    /// Goes on after what a file says, if there is one. Whoever wrote before may have tried one more and told nobody: that
    /// one never counts from now on, unless it is the one that was kept.
    pub fn go_on(&mut self, file: Option<Self>, is_new: bool) {
        let passed = if file.is_some() || is_new { 1 } else { Self::LEAP };
        let file = file.unwrap_or_default();
        self.tried = self.kept.max(self.tried).max(file.kept).max(file.tried).saturating_add(passed);
    }

    /// Tries once more: its number.
    pub const fn again(&mut self) -> u64 {
        self.tried = self.tried.saturating_add(1);
        self.tried
    }
}

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
    /// The numbers of commits; earlier builds had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tries: Option<Tries>,
    /// The seal of the house over all that.
    seal: String,
}

impl Went {
    pub fn new(signer: &Signer, records: u64, checkpoint: Head, imprint: &Imprint, tries: Tries) -> Self {
        let mut went = Self {
            records,
            checkpoints: checkpoint.sequence,
            hash: checkpoint.hash.to_string(),
            imprint: imprint.line(signer).to_string(),
            shelves: Some((imprint.changes, imprint.shelves_line(signer, PINNED.len()).to_string())),
            tries: Some(tries),
            seal: String::new(),
        };
        went.seal = went.sealed(signer).to_string();
        went
    }

    /// The same, and what was tried since never counts.
    fn never(&self, signer: &Signer, tries: Tries) -> Self {
        let mut went = Self { tries: Some(tries), ..self.clone() };
        went.seal = went.sealed(signer).to_string();
        went
    }

    fn is_sealed(&self, signer: &Signer) -> bool {
        bool::from(self.seal.as_bytes().ct_eq(self.sealed(signer).to_string().as_bytes()))
    }

    fn sealed(&self, signer: &Signer) -> Hash {
        let (records, checkpoints) = (self.records.to_be_bytes(), self.checkpoints.to_be_bytes());
        let [hash, imprint] = [&self.hash, &self.imprint].map(|text| text.as_bytes());
        let Some((changes, line)) = &self.shelves else {
            return signer.seal("houseway/last/1", &[&records, &checkpoints, hash, imprint]);
        };
        let changes = changes.to_be_bytes();
        let parts = [&records[..], &checkpoints, hash, imprint, &changes, line.as_bytes()];
        let Some(Tries { kept, tried, turn }) = self.tries else {
            return signer.seal("houseway/last/2", &parts);
        };
        let numbers = [kept.to_be_bytes(), tried.to_be_bytes(), turn.to_be_bytes()];
        let numbers = numbers.iter().map(|number| &number[..]);
        signer.seal("houseway/last/3", &parts.into_iter().chain(numbers).collect::<Vec<_>>())
    }

    fn line(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        format!("{text:<LENGTH$}\n")
    }

    /// What of it a store does not have.
    fn odd(
        &self,
        store: &mut dyn Store,
        signer: Option<&Signer>,
        public: Option<&str>,
        copy: bool,
    ) -> Result<Option<String>, String> {
        let said = |error: Error| error.to_string();
        if signer.is_some_and(|signer| !self.is_sealed(signer)) {
            return Err("it is not sealed by the house's key".into());
        }
        let heads = store.heads().map_err(said)?;
        let has = count(&heads);
        if has < self.records {
            let kept = self.records;
            return Ok(Some(format!(
                "the journal has {has} records, but had {kept}: it was cut off before that, or is an older copy"
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
        if let Some(tries) = self.tries.filter(|_| !copy) {
            let turn = store.turn().map_err(said)?;
            if turn < tries.turn {
                let was = tries.turn;
                return Ok(Some(format!(
                    "the turn to write is {turn}, but was {was}: an older one was put back"
                )));
            }
        }
        let Some(signer) = signer else { return Ok(None) };
        if !Imprint::is_there(store, signer).map_err(said)? {
            return Ok(Some(MISSING.into()));
        }
        let found = Imprint::of(store, signer, &heads).map_err(said)?;
        let same = match self.tries {
            None => has == self.records,
            Some(tries) if found.number == tries.kept => true,
            Some(tries) if found.number > tries.tried => false,
            Some(tries) => {
                let (number, kept, tried) = (found.number, tries.kept, tries.tried);
                return Ok(Some(format!(
                    "its last commit has number {number}, and the house kept number {kept} last, of {tried} that were \
                     tried: an older copy was put back, or what the house said was not kept was put in"
                )));
            }
        };
        if same && found.line(signer).to_string() != self.imprint {
            return Ok(Some("streams are not where the house left them".into()));
        }
        // What lies there changes without a record as well, so it has a count of its own.
        let Some((had, left)) = &self.shelves else { return Ok(None) };
        let (has, shelves) = (found.changes, if self.tries.is_some() { PINNED.len() } else { FORMERLY });
        if has < *had || (has == *had && found.shelves_line(signer, shelves).to_string() != *left) {
            let shelves: Vec<&str> = PINNED.iter().map(|(_, what)| *what).collect();
            return Ok(Some(format!(
                "{} are not as the house left them: an older copy was put back, or something was changed or \
                 removed (change {has}, but the house made {had})",
                shelves.join(", ")
            )));
        }
        Ok(None)
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

    /// What it says now, for whoever compares it with a copy that is made after.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn said(&self) -> Result<Said, String> {
        let text = self.read().map_err(|what| format!("{}: {what}", self.0.display()))?;
        Ok(Said { path: self.0.clone(), text, copy: false })
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
        self.said()?.odd(store, signer, public)
    }

    /// The numbers of commits that it says, under the house's key: nothing if there is no such file.
    pub(crate) fn tries(&self, signer: &Signer) -> Option<Tries> {
        let text = self.read().ok().flatten()?;
        match serde_json::from_str::<Went>(text.trim()) {
            Ok(went) if went.is_sealed(signer) => Some(went.tries.unwrap_or_default()),
            Ok(_) => None,
            // Earlier builds put the last checkpoint there.
            Err(_) => Some(Tries::default()),
        }
    }

    /// Makes it anew.
    pub(crate) fn put(&self, went: &Went) -> Result<(), Error> {
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
        // Its name too is on disk: what it says that never counts never does.
        #[cfg(unix)]
        {
            let folder = self.0.parent().filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(file)
    }
}

/// What the file said at one moment.
#[derive(Clone, Debug)]
pub struct Said {
    path: PathBuf,
    text: Option<String>,
    /// Whether a copy is compared, which has turns of its own.
    copy: bool,
}

impl Said {
    /// Whether it said nothing.
    pub const fn is_nothing(&self) -> bool {
        self.text.is_none()
    }

    /// For a copy of the journal, which has turns to write of its own.
    pub fn of_copy(self) -> Self {
        Self { copy: true, ..self }
    }

    /// The same as [`Last::odd`].
    ///
    /// # Errors
    /// It says nothing that a house would; the journal cannot be read.
    pub fn odd(
        &self,
        store: &mut dyn Store,
        signer: Option<&Signer>,
        public: Option<&str>,
    ) -> Result<Option<String>, String> {
        let Some(text) = &self.text else { return Ok(None) };
        store.hold().map_err(|error| error.to_string())?;
        let odd = match serde_json::from_str::<Went>(text.trim()) {
            Ok(went) => went.odd(store, signer, public, self.copy),
            // Earlier builds put the last checkpoint there.
            Err(_) => compare(store, public, text).map(|found| found.odd),
        };
        store.release();
        odd.map_err(|what| format!("{}: {what}", self.path.display()))
    }
}

/// The file in the hands of the one writer.
pub(crate) struct Follower {
    last: Last,
    file: File,
    /// What was said last.
    went: Went,
    /// Why it is behind.
    trouble: Option<String>,
}

impl Follower {
    /// Begins to follow.
    pub fn begin(last: Last, went: Went) -> Result<Self, Error> {
        let file = last.anew(&went.line()).map_err(|error| last.unwritten(&error))?;
        Ok(Self { last, file, went, trouble: None })
    }

    /// Says that what was tried since never counts, and waits until that is on disk.
    pub fn never(&mut self, signer: &Signer, tries: Tries) -> bool {
        let kept = self.went.tries.map_or(0, |said| said.kept);
        self.tell(self.went.never(signer, Tries { kept, ..tries }), true)
    }

    /// Says how far the journal has come; `surely` waits until it is on disk, in a file under its name. What cannot be
    /// said now is said with the next: meanwhile the file is behind. Whether that is new, or over.
    pub fn tell(&mut self, went: Went, surely: bool) -> bool {
        let was = self.trouble.is_some();
        let told = match surely || was {
            true => self.last.anew(&went.line()).map(|file| self.file = file),
            false => self.over(went.line().as_bytes()),
        };
        self.went = went;
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
