//! Every refusal of the table: what was tried, its code, what is said, and the clauses that decide.
//!
//! `testdata/refusals/rapid-roulette-2000.txt` is the table, to be read against the book;
//! `HOUSEWAY_GOLDENS=update` writes it anew. Every code is tried, and stands in `docs/refusals.md`.

mod play;

use game::{Moment, Person, Refusal, StaffId};
use money::{Amount, PlayerId};
use play::{DEALER, GAME_SUPERVISOR, Table, book, player, setup};
use roulette::command::{account, claim, limit, mishap, spin, table, wager};
use roulette::{ClaimAbout, Dealing, Evidence, Found, Numbers, Place, Roulette, Setup, Spot, StationId};
use rulebook::{Book, BuyIn, CorrectedWhile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const ONE: StationId = StationId(1);
const TWO: StationId = StationId(2);

/// What was tried, and why not.
type Case = (&'static str, Refusal);

fn one() -> Person {
    Person::Player(player(1))
}

fn units(units: i64) -> Amount {
    Amount::of(units)
}

/// A table with two players at their stations.
fn two() -> Table {
    Table::with_players(setup(), 2)
}

fn put(table: &mut Table, amount: i64, place: &str) -> Refusal {
    let command = table.putting(1, amount, place);
    table.refused(one(), command)
}

fn stepped(change: impl Fn(&mut roulette::Limits)) -> Table {
    let mut setup = setup();
    change(&mut setup.limits);
    Table::with_players(setup, 2)
}

/// The book, changed.
fn other(change: impl Fn(&mut rulebook::RouletteRules)) -> Book {
    let mut book = book().clone();
    let Book::Roulette(own) = &mut book else { panic!("it is of roulette") };
    change(&mut own.rules);
    book
}

fn by(book: &Book) -> Table {
    let mut table = two();
    table.game = Roulette::new(book, setup()).expect("the set-up is allowed");
    table
}

/// Setting a table up.
fn set_up() -> Vec<Case> {
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut setup = setup();
        change(&mut setup);
        Roulette::new(book(), setup).expect_err("it cannot be played")
    };
    let star = play::SHELF.book("star-2016").expect("it is on the shelf");
    vec![
        ("a book of another game", Roulette::new(star, setup()).expect_err("another game")),
        ("25 stations", with(&|setup| setup.stations = 25)),
        ("no station", with(&|setup| setup.stations = 0)),
        ("limits that go downwards", with(&|setup| setup.limits.bets[0].most = units(0))),
        ("a quad from 3", with(&|setup| setup.limits.sequences[2].least = units(3))),
        (
            "a straight-up beyond what can be paid",
            with(&|setup| setup.limits.bets[0].most = units(900_000_000)),
        ),
        ("limits for no bet at all", with(&|setup| setup.limits.bets.clear())),
        ("a period of nothing", with(&|setup| setup.period = Some(0))),
        ("a period of two hours", with(&|setup| setup.period = Some(7200))),
        ("no spin on record", with(&|setup| setup.records = 0)),
        ("not a time", with(&|setup| setup.opens = Some("tomorrow".to_string()))),
        (
            "a table that opens before the book is in force",
            with(&|setup| setup.opens = Some("2000-11-22T03:59".to_string())),
        ),
        ("a book in which the display counts", {
            let book = other(|rules| rules.mishap.display_counts.value = true);
            Roulette::new(&book, setup()).expect_err("it cannot be played")
        }),
    ]
}

/// Who may do what.
fn people() -> Vec<Case> {
    let mut table = two();
    let anybody = Person::Public;
    let inspector = Person::Inspector(StaffId(9));
    vec![
        ("a player spins", table.refused(one(), spin::Command::Spin)),
        ("the House spins where a person deals", table.refused(Person::House, spin::Command::Spin)),
        ("a player says that time is up", table.refused(one(), spin::Command::EndPeriod)),
        ("the dealer sets the period", table.refused(DEALER, limit::Command::SetPeriod { seconds: None })),
        ("the dealer puts chips down", {
            let command = table.putting(1, 5, "red");
            table.refused(DEALER, command)
        }),
        (
            "the dealer feeds notes",
            table.refused(DEALER, account::Command::Insert { station: ONE, amount: units(5) }),
        ),
        ("anybody leaves for a player", table.refused(anybody, account::Command::Leave { station: ONE })),
        ("the inspector claims a malfunction", {
            let about = ClaimAbout::Malfunction;
            table.refused(inspector, claim::Command::Claim { station: ONE, about })
        }),
    ]
}

/// Accounts and stations.
fn accounts() -> Vec<Case> {
    let buy = |station, number: u32, tender, amount| {
        let player = PlayerId::new(number).unwrap_or(PlayerId::HOUSE);
        account::Command::BuyIn { station, player, tender, amount: units(amount) }
    };
    let mut table = two();
    let mut cases = vec![
        ("a station beyond the last", table.refused(DEALER, buy(StationId(25), 3, BuyIn::Cash, 5))),
        ("notes to the dealer", table.refused(DEALER, buy(StationId(3), 3, BuyIn::Notes, 5))),
        ("tokens to the dealer", table.refused(DEALER, buy(StationId(3), 3, BuyIn::Tokens, 5))),
        ("the House buys in", table.refused(DEALER, buy(StationId(3), 0, BuyIn::Cash, 5))),
        ("a buy-in with nothing", table.refused(DEALER, buy(StationId(3), 3, BuyIn::Cash, 0))),
        (
            "notes worth nothing",
            table.refused(one(), account::Command::Insert { station: ONE, amount: units(0) }),
        ),
        ("more than an account holds", table.refused(DEALER, buy(ONE, 1, BuyIn::Chips, 1_000_000_000))),
        ("a station that another controls", table.refused(DEALER, buy(ONE, 3, BuyIn::Cash, 5))),
        (
            "notes into another's station",
            table.refused(one(), account::Command::Insert { station: TWO, amount: units(5) }),
        ),
        ("a second station", table.refused(DEALER, buy(StationId(3), 1, BuyIn::Cash, 5))),
        (
            "leaving a station without account",
            table.refused(one(), account::Command::Leave { station: StationId(9) }),
        ),
        ("leaving for another", table.refused(one(), account::Command::Leave { station: TWO })),
        ("paying out who stays", table.refused(DEALER, account::Command::PayOut { station: ONE })),
        (
            "paying out what is not held",
            table.refused(DEALER, account::Command::PayHeld { player: player(1) }),
        ),
    ];
    table.close();
    table.expect(DEALER, mishap::Command::StationFails { station: ONE });
    let notes = account::Command::Insert { station: ONE, amount: units(5) };
    cases.push(("notes into a broken station", table.refused(one(), notes)));
    cases.push((
        "a broken station reported",
        table.refused(DEALER, mishap::Command::StationFails { station: ONE }),
    ));
    table.expect(one(), account::Command::Leave { station: ONE });
    cases.push(("leaving twice", table.refused(one(), account::Command::Leave { station: ONE })));
    cases
        .push(("sending away who leaves", table.refused(DEALER, account::Command::Dismiss { station: ONE })));
    cases.push((
        "paying out what is in doubt",
        table.refused(DEALER, account::Command::PayOut { station: ONE }),
    ));
    let mut table = two();
    table.put(1, 5, "red");
    table.close();
    table.expect(one(), account::Command::Leave { station: ONE });
    cases.push((
        "paying out before the spin",
        table.refused(DEALER, account::Command::PayOut { station: ONE }),
    ));
    let notes = account::Command::Insert { station: ONE, amount: units(5) };
    cases.push(("notes of who leaves", table.refused(one(), notes)));
    let mut table = two();
    table.expect(one(), account::Command::Leave { station: ONE });
    cases.push(("a buy-in of who leaves", table.refused(DEALER, buy(ONE, 1, BuyIn::Cash, 5))));
    let mut table = by(&other(|rules| rules.account.automatic.value.clear()));
    let notes = account::Command::Insert { station: ONE, amount: units(5) };
    cases.push(("notes where stations take none", table.refused(one(), notes)));
    cases
}

/// Wagers.
fn wagers() -> Vec<Case> {
    let mut shut = Table::new(setup());
    shut.buy_in(1, 100);
    let mut cases = vec![("a wager before the table opens", put(&mut shut, 5, "red"))];
    let mut table = two();
    let mut spent = two();
    spent.put(1, 500, "odd");
    spent.put(1, 400, "even");
    let run = |numbers: &[u8]| Place::Run(Numbers::new(numbers).expect("at most four"));
    let puts = |place, amount| wager::Command::Put { station: ONE, place, amount: units(amount) };
    cases.extend([
        ("a chip on another's station", {
            let place = table.place("red");
            table.refused(one(), wager::Command::Put { station: TWO, place, amount: units(5) })
        }),
        ("a chip beside the layout", table.refused(one(), puts(Place::On(Spot(157)), 5))),
        ("not a bet", table.game.place("1-5").expect_err("1-5 is no bet")),
        ("number 37", table.game.place("37").expect_err("it is not a place")),
        ("a double on 37", table.refused(one(), puts(run(&[17, 37]), 5))),
        ("a sequence of one number", table.refused(one(), puts(run(&[17]), 5))),
        ("a double of three numbers", table.game.place("double 1 2 3").expect_err("it is not a place")),
        ("more than the credit", put(&mut spent, 101, "red")),
        ("more than the credit, whatever the maximum cuts off", put(&mut spent, 1001, "red")),
        ("a double above the credit", put(&mut spent, 101, "double 1 2")),
        ("nothing", put(&mut table, 0, "red")),
        ("taking from where nothing is", {
            let place = table.place("red");
            table.refused(one(), wager::Command::Take { station: ONE, place, amount: units(5) })
        }),
        ("clearing what is clear", table.refused(one(), wager::Command::Clear { station: ONE })),
    ]);
    table.put(1, 500, "red");
    cases.push(("more than the maximum", put(&mut table, 5, "red")));
    let red = table.place("red");
    let take = wager::Command::Take { station: ONE, place: red, amount: units(501) };
    cases.push(("taking more than there is", table.refused(one(), take)));
    let Place::On(spot) = red else { panic!("a spot") };
    let shift = |to| wager::Command::Shift { station: ONE, from: spot, to };
    cases.push(("moving to the same spot", table.refused(one(), shift(spot))));
    table.put(1, 500, "black");
    let Place::On(black) = table.place("black") else { panic!("a spot") };
    cases.push(("moving to where the maximum is", table.refused(one(), shift(black))));
    let mut fives = stepped(|limits| {
        for bounds in &mut limits.bets {
            (bounds.least, bounds.step) = (units(10), 5);
        }
        (limits.sequences[2].least, limits.sequences[2].step) = (units(10), 10);
    });
    cases.push(("less than the minimum", put(&mut fives, 9, "17")));
    fives.put(1, 10, "17");
    cases.push(("less than a step more", put(&mut fives, 4, "17")));
    fives.put(1, 10, "quad 1 2 3 4");
    cases.push(("less than a step more of a quad", put(&mut fives, 9, "quad 1 2 3 4")));
    fives.put(1, 495, "18");
    let spots = ["17", "18"].map(|name| match fives.place(name) {
        Place::On(spot) => spot,
        Place::Run(_) => panic!("a spot"),
    });
    let shift = wager::Command::Shift { station: ONE, from: spots[0], to: spots[1] };
    fives.expect(one(), shift);
    let mut poor = Table::new(setup());
    poor.expect(DEALER, table::Command::OpenTable);
    poor.buy_in(1, 24);
    for number in 0..24 {
        poor.put(1, 1, &format!("double {number} 0"));
    }
    cases.push(("a 25th sequence", put(&mut poor, 1, "double 30 0")));
    cases.push(("a chip without any credit", put(&mut poor, 1, "red")));
    let mut table = two();
    table.put(1, 5, "double 17 20");
    table.spin(17);
    let running = wager::Command::Take { station: ONE, place: table.place("double 17 20"), amount: units(5) };
    cases.push(("taking a sequence that runs", table.refused(one(), running)));
    table.close();
    cases.push(("a wager after the period", put(&mut table, 5, "red")));
    let mut table = two();
    table.expect(DEALER, mishap::Command::SystemFails);
    cases.push(("a wager while the system is down", put(&mut table, 5, "red")));
    let mut table = two();
    table.expect(DEALER, mishap::Command::StationFails { station: ONE });
    cases.push(("a wager on a broken station", put(&mut table, 5, "red")));
    let mut table = two();
    table.expect(one(), account::Command::Leave { station: ONE });
    cases.push(("a wager of who leaves", put(&mut table, 5, "red")));
    let mut table = two();
    table.close();
    table.expect(DEALER, spin::Command::Spin);
    table.expect(DEALER, mishap::Command::SystemFails);
    table.expect(DEALER, mishap::Command::CallNoSpin { ground: "disruption".to_string() });
    cases.push(("a wager where others are in doubt", put(&mut table, 5, "red")));
    cases
}

/// The table, the period, the spin.
fn spins() -> Vec<Case> {
    let mut table = two();
    let no_spin = |ground: &str| mishap::Command::CallNoSpin { ground: ground.to_string() };
    let mut cases = vec![
        ("opening an open table", table.refused(DEALER, table::Command::OpenTable)),
        ("closing a table with players", table.refused(DEALER, table::Command::CloseTable)),
        ("ending a period early", table.refused(DEALER, spin::Command::EndPeriod)),
        ("an outcome without a spin", table.refused(DEALER, spin::Command::Enter { pocket: Some(17) })),
        ("no spin without a spin", table.refused(DEALER, no_spin("same-way"))),
    ];
    table.expect(DEALER, spin::Command::Spin);
    cases.push(("spinning twice", table.refused(DEALER, spin::Command::Spin)));
    cases.push((
        "an outcome before the period's end",
        table.refused(DEALER, spin::Command::Enter { pocket: Some(17) }),
    ));
    cases.push(("no spin on no ground", table.refused(DEALER, no_spin("bad-luck"))));
    table.close();
    cases.push(("ending a period twice", table.refused(DEALER, spin::Command::EndPeriod)));
    cases.push((
        "a pocket that the wheel lacks",
        table.refused(DEALER, spin::Command::Enter { pocket: Some(37) }),
    ));
    cases.push(("an outcome without a pocket", table.refused(DEALER, spin::Command::Enter { pocket: None })));
    table.expect(DEALER, mishap::Command::StationFails { station: ONE });
    cases.push((
        "an outcome while wagers are in doubt",
        table.refused(DEALER, spin::Command::Enter { pocket: Some(1) }),
    ));
    let mut table = two();
    table.close();
    table.expect(DEALER, spin::Command::Spin);
    cases.push(("a late ball settled early", table.refused(DEALER, no_spin("settled-early"))));
    let mut shut = Table::new(setup());
    cases.push(("spinning at a table not open", shut.refused(DEALER, spin::Command::Spin)));
    shut.expect(DEALER, table::Command::OpenTable);
    shut.expect(DEALER, spin::Command::Spin);
    cases.push(("closing while the ball runs", shut.refused(DEALER, table::Command::CloseTable)));
    let mut table = two();
    table.expect(DEALER, spin::Command::Spin);
    table.expect(DEALER, mishap::Command::SystemFails);
    cases.push((
        "an outcome while the system is down",
        table.refused(DEALER, spin::Command::Enter { pocket: Some(1) }),
    ));
    let mut over = Table::new(setup());
    over.expect(DEALER, table::Command::CloseTable);
    cases.push(("opening a closed table", over.refused(DEALER, table::Command::OpenTable)));
    let mut single = Table::with_players(setup(), 1);
    cases.push(("closing a table with a player", single.refused(DEALER, table::Command::CloseTable)));
    single.expect(one(), claim::Command::Claim { station: ONE, about: ClaimAbout::Malfunction });
    single.expect(one(), account::Command::Leave { station: ONE });
    single.expect(DEALER, account::Command::PayOut { station: ONE });
    cases.push(("closing over a claim", single.refused(DEALER, table::Command::CloseTable)));
    let mut table = by(&other(|rules| rules.period.spin_before_end.value = false));
    cases.push(("an early ball where the book has none", table.refused(DEALER, spin::Command::Spin)));
    let mut table = by(&other(|rules| rules.period.may_be_set.value = false));
    let set = |seconds| limit::Command::SetPeriod { seconds: Some(seconds) };
    cases.push(("a period that the book fixes", table.refused(GAME_SUPERVISOR, set(60))));
    let mut table = two();
    cases.push(("a period of no seconds", table.refused(GAME_SUPERVISOR, set(0))));
    let limits = |change: &dyn Fn(&mut roulette::Limits), at| {
        let mut limits = two().state.limits().clone();
        change(&mut limits);
        limit::Command::SetLimits { limits: Box::new(limits), at: Moment::new(at) }
    };
    table.now = 60_000;
    cases.extend([
        ("a quad in steps of 1", table.refused(DEALER, limits(&|l| l.sequences[2].step = 1, 60_000))),
        ("limits from a moment ago", table.refused(DEALER, limits(&|_| (), 59_999))),
        (
            "a higher minimum at short notice",
            table.refused(DEALER, limits(&|l| l.bets[0].least = units(5), 20 * 60_000)),
        ),
        (
            "a higher aggregate at short notice",
            table.refused(DEALER, limits(&|l| l.aggregate = units(5), 20 * 60_000)),
        ),
    ]);
    cases
}

/// What goes wrong: results, equipment, claims.
fn mishaps() -> Vec<Case> {
    let mut table = two();
    let display = |shown| mishap::Command::DisplayShows { shown };
    let correct = |spin, pocket| mishap::Command::Correct { spin, pocket };
    let mut drawn = Table::new(Setup { dealing: Dealing::House, ..setup() });
    let mut wheel = Table::with_players(Setup { dealing: Dealing::House, ..setup() }, 1);
    wheel.put(1, 10, "17");
    wheel.spin(3);
    wheel.expect(one(), claim::Command::Claim { station: ONE, about: ClaimAbout::Outcome });
    wheel.put(1, 10, "17");
    wheel.close();
    wheel.expect(DEALER, mishap::Command::StationFails { station: ONE });
    let found = vec![Found { place: wheel.place("3"), amount: units(10) }];
    let mut cases = vec![
        ("a result that the house drew", drawn.refused(DEALER, mishap::Command::Freeze { spin: 1 })),
        ("another pocket than the house drew", drawn.refused(DEALER, correct(1, 5))),
        (
            "a wrong outcome that the house drew",
            wheel.refused(DEALER, claim::Command::Answer { claim: 1, upheld: true }),
        ),
        ("records where the house deals", {
            let evidence = Evidence::Wagers(found);
            wheel.refused(DEALER, mishap::Command::Establish { station: ONE, evidence })
        }),
        ("a result before any", table.refused(DEALER, mishap::Command::Freeze { spin: 1 })),
        ("the display before any result", table.refused(DEALER, display(3))),
        ("restoring what works", table.refused(DEALER, mishap::Command::RestoreStation { station: ONE })),
        ("restoring a system that works", table.refused(DEALER, mishap::Command::RestoreSystem)),
        ("establishing what is in no doubt", {
            let command = mishap::Command::Establish { station: ONE, evidence: Evidence::AsShown };
            table.refused(DEALER, command)
        }),
        ("a wrong outcome before any", {
            let about = ClaimAbout::Outcome;
            table.refused(one(), claim::Command::Claim { station: ONE, about })
        }),
        ("answering no claim", table.refused(DEALER, claim::Command::Answer { claim: 1, upheld: true })),
    ];
    table.put(1, 10, "double 17 20");
    table.spin(3);
    cases.push(("a display that agrees", table.refused(DEALER, display(3))));
    cases.push(("a result of no spin", table.refused(DEALER, mishap::Command::Freeze { spin: 2 })));
    cases.push(("a correction without a freeze", table.refused(DEALER, correct(1, 17))));
    table.expect(DEALER, mishap::Command::Freeze { spin: 1 });
    cases.push(("a wager while accounts are frozen", put(&mut table, 5, "red")));
    cases.push(("a correction of another spin", table.refused(DEALER, correct(2, 17))));
    let about = ClaimAbout::Outcome;
    table.expect(one(), claim::Command::Claim { station: ONE, about });
    let again = table.refused(one(), claim::Command::Claim { station: ONE, about });
    cases.push(("a second claim", again));
    cases.push((
        "answering another claim",
        table.refused(DEALER, claim::Command::Answer { claim: 7, upheld: true }),
    ));
    table.expect(DEALER, correct(1, 3));
    for (number, station) in [(1, ONE), (2, TWO)] {
        table.expect(Person::Player(player(number)), account::Command::Leave { station });
        table.expect(DEALER, account::Command::PayOut { station });
    }
    table.expect(DEALER, mishap::Command::Freeze { spin: 1 });
    table.expect(DEALER, correct(1, 17));
    cases.push(("closing while a sequence runs", table.refused(DEALER, table::Command::CloseTable)));
    let mut table = Table::new(setup());
    cases.push((
        "a system that fails before the table opens",
        table.refused(DEALER, mishap::Command::SystemFails),
    ));
    let mut table = by(&other(|rules| rules.mishap.corrected.value = CorrectedWhile::OpenAccounts));
    table.spin(3);
    cases.push((
        "a result nobody wagered on, by another book",
        table.refused(DEALER, mishap::Command::Freeze { spin: 1 }),
    ));
    cases.extend(evidence());
    cases
}

/// What records cannot show.
fn evidence() -> Vec<Case> {
    let mut table = stepped(|limits| {
        limits.aggregate = units(10);
        (limits.bets[0].least, limits.bets[0].most, limits.bets[0].step) = (units(5), units(100), 5);
    });
    table.put(1, 10, "17");
    table.close();
    table.expect(DEALER, mishap::Command::StationFails { station: ONE });
    let mut finds = |found: &[(&str, i64)]| {
        let found =
            found.iter().map(|(place, amount)| Found { place: table.place(place), amount: units(*amount) });
        let evidence = Evidence::Wagers(found.collect());
        table.refused(DEALER, mishap::Command::Establish { station: ONE, evidence })
    };
    let many: Vec<(String, i64)> = (0..25).map(|number| (format!("double {number} 0"), 1)).collect();
    let many: Vec<(&str, i64)> = many.iter().map(|(place, amount)| (place.as_str(), *amount)).collect();
    let mut cases = vec![
        ("records of a place twice", finds(&[("17", 5), ("17", 5)])),
        ("records below the minimum", finds(&[("17", 4), ("red", 10)])),
        ("records above the maximum", finds(&[("17", 105)])),
        ("records between two steps", finds(&[("17", 12)])),
        ("records of an odd quad", finds(&[("quad 1 2 3 4", 3)])),
        ("records of more than there was", finds(&[("red", 500), ("black", 500), ("odd", 500)])),
        (
            "records of more doubles than there was money for",
            finds(&[("double 1 2", 500), ("double 2 3", 500), ("double 3 4", 500)]),
        ),
        ("records of 25 sequences", finds(&many)),
    ];
    cases.push((
        "a station restored in doubt",
        table.refused(DEALER, mishap::Command::RestoreStation { station: ONE }),
    ));
    let mut table = two();
    table.expect(DEALER, mishap::Command::StationFails { station: ONE });
    table.close();
    cases.push((
        "establishing what was void before the period ended",
        table.refused(DEALER, mishap::Command::Establish { station: ONE, evidence: Evidence::AsShown }),
    ));
    cases
}

fn all() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("Setting a table up", set_up()),
        ("People", people()),
        ("Accounts and stations", accounts()),
        ("Wagers", wagers()),
        ("The table, the period, the spin", spins()),
        ("What goes wrong", mishaps()),
    ]
}

