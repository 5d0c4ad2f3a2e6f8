//! Who is at a table: those whose stations look, and for a moment longer those whose stations have gone.
//!
//! A page that is loaded again, or a phone between two networks, is away for a second or two, and so is everybody when
//! the house is started again; some play without a station at all. Nobody loses a hand or the bank by that.

use crate::Pace;
use game::Moment;
use money::PlayerId;

/// How long somebody whose station has gone is waited for, in milliseconds, where the pace gives as much for a hand.
const AWAY: u32 = 15_000;

/// Until when somebody is waited for who gives the last sign now.
fn until(pace: &Pace, now: Moment) -> Moment {
    Moment::new(now.milliseconds().saturating_add(i64::from(AWAY.min(pace.hands))))
}

/// Who is at a table.
#[derive(Default)]
pub(super) struct Presence {
    /// Those whose stations look.
    looking: Vec<PlayerId>,
    /// Those whose stations have gone, and until when they are waited for.
    away: Vec<(PlayerId, Moment)>,
    /// Both.
    here: Vec<PlayerId>,
    /// Those who gave another sign of life, and until when they are waited for.
    seen: Vec<(PlayerId, Moment)>,
    /// The same, without the time.
    lately: Vec<PlayerId>,
}

impl Presence {
    /// Those who were at a table when it ended with its house: they are seen again in a moment.
    pub(super) fn left(players: impl Iterator<Item = PlayerId>, pace: &Pace, now: Moment) -> Self {
        let mut left = Self::default();
        players.for_each(|player| left.saw(player, pace, now));
        left
    }

    /// Takes in whose stations look now.
    pub(super) fn looks(&mut self, looking: Vec<PlayerId>, pace: &Pace, now: Moment) {
        let gone = self.looking.iter().filter(|player| !looking.contains(player));
        self.away.extend(gone.map(|player| (*player, until(pace, now))));
        self.away.retain(|(player, _)| !looking.contains(player));
        self.looking = looking;
        self.wait(now);
    }

    /// Somebody who plays here asked for something, by a station or without one.
    pub(super) fn saw(&mut self, player: PlayerId, pace: &Pace, now: Moment) {
        let moment = until(pace, now);
        match self.seen.iter_mut().find(|(known, _)| *known == player) {
            Some((_, until)) => *until = moment,
            None => self.seen.push((player, moment)),
        }
        self.wait(now);
    }

    /// Gives up those who were away for too long; when the next is given up.
    pub(super) fn wait(&mut self, now: Moment) -> Option<Moment> {
        self.away.retain(|(_, until)| *until > now);
        self.here.clear();
        self.here.extend(self.looking.iter().chain(self.away.iter().map(|(player, _)| player)));
        self.seen.retain(|(_, until)| *until > now);
        self.lately.clear();
        self.lately.extend(self.seen.iter().map(|(player, _)| player));
        self.away.iter().chain(&self.seen).map(|(_, until)| *until).min()
    }

    /// Those whose stations look at this moment.
    pub(super) fn looking(&self) -> &[PlayerId] {
        &self.looking
    }

    /// Those who play on: whose stations look, or were here a moment ago.
    pub(super) fn here(&self) -> &[PlayerId] {
        &self.here
    }

    /// Those who gave another sign of life a moment ago: the table does not go on for them, and takes nothing out of
    /// their hands.
    pub(super) fn lately(&self) -> &[PlayerId] {
        &self.lately
    }
}
