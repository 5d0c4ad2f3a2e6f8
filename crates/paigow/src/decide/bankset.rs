//! The bank's hand: the chung lifted, the hand confirmed and shown; concessions and surrender before it.
//!
//! Clauses: star-2016 12.9, 12.17–12.19, 13.1.2–13.1.5, 13.2.3, 13.2.4; vcga-2000 12.1.5, 12.1.12, 12.1.18,
//! 17.9.1; crown-6.1 10.2.7, 10.2.10, 13.2.4, 13.5.3, 13.8.1; uk-leaflet B14.

use super::Answer;
use super::guard::plain;
use super::settle::Verdict;
use crate::rules::cite;
use crate::{Kind, PaiGow, Phase, Setter, Step, Table, Wager, What};
use game::{Context, Person, Refusal};
use money::Amount;
use rulebook::{BankShows, FinalWhen, Method, Power};

impl PaiGow {
    /// Whether the bank's tiles are shown before they are set.
    pub(crate) fn bank_shows_first(&self, table: &Table) -> bool {
        self.rules.set.bank_shows.value == BankShows::ShownFirst && table.bank.method != Method::Player
    }

    /// Whether all wagers are on the Bonus, none of them the banker's, so that the bank's hand need not be
    /// shown.
    pub(crate) fn bank_hidden(&self, table: &Table) -> bool {
        let rule = self.rules.side.bonus_only_hidden.as_ref().is_some_and(|rule| rule.value);
        let beside = |w: &Wager| w.kind.on_dice() || (w.kind == Kind::Bonus && w.area != table.bank.chung);
        rule && !table.orders.show_bank && table.wagers.iter().all(beside)
    }

