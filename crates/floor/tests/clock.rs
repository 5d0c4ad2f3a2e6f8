//! The house's clock over random starts: with the time of day right, ahead and behind, on the same machine and after it
//! was restarted itself, with and without acts, an administrator's word and crashes in between, against the true time.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use floor::{ClockRecord, Dials, Known, Mark, Steady};
use game::Moment;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const START: i64 = 1_800_000_000_000;
const BOUND: i64 = 5 * MINUTE;
const OFF: [i64; 9] = [0, 0, 0, 400 * DAY, 400 * DAY, 10 * DAY, 2 * DAY, 4 * MINUTE, -300 * DAY];

/// Something that was stamped, with what was true then.
#[derive(Clone, Copy, Debug)]
struct Act {
    stamp: i64,
    at: i64,
    /// How long the house had run or been away on the same machine, and how long it had run.
    seen: i64,
    ran: i64,
    words: u32,
    /// Whether the house's time went back before its stamp, and came to it again.
    back: bool,
    twice: bool,
}

/// A house and its machine, with the true time.
struct World {
    random: ChaCha20Rng,
    now: i64,
    off: i64,
    boot: i64,
    machine: u32,
    seen: i64,
    ran: i64,
    words: u32,
    starts: i64,
    /// Whether the house's time rests on somebody's wrong word, and whether it ever did.
    misled: bool,
    ever_misled: bool,
    mark: Option<Mark>,
    record: ClockRecord,
    stamps: Vec<i64>,
    acts: Vec<Act>,
    story: Vec<String>,
}

impl World {
    fn new(seed: u64, founded: i64) -> Self {
        let misled = founded > BOUND;
        Self {
            random: ChaCha20Rng::seed_from_u64(seed),
            now: START,
            off: founded,
            boot: HOUR,
            machine: 0,
            seen: 0,
            ran: 0,
            words: 0,
            starts: 0,
            misled,
            ever_misled: misled,
            mark: None,
            record: ClockRecord::default(),
            stamps: Vec::new(),
            acts: Vec::new(),
            story: Vec::new(),
        }
    }

    /// A start, and how the house's time stands to the true one.
    fn start(&mut self) -> (Dials, Steady) {
        self.starts += 1;
        let machine = self.machine.to_string();
        let dials = Dials::by_hand(self.now + self.off, self.boot, &machine);
        let known = Known::new(self.stamps.iter().copied(), self.mark.clone(), self.record.clone());
        let house = Steady::open(dials.clone(), known, BOUND);
        // On record before anything is stamped.
        self.record = house.unrecorded().unwrap();
        house.recorded(0, Some(self.record.clone()));
        self.mark = Some(house.mark());
        let now = house.now();
        self.acts.iter_mut().for_each(|act| act.back |= now <= act.stamp);
        let ahead = now - self.now;
        self.story.push(format!("start {} off {} s, house {} s", machine, self.off / 1000, ahead / 1000));
        if self.off == 0 && !self.misled {
            assert!(ahead <= BOUND + SECOND, "{ahead} ms ahead of a right clock: {:#?}", self.story);
        }
        (dials, house)
    }

    /// Time passes, and the clock is kept every minute.
    fn passes(&mut self, (dials, house): (&Dials, &Steady), milliseconds: i64) {
        if milliseconds > SECOND {
            self.turn(dials, milliseconds - SECOND);
            self.mark = Some(house.mark());
            return self.turn(dials, SECOND);
        }
        self.turn(dials, milliseconds);
    }

    fn turn(&mut self, dials: &Dials, milliseconds: i64) {
        dials.turn(milliseconds, 0);
        self.now += milliseconds;
        self.boot += milliseconds;
        self.seen += milliseconds;
        self.ran += milliseconds;
    }

    fn acts(&mut self, house: &Steady) {
        let (stamp, at, seen, ran, words) = (house.now(), self.now, self.seen, self.ran, self.words);
        let act = Act { stamp, at, seen, ran, words, back: false, twice: false };
        self.stamps.push(act.stamp);
        self.acts.push(act);
        self.story.push(format!("act at {} s", (act.stamp - START) / 1000));
    }

    /// Somebody says what time it is, rightly or by the system's clock.
    fn says(&mut self, house: &Steady, said: i64) {
        if !house.fits(Moment::new(said)) {
            return;
        }
        let confirmed = house.confirmed();
        (self.record, self.mark) = (confirmed.record.clone(), Some(confirmed.mark.clone()));
        house.follow(confirmed);
        self.words += 1;
        // Near enough for the house is not near enough to be exact about it.
        self.misled = (said - self.now).abs() > SECOND;
        self.ever_misled |= self.misled;
        self.story.push(format!("said {} s off", (said - self.now) / 1000));
    }

    fn laws(&mut self, house: &Steady) {
        let now = house.passing(Moment::new(house.now()));
        for act in &mut self.acts {
            act.twice |= act.back && house.now() + BOUND >= act.stamp;
        }
        for act in &self.acts {
            let counted = now.since(Moment::new(act.stamp));
            let leant = |passed: i64| passed + passed / 100 + SECOND;
            if !self.misled {
                let passed = self.now - act.at;
                assert!(
                    counted <= leant(passed) + BOUND,
                    "{act:?}: {counted} of {passed}: {:#?}",
                    self.story
                );
            }
            if self.words == act.words && !self.misled {
                let seen = self.seen - act.seen;
                assert!(counted <= leant(seen), "{act:?}: {counted} of {seen} seen: {:#?}", self.story);
            }
            // A stamp that may have been made twice is read as the later.
            if !self.ever_misled && !act.twice {
                let ran = self.ran - act.ran;
                let least = ran - ran / 100 - 2 * MINUTE - 10 * SECOND * self.starts;
                assert!(counted >= least, "{act:?}: {counted} of {ran} run: {:#?}", self.story);
            }
        }
    }

