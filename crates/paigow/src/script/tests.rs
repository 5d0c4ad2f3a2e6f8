//! The language: every command can be said, what is said is read back, what cannot be read is refused.

use super::pattern::{matches, tokens};
use super::scene::Scene;
use super::{after, book_of, opened, play, run, say, sentence, setup::Draft};
use crate::command::{bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use crate::{
    Command as C, During, Faces, Found, Ground, Kind, LajaBy, Limit, LimitKind, Matter, Misdealt,
    ReshuffleCause, Stake,
};
use game::{Moment, Person};
use money::{Amount, PlayerId, Rate};
use rulebook::{Grid, Instrument, Method, Orientation, Shelf};
use tiles::Tile;

const HEAD: &str = "book star-2016, limits 25..1000, chip 1\n";

fn shelf() -> Shelf {
    Shelf::embedded().expect("the embedded books are valid")
}

fn scene() -> Scene {
    let shelf = shelf();
    let mut draft = Draft::default();
    draft.read(HEAD).expect("it is sound");
    opened(draft, shelf.book("star-2016").expect("it is there")).expect("it is sound")
}

fn tile(word: &str) -> Tile {
    word.parse().expect("a tile")
}

/// One of every command, and of every choice within it that has words of its own.
fn every_command() -> Vec<(Person, C)> {
    let seven = PlayerId::new(7).expect("a player");
    let three = PlayerId::new(3).expect("a player");
    let player = Person::Player(three);
    let dealer = scene().dealer();
    let amount = Amount::of(100);
    let limit = Limit { least: Amount::of(50), most: Amount::of(2000), multiple: 5 };
    let at = Moment::new((9 * 60 + 20) * 60_000);
    let order = || Some(Box::new(<[Tile; 32]>::try_from(super::plan::seeded(7)).expect("32")));
    let two = [tile("12"), tile("9")];
    let four = [tile("12"), tile("9"), tile("H8"), tile("L7")];
    let faces = |cut, big_small| Faces { boxes: [2, 5, 6], cut, big_small };
    let right: Orientation = "right,top".parse().expect("an orientation");
    let grid = Grid::new([[1, 2, 3, 4, 5, 6, 7, 8]; 4]).expect("a grid");
    let mut all: Vec<(Person, C)> = Vec::new();
    let by = |who: Person, commands: Vec<C>| commands.into_iter().map(move |command| (who, command));
    all.extend(by(
        dealer,
        vec![
            C::Table(table::Command::LayOutTiles { found: Found::Whole }),
            C::Table(table::Command::LayOutTiles { found: Found::Wrong }),
            C::Table(table::Command::CheckTiles),
            C::Table(table::Command::ReplaceTiles { whole_set: false }),
            C::Table(table::Command::ReplaceTiles { whole_set: true }),
            C::Table(table::Command::OpenTable),
            C::Seat(seat::Command::BuyIn { player: seven, stake: Stake::chips(amount) }),
            C::Seat(seat::Command::BuyIn { player: seven, stake: Stake::of(amount, Instrument::Tokens) }),
            C::Seat(seat::Command::FreeSeat { player: seven }),
            C::Limit(limit::Command::PostLimits { kind: LimitKind::Regular, limit, at }),
            C::Limit(limit::Command::PostLimits { kind: LimitKind::BigSmall, limit, at }),
            C::Limit(limit::Command::ChangeLimits { kind: LimitKind::Bonus, limit }),
            C::Limit(limit::Command::SetPersonalLimits { player: seven, area: 5, limit: Some(limit) }),
            C::Limit(limit::Command::SetPersonalLimits { player: seven, area: 5, limit: None }),
            C::Limit(limit::Command::PostCommission { rate: Rate::new(250).expect("a rate") }),
            C::Limit(limit::Command::AllowTotal { most: amount }),
            C::Limit(limit::Command::AllowSharing { area: 5, players: 2 }),
            C::Bank(bank::Command::OfferBank),
            C::Bank(bank::Command::AllowBanks { area: 5, banks: 3 }),
            C::Bank(bank::Command::AllowBankSharing),
            C::Wall(wall::Command::Shuffle { order: order() }),
            C::Wall(wall::Command::Shuffle { order: None }),
            C::Wall(wall::Command::ReportShown { during: During::Stacking, count: 2 }),
            C::Wall(wall::Command::ReportShown { during: During::Laja, count: 1 }),
            C::Wall(wall::Command::OrderLaja),
            C::Wall(wall::Command::AllowLaja),
            C::Wall(wall::Command::DoLaja { order: order() }),
            C::Wall(wall::Command::DoLaja { order: None }),
            C::Wall(wall::Command::OrderReshuffle { cause: ReshuffleCause::Exposed }),
            C::Wall(wall::Command::OrderReshuffle { cause: ReshuffleCause::Tracking }),
            C::Wall(wall::Command::OrderReshuffle { cause: ReshuffleCause::Discretion }),
            C::Wager(wager::Command::RefuseWager { player: seven, area: 5, kind: Kind::Tie }),
            C::Wager(wager::Command::ReportWager { player: seven, area: 5, kind: Kind::Regular, amount }),
            C::Wager(wager::Command::CloseBets),
            C::Dice(dice::Command::ReportCocked),
            C::Dice(dice::Command::ShowDice { faces: Some(faces(None, None)) }),
            C::Dice(dice::Command::ShowDice { faces: Some(faces(Some(4), None)) }),
            C::Dice(dice::Command::ShowDice { faces: Some(faces(Some(4), Some(1))) }),
            C::Cut(cut::Command::NameCut { cut: "cup-say".to_string(), orientation: right }),
            C::Cut(cut::Command::DeclineCut),
            C::Cut(cut::Command::RegisterCut {
                cut: "house-1".to_string(),
                orientation: right,
                grid,
                approved: true,
            }),
            C::Cut(cut::Command::RegisterCut {
                cut: "house-1".to_string(),
                orientation: right,
                grid,
                approved: false,
            }),
            C::Hand(hand::Command::Deal { order: None }),
            C::Hand(hand::Command::SetHouseWay { area: 1, two: None }),
            C::Hand(hand::Command::SetHouseWay { area: 1, two: Some(two) }),
            C::Hand(hand::Command::CheckHouseWay { area: 1 }),
            C::Hand(hand::Command::CorrectHouseWay { area: 1 }),
            C::Hand(hand::Command::DirectHouseWay { area: 1 }),
            C::Hand(hand::Command::SeeConceded { area: 1 }),
            C::Hand(hand::Command::TurnUp { area: 1, tiles: four }),
            C::Settle(settle::Command::LiftChung),
            C::Settle(settle::Command::ShowBank),
            C::Settle(settle::Command::OpenHand { lie: None }),
            C::Settle(settle::Command::OpenHand { lie: Some(four) }),
            C::Settle(settle::Command::Pay),
            C::Settle(settle::Command::FinishRound),
            C::Mishap(mishap::Command::ReportExposed {
                area: 1,
                which: 5,
                tiles: Vec::new(),
                by_dealer: true,
            }),
            C::Mishap(mishap::Command::ReportExposed {
                area: 1,
                which: 2,
                tiles: Vec::new(),
                by_dealer: false,
            }),
            C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::WrongAreas }),
            C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::WrongNumber }),
            C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::Beyond }),
            C::Mishap(mishap::Command::ReportKnocked { area: 1 }),
            C::Mishap(mishap::Command::ReportSetWrong),
            C::Mishap(mishap::Command::VoidRound { ground: Ground::Disruption, forfeits: None }),
            C::Mishap(mishap::Command::VoidRound { ground: Ground::Fraud, forfeits: Some(seven) }),
            C::Mishap(mishap::Command::VoidHand { area: 1 }),
            C::Order(order::Command::DecideRemoval),
            C::Order(order::Command::DrawRemoval { boxes: Some([1, 2, 3]) }),
            C::Order(order::Command::RestoreArea { area: 5 }),
            C::Order(order::Command::OrderSetFirst { player: seven, first: true }),
            C::Order(order::Command::OrderSetFirst { player: seven, first: false }),
            C::Order(order::Command::PartPlayers { player: seven, from: three }),
            C::Order(order::Command::OrderEnglish { only: true }),
            C::Order(order::Command::OrderEnglish { only: false }),
            C::Order(order::Command::VoidWagers { player: seven }),
            C::Order(order::Command::BarPlayer { player: seven }),
            C::Order(order::Command::HoldWinnings { player: seven, won: Amount::ZERO }),
            C::Order(order::Command::HoldWinnings { player: seven, won: amount }),
            C::Order(order::Command::ReleaseHeld { player: seven, to_player: true }),
            C::Order(order::Command::ReleaseHeld { player: seven, to_player: false }),
            C::Order(order::Command::DecideDispute { number: 1, for_player: true }),
            C::Order(order::Command::ReviewDispute { number: 1, for_player: false }),
            C::Table(table::Command::PostClosing { at }),
            C::Table(table::Command::EndPlay { at_once: false }),
            C::Table(table::Command::EndPlay { at_once: true }),
        ],
    ));
    all.extend(by(
        player,
        vec![
            C::Seat(seat::Command::Sit { area: 3 }),
            C::Seat(seat::Command::Leave),
            C::Bank(bank::Command::AcceptBank { method: Method::Player, stake: amount }),
            C::Bank(bank::Command::AcceptBank { method: Method::CoBank, stake: amount }),
            C::Bank(bank::Command::AcceptBank { method: Method::House, stake: amount }),
            C::Bank(bank::Command::DeclineBank),
            C::Bank(bank::Command::PassBank { pass: true }),
            C::Bank(bank::Command::PassBank { pass: false }),
            C::Bank(bank::Command::JoinBank { stake: amount }),
            C::Bank(bank::Command::AddToBank { amount }),
            C::Bank(bank::Command::ChangeMethod { method: Method::CoBank }),
            C::Bank(bank::Command::NameShaker { player: seven }),
            C::Wager(wager::Command::AskHouseWager { amount }),
            C::Wall(wall::Command::AskLaja { by: LajaBy::Dealer }),
            C::Wall(wall::Command::AskLaja { by: LajaBy::Player(three) }),
            C::Wall(wall::Command::AskReshuffle),
            C::Wager(wager::Command::Place { area: 3, kind: Kind::Regular, stake: Stake::chips(amount) }),
            C::Wager(wager::Command::Place {
                area: 3,
                kind: Kind::Big,
                stake: Stake::of(amount, Instrument::Tokens),
            }),
            C::Wager(wager::Command::Place { area: 3, kind: Kind::Tie, stake: Stake::mixed(amount, amount) }),
            C::Wager(wager::Command::Speak { area: 3, kind: Kind::Bonus, amount, cash: Amount::of(50) }),
            C::Wager(wager::Command::Withdraw { area: 3, kind: Kind::Small }),
            C::Wager(wager::Command::WaiveSide { area: 3 }),
            C::Wager(wager::Command::Consent { player: seven }),
            C::Wager(wager::Command::Yield { area: 3 }),
            C::Dice(dice::Command::Steal { value: -3 }),
            C::Dice(dice::Command::Shake),
            C::Hand(hand::Command::ShowTiles { always: true }),
            C::Hand(hand::Command::ShowTiles { always: false }),
            C::Hand(hand::Command::Look { area: 3 }),
            C::Hand(hand::Command::SetHand { area: 3, two }),
            C::Hand(hand::Command::LayDown { area: 3 }),
            C::Hand(hand::Command::AskHouseWay { area: 3 }),
            C::Hand(hand::Command::Touch { area: 3 }),
            C::Hand(hand::Command::Concede { area: 3 }),
            C::Hand(hand::Command::Surrender { area: 3 }),
            C::Hand(hand::Command::ShowOwn { area: 3 }),
            C::Hand(hand::Command::AskAdvice { area: 3 }),
            C::Settle(settle::Command::ConfirmBank),
            C::Settle(settle::Command::AskBank),
            C::Mishap(mishap::Command::VoidOwn { area: 3 }),
            C::Order(order::Command::RaiseDispute { about: Matter::Payment }),
            C::Order(order::Command::RaiseDispute { about: Matter::Hand }),
            C::Order(order::Command::RaiseDispute { about: Matter::Rule }),
            C::Order(order::Command::RaiseDispute { about: Matter::Conduct }),
            C::Order(order::Command::AskReview { number: 1 }),
        ],
    ));
    all
}

