//! What is asked of a player now, and whether they have done it: to wager, while wagers are taken.
//!
//! A sequence that is under way was wagered before, and is no wager for the coming spin. Wagers that do not come to the
//! aggregate do not stand when the period ends (rapid-roulette-2000 3.6).

use crate::decide::Turn;
use crate::{Place, Roulette, State, Step};
use game::{Asking, Context, Moment, Person};
use money::PlayerId;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is asked of a player, if anything is.
pub type Asked = game::Asked<Ask>;

/// What can be asked of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteAsk))]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// To wager for the coming spin.
    Wager,
}

impl Ask {
    /// Everything that can be asked.
    pub const ALL: [Self; 1] = [Self::Wager];

    /// The words of the commands that answer it.
    pub const fn by(self) -> &'static [&'static str] {
        match self {
            Self::Wager => &["put"],
        }
    }

    /// The step whose clauses it rests on.
    const fn step(self) -> Step {
        match self {
            Self::Wager => Step::Placed,
        }
    }
}

impl Roulette {
    /// What goes for everything that can be asked, by what it is.
    pub fn asks(&self) -> BTreeMap<Ask, Asking> {
        let asking = |ask: Ask| Asking { by: ask.by(), cites: self.step(ask.step()).clone() };
        Ask::ALL.into_iter().map(|ask| (ask, asking(ask))).collect()
    }

    /// What is asked of a player now, if anything is. The period ends by an event: until then wagers are taken.
    pub fn asked(&self, state: &State, player: PlayerId) -> Option<Asked> {
        let id = state.station_of(player)?;
        let context = Context::new(Person::Player(player), Moment::default());
        let turn = Turn::new(self, state, &context);
        let (station, holder) = turn.touchable(id).ok()?;
        let wagered = station.for_spin(state.spin);
        let done = wagered > 0 && wagered >= state.limits.aggregate.units();
        let room = || {
            let mut spots = self.layout.spots().iter();
            spots.any(|known| turn.room(station, holder, Place::On(known.spot)).is_ok())
        };
        let what = Ask::Wager;
        let cites = self.step(what.step()).clone();
        (done || room()).then(|| Asked { what, by: what.by(), places: vec![id.0], done, cites })
    }
}
