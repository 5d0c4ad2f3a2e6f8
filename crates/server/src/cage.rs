//! The cage: money comes in and goes out, with before and after on record; what is much, or an adjustment, takes
//! a second person.

use crate::approval::{self, Asked, Undone, Waits};
use crate::house::House;
use crate::office::{moved, player, supervisor};
use crate::refusal::{No, Refusal};
use crate::sent::Sent;
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use floor::wallet::{self, WalletEvent};
use floor::wire::SecondPerson;
use floor::{Change, Effect, Passing};
use game::Moment;
use journal::{Error, Head, Store, Unit};
use money::{Account, Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What can be done at the cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CageWork {
    /// Money comes in.
    Deposit,
    /// Money goes out.
    Withdrawal,
    /// The account is put right upwards; takes a second person.
    AdjustUp,
    /// The account is put right downwards; takes a second person.
    AdjustDown,
}

/// Money at the cage.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtCage {
    /// Whose account.
    pub player: u32,
    /// What.
    pub what: CageWork,
    /// How much.
    pub amount: i64,
    /// Why, for an adjustment.
    #[serde(default)]
    pub why: String,
}

/// What an account holds afterwards.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Balance {
    /// Before.
    pub before: i64,
    /// After.
    pub after: i64,
}

/// How what is written down of an adjustment begins.
pub const ADJUSTMENT: &str = "adjustment: ";

/// Marks that show nothing, or turn text round; some of them count as letters.
pub const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}')
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a text says something: a letter or a digit that can be seen.
pub fn says_something(text: &str) -> bool {
    text.chars().any(|c| c.is_alphanumeric() && !is_invisible(c))
}

/// How long what one person alone moved for a player counts, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How many records of an account are read at once, from its end.
const FEW: u64 = 64;

/// What one person alone moved for a player.
struct Alone {
    by: String,
    at: i64,
    units: i64,
}

/// An account's head, and what was moved for its owner within 24 hours by one person alone. Only that is read,
/// however long the account's history is.
fn recent(store: &mut dyn Store, stream: &str, now: &Passing) -> Result<(Head, Vec<Alone>), Error> {
    let head = store.head(stream)?.unwrap_or_else(|| Head::genesis(stream));
    let (mut to, mut found) = (head.sequence, Vec::new());
    while to > 0 {
        let from = to.saturating_sub(FEW - 1).max(1);
        let page = store.range(stream, from, to)?;
        for record in page.iter().rev() {
            if now.since(Moment::new(record.at)) >= DAY {
                return Ok((head, found));
            }
            if let Ok(WalletEvent::Cage { by, second: None, before, after, .. }) =
                serde_json::from_slice(&record.body)
            {
                found.push(Alone { by, at: record.at, units: (after - before).abs() });
            }
        }
        to = from - 1;
    }
    Ok((head, found))
}

/// What everybody at the cage moved alone within 24 hours, for all players; read when it is first asked for.
#[derive(Default)]
pub struct Tellers(Option<Vec<Alone>>);

impl Tellers {
    /// What somebody moved alone.
    async fn moved(&mut self, house: &House, by: &str) -> Result<i64, No> {
        let now = passing(house);
        if self.0.is_none() {
            let (journal, now) = (house.floor.journal().clone(), now.clone());
            let read = move || {
                let mut store = journal.reader()?;
                let mut all = Vec::new();
                for (name, _) in store.heads()?.into_iter().filter(|(name, _)| wallet::is_stream(name)) {
                    all.extend(recent(&mut *store, &name, &now)?.1);
                }
                Ok::<_, Error>(all)
            };
            let read = tokio::task::spawn_blocking(read).await.unwrap_or(Err(Error::Stopped));
            self.0 = Some(read.map_err(No::unread)?);
        }
        let all = self.0.get_or_insert_default();
        all.retain(|one| now.since(Moment::new(one.at)) < DAY);
        Ok(all.iter().filter(|one| one.by == by).map(|one| one.units).fold(0, i64::saturating_add))
    }

    /// What was noted last did not happen.
    fn take_back(&mut self) {
        self.0.as_mut().map(Vec::pop);
    }

    fn note(&mut self, by: &str, at: Moment, units: i64) {
        if let Some(all) = &mut self.0 {
            all.push(Alone { by: by.into(), at: at.milliseconds(), units });
        }
    }
}

fn passing(house: &House) -> Passing {
    let clock = house.floor.clock();
    clock.passing(clock.now())
}

