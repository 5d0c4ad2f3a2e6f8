//! What every picture must be: well-formed, within its sheet, the same each time, and complete.
#![allow(clippy::float_arithmetic, reason = "pictures")]

use super::sheet::width;
use super::*;
use crate::{Best, Fraction, Price, Report, Seat, Terms};
use roxmltree::{Document, Node};
use rulebook::Shelf;
use std::collections::HashSet;
use std::sync::LazyLock;
use tiles::{HANDS, Hand};

struct Figures {
    books: Vec<(String, Vec<Price>)>,
    crown: Report,
    best: Best,
}

static FIGURES: LazyLock<Figures> = LazyLock::new(|| {
    let shelf = Shelf::load(&Shelf::embedded_files()).expect("the books load");
    let prices = |id: &str| {
        let book = shelf.book(id).expect("the book is there");
        (id.to_string(), Report::prices(book, &Terms::of(book)).expect("the book has prices"))
    };
    let book = shelf.book("crown-6.1").and_then(|book| book.pai_gow()).expect("the book is there");
    let crown = Report::new(book, &Terms::of(book)).expect("the book has a report");
    let best = crown.best(Seat::Player);
    Figures { books: ["crown-6.1", "rapid-roulette-2000"].map(prices).into(), crown, best }
});

fn point(rounds: u64, estimate: f64, half: f64) -> Point {
    Point { rounds, estimate, low: estimate - half, high: estimate + half }
}

fn run() -> Vec<Point> {
    (0..=10).map(|i| 1000 << i).map(|n| point(n, 2.4, 200.0 / (n as f64).sqrt())).collect()
}

fn all() -> Vec<String> {
    let Figures { books, crown, best } = &*FIGURES;
    vec![
        edges(books, "houseway odds"),
        edges(&books[1..], "houseway odds --book rapid-roulette-2000"),
        giveaway(best, "crown-6.1", crown.commission, "houseway best --book crown-6.1"),
        convergence("The regular wager", &run(), Some(2.366), "houseway simulate --seed 1"),
        convergence("The regular wager", &run(), None, "houseway simulate --seed 1"),
    ]
}

/// All text that is drawn, without what is said only when pointed at.
fn drawn<'a>(document: &'a Document<'a>) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|n| n.has_tag_name("text")).collect()
}

fn words(document: &Document<'_>) -> String {
    drawn(document).iter().filter_map(Node::text).collect::<Vec<_>>().join("\n")
}

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|v| v.parse().ok()).unwrap_or_else(|| panic!("{name} of {node:?}"))
}

#[test]
fn pictures_are_well_formed_1200_wide_and_without_odd_numbers() {
    for picture in all() {
        let document = Document::parse(&picture).expect("well-formed");
        let root = document.root_element();
        assert_eq!(root.attribute("width"), Some("1200"));
        assert!(number(&root, "height") > 300.0);
        assert!(
            root.children().any(|n| n.has_tag_name("title"))
                && root.children().any(|n| n.has_tag_name("desc"))
        );
        for wrong in ["NaN", "inf", "-0\""] {
            assert!(!picture.contains(wrong), "{wrong}");
        }
        assert!(words(&document).contains("Source: houseway "), "{}", words(&document));
    }
}

#[test]
fn the_same_figures_give_the_same_bytes() {
    assert_eq!(all(), all());
}

#[test]
fn nothing_runs_off_the_sheet() {
    for picture in all() {
        let document = Document::parse(&picture).expect("well-formed");
        let height = number(&document.root_element(), "height");
        for text in drawn(&document) {
            let (x, y) = (number(&text, "x"), number(&text, "y"));
            let wide = width(text.text().unwrap_or_default(), number(&text, "font-size"));
            let turned = text.attribute("transform").is_some();
            let (left, right) = match text.attribute("text-anchor") {
                _ if turned => (x, x),
                Some("middle") => (x - wide / 2.0, x + wide / 2.0),
                Some("end") => (x - wide, x),
                _ => (x, x + wide),
            };
            assert!(left >= 0.0 && right <= 1200.0, "{text:?} {left} {right}");
            assert!(y >= 20.0 && y <= height - 8.0, "{text:?}");
        }
    }
}

