//! The spin: the period opens and ends, the ball is spun, its pocket entered, every station settled at once.
//!
//! Clauses: rapid-roulette-2000 3.5–3.7, 4.3(c), 5.1–5.6, 7.1–7.4, 8.1–8.3; readings `period-start`,
//! `short-aggregate`, `winning-stake`, `leading-run`, `no-spin-stands`, `no-spin-doubt`, `no-spin-when`,
//! `halted-ball`.

use crate::account::{self, holders, moves};
use crate::cite::{SETTLED_EARLY, cite};
use crate::turn::{Answer, Turn, event, refuse};
use crate::{Event, Fate, Paid, Phase, Place, Run, RunEnd, Short, Step, What, Why};
use game::{Cites, Moment, Refusal};
use money::{Account, Amount, Move, Moves};
use rulebook::AfterNoSpin;

/// What one player's settlement moves: the layout gives up its stakes, the House pays or collects the rest.
pub(crate) fn settle(moves: &mut Moves, player: money::PlayerId, staked: i64, returned: i64) {
    let (layout, credit) = (Account::Layout(player), Account::Player(player));
    let back = staked.min(returned);
    if back > 0 {
        moves.push(Move::new(layout, credit, Amount::of(back)));
    }
    if returned > staked {
        moves.push(Move::new(Account::Float, credit, Amount::of(returned - staked)));
    } else if staked > returned {
        moves.push(Move::new(layout, Account::Float, Amount::of(staked - returned)));
    }
}

