//! Moves of money as text: `player:7>layout:7 25;layout:7>float 25`.
//!
//! Short, readable, and the same for every game, so that balances can be added up again without knowing
//! what was played.

use money::{Account, Amount, Move, PlayerId};
use std::fmt::Write;

/// The moves as text; nothing for none.
pub fn print_moves<'m>(moves: impl IntoIterator<Item = &'m Move>) -> String {
    let mut text = String::new();
    for step in moves {
        // Room for one move, so that it does not grow bit by bit.
        text.reserve(48);
        if !text.is_empty() {
            text.push(';');
        }
        print_account(&mut text, step.from);
        text.push('>');
        print_account(&mut text, step.to);
        text.push(' ');
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", step.amount.units());
    }
    text
}

/// The moves that a text says.
///
/// # Errors
/// What in it is none.
pub fn read_moves(text: &str) -> Result<Vec<Move>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(';').map(|step| read_move(step).ok_or_else(|| format!("{step:?} moves no money"))).collect()
}

fn read_move(text: &str) -> Option<Move> {
    let (way, amount) = text.split_once(' ')?;
    let (from, to) = way.split_once('>')?;
    Some(Move::new(read_account(from)?, read_account(to)?, amount.parse::<Amount>().ok()?))
}

/// Writes an account's name.
pub(crate) fn print_account(text: &mut String, account: Account) {
    let (word, player) = match account {
        Account::Cage => ("cage", None),
        Account::Promotions => ("promotions", None),
        Account::Float => ("float", None),
        Account::Commission => ("commission", None),
        Account::Adjustments => ("adjustments", None),
        Account::Forfeits => ("forfeits", None),
        Account::CoBank => ("co-bank", None),
        Account::Pool => ("pool", None),
        Account::Held(player) => ("held", Some(player)),
        Account::Player(player) => ("player", Some(player)),
        Account::Tokens(player) => ("tokens", Some(player)),
        Account::Layout(player) => ("layout", Some(player)),
        Account::LayoutTokens(player) => ("layout-tokens", Some(player)),
        Account::Bank(player) => ("bank", Some(player)),
    };
    text.push_str(word);
    if let Some(player) = player {
        let _ = write!(text, ":{}", player.number());
    }
}

/// The account of a name.
pub(crate) fn read_account(text: &str) -> Option<Account> {
    let Some((word, number)) = text.split_once(':') else {
        return Some(match text {
            "cage" => Account::Cage,
            "promotions" => Account::Promotions,
            "float" => Account::Float,
            "commission" => Account::Commission,
            "adjustments" => Account::Adjustments,
            "forfeits" => Account::Forfeits,
            "co-bank" => Account::CoBank,
            "pool" => Account::Pool,
            _ => return None,
        });
    };
    let number: u32 = number.parse().ok().filter(|_| !number.starts_with('+'))?;
    let player = PlayerId::new(number).unwrap_or(PlayerId::HOUSE);
    Some(match word {
        "held" => Account::Held(player),
        "player" => Account::Player(player),
        "tokens" => Account::Tokens(player),
        "layout" => Account::Layout(player),
        "layout-tokens" => Account::LayoutTokens(player),
        "bank" => Account::Bank(player),
        _ => return None,
    })
}
