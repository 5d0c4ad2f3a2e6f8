//! Over the whole space: how every pair of settings fares, where every throw serves, what every cut deals.
//!
//! Each is compared with a second writing from the clauses that shares nothing with the engine.
#![allow(clippy::unwrap_used)]

mod common;
mod drive;

use common::{SHELF, games, setup, table};
use drive::{Drive, faces, in_order, plain_cut};
use houseway::{Matching, Outcome};
use paigow::event::dice;
use paigow::{Kind, PaiGow, What};
use rulebook::{Method, PaiGowBook};
use std::collections::BTreeMap;
use tiles::slow::{Ranked, compare, rank};
use tiles::{Hand, Rank, Tile, Value};

fn book(id: &str) -> &'static PaiGowBook {
    SHELF.book(id).unwrap().pai_gow().unwrap()
}

/// Every two-tile value that occurs, by its byte, ranked slowly; and every low and high value of a setting.
struct Space {
    ranked: BTreeMap<u8, (Value, Ranked)>,
    settings: Vec<[Value; 2]>,
}

fn space() -> Space {
    let ranked_of = |[one, other]: [Rank; 2]| {
        // The second tile of a rank stands for a pair's other one.
        rank(Tile::new(one, 0), Tile::new(other, u8::from(one == other)))
    };
    let mut ranked: BTreeMap<u8, (Value, Ranked)> = BTreeMap::new();
    let mut settings = BTreeMap::new();
    for hand in Hand::all() {
        for setting in hand.settings() {
            let values = [setting.low_value(), setting.high_value()];
            for (tiles, value) in [setting.low(), setting.high()].into_iter().zip(values) {
                let slow = ranked_of(tiles);
                let (_, known) = ranked.entry(value.byte()).or_insert((value, slow.clone()));
                assert!(compare(known, &slow).is_eq(), "{tiles:?} are {value}");
            }
            settings.insert(values.map(Value::byte), values);
        }
    }
    Space { ranked, settings: settings.into_values().collect() }
}

/// A hand that counts nothing.
fn zero(hand: &Ranked) -> bool {
    hand.place.is_none() && hand.points == 0
}

/// Whether a player's low, or high, hand is the higher one.
type Higher = fn(&Ranked, &Ranked) -> bool;

/// Two zeros are the bank's whatever leads them; otherwise the better hand, by value and then by the
/// higher tile, and the bank's if both are the same.
fn bank_takes_zeros(player: &Ranked, bank: &Ranked) -> bool {
    !(zero(player) && zero(bank)) && compare(player, bank).is_gt()
}

/// The higher tile decides between equal values, zeros among them.
fn by_tile(player: &Ranked, bank: &Ranked) -> bool {
    compare(player, bank).is_gt()
}

