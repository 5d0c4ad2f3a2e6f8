//! Cases about reading: parts of streams, snapshots, rounds, the shelf, checkpoints, verification.

use super::common::{self, Chance, Ground, block, bought, signer, word};
use super::{batch, holds, round};
use journal::{
    Batch, Checkpoint, Hash, Head, Kept, Place, Reading, Round, Search, Snapshot, State, Store, Stream, Unit,
};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn snapshots_are_a_cache(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    let good = batch(&mut *store, "a", vec![word(1, "one"), bought(1, 5), word(3, "three")]);
    store.commit(&good).unwrap();
    let keep = |store: &mut dyn Store, sequence: u64, hash: Hash| {
        let snapshot = Snapshot { stream: "a".into(), sequence, hash, state: b"state".to_vec() };
        store.commit(&Batch { snapshots: vec![snapshot.clone()], ..Batch::default() }).unwrap();
        snapshot
    };
    // A good one spares reading what it takes in; a second takes the place of the first.
    keep(&mut *store, 1, good.records[0].hash);
    let wanted = keep(&mut *store, 2, good.records[1].hash);
    assert_eq!(store.snapshot("a").unwrap(), Some(wanted.clone()));
    let (stream, snapshot, tail) = Stream::open(&mut *store, "a").unwrap();
    assert_eq!((snapshot, &tail[..]), (Some(wanted), &good.records[2..]));
    let head = stream.head();
    // One that does not fit is passed over, wherever it stands, and verification does not look at it.
    let wrong = [(2, Hash([1; 32])), (3, Hash([1; 32])), (9, good.records[2].hash)];
    for (sequence, hash) in wrong {
        keep(&mut *store, sequence, hash);
        let (stream, snapshot, tail) = Stream::open(&mut *store, "a").unwrap();
        assert_eq!((stream.head(), snapshot, &tail), (head, None, &good.records));
        assert_eq!(journal::verify(&mut *store, None, &mut |_| true).finding, None);
    }
    // One that was changed in the database is not given out.
    keep(&mut *store, 2, good.records[1].hash);
    match &ground.place {
        Place::Memory(_) => return,
        Place::Sqlite(path) => {
            let db = rusqlite::Connection::open(path).unwrap();
            db.execute("UPDATE snapshots SET state = x'00'", []).unwrap();
        }
        Place::Postgres(_) => {
            ground.client().execute("UPDATE snapshots SET state = '\\x00'", &[]).unwrap();
        }
    }
    assert_eq!(store.snapshot("a").unwrap(), None);
    assert_eq!(journal::verify(&mut *store, None, &mut |_| true).finding, None);
}

pub fn snapshots_of_what_was_not_kept_are_dropped(ground: &Ground) {
    let journal = ground.journal();
    journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
    for (stream, sequence) in [("a", 2), ("b", 1)] {
        let snapshot = Snapshot { stream: stream.into(), sequence, hash: Hash([0; 32]), state: Vec::new() };
        block(journal.snapshot_surely(snapshot));
    }
    journal.keep_blocking(Unit::draft("c", word(1, "one"))).unwrap();
    let mut store = ground.store();
    assert_eq!((store.snapshot("a"), store.snapshot("b")), (Ok(None), Ok(None)));
}

fn random_rounds(chance: &mut Chance) -> Vec<Round> {
    let mut rounds = Vec::new();
    for number in 1..=40u32 {
        for table in ["table/1", "table/2", "table/3"] {
            let began = number as i64 * 100 + chance.below(150) as i64;
            let words = ["fouled hand", "'void'", "牌"];
            rounds.push(Round {
                first: number as u64 * 10,
                last: number as u64 * 10 + 9,
                began,
                ended: began + chance.below(100) as i64,
                players: (1..=6).filter(|_| chance.coin()).collect(),
                staked: chance.below(1000) as i64,
                most: chance.below(500) as i64,
                irregular: words.iter().filter(|_| chance.below(4) == 0).map(|w| w.to_string()).collect(),
                ..round(table, number)
            });
        }
    }
    rounds
}

