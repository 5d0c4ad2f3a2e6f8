//! Which of the house's time was seen: where it jumped, and what of that counts.
//!
//! The house's time is a label: at a start it follows the time of day, ahead or back, because nobody is there to say
//! what is right. Time that was *seen* is what the house saw pass, and what an administrator confirmed; it is what a
//! period that protects somebody is measured by. A history keeps every jump of the label, in the order they happened,
//! so that any stamp is read as of when it was made, however often the clock was wrong. Nothing else says what counts:
//! no stamp of a record moves the house's time.

use game::Moment;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many jumps are told apart.
const JUMPS: usize = 512;

/// How far stamps go beyond the moment at which the clock was kept last, if the house ended without a word, in
/// milliseconds: it is kept every minute.
const TAIL: i64 = 120_000;

/// What is known of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Nobody has confirmed it: it counts for no period that spans it.
    Open,
    /// The same, after a start at which the clock was behind: some of it may be older than what was stamped since.
    Doubtful,
    /// An administrator said that this time has passed: it counts.
    Confirmed,
    /// An administrator said that it is over, but nobody knows when it passed: here it counts for nothing ([`Passed`](Self::Passed)
    /// says for what it does).
    Void,
    /// The clock was wrong: it was taken back, or is the way back.
    False,
    /// No jump: up to here the clock was not in doubt, so what a later word confirms has passed since.
    Trusted,
    /// So much time has passed since here, by an administrator's word, and nobody knows when: it counts for what was
    /// stamped before, and the way back follows at once.
    Passed,
}

/// A jump of the house's time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jump {
    /// The last moment before it.
    pub from: i64,
    /// The first after it; earlier than `from` where the time of a wrong clock was taken back.
    pub to: i64,
    /// What is known of it.
    pub word: Word,
}

impl Jump {
    /// How far it goes; below zero for one that goes back.
    pub const fn length(&self) -> i64 {
        self.to - self.from
    }

    /// What of it nobody saw pass: all of it, whatever an administrator said.
    const fn unwitnessed(&self) -> i64 {
        self.length()
    }

    /// What of it is not seen time.
    const fn unseen(&self) -> i64 {
        match self.word {
            Word::Confirmed | Word::Passed | Word::Trusted => 0,
            Word::Open | Word::Doubtful | Word::Void | Word::False => self.length(),
        }
    }
}

/// Every jump of a house's time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The first moment of the house; 0 if nobody wrote it down.
    #[serde(default)]
    begun: i64,
    /// Whether a start since the last word found the clock behind the house's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    doubt: bool,
    /// In the order in which they happened. Those that are false add up to nothing.
    jumps: Vec<Jump>,
}

impl History {
    /// Of a house that begins at a moment.
    pub const fn beginning(begun: i64) -> Self {
        Self { begun, doubt: false, jumps: Vec::new() }
    }

    /// Of a house that begins at no known moment, with some jumps.
    pub const fn of(jumps: Vec<Jump>) -> Self {
        Self { begun: 0, doubt: false, jumps }
    }

    /// How much of the house's time nobody has confirmed.
    pub fn unconfirmed(&self) -> i64 {
        self.jumps.iter().filter(|jump| is_open(jump.word)).map(Jump::length).sum()
    }

    /// Time passed that nobody saw, and the clock says nothing of it: a later jump may be of time before now. It is of
    /// time after the first jump that nobody has confirmed, though, or after this moment: up to there nobody doubted.
    pub(super) fn doubts(&mut self, house: i64) {
        if !std::mem::replace(&mut self.doubt, true) {
            let place = self.jumps.iter().position(|jump| is_open(jump.word)).unwrap_or(self.jumps.len());
            let at = self.jumps.get(place).map_or(house, |jump| jump.from);
            self.jumps.insert(place, Jump { from: at, to: at, word: Word::Trusted });
        }
    }

    /// An administrator's word has it that so much time passed since the clock was last not in doubt.
    fn passed(&mut self, much: i64) {
        let Some(place) = self.jumps.iter().rposition(|jump| jump.word == Word::Trusted) else { return };
        let Jump { from, .. } = self.jumps.remove(place);
        if much > 0 {
            self.jumps.insert(place, Jump { from: from + much, to: from, word: Word::False });
            self.jumps.insert(place, Jump { from, to: from + much, word: Word::Passed });
        }
    }

