//! What is asked of a player now, and whether they have done it.
//!
//! It follows from the state: where somebody is asked, the rules accept one of the commands that answer it. The dealer
//! waits for nobody else. A stand-off that stays on the layout is no wager for the next round until its player says
//! so by placing it again; that it plays if nothing is said is the book's (star-2016 13.1.9, 13.2.9; vcga-2000
//! 12.2.1.9; crown-6.1 10.3.1(f)).

use crate::command::{bank, cut, dice, hand, settle};
use crate::decide::Turn;
use crate::{Command, Kind, PaiGow, Phase, State, Step};
use game::{Asking, Context, Moment, Person};
use money::PlayerId;
use rulebook::{BetsClose, Instrument, Method, Who};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is asked of a player, if anything is.
pub type Asked = game::Asked<Ask>;

/// What can be asked of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowAsk))]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// To take the bank, or to decline it.
    Bank,
    /// To wager on tiles.
    Wager,
    /// To see to a bank that does not cover the wagers.
    Cover,
    /// To shake the dice.
    Shake,
    /// To name the cut, or none.
    Cut,
    /// To set tiles, or to leave them to the dealer.
    Set,
    /// To confirm the bank's hand as the dealer set it.
    Confirm,
}

impl Ask {
    /// Everything that can be asked.
    pub const ALL: [Self; 7] =
        [Self::Bank, Self::Wager, Self::Cover, Self::Shake, Self::Cut, Self::Set, Self::Confirm];

    /// The words of the commands that answer it.
    pub const fn by(self) -> &'static [&'static str] {
        match self {
            Self::Bank => &["accept-bank", "decline-bank", "pass-bank"],
            Self::Wager => &["place", "speak"],
            Self::Cover => &["add-to-bank", "change-method"],
            Self::Shake => &["shake"],
            Self::Cut => &["name-cut", "decline-cut"],
            Self::Set => &["look", "set-hand", "lay-down", "ask-house-way"],
            Self::Confirm => &["confirm-bank"],
        }
    }

    /// The step whose clauses it rests on.
    const fn step(self) -> Step {
        match self {
            Self::Bank => Step::BankOffered,
            Self::Wager => Step::WagerPlaced,
            Self::Cover => Step::BankShort,
            Self::Shake => Step::Shaken,
            Self::Cut => Step::CutNamed,
            Self::Set => Step::HandSet,
            Self::Confirm => Step::BankConfirmed,
        }
    }
}

/// A player's turn at the table, to ask the rules what they may do.
struct Guest<'g> {
    game: &'g PaiGow,
    state: &'g State,
    id: PlayerId,
    turn: Turn<'g>,
}

impl PaiGow {
    /// What goes for everything that can be asked, by what it is.
    pub fn asks(&self, state: &State) -> BTreeMap<Ask, Asking> {
        let asking = |ask: Ask| Asking { by: ask.by(), cites: self.step(state, ask.step()) };
        Ask::ALL.into_iter().map(|ask| (ask, asking(ask))).collect()
    }

    /// What is asked of a player now, if anything is.
    pub fn asked(&self, state: &State, id: PlayerId) -> Option<Asked> {
        state.player(id).filter(|player| !player.barred)?;
        // No rule for players hangs on the time.
        let context = Context::new(Person::Player(id), Moment::default());
        let guest = Guest { game: self, state, id, turn: Turn::new(self, state, &context) };
        match state.phase {
            Phase::Bank => guest.bank(),
            Phase::Wall => {
                guest.cover().or_else(|| guest.shake()).or_else(|| guest.cut()).or_else(|| guest.wager())
            }
            Phase::Set => guest.set(),
            Phase::Match => guest.confirm(),
            Phase::Shut | Phase::Clear | Phase::Closed => None,
        }
    }
}