    pub(super) fn lift_chung(&self, table: &Table, ctx: &Context) -> Answer {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Set], "lifting the chung")?;
        let rule = &self.rules.set.final_when;
        if rule.value != FinalWhen::ChungLifted || table.orders.chung_lifted {
            return Err(Refusal::new("set.no_chung", cite(rule), "no hand waits for the chung to be lifted"));
        }
        if let Some(number) = self.unset(table).next() {
            return Err(Refusal::new(
                "set.players_first",
                cite(rule),
                format!("the hand of area {number} is not set"),
            ));
        }
        Ok(vec![self.because(table, What::ChungLifted, rule)])
    }

    pub(super) fn confirm_bank(&self, table: &Table, ctx: &Context) -> Answer {
        match ctx.who {
            Person::Player(_) => {
                self.banker(table, ctx, &cite(&self.rules.set.banker_confirms))?;
            }
            // Silence must not keep a lost hand closed: whoever may have a hand set for its player may
            // confirm it too (reading `silent-banker`).
            _ => {
                let known = self.powers[Power::SetForPlayer as usize].is_some();
                let by = if known { Power::SetForPlayer } else { Power::Dispute };
                let clauses = || cite(&self.rules.set.banker_confirms).and(&self.reads.silent_banker);
                let low = |refusal| Refusal { clauses: clauses(), ..refusal };
                self.ranked(ctx, "confirming the bank's hand for the banker", by).map_err(low)?;
            }
        }
        self.phase(table, &[Phase::Set, Phase::Match], "confirming")?;
        let rule = &self.rules.set.banker_confirms;
        let hand = self.hand(table, table.bank.chung)?;
        if !rule.value || !hand.asked || hand.set != Some(Setter::Dealer) || table.orders.confirmed {
            return Err(Refusal::new(
                "set.not_asked",
                cite(rule),
                "no hand of the dealer's waits to be confirmed",
            ));
        }
        let mut event = self.because(table, What::BankConfirmed, rule);
        if ctx.who.player().is_none() {
            event.clauses = event.clauses.and(&self.reads.silent_banker);
        }
        Ok(vec![event])
    }

    pub(super) fn ask_bank(&self, table: &Table, ctx: &Context) -> Answer {
        let player = self.player(table, ctx)?.id;
        self.phase(table, &[Phase::Set, Phase::Match], "asking for the bank's hand")?;
        if !self.bank_hidden(table) || table.orders.bank_shown {
            let clauses = cite(&self.rules.set.bank_shows);
            let message = "the bank's hand is shown without being asked for";
            return Err(Refusal::new("bank.shown_anyway", clauses, message));
        }
        if !table.wagers.iter().any(|w| w.player == player) {
            let rule = self.rules.side.bonus_only_hidden.as_ref();
            let clauses = rule.map(|rule| self.clauses_of(&rule.clauses)).unwrap_or_default();
            let message = format!("{player} has no wager in this round, and cannot ask for the bank's hand");
            return Err(Refusal::new("wager.none", clauses, message));
        }
        Ok(vec![self.event(table, What::BankAskedFor { player })])
    }

    pub(super) fn show_bank(&self, table: &Table, ctx: &Context) -> Answer {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Set, Phase::Match], "showing the bank")?;
        self.players_set(table, Step::BankShown)?;
        let number = table.bank.chung;
        let hand = self.hand(table, number)?;
        if self.bank_hidden(table) && table.phase == Phase::Set {
            // A player may ask to see it yet, and then nobody could set it any more.
            if table.bank.method == Method::Player && hand.set.is_none() {
                let clauses = self.says(table, Step::BankSet);
                return Err(Refusal::new("set.not_set", clauses, "the bank's hand is not set"));
            }
            return Ok(vec![self.event(table, What::BankShown { area: number, split: None, hidden: true })]);
        }
        if table.orders.bank_shown {
            return Err(plain("bank.shown", "the bank's hand lies open"));
        }
        if !self.bank_shows_first(table) && hand.set.is_none() {
            let clauses = self.says(table, Step::BankSet);
            return Err(Refusal::new("set.not_set", clauses, "the bank's hand is not set"));
        }
        if hand.known().is_none() {
            return Err(plain("tiles.unknown", "the bank's tiles have not been turned up"));
        }
        Ok(vec![self.event(table, What::BankShown { area: number, split: hand.split, hidden: false })])
    }

    /// The bank's hand is not shown yet, and hands are out.
    fn before_bank(&self, table: &Table, act: &str) -> Result<(), Refusal> {
        self.phase(table, &[Phase::Set], act)
    }

    pub(super) fn concede(&self, table: &Table, ctx: &Context, number: u8) -> Answer {
        let id = self.player(table, ctx)?.id;
        self.before_bank(table, "conceding")?;
        self.hand(table, number)?;
        let rule = &self.rules.set.may_concede;
        if !rule.value {
            return Err(Refusal::new("set.no_concession", cite(rule), "this book knows no concession"));
        }
        if number == table.bank.chung {
            let message =
                format!("the tiles of area {number} are the bank's, and only a wager against it is conceded");
            return Err(Refusal::new("set.bank_stays", cite(rule).and(&self.reads.bank_conceded), message));
        }
        let on = || table.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice() && w.is_live());
        if !on().any(|w| w.player == id) || on().any(|w| w.player != id) {
            let message = format!("{id} is not the only one who wagers on area {number}");
            return Err(Refusal::new("set.not_alone", cite(rule), message));
        }
        let mut events = vec![self.event(table, What::Conceded { area: number })];
        if on().any(|wager| wager.kind != Kind::Regular) {
            events[0].clauses = events[0].clauses.and(&self.reads.conceded_sides);
        }
        let lost = Verdict::Lost(cite(rule));
        // A Tie that was surrendered has been given up by half, and is collected in the settlement.
        let kept = on().filter(|wager| !wager.surrendered);
        events.extend(kept.map(|wager| self.settles(table, wager, &lost, Amount::ZERO, Amount::ZERO)));
        Ok(events)
    }

    pub(super) fn see_conceded(&self, table: &Table, ctx: &Context, number: u8) -> Answer {
        self.power(ctx, Power::SeeConceded)?;
        self.phase(table, &[Phase::Set, Phase::Match, Phase::Clear], "looking at a conceded hand")?;
        let area = self.area(table, number)?;
        let rule = &self.rules.set.conceded_may_be_seen;
        let hand = area.hand.as_ref().filter(|hand| hand.conceded && !hand.seen_conceded);
        if !rule.value || hand.is_none() {
            let message = format!("area {number} has no conceded hand to look at");
            return Err(Refusal::new("set.not_conceded", cite(rule), message));
        }
        Ok(vec![self.event(table, What::ConcededSeen { area: number })])
    }

    pub(super) fn surrender(&self, table: &Table, ctx: &Context, number: u8) -> Answer {
        let player = self.player(table, ctx)?.id;
        self.before_bank(table, "surrendering a Tie")?;
        let area = self.area(table, number)?;
        let rule = self.rules.side.surrender.as_ref();
        let on_table = self.tie.as_ref().is_some_and(|tie| tie.surrender.is_some());
        if !(rule.is_some_and(|r| r.value) && self.setup.surrender && on_table) {
            let clauses = match rule.filter(|_| self.tie.is_some()) {
                Some(rule) if rule.value && !on_table => cite(rule).and(&self.reads.tie_b),
                Some(rule) => cite(rule),
                // Where no Tie can be had, there is none to surrender.
                None => self.not_offered(Kind::Tie),
            };
            return Err(Refusal::new("tie.no_surrender", clauses, "a Tie cannot be surrendered here"));
        }
        let wager = table.wager(player, number, Kind::Tie).filter(|w| w.is_live() && !w.surrendered);
        if wager.is_none() {
            return Err(plain(
                "wager.none",
                format!("{player} has no Tie wager on area {number} to surrender"),
            ));
        }
        let hand = self.hand(table, number)?;
        // The caller comes first: others follow once the caller has decided.
        if let Some(caller) = area.caller.filter(|caller| *caller != player) {
            let tie = table.wager(caller, number, Kind::Tie);
            // Who is barred decides nothing any more.
            let barred = table.player(caller).is_none_or(|player| player.barred);
            let decided = tie.is_none_or(|w| w.surrendered) || hand.set.is_some() || hand.asked || barred;
            if !decided {
                let clauses = self.says(table, Step::Surrendered);
                let message = format!("{caller} calls area {number} and has not decided");
                return Err(Refusal::new("tie.caller_first", clauses, message));
            }
        }
        Ok(vec![self.event(table, What::Surrendered { player, area: number })])
    }

    pub(super) fn show_own(&self, table: &Table, ctx: &Context, number: u8) -> Answer {
        let id = self.player(table, ctx)?.id;
        self.before_bank(table, "showing tiles")?;
        let hand = self.hand(table, number)?;
        self.handles(table, number, id)?;
        let rule = &self.rules.set.lone_player_may_show;
        let banks = number == table.bank.chung;
        let other = |w: &Wager| w.player != id && (w.is_live() || !self.reads.lone_is_left);
        let lone = table.bank.method == Method::House && !table.wagers.iter().any(other);
        let rests = cite(rule).and(&self.reads.lone_player);
        if !banks && !rule.value {
            let message = "this book lets no player show tiles before the bank's are shown";
            return Err(Refusal::new("set.no_showing", cite(rule), message));
        }
        if !banks && !lone {
            let message = format!("{id} is not the only player against the House, who alone may show tiles");
            return Err(Refusal::new("set.not_lone", rests, message));
        }
        if banks && !self.reads.banker_last.is_empty() {
            // Where the bank's tiles come last, they are not shown before either (reading uk-banker-last).
            self.players_set(table, Step::BankSet)?;
        }
        if hand.shown == 15 {
            return Err(plain("set.shown", format!("the tiles of area {number} lie open already")));
        }
        if hand.known().is_none() {
            let message = format!("the tiles of area {number} have not been turned up");
            return Err(plain("tiles.unknown", message));
        }
        let mut event = self.event(table, What::OwnShown { area: number });
        if table.wagers.iter().any(|w| w.player != id) && !banks {
            event.clauses = event.clauses.and(&self.reads.lone_player);
        }
        Ok(vec![event])
    }
}
