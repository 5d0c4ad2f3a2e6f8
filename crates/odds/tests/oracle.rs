//! The fast counts against enumeration: weighted pairs of hands, and concrete tiles.

use houseway::Matching;
use odds::{Best, Commission, Duel, Field, Fraction, Report, Seat, SetHand, Terms, slow};
use rulebook::{Copies, PaiGowBook, Shelf, ZeroZero};
use tiles::{Hand, Rank, Tile};

fn report(book: &PaiGowBook) -> Report {
    Report::new(book, &Terms::of(book)).expect("it can be priced")
}

fn field(report: &Report) -> Vec<SetHand> {
    Hand::all().map(|h| SetHand::of(&report.chart.setting(&h))).collect()
}

/// Every rule for copies and zeros that a book can state.
fn rules() -> Vec<Matching> {
    let mut all = Vec::new();
    for zeros in [ZeroZero::Bank, ZeroZero::BankLow, ZeroZero::ByTile] {
        for zero_low_loses in [false, true] {
            for copies in [Copies::Bank, Copies::Player] {
                all.push(Matching { zeros, zero_low_loses, copies });
            }
        }
    }
    all
}

/// A seeded sample: every nth hand, from a place that the seed gives.
fn sample(seed: usize, step: usize) -> impl Iterator<Item = Hand> {
    Hand::all().skip(seed % step).step_by(step)
}

#[test]
fn fast_counts_agree_with_weighted_pairs() {
    let shelf = Shelf::embedded().expect("valid");
    for (n, book) in shelf.pai_gow().enumerate() {
        let (report, book) = (report(book), &book.id);
        let slow_field = field(&report);
        for hand in sample(n * 11, 211) {
            for setting in hand.settings() {
                for matching in rules() {
                    for seat in [Seat::Player, Seat::Bank] {
                        let fast = Duel::of(&hand, &setting, seat, &report.field, &matching);
                        let slow = slow::duel(&hand, &setting, seat, &slow_field, &matching);
                        assert_eq!(fast, slow, "{book} {hand} {setting} {seat:?} {matching:?}");
                    }
                    let play = Best::hand(
                        &hand,
                        &setting,
                        &report.field,
                        Seat::Player,
                        &matching,
                        report.commission,
                    );
                    let tied = slow::one_higher(&hand, &setting, &slow_field, &matching);
                    assert_eq!(play.house().one_higher, tied, "{book} {hand} {setting} {matching:?}");
                }
            }
        }
    }
}

#[test]
fn fast_counts_agree_with_concrete_tiles() {
    let shelf = Shelf::embedded().expect("valid");
    for (n, book) in shelf.pai_gow().enumerate() {
        let (report, book) = (report(book), &book.id);
        let slow_field = field(&report);
        for hand in sample(n * 101, 601) {
            let mut used = [0u8; 16];
            let tiles = hand.ranks().map(|rank: Rank| {
                let copy = &mut used[usize::from(rank.nibble())];
                *copy += 1;
                Tile::new(rank, *copy - 1)
            });
            for seat in [Seat::Player, Seat::Bank] {
                let setting = hand.settings()[1];
                let fast = Duel::of(&hand, &setting, seat, &report.field, &report.matching);
                let slow = slow::concrete(tiles, &setting, seat, &slow_field, &report.matching);
                assert_eq!(fast, slow, "{book} {hand} {setting} {seat:?}");
            }
        }
    }
}

#[test]
fn weights_add_up_to_the_deals_left() {
    for hand in sample(5, 97) {
        let sum: i64 = Hand::all().map(|other| slow::weight(&hand, &other)).sum();
        assert_eq!(sum, i64::from(Field::DEALS), "{hand}");
    }
}

/// star-2016 14.3, vcga-2000 13.11, crown-6.1 11.3: what chips cannot make up is not collected.
#[test]
fn commission_in_chips_rounds_down() {
    let rate = |bet, chip| Commission::in_chips(Fraction::new(5, 100), bet, chip).rate();
    assert_eq!(rate(25, 1), Fraction::new(1, 25));
    assert_eq!(rate(100, 1), Fraction::new(5, 100));
    assert_eq!(rate(19, 1), Fraction::ZERO);
    assert_eq!(rate(90, 5), Fraction::ZERO);
    assert_eq!(rate(250, 5), Fraction::new(10, 250));
    for bet in 1..2000 {
        for chip in [1, 2, 5, 25] {
            let rate = rate(bet, chip);
            assert!(rate <= Fraction::new(5, 100) && rate >= Fraction::ZERO, "{bet} {chip}");
            assert!(
                Fraction::new(5, 100) * Fraction::whole(bet.into()) - rate * Fraction::whole(bet.into())
                    < Fraction::whole(chip.into())
            );
        }
    }
}
