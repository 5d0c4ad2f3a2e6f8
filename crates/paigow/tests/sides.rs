//! Side wagers over the whole space: every hand, however set, under every Bonus and Tie table, and every throw
//! for Big and Small, all through the engine and against a second writing of the tables.
#![allow(clippy::unwrap_used)]

mod common;
mod drive;

use common::walk::{Seeded, shuffled};
use common::{by, limit, setup, table};
use drive::{Drive, faces, in_order, plain_cut};
use money::{Account, Amount};
use paigow::command::hand;
use paigow::event::settle;
use paigow::{Kind, LimitKind, PaiGow, Settled, Split, What};
use rulebook::Method;
use std::cmp::Ordering;
use tiles::slow::{Ranked, compare, rank};
use tiles::{Hand, Rank, Tile};

const PURSE: i64 = 100_000;
const STAKE: i64 = 15;
/// The area that is played; the House banks on area 1.
const AREA: u8 = 2;

/// A Bonus table as printed: odds to one, from the best row to the last.
struct Bonus {
    /// Two pairs while the dealer has two pairs.
    both: Option<u32>,
    gee_jun_teen: u32,
    gee_jun_day: u32,
    teen_day: Option<u32>,
    duck: u32,
    two_pairs: u32,
    best_pair: u32,
    pair: u32,
    wong: u32,
}

/// vcga-2000 Table1 and crown-6.1 Table3 are the same.
const FIRST: Bonus = Bonus {
    both: None,
    gee_jun_teen: 200,
    gee_jun_day: 60,
    teen_day: Some(30),
    duck: 20,
    two_pairs: 12,
    best_pair: 5,
    pair: 2,
    wong: 1,
};
const B: Bonus = Bonus {
    both: Some(250),
    gee_jun_teen: 100,
    gee_jun_day: 50,
    teen_day: None,
    duck: 20,
    two_pairs: 10,
    best_pair: 4,
    pair: 2,
    wong: 2,
};
const C: Bonus = Bonus { both: Some(200), gee_jun_teen: 80, gee_jun_day: 40, ..B };
const D: Bonus = Bonus { duck: 15, two_pairs: 8, ..B };
const E: Bonus = Bonus { both: Some(500), duck: 15, two_pairs: 8, best_pair: 3, ..B };

/// A Tie table as printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// Even money for a tie, 25 to 1 with a low hand of Gong or better.
    Gong,
    /// Lucky Duck 3 to 1, two pairs 2 to 1, a tie even money; may be surrendered for half.
    Duck,
}

/// High 6 and Low 6 with any 7 and any 4.
fn duck(ids: [&str; 4]) -> bool {
    let has = |id: &str| ids.contains(&id);
    has("H6") && has("L6") && (has("H7") || has("L7")) && (has("H4") || has("L4"))
}

/// The ids that occur twice.
fn pairs(ids: [&str; 4]) -> Vec<&str> {
    let twice = |place: &usize| ids[..*place].contains(&ids[*place]);
    (0..4).filter(twice).map(|place| ids[place]).collect()
}

fn wong(ids: [&str; 4]) -> bool {
    ids.contains(&"9") && (ids.contains(&"12") || ids.contains(&"2"))
}

impl Bonus {
    /// What a hand pays, if anything. `regular` is whether its player has a regular wager too, `set` how the
    /// tiles lie: without a regular wager the first five rows want a pair in each hand, or the sixes high.
    fn pays(&self, ids: [&str; 4], dealer: [&str; 4], set: &Split, regular: bool) -> Option<u32> {
        let found = pairs(ids);
        let both = |one: &str, other: &str| found.contains(&one) && found.contains(&other);
        if found.len() == 2 {
            let apart = set.low[0].rank() == set.low[1].rank() && set.high[0].rank() == set.high[1].rank();
            if regular || apart {
                return Some(match self.both {
                    Some(odds) if pairs(dealer).len() == 2 => odds,
                    _ if both("GJ", "12") => self.gee_jun_teen,
                    _ if both("GJ", "2") => self.gee_jun_day,
                    _ if both("12", "2") => self.teen_day.unwrap_or(self.two_pairs),
                    _ => self.two_pairs,
                });
            }
        }
        if duck(ids) {
            let high = set.high.map(|tile| tile.rank().id());
            let sixes = high.contains(&"H6") && high.contains(&"L6");
            return (regular || sixes).then_some(self.duck);
        }
        let best = ["GJ", "12", "2"].iter().any(|id| found.contains(id));
        let rows = [best.then_some(self.best_pair), (!found.is_empty()).then_some(self.pair)];
        rows.into_iter().chain([wong(ids).then_some(self.wong)]).flatten().max()
    }
}

