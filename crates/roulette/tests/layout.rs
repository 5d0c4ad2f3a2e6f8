//! Every spot of the layout on every pocket, against a second writing of the rules; the wheel; where chips
//! stand.

mod play;

use money::Amount;
use play::{DEALER, Table, book, player, setup};
use roulette::command::{account, wager};
use roulette::{Command, Layout, Place, Spot, StationId};
use rulebook::BuyIn;
use std::collections::BTreeSet;

/// The reds of the usual wheel: going up, odd and even change places at 11 and at 19 and at 29.
fn is_red(n: u8) -> bool {
    match n {
        1..=10 | 19..=28 => n % 2 == 1,
        11..=18 | 29..=36 => n.is_multiple_of(2),
        _ => false,
    }
}

/// All bets of the rules, written a second time from the squares: name, numbers that win, odds.
fn bets() -> Vec<(String, Vec<u8>, i64)> {
    let mut bets: Vec<(String, Vec<u8>, i64)> = Vec::new();
    let joined = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
    let mut inside = |numbers: Vec<u8>, odds: i64| bets.push((joined(&numbers), numbers, odds));
    for n in 0..=36 {
        inside(vec![n], 35);
    }
    for n in 1..=36u8 {
        // A neighbour in the street, unless this is its end; a neighbour in the column.
        if !n.is_multiple_of(3) {
            inside(vec![n, n + 1], 17);
        }
        if n <= 33 {
            inside(vec![n, n + 3], 17);
        }
        if n.is_multiple_of(3) {
            inside(vec![n - 2, n - 1, n], 11);
            if n <= 33 {
                inside((n - 2..=n + 3).collect(), 5);
            }
        } else if n <= 33 {
            inside(vec![n, n + 1, n + 3, n + 4], 8);
        }
    }
    for n in 1..=3 {
        inside(vec![0, n], 17);
    }
    inside(vec![0, 1, 2], 11);
    inside(vec![0, 2, 3], 11);
    inside(vec![0, 1, 2, 3], 8);
    let all = |test: &dyn Fn(u8) -> bool| (1..=36).filter(|n| test(*n)).collect::<Vec<u8>>();
    for third in 0..3u8 {
        bets.push((format!("column {}", third + 1), all(&|n| n % 3 == (third + 1) % 3), 2));
        bets.push((format!("dozen {}", third + 1), all(&|n| (n - 1) / 12 == third), 2));
    }
    for (name, numbers) in [
        ("low", all(&|n| n <= 18)),
        ("high", all(&|n| n > 18)),
        ("even", all(&|n| n % 2 == 0)),
        ("odd", all(&|n| n % 2 == 1)),
        ("red", all(&is_red)),
        ("black", all(&|n| !is_red(n))),
    ] {
        bets.push((name.to_string(), numbers, 1));
    }
    bets
}

fn layout() -> Layout {
    Layout::new(&book().roulette().expect("of roulette").rules)
}

/// 157 spots on 37 pockets, and no spot beside them.
#[test]
fn every_spot_on_every_pocket_pays_what_the_rules_say() {
    let (layout, bets) = (layout(), bets());
    assert_eq!((bets.len(), layout.spots().len()), (157, 157));
    let mut seen = BTreeSet::new();
    // Proves: rapid-roulette-2000 7.1, 7.1#Straight-Up, 7.1#Split, 7.1#Street, 7.1#Corner, 7.1#Six-Line,
    // 7.1#Column, 7.1#Dozen, 7.1#Low, 7.1#High, 7.1#Even, 7.1#Odd, 7.1#Red, 7.1#Black, 7.2(a), 7.2(b)(i),
    // 7.2(b)(ii), 7.2(b)(iii), 7.2(c)(i), 7.2(c)(ii), 7.2(c)(iii), 7.3(a), 7.3(b)
    for (name, numbers, odds) in bets {
        let spot = layout.named(&name).unwrap_or_else(|| panic!("no spot {name}"));
        assert!(seen.insert(spot), "{name} is a spot twice");
        assert_eq!(layout.spot(spot).expect("it is there").name, name);
        for pocket in 0..=36 {
            let tally = layout.tally([(spot, 100)].into_iter(), pocket);
            let wins = numbers.contains(&pocket);
            let wanted = if wins { (100 * odds, 100) } else { (0, 0) };
            assert_eq!((tally.won, tally.kept), wanted, "{name} on {pocket}");
            assert_eq!(tally.staked, 100);
        }
    }
}

