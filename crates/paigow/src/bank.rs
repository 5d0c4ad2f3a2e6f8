//! Who banks, and who is asked next.
//!
//! Clauses: star-2016 6, 11, 13.2.2; vcga-2000 6, 11, 12.2; crown-6.1 10.3; uk-leaflet B25–B29.

use money::{Amount, PlayerId};
use rulebook::Method;
use serde::{Deserialize, Serialize};

/// The bank of the round, and the turn of the table in which it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    /// The method of play.
    pub method: Method,
    /// Where the chung lies, and the bank's tiles are dealt.
    pub chung: u8,
    /// Who banks, the first of them speaking for all; empty when the House does.
    pub holders: Vec<Holder>,
    /// Which round of the bank this is, from 1.
    pub round: u8,
    /// How many banks in a row the area has had, this one included.
    pub banks: u8,
    /// To whom the bank is being offered.
    pub offer: Option<Offer>,
    /// Banks of which a round was played in this turn of the table, the last one last: areas and players.
    pub had: Vec<(u8, PlayerId)>,
    /// Whether a new turn of the table begins with this bank, once a round of it is played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anew: bool,
    /// Where a player banked last, in this rotation if it ends with the dealer: the offer goes on from there.
    pub last: Option<u8>,
    /// Whether the last round was void, so that the same one is offered again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
    /// Those who declined in this offering.
    pub declined: Vec<PlayerId>,
    /// Areas whose player declined in this offering: whoever sits down there then is not asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<u8>,
    /// How far the offer has come on its way round the table: whether in the next turn of it, and to which area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<(bool, u8)>,
    /// Those who took the bank and gave it up since tiles were last dealt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gave_up: Vec<PlayerId>,
    /// Those whose bank gave way to the House in this round, and where: they have played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_way: Option<(u8, Vec<PlayerId>)>,
    /// What wagers that became void after the close would have played of the bank's cover.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub set_aside: Amount,
    /// What the bank has to cover and does not, once betting closed.
    pub short: Option<Amount>,
    /// Banks in a row that the House allows on each area.
    pub allowed: [u8; 8],
    /// Whether the House lets players share this bank.
    pub shared: bool,
    /// Who shakes on the banker's behalf.
    pub shaker: Option<PlayerId>,
    /// What the House put beside the player's stake in a co-bank.
    pub house_stake: Amount,
    /// Whether the bank has been paid out, with what moved.
    pub settled: Option<money::Moves>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks it
const fn is_nothing(amount: &Amount) -> bool {
    amount.is_zero()
}

/// One who banks, alone or with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Who.
    pub player: PlayerId,
    /// With how much.
    pub stake: Amount,
}

/// The bank offered to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowOffer))]
pub struct Offer {
    /// On which area.
    pub area: u8,
    /// To whom.
    pub player: PlayerId,
    /// For which round of the bank, from 1.
    pub round: u8,
    /// As which bank in a row.
    pub banks: u8,
    /// Whether a new turn of the table begins with it.
    pub anew: bool,
}

impl Bank {
    /// Whether somebody is asked for the bank, or has been asked since the last round.
    pub(crate) const fn is_offering(&self) -> bool {
        self.offer.is_some() || !self.declined.is_empty()
    }

    /// Whether the same round of a bank is first offered to its banker again, because it was void.
    pub(crate) fn is_anew_for(&self, player: PlayerId) -> bool {
        self.round == 0 && self.banker() == Some(player) && self.declined.is_empty()
    }

    /// The House's, on its area.
    pub const fn house(area: u8, allowed: u8) -> Self {
        Self {
            method: Method::House,
            chung: area,
            holders: Vec::new(),
            round: 1,
            banks: 1,
            offer: None,
            had: Vec::new(),
            anew: false,
            last: None,
            repeats: false,
            declined: Vec::new(),
            asked: Vec::new(),
            passed: None,
            gave_up: Vec::new(),
            gave_way: None,
            set_aside: Amount::ZERO,
            short: None,
            allowed: [allowed; 8],
            shared: false,
            shaker: None,
            house_stake: Amount::ZERO,
            settled: None,
        }
    }

    /// The player who banks, speaking for any who share.
    pub fn banker(&self) -> Option<PlayerId> {
        self.holders.first().map(|holder| holder.player)
    }

    /// Whether a player banks, alone or with others.
    pub fn is_held_by(&self, player: PlayerId) -> bool {
        self.holders.iter().any(|holder| holder.player == player)
    }

    /// What the players who bank put up.
    pub fn stake(&self) -> Amount {
        self.holders.iter().map(|holder| holder.stake).sum()
    }
}