/// The sources in a folder and in those within it, but for the words of rounds, which are no rules.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() && !path.ends_with("script") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

/// Whatever looks like a code in the rules.
fn codes_in_rules() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut codes = BTreeSet::new();
    // With what every game says.
    for path in sources(&folder).into_iter().chain([folder.join("../../game/src/refusal.rs")]) {
        let text = std::fs::read_to_string(path).expect("it can be read");
        for quoted in text.split('"').skip(1).step_by(2) {
            let is_word =
                |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            if quoted.split_once('.').is_some_and(|(group, what)| is_word(group) && is_word(what)) {
                codes.insert(quoted.to_string());
            }
        }
    }
    codes
}

/// rapid-roulette-2000 2.2(a), 3.1–3.8, 4.3, 5.1–5.5, 6.2–6.7, 8.1–8.9: what is refused, why, and by which clause.
#[test]
fn every_refusal_is_as_the_table_says() {
    let mut text = "# Every refusal of the Rapid Roulette table: what was tried, what is said, the clauses that decide.\n"
        .to_string();
    let mut tried = BTreeSet::new();
    for (title, cases) in all() {
        text += &format!("\n## {title}\n");
        for (what, refusal) in cases {
            tried.insert(refusal.code.to_string());
            let clauses = refusal.clauses.to_string().replace("rapid-roulette-2000 ", "");
            let clauses = if clauses.is_empty() { "no clause" } else { &clauses };
            text += &format!("\n{what}\n  {}: {}\n  {clauses}\n", refusal.code, refusal.message);
        }
    }
    let known = codes_in_rules();
    assert_eq!(tried, known, "every code is tried, and every one that is tried is in the rules");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/refusals/rapid-roulette-2000.txt");
    if std::env::var("HOUSEWAY_GOLDENS").is_ok_and(|value| value == "update") {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&file, &text).expect("it can be written");
    }
    let golden = std::fs::read_to_string(&file).unwrap_or_default();
    let differ = golden.lines().zip(text.lines()).find(|(was, is)| was != is);
    assert!(golden == text, "HOUSEWAY_GOLDENS=update writes it anew; the first difference: {differ:?}");
}

