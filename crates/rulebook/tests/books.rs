//! What the books on the shelf say, as facts that a reader can check against the documents.
//!
//! Parameters are compared as they are printed, value and clauses; the clauses of a book that another
//! one takes them from carry the lender's id. What follows from a parameter at a table is shown
//! elsewhere.

use rulebook::{
    Book, BookFiles, CallerBy, Choices, Game, Grid, Layout, Method, PaiGowBook, Parameters, PayTables,
    Reading, Shelf, ZeroZero, box_of_total,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn shelf() -> Shelf {
    Shelf::embedded().unwrap_or_else(|faults| panic!("{faults}"))
}

fn book<'s>(shelf: &'s Shelf, id: &str) -> &'s Book {
    shelf.book(id).unwrap_or_else(|| panic!("{id} is not on the shelf"))
}

fn pai_gow<'s>(shelf: &'s Shelf, id: &str) -> &'s PaiGowBook {
    book(shelf, id).pai_gow().unwrap_or_else(|| panic!("{id} is not of Pai Gow"))
}

fn rulebooks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks")
}

/// The parameters of a book, or of one of its variants: `crown-6.1 crown-pai-gow`.
fn parameters<'s>(shelf: &'s Shelf, whose: &str) -> (&'s PaiGowBook, &'s Parameters) {
    let (id, variant) = whose.split_once(' ').map_or((whose, None), |(id, variant)| (id, Some(variant)));
    let book = pai_gow(shelf, id);
    let own = &book.parameters;
    let found = variant.map(|v| &own.variant(v).unwrap_or_else(|| panic!("{id} has no {v}")).parameters);
    (book, found.unwrap_or(own))
}

/// Each row: a book or variant, the value as printed, the clauses as the book writes them. `-` for a
/// parameter that it does not have.
fn differ(parameter: &str, rows: &[(&str, &str, &str)]) {
    let shelf = shelf();
    let (table, name) = parameter.split_once(' ').expect("table and name");
    for (whose, value, clauses) in rows {
        let (book, parameters) = parameters(&shelf, whose);
        let stated = parameters.stated().into_iter().find(|s| s.table == table && s.name == name);
        let found = stated.map_or(("-".to_string(), String::new()), |s| {
            let clauses: Vec<String> = s.clauses.iter().map(|c| c.within(&book.id)).collect();
            (s.value, clauses.join(", "))
        });
        assert_eq!(found, ((*value).to_string(), (*clauses).to_string()), "{parameter} of {whose}");
    }
}

fn texts(books: &[BookFiles]) -> BTreeMap<(String, String), String> {
    let files = books.iter().flat_map(|b| b.files.iter().map(|(name, text)| (b.id.clone(), name, text)));
    files.map(|(id, name, text)| ((id, name.clone()), text.to_string())).collect()
}

#[test]
fn embedded_books_are_the_files() {
    let mut on_disk = BTreeMap::new();
    for folder in std::fs::read_dir(rulebooks()).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|e| e == "toml" || e == "csv") {
                let part = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_string();
                on_disk.insert((part(&folder), part(&file)), std::fs::read_to_string(&file).unwrap());
            }
        }
    }
    let embedded = texts(&Shelf::embedded_files());
    assert!(embedded.keys().eq(on_disk.keys()), "{:?}\n{:?}", embedded.keys(), on_disk.keys());
    for (name, text) in &embedded {
        assert!(on_disk[name] == *text, "{name:?} differs from the file");
    }
    assert_eq!(shelf().books().len(), 6);
}

fn same_rules(one: &Book, other: &Book) {
    match (one, other) {
        (Book::PaiGow(one), Book::PaiGow(other)) => {
            assert_eq!(one.parameters, other.parameters, "{}", one.id);
            assert_eq!((&one.cuts, &one.pay), (&other.cuts, &other.pay), "{}", one.id);
            assert_eq!(format!("{:?}", one.way), format!("{:?}", other.way), "{}", one.id);
        }
        (Book::Roulette(one), Book::Roulette(other)) => assert_eq!(one.rules, other.rules, "{}", one.id),
        _ => panic!("{} and {} are of two games", one.id, other.id),
    }
}

#[test]
fn a_folder_of_the_same_files_gives_the_same_books() {
    let files = Shelf::folder_files(&rulebooks()).expect("the folder is there");
    assert_eq!(texts(&files), texts(&Shelf::embedded_files()));
    let (folder, embedded) = (Shelf::load(&files).unwrap(), shelf());
    let mut ids: Vec<&str> = embedded.books().iter().map(|b| b.id.as_str()).collect();
    ids.sort_unstable();
    assert!(folder.books().iter().map(|b| &b.id).eq(&ids), "a folder is read in the order of names");
    for one in folder.books() {
        let other = book(&embedded, &one.id);
        assert_eq!((&one.title, &one.place, one.year), (&other.title, &other.place, other.year));
        assert_eq!((one.game(), &one.extends, &one.about), (other.game(), &other.extends, &other.about));
        assert_eq!((&one.borrows, &one.effective), (&other.borrows, &other.effective));
        assert_eq!(one.register.clauses(), other.register.clauses());
        assert_eq!(one.readings, other.readings);
        same_rules(one, other);
        let alone = Shelf::load_one(&files, &one.id).unwrap();
        same_rules(book(&alone, &one.id), one);
        assert_eq!(book(&alone, &one.id).readings, one.readings, "{} alone", one.id);
    }
}

