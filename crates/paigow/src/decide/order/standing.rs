//! Orders that stand for more than a round: who sets first, who may not sit together, which language is spoken.

use crate::decide::Decided;
use crate::decide::guard::{of_act, plain};
use crate::event::order;
use crate::rules::cite;
use crate::{PaiGow, Phase, State, Step, Why};
use game::{Context, Game as _, Refusal};
use money::PlayerId;
use rulebook::Power;

impl PaiGow {
    pub(crate) fn order_set_first(&self, table: &State, ctx: &Context, id: PlayerId, first: bool) -> Decided {
        self.power(ctx, Power::SetFirst)?;
        self.phase(table, &crate::decide::limit::OPEN, "ordering who sets first")?;
        let player = self.named(table, id)?;
        let rule = &self.rules.mishap.suspect_sets_first;
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
        Ok(vec![self.because(table, order::What::SetFirstOrdered { player: id, first }, rule)])
    }

    pub(crate) fn part_players(
        &self,
        table: &State,
        ctx: &Context,
        player: PlayerId,
        from: PlayerId,
    ) -> Decided {
        self.power(ctx, Power::PartColluders)?;
        self.phase(table, &crate::decide::limit::OPEN, "parting players")?;
        self.named(table, player)?;
        self.named(table, from)?;
        let rule = &self.rules.mishap.colluders_apart;
        if !rule.value {
            return Err(Refusal::new("conduct.no_order", cite(rule), "this book lets nobody part players"));
        }
        if player == from {
            return Err(plain("conduct.one_player", format!("{player} cannot be parted from {from}")));
        }
        if table.orders.parted.len() >= State::MOST_DISPUTES {
            return Err(plain("conduct.too_many", format!("{} pairs are parted", table.orders.parted.len())));
        }
        let between = table.phase == Phase::Bank;
        if !between {
            // What was wagered is played first.
            let act = self.says(table, Step::PlayersParted);
            self.nothing_down(table, player).map_err(|refusal| of_act(&act, refusal))?;
        }
        if table.bank.offer.is_some_and(|offer| offer.player == player) {
            return Err(self.unanswered(table, format!("the bank is offered to {player}")));
        }
        let mut events = vec![self.event(table, order::What::PlayersParted { player, from })];
        // A stand-off does not play on between rounds: its player takes it along.
        let own = table.wagers.iter().filter(|w| w.player == player);
        events.extend(own.map(|wager| self.gives_back(table, wager, Why::Parted)));
        let mut after = table.clone();
        events.iter().for_each(|event| self.evolve(&mut after, event));
        events.push(self.leaves(&after, player));
        Ok(events)
    }

    pub(crate) fn order_english(&self, table: &State, ctx: &Context, only: bool) -> Decided {
        let act = self.says(table, Step::EnglishOrdered);
        self.power(ctx, Power::PartColluders).map_err(|refusal| of_act(&act, refusal))?;
        self.phase(table, &crate::decide::limit::OPEN, "ordering English")?;
        let rule = &self.rules.mishap.colluders_apart;
        if !rule.value {
            return Err(Refusal::new(
                "conduct.no_order",
                cite(rule),
                "this book lets nobody order a language",
            ));
        }
        if table.orders.english_only == only {
            return Err(plain("conduct.no_change", "it is ordered so already"));
        }
        Ok(vec![self.event(table, order::What::EnglishOrdered { only })])
    }
}