fn read(scene: &Scene, said: &str) -> Option<C> {
    let words = tokens(said)?;
    let all = sentence::SENTENCES.iter().chain(after::SENTENCES);
    let (form, caught) = all.into_iter().find_map(|form| Some((form, matches(form.form, &words)?)))?;
    (form.make)(scene, &caught).ok()
}

/// Which of two tiles of a rank a script means does not matter where they lie nowhere yet.
fn by_rank(command: &C) -> String {
    say::sentence(command)
}

#[test]
fn every_command_is_said_and_read_back() {
    let mut scene = scene();
    for (who, command) in every_command() {
        let said = say::sentence(&command);
        assert!(!said.is_empty(), "{command:?} has no words");
        scene.who = who;
        let read = read(&scene, &said).unwrap_or_else(|| panic!("\"{said}\" is not read"));
        assert_eq!(read.word(), command.word(), "{said}");
        assert_eq!(by_rank(&read), said);
        if !matches!(command, C::Wall(wall::Command::Shuffle { .. }) | C::Wall(wall::Command::DoLaja { .. }))
        {
            assert_eq!(read, command, "{said}");
        }
    }
}

/// The commands that are tried above are all there are.
#[test]
fn every_command_is_tried() {
    let tried: Vec<&str> = every_command().iter().map(|(_, command)| command.word()).collect();
    for name in C::words() {
        assert!(tried.contains(&name), "{name} is not tried");
    }
}

