//! What happens at a table: a command goes to the rules, what follows is sealed and waits to be kept.

use super::passage::{admit, may_bring, may_play, passages, wallet};
use super::restore::{keep_seed, panic_text};
use super::{ADDITIONS, SHORT, Table, Waiting, away, stands_still};
use crate::ask::{Act, Ask, Refused, Reply};
use crate::{Body, Drawn, FloorEvent, Happened, Play, Promise, significant};
use game::{Context, Moment, Person};
use journal::{Asked, Draft, Known, Unit, print_moves};
use money::{Account, PlayerId};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<G: Play> Table<G> {
    /// What is asked under a key for the first time goes on; what was asked before is answered as then.
    pub(super) fn once(
        &mut self,
        key: Option<String>,
        body: &[u8],
        reply: Reply,
    ) -> Option<(Option<(String, u64)>, Reply)> {
        let Some(key) = key else { return Some((None, reply)) };
        let asked = Asked::of(body);
        let stored = self.remembered.known.get(&key).copied();
        match self.stream.known(&key, asked, stored) {
            Ok(Known::New) if self.remembered.full => {
                let message = "the table has taken as many keys as it remembers: 24 hours after the first \
                               of them it takes more";
                self.refuse(reply, Refused::new("key.full", message));
            }
            Ok(Known::New) => return Some((Some((key, asked.0)), reply)),
            // The first answer again, and not before it is true.
            Ok(Known::Answered(version)) => self.replies.push((reply, Ok(version))),
            Err(error) => self.refuse(reply, Refused::new("key.reused", error.to_string())),
        }
        None
    }

    /// Asks the journal what it remembers of the keys of what waits: those of a day are too many to have
    /// here. What the journal cannot say anything about is refused.
    pub(super) async fn remember(&mut self) {
        let keys: Vec<String> = self.pending.iter().filter_map(Ask::key).map(str::to_string).collect();
        if keys.is_empty() {
            return;
        }
        let found = match self.trouble.clone().filter(|_| self.adrift) {
            // Nothing is done now anyway, and whoever asks need not wait to hear it.
            Some(why) => Err(why),
            None => {
                let found = self.common.journal.keys(self.stream.name(), keys).await;
                found.map_err(|error| error.to_string())
            }
        };
        match found {
            // What is put off is asked under a key that was looked up before.
            Ok(found) if self.later.is_empty() => self.remembered = found,
            Ok(found) => {
                self.remembered.known.extend(found.known);
                self.remembered.full = found.full;
            }
            Err(why) => {
                tracing::warn!(table = %self.setup.id, %why, "keys cannot be looked up");
                let away = away(&why);
                for ask in std::mem::take(&mut self.pending) {
                    match ask.key() {
                        Some(_) => self.turn_away(ask, away.clone()),
                        None => self.pending.push_back(ask),
                    }
                }
            }
        }
    }

    /// A command from a station or a console.
    pub(super) fn act_from_outside(&mut self, act: Act, reply: Reply) {
        let (key, reply) = match self.once(act.key.clone(), &act.command, reply) {
            Some(new) => new,
            None => return,
        };
        let command: G::Command = match serde_json::from_slice(&act.command) {
            Ok(command) => command,
            Err(error) => {
                let refused = Refused::new("message.command", format!("no command of this game: {error}"));
                return self.refuse(reply, refused);
            }
        };
        if self.plays_here(act.who) {
            return self.refuse(reply, plays_here());
        }
        if act.who.is_staff() && self.standing.house.halted.is_none() && self.game.takes_two(&command) {
            // What the rules refuse anyway waits for nobody.
            let context = Context::new(act.who, act.at);
            if let Err(refusal) = self.game.decide(&self.standing.state, &command, &context) {
                return self.refuse(reply, refusal.into());
            }
            let stands = |second: Person| {
                let context = Context::new(second, act.at);
                let other = match (act.who, second) {
                    (Person::Staff(one, _), Person::Staff(other, _)) => one != other,
                    _ => false,
                };
                other && self.game.decide(&self.standing.state, &command, &context).is_ok()
            };
            if !act.second.is_some_and(stands) {
                let message = "this takes a second person of the rank the book asks, who is not the first";
                return self.refuse(reply, Refused::new("second.wanted", message));
            }
        }
        let context = Context::new(act.who, act.at);
        if let Err((reply, refused)) = self.act(context, act.second, key, command, reply) {
            self.refuse(reply, refused);
        }
    }

    /// Whether somebody of the staff plays at this table.
    fn plays_here(&self, who: Person) -> bool {
        let Person::Staff(id, _) = who else { return false };
        self.game.players(&self.standing.state).iter().any(|player| player.number() == id.0)
    }

    /// Puts a command to the rules; what follows waits to be kept.
    pub(super) fn act(
        &mut self,
        context: Context,
        second: Option<Person>,
        key: Option<(String, u64)>,
        mut command: G::Command,
        reply: Reply,
    ) -> Result<(), (Reply, Refused)> {
        if self.adrift {
            // Whatever else is due, nothing follows from a state that is not to be trusted.
            return Err((reply, stands_still(self.halting.as_deref().unwrap_or("it is being read again"))));
        }
        if let Some(why) = &self.standing.house.halted {
            return Err((reply, stands_still(why)));
        }
        let drawn = self.draw(&mut command);
        let game = self.game.clone();
        let state = &mut self.standing.state;
        let (setup, protection) = (&self.setup, &self.common.protection);
        let (people, short, now) = (&self.people, &self.short, context.now.milliseconds());
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let events = game.decide(state, &command, &context)?;
            may_play(&*game, (protection, setup), &events, &context)?;
            may_bring(&*game, (protection, setup), (state, people), &events, &context)?;
            let passages = passages(&*game, setup, &events, context.now);
            let wait = |player: &PlayerId| {
                let known = short.get(player);
                known.is_some_and(|(since, times)| *times >= SHORT.0 && now < *since + SHORT.1)
            };
            if passages.iter().any(|passage| !passage.back && wait(&passage.player)) {
                let message = format!("the account was short {} times: wait ten seconds", SHORT.0);
                return Err(Refused::new("account.short", message));
            }
            admit(protection, setup, &passages)?;
            for event in &events {
                game.evolve(state, event);
            }
            Ok::<_, Refused>((events, passages))
        }));
        let (events, passages) = match tried {
            Ok(Ok(done)) => done,
            Ok(Err(refused)) => {
                self.undraw(drawn);
                return Err((reply, refused));
            }
            Err(panic) => {
                let why = panic_text(&*panic);
                let refused = stands_still(&why);
                self.halt(why);
                return Err((reply, refused));
            }
        };
        if let Err(why) = self.game.sound(&self.standing.state) {
            let refused = stands_still(&why);
            self.halt(why);
            return Err((reply, refused));
        }
        let moves = events.iter().flat_map(|event| self.game.moves(event));
        let drafts = passages.iter().map(|passage| wallet(&self.setup.id, passage)).collect();
        let body =
            Body::Game(Happened { who: context.who, second, command: &command, drawn, events: &*events });
        // Most of it fits here without growing.
        let mut text = Vec::with_capacity(512);
        // What came from JSON goes to JSON.
        let _ = serde_json::to_writer(&mut text, &body);
        let draft = Draft { at: context.now.milliseconds(), key, moves: print_moves(moves), body: text };
        let record = self.stream.seal(draft);
        let round = self.standing.house.follow_events(&*self.game, &record, &events);
        self.standing.let_gone(&*self.game);
        self.note(record.sequence, context.who, &events);
        let version = record.sequence;
        let mut unit = Unit { sealed: vec![record], drafts, ..Unit::default() };
        if let Some(round) = round {
            unit.rounds.push(round);
            self.reveal(&mut unit, context.now);
        }
        self.waiting.push(Waiting { unit, reply, version, passages });
        self.last = self.last.max(context.now);
        Ok(())
    }

    /// Draws chance into a command, where the house does.
    fn draw(&mut self, command: &mut G::Command) -> Option<Drawn> {
        let what = self.game.chance(command).filter(|_| self.game.draws())?;
        let (seed, promise) = (self.seed?, self.standing.house.promise.as_mut()?);
        let (mut draw, drawn) = promise.draw(self.stream.name(), &seed, what);
        self.game.fill(&self.standing.state, command, &mut draw);
        Some(drawn)
    }

    /// A draw that the rules did not want has not been.
    fn undraw(&mut self, drawn: Option<Drawn>) {
        if let (Some(drawn), Some(promise)) = (drawn, &mut self.standing.house.promise) {
            promise.draws = drawn.number - 1;
        }
    }

    /// Shows the seed of a round that is over, and commits the house to the next.
    fn reveal(&mut self, unit: &mut Unit, now: Moment) {
        let (Some(seed), Some(promise)) = (self.seed, &self.standing.house.promise) else { return };
        let (turn, name) = (promise.turn, self.stream.name().to_string());
        let fresh = self.common.entropy.fresh();
        let next = Promise::new(&name, turn + 1, &fresh);
        let event = FloorEvent::Revealed { turn, seed: hex::encode(seed.0), next };
        unit.sealed.push(self.seal_floor(&event, now));
        unit.kept.push(keep_seed(&name, turn + 1, &fresh));
        self.standing.house.follow_floor(&event);
        self.seed = Some(fresh);
    }

    fn seal_floor(&mut self, event: &FloorEvent, now: Moment) -> journal::Sealed {
        let body: Body<&G::Command, &[G::Event]> = Body::Floor(event.clone());
        let body = serde_json::to_vec(&body).unwrap_or_default();
        self.stream.seal(Draft { at: now.milliseconds(), body, ..Draft::default() })
    }

    /// Something happens around the table.
    pub(super) fn floor_event(&mut self, event: FloorEvent, reply: Reply) {
        let now = self.common.clock.now();
        let record = self.seal_floor(&event, now);
        self.standing.house.follow_floor(&event);
        let mut unit = Unit::record(record);
        if let Some(event) = significant::of_table(&self.setup.id, &event) {
            unit.drafts.push(event.draft(now));
        }
        let opens = matches!(event, FloorEvent::Opened { .. });
        if opens && self.game.draws() {
            let seed = self.common.entropy.fresh();
            let promise = Promise::new(self.stream.name(), 1, &seed);
            let event = FloorEvent::Committed { promise };
            unit.sealed.push(self.seal_floor(&event, now));
            unit.kept.push(keep_seed(self.stream.name(), 1, &seed));
            self.standing.house.follow_floor(&event);
            self.seed = Some(seed);
        }
        let version = self.stream.head().sequence;
        self.waiting.push(Waiting { unit, reply, version, passages: Vec::new() });
    }

    /// A station adds to chance.
    pub(super) fn mix(&mut self, from: Person, added: &[u8], reply: Reply) {
        if added.is_empty() || added.len() > 64 {
            let refused = Refused::new("chance.size", format!("{} bytes added, 1 to 64 wanted", added.len()));
            return self.refuse(reply, refused);
        }
        if let Err(refused) = self.may_mix(from) {
            return self.refuse(reply, refused);
        }
        match &self.standing.house.promise {
            Some(promise) if promise.additions < 4096 => {
                self.floor_event(FloorEvent::Mixed { from, added: hex::encode(added) }, reply);
            }
            Some(_) => self.refuse(reply, Refused::new("chance.enough", "enough was added to this round")),
            None => self.refuse(reply, Refused::new("chance.real", "chance is real here, not drawn")),
        }
    }

    /// Whoever plays here adds, a little each, and nobody once what is wagered cannot be changed any more:
    /// a last addition could be sought until it suits.
    fn may_mix(&mut self, from: Person) -> Result<(), Refused> {
        let (state, house) = (&self.standing.state, &self.standing.house);
        let is_down = |(account, balance): &(Account, i64)| {
            matches!(account, Account::Layout(_) | Account::LayoutTokens(_)) && *balance > 0
        };
        if !self.game.betting(state) && self.game.ledger(state).accounts().iter().any(is_down) {
            return Err(Refused::new("chance.closed", "wagers are closed, and so is what chance is made of"));
        }
        if let Person::Player(player) = from
            && !self.game.players(state).contains(&player)
        {
            return Err(Refused::new("chance.stranger", format!("{player} does not play here")));
        }
        let turn = house.promise.as_ref().map_or(0, |promise| promise.turn);
        if self.mixers.0 != turn {
            self.mixers = (turn, Default::default());
        }
        let added = self.mixers.1.entry(from.to_string()).or_default();
        *added += 1;
        match *added > ADDITIONS {
            true => {
                let message = format!("{from} has added {ADDITIONS} times to this turn");
                Err(Refused::new("chance.enough", message))
            }
            false => Ok(()),
        }
    }

    pub(super) fn change_dealer(&mut self, who: Person, takes: bool, reply: Reply) {
        let deals = self.standing.house.dealer;
        match (takes, deals) {
            (true, _) if self.plays_here(who) => self.refuse(reply, plays_here()),
            _ if !self.setup.house_deals() => {
                self.refuse(reply, Refused::new("dealer.person", "a person deals here anyway"));
            }
            (true, Some(other)) => {
                self.refuse(reply, Refused::new("dealer.taken", format!("{other} deals here")));
            }
            (false, None) => self.refuse(reply, Refused::new("dealer.house", "the house deals here")),
            (true, None) => self.floor_event(FloorEvent::DealerTook { who }, reply),
            (false, Some(_)) => self.floor_event(FloorEvent::DealerGave { who }, reply),
        }
        self.since = self.common.clock.now();
    }

    fn note(&mut self, sequence: u64, who: Person, events: &[G::Event]) {
        for event in events {
            let told = self.game.told(event);
            if !self.notes.is_empty() {
                self.notes.push(b',');
            }
            crate::watch::write_note(&mut self.notes, sequence, who, &told);
        }
    }

    /// Several commands in a row, by which somebody comes.
    pub(super) fn steps(
        &mut self,
        steps: Vec<(Person, G::Command)>,
        key: Option<(String, u64)>,
        reply: Reply,
        refused: Refused,
    ) {
        if steps.is_empty() {
            return self.refuse(reply, refused);
        }
        let now = self.common.clock.now();
        let last = steps.len() - 1;
        let mut reply = Some(reply);
        // All or nothing: what a later step spoils has not happened.
        let before =
            (self.standing.clone(), self.stream.head(), self.waiting.len(), self.notes.len(), self.seed);
        for (place, (who, command)) in steps.into_iter().enumerate() {
            let to = if place == last { reply.take().unwrap_or(Reply::Nobody) } else { Reply::Nobody };
            let under = key.clone().filter(|_| place == last);
            if let Err((to, refused)) = self.act(Context::new(who, now), None, under, command, to) {
                let to = reply.take().unwrap_or(to);
                if !self.adrift {
                    let (standing, head, waiting, notes, seed) = before;
                    (self.standing, self.seed) = (standing, seed);
                    self.stream.back(head);
                    let undone = self.waiting.split_off(waiting);
                    undone.iter().for_each(|undone| self.passed(&undone.passages, false));
                    self.notes.truncate(notes);
                }
                return self.refuse(to, refused);
            }
        }
        // One commit: an account that is short spoils all of it, and the answer says so.
        let (mut unit, mut passages, mut answered) = (Unit::default(), Vec::new(), None);
        for one in self.waiting.split_off(before.2) {
            unit.sealed.extend(one.unit.sealed);
            unit.drafts.extend(one.unit.drafts);
            unit.rounds.extend(one.unit.rounds);
            unit.kept.extend(one.unit.kept);
            passages.extend(one.passages);
            answered = Some((one.reply, one.version));
        }
        if let Some((reply, version)) = answered {
            self.waiting.push(Waiting { unit, reply, version, passages });
        }
    }

    pub(super) fn refuse(&mut self, reply: Reply, refused: Refused) {
        self.replies.push((reply, Err(refused)));
    }
}

fn plays_here() -> Refused {
    Refused::new("person.plays_here", "whoever plays at a table does not deal at it")
}
