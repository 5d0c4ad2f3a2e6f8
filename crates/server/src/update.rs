//! What a station hears beside [updates](floor::wire::Update) of its table.

use serde::Serialize;

/// Which message it is.
#[derive(Clone, Copy, Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RealityKind {
    /// How long a player has played.
    #[default]
    Reality,
}

/// What a player is told who has played for a long time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Reality {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: RealityKind,
    /// For how many minutes the player has been signed in, or a guest's station there.
    pub minutes: i64,
}
