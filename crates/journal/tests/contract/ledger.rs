//! Cases about money: units, overdrafts, conservation.

use super::common::{Chance, Ground, block, bought, paid, player, step, unit, word};
use super::{batch, everything, holds, round};
use journal::{Error, Kept, Search, Unit};
use money::{Account, Ledger, Overdrawn};
use std::collections::BTreeMap;

pub fn a_unit_is_kept_wholly_or_not_at_all(ground: &Ground) {
    let journal = ground.journal();
    let mut table = ground.stream("table/1");
    journal.keep_blocking(Unit::draft("account/1", bought(1, 100))).unwrap();
    let to_table = |units| paid(&[step(player(1), Account::Float, units)]);
    let kept = |name: &str| Kept { shelf: "s".into(), name: name.into(), value: Some(vec![1]) };
    let good = |at: i64, units: i64| Unit {
        kept: vec![kept(&format!("good{at}"))],
        ..unit(&[("account/1", to_table(units)), ("house", word(at, "noted"))])
    };
    let head = table.head();
    let bad = Unit {
        sealed: vec![table.seal(word(1, "wager"))],
        kept: vec![kept("bad")],
        rounds: vec![round("table/1", 1)],
        ..unit(&[
            ("house", word(2, "noted")),
            ("account/1", to_table(30)),
            ("account/new", word(2, "opened")),
            ("account/1", to_table(60)),
        ])
    };
    let answers = journal.append_blocking(vec![good(1, 20), bad, good(2, 10)]);
    table.back(head);
    let drafts = |answer: &Result<journal::Stored, Error>| answer.as_ref().unwrap().drafts.clone();
    assert_eq!(drafts(&answers[0]), [2, 1]);
    let overdrawn = Overdrawn { account: player(1), balance: -10 };
    assert_eq!(answers[1], Err(Error::Overdrawn { stream: "account/1".into(), overdrawn }));
    assert_eq!(drafts(&answers[2]), [3, 2]);
    // Heads are right, and everything goes on.
    journal.keep_blocking(Unit::record(table.seal(word(3, "wager")))).unwrap();
    journal.keep_blocking(unit(&[("account/1", to_table(70)), ("account/new", word(3, "opened"))])).unwrap();
    let heads: Vec<_> = ground.store().heads().unwrap().into_iter().map(|(n, h)| (n, h.sequence)).collect();
    let wanted = [("account/1", 4), ("account/new", 1), ("house", 2), ("table/1", 1)];
    assert_eq!(heads, wanted.map(|(name, sequence)| (name.to_string(), sequence)));
    assert_eq!(block(journal.balance("account/1", player(1))), Ok(0));
    assert_eq!(block(journal.balance("account/1", Account::Float)), Ok(100));
    let names: Vec<_> = ground.store().shelf("s").unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["good1", "good2"]);
    assert_eq!(ground.store().rounds(&Search { limit: 9, ..Search::default() }).unwrap(), []);
    holds(ground);
}

pub fn a_unit_that_touches_a_stream_twice_is_taken_back_wholly(ground: &Ground) {
    let journal = ground.journal();
    let draft =
        |units| paid(&[step(Account::Cage, player(1), units), step(player(1), Account::Float, units)]);
    let bad = |first: i64| {
        unit(&[
            ("a", draft(first)),
            ("a", paid(&[step(Account::Cage, player(1), 5), step(player(1), player(1), 5)])),
            ("b", bought(2, 7)),
            ("a", paid(&[step(player(1), player(2), 5), step(player(2), Account::Pool, 5)])),
            ("a", paid(&[step(Account::Pool, Account::CoBank, 6)])),
        ])
    };
    let answers =
        journal.append_blocking(vec![bad(1), unit(&[("a", draft(2))]), bad(3), unit(&[("a", draft(4))])]);
    let kept: Vec<bool> = answers.iter().map(Result::is_ok).collect();
    assert_eq!(kept, [false, true, false, true], "{answers:?}");
    let ledger = block(journal.ledger("a")).unwrap();
    assert_eq!(ledger.accounts(), [(Account::Cage, -6), (Account::Float, 6)]);
    assert_eq!(block(journal.ledger("b")), Ok(Ledger::default()));
    assert_eq!(ground.store().heads().unwrap().len(), 1);
    holds(ground);
}

