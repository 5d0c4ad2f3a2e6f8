//! What happened: with the clauses it rests on and the money it moved.

use crate::{
    Faces, Found, Kind, LajaBy, Limit, LimitKind, Matter, Misdealt, Setter, Settled, Split, Stake, Step,
};
use game::{Cites, Moment, Person};
use money::{Amount, Moves, PlayerId, Rate};
use rulebook::{BigOrSmall, Grid, Method, Official, Orientation, Outcome};
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowEvent))]
pub struct Event {
    /// What.
    pub what: What,
    /// The clauses it rests on, and the readings.
    #[serde(default, skip_serializing_if = "Cites::is_empty")]
    pub clauses: Cites,
    /// The money that moved.
    #[serde(default, skip_serializing_if = "Moves::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<money::Move>))]
    pub moves: Moves,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    TilesLaidOut {
        found: Found,
    },
    TilesChecked,
    TilesReplaced {
        whole_set: bool,
    },
    TableOpened,
    BoughtIn {
        player: PlayerId,
        stake: Stake,
    },
    Seated {
        player: PlayerId,
        area: u8,
    },
    Left {
        player: PlayerId,
    },
    SeatFreed {
        player: PlayerId,
        area: u8,
    },
    LimitsPosted {
        kind: LimitKind,
        limit: Limit,
        posted: Moment,
        at: Moment,
    },
    LimitsChanged {
        kind: LimitKind,
        limit: Limit,
        after_notice: bool,
    },
    OldMinimumKept {
        player: PlayerId,
        minimum: Amount,
        #[serde(default)]
        multiple: i64,
    },
    PersonalLimits {
        player: PlayerId,
        area: u8,
        limit: Option<Limit>,
        #[serde(default)]
        alone: bool,
    },
    CommissionPosted {
        rate: Rate,
    },
    TotalAllowed {
        most: Amount,
    },
    SharingAllowed {
        area: u8,
        players: u8,
    },
    Told {
        official: Official,
        step: String,
    },
    BankOffered {
        area: u8,
        player: PlayerId,
        round: u8,
        banks: u8,
        #[serde(default)]
        anew: bool,
    },
    BankDeclined {
        area: u8,
        player: PlayerId,
    },
    BankPassed {
        player: PlayerId,
        pass: bool,
    },
    BankTaken {
        area: u8,
        player: PlayerId,
        method: Method,
        stake: Amount,
        round: u8,
        banks: u8,
    },
    BankJoined {
        player: PlayerId,
        stake: Amount,
    },
    BankAdded {
        player: PlayerId,
        amount: Amount,
        covered: bool,
    },
    HouseBanks {
        area: u8,
    },
    BanksAllowed {
        area: u8,
        banks: u8,
    },
    BankSharing,
    ShakerNamed {
        player: PlayerId,
    },
    BankShort {
        needed: Amount,
        has: Amount,
    },
    BankCovers {
        needed: Amount,
        has: Amount,
    },
    MethodChanged {
        method: Method,
        chung: u8,
    },
    CoBankFunded {
        amount: Amount,
    },
    Shuffled,
    Stacked {
        order: Option<Box<[Tile; 32]>>,
    },
    ShownInStacking {
        count: u8,
        laja: bool,
    },
    ShownInLaja {
        count: u8,
        reshuffle: bool,
    },
    LajaOrdered,
    LajaAsked {
        by: LajaBy,
        player: PlayerId,
    },
    LajaAllowed {
        by: LajaBy,
    },
    LajaDone {
        by: Option<PlayerId>,
        order: Option<Box<[Tile; 32]>>,
    },
    ReshuffleAsked,
    ReshuffleOrdered,
    WagerPlaced {
        player: PlayerId,
        area: u8,
        kind: Kind,
        stake: Stake,
        spoken: bool,
    },
    WagerWithdrawn {
        player: PlayerId,
        area: u8,
        kind: Kind,
    },
    SideWaived {
        player: PlayerId,
        area: u8,
    },
    WagerRefused {
        player: PlayerId,
        area: u8,
        kind: Kind,
    },
    WagerFound {
        player: PlayerId,
        area: u8,
        kind: Kind,
        amount: Amount,
    },
    WagerReturned {
        player: PlayerId,
        area: u8,
        kind: Kind,
        why: Why,
    },
    Warned {
        player: PlayerId,
    },
    Consented {
        player: PlayerId,
    },
    HouseWagered {
        amount: Amount,
        area: u8,
    },
    BetsClosed,
    CallerNamed {
        area: u8,
        player: Option<PlayerId>,
        blind: bool,
    },
    Yielded {
        area: u8,
    },
    CutStolen {
        value: i8,
    },
    Shaken {
        by: Person,
    },
    DiceCocked,
    DiceShown {
        faces: Faces,
        total: i16,
    },
    BigSmallCalled {
        result: Option<BigOrSmall>,
    },
    CutNamed {
        cut: String,
        orientation: Orientation,
    },
    CutDeclined,
    CutRegistered {
        cut: String,
        orientation: Orientation,
        grid: Grid,
    },
    Dealt {
        first: u8,
        cut: String,
        orientation: Orientation,
        hands: Vec<Option<[Option<Tile>; 4]>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left_over: Vec<[Option<Tile>; 4]>,
    },
    Retrieved {
        areas: u8,
    },
    TurnedToDealer {
        areas: u8,
    },
    Looked {
        area: u8,
    },
    TurnedUp {
        area: u8,
        tiles: [Tile; 4],
    },
    HandSet {
        area: u8,
        split: Option<Split>,
    },
    HouseWayAsked {
        area: u8,
    },
    HouseWaySet {
        area: u8,
        split: Split,
        wrong: bool,
    },
    BankSet {
        area: u8,
        split: Option<Split>,
        by: Setter,
        wrong: bool,
    },
    Touched {
        area: u8,
        answers: bool,
        #[serde(default)]
        anew: bool,
    },
    HouseWayChecked {
        area: u8,
    },
    HouseWayCorrected {
        area: u8,
        split: Split,
        #[serde(default)]
        checked: bool,
    },
    HouseWayDirected {
        area: u8,
    },
    Conceded {
        area: u8,
    },
    ConcededSeen {
        area: u8,
    },
    Surrendered {
        player: PlayerId,
        area: u8,
    },
    OwnShown {
        area: u8,
    },
    Advised {
        area: u8,
        split: Split,
    },
    ChungLifted,
    BankConfirmed,
    BankAskedFor {
        player: PlayerId,
    },
    BankShown {
        area: u8,
        split: Option<Split>,
        hidden: bool,
    },
    HandOpened {
        area: u8,
        split: Split,
    },
    HandMatched {
        area: u8,
        low_won: bool,
        high_won: bool,
        outcome: Outcome,
    },
    WagerTaken {
        player: PlayerId,
        area: u8,
        kind: Kind,
        settled: Settled,
    },
    WagerPaid {
        player: PlayerId,
        area: u8,
        kind: Kind,
        settled: Settled,
    },
    WagerStays {
        player: PlayerId,
        area: u8,
        kind: Kind,
        settled: Settled,
    },
    AreaCleared {
        area: u8,
    },
    WagerReopened {
        player: PlayerId,
        area: u8,
        kind: Kind,
    },
    AreaReopened {
        area: u8,
    },
    BankSettled {
        won: Amount,
        commission: Amount,
        house: Amount,
    },
    BankReopened,
    RoundOver,
    TilesExposed {
        area: u8,
        which: u8,
        tiles: [Option<Tile>; 4],
        voidable: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_dealer: bool,
    },
    HandVoid {
        area: u8,
    },
    RoundVoid {
        cause: Cause,
    },
    Misdealt {
        what: Misdealt,
        played_out: bool,
    },
    DealRebuilt,
    HandKnocked {
        area: u8,
    },
    SetWrong,
    RemovalDecided,
    RemovalDrawnAgain {
        total: u8,
    },
    AreaRemoved {
        area: u8,
        total: u8,
    },
    AreaRestored {
        area: u8,
    },
    SetFirstOrdered {
        player: PlayerId,
        first: bool,
    },
    PlayersParted {
        player: PlayerId,
        from: PlayerId,
    },
    EnglishOrdered {
        only: bool,
    },
    WagersVoid {
        player: PlayerId,
    },
    StakeForfeited {
        player: PlayerId,
        area: u8,
        kind: Kind,
    },
    PlayerBarred {
        player: PlayerId,
    },
    WinningsHeld {
        player: PlayerId,
    },
    WinningsReleased {
        player: PlayerId,
        to_player: bool,
    },
    DisputeRaised {
        number: u32,
        by: PlayerId,
        about: Matter,
    },
    DisputeDecided {
        number: u32,
        by: Person,
        for_player: bool,
        open: bool,
    },
    ReviewAsked {
        number: u32,
    },
    DisputeReviewed {
        number: u32,
        by: Person,
        for_player: bool,
    },
    ClosingPosted {
        posted: Moment,
        at: Moment,
    },
    PlayEnded,
    TableClosed,
}

