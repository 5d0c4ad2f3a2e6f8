//! One command's turn: on which table, by whose hand, when.

use crate::{Context, Game, Moment, Person};

/// A command's turn at a table. The rules of a topic are methods on it, in the game's crate: since a crate cannot
/// add methods to a type of another, a game wraps it in a `Turn` of its own that derefs to this one,
///
/// ```text
/// pub(crate) struct Turn<'t>(game::Turn<'t, Roulette>);
/// ```
///
/// and `decide/TOPIC.rs` has an `impl Turn<'_>` with the rules of the topic, and one exhaustive `match` over its
/// commands.
///
/// They refuse in one order, which a station relies on: whether such a person may do such a thing, whether it can be
/// done now, whether the thing that it names is there, whether the book allows it, the amount, the money
/// (decision 11).
#[derive(Debug)]
pub struct Turn<'t, G: Game> {
    /// The rules of the table.
    pub rules: &'t G,
    /// The table now.
    pub state: &'t G::State,
    /// Who acts.
    pub who: Person,
    /// When.
    pub now: Moment,
}

impl<'t, G: Game> Turn<'t, G> {
    /// The turn of whoever the context names.
    pub const fn new(rules: &'t G, state: &'t G::State, context: &Context) -> Self {
        Self { rules, state, who: context.who, now: context.now }
    }

    /// The same turn at the table some events later.
    pub const fn at<'s>(&self, state: &'s G::State) -> Turn<'s, G>
    where
        't: 's,
    {
        Turn { rules: self.rules, state, who: self.who, now: self.now }
    }

    /// The same turn, were somebody else to act.
    #[must_use]
    pub const fn by(&self, who: Person) -> Self {
        Self { who, ..*self }
    }

    /// Who acts, and when.
    pub const fn context(&self) -> Context {
        Context { who: self.who, now: self.now }
    }
}

impl<G: Game> Clone for Turn<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Turn<'_, G> {}
