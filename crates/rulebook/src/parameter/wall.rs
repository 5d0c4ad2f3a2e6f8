//! `[wall]` of `book.toml`: the shuffle, the laja, the cut, the lots.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 1, 7, 8, 12, 15, App4; vcga-2000 1, 7, 12, 14; crown-6.1 1, 5, 10, 12, 14; uk-leaflet
//! B3, B4, B24, B26.

use super::{group, words};
use crate::{Method, Who};

group! {
    /// `[wall]`: the shuffle, the laja, the cut, the lots.
    WallRules = "wall" {
        /// Lots left over after every area is served.
        needed unused_lots: u8 = "unused-lots" in 0..=6;
        /// Who may do a laja, given leave.
        needed laja: Vec<Who> = "laja";
        /// Whether the banker may ask for no other shuffle once a player did a laja.
        needed laja_ends_shuffle: bool = "laja-ends-shuffle";
        /// Whether the banker may follow a player's laja with one of their own.
        needed banker_laja_after: bool = "banker-laja-after";
        /// A tile that shows while the wall is built.
        needed shown_in_stacking: ShownInStacking = "shown-in-stacking";
        /// More tiles than that shown in a laja: a reshuffle.
        maybe shown_in_laja: u8 = "shown-in-laja" in 0..=32;
        /// When a supervisor may order a reshuffle.
        needed reshuffle: Reshuffle = "reshuffle";
        /// What decides the cut when the banker names none.
        needed cut_declined: CutDeclined = "cut-declined";
        /// The methods under which a cut that the book does not list may be accepted.
        needed unlisted_cuts: Vec<Method> = "unlisted-cuts";
        /// What such a cut needs.
        maybe unlisted_cut_needs: UnlistedCut = "unlisted-cut-needs";
    }
}

words! {
    /// What happens when a tile shows while the wall is built.
    ShownInStacking {
        /// The dealer does a laja.
        Laja = "laja",
        /// The dealer does a laja if a supervisor asks.
        LajaIfAsked = "laja-if-asked",
        /// It is turned over and play goes on.
        TurnedOver = "turned-over",
    }
}

words! {
    /// When a supervisor may order a reshuffle.
    Reshuffle {
        /// For exposed tiles, or tiles that may be tracked.
        ForCause = "for-cause",
        /// Whenever wanted.
        AnyTime = "any-time",
        /// The book gives no such power.
        Never = "never",
    }
}

words! {
    /// What decides the cut when the banker names none.
    CutDeclined {
        /// The cut die, as under a House bank.
        CutDie = "cut-die",
        /// The dealer cuts as a supervisor decides.
        Supervisor = "supervisor",
        /// The dealer cuts.
        Dealer = "dealer",
    }
}

words! {
    /// What a cut that the book does not list needs before it is used.
    UnlistedCut {
        /// The regulator's approval beforehand.
        PriorApproval = "prior-approval",
        /// A supervisor's word; officials are told.
        Telling = "telling",
    }
}
