//! Cases about keeping records: order, owners, keys, turns.

use super::common::{Chance, Ground, block, bought, paid, passes, player, step, word};
use super::{batch, everything, holds, records};
use journal::{
    Asked, Batch, Draft, Error, Hash, Head, Journal, Keys, Known, Place, Record, Sealed, Snapshot, Stream,
    Terms, Unit,
};
use money::Account;
use std::sync::Arc;

pub fn records_come_back_as_they_were_kept(ground: &Ground) {
    let journal = ground.journal();
    let mut stream = ground.stream("table/庄家");
    let drafts = [
        Draft { at: i64::MIN, body: b"{}".to_vec(), ..Draft::default() },
        Draft { at: -1, key: Some((String::new(), 0)), body: b"[1, 2]".to_vec(), ..Draft::default() },
        Draft { at: 0, key: Some(("k\u{1f004}'\"\\".into(), u64::MAX)), ..word(0, "牌九 ' \" \\ \u{1}") },
        Draft { at: i64::MAX, ..bought(u32::MAX, 1_000_000_000_000) },
    ];
    let sealed: Vec<Sealed> = drafts.into_iter().map(|draft| stream.seal(draft)).collect();
    let kept: Vec<Record> = sealed.iter().cloned().map(Record::from).collect();
    journal.keep_blocking(Unit { sealed, ..Unit::default() }).unwrap();
    let mut store = journal.reader().unwrap();
    assert_eq!(store.tail("table/庄家", 0).unwrap(), kept);
    assert_eq!(records(&mut *store), kept);
    assert_eq!(store.head("table/庄家").unwrap(), Some(stream.head()));
    assert_eq!(store.heads().unwrap(), [("table/庄家".to_string(), stream.head())]);
    assert_eq!(store.head("table/other").unwrap(), None);
    assert_eq!(store.tail("table/other", 0).unwrap(), []);
    holds(ground);
}

pub fn the_order_of_keeping_is_the_order_of_reading(ground: &Ground) {
    let journal = ground.journal();
    let mut chance = Chance(1);
    let mut wanted = Vec::new();
    for number in 0..60 {
        let units = (0..1 + chance.below(4)).map(|_| {
            let name = format!("table/{}", chance.below(5));
            wanted.push((name.clone(), number));
            Unit::draft(&name, word(number, "said"))
        });
        let answers = journal.append_blocking(units.collect());
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    }
    let mut store = journal.reader().unwrap();
    let found: Vec<_> = records(&mut *store).iter().map(|r| (r.stream.to_string(), r.at)).collect();
    assert_eq!(found, wanted);
    for (name, head) in store.heads().unwrap() {
        let numbers: Vec<u64> = store.tail(&name, 0).unwrap().iter().map(|record| record.sequence).collect();
        assert_eq!(numbers, (1..=head.sequence).collect::<Vec<_>>());
    }
    let mut first = Vec::new();
    let stopped = store.scan(&mut |record| {
        first.push(record.at);
        first.len() < 3
    });
    assert_eq!((stopped, first.len()), (Ok(()), 3));
    holds(ground);
}

pub fn of_two_owners_of_a_stream_one_goes_on(ground: &Ground) {
    let journal = ground.journal();
    journal.keep_blocking(Unit::draft("table/1", word(1, "open"))).unwrap();
    let mut owners = [ground.stream("table/1"), ground.stream("table/1")];
    let units = owners.iter_mut().map(|owner| Unit::record(owner.seal(word(2, "mine")))).collect();
    let answers = journal.append_blocking(units);
    assert!(answers[0].is_ok());
    let moved = Error::Moved { stream: "table/1".into(), wanted: 2, found: 2 };
    assert_eq!(answers[1], Err(moved));
    // The one who lost reads again, and goes on.
    let mut loser = ground.stream("table/1");
    journal.keep_blocking(Unit::record(loser.seal(word(3, "then")))).unwrap();
    assert_eq!(loser.head().sequence, 3);
    let late = journal.keep_blocking(Unit::record(owners[0].seal(word(3, "late"))));
    assert_eq!(late, Err(Error::Moved { stream: "table/1".into(), wanted: 3, found: 3 }));
    holds(ground);
}

