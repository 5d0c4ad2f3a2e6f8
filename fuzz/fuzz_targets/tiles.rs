//! Tiles from text: nothing panics, and what is read prints to something that reads the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tiles::{Hand, Rank, Tile, parse_tiles};

fuzz_target!(|text: &str| {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let wanted = words.count();
    if let Ok(read) = parse_tiles(text, wanted) {
        assert_eq!(read.len(), wanted);
        // Two tiles of a rank can have one face; which of them is meant, the text does not say.
        let faces = |tiles: &[Tile]| tiles.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        let again = parse_tiles(&faces(&read).join(" "), wanted).expect("faces are tiles");
        assert_eq!(faces(&again), faces(&read));
        let mut places: Vec<u8> = read.iter().map(|t| t.place()).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), wanted, "one set has each tile once");
        assert!(parse_tiles(text, wanted + 1).is_err());
    }
    match text.parse::<Hand>() {
        Ok(hand) => {
            assert_eq!(hand.to_string().parse(), Ok(hand));
            assert_eq!(Hand::at(hand.index()), Some(hand));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(rank) = text.parse::<Rank>() {
        assert_eq!(rank.to_string().parse(), Ok(rank));
        assert_eq!(text.parse::<Tile>().map(Tile::rank), Ok(rank));
    }
});
