//! Tables over HTTP: the lobby, a look, and everything that a station can also do over its socket.

use crate::approval::{self, Asked, Undone, Waits};
use crate::house::House;
use crate::message::{Confirm, Join, read_key};
use crate::people::Session;
use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::{Nothing, Part, Sent};
use crate::who::{Anybody, Here, Who};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use floor::ask::{Act, Acted, Answer, Preview};
use floor::wire::SecondPerson;
use floor::{Effect, GameSetup, Handle, Info, Purses};
use game::Person;
use money::Amount;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What was done, and at which version of the table it is seen.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Done {
    /// The version.
    pub version: u64,
}

/// Something to be done at a table.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Doing {
    /// A key of the sender's choice: the same again does it once.
    pub key: String,
    /// The command of the game.
    #[schema(value_type = Object)]
    pub command: Box<RawValue>,
}

/// Something whose effect is asked for.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Previewed {
    /// The command of the game.
    #[schema(value_type = Object)]
    pub command: Box<RawValue>,
}

/// More chips.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TopUp {
    /// How much.
    pub amount: i64,
}

/// Something for chance.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// 1 to 64 bytes in hexadecimal digits.
    pub bytes: String,
}

/// Whether a dealer takes the table, or hands it over; a supervisor relieves whoever deals.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Dealing {
    /// `true` to take it.
    pub takes: bool,
}

fn done(answer: Answer) -> Result<Json<Done>, No> {
    Ok(Json(Done { version: answer? }))
}

/// What somebody brings: what they say, or what the table asks of everybody.
pub fn amount_for(table: &Handle, asked: Option<i64>) -> Result<Amount, No> {
    let setup = table.setup();
    let units = asked.unwrap_or(setup.purse.units());
    let most = if setup.money == Purses::Practice { setup.purse.units() } else { Amount::MOST };
    match Amount::new(units).filter(|amount| !amount.is_zero() && amount.units() <= most) {
        Some(amount) => Ok(amount),
        None => Err(No::new("purse.amount", format!("amount {units}, expected 1 to {most}"))),
    }
}

/// The tables of the house.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<Info>)), tag = "tables")]
pub async fn list(State(house): Here) -> Json<Vec<Info>> {
    Json(house.floor.tables().iter().map(Handle::info).collect())
}

/// What the person who asks may now see and do at a table.
#[utoipa::path(get, path = "/api/tables/{table}", params(("table" = String, Path)),
    responses((status = 200, body = floor::wire::Seen), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "tables")]
pub async fn look(
    State(house): Here,
    Part(table): Part<String>,
    Anybody(session): Anybody,
) -> Result<Response, No> {
    let table = house.table(&table, session.as_ref())?;
    let who = house.viewer(&table, session.as_ref());
    let look = table.look(who).await?;
    Ok(([(CONTENT_TYPE, "application/json")], look.message).into_response())
}

/// The layout of a Rapid Roulette table, for drawing.
#[utoipa::path(get, path = "/api/tables/{table}/felt", params(("table" = String, Path)),
    responses((status = 200, body = roulette::Felt), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "tables")]
pub async fn felt(
    State(house): Here,
    Part(table): Part<String>,
    Anybody(session): Anybody,
) -> Result<Response, No> {
    let table = house.table(&table, session.as_ref())?;
    let GameSetup::RapidRoulette { book, setup } = &table.setup().game else {
        return Err(No::new("felt.unknown", "only Rapid Roulette has such a layout"));
    };
    let book = house.floor.shelf().book(book).ok_or_else(|| No::new("book.unknown", "no such book"))?;
    let game = roulette::Roulette::new(book, (**setup).clone())?;
    Ok(Json(game.felt()).into_response())
}

/// Sends a command of the game.
#[utoipa::path(post, path = "/api/tables/{table}/commands", params(("table" = String, Path)), request_body = Doing,
    responses((status = 200, body = Done), (status = 202, description = "it waits for a second person, or for a player's yes (confirm.waits, then without `waits`)", body = Waits),
        (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 404, body = Refusal), (status = 409, body = Refusal), (status = 422, description = "refused by the rules", body = Refusal),
        (status = 503, body = Refusal)), tag = "tables")]
