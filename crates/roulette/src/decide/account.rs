//! Chip accounts: buying in, adding to them, leaving, being paid out.
//!
//! Clauses: rapid-roulette-2000 1.5, 3.4, 6.1–6.7; readings `note-control`, `one-station`, `leaving`,
//! `leaving-run`, `authorised-tokens`, `sent-away`, `shut-table`, `broken-tender`, `frozen-tender`.

use super::{Decided, Turn, event, refuse};
use crate::cite::cite;
use crate::command::account::Command;
use crate::event::account::What;
use crate::{Event, Phase, StationId, Step, Why};
use game::{Bounds, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::BuyIn;

/// The most that an account is bought up to: far below the bound of amounts, whatever it wins.
pub const ACCOUNT_MOST: i64 = 1_000_000_000;

/// Moves of an amount of any size.
pub(crate) fn moves(from: Account, to: Account, units: i64) -> Moves {
    let mut moves = Moves::new();
    let mut left = units;
    while left > 0 {
        let part = left.min(Amount::MOST);
        moves.push(Move::new(from, to, Amount::of(part)));
        left -= part;
    }
    moves
}

/// What follows from a command about a chip account.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::BuyIn { station, player, tender, amount } => {
            turn.buy_in(*station, *player, *tender, *amount)
        }
        Command::Insert { station, amount } => turn.insert(*station, *amount),
        Command::Leave { station } => turn.leave(*station),
        Command::Dismiss { station } => turn.dismiss(*station),
        Command::PayOut { station } => turn.pay_out(*station),
        Command::PayHeld { player } => turn.pay_held(*player),
    }
}

