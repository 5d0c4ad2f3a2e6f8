//! Setting four tiles in any order by the compiled chart, against a bare loop over a table of
//! 65,536 bytes. Wanted: at least 0.5 of its rate.

use crate::contest::{Numbers, Outcome, contest, millions};
use houseway::{Chart, Way};
use rulebook::Shelf;
use std::hint::black_box;
use tiles::Tile;

const HANDS: usize = 1 << 16;

pub(crate) fn run() -> Result<Outcome, String> {
    let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
    let book = shelf.book("star-2016").and_then(|book| book.pai_gow()).ok_or("no star-2016")?;
    let chart = Chart::compile(&Way::of(&book.way)).map_err(|e| e.to_string())?;

    let mut numbers = Numbers(7);
    // Four tiles of a shuffled set, in the order they came.
    let hands: Vec<[Tile; 4]> = (0..HANDS)
        .map(|_| {
            let mut set: Vec<Tile> = Tile::all().collect();
            for i in 0..4 {
                let j = i + (numbers.next() % (32 - i as u64)) as usize;
                set.swap(i, j);
            }
            [set[0], set[1], set[2], set[3]]
        })
        .collect();
    let table: Vec<u8> = (0..HANDS).map(|_| numbers.next() as u8).collect();
    let keys: Vec<u16> = (0..HANDS).map(|_| numbers.next() as u16).collect();

    let ours = || black_box(&hands).iter().map(|h| u64::from(chart.places(*h).low_bits())).sum::<u64>();
    let bare = || black_box(&keys).iter().map(|k| u64::from(table[usize::from(*k)])).sum::<u64>();
    let (ours, bare) = contest(400, ours, bare);
    let ratio = bare.as_secs_f64() / ours.as_secs_f64();
    let text = format!(
        "{:.0} million hands a second, {ratio:.2} of a bare table loop's {:.0} million (wanted: 0.5)",
        millions(HANDS, ours),
        millions(HANDS, bare)
    );
    Ok(Outcome { text, met: ratio >= 0.5 })
}
