//! Every rule of protection, with the clock turned by hand.

use super::*;
use crate::wallet::cage;
use journal::{Draft, Place, print_moves};
use money::{Account, Move};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
const START: i64 = 1_800_000_000_000;

fn at(milliseconds: i64) -> Moment {
    Moment::new(START + milliseconds)
}

fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

fn amount(units: i64) -> Amount {
    Amount::new(units).unwrap()
}

fn limits(day: Option<i64>, week: Option<i64>, month: Option<i64>) -> Limits {
    Limits { day: Some(day.map(amount)), week: Some(week.map(amount)), month: Some(month.map(amount)) }
}

fn open(journal: Journal) -> Protection {
    Protection::open(journal, Clock::manual(at(0)))
}

fn journal() -> Journal {
    Journal::open(&Place::memory()).unwrap().0
}

/// What a table has kept when money passes.
async fn kept(journal: &Journal, who: PlayerId, table: &str, units: i64, back: bool, now: Moment) {
    let (purse, cage) = (Account::Player(who), Account::Cage);
    let step =
        if back { Move::new(cage, purse, amount(units)) } else { Move::new(purse, cage, amount(units)) };
    let body = serde_json::to_vec(&WalletEvent::Table { table: table.into() }).unwrap();
    let draft = Draft { at: now.milliseconds(), moves: print_moves([&step]), body, key: None };
    journal.keep(Unit::draft(&stream(who), draft)).await.unwrap();
}

async fn deposit(journal: &Journal, who: PlayerId, units: i64) {
    let event =
        WalletEvent::Cage { what: "deposit".into(), by: "ann".into(), second: None, before: 0, after: units };
    let drafts = vec![cage(who, &event, amount(units), true, at(0))];
    journal.keep(Unit { drafts, ..Unit::default() }).await.unwrap();
}

fn code(answer: Result<(), Refusal>) -> String {
    answer.unwrap_err().code.to_string()
}

#[tokio::test]
async fn limits_are_lowered_at_once_and_raised_after_a_day() {
    let (protection, one) = (open(journal()), player(1));
    let set = |limits, now| protection.set_limits(one, limits, now);
    // Where there was none, any is lower.
    let allowance = set(limits(Some(100), Some(500), None), at(0)).await.unwrap();
    assert_eq!((allowance.day.limit, allowance.day.pending), (Some(amount(100)), None));
    assert_eq!((allowance.month.limit, allowance.month.left), (None, None));
    // Raised: the old one goes on for a day.
    let allowance = set(limits(Some(300), Some(400), None), at(HOUR)).await.unwrap();
    assert_eq!(allowance.day.limit, Some(amount(100)));
    assert_eq!(allowance.day.pending, Some(Pending { limit: Some(amount(300)), from: at(HOUR + DAY) }));
    assert_eq!((allowance.week.limit, allowance.week.pending), (Some(amount(400)), None));
    assert_eq!(code(protection.check(one, amount(101), at(HOUR + DAY - 1))), "protect.day");
    assert!(protection.check(one, amount(300), at(HOUR + DAY)).is_ok());
    assert_eq!(code(protection.check(one, amount(301), at(HOUR + DAY))), "protect.day");
    // Removed: the same.
    let later = HOUR + 2 * DAY;
    let allowance = set(limits(None, Some(400), None), at(later)).await.unwrap();
    assert_eq!(allowance.day.limit, Some(amount(300)));
    assert_eq!(allowance.day.pending, Some(Pending { limit: None, from: at(later + DAY) }));
    assert_eq!(code(protection.check(one, amount(301), at(later + DAY - 1))), "protect.day");
    assert!(protection.check(one, amount(400), at(later + DAY)).is_ok());
}

