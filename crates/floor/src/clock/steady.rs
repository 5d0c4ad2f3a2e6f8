//! The house's time, made from two clocks: it goes at the pace of the one that nobody sets, and leans
//! towards the time of day.
//!
//! A time of day that is off by no more than a bound is followed slowly, a hundredth at most. One that is
//! further ahead is not followed before an administrator says that it is right; one that is further behind
//! is followed by nobody: time does not go back while the house runs. At a start on the same machine the
//! time away is known. At any other the time of day is believed, as a gap that nobody has confirmed, and
//! taken back at a later start if that clock has come back. What only one of the two clocks says has passed since the
//! last start has not: whoever starts the house in a time of their own choosing gains none by it. Reading clocks is
//! all that this touches.

use super::{Dials, Gap, Passing, Reading};
use game::Moment;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Of the time that passes, at most one part in so many is added or left out to follow the time of day.
const PACE: i64 = 100;
/// A time of day that is off by more is told, in milliseconds.
const TOLD: i64 = 1000;
/// How many gaps are told apart.
const GAPS: usize = 512;
/// How many news wait to be told at most.
const NEWS: usize = 64;
/// How long a house may have been away, in milliseconds, for its machine's word to be enough.
const AWAY: i64 = 7 * 24 * 60 * 60 * 1000;

/// What is kept of the clock beside the journal, so that a start knows how long the house was away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Which start of which machine this was.
    pub machine: Option<String>,
    /// How long that machine had been running, in milliseconds.
    pub boot: i64,
    /// The house's time then.
    pub house: i64,
    /// The time of day then.
    #[serde(default)]
    pub wall: Option<i64>,
}

/// What the journal knows of time when a house is opened.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The last moment on record.
    pub last: Moment,
    /// The clock as it was kept last.
    pub mark: Option<Mark>,
    /// What nobody has confirmed, by the records.
    pub gaps: Vec<Gap>,
}

impl Known {
    /// By the moments of the streams' last records. Those that a wrong clock stamped do not count.
    pub fn new(stamps: impl IntoIterator<Item = i64>, mark: Option<Mark>, gaps: Vec<Gap>) -> Self {
        let is_false = |at: &i64| gaps.iter().any(|gap| gap.is_false && *at >= gap.to);
        let last = stamps.into_iter().filter(|at| !is_false(at)).max().unwrap_or_default();
        let kept = mark.as_ref().map_or(0, |mark| mark.house);
        Self { last: Moment::new(last.max(kept)), mark, gaps }
    }
}

impl From<Moment> for Known {
    fn from(last: Moment) -> Self {
        Self { last, ..Self::default() }
    }
}

/// Something about the clock that goes on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// `clock.ahead`, `clock.behind`, `clock.agrees`, `clock.unconfirmed`, `clock.back`.
    pub code: &'static str,
    /// In words.
    pub what: String,
}

/// How the clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// The house's time, in milliseconds since 1970.
    pub house: i64,
    /// The system's time of day.
    pub system: i64,
    /// Whether the system's is so far ahead that an administrator has to say whether it is right.
    pub waits: bool,
    /// How far the system's is ahead of the house's (behind, if it is less than 0), in milliseconds.
    pub ahead: i64,
    /// How much time before the house was started nobody has confirmed, in milliseconds.
    pub unconfirmed: i64,
}

/// How the time of day stands to the house's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    Agrees,
    Near,
    Ahead(i64),
    Behind(i64),
}

struct State {
    house: i64,
    boot: i64,
    /// Up to when it has been leant towards the time of day.
    leant: i64,
    gaps: Arc<[Gap]>,
    /// The gaps as they are on record.
    recorded: Arc<[Gap]>,
    stand: Stand,
    news: Vec<News>,
    behind: i64,
}

/// The house's time.
pub struct Steady {
    dials: Dials,
    bound: i64,
    machine: Option<String>,
    state: Mutex<State>,
}