impl Tie {
    fn pays(self, ids: [&str; 4], low: &Ranked, tied: bool) -> Option<u32> {
        match self {
            // The first twenty places are pairs, Wongs and Gongs.
            Self::Gong if tied && low.place.is_some_and(|place| place <= 20) => Some(25),
            Self::Duck if duck(ids) => Some(3),
            Self::Duck if pairs(ids).len() == 2 => Some(2),
            Self::Gong | Self::Duck => tied.then_some(1),
        }
    }
}

/// Whether exactly one of the player's hands is the higher one. In crown-6.1 zeros go by the tile; elsewhere
/// zero against zero is the bank's.
fn tied(own: &Split, bank: &Split, zeros_by_tile: bool) -> bool {
    let won = |own: [Tile; 2], bank: [Tile; 2]| {
        let (own, bank) = (rank(own[0], own[1]), rank(bank[0], bank[1]));
        let zero = |hand: &Ranked| hand.place.is_none() && hand.points == 0;
        compare(&own, &bank) == Ordering::Greater && (zeros_by_tile || !(zero(&own) && zero(&bank)))
    };
    won(own.low, bank.low) != won(own.high, bank.high)
}

fn ids(tiles: [Tile; 4]) -> [&'static str; 4] {
    tiles.map(|tile| tile.rank().id())
}

/// Four tiles of a hand.
fn tiles_of(hand: &Hand) -> [Tile; 4] {
    let ranks = hand.ranks();
    std::array::from_fn(|place| {
        let copy = u8::from(ranks[..place].contains(&ranks[place]));
        Tile::new(ranks[place], copy)
    })
}

/// Two pairs that do not touch a hand.
fn other_two_pairs(own: &[Tile; 4], seed: usize) -> [Tile; 4] {
    let mut free = Rank::ALL.into_iter().cycle().skip(seed).filter(|r| !own.iter().any(|t| t.rank() == *r));
    let (one, other) = (free.next().unwrap(), free.next().unwrap());
    [Tile::new(one, 0), Tile::new(one, 1), Tile::new(other, 0), Tile::new(other, 1)]
}

/// A table where two wager on one area: player 1 on everything, player 2 on Bonus and Tie alone. The walls
/// that give that area and the bank their tiles follow from where a known wall went.
struct Stand<'g> {
    start: Drive<'g>,
    own: [usize; 4],
    bank: [usize; 4],
}

fn stand(game: &PaiGow) -> Stand<'_> {
    let mut start = Drive::open(game, 2, PURSE);
    start.share();
    start.offer(Method::House, 1);
    start.place(1, AREA, Kind::Regular, STAKE);
    for who in [1, 2] {
        start.place(who, AREA, Kind::Bonus, STAKE);
        start.place(who, AREA, Kind::Tie, STAKE);
    }
    let mut tried = start.clone();
    tried.shuffle(in_order());
    throw(&mut tried);
    let place = |area: u8| tried.tiles(area).map(|tile| usize::from(tile.place()));
    let (own, bank) = (place(AREA), place(1));
    Stand { start, own, bank }
}

fn throw(drive: &mut Drive<'_>) {
    let boxes = vec![2; usize::from(drive.game.parameters().dice.box_dice.value)];
    drive.deal(faces(drive.game, &boxes, 1, 1), 0, plain_cut());
}

/// A wall with these tiles for the area, and for the bank these, or any.
fn wall(stand: &Stand<'_>, own: [Tile; 4], bank: Option<[Tile; 4]>, die: &mut Seeded) -> Box<[Tile; 32]> {
    let mut order = shuffled(die);
    let mut fixed: Vec<(usize, Tile)> = stand.own.into_iter().zip(own).collect();
    fixed.extend(bank.into_iter().flat_map(|bank| stand.bank.into_iter().zip(bank)));
    for (place, tile) in fixed {
        let from = order.iter().position(|known| *known == tile).unwrap();
        order.swap(place, from);
    }
    order
}

