//! What a person may know.
//!
//! Chips, dice, the cut and whatever lies open are everybody's to see. Tiles are seen by the caller who
//! looked, by the dealer who sets them, by a supervisor who looked at a conceded hand, and by all once
//! they are shown or, where the book allows it, unused and everything is paid. The order of the wall
//! and the purses of others are nobody's.
//! Clauses: star-2016 12.11, 12.13, 12.16, 12.18; vcga-2000 12.1.6, 12.1.11, 12.1.14, 12.1.17; crown-6.1
//! 8.11.1, 10.1.3, 10.1.4, 10.2.1, 10.2.7.

use crate::{
    Area, Ask, Asked, Faces, Hand, Kind, Limits, Notice, Offer, Orders, PaiGow, Performer, Phase, Setter,
    Split, Stake, State, Tiles, Wager,
};
use game::{Asking, PartId, Person};
use houseway::Outcome;
use money::{Account, Amount, PlayerId, Rate};
use rulebook::{Instrument, Method, Orientation};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use tiles::Tile;

/// A table as one person sees it, in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowView))]
pub struct View {
    /// How far the round is, and who plays.
    pub table: TableView,
    /// What is posted at the table.
    pub sign: SignView,
    /// Who banks.
    pub bank: BankView,
    /// The wall.
    pub wall: WallView,
    /// What belongs to this round alone and goes with it, if there is anything yet.
    #[cfg_attr(feature = "schema", schema(required))]
    pub round: Option<Box<RoundView>>,
    /// The areas, by number.
    #[serde(serialize_with = "game::numbered")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, AreaView>))]
    pub areas: Vec<AreaView>,
    /// Wagers on the layout, by area and by player.
    #[serde(serialize_with = "by_area")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, BTreeMap<String, WagersView>>))]
    pub wagers: Vec<WagerView>,
    /// Hands of which the viewer may see anything, by area.
    #[serde(serialize_with = "game::numbered_some")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, HandView>))]
    pub hands: Vec<Option<HandView>>,
    /// What goes for everything that can be asked of a player, by what it is, for players.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, Asking>))]
    pub asks: BTreeMap<Ask, Asking>,
    /// What is asked of the viewer, their own chips, tokens and winnings that are held.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mine: Option<Purse>,
    /// Accounts and standing orders, for staff and inspectors.
    #[cfg_attr(feature = "schema", schema(required))]
    pub books: Option<Box<BooksView>>,
}