pub fn the_store_itself_refuses_to_overdraw(ground: &Ground) {
    let mut store = ground.store();
    store.claim().unwrap();
    let good = batch(&mut *store, "a", vec![bought(1, 10)]);
    store.commit(&good).unwrap();
    let before = everything(&mut *store);
    let bad = batch(
        &mut *store,
        "a",
        vec![bought(2, 5), paid(&[step(player(1), Account::Layout(money::PlayerId::new(1).unwrap()), 11)])],
    );
    let refused = store.commit(&bad);
    let overdrawn = Overdrawn { account: player(1), balance: -1 };
    assert_eq!(refused, Err(Error::Overdrawn { stream: "a".into(), overdrawn }));
    assert_eq!(everything(&mut *store), before);
    // So is an account that is new, and money of a stream that is not there.
    let bad = batch(&mut *store, "b", vec![paid(&[step(player(3), Account::Float, 1)])]);
    let overdrawn = Overdrawn { account: player(3), balance: -1 };
    assert_eq!(store.commit(&bad), Err(Error::Overdrawn { stream: "b".into(), overdrawn }));
    let mut stray = batch(&mut *store, "a", vec![word(1, "x")]);
    stray.moves.push(("nowhere".into(), step(Account::Cage, player(1), 1)));
    assert!(matches!(store.commit(&stray), Err(Error::Store(_))));
    assert_eq!(everything(&mut *store), before);
    // And it goes on.
    let good = batch(&mut *store, "a", vec![paid(&[step(player(1), Account::Float, 10)])]);
    store.commit(&good).unwrap();
    let good = batch(&mut *store, "b", vec![bought(3, 1)]);
    store.commit(&good).unwrap();
    drop(store);
    holds(ground);
}

pub fn money_is_conserved_after_every_commit(ground: &Ground) {
    let journal = ground.journal();
    let mut chance = Chance(2);
    let mut store = journal.reader().unwrap();
    let (mut kept, mut refused) = (0, 0);
    for _ in 0..80 {
        let units = (0..1 + chance.below(3)).map(|_| {
            let drafts = (0..1 + chance.below(3)).map(|_| {
                let moves: Vec<_> = (0..1 + chance.below(3))
                    .map(|_| step(chance.account(), chance.account(), chance.below(60) as i64))
                    .collect();
                (format!("table/{}", chance.below(3)).as_str().into(), paid(&moves))
            });
            Unit { drafts: drafts.collect(), ..Unit::default() }
        });
        for answer in journal.append_blocking(units.collect()) {
            match answer {
                Ok(_) => kept += 1,
                Err(Error::Overdrawn { .. }) => refused += 1,
                Err(other) => panic!("{other}"),
            }
        }
        let mut sums: BTreeMap<String, (i64, Vec<(Account, i64)>)> = BTreeMap::new();
        for balance in store.balances().unwrap() {
            assert!(balance.units >= 0 || balance.account.may_owe(), "{balance:?}");
            let stream = sums.entry(balance.stream).or_default();
            stream.0 += balance.units;
            stream.1.push((balance.account, balance.units));
        }
        let verdict = journal::verify(&mut *store, None, &mut |_| true);
        assert_eq!(verdict.finding, None);
        for (name, ledger) in verdict.ledgers {
            let (sum, mut accounts) = sums.remove(&name).unwrap_or_default();
            accounts.sort();
            assert_eq!((sum, &accounts[..]), (0, ledger.accounts()));
            assert_eq!(block(journal.ledger(&name)), Ok(ledger));
        }
        assert!(sums.is_empty(), "{sums:?}");
    }
    assert!(kept > 20 && refused > 20, "{kept} kept, {refused} refused");
}

pub fn moves_within_one_account_change_nothing(ground: &Ground) {
    let journal = ground.journal();
    journal.keep_blocking(Unit::draft("a", bought(1, 10))).unwrap();
    let same = |units| paid(&[step(player(1), player(1), units), step(Account::Float, Account::Float, 3)]);
    journal.keep_blocking(Unit::draft("a", same(10))).unwrap();
    assert!(matches!(journal.keep_blocking(Unit::draft("a", same(11))), Err(Error::Overdrawn { .. })));
    let nothing = paid(&[step(player(2), player(1), 0)]);
    journal.keep_blocking(Unit::draft("a", nothing)).unwrap();
    assert_eq!(ground.store().balances().unwrap().len(), 2);
    assert_eq!(block(journal.balance("a", player(1))), Ok(10));
    holds(ground);
}
