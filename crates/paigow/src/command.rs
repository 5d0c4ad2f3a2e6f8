//! What somebody wants to happen at the table.
//!
//! A command says nothing about who gives it: that is in the context. Amounts, tiles, areas and dice
//! are checked by `decide`, so a command can always be stored and read back, and never be half done.

use crate::{Faces, Kind, Limit, LimitKind, Stake};
use game::Moment;
use money::{Amount, PlayerId, Rate};
use rulebook::{Grid, Method, Orientation};
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    // The table and its people.
    /// The dealer lays out the tiles by rank and counts them.
    LayOutTiles {
        /// What was found.
        found: Found,
    },
    /// A supervisor checks the tiles that lie so.
    CheckTiles,
    /// A supervisor replaces tiles, one or all; a new set is checked before play.
    ReplaceTiles {
        /// Whether the whole set is changed.
        whole_set: bool,
    },
    /// The dealer opens the table.
    OpenTable,
    /// The dealer changes cash, or a voucher, into chips or tokens for a player.
    BuyIn {
        /// For whom.
        player: PlayerId,
        /// How much, in what.
        stake: Stake,
    },
    /// A player takes the seat of an area.
    Sit {
        /// Which.
        area: u8,
    },
    /// A player leaves, with all their chips.
    Leave,
    /// A supervisor frees the seat of a player who skips rounds.
    FreeSeat {
        /// Whose.
        player: PlayerId,
    },

    // Limits and signs.
    /// A supervisor puts up a sign with new limits and the time they begin.
    PostLimits {
        /// Of which wagers.
        kind: LimitKind,
        /// Which.
        limit: Limit,
        /// From when.
        at: Moment,
    },
    /// A supervisor puts new limits into force.
    ChangeLimits {
        /// Of which wagers.
        kind: LimitKind,
        /// Which.
        limit: Limit,
    },
    /// A supervisor gives a player limits of their own on an area, or takes them away.
    SetPersonalLimits {
        /// Whom.
        player: PlayerId,
        /// Where.
        area: u8,
        /// Which; none to take them away.
        limit: Option<Limit>,
    },
    /// A supervisor posts another commission.
    PostCommission {
        /// Which.
        rate: Rate,
    },
    /// Management lets the wagers of a player's bank pass their bound, up to an amount.
    AllowTotal {
        /// Up to how much.
        most: Amount,
    },
    /// A supervisor says how many may wager on an area.
    AllowSharing {
        /// Where.
        area: u8,
        /// How many.
        players: u8,
    },

    // The bank.
    /// The dealer offers the bank to whoever is next, or finds that the House banks.
    OfferBank,
    /// The one who is asked accepts.
    AcceptBank {
        /// Alone, or with the House.
        method: Method,
        /// Putting up so much.
        stake: Amount,
    },
    /// The one who is asked declines.
    DeclineBank,
    /// A player wants to be passed over when the bank is offered, or no longer.
    PassBank {
        /// Whether to be passed over.
        pass: bool,
    },
    /// A supervisor allows more banks in a row on an area.
    AllowBanks {
        /// Where.
        area: u8,
        /// How many.
        banks: u8,
    },
    /// A supervisor lets players share the bank.
    AllowBankSharing,
    /// A player at the banker's area joins the bank.
    JoinBank {
        /// Putting up so much.
        stake: Amount,
    },
    /// The banker puts up more.
    AddToBank {
        /// How much.
        amount: Amount,
    },
    /// A bank that does not cover the wagers gives way to another method.
    ChangeMethod {
        /// Which.
        method: Method,
    },
    /// The banker has somebody else shake.
    NameShaker {
        /// Whom.
        player: PlayerId,
    },
    /// The banker asks the House to wager against the bank.
    AskHouseWager {
        /// How much.
        amount: Amount,
    },

    // The wall.
    /// The dealer shuffles and stacks.
    Shuffle {
        /// The order of the wall where it is told; none at a table with real tiles, and none with electronic
        /// ones, which have none before they are dealt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 32, max_items = 32))]
        order: Option<Box<[Tile; 32]>>,
    },
    /// Tiles showed.
    ReportShown {
        /// When.
        during: During,
        /// How many.
        count: u8,
    },
    /// A supervisor has the dealer do a laja because tiles showed.
    OrderLaja,
    /// A player or banker asks for a laja.
    AskLaja {
        /// Done by whom.
        by: LajaBy,
    },
    /// A supervisor allows it.
    AllowLaja,
    /// The laja is done.
    DoLaja {
        /// The order afterwards, as for the shuffle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 32, max_items = 32))]
        order: Option<Box<[Tile; 32]>>,
    },
    /// The banker asks for another shuffle.
    AskReshuffle,
    /// A supervisor orders another shuffle.
    OrderReshuffle {
        /// Why.
        cause: ReshuffleCause,
    },

    // Wagers.
    /// A player puts down a wager, or changes it to this.
    Place {
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
        /// How much, in what.
        stake: Stake,
    },
    /// A player speaks a wager; cash is changed at once.
    Speak {
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
        /// How much.
        amount: Amount,
        /// Cash that comes with it.
        cash: Amount,
    },
    /// A player takes a wager back.
    Withdraw {
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
    },
    /// A player with a wager on an area leaves its side wager to others.
    WaiveSide {
        /// Where.
        area: u8,
    },
    /// A supervisor refuses a wager and has it removed.
    RefuseWager {
        /// Whose.
        player: PlayerId,
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
    },
    /// The dealer finds that a wager is of another amount than was thought.
    ReportWager {
        /// Whose.
        player: PlayerId,
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
        /// How much it is.
        amount: Amount,
    },
    /// The banker lets a player change wagers after betting closed.
    Consent {
        /// Whom.
        player: PlayerId,
    },
    /// The dealer closes betting.
    CloseBets,
    /// The seated player hands the decisions to the highest wager.
    Yield {
        /// Of which area.
        area: u8,
    },

    // Dice and cut.
    /// The banker names a value to be added to the total.
    Steal {
        /// −4 to +4.
        value: i8,
    },
    /// The cup is shaken.
    Shake,
    /// A die does not lie flat.
    ReportCocked,
    /// The dealer shows the dice.
    ShowDice {
        /// What they show; none where the House draws it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Faces>,
    },
    /// The cut is named: by the banker, by the supervisor, or by the dealer for the dice.
    NameCut {
        /// Which.
        cut: String,
        /// How turned.
        orientation: Orientation,
    },
    /// The banker names no cut.
    DeclineCut,
    /// A supervisor accepts a cut that the book does not describe.
    RegisterCut {
        /// Which.
        cut: String,
        /// How turned.
        orientation: Orientation,
        /// How it delivers.
        grid: Grid,
        /// Whether the regulator approved it beforehand.
        approved: bool,
    },

    // Tiles on areas.
    /// The dealer delivers the tiles.
    Deal {
        /// The order of the wall, at a table with electronic tiles, once the House has drawn it: then, and not
        /// before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 32, max_items = 32))]
        order: Option<Box<[Tile; 32]>>,
    },
    /// The caller, or the banker, looks at the tiles of an area.
    Look {
        /// Which.
        area: u8,
    },
    /// The caller, or the banker, sets an area's tiles.
    SetHand {
        /// Which.
        area: u8,
        /// Two of its tiles; the other two are the other hand.
        #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
        two: [Tile; 2],
    },
    /// The same with real tiles: laid down, unknown to the engine.
    LayDown {
        /// Which.
        area: u8,
    },
    /// The caller, or the banker, asks for the House Way.
    AskHouseWay {
        /// Where.
        area: u8,
    },
    /// A player touched tiles that the dealer sets.
    Touch {
        /// Where.
        area: u8,
    },
    /// The dealer sets an area's tiles by the House Way.
    SetHouseWay {
        /// Which.
        area: u8,
        /// Two of the tiles, if the dealer did it by hand; none to have it done.
        #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
        two: Option<[Tile; 2]>,
    },
    /// A supervisor checks a hand that the dealer set.
    CheckHouseWay {
        /// Which.
        area: u8,
    },
    /// A hand that was wrongly set by the House Way is put right.
    CorrectHouseWay {
        /// Which.
        area: u8,
    },
    /// A supervisor has the dealer set a hand that its player leaves.
    DirectHouseWay {
        /// Which.
        area: u8,
    },
    /// A lone wagerer on an area concedes.
    Concede {
        /// Where.
        area: u8,
    },
    /// A supervisor looks at a conceded hand.
    SeeConceded {
        /// Where.
        area: u8,
    },
    /// A player surrenders a Tie wager.
    Surrender {
        /// Where.
        area: u8,
    },
    /// A lone player, or the banker, shows their own tiles.
    ShowOwn {
        /// Where.
        area: u8,
    },
    /// A player asks how the House Way would set an area.
    AskAdvice {
        /// Which.
        area: u8,
    },
    /// Real tiles are keyed in as they are turned up.
    TurnUp {
        /// Where.
        area: u8,
        /// The four tiles.
        #[cfg_attr(feature = "schema", schema(min_items = 4, max_items = 4))]
        tiles: [Tile; 4],
    },

    // Showing, matching, paying.
    /// The dealer lifts the chung from the bank's tiles.
    LiftChung,
    /// The banker confirms the hand that the dealer set.
    ConfirmBank,
    /// A player asks to see the bank's hand.
    AskBank,
    /// The dealer shows the bank's hand.
    ShowBank,
    /// The dealer opens and matches the next hand; real tiles are keyed in low hand first.
    OpenHand {
        /// The low and the high hand as they lie; none where the engine knows.
        #[cfg_attr(feature = "schema", schema(min_items = 4, max_items = 4))]
        lie: Option<[Tile; 4]>,
    },
    /// The dealer pays the next area.
    Pay,
    /// The dealer puts the bank's tiles away: the round is over.
    FinishRound,

    // What goes wrong.
    /// Tiles of an area were exposed.
    ReportExposed {
        /// Where.
        area: u8,
        /// Which of the four, one bit each.
        which: u8,
        /// What they are, where the engine does not know.
        tiles: Vec<Tile>,
        /// Whether the dealer did it.
        by_dealer: bool,
    },
    /// The one whose tiles were exposed has the hand voided.
    VoidOwn {
        /// Where.
        area: u8,
    },
    /// Tiles were delivered wrongly.
    ReportMisdeal {
        /// What happened.
        what: Misdealt,
    },
    /// The dealer knocked over or mixed a hand.
    ReportKnocked {
        /// Where.
        area: u8,
    },
    /// A tile is missing or foreign.
    ReportSetWrong,
    /// A supervisor voids the round.
    VoidRound {
        /// On what ground.
        ground: Ground,
        /// Whose stake is forfeited, where the book allows it.
        forfeits: Option<PlayerId>,
    },
    /// A supervisor voids a hand whose player told about tiles.
    VoidHand {
        /// Where.
        area: u8,
    },
    /// A supervisor decides to take an area out of play.
    DecideRemoval,
    /// The dealer draws it.
    DrawRemoval {
        /// The box dice; none where the House draws them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
        boxes: Option<[u8; 3]>,
    },
    /// A supervisor brings an area back.
    RestoreArea {
        /// Which.
        area: u8,
    },
    /// A supervisor orders a player to set first, or ends that.
    OrderSetFirst {
        /// Whom.
        player: PlayerId,
        /// Whether it holds.
        first: bool,
    },
    /// A supervisor keeps two players from one table.
    PartPlayers {
        /// Who leaves.
        player: PlayerId,
        /// Who stays.
        from: PlayerId,
    },
    /// A supervisor orders English at the table, or ends that.
    OrderEnglish {
        /// Whether it holds.
        only: bool,
    },

    // Conduct and records.
    /// A supervisor voids a player's wagers.
    VoidWagers {
        /// Whose.
        player: PlayerId,
    },
    /// A supervisor bars a player from the game.
    BarPlayer {
        /// Whom.
        player: PlayerId,
    },
    /// A supervisor has a player's winnings held, from now on and as far as they were paid already.
    HoldWinnings {
        /// Whose.
        player: PlayerId,
        /// What of the player's chips was won so, and is taken.
        #[serde(default)]
        won: Amount,
    },
    /// What was held goes to the player, or to the House.
    ReleaseHeld {
        /// Whose.
        player: PlayerId,
        /// Whether the player gets it.
        to_player: bool,
    },
    /// A player disputes something.
    RaiseDispute {
        /// What.
        about: Matter,
    },
    /// A supervisor decides a dispute.
    DecideDispute {
        /// Which.
        number: u32,
        /// In whose favour.
        for_player: bool,
    },
    /// The player asks for a second look.
    AskReview {
        /// At which.
        number: u32,
    },
    /// Somebody of a higher rank, or the regulator's, decides again.
    ReviewDispute {
        /// Which.
        number: u32,
        /// In whose favour.
        for_player: bool,
    },

    // Closing.
    /// A supervisor puts up the sign that the table closes.
    PostClosing {
        /// When.
        at: Moment,
    },
    /// A supervisor stops play between rounds.
    EndPlay {
        /// Whether at once, because signalling goes on.
        at_once: bool,
    },
}

