//! Everything there is to know about a table now.

use crate::{Area, Bank, Cutting, Dice, Hand, Kind, Limits, Notice, Player, Registered, Wager, Wall};
use game::Person;
use money::{Amount, Ledger, PlayerId, Rate};
use serde::{Deserialize, Serialize};

/// The state of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Where the round stands.
    pub phase: Phase,
    /// Rounds since the table opened, the running one included.
    pub round: u32,
    /// Rounds of them that came to a result: a void one counts for nobody.
    pub counted: u32,
    /// The set of tiles as a thing.
    pub tiles: Tiles,
    /// The limits in force.
    pub limits: Limits,
    /// The commission in force.
    pub commission: Rate,
    /// Signs at the table.
    pub notices: Vec<Notice>,
    /// Players at the table, in the order they came.
    pub players: Vec<Player>,
    /// Those who left since the round began, who can still be barred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<PlayerId>,
    /// The areas, the first being number 1.
    pub areas: Vec<Area>,
    /// The wagers on the layout, in the order they were placed.
    pub wagers: Vec<Wager>,
    /// The bank.
    pub bank: Bank,
    /// The wall.
    pub wall: Wall,
    /// The dice.
    pub dice: Dice,
    /// The cut.
    pub cutting: Cutting,
    /// Cuts that a supervisor registered.
    pub registered: Vec<Registered>,
    /// The supervisors' standing orders.
    pub orders: Orders,
    /// Disputes that are not settled.
    pub disputes: Vec<Dispute>,
    /// How many disputes there have been.
    pub disputes_ever: u32,
    /// Every account.
    pub ledger: Ledger,
}

/// Where the table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowPhase))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Not open: the tiles are checked.
    Shut,
    /// Between rounds: the bank is offered.
    Bank,
    /// Shuffle, wagers, dice, cut.
    Wall,
    /// Tiles are dealt and set.
    Set,
    /// The bank is shown; hands are opened and paid.
    Match,
    /// Everything is paid.
    Clear,
    /// Closed for good: the tiles were checked again.
    Closed,
}

impl Phase {
    /// The word in scripts and views.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Shut => "shut",
            Self::Bank => "bank",
            Self::Wall => "wall",
            Self::Set => "set",
            Self::Match => "match",
            Self::Clear => "clear",
            Self::Closed => "closed",
        }
    }

    /// When it is, as a sentence has it.
    pub const fn when(self) -> &'static str {
        match self {
            Self::Shut => "before the table opens",
            Self::Bank => "between rounds",
            Self::Wall => "in a round, before the tiles are dealt",
            Self::Set => "while hands are set",
            Self::Match => "while hands are opened",
            Self::Clear => "when everything is paid",
            Self::Closed => "after the table closed",
        }
    }

    /// How the table stands in it.
    pub const fn now(self) -> &'static str {
        match self {
            Self::Shut => "the table is not open",
            Self::Bank => "no round is on",
            Self::Wall => "the tiles are not dealt yet",
            Self::Set => "hands are being set",
            Self::Match => "hands are being opened",
            Self::Clear => "everything is paid",
            Self::Closed => "the table is closed",
        }
    }
}

/// The set of tiles as a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowTiles))]
pub struct Tiles {
    /// Whether the dealer laid them out by rank and found all 32.
    pub laid_out: bool,
    /// Whether a supervisor checked them so.
    pub checked: bool,
    /// Whether the last count found one missing or marked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub found_wrong: bool,
    /// Whether they lie in rank order, until a player takes a place.
    pub displayed: bool,
    /// Whether the set has to be checked before play goes on.
    pub suspect: bool,
    /// Whether the table is closing, so that the check is the last one.
    pub closing: bool,
}

impl Tiles {
    /// The set is to be laid out and checked before play goes on.
    pub(crate) const fn wants_check(&mut self) {
        self.suspect = true;
        self.found_wrong = false;
        self.laid_out = false;
        self.checked = false;
    }
}

/// Orders that stand for more than a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowOrders))]
pub struct Orders {
    /// Whether English is to be spoken at the table.
    pub english_only: bool,
    /// Players who are barred from the game, here or gone.
    pub barred: Vec<PlayerId>,
    /// What was laid on players who have left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lasting: Vec<crate::Lasting>,
    /// Players who may not be at the table together.
    pub parted: Vec<(PlayerId, PlayerId)>,
    /// A higher bound on all wagers of a player's bank, by leave.
    pub total: Option<Amount>,
    /// Whether signalling was suspected, and an area was taken out for it.
    pub signalling: bool,
    /// Whether an area is to be drawn, and taken out.
    pub removal: bool,
    /// Whether the bank's hand was asked to be shown though all wagers are on the Bonus.
    pub show_bank: bool,
    /// Whether the chung has been lifted from the bank's tiles.
    pub chung_lifted: bool,
    /// Whether the banker confirmed the hand that the dealer set.
    pub confirmed: bool,
    /// Whether the bank's hand lies open.
    pub bank_shown: bool,
    /// Whether tiles were exposed in this round.
    pub exposed: bool,
}

/// A dispute or complaint that is not settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// Its number.
    pub number: u32,
    /// Who complains.
    pub by: PlayerId,
    /// About what.
    pub about: crate::Matter,
    /// Who banked when it was raised, if the House did not alone: their money it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banked: Vec<PlayerId>,
    /// Who decided it first, and in whose favour.
    pub decided: Option<(Person, bool)>,
    /// Whether a second look was asked for.
    pub review: bool,
}

