//! How each cut delivers the wall, book by book and clause by clause.
//!
//! The grids are written out as the books draw them, and once more by hand: stacks of tiles that are
//! moved, joined and taken from as the clauses say.

#![allow(clippy::unwrap_used)]

use rulebook::{Book, Cuts, Orientation, Shelf};

// The wall as the dealer sees it, top row first; a digit is the lot that the tile belongs to.

const YAT_DONG_DONG_RIGHT: &str = "
    8 7 6 5 4 3 2 1
    8 7 6 5 4 3 2 1
    8 7 6 5 4 3 2 1
    8 7 6 5 4 3 2 1";
const CUP_SAY_RIGHT_TOP: &str = "
    7 7 5 5 3 3 1 1
    7 7 5 5 3 3 1 1
    8 8 6 6 4 4 2 2
    8 8 6 6 4 4 2 2";
const CHEE_YEE_TOP: &str = "
    1 3 5 7 7 5 3 1
    1 3 5 7 7 5 3 1
    2 4 6 8 8 6 4 2
    2 4 6 8 8 6 4 2";
const DAI_PIN_RIGHT: &str = "
    2 2 2 2 1 1 1 1
    4 4 4 4 3 3 3 3
    6 6 6 6 5 5 5 5
    8 8 8 8 7 7 7 7";
const JUNG_QUAT_TOP: &str = "
    7 5 3 1 1 3 5 7
    7 5 3 1 1 3 5 7
    8 6 4 2 2 4 6 8
    8 6 4 2 2 4 6 8";
const LONG_TAU_RIGHT: &str = "
    2 2 2 2 5 5 1 1
    4 4 4 4 5 5 1 1
    6 6 6 6 7 7 3 3
    8 8 8 8 7 7 3 3";
const FONG_MAY_RIGHT: &str = "
    1 1 1 1 6 6 2 2
    3 3 3 3 6 6 2 2
    5 5 5 5 8 8 4 4
    7 7 7 7 8 8 4 4";
const WUI_FUNG_BANK: &str = "
    2 8 6 4 4 6 8 2
    2 8 6 4 4 6 8 2
    3 1 7 5 5 7 1 3
    3 1 7 5 5 7 1 3";
const FOOT_SAY: &str = "
    1 1 5 5 5 5 1 1
    2 2 6 6 6 6 2 2
    3 3 7 7 7 7 3 3
    4 4 8 8 8 8 4 4";

fn rows(grid: &str) -> Vec<Vec<char>> {
    let lines = grid.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}

fn written(rows: &[Vec<char>]) -> String {
    let line = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The grid as it is.
fn plain(grid: &str) -> String {
    written(&rows(grid))
}

/// The same from the other side.
fn mirror(grid: &str) -> String {
    let turned: Vec<Vec<char>> = rows(grid).into_iter().map(|row| row.into_iter().rev().collect()).collect();
    written(&turned)
}

/// The lower tiles before the upper ones: 1 and 2, 3 and 4, 5 and 6, 7 and 8 change places.
fn swap(grid: &str) -> String {
    let other = |c: &char| match c {
        '1' => '2',
        '2' => '1',
        '3' => '4',
        '4' => '3',
        '5' => '6',
        '6' => '5',
        '7' => '8',
        '8' => '7',
        other => panic!("{other} is no lot"),
    };
    let swapped: Vec<Vec<char>> = rows(grid).iter().map(|row| row.iter().map(other).collect()).collect();
    written(&swapped)
}

fn shelf() -> Shelf {
    Shelf::embedded().unwrap_or_else(|faults| panic!("{faults}"))
}

fn book<'s>(shelf: &'s Shelf, id: &str) -> &'s Book {
    shelf.book(id).unwrap_or_else(|| panic!("{id} is not on the shelf"))
}

fn cuts(book: &Book) -> &Cuts {
    &book.pai_gow().unwrap_or_else(|| panic!("{} has no cuts", book.id)).cuts
}

