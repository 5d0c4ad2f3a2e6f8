//! What a floor has to know about a game beside its rules and its facts: how it is dealt without a person, how a bot
//! plays, how chance is drawn for a command.
//!
//! Everything here is a suggestion put to the rules: `decide` has the last word on each command.

mod paigow;
mod roulette;
#[cfg(test)]
mod tests;

use crate::Draw;
use game::{Conduct, Moment, Person};
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
    /// People who gave a sign of life a moment ago and have no station that looks: they are waited for, and the table
    /// does not go on for them.
    pub lately: &'s [PlayerId],
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

/// A game that a floor can run: its facts are the game's own ([`Conduct`]), how it is dealt without a person and how
/// a bot plays is said here.
pub trait Play:
    Conduct<
        State: Send + Sync,
        Command: Send + Sync + DeserializeOwned,
        Event: Send + Sync + DeserializeOwned,
        Choice: Send,
        View: Send + game::Parted<Part: Send>,
    > + Send
    + Sync
    + 'static
{
    /// Puts chance into a command that calls for it, whatever stood there.
    fn fill(&self, command: &mut Self::Command, draw: &mut Draw);

    /// What the house does next, where it deals.
    fn deal(&self, state: &Self::State, scene: &Scene<'_>) -> Next<Self::Command>;

    /// What the clock of the house does, whoever deals.
    fn clock(&self, _state: &Self::State, _now: Moment) -> Next<Self::Command> {
        Next::Wait
    }

    /// Until when wagers are taken, if they are taken now and the end is known.
    fn closes(&self, state: &Self::State, scene: &Scene<'_>) -> Option<Moment>;

    /// What a bot does next: it bets, banks sometimes, sets by the House Way.
    fn bot(
        &self,
        state: &Self::State,
        bot: PlayerId,
        scene: &Scene<'_>,
        draw: &mut Draw,
    ) -> Option<Self::Command>;

    /// Whether a bot has less than any wager takes, and would not with so much more.
    fn broke(&self, state: &Self::State, bot: PlayerId, more: money::Amount) -> bool;

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

    /// How somebody goes, as soon as the rules let them.
    fn leave(&self, state: &Self::State, player: PlayerId) -> Option<Self::Command>;
}
