//! What happens at a table: a command goes to the rules, what follows is sealed and waits to be kept.

use super::desk::Waiting;
use super::passage::{admit, discreet, may_bring, may_play, passages, risks, wallet};
use super::rates::{ADDITIONS, SHORT};
use super::restore::{keep_seed, panic_text};
use super::shares::Shares;
use super::{Table, away, is_closed, stands_still, until_drawn};
use crate::ask::{Act, Ask, Reply};
use crate::authority::{self, Dealing};
use crate::said::read_command;
use crate::{Body, Drawn, FloorEvent, Happened, Next, Play, Promise, significant};
use game::{Context, Moment, Person, Refusal};
use journal::{Asked, Draft, Known, Unit, print_moves};
use money::PlayerId;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether events change a wager, or whether wagers are taken: draws hang on both.
fn turns<G: Play>(game: &G, state: &G::State, events: &[G::Event]) -> bool {
    let mut after = state.clone();
    events.iter().for_each(|event| game.evolve(&mut after, event));
    events.iter().any(|event| game.staked(event).is_some()) || game.betting(&after) != game.betting(state)
}

impl<G: Play> Table<G> {
    /// What is asked under a key for the first time goes on; what was asked before is answered as then.
    pub(super) fn once(
        &mut self,
        key: Option<String>,
        body: &[u8],
        is_staffs: bool,
        reply: Reply,
    ) -> Option<(Option<(String, u64)>, Reply)> {
        let Some(key) = key else { return Some((None, reply)) };
        let asked = Asked::of(body);
        let wished = |(known, other): &(String, u64)| *known == key && *other != asked.0;
        if self.standing.house.wishes.iter().filter_map(|wish| wish.key.as_ref()).any(wished) {
            let message = format!("key {key:?} already stands for another request, which is waiting");
            self.refuse(reply, Refusal::plain("key.reused", message));
            return None;
        }
        let stored = self.desk.remembered.known.get(&key).copied();
        match self.stream.known(&key, asked, stored) {
            // Nobody takes the room of all, and what staff have to do is done in any case.
            Ok(Known::New) if !self.takes_key(&key) => {
                let message = format!(
                    "at most {} keys of one person are remembered for 24 hours, and twice as many of guests who \
                     share a line",
                    Shares::EACH
                );
                self.refuse(reply, Refusal::plain("key.full", message));
            }
            Ok(Known::New) if self.desk.remembered.full && !is_staffs => {
                let message = "the table remembers as many keys as it can: 24 hours after the first \
                               of them it accepts more";
                self.refuse(reply, Refusal::plain("key.full", message));
            }
            Ok(Known::New) => return Some((Some((key, asked.0)), reply)),
            // The first answer again, and not before it is true.
            Ok(Known::Answered(version)) => self.desk.replies.push((reply, Ok(version))),
            Err(error) => self.refuse(reply, Refusal::plain("key.reused", error.to_string())),
        }
        None
    }

    /// Asks the journal what it remembers of the keys of what waits: those of a day are too many to have
    /// here. What the journal cannot say anything about is refused.
    pub(super) async fn remember(&mut self) {
        let keys: Vec<String> = self.desk.pending.iter().filter_map(Ask::key).map(str::to_string).collect();
        if keys.is_empty() {
            return;
        }
        let found = match self.kept.trouble.clone().filter(|_| self.kept.is_adrift()) {
            // Nothing is done now anyway, and whoever asks need not wait to hear it.
            Some(why) => Err(why),
            None => {
                let found = self.common.journal.keys(self.stream.name(), keys).await;
                found.map_err(|error| error.to_string())
            }
        };
        match found {
            // What is put off is asked under a key that was looked up before.
            Ok(found) if self.desk.later.is_empty() => self.desk.remembered = found,
            Ok(found) => {
                self.desk.remembered.known.extend(found.known);
                self.desk.remembered.full = found.full;
            }
            Err(why) => {
                tracing::warn!(table = %self.setup.id, %why, "keys cannot be looked up");
                let away = away();
                for ask in std::mem::take(&mut self.desk.pending) {
                    match ask.key() {
                        Some(_) => self.turn_away(ask, away.clone()),
                        None => self.desk.pending.push_back(ask),
                    }
                }
            }
        }
    }

