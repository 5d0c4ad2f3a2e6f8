//! `houseway backup` and `houseway restore`: a house as it stood at one moment, verified, and its way back.
//!
//! A backup is a folder with the journal in one SQLite file, whatever database the house has. The key of the
//! house is never in it. May touch: the folder of the house, its database, the folder that is named.

use crate::answer::{Answer, Failure};
use crate::args::{BackupArgs, RestoreArgs};
use crate::audit;
use crate::library::Library;
use game::Moment;
use journal::{Checkpoint, Half, Journal, Last, Place, Signer, Sqlite, Store, Terms, Verdict};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// What a backup says of itself, and the house's signature over it. It is written last: a folder without it is no
/// backup.
#[derive(Serialize, Deserialize)]
struct Label {
    #[serde(flatten)]
    says: Says,
    /// The signature of the house over all of it, as one line of JSON.
    signature: String,
}

#[derive(Serialize, Deserialize)]
struct Says {
    /// The version of this form.
    form: u16,
    /// When it was made, in milliseconds.
    at: i64,
    /// Of what.
    of: String,
    /// How many records there are.
    records: u64,
    /// How many there have been, with those in archives; labels of form 1 did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// The number of the last checkpoint, and its hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checkpoint: Option<(u64, String)>,
    /// The SHA-256 digest of the file with the journal, as `sha256sum` says it.
    sha256: String,
}

impl Says {
    /// What is signed.
    fn line(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(Failure::new)
    }
}

/// What a signature over a backup is for.
const SIGNED: &str = "houseway/backup/1";
const LABEL: &str = "backup.json";
const DATABASE: &str = "houseway.db";
const PUBLIC: &str = "house.pub";
const KEY: &str = "house.key";
/// Where a house is made again before its files go to their places.
const WORK: &str = server::RESTORING;

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// What went wrong with a file.
fn unusable(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |error| Failure::one(format!("{}: {error}", path.display()))
}

/// A new folder that only its owner can read; one that has something in it is left alone.
fn fresh(path: &Path) -> Result<(), Failure> {
    match fs::read_dir(path) {
        Ok(mut inside) => {
            if inside.next().is_some() {
                return Err(Failure::one(format!("{} is not empty: nothing is overwritten", path.display())));
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(unusable(path)(error)),
    }
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path).map_err(unusable(path))
}

/// Writes a small file that only its owner can read, whole on disk when it is there.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(unusable(path))?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(unusable(path))
}

fn counted(verdict: &Verdict) -> String {
    format!("{} records in {} streams, {} not signed yet", verdict.records, verdict.streams, verdict.unsigned)
}

/// What `audit verify` finds with the key of the house: the one verification that there is.
fn judged(
    library: &Library<'_>,
    place: &Place,
    signer: &Arc<Signer>,
) -> Result<(Verdict, Vec<String>), Failure> {
    let open = || -> Result<Box<dyn Store>, Failure> {
        match place {
            Place::Sqlite(file) if file.with_extension("db-wal").exists() => {
                place.open().map_err(Failure::new)
            }
            Place::Sqlite(file) => Ok(Box::new(Sqlite::open_settled(file).map_err(Failure::new)?)),
            other => other.open().map_err(Failure::new),
        }
    };
    let verdict = journal::verify(&mut *open()?, Some(&signer.public()), &mut |_| true);
    let judged = audit::judged(&library.all()?, &open, &verdict, Some(signer))?;
    Ok((verdict, judged.wrong))
}

fn listed(wrong: &[String]) -> String {
    wrong.iter().map(|what| format!("WRONG: {what}\n")).collect()
}

/// The key of a house, in a file.
fn key_in(path: &Path) -> Result<Signer, Failure> {
    let found = Signer::found(path).map_err(Failure::new)?;
    found.ok_or_else(|| {
        Failure::one(format!("no key at {}: --key names the key of the house", path.display()))
    })
}