impl Guest<'_> {
    fn accepts(&self, command: impl Into<Command>) -> bool {
        self.turn.accepts(&command.into()).is_ok()
    }

    fn asks(&self, what: Ask, places: Vec<u8>, done: bool) -> Asked {
        Asked { what, by: what.by(), places, done, cites: self.game.step(self.state, what.step()) }
    }

    fn bank(&self) -> Option<Asked> {
        let offer = self.state.bank.offer.filter(|offer| offer.player == self.id)?;
        Some(self.asks(Ask::Bank, vec![offer.area], false))
    }

    /// The one who speaks for a bank that is short, if there is anything they can do about it.
    fn cover(&self) -> Option<Asked> {
        self.state.bank.short.filter(|_| self.state.speaks() == Some(self.id))?;
        let bounds = self.game.join_bounds(self.state, self.id);
        let adds =
            bounds.is_some_and(|bounds| self.accepts(bank::Command::AddToBank { amount: bounds.least }));
        let shares = || self.accepts(bank::Command::ChangeMethod { method: Method::CoBank });
        let places = vec![self.state.bank.chung];
        (adds || shares()).then(|| self.asks(Ask::Cover, places, false))
    }

    /// Whoever shakes where the dealer does not by the book: once somebody has wagered, if betting goes on meanwhile.
    fn shake(&self) -> Option<Asked> {
        let rules = &self.game.book;
        let by = rules.dice.shaken_by.value.of(self.state.bank.method)?;
        let close = rules.wager.close.value.of(self.state.bank.method);
        let early = !matches!(close, Some(BetsClose::DiceExposed | BetsClose::TilesDealt));
        let wagered = self.state.wagers.iter().any(|wager| !wager.kind.on_dice());
        let due = self.state.cutting.closed || wagered && !early;
        if by.contains(&Who::Dealer) || !due || !self.accepts(dice::Command::Shake) {
            return None;
        }
        Some(self.asks(Ask::Shake, Vec::new(), false))
    }

    fn cut(&self) -> Option<Asked> {
        let asked = self.state.bank.is_held_by(self.id) && self.accepts(cut::Command::DeclineCut);
        asked.then(|| self.asks(Ask::Cut, Vec::new(), false))
    }

    /// Whoever can wager on tiles while wagers are taken; done with a new wager, or a stand-off placed again.
    fn wager(&self) -> Option<Asked> {
        let state = self.state;
        if !crate::decide::betting(self.game, state) || state.bank.is_held_by(self.id) {
            return None;
        }
        let own = |wager: &&crate::Wager| wager.player == self.id && !wager.kind.on_dice() && !wager.carried;
        let mut down: Vec<u8> = state.wagers.iter().filter(own).map(|wager| wager.area).collect();
        down.sort_unstable();
        down.dedup();
        if !down.is_empty() {
            return Some(self.asks(Ask::Wager, down, true));
        }
        let takes = |area: &u8| {
            [Instrument::Chips, Instrument::Tokens]
                .into_iter()
                .any(|with| self.game.stake_bounds(state, self.id, *area, Kind::Regular, with).is_some())
        };
        let seat = state.player(self.id).and_then(|player| player.seat).filter(takes);
        // Whoever has no seat where they can wager does it behind others.
        let places = match seat {
            Some(seat) => vec![seat],
            None => (1..=self.game.areas).filter(takes).collect(),
        };
        (!places.is_empty()).then(|| self.asks(Ask::Wager, places, false))
    }

    /// Whether a hand is this player's to set or to leave.
    fn handles(&self, number: u8) -> bool {
        let plays = match number == self.state.bank.chung {
            true => self.game.hand(self.state, number).is_ok(),
            false => self.game.in_play(self.state, number),
        };
        plays && self.turn.handles(number, self.id).is_ok()
    }

    fn set(&self) -> Option<Asked> {
        let open = |number: &u8| {
            let area = *number;
            let hand = self.state.area(area).and_then(|area| area.hand.as_ref());
            let Some(hand) = hand.filter(|hand| hand.set.is_none() && !hand.asked) else { return false };
            let sets = || match hand.known() {
                Some([one, other, ..]) => self.accepts(hand::Command::SetHand { area, two: [one, other] }),
                None => self.accepts(hand::Command::LayDown { area }),
            };
            self.accepts(hand::Command::Look { area })
                || self.accepts(hand::Command::AskHouseWay { area })
                || sets()
        };
        let all: Vec<u8> = (1..=self.game.areas).filter(|number| self.handles(*number)).collect();
        let left: Vec<u8> = all.iter().copied().filter(open).collect();
        if !left.is_empty() {
            return Some(self.asks(Ask::Set, left, false));
        }
        let is_set = |number: &u8| {
            let hand = self.state.area(*number).and_then(|area| area.hand.as_ref());
            hand.is_some_and(|hand| hand.set.is_some() || hand.asked)
        };
        let done = || {
            let set: Vec<u8> = all.into_iter().filter(is_set).collect();
            (!set.is_empty()).then(|| self.asks(Ask::Set, set, true))
        };
        self.confirm().or_else(done)
    }

    fn confirm(&self) -> Option<Asked> {
        let places = vec![self.state.bank.chung];
        self.accepts(settle::Command::ConfirmBank).then(|| self.asks(Ask::Confirm, places, false))
    }
}
