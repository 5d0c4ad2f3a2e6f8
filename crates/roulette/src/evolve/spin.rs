//! The spin follows: the period, and who has what when it ends.

use crate::event::spin::What;
use crate::{Phase, Short, State, Why};
use game::Moment;

/// Follows an event about the period and the ball.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::PeriodOpened { ends, .. } => period_opened(state, *ends),
        What::PeriodEnded { short, .. } => period_ended(state, short),
        What::Spun { early, .. } => {
            state.ball = Some(*early);
            state.called_off = false;
        }
    }
}

/// Wagers are taken, for a ball that is still to be spun.
fn period_opened(state: &mut State, ends: Moment) {
    state.phase = Phase::Wagering { ends };
    state.ball = None;
    state.stations.iter_mut().for_each(|station| station.beyond_doubt = None);
    doubted(state);
}

/// Wagers are no longer taken; those that came to too little have gone back.
fn period_ended(state: &mut State, short: &[Short]) {
    state.phase = Phase::Closed;
    for short in short {
        if let Some(station) = state.station_mut(short.station) {
            station.wagers.clear();
        }
    }
    // Whatever was wagered there before went back: no record can show more of it.
    for station in &mut state.stations {
        let leaving = station.holder.is_some_and(|holder| holder.leaving);
        let failed = station.out_of_order.then_some(Why::StationFailed);
        let shut = failed.or(leaving.then_some(Why::Leaving));
        station.beyond_doubt = shut.filter(|_| !station.in_doubt);
    }
    doubted(state);
}

/// What players had when a period ended is kept only where it is still in doubt what they wagered.
fn doubted(state: &mut State) {
    let mut kept = std::mem::take(&mut state.at_close);
    kept.retain(|(player, _)| {
        let station = state.station_of(*player).and_then(|id| state.station(id));
        station.is_some_and(|station| station.in_doubt)
    });
    state.at_close = kept;
}
