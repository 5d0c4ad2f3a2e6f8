//! Who comes onto the books, and what happens to them there.
//!
//! Administrators do all this, but for the first of them, who comes by the code of the first start, for one's own
//! password, and for who counts: supervisors vouch for others, and the first of them by a code of the start. Whoever is
//! changed has to sign in again.

use super::code::{Code, Codes};
use super::password::{Digest, Password};
use super::roster::{self, Member, PeopleEvent, Roster};
use super::{Change, Desk, Listed, People, Session, Whence, not_kept, to_the_end};
use crate::role::Role;
use floor::Significant;
use game::Refusal;
use std::sync::{MutexGuard, PoisonError};

impl People {
    /// The code by which the first administrator comes, to be printed: once at every start, and only while
    /// there is no administrator.
    pub fn setup_code(&self) -> Option<String> {
        self.codes().set_up.as_mut()?.show()
    }

    /// The codes by which supervisors count whom nobody can vouch for, to be printed and handed to different people:
    /// once at every start, two for a new house, and one where nobody is left who could vouch.
    pub fn founding_codes(&self) -> Vec<String> {
        self.codes().founding.iter_mut().filter_map(Code::show).collect()
    }

    fn codes(&self) -> MutexGuard<'_, Codes> {
        self.0.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is an administrator.
    pub fn is_set_up(&self) -> bool {
        self.roster().has_administrator_but(0)
    }