/// Why a wager goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWhy))]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Its area is the bank's now, or out of play.
    Area,
    /// Its player banks.
    Banks,
    /// It needs a regular wager that is not there.
    Alone,
    /// It is below the minimum, and its player was warned.
    BelowMinimum,
    /// It is above the maximum.
    AboveMaximum,
    /// The hand, the round or the wager is void.
    Void,
    /// Its player is barred.
    Barred,
    /// Its player is parted from another, and leaves.
    Parted,
    /// It is in tokens, and a player takes the bank.
    Tokens,
    /// Play has ended.
    Closing,
}

/// Why a round has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowCause))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Fire, riot, robbery and the like.
    Disruption,
    /// Fraud.
    Fraud,
    /// The wagers of whoever banks were made void.
    Breach,
    /// Whoever banks told about tiles.
    Telling,
    /// Tiles were delivered wrongly.
    Misdeal,
    /// Whoever banks had the hand voided because its tiles were exposed.
    Exposed,
    /// Another shuffle was ordered once tiles were dealt.
    Reshuffle,
    /// A tile is missing or foreign.
    Tiles,
    /// No wager on tiles is left.
    NoWagers,
}

impl Cause {
    /// The step that such a void round is.
    pub const fn step(self) -> Step {
        match self {
            Self::Disruption => Step::VoidForDisruption,
            Self::Fraud => Step::VoidForFraud,
            Self::Breach => Step::VoidForBreach,
            Self::Telling => Step::VoidForTelling,
            Self::Misdeal => Step::VoidForMisdeal,
            Self::Exposed => Step::VoidForExposed,
            Self::Reshuffle => Step::VoidForReshuffle,
            Self::Tiles => Step::VoidForTiles,
            Self::NoWagers => Step::RoundVoid,
        }
    }
}

