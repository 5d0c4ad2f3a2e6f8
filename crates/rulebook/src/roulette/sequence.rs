//! `[[sequence]]` of `roulette.toml`: bets on several spins in a row.

use crate::page::Entry;
use crate::{Citation, Citer, Ratio};

/// A bet on several spins in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpinSequence {
    /// Its name: `treble`.
    pub name: String,
    /// Over how many spins.
    pub spins: u8,
    /// What it pays for a run of hits from the first spin: run 1 first (reading `leading-run`).
    pub pays: Vec<RunPay>,
    /// Its clauses.
    pub clauses: Vec<Citation>,
}

/// What a run of hits from the first spin pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPay {
    /// What it pays.
    pub pays: Ratio,
    /// The clause of that run.
    pub clause: Citation,
}

impl SpinSequence {
    /// What a run of hits from the first spin pays; nothing for no hit.
    pub fn pays(&self, run: u8) -> Option<&RunPay> {
        usize::from(run).checked_sub(1).and_then(|place| self.pays.get(place))
    }

    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let name = entry.needed_text("name");
        let spins = entry.needed_number("spins", 2..=4);
        let clauses = citer.citations(&entry, "clauses");
        let (pays, runs) = (entry.texts("pays"), entry.texts("pay-clauses"));
        let wanted = spins.as_ref().map_or(0, |spins| usize::try_from(spins.value).unwrap_or_default());
        let called = name.as_ref().map_or("?", |name| name.value.as_str());
        for (key, found) in [("pays", pays.len()), ("pay-clauses", runs.len())] {
            if spins.is_some() && found != wanted {
                entry.fault(format!(
                    "{called} has {found} {key}, expected {wanted}: one for each run of hits"
                ));
            }
        }
        let runs = pays.iter().zip(&runs).map(|(pays, clause)| {
            let (pays, clause) = (Ratio::of(&entry, "pays", pays), citer.cite(&entry, clause));
            Some(RunPay { pays: pays?, clause: clause? })
        });
        let runs: Vec<Option<RunPay>> = runs.collect();
        entry.done();
        let pays: Vec<RunPay> = runs.into_iter().collect::<Option<_>>()?;
        let spins = u8::try_from(spins?.value).ok()?;
        (pays.len() == usize::from(spins)).then_some(Self { name: name?.value, spins, pays, clauses })
    }
}