#[test]
fn no_form_stands_twice() {
    let all: Vec<&str> =
        sentence::SENTENCES.iter().chain(after::SENTENCES).map(|sentence| sentence.form).collect();
    for (place, form) in all.iter().enumerate() {
        assert!(!all[..place].contains(form), "{form} stands twice");
    }
}

#[test]
fn every_form_is_in_the_reference() {
    let reference = include_str!("../../../../docs/rounds.md");
    let sentences = sentence::SENTENCES.iter().chain(after::SENTENCES).map(|sentence| sentence.form);
    let forms =
        sentences.chain(super::setup::FORMS.iter().copied()).chain(super::plan::FORMS.iter().copied());
    for form in forms.chain(play::FORMS.iter().copied()) {
        let written = form.replace('|', "\\|");
        assert!(reference.contains(&format!("`{written}`")), "docs/rounds.md lacks `{written}`");
    }
}

#[test]
fn what_was_written_is_written_anew() {
    let shelf = shelf();
    let book = shelf.book("star-2016").expect("it is there");
    let script = format!(
        "# A comment.\n{HEAD}\nopen\n  = stale\n  ! stale\n  $ stale\n  ? stale\nP3 sits at 3 with 500\n"
    );
    let once = run(&script, book).expect("it plays");
    assert!(!once.contains("stale"), "{once}");
    assert_eq!(run(&once, book).expect("it plays"), once);
    assert!(once.starts_with(&format!("# A comment.\n{HEAD}\nopen\n  = ")), "{once}");
}

