//! Recall: a round again, step by step, as somebody may know it; and the draws of a table again.
//!
//! Needs the journal alone, and of it a stretch: from the last state that is on record ([`past`]), a few
//! records in memory at a time. A round that is still running is not recalled: its tiles are nobody's to see.

mod listed;

pub use listed::{confirm, confirm_all, confirm_to, listed, odd_lists};

use crate::house::Standing;
use crate::table::{read_seed, restore};
use crate::{Body, Drawn, FloorEvent, GameSetup, Happened, Play, Seed, TableSetup, Vault, past};
use game::{Conduct, Context, Moment, Person};
use journal::{Hash, Head, Reading, Record, Signer, Store};
use paigow::PaiGow;
use roulette::Roulette;
use rulebook::Shelf;
use serde::Serialize;
use serde_json::Value;

/// One record of a round, as somebody may know it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The version after it.
    pub version: u64,
    /// When.
    pub at: i64,
    /// Who did it; nobody for what happens around the table.
    pub who: Option<Person>,
    /// The steps it led to, with their clauses.
    pub steps: Vec<(String, Vec<String>)>,
    /// Whether wagers were taken after it.
    pub betting: bool,
    /// The table after it.
    pub view: Value,
}

/// What came of drawing a table's chance again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fairness {
    /// Turns whose seed was revealed and fits its commitment.
    pub turns: u64,
    /// Draws made again, and found to be what was played.
    pub draws: u64,
    /// Those of them that were made after betting had closed; the others the book has made before, as a wall.
    pub closed: u64,
    /// Draws of a turn that is not over.
    pub open: u64,
    /// The first thing that is wrong.
    pub wrong: Option<String>,
}

/// A table's game, made from its setup.
pub(crate) enum AnyGame {
    PaiGow(Box<PaiGow>),
    Roulette(Box<Roulette>),
}

pub(crate) fn game_of(setup: &TableSetup, shelf: &Shelf) -> Result<AnyGame, String> {
    let book = shelf.book(setup.book()).ok_or_else(|| format!("no book {}", setup.book()))?;
    Ok(match &setup.game {
        GameSetup::PaiGow(game) => {
            let game = PaiGow::new(book, (**game).clone()).map_err(|error| error.to_string())?;
            AnyGame::PaiGow(Box::new(game))
        }
        GameSetup::RapidRoulette { setup: game, .. } => {
            let game = Roulette::new(book, (**game).clone()).map_err(|error| error.to_string())?;
            AnyGame::Roulette(Box::new(game))
        }
    })
}

/// The setup in a table's first record, or in the state it begins with after an archive.
///
/// # Errors
/// There is none.
pub fn setup_of(store: &mut dyn Store, stream: &str) -> Result<TableSetup, String> {
    if let Some(setup) = past::setup(store, stream)? {
        return Ok(setup);
    }
    let base = store.base(stream).map_err(|error| error.to_string())?.head.sequence;
    if base > 0 {
        return Err(past::lost_words(store, stream, base + 1)?);
    }
    let first = store.range(stream, 1, 1).map_err(|error| error.to_string())?;
    let record = first.first().ok_or_else(|| format!("stream {stream} has no first record"))?;
    let body: Body<Value, Value> = serde_json::from_slice(&record.body)
        .map_err(|error| format!("stream {stream}, record 1: {error}"))?;
    match body {
        Body::Floor(FloorEvent::Opened { setup }) => Ok(*setup),
        _ => Err(format!("stream {stream}, record 1: it does not set up a table")),
    }
}

/// A round again: the records from `first` to `last` of a table, as a viewer may know them, one after the other
/// to `each`. It begins at the last state before the round, so an old table's rounds cost what a young one's do.
/// Between two records `wanted` is asked whether anybody still waits; nobody does, and it ends. Gives the hash of the
/// last record that was read.
///
/// # Errors
/// The journal cannot be read, or a record not be followed.
pub fn round(
    store: &mut dyn Store,
    shelf: &Shelf,
    stream: &str,
    (first, last): (u64, u64),
    viewer: &Person,
    wanted: &dyn Fn() -> bool,
    each: &mut dyn FnMut(Step) -> bool,
) -> Result<Hash, String> {
    let setup = setup_of(store, stream)?;
    match game_of(&setup, shelf)? {
        AnyGame::PaiGow(game) => steps(&*game, store, stream, (first, last), viewer, wanted, each),
        AnyGame::Roulette(game) => steps(&*game, store, stream, (first, last), viewer, wanted, each),
    }
}

