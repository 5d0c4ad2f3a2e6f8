//! People: who is on the books, who can sign in, and that nobody else learns of it.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod books;

use books::{House, ROOT, SECRET, code, terms};
use floor::Clock;
use floor::significant::Significant;
use game::{Moment, Person, Rank, StaffId};
use journal::{
    Balance, Base, Batch, Draft, Error, Head, Journal, Key, Place, Record, Round, Search, Snapshot, State,
    Store, Unit,
};
use money::PlayerId;
use server::people::{People, PeopleEvent, STREAM, Session};
use server::role::Role;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

#[tokio::test]
async fn the_set_up_code_is_handed_out_once_and_makes_one_administrator() {
    let house = House::new().await;
    let code_of_start = house.people.setup_code().unwrap();
    assert_eq!(house.people.setup_code(), None, "once");
    assert_eq!(code(house.people.set_up("AAAAA-BBBBB-CCCCC-DDDDD", "root", ROOT).await), "setup.code");
    assert_eq!(code(house.people.set_up(&code_of_start, "r", ROOT).await), "people.name");
    assert_eq!(code(house.people.set_up(&code_of_start, "root", "short").await), "people.password");
    let root = house.people.set_up(&code_of_start.to_lowercase(), "Root", ROOT).await.unwrap();
    assert_eq!((root.number, root.name.as_str(), root.role), (1, "root", Role::Administrator));
    assert_eq!(code(house.people.set_up(&code_of_start, "other", ROOT).await), "setup.code", "void");
    assert_eq!(house.codes(), ["setup.failed", "setup.done"], "where no code is out nobody guesses");
    let house = house.restart().await;
    assert_eq!(house.people.setup_code(), None, "there is an administrator");
}

/// Whoever guesses at the code writes down little, from however many addresses.
#[tokio::test]
async fn wrong_set_up_codes_are_told_once_and_then_counted() {
    let house = House::new().await;
    let guess = async || code(house.people.set_up("AAAAA-BBBBB-CCCCC-DDDDD", "root", ROOT).await);
    for _ in 0..50 {
        assert_eq!(guess().await, "setup.code");
    }
    assert_eq!(house.codes(), ["setup.failed"]);
    house.turn(10);
    guess().await;
    let told: Vec<String> = house.significant().into_iter().map(|one| one.what).collect();
    assert_eq!(told, ["a wrong code of the start", "50 more wrong codes since the last that was told"]);
}

/// Two supervisors with passwords of their own, who entered the founding codes.
async fn two_supervisors(house: &House, root: &Session) {
    for (name, code) in ["sup1", "sup2"].into_iter().zip(house.people.founding_codes()) {
        house.add(root, name, Role::Supervisor(Rank(3))).await;
        let own = house.session(name, SECRET).await;
        house.people.change_own_password(&own, SECRET, ROOT, "desk").await.unwrap();
        let token = house.people.sign_in(name, ROOT, "desk").await.unwrap();
        house.people.found(&house.people.session(&token).unwrap(), &code).await.unwrap();
        house.people.sign_out(&token).await.unwrap();
    }
}

/// Whoever has no code of a start makes nobody count, however early: one administrator is not two supervisors.
#[tokio::test]
async fn the_first_supervisors_count_by_the_codes_that_the_start_printed() {
    let (house, root) = House::set_up().await;
    let codes = house.people.founding_codes();
    assert_eq!((codes.len(), house.people.founding_codes().len()), (2, 0), "each is handed out once");
    let mut supervisors = Vec::new();
    for name in ["sup1", "sup2", "sup3"] {
        house.add(&root, name, Role::Supervisor(Rank(3))).await;
        let given = house.session(name, SECRET).await;
        assert_eq!(code(house.people.found(&given, &codes[0]).await), "vouch.given");
        house.people.change_own_password(&given, SECRET, ROOT, "desk").await.unwrap();
        supervisors.push(house.session(name, ROOT).await);
    }
    assert!(
        house.people.list().iter().all(|one| one.counts == (one.name == "root")),
        "nobody, on the first day"
    );
    // An administrator, or whoever guesses, does not come by it; nor is the code of another kind one.
    assert_eq!(code(house.people.found(&root, &codes[0]).await), "role.supervisor");
    assert_eq!(code(house.people.found(&supervisors[0], "AAAAA-BBBBB-CCCCC-DDDDD").await), "setup.code");
    assert_eq!(house.codes().last().unwrap(), "setup.failed");
    house.people.found(&supervisors[0], &codes[0].to_lowercase()).await.unwrap();
    // A code is one person's.
    assert_eq!(code(house.people.found(&supervisors[1], &codes[0]).await), "setup.code");
    // What was not used is printed anew, and the old one is void.
    let house = house.restart().await;
    let anew = house.people.founding_codes();
    assert_eq!(anew.len(), 1);
    assert_eq!(code(house.people.found(&supervisors[1], &codes[1]).await), "setup.code");
    // Where the first vouches for a second, nobody needs the other code any more.
    let mark = house.people.mark(3).unwrap();
    house.people.vouch(&supervisors[0], "sup2", &mark).await.unwrap();
    assert_eq!(code(house.people.found(&supervisors[2], &anew[0]).await), "setup.code");
    let house = house.restart().await;
    assert!(house.people.founding_codes().is_empty());
    assert_eq!(house.people.few_vouchers(), None);
}

