//! Before a house goes on after the clock jumped, or after it was away, its keys are verified as far back as they are
//! remembered.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::Access;
use common::{Ground, block, house, signer, word};
use journal::{Draft, Error, Journal, Kept, Last, Terms, Unit, verify, verify_start};
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

/// What lies on a shelf that no record speaks of is missed, an older one of the house's own too; and where its imprint was
/// put back with it, by the file outside the database.
#[test]
fn what_no_record_speaks_of_is_missed() {
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let (signer, last) = (Arc::new(signer(&folder, 7)), Last::at(folder.join("last")));
        let terms =
            Terms { signer: Some(signer.clone()), verified: true, last: Some(last), ..Terms::default() };
        let open = || loop {
            match ground.place.open().and_then(|store| Journal::with(store, &ground.place, terms.clone())) {
                // Whoever had it before may not be gone yet for PostgreSQL.
                Err(Error::Held(_)) => std::thread::sleep(std::time::Duration::from_millis(50)),
                opened => return opened.map(|(journal, _)| journal),
            }
        };
        let on = |shelf: &str, name: &str, value: &str| {
            let value = Some(value.as_bytes().to_vec());
            Unit { kept: vec![Kept { shelf: shelf.into(), name: name.into(), value }], ..Unit::default() }
        };
        let rows = || {
            let mut rows = Vec::new();
            let scanned = ground.store().scan_shelves(&mut |shelf, name, value| {
                rows.push((shelf.to_string(), name.to_string(), hex::encode(value)));
            });
            scanned.unwrap();
            rows
        };
        let put = |rows: &[(String, String, String)]| {
            let mut access = Access::to(&ground);
            access.run("DELETE FROM shelf");
            for (shelf, name, value) in rows {
                access.run(&format!("INSERT INTO shelf VALUES ('{shelf}', '{name}', #{value}#)"));
            }
        };
        let journal = open().unwrap();
        journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
        for (shelf, name) in [("clock", "mark"), ("number", "guest"), ("answer", "7:one"), ("known", "7")] {
            journal.keep_blocking(on(shelf, name, "first")).unwrap();
        }
        let older = rows();
        // Twice in one commit, and the last one counts; what another shelf has is of no account.
        let mut twice = on("clock", "mark", "second");
        twice.kept.extend(
            [on("clock", "mark", "third"), on("session", "s", "x")].map(|mut one| one.kept.remove(0)),
        );
        journal.keep_blocking(twice).unwrap();
        block(journal.look()).unwrap();
        block(journal.stop());
        drop(journal);
        let newer = rows();
        let old = |shelf: &str| older.iter().filter(|row| row.0 == shelf).cloned().collect::<Vec<_>>();
        let without = |shelf: &str| newer.iter().filter(|row| row.0 != shelf).cloned().collect::<Vec<_>>();
        for (says, rows) in [
            ("clock/mark", [without("clock"), old("clock")].concat()),
            ("clock/mark", without("clock")),
            ("number/guest", without("number")),
            ("shelf answer", without("answer")),
            ("shelf known", without("known")),
            ("an older copy was put back", older.clone()),
        ] {
            put(&rows);
            let refused = open().err().unwrap_or_else(|| panic!("{says}: it began"));
            assert!(matches!(&refused, Error::Strange(what) if what.contains(says)), "{says}: {refused}");
        }
        put(&newer);
        let journal = open().unwrap();
        journal.keep_blocking(on("number", "guest", "next")).unwrap();
        // Nor does a house that runs learn what somebody else put there; a look finds it.
        put(&older);
        let found = block(journal.look()).unwrap_err().to_string();
        assert!(found.contains("is not as the house left it"), "{found}");
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
