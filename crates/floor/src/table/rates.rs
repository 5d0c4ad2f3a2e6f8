//! What one person may ask of a table, and how often.

use super::shares::Shares;
use game::{Moment, Person};
use money::PlayerId;
use std::collections::BTreeMap;

/// How often an account may be short within this time, in milliseconds; then its owner waits, as every attempt costs
/// the table a look at the journal.
pub(super) const SHORT: (u32, i64) = (3, 10_000);
/// How often somebody may add to the chance of one turn.
pub(super) const ADDITIONS: u32 = 16;
/// How often somebody of the staff asks one player for something, and within which time, in milliseconds: each is on
/// record, whatever the player says to it.
const ASKS: (usize, i64) = (20, 60_000);
/// How long somebody who plays waits before each command to a round to which they have added enough, in milliseconds.
const COMMANDS: i64 = 10_000;

/// What people have asked of a table lately.
#[derive(Default)]
pub(super) struct Rates {
    /// Keys that are remembered, by whose they are.
    pub(super) shares: Shares,
    /// Whose account was short: since when, and how often.
    short: BTreeMap<PlayerId, (i64, u32)>,
    /// How often each added to the chance of a turn.
    mixers: (u64, BTreeMap<String, u32>),
    /// How many commands of each player are in a round, and when the last was.
    added: (u32, BTreeMap<PlayerId, (u32, i64)>),
    /// When each of the staff asked which player for something.
    asked: BTreeMap<(String, PlayerId), Vec<Moment>>,
}

impl Rates {
    /// Notes that a player's account was short.
    pub(super) fn is_short(&mut self, player: PlayerId, now: Moment) {
        let now = now.milliseconds();
        self.short.retain(|_, (since, _)| now < *since + SHORT.1);
        self.short.entry(player).or_insert((now, 0)).1 += 1;
    }

    /// Whether a player's account was short so often that they wait.
    pub(super) fn waits(&self, player: PlayerId, now: Moment) -> bool {
        let known = self.short.get(&player);
        known.is_some_and(|(since, times)| *times >= SHORT.0 && now.milliseconds() < *since + SHORT.1)
    }

    /// One more addition of somebody to the chance of a turn; whether they had one left.
    pub(super) fn mixes(&mut self, who: Person, turn: u64) -> bool {
        if self.mixers.0 != turn {
            self.mixers = (turn, BTreeMap::new());
        }
        let added = self.mixers.1.entry(who.to_string()).or_default();
        *added += 1;
        *added <= ADDITIONS
    }

    /// Whether a player may add one more command to a round, of which `most` are not slowed down.
    ///
    /// # Errors
    /// Why not yet.
    pub(super) fn may_add(&self, who: Person, round: u32, most: u32, now: Moment) -> Result<(), String> {
        let added = who.player().filter(|_| self.added.0 == round).and_then(|who| self.added.1.get(&who));
        match added {
            Some((count, last)) if *count >= most && now.milliseconds() - last < COMMANDS => Err(format!(
                "this round has {count} commands of yours: after {most}, one in {} s until the next round",
                COMMANDS / 1000
            )),
            _ => Ok(()),
        }
    }

    /// A player added a command to a round.
    pub(super) fn adds(&mut self, who: Person, round: u32, now: Moment) {
        let Some(player) = who.player() else { return };
        if self.added.0 != round {
            self.added = (round, BTreeMap::new());
        }
        let added = self.added.1.entry(player).or_default();
        *added = (added.0 + 1, now.milliseconds());
    }

    /// One more request of staff to a player, which is on record whatever the player says.
    ///
    /// # Errors
    /// Why not yet.
    pub(super) fn asks(&mut self, who: Person, player: PlayerId, now: Moment) -> Result<(), String> {
        let (most, within) = ASKS;
        let recent = |at: &Moment| now.milliseconds() - at.milliseconds() < within;
        self.asked.retain(|_, asked| {
            asked.retain(recent);
            !asked.is_empty()
        });
        let asked = self.asked.entry((who.to_string(), player)).or_default();
        if asked.len() >= most {
            let count = asked.len();
            return Err(format!(
                "{player} was asked {count} times within a minute, expected at most {most}: wait a little"
            ));
        }
        asked.push(now);
        Ok(())
    }
}