pub fn a_chain_whose_first_record_was_turned_away_goes_no_further(ground: &Ground) {
    let journal = ground.journal();
    let mut owners = [ground.stream("table/1"), ground.stream("table/1")];
    journal.keep_blocking(Unit::record(owners[0].seal(word(1, "mine")))).unwrap();
    let first = journal.keep_blocking(Unit::record(owners[1].seal(word(1, "no, mine"))));
    assert!(matches!(first, Err(Error::Moved { wanted: 1, found: 1, .. })), "{first:?}");
    // Its number would follow; what it is chained to is not there.
    let second = journal.keep_blocking(Unit::record(owners[1].seal(word(2, "and this"))));
    assert!(matches!(second, Err(Error::Moved { wanted: 2, found: 1, .. })), "{second:?}");
    // Overdrawn money turns a record away; what was sealed after it falls with it, until the owner goes back.
    let head = owners[0].head();
    let poor = owners[0].seal(paid(&[step(player(1), Account::Float, 5)]));
    let after = owners[0].seal(word(3, "after"));
    let answers = journal.append_blocking(vec![Unit::record(poor), Unit::record(after)]);
    assert!(matches!(answers[0], Err(Error::Overdrawn { .. })), "{answers:?}");
    assert!(matches!(answers[1], Err(Error::Moved { wanted: 3, found: 1, .. })), "{answers:?}");
    owners[0].back(head);
    journal.keep_blocking(Unit::record(owners[0].seal(word(4, "again")))).unwrap();
    holds(ground);
}

fn keyed(key: &str, asked: Asked) -> Draft {
    Draft { key: Some((key.into(), asked.0)), ..word(1, key) }
}

/// What the store remembers of a key.
fn stored(ground: &Ground, key: &str) -> Option<(u64, u64)> {
    let found = ground.store().keys("table/1", &[key.to_string()]).unwrap();
    found.first().map(|one| (one.asked, one.sequence))
}

pub fn a_key_stands_for_one_command(ground: &Ground) {
    let journal = ground.journal();
    let mut stream = ground.stream("table/1");
    let (this, that) = (Asked::of(b"this"), Asked::of(b"that"));
    assert_eq!(stream.known("a", this, None), Ok(Known::New));
    journal.keep_blocking(Unit::record(stream.seal(keyed("a", this)))).unwrap();
    assert_eq!(stream.known("a", this, None), Ok(Known::Answered(1)));
    let reused = Error::KeyReused { stream: "table/1".into(), key: "a".into() };
    assert_eq!(stream.known("a", that, None), Err(reused.clone()));
    // A key whose record was not kept is new again.
    let head = stream.head();
    let poor = Draft { moves: "player:1>float 5".into(), ..keyed("b", that) };
    assert!(journal.keep_blocking(Unit::record(stream.seal(poor))).is_err());
    assert_eq!(stream.known("b", that, None), Ok(Known::Answered(2)));
    stream.back(head);
    assert_eq!(stream.known("b", that, stored(ground, "b")), Ok(Known::New));
    assert_eq!(stream.known("a", this, None), Ok(Known::Answered(1)));
    // Whoever does not ask is refused by the store itself, and nothing of it is kept.
    for twice in [vec!["a"], vec!["c", "c"]] {
        let drafts = twice.iter().map(|key| ("table/1".into(), keyed(key, this))).collect();
        let answer = journal.keep_blocking(Unit { drafts, ..Unit::default() });
        assert_eq!(answer, Err(Error::KeyReused { stream: "table/1".into(), key: twice[0].into() }));
    }
    assert_eq!(ground.stream("table/1").head(), head);
    // The same key stands for something of its own in another stream.
    journal.keep_blocking(Unit::draft("table/2", keyed("a", that))).unwrap();
    holds(ground);
}