#[tokio::test]
async fn asking_again_does_not_wait_longer_and_asking_for_less_withdraws() {
    let (protection, one) = (open(journal()), player(1));
    let set = |day, now| protection.set_limits(one, limits(day, None, None), now);
    set(Some(100), at(0)).await.unwrap();
    set(Some(200), at(HOUR)).await.unwrap();
    let again = set(Some(200), at(5 * HOUR)).await.unwrap();
    assert_eq!(again.day.pending.unwrap().from, at(HOUR + DAY), "it waits from when it was first asked for");
    let other = set(Some(150), at(6 * HOUR)).await.unwrap();
    assert_eq!(other.day.pending, Some(Pending { limit: Some(amount(150)), from: at(6 * HOUR + DAY) }));
    let same = set(Some(100), at(7 * HOUR)).await.unwrap();
    assert_eq!((same.day.limit, same.day.pending), (Some(amount(100)), None), "withdrawn");
    set(Some(200), at(8 * HOUR)).await.unwrap();
    let lower = set(Some(50), at(9 * HOUR)).await.unwrap();
    assert_eq!((lower.day.limit, lower.day.pending), (Some(amount(50)), None));
    assert_eq!(protection.allowance(one, at(9 * DAY)).unwrap().day.limit, Some(amount(50)));
    // A limit that waited and came into force is the one that counts when the next is asked for.
    set(Some(80), at(10 * DAY)).await.unwrap();
    let next = set(Some(70), at(12 * DAY)).await.unwrap();
    assert_eq!((next.day.limit, next.day.pending), (Some(amount(70)), None), "lower than 80, so at once");
}

#[tokio::test]
async fn refusals_name_value_and_bound_and_the_shortest_window_first() {
    let (protection, one) = (open(journal()), player(1));
    protection.set_limits(one, limits(Some(100), Some(150), Some(160)), at(0)).await.unwrap();
    protection.bring(one, "pg1", amount(70), at(0)).unwrap();
    let refused = protection.bring(one, "pg1", amount(31), at(1)).unwrap_err();
    assert_eq!(refused.code, "protect.day");
    for part in ["31", "30 left", "100", "24 hours", "70"] {
        assert!(refused.message.contains(part), "{part} in {}", refused.message);
    }
    assert_eq!(
        protection.allowance(one, at(1)).unwrap().day.left,
        Some(amount(30)),
        "refused, so not counted"
    );
    protection.bring(one, "pg1", amount(30), at(1)).unwrap();
    protection.bring(one, "pg1", amount(50), at(DAY + 1)).unwrap();
    assert_eq!(code(protection.bring(one, "pg1", amount(1), at(DAY + 2))), "protect.week");
    assert_eq!(code(protection.bring(one, "pg1", amount(11), at(8 * DAY + 2))), "protect.month");
    protection.bring(one, "pg1", amount(10), at(8 * DAY + 2)).unwrap();
    let none = protection.check(one, amount(1), at(8 * DAY + 3)).unwrap_err();
    assert!(none.message.contains("0 left of your limit of 160 in 30 days"), "{}", none.message);
}

#[tokio::test]
async fn windows_roll() {
    let (protection, one) = (open(journal()), player(1));
    protection.set_limits(one, limits(Some(100), None, None), at(0)).await.unwrap();
    protection.bring(one, "pg1", amount(60), at(0)).unwrap();
    protection.bring(one, "rr1", amount(40), at(HOUR)).unwrap();
    assert_eq!(code(protection.check(one, amount(1), at(DAY - 1))), "protect.day");
    assert!(protection.check(one, amount(60), at(DAY)).is_ok());
    assert_eq!(code(protection.check(one, amount(61), at(DAY))), "protect.day");
    assert!(protection.check(one, amount(100), at(DAY + HOUR)).is_ok());
    // A limit of nothing lets nothing through, and a limit below what was brought takes nothing back.
    protection.set_limits(one, limits(Some(0), None, None), at(HOUR)).await.unwrap();
    assert_eq!(code(protection.check(one, amount(1), at(3 * DAY))), "protect.day");
    assert!(protection.check(one, Amount::ZERO, at(HOUR)).is_ok(), "who brings nothing may stay");
    assert_eq!(protection.allowance(one, at(HOUR)).unwrap().day.left, Some(Amount::ZERO));
}

