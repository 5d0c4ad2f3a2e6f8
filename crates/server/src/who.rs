//! Who asks: by the session in the cookie, or by a token in the header.
//!
//! A browser sends the cookie by itself, so whatever changes something needs the session's second token
//! too, in a header that no other site's page can set, and has to come from this site.

use crate::house::House;
use crate::people::Session;
use crate::refusal::No;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use std::sync::Arc;

/// The cookie of a session. Under TLS its name keeps other hosts of the domain from setting one.
pub const fn cookie(tls: bool) -> &'static str {
    if tls { "__Host-houseway" } else { "houseway" }
}

/// The header with the session's second token.
pub const CSRF: &str = "x-houseway-csrf";

/// The token of a request, and whether a browser sent it by itself.
pub fn token(headers: &HeaderMap, tls: bool) -> Option<(&str, bool)> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
        return Some((token.trim(), false));
    }
    cookie_named(headers, cookie(tls)).map(|token| (token, true))
}

/// A cookie of a request.
pub fn cookie_named<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookie| cookie.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Somebody who is signed in, a guest included.
#[derive(Clone, Debug)]
pub struct Who(pub Session);

/// Anybody: signed in or not.
#[derive(Clone, Debug)]
pub struct Anybody(pub Option<Session>);

/// What somebody may ask whose password somebody else chose: whoever has it may not be who they say, and
/// counts for nothing until they have changed it. Whoever signs in may always protect themselves.
const OWN: [&str; 5] =
    ["/api/me", "/api/me/password", "/api/me/protection", "/api/me/exclusion", "/api/sign-out"];

/// The session of a request; a change by cookie needs the second token.
fn session(house: &House, parts: &Parts) -> Result<Option<Session>, No> {
    let Parts { method, headers, uri, .. } = parts;
    let Some((token, by_cookie)) = token(headers, house.config.tls.is_some()) else { return Ok(None) };
    let Some(session) = house.people.session(token) else {
        return match by_cookie {
            // A cookie may be older than the session.
            true => Ok(None),
            false => Err(No::new("session.over", "the session is over, or never was: sign in again")),
        };
    };
    let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && by_cookie {
        let given = headers.get(CSRF).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !session.csrf_is(given) {
            return Err(No::new("csrf.missing", format!("expected header {CSRF} with the session's token")));
        }
    }
    if session.password_given && !OWN.contains(&uri.path()) {
        let message = "somebody else chose your password: change it first, then sign in again";
        return Err(No::new("role.password_given", message));
    }
    Ok(Some(session))
}

/// The session of a request whose head is here.
///
/// # Errors
/// Its session is over, or the second token is missing.
pub fn of_request(house: &House, parts: &Parts) -> Result<Option<Session>, No> {
    session(house, parts)
}

impl FromRequestParts<Arc<House>> for Anybody {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, No> {
        session(house, parts).map(Self)
    }
}

impl FromRequestParts<Arc<House>> for Who {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, No> {
        let found = session(house, parts)?;
        found.map(Self).ok_or_else(|| No::new("sign-in.wanted", "sign in first, or come as a guest"))
    }
}

/// The house, for handlers.
pub type Here = State<Arc<House>>;