/// Each row: clause, cut, orientation, grid. Together they are all deliveries of the book.
fn deliveries(id: &str, expected: &[(&str, &str, &str, String)]) {
    let shelf = shelf();
    let cuts = cuts(book(&shelf, id));
    for (clause, name, orientation, grid) in expected {
        let cut = cuts.cut(name).unwrap_or_else(|| panic!("{id} has no {name}"));
        let turned: Orientation = orientation.parse().unwrap();
        let delivery = cut.delivery(&turned).unwrap_or_else(|| panic!("{name} has no \"{orientation}\""));
        assert_eq!(delivery.clause.to_string(), format!("{id} {clause}"), "{name} {orientation}");
        assert_eq!(delivery.grid.to_string(), *grid, "{id} {clause}: {name} {orientation}");
    }
    let all: usize = cuts.cuts.iter().map(|cut| cut.deliveries.len()).sum();
    assert_eq!(all, expected.len(), "deliveries of {id}");
}

/// Each row: clause, names, how many orientations.
fn names(id: &str, expected: &[(&str, &str, &str, &str, usize)]) {
    let shelf = shelf();
    let cuts = cuts(book(&shelf, id));
    for (clause, name, chinese, english, orientations) in expected {
        for called in [name, chinese, english] {
            let cut = cuts.cut(called).unwrap_or_else(|| panic!("{id} has no cut \"{called}\""));
            assert_eq!(cut.name, *name, "{called}");
            assert!(cut.clauses.iter().any(|c| c.book == id && c.clause == *clause), "{id} {clause} {name}");
            assert_eq!(cut.orientations().count(), *orientations, "{id} {name}");
        }
    }
}

/// Each row: clause, die, totals, box, cuts; 0 for a die that names no cut.
fn random(id: &str, expected: &[(&str, u8, &[u8], u8, &str)]) {
    let shelf = shelf();
    let random = cuts(book(&shelf, id)).random.as_ref().unwrap_or_else(|| panic!("{id} has no random cuts"));
    for (clause, die, totals, first, cuts) in expected {
        let row = random.rows.iter().find(|row| row.clause.to_string() == format!("{id} {clause}"));
        let row = row.unwrap_or_else(|| panic!("no row {clause}"));
        assert_eq!((row.die.unwrap_or(0), &row.totals[..]), (*die, *totals), "{clause}");
        assert_eq!((row.first.unwrap_or(0), row.cuts.join(" ")), (*first, (*cuts).to_string()), "{clause}");
    }
    assert_eq!(random.rows.len(), expected.len());
}

/// star-2016 App3: the eight cuts that the Melbourne books describe deliver as there, turn by turn.
#[test]
fn star_2016_described_cuts() {
    // Proves: star-2016 by row
    // Proves: star-2016 App3
    deliveries(
        "star-2016",
        &[
            ("App3#1(Right)", "yat-dong-dong", "right", plain(YAT_DONG_DONG_RIGHT)),
            ("App3#1(Left)", "yat-dong-dong", "left", mirror(YAT_DONG_DONG_RIGHT)),
            ("App3#2(Right,Top)", "cup-say", "right,top", plain(CUP_SAY_RIGHT_TOP)),
            ("App3#2(Right,Bottom)", "cup-say", "right,bottom", swap(CUP_SAY_RIGHT_TOP)),
            ("App3#2(Left,Top)", "cup-say", "left,top", mirror(CUP_SAY_RIGHT_TOP)),
            ("App3#2(Left,Bottom)", "cup-say", "left,bottom", mirror(&swap(CUP_SAY_RIGHT_TOP))),
            ("App3#3(Top)", "chee-yee", "top", plain(CHEE_YEE_TOP)),
            ("App3#3(Bottom)", "chee-yee", "bottom", swap(CHEE_YEE_TOP)),
            ("App3#4(Right)", "dai-pin", "right", plain(DAI_PIN_RIGHT)),
            ("App3#4(Left)", "dai-pin", "left", mirror(DAI_PIN_RIGHT)),
            ("App3#5(Top)", "jung-quat", "top", plain(JUNG_QUAT_TOP)),
            ("App3#5(Bottom)", "jung-quat", "bottom", swap(JUNG_QUAT_TOP)),
            ("App3#6(LongTau,Right)", "long-tau", "right", plain(LONG_TAU_RIGHT)),
            ("App3#6(LongTau,Left)", "long-tau", "left", mirror(LONG_TAU_RIGHT)),
            ("App3#6(FongMay,Right)", "fong-may", "right", plain(FONG_MAY_RIGHT)),
            ("App3#6(FongMay,Left)", "fong-may", "left", mirror(FONG_MAY_RIGHT)),
            ("App3#7", "wui-fung-bank", "", plain(WUI_FUNG_BANK)),
            ("App3#8", "foot-say", "", plain(FOOT_SAY)),
        ],
    );
    let shelf = shelf();
    let star = book(&shelf, "star-2016");
    for delivery in cuts(star).cuts.iter().flat_map(|cut| &cut.deliveries) {
        assert_eq!(delivery.from.as_deref(), Some("crown-6.1"), "{}", delivery.clause);
    }
    assert!(star.reading("cut-borrowed").is_some());
}

