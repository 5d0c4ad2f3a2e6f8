//! Promotional tokens are given for vouchers: each number once for ever, up to a bound for each voucher and
//! for each player a day; beyond another bound, of what one person gives out in a day, it takes a second person. What was given is in the player's
//! account with the house beside their money, and can only be wagered (star-2016 1.1#4).
//!
//! All of it follows from the records of one stream, which is read on first use. The desk is held until what
//! was decided is kept, so that a number cannot be used twice at once.

use crate::ask::unkept;
use crate::protect::discreet;
use crate::wallet::{WalletEvent, tokens};
use crate::{Clock, Numbers, Passing, Protection, Significant};
use game::{Moment, Refusal};
use journal::{Draft, Journal, Unit};
use money::{Account, Amount, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// The stream.
pub const STREAM: &str = "house/vouchers";
/// A day, in milliseconds: it ends now and rolls on.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// What the house chose about vouchers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoucherTerms {
    /// The most that a voucher is worth.
    pub each: Amount,
    /// The most that a player gets in 24 hours.
    pub day: Amount,
    /// The most that one person gives out in 24 hours without a second.
    pub alone: Amount,
}

impl Default for VoucherTerms {
    fn default() -> Self {
        Self { each: Amount::of(500), day: Amount::of(1000), alone: Amount::of(100) }
    }
}

/// A voucher that tokens were given for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voucher {
    /// The number on it.
    pub number: String,
    /// Who got the tokens.
    pub player: PlayerId,
    /// How many.
    pub amount: Amount,
    /// Who gave them.
    pub by: String,
    /// Who stood by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
}

/// The vouchers of a house; its clones share them.
#[derive(Clone)]
pub struct Vouchers(Arc<Inner>);

/// What was given for a voucher.
struct Taken {
    player: PlayerId,
    units: i64,
    at: i64,
    /// Who gave it without a second person.
    alone: Option<String>,
}

/// For every number of a voucher what was given for it.
type Given = HashMap<String, Taken>;

/// A number as it is compared: `V-1` and `v-1` are one.
fn plain(number: &str) -> String {
    number.to_ascii_uppercase()
}

struct Inner {
    journal: Journal,
    /// Which knows what of the time that passed nobody has confirmed.
    clock: Clock,
    /// Who keeps themselves from playing, and gets nothing to play with.
    protection: Protection,
    terms: VoucherTerms,
    /// What has been given out, once it is read: for every number who got how much, and when.
    desk: tokio::sync::Mutex<Option<Given>>,
}

impl Vouchers {
    /// The vouchers of a journal; nothing is read yet.
    pub fn open(journal: Journal, clock: Clock, protection: Protection, terms: VoucherTerms) -> Self {
        Self(Arc::new(Inner { journal, clock, protection, terms, desk: tokio::sync::Mutex::default() }))
    }

    /// Whether tokens may be given for a voucher, and whether that takes a second person.
    ///
    /// # Errors
    /// As [`give`](Self::give); nothing is given.
    pub async fn takes_two(&self, voucher: &Voucher, now: Moment) -> Result<bool, Refusal> {
        let mut desk = self.0.desk.lock().await;
        self.check(&mut desk, voucher, &self.0.clock.passing(now)).await?;
        Ok(self.beyond_alone(&desk, voucher, &self.0.clock.passing(now)).is_some())
    }

    /// Gives tokens for a voucher; the player has them when this is done.
    ///
    /// # Errors
    /// `voucher.number`, `voucher.amount`, `voucher.used`, `voucher.day`, `protect.refused`; `second.wanted`: it takes a second
    /// person; `journal.not_kept`: it did not happen.
    pub async fn give(&self, voucher: Voucher, now: Moment) -> Result<(), Refusal> {
        self.give_as_seen(voucher, None, now).await
    }

