//! `[wager]` of `book.toml`: what is wagered with, from when, until when.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 1, 9, 16; vcga-2000 9; crown-6.1 8; uk-leaflet B2.

use super::{group, words};
use crate::PerMethod;

group! {
    /// `[wager]`: what is wagered with, from when, until when.
    WagerRules = "wager" {
        /// What a wager may be made with.
        needed instruments: Vec<Instrument> = "instruments";
        /// Whether what a promotional token wins is paid in chips.
        maybe tokens_win_chips: bool = "tokens-win-chips";
        /// Spoken wagers.
        needed oral: Oral = "oral";
        /// When betting opens.
        needed open: BetsOpen = "open";
        /// When betting closes.
        needed close: PerMethod<BetsClose> = "close";
        /// Whether a wager may change after that.
        needed after_close: PerMethod<AfterClose> = "after-close";
        /// Whether a supervisor may refuse a wager, with reason, before the dice are exposed.
        needed may_be_refused: bool = "may-be-refused";
    }
}

words! {
    /// What a wager may be made with.
    Instrument {
        /// Chips.
        Chips = "chips",
        /// Promotional tokens.
        Tokens = "promotional-tokens",
    }
}

words! {
    /// Spoken wagers.
    Oral {
        /// Not taken.
        Refused = "refused",
        /// Stand if chips or cash are there and changed in time.
        WhenCovered = "when-covered",
        /// The dealer may take them if chips or cash are there and changed in time.
        DealerMay = "dealer-may",
    }
}

words! {
    /// When wagers may first be placed.
    BetsOpen {
        /// Once the tiles are shuffled.
        AfterShuffle = "after-shuffle",
        /// Once the last round is settled.
        AfterSettlement = "after-settlement",
    }
}

words! {
    /// When betting closes.
    BetsClose {
        /// When the dice are exposed.
        DiceExposed = "dice-exposed",
        /// At the call, just before the dice are shaken.
        BeforeShake = "before-shake",
        /// At the call, just before the banker names the cut.
        BeforeCut = "before-cut",
        /// When tiles are dealt.
        TilesDealt = "tiles-dealt",
    }
}

words! {
    /// Whether a wager may change after betting has closed.
    AfterClose {
        /// No.
        Never = "never",
        /// If the banker consents.
        BankerConsents = "banker-consents",
    }
}
