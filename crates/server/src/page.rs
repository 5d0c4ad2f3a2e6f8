//! What a browser is given: the web app, where it was built; and the small page, hand-written and without a build step,
//! for staff until the app has their places, and for everybody where there is no app.

use crate::app_files;
use crate::refusal::No;
use crate::sent::Part;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

const SCRIPT: &str = "text/javascript; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

/// The files beside the page, by name.
const FILES: &[(&str, &str, &str)] = &[
    ("page.css", "text/css; charset=utf-8", include_str!("../page/page.css")),
    ("page.js", SCRIPT, include_str!("../page/page.js")),
    ("choices.js", SCRIPT, include_str!("../page/choices.js")),
    ("dom.js", SCRIPT, include_str!("../page/dom.js")),
    ("house.js", SCRIPT, include_str!("../page/house.js")),
    ("paigow.js", SCRIPT, include_str!("../page/paigow.js")),
    ("roulette.js", SCRIPT, include_str!("../page/roulette.js")),
    ("table.js", SCRIPT, include_str!("../page/table.js")),
    ("docs.js", SCRIPT, include_str!("../page/docs.js")),
];

fn file(kind: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

fn unknown() -> No {
    No::new("path.unknown", "there is nothing at this path")
}

/// The floor: the app, or else the small page.
pub async fn index(headers: HeaderMap) -> Response {
    match app_files::page(&headers) {
        Some(page) => page,
        None => office().await,
    }
}

/// Any other place of the app.
pub async fn place(headers: HeaderMap) -> Result<Response, No> {
    app_files::page(&headers).ok_or_else(unknown)
}

/// The small page.
pub async fn office() -> Response {
    file(HTML, include_str!("../page/index.html"))
}

/// A file of the app or of the small page.
pub async fn part(Part(name): Part<String>, headers: HeaderMap) -> Result<Response, No> {
    if let Some(file) = app_files::file(&name, &headers) {
        return Ok(file);
    }
    let found = FILES.iter().find(|(known, ..)| *known == name);
    let (_, kind, text) = found.ok_or_else(unknown)?;
    Ok(file(kind, text))
}

/// A file of the app that never changes.
pub async fn asset(Part(name): Part<String>, headers: HeaderMap) -> Result<Response, No> {
    app_files::file(&format!("assets/{name}"), &headers).ok_or_else(unknown)
}

/// The API's description for people.
pub async fn docs() -> Response {
    file(HTML, include_str!("../page/docs.html"))
}