pub fn keys_are_known_after_reopening(ground: &Ground) {
    let mut journal = ground.journal();
    let mut stream = ground.stream("table/1");
    let (this, that) = (Asked::of(b"this"), Asked::of(b"that"));
    for number in 0..5 {
        journal.keep_blocking(Unit::record(stream.seal(keyed(&format!("k{number}"), this)))).unwrap();
    }
    for snapshot in [false, true] {
        if snapshot {
            let Head { sequence, hash } = stream.head();
            let name = stream.name().to_string();
            block(journal.snapshot_surely(Snapshot { stream: name, sequence, hash, state: vec![1] }));
            journal.keep_blocking(Unit::record(stream.seal(keyed("after", that)))).unwrap();
        }
        journal = ground.reopen(journal);
        let (found, from, tail) = Stream::open(&mut *ground.store(), "table/1").unwrap();
        assert_eq!(from.map(|from| from.sequence), snapshot.then_some(5));
        assert_eq!(tail.len(), if snapshot { 1 } else { 5 });
        assert_eq!(found.head(), stream.head());
        let known = |key: &str, asked| found.known(key, asked, stored(ground, key));
        assert_eq!(known("k3", this), Ok(Known::Answered(4)));
        assert!(matches!(known("k3", that), Err(Error::KeyReused { .. })));
        assert_eq!(known("after", that), Ok(if snapshot { Known::Answered(6) } else { Known::New }));
    }
}

pub fn keys_are_remembered_by_time_and_not_by_number(ground: &Ground) {
    let mut journal = ground.journal();
    let asked = Asked::of(b"this");
    let keep = |journal: &Journal, at: i64, key: &str| {
        let draft = Draft { at, ..keyed(key, asked) };
        journal.keep_blocking(Unit::draft("table/1", draft)).map(|stored| stored.drafts[0])
    };
    let day = 1_800_000_000_000;
    keep(&journal, day, "first").unwrap();
    for thousand in 0..5 {
        let drafts = (0..1000).map(|one| {
            let key = format!("k{thousand}-{one}");
            ("table/1".into(), Draft { at: day + 1000 * thousand + one, ..keyed(&key, asked) })
        });
        journal.keep_blocking(Unit { drafts: drafts.collect(), ..Unit::default() }).unwrap();
    }
    // In memory it is not any more; after a restart neither; the store has it.
    let reused = Err(Error::KeyReused { stream: "table/1".into(), key: "first".into() });
    for _ in 0..2 {
        let stream = ground.stream("table/1");
        let found = block(journal.keys(stream.name(), vec!["first".into(), "new".into()])).unwrap();
        assert_eq!(found.known.get("first"), Some(&(asked.0, 1)));
        assert_eq!((found.known.len(), found.full), (1, false));
        assert_eq!(stream.known("first", asked, Some((asked.0, 1))), Ok(Known::Answered(1)));
        assert_eq!(keep(&journal, day + 9000, "first"), reused);
        journal = ground.reopen(journal);
    }
    // To the millisecond of a day, and then not much longer than it has to be.
    passes(&journal, day + 9000, day + Keys::KEPT - 1);
    keep(&journal, day + Keys::KEPT, "last").unwrap();
    assert_eq!(keep(&journal, day + Keys::KEPT, "first"), reused);
    holds(ground);
    passes(&journal, day + Keys::KEPT, day + Keys::KEPT + 3_500_000);
    keep(&journal, day + Keys::KEPT + 3_600_000, "later").unwrap();
    let counts = ground.store().key_counts().unwrap();
    assert_eq!(counts, [("table/1".to_string(), 2)], "what is older than a day is forgotten");
    keep(&journal, day + Keys::KEPT + 3_600_000, "first").unwrap();
    holds(ground);
}

pub fn at_the_bound_new_keys_are_refused_and_none_is_forgotten(ground: &Ground) {
    let (journal, _) =
        Journal::with(ground.store(), &ground.place, Terms { keys_max: 3, ..Terms::default() }).unwrap();
    let asked = Asked::of(b"this");
    let keep = |at: i64, stream: &str, key: &str| {
        journal.keep_blocking(Unit::draft(stream, Draft { at, ..keyed(key, asked) }))
    };
    let day = 1_800_000_000_000;
    let full = |names: &[&str]| {
        let names = names.iter().map(|name| name.to_string()).collect();
        block(journal.keys(&"table/1".into(), names)).unwrap()
    };
    for key in ["a", "b", "c"] {
        assert!(!full(&[key]).full);
        keep(day, "table/1", key).unwrap();
    }
    assert_eq!(keep(day, "table/1", "d"), Err(Error::KeysFull { stream: "table/1".into(), most: 3 }));
    assert_eq!((full(&["a", "d"]).full, full(&["a", "d"]).known.len()), (true, 1));
    // Others go on, and so does what has no key; a day later there is room again.
    keep(day, "table/2", "d").unwrap();
    passes(&journal, day, day + Keys::KEPT + 700_000);
    assert!(!full(&["d"]).full);
    keep(day + Keys::KEPT + 700_000, "table/1", "d").unwrap();
    holds(ground);
}

