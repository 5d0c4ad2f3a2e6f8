//! The house's time, made from two clocks: it goes at the pace of the one that nobody sets, and leans
//! towards the time of day.
//!
//! A time of day that is off by no more than a bound is followed slowly, a hundredth at most. One that is
//! further ahead is not followed before an administrator says that it is right; one that is further behind
//! is followed by nobody: time does not go back while the house runs. At a start on the same machine the
//! time away is known. At any other the time of day is believed, as a jump that nobody has confirmed, and
//! taken back at a later start if that clock has come back ([`History`]). What only one of the two clocks says has
//! passed since the last start has not: whoever starts the house in a time of their own choosing gains none by it.
//! Reading clocks is all that this touches.

use super::{Dials, History, Passing, Reading};
use game::Moment;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Of the time that passes, at most one part in so many is added or left out to follow the time of day.
const PACE: i64 = 100;
/// A time of day that is off by more is told, in milliseconds.
const TOLD: i64 = 1000;
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
    /// Which start of the house this was, so that one of another start is not believed.
    #[serde(default)]
    pub start: u64,
}

/// What the house's clock says on record, at every start and whenever somebody confirms something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRecord {
    /// The starts of the house, counted.
    pub start: u64,
    /// The house's time.
    pub house: i64,
    /// Where it jumped.
    #[serde(flatten)]
    pub history: History,
}

/// What the journal knows of time when a house is opened.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// How far the house's time has come.
    pub last: Moment,
    /// The clock as it was kept last.
    pub mark: Option<Mark>,
    /// What the clock said last on record.
    pub record: ClockRecord,
}

impl Known {
    /// By what the clock itself says: as it was kept last, if that was at the start that is on record, or else by the
    /// record. Stamps count only where the clock never said anything: a wrong clock has stamped records, too.
    pub fn new(stamps: impl IntoIterator<Item = i64>, mark: Option<Mark>, record: ClockRecord) -> Self {
        let mark = mark.filter(|mark| mark.start == record.start && mark.house > 0);
        let last = match &mark {
            Some(mark) => mark.house,
            None if record.house > 0 => record.house,
            None => stamps.into_iter().max().unwrap_or_default(),
        };
        Self { last: Moment::new(last), mark, record }
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
    history: Arc<History>,
    /// The history as it is on record since this start.
    recorded: Option<Arc<History>>,
    stand: Stand,
    news: Vec<News>,
    behind: i64,
}

/// The house's time.
pub struct Steady {
    dials: Dials,
    bound: i64,
    machine: Option<String>,
    /// Which start of the house this is.
    start: u64,
    state: Mutex<State>,
    /// Whoever puts on record what the clock says holds this, so that nothing older comes after something newer.
    desk: tokio::sync::Mutex<()>,
}

/// What follows if the time of day is right, to be put on record first.
pub struct Confirmed {
    before: Arc<History>,
    /// What the clock says then.
    pub record: ClockRecord,
    /// And how it is kept.
    pub mark: Mark,
    ahead: i64,
}

impl Steady {
    /// The time of a house that is opened.
    pub fn open(dials: Dials, known: Known, bound: i64) -> Self {
        let Reading { wall, boot } = dials.read();
        let machine = dials.machine();
        let mut news = Vec::new();
        let mut history = known.record.history;
        let same = known.mark.as_ref().filter(|mark| {
            let away = boot.checked_sub(mark.boot);
            machine.is_some()
                && mark.machine == machine
                && away.is_some_and(|away| (0..=AWAY).contains(&away))
        });
        let last = known.last.milliseconds();
        // On the same machine the time away is known, unless the time of day says that less has passed.
        let seen = same.map_or(last, |mark| {
            let by_boot = boot - mark.boot;
            let by_wall = wall.saturating_sub(mark.wall.unwrap_or(mark.house));
            // Or that it is what it would be, where it was set right meanwhile.
            let is_right = wall.abs_diff(last.saturating_add(by_boot)) <= bound.unsigned_abs();
            let is_borne_out = is_right || by_boot.saturating_sub(by_wall) <= bound;
            if !is_borne_out {
                history.doubts(last);
            }
            last.saturating_add(if is_borne_out { by_boot } else { by_wall.max(0) })
        });
        let off = wall - seen;
        let house = if last == 0 {
            history = History::beginning(wall);
            wall
        } else if off > 0 && same.is_none() {
            if off > bound {
                let what = format!(
                    "{off} ms passed by the system's clock since {seen}, the house's last recorded time: nobody \
                     has confirmed them, so no exclusion or limit ends because of them"
                );
                news.push(News { code: "clock.unconfirmed", what });
            }
            // However short: what nobody saw is not to add up over many starts.
            history.go_ahead(seen, wall);
            wall
        } else if off < -bound && history.unconfirmed() > 0 {
            let house = history.take_back(seen, wall);
            let what = format!(
                "the system's clock is {} ms behind the house's time, which nobody had confirmed: the house's \
                 time goes back by {} ms",
                -off,
                seen - house
            );
            news.push(News { code: "clock.back", what });
            house
        } else {
            if same.is_none() {
                history.doubts(seen);
            }
            seen
        };
        let state = State {
            house,
            boot,
            leant: boot,
            history: Arc::new(history),
            recorded: None,
            stand: Stand::Agrees,
            news,
            behind: (house - wall).max(0),
        };
        let (start, desk) = (known.record.start + 1, tokio::sync::Mutex::default());
        Self { dials, bound, machine, start, state: Mutex::new(state), desk }
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
        let (state, _) = self.look();
        Passing::new(now, Moment::new(state.house), state.history.clone())
    }

