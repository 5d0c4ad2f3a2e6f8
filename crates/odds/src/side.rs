//! The side wagers: Bonus, Tie, Big and Small, row by row.
//!
//! Clauses: vcga-2000 17.5–17.6, Table1; crown-6.1 13.4–13.5, Tables 3 to 9, 1.1#Big/Small, 11.4.
//! Readings `bonus-rows` and `tie-b`: the best row only. A Tie is decided as the clause says, by one
//! hand alone being higher, whatever becomes of the regular wager (reading `tie-by-hand`).

use crate::best::field as field_of;
use crate::{Field, Fraction, Player, Price, SetHand, Zeros, slow};
use houseway::Chart;
use rulebook::{BonusTable, Citation, PayTables, Ratio, TieTable};
use tiles::{Hand, Setting};

/// Deals of four tiles.
const DEALS: i64 = 35_960;

fn fraction(ratio: Ratio) -> Fraction {
    Fraction::new(ratio.num().into(), ratio.den().into())
}

/// Every side wager of a book.
pub(crate) fn prices(pay: &PayTables, chart: &Chart, zeros: Zeros) -> Vec<Price> {
    let mut prices: Vec<Price> = pay.bonus.iter().map(bonus).collect();
    if !pay.tie.is_empty() {
        let field = field_of(chart);
        let tied = Tied::all(&field, zeros);
        for table in &pay.tie {
            let offers: &[bool] = if table.surrender.is_some() { &[false, true] } else { &[false] };
            for surrender in offers {
                for player in [Player::HouseWay, Player::Best] {
                    prices.push(tie(table, &tied, chart, player, *surrender));
                }
            }
        }
    }
    if let Some(rules) = &pay.big_small {
        for (name, wanted) in [("big", rulebook::BigOrSmall::Big), ("small", rulebook::BigOrSmall::Small)] {
            let faces = 1..=6u8;
            let dice = faces.clone().flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| [a, b, c])));
            let won = dice.filter(|dice| rules.winner(*dice) == Some(wanted)).count() as i64;
            let row = (name.to_string(), rules.clauses.first().cloned(), won, fraction(rules.pays));
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
        let bank: i64 = if with == alone { 0 } else { two_pairs.iter().map(|b| slow::weight(&hand, b)).sum() };
        for (row, ways) in [(alone, scale - bank), (with, bank)] {
            if let Some(row) = row {
                counts[row] += deals * ways;
            }
        }
    }
    let rows = table.rows.iter().zip(counts);
    let rows = rows.map(|(row, n)| (row.name.clone(), Some(row.clause.clone()), n, fraction(row.pays))).collect();
    Price { table: Some(table.table.clone()), ..Price::by_rows("bonus", DEALS * scale, rows) }
}

/// For each hand and each setting, in how many deals exactly one hand is higher.
struct Tied(Vec<Vec<(Setting, i64)>>);

impl Tied {
    fn all(field: &Field, zeros: Zeros) -> Self {
        Self(Hand::all().map(|hand| settings(&hand).into_iter().map(|s| (s, tied(&hand, &s, field, zeros))).collect()).collect())
    }
}

fn settings(hand: &Hand) -> Vec<Setting> {
    let mut settings: Vec<Setting> = Vec::with_capacity(3);
    for setting in hand.settings() {
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings
}

fn tied(hand: &Hand, setting: &Setting, field: &Field, zeros: Zeros) -> i64 {
    let SetHand { low, high } = SetHand::of(setting);
    let least = |value: u8| if zeros == Zeros::Bank && value < 16 { 0 } else { value };
    let below = field.below(hand, least(low), least(high));
    i64::from(below.low + below.high - 2 * below.both)
}

/// A Tie table, the tiles set by the House Way or for the Tie alone.
fn tie(table: &TieTable, tied: &Tied, chart: &Chart, player: Player, surrender: bool) -> Price {
    let rows = &table.rows;
    let back = table.surrender.as_ref().map(|s| fraction(s.value)).filter(|_| surrender);
    let place = |row: Option<&rulebook::TieRow>| row.and_then(|row| rows.iter().position(|r| std::ptr::eq(r, row)));
    let mut counts = vec![0i64; rows.len()];
    let mut surrendered = 0;
    let total = i64::from(Field::DEALS);
    for (hand, plays) in Hand::all().zip(&tied.0) {
        // What a setting can expect, times the deals: by the row it meets with a tie, and without.
        let play = |setting: &Setting, tied: i64| {
            let low = setting.low_value();
            let with = place(table.row(&hand, low, true));
            let without = place(table.row(&hand, low, false));
            let worth = |row: Option<usize>| row.map_or(Fraction::whole(-1), |row| fraction(rows[row].pays));
            let worth = worth(with) * Fraction::whole(tied.into()) + worth(without) * Fraction::whole((total - tied).into());
            (worth, with, without, tied)
        };
        let chosen = match player {
            Player::HouseWay => {
                let house = chart.setting(&hand);
                plays.iter().find(|(s, _)| *s == house).map(|(s, n)| play(s, *n))
            }
            Player::Best => plays.iter().map(|(s, n)| play(s, *n)).max_by_key(|(worth, ..)| *worth),
        };
        let Some((worth, with, without, tied)) = chosen else { continue };
        let deals = i64::from(hand.deals());
        if let Some(back) = back
            && (back - Fraction::ONE) * Fraction::whole(total.into()) > worth
        {
            surrendered += deals * total;
            continue;
        }
        for (row, ways) in [(with, tied), (without, total - tied)] {
            if let Some(row) = row {
                counts[row] += deals * ways;
            }
        }
    }
    let mut paid: Vec<(String, Option<Citation>, i64, Fraction)> =
        rows.iter().zip(counts).map(|(r, n)| (r.name.clone(), Some(r.clause.clone()), n, fraction(r.pays))).collect();
    if let Some(back) = back {
        let clause = table.surrender.as_ref().and_then(|s| s.clauses.first().cloned());
        paid.push(("surrendered".into(), clause, surrendered, back - Fraction::ONE));
    }
    let price = Price::by_rows("tie", DEALS * total, paid);
    Price { player: Some(player), table: Some(table.table.clone()), surrender: Some(surrender), ..price }
}
