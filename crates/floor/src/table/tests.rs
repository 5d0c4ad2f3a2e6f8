//! Chance does not exist before it is due: tables for which the house draws are played at random, by every
//! book, and whatever is refused is refused in the same words whatever the seed, and leaves nothing behind:
//! no record, nothing on a shelf, no significant event, no line in the log, no draw.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::{Draw, GameSetup, Pace, Vault};
use ::paigow::command as tiles;
use ::paigow::{Chance, Command as Tiles, Faces, Limit, LimitKind, PaiGow, Performer};
use ::roulette::command::{spin, table};
use ::roulette::{Command as Wheel, Roulette};
use ::tiles::Tile;
use game::{Context, Game, Rank, StaffId};
use journal::{Place, Signer};
use money::Amount;
use rulebook::Shelf;
use std::io::Write;
use std::sync::LazyLock;

mod put_off;

static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::embedded().unwrap());

/// Every Pai Gow book with each of its variants.
const BOOKS: [(&str, Option<&str>); 9] = [
    ("star-2016", None),
    ("vcga-2000", None),
    ("vcga-2000", Some("bonanza")),
    ("crown-6.1", None),
    ("crown-6.1", Some("bonanza")),
    ("crown-6.1", Some("crown-pai-gow")),
    ("crown-6.1", Some("crown-bonanza")),
    ("nz-1999", None),
    ("uk-leaflet", None),
];

/// Fresh bits that are known.
struct Known;

impl Entropy for Known {
    fn fresh(&self) -> Seed {
        Seed([5; 32])
    }
}