#[tokio::test]
async fn what_comes_back_takes_off_what_was_brought_there_last() {
    let (protection, one) = (open(journal()), player(1));
    protection.set_limits(one, limits(Some(100), Some(150), None), at(0)).await.unwrap();
    let spent = |now| {
        let allowance = protection.allowance(one, now).unwrap();
        (allowance.day.spent.units(), allowance.week.spent.units())
    };
    protection.bring(one, "pg1", amount(100), at(0)).unwrap();
    protection.took_back(one, "pg1", amount(30), at(1));
    assert_eq!(spent(at(2)), (70, 70));
    // Chips carried over the edge of the day make no room in the new one.
    protection.took_back(one, "pg1", amount(70), at(DAY + 1));
    assert_eq!(spent(at(DAY + 1)), (0, 0));
    assert_eq!(code(protection.check(one, amount(101), at(DAY + 1))), "protect.day");
    // Nor do winnings.
    protection.bring(one, "pg1", amount(100), at(DAY + 2)).unwrap();
    protection.took_back(one, "pg1", amount(900), at(DAY + 3));
    assert_eq!(spent(at(DAY + 3)), (0, 0));
    assert_eq!(code(protection.check(one, amount(101), at(DAY + 3))), "protect.day");
    // What comes back from one table says nothing about another.
    protection.bring(one, "pg1", amount(50), at(2 * DAY)).unwrap();
    protection.bring(one, "rr1", amount(50), at(3 * DAY)).unwrap();
    protection.took_back(one, "pg1", amount(50), at(3 * DAY + 1));
    assert_eq!(spent(at(3 * DAY + 1)), (50, 50));
}

#[tokio::test]
async fn what_was_not_kept_is_taken_off_again() {
    let (protection, one) = (open(journal()), player(1));
    protection.set_limits(one, limits(Some(100), None, None), at(0)).await.unwrap();
    protection.bring(one, "pg1", amount(60), at(1)).unwrap();
    protection.bring(one, "pg1", amount(40), at(2)).unwrap();
    protection.not_kept(one, "pg1", amount(40), at(2));
    protection.not_kept(one, "pg1", amount(40), at(2));
    protection.not_kept(one, "rr1", amount(60), at(1));
    protection.not_kept(player(9), "rr1", amount(60), at(1));
    assert_eq!(protection.allowance(one, at(3)).unwrap().day.spent, amount(60));
}

#[tokio::test]
async fn an_exclusion_cannot_be_shortened() {
    let (protection, one) = (open(journal()), player(1));
    assert_eq!(protection.exclude(one, at(0), at(0)).await.unwrap_err().code, "protect.until");
    let allowance = protection.exclude(one, at(10 * DAY), at(0)).await.unwrap();
    assert_eq!(allowance.excluded_until, Some(at(10 * DAY)));
    for amount in [Amount::ZERO, amount(1)] {
        assert_eq!(code(protection.check(one, amount, at(1))), "protect.excluded");
        assert_eq!(code(protection.bring(one, "pg1", amount, at(10 * DAY - 1))), "protect.excluded");
    }
    let shorter = protection.exclude(one, at(9 * DAY), at(DAY)).await.unwrap_err();
    assert_eq!(shorter.code, "protect.until");
    assert!(shorter.message.contains("2027-01-24"), "{}", shorter.message);
    let message = protection.check(one, amount(1), at(1)).unwrap_err().message;
    assert!(message.contains("2027-01-25 08:00 UTC"), "{message}");
    protection.exclude(one, at(20 * DAY), at(DAY)).await.unwrap();
    assert_eq!(code(protection.check(one, amount(1), at(20 * DAY - 1))), "protect.excluded");
    assert!(protection.check(one, amount(1), at(20 * DAY)).is_ok());
    assert_eq!(protection.allowance(one, at(20 * DAY)).unwrap().excluded_until, None);
    assert!(protection.check(player(2), amount(1), at(1)).is_ok(), "the others play on");
}

