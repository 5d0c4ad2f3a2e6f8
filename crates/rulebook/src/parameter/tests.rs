//! Parameters of every book against its clauses, and the faults in them.

use super::testing::read;
use super::*;
use crate::Citation;

const STAR: &str = include_str!("../../../../rulebooks/star-2016/book.toml");
const VCGA: &str = include_str!("../../../../rulebooks/vcga-2000/book.toml");
const CROWN: &str = include_str!("../../../../rulebooks/crown-6.1/book.toml");
const NZ: &str = include_str!("../../../../rulebooks/nz-1999/book.toml");
const UK: &str = include_str!("../../../../rulebooks/uk-leaflet/book.toml");

/// Reads a `book.toml`; what stands at its top is another module's.
fn book(id: &str, text: &str, parent: Option<&Parameters>) -> Result<Parameters, String> {
    read(id, text, |root, citer| {
        root.keys();
        Parameters::read(root, citer, parent)
    })
}

fn star() -> Parameters {
    book("star-2016", STAR, None).unwrap_or_else(|faults| panic!("{faults}"))
}

fn vcga() -> Parameters {
    book("vcga-2000", VCGA, None).unwrap_or_else(|faults| panic!("{faults}"))
}

fn crown() -> Parameters {
    book("crown-6.1", CROWN, None).unwrap_or_else(|faults| panic!("{faults}"))
}

fn nz() -> Parameters {
    book("nz-1999", NZ, Some(&vcga())).unwrap_or_else(|faults| panic!("{faults}"))
}

