//! The bank: offered, accepted, declined, shared, added to, given up.
//!
//! Clauses: star-2016 6, 9.14, 13.2.2; vcga-2000 6, 9.5, 9.6, 12.2.2.3, 12.2.3.1; crown-6.1 10.3.2,
//! 10.3.3(a), (b); uk-leaflet B25, B28, B29.

mod offer;

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::bank::Command;
use crate::event::{bank, wager};
use crate::rules::{cite, cites};
use crate::{Event, Kind, LimitKind, Offer, PaiGow, Phase, State, Step, Wager, What, Why};
use game::{Bounds, Person, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{AfterClose, Cover, Instrument, Method, OverMaximum, Power};
use smallvec::smallvec;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::OfferBank => turn.offer_bank(),
        Command::AcceptBank { method, stake } => turn.accept_bank(*method, *stake),
        Command::DeclineBank => turn.decline_bank(),
        Command::PassBank { pass } => turn.pass_bank(*pass),
        Command::AllowBanks { area, banks } => turn.allow_banks(*area, *banks),
        Command::AllowBankSharing => turn.allow_bank_sharing(),
        Command::JoinBank { stake } => turn.join_bank(*stake),
        Command::AddToBank { amount } => turn.add_to_bank(*amount),
        Command::ChangeMethod { method } => turn.change_method(*method),
        Command::NameShaker { player } => turn.name_shaker(*player),
    }
}

