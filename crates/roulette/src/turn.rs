//! One command's turn: who sends it, when, to which table; and the questions that many rules ask first.
//!
//! Refusals come in a fixed order: the table, the person, the station, the freeze, the period, the value.
//! Clauses: rapid-roulette-2000 1.1#Dealer, 1.2, 1.5, 2.2(a), 3.4, 3.6, 8.4.

use crate::account;
use crate::cite::cite;
use crate::{Command, Event, Holder, Phase, Roulette, State, Station, StationId, Step, What};
use game::{Cites, Context, Moment, Person, Rank, Refusal};
use money::{Account, Moves, PlayerId};

/// One command's turn.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'t> {
    pub(crate) game: &'t Roulette,
    pub(crate) state: &'t State,
    pub(crate) who: Person,
    pub(crate) now: Moment,
}

/// Events, or why not.
pub(crate) type Answer = Result<Vec<Event>, Refusal>;

/// A refusal that rests on clauses of the table.
pub(crate) fn refuse<T>(code: &'static str, cites: &Cites, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, cites.clone(), message))
}

/// An event without money.
pub(crate) fn event(what: What, cites: &Cites) -> Event {
    Event { what, cites: cites.clone(), moves: Moves::new() }
}

/// Somebody as people at the table call them (1.1).
fn named(who: Person) -> String {
    match who {
        Person::Player(player) => player.to_string(),
        Person::Staff(_, Rank::DEALER) => "the dealer".to_string(),
        Person::Staff(_, Rank(1)) => "a Game Supervisor".to_string(),
        Person::Staff(..) => "a Casino Supervisor".to_string(),
        Person::Inspector(_) => "an inspector".to_string(),
        Person::House => "the house".to_string(),
        Person::Public => "somebody who looks on".to_string(),
    }
}

impl<'t> Turn<'t> {
    pub(crate) fn new(game: &'t Roulette, state: &'t State, context: &Context) -> Self {
        Self { game, state, who: context.who, now: context.now }
    }