impl What {
    /// The area that waits for its payment again.
    pub(crate) const fn reopened(&self) -> Option<u8> {
        match self {
            Self::AreaReopened { area } => Some(*area),
            _ => None,
        }
    }

    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::TilesLaidOut { .. } => Step::TilesLaidOut,
            Self::TilesChecked => Step::TilesChecked,
            Self::TilesReplaced { .. } => Step::TilesReplaced,
            Self::TableOpened => Step::TableOpened,
            Self::BoughtIn { .. } => Step::BoughtIn,
            Self::Seated { .. } => Step::Seated,
            Self::Left { .. } => Step::Left,
            Self::SeatFreed { .. } => Step::SeatFreed,
            Self::LimitsPosted { .. } => Step::LimitsPosted,
            Self::LimitsChanged { .. } => Step::LimitsChanged,
            Self::OldMinimumKept { .. } => Step::OldMinimumKept,
            Self::PersonalLimits { .. } => Step::PersonalLimits,
            Self::CommissionPosted { .. } => Step::CommissionPosted,
            Self::TotalAllowed { .. } => Step::TotalAllowed,
            Self::SharingAllowed { .. } => Step::SharingAllowed,
            Self::Told { .. } => Step::Told,
            Self::BankOffered { .. } => Step::BankOffered,
            Self::BankDeclined { .. } | Self::BankPassed { .. } => Step::BankDeclined,
            Self::BankTaken { .. } => Step::BankTaken,
            Self::BankJoined { .. } => Step::BankJoined,
            Self::BankAdded { .. } => Step::BankAdded,
            Self::HouseBanks { .. } => Step::HouseBanks,
            Self::BanksAllowed { .. } => Step::BanksAllowed,
            Self::BankSharing => Step::BankSharing,
            Self::ShakerNamed { .. } => Step::ShakerNamed,
            Self::BankShort { .. } | Self::BankCovers { .. } => Step::BankShort,
            Self::MethodChanged { .. } => Step::MethodChanged,
            Self::CoBankFunded { .. } => Step::CoBankFunded,
            Self::Shuffled => Step::Shuffled,
            Self::Stacked { .. } => Step::Stacked,
            Self::ShownInStacking { .. } | Self::LajaOrdered => Step::ShownInStacking,
            Self::ShownInLaja { .. } => Step::ShownInLaja,
            Self::LajaAsked { .. } => Step::LajaAsked,
            Self::LajaAllowed { .. } => Step::LajaAllowed,
            Self::LajaDone { .. } => Step::LajaDone,
            Self::ReshuffleAsked => Step::ReshuffleAsked,
            Self::ReshuffleOrdered => Step::ReshuffleOrdered,
            Self::WagerPlaced { spoken: false, .. } => Step::WagerPlaced,
            Self::WagerPlaced { spoken: true, .. } => Step::WagerSpoken,
            Self::WagerWithdrawn { .. } => Step::WagerWithdrawn,
            Self::SideWaived { .. } => Step::SideWaived,
            Self::WagerRefused { .. } => Step::WagerRefused,
            Self::WagerFound { .. } => Step::WagerFound,
            Self::WagerReturned { .. } => Step::WagerReturned,
            Self::Warned { .. } => Step::Warned,
            Self::Consented { .. } => Step::Consented,
            Self::HouseWagered { .. } => Step::HouseWagered,
            Self::BetsClosed => Step::BetsClosed,
            Self::CallerNamed { .. } => Step::CallerNamed,
            Self::Yielded { .. } => Step::Yielded,
            Self::CutStolen { .. } => Step::CutStolen,
            Self::Shaken { .. } => Step::Shaken,
            Self::DiceCocked => Step::DiceCocked,
            Self::DiceShown { .. } => Step::DiceShown,
            Self::BigSmallCalled { .. } => Step::BigSmallCalled,
            Self::CutNamed { .. } => Step::CutNamed,
            Self::CutDeclined => Step::CutDeclined,
            Self::CutRegistered { .. } => Step::CutRegistered,
            Self::Dealt { .. } => Step::Dealt,
            Self::Retrieved { .. } => Step::Retrieved,
            Self::TurnedToDealer { .. } => Step::TurnedToDealer,
            Self::Looked { .. } => Step::Looked,
            Self::TurnedUp { .. } => Step::TurnedUp,
            Self::HandSet { .. } => Step::HandSet,
            Self::HouseWayAsked { .. } => Step::HouseWayAsked,
            Self::HouseWaySet { .. } => Step::HouseWaySet,
            Self::BankSet { .. } => Step::BankSet,
            Self::Touched { .. } => Step::Touched,
            Self::HouseWayChecked { .. } => Step::HouseWayChecked,
            Self::HouseWayCorrected { .. } => Step::HouseWayCorrected,
            Self::HouseWayDirected { .. } => Step::HouseWayDirected,
            Self::Conceded { .. } => Step::Conceded,
            Self::ConcededSeen { .. } => Step::ConcededSeen,
            Self::Surrendered { .. } => Step::Surrendered,
            Self::OwnShown { .. } => Step::OwnShown,
            Self::Advised { .. } => Step::Advised,
            Self::ChungLifted => Step::ChungLifted,
            Self::BankConfirmed => Step::BankConfirmed,
            Self::BankAskedFor { .. } => Step::BankAskedFor,
            Self::BankShown { .. } => Step::BankShown,
            Self::HandOpened { .. } => Step::HandOpened,
            Self::HandMatched { .. } => Step::HandMatched,
            Self::WagerTaken { .. } => Step::WagerTaken,
            Self::WagerPaid { .. } | Self::AreaCleared { .. } => Step::WagerPaid,
            Self::WagerStays { .. } => Step::WagerStays,
            Self::WagerReopened { .. } | Self::AreaReopened { .. } => Step::WagerReopened,
            Self::BankSettled { .. } => Step::BankSettled,
            Self::BankReopened => Step::BankReopened,
            Self::RoundOver => Step::RoundOver,
            Self::TilesExposed { .. } => Step::TilesExposed,
            Self::HandVoid { .. } => Step::HandVoid,
            Self::RoundVoid { cause } => cause.step(),
            Self::Misdealt { .. } => Step::Misdealt,
            Self::DealRebuilt => Step::DealRebuilt,
            Self::HandKnocked { .. } => Step::HandKnocked,
            Self::SetWrong => Step::SetWrong,
            Self::RemovalDecided => Step::RemovalDecided,
            Self::RemovalDrawnAgain { .. } => Step::RemovalDrawnAgain,
            Self::AreaRemoved { .. } => Step::AreaRemoved,
            Self::AreaRestored { .. } => Step::AreaRestored,
            Self::SetFirstOrdered { .. } => Step::SetFirstOrdered,
            Self::PlayersParted { .. } => Step::PlayersParted,
            Self::EnglishOrdered { .. } => Step::EnglishOrdered,
            Self::WagersVoid { .. } => Step::WagersVoid,
            Self::StakeForfeited { .. } => Step::StakeForfeited,
            Self::PlayerBarred { .. } => Step::PlayerBarred,
            Self::WinningsHeld { .. } => Step::WinningsHeld,
            Self::WinningsReleased { .. } => Step::WinningsReleased,
            Self::DisputeRaised { .. } => Step::DisputeRaised,
            Self::DisputeDecided { .. } => Step::DisputeDecided,
            Self::ReviewAsked { .. } => Step::ReviewAsked,
            Self::DisputeReviewed { .. } => Step::DisputeReviewed,
            Self::ClosingPosted { .. } => Step::ClosingPosted,
            Self::PlayEnded => Step::PlayEnded,
            Self::TableClosed => Step::TableClosed,
        }
    }
}