/// A book opened only as far as its House Way has the House Way and the readings of the whole book.
#[test]
fn a_house_way_alone_is_that_of_the_whole_book() {
    let whole = shelf();
    for book in whole.pai_gow() {
        let alone = Shelf::embedded_way(&book.id).unwrap();
        assert_eq!(alone.book, book.id);
        assert_eq!(format!("{:?}", alone.rules), format!("{:?}", book.way.rules), "{}", book.id);
        let ids = |readings: &[Reading]| readings.iter().map(|r| r.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&alone.readings), ids(&book.readings), "{}", book.id);
        assert_eq!(alone.default_choices(), book.default_choices(), "{}", book.id);
    }
    for book in whole.roulette() {
        let error = Shelf::embedded_way(&book.id).unwrap_err().to_string();
        assert_eq!(error, format!("book {} has no House Way", book.id));
    }
    assert!(Shelf::embedded_way("star-2017").is_err());
}

#[test]
fn a_book_that_is_not_there_is_refused_with_those_that_are() {
    let error = Shelf::load_one(&Shelf::embedded_files(), "star-2017").unwrap_err().to_string();
    assert!(error.starts_with("no book \"star-2017\": there are star-2016, vcga-2000, crown-6.1"), "{error}");
}

/// star-2016 2.3, 2.4, 2.5.1, 1.1#3, 1.1#8; vcga-2000 2.3; crown-6.1 2.4.3, 1.1#Box Dice, 1.1#Cut Die,
/// 4.1.1, 14.2.1(a), 14.2.1(b), 14.2.1(c), 14.3.1; uk-leaflet B3(b): which dice a book uses.
#[test]
fn the_dice_of_each_book() {
    differ(
        "dice box-dice",
        &[
            ("star-2016", "3", "2.3, 2.5.1, 1.1#3"),
            ("vcga-2000", "3", "2.3"),
            ("crown-6.1", "3", "2.4.3, 1.1#Box Dice"),
            ("crown-6.1 crown-pai-gow", "1", "14.2.1(a), 14.3.1"),
            ("crown-6.1 crown-bonanza", "1", "14.2.1(a), 14.3.1"),
            ("uk-leaflet", "3", "B3(b)"),
            ("nz-1999", "3", "vcga-2000 2.3"),
        ],
    );
    differ(
        "dice cut-die",
        &[
            ("star-2016", "yes", "2.4, 2.5.1, 1.1#8"),
            ("vcga-2000", "no", "2.3"),
            ("crown-6.1", "yes", "2.4.3, 1.1#Cut Die"),
            ("crown-6.1 crown-pai-gow", "yes", "14.2.1(b), 14.3.1"),
            ("uk-leaflet", "no", "B3(b)"),
            ("nz-1999", "no", "vcga-2000 2.3"),
        ],
    );
    differ(
        "dice big-small",
        &[
            ("star-2016", "none", "9.1"),
            ("vcga-2000", "none", "9.1"),
            ("crown-6.1", "box-dice", "4.1.1, 1.1#Big/Small"),
            ("crown-6.1 crown-pai-gow", "all-three", "14.2.1(c), 14.3.1"),
            ("uk-leaflet", "none", "B2"),
            ("nz-1999", "none", "vcga-2000 9.1"),
        ],
    );
}

/// star-2016 7.2; vcga-2000 8.2.2; crown-6.1 2.1, 2.2.1, 14.4.1; uk-leaflet B3(b), B4: how many areas
/// are served, and how many of the eight lots are left over.
#[test]
fn the_areas_of_each_book() {
    differ(
        "table areas",
        &[
            ("star-2016", "8", "7.2, 8.4.1"),
            ("vcga-2000", "8", "8.2.2, 7.2"),
            ("crown-6.1", "8", "2.1, 2.2.1, 4.4.2"),
            ("crown-6.1 crown-pai-gow", "6", "14.3.2(c), 14.4.1, 14.2.1(a)"),
            ("uk-leaflet", "8", "B3(b), B4"),
            ("nz-1999", "8", "vcga-2000 8.2.2, vcga-2000 7.2"),
        ],
    );
    differ(
        "table fewer-areas",
        &[
            ("star-2016", "no", "7.2, 8.4.1"),
            ("crown-6.1", "yes", "2.1, 2.2.1"),
            ("crown-6.1 crown-pai-gow", "no", "14.4.1"),
        ],
    );
    let shelf = shelf();
    for book in shelf.pai_gow() {
        for (variant, rules) in book.parameters.games() {
            let lots = rules.table.areas.value + rules.wall.unused_lots.value;
            assert_eq!(lots, 8, "{} {variant:?}", book.id);
        }
    }
}