impl Dispute {
    /// Whether somebody complains, or banked when somebody did.
    pub fn touches(&self, player: PlayerId) -> bool {
        self.by == player || self.banked.contains(&player)
    }
}

impl State {
    /// How many players can be at a table, seated or behind others.
    pub const MOST_PLAYERS: usize = 32;
    /// How many wagers can lie on a layout.
    pub const MOST_WAGERS: usize = 96;
    /// How many disputes can be open.
    pub const MOST_DISPUTES: usize = 16;
    /// Disputes of one player that are not decided.
    pub const MOST_DISPUTES_EACH: usize = 4;
    /// Disputes that were decided and may be looked at again: the latest.
    pub const MOST_DECIDED: usize = 32;
    /// How many signs can stand at a table, and how many cuts be registered.
    pub const MOST_SIGNS: usize = 16;

    /// A player at the table.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.iter().find(|player| player.id == id)
    }

    /// The same, to change.
    pub(crate) fn player_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.players.iter_mut().find(|player| player.id == id)
    }

    /// An area by its number, 1 first.
    pub fn area(&self, number: u8) -> Option<&Area> {
        self.areas.get(usize::from(number).checked_sub(1)?)
    }

    /// The same, to change.
    pub(crate) fn area_mut(&mut self, number: u8) -> Option<&mut Area> {
        self.areas.get_mut(usize::from(number).checked_sub(1)?)
    }

    /// Whether a player sits at an area, calls its tiles, has wagered on it, or banks on it.
    pub(crate) fn has_to_do_with(&self, area: u8, player: PlayerId) -> bool {
        self.seated(area) == Some(player)
            || self.area(area).is_some_and(|area| area.caller == Some(player))
            || self.wagers.iter().any(|wager| wager.player == player && wager.area == area)
            || (self.bank.chung == area && self.bank.is_held_by(player))
    }

    /// A player's wager of a kind on an area.
    pub fn wager(&self, player: PlayerId, area: u8, kind: Kind) -> Option<&Wager> {
        self.wagers.iter().find(|w| w.player == player && w.area == area && w.kind == kind)
    }

    /// The same, to change.
    pub(crate) fn wager_mut(&mut self, player: PlayerId, area: u8, kind: Kind) -> Option<&mut Wager> {
        self.wagers.iter_mut().find(|w| w.player == player && w.area == area && w.kind == kind)
    }

    /// Takes a wager off the layout. Before the deal an area that nobody plays has nobody to call it.
    pub(crate) fn remove_wager(&mut self, player: PlayerId, area: u8, kind: Kind) {
        self.wagers.retain(|w| !(w.player == player && w.area == area && w.kind == kind));
        let empty = !self.wagers.iter().any(|w| w.area == area && !w.kind.on_dice());
        let before = self.phase == Phase::Wall;
        if let Some(area) = self.area_mut(area).filter(|_| empty && before) {
            area.caller = None;
            area.blind = false;
        }
    }

    /// The hand that lies on an area, to change.
    pub(crate) fn hand_mut(&mut self, area: u8) -> Option<&mut Hand> {
        self.area_mut(area)?.hand.as_mut()
    }

    /// Whoever has the seat at an area.
    pub fn seated(&self, area: u8) -> Option<PlayerId> {
        self.players.iter().find(|player| player.seat == Some(area)).map(|player| player.id)
    }

    /// Who is named to shake for the banker and can: at the table, and not barred.
    pub(crate) fn named_shaker(&self) -> Option<PlayerId> {
        self.bank.shaker.filter(|id| self.player(*id).is_some_and(|player| !player.barred))
    }

    /// Who speaks for those who bank: the first of them who is not barred (reading `lead-speaks`).
    pub fn speaks(&self) -> Option<PlayerId> {
        let here = |id: &PlayerId| self.player(*id).is_some_and(|player| !player.barred);
        self.bank.holders.iter().map(|holder| holder.player).find(here).or(self.bank.banker())
    }

    /// All areas but the chung's, counter-clockwise from it.
    pub fn from_chung(&self) -> impl Iterator<Item = u8> + use<> {
        let (chung, count) = (self.bank.chung, self.areas.len() as u8);
        (1..count).map(move |step| (chung - 1 + step) % count + 1)
    }

    /// The bytes that the state takes, on and off the heap.
    pub fn bytes(&self) -> usize {
        let tiles = |order: &Option<Box<[tiles::Tile; 32]>>| order.as_ref().map_or(0, |_| 32);
        size_of::<Self>()
            + self.notices.capacity() * size_of::<Notice>()
            + self.players.capacity() * size_of::<Player>()
            + self.gone.capacity() * size_of::<PlayerId>()
            + self.areas.capacity() * size_of::<Area>()
            + self.wagers.capacity() * size_of::<Wager>()
            + self.bank.holders.capacity() * size_of::<crate::Holder>()
            + self.bank.declined.capacity() * size_of::<PlayerId>()
            + self.bank.had.capacity() * size_of::<(u8, PlayerId)>()
            + self.registered.capacity() * (size_of::<Registered>() + 24)
            + self.orders.barred.capacity() * size_of::<PlayerId>()
            + self.orders.parted.capacity() * size_of::<(PlayerId, PlayerId)>()
            + self.disputes.capacity() * size_of::<Dispute>()
            + self.disputes.iter().map(|d| d.banked.capacity() * size_of::<PlayerId>()).sum::<usize>()
            + size_of_val(self.ledger.accounts())
            + tiles(&self.wall.order)
            + self.wall.left_over.capacity() * size_of::<[Option<tiles::Tile>; 4]>()
    }
}
