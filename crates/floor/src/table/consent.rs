//! What is not done on one person's word: what takes a second one, who signs the effect that they saw; and
//! what a dealer asks for out of a player's account, which waits until the player says yes.

use super::act::plays_here;
use super::passage::{discreet, may_bring, passages, wallets};
use super::{Table, stands_still};
use crate::ask::{Act, Acted, Confirm, Preview, Reply, unkept};
use crate::authority;
use crate::cash::Claim;
use crate::house::bought;
use crate::said::{brief, read_command, written};
use crate::wire::SecondPerson;
use crate::wish::WAITS;
use crate::{Effect, FloorEvent, Numbers, Play, Purses, Wish, WishEnd};
use game::{Context, Moment, Person, Refusal, Second};
use money::{Account, Amount, PlayerId};
use std::collections::BTreeMap;
use tokio::sync::oneshot;

impl<G: Play> Table<G> {
    /// Whether a command of staff stands on its own here, or on the word of whoever stands by it; what it would lead to,
    /// if it takes a second person and none of the wanted rank stands by it. What the rules refuse waits for nobody.
    ///
    /// # Errors
    /// `approval.moved`: what follows is not what both saw.
    pub(super) fn stands(&self, act: &Act, command: &G::Command) -> Result<Option<Preview>, Refusal> {
        if !act.who.is_staff() || self.standing.house.halted.is_some() {
            return Ok(None);
        }
        let (game, state) = (&self.game, &self.standing.state);
        let context = Context::new(act.who, act.at);
        let decided = match (game.decide(state, command, &context), &act.second) {
            (Ok(decided), _) => decided,
            (Err(refused), Some(_)) => return Err(moved_by_rules(refused)),
            // It is refused where everything is.
            (Err(_), None) => return Ok(None),
        };
        let cash = self.cash_in(&decided.events);
        let Some(second) = self.second_for(act, decided.second, &cash)? else {
            // Who signed it saw something else: a player whom nobody had seen is here by now, and is asked themselves.
            return match act.second {
                Some(_) => Err(moved("it now takes only one person")),
                None => Ok(None),
            };
        };
        if !cash.is_empty() {
            let (protection, people, seats) =
                (&self.common.protection, self.auto.people.looking(), &self.common.seats);
            let table = (state, people, seats);
            may_bring(&**game, (protection, &self.setup), table, &decided.events, &context, None)?;
        }
        let Some(cosigner) = act.second.as_ref().filter(|cosigner| second.is(act.who, cosigner.who)) else {
            return Ok(Some(self.preview_of(command, &decided.events, &second, act.at)));
        };
        if self.plays_here(cosigner.who) {
            return Err(plays_here());
        }
        // What would follow now, but for the time that has passed since it was shown.
        let at = Effect::asked_at(&cosigner.saw.hash).filter(|at| *at <= act.at).unwrap_or(act.at);
        let then = game.decide(state, command, &Context::new(act.who, at)).map_err(moved_by_rules)?;
        let effect = self.effect(&then.events, at);
        match effect.hash == cosigner.saw.hash {
            true => Ok(None),
            false => Err(moved(&cosigner.saw.differs(&effect))),
        }
    }

    /// The second person whom a command takes: by the rules, or for the cash that it changes.
    fn second_for(
        &self,
        act: &Act,
        by_rules: Option<Second>,
        cash: &BTreeMap<PlayerId, i64>,
    ) -> Result<Option<Second>, Refusal> {
        let alone = !self.is_for_unseen(cash) && !self.takes_much_cash(act, cash)?;
        Ok(by_rules.or_else(|| (!alone).then(Second::of_house)))
    }

    fn preview_of(&self, command: &G::Command, events: &[G::Event], second: &Second, at: Moment) -> Preview {
        let Second { rank, cites } = second.clone();
        let second = SecondPerson { rank, name: self.game.rank_name(rank), clauses: cites };
        Preview { command: written(command), second, effect: self.effect(events, at) }
    }

    /// For whom events change cash, and how much.
    fn cash_in(&self, events: &[G::Event]) -> BTreeMap<PlayerId, i64> {
        let mut sums = BTreeMap::new();
        if self.setup.money != Purses::Cash {
            return sums;
        }
        for (player, units) in bought(&*self.game, events) {
            *sums.entry(player).or_default() += units;
        }
        sums
    }

    /// Whether cash is changed for somebody of whom the house sees nothing: no station of theirs is here, and they gave
    /// no sign of life elsewhere. What they buy counts against the limits that they set themselves, so one person alone
    /// does not say that they are there.
    fn is_for_unseen(&self, cash: &BTreeMap<PlayerId, i64>) -> bool {
        cash.keys()
            .any(|player| !self.auto.people.looking().contains(player) && self.common.seats.is_gone(*player))
    }

