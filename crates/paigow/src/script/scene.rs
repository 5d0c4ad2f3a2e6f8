//! The table that a script plays at: who is who, what stands where, and one command after another.

use super::pattern::{Caught, Place, Token, player};
use super::plan::Plan;
use super::print;
use crate::{Chance, Command, LimitKind, PaiGow, Performer, Stake, State};
use game::{Context, Game as _, Moment, Person, Rank, Refusal, StaffId, Tried};
use money::{Ledger, PlayerId};
use rulebook::Instrument;
use tiles::{Tile, parse_tiles};

/// A table, its clock, and what the script has planned.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) game: PaiGow,
    pub(super) table: State,
    pub(super) now: Moment,
    /// Whose sentence it is.
    pub(super) who: Person,
    pub(super) plan: Plan,
    /// Everything that happened.
    pub(super) events: Vec<crate::Event>,
    /// Everything that was done or tried.
    pub(super) tried: Vec<Tried<Command>>,
}

/// Nine o'clock, when a script says nothing else.
const START: Moment = Moment::new(9 * 3_600_000);

/// How many people of one rank a script can name.
const PER_RANK: u32 = 10;

impl Scene {
    pub(super) fn new(game: PaiGow) -> Self {
        let table = game.shut();
        let (plan, events, tried) = (Plan::default(), Vec::new(), Vec::new());
        Self { game, table, now: START, who: Person::Public, plan, events, tried }
    }

    /// The next moment at which the clock shows a time of day.
    pub(super) fn moment(&self, seconds: i64) -> Moment {
        const DAY: i64 = 86_400_000;
        let now = self.now.milliseconds();
        let today = now.div_euclid(DAY) * DAY + seconds * 1000;
        Moment::new(if today < now { today + DAY } else { today })
    }

    // Who is who.

    fn ladder(&self) -> &[String] {
        &self.game.book.ranks.ladder.value
    }

    fn staff(rank: u8, number: u32) -> Person {
        Person::Staff(StaffId(u32::from(rank) * PER_RANK + number), Rank(rank))
    }

    /// Whoever performs the dealer's steps.
    pub(super) fn dealer(&self) -> Person {
        match self.game.setup.dealer {
            Performer::House => Person::House,
            Performer::Person => Self::staff(0, 1),
        }
    }

    /// One of every rank above the dealer's, lowest first.
    pub(super) fn supervisors(&self) -> Vec<Person> {
        match self.game.setup.dealer {
            Performer::House => vec![Person::House],
            Performer::Person => (1..self.ladder().len() as u8).map(|rank| Self::staff(rank, 1)).collect(),
        }
    }