fn steps<G: Play>(
    game: &G,
    store: &mut dyn Store,
    stream: &str,
    (first, last): (u64, u64),
    viewer: &Person,
    wanted: &dyn Fn() -> bool,
    each: &mut dyn FnMut(Step) -> bool,
) -> Result<Hash, String> {
    let (mut standing, from) = past::before(store, game, stream, first.saturating_sub(1))?;
    let mut hash = from.hash;
    for record in Reading::new(store, stream, from, last) {
        if !wanted() {
            return Ok(hash);
        }
        let record = &record.map_err(|error| error.to_string())?;
        hash = record.hash;
        let wrong = |what: String| format!("stream {}, record {}: {what}", record.stream, record.sequence);
        standing.follow(game, record).map_err(wrong)?;
        if record.sequence < first {
            continue;
        }
        let body: Body<G::Command, Vec<G::Event>> =
            serde_json::from_slice(&record.body).map_err(|error| wrong(error.to_string()))?;
        let (who, told) = match &body {
            Body::Floor(_) => (None, Vec::new()),
            Body::Game(happened) => {
                let told = happened.events.iter().map(|event| {
                    let told = game.told(event);
                    (told.step.to_string(), told.cites.iter().map(str::to_string).collect())
                });
                (Some(happened.who), told.collect())
            }
        };
        let view = serde_json::to_value(game.view(&standing.state, viewer)).unwrap_or_default();
        let betting = game.betting(&standing.state);
        if !each(Step { version: record.sequence, at: record.at, who, steps: told, betting, view }) {
            return Ok(hash);
        }
    }
    Ok(hash)
}

/// A table's state as its records alone lead to it, and the hash of its stored form.
///
/// # Errors
/// The journal cannot be read, or a record not be followed.
pub fn replay(store: &mut dyn Store, shelf: &Shelf, stream: &str) -> Result<(u64, Hash), String> {
    let setup = setup_of(store, stream)?;
    fn follow<G: Play>(game: &G, store: &mut dyn Store, stream: &str) -> Result<(u64, Hash), String> {
        let (mut standing, from) = past::first(store, game, stream)?;
        let mut count = 0;
        for record in Reading::new(store, stream, from, u64::MAX) {
            let record = record.map_err(|error| error.to_string())?;
            standing
                .follow(game, &record)
                .map_err(|what| format!("stream {}, record {}: {what}", record.stream, record.sequence))?;
            count += 1;
        }
        let bytes = serde_json::to_vec(&standing).unwrap_or_default();
        Ok((count, past::digest(&bytes)))
    }
    match game_of(&setup, shelf)? {
        AnyGame::PaiGow(game) => follow(&*game, store, stream),
        AnyGame::Roulette(game) => follow(&*game, store, stream),
    }
}

/// Tables whose seed is lost, or is not the one that was promised, each as what to say of it.
///
/// # Errors
/// The journal cannot be read, or a record not be followed.
pub fn lost_seeds(store: &mut dyn Store, shelf: &Shelf, signer: &Signer) -> Result<Vec<String>, String> {
    fn lost<G: Play>(
        game: &G,
        setup: &TableSetup,
        store: &mut dyn Store,
        vault: &Vault,
    ) -> Result<Option<String>, String> {
        let (stream, standing, _) = restore(game, setup, store)?;
        Ok(read_seed(store, vault, stream.name(), standing.house.promise.as_ref())?.err())
    }
    let vault = Vault::of(signer);
    let heads = store.heads().map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for (stream, _) in heads.iter().filter(|(name, head)| name.starts_with("table/") && head.sequence > 0) {
        let setup = setup_of(store, stream)?;
        found.extend(match game_of(&setup, shelf)? {
            AnyGame::PaiGow(game) => lost(&*game, &setup, store, &vault)?,
            AnyGame::Roulette(game) => lost(&*game, &setup, store, &vault)?,
        });
    }
    Ok(found)
}

/// Draws everything again that the house drew at a table, in some of its turns or in all.
///
/// # Errors
/// The journal cannot be read, or a record not be followed.
pub fn fairness(
    store: &mut dyn Store,
    shelf: &Shelf,
    stream: &str,
    turn: Option<u64>,
) -> Result<Fairness, String> {
    let setup = setup_of(store, stream)?;
    match game_of(&setup, shelf)? {
        AnyGame::PaiGow(game) => draws(&*game, store, stream, turn),
        AnyGame::Roulette(game) => draws(&*game, store, stream, turn),
    }
}

/// The last state before a turn began: states are few, and later ones are of later turns.
fn before_turn<G: Play>(
    game: &G,
    store: &mut dyn Store,
    stream: &str,
    turn: u64,
) -> Result<(Standing<G::State>, Head), String> {
    let head = store.head(stream).map_err(|error| error.to_string())?;
    let mut found = past::first(store, game, stream)?;
    let (mut low, mut high) = (found.1.sequence, head.map_or(0, |head| head.sequence));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let (standing, at) = past::before(store, game, stream, middle)?;
        if at.sequence <= low {
            // No state stands between the two.
            low = middle;
        } else if standing.house.promise.as_ref().is_none_or(|promise| promise.turn < turn) {
            (low, found) = (middle, (standing, at));
        } else {
            high = at.sequence - 1;
        }
    }
    Ok(found)
}

/// A draw that waits for its seed: what was drawn, the state before it, what was played with it.
struct Open<G: Play> {
    drawn: Drawn,
    state: G::State,
    happened: Happened<G::Command, Vec<G::Event>>,
    at: i64,
}