    /// Whether more cash is changed than one person alone may within 24 hours, for a player or for all, at whatever
    /// tables: only the dealer has seen it.
    fn takes_much_cash(&self, act: &Act, sums: &BTreeMap<PlayerId, i64>) -> Result<bool, Refusal> {
        let Person::Staff(dealer, _) = act.who else { return Ok(false) };
        if sums.is_empty() {
            return Ok(false);
        }
        let (table, dealer, most) = (&*self.setup.id, dealer.0, self.common.wins.alone());
        let claim = Claim { table, dealer, sums, most };
        let protection = &self.common.protection;
        let bought = |player, at: &dyn Fn(&str) -> bool| protection.bought(player, at, act.at);
        self.common.cash.claim(&claim, &self.common.clock.passing(act.at), bought).map(|alone| !alone)
    }

    /// What a command that takes two people would lead to now, for one who could ask for it.
    fn preview(&self, act: &Act) -> Result<Preview, Refusal> {
        if let Some(why) = &self.standing.house.halted {
            return Err(stands_still(why));
        }
        let command: G::Command = read_command(&act.command)?;
        self.may_act(act, &command)?;
        if self.game.calls(&command).is_some() {
            return Err(Refusal::plain("preview.chance", "the outcome of chance cannot be previewed"));
        }
        let context = Context::new(act.who, act.at);
        let decided = self.game.decide(&self.standing.state, &command, &context)?;
        match &self.second_for(act, decided.second, &self.cash_in(&decided.events))? {
            Some(second) => Ok(self.preview_of(&command, &decided.events, second, act.at)),
            None => {
                let message = "one person may do this alone: only what takes two people can be previewed";
                Err(Refusal::plain("preview.alone", message))
            }
        }
    }

    /// Shows what a command that takes two people would lead to now.
    pub(super) fn show_preview(&self, act: &Act, answer: oneshot::Sender<Result<Preview, Refusal>>) {
        match self.preview(act) {
            // Who asked may be gone.
            Err(refused) => drop(answer.send(Err(refused))),
            Ok(preview) => self.look_up(preview, |looked| drop(answer.send(looked))),
        }
    }

    /// Says that a command takes a second person: with what it would lead to, to whoever can ask for one.
    pub(super) fn needs_second(&mut self, preview: Preview, reply: Reply) {
        match reply {
            Reply::Staff(sender) => self.look_up(preview, |looked| {
                drop(sender.send(looked.map(|preview| Acted::NeedsSecond(Box::new(preview)))));
            }),
            other => self.refuse(other, preview.second.refusal()),
        }
    }

    /// Gives a preview once it is known what accounts outside the table hold.
    fn look_up(&self, mut preview: Preview, give: impl FnOnce(Result<Preview, Refusal>) + Send + 'static) {
        let journal = self.common.journal.clone();
        tokio::spawn(async move {
            let looked = preview.effect.look_up(&journal).await.map_err(|error| unkept(&error));
            give(looked.map(|()| preview));
        });
    }

    /// What events would lead to: at the table, and in the players' accounts with the house.
    fn effect(&self, events: &[G::Event], at: Moment) -> Effect {
        let accounts = wallets(&passages(&*self.game, &self.setup, events, at));
        Effect::of(&*self.game, &self.standing.state, (events, accounts), &self.common.vault, at)
    }

    /// Puts something around the table on record together with what was done last.
    fn with_last(&mut self, event: &FloorEvent, key: Option<(String, u64)>) {
        let now = self.common.clock.now();
        let record = self.seal_under(event, key, now);
        self.standing.house.follow_floor(event, &record.hash);
        if let Some(last) = self.desk.waiting.last_mut() {
            last.unit.sealed.push(record);
        }
    }

    /// What two people stood by is on record with the effect that both saw.
    pub(super) fn sign(&mut self, first: Person, second: Person, effect: String) {
        self.with_last(&FloorEvent::Signed { first, second, effect }, None);
    }