/// Every code stands in `docs/refusals.md` with the clause that decides it first, and a meaning.
#[test]
fn every_code_is_listed_with_its_clause() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/refusals.md");
    let text = std::fs::read_to_string(path).expect("it can be read");
    let section = text.split("# Refusals of the Rapid Roulette table").nth(1).expect("it has the section");
    let section = section.split("\n# ").next().unwrap_or_default();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        let (clauses, code) = (cells.next()?, cells.next()?.strip_prefix('`')?.strip_suffix('`')?);
        let clauses: Vec<String> = clauses.split(", ").map(str::to_string).collect();
        cells.next().filter(|meaning| meaning.ends_with('.')).map(|_| (code.to_string(), clauses))
    };
    let listed: Vec<(String, Vec<String>)> = section.lines().filter_map(row).collect();
    let codes: Vec<&String> = listed.iter().map(|(code, _)| code).collect();
    assert_eq!(
        codes,
        codes_in_rules().iter().collect::<Vec<_>>(),
        "docs/refusals.md lists the codes in order"
    );
    let mut first: std::collections::BTreeMap<String, BTreeSet<String>> = std::collections::BTreeMap::new();
    for (_, refusal) in all().into_iter().flat_map(|(_, cases)| cases) {
        let clause = refusal
            .clauses
            .first()
            .map_or("none", |clause| clause.split_once(' ').map_or(clause, |(_, c)| c));
        first.entry(refusal.code.to_string()).or_default().insert(clause.to_string());
    }
    for (code, clauses) in listed {
        let said: Vec<&String> = first[&code].iter().collect();
        let mut listed: Vec<&String> = clauses.iter().collect();
        listed.sort();
        assert_eq!(listed, said, "the clauses that decide {code}");
    }
}
