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
    /// How far chance has shown itself in it.
    #[serde(skip)]
    shown: String,
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
    /// The money that it moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Moved>,
}

/// Money that would move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moved {
    /// From which account: `P7`, `P7 on the layout`, `float`.
    pub from: String,
    /// To which.
    pub to: String,
    /// How much.
    pub amount: i64,
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

/// How many differences are named.
const DIFFERENCES: usize = 4;

/// What is signed of accounts that differs.
fn accounts_differ(shown: &[Change], now: &[Change]) -> Vec<String> {
    let of = |changes: &'_ [Change], account: &str| {
        changes.iter().find(|change| change.account == account).map(|change| {
            let (_, by, before) = change.signed();
            (by, before)
        })
    };
    let told = |(by, before): (i64, Option<i64>)| match before {
        Some(before) => format!("{before} to {}", before + by),
        None => format!("by {by}"),
    };
    let names = shown.iter().chain(now.iter().filter(|change| of(shown, &change.account).is_none()));
    let differs = |change: &Change| {
        let name = &change.account;
        match (of(shown, name), of(now, name)) {
            (shown, now) if shown == now => None,
            (Some(shown), Some(now)) => Some(format!(
                "account {name} was shown to move {}, and would move {}",
                told(shown),
                told(now)
            )),
            (Some(shown), None) => {
                Some(format!("account {name} was shown to move {}, and would not move", told(shown)))
            }
            (None, now) => now.map(|now| format!("account {name} would move too, {}", told(now))),
        }
    };
    names.filter_map(differs).collect()
}

/// The first step that differs.
fn steps_differ(shown: &[Follows], now: &[Follows]) -> Option<String> {
    let place = (0..shown.len().max(now.len())).find(|place| shown.get(*place) != now.get(*place))?;
    let number = place + 1;
    Some(match (shown.get(place), now.get(place)) {
        (Some(shown), Some(now)) if shown.step != now.step => {
            format!("step {number} was shown as {}, and would be {}", shown.step, now.step)
        }
        (Some(shown), Some(now)) if shown.moves != now.moves => {
            format!("step {number}, {}, would move other money", now.step)
        }
        (Some(_), Some(now)) => format!("step {number}, {}, would rest on other clauses", now.step),
        (Some(shown), None) => format!("step {number}, {}, would not follow", shown.step),
        (None, Some(now)) => format!("step {number}, {}, would follow too", now.step),
        (None, None) => return None,
    })
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
        self.hash = Hash::of("houseway/effect/4", &[&text, more]).to_string();
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

    /// How what would follow now differs from what was shown: the round, the steps, the accounts, or what has been
    /// seen meanwhile; the first few of it.
    pub(crate) fn differs(&self, now: &Self) -> String {
        let mut found = Vec::new();
        if let (Some(shown), Some(runs)) = (self.round, now.round)
            && shown != runs
        {
            found.push(format!("it was shown for round {shown}, and round {runs} has come"));
        }
        found.extend(accounts_differ(&self.accounts, &now.accounts));
        found.extend(steps_differ(&self.follows, &now.follows));
        if self.shown != now.shown {
            found.push("more of the round has been seen since".to_string());
        }
        if found.is_empty() {
            found.push("the same steps would follow for another reason".to_string());
        }
        found.truncate(DIFFERENCES);
        found.join("; ")
    }

    /// One step that rests on no clause.
    pub fn step(step: impl Into<String>, accounts: Vec<Change>) -> Self {
        Self::new(vec![Follows { step: step.into(), clauses: Vec::new(), moves: Vec::new() }], accounts)
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
            let moved = |step: &Move| {
                let (from, to) = (step.from.to_string(), step.to.to_string());
                Moved { from, to, amount: step.amount.units() }
            };
            let moves = game.moves(event).iter().map(moved).collect();
            let clauses = told.cites.iter().map(str::to_string).collect();
            Follows { step: told.step.into(), clauses, moves }
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
        let shown = game.shown(state);
        let follows_from = (events, &shown);
        let Hash(whole) = vault.mark("effect", &serde_json::to_vec(&follows_from).unwrap_or_default());
        let follows = events.iter().map(follows).collect();
        let accounts = moved.into_iter().map(change).chain(elsewhere).collect();
        let round = Some(game.round(state));
        let mut effect = Self { follows, accounts, round, shown, hash: String::new() }.sealed(&whole);
        effect.hash += &format!("-{}", at.milliseconds());
        effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follows(step: &str, clause: &str, amount: i64) -> Follows {
        let moves = vec![Moved { from: "P1 on the layout".into(), to: "P1".into(), amount }];
        Follows { step: step.into(), clauses: vec![clause.into()], moves }
    }

    fn change(account: &str, before: i64, after: i64, shared: bool) -> Change {
        Change { account: account.into(), before, after, shared, elsewhere: None }
    }

    fn effect() -> Effect {
        let accounts = vec![change("P1", 400, 500, false), change("float", 1000, 900, true)];
        let mut effect =
            Effect::new(vec![follows("void", "a 1", 0), follows("returned", "a 2", 100)], accounts);
        (effect.round, effect.shown) = (Some(3), "nothing".into());
        effect
    }

    #[test]
    fn every_difference_is_named() {
        type Case<'a> = (&'a dyn Fn(&mut Effect), &'a str);
        let cases: [Case; 11] = [
            (&|_| {}, "the same steps would follow for another reason"),
            (&|now| now.round = Some(4), "it was shown for round 3, and round 4 has come"),
            (&|now| now.shown = "dice".into(), "more of the round has been seen since"),
            (
                &|now| now.accounts[0] = change("P1", 300, 400, false),
                "account P1 was shown to move 400 to 500, and would move 300 to 400",
            ),
            (
                &|now| now.accounts[1] = change("float", 5000, 4800, true),
                "account float was shown to move by -100, and would move by -200",
            ),
            // What else moves an account that is everybody's is no matter of this.
            (
                &|now| now.accounts[1] = change("float", 5000, 4900, true),
                "the same steps would follow for another reason",
            ),
            (
                &|now| drop(now.accounts.remove(0)),
                "account P1 was shown to move 400 to 500, and would not move",
            ),
            (&|now| now.accounts.push(change("P2", 10, 20, false)), "account P2 would move too, 10 to 20"),
            (
                &|now| now.follows[1] = follows("kept", "a 2", 100),
                "step 2 was shown as returned, and would be kept",
            ),
            (
                &|now| now.follows[1] = follows("returned", "a 3", 100),
                "step 2, returned, would rest on other clauses",
            ),
            (
                &|now| {
                    now.follows.push(follows("paid", "a 4", 1));
                    now.follows[0] = follows("void", "a 1", 5);
                },
                "step 1, void, would move other money",
            ),
        ];
        for (moves_on, expected) in cases {
            let mut now = effect();
            moves_on(&mut now);
            assert_eq!(effect().differs(&now), expected);
        }
        let mut now = effect();
        now.follows.truncate(1);
        assert_eq!(effect().differs(&now), "step 2, returned, would not follow");
        assert_eq!(now.differs(&effect()), "step 2, returned, would follow too");
    }
}
