//! The office: people, approvals, new tables.

use crate::approval::{Asked, Waiting};
use crate::cage::{ADJUSTMENT, Entry, adjust};
use crate::house::House;
use crate::new_table::NewTable;
use crate::people::{Listed, Session};
use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::{Part, Sent};
use crate::tables::Done;
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use floor::ask::{Act, Acted, Cosigner};
use floor::wire::Approval;
use floor::{Info, Significant};
use money::PlayerId;
use serde::Deserialize;

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

/// What to do with a person.
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

/// What to do with a person.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Treatment {
    /// What.
    pub measure: Measure,
}

/// How somebody vouches.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Vouch {
    /// The mark on the other's own screen (`mark` of `GET /api/me`), so that it is they who were seen.
    #[serde(default)]
    pub mark: Option<String>,
}

/// Yes or no.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// `true` for yes.
    pub approve: bool,
    /// The hash of the effect that was seen; a yes has to name it.
    #[serde(default)]
    pub effect: Option<String>,
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

/// Everybody who can sign in; for supervisors, everybody who plays.
#[utoipa::path(get, path = "/api/people", responses((status = 200, body = Vec<Listed>), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "office")]
pub async fn people(State(house): Here, Who(session): Who) -> Result<Json<Vec<Listed>>, No> {
    let mut all = house.people.list();
    match session.role {
        Role::Inspector => house.people.counts(session.number)?,
        // Who works at the cage finds players by their names.
        Role::Supervisor(_) => {
            house.people.counts(session.number)?;
            all.retain(|one| one.role == Role::Player);
        }
        _ => house.people.administrator(&session)?,
    }
    Ok(Json(all))
}

/// Adds a person.
#[utoipa::path(post, path = "/api/people", request_body = NewPerson,
    responses((status = 200, body = Listed), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn add_person(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Json<Listed>, No> {
    house.people.administrator(&session)?;
    let new: NewPerson = crate::json(&body)?;
    Ok(Json(house.people.add(&session, &new.name, &new.password, new.role).await?))
}

/// Gives a person another role.
#[utoipa::path(post, path = "/api/people/{name}/role", params(("name" = String, Path)), request_body = NewRole,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn change_role(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    house.people.administrator(&session)?;
    let new: NewRole = crate::json(&body)?;
    house.people.change_role(&session, &name, new.role).await?;
    house.approvals.forget(&name);
    Ok(StatusCode::NO_CONTENT)
}

/// Disables, enables or unlocks a person, or ends their sessions.
#[utoipa::path(post, path = "/api/people/{name}/measure", params(("name" = String, Path)), request_body = Treatment,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn treat(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    house.people.administrator(&session)?;
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

/// Gives a person another password, without the old one; their sessions end.
#[utoipa::path(post, path = "/api/people/{name}/password", params(("name" = String, Path)), request_body = FreshPassword,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn reset_password(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    house.people.administrator(&session)?;
    let fresh: FreshPassword = crate::json(&body)?;
    house.people.reset_password(&session, &name, &fresh.new).await?;
    house.approvals.forget(&name);
    Ok(StatusCode::NO_CONTENT)
}

