//! A journal copied: everything that is kept, and the keys as they are remembered.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ground, block, bought, passes, word};
use journal::{Draft, Error, Key, Keys, Store, Unit, copy};

fn keys(store: &mut dyn Store) -> Vec<(String, Key)> {
    let mut all = Vec::new();
    store.scan_keys(&mut |stream, key| all.push((stream.to_string(), key))).unwrap();
    all.sort_by(|one, other| (&one.0, &one.1.key).cmp(&(&other.0, &other.1.key)));
    all
}

/// A key that was forgotten after its day may be used again, and the journal is still copied.
fn copied(from: &Ground, to: &Ground) {
    let journal = from.journal();
    let days = |days: std::ops::Range<i64>| {
        days.for_each(|day| {
            let begins = day * (Keys::KEPT + 3_600_000);
            passes(&journal, begins - Keys::KEPT - 3_600_000, begins);
            // The first commit of the day forgets those of the day before.
            journal.keep_blocking(Unit::draft("b", Draft { at: begins, ..bought(1, 5) })).unwrap();
            for number in 0..3 {
                let at = begins + number * 1000;
                let key = Some((format!("key {number}"), 7));
                journal.keep_blocking(Unit::draft("a", Draft { key, ..word(at, "again") })).unwrap();
            }
        })
    };
    days(0..4);
    // More than one commit takes, with the keys of some days before and after.
    let more = (0..5000).map(|_| ("c".into(), word(0, "more"))).collect();
    journal.keep_blocking(Unit { drafts: more, ..Unit::default() }).unwrap();
    days(4..8);
    block(journal.stop());
    drop(journal);
    let remembered = keys(&mut *from.store());
    assert!(remembered.iter().any(|(_, key)| key.sequence > 21), "{remembered:?}");
    let all = 5032 + 8 * 375;
    assert_eq!(copy(&mut *from.store(), &mut *to.store()), Ok(all));
    assert_eq!(keys(&mut *to.store()), remembered, "as they were");
    let verdict = to.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, all));
    // What is remembered still stands for one command.
    let mut store = to.store();
    for _ in 0..100 {
        match store.claim() {
            Err(Error::Held(_)) => std::thread::sleep(std::time::Duration::from_millis(50)),
            claimed => {
                claimed.unwrap();
                break;
            }
        }
    }
    let mut stream = journal::Stream::open(&mut *store, "a").unwrap().0;
    let known = remembered.last().unwrap().1.key.clone();
    let record = stream.seal(Draft { key: Some((known.clone(), 8)), ..word(9, "twice") }).into_record();
    let refused = store.commit(&journal::Batch { records: vec![record], ..journal::Batch::default() });
    assert_eq!(refused, Err(Error::KeyReused { stream: "a".into(), key: known }));
}

#[test]
fn keys_that_were_used_again_are_copied_to_sqlite() {
    copied(&common::sqlite(), &common::sqlite());
}

#[test]
fn keys_that_were_used_again_are_copied_from_and_to_postgres() {
    copied(&common::sqlite(), &common::postgres());
    copied(&common::postgres(), &common::sqlite());
}

#[test]
fn keys_that_were_used_again_are_copied_in_memory() {
    copied(&common::memory(), &common::memory());
}