/// star-2016 8.2; vcga-2000 8.3; crown-6.1 4.4.2, 5.4.1; uk-leaflet B3(b): stealing the cut.
#[test]
fn stealing_the_cut_in_each_book() {
    differ(
        "dice steal",
        &[
            ("star-2016", "-4 to +4", "8.2, 2.5.3"),
            ("vcga-2000", "-4 to +4", "8.3, 2.4"),
            ("crown-6.1", "no", "4.4.2, 5.4.1"),
            ("crown-6.1 crown-pai-gow", "no", "4.4.2, 5.4.1"),
            ("uk-leaflet", "no", "B3(b)"),
            ("nz-1999", "-4 to +4", "vcga-2000 8.3, vcga-2000 2.4"),
        ],
    );
    differ("dice steal-moves-cut", &[("star-2016", "no", "8.2, 8.4.3"), ("vcga-2000", "yes", "8.3.1, 8.6")]);
    differ("dice steal-before", &[("star-2016", "dice-shown", "8.2"), ("vcga-2000", "shake", "8.3")]);
}

/// star-2016 11.1, 11.1.1, 11.1.2; vcga-2000 11.1, 11.2, 11.3; crown-6.1 10.3; uk-leaflet B14(b), B25;
/// nz-1999 4.6: who may hold the bank.
#[test]
fn the_methods_of_play_of_each_book() {
    differ(
        "bank methods",
        &[
            ("star-2016", "house, player", "11.1, 11.1.1, 11.1.2"),
            ("vcga-2000", "house, player, co-bank", "11.1, 11.2, 11.3"),
            (
                "crown-6.1",
                "house, player, co-bank",
                "10.3, 1.1#House Banking, 1.1#Player-Banker, 1.1#Co-banking",
            ),
            ("uk-leaflet", "house, player", "B14(b), B25"),
            ("nz-1999", "house, player, co-bank", "4.6"),
        ],
    );
    let shelf = shelf();
    for id in ["star-2016", "vcga-2000", "crown-6.1", "nz-1999", "uk-leaflet"] {
        let rules = parameters(&shelf, id).1;
        assert!(rules.offers(Method::House) && rules.offers(Method::Player), "{id}");
        assert_eq!(rules.offers(Method::CoBank), !["star-2016", "uk-leaflet"].contains(&id), "{id}");
    }
}

/// star-2016 9.8; vcga-2000 9.7; crown-6.1 8.7; uk-leaflet B5: how many players an area takes.
#[test]
fn the_players_on_one_area() {
    differ(
        "table players-per-area",
        &[
            ("star-2016", "3", "9.8"),
            ("vcga-2000", "3", "9.7"),
            ("crown-6.1", "5", "8.7"),
            ("crown-6.1 crown-pai-gow", "5", "8.7"),
            ("uk-leaflet", "1", "B5"),
            ("nz-1999", "3", "vcga-2000 9.7"),
        ],
    );
    differ(
        "table sharing-by-leave",
        &[("star-2016", "no", "9.8"), ("vcga-2000", "yes", "9.7"), ("crown-6.1", "yes", "8.7")],
    );
}

/// star-2016 9.9.1, 9.9.3, 9.9.4; vcga-2000 12.1.8.1, 12.1.8.2; crown-6.1 8.8.1, 8.8.2, 8.8.3, 8.8.4;
/// uk-leaflet B5: who calls the tiles of a shared area.
#[test]
fn the_caller_of_an_area() {
    differ(
        "table caller-order",
        &[
            ("star-2016", "seated, highest-wager, nearest-dealer", "9.9.1, 9.9.3, 9.9.4"),
            ("vcga-2000", "highest-wager, nearest-dealer", "12.1.8.1, 12.1.8.2"),
            ("crown-6.1", "highest-wager, last-caller, nearest-dealer", "8.8.1, 8.8.4, 8.8.2"),
            ("uk-leaflet", "seated", "B5"),
            ("nz-1999", "highest-wager, nearest-dealer", "vcga-2000 12.1.8.1, vcga-2000 12.1.8.2"),
        ],
    );
    let shelf = shelf();
    let crown = parameters(&shelf, "crown-6.1").1;
    let (a, b) = (&crown.caller_order(Layout::A).value, &crown.caller_order(Layout::B).value);
    assert_eq!((a.last(), b.last()), (Some(&CallerBy::NearestDealer), Some(&CallerBy::Rightmost)));
    let star = parameters(&shelf, "star-2016").1;
    assert_eq!(star.caller_order(Layout::B), star.caller_order(Layout::A));
}

