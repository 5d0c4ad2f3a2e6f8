//! Who comes onto the books, and what happens to them there.
//!
//! Administrators do all this, but for the first of them, who comes by the code of the first start, and for
//! one's own password. Whoever is changed has to sign in again.

use super::password::{Digest, Password};
use super::roster::{self, Member, PeopleEvent, Roster};
use super::{Change, Desk, Listed, People, Session, Whence, not_kept, to_the_end};
use crate::role::Role;
use floor::ask::Refused;
use floor::{Passing, Significant};
use std::sync::PoisonError;

/// How somebody knows for whom they vouch.
#[derive(Clone, Debug)]
pub enum Proof {
    /// By the mark on the other's own screen.
    Mark(String),
    /// By the code that a start prints where nobody is left who could vouch.
    Code(String),
}

impl People {
    /// The code by which the first administrator comes, to be printed: once at every start, and only while
    /// there is no administrator.
    pub fn setup_code(&self) -> Option<String> {
        self.0.code.lock().unwrap_or_else(PoisonError::into_inner).as_mut()?.show()
    }

    /// Whether there is an administrator.
    pub fn is_set_up(&self) -> bool {
        self.roster().has_administrator_but(0)
    }

    /// Makes the first administrator; the code is void from then on.
    ///
    /// # Errors
    /// `setup.code`, `people.name`, `people.password`; it was not kept.
    pub async fn set_up(&self, code: &str, name: &str, password: &str) -> Result<Listed, Refused> {
        let (people, name, password) = (self.clone(), name.to_string(), Password::new(password));
        let wrong = || Refused::new("setup.code", "the set-up code is wrong, or was used already");
        // Where no code is out there is nothing to guess, and nothing to be written down.
        let Some(tried) = self.try_code(code) else { return Err(wrong()) };
        to_the_end(async move {
            if let Err(told) = tried {
                if let Some(what) = told {
                    let significant = vec![Significant::new("setup.failed", "house", None, what)];
                    let mut desk = people.desk().await?;
                    people.carry_out(&mut desk, Change { significant, ..Change::default() }).await?;
                }
                return Err(wrong());
            }
            let name = roster::new_name(&name)?;
            password.good_for(&name)?;
            let digest = people.0.mill.digest(&password).await?;
            let mut desk = people.desk().await?;
            if people.roster().has_administrator_but(0) {
                return Err(wrong());
            }
            let listed =
                people.add_surely(&mut desk, None, &name, digest, Role::Administrator, "setup.done").await?;
            people.0.code.lock().unwrap_or_else(PoisonError::into_inner).take();
            Ok(listed)
        })
        .await
    }

    /// Somebody new comes onto the books.
    ///
    /// # Errors
    /// `role.administrator`, `people.name`, `people.password`, `people.role`; it was not kept.
    pub async fn add(&self, by: &Session, name: &str, password: &str, role: Role) -> Result<Listed, Refused> {
        administrator(by)?;
        let (people, by, name) = (self.clone(), by.clone(), roster::new_name(name)?);
        let password = Password::new(password);
        password.good_for(&name)?;
        given(role)?;
        to_the_end(async move {
            let digest = people.0.mill.digest(&password).await?;
            let mut desk = people.desk().await?;
            people.add_surely(&mut desk, Some(&by), &name, digest, role, "people.added").await
        })
        .await
    }

    async fn add_surely(
        &self,
        desk: &mut Desk,
        by: Option<&Session>,
        name: &str,
        digest: Digest,
        role: Role,
        code: &str,
    ) -> Result<Listed, Refused> {
        let (number, taken) = {
            let roster = self.roster();
            (roster.next(), roster.named(name).is_some())
        };
        if taken {
            return Err(Refused::new("people.name", format!("{name} is on the books already")));
        }
        if number > roster::LAST {
            return Err(Refused::new(
                "people.full",
                format!("there are {} people on the books", roster::LAST),
            ));
        }
        let (given_by, hash) = (by.map(|session| session.number), Some(digest.hash()));
        let added = PeopleEvent::Added { number, name: name.into(), role, by: given_by, digest: hash };
        let who = by.map(|session| session.name.clone());
        let significant = vec![Significant::new(code, "house", who, format!("{name} as {role}"))];
        let digest = Some((name.into(), digest));
        let change = Change { events: vec![added], significant, digest, ..Change::default() };
        self.carry_out(desk, change).await?;
        self.find(number).ok_or_else(not_kept)
    }