impl<G: Play> Open<G> {
    /// Whether what was played is what comes of the seed.
    fn is_from(&self, game: &G, stream: &str, seed: &Seed) -> bool {
        let mut again = self.happened.command.clone();
        game.fill(&mut again, &mut self.drawn.again(stream, seed));
        let context = Context::new(self.happened.who, Moment::new(self.at));
        again == self.happened.command
            && game
                .decide(&self.state, &again, &context)
                .is_ok_and(|again| again.events == self.happened.events)
    }
}

/// What is wrong with when a draw was made, if anything is.
fn ill_timed<G: Play>(
    game: &G,
    standing: &Standing<G::State>,
    record: &Record,
    drawn: &Drawn,
) -> Option<String> {
    let (house, what) = (&standing.house, &drawn.what);
    let promise = house.promise.as_ref();
    let next = promise.is_some_and(|promise| {
        promise.turn == drawn.turn && promise.mixed == drawn.mixed && promise.draws + 1 == drawn.number
    });
    if !next {
        return Some("its draw is not the next one of the turn".into());
    }
    let waits = !game.drawn_early(&standing.state, what);
    if waits && game.betting(&standing.state) {
        return Some(format!("the {what} was drawn while wagers were open"));
    }
    if (drawn.record, &drawn.after) != (record.sequence, &house.hangs) {
        return Some(format!(
            "its {what} does not depend on the last record that changed a wager or closed betting"
        ));
    }
    if !house.is_due(what) {
        return Some(format!("no record before it says that its {what} was about to be drawn"));
    }
    let told = |record: Option<u64>| record.map_or("no record".into(), |record| format!("record {record}"));
    let closed = house.closed.filter(|_| waits);
    (drawn.closed != closed).then(|| {
        let (said, was) = (told(drawn.closed), told(closed));
        format!("it says that {said} closed betting before the {what}, but {was} did")
    })
}

fn draws<G: Play>(
    game: &G,
    store: &mut dyn Store,
    stream: &str,
    wanted: Option<u64>,
) -> Result<Fairness, String> {
    let (mut standing, from) = match wanted {
        Some(turn) => before_turn(game, store, stream, turn)?,
        None => past::first(store, game, stream)?,
    };
    let mut open: Vec<Open<G>> = Vec::new();
    let mut found = Fairness::default();
    for record in Reading::new(store, stream, from, u64::MAX) {
        let record = &record.map_err(|error| error.to_string())?;
        let wrong = |what: &str| format!("stream {}, record {}: {what}", record.stream, record.sequence);
        let body: Body<G::Command, Vec<G::Event>> =
            serde_json::from_slice(&record.body).map_err(|error| wrong(&error.to_string()))?;
        match body {
            Body::Game(happened) => {
                let chance = game.calls(&happened.command).is_some() && game.draws();
                match (happened.drawn.clone(), chance) {
                    (Some(drawn), _) => {
                        if let Some(what) = ill_timed(game, &standing, record, &drawn) {
                            found.wrong = Some(wrong(&what));
                            return Ok(found);
                        }
                        open.push(Open { drawn, state: standing.state.clone(), happened, at: record.at });
                    }
                    (None, true) => {
                        found.wrong = Some(wrong("it uses chance that was not drawn"));
                        return Ok(found);
                    }
                    (None, false) => {}
                }
            }
            Body::Floor(FloorEvent::Revealed { turn, seed, drawn, .. }) => {
                let commitment = standing.house.promise.as_ref().map(|promise| promise.commitment.clone());
                let mut bytes = [0; 32];
                let seed = hex::decode_to_slice(&seed, &mut bytes).map(|()| Seed(bytes));
                let fits =
                    |seed: &Seed| Some(seed.commitment(&record.stream, turn).to_string()) == commitment;
                let Some(seed) = seed.ok().filter(fits) else {
                    found.wrong = Some(wrong("the seed does not fit its commitment"));
                    return Ok(found);
                };
                // As the state has them: reading may have begun within an earlier turn.
                if drawn != standing.house.drawn {
                    found.wrong = Some(wrong("it does not name the draws made in the turn"));
                    return Ok(found);
                }
                let checked = wanted.is_none_or(|wanted| wanted == turn);
                for one in open.drain(..) {
                    if !one.is_from(game, &record.stream, &seed) {
                        let what = format!("record {} was not drawn from its seed", one.drawn.record);
                        found.wrong = Some(wrong(&what));
                        return Ok(found);
                    }
                    found.draws += u64::from(checked);
                    found.closed += u64::from(checked && one.drawn.closed.is_some());
                }
                found.turns += u64::from(checked);
                if wanted == Some(turn) {
                    return Ok(found);
                }
            }
            Body::Floor(_) => {}
        }
        standing.follow(game, record).map_err(|what| wrong(&what))?;
    }
    found.open = open.len() as u64;
    Ok(found)
}

/// Whether a table's game draws its chance.
///
/// # Errors
/// There is no such game.
pub fn draws_chance(setup: &TableSetup, shelf: &Shelf) -> Result<bool, String> {
    Ok(match game_of(setup, shelf)? {
        AnyGame::PaiGow(game) => game.draws(),
        AnyGame::Roulette(game) => game.draws(),
    })
}
