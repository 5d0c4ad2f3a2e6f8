//! `houseway archive`: what is finished leaves the database for a file of its own, verified and signed.
//!
//! May touch: the database of a house that is not running, its key, the file that is named.

use crate::answer::{Answer, Failure};
use crate::args::ArchiveArgs;
use crate::audit;
use crate::day::Day;
use crate::library::Library;
use journal::{Checkpoint, Keys, Last, Plan, Signer, Store};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of a house in which its archives are, unless said otherwise.
pub(crate) const FOLDER: &str = "archives";

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Where the archive goes; its folder is made, if it is the usual one.
fn file_of(args: &ArchiveArgs) -> Result<PathBuf, Failure> {
    if let Some(file) = &args.file {
        return Ok(file.clone());
    }
    let folder = args.journal.data.join(FOLDER);
    let mut made = fs::DirBuilder::new();
    made.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut made, 0o700);
    made.create(&folder).map_err(|error| Failure::one(format!("{}: {error}", folder.display())))?;
    Ok(folder.join(format!("{}.archive", args.before)))
}

/// Whether the file may be written: it is not there, or was left by an archiving that never came to the cut.
fn is_free(file: &Path, live: &mut dyn Store, public: &str) -> Result<(), Failure> {
    if !file.exists() {
        return Ok(());
    }
    let taken =
        |why: &str| Failure::one(format!("{} already exists{why}: nothing is overwritten", file.display()));
    match journal::unfinished(live, file, public) {
        Ok(true) => Ok(()),
        Ok(false) => Err(taken(", an archive of this house")),
        Err(error) => Err(taken(&format!(" ({error})"))),
    }
}

pub(crate) fn answer(library: &Library<'_>, args: &ArchiveArgs) -> Result<Answer, Failure> {
    let (at, before) = (now(), args.before.begins());
    let latest = at - Keys::KEPT;
    if before > latest {
        return Err(Failure::one(format!(
            "--before {}: keys are remembered for 24 hours, so {} is the latest",
            args.before,
            Day::of(latest)
        )));
    }
    let path = args.key.clone().unwrap_or_else(|| args.journal.data.join("house.key"));
    let signer = Signer::found(&path).map_err(Failure::new)?;
    let signer = signer
        .ok_or_else(|| Failure::one(format!("no key at {}: the house signs its archives", path.display())))?;
    drop(audit::open(&args.journal)?);
    let mut live = audit::place(&args.journal)?.open().map_err(Failure::new)?;
    let data = &args.journal.data;
    let tells_more = format!("houseway audit verify --data {}", data.display());
    server::is_missing(&audit::place(&args.journal)?, data, false, &tells_more)
        .map_err(|error| Failure::one(error.to_string()))?;
    // No other house writes from now on; and from when it is verified until all is cut nobody does, by any door.
    live.claim().and_then(|_| live.alone()).map_err(Failure::new)?;
    let file = file_of(args)?;
    let public = signer.public();
    is_free(&file, &mut *live, &public)?;
    let found = journal::verify(&mut *live, Some(&public), &mut |_| true);
    if let Some(finding) = &found.finding {
        return Ok(Answer::no(format!("WRONG: {finding}\nnothing was archived\n")));
    }
    if let Err(finding) = journal::verify_imprint(&mut *live, &signer) {
        return Ok(Answer::no(format!("WRONG: {finding}\nnothing was archived\n")));
    }
    let last = Last::at(data.join(server::LAST));
    if let Some(odd) = last.odd(&mut *live, Some(&signer), Some(&public)).map_err(Failure::one)? {
        return Ok(Answer::no(format!("WRONG: {odd}\nnothing was archived\n")));
    }
    // The archive says how many rounds it has: by the records, and not by a list that somebody may have written to.
    let shelf = library.all()?;
    for (stream, _) in live.heads().map_err(Failure::new)? {
        if stream.starts_with("table/") {
            let (_, odd) = floor::recall::listed(&mut *live, &shelf, &stream).map_err(Failure::one)?;
            if let Some(odd) = odd.first() {
                return Ok(Answer::no(format!("WRONG: {odd}\nnothing was archived\n")));
            }
        }
    }
    let mut cuts = floor::cuts(&mut *live, before).map_err(Failure::one)?;
    if cuts.is_empty() {
        return Ok(Answer::yes(format!("nothing to archive from before {}\n", args.before)));
    }
    let checkpoints = journal::checkpoints_before(&mut *live, before).map_err(Failure::new)?;
    cuts.extend(checkpoints.map(|last| (Checkpoint::STREAM.to_string(), last)));
    let plan = Plan {
        signer: &signer,
        at,
        before,
        sealed: true,
        cuts: &cuts,
        ledgers: Some(&found.ledgers),
        last: Some(&last),
    };
    let holding = journal::archive(&mut *live, &file, &plan).map_err(Failure::new)?;
    let verdict = journal::verify(&mut *live, Some(&public), &mut |_| true);
    if let Some(finding) = &verdict.finding {
        return Ok(Answer::no(format!("WRONG after archiving: {finding}\n")));
    }
    // It says what was cut; whether that is what lies there now is another question.
    if let Some(odd) = last.odd(&mut *live, Some(&signer), Some(&public)).map_err(Failure::one)? {
        return Ok(Answer::no(format!("WRONG after archiving: {odd}\n")));
    }
    let records: u64 = holding.parts.iter().map(|part| part.to.head.sequence - part.from.head.sequence).sum();
    let rounds: u32 = holding.parts.iter().map(|part| part.to.rounds - part.from.rounds).sum();
    Ok(Answer::yes(format!(
        "archived what was finished before {} to {}, verified and signed: archive {}, {records} records of {} \
         streams, {rounds} rounds\n{} records are left in the house, and verify\n\
         the archive is the only copy of its contents: keep it as long as records are kept\n\
         houseway audit verify --archive {} reads it, so do round, fairness, replay and export\n",
        args.before,
        file.display(),
        holding.number,
        cuts.len(),
        verdict.records,
        file.display(),
    )))
}
