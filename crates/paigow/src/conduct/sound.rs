//! What has to be true of every Pai Gow table.

use crate::{Chance, PaiGow, Phase, State};
use money::{Account, PlayerId};
use rulebook::Instrument;

/// What is broken, if anything is.
pub(super) fn check(game: &PaiGow, state: &State) -> Result<(), String> {
    money(state)?;
    layout(state)?;
    tiles(game, state)
}

/// Money is conserved, and nobody owes who may not.
fn money(state: &State) -> Result<(), String> {
    let sum = state.ledger.sum();
    if sum != 0 {
        return Err(format!("accounts sum to {sum}"));
    }
    for (account, balance) in state.ledger.accounts() {
        if *balance < 0 && !account.may_owe() {
            return Err(format!("{account} owes {balance}"));
        }
        let between = matches!(state.phase, Phase::Shut | Phase::Bank | Phase::Clear | Phase::Closed);
        let round = matches!(account, Account::Pool | Account::CoBank | Account::Bank(_));
        if between && round && *balance != 0 {
            return Err(format!("{account} holds {balance} in phase {}", state.phase.word()));
        }
    }
    Ok(())
}

/// What lies on the layout is what the wagers say.
fn layout(state: &State) -> Result<(), String> {
    for (account, balance) in state.ledger.accounts() {
        let (player, with) = match account {
            Account::Layout(player) => (*player, Instrument::Chips),
            Account::LayoutTokens(player) => (*player, Instrument::Tokens),
            _ => continue,
        };
        let down = wagered(state, player, with);
        if *balance != down {
            return Err(format!("{account} holds {balance}, the wagers say {down}"));
        }
    }
    for wager in &state.wagers {
        let player = wager.player;
        for (account, with) in [
            (Account::Layout(player), Instrument::Chips),
            (Account::LayoutTokens(player), Instrument::Tokens),
        ] {
            let (down, held) = (wagered(state, player, with), state.ledger.balance(account));
            if held != down {
                return Err(format!("{player} has wagered {down}, {held} lie on the layout"));
            }
        }
    }
    Ok(())
}

fn wagered(state: &State, player: PlayerId, with: Instrument) -> i64 {
    let own = state.wagers.iter().filter(|w| w.player == player);
    own.map(|wager| wager.down(with).units()).sum()
}

/// A wall has every tile once, and no tile lies on two areas.
fn tiles(game: &PaiGow, state: &State) -> Result<(), String> {
    if let Some(order) = &state.wall.order {
        if game.setup().chance == Chance::Keyed {
            return Err("the wall of a table with real tiles is known".to_string());
        }
        let seen = order.iter().fold(0u32, |seen, tile| seen | 1 << tile.place());
        if seen != u32::MAX {
            return Err(format!("the wall has {} different tiles, expected 32", seen.count_ones()));
        }
    }
    let mut dealt = 0u32;
    for (number, area) in (1u8..).zip(&state.areas) {
        let Some(hand) = &area.hand else { continue };
        if game.setup().chance.is_known() && hand.known().is_none() {
            return Err(format!("a tile of area {number} is not known"));
        }
        for tile in hand.tiles.iter().flatten() {
            if dealt >> tile.place() & 1 == 1 {
                return Err(format!("a tile of area {number} lies on two areas"));
            }
            dealt |= 1 << tile.place();
        }
    }
    let out = matches!(state.phase, Phase::Set | Phase::Match | Phase::Clear);
    let lots = state.areas.iter().filter(|area| area.hand.is_some()).count();
    if out && lots != state.areas.len() {
        return Err(format!(
            "{lots} areas have tiles in phase {}, expected {}",
            state.phase.word(),
            state.areas.len()
        ));
    }
    if !out && lots != 0 {
        return Err(format!("{lots} areas have tiles in phase {}", state.phase.word()));
    }
    Ok(())
}