/// How often the cage tries to be quicker than the tables.
const TRIES: usize = 50;

/// What is written down of money that moves at the cage.
pub struct Entry<'e> {
    /// What it is.
    pub what: &'e str,
    /// By whom.
    pub by: &'e str,
    /// With whom.
    pub second: Option<&'e str>,
    /// What the second person saw in the account.
    pub saw: Option<i64>,
    /// Under which key it happens once, and what was asked under it.
    pub key: Option<(String, journal::Asked)>,
    /// How much may be moved for the player in 24 hours without a second person.
    pub bound: Option<i64>,
}

/// Why money did not move between the cage and an account.
pub enum Unmoved {
    /// It is more than one person may move alone: it takes a second.
    Alone(String),
    /// It is refused.
    Refused(No),
}

impl From<No> for Unmoved {
    fn from(no: No) -> Self {
        Self::Refused(no)
    }
}

impl From<Error> for Unmoved {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

impl From<Unmoved> for No {
    fn from(unmoved: Unmoved) -> Self {
        match unmoved {
            Unmoved::Alone(message) => Self::new("cage.alone", message),
            Unmoved::Refused(no) => no,
        }
    }
}

/// Moves money between the cage and an account, with before and after on record: both are true of the very
/// moment, or it is tried again, as tables move the account too.
pub async fn adjust(
    house: &House,
    player: PlayerId,
    units: i64,
    entry: &Entry<'_>,
) -> Result<Balance, Unmoved> {
    let amount = Amount::new(units.abs())
        .filter(|amount| !amount.is_zero())
        .ok_or_else(|| No::new("message.amount", format!("{units} is not an amount")))?;
    let mut cage = house.cage.lock().await;
    let journal = house.floor.journal();
    for _ in 0..TRIES {
        if let Some(done) = done_before(house, player, entry.key.clone()).await? {
            return Ok(done);
        }
        let (reader, name, now) = (journal.clone(), wallet::stream(player), passing(house));
        let read = move || recent(&mut *reader.reader()?, &name, &now);
        let (head, alone) =
            tokio::task::spawn_blocking(read).await.unwrap_or(Err(Error::Stopped)).map_err(No::unread)?;
        let mut stream = journal::Stream::at(&wallet::stream(player), head);
        if entry.bound.is_some() {
            let (has, bound) = (cage.moved(house, entry.by).await?, house.config.cage_day);
            if has.saturating_add(units.abs()) > bound {
                let message = format!(
                    "{} after {has} that {} moved alone for all players in 24 hours, who may move {bound}",
                    units.abs(),
                    entry.by
                );
                return Err(Unmoved::Alone(message));
            }
        }
        // In the account's own order, so that nobody is quicker than the bound.
        let for_player = alone.iter().map(|one| one.units).fold(0, i64::saturating_add);
        let moved_alone = entry.bound.map(|bound| (bound, for_player));
        if let Some((bound, has)) =
            moved_alone.filter(|(bound, has)| has.saturating_add(units.abs()) > *bound)
        {
            let message =
                format!("{} after {has} in 24 hours by one person alone, who may move {bound}", units.abs());
            return Err(Unmoved::Alone(message));
        }
        let before = journal.balance(stream.name(), Account::Player(player)).await.map_err(No::unread)?;
        if entry.saw.is_some_and(|saw| saw != before) {
            return Err(moved(format!("the account holds {before}, which is not what was shown")).into());
        }
        let balance = Balance { before, after: before + units };
        let event = WalletEvent::Cage {
            what: entry.what.to_string(),
            by: entry.by.to_string(),
            second: entry.second.map(str::to_string),
            before: balance.before,
            after: balance.after,
        };
        let at = house.floor.clock().now();
        let (_, mut draft) = wallet::cage(player, &event, amount, units > 0, at);
        draft.key = entry.key.as_ref().map(|(key, asked)| (key.clone(), asked.0));
        // Before it is kept: whoever asked may be gone before the answer comes.
        let alone = entry.second.is_none();
        if alone {
            cage.note(entry.by, at, units.abs());
        }
        let kept = journal.keep(Unit::record(stream.seal(draft))).await;
        match &kept {
            // Nobody knows: what there is on record is read again.
            Err(Error::InDoubt(_)) => cage.0 = None,
            Err(_) if alone => cage.take_back(),
            _ => {}
        }
        match kept {
            Ok(_) => return Ok(balance),
            // A table was quicker.
            Err(Error::Moved { .. }) => tokio::task::yield_now().await,
            Err(error) => return Err(error.into()),
        }
    }
    Err(No::new("journal.not_kept", "tables move this account all the time: try again").into())
}

/// What an account held before and after, if the cage has done it before under this key.
///
/// # Errors
/// `key.reused`: the key stands for something else.
async fn done_before(
    house: &House,
    player: PlayerId,
    key: Option<(String, journal::Asked)>,
) -> Result<Option<Balance>, No> {
    let Some((key, asked)) = key else { return Ok(None) };
    let (journal, name) = (house.floor.journal().clone(), wallet::stream(player));
    let read = move || {
        let mut store = journal.reader()?;
        let Some(known) = store.keys(&name, &[key])?.pop() else { return Ok(None) };
        Ok::<_, Error>(Some((known.asked, store.range(&name, known.sequence, known.sequence)?.pop())))
    };
    let read = tokio::task::spawn_blocking(read).await.unwrap_or(Err(Error::Stopped)).map_err(No::unread)?;
    let Some((before, record)) = read else { return Ok(None) };
    match record.and_then(|record| serde_json::from_slice(&record.body).ok()) {
        Some(WalletEvent::Cage { before: held, after, .. }) if before == asked.0 => {
            Ok(Some(Balance { before: held, after }))
        }
        _ => Err(No::new("key.reused", "the key stands for something else that was done to this account")),
    }
}

/// Money comes in or goes out at the cage, by a supervisor; adjustments wait for a second one, and so does what
/// takes a player, or whoever moves it, beyond the house's bounds for 24 hours.
#[utoipa::path(post, path = "/api/cage", params(("Idempotency-Key" = Option<String>, Header, description = "repeated under the same key, money moves once")), request_body = AtCage,
    responses((status = 200, body = Balance), (status = 202, body = Waits), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, description = "the key was used for another request", body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn cage(
    State(house): Here,
    Who(session): Who,
    headers: HeaderMap,
    Sent(body): Sent,
) -> Result<Json<Balance>, Undone> {
    supervisor(&session)?;
    let work: AtCage = crate::json(&body)?;
    let amount = Amount::new(work.amount)
        .filter(|amount| !amount.is_zero())
        .ok_or_else(|| No::new("message.amount", format!("{} is not an amount", work.amount)))?;
    let player = player(&house, work.player)?;
    let units = match work.what {
        CageWork::Deposit | CageWork::AdjustUp => amount.units(),
        CageWork::Withdrawal | CageWork::AdjustDown => -amount.units(),
    };
    let key = crate::tables::once(&session, &headers)?.map(|key| (key, journal::Asked::of(&body)));
    let adjusts = matches!(work.what, CageWork::AdjustUp | CageWork::AdjustDown);
    let why: String = work.why.chars().filter(|c| !c.is_control() && !is_invisible(*c)).take(200).collect();
    if adjusts && !says_something(&why) {
        return Err(No::new("message.why", "an adjustment needs a reason").into());
    }
    let what = match adjusts {
        true => format!("{ADJUSTMENT}{why}"),
        false => (if units > 0 { "deposit" } else { "withdrawal" }).to_string(),
    };
    // Whose password somebody else chose may be somebody else.
    house.people.counts(session.number)?;
    if !adjusts {
        let bound = Some(house.config.cage_alone);
        let entry =
            Entry { what: &what, by: &session.name, second: None, saw: None, key: key.clone(), bound };
        match adjust(&house, player, units, &entry).await {
            Err(Unmoved::Alone(_)) => {}
            Err(Unmoved::Refused(no)) => return Err(no.into()),
            Ok(done) => return Ok(Json(done)),
        }
    }
    if let Some(done) = done_before(&house, player, key.clone()).await? {
        return Ok(Json(done));
    }
    let account = wallet::stream(player);
    let balance = house.floor.journal().balance(&account, Account::Player(player)).await;
    let before = balance.map_err(No::unread)?;
    if before + units < 0 {
        let message = format!("the account holds {before}, so at most that much can be paid out");
        return Err(No::new("account.short", message).into());
    }
    let change = Change { account, before, after: before + units, shared: false, elsewhere: None };
    let effect = Effect::step(&*what, vec![change]);
    let asked = Asked::Adjust { player: work.player, units, what, key };
    Err(approval::ask(&house, session, asked, (SecondPerson::supervisor(), effect)).await?.into())
}
