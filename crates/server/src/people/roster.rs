//! Who is on the house's books: a fold over the stream `house/people`.
//!
//! Passwords are not in the stream; their digests lie on a shelf, and are put beside the people here.

use super::password::Digest;
use crate::role::Role;
use floor::Numbers;
use floor::ask::Refused;
use game::Moment;
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
    },
}

impl PeopleEvent {
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
    /// Whether somebody else chose their password, and they have not changed it since.
    pub given: bool,
    /// From where they have signed in, the latest first.
    pub known: Vec<IpAddr>,
}

/// Everybody on the books; numbers run from 1 without a gap.
#[derive(Default)]
pub(super) struct Roster {
    members: Vec<Member>,
    names: HashMap<Arc<str>, u32>,
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
                member.digest = Digest::read(&digest);
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
            PeopleEvent::Added { number, name, role, .. } => {
                if *number != self.next() {
                    return Err(format!("number {number} is given, {} is next", self.next()));
                }
                let name: Arc<str> = name.as_str().into();
                if self.names.insert(name.clone(), *number).is_some() {
                    return Err(format!("{name} is on the books twice"));
                }
                let (number, role) = (*number, *role);
                let (digest, given, known) = (None, false, Vec::new());
                self.members.push(Member {
                    number,
                    name,
                    role,
                    enabled: true,
                    added: at,
                    digest,
                    given,
                    known,
                });
            }
            PeopleEvent::RoleChanged { number, role, .. } => self.known_mut(*number)?.role = *role,
            PeopleEvent::Disabled { number, .. } => self.known_mut(*number)?.enabled = false,
            PeopleEvent::Enabled { number, .. } => self.known_mut(*number)?.enabled = true,
            PeopleEvent::PasswordChanged { number, by } => self.known_mut(*number)?.given = by != number,
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
pub(super) fn new_name(name: &str) -> Result<String, Refused> {
    let name = plain(name);
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
    let (length, least, most) = (name.chars().count(), LENGTH.start(), LENGTH.end());
    let refused = |message: String| Err(Refused::new("people.name", message));
    if !LENGTH.contains(&length) {
        return refused(format!("a name of {length} characters, {least} to {most} wanted"));
    }
    if let Some(other) = name.chars().find(|c| !letter(*c)) {
        return refused(format!(
            "{other:?} in a name, letters, digits, dots, underscores and hyphens wanted"
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

    #[test]
    fn names_have_bounds() {
        for name in ["ab", " Ann.B_c-9 ", &"x".repeat(32)] {
            assert_eq!(new_name(name).unwrap(), name.trim().to_lowercase());
        }
        for name in ["", "a", &"x".repeat(33), "a b", "änne", "a/b", "a\0b", "guest-7", "Guest-x"] {
            assert_eq!(new_name(name).unwrap_err().code, "people.name", "{name:?}");
        }
    }

    #[test]
    fn records_that_cannot_be_are_refused() {
        let added = |number, name: &str| PeopleEvent::Added {
            number,
            name: name.into(),
            role: Role::Player,
            by: None,
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