pub fn states_are_found_by_the_record_before_which_they_are_wanted(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    for name in ["a", "b"] {
        let records = batch(&mut *store, name, (0..300).map(|at| word(at, "x")).collect());
        store.commit(&records).unwrap();
    }
    let state = |stream: &str, sequence: u64, state: &[u8]| State {
        stream: stream.into(),
        sequence,
        state: state.to_vec(),
    };
    let first = vec![state("a", 10, b"ten"), state("a", 200, b"two hundred"), state("b", 5, b"five")];
    store.commit(&Batch { states: first, ..Batch::default() }).unwrap();
    store.commit(&Batch { states: vec![state("a", 10, b"ten again")], ..Batch::default() }).unwrap();
    for (stream, most, wanted) in [
        ("a", 9, None),
        ("a", 10, Some(state("a", 10, b"ten again"))),
        ("a", 199, Some(state("a", 10, b"ten again"))),
        ("a", u64::MAX, Some(state("a", 200, b"two hundred"))),
        ("b", 300, Some(state("b", 5, b"five"))),
        ("c", 300, None),
    ] {
        assert_eq!(store.state(stream, most).unwrap(), wanted, "{stream} to {most}");
    }
    // A stretch is read in order, a few at a time, and each record is checked against the one before.
    let read = |store: &mut dyn Store, after: Head, to: u64| -> Result<Vec<u64>, journal::Error> {
        Reading::new(store, "a", after, to).map(|record| record.map(|record| record.sequence)).collect()
    };
    assert_eq!(read(&mut *store, Head::genesis("a"), u64::MAX).unwrap(), (1..=300).collect::<Vec<_>>());
    let hash = store.range("a", 7, 7).unwrap()[0].hash;
    assert_eq!(read(&mut *store, Head { sequence: 7, hash }, 280).unwrap(), (8..=280).collect::<Vec<_>>());
    let wrong = read(&mut *store, Head { sequence: 8, hash }, 280).unwrap_err().to_string();
    assert!(wrong.contains("record 9"), "{wrong}");
}

pub fn rounds_are_found_by_every_condition(ground: &Ground) {
    let mut chance = Chance(3);
    let rounds = random_rounds(&mut chance);
    let mut store = ground.store();
    store.claim().unwrap();
    store.commit(&Batch { rounds: rounds.clone(), ..Batch::default() }).unwrap();
    let mut found_some = 0;
    for asked in 0..256u32 {
        let has = |condition: u32| asked & (1 << condition) != 0;
        let search = Search {
            stream: has(0).then(|| format!("table/{}", 1 + chance.below(4))),
            since: has(1).then(|| chance.below(4000) as i64),
            until: has(2).then(|| chance.below(5000) as i64),
            player: has(3).then(|| 1 + chance.below(7) as u32),
            amount: has(4).then(|| chance.below(400) as i64),
            irregular: has(5).then(|| chance.coin()),
            before: has(6).then(|| chance.below(60) as u32),
            from: has(7).then(|| chance.below(60) as u32),
            limit: 1000,
        };
        let mut wanted: Vec<&Round> = rounds.iter().filter(|round| search.finds(round)).collect();
        wanted.sort_by_key(|r| (std::cmp::Reverse((r.ended, r.number)), &r.stream));
        if search.stream.is_some() {
            wanted.sort_by_key(|r| std::cmp::Reverse(r.number));
        }
        let found = store.rounds(&search).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{search:?}");
        found_some += usize::from(!found.is_empty());
        let limited = store.rounds(&Search { limit: 3, ..search }).unwrap();
        assert_eq!(limited[..], found[..found.len().min(3)]);
    }
    assert!(found_some > 40, "{found_some}");
}

