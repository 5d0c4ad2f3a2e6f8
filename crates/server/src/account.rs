//! Signing in and out, and one's own account: limits, exclusion, password.

use crate::house::House;
use crate::limit::{line, networks};
use crate::people::{Session, Whence};
use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::{Nothing, Sent};
use crate::who::{Anybody, Here, Who, cookie, cookie_named, token};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use money::Amount;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr};

/// Who is signed in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Me {
    /// The number.
    pub number: u32,
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The session's second token, for the header `x-houseway-csrf`.
    pub csrf: String,
    /// What the account holds, for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<i64>,
    /// The session's token, for programs that send it in a header; only when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Whether somebody else chose the password: it has to be changed before anything else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub password_given: bool,
    /// What a supervisor who vouches for you wants to see on this screen, while nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// A name and a password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// The first administrator.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// The code that was printed at the first start.
    pub code: String,
    /// A name.
    pub name: String,
    /// A password.
    pub password: String,
}

/// A code for a supervisor whom nobody could vouch for.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FoundingCode {
    /// The code that the start printed.
    pub code: String,
}

/// Limits on what is brought to tables, less what came back.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnLimits {
    /// In any 24 hours; `null` for no limit. What is left out stays as it is.
    #[serde(default, deserialize_with = "said")]
    #[schema(value_type = Option<i64>)]
    pub day: Option<Option<i64>>,
    /// In any 7 days.
    #[serde(default, deserialize_with = "said")]
    #[schema(value_type = Option<i64>)]
    pub week: Option<Option<i64>>,
    /// In any 30 days.
    #[serde(default, deserialize_with = "said")]
    #[schema(value_type = Option<i64>)]
    pub month: Option<Option<i64>>,
}

/// A field that is there, whatever it says.
fn said<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(field).map(Some)
}

/// Self-exclusion.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// For so many days from now.
    pub days: u32,
}

/// How often a player is told how long they have played.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RealityCheck {
    /// Every so many minutes.
    pub minutes: u16,
}

/// A new password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The old one.
    pub old: String,
    /// The new one.
    pub new: String,
}

async fn me_of(house: &House, session: &Session, token: Option<String>) -> Result<Me, No> {
    let balance = match (&session.role, session.person.player()) {
        // Whoever chose their password could be the one who looks.
        (Role::Player, Some(player)) if house.people.counts(session.number).is_ok() => {
            let stream = floor::wallet::stream(player);
            Some(house.floor.journal().balance(&stream, money::Account::Player(player)).await?)
        }
        _ => None,
    };
    Ok(Me {
        number: session.number,
        name: session.name.clone(),
        role: session.role,
        csrf: session.csrf.clone(),
        balance,
        token,
        password_given: session.password_given,
        mark: house.people.mark(session.number),
    })
}

/// A session as an answer: the cookie, and who it is.
async fn signed_in(house: &House, token: String) -> Result<Response, No> {
    let session = house
        .people
        .session(&token)
        .ok_or_else(|| No::new("session.over", "the session has already ended"))?;
    let set = set_cookie(house, &token, 86_400);
    let me = me_of(house, &session, Some(token)).await?;
    Ok(([(SET_COOKIE, set)], Json(me)).into_response())
}