/// An administrator leaves the house one supervisor whose word counts, whatever they do.
#[tokio::test]
async fn the_last_supervisor_who_counts_stays() {
    let (house, root) = House::set_up().await;
    two_supervisors(&house, &root).await;
    let counts = |name: &str| house.people.list().iter().any(|one| one.name == name && one.counts);
    // Another rank is another rank, and nobody has to vouch again.
    for rank in [4, 3] {
        for name in ["sup1", "sup2"] {
            house.people.change_role(&root, name, Role::Supervisor(Rank(rank))).await.unwrap();
            assert!(counts(name));
        }
    }
    assert_eq!(house.people.few_vouchers(), None);
    assert!(!house.codes().contains(&"people.few-vouchers".to_string()));
    house.people.reset_password(&root, "sup1", SECRET).await.unwrap();
    assert_eq!(house.people.few_vouchers(), Some(1));
    assert_eq!(house.codes().last().unwrap(), "people.few-vouchers");
    // Who does not count is no help, until somebody vouches for them.
    let last = "people.last_voucher";
    assert_eq!(code(house.people.reset_password(&root, "sup2", SECRET).await), last);
    assert_eq!(code(house.people.disable(&root, "sup2").await), last);
    assert_eq!(code(house.people.change_role(&root, "sup2", Role::Dealer).await), last);
    house.people.change_role(&root, "sup2", Role::Supervisor(Rank(1))).await.unwrap();
    let own = house.session("sup1", SECRET).await;
    house.people.change_own_password(&own, SECRET, ROOT, "desk").await.unwrap();
    let second = house.session("sup2", ROOT).await;
    assert_eq!(code(house.people.vouch(&second, "sup1", "0000-0000").await), "vouch.mark");
    let mark = house.people.mark(2).unwrap();
    house.people.vouch(&second, "sup1", &mark).await.unwrap();
    house.people.disable(&root, "sup2").await.unwrap();
    assert_eq!(code(house.people.disable(&root, "sup1").await), last);
    assert_eq!(house.codes().iter().filter(|code| *code == "people.few-vouchers").count(), 2);
}

/// The last supervisor who counts and has forgotten the password gets another after a week in which they never came,
/// and then counts by the code of a start; whoever signs in keeps theirs.
#[tokio::test]
async fn the_last_supervisor_is_sought_for_a_week() {
    let (house, root) = House::set_up().await;
    two_supervisors(&house, &root).await;
    house.turn(2 * 24 * 60);
    let root = house.session("root", ROOT).await;
    house.people.disable(&root, "sup2").await.unwrap();
    let reset = async |house: &House| {
        let root = house.session("root", ROOT).await;
        house.people.reset_password(&root, "sup1", SECRET).await
    };
    let last = "people.last_voucher";
    // While they are there, nobody seeks them.
    let here = house.people.sign_in("sup1", ROOT, "desk").await.unwrap();
    assert_eq!(code(reset(&house).await), last);
    assert!(!house.codes().contains(&"people.sought".to_string()));
    house.people.sign_out(&here).await.unwrap();
    assert_eq!(code(reset(&house).await), last);
    assert_eq!(house.codes().last().unwrap(), "people.sought");
    house.turn(6 * 24 * 60);
    // They come, and a week begins anew with the next who asks.
    let here = house.people.sign_in("sup1", ROOT, "desk").await.unwrap();
    house.people.sign_out(&here).await.unwrap();
    house.turn(2 * 24 * 60);
    assert_eq!(code(reset(&house).await), last);
    house.turn(6 * 24 * 60);
    assert_eq!(code(reset(&house).await), last);
    house.turn(24 * 60);
    let house = house.restart().await;
    assert!(house.people.founding_codes().is_empty(), "somebody counts still");
    reset(&house).await.unwrap();
    let own = house.session("sup1", SECRET).await;
    house.people.change_own_password(&own, SECRET, "remembered for good", "desk").await.unwrap();
    let house = house.restart().await;
    let codes = house.people.founding_codes();
    assert_eq!(codes.len(), 1, "nobody is left who could vouch");
    let sup1 = house.session("sup1", "remembered for good").await;
    house.people.found(&sup1, &codes[0]).await.unwrap();
    assert!(house.people.list().iter().any(|one| one.name == "sup1" && one.counts));
}

