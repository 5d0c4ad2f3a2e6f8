//! Long proofs: every concrete deal of a player's and a bank's tiles, against the exact counts.
//!
//! `cargo xtask soak` runs it. 35,960 × 20,475 deals for each setting of the player, by enumeration of
//! tiles, not of ranks, for a whole book.

use odds::{Duel, Report, Seat, SetHand, Terms};
use rulebook::Shelf;
use std::process::ExitCode;
use tiles::{Hand, Tile};

fn prove(book: &str) -> Result<String, String> {
    let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
    let book = shelf.book(book).and_then(|book| book.pai_gow()).ok_or("not on the shelf")?;
    let report = Report::new(book, &Terms::of(book)).map_err(|e| e.to_string())?;
    // Every deal of four tiles as a bit for each tile, with the values it is set to.
    let tile = |p: u8| Tile::from_place(p).ok_or("no such tile");
    let mut deals: Vec<(u32, SetHand, Hand)> = Vec::with_capacity(35_960);
    for a in 0..32u8 {
        for b in a + 1..32 {
            for c in b + 1..32 {
                for d in c + 1..32 {
                    let four = [tile(a)?, tile(b)?, tile(c)?, tile(d)?];
                    let hand = Hand::new(four.map(Tile::rank)).ok_or("three of a rank in one set")?;
                    let set = SetHand::of(&report.chart.setting(&hand));
                    deals.push((1 << a | 1 << b | 1 << c | 1 << d, set, hand));
                }
            }
        }
    }
    let mut total = Duel::default();
    let mut settings = 0u64;
    for (held, _, hand) in &deals {
        let all = hand.settings();
        for (i, setting) in all.iter().enumerate().filter(|(i, s)| !all[..*i].contains(s)) {
            debug_assert!(i < 3);
            let mine = SetHand::of(setting);
            let mut sum = Duel::default();
            for (other, theirs, _) in deals.iter().filter(|(other, ..)| other & held == 0) {
                debug_assert_eq!(other.count_ones(), 4);
                let one = Duel::one(mine, *theirs, &report.matching);
                sum.add(one, 1);
            }
            let fast = Duel::of(hand, setting, Seat::Player, &report.field, &report.matching);
            if fast != sum {
                return Err(format!(
                    "{hand} set {setting}: {fast:?} by the fast way, {sum:?} by enumeration"
                ));
            }
            settings += 1;
            if *setting == report.chart.setting(hand) {
                total.add(sum, 1);
            }
        }
    }
    let exact = report.best(Seat::Player).by_house_way;
    if exact != total {
        return Err(format!("{exact:?} by the fast way, {total:?} by enumeration"));
    }
    Ok(format!(
        "{}: {settings} settings of 35,960 deals against 20,475 each agree; in all {} won, {} pushed, {} lost",
        book.id, total.win, total.push, total.lose
    ))
}

fn main() -> ExitCode {
    let books: Vec<String> = std::env::args().skip(1).collect();
    let books = if books.is_empty() { vec!["crown-6.1".to_string()] } else { books };
    for book in books {
        match prove(&book) {
            Ok(text) => println!("{text}"),
            Err(reason) => {
                println!("FAILED {book}: {reason}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