    /// The same where two people saw how many tokens the player has: if that is something else now, it is void.
    ///
    /// # Errors
    /// As [`give`](Self::give), and `approval.moved`.
    pub async fn give_as_seen(&self, voucher: Voucher, saw: Option<i64>, now: Moment) -> Result<(), Refusal> {
        // Kept or not, whoever asked may be gone: what is under way is finished.
        let vouchers = self.clone();
        let given = tokio::spawn(async move { vouchers.give_surely(voucher, saw, now).await }).await;
        given.unwrap_or_else(|_| Err(not_kept("its task broke")))
    }

    async fn give_surely(&self, voucher: Voucher, saw: Option<i64>, now: Moment) -> Result<(), Refusal> {
        let mut desk = self.0.desk.lock().await;
        self.check(&mut desk, &voucher, &self.0.clock.passing(now)).await?;
        if let Some(saw) = saw {
            let account = Account::Tokens(voucher.player);
            let has = self.0.journal.balance(&crate::wallet::stream(voucher.player), account).await;
            let has = has.map_err(|error| kept_nothing(&error))?;
            if has != saw {
                let message = format!("the player has {has} tokens, and {saw} were shown: ask again");
                return Err(Refusal::plain("approval.moved", message));
            }
        }
        let Voucher { number, player, amount, by, second } = &voucher;
        if let Some(gave) =
            self.beyond_alone(&desk, &voucher, &self.0.clock.passing(now)).filter(|_| second.is_none())
        {
            let bound = self.0.terms.alone;
            let message = format!(
                "{amount} in tokens after {gave} that {by} gave alone in 24 hours, and above {bound} it takes a \
                 second person"
            );
            return Err(Refusal::plain("second.wanted", message));
        }
        let event = WalletEvent::Voucher { number: number.clone(), by: by.clone(), second: second.clone() };
        let with = second.as_ref().map_or_else(String::new, |second| format!(", approved by {second}"));
        let what = format!("voucher {number}: {amount} in tokens for {player}{with}");
        let significant = Significant::new("voucher.given", "cage", Some(by.clone()), what);
        let body = serde_json::to_vec(&voucher).map_err(|error| not_kept(&error.to_string()))?;
        let record = Draft { at: now.milliseconds(), body, ..Draft::default() };
        let drafts =
            vec![(STREAM.into(), record), tokens(*player, &event, *amount, now), significant.draft(now)];
        if let Err(error) = self.0.journal.keep(Unit { drafts, ..Unit::default() }).await {
            // It may have been kept all the same: it is read again before the next.
            *desk = None;
            return Err(kept_nothing(&error));
        }
        if let Some(given) = desk.as_mut() {
            let alone = second.is_none().then(|| by.clone());
            let taken = Taken { player: *player, units: amount.units(), at: now.milliseconds(), alone };
            given.insert(plain(number), taken);
        }
        Ok(())
    }

    /// What whoever gives this has given alone in 24 hours, if this takes them beyond what one person may.
    fn beyond_alone(&self, desk: &Option<Given>, voucher: &Voucher, now: &Passing) -> Option<i64> {
        let own = |taken: &&Taken| {
            taken.alone.as_ref() == Some(&voucher.by) && now.since(Moment::new(taken.at)) < DAY
        };
        let gave: i64 = desk.iter().flat_map(Given::values).filter(own).map(|taken| taken.units).sum();
        (gave + voucher.amount.units() > self.0.terms.alone.units()).then_some(gave)
    }

