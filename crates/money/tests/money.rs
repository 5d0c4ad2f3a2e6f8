//! Amounts, chips, rates and ledgers: commission over the whole range, rounding, bounds, stored forms.
#![allow(clippy::unwrap_used)]

use money::{Account, Amount, Chip, Ledger, Move, Moves, PlayerId, Rate};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Chips that a table can have for its smallest, from one unit to an awkward one.
const CHIPS: [i64; 7] = [1, 2, 5, 7, 25, 50, 100];

fn chip(units: i64) -> Chip {
    Chip::new(units).unwrap()
}

fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

/// Commission as a dealer counts it out: chips go to the House one by one while the next one would not
/// take more than the share. Nothing is divided.
struct Counted {
    chip: i64,
    basis_points: i64,
    chips: i64,
}

impl Counted {
    /// The commission of amounts that never fall.
    fn of(&mut self, won: i64) -> i64 {
        while (self.chips + 1) * self.chip * 10_000 <= won * self.basis_points {
            self.chips += 1;
        }
        self.chips * self.chip
    }
}

/// Every amount up to 10,000 chips, for each chip, at one rate.
fn commission_everywhere(basis_points: u16) {
    let rate = Rate::new(basis_points).unwrap();
    for units in CHIPS {
        let chip = chip(units);
        let mut counted = Counted { chip: units, basis_points: i64::from(basis_points), chips: 0 };
        for won in 0..=10_000 * units {
            let found = chip.commission(Amount::of(won), rate).units();
            assert_eq!(found, counted.of(won), "{rate} of {won} in chips of {units}");
        }
    }
}

/// star-2016 14.1, 14.2, 14.3; vcga-2000 13.9, 13.11; crown-6.1 11.1, 11.3; uk-leaflet B16, B27: five per
/// cent of every amount up to 10,000 chips, never more than the share, less than a chip below it.
#[test]
fn five_per_cent_of_every_amount() {
    commission_everywhere(500);
}

/// vcga-2000 13.9, 13.10, 13.11; crown-6.1 11.1, 11.2, 11.3: the House may take less, down to nothing.
#[test]
fn lower_commission_of_every_amount() {
    for basis_points in [0, 1, 100, 250, 333] {
        commission_everywhere(basis_points);
    }
}

/// A rate of everything takes everything that chips can make up.
#[test]
fn whole_commission_of_every_amount() {
    commission_everywhere(Rate::WHOLE);
}

/// uk-leaflet B16: a win of 20 is paid 19, of any number of twenties nineteen times that number.
#[test]
fn nineteen_to_twenty() {
    for twenties in 0..=10_000 {
        let won = Amount::of(20 * twenties);
        let paid = won.less(chip(1).commission(won, Rate::percent(5)));
        assert_eq!(paid.units(), 19 * twenties);
    }
    let won = Amount::of(Amount::MOST);
    assert_eq!(
        chip(1).commission(won, Rate::percent(5)).units(),
        Amount::MOST / 20,
        "no overflow at the bound"
    );
}

/// star-2016 14.3, crown-6.1 9.2.3, 11.3: down is the most that chips make up, up the least that covers.
#[test]
fn rounding_lies_within_a_chip() {
    for units in CHIPS {
        let chip = chip(units);
        let (mut below, mut chips) = (0, 0);
        for amount in 0..=2_000i64.max(20 * units) {
            if amount == below + units {
                below = amount;
                chips += 1;
            }
            assert_eq!(chip.down(Amount::of(amount)).units(), chips * units, "down {amount} in {units}");
            let above = if amount == below { below } else { below + units };
            assert_eq!(chip.up(Amount::of(amount)).units(), above, "up {amount} in {units}");
            assert_eq!(chip.makes(Amount::of(amount)), amount == below, "{amount} in {units}");
        }
    }
}

/// Fractions of a unit are dropped, and nothing passes the bound.
#[test]
fn odds_of_an_amount() {
    assert_eq!(Amount::of(5).times(3, 2).units(), 7);
    assert_eq!(Amount::of(20).times(19, 20).units(), 19);
    assert_eq!(Amount::of(Amount::MOST).times(500, 1).units(), Amount::MOST);
    assert_eq!(Amount::of(7).times(1, 0).units(), 7, "no division by nothing");
    for units in 0..=500 {
        for (num, den) in [(1, 1), (25, 1), (1, 2), (35, 3)] {
            let times = Amount::of(units).times(num, den).units();
            assert!(times * i64::from(den) <= units * i64::from(num));
            assert!((times + 1) * i64::from(den) > units * i64::from(num));
        }
    }
}

