//! The steps of a table: what an event is called in `steps.toml`, where a book says which clauses it
//! rests on.

game::steps! {
    /// The dealer laid the tiles out by rank and counted them.
    TilesLaidOut = "tiles-laid-out",
    /// A supervisor checked them.
    TilesChecked = "tiles-checked",
    /// Tiles were replaced.
    TilesReplaced = "tiles-replaced",
    /// The table opened.
    TableOpened = "table-opened",
    /// A player took a seat.
    Seated = "seated",
    /// A player left.
    Left = "left",
    /// A player bought chips.
    BoughtIn = "bought-in",
    /// A seat was freed because its player skipped rounds.
    SeatFreed = "seat-freed",
    /// A sign with new limits went up.
    LimitsPosted = "limits-posted",
    /// New limits are in force.
    LimitsChanged = "limits-changed",
    /// A player may go on with the old minimum.
    OldMinimumKept = "old-minimum-kept",
    /// A player has limits of their own.
    PersonalLimits = "personal-limits",
    /// Another commission is in force.
    CommissionPosted = "commission-posted",
    /// A higher total of wagers was allowed.
    TotalAllowed = "total-allowed",
    /// A number of players on an area was allowed.
    SharingAllowed = "sharing-allowed",
    /// An official was told.
    Told = "told",
    /// The bank was offered.
    BankOffered = "bank-offered",
    /// It was declined.
    BankDeclined = "bank-declined",
    /// It was accepted.
    BankTaken = "bank-taken",
    /// Somebody shares it.
    BankJoined = "bank-joined",
    /// More was put up.
    BankAdded = "bank-added",
    /// The House banks.
    HouseBanks = "house-banks",
    /// More banks in a row were allowed.
    BanksAllowed = "banks-allowed",
    /// Sharing the bank was allowed.
    BankSharing = "bank-sharing",
    /// Somebody shakes for the banker.
    ShakerNamed = "shaker-named",
    /// The bank does not cover the wagers.
    BankShort = "bank-short",
    /// Another method of play.
    MethodChanged = "method-changed",
    /// The House put its half beside the player's.
    CoBankFunded = "co-bank-funded",
    /// The tiles were shuffled.
    Shuffled = "shuffled",
    /// They were stacked.
    Stacked = "stacked",
    /// Tiles showed while they were stacked.
    ShownInStacking = "shown-in-stacking",
    /// Tiles showed in a laja.
    ShownInLaja = "shown-in-laja",
    /// A laja was asked for.
    LajaAsked = "laja-asked",
    /// It was allowed.
    LajaAllowed = "laja-allowed",
    /// It was done.
    LajaDone = "laja-done",
    /// The bank asked for another shuffle.
    ReshuffleAsked = "reshuffle-asked",
    /// Another shuffle was ordered.
    ReshuffleOrdered = "reshuffle-ordered",
    /// A wager was placed or changed.
    WagerPlaced = "wager-placed",
    /// It was spoken.
    WagerSpoken = "wager-spoken",
    /// A wager was withdrawn.
    WagerWithdrawn = "wager-withdrawn",
    /// A player left the side wager of an area to others.
    SideWaived = "side-waived",
    /// A wager was refused and removed.
    WagerRefused = "wager-refused",
    /// A wager was found to be of another amount.
    WagerFound = "wager-found",
    /// A wager went back.
    WagerReturned = "wager-returned",
    /// A player was told that a wager was too small.
    Warned = "warned",
    /// The banker lets a wager change after betting closed.
    Consented = "consented",
    /// The House wagers against the bank.
    HouseWagered = "house-wagered",
    /// Betting closed.
    BetsClosed = "bets-closed",
    /// Who calls an area.
    CallerNamed = "caller-named",
    /// The seated player handed the decisions over.
    Yielded = "yielded",
    /// The banker stole the cut.
    CutStolen = "cut-stolen",
    /// The cup was shaken.
    Shaken = "shaken",
    /// A die did not lie flat.
    DiceCocked = "dice-cocked",
    /// The dice were shown and called.
    DiceShown = "dice-shown",
    /// Big or Small was called.
    BigSmallCalled = "big-small-called",
    /// The cut was named.
    CutNamed = "cut-named",
    /// The banker named no cut.
    CutDeclined = "cut-declined",
    /// A cut was registered.
    CutRegistered = "cut-registered",
    /// Tiles were delivered.
    Dealt = "dealt",
    /// Tiles of areas without wagers were taken back.
    Retrieved = "retrieved",
    /// Tiles of House Way areas were turned to the dealer.
    TurnedToDealer = "turned-to-dealer",
    /// A player asked to see their tiles as soon as they are dealt, or no longer.
    SightAsked = "sight-asked",
    /// The caller looked at the tiles.
    Looked = "looked",
    /// Tiles were turned up.
    TurnedUp = "turned-up",
    /// A hand was set by its player.
    HandSet = "hand-set",
    /// The House Way was asked for.
    HouseWayAsked = "house-way-asked",
    /// A hand was set by the dealer.
    HouseWaySet = "house-way-set",
    /// The bank's hand was set.
    BankSet = "bank-set",
    /// A player touched tiles that the dealer sets.
    Touched = "touched",
    /// A supervisor checked a House Way.
    HouseWayChecked = "house-way-checked",
    /// A wrong House Way was put right.
    HouseWayCorrected = "house-way-corrected",
    /// A supervisor had a hand set.
    HouseWayDirected = "house-way-directed",
    /// A wager was conceded.
    Conceded = "conceded",
    /// A supervisor looked at a conceded hand.
    ConcededSeen = "conceded-seen",
    /// A Tie was surrendered.
    Surrendered = "surrendered",
    /// A lone player showed their tiles.
    OwnShown = "own-shown",
    /// A practice table said what the House Way is.
    Advised = "advised",
    /// The chung was lifted.
    ChungLifted = "chung-lifted",
    /// The banker confirmed.
    BankConfirmed = "bank-confirmed",
    /// A player asked to see the bank's hand.
    BankAskedFor = "bank-asked-for",
    /// The bank's hand was shown.
    BankShown = "bank-shown",
    /// A hand was opened.
    HandOpened = "hand-opened",
    /// A hand was matched.
    HandMatched = "hand-matched",
    /// A losing wager was taken.
    WagerTaken = "wager-taken",
    /// A winning wager was paid.
    WagerPaid = "wager-paid",
    /// A stand-off stays.
    WagerStays = "wager-stays",
    /// A settled wager was settled again.
    WagerReopened = "wager-reopened",
    /// The bank was paid out.
    BankSettled = "bank-settled",
    /// That was taken back.
    BankReopened = "bank-reopened",
    /// The round is over.
    RoundOver = "round-over",
    /// Tiles of a hand were exposed.
    TilesExposed = "tiles-exposed",
    /// A hand is void.
    HandVoid = "hand-void",
    /// The round is void: no wager on tiles is left.
    RoundVoid = "round-void",
    /// It is void for a disruption.
    VoidForDisruption = "round-void-disruption",
    /// It is void for fraud.
    VoidForFraud = "round-void-fraud",
    /// It is void because the wagers of whoever banks are.
    VoidForBreach = "round-void-breach",
    /// It is void because whoever banks told about tiles.
    VoidForTelling = "round-void-telling",
    /// It is void for a misdeal.
    VoidForMisdeal = "round-void-misdeal",
    /// It is void because whoever banks wants it so after tiles were exposed.
    VoidForExposed = "round-void-exposed",
    /// It is void because the tiles are shuffled again.
    VoidForReshuffle = "round-void-reshuffle",
    /// It is void because a tile is missing or foreign.
    VoidForTiles = "round-void-tiles",
    /// Tiles were delivered wrongly.
    Misdealt = "misdealt",
    /// The deal was put right.
    DealRebuilt = "deal-rebuilt",
    /// A hand was knocked over or mixed.
    HandKnocked = "hand-knocked",
    /// A tile is missing or foreign.
    SetWrong = "set-wrong",
    /// An area is to be taken out.
    RemovalDecided = "removal-decided",
    /// The dice pointed to the House.
    RemovalDrawnAgain = "removal-drawn-again",
    /// An area was taken out.
    AreaRemoved = "area-removed",
    /// It came back.
    AreaRestored = "area-restored",
    /// A player has to set first.
    SetFirstOrdered = "set-first-ordered",
    /// Players may not be at one table.
    PlayersParted = "players-parted",
    /// English only.
    EnglishOrdered = "english-ordered",
    /// A player's wagers are void.
    WagersVoid = "wagers-void",
    /// A stake is forfeited.
    StakeForfeited = "stake-forfeited",
    /// A player is barred.
    PlayerBarred = "player-barred",
    /// Winnings are held.
    WinningsHeld = "winnings-held",
    /// They were let go.
    WinningsReleased = "winnings-released",
    /// A dispute was raised.
    DisputeRaised = "dispute-raised",
    /// It was decided.
    DisputeDecided = "dispute-decided",
    /// A second look was asked for.
    ReviewAsked = "review-asked",
    /// It was decided again.
    DisputeReviewed = "dispute-reviewed",
    /// A closing sign went up.
    ClosingPosted = "closing-posted",
    /// The table stopped play.
    PlayEnded = "play-ended",
    /// The table is closed.
    TableClosed = "table-closed",
    /// What a match rests on as well where the player's hand is worth as much as the bank's and wins by its high tile.
    ByTile = "by-tile",
    /// What the deal rests on as well where stealing the cut has made a total less than 1.
    CountedBelow = "counted-below",
    /// A wager below the minimum is refused.
    BelowMinimum = "below-minimum",
    /// A wager above the maximum is refused.
    AboveMaximum = "above-maximum",
    /// What a tile rests on that is keyed in more often than a set has it.
    TheSet = "the-set",
    /// What a seat rests on that is somebody's already.
    Places = "places",
    /// No Tie is wagered on while a player banks.
    TieUnderBank = "tie-under-bank",
    /// Whoever banks wagers on no Tie.
    BankerTies = "banker-ties",
}

impl Step {
    /// What is cited beside a step, or by a refusal, in one case: it does not happen by itself.
    pub const GROUNDS: [Self; 8] = [
        Self::ByTile,
        Self::CountedBelow,
        Self::BelowMinimum,
        Self::AboveMaximum,
        Self::TheSet,
        Self::Places,
        Self::TieUnderBank,
        Self::BankerTies,
    ];
}