fn set_cookie(house: &House, token: &str, seconds: u32) -> String {
    let tls = house.config.tls.is_some();
    let (name, secure) = (cookie(tls), if tls { "; Secure" } else { "" });
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

/// A try to sign in from an address; `known` says whether whoever it is for has signed in from there before.
fn slow_down(house: &House, address: SocketAddr, known: bool) -> Result<(), No> {
    // Whoever has a network of lines has not as many tries as lines. The line's own tries come first: what it is
    // refused is taken from nobody else of its network, and no neighbour's tries keep out whoever is known there.
    let wide = || match address.ip().to_canonical() {
        IpAddr::V6(_) if !known => {
            let [provider, network, _] = networks(address.ip());
            let [providers, own] = &house.networks;
            own.take(network) && providers.take(provider)
        }
        _ => true,
    };
    match house.sign_ins.take(line(address.ip())) && wide() {
        true => Ok(()),
        false => Err(No::new("rate.much", "too many tries to sign in from this address: wait a little")),
    }
}

/// The cookie of the marks by which a browser is known in which people have signed in.
const BROWSER: &str = "houseway-browser";
/// Where it is sent, and for how many seconds.
const BROWSER_STAYS: &str = "Path=/api; HttpOnly; SameSite=Strict; Max-Age=31536000";

fn whence(headers: &HeaderMap, address: SocketAddr) -> Whence {
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("unknown");
    let agent: String = agent.chars().filter(|c| !c.is_control()).take(80).collect();
    let device = format!("{} {agent}", address.ip());
    Whence::new(address.ip(), &device, cookie_named(headers, BROWSER))
}

/// A session as an answer, with what makes the browser known from now on.
async fn signed_in_from(house: &House, token: String, whence: &Whence) -> Result<Response, No> {
    let name = house.people.session(&token).map(|session| session.name.clone());
    let mut response = signed_in(house, token).await?;
    let marks = name.and_then(|name| house.people.marks(&name, whence));
    let secure = if house.config.tls.is_some() { "; Secure" } else { "" };
    let cookie = marks.map(|marks| format!("{BROWSER}={marks}; {BROWSER_STAYS}{secure}"));
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), (status = 401, body = Refusal)), tag = "account")]
pub async fn me(State(house): Here, Who(session): Who) -> Result<Json<Me>, No> {
    Ok(Json(me_of(&house, &session, None).await?))
}

/// Signs in as a guest, for practice tables.
#[utoipa::path(post, path = "/api/guest", responses((status = 200, body = Me), (status = 429, body = Refusal)), tag = "account")]
pub async fn guest(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Anybody(session): Anybody,
    _: Nothing,
) -> Result<Response, No> {
    if let Some(session) = session {
        return Ok(Json(me_of(&house, &session, None).await?).into_response());
    }
    let token = house.people.guest_from(address.ip()).await?;
    signed_in(&house, token).await
}

/// Signs in.
#[utoipa::path(post, path = "/api/sign-in", request_body = SignIn,
    responses((status = 200, body = Me), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 429, body = Refusal)), tag = "account")]
pub async fn sign_in(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Sent(body): Sent,
) -> Result<Response, No> {
    let body: SignIn = crate::json(&body)?;
    let whence = whence(&headers, address);
    // Whoever floods an address does not keep those out who have signed in from there before.
    match house.people.known_browser(&body.name, &whence) {
        Some(_) if house.browsers.take(body.name.trim().to_lowercase()) => {}
        _ => slow_down(&house, address, house.people.knows_line(&body.name, &whence))?,
    }
    let token = house.people.sign_in(&body.name, &body.password, whence.clone()).await?;
    signed_in_from(&house, token, &whence).await
}

/// Signs out.
#[utoipa::path(post, path = "/api/sign-out", responses((status = 204), (status = 401, body = Refusal)), tag = "account")]
pub async fn sign_out(
    State(house): Here,
    Who(session): Who,
    headers: HeaderMap,
    _: Nothing,
) -> Result<Response, No> {
    if let Some((token, _)) = token(&headers, house.config.tls.is_some()) {
        house.people.sign_out(token).await?;
    }
    house.approvals.forget(&session.name);
    if let (Role::Guest, Some(player)) = (session.role, session.person.player()) {
        house.guest_went(player).await;
    }
    let gone = set_cookie(&house, "", 0);
    Ok((axum::http::StatusCode::NO_CONTENT, [(SET_COOKIE, gone)]).into_response())
}

/// Creates the first administrator, with the code that was printed at the first start.
#[utoipa::path(post, path = "/api/set-up", request_body = SetUp,
    responses((status = 200, body = Me), (status = 400, body = Refusal), (status = 422, body = Refusal), (status = 429, body = Refusal)), tag = "account")]
