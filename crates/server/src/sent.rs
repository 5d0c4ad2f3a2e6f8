//! What a request carries: its body, the parts of its path, its query. What does not fit is refused with a
//! code, as everything is.

use crate::house::House;
use crate::refusal::No;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use bytes::Bytes;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The longest body of a request, in bytes.
pub const LONGEST: usize = 64 * 1024;

/// A body, not longer than it may be, that came within the house's patience.
pub struct Sent(pub Bytes);

/// A body with nothing in it, where nothing is wanted.
pub struct Nothing;

/// What it may be, if it is not empty.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

/// The parts of a path.
pub struct Part<T>(pub T);

/// A query, with nothing in it that is not known.
pub struct Asked<T>(pub T);

impl FromRequest<Arc<House>> for Sent {
    type Rejection = No;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, No> {
        let patience = house.config.patience;
        let read = tokio::time::timeout(patience, Bytes::from_request(request, house)).await;
        let read = read.map_err(|_| {
            No::new("message.slow", format!("the body was not complete within {} s", patience.as_secs()))
        })?;
        read.map(Self).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                No::new("message.size", format!("the body is longer than {LONGEST} bytes"))
            }
            _ => No::new("message.form", "the body ends too early"),
        })
    }
}

impl FromRequest<Arc<House>> for Nothing {
    type Rejection = No;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, No> {
        let Sent(body) = Sent::from_request(request, house).await?;
        if !body.trim_ascii().is_empty() {
            let _nothing: Option<Empty> = crate::json(&body)?;
        }
        Ok(Self)
    }
}

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<House>> for Part<T> {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, No> {
        let path = Path::<T>::from_request_parts(parts, house).await;
        path.map(|Path(part)| Self(part)).map_err(|error| No::new("message.path", error.body_text()))
    }
}

impl<T: DeserializeOwned> FromRequestParts<Arc<House>> for Asked<T> {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, No> {
        let query = Query::<T>::from_request_parts(parts, house).await;
        query.map(|Query(asked)| Self(asked)).map_err(|error| No::new("message.query", error.body_text()))
    }
}
