//! Whole rounds at an eight-area table, through `decide` and `evolve` with every event and posting,
//! against bare House Way rounds of the odds.
//! Wanted: 100,000 rounds a second on one core, 0.02 of the bare rate, a state under 16 KiB.

use crate::contest::{Outcome, contest};
use crate::rounds;
use game::{Context, Game, Moment, Person, Refusal};
use money::{Amount, PlayerId};
use odds::shuffle;
use paigow::command::{bank, cut, dice, hand, seat, settle, table, wager, wall};
use paigow::{Command, Faces, Kind, Limit, PaiGow, Performer, Phase, Setup, Stake, State};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rulebook::{Orientation, Shelf};
use tiles::Tile;

const ROUNDS: u64 = 1 << 14;

/// A table in play: the House deals, seven players wager and set by themselves.
struct Play {
    game: PaiGow,
    table: State,
    rng: ChaCha8Rng,
    wall: [u8; 32],
    events: u64,
    most_bytes: usize,
}

const HOUSE: Context = Context::new(Person::House, Moment::new(0));

fn player(area: u8) -> Result<PlayerId, String> {
    PlayerId::new(u32::from(area)).ok_or_else(|| "no such player".to_string())
}

fn seat(area: u8) -> Result<Context, String> {
    Ok(Context::new(Person::Player(player(area)?), Moment::new(0)))
}

impl Play {
    fn new() -> Result<Self, String> {
        let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
        let book = shelf.book("star-2016").ok_or("no star-2016")?;
        let limit = Limit::new(Amount::of(25), Amount::of(1000), 5).ok_or("no such limit")?;
        let mut setup = Setup::new("star-2016", limit);
        setup.dealer = Performer::House;
        let game = PaiGow::new(book, setup).map_err(|e| e.to_string())?;
        let table = game.start();
        let wall = std::array::from_fn(|place| place as u8);
        let mut play =
            Self { game, table, rng: ChaCha8Rng::seed_from_u64(7), wall, events: 0, most_bytes: 0 };
        play.does(HOUSE, &Command::Table(table::Command::LayOutTiles { found: paigow::Found::Whole }))?;
        play.does(HOUSE, &Command::Table(table::Command::CheckTiles))?;
        play.does(HOUSE, &Command::Table(table::Command::OpenTable))?;
        for area in 2..=8 {
            let stake = Stake::chips(Amount::of(Amount::MOST / 16));
            play.does(HOUSE, &Command::Seat(seat::Command::BuyIn { player: player(area)?, stake }))?;
            play.does(seat(area)?, &Command::Seat(seat::Command::Sit { area }))?;
            play.does(seat(area)?, &Command::Bank(bank::Command::PassBank { pass: true }))?;
        }
        Ok(play)
    }

    fn does(&mut self, ctx: Context, command: &Command) -> Result<(), String> {
        let decided = self.game.decide(&self.table, command, &ctx).map_err(|r: Refusal| r.to_string())?;
        let events = decided.events;
        for event in &events {
            self.game.evolve(&mut self.table, event);
        }
        self.events += events.len() as u64;
        Ok(())
    }

    fn face(&mut self) -> u8 {
        (self.rng.next_u32() % 6) as u8 + 1
    }

    fn round(&mut self) -> Result<(), String> {
        self.does(HOUSE, &Command::Bank(bank::Command::OfferBank))?;
        shuffle(&mut self.wall, &mut self.rng);
        let tile =
            |place: usize| Tile::from_place(self.wall[place]).unwrap_or(Tile::new(tiles::Rank::Teen, 0));
        let order = Box::new(std::array::from_fn(tile));
        self.does(HOUSE, &Command::Wall(wall::Command::Shuffle { order: None }))?;
        for area in 2..=8 {
            let stake = Stake::chips(Amount::of(100 + i64::from(area) * 5));
            self.does(
                seat(area)?,
                &Command::Wager(wager::Command::Place { area, kind: Kind::Regular, stake }),
            )?;
        }
        self.does(HOUSE, &Command::Dice(dice::Command::Shake))?;
        self.does(HOUSE, &Command::Wager(wager::Command::CloseBets))?;
        let boxes = [self.face(), self.face(), self.face()];
        let faces = Faces { boxes, cut: Some(4), big_small: None };
        self.does(HOUSE, &Command::Dice(dice::Command::ShowDice { faces: Some(faces) }))?;
        let orientation = Orientation { side: Some(rulebook::Side::Right), end: None };
        self.does(HOUSE, &Command::Cut(cut::Command::NameCut { cut: "dai-pin".to_string(), orientation }))?;
        self.does(HOUSE, &Command::Hand(hand::Command::Deal { order: Some(order) }))?;
        for area in 2..=8 {
            self.does(seat(area)?, &Command::Hand(hand::Command::Look { area }))?;
            let held = self.table.area(area).and_then(|a| a.hand.as_ref()).and_then(|hand| hand.known());
            let [one, other, ..] = held.ok_or("no tiles")?;
            self.does(seat(area)?, &Command::Hand(hand::Command::SetHand { area, two: [one, other] }))?;
        }
        self.does(HOUSE, &Command::Hand(hand::Command::SetHouseWay { area: 1, two: None }))?;
        self.does(HOUSE, &Command::Hand(hand::Command::CheckHouseWay { area: 1 }))?;
        self.does(HOUSE, &Command::Settle(settle::Command::ShowBank))?;
        for _ in 2..=8 {
            self.does(HOUSE, &Command::Settle(settle::Command::OpenHand { lie: None }))?;
        }
        self.most_bytes = self.most_bytes.max(self.table.bytes());
        while self.table.phase == Phase::Match {
            self.does(HOUSE, &Command::Settle(settle::Command::Pay))?;
        }
        self.does(HOUSE, &Command::Settle(settle::Command::FinishRound))
    }
}

pub(crate) fn run() -> Result<Outcome, String> {
    let mut play = Play::new()?;
    let mut failed = None;
    let ours = || {
        for _ in 0..ROUNDS {
            if let Err(error) = play.round() {
                failed = Some(error);
                break;
            }
        }
    };
    let bare = rounds::bare()?;
    let (ours, bare) = contest(7, ours, || bare(ROUNDS * 64));
    if let Some(error) = failed {
        return Err(error);
    }
    let rate = ROUNDS as f64 / ours.as_secs_f64();
    let ratio = rate / (ROUNDS as f64 * 64.0 / bare.as_secs_f64());
    let events = play.events / (7 * ROUNDS);
    let text = format!(
        "{rate:.0} rounds a second with {events} events each (wanted: 100000), {ratio:.4} of bare House Way rounds \
         (wanted: 0.02), state {} bytes (wanted: under 16384)",
        play.most_bytes
    );
    Ok(Outcome { text, met: rate >= 100_000.0 && ratio >= 0.02 && play.most_bytes < 16 * 1024 })
}