impl Turn<'_> {
    /// Gives back every wager of an area.
    fn clear_area(&self, area: u8, why: Why) -> Vec<Event> {
        let on = self.state.wagers.iter().filter(|w| w.area == area);
        on.map(|wager| self.gives_back(wager, why)).collect()
    }

    /// Gives a wager back whole.
    pub(crate) fn gives_back(&self, wager: &Wager, why: Why) -> Event {
        let Wager { player, area, kind, stake, .. } = *wager;
        let moves = stake.back(player);
        let mut event = self.moved(wager::What::WagerReturned { player, area, kind, why }, moves);
        let side = &self.rules.book.side;
        let cause = match (why, kind) {
            (Why::Area, _) if self.houses(area) => Some(cite(&self.rules.book.bank.house_area_wagers)),
            (Why::Area, _) => Some(cite(&self.rules.book.bank.own_area_only)),
            (Why::Banks, _) => Some(self.rules.reads.banker_wagers.clone()),
            (Why::Alone, Kind::Big | Kind::Small) => side.big_small_needs.as_ref().map(cite),
            (Why::Alone, Kind::Bonus) => side.bonus_needs.as_ref().map(cite),
            (Why::Alone, _) => {
                Some(cite(&self.rules.book.table.unshared_area).and(&self.rules.reads.control_lost))
            }
            (Why::AboveMaximum, _) => Some(cite(&self.rules.book.limits.over_maximum)),
            (Why::BelowMinimum, _) => Some(cite(&self.rules.book.limits.under_minimum)),
            (Why::Tokens, _) => Some(self.rules.reads.tokens_bank.clone()),
            (Why::Barred, _) => Some(self.step(Step::PlayerBarred).and(&self.rules.reads.barred_wager)),
            (Why::Parted, _) => Some(self.step(Step::PlayersParted)),
            (Why::Closing, _) => Some(self.step(Step::PlayEnded)),
            (Why::Void, _) => None,
        };
        event.cites = cause.unwrap_or(event.cites);
        event
    }

    /// Whether an area is given up because the House takes the bank there.
    fn houses(&self, area: u8) -> bool {
        area == self.rules.book.bank.house_area.value
            && self.state.bank.offer.is_none_or(|offer| offer.area != area)
    }

    pub(crate) fn accept_bank(&self, method: Method, stake: Amount) -> Decided {
        let id = self.player()?.id;
        self.phase(&[Phase::Bank], "accepting the bank")?;
        let Some(offer) = self.state.bank.offer.filter(|offer| offer.player == id) else {
            let clauses = self.says(Step::BankOffered);
            return Err(Refusal::new(
                "bank.not_offered",
                clauses,
                format!("the bank is not offered to {id}"),
            ));
        };
        let methods = &self.rules.book.bank.methods;
        if method == Method::House || !methods.value.contains(&method) {
            let words: Vec<&str> =
                methods.value.iter().filter(|m| **m != Method::House).map(|m| m.word()).collect();
            let message = format!("a player cannot bank as {method}, expected {}", words.join(" or "));
            return Err(Refusal::new("bank.method", cite(methods), message));
        }
        self.rules.has_stake((id, PaiGow::bank_funds(self.state, id)), stake, method)?;
        let bounds = self.rules.bank_bounds(self.state, id);
        self.rules.amount_in("bank stake", stake, bounds, method, Step::BankAdded).map_err(|refusal| {
            // An old minimum is kept for wagers, not for a bank.
            let keeps = self.state.player(id).and_then(|player| player.old_minimum);
            match keeps.is_some_and(|(least, _)| (least..self.rules.bank_least(self.state)).contains(&stake))
            {
                true => {
                    Refusal { clauses: refusal.clauses.and(&self.rules.reads.kept_minimum_bank), ..refusal }
                }
                false => refusal,
            }
        })?;
        let Offer { area, round, banks, .. } = offer;
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(id), stake)];
        let what = bank::What::BankTaken { area, player: id, method, stake, round, banks };
        let gone = |w: &Wager| w.area == area || w.player == id || w.player.is_house();
        let gives_back = |wager: &Wager| {
            let why = if wager.player == id && wager.area != area { Why::Banks } else { Why::Area };
            self.gives_back(wager, why)
        };
        // The banker's own first, who may put them up.
        let (own, others): (Vec<&Wager>, Vec<&Wager>) =
            self.state.wagers.iter().filter(|w| gone(w)).partition(|w| w.player == id);
        let mut events: Vec<Event> = own.into_iter().map(gives_back).collect();
        events.push(self.rules.under(method, what, moves));
        events.extend(others.into_iter().map(gives_back));
        events.extend(self.outgrown(method, gone));
        Ok(events)
    }

    pub(crate) fn decline_bank(&self) -> Decided {
        // Who does not answer has declined: the dealer says so.
        let who = match self.who {
            Person::Player(_) => Some(self.player()?.id),
            _ => {
                self.dealer()?;
                None
            }
        };
        if self.no_round_yet()
            && self.state.bank.method != Method::House
            && let Some(banker) = self.state.speaks()
        {
            // Nobody wagers against the bank: whoever speaks for it need not wait for ever. Nobody else gives it up,
            // unless everybody who banks is barred.
            let barred = self.state.player(banker).is_none_or(|player| player.barred);
            if who != Some(banker) && (who.is_some() || !barred) {
                let clauses = self.says(Step::BankTaken);
                return Err(Refusal::new("bank.not_offered", clauses, format!("the bank is {banker}'s")));
            }
            let mut events = self.unwinds();
            let what = bank::What::BankDeclined { area: self.state.bank.chung, player: banker };
            let event = self.event(what);
            events.push(Event { cites: event.cites.and(&self.rules.reads.no_round_yet), ..event });
            return Ok(events);
        }
        if let Some(needed) = self.state.bank.short.filter(|_| self.state.phase == Phase::Wall) {
            let others =
                self.rules.book.bank.uncovered.value.iter().filter(|other| **other != self.state.bank.method);
            let words: Vec<&str> = others.map(|method| method.word()).collect();
            let add = if self.rules.book.bank.may_top_up.value { "is added to, or " } else { "" };
            let (has, words) = (self.state.bank.stake(), words.join(" or "));
            let message = format!("the bank has {has} and needs {needed}: it {add}gives way to {words}");
            return Err(Refusal::new("phase.wrong", self.says(Step::BankShort), message));
        }
        self.phase(&[Phase::Bank], "declining the bank").map_err(|refusal| {
            let taken = self.state.phase == Phase::Wall && self.state.bank.method != Method::House;
            match taken {
                true => {
                    let why = match self.state.dice.faces.is_some() {
                        true => "dice were seen",
                        false => "there are wagers against it",
                    };
                    Refusal { message: format!("the bank is taken, and {why}"), ..refusal }
                }
                false => refusal,
            }
        })?;
        let offer = self.state.bank.offer.filter(|offer| who.is_none_or(|id| offer.player == id));
        let Some(offer) = offer else {
            let clauses = self.says(Step::BankOffered);
            return Err(Refusal::new(
                "bank.not_offered",
                clauses,
                format!("the bank is not offered to {}", self.rules.called(self.who)),
            ));
        };
        let mut event = self.declines(offer);
        if who.is_none() {
            event.cites = event.cites.and(&self.rules.reads.silent_declines);
        }
        Ok(vec![event])
    }

    /// An offer that is declined.
    fn declines(&self, offer: Offer) -> Event {
        let Offer { area, player, round, banks, .. } = offer;
        let mut event = self.event(bank::What::BankDeclined { area, player });
        // More banks in a row were allowed there, and the row is broken.
        let in_row = round > 1 || banks > 1;
        if in_row && self.state.bank.allowed.get(usize::from(area) - 1).is_some_and(|allowed| *allowed > 1) {
            event.cites = event.cites.and(&self.rules.reads.further_banks);
        }
        event
    }

    pub(crate) fn pass_bank(&self, pass: bool) -> Decided {
        let player = self.player()?;
        self.phase(&super::limit::OPEN, "passing the bank")?;
        if player.passes == pass {
            return Err(plain("bank.no_change", format!("{} has said so already", player.id)));
        }
        let mut events = vec![self.event(bank::What::BankPassed { player: player.id, pass })];
        if !pass && self.state.bank.is_offering() {
            events[0].cites = events[0].cites.and(&self.rules.reads.silent_declines);
        }
        if let Some(offer) = self.state.bank.offer.filter(|offer| pass && offer.player == player.id) {
            // Who wants to be passed over has answered an offer that stands.
            let declined = self.declines(offer);
            events.push(Event { cites: declined.cites.and(&self.rules.reads.silent_declines), ..declined });
        }
        Ok(events)
    }

    pub(crate) fn allow_banks(&self, area: u8, banks: u8) -> Decided {
        self.power(Power::ExtraBanks)?;
        self.phase(&super::limit::OPEN, "allowing banks")?;
        self.area(area)?;
        let most = &self.rules.book.bank.banks_per_area_most;
        if banks < 1 || banks > most.value {
            let message = format!("{banks} banks in a row, expected 1 to {}", most.value);
            return Err(Refusal::new("bank.banks_out_of_bounds", cite(most), message));
        }
        Ok(vec![self.event(bank::What::BanksAllowed { area, banks })])
    }

    /// A player's bank that is not closed yet.
    pub(crate) fn open_bank(&self, act: &str) -> Result<(), Refusal> {
        self.phase(&[Phase::Wall], act)?;
        if self.state.bank.method == Method::House {
            let clauses = self.says(Step::HouseBanks);
            return Err(Refusal::new("bank.house", clauses, "the House banks in this round"));
        }
        if self.state.cutting.closed && self.state.bank.short.is_none() {
            let clauses = self.says(Step::BetsClosed);
            let rule = self.rules.book.wager.after_close.value.of(self.state.bank.method);
            let message = match rule == Some(&AfterClose::BankerConsents) {
                true => "betting is over in this round, and the banker has not consented",
                false => "betting is over in this round",
            };
            return Err(Refusal::new("wager.closed", clauses, message));
        }
        Ok(())
    }

    pub(crate) fn allow_bank_sharing(&self) -> Decided {
        self.power(Power::ShareBank)?;
        self.open_bank("sharing the bank")?;
        let share = &self.rules.book.bank.may_share;
        if !share.value {
            return Err(Refusal::new("bank.not_shared", cite(share), "this book lets nobody share a bank"));
        }
        if self.state.bank.shared || self.state.bank.short.is_some() {
            let message = match self.state.bank.shared {
                true => "the bank may be shared already",
                false => "betting is over, and nobody joins the bank any more",
            };
            return Err(plain("bank.no_change", message));
        }
        Ok(vec![self.event(bank::What::BankSharing)])
    }

    pub(crate) fn join_bank(&self, stake: Amount) -> Decided {
        let id = self.player()?.id;
        self.open_bank("joining the bank")?;
        let share = &self.rules.book.bank.may_share;
        if !share.value {
            return Err(Refusal::new("bank.not_shared", cite(share), "this book lets nobody share a bank"));
        }
        if !self.state.bank.shared || self.state.bank.short.is_some() {
            let message = match self.state.bank.short {
                Some(_) => "betting is over, and nobody joins the bank any more",
                None => "the House has not let this bank be shared",
            };
            return Err(Refusal::new("bank.not_shared", self.says(Step::BankSharing), message));
        }
        if self.state.bank.is_held_by(id) {
            return Err(plain("bank.holds", format!("{id} banks already")));
        }
        if self.state.bank.holders.len() >= usize::from(self.rules.book.table.players_per_area.value) {
            let most = &self.rules.book.table.players_per_area;
            let message =
                format!("{} players share the bank, {} can be", self.state.bank.holders.len(), most.value);
            return Err(Refusal::new("area.full", cite(most), message));
        }
        let chung = self.state.bank.chung;
        if let Some(owner) = PaiGow::owner(self.state, chung, id) {
            let message = format!("area {chung} is {owner}'s alone, who has a maximum of their own");
            let alone = self.rules.book.limits.personal_area_alone.as_ref();
            let clauses = alone.map(cite).unwrap_or_default().and(&self.rules.reads.personal_bank);
            return Err(Refusal::new("area.personal", clauses, message));
        }
        let played = &self.rules.book.bank.played_before;
        if played.value
            && self.state.counted > 0
            && self.state.player(id).is_none_or(|player| !player.played_last)
        {
            let message = format!("{id} did not play the round before, and cannot bank");
            return Err(Refusal::new("bank.not_played", cite(played), message));
        }
        if let Some(wager) = self.state.wagers.iter().find(|w| w.player == id) {
            let message = format!("{id} wagers against the bank on area {}", wager.area);
            let clauses = self.rules.reads.banker_wagers.clone();
            return Err(Refusal::new("bank.wagers_against", clauses, message));
        }
        let (bounds, method) = (self.rules.join_bounds(self.state, id), self.state.bank.method);
        self.rules.has_stake((id, self.state.ledger.amount(Account::Player(id))), stake, method)?;
        self.rules.amount_in("bank stake", stake, bounds, method, Step::BankAdded)?;
        let lead = self.state.bank.banker().unwrap_or(id);
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(lead), stake)];
        let mut event = self.moved(bank::What::BankJoined { player: id, stake }, moves);
        if method == Method::CoBank {
            event.cites = event.cites.and(&self.rules.reads.co_bank_shared);
        }
        Ok(vec![event])
    }

    pub(crate) fn add_to_bank(&self, amount: Amount) -> Decided {
        let id = self.holder(&self.says(Step::BankAdded))?;
        let late = self.adds_late(id);
        if !late {
            self.open_bank("adding to the bank")?;
        }
        let top_up = &self.rules.book.bank.may_top_up;
        if self.state.bank.short.is_some() && !top_up.value {
            let message = "a bank that is short gives way to another method, it is not added to";
            let clauses = match self.state.bank.method {
                Method::CoBank => self.says(Step::BankShort).and(&self.rules.reads.uncovered_bank),
                Method::House | Method::Player => cite(top_up),
            };
            return Err(Refusal::new("bank.no_top_up", clauses, message));
        }
        let (bounds, method) = (self.rules.join_bounds(self.state, id), self.state.bank.method);
        self.rules.has_stake((id, self.state.ledger.amount(Account::Player(id))), amount, method)?;
        self.rules.amount_in("addition", amount, bounds, method, Step::BankAdded)?;
        let lead = self.state.bank.banker().unwrap_or(id);
        let covered = self.state.bank.short.is_some_and(|needed| self.state.bank.stake() + amount >= needed);
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(lead), amount)];
        let mut events = vec![self.moved(bank::What::BankAdded { player: id, amount, covered }, moves)];
        if late {
            let consent = cites(&[], self.rules.book.wager.after_close.reading.as_deref());
            let late = self.says(Step::BetsClosed).and(&consent);
            events[0].cites = late.and(&events[0].cites);
        }
        if covered && self.state.bank.method == Method::CoBank {
            events.push(self.funds_co_bank(self.state.bank.stake() + amount));
        }
        Ok(events)
    }

    /// Whether somebody who banks may add to the bank after the close: wagers change then by the banker's
    /// consent, which the banker has for their own and may give to those who share.
    fn adds_late(&self, id: PlayerId) -> bool {
        let rule = &self.rules.book.wager.after_close;
        let consent = rule.value.of(self.state.bank.method) == Some(&AfterClose::BankerConsents);
        let own = self.state.speaks() == Some(id) || self.state.player(id).is_some_and(|p| p.consented);
        let closed = self.state.cutting.closed && self.state.bank.short.is_none();
        self.state.phase == Phase::Wall && closed && consent && own
    }

    /// The House puts the same beside the player's stake, into one heap.
    pub(crate) fn funds_co_bank(&self, stake: Amount) -> Event {
        let lead = self.state.bank.banker().map_or(Account::Float, Account::Bank);
        let moves = smallvec![
            Move::new(lead, Account::CoBank, stake),
            Move::new(Account::Float, Account::CoBank, stake)
        ];
        self.rules.under(Method::CoBank, bank::What::CoBankFunded { amount: stake }, moves)
    }

    /// Whether a short bank can give way to a method.
    fn gives_way_to(&self, method: Method) -> Result<(), Refusal> {
        let (ways, now) = (&self.rules.book.bank.uncovered, self.state.bank.method);
        if ways.value.contains(&method) && method != now {
            return Ok(());
        }
        let words: Vec<&str> =
            ways.value.iter().filter(|other| **other != now).map(|method| method.word()).collect();
        let words = words.join(" or ");
        let message = match method == now {
            true if now == Method::CoBank => format!("it is a co-bank already, and short: expected {words}"),
            true => format!("it is a player's bank already, and short: expected {words}"),
            false => format!("a bank that is short gives way to {words} here, not to {method}"),
        };
        let clauses = match now {
            Method::CoBank => self.says(Step::BankShort).and(&self.rules.reads.uncovered_bank),
            Method::House | Method::Player => cite(ways),
        };
        Err(Refusal::new("bank.method", clauses, message))
    }

    pub(crate) fn change_method(&self, method: Method) -> Decided {
        // What no bank becomes here is refused whoever asks.
        let known = self.rules.book.bank.uncovered.value.contains(&method);
        if method == Method::CoBank && (!known || self.state.bank.short.is_some()) {
            self.gives_way_to(method)?;
        }
        match method {
            Method::House => self.dealer()?,
            Method::Player | Method::CoBank => {
                self.banker(&cite(&self.rules.book.bank.uncovered))?;
            }
        }
        self.phase(&[Phase::Wall], "changing the method")?;
        if self.state.bank.short.is_none() {
            let clauses = match method {
                // When it is said whether the House is to co-bank.
                Method::CoBank if !self.rules.reads.co_bank_asked.is_empty() => {
                    self.rules.reads.co_bank_asked.clone()
                }
                _ => cite(&self.rules.book.bank.uncovered),
            };
            let message = match self.state.cutting.closed {
                true => "the bank covers the wagers",
                false => "betting is open, and what the bank has to cover is not known before it is over",
            };
            return Err(Refusal::new("bank.covers", clauses, message));
        }
        let ways = &self.rules.book.bank.uncovered;
        self.gives_way_to(method)?;
        if method == Method::CoBank {
            let (needed, has) = (self.rules.to_cover(self.state, method), self.state.bank.stake());
            if has < needed {
                let message =
                    format!("the bank's {has} do not cover half of the wagers, {needed} are needed");
                let clauses = self.rules.step_under(method, Step::BankShort);
                return Err(Refusal::new("bank.short", clauses, message));
            }
            let what = bank::What::MethodChanged { method, chung: self.state.bank.chung };
            let mut event = self.because(what, ways);
            let all = self.rules.total_down(self.state);
            if needed + needed < all {
                // What lies beyond the maximum does not play, and need not be covered.
                event.cites = event.cites.and(&self.rules.reads.co_bank_cover);
            }
            return Ok(vec![event, self.funds_co_bank(has)]);
        }
        let chung = self.rules.book.bank.house_area.value;
        let mut event = self.because(bank::What::MethodChanged { method, chung }, ways);
        event.moves = self.stakes_back();
        event.cites = event.cites.and(&self.rules.reads.gave_way);
        let lies = |w: &Wager| w.kind == Kind::Bonus && w.area == self.state.bank.chung && w.area != chung;
        if self.state.wagers.iter().any(lies) {
            event.cites = event.cites.and(&self.rules.reads.bonus_gave_way);
        }
        let mut events = vec![event];
        let returned =
            self.rules.book.limits.over_maximum.value.of(Method::House) == Some(&OverMaximum::Returned);
        for wager in &self.state.wagers {
            if wager.area == chung && !self.rules.book.bank.house_area_wagers.value || wager.player.is_house()
            {
                let mut back = self.gives_back(wager, Why::Area);
                if wager.kind == Kind::Bonus && wager.area == self.state.bank.chung {
                    back.cites = back.cites.and(&self.rules.reads.bonus_gave_way);
                }
                events.push(back);
            } else if returned && wager.stake.amount > self.state.limits.of(wager.kind.limits()).most {
                events.push(self.gives_back(wager, Why::AboveMaximum));
            }
        }
        self.thins(&mut events);
        Ok(events)
    }

    /// Every banker's stake going back whole.
    pub(crate) fn stakes_back(&self) -> Moves {
        let Some(lead) = self.state.bank.banker() else { return Moves::new() };
        let mut moves = Moves::new();
        if !self.state.bank.house_stake.is_zero() {
            moves.push(Move::new(Account::CoBank, Account::Float, self.state.bank.house_stake));
        }
        let from = if self.state.bank.house_stake.is_zero() { Account::Bank(lead) } else { Account::CoBank };
        moves.extend(
            self.state.bank.holders.iter().map(|h| Move::new(from, Account::Player(h.player), h.stake)),
        );
        moves
    }

    pub(crate) fn name_shaker(&self, id: PlayerId) -> Decided {
        let banker = self.banker(&cite(&self.rules.book.bank.extra_banks_other_shaker))?;
        self.phase(&[Phase::Wall], "naming who shakes")?;
        self.named(id)?;
        let other = &self.rules.book.bank.extra_banks_other_shaker;
        if !other.value || self.state.bank.banks < 2 {
            let message = "somebody else shakes only for a further bank in a row, where the book says so";
            return Err(Refusal::new("dice.own_shaker", cite(other), message));
        }
        if id == banker {
            return Err(Refusal::new(
                "dice.other_shaker",
                cite(other),
                format!("{id} banks, and cannot shake"),
            ));
        }
        if self.state.dice.shaken {
            return Err(plain("dice.shaken", "the dice have been shaken"));
        }
        Ok(vec![self.event(bank::What::ShakerNamed { player: id })])
    }
}