/// Vouches for somebody whose password another gave, so that their word counts as a second person's: by a
/// supervisor who counts and did not give it and has seen them.
#[utoipa::path(post, path = "/api/people/{name}/vouch", params(("name" = String, Path)), request_body = Vouch,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn vouch(
    State(house): Here,
    Who(session): Who,
    Part(name): Part<String>,
    Sent(body): Sent,
) -> Result<StatusCode, No> {
    if session.role != Role::Administrator {
        supervisor(&session)?;
    }
    let vouch: Vouch = crate::json(&body)?;
    house.people.vouch(&session, &name, &vouch.mark.unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 200, body = Info), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn open_table(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Json<Info>, No> {
    house.people.administrator(&session)?;
    let new: NewTable = crate::json(&body)?;
    if house.floor.table(&new.id).is_some() {
        return Err(No::new("table.exists", format!("table {:?} already exists", new.id)));
    }
    let setup = new.setup(house.floor.shelf())?;
    let (floor, id) = (house.floor.clone(), setup.id.clone());
    let runtime = tokio::runtime::Handle::current();
    let opened = tokio::task::spawn_blocking(move || {
        let _entered = runtime.enter();
        let mut store = floor.journal().reader().map_err(|error| error.to_string())?;
        floor.open_table(setup, &mut *store)
    })
    .await
    .map_err(|error| No::new("table.setup", error.to_string()))?;
    // Somebody else may have been quicker.
    let code = if house.floor.table(&id).is_some() { "table.exists" } else { "table.setup" };
    let handle = opened.map_err(|why| No::new(code, why))?;
    let setup = handle.setup();
    let what = format!(
        "{} by {} for {:?}, dealt by {}",
        setup.name,
        setup.book(),
        setup.money,
        match setup.house_deals() {
            true => "the house",
            false => "a person",
        }
    );
    house.floor.significant(Significant::new("table.made", &id, Some(session.name.clone()), what)).await?;
    Ok(Json(handle.info()))
}

/// What waits for a second person, as far as somebody may know it: all of it for supervisors and inspectors, for a
/// dealer what they asked for themselves and what is asked for at a table that they deal.
fn waiting(house: &House, session: &Session) -> Result<Vec<Approval>, No> {
    if !matches!(session.role, Role::Supervisor { .. } | Role::Dealer | Role::Inspector) {
        supervisor(session)?;
    }
    if house.people.counts(session.number).is_err() {
        // What accounts hold is nothing for whoever an administrator made up; and there is nothing that they could do.
        return Ok(Vec::new());
    }
    let mut waiting = house.approvals.list(house.floor.clock().now());
    if session.role == Role::Dealer {
        // What goes on at the cage and at other tables is not a dealer's.
        let deals = |table: &String| {
            house.floor.table(table).is_some_and(|table| table.info().dealer_number == Some(session.number))
        };
        waiting.retain(|one| one.first == session.name || one.table.as_ref().is_some_and(deals));
    }
    Ok(waiting)
}

/// What waits for a second person: for whom, and what would follow.
#[utoipa::path(get, path = "/api/approvals", responses((status = 200, body = Vec<Approval>), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "office")]
pub async fn approvals(State(house): Here, Who(session): Who) -> Result<Json<Vec<Approval>>, No> {
    waiting(&house, &session).map(Json)
}

/// One thing that waits for a second person.
#[utoipa::path(get, path = "/api/approvals/{number}", params(("number" = u64, Path)),
    responses((status = 200, body = Approval), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "office")]
pub async fn approval(
    State(house): Here,
    Who(session): Who,
    Part(number): Part<u64>,
) -> Result<Json<Approval>, No> {
    let found = waiting(&house, &session)?.into_iter().find(|one| one.number == number);
    found.map(Json).ok_or_else(|| crate::approval::unknown(number))
}

/// The second person approves, or somebody refuses.
#[utoipa::path(post, path = "/api/approvals/{number}", params(("number" = u64, Path)), request_body = Verdict,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal),
        (status = 409, description = "the first person used their key for another request", body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn approve(
    State(house): Here,
    Who(session): Who,
    Part(number): Part<u64>,
    Sent(body): Sent,
) -> Result<Json<Done>, No> {
    supervisor(&session)?;
    let verdict: Verdict = crate::json(&body)?;
    // A yes is never that of somebody who may be another; nor is a no to what others ask.
    house.people.counts(session.number)?;
    let waiting = house.approvals.take(number, &session, &verdict, house.floor.clock().now())?;
    if verdict.approve
        && let Err(no) = waiting.stands(&house)
    {
        house.approvals.over(number);
        return Err(no);
    }
    // Neither is written down: a yes of too low a rank, nor one word too many.
    if let Err(no) = may_stand_by(&house, &waiting, &session, verdict.approve) {
        house.approvals.back(number);
        return Err(no);
    }
    let word = if verdict.approve { "approval.given" } else { "approval.refused" };
    let shown = waiting.shown();
    let place = shown.table.as_deref().unwrap_or("cage");
    let what = format!("approval {number} of {} (effect {}): {}", shown.first, shown.effect.hash, shown.what);
    let told = Significant::new(word, place, Some(session.name.clone()), what);
    if let Err(error) = house.floor.significant(told).await {
        house.approvals.back(number);
        return Err(error.into());
    }
    if !verdict.approve {
        house.approvals.over(number);
        return Ok(Json(Done { version: 0 }));
    }
    let no = match carry_out(&house, waiting.clone(), &session).await {
        Ok(Acted::Done(version)) => {
            house.approvals.over(number);
            return Ok(Json(Done { version }));
        }
        // By now it takes a higher rank: it waits on.
        Ok(Acted::NeedsSecond(preview)) => {
            house.approvals.back(number);
            No(preview.second.refusal())
        }
        Err(no) => {
            house.approvals.over(number);
            no
        }
    };
    house.staff_refused(&session, place, &format!("approval {number}"), &no.0).await;
    Err(no)
}

/// Whether somebody may say so as a second person: they have words left in this hour, and for a yes to a command
/// they are of the rank that it waits for.
fn may_stand_by(house: &House, waiting: &Waiting, second: &Session, yes: bool) -> Result<(), No> {
    house.says(second)?;
    let Asked::Command { table, .. } = &waiting.asked else { return Ok(()) };
    if !yes {
        return Ok(());
    }
    house.table(table, Some(second))?;
    match waiting.second.is(waiting.first.person, second.person) {
        true => Ok(()),
        false => Err(No(waiting.second.refusal())),
    }
}

async fn carry_out(house: &House, waiting: Waiting, second: &Session) -> Result<Acted, No> {
    let Waiting { first, asked, effect, .. } = waiting;
    crate::approval::counts(house, &asked, first.number)?;
    match asked {
        Asked::Command { table, key, command, .. } => {
            let table = house.table(&table, Some(&first))?;
            let key = Some(format!("{}:{key}", first.number));
            let second = Some(Box::new(Cosigner { who: second.person, saw: effect }));
            let act = Act { who: first.person, second, key, command, at: table.now() };
            Ok(table.act_as_staff(act).await?)
        }
        Asked::Resume { table } => {
            let table = house.table(&table, Some(&first))?;
            if crate::tables::resumes(&table)? != effect {
                return Err(moved("the table is halted for another reason than was shown"));
            }
            Ok(Acted::Done(table.resume(first.person, second.person).await?))
        }
        Asked::Adjust { player, units, what, key } => {
            let player = PlayerId::new(player)
                .ok_or_else(|| No::new("player.unknown", format!("no player {player}")))?;
            let saw = effect.accounts.first().map(|account| account.before);
            let entry =
                Entry { what: &what, by: &first.name, second: Some(&second.name), saw, key, bound: None };
            let done = adjust(house, player, units, &entry).await?;
            if !what.starts_with(ADJUSTMENT) {
                let text =
                    format!("{what} of {} for {player}: {} to {}", units.abs(), done.before, done.after);
                let event = Significant::new("cage.large", "cage", Some(first.name.clone()), text);
                house.floor.significant(event).await?;
            }
            Ok(Acted::Done(0))
        }
        Asked::Voucher(voucher) => {
            let voucher = floor::Voucher { second: Some(second.name.clone()), ..voucher };
            let saw = effect.accounts.first().map(|account| account.before);
            house.vouchers.give_as_seen(voucher, saw, house.floor.clock().now()).await?;
            Ok(Acted::Done(0))
        }
    }
}

/// An approval is void: what would follow is not what was signed.
pub fn moved(why: impl std::fmt::Display) -> No {
    No::new("approval.moved", format!("{why}: ask again"))
}