pub async fn set_up(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Sent(body): Sent,
) -> Result<Response, No> {
    slow_down(&house, address, false)?;
    let body: SetUp = crate::json(&body)?;
    house.people.set_up(&body.code, &body.name, &body.password).await?;
    let whence = whence(&headers, address);
    let token = house.people.sign_in(&body.name, &body.password, whence.clone()).await?;
    signed_in_from(&house, token, &whence).await
}

/// A supervisor for whom nobody can vouch yet enters a founding code that the start printed, and then counts.
#[utoipa::path(post, path = "/api/me/founding-code", request_body = FoundingCode,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal), (status = 429, body = Refusal)), tag = "account")]
pub async fn found(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Response, No> {
    if !house.passwords.take(session.number) {
        return Err(No::new("rate.much", "too many founding codes were tried: wait a few minutes"));
    }
    let body: FoundingCode = crate::json(&body)?;
    house.people.found(&session, &body.code).await?;
    Ok(axum::http::StatusCode::NO_CONTENT.into_response())
}

/// Changes one's own password; every session ends.
#[utoipa::path(post, path = "/api/me/password", request_body = NewPassword,
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 422, body = Refusal)), tag = "account")]
pub async fn password(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Who(session): Who,
    headers: HeaderMap,
    Sent(body): Sent,
) -> Result<Response, No> {
    // By who they are: they are signed in, whoever else tries to from there.
    if !house.passwords.take(session.number) {
        return Err(No::new("rate.much", "too many tries to change the password: wait a few minutes"));
    }
    let body: NewPassword = crate::json(&body)?;
    let whence = whence(&headers, address);
    house.people.change_own_password(&session, &body.old, &body.new, whence).await?;
    house.approvals.forget(&session.name);
    Ok(axum::http::StatusCode::NO_CONTENT.into_response())
}

fn own(house: &House, session: &Session) -> Result<money::PlayerId, No> {
    if session.role != Role::Player {
        return Err(No::new("role.player", format!("{} has no account to protect", session.role)));
    }
    house.player(session)
}

/// One's own limits and what is left of them.
#[utoipa::path(get, path = "/api/me/protection", responses((status = 200, body = floor::Allowance), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "account")]
pub async fn protection(State(house): Here, Who(session): Who) -> Result<Json<floor::Allowance>, No> {
    let player = own(&house, &session)?;
    // Whoever chose their password could be the one who looks.
    house.people.counts(session.number)?;
    house.protection.load(player).await?;
    Ok(Json(house.protection.allowance(player, house.floor.clock().now())?))
}

/// Sets one's own limits: lower ones at once, higher ones after 24 hours.
#[utoipa::path(post, path = "/api/me/protection", request_body = OwnLimits,
    responses((status = 200, body = floor::Allowance), (status = 204, description = "lower limits take effect; the rest is unchanged and not shown, because nobody has vouched for the player"), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "account")]
pub async fn set_limits(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Response, No> {
    let wanted: OwnLimits = crate::json(&body)?;
    let player = own(&house, &session)?;
    changes(&house, &session)?;
    let read = |said: Option<Option<i64>>| match said {
        None => Ok(None),
        Some(None) => Ok(Some(None)),
        Some(Some(units)) => Amount::new(units)
            .map(|limit| Some(Some(limit)))
            .ok_or_else(|| No::new("message.amount", format!("{units} is not an amount"))),
    };
    let limits =
        floor::Limits { day: read(wanted.day)?, week: read(wanted.week)?, month: read(wanted.month)? };
    let now = house.floor.clock().now();
    // Whoever signs in protects themselves; whoever chose their password could be the one who raises a limit.
    let may_raise = house.people.counts(session.number);
    let allowance = house.protection.set_limits_for(player, limits, now, may_raise.is_ok()).await?;
    Ok(shown_if(&may_raise, allowance))
}

/// What protects somebody now, to them; nothing of it where whoever chose their password could be the one who asks.
fn shown_if(counts: &Result<(), Refusal>, allowance: floor::Allowance) -> Response {
    match counts {
        Ok(()) => Json(allowance).into_response(),
        Err(_) => axum::http::StatusCode::NO_CONTENT.into_response(),
    }
}

/// Whether somebody may change what protects them once more: it is on record for ever.
fn changes(house: &House, session: &Session) -> Result<(), No> {
    match house.protections.take(session.number) {
        true => Ok(()),
        false => {
            Err(No::new("rate.much", "limits were changed too often within the hour: wait a few minutes"))
        }
    }
}

/// Excludes oneself from playing for money; it cannot be shortened.
#[utoipa::path(post, path = "/api/me/exclusion", request_body = Exclusion,
    responses((status = 200, body = floor::Allowance), (status = 204, description = "done; the rest is not shown, because nobody has vouched for the player"), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "account")]
