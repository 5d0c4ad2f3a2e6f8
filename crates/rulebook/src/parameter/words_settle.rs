//! The words that parameters are chosen from, after the deal: setting, matching, limits, commission,
//! notices, mishaps, side wagers.
//!
//! One enumeration for each question a book answers. Knows no book: which word a book chose stands in
//! its `book.toml` with the clause.

use super::cited::words;

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

words! {
    /// What the maximum is counted on.
    MaximumPer {
        /// All wagers of one kind on an area.
        Area = "area",
        /// Each wager.
        Wager = "wager",
    }
}

words! {
    /// A wager below the minimum that nobody refused in time.
    UnderMinimum {
        /// Stands.
        Stands = "stands",
        /// Is settled; the player is warned, and further ones are returned.
        OnceThenReturned = "once-then-returned",
        /// Is settled; the player is warned, and further ones may be returned.
        OnceThenMayReturn = "once-then-may-return",
        /// Is returned.
        Returned = "returned",
    }
}

words! {
    /// A wager above the maximum that nobody refused in time.
    OverMaximum {
        /// Is settled up to the maximum.
        ToMaximum = "to-maximum",
        /// There is no maximum.
        NoMaximum = "no-maximum",
        /// Is returned.
        Returned = "returned",
    }
}

words! {
    /// What a player's own limits may change.
    PersonalLimits {
        /// There are none.
        None = "none",
        /// The maximum.
        Maximum = "maximum",
        /// The minimum, and the maximum upwards.
        HigherMaximum = "minimum-and-higher-maximum",
        /// The minimum and the maximum.
        Both = "minimum-and-maximum",
    }
}

words! {
    /// What a banker's commission is taken on.
    BankerOn {
        /// What the bank won over the round, after paying the winners.
        NetWin = "net-win",
        /// Every wager the bank won.
        EachWin = "each-win",
    }
}

words! {
    /// A commission that chips cannot make up exactly.
    Rounding {
        /// Is taken as the next lower amount that chips can make up.
        DownToChip = "down-to-chip",
        /// Is taken to the smallest unit of money.
        Exact = "exact",
    }
}

words! {
    /// An official who is told of something.
    Official {
        /// The regulator's inspector.
        Inspector = "inspector",
        /// The regulator.
        Regulator = "regulator",
        /// The casino's surveillance.
        Surveillance = "surveillance",
        /// The casino's table games assistant manager, or somebody above.
        AssistantManager = "assistant-casino-manager",
    }
}

words! {
    /// Who looks at a dispute again when the first decision is not accepted.
    Review {
        /// Another, higher supervisor of the casino.
        HigherSupervisor = "higher-supervisor",
        /// The regulator's chief inspector.
        ChiefInspector = "chief-inspector",
        /// Nobody: the first decision is final.
        Nobody = "nobody",
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

words! {
    /// A hand that its player cannot or will not set.
    LeftUnset {
        /// The dealer sets it by the House Way.
        HouseWay = "house-way",
        /// The book says nothing.
        NotSaid = "not-said",
    }
}

words! {
    /// A wager beside the one against the bank.
    SideWager {
        /// Pays on the four tiles (Bonanza).
        Bonus = "bonus",
        /// Pays when one hand each is won (Bonanza).
        Tie = "tie",
        /// Pays on the dice.
        BigSmall = "big-small",
    }
}

words! {
    /// A wager on an area, in the order that callers or payments follow.
    WagerKind {
        /// The wager against the bank.
        Regular = "regular",
        /// The Tie wager.
        Tie = "tie",
        /// The Bonus wager.
        Bonus = "bonus",
    }
}

words! {
    /// Whether a side wager needs a regular one.
    NeedsRegular {
        /// It stands alone.
        No = "no",
        /// The House may ask for one on the same area, with notice.
        HouseMayAsk = "house-may-ask",
        /// Someone has to have wagered against the bank on that area.
        SomeoneOnArea = "someone-on-area",
    }
}