    async fn check(&self, desk: &mut Option<Given>, voucher: &Voucher, now: &Passing) -> Result<(), Refusal> {
        let Voucher { number, player, amount, .. } = voucher;
        let fits = (1..=40).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_graphic());
        if !fits {
            let message =
                format!("a voucher's number of {} bytes, expected 1 to 40 printable ones", number.len());
            return Err(Refusal::plain("voucher.number", message));
        }
        if player.is_house() || player.number() >= Numbers::GUEST {
            return Err(Refusal::plain("protect.account", format!("{player} has no account with the house")));
        }
        self.0.protection.load(*player).await?;
        self.0.protection.check(*player, Amount::ZERO, now.now).map_err(discreet)?;
        let terms = &self.0.terms;
        if amount.is_zero() || *amount > terms.each {
            let message = format!("a voucher of {amount}, expected 1 to {}", terms.each);
            return Err(Refusal::plain("voucher.amount", message));
        }
        if desk.is_none() {
            let journal = self.0.journal.clone();
            // A store may block, which a thread of asynchronous tasks must not see.
            let read = tokio::task::spawn_blocking(move || read(&journal)).await;
            *desk = Some(read.unwrap_or(Err(journal::Error::Stopped)).map_err(|error| {
                tracing::error!(%error, "the vouchers cannot be read");
                Refusal::plain("voucher.unread", "the vouchers cannot be read now, so none is taken")
            })?);
        }
        let number = plain(number);
        if let Some(Taken { player: who, units, .. }) = desk.as_ref().and_then(|given| given.get(&number)) {
            let message = format!("voucher {number} was used: {who} got {units} for it");
            return Err(Refusal::plain("voucher.used", message));
        }
        let today = |taken: &&Taken| taken.player == *player && now.since(Moment::new(taken.at)) < DAY;
        let had: i64 = desk.iter().flat_map(Given::values).filter(today).map(|taken| taken.units).sum();
        if had + amount.units() > terms.day.units() {
            let message = format!("{player} got {had} in tokens in 24 hours, expected at most {}", terms.day);
            return Err(Refusal::plain("voucher.day", message));
        }
        Ok(())
    }
}

/// What whoever asked hears; what the database says is for the log.
fn kept_nothing(error: &journal::Error) -> Refusal {
    tracing::error!(%error, "a voucher was not kept");
    unkept(error)
}

fn not_kept(why: &str) -> Refusal {
    Refusal::plain("journal.not_kept", format!("it was not kept, so nothing happened: {why}"))
}

fn read(journal: &Journal) -> Result<Given, journal::Error> {
    let mut given = HashMap::new();
    for record in journal.reader()?.tail(STREAM, 0)? {
        let voucher: Voucher = serde_json::from_slice(&record.body)
            .map_err(|error| journal::Error::damaged(STREAM, record.sequence, error.to_string()))?;
        let alone = voucher.second.is_none().then_some(voucher.by);
        let (player, units) = (voucher.player, voucher.amount.units());
        given.insert(plain(&voucher.number), Taken { player, units, at: record.at, alone });
    }
    Ok(given)
}

/// Vouchers that tokens were given for twice, each as what to say of it.
///
/// # Errors
/// The store cannot be read.
pub fn twice(store: &mut dyn journal::Store) -> Result<Vec<String>, journal::Error> {
    let mut first: HashMap<String, u64> = HashMap::new();
    let mut found = Vec::new();
    for record in store.tail(STREAM, 0)? {
        let voucher: Voucher = serde_json::from_slice(&record.body)
            .map_err(|error| journal::Error::damaged(STREAM, record.sequence, error.to_string()))?;
        let number = plain(&voucher.number);
        match first.get(&number) {
            Some(other) => found.push(format!(
                "stream {STREAM}, record {}: voucher {number} was used before, in record {other}",
                record.sequence
            )),
            None => drop(first.insert(number, record.sequence)),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use journal::Place;

    #[test]
    fn a_voucher_that_was_used_twice_is_found() {
        let place = Place::memory();
        let journal = Journal::open(&place).unwrap().0;
        for (number, expected) in [("A-1", 0), ("B-2", 0), ("a-1", 1)] {
            let player = PlayerId::new(3).unwrap();
            let voucher = Voucher {
                number: number.into(),
                player,
                amount: Amount::of(5),
                by: "sue".into(),
                second: None,
            };
            let draft = Draft { body: serde_json::to_vec(&voucher).unwrap(), ..Draft::default() };
            journal.keep_blocking(Unit::draft(STREAM, draft)).unwrap();
            let found = twice(&mut *place.open().unwrap()).unwrap();
            assert_eq!(found.len(), expected, "{found:?}");
        }
    }
}
