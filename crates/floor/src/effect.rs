//! What a command would lead to: the steps that follow with their clauses, and every account that moves,
//! before and after. It is what a second person reads and signs; its hash says whether it is still the same.
//!
//! The hash is of the events themselves, of the round that they are in and of how far chance has shown itself in it,
//! and not only of what is shown: the same words in another round, or after the bank's tiles are open, are another
//! effect. It is made with a secret of the house, so that nobody finds
//! out from it what a view hides.

use crate::{Play, Vault};
use game::Moment;
use journal::{Hash, Journal};
use money::{Account, Move};
use serde::Serialize;
use std::collections::BTreeMap;

/// What would follow from a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Effect {
    /// What would happen, in order.
    pub follows: Vec<Follows>,
    /// The accounts that would move.
    pub accounts: Vec<Change>,
    /// In which round of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The hash of all that, and of the events that would follow.
    pub hash: String,
}

/// A step that would follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Follows {
    /// The word of the step.
    pub step: String,
    /// Its clauses.
    pub clauses: Vec<String>,
}

/// An account that would move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Change {
    /// Which: `P7`, `P7 on the layout`, `float`.
    pub account: String,
    /// What it holds.
    pub before: i64,
    /// What it would hold.
    pub after: i64,
    /// Whether only what moves of it is signed: it is the house's, or a player's account with the house, and moves with
    /// everybody who plays, or wherever its owner does.
    #[serde(skip)]
    pub shared: bool,
    /// Whose stream it is in, and which account there, where that is not the table's: what it holds is looked up.
    #[serde(skip)]
    pub elsewhere: Option<(String, Account)>,
}

impl Change {
    /// What of it is signed: how much moves, and of one person's account also what it holds before.
    fn signed(&self) -> (&str, i64, Option<i64>) {
        (&self.account, self.after - self.before, (!self.shared).then_some(self.before))
    }
}

/// Whether an account is nobody's of those who play.
const fn is_shared(account: Account) -> bool {
    match account {
        Account::Cage
        | Account::Promotions
        | Account::Float
        | Account::Commission
        | Account::Adjustments
        | Account::Forfeits
        | Account::CoBank
        | Account::Pool => true,
        Account::Held(_)
        | Account::Player(_)
        | Account::Tokens(_)
        | Account::Layout(_)
        | Account::LayoutTokens(_)
        | Account::Bank(_) => false,
    }
}

impl Effect {
    /// These steps and accounts.
    pub fn new(follows: Vec<Follows>, accounts: Vec<Change>) -> Self {
        Self { follows, accounts, ..Self::default() }.sealed(&[])
    }

    /// With its hash, which is of what it says and of something more.
    fn sealed(mut self, more: &[u8]) -> Self {
        // Writing to memory cannot fail.
        // Of an account that is everybody's only what would move: what else moves it is no matter of this.
        let accounts: Vec<_> = self.accounts.iter().map(Change::signed).collect();
        let text = serde_json::to_vec(&(&self.follows, accounts, self.round)).unwrap_or_default();
        self.hash = Hash::of("houseway/effect/3", &[&text, more]).to_string();
        self
    }

    /// Says what accounts hold that are not the table's. Their hash is of what moves, and stays.
    ///
    /// # Errors
    /// The journal does not say.
    pub(crate) async fn look_up(&mut self, journal: &Journal) -> Result<(), journal::Error> {
        for change in &mut self.accounts {
            if let Some((stream, account)) = &change.elsewhere {
                let holds = journal.balance(stream, *account).await?;
                (change.before, change.after) = (change.before + holds, change.after + holds);
            }
        }
        Ok(())
    }

    /// The moment for which the effect of a hash was worked out.
    pub(crate) fn asked_at(hash: &str) -> Option<Moment> {
        hash.rsplit_once('-').and_then(|(_, at)| at.parse().ok()).map(Moment::new)
    }

    /// One step that rests on no clause.
    pub fn step(step: impl Into<String>, accounts: Vec<Change>) -> Self {
        Self::new(vec![Follows { step: step.into(), clauses: Vec::new() }], accounts)
    }

    /// What events would lead to at a table, and in accounts elsewhere. Tiles and numbers that somebody may not know stay out of it.
    ///
    /// The hash ends with the moment that it was worked out for: events may speak of time, and whoever compares
    /// has to ask for the same moment ([`asked_at`](Self::asked_at)).
    pub(crate) fn of<G: Play>(
        game: &G,
        state: &G::State,
        (events, elsewhere): (&[G::Event], Vec<Change>),
        vault: &Vault,
        at: Moment,
    ) -> Self {
        let follows = |event: &G::Event| {
            let told = game.told(event);
            Follows { step: told.step.into(), clauses: told.cites.iter().map(str::to_string).collect() }
        };
        let mut moved: BTreeMap<Account, i64> = BTreeMap::new();
        for Move { from, to, amount, .. } in events.iter().flat_map(|event| game.moves(event)) {
            *moved.entry(*from).or_default() -= amount.units();
            *moved.entry(*to).or_default() += amount.units();
        }
        let ledger = game.ledger(state);
        let change = |(account, by): (Account, i64)| {
            let before = ledger.balance(account);
            let shared = is_shared(account);
            Change { account: account.to_string(), before, after: before + by, shared, elsewhere: None }
        };
        let follows_from = (events, game.shown(state));
        let Hash(whole) = vault.mark("effect", &serde_json::to_vec(&follows_from).unwrap_or_default());
        let follows = events.iter().map(follows).collect();
        let accounts = moved.into_iter().map(change).chain(elsewhere).collect();
        let round = Some(game.round(state));
        let mut effect = Self { follows, accounts, round, hash: String::new() }.sealed(&whole);
        effect.hash += &format!("-{}", at.milliseconds());
        effect
    }
}