impl Turn<'_> {
    pub(crate) fn open_table(&self) -> Answer {
        self.dealer()?;
        if self.state.phase != Phase::Shut {
            return refuse("table.open", &cite(&self.game.rules.period.seconds), "the table is open already");
        }
        Ok(self.next_period(&self.opened(), self.state.spin, true))
    }

    pub(crate) fn close_table(&self) -> Answer {
        self.dealer()?;
        let cites = self.step(Step::TableClosed);
        let players = holders(self.state);
        if let Some(player) = players.first() {
            let message = match players.len() {
                1 => format!("the account of {player} is active"),
                more => format!("{more} accounts are active, {player}'s the first"),
            };
            return refuse("table.occupied", cites, message);
        }
        if let Some(absent) = self.state.absent.first() {
            let run = self.game.place_name(Place::Run(absent.run.numbers));
            let message = format!("{run} of {} still runs", absent.player);
            return refuse("table.occupied", self.step(Step::AbsentEnded), message);
        }
        self.thawed()?;
        if let Some(open) = self.state.claims.first() {
            let message = format!("claim {} of {} is not answered yet", open.claim, open.player);
            return refuse("table.claim_open", self.step(Step::Claimed), message);
        }
        if self.state.ball.is_some() {
            let message = format!("spin {} is under way, and its outcome is not entered", self.state.spin);
            return refuse("table.spinning", self.step(Step::OutcomeEntered), message);
        }
        // What a correction left for those who have gone is theirs (8.4): it does not stay with the table.
        let held = self.state.ledger.accounts().iter().filter_map(|(account, units)| match account {
            Account::Held(player) if *units > 0 => Some(self.held_paid(*player, *units)),
            _ => None,
        });
        Ok(held.chain([event(What::TableClosed, cites)]).collect())
    }

    /// What the length of a period rests on: the operator's word, or the book's.
    pub(crate) fn opened(&self) -> Cites {
        match self.state.period {
            Some(_) => self.step(Step::PeriodOpenedAsSet).clone(),
            None => cite(&self.game.rules.period.seconds),
        }
    }

    /// A new period, preceded by limits that were announced for now.
    pub(crate) fn next_period(&self, cites: &Cites, spin: u32, fresh: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let due =
            self.state.announced.iter().chain(&self.state.later).filter(|(at, _)| fresh && self.now >= *at);
        events.extend(due.map(|_| event(What::LimitsChanged, self.step(Step::LimitsChanged))));
        let length = i64::from(self.game.period(self.state)) * 1000;
        let ends = Moment::new(self.now.milliseconds().saturating_add(length));
        events.push(event(What::PeriodOpened { spin, ends }, cites));
        events
    }

    /// The period ends: what shows counts, unless it comes to too little (reading `short-aggregate`).
    pub(crate) fn period_ended(&self) -> Event {
        let aggregate = self.state.limits.aggregate;
        let mut short = Vec::new();
        let mut moves = Moves::new();
        let mut owed = Cites::default();
        for (station, at, holder) in self.state.open() {
            let amount: Amount = at.wagers.iter().map(|wager| wager.amount).sum();
            if amount < aggregate && !amount.is_zero() {
                let player = holder.player;
                short.push(Short { station, player, amount });
                moves.push(Move::new(Account::Layout(player), Account::Player(player), amount));
                owed = self.recover(&mut moves, player, amount.units(), &owed);
            }
        }
        let cites =
            if short.is_empty() { self.step(Step::PeriodEnded) } else { self.step(Step::PeriodEndedShort) };
        let cites = if owed.is_empty() { cites.clone() } else { cites.and(&owed) };
        Event { what: What::PeriodEnded { spin: self.state.spin, short }, cites, moves }
    }

    /// Only refusals: a period whose time is over is ended before any command is looked at.
    pub(crate) fn end_period(&self) -> Answer {
        self.clock()?;
        self.thawed()?;
        let Phase::Wagering { ends } = self.state.phase else {
            let message = format!("no wagering period for spin {} runs", self.state.spin);
            return refuse("period.ended", &cite(&self.game.rules.period.change_after_end), message);
        };
        let message = format!("the wagering period runs until {ends}, and it is {}", self.now);
        refuse("period.running", &self.opened(), message)
    }

    pub(crate) fn spin(&self) -> Answer {
        self.dealer()?;
        self.thawed()?;
        let early = match self.state.phase {
            Phase::Wagering { .. } => true,
            Phase::Closed => false,
            _ => {
                let message = "the ball is spun once a wagering period has begun, and none has";
                return refuse("spin.no_period", self.step(Step::SpinOnce), message);
            }
        };
        if self.state.ball.is_some() {
            let message = format!("the ball of spin {} is on its way already", self.state.spin);
            return refuse("spin.again", self.step(Step::SpinOnce), message);
        }
        if early && !self.game.rules.period.spin_before_end.value {
            return refuse(
                "spin.early",
                &cite(&self.game.rules.period.spin_before_end),
                "the wagering period still runs",
            );
        }
        let cites = if early {
            &cite(&self.game.rules.period.spin_before_end)
        } else {
            self.step(Step::SpunAfterEnd)
        };
        Ok(vec![event(What::Spun { spin: self.state.spin, early }, cites)])
    }

    /// Whether an outcome may be entered, whatever it is.
    pub(crate) fn may_enter(&self) -> Result<(), Refusal> {
        self.dealer()?;
        self.thawed()?;
        let spin = self.state.spin;
        if self.state.phase == Phase::Halted {
            let message = format!(
                "expected the system restored and the ball of spin {spin} spun anew: the system has failed"
            );
            return refuse(
                "outcome.not_spun",
                &self.step(Step::OutcomeEntered).and(self.step(Step::HaltedBall)),
                message,
            );
        }
        if self.state.ball.is_none() {
            let message =
                format!("expected the ball of spin {spin} to be spun first, in this period or after it");
            return refuse("outcome.not_spun", self.step(Step::OutcomeEntered), message);
        }
        if let Phase::Wagering { ends } = self.state.phase {
            let message = format!("an outcome before the period's end at {ends}: expected \"no spin\"");
            return refuse("outcome.early", self.game.cites.settled_early(), message);
        }
        if let Some((id, ..)) = self.state.open().find(|(_, station, _)| station.in_doubt) {
            let message = format!("what was wagered on {id} is in doubt and has to be established first");
            return refuse("outcome.in_doubt", self.step(Step::Established), message);
        }
        Ok(())
    }

    pub(crate) fn enter(&self, pocket: Option<u8>) -> Answer {
        self.may_enter()?;
        let Some(pocket) = pocket else {
            let cites = self.step(Step::OutcomeEntered).clone();
            return Err(Refusal::no_chance(cites, "the pocket in which the ball rests"));
        };
        self.pocket(pocket)?;
        let mut events = Vec::with_capacity(2);
        events.push(self.settled(pocket));
        events.extend(self.absent_ended(pocket));
        events.extend(self.next_period(&self.opened(), self.state.spin + 1, true));
        Ok(events)
    }

    /// Every station's wagers, settled by one pocket.
    fn settled(&self, pocket: u8) -> Event {
        let (game, spin) = (self.game, self.state.spin);
        let mut paid = Vec::with_capacity(self.state.stations.len());
        let mut moves = Moves::with_capacity(self.state.stations.len() * 2);
        let mut ran = false;
        let mut owed = Cites::default();
        for (station, at, holder) in self.state.open() {
            if !at.is_live() {
                continue;
            }
            let wagers = at.wagers.iter().map(|wager| (wager.spot, wager.amount.units()));
            let mut tally = game.layout.tally(wagers, pocket);
            let mut runs = Vec::new();
            for run in &at.runs {
                if let Fate::Ended { hits, returned, .. } = self.fate(run, spin, pocket) {
                    runs.push(RunEnd { run: *run, hits, returned });
                    tally.staked += run.amount.units();
                    let kept = if returned.is_zero() { 0 } else { run.amount.units() };
                    tally.kept += kept;
                    tally.won += returned.units() - kept;
                }
            }
            if tally.staked == 0 {
                continue;
            }
            ran |= !runs.is_empty();
            settle(&mut moves, holder.player, tally.staked, tally.returned());
            owed = self.recover(&mut moves, holder.player, tally.returned(), &owed);
            let (staked, won) = (Amount::of(tally.staked), Amount::of(tally.won));
            let kept = Amount::of(tally.kept);
            paid.push(Paid { station, player: holder.player, staked, won, kept, runs });
        }
        let cites = game.cites.settled(pocket == 0, ran);
        let cites = if owed.is_empty() { cites.clone() } else { cites.and(&owed) };
        Event { what: What::Settled { spin, pocket, paid }, cites, moves }
    }

    /// The sequences that end although their players have left: what they win is held, less what those
    /// players have already (readings `revived-run`, `re-result`).
    fn absent_ended(&self, pocket: u8) -> Vec<Event> {
        let (game, spin) = (self.game, self.state.spin);
        let mut events = Vec::new();
        let mut counted = std::collections::BTreeMap::new();
        for absent in &self.state.absent {
            let (player, run) = (absent.player, absent.run);
            let Fate::Ended { hits, returned, .. } = self.fate(&run, spin, pocket) else { continue };
            let left = counted.entry(player).or_insert_with(|| self.state.unrecovered(player).units());
            let kept = returned.units().min(*left);
            *left -= kept;
            let mut moves = moves(Account::Layout(player), Account::Float, run.amount.units());
            moves.extend(account::moves(Account::Float, Account::Adjustments, kept));
            moves.extend(account::moves(Account::Float, Account::Held(player), returned.units() - kept));
            let ended = RunEnd { run, hits, returned };
            let what = What::AbsentEnded { spin, player, ended, kept: Amount::of(kept) };
            let cites = game.run_cites(run.numbers.count(), hits).and(game.step(Step::AbsentEnded));
            events.push(Event { what, cites, moves });
        }
        events
    }

    /// What becomes of a sequence, unbroken so far, in a spin (reading `leading-run`).
    pub(crate) fn fate(&self, run: &Run, spin: u32, pocket: u8) -> Fate {
        let Some(number) = run.number_for(spin) else { return Fate::Running };
        let before = u8::try_from(spin - run.first).unwrap_or(u8::MAX);
        let hits = if number == pocket { before + 1 } else { before };
        if hits > before && hits < run.numbers.count() {
            return Fate::Running;
        }
        let sequences = &self.game.rules.sequences;
        let sequence = sequences.iter().find(|sequence| sequence.spins == run.numbers.count());
        let returned = sequence
            .and_then(|sequence| sequence.pays(hits))
            .map_or(Amount::ZERO, |paid| run.amount.times(paid.pays.num(), paid.pays.den()) + run.amount);
        Fate::Ended { spin, hits, returned }
    }

    pub(crate) fn call_no_spin(&self, ground: &str) -> Answer {
        self.dealer()?;
        // The call is a duty whatever is frozen (8.1); accounts move only where wagers go back.
        let returned = self.game.rules.mishap.no_spin_wagers.value == AfterNoSpin::Returned;
        if returned {
            self.thawed()?;
        }
        let spin = self.state.spin;
        let Some(early) = self.state.ball else {
            let message = format!(
                "expected a ball on its way: none of spin {spin} is, and a result is put right, not called off"
            );
            return refuse("no_spin.not_spun", self.step(Step::NoBall), message);
        };
        let known = || self.game.rules.no_spin.iter().map(|known| known.ground.as_str());
        let place = known().position(|known| known == ground);
        let Some(cites) = place.and_then(|place| self.game.cites.ground(place)) else {
            let mut known: Vec<&str> = known().collect();
            known.sort_unstable();
            let message = format!("expected one of {}, got \"{ground}\"", known.join(", "));
            return refuse("no_spin.no_ground", self.step(Step::NoSpin), message);
        };
        if !self.grounds(early).any(|known| known == ground) {
            let message = "the ball was spun after the period had ended, so it cannot have settled before";
            return refuse("no_spin.not_early", self.game.cites.settled_early(), message);
        }
        // What is in doubt is made out all the same (reading `no-spin-doubt`): when makes no difference.
        let doubt = self.state.open().any(|(_, station, _)| station.in_doubt);
        let cites = if doubt && !returned { cites.and(self.step(Step::DoubtStays)) } else { cites.clone() };
        let mut events = vec![event(What::NoSpin { spin, ground: ground.to_string() }, &cites)];
        if returned {
            for (id, station, _) in self.state.open() {
                let back = self.returned(id, Why::NoSpin, self.step(Step::PeriodReopened));
                let nothing =
                    || self.had_nothing(id, self.step(Step::PeriodReopened)).filter(|_| station.in_doubt);
                events.extend(back.or_else(nothing));
            }
        }
        events.extend(self.next_period(&self.though_frozen(self.step(Step::PeriodReopened)), spin, false));
        Ok(events)
    }

    /// The grounds that can apply to a ball, spun while wagers were taken or after.
    pub(crate) fn grounds(&self, early: bool) -> impl Iterator<Item = &str> {
        let grounds = self.game.rules.no_spin.iter();
        grounds.map(|ground| ground.ground.as_str()).filter(move |ground| early || *ground != SETTLED_EARLY)
    }
}
