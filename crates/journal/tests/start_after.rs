//! Before a house goes on after the clock jumped, or after it was away, its keys are verified as far back as they are
//! remembered.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::Access;
use common::{Ground, block, house, signer, word};
use journal::{Draft, Error, Unit, verify, verify_start};
use std::sync::Arc;

/// A day by the clock is less than a day that passed where the clock jumped: what is remembered is verified as far
/// back, and what was removed or made older there is found.
#[test]
fn keys_from_before_a_jump_of_the_clock_are_verified() {
    const DAY: i64 = journal::Keys::KEPT;
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let keyed = |at: i64, key: &str| Draft { key: Some((key.into(), 5)), ..word(at, key) };
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", keyed(DAY, "forgotten"))).unwrap();
        common::passes(&journal, DAY, 2 * DAY);
        journal.keep_blocking(Unit::draft("a", keyed(2 * DAY, "deposit"))).unwrap();
        block(journal.checkpoint(2 * DAY, signer.clone())).unwrap();
        common::passes(&journal, 2 * DAY, 2 * DAY + 3_600_000);
        block(journal.checkpoint(2 * DAY + 3_600_000, signer.clone())).unwrap();
        block(journal.stop());
        drop(journal);
        let journal = house(&ground, &signer).unwrap();
        common::passes(&journal, 4 * DAY, 4 * DAY + 3_600_000);
        block(journal.checkpoint(4 * DAY + 3_600_000, signer.clone())).unwrap();
        block(journal.stop());
        drop(journal);
        let public = signer.public();
        let verdict = || verify(&mut *ground.store(), Some(&public), &mut |_| true).finding;
        let start = |whole| verify_start(&mut *ground.store(), &public, whole);
        assert_eq!((verdict(), rows_of(&ground)), (None, vec!["deposit".to_string()]));
        let sound = start(0).unwrap();
        assert!(sound.back > 30 && sound.back < 400, "{sound:?}: a day that passed");
        start(u64::MAX).unwrap();
        let mut access = Access::to(&ground);
        access.run("CREATE TEMP TABLE saved AS SELECT * FROM keys");
        for change in [
            "DELETE FROM keys",
            "UPDATE keys SET at = at - 90000000",
            "UPDATE keys SET at = at - 900000000",
            "UPDATE keys SET at = at + 90000000",
            "UPDATE keys SET key = 'another'",
        ] {
            access.run(change);
            for whole in [0, u64::MAX] {
                assert!(start(whole).is_err(), "{change}");
            }
            assert!(verdict().is_some(), "{change}");
            assert!(house(&ground, &signer).is_err(), "{change}");
            access.run("DELETE FROM keys; INSERT INTO keys SELECT * FROM saved");
        }
        assert_eq!(verdict(), None);
        let journal = house(&ground, &signer).unwrap();
        let again = journal.keep_blocking(Unit::draft("a", keyed(4 * DAY + 3_600_001, "deposit")));
        assert!(matches!(again, Err(Error::KeyReused { .. })), "{again:?}");
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// The keys that are remembered.
fn rows_of(ground: &Ground) -> Vec<String> {
    let mut rows = Vec::new();
    ground.store().scan_keys(&mut |_, key| rows.push(key.key)).unwrap();
    rows
}

/// A house that stopped before it signed, was away for days and stopped again so soon goes on.
#[test]
fn keys_that_are_forgotten_are_not_missed_where_nobody_signed() {
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        let keyed = |at: i64, key: &str| Draft { key: Some((key.into(), 5)), ..word(at, key) };
        journal.keep_blocking(Unit::draft("a", keyed(1, "before"))).unwrap();
        let later = 3 * journal::Keys::KEPT;
        common::passes(&journal, 1, later);
        journal.keep_blocking(Unit::draft("a", keyed(later, "after"))).unwrap();
        // Forgotten, it may be used again.
        journal.keep_blocking(Unit::draft("a", keyed(later + 1, "before"))).unwrap();
        block(journal.stop());
        drop(journal);
        for whole in [0, 1000] {
            verify_start(&mut *ground.store(), &signer.public(), whole).unwrap();
        }
        house(&ground, &signer).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
