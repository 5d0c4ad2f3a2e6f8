//! `[match]` of `book.toml`: comparing hands.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 9, 12; vcga-2000 12, 13; crown-6.1 8, 10; nz-1999 4; uk-leaflet B15, B18, B19.

use super::{group, words};

group! {
    /// `[match]`: comparing hands.
    MatchRules = "match" {
        /// Zero against zero.
        needed zero_zero: ZeroZero = "zero-zero";
        /// Whether a player's zero low hand loses together with a lost high hand.
        needed zero_low_loses: bool = "zero-low-loses";
        /// Whose a copy is.
        needed copies: Copies = "copies";
        /// Whether the dealer calls Jung, Che and Jowl.
        needed called: bool = "called";
    }
}

words! {
    /// Zero against zero.
    ZeroZero {
        /// The bank's hand, whatever the tiles.
        Bank = "bank",
        /// The bank's in the low hands; high hands rank by the higher tile.
        BankLow = "bank-low",
        /// Ranked by the higher tile, as any other tie.
        ByTile = "by-tile",
    }
}

words! {
    /// Whose a copy is: same value, same higher tile.
    Copies {
        /// The bank's.
        Bank = "bank",
        /// The player's.
        Player = "player",
    }
}
