//! Requests of those who play while a draw is due: refused at once where the rules refuse them anyway, else taken one by
//! one after it.

use super::*;
use crate::ask::Act;
use ::roulette::command::wager;

/// A wheel whose ball is due.
async fn due(place: &Place, clock: &Clock) -> Table<Roulette> {
    let (game, setup) = wheel();
    let (journal, _) = Journal::open(place).unwrap();
    let common = common(journal, clock);
    let (info, boxed) = (Arc::new(Mutex::new(Info::unopened(&setup))), Box::new(setup));
    let mut table =
        Table::open(Arc::new(game), common, boxed.clone(), &mut *place.open().unwrap(), info).unwrap();
    table.floor_event(FloorEvent::Opened { setup: boxed }, Reply::Nobody);
    while !table.owes_draw() {
        table.automate(clock.now());
        table.keep().await;
        clock.turn(100);
    }
    table
}

fn asked(player: PlayerId, command: impl Into<Wheel>, at: Moment, reply: Reply) -> Ask {
    let command = serde_json::to_vec(&command.into()).unwrap().into();
    Ask::Act { act: Act { who: Person::Player(player), second: None, key: None, command, at }, reply }
}

/// A wager that comes too late is not staked on the spin after it.
#[test]
fn a_wager_while_the_ball_is_due_is_refused_and_not_for_the_next_spin() {
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    alone(async {
        let mut table = due(&Place::memory(), &clock).await;
        let bot = *table.auto.bots.first().unwrap();
        let station = table.standing.state.station_of(bot).unwrap();
        let spot = ::roulette::Place::On(::roulette::Spot(17));
        let put = wager::Command::Put { station, place: spot, amount: Amount::of(5) };
        let (sender, mut answer) = oneshot::channel();
        table.take(asked(bot, put, clock.now(), Reply::Once(sender)));
        table.keep().await;
        let refused = answer.try_recv().unwrap().unwrap_err();
        assert!(refused.code.starts_with("wager.") || refused.code.starts_with("period."), "{refused}");
        assert!(table.desk.pending.is_empty() && table.desk.later.is_empty());
    });
}

/// Whatever waits for a draw is taken afterwards as if it came then: one by one, so that an account that is short spoils
/// nobody else's.
#[test]
fn what_waited_for_a_draw_is_taken_one_by_one_after_it() {
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    alone(async {
        let mut table = due(&Place::memory(), &clock).await;
        let player = PlayerId::new(7).unwrap();
        for place in [1, 2] {
            let (amount, key, reply) = (Amount::of(50), None, Reply::Nobody);
            table.take(Ask::Join { player, place, amount, key, reply });
        }
        assert_eq!(table.desk.later.len(), 2, "they wait for the ball");
        table.automate(clock.now());
        table.keep().await;
        assert!(table.desk.later.is_empty() && table.desk.waiting.is_empty(), "nothing is taken in one go");
        assert_eq!(table.desk.pending.len(), 2, "both come next, one by one");
    });
}

/// Records of a table are in the order of their times, whatever was put off.
#[test]
fn what_was_put_off_is_stamped_after_what_came_before_it() {
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    alone(async {
        let place = Place::memory();
        let mut table = due(&place, &clock).await;
        let early = clock.now();
        clock.turn(5_000);
        table.automate(clock.now());
        table.keep().await;
        let bot = *table.auto.bots.first().unwrap();
        let station = table.standing.state.station_of(bot).unwrap();
        let leave = ::roulette::command::account::Command::Leave { station };
        table.take(asked(bot, leave, early, Reply::Nobody));
        table.keep().await;
        let records = place.open().unwrap().tail(table.stream.name(), 0).unwrap();
        assert!(records.windows(2).all(|pair| pair[0].at <= pair[1].at), "a record is before its time");
    });
}
