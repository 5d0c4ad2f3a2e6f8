//! The page: small, hand-written, without a build step, until the web app comes.

use crate::refusal::No;
use crate::sent::Part;
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

/// The page itself.
pub async fn index() -> Response {
    file(HTML, include_str!("../page/index.html"))
}

/// What belongs to it.
pub async fn part(Part(name): Part<String>) -> Result<Response, No> {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    let (_, kind, text) = found.ok_or_else(|| No::new("path.unknown", "there is nothing at this path"))?;
    Ok(file(kind, text))
}

/// The API's description for people.
pub async fn docs() -> Response {
    file(HTML, include_str!("../page/docs.html"))
}
