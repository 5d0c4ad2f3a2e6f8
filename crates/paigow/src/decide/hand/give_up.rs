//! Hands that are given up before they are matched, Tie wagers that are surrendered, tiles that their owner shows.

use crate::decide::guard::plain;
use crate::decide::settle::Verdict;
use crate::decide::{Decided, Turn};
use crate::event::hand;
use crate::rules::cite;
use crate::{Kind, Phase, Step, Wager};
use game::Refusal;
use money::Amount;
use rulebook::{Method, Power};

impl Turn<'_> {
    pub(crate) fn concede(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.before_bank("conceding")?;
        self.hand(number)?;
        let rule = &self.rules.book.set.may_concede;
        if !rule.value {
            return Err(Refusal::new("set.no_concession", cite(rule), "this book knows no concession"));
        }
        if number == self.state.bank.chung {
            let message =
                format!("the tiles of area {number} are the bank's, and only a wager against it is conceded");
            return Err(Refusal::new(
                "set.bank_stays",
                cite(rule).and(&self.rules.reads.bank_conceded),
                message,
            ));
        }
        let on = || self.state.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice() && w.is_live());
        if !on().any(|w| w.player == id) || on().any(|w| w.player != id) {
            let message = format!("{id} is not the only one who wagers on area {number}");
            return Err(Refusal::new("set.not_alone", cite(rule), message));
        }
        let mut events = vec![self.event(hand::What::Conceded { area: number })];
        if on().any(|wager| wager.kind != Kind::Regular) {
            events[0].cites = events[0].cites.and(&self.rules.reads.conceded_sides);
        }
        let lost = Verdict::Lost(cite(rule));
        // A Tie that was surrendered has been given up by half, and is collected in the settlement.
        let kept = on().filter(|wager| !wager.surrendered);
        events.extend(kept.map(|wager| self.settles(wager, &lost, Amount::ZERO, Amount::ZERO)));
        Ok(events)
    }

    pub(crate) fn see_conceded(&self, number: u8) -> Decided {
        self.power(Power::SeeConceded)?;
        self.phase(&[Phase::Set, Phase::Match, Phase::Clear], "looking at a conceded hand")?;
        let area = self.area(number)?;
        let rule = &self.rules.book.set.conceded_may_be_seen;
        let hand = area.hand.as_ref().filter(|hand| hand.conceded && !hand.seen_conceded);
        if !rule.value || hand.is_none() {
            let message = format!("area {number} has no conceded hand to look at");
            return Err(Refusal::new("set.not_conceded", cite(rule), message));
        }
        Ok(vec![self.event(hand::What::ConcededSeen { area: number })])
    }

    pub(crate) fn surrender(&self, number: u8) -> Decided {
        let player = self.player()?.id;
        self.before_bank("surrendering a Tie")?;
        let area = self.area(number)?;
        let rule = self.rules.book.side.surrender.as_ref();
        let on_table = self.rules.tie.as_ref().is_some_and(|tie| tie.surrender.is_some());
        if !(rule.is_some_and(|r| r.value) && self.rules.setup.surrender && on_table) {
            let clauses = match rule.filter(|_| self.rules.tie.is_some()) {
                Some(rule) if rule.value && !on_table => cite(rule).and(&self.rules.reads.tie_b),
                Some(rule) => cite(rule),
                // Where no Tie can be had, there is none to surrender.
                None => self.rules.not_offered(Kind::Tie),
            };
            return Err(Refusal::new("tie.no_surrender", clauses, "a Tie cannot be surrendered here"));
        }
        let wager = self.state.wager(player, number, Kind::Tie).filter(|w| w.is_live() && !w.surrendered);
        if wager.is_none() {
            return Err(plain(
                "wager.none",
                format!("{player} has no Tie wager on area {number} to surrender"),
            ));
        }
        let hand = self.hand(number)?;
        // The caller comes first: others follow once the caller has decided.
        if let Some(caller) = area.caller.filter(|caller| *caller != player) {
            let tie = self.state.wager(caller, number, Kind::Tie);
            // Who is barred decides nothing any more.
            let barred = self.state.player(caller).is_none_or(|player| player.barred);
            let decided = tie.is_none_or(|w| w.surrendered) || hand.set.is_some() || hand.asked || barred;
            if !decided {
                let clauses = self.says(Step::Surrendered);
                let message = format!("{caller} calls area {number} and has not decided");
                return Err(Refusal::new("tie.caller_first", clauses, message));
            }
        }
        Ok(vec![self.event(hand::What::Surrendered { player, area: number })])
    }

    pub(crate) fn show_own(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.before_bank("showing tiles")?;
        let hand = self.hand(number)?;
        self.handles(number, id)?;
        let rule = &self.rules.book.set.lone_player_may_show;
        let banks = number == self.state.bank.chung;
        let other = |w: &Wager| w.player != id && (w.is_live() || !self.rules.reads.lone_is_left);
        let lone = self.state.bank.method == Method::House && !self.state.wagers.iter().any(other);
        let rests = cite(rule).and(&self.rules.reads.lone_player);
        if !banks && !rule.value {
            let message = "this book lets no player show tiles before the bank's are shown";
            return Err(Refusal::new("set.no_showing", cite(rule), message));
        }
        if !banks && !lone {
            let message = format!("{id} is not the only player against the House, who alone may show tiles");
            return Err(Refusal::new("set.not_lone", rests, message));
        }
        if banks && !self.rules.reads.banker_last.is_empty() {
            // Where the bank's tiles come last, they are not shown before either (reading uk-banker-last).
            self.rules.players_set(self.state, Step::BankSet)?;
        }
        if hand.shown == 15 {
            return Err(plain("set.shown", format!("the tiles of area {number} lie open already")));
        }
        if hand.known().is_none() {
            let message = format!("the tiles of area {number} have not been turned up");
            return Err(plain("tiles.unknown", message));
        }
        let mut event = self.event(hand::What::OwnShown { area: number });
        if self.state.wagers.iter().any(|w| w.player != id) && !banks {
            event.cites = event.cites.and(&self.rules.reads.lone_player);
        }
        Ok(vec![event])
    }
}
