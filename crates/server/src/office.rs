//! The office: people, the cage, approvals, new tables.

use crate::approval::{self, Approval, Asked, Waiting};
use crate::house::House;
use crate::people::{Listed, Session};
use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::{Part, Sent};
use crate::tables::Done;
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use floor::ask::Act;
use floor::wallet::{self, WalletEvent};
use floor::{Change, Effect, Info, Purses, Significant};
use journal::Unit;
use money::{Account, Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// Somebody new.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// A name.
    pub name: String,
    /// A password for the first time.
    pub password: String,
    /// The role.
    pub role: Role,
}

/// Another role.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    /// Which.
    pub role: Role,
}

/// A password for somebody who lost theirs.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FreshPassword {
    /// The new one.
    pub new: String,
}

/// What to do with somebody.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Measure {
    /// They may not sign in.
    Disable,
    /// They may again.
    Enable,
    /// They may try again after too many failures.
    Unlock,
    /// All their sessions end.
    Revoke,
}

/// What to do with somebody.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Treatment {
    /// What.
    pub measure: Measure,
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

/// What an account holds afterwards.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Balance {
    /// Before.
    pub before: i64,
    /// After.
    pub after: i64,
}

/// A table that is to be opened.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// A short name: small letters, digits, hyphens.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The book.
    pub book: String,
    /// Whose money is played for.
    pub money: Purses,
    /// Whether the house deals.
    pub house_deals: bool,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// `true` for yes.
    pub approve: bool,
}

fn administrator(session: &Session) -> Result<(), No> {
    match session.role {
        Role::Administrator => Ok(()),
        role => {
            Err(No::new("role.administrator", format!("{role} does not keep the house's people and tables")))
        }
    }
}

pub fn supervisor(session: &Session) -> Result<(), No> {
    match session.role {
        Role::Supervisor { .. } => Ok(()),
        role => Err(No::new("role.supervisor", format!("{role} does not do a supervisor's work"))),
    }
}

/// Somebody on the books who plays.
///
/// # Errors
/// `player.unknown`.
pub fn player(house: &House, number: u32) -> Result<PlayerId, No> {
    let known = house.people.find(number).filter(|person| person.role == Role::Player);
    known
        .and_then(|person| PlayerId::new(person.number))
        .ok_or_else(|| No::new("player.unknown", format!("no player {number}")))
}

/// Everybody who can sign in.
#[utoipa::path(get, path = "/api/people", responses((status = 200, body = Vec<Listed>), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "office")]
pub async fn people(State(house): Here, Who(session): Who) -> Result<Json<Vec<Listed>>, No> {
    if session.role != Role::Inspector {
        administrator(&session)?;
    }
    Ok(Json(house.people.list()))
}