#[tokio::test]
async fn every_start_without_an_administrator_has_a_code_of_its_own() {
    let house = House::new().await;
    let first = house.people.setup_code().unwrap();
    let house = house.restart().await;
    let second = house.people.setup_code().unwrap();
    assert_ne!(first, second);
    assert_eq!(code(house.people.set_up(&first, "root", ROOT).await), "setup.code");
    house.people.set_up(&second, "root", ROOT).await.unwrap();
}

#[tokio::test]
async fn two_who_set_up_at_once_make_one_administrator() {
    let house = House::new().await;
    let code_of_start = house.people.setup_code().unwrap();
    let (one, other) = tokio::join!(
        house.people.set_up(&code_of_start, "one", ROOT),
        house.people.set_up(&code_of_start, "two", ROOT)
    );
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert_eq!(house.people.list().len(), 1);
}

#[tokio::test]
async fn people_are_numbered_from_one_and_are_who_they_are_at_a_table() {
    let (house, root) = House::set_up().await;
    let staff = StaffId;
    for (number, name, role, person) in [
        (2, "ann", Role::Player, Person::Player(PlayerId::new(2).unwrap())),
        (3, "deb", Role::Dealer, Person::Staff(staff(3), Rank(0))),
        (4, "sam", Role::Supervisor(Rank(2)), Person::Staff(staff(4), Rank(2))),
        (5, "ivy", Role::Inspector, Person::Inspector(staff(5))),
        (6, "tom", Role::TournamentDirector, Person::Public),
        (7, "ada", Role::Administrator, Person::Public),
    ] {
        let added = house.add(&root, name, role).await;
        assert_eq!((added.number, added.role, added.enabled), (number, role, true));
        let session = house.session(&name.to_uppercase(), SECRET).await;
        assert_eq!((session.number, session.name.as_str()), (number, name));
        assert_eq!((session.role, session.person), (role, person));
    }
    assert_eq!(house.people.list().len(), 7);
    assert_eq!(house.people.find(4).unwrap().name, "sam");
    assert_eq!(house.people.find(0).is_none(), house.people.find(8).is_none());
    // The next start goes on counting.
    let before = house.people.list();
    let house = house.restart().await;
    assert_eq!(house.people.list(), before);
    let root = house.session("root", ROOT).await;
    assert_eq!(house.add(&root, "bob", Role::Player).await.number, 8);
}

#[tokio::test]
async fn who_and_what_cannot_be_added() {
    let (house, root) = House::set_up().await;
    house.add(&root, "ann", Role::Player).await;
    let ann = house.session("ann", SECRET).await;
    let add = |by: &Session, name: &str, password: &str, role| {
        let (people, by, name, password) =
            (house.people.clone(), by.clone(), name.to_string(), password.to_string());
        async move { code(people.add(&by, &name, &password, role).await) }
    };
    assert_eq!(add(&ann, "bob", SECRET, Role::Player).await, "role.administrator");
    assert_eq!(add(&root, "Ann", SECRET, Role::Player).await, "people.name");
    assert_eq!(add(&root, "b", SECRET, Role::Player).await, "people.name");
    assert_eq!(add(&root, "bob smith", SECRET, Role::Player).await, "people.name");
    assert_eq!(add(&root, "guest-1", SECRET, Role::Player).await, "people.name");
    assert_eq!(add(&root, "bob", "123456789", Role::Player).await, "people.password");
    assert_eq!(add(&root, "bob", &"x".repeat(129), Role::Player).await, "people.password");
    assert_eq!(add(&root, "robert.smith", "Robert.Smith", Role::Player).await, "people.password");
    assert_eq!(add(&root, "bob", SECRET, Role::Guest).await, "people.role");
    assert_eq!(add(&root, "bob", SECRET, Role::Supervisor(Rank(0))).await, "people.role");
    for name in ["ann", "bob"] {
        assert_eq!(code(house.people.disable(&ann, name).await), "role.administrator");
        assert_eq!(code(house.people.enable(&ann, name).await), "role.administrator");
        assert_eq!(code(house.people.unlock(&ann, name).await), "role.administrator");
        assert_eq!(code(house.people.reset_password(&ann, name, SECRET).await), "role.administrator");
        assert_eq!(code(house.people.change_role(&ann, name, Role::Dealer).await), "role.administrator");
    }
    assert_eq!(code(house.people.revoke(&ann, "root").await), "role.administrator");
    assert_eq!(code(house.people.disable(&root, "bob").await), "people.unknown");
    assert_eq!(house.people.list().len(), 2);
}

