//! What has to be true of every Rapid Roulette table: money adds up, and wagers lie where accounts say.

use crate::{Phase, Run, State};
use money::Account;

/// What is broken, if anything is.
pub(super) fn check(state: &State) -> Result<(), String> {
    let ledger = &state.ledger;
    if ledger.sum() != 0 {
        return Err(format!("accounts sum to {}", ledger.sum()));
    }
    for (account, balance) in ledger.accounts() {
        if *balance < 0 && !account.may_owe() {
            return Err(format!("{account} owes {balance}"));
        }
        let absent = |player| state.absent().iter().filter(move |absent| absent.player == player);
        let held = match account {
            Account::Player(player) => state.station_of(*player).is_some(),
            Account::Layout(player) if state.station_of(*player).is_none() => {
                *balance == absent(*player).map(|absent| absent.run.amount.units()).sum::<i64>()
            }
            _ => true,
        };
        if !held && *balance != 0 {
            return Err(format!("{account} holds {balance}, and controls no station"));
        }
    }
    for (id, station, holder) in state.open() {
        let wagers = station.wagers.iter().map(|wager| wager.amount.units()).sum::<i64>();
        let down = wagers + station.runs.iter().map(|run| run.amount.units()).sum::<i64>();
        let lies = ledger.balance(Account::Layout(holder.player));
        if lies != down {
            return Err(format!("{id} shows {down}, {lies} lie on the layout"));
        }
        if station.in_doubt && !matches!(state.phase(), Phase::Closed | Phase::Wagering { .. }) {
            return Err(format!("{id} is in doubt, and no spin is under way"));
        }
        let over = |run: &&Run| {
            run.first > state.spin() || run.first + u32::from(run.numbers.count()) <= state.spin()
        };
        if let Some(run) = station.runs.iter().find(over) {
            return Err(format!("{id} has a sequence from spin {} at spin {}", run.first, state.spin()));
        }
    }
    Ok(())
}
