//! Orientations of a cut: nothing panics, and what is read prints to something that reads the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::{Grid, Orientation};

fuzz_target!(|text: &str| {
    match text.parse::<Orientation>() {
        Ok(orientation) => assert_eq!(orientation.to_string().parse(), Ok(orientation)),
        Err(error) => assert!(error.to_string().contains(text)),
    }
    if let Ok(grid) = text.parse::<Grid>() {
        assert_eq!(grid.to_string().parse(), Ok(grid));
        assert_eq!(grid.mirrored().mirrored(), grid);
        assert_eq!(grid.swapped().swapped(), grid);
        assert!((1..=8).all(|lot| grid.places(lot).count() == 4));
    }
});