    /// Gives somebody another role; their sessions end.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`, `people.role`, `people.last`, `people.last_voucher`; it was not kept.
    pub async fn change_role(&self, by: &Session, name: &str, role: Role) -> Result<(), Refused> {
        given(role)?;
        let now = self.passing();
        self.change(by, name, "people.role", move |roster, member, by| {
            if member.role == role {
                return Ok(None);
            }
            stays(roster, member, role.is_administrator())?;
            if !matches!(role, Role::Supervisor(_)) {
                vouches_on(roster, member, &now)?;
            }
            // Money and seats go by the number: who plays never deals under it, nor the other way round.
            if (member.role == Role::Player) != (role == Role::Player) {
                let message =
                    format!("{} is {}: players and staff do not change sides", member.name, member.role);
                return Err(Refused::new("people.role", message));
            }
            let event = PeopleEvent::RoleChanged { number: member.number, role, by };
            Ok(Some((event, format!("{} from {} to {role}", member.name, member.role))))
        })
        .await
    }

    /// Somebody may not sign in any more; their sessions end.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`, `people.last`, `people.last_voucher`; it was not kept.
    pub async fn disable(&self, by: &Session, name: &str) -> Result<(), Refused> {
        let now = self.passing();
        self.change(by, name, "people.disabled", move |roster, member, by| {
            if !member.enabled {
                return Ok(None);
            }
            stays(roster, member, false)?;
            vouches_on(roster, member, &now)?;
            let event = PeopleEvent::Disabled { number: member.number, by };
            Ok(Some((event, format!("{} may not sign in", member.name))))
        })
        .await
    }

    /// Somebody may sign in again.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`; it was not kept.
    pub async fn enable(&self, by: &Session, name: &str) -> Result<(), Refused> {
        self.change(by, name, "people.enabled", |_, member, by| {
            let event = PeopleEvent::Enabled { number: member.number, by };
            Ok((!member.enabled).then(|| (event, format!("{} may sign in again", member.name))))
        })
        .await
    }

    /// Somebody who failed too often may try again.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`; it was not kept.
    pub async fn unlock(&self, by: &Session, name: &str) -> Result<(), Refused> {
        administrator(by)?;
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        to_the_end(async move {
            let mut desk = people.desk().await?;
            if people.roster().named(&name).is_none() {
                return Err(unknown(&name));
            }
            if people.0.door.forgive(&name) {
                let what = format!("{name} may try again");
                let who = Some(by.name.clone());
                let significant = vec![Significant::new("people.unlocked", "house", who, what)];
                people.carry_out(&mut desk, Change { significant, ..Change::default() }).await?;
            }
            Ok(())
        })
        .await
    }

    /// All sessions of somebody end; everybody may do so for themselves.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`; it was not kept.
    pub async fn revoke(&self, by: &Session, name: &str) -> Result<(), Refused> {
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        if by.name != name {
            administrator(&by)?;
        }
        to_the_end(async move {
            let mut desk = people.desk().await?;
            let member = people.roster().named(&name).cloned().ok_or_else(|| unknown(&name))?;
            let ends = people.sessions().of(member.number);
            let what = format!("{} sessions of {name} ended", ends.len());
            let significant = vec![Significant::new("people.revoked", "house", Some(by.name.clone()), what)];
            people.carry_out(&mut desk, Change { significant, ends, ..Change::default() }).await
        })
        .await
    }

    /// Gives somebody another password, without the old one; their sessions end, and at the next they do
    /// nothing before they have changed it.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`, `people.password`, `people.last_voucher`; it was not kept.
    pub async fn reset_password(&self, by: &Session, name: &str, new: &str) -> Result<(), Refused> {
        administrator(by)?;
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        if name == by.name {
            return Err(Refused::new("people.own", "one's own password is changed with the old one"));
        }
        let new = Password::new(new);
        new.good_for(&name)?;
        to_the_end(async move {
            let digest = people.0.mill.digest(&new).await?;
            let mut desk = people.desk().await?;
            let member = people.roster().named(&name).cloned().ok_or_else(|| unknown(&name))?;
            people.may_be_given(&mut desk, &by, &member).await?;
            people.change_digest(&mut desk, &by, &member, digest).await
        })
        .await
    }

    /// Whether somebody may be given another password. The last supervisor whose word counts is given one a week
    /// after the first who asked, and only if they have not signed in since: otherwise an administrator could make
    /// themselves the only one who says who people are.
    async fn may_be_given(&self, desk: &mut Desk, by: &Session, member: &Member) -> Result<(), Refused> {
        let passing = self.passing();
        let Err(last) = vouches_on(&self.roster(), member, &passing) else { return Ok(()) };
        let here = !self.sessions().of(member.number).is_empty();
        if here || member.sought.is_some() {
            return if !here && Roster::was_sought(member, &passing) { Ok(()) } else { Err(last) };
        }
        let events = vec![PeopleEvent::Sought { number: member.number, by: by.number }];
        let what = format!(
            "{}, the last supervisor whose word counts, is to have another password: they keep theirs if they sign \
             in within a week",
            member.name
        );
        let significant = vec![Significant::new("people.sought", "house", Some(by.name.clone()), what)];
        self.carry_out(desk, Change { events, significant, ..Change::default() }).await?;
        Err(last)
    }