/// Compares every pair of settings under a book's rule with the clauses.
fn every_pair(matching: &Matching, higher: [Higher; 2], zero_low_loses: bool) {
    let space = space();
    let [wins_low, wins_high] = higher.map(|higher| {
        let mut wins = vec![[false; 256]; 256];
        for (player, (_, one)) in &space.ranked {
            for (bank, (_, other)) in &space.ranked {
                wins[usize::from(*player)][usize::from(*bank)] = higher(one, other);
            }
        }
        wins
    });
    let zeros: Vec<bool> = (0..=255).map(|b| space.ranked.get(&b).is_some_and(|(_, r)| zero(r))).collect();
    assert!(space.settings.len() > 2_500, "{} settings", space.settings.len());
    let mut seen = [0u64; 3];
    for own in &space.settings {
        let [low, high] = own.map(|v| usize::from(v.byte()));
        for bank in &space.settings {
            let [bank_low, bank_high] = bank.map(|v| usize::from(v.byte()));
            let (low_won, high_won) = (wins_low[low][bank_low], wins_high[high][bank_high]);
            let wanted = match (low_won, high_won) {
                (true, true) => Outcome::Win,
                (false, false) => Outcome::Lose,
                // The bank has the high hand, and the player's low hand counts nothing.
                (true, false) if zero_low_loses && zeros[low] => Outcome::Lose,
                _ => Outcome::Push,
            };
            let found = matching.result(*own, *bank);
            assert!(found == wanted, "{own:?} against {bank:?}: {found:?}, {wanted:?} wanted");
            assert_eq!(matching.beats(*own, *bank), [low_won, high_won]);
            seen[wanted as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 1_000_000), "{seen:?}: every outcome occurs");
}

fn by_book(id: &str) -> Matching {
    let book = book(id);
    Matching::of(&book.parameters, &book.default_choices())
}

/// Every player's setting against every bank's; seen from the bank they are its own wins and losses.
#[test]
fn star_2016_every_pair_of_settings() {
    // Proves: star-2016 1.1#19, 9.2, 9.2.1, 9.2.1.1, 9.2.1.2, 9.2.2, 9.2.2.1, 9.2.2.2, 9.2.2.3, 9.2.2.4,
    // 9.2.3, 9.3, 9.3.1, 9.3.1.1, 9.3.1.2, 9.3.1.3, 9.3.1.4, 9.3.2, 9.3.2.1, 9.3.2.2, 9.3.3
    every_pair(&by_book("star-2016"), [bank_takes_zeros; 2], false);
}

/// Every setting against every other.
#[test]
fn vcga_2000_every_pair_of_settings() {
    // Proves: vcga-2000 1.1.11, 13.1, 13.2, 13.3, 13.4, 13.5, 13.6, 13.7, 13.7#Note
    every_pair(&by_book("vcga-2000"), [bank_takes_zeros; 2], false);
}

/// Every setting against every other, as written.
#[test]
fn crown_6_1_every_pair_of_settings() {
    // Proves: crown-6.1 1.1#Matching, 8.12, 8.12.1, 8.13.1, 8.13.2, 8.13.3, 8.14.1, 8.14.2, 8.15
    every_pair(&by_book("crown-6.1"), [by_tile; 2], true);
}

/// crown-6.1 8.12.1, 8.13.2 by the other choice of reading zero-crown: as in the earlier books.
#[test]
fn crown_6_1_every_pair_with_zeros_copied() {
    let book = book("crown-6.1");
    let mut choices = book.default_choices();
    choices.select(&book.readings, "zero-crown", "copy").unwrap();
    let matching = Matching::of(&book.parameters, &choices);
    every_pair(&matching, [bank_takes_zeros; 2], false);
}

/// Every setting against every other.
#[test]
fn nz_1999_every_pair_of_settings() {
    // Proves: nz-1999 4.5, 4.7, 6.1(a), 6.1(a)(i), 6.1(a)(ii)
    every_pair(&by_book("nz-1999"), [bank_takes_zeros; 2], false);
}

/// Every setting against every other; zero high hands rank by tile (reading uk-high-zero).
#[test]
fn uk_leaflet_every_pair_of_settings() {
    // Proves: uk-leaflet B15, B16, B17, B18, B19(a), B19(b), B19(c)
    every_pair(&by_book("uk-leaflet"), [bank_takes_zeros, by_tile], false);
}

/// uk-leaflet B19(c) by the other choice of reading uk-high-zero: the bank's in the high hands too.
#[test]
fn uk_leaflet_every_pair_with_both_zeros_the_banks() {
    let book = book("uk-leaflet");
    let mut choices = book.default_choices();
    choices.select(&book.readings, "uk-high-zero", "both-hands").unwrap();
    let matching = Matching::of(&book.parameters, &choices);
    every_pair(&matching, [bank_takes_zeros; 2], false);
}

/// The area that a total counts to: the chung's is 1, the next one counter-clockwise 2, round and round;
/// below 1 the other way.
fn counted(chung: u8, total: i16, areas: u8) -> u8 {
    let (mut area, mut number) = (chung, 1);
    while number < total {
        (area, number) = (if area == areas { 1 } else { area + 1 }, number + 1);
    }
    while number > total {
        (area, number) = (if area == 1 { areas } else { area - 1 }, number - 1);
    }
    area
}

/// A round that waits for the dice: the bank at an area, one wager beside it.
fn waiting<'g>(game: &'g PaiGow, method: Method, chung: u8) -> Drive<'g> {
    let mut drive = Drive::open(game, 2, 10_000);
    drive.offer(method, chung);
    drive.accept(method, 500);
    drive.shuffle(in_order());
    let beside = if chung == drive.areas() { 2 } else { chung + 1 };
    drive.place(2, beside, Kind::Regular, 100);
    drive
}

/// All throws of so many dice.
fn throws(dice: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..dice {
        all = all.iter().flat_map(|throw| (1..=6).map(move |face| [&throw[..], &[face]].concat())).collect();
    }
    all
}