    /// Whose account a command of staff would spend from, how much, and whether in promotional tokens.
    fn spends(&self, act: &Act, command: &G::Command) -> Result<Option<(PlayerId, Amount, bool)>, Refusal> {
        let here = self.setup.money != Purses::Practice && self.standing.house.halted.is_none();
        if !here || !matches!(act.who, Person::Staff(..)) {
            return Ok(None);
        }
        let (state, context) = (&self.standing.state, Context::new(act.who, act.at));
        // What is refused anyway is refused where everything is.
        let Ok(decided) = self.game.decide(state, command, &context) else { return Ok(None) };
        let events = decided.events;
        let bought = events.iter().flat_map(|event| self.game.moves(event)).find_map(|step| {
            match (step.from, step.to) {
                // Cash is in the player's own hand, and counts against what they set themselves: whoever has a station
                // here says so on it, whoever else stands by it.
                (Account::Cage, Account::Player(to))
                    if self.setup.money == Purses::Cash && !self.auto.people.looking().contains(&to) =>
                {
                    None
                }
                (Account::Cage | Account::Promotions, Account::Player(to) | Account::Tokens(to)) => {
                    Some((to, step.amount, step.from == Account::Promotions))
                }
                _ => None,
            }
        });
        let Some((player, amount, tokens)) =
            bought.filter(|(to, ..)| !to.is_house() && !Numbers::is_bot(*to))
        else {
            return Ok(None);
        };
        let (protection, people, seats) =
            (&self.common.protection, self.auto.people.looking(), &self.common.seats);
        let yes = Some(Person::Player(player));
        may_bring(&*self.game, (protection, &self.setup), (state, people, seats), &events, &context, yes)?;
        Ok(Some((player, amount, tokens)))
    }

    /// What a dealer asks for out of a player's account waits for the player; the reply, if it is no such thing.
    pub(super) fn waits_for_player(
        &mut self,
        act: &Act,
        command: &G::Command,
        key: Option<&(String, u64)>,
        reply: Reply,
    ) -> Option<Reply> {
        let (player, amount, tokens) = match self.spends(act, command) {
            Ok(Some(spends)) => spends,
            Ok(None) => return Some(reply),
            Err(refused) => {
                self.refuse(reply, discreet(act.who, refused));
                return None;
            }
        };
        if let Some(open) = self.standing.house.wishes.iter().find(|wish| wish.player == player) {
            let refused = match key.is_some() && open.key.as_ref() == key {
                true => waits(open),
                false => {
                    let (number, amount) = (open.number, open.amount);
                    let message = format!("request {number} for {amount} is already waiting for {player}");
                    Refusal::plain("confirm.open", message)
                }
            };
            self.refuse(reply, refused);
            return None;
        }
        let number = self.stream.head().sequence + 1;
        let until = Moment::new(act.at.milliseconds() + WAITS);
        if let Err(message) = self.rates.asks(act.who, player, self.common.clock.now()) {
            self.refuse(reply, Refusal::plain("rate.much", message));
            return None;
        }
        let command = written(command);
        let signed = act.second.as_ref().map(|cosigner| (cosigner.who, cosigner.saw.hash.clone()));
        let (by, key) = (act.who, key.cloned());
        let wish = Wish { number, by, player, amount, tokens, command, key, signed, until };
        let reply = Reply::Waits(Box::new((reply, waits(&wish))));
        self.floor_event(FloorEvent::SpendAsked { wish: Box::new(wish) }, reply);
        None
    }

    /// A player says yes or no to what a dealer asked for; a yes names what they saw, by its hash.
    pub(super) fn confirm(&mut self, word: &Confirm, key: Option<(String, u64)>, reply: Reply) {
        let Confirm { player, number, ref yes } = *word;
        let now = self.common.clock.now();
        let mut open = self.standing.house.wishes.iter();
        let found = open.find(|wish| wish.number == number && wish.player == player && wish.until > now);
        let Some(wish) = found.cloned() else {
            let message = format!("no request {number} waits for {player}");
            return self.refuse(reply, Refusal::plain("confirm.unknown", message));
        };
        let Some(saw) = yes else {
            let over = FloorEvent::SpendOver { number, how: WishEnd::Declined };
            return self.floor_event_under(over, key, reply);
        };
        if *saw != wish.effect() {
            let saw = brief(saw);
            let message = format!(
                "expected the hash of the effect that was seen in a yes to request {number}, got {saw:?}"
            );
            return self.refuse(reply, Refusal::plain("confirm.effect", message));
        }
        let command: G::Command = match serde_json::from_str(&wish.command) {
            Ok(command) => command,
            Err(error) => {
                let refused =
                    Refusal::plain("message.command", format!("not a command of this game: {error}"));
                return self.refuse(reply, refused);
            }
        };
        if let Err(refused) = self.may_still(&wish, &command, now) {
            self.refuse(reply, refused);
            return self.end_wish(number, WishEnd::Relieved);
        }
        let still = match &wish.signed {
            Some((_, hash)) => self.is_as_signed(wish.by, hash, &command, now),
            None => self.is_little_cash(&wish, &command, now),
        };
        if let Err(refused) = still {
            self.refuse(reply, refused);
            return self.end_wish(number, WishEnd::Refused);
        }
        let second = wish.signed.as_ref().map_or(Person::Player(player), |(second, _)| *second);
        match self.act(Context::new(wish.by, now), Some(second), wish.key, command, reply) {
            Ok(()) => {
                if let Some((second, hash)) = wish.signed {
                    self.sign(wish.by, second, hash);
                }
                self.with_last(&FloorEvent::SpendOver { number, how: WishEnd::Done }, key);
                if let Some(last) = self.desk.waiting.last_mut() {
                    last.wish = Some(number);
                }
            }
            Err((reply, refused)) => {
                self.refuse(reply, refused);
                if !self.kept.is_adrift() && self.standing.house.halted.is_none() {
                    self.end_wish(number, WishEnd::Refused);
                }
            }
        }
    }

