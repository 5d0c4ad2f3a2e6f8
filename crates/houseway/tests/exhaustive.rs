//! What holds for all 3,620 hands of every book.

use houseway::{Cause, Chart, Format, Lint, Way};
use rulebook::{HouseWay, Shelf};
use tiles::{Hand, Setting, Tile};

fn shelf() -> Shelf {
    Shelf::embedded().expect("the embedded books are valid")
}

fn house_way<'s>(shelf: &'s Shelf, id: &str) -> &'s HouseWay {
    &shelf.book(id).and_then(|book| book.pai_gow()).expect("a Pai Gow book on the shelf").way
}

/// Every choice of every switchable reading, alone and together.
fn ways(shelf: &Shelf) -> Vec<Way<'_>> {
    let mut ways = Vec::new();
    for book in shelf.pai_gow() {
        for six in ["not-six", "six"] {
            for high in ["first-six", "two-highest"] {
                let mut choices = book.default_choices();
                choices.select(&book.readings, "gee-jun-not-six", six).expect("it can be switched");
                choices.select(&book.readings, "high-tiles", high).expect("it can be switched");
                ways.push(Way::listed(&book.way, choices.clone()));
                ways.extend(Way::new(&book.way, choices, Format::General));
            }
        }
    }
    let with_formats = shelf.pai_gow().filter(|book| !book.way.rules.formats.is_empty()).count();
    assert_eq!(ways.len(), 4 * (shelf.pai_gow().count() + with_formats));
    ways
}

/// A computer sets and checks every hand by the House Way, under every reading; nothing is undecided,
/// fouled, or dominated.
#[test]
fn every_way_decides_every_hand() {
    let shelf = shelf();
    for way in ways(&shelf) {
        for hand in Hand::all() {
            let decision = way.set(&hand).expect("every hand is decided");
            let setting = decision.setting;
            assert_eq!(setting.hand(), Some(hand), "the same four tiles");
            assert!(setting.low_value() <= setting.high_value(), "{hand} is fouled");
            // Only a listed exception may give something away, and by default none does.
            let dominated = hand.settings().iter().any(|s| s.dominates(&setting));
            let listed = decision.steps.iter().any(|s| matches!(s.cause, Cause::Listed { .. }));
            let default = *way.choices() == way.text().default_choices();
            assert!(!dominated || (listed && !default), "{hand} is dominated");
            assert!(!decision.steps.is_empty() && !decision.clauses().is_empty(), "{hand} has no clause");
            for id in &decision.readings {
                assert!(way.text().reading(id).is_some(), "{hand} rests on {id}, which the book lacks");
            }
        }
    }
}

#[test]
fn every_clause_a_decision_cites_exists() {
    let shelf = shelf();
    for way in ways(&shelf) {
        for decision in Hand::all().map(|hand| way.set(&hand).expect("decided")) {
            for clause in decision.clauses() {
                let book = shelf.book(&clause.book).expect("a book on the shelf");
                assert!(book.register.get(&clause.clause).is_some(), "{clause}");
            }
        }
    }
}

/// A decision says which readings it rests on: where it names none of the switchable ones, switching
/// them changes nothing.
#[test]
fn hands_that_do_not_rest_on_a_reading_do_not_change_with_it() {
    let shelf = shelf();
    for book in shelf.pai_gow() {
        let way = Way::of(&book.way);
        for (id, choice) in [("gee-jun-not-six", "six"), ("high-tiles", "two-highest")] {
            let mut choices = book.default_choices();
            choices.select(&book.readings, id, choice).expect("it can be switched");
            let other = Way::listed(&book.way, choices);
            let mut changed = 0;
            for hand in Hand::all() {
                let (one, two) = (way.set(&hand).expect("decided"), other.set(&hand).expect("decided"));
                if one.setting != two.setting {
                    changed += 1;
                    assert!(one.readings.iter().any(|r| r == id), "{hand} changes with {id} unsaid");
                    assert!(two.readings.iter().any(|r| r == id), "{hand} changes with {id} unsaid");
                }
            }
            assert!(changed > 0, "{id} decides nothing in {}", book.id);
        }
    }
}