    /// A command from a station or a console.
    pub(super) fn act_from_outside(&mut self, act: Act, reply: Reply) {
        let (key, reply) = match self.once(act.key.clone(), &act.command, act.who.is_staff(), reply) {
            Some(new) => new,
            None => return,
        };
        let command: G::Command = match read_command(&act.command) {
            Ok(command) => command,
            Err(refused) => return self.refuse(reply, refused),
        };
        if let Err(refused) = self.may_act(&act, &command) {
            return self.refuse(reply, refused);
        }
        match self.stands(&act, &command) {
            Ok(None) => {}
            Ok(Some(preview)) => return self.needs_second(preview, reply),
            Err(refused) => return self.refuse(reply, refused),
        }
        let context = Context::new(act.who, act.at);
        if !self.kept.is_adrift()
            && self.standing.house.halted.is_none()
            && self.closes_first(&command, &context)
        {
            // It comes again once the close is kept.
            let at = Moment::new(act.at.milliseconds() - self.auto.ahead);
            self.desk.pending.push_front(Ask::Act { act: Act { at, ..act }, reply });
            self.desk.keeps_first = true;
            return;
        }
        let Some(reply) = self.waits_for_player(&act, &command, key.as_ref(), reply) else { return };
        if let Some(player) = self.game.frees(&command).filter(|player| self.frees_gone(*player, &act.who)) {
            // By the book where it can be; whoever is gone goes in any case, as soon as the rules let them.
            let asked = self.game.decide(&self.standing.state, &command, &context);
            if asked.is_err_and(|refusal| refusal.code.starts_with("seat.")) {
                return self.ask_to_leave(player, Some(act.who), key, reply);
            }
        }
        let comes = act.who.player().filter(|player| !self.is_here(*player));
        if let Some(Err(refused)) = comes.map(|player| self.may_come(player, act.at)) {
            return self.refuse(reply, refused);
        }
        if let Err(refused) = self.may_add(act.who) {
            return self.refuse(reply, refused);
        }
        let second = act.second.as_ref().map(|cosigner| cosigner.who);
        match self.act(context, second, key, command, reply) {
            Err((reply, refused)) => self.refuse(reply, refused),
            Ok(()) => {
                let round = self.game.round(&self.standing.state);
                self.rates.adds(act.who, round, self.common.clock.now());
                if let Some(cosigner) = act.second {
                    self.sign(act.who, cosigner.who, cosigner.saw.hash);
                }
            }
        }
        if let Some(player) = comes {
            self.settle(player);
        }
    }

    /// Takes one of the keys that a person, or the guests of a line, may use here in a day; whether there was one.
    fn takes_key(&mut self, key: &str) -> bool {
        let owner = key.split(':').next().and_then(|number| number.parse().ok()).and_then(PlayerId::new);
        let lines = owner.and_then(|owner| self.common.seats.lines(owner));
        let passing = self.common.clock.passing(self.common.clock.now());
        self.rates.shares.take(key, lines, &passing)
    }

    /// Whether somebody may put such a command to the rules at this table.
    ///
    /// # Errors
    /// Their word does not count here, they play here, or it is the dealer's and they are not.
    pub(super) fn may_act(&self, act: &Act, command: &G::Command) -> Result<(), Refusal> {
        self.counts(act.who)?;
        if self.plays_here(act.who) {
            return Err(plays_here());
        }
        let step = authority::step_of(&*self.game, &self.standing.state, command, act.who, act.at);
        self.dealing().may(act.who, step).map_err(|refused| refused.by(self.game.dealers()))
    }

    /// Whether somebody who plays may add one more command to the round that runs.
    ///
    /// # Errors
    /// `rate.round`.
    fn may_add(&self, who: Person) -> Result<(), Refusal> {
        let (round, most) = (self.game.round(&self.standing.state), self.common.seats.commands_each());
        let may = self.rates.may_add(who, round, most, self.common.clock.now());
        may.map_err(|message| Refusal::plain("rate.round", message))
    }