#[test]
fn edges_names_every_wager_and_its_edges() {
    let Figures { books, .. } = &*FIGURES;
    let picture = edges(books, "houseway odds");
    let document = Document::parse(&picture).expect("well-formed");
    let words = words(&document);
    for (book, prices) in books {
        assert!(words.contains(book.as_str()));
        for price in prices {
            assert!(words.contains(&sheet::percent(price.edge.percent())), "{book} {}", price.wager);
        }
    }
    for label in [
        "Regular, against the bank",
        "Banker, as the bank",
        "Bonus, table E",
        "Tie, table B, with surrender",
        "Big, Small",
        "Every bet of rule 7.1",
        "Quad, over 4 spins",
        "← the player's advantage",
    ] {
        assert!(words.lines().any(|line| line == label), "{label} in {words}");
    }
}

#[test]
fn an_edge_below_zero_is_left_of_the_zero_line() {
    let Figures { books, .. } = &*FIGURES;
    let prices: Vec<Price> = books[0].1.iter().filter(|p| p.wager == "banker").cloned().collect();
    assert!(prices.iter().any(|p| p.edge < Fraction::ZERO));
    let picture = edges(&[("crown-6.1".into(), prices)], "houseway odds");
    let document = Document::parse(&picture).expect("well-formed");
    let zero = drawn(&document).into_iter().find(|t| t.text() == Some("0%")).map(|t| number(&t, "x"));
    let zero = zero.expect("zero is marked");
    let at = |fill: &str| {
        let circle =
            |n: &Node<'_, '_>| n.attribute("fill") == Some(fill) || n.attribute("stroke") == Some(fill);
        let circles = document.descendants().filter(|n| n.has_tag_name("circle") && circle(n));
        circles.map(|n| number(&n, "cx")).next_back().expect("drawn")
    };
    assert!(at(SKY) < zero && at(GOLD) > zero);
}

#[test]
fn giveaway_has_a_place_of_its_own_for_every_hand() {
    let Figures { crown, best, .. } = &*FIGURES;
    let picture = giveaway(best, "crown-6.1", crown.commission, "houseway best");
    let document = Document::parse(&picture).expect("well-formed");
    let cells =
        document.descendants().filter(|n| n.has_tag_name("rect") && n.first_element_child().is_some());
    let (mut places, mut hands) = (HashSet::new(), HashSet::new());
    let (mut columns, mut rows) = (Vec::new(), Vec::new());
    for cell in cells {
        let (x, y) = (number(&cell, "x"), number(&cell, "y"));
        assert!(x >= 72.0 && x + 8.0 <= 1180.0, "{x}");
        assert!(places.insert((x.to_bits(), y.to_bits())));
        columns.push(x);
        rows.push(y);
        let says = cell.first_element_child().and_then(|title| title.text()).expect("it says its hand");
        assert!(hands.insert(says.split(':').next().expect("a hand").to_string()));
    }
    assert_eq!(hands, Hand::all().map(|hand| hand.to_string()).collect());
    assert_eq!(places.len(), HANDS);
    // No column or row touches another.
    for mut line in [columns, rows] {
        line.sort_by(f64::total_cmp);
        line.dedup();
        assert!(line.len() <= 120 && line.windows(2).all(|two| two[1] - two[0] >= 9.0), "{line:?}");
    }
}