    /// Makes the first administrator; the code is void from then on.
    ///
    /// # Errors
    /// `setup.code`, `people.name`, `people.password`; it was not kept.
    pub async fn set_up(&self, code: &str, name: &str, password: &str) -> Result<Listed, Refusal> {
        let (people, name, password) = (self.clone(), name.to_string(), Password::new(password));
        let wrong = || Refusal::plain("setup.code", "the set-up code is wrong or already used");
        // Where no code is out there is nothing to guess, and nothing to be written down.
        let tried = match &self.codes().set_up {
            None => return Err(wrong()),
            Some(known) => known.is(code),
        };
        to_the_end(async move {
            if !tried {
                people.tell_wrong_code(&mut *people.desk().await?, None).await?;
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
            people.codes().set_up.take();
            Ok(listed)
        })
        .await
    }

    /// Somebody new comes onto the books.
    ///
    /// # Errors
    /// `role.administrator`, `people.name`, `people.password`, `people.role`; it was not kept.
    pub async fn add(&self, by: &Session, name: &str, password: &str, role: Role) -> Result<Listed, Refusal> {
        self.administrator(by)?;
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
    ) -> Result<Listed, Refusal> {
        let (number, taken) = {
            let roster = self.roster();
            (roster.next(), roster.named(name).is_some())
        };
        if taken {
            return Err(Refusal::plain("people.name", format!("{name} is already on the books")));
        }
        if number > roster::LAST {
            return Err(Refusal::plain(
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
    pub async fn change_role(&self, by: &Session, name: &str, role: Role) -> Result<(), Refusal> {
        given(role)?;
        self.change(by, name, "people.role", move |roster, member, by| {
            if member.role == role {
                return Ok(None);
            }
            stays(roster, member, role.is_administrator())?;
            if !matches!(role, Role::Supervisor(_)) {
                vouches_on(roster, member)?;
            }
            // Money and seats go by the number: who plays never deals under it, nor the other way round.
            if (member.role == Role::Player) != (role == Role::Player) {
                let message =
                    format!("{} is {}: players and staff do not change sides", member.name, member.role);
                return Err(Refusal::plain("people.role", message));
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
    pub async fn disable(&self, by: &Session, name: &str) -> Result<(), Refusal> {
        self.change(by, name, "people.disabled", move |roster, member, by| {
            if !member.enabled {
                return Ok(None);
            }
            stays(roster, member, false)?;
            vouches_on(roster, member)?;
            let event = PeopleEvent::Disabled { number: member.number, by };
            Ok(Some((event, format!("{} may not sign in", member.name))))
        })
        .await
    }

    /// Somebody may sign in again.
    ///
    /// # Errors
    /// `role.administrator`, `people.unknown`; it was not kept.
    pub async fn enable(&self, by: &Session, name: &str) -> Result<(), Refusal> {
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
    pub async fn unlock(&self, by: &Session, name: &str) -> Result<(), Refusal> {
        self.administrator(by)?;
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
    pub async fn revoke(&self, by: &Session, name: &str) -> Result<(), Refusal> {
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        if by.name != name {
            self.administrator(&by)?;
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
    pub async fn reset_password(&self, by: &Session, name: &str, new: &str) -> Result<(), Refusal> {
        self.administrator(by)?;
        let (people, by, name) = (self.clone(), by.clone(), roster::plain(name));
        if name == by.name {
            return Err(Refusal::plain("people.own", "to change your own password, give the old one"));
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
    async fn may_be_given(&self, desk: &mut Desk, by: &Session, member: &Member) -> Result<(), Refusal> {
        let passing = self.passing();
        let Err(last) = vouches_on(&self.roster(), member) else { return Ok(()) };
        let here = !self.sessions().of(member.number).is_empty();
        if here || member.sought.is_some() {
            return if !here && Roster::was_sought(member, &passing) { Ok(()) } else { Err(last) };
        }
        let events = vec![PeopleEvent::Sought { number: member.number, by: by.number }];
        let what = format!(
            "{}, the last supervisor whose word counts, is to get another password: they keep the old one if they \
             sign in within a week",
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
    ) -> Result<(), Refusal> {
        let (people, by, whence) = (self.clone(), by.clone(), whence.into());
        let (old, new) = (Password::new(old), Password::new(new));
        if by.role == Role::Guest {
            return Err(Refusal::plain("role.guest", "guests have no password"));
        }
        new.good_for(&by.name)?;
        if old == new {
            return Err(Refusal::plain("people.password", "the new password is the old one"));
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
    ) -> Result<(), Refusal> {
        let (number, hash) = (member.number, Some(digest.hash()));
        let events = vec![PeopleEvent::PasswordChanged { number, by: by.number, digest: hash }];
        let (code, what) = match by.number == member.number {
            true => ("people.password", format!("{} has changed their password", member.name)),
            false => {
                let what = format!(
                    "{}, {}, was given another password, and does not count until they change it and \
                     somebody else vouches for them",
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

    /// Whether somebody looks after people, tables and the clock: an administrator who counts, or any where nobody could
    /// vouch for them. Otherwise one administrator could work under another's name, whom they gave a password.
    ///
    /// # Errors
    /// `role.administrator`, `people.not_vouched`.
    pub fn administrator(&self, by: &Session) -> Result<(), Refusal> {
        if !by.role.is_administrator() {
            let message = format!("{} does not look after the house's people, tables and clock", by.role);
            return Err(Refusal::plain("role.administrator", message));
        }
        let nobody_vouches = self.roster().vouchers() == 0;
        if nobody_vouches { Ok(()) } else { self.counts(by.number) }
    }

    /// Whether somebody's word counts where money is moved: as a second person's, a dealer's or a player's.
    ///
    /// # Errors
    /// `people.disabled`, `people.not_vouched`.
    pub fn counts(&self, number: u32) -> Result<(), Refusal> {
        let roster = self.roster();
        let Some(member) = roster.numbered(number) else { return Ok(()) };
        if !member.enabled {
            return Err(Refusal::plain(
                "people.disabled",
                format!("{} may not sign in any more", member.name),
            ));
        }
        if member.counts() {
            return Ok(());
        }
        let message = format!(
            "somebody else chose a password of {}: a supervisor has to vouch for them before they may handle \
             money or look after the house",
            member.name
        );
        Err(Refusal::plain("people.not_vouched", message))
    }

    /// What stands on the screen of somebody who waits to be vouched for, so that whoever vouches for them names the
    /// one they saw.
    pub fn mark(&self, number: u32) -> Option<String> {
        let roster = self.roster();
        roster.numbered(number).filter(|member| !member.given && !member.counts()).and_then(Member::mark)
    }

    /// Vouches for somebody whose password another gave, by the mark on their own screen.
    ///
    /// # Errors
    /// `people.unknown`, `vouch.…`; it was not kept.
    pub async fn vouch(&self, by: &Session, name: &str, mark: &str) -> Result<(), Refusal> {
        let (people, by, name, mark) =
            (self.clone(), by.clone(), roster::plain(name), mark.trim().to_string());
        to_the_end(async move {
            let mut desk = people.desk().await?;
            let member = people.roster().named(&name).cloned().ok_or_else(|| unknown(&name))?;
            // Of who counts already nothing would change; but whoever names another's mark is told.
            if !member.counts() {
                people.roster().may_vouch(by.number, &member)?;
            }
            if !member.mark().is_some_and(|own| own.eq_ignore_ascii_case(&mark)) {
                let message = format!(
                    "{} has another mark: it is on their own screen, and changes with their password",
                    member.name
                );
                return Err(Refusal::plain("vouch.mark", message));
            }
            match member.counts() {
                true => Ok(()),
                false => people.counts_by(&mut desk, &member, &by, Some(by.number)).await,
            }
        })
        .await
    }

    /// A supervisor whom nobody could vouch for counts, by one of the codes that the start printed: they enter it
    /// themselves, once their password is their own.
    ///
    /// # Errors
    /// `role.supervisor`, `vouch.given`, `setup.code`; it was not kept.
    pub async fn found(&self, by: &Session, code: &str) -> Result<(), Refusal> {
        let (people, by, code) = (self.clone(), by.clone(), code.to_string());
        if !matches!(by.role, Role::Supervisor(_)) {
            let message = format!("{}: only a supervisor may enter a founding code, for themselves", by.role);
            return Err(Refusal::plain("role.supervisor", message));
        }
        to_the_end(async move {
            let mut desk = people.desk().await?;
            let member = people.roster().numbered(by.number).cloned().ok_or_else(|| unknown(&by.name))?;
            if member.counts() {
                return Ok(());
            }
            if member.given {
                let message = format!("{} has not yet changed the password they were given", member.name);
                return Err(Refusal::plain("vouch.given", message));
            }
            // Where the house has as many as it needs by now, what is left of the codes is void.
            let wanted = people.roster().codes_wanted(&people.passing()) > 0;
            let out = !people.codes().founding.is_empty();
            let place = people.codes().founding.iter().position(|known| known.is(&code));
            let Some(place) = place.filter(|_| wanted) else {
                if out {
                    people.tell_wrong_code(&mut desk, Some(&by)).await?;
                }
                let message = "the founding code is wrong, already used, or no longer needed";
                return Err(Refusal::plain("setup.code", message));
            };
            people.counts_by(&mut desk, &member, &by, None).await?;
            people.codes().founding.remove(place);
            Ok(())
        })
        .await
    }

    /// Somebody counts from now on, by somebody's word or a code.
    async fn counts_by(
        &self,
        desk: &mut Desk,
        member: &Member,
        by: &Session,
        voucher: Option<u32>,
    ) -> Result<(), Refusal> {
        let events = vec![PeopleEvent::Vouched { number: member.number, by: voucher }];
        let how = match voucher {
            Some(_) => "a supervisor vouched for them",
            None => "they entered a code that a start printed",
        };
        let what = format!("{}, {}: {how}", member.name, member.role);
        let significant = vec![Significant::new("people.vouched", "house", Some(by.name.clone()), what)];
        self.carry_out(desk, Change { events, significant, ..Change::default() }).await
    }

    /// Writes down that a wrong code was tried, the first time and then now and again.
    async fn tell_wrong_code(&self, desk: &mut Desk, by: Option<&Session>) -> Result<(), Refusal> {
        let told = self.codes().failed(self.0.clock.now());
        let Some(what) = told else { return Ok(()) };
        let who = by.map(|session| session.name.clone());
        let significant = vec![Significant::new("setup.failed", "house", who, what)];
        self.carry_out(desk, Change { significant, ..Change::default() }).await
    }

    /// How many supervisors there are whose word counts, if they are fewer than a house needs.
    pub fn few_vouchers(&self) -> Option<usize> {
        self.roster().few_vouchers()
    }

    /// A change that an administrator makes to somebody, for which their sessions end.
    async fn change(
        &self,
        by: &Session,
        name: &str,
        code: &'static str,
        ask: impl FnOnce(&Roster, &Member, u32) -> Result<Option<(PeopleEvent, String)>, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        self.administrator(by)?;
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

fn given(role: Role) -> Result<(), Refusal> {
    match role {
        Role::Guest => {
            Err(Refusal::plain("people.role", "guests have no name, so nobody can be given this role"))
        }
        role if !role.is_given() => {
            Err(Refusal::plain("people.role", format!("{role}: supervisors have a rank of 1 or more")))
        }
        Role::Supervisor(rank) if rank.0 > RANKS => {
            Err(Refusal::plain("people.role", format!("rank {}, expected 1 to {RANKS}", rank.0)))
        }
        _ => Ok(()),
    }
}

/// The highest rank that any book has, and some more.
const RANKS: u8 = 9;

/// The last administrator has to stay one.
fn stays(roster: &Roster, member: &Member, administrator: bool) -> Result<(), Refusal> {
    let last =
        member.enabled && member.role.is_administrator() && !roster.has_administrator_but(member.number);
    match last && !administrator {
        true => Err(Refusal::plain("people.last", format!("{} is the last administrator", member.name))),
        false => Ok(()),
    }
}

/// The last supervisor whose word counts has to stay one: without them nobody vouches for anybody.
fn vouches_on(roster: &Roster, member: &Member) -> Result<(), Refusal> {
    if !roster.is_last_voucher(member) {
        return Ok(());
    }
    let message = format!(
        "{} is the last supervisor whose word counts: let them vouch for another supervisor first. They get \
         another password a week after it was first asked for, if they do not sign in meanwhile",
        member.name
    );
    Err(Refusal::plain("people.last_voucher", message))
}

fn unknown(name: &str) -> Refusal {
    Refusal::plain("people.unknown", format!("{name:?} is not on the books"))
}
