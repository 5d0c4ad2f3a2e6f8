//! The words that parameters are chosen from, up to the deal: table, dice, wall, bank, wagers.
//!
//! One enumeration for each question a book answers. Knows no book: which word a book chose stands in
//! its `book.toml` with the clause.

use super::cited::words;

words! {
    /// A method of play: who holds the bank (star-2016 11.1, vcga-2000 11.1–11.3, crown-6.1 10.3).
    Method {
        /// The House banks.
        House = "house",
        /// A player banks and covers every wager; the House stays out.
        Player = "player",
        /// A player and the House bank half each.
        CoBank = "co-bank",
    }
}

words! {
    /// The drawn table layouts.
    Layout {
        /// Diagram A.
        A = "a",
        /// Diagram B.
        B = "b",
        /// Diagram E, with Bonus and Tie areas (vcga-2000 17.2.1).
        E = "e",
        /// No diagram.
        Plain = "plain",
    }
}

words! {
    /// How the one who calls an area's tiles is found.
    CallerBy {
        /// The player seated there.
        Seated = "seated",
        /// The largest wager on the area.
        HighestWager = "highest-wager",
        /// Whoever called this area last round.
        LastCaller = "last-caller",
        /// The wager nearest the dealer.
        NearestDealer = "nearest-dealer",
        /// The wager rightmost as the dealer sees it.
        Rightmost = "rightmost",
    }
}

words! {
    /// What a player who wagers on several areas may do with their tiles.
    SeveralAreas {
        /// A player wagers on one area.
        OneOnly = "one-only",
        /// May call one area.
        ControlOne = "control-one",
        /// May see the tiles of one area; the others stay unseen until settled.
        SeeOne = "see-one",
    }
}

words! {
    /// A further area of the same player that nobody else can call.
    UnsharedArea {
        /// The wager is refused.
        Refused = "refused",
        /// The dealer sets it by the House Way.
        HouseWay = "house-way",
    }
}

words! {
    /// Someone at the table.
    Who {
        /// The dealer.
        Dealer = "dealer",
        /// The player who holds or shares the bank.
        Banker = "banker",
        /// Any other player.
        Player = "player",
        /// A supervisor; which rank, `[ranks]` says.
        Supervisor = "supervisor",
    }
}

words! {
    /// What decides a cut that nobody names.
    CutBy {
        /// The cut die.
        CutDie = "cut-die",
        /// The total of the box dice.
        Total = "total",
        /// No dice: the book gives no such table.
        None = "none",
    }
}

words! {
    /// Which dice settle Big and Small.
    BigSmallDice {
        /// None: the wager does not exist.
        None = "none",
        /// The three box dice (crown-6.1 4.1.1).
        BoxDice = "box-dice",
        /// Box die, cut die and a third one (crown-6.1 14.2.1(c)).
        AllThree = "all-three",
    }
}

words! {
    /// The last moment for stealing the cut.
    StealBefore {
        /// Before the dice are shaken.
        Shake = "shake",
        /// Before the dice are shown.
        DiceShown = "dice-shown",
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

words! {
    /// Who may be offered the bank on an area.
    BankTaker {
        /// The area's caller.
        Caller = "caller",
        /// The caller, then the others who wager there.
        CallerThenOthers = "caller-then-others",
        /// Any player.
        AnyPlayer = "any-player",
    }
}

words! {
    /// The area a player banks from.
    BankFrom {
        /// The area the player calls.
        OwnArea = "own-area",
        /// The area the player calls; who calls none, the wagered area furthest from the chung.
        OwnElseFurthest = "own-else-furthest",
    }
}

words! {
    /// Where the offer of the bank starts.
    OfferStart {
        /// Next to the last bank, counter-clockwise.
        NextToLastBank = "next-to-last-bank",
        /// Area one, counter-clockwise.
        AreaOne = "area-one",
    }
}

words! {
    /// When a bank that is over may come again.
    BankAgain {
        /// To its area once somebody else, or the House, has banked.
        AfterAnother = "after-another",
        /// To its area in the next turn of the table: one bank an area in each turn.
        NextTurn = "next-turn",
        /// To its player in the next rotation: one bank a player in each.
        NextRotation = "next-rotation",
    }
}

words! {
    /// How much of the players' wagers a bank has to cover.
    Cover {
        /// All of them.
        All = "all",
        /// Half of them; the House covers the rest.
        Half = "half",
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