/// One chip on each of the 157 spots at a table, settled by each of the 37 pockets, through the game.
#[test]
fn a_chip_on_every_spot_is_settled_on_every_pocket_at_the_table() {
    for pocket in 0..=36 {
        let mut table = Table::with_players(setup(), 1);
        let bets = bets();
        for (name, ..) in &bets {
            table.put(1, 2, name);
        }
        assert_eq!((table.credit(1), table.on_layout(1)), (1000 - 157 * 2, 157 * 2));
        table.spin(pocket);
        let won: i64 = bets.iter().filter(|bet| bet.1.contains(&pocket)).map(|bet| 2 * bet.2 + 2).sum();
        // Proves: rapid-roulette-2000 1.4(a), 1.4(b), 3.7(a), 3.7(b), 5.6(b)(i), 5.6(b)(ii)
        assert_eq!((table.credit(1), table.on_layout(1)), (1000 - 157 * 2 + won, 0), "{pocket}");
    }
}

/// rapid-roulette-2000 7.3(a), 7.3(b): on 0 only what joins it wins.
#[test]
fn on_zero_only_bets_that_cover_it_win() {
    let layout = layout();
    let wins = layout.spots().iter().filter(|spot| {
        let tally = layout.tally([(spot.spot, 1)].into_iter(), 0);
        tally.won > 0
    });
    let wins: Vec<&str> = wins.map(|spot| spot.name.as_str()).collect();
    // Proves: rapid-roulette-2000 7.3(a), 7.3(b)
    assert_eq!(wins, ["0", "0-1", "0-2", "0-3", "0-1-2", "0-2-3", "0-1-2-3"]);
}

/// rapid-roulette-2000 2.3, Diagram B: 37 pockets in the order of the usual wheel, 0 green, red and black in
/// turn all the way round.
#[test]
fn the_wheel_has_the_standard_order_and_colours() {
    let layout = layout();
    let wheel = &layout.felt().wheel;
    let order = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26";
    let order: Vec<u8> = order.split(' ').map(|n| n.parse().expect("a number")).collect();
    // Proves: rapid-roulette-2000 2.3, Diagram B
    assert_eq!(wheel.iter().map(|pocket| pocket.number).collect::<Vec<_>>(), order);
    assert_eq!(wheel[0].colour, "green");
    for (at, pocket) in wheel.iter().enumerate().skip(1) {
        assert_eq!(pocket.colour, if at % 2 == 1 { "red" } else { "black" }, "{}", pocket.number);
        assert_eq!(pocket.colour == "red", is_red(pocket.number), "{}", pocket.number);
    }
}

/// rapid-roulette-2000 3.1, Diagram C, 7.1#Corner, 7.2(d): a chip stands in a square, on a line or on a point,
/// and each place is one bet.
#[test]
fn where_a_chip_stands_is_one_bet_and_no_other() {
    let layout = layout();
    for spot in layout.spots() {
        assert_eq!(layout.spot_at(spot.along, spot.across), Some(spot.spot), "{}", spot.name);
    }
    let named = |along, across| {
        let spot = layout.spot_at(along, across)?;
        layout.spot(spot).map(|spot| spot.name.clone())
    };
    let cases = [
        ((0, 3), "0"),
        ((2, 1), "1"),
        ((24, 5), "36"),
        ((1, 1), "0-1"),
        ((1, 5), "0-3"),
        ((2, 2), "1-2"),
        ((3, 1), "1-4"),
        ((1, 2), "0-1-2"),
        ((1, 4), "0-2-3"),
        ((1, 0), "0-1-2-3"), // where 0, 1 and the first dozen meet
        ((3, 2), "1-2-4-5"),
        ((2, 0), "1-2-3"),
        ((3, 0), "1-2-3-4-5-6"),
        ((26, 3), "column 2"),
        ((13, -2), "dozen 2"),
    ];
    // Proves: rapid-roulette-2000 3.1, 7.2(d)
    for ((along, across), name) in cases {
        assert_eq!(named(along, across).as_deref(), Some(name), "{along} {across}");
    }
    assert_eq!((named(0, 1), named(25, 2), named(40, 40)), (None, None, None));
}

/// The felt as data: every spot and pocket, readable by whoever draws them.
#[test]
fn the_felt_can_be_stored_for_the_web_app() {
    let table = Table::new(setup());
    let felt = serde_json::to_value(table.game.felt()).expect("it can be stored");
    assert_eq!(felt["wheel"].as_array().expect("a list").len(), 37);
    assert_eq!(felt["spots"].as_array().expect("a list").len(), 157);
    assert_eq!(
        felt["spots"][0],
        serde_json::json!({"spot": 0, "name": "0", "bet": "straight-up", "covers": [0], "pays": 35, "to": 1,
            "along": 0, "across": 3})
    );
    assert_eq!(
        felt["sequences"][2]["pays"],
        serde_json::json!([[25, 2], [125, 1], [12500, 1], [500_000, 1]])
    );
}