    /// How far the time of day was seen behind the house's at most, in milliseconds.
    pub fn behind(&self) -> i64 {
        self.state().behind
    }

    /// How it stands.
    pub fn shown(&self) -> ClockState {
        let (state, system) = self.look();
        ClockState {
            house: state.house,
            system,
            waits: matches!(state.stand, Stand::Ahead(_)),
            ahead: system - state.house,
            unconfirmed: state.history.unconfirmed(),
        }
    }

    /// What is new, to be taken off by [`recorded`](Self::recorded) once it is on record.
    pub fn news(&self) -> Vec<News> {
        self.look().0.news.clone()
    }

    /// What the clock says, if it is not on record since this start.
    pub fn unrecorded(&self) -> Option<ClockRecord> {
        let (state, _) = self.look();
        let is_recorded = state.recorded.as_ref() == Some(&state.history);
        (!is_recorded).then(|| self.record(state.house, &state.history))
    }

    fn record(&self, house: i64, history: &History) -> ClockRecord {
        ClockRecord { start: self.start, house, history: history.clone() }
    }

    /// Takes the first so many news off; and what the clock says is on record now.
    pub fn recorded(&self, count: usize, told: Option<ClockRecord>) {
        let mut state = self.state();
        if let Some(told) = told {
            state.recorded = Some(Arc::new(told.history));
        }
        let count = count.min(state.news.len());
        state.news.drain(..count);
    }

    /// To be held while something is put on record.
    pub(crate) const fn desk(&self) -> &tokio::sync::Mutex<()> {
        &self.desk
    }

    /// As it is to be kept.
    pub fn mark(&self) -> Mark {
        let (state, wall) = self.look();
        self.marked(&state, state.house, wall)
    }

    fn marked(&self, state: &State, house: i64, wall: i64) -> Mark {
        Mark { machine: self.machine.clone(), boot: state.boot, house, wall: Some(wall), start: self.start }
    }

    /// Whether somebody's word for the time bears the time of day out.
    pub fn fits(&self, said: Moment) -> bool {
        self.dials.read().wall.abs_diff(said.milliseconds()) <= self.bound.unsigned_abs()
    }

    /// The time of day is right: what is ahead is followed at once, every jump is confirmed. If the house is ahead of
    /// it, so much is open again, and is taken back at the next start.
    pub fn confirmed(&self) -> Confirmed {
        let (state, wall) = self.look();
        let mut history = History::clone(&state.history);
        let house = history.confirm(state.house, wall, self.bound);
        Confirmed {
            before: state.history.clone(),
            record: self.record(house, &history),
            mark: self.marked(&state, house, wall),
            ahead: house - state.house,
        }
    }

    /// Follows what was confirmed, once it is on record.
    pub fn follow(&self, confirmed: Confirmed) {
        let mut state = self.state();
        if !Arc::ptr_eq(&state.history, &confirmed.before) {
            return;
        }
        state.house += confirmed.ahead;
        state.history = Arc::new(confirmed.record.history);
        state.recorded = Some(state.history.clone());
        if confirmed.ahead > 0 {
            state.stand = Stand::Agrees;
        }
    }
}
