//! What the floor knows about a table beside the game: its setup, its promise of chance, who deals,
//! whether it stands still, and the round that is running. Follows records, live and on replay alike.

use crate::authority::Dealing;
use crate::{Body, Drawn, FloorEvent, Happened, Numbers, Play, Promise, Purses, TableSetup, Wish};
use game::Person;
use journal::{Hash, Record, Round, read_moves};
use money::{Account, PlayerId};
use serde::{Deserialize, Serialize};

/// What the floor knows about a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct House {
    /// How it was set up.
    pub setup: Option<Box<TableSetup>>,
    /// The commitment in force.
    pub promise: Option<Promise>,
    /// What was drawn in the running turn.
    pub drawn: Vec<Drawn>,
    /// The record since which no wager is taken; nothing while betting is open.
    pub closed: Option<u64>,
    /// What draws hang on: the hash of the record that began the turn, changed a wager or closed betting last.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hangs: String,
    /// What is about to be drawn, until it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Due>,
    /// The last seed that was shown.
    pub revealed: Option<Shown>,
    /// Who deals in the house's place.
    pub dealer: Option<Person>,
    /// Why it is halted.
    pub halted: Option<String>,
    /// Players who asked to go, and have not gone yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaving: Vec<PlayerId>,
    /// What dealers asked for out of players' accounts, until the players have answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<Wish>,
    /// What dealers changed from cash into chips within 48 hours: [`Cash`](crate::Cash) says what of it counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
    /// The round that is running.
    pub meter: Meter,
}

/// A draw that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// In which turn of chance.
    pub turn: u64,
    /// What: `wall`, `dice`, `ball`.
    pub what: String,
    /// The hash of the record that it hangs on.
    pub hangs: String,
    /// The hash of the record that says so.
    pub record: String,
}

/// Cash that a dealer changed into chips: nobody else has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// The dealer's number.
    pub dealer: u32,
    /// When.
    pub at: i64,
    /// How much.
    pub units: i64,
}

/// How long it counts, in milliseconds.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

/// A seed that was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Shown {
    /// Of which turn.
    pub turn: u64,
    /// The commitment to it.
    pub commitment: String,
    /// The seed.
    pub seed: String,
}

/// What the running round has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meter {
    /// Rounds that ended.
    pub rounds: u32,
    /// The first record of this one; 0 before it.
    first: u64,
    /// When that was.
    began: i64,
    /// When the round before began.
    before: i64,
    players: Vec<u32>,
    staked: i64,
    most: i64,
    irregular: Vec<String>,
}

impl Meter {
    /// Whether no round is running.
    pub const fn is_between(&self) -> bool {
        self.first == 0
    }

    /// When this round began; before its first record, when the last one did.
    pub const fn began(&self) -> i64 {
        if self.first == 0 { self.before } else { self.began }
    }

    /// Whether something has happened since the last round ended.
    pub const fn is_running(&self) -> bool {
        self.first > 0
    }
}

impl House {
    /// Who deals here.
    pub(crate) fn dealing(&self) -> Dealing {
        let house = self.setup.as_ref().is_some_and(|setup| setup.house_deals());
        Dealing { house, dealer: self.dealer }
    }

