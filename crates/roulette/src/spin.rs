//! The spin: the period opens and ends, the ball is spun, its pocket entered, every station settled at once.
//!
//! Clauses: rapid-roulette-2000 3.5–3.7, 4.3(c), 5.1–5.6, 7.1–7.4, 8.1–8.3; readings `period-start`,
//! `short-aggregate`, `winning-stake`, `leading-run`, `no-spin-stands`, `no-spin-doubt`, `no-spin-when`,
//! `halted-ball`.

use crate::account::{self, holders, moves};
use crate::turn::{Answer, Turn, event, refuse};
use crate::{Event, Fate, Paid, Phase, Place, Run, RunEnd, Short, What, Why};
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
            return refuse("table.open", &self.game.clauses.opened, "the table is open already");
        }
        Ok(self.next_period(self.opened(), self.state.spin, true))
    }

    pub(crate) fn close_table(&self) -> Answer {
        self.dealer()?;
        let cites = &self.game.clauses.paid_out;
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
            return refuse("table.occupied", &self.game.clauses.absent, message);
        }
        self.thawed()?;
        if let Some(open) = self.state.claims.first() {
            let message = format!("claim {} of {} is not answered yet", open.claim, open.player);
            return refuse("table.claim_open", &self.game.clauses.claim, message);
        }
        if self.state.ball.is_some() {
            let message = format!("spin {} is under way, and its outcome is not entered", self.state.spin);
            return refuse("table.spinning", &self.game.clauses.entry, message);
        }
        // What a correction left for those who have gone is theirs (8.4): it does not stay with the table.
        let held = self.state.ledger.accounts().iter().filter_map(|(account, units)| match account {
            Account::Held(player) if *units > 0 => Some(self.held_paid(*player, *units)),
            _ => None,
        });
        Ok(held.chain([event(What::TableClosed, cites)]).collect())
    }

    /// What the length of a period rests on: the operator's word, or the book's.
    pub(crate) fn opened(&self) -> &Cites {
        let clauses = &self.game.clauses;
        if self.state.period.is_some() { &clauses.opened_set } else { &clauses.opened }
    }

    /// A new period, preceded by limits that were announced for now.
    pub(crate) fn next_period(&self, cites: &Cites, spin: u32, fresh: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let due =
            self.state.announced.iter().chain(&self.state.later).filter(|(at, _)| fresh && self.now >= *at);
        events.extend(due.map(|_| event(What::LimitsChanged, &self.game.clauses.limits)));
        let length = i64::from(self.game.period(self.state)) * 1000;
        let ends = Moment::new(self.now.milliseconds().saturating_add(length));
        events.push(event(What::PeriodOpened { spin, ends }, cites));
        events
    }

    /// The period ends: what shows counts, unless it comes to too little (reading `short-aggregate`).
    pub(crate) fn period_ended(&self) -> Event {
        let aggregate = self.state.limits.aggregate;
        let clauses = &self.game.clauses;
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
        let cites = if short.is_empty() { &clauses.ended } else { &clauses.ended_short };
        let cites = if owed.is_empty() { cites.clone() } else { cites.and(&owed) };
        Event { what: What::PeriodEnded { spin: self.state.spin, short }, cites, moves }
    }

    /// Only refusals: a period whose time is over is ended before any command is looked at.
    pub(crate) fn end_period(&self) -> Answer {
        self.clock()?;
        self.thawed()?;
        let Phase::Wagering { ends } = self.state.phase else {
            let message = format!("no wagering period for spin {} runs", self.state.spin);
            return refuse("period.ended", &self.game.clauses.closed, message);
        };
        let message = format!("the wagering period runs until {ends}, and it is {}", self.now);
        refuse("period.running", self.opened(), message)
    }

    pub(crate) fn spin(&self) -> Answer {
        self.dealer()?;
        self.thawed()?;
        let clauses = &self.game.clauses;
        let early = match self.state.phase {
            Phase::Wagering { .. } => true,
            Phase::Closed => false,
            _ => {
                let message = "the ball is spun once a wagering period has begun, and none has";
                return refuse("spin.no_period", &clauses.spun, message);
            }
        };
        if self.state.ball.is_some() {
            let message = format!("the ball of spin {} is on its way already", self.state.spin);
            return refuse("spin.again", &clauses.spun, message);
        }
        if early && !self.game.rules.period.spin_before_end.value {
            return refuse("spin.early", &clauses.spun_early, "the wagering period still runs");
        }
        let cites = if early { &clauses.spun_early } else { &clauses.spun_late };
        Ok(vec![event(What::Spun { spin: self.state.spin, early }, cites)])
    }

    /// Whether an outcome may be entered, whatever it is.
    pub(crate) fn may_enter(&self) -> Result<(), Refusal> {
        self.dealer()?;
        self.thawed()?;
        let (clauses, spin) = (&self.game.clauses, self.state.spin);
        if self.state.phase == Phase::Halted {
            let message = format!(
                "expected the system restored and the ball of spin {spin} spun anew: the system has failed"
            );
            return refuse("outcome.not_spun", &clauses.entry.and(&clauses.halted_ball), message);
        }
        if self.state.ball.is_none() {
            let message =
                format!("expected the ball of spin {spin} to be spun first, in this period or after it");
            return refuse("outcome.not_spun", &clauses.entry, message);
        }
        if let Phase::Wagering { ends } = self.state.phase {
            let message = format!("an outcome before the period's end at {ends}: expected \"no spin\"");
            return refuse("outcome.early", &clauses.settled_early, message);
        }
        if let Some((id, ..)) = self.state.open().find(|(_, station, _)| station.in_doubt) {
            let message = format!("what was wagered on {id} is in doubt and has to be established first");
            return refuse("outcome.in_doubt", &clauses.confirmed, message);
        }
        Ok(())
    }

    pub(crate) fn enter(&self, pocket: Option<u8>) -> Answer {
        self.may_enter()?;
        let Some(pocket) = pocket else {
            let cites = self.game.clauses.entry.clone();
            return Err(Refusal::no_chance(cites, "the pocket in which the ball rests"));
        };
        self.pocket(pocket)?;
        let mut events = Vec::with_capacity(2);
        events.push(self.settled(pocket));
        events.extend(self.absent_ended(pocket));
        events.extend(self.next_period(self.opened(), self.state.spin + 1, true));
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
        let clauses = &game.clauses;
        let cites = match (pocket == 0, ran) {
            (false, false) => &clauses.settled,
            (true, false) => &clauses.settled_zero,
            (false, true) => &clauses.settled_runs,
            (true, true) => &clauses.settled_zero_runs,
        };
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
            let cites = game.run_cites(run.numbers.count(), hits).and(&game.clauses.absent);
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
        let (clauses, spin) = (&self.game.clauses, self.state.spin);
        let Some(early) = self.state.ball else {
            let message = format!(
                "expected a ball on its way: none of spin {spin} is, and a result is put right, not called off"
            );
            return refuse("no_spin.not_spun", &clauses.no_ball, message);
        };
        let Some(cites) = clauses.no_spin.get(ground) else {
            let known: Vec<&str> = clauses.no_spin.keys().map(String::as_str).collect();
            let message = format!("expected one of {}, got \"{ground}\"", known.join(", "));
            return refuse("no_spin.no_ground", &clauses.no_spin_call, message);
        };
        if !self.grounds(early).any(|known| known == ground) {
            let message = "the ball was spun after the period had ended, so it cannot have settled before";
            return refuse("no_spin.not_early", &clauses.settled_early, message);
        }
        // What is in doubt is made out all the same (reading `no-spin-doubt`): when makes no difference.
        let doubt = self.state.open().any(|(_, station, _)| station.in_doubt);
        let cites = if doubt && !returned { cites.and(&clauses.doubt_stays) } else { cites.clone() };
        let mut events = vec![event(What::NoSpin { spin, ground: ground.to_string() }, &cites)];
        if returned {
            for (id, station, _) in self.state.open() {
                let back = self.returned(id, Why::NoSpin, &clauses.reopened);
                let nothing = || self.had_nothing(id, &clauses.reopened).filter(|_| station.in_doubt);
                events.extend(back.or_else(nothing));
            }
        }
        events.extend(self.next_period(&self.though_frozen(&clauses.reopened), spin, false));
        Ok(events)
    }

    /// The grounds that can apply to a ball, spun while wagers were taken or after.
    pub(crate) fn grounds(&self, early: bool) -> impl Iterator<Item = &str> {
        let grounds = self.game.rules.no_spin.iter();
        let settled_early = self.game.clauses.settled_early.first();
        grounds
            .filter(move |ground| early || Some(ground.clause.to_string().as_str()) != settled_early)
            .map(|ground| ground.ground.as_str())
    }
}