/// One part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)] // as in the view
pub enum Part {
    Table(TableView),
    Sign(SignView),
    Bank(BankView),
    Wall(WallView),
    Round(Option<Box<RoundView>>),
    Areas(#[serde(serialize_with = "game::numbered")] Vec<AreaView>),
    Wagers(#[serde(serialize_with = "by_area")] Vec<WagerView>),
    Hand(Option<HandView>),
    Asks(BTreeMap<Ask, Asking>),
    Mine(Option<Purse>),
    Books(Option<Box<BooksView>>),
}

impl game::Parted for View {
    type Part = Part;

    fn parts(self) -> Vec<(PartId, Part)> {
        let mut parts = vec![
            (PartId::one("table"), Part::Table(self.table)),
            (PartId::one("sign"), Part::Sign(self.sign)),
            (PartId::one("bank"), Part::Bank(self.bank)),
            (PartId::one("wall"), Part::Wall(self.wall)),
            (PartId::one("round"), Part::Round(self.round)),
            (PartId::one("areas"), Part::Areas(self.areas)),
            (PartId::one("wagers"), Part::Wagers(self.wagers)),
        ];
        let hands = (1..).zip(self.hands);
        parts.extend(hands.map(|(number, hand)| (PartId::of("hands", number), Part::Hand(hand))));
        parts.push((PartId::one("asks"), Part::Asks(self.asks)));
        parts.push((PartId::one("mine"), Part::Mine(self.mine)));
        parts.push((PartId::one("books"), Part::Books(self.books)));
        parts
    }
}

/// How far the round is, and who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowTableView))]
pub struct TableView {
    /// Where the round stands.
    pub phase: Phase,
    /// Rounds so far.
    pub round: u32,
    /// The set of tiles as a thing.
    pub tiles: Tiles,
    /// Players, by number and seat.
    pub players: Vec<(PlayerId, Option<u8>)>,
}

/// What is posted at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSignView))]
pub struct SignView {
    /// The book.
    pub book: String,
    /// The limits in force.
    pub limits: Limits,
    /// The commission in force.
    pub commission: Rate,
    /// Signs of what comes.
    pub notices: Vec<Notice>,
    /// Markers of players who have limits of their own on an area.
    pub personal: Vec<(PlayerId, u8, crate::Limit)>,
    /// Markers of players who may go on with the old minimum.
    pub old_minimums: Vec<(PlayerId, Amount)>,
}

/// Who banks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowBankView))]
pub struct BankView {
    /// The method of play.
    pub method: Method,
    /// Where the chung lies.
    pub chung: u8,
    /// Who banks with how much.
    pub bankers: Vec<(PlayerId, Amount)>,
    /// To whom the bank is offered.
    #[cfg_attr(feature = "schema", schema(required))]
    pub offer: Option<Offer>,
    /// What the bank lacks.
    #[cfg_attr(feature = "schema", schema(required))]
    pub short: Option<Amount>,
}

/// The wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWallView))]
pub struct WallView {
    /// Whether the wall stands.
    pub stacked: bool,
    /// Lots that no area was served with, and those of their tiles that the viewer may see.
    pub left_over: Vec<[Option<Tile>; 4]>,
}

/// What belongs to a round alone, as everybody sees it. Lists are of areas; a list that is empty is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowRoundView))]
pub struct RoundView {
    /// What the banker adds to the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal: Option<i8>,
    /// The dice, once shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Faces>,
    /// The area served first, once the dice are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// The cut, once named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<(String, Orientation)>,
    /// Areas whose tiles are called by whoever sits there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub called: Vec<u8>,
    /// Who calls the tiles of an area, where that is somebody else, by area.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<BTreeMap<String, PlayerId>>))]
    pub callers: BTreeMap<u8, PlayerId>,
    /// Where four tiles lie.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub dealt: Vec<u8>,
    /// Where they were taken back because nobody wagered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub unused: Vec<u8>,
    /// Hands that were left to the dealer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub asked: Vec<u8>,
    /// Hands that are set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub set: Vec<u8>,
    /// Hands that were conceded, or are void.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub out: Vec<u8>,
    /// Hands that their callers may void.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub voidable: Vec<u8>,
    /// Hands that were opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>))]
    pub opened: Vec<u8>,
    /// What came of hands, by area.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<BTreeMap<String, Outcome>>))]
    pub outcomes: BTreeMap<u8, Outcome>,
}

/// Accounts and standing orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowBooksView))]
pub struct BooksView {
    /// Every account.
    pub accounts: Vec<(Account, i64)>,
    /// Standing orders.
    pub orders: Orders,
}

/// An area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowAreaView))]
pub struct AreaView {
    /// Whether it is out of play.
    #[serde(skip_serializing_if = "is_not")]
    pub off: bool,
    /// Whether only the dealer sets it.
    #[serde(skip_serializing_if = "is_not")]
    pub house_way: bool,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<PlayerId>,
}

/// What one person sees of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowHandView))]
pub struct HandView {
    /// Those of its tiles that the viewer may see, if any.
    #[serde(skip_serializing_if = "is_dark")]
    #[cfg_attr(feature = "schema", schema(min_items = 4, max_items = 4))]
    pub tiles: [Option<Tile>; 4],
    /// How it is set, if the viewer may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// Whether it is set wrongly, for staff.
    #[serde(skip_serializing_if = "is_not")]
    pub wrong: bool,
}

/// Whether something is not so, and need not be said.
#[allow(clippy::trivially_copy_pass_by_ref)] // serde's way
const fn is_not(is: &bool) -> bool {
    !*is
}

/// Whether none of the tiles can be seen.
fn is_dark(tiles: &[Option<Tile>; 4]) -> bool {
    tiles.iter().all(Option::is_none)
}

/// A wager as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWagerView))]
pub struct WagerView {
    /// Where.
    #[serde(skip)]
    pub area: u8,
    /// Whose.
    #[serde(skip)]
    pub player: PlayerId,
    /// On what.
    #[serde(skip)]
    pub kind: Kind,
    /// How much, in chips and in promotional tokens.
    #[serde(flatten, serialize_with = "in_chips_and_tokens")]
    #[cfg_attr(feature = "schema", schema(value_type = StakeView))]
    pub stake: Stake,
    /// Whether it is a stand-off of the round before.
    #[serde(skip_serializing_if = "is_not")]
    pub carried: bool,
    /// Whether it was surrendered.
    #[serde(skip_serializing_if = "is_not")]
    pub surrendered: bool,
    /// What was won, once settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<Amount>,
    /// What was lost, once settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Amount>,
}

/// What a player has on an area, as everybody sees it: the regular wager, and side wagers by kind.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWagersView))]
struct WagersView {
    /// The regular wager.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = WagerView))]
    regular: Option<WagerView>,
    /// Side wagers, by kind.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<BTreeMap<String, WagerView>>))]
    side: BTreeMap<&'static str, WagerView>,
}

/// A stake as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowStakeView))]
pub struct StakeView {
    /// What of it is in chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<Amount>,
    /// What of it is in promotional tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Amount>,
}

fn in_chips_and_tokens<S: Serializer>(stake: &Stake, serializer: S) -> Result<S::Ok, S::Error> {
    let part = |with| Some(stake.part(with)).filter(|part| !part.is_zero());
    StakeView { chips: part(Instrument::Chips), tokens: part(Instrument::Tokens) }.serialize(serializer)
}

/// Writes wagers as an object by area, and in it by player: nobody has two of one kind on an area.
fn by_area<S: Serializer>(wagers: &[WagerView], serializer: S) -> Result<S::Ok, S::Error> {
    let mut areas: BTreeMap<u8, BTreeMap<PlayerId, WagersView>> = BTreeMap::new();
    for wager in wagers {
        let own = areas.entry(wager.area).or_default().entry(wager.player).or_default();
        match wager.kind {
            Kind::Regular => own.regular = Some(wager.clone()),
            side => drop(own.side.insert(side.word(), wager.clone())),
        }
    }
    serializer.collect_map(areas)
}

/// What is asked of a player, and their own money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowPurse))]
pub struct Purse {
    /// What the table waits for from this player, if anything, and whether they have done it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub asked: Option<Asked>,
    /// Chips.
    pub chips: i64,
    /// Promotional tokens.
    pub tokens: i64,
    /// Winnings that are held.
    pub held: i64,
    /// Chips on the layout and in the bank.
    pub down: i64,
}

/// Whoever looks, and whether they deal.
type Viewer<'v> = (&'v Person, bool);

impl PaiGow {
    /// Which of an area's tiles a person may see, one bit each.
    fn sees(&self, state: &State, (viewer, deals): Viewer<'_>, number: u8, area: &Area, hand: &Hand) -> u8 {
        if hand.unused {
            return self.sees_unused(state, viewer) | hand.shown;
        }
        let bank = number == state.bank.chung;
        let all = match viewer {
            Person::Player(id) => {
                let own = match bank {
                    true => state.bank.method == Method::Player && state.bank.is_held_by(*id),
                    false => area.caller == Some(*id),
                };
                own && hand.looked && !hand.blind
            }
            // The dealer sees what the dealer sets, when it is to be set, and no more; nobody else of the staff does.
            Person::Staff(_, rank) => {
                let conceded = hand.seen_conceded && rank.0 > 0;
                let before = hand.set == Some(Setter::Dealer) || self.dealer_sets_now(state, number);
                conceded || deals && before
            }
            Person::House => self.setup.dealer == Performer::House && self.dealer_sets_now(state, number),
            Person::Inspector(_) | Person::Public => false,
        };
        if all { 15 } else { hand.shown }
    }