impl PaiGow {
    /// What somebody who is offered the bank has for it: a stand-off of theirs goes back when they take it.
    fn bank_funds(state: &State, id: PlayerId) -> Amount {
        let own = state.wagers.iter().filter(|w| w.player == id);
        let down: Amount = own.map(|w| w.down(Instrument::Chips)).sum();
        state.ledger.amount(Account::Player(id)) + down
    }

    /// The least that a banker puts up.
    fn bank_least(&self, state: &State) -> Amount {
        state.limits.of(LimitKind::Regular).least
    }

    /// An event that belongs to another method than the one that was.
    fn under(&self, method: Method, what: impl Into<What>, moves: Moves) -> Event {
        let what = what.into();
        Event { cites: self.step_under(method, what.step()), what, moves }
    }

    /// What a banker may put up.
    pub(crate) fn bank_bounds(&self, state: &State, id: PlayerId) -> Option<Bounds> {
        let most = self.setup.chip.down(Self::bank_funds(state, id));
        Bounds::new(self.bank_least(state), most, self.setup.chip.units())
    }

    /// Whether somebody has what they want to put up.
    fn has_stake(&self, (id, has): (PlayerId, Amount), stake: Amount, method: Method) -> Result<(), Refusal> {
        if stake <= has {
            return Ok(());
        }
        let message = format!("{stake} for the bank is more than the {has} that {id} has");
        Err(Refusal::new("money.short", self.step_under(method, Step::BankAdded), message))
    }