/// Adds somebody.
#[utoipa::path(post, path = "/api/people", request_body = NewPerson,
    responses((status = 200, body = Listed), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn add_person(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Json<Listed>, No> {
    administrator(&session)?;
    let new: NewPerson = crate::json(&body)?;
    Ok(Json(house.people.add(&session, &new.name, &new.password, new.role).await?))
}

/// Gives somebody another role.
#[utoipa::path(post, path = "/api/people/{name}/role", params(("name" = String, Path)), request_body = NewRole,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn change_role(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    administrator(&session)?;
    let new: NewRole = crate::json(&body)?;
    house.people.change_role(&session, &name, new.role).await?;
    house.approvals.forget(&name);
    Ok(StatusCode::NO_CONTENT)
}

/// Disables, enables or unlocks somebody, or ends their sessions.
#[utoipa::path(post, path = "/api/people/{name}/measure", params(("name" = String, Path)), request_body = Treatment,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn treat(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    administrator(&session)?;
    let treatment: Treatment = crate::json(&body)?;
    match treatment.measure {
        Measure::Disable => house.people.disable(&session, &name).await?,
        Measure::Enable => house.people.enable(&session, &name).await?,
        Measure::Unlock => house.people.unlock(&session, &name).await?,
        Measure::Revoke => house.people.revoke(&session, &name).await?,
    }
    if matches!(treatment.measure, Measure::Disable | Measure::Revoke) {
        house.approvals.forget(&name);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Gives somebody another password, without the old one; their sessions end.
#[utoipa::path(post, path = "/api/people/{name}/password", params(("name" = String, Path)), request_body = FreshPassword,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn reset_password(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    administrator(&session)?;
    let fresh: FreshPassword = crate::json(&body)?;
    house.people.reset_password(&session, &name, &fresh.new).await?;
    house.approvals.forget(&name);
    Ok(StatusCode::NO_CONTENT)
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 200, body = Info), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn open_table(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Json<Info>, No> {
    administrator(&session)?;
    let new: NewTable = crate::json(&body)?;
    if house.floor.table(&new.id).is_some() {
        return Err(No::new("table.exists", format!("there is a table {:?} already", new.id)));
    }
    if new.money == Purses::Cash && new.house_deals {
        let message = "cash is changed by a dealer: a table that the house deals is for accounts or practice";
        return Err(No::new("table.setup", message));
    }
    let book = house.floor.shelf().book(&new.book);
    let book = book.ok_or_else(|| No::new("book.unknown", format!("no book {:?}", new.book)))?;
    let setup = match book.game {
        rulebook::Game::RapidRoulette => {
            crate::config::roulette(&new.id, &new.name, new.money, new.house_deals)
        }
        rulebook::Game::PaiGow => {
            crate::config::pai_gow(&new.id, &new.name, &new.book, new.money, new.house_deals)
        }
    };
    let setup = setup.ok_or_else(|| No::new("table.setup", "such a table cannot be set up"))?;
    if setup.name.len() > 80 || setup.name.chars().any(char::is_control) {
        return Err(No::new("table.name", "a name of at most 80 printable characters wanted"));
    }
    let floor = house.floor.clone();
    let runtime = tokio::runtime::Handle::current();
    let opened = tokio::task::spawn_blocking(move || {
        let _entered = runtime.enter();
        let mut store = floor.journal().reader().map_err(|error| error.to_string())?;
        floor.open_table(setup, &mut *store)
    })
    .await
    .map_err(|error| No::new("table.setup", error.to_string()))?;
    let handle = opened.map_err(|why| No::new("table.setup", why))?;
    Ok(Json(handle.info()))
}

/// What waits for a second person.
#[utoipa::path(get, path = "/api/approvals", responses((status = 200, body = Vec<Approval>), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "office")]
pub async fn approvals(State(house): Here, Who(session): Who) -> Result<Json<Vec<Approval>>, No> {
    if !matches!(session.role, Role::Supervisor { .. } | Role::Dealer | Role::Inspector) {
        supervisor(&session)?;
    }
    Ok(Json(house.approvals.list(house.floor.clock().now())))
}

/// The second person says yes, or somebody says no.
#[utoipa::path(post, path = "/api/approvals/{number}", params(("number" = u64, Path)), request_body = Verdict,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal),
        (status = 409, description = "the first used its key for something else", body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn approve(
    State(house): Here,
    Who(session): Who,
    Part(number): Part<u64>,
    Sent(body): Sent,
) -> Result<Json<Done>, No> {
    supervisor(&session)?;
    let verdict: Verdict = crate::json(&body)?;
    let waiting = house.approvals.take(number, &session, verdict.approve, house.floor.clock().now())?;
    if verdict.approve {
        waiting.stands(&house)?;
    }
    let word = if verdict.approve { "approval.given" } else { "approval.refused" };
    let shown = waiting.shown();
    let place = shown.table.as_deref().unwrap_or("cage");
    let what = format!("approval {number} of {}: {} (effect {})", shown.first, shown.what, shown.effect.hash);
    house.floor.significant(Significant::new(word, place, Some(session.name.clone()), what)).await?;
    if !verdict.approve {
        return Ok(Json(Done { version: 0 }));
    }
    match carry_out(&house, waiting.clone(), &session).await {
        Ok(version) => Ok(Json(Done { version })),
        Err(no) => {
            let what = format!("approval {number}: {}", no.0);
            let event = Significant::new("staff.refused", place, Some(session.name.clone()), what);
            house.floor.significant(event).await?;
            if no.0.code == "second.wanted" {
                house.approvals.back(waiting);
            }
            Err(no)
        }
    }
}

async fn carry_out(house: &House, waiting: Waiting, second: &Session) -> Result<u64, No> {
    let Waiting { first, asked, effect, .. } = waiting;
    match asked {
        Asked::Command { table, key, command } => {
            let table = house.table(&table, Some(&first))?;
            let key = Some(format!("{}:{key}", first.number));
            let second = Some((second.person, effect.hash));
            let act = Act { who: first.person, second, key, command, at: table.now() };
            Ok(table.act(act).await?)
        }
        Asked::Resume { table } => {
            let table = house.table(&table, Some(&first))?;
            if crate::tables::resumes(&table)? != effect {
                return Err(moved("the table stands still for another reason than was shown"));
            }
            Ok(table.resume(first.person, second.person).await?)
        }
        Asked::Adjust { player, units, why, key } => {
            let player = PlayerId::new(player)
                .ok_or_else(|| No::new("player.unknown", format!("no player {player}")))?;
            let what = format!("adjustment: {why}");
            let saw = effect.accounts.first().map(|account| account.before);
            let entry = Entry { what: &what, by: &first.name, second: Some(&second.name), saw, key };
            adjust(house, player, units, &entry).await.map(|_| 0)
        }
        Asked::Voucher(voucher) => {
            let voucher = floor::Voucher { second: Some(second.name.clone()), ..voucher };
            house.vouchers.give(voucher, house.floor.clock().now()).await?;
            Ok(0)
        }
    }
}

/// An approval is void: what would follow is not what was signed.
fn moved(why: impl std::fmt::Display) -> No {
    No::new("approval.moved", format!("{why}: ask again"))
}

/// How often the cage tries to be quicker than the tables.
const TRIES: usize = 50;

/// What is written down of an adjustment: what it is, by whom, with whom.
struct Entry<'e> {
    what: &'e str,
    by: &'e str,
    second: Option<&'e str>,
    /// What the second person saw in the account.
    saw: Option<i64>,
    /// Under which key it happens once, and what was asked under it.
    key: Option<(String, journal::Asked)>,
}

/// Moves money between the cage and an account, with before and after on record: both are true of the very
/// moment, or it is tried again, as tables move the account too.
async fn adjust(house: &House, player: PlayerId, units: i64, entry: &Entry<'_>) -> Result<Balance, No> {
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
        let (mut stream, ..) = read.unwrap_or(Err(journal::Error::Stopped))?;
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

/// Money comes in or goes out at the cage, by a supervisor; adjustments wait for a second one.
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
    if matches!(work.what, CageWork::AdjustUp | CageWork::AdjustDown) {
        let why: String = work.why.chars().filter(|c| !c.is_control()).take(200).collect();
        if why.trim().is_empty() {
            return Err(No::new("message.why", "an adjustment has a reason: say why"));
        }
        if let Some(done) = done_before(&house, player, key.clone()).await? {
            return Ok(Json(done));
        }
        let account = wallet::stream(player);
        let before = house.floor.journal().balance(&account, Account::Player(player)).await?;
        let change = Change { account, before, after: before + units };
        let effect = Effect::step(format!("adjustment: {why}"), vec![change]);
        let asked = Asked::Adjust { player: work.player, units, why, key };
        return Err(approval::ask(&house, session, asked, effect).await);
    }
    let what = if units > 0 { "deposit" } else { "withdrawal" };
    let entry = Entry { what, by: &session.name, second: None, saw: None, key };
    Ok(Json(adjust(&house, player, units, &entry).await?))
}