/// star-2016 9.5; vcga-2000 9.2.1, 9.2.2; crown-6.1 8.3.1, 8.3.2; uk-leaflet B2: when betting closes.
#[test]
fn the_close_of_betting() {
    differ(
        "wager close",
        &[
            ("star-2016", "house dice-exposed, player dice-exposed, co-bank dice-exposed", "9.5"),
            ("vcga-2000", "house before-shake, player before-cut, co-bank before-cut", "9.2.1, 9.2.2"),
            ("crown-6.1", "house before-shake, player before-cut, co-bank before-cut", "8.3.1, 8.3.2"),
            ("uk-leaflet", "house tiles-dealt, player tiles-dealt, co-bank tiles-dealt", "B2"),
            (
                "nz-1999",
                "house before-shake, player before-cut, co-bank before-cut",
                "vcga-2000 9.2.1, vcga-2000 9.2.2",
            ),
        ],
    );
}

/// star-2016 12.5; vcga-2000 12.1.5; crown-6.1 10.2.4; uk-leaflet B14(a), B20: when a hand is final.
#[test]
fn the_moment_a_hand_is_set() {
    differ(
        "set final-when",
        &[
            ("star-2016", "returned-to-area", "12.5"),
            ("vcga-2000", "chung-lifted", "12.1.5"),
            ("crown-6.1", "laid-before-area", "10.2.4"),
            ("uk-leaflet", "laid-face-down", "B14(a), B20"),
            ("nz-1999", "chung-lifted", "vcga-2000 12.1.5"),
        ],
    );
}

/// star-2016 9.2.2.2, 9.3.1.2; vcga-2000 13.4; crown-6.1 8.12.1, 8.13.2; uk-leaflet B19(c); nz-1999 4.7:
/// zero against zero, and what a player's zero low hand does.
#[test]
fn zero_against_zero() {
    differ(
        "match zero-zero",
        &[
            ("star-2016", "bank", "9.2.2.2, 9.3.1.2"),
            ("vcga-2000", "bank", "13.4"),
            ("crown-6.1", "by-tile", "8.12.1, 8.14.2"),
            ("uk-leaflet", "bank-low", "B19(c), B19(a)"),
            ("nz-1999", "bank", "4.7, 4.6"),
        ],
    );
    differ(
        "match zero-low-loses",
        &[
            ("star-2016", "no", "9.2.3, 9.3.3"),
            ("vcga-2000", "no", "13.3"),
            ("crown-6.1", "yes", "8.13.2"),
            ("uk-leaflet", "no", "B18, B19(c)"),
            ("nz-1999", "no", "4.7"),
        ],
    );
    let shelf = shelf();
    let zero = &pai_gow(&shelf, "crown-6.1").parameters.matching.zero_zero;
    assert_eq!((zero.value, zero.reading.as_deref()), (ZeroZero::ByTile, Some("zero-crown")));
}

/// star-2016 14.1, 14.2; vcga-2000 13.9, 12.2.2.8; crown-6.1 11.1, 10.3.2(m); uk-leaflet B16, B27;
/// nz-1999 6.1: what a winning player and a winning banker pay.
#[test]
fn the_commission_of_each_book() {
    differ(
        "commission percent",
        &[
            ("star-2016", "5", "14.1"),
            ("vcga-2000", "5", "13.9"),
            ("crown-6.1", "5", "11.1"),
            ("uk-leaflet", "5", "B16, B27"),
            ("nz-1999", "5", "vcga-2000 13.9"),
        ],
    );
    differ(
        "commission at-most",
        &[
            ("star-2016", "no", "14.1"),
            ("vcga-2000", "yes", "13.9, 13.10"),
            ("crown-6.1", "yes", "11.1, 11.2"),
            ("uk-leaflet", "no", "B27"),
            ("nz-1999", "yes", "vcga-2000 13.9, vcga-2000 13.10"),
        ],
    );
    differ(
        "commission banker-on",
        &[
            ("star-2016", "net-win", "14.2, 14.2.1, 14.2.2"),
            ("vcga-2000", "net-win", "12.2.2.8, 12.2.3.8"),
            ("crown-6.1", "net-win", "10.3.2(m), 10.3.3(h)"),
            ("uk-leaflet", "net-win", "B27"),
            ("nz-1999", "net-win", "vcga-2000 12.2.2.8, vcga-2000 12.2.3.8"),
        ],
    );
    let shelf = shelf();
    for id in ["star-2016", "vcga-2000", "crown-6.1", "nz-1999", "uk-leaflet"] {
        let commission = &parameters(&shelf, id).1.commission;
        assert_eq!((commission.percent.value, commission.banker_percent.value), (5, 5), "{id}");
        assert_eq!(commission.win_pays.value.to_string(), "1/1", "{id}");
    }
}

