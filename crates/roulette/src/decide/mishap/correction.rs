//! A wrong result put right: accounts frozen, the spin settled again, later spins' sequences with it.
//!
//! Compensating entries only. What a player no longer has stands on the House's adjustments account; what
//! a player who is gone should have had is held for them.
//! Clauses: rapid-roulette-2000 8.4; readings `re-result`, `revived-run`, `freeze-period`,
//! `how-far-back`, `drawn-ball`, `later-account`.

use crate::cite::cite;
use crate::decide::account::moves;
use crate::decide::{Decided, Turn, event, refuse};
use crate::event::mishap::What;
use crate::{Corrected, Dealing, Event, Fate, Phase, Record, Refated, Run, Shown, Step};
use game::{Cites, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::CorrectedWhile;

/// What a correction means for one player.
#[derive(Default)]
struct Change {
    /// More, or less, returned.
    returned: i64,
    /// More, or less, on the layout.
    layout: i64,
}

/// Changes by player, in order.
type Changes = std::collections::BTreeMap<PlayerId, Change>;

impl Turn<'_> {
    fn record(&self, spin: u32) -> Result<&Record, Refusal> {
        self.state.record(spin).ok_or_else(|| {
            let first = self.state.records.front().map(|record| record.spin);
            let message = match first {
                Some(first) if first + 1 == self.state.spin => {
                    format!("spin {spin} is not on record, spin {first} is")
                }
                Some(first) => {
                    format!("spin {spin} is not on record, spins {first} to {} are", self.state.spin - 1)
                }
                None => format!("spin {spin} is not on record, and no other is yet"),
            };
            Refusal::new("correct.no_record", cite(&self.rules.parameters.mishap.corrected), message)
        })
    }

    /// Whether somebody entered the results here, and so can have entered a wrong one.
    pub(crate) fn entered(&self) -> Result<(), Refusal> {
        if self.rules.setup().dealing != Dealing::House {
            return Ok(());
        }
        let message = "the house draws the ball here: nobody enters a result, and none can be put right; who \
                       calls it wrong goes to the regulator";
        Err(Refusal::new("ball.electronic", self.step(Step::DrawnBall).clone(), message))
    }

    pub(crate) fn freeze(&self, spin: u32) -> Decided {
        self.dealer()?;
        self.entered()?;
        self.thawed()?;
        let record = self.record(spin)?;
        if self.rules.parameters.mishap.corrected.value == CorrectedWhile::OpenAccounts {
            let open = |shown: &Shown| self.state.station_of(shown.player).is_some();
            if !record.shown.iter().any(open) {
                let message = format!("no account that wagered on spin {spin} is open any more");
                return refuse("correct.no_account", &cite(&self.rules.parameters.mishap.corrected), message);
            }
        }
        Ok(vec![event(What::Frozen { spin }, &cite(&self.rules.parameters.mishap.wrong_result_freezes))])
    }

    pub(crate) fn correct(&self, spin: u32, pocket: u8) -> Decided {
        self.dealer()?;
        self.entered()?;
        if self.state.frozen != Some(spin) {
            let message = match self.state.frozen {
                Some(other) => format!("accounts are frozen for spin {other}, not for spin {spin}"),
                None => format!("accounts have to be frozen for spin {spin} first"),
            };
            return refuse(
                "correct.not_frozen",
                &cite(&self.rules.parameters.mishap.wrong_result_freezes),
                message,
            );
        }
        let record = self.record(spin)?;
        self.pocket(pocket)?;
        let mut events = vec![self.resettled(record, pocket)];
        if matches!(self.state.phase, Phase::Wagering { .. }) {
            events.extend(self.next_period(self.step(Step::PeriodAfterFreeze), self.state.spin, false));
        }
        Ok(events)
    }

    /// What had become of every sequence that was running when a spin was settled.
    fn fates(&self, spin: u32) -> Vec<(PlayerId, Run, Fate)> {
        let mut fates = Vec::new();
        for record in self.state.records.iter().filter(|record| record.spin >= spin) {
            for shown in &record.shown {
                for ended in shown.runs.iter().filter(|ended| ended.run.first <= spin) {
                    let (hits, returned) = (ended.hits, ended.returned);
                    let fate = Fate::Ended { spin: record.spin, hits, returned };
                    fates.push((shown.player, ended.run, fate));
                }
            }
        }
        for (_, station, holder) in self.state.open() {
            let running = station.runs.iter().filter(|run| run.first <= spin);
            fates.extend(running.map(|run| (holder.player, *run, Fate::Running)));
        }
        let absent = self.state.absent.iter().filter(|absent| absent.run.first <= spin);
        fates.extend(absent.map(|absent| (absent.player, absent.run, Fate::Running)));
        fates
    }

    /// What becomes of a sequence that was unbroken before a spin, by the right results from there on. It
    /// runs on although its player has left: with the right result they could not have withdrawn it
    /// (readings `revived-run`, `leaving-run`).
    fn refate(&self, run: &Run, from: u32, pocket: u8) -> Fate {
        for record in self.state.records.iter().filter(|record| record.spin >= from) {
            let pocket = if record.spin == from { pocket } else { record.pocket };
            let fate = self.fate(run, record.spin, pocket);
            if fate != Fate::Running {
                return fate;
            }
        }
        Fate::Running
    }

    fn resettled(&self, record: &Record, pocket: u8) -> Event {
        let (spin, was) = (record.spin, record.pocket);
        let mut changes = Changes::new();
        for shown in &record.shown {
            let wagers = || shown.wagers.iter().map(|wager| (wager.spot, wager.amount.units()));
            let tally = |pocket| self.rules.layout.tally(wagers(), pocket).returned();
            changes.entry(shown.player).or_default().returned += tally(pocket) - tally(was);
        }
        let mut runs = Vec::new();
        for (player, run, was) in self.fates(spin) {
            let now = self.refate(&run, spin, pocket);
            if now == was {
                continue;
            }
            let change = changes.entry(player).or_default();
            let worth = |fate: Fate| match fate {
                Fate::Running => (0, run.amount.units()),
                Fate::Ended { returned, .. } => (returned.units(), 0),
            };
            let ((returned, layout), (returned_now, layout_now)) = (worth(was), worth(now));
            change.returned += returned_now - returned;
            change.layout += layout_now - layout;
            runs.push(Refated { player, run, was, now });
        }
        let mut moves = Moves::new();
        let mut accounts = Vec::new();
        for (player, change) in changes {
            let layout = Account::Layout(player);
            push(&mut moves, Account::Float, layout, change.layout);
            push(&mut moves, layout, Account::Float, -change.layout);
            let corrected = self.compensate(&mut moves, player, change.returned);
            if corrected.change != 0 {
                accounts.push(corrected);
            }
        }
        let later = |account: &Corrected| self.by_later_account(account, spin);
        let cites = if accounts.iter().any(later) {
            self.step(Step::Resettled).and(self.step(Step::LaterAccount))
        } else {
            self.step(Step::Resettled).clone()
        };
        Event::new(What::Resettled { spin, was, pocket, accounts, runs }, cites).moving(moves)
    }

    /// Whether an account pays that was opened after the spin (reading `later-account`).
    fn by_later_account(&self, account: &Corrected, spin: u32) -> bool {
        let owed = -account.change;
        owed > account.unrecovered && self.state.opened_after(account.player, spin)
    }

    /// Gives a player what is missing, or takes back what there is.
    fn compensate(&self, moves: &mut Moves, player: PlayerId, change: i64) -> Corrected {
        let present = self.state.station_of(player).is_some();
        let mut corrected = Corrected { player, change, unrecovered: 0, held: Amount::ZERO };
        if change > 0 {
            // What they still have from an earlier correction counts first.
            let kept = change.min(self.state.unrecovered(player).units());
            push(moves, Account::Float, Account::Adjustments, kept);
            corrected.unrecovered = -kept;
            let to = if present { Account::Player(player) } else { Account::Held(player) };
            push(moves, Account::Float, to, change - kept);
            corrected.held = if present { Amount::ZERO } else { Amount::of(change - kept) };
        } else {
            let mut owed = -change;
            for account in [Account::Held(player), Account::Player(player)] {
                let there = owed.min(self.state.ledger.balance(account));
                push(moves, account, Account::Float, there);
                owed -= there;
            }
            push(moves, Account::Adjustments, Account::Float, owed);
            corrected.unrecovered = owed;
        }
        corrected
    }

    /// Of what comes back to an account, what it owes since a result was put right (8.4, reading `re-result`);
    /// with the clauses of both.
    pub(crate) fn recover(&self, moved: &mut Moves, player: PlayerId, back: i64, cites: &Cites) -> Cites {
        let owed = back.min(self.state.owing(player).units());
        if owed <= 0 {
            return cites.clone();
        }
        moved.extend(moves(Account::Player(player), Account::Adjustments, owed));
        cites.and(&cite(&self.rules.parameters.mishap.wrong_result_freezes))
    }
}

fn push(moves: &mut Moves, from: Account, to: Account, units: i64) {
    if units > 0 {
        moves.push(Move::new(from, to, Amount::of(units)));
    }
}
