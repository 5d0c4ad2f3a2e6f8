//! The clauses that each event and each refusal rests on, made once for a table.
//!
//! Where the book's parameters name their clauses these are taken; where a rule has no parameter its
//! clause is named here, and left out if the book has no such clause.

use game::Cites;
use rulebook::{BetKind, Book, Citation, Cited, RouletteBet, RouletteRules, RunPay, SpinSequence};
use std::collections::BTreeMap;

/// What every happening and every refusal rests on.
#[derive(Clone, Debug)]
pub struct Clauses {
    pub activated: Cites,
    pub topped_up: Cites,
    pub noted: Cites,
    pub placed: Cites,
    pub placed_run: Cites,
    pub trimmed_step: Cites,
    pub trimmed_most: Cites,
    pub trimmed_run: Cites,
    pub taken: Cites,
    pub moved: Cites,
    pub opened: Cites,
    pub opened_set: Cites,
    pub reopened: Cites,
    pub thawed: Cites,
    pub ended: Cites,
    pub ended_short: Cites,
    pub spun: Cites,
    pub spun_early: Cites,
    pub spun_late: Cites,
    pub settled: Cites,
    pub settled_zero: Cites,
    pub lost: Cites,
    pub settled_runs: Cites,
    pub settled_zero_runs: Cites,
    pub no_spin: BTreeMap<String, Cites>,
    pub no_spin_call: Cites,
    pub settled_early: Cites,
    pub frozen: Cites,
    pub resettled: Cites,
    pub held: Cites,
    pub recovered: Cites,
    pub later_account: Cites,
    pub faulty_frozen: Cites,
    pub halted_ball: Cites,
    pub no_ball: Cites,
    pub anew: Cites,
    pub one_sign: Cites,
    pub drawn_claim: Cites,
    pub claim_gone: Cites,
    pub claim_upheld: Cites,
    pub broken_tender: Cites,
    pub broken_notes: Cites,
    pub others_touch: Cites,
    pub doubt_first: Cites,
    pub sent_back: Cites,
    pub shut_account: Cites,
    pub tokens: Cites,
    pub touch: Cites,
    pub had: Cites,
    pub had_run: Cites,
    pub no_street: Cites,
    pub zero_wins: Cites,
    pub zero_loses: Cites,
    pub absent: Cites,
    pub how_far: Cites,
    pub drawn_ball: Cites,
    pub house_record: Cites,
    pub display: Cites,
    pub station_void: Cites,
    pub station_doubt: Cites,
    pub system_void: Cites,
    pub system_doubt: Cites,
    pub doubt_stays: Cites,
    pub confirmed: Cites,
    pub unproved: Cites,
    pub restored: Cites,
    pub restored_station: Cites,
    pub claim: Cites,
    pub leaving: Cites,
    pub withdrawn: Cites,
    pub dismissed: Cites,
    pub paid_out: Cites,
    pub period: Cites,
    pub period_set: Cites,
    pub limits: Cites,
    pub notice: Cites,
    pub stations: Cites,
    pub dealer: Cites,
    pub operator: Cites,
    pub control: Cites,
    pub one_station: Cites,
    pub credit: Cites,
    pub no_bet: Cites,
    pub no_sequence: Cites,
    pub pockets: Cites,
    pub below: Cites,
    pub closed: Cites,
    pub running: Cites,
    pub not_open: Cites,
    pub halted: Cites,
    pub broken: Cites,
    pub system: Cites,
    pub bounds: Cites,
    pub full: Cites,
    pub payable: Cites,
    pub credit_run: Cites,
    pub put_on_record: Cites,
    pub feeding: Cites,
    pub leaver: Cites,
    pub permitted: Cites,
    pub whole: Cites,
    pub entry: Cites,
    pub buy_in: Cites,
    pub open_station: Cites,
    pub many_runs: Cites,
    pub in_force: Cites,
    /// For each spot of the layout, in its order.
    pub spots: Vec<Cites>,
    /// For each sequence, for a run of no hits, one, two, ….
    pub runs: Vec<Vec<Cites>>,
}

/// Makes citations of one book.
struct Citing<'b>(&'b Book);

