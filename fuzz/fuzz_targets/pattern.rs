//! Patterns of tiles: nothing panics, a pattern prints to itself, and its fillings are tiles of one set.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::Pattern;

fuzz_target!(|text: &str| {
    for wanted in 0..=4 {
        let pattern = match Pattern::parse(text, wanted) {
            Ok(pattern) => pattern,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        assert_eq!(Pattern::parse(&pattern.to_string(), wanted), Ok(pattern.clone()));
        let (plain, with_gee_jun) = (pattern.fillings(false), pattern.fillings(true));
        for ranks in &with_gee_jun {
            assert!(ranks.len() == wanted && ranks.is_sorted());
            assert!(ranks.windows(3).all(|w| w[0] != w[2]), "a set has two of a rank");
        }
        assert!(plain.iter().all(|ranks| with_gee_jun.contains(ranks)));
        assert!(pattern.to_string().contains("any6") || plain == with_gee_jun);
        if wanted == 4 {
            assert_eq!(pattern.hands(true).len(), with_gee_jun.len());
        }
    }
});
