//! Who is on the house's books: a fold over the stream `house/people`.
//!
//! Passwords are not in the stream; their digests lie on a shelf, and are put beside the people here.

use super::password::Digest;
use crate::role::Role;
use floor::{Numbers, Passing};
use game::{Moment, Refusal};
use journal::{Draft, Error, Head, Reading, Store};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

/// The stream.
pub const STREAM: &str = "house/people";
/// The shelf of passwords' digests, by name.
pub(super) const PASSWORDS: &str = "password";
/// The shelf of lines from which people have signed in, by name.
pub(super) const KNOWN: &str = "known";
/// How the names of guests begin.
pub(super) const GUESTS: &str = "guest-";
/// Characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=32;

/// What a record of the stream says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeopleEvent {
    /// Somebody came onto the books.
    Added {
        /// Their number.
        number: u32,
        /// Their name.
        name: String,
        /// Their role.
        role: Role,
        /// By whom; by nobody for the first administrator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
        /// The hash of their password's digest: a digest that is not this one is not theirs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    /// Somebody has another role.
    RoleChanged {
        /// Who.
        number: u32,
        /// Which.
        role: Role,
        /// By whom.
        by: u32,
    },
    /// Somebody may not sign in any more.
    Disabled {
        /// Who.
        number: u32,
        /// By whom.
        by: u32,
    },
    /// Somebody may again.
    Enabled {
        /// Who.
        number: u32,
        /// By whom.
        by: u32,
    },
    /// Somebody has another password.
    PasswordChanged {
        /// Who.
        number: u32,
        /// By whom.
        by: u32,
        /// The hash of its digest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    /// Somebody stands by it that a person whose password another gave is who they say.
    Vouched {
        /// For whom.
        number: u32,
        /// Who; nobody for whoever entered a code that a start printed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
    },
    /// The last supervisor whose word counts shall have another password: they have a week to sign in.
    Sought {
        /// Who.
        number: u32,
        /// By whom.
        by: u32,
    },
    /// They have signed in, and keep theirs.
    Found {
        /// Who.
        number: u32,
    },
}

impl PeopleEvent {
    /// Whose word may count no longer after it.
    const fn ends_word_of(&self) -> Option<u32> {
        match self {
            Self::RoleChanged { number, .. }
            | Self::Disabled { number, .. }
            | Self::PasswordChanged { number, .. } => Some(*number),
            Self::Added { .. }
            | Self::Enabled { .. }
            | Self::Vouched { .. }
            | Self::Sought { .. }
            | Self::Found { .. } => None,
        }
    }

    /// As a record to be.
    pub(super) fn draft(&self, now: Moment) -> (Arc<str>, Draft) {
        let body = serde_json::to_vec(self).unwrap_or_default();
        (STREAM.into(), Draft { at: now.milliseconds(), body, ..Draft::default() })
    }
}

/// Somebody on the books.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub number: u32,
    pub name: Arc<str>,
    pub role: Role,
    pub enabled: bool,
    pub added: Moment,
    pub digest: Option<Digest>,
    /// The hash of the digest that the records speak of.
    pub digest_hash: Option<String>,
    /// Whether somebody else chose their password, and they have not changed it since.
    pub given: bool,
    /// Everybody who gave them a password or a role, the last of them last.
    pub givers: Vec<u32>,
    /// Whether somebody stood by them since.
    pub vouched: bool,
    /// From where they have signed in, the latest first.
    pub known: Vec<IpAddr>,
    /// When they last ceased to be a supervisor whose word counts: disabled, or given another role or password.
    pub ceased: Option<Moment>,
    /// Since when they have been asked to sign in, as the last whose word counts, or another password is given.
    pub sought: Option<Moment>,
}

impl Member {
    /// Somebody gave them a password or a role.
    fn gets_from(&mut self, by: u32) {
        self.givers.retain(|known| *known != by);
        self.givers.push(by);
        self.vouched = false;
    }

    /// Whether their word counts as a second person's: their password is their own, and whoever gave them one
    /// is not the only one who says so. Otherwise an administrator alone could be any two supervisors.
    pub const fn counts(&self) -> bool {
        !self.given && (self.givers.is_empty() || self.vouched)
    }

