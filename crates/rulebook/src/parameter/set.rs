//! `[set]` of `book.toml`: setting hands, and the House Way on request.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 1, 12, 13, 15; vcga-2000 1, 5, 12, 14; crown-6.1 7, 10, 12; uk-leaflet B5, B6, B14,
//! B15, B20, B22.

use super::{group, words};

group! {
    /// `[set]`: setting hands, and the House Way on request.
    SetRules = "set" {
        /// When a player's hand is final.
        needed final_when: FinalWhen = "final-when";
        /// Whether a player or banker may ask for the House Way.
        needed house_way_on_request: bool = "house-way-on-request";
        /// How they ask.
        maybe ask_by: AskBy = "ask-by";
        /// When such a hand is set.
        maybe asked_set_when: AskedSetWhen = "asked-set-when";
        /// What follows if they touch the tiles then.
        maybe touched_after: TouchedAfter = "touched-after";
        /// Whether a supervisor checks such a hand.
        maybe asked_check: Check = "asked-check";
        /// Whether a supervisor checks the House's own hand.
        needed house_check: Check = "house-check";
        /// Whether a banker confirms a hand that the dealer set.
        needed banker_confirms: bool = "banker-confirms";
        /// The order of setting and showing the bank's tiles.
        needed bank_shows: BankShows = "bank-shows";
        /// How long the House's hand is put right.
        needed wrong_house_hand: WrongHand = "wrong-house-hand";
        /// How long a player's hand that the dealer set is put right.
        maybe wrong_asked_hand: WrongHand = "wrong-asked-hand";
        /// Whether those who share a bank set it together.
        needed sharers_set_together: bool = "sharers-set-together";
        /// Whether the only player on an area may concede.
        needed may_concede: bool = "may-concede";
        /// Whether a supervisor may look at a conceded hand.
        needed conceded_may_be_seen: bool = "conceded-may-be-seen";
        /// Whether a lone player under a House bank may show tiles face up.
        needed lone_player_may_show: bool = "lone-player-may-show";
        /// A hand whose player is slow, absent or unwilling.
        needed left_unset: LeftUnset = "left-unset";
        /// Whether players have to count their own hands.
        needed players_count_own: bool = "players-count-own";
    }
}

words! {
    /// When a player's hand is final.
    FinalWhen {
        /// Returned to the playing area.
        Returned = "returned-to-area",
        /// The dealer lifts the chung from the bank's tiles.
        ChungLifted = "chung-lifted",
        /// Laid in front of the area.
        LaidBefore = "laid-before-area",
        /// Laid face down.
        LaidFaceDown = "laid-face-down",
    }
}

words! {
    /// How a player asks for the House Way.
    AskBy {
        /// Tiles turned horizontal to the dealer.
        Turning = "turning-tiles",
        /// Tiles stacked four high.
        Stacking = "stacking-tiles",
        /// Saying so.
        Saying = "saying-so",
    }
}

words! {
    /// When the dealer sets a hand that is to be set by the House Way.
    AskedSetWhen {
        /// At once.
        AtOnce = "at-once",
        /// After all other players, before the bank.
        AfterOthers = "after-other-players",
        /// When that area is settled.
        AtSettlement = "at-settlement",
    }
}

words! {
    /// A player who asked for the House Way and then touches the tiles.
    TouchedAfter {
        /// Answers for the setting, if touched after asking.
        AnswersOnceAsked = "answers-once-asked",
        /// Answers for the setting, if touched after the dealer set it.
        AnswersOnceSet = "answers-once-set",
        /// The book says nothing.
        NotSaid = "not-said",
    }
}

words! {
    /// Whether a supervisor checks a hand set by the House Way.
    Check {
        /// Always.
        Always = "always",
        /// If wanted.
        IfWanted = "if-wanted",
        /// The book says nothing.
        NotSaid = "not-said",
    }
}

words! {
    /// The order of setting and showing the bank's tiles.
    BankShows {
        /// Set, then shown.
        SetFirst = "set-first",
        /// Shown, then set.
        ShownFirst = "shown-first",
    }
}

words! {
    /// How long a hand wrongly set by the House Way is put right.
    WrongHand {
        /// Until the first player's hand is exposed; then it stands.
        UntilPlayerShown = "until-player-shown",
        /// Until the bank's tiles are put away.
        UntilBankCleared = "until-bank-cleared",
        /// Whenever it is noticed; hands already settled are settled again.
        Whenever = "whenever",
    }
}

words! {
    /// A hand that its player cannot or will not set.
    LeftUnset {
        /// The dealer sets it by the House Way.
        HouseWay = "house-way",
        /// The book says nothing.
        NotSaid = "not-said",
    }
}
