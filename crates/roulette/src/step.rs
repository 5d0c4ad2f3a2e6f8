//! The steps of a table: what an event or a refusal rests on, by its name in `steps.toml`, where a book says
//! which clauses those are.
//!
//! What a parameter of the book prescribes alone is no step: it cites the parameter.

game::steps! {
    /// From when on the book is in force.
    BookInForce = "book-in-force",
    /// Who may do a dealer's steps.
    Dealer = "dealer",
    /// Who speaks for the operator.
    Operator = "operator",
    /// The table closed; not while accounts are active.
    TableClosed = "table-closed",
    /// A bound of the system, where the book has none.
    SystemBounds = "system-bounds",
    /// An account was activated, and with it a station given.
    Activated = "activated",
    /// The dealer added to an account.
    Credited = "credited",
    /// A station took notes.
    NotesFed = "notes-fed",
    /// Who feeds notes, and how much.
    FeedsNotes = "feeds-notes",
    /// An account was opened or added to before the table was.
    BeforeOpening = "before-opening",
    /// Somebody who was directed to leave bought in again.
    BackAfterDismissal = "back-after-dismissal",
    /// An account opened later bears what a correction could not take back.
    LaterAccount = "later-account",
    /// The dealer takes a tender although equipment has failed.
    TakenThoughBroken = "taken-though-broken",
    /// No tender is credited while accounts are frozen.
    FrozenTender = "frozen-tender",
    /// Somebody who was leaving tenders again, and stays.
    BackWhileLeaving = "back-while-leaving",
    /// A station that is out of order takes no notes.
    BrokenTakesNoNotes = "broken-takes-no-notes",
    /// The House's own tokens are not taken as credit.
    TokensNotTaken = "tokens-not-taken",
    /// An account holds no more.
    AccountFull = "account-full",
    /// Whoever has a station controls it, and nobody else.
    StationControl = "station-control",
    /// A station is open while an account is active there.
    StationOpen = "station-open",
    /// A player controls one station.
    OneStation = "one-station",
    /// A player is leaving; no more wagers, and no pay while some are live.
    Leaving = "leaving",
    /// Who may leave.
    WhoLeaves = "who-leaves",
    /// The dealer directed a player to leave.
    Dismissed = "dismissed",
    /// The wagers of a leaving player went back.
    Withdrawn = "withdrawn",
    /// A leaving player was paid in chips.
    PaidOut = "paid-out",
    /// A player got what a correction left for them.
    HeldPaid = "held-paid",
    /// The dealer entered other permitted wagers.
    LimitsAnnounced = "limits-announced",
    /// The announced wagers are the permitted ones.
    LimitsChanged = "limits-changed",
    /// A sign took the place of others.
    OneSign = "one-sign",
    /// Permitted wagers that contradict themselves.
    LimitsUnusable = "limits-unusable",
    /// Permitted wagers beyond what can be paid.
    LimitsNotPayable = "limits-not-payable",
    /// Permitted wagers that the odds cannot pay exactly.
    LimitsNotWhole = "limits-not-whole",
    /// How long a period can be, after the parameter `may-be-set`.
    PeriodLength = "period-length",
    /// The operator set the period, after the parameter `may-be-set`.
    PeriodSet = "period-set",
    /// A period of the operator's length began, after the parameter `may-be-set`.
    PeriodOpenedAsSet = "period-opened-as-set",
    /// No period has begun yet.
    PeriodNotBegun = "period-not-begun",
    /// The period ended: what shows counts.
    PeriodEnded = "period-ended",
    /// Wagers came to too little, after the parameter `short-aggregate`.
    PeriodEndedShort = "period-ended-short",
    /// Chips show on a spot.
    Placed = "placed",
    /// Chips were taken back.
    Taken = "taken",
    /// Chips were moved.
    Shifted = "shifted",
    /// Who touches a station.
    Touch = "touch",
    /// Somebody other than the player in control touches a station.
    OthersTouch = "others-touch",
    /// A bet comes out of the credit.
    CreditForBet = "credit-for-bet",
    /// No such bet.
    NoBet = "no-bet",
    /// No such street.
    NoStreet = "no-street",
    /// No such number on the wheel.
    NoPocket = "no-pocket",
    /// Chips show on a sequence.
    RunPlaced = "run-placed",
    /// A sequence shows the next lower amount, after the parameter `between-steps`.
    RunTrimmed = "run-trimmed",
    /// A sequence comes out of the credit.
    CreditForRun = "credit-for-run",
    /// A sequence is not taken back once its first spin's period has ended.
    RunUnderWay = "run-under-way",
    /// No such sequence.
    NoSequence = "no-sequence",
    /// How many sequences a station has at most.
    ManyRuns = "many-runs",
    /// A sequence of somebody who has left is played out.
    AbsentEnded = "absent-ended",
    /// The ball is spun once, in a period or after it.
    SpinOnce = "spin-once",
    /// The ball was spun after the period.
    SpunAfterEnd = "spun-after-end",
    /// An outcome is entered once the ball has been spun.
    OutcomeEntered = "outcome-entered",
    /// Every station was settled.
    Settled = "settled",
    /// What is cited as well where the ball was in 0.
    SettledOnZero = "settled-on-zero",
    /// What is cited as well where sequences ended.
    SettledRuns = "settled-runs",
    /// A bet covers what the lost drawing of the layout showed.
    SpotAsDrawn = "spot-as-drawn",
    /// A sequence is paid for its hits from the first spin on.
    RunPaid = "run-paid",
    /// What covers 0 wins on it.
    ZeroWins = "zero-wins",
    /// Everything else loses on it.
    ZeroLoses = "zero-loses",
    /// A wager loses on another number.
    Lost = "lost",
    /// "No spin" was called, before the parameters `no-spin-wagers` and `no-spin-advances`.
    NoSpin = "no-spin",
    /// "No spin" can be called only of a ball on its way.
    NoBall = "no-ball",
    /// A spin of which "no spin" was called has no outcome.
    NoEffect = "no-effect",
    /// A period began after "no spin", after the parameter `no-spin-wagers`.
    PeriodReopened = "period-reopened",
    /// A result was put right, after the parameter `wrong-result-freezes`.
    Resettled = "resettled",
    /// A period began again when accounts were free.
    PeriodAfterFreeze = "period-after-freeze",
    /// Something happened while accounts were frozen.
    ThoughFrozen = "though-frozen",
    /// A ball that the House drew is not entered, nor put right.
    DrawnBall = "drawn-ball",
    /// A station failed and its wagers are void, after the parameter `station-before`.
    StationVoid = "station-void",
    /// A station is out of order.
    StationBroken = "station-broken",
    /// A station works again.
    StationRestored = "station-restored",
    /// On a restored station wagers are made anew.
    WagersAnew = "wagers-anew",
    /// The system failed and all wagers are void, after the parameter `system-before`.
    SystemVoid = "system-void",
    /// The system fails only while something is under way.
    SystemIdle = "system-idle",
    /// The system has failed, and no period runs.
    SystemHalted = "system-halted",
    /// A ball that was on its way when the system failed is spun anew.
    HaltedBall = "halted-ball",
    /// The system works again.
    SystemRestored = "system-restored",
    /// What was wagered on a station in doubt was established.
    Established = "established",
    /// What is in doubt is established first.
    DoubtFirst = "doubt-first",
    /// What is in doubt is still to be established.
    DoubtStays = "doubt-stays",
    /// What showed when the period ended counts, and nobody could wager.
    AsShown = "as-shown",
    /// A station that failed before the period's end had nothing when it ended.
    BeyondDoubt = "beyond-doubt",
    /// What the records of a station can show.
    OnRecord = "on-record",
    /// Where the House deals, it has every wager on record.
    HouseRecord = "house-record",
    /// Records show bets that nobody had the credit for.
    HadForBets = "had-for-bets",
    /// Records show sequences that nobody had the credit for.
    HadForRuns = "had-for-runs",
    /// A player claims that something went wrong.
    Claimed = "claimed",
    /// A player claims it of a ball that the House drew.
    DrawnClaimed = "drawn-claimed",
    /// A player who has left claims it.
    ClaimedWhenGone = "claimed-when-gone",
    /// A claim was considered.
    Answered = "answered",
    /// A claim was upheld, and something follows from it.
    Upheld = "upheld",
}