    /// Follows what happened around the table, by the hash of its record.
    pub fn follow_floor(&mut self, event: &FloorEvent, hash: &Hash) {
        if matches!(event, FloorEvent::Committed { .. } | FloorEvent::Revealed { .. }) {
            self.hangs = hash.to_string();
        }
        match event {
            FloorEvent::Opened { setup } => self.setup = Some(setup.clone()),
            FloorEvent::Committed { promise } => self.promise = Some(promise.clone()),
            FloorEvent::Mixed { added, .. } => {
                if let Some(promise) = &mut self.promise {
                    promise.mix(added.as_bytes());
                }
            }
            FloorEvent::Due { what, hangs } => {
                let turn = self.promise.as_ref().map_or(0, |promise| promise.turn);
                let (what, hangs) = (what.clone(), hangs.clone());
                self.due = Some(Due { turn, what, hangs, record: hash.to_string() });
            }
            FloorEvent::Revealed { turn, seed, next, .. } => {
                self.due = None;
                let commitment = self.promise.take().map(|promise| promise.commitment).unwrap_or_default();
                self.revealed = Some(Shown { turn: *turn, commitment, seed: seed.clone() });
                self.drawn.clear();
                self.promise = Some(next.clone());
            }
            FloorEvent::DealerTook { who } => self.dealer = Some(*who),
            FloorEvent::DealerGave { .. } => self.dealer = None,
            FloorEvent::SpendAsked { wish } => self.wishes.push((**wish).clone()),
            FloorEvent::SpendOver { number, .. } => self.wishes.retain(|wish| wish.number != *number),
            FloorEvent::Signed { .. } => {}
            FloorEvent::Leaving { player, .. } => self.leaving.push(*player),
            FloorEvent::Stood { .. } => {}
            FloorEvent::Halted { why } => self.halted = Some(why.clone()),
            FloorEvent::Resumed { .. } => self.halted = None,
        }
    }

    /// Follows what happened in the game; the round, if one ended.
    pub fn follow_game<G: Play>(
        &mut self,
        game: &G,
        record: &Record,
        happened: &Happened<G::Command, Vec<G::Event>>,
    ) -> Option<Round> {
        self.follow_draw(happened.drawn.as_ref());
        self.follow_cash(game, (happened.who, happened.second), record.at, &happened.events);
        self.follow_events(game, record, &happened.events)
    }

    /// Follows cash that a dealer changed alone.
    pub fn follow_cash<G: Play>(
        &mut self,
        game: &G,
        (who, second): (Person, Option<Person>),
        at: i64,
        events: &[G::Event],
    ) {
        let cash = self.setup.as_ref().is_some_and(|setup| setup.money == Purses::Cash);
        let Person::Staff(dealer, _) = who else { return };
        // The player's own word is no second person's.
        if !cash || matches!(second, Some(Person::Staff(..))) {
            return;
        }
        let units: i64 = bought(game, events).map(|(_, units)| units).sum();
        if units > 0 {
            // By the records' own time, of which some may not count: it is kept for longer than it counts.
            self.changed.retain(|one| at - one.at < 2 * DAY);
            self.changed.push(Changed { dealer: dealer.0, at, units });
        }
    }

    /// Follows a draw.
    pub fn follow_draw(&mut self, drawn: Option<&Drawn>) {
        if let (Some(drawn), Some(promise)) = (drawn, &mut self.promise) {
            promise.draws = drawn.number;
            self.due = None;
            self.drawn.push(drawn.clone());
        }
    }

    /// Follows whether wagers are taken after a record. One that changes a wager although betting has closed, as
    /// a banker may allow (star-2016 9.7), is the close from then on.
    pub fn follow_betting<G: Play>(
        &mut self,
        game: &G,
        state: &G::State,
        events: &[G::Event],
        record: &Record,
    ) {
        let changes = events.iter().any(|event| game.staked(event).is_some());
        let (mut hangs, was_closed) = (changes, self.closed.is_some());
        if game.betting(state) {
            self.closed = None;
        } else if self.closed.is_none() || changes {
            self.closed = Some(record.sequence);
            hangs = true;
        }
        if hangs {
            self.hangs = record.hash.to_string();
        }
        // What two people ended, or made another, is not due any more.
        let opens = was_closed && self.closed.is_none();
        if self.due.as_ref().is_some_and(|due| due.hangs != self.hangs || opens) {
            self.due = None;
        }
    }

    /// Whether something of this name is about to be drawn from the running turn, on what draws hang on now.
    pub(crate) fn is_due(&self, what: &str) -> bool {
        self.due.as_ref().is_some_and(|due| due.what == what && due.hangs == self.hangs)
    }