    /// A few digits that only their password has: whoever is given another has others.
    pub fn mark(&self) -> Option<String> {
        let hash = self.digest_hash.as_ref()?;
        Some(format!("{}-{}", hash.get(..4)?, hash.get(4..8)?).to_ascii_uppercase())
    }

    /// Whether they could vouch for others, if what was done to them lately were undone.
    fn could_vouch(&self, now: &Passing) -> bool {
        self.vouches() || self.ceased.is_some_and(|at| now.witnessed(at) < AWAY)
    }

    /// Somebody else ends their being a supervisor whose word counts, if they are.
    fn cease(&mut self, at: Moment) {
        if self.vouches() {
            self.ceased = Some(at);
        }
    }

    /// Whether they may vouch for others: a supervisor whose word counts. An administrator gives passwords and
    /// roles, and could otherwise vouch for whoever another administrator of their own making gave them to.
    const fn vouches(&self) -> bool {
        self.enabled && self.counts() && matches!(self.role, Role::Supervisor(_))
    }
}

/// For how long it could be undone that a supervisor was disabled, or given another role or password: nobody strands a
/// house by doing that to all of them. Only time that the house itself saw pass counts: whoever sets the system's clock
/// ahead does not end it, though they confirm it themselves.
const AWAY: i64 = 7 * 24 * 60 * 60 * 1000;

/// How many supervisors whose word counts a house needs: one who asks, and one who says yes.
pub(super) const VOUCHERS: usize = 2;

/// Everybody on the books; numbers run from 1 without a gap.
#[derive(Clone, Default)]
pub(super) struct Roster {
    members: Vec<Member>,
    names: HashMap<Arc<str>, u32>,
    /// Whether there ever were as many supervisors whose word counts as a house needs.
    founded: bool,
}

impl Roster {
    /// Reads the stream and the shelves.
    ///
    /// # Errors
    /// They cannot be read, with the record it stops at.
    pub fn read(store: &mut dyn Store) -> Result<Self, Error> {
        let mut roster = Self::default();
        for record in Reading::new(store, STREAM, Head::genesis(STREAM), u64::MAX) {
            let record = record?;
            let damaged = |what: String| Error::damaged(STREAM, record.sequence, what);
            let event = serde_json::from_slice(&record.body).map_err(|error| damaged(error.to_string()))?;
            roster.follow(&event, Moment::new(record.at)).map_err(damaged)?;
        }
        for (name, digest) in store.shelf(PASSWORDS)? {
            if let Some(member) = roster.named_mut(&name) {
                member.digest = Digest::read(&digest).filter(|read| Some(read.hash()) == member.digest_hash);
            }
        }
        for (name, known) in store.shelf(KNOWN)? {
            if let Some(member) = roster.named_mut(&name) {
                member.known = serde_json::from_slice(&known).unwrap_or_default();
            }
        }
        Ok(roster)
    }

    /// Follows what happened.
    ///
    /// # Errors
    /// It cannot have.
    pub fn follow(&mut self, event: &PeopleEvent, at: Moment) -> Result<(), String> {
        match event {
            PeopleEvent::Added { number, name, role, by, digest } => {
                if *number != self.next() {
                    return Err(format!("number {number} is given, {} is next", self.next()));
                }
                let name: Arc<str> = name.as_str().into();
                if self.names.insert(name.clone(), *number).is_some() {
                    return Err(format!("{name} is on the books twice"));
                }
                let (number, role) = (*number, *role);
                self.members.push(Member {
                    number,
                    name,
                    role,
                    enabled: true,
                    added: at,
                    digest: None,
                    digest_hash: digest.clone(),
                    given: by.is_some(),
                    givers: by.iter().copied().collect(),
                    vouched: false,
                    known: Vec::new(),
                    ceased: None,
                    sought: None,
                });
            }
            PeopleEvent::RoleChanged { number, role, by } => {
                let member = self.known_mut(*number)?;
                let rank_only = matches!((member.role, role), (Role::Supervisor(_), Role::Supervisor(_)));
                if !rank_only {
                    // Who vouched for a dealer did not vouch for a supervisor.
                    member.cease(at);
                    member.gets_from(*by);
                }
                member.role = *role;
            }
            PeopleEvent::Disabled { number, .. } => {
                let member = self.known_mut(*number)?;
                member.cease(at);
                member.enabled = false;
            }
            PeopleEvent::Enabled { number, .. } => {
                self.known_mut(*number)?.enabled = true;
                self.found(*number);
            }
            PeopleEvent::PasswordChanged { number, by, digest } => {
                let member = self.known_mut(*number)?;
                member.digest_hash.clone_from(digest);
                let sought = member.sought.take();
                if by != number {
                    // Whoever was sought for a week has had the time in which it could be undone.
                    member.cease(sought.unwrap_or(at));
                }
                member.given = by != number;
                if member.given {
                    member.gets_from(*by);
                }
            }
            PeopleEvent::Vouched { number, .. } => {
                self.known_mut(*number)?.vouched = true;
                self.found(*number);
            }
            PeopleEvent::Sought { number, .. } => self.known_mut(*number)?.sought = Some(at),
            PeopleEvent::Found { number } => self.known_mut(*number)?.sought = None,
        }
        Ok(())
    }

