//! What a table does by itself: the automatic dealer, the bots, players who want to go.

use super::presence::Presence;
use super::{BATCH, Table};
use crate::ask::Reply;
use crate::{Next, Numbers, Play, Purses};
use game::{Context, Moment, Person};
use money::{Amount, PlayerId};

/// How long a bot takes where nobody is waited for, in milliseconds: whoever only looks on fills no disk.
const UNPACED: i64 = 250;

/// What the house does next by itself: when something last happened, who is there, and its bots.
pub(super) struct Auto {
    /// Who is at the table.
    pub(super) people: Presence,
    /// The bots that play here.
    pub(super) bots: Vec<PlayerId>,
    /// When people have seen what the house last did: each step takes its time on their screens.
    pub(super) since: Moment,
    /// When anybody did.
    pub(super) last: Moment,
    /// When somebody wagered and nobody had.
    pub(super) first: Moment,
    /// When a bot last did something.
    pub(super) bot_since: Moment,
    /// Whose turn among the bots it is.
    bot_turn: usize,
    /// What bots draw from.
    mood: crate::Draw,
    /// How far the running round is ahead of the house's time, by a clock that was wrong, in milliseconds.
    pub(super) ahead: i64,
}

impl Auto {
    /// A table at which nothing has happened since it was opened.
    pub(super) fn new(now: Moment, ahead: i64, mood: crate::Draw) -> Self {
        let (people, bots) = (Presence::default(), Vec::new());
        Self { people, bots, since: now, last: now, first: now, bot_since: now, bot_turn: 0, mood, ahead }
    }

    /// The house does something: what it did before is seen first.
    fn steps(&mut self, now: Moment, each: u32) {
        self.since = now.max(Moment::new(self.since.milliseconds().saturating_add(i64::from(each))));
    }
}

impl<G: Play> Table<G> {
    /// What the house and its bots do by themselves; when to look again.
    pub(super) fn automate(&mut self, now: Moment) -> Option<Moment> {
        if self.told.watchers.sweep() {
            self.auto.people.looks(self.told.watchers.people(), &self.setup.pace, now);
            self.tell_info();
        }
        let given_up = self.auto.people.wait(now);
        if self.kept.is_adrift() {
            return None;
        }
        if self.kept.trouble.is_some() {
            if now < self.kept.again {
                return Some(self.kept.again);
            }
            self.trouble(None);
        }
        if self.standing.house.halted.is_some() {
            return None;
        }
        if !self.owes_draw() {
            self.let_go(now);
        }
        if self.kept.is_adrift() {
            return None;
        }
        let expires = self.expire(now);
        let wake = self.deal_on(now);
        [wake, expires, given_up].into_iter().flatten().min()
    }

    /// What the automatic dealer, the bots and the clock do; when to look again.
    fn deal_on(&mut self, now: Moment) -> Option<Moment> {
        if !self.setup.house_deals() {
            return self.by_the_clock(now);
        }
        if self.standing.house.dealer.is_some() {
            // Whoever deals, bots play on.
            let bot = self.bots_act(now);
            if self.kept.is_adrift() || bot == Some(now) {
                return bot;
            }
            return [bot, self.by_the_clock(now)].into_iter().flatten().min();
        }
        let mut wake = None;
        while self.desk.waiting.len() < BATCH {
            // What was put off until a draw was made comes before what the house does after it.
            if !self.desk.waiting.is_empty() && !self.desk.later.is_empty() && !self.owes_draw() {
                break;
            }
            let bot = self.bots_act(now);
            if self.kept.is_adrift() {
                return None;
            }
            if bot == Some(now) {
                continue;
            }
            wake = bot;
            let next = match self.called(now) {
                Some(command) => Next::Do(command),
                None => self.game.deal(&self.standing.state, &self.scene(now)),
            };
            let commands = match next {
                Next::Do(command) => vec![command],
                Next::Each(commands) => commands,
                Next::At(moment) => {
                    wake = [wake, Some(moment)].into_iter().flatten().min();
                    break;
                }
                Next::Wait => break,
            };
            for command in commands {
                let context = Context::new(Person::House, now);
                if self.closes_first(&command, &context) {
                    return Some(now);
                }
                if let Err((_, refused)) = self.act(context, None, None, command, Reply::Nobody) {
                    // A dealer who is refused would try for ever.
                    self.halt(format!("the automatic dealer was refused: {refused}"));
                    return None;
                }
                self.auto.steps(now, self.setup.pace.step);
            }
            // Who comes back to the house's time does so between two steps.
            if self.auto.ahead > 0 {
                break;
            }
        }
        if self.desk.waiting.is_empty() { wake } else { Some(now) }
    }

    /// What the clock does where a person deals; when to look again.
    fn by_the_clock(&mut self, now: Moment) -> Option<Moment> {
        let command = match self.game.clock(&self.standing.state, now) {
            Next::Do(command) => command,
            Next::At(moment) => return Some(moment),
            Next::Each(_) | Next::Wait => return None,
        };
        let context = Context::new(Person::House, now);
        if let Err((_, refused)) = self.act(context, None, None, command, Reply::Nobody) {
            self.halt(format!("the clock was refused: {refused}"));
            return None;
        }
        Some(now)
    }

