//! A round as recall finds it: derived from the records, kept beside them for search.

use serde::{Deserialize, Serialize};

/// A round that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The stream of its table.
    pub stream: String,
    /// Its number there.
    pub number: u32,
    /// Its first record …
    pub first: u64,
    /// … and its last.
    pub last: u64,
    /// When it began …
    pub began: i64,
    /// … and ended.
    pub ended: i64,
    /// Who wagered, by number.
    pub players: Vec<u32>,
    /// What was staked in all.
    pub staked: i64,
    /// The greatest amount that moved at once.
    pub most: i64,
    /// What went wrong, by the words of the steps; empty for a regular round.
    pub irregular: Vec<String>,
}

/// What is looked for: every condition that is there has to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// At this table (its stream).
    pub stream: Option<String>,
    /// Ended at or after this.
    pub since: Option<i64>,
    /// Began at or before this.
    pub until: Option<i64>,
    /// With this player.
    pub player: Option<u32>,
    /// Where at least so much moved at once.
    pub amount: Option<i64>,
    /// With something irregular, or without.
    pub irregular: Option<bool>,
    /// Before this round of the table, for the next page.
    pub before: Option<u32>,
    /// This round of the table, or a later one.
    pub from: Option<u32>,
    /// How many at most.
    pub limit: u32,
}

impl Search {
    /// Whether a round is looked for.
    pub fn finds(&self, round: &Round) -> bool {
        self.stream.as_ref().is_none_or(|stream| *stream == round.stream)
            && self.since.is_none_or(|since| round.ended >= since)
            && self.until.is_none_or(|until| round.began <= until)
            && self.player.is_none_or(|player| round.players.contains(&player))
            && self.amount.is_none_or(|amount| round.most >= amount)
            && self.irregular.is_none_or(|irregular| irregular != round.irregular.is_empty())
            && self.before.is_none_or(|before| round.number < before)
            && self.from.is_none_or(|from| round.number >= from)
    }
}