    /// The number that the next one gets.
    pub fn next(&self) -> u32 {
        self.members.len() as u32 + 1
    }

    pub fn numbered(&self, number: u32) -> Option<&Member> {
        self.members.get(number.checked_sub(1)? as usize)
    }

    pub fn numbered_mut(&mut self, number: u32) -> Option<&mut Member> {
        self.members.get_mut(number.checked_sub(1)? as usize)
    }

    fn known_mut(&mut self, number: u32) -> Result<&mut Member, String> {
        self.numbered_mut(number).ok_or_else(|| format!("number {number} is nobody's"))
    }

    pub fn named(&self, name: &str) -> Option<&Member> {
        self.numbered(*self.names.get(name)?)
    }

    pub fn named_mut(&mut self, name: &str) -> Option<&mut Member> {
        let number = *self.names.get(name)?;
        self.numbered_mut(number)
    }

    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Somebody may be one more supervisor whose word counts: whether the house has as many as it needs by that.
    fn found(&mut self, number: u32) {
        let one_more = !self.founded && self.numbered(number).is_some_and(Member::vouches);
        self.founded |= one_more && self.vouchers() >= VOUCHERS;
    }

    /// Whether somebody may vouch for another.
    ///
    /// # Errors
    /// `vouch.self`, `vouch.giver`, `vouch.not_counted`, `vouch.given`.
    pub fn may_vouch(&self, by: u32, member: &Member) -> Result<(), Refusal> {
        let refused = |code, message: String| Err(Refusal::plain(code, message));
        let name = &member.name;
        if by == member.number {
            return refused("vouch.self", format!("{name} cannot vouch for themselves"));
        }
        if member.given {
            return refused(
                "vouch.given",
                format!("{name} has not yet changed the password they were given"),
            );
        }
        if member.givers.contains(&by) {
            let message =
                format!("whoever gave {name} a password cannot vouch for them: somebody else has to");
            return refused("vouch.giver", message);
        }
        match self.numbered(by) {
            Some(voucher) if voucher.vouches() => Ok(()),
            _ => refused("vouch.not_counted", "only somebody who counts may vouch".to_string()),
        }
    }

    /// How many supervisors there are whose word counts.
    pub fn vouchers(&self) -> usize {
        self.members.iter().filter(|member| member.vouches()).count()
    }

    /// How many supervisors there are whose word counts, if they are fewer than a house needs that has any.
    pub fn few_vouchers(&self) -> Option<usize> {
        let supervised = self
            .members
            .iter()
            .any(|member| matches!(member.role, Role::Supervisor(_)) || member.ceased.is_some());
        Some(self.vouchers()).filter(|count| supervised && *count < VOUCHERS)
    }

    /// Whether somebody is the last supervisor whose word counts.
    pub fn is_last_voucher(&self, member: &Member) -> bool {
        member.vouches() && self.vouchers() == 1
    }

    /// Whether somebody was sought for as long as it takes.
    pub fn was_sought(member: &Member, now: &Passing) -> bool {
        member.sought.is_some_and(|since| now.witnessed(since) >= AWAY)
    }

    /// How many supervisors whose word counts would be left after a change, if that makes them fewer than a house
    /// needs.
    pub fn leaves_few(&self, events: &[PeopleEvent], now: Moment) -> Option<usize> {
        let before = self.vouchers();
        let touched = events.iter().filter_map(PeopleEvent::ends_word_of);
        let touched = touched.filter_map(|number| self.numbered(number)).any(Member::vouches);
        if !touched || before < VOUCHERS {
            return None;
        }
        let mut then = self.clone();
        events.iter().for_each(|event| drop(then.follow(event, now)));
        then.few_vouchers()
    }