#[test]
fn giveaway_says_the_totals_and_the_costliest_hands() {
    let Figures { crown, best, .. } = &*FIGURES;
    let picture = giveaway(best, "crown-6.1", crown.commission, "houseway best");
    let document = Document::parse(&picture).expect("well-formed");
    let words = words(&document).replace('\n', " ");
    // The cost of all hands, each by its deals, is the difference of the two edges.
    let cost: Fraction = best.hands.iter().fold(Fraction::ZERO, |sum, play| {
        sum + play.given_away(crown.commission) * Fraction::new(play.hand.deals().into(), 35_960)
    });
    assert!(words.contains(&format!("costs {} of", sheet::percent(cost.percent()))), "{words}");
    let worse = best.hands.iter().filter(|p| p.given_away(crown.commission) > Fraction::ZERO).count();
    assert!(words.contains(&format!("{worse} hands are not set as is best")), "{words}");
    let dearest = best.hands.iter().max_by_key(|p| p.given_away(crown.commission)).expect("hands");
    assert!(words.contains(&dearest.hand.to_string()));
    let settings = format!("House Way {}, best {}", dearest.house().setting, dearest.best().setting);
    assert!(words.contains(&settings), "{words}");
}

#[test]
fn convergence_says_how_it_ended() {
    let picture = convergence("The regular wager", &run(), Some(2.366), "houseway simulate --seed 1");
    let document = Document::parse(&picture).expect("well-formed");
    let words = words(&document).replace('\n', " ");
    assert!(words.contains("After 1,024,000 rounds it is 2.400%"), "{words}");
    assert!(words.contains("The exact value, 2.366%, lies inside it"), "{words}");
    let off = convergence("The regular wager", &run(), Some(9.0), "houseway simulate --seed 1");
    assert!(off.contains("lies outside it"));
}

#[test]
fn whatever_is_written_stays_text() {
    let Figures { crown, best, .. } = &*FIGURES;
    let evil = "</text><script>&\"'\u{0}\u{7f}]]> ";
    let long = format!("{evil}{}", "x".repeat(4000));
    for picture in [
        edges(&[(evil.into(), Vec::new())], &long),
        giveaway(best, evil, crown.commission, &long),
        convergence(evil, &run(), None, &long),
    ] {
        let document = Document::parse(&picture).expect("well-formed");
        assert!(!document.descendants().any(|n| n.has_tag_name("script")));
        assert!(words(&document).contains("</text><script>&\"'"));
    }
}

#[test]
fn little_or_strange_input_is_still_a_picture() {
    let far = [point(1, -250.0, 1e9), point(u64::MAX, 1e-9, 0.0)];
    let not_numbers = [point(5, f64::NAN, 1.0), point(6, 1.0, f64::INFINITY), point(0, 1.0, 1.0)];
    let near = [point(1_100_000, 2.0, 0.1), point(1_400_000, 2.0, 0.1)];
    let pictures = [
        edges(&[], ""),
        edges(&[("empty".into(), Vec::new())], ""),
        convergence("", &[], None, ""),
        convergence("", &[], Some(f64::NAN), ""),
        convergence("", &[point(7, 2.0, 0.0)], Some(2.0), ""),
        convergence("", &not_numbers, Some(1.0), ""),
        convergence("", &far, Some(0.0), ""),
        convergence("", &near, Some(2.0), ""),
    ];
    for picture in pictures {
        Document::parse(&picture).expect("well-formed");
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    }
}

/// WCAG 2.2: the contrast of two colours.
fn contrast(one: &str, other: &str) -> f64 {
    let light = |colour: &str| {
        let part = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_and_marks_stand_out() {
    for ground in [FELT, FELT_PLAYER, FELT_CELL] {
        for colour in [INK, SOFT, GOLD, SKY] {
            assert!(contrast(ground, colour) >= 4.5, "{colour} on {ground}");
        }
    }
    // Steps of cost are told apart by brightness alone, so that they can be printed grey.
    let steps: Vec<&str> =
        std::iter::once(FELT_CELL).chain(giveaway::STEPS.map(|(_, colour)| colour)).collect();
    for pair in steps.windows(2) {
        assert!(contrast(pair[0], pair[1]) >= 1.25, "{pair:?}");
    }
}