    /// Whether what two people signed is what would follow now.
    fn is_as_signed(&self, by: Person, hash: &str, command: &G::Command, now: Moment) -> Result<(), Refusal> {
        let at = Effect::asked_at(hash).filter(|at| *at <= now).unwrap_or(now);
        let context = Context::new(by, at);
        let then = self.game.decide(&self.standing.state, command, &context).map_err(moved_by_rules)?;
        match self.effect(&then.events, at).hash == hash {
            true => Ok(()),
            false => Err(moved("the effect would be different")),
        }
    }

    /// Whether somebody may still do what they asked for: they have to be the dealer, where only the dealer may.
    fn may_still(&self, wish: &Wish, command: &G::Command, now: Moment) -> Result<(), Refusal> {
        self.counts(wish.by)?;
        let step = authority::step_of(&*self.game, &self.standing.state, command, wish.by, now);
        self.dealing().may(wish.by, step)
    }

    /// Whether what somebody asked for is not more cash by now than one person alone changes: what they changed meanwhile
    /// adds up with it.
    fn is_little_cash(&self, wish: &Wish, command: &G::Command, now: Moment) -> Result<(), Refusal> {
        let bytes = bytes::Bytes::copy_from_slice(wish.command.as_bytes());
        let act = Act { who: wish.by, second: None, key: None, command: bytes, at: now };
        let context = Context::new(act.who, act.at);
        // What is refused anyway is refused where everything is.
        let decided = self.game.decide(&self.standing.state, command, &context);
        let cash = decided.map_or_else(|_| BTreeMap::new(), |decided| self.cash_in(&decided.events));
        match self.takes_much_cash(&act, &cash)? {
            true => {
                Err(Refusal::plain("second.wanted", "this is now more cash than one person alone may change"))
            }
            false => Ok(()),
        }
    }

    pub(super) fn end_wish(&mut self, number: u64, how: WishEnd) {
        self.floor_event(FloorEvent::SpendOver { number, how }, Reply::Nobody);
    }

    /// What nobody answered in time is over, and what somebody asked for who does not deal here any more; when the next
    /// is.
    pub(super) fn expire(&mut self, now: Moment) -> Option<Moment> {
        let end = |wish: &Wish| {
            if wish.until <= now {
                return Some((wish.number, WishEnd::Expired));
            }
            let command: G::Command = serde_json::from_str(&wish.command).ok()?;
            self.may_still(wish, &command, now).is_err().then_some((wish.number, WishEnd::Relieved))
        };
        let over: Vec<(u64, WishEnd)> = self.standing.house.wishes.iter().filter_map(end).collect();
        for (number, how) in over {
            self.end_wish(number, how);
        }
        self.standing.house.wishes.iter().map(|wish| wish.until).min()
    }
}

fn waits(wish: &Wish) -> Refusal {
    let Wish { number, player, amount, .. } = wish;
    let message = format!("request {number} for {amount} out of their account waits for {player}'s yes");
    Refusal::plain("confirm.waits", message)
}

/// An approval is void: what would follow now is not what was shown.
fn moved(how: &str) -> Refusal {
    Refusal::plain("approval.moved", format!("the table has moved on: {how}: ask again"))
}

/// An approval is void: by now the rules refuse what was asked for.
fn moved_by_rules(refused: Refusal) -> Refusal {
    let Refusal { code, clauses, message } = refused;
    let message =
        format!("the table has moved on, and the rules refuse it now: {message} ({code}): ask again");
    Refusal::new("approval.moved", clauses, message)
}
