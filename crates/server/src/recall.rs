//! Recall and inspection: rounds, their steps, records, significant events.
//!
//! Records hold what nobody may know while a round runs, so they leave the house only for rounds that are
//! over, and only to inspectors. Everybody else gets steps and views.

use crate::house::House;
use crate::people::Session;
use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::{Asked, Part};
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use game::Person;
use journal::{Search, Store};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A round that ended.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Round {
    /// At which table.
    pub table: String,
    /// Its number.
    pub number: u32,
    /// Its first record …
    pub first: u64,
    /// … and its last.
    pub last: u64,
    /// When it began …
    pub began: i64,
    /// … and ended.
    pub ended: i64,
    /// Who wagered; for players, only whether they did themselves.
    pub players: Vec<u32>,
    /// What was staked in all.
    pub staked: i64,
    /// The greatest amount that moved at once.
    pub most: i64,
    /// What was irregular.
    pub irregular: Vec<String>,
}

/// What is looked for.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// At this table.
    table: Option<String>,
    /// Ended at or after this, in milliseconds.
    since: Option<i64>,
    /// Began at or before this, in milliseconds.
    until: Option<i64>,
    /// With this player.
    player: Option<u32>,
    /// Where at least so much moved at once.
    amount: Option<i64>,
    /// With something irregular, or without.
    irregular: Option<bool>,
    /// Before this round of the table, for the next page.
    before: Option<u32>,
    /// How many at most, up to 100.
    limit: Option<u32>,
}

/// One record of a round, as the asker may know it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Step {
    /// The version after it.
    pub version: u64,
    /// When.
    pub at: i64,
    /// Who did it.
    pub who: Option<Person>,
    /// The steps it led to, with their clauses.
    pub steps: Vec<(String, Vec<String>)>,
    /// The table after it.
    #[schema(value_type = Object)]
    pub view: serde_json::Value,
}

/// A record as it is kept.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Record {
    /// Its stream.
    pub stream: String,
    /// Its number there.
    pub sequence: u64,
    /// When.
    pub at: i64,
    /// The version of its form.
    pub form: u16,
    /// The money it moves.
    pub moves: String,
    /// What it says, exactly as it is kept.
    pub body: String,
    /// Its hash.
    pub hash: String,
}

/// From one number to another.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Span {
    /// From this one on.
    from: Option<u64>,
    /// How many at most, up to 500.
    limit: Option<u64>,
}

async fn reading<T: Send + 'static>(
    house: &Arc<House>,
    read: impl FnOnce(&House, &mut dyn Store) -> Result<T, No> + Send + 'static,
) -> Result<T, No> {
    let house = house.clone();
    tokio::task::spawn_blocking(move || {
        let mut store = house.floor.journal().reader()?;
        read(&house, &mut *store)
    })
    .await
    .map_err(|error| No::new("house.stops", error.to_string()))?
}

fn sees_all(session: &Session) -> bool {
    matches!(session.role, Role::Inspector | Role::Supervisor { .. })
}

fn shown(round: journal::Round, session: &Session) -> Round {
    let all = sees_all(session);
    let players = round.players.into_iter().filter(|player| all || *player == session.number).collect();
    Round {
        table: round.stream.trim_start_matches("table/").to_string(),
        number: round.number,
        first: round.first,
        last: round.last,
        began: round.began,
        ended: round.ended,
        players,
        staked: round.staked,
        most: round.most,
        irregular: round.irregular,
    }
}

/// Rounds, the latest first: of any table for supervisors and inspectors, of practice tables and one's own
/// for everybody else.
#[utoipa::path(get, path = "/api/rounds", params(Wanted),
    responses((status = 200, body = Vec<Round>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "recall")]
