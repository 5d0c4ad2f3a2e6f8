//! What a station hears beside [updates](floor::wire::Update) of its table.

use serde::Serialize;

/// What a player hears who has played for long.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename = "reality")]
pub struct Reality {
    /// For how many minutes the player has been signed in, or a guest's station there.
    pub minutes: i64,
}