fn signer() -> Signer {
    let path = std::env::temp_dir().join(format!("table_tests_{}.key", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let signer = Signer::at(&path).unwrap();
    let _ = std::fs::remove_file(path);
    signer
}

fn table_setup(id: &str, game: GameSetup) -> TableSetup {
    let pace = Pace { step: 100, wagers: 3000, bank: 300, hands: 2000, pause: 100, round: 100, alone: true };
    TableSetup {
        id: id.into(),
        name: id.into(),
        game,
        money: Purses::Practice,
        pace,
        bots: 3,
        purse: Amount::of(20_000),
    }
}

fn tiles(book: &str, variant: Option<&str>, dealer: Performer) -> (PaiGow, TableSetup) {
    let limit = |least, most| Limit::new(Amount::of(least), Amount::of(most), 5).unwrap();
    let mut setup = ::paigow::Setup::new(book, limit(20, 1000));
    setup.variant = variant.map(str::to_string);
    for kind in [LimitKind::Bonus, LimitKind::Tie, LimitKind::BigSmall] {
        setup.limits.set(kind, limit(5, 200));
    }
    if book == "crown-6.1" && variant.is_some_and(|variant| variant.ends_with("bonanza")) {
        (setup.bonus, setup.tie) = (Some("B".into()), Some("B".into()));
    }
    (setup.dealer, setup.chance, setup.practice) = (dealer, Chance::Electronic, true);
    let game = PaiGow::new(SHELF.book(book).unwrap(), setup.clone()).unwrap();
    (game, table_setup("tiles", GameSetup::PaiGow(Box::new(setup))))
}

fn wheel() -> (Roulette, TableSetup) {
    let book = SHELF.book("rapid-roulette-2000").unwrap();
    let mut setup = ::roulette::Setup::full(&book.roulette().unwrap().rules);
    (setup.dealing, setup.period) = (::roulette::Dealing::House, Some(3));
    let game = Roulette::new(book, setup.clone()).unwrap();
    let setup = GameSetup::RapidRoulette { book: book.id.clone(), setup: Box::new(setup) };
    (game, table_setup("wheel", setup))
}

/// Everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// All that there is of a table which somebody could read, now or once it is kept.
fn written<G: Play>(table: &Table<G>) -> (String, String, Vec<usize>, Vec<crate::watch::Noted>) {
    let standing = serde_json::to_string(&table.standing).unwrap();
    let head = format!("{:?}", table.stream.head());
    let counts = vec![table.desk.waiting.len(), table.desk.replies.len(), table.desk.handed.len()];
    (standing, head, counts, table.told.notes.clone())
}

/// Puts a command to a table; why it was refused, and what was logged.
fn tried<G: Play>(table: &mut Table<G>, context: Context, command: &G::Command) -> (Option<Refusal>, String) {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    let answer = tracing::subscriber::with_default(subscriber, || {
        table.act(context, None, None, command.clone(), Reply::Nobody)
    });
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    (answer.err().map(|(_, refused)| refused), text)
}

/// What a table shares with others, all of it known.
fn common(journal: Journal, clock: &Clock) -> Common {
    let (protection, vault) = (Protection::open(journal.clone(), clock.clone()), Vault::of(&signer()));
    let (clock, wins, seats) = (clock.clone(), Arc::default(), Seats::default());
    let cash = Cash::default();
    Common { journal, clock, wins, entropy: Arc::new(Known), protection, vault, seats, cash }
}

/// Plays a table with everybody trying things; how much was refused, and how much was drawn.
async fn plays<G: Play>(
    (game, setup): (G, TableSetup),
    tries: u32,
    number: u64,
    some: impl Fn(&G, &G::State, Context, &mut Draw) -> G::Command,
) -> (u32, u32) {
    let place = Place::memory();
    let (journal, _) = Journal::open(&place).unwrap();
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    let common = common(journal, &clock);
    let info = Arc::new(Mutex::new(Info::unopened(&setup)));
    let boxed = Box::new(setup.clone());
    let mut table =
        Table::open(Arc::new(game), common, boxed.clone(), &mut *place.open().unwrap(), info).unwrap();
    table.floor_event(FloorEvent::Opened { setup: boxed }, Reply::Nobody);
    let mut key = [9; 32];
    key[..8].copy_from_slice(&number.to_be_bytes());
    let mut die = Draw::keyed(key);
    let (mut refusals, mut draws) = (0, 0);
    for _ in 0..tries {
        clock.turn(i64::from(die.below(250)));
        let now = clock.now();
        table.automate(now);
        table.keep().await;
        assert_eq!(table.standing.house.halted, None);
        let mut people = vec![Person::House, Person::Public, Person::Inspector(StaffId(8))];
        people.extend((0..4).map(|rank| Person::Staff(StaffId(90 + u32::from(rank)), Rank(rank))));
        people.extend(table.game.players(&table.standing.state).into_iter().map(Person::Player));
        let who = people[die.below(people.len() as u32) as usize];
        let context = Context::new(who, now);
        let command = some(&table.game, &table.standing.state, context, &mut die);
        if table.closes_first(&command, &context) {
            table.keep().await;
        }
        let (before, seed) = (written(&table), table.seed);
        let (refused, logged) = tried(&mut table, context, &command);
        let Some(refused) = refused else {
            draws += u32::from(table.game.calls(&command).is_some());
            table.keep().await;
            continue;
        };
        refusals += 1;
        assert!(!table.kept.is_adrift(), "{command:?} by {who} halts the table: {refused}");
        assert_eq!(written(&table), before, "{command:?} by {who} is refused, and yet something is written");
        // With another seed, and with none at all: whatever is drawn for what is refused would show here.
        for other in [Some(Seed([77; 32])), Some(Seed([0; 32])), None] {
            table.seed = other;
            assert_eq!(tried(&mut table, context, &command), (Some(refused.clone()), logged.clone()));
            assert_eq!(written(&table), before, "{command:?} by {who}");
        }
        table.seed = seed;
    }
    (refusals, draws)
}

/// What comes next of the running turn.
fn drawn_next<G: Play>(table: &Table<G>, what: &str) -> [u32; 4] {
    let house = &table.standing.house;
    let (mut promise, on) = (house.promise.clone().unwrap(), (0, &*house.hangs, house.closed));
    let mut draw = promise.draw(table.stream.name(), &table.seed.unwrap(), what, on).0;
    [0; 4].map(|_| draw.below(1_000_000))
}

/// Keeps what waits, and takes what was put off until then, as a running table does.
async fn keep<G: Play>(table: &mut Table<G>) {
    table.keep().await;
    for ask in std::mem::take(&mut table.desk.pending) {
        table.take(ask);
    }
}

/// Whether the rules want a second person for a command.
fn takes_two<G: Play>(table: &Table<G>, command: &G::Command, context: &Context) -> bool {
    let decision = table.game.decide(&table.standing.state, command, context);
    decision.is_ok_and(|decision| decision.second.is_some())
}

/// Plays a table; whenever something is about to be drawn, the house ends and starts again, everybody tries to make it
/// another, each alone, and then it is drawn. How often it was, and how much was tried meanwhile and done.
async fn restarts<G: Play>(
    (game, setup): (G, TableSetup),
    tries: u32,
    some: impl Fn(&G, &G::State, Context, &mut Draw) -> G::Command,
) -> (u32, u32) {
    let place = Place::memory();
    let (journal, _) = Journal::open(&place).unwrap();
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    let (common, game, boxed) = (common(journal, &clock), Arc::new(game), Box::new(setup.clone()));
    let open = || {
        let info = Arc::new(Mutex::new(Info::unopened(&setup)));
        let store = &mut *place.open().unwrap();
        Table::open(game.clone(), common.clone(), boxed.clone(), store, info).unwrap()
    };
    let mut table = open();
    table.floor_event(FloorEvent::Opened { setup: boxed.clone() }, Reply::Nobody);
    let mut die = Draw::keyed([3; 32]);
    let (mut dues, mut done) = (0, 0);
    for _ in 0..tries {
        clock.turn(i64::from(die.below(250)));
        table.automate(clock.now());
        keep(&mut table).await;
        let people = |table: &Table<G>| {
            let mut people: Vec<Person> =
                table.game.players(&table.standing.state).into_iter().map(Person::Player).collect();
            people.extend((0..4).map(|rank| Person::Staff(StaffId(90 + u32::from(rank)), Rank(rank))));
            people
        };
        let all = people(&table);
        let context = Context::new(all[die.below(all.len() as u32) as usize], clock.now());
        let command = some(&table.game, &table.standing.state, context, &mut die);
        if !table.closes_first(&command, &context) && !table.owes_draw() {
            let _ = table.act(context, None, None, command, Reply::Nobody);
        }
        keep(&mut table).await;
        let Some(due) = table.standing.house.due.clone() else { continue };
        dues += 1;
        let before = drawn_next(&table, &due.what);
        table = open();
        let mut meanwhile = Vec::new();
        for _ in 0..40 {
            let all = people(&table);
            let who = all[die.below(all.len() as u32) as usize];
            let context = Context::new(who, clock.now());
            let command = some(&table.game, &table.standing.state, context, &mut die);
            if table.game.calls(&command).is_some() {
                continue;
            }
            let head = table.stream.head().sequence;
            match who {
                Person::Player(_) => {
                    let command = Bytes::from(serde_json::to_vec(&command).unwrap());
                    let act = crate::ask::Act { who, second: None, key: None, command, at: clock.now() };
                    table.take(Ask::Act { act, reply: Reply::Nobody });
                    assert_eq!(table.stream.head().sequence, head, "whoever plays waits");
                }
                // What takes two people is not done by one.
                _ if takes_two(&table, &command, &context) => {}
                _ if table.act(context, None, None, command.clone(), Reply::Nobody).is_ok() => {
                    meanwhile.push((who, command));
                }
                _ => {}
            }
            done += u32::from(table.stream.head().sequence > head);
            keep(&mut table).await;
        }
        assert_eq!(table.standing.house.due.as_ref(), Some(&due), "it is still to be drawn");
        assert_eq!(drawn_next(&table, &due.what), before, "and is the same");
        if setup.house_deals() {
            // What a supervisor has stopped waits for what they decide (rapid-roulette-2000 8.7).
            let waits = |table: &Table<G>| {
                table.game.deal(&table.standing.state, &table.scene(clock.now())) == crate::Next::Wait
            };
            let held = waits(&table) || !meanwhile.is_empty();
            assert!(table.draws_soon() || held, "the house calls for the {}", due.what);
            for _ in 0..4 {
                table.automate(clock.now());
                keep(&mut table).await;
                clock.turn(1_000);
            }
            let still = table.standing.house.due.as_ref() == Some(&due) && !waits(&table);
            assert!(!still, "the {} is drawn by itself after {meanwhile:?}", due.what);
        }
        clock.turn(5_000);
        for _ in 0..3 {
            table.automate(clock.now());
            keep(&mut table).await;
        }
    }
    (dues, done)
}

/// star-2016 9.7 lets a banker consent to other wagers after the close: not once tiles or dice are about to be drawn,
/// whatever was lost since and whoever started the house again.
#[test]
fn what_is_about_to_be_drawn_is_the_same_after_a_restart_whatever_one_person_does() {
    for (book, variant) in BOOKS {
        for dealer in [Performer::House, Performer::Person] {
            let (dues, done) = alone(restarts(tiles(book, variant, dealer), 500, some_tiles));
            println!("{book} {variant:?} dealt by {dealer:?}: due {dues} times, {done} done meanwhile");
            assert!(dues > 5 || dealer == Performer::Person, "{book} {variant:?}: due {dues} times");
        }
    }
    let (dues, done) = alone(restarts(wheel(), 600, some_wheel));
    println!("wheel: due {dues} times, {done} done meanwhile");
    assert!(dues > 0);
}

/// Something that somebody at a Pai Gow table may try: often chance, their own or none.
fn some_tiles(game: &PaiGow, table: &::paigow::State, context: Context, die: &mut Draw) -> Tiles {
    let own = die.below(2) == 0;
    let order: Vec<Tile> = Tile::all().collect();
    let order = own.then(|| Box::new(<[Tile; 32]>::try_from(order).unwrap()));
    let faces = own.then_some(Faces { boxes: [1, 2, 3], cut: Some(4), big_small: None });
    match die.below(12) {
        0 | 1 => tiles::wall::Command::Shuffle { order }.into(),
        2 => tiles::wall::Command::DoLaja { order }.into(),
        3 | 4 => tiles::dice::Command::ShowDice { faces }.into(),
        5 => tiles::order::Command::DrawRemoval { boxes: own.then_some([1, 2, 3]) }.into(),
        6 => tiles::hand::Command::Deal { order }.into(),
        7 => tiles::dice::Command::Shake.into(),
        _ => {
            let mut offers = game.legal(table, &context);
            // What would end the play for good, or leave nobody to play it, is left.
            offers.retain(|choice| {
                let word = serde_json::to_value(&choice.command).unwrap()["do"].clone();
                !["end-play", "leave", "free-seat", "bar-player", "order-english"].iter().any(|w| word == *w)
            });
            let place = die.below(offers.len() as u32) as usize;
            offers
                .get(place)
                .map_or_else(|| tiles::table::Command::OpenTable.into(), |choice| choice.command.clone())
        }
    }
}

fn some_wheel(game: &Roulette, state: &::roulette::State, context: Context, die: &mut Draw) -> Wheel {
    match die.below(8) {
        0..=2 => spin::Command::Enter { pocket: None }.into(),
        3 => spin::Command::Enter { pocket: Some(die.below(40) as u8) }.into(),
        4 => spin::Command::Spin.into(),
        5 => spin::Command::EndPeriod.into(),
        _ => {
            let offers = game.legal(state, &context);
            let offered = offers.get(die.below(offers.len() as u32) as usize).map(|offer| &offer.command);
            match offered {
                Some(command) if *command != table::Command::CloseTable.into() => command.clone(),
                _ => spin::Command::Spin.into(),
            }
        }
    }
}

fn alone<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

#[test]
fn what_is_refused_is_refused_the_same_way_whatever_the_seed() {
    for (number, (book, variant)) in BOOKS.into_iter().enumerate() {
        for dealer in [Performer::House, Performer::Person] {
            let seed = number as u64;
            let (refused, drawn) = alone(plays(tiles(book, variant, dealer), 700, seed, some_tiles));
            println!("{book} {variant:?} dealt by {dealer:?}: {refused} refused, {drawn} drawn for people");
            assert!(refused > 200, "{book} {variant:?}: {refused} refused");
        }
    }
    let (refused, drawn) = alone(plays(wheel(), 3000, 1, some_wheel));
    println!("wheel: {refused} refused, {drawn} drawn for people");
    assert!(refused > 1000 && drawn > 0, "{refused} refused, {drawn} drawn");
}

/// star-2016 9.5, rapid-roulette-2000 5.2, 8.1: what lapsed is on record before a ball is drawn after it.
#[test]
fn betting_closes_on_a_record_before_that_of_the_draw() {
    let (game, setup) = wheel();
    let place = Place::memory();
    let (journal, _) = Journal::open(&place).unwrap();
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    let common = common(journal, &clock);
    let (info, boxed) = (Arc::new(Mutex::new(Info::unopened(&setup))), Box::new(setup));
    let mut table =
        Table::open(Arc::new(game), common, boxed.clone(), &mut *place.open().unwrap(), info).unwrap();
    table.floor_event(FloorEvent::Opened { setup: boxed }, Reply::Nobody);
    let act = |table: &mut Table<Roulette>, command: Wheel| {
        let context = Context::new(Person::House, clock.now());
        table.act(context, None, None, command, Reply::Nobody).map_err(|(_, refused)| refused)
    };
    act(&mut table, table::Command::OpenTable.into()).unwrap();
    act(&mut table, spin::Command::Spin.into()).unwrap();
    let enter: Wheel = spin::Command::Enter { pocket: None }.into();
    let early = act(&mut table, enter.clone()).unwrap_err();
    assert_eq!(early.code, "outcome.early", "{early}");
    assert!(table.standing.house.drawn.is_empty());
    // The period is over, and the clock has not said so yet.
    clock.turn(3_001);
    let before = table.stream.head().sequence;
    let context = Context::new(Person::House, clock.now());
    assert!(table.closes_first(&enter, &context), "the close is to be kept first");
    let body = |table: &Table<Roulette>, back: usize| {
        let bodies = table.desk.waiting.iter().flat_map(|one| &one.unit.sealed).map(|one| one.body.clone());
        let bodies: Vec<_> = bodies.collect();
        String::from_utf8(bodies[bodies.len() - back].clone()).unwrap()
    };
    let (close, due) = (body(&table, 2), body(&table, 1));
    assert!(close.contains("\"end-period\"") && !close.contains("drawn"), "{close}");
    assert!(due.contains("\"due\"") && due.contains("\"what\":\"ball\""), "{due}");
    assert_eq!(act(&mut table, enter.clone()).unwrap_err().code, "journal.away", "nothing is drawn before");
    assert!(table.standing.house.drawn.is_empty());
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(table.keep());
    assert!(!table.closes_first(&enter, &context));
    act(&mut table, enter).unwrap();
    let (drawn, shown) = (body(&table, 2), body(&table, 1));
    assert!(drawn.contains(&format!("\"closed\":{}", before + 1)), "{drawn}");
    assert!(shown.contains("\"revealed\"") && shown.contains("\"what\":\"ball\""), "{shown}");
}

/// The ball was drawn and the database kept nothing: whoever holds it may have seen the ball. It comes again the same,
/// and is told once.
#[test]
fn a_ball_that_was_drawn_and_lost_comes_again_the_same_and_is_told() {
    let path = std::env::temp_dir().join(format!("table_tests_{}_lost", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    let place = Place::Sqlite(path.join("houseway.db"));
    let clock = Clock::manual(Moment::new(1_700_000_000_000));
    alone(async {
        let (game, setup) = wheel();
        let (journal, _) = Journal::open(&place).unwrap();
        let common = common(journal, &clock);
        let (info, boxed) = (Arc::new(Mutex::new(Info::unopened(&setup))), Box::new(setup));
        let mut table =
            Table::open(Arc::new(game), common, boxed.clone(), &mut *place.open().unwrap(), info).unwrap();
        table.floor_event(FloorEvent::Opened { setup: boxed }, Reply::Nobody);
        while !table.owes_draw() {
            table.automate(clock.now());
            table.keep().await;
            clock.turn(100);
        }
        let before = drawn_next(&table, "ball");
        let db = rusqlite::Connection::open(path.join("houseway.db")).unwrap();
        db.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
        // Longer than the house waits.
        db.execute_batch("BEGIN IMMEDIATE").unwrap();
        table.automate(clock.now());
        let drawn = |table: &Table<Roulette>| table.standing.house.drawn.len();
        assert!(table.desk.waiting.iter().any(|waiting| waiting.draws.is_some()), "it is drawn");
        table.keep().await;
        assert!(table.kept.trouble.is_some());
        db.execute_batch("ROLLBACK").unwrap();
        clock.turn(60_000);
        table.keep().await;
        assert!(!table.kept.is_adrift() && table.owes_draw() && drawn(&table) == 0, "it is not on record");
        assert_eq!(drawn_next(&table, "ball"), before);
        table.automate(clock.now());
        table.keep().await;
        let told = place.open().unwrap().tail(crate::significant::STREAM, 0).unwrap();
        let told: Vec<_> = told.iter().map(|record| String::from_utf8_lossy(&record.body)).collect();
        let lost: Vec<_> = told.iter().filter(|body| body.contains("draw.not-kept")).collect();
        assert!(lost.len() == 1 && lost[0].contains("the journal did not keep the ball"), "{told:?}");
        assert!(!table.owes_draw());
    });
    let _ = std::fs::remove_dir_all(&path);
}
