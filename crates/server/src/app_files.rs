//! The web app: the files that `cargo xtask` built, embedded, as they are or packed.
//!
//! Where it was not built, or of other sources than those that are there, there is none, and the small page stands in
//! its place.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};

/// The files, sorted by name; a packed one has the name of the other with `.gz` behind it.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/app.rs"));

/// Names of these folders have a hash of what is in the file: it never changes.
const FOR_EVER: &str = "assets/";

/// A file of the app by its name, packed if whoever asks takes it so.
pub(crate) fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = find(name)?;
    let packed = find(&format!("{name}.gz")).filter(|_| takes_packed(headers));
    let kept = if name.starts_with(FOR_EVER) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = packed.unwrap_or(plain).into_response();
    let said = response.headers_mut();
    said.insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    said.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    said.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() {
        said.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Some(response)
}

/// The page that every place of the app begins with.
pub(crate) fn page(headers: &HeaderMap) -> Option<Response> {
    file("index.html", headers)
}

fn find(name: &str) -> Option<&'static [u8]> {
    FILES.binary_search_by(|(known, _)| (*known).cmp(name)).ok().map(|place| FILES[place].1)
}

fn takes_packed(headers: &HeaderMap) -> bool {
    let said = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    said.flat_map(|value| value.split(',')).any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, ""));
        name.trim().eq_ignore_ascii_case("gzip") && quality.trim().replace(' ', "") != "q=0"
    })
}

/// What a file is, by the ending of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_name_and_none_by_another() {
        assert!(FILES.is_sorted_by(|one, other| one.0 < other.0));
        for (name, bytes) in FILES {
            assert_eq!(find(name), Some(*bytes), "{name}");
        }
        assert_eq!(find("../Cargo.toml"), None);
        assert!(file("assets/none.js", &HeaderMap::new()).is_none());
    }

    #[test]
    fn who_takes_gzip_says_so() {
        for (said, takes) in [
            ("gzip", true),
            ("br, gzip;q=0.8", true),
            ("deflate, GZIP", true),
            ("gzip;q=0", false),
            ("gzip; q=0", false),
            ("br", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(said))]);
            assert_eq!(takes_packed(&headers), takes, "{said:?}");
        }
        assert!(!takes_packed(&HeaderMap::new()));
    }
}