/// star-2016 10.3; vcga-2000 10.4; crown-6.1 9.2.2; uk-leaflet B29(a): a wager over the maximum.
#[test]
fn a_wager_over_the_maximum() {
    differ(
        "limits over-maximum",
        &[
            ("star-2016", "house to-maximum, player no-maximum", "10.3, 10.2"),
            ("vcga-2000", "house to-maximum, player no-maximum, co-bank to-maximum", "10.4, 10.3, 11.3"),
            ("crown-6.1", "house to-maximum, player no-maximum, co-bank to-maximum", "9.2.2"),
            ("uk-leaflet", "house to-maximum, player no-maximum", "B29(a), crown-6.1 9.2.2"),
            (
                "nz-1999",
                "house to-maximum, player no-maximum, co-bank to-maximum",
                "vcga-2000 10.4, vcga-2000 10.3, vcga-2000 11.3",
            ),
        ],
    );
}

/// star-2016 16.8; vcga-2000 15.6; crown-6.1 16.8: the notice before an occupied table closes.
#[test]
fn the_notice_of_closing() {
    differ(
        "notice closing",
        &[
            ("star-2016", "20 minutes", "16.8"),
            ("vcga-2000", "20 minutes", "15.6"),
            ("crown-6.1", "3 hands", "16.8"),
            ("uk-leaflet", "-", ""),
            ("nz-1999", "20 minutes", "vcga-2000 15.6"),
        ],
    );
}

/// vcga-2000 17.3.1, 17.3.3; crown-6.1 13.2.1, 13.2.3, 13.2.4, 8.16.1: which side wagers there are.
#[test]
fn the_side_wagers_of_each_book() {
    differ(
        "side offered",
        &[
            ("star-2016", "none", "9.1"),
            ("vcga-2000", "none", "9.1, 17.1"),
            ("vcga-2000 bonanza", "bonus, tie", "17.3.1, 17.3.3, 17.4.1"),
            ("crown-6.1", "big-small", "13.1, 1.1#Big/Small, 1.1#Side Wager, 8.16.1"),
            ("crown-6.1 bonanza", "bonus, tie, big-small", "13.2.1, 13.2.3, 13.3.1, 1.1#Side Wager"),
            ("crown-6.1 crown-bonanza", "bonus, tie, big-small", "13.2.1, 13.2.3, 13.3.1, 1.1#Side Wager"),
            ("uk-leaflet", "none", "B2"),
            ("nz-1999", "none", "6.1"),
        ],
    );
    differ(
        "side surrender",
        &[
            ("vcga-2000 bonanza", "no", "17.6.1"),
            ("crown-6.1 bonanza", "yes", "13.2.4, 13.5.3(a)(i)"),
            ("star-2016", "-", ""),
        ],
    );
    let shelf = shelf();
    let tables = |id: &str| {
        let pay = &pai_gow(&shelf, id).pay;
        let bonus: Vec<String> = pay.bonus.iter().map(|t| t.table.clone()).collect();
        let tie: Vec<String> = pay.tie.iter().map(|t| t.table.clone()).collect();
        (bonus.join(" "), tie.join(" "), pay.big_small.is_some())
    };
    assert_eq!(tables("crown-6.1"), ("A B C D E".into(), "A B".into(), true));
    assert!(!tables("vcga-2000").2 && tables("vcga-2000").0 == "1");
    assert_eq!(tables("star-2016"), (String::new(), String::new(), false));
    assert_eq!(tables("uk-leaflet"), (String::new(), String::new(), false));
}

/// nz-1999 4.5, 4.6, 4.7, 6.1: the page replaces what it says, and takes the rest from vcga-2000.
#[test]
fn nz_1999_extends_vcga_2000() {
    let shelf = shelf();
    let (nz, vcga) = (pai_gow(&shelf, "nz-1999"), pai_gow(&shelf, "vcga-2000"));
    assert_eq!((nz.extends.as_deref(), nz.borrows.len()), (Some("vcga-2000"), 0));
    assert_eq!(nz.cuts, vcga.cuts);
    let offered = &nz.parameters.side.offered.value;
    assert!(offered.is_empty(), "side wagers do not come along");
    assert_eq!(nz.parameters.variants(), []);
    assert_eq!(format!("{:?}", nz.way.rules), format!("{:?}", vcga.way.rules));
    let stated = |book: &PaiGowBook| book.parameters.stated();
    let mut own = Vec::new();
    for (here, there) in stated(nz).into_iter().zip(stated(vcga)) {
        assert_eq!((here.table, here.name), (there.table, there.name));
        if here.clauses.iter().any(|c| c.book == "nz-1999") {
            assert!(here.clauses.iter().all(|c| c.book == "nz-1999"), "{here}");
            own.push(format!("{} {}", here.table, here.name));
        } else {
            assert_eq!(here, there);
        }
    }
    let said = ["bank methods", "match zero-zero", "match zero-low-loses", "match copies", "side offered"];
    assert_eq!(own, said);
    for reading in vcga.readings.iter() {
        let here = nz.reading(&reading.id).unwrap_or_else(|| panic!("nz-1999 lacks {}", reading.id));
        let replaced = here.clauses.iter().all(|c| c.book == "nz-1999");
        assert!(replaced || here == reading, "{}", reading.id);
    }
}