#[test]
fn chart_agrees_with_the_way_in_every_order() {
    let shelf = shelf();
    for book in shelf.pai_gow() {
        let way = Way::of(&book.way);
        let chart = Chart::compile(&way).expect("every hand is decided");
        let settings: Vec<Setting> = Hand::all().map(|h| way.set(&h).expect("decided").setting).collect();
        let tile = |p: u8| Tile::from_place(p).expect("a place below 32");
        let mut seen = 0;
        // Every ordered choice of four of the 32 tiles.
        for a in 0..32 {
            for b in (0..32).filter(|b| *b != a) {
                for c in (0..32).filter(|c| *c != a && *c != b) {
                    for d in (0..32).filter(|d| *d != a && *d != b && *d != c) {
                        let tiles = [tile(a), tile(b), tile(c), tile(d)];
                        let (low, high) = chart.places(tiles).split(tiles);
                        let hand = Hand::new(tiles.map(Tile::rank)).expect("tiles of one set");
                        let setting = settings[hand.index()];
                        let mut low = low.map(Tile::rank);
                        let mut high = high.map(Tile::rank);
                        low.sort_unstable();
                        high.sort_unstable();
                        assert_eq!((low, high), (setting.low(), setting.high()));
                        seen += 1;
                    }
                }
            }
        }
        assert_eq!(seen, 32 * 31 * 30 * 29);
        assert!(Hand::all().all(|h| chart.setting(&h) == settings[h.index()]));
    }
}

/// nz-1999 amends vcga-2000 and leaves its House Way; uk-leaflet B14(b) borrows crown-6.1's.
#[test]
fn borrowed_ways_set_hands_as_their_lenders_do() {
    let shelf = shelf();
    let way = |id: &str| Way::of(house_way(&shelf, id));
    for (borrower, lender) in
        [("nz-1999", "vcga-2000"), ("uk-leaflet", "crown-6.1"), ("vcga-2000", "crown-6.1")]
    {
        let found = houseway::differences(&way(borrower), &way(lender)).expect("decided");
        // Proves: uk-leaflet B14(b)
        assert_eq!(found.len(), 0, "{borrower} and {lender}");
    }
}

/// The general formats of star-2016 App2.7 set hands as the list does, but for three.
#[test]
fn formats_disagree_with_the_list_on_three_hands() {
    let shelf = shelf();
    let register = &shelf.book("star-2016").expect("it is on the shelf").register;
    let star = house_way(&shelf, "star-2016");
    let lint = Lint::of(&Way::of(star), register);
    let hands: Vec<String> = lint.formats.iter().map(|d| d.left.hand.to_string()).collect();
    // Proves: star-2016 App2.7#20
    assert_eq!(hands, ["12 H10 L10 GJ", "2 H10 L10 GJ", "H8 H4 H6 L8"]);
    // Each of the formats is needed somewhere.
    let general = Way::new(star, star.default_choices(), Format::General).expect("formats");
    let cited = |clause: &str| {
        Hand::all()
            .filter(|h| general.set(h).expect("decided").clauses().iter().any(|c| c.clause == clause))
            .count()
    };
    for (clause, hands) in [("App2.7#21", 6), ("App2.7#22", 12), ("App2.7#24", 12), ("App2.7#25", 2)] {
        assert_eq!(cited(clause), hands, "{clause}");
    }
    // #23 says what App2.6.4 says, which general play has already done.
    assert_eq!(cited("App2.7#23"), 0);
}

#[test]
fn lint_finds_no_dominated_setting_and_one_idle_format_in_the_books() {
    let shelf = shelf();
    for book in shelf.pai_gow() {
        let (id, lint) = (book.id.as_str(), Lint::of(&Way::of(&book.way), &book.register));
        let silent: Vec<&str> = lint.never_fire.iter().map(|s| s.clause.as_str()).collect();
        // Its format #23 says what App2.6.4 has already done.
        let known: &[&str] = if id == "star-2016" { &["App2.7#23"] } else { &[] };
        assert_eq!(silent, known, "{id}");
        assert!(lint.dominated.is_empty() && lint.undecided.is_empty(), "{id}");
        assert_eq!(lint.sensitivities.iter().filter(|s| !s.differences.is_empty()).count(), 2, "{id}");
    }
}
