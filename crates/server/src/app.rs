//! The routes, and what every request goes through: an id, a rate, an origin, headers, a measure.

use crate::config::Config;
use crate::house::House;
use crate::limit::line;
use crate::refusal::No;
use crate::serve::{Nameless, Reached};
use crate::who::Here;
use crate::{account, cage, office, page, recall, socket, tables, time, voucher};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::collections::HashSet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tracing::Instrument;
use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Content, Object, Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(title = "Houseway", description = "Tables by the book: live, on record, verifiable."),
    components(schemas(
        floor::wire::Update,
        crate::update::Reality,
        paigow::Command,
        paigow::Event,
        paigow::Setup,
        roulette::Command,
        roulette::Event,
        roulette::Setup,
        roulette::Felt
    )),
    tags(
        (name = "tables", description = "look, come, act, go"),
        (name = "account", description = "sign in and out, protect oneself"),
        (name = "office", description = "people, cage, approvals, new tables"),
        (name = "recall", description = "rounds, records, significant events")
    )
)]
struct Description;

fn api() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(tables::list, office::open_table))
        .routes(routes!(tables::look))
        .routes(routes!(tables::felt))
        .routes(routes!(tables::act))
        .routes(routes!(tables::preview))
        .routes(routes!(tables::join))
        .routes(routes!(tables::top_up))
        .routes(routes!(tables::leave))
        .routes(routes!(tables::chance))
        .routes(routes!(tables::confirm))
        .routes(routes!(tables::dealer))
        .routes(routes!(tables::resume))
        .routes(routes!(socket::live))
        .routes(routes!(account::me))
        .routes(routes!(account::guest))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::sign_out))
        .routes(routes!(account::set_up))
        .routes(routes!(account::found))
        .routes(routes!(account::password))
        .routes(routes!(account::protection, account::set_limits))
        .routes(routes!(account::exclude))
        .routes(routes!(account::reality_check))
        .routes(routes!(account::reality_seen))
        .routes(routes!(office::people, office::add_person))
        .routes(routes!(office::change_role))
        .routes(routes!(office::treat))
        .routes(routes!(office::reset_password))
        .routes(routes!(office::vouch))
        .routes(routes!(office::approvals))
        .routes(routes!(office::approval, office::approve))
        .routes(routes!(cage::cage))
        .routes(routes!(voucher::give))
        .routes(routes!(time::clock, time::confirm_clock))
        .routes(routes!(recall::rounds))
        .routes(routes!(recall::round))
        .routes(routes!(recall::records))
        .routes(routes!(recall::significant))
}

/// The API's description, as OpenAPI 3.1 JSON.
pub fn describe() -> String {
    let (_, mut description) = api().split_for_parts();
    for (path, item) in &mut description.paths.paths {
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            everywhere(operation);
        }
        item.post.iter_mut().for_each(|operation| under_a_key(path, operation));
    }
    description.to_pretty_json().unwrap_or_default()
}

/// What changes something takes a key, and refuses one that stands for something else.
fn under_a_key(path: &str, operation: &mut Operation) {
    let is_key = |parameter: &RefOr<Parameter>| match parameter {
        RefOr::T(parameter) => parameter.name == "Idempotency-Key",
        RefOr::Ref(_) => false,
    };
    if crate::once::is_elsewhere(path) || operation.parameters.iter().flatten().any(is_key) {
        return;
    }
    let key = ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .description(Some("repeated under the same key, it is done once"))
        .schema(Some(Object::with_type(Type::String)));
    operation.parameters.get_or_insert_default().push(RefOr::T(key.build()));
    let refused = Content::new(Some(Ref::from_schema_name("Refusal")));
    let response = ResponseBuilder::new()
        .description("the key was used for another request, or its request is still being worked on")
        .content("application/json", refused);
    operation.responses.responses.entry("409".into()).or_insert_with(|| response.build().into());
}

/// The refusals that any request may meet, beside its own.
fn everywhere(operation: &mut Operation) {
    let mut common = vec![
        ("400", "the request is invalid"),
        ("401", "the session is over"),
        ("421", "the Host header does not name this house"),
        ("429", "too many"),
        ("503", "not now"),
    ];
    if operation.request_body.is_some() {
        common.extend([("408", "the body took too long"), ("413", "the body is too long")]);
    }
    for (status, meaning) in common {
        let refused = Content::new(Some(Ref::from_schema_name("Refusal")));
        let response = ResponseBuilder::new().description(meaning).content("application/json", refused);
        operation.responses.responses.entry(status.into()).or_insert_with(|| response.build().into());
    }
}