/// uk-leaflet B14(b), B26(b): the leaflet has no House Way and no cuts; it borrows those of crown-6.1,
/// with the readings they need, and says so.
#[test]
fn uk_leaflet_borrows_from_crown_and_says_so() {
    let shelf = shelf();
    let (uk, crown) = (pai_gow(&shelf, "uk-leaflet"), pai_gow(&shelf, "crown-6.1"));
    assert_eq!(uk.extends, None);
    for (what, clause) in [("house-way", "B14(b)"), ("cuts", "B26(b)")] {
        let lender = uk.lender(what).unwrap_or_else(|| panic!("{what} is not borrowed"));
        assert_eq!(lender.from, "crown-6.1");
        assert!(lender.clauses.iter().all(|c| c.to_string() == format!("uk-leaflet {clause}")), "{what}");
        assert!(!lender.why.is_empty());
    }
    assert_eq!(uk.cuts, crown.cuts);
    assert_eq!(format!("{:?}", uk.way.rules), format!("{:?}", crown.way.rules));
    assert_eq!(uk.pay, PayTables::default());
    for reading in ["way-order", "way-dominance", "teen-high", "gee-jun-not-six", "high-tiles", "orientation"]
    {
        assert_eq!(uk.reading(reading), crown.reading(reading), "{reading}");
    }
    assert_eq!(uk.reading("zero-crown"), None, "what it settles by is its own");
    let lends = |id: &str| book(&shelf, id).lender("grids").map(|b| b.from.as_str());
    assert_eq!((lends("star-2016"), lends("vcga-2000")), (Some("crown-6.1"), Some("crown-6.1")));
    assert_eq!(book(&shelf, "crown-6.1").borrows, []);
    // With them come the readings that are about nothing else, and none on how the lender plays (uk-leaflet B2).
    for about in ["way-order", "equal-settings", "orientation", "cut-wall-origin"] {
        assert_eq!(uk.reading(about), book(&shelf, "crown-6.1").reading(about), "{about}");
        assert!(uk.reading(about).is_some(), "{about}");
    }
    assert_eq!(uk.reading("close-before-dice"), None);
}

#[test]
fn every_grid_is_eight_lots_of_four_and_its_twins_are_turned() {
    let shelf = shelf();
    for book in shelf.pai_gow() {
        let (id, cuts) = (&book.id, &book.cuts);
        for cut in &cuts.cuts {
            let grid = |orientation: &str| -> Option<Grid> {
                Some(cut.delivery(&orientation.parse().unwrap())?.grid)
            };
            for delivery in &cut.deliveries {
                for lot in 1..=8 {
                    assert_eq!(delivery.grid.places(lot).count(), 4, "{id} {} lot {lot}", cut.name);
                }
            }
            for (one, other) in
                [("right", "left"), ("right,top", "left,top"), ("right,bottom", "left,bottom")]
            {
                assert_eq!(grid(one).map(|g| g.mirrored()), grid(other), "{id} {} {one}", cut.name);
            }
            for (one, other) in
                [("top", "bottom"), ("right,top", "right,bottom"), ("left,top", "left,bottom")]
            {
                assert_eq!(grid(one).map(|g| g.swapped()), grid(other), "{id} {} {one}", cut.name);
            }
        }
        for side in ["right", "left"] {
            let side = side.parse().unwrap();
            let grid = |name: &str| cuts.cut(name).unwrap().delivery(&side).unwrap().grid;
            assert_eq!(grid("fong-may"), grid("long-tau").swapped(), "{id}");
        }
    }
}

/// vcga-2000 7.6; crown-6.1 4.1: every total of three dice has one row, whose box is the area it counts
/// to, and every box a row.
#[test]
fn every_total_has_its_row() {
    let shelf = shelf();
    for id in ["vcga-2000", "crown-6.1", "nz-1999", "uk-leaflet"] {
        let random = pai_gow(&shelf, id).cuts.random.as_ref().unwrap();
        for total in 3..=18u8 {
            let rows: Vec<_> = random.rows.iter().filter(|row| row.totals.contains(&total)).collect();
            assert_eq!(rows.len(), 1, "{id} {total}");
            assert_eq!(rows[0].first, Some(box_of_total(total.into())), "{id} {total}");
            assert_eq!(random.by_total(total.into()), Some(rows[0]), "{id} {total}");
        }
        let boxes: Vec<Option<u8>> = random.rows.iter().map(|row| row.first).collect();
        assert_eq!(boxes, (1..=8).map(Some).collect::<Vec<_>>(), "{id}");
    }
    for total in -1..=22 {
        // The first area counts 1, 9 and 17, the one before it 0, 8 and 16.
        let counted = (1..=8).find(|n| (total - n) % 8 == 0);
        assert_eq!(Some(i16::from(box_of_total(total))), counted, "{total}");
    }
}