    /// What happened in the game, without the draw.
    pub fn follow_events<G: Play>(
        &mut self,
        game: &G,
        record: &Record,
        events: &[G::Event],
    ) -> Option<Round> {
        let meter = &mut self.meter;
        let plays = |meter: &mut Meter, player: PlayerId| {
            if !player.is_house() && !meter.players.contains(&player.number()) {
                meter.players.push(player.number());
            }
        };
        if meter.first == 0 {
            (meter.first, meter.began) = (record.sequence, record.at);
        }
        let mut ended = false;
        for event in events {
            let told = game.told(event);
            ended |= told.ends;
            if told.irregular && !meter.irregular.iter().any(|word| word == told.step) {
                meter.irregular.push(told.step.to_string());
            }
            if let Some((player, units)) = game.staked(event) {
                meter.staked += units;
                plays(meter, player);
            }
            for step in game.moves(event) {
                meter.most = meter.most.max(step.amount.units());
                // Whose money lies on the layout or in the bank, plays.
                for account in [step.from, step.to] {
                    if let Account::Layout(player) | Account::LayoutTokens(player) | Account::Bank(player) =
                        account
                    {
                        plays(meter, player);
                    }
                }
                if let (Account::Player(player), Account::Bank(_)) = (step.from, step.to) {
                    plays(meter, player);
                }
            }
        }
        if !ended {
            return None;
        }
        let rounds = meter.rounds + 1;
        let next = Meter { rounds, before: meter.began, ..Meter::default() };
        let meter = std::mem::replace(meter, next);
        Some(Round {
            stream: record.stream.to_string(),
            number: rounds,
            first: meter.first,
            last: record.sequence,
            began: meter.began,
            ended: record.at,
            players: meter.players,
            staked: meter.staked,
            most: meter.most,
            irregular: meter.irregular,
        })
    }
}

/// The chips that people bought for cash, and how much.
pub(crate) fn bought<'e, G: Play>(
    game: &'e G,
    events: &'e [G::Event],
) -> impl Iterator<Item = (PlayerId, i64)> + 'e {
    let steps = events.iter().flat_map(|event| game.moves(event));
    let bought = steps.filter_map(|step| match (step.from, step.to) {
        (Account::Cage, Account::Player(player)) => Some((player, step.amount.units())),
        _ => None,
    });
    bought.filter(|(player, _)| !player.is_house() && !Numbers::is_bot(*player))
}

/// A table's state with what the floor knows: what a snapshot keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: serde::de::DeserializeOwned"))]
pub struct Standing<S> {
    /// The game's state.
    pub state: S,
    /// The floor's.
    pub house: House,
}

impl<S> Standing<S> {
    /// What staff have to do before play can go on, if it waits for them.
    pub fn waits_for<G: Play<State = S>>(&self, game: &G) -> Option<String> {
        let dealing = self.house.dealing();
        let nobody = !dealing.house && dealing.dealer.is_none() && !game.players(&self.state).is_empty();
        game.waits_for(&self.state).or_else(|| nobody.then(|| "a dealer has to take the table".to_string()))
    }

    /// Forgets who asked to go and has gone, so that they may come again.
    pub fn let_gone<G: Play<State = S>>(&mut self, game: &G) {
        if !self.house.leaving.is_empty() {
            let here = game.players(&self.state);
            self.house.leaving.retain(|player| here.contains(player));
        }
    }

    /// Follows a record that was read; the round, if one ended with it.
    ///
    /// # Errors
    /// What in it cannot be read.
    pub fn follow<G: Play<State = S>>(&mut self, game: &G, record: &Record) -> Result<Option<Round>, String> {
        let body: Body<G::Command, Vec<G::Event>> =
            serde_json::from_slice(&record.body).map_err(|error| format!("its body is unknown: {error}"))?;
        read_moves(&record.moves)?;
        let mut ended = None;
        match body {
            Body::Floor(event) => self.house.follow_floor(&event, &record.hash),
            Body::Game(happened) => {
                for event in &happened.events {
                    game.evolve(&mut self.state, event);
                }
                ended = self.house.follow_game(game, record, &happened);
                self.house.follow_betting(game, &self.state, &happened.events, record);
                self.let_gone(game);
            }
        }
        Ok(ended)
    }
}