pub(crate) fn backup(library: &Library<'_>, args: &BackupArgs) -> Result<Answer, Failure> {
    let place = audit::place(&args.journal)?;
    // Before anything is made.
    let mut open = audit::open(&args.journal)?;
    let path = args.key.clone().unwrap_or_else(|| args.journal.data.join("house.key"));
    let signer = key_in(&path)?;
    match journal::signed_with(&mut *open).map_err(Failure::new)? {
        Some(public) if public != signer.public() => {
            return Err(Failure::one(format!(
                "{} is the key {}, the house is {public}",
                path.display(),
                signer.public()
            )));
        }
        _ => drop(open),
    }
    fresh(&args.to)?;
    let file = args.to.join(DATABASE);
    // Before the copy is made: the house may go on meanwhile.
    let last = Last::at(args.journal.data.join(server::LAST));
    let said = last.said().map_err(Failure::one)?.of_copy();
    match &place {
        Place::Sqlite(path) => {
            Sqlite::open_to_read(path).and_then(|from| from.copy_to(&file)).map_err(Failure::new)?;
        }
        other => {
            let mut from = other.open().map_err(Failure::new)?;
            let mut to = Sqlite::open(&file).map_err(Failure::new)?;
            journal::copy(&mut *from, &mut to).map_err(Failure::new)?;
            to.settle().map_err(Failure::new)?;
            let _ = fs::remove_file(file.with_extension("lock"));
        }
    }
    let public = signer.public();
    write(&args.to.join(PUBLIC), &format!("{public}\n"))?;
    let signer = Arc::new(signer);
    let (verdict, mut wrong) = judged(library, &Place::Sqlite(file.clone()), &signer)?;
    let mut copy = Sqlite::open_settled(&file).map_err(Failure::new)?;
    // An older copy that somebody put in place holds by itself.
    match said.odd(&mut copy, Some(&signer), Some(&public)) {
        Ok(odd) => wrong.extend(odd),
        Err(why) => wrong.push(why),
    }
    if !wrong.is_empty() {
        let what = format!(
            "{} cannot be relied on as a backup, and is not signed: the house has the same fault. \
             `houseway audit verify` tells more",
            args.to.display()
        );
        return Ok(Answer::no(format!("{}{what}\n", listed(&wrong))));
    }
    let sha256 = server::digest_of(&file).map_err(unusable(&file))?;
    let heads = copy.heads().map_err(Failure::new)?;
    let count = heads.iter().map(|(_, head)| head.sequence).sum();
    let checkpoint = heads.iter().find(|(name, _)| name == Checkpoint::STREAM);
    let checkpoint = checkpoint.map(|(_, head)| (head.sequence, head.hash.to_string()));
    drop(copy);
    let stands = checkpoint.as_ref().map_or_else(String::new, |(number, _)| format!(", checkpoint {number}"));
    let says = Says {
        form: 2,
        at: now(),
        of: place.to_string(),
        records: verdict.records,
        count: Some(count),
        checkpoint,
        sha256,
    };
    let label = Label { signature: signer.sign(SIGNED, &says.line()?), says };
    write(&args.to.join(LABEL), &(serde_json::to_string_pretty(&label).map_err(Failure::new)? + "\n"))?;
    let unsaid = match said.is_nothing() {
        true => format!(
            "there is no {}: nothing outside the database says how far the journal has come, so this was \
             not compared\n",
            last.path().display()
        ),
        false => String::new(),
    };
    Ok(Answer::yes(format!(
        "backed up to {}, verified and signed: {}{stands}\n{unsaid}\
         house.key is not in it: keep a copy of the key in another place, the house cannot sign without it\n\
         seeds of running rounds and digests of passwords are in it: guard it like the house itself\n",
        args.to.display(),
        counted(&verdict)
    )))
}