pub fn rounds_come_page_by_page(ground: &Ground) {
    let journal = ground.journal();
    for number in 1..=25 {
        let rounds = vec![Round { ended: number.into(), ..round("table/1", number) }];
        journal.keep_blocking(Unit { rounds, ..Unit::draft("table/1", word(1, "ended")) }).unwrap();
    }
    let mut store = ground.store();
    let mut pages = Vec::new();
    let mut search = Search { stream: Some("table/1".into()), limit: 10, ..Search::default() };
    loop {
        let page: Vec<u32> = store.rounds(&search).unwrap().iter().map(|round| round.number).collect();
        let Some(last) = page.last() else { break };
        search.before = Some(*last);
        pages.push(page);
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 5]);
    assert_eq!(pages.concat(), (1..=25).rev().collect::<Vec<_>>());
}

pub fn a_round_told_again_takes_the_place_of_the_first(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    let tell = |players: &[u32]| Round { players: players.to_vec(), ..round("table/1", 1) };
    store.commit(&Batch { rounds: vec![tell(&[1, 2])], ..Batch::default() }).unwrap();
    store.commit(&Batch { rounds: vec![tell(&[4]), tell(&[2, 3, 3])], ..Batch::default() }).unwrap();
    let mut of =
        |player| store.rounds(&Search { player: Some(player), limit: 9, ..Search::default() }).unwrap().len();
    assert_eq!([of(1), of(2), of(3), of(4)], [0, 1, 1, 0]);
}

pub fn the_shelf_holds_what_may_change(ground: &Ground) {
    let journal = ground.journal();
    let kept = |shelf: &str, name: &str, value: Option<&[u8]>| Kept {
        shelf: shelf.into(),
        name: name.into(),
        value: value.map(<[u8]>::to_vec),
    };
    let put = |kept: Vec<Kept>| journal.keep_blocking(Unit { kept, ..Unit::default() }).unwrap();
    put(vec![
        kept("digests", "b", Some(b"1")),
        kept("digests", "a", Some(&[0, 255])),
        kept("digests", "é", Some(b"")),
        kept("digests", "Z", Some(b"z")),
        kept("sessions", "a", Some(b"s")),
    ]);
    let shelf = |name: &str| ground.store().shelf(name).unwrap();
    let thing = |name: &str, value: &[u8]| (name.to_string(), value.to_vec());
    let wanted = [thing("Z", b"z"), thing("a", &[0, 255]), thing("b", b"1"), thing("é", b"")];
    assert_eq!(shelf("digests"), wanted);
    put(vec![
        kept("digests", "b", Some(b"2")),
        kept("digests", "a", None),
        kept("digests", "never", None),
        kept("digests", "c", Some(b"3")),
        kept("digests", "c", None),
        kept("digests", "é", None),
        kept("digests", "é", Some(b"4")),
    ]);
    assert_eq!(shelf("digests"), [thing("Z", b"z"), thing("b", b"2"), thing("é", b"4")]);
    assert_eq!(shelf("sessions"), [thing("a", b"s")]);
    assert_eq!(shelf("none"), []);
}

pub fn checkpoints_are_signed_and_verified(ground: &Ground) {
    let folder = common::folder();
    let (ours, other) = (Arc::new(signer(&folder, 7)), signer(&folder, 8));
    let journal = ground.journal();
    assert_eq!(block(journal.checkpoint(1, ours.clone())), Ok(None));
    let keep = |name: &str| journal.keep_blocking(Unit::draft(name, word(1, "x"))).unwrap();
    let _ = ["a", "b", "a"].map(keep);
    let first = block(journal.checkpoint(2, ours.clone())).unwrap().unwrap();
    assert_eq!(block(journal.checkpoint(3, ours.clone())), Ok(None));
    let stands = |checkpoint: &Checkpoint| {
        let (number, heads) = checkpoint.heads(Some(&ours.public())).unwrap();
        (number, heads.into_iter().map(|(name, head)| (name, head.sequence)).collect::<Vec<_>>())
    };
    assert_eq!(stands(&first), (1, vec![("a".into(), 2), ("b".into(), 1)]));
    keep("b");
    let second = block(journal.checkpoint(4, ours.clone())).unwrap().unwrap();
    assert_eq!(stands(&second), (2, vec![("b".into(), 2)]));
    let _ = ["a", "c"].map(keep);
    let mut store = ground.store();
    let mut judge = |public: Option<&str>| journal::verify(&mut *store, public, &mut |_| true);
    for public in [None, Some(&*ours.public())] {
        let verdict = judge(public);
        assert_eq!(verdict.finding, None);
        assert_eq!((verdict.records, verdict.streams), (8, 4));
        assert_eq!((verdict.checkpoints, verdict.unsigned), (2, 2));
    }
    let finding = judge(Some(&other.public())).finding.unwrap();
    assert_eq!((&*finding.stream, finding.sequence), (Checkpoint::STREAM, 1));
    assert!(finding.what.contains(&other.public()), "{finding}");
    // After reopening, everything may have moved: it is signed again once.
    drop(store);
    let journal = ground.reopen(journal);
    let third = block(journal.checkpoint(5, ours.clone())).unwrap().unwrap();
    assert_eq!(stands(&third), (3, vec![("a".into(), 3), ("b".into(), 2), ("c".into(), 1)]));
    assert_eq!(ground.verdict().unsigned, 0);
    std::fs::remove_dir_all(folder).unwrap();
}