    /// Whom the first words name, and the words after them.
    pub(super) fn person<'s, 't>(&self, words: &'s [Token<'t>]) -> Option<(Person, &'s [Token<'t>])> {
        let (Token::Word(name), rest) = words.split_first()? else { return None };
        if let Some(id) = player(name) {
            return Some((Person::Player(id), rest));
        }
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is("house") {
            return Some((Person::House, rest));
        }
        if is("anybody") {
            return Some((Person::Public, rest));
        }
        let rank = match is("supervisor") {
            true => Some(1),
            false => self.ladder().iter().position(|rank| is(rank)),
        };
        if rank.is_none() && !is("inspector") {
            return None;
        }
        let (number, rest) = match rest.split_first() {
            Some((Token::Word(word), after)) => match word.parse::<u32>() {
                Ok(number) if (1..PER_RANK).contains(&number) => (number, after),
                _ => (1, rest),
            },
            _ => (1, rest),
        };
        let person = match rank {
            Some(rank) => Self::staff(u8::try_from(rank).ok()?, number),
            None => Person::Inspector(StaffId(number)),
        };
        Some((person, rest))
    }

    /// What a script calls a person.
    pub(super) fn name(&self, person: Person) -> String {
        let numbered = |name: &str, number: u32| match number {
            1 => name.to_string(),
            number => format!("{name} {number}"),
        };
        match person {
            Person::Staff(id, rank) => {
                let name = self.ladder().get(usize::from(rank.0)).map_or("staff", String::as_str);
                numbered(name, id.0 % PER_RANK)
            }
            Person::Inspector(id) => numbered("inspector", id.0),
            other => other.to_string(),
        }
    }

    /// The player whose sentence it is.
    pub(super) fn player(&self) -> Option<PlayerId> {
        self.who.player()
    }

    // What stands where.

    /// The area that a sentence names, or else the speaker's own.
    pub(super) fn area(&self, caught: &Caught<'_>) -> Result<u8, String> {
        match caught.area {
            Some(Place::Number(number)) => Ok(number),
            Some(Place::Bank) => Ok(self.table.bank.chung),
            None => match self.player().or(caught.players.first().copied()) {
                Some(id) => self.own(id).ok_or_else(|| format!("{id} has no area of their own: say which")),
                None => Err("no area is named: say which".to_string()),
            },
        }
    }

    /// A player's own area: the bank's, the one they call, sit at or wager on.
    fn own(&self, id: PlayerId) -> Option<u8> {
        let table = &self.table;
        let banks = table.bank.is_held_by(id).then_some(table.bank.chung);
        let calls = || (1..).zip(&table.areas).find(|(_, area)| area.caller == Some(id)).map(|(n, _)| n);
        let sits = || table.player(id).and_then(|player| player.seat);
        let wagers = || table.wagers.iter().find(|w| w.player == id).map(|w| w.area);
        banks.or_else(calls).or_else(sits).or_else(wagers)
    }

    /// Chips, or tokens if they were said.
    pub(super) fn stake(&self, caught: &Caught<'_>) -> Stake {
        let with = if caught.said("tokens") { Instrument::Tokens } else { Instrument::Chips };
        Stake::of(caught.amount(), with)
    }

    /// Limits as a sentence says them, in multiples of the chip unless it says otherwise.
    pub(super) fn limit(&self, caught: &Caught<'_>) -> crate::Limit {
        let (least, most, multiple) = caught.limit.unwrap_or_default();
        crate::Limit { least, most, multiple: multiple.unwrap_or(self.game.setup.chip.units()) }
    }

    /// Which limits a sentence speaks of.
    pub(super) fn limits(caught: &Caught<'_>) -> LimitKind {
        caught.limits.unwrap_or(LimitKind::Regular)
    }

    /// So many tiles by name: those of an area where it has them, else tiles nobody has seen.
    pub(super) fn tiles(&self, area: u8, text: &str, wanted: usize) -> Result<Vec<Tile>, String> {
        let text = text.replace('/', " ");
        let read = parse_tiles(&text, wanted).map_err(|error| error.to_string())?;
        let known: Vec<Tile> = self.table.areas.iter().flat_map(lying).collect();
        let mut own: Vec<Tile> = self.table.area(area).into_iter().flat_map(lying).collect();
        if self.game.setup.chance == Chance::Keyed && !self.plan.is_empty() {
            // What lies there unseen is what was planned.
            own.extend(self.plan.deal(self).ok().and_then(|deal| deal.hand(area)).into_iter().flatten());
        }
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let mut taken: Vec<Tile> = Vec::new();
        for (word, tile) in words.zip(read) {
            let by_face = word.len() == 3 && word.as_bytes()[1] == b'-';
            let is = |other: &Tile| other.rank() == tile.rank() && (!by_face || other.face() == tile.face());
            let mine = own.iter().copied().find(|other| is(other) && !taken.contains(other));
            let free =
                || Tile::all().find(|other| is(other) && !known.contains(other) && !taken.contains(other));
            taken.push(mine.or_else(free).unwrap_or(tile));
        }
        Ok(taken)
    }

    /// The same as an array.
    pub(super) fn some<const N: usize>(&self, area: u8, text: &str) -> Result<[Tile; N], String> {
        let found = self.tiles(area, text, N)?;
        found.try_into().map_err(|_| format!("expected {N} tiles"))
    }

    // One command after another.

    /// Does what somebody wants, and writes down what follows.
    pub(super) fn perform(
        &mut self,
        who: Person,
        command: &Command,
        out: &mut Vec<String>,
    ) -> Result<(), Refusal> {
        let answer = self.game.decide(&self.table, command, &Context::new(who, self.now));
        let refused = answer.as_ref().err().cloned();
        self.tried.push(Tried { who, at: self.now, command: command.clone(), refused });
        let events = answer?.events;
        for event in &events {
            out.push(print::event(self, event));
            self.game.evolve(&mut self.table, event);
            self.events.push(event.clone());
        }
        Ok(())
    }

    /// Does the first of these that the rules allow; otherwise why not.
    pub(super) fn first(
        &mut self,
        tries: &[(Person, Command)],
        out: &mut Vec<String>,
    ) -> Result<Command, Vec<Refusal>> {
        let mut refusals = Vec::new();
        for (who, command) in tries {
            match self.perform(*who, command, out) {
                Ok(()) => return Ok(command.clone()),
                Err(refusal) => refusals.push(refusal),
            }
        }
        Err(refusals)
    }

    pub(super) fn ledger(&self) -> Ledger {
        self.table.ledger.clone()
    }
}

fn lying(area: &crate::Area) -> impl Iterator<Item = Tile> + '_ {
    area.hand.iter().flat_map(|hand| hand.tiles.iter().flatten().copied())
}
