//! Equipment that fails, and works again: a station, the system, the display.
//!
//! Clauses: rapid-roulette-2000 1.1#game system, 1.6, 8.6–8.8; readings `fault-run`, `halted-ball`,
//! `restored-station`, `doubt-waits`, `period-start`.

use crate::cite::cite;
use crate::decide::{Decided, Turn, event, refuse};
use crate::event::mishap::What;
use crate::{Phase, StationId, Step, Why};

impl Turn<'_> {
    pub(crate) fn display_shows(&self, shown: u8) -> Decided {
        self.dealer()?;
        let cites = &cite(&self.rules.parameters.mishap.display_counts);
        let Some(last) = self.state.records.back() else {
            return refuse("display.no_result", cites, "no spin is settled yet");
        };
        self.pocket(shown)?;
        if shown == last.pocket {
            return refuse("display.agrees", cites, format!("the ball was in {shown}, as the display shows"));
        }
        Ok(vec![event(What::DisplayDisregarded { shown, pocket: last.pocket }, cites)])
    }

    pub(crate) fn station_fails(&self, id: StationId) -> Decided {
        self.dealer()?;
        let station = self.station(id)?;
        if station.out_of_order {
            return refuse(
                "station.out_of_order",
                self.step(Step::StationBroken),
                format!("{id} is out of order already"),
            );
        }
        let after = self.state.phase == Phase::Closed;
        // Whatever it shows: records may know of wagers that it lost.
        let doubt = after && station.holder.is_some() && station.beyond_doubt.is_none();
        let rests = if after {
            &cite(&self.rules.parameters.mishap.station_after)
        } else {
            self.step(Step::StationVoid)
        };
        let cites = self.though_frozen(rests);
        let mut events = vec![event(What::StationFailed { station: id, doubt }, &cites)];
        if matches!(self.state.phase, Phase::Wagering { .. }) {
            events.extend(self.returned(id, Why::StationFailed, &cites));
        }
        Ok(events)
    }

    pub(crate) fn system_fails(&self) -> Decided {
        self.dealer()?;
        let void = match self.state.phase {
            Phase::Wagering { .. } => true,
            Phase::Closed => false,
            Phase::Shut | Phase::Halted | Phase::Over => {
                let message = "no wagering period runs and no spin is under way";
                return refuse("system.idle", self.step(Step::SystemIdle), message);
            }
        };
        let open: Vec<StationId> = self.state.open().map(|(id, ..)| id).collect();
        if void {
            let cites = self.though_frozen(self.step(Step::SystemVoid));
            let failed = match self.state.ball {
                Some(_) => cites.and(self.step(Step::HaltedBall)),
                None => cites.clone(),
            };
            let mut events = vec![event(What::SystemFailed { void, doubt: Vec::new() }, &failed)];
            let returned = |id| self.returned(id, Why::SystemFailed, &cites);
            events.extend(open.into_iter().filter_map(returned));
            return Ok(events);
        }
        let cites = self.though_frozen(&cite(&self.rules.parameters.mishap.system_after));
        let doubted =
            |id: &StationId| self.state.station(*id).is_some_and(|station| station.beyond_doubt.is_none());
        let doubt = open.into_iter().filter(doubted).collect();
        Ok(vec![event(What::SystemFailed { void, doubt }, &cites)])
    }

    pub(crate) fn restore_station(&self, id: StationId) -> Decided {
        self.dealer()?;
        let station = self.station(id)?;
        let cites = self.step(Step::StationRestored);
        if !station.out_of_order {
            return refuse("station.in_order", cites, format!("{id} is not out of order"));
        }
        if station.in_doubt {
            let message = format!("what was wagered on {id} is in doubt and has to be established first");
            return refuse("station.in_doubt", self.step(Step::DoubtFirst), message);
        }
        let anew = matches!(self.state.phase, Phase::Wagering { .. }) && station.holder.is_some();
        let cites = if anew { cites.and(self.step(Step::WagersAnew)) } else { cites.clone() };
        Ok(vec![event(What::StationRestored { station: id }, &cites)])
    }

    pub(crate) fn restore_system(&self) -> Decided {
        self.dealer()?;
        let cites = self.step(Step::SystemRestored);
        if self.state.phase != Phase::Halted {
            if !self.state.open().any(|(_, station, _)| station.in_doubt) {
                return refuse("system.working", cites, "the game system has not halted");
            }
            let message = "the game system has not halted: what fails after the period puts wagers in doubt, \
                           and once they are made out nothing is left to restore";
            return refuse("system.working", &cites.and(self.step(Step::DoubtFirst)), message);
        }
        let mut events = vec![event(What::SystemRestored, cites)];
        events.extend(self.next_period(&self.though_frozen(&self.opened()), self.state.spin, true));
        Ok(events)
    }
}