#[test]
fn the_plan_is_what_is_dealt() {
    let shelf = shelf();
    for (book, more) in [
        ("star-2016", ""),
        ("vcga-2000", ""),
        ("crown-6.1", ""),
        ("crown-6.1", ", variant crown-pai-gow"),
        ("nz-1999", ""),
        ("uk-leaflet", ""),
    ] {
        let script = format!(
            "book {book}, limits 25..1000{more}\nopen\nP3 sits at 3 with 500\nP3 passes the bank\n\
             plan dice 5 4 6, 3:\"GJ 9 H8 12\" 1:\"2-4 4-5\"\nplay to the wagers\nP3 wagers 100\nplay to the deal\n"
        );
        let script = if more.is_empty() { script } else { script.replace("dice 5 4 6", "dice 5") };
        let played =
            play(&script, shelf.book(book).expect("it is there")).unwrap_or_else(|e| panic!("{book}: {e}"));
        let hand =
            |area: u8| played.table.area(area).and_then(|area| area.hand.clone()).expect("it is dealt");
        let ids = |tiles: [Tile; 4]| tiles.map(|tile| tile.to_string()).join(" ");
        assert_eq!(ids(hand(3).known().expect("known")), "1-2 3-6 4-4 6-6", "{book}");
        assert!(ids(hand(1).known().expect("known")).starts_with("2-4 4-5 "), "{book}");
    }
}