impl Citing<'_> {
    /// Clauses by number, as far as the book has them, and readings by id, as far as it has them.
    fn of(&self, clauses: &[&str], readings: &[&str]) -> Cites {
        let clauses = clauses.iter().filter(|clause| self.0.register.get(clause).is_some());
        let clauses = clauses.map(|clause| format!("{} {clause}", self.0.id));
        let readings = readings.iter().filter(|reading| self.0.reading(reading).is_some());
        Cites::new(clauses.chain(readings.map(|reading| format!("reading {reading}"))))
    }

    /// By which clauses and readings a bet covers what it covers, and pays what it pays.
    fn spot(&self, bet: &RouletteBet, place: usize, covers: &[u8]) -> Cites {
        let zero = covers.first() == Some(&0);
        let (nth, reading) = match bet.kind {
            BetKind::Street if zero => (if covers.get(1) == Some(&1) { 1 } else { 2 }, None),
            BetKind::Street => (3, None),
            BetKind::Column => (1 + place, None),
            BetKind::Split if zero => (1, None),
            BetKind::Corner if zero => (0, None),
            BetKind::Split | BetKind::Corner | BetKind::SixLine => (0, Some("standard-layout")),
            BetKind::Red | BetKind::Black => (0, Some("standard-wheel")),
            BetKind::StraightUp
            | BetKind::Dozen
            | BetKind::Low
            | BetKind::High
            | BetKind::Even
            | BetKind::Odd => (0, None),
        };
        let clauses = bet.clauses.iter().take(1).chain(bet.clauses.get(nth));
        Cites::new(clauses.map(Citation::to_string)).and(&self.of(&[], reading.as_slice()))
    }

    /// What a parameter rests on.
    fn says<T>(&self, parameter: &Cited<T>) -> Cites {
        Cites::shared(parameter.texts().clone())
    }
}

