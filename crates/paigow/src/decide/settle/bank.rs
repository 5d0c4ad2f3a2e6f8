//! The bank's hand: the chung lifted, the hand confirmed and shown; concessions and surrender before it.
//!
//! Clauses: star-2016 12.9, 12.17–12.19, 13.1.2–13.1.5, 13.2.3, 13.2.4; vcga-2000 12.1.5, 12.1.12, 12.1.18,
//! 17.9.1; crown-6.1 10.2.7, 10.2.10, 13.2.4, 13.5.3, 13.8.1; uk-leaflet B14.

use crate::decide::guard::plain;
use crate::decide::{Decided, Turn};
use crate::event::settle;
use crate::rules::cite;
use crate::{Kind, PaiGow, Phase, Setter, State, Step, Wager};
use game::{Person, Refusal};
use rulebook::{BankShows, FinalWhen, Method, Power};

impl Turn<'_> {
    pub(crate) fn lift_chung(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Set], "lifting the chung")?;
        let rule = &self.rules.book.set.final_when;
        if rule.value != FinalWhen::ChungLifted || self.state.orders.chung_lifted {
            return Err(Refusal::new("set.no_chung", cite(rule), "no hand waits for the chung to be lifted"));
        }
        if let Some(number) = self.rules.unset(self.state).next() {
            return Err(Refusal::new(
                "set.players_first",
                cite(rule),
                format!("the hand of area {number} is not set"),
            ));
        }
        Ok(vec![self.because(settle::What::ChungLifted, rule)])
    }

    pub(crate) fn confirm_bank(&self) -> Decided {
        match self.who {
            Person::Player(_) => {
                self.banker(&cite(&self.rules.book.set.banker_confirms))?;
            }
            // Silence must not keep a lost hand closed: whoever may have a hand set for its player may
            // confirm it too (reading `silent-banker`).
            _ => {
                let known = self.rules.powers[Power::SetForPlayer as usize].is_some();
                let by = if known { Power::SetForPlayer } else { Power::Dispute };
                let clauses =
                    || cite(&self.rules.book.set.banker_confirms).and(&self.rules.reads.silent_banker);
                let low = |refusal| Refusal { clauses: clauses(), ..refusal };
                self.ranked("confirming the bank's hand for the banker", by).map_err(low)?;
            }
        }
        self.phase(&[Phase::Set, Phase::Match], "confirming")?;
        let rule = &self.rules.book.set.banker_confirms;
        let hand = self.hand(self.state.bank.chung)?;
        if !rule.value || !hand.asked || hand.set != Some(Setter::Dealer) || self.state.orders.confirmed {
            return Err(Refusal::new(
                "set.not_asked",
                cite(rule),
                "no hand of the dealer's waits to be confirmed",
            ));
        }
        let mut event = self.because(settle::What::BankConfirmed, rule);
        if self.who.player().is_none() {
            event.cites = event.cites.and(&self.rules.reads.silent_banker);
        }
        Ok(vec![event])
    }

    pub(crate) fn ask_bank(&self) -> Decided {
        let player = self.player()?.id;
        self.phase(&[Phase::Set, Phase::Match], "asking for the bank's hand")?;
        if !self.rules.bank_hidden(self.state) || self.state.orders.bank_shown {
            let clauses = cite(&self.rules.book.set.bank_shows);
            let message = "the bank's hand is shown without being asked for";
            return Err(Refusal::new("bank.shown_anyway", clauses, message));
        }
        if !self.state.wagers.iter().any(|w| w.player == player) {
            let rule = self.rules.book.side.bonus_only_hidden.as_ref();
            let clauses = rule.map(|rule| self.rules.clauses_of(&rule.clauses)).unwrap_or_default();
            let message = format!("{player} has no wager in this round, and cannot ask for the bank's hand");
            return Err(Refusal::new("wager.none", clauses, message));
        }
        Ok(vec![self.event(settle::What::BankAskedFor { player })])
    }

    pub(crate) fn show_bank(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Set, Phase::Match], "showing the bank")?;
        self.rules.players_set(self.state, Step::BankShown)?;
        let number = self.state.bank.chung;
        let hand = self.hand(number)?;
        if self.rules.bank_hidden(self.state) && self.state.phase == Phase::Set {
            // A player may ask to see it yet, and then nobody could set it any more.
            if self.state.bank.method == Method::Player && hand.set.is_none() {
                let clauses = self.says(Step::BankSet);
                return Err(Refusal::new("set.not_set", clauses, "the bank's hand is not set"));
            }
            return Ok(vec![self.event(settle::What::BankShown { area: number, split: None, hidden: true })]);
        }
        if self.state.orders.bank_shown {
            return Err(plain("bank.shown", "the bank's hand lies open"));
        }
        if !self.rules.bank_shows_first(self.state) && hand.set.is_none() {
            let clauses = self.says(Step::BankSet);
            return Err(Refusal::new("set.not_set", clauses, "the bank's hand is not set"));
        }
        if hand.known().is_none() {
            return Err(plain("tiles.unknown", "the bank's tiles have not been turned up"));
        }
        Ok(vec![self.event(settle::What::BankShown { area: number, split: hand.split, hidden: false })])
    }

    /// The bank's hand is not shown yet, and hands are out.
    pub(crate) fn before_bank(&self, act: &str) -> Result<(), Refusal> {
        self.phase(&[Phase::Set], act)
    }
}

impl PaiGow {
    /// Whether the bank's tiles are shown before they are set.
    pub(crate) fn bank_shows_first(&self, state: &State) -> bool {
        self.book.set.bank_shows.value == BankShows::ShownFirst && state.bank.method != Method::Player
    }

    /// Whether all wagers are on the Bonus, none of them the banker's, so that the bank's hand need not be
    /// shown.
    pub(crate) fn bank_hidden(&self, state: &State) -> bool {
        let rule = self.book.side.bonus_only_hidden.as_ref().is_some_and(|rule| rule.value);
        let beside = |w: &Wager| w.kind.on_dice() || (w.kind == Kind::Bonus && w.area != state.bank.chung);
        rule && !state.orders.show_bank && state.wagers.iter().all(beside)
    }
}