    fn live(&mut self, starts: usize, lies: bool) {
        for _ in 0..starts {
            let (dials, house) = self.start();
            self.laws(&house);
            for _ in 0..self.random.random_range(0..5) {
                let passes = [SECOND, MINUTE, HOUR][self.random.random_range(0..3)];
                self.passes((&dials, &house), passes);
                match self.random.random_range(0..8) {
                    0..3 => self.acts(&house),
                    3 => {
                        let off = OFF[self.random.random_range(0..OFF.len())];
                        dials.turn(0, off - self.off);
                        self.off = off;
                        self.story.push(format!("set to {} s off", off / 1000));
                    }
                    4 => self.says(&house, self.now),
                    5 if lies && self.off > 0 => self.says(&house, self.now + self.off),
                    _ => self.mark = Some(house.mark()),
                }
                self.laws(&house);
            }
            // Killed, or stopped in good order.
            if self.random.random_bool(0.7) {
                self.mark = Some(house.mark());
            } else {
                self.passes((&dials, &house), SECOND);
            }
            let away = [SECOND, 20 * MINUTE, 3 * HOUR, 2 * DAY][self.random.random_range(0..4)];
            self.now += away;
            let off = OFF[self.random.random_range(0..OFF.len())];
            self.off = off;
            if self.random.random_bool(0.4) {
                self.boot += away;
                self.seen += away;
            } else {
                (self.boot, self.machine) = (MINUTE, self.machine + 1);
            }
        }
    }
}

#[test]
fn whatever_the_clock_does_nothing_ends_before_its_time_and_the_house_comes_back() {
    for seed in 0..3000 {
        World::new(seed, 0).live(14, false);
    }
    for seed in 0..8 {
        World::new(seed, 0).live(300, false);
    }
}

#[test]
fn a_wrong_word_and_a_wrong_beginning_are_put_right_by_a_right_word() {
    for seed in 0..3000 {
        World::new(seed, 0).live(14, true);
        World::new(seed, 400 * DAY).live(14, true);
    }
}

/// What an administrator confirmed, and what really passed, counts for what was stamped before, though a start in
/// between had a wrong clock; for what was stamped at that start it does not.
#[test]
fn what_passed_and_was_confirmed_counts_though_a_start_in_between_had_a_wrong_clock() {
    for (wrong, same) in [-400 * DAY, -20 * DAY, -4 * DAY, -HOUR, -BOUND, 0, HOUR, 4 * DAY, 400 * DAY]
        .into_iter()
        .flat_map(|wrong| [(wrong, false), (wrong, true)])
    {
        for confirmed_first in [false, true] {
            let mut world = World::new(0, 0);
            let away = |world: &mut World, passes: i64, off: i64, same: bool| {
                world.now += passes;
                world.off = off;
                match same {
                    true => (world.boot, world.seen) = (world.boot + passes, world.seen + passes),
                    false => (world.boot, world.machine) = (MINUTE, world.machine + 1),
                }
            };
            let (dials, house) = world.start();
            world.passes((&dials, &house), MINUTE);
            world.acts(&house);
            world.passes((&dials, &house), MINUTE);
            world.mark = Some(house.mark());
            // Ten days away, with a right clock on another machine.
            away(&mut world, 10 * DAY, 0, false);
            let (dials, house) = world.start();
            if confirmed_first {
                world.says(&house, world.now);
            }
            world.passes((&dials, &house), MINUTE);
            world.mark = Some(house.mark());
            away(&mut world, MINUTE, wrong, same);
            let (dials, house) = world.start();
            world.passes((&dials, &house), MINUTE);
            world.acts(&house);
            world.laws(&house);
            world.mark = Some(house.mark());
            away(&mut world, MINUTE, 0, false);
            let (dials, house) = world.start();
            world.passes((&dials, &house), MINUTE);
            world.says(&house, world.now);
            world.laws(&house);
            let counted = |world: &World, act: usize| {
                let now = house.passing(Moment::new(house.now()));
                now.since(Moment::new(world.acts[act].stamp))
            };
            let story = (wrong / MINUTE, same, confirmed_first);
            assert!(counted(&world, 0) >= 10 * DAY, "{story:?}: {} {:#?}", counted(&world, 0), world.story);
            assert!(counted(&world, 1) <= HOUR, "{story:?}: {}", counted(&world, 1));
        }
    }
}

/// The clock is right, or 400 days ahead, on the same machine or another; somebody acts at every start, and an
/// administrator says the right time or nothing.
#[test]
fn every_short_story_of_a_clock_that_is_wrong_twice_ends_well() {
    const STEPS: [(i64, bool, bool); 6] = [
        (0, true, false),
        (0, false, false),
        (400 * DAY, true, false),
        (400 * DAY, true, true),
        (-300 * DAY, true, false),
        (0, true, true),
    ];
    for story in 0..STEPS.len().pow(5) {
        let mut world = World::new(0, 0);
        let mut left = story;
        let mut steps = vec![(0, true, false)];
        for _ in 0..5 {
            steps.push(STEPS[left % STEPS.len()]);
            left /= STEPS.len();
        }
        steps.push((0, true, false));
        for (off, is_other, is_put_right) in steps {
            world.off = off;
            if is_other {
                (world.boot, world.machine) = (MINUTE, world.machine + 1);
            }
            let (dials, house) = world.start();
            world.passes((&dials, &house), SECOND);
            world.acts(&house);
            if is_put_right {
                dials.turn(0, -off);
                world.off = 0;
                world.says(&house, world.now);
            }
            world.passes((&dials, &house), SECOND);
            world.laws(&house);
            world.mark = Some(house.mark());
        }
    }
}
