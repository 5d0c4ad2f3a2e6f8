//! The trait that every table game has.

use crate::{Context, Decision, Parted, Person, Refusal};
use money::{Ledger, Move};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Chance that a command calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// What: `wall`, `dice`, `ball`.
    pub what: &'static str,
    /// Whether the command carries it already: keyed in, or drawn.
    pub carried: bool,
}

/// The rules of one table, under which its state goes from event to event.
pub trait Game {
    /// Everything there is to know about the table now.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What somebody wants to happen.
    type Command: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What happened, with its clauses and the money that moved.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// Something that a person may do now, with the ranges that are open.
    type Choice: Clone + Debug + PartialEq + Serialize;
    /// What a person may know.
    type View: Clone + Debug + PartialEq + Serialize + Parted;

    /// The table before anything happened.
    fn start(&self) -> Self::State;

    /// Whether a command may happen, what follows, and whether it takes a second person: every rule is in here.
    ///
    /// # Errors
    /// What the rules do not allow now, from this person, with these values; nothing has changed then.
    fn decide(
        &self,
        state: &Self::State,
        command: &Self::Command,
        context: &Context,
    ) -> Result<Decision<Self::Event>, Refusal>;

    /// The chance that goes into a command, if any does.
    fn calls(&self, command: &Self::Command) -> Option<Call>;

    /// Whether every rule accepts a command whatever chance goes into it. What is refused here is refused
    /// by `decide` in the same words; what is accepted here `decide` accepts with any chance there can be.
    /// So chance need not exist before a command is accepted, and no refusal can tell of it.
    ///
    /// # Errors
    /// What the rules do not allow now, from this person, with these values.
    fn accepts(&self, state: &Self::State, command: &Self::Command, context: &Context)
    -> Result<(), Refusal>;

    /// Follows an event: no rule is in here.
    fn evolve(&self, state: &mut Self::State, event: &Self::Event);

    /// What a person may do now; `decide` accepts all of it, and nothing beside it.
    fn legal(&self, state: &Self::State, context: &Context) -> Vec<Self::Choice>;

    /// What `legal` is chosen from, in its order: more than a person may do, where that is cheaper to say.
    fn candidates(&self, state: &Self::State, context: &Context) -> Vec<Self::Choice> {
        self.legal(state, context)
    }

    /// Whether a candidate is legal.
    fn is_legal(&self, _state: &Self::State, _candidate: &Self::Choice, _context: &Context) -> bool {
        true
    }

    /// Whether a choice takes in a command.
    fn covers(&self, choice: &Self::Choice, command: &Self::Command) -> bool;

    /// What a person may know.
    fn view(&self, state: &Self::State, viewer: &Person) -> Self::View;

    /// The table's accounts.
    fn ledger<'s>(&self, state: &'s Self::State) -> &'s Ledger;

    /// The money that an event moves.
    fn moves<'e>(&self, event: &'e Self::Event) -> &'e [Move];

    /// Whether the table is closed, so that nobody need be able to act.
    fn is_over(&self, state: &Self::State) -> bool;
}
