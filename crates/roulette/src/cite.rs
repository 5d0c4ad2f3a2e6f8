//! The clauses that the steps, bets and sequences of one table rest on, made once for the table.
//!
//! Where the book's parameters name their clauses, those are taken; what a step adds stands in the book's
//! `steps.toml`. No clause number stands here.

use crate::Step;
use game::Cites;
use rulebook::{
    BetKind, Citation, Cited, Method, RouletteBet, RouletteBook, RouletteRules, RunPay, SpinSequence,
};

/// The ground of "no spin" that only a ball can have which was spun while wagers were taken.
pub(crate) const SETTLED_EARLY: &str = "settled-early";

/// What everything that can happen at a table rests on.
#[derive(Clone, Debug)]
pub(crate) struct StepCites {
    /// For each step, in the order of [`Step::ALL`].
    steps: Vec<Cites>,
    /// For a settled spin: with or without 0, with or without sequences that ended.
    settled: [[Cites; 2]; 2],
    /// For each ground of "no spin", in the book's order.
    grounds: Vec<Cites>,
    /// For the ground [`SETTLED_EARLY`] alone.
    settled_early: Cites,
    /// For each spot of the layout, in its order.
    spots: Vec<Cites>,
    /// For each sequence, for a run of no hits, one, two, ….
    runs: Vec<Vec<Cites>>,
}

/// What a parameter rests on.
pub(crate) fn cite<T>(parameter: &Cited<T>) -> Cites {
    Cites::shared(parameter.texts().clone())
}

/// What a step rests on by the book's `steps.toml` alone.
fn own(book: &RouletteBook, step: Step) -> Cites {
    let clauses = book.steps.clauses(step.word(), Method::House).iter().map(Citation::to_string);
    let readings = book.steps.readings(step.word()).iter().map(|id| format!("reading {id}"));
    Cites::new(clauses.chain(readings))
}

impl StepCites {
    /// Those of a book.
    pub(crate) fn new(book: &RouletteBook) -> Self {
        let rules = &book.rules;
        let (limits, mishap, period) = (&rules.limits, &rules.mishap, &rules.period);
        let mut steps: Vec<Cites> = Step::ALL.iter().map(|step| own(book, *step)).collect();
        // These follow from a parameter, and the step adds to it …
        for (step, parameter) in [
            (Step::PeriodLength, cite(&period.may_be_set)),
            (Step::PeriodSet, cite(&period.may_be_set)),
            (Step::PeriodOpenedAsSet, cite(&period.may_be_set)),
            (Step::PeriodEndedShort, cite(&limits.short_aggregate)),
            (Step::PeriodReopened, cite(&mishap.no_spin_wagers)),
            (Step::Resettled, cite(&mishap.wrong_result_freezes)),
            (Step::StationVoid, cite(&mishap.station_before)),
            (Step::SystemVoid, cite(&mishap.system_before)),
        ] {
            let cites = &mut steps[step as usize];
            *cites = parameter.and(cites);
        }
        // … and to this one parameters add.
        let no_spin = &mut steps[Step::NoSpin as usize];
        *no_spin = no_spin.and(&cite(&mishap.no_spin_wagers)).and(&cite(&mishap.no_spin_advances));
        let of = |step: Step| &steps[step as usize];
        let settled = of(Step::Settled);
        let (zero, runs) = (of(Step::SettledOnZero), of(Step::SettledRuns));
        let grounds = rules.no_spin.iter();
        let early = rules.no_spin.iter().find(|ground| ground.ground == SETTLED_EARLY);
        Self {
            settled: [[settled.clone(), settled.and(runs)], [settled.and(zero), settled.and(zero).and(runs)]],
            grounds: grounds.map(|ground| only(&ground.clause).and(of(Step::NoSpin))).collect(),
            settled_early: early.map(|ground| only(&ground.clause)).unwrap_or_default(),
            spots: rules.bets.iter().flat_map(|bet| spots(bet, rules, of(Step::SpotAsDrawn))).collect(),
            runs: rules.sequences.iter().map(|sequence| paid(sequence, of(Step::RunPaid))).collect(),
            steps,
        }
    }

    /// What a step rests on.
    pub(crate) fn of(&self, step: Step) -> &Cites {
        &self.steps[step as usize]
    }

    /// What the settlement of a spin rests on: of 0 or another number, with sequences that ended or without.
    pub(crate) fn settled(&self, zero: bool, ran: bool) -> &Cites {
        &self.settled[usize::from(zero)][usize::from(ran)]
    }

    /// What a call of "no spin" rests on, by the place of its ground in the book.
    pub(crate) fn ground(&self, place: usize) -> Option<&Cites> {
        self.grounds.get(place)
    }

    /// What an outcome rests on that came before the period's end.
    pub(crate) fn settled_early(&self) -> &Cites {
        &self.settled_early
    }

    /// What a bet on a spot is paid by.
    pub(crate) fn spot(&self, place: usize) -> Option<&Cites> {
        self.spots.get(place)
    }

    /// What a sequence, by its place in the book, is paid by for so many hits.
    pub(crate) fn run(&self, place: usize, hits: u8) -> Option<&Cites> {
        self.runs.get(place)?.get(usize::from(hits))
    }
}

/// One clause.
fn only(clause: &Citation) -> Cites {
    Cites::new([clause.to_string()])
}

/// By which clauses and readings a bet covers what it covers, and pays what it pays, at each of its places.
fn spots(bet: &RouletteBet, rules: &RouletteRules, drawn: &Cites) -> Vec<Cites> {
    let wheel = Cites::new(rules.wheel.reading.iter().map(|id| format!("reading {id}")));
    let spot = |(place, covers): (usize, &Vec<u8>)| {
        let zero = covers.first() == Some(&0);
        let (nth, reading) = match bet.kind {
            BetKind::Street if zero => (if covers.get(1) == Some(&1) { 1 } else { 2 }, None),
            BetKind::Street => (3, None),
            BetKind::Column => (1 + place, None),
            BetKind::Split if zero => (1, None),
            BetKind::Corner if zero => (0, None),
            BetKind::Split | BetKind::Corner | BetKind::SixLine => (0, Some(drawn)),
            BetKind::Red | BetKind::Black => (0, Some(&wheel)),
            BetKind::StraightUp
            | BetKind::Dozen
            | BetKind::Low
            | BetKind::High
            | BetKind::Even
            | BetKind::Odd => (0, None),
        };
        let clauses = bet.clauses.iter().take(1).chain(bet.clauses.get(nth));
        let cites = Cites::new(clauses.map(Citation::to_string));
        reading.map_or_else(|| cites.clone(), |reading| cites.and(reading))
    };
    bet.placements.iter().enumerate().map(spot).collect()
}

/// By which clauses a sequence is paid, for no hits, one, two, ….
fn paid(sequence: &SpinSequence, leading: &Cites) -> Vec<Cites> {
    let none = Cites::new(sequence.clauses.iter().take(1).map(Citation::to_string));
    let run = |run: &RunPay| only(&run.clause).and(leading);
    std::iter::once(none).chain(sequence.pays.iter().map(run)).collect()
}
