//! `[mishap]` of `book.toml`: exposed tiles, misdeals, signals, voids.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 12, 15, 16; vcga-2000 12, 14, 15, 17; crown-6.1 10, 12, 16; uk-leaflet B21, B23, B24,
//! P1.

use super::{group, words};
use crate::{Layout, LeftUnset};

group! {
    /// `[mishap]`: exposed tiles, misdeals, signals, voids.
    MishapRules = "mishap" {
        /// Tiles exposed by the dealer from which a hand may be voided.
        maybe exposed_tiles: u8 = "exposed-tiles" in 1..=32;
        /// The same for the hand of a player who banks.
        maybe exposed_bank_tiles: u8 = "exposed-bank-tiles" in 1..=32;
        /// Tiles delivered wrongly.
        needed misdeal: Misdeal = "misdeal";
        /// Whether a missing or foreign tile voids the round it is found in, and that one only.
        maybe foreign_tile_voids: bool = "foreign-tile-voids";
        /// Whether a set of tiles is laid out and checked before it leaves the table.
        maybe leaving_set_checked: bool = "leaving-set-checked";
        /// The layouts on which an area may be taken out of play.
        needed removal_layouts: Vec<Layout> = "removal-layouts";
        /// Players who tell each other about their tiles.
        needed telling: Telling = "telling";
        /// Whether a suspect may be told to set first.
        needed suspect_sets_first: bool = "suspect-sets-first";
        /// Whether suspected colluders may be kept from one table, and English be ordered.
        needed colluders_apart: bool = "colluders-apart";
        /// A player's tiles that the dealer knocked or mixed.
        needed knocked: LeftUnset = "knocked";
        /// The stakes of an outcome made void.
        needed void_stakes: VoidStakes = "void-stakes";
        /// Whether winnings of a suspect may be held until looked into.
        needed winnings_may_be_held: bool = "winnings-may-be-held";
    }
}

words! {
    /// What follows when tiles reach the wrong areas.
    Misdeal {
        /// The deal is put right if nobody handled tiles, else void if it cannot be, else played out.
        Reconstruct = "reconstruct",
        /// The round is void.
        Void = "void",
        /// The round is void, unless the bank's hand has been shown: then results stand.
        VoidUntilShown = "void-until-bank-shown",
    }
}

words! {
    /// What follows when players tell each other about their tiles.
    Telling {
        /// A supervisor acts under the rules on conduct.
        SupervisorActs = "supervisor-acts",
        /// The hand may be declared void.
        HandVoid = "hand-may-be-void",
    }
}

words! {
    /// What becomes of stakes when an outcome is made void.
    VoidStakes {
        /// All go back.
        AllReturned = "all-returned",
        /// They go back, but a cheat's may be kept.
        CheatMayForfeit = "cheat-may-forfeit",
    }
}
