//! Only what a viewer may know leaves a table: everybody looks at random rounds by every book, every byte
//! that anybody is sent is kept, and none of them names a tile that its viewer may not know then, nor a
//! seed that was not shown.
//!
//! Who may know which tile is worked out here a second time, from the events in the journal and the books'
//! words, not by asking for views.
#![allow(clippy::unwrap_used)]

mod common;

use bytes::Bytes;
use common::{Dice, Known, May, act, playing, staff};
use floor::ask::{Ask, Cosigner, Reply};
use floor::{Body, Clock, GameSetup, Handle, Outlet, Pace, TableSetup};
use game::{Game, Person, StaffId};
use journal::{Place, Record};
use paigow::event::{hand, mishap, settle, wall};
use paigow::{Command, Event, PaiGow, Phase, Setter, State, What};
use rulebook::Method;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tiles::Tile;

/// What everybody, and what some, have seen of the running round.
#[derive(Clone, Default)]
struct Knowledge {
    /// Tiles that lay open to all.
    open: BTreeSet<String>,
    /// Areas whose caller, or banker, looked.
    looked: BTreeSet<u8>,
    /// Areas that the dealer set.
    dealers: BTreeSet<u8>,
    /// Conceded hands that a supervisor looked at.
    conceded: BTreeSet<u8>,
}

fn name(tile: Tile) -> String {
    serde_json::to_value(tile).unwrap().as_str().unwrap().to_string()
}

/// The tiles of an area.
fn hand(table: &State, area: u8) -> Vec<String> {
    let hand = table.areas[usize::from(area) - 1].hand.as_ref();
    hand.map_or_else(Vec::new, |hand| hand.tiles.iter().flatten().map(|tile| name(*tile)).collect())
}

impl Knowledge {
    /// Follows an event; the table is the one after it.
    fn follow(&mut self, table: &State, what: &What) {
        match what {
            // What lay open in a round is told in its views until the next wall is made.
            What::Settle(settle::What::RoundOver)
            | What::Mishap(mishap::What::RoundVoid { .. })
            | What::Wall(wall::What::Shuffled) => *self = Self::default(),
            What::Mishap(mishap::What::TilesExposed { area, which, .. }) => {
                let tiles = table.areas[usize::from(*area) - 1].hand.as_ref().unwrap().tiles;
                let shown = tiles.iter().enumerate().filter(|(place, _)| which >> place & 1 == 1);
                self.open.extend(shown.filter_map(|(_, tile)| *tile).map(name));
            }
            What::Hand(hand::What::OwnShown { area })
            | What::Settle(settle::What::HandOpened { area, .. })
            | What::Hand(hand::What::TurnedUp { area, .. }) => {
                self.open.extend(hand(table, *area));
            }
            What::Settle(settle::What::BankShown { area, hidden: false, .. }) => {
                self.open.extend(hand(table, *area))
            }
            What::Hand(hand::What::Looked { area }) => drop(self.looked.insert(*area)),
            // Who touches tiles that were left to the dealer and are not set yet, has them in hand.
            What::Hand(hand::What::Touched { area, answers: true, .. }) => {
                let area_now = &table.areas[usize::from(*area) - 1];
                if !area_now.house_way && area_now.hand.as_ref().is_some_and(|hand| hand.set.is_none()) {
                    self.looked.insert(*area);
                }
            }
            // Known to whoever set it.
            What::Hand(hand::What::HouseWaySet { area, .. })
            | What::Hand(hand::What::BankSet { area, by: Setter::Dealer, .. }) => {
                self.dealers.insert(*area);
            }
            What::Hand(hand::What::ConcededSeen { area }) => drop(self.conceded.insert(*area)),
            _ => {}
        }
    }

    /// Whether every player with a wager has set, or has left it to the dealer.
    fn all_set(&self, table: &State) -> bool {
        (1..=table.areas.len() as u8).filter(|number| *number != table.bank.chung).all(|number| {
            let area = &table.areas[usize::from(number) - 1];
            let plays = area.hand.as_ref().is_some_and(|hand| hand.plays());
            let waits = area.caller.is_some() && table.wagers.iter().any(|wager| wager.area == number);
            let set = area.hand.as_ref().is_none_or(|hand| hand.set.is_some() || hand.asked);
            !(plays && waits) || set
        })
    }