/// Every lot of a deal lies on the area that the count gives it.
fn lots_lie_right(drive: &Drive<'_>, boxes: &[u8], steal: i8) {
    let rules = drive.game.parameters();
    let (chung, counts) = (drive.table.bank.chung, rules.table.areas.value);
    let total = boxes.iter().map(|face| i16::from(*face)).sum::<i16>() + i16::from(steal);
    let context = || format!("{boxes:?} {steal:+} from area {chung}");
    let shown = drive.events.iter().rev().find_map(|event| match event.what {
        What::Dice(dice::What::DiceShown { total, .. }) => Some(total),
        _ => None,
    });
    assert_eq!(shown, Some(total), "{}", context());
    let (first, hands) = drive.dealt();
    assert_eq!(first, counted(chung, total, counts), "{}", context());
    let (cut, orientation) = drive.table.cutting.named.clone().unwrap();
    let cuts = &book(&drive.game.setup().book).cuts;
    let grid = cuts.cut(&cut).unwrap().delivery(&orientation).unwrap().grid;
    let order = in_order();
    let mut area = first;
    for lot in 1..=counts {
        let mut wanted: Vec<Tile> = grid.places(lot).map(|(row, column)| order[row * 8 + column]).collect();
        let mut found = hands[usize::from(area) - 1].to_vec();
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "lot {lot} on area {area}, {}", context());
        area = if area == counts { 1 } else { area + 1 };
    }
    assert_eq!(hands.len(), usize::from(counts));
}

/// Every throw, addition and chung of a game. How many there were.
fn every_throw(id: &str, variant: Option<&str>, areas: Option<u8>) -> u32 {
    let mut chosen = setup(id, variant);
    chosen.areas = areas;
    let game = table(chosen);
    let rules = game.parameters();
    let mut done = 0;
    for method in [Method::House, Method::Player] {
        let last = areas.unwrap_or(rules.table.areas.value);
        // Nobody banks from the dealer's own place.
        let first = if rules.bank.dealers_place.is_some() { 2 } else { 1 };
        let chungs = if method == Method::House { 1..=1 } else { first..=last };
        for chung in chungs {
            let start = waiting(&game, method, chung);
            let steals = match method {
                Method::House => 0..=0,
                _ => rules.dice.steal.value.least..=rules.dice.steal.value.most,
            };
            for steal in steals {
                for boxes in throws(rules.dice.box_dice.value) {
                    let mut drive = start.clone();
                    let cut_die = 1 + (boxes.iter().sum::<u8>() + 5) % 6;
                    drive.deal(faces(&game, &boxes, cut_die, 1), steal, plain_cut());
                    lots_lie_right(&drive, &boxes, steal);
                    done += 1;
                }
            }
        }
    }
    done
}

/// star-2016 8.2, 8.4, 8.4.1, 8.4.6, 12.1: every throw, addition from -4 to +4 and chung serves the area that
/// the adjusted total counts to first, and the other lots follow counter-clockwise.
#[test]
fn star_2016_every_throw_is_served() {
    // Proves: star-2016 7.2, 8.2, 8.4, 12.1, 13.2.1
    assert_eq!(every_throw("star-2016", None, None), 216 + 216 * 9 * 8);
}

/// vcga-2000 8.2.1, 8.2.2, 8.3, 8.6, 12.1.1, 12.1.2 likewise.
#[test]
fn vcga_2000_every_throw_is_served() {
    // Proves: vcga-2000 7.2, 8.2, 8.3, 12.1.1
    assert_eq!(every_throw("vcga-2000", None, None), 216 + 216 * 9 * 8);
}

/// vcga-2000 8.2.1, 8.2.2, 8.6, 17.1 with Bonus and Tie on the layout.
#[test]
fn vcga_2000_bonanza_every_throw_is_served() {
    // Proves: vcga-2000 17.1
    assert_eq!(every_throw("vcga-2000", Some("bonanza"), None), 216 + 216 * 9 * 8);
}

/// nz-1999 4.6 leaves the dice to vcga-2000 8.2.1, 8.2.2, 8.6.
#[test]
fn nz_1999_every_throw_is_served() {
    assert_eq!(every_throw("nz-1999", None, None), 216 + 216 * 9 * 8);
}

/// crown-6.1 4.4.2, 10.1.1: every throw and chung; and on a layout of six areas, where eight are counted.
#[test]
fn crown_6_1_every_throw_is_served() {
    // Proves: crown-6.1 5.2, 10.1.1
    assert_eq!(every_throw("crown-6.1", None, None), 216 + 216 * 8);
    assert_eq!(every_throw("crown-6.1", None, Some(6)), 216 + 216 * 6);
    assert_eq!(every_throw("crown-6.1", Some("bonanza"), None), 216 + 216 * 8);
}

