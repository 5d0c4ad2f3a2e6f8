//! The list of rounds against the records that it is derived from: whoever can write to the database can write to it, so
//! it finds rounds, and nothing that it says of them is shown before the records say the same.

use super::{AnyGame, game_of, setup_of};
use crate::{Play, past};
use journal::{Hash, Head, Reading, Record, Round, Search, Store};
use rulebook::Shelf;

/// How far apart rounds may be for what is between them to be read, in records: less than two states are apart.
const NEAR: u64 = 400;
/// How many records of a table are read again at a start of a long journal, at least.
const LATELY: u64 = 1000;
/// How many rounds too many are named.
const SURPLUS: u32 = 16;

fn plain(error: journal::Error) -> String {
    error.to_string()
}

fn odd(listed: &Round) -> String {
    format!("{}: round {} is not listed as it was played", listed.stream, listed.number)
}

/// Whether a round was played as the list of rounds has it: the list is derived, and whoever can write to the
/// database can write to it. Asked before anything of the round is shown. Gives where the round ended, for
/// [`journal::anchored`]. It ends when nobody wants it any more.
///
/// # Errors
/// It was not; the journal cannot be read, or a record not be followed.
pub fn confirm(
    store: &mut dyn Store,
    shelf: &Shelf,
    listed: &Round,
    wanted: &dyn Fn() -> bool,
) -> Result<Head, String> {
    let ends = confirm_all(store, shelf, std::slice::from_ref(listed), wanted)?;
    ends.into_iter().next().map(|(_, head)| head).ok_or_else(|| odd(listed))
}

/// The same, with the hash of one of its records: whoever shows a part of the round compares where it ends.
///
/// # Errors
/// As [`confirm`]; the record does not belong to the round.
pub fn confirm_to(
    store: &mut dyn Store,
    shelf: &Shelf,
    listed: &Round,
    part: u64,
    wanted: &dyn Fn() -> bool,
) -> Result<(Head, Hash), String> {
    let setup = setup_of(store, &listed.stream)?;
    let mut hash = None;
    let end = match game_of(&setup, shelf)? {
        AnyGame::PaiGow(game) => confirm_by(&*game, store, &[listed], wanted, &mut note(part, &mut hash)),
        AnyGame::Roulette(game) => confirm_by(&*game, store, &[listed], wanted, &mut note(part, &mut hash)),
    }?;
    let hash = hash.ok_or_else(|| format!("record {part} does not belong to round {}", listed.number))?;
    Ok((end, hash))
}

/// Keeps the hash of a record that goes by.
fn note(part: u64, hash: &mut Option<Hash>) -> impl FnMut(&Record) {
    move |record| {
        if record.sequence == part {
            *hash = Some(record.hash);
        }
    }
}

/// The same of many: those that are near each other are read at once. Gives, for each stretch that was read, its stream
/// and where it ended.
///
/// # Errors
/// One of them was not; the journal cannot be read, or a record not be followed.
pub fn confirm_all(
    store: &mut dyn Store,
    shelf: &Shelf,
    listed: &[Round],
    wanted: &dyn Fn() -> bool,
) -> Result<Vec<(String, Head)>, String> {
    let mut rounds: Vec<&Round> = listed.iter().collect();
    rounds.sort_by(|one, other| (&one.stream, one.number).cmp(&(&other.stream, other.number)));
    let mut ends = Vec::new();
    for of_table in rounds.chunk_by(|one, other| one.stream == other.stream) {
        let stream = &*of_table[0].stream;
        let setup = setup_of(store, stream)?;
        let near = |one: &&Round, next: &&Round| next.first <= one.last.saturating_add(NEAR);
        for stretch in of_table.chunk_by(near) {
            let end = match game_of(&setup, shelf)? {
                AnyGame::PaiGow(game) => confirm_by(&*game, store, stretch, wanted, &mut |_| {})?,
                AnyGame::Roulette(game) => confirm_by(&*game, store, stretch, wanted, &mut |_| {})?,
            };
            ends.push((stream.to_string(), end));
        }
    }
    Ok(ends)
}

/// Whether rounds of one table, in the order of their numbers, are what the records from the first to the last say.
fn confirm_by<G: Play>(
    game: &G,
    store: &mut dyn Store,
    listed: &[&Round],
    wanted: &dyn Fn() -> bool,
    passes: &mut dyn FnMut(&Record),
) -> Result<Head, String> {
    let (stream, number) = (&*listed[0].stream, listed[0].number);
    let (mut standing, from) = past::before(store, game, stream, listed[0].first.saturating_sub(1))?;
    let last = listed.iter().map(|round| round.last).max().unwrap_or(0);
    let (mut rest, mut end) = (listed.iter().peekable(), from);
    for record in Reading::new(store, stream, from, last) {
        if !wanted() {
            return Err(format!("nobody is waiting for round {number} any more"));
        }
        let record = record.map_err(plain)?;
        let what = |what| format!("stream {stream}, record {}: {what}", record.sequence);
        end = Head { sequence: record.sequence, hash: record.hash };
        passes(&record);
        let Some(round) = standing.follow(game, &record).map_err(what)? else { continue };
        if let Some(next) = rest.next_if(|next| next.number <= round.number)
            && **next != round
        {
            return Err(odd(next));
        }
    }
    match rest.next() {
        None => Ok(end),
        Some(next) => Err(odd(next)),
    }
}