impl Clauses {
    /// The clauses of a book.
    pub fn new(book: &Book, rules: &RouletteRules) -> Self {
        let cite = Citing(book);
        let own = |clauses: &[&str]| cite.of(clauses, &[]);
        let (limits, mishap, period) = (&rules.limits, &rules.mishap, &rules.period);
        let settled = cite.of(
            &["5.5(b)", "5.6(a)", "5.6(b)(i)", "5.6(b)(ii)", "3.5", "3.7(a)", "3.7(b)", "7.1"],
            &["winning-stake"],
        );
        let zero = own(&["7.3(a)", "7.3(b)"]);
        let runs = cite.of(&["7.4"], &["leading-run", "quad-half"]);
        let placed = own(&["3.1", "3.3", "7.1"]);
        let spots = rules.bets.iter().flat_map(|bet| {
            let (cite, placed) = (&cite, bet.placements.iter().enumerate());
            placed.map(move |(place, covers)| cite.spot(bet, place, covers))
        });
        let leading = cite.of(&[], &["leading-run"]);
        let run = |sequence: &SpinSequence| {
            let none = Cites::new(sequence.clauses.iter().take(1).map(Citation::to_string));
            let paid = |run: &RunPay| Cites::new([run.clause.to_string()]).and(&leading);
            [none].into_iter().chain(sequence.pays.iter().map(paid)).collect()
        };
        let no_spin_call =
            own(&["8.1"]).and(&cite.says(&mishap.no_spin_wagers)).and(&cite.says(&mishap.no_spin_advances));
        let no_spin = rules.no_spin.iter().map(|ground| {
            let clause = Cites::new([ground.clause.to_string()]);
            (ground.ground.clone(), clause.and(&no_spin_call))
        });
        Self {
            activated: own(&["6.3(a)", "6.3(b)", "6.1", "1.5"]),
            topped_up: own(&["6.5(a)"]),
            noted: cite.of(&["6.4", "6.5(b)"], &["note-control"]),
            placed_run: own(&["3.2", "3.3", "7.4"]),
            trimmed_step: cite.says(&limits.between_steps),
            trimmed_most: cite.says(&limits.above_maximum),
            trimmed_run: cite.says(&limits.between_steps).and(&cite.of(&[], &["whole-pay"])),
            taken: own(&["3.3(b)", "3.6"]),
            moved: own(&["3.3(a)", "3.6"]),
            placed,
            opened: cite.says(&period.seconds),
            opened_set: cite.says(&period.may_be_set).and(&cite.of(&[], &["period-start"])),
            reopened: cite.says(&mishap.no_spin_wagers).and(&own(&["5.1"])),
            thawed: cite.of(&["8.4", "5.1"], &["freeze-period"]),
            ended: own(&["3.6", "3.5"]),
            ended_short: cite.says(&limits.short_aggregate).and(&own(&["3.6"])),
            spun: own(&["5.4(a)", "5.4(b)"]),
            spun_early: cite.says(&period.spin_before_end),
            spun_late: own(&["5.4(b)"]),
            settled_zero: settled.and(&zero),
            lost: own(&["3.7(a)"]),
            settled_runs: settled.and(&runs),
            settled_zero_runs: settled.and(&zero).and(&runs),
            settled,
            no_spin: no_spin.collect(),
            no_spin_call,
            settled_early: own(&["8.1(f)"]),
            frozen: cite.says(&mishap.wrong_result_freezes),
            resettled: cite.says(&mishap.wrong_result_freezes).and(&cite.of(&[], &["revived-run"])),
            absent: cite.of(&["8.4", "7.4"], &["revived-run"]),
            how_far: cite.says(&mishap.corrected),
            drawn_ball: cite.of(&["8.4"], &["drawn-ball"]),
            house_record: cite.of(&["8.7(b)", "8.8(b)"], &["house-record"]),
            recovered: cite.says(&mishap.wrong_result_freezes),
            later_account: cite.of(&["8.4"], &["later-account"]),
            faulty_frozen: cite.of(&["8.4"], &["freeze-period"]),
            halted_ball: cite.of(&[], &["halted-ball"]),
            no_ball: cite.of(&["8.1", "8.3"], &["no-spin-when"]),
            anew: cite.of(&["8.7(a)"], &["restored-station"]),
            one_sign: cite.of(&["4.1"], &["one-sign"]),
            drawn_claim: cite.of(&["8.5", "8.4"], &["drawn-ball"]),
            claim_gone: cite.of(&["8.5"], &["claim-gone"]),
            claim_upheld: cite.of(&["8.5"], &["claim-upheld"]),
            broken_tender: cite.of(&[], &["broken-tender"]),
            broken_notes: cite.of(&["6.4"], &["broken-tender"]),
            others_touch: cite.of(&["3.1", "3.4"], &["who-touches"]),
            doubt_first: cite.of(&[], &["doubt-waits"]),
            sent_back: cite.of(&["6.6(b)"], &["sent-away"]),
            shut_account: cite.of(&["6.2"], &["shut-table"]),
            tokens: cite.of(&["6.7(a)"], &["authorised-tokens"]),
            touch: own(&["3.4", "3.8"]),
            had: own(&["3.1", "3.5"]),
            had_run: own(&["3.2", "3.5"]),
            no_street: own(&["7.1", "3.8", "7.2(b)(i)", "7.2(b)(ii)", "7.2(b)(iii)"]),
            zero_wins: own(&["7.3(a)"]),
            zero_loses: own(&["7.3(b)"]),
            held: cite.of(&["8.4", "6.7(a)"], &["re-result"]),
            display: cite.says(&mishap.display_counts),
            station_void: cite.says(&mishap.station_before).and(&cite.of(&[], &["fault-run"])),
            station_doubt: cite.says(&mishap.station_after),
            system_void: cite.says(&mishap.system_before).and(&cite.of(&[], &["fault-run"])),
            system_doubt: cite.says(&mishap.system_after),
            doubt_stays: cite.of(&["8.7(b)", "8.8(b)", "8.9"], &["no-spin-doubt"]),
            confirmed: cite.of(&["8.7(b)", "8.8(b)"], &["doubt-waits"]),
            unproved: cite.says(&mishap.unproved),
            restored: cite.of(&["1.6", "8.8(a)"], &["period-start"]),
            restored_station: own(&["1.6"]),
            claim: own(&["8.5"]),
            leaving: cite.of(&["6.6(a)"], &["leaving", "leaving-run"]),
            withdrawn: cite.of(&["6.6(a)", "6.6(b)"], &["leaving"]),
            dismissed: cite.of(&["6.6(b)"], &["leaving", "leaving-run"]),
            paid_out: own(&["6.7(a)", "6.7(b)"]),
            period_set: cite.says(&period.may_be_set).and(&cite.of(&["5.2"], &["operator-voice"])),
            period: cite.says(&period.may_be_set).and(&own(&["5.2"])),
            limits: cite.of(&["1.1#SGC(a)", "4.1"], &["limits-between"]),
            notice: cite.says(&limits.raise_notice),
            stations: cite.says(&rules.table.stations),
            dealer: own(&["1.1#Dealer", "1.2"]),
            operator: cite.of(&["5.1"], &["operator-voice"]),
            control: own(&["3.4"]),
            one_station: cite.of(&["6.3(a)"], &["one-station"]),
            credit: own(&["3.1"]),
            credit_run: own(&["3.2"]),
            no_bet: cite.of(&["7.1", "3.8"], &["standard-layout"]),
            no_sequence: own(&["7.4", "3.8"]),
            pockets: own(&["2.3", "7.2(a)"]),
            below: cite.says(&limits.below_minimum),
            closed: cite.says(&period.change_after_end),
            not_open: cite.of(&["3.1", "1.1#wagering period"], &["period-start"]),
            halted: own(&["8.8(a)"]),
            broken: own(&["8.7(a)", "8.7(b)"]),
            system: own(&["8.8(a)", "8.8(b)"]),
            bounds: cite.of(&[], &["system-bounds"]),
            full: cite.of(&["6.5(a)"], &["system-bounds"]),
            payable: cite.of(&["1.1#SGC(a)"], &["system-bounds"]),
            put_on_record: own(&["8.7(b)", "8.8(b)", "8.9"]),
            feeding: own(&["6.2", "6.4"]),
            leaver: own(&["6.6(a)"]),
            permitted: own(&["1.1#SGC(a)", "4.1"]),
            whole: cite.of(&["7.4#Quad(1)"], &["whole-pay"]),
            running: own(&["3.2", "3.6"]),
            entry: own(&["5.5(b)", "5.4(b)"]),
            buy_in: cite.says(&rules.account.buy_in),
            open_station: own(&["1.5"]),
            many_runs: cite.of(&["3.2"], &["many-runs"]),
            in_force: own(&["Notice#2"]),
            spots: spots.collect(),
            runs: rules.sequences.iter().map(run).collect(),
        }
    }
}
