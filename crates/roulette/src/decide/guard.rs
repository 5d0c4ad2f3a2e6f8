//! The questions that many rules ask first: who acts, on which station, whether it can be done now.
//!
//! Clauses: rapid-roulette-2000 1.1#Dealer, 1.2, 1.5, 2.2(a), 2.3, 3.4, 3.6, 5.1, 8.4, 8.8(a); reading
//! `operator-voice`.

use super::{Turn, refuse};
use crate::cite::cite;
use crate::{Holder, Phase, Station, StationId, Step};
use game::{Cites, Person, Rank, Refusal};
use money::PlayerId;

/// A rank as the book calls it (1.1).
pub(crate) const fn rank_name(rank: Rank) -> &'static str {
    match rank {
        Rank::DEALER => "Dealer",
        Rank::ABOVE_DEALER => "Game Supervisor",
        Rank(_) => "Casino Supervisor",
    }
}

/// Somebody as people at the table call them (1.1).
fn named(who: Person) -> String {
    match who {
        Person::Player(player) => player.to_string(),
        Person::Staff(_, Rank::DEALER) => "the dealer".to_string(),
        Person::Staff(_, rank) => format!("a {}", rank_name(rank)),
        Person::Inspector(_) => "an inspector".to_string(),
        Person::House => "the house".to_string(),
        Person::Public => "somebody who looks on".to_string(),
    }
}

impl<'t> Turn<'t> {
    /// Whether this person may do a dealer's step.
    pub(crate) fn dealer(&self) -> Result<(), Refusal> {
        let may = match self.who {
            Person::Staff(..) => true,
            Person::House => self.rules.house_deals(),
            _ => false,
        };
        if may {
            return Ok(());
        }
        let message = format!("{} is not the dealer of this table, nor a supervisor of it", named(self.who));
        refuse("person.not_dealer", self.step(Step::Dealer), message)
    }

    /// Whether this person speaks for the operator: a supervisor (reading `operator-voice`).
    pub(crate) fn operator(&self) -> Result<(), Refusal> {
        match self.who {
            Person::Staff(_, rank) if rank > Rank::DEALER => Ok(()),
            _ => {
                let message =
                    format!("{} does not speak for the operator, a supervisor does", named(self.who));
                refuse("person.not_operator", self.step(Step::Operator), message)
            }
        }
    }

    /// Whether this person may say what the clock says: the system itself, and the dealer.
    pub(crate) fn clock(&self) -> Result<(), Refusal> {
        if self.who == Person::House { Ok(()) } else { self.dealer() }
    }

    /// The player, if it is one, for a thing that players do by these clauses.
    pub(crate) fn player(&self, cites: &Cites) -> Result<PlayerId, Refusal> {
        match self.who.player() {
            Some(player) if !player.is_house() => Ok(player),
            _ => {
                let message = format!("{} is not a player", named(self.who));
                refuse("person.not_player", cites, message)
            }
        }
    }

    /// A station by its number.
    pub(crate) fn station(&self, station: StationId) -> Result<&'t Station, Refusal> {
        let found = self.state.station(station);
        found.ok_or_else(|| {
            let message =
                format!("there is no station {}: the table has {}", station.0, self.state.stations.len());
            Refusal::new("station.unknown", cite(&self.rules.parameters.table.stations), message)
        })
    }

    /// A station that somebody controls.
    pub(crate) fn held(&self, id: StationId) -> Result<(&'t Station, Holder), Refusal> {
        let station = self.station(id)?;
        match station.holder {
            Some(holder) => Ok((station, holder)),
            None => {
                let message = format!("{id} is not open: no chip account is active there");
                refuse("station.not_open", self.step(Step::StationOpen), message)
            }
        }
    }

    /// A station that this player controls, for a thing that players do by these clauses.
    pub(crate) fn controlled(&self, id: StationId, cites: &Cites) -> Result<(&'t Station, Holder), Refusal> {
        let player = self.player(cites)?;
        let (station, holder) = self.held(id)?;
        if holder.player != player {
            let message = format!("{id} is in the control of {}, not of {player}", holder.player);
            return refuse("station.not_yours", self.step(Step::StationControl), message);
        }
        Ok((station, holder))
    }

    /// Whether accounts are free.
    pub(crate) fn thawed(&self) -> Result<(), Refusal> {
        match self.state.frozen {
            None => Ok(()),
            Some(spin) => {
                let message = format!("all accounts are frozen until the result of spin {spin} is put right");
                refuse("account.frozen", &cite(&self.rules.parameters.mishap.wrong_result_freezes), message)
            }
        }
    }

    /// Whether wagers may change.
    pub(crate) fn wagering(&self) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Wagering { .. } => Ok(()),
            Phase::Closed => {
                let message = format!("the wagering period for spin {} has ended", self.state.spin);
                refuse("wager.closed", &cite(&self.rules.parameters.period.change_after_end), message)
            }
            Phase::Halted => {
                let message = "the game system has failed, and no wagering period runs";
                refuse("wager.closed", self.step(Step::SystemHalted), message)
            }
            Phase::Shut | Phase::Over => {
                let message = "the table has not opened, and no wagering period has begun";
                refuse("wager.not_open", self.step(Step::PeriodNotBegun), message)
            }
        }
    }

    /// Whether a pocket is on the wheel.
    pub(crate) fn pocket(&self, pocket: u8) -> Result<(), Refusal> {
        if pocket < crate::POCKETS {
            return Ok(());
        }
        let message = format!("the wheel has 0 to {}, not {pocket}", crate::POCKETS - 1);
        refuse("outcome.no_pocket", self.step(Step::NoPocket), message)
    }
}
