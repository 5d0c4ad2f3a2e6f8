//! Follows events. No rule is in here: what happened is in the event.

use crate::limits::with_sign;
use crate::{
    Absent, Claim, ClaimAbout, Event, Fate, Holder, Paid, Phase, Place, Record, Refated, Roulette, RunEnd,
    Shown, State, What,
};
use money::{Account, Amount, PlayerId};

/// Follows an event.
///
/// # Panics
/// On moves that would take an account below zero: `decide` never makes them, and a table that paid
/// wrongly has to stop.
pub(crate) fn evolve(game: &Roulette, state: &mut State, event: &Event) {
    note_close(state, &event.what);
    let posted = state.ledger.apply(&event.moves);
    assert!(posted.is_ok(), "{posted:?} after {event:?}");
    recovered(state, event);
    let spin = state.spin;
    match &event.what {
        What::Activated { station, player, .. } => {
            // Whoever comes back takes over the sequences that a correction brought back.
            let (back, gone) = state.absent.iter().partition(|absent| absent.player == *player);
            let back: Vec<Absent> = back;
            state.absent = gone;
            let owes = state.unrecovered(*player).units();
            add(&mut state.owing, *player, owes);
            state.dismissed.retain(|sent| sent != player);
            // Only who comes back can have a result that is older than the account.
            let shown = |record: &Record| record.shown.iter().any(|shown| shown.player == *player);
            if state.records.iter().any(shown) {
                state.since.push((*player, spin));
            }
            if let Some(station) = state.station_mut(*station) {
                station.holder = Some(Holder { player: *player, leaving: false });
                station.runs.extend(back.iter().map(|absent| absent.run));
            }
        }
        What::Credited { .. } | What::HeldPaid { .. } => (),
        What::Placed { station, place, shows, .. } | What::Taken { station, place, shows } => {
            if let Some(station) = state.station_mut(*station) {
                station.set(*place, spin, *shows);
            }
        }
        What::Shifted { station, from, to, shows } => {
            if let Some(station) = state.station_mut(*station) {
                station.set(Place::On(*from), spin, Amount::ZERO);
                station.set(Place::On(*to), spin, *shows);
            }
        }
        What::Returned { station, .. } => {
            if let Some(station) = state.station_mut(*station) {
                station.clear(spin);
                station.in_doubt = false;
            }
        }
        What::Leaving { station, player, dismissed } => {
            if *dismissed && !state.dismissed.contains(player) {
                state.dismissed.push(*player);
            }
            if let Some(holder) = state.station_mut(*station).and_then(|station| station.holder.as_mut()) {
                holder.leaving = true;
            }
        }
        What::PaidOut { station, player, .. } => {
            if let Some(station) = state.station_mut(*station) {
                station.holder = None;
            }
            state.since.retain(|(known, _)| known != player);
            state.at_close.retain(|(known, _)| known != player);
        }
        What::PeriodOpened { ends, .. } => {
            state.phase = Phase::Wagering { ends: *ends };
            // A period opens for a ball that is still to be spun.
            state.ball = None;
            doubted(state);
        }
        What::PeriodEnded { short, .. } => {
            state.phase = Phase::Closed;
            for short in short {
                if let Some(station) = state.station_mut(short.station) {
                    station.wagers.clear();
                }
            }
            doubted(state);
        }
        What::Spun { early, .. } => state.ball = Some(*early),
        What::Settled { spin, pocket, paid } => settled(game, state, *spin, *pocket, paid),
        What::AbsentEnded { spin, player, ended, kept } => {
            state.absent.retain(|absent| (absent.player, absent.run) != (*player, ended.run));
            if let Some(shown) = shown_in(state, *spin, *player) {
                shown.runs.push(*ended);
            }
            add(&mut state.unrecovered, *player, -kept.units());
        }
        What::NoSpin { .. } => state.ball = None,
        What::Frozen { spin } => state.frozen = Some(*spin),
        What::Resettled { spin, pocket, accounts, runs, .. } => {
            state.claimed.retain(|(_, claimed)| claimed != spin);
            state.frozen = None;
            if let Some(record) = state.records.iter_mut().find(|record| record.spin == *spin) {
                record.pocket = *pocket;
            }
            runs.iter().for_each(|run| refated(state, run));
            for account in accounts {
                add(&mut state.unrecovered, account.player, account.unrecovered);
                if state.station_of(account.player).is_some() {
                    add(&mut state.owing, account.player, account.unrecovered.max(0));
                }
            }
        }
        What::DisplayDisregarded { shown, .. } => state.display = Some(*shown),
        What::StationFailed { station, doubt } => {
            if let Some(station) = state.station_mut(*station) {
                station.out_of_order = true;
                station.in_doubt = *doubt;
            }
        }
        What::SystemFailed { void, doubt } => {
            if *void {
                state.phase = Phase::Halted;
                state.ball = None;
                state.stations.iter_mut().for_each(|station| station.in_doubt = false);
            }
            for station in doubt {
                if let Some(station) = state.station_mut(*station) {
                    station.in_doubt = true;
                }
            }
        }
        What::Established { station, wagers, runs, .. } => {
            if let Some(station) = state.station_mut(*station) {
                station.clear(spin);
                station.wagers.extend_from_slice(wagers);
                station.runs.extend_from_slice(runs);
                station.in_doubt = false;
            }
        }
        What::StationRestored { station } => {
            if let Some(station) = state.station_mut(*station) {
                station.out_of_order = false;
            }
        }
        What::SystemRestored => (),
        What::Claimed { claim, station, player, about } => {
            state.claims_made = *claim;
            state.claims.push(Claim { claim: *claim, station: *station, player: *player, about: *about });
            // The last outcome that they wagered on, or that a sequence of theirs ran over.
            let own = state.station_of(*player).and_then(|station| state.station(station));
            let own = own.iter().flat_map(|station| &station.runs);
            let left = state.absent.iter().filter(|absent| absent.player == *player);
            let runs: Vec<u32> = own.chain(left.map(|absent| &absent.run)).map(|run| run.first).collect();
            let wagered = |record: &&Record| {
                let shown = record.shown.iter().any(|shown| shown.player == *player);
                shown || runs.iter().any(|first| *first <= record.spin)
            };
            let last = state.records.iter().rev().find(wagered);
            if let Some(record) = last.filter(|_| *about == ClaimAbout::Outcome) {
                state.claimed.push((*claim, record.spin));
            }
        }
        What::Answered { claim, .. } => {
            state.claims.retain(|open| open.claim != *claim);
            state.claimed.retain(|(open, _)| open != claim);
        }
        What::PeriodSet { seconds } => state.period = *seconds,
        What::LimitsAnnounced { limits, at } => {
            let mut signs = with_sign(&state.limits, &state.signs(), limits, *at).into_iter();
            (state.announced, state.later) = (signs.next(), signs.collect());
        }
        What::LimitsChanged => {
            if let Some((_, limits)) = state.announced.take() {
                state.limits = *limits;
            }
            if !state.later.is_empty() {
                state.announced = Some(state.later.remove(0));
            }
        }
        What::TableClosed => state.phase = Phase::Over,
    }
    if !state.owing.is_empty() {
        lay_open(state);
    }
}