    /// The tiles that somebody may know at a table.
    fn of(&self, game: &PaiGow, table: &State, viewer: &Person) -> BTreeSet<String> {
        let mut may = self.open.clone();
        let rules = &game.parameters().table;
        let all = rules.unused_tiles_shown_after.value;
        // crown-6.1 10.1.4: once everything is paid, and the lots that nobody was dealt lie with the rest.
        let unused_open = table.phase == Phase::Clear
            && match viewer {
                Person::Player(_) | Person::Public => all,
                Person::Staff(..) | Person::House => all || !rules.unused_tiles_closed_to_dealer.value,
                Person::Inspector(_) => true,
            };
        if unused_open {
            may.extend(table.wall.left_over.iter().flatten().flatten().map(|tile| name(*tile)));
        }
        for number in 1..=table.areas.len() as u8 {
            let area = &table.areas[usize::from(number) - 1];
            let bank = number == table.bank.chung;
            let unused = area.hand.as_ref().is_some_and(|hand| hand.unused);
            let blind = area.hand.as_ref().is_some_and(|hand| hand.blind);
            let own = match viewer {
                _ if unused => unused_open,
                Person::Player(id) if bank => {
                    let banks = table.bank.holders.iter().any(|holder| holder.player == *id);
                    banks && !blind && self.looked.contains(&number)
                }
                Person::Player(id) => area.caller == Some(*id) && !blind && self.looked.contains(&number),
                Person::Staff(_, rank) => {
                    let asked = area.hand.as_ref().is_some_and(|hand| hand.asked);
                    let banks = table.bank.method == Method::Player;
                    // What is the dealer's to set, lies before the dealer once it is to be set.
                    let sets = match bank {
                        true => (asked || !banks) && self.all_set(table),
                        false => asked || area.caller.is_none(),
                    };
                    self.dealers.contains(&number)
                        || (rank.0 > 0 && self.conceded.contains(&number))
                        || (sets && matches!(table.phase, Phase::Set | Phase::Match))
                }
                _ => false,
            };
            if own {
                may.extend(hand(table, number));
            }
        }
        may
    }
}

/// Everything that may be known, by version of the table.
struct Truth {
    /// For every version the table and what was seen of it.
    versions: Vec<(State, Knowledge)>,
    /// For every seed the version at which it was shown.
    shown: BTreeMap<String, u64>,
}

impl Truth {
    fn new(game: &PaiGow, records: &[Record]) -> Self {
        let mut table = game.start();
        let mut known = Knowledge::default();
        let mut truth = Self { versions: vec![(table.clone(), known.clone())], shown: BTreeMap::new() };
        for record in records {
            match serde_json::from_slice::<Body<Command, Vec<Event>>>(&record.body).unwrap() {
                Body::Game(happened) => {
                    for event in &happened.events {
                        game.evolve(&mut table, event);
                        known.follow(&table, &event.what);
                    }
                }
                Body::Floor(floor::FloorEvent::Revealed { seed, .. }) => {
                    truth.shown.insert(seed, record.sequence);
                }
                Body::Floor(_) => {}
            }
            truth.versions.push((table.clone(), known.clone()));
        }
        truth
    }

    /// What may be known at a version, by whoever was told of everything since another.
    fn may(&self, game: &PaiGow, (seen, version): (u64, u64), viewer: &Person) -> BTreeSet<String> {
        let all = &self.versions[seen.min(version) as usize..=version as usize];
        all.iter().flat_map(|(table, known)| known.of(game, table, viewer)).collect()
    }
}

/// The tiles that are named in some bytes.
fn named(bytes: &[u8], names: &[String]) -> BTreeSet<String> {
    let text = std::str::from_utf8(bytes).unwrap();
    names.iter().filter(|name| text.contains(&format!("\"{name}\""))).cloned().collect()
}

/// Somebody who looks, with everything that they were sent.
struct Viewer {
    who: Person,
    outlet: Arc<Outlet>,
    sent: Vec<Bytes>,
    /// The choices that they were told, and what they may do now.
    may: May,
    legal: Vec<Value>,
}

impl Viewer {
    async fn new(handle: &Handle, who: Person) -> Self {
        let outlet = handle.watch(who, None, true).await.unwrap();
        Self { who, outlet, sent: Vec::new(), may: May::default(), legal: Vec::new() }
    }

    fn hear(&mut self) {
        while let Some(message) = self.outlet.take() {
            let said = common::read(&message);
            if let Some(legal) = self.may.hear(&said) {
                self.legal = legal;
            }
            self.sent.push(message);
        }
    }
}

/// What nobody does here: it would end the table, or a person would be gone for good.
const NOT: [&str; 8] = [
    "leave",
    "post-closing",
    "end-play",
    "close-table",
    "bar-player",
    "decide-removal",
    "void-wagers",
    "free-seat",
];