pub async fn act(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    Sent(doing): Sent,
) -> Result<Json<Done>, Undone> {
    let doing: Doing = crate::json(&doing)?;
    house.rated(&session)?;
    let table = house.table(&table, Some(&session))?;
    let key = read_key(&doing.key)?;
    let command = Bytes::copy_from_slice(doing.command.get().as_bytes());
    let act = Act {
        who: session.person,
        second: None,
        key: Some(format!("{}:{key}", session.number)),
        command: command.clone(),
        at: table.now(),
    };
    if let Person::Player(player) = session.person {
        house.protection.load(player).await?;
    }
    if session.person.is_staff() {
        let acted = table.act_as_staff(act).await;
        let version = waits_for_second(&house, &table, session, &key, &command, acted).await?;
        return Ok(Json(Done { version }));
    }
    Ok(done(table.act(act).await)?)
}

/// Previews the effect of a command that takes two people, for staff who could ask for it.
#[utoipa::path(post, path = "/api/tables/{table}/preview", params(("table" = String, Path)), request_body = Previewed,
    responses((status = 200, body = Preview), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 404, body = Refusal), (status = 422, description = "refused by the rules, or one person may do it alone", body = Refusal)), tag = "tables")]
pub async fn preview(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    Sent(body): Sent,
) -> Result<Json<Preview>, No> {
    let asked: Previewed = crate::json(&body)?;
    let table = house.table(&table, Some(&session))?;
    if !matches!(session.person, Person::Staff(..)) {
        return Err(No::new("role.dealer", format!("{} cannot be one of the two people", session.role)));
    }
    house.rated(&session)?;
    let command = Bytes::copy_from_slice(asked.command.get().as_bytes());
    let act = Act { who: session.person, second: None, key: None, command, at: table.now() };
    Ok(Json(table.preview(act).await?))
}

/// A command that takes two people waits for the second; refusals of staff are significant.
///
/// # Errors
/// It waits, or why it does not.
pub async fn waits_for_second(
    house: &House,
    table: &Handle,
    session: Session,
    key: &str,
    command: &Bytes,
    acted: Result<Acted, Refusal>,
) -> Result<u64, Undone> {
    let id = table.setup().id.clone();
    let refused = match acted {
        Ok(Acted::Done(version)) => return Ok(version),
        Ok(Acted::NeedsSecond(preview)) => {
            let Preview { command: what, second, effect } = *preview;
            let asked = Asked::Command { table: id, key: key.into(), command: command.clone(), what };
            return Err(approval::ask(house, session, asked, (second, effect)).await?.into());
        }
        Err(refused) => refused,
    };
    // What waits for a player was not refused, and what is no command was none of a rule's to refuse.
    if !refused.waits() && !refused.is_unread() {
        house.staff_refused(&session, &id, &floor::word_of(command), &refused).await;
    }
    Err(refused.into())
}

/// A player takes a place.
#[utoipa::path(post, path = "/api/tables/{table}/join", params(("table" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "repeated under the same key, it is done once")), request_body = Join,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, description = "the key was used for another request", body = Refusal), (status = 422, body = Refusal)), tag = "tables")]
pub async fn join(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    headers: HeaderMap,
    Sent(join): Sent,
) -> Result<Json<Done>, No> {
    let join: Join = crate::json(&join)?;
    let table = house.table(&table, Some(&session))?;
    let player = house.brings(&session)?;
    house.protection.load(player).await?;
    let amount = amount_for(&table, join.amount)?;
    done(table.join_once(player, join.place, amount, once(&session, &headers)?).await)
}

/// The key under which something happens once, if the request has one.
pub fn once(session: &Session, headers: &HeaderMap) -> Result<Option<String>, No> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = read_key(key.to_str().unwrap_or_default()).map_err(No)?;
    Ok(Some(format!("{}:{key}", session.number)))
}

/// A player tops up with more chips.
#[utoipa::path(post, path = "/api/tables/{table}/top-up", params(("table" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "repeated under the same key, it is done once")), request_body = TopUp,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, description = "the key was used for another request", body = Refusal), (status = 422, body = Refusal)), tag = "tables")]
pub async fn top_up(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    headers: HeaderMap,
    Sent(more): Sent,
) -> Result<Json<Done>, No> {
    let more: TopUp = crate::json(&more)?;
    let table = house.table(&table, Some(&session))?;
    let player = house.brings(&session)?;
    house.protection.load(player).await?;
    let amount = amount_for(&table, Some(more.amount))?;
    done(table.top_up(player, amount, once(&session, &headers)?).await)
}

