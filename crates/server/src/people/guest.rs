//! Guests: people without a name, at practice tables only.
//!
//! Their numbers are never given twice, not even after a crash: a shelf has a number that none of them has
//! reached, and moves ahead of them in steps.

use super::session::{Entry, Token, guest_name};
use super::{People, not_kept, shelved, to_the_end};
use crate::role::Role;
use floor::Numbers;
use floor::ask::Refused;
use journal::{Error, Store, Unit};

/// The shelf of numbers, and the name of this one.
const SHELF: &str = "number";
const NAME: &str = "guest";
/// How far the shelf is ahead.
const STEP: u32 = 1000;

/// The numbers of guests.
pub(super) struct Tickets {
    next: u32,
    /// Numbers below this may be given.
    until: u32,
}

impl Tickets {
    /// As the shelf has it.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(store: &mut dyn Store) -> Result<Self, Error> {
        let kept = store.shelf(SHELF)?.into_iter().find(|(name, _)| name == NAME);
        let next = match kept {
            None => Numbers::GUEST,
            Some((_, value)) => std::str::from_utf8(&value)
                .ok()
                .and_then(|value| value.parse().ok())
                .filter(|next| (Numbers::GUEST..=Numbers::BOT).contains(next))
                .ok_or_else(|| Error::Store("the number of the next guest cannot be read".into()))?,
        };
        Ok(Self { next, until: next })
    }
}

impl People {
    /// Somebody comes as a guest; the token of their session.
    ///
    /// # Errors
    /// `guest.many`; it was not kept.
    pub async fn guest(&self) -> Result<String, Refused> {
        let people = self.clone();
        to_the_end(async move {
            let most = people.0.terms.guests_max;
            if people.sessions().guests() >= most {
                return Err(Refused::new(
                    "guest.many",
                    format!("{most} guests are here, and no more can be"),
                ));
            }
            let number = people.ticket().await?;
            let token = Token::fresh().ok_or_else(not_kept)?;
            let entry = Entry::new(number, guest_name(number), Role::Guest, "", people.0.clock.now());
            let kept = vec![entry.kept(&token.key())];
            people.0.journal.keep(Unit { kept, ..Unit::default() }).await.map_err(|_| not_kept())?;
            people.sessions_mut().insert(token.key(), entry);
            Ok(token.text())
        })
        .await
    }

    async fn ticket(&self) -> Result<u32, Refused> {
        let mut tickets = self.0.tickets.lock().await;
        if tickets.next == tickets.until {
            let until = tickets.until.saturating_add(STEP).min(Numbers::BOT);
            if until == tickets.until {
                return Err(Refused::new("guest.many", "every number that a guest can have was given"));
            }
            let kept = vec![shelved(SHELF, NAME, Some(until.to_string().into_bytes()))];
            self.0.journal.keep(Unit { kept, ..Unit::default() }).await.map_err(|_| not_kept())?;
            tickets.until = until;
        }
        tickets.next += 1;
        Ok(tickets.next - 1)
    }
}