/// star-2016 App3: twelve of its cuts no book describes; they can be named, and have no delivery until
/// a supervisor registers one.
#[test]
fn star_2016_undescribed_cuts() {
    let expected: &[(&str, &str, &str)] = &[
        ("App3#9", "Sydney Harbour Bridge", ""),
        ("App3#10(Right)", "Ghan Dong Ping Say", "right"),
        ("App3#10(Left)", "Kangaroo Jump", "left"),
        ("App3#11(Right)", "Pong Yun", "right"),
        ("App3#11(Left)", "Buddhas Signal", "left"),
        ("App3#12(Right)", "Bo Bo Go Sing", "right"),
        ("App3#12(Left)", "Boy Walks Up Stairs", "left"),
        ("App3#13(Right)", "Ghan Dong Cup Say", "right"),
        ("App3#13(Left)", "Striped Tiger", "left"),
        ("App3#14", "Yat Kai Sum May", ""),
        ("App3#15(Right)", "Arn Lok Peng Sar", "right"),
        ("App3#15(Left)", "Flying Dragon", "left"),
        ("App3#16", "Sydney Tower", ""),
        ("App3#17", "China Bank", ""),
        ("App3#18", "Chong Wan Sup Lok", ""),
        ("App3#19", "Seung Gwai Pak Moon", ""),
        ("App3#20(Right)", "Gum Un Que", "right"),
        ("App3#20(Left)", "Double Bridge", "left"),
    ];
    let shelf = shelf();
    let star = book(&shelf, "star-2016");
    // Proves: star-2016 App3#9, App3#10(Right), App3#10(Left), App3#11(Right), App3#11(Left),
    // App3#12(Right), App3#12(Left), App3#13(Right), App3#13(Left), App3#14, App3#15(Right), App3#15(Left),
    // App3#16, App3#17, App3#18, App3#19, App3#20(Right), App3#20(Left)
    for (clause, name, orientation) in expected {
        let cut = cuts(star).cut(name).unwrap_or_else(|| panic!("{name} is not named"));
        let orientation: Orientation = orientation.parse().unwrap();
        assert!(cut.is_undescribed() && cut.undescribed.contains(&orientation), "{clause}");
        assert_eq!(cut.delivery(&orientation), None, "{clause}");
        assert!(cut.clauses.iter().any(|c| c.to_string() == format!("star-2016 {clause}")), "{clause}");
    }
    let undescribed = cuts(star).cuts.iter().filter(|cut| cut.is_undescribed());
    assert_eq!(undescribed.clone().count(), 12);
    assert_eq!(undescribed.map(|cut| cut.undescribed.len()).sum::<usize>(), expected.len());
}