#[test]
fn a_seed_is_a_wall_of_32_tiles() {
    for seed in [0, 1, 7, -1, i64::MAX] {
        let mut wall = super::plan::seeded(seed);
        assert_eq!(wall, super::plan::seeded(seed));
        wall.sort_unstable();
        assert_eq!(wall, super::plan::ranked());
    }
    assert_ne!(super::plan::seeded(1), super::plan::seeded(2));
}

#[test]
fn the_book_is_found() {
    assert_eq!(book_of(HEAD).as_deref(), Some("star-2016"));
    assert_eq!(book_of("# book x\n\nbook uk-leaflet # the leaflet\n").as_deref(), Some("uk-leaflet"));
    assert_eq!(book_of("open\n"), None);
}

#[test]
fn what_cannot_be_played_names_the_line_and_what_would_be_right() {
    let shelf = shelf();
    let book = shelf.book("star-2016").expect("it is there");
    for (script, said) in [
        ("book star-2016\n", "line 1: no limit of wagers is named; expected limits 25..1000"),
        ("limits 25..1000\nopen\n", "line 1: no book is named"),
        ("book crown-6.1, limits 25..1000\nopen\n", "line 1: the book is crown-6.1; expected star-2016"),
        ("book star-2016, limits 25..1000, chips 5\n", "line 1: \"chips 5\" sets up nothing"),
        ("book star-2016, limits 1000..25\nopen\n", "line 1: limits 1000..25 do not fit together"),
        ("book star-2016, limits 25..1000, areas 6\nopen\n", "line 1: there can be no such table"),
        (
            "book star-2016, limits 25..1000\nopen\nlimits 5..10\n",
            "line 3: \"limits 5..10\" does not say who",
        ),
        ("book star-2016, limits 25..1000\nqueen opens the table\n", "does not say who"),
        ("book star-2016, limits 25..1000\ndealer shouts\n", "\"dealer shouts\" is no sentence"),
        ("book star-2016, limits 25..1000\nP3 wagers ten\n", "wagers AMOUNT [on AREA]"),
        ("book star-2016, limits 25..1000\nP3 wagers 10\n", "P3 has no area of their own"),
        ("book star-2016, limits 25..1000\nP3 sets 3 \"12 H8\n", "a quote is not closed"),
        ("book star-2016, limits 25..1000\nP3 sets 3 \"12 Z8\"\n", "\"Z8\" is not a tile"),
        ("book star-2016, limits 25..1000\nplan 3:\"12 2 9 5 5\"\n", "at most four an area"),
        (
            "book star-2016, limits 25..1000\nopen\nP3 sits at 3 with 500\nplay to the deal\n",
            "nobody has wagered on tiles",
        ),
    ] {
        let error = run(script, book).expect_err(script).to_string();
        assert!(error.contains(said), "{script}\n{error}\nlacks {said}");
        assert!(!error.contains('\n'), "{error}");
    }
}