/// crown-6.1 14.2.1(a), 14.3.1, 14.3.2(c)(i), 14.4.1: one box die counts to one of six areas; two lots are
/// left over.
#[test]
fn crown_pai_gow_every_throw_is_served() {
    // Proves: crown-6.1 14.4.1
    for variant in ["crown-pai-gow", "crown-bonanza"] {
        assert_eq!(every_throw("crown-6.1", Some(variant), None), 6 + 6 * 6);
    }
}

/// uk-leaflet B3(b), B3(c), B3(d), B4, B26(a): every throw from the dealer's or the banker's position.
#[test]
fn uk_leaflet_every_throw_is_served() {
    // Proves: uk-leaflet B3(a), B4, B26(a)
    assert_eq!(every_throw("uk-leaflet", None, None), 216 + 216 * 7);
}

/// Every described cut and orientation of a game, named by a banker and dealt: what each area gets. The
/// undescribed are refused.
fn every_cut(id: &str, variant: Option<&str>) -> BTreeMap<(String, String), Vec<[Tile; 4]>> {
    let game = table(setup(id, variant));
    let start = waiting(&game, Method::Player, 2);
    let boxes = vec![1; usize::from(game.parameters().dice.box_dice.value)];
    let mut deals = BTreeMap::new();
    for cut in &book(id).cuts.cuts {
        for orientation in cut.orientations() {
            if cut.delivery(&orientation).is_none() {
                continue;
            }
            let mut drive = start.clone();
            drive.deal(faces(&game, &boxes, 1, 1), 0, (&cut.name, orientation));
            let (_, hands) = drive.dealt();
            let mut all: Vec<Tile> = hands.concat();
            all.sort_unstable();
            all.dedup();
            let wanted = 4 * usize::from(game.parameters().table.areas.value);
            assert_eq!(all.len(), wanted, "{} \"{orientation}\" deals different tiles", cut.name);
            deals.insert((cut.name.clone(), orientation.to_string()), hands);
        }
    }
    deals
}

/// The cuts that the Melbourne books describe, with how they can be turned.
const DESCRIBED: [(&str, &[&str]); 9] = [
    ("yat-dong-dong", &["right", "left"]),
    ("cup-say", &["right,top", "right,bottom", "left,top", "left,bottom"]),
    ("chee-yee", &["top", "bottom"]),
    ("dai-pin", &["right", "left"]),
    ("jung-quat", &["top", "bottom"]),
    ("long-tau", &["right", "left"]),
    ("fong-may", &["right", "left"]),
    ("wui-fung-bank", &[""]),
    ("foot-say", &[""]),
];

fn cuts_are_permutations(id: &str, variant: Option<&str>) {
    let deals = every_cut(id, variant);
    let names: Vec<(String, String)> = deals.keys().cloned().collect();
    let mut wanted: Vec<(String, String)> = DESCRIBED
        .iter()
        .flat_map(|(cut, turned)| turned.iter().map(|o| (cut.to_string(), o.to_string())))
        .collect();
    wanted.sort();
    assert_eq!(names, wanted, "{id}");
    for (one, dealt) in &deals {
        let same = deals.iter().filter(|(_, other)| *other == dealt).count();
        assert_eq!(same, 1, "{one:?} of {id} deals like another cut");
    }
}

/// star-2016 8.4.3, 12.1, App3: every described cut, however turned, deals 32 different tiles, four to each
/// area, and no two deal alike.
#[test]
fn star_2016_every_cut_is_a_permutation() {
    // Proves: star-2016 1.1#27, 8.4.3
    cuts_are_permutations("star-2016", None);
}

/// vcga-2000 7.4, 12.1.1, App3 likewise, with and without Bonus and Tie; and nz-1999, which takes them over.
#[test]
fn vcga_2000_every_cut_is_a_permutation() {
    // Proves: vcga-2000 1.1.17
    cuts_are_permutations("vcga-2000", None);
    cuts_are_permutations("vcga-2000", Some("bonanza"));
    cuts_are_permutations("nz-1999", None);
}

/// crown-6.1 10.1.1, 14.4.1, App2, Table1: likewise; with six areas 24 tiles are dealt. uk-leaflet B4, B26(b)
/// borrows the cuts.
#[test]
fn crown_6_1_every_cut_is_a_permutation() {
    // Proves: crown-6.1 1.1#Traditional Cuts
    for (id, variant) in games() {
        if ["crown-6.1", "uk-leaflet"].contains(&id) {
            cuts_are_permutations(id, variant);
        }
    }
}
