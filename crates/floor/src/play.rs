//! What a floor has to know about a game beside its rules: how it is dealt without a person, how a bot
//! plays, how chance is drawn for a command, which commands take two people.
//!
//! Everything here is a suggestion put to the rules: `decide` has the last word on each command.

mod paigow;
mod roulette;
#[cfg(test)]
mod tests;

use crate::Draw;
use game::{Cites, Game, Moment, Person};
use money::PlayerId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// How fast a house-run table goes, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pace {
    /// Between two steps of the dealer that everybody should be able to follow; without any, the last wager of those
    /// who are there ends betting at once.
    pub step: u32,
    /// For wagers, from the time the bank and the wall are ready.
    pub wagers: u32,
    /// For an answer to the offer of the bank.
    pub bank: u32,
    /// For setting hands; then the dealer sets those that are left.
    pub hands: u32,
    /// From the end of a round to the next.
    pub pause: u32,
    /// From one round's start to the next at least.
    pub round: u32,
    /// Whether it plays on when no person is there.
    pub alone: bool,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            step: 700,
            wagers: 15_000,
            bank: 8_000,
            hands: 40_000,
            pause: 4_000,
            round: 5_000,
            alone: false,
        }
    }
}

impl Pace {
    /// A few seconds a round.
    pub const QUICK: Self =
        Self { step: 60, wagers: 4000, bank: 1500, hands: 5000, pause: 600, round: 500, alone: false };

    /// Waits for everybody, ten minutes at most, and pauses for nothing: for programs that play.
    pub const EVERYBODY: Self =
        Self { step: 0, wagers: 600_000, bank: 600_000, hands: 600_000, pause: 0, round: 0, alone: false };

    /// As fast as it goes, for tests and benchmarks.
    pub const FAST: Self = Self { step: 0, wagers: 0, bank: 0, hands: 0, pause: 0, round: 0, alone: true };
}

/// What is going on around a table.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'s> {
    /// What time it is.
    pub now: Moment,
    /// When the house last did something here.
    pub since: Moment,
    /// When anybody last did something here.
    pub last: Moment,
    /// When somebody wagered and nobody had.
    pub first: Moment,
    /// When the running round began.
    pub began: Moment,
    /// People who play here and are there.
    pub people: &'s [PlayerId],
    /// Bots that play here.
    pub bots: &'s [PlayerId],
    /// How fast to go.
    pub pace: &'s Pace,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next<C> {
    /// This, now.
    Do(C),
    /// These, now, one after another without a pause.
    Each(Vec<C>),
    /// Nothing before this moment, unless something happens.
    At(Moment),
    /// Nothing until something happens.
    Wait,
}

/// What an event is in the story of a table.
#[derive(Clone, Copy, Debug)]
pub struct Told<'e> {
    /// The word of the step.
    pub step: &'static str,
    /// Its clauses.
    pub cites: &'e Cites,
    /// Whether a round ends with it, counted or void.
    pub ends: bool,
    /// Whether it is something that should not have happened.
    pub irregular: bool,
    /// Whether it changes what may be wagered, or what is paid.
    pub terms: bool,
}

/// A game that a floor can run.
pub trait Play:
    Game<
        State: Send + Sync,
        Command: Send + Sync + DeserializeOwned,
        Event: Send + Sync + DeserializeOwned,
        Choice: Send,
        View: Send + game::Parted<Part: Send>,
    > + Send
    + Sync
    + 'static
{
    /// The game's name.
    const GAME: &'static str;

    /// The book.
    fn book(&self) -> &str;

    /// The clauses by which a table has a dealer.
    fn dealers(&self) -> Cites;

    /// What an event is in the story of a table.
    fn told<'e>(&self, event: &'e Self::Event) -> Told<'e>;

    /// The round that is running or comes next.
    fn round(&self, state: &Self::State) -> u32;

    /// Whether chance is the house's to draw, or comes from real tiles, dice or wheels.
    fn draws(&self) -> bool;

    /// Puts chance into a command that calls for it, whatever stood there.
    fn fill(&self, command: &mut Self::Command, draw: &mut Draw);

    /// The commands that the house draws for, without what is drawn.
    fn drawn_for(&self) -> Vec<Self::Command>;

    /// Whether the book has this drawn while wagers are taken; everything else is drawn when all are in.
    fn drawn_early(&self, state: &Self::State, what: &str) -> bool;

    /// What the house does next, where it deals.
    fn deal(&self, state: &Self::State, scene: &Scene<'_>) -> Next<Self::Command>;

    /// What the clock of the house does, whoever deals.
    fn clock(&self, _state: &Self::State, _now: Moment) -> Next<Self::Command> {
        Next::Wait
    }

    /// What a bot does next: it bets, banks sometimes, sets by the House Way.
    fn bot(
        &self,
        state: &Self::State,
        bot: PlayerId,
        scene: &Scene<'_>,
        draw: &mut Draw,
    ) -> Option<Self::Command>;

    /// How somebody comes to a place with an amount: who says what, in order. Empty if there is no way.
    fn join(
        &self,
        state: &Self::State,
        player: PlayerId,
        place: u8,
        amount: money::Amount,
    ) -> Vec<(Person, Self::Command)>;

    /// How somebody gets more chips where they are.
    fn top_up(
        &self,
        state: &Self::State,
        player: PlayerId,
        amount: money::Amount,
    ) -> Vec<(Person, Self::Command)>;

    /// Whether a bot has less than any wager takes, and would not with so much more.
    fn broke(&self, state: &Self::State, bot: PlayerId, more: money::Amount) -> bool;

    /// How somebody goes, as soon as the rules let them.
    fn leave(&self, state: &Self::State, player: PlayerId) -> Option<Self::Command>;

    /// Whether a choice brings money to the table: where the dealer changes it into chips, it is not a player's.
    fn brings(&self, _choice: &Self::Choice) -> bool {
        false
    }

    /// Whose seat a command frees, where the rules have one for that.
    fn frees(&self, _command: &Self::Command) -> Option<PlayerId> {
        None
    }

    /// Places that can be had.
    fn free(&self, state: &Self::State) -> Vec<u8>;

    /// Who is at the table.
    fn players(&self, state: &Self::State) -> Vec<PlayerId>;

    /// Until when wagers are taken, if they are taken now and the end is known.
    fn closes(&self, state: &Self::State, scene: &Scene<'_>) -> Option<Moment>;

    /// Whether anybody has wagered on what is dealt.
    fn wagered(&self, _state: &Self::State) -> bool {
        false
    }

    /// What staff have to do before play can go on, where neither the house nor anybody who plays can do it.
    fn waits_for(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Whether wagers are taken now.
    fn betting(&self, state: &Self::State) -> bool;

    /// How far chance has shown itself in the running round. What was signed before dice, tiles or a ball were seen is not
    /// what follows after.
    fn shown(&self, state: &Self::State) -> String;

    /// Whether a command takes two people: voids, results put right, money adjusted.
    fn takes_two(&self, command: &Self::Command) -> bool;

    /// What the commands and events of a wager come to, for the list of rounds: who, and how much.
    fn staked(&self, event: &Self::Event) -> Option<(PlayerId, i64)>;

    /// The table as somebody sees it who deals there or does not: what lies before the dealer is nobody else's to see,
    /// and nobody's where the house deals.
    fn seen(&self, state: &Self::State, who: &Person, _deals: bool) -> Self::View {
        self.view(state, who)
    }

    /// What has to be true of every state; what is not.
    ///
    /// # Errors
    /// What is broken.
    fn sound(&self, state: &Self::State) -> Result<(), String>;
}