    /// Players who want to go, go as soon as the rules let them.
    fn let_go(&mut self, now: Moment) {
        for player in self.standing.house.leaving.clone() {
            let Some(command) = self.game.leave(&self.standing.state, player) else { continue };
            // One thing at a time: a bank declined, wagers taken back, then gone.
            let context = Context::new(Person::Player(player), now);
            let _ = self.act(context, None, None, command, Reply::Nobody);
        }
    }

    /// One bot does one thing; now, if one did, or when one may.
    fn bots_act(&mut self, now: Moment) -> Option<Moment> {
        // What is about to be drawn comes first, for bots as for everybody.
        if self.owes_draw() {
            return None;
        }
        let pace = self.setup.pace;
        // Bots bring money that nobody paid.
        if self.setup.bots == 0 || self.setup.money != Purses::Practice {
            return None;
        }
        let each = if self.plays_unpaced() { UNPACED } else { i64::from(pace.step) / 2 };
        let may = Moment::new(self.auto.bot_since.milliseconds() + each).max(self.auto.since);
        let wanted = pace.alone || !self.auto.people.here().is_empty();
        if now < may {
            return (wanted || self.is_full()).then_some(may);
        }
        // Though nobody is there: who comes next finds a place.
        if self.make_room(now) {
            self.auto.bot_since = now;
            return Some(now);
        }
        if !wanted {
            return None;
        }
        if self.auto.bots.len() < usize::from(self.setup.bots) && self.seat_bot(now) {
            self.auto.bot_since = now;
            return Some(now);
        }
        if self.bring_more(now) {
            self.auto.bot_since = now;
            return Some(now);
        }
        for turn in 0..self.auto.bots.len() {
            let place = (self.auto.bot_turn + turn) % self.auto.bots.len();
            let bot = self.auto.bots[place];
            let mut mood = std::mem::replace(&mut self.auto.mood, crate::Draw::keyed([0; 32]));
            let command = {
                let scene = self.scene(now);
                self.game.bot(&self.standing.state, bot, &scene, &mut mood)
            };
            self.auto.mood = mood;
            let Some(command) = command else { continue };
            let context = Context::new(Person::Player(bot), now);
            if self.act(context, None, None, command, Reply::Nobody).is_ok() {
                (self.auto.bot_turn, self.auto.bot_since) = (place + 1, now);
                return Some(now);
            }
        }
        None
    }

    /// Whether nothing would make bots wait: no pace does, and nobody who sits here is asked anything.
    fn plays_unpaced(&self) -> bool {
        let pace = &self.setup.pace;
        let plays = |player: &PlayerId| self.game.has_answered(&self.standing.state, *player).is_some();
        pace.step == 0 && !pace.alone && !self.auto.people.here().iter().any(plays)
    }

    /// A bot that has lost nearly all gets as much again: with nobody left who wagers, a table would stand still.
    fn bring_more(&mut self, now: Moment) -> bool {
        let purse = self.purse();
        let broke = |bot: &&PlayerId| self.game.broke(&self.standing.state, **bot, purse);
        let Some(bot) = self.auto.bots.iter().find(broke).copied() else { return false };
        let steps = self.game.top_up(&self.standing.state, bot, purse);
        !steps.is_empty()
            && steps.into_iter().all(|(who, command)| {
                self.act(Context::new(who, now), None, None, command, Reply::Nobody).is_ok()
            })
    }

    /// Whether bots keep people out.
    fn is_full(&self) -> bool {
        !self.auto.bots.is_empty() && self.game.free(&self.standing.state).is_empty()
    }

    /// Where the last place is taken, a bot gives up its own as soon as the rules let it.
    fn make_room(&mut self, now: Moment) -> bool {
        if !self.is_full() {
            return false;
        }
        let goes = |bot: &PlayerId| Some((*bot, self.game.leave(&self.standing.state, *bot)?));
        let Some((bot, command)) = self.auto.bots.iter().rev().find_map(goes) else { return false };
        let context = Context::new(Person::Player(bot), now);
        let gone = self.act(context, None, None, command, Reply::Nobody).is_ok();
        self.auto.bots = self.seated_bots();
        gone
    }

    /// A bot takes an empty seat, as long as one is left for a person.
    fn seat_bot(&mut self, now: Moment) -> bool {
        let free = self.game.free(&self.standing.state);
        if free.len() < 2 {
            return false;
        }
        let place = free[free.len() - 1];
        let bot = Numbers::bot(place);
        if self.auto.bots.contains(&bot) {
            return false;
        }
        let steps = self.game.join(&self.standing.state, bot, place, self.purse());
        if steps.is_empty() {
            return false;
        }
        for (who, command) in steps {
            if self.act(Context::new(who, now), None, None, command, Reply::Nobody).is_err() {
                return false;
            }
        }
        self.auto.bots.push(bot);
        true
    }

    fn purse(&self) -> Amount {
        self.setup.purse
    }
}
