//! Hands and rounds without a result: every stake not yet settled goes back.
//!
//! No wager is settled for good before its round is: a void round undoes what was taken and paid, but
//! not Big and Small, which were settled at the dice (reading `void-in-settlement`). Until then what was
//! paid goes into no wager that is found larger (`found_bounds`), so all of it can be taken back.
//! Clauses: star-2016 15.3, 15.12, 15.17, 16.3–16.5; vcga-2000 14.2, 14.12, 15.2–15.4; crown-6.1 12.2, 12.7,
//! 16.3–16.5; uk-leaflet B21, B23; reading `void-stake`.

use crate::decide::guard::plain;
use crate::decide::settle::banked;
use crate::decide::{Decided, Turn};
use crate::event::{hand, mishap, order, settle};
use crate::rules::cite;
use crate::{Cause, Event, Ground, Kind, Phase, Setter, Step, Wager, What, Why};
use game::{Cites, Game as _, Refusal};
use money::{Account, Move, Moves, PlayerId};
use rulebook::{Instrument, Method, Power, Telling, VoidStakes};

impl Turn<'_> {
    /// Takes back how a wager was settled.
    pub(crate) fn reopens(&self, wager: &Wager) -> Event {
        let settled = wager.settled.unwrap_or_default();
        let forward = self.moves_of(wager, &settled);
        let moves: Moves = forward.iter().rev().map(|step| step.back()).collect();
        let Wager { player, area, kind, .. } = *wager;
        self.moved(settle::What::WagerReopened { player, area, kind }, moves)
    }

    /// The round has no result; everything that follows rests on the cause of that alone.
    pub(crate) fn voids_round(&self, cause: Cause, forfeits: Option<PlayerId>) -> Vec<Event> {
        // Big and Small were settled at the dice, and stay so.
        let undoes = |w: &Wager| !w.kind.on_dice();
        let void = self.step(cause.step()).and(&self.rules.reads.void_stake);
        let undone = void.and(&self.rules.reads.void_in_settlement);
        let mut events = Vec::new();
        if let Some(moves) = &self.state.bank.settled {
            let moves: Moves = moves.iter().rev().map(|step| step.back()).collect();
            events.push(Event {
                what: What::Settle(settle::What::BankReopened),
                cites: undone.clone(),
                moves,
            });
        }
        // Payments first, so that the losing wager area holds what then leaves it.
        for paid in [true, false] {
            let settled = |w: &&Wager| undoes(w) && w.settled.is_some_and(|s| s.won.is_zero() != paid);
            for wager in self.state.wagers.iter().filter(settled) {
                events.push(Event { cites: undone.clone(), ..self.reopens(wager) });
            }
        }
        for wager in &self.state.wagers {
            let settled =
                wager.settled.is_some_and(|s| !(s.lost.is_zero() && s.won.is_zero() && s.back.is_zero()));
            if settled && !undoes(wager) {
                continue;
            }
            if Some(wager.player) == forfeits {
                events.push(self.forfeit(wager));
            } else {
                events.push(Event { cites: void.clone(), ..self.gives_back(wager, Why::Void) });
            }
        }
        let mut moves = self.stakes_back();
        let lost = |step: &Move| forfeits.is_some_and(|who| step.to == Account::Player(who));
        if let Some(player) = forfeits.filter(|_| moves.iter().any(lost)) {
            // A banker forfeits what was put up for the bank.
            let own = moves.iter().filter(|step| lost(step));
            let own: Moves = own.map(|step| Move::new(step.from, Account::Forfeits, step.amount)).collect();
            let what =
                mishap::What::StakeForfeited { player, area: self.state.bank.chung, kind: Kind::Regular };
            events.push(self.moved(what, own));
            moves.retain(|step| !lost(step));
        }
        events.push(Event { what: What::Mishap(mishap::What::RoundVoid { cause }), cites: void, moves });
        events
    }

    fn forfeit(&self, wager: &Wager) -> Event {
        let Wager { player, area, kind, stake, .. } = *wager;
        let mut moves = Moves::new();
        for (with, to) in [(Instrument::Chips, Account::Forfeits), (Instrument::Tokens, Account::Promotions)]
        {
            let part = stake.part(with);
            if !part.is_zero() {
                moves.push(Move::new(crate::wager::layout(with, player), to, part));
            }
        }
        self.moved(mishap::What::StakeForfeited { player, area, kind }, moves)
    }

    pub(crate) fn void_round(&self, ground: Ground, forfeits: Option<PlayerId>) -> Decided {
        let clauses = match ground {
            Ground::Disruption => self.power_or_last_word(Power::VoidForDisruption)?,
            Ground::Fraud => self.power_or_last_word(Power::VoidForFraud)?,
        };
        self.phase(&[Phase::Wall, Phase::Set, Phase::Match, Phase::Clear], "voiding the round")?;
        if self.state.phase == Phase::Clear && (ground == Ground::Disruption || !self.rules.reads.void_paid) {
            let message = "everything is paid, and the result stands";
            let clauses = match ground {
                Ground::Disruption => self.says(Step::VoidForDisruption).and(&self.rules.reads.when_paid),
                Ground::Fraud => self.rules.reads.void_when_paid.clone(),
            };
            return Err(Refusal::new("void.settled", clauses, message));
        }
        if let Some(player) = forfeits {
            let rule = &self.rules.book.mishap.void_stakes;
            self.named(player)?;
            if rule.value != VoidStakes::CheatMayForfeit || ground != Ground::Fraud {
                let (message, clauses) = match rule.value {
                    VoidStakes::CheatMayForfeit => {
                        let clauses = cite(rule).and(&self.says(Step::VoidForFraud));
                        ("a stake is forfeited only where the round is void for fraud", clauses)
                    }
                    VoidStakes::AllReturned => ("every stake of a void round goes back here", cite(rule)),
                };
                return Err(Refusal::new("void.no_forfeit", clauses, message));
            }
            let banks = self.state.bank.is_held_by(player) && self.state.bank.method != Method::House;
            if !banks && !self.state.wagers.iter().any(|w| w.player == player && !w.kind.on_dice()) {
                return Err(plain("wager.none", format!("{player} has no stake to forfeit")));
            }
        }
        let cause = match ground {
            Ground::Disruption => Cause::Disruption,
            Ground::Fraud => Cause::Fraud,
        };
        let mut events = self.voids_round(cause, forfeits);
        let paid = self.state.phase == Phase::Clear;
        if let Some(last) = events.last_mut() {
            last.cites = clauses.and(&last.cites);
            if paid {
                last.cites = last.cites.and(&self.rules.reads.void_when_paid);
            }
        }
        Ok(events)
    }

    /// A hand has no result, because of this: its wagers go back.
    fn voids_hand(&self, area: u8, cause: &Cites) -> Vec<Event> {
        let clauses = cause.and(&self.rules.reads.void_stake);
        let what = mishap::What::HandVoid { area };
        let mut events = vec![Event::new(what, clauses.clone())];
        let on = self.state.wagers.iter().filter(|w| w.area == area && !w.kind.on_dice() && w.is_live());
        let back = |wager| Event { cites: clauses.clone(), ..self.gives_back(wager, Why::Void) };
        events.extend(on.map(back));
        events
    }

    pub(crate) fn void_hand(&self, number: u8) -> Decided {
        self.power(Power::VoidHand)?;
        self.phase(&[Phase::Set, Phase::Match], "voiding a hand")?;
        let hand = self.hand(number)?;
        let rule = &self.rules.book.mishap.telling;
        if rule.value != Telling::HandVoid {
            let message = "here a supervisor acts against the player, the hand is not voided";
            return Err(Refusal::new("void.no_hand", cite(rule), message));
        }
        if number == self.state.bank.chung {
            if self.state.bank.method != Method::Player {
                return Err(Refusal::new("void.house_hand", cite(rule), "the House's hand is played"));
            }
            return Ok(self.voids_round(Cause::Telling, None));
        }
        if self.state.wagers.iter().any(|w| w.area == number && w.player.is_house()) {
            let message = format!("the House wagers on area {number}, and its hand is played");
            return Err(Refusal::new("void.house_hand", cite(rule), message));
        }
        if hand.opened {
            let message = format!("the hand of area {number} is open: it is too late to void it");
            let clauses = cite(rule).and(&self.rules.reads.telling_late);
            return Err(Refusal::new("hand.open", clauses, message));
        }
        Ok(self.voids_hand(number, &cite(rule).and(&self.rules.reads.telling_late)))
    }

    pub(crate) fn void_own(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.phase(&[Phase::Set], "voiding a hand")?;
        let hand = self.hand(number)?;
        let bank = number == self.state.bank.chung;
        let rule = self.exposed_rule(number);
        let house = || self.rules.step_under(Method::House, Step::TilesExposed);
        let mut clauses = rule.map_or_else(house, |rule| self.rules.clauses_of(&rule.clauses));
        if bank && self.state.bank.method == Method::CoBank {
            clauses = clauses.and(&self.rules.reads.exposed_co_bank);
            // The dealer sets them, and they are still the player-banker's tiles.
            self.banker(&clauses)?;
        } else if bank {
            // Whose option it is stands where the exposed tiles do.
            self.handles(number, id).map_err(|refusal| match refusal.code {
                "set.not_banker" => Refusal { clauses: clauses.clone(), ..refusal },
                _ => refusal,
            })?;
        } else if self.tiles_of(number) != Some(id) {
            // Whose tiles they are decides, whether the area can be called or not.
            let shared = clauses.and(&self.rules.reads.exposed_shared);
            let called = self.calls_now(number).is_some();
            if let Some(first) = self.tiles_of(number).filter(|_| !called) {
                let message =
                    format!("{first} comes before {id} on area {number}, and decides for all there");
                return Err(Refusal::new("set.not_caller", shared, message));
            }
            self.handles(number, id).map_err(|refusal| Refusal { clauses: shared, ..refusal })?;
        }
        if !hand.voidable {
            let message = match () {
                () if rule.is_none() => {
                    format!("the hand of area {number} is played, whatever tiles of it were exposed")
                }
                () if hand.shown == 0 => {
                    format!("no tile of area {number} was exposed, so {id} cannot void the hand")
                }
                () if hand.looked || hand.touched => {
                    let who = hand.seen_by.unwrap_or(id);
                    format!(
                        "{who} has seen or handled the tiles of area {number}, and it is too late to void the hand"
                    )
                }
                () if hand.set == Some(Setter::Player) => format!("the hand of area {number} is set"),
                () => {
                    let least = rule.map_or(0, |rule| rule.value);
                    format!(
                        "the dealer has not exposed {least} tiles of area {number}, which alone voids a hand"
                    )
                }
            };
            let too_few = |least: u8| (1..u32::from(least)).contains(&hand.shown.count_ones());
            let few = rule.is_some_and(|rule| too_few(rule.value))
                && !hand.looked
                && !hand.touched
                && hand.set.is_none();
            let clauses = if few { clauses.and(&self.rules.reads.one_exposed) } else { clauses };
            let clauses = if hand.uncalled { clauses.and(&self.rules.reads.call_after) } else { clauses };
            return Err(Refusal::new("void.no_cause", clauses, message));
        }
        if bank {
            return Ok(self.voids_round(Cause::Exposed, None));
        }
        let mut cause = self.says(Step::HandVoid);
        let others =
            self.state.wagers.iter().any(|w| w.area == number && w.player != id && !w.kind.on_dice());
        if others || self.calls_now(number).is_none() {
            cause = cause.and(&self.rules.reads.exposed_shared);
        }
        Ok(self.voids_hand(number, &cause))
    }

    /// Names callers again once wagers are gone after the close.
    pub(crate) fn follows_removal(&self, areas: &[u8], events: &mut Vec<Event>) {
        if self.state.phase == Phase::Wall {
            self.thins(events);
        } else if self.state.cutting.closed {
            areas.iter().for_each(|area| self.calls_again(*area, events));
            self.retrieves(areas, events);
        }
    }

    /// Tiles of areas on which no wager is left join those that nobody plays, unless they were opened.
    fn retrieves(&self, areas: &[u8], events: &mut Vec<Event>) {
        let mut after = self.state.clone();
        events.iter().for_each(|event| self.rules.evolve(&mut after, event));
        let bare = |n: &&u8| {
            let hand = after.area(**n).and_then(|area| area.hand.as_ref());
            let wagered = after.wagers.iter().any(|w| w.area == **n && !w.kind.on_dice());
            **n != after.bank.chung && !wagered && hand.is_some_and(|hand| hand.plays() && !hand.opened)
        };
        let bits = areas.iter().filter(bare).fold(0u8, |bits, n| bits | 1 << (n - 1));
        if bits != 0 {
            events.push(self.event(hand::What::Retrieved { areas: bits }));
        }
    }

    pub(crate) fn void_wagers(&self, player: PlayerId) -> Decided {
        let by = self.power_or_last_word(Power::ActOnBreach)?;
        self.phase(&[Phase::Wall, Phase::Set, Phase::Match, Phase::Clear], "voiding wagers")?;
        self.named(player)?;
        let mut clauses = self.says(Step::WagersVoid);
        if clauses.is_empty() {
            clauses = by;
        }
        let void_wagers = || Event {
            what: What::Order(order::What::WagersVoid { player }),
            cites: clauses.clone(),
            moves: Moves::new(),
        };
        let settled = |w: &Wager| w.settled.is_some() && !w.kind.on_dice();
        let void =
            |w: &&Wager| w.player == player && (w.is_live() || self.rules.reads.void_settled && settled(w));
        if self.state.bank.is_held_by(player) && self.state.bank.method != Method::House {
            if self.state.phase == Phase::Clear && !self.rules.reads.void_settled {
                let message = format!("everything is paid, and what {player} won or lost as banker stays so");
                return Err(Refusal::new(
                    "void.settled",
                    self.rules.reads.void_after_payment.clone(),
                    message,
                ));
            }
            // A void bank leaves nothing to play against.
            let mut events = vec![void_wagers()];
            events.extend(self.voids_round(Cause::Breach, None));
            return Ok(events);
        }
        let own: Vec<&Wager> = self.state.wagers.iter().filter(void).collect();
        if own.is_empty() {
            if !self.rules.reads.void_settled
                && self.state.wagers.iter().any(|w| w.player == player && settled(w))
            {
                let message = format!("every wager of {player} is settled, and stays so");
                return Err(Refusal::new(
                    "void.settled",
                    self.rules.reads.void_after_payment.clone(),
                    message,
                ));
            }
            return Err(plain("wager.none", format!("{player} has no wager in this round")));
        }
        let mut events = vec![void_wagers()];
        if own.iter().any(|w| settled(w)) {
            events[0].cites = events[0].cites.and(&self.rules.reads.void_after_payment);
            let from = events.len();
            self.undoes(&own, &mut events);
            events[from..].iter_mut().for_each(|event| event.cites = clauses.clone());
        }
        let mut areas: Vec<u8> = own.iter().filter(|w| !w.kind.on_dice()).map(|w| w.area).collect();
        for wager in own {
            let mut event = self.gives_back(wager, Why::Void);
            event.cites = clauses.clone();
            events.push(event);
        }
        areas.dedup();
        self.follows_removal(&areas, &mut events);
        Ok(events)
    }

    /// Takes back how wagers were settled; where a player banks, also how every winner was paid, because
    /// the losing wagers have paid them.
    pub(crate) fn undoes(&self, own: &[&Wager], events: &mut Vec<Event>) {
        if let Some(moves) = &self.state.bank.settled {
            let back: Moves = moves.iter().rev().map(|step| step.back()).collect();
            events.push(self.moved(settle::What::BankReopened, back));
        }
        let shared = own.iter().any(|w| banked(self.state, w));
        let won = |w: &Wager| w.settled.is_some_and(|s| !s.won.is_zero());
        let is_own = |w: &Wager| own.iter().any(|other| std::ptr::eq(*other, w));
        let touched = |w: &Wager| {
            w.settled.is_some()
                && !w.kind.on_dice()
                && (is_own(w) || shared && banked(self.state, w) && won(w))
        };
        // Payments first, so that the losing wager area holds what then leaves it.
        for winners in [true, false] {
            let undone = self.state.wagers.iter().filter(|w| touched(w) && won(w) == winners);
            events.extend(undone.map(|wager| self.reopens(wager)));
        }
        for area in self.state.from_chung() {
            let open = self.state.area(area).and_then(|a| a.hand.as_ref()).is_some_and(|hand| hand.opened);
            if open && self.state.wagers.iter().any(|w| w.area == area && touched(w)) {
                events.push(self.event(settle::What::AreaReopened { area }));
            }
        }
    }
}
