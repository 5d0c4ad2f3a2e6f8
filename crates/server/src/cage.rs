//! The cage: money comes in and goes out, with before and after on record; what is much, or an adjustment, takes
//! a second person.

use crate::approval::{self, Asked};
use crate::house::House;
use crate::office::{moved, player, supervisor};
use crate::refusal::{No, Refusal};
use crate::sent::Sent;
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use floor::wallet::{self, WalletEvent};
use floor::{Change, Effect};
use game::Moment;
use journal::Unit;
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

/// Marks that show nothing, or turn text round.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// How long what one person alone moved for a player counts, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// What was moved at the cage for a player by one person alone, by the account's records of 24 hours.
fn alone(records: &[journal::Record], now: Moment) -> i64 {
    let recent = records.iter().filter(|record| now.milliseconds() - record.at < DAY);
    let moved = recent.filter_map(|record| match serde_json::from_slice(&record.body).ok()? {
        WalletEvent::Cage { second: None, before, after, .. } => Some((after - before).abs()),
        _ => None,
    });
    moved.fold(0, i64::saturating_add)
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

/// Moves money between the cage and an account, with before and after on record: both are true of the very
/// moment, or it is tried again, as tables move the account too.
pub async fn adjust(house: &House, player: PlayerId, units: i64, entry: &Entry<'_>) -> Result<Balance, No> {
    let amount = Amount::new(units.abs())
        .filter(|amount| !amount.is_zero())
        .ok_or_else(|| No::new("message.amount", format!("{units} is no amount")))?;
    let _cage = house.cage.lock().await;
    let journal = house.floor.journal();
    for _ in 0..TRIES {
        if let Some(done) = done_before(house, player, entry.key.clone()).await? {
            return Ok(done);
        }
        let (reader, name) = (journal.clone(), wallet::stream(player));
        let read = move || journal::Stream::open(&mut *reader.reader()?, &name);
        let read = tokio::task::spawn_blocking(read).await;
        let (mut stream, _, records) = read.unwrap_or(Err(journal::Error::Stopped))?;
        // In the account's own order, so that nobody is quicker than the bound.
        let moved_alone = entry.bound.map(|bound| (bound, alone(&records, house.floor.clock().now())));
        if let Some((bound, has)) =
            moved_alone.filter(|(bound, has)| has.saturating_add(units.abs()) > *bound)
        {
            let message =
                format!("{} after {has} in 24 hours by one person alone, who may move {bound}", units.abs());
            return Err(No::new("cage.alone", message));
        }
        let before = journal.balance(stream.name(), Account::Player(player)).await?;
        if entry.saw.is_some_and(|saw| saw != before) {
            return Err(moved(format!("the account holds {before}, and that is not what was shown")));
        }
        let balance = Balance { before, after: before + units };
        let event = WalletEvent::Cage {
            what: entry.what.to_string(),
            by: entry.by.to_string(),
            second: entry.second.map(str::to_string),
            before: balance.before,
            after: balance.after,
        };
        let (_, mut draft) = wallet::cage(player, &event, amount, units > 0, house.floor.clock().now());
        draft.key = entry.key.as_ref().map(|(key, asked)| (key.clone(), asked.0));
        match journal.keep(Unit::record(stream.seal(draft))).await {
            Ok(_) => return Ok(balance),
            // A table was quicker.
            Err(journal::Error::Moved { .. }) => tokio::task::yield_now().await,
            Err(error) => return Err(error.into()),
        }
    }
    Err(No::new("journal.not_kept", "tables move this account all the time: try again"))
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
        Ok::<_, journal::Error>(Some((
            known.asked,
            store.range(&name, known.sequence, known.sequence)?.pop(),
        )))
    };
    let read = tokio::task::spawn_blocking(read).await.unwrap_or(Err(journal::Error::Stopped))?;
    let Some((before, record)) = read else { return Ok(None) };
    match record.and_then(|record| serde_json::from_slice(&record.body).ok()) {
        Some(WalletEvent::Cage { before: held, after, .. }) if before == asked.0 => {
            Ok(Some(Balance { before: held, after }))
        }
        _ => Err(No::new("key.reused", "the key stands for something else that was done to this account")),
    }
}

/// Money comes in or goes out at the cage, by a supervisor; adjustments wait for a second one, and so does what
/// takes a player beyond the house's bound for 24 hours, and whatever is asked by somebody whose own word does not
/// count yet.
#[utoipa::path(post, path = "/api/cage", params(("Idempotency-Key" = Option<String>, Header, description = "asked again under the same key, money moves once")), request_body = AtCage,
    responses((status = 200, body = Balance), (status = 202, body = Refusal), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, description = "the key was used for something else", body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn cage(
    State(house): Here,
    Who(session): Who,
    headers: HeaderMap,
    Sent(body): Sent,
) -> Result<Json<Balance>, No> {
    supervisor(&session)?;
    let work: AtCage = crate::json(&body)?;
    let amount = Amount::new(work.amount)
        .filter(|amount| !amount.is_zero())
        .ok_or_else(|| No::new("message.amount", format!("{} is no amount", work.amount)))?;
    let player = player(&house, work.player)?;
    let units = match work.what {
        CageWork::Deposit | CageWork::AdjustUp => amount.units(),
        CageWork::Withdrawal | CageWork::AdjustDown => -amount.units(),
    };
    let key = crate::tables::once(&session, &headers)?.map(|key| (key, journal::Asked::of(&body)));
    let adjusts = matches!(work.what, CageWork::AdjustUp | CageWork::AdjustDown);
    let why: String = work.why.chars().filter(|c| !c.is_control() && !is_invisible(*c)).take(200).collect();
    if adjusts && why.trim().is_empty() {
        return Err(No::new("message.why", "an adjustment has a reason: say why"));
    }
    let what = match adjusts {
        true => format!("{ADJUSTMENT}{why}"),
        false => (if units > 0 { "deposit" } else { "withdrawal" }).to_string(),
    };
    // Whose password somebody else chose may be somebody else: alone they move nothing.
    let alone = house.people.counts(session.number).is_ok();
    if !adjusts && alone {
        let bound = Some(house.config.cage_alone);
        let entry =
            Entry { what: &what, by: &session.name, second: None, saw: None, key: key.clone(), bound };
        match adjust(&house, player, units, &entry).await {
            Err(no) if no.0.code == "cage.alone" => {}
            done => return Ok(Json(done?)),
        }
    }
    if let Some(done) = done_before(&house, player, key.clone()).await? {
        return Ok(Json(done));
    }
    let account = wallet::stream(player);
    let before = house.floor.journal().balance(&account, Account::Player(player)).await?;
    if before + units < 0 {
        let message = format!("the account holds {before}: that much can go out at most");
        return Err(No::new("account.short", message));
    }
    let change = Change { account, before, after: before + units };
    let effect = Effect::step(&*what, vec![change]);
    let asked = Asked::Adjust { player: work.player, units, what, key };
    Err(approval::ask(&house, session, asked, effect).await)
}