pub fn long_streams_are_read_in_part(ground: &Ground) {
    let journal = ground.journal();
    let mut chance = Chance(4);
    let names = ["a", "b", "c", "d"];
    let mut wanted: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for _ in 0..25 {
        let units = (0..40).map(|_| {
            let (name, at) = (names[chance.below(4) as usize], chance.next() as i64);
            wanted.entry(name).or_default().push(at);
            Unit::draft(name, word(at, "x"))
        });
        journal.append_blocking(units.collect()).into_iter().for_each(|answer| drop(answer.unwrap()));
    }
    let mut store = ground.store();
    for name in names {
        let all = &wanted[name];
        let last = all.len() as u64;
        assert!(last > 200);
        let edges = [0, 1, 2, 63, 64, 65, 127, 128, 129, 192, last - 1, last, last + 1, u64::MAX];
        let random = (0..40).map(|_| (chance.below(last + 5), chance.below(last + 5)));
        let pairs = edges.iter().flat_map(|from| edges.iter().map(|to| (*from, *to))).chain(random);
        for (from, to) in pairs.collect::<Vec<_>>() {
            let found = store.range(name, from, to).unwrap();
            let found: Vec<(u64, i64)> = found.iter().map(|record| (record.sequence, record.at)).collect();
            let whole = all.iter().enumerate().map(|(place, at)| (place as u64 + 1, *at));
            let part: Vec<_> = whole.filter(|(sequence, _)| (from..=to).contains(sequence)).collect();
            assert_eq!(found, part, "{name} from {from} to {to}");
        }
        for after in edges {
            let found = store.tail(name, after).unwrap().len() as u64;
            assert_eq!(found, last.saturating_sub(after), "{name} after {after}");
        }
    }
    holds(ground);
}

pub fn verification_does_not_mind_a_writer(ground: &Ground) {
    let journal = ground.journal();
    let keep = |name: &str| journal.keep_blocking(Unit::draft(name, bought(1, 1))).unwrap();
    let _ = ["a", "b", "a", "a"].map(keep);
    let mut store = ground.store();
    for _ in 0..2 {
        // While it reads, streams move, and one more comes into being.
        let before = store.heads().unwrap().iter().map(|(_, head)| head.sequence).sum::<u64>();
        let verdict = journal::verify(&mut *store, None, &mut |seen| {
            if seen == 2 {
                let _ = ["a", "c", "b"].map(keep);
            }
            true
        });
        assert_eq!((verdict.finding, verdict.records), (None, before));
        // Afterwards it reads what is new.
        assert_eq!(
            store.head("a").unwrap().map(|head| head.sequence),
            ground.store().head("a").unwrap().map(|h| h.sequence)
        );
        assert_eq!(journal::verify(&mut *store, None, &mut |_| true).records, before + 3);
    }
    let stopped = journal::verify(&mut *store, None, &mut |seen| seen < 3);
    assert_eq!(stopped.finding.unwrap().what, "stopped before the end");
}
