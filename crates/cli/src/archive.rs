//! `houseway archive`: what is finished leaves the database for a file of its own, verified and signed.
//!
//! May touch: the database of a house that is not running, its key, the file that is named.

use crate::answer::{Answer, Failure};
use crate::args::ArchiveArgs;
use crate::audit;
use journal::{Checkpoint, Signer, Sqlite, Store};
use std::fs;
use std::time::SystemTime;

pub(crate) fn answer(args: &ArchiveArgs) -> Result<Answer, Failure> {
    let midnight = args.before.to_zoned(jiff::tz::TimeZone::UTC).map_err(Failure::new)?;
    let before = midnight.timestamp().as_millisecond();
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
    if args.file.exists() {
        return Err(Failure::one(format!("{} is there: nothing is overwritten", args.file.display())));
    }
    let key = args.key.clone().unwrap_or_else(|| args.journal.data.join("house.key"));
    if !key.exists() {
        return Err(Failure::one(format!("no key at {}: an archive is signed", key.display())));
    }
    let signer = Signer::at(&key).map_err(Failure::new)?;
    drop(audit::open(&args.journal)?);
    let mut live = audit::place(&args.journal)?.open().map_err(Failure::new)?;
    // Nobody else writes from now on.
    live.claim().map_err(Failure::new)?;
    let public = signer.public();
    if let Some(finding) = journal::verify(&mut *live, Some(&public), &mut |_| true).finding {
        return Ok(Answer::no(format!("WRONG: {finding}\nnothing was archived\n")));
    }
    let mut cuts = floor::cuts(&mut *live, before).map_err(Failure::one)?;
    if cuts.is_empty() {
        return Ok(Answer::yes(format!("nothing to archive from before {}\n", args.before)));
    }
    cuts.extend(checkpoints(&mut *live, before)?.map(|last| (Checkpoint::STREAM.to_string(), last)));
    let moved = into_file(args, &mut *live, &signer, (now, before), &cuts);
    let records = match moved {
        Ok(records) => records,
        Err(error) => {
            // Half an archive is none.
            let _ = fs::remove_file(&args.file);
            return Err(Failure::new(error));
        }
    };
    let verdict = journal::verify(&mut *live, Some(&public), &mut |_| true);
    if let Some(finding) = &verdict.finding {
        return Ok(Answer::no(format!("WRONG after archiving: {finding}\n")));
    }
    Ok(Answer::yes(format!(
        "archived {records} records of {} streams from before {} to {}, verified and signed\n\
         {} records are left in the house, and hold; read the archive with houseway audit … --db {}\n",
        cuts.len(),
        args.before,
        args.file.display(),
        verdict.records,
        args.file.display(),
    )))
}

/// The last checkpoint from before a moment, if there is one and one after it.
fn checkpoints(live: &mut dyn Store, before: i64) -> Result<Option<u64>, Failure> {
    let base = live.base(Checkpoint::STREAM).map_err(Failure::new)?.head.sequence;
    let head = live.head(Checkpoint::STREAM).map_err(Failure::new)?.map_or(0, |head| head.sequence);
    // Times go forward, so it is found by halving.
    let (mut low, mut high) = (base, head.saturating_sub(1));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let found = live.range(Checkpoint::STREAM, middle, middle).map_err(Failure::new)?;
        match found.first().is_some_and(|record| record.at < before) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    Ok((low > base).then_some(low))
}

fn into_file(
    args: &ArchiveArgs,
    live: &mut dyn Store,
    signer: &Signer,
    times: (i64, i64),
    cuts: &std::collections::BTreeMap<String, u64>,
) -> Result<u64, journal::Error> {
    let mut file = Sqlite::open(&args.file)?;
    let records = journal::archive(live, &mut file, signer, times, cuts)?;
    file.settle()?;
    let _ = fs::remove_file(args.file.with_extension("lock"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Nobody changes it by mistake.
        let _ = fs::set_permissions(&args.file, fs::Permissions::from_mode(0o400));
    }
    Ok(records)
}