/// How a wager was settled.
fn result(drive: &Drive<'_>, who: u32, wanted: Kind) -> Settled {
    let found = drive.events.iter().find_map(|event| match &event.what {
        What::Settle(settle::What::WagerPaid { player, kind, settled, .. })
        | What::Settle(settle::What::WagerTaken { player, kind, settled, .. })
            if player.number() == who && *kind == wanted =>
        {
            Some(*settled)
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("the {wanted} of player {who} is not settled: {:?}", drive.events))
}

/// Whether a wager was paid at these odds to one, or lost.
#[track_caller]
fn paid(drive: &Drive<'_>, who: u32, kind: Kind, odds: Option<u32>, told: &str) -> i64 {
    let settled = result(drive, who, kind);
    let wanted = odds.map_or(Settled { lost: Amount::of(STAKE), ..Settled::default() }, |odds| Settled {
        won: Amount::of(STAKE * i64::from(odds)),
        back: Amount::of(STAKE),
        ..Settled::default()
    });
    assert_eq!(settled, wanted, "{kind} of player {who} on {told}");
    settled.won.units() - settled.lost.units()
}

/// Every hand, set in every way, against a bank of any tiles; two pairs against two pairs as well.
fn every_hand(id: &str, variant: &str, bonus: (&str, &Bonus), tie: (&str, Tie)) {
    let mut chosen = setup(id, Some(variant));
    for kind in LimitKind::ALL {
        chosen.limits.set(kind, limit(5, 1_000, 5));
    }
    (chosen.bonus, chosen.tie) = (Some(bonus.0.to_string()), Some(tie.0.to_string()));
    let game = table(chosen);
    let stand = stand(&game);
    let mut die = Seeded::new(7);
    let mut seen = [0u32; 3];
    for (number, hand) in Hand::all().enumerate() {
        let own = tiles_of(&hand);
        let mut banks = vec![None];
        if pairs(ids(own)).len() == 2 {
            banks.push(Some(other_two_pairs(&own, number)));
        }
        for bank in banks {
            for with in 1..=3 {
                let mut drive = stand.start.clone();
                drive.events.clear();
                drive.shuffle(wall(&stand, own, bank, &mut die));
                throw(&mut drive);
                one_hand(&mut drive, own, with, bonus.1, tie.1, id == "crown-6.1", &mut seen);
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}: Bonus, Tie and neither are paid");
}

fn one_hand(
    drive: &mut Drive<'_>,
    own: [Tile; 4],
    with: usize,
    bonus: &Bonus,
    tie: Tie,
    crown: bool,
    seen: &mut [u32; 3],
) {
    let dealt = drive.tiles(AREA);
    assert_eq!(ids(dealt), ids(own), "the wall gives the area its tiles");
    drive.set(AREA, [0, with]);
    let given_up = tie == Tie::Duck && with == 2;
    if given_up {
        drive.does(by(2), hand::Command::Surrender { area: AREA });
    }
    drive.bank([0, 1]);
    drive.settle();
    let split = |area: u8| drive.table.area(area).unwrap().hand.as_ref().unwrap().split.unwrap();
    let (set, bank) = (split(AREA), split(1));
    let told = || format!("{} against {}", set.setting(), bank.setting());
    let dealer = ids(drive.tiles(1));
    let pays = |regular| bonus.pays(ids(own), dealer, &set, regular);
    paid(drive, 1, Kind::Bonus, pays(true), &told());
    let mut change = paid(drive, 2, Kind::Bonus, pays(false), &told());
    let one_each = tied(&set, &bank, crown);
    let odds = tie.pays(ids(own), &rank(set.low[0], set.low[1]), one_each);
    paid(drive, 1, Kind::Tie, odds, &told());
    if given_up {
        // Half of 15 is no whole chip: what comes back goes up to the next (9.2.3).
        let settled = result(drive, 2, Kind::Tie);
        assert_eq!((settled.lost.units(), settled.back.units()), (7, 8), "surrendered on {}", told());
        change -= settled.lost.units();
    } else {
        change += paid(drive, 2, Kind::Tie, odds, &told());
    }
    assert_eq!(drive.holds(Account::Player(common::player(2))), PURSE + change, "{}", told());
    seen[0] += u32::from(pays(true).is_some());
    seen[1] += u32::from(odds.is_some());
    seen[2] += u32::from(pays(true).is_none() && odds.is_none());
}

/// Bonus and Tie: every hand, however set, with a regular wager and without.
#[test]
fn vcga_2000_bonus_and_tie() {
    // Proves: vcga-2000 17.3.1, 17.3.2, 17.3.3, 17.5.1, 17.5.1.1, 17.5.1.1(a), 17.5.1.1(b), Table1#1,
    // Table1#2, Table1#3, Table1#4, Table1#5, Table1#6, Table1#7, Table1#8, 17.5.2, 17.5.3, 17.5.3.1,
    // 17.5.4, 17.6.1, 17.6.2
    every_hand("vcga-2000", "bonanza", ("1", &FIRST), ("1", Tie::Gong));
}

/// Bonus table A and Tie table A.
#[test]
fn crown_6_1_bonus_a_tie_a() {
    // Proves: crown-6.1 13.2.1, 13.2.2, 13.2.3, 13.4.1, 13.4.1(a), 13.4.1(a)(i), 13.4.1(a)(ii), Table3.1,
    // Table3.2, Table3.3, Table3.4, Table3.5, Table3.6, Table3.7, Table3.8, 13.4.2, 13.4.3, 13.4.3(a),
    // 13.4.4, 13.5.1, 13.5.1(a), Table8.1, Table8.2, 13.5.2
    every_hand("crown-6.1", "bonanza", ("A", &FIRST), ("A", Tie::Gong));
}

/// Bonus table B, and Tie table B with surrender.
#[test]
fn crown_6_1_bonus_b_tie_b() {
    // Proves: crown-6.1 13.2.1, 13.2.3, 13.2.4, 13.4.1, Table4.1, Table4.2, Table4.3, Table4.4, Table4.5,
    // Table4.6, Table4.7, 13.4.2, 13.4.4, 13.5.1, 13.5.1(b), Table9.1, Table9.2, Table9.3, Table9.4,
    // 13.5.3(a)(iii)
    every_hand("crown-6.1", "bonanza", ("B", &B), ("B", Tie::Duck));
}

/// Bonus table C.
#[test]
fn crown_6_1_bonus_c() {
    // Proves: crown-6.1 13.2.1, Table5.1, Table5.2, Table5.3, Table5.4, Table5.5, Table5.6, Table5.7
    every_hand("crown-6.1", "bonanza", ("C", &C), ("A", Tie::Gong));
}

/// Bonus table D.
#[test]
fn crown_6_1_bonus_d() {
    // Proves: crown-6.1 13.2.1, Table6.1, Table6.2, Table6.3, Table6.4, Table6.5, Table6.6, Table6.7
    every_hand("crown-6.1", "crown-bonanza", ("D", &D), ("B", Tie::Duck));
}

/// Bonus table E.
#[test]
fn crown_6_1_bonus_e() {
    // Proves: crown-6.1 13.2.1, Table7.1, Table7.2, Table7.3, Table7.4, Table7.5, Table7.6, Table7.7
    every_hand("crown-6.1", "crown-bonanza", ("E", &E), ("A", Tie::Gong));
}

/// Big and Small over 216 throws: which dice are added is the caller's.
fn every_throw(variant: Option<&str>) {
    let game = table(setup("crown-6.1", variant));
    let mut start = Drive::open(&game, 3, PURSE);
    start.share();
    start.offer(Method::House, 1);
    start.place(1, AREA, Kind::Regular, 100);
    start.place(1, AREA, Kind::Big, STAKE);
    start.place(1, AREA, Kind::Small, STAKE + 5);
    start.shuffle(in_order());
    let (mut big, mut small) = (0, 0);
    for throw in 0..216u16 {
        let dice = [throw / 36, throw / 6 % 6, throw % 6].map(|face| face as u8 + 1);
        let mut drive = start.clone();
        let thrown = match game.parameters().dice.box_dice.value {
            1 => faces(&game, &dice[..1], dice[1], dice[2]),
            _ => faces(&game, &dice, 1 + dice[0] % 6, 1),
        };
        drive.throw(thrown, 0, plain_cut());
        let total: u8 = dice.iter().sum();
        let triple = dice[0] == dice[1] && dice[1] == dice[2];
        let won = |wins: bool, stake: i64| if wins && !triple { stake } else { -stake };
        let (on_big, on_small) =
            (won((11..=17).contains(&total), STAKE), won((4..=10).contains(&total), STAKE + 5));
        big += u32::from(on_big > 0);
        small += u32::from(on_small > 0);
        // Settled at the dice: no tile is dealt yet, and the regular wager lies where it lay.
        let purse = PURSE - 100 + on_big + on_small;
        assert_eq!(drive.holds(Account::Player(common::player(1))), purse, "{dice:?}");
        assert_eq!(drive.holds(Account::Layout(common::player(1))), 100, "{dice:?}");
        assert_eq!(drive.holds(Account::Float), -on_big - on_small, "{dice:?}");
        assert_eq!(drive.holds(Account::Commission), 0, "{dice:?}: side wagers pay no commission");
    }
    // 6 triples of 216 lose for both; the rest falls evenly.
    assert_eq!((big, small), (105, 105));
}

/// crown-6.1 1.1#Big/Small, 4.1.1, 4.4.1, 11.4: the three box dice, settled before tiles are dealt.
#[test]
fn crown_6_1_big_and_small() {
    // Proves: crown-6.1 1.1#Big/Small, 4.1.1, 4.4.1, 11.4
    every_throw(None);
}

/// crown-6.1 1.1#Big/Small, 14.2.1(c), 14.3.1, 11.4: box die, cut die and a third one together.
#[test]
fn crown_pai_gow_big_and_small() {
    // Proves: crown-6.1 1.1#Big/Small, 14.2.1(c)
    every_throw(Some("crown-pai-gow"));
}
