//! Whether a house may begin: its key is the database's, and what it goes on from is as it was left.

use crate::house::OpenError;
use floor::{Again, Floor, Significant, System};
use journal::{Checkpoint, Error, Half, Last, Place, Signer, signed_with};
use std::io::Write;
use std::path::Path;

/// The folder in a house's folder where it is made again, before its files go to their places.
pub const RESTORING: &str = ".restoring";

/// Whether the folder of a house has nothing in it that a restore left which did not come to its end.
///
/// # Errors
/// It has: what to do.
pub fn not_half_restored(folder: &Path) -> Result<(), OpenError> {
    let work = folder.join(RESTORING);
    match work.symlink_metadata().is_ok() {
        false => Ok(()),
        true => Err(format!(
            "{} was left by a restore that did not finish, so no house can start here: remove it and what \
             lies beside it (a database that was named with --db has to be emptied as well), and run `houseway restore \
             BACKUP --data {} --key KEY` again",
            work.display(),
            folder.display()
        )
        .into()),
    }
}

/// The key of the house, for this journal: made only together with a new one. The journal itself is verified by
/// whoever opens it for writing, when nobody else may write any more.
///
/// # Errors
/// The key is missing or another's, with the command that tells more.
pub fn key_that_fits(
    place: &Place,
    folder: &Path,
    path: &Path,
    tells_more: &str,
) -> Result<Signer, OpenError> {
    let mut store = place.open()?;
    let half = journal::half_restored(&mut *store)?;
    // Whoever writes to the database of a house can put the mark of a restore there: nobody empties a house for that.
    if half == Half::Marked || (half == Half::Restored && folder.join(LAST).symlink_metadata().is_ok()) {
        let what = "it has the mark of a restore, and there is a house: somebody put it there";
        return Err(strange(place, what, tells_more));
    }
    if half == Half::Restored {
        let message = format!(
            "the database {place} has what an unfinished restore left: empty it, remove \
             {RESTORING} in the folder of the house, and restore again"
        );
        return Err(message.into());
    }
    let found = Signer::found(path)?;
    let heads = store.heads()?;
    let Some(signer) = found else {
        if heads.is_empty() {
            return Ok(Signer::at(path)?);
        }
        let message = format!(
            "key {} is missing, and the database {place} has records: a key is made only together with a new \
             database. Put back the key that signed them; `{tells_more}` tells more",
            path.display()
        );
        return Err(message.into());
    };
    let refuse = |what: String| strange(place, &what, tells_more);
    match signed_with(&mut *store) {
        Ok(Some(public)) if public != signer.public() => {
            let message = format!(
                "key {} is not the key of the database {place}: its last checkpoint is signed by {public}, this \
                 key is {}. `{tells_more}` tells more",
                path.display(),
                signer.public()
            );
            return Err(message.into());
        }
        Ok(_) => {}
        Err(error) => return Err(refuse(error.to_string())),
    }
    Ok(signer)
}

/// The file in a house's folder that says how far its journal has come.
pub const LAST: &str = "checkpoint-last";

/// Whether nothing outside the database says how far it went, though it is not new; that was accepted.
///
/// # Errors
/// The file is missing or empty, the journal is not new, and that was not accepted.
pub fn is_missing(place: &Place, folder: &Path, accepted: bool, tells_more: &str) -> Result<bool, OpenError> {
    let path = folder.join(LAST);
    let missing = match std::fs::read_to_string(&path) {
        Ok(text) if !text.trim().is_empty() => return Ok(false),
        Ok(_) => "is empty",
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => "is missing",
        Err(error) => return Err(format!("{}: {error}", path.display()).into()),
    };
    // The first is made together with a new journal, before the file.
    let checkpoints = place.open()?.head(Checkpoint::STREAM)?.map_or(0, |head| head.sequence);
    if checkpoints <= 1 || accepted {
        return Ok(checkpoints > 1);
    }
    let message = format!(
        "{} {missing}, and the database {place} has {checkpoints} checkpoints: nothing outside it says how far it \
         went, so an older copy of it would go unnoticed. Put the file back, or, if the database is known to be the \
         newest, start once with --accept-missing-checkpoint. `{tells_more}` tells more",
        path.display()
    );
    Err(message.into())
}

/// What there is to say where nothing outside the database said how far the journal had come.
pub fn missing_words(folder: &Path) -> String {
    let what = "was missing at this start: nothing outside the database said how far the journal had come";
    format!("{} {what}", folder.join(LAST).display())
}

/// Goes on with a journal that may be an older copy: what happened after it may have been seen. Everybody signs in
/// again, another seed is promised or the table stands still, and it is on record; only then something says again how far it went,
/// so whatever ends in between, it is done again.
///
/// # Errors
/// It was not kept.
pub fn go_on_unsure(floor: &Floor, last: Last) -> Result<(), OpenError> {
    let (journal, now) = (floor.journal(), floor.clock().now());
    let folder = last.path().parent().unwrap_or(Path::new("."));
    let what = missing_words(folder);
    tracing::warn!("{what}");
    let event = Significant::new("checkpoint.missing", "house", None, what);
    let unit = crate::people::forget_sessions(journal, now)?;
    let again = Again { event, why: "started without knowing how far the journal went", unit };
    for table in
        floor::again(journal, floor.shelf(), (&System, &floor::Vault::of(floor.signer())), now, again)?
    {
        tracing::warn!(%table, "halted: what was dealt there may have been seen");
    }
    Ok(journal.follow_blocking(last)?)
}

/// Says that the journal is not what the house goes on from.
fn strange(place: &Place, what: &str, tells_more: &str) -> OpenError {
    format!("the database {place} is not as the house left it: {what}. `{tells_more}` tells more").into()
}

/// Why a journal cannot be opened, with the command that tells more where there is more to tell.
pub fn not_opened(place: &Place, error: Error, tells_more: &str) -> OpenError {
    match error {
        Error::Strange(what) => strange(place, &what, tells_more),
        Error::Damaged { .. } => strange(place, &error.to_string(), tells_more),
        other => other.into(),
    }
}

/// A new file under a name: what stands there is gone, and if it leads elsewhere, what it leads to stays.
fn anew(path: &Path) -> std::io::Result<std::fs::File> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => std::fs::File::create_new(path),
    }
}

/// Whether nothing more can be written in a folder because its disk is full.
pub fn is_full(folder: &Path) -> bool {
    let probe = folder.join("room");
    let wrote = anew(&probe).and_then(|mut file| file.write_all(&[0; 64 * 1024]));
    let _ = std::fs::remove_file(&probe);
    wrote.is_err_and(|error| error.kind() == std::io::ErrorKind::StorageFull)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    #[test]
    fn what_a_probe_for_room_leads_to_stays() {
        let folder = std::env::temp_dir().join(format!("houseway-room-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        let (elsewhere, probe) = (folder.join("elsewhere"), folder.join("room"));
        std::fs::write(&elsewhere, "another's").unwrap();
        std::os::unix::fs::symlink(&elsewhere, &probe).unwrap();
        assert!(!super::is_full(&folder));
        assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), "another's");
        assert!(!probe.is_symlink() && !probe.exists());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
