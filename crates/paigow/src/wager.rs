//! Wagers: what lies on the layout.
//!
//! Clauses: star-2016 9.1, 9.4; vcga-2000 9.1, 17.4.2; crown-6.1 8.1, 8.16, 13.3.2.

use crate::LimitKind;
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{Instrument, SideWager, WagerKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a wager is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowKind))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Against the bank.
    Regular,
    /// On the four tiles.
    Bonus,
    /// On one hand each.
    Tie,
    /// On the dice: 11 to 17, no triple.
    Big,
    /// On the dice: 4 to 10, no triple.
    Small,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Regular, Self::Bonus, Self::Tie, Self::Big, Self::Small];

    /// The word in scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Bonus => "bonus",
            Self::Tie => "tie",
            Self::Big => "big",
            Self::Small => "small",
        }
    }

    /// The name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Bonus => "Bonus",
            Self::Tie => "Tie",
            Self::Big => "Big",
            Self::Small => "Small",
        }
    }

    /// Which limits hold for it.
    pub const fn limits(self) -> LimitKind {
        match self {
            Self::Regular => LimitKind::Regular,
            Self::Bonus => LimitKind::Bonus,
            Self::Tie => LimitKind::Tie,
            Self::Big | Self::Small => LimitKind::BigSmall,
        }
    }

    /// The side wager that it is.
    pub const fn side(self) -> Option<SideWager> {
        match self {
            Self::Regular => None,
            Self::Bonus => Some(SideWager::Bonus),
            Self::Tie => Some(SideWager::Tie),
            Self::Big | Self::Small => Some(SideWager::BigSmall),
        }
    }

    /// Whether it is settled by the dice.
    pub const fn on_dice(self) -> bool {
        matches!(self, Self::Big | Self::Small)
    }

    /// Its name among those that books put in order.
    pub const fn ordered(self) -> Option<WagerKind> {
        match self {
            Self::Regular => Some(WagerKind::Regular),
            Self::Bonus => Some(WagerKind::Bonus),
            Self::Tie => Some(WagerKind::Tie),
            Self::Big | Self::Small => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What is put down: how much, and in what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowStake))]
#[serde(deny_unknown_fields)]
pub struct Stake {
    /// How much.
    pub amount: Amount,
    /// Chips or promotional tokens.
    pub with: Instrument,
    /// What of an amount in chips is made up in tokens.
    #[serde(default, skip_serializing_if = "is_none")]
    pub tokens: Amount,
}

const fn is_none(amount: &Amount) -> bool {
    amount.is_zero()
}

impl Stake {
    /// Chips.
    pub const fn chips(amount: Amount) -> Self {
        Self::of(amount, Instrument::Chips)
    }

    /// All in one.
    pub const fn of(amount: Amount, with: Instrument) -> Self {
        Self { amount, with, tokens: Amount::ZERO }
    }

    /// Chips and tokens in one.
    pub fn mixed(chips: Amount, tokens: Amount) -> Self {
        Self { amount: chips + tokens, with: Instrument::Chips, tokens }
    }

    /// What of it is in chips, or in tokens.
    pub fn part(self, with: Instrument) -> Amount {
        let tokens = match self.with {
            Instrument::Chips => self.tokens.min(self.amount),
            Instrument::Tokens => self.amount,
        };
        match with {
            Instrument::Chips => self.amount.less(tokens),
            Instrument::Tokens => tokens,
        }
    }

    /// The same with another amount: what is more or less is in chips, as far as there are any.
    #[must_use]
    pub fn at(self, amount: Amount) -> Self {
        Self { amount, tokens: self.tokens.min(amount), ..self }
    }

    /// Where a player keeps what is not wagered.
    pub const fn purse(self, who: PlayerId) -> Account {
        purse(self.with, who)
    }

    /// Every unit that moves when what lies on the layout becomes another stake.
    pub(crate) fn becomes(self, new: Self, who: PlayerId) -> Moves {
        let mut moves = Moves::new();
        for with in [Instrument::Chips, Instrument::Tokens] {
            let (was, is) = (self.part(with), new.part(with));
            let (purse, layout) = (purse(with, who), layout(with, who));
            if is > was {
                moves.push(Move::new(purse, layout, is.less(was)));
            } else if was > is {
                moves.push(Move::new(layout, purse, was.less(is)));
            }
        }
        moves
    }

    /// Every unit that moves when it goes back whole.
    pub(crate) fn back(self, who: PlayerId) -> Moves {
        self.becomes(self.at(Amount::ZERO), who)
    }
}