/// What the count of the tiles found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowFound))]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// All 32.
    Whole,
    /// A tile is missing, foreign, damaged or marked.
    Wrong,
}

/// When tiles showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowDuring))]
#[serde(rename_all = "kebab-case")]
pub enum During {
    /// While the wall was stacked.
    Stacking,
    /// In a laja.
    Laja,
}

/// Who does a laja.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLajaBy))]
#[serde(rename_all = "kebab-case")]
pub enum LajaBy {
    /// The dealer, for a player who asked.
    Dealer,
    /// This player.
    Player(PlayerId),
}

/// Why another shuffle is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowReshuffleCause))]
#[serde(rename_all = "kebab-case")]
pub enum ReshuffleCause {
    /// Tiles were exposed.
    Exposed,
    /// Tiles may be tracked.
    Tracking,
    /// No cause is given.
    Discretion,
}

/// What went wrong in the delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowMisdealt))]
#[serde(rename_all = "kebab-case")]
pub enum Misdealt {
    /// Hands went to the wrong areas, and can be put right.
    WrongAreas,
    /// A hand has more or fewer than four tiles.
    WrongNumber,
    /// Hands cannot be told apart, or put right.
    Beyond,
}

/// Why a round is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowGround))]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Fire, riot, robbery and the like.
    Disruption,
    /// Fraud.
    Fraud,
}

/// What a dispute is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowMatter))]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// A wager or a payment.
    Payment,
    /// The setting or matching of a hand.
    Hand,
    /// A rule that can be read in two ways.
    Rule,
    /// How somebody behaved.
    Conduct,
}