    /// Whether staff may free the seat of somebody who is gone.
    fn frees_gone(&self, player: PlayerId, who: &Person) -> bool {
        let stands = self.kept.is_adrift() || self.standing.house.halted.is_some();
        let (seats, now) = (&self.common.seats, self.common.clock.now());
        let idles = self.setup.money == crate::Purses::Practice && seats.is_idle(&self.setup.id, player, now);
        who.is_staff() && !stands && (idles || seats.is_gone(player))
    }

    fn is_here(&self, player: PlayerId) -> bool {
        self.game.players(&self.standing.state).contains(&player)
    }

    /// Whether somebody may sit down here: their line has a seat left, and they do not keep themselves from playing.
    fn may_come(&self, player: PlayerId, now: Moment) -> Result<(), Refusal> {
        let named = player.number() < crate::Numbers::GUEST && !player.is_house();
        if named && self.setup.money != crate::Purses::Practice {
            self.common.protection.check(player, money::Amount::ZERO, now)?;
        }
        self.common.seats.comes(player)?;
        self.common.seats.claim(&self.setup.id, player, self.common.clock.now())
    }

    /// A place that somebody claimed and did not get is free again.
    pub(super) fn settle(&self, player: PlayerId) {
        if !self.is_here(player) {
            self.common.seats.release(&self.setup.id, player);
        }
    }

    /// Who deals here.
    pub(super) fn dealing(&self) -> Dealing {
        Dealing { house: self.setup.house_deals(), dealer: self.standing.house.dealer }
    }

    /// Whether somebody's word counts here: where money is played for, nobody works whom one administrator could
    /// have made up, and nobody plays whose password somebody else chose, who could wager their chips.
    ///
    /// # Errors
    /// Why it does not.
    pub(super) fn counts(&self, who: Person) -> Result<(), Refusal> {
        let number = match who {
            Person::Staff(id, _) | Person::Inspector(id) => id.0,
            Person::Player(player) => player.number(),
            Person::House | Person::Public => return Ok(()),
        };
        match self.setup.money {
            crate::Purses::Practice => Ok(()),
            crate::Purses::Accounts | crate::Purses::Cash => self.common.seats.counts(number),
        }
    }