/// star-2016 App4: the cut die names the cut, row by row.
#[test]
fn star_2016_random_cuts() {
    // Proves: star-2016 by row
    // Proves: star-2016 App4
    random(
        "star-2016",
        &[
            ("App4#1", 1, &[], 0, "long-tau fong-may"),
            ("App4#2", 2, &[], 0, "jung-quat"),
            ("App4#3", 3, &[], 0, "cup-say"),
            ("App4#4", 4, &[], 0, "dai-pin"),
            ("App4#5", 5, &[], 0, "wui-fung-bank"),
            ("App4#6", 6, &[], 0, "chee-yee"),
        ],
    );
}

/// vcga-2000 7.4: cuts follow Appendix 3, turn by turn; the picture of App3.7 is lost and comes from
/// crown-6.1.
#[test]
fn vcga_2000_cuts() {
    // Proves: vcga-2000 by row
    // Proves: vcga-2000 7.4
    deliveries(
        "vcga-2000",
        &[
            ("App3.1#right", "yat-dong-dong", "right", plain(YAT_DONG_DONG_RIGHT)),
            ("App3.1#left", "yat-dong-dong", "left", mirror(YAT_DONG_DONG_RIGHT)),
            ("App3.2#right-top", "cup-say", "right,top", plain(CUP_SAY_RIGHT_TOP)),
            ("App3.2#right-bottom", "cup-say", "right,bottom", swap(CUP_SAY_RIGHT_TOP)),
            ("App3.2#left-top", "cup-say", "left,top", mirror(CUP_SAY_RIGHT_TOP)),
            ("App3.2#left-bottom", "cup-say", "left,bottom", mirror(&swap(CUP_SAY_RIGHT_TOP))),
            ("App3.3#top", "chee-yee", "top", plain(CHEE_YEE_TOP)),
            ("App3.3#bottom", "chee-yee", "bottom", swap(CHEE_YEE_TOP)),
            ("App3.4#right", "dai-pin", "right", plain(DAI_PIN_RIGHT)),
            ("App3.4#left", "dai-pin", "left", mirror(DAI_PIN_RIGHT)),
            ("App3.5#top", "jung-quat", "top", plain(JUNG_QUAT_TOP)),
            ("App3.5#bottom", "jung-quat", "bottom", swap(JUNG_QUAT_TOP)),
            ("App3.6#LongTau-right", "long-tau", "right", plain(LONG_TAU_RIGHT)),
            ("App3.6#LongTau-left", "long-tau", "left", mirror(LONG_TAU_RIGHT)),
            ("App3.6#FongMay-right", "fong-may", "right", plain(FONG_MAY_RIGHT)),
            ("App3.6#FongMay-left", "fong-may", "left", mirror(FONG_MAY_RIGHT)),
            ("App3.7#delivery", "wui-fung-bank", "", plain(WUI_FUNG_BANK)),
            ("App3.8#delivery", "foot-say", "", plain(FOOT_SAY)),
        ],
    );
    // Proves: vcga-2000 by row
    names(
        "vcga-2000",
        &[
            ("App3.1", "yat-dong-dong", "Yat Dong Dong", "One Stack", 2),
            ("App3.2", "cup-say", "Cup Say", "Tiger", 4),
            ("App3.3", "chee-yee", "Chee Yee", "Chop the Ears", 2),
            ("App3.4", "dai-pin", "Dai Pin", "Big Slice", 2),
            ("App3.5", "jung-quat", "Jung Quat", "From the Heart", 2),
            ("App3.6", "long-tau", "Long Tau", "Dragon Head", 2),
            ("App3.6", "fong-may", "Fong May", "Phoenix Tail", 2),
            ("App3.7", "wui-fung-bank", "Wui Fung Bank", "Hong Kong Bank", 1),
            ("App3.8", "foot-say", "Foot Say", "Four Across", 1),
        ],
    );
}