/// A player leaves as soon as the rules allow.
#[utoipa::path(post, path = "/api/tables/{table}/leave", params(("table" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 404, body = Refusal), (status = 422, description = "the player is already leaving, or is not there", body = Refusal)), tag = "tables")]
pub async fn leave(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    headers: HeaderMap,
    _: Nothing,
) -> Result<Json<Done>, No> {
    house.rated(&session)?;
    let table = house.table(&table, Some(&session))?;
    let player = house.player(&session)?;
    done(table.leave(player, once(&session, &headers)?).await)
}

/// A station adds something to chance.
#[utoipa::path(post, path = "/api/tables/{table}/chance", params(("table" = String, Path)), request_body = Chance,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "tables")]
pub async fn chance(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    headers: HeaderMap,
    Sent(chance): Sent,
) -> Result<Json<Done>, No> {
    let chance: Chance = crate::json(&chance)?;
    house.rated(&session)?;
    let table = house.table(&table, Some(&session))?;
    mixes(session.person)?;
    let bytes = hex::decode(&chance.bytes)
        .map_err(|_| No::new("message.chance", "expected 1 to 64 bytes in hexadecimal digits"))?;
    done(table.mix(session.person, bytes, once(&session, &headers)?).await)
}

/// Whoever only looks adds nothing to chance.
pub fn mixes(who: Person) -> Result<(), Refusal> {
    match who {
        Person::Player(_) | Person::Staff(..) => Ok(()),
        _ => Err(Refusal::plain("role.player", "only players and dealers may add to chance")),
    }
}

/// A player says yes or no to what a dealer asks for out of their account.
#[utoipa::path(post, path = "/api/tables/{table}/confirm", params(("table" = String, Path)), request_body = Confirm,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "tables")]
pub async fn confirm(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    headers: HeaderMap,
    Sent(word): Sent,
) -> Result<Json<Done>, No> {
    let word: Confirm = crate::json(&word)?;
    let table = house.table(&table, Some(&session))?;
    let player = house.player(&session)?;
    house.protection.load(player).await?;
    done(table.confirm(word.by(player), once(&session, &headers)?).await)
}

/// A dealer takes a table, from the house or as the first; hands it over; or is relieved by a supervisor.
#[utoipa::path(post, path = "/api/tables/{table}/dealer", params(("table" = String, Path)), request_body = Dealing,
    responses((status = 200, body = Done), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "tables")]
pub async fn dealer(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    Sent(dealing): Sent,
) -> Result<Json<Done>, No> {
    let dealing: Dealing = crate::json(&dealing)?;
    let table = house.table(&table, Some(&session))?;
    if !matches!(session.person, Person::Staff(..)) {
        return Err(No::new("role.dealer", format!("{} does not deal", session.role)));
    }
    if dealing.takes {
        // Who hands over, or relieves, never waits: somebody has taken the table before.
        house.takes_table(&session)?;
    }
    done(table.deal(session.person, dealing.takes).await)
}

/// What letting a table go on comes to.
///
/// # Errors
/// `table.runs`: the table is not halted.
pub fn resumes(table: &Handle) -> Result<Effect, No> {
    match table.info().halted {
        Some(why) => Ok(Effect::step(format!("{} resumes after a halt: {why}", table.setup().id), vec![])),
        None => Err(No::new("table.runs", "the table is not halted")),
    }
}

/// A supervisor asks to resume a halted table; a second one has to say yes.
#[utoipa::path(post, path = "/api/tables/{table}/resume", params(("table" = String, Path)),
    responses((status = 202, body = Waits), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 404, body = Refusal), (status = 422, description = "the table is not halted", body = Refusal)), tag = "tables")]
pub async fn resume(
    State(house): Here,
    Part(table): Part<String>,
    Who(session): Who,
    _: Nothing,
) -> Result<Json<Done>, Undone> {
    let table = house.table(&table, Some(&session))?;
    if !matches!(session.role, Role::Supervisor { .. }) {
        return Err(No::new("role.supervisor", format!("{} cannot resume a table", session.role)).into());
    }
    let id = table.setup().id.clone();
    let effect = resumes(&table)?;
    let signs = (SecondPerson::supervisor(), effect);
    Err(approval::ask(&house, session, Asked::Resume { table: id }, signs).await?.into())
}
