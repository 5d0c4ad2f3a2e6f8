//! Wagers: put, taken, moved, all by touch and all before the period ends.
//!
//! Clauses: rapid-roulette-2000 3.1–3.6, 3.8, 4.3, 7.1, 7.4; readings `whole-pay`, `who-touches`,
//! `no-spin-doubt`.

use super::account::moves;
use super::{Decided, Turn, refuse};
use crate::cite::cite;
use crate::command::wager::Command;
use crate::event::wager::What;
use crate::limit::{least_more, most_tried, shown};
use crate::{Event, Holder, Place, Spot, Station, StationId, Step, Why};
use game::{Bounds, Cites, Refusal};
use money::{Account, Amount, Moves};

/// What follows from a command about the wagers on a station.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::Put { station, place, amount } => turn.put(*station, *place, *amount),
        Command::Take { station, place, amount } => turn.take(*station, *place, *amount),
        Command::Shift { station, from, to } => turn.shift(*station, *from, *to),
        Command::Clear { station } => turn.clear(*station),
    }
}

impl<'t> Turn<'t> {
    /// A station on which this player may change wagers now.
    pub(crate) fn touchable(&self, id: StationId) -> Result<(&'t Station, Holder), Refusal> {
        let (station, holder) = self.controlled(id, self.step(Step::Touch)).map_err(|refusal| {
            // A person's touch, but not the player's who is in control (reading `who-touches`).
            match refusal.code {
                "station.not_yours" => Refusal { clauses: self.step(Step::OthersTouch).clone(), ..refusal },
                _ => refusal,
            }
        })?;
        if holder.leaving {
            let message = format!("{} is leaving {id}", holder.player);
            return refuse("account.leaving", self.step(Step::Leaving), message);
        }
        if station.out_of_order {
            let (message, cites) = if station.in_doubt {
                let message = format!("{id} is out of order, and what was wagered on it is in doubt");
                (message, self.step(Step::StationBroken).clone())
            } else {
                let message = format!("{id} is out of order, and has to be restored first");
                (message, self.step(Step::StationBroken).and(self.step(Step::DoubtFirst)))
            };
            return refuse("station.out_of_order", &cites, message);
        }
        self.thawed()?;
        self.wagering()?;
        if station.in_doubt {
            let message = format!("what was wagered on {id} is in doubt and has to be established first");
            return refuse("station.in_doubt", self.step(Step::DoubtStays), message);
        }
        Ok((station, holder))
    }