/// What a writer may get wrong, and passed silently once: every one stops the round at its line, and says what
/// would be right.
#[test]
fn what_is_written_wrongly_is_said_at_its_line() {
    let shelf = shelf();
    let star = "book star-2016, limits 25..1000\n";
    let crown = "book crown-6.1, limits 25..1000, variant crown-pai-gow\n";
    let dealt = "open\nP3 sits at 3 with 500\nplay to the wagers\nP3 wagers 100\n";
    for (head, body, said) in [
        // Plans.
        (star, "plan dice 2 5", "line 2: dice 2 5 cannot be planned here; expected 3 box dice of 1 to 6"),
        (
            star,
            "plan dice 2 5 6 1",
            "line 2: dice 2 5 6 1 cannot be planned here; expected 3 box dice of 1 to 6",
        ),
        (star, "plan dice 2 5 7", "line 2: dice 2 5 7 cannot be planned here; expected 3 box dice of 1 to 6"),
        (star, "plan dice 2 5 0", "expected 3 box dice of 1 to 6"),
        (star, "plan dice two five six", "line 2: dice two five six plans nothing"),
        (crown, "plan dice 2 5 6", "line 2: dice 2 5 6 cannot be planned here; expected 1 box die of 1 to 6"),
        (star, "plan cut die 7", "line 2: cut die 7 cannot be planned here; expected a cut die of 1 to 6"),
        (star, "plan cut die -1", "expected a cut die of 1 to 6"),
        (star, "plan cut die 300", "expected a cut die of 1 to 6"),
        ("book vcga-2000, limits 25..1000\n", "plan cut die 4", "expected a table with a cut die"),
        (star, "plan big-small die 3", "expected a table with a big-small die"),
        (
            star,
            "plan cut tiger-tail",
            "line 2: cut tiger-tail cannot be planned here; expected a cut of the book: yat-dong-dong,",
        ),
        (star, "plan cut dai-pin right top", "cannot be planned here; expected dai-pin turned right or left"),
        (star, "plan cut foot-say left", "cannot be planned here; expected foot-say turned as it is"),
        (star, "plan steal 5", "line 2: steal 5 cannot be planned here; expected steal -4 to 4"),
        (star, "plan steal -99", "expected steal -4 to 4"),
        (star, "plan chung 9", "line 2: chung 9 cannot be planned here; expected an area of 1 to 8"),
        (star, "plan chung 0", "expected an area of 1 to 8"),
        (crown, "plan chung 7", "expected an area of 1 to 6"),
        (star, "plan 9:\"12 9\"", "line 2: 9:\"12 9\" cannot be planned here; expected areas 1 to 8"),
        (star, "plan 3:\"12 9\" 3:\"5 5\"", "comes second; expected each area once"),
        (star, "plan 3:\"9 9 9\"", "3 tiles of rank 9"),
        (star, "plan a good hand", "plans nothing; expected one of: dice DICE"),
        // Plans that come too late, or are not followed.
        (
            star,
            &format!("{dealt}plan 3:\"GJ 9 H8 12\"\nplay to the deal"),
            "line 7: \"play to the deal\": area 3 was to get GJ 9 H8 12 and got",
        ),
        (
            star,
            "open\nP3 sits at 3 with 500\nplan dice 2 5 6, cut die 4, cut yat-dong-dong\nplay to the wagers\n\
             P3 wagers 100\nplay to the deal",
            "line 7: \"play to the deal\": the cut was to be yat-dong-dong and was ",
        ),
        // Time.
        (
            star,
            "-5 minutes later",
            "line 2: \"-5 minutes later\": -5 is not 0 to 100000; expected 0 to 100000 minutes later",
        ),
        (star, "100001 minutes later", "100001 is not 0 to 100000"),
        (star, "5 minute ago", "does not say who"),
        (star, "at 24:00", "does not say who"),
        (star, "at -1:00", "does not say who"),
        (star, "supervisor posts limits 50..1000 from 9", "is no sentence"),
        // Dice and tiles in sentences.
        (
            star,
            "dealer shows 2 5 6 1",
            "line 2: \"dealer shows 2 5 6 1\": 4 box dice are named, there are 3 at most",
        ),
        (star, "dealer shows 2 5 6, cut die -1", "-1 is not 0 to 255"),
        (star, "dealer shows 2 5 6, cut die 256", "256 is not 0 to 255"),
        (star, "dealer shows 2 5 600", "is no sentence"),
        (star, "dealer draws the area with 1 2 3 4", "4 box dice are named"),
        (star, "dealer exposes tile 0 of 3", "tile 0 is not 1 to 4"),
        (star, "dealer exposes tiles 1 9 of 3", "tile 9 is not 1 to 4"),
        (star, "dealer reports tile 5 of 3 exposed", "tile 5 is not 1 to 4"),
        (star, "dealer shuffles \"12 12\"", "2 tiles given, 32 needed"),
        (star, "dealer shuffles \"12\"", "1 tile given, 32 needed"),
        // Numbers that a command cannot carry.
        (star, "P3 steals 300", "line 2: \"P3 steals 300\": 300 is not -128 to 127"),
        (star, "supervisor allows 300 players on 5", "300 is not 0 to 255"),
        (star, "supervisor allows -1 players on 5", "-1 is not 0 to 255"),
        (star, "supervisor allows 256 banks on 5", "256 is not 0 to 255"),
        (star, "dealer reports -2 tiles shown in stacking", "-2 is not 0 to 255"),
        (star, "supervisor decides dispute -1 for house", "-1 is not 0 to 4294967295"),
        (star, "P3 asks for a review of dispute 4294967296", "4294967296 is not 0 to 4294967295"),
        (star, "P3 wagers -5", "is no sentence"),
        (star, "P3 wagers 99999999999999999999", "is no sentence"),
        (star, "P3 wagers 10 bonus on tie on 3", "is no sentence"),
        (star, "P0 sits at 3 with 500", "does not say who"),
        (star, "P3 sits at 300 with 500", "is no sentence"),
        (star, "supervisor posts commission 4.123 %", "is no sentence"),
        // Setup.
        (
            "",
            "book star-2016, limits 25..1000, book star-2016",
            "line 1: \"book star-2016\" says a thing again; expected each once",
        ),
        ("", "book star-2016, limits 25..1000, limits 5..10", "\"limits 5..10\" says a thing again"),
        ("", "book star-2016, limits 25..1000\nchip 5, chip 1", "line 2: \"chip 1\" says a thing again"),
        (
            "",
            "book star-2016, limits 25..1000, reading x=y, reading x=z",
            "\"reading x=z\" says a thing again",
        ),
        ("", "book star-2016, limits 25..1000, areas 300", "\"areas 300\" cannot be; expected areas 1 to 8"),
        ("", "book star-2016, limits 25..1000, areas -1", "expected areas 1 to 8"),
        ("", "book star-2016, limits 25..1000 in 0s\nopen", "do not fit together"),
        ("", "book star-2016, limits 25..1000, chip 0\nopen", "chip 0 cannot be"),
    ] {
        let id = book_of(&format!("{head}{body}")).expect("a book is named");
        let book = shelf.book(&id).expect("it is there");
        let script = format!("{head}{body}\n");
        let error = run(&script, book).expect_err(&script).to_string();
        assert!(error.contains(said), "{script}\n{error}\nlacks {said}");
        assert!(!error.contains('\n'), "{error}");
    }
}