    /// How many supervisors may come to count by a code that a start prints: as many as a new house lacks, and one
    /// where nobody is left who could vouch. Only whoever has the console has such a code, and no administrator alone
    /// makes anybody count.
    pub fn codes_wanted(&self, now: &Passing) -> usize {
        match self.founded {
            false => VOUCHERS.saturating_sub(self.vouchers()),
            true => usize::from(self.is_stranded(now)),
        }
    }

    /// Whether somebody's word as a second person waits for one who vouches, and nobody can.
    fn is_stranded(&self, now: &Passing) -> bool {
        let waits = |member: &&Member| {
            member.enabled && matches!(member.role, Role::Supervisor(_)) && !member.counts()
        };
        self.members.iter().filter(waits).any(|member| {
            let mut others = self.members.iter().filter(|other| other.number != member.number);
            !others.any(|other| other.could_vouch(now) && !member.givers.contains(&other.number))
        })
    }

    /// Whether there is an administrator who may sign in, apart from somebody.
    pub fn has_administrator_but(&self, number: u32) -> bool {
        let mut others = self.members.iter().filter(|member| member.number != number && member.enabled);
        others.any(|member| member.role.is_administrator())
    }
}

/// A name as it is kept: small letters.
pub(super) fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

/// A name that somebody new may have.
///
/// # Errors
/// `people.name`.
pub(super) fn new_name(name: &str) -> Result<String, Refusal> {
    let name = plain(name);
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
    let (length, least, most) = (name.chars().count(), LENGTH.start(), LENGTH.end());
    let refused = |message: String| Err(Refusal::plain("people.name", message));
    if !LENGTH.contains(&length) {
        return refused(format!("a name of {length} characters, expected {least} to {most}"));
    }
    if let Some(other) = name.chars().find(|c| !letter(*c)) {
        return refused(format!(
            "{other:?} in a name, expected letters, digits, dots, underscores and hyphens"
        ));
    }
    if name.starts_with(GUESTS) {
        return refused(format!("names that begin with {GUESTS} are for guests"));
    }
    Ok(name)
}

