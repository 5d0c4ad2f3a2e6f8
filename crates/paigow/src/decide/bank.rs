//! The bank: offered, accepted, declined, shared, added to, given up.
//!
//! Clauses: star-2016 6, 9.14, 13.2.2; vcga-2000 6, 9.5, 9.6, 12.2.2.3, 12.2.3.1; crown-6.1 10.3.2,
//! 10.3.3(a), (b); uk-leaflet B25, B28, B29.

mod offer;

use super::Decided;
use super::guard::plain;
use crate::command::bank::Command;
use crate::event::{bank, wager};
use crate::rules::{cite, cites};
use crate::{Event, Kind, LimitKind, Offer, PaiGow, Phase, State, Step, Wager, What, Why};
use game::{Bounds, Context, Person, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{AfterClose, Cover, Instrument, Method, OverMaximum, Power};
use smallvec::smallvec;

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::OfferBank => game.offer_bank(table, ctx),
        Command::AcceptBank { method, stake } => game.accept_bank(table, ctx, *method, *stake),
        Command::DeclineBank => game.decline_bank(table, ctx),
        Command::PassBank { pass } => game.pass_bank(table, ctx, *pass),
        Command::AllowBanks { area, banks } => game.allow_banks(table, ctx, *area, *banks),
        Command::AllowBankSharing => game.allow_bank_sharing(table, ctx),
        Command::JoinBank { stake } => game.join_bank(table, ctx, *stake),
        Command::AddToBank { amount } => game.add_to_bank(table, ctx, *amount),
        Command::ChangeMethod { method } => game.change_method(table, ctx, *method),
        Command::NameShaker { player } => game.name_shaker(table, ctx, *player),
    }
}

impl PaiGow {
    /// What somebody who is offered the bank has for it: a stand-off of theirs goes back when they take it.
    fn bank_funds(table: &State, id: PlayerId) -> Amount {
        let own = table.wagers.iter().filter(|w| w.player == id);
        let down: Amount = own.map(|w| w.down(Instrument::Chips)).sum();
        table.ledger.amount(Account::Player(id)) + down
    }

    /// The least that a banker puts up.
    fn bank_least(&self, table: &State) -> Amount {
        table.limits.of(LimitKind::Regular).least
    }

    /// An event that belongs to another method than the one that was.
    fn under(&self, method: Method, what: impl Into<What>, moves: Moves) -> Event {
        let what = what.into();
        Event { cites: self.step_under(method, what.step()), what, moves }
    }

    /// Gives back every wager of an area.
    fn clear_area(&self, table: &State, area: u8, why: Why) -> Vec<Event> {
        let on = table.wagers.iter().filter(|w| w.area == area);
        on.map(|wager| self.gives_back(table, wager, why)).collect()
    }

    /// Gives a wager back whole.
    pub(crate) fn gives_back(&self, table: &State, wager: &Wager, why: Why) -> Event {
        let Wager { player, area, kind, stake, .. } = *wager;
        let moves = stake.back(player);
        let mut event = self.moved(table, wager::What::WagerReturned { player, area, kind, why }, moves);
        let side = &self.rules.side;
        let cause = match (why, kind) {
            (Why::Area, _) if self.houses(table, area) => Some(cite(&self.rules.bank.house_area_wagers)),
            (Why::Area, _) => Some(cite(&self.rules.bank.own_area_only)),
            (Why::Banks, _) => Some(self.reads.banker_wagers.clone()),
            (Why::Alone, Kind::Big | Kind::Small) => side.big_small_needs.as_ref().map(cite),
            (Why::Alone, Kind::Bonus) => side.bonus_needs.as_ref().map(cite),
            (Why::Alone, _) => Some(cite(&self.rules.table.unshared_area)),
            (Why::AboveMaximum, _) => Some(cite(&self.rules.limits.over_maximum)),
            (Why::BelowMinimum, _) => Some(cite(&self.rules.limits.under_minimum)),
            (Why::Tokens, _) => Some(self.reads.tokens_bank.clone()),
            (Why::Barred, _) => Some(self.step(table, Step::PlayerBarred).and(&self.reads.barred_wager)),
            (Why::Parted, _) => Some(self.step(table, Step::PlayersParted)),
            (Why::Closing, _) => Some(self.step(table, Step::PlayEnded)),
            (Why::Void, _) => None,
        };
        event.cites = cause.unwrap_or(event.cites);
        event
    }

