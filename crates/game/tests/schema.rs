//! People, refusals, bounds and money are written as OpenAPI describes them.
#![cfg(feature = "schema")]

mod described;

use described::Described;
use game::{Bounds, Cites, Context, Moment, Person, Rank, Refusal, StaffId};
use money::{Account, Amount, Chip, Move, PlayerId, Rate};
use serde_json::{Value, json};

const PLAYER: PlayerId = PlayerId::new(u32::MAX).expect("not the House");

fn described() -> Described {
    let described = Described::default().with::<Person>().with::<Context>().with::<Bounds>();
    described.with::<Refusal>().with::<Account>().with::<Move>().with::<Rate>().with::<Chip>()
}

#[test]
fn everybody_is_written_as_described() {
    let mut described = described();
    for who in [
        Person::Player(PlayerId::HOUSE),
        Person::Player(PLAYER),
        Person::Staff(StaffId(u32::MAX), Rank(u8::MAX)),
        Person::Inspector(StaffId(0)),
        Person::House,
        Person::Public,
    ] {
        described.check(&who);
        described.check(&Context::new(who, Moment::new(i64::MIN)));
    }
    assert_eq!(described.unmet::<Person>(), Vec::<String>::new());
}

#[test]
fn refusals_and_bounds_are_written_as_described() {
    let mut described = described();
    described.check(&Refusal::new("wager.below_minimum", Cites::default(), "wager 15 is below 25"));
    let cites = Cites::new(["star-2016 10.3".to_string()]);
    described.check(&Refusal::new("wager.below_minimum", cites, ""));
    described.check(&Bounds::new(Amount::ZERO, Amount::of(Amount::MOST), 1).expect("in order"));
}

#[test]
fn money_is_written_as_described() {
    let mut described = described();
    for account in [
        Account::Cage,
        Account::Promotions,
        Account::Float,
        Account::Commission,
        Account::Adjustments,
        Account::Forfeits,
        Account::Held(PLAYER),
        Account::Player(PLAYER),
        Account::Tokens(PLAYER),
        Account::Layout(PLAYER),
        Account::LayoutTokens(PLAYER),
        Account::Bank(PLAYER),
        Account::CoBank,
        Account::Pool,
    ] {
        described.check(&account);
        described.check(&Move::new(account, Account::Float, Amount::of(Amount::MOST)));
    }
    assert_eq!(described.unmet::<Account>(), Vec::<String>::new());
    for rate in [0, Rate::WHOLE] {
        described.check(&Rate::new(rate).expect("in bounds"));
    }
    for chip in [1, Chip::MOST] {
        described.check(&Chip::new(chip).expect("in bounds"));
    }
}

/// What cannot be read back is not described as if it could.
#[test]
fn bounds_of_schemas_are_bounds_of_values() {
    let mut described = described();
    let mut wrong = |fault: fn(&mut Described, &Value) -> Result<(), String>, value: Value| {
        assert!(fault(&mut described, &value).is_err(), "{value} is described");
    };
    wrong(Described::fault::<Amount>, json!(-1));
    wrong(Described::fault::<Amount>, json!(Amount::MOST + 1));
    wrong(Described::fault::<Rate>, json!(Rate::WHOLE + 1));
    wrong(Described::fault::<Chip>, json!(0));
    wrong(Described::fault::<Chip>, json!(Chip::MOST + 1));
    wrong(Described::fault::<Account>, json!("nowhere"));
    wrong(Described::fault::<Account>, json!({"held": 1, "pool": 1}));
    wrong(Described::fault::<Person>, json!({"staff": [1]}));
    wrong(Described::fault::<Person>, json!({"staff": [1, 2, 3]}));
    wrong(Described::fault::<Refusal>, json!({"code": "x", "message": "x", "clause": []}));
    wrong(Described::fault::<Refusal>, json!({"code": "x"}));
}