/// Every number within the bounds is one, every number beyond is none.
#[test]
fn bounds_hold() {
    for (units, is) in [
        (i64::MIN, false),
        (-1, false),
        (0, true),
        (Amount::MOST, true),
        (Amount::MOST + 1, false),
        (i64::MAX, false),
    ] {
        assert_eq!(Amount::new(units).is_some(), is, "amount {units}");
        assert_eq!(Amount::try_from(units).is_ok(), is, "amount {units}");
        assert_eq!(Amount::of(units).units(), units.clamp(0, Amount::MOST), "amount {units}");
    }
    for (units, is) in
        [(i64::MIN, false), (-1, false), (0, false), (1, true), (Chip::MOST, true), (Chip::MOST + 1, false)]
    {
        assert_eq!(Chip::new(units).map(Chip::units), is.then_some(units), "chip {units}");
        assert_eq!(Chip::try_from(units).is_ok(), is, "chip {units}");
    }
    for (points, is) in [(0, true), (500, true), (10_000, true), (10_001, false), (u16::MAX, false)] {
        assert_eq!(Rate::new(points).map(Rate::basis_points), is.then_some(points), "rate {points}");
    }
    assert_eq!(Rate::percent(5).basis_points(), 500);
    assert_eq!(Rate::percent(200).basis_points(), Rate::WHOLE);
    assert_eq!(PlayerId::new(0), None, "0 is the House's");
    assert!(PlayerId::HOUSE.is_house() && !player(1).is_house());
    assert_eq!(player(u32::MAX).number(), u32::MAX);
    assert_eq!(
        Amount::of(Amount::MOST) + Amount::of(1),
        Amount::of(Amount::MOST),
        "sums are cut at the bound"
    );
    assert_eq!(Amount::of(3).less(Amount::of(5)), Amount::ZERO, "nothing is below nothing");
}

/// What is printed is read back as the same; what is not digits only is refused with its text.
#[test]
fn print_and_parse_are_inverse() {
    for units in (0..=2_000).chain([999_999, Amount::MOST]) {
        let amount = Amount::of(units);
        assert_eq!(amount.to_string().parse::<Amount>().unwrap(), amount);
        assert_eq!(amount.to_string(), units.to_string());
    }
    for text in ["", "-1", "+1", " 1", "1 ", "1.0", "1_000", "0x1", "1000000000001", "99999999999999999999"] {
        let error = text.parse::<Amount>().unwrap_err().to_string();
        assert_eq!(error, format!("expected a whole amount from 0 to 1000000000000, got \"{text}\""));
    }
    assert_eq!("007".parse::<Amount>().unwrap().units(), 7);
    for (points, text) in
        [(0, "0 %"), (500, "5 %"), (250, "2.5 %"), (333, "3.33 %"), (305, "3.05 %"), (10_000, "100 %")]
    {
        assert_eq!(Rate::new(points).unwrap().to_string(), text);
    }
    assert_eq!(format!("{:>6}|{:<6}|", player(7), PlayerId::HOUSE), "    P7|House |");
}

/// The value as it comes back from its stored form.
fn back<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// Stored forms come back the same; numbers out of bounds are refused, not cut.
#[test]
fn stored_forms() {
    for units in [0, 1, 25, Amount::MOST] {
        assert_eq!(back(&Amount::of(units)), Amount::of(units));
        assert_eq!(serde_json::to_string(&Amount::of(units)).unwrap(), units.to_string());
    }
    for units in [1, 25, Chip::MOST] {
        assert_eq!(back(&chip(units)), chip(units));
    }
    for points in [0, 500, 10_000] {
        assert_eq!(back(&Rate::new(points).unwrap()), Rate::new(points).unwrap());
    }
    assert_eq!(back(&player(7)), player(7));
    for text in ["-1", "1000000000001", "1.5", "\"5\"", "null"] {
        assert!(serde_json::from_str::<Amount>(text).is_err(), "amount {text}");
    }
    for text in ["0", "-5", "1000000001"] {
        let error = serde_json::from_str::<Chip>(text).unwrap_err().to_string();
        assert!(error.contains(&format!("chip {text} is not 1 to 1000000000")), "{error}");
    }
    let error = serde_json::from_str::<Rate>("10001").unwrap_err().to_string();
    assert!(error.contains("rate 10001 is above 10000"), "{error}");
    assert!(serde_json::from_str::<Rate>("-1").is_err());
    for account in accounts() {
        assert_eq!(back(&account), account);
        assert_eq!(back(&Move::new(account, Account::Pool, Amount::of(5))).from, account);
    }
    let mut ledger = Ledger::default();
    ledger.apply(&deposit(1, 40)).unwrap();
    assert_eq!(back(&ledger), ledger);
}

/// Every kind of account.
fn accounts() -> Vec<Account> {
    let who = player(3);
    vec![
        Account::Cage,
        Account::Promotions,
        Account::Float,
        Account::Commission,
        Account::Adjustments,
        Account::Forfeits,
        Account::Held(who),
        Account::Player(who),
        Account::Tokens(who),
        Account::Layout(who),
        Account::LayoutTokens(who),
        Account::Bank(who),
        Account::CoBank,
        Account::Pool,
    ]
}

