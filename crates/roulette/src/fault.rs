//! Equipment that fails: a station, the system, the display; and what was wagered, made out afterwards.
//!
//! Clauses: rapid-roulette-2000 1.1#game system, 8.6–8.9; reading `fault-run`.

use crate::turn::{Answer, Turn, event, refuse};
use crate::wager::layout_change;
use crate::{Event, Evidence, Found, Phase, Place, Run, StationId, Wager, What, Why};
use game::Refusal;
use money::Amount;

/// Whether wagers found on record are wagers, each place once, and what they come to.
pub(crate) fn sum(found: &[Found], is_bet: impl Fn(Place) -> bool) -> Option<i64> {
    let mut total: i64 = 0;
    for (at, wager) in found.iter().enumerate() {
        let again = found[..at].iter().any(|earlier| earlier.place == wager.place);
        if wager.amount.is_zero() || again || !is_bet(wager.place) {
            return None;
        }
        total = total.checked_add(wager.amount.units())?;
    }
    Some(total)
}

impl Turn<'_> {
    pub(crate) fn display_shows(&self, shown: u8) -> Answer {
        self.dealer()?;
        let cites = &self.game.clauses.display;
        let Some(last) = self.state.records.back() else {
            return refuse("display.no_result", cites, "no spin is settled yet");
        };
        self.pocket(shown)?;
        if shown == last.pocket {
            return refuse("display.agrees", cites, format!("{shown} is what the ball was in"));
        }
        Ok(vec![event(What::DisplayDisregarded { shown, pocket: last.pocket }, cites)])
    }

    pub(crate) fn station_fails(&self, id: StationId) -> Answer {
        self.dealer()?;
        let station = self.station(id)?;
        let clauses = &self.game.clauses;
        if station.out_of_order {
            return refuse(
                "station.out_of_order",
                &clauses.station_void,
                format!("{id} is out of order already"),
            );
        }
        self.thawed()?;
        let after = self.state.phase == Phase::Closed;
        let doubt = after && station.for_spin(self.state.spin) > 0;
        let cites = if after { &clauses.station_doubt } else { &clauses.station_void };
        let mut events = vec![event(What::StationFailed { station: id, doubt }, cites)];
        if matches!(self.state.phase, Phase::Wagering { .. }) {
            events.extend(self.returned(id, Why::StationFailed, cites));
        }
        Ok(events)
    }

    pub(crate) fn system_fails(&self) -> Answer {
        self.dealer()?;
        self.thawed()?;
        let clauses = &self.game.clauses;
        let void = match self.state.phase {
            Phase::Wagering { .. } => true,
            Phase::Closed => false,
            _ => {
                let message = "no wagering period runs and no spin is under way";
                return refuse("system.idle", &clauses.system_void, message);
            }
        };
        let spin = self.state.spin;
        let wagered = self.state.open().filter(|(_, station, _)| station.for_spin(spin) > 0);
        let wagered: Vec<StationId> = wagered.map(|(id, ..)| id).collect();
        if void {
            let mut events =
                vec![event(What::SystemFailed { void, doubt: Vec::new() }, &clauses.system_void)];
            let returned = |id| self.returned(id, Why::SystemFailed, &clauses.system_void);
            events.extend(wagered.into_iter().filter_map(returned));
            return Ok(events);
        }
        Ok(vec![event(What::SystemFailed { void, doubt: wagered }, &clauses.system_doubt)])
    }

    /// The most that records may show for a station in doubt.
    pub(crate) fn establishable(&self, id: StationId) -> Result<Amount, Refusal> {
        let (station, holder) = self.held(id)?;
        if !station.in_doubt {
            let message = format!("what was wagered on {id} is not in doubt");
            return refuse("station.not_in_doubt", &self.game.clauses.confirmed, message);
        }
        self.thawed()?;
        let available = self.state.credit(holder.player) + station.for_spin(self.state.spin);
        Ok(Amount::of(available))
    }

    pub(crate) fn establish(&self, id: StationId, evidence: &Evidence) -> Answer {
        self.dealer()?;
        let most = self.establishable(id)?;
        let (station, holder) = self.held(id)?;
        let (clauses, spin, player) = (&self.game.clauses, self.state.spin, holder.player);
        let began = station.runs.iter().filter(|run| run.first == spin).copied();
        let (wagers, runs) = match evidence {
            Evidence::AsShown => (station.wagers.clone(), began.collect()),
            Evidence::None => {
                let void = self.returned(id, Why::Unproved, &clauses.unproved);
                return Ok(void.into_iter().collect());
            }
            Evidence::Wagers(found) => {
                let total = sum(found, |place| self.limits_at(place).is_ok());
                if total.is_none_or(|total| total > most.units()) {
                    let message = match total {
                        Some(total) => format!("{total} on record for {id}, {most} at most wanted"),
                        None => format!("the records of {id} name a place twice, or one where no bet is"),
                    };
                    return refuse("station.no_evidence", &clauses.confirmed, message);
                }
                split(found, spin)
            }
        };
        let staked = wagers.iter().map(|wager| wager.amount).chain(runs.iter().map(|run| run.amount));
        let more = staked.sum::<Amount>().units() - station.for_spin(spin);
        let moves = layout_change(player, more);
        let what = What::Established { station: id, player, wagers, runs };
        Ok(vec![Event { what, cites: clauses.confirmed.clone(), moves }])
    }

    pub(crate) fn restore_station(&self, id: StationId) -> Answer {
        self.dealer()?;
        let station = self.station(id)?;
        let cites = &self.game.clauses.restored_station;
        if !station.out_of_order {
            return refuse("station.in_order", cites, format!("{id} is not out of order"));
        }
        if station.in_doubt {
            let message = format!("what was wagered on {id} is in doubt, established wagers wanted");
            return refuse("station.in_doubt", &self.game.clauses.station_doubt, message);
        }
        Ok(vec![event(What::StationRestored { station: id }, cites)])
    }

    pub(crate) fn restore_system(&self) -> Answer {
        self.dealer()?;
        let cites = &self.game.clauses.restored;
        if self.state.phase != Phase::Halted {
            return refuse("system.working", cites, "the game system has not halted");
        }
        self.thawed()?;
        let mut events = vec![event(What::SystemRestored, cites)];
        events.extend(self.next_period(self.opened(), self.state.spin, true));
        Ok(events)
    }
}

/// Wagers on record, as a station keeps them.
fn split(found: &[Found], spin: u32) -> (Vec<Wager>, Vec<Run>) {
    let (mut wagers, mut runs) = (Vec::new(), Vec::new());
    for wager in found {
        match wager.place {
            Place::On(spot) => wagers.push(Wager { spot, amount: wager.amount }),
            Place::Run(numbers) => runs.push(Run { first: spin, numbers, amount: wager.amount }),
        }
    }
    wagers.sort_by_key(|wager| wager.spot);
    (wagers, runs)
}