fn uk() -> Parameters {
    book("uk-leaflet", UK, None).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The line, from 1, of the first occurrence of a text.
fn line(text: &str, part: &str) -> usize {
    text[..text.find(part).expect("the text has it")].matches('\n').count() + 1
}

/// star-2016 9.8, vcga-2000 9.7, crown-6.1 8.7: three, three and five players on an area.
#[test]
fn books_differ_in_players_per_area() {
    let players = [star(), vcga(), crown(), nz(), uk()].map(|book| book.table.players_per_area.value);
    assert_eq!(players, [3, 3, 5, 3, 1]);
}

/// star-2016 8.2, vcga-2000 8.3: stealing the cut is −4 to +4; crown-6.1 and uk-leaflet have none.
#[test]
fn stealing_the_cut_is_allowed_in_the_older_books() {
    let steal = [star(), vcga(), crown(), nz(), uk()].map(|book| book.dice.steal.value.to_string());
    assert_eq!(steal, ["-4 to +4", "-4 to +4", "no", "-4 to +4", "no"]);
    let range = star().dice.steal.value;
    assert!(range.allows(-4) && range.allows(0) && range.allows(4) && !range.allows(5) && !range.allows(-5));
}

/// star-2016 9.9.1–9.9.4, vcga-2000 12.1.8, crown-6.1 8.8.1–8.8.4: who calls the tiles.
#[test]
fn callers_are_found_in_the_order_of_the_book() {
    use CallerBy::*;
    assert_eq!(star().caller_order(Layout::A).value, [Seated, HighestWager, NearestDealer]);
    assert_eq!(vcga().caller_order(Layout::B).value, [HighestWager, NearestDealer]);
    assert_eq!(crown().caller_order(Layout::A).value, [HighestWager, LastCaller, NearestDealer]);
    assert_eq!(crown().caller_order(Layout::B).value, [HighestWager, LastCaller, Rightmost]);
}

/// star-2016 9.5–9.7, vcga-2000 9.2.1, 9.2.2, crown-6.1 8.3.1, 8.3.2, uk-leaflet B2: betting closes.
#[test]
fn betting_closes_as_the_method_says() {
    let close = |book: Parameters| {
        Method::ALL.iter().map(|m| book.wager.close.value.of(*m).copied()).collect::<Vec<_>>()
    };
    use BetsClose::*;
    assert_eq!(close(vcga()), [Some(BeforeShake), Some(BeforeCut), Some(BeforeCut)]);
    assert_eq!(close(crown()), close(vcga()));
    assert_eq!(star().wager.close.value.of(Method::Player), Some(&DiceExposed));
    assert_eq!(uk().wager.close.value.of(Method::House), Some(&TilesDealt));
    assert_eq!(star().wager.after_close.value.of(Method::Player), Some(&AfterClose::BankerConsents));
    assert_eq!(star().wager.after_close.value.of(Method::House), Some(&AfterClose::Never));
}

/// star-2016 16.8, vcga-2000 15.6: a sign 20 minutes ahead; crown-6.1 16.8: three hands' notice.
#[test]
fn closing_takes_a_notice() {
    let closing = [star(), vcga(), crown(), uk()].map(|book| book.notice.closing.map(|c| c.value));
    use ClosingNotice::*;
    assert_eq!(closing, [Some(Minutes(20)), Some(Minutes(20)), Some(Hands(3)), None]);
}

/// crown-6.1 14.1–14.4: Crown Pai Gow has six areas, one box die, a cut die, and two lots left over.
#[test]
fn crown_pai_gow_overrides_the_book() {
    let crown = crown();
    let variant = crown.variant("crown-pai-gow").expect("rule 14");
    let own = &variant.parameters;
    assert_eq!((own.table.areas.value, own.wall.unused_lots.value, own.dice.box_dice.value), (6, 2, 1));
    assert_eq!(own.dice.big_small.value, BigSmallDice::AllThree);
    assert_eq!(own.bank, crown.bank);
    assert!(own.side.bonus_needs.is_none());
    assert_eq!(variant.clauses, [Citation::new("crown-6.1", "14.1")]);
}

/// crown-6.1 13.1: Bonanza may run over Pai Gow or over Crown Pai Gow; vcga-2000 17.1: over Pai Gow.
#[test]
fn bonanza_runs_over_either_game() {
    let crown = crown();
    let offered = |id: &str| crown.variant(id).map(|v| v.parameters.side.offered.value.clone());
    let all = Some(vec![SideWager::Bonus, SideWager::Tie, SideWager::BigSmall]);
    assert_eq!((offered("bonanza"), offered("crown-bonanza")), (all.clone(), all));
    assert_eq!(crown.variant("bonanza").map(|v| v.parameters.table.areas.value), Some(8));
    assert_eq!(crown.variant("crown-bonanza").map(|v| v.parameters.table.areas.value), Some(6));
    let old = vcga();
    let old = old.variant("bonanza").expect("rule 17");
    assert_eq!(old.parameters.side.offered.value, [SideWager::Bonus, SideWager::Tie]);
    assert!(nz().variants().is_empty());
}

/// nz-1999 4.5–4.7 replace what they say; everything else is vcga-2000's, with its clauses.
#[test]
fn an_amendment_inherits_what_it_does_not_say() {
    let (nz, vcga) = (nz(), vcga());
    assert_eq!(nz.matching.copies.clauses, ["4.5", "4.6"].map(|clause| Citation::new("nz-1999", clause)));
    assert_eq!(nz.dice, vcga.dice);
    assert_eq!(nz.wager.close.clauses, ["9.2.1", "9.2.2"].map(|clause| Citation::new("vcga-2000", clause)));
    assert_eq!(nz.ranks, vcga.ranks);
}

/// crown-6.1 8.13.2, 8.12.1: zeros rank by tile there; star-2016 9.2.2.2, vcga-2000 13.4 and nz-1999 4.7 give
/// them to the bank, uk-leaflet B19(c) in the low hands.
#[test]
fn zero_against_zero_differs() {
    let zero = [star(), vcga(), crown(), nz(), uk()]
        .map(|b| (b.matching.zero_zero.value, b.matching.zero_low_loses.value));
    use ZeroZero::*;
    assert_eq!(zero, [(Bank, false), (Bank, false), (ByTile, true), (Bank, false), (BankLow, false)]);
}

/// crown-6.1 5.3, 8.7, 12.6, 1.2; vcga-2000 10.7: a higher rank has the powers of a lower one.
#[test]
fn ranks_form_a_ladder() {
    let ranks = crown().ranks;
    assert_eq!(ranks.may("higher-duties-dealer", Power::ShareArea), Some(true));
    assert_eq!(ranks.may("higher-duties-dealer", Power::PermitLaja), Some(false));
    assert_eq!(ranks.may("assistant-casino-manager", Power::RemoveArea), Some(true));
    assert_eq!(ranks.may("dealer", Power::VoidForFraud), Some(false));
    assert_eq!(ranks.may("croupier", Power::VoidForFraud), None);
    assert_eq!(ranks.may("dealer", Power::ExceedTotal), None);
    let wanted = vcga().ranks.wanted(Power::PersonalLimits).map(|rank| rank.value.clone());
    assert_eq!(wanted.as_deref(), Some("gaming-shift-manager"));
}

#[test]
fn every_parameter_cites_a_clause_and_prints() {
    for book in [star(), vcga(), crown(), nz(), uk()] {
        let all = book.stated();
        assert!(all.len() > 100, "{}", all.len());
        for stated in &all {
            assert!(!stated.clauses.is_empty() && !stated.value.is_empty(), "{stated}");
        }
    }
    let rounds = star().bank.stated().into_iter().find(|s| s.name == "rounds").expect("it has rounds");
    assert_eq!(rounds.to_string(), "bank rounds  2  (star-2016 6.7)");
}

#[test]
fn a_word_that_is_not_offered_is_named_with_its_line() {
    let text = STAR
        .replace("close = { is = \"dice-exposed\"", "close = { house = \"soon\", player = \"dice-exposed\"");
    let faults = book("star-2016", &text, None).expect_err("soon is no word");
    let at = line(&text, "close = {");
    let reason =
        "close house is \"soon\", expected one of dice-exposed, before-shake, before-cut, tiles-dealt";
    assert_eq!(faults, format!("t:{at}: {reason}"));
}

#[test]
fn numbers_lists_ranges_and_keys_are_checked() {
    let cases = [
        ("areas = { is = 8,", "areas = { is = 9,", "areas is 9, expected 2 to 8"),
        (
            "players-per-area = { is = 3,",
            "players-per-area = { of = 3,",
            "players-per-area has no value: is = … is missing",
        ),
        (
            "[\"house\", \"player\"], clauses = [\"11.1\"",
            "[\"house\", \"house\"], clauses = [\"11.1\"",
            "methods lists house twice",
        ),
        ("least = -4", "least = -5", "least is -5, expected -4 to 0"),
        ("{ minutes = 20,", "{ minutes = 20, hands = 3,", "closing wants either minutes = … or hands = …"),
        ("\nrounds = { is = 2,", "\nround = { is = 2,", "round is not a key that belongs here"),
        ("clauses = [\"9.8\"]", "clauses = [\"9.99\"]", "clause 9.99 does not exist in star-2016"),
        (
            "win-pays = { is = \"1/1\"",
            "win-pays = { is = \"even\"",
            "win-pays is \"even\", expected a ratio such as 35/1 (1 to 1000000 to 1 to 100)",
        ),
        (
            "{ is = \"casino-supervisor\", clauses = [\"16.12\"]",
            "{ is = \"boss\", clauses = [\"16.12\"]",
            "review-dispute takes \"boss\", expected one of dealer, gaming-supervisor, casino-supervisor",
        ),
    ];
    for (from, to, reason) in cases {
        assert!(STAR.contains(from), "{from}");
        let text = STAR.replacen(from, to, 1);
        let faults = book("star-2016", &text, None).expect_err(reason);
        let at = line(&text, to.trim_start());
        assert!(
            faults.lines().any(|fault| fault == format!("t:{at}: {reason}")),
            "{reason} at {at} not in\n{faults}"
        );
    }
}

#[test]
fn a_missing_parameter_is_a_fault_unless_a_book_is_extended() {
    let text = VCGA.replacen("\nrounds = {", "\n# rounds = {", 1);
    let faults = book("vcga-2000", &text, None).expect_err("no rounds");
    assert_eq!(
        faults,
        format!("t:{}: [bank] rounds is missing, and no book is extended that has it", line(&text, "[bank]"))
    );
    assert!(book("vcga-2000", &text, Some(&vcga())).is_ok());
    let faults = book("vcga-2000", "id = \"vcga-2000\"\n", None).expect_err("nothing there");
    assert!(faults.lines().count() > 80, "every missing parameter is named");
}

#[test]
fn answers_that_contradict_each_other_are_faults() {
    let cases = [
        (
            "unused-lots = { is = 0,",
            "unused-lots = { is = 1,",
            "unused-lots is 1 with 8 areas: eight lots are 8 and 0",
        ),
        (
            "uncovered = { is = [\"house\"]",
            "uncovered = { is = [\"co-bank\"]",
            "uncovered names co-bank, which is not a method of play here",
        ),
        (
            "house-way-layouts = { is = [\"b\"]",
            "house-way-layouts = { is = [\"e\"]",
            "house-way-layouts names e, which layouts does not",
        ),
        ("cut-die = { is = true", "cut-die = { is = false", "cut-by is cut-die, and there is no cut die"),
        ("cover = { player = \"all\"", "cover = { house = \"all\"", "cover says nothing for player"),
        ("banks-per-area = { is = 1", "banks-per-area = { is = 4", "banks-per-area is 4, expected at most 3"),
    ];
    for (from, to, reason) in cases {
        assert!(STAR.contains(from), "{from}");
        let faults = book("star-2016", &STAR.replacen(from, to, 1), None).expect_err(reason);
        assert!(faults.lines().any(|fault| fault.ends_with(reason)), "{reason} not in\n{faults}");
    }
}

#[test]
fn variants_are_checked_like_books() {
    let twice = CROWN.replacen("id = \"bonanza\"", "id = \"crown-pai-gow\"", 1);
    let faults = book("crown-6.1", &twice, None).expect_err("twice");
    assert_eq!(
        faults,
        format!(
            "t:{}: variant crown-pai-gow is listed twice",
            line(&twice, "id = \"crown-pai-gow\"\ntitle = \"Bonanza")
        )
    );
    let over = CROWN.replacen("over = \"crown-pai-gow\"", "over = \"macau\"", 1);
    let faults = book("crown-6.1", &over, None).expect_err("no macau");
    assert_eq!(
        faults,
        format!("t:{}: over is macau, expected an earlier variant", line(&over, "over = \"macau\""))
    );
}
