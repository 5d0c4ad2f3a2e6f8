//! Who sits where, over all tables: seats are for people who are there, and nobody has all of them.
//!
//! The tables say who sits at them; whoever knows the people says who is gone and who shares a line. A
//! guest's line is remembered with the seat, so that it counts for as long as the seat is taken.

use game::{Moment, Refusal};
use money::PlayerId;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A provider, a network of it and a line of that, as addresses tell.
pub type Lines = [IpAddr; 3];

/// After how long without a wager somebody gives up a seat at a practice table that is full, and for how long their line
/// then leaves it to others, in milliseconds.
pub const IDLE: i64 = 5 * 60 * 1000;

/// How many times the seats of a line a provider, a network and a line may have.
const SHARES: [usize; 3] = [3, 2, 1];

/// What whoever knows the people says of them.
pub trait Presence: Send + Sync {
    /// The provider, network and line from which a guest came; nothing for whoever's seats are not counted.
    fn lines(&self, player: PlayerId) -> Option<Lines>;
    /// Whether somebody has given no sign of life for so long that staff may free their seat.
    fn is_gone(&self, player: PlayerId) -> bool;
    /// Whether somebody plays here at all: nobody's number, and the numbers of staff, sit nowhere.
    fn plays(&self, player: PlayerId) -> bool;
    /// How many seats a line may have; a network has three times as many, a provider six times.
    fn seats_each(&self) -> usize;
    /// How many commands somebody who plays adds to one round as fast as they like: whoever recalls it reads them all.
    fn commands_each(&self) -> u32;
    /// Whether somebody is who they say, as far as the house can tell: nobody else chose their password, or another
    /// stood by them since.
    ///
    /// # Errors
    /// Why their word does not count where money is played for.
    fn counts(&self, number: u32) -> Result<(), Refusal>;
    /// Somebody is about to come to a table, or to bring something to it: each is on record for ever.
    ///
    /// # Errors
    /// They did so too often.
    fn comes(&self, player: PlayerId) -> Result<(), Refusal>;
}

/// Who sits at a table, with the line that it counts for.
type Seated = BTreeMap<PlayerId, Option<Lines>>;

/// Who sits where; its clones share it.
#[derive(Clone, Default)]
pub struct Seats(Arc<Inner>);

#[derive(Default)]
struct Inner {
    tables: Mutex<BTreeMap<String, Seated>>,
    idle: Mutex<Idle>,
    presence: OnceLock<Box<dyn Presence>>,
}

/// Who does not play where.
#[derive(Default)]
struct Idle {
    /// Since when somebody has sat at a table without a wager.
    since: BTreeMap<(String, PlayerId), Moment>,
    /// Until when a line, or a player, leaves the seats of a table to others.
    away: BTreeMap<(String, Whose), Moment>,
}

/// Whose a seat was: a guest's is their line's, which may be many guests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Line(IpAddr),
    Player(PlayerId),
}

impl Seats {
    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn whose(&self, player: PlayerId) -> Whose {
        self.lines(player).map_or(Whose::Player(player), |[_, _, line]| Whose::Line(line))
    }

    /// Since when somebody has sat at a table without a wager; nothing if they do not sit there.
    pub fn idle_since(&self, table: &str, player: PlayerId) -> Option<Moment> {
        self.idle().since.get(&(table.to_string(), player)).copied()
    }

    /// Whether somebody has sat at a table for so long without a wager that the seat is others'.
    pub fn is_idle(&self, table: &str, player: PlayerId, now: Moment) -> bool {
        let since = self.idle_since(table, player);
        since.is_some_and(|since| now.milliseconds() - since.milliseconds() >= IDLE)
    }

    /// Somebody wagers.
    pub(crate) fn wagers(&self, table: &str, player: PlayerId, now: Moment) {
        self.idle().since.insert((table.to_string(), player), now);
    }