/// vcga-2000 7.6: one total gives the box and the cut, row by row.
#[test]
fn vcga_2000_random_cuts() {
    // Proves: vcga-2000 by row
    // Proves: vcga-2000 7.6
    random(
        "vcga-2000",
        &[
            ("App3.R1", 0, &[9, 17], 1, "jung-quat"),
            ("App3.R2", 0, &[10, 18], 2, "cup-say"),
            ("App3.R3", 0, &[3, 11], 3, "chee-yee"),
            ("App3.R4", 0, &[4, 12], 4, "dai-pin"),
            ("App3.R5", 0, &[5, 13], 5, "long-tau fong-may"),
            ("App3.R6", 0, &[6, 14], 6, "yat-dong-dong"),
            ("App3.R7", 0, &[7, 15], 7, "wui-fung-bank"),
            ("App3.R8", 0, &[8, 16], 8, "foot-say"),
        ],
    );
}

/// crown-6.1 5.4: cuts follow Appendix 2, turn by turn, under the names of Table 1.
#[test]
fn crown_6_1_cuts() {
    // Proves: crown-6.1 by row
    // Proves: crown-6.1 5.4
    deliveries(
        "crown-6.1",
        &[
            ("App2.1/right", "yat-dong-dong", "right", plain(YAT_DONG_DONG_RIGHT)),
            ("App2.1/left", "yat-dong-dong", "left", mirror(YAT_DONG_DONG_RIGHT)),
            ("App2.2/right-top", "cup-say", "right,top", plain(CUP_SAY_RIGHT_TOP)),
            ("App2.2/right-bottom", "cup-say", "right,bottom", swap(CUP_SAY_RIGHT_TOP)),
            ("App2.2/left-top", "cup-say", "left,top", mirror(CUP_SAY_RIGHT_TOP)),
            ("App2.2/left-bottom", "cup-say", "left,bottom", mirror(&swap(CUP_SAY_RIGHT_TOP))),
            ("App2.3/top", "chee-yee", "top", plain(CHEE_YEE_TOP)),
            ("App2.3/bottom", "chee-yee", "bottom", swap(CHEE_YEE_TOP)),
            ("App2.4/right", "dai-pin", "right", plain(DAI_PIN_RIGHT)),
            ("App2.4/left", "dai-pin", "left", mirror(DAI_PIN_RIGHT)),
            ("App2.5/top", "jung-quat", "top", plain(JUNG_QUAT_TOP)),
            ("App2.5/bottom", "jung-quat", "bottom", swap(JUNG_QUAT_TOP)),
            ("App2.6/long-tau-drawn", "long-tau", "right", plain(LONG_TAU_RIGHT)),
            ("App2.6/long-tau-mirror", "long-tau", "left", mirror(LONG_TAU_RIGHT)),
            ("App2.6/fong-may-drawn", "fong-may", "right", plain(FONG_MAY_RIGHT)),
            ("App2.6/fong-may-mirror", "fong-may", "left", mirror(FONG_MAY_RIGHT)),
            ("App2.7/top", "wui-fung-bank", "", plain(WUI_FUNG_BANK)),
            ("App2.8/top", "foot-say", "", plain(FOOT_SAY)),
        ],
    );
    // Proves: crown-6.1 by row
    names(
        "crown-6.1",
        &[
            ("Table1.1", "yat-dong-dong", "Yat Dong Dong", "One Stack", 2),
            ("Table1.2", "cup-say", "Cup Say", "Tiger's Head", 4),
            ("Table1.3", "chee-yee", "Chee Yee", "Chop the Ears", 2),
            ("Table1.4", "dai-pin", "Dai Pin", "Big Slice", 2),
            ("Table1.5", "jung-quat", "Jung Quat", "From the Heart", 2),
            ("Table1.6", "long-tau", "Long Tau", "Dragon Head", 2),
            ("Table1.6", "fong-may", "Fong May", "Phoenix Tail", 2),
            ("Table1.7", "wui-fung-bank", "Wui Fung Bank", "Hong Kong Bank", 1),
            ("Table1.8", "foot-say", "Foot Say", "Four Across", 1),
        ],
    );
}