    /// Whether somebody of the staff plays at this table.
    pub(super) fn plays_here(&self, who: Person) -> bool {
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
    ) -> Result<(), (Reply, Refusal)> {
        if self.kept.is_adrift() {
            // Whatever else is due, nothing follows from a state that is not to be trusted.
            return Err((
                reply,
                stands_still(self.kept.halting.as_deref().unwrap_or("its state is being read again")),
            ));
        }
        if let Some(why) = &self.standing.house.halted {
            return Err((reply, stands_still(why)));
        }
        let owed = self.owes_draw();
        let drawn = match self.draw(&mut command, &context) {
            Ok(drawn) => drawn,
            Err(refused) => return Err((reply, refused)),
        };
        let (game, draws) = (self.game.clone(), drawn.is_some());
        let wagered = game.wagered(&self.standing.state);
        let state = &mut self.standing.state;
        let (setup, protection, seats) = (&self.setup, &self.common.protection, &self.common.seats);
        let (people, rates) = (self.auto.people.looking(), &self.rates);
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let events = game.decide(state, &command, &context)?.events;
            // What is about to be drawn comes first: nothing that one person does makes it another.
            let alone = second.is_none() && context.who != Person::House && !draws;
            if owed && alone && turns(&*game, state, &events) {
                return Err(until_drawn());
            }
            may_play(&*game, (protection, setup), &events, &context)?;
            may_bring(&*game, (protection, setup), (state, people, seats), &events, &context, second)?;
            let passages = passages(&*game, setup, &events, context.now);
            if passages.iter().any(|passage| !passage.back && rates.waits(passage.player, context.now)) {
                let message = format!("the account was short {} times: wait ten seconds", SHORT.0);
                return Err(Refusal::plain("account.short", message));
            }
            admit(protection, setup, &passages)?;
            for event in &events {
                game.evolve(state, event);
            }
            Ok::<_, Refusal>((events, passages))
        }));
        let (events, passages) = match tried {
            Ok(Ok(done)) => done,
            Ok(Err(refused)) if drawn.is_none() => return Err((reply, discreet(context.who, refused))),
            // What is refused, or breaks, after a draw must not tell what was drawn.
            Ok(Err(_)) => return Err((reply, self.breaks(after_draw(drawn.as_ref())))),
            Err(panic) => {
                let told = drawn.is_none().then(|| panic_text(&*panic));
                return Err((reply, self.breaks(told.unwrap_or_else(|| after_draw(drawn.as_ref())))));
            }
        };
        if let Err(why) = self.game.sound(&self.standing.state) {
            let refused = self.breaks(why);
            return Err((reply, refused));
        }
        self.standing.house.follow_draw(drawn.as_ref());
        if let Person::Player(player) = context.who
            && risks(&*self.game, &events, player)
        {
            self.common.seats.wagers(&self.setup.id, player, self.common.clock.now());
        }
        let (by, at) = ((context.who, second), context.now.milliseconds());
        self.standing.house.follow_cash(&*self.game, by, at, &events);
        let moves = events.iter().flat_map(|event| self.game.moves(event));
        let mut drafts: Vec<_> = passages.iter().map(|passage| wallet(&self.setup.id, passage)).collect();
        if self.setup.money != crate::Purses::Practice {
            let paid = events.iter().flat_map(|event| self.game.moves(event));
            drafts.extend(self.common.wins.told(&self.setup.id, paid, context.now));
            for event in events.iter().filter(|event| self.game.told(event).terms) {
                let what = serde_json::to_string(event).unwrap_or_default();
                let who = Some(context.who.to_string());
                let told = significant::Significant::new("table.terms", &self.setup.id, who, what);
                drafts.push(told.draft(context.now));
            }
        }
        let draws = drawn.as_ref().map(|drawn| drawn.what.clone());
        let body =
            Body::Game(Happened { who: context.who, second, command: &command, drawn, events: &*events });
        // Most of it fits here without growing.
        let mut text = Vec::with_capacity(512);
        // What came from JSON goes to JSON.
        let _ = serde_json::to_writer(&mut text, &body);
        // What was put off is on record when it was done, which is after whatever came before it.
        let at = context.now.max(self.auto.last).milliseconds();
        let draft = Draft { at, key, moves: print_moves(moves), body: text };
        let record = self.stream.seal(draft);
        let round = self.standing.house.follow_events(&*self.game, &record, &events);
        let (state, house) = (&self.standing.state, &mut self.standing.house);
        house.follow_betting(&*self.game, state, &events, &record);
        if owed {
            drafts.extend(self.tell_owed(draws.as_deref(), context.now));
        }
        self.standing.let_gone(&*self.game);
        self.note(record.sequence, context.who, &events);
        let version = record.sequence;
        let mut unit = Unit { sealed: vec![record], drafts, ..Unit::default() };
        let over = round.is_some();
        if let Some(round) = round {
            unit.rounds.push(round);
            self.reveal(&mut unit, context.now);
        }
        self.desk.waiting.push(Waiting { unit, reply, version, passages, draws, wish: None });
        if over {
            self.stand_if_due(true);
        }
        self.auto.last = self.auto.last.max(context.now);
        if !wagered && self.game.wagered(&self.standing.state) {
            self.auto.first = context.now;
        }
        Ok(())
    }

    /// Something that must not be: the table stands still, and says why.
    fn breaks(&mut self, why: String) -> Refusal {
        let refused = stands_still(&why);
        self.halt(why);
        refused
    }

    /// Whether a draw has to wait: it is not on record that it is about to be made, or that record, or the one that it
    /// hangs on, is not kept yet. If one of them were lost together with a draw, the next could be another.
    fn draws_later(&self, what: &str) -> bool {
        let house = &self.standing.house;
        let Some(due) = house.due.as_ref().filter(|_| house.is_due(what)) else { return true };
        let mut unkept = self.desk.waiting.iter().flat_map(|waiting| &waiting.unit.sealed);
        unkept.any(|record| {
            let hash = record.hash.to_string();
            hash == house.hangs || hash == due.record
        })
    }

    /// Whether something has to be kept before a command that is drawn for: that it is about to be drawn, and the close,
    /// which comes now if time is up and nobody has said so.
    pub(super) fn closes_first(&mut self, command: &G::Command, context: &Context) -> bool {
        let Some(call) = self.game.calls(command).filter(|call| self.game.draws() && !call.carried) else {
            return false;
        };
        let early = self.game.drawn_early(&self.standing.state, call.what);
        if !early
            && self.game.betting(&self.standing.state)
            && self.game.accepts(&self.standing.state, command, context).is_ok()
            && let Next::Do(closes) = self.game.clock(&self.standing.state, context.now)
        {
            let house = Context::new(Person::House, context.now);
            let _ = self.act(house, None, None, closes, Reply::Nobody);
        }
        let taken = !early && self.game.betting(&self.standing.state);
        let refused = self.game.accepts(&self.standing.state, command, context).is_err();
        if self.kept.is_adrift() || taken || refused {
            // Whatever is wrong with it is said where it is put to the rules.
            return false;
        }
        if !self.standing.house.is_due(call.what) {
            let (what, hangs) = (call.what.to_string(), self.standing.house.hangs.clone());
            self.floor_event(FloorEvent::Due { what, hangs }, Reply::Nobody);
        }
        self.draws_later(call.what)
    }

    /// Draws the chance that a command calls for, where the house does: once every rule has accepted the
    /// command, and not before. What is refused has never been drawn, so nothing can tell of it.
    fn draw(&mut self, command: &mut G::Command, context: &Context) -> Result<Option<Drawn>, Refusal> {
        let Some(call) = self.game.calls(command).filter(|_| self.game.draws()) else { return Ok(None) };
        if call.carried {
            let message = format!("the house draws here: expected no {} in the command, got one", call.what);
            return Err(Refusal::plain("chance.house", message));
        }
        self.game.accepts(&self.standing.state, command, context)?;
        // Where the book has it drawn before wagers are in, there is no close to wait for.
        let waits = !self.game.drawn_early(&self.standing.state, call.what);
        if waits && self.game.betting(&self.standing.state) {
            return Err(self.breaks(format!("the {} is called for while wagers are open", call.what)));
        }
        if self.draws_later(call.what) {
            return Err(away());
        }
        let (record, house) = (self.stream.head().sequence + 1, &mut self.standing.house);
        let (Some(seed), Some(promise)) = (&self.seed, house.promise.as_mut()) else {
            return Err(self.breaks(format!("there is no seed to draw the {} from", call.what)));
        };
        let on = (record, house.hangs.as_str(), house.closed.filter(|_| waits));
        let (mut draw, drawn) = promise.draw(self.stream.name(), seed, call.what, on);
        self.game.fill(command, &mut draw);
        Ok(Some(drawn))
    }

    /// Shows the seed of a round that is over, and commits the house to the next.
    fn reveal(&mut self, unit: &mut Unit, now: Moment) {
        let Some(promise) = &self.standing.house.promise else { return };
        let (turn, name) = (promise.turn, self.stream.name().to_string());
        let fresh = self.common.entropy.fresh();
        let next = Promise::new(&name, turn + 1, &fresh);
        let drawn = self.standing.house.drawn.clone();
        let event = match self.seed {
            Some(seed) => FloorEvent::Revealed { turn, seed: hex::encode(seed.0), drawn, next },
            // It was lost, and whoever audits the table finds that it was never shown.
            None => FloorEvent::Committed { promise: next },
        };
        let record = self.seal_floor(&event, now);
        self.standing.house.follow_floor(&event, &record.hash);
        unit.sealed.push(record);
        unit.kept.push(keep_seed(&self.common.vault, &name, turn + 1, &fresh));
        self.seed = Some(fresh);
    }

    pub(super) fn seal_floor(&mut self, event: &FloorEvent, now: Moment) -> journal::Sealed {
        self.seal_under(event, None, now)
    }

    pub(super) fn seal_under(
        &mut self,
        event: &FloorEvent,
        key: Option<(String, u64)>,
        now: Moment,
    ) -> journal::Sealed {
        let body: Body<&G::Command, &[G::Event]> = Body::Floor(event.clone());
        let body = serde_json::to_vec(&body).unwrap_or_default();
        self.stream.seal(Draft { at: now.milliseconds(), key, body, ..Draft::default() })
    }

    /// Something happens around the table.
    pub(super) fn floor_event(&mut self, event: FloorEvent, reply: Reply) {
        self.floor_event_under(event, None, reply);
    }

    /// Something happens around the table, once under a key.
    pub(super) fn floor_event_under(&mut self, event: FloorEvent, key: Option<(String, u64)>, reply: Reply) {
        let now = self.now();
        let record = self.seal_under(&event, key, now);
        self.standing.house.follow_floor(&event, &record.hash);
        let mut unit = Unit::record(record);
        if let Some(event) = significant::of_table(&self.setup.id, &event) {
            unit.drafts.push(event.draft(now));
        }
        let opens = matches!(event, FloorEvent::Opened { .. });
        if opens && self.game.draws() {
            let seed = self.common.entropy.fresh();
            let promise = Promise::new(self.stream.name(), 1, &seed);
            let event = FloorEvent::Committed { promise };
            let record = self.seal_floor(&event, now);
            self.standing.house.follow_floor(&event, &record.hash);
            unit.sealed.push(record);
            unit.kept.push(keep_seed(&self.common.vault, self.stream.name(), 1, &seed));
            self.seed = Some(seed);
        }
        let version = self.stream.head().sequence;
        let (passages, draws, wish) = (Vec::new(), None, None);
        self.desk.waiting.push(Waiting { unit, reply, version, passages, draws, wish });
    }

    /// A station adds to chance.
    pub(super) fn mix(&mut self, from: Person, added: &[u8], key: Option<(String, u64)>, reply: Reply) {
        if added.is_empty() || added.len() > 64 {
            let refused =
                Refusal::plain("chance.size", format!("{} bytes added, expected 1 to 64", added.len()));
            return self.refuse(reply, refused);
        }
        if let Err(refused) = self.may_mix(from) {
            return self.refuse(reply, refused);
        }
        match &self.standing.house.promise {
            Some(promise) if promise.additions < 4096 => {
                self.floor_event_under(FloorEvent::Mixed { from, added: hex::encode(added) }, key, reply);
            }
            Some(_) => self.refuse(reply, Refusal::plain("chance.enough", "enough was added to this round")),
            None => self.refuse(reply, Refusal::plain("chance.real", "chance is real here, not drawn")),
        }
    }

    /// Whoever plays here adds, a little each, and nobody once what is wagered cannot be changed any more:
    /// a last addition could be sought until it suits.
    fn may_mix(&mut self, from: Person) -> Result<(), Refusal> {
        self.counts(from)?;
        let (state, house) = (&self.standing.state, &self.standing.house);
        // Once everything is paid nothing is wagered, and what was drawn of this turn was drawn without it.
        let drawn = house.promise.as_ref().is_some_and(|promise| promise.draws > 0);
        if is_closed(&*self.game, state) || (drawn && !self.game.betting(state)) {
            return Err(Refusal::plain(
                "chance.closed",
                "wagers are closed, so nothing more can be added to chance",
            ));
        }
        let here = match from {
            Person::Player(player) => self.game.players(state).contains(&player),
            _ => self.dealing().is_by(from),
        };
        if !here {
            return Err(Refusal::plain("chance.stranger", format!("{from} neither plays nor deals here")));
        }
        let turn = house.promise.as_ref().map_or(0, |promise| promise.turn);
        match self.rates.mixes(from, turn) {
            true => Ok(()),
            false => {
                let message = format!("{from} has added {ADDITIONS} times to this turn");
                Err(Refusal::plain("chance.enough", message))
            }
        }
    }

    /// A dealer takes the table, hands it over, or is relieved by a supervisor.
    pub(super) fn change_dealer(&mut self, who: Person, takes: bool, reply: Reply) {
        let dealing = self.dealing();
        // Whoever deals may always go: nobody has to wait for them.
        if let Err(refused) = self.counts(who)
            && (takes || !dealing.is_by(who))
        {
            return self.refuse(reply, refused);
        }
        match (takes, dealing.dealer) {
            (true, _) if self.plays_here(who) => self.refuse(reply, plays_here()),
            (true, Some(other)) => {
                self.refuse(reply, Refusal::plain("dealer.taken", format!("{other} deals here")));
            }
            (true, None) => {
                self.floor_event(FloorEvent::DealerTook { who }, reply);
                self.auto.since = self.now();
            }
            (false, _) => match dealing.may_end(who) {
                Ok(()) => {
                    let relieved = dealing.dealer.filter(|_| !dealing.is_by(who));
                    self.floor_event(FloorEvent::DealerGave { who, relieved }, reply);
                    self.auto.since = self.now();
                }
                // What is refused does not make the automatic dealer wait.
                Err(refused) => self.refuse(reply, refused),
            },
        }
    }

    fn note(&mut self, sequence: u64, who: Person, events: &[G::Event]) {
        for event in events {
            let note = self.told.watchers.note(sequence, who, &self.game.told(event));
            self.told.notes.push(note);
        }
    }

    /// Several commands in a row, by which somebody comes.
    pub(super) fn steps(
        &mut self,
        steps: Vec<(Person, G::Command)>,
        key: Option<(String, u64)>,
        reply: Reply,
        refused: Refusal,
    ) {
        if steps.is_empty() {
            return self.refuse(reply, refused);
        }
        let now = self.now();
        let last = steps.len() - 1;
        let mut reply = Some(reply);
        // All or nothing: what a later step spoils has not happened.
        let before = (
            self.standing.clone(),
            self.stream.head(),
            self.desk.waiting.len(),
            self.told.notes.len(),
            self.seed,
        );
        for (place, (who, command)) in steps.into_iter().enumerate() {
            let to = if place == last { reply.take().unwrap_or(Reply::Nobody) } else { Reply::Nobody };
            let under = key.clone().filter(|_| place == last);
            if let Err((to, refused)) = self.act(Context::new(who, now), None, under, command, to) {
                let to = reply.take().unwrap_or(to);
                if !self.kept.is_adrift() {
                    let (standing, head, waiting, notes, seed) = before;
                    (self.standing, self.seed) = (standing, seed);
                    self.stream.back(head);
                    let undone = self.desk.waiting.split_off(waiting);
                    undone.iter().for_each(|undone| self.passed(&undone.passages, false));
                    self.told.notes.truncate(notes);
                }
                return self.refuse(to, refused);
            }
        }
        // One commit: an account that is short spoils all of it, and the answer says so.
        let (mut unit, mut passages, mut answered, mut draws) = (Unit::default(), Vec::new(), None, None);
        for one in self.desk.waiting.split_off(before.2) {
            unit.sealed.extend(one.unit.sealed);
            unit.drafts.extend(one.unit.drafts);
            unit.rounds.extend(one.unit.rounds);
            unit.states.extend(one.unit.states);
            unit.kept.extend(one.unit.kept);
            passages.extend(one.passages);
            draws = draws.or(one.draws);
            // How the table stands may be said last, and to nobody.
            if answered.is_none() || !matches!(one.reply, Reply::Nobody) {
                answered = Some((one.reply, one.version));
            }
        }
        if let Some((reply, version)) = answered {
            self.desk.waiting.push(Waiting { unit, reply, version, passages, draws, wish: None });
        }
    }

    pub(super) fn refuse(&mut self, reply: Reply, refused: Refusal) {
        self.desk.replies.push((reply, Err(refused)));
    }
}

/// Why a table stands still whose rules broke after a draw; not what was drawn.
fn after_draw(drawn: Option<&Drawn>) -> String {
    let what = drawn.map_or("chance", |drawn| drawn.what.as_str());
    format!("the rules refused the {what} that was drawn for a command they had accepted")
}

pub(super) fn plays_here() -> Refusal {
    Refusal::plain("person.plays_here", "a person who plays at a table may not deal at it")
}
