//! The exact report of a book against enumerating weighted pairs of hands for each setting. Wanted:
//! at least 100 times faster on one core, in under 100 MiB.

use crate::contest::{Outcome, contest, time};
use odds::{Report, Seat, SetHand, Terms, slow};
use rulebook::Shelf;
use std::hint::black_box;
use tiles::Hand;

/// The slow way is timed on every nth hand.
const STEP: usize = 40;

pub(crate) fn run() -> Result<Outcome, String> {
    let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
    let book = shelf.book("crown-6.1").ok_or("no crown-6.1")?;
    let terms = Terms::of(book);
    let report = Report::new(book.pai_gow().ok_or("not of Pai Gow")?, &terms).map_err(|e| e.to_string())?;
    let field: Vec<SetHand> = Hand::all().map(|h| SetHand::of(&report.chart.setting(&h))).collect();
    // Both seats, every different setting.
    let mut slow = || {
        let mut wins = 0;
        for hand in Hand::all().step_by(STEP) {
            let settings = hand.settings();
            for (i, setting) in settings.iter().enumerate().filter(|(i, s)| !settings[..*i].contains(s)) {
                black_box(i);
                for seat in [Seat::Player, Seat::Bank] {
                    wins += slow::duel(&hand, setting, seat, black_box(&field), &report.matching).win;
                }
            }
        }
        wins
    };
    let sampled = time(&mut slow).min(time(&mut slow));
    let (fast, _) = contest(10, || Report::prices(book, black_box(&terms)), || ());
    let (fast, slow) = (fast.as_secs_f64(), sampled.as_secs_f64() * STEP as f64);
    let ratio = slow / fast;
    let text = format!(
        "all wagers and best play of crown-6.1 in {:.2} ms, {ratio:.0} times faster than weighted pairs in {slow:.2} s \
         (timed on every {STEP}th hand; wanted: 100)",
        fast * 1e3
    );
    Ok(Outcome { text, met: ratio >= 100.0 })
}

/// The most memory this process has held, after all of the work.
pub(crate) fn memory() -> Result<Outcome, String> {
    let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
    for book in shelf.books() {
        black_box(Report::prices(book, &Terms::of(book)).map_err(|e| e.to_string())?);
    }
    let status = std::fs::read_to_string("/proc/self/status").map_err(|e| e.to_string())?;
    let line = status.lines().find(|l| l.starts_with("VmHWM")).ok_or("no VmHWM")?;
    let kib: u64 = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).ok_or("no number")?;
    let mib = kib / 1024;
    Ok(Outcome { text: format!("{mib} MiB at most for all books (wanted: under 100)"), met: mib < 100 })
}