/// crown-6.1 4.1: the box dice give the box, the cut die the cut, row by row.
#[test]
fn crown_6_1_random_cuts() {
    // Proves: crown-6.1 by row
    random(
        "crown-6.1",
        &[
            ("Table2.1", 1, &[9, 17], 1, "long-tau fong-may"),
            ("Table2.2", 2, &[10, 18], 2, "jung-quat"),
            ("Table2.3", 3, &[3, 11], 3, "cup-say"),
            ("Table2.4", 4, &[4, 12], 4, "dai-pin"),
            ("Table2.5", 5, &[5, 13], 5, "wui-fung-bank"),
            ("Table2.6", 6, &[6, 14], 6, "chee-yee"),
            ("Table2.7", 0, &[7, 15], 7, ""),
            ("Table2.8", 0, &[8, 16], 8, ""),
        ],
    );
    let shelf = shelf();
    let random = cuts(book(&shelf, "crown-6.1")).random.as_ref().unwrap();
    let box_dice: Vec<Option<u8>> = random.rows.iter().map(|row| row.box_die).collect();
    assert_eq!(box_dice, [Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), None, None]);
}

/// A tile by where it stood in the wall: row from the top, stack from the dealer's left.
type Place = (usize, usize);

/// The eight stacks, each with its top tile first.
fn wall() -> Vec<Vec<Place>> {
    (0..8).map(|stack| (0..4).map(|row| (row, stack)).collect()).collect()
}

/// Takes tiles off the top of a stack.
fn top(stack: &mut Vec<Place>, tiles: usize) -> Vec<Place> {
    stack.drain(..tiles).collect()
}

/// Takes tiles from the bottom of a stack.
fn bottom(stack: &mut Vec<Place>, tiles: usize) -> Vec<Place> {
    stack.split_off(stack.len() - tiles)
}

/// Sets one stack upon another.
fn upon(wall: &mut [Vec<Place>], moved: usize, onto: usize) {
    let mut taken = std::mem::take(&mut wall[moved]);
    taken.append(&mut wall[onto]);
    wall[onto] = taken;
}

/// The grid that lots taken one after another make.
fn drawn(lots: &[Vec<Place>]) -> String {
    let mut rows = vec![vec!['?'; 8]; 4];
    for (lot, digit) in lots.iter().zip('1'..) {
        for (row, stack) in lot {
            assert_eq!(std::mem::replace(&mut rows[*row][*stack], digit), '?', "taken twice");
        }
    }
    written(&rows)
}

/// crown-6.1 App2.1/right, App2.2/right-top, App2.2/right-bottom, App2.3/top, App2.3/bottom, App2.4/right,
/// App2.5/top, App2.5/bottom; vcga-2000 App3.1#right, App3.2#right-top, App3.2#right-bottom, App3.3#top,
/// App3.3#bottom, App3.4#right, App3.5#top, App3.5#bottom: tiles taken from the wall as the clauses say
/// are the lots of the grids.
#[test]
fn hands_that_take_whole_stacks_pairs_and_layers_make_the_grids() {
    // One Stack: lot n is the n-th whole stack from the right.
    let mut stacks = wall();
    let lots: Vec<_> = (0..8).rev().map(|stack| top(&mut stacks[stack], 4)).collect();
    assert_eq!(drawn(&lots), plain(YAT_DONG_DONG_RIGHT));

    // Two stacks at a time, joined: four tiles from one end, then the other four.
    let in_pairs = |pairs: [(usize, usize); 4], upper_first: bool| {
        let mut stacks = wall();
        let mut lots = Vec::new();
        for (one, other) in pairs {
            let first = if upper_first { top } else { bottom };
            for take in [first, top] {
                let mut lot = take(&mut stacks[one], 2);
                lot.extend(take(&mut stacks[other], 2));
                lots.push(lot);
            }
        }
        drawn(&lots)
    };
    let from_right = [(6, 7), (4, 5), (2, 3), (0, 1)];
    let inward = [(0, 7), (1, 6), (2, 5), (3, 4)];
    let outward = [(3, 4), (2, 5), (1, 6), (0, 7)];
    assert_eq!(in_pairs(from_right, true), plain(CUP_SAY_RIGHT_TOP));
    assert_eq!(in_pairs(from_right, false), swap(CUP_SAY_RIGHT_TOP));
    assert_eq!(in_pairs(inward, true), plain(CHEE_YEE_TOP));
    assert_eq!(in_pairs(inward, false), swap(CHEE_YEE_TOP));
    assert_eq!(in_pairs(outward, true), plain(JUNG_QUAT_TOP));
    assert_eq!(in_pairs(outward, false), swap(JUNG_QUAT_TOP));

    // Big Slice: layer by layer from the top, the right four stacks, then the left four.
    let mut stacks = wall();
    let mut lots = Vec::new();
    for _ in 0..4 {
        lots.push((4..8).flat_map(|stack| top(&mut stacks[stack], 1)).collect());
        lots.push((0..4).flat_map(|stack| top(&mut stacks[stack], 1)).collect());
    }
    assert_eq!(drawn(&lots), plain(DAI_PIN_RIGHT));
}