fn deposit(who: u32, units: i64) -> [Move; 1] {
    [Move::new(Account::Cage, Account::Player(player(who)), Amount::of(units))]
}

/// The House and the world may owe; players, and what lies on the table, may not.
#[test]
fn who_may_owe() {
    for account in accounts() {
        let mut ledger = Ledger::default();
        let lent = ledger.apply(&[Move::new(account, Account::Pool, Amount::of(1))]);
        assert_eq!(lent.is_ok(), account.may_owe(), "{account}");
        let house = matches!(
            account,
            Account::Cage
                | Account::Promotions
                | Account::Float
                | Account::Commission
                | Account::Adjustments
                | Account::Forfeits
        );
        assert_eq!(account.may_owe(), house, "{account}");
    }
    assert_eq!(Account::purse(PlayerId::HOUSE), Account::Float);
    assert_eq!(Account::purse(player(2)), Account::Player(player(2)));
}

/// Moves that one account cannot pay change nothing at all, wherever among them it fails.
#[test]
fn all_or_nothing() {
    let (one, two) = (Account::Player(player(1)), Account::Player(player(2)));
    let mut ledger = Ledger::default();
    ledger.apply(&deposit(1, 100)).unwrap();
    let before = ledger.clone();
    for place in 0..=3 {
        let mut moves = vec![
            Move::new(one, two, Amount::of(60)),
            Move::new(two, Account::Pool, Amount::of(10)),
            Move::new(Account::Float, one, Amount::of(5)),
        ];
        moves.insert(place, Move::new(Account::Bank(player(9)), one, Amount::of(1)));
        let error = ledger.apply(&moves).unwrap_err();
        assert_eq!((error.account, error.balance), (Account::Bank(player(9)), -1));
        assert_eq!(error.to_string(), "P9 as bank would hold -1, expected 0 or more");
        assert_eq!(ledger, before, "refused at place {place}");
    }
    // What comes in first may go out after.
    ledger
        .apply(&[Move::new(one, two, Amount::of(100)), Move::new(two, Account::Pool, Amount::of(100))])
        .unwrap();
    assert_eq!((ledger.balance(one), ledger.balance(two), ledger.balance(Account::Pool)), (0, 0, 100));
    assert_eq!(
        ledger.accounts(),
        [(Account::Cage, -100), (Account::Pool, 100)],
        "nothing is kept at nothing"
    );
}

/// Over many moves, some of them refused: accounts sum to nothing, nobody who may not owe does, and the
/// same moves backwards undo it all.
#[test]
fn every_posting_balances_and_can_be_undone() {
    let all = accounts();
    let mut ledger = Ledger::default();
    let mut seed = 1u64;
    let mut next = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let mut done: Vec<Moves> = Vec::new();
    let mut refused = 0;
    for _ in 0..20_000 {
        let count = next(4);
        let mut moves = Moves::new();
        for _ in 0..count {
            let (from, to) = (all[next(14) as usize], all[next(14) as usize]);
            moves.push(Move::new(from, to, Amount::of(next(50) as i64)));
        }
        let before = ledger.clone();
        match ledger.apply(&moves) {
            Ok(()) => done.push(moves),
            Err(_) => {
                refused += 1;
                assert_eq!(ledger, before);
            }
        }
        assert_eq!(ledger.sum(), 0);
        for (account, balance) in ledger.accounts() {
            assert!(*balance > 0 || account.may_owe(), "{account} holds {balance}");
            assert_ne!(*balance, 0, "{account} is kept at nothing");
        }
        assert!(ledger.accounts().is_sorted_by(|(one, _), (other, _)| one < other));
    }
    assert!(refused > 300 && done.len() > 1_000, "{refused} refused, {} done", done.len());
    for moves in done.iter().rev() {
        let back: Moves = moves.iter().rev().map(|step| step.back()).collect();
        ledger.apply(&back).unwrap();
    }
    assert_eq!(ledger, Ledger::default(), "all undone, nothing is left");
}

/// Whoever sends something else hears what an amount is.
#[test]
fn what_is_no_amount_is_refused_with_its_bounds() {
    let read = |text: &str| serde_json::from_str::<Amount>(text).map_err(|error| error.to_string());
    assert_eq!(read("25"), Ok(Amount::of(25)));
    for (text, got) in [("1.5", "floating point `1.5`"), ("\"25\"", "string \"25\"")] {
        let said = read(text).unwrap_err();
        assert!(
            said.starts_with(&format!(
                "invalid type: {got}, expected a whole amount from 0 to 1000000000000"
            )),
            "{said}"
        );
    }
    for text in ["-1", "1000000000001", "9223372036854775808"] {
        let said = read(text).unwrap_err();
        assert!(
            said.contains("expected a whole amount from 0 to 1000000000000")
                && said.contains(text.trim_start_matches('+')),
            "{said}"
        );
    }
}