    /// Time that passed by an administrator's word alone, and nobody knows when, counts for nothing any more.
    fn take_words_back(&mut self) {
        while let Some(place) = self.jumps.iter().position(|jump| jump.word == Word::Passed) {
            // And the way back, which follows at once.
            self.jumps.drain(place..(place + 2).min(self.jumps.len()));
        }
        self.jumps.retain(|jump| jump.word != Word::Trusted);
    }

    /// How much time is over that nobody knows the place of.
    fn void(&self) -> i64 {
        self.jumps.iter().filter(|jump| jump.word == Word::Void).map(Jump::length).sum()
    }

    /// The house's time goes ahead to a moment, and nobody knows whether it is right.
    pub(super) fn go_ahead(&mut self, from: i64, to: i64) {
        self.jumps.push(Jump { from, to, word: if self.doubt { Word::Doubtful } else { Word::Open } });
        self.shorten();
    }

    /// The time of day is behind: so much of what nobody has confirmed is taken back, the latest first, as makes it fit.
    /// The house's time then, which is not behind the time that was seen.
    ///
    /// What is left of a jump stays where the jump was: confirmed later, it counts for nothing that was stamped since.
    pub(super) fn take_back(&mut self, house: i64, wall: i64) -> i64 {
        self.doubts(house);
        let left = self.mark_latest(house - wall, is_open, |word| word, Word::False);
        let back = wall + left;
        self.jumps.push(Jump { from: house, to: back, word: Word::False });
        self.shorten();
        back
    }

    /// Somebody says that the time of day is right. The house's time then: it goes ahead at once, and back at the next
    /// start, when what is left open here is taken back.
    pub(super) fn confirm(&mut self, house: i64, wall: i64, bound: i64) -> i64 {
        let ahead = if house - wall > bound { house - wall } else { 0 };
        let over = self.void();
        let counts = |word| is_open(word) || word == Word::Confirmed;
        let confirmed = |word| if word == Word::Doubtful { Word::Void } else { Word::Confirmed };
        let left = self.mark_latest(ahead, counts, confirmed, Word::Open);
        if left > 0 {
            // No jump that is known: the house was wrong from its beginning.
            let from = if self.begun > 0 { self.begun } else { house };
            let place = if self.begun > 0 { 0 } else { self.jumps.len() };
            self.jumps.insert(place, Jump { from: from - left, to: from, word: Word::Open });
        }
        if wall > house {
            let word = if self.doubt { Word::Void } else { Word::Confirmed };
            self.jumps.push(Jump { from: house, to: wall, word });
        }
        match ahead > 0 {
            // Some word before this one was wrong, and nobody knows which: what rests on one alone counts no more.
            true => self.take_words_back(),
            false => self.passed(self.void() - over),
        }
        self.doubt = false;
        self.shorten();
        house.max(wall)
    }

    /// Says of so much time, in the latest of some jumps, that it is wrong, and of the others that they are right. How
    /// much of it is in none of them.
    fn mark_latest(
        &mut self,
        mut much: i64,
        of: fn(Word) -> bool,
        right: fn(Word) -> Word,
        wrong: Word,
    ) -> i64 {
        for place in (0..self.jumps.len()).rev() {
            let Jump { from, to, word } = self.jumps[place];
            if !of(word) {
                continue;
            }
            let share = much.min(to - from);
            much -= share;
            self.jumps[place] = Jump { from, to: to - share, word: right(word) };
            let rest = Jump { from: to - share, to, word: wrong };
            match share {
                0 => {}
                whole if whole == to - from => self.jumps[place] = rest,
                _ => self.jumps.insert(place + 1, rest),
            }
        }
        much
    }

