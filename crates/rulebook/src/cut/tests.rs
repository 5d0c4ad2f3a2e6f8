//! Cuts, grids, orientations and random-cut tables against the books.

use super::*;
use crate::CutBy;
use crate::parameter::testing::read;
use proptest::prelude::*;

const CROWN: &str = include_str!("../../../../rulebooks/crown-6.1/cuts.toml");
const VCGA: &str = include_str!("../../../../rulebooks/vcga-2000/cuts.toml");
const STAR: &str = include_str!("../../../../rulebooks/star-2016/cuts.toml");

fn cuts(book: &str, text: &str, lenders: &[(&str, &Cuts)]) -> Result<Cuts, String> {
    read(book, text, |root, citer| Cuts::read(root, citer, lenders))
}

fn crown() -> Cuts {
    cuts("crown-6.1", CROWN, &[]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn vcga() -> Cuts {
    cuts("vcga-2000", VCGA, &[("crown-6.1", &crown())]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn star() -> Cuts {
    cuts("star-2016", STAR, &[("crown-6.1", &crown())]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn grid(cuts: &Cuts, cut: &str, orientation: &str) -> String {
    let orientation = orientation.parse().expect("an orientation");
    cuts.cut(cut).and_then(|cut| cut.delivery(&orientation)).expect("a delivery").grid.to_string()
}

fn line(text: &str, part: &str) -> usize {
    text[..text.find(part).expect("the text has it")].matches('\n').count() + 1
}

/// crown-6.1 App2.1/right, App2.1/left: lot n is the n-th whole stack from that side.
#[test]
fn one_stack_gives_whole_stacks_from_a_side() {
    let crown = crown();
    for (side, first) in [("right", 7usize), ("left", 0)] {
        let cut = crown.cut("One Stack").expect("it is listed");
        let delivery = cut.delivery(&side.parse().expect("a side")).expect("it is described");
        for lot in 1..=8u8 {
            let column = first.abs_diff(usize::from(lot) - 1);
            assert_eq!(delivery.grid.places(lot).collect::<Vec<_>>(), [0, 1, 2, 3].map(|row| (row, column)));
        }
    }
}

/// crown-6.1 App2.2/right-top, App2.2/right-bottom, App2.2/left-top, App2.2/left-bottom: pairs of
/// stacks from that side, the upper or the lower four first.
#[test]
fn tiger_gives_pairs_of_stacks_by_side_and_end() {
    let crown = crown();
    assert_eq!(grid(&crown, "cup-say", "right,top").lines().next(), Some("7 7 5 5 3 3 1 1"));
    assert_eq!(grid(&crown, "cup-say", "right,bottom").lines().next(), Some("8 8 6 6 4 4 2 2"));
    assert_eq!(grid(&crown, "cup-say", "top,left").lines().next(), Some("1 1 3 3 5 5 7 7"));
    assert_eq!(grid(&crown, "cup-say", "left,bottom").lines().next(), Some("2 2 4 4 6 6 8 8"));
}

/// crown-6.1 App2.3/top, App2.3/bottom, App2.5/top, App2.5/bottom: from the outside in, from the middle out.
#[test]
fn chop_the_ears_goes_inward_and_from_the_heart_outward() {
    let crown = crown();
    assert_eq!(grid(&crown, "Chop the Ears", "top").lines().next(), Some("1 3 5 7 7 5 3 1"));
    assert_eq!(grid(&crown, "Chop the Ears", "bottom").lines().next(), Some("2 4 6 8 8 6 4 2"));
    assert_eq!(grid(&crown, "From the Heart", "top").lines().next(), Some("7 5 3 1 1 3 5 7"));
    assert_eq!(grid(&crown, "From the Heart", "bottom").lines().last(), Some("7 5 3 1 1 3 5 7"));
}

/// crown-6.1 App2.4/right, App2.4/left, App2.8/top: layer by layer from the top.
#[test]
fn big_slice_and_four_across_go_layer_by_layer() {
    let crown = crown();
    assert_eq!(grid(&crown, "dai-pin", "right").lines().next(), Some("2 2 2 2 1 1 1 1"));
    assert_eq!(grid(&crown, "dai-pin", "left").lines().next(), Some("1 1 1 1 2 2 2 2"));
    assert_eq!(
        grid(&crown, "foot-say", ""),
        "1 1 5 5 5 5 1 1\n2 2 6 6 6 6 2 2\n3 3 7 7 7 7 3 3\n4 4 8 8 8 8 4 4"
    );
}

/// crown-6.1 App2.6/long-tau-drawn, App2.6/fong-may-drawn and their mirrors: the two cuts change each
/// pair of lots, and where the lots stand in the wall is the reading `cut-wall-origin`.
#[test]
fn phoenix_tail_swaps_dragon_head() {
    let crown = crown();
    let all = |name: &str| crown.cut(name).map(|cut| cut.deliveries.clone()).expect("it is described");
    for (dragon, phoenix) in all("long-tau").iter().zip(all("fong-may")) {
        assert_eq!(dragon.grid.swapped(), phoenix.grid);
        assert_eq!(dragon.reading.as_deref(), Some("cut-wall-origin"));
    }
}

/// crown-6.1 App2.7/top: lots 1 to 5 down the two tall columns, 6 and 7 beside them, 8 outside.
#[test]
fn hong_kong_bank_is_written_once_and_lent() {
    let own = grid(&crown(), "Hong Kong Bank", "");
    assert_eq!(own.lines().next(), Some("2 8 6 4 4 6 8 2"));
    assert_eq!(grid(&vcga(), "wui-fung-bank", ""), own);
    let vcga = vcga();
    let lent = vcga.cut("wui-fung-bank").map(|cut| &cut.deliveries[0]).expect("it is borrowed");
    assert_eq!(
        (lent.from.as_deref(), lent.clause.to_string().as_str()),
        (Some("crown-6.1"), "vcga-2000 App3.7#delivery")
    );
    assert_eq!(lent.reading.as_deref(), Some("cut-wall-origin"));
}

/// vcga-2000 App3.1–App3.8 deliver as crown-6.1 App2 does; star-2016 App3#1–App3#8 borrow that.
#[test]
fn the_books_agree_on_every_grid_they_have() {
    let (crown, vcga, star) = (crown(), vcga(), star());
    assert_eq!((crown.cuts.len(), vcga.cuts.len(), star.cuts.len()), (9, 9, 21));
    for cut in &crown.cuts {
        for delivery in &cut.deliveries {
            for other in [&vcga, &star] {
                let same = other.cut(&cut.name).and_then(|cut| cut.delivery(&delivery.orientation));
                assert_eq!(
                    same.map(|same| same.grid),
                    Some(delivery.grid),
                    "{} {}",
                    cut.name,
                    delivery.orientation
                );
            }
        }
    }
    let borrowed =
        star.cuts.iter().flat_map(|cut| &cut.deliveries).all(|d| d.from.as_deref() == Some("crown-6.1"));
    assert!(borrowed);
}

/// star-2016 App3#9–App3#20: twelve cuts that no book describes, each with its orientations.
#[test]
fn twelve_cuts_are_named_and_not_described() {
    let star = star();
    let undescribed: Vec<&Cut> = star.cuts.iter().filter(|cut| cut.is_undescribed()).collect();
    assert_eq!(undescribed.len(), 12);
    let bridge = star.cut("kangaroo jump").expect("App3#10");
    assert_eq!(bridge.orientations().map(|o| o.to_string()).collect::<Vec<_>>(), ["right", "left"]);
    assert!(star.cut("Sydney Tower").is_some_and(|cut| cut.chinese.is_none() && cut.is_undescribed()));
}

/// crown-6.1 Table1.1–Table1.8: a cut is found by id, romanised or English name.
#[test]
fn a_cut_is_found_by_any_of_its_names() {
    let crown = crown();
    for name in ["cup-say", "Cup Say", "CUPSAY", "tigers head", "Tiger's Head"] {
        assert_eq!(crown.cut(name).map(|cut| cut.name.as_str()), Some("cup-say"), "{name}");
    }
    assert!(crown.cut("sydney tower").is_none());
}

/// Reading `orientation`: right and top where a cut has sides and ends (star-2016 App4, crown-6.1 Table2).
#[test]
fn a_cut_starts_right_and_top_unless_told() {
    let crown = crown();
    let start = |name: &str| crown.cut(name).map(|cut| cut.default_orientation().to_string());
    for (name, wanted) in
        [("cup-say", "right,top"), ("dai-pin", "right"), ("chee-yee", "top"), ("foot-say", "")]
    {
        assert_eq!(start(name).as_deref(), Some(wanted));
    }
    for cut in &crown.cuts {
        assert!(cut.delivery(&cut.default_orientation()).is_some(), "{}", cut.name);
    }
}

/// star-2016 App4#1–App4#6, crown-6.1 Table2.1–Table2.6: the cut die.
#[test]
fn the_cut_die_chooses_alike_in_sydney_and_melbourne() {
    let (star, crown) = (star(), crown());
    for die in 1..=6 {
        let cuts = |book: &Cuts| book.random_by_die(die).map(|row| row.cuts.clone());
        assert_eq!(cuts(&star), cuts(&crown));
    }
    assert_eq!(crown.random_by_die(1).map(|row| row.cuts.len()), Some(2));
    assert_eq!(crown.random_by_die(4).map(|row| row.cuts.join(" ")).as_deref(), Some("dai-pin"));
    assert!(crown.random_by_die(7).is_none() && star.random_by_total(9).is_none());
    assert_eq!(star.random.as_ref().map(|random| random.by), Some(CutBy::CutDie));
}

/// vcga-2000 App3.R1–App3.R8, 8.2.2, 8.6: a total gives the box and the cut; 0 is box 8, −1 box 7, and
/// the count goes on beyond 18 (reading `lots-modulo`).
#[test]
fn a_total_gives_box_and_cut() {
    let vcga = vcga();
    let row = |total| {
        vcga.random_by_total(total)
            .map(|row| (row.first, row.cuts[0].clone()))
            .expect("every total has a row")
    };
    for (total, first, cut) in
        [(9, 1, "jung-quat"), (18, 2, "cup-say"), (3, 3, "chee-yee"), (16, 8, "foot-say")]
    {
        assert_eq!(row(total), (Some(first), cut.to_string()));
    }
    for (total, same) in [(0, 8), (-1, 15), (1, 17), (2, 10), (19, 11), (22, 14)] {
        assert_eq!(row(total), row(same));
    }
    assert!((-1..=22).all(|total| vcga.random_by_total(total).is_some()));
}

/// crown-6.1 Table2.7, Table2.8, 4.4.2: totals 7, 15 and 8, 16 give a box and no cut.
#[test]
fn two_boxes_have_no_cut_die() {
    let crown = crown();
    for (total, first) in [(7, 7), (15, 7), (8, 8), (16, 8)] {
        let row = crown.random_by_total(total).expect("it has a row");
        assert_eq!((row.first, row.die, row.cuts.len()), (Some(first), None, 0));
    }
}

#[test]
fn a_grid_is_eight_lots_of_four() {
    let faults = [
        ("8 8 8 8 7 7 7 7\n6 6 6 6 5 5 5 5\n4 4 4 4 3 3 3 3", "the grid has 3 rows, expected 4"),
        (
            "8 8 8 8 7 7 7 7\n6 6 6 6 5 5 5\n4 4 4 4 3 3 3 3\n2 2 2 2 1 1 1 1",
            "row 2 of the grid has 7 columns, expected 8",
        ),
        (
            "8 8 8 8 7 7 7 7\n6 6 6 6 5 5 5 5\n4 4 4 4 3 3 3 9\n2 2 2 2 1 1 1 1",
            "row 3 of the grid has \"9\", expected a lot 1 to 8",
        ),
        (
            "8 8 8 8 7 7 7 7\n6 6 6 6 5 5 5 5\n4 4 4 4 3 3 3 3\n2 2 2 2 1 1 1 3",
            "lot 1 has 3 tiles, expected 4",
        ),
        (
            "8 8 8 8 7 7 7 7\n6 6 6 6 5 5 5 3\n4 4 4 4 3 3 3 3\n2 2 2 2 1 1 1 1",
            "lot 3 has 5 tiles, expected 4",
        ),
    ];
    for (text, reason) in faults {
        assert_eq!(text.parse::<Grid>().expect_err(reason).to_string(), reason);
    }
    assert_eq!(
        Grid::new([[0; 8]; 4]).expect_err("0 is no lot"),
        GridError::Lot { row: 1, found: "0".to_string() }
    );
    let grid: Grid =
        "8 8 8 8 7 7 7 7\n6 6 6 6 5 5 5 5\n4 4 4 4 3 3 3 3\n2 2 2 2 1 1 1 1".parse().expect("a grid");
    assert_eq!(
        (grid.lot(0, 0), grid.lot(3, 7), grid.lot(4, 0), grid.lot(0, 8)),
        (Some(8), Some(1), None, None)
    );
    assert_eq!(grid.mirrored().lot(0, 0), Some(7));
    assert_eq!(grid.swapped().lot(0, 0), Some(7));
}

#[test]
fn faults_name_the_cut_and_the_line() {
    let cases = [
        ("name = \"dai-pin\"", "name = \"chee-yee\"", "cut chee-yee is listed twice"),
        ("mirror = \"right,bottom\"", "mirror = \"right\"", "cup-say has no delivery \"right\" to mirror"),
        (
            "swap = \"right,top\"",
            "swap = \"right,bottom\"",
            "cup-say has no delivery \"right,bottom\" to swap",
        ),
        (
            "orientation = \"left,bottom\"",
            "orientation = \"top,left\"",
            "cup-say is delivered \"left,top\" twice",
        ),
        (
            "orientation = \"left,bottom\"",
            "orientation = \"up\"",
            "orientation is \"up\", expected a side (right, left), an end (top, bottom), both or nothing",
        ),
        ("totals = [4, 12]", "totals = [4, 3]", "total 3 is listed twice"),
        ("die = 4\ncut = \"dai-pin\"", "die = 5\ncut = \"dai-pin\"", "die 5 is listed twice"),
        ("cut = \"dai-pin\"", "cut = \"big\"", "big is not a cut of this book"),
        ("box = 7", "box = 6", "box is 6, but 7 counts to box 7"),
        ("box-die = 2", "box-die = 3", "box-die is 3, but box is 2"),
        ("by = \"cut-die\"", "by = \"luck\"", "by is \"luck\", expected one of cut-die, total, none"),
        ("clause = \"Table2.7\"", "clause = \"Table2.9\"", "clause Table2.9 does not exist in crown-6.1"),
    ];
    for (from, to, reason) in cases {
        assert!(CROWN.contains(from), "{from}");
        let text = CROWN.replacen(from, to, 1);
        let faults = cuts("crown-6.1", &text, &[]).expect_err(reason);
        // A fault may stand at another line than the change: where the same thing stands twice.
        assert!(faults.lines().any(|fault| fault.ends_with(reason)), "{reason} not in\n{faults}");
    }
    let text = CROWN.replacen("7 7 5 5 3 3 1 1", "7 7 5 5 3 3 1 3", 1);
    let faults = cuts("crown-6.1", &text, &[]).expect_err("five in lot 3");
    assert_eq!(
        faults.lines().next(),
        Some(format!(
            "t:{}: cup-say: lot 1 has 3 tiles, expected 4",
            line(&text, "grid = \"\"\"\n7 7 5 5 3 3 1 3")
        ))
        .as_deref()
    );
}

#[test]
fn nothing_is_lent_that_the_lender_lacks() {
    let faults = cuts("vcga-2000", VCGA, &[]).expect_err("no lender");
    let at = line(VCGA, "borrow = ");
    assert_eq!(faults, format!("t:{at}: crown-6.1 lends no wui-fung-bank with orientation \"\""));
}

#[test]
fn missing_dice_totals_and_deliveries_are_faults() {
    let head = "[[cut]]\nname = \"x\"\nenglish = \"X\"\nclauses = [\"Table1.1\"]\n";
    let cases = [
        ("", "t:1: x has no delivery; if no book has one: undescribed = true"),
        ("undescribed = true\n", "t:1: x is undescribed: its orientations are missing"),
        ("orientations = [\"right\"]\n", "t:1: x lists orientations, but is not undescribed"),
        (
            "undescribed = true\norientations = [\"\"]\n[random]\nby = \"cut-die\"\n",
            "t:7: no row has die 1, 2, 3, 4, 5, 6",
        ),
        (
            "undescribed = true\norientations = [\"\"]\n[random]\nby = \"total\"\n",
            "t:7: no row has total 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18",
        ),
        (
            "[[cut.delivery]]\norientation = \"\"\nclause = \"Table1.1\"\n",
            "t:5: a delivery of x wants one of grid, mirror, swap and borrow",
        ),
    ];
    for (more, reason) in cases {
        let faults = cuts("crown-6.1", &format!("{head}{more}"), &[]).expect_err(reason);
        assert!(faults.lines().any(|fault| fault == reason), "{reason} not in\n{faults}");
    }
}

#[test]
fn an_orientation_is_strict() {
    for text in ["right,left", "top,top", "rightish", "right,", ",", "right top"] {
        assert!(text.parse::<Orientation>().is_err(), "{text}");
    }
    let both: Orientation = " Bottom , LEFT ".parse().expect("order and case do not matter");
    assert_eq!(both.to_string(), "left,bottom");
}

proptest! {
    #[test]
    fn a_printed_orientation_reads_back(side in 0..3, end in 0..3) {
        let side = [None, Some(Side::Right), Some(Side::Left)][side as usize];
        let end = [None, Some(End::Top), Some(End::Bottom)][end as usize];
        let orientation = Orientation { side, end };
        prop_assert_eq!(orientation.to_string().parse::<Orientation>(), Ok(orientation));
    }

    #[test]
    fn a_printed_grid_reads_back_and_turns_back(seed in prop::collection::vec(any::<u32>(), 32)) {
        let mut places: Vec<usize> = (0..32).collect();
        places.sort_by_key(|place| seed[*place]);
        let mut rows = [[0u8; 8]; 4];
        for (i, place) in places.iter().enumerate() {
            rows[place / 8][place % 8] = (i / 4) as u8 + 1;
        }
        let grid = Grid::new(rows).expect("eight lots of four");
        prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid));
        prop_assert_eq!(grid.mirrored().mirrored(), grid);
        prop_assert_eq!(grid.swapped().swapped(), grid);
        prop_assert!((1..=8).all(|lot| grid.places(lot).count() == 4));
    }
}

/// star-2016 8.4.1, vcga-2000 8.2.1, 8.2.2, crown-6.1 4.4.2: counted one by one from the chung's area,
/// which is 1, 9 and 17.
#[test]
fn a_total_is_counted_from_the_chung() {
    let mut first = 1;
    for total in 1..=22 {
        assert_eq!(box_of_total(total), first, "{total}");
        first = first % 8 + 1;
    }
    assert_eq!((box_of_total(0), box_of_total(-1)), (8, 7));
}
