//! Orders that stand for more than a round: who sets first, who may not sit together, which language is spoken.

use crate::decide::guard::{of_act, plain};
use crate::decide::{Decided, Turn};
use crate::event::order;
use crate::rules::cite;
use crate::{Phase, State, Step, Why};
use game::{Game as _, Refusal};
use money::PlayerId;
use rulebook::{Method, Power};

impl Turn<'_> {
    pub(crate) fn order_set_first(&self, id: PlayerId, first: bool) -> Decided {
        self.power(Power::SetFirst)?;
        self.phase(&crate::decide::limit::OPEN, "ordering who sets first")?;
        let player = self.named(id)?;
        let rule = &self.rules.book.mishap.suspect_sets_first;
        if !rule.value {
            return Err(Refusal::new(
                "conduct.no_order",
                cite(rule),
                "this book lets nobody be ordered to set first",
            ));
        }
        if player.sets_first == first {
            return Err(plain("conduct.no_change", format!("{id} is ordered so already")));
        }
        let mut event = self.because(order::What::SetFirstOrdered { player: id, first }, rule);
        if first && self.state.bank.method == Method::Player && self.state.bank.is_held_by(id) {
            event.cites = event.cites.and(&self.rules.reads.banker_first);
        }
        Ok(vec![event])
    }

    pub(crate) fn part_players(&self, player: PlayerId, from: PlayerId) -> Decided {
        self.power(Power::PartColluders)?;
        self.phase(&crate::decide::limit::OPEN, "parting players")?;
        self.named(player)?;
        self.named(from)?;
        let rule = &self.rules.book.mishap.colluders_apart;
        if !rule.value {
            return Err(Refusal::new("conduct.no_order", cite(rule), "this book lets nobody part players"));
        }
        if player == from {
            return Err(plain("conduct.one_player", format!("{player} cannot be parted from {from}")));
        }
        if self.state.orders.parted.len() >= State::MOST_DISPUTES {
            return Err(plain(
                "conduct.too_many",
                format!("{} pairs are parted", self.state.orders.parted.len()),
            ));
        }
        let between = self.state.phase == Phase::Bank;
        if !between {
            // What was wagered is played first.
            let act = self.says(Step::PlayersParted);
            self.nothing_down(player).map_err(|refusal| of_act(&act, refusal))?;
        }
        if self.state.bank.offer.is_some_and(|offer| offer.player == player) {
            return Err(self.unanswered(format!("the bank is offered to {player}")));
        }
        let mut events = vec![self.event(order::What::PlayersParted { player, from })];
        // A stand-off does not play on between rounds: its player takes it along.
        let own = self.state.wagers.iter().filter(|w| w.player == player);
        events.extend(own.map(|wager| self.gives_back(wager, Why::Parted)));
        let mut after = self.state.clone();
        events.iter().for_each(|event| self.rules.evolve(&mut after, event));
        events.push(self.at(&after).leaves(player));
        Ok(events)
    }

    pub(crate) fn order_english(&self, only: bool) -> Decided {
        let act = self.says(Step::EnglishOrdered);
        self.power(Power::PartColluders).map_err(|refusal| of_act(&act, refusal))?;
        self.phase(&crate::decide::limit::OPEN, "ordering English")?;
        let rule = &self.rules.book.mishap.colluders_apart;
        if !rule.value {
            return Err(Refusal::new(
                "conduct.no_order",
                cite(rule),
                "this book lets nobody order a language",
            ));
        }
        if self.state.orders.english_only == only {
            return Err(plain("conduct.no_change", "it is ordered so already"));
        }
        Ok(vec![self.event(order::What::EnglishOrdered { only })])
    }
}