/// What leads a round on to its end; the rest leads astray, and is done now and then.
const ON: [&str; 30] = [
    "lay-out-tiles",
    "check-tiles",
    "open-table",
    "offer-bank",
    "accept-bank",
    "decline-bank",
    "name-shaker",
    "shuffle",
    "do-laja",
    "place",
    "close-bets",
    "shake",
    "show-dice",
    "name-cut",
    "register-cut",
    "deal",
    "look",
    "set-hand",
    "lay-down",
    "ask-house-way",
    "set-house-way",
    "check-house-way",
    "show-own",
    "lift-chung",
    "confirm-bank",
    "show-bank",
    "open-hand",
    "turn-up",
    "pay",
    "finish-round",
];

/// Which of the viewers deals, where a person does.
const DEALER: usize = 3;

/// How far a table has come.
async fn version(handle: &Handle) -> u64 {
    let look = handle.look(Person::Public).await.unwrap();
    let said: Value = serde_json::from_slice(&look.message).unwrap();
    said["version"].as_u64().unwrap()
}

/// Plays for so many steps with everybody acting as they may; what everybody was sent, and the records.
async fn play(setup: TableSetup, entropy: Arc<Known>, steps: usize, seed: u64) -> (Vec<Viewer>, Vec<Record>) {
    let place = Place::memory();
    let floor = common::open(&place, entropy);
    let clock: Clock = floor.clock().clone();
    let (stream, by_hand) = (setup.stream(), !setup.house_deals());
    let handle = floor.open_table(setup, &mut *place.open().unwrap()).unwrap();
    let mut dice = Dice::new(seed);
    let mut viewers = Vec::new();
    let players = (1..=3).map(playing);
    let others = [
        staff(11, 0),
        staff(12, 1),
        staff(13, 2),
        staff(14, 5),
        Person::Inspector(StaffId(15)),
        Person::Public,
    ];
    for who in players.chain(others) {
        viewers.push(Viewer::new(&handle, who).await);
    }
    if by_hand {
        handle.deal(viewers[DEALER].who, true).await.unwrap();
    }
    for step in 0..steps {
        clock.turn(dice.below(400) as i64);
        // Twice through the table, so that it has done what the time asks for.
        for _ in 0..2 {
            let viewer = dice.below(viewers.len());
            let look = handle.look(viewers[viewer].who).await.unwrap();
            viewers[viewer].sent.push(look.message);
        }
        viewers.iter_mut().for_each(Viewer::hear);
        let mut turn = dice.below(viewers.len());
        if by_hand && dice.below(3) == 0 {
            turn = DEALER;
        }
        let (who, outlet) = (viewers[turn].who, viewers[turn].outlet.clone());
        if let Person::Player(player) = who
            && step < 60
        {
            let place = 1 + dice.below(8) as u8;
            let _ = handle.join(player, place, money::Amount::of(5_000)).await;
        }
        let mut by_kind: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for choice in &viewers[turn].legal {
            let command = &choice["command"];
            let kind = command["do"].as_str().unwrap().to_string();
            if !NOT.contains(&kind.as_str()) {
                by_kind.entry(kind).or_default().push(command.clone());
            }
        }
        if dice.below(10) > 0 && by_kind.keys().any(|kind| ON.contains(&kind.as_str())) {
            by_kind.retain(|kind, _| ON.contains(&kind.as_str()));
        }
        let Some((_, commands)) = by_kind.iter().nth(dice.below(by_kind.len())) else { continue };
        let command = &commands[dice.below(commands.len())];
        let mut asked = act(&handle, who, Some(&format!("{step}")), command);
        let before = version(&handle).await;
        if who.is_staff()
            && let Ok(preview) = handle.preview(act(&handle, who, None, command)).await
        {
            // One person's word is not enough for what takes two, unless the house has dealt on meanwhile.
            let alone = handle.act(act(&handle, who, None, command)).await.map_err(|refused| refused.code);
            let moved = version(&handle).await != before;
            assert!(alone == Err("second.wanted") || moved && alone.is_err(), "{command}: {alone:?}");
            asked.second = Some(Box::new(Cosigner { who: staff(99, 9), saw: preview.effect }));
        }
        handle.ask(Ask::Act { act: asked, reply: Reply::Station(outlet, format!("{step}")) }).await.unwrap();
    }
    handle.look(Person::Public).await.unwrap();
    viewers.iter_mut().for_each(Viewer::hear);
    floor.stop().await;
    let records = place.open().unwrap().tail(&stream, 0).unwrap();
    (viewers, records)
}