pub fn a_jump_of_the_clock_ages_no_key(ground: &Ground) {
    const DAY: i64 = Keys::KEPT;
    let asked = Asked::of(b"deposit");
    let keep = |journal: &Journal, at: i64, key: &str| {
        let draft = Draft { at, ..keyed(key, asked) };
        journal.keep_blocking(Unit::draft("account/7", draft)).map(|stored| stored.drafts[0])
    };
    let known = |journal: &Journal| {
        let found = block(journal.keys(&"account/7".into(), vec!["first".into()])).unwrap();
        found.known.contains_key("first")
            && !ground.store().keys("account/7", &["first".into()]).unwrap().is_empty()
    };
    let reused = Err(Error::KeyReused { stream: "account/7".into(), key: "first".into() });
    let begun = 1_800_000_000_000;
    let mut journal = ground.journal();
    // A quiet hour before it, so that what counts is found behind a jump as well.
    for at in [begun - 3_600_000, begun - 1000] {
        journal.keep_blocking(Unit::draft("table/1", word(at, "before"))).unwrap();
    }
    keep(&journal, begun, "first").unwrap();
    // Two days ahead over a restart, and ahead once more while it runs.
    for days in [2, 5] {
        journal = ground.reopen(journal);
        let ahead = begun + days * DAY;
        journal.keep_blocking(Unit::draft("table/1", word(ahead, "ahead"))).unwrap();
        assert!(known(&journal));
        assert_eq!(keep(&journal, ahead + 1000, "first"), reused);
        holds(ground);
        journal = ground.reopen(journal);
        assert!(known(&journal));
        assert_eq!(keep(&journal, ahead + 2000, "first"), reused);
        passes(&journal, ahead + 2000, ahead + 3_600_000);
        assert!(known(&journal));
        holds(ground);
    }
    // Two hours and two jumps of five minutes have passed: what is left of the day is not over before it is.
    let ahead = begun + 5 * DAY + 3_600_000;
    let left = DAY - 7_200_000 - 2 * 300_000;
    passes(&journal, ahead, ahead + left - 1000);
    assert!(known(&journal));
    assert_eq!(keep(&journal, ahead + left - 1000, "first"), reused);
    holds(ground);
    journal = ground.reopen(journal);
    assert!(known(&journal));
    holds(ground);
    // Then it goes, its row too.
    passes(&journal, ahead + left - 1000, ahead + left + 1_200_000);
    assert!(!known(&journal));
    assert_eq!(ground.store().key_counts().unwrap(), []);
    holds(ground);
    journal = ground.reopen(journal);
    let again = ahead + left + 1_200_000;
    keep(&journal, again, "first").unwrap();
    assert!(known(&journal));
    holds(ground);
    ground.reopen(journal);
    holds(ground);
}

pub fn a_key_that_stands_twice_over_a_jump_of_the_clock_is_found(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    let begun = 1_800_000_000_000;
    let twice = |at: i64| Draft { at, ..keyed("twice", Asked::of(b"deposit")) };
    let first = batch(&mut *store, "account/7", vec![twice(begun)]);
    store.commit(&first).unwrap();
    holds(ground);
    // As whoever forgets by the clock would have kept it.
    let second = batch(&mut *store, "account/7", vec![twice(begun + 2 * Keys::KEPT)]);
    store.commit(&Batch { remembered: Some(Vec::new()), ..second }).unwrap();
    let found = ground.verdict().finding.unwrap().to_string();
    assert!(found.contains("record 2: its key \"twice\" stands twice: record 1 has it too"), "{found}");
}