/// How many rounds ended at a table by its records, after those in archives, and in what the list of rounds differs from them.
///
/// # Errors
/// The journal cannot be read, or a record not be followed.
pub fn listed(store: &mut dyn Store, shelf: &Shelf, stream: &str) -> Result<(u64, Vec<String>), String> {
    listed_after(store, shelf, stream, None)
}

/// In what the list of rounds differs from the records, as far as a start reads them: all of them where there are at
/// most `whole`, otherwise each table's last ones. A table that cannot be followed is told of when it is opened.
///
/// # Errors
/// The journal cannot be read.
pub fn odd_lists(store: &mut dyn Store, shelf: &Shelf, whole: u64) -> Result<Vec<String>, journal::Error> {
    let heads = store.heads()?;
    let ends = heads.iter().map(|(_, head)| head.sequence).fold(0, u64::saturating_add);
    let bases = store.bases()?;
    let records = bases.iter().map(|base| base.head.sequence).fold(ends, u64::saturating_sub);
    let mut odd = Vec::new();
    for (stream, head) in heads.into_iter().filter(|(name, _)| name.starts_with("table/")) {
        let after = (records > whole).then(|| head.sequence.saturating_sub(LATELY));
        if let Ok((_, found)) = listed_after(store, shelf, &stream, after) {
            odd.extend(found);
        }
    }
    Ok(odd)
}

/// The same after the last state at or before a record, or of all there is.
fn listed_after(
    store: &mut dyn Store,
    shelf: &Shelf,
    stream: &str,
    after: Option<u64>,
) -> Result<(u64, Vec<String>), String> {
    let setup = setup_of(store, stream)?;
    match game_of(&setup, shelf)? {
        AnyGame::PaiGow(game) => list(&*game, store, stream, after),
        AnyGame::Roulette(game) => list(&*game, store, stream, after),
    }
}

fn list<G: Play>(
    game: &G,
    store: &mut dyn Store,
    stream: &str,
    after: Option<u64>,
) -> Result<(u64, Vec<String>), String> {
    let mut list = store.again().map_err(plain)?;
    let base = store.base(stream).map_err(plain)?;
    // A state before the first of these records is in an archive.
    let after = after.filter(|after| *after > base.head.sequence + 1);
    let (mut standing, from) = match after {
        Some(after) => past::before(store, game, stream, after)?,
        None => past::first(store, game, stream)?,
    };
    let (mut count, mut odd) = (0, Vec::new());
    // The numbers of the rounds that are looked at: all of them, or those that end from here on.
    let (mut least, mut most) = (None, None);
    if after.is_none() {
        (least, most) = (Some(0), Some(base.rounds));
    }
    let search = |round: &Round, player| Search {
        stream: Some(stream.to_string()),
        player,
        from: Some(round.number),
        before: Some(round.number + 1),
        limit: 1,
        ..Search::default()
    };
    for record in Reading::new(store, stream, from, u64::MAX) {
        let record = record.map_err(plain)?;
        let what = |what| format!("stream {stream}, record {}: {what}", record.sequence);
        let Some(round) = standing.follow(game, &record).map_err(what)? else { continue };
        count += 1;
        let number = round.number;
        least.get_or_insert(number);
        most = most.max(Some(number));
        match list.round(stream, number).map_err(plain)? {
            None => odd.push(format!("{stream}: round {number} was played, but is not listed")),
            Some(known) if known != round => {
                odd.push(format!("{stream}: round {number} is not listed as it was played"));
            }
            Some(_) => {}
        }
        for player in &round.players {
            let found = list.rounds(&search(&round, Some(*player))).map_err(plain)?;
            if found.first().is_none_or(|found| found.number != number) {
                odd.push(format!("{stream}: round {number} is not found by its player {player}"));
            }
        }
    }
    // Every one of these was looked for; whatever else is listed was not played, or is in an archive.
    let (mut below, mut surplus) = (None, 0);
    loop {
        let page = Search {
            stream: Some(stream.to_string()),
            before: below,
            from: least,
            limit: 256,
            ..Search::default()
        };
        let page = list.rounds(&page).map_err(plain)?;
        let Some(last) = page.last() else { break };
        below = Some(last.number);
        let is_odd = |round: &&Round| match most {
            Some(most) => round.number > most || round.number <= base.rounds,
            None => round.last > from.sequence,
        };
        for round in page.iter().filter(is_odd) {
            surplus += 1;
            if surplus <= SURPLUS {
                odd.push(format!("{stream}: round {} is listed, but was not played here", round.number));
            }
        }
        if least.is_none() {
            // Of those before only what they say of themselves would tell.
            break;
        }
    }
    Ok((count, odd))
}
