//! Looking at tiles: in each round, or said once for every deal.
//!
//! Only electronic tiles can be shown with the deal: real ones are picked up. Nothing that a book leaves to whoever has
//! not looked is lost by it, as nobody exposes or touches electronic tiles (decisions 0018, 0040). Whoever has not said
//! it sees nothing before they look.
//! Clauses: those of looking: star-2016 12.11, 12.13; vcga-2000 12.1.6, 12.1.11; crown-6.1 8.11.1, 10.2.1, 10.2.5;
//! uk-leaflet B5, B20, B21; reading `standing-look`.

use crate::decide::guard::plain;
use crate::decide::limit::OPEN;
use crate::decide::{Decided, Turn};
use crate::event::hand;
use crate::{Chance, Event, Step};
use game::{Context, Person, Refusal};
use rulebook::Method;

impl Turn<'_> {
    pub(crate) fn show_tiles(&self, always: bool) -> Decided {
        let player = self.player()?;
        self.phase(&OPEN, "saying that the deal shows one's tiles")?;
        if self.rules.setup.chance != Chance::Electronic {
            let message = "real tiles are picked up by whoever looks at them: no deal shows them";
            return Err(Refusal::new("set.real_tiles", self.says(Step::Looked), message));
        }
        if player.shows == always {
            let how = if always { "looks at every deal already" } else { "does not look at every deal" };
            return Err(plain("set.no_change", format!("{} {how}", player.id)));
        }
        Ok(vec![self.event(hand::What::SightAsked { player: player.id, always })])
    }

    /// Those who look with the deal, after its events: each as far as they might look now by themselves.
    pub(super) fn looks_with_the_deal(&self, events: &mut Vec<Event>) {
        if !self.state.players.iter().any(|player| player.shows) {
            return;
        }
        let mut dealt = self.state.clone();
        for event in events.iter() {
            crate::evolve::evolve(self.rules, &mut dealt, event);
        }
        for number in 1..=self.rules.areas {
            let handler = match number == dealt.bank.chung {
                true => dealt.speaks().filter(|_| dealt.bank.method == Method::Player),
                false => dealt.area(number).and_then(|area| area.caller),
            };
            let Some(id) = handler.filter(|id| dealt.player(*id).is_some_and(|player| player.shows)) else {
                continue;
            };
            let context = Context::new(Person::Player(id), self.now);
            let Ok(looked) = Turn::new(self.rules, &dealt, &context).look(number) else { continue };
            let rests = &self.rules.reads.standing_look;
            events.extend(looked.into_iter().map(|event| Event { cites: event.cites.and(rests), ..event }));
        }
    }
}