    /// Unused tiles lie open to nobody before everything is paid.
    fn sees_unused(&self, state: &State, viewer: &Person) -> u8 {
        let rules = &self.book.table;
        let over = state.phase == Phase::Clear;
        let may = match viewer {
            Person::Player(_) | Person::Public => rules.unused_tiles_shown_after.value,
            // Whoever deals does not look before the round is completed, and then the tiles are gone.
            Person::House => !rules.unused_tiles_closed_to_dealer.value,
            Person::Staff(_, rank) if rank.0 == 0 => !rules.unused_tiles_closed_to_dealer.value,
            Person::Staff(..) => {
                rules.unused_tiles_shown_after.value || !rules.unused_tiles_closed_to_dealer.value
            }
            Person::Inspector(_) => true,
        };
        if over && may { 15 } else { 0 }
    }

    /// Lots that were left over lie with the unused tiles.
    fn sees_left_over(&self, state: &State, viewer: &Person) -> Vec<[Option<Tile>; 4]> {
        let mut lots = state.wall.left_over.clone();
        if self.sees_unused(state, viewer) == 0 {
            lots.iter_mut().for_each(|lot| *lot = [None; 4]);
        }
        lots
    }

    /// What a person sees of an area's hand, if anything.
    fn hand_view(&self, state: &State, viewer: Viewer<'_>, number: u8, area: &Area) -> Option<HandView> {
        let hand = area.hand.as_ref()?;
        let seen = self.sees(state, viewer, number, area, hand);
        let person = viewer.0;
        let mut tiles = [None; 4];
        for (place, tile) in tiles.iter_mut().enumerate() {
            *tile = hand.tiles[place].filter(|_| seen >> place & 1 == 1);
        }
        // Whose tiles lie open one by one is not known to be set so; only the whole hand is.
        let open = hand.opened || (number == state.bank.chung && state.orders.bank_shown);
        let own = matches!(person, Person::Player(_) | Person::Staff(..)) && seen == 15 && hand.shown != 15;
        let split = hand.split.filter(|_| open || own);
        let wrong = hand.wrong && person.is_staff() && (open || seen == 15);
        (!is_dark(&tiles) || split.is_some() || wrong).then_some(HandView { tiles, split, wrong })
    }

