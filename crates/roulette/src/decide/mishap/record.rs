//! What was wagered on a station that failed, made out from records.
//!
//! Clauses: rapid-roulette-2000 3.1, 3.2, 3.5, 8.7(b), 8.8(b), 8.9; readings `doubt-waits`, `house-record`,
//! `re-result`, `short-aggregate`.

use crate::cite::cite;
use crate::decide::account::moves;
use crate::decide::wager::layout_change;
use crate::decide::{Decided, Turn, event, refuse};
use crate::event::mishap::What;
use crate::limit::shown;
use crate::{
    Dealing, Event, Evidence, Found, Limits, Phase, Place, Roulette, Run, StationId, Step, Wager, Why,
};
use game::{Cites, Refusal};
use money::{Account, Amount};

/// What a station can have had on record.
pub(crate) struct OnRecord<'o> {
    pub(crate) station: StationId,
    /// The permitted wagers.
    pub(crate) limits: &'o Limits,
    /// The most that there was to wager.
    pub(crate) most: Amount,
    /// How many more sequences there was room for.
    pub(crate) runs: usize,
}

impl OnRecord<'_> {
    /// Why wagers cannot have been placed: a place twice, no bet, no permitted amount, too much in all.
    pub(crate) fn fault(&self, game: &Roulette, found: &[Found]) -> Result<(), Refusal> {
        let id = self.station;
        let no = |cites: &Cites, message: String| refuse("station.no_evidence", cites, message);
        if game.setup().dealing == Dealing::House {
            let message = format!(
                "the house has every wager of {id} on record here: they are as shown, or void, and no others"
            );
            return no(game.step(Step::HouseRecord), message);
        }
        let (mut total, mut singles, mut runs) = (0i64, 0i64, 0usize);
        for (at, wager) in found.iter().enumerate() {
            let amount = wager.amount.units();
            let bounds = self.limits.at(game, wager.place)?;
            let name = game.place_name(wager.place);
            if found[..at].iter().any(|earlier| earlier.place == wager.place) {
                return no(game.step(Step::OnRecord), format!("the records of {id} name {name} twice"));
            }
            if shown(bounds, amount) != amount || amount == 0 {
                let cites = match amount {
                    low if low < bounds.least.units() => &cite(&game.parameters.limits.below_minimum),
                    high if high > bounds.most.units() => &cite(&game.parameters.limits.above_maximum),
                    _ => &cite(&game.parameters.limits.between_steps),
                };
                return no(cites, format!("{id} cannot have shown {amount} on {name}, which takes {bounds}"));
            }
            total = total.saturating_add(amount);
            match wager.place {
                Place::On(_) => singles = singles.saturating_add(amount),
                Place::Run(_) => runs += 1,
            }
        }
        if total > self.most.units() {
            let most = self.most;
            let message =
                format!("{id} cannot have wagered {total}: there were {most} when the period ended");
            let step = if singles > 0 { Step::HadForBets } else { Step::HadForRuns };
            return no(game.step(step), message);
        }
        if runs > self.runs {
            let message = format!("{id} had room for {} more sequences, got {runs}", self.runs);
            return no(game.step(Step::ManyRuns), message);
        }
        Ok(())
    }
}

impl Turn<'_> {
    /// What a station in doubt can have had on record.
    pub(crate) fn establishable(&self, id: StationId) -> Result<OnRecord<'_>, Refusal> {
        let (station, holder) = self.held(id)?;
        if let Some(why) = station.beyond_doubt.filter(|_| self.state.phase == Phase::Closed) {
            let (was, step) = if why == Why::Leaving {
                ("its player was leaving", Step::Withdrawn)
            } else {
                ("it was out of order", Step::BeyondDoubt)
            };
            let message = format!("what was wagered on {id} is not in doubt: {was} when the period ended");
            return refuse("station.not_in_doubt", &self.step(Step::AsShown).and(self.step(step)), message);
        }
        if !station.in_doubt {
            let message = format!("what was wagered on {id} is not in doubt");
            return refuse("station.not_in_doubt", self.step(Step::Established), message);
        }
        self.thawed()?;
        let spin = self.state.spin;
        // What there was at the end of the period (3.5), whatever came or went since.
        let now = Amount::of(self.state.credit(holder.player) + station.for_spin(spin));
        let most = self.state.at_close(holder.player).unwrap_or(now);
        let running = station.runs.iter().filter(|run| run.first != spin).count();
        let runs = crate::RUNS_MOST.saturating_sub(running);
        Ok(OnRecord { station: id, limits: &self.state.limits, most, runs })
    }

    /// A station in doubt turns out to have had nothing for the spin.
    pub(crate) fn had_nothing(&self, id: StationId, cites: &Cites) -> Option<Event> {
        let player = self.state.station(id)?.holder?.player;
        let what =
            What::Established { station: id, player, wagers: Vec::new(), runs: Vec::new(), short: None };
        Some(event(what, cites))
    }

    pub(crate) fn establish(&self, id: StationId, evidence: &Evidence) -> Decided {
        self.dealer()?;
        let on_record = self.establishable(id)?;
        let (station, holder) = self.held(id)?;
        let (spin, player) = (self.state.spin, holder.player);
        let began = station.runs.iter().filter(|run| run.first == spin).copied();
        let (mut wagers, runs) = match evidence {
            Evidence::AsShown => (station.wagers.clone(), began.collect()),
            Evidence::None => {
                let void = self.returned(id, Why::Unproved, &cite(&self.rules.parameters.mishap.unproved));
                let void =
                    void.or_else(|| self.had_nothing(id, &cite(&self.rules.parameters.mishap.unproved)));
                return Ok(void.into_iter().collect());
            }
            Evidence::Wagers(found) => {
                on_record.fault(self.rules, found)?;
                split(found, spin)
            }
        };
        // What records show short of the aggregate did not count when the period ended: it goes back.
        let singles: Amount = wagers.iter().map(|wager| wager.amount).sum();
        let is_short = !singles.is_zero() && singles < self.state.limits.aggregate;
        let short = is_short.then_some(singles);
        if is_short {
            wagers.clear();
        }
        let rests = if is_short {
            self.step(Step::Established).and(self.step(Step::PeriodEndedShort))
        } else {
            self.step(Step::Established).clone()
        };
        let staked = wagers.iter().map(|wager| wager.amount).chain(runs.iter().map(|run| run.amount));
        let more = staked.sum::<Amount>().units() - station.for_spin(spin);
        // What a correction has taken since is the House's to bear until it comes back (8.4).
        let lacks = (more - self.state.credit(player)).max(0);
        let mut moved = layout_change(player, more - lacks);
        moved.extend(moves(Account::Adjustments, Account::Layout(player), lacks));
        let mut cites = self.recover(&mut moved, player, -more, &rests);
        if lacks > 0 {
            cites = cites.and(&cite(&self.rules.parameters.mishap.wrong_result_freezes));
        }
        let what = What::Established { station: id, player, wagers, runs, short };
        Ok(vec![Event::new(what, cites).moving(moved)])
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