    /// Changes one's own password, with the old one; all one's sessions end. A wrong old one counts as a
    /// failure to sign in.
    ///
    /// # Errors
    /// `sign-in.wrong`, `sign-in.locked`, `people.password`; it was not kept.
    pub async fn change_own_password(
        &self,
        by: &Session,
        old: &str,
        new: &str,
        whence: impl Into<Whence>,
    ) -> Result<(), Refused> {
        let (people, by, whence) = (self.clone(), by.clone(), whence.into());
        let (old, new) = (Password::new(old), Password::new(new));
        if by.role == Role::Guest {
            return Err(Refused::new("role.guest", "guests have no password"));
        }
        new.good_for(&by.name)?;
        if old == new {
            return Err(Refused::new("people.password", "the new password is the old one"));
        }
        let place = self.stands(&by.name, &whence).await;
        to_the_end(async move {
            let digest = people.0.mill.digest(&new).await?;
            let (mut desk, member) = people.prove(&by.name, &old, &whence, place).await?;
            people.change_digest(&mut desk, &by, &member, digest).await
        })
        .await
    }

    async fn change_digest(
        &self,
        desk: &mut Desk,
        by: &Session,
        member: &Member,
        digest: Digest,
    ) -> Result<(), Refused> {
        let (number, hash) = (member.number, Some(digest.hash()));
        let events = vec![PeopleEvent::PasswordChanged { number, by: by.number, digest: hash }];
        let (code, what) = match by.number == member.number {
            true => ("people.password", format!("{} has changed their password", member.name)),
            false => {
                let what = format!(
                    "{}, {}, was given another password, and counts for nothing until they change it and somebody \
                     else vouches for them",
                    member.name, member.role
                );
                ("people.password-given", what)
            }
        };
        let significant = vec![Significant::new(code, "house", Some(by.name.clone()), what)];
        let ends = self.sessions().of(member.number);
        let digest = Some((member.name.clone(), digest));
        self.carry_out(desk, Change { events, significant, digest, ends, ..Change::default() }).await?;
        self.0.door.forgive(&member.name);
        Ok(())
    }

    /// Whether somebody's word counts where money is moved: as a second person's, a dealer's or a player's.
    ///
    /// # Errors
    /// `people.not_vouched`.
    pub fn counts(&self, number: u32) -> Result<(), Refused> {
        let roster = self.roster();
        let Some(member) = roster.numbered(number) else { return Ok(()) };
        if !member.enabled {
            return Err(Refused::new("session.over", format!("{} may not sign in any more", member.name)));
        }
        if member.counts() {
            return Ok(());
        }
        let message = format!(
            "somebody else chose a password of {}: a supervisor has to vouch for them before they have to do with \
             money",
            member.name
        );
        Err(Refused::new("people.not_vouched", message))
    }

    /// What stands on the screen of somebody who waits to be vouched for, so that whoever vouches for them names the
    /// one they saw.
    pub fn mark(&self, number: u32) -> Option<String> {
        let roster = self.roster();
        roster.numbered(number).filter(|member| !member.given && !member.counts()).and_then(Member::mark)
    }

    /// Vouches for somebody whose password another gave; with the code that a start prints where nobody is
    /// left who could.
    ///
    /// # Errors
    /// `people.unknown`, `setup.code`, `vouch.…`; it was not kept.
    pub async fn vouch(&self, by: &Session, name: &str, proof: Proof) -> Result<(), Refused> {
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        to_the_end(async move {
            let mut desk = people.desk().await?;
            let member = people.roster().named(&name).cloned().ok_or_else(|| unknown(&name))?;
            let is_other = |mark: &String| !member.mark().is_some_and(|own| own.eq_ignore_ascii_case(mark.trim()));
            let other = || {
                let message = format!(
                    "{} has another mark: the one wanted stands on their own screen, and changes with their password",
                    member.name
                );
                Refused::new("vouch.mark", message)
            };
            if member.counts() {
                // Whoever names a mark is told if it is another, though nothing would change.
                return if matches!(&proof, Proof::Mark(mark) if is_other(mark)) { Err(other()) } else { Ok(()) };
            }
            let voucher = match &proof {
                Proof::Code(code) => {
                    Roster::may_be_vouched_for(by.number, &member)?;
                    people.spend_code(code)?;
                    None
                }
                Proof::Mark(mark) => {
                    people.roster().may_vouch(by.number, &member)?;
                    if is_other(mark) {
                        return Err(other());
                    }
                    Some(by.number)
                }
            };
            let events = vec![PeopleEvent::Vouched { number: member.number, by: voucher }];
            let how = if voucher.is_some() { "" } else { " with the code of a start" };
            let what = format!("{}, {}: somebody stands by them{how}", member.name, member.role);
            let significant = vec![Significant::new("people.vouched", "house", Some(by.name.clone()), what)];
            people.carry_out(&mut desk, Change { events, significant, ..Change::default() }).await
        })
        .await
    }