/// rapid-roulette-2000 2.2(a): a 25th station is refused.
#[test]
fn a_table_has_no_more_than_24_stations() {
    let mut more = setup();
    more.stations = 25;
    let refusal = roulette::Roulette::new(book(), more).expect_err("25 stations");
    // Proves: rapid-roulette-2000 2.2(a)
    assert_eq!(
        (refusal.code, refusal.message.as_str()),
        ("setup.stations", "expected 1 to 24 stations, got 25")
    );
    assert_eq!(refusal.clauses.to_string(), "rapid-roulette-2000 2.2(a)");
    let mut table = Table::with_players(setup(), 24);
    let (station, amount) = (StationId(25), Amount::of(10));
    let command = account::Command::BuyIn { station, player: player(25), tender: BuyIn::Cash, amount };
    assert_eq!(table.refused(DEALER, command).code, "station.unknown");
}

/// What commands, events and states are stored as comes back the same; what is none is not read.
#[test]
fn stored_forms_come_back_and_garbage_does_not() {
    let place = Place::Run(roulette::Numbers::new(&[17, 0, 5]).expect("three"));
    let command: Command = wager::Command::Put { station: StationId(3), place, amount: Amount::of(5) }.into();
    let text = serde_json::to_string(&command).expect("it can be stored");
    assert_eq!(text, r#"{"do":"put","station":3,"place":{"run":[17,0,5]},"amount":5}"#);
    assert_eq!(serde_json::from_str::<Command>(&text).expect("it can be read"), command);
    assert_eq!(serde_json::to_string(&Place::On(Spot(5))).expect("it can be stored"), r#"{"on":5}"#);
    for garbage in [
        r#"{"do":"put","station":3,"place":{"run":[1,2,3,4,5]},"amount":5}"#,
        r#"{"do":"put","station":3,"place":{"on":300},"amount":5}"#,
        r#"{"do":"put","station":3,"place":{"on":3},"amount":-5}"#,
        r#"{"do":"put","station":3,"place":{"on":3},"amount":1000000000001}"#,
        r#"{"do":"put","station":3,"place":{"on":3},"amount":5,"spin":1}"#,
        r#"{"do":"enter","pocket":"17"}"#,
        r#"{"do":"spin","pocket":17}"#,
        r#"{"do":"win"}"#,
        r#"{"put":{"station":3,"place":{"on":3},"amount":5}}"#,
        r#""spin""#,
    ] {
        assert!(serde_json::from_str::<Command>(garbage).is_err(), "{garbage}");
    }
}

/// rapid-roulette-2000 Notice#2: no table opens by this book before it is in force.
#[test]
fn no_table_opens_before_the_book_is_in_force() {
    let opening = |time: &str| {
        let mut setup = setup();
        setup.opens = Some(time.to_string());
        roulette::Roulette::new(book(), setup)
    };
    let refusal = opening("2000-11-22T03:59").expect_err("a minute before");
    // Proves: rapid-roulette-2000 Notice#2
    assert_eq!(refusal.code, "setup.not_in_force");
    assert_eq!(
        refusal.message,
        "the book is in force from 2000-11-22T04:00 in Melbourne, the table opens 2000-11-22T03:59"
    );
    assert!(opening("2000-11-22T04:00").is_ok() && opening("2026-01-01T00:00").is_ok());
    for text in ["", "yesterday", "2000-11-22", "2000-11-22T04:00 ", "2000/11/22T04:00"] {
        assert_eq!(opening(text).expect_err(text).code, "setup.opens");
    }
}

/// rapid-roulette-2000 1.3, 2.2(b), 2.2(c), 2.2(d): a game is that of one table: one console for whoever deals,
/// one display for everybody, and nothing that happens at another table.
#[test]
fn a_table_is_a_game_of_its_own_with_one_console_and_one_display() {
    use game::{Game, Person};
    let table = &book().roulette().expect("of roulette").rules.table;
    // Proves: rapid-roulette-2000 2.2(b), 2.2(c), 2.2(d)
    assert_eq!((table.consoles.value, table.displays.value), (1, 1));
    let mut one = Table::with_players(setup(), 2);
    let two = Table::with_players(setup(), 2);
    let before = two.clone();
    one.put(1, 5, "17");
    one.spin(17);
    assert_eq!((one.credit(1), two.credit(1)), (1175, 1000));
    // Proves: rapid-roulette-2000 1.3
    assert_eq!(before.state, two.state);
    let view = |who: &Person| one.game.view(&one.state, who);
    assert_eq!(view(&DEALER), view(&Person::House));
    assert_eq!(view(&Person::Public), view(&Person::Public));
    assert_ne!(view(&DEALER), view(&Person::Public));
}