/// Where a player keeps what is not wagered.
pub(crate) const fn purse(with: Instrument, who: PlayerId) -> Account {
    match with {
        Instrument::Chips => Account::purse(who),
        Instrument::Tokens => Account::Tokens(who),
    }
}

/// Where a player's wagers lie.
pub(crate) const fn layout(with: Instrument, who: PlayerId) -> Account {
    match with {
        Instrument::Chips => Account::Layout(who),
        Instrument::Tokens => Account::LayoutTokens(who),
    }
}

/// One wager on the layout. Wagers stand in the order they were placed in, which is also how near the
/// dealer they lie: the first of an area is the nearest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wager {
    /// Whose.
    pub player: PlayerId,
    /// On which area, 1 to 8.
    pub area: u8,
    /// On what.
    pub kind: Kind,
    /// How much, in what.
    pub stake: Stake,
    /// Whether it is a stand-off of the round before.
    pub carried: bool,
    /// Whether it is a Tie that was surrendered.
    pub surrendered: bool,
    /// What it was taken for until it was found to be another, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundLate>,
    /// Whether it lay there when its player was told that further ones below the minimum go back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before_advice: bool,
    /// Whether it was made at a minimum that has been raised since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before_raise: bool,
    /// Whether it was counted as it was paid, or stood off, in this round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counted: bool,
    /// How it was settled in this round.
    pub settled: Option<Settled>,
}

/// A wager that was found to be another than it was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundLate {
    /// What was declared when betting closed, or less if less was found.
    pub declared: Amount,
    /// Its turn among those that were found in the round.
    pub turn: u32,
}

/// How a wager was settled: enough to know every unit that moved, so that it can be settled again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSettled))]
pub struct Settled {
    /// What of the stake was lost.
    pub lost: Amount,
    /// What of it went back to the player; the rest stays on the layout.
    pub back: Amount,
    /// What was won, before commission.
    pub won: Amount,
    /// What of that the House kept as commission.
    pub commission: Amount,
    /// What of it came out of the losing wager area, the rest from the bank.
    pub pool: Amount,
    /// Whether what was won is held.
    pub held: bool,
}

impl Settled {
    /// What of a stake was lost in chips or in tokens: tokens go first (reading `mixed-wager`).
    pub fn lost_in(&self, stake: Stake, with: Instrument) -> Amount {
        let tokens = self.lost.min(stake.part(Instrument::Tokens));
        match with {
            Instrument::Tokens => tokens,
            Instrument::Chips => self.lost.less(tokens),
        }
    }

    /// What of a stake is neither lost nor gone back, nothing having been won: it stands off.
    pub fn stays(&self, stake: Stake) -> Option<Stake> {
        let left = stake.amount.less(self.back);
        let stands = self.lost.is_zero() && self.won.is_zero() && !left.is_zero();
        stands.then(|| stake.at(left))
    }

    /// What of a stake went back in chips or in tokens.
    pub fn back_in(&self, stake: Stake, with: Instrument) -> Amount {
        let tokens = if self.lost.is_zero() {
            // Where a part stays, what is beyond it goes back in chips first: as such it was found.
            self.back.less(stake.part(Instrument::Chips))
        } else {
            let left = stake.part(Instrument::Tokens).less(self.lost_in(stake, Instrument::Tokens));
            left.min(self.back)
        };
        match with {
            Instrument::Tokens => tokens,
            Instrument::Chips => self.back.less(tokens),
        }
    }
}

impl Wager {
    /// A wager just placed.
    pub(crate) const fn new(player: PlayerId, area: u8, kind: Kind, stake: Stake) -> Self {
        Self {
            player,
            area,
            kind,
            stake,
            carried: false,
            surrendered: false,
            found: None,
            before_advice: false,
            before_raise: false,
            counted: false,
            settled: None,
        }
    }

    /// What of it lies on the layout in chips or in tokens.
    pub fn down(&self, with: Instrument) -> Amount {
        let settled = self.settled.unwrap_or_default();
        let gone = settled.lost_in(self.stake, with) + settled.back_in(self.stake, with);
        self.stake.part(with).less(gone)
    }

    /// What was declared of it when betting closed.
    pub fn declared(&self) -> Amount {
        self.found.map_or(self.stake.amount, |found| found.declared.min(self.stake.amount))
    }

    /// Whether it still waits for its result.
    pub const fn is_live(&self) -> bool {
        self.settled.is_none()
    }
}
