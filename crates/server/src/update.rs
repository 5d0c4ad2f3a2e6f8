//! What a station hears, described: the message itself is put together by the table.

use serde::Serialize;

/// What a station hears: how the table stands, as far as its person may know.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[allow(dead_code)] // it describes a message that is written elsewhere
pub struct Update {
    /// `update`.
    pub r#type: String,
    /// The version of the table.
    pub version: u64,
    /// The house's time, in milliseconds.
    pub at: i64,
    /// The game: `pai-gow` or `rapid-roulette`.
    pub game: String,
    /// Until when wagers are taken, if that is known.
    pub closes: Option<i64>,
    /// Whether wagers are taken.
    pub betting: bool,
    /// The house's commitment to this round's chance.
    pub promise: Option<floor::Promise>,
    /// The seed of the last round, to be checked.
    pub revealed: Option<floor::Shown>,
    /// Whether a person has taken the table to deal at it.
    pub dealer: bool,
    /// What dealers ask for out of players' accounts: a player sees what waits for their own word.
    pub asks: Option<Vec<floor::Wished>>,
    /// Why the table stands still.
    pub halted: Option<String>,
    /// Why nothing can be kept now.
    pub trouble: Option<String>,
    /// Whether notes were left out: the view is a fresh one.
    pub fresh: Option<bool>,
    /// What happened since the last update.
    pub notes: Option<Vec<Note>>,
    /// Answers to what the station asked.
    pub answers: Option<Vec<Answer>>,
    /// The view, if it is new.
    pub view: Option<AnyView>,
    /// What the station's person may do, when that has changed.
    pub legal: Option<Legal>,
}

/// What a player hears who has played for long.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[allow(dead_code)] // it describes a message that is written elsewhere
pub struct Reality {
    /// `reality`.
    pub r#type: String,
    /// For how many minutes the player has been signed in, or a guest's station there.
    pub minutes: i64,
}

/// Something that happened.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Note {
    /// The version after it.
    pub v: u64,
    /// Who did it.
    pub who: game::Person,
    /// The step.
    pub step: String,
    /// Its clauses.
    pub clauses: Vec<String>,
}

/// An answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Answer {
    /// The key it was asked under.
    pub key: String,
    /// The version that has it.
    pub version: Option<u64>,
    /// Why it was not done.
    pub refused: Option<crate::refusal::Refusal>,
}

/// A view of either game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[allow(dead_code, clippy::large_enum_variant)] // it describes, and is never made
pub enum AnyView {
    /// Pai Gow.
    PaiGow(paigow::View),
    /// Rapid Roulette.
    RapidRoulette(roulette::View),
}

/// A choice of either game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[allow(dead_code, clippy::large_enum_variant)] // it describes, and is never made
pub enum AnyChoice {
    /// Pai Gow.
    PaiGow(paigow::Choice),
    /// Rapid Roulette.
    RapidRoulette(roulette::Choice),
}

/// What may be done at a version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Legal {
    /// The version at which they were worked out; they stand until others come.
    pub version: u64,
    /// The choices.
    pub choices: Vec<AnyChoice>,
}