#[test]
fn the_readings_that_can_be_switched_have_a_choice() {
    let shelf = shelf();
    let switchable = |id: &str| -> Vec<String> {
        let mut ids: Vec<String> =
            book(&shelf, id).readings.iter().filter(|r| r.is_switchable()).map(|r| r.id.clone()).collect();
        ids.sort();
        ids
    };
    let mut all = vec![
        "exposed-reshuffle",
        "found-above-bank",
        "found-by",
        "found-taken",
        "gee-jun-not-six",
        "high-tiles",
        "touched-hand",
        "void-after-payment",
        "void-when-paid",
    ];
    let sorted = |all: &[&str], own: &[&str]| {
        let mut ids: Vec<String> = all.iter().chain(own).map(ToString::to_string).collect();
        ids.sort();
        ids
    };
    let star = [
        "call-passes",
        "lone-player",
        "stand-off-above",
        "tile-when-paid",
        "tokens-redeemed",
        "wrong-number",
    ];
    assert_eq!(switchable("star-2016"), sorted(&all, &star));
    // Books with a co-bank.
    let two = ["call-passes", "carried-minimum", "exposed-co-bank", "stand-off-above", "stand-off-told"];
    for id in ["vcga-2000", "nz-1999"] {
        assert_eq!(switchable(id), sorted(&all, &[&two[..], &["misdeal-late"]].concat()), "{id}");
    }
    all.retain(|id| *id != "touched-hand");
    let crown = [&two[..], &["misdeal-exposed", "zero-crown"]].concat();
    assert_eq!(switchable("crown-6.1"), sorted(&all, &crown));
    all.retain(|id| *id != "exposed-reshuffle");
    let uk = ["misdeal-late", "stand-off-told", "uk-high-zero", "uk-rotation"];
    assert_eq!(switchable("uk-leaflet"), sorted(&all, &uk));
    assert_eq!(switchable("rapid-roulette-2000"), ["how-far-back"]);
    // The House Way asks for these by name.
    for (id, reading, names) in [
        ("star-2016", "gee-jun-not-six", ["not-six", "six"]),
        ("vcga-2000", "gee-jun-not-six", ["not-six", "six"]),
        ("crown-6.1", "gee-jun-not-six", ["not-six", "six"]),
        ("star-2016", "high-tiles", ["first-six", "two-highest"]),
        ("vcga-2000", "high-tiles", ["first-six", "two-highest"]),
        ("crown-6.1", "high-tiles", ["first-six", "two-highest"]),
        ("crown-6.1", "zero-crown", ["by-tile", "copy"]),
    ] {
        let reading = book(&shelf, id).reading(reading).unwrap();
        assert!(reading.choices.iter().map(|c| c.name.as_str()).eq(names), "{id} {}", reading.id);
    }
    for book in shelf.books() {
        for reading in book.readings.iter() {
            let names: Vec<&str> = reading.choices.iter().map(|c| c.name.as_str()).collect();
            assert!(names.contains(&reading.default.as_str()), "{} {}", book.id, reading.id);
            assert!(reading.choices.iter().all(|c| !c.meaning.is_empty()), "{} {}", book.id, reading.id);
            assert_eq!(reading.is_switchable(), names.len() >= 2, "{} {}", book.id, reading.id);
            let mut choices: Choices = book.default_choices();
            assert_eq!(choices.of(&reading.id), Some(reading.default.as_str()));
            for name in names {
                choices.select(&book.readings, &reading.id, name).unwrap();
                assert_eq!(choices.of(&reading.id), Some(name), "{} {}", book.id, reading.id);
            }
        }
    }
}