/// Everything that is served.
pub fn router(house: Arc<House>) -> Router {
    let (api, _) = api().split_for_parts();
    let description = Arc::new(describe());
    api.route("/", get(page::index))
        .route("/{file}", get(page::part))
        .route("/office", get(page::office))
        .route("/me", get(page::place))
        .route("/sign-in", get(page::place))
        .route("/assets/{file}", get(page::asset))
        .route("/table/{id}", get(page::place))
        .route("/display/{id}", get(page::place))
        .route("/books/{id}", get(page::place))
        .route("/api/docs", get(page::docs))
        .route(
            "/api/docs/openapi.json",
            get(move || {
                let text = description.as_ref().clone();
                async move { ([(header::CONTENT_TYPE, "application/json")], text) }
            }),
        )
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(|| async { No::new("path.unknown", "there is nothing at this path") })
        .method_not_allowed_fallback(|| async {
            (
                StatusCode::METHOD_NOT_ALLOWED,
                No::new("message.method", "this path does not accept this method"),
            )
                .into_response()
        })
        .layer(from_fn_with_state(house.clone(), crate::once::once))
        .layer(DefaultBodyLimit::max(crate::sent::LONGEST))
        .layer(from_fn_with_state(house.clone(), guard))
        .with_state(house)
}

/// Whether it serves: the reasons if not, and what an operator should know all the same. What is wrong in
/// detail is for this machine and administrators.
async fn ready(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    crate::who::Anybody(session): crate::who::Anybody,
) -> Response {
    let mut readiness = house.readiness().await;
    if !is_operator(address, &headers, session.as_ref()) {
        readiness.reasons.iter_mut().for_each(|remark| remark.what.clear());
        readiness.warnings.clear();
    }
    let status = if readiness.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, axum::Json(readiness)).into_response()
}

/// Whether somebody on this machine asks, or an administrator.
fn is_operator(address: SocketAddr, headers: &HeaderMap, session: Option<&crate::people::Session>) -> bool {
    let administrator = session.is_some_and(|session| session.role == crate::role::Role::Administrator);
    // What a proxy on this machine passes on comes from elsewhere.
    let passed_on = headers.contains_key(header::FORWARDED) || headers.contains_key("x-forwarded-for");
    administrator || (address.ip().to_canonical().is_loopback() && !passed_on)
}

/// Figures for Prometheus, to this machine and to administrators.
async fn metrics(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    crate::who::Anybody(session): crate::who::Anybody,
) -> Result<String, No> {
    if !is_operator(address, &headers, session.as_ref()) {
        return Err(No::new("role.administrator", "figures are for this machine and administrators"));
    }
    let tables = house.floor.tables();
    metrics::gauge!("houseway_tables").set(tables.len() as f64);
    let halted = tables.iter().filter(|table| table.info().halted.is_some()).count();
    metrics::gauge!("houseway_tables_halted").set(halted as f64);
    house.measure().await;
    Ok(house.metrics.render())
}

static REQUESTS: AtomicU64 = AtomicU64::new(1);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What every request goes through.
async fn guard(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let id = REQUESTS.fetch_add(1, Ordering::Relaxed);
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_string());
    let span = tracing::info_span!("request", id, %method, path = floor::brief(&path));
    let mut response = match admit(&house, address, &request) {
        Ok(()) => {
            let longest = longest(route.as_deref());
            let changes = !matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
            in_time(longest, changes, next.run(request).instrument(span.clone())).await
        }
        Err(no) => no.into_response(),
    };
    let status = response.status().as_u16();
    let micros = started.elapsed().as_micros() as u64;
    tracing::info!(parent: &span, status, micros, "done");
    let route = route.unwrap_or_else(|| "unknown".into());
    metrics::counter!("houseway_requests", "route" => route, "status" => status.to_string()).increment(1);
    secure(response.headers_mut(), house.config.tls.is_some());
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// How long an answer may take to begin: what it waits for is the journal, which may be on another machine.
const LONGEST: Duration = Duration::from_secs(30);
/// The same where people stand in line, or much is read.
const LONGER: Duration = Duration::from_secs(150);
const LONG: [&str; 7] = [
    "/api/sign-in",
    "/api/set-up",
    "/api/me/password",
    "/api/rounds",
    "/api/tables/{table}/rounds/{number}",
    "/api/tables/{table}/records",
    "/api/significant",
];

fn longest(route: Option<&str>) -> Duration {
    if route.is_some_and(|route| LONG.contains(&route)) { LONGER } else { LONGEST }
}

/// An answer, or word that there is none yet: nobody is kept waiting without end. Whoever does not hear of it has the same
/// rights as whoever has gone.
async fn in_time(longest: Duration, changes: bool, answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(longest, answer).await {
        Ok(answer) => answer,
        Err(_) => {
            let seconds = longest.as_secs();
            tracing::error!(seconds, "no answer in time");
            match changes {
                true => {
                    let message = format!(
                        "no word from the journal for {seconds} seconds: send it again under its key"
                    );
                    No::new("journal.in_doubt", message).into_response()
                }
                false => {
                    let message = format!("no word from the journal for {seconds} seconds: ask again later");
                    No::new("journal.away", message).into_response()
                }
            }
        }
    }
}