impl Turn<'_> {
    /// What may be added to the account of a player.
    pub(crate) fn credit_bounds(&self, player: PlayerId) -> Option<Bounds> {
        Bounds::new(Amount::of(1), Amount::of(ACCOUNT_MOST - self.state.credit(player)), 1)
    }

    fn credited(&self, player: PlayerId, tender: BuyIn, amount: Amount) -> Result<(), Refusal> {
        let bounds = self.credit_bounds(player);
        if bounds.is_some_and(|bounds| bounds.allow(amount)) {
            return Ok(());
        }
        if amount.is_zero() {
            let cites = if tender == BuyIn::Notes {
                self.step(Step::FeedsNotes)
            } else {
                &cite(&self.rules.parameters.account.buy_in)
            };
            return refuse("account.no_amount", cites, "expected 1 or more, got 0");
        }
        let held = self.state.credit(player);
        let message = format!("an account holds {ACCOUNT_MOST} at most, {held} and {amount} are more");
        refuse("account.too_full", self.step(Step::AccountFull), message)
    }

    /// Whether a station takes a tender: the dealer does at any time, a broken acceptor does not (reading
    /// `broken-tender`).
    fn takes(&self, id: StationId, tender: BuyIn) -> Result<(), Refusal> {
        if tender == BuyIn::Notes && self.station(id)?.out_of_order {
            let message = format!("{id} is out of order and takes no notes");
            return refuse("station.out_of_order", self.step(Step::BrokenTakesNoNotes), message);
        }
        Ok(())
    }

    /// Whether a player may be given a station, or has it already: then `true`.
    fn may_hold(&self, id: StationId, player: PlayerId, tender: BuyIn) -> Result<bool, Refusal> {
        let station = self.station(id)?;
        match (station.holder, self.state.station_of(player)) {
            (Some(holder), _) if holder.player != player => {
                let message = format!("{id} is in the control of {}, not of {player}", holder.player);
                refuse("station.taken", self.step(Step::StationControl), message)
            }
            (Some(holder), _) if holder.leaving && !station.is_live() => {
                let message = format!("{player} is leaving {id}, and is paid out first");
                refuse("account.leaving", self.step(Step::Leaving), message)
            }
            // The dealer, who need not accept it, knows whether somebody was directed to leave.
            (Some(holder), _) if holder.leaving && tender == BuyIn::Notes => {
                let message = format!("{player} is leaving {id}, and comes back by a tender to the dealer");
                refuse("account.leaving", self.step(Step::Leaving), message)
            }
            (Some(_), _) => Ok(true),
            (None, Some(other)) => {
                let message = format!("{player} controls {other}, and one station is the most");
                refuse("station.second", self.step(Step::OneStation), message)
            }
            (None, None) => Ok(false),
        }
    }

    /// Whether a tender can be credited: not while accounts are frozen, old ones or new (reading
    /// `frozen-tender`).
    fn credit_thawed(&self) -> Result<(), Refusal> {
        self.thawed().map_err(|refusal| Refusal {
            clauses: self.step(Step::FrozenTender).clone(),
            message: format!("{}; a tender is credited then", refusal.message),
            ..refusal
        })
    }

    fn credit(&self, station: StationId, player: PlayerId, tender: BuyIn, amount: Amount) -> Decided {
        let top_up = self.may_hold(station, player, tender)?;
        self.takes(station, tender)?;
        self.credit_thawed()?;
        self.credited(player, tender, amount)?;
        let cites = match (tender, top_up) {
            (BuyIn::Notes, _) => self.step(Step::NotesFed),
            (_, true) => self.step(Step::Credited),
            (_, false) => self.step(Step::Activated),
        };
        let what = if top_up {
            What::Credited { station, player, tender, amount }
        } else {
            What::Activated { station, player, tender, amount }
        };
        let moves = moves(Account::Cage, Account::Player(player), amount.units());
        let mut cites = cites.clone();
        if self.state.phase == Phase::Shut {
            cites = self.step(Step::BeforeOpening).and(&cites);
        }
        if self.station(station)?.out_of_order || self.state.phase == Phase::Halted {
            cites = cites.and(self.step(Step::TakenThoughBroken));
        }
        if !top_up && !self.state.unrecovered(player).is_zero() {
            cites = self.step(Step::LaterAccount).and(&cites);
        }
        if top_up && self.held(station)?.1.leaving {
            cites = cites.and(self.step(Step::BackWhileLeaving));
        }
        if self.state.dismissed.contains(&player) {
            cites = self.step(Step::BackAfterDismissal).and(&cites);
        }
        Ok(vec![Event::new(what, cites).moving(moves)])
    }

    pub(crate) fn buy_in(
        &self,
        station: StationId,
        player: PlayerId,
        tender: BuyIn,
        amount: Amount,
    ) -> Decided {
        self.dealer()?;
        self.station(station)?;
        let account = &self.rules.parameters.account;
        let (accepted, automatic) = (&account.buy_in.value, &account.automatic.value);
        if !accepted.contains(&tender) || automatic.contains(&tender) {
            let message = format!("the dealer takes cash, vouchers or chips, not {tender}");
            return refuse("account.tender", &cite(&self.rules.parameters.account.buy_in), message);
        }
        // Those that the House gives out: whoever redeems others at their worth takes them as chips.
        if tender == BuyIn::Tokens {
            let message = "a promotional token is wagered, and never becomes money: it is not taken here";
            return refuse("tokens.not_authorised", self.step(Step::TokensNotTaken), message);
        }
        if player.is_house() {
            return refuse(
                "account.house",
                &cite(&self.rules.parameters.account.buy_in),
                "the House does not buy in, a player does",
            );
        }
        self.credit(station, player, tender, amount)
    }

    pub(crate) fn insert(&self, station: StationId, amount: Amount) -> Decided {
        let player = self.player(self.step(Step::FeedsNotes))?;
        self.station(station)?;
        if !self.rules.parameters.account.automatic.value.contains(&BuyIn::Notes) {
            return refuse(
                "account.tender",
                &cite(&self.rules.parameters.account.buy_in),
                "this table's stations take no notes",
            );
        }
        self.credit(station, player, BuyIn::Notes, amount)
    }

    fn leaves(&self, id: StationId, dismissed: bool) -> Decided {
        let (_, holder) = self.held(id)?;
        let cites = if dismissed { self.step(Step::Dismissed) } else { self.step(Step::Leaving) };
        if holder.leaving {
            let message = format!("{} is leaving {id} already", holder.player);
            return refuse("account.leaving", cites, message);
        }
        Ok(vec![event(What::Leaving { station: id, player: holder.player, dismissed }, cites)])
    }

    pub(crate) fn leave(&self, id: StationId) -> Decided {
        self.controlled(id, self.step(Step::WhoLeaves))?;
        self.leaves(id, false)
    }

    pub(crate) fn dismiss(&self, id: StationId) -> Decided {
        self.dealer()?;
        self.leaves(id, true)
    }

    /// What follows for those who leave: wagers that still can be withdrawn are, and where the House deals
    /// those who have nothing live are paid.
    pub(crate) fn leavers(&self) -> Vec<Event> {
        if self.state.frozen.is_some() || !self.state.open().any(|(_, _, holder)| holder.leaving) {
            return Vec::new();
        }
        let wagering = matches!(self.state.phase, Phase::Wagering { .. });
        let mut events = Vec::new();
        for (id, station, holder) in self.state.open().filter(|(_, _, holder)| holder.leaving) {
            let withdrawn = if wagering && !station.in_doubt {
                self.returned(id, Why::Leaving, self.step(Step::Withdrawn))
            } else {
                None
            };
            let spin = self.state.spin;
            let own = Account::Player(holder.player);
            let to_own =
                |step: &Move| (i64::from(step.to == own) - i64::from(step.from == own)) * step.amount.units();
            let back: i64 = withdrawn.iter().flat_map(|event| &event.moves).map(to_own).sum();
            let still_live = match withdrawn {
                Some(_) => station.runs.iter().any(|run| run.first != spin),
                None => station.is_live(),
            };
            events.extend(withdrawn);
            if !still_live && self.rules.house_deals() {
                events.push(self.paid_out(id, holder.player, self.state.credit(holder.player) + back));
            }
        }
        events
    }

    fn paid_out(&self, station: StationId, player: PlayerId, units: i64) -> Event {
        let what = What::PaidOut { station, player, amount: Amount::of(units) };
        let moves = moves(Account::Player(player), Account::Cage, units);
        Event::new(what, self.step(Step::PaidOut).clone()).moving(moves)
    }

    pub(crate) fn pay_out(&self, id: StationId) -> Decided {
        self.dealer()?;
        let (station, holder) = self.held(id)?;
        self.thawed()?;
        if !holder.leaving {
            let message = format!("{} at {id} is not leaving", holder.player);
            return refuse("account.not_leaving", self.step(Step::PaidOut), message);
        }
        if station.in_doubt {
            let message = format!("what was wagered on {id} is in doubt and has to be established first");
            return refuse("station.in_doubt", self.step(Step::Established), message);
        }
        if station.is_live() {
            let live = self.state.ledger.balance(Account::Layout(holder.player));
            let message = format!("{} at {id} still has {live} on the layout", holder.player);
            return refuse("account.live_wagers", self.step(Step::Leaving), message);
        }
        Ok(vec![self.paid_out(id, holder.player, self.state.credit(holder.player))])
    }

    pub(crate) fn pay_held(&self, player: PlayerId) -> Decided {
        self.dealer()?;
        self.thawed()?;
        let units = self.state.ledger.balance(Account::Held(player));
        if units == 0 {
            let message = format!("nothing is held for {player}");
            return refuse("account.nothing_held", self.step(Step::HeldPaid), message);
        }
        Ok(vec![self.held_paid(player, units)])
    }

    /// What a correction left for a player is paid.
    pub(crate) fn held_paid(&self, player: PlayerId, units: i64) -> Event {
        let what = What::HeldPaid { player, amount: Amount::of(units) };
        let moves = moves(Account::Held(player), Account::Cage, units);
        Event::new(what, self.step(Step::HeldPaid).clone()).moving(moves)
    }
}