pub(crate) fn restore(library: &Library<'_>, args: &RestoreArgs) -> Result<Answer, Failure> {
    let label = args.from.join(LABEL);
    let text = fs::read_to_string(&label).map_err(|error| {
        Failure::one(format!("{} is not a backup: {LABEL} cannot be read: {error}", args.from.display()))
    })?;
    let label: Label =
        serde_json::from_str(&text).map_err(|error| Failure::one(format!("{}: {error}", label.display())))?;
    let (key, signer) = fitting(&args.key, read_public(&args.from.join(PUBLIC))?.as_deref())?;
    let public = signer.public();
    let signer = Arc::new(signer);
    let wrong = |what: String| Ok(Answer::no(format!("WRONG: {what}\nnothing was restored\n")));
    if let Err(what) = signer.signed(SIGNED, &label.says.line()?, &label.signature) {
        return wrong(format!("{LABEL}: {what}"));
    }
    let label = label.says;
    let file = args.from.join(DATABASE);
    let sha256 = server::digest_of(&file).map_err(unusable(&file))?;
    if sha256 != label.sha256 {
        return wrong(format!(
            "{} was changed: its digest is {sha256}, {} was signed",
            file.display(),
            label.sha256
        ));
    }
    for entry in fs::read_dir(&args.from).map_err(unusable(&args.from))? {
        let name = entry.map_err(unusable(&args.from))?.file_name();
        if ![LABEL, DATABASE, PUBLIC].iter().any(|known| name == *known) {
            return wrong(format!("{} is in it, but is not part of a backup", name.to_string_lossy()));
        }
    }
    let (verdict, found) = judged(library, &Place::Sqlite(file.clone()), &signer)?;
    if !found.is_empty() {
        return Ok(Answer::no(format!("{}nothing was restored\n", listed(&found))));
    }
    let mut from = Sqlite::open_settled(&file).map_err(Failure::new)?;
    if verdict.records != label.records {
        let (has, signed) = (verdict.records, label.records);
        return wrong(format!("{has} records, {signed} were backed up"));
    }
    let (place, mut to) = database(args.db.as_deref())?;
    let work = args.data.join(WORK);
    unfinished(&work)?;
    // In a folder within, from which the files go to their places when all is done.
    fresh(&args.data)?;
    fresh(&work)?;
    // Whatever ends in between: nobody goes on with it before it is on record that the house was restored.
    let place = match &mut to {
        None => Place::Sqlite(copied(&from, &work)?),
        Some(to) => {
            journal::copy_aside(&mut from, &mut **to).map_err(|error| {
                Failure::one(format!("{place}: {error}; empty it, and remove {}", work.display()))
            })?;
            place
        }
    };
    drop(to);
    let last = Last::at(work.join(server::LAST));
    let still = said(library, &place, &label, &signer, &last)?;
    let (verdict, mut found) = judged(library, &place, &signer)?;
    // What was written here says how far it came; somebody may have put something else in its place since.
    let mut store = place.open().map_err(Failure::new)?;
    match last.odd(&mut *store, Some(&signer), Some(&public)) {
        Ok(odd) => found.extend(odd),
        Err(why) => found.push(why),
    }
    drop(store);
    if !found.is_empty() {
        return Ok(Answer::no(format!("{}{} is not to be used\n", listed(&found), work.display())));
    }
    if let Place::Sqlite(file) = &place
        && args.db.is_none()
    {
        Sqlite::open(file).and_then(Sqlite::settle).map_err(Failure::new)?;
    }
    write(&work.join(PUBLIC), &format!("{public}\n"))?;
    write(&work.join(KEY), &key)?;
    let _ = fs::remove_file(work.join("houseway.lock"));
    // The key last: a database without it is not gone on with.
    for name in [DATABASE, server::LAST, PUBLIC, KEY] {
        let (file, there) = (work.join(name), args.data.join(name));
        if file.exists() {
            fs::rename(&file, &there).map_err(unusable(&there))?;
            fs::File::open(&args.data).and_then(|folder| folder.sync_all()).map_err(unusable(&args.data))?;
        }
    }
    fs::remove_dir(&work).map_err(unusable(&work))?;
    let mut text = format!("restored to {} and verified: {}\n", args.data.display(), counted(&verdict));
    text += "what happened after the backup is lost; everybody has to sign in again\n";
    if !still.is_empty() {
        text += &format!(
            "halted, as tiles that were dealt may have been seen: {} (two supervisors can resume them)\n",
            still.join(", ")
        );
    }
    Ok(Answer::yes(text))
}