    /// Whether an area is given up because the House takes the bank there.
    fn houses(&self, table: &State, area: u8) -> bool {
        area == self.rules.bank.house_area.value && table.bank.offer.is_none_or(|offer| offer.area != area)
    }

    /// What a banker may put up.
    pub(crate) fn bank_bounds(&self, table: &State, id: PlayerId) -> Option<Bounds> {
        let most = self.setup.chip.down(Self::bank_funds(table, id));
        Bounds::new(self.bank_least(table), most, self.setup.chip.units())
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

    pub(crate) fn accept_bank(&self, table: &State, ctx: &Context, method: Method, stake: Amount) -> Decided {
        let id = self.player(table, ctx)?.id;
        self.phase(table, &[Phase::Bank], "accepting the bank")?;
        let Some(offer) = table.bank.offer.filter(|offer| offer.player == id) else {
            let clauses = self.says(table, Step::BankOffered);
            return Err(Refusal::new(
                "bank.not_offered",
                clauses,
                format!("the bank is not offered to {id}"),
            ));
        };
        let methods = &self.rules.bank.methods;
        if method == Method::House || !methods.value.contains(&method) {
            let words: Vec<&str> =
                methods.value.iter().filter(|m| **m != Method::House).map(|m| m.word()).collect();
            let message = format!("a player cannot bank as {method}, expected {}", words.join(" or "));
            return Err(Refusal::new("bank.method", cite(methods), message));
        }
        self.has_stake((id, Self::bank_funds(table, id)), stake, method)?;
        let bounds = self.bank_bounds(table, id);
        self.amount_in("bank stake", stake, bounds, method, Step::BankAdded).map_err(|refusal| {
            // An old minimum is kept for wagers, not for a bank.
            let keeps = table.player(id).and_then(|player| player.old_minimum);
            match keeps.is_some_and(|(least, _)| (least..self.bank_least(table)).contains(&stake)) {
                true => Refusal { clauses: refusal.clauses.and(&self.reads.kept_minimum_bank), ..refusal },
                false => refusal,
            }
        })?;
        let Offer { area, round, banks, .. } = offer;
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(id), stake)];
        let what = bank::What::BankTaken { area, player: id, method, stake, round, banks };
        let gone = |w: &Wager| w.area == area || w.player == id || w.player.is_house();
        let gives_back = |wager: &Wager| {
            let why = if wager.player == id && wager.area != area { Why::Banks } else { Why::Area };
            self.gives_back(table, wager, why)
        };
        // The banker's own first, who may put them up.
        let (own, others): (Vec<&Wager>, Vec<&Wager>) =
            table.wagers.iter().filter(|w| gone(w)).partition(|w| w.player == id);
        let mut events: Vec<Event> = own.into_iter().map(gives_back).collect();
        events.push(self.under(method, what, moves));
        events.extend(others.into_iter().map(gives_back));
        events.extend(self.outgrown(table, method, gone));
        Ok(events)
    }

    pub(crate) fn decline_bank(&self, table: &State, ctx: &Context) -> Decided {
        // Who does not answer has declined: the dealer says so.
        let who = match ctx.who {
            Person::Player(_) => Some(self.player(table, ctx)?.id),
            _ => {
                self.dealer(ctx)?;
                None
            }
        };
        if self.no_round_yet(table)
            && table.bank.method != Method::House
            && let Some(banker) = table.speaks()
        {
            // Nobody wagers against the bank: whoever speaks for it need not wait for ever. Nobody else gives it up,
            // unless everybody who banks is barred.
            let barred = table.player(banker).is_none_or(|player| player.barred);
            if who != Some(banker) && (who.is_some() || !barred) {
                let clauses = self.says(table, Step::BankTaken);
                return Err(Refusal::new("bank.not_offered", clauses, format!("the bank is {banker}'s")));
            }
            let mut events = self.unwinds(table);
            let what = bank::What::BankDeclined { area: table.bank.chung, player: banker };
            let event = self.event(table, what);
            events.push(Event { cites: event.cites.and(&self.reads.no_round_yet), ..event });
            return Ok(events);
        }
        if let Some(needed) = table.bank.short.filter(|_| table.phase == Phase::Wall) {
            let others = self.rules.bank.uncovered.value.iter().filter(|other| **other != table.bank.method);
            let words: Vec<&str> = others.map(|method| method.word()).collect();
            let add = if self.rules.bank.may_top_up.value { "is added to, or " } else { "" };
            let (has, words) = (table.bank.stake(), words.join(" or "));
            let message = format!("the bank has {has} and needs {needed}: it {add}gives way to {words}");
            return Err(Refusal::new("phase.wrong", self.says(table, Step::BankShort), message));
        }
        self.phase(table, &[Phase::Bank], "declining the bank").map_err(|refusal| {
            let taken = table.phase == Phase::Wall && table.bank.method != Method::House;
            match taken {
                true => {
                    let message = "the bank is taken, and there are wagers against it or dice were seen";
                    Refusal { message: message.to_string(), ..refusal }
                }
                false => refusal,
            }
        })?;
        let offer = table.bank.offer.filter(|offer| who.is_none_or(|id| offer.player == id));
        let Some(Offer { area, player, round, banks, .. }) = offer else {
            let clauses = self.says(table, Step::BankOffered);
            return Err(Refusal::new(
                "bank.not_offered",
                clauses,
                format!("the bank is not offered to {}", self.called(ctx.who)),
            ));
        };
        let mut event = self.event(table, bank::What::BankDeclined { area, player });
        // More banks in a row were allowed there, and the row is broken.
        let in_row = round > 1 || banks > 1;
        if in_row && table.bank.allowed.get(usize::from(area) - 1).is_some_and(|allowed| *allowed > 1) {
            event.cites = event.cites.and(&self.reads.further_banks);
        }
        Ok(vec![event])
    }

    pub(crate) fn pass_bank(&self, table: &State, ctx: &Context, pass: bool) -> Decided {
        let player = self.player(table, ctx)?;
        self.phase(table, &super::limit::OPEN, "passing the bank")?;
        if player.passes == pass {
            return Err(plain("bank.no_change", format!("{} has said so already", player.id)));
        }
        let mut events = vec![self.event(table, bank::What::BankPassed { player: player.id, pass })];
        if let Some(offer) = table.bank.offer.filter(|offer| pass && offer.player == player.id) {
            // Who wants to be passed over has answered an offer that stands.
            let declined =
                self.event(table, bank::What::BankDeclined { area: offer.area, player: player.id });
            events.push(Event { cites: declined.cites.and(&self.reads.silent_declines), ..declined });
        }
        Ok(events)
    }

    pub(crate) fn allow_banks(&self, table: &State, ctx: &Context, area: u8, banks: u8) -> Decided {
        self.power(ctx, Power::ExtraBanks)?;
        self.phase(table, &super::limit::OPEN, "allowing banks")?;
        self.area(table, area)?;
        let most = &self.rules.bank.banks_per_area_most;
        if banks < 1 || banks > most.value {
            let message = format!("{banks} banks in a row, expected 1 to {}", most.value);
            return Err(Refusal::new("bank.banks_out_of_bounds", cite(most), message));
        }
        Ok(vec![self.event(table, bank::What::BanksAllowed { area, banks })])
    }

    /// A player's bank that is not closed yet.
    pub(crate) fn open_bank(&self, table: &State, act: &str) -> Result<(), Refusal> {
        self.phase(table, &[Phase::Wall], act)?;
        if table.bank.method == Method::House {
            let clauses = self.says(table, Step::HouseBanks);
            return Err(Refusal::new("bank.house", clauses, "the House banks in this round"));
        }
        if table.cutting.closed && table.bank.short.is_none() {
            let clauses = self.says(table, Step::BetsClosed);
            let rule = self.rules.wager.after_close.value.of(table.bank.method);
            let message = match rule == Some(&AfterClose::BankerConsents) {
                true => "betting is over in this round, and the banker has not consented",
                false => "betting is over in this round",
            };
            return Err(Refusal::new("wager.closed", clauses, message));
        }
        Ok(())
    }

    pub(crate) fn allow_bank_sharing(&self, table: &State, ctx: &Context) -> Decided {
        self.power(ctx, Power::ShareBank)?;
        self.open_bank(table, "sharing the bank")?;
        let share = &self.rules.bank.may_share;
        if !share.value {
            return Err(Refusal::new("bank.not_shared", cite(share), "this book lets nobody share a bank"));
        }
        if table.bank.shared || table.bank.short.is_some() {
            return Err(plain("bank.no_change", "the bank may be shared already, or betting is over"));
        }
        Ok(vec![self.event(table, bank::What::BankSharing)])
    }

    pub(crate) fn join_bounds(&self, table: &State, id: PlayerId) -> Option<Bounds> {
        let chip = self.setup.chip;
        let most = chip.down(table.ledger.amount(Account::Player(id)));
        // Who joins puts up what a banker has to; who banks already may add any chip.
        let least = if table.bank.is_held_by(id) { Amount::of(chip.units()) } else { self.bank_least(table) };
        Bounds::new(least, most, chip.units())
    }

    pub(crate) fn join_bank(&self, table: &State, ctx: &Context, stake: Amount) -> Decided {
        let id = self.player(table, ctx)?.id;
        self.open_bank(table, "joining the bank")?;
        let share = &self.rules.bank.may_share;
        if !share.value {
            return Err(Refusal::new("bank.not_shared", cite(share), "this book lets nobody share a bank"));
        }
        if !table.bank.shared || table.bank.short.is_some() {
            let message = match table.bank.short {
                Some(_) => "betting is over, and nobody joins the bank any more",
                None => "the House has not let this bank be shared",
            };
            return Err(Refusal::new("bank.not_shared", self.says(table, Step::BankSharing), message));
        }
        if table.bank.is_held_by(id) {
            return Err(plain("bank.holds", format!("{id} banks already")));
        }
        if table.bank.holders.len() >= usize::from(self.rules.table.players_per_area.value) {
            let most = &self.rules.table.players_per_area;
            let message =
                format!("{} players share the bank, {} can be", table.bank.holders.len(), most.value);
            return Err(Refusal::new("area.full", cite(most), message));
        }
        let played = &self.rules.bank.played_before;
        if played.value && table.counted > 0 && table.player(id).is_none_or(|player| !player.played_last) {
            let message = format!("{id} did not play the round before, and cannot bank");
            return Err(Refusal::new("bank.not_played", cite(played), message));
        }
        if let Some(wager) = table.wagers.iter().find(|w| w.player == id) {
            let message = format!("{id} wagers against the bank on area {}", wager.area);
            let clauses = self.reads.banker_wagers.clone();
            return Err(Refusal::new("bank.wagers_against", clauses, message));
        }
        let (bounds, method) = (self.join_bounds(table, id), table.bank.method);
        self.has_stake((id, table.ledger.amount(Account::Player(id))), stake, method)?;
        self.amount_in("bank stake", stake, bounds, method, Step::BankAdded)?;
        let lead = table.bank.banker().unwrap_or(id);
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(lead), stake)];
        let mut event = self.moved(table, bank::What::BankJoined { player: id, stake }, moves);
        if method == Method::CoBank {
            event.cites = event.cites.and(&self.reads.co_bank_shared);
        }
        Ok(vec![event])
    }

    pub(crate) fn add_to_bank(&self, table: &State, ctx: &Context, amount: Amount) -> Decided {
        let id = self.holder(table, ctx, &self.says(table, Step::BankAdded))?;
        let late = self.adds_late(table, id);
        if !late {
            self.open_bank(table, "adding to the bank")?;
        }
        let top_up = &self.rules.bank.may_top_up;
        if table.bank.short.is_some() && !top_up.value {
            let message = "a bank that is short gives way to another method, it is not added to";
            return Err(Refusal::new("bank.no_top_up", cite(top_up), message));
        }
        let (bounds, method) = (self.join_bounds(table, id), table.bank.method);
        self.has_stake((id, table.ledger.amount(Account::Player(id))), amount, method)?;
        self.amount_in("addition", amount, bounds, method, Step::BankAdded)?;
        let lead = table.bank.banker().unwrap_or(id);
        let covered = table.bank.short.is_some_and(|needed| table.bank.stake() + amount >= needed);
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(lead), amount)];
        let mut events =
            vec![self.moved(table, bank::What::BankAdded { player: id, amount, covered }, moves)];
        if late {
            let consent = cites(&[], self.rules.wager.after_close.reading.as_deref());
            let late = self.says(table, Step::BetsClosed).and(&consent);
            events[0].cites = late.and(&events[0].cites);
        }
        if covered && table.bank.method == Method::CoBank {
            events.push(self.funds_co_bank(table, table.bank.stake() + amount));
        }
        Ok(events)
    }

    /// Whether somebody who banks may add to the bank after the close: wagers change then by the banker's
    /// consent, which the banker has for their own and may give to those who share.
    fn adds_late(&self, table: &State, id: PlayerId) -> bool {
        let rule = &self.rules.wager.after_close;
        let consent = rule.value.of(table.bank.method) == Some(&AfterClose::BankerConsents);
        let own = table.speaks() == Some(id) || table.player(id).is_some_and(|p| p.consented);
        let closed = table.cutting.closed && table.bank.short.is_none();
        table.phase == Phase::Wall && closed && consent && own
    }

    /// What the bank has to have for the wagers on the layout.
    pub(crate) fn to_cover(&self, table: &State, method: Method) -> Amount {
        let regular = table.wagers.iter().filter(|w| w.kind == Kind::Regular);
        let total: Amount = regular.map(|wager| self.in_action(table, wager, method)).sum();
        match self.rules.bank.cover.value.of(method) {
            Some(Cover::Half) => self.setup.chip.up(Amount::of((total.units() + 1) / 2)),
            Some(Cover::All) | None => total,
        }
    }

    /// The House puts the same beside the player's stake, into one heap.
    pub(crate) fn funds_co_bank(&self, table: &State, stake: Amount) -> Event {
        let lead = table.bank.banker().map_or(Account::Float, Account::Bank);
        let moves = smallvec![
            Move::new(lead, Account::CoBank, stake),
            Move::new(Account::Float, Account::CoBank, stake)
        ];
        self.under(Method::CoBank, bank::What::CoBankFunded { amount: stake }, moves)
    }

    pub(crate) fn change_method(&self, table: &State, ctx: &Context, method: Method) -> Decided {
        match method {
            Method::House => self.dealer(ctx)?,
            Method::Player | Method::CoBank => {
                self.banker(table, ctx, &cite(&self.rules.bank.uncovered))?;
            }
        }
        self.phase(table, &[Phase::Wall], "changing the method")?;
        if table.bank.short.is_none() {
            let clauses = match method {
                // When it is said whether the House is to co-bank.
                Method::CoBank if !self.reads.co_bank_asked.is_empty() => self.reads.co_bank_asked.clone(),
                _ => cite(&self.rules.bank.uncovered),
            };
            let message = "the bank covers the wagers, or betting is open";
            return Err(Refusal::new("bank.covers", clauses, message));
        }
        let ways = &self.rules.bank.uncovered;
        if !ways.value.contains(&method) || method == table.bank.method {
            let others = ways.value.iter().filter(|other| **other != table.bank.method);
            let words: Vec<&str> = others.map(|m| m.word()).collect();
            let message =
                format!("a bank that is short cannot give way to {method}, expected {}", words.join(" or "));
            return Err(Refusal::new("bank.method", cite(ways), message));
        }
        if method == Method::CoBank {
            let (needed, has) = (self.to_cover(table, method), table.bank.stake());
            if has < needed {
                let message =
                    format!("the bank's {has} do not cover half of the wagers, {needed} are needed");
                let clauses = self.step_under(method, Step::BankShort);
                return Err(Refusal::new("bank.short", clauses, message));
            }
            let what = bank::What::MethodChanged { method, chung: table.bank.chung };
            let mut event = self.because(table, what, ways);
            let all = self.total_down(table);
            if needed + needed < all {
                // What lies beyond the maximum does not play, and need not be covered.
                event.cites = event.cites.and(&self.reads.co_bank_cover);
            }
            return Ok(vec![event, self.funds_co_bank(table, has)]);
        }
        let chung = self.rules.bank.house_area.value;
        let mut event = self.because(table, bank::What::MethodChanged { method, chung }, ways);
        event.moves = self.stakes_back(table);
        if table.bank.round == 1 && table.bank.banks == 1 {
            event.cites = event.cites.and(&self.reads.gave_way);
        }
        let lies = |w: &Wager| w.kind == Kind::Bonus && w.area == table.bank.chung && w.area != chung;
        if table.wagers.iter().any(lies) {
            event.cites = event.cites.and(&self.reads.bonus_gave_way);
        }
        let mut events = vec![event];
        let returned = self.rules.limits.over_maximum.value.of(Method::House) == Some(&OverMaximum::Returned);
        for wager in &table.wagers {
            if wager.area == chung && !self.rules.bank.house_area_wagers.value || wager.player.is_house() {
                events.push(self.gives_back(table, wager, Why::Area));
            } else if returned && wager.stake.amount > table.limits.of(wager.kind.limits()).most {
                events.push(self.gives_back(table, wager, Why::AboveMaximum));
            }
        }
        self.thins(table, &mut events);
        Ok(events)
    }

    /// Every banker's stake going back whole.
    pub(crate) fn stakes_back(&self, table: &State) -> Moves {
        let Some(lead) = table.bank.banker() else { return Moves::new() };
        let mut moves = Moves::new();
        if !table.bank.house_stake.is_zero() {
            moves.push(Move::new(Account::CoBank, Account::Float, table.bank.house_stake));
        }
        let from = if table.bank.house_stake.is_zero() { Account::Bank(lead) } else { Account::CoBank };
        moves.extend(table.bank.holders.iter().map(|h| Move::new(from, Account::Player(h.player), h.stake)));
        moves
    }

    pub(crate) fn name_shaker(&self, table: &State, ctx: &Context, id: PlayerId) -> Decided {
        let banker = self.banker(table, ctx, &cite(&self.rules.bank.extra_banks_other_shaker))?;
        self.phase(table, &[Phase::Wall], "naming who shakes")?;
        self.named(table, id)?;
        let other = &self.rules.bank.extra_banks_other_shaker;
        if !other.value || table.bank.banks < 2 {
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
        if table.dice.shaken {
            return Err(plain("dice.shaken", "the dice have been shaken"));
        }
        Ok(vec![self.event(table, bank::What::ShakerNamed { player: id })])
    }
}