/// A macro that stops says which step would come next and why it is refused, and shows what was played.
#[test]
fn a_macro_that_stops_says_where() {
    let shelf = Shelf::embedded().unwrap();
    let stops = |text: &str| {
        let book = shelf.book(&book_of(text).unwrap()).unwrap();
        play(text, book).unwrap_err()
    };
    let idle = stops("book star-2016, limits 25..1000\nopen\nP3 sits at 3 with 500\nplay to the deal\n");
    let why = "play cannot go on: \"dealer closes betting\" is refused, round.no_wagers: nobody has wagered on tiles (star-2016 9.6, 9.5, reading no-round-yet)";
    assert_eq!(idle.to_string(), format!("line 4: \"play to the deal\": {why}"));
    assert!(idle.played.contains("\nplay to the deal\n") && idle.played.contains("the wall is stacked"));
    let short = stops(
        "book vcga-2000, limits 25..1000\nopen\nP2 sits at 2 with 500\nP3 sits at 3 with 500\n\
         dealer offers the bank\nP2 accepts the bank with 100\nplay to the wagers\nP3 wagers 300\n\
         play to the end\n",
    );
    let said = short.to_string();
    assert!(said.contains("\"P2 shakes\" is refused, bank.short: the bank's 100 do not cover"), "{said}");
    assert!(!short.played.contains("= P2 shakes"), "{}", short.played);
    assert_eq!(said.matches("is refused").count(), 1, "{said}");
    // A hand that the dealer set wrongly stands in the way, not a bank that waits for nobody's word.
    let wrong = stops(
        "book vcga-2000, limits 25..1000\nopen\nP3 sits at 3 with 500\nP5 sits at 5 with 500\n\
         dealer offers the bank\nP3 declines the bank\ndealer offers the bank\n\
         P5 accepts the bank with 300\nplan 3:\"12 H8 9 L8\" 5:\"H8 H10 11 5\"\nplay to the wagers\n\
         P3 wagers 100\nplay to the deal\nP3 asks for the house way\ndealer sets 3 low \"12 9\"\n\
         play to the payment\n",
    );
    let said = wrong.to_string();
    assert!(said.contains("\"game-supervisor checks 3\" is refused, set.wrong_house_way"), "{said}");
}