pub fn what_a_clock_that_was_put_right_left_ahead_makes_no_key_old(ground: &Ground) {
    const HOUR: i64 = 3_600_000;
    let asked = Asked::of(b"deposit");
    let keep = |journal: &Journal, at: i64, key: &str| {
        let draft = Draft { at, ..keyed(key, asked) };
        journal.keep_blocking(Unit::draft("account/7", draft)).map(|stored| stored.drafts[0])
    };
    let reused = |key: &str| Err(Error::KeyReused { stream: "account/7".into(), key: key.into() });
    let begun = 1_800_000_000_000;
    let mut journal = ground.journal();
    keep(&journal, begun, "first").unwrap();
    // Two days ahead for thirty hours.
    let ahead = begun + 48 * HOUR;
    keep(&journal, ahead, "ahead").unwrap();
    passes(&journal, ahead, ahead + 30 * HOUR);
    keep(&journal, begun + 79 * HOUR, "last ahead").unwrap();
    holds(ground);
    journal = ground.reopen(journal);
    let right = begun + 31 * HOUR;
    keep(&journal, right, "right").unwrap();
    passes(&journal, right, right + HOUR);
    for key in ["right", "last ahead"] {
        assert_eq!(keep(&journal, right + HOUR, key), reused(key));
    }
    holds(ground);
    journal = ground.reopen(journal);
    passes(&journal, right + HOUR, right + 23 * HOUR);
    assert_eq!(keep(&journal, right + 23 * HOUR, "right"), reused("right"));
    passes(&journal, right + 23 * HOUR, right + 25 * HOUR);
    keep(&journal, right + 25 * HOUR, "right").unwrap();
    holds(ground);
}

pub fn what_no_store_can_keep_is_turned_away_alone(ground: &Ground) {
    let journal = ground.journal();
    let bad = [
        Unit::draft("a", Draft { body: vec![b'"', 0xff, b'"'], ..Draft::default() }),
        Unit::draft("a", Draft { body: b"\"\0\"".to_vec(), ..Draft::default() }),
        Unit::draft("a", Draft { key: Some(("\0".into(), 1)), ..word(1, "x") }),
        Unit::draft("a", Draft { key: Some(("k".repeat(257), 1)), ..word(1, "x") }),
        Unit::draft("a", Draft { moves: "cage>player:1 -5".into(), ..word(1, "x") }),
        Unit::draft("a", Draft { moves: "cage>nobody 5".into(), ..word(1, "x") }),
        Unit::draft("\0", word(1, "x")),
    ];
    let mut units = vec![Unit::draft("a", word(1, "first"))];
    units.extend(bad);
    units.push(Unit::draft("a", word(2, "second")));
    let answers = journal.append_blocking(units);
    let kept: Vec<bool> = answers.iter().map(Result::is_ok).collect();
    assert_eq!(kept, [true, false, false, false, false, false, false, false, true], "{answers:?}");
    assert!(answers[1..8].iter().all(|answer| matches!(answer, Err(Error::Damaged { .. }))), "{answers:?}");
    holds(ground);
}

pub fn the_store_itself_refuses_what_does_not_follow(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    let good = batch(&mut *store, "a", vec![bought(1, 10), word(2, "two")]);
    store.commit(&good).unwrap();
    let before = everything(&mut *store);
    let again = store.commit(&good);
    assert_eq!(again, Err(Error::Moved { stream: "a".into(), wanted: 1, found: 2 }));
    let name: Arc<str> = "b".into();
    let gap = Record::after(&name, 2, &Hash::genesis("b"), word(1, "gap"));
    let gap = Batch { records: vec![gap], ..Batch::default() };
    assert_eq!(store.commit(&gap), Err(Error::Moved { stream: "b".into(), wanted: 2, found: 0 }));
    assert_eq!(everything(&mut *store), before);
    let good = batch(&mut *store, "a", vec![word(3, "three")]);
    store.commit(&good).unwrap();
    drop(store);
    holds(ground);
}