/// Names by which the house may be asked, beside its addresses: what it was told, and where its pages are.
pub fn hosts(config: &Config) -> HashSet<String> {
    let origins = config.origins.iter().filter_map(|origin| origin.split_once("://")).map(|(_, host)| host);
    let names = config.host_names.iter().map(String::as_str).chain(origins).chain(["localhost"]);
    // An address of IPv6 may be given without brackets.
    names.map(|name| bare(name).unwrap_or(name).to_ascii_lowercase()).collect()
}

/// The host that a header names: a name or an address of IPv4, or one of IPv6 in brackets, and a port or none; without the
/// port, the brackets and the dot at its end. Nothing else is a host: whose it is would be anybody's reading.
fn bare(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let (six, port) = rest.split_once(']')?;
            six.parse::<Ipv6Addr>().ok()?;
            (six, port)
        }
        None => {
            let (name, port) = host.split_at(host.find(':').unwrap_or(host.len()));
            let name = name.strip_suffix('.').unwrap_or(name);
            let of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
            (Some(name).filter(|name| !name.is_empty() && name.bytes().all(of_name))?, port)
        }
    };
    let digits = |port: &str| (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(digits)).then_some(name)
}

/// Whether a request is for this house: exactly one host, by a name or an address that it has. Who is led
/// here by another name gets nothing, whatever page sent them.
fn known_host<'r>(house: &House, request: &'r Request<Body>) -> Result<&'r str, No> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        let count = request.headers().get_all(header::HOST).iter().count();
        return Err(No::new("message.host", format!("{count} Host headers, expected exactly one")));
    };
    let host = host.to_str().unwrap_or_default();
    let asked = request.uri().authority().map_or(host, |authority| authority.as_str());
    let reached = request.extensions().get::<Reached>().map(|Reached(address)| address.ip().to_canonical());
    for name in [host, asked] {
        let unknown = |name: &str| {
            let name: String = name.chars().take(80).collect();
            No::new("host.unknown", format!("{name:?} is not a name of this house"))
        };
        let name = bare(name).ok_or_else(|| unknown(name))?;
        let own = match name.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(address) => {
                address.is_loopback()
                    || Some(address) == reached
                    || address == house.config.address.ip().to_canonical()
                    || house.hosts.contains(name)
            }
            Err(_) => house.hosts.contains(&name.to_ascii_lowercase()),
        };
        if !own {
            return Err(unknown(name));
        }
    }
    Ok(host)
}

/// Whether a request may come in at all: not too many, for this house, and not from another site's page.
fn admit(house: &House, address: SocketAddr, request: &Request<Body>) -> Result<(), No> {
    // Whoever it is: as the proxy they would have its rights, and count for nothing.
    if request.extensions().get::<Nameless>().is_some() {
        let message = "the proxy's header for the client's address names no address";
        return Err(No::new("message.forwarded", message));
    }
    if !house.rates.take(line(address.ip())) {
        return Err(No::new("rate.much", "too many requests from this address: wait a little"));
    }
    let (method, headers) = (request.method(), request.headers());
    let host = known_host(house, request)?;
    let upgrade = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = origins.next();
    if origins.next().is_some() {
        let count = headers.get_all(header::ORIGIN).iter().count();
        return Err(No::new("message.origin", format!("{count} Origin headers, expected at most one")));
    }
    if let (true, Some(origin)) = (upgrade || changes, origin) {
        let origin = origin.to_str().unwrap_or_default();
        let scheme = if house.config.tls.is_some() { "https" } else { "http" };
        let own = origin.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://")) == Some(host);
        if (!own || host.is_empty()) && !house.config.origins.iter().any(|known| known == origin) {
            return Err(No::new("origin.foreign", "pages of other sites may not send this request"));
        }
    }
    Ok(())
}

/// Headers that keep pages and answers where they belong.
fn secure(headers: &mut HeaderMap, tls: bool) {
    let mut put = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    put(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    );
    put(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    put(header::X_FRAME_OPTIONS, "DENY");
    put(header::REFERRER_POLICY, "no-referrer");
    put(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    put(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    put(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if tls {
        put(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody waits without end for a journal that says nothing.
    #[tokio::test]
    async fn whoever_asks_gets_an_answer_in_time() {
        let soon = Duration::from_millis(20);
        for changes in [true, false] {
            let late = in_time(soon, changes, std::future::pending()).await;
            assert_eq!(late.status(), StatusCode::SERVICE_UNAVAILABLE);
        }
        assert_eq!(in_time(soon, true, async { ().into_response() }).await.status(), StatusCode::OK);
        assert!(
            longest(Some("/api/sign-in")) > longest(Some("/api/cage")),
            "who stands in line waits longer"
        );
    }
}