#[tokio::test]
async fn the_reality_check_is_due_every_hour_unless_asked_otherwise() {
    let (protection, one) = (open(journal()), player(1));
    assert!(!protection.due(one, at(0), at(HOUR - 1)));
    assert!(protection.due(one, at(0), at(HOUR)));
    protection.set_reality_check(one, 20, at(0)).await.unwrap();
    assert!(!protection.due(one, at(HOUR), at(HOUR + 20 * 60_000 - 1)));
    assert!(protection.due(one, at(HOUR), at(HOUR + 20 * 60_000)));
    assert_eq!(protection.allowance(one, at(0)).unwrap().reality_check_minutes, 20);
    for minutes in [0, 4, 241] {
        let refused = protection.set_reality_check(one, minutes, at(0)).await.unwrap_err();
        assert_eq!(refused.code, "protect.check");
        assert!(refused.message.contains("5 to 240"), "{}", refused.message);
    }
}

#[tokio::test]
async fn only_people_with_an_account_are_protected() {
    let protection = open(journal());
    for number in [0, Numbers::GUEST, Numbers::BOT] {
        let nobody = PlayerId::new(number).unwrap_or(PlayerId::HOUSE);
        let refused = protection.exclude(nobody, at(DAY), at(0)).await.unwrap_err();
        assert_eq!(refused.code, "protect.account");
    }
}

#[tokio::test]
async fn everything_is_read_again_from_the_stream() {
    let (journal, one) = (journal(), player(1));
    deposit(&journal, one, 10_000).await;
    let protection = open(journal.clone());
    protection.set_limits(one, limits(Some(500), Some(900), None), at(0)).await.unwrap();
    protection.set_limits(one, limits(Some(700), Some(800), Some(2000)), at(HOUR)).await.unwrap();
    protection.set_reality_check(one, 30, at(HOUR)).await.unwrap();
    protection.exclude(one, at(40 * DAY), at(39 * DAY)).await.unwrap();
    for (table, units, back, now) in
        [("pg1", 300, false, HOUR), ("rr1", 100, false, HOUR + 1), ("pg1", 250, true, 2 * HOUR)]
    {
        match back {
            false => protection.brought(one, table, amount(units), at(now)),
            true => protection.took_back(one, table, amount(units), at(now)),
        }
        kept(&journal, one, table, units, back, at(now)).await;
    }
    let again = open(journal.clone());
    again.load(one).await.unwrap();
    for now in [2 * HOUR, DAY, DAY + HOUR, 3 * DAY, 39 * DAY, 50 * DAY] {
        assert_eq!(again.allowance(one, at(now)), protection.allowance(one, at(now)), "{now}");
    }
    assert_eq!(again.allowance(one, at(2 * HOUR)).unwrap().day.spent, amount(150));
    // What was not loaded beforehand is read where it is asked for, on a thread that runs tasks too.
    let lazy = open(journal.clone());
    assert_eq!(code(lazy.check(one, amount(351), at(2 * HOUR))), "protect.excluded");
    assert_eq!(lazy.allowance(one, at(2 * HOUR)), protection.allowance(one, at(2 * HOUR)));
    // What the player asked for is among the significant events.
    let significant = journal.reader().unwrap().tail(crate::significant::STREAM, 0).unwrap();
    let codes: Vec<String> = significant
        .iter()
        .map(|record| serde_json::from_slice::<Significant>(&record.body).unwrap().code)
        .collect();
    assert_eq!(codes, ["protect.limits", "protect.limits", "protect.check", "protect.excluded"]);
}

