//! A player's account with the house: a stream of its own, whose balance the journal's writer keeps.
//!
//! Money goes between an account and a table in one commit with what happens at the table; an account
//! that cannot pay spoils the whole unit, so nothing half happens.

use game::Moment;
use journal::{Draft, print_moves};
use money::{Account, Amount, Move, PlayerId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whether a stream is a player's account.
pub fn is_stream(name: &str) -> bool {
    name.starts_with("player/")
}

/// What a record of a player's account says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WalletEvent {
    /// Money came in, or went out, at the cage.
    Cage {
        /// What was done: `deposit`, `withdrawal`, `adjustment`.
        what: String,
        /// Who did it.
        by: String,
        /// Who stood by it, for an adjustment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<String>,
        /// Before …
        before: i64,
        /// … and after.
        after: i64,
    },
    /// Money went to a table, or came back.
    Table {
        /// Which.
        table: String,
    },
    /// Cash went to a table, or came back: nothing in the account moved, and it counts against limits.
    Cash {
        /// Which.
        table: String,
        /// How much.
        amount: Amount,
        /// Whether it came back.
        back: bool,
    },
    /// Promotional tokens were given for a voucher.
    Voucher {
        /// Its number.
        number: String,
        /// Who gave them.
        by: String,
        /// Who stood by it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<String>,
    },
    /// A limit was asked for, or one came into force.
    Protection(serde_json::Value),
}

/// The stream of a player's account.
pub fn stream(player: PlayerId) -> String {
    format!("player/{}", player.number())
}

fn draft(player: PlayerId, event: &WalletEvent, step: Option<Move>, now: Moment) -> (Arc<str>, Draft) {
    let body = serde_json::to_vec(event).unwrap_or_default();
    let moves = print_moves(step.iter());
    (stream(player).into(), Draft { at: now.milliseconds(), moves, body, key: None })
}

/// Money that goes to a table, or comes back from one.
pub(crate) fn transfer(player: PlayerId, table: &str, step: Move, now: Moment) -> (Arc<str>, Draft) {
    draft(player, &WalletEvent::Table { table: table.into() }, Some(step), now)
}

/// Money that comes in at the cage, or goes out.
pub fn cage(
    player: PlayerId,
    event: &WalletEvent,
    amount: Amount,
    inwards: bool,
    now: Moment,
) -> (Arc<str>, Draft) {
    let (cage, purse) = (Account::Cage, Account::Player(player));
    let step = if inwards { Move::new(cage, purse, amount) } else { Move::new(purse, cage, amount) };
    draft(player, event, Some(step), now)
}

/// Promotional tokens that a player gets for a voucher.
pub(crate) fn tokens(
    player: PlayerId,
    event: &WalletEvent,
    amount: Amount,
    now: Moment,
) -> (Arc<str>, Draft) {
    draft(player, event, Some(Move::new(Account::Promotions, Account::Tokens(player), amount)), now)
}

/// Something about a player that moves no money.
pub fn note(player: PlayerId, event: &WalletEvent, now: Moment) -> (Arc<str>, Draft) {
    draft(player, event, None, now)
}