    /// Somebody gives up a seat at which they did not play, and leaves it to others for a while.
    pub fn send_away(&self, table: &str, player: PlayerId, now: Moment) {
        let whose = self.whose(player);
        let until = Moment::new(now.milliseconds() + IDLE);
        let mut idle = self.idle();
        idle.away.retain(|_, until| *until > now);
        idle.away.insert((table.to_string(), whose), until);
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, Seated>> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whom to ask about people, once for all; without anybody everybody is there, and nobody shares a line.
    pub fn ask(&self, presence: Box<dyn Presence>) {
        // Whoever came first stays.
        let _ = self.0.presence.set(presence);
    }

    pub(crate) fn lines(&self, player: PlayerId) -> Option<Lines> {
        self.0.presence.get().and_then(|presence| presence.lines(player))
    }

    /// Who sits at a table.
    pub fn at(&self, table: &str) -> Vec<PlayerId> {
        self.tables().get(table).map(|seated| seated.keys().copied().collect()).unwrap_or_default()
    }

    /// Whether somebody has been gone for so long that staff may free their seat.
    pub(crate) fn is_gone(&self, player: PlayerId) -> bool {
        self.0.presence.get().is_some_and(|presence| presence.is_gone(player))
    }

    /// Whether somebody plays here at all.
    pub(crate) fn plays(&self, player: PlayerId) -> bool {
        self.0.presence.get().is_none_or(|presence| presence.plays(player))
    }

    /// How many commands somebody who plays adds to one round as fast as they like.
    pub(crate) fn commands_each(&self) -> u32 {
        self.0.presence.get().map_or(u32::MAX, |presence| presence.commands_each())
    }

    /// Whether somebody's word counts where money is played for.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn counts(&self, number: u32) -> Result<(), Refusal> {
        self.0.presence.get().map_or(Ok(()), |presence| presence.counts(number))
    }

    /// Somebody is about to come to a table by a command, or to bring something to it.
    ///
    /// # Errors
    /// They did so too often.
    pub(crate) fn comes(&self, player: PlayerId) -> Result<(), Refusal> {
        self.0.presence.get().map_or(Ok(()), |presence| presence.comes(player))
    }

    /// A table says who sits at it.
    pub(crate) fn set(&self, table: &str, players: &[PlayerId], now: Moment) {
        let mut idle = self.idle();
        idle.since.retain(|(at, player), _| at != table || players.contains(player));
        for player in players {
            idle.since.entry((table.to_string(), *player)).or_insert(now);
        }
        drop(idle);
        // The people are asked first: whoever answers may have to wait for something.
        let lines: Vec<_> = players.iter().map(|player| (*player, self.lines(*player))).collect();
        let mut tables = self.tables();
        let before = tables.remove(table).unwrap_or_default();
        let known = |player: &PlayerId| before.get(player).copied().flatten();
        let seated = lines.into_iter().map(|(player, line)| (player, known(&player).or(line)));
        tables.insert(table.to_string(), seated.collect());
    }

    /// Somebody is about to sit down at a table.
    ///
    /// # Errors
    /// `seat.share`: their line has all the seats it may have; `seat.idle`: it had one here and did not play.
    pub(crate) fn claim(&self, table: &str, player: PlayerId, now: Moment) -> Result<(), Refusal> {
        let away = self.idle().away.get(&(table.to_string(), self.whose(player))).copied();
        let left = away.map_or(0, |until| until.milliseconds() - now.milliseconds());
        if left > 0 {
            let message = format!(
                "a seat here was given up after {} minutes without a wager while the table was full: others may have \
                 it for {} more seconds",
                IDLE / 60_000,
                (left + 999) / 1000
            );
            return Err(Refusal::plain("seat.idle", message));
        }
        let Some((presence, lines)) = self.0.presence.get().zip(self.lines(player)) else { return Ok(()) };
        let most = presence.seats_each();
        let mut tables = self.tables();
        if tables.get(table).is_some_and(|seated| seated.contains_key(&player)) {
            return Ok(());
        }
        for (level, share) in SHARES.into_iter().enumerate().rev() {
            let most = most.saturating_mul(share);
            let same = |other: &&Option<Lines>| other.is_some_and(|other| other[level] == lines[level]);
            let has = tables.values().flat_map(Seated::values).filter(same).count();
            if has >= most {
                let whose = if share == 1 { "address" } else { "network" };
                let message = format!("guests from your {whose} have {has} seats, expected at most {most}");
                return Err(Refusal::plain("seat.share", message));
            }
        }
        tables.entry(table.to_string()).or_default().insert(player, Some(lines));
        Ok(())
    }

    /// They did not sit down.
    pub(crate) fn release(&self, table: &str, player: PlayerId) {
        if let Some(seated) = self.tables().get_mut(table) {
            seated.remove(&player);
        }
    }
}