#[tokio::test]
async fn what_a_reading_saw_is_not_counted_again() {
    let (journal, one) = (journal(), player(1));
    deposit(&journal, one, 1000).await;
    kept(&journal, one, "pg1", 100, false, at(0)).await;
    kept(&journal, one, "pg1", 40, true, at(1)).await;
    let spent = |protection: &Protection| protection.allowance(one, at(2)).unwrap().day.spent.units();
    // Reported before anybody read.
    let protection = open(journal.clone());
    protection.took_back(one, "pg1", amount(40), at(1));
    assert_eq!(spent(&protection), 60);
    // Reported after somebody read; the second time is something else.
    let protection = open(journal.clone());
    protection.load(one).await.unwrap();
    protection.took_back(one, "pg1", amount(40), at(1));
    assert_eq!(spent(&protection), 60);
    protection.took_back(one, "pg1", amount(40), at(1));
    assert_eq!(spent(&protection), 20);
    // Reported while somebody reads, whether the reading saw it or not.
    for (seen, left) in [(true, 60), (false, 53)] {
        let protection = open(journal.clone());
        protection.players().insert(one, Reading::Begun(Vec::new()));
        let (units, now) = if seen { (40, at(1)) } else { (7, at(2)) };
        protection.took_back(one, "pg1", amount(units), now);
        assert_eq!(spent(&protection), left);
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_the_others_go_on() {
    let (journal, one) = (journal(), player(1));
    journal
        .keep(Unit::draft(&stream(one), Draft { body: b"{\"x\":1}".to_vec(), ..Draft::default() }))
        .await
        .unwrap();
    let protection = open(journal);
    assert_eq!(protection.load(one).await.unwrap_err().code, "protect.unread");
    assert_eq!(code(protection.bring(one, "pg1", amount(1), at(0))), "protect.unread");
    assert_eq!(protection.allowance(one, at(0)).unwrap_err().code, "protect.unread");
    assert!(protection.bring(player(2), "pg1", amount(1), at(0)).is_ok());
}

#[tokio::test]
async fn a_change_that_was_not_kept_did_not_happen() {
    let (journal, one) = (journal(), player(1));
    let protection = open(journal.clone());
    protection.set_limits(one, limits(Some(100), None, None), at(0)).await.unwrap();
    protection.bring(one, "pg1", amount(10), at(0)).unwrap();
    journal.stop().await;
    let refused = protection.set_limits(one, limits(Some(50), None, None), at(1)).await.unwrap_err();
    assert_eq!(refused.code, "journal.not_kept");
    let allowance = protection.allowance(one, at(1)).unwrap();
    assert_eq!((allowance.day.limit, allowance.day.left), (Some(amount(100)), Some(amount(90))));
}

/// A second writing of the rules: every unit of money for itself, everything added up from the beginning.
#[derive(Default)]
struct Naive {
    passages: Vec<(i64, u8, i64)>,
    asked: Vec<(i64, [Option<i64>; 3])>,
}

impl Naive {
    fn limit(&self, window: usize, now: i64) -> Option<i64> {
        let (mut force, mut waits): (Option<i64>, Option<(Option<i64>, i64)>) = (None, None);
        let settle = |force: &mut Option<i64>, waits: &mut Option<(Option<i64>, i64)>, now| {
            if let Some((limit, from)) = *waits
                && from <= now
            {
                (*force, *waits) = (limit, None);
            }
        };
        for (at, wanted) in &self.asked {
            settle(&mut force, &mut waits, *at);
            let wanted = wanted[window];
            let as_number = |limit: Option<i64>| limit.unwrap_or(i64::MAX);
            if as_number(wanted) <= as_number(force) {
                (force, waits) = (wanted, None);
            } else if waits.map(|(limit, _)| limit) != Some(wanted) {
                waits = Some((wanted, at + DAY));
            }
        }
        settle(&mut force, &mut waits, now);
        force
    }

    fn spent(&self, window: usize, now: i64) -> i64 {
        let length = [DAY, 7 * DAY, 30 * DAY][window];
        let mut left = 0;
        for table in 0..3 {
            let mut units: Vec<i64> = Vec::new();
            for (at, _, moved) in self.passages.iter().filter(|(_, other, _)| *other == table) {
                match moved.signum() {
                    1 => units.extend((0..*moved).map(|_| *at)),
                    _ => units.truncate(units.len().saturating_sub(moved.unsigned_abs() as usize)),
                }
            }
            left += units.iter().filter(|at| now - **at < length).count() as i64;
        }
        left
    }

    fn check(&self, units: i64, now: i64) -> Option<usize> {
        (0..3).find(|window| {
            let limit = self.limit(*window, now);
            units > 0 && limit.is_some_and(|limit| self.spent(*window, now) + units > limit)
        })
    }
}

#[tokio::test]
async fn random_sequences_agree_with_a_naive_model() {
    let mut state = 88_172_645_463_325_252_u64;
    let mut draw = move |below: i64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as i64
    };
    let (mut let_through, mut refused) = (0, [0; 3]);
    for _ in 0..60 {
        let (journal, one) = (journal(), player(1));
        deposit(&journal, one, 1_000_000).await;
        let protection = open(journal.clone());
        let (mut naive, mut now) = (Naive::default(), 0);
        for _ in 0..60 {
            now += [1, HOUR, 5 * HOUR, DAY, 3 * DAY][draw(5) as usize] + draw(3);
            let table = draw(3) as u8;
            let name = format!("t{table}");
            match draw(8) {
                0 => {
                    let wanted = [0, 1, 2].map(|window| (draw(4) > 0).then(|| draw(40) * (1 + 2 * window)));
                    naive.asked.push((now, wanted));
                    protection
                        .set_limits(one, limits(wanted[0], wanted[1], wanted[2]), at(now))
                        .await
                        .unwrap();
                }
                1..=2 => {
                    let units = 1 + draw(30);
                    naive.passages.push((now, table, -units));
                    protection.took_back(one, &name, amount(units), at(now));
                    kept(&journal, one, &name, units, true, at(now)).await;
                }
                _ => {
                    let units = 1 + draw(30);
                    let expected = naive.check(units, now);
                    let answer = protection.bring(one, &name, amount(units), at(now));
                    let codes = ["protect.day", "protect.week", "protect.month"];
                    match expected {
                        Some(window) => {
                            assert_eq!(code(answer), codes[window]);
                            refused[window] += 1;
                        }
                        None if draw(10) == 0 => {
                            answer.unwrap();
                            protection.not_kept(one, &name, amount(units), at(now));
                        }
                        None => {
                            answer.unwrap();
                            naive.passages.push((now, table, units));
                            kept(&journal, one, &name, units, false, at(now)).await;
                            let_through += 1;
                        }
                    }
                }
            }
            let allowance = protection.allowance(one, at(now)).unwrap();
            for (window, span) in [allowance.day, allowance.week, allowance.month].into_iter().enumerate() {
                assert_eq!(span.limit.map(Amount::units), naive.limit(window, now));
                assert_eq!(span.spent.units(), naive.spent(window, now));
            }
        }
        let again = open(journal);
        for later in [now, now + HOUR, now + DAY, now + 8 * DAY] {
            assert_eq!(again.allowance(one, at(later)), protection.allowance(one, at(later)));
        }
    }
    assert!(let_through > 500 && refused.iter().all(|count| *count > 20), "{let_through} {refused:?}");
}

#[test]
fn dates_are_right() {
    for (seconds, date) in [
        (0, "1970-01-01 00:00 UTC"),
        (951_782_399, "2000-02-28 23:59 UTC"),
        (951_782_400, "2000-02-29 00:00 UTC"),
        (951_868_800, "2000-03-01 00:00 UTC"),
        (1_709_164_800, "2024-02-29 00:00 UTC"),
        (1_794_801_540, "2026-11-16 03:59 UTC"),
        (4_102_444_799, "2099-12-31 23:59 UTC"),
        (4_107_542_400, "2100-03-01 00:00 UTC"),
        (-1, "1969-12-31 23:59 UTC"),
        (300_000_000_000, "9999-12-30 22:00 UTC"),
    ] {
        assert_eq!(super::date(Moment::new(seconds * 1000)), date);
    }
}