    /// Not more jumps than are told apart. What is forgotten never makes more time count: stamps of a wrong clock that
    /// is forgotten are read as of now, and a jump that becomes one with the next of its kind is held against what lies
    /// between them, too.
    fn shorten(&mut self) {
        while self.jumps.len() > JUMPS {
            let first = |word| self.jumps.iter().position(|jump| jump.word == word);
            let count = |word| self.jumps.iter().filter(|jump| jump.word == word).count();
            // Confirmed ones first: few ask for them.
            let most = [(Word::Confirmed, 1)].into_iter();
            let mut most = most.chain([Word::Open, Word::Doubtful, Word::Void].map(|word| (word, JUMPS / 4)));
            let many = most.find(|(word, most)| count(*word) > *most).map(|(word, _)| word);
            if let Some((word, place)) = many.and_then(|word| Some((word, first(word)?))) {
                let length = self.jumps.remove(place).length();
                if let Some(next) = self.jumps.iter_mut().find(|jump| jump.word == word) {
                    next.from -= length;
                }
            } else if let Some(back) = self.jumps.iter().position(|jump| jump.length() < 0) {
                let mut left = -self.jumps.remove(back).length();
                for place in (0..back).rev() {
                    if left > 0 && self.jumps[place].word == Word::False {
                        left -= self.jumps.remove(place).length();
                    }
                }
            } else {
                self.jumps.remove(0);
            }
        }
    }

    /// Time that counts at a stamp, less what of each jump does not, where the house's time has come to a moment. A stamp
    /// that was made twice, by a wrong clock and again when that time had come, is read as the later.
    fn read(&self, at: i64, house: i64, less: fn(&Jump) -> i64) -> i64 {
        let (mut from, mut unseen) = (i64::MIN, 0);
        let (mut within, mut beyond) = (None, (i64::MIN, 0));
        let ends = self.jumps.iter().map(Some).chain([None]);
        for jump in ends {
            let to = jump.map_or(house, |jump| jump.from);
            if from <= at && at <= to.saturating_add(TAIL) {
                within = Some(unseen);
            } else if from <= to && to <= at && beyond.0 <= to {
                // A table may go on by the time of a wrong clock until its wagers are closed.
                beyond = (to, unseen);
            }
            if let Some(jump) = jump {
                from = jump.to;
                unseen += less(jump);
            }
        }
        let read = at - within.unwrap_or(beyond.1);
        // Nothing but the clock's own stretch is ahead of now.
        if within.is_none() && beyond.0 != house { read.min(house - unseen) } else { read }
    }
}

const fn is_open(word: Word) -> bool {
    matches!(word, Word::Open | Word::Doubtful)
}

/// A moment, and what of the time before it counts.
#[derive(Clone, Debug)]
pub struct Passing {
    /// The moment.
    pub now: Moment,
    /// How far the house's time has come.
    house: i64,
    history: Arc<History>,
}

impl Passing {
    /// A moment of a house whose time has come to another.
    pub const fn new(now: Moment, house: Moment, history: Arc<History>) -> Self {
        Self { now, house: house.milliseconds(), history }
    }

    /// How much time that counts has passed since a moment, in milliseconds.
    pub fn since(&self, at: Moment) -> i64 {
        self.less(at, Jump::unseen)
    }

    /// How much time the house itself saw pass since a moment, in milliseconds: while it ran, or was away on a machine
    /// that went on. No jump counts, confirmed or not: what keeps an administrator waiting is not theirs to shorten.
    pub fn witnessed(&self, at: Moment) -> i64 {
        self.less(at, Jump::unwitnessed)
    }

    fn less(&self, at: Moment, less: fn(&Jump) -> i64) -> i64 {
        let read = |at: Moment| self.history.read(at.milliseconds(), self.house, less);
        read(self.now).saturating_sub(read(at))
    }

    /// When a period ends that was set at a moment to last until another, if no gap is confirmed.
    pub fn end(&self, set: Moment, until: Moment) -> Moment {
        let whole = until.milliseconds().saturating_sub(set.milliseconds());
        Moment::new(self.now.milliseconds().saturating_add(whole.saturating_sub(self.since(set))))
    }

    /// Whether a period that was set at a moment to last until another is over.
    pub fn is_over(&self, set: Moment, until: Moment) -> bool {
        self.end(set, until) <= self.now
    }