#[tokio::test]
async fn three_failures_in_a_row_make_a_place_wait_and_an_administrator_lets_it_in() {
    let (house, root) = House::set_up().await;
    house.add(&root, "deb", Role::Dealer).await;
    for expected in ["sign-in.wrong", "sign-in.wrong", "sign-in.locked"] {
        assert_eq!(house.fails("deb").await, expected);
    }
    let right = || house.people.sign_in("deb", SECRET, "desk 1");
    assert_eq!(code(right().await), "sign-in.locked");
    let listed = house.people.find(2).unwrap();
    let until = Moment::new(house.clock.now().milliseconds() + 15_000);
    assert_eq!((listed.locked, listed.locked_until), (true, Some(until)));
    house.people.unlock(&root, "deb").await.unwrap();
    house.people.unlock(&root, "deb").await.unwrap();
    right().await.unwrap();
    assert!(!house.people.find(2).unwrap().locked);
    assert_eq!(house.events().len(), 2, "who waits is nothing to be written down");
    assert_eq!(house.codes().iter().filter(|code| *code == "people.unlocked").count(), 1);
}

#[tokio::test]
async fn everybody_comes_back_by_themselves() {
    let (house, root) = House::set_up().await;
    house.add(&root, "ann", Role::Player).await;
    house.add(&root, "deb", Role::Dealer).await;
    for (name, password) in [("ann", SECRET), ("root", ROOT), ("deb", SECRET)] {
        for _ in 0..3 {
            house.fails(name).await;
        }
        house.clock.turn(14_999);
        assert_eq!(code(house.people.sign_in(name, password, "desk").await), "sign-in.locked");
        house.clock.turn(1);
        house.session(name, password).await;
    }
}

#[tokio::test]
async fn only_failures_in_a_row_count() {
    let (house, root) = House::set_up().await;
    house.add(&root, "deb", Role::Dealer).await;
    for _ in 0..3 {
        assert_eq!(house.fails("deb").await, "sign-in.wrong");
        assert_eq!(house.fails("deb").await, "sign-in.wrong");
        house.session("deb", SECRET).await;
    }
}

#[tokio::test]
async fn nobody_learns_who_is_on_the_books() {
    let (house, root) = House::set_up().await;
    house.add(&root, "ann", Role::Player).await;
    house.add(&root, "old", Role::Player).await;
    house.people.disable(&root, "old").await.unwrap();
    let mut answers = Vec::new();
    for name in ["ann", "old", "nobody", "Not A Name!"] {
        let mut told = Vec::new();
        for seconds in [0, 0, 0, 0, 14, 1, 0, 0, 30] {
            house.clock.turn(seconds * 1000);
            told.push(house.people.sign_in(name, "wrong password", "desk").await.unwrap_err());
        }
        answers.push(told);
    }
    assert!(answers.iter().all(|told| *told == answers[0]), "{answers:?}");
    let codes: Vec<&str> = answers[0].iter().map(|refused| refused.code).collect();
    let (wrong, locked) = ("sign-in.wrong", "sign-in.locked");
    assert_eq!(codes, [wrong, wrong, locked, locked, locked, locked, locked, locked, locked]);
    // A disabled one is told so neither with the right password.
    house.turn(24 * 60 + 1);
    assert_eq!(code(house.people.sign_in("old", SECRET, "desk").await), wrong);
    // Failures at names on the books are on record; names that nobody has are not, they may be passwords, and are
    // told together.
    let failures: Vec<Significant> =
        house.significant().into_iter().filter(|one| one.code == "sign-in.failed").collect();
    // Those that were turned away are counted with the next.
    let whose = |name: Option<&str>| failures.iter().filter(|one| one.who.as_deref() == name).count();
    assert_eq!((whose(Some("ann")), whose(Some("old"))), (5, 6));
    assert!((1..=4).contains(&whose(None)), "{failures:?}");
}