    /// What belongs to the round, as everybody sees it.
    fn round_view(&self, state: &State) -> Option<Box<RoundView>> {
        let mut round = RoundView {
            steal: state.dice.stolen.then_some(state.dice.steal),
            dice: state.dice.faces,
            first: self.first_served(state),
            cut: state.cutting.named.clone(),
            ..RoundView::default()
        };
        for (number, area) in (1..).zip(&state.areas) {
            match area.caller {
                Some(caller) if state.seated(number) == Some(caller) => round.called.push(number),
                other => round.callers.extend(other.map(|caller| (number, caller))),
            }
            let Some(hand) = &area.hand else { continue };
            let lists = [
                (&mut round.dealt, true),
                (&mut round.unused, hand.unused),
                (&mut round.asked, hand.asked),
                (&mut round.set, hand.set.is_some()),
                (&mut round.out, hand.conceded || hand.void),
                (&mut round.voidable, hand.voidable && !hand.void),
                (&mut round.opened, hand.opened),
            ];
            lists.into_iter().filter(|(_, is)| *is).for_each(|(list, _)| list.push(number));
            round.outcomes.extend(hand.outcome.map(|outcome| (number, outcome)));
        }
        (round != RoundView::default()).then(|| Box::new(round))
    }

    /// The table as a person sees it who deals there or does not: what lies before the dealer is nobody else's to see.
    pub fn view_as(&self, state: &State, viewer: &Person, deals: bool) -> View {
        let staff = viewer.is_staff() || matches!(viewer, Person::Inspector(_));
        // As the ledger has it: more than one amount may hold.
        let units = |account| state.ledger.balance(account);
        let purse = |id: PlayerId| Purse {
            asked: self.asked(state, id),
            chips: units(Account::Player(id)),
            tokens: units(Account::Tokens(id)),
            held: units(Account::Held(id)),
            down: units(Account::Layout(id)) + units(Account::LayoutTokens(id)) + banking(state, id),
        };
        View {
            table: TableView {
                phase: state.phase,
                round: state.round,
                tiles: state.tiles,
                players: state.players.iter().map(|player| (player.id, player.seat)).collect(),
            },
            sign: self.sign_view(state),
            bank: BankView {
                method: state.bank.method,
                chung: state.bank.chung,
                bankers: state.bank.holders.iter().map(|holder| (holder.player, holder.stake)).collect(),
                offer: state.bank.offer,
                short: state.bank.short,
            },
            wall: WallView { stacked: state.wall.stacked, left_over: self.sees_left_over(state, viewer) },
            round: self.round_view(state),
            areas: (1..).zip(&state.areas).map(|(number, area)| area_view(state, number, area)).collect(),
            wagers: state.wagers.iter().map(wager_view).collect(),
            hands: (1..)
                .zip(&state.areas)
                .map(|(number, area)| self.hand_view(state, (viewer, deals), number, area))
                .collect(),
            asks: if viewer.player().is_some() { self.asks(state) } else { BTreeMap::new() },
            mine: viewer.player().map(purse),
            books: staff.then(|| {
                let accounts = state.ledger.accounts().to_vec();
                Box::new(BooksView { accounts, orders: state.orders.clone() })
            }),
        }
    }

    fn sign_view(&self, state: &State) -> SignView {
        let personal = |player: &crate::Player| player.personal.map(|own| (player.id, own.area, own.limit));
        let old = |player: &crate::Player| player.old_minimum.map(|(least, _)| (player.id, least));
        SignView {
            book: self.setup.book.clone(),
            limits: state.limits,
            commission: state.commission,
            notices: state.notices.clone(),
            personal: state.players.iter().filter_map(personal).collect(),
            old_minimums: state.players.iter().filter_map(old).collect(),
        }
    }
}

fn area_view(state: &State, number: u8, area: &Area) -> AreaView {
    AreaView { off: area.off, house_way: area.house_way, seat: state.seated(number) }
}

fn wager_view(wager: &Wager) -> WagerView {
    WagerView {
        area: wager.area,
        player: wager.player,
        kind: wager.kind,
        stake: wager.stake,
        carried: wager.carried,
        surrendered: wager.surrendered,
        won: wager.settled.map(|settled| settled.won.less(settled.commission)),
        lost: wager.settled.map(|settled| settled.lost),
    }
}

/// What a player has in the bank, while it is out.
fn banking(state: &State, id: PlayerId) -> i64 {
    let out = matches!(state.phase, Phase::Wall | Phase::Set | Phase::Match);
    let own = state.bank.holders.iter().filter(|holder| out && holder.player == id);
    own.map(|holder| holder.stake.units()).sum()
}