/// Where the journal goes, if that is not the folder: it has to be empty.
fn database(name: Option<&str>) -> Result<(Place, Option<Box<dyn Store>>), Failure> {
    let Some(name) = name else { return Ok((Place::memory(), None)) };
    let place = Place::named(name).map_err(Failure::new)?;
    let mut store = place.open().map_err(Failure::new)?;
    if journal::half_restored(&mut *store).map_err(Failure::new)? == Half::Restored {
        return Err(Failure::one(format!(
            "{place} has what an unfinished restore left, and no house: empty it (for PostgreSQL, \
             drop the database and create it again), remove {WORK} in the folder of the house, and try again"
        )));
    }
    match store.heads().map_err(Failure::new)?.is_empty() {
        true => Ok((place, Some(store))),
        false => Err(Failure::one(format!("{place}: there is already a journal: nothing is overwritten"))),
    }
}

/// Says what to do about a restore that did not come to its end.
fn unfinished(work: &Path) -> Result<(), Failure> {
    match work.exists() {
        false => Ok(()),
        true => Err(Failure::one(format!(
            "{} was left by a restore that did not finish: remove it and what lies beside it, and try \
             again; a database that was named with --db has to be emptied as well",
            work.display()
        ))),
    }
}

/// The journal of a backup in a file of its own, whose imprint lies aside before the file has its name.
fn copied(from: &Sqlite, work: &Path) -> Result<PathBuf, Failure> {
    let (file, draft) = (work.join(DATABASE), work.join("copied.db"));
    from.copy_to(&draft).map_err(Failure::new)?;
    let mut store = Sqlite::open(&draft).map_err(Failure::new)?;
    journal::imprint_aside(&mut store).and_then(|()| store.settle()).map_err(Failure::new)?;
    let _ = fs::remove_file(draft.with_extension("lock"));
    fs::rename(&draft, &file).map_err(unusable(&file))?;
    Ok(file)
}

/// Puts on record that the house was restored, and in a file how far it came with that; the tables that stand still.
fn said(
    library: &Library<'_>,
    place: &Place,
    label: &Says,
    signer: &Arc<Signer>,
    last: &Last,
) -> Result<Vec<String>, Failure> {
    let shelf = library.all()?;
    let terms =
        Terms { signer: Some(signer.clone()), restoring: true, last: Some(last.clone()), ..Terms::default() };
    let opened = place.open().and_then(|store| Journal::with(store, place, terms));
    let (journal, thread) = opened.map_err(Failure::new)?;
    let what = format!("from a backup of {} made at {}, {} records", label.of, label.at, label.records);
    let (moment, vault) = (Moment::new(now()), floor::Vault::of(signer));
    let still = server::people::forget_sessions(&journal, moment)
        .map_err(|error| error.to_string())
        .map(|mut unit| {
            unit.kept.extend(journal::restored());
            unit
        })
        .and_then(|unit| floor::restored(&journal, &shelf, (&floor::System, &vault), moment, (&what, unit)));
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(Failure::new)?;
    let signed = runtime.block_on(journal.checkpoint(now(), signer.clone()));
    runtime.block_on(journal.stop());
    drop(journal);
    let _ = thread.join();
    signed.map_err(Failure::new)?;
    still.map_err(Failure::one)
}

fn read_public(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.trim().to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(path)(error)),
    }
}

/// A key and its text, if it is the one that the backup was signed with.
fn fitting(path: &Path, public: Option<&str>) -> Result<(String, Signer), Failure> {
    let signer = key_in(path)?;
    let text = fs::read_to_string(path).map_err(unusable(path))?;
    match public {
        Some(public) if public != signer.public() => Err(Failure::one(format!(
            "{} is the key {}, the backup is of the house {public}",
            path.display(),
            signer.public()
        ))),
        _ => Ok((text, signer)),
    }
}
