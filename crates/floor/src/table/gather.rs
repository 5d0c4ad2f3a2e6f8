//! Whoever is asked the same at the same time answers together: one record after the other, but kept at once and told at
//! once. Only machines answer so soon; a person never waits for it.

use super::Table;
use crate::Play;
use crate::ask::Ask;
use std::time::Duration;
use tokio::sync::mpsc;

/// How soon after something was told an answer belongs to it, in milliseconds.
const SOON: i64 = 20;
/// How long the first who answers waits for the others.
const WAIT: Duration = Duration::from_millis(1);

impl<G: Play> Table<G> {
    /// Takes in what comes together with what is there.
    pub(super) async fn gather(&mut self, asks: &mut mpsc::Receiver<Ask>) {
        let since = self.now().milliseconds() - self.told.at.milliseconds();
        if self.kept.is_adrift() || since >= SOON {
            return;
        }
        let open = self.unanswered();
        let over = tokio::time::sleep(WAIT);
        tokio::pin!(over);
        while self.desk.pending.len() < open {
            tokio::select! {
                biased;
                ask = asks.recv() => match ask {
                    Some(ask) => self.desk.pending.push_back(ask),
                    None => return,
                },
                () = &mut over => return,
            }
        }
    }

    /// How many of those who are here have yet to do what they are asked for.
    fn unanswered(&self) -> usize {
        let people = self.auto.people.here();
        people
            .iter()
            .filter(|player| self.game.has_answered(&self.standing.state, **player) == Some(false))
            .count()
    }
}
