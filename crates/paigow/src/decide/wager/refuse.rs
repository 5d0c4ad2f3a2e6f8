//! Wagers that are refused: by a supervisor before the dice are exposed, or below the minimum once their player was
//! told.
//!
//! Clauses: star-2016 16.11; crown-6.1 9.2.1; uk-leaflet B2.

use crate::decide::{Decided, Turn};
use crate::event::wager;
use crate::rules::cite;
use crate::{Chance, Kind, Performer, Phase};
use game::Refusal;
use money::PlayerId;
use rulebook::{Power, UnderMinimum};

impl Turn<'_> {
    pub(crate) fn refuse_wager(&self, player: PlayerId, area: u8, kind: Kind) -> Decided {
        let rule = &self.rules.book.wager.may_be_refused;
        let small = self.may_return(player, area, kind);
        if small {
            // A warned player's next wager below the minimum: the dealer may give it back.
            self.dealer()?;
            self.phase(&[Phase::Wall, Phase::Set, Phase::Match], "refusing a wager")?;
            let placed =
                self.rules.setup.dealer == Performer::House || self.rules.setup.chance == Chance::Electronic;
            if placed && (self.state.phase != Phase::Wall || self.state.dice.faces.is_some()) {
                // There a wager is what was placed, and everybody knows before the dice are seen that it is small.
                let message =
                    "where stations take wagers, one below the minimum goes back before the dice are seen";
                let clauses =
                    cite(&self.rules.book.limits.under_minimum).and(&self.rules.reads.returned_when);
                return Err(Refusal::new("wager.too_late", clauses, message));
            }
        } else {
            if let Err(refusal) = self.power(Power::RefuseWager) {
                if refusal.code == "book.no_power" {
                    self.live(player, area, kind)?;
                }
                return Err(self.only_small(refusal));
            }
            let dealt = matches!(self.state.phase, Phase::Set | Phase::Match | Phase::Clear);
            if !dealt {
                // A stand-off lies there between rounds too.
                self.phase(&[Phase::Bank, Phase::Wall], "refusing a wager")?;
            }
            if !rule.value || dealt || self.state.dice.faces.is_some() {
                let message = "a wager is refused only before the dice are exposed";
                return Err(Refusal::new("wager.too_late", cite(rule), message));
            }
        }
        let stake = self.live(player, area, kind)?.stake;
        let moves = stake.back(player);
        let mut events = vec![self.moved(wager::What::WagerRefused { player, area, kind }, moves)];
        events[0].cites = match small {
            true if self.state.dice.faces.is_some() => {
                cite(&self.rules.book.limits.under_minimum).and(&self.rules.reads.returned_when)
            }
            true => cite(&self.rules.book.limits.under_minimum),
            false => cite(rule).and(&events[0].cites),
        };
        // On the dice alone nobody calls anything.
        let areas = if kind.on_dice() { &[][..] } else { &[area] };
        self.follows_removal(areas, &mut events);
        Ok(events)
    }

    /// Where nobody may refuse a wager, and yet one below the minimum may go back once its player was told.
    fn only_small(&self, refusal: Refusal) -> Refusal {
        let rule = self.rules.book.limits.under_minimum.value.of(self.state.bank.method);
        if refusal.code != "book.no_power" || rule != Some(&UnderMinimum::OnceThenMayReturn) {
            return refusal;
        }
        let message =
            "a wager goes back here only below the minimum, once its player was told of another".to_string();
        let clauses =
            self.rules.limit_clauses(self.state, &self.rules.book.limits.under_minimum).and(&refusal.clauses);
        Refusal { message, clauses, ..refusal }
    }

    /// Whether a wager is too small, and its player was told that such ones may come back.
    pub(crate) fn may_return(&self, player: PlayerId, area: u8, kind: Kind) -> bool {
        let rule = self.rules.book.limits.under_minimum.value.of(self.state.bank.method);
        let warned = self.state.player(player).is_some_and(|player| player.warned);
        let wager = self.state.wager(player, area, kind).filter(|w| w.is_live());
        rule == Some(&UnderMinimum::OnceThenMayReturn)
            && warned
            && wager.is_some_and(|wager| self.too_small(wager) && !wager.before_advice)
    }
}
