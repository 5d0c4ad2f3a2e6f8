//! The House's wager against a player's bank, where the banker may ask for it.
//!
//! Clauses: star-2016 13.2; vcga-2000 11.2; crown-6.1 10.3.2; uk-leaflet B25.

use crate::decide::guard::plain;
use crate::decide::{Decided, Turn};
use crate::event::wager;
use crate::rules::cite;
use crate::{LimitKind, PaiGow, State, Step};
use game::{Bounds, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::Method;
use smallvec::smallvec;

impl Turn<'_> {
    pub(crate) fn ask_house_wager(&self, amount: Amount) -> Decided {
        self.banker(&cite(&self.rules.book.bank.house_may_wager))?;
        self.open_bank("a wager of the House")?;
        let rule = &self.rules.book.bank.house_may_wager;
        if !rule.value || self.state.bank.method != Method::Player {
            let message = "the House takes no part in a player's bank here";
            let clauses = cite(rule).and(&self.rules.reads.co_bank_asked);
            return Err(Refusal::new("bank.house_stays_out", clauses, message));
        }
        if !crate::decide::betting(self.rules, self.state) || self.state.bank.short.is_some() {
            let clauses = self.says(Step::BetsClosed);
            return Err(Refusal::new("wager.closed", clauses, "betting is not open"));
        }
        let area = self.rules.book.bank.house_area.value;
        if area == self.state.bank.chung
            || self.state.wagers.iter().any(|w| w.area == area && !w.player.is_house())
        {
            return Err(plain("area.taken", format!("area {area}, where the House would play, is taken")));
        }
        let bounds = self.rules.house_wager_bounds(self.state);
        if let (None, Some(most)) = (bounds, self.rules.total_most(self.state)) {
            let (down, least) =
                (self.rules.total_down(self.state), self.state.limits.of(LimitKind::Regular).least);
            let message = format!(
                "wager of the House {amount}: {} are left of the {most} that all may come to, and the minimum is \
                 {least}",
                most.less(down)
            );
            let total = self.rules.book.limits.table_total.as_ref().map(cite).unwrap_or_default();
            return Err(Refusal::new("bank.out_of_bounds", total, message));
        }
        let bounded =
            self.rules.amount_in("wager of the House", amount, bounds, Method::Player, Step::HouseWagered);
        bounded.map_err(|refusal| {
            // What all may come to leaves less than one wager may be.
            let left =
                bounds.is_some_and(|bounds| bounds.most < self.state.limits.of(LimitKind::Regular).most);
            let total = self.rules.book.limits.table_total.as_ref().filter(|_| left).map(cite);
            Refusal { clauses: refusal.clauses.and(&total.unwrap_or_default()), ..refusal }
        })?;
        // Asked again, it is changed, as any wager may be until betting closes.
        let down =
            self.state.wagers.iter().find(|w| w.player.is_house()).map_or(Amount::ZERO, |w| w.stake.amount);
        let layout = Account::Layout(PlayerId::HOUSE);
        let mut moves = smallvec![
            Move::new(Account::Float, layout, amount.less(down)),
            Move::new(layout, Account::Float, down.less(amount))
        ];
        Moves::retain(&mut moves, |step| !step.amount.is_zero());
        Ok(vec![self.moved(wager::What::HouseWagered { amount, area }, moves)])
    }
}

impl PaiGow {
    /// What the House may wager against the bank.
    pub(crate) fn house_wager_bounds(&self, state: &State) -> Option<Bounds> {
        let limit = state.limits.of(LimitKind::Regular);
        let mut most = limit.most;
        if let Some(total) = self.total_left(state) {
            let own = state.wagers.iter().find(|w| w.player.is_house());
            most = most.min(total + own.map_or(Amount::ZERO, |w| w.stake.amount));
        }
        Bounds::new(limit.least, most, limit.multiple)
    }
}