#[test]
fn every_reading_that_is_named_is_one_of_the_book() {
    let shelf = shelf();
    for book in shelf.books() {
        let mut named: Vec<String> = Vec::new();
        match book {
            Book::PaiGow(book) => {
                let games = book.parameters.games().flat_map(|(_, parameters)| parameters.stated());
                named.extend(games.filter_map(|s| s.reading));
                let deliveries = book.cuts.cuts.iter().flat_map(|cut| &cut.deliveries);
                named.extend(deliveries.filter_map(|delivery| delivery.reading.clone()));
                let ties = book.pay.tie.iter().filter_map(|t| t.surrender.as_ref()?.reading.clone());
                named.extend(ties);
                let way = &book.way.rules;
                let rules = way.rules.iter().map(|r| &r.reading);
                named.extend(rules.chain(way.choices.iter().map(|c| &c.reading)).flatten().cloned());
            }
            Book::Roulette(book) => {
                named.extend(book.rules.stated().into_iter().filter_map(|s| s.reading));
                named.extend(book.rules.wheel.reading.clone());
            }
        }
        assert!(named.len() > 3, "{} names {}", book.id, named.len());
        for id in named {
            assert!(book.reading(&id).is_some(), "{} names reading {id}, which it does not have", book.id);
        }
    }
}

/// The table of readings in the design, book by book.
#[test]
fn the_readings_we_decided_are_in_the_books_they_read() {
    let (star, vcga, crown) = ("star-2016", "vcga-2000", "crown-6.1");
    let (nz, uk, roulette) = ("nz-1999", "uk-leaflet", "rapid-roulette-2000");
    let rows: &[(&str, &str, &[&str])] = &[
        ("per-hand", "one-hand", &[star, vcga, crown, nz, uk]),
        ("zero-crown", "by-tile", &[crown]),
        ("gee-jun-value", "better-hand", &[star, vcga, crown, nz, uk]),
        ("gee-jun-not-six", "not-six", &[star, vcga, crown, nz, uk]),
        ("high-tiles", "first-six", &[star, vcga, crown, nz, uk]),
        ("way-order", "as-printed", &[star, vcga, crown, nz, uk]),
        ("way-dominance", "dominance", &[star, vcga, crown, nz, uk]),
        ("teen-high", "teen-high", &[star, vcga, crown, nz, uk]),
        ("no-foul", "cannot-happen", &[star, vcga, crown, nz, uk]),
        ("lots-modulo", "modulo-eight", &[star, vcga, nz]),
        ("uk-count", "bank-is-one", &[uk]),
        ("orientation", "dealer", &[star, vcga, crown, nz, uk]),
        ("cut-wall-origin", "our-choice", &[star, vcga, crown, nz, uk]),
        ("gross-pool", "house", &[star, vcga, crown, nz, uk]),
        ("chip-floor", "table-setting", &[star, vcga, crown, nz, uk]),
        ("shared-bank", "by-stake", &[star, vcga, crown, nz]),
        ("co-bank-odd", "player-banker", &[vcga, crown, nz]),
        ("controller-tie", "tied-only", &[star, vcga, crown, nz]),
        ("one-exposed", "recorded", &[star, vcga, crown, nz, uk]),
        ("void-stake", "unsettled-whole", &[star, vcga, crown, nz, uk]),
        ("bonus-rows", "best-row", &[vcga, crown, nz]),
        ("tie-b", "best-row", &[crown]),
        ("house-pays-sides", "house", &[vcga, crown, nz]),
        ("leading-run", "unbroken-run", &[roulette]),
        ("quad-half", "twelve-and-a-half", &[roulette]),
        ("no-spin-stands", "stand", &[roulette]),
        ("leaving", "withdrawn-or-settled", &[roulette]),
        ("re-result", "compensate", &[roulette]),
        ("no-advice", "practice-only", &[star, vcga, crown, nz, uk]),
    ];
    let shelf = shelf();
    for (id, default, books) in rows {
        for book in shelf.books() {
            let found = book.reading(id).map(|r| r.default.as_str());
            let wanted = books.contains(&book.id.as_str()).then_some(*default);
            assert_eq!(found, wanted, "{id} in {}", book.id);
        }
    }
}

#[test]
fn every_book_conducts_its_game() {
    let shelf = shelf();
    for book in shelf.books() {
        let is_roulette = book.id == "rapid-roulette-2000";
        assert_eq!(book.game(), if is_roulette { Game::RapidRoulette } else { Game::PaiGow }, "{}", book.id);
        assert_eq!((book.pai_gow().is_some(), book.roulette().is_some()), (!is_roulette, is_roulette));
        for (i, clause) in book.register.clauses().iter().enumerate() {
            assert_eq!(book.register.get(&clause.id), book.register.clauses().get(i), "{}", clause.id);
        }
    }
    let clauses: Vec<usize> = shelf.books().iter().map(|b| b.register.clauses().len()).collect();
    assert_eq!(clauses, [404, 384, 497, 18, 82, 175], "the inventory has 1,560 clauses");
}

/// vcga-2000 Notice#2: the book says from when it is in force.
#[test]
fn vcga_is_in_force_from_november_2000() {
    let shelf = Shelf::embedded().expect("the embedded books are valid");
    let book = shelf.book("vcga-2000").expect("it is on the shelf");
    // Proves: vcga-2000 Notice#2
    assert_eq!(book.effective.as_deref(), Some("2000-11-22T04:00 Melbourne"));
}
