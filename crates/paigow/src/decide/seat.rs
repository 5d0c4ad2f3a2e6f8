//! Who is at the table: chips, seats, leaving.
//!
//! Clauses: star-2016 1.1#4, 15.14.2, 16.3.2, 16.9; vcga-2000 15.2.2, 15.7; crown-6.1 16.2.2, 16.9.

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::seat::Command;
use crate::event::{bank, seat};
use crate::rules::cite;
use crate::{Event, PaiGow, Phase, Stake, State, Step};
use game::{Game as _, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{Instrument, Method, Power};
use smallvec::smallvec;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::BuyIn { player, stake } => turn.buy_in(*player, *stake),
        Command::Sit { area } => turn.sit(*area),
        Command::Leave => turn.leave(),
        Command::FreeSeat { player } => turn.free_seat(*player),
    }
}

impl Turn<'_> {
    /// Whether somebody may come to the table.
    fn may_come(&self, id: PlayerId) -> Result<(), Refusal> {
        if id.is_house() {
            return Err(plain("person.house", "the House is no player"));
        }
        if self.state.orders.barred.contains(&id) {
            let clauses = self.says(Step::PlayerBarred);
            return Err(Refusal::new("person.barred", clauses, format!("{id} is barred from the game")));
        }
        if self.state.player(id).is_some() {
            return Ok(());
        }
        if self.state.players.len() >= State::MOST_PLAYERS {
            let message = format!(
                "{} players are at the table, {} can be",
                self.state.players.len(),
                State::MOST_PLAYERS
            );
            return Err(plain("table.full", message));
        }
        if self.state.tiles.closing {
            let message = "play has ended, and nobody comes to the table any more";
            return Err(Refusal::new("table.closing", self.says(Step::PlayEnded), message));
        }
        let apart = |(one, other): &&(PlayerId, PlayerId)| {
            let present = |who: PlayerId| self.state.player(who).is_some();
            (*one == id && present(*other)) || (*other == id && present(*one))
        };
        if let Some((one, other)) = self.state.orders.parted.iter().find(apart) {
            let clauses = self.says(Step::PlayersParted);
            let message = format!("{one} and {other} may not be at one table");
            return Err(Refusal::new("person.parted", clauses, message));
        }
        Ok(())
    }

    pub(crate) fn buy_in(&self, player: PlayerId, stake: Stake) -> Decided {
        self.dealer()?;
        let open = [Phase::Shut, Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear];
        self.phase(&open, "buying in")?;
        self.may_come(player)?;
        self.rules.instrument(stake.with)?;
        let to = stake.purse(player);
        let most = Amount::MOST - self.state.ledger.balance(to);
        if stake.amount.is_zero() || stake.amount.units() > most || !stake.tokens.is_zero() {
            return Err(plain("money.out_of_bounds", format!("buy-in {} is not 1 to {most}", stake.amount)));
        }
        if !self.rules.setup.chip.makes(stake.amount) {
            let message = format!(
                "buy-in {} cannot be made up of chips of {}",
                stake.amount,
                self.rules.setup.chip.units()
            );
            return Err(plain("money.not_in_chips", message));
        }
        let from = match stake.with {
            Instrument::Chips => Account::Cage,
            Instrument::Tokens => Account::Promotions,
        };
        let moves = smallvec![Move::new(from, to, stake.amount)];
        Ok(vec![self.moved(seat::What::BoughtIn { player, stake }, moves)])
    }

    pub(crate) fn sit(&self, area: u8) -> Decided {
        let player = self.a_player()?;
        let open = [Phase::Shut, Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear];
        self.phase(&open, "sitting down")?;
        self.may_come(player)?;
        let off = self.area(area)?.off;
        if off {
            let clauses = self.says(Step::AreaRemoved);
            return Err(Refusal::new("area.off", clauses, format!("area {area} is out of play")));
        }
        if let Some(rule) = self.rules.dealers_place(area) {
            let message = self.rules.at_the_dealer(area);
            return Err(Refusal::new("area.dealers", cite(rule), message));
        }
        if let Some(other) = self.state.seated(area) {
            let message = format!("the seat of area {area} is {other}'s");
            return Err(Refusal::new("seat.taken", self.says(Step::Places), message));
        }
        if let Some(seat) = self.state.player(player).and_then(|p| p.seat) {
            let message = format!("{player} sits at area {seat}, and leaves it before taking another");
            let clauses = self.says(Step::Places).and(&self.rules.reads.one_seat);
            return Err(Refusal::new("seat.has_one", clauses, message));
        }
        Ok(vec![self.event(seat::What::Seated { player, area })])
    }

    /// Somebody leaving with everything that is theirs.
    pub(crate) fn leaves(&self, player: PlayerId) -> Event {
        let mut moves = Moves::new();
        for (from, to) in
            [(Account::Player(player), Account::Cage), (Account::Tokens(player), Account::Promotions)]
        {
            let mut left = self.state.ledger.balance(from);
            // More than one amount can say goes in several.
            while left > 0 {
                let amount = Amount::of(left);
                moves.push(Move::new(from, to, amount));
                left -= amount.units();
            }
        }
        self.moved(seat::What::Left { player }, moves)
    }

    /// Nothing of a player's lies on the table.
    pub(crate) fn nothing_down(&self, id: PlayerId) -> Result<(), Refusal> {
        if let Some(wager) = self.state.wagers.iter().find(|w| w.player == id) {
            let (kind, area) = (wager.kind.name(), wager.area);
            let message = match wager.is_live() {
                true if self.state.phase == Phase::Bank => {
                    format!("{id} has a stand-off on area {area}, and takes it back before leaving")
                }
                true => {
                    format!(
                        "{id} has a {kind} wager on area {area}, which has to be settled or taken back first"
                    )
                }
                false => format!(
                    "the round is not over, and the {kind} wager of {id} on area {area} is part of it"
                ),
            };
            let clauses = match wager.is_live() {
                // A stand-off waits for its player between rounds.
                true if self.state.phase == Phase::Bank => self.says(Step::WagerStays),
                true => self.says(Step::WagerWithdrawn),
                false => self.rules.reads.leaving_round.clone(),
            };
            return Err(Refusal::new("seat.wager_down", clauses, message));
        }
        let banking = matches!(self.state.phase, Phase::Wall | Phase::Set | Phase::Match | Phase::Clear);
        if banking && self.state.bank.is_held_by(id) {
            let clauses = self.says(Step::BankTaken);
            return Err(Refusal::new("seat.banks", clauses, format!("{id} banks in this round")));
        }
        Ok(())
    }

    pub(crate) fn leave(&self) -> Decided {
        let id = self.a_player()?;
        self.named(id)?;
        if self.state.bank.banker() == Some(id)
            && self.state.bank.method != Method::House
            && self.no_round_yet()
        {
            // Nobody has wagered against the bank: it is given up, and its banker may go.
            let mut events = self.unwinds();
            let mut after = self.state.clone();
            events.iter().for_each(|event| self.rules.evolve(&mut after, event));
            events.push(self.at(&after).leaves(id));
            return Ok(events);
        }
        self.nothing_down(id)?;
        let mut events = Vec::new();
        if let Some(offer) = self.state.bank.offer.filter(|offer| offer.player == id) {
            // Who leaves when asked for the bank has declined it.
            let declined = self.event(bank::What::BankDeclined { area: offer.area, player: id });
            events.push(Event { cites: declined.cites.and(&self.rules.reads.silent_declines), ..declined });
        }
        events.push(self.leaves(id));
        Ok(events)
    }

    pub(crate) fn free_seat(&self, id: PlayerId) -> Decided {
        self.power_or_last_word(Power::FreeSeat)?;
        let player = self.named(id)?;
        let rule = self.rules.book.table.skipped_rounds.as_ref();
        let clauses = || rule.map_or_else(|| self.rules.reads.leaflet_silent.clone(), cite);
        let Some(area) = player.seat else {
            return Err(Refusal::new("seat.none", clauses(), format!("{id} has no seat")));
        };
        let Some(skipped) = rule else {
            let message = "this book takes no seat from who skips rounds";
            return Err(Refusal::new("seat.no_rule", clauses(), message));
        };
        if player.skipped < skipped.value {
            let rounds = if player.skipped == 1 { "round" } else { "rounds" };
            let message = format!(
                "{id} has skipped {} {rounds} with all other seats in use, and a seat is freed after {}",
                player.skipped, skipped.value
            );
            let clauses = cite(skipped).and(&self.rules.reads.skipped_in_use);
            return Err(Refusal::new("seat.not_skipped", clauses, message));
        }
        // Nobody need sit at the area that the House banks from (reading `house-seat`).
        let house =
            |n: u8| n == self.rules.book.bank.house_area.value && self.state.bank.method == Method::House;
        let empty = |n: &u8| self.state.area(*n).is_some_and(|a| !a.off) && self.state.seated(*n).is_none();
        let free = (1..=self.rules.areas).find(|n| empty(n) && !house(*n));
        if let Some(free) = free {
            let message = format!("the seat of area {free} is free, all others have to be in use");
            return Err(Refusal::new("seat.others_free", cite(skipped), message));
        }
        self.nothing_down(id)?;
        let mut event = self.event(seat::What::SeatFreed { player: id, area });
        if (1..=self.rules.areas).any(|n| empty(&n)) {
            event.cites = event.cites.and(&self.rules.reads.house_seat);
        }
        Ok(vec![event])
    }
}

impl PaiGow {
    /// Chips, and what else the book takes.
    pub(crate) fn instrument(&self, with: Instrument) -> Result<(), Refusal> {
        let taken = &self.book.wager.instruments;
        if taken.value.contains(&with) {
            return Ok(());
        }
        let words: Vec<&str> = taken.value.iter().map(|i| i.word()).collect();
        let message = format!("{with} are not taken, {} are", words.join(" and "));
        Err(Refusal::new("wager.instrument", cite(taken), message))
    }

    /// Tokens are not wagered against a player's bank, where losing them would make them money.
    pub(crate) fn tokens_here(&self, state: &State, with: Instrument) -> Result<(), Refusal> {
        let banked = state.bank.method != Method::House;
        if with != Instrument::Tokens || !banked || self.reads.tokens_redeemed {
            return Ok(());
        }
        let message = "tokens are wagered while the House banks alone, and a player banks";
        Err(Refusal::new("wager.tokens_bank", self.reads.tokens_bank.clone(), message))
    }
}