/// Numbers below this are for people with a name.
pub(super) const LAST: u32 = Numbers::GUEST - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use floor::{History, Jump, Word};

    #[test]
    fn names_have_bounds() {
        for name in ["ab", " Ann.B_c-9 ", &"x".repeat(32)] {
            assert_eq!(new_name(name).unwrap(), name.trim().to_lowercase());
        }
        for name in ["", "a", &"x".repeat(33), "a b", "änne", "a/b", "a\0b", "guest-7", "Guest-x"] {
            assert_eq!(new_name(name).unwrap_err().code, "people.name", "{name:?}");
        }
    }

    /// One administrator is not two supervisors: whoever was given a password counts only once somebody else who
    /// counts, and did not give it, vouches for them, or with a code of a start.
    #[test]
    fn whoever_ever_gave_a_password_does_not_vouch() {
        let mut roster = Roster::default();
        let now = Moment::new(5);
        let follow = |roster: &mut Roster, event: &PeopleEvent| roster.follow(event, now).unwrap();
        let changed = |number, by| PeopleEvent::PasswordChanged { number, by, digest: None };
        let supervisor = Role::Supervisor(game::Rank(1));
        for (number, name) in [(1, "root"), (2, "anna"), (3, "ghost")] {
            let by = (number == 3).then_some(1);
            let name = name.into();
            follow(&mut roster, &PeopleEvent::Added { number, name, role: supervisor, by, digest: None });
        }
        // Their own, and then another's, and their own again.
        for by in [3, 2, 3] {
            follow(&mut roster, &changed(3, by));
        }
        let code = |roster: &Roster, by: u32| {
            roster.may_vouch(by, roster.numbered(3).unwrap()).map_err(|no| no.code)
        };
        assert_eq!((code(&roster, 1), code(&roster, 2)), (Err("vouch.giver"), Err("vouch.giver")));
        follow(
            &mut roster,
            &PeopleEvent::Added { number: 4, name: "cleo".into(), role: supervisor, by: None, digest: None },
        );
        assert_eq!(code(&roster, 4), Ok(()));
    }

    #[test]
    fn who_counts_as_a_second_person() {
        let now = Moment::new(5);
        let mut roster = Roster::default();
        let mut follow = |event: PeopleEvent| roster.follow(&event, now).unwrap();
        let added = |number, name: &str, role, by| PeopleEvent::Added {
            number,
            name: name.into(),
            role,
            by,
            digest: None,
        };
        let changed = |number, by| PeopleEvent::PasswordChanged { number, by, digest: None };
        follow(added(1, "root", Role::Administrator, None));
        for (number, name) in [(2, "anna"), (3, "bert"), (4, "ghost")] {
            follow(added(number, name, Role::Supervisor(game::Rank(1)), Some(1)));
        }
        follow(added(5, "dan", Role::Dealer, Some(1)));
        let counts = |roster: &Roster| -> Vec<u32> {
            roster.members().iter().filter(|member| member.counts()).map(|member| member.number).collect()
        };
        assert_eq!(counts(&roster), [1], "what was given has to be changed");
        for number in 2..=5 {
            roster.follow(&changed(number, number), now).unwrap();
        }
        assert_eq!(counts(&roster), [1], "nobody counts for being early");
        let at = |now| Passing::from(Moment::new(now));
        for (number, wanted) in [(2, 2), (3, 1)] {
            assert_eq!(roster.codes_wanted(&at(6)), wanted);
            roster.follow(&PeopleEvent::Vouched { number, by: None }, now).unwrap();
        }
        assert_eq!((counts(&roster), roster.codes_wanted(&at(6))), (vec![1, 2, 3], 0));
        let code = |roster: &Roster, by: u32, who: u32| {
            roster.may_vouch(by, roster.numbered(who).unwrap()).map_err(|no| no.code)
        };
        assert_eq!(code(&roster, 1, 4), Err("vouch.giver"));
        assert_eq!(code(&roster, 4, 4), Err("vouch.self"));
        assert_eq!(code(&roster, 5, 4), Err("vouch.not_counted"));
        assert_eq!(code(&roster, 2, 4), Ok(()));
        // Given another password, the two who began it do not count by themselves.
        for number in [2, 3] {
            roster.follow(&changed(number, 1), now).unwrap();
            assert_eq!(code(&roster, 1, number), Err("vouch.given"));
            roster.follow(&changed(number, number), now).unwrap();
        }
        assert_eq!(counts(&roster), [1]);
        assert_eq!(code(&roster, 2, 3), Err("vouch.not_counted"));
        assert_eq!(roster.codes_wanted(&at(6)), 0, "what was done to them could be undone");
        // Whoever sets the clock ahead has not waited.
        for word in [Word::Open, Word::Confirmed] {
            let jump = Jump { from: 6, to: 6 + 2 * AWAY, word };
            let later = Moment::new(9 + 2 * AWAY);
            let ahead = Passing::new(later, later, Arc::new(History::of(vec![jump])));
            assert_eq!(roster.codes_wanted(&ahead), 0, "a jump ends nothing");
        }
        assert_eq!(roster.codes_wanted(&at(AWAY + 9)), 1, "nobody is left who could vouch");
        roster.follow(&PeopleEvent::Vouched { number: 2, by: None }, now).unwrap();
        assert_eq!(roster.codes_wanted(&at(AWAY + 9)), 0);
        assert_eq!(code(&roster, 2, 3), Ok(()));
    }

    #[test]
    fn records_that_cannot_be_are_refused() {
        let added = |number, name: &str| PeopleEvent::Added {
            number,
            name: name.into(),
            role: Role::Player,
            by: None,
            digest: None,
        };
        let mut roster = Roster::default();
        let now = Moment::new(5);
        roster.follow(&added(1, "ann"), now).unwrap();
        for wrong in [
            added(1, "bob"),
            added(3, "bob"),
            added(2, "ann"),
            PeopleEvent::Disabled { number: 9, by: 1 },
            PeopleEvent::Disabled { number: 0, by: 1 },
        ] {
            let mut roster = Roster::default();
            roster.follow(&added(1, "ann"), now).unwrap();
            assert!(roster.follow(&wrong, now).is_err(), "{wrong:?}");
        }
    }
}
