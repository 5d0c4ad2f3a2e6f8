//! A round again: early ones of a table against late ones, when it has played 100,000 rounds.

use super::{Folder, tables};
use crate::contest::Outcome;
use floor::{Clock, Floor, Pace, System};
use game::Person;
use journal::{Place, Signer};
use money::Amount;
use rulebook::Shelf;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROUNDS: u32 = 100_000;
/// Rounds on either side: enough that states fall everywhere in between.
const EARLY: RangeInclusive<u32> = 10..=73;
const LATE: RangeInclusive<u32> = ROUNDS - 63..=ROUNDS;

/// Early rounds and late ones.
pub(crate) fn recall() -> Result<Outcome, String> {
    let folder = Folder::new("recall")?;
    let place = Place::Sqlite(folder.path().join("houseway.db"));
    let records = play(&place, &folder)?;
    let shelf = Shelf::embedded().map_err(|faults| faults.to_string())?;
    // Once to get warm.
    again(&place, &shelf, EARLY)?;
    again(&place, &shelf, LATE)?;
    let (early, late) = (again(&place, &shelf, EARLY)?, again(&place, &shelf, LATE)?);
    let ratio = late.as_secs_f64() / early.as_secs_f64();
    let text = format!(
        "rounds 99,937 to 100,000 of a table of {records} records are recalled in {:.2} ms each, rounds 10 to 73 in \
         {:.2} ms: {ratio:.2} times (wanted: 0.5 to 2)",
        late.as_secs_f64() * 1e3,
        early.as_secs_f64() * 1e3
    );
    Ok(Outcome { text, met: (0.5..=2.0).contains(&ratio) })
}

/// Plays a table until it is old; its records.
fn play(place: &Place, folder: &Folder) -> Result<u64, String> {
    let signer = Signer::at(&folder.path().join("house.key")).map_err(|error| error.to_string())?;
    let shelf = Shelf::embedded().map_err(|faults| faults.to_string())?;
    let floor = Floor::open(place, signer, shelf, Arc::new(System), Clock::system)
        .map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let entered = runtime.enter();
    let mut setups = tables(1, Pace::FAST, 1);
    // A bot that has nothing left would hold the table up.
    setups.iter_mut().for_each(|setup| setup.purse = Amount::of(1_000_000_000));
    floor.open_tables(setups).map_err(|error| error.to_string())?;
    let table = floor.table("t0").ok_or("no table")?;
    while table.info().round <= ROUNDS {
        std::thread::sleep(Duration::from_millis(100));
    }
    let records = table.info().version;
    drop(entered);
    runtime.block_on(floor.stop());
    Ok(records)
}

/// What a round takes on average, from asking for it to its last step, as the server does it.
fn again(place: &Place, shelf: &Shelf, rounds: RangeInclusive<u32>) -> Result<Duration, String> {
    let count = rounds.clone().count() as u32;
    let begun = Instant::now();
    for number in rounds {
        let mut store = place.open().map_err(|error| error.to_string())?;
        let found = store.round("table/t0", number).map_err(|error| error.to_string())?;
        let round = found.ok_or_else(|| format!("no round {number}"))?;
        let mut steps = 0;
        let mut each = |_| {
            steps += 1;
            true
        };
        let span = (round.first, round.last);
        floor::recall::round(&mut *store, shelf, "table/t0", span, &Person::Public, &|| true, &mut each)?;
        if steps != round.last - round.first + 1 {
            return Err(format!("round {number} has {steps} steps"));
        }
    }
    Ok(begun.elapsed() / count)
}
