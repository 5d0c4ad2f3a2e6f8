//! What whoever runs a table must know of its game beside the rules.
//!
//! Facts only: what an event is in the story of a table, who is there, whether wagers are taken, what
//! the ranks are called. How fast a table goes, what an automatic dealer does next and how a bot plays is not here; that is
//! for whoever runs the table to choose. Pure, as the rules are.

use crate::{Cites, Game, Person, Rank};
use money::{Amount, PlayerId};

/// What there is to say of an event beside its step: where, of whom, how much. Never tiles, nor anything else that
/// somebody at the table may not know; those are in views.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The area or station.
    pub place: Option<u8>,
    /// Whom it is about.
    pub player: Option<PlayerId>,
    /// The money: what was wagered, paid, taken, lacks.
    pub amount: Option<i64>,
    /// Of what sort it is, in a word of the game: the kind of wager, the result, the reason.
    pub of: Option<&'static str>,
    /// What was shown or called: dice, a cut, a pocket.
    pub shows: Option<String>,
    /// Whether it is for the player, and for staff, alone: others hear of the step only.
    pub own: bool,
}

impl Said {
    /// Of a place.
    pub fn at(place: u8) -> Self {
        Self { place: Some(place), ..Self::default() }
    }

    /// Of a player.
    pub fn of(player: PlayerId) -> Self {
        Self { player: Some(player), ..Self::default() }
    }

    /// The same, of a player.
    #[must_use]
    pub fn by(self, player: impl Into<Option<PlayerId>>) -> Self {
        Self { player: player.into(), ..self }
    }

    /// The same, with an amount.
    #[must_use]
    pub fn amount(self, amount: Amount) -> Self {
        self.units(amount.units())
    }

    /// The same, with an amount that may be below zero.
    #[must_use]
    pub fn units(self, units: i64) -> Self {
        Self { amount: Some(units), ..self }
    }

    /// The same, of a sort.
    #[must_use]
    pub fn sort(self, word: &'static str) -> Self {
        Self { of: Some(word), ..self }
    }

    /// The same, with what was shown.
    #[must_use]
    pub fn shows(self, what: impl ToString) -> Self {
        Self { shows: Some(what.to_string()), ..self }
    }

    /// The same, for its player and staff alone.
    #[must_use]
    pub fn own(self) -> Self {
        Self { own: true, ..self }
    }
}

/// What an event is in the story of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<'e> {
    /// Its word, as it stands on the wire.
    pub step: &'static str,
    /// The clauses that it rests on.
    pub cites: &'e Cites,
    /// Those of them that would tell what nobody has been shown yet, as tiles that lie face down: they are on record, and
    /// those who look do not hear of them.
    pub hides: Cites,
    /// Whether a round ends with it, counted or void.
    pub ends: bool,
    /// Whether it is something that should not have happened, or follows from something that should not.
    pub irregular: bool,
    /// Whether it changes what may be wagered, or what is paid.
    pub terms: bool,
    /// What there is to say of it.
    pub said: Said,
}

/// A game that can be conducted: the facts that a floor, a recorder or a supervisor asks for.
///
/// Every `match` over commands and events is exhaustive, so that whoever adds one says here what it is.
pub trait Conduct: Game {
    /// The game's name, as it stands in setups, on the wire and in records: `pai-gow`.
    const GAME: &'static str;

    /// The id of the book by which the table is conducted.
    fn book(&self) -> &str;

    /// The clauses by which a table has a dealer.
    fn dealers(&self) -> Cites;

    /// What an event is in the story of a table.
    fn told<'e>(&self, event: &'e Self::Event) -> Told<'e>;

    /// The number of the round that is running or comes next. It goes up with an event that ends a round.
    fn round(&self, state: &Self::State) -> u32;

    /// Who is at the table, in the order of their places.
    fn players(&self, state: &Self::State) -> Vec<PlayerId>;

    /// The numbers of the places that can be taken.
    fn free(&self, state: &Self::State) -> Vec<u8>;

    /// Whether wagers are taken now.
    fn betting(&self, state: &Self::State) -> bool;

    /// Whether anybody has wagered on what is dealt, where the dealer waits for that.
    fn wagered(&self, state: &Self::State) -> bool;

    /// Whether a player has done what they are asked for now; `None` if they are asked for nothing.
    fn has_answered(&self, state: &Self::State, player: PlayerId) -> Option<bool>;

    /// By how much an event changes what a player has wagered, for the list of rounds; `None` if it is not about
    /// one player's wagers.
    fn staked(&self, event: &Self::Event) -> Option<(PlayerId, i64)>;

    /// What staff have to do before play can go on, where neither the house nor anybody who plays can do it.
    fn waits_for(&self, state: &Self::State) -> Option<String>;

    /// What the book calls a rank: `casino supervisor`.
    fn rank_name(&self, rank: Rank) -> String;

    /// Whether a choice brings money to the table: where the dealer changes it into chips, it is not a player's.
    fn brings(&self, choice: &Self::Choice) -> bool;

    /// Whose place a command frees, where the rules have a command for that.
    fn frees(&self, command: &Self::Command) -> Option<PlayerId>;

    /// Whether chance is the house's to draw, or comes from real tiles, dice or wheels.
    fn draws(&self) -> bool;

    /// The commands that the house draws for, without what is drawn.
    fn drawn_for(&self) -> Vec<Self::Command>;

    /// Whether the book has this chance (see [`Call::what`](crate::Call)) drawn while wagers are taken; everything
    /// else is drawn when all wagers are in.
    fn drawn_early(&self, state: &Self::State, what: &str) -> bool;

    /// How far chance has shown itself in the running round. A confirmation that was signed before dice, tiles or a
    /// ball were seen does not hold after.
    fn shown(&self, state: &Self::State) -> String;

    /// What stands on the screen of a person who deals here, or does not. What lies before the dealer is nobody
    /// else's to see, and nobody's where the house deals.
    fn screen(&self, state: &Self::State, viewer: &Person, _deals: bool) -> Self::View {
        self.view(state, viewer)
    }

    /// What has to be true of every state of the table.
    ///
    /// # Errors
    /// What is broken: the table has to stop.
    fn sound(&self, state: &Self::State) -> Result<(), String>;
}
