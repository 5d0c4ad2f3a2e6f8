//! Who is at a table: those whose stations look, and for a moment longer those whose stations have gone.
//!
//! A page that is loaded again, or a phone between two networks, is away for a second or two. Nobody loses a hand or
//! the bank by that.

use crate::Pace;
use game::Moment;
use money::PlayerId;

/// How long somebody whose station has gone is waited for, in milliseconds, where the pace gives as much for a hand.
const AWAY: u32 = 15_000;

/// Who is at a table.
#[derive(Default)]
pub(super) struct Presence {
    /// Those whose stations look.
    looking: Vec<PlayerId>,
    /// Those whose stations have gone, and until when they are waited for.
    away: Vec<(PlayerId, Moment)>,
    /// Both.
    here: Vec<PlayerId>,
}

impl Presence {
    /// Takes in whose stations look now.
    pub(super) fn looks(&mut self, looking: Vec<PlayerId>, pace: &Pace, now: Moment) {
        let until = Moment::new(now.milliseconds().saturating_add(i64::from(AWAY.min(pace.hands))));
        let gone = self.looking.iter().filter(|player| !looking.contains(player));
        self.away.extend(gone.map(|player| (*player, until)));
        self.away.retain(|(player, _)| !looking.contains(player));
        self.looking = looking;
        self.wait(now);
    }

    /// Gives up those who were away for too long; when the next is given up.
    pub(super) fn wait(&mut self, now: Moment) -> Option<Moment> {
        self.away.retain(|(_, until)| *until > now);
        self.here.clear();
        self.here.extend(self.looking.iter().chain(self.away.iter().map(|(player, _)| player)));
        self.away.iter().map(|(_, until)| *until).min()
    }

    /// Those whose stations look at this moment.
    pub(super) fn looking(&self) -> &[PlayerId] {
        &self.looking
    }

    /// Those who play on: whose stations look, or were here a moment ago.
    pub(super) fn here(&self) -> &[PlayerId] {
        &self.here
    }
}
