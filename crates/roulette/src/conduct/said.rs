//! What there is to say of each event beside its step: where, of whom, how much. A station is its player's own: what is
//! wagered, bought and paid there is for that player and staff alone.

use crate::event::{What, account, claim, limit, mishap, run, settle, spin, table, wager};
use crate::{Place, StationId};
use game::Said;

/// What there is to say.
pub(super) fn said(what: &What) -> Said {
    match what {
        What::Table(table::What::TableClosed) => Said::default(),
        What::Account(what) => of_account(what),
        What::Limit(what) => of_limit(what),
        What::Wager(what) => of_wager(what),
        What::Run(run::What::AbsentEnded { player, ended, .. }) => {
            Said::of(*player).amount(ended.returned).own()
        }
        What::Spin(what) => of_spin(what),
        What::Settle(settle::What::Settled { spin: _, pocket, .. }) => Said::default().shows(pocket),
        What::Mishap(what) => of_mishap(what),
        What::Claim(what) => of_claim(what),
    }
}

fn of_account(what: &account::What) -> Said {
    match *what {
        account::What::Activated { station: StationId(station), player, tender, amount }
        | account::What::Credited { station: StationId(station), player, tender, amount } => {
            Said::at(station).by(player).amount(amount).sort(tender.word()).own()
        }
        account::What::Leaving { station: StationId(station), player, .. } => {
            Said::at(station).by(player).own()
        }
        account::What::PaidOut { station: StationId(station), player, amount } => {
            Said::at(station).by(player).amount(amount).own()
        }
        account::What::HeldPaid { player, amount } => Said::of(player).amount(amount).own(),
    }
}

fn of_limit(what: &limit::What) -> Said {
    match what {
        limit::What::PeriodSet { seconds } => {
            seconds.map_or_else(Said::default, |seconds| Said::default().shows(seconds))
        }
        limit::What::LimitsAnnounced { .. } | limit::What::LimitsChanged => Said::default(),
    }
}

fn of_wager(what: &wager::What) -> Said {
    match *what {
        wager::What::Placed { station, place, shows, .. } | wager::What::Taken { station, place, shows } => {
            let said = Said::at(station.0).amount(shows).own();
            match place {
                Place::On(spot) => said.shows(spot.0),
                Place::Run(numbers) => said.sort("run").shows(numbers),
            }
        }
        wager::What::Shifted { station, to, shows, .. } => {
            Said::at(station.0).amount(shows).shows(to.0).own()
        }
        wager::What::Returned { station, player, amount, why } => {
            Said::at(station.0).by(player).amount(amount).sort(why.into()).own()
        }
    }
}

fn of_spin(what: &spin::What) -> Said {
    match *what {
        spin::What::PeriodOpened { spin, .. }
        | spin::What::PeriodEnded { spin, .. }
        | spin::What::Spun { spin, .. } => Said::default().shows(spin),
    }
}

fn of_mishap(what: &mishap::What) -> Said {
    match what {
        mishap::What::NoSpin { ground, .. } => Said::default().shows(ground),
        mishap::What::Frozen { spin } => Said::default().shows(spin),
        mishap::What::Resettled { pocket, .. } | mishap::What::DisplayDisregarded { pocket, .. } => {
            Said::default().shows(pocket)
        }
        mishap::What::StationFailed { station, .. } | mishap::What::StationRestored { station } => {
            Said::at(station.0).own()
        }
        mishap::What::SystemFailed { .. } | mishap::What::SystemRestored => Said::default(),
        mishap::What::Established { station, player, .. } => Said::at(station.0).by(*player).own(),
    }
}

fn of_claim(what: &claim::What) -> Said {
    match *what {
        claim::What::Claimed { claim, station, player, about } => {
            Said::at(station.0).by(player).sort(about.into()).shows(claim).own()
        }
        claim::What::Answered { claim, upheld } => {
            Said::default().sort(if upheld { "upheld" } else { "dismissed" }).shows(claim).own()
        }
    }
}
