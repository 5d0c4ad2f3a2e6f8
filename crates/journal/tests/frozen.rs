//! Records of version 1, frozen: they parse, chain and add up for ever. And the line that they are kept as.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Chance, block, player, signer, step, word};
use journal::{Asked, Batch, Draft, FORM, Hash, Record, Unit, print_moves, read_moves, verify};
use money::{Account, PlayerId};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/journal").join(name)
}

/// The key that signed the frozen checkpoints.
const PUBLIC: &str = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";

/// Writes the frozen files. Only where there are none: what is frozen stays.
#[test]
fn frozen_records_are_written_once() {
    if std::env::var_os("UPDATE_FROZEN").is_none() || file("form-1.jsonl").exists() {
        return;
    }
    assert_eq!(FORM, 1, "records of version 1 are written by a program that writes version 1");
    let ground = common::memory();
    let folder = common::folder();
    let signer = Arc::new(signer(&folder, 7));
    let journal = ground.journal();
    let keep = |name: &str, draft: Draft| journal.keep_blocking(Unit::draft(name, draft)).unwrap();
    let someone = PlayerId::new(7).unwrap();
    let accounts = [
        Account::Promotions,
        Account::Float,
        Account::Commission,
        Account::Adjustments,
        Account::Forfeits,
        Account::Held(someone),
        Account::Player(someone),
        Account::Tokens(someone),
        Account::Layout(someone),
        Account::LayoutTokens(someone),
        Account::Bank(someone),
        Account::CoBank,
        Account::Pool,
        Account::Bank(PlayerId::HOUSE),
    ];
    let mut at = 1_700_000_000_000;
    for (number, account) in accounts.into_iter().enumerate() {
        at += 250;
        let units = 100 * (number as i64 + 1);
        let key = Some((format!("key-{number}"), Asked::of(&[number as u8]).0));
        let moves = print_moves(&[step(Account::Cage, account, units)]);
        let body = format!("{{\"say\":\"in\",\"units\":{units}}}").into_bytes();
        keep("table/1", Draft { at, key, moves, body });
        let moves = print_moves(&[step(account, Account::Cage, units / 2), step(account, Account::Float, 7)]);
        keep("table/1", Draft { moves, ..word(at, "out") });
        keep(
            "account/7",
            Draft { at, body: format!("{{\"seen\": {number} }}").into_bytes(), ..Draft::default() },
        );
        if number % 5 == 4 {
            block(journal.checkpoint(at, signer.clone())).unwrap();
        }
    }
    let words = [
        "牌九",
        "天地人鵝",
        "\u{1f004}",
        "é",
        "\" \\ / \u{8} \n \u{7f} \u{2028}",
        "<b>&amp;</b>",
        "莊",
        "閒",
        "",
    ];
    for text in words {
        let key = Some((format!("鍵 {text}"), u64::MAX >> 1));
        keep("table/牌九", Draft { key, ..word(-1, text) });
    }
    for body in ["{}", "[]", "null", "-0.10e+2", " {\"a\" : [ 1 ,\t2 ] } ", "\"\\u00e9\\ud83c\\udc04\""] {
        keep("table/牌九", Draft { at: i64::MAX, body: body.as_bytes().to_vec(), ..Draft::default() });
    }
    keep(
        "table/牌九",
        Draft { moves: print_moves(&[step(Account::Cage, player(u32::MAX), 1)]), ..word(0, "most") },
    );
    block(journal.checkpoint(at, signer)).unwrap();
    let (mut lines, mut ledger) = (String::new(), String::new());
    let mut store = ground.store();
    let scanned = store.scan(&mut |record| writeln!(lines, "{}", record.to_line()).is_ok());
    scanned.unwrap();
    for balance in store.balances().unwrap() {
        writeln!(ledger, "{}\t{}\t{}", balance.stream, balance.account, balance.units).unwrap();
    }
    std::fs::create_dir_all(file("")).unwrap();
    std::fs::write(file("form-1.jsonl"), lines).unwrap();
    std::fs::write(file("form-1.ledger.txt"), ledger).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

fn frozen() -> Vec<Record> {
    let text = std::fs::read_to_string(file("form-1.jsonl")).unwrap();
    text.lines().map(|line| Record::from_line(line).unwrap_or_else(|what| panic!("{line}: {what}"))).collect()
}

#[test]
fn records_of_form_1_are_read_for_ever() {
    let records = frozen();
    assert!(records.len() >= 60 && records.iter().all(|record| record.form == 1));
    let moved: std::collections::HashSet<_> = records
        .iter()
        .flat_map(|record| read_moves(&record.moves).unwrap())
        .flat_map(|step| [step.from, step.to].map(|account| std::mem::discriminant(&account)))
        .collect();
    assert_eq!(moved.len(), 14, "every kind of account is among them");
    for ground in [common::memory(), common::sqlite(), common::postgres()] {
        let mut store = ground.store();
        store.claim().unwrap();
        let mut batch = Batch { records: records.clone(), ..Batch::default() };
        for record in &records {
            let moves = read_moves(&record.moves).unwrap();
            batch.moves.extend(moves.into_iter().map(|step| (record.stream.clone(), step)));
        }
        store.commit(&batch).unwrap();
        let verdict = verify(&mut *store, Some(PUBLIC), &mut |_| true);
        assert_eq!((verdict.finding, verdict.records), (None, records.len() as u64));
        assert_eq!((verdict.checkpoints, verdict.unsigned), (3, 0));
        let mut ledger = String::new();
        for balance in store.balances().unwrap() {
            writeln!(ledger, "{}\t{}\t{}", balance.stream, balance.account, balance.units).unwrap();
        }
        assert_eq!(ledger, std::fs::read_to_string(file("form-1.ledger.txt")).unwrap());
        let mut lines = String::new();
        store.scan(&mut |record| writeln!(lines, "{}", record.to_line()).is_ok()).unwrap();
        assert!(lines == std::fs::read_to_string(file("form-1.jsonl")).unwrap(), "byte for byte");
    }
}

#[test]
fn a_frozen_record_with_a_letter_changed_no_longer_fits() {
    let records = frozen();
    let place = records.iter().position(|record| record.body.starts_with(b"{\"say\"")).unwrap();
    let mut record = records[place].clone();
    let prior = Hash::genesis(&record.stream);
    assert_eq!(record.link(&prior), record.hash);
    record.body[3] ^= 1;
    assert_ne!(record.link(&prior), record.hash);
}

#[test]
fn a_line_is_printed_as_it_was_read() {
    let mut chance = Chance(9);
    let mut prior = Hash::genesis("s");
    let letters: Vec<char> = "a\"\\\u{1}\n é牌\u{1f004}{}[]:,0".chars().collect();
    let text = |most: u64, chance: &mut Chance| -> String {
        (0..chance.below(most)).map(|_| letters[chance.below(letters.len() as u64) as usize]).collect()
    };
    for sequence in 1..500 {
        let key = chance.coin().then(|| (text(9, &mut chance), chance.next()));
        let moves = print_moves(&[step(chance.account(), chance.account(), chance.below(99) as i64)]);
        let draft = Draft { at: chance.next() as i64, key, moves, body: text(40, &mut chance).into_bytes() };
        let record = Record::after(&text(9, &mut chance).as_str().into(), sequence, &prior, draft);
        prior = record.hash;
        let line = record.to_line();
        assert!(!line.contains('\n'));
        assert_eq!(Record::from_line(&line).as_ref(), Ok(&record));
        assert_eq!(Record::from_line(&line).unwrap().to_line(), line);
    }
}

#[test]
fn what_is_no_line_is_refused() {
    let line = frozen()[0].to_line();
    let hash = frozen()[0].hash.to_string();
    for (bad, says) in [
        (String::new(), "not a record"),
        ("{}".into(), "missing field"),
        (line.replace("\"at\":", "\"at\": "), "another form"),
        (format!("{line} "), "another form"),
        (line.replace("{\"stream\"", "{\"more\":1,\"stream\""), "unknown field"),
        (line.replace("\"sequence\":1", "\"sequence\":-1"), "not a record"),
        (line.replace("\"key\":\"key-0\"", "\"key\":null"), "together, or neither"),
        (line.replace(&hash, &hash[1..]), "is not a hash"),
        (line.replace(&hash, &hash.to_uppercase()), "another form"),
    ] {
        let said = Record::from_line(&bad).unwrap_err();
        assert!(said.contains(says), "{bad}\n{said}");
    }
}