    /// The permitted wagers at a place, if there is such a bet.
    pub(crate) fn limits_at(&self, place: Place) -> Result<&'t Bounds, Refusal> {
        self.state.limits.at(self.rules, place)
    }

    /// How much more a player may try at a place; every amount in the bounds is accepted, and trimmed.
    pub(crate) fn room(&self, station: &Station, holder: Holder, place: Place) -> Result<Bounds, Refusal> {
        let limits = self.limits_at(place)?;
        let stands = station.shows(place, self.state.spin);
        let name = || self.rules.place_name(place);
        if matches!(place, Place::Run(_)) && stands == 0 {
            self.may_begin_run(station)?;
        }
        let Some(least) = least_more(limits, stands) else {
            let message = format!("{} takes {} at most, and has {stands}", name(), limits.most);
            return refuse("wager.at_maximum", &cite(&self.rules.parameters.limits.above_maximum), message);
        };
        let credit = self.state.credit(holder.player);
        let most = most_tried(limits, stands, credit);
        match Bounds::new(Amount::of(least), Amount::of(most), 1) {
            Some(bounds) => Ok(bounds),
            None => {
                let message = format!("{} takes {least} or more, and the credit is {credit}", name());
                refuse("wager.above_balance", self.credit_cites(place), message)
            }
        }
    }

    /// By which clause a wager comes out of the credit.
    fn credit_cites(&self, place: Place) -> &'t Cites {
        if matches!(place, Place::On(_)) {
            self.step(Step::CreditForBet)
        } else {
            self.step(Step::CreditForRun)
        }
    }

    /// Why an attempt is not among the amounts that may be tried.
    fn beyond(
        &self,
        place: Place,
        (stands, shows): (i64, i64),
        room: &Bounds,
        tried: (Amount, i64),
    ) -> Refusal {
        let name = self.rules.place_name(place);
        let (amount, credit) = tried;
        if amount > room.most {
            let more = shows - stands;
            let message = if more == amount.units() {
                format!("{amount} on {name} is more than the credit of {credit}")
            } else {
                format!("{amount} on {name} would show {more}, more than the credit of {credit}")
            };
            return Refusal::new("wager.above_balance", self.credit_cites(place).clone(), message);
        }
        if stands == 0 {
            let message = format!("{amount} on {name} is below the minimum {}", room.least);
            return Refusal::new(
                "wager.below_minimum",
                cite(&self.rules.parameters.limits.below_minimum),
                message,
            );
        }
        let message = format!("{amount} more on {name} shows nothing more, {} would", room.least);
        Refusal::new("wager.between_steps", self.cut(place), message)
    }

    pub(crate) fn put(&self, id: StationId, place: Place, amount: Amount) -> Decided {
        let (station, holder) = self.touchable(id)?;
        let limits = self.limits_at(place)?;
        let stands = station.shows(place, self.state.spin);
        let credit = self.state.credit(holder.player);
        let tried = stands + amount.units();
        let shows = shown(limits, tried);
        let room = match self.room(station, holder, place) {
            Ok(room) => room,
            // Too little credit for any chip: the attempt itself decides what is said.
            Err(refusal) if refusal.code == "wager.above_balance" => {
                let least = Amount::of(least_more(limits, stands).unwrap_or_default());
                let most = Amount::of(most_tried(limits, stands, credit).max(0));
                let none = Bounds { least, most, step: 1 };
                return Err(self.beyond(place, (stands, shows), &none, (amount, credit)));
            }
            Err(refusal) => return Err(refusal),
        };
        if !room.allow(amount) {
            return Err(self.beyond(place, (stands, shows), &room, (amount, credit)));
        }
        let what = What::Placed { station: id, place, tried: Amount::of(tried), shows: Amount::of(shows) };
        let player = holder.player;
        let moves = moves(Account::Player(player), Account::Layout(player), shows - stands);
        Ok(vec![Event::new(what, self.trimmed(place, limits, tried)).moving(moves)])
    }

    /// By which clauses a station shows what it shows for an attempt.
    fn trimmed(&self, place: Place, limits: &Bounds, tried: i64) -> Cites {
        let permitted = &self.rules.parameters.limits;
        let cut = shown(limits, tried) < tried;
        match place {
            _ if tried > limits.most.units() => cite(&permitted.above_maximum),
            _ if cut => self.cut(place),
            Place::On(_) => self.step(Step::Placed).clone(),
            Place::Run(_) => self.step(Step::RunPlaced).clone(),
        }
    }

    /// Why only the next lower permitted amount shows: the steps, and the odds where they make them coarser.
    fn cut(&self, place: Place) -> Cites {
        let steps = cite(&self.rules.parameters.limits.between_steps);
        match place {
            Place::Run(numbers) if self.state.limits.coarsened(&self.rules.parameters, numbers) => {
                steps.and(self.step(Step::RunTrimmed))
            }
            Place::On(_) | Place::Run(_) => steps,
        }
    }

    /// How much may be taken from a place.
    pub(crate) fn takable(&self, station: &Station, place: Place) -> Result<Bounds, Refusal> {
        self.limits_at(place)?;
        let stands = station.shows(place, self.state.spin);
        if let Some(bounds) = Bounds::new(Amount::of(1), Amount::of(stands), 1) {
            return Ok(bounds);
        }
        let name = self.rules.place_name(place);
        match place {
            Place::Run(numbers) if station.runs.iter().any(|run| run.numbers == numbers) => {
                let message =
                    format!("{name} is running: it could be taken until its first spin's period ended");
                refuse("wager.running", self.step(Step::RunUnderWay), message)
            }
            Place::On(_) | Place::Run(_) => {
                refuse("wager.nothing_there", self.step(Step::Taken), format!("nothing stands on {name}"))
            }
        }
    }

    pub(crate) fn take(&self, id: StationId, place: Place, amount: Amount) -> Decided {
        let (station, holder) = self.touchable(id)?;
        let limits = self.limits_at(place)?;
        let bounds = self.takable(station, place)?;
        let cites = self.step(Step::Taken);
        if !bounds.allow(amount) {
            let name = self.rules.place_name(place);
            let message = format!("expected {bounds} to be taken off {name}, got {amount}");
            return refuse("wager.take_amount", cites, message);
        }
        let stands = bounds.most.units();
        let shows = shown(limits, stands - amount.units());
        let left = stands - amount.units();
        let cites = match left {
            left if left == shows => cites.clone(),
            left if left < limits.least.units() => {
                cites.and(&cite(&self.rules.parameters.limits.below_minimum))
            }
            _ => cites.and(&self.cut(place)),
        };
        let what = What::Taken { station: id, place, shows: Amount::of(shows) };
        let player = holder.player;
        let mut moves = moves(Account::Layout(player), Account::Player(player), stands - shows);
        let cites = self.recover(&mut moves, player, stands - shows, &cites);
        Ok(vec![Event::new(what, cites).moving(moves)])
    }

    pub(crate) fn shift(&self, id: StationId, from: Spot, to: Spot) -> Decided {
        let (station, holder) = self.touchable(id)?;
        self.limits_at(Place::On(from))?;
        let limits = self.limits_at(Place::On(to))?;
        let stands = self.takable(station, Place::On(from))?.most.units();
        let cites = self.step(Step::Shifted);
        let name = self.rules.spot_name(to);
        if from == to {
            return refuse("wager.same_spot", cites, format!("{name} is where the chips stand already"));
        }
        let there = station.on(to);
        let Some(least) = least_more(limits, there) else {
            let message = format!("{name} takes {} at most, and has {there}", limits.most);
            return refuse("wager.at_maximum", &cite(&self.rules.parameters.limits.above_maximum), message);
        };
        if stands < least {
            return if there == 0 {
                let message = format!("{stands} on {name} is below the minimum {least}");
                refuse("wager.below_minimum", &cite(&self.rules.parameters.limits.below_minimum), message)
            } else {
                let message = format!("{stands} more on {name} shows nothing more, {least} would");
                refuse("wager.between_steps", &cite(&self.rules.parameters.limits.between_steps), message)
            };
        }
        let shows = shown(limits, there + stands);
        let what = What::Shifted { station: id, from, to, shows: Amount::of(shows) };
        let player = holder.player;
        // What the limits of the new spot do not let show goes back to the credit.
        let back = there + stands - shows;
        let mut moves = moves(Account::Layout(player), Account::Player(player), back);
        let trimmed = self.trimmed(Place::On(to), limits, there + stands);
        let cites = self.recover(&mut moves, player, back, if back > 0 { &trimmed } else { cites });
        Ok(vec![Event::new(what, cites).moving(moves)])
    }

    /// All wagers of a station for the coming spin go back to its account; nothing if there are none.
    pub(crate) fn returned(&self, id: StationId, why: Why, cites: &Cites) -> Option<Event> {
        let station = self.state.station(id)?;
        let player = station.holder?.player;
        let amount = Amount::of(station.for_spin(self.state.spin));
        if amount.is_zero() {
            return None;
        }
        let mut moves = moves(Account::Layout(player), Account::Player(player), amount.units());
        let cites = self.recover(&mut moves, player, amount.units(), cites);
        let what = What::Returned { station: id, player, amount, why };
        Some(Event::new(what, cites).moving(moves))
    }

    pub(crate) fn clear(&self, id: StationId) -> Decided {
        self.touchable(id)?;
        let cites = self.step(Step::Taken);
        match self.returned(id, Why::Taken, cites) {
            Some(event) => Ok(vec![event]),
            None => refuse("wager.nothing_there", cites, format!("nothing that can be taken stands on {id}")),
        }
    }
}

/// Moves between accounts for a change of what lies on the layout.
pub(crate) fn layout_change(player: money::PlayerId, more: i64) -> Moves {
    if more > 0 {
        moves(Account::Player(player), Account::Layout(player), more)
    } else {
        moves(Account::Layout(player), Account::Player(player), -more)
    }
}