    /// Whether a code is that of the start, if there is one; what is to be written down where it is not.
    fn try_code(&self, code: &str) -> Option<Result<(), Option<String>>> {
        let now = self.0.clock.now();
        let mut known = self.0.code.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.as_mut()?;
        Some(if known.is(code) { Ok(()) } else { Err(known.failed(now)) })
    }

    /// How many supervisors there are whose word counts, if they are fewer than a house needs.
    pub fn few_vouchers(&self) -> Option<usize> {
        self.roster().few_vouchers(&self.passing())
    }

    /// Takes the code of a start, which is void from then on.
    fn spend_code(&self, code: &str) -> Result<(), Refused> {
        let mut known = self.0.code.lock().unwrap_or_else(PoisonError::into_inner);
        match known.as_ref().is_some_and(|known| known.is(code)) {
            true => {
                known.take();
                Ok(())
            }
            false => Err(Refused::new("setup.code", "the code is wrong, or was used already")),
        }
    }

    /// A change that an administrator makes to somebody, for which their sessions end.
    async fn change(
        &self,
        by: &Session,
        name: &str,
        code: &'static str,
        ask: impl FnOnce(&Roster, &Member, u32) -> Result<Option<(PeopleEvent, String)>, Refused> + Send + 'static,
    ) -> Result<(), Refused> {
        administrator(by)?;
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        to_the_end(async move {
            let mut desk = people.desk().await?;
            let (event, what, member) = {
                let roster = people.roster();
                let member = roster.named(&name).ok_or_else(|| unknown(&name))?;
                let Some((event, what)) = ask(&roster, member, by.number)? else { return Ok(()) };
                (event, what, member.clone())
            };
            let ends = people.sessions().of(member.number);
            let significant = vec![Significant::new(code, "house", Some(by.name.clone()), what)];
            let change = Change { events: vec![event], significant, ends, ..Change::default() };
            people.carry_out(&mut desk, change).await
        })
        .await
    }
}

fn administrator(by: &Session) -> Result<(), Refused> {
    match by.role {
        Role::Administrator => Ok(()),
        role => Err(Refused::new("role.administrator", format!("{role} does not look after people"))),
    }
}

fn given(role: Role) -> Result<(), Refused> {
    match role {
        Role::Guest => Err(Refused::new("people.role", "guests have no name, so nobody can be made one")),
        role if !role.is_given() => {
            Err(Refused::new("people.role", format!("{role}: supervisors have a rank of 1 or more")))
        }
        Role::Supervisor(rank) if rank.0 > RANKS => {
            Err(Refused::new("people.role", format!("rank {}, 1 to {RANKS} wanted", rank.0)))
        }
        _ => Ok(()),
    }
}

/// The highest rank that any book has, and some more.
const RANKS: u8 = 9;

/// The last administrator has to stay one.
fn stays(roster: &Roster, member: &Member, administrator: bool) -> Result<(), Refused> {
    let last =
        member.enabled && member.role.is_administrator() && !roster.has_administrator_but(member.number);
    match last && !administrator {
        true => Err(Refused::new("people.last", format!("{} is the last administrator", member.name))),
        false => Ok(()),
    }
}

/// The last supervisor whose word counts has to stay one: without them nobody vouches for anybody.
fn vouches_on(roster: &Roster, member: &Member, now: &Passing) -> Result<(), Refused> {
    if !roster.is_last_voucher(member, now) {
        return Ok(());
    }
    let message = format!(
        "{} is the last supervisor whose word counts: let them vouch for another supervisor first; another \
         password they are given a week after it was first asked for, if they do not sign in meanwhile",
        member.name
    );
    Err(Refused::new("people.last_voucher", message))
}

fn unknown(name: &str) -> Refused {
    Refused::new("people.unknown", format!("{name:?} is not on the books"))
}
