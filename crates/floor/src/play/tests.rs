//! Tests of how games are dealt without a person: a floor in small, with a clock that only moves when nothing
//! else does.
#![allow(clippy::unwrap_used)]

mod paigow;
mod paigow_clock;
mod paigow_people;
mod roulette;

use super::{Next, Pace, Play, Scene};
use crate::Draw;
use game::{Context, Moment, Person, Rank, Refusal, StaffId};
use money::{Amount, PlayerId};
use rulebook::Shelf;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The embedded books.
static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::embedded().unwrap());

fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

fn draw(seed: u64) -> Draw {
    let mut key = [7; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    Draw::keyed(key)
}

/// What the dealer came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dealt {
    /// It did something.
    Acted,
    /// It waits for a moment.
    Until(i64),
    /// It waits for somebody.
    Waits,
}

/// A table in play.
struct Room<G: Play> {
    game: G,
    state: G::State,
    pace: Pace,
    now: i64,
    since: i64,
    last: i64,
    first: i64,
    began: i64,
    /// Those who play, there or not.
    guests: Vec<PlayerId>,
    people: Vec<PlayerId>,
    bots: Vec<PlayerId>,
    chance: Draw,
    mood: Draw,
    /// Rounds that ended.
    rounds: u32,
    /// How often each step was seen.
    seen: BTreeMap<&'static str, u32>,
    /// What happened, when: the steps of the last rounds.
    story: Vec<(i64, &'static str)>,
    /// What was done lately, for whoever reads a failure.
    trace: Vec<String>,
}

impl<G: Play> Room<G> {
    fn new(game: G, pace: Pace, seed: u64) -> Self {
        let state = game.start();
        Self {
            game,
            state,
            pace,
            now: 1_000_000,
            since: 1_000_000,
            last: 1_000_000,
            first: 1_000_000,
            began: 1_000_000,
            guests: Vec::new(),
            people: Vec::new(),
            bots: Vec::new(),
            chance: draw(seed),
            mood: draw(seed ^ 0xb07),
            rounds: 0,
            seen: BTreeMap::new(),
            story: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// Does something, if the rules let it be done; everything has to be sound after it.
    fn act(&mut self, who: Person, command: impl Into<G::Command>) -> Result<(), Refusal> {
        let mut command = command.into();
        let context = Context::new(who, Moment::new(self.now));
        if self.game.draws() && self.game.calls(&command).is_some() {
            self.game.accepts(&self.state, &command, &context)?;
            self.game.fill(&mut command, &mut self.chance);
        }
        let context = Context::new(who, Moment::new(self.now));
        let events = self.game.decide(&self.state, &command, &context)?.events;
        if self.trace.len() >= 60 {
            self.trace.drain(..30);
        }
        self.trace.push(format!("{} {who} {command:?}", self.now));
        let wagered = self.game.wagered(&self.state);
        for event in &events {
            let told = self.game.told(event);
            self.story.push((self.now, told.step));
            *self.seen.entry(told.step).or_default() += 1;
            if told.ends {
                self.rounds += 1;
                self.began = self.now;
                self.story.drain(..self.story.len().saturating_sub(400));
            }
            self.game.evolve(&mut self.state, event);
        }
        self.last = self.now;
        if !wagered && self.game.wagered(&self.state) {
            self.first = self.now;
        }
        if let Err(why) = self.game.sound(&self.state) {
            panic!("{why} after {:#?}", self.trace);
        }
        // Now and then: it takes as long as all the rest.
        if self.trace.len().is_multiple_of(4) {
            self.views_hide();
        }
        Ok(())
    }

    /// Staff who do not deal here see what anybody sees.
    fn views_hide(&self) {
        // Whoever of the staff does not deal here sees no tiles in play that anybody could not see.
        let tiles = |view: &G::View| {
            let view = serde_json::to_value(view).unwrap();
            let unused = view["round"]["unused"].as_array().cloned().unwrap_or_default();
            let hands = view["hands"].as_object().cloned().unwrap_or_default().into_iter();
            let plays = hands.filter(|(area, _)| {
                !unused.iter().any(|unused| area.parse().is_ok_and(|area: u64| *unused == area))
            });
            plays.map(|(area, hand)| (area, hand["tiles"].clone())).collect::<Vec<_>>()
        };
        let dealer = Person::Staff(StaffId(9), Rank::DEALER);
        let public = tiles(&self.game.view(&self.state, &Person::Public));
        assert_eq!(
            tiles(&self.game.screen(&self.state, &dealer, false)),
            public,
            "as who does not deal here"
        );
    }

    /// Somebody sits down.
    fn joins(&mut self, who: PlayerId, place: u8, amount: i64, bot: bool) {
        let steps = self.game.join(&self.state, who, place, Amount::of(amount));
        assert!(!steps.is_empty(), "{who} cannot come to place {place}");
        for (who, command) in steps {
            self.act(who, command).unwrap();
        }
        if bot {
            self.bots.push(who);
        } else {
            self.guests.push(who);
            self.people.push(who);
        }
    }

    fn with_scene<T>(&self, ask: impl FnOnce(&Scene<'_>) -> T) -> T {
        ask(&Scene {
            now: Moment::new(self.now),
            since: Moment::new(self.since),
            last: Moment::new(self.last),
            first: Moment::new(self.first),
            began: Moment::new(self.began),
            people: &self.people,
            lately: &[],
            bots: &self.bots,
            pace: &self.pace,
        })
    }

    /// The house does something at its own table: it is never refused.
    fn house(&mut self, command: G::Command) {
        if let Err(refusal) = self.act(Person::House, command.clone()) {
            panic!("the dealer's {command:?} is refused: {refusal}, after {:#?}", self.trace);
        }
        self.since = self.now.max(self.since + i64::from(self.pace.step));
    }

    fn deals(&mut self) -> Dealt {
        let next = self.with_scene(|scene| self.game.deal(&self.state, scene));
        match next {
            Next::Do(command) => self.house(command),
            Next::Each(commands) => {
                assert!(!commands.is_empty());
                commands.into_iter().for_each(|command| self.house(command));
            }
            Next::At(moment) => {
                assert!(moment.milliseconds() > self.now, "the dealer waits for the past");
                return Dealt::Until(moment.milliseconds());
            }
            Next::Wait => return Dealt::Waits,
        }
        Dealt::Acted
    }

    /// Whether a bot did something; what it wants is never refused.
    fn bot_acts(&mut self) -> bool {
        for bot in self.bots.clone() {
            let mut mood = std::mem::replace(&mut self.mood, draw(0));
            let wants = self.with_scene(|scene| self.game.bot(&self.state, bot, scene, &mut mood));
            self.mood = mood;
            let Some(command) = wants else { continue };
            if let Err(refusal) = self.act(Person::Player(bot), command.clone()) {
                panic!("{bot}'s {command:?} is refused: {refusal}, after {:#?}", self.trace);
            }
            return true;
        }
        false
    }

    /// Bots do all they want, at most so many things.
    fn bots_act(&mut self) {
        for _ in 0..200 {
            if !self.bot_acts() {
                return;
            }
        }
        panic!("bots never come to rest: {:#?}", self.trace);
    }

    /// Plays on by itself until a step happened; time passes as the dealer says.
    fn until(&mut self, step: &str) -> i64 {
        let before = self.seen.get(step).copied();
        for _ in 0..4000 {
            self.bots_act();
            if self.seen.get(step).copied() != before {
                return self.when(step);
            }
            match self.deals() {
                Dealt::Acted => {}
                Dealt::Until(moment) => self.now = moment,
                Dealt::Waits => panic!("the dealer waits before {step}: {:#?}", self.trace),
            }
        }
        panic!("{step} never comes: {:#?}", self.trace);
    }

    /// When a step last happened.
    fn when(&self, step: &str) -> i64 {
        let found = self.story.iter().rev().find(|(_, word)| *word == step);
        found.unwrap_or_else(|| panic!("no {step} in {:?}", self.story)).0
    }
}