/// Whoever tries names at random does not fill what a regulator reads.
#[tokio::test]
async fn failures_at_names_that_nobody_has_are_told_once_a_minute() {
    let (house, _) = House::set_up().await;
    for guess in 0..200 {
        assert_eq!(
            code(house.people.sign_in(&format!("name{guess}"), SECRET, "desk").await),
            "sign-in.wrong"
        );
    }
    let failed = || house.significant().into_iter().filter(|one| one.code == "sign-in.failed");
    assert_eq!(failed().count(), 1);
    house.turn(1);
    house.people.sweep().await;
    let told: Vec<String> = failed().map(|one| one.what).collect();
    assert_eq!(told, ["1 failure from 0.0.0.0", "199 failures from 0.0.0.0"]);
    assert!(failed().all(|one| one.who.is_none()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_at_one_name_follow_each_other() {
    let (house, root) = House::set_up().await;
    house.add(&root, "deb", Role::Dealer).await;
    let tries: Vec<_> = (0..30)
        .map(|_| {
            let people = house.people.clone();
            tokio::spawn(async move { code(people.sign_in("deb", "wrong password", "desk").await) })
        })
        .collect();
    let mut wrong = 0;
    for one in tries {
        match one.await.unwrap().as_str() {
            "sign-in.wrong" => wrong += 1,
            // Only so many from one address wait.
            "sign-in.busy" => {}
            other => assert_eq!(other, "sign-in.locked"),
        }
    }
    assert_eq!(wrong, 2);
    assert_eq!(house.codes().iter().filter(|code| *code == "sign-in.locked").count(), 1);
}

#[tokio::test]
async fn a_failure_counts_though_whoever_asked_is_gone() {
    let (house, root) = House::set_up().await;
    house.add(&root, "deb", Role::Dealer).await;
    for _ in 0..3 {
        // Asked, and not waited for.
        let mut gone = Box::pin(house.people.sign_in("deb", "wrong password", "desk"));
        let asked = std::future::poll_fn(|context| Poll::Ready(gone.as_mut().poll(context).is_pending()));
        assert!(asked.await, "answered at once");
    }
    while !house.people.find(2).unwrap().locked {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    assert_eq!(house.codes().iter().filter(|code| *code == "sign-in.failed").count(), 3);
}

#[tokio::test]
async fn whoever_is_changed_has_to_sign_in_again() {
    let (house, root) = House::set_up().await;
    house.add(&root, "ann", Role::Inspector).await;
    let sign_in = async |password: &str| house.people.sign_in("ann", password, "desk").await;
    let token = sign_in(SECRET).await.unwrap();
    house.people.change_role(&root, "ann", Role::Inspector).await.unwrap();
    assert!(house.people.is_live(&token), "nothing changed");
    assert_eq!(code(house.people.change_role(&root, "ann", Role::Player).await), "people.role");
    assert!(house.people.is_live(&token), "staff do not change sides");
    house.people.change_role(&root, "ann", Role::Dealer).await.unwrap();
    assert!(!house.people.is_live(&token));
    let token = sign_in(SECRET).await.unwrap();
    assert_eq!(house.people.session(&token).unwrap().role, Role::Dealer);
    house.people.disable(&root, "ann").await.unwrap();
    house.people.disable(&root, "ann").await.unwrap();
    assert!(!house.people.is_live(&token));
    assert_eq!(code(sign_in(SECRET).await), "sign-in.wrong");
    house.people.enable(&root, "ann").await.unwrap();
    house.people.enable(&root, "ann").await.unwrap();
    let token = sign_in(SECRET).await.unwrap();
    house.people.reset_password(&root, "ann", "another password").await.unwrap();
    assert!(!house.people.is_live(&token));
    assert_eq!(code(sign_in(SECRET).await), "sign-in.wrong");
    let token = sign_in("another password").await.unwrap();
    let ann = house.people.session(&token).unwrap();
    assert_eq!(
        code(house.people.change_own_password(&ann, "wrong password", SECRET, "desk").await),
        "sign-in.wrong"
    );
    assert_eq!(
        code(house.people.change_own_password(&ann, "another password", "short", "desk").await),
        "people.password"
    );
    assert!(house.people.is_live(&token));
    house.people.change_own_password(&ann, "another password", SECRET, "desk").await.unwrap();
    assert!(!house.people.is_live(&token));
    sign_in(SECRET).await.unwrap();
    let by = 1;
    let mut events = house.events().split_off(2);
    for event in &mut events {
        if let PeopleEvent::PasswordChanged { digest, .. } = event {
            assert!(digest.take().is_some(), "the record knows the digest");
        }
    }
    assert_eq!(
        events,
        [
            PeopleEvent::RoleChanged { number: 2, role: Role::Dealer, by },
            PeopleEvent::Disabled { number: 2, by },
            PeopleEvent::Enabled { number: 2, by },
            PeopleEvent::PasswordChanged { number: 2, by, digest: None },
            PeopleEvent::PasswordChanged { number: 2, by: 2, digest: None },
        ]
    );
    // The same after a restart.
    let house = house.restart().await;
    assert_eq!(house.people.find(2).unwrap().role, Role::Dealer);
    house.session("ann", SECRET).await;
}

#[tokio::test]
async fn guessing_the_old_password_locks_too() {
    let (house, root) = House::set_up().await;
    house.add(&root, "deb", Role::Dealer).await;
    let deb = house.session("deb", SECRET).await;
    for expected in ["sign-in.wrong", "sign-in.wrong", "sign-in.locked", "sign-in.locked"] {
        assert_eq!(
            code(house.people.change_own_password(&deb, "wrong password", "new password", "desk").await),
            expected
        );
    }
    let token = house.people.guest().await.unwrap();
    let guest = house.people.session(&token).unwrap();
    assert_eq!(
        code(house.people.change_own_password(&guest, SECRET, "new password", "desk").await),
        "role.guest"
    );
}

#[tokio::test]
async fn the_last_administrator_stays() {
    let (house, root) = House::set_up().await;
    assert_eq!(code(house.people.disable(&root, "root").await), "people.last");
    assert_eq!(code(house.people.change_role(&root, "root", Role::Dealer).await), "people.last");
    house.add(&root, "ada", Role::Administrator).await;
    house.people.disable(&root, "root").await.unwrap();
    let ada = house.session("ada", SECRET).await;
    assert_eq!(code(house.people.disable(&ada, "ada").await), "people.last");
    house.people.enable(&ada, "root").await.unwrap();
    house.people.change_role(&ada, "ada", Role::Inspector).await.unwrap();
}

#[tokio::test]
async fn what_is_significant_is_on_record_with_who_and_where() {
    let (house, root) = House::set_up().await;
    house.add(&root, "deb", Role::Dealer).await;
    let token = house.people.sign_in("deb", SECRET, "10.0.0.7\n\u{7}Browser").await.unwrap();
    house.people.sign_out(&token).await.unwrap();
    for _ in 0..3 {
        house.fails("deb").await;
    }
    house.fails("deb").await;
    house.people.unlock(&root, "deb").await.unwrap();
    house.people.change_role(&root, "deb", Role::Supervisor(Rank(1))).await.unwrap();
    house.people.reset_password(&root, "deb", "another password").await.unwrap();
    house.people.revoke(&root, "deb").await.unwrap();
    house.people.disable(&root, "deb").await.unwrap();
    house.people.enable(&root, "deb").await.unwrap();
    let expected = [
        "setup.done",
        "sign-in.done",
        "people.added",
        "sign-in.done",
        "sign-in.out",
        "sign-in.failed",
        "sign-in.failed",
        "sign-in.failed",
        "sign-in.locked",
        "people.unlocked",
        "people.role",
        "people.password-given",
        "people.revoked",
        "people.disabled",
        "people.enabled",
    ];
    assert_eq!(house.codes(), expected);
    let all = house.significant();
    assert_eq!((all[3].place.as_str(), all[3].who.as_deref()), ("10.0.0.7Browser", Some("deb")));
    assert_eq!((all[8].place.as_str(), all[8].who.as_deref()), ("desk 2", Some("deb")));
    assert_eq!(all[10].who.as_deref(), Some("root"));
    // What happened to people stands in both streams, and the chain holds.
    let mut store = house.journal.reader().unwrap();
    assert!(journal::verify(&mut *store, None, &mut |_| true).holds());
}

#[tokio::test]
async fn a_stream_that_cannot_be_read_stops_the_house() {
    let place = Place::memory();
    let (journal, _thread) = Journal::open(&place).unwrap();
    let draft = Draft { body: b"{\"promoted\":{\"number\":1}}".to_vec(), ..Draft::default() };
    journal.keep(Unit::draft(STREAM, draft)).await.unwrap();
    let error = People::open(journal, Clock::manual(Moment::new(0))).await.unwrap_err();
    assert!(error.to_string().starts_with("stream house/people, record 1: "), "{error}");
}

/// A store that keeps a batch and says it did not, or does not keep it, when told to.
struct Doubtful {
    store: Box<dyn Store>,
    keeps: bool,
    fails: Arc<AtomicBool>,
}

#[rustfmt::skip]
impl Store for Doubtful {
    fn again(&self) -> Result<Box<dyn Store>, Error> { self.store.again() }
    fn turn(&mut self) -> Result<i64, Error> { self.store.turn() }
    fn claim(&mut self) -> Result<i64, Error> { self.store.claim() }
    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        let fails = self.fails.swap(false, Ordering::SeqCst);
        if !fails || self.keeps { self.store.commit(batch)? }
        if fails { Err(Error::Store("gone".into())) } else { Ok(()) }
    }
    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> { self.store.head(stream) }
    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> { self.store.heads() }
    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> { self.store.tail(stream, after) }
    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> { self.store.range(stream, from, to) }
    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> { self.store.scan(each) }
    fn balances(&mut self) -> Result<Vec<Balance>, Error> { self.store.balances() }
    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> { self.store.snapshot(stream) }
    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> { self.store.state(stream, most) }
    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> { self.store.round(stream, number) }
    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> { self.store.keys(stream, keys) }
    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> { self.store.key_counts() }
    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> { self.store.scan_keys(each) }
    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> { self.store.rounds(search) }
    fn bases(&mut self) -> Result<Vec<Base>, Error> { self.store.bases() }
    fn shelves(&mut self) -> Result<Vec<String>, Error> { self.store.shelves() }
    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> { self.store.shelf(shelf) }
    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> { self.store.scan_shelves(each) }
    fn hold(&mut self) -> Result<(), Error> { self.store.hold() }
    fn release(&mut self) { self.store.release() }
}

#[tokio::test]
async fn what_may_have_been_kept_or_not_is_read_again() {
    for keeps in [true, false] {
        let (place, fails) = (Place::memory(), Arc::new(AtomicBool::new(false)));
        let store = Box::new(Doubtful { store: place.open().unwrap(), keeps, fails: fails.clone() });
        let (journal, thread) = Journal::over(store, &place).unwrap();
        let clock = Clock::manual(Moment::new(1_800_000_000_000));
        let people = People::open_with(journal.clone(), clock.clone(), terms()).await.unwrap();
        let house = House { place, clock, journal, thread: Some(thread), people, terms: terms() };
        let root = house.administrator().await;
        house.add(&root, "ann", Role::Player).await;
        let token = house.people.sign_in("ann", SECRET, "desk").await.unwrap();
        let doubtful = || fails.store(true, Ordering::SeqCst);
        doubtful();
        // What was kept is found to be, and then it was done.
        let said = |done: &'static str| if keeps { done } else { "journal.not_kept" };
        let bob = house.people.add(&root, "bob", SECRET, Role::Player).await;
        assert_eq!(bob.map_or_else(|refused| refused.code, |_| "done"), said("done"));
        let cat = house.add(&root, "cat", Role::Player).await;
        assert_eq!(cat.number, if keeps { 4 } else { 3 });
        doubtful();
        let disabled = house.people.disable(&root, "ann").await;
        assert_eq!(disabled.map_or_else(|refused| refused.code, |_| "done"), said("done"));
        doubtful();
        assert_eq!(code(house.people.sign_in("cat", "wrong password", "desk").await), said("sign-in.wrong"));
        house.session("cat", SECRET).await;
        assert_eq!(house.people.is_live(&token), !keeps);
        assert_eq!(house.people.find(2).unwrap().enabled, !keeps);
        let before = house.people.list();
        let house = house.restart().await;
        assert_eq!(house.people.list(), before);
        assert_eq!(house.people.is_live(&token), !keeps);
    }
}
