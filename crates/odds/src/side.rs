//! The side wagers: Bonus, Tie, Big and Small, row by row.
//!
//! Clauses: vcga-2000 17.5–17.6, Table1; crown-6.1 13.4–13.5, Tables 3 to 9, 1.1#Big/Small, 11.4.
//! Readings `bonus-rows` and `tie-b`: the best row only. A Tie is decided as the clause says, by one
//! hand alone being higher, whatever becomes of the regular wager (reading `tie-by-hand`).

use crate::{Best, Field, Fraction, Player, Price, SettingPlay, slow};
use rulebook::{BonusTable, Citation, PayTables, Ratio, TieTable};
use tiles::Hand;

/// Deals of four tiles.
const DEALS: i64 = 35_960;

/// Every side wager of a book.
pub(crate) fn prices(pay: &PayTables, player: &Best) -> Vec<Price> {
    let mut prices: Vec<Price> = pay.bonus.iter().map(bonus).collect();
    for table in &pay.tie {
        let offers: &[bool] = if table.surrender.is_some() { &[false, true] } else { &[false] };
        for surrender in offers {
            for set in [Player::HouseWay, Player::Best] {
                prices.push(tie(table, player, set, *surrender));
            }
        }
    }
    if let Some(rules) = &pay.big_small {
        for (name, wanted) in [("big", rulebook::BigOrSmall::Big), ("small", rulebook::BigOrSmall::Small)] {
            let faces = 1..=6u8;
            let dice = faces.clone().flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| [a, b, c])));
            let won = dice.filter(|dice| rules.winner(*dice) == Some(wanted)).count() as i64;
            let row = (name.to_string(), rules.clauses.first().cloned(), won, Fraction::from(rules.pays));
            prices.push(Price::by_rows(name, 216, vec![row]));
        }
    }
    prices
}

/// A Bonus table. Where a row needs the bank's tiles too, deals are counted for both.
fn bonus(table: &BonusTable) -> Price {
    let both = table.rows.iter().any(|row| row.needs_bank());
    let scale = if both { i64::from(Field::DEALS) } else { 1 };
    let two_pairs: Vec<Hand> = Hand::all().filter(|h| h.pairs().count() == 2).collect();
    let mut counts = vec![0i64; table.rows.len()];
    let place = |row: Option<&rulebook::BonusRow>| {
        row.and_then(|row| table.rows.iter().position(|r| std::ptr::eq(r, row)))
    };
    for hand in Hand::all() {
        let deals = i64::from(hand.deals());
        let alone = place(table.row(&hand, None));
        // With two pairs on both sides another row may pay.
        let with = if both { place(table.row(&hand, two_pairs.first())) } else { alone };
        let bank: i64 =
            if with == alone { 0 } else { two_pairs.iter().map(|b| slow::weight(&hand, b)).sum() };
        for (row, ways) in [(alone, scale - bank), (with, bank)] {
            if let Some(row) = row {
                counts[row] += deals * ways;
            }
        }
    }
    let rows = table.rows.iter().zip(counts);
    let rows = rows
        .map(|(row, n)| (row.name.clone(), Some(row.clause.clone()), n, Fraction::from(row.pays)))
        .collect();
    Price { table: Some(table.table.clone()), ..Price::by_rows("bonus", DEALS * scale, rows) }
}

/// A Tie table, the tiles set by the House Way or for the Tie alone.
fn tie(table: &TieTable, hands: &Best, player: Player, surrender: bool) -> Price {
    let rows = &table.rows;
    let back = table.surrender.as_ref().map(|s| s.value).filter(|_| surrender);
    let place =
        |row: Option<&rulebook::TieRow>| row.and_then(|row| rows.iter().position(|r| std::ptr::eq(r, row)));
    // Whole numbers while settings are compared: every ratio times what makes all of them whole.
    let dens = rows.iter().map(|r| r.pays).chain(back).map(|r| i64::from(r.den()));
    let scale: i64 = dens.product();
    let scaled = |ratio: Ratio| i64::from(ratio.num()) * (scale / i64::from(ratio.den()));
    let mut counts = vec![0i64; rows.len()];
    let mut surrendered = 0;
    let total = i64::from(Field::DEALS);
    for dealt in &hands.hands {
        let hand = dealt.hand;
        // What a setting can expect, times the deals: by the row it meets with a tie, and without.
        let play = |play: &SettingPlay| {
            let (low, tied) = (play.setting.low_value(), play.one_higher);
            let with = place(table.row(&hand, low, true));
            let without = place(table.row(&hand, low, false));
            let worth = |row: Option<usize>| row.map_or(-scale, |row| scaled(rows[row].pays));
            (worth(with) * tied + worth(without) * (total - tied), with, without, tied)
        };
        let chosen = match player {
            Player::HouseWay => Some(play(dealt.house())),
            Player::Best => dealt.plays().iter().map(play).max_by_key(|(worth, ..)| *worth),
        };
        let Some((worth, with, without, tied)) = chosen else { continue };
        let deals = i64::from(hand.deals());
        if back.is_some_and(|back| (scaled(back) - scale) * total > worth) {
            surrendered += deals * total;
            continue;
        }
        for (row, ways) in [(with, tied), (without, total - tied)] {
            if let Some(row) = row {
                counts[row] += deals * ways;
            }
        }
    }
    let mut paid: Vec<(String, Option<Citation>, i64, Fraction)> = rows
        .iter()
        .zip(counts)
        .map(|(r, n)| (r.name.clone(), Some(r.clause.clone()), n, Fraction::from(r.pays)))
        .collect();
    if let Some(back) = back {
        let clause = table.surrender.as_ref().and_then(|s| s.clauses.first().cloned());
        paid.push(("surrendered".into(), clause, surrendered, Fraction::from(back) - Fraction::ONE));
    }
    let price = Price::by_rows("tie", DEALS * total, paid);
    Price { player: Some(player), table: Some(table.table.clone()), surrender: Some(surrender), ..price }
}