/// What was looked at.
#[derive(Debug, Default)]
struct Looked {
    messages: usize,
    bytes: usize,
    named: usize,
    rounds: usize,
    records: usize,
}

fn check(setup: &TableSetup, steps: usize, seed: u64, sum: &mut Looked) {
    let GameSetup::PaiGow(inner) = &setup.game else { panic!("Pai Gow") };
    let game = PaiGow::new(common::SHELF.book(&inner.book).unwrap(), (**inner).clone()).unwrap();
    let entropy = Known::new(seed);
    let (viewers, records) = common::alone(play(setup.clone(), entropy.clone(), steps, seed));
    let truth = Truth::new(&game, &records);
    let names: Vec<String> = Tile::all().map(name).collect();
    let seeds = entropy.digits();
    for viewer in &viewers {
        let (mut choices, mut seen) = (May::default(), 0);
        for message in &viewer.sent {
            let mut said = common::read(message);
            let version = said["version"].as_u64().unwrap();
            let at = || format!("{} by {}, version {version}, to {:?}", setup.id, inner.book, viewer.who);
            let legal = choices.hear(&said);
            // Only what may be done now is told of.
            let told = said.as_object_mut().unwrap().remove("choices").unwrap_or_default();
            for choice in told.as_object().into_iter().flatten().map(|(_, choice)| choice) {
                assert!(legal.as_ref().is_some_and(|legal| legal.contains(choice)), "{}: {choice}", at());
            }
            // What lay open in between is told, though it may lie there no more; a view shows what lies there.
            let notes = said.as_object_mut().unwrap().remove("notes").unwrap_or_default();
            let since = truth.may(&game, (seen, version), &viewer.who);
            let noted = named(notes.to_string().as_bytes(), &names);
            assert!(noted.is_subset(&since), "{}: {:?} in {notes}", at(), noted.difference(&since));
            sum.named += noted.len();
            seen = version;
            let may = truth.may(&game, (version, version), &viewer.who);
            let found = named(said.to_string().as_bytes(), &names);
            assert!(found.is_subset(&may), "{}: {:?} in {said}", at(), found.difference(&may));
            sum.named += found.len();
            if let Some(legal) = legal {
                for choice in &legal {
                    // Where tiles are to be keyed in, some stand there that mean nothing: all in order.
                    let asks =
                        ["order", "tiles", "exposed"].contains(&choice["input"].as_str().unwrap_or(""));
                    let found = named(choice.to_string().as_bytes(), &names);
                    let order = asks
                        && choice["command"]["order"].as_array().is_some_and(|order| {
                            order.iter().zip(&names).all(|(stands, name)| stands.as_str() == Some(name))
                        });
                    assert!(order || found.is_subset(&may), "{}: {choice}", at());
                }
            }
            let text = std::str::from_utf8(message).unwrap();
            for seed in &seeds {
                let shown = truth.shown.get(seed).is_some_and(|shown| *shown <= version);
                assert!(shown || !text.contains(seed), "{}: a seed that was not shown", at());
            }
            sum.messages += 1;
            sum.bytes += message.len();
        }
        assert!(viewer.sent.len() > 10, "{:?} was sent little", viewer.who);
    }
    for record in &records {
        let text = String::from_utf8(record.body.clone()).unwrap();
        for seed in seeds.iter().filter(|seed| text.contains(*seed)) {
            assert_eq!(truth.shown.get(seed), Some(&record.sequence), "a seed is in the journal too early");
        }
    }
    sum.records += records.len();
    sum.rounds += truth.versions.iter().map(|(table, _)| table.round as usize).max().unwrap();
}

fn nobody_is_told_too_much(house: bool, steps: usize, seed: u64) -> Looked {
    let pace = Pace { step: 60, wagers: 3000, bank: 500, hands: 3000, pause: 200, round: 100, alone: true };
    let mut sum = Looked::default();
    for (place, (book, variant)) in common::games().enumerate() {
        let setup = common::pai_gow(&format!("t{place}"), book, variant, house, pace);
        check(&setup, steps, seed * 100 + place as u64, &mut sum);
    }
    println!("{sum:?}");
    sum
}

#[test]
fn nobody_is_told_too_much_where_the_house_deals() {
    let sum = nobody_is_told_too_much(true, 500, 1);
    assert!(sum.rounds > 100 && sum.named > 500, "{sum:?}");
}

#[test]
fn nobody_is_told_too_much_where_a_person_deals() {
    let sum = nobody_is_told_too_much(false, 700, 2);
    assert!(sum.rounds > 10 && sum.named > 500, "{sum:?}");
}