    /// What a step rests on.
    pub(crate) fn step(&self, step: Step) -> &'t Cites {
        self.game.step(step)
    }

    /// What follows from a command, the clock being no matter any more.
    pub(crate) fn act(&self, command: &Command) -> Answer {
        self.not_over()?;
        let events = self.ruled(command)?;
        let matters = matches!(
            command,
            Command::Leave { .. }
                | Command::Dismiss { .. }
                | Command::Enter { .. }
                | Command::CallNoSpin { .. }
                | Command::Correct { .. }
                | Command::StationFails { .. }
                | Command::SystemFails
                | Command::Establish { .. }
                | Command::RestoreSystem
                | Command::Answer { .. }
        );
        let leaving = |event: &Event| matches!(event.what, What::Leaving { .. });
        if matters && (self.state.open().any(|(_, _, holder)| holder.leaving) || events.iter().any(leaving)) {
            return Ok(self.with_leavers(events));
        }
        Ok(events)
    }

    /// Whether the rules accept a command, whatever chance goes into it; what follows for those who leave
    /// never stands against it.
    pub(crate) fn accepts(&self, command: &Command) -> Result<(), Refusal> {
        self.not_over()?;
        match command {
            Command::Enter { .. } => self.may_enter(),
            command => self.ruled(command).map(drop),
        }
    }

    pub(crate) fn allows(&self, command: &Command) -> bool {
        self.accepts(command).is_ok()
    }

    fn not_over(&self) -> Result<(), Refusal> {
        match self.state.phase {
            // No clause closes a table: only what is over can do nothing more.
            Phase::Over => refuse("table.over", &Cites::default(), "the table is closed"),
            _ => Ok(()),
        }
    }

    /// Events, and what follows from them for those who leave.
    fn with_leavers(&self, mut events: Vec<Event>) -> Vec<Event> {
        let later = self.game.after(self.state, &events);
        let turn = Turn { game: self.game, state: &later, who: self.who, now: self.now };
        events.extend(turn.leavers());
        events
    }

    fn ruled(&self, command: &Command) -> Answer {
        match command {
            Command::OpenTable => self.open_table(),
            Command::CloseTable => self.close_table(),
            Command::BuyIn { station, player, tender, amount } => {
                self.buy_in(*station, *player, *tender, *amount)
            }
            Command::Insert { station, amount } => self.insert(*station, *amount),
            Command::Put { station, place, amount } => self.put(*station, *place, *amount),
            Command::Take { station, place, amount } => self.take(*station, *place, *amount),
            Command::Shift { station, from, to } => self.shift(*station, *from, *to),
            Command::Clear { station } => self.clear(*station),
            Command::Leave { station } => self.leave(*station),
            Command::Dismiss { station } => self.dismiss(*station),
            Command::PayOut { station } => self.pay_out(*station),
            Command::PayHeld { player } => self.pay_held(*player),
            Command::EndPeriod => self.end_period(),
            Command::Spin => self.spin(),
            Command::Enter { pocket } => self.enter(*pocket),
            Command::CallNoSpin { ground } => self.call_no_spin(ground),
            Command::Freeze { spin } => self.freeze(*spin),
            Command::Correct { spin, pocket } => self.correct(*spin, *pocket),
            Command::DisplayShows { shown } => self.display_shows(*shown),
            Command::StationFails { station } => self.station_fails(*station),
            Command::SystemFails => self.system_fails(),
            Command::Establish { station, evidence } => self.establish(*station, evidence),
            Command::RestoreStation { station } => self.restore_station(*station),
            Command::RestoreSystem => self.restore_system(),
            Command::Claim { station, about } => self.claim(*station, *about),
            Command::Answer { claim, upheld } => self.answer(*claim, *upheld),
            Command::SetPeriod { seconds } => self.set_period(*seconds),
            Command::SetLimits { limits, at } => self.set_limits(limits, *at),
        }
    }

    /// Whether this person may do a dealer's step.
    pub(crate) fn dealer(&self) -> Result<(), Refusal> {
        let may = match self.who {
            Person::Staff(..) => true,
            Person::House => self.game.house_deals(),
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
            Refusal::new("station.unknown", cite(&self.game.rules.table.stations), message)
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

    /// What something rests on that happens although accounts may be frozen (reading `freeze-period`).
    pub(crate) fn though_frozen(&self, cites: &Cites) -> Cites {
        match self.state.frozen {
            None => cites.clone(),
            Some(_) => cites.and(self.step(Step::ThoughFrozen)),
        }
    }

    /// Of what comes back to an account, what it owes since a result was put right (8.4, reading `re-result`);
    /// with the clauses of both.
    pub(crate) fn recover(&self, moves: &mut Moves, player: PlayerId, back: i64, cites: &Cites) -> Cites {
        let owed = back.min(self.state.owing(player).units());
        if owed <= 0 {
            return cites.clone();
        }
        moves.extend(account::moves(Account::Player(player), Account::Adjustments, owed));
        cites.and(&cite(&self.game.rules.mishap.wrong_result_freezes))
    }

    /// Whether accounts are free.
    pub(crate) fn thawed(&self) -> Result<(), Refusal> {
        match self.state.frozen {
            None => Ok(()),
            Some(spin) => {
                let message = format!("all accounts are frozen until the result of spin {spin} is put right");
                refuse("account.frozen", &cite(&self.game.rules.mishap.wrong_result_freezes), message)
            }
        }
    }

    /// Whether wagers may change.
    pub(crate) fn wagering(&self) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Wagering { .. } => Ok(()),
            Phase::Closed => {
                let message = format!("the wagering period for spin {} has ended", self.state.spin);
                refuse("wager.closed", &cite(&self.game.rules.period.change_after_end), message)
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