/// What moved between a player and the adjustments is that much less, or more, not recovered.
fn recovered(state: &mut State, event: &Event) {
    for step in &event.moves {
        let (player, more) = match (step.from, step.to) {
            (Account::Player(player), Account::Adjustments) => (player, -step.amount.units()),
            (Account::Adjustments, Account::Layout(player)) => (player, step.amount.units()),
            _ => continue,
        };
        add(&mut state.unrecovered, player, more);
        add(&mut state.owing, player, more);
    }
}

/// Nobody owes more than was not recovered, nor anything once nothing of theirs lies on the layout.
fn lay_open(state: &mut State) {
    let mut owing = std::mem::take(&mut state.owing);
    for (player, amount) in &mut owing {
        let lies = state.ledger.balance(Account::Layout(*player)) > 0;
        *amount = if lies { (*amount).min(state.unrecovered(*player)) } else { Amount::ZERO };
    }
    owing.retain(|(_, amount)| !amount.is_zero());
    state.owing = owing;
}

/// Before an account changes after the period has ended: what its player had to wager then.
fn note_close(state: &mut State, what: &What) {
    let players: Vec<PlayerId> = if let What::Resettled { accounts, .. } = what {
        accounts.iter().map(|account| account.player).collect()
    } else if let What::Credited { player, .. } | What::Activated { player, .. } = what {
        vec![*player]
    } else {
        return;
    };
    for player in players {
        let station = state.station_of(player).and_then(|id| state.station(id));
        let closed = state.phase == Phase::Closed || station.is_some_and(|station| station.in_doubt);
        if closed && state.at_close(player).is_none() {
            let wagers = station.map_or(0, |station| station.for_spin(state.spin));
            state.at_close.push((player, Amount::of(state.credit(player) + wagers)));
        }
    }
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

/// Clears the layout into the record of the spin; the oldest record gives its memory for it.
fn settled(game: &Roulette, state: &mut State, spin: u32, pocket: u8, paid: &[Paid]) {
    let full = state.records.len() >= usize::from(game.setup.records);
    let oldest = if full { state.records.pop_front() } else { None };
    let mut shown = oldest.map_or_else(Vec::new, |record| record.shown);
    shown.truncate(paid.len());
    for (at, paid) in paid.iter().enumerate() {
        if at == shown.len() {
            let (station, player) = (paid.station, paid.player);
            shown.push(Shown { station, player, wagers: Vec::new(), runs: Vec::new() });
        }
        let place = &mut shown[at];
        (place.station, place.player) = (paid.station, paid.player);
        place.wagers.clear();
        place.runs.clear();
        place.runs.extend_from_slice(&paid.runs);
        if let Some(station) = state.station_mut(paid.station) {
            std::mem::swap(&mut station.wagers, &mut place.wagers);
            for ended in &paid.runs {
                station.runs.retain(|run| *run != ended.run);
            }
        }
    }
    state.records.push_back(Record { spin, pocket, shown });
    state.spin = spin.saturating_add(1);
    state.ball = None;
    state.display = None;
    // Who has left is heard as long as a spin on record shows them.
    let mut claims = std::mem::take(&mut state.claims);
    let shown = |claim: &Claim| {
        let mut shown = state.records.iter().flat_map(|record| &record.shown);
        shown.any(|shown| shown.player == claim.player)
    };
    claims.retain(|claim| state.station_of(claim.player).is_some() || shown(claim));
    state.claimed.retain(|(claimed, _)| claims.iter().any(|claim| claim.claim == *claimed));
    state.claims = claims;
}

/// Takes a sequence from where it was to where a correction puts it.
fn refated(state: &mut State, change: &Refated) {
    let (player, run) = (change.player, change.run);
    let station = state.station_of(player).and_then(|station| state.station_mut(station));
    match change.was {
        Fate::Running => {
            if let Some(station) = station {
                station.runs.retain(|known| *known != run);
            }
            state.absent.retain(|absent| (absent.player, absent.run) != (player, run));
        }
        Fate::Ended { spin, .. } => {
            if let Some(shown) = shown_in(state, spin, player) {
                shown.runs.retain(|ended| ended.run != run);
            }
        }
    }
    match change.now {
        Fate::Running => {
            let station = state.station_of(player).and_then(|station| state.station_mut(station));
            match station {
                Some(station) => station.runs.push(run),
                None => state.absent.push(Absent { player, run }),
            }
        }
        Fate::Ended { spin, hits, returned } => {
            if let Some(shown) = shown_in(state, spin, player) {
                shown.runs.push(RunEnd { run, hits, returned });
            }
        }
    }
}

/// A player's part in a spin on record, made if there was none.
fn shown_in(state: &mut State, spin: u32, player: PlayerId) -> Option<&mut Shown> {
    let station = state.station_of(player).unwrap_or(crate::StationId(0));
    let record = state.records.iter_mut().find(|record| record.spin == spin)?;
    let known = record.shown.iter().position(|shown| shown.player == player);
    let at = known.unwrap_or_else(|| {
        record.shown.push(Shown { station, player, wagers: Vec::new(), runs: Vec::new() });
        record.shown.len() - 1
    });
    record.shown.get_mut(at)
}

/// Adds to what a list has for a player, in the order of players.
fn add(list: &mut Vec<(PlayerId, Amount)>, player: PlayerId, more: i64) {
    let found = list.binary_search_by_key(&player, |(player, _)| *player);
    let had = found.map_or(0, |at| list[at].1.units());
    let amount = Amount::of((had + more).max(0));
    match (found, amount.is_zero()) {
        (Ok(at), true) => drop(list.remove(at)),
        (Ok(at), false) => list[at].1 = amount,
        (Err(_), true) => (),
        (Err(at), false) => list.insert(at, (player, amount)),
    }
}