pub fn only_one_writes(ground: &Ground) {
    let mut first = ground.store();
    let turn = first.claim().unwrap();
    let good = batch(&mut *first, "a", vec![word(1, "one")]);
    first.commit(&good).unwrap();
    let mut second = ground.store();
    let next = batch(&mut *second, "a", vec![word(2, "two")]);
    match (&ground.place, second.claim()) {
        // Memory has nobody to ask: the newer one wins.
        (Place::Memory(_), claimed) => assert_eq!(claimed, Ok(turn + 1)),
        (place, Err(Error::Held(who))) => {
            let name = place.to_string();
            let name = name.strip_suffix(".db").unwrap_or(&name);
            assert!(who.contains(name), "{who:?} names {name:?}");
            assert!(matches!(Journal::open(place), Err(Error::Held(_))));
            // As if the lock were gone and the other had come in between.
            match place {
                Place::Sqlite(path) => {
                    let db = rusqlite::Connection::open(path).unwrap();
                    db.execute("UPDATE turn SET number = number + 1", []).unwrap();
                }
                _ => {
                    ground.client().execute("UPDATE turn SET number = number + 1", &[]).unwrap();
                }
            }
        }
        (_, other) => panic!("{other:?}"),
    }
    let before = everything(&mut *first);
    assert_eq!(first.commit(&next), Err(Error::Fenced { ours: turn, theirs: turn + 1 }));
    assert_eq!(everything(&mut *first), before);
    // Whoever lost it may ask for it again, and the lock goes with its handle.
    assert_eq!(first.claim(), Ok(turn + 2));
    first.commit(&next).unwrap();
    drop(first);
    let mut third = ground.store();
    // PostgreSQL may still be clearing the connection away.
    let mut claimed = third.claim();
    for _ in 0..600 {
        if !matches!(claimed, Err(Error::Held(_))) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        claimed = third.claim();
    }
    assert_eq!(claimed, Ok(turn + 3));
    drop(third);
    holds(ground);
}

pub fn a_handle_that_has_not_claimed_only_reads(ground: &Ground) {
    let mut writer = ground.store();
    writer.claim().unwrap();
    let good = batch(&mut *writer, "a", vec![word(1, "one")]);
    for mut reader in [ground.store(), writer.again().unwrap()] {
        assert!(matches!(reader.commit(&good), Err(Error::Held(_))));
    }
    writer.commit(&good).unwrap();
    assert_eq!(writer.again().unwrap().tail("a", 0).unwrap(), good.records);
}

pub fn everything_is_there_after_reopening(ground: &Ground) {
    let mut journal = ground.journal();
    let mut chance = Chance(5);
    for _ in 0..4 {
        for _ in 0..20 {
            let name = format!("t{}", chance.below(3));
            let draft = match chance.coin() {
                true => bought(1 + chance.below(3) as u32, 10),
                false => paid(&[step(player(1), Account::Float, 5)]),
            };
            let _ = journal.keep_blocking(Unit::draft(&name, draft));
        }
        let before = everything(&mut *ground.store());
        let ledger = block(journal.ledger("t0"));
        journal = ground.reopen(journal);
        assert_eq!(everything(&mut *ground.store()), before);
        assert_eq!(block(journal.ledger("t0")), ledger);
    }
    block(journal.stop());
    assert_eq!(journal.keep_blocking(Unit::draft("a", word(1, "x"))), Err(Error::Stopped));
    holds(ground);
}

pub fn many_threads_keep_in_many_streams(ground: &Ground) {
    let journal = ground.journal();
    std::thread::scope(|scope| {
        for thread in 0..8u32 {
            let journal = journal.clone();
            scope.spawn(move || {
                let mut own = ground.stream(&format!("table/{thread}"));
                for at in 0..50 {
                    // One's own stream, one of one's own money, and one that everybody writes to.
                    let sealed = vec![own.seal(bought(thread + 1, 1)), own.seal(word(at, "x"))];
                    let drafts = vec![("house".into(), word(at, "noted"))];
                    journal.keep_blocking(Unit { sealed, drafts, ..Unit::default() }).unwrap();
                }
            });
        }
    });
    for thread in 0..8u32 {
        let balance = block(journal.balance(&format!("table/{thread}"), player(thread + 1)));
        assert_eq!(balance, Ok(50));
    }
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records, verdict.streams), (None, 8 * 150, 9));
}

pub fn a_head_moved_behind_the_writers_back_is_seen(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    let good = batch(&mut *store, "a", vec![word(1, "one")]);
    store.commit(&good).unwrap();
    let next = batch(&mut *store, "a", vec![word(2, "two")]);
    let sql = "UPDATE streams SET sequence = 5";
    match &ground.place {
        // What memory knows is what there is.
        Place::Memory(_) => return,
        Place::Sqlite(path) => rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap(),
        Place::Postgres(_) => ground.client().batch_execute(sql).unwrap(),
    }
    assert_eq!(store.commit(&next), Err(Error::Moved { stream: "a".into(), wanted: 2, found: 5 }));
    assert_eq!(records(&mut *store), good.records);
}