pub async fn exclude(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Response, No> {
    let wanted: Exclusion = crate::json(&body)?;
    let player = own(&house, &session)?;
    if !(1..=36_500).contains(&wanted.days) {
        return Err(No::new("message.days", format!("{} days, expected 1 to 36500", wanted.days)));
    }
    let now = house.floor.clock().now();
    house.protection.load(player).await?;
    // Nobody who may play waits for it; who is excluded already changes only for how long.
    if house.protection.allowance(player, now)?.excluded_until.is_some() {
        changes(&house, &session)?;
    }
    let until = game::Moment::new(now.milliseconds() + i64::from(wanted.days) * 86_400_000);
    let counts = house.people.counts(session.number);
    let allowance = match house.protection.exclude(player, until, now).await {
        // They are excluded for longer. A refusal would tell whoever chose the password until when.
        Err(_) if counts.is_err() && house.protection.check(player, Amount::ZERO, now).is_err() => {
            house.protection.allowance(player, now)?
        }
        done => done?,
    };
    // Wherever they play for money, they go as soon as the rules let them.
    for table in house.floor.tables() {
        if table.setup().money != floor::Purses::Practice
            && let Err(refused) = table.leave(player, None).await
            && !refused.is_so_already()
        {
            tracing::warn!(table = %table.setup().id, %refused, "a player who excluded themselves is still there");
        }
    }
    Ok(shown_if(&counts, allowance))
}

/// Sets how often one is reminded how long one has played.
#[utoipa::path(post, path = "/api/me/reality-check", request_body = RealityCheck,
    responses((status = 200, body = floor::Allowance), (status = 204, description = "done; the rest is not shown, because nobody has vouched for the player"), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "account")]
pub async fn reality_check(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Response, No> {
    let wanted: RealityCheck = crate::json(&body)?;
    let player = own(&house, &session)?;
    let now = house.floor.clock().now();
    house.protection.load(player).await?;
    let stands = house.protection.allowance(player, now)?;
    let counts = house.people.counts(session.number);
    if stands.reality_check_minutes == wanted.minutes {
        return Ok(shown_if(&counts, stands));
    }
    // To be told more seldom protects less; a refusal would tell whoever chose the password how often it is.
    if counts.is_err() && wanted.minutes > stands.reality_check_minutes {
        return Ok(shown_if(&counts, stands));
    }
    changes(&house, &session)?;
    let allowance = house.protection.set_reality_check(player, wanted.minutes, now).await?;
    Ok(shown_if(&counts, allowance))
}

/// Notes that one has seen how long one has played: it comes again after the minutes one chose. Until then
/// it comes to every socket that is opened.
#[utoipa::path(post, path = "/api/me/reality-check/seen",
    responses((status = 204), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 422, body = Refusal)), tag = "account")]
pub async fn reality_seen(State(house): Here, Who(session): Who, _: Nothing) -> Result<Response, No> {
    own(&house, &session)?;
    house.people.counts(session.number)?;
    session.note_reality(house.floor.clock().now());
    Ok(axum::http::StatusCode::NO_CONTENT.into_response())
}