impl Steady {
    /// The time of a house that is opened.
    pub fn open(dials: Dials, known: Known, bound: i64) -> Self {
        let Reading { wall, boot } = dials.read();
        let machine = dials.machine();
        let mut news = Vec::new();
        let recorded: Arc<[Gap]> = known.gaps.clone().into();
        let mut gaps = known.gaps.clone();
        let same = known.mark.as_ref().filter(|mark| {
            let away = boot.checked_sub(mark.boot);
            machine.is_some()
                && mark.machine == machine
                && mark.house > 0
                && away.is_some_and(|away| (0..=AWAY).contains(&away))
        });
        let last = known.last.milliseconds();
        // On the same machine the time away is known, unless the time of day says that less has passed.
        let seen = same.map_or(last, |mark| {
            let by_boot = mark.house.saturating_add(boot - mark.boot);
            let by_wall = mark.wall.map_or(wall, |then| mark.house.saturating_add(wall.saturating_sub(then)));
            let is_borne_out = by_boot.saturating_sub(by_wall) <= bound;
            if is_borne_out { last.max(by_boot) } else { last.max(wall) }
        });
        let off = wall - seen;
        let house = if last == 0 {
            wall
        } else if off > bound && same.is_none() {
            let what = format!(
                "{off} ms passed by the system's clock since the last record, at {seen}: nobody has \
                 confirmed them, and no exclusion or limit ends by them"
            );
            news.push(News { code: "clock.unconfirmed", what });
            gaps.push(Gap { from: seen, to: wall, is_false: false });
            wall
        } else if off > 0 && same.is_none() {
            // However short: what nobody saw is not to add up over many starts.
            gaps.push(Gap { from: seen, to: wall, is_false: false });
            wall
        } else if off < -bound && gaps.iter().any(|gap| !gap.is_false) {
            let house = take_back(&mut gaps, seen, wall, bound, same.is_some());
            let what = format!(
                "the system's clock is {} ms behind the last record, whose time nobody had confirmed: the \
                 house's time goes back by {} ms",
                -off,
                seen - house
            );
            news.push(News { code: "clock.back", what });
            house
        } else {
            seen
        };
        let state = State {
            house,
            boot,
            leant: boot,
            gaps: bounded(gaps),
            recorded,
            stand: Stand::Agrees,
            news,
            behind: (house - wall).max(0),
        };
        Self { dials, bound, machine, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked had changed nothing yet.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clocks.
    pub const fn dials(&self) -> &Dials {
        &self.dials
    }

    /// What time it is.
    pub fn now(&self) -> i64 {
        self.look().0.house
    }

    /// Looks at the clocks: what follows, and the time of day.
    fn look(&self) -> (MutexGuard<'_, State>, i64) {
        let mut state = self.state();
        // Read by whoever holds the state, so that nobody brings an older look after a newer one.
        let Reading { wall, boot } = self.dials.read();
        let passed = (boot - state.boot).max(0);
        state.boot = state.boot.max(boot);
        let off = wall - (state.house + passed);
        let mut lean = 0;
        if off.abs() <= self.bound {
            let most = (state.boot - state.leant) / PACE;
            // Nothing is lost of what is less than a millisecond.
            lean = off.clamp(-most.min(passed), most);
            if most > 0 {
                state.leant = state.boot;
            }
        } else {
            state.leant = state.boot;
        }
        state.house += passed + lean;
        let house = state.house;
        if state.gaps.iter().any(|gap| gap.is_false && gap.to <= house) {
            state.gaps = state.gaps.iter().filter(|gap| !gap.is_false || gap.to > house).copied().collect();
        }
        state.behind = state.behind.max(house - wall);
        self.stand(&mut state, wall - house);
        (state, wall)
    }

    /// Notes how the time of day stands, and what is new about it.
    fn stand(&self, state: &mut State, off: i64) {
        let far = |told: i64| (off - told).abs() > self.bound;
        let (stand, code, what) = if off > self.bound {
            if matches!(state.stand, Stand::Ahead(told) if !far(told)) {
                return;
            }
            let what = format!(
                "the system's clock is {off} ms ahead: the house's time goes on without it until an \
                 administrator confirms it"
            );
            (Stand::Ahead(off), "clock.ahead", what)
        } else if off < -TOLD {
            if matches!(state.stand, Stand::Behind(told) if !far(told)) {
                return;
            }
            let how = match off < -self.bound {
                true => "goes on without it",
                false => "is slowed down until they agree",
            };
            let what = format!("the system's clock is {} ms behind: the house's time {how}", -off);
            (Stand::Behind(off), "clock.behind", what)
        } else if off > TOLD {
            if state.stand == Stand::Near {
                return;
            }
            let what = format!("the system's clock is {off} ms ahead: the house's time follows slowly");
            (Stand::Near, "clock.ahead", what)
        } else {
            if state.stand == Stand::Agrees {
                return;
            }
            (Stand::Agrees, "clock.agrees", "the system's clock and the house's time agree again".into())
        };
        state.stand = stand;
        state.news.push(News { code, what });
        // Somebody who turns the clock all the time does not fill the memory.
        if state.news.len() > NEWS {
            state.news.remove(0);
        }
    }

    /// A moment with what of the time before it counts.
    pub fn passing(&self, now: Moment) -> Passing {
        Passing { now, gaps: self.state().gaps.clone() }
    }

    /// How far the time of day was seen behind the house's at most, in milliseconds.
    pub fn behind(&self) -> i64 {
        self.state().behind
    }

    /// How it stands.
    pub fn shown(&self) -> ClockState {
        let (state, system) = self.look();
        let open = state.gaps.iter().filter(|gap| !gap.is_false);
        ClockState {
            house: state.house,
            system,
            waits: matches!(state.stand, Stand::Ahead(_)),
            ahead: system - state.house,
            unconfirmed: open.map(Gap::length).sum(),
        }
    }

    /// What is new, to be taken off by [`told`](Self::told) once it is on record.
    pub fn news(&self) -> Vec<News> {
        self.look().0.news.clone()
    }

    /// The gaps, if they are not on record as they are now.
    pub fn unrecorded(&self) -> Option<Arc<[Gap]>> {
        let state = self.state();
        (state.gaps != state.recorded).then(|| state.gaps.clone())
    }

    /// Takes the first so many news off; and gaps are on record now.
    pub fn told(&self, count: usize, recorded: Option<Arc<[Gap]>>) {
        let mut state = self.state();
        if let Some(recorded) = recorded {
            state.recorded = recorded;
        }
        let count = count.min(state.news.len());
        state.news.drain(..count);
    }

    /// As it is to be kept.
    pub fn mark(&self) -> Mark {
        let (state, wall) = self.look();
        Mark { machine: self.machine.clone(), boot: state.boot, house: state.house, wall: Some(wall) }
    }

    /// Whether somebody's word for the time bears the time of day out.
    pub fn fits(&self, said: Moment) -> bool {
        self.dials.read().wall.abs_diff(said.milliseconds()) <= self.bound.unsigned_abs()
    }

    /// The time of day is right: what is ahead is followed at once, all gaps are confirmed. If the house is
    /// ahead of it, that is a gap that is taken back at the next start.
    pub fn confirm(&self) {
        let (mut state, wall) = self.look();
        let lead = state.house - wall;
        state.house = state.house.max(wall);
        let mut gaps: Vec<Gap> = state.gaps.iter().filter(|gap| gap.is_false).copied().collect();
        if lead > self.bound {
            gaps.push(Gap { from: wall, to: state.house, is_false: false });
        }
        state.gaps = gaps.into();
        state.stand = if lead > TOLD { state.stand } else { Stand::Agrees };
    }
}

/// Takes back gaps until the time of day fits, the latest first; the house's time then. Where the time away
/// is known, the rest is not believed either.
fn take_back(gaps: &mut Vec<Gap>, last: i64, wall: i64, bound: i64, is_known: bool) -> i64 {
    let mut house = last;
    for gap in gaps.iter_mut().rev().filter(|gap| !gap.is_false) {
        if house - wall <= bound {
            break;
        }
        gap.is_false = true;
        house -= gap.length();
    }
    if is_known {
        return house;
    }
    if wall - house > bound {
        gaps.push(Gap { from: house, to: wall, is_false: false });
    }
    house.max(wall)
}

/// Not more gaps than are told apart: the earliest become one, in which even less counts.
fn bounded(mut gaps: Vec<Gap>) -> Arc<[Gap]> {
    while gaps.len() > GAPS {
        let first = gaps.remove(0);
        if !first.is_false && !gaps[0].is_false {
            gaps[0].from = gaps[0].from.min(first.from);
        }
    }
    gaps.into()
}