    pub(crate) fn amount_in(
        &self,
        what: &str,
        amount: Amount,
        bounds: Option<Bounds>,
        method: Method,
        step: Step,
    ) -> Result<(), Refusal> {
        let clauses = self.step_under(method, step);
        let Some(bounds) = bounds else {
            return Err(Refusal::new(
                "money.short",
                clauses,
                format!("{what} {amount} cannot be: there is not enough"),
            ));
        };
        if bounds.allow(amount) {
            return Ok(());
        }
        let message = match (amount < bounds.least, amount > bounds.most) {
            (true, _) => format!("{what} {amount} is below the minimum {}", bounds.least),
            (_, true) => format!("{what} {amount} is above the maximum {}", bounds.most),
            _ => format!("{what} {amount} is not {bounds}"),
        };
        Err(Refusal::new("bank.out_of_bounds", clauses, message))
    }

    pub(crate) fn join_bounds(&self, state: &State, id: PlayerId) -> Option<Bounds> {
        let chip = self.setup.chip;
        let most = chip.down(state.ledger.amount(Account::Player(id)));
        // Who joins puts up what a banker has to; who banks already may add any chip.
        let least = if state.bank.is_held_by(id) { Amount::of(chip.units()) } else { self.bank_least(state) };
        Bounds::new(least, most, chip.units())
    }

    /// What the bank has to have for the wagers on the layout.
    pub(crate) fn to_cover(&self, state: &State, method: Method) -> Amount {
        let regular = state.wagers.iter().filter(|w| w.kind == Kind::Regular);
        let total: Amount = regular.map(|wager| self.in_action(state, wager, method)).sum();
        match self.book.bank.cover.value.of(method) {
            Some(Cover::Half) => self.setup.chip.up(Amount::of((total.units() + 1) / 2)),
            Some(Cover::All) | None => total,
        }
    }
}