pub async fn rounds(
    State(house): Here,
    Who(session): Who,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Vec<Round>>, No> {
    if !sees_all(&session) {
        let own = wanted.player == Some(session.number);
        match &wanted.table {
            _ if own => {}
            // Practice is open to all; elsewhere one's own rounds only.
            Some(table) => {
                let table = house.table(table, Some(&session))?;
                if table.setup().money != floor::Purses::Practice {
                    return Err(No::new("role.own", "your own rounds only: give your number as player"));
                }
            }
            None => return Err(No::new("role.own", "a practice table or your own number wanted")),
        }
    }
    let search = Search {
        stream: wanted.table.map(|table| format!("table/{table}")),
        since: wanted.since,
        until: wanted.until,
        player: wanted.player,
        amount: wanted.amount,
        irregular: wanted.irregular,
        before: wanted.before,
        limit: wanted.limit.unwrap_or(100).min(100),
    };
    let found = reading(&house, move |_, store| Ok(store.rounds(&search)?)).await?;
    Ok(Json(found.into_iter().map(|round| shown(round, &session)).collect()))
}

/// A round again, step by step, as the asker may know it.
#[utoipa::path(get, path = "/api/tables/{table}/rounds/{number}", params(("table" = String, Path), ("number" = u32, Path)),
    responses((status = 200, body = Vec<Step>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "recall")]
pub async fn round(
    State(house): Here,
    Who(session): Who,
    Part((table, number)): Part<(String, u32)>,
) -> Result<Json<Vec<Step>>, No> {
    let handle = house.table(&table, Some(&session))?;
    let stream = handle.setup().stream();
    let viewer = session.person;
    let practice = handle.setup().money == floor::Purses::Practice;
    let (all, own) = (sees_all(&session) || practice, session.number);
    let steps = reading(&house, move |house, store| {
        let search = Search {
            stream: Some(stream.clone()),
            before: number.checked_add(1),
            limit: 1,
            ..Search::default()
        };
        let found = store.rounds(&search)?.into_iter().find(|round| round.number == number);
        let found = found.filter(|round| all || round.players.contains(&own));
        let found = found.ok_or_else(|| No::new("round.unknown", format!("no round {number} on record")))?;
        floor::recall::round(store, house.floor.shelf(), &stream, (found.first, found.last), &viewer)
            .map_err(|why| No::new("round.unreadable", why))
    })
    .await?;
    let steps = steps.into_iter().map(|step| Step {
        version: step.version,
        at: step.at,
        who: step.who,
        steps: step.steps,
        view: step.view,
    });
    Ok(Json(steps.collect()))
}

/// Records of a table up to its last finished round, for inspectors.
#[utoipa::path(get, path = "/api/tables/{table}/records", params(("table" = String, Path), Span),
    responses((status = 200, body = Vec<Record>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "recall")]
pub async fn records(
    State(house): Here,
    Who(session): Who,
    Part(table): Part<String>,
    Asked(span): Asked<Span>,
) -> Result<Json<Vec<Record>>, No> {
    inspector(&session)?;
    let stream = house.table(&table, Some(&session))?.setup().stream();
    let found = reading(&house, move |_, store| {
        let search = Search { stream: Some(stream.clone()), limit: 1, ..Search::default() };
        let last = store.rounds(&search)?.first().map_or(0, |round| round.last);
        span_of(store, &stream, &span, last)
    })
    .await?;
    Ok(Json(found))
}

/// Significant events, numbered, for inspectors and administrators.
#[utoipa::path(get, path = "/api/significant", params(Span),
    responses((status = 200, body = Vec<Record>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "recall")]
pub async fn significant(
    State(house): Here,
    Who(session): Who,
    Asked(span): Asked<Span>,
) -> Result<Json<Vec<Record>>, No> {
    if session.role != Role::Administrator {
        inspector(&session)?;
    }
    let found =
        reading(&house, move |_, store| span_of(store, floor::significant::STREAM, &span, u64::MAX)).await?;
    Ok(Json(found))
}

fn inspector(session: &Session) -> Result<(), No> {
    match session.role {
        Role::Inspector => Ok(()),
        role => Err(No::new("role.inspector", format!("{role} does not inspect"))),
    }
}

fn span_of(store: &mut dyn Store, stream: &str, span: &Span, last: u64) -> Result<Vec<Record>, No> {
    let from = span.from.unwrap_or(1).max(1);
    let limit = span.limit.unwrap_or(100).clamp(1, 500);
    let to = from.saturating_add(limit - 1).min(last);
    if to < from {
        return Ok(Vec::new());
    }
    let records = store.range(stream, from, to)?;
    Ok(records
        .into_iter()
        .map(|record| Record {
            stream: record.stream.to_string(),
            sequence: record.sequence,
            at: record.at,
            form: record.form,
            moves: record.moves,
            body: String::from_utf8_lossy(&record.body).into_owned(),
            hash: record.hash.to_string(),
        })
        .collect())
}