/// crown-6.1 App2.6/long-tau-drawn, App2.6/fong-may-drawn, App2.7/top, App2.8/top; vcga-2000
/// App3.6#LongTau-right, App3.6#FongMay-right, App3.7#delivery, App3.8#delivery: the wall is set up anew,
/// by reading cut-wall-origin where the picture is lost, and then taken as the clauses say.
#[test]
fn hands_that_build_the_wall_anew_make_the_grids() {
    // Dragon Head, Phoenix Tail: the two outermost stacks stand on the next two. The tall block gives
    // its next two layers, the low block its next layer; the head or the tail goes first.
    for (tall_first, grid) in [(true, LONG_TAU_RIGHT), (false, FONG_MAY_RIGHT)] {
        let mut stacks = wall();
        upon(&mut stacks, 6, 4);
        upon(&mut stacks, 7, 5);
        let mut lots = Vec::new();
        for lot in 0..8 {
            let tall = (lot % 2 == 0) == tall_first;
            let (from, layers) = if tall { (4..6, 2) } else { (0..4, 1) };
            lots.push(from.flat_map(|stack| top(&mut stacks[stack], layers)).collect::<Vec<_>>());
        }
        assert_eq!(drawn(&lots), plain(grid));
    }

    // Hong Kong Bank: the outer stacks and then the next go upon the two in the middle, the top two
    // tiles of those move to the outside. Five lots of the ten-high stacks, two of the four-high ones
    // beside them, the last of the two-high ones outside.
    let mut stacks = wall();
    for (outer, next, middle) in [(0, 1, 3), (7, 6, 4)] {
        upon(&mut stacks, outer, middle);
        upon(&mut stacks, next, middle);
        stacks[outer] = top(&mut stacks[middle], 2);
    }
    assert_eq!(stacks.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 4, 10, 10, 4, 0, 2]);
    let mut lots = Vec::new();
    for (one, other, times) in [(3, 4, 5), (2, 5, 2), (0, 7, 1)] {
        for _ in 0..times {
            let mut lot = top(&mut stacks[one], 2);
            lot.extend(top(&mut stacks[other], 2));
            lots.push(lot);
        }
    }
    assert_eq!(drawn(&lots), plain(WUI_FUNG_BANK));

    // Four Across: two stacks from each end upon the four in the middle; lot n is the n-th layer.
    let mut stacks = wall();
    for (moved, onto) in [(0, 2), (1, 3), (6, 4), (7, 5)] {
        upon(&mut stacks, moved, onto);
    }
    let mut layer = |_| (2..6).flat_map(|stack| top(&mut stacks[stack], 1)).collect();
    let lots: Vec<Vec<Place>> = (0..8).map(&mut layer).collect();
    assert_eq!(drawn(&lots), plain(FOOT_SAY));
}
