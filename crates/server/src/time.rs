//! The house's clock as staff see it, and an administrator's word for the time.

use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::Sent;
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use floor::ClockState;
use game::Moment;
use serde::Deserialize;

/// Somebody's word for the time.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaidTime {
    /// What time it is, in milliseconds since 1970, by a clock that is not this machine's.
    pub now: i64,
}

/// Compares the house's clock with the system's.
#[utoipa::path(get, path = "/api/clock", responses((status = 200, body = ClockState), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "office")]
pub async fn clock(State(house): Here, Who(session): Who) -> Result<Json<ClockState>, No> {
    match session.role {
        Role::Administrator | Role::Inspector | Role::Supervisor { .. } => {
            Ok(Json(house.floor.clock().shown()))
        }
        role => Err(No::new("role.administrator", format!("{role} does not look after the clock"))),
    }
}

/// An administrator says what time it is. If the system's clock says the same, its time is confirmed: the
/// house follows a jump ahead at once, and time before a start counts for exclusions and limits.
#[utoipa::path(post, path = "/api/clock", request_body = SaidTime,
    responses((status = 200, body = ClockState), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn confirm_clock(
    State(house): Here,
    Who(session): Who,
    Sent(body): Sent,
) -> Result<Json<ClockState>, No> {
    house.people.administrator(&session)?;
    let said: SaidTime = crate::json(&body)?;
    match house.floor.confirm_time(&session.name, Moment::new(said.now)).await? {
        Some(()) => Ok(Json(house.floor.clock().shown())),
        None => {
            let state = house.floor.clock().shown();
            let message = format!(
                "the system's clock says {}, you say {}: more than {} ms apart, so one of them is wrong",
                state.system, said.now, house.config.clock_jump
            );
            Err(No::new("clock.differs", message))
        }
    }
}