    /// The same history at another moment.
    pub fn at(&self, now: Moment) -> Self {
        Self { now, ..self.clone() }
    }
}

impl From<Moment> for Passing {
    fn from(now: Moment) -> Self {
        Self { now, house: now.milliseconds(), history: Arc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    fn passing(now: i64, history: &History) -> Passing {
        Passing::new(Moment::new(now), Moment::new(now), Arc::new(history.clone()))
    }

    /// A clock that was 40 days ahead for a minute: what it stamped is read as of the minute in which it ran, so no
    /// period has lasted any longer by it.
    #[test]
    fn what_a_wrong_clock_stamped_is_read_as_of_when_it_was() {
        let mut history = History::default();
        history.go_ahead(10 * DAY, 50 * DAY);
        assert_eq!(history.take_back(50 * DAY + 60_000, 10 * DAY + 60_000), 10 * DAY + 60_000);
        let now = passing(10 * DAY + 60_000, &history);
        let stamped = Moment::new(50 * DAY + 30_000);
        assert_eq!(now.since(stamped), 30_000);
        assert_eq!(now.since(Moment::new(9 * DAY)), DAY + 60_000, "what was stamped before is as it was");
        // Seen from the record that it stamped, a limit that was asked for an hour before has waited an hour.
        let asked = Moment::new(10 * DAY - 3_600_000);
        assert!(!now.at(stamped).is_over(asked, Moment::new(asked.milliseconds() + DAY)));
        assert_eq!(now.at(stamped).since(asked), 3_630_000);
        // A table that goes on by the wrong time for two hours is not two hours nearer to the end of anything.
        assert_eq!(passing(10 * DAY + 7_200_000, &history).since(Moment::new(50 * DAY + 7_200_000)), 0);
    }

    #[test]
    fn of_a_jump_that_was_too_far_the_right_part_is_confirmed() {
        let mut history = History::default();
        history.go_ahead(10 * DAY, 41 * DAY);
        assert_eq!(history.confirm(41 * DAY, 31 * DAY, 0), 41 * DAY);
        assert_eq!(history.unconfirmed(), 10 * DAY);
        assert_eq!(passing(41 * DAY, &history).since(Moment::new(10 * DAY)), 21 * DAY);
        assert_eq!(history.take_back(41 * DAY, 31 * DAY), 31 * DAY);
        assert_eq!((history.unconfirmed(), passing(31 * DAY, &history).since(Moment::new(41 * DAY))), (0, 0));
    }

    #[test]
    fn a_house_that_was_founded_with_a_wrong_clock_is_put_right() {
        let mut history = History::beginning(400 * DAY);
        let (house, wall) = (402 * DAY, 2 * DAY);
        assert_eq!(history.confirm(house, wall, 0), house);
        assert_eq!(passing(house, &history).since(Moment::new(401 * DAY)), DAY);
        assert_eq!(history.take_back(house, wall), wall);
        assert_eq!(passing(3 * DAY, &history).since(Moment::new(401 * DAY)), 2 * DAY);
    }

    /// Whatever is forgotten, no more time counts than before.
    #[test]
    fn a_history_is_bounded_and_what_it_forgets_makes_nothing_end_earlier() {
        let (mut history, mut house, mut seen) = (History::beginning(DAY), DAY, 0);
        let mut stamps = vec![(house, seen)];
        for start in 0..2000 {
            house += 1000;
            seen += 1000;
            history.go_ahead(house, house + 100);
            house += 100;
            if start % 3 == 0 {
                history.go_ahead(house, house + 40 * DAY);
                stamps.push((house + 40 * DAY + 10, seen + 10));
                house = history.take_back(house + 40 * DAY + 1000, house + 1000);
                seen += 1000;
            }
            stamps.push((house, seen));
            assert!(history.jumps.len() <= JUMPS);
        }
        for (at, then) in stamps {
            let counted = passing(house, &history).since(Moment::new(at));
            assert!(counted <= seen - then, "{counted} ms counted of {}", seen - then);
        }
        let all = passing(house, &history).since(Moment::new(DAY));
        assert_eq!(all, seen, "what was stamped before all of it has lasted as long as it did");
    }
}
