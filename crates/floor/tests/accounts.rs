//! Players with accounts: money goes to a table and comes back once, whatever is sent twice, whoever is short,
//! and whoever keeps themselves from playing.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Known, act, player, playing};
use floor::ask::{Ask, Fault, Reply};
use floor::wallet::{self, WalletEvent};
use floor::{Floor, Handle, Pace, Purses};
use game::{Moment, Person};
use journal::{Place, Unit};
use money::{Account, Amount, PlayerId};
use serde_json::{Value, json};

async fn deposit(floor: &Floor, who: PlayerId, amount: i64) {
    let (what, by) = ("deposit".to_string(), "cage".to_string());
    let event = WalletEvent::Cage { what, by, second: None, before: 0, after: amount };
    let draft = wallet::cage(who, &event, Amount::of(amount), true, floor.clock().now());
    floor.journal().keep(Unit { drafts: vec![draft], ..Unit::default() }).await.unwrap();
    floor.protection().load(who).await.unwrap();
}

async fn holds(floor: &Floor, who: PlayerId) -> i64 {
    floor.journal().balance(&wallet::stream(who), Account::Player(who)).await.unwrap()
}

/// A floor with a table for money at which betting is open.
async fn open(place: &Place, seed: u64) -> (Floor, Handle) {
    let floor = common::open(place, Known::new(seed));
    let pace = Pace { step: 10, wagers: 600_000, bank: 10, hands: 1000, pause: 10, round: 10, alone: true };
    let mut setup = common::pai_gow("money", "star-2016", None, true, pace);
    (setup.money, setup.bots) = (Purses::Accounts, 0);
    let handle = floor.open_table(setup, &mut *common::reader(place)).unwrap();
    handle.look(Person::Public).await.unwrap();
    (floor, handle)
}

/// Turns the clock until the table takes wagers of player 1.
async fn betting(floor: &Floor, handle: &Handle) {
    let _seen = handle.watch(playing(1), None, false).await.unwrap();
    for _ in 0..2000 {
        floor.clock().turn(20);
        if common::read(&handle.look(playing(1)).await.unwrap().message)["house"]["betting"] == true {
            return;
        }
    }
    panic!("betting never opens");
}

fn wager(amount: i64) -> Value {
    json!({"do": "place", "area": 2, "kind": "regular", "stake": {"amount": amount, "with": "chips"}})
}

#[test]
fn who_comes_or_tops_up_twice_under_one_key_does_so_once() {
    common::alone(async {
        let place = Place::memory();
        let (floor, handle) = open(&place, 1).await;
        deposit(&floor, player(1), 1000).await;
        let key = |word: &str| Some(format!("1:{word}"));
        let come = |handle: &Handle| {
            let handle = handle.clone();
            async move { handle.join_once(player(1), 2, Amount::of(300), Some("1:come".into())).await }
        };
        let came = come(&handle).await;
        assert_eq!((came.is_ok(), come(&handle).await), (true, came.clone()), "the first answer again");
        let more = handle.top_up(player(1), Amount::of(200), key("more")).await;
        assert_eq!(handle.top_up(player(1), Amount::of(200), key("more")).await, more);
        assert_eq!(holds(&floor, player(1)).await, 500);
        let other = handle.top_up(player(1), Amount::of(100), key("more")).await.unwrap_err();
        assert_eq!(other.code, "key.reused");
        floor.stop().await;
        let (floor, handle) = open(&place, 2).await;
        floor.protection().load(player(1)).await.unwrap();
        assert_eq!(handle.top_up(player(1), Amount::of(200), key("more")).await, more, "after a restart too");
        assert_eq!(come(&handle).await, came);
        assert_eq!(holds(&floor, player(1)).await, 500);
        floor.stop().await;
    });
}

#[test]
fn who_is_short_spoils_nobody_elses_wager() {
    common::alone(async {
        let place = Place::memory();
        let (floor, handle) = open(&place, 3).await;
        deposit(&floor, player(1), 1000).await;
        handle.join(player(1), 2, Amount::of(500)).await.unwrap();
        floor.protection().load(player(2)).await.unwrap();
        betting(&floor, &handle).await;
        let mut answers = Vec::new();
        for turn in 0..10 {
            let (sender, answer) = tokio::sync::oneshot::channel();
            let short = Ask::Join {
                player: player(2),
                place: 3,
                amount: Amount::of(100),
                key: None,
                reply: Reply::Once(sender),
            };
            handle.ask(short).await.unwrap();
            let (sender, placed) = tokio::sync::oneshot::channel();
            let act = act(&handle, playing(1), None, &wager(25 + 5 * (turn % 2)));
            handle.ask(Ask::Act { act, reply: Reply::Once(sender) }).await.unwrap();
            answers.push((answer, placed));
        }
        for (short, placed) in answers {
            assert_eq!(short.await.unwrap().unwrap_err().code, "account.short");
            placed.await.unwrap().unwrap();
        }
        assert_eq!(handle.info().trouble, None, "it is nobody's trouble but theirs");
        floor.stop().await;
    });
}

#[test]
fn who_keeps_themselves_from_playing_puts_nothing_more_at_risk_and_goes_with_everything() {
    common::alone(async {
        let place = Place::memory();
        let (floor, handle) = open(&place, 4).await;
        deposit(&floor, player(1), 1000).await;
        handle.join(player(1), 2, Amount::of(500)).await.unwrap();
        betting(&floor, &handle).await;
        handle.act(act(&handle, playing(1), None, &wager(25))).await.unwrap();
        handle
            .act(act(&handle, playing(1), None, &json!({"do": "withdraw", "area": 2, "kind": "regular"})))
            .await
            .unwrap();
        let now = floor.clock().now();
        let until = Moment::new(now.milliseconds() + 86_400_000);
        floor.protection().exclude(player(1), until, now).await.unwrap();
        let refused = handle.act(act(&handle, playing(1), None, &wager(30))).await.unwrap_err();
        assert_eq!(refused.code, "protect.excluded");
        let version = handle.leave(player(1), None).await.unwrap();
        assert!(version <= handle.info().version);
        for _ in 0..200 {
            floor.clock().turn(50);
            handle.look(Person::Public).await.unwrap();
        }
        assert_eq!(holds(&floor, player(1)).await, 1000, "everything came back");
        floor.stop().await;
    });
}

#[test]
fn who_asked_to_go_goes_even_if_the_house_falls_in_between() {
    common::alone(async {
        let place = Place::memory();
        let (floor, handle) = open(&place, 5).await;
        deposit(&floor, player(1), 1000).await;
        handle.join(player(1), 2, Amount::of(500)).await.unwrap();
        betting(&floor, &handle).await;
        handle.act(act(&handle, playing(1), None, &wager(25))).await.unwrap();
        handle.leave(player(1), None).await.unwrap();
        handle.ask(Ask::Fail(Fault::Panic("a fault".into()))).await.unwrap();
        let back = loop {
            let table = floor.table("money").unwrap();
            if table.look(Person::Public).await.is_ok() {
                break table;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        back.resume(common::staff(2, 3), common::staff(3, 3)).await.unwrap();
        for _ in 0..3000 {
            floor.clock().turn(500);
            back.look(Person::Public).await.unwrap();
            if back.info().players == 0 {
                break;
            }
        }
        assert_eq!(back.info().players, 0, "gone");
        let kept = holds(&floor, player(1)).await;
        assert!(kept >= 975, "{kept} came back");
        floor.stop().await;
    });
}
