//! The routes, and what every request goes through: an id, a rate, an origin, headers, a measure.

use crate::house::House;
use crate::limit::line;
use crate::refusal::No;
use crate::who::Here;
use crate::{account, office, page, recall, socket, tables};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
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
        crate::update::Update,
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
        .routes(routes!(tables::join))
        .routes(routes!(tables::top_up))
        .routes(routes!(tables::leave))
        .routes(routes!(tables::chance))
        .routes(routes!(tables::dealer))
        .routes(routes!(tables::resume))
        .routes(routes!(socket::live))
        .routes(routes!(account::me))
        .routes(routes!(account::guest))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::sign_out))
        .routes(routes!(account::set_up))
        .routes(routes!(account::password))
        .routes(routes!(account::protection, account::set_limits))
        .routes(routes!(account::exclude))
        .routes(routes!(account::reality_check))
        .routes(routes!(account::reality_seen))
        .routes(routes!(office::people, office::add_person))
        .routes(routes!(office::change_role))
        .routes(routes!(office::treat))
        .routes(routes!(office::reset_password))
        .routes(routes!(office::approvals))
        .routes(routes!(office::approve))
        .routes(routes!(office::cage))
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
        .description(Some("asked again under the same key, it happens once"))
        .schema(Some(Object::with_type(Type::String)));
    operation.parameters.get_or_insert_default().push(RefOr::T(key.build()));
    let refused = Content::new(Some(Ref::from_schema_name("Refused")));
    let response = ResponseBuilder::new()
        .description("the key was used for something else, or what it stands for is being done")
        .content("application/json", refused);
    operation.responses.responses.entry("409".into()).or_insert_with(|| response.build().into());
}

/// The refusals that any request may meet, beside its own.
fn everywhere(operation: &mut Operation) {
    let mut common = vec![("401", "the session is over"), ("429", "too many"), ("503", "not now")];
    if operation.request_body.is_some() {
        common.extend([("408", "the body took too long"), ("413", "the body is too long")]);
    }
    if operation.request_body.is_some() || operation.parameters.is_some() {
        common.push(("400", "what was sent does not fit"));
    }
    for (status, meaning) in common {
        let refused = Content::new(Some(Ref::from_schema_name("Refused")));
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
        .fallback(|| async { No::new("path.unknown", "nothing is here") })
        .method_not_allowed_fallback(|| async {
            (StatusCode::METHOD_NOT_ALLOWED, No::new("message.method", "not this way")).into_response()
        })
        .layer(from_fn_with_state(house.clone(), crate::once::once))
        .layer(DefaultBodyLimit::max(crate::sent::LONGEST))
        .layer(from_fn_with_state(house.clone(), guard))
        .with_state(house)
}

async fn ready(State(house): Here) -> Response {
    match house.is_ready() {
        true => "ready\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response(),
    }
}

/// Figures for Prometheus, to this machine and to administrators.
async fn metrics(
    State(house): Here,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    crate::who::Anybody(session): crate::who::Anybody,
) -> Result<String, No> {
    let administrator = session.is_some_and(|session| session.role == crate::role::Role::Administrator);
    // What a proxy on this machine passes on comes from elsewhere.
    let passed_on = headers.contains_key(header::FORWARDED) || headers.contains_key("x-forwarded-for");
    let here = address.ip().to_canonical().is_loopback() && !passed_on;
    if !here && !administrator {
        return Err(No::new("role.administrator", "figures are for this machine and administrators"));
    }
    let tables = house.floor.tables();
    metrics::gauge!("houseway_tables").set(tables.len() as f64);
    let halted = tables.iter().filter(|table| table.info().halted.is_some()).count();
    metrics::gauge!("houseway_tables_halted").set(halted as f64);
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
    let span = tracing::info_span!("request", id, %method, path);
    let mut response = match admit(&house, address, &method, request.headers()) {
        Ok(()) => next.run(request).instrument(span.clone()).await,
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

/// Whether a request may come in at all: not too many, and not from another site's page.
fn admit(house: &House, address: SocketAddr, method: &Method, headers: &HeaderMap) -> Result<(), No> {
    if !house.rates.take(line(address.ip())) {
        return Err(No::new("rate.much", "too many requests from this address: wait a little"));
    }
    let upgrade = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let origin = headers.get(header::ORIGIN);
    if let (true, Some(origin)) = (upgrade || changes, origin) {
        let origin = origin.to_str().unwrap_or_default();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let scheme = if house.config.tls.is_some() { "https" } else { "http" };
        let own = origin.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://")) == Some(host);
        if (!own || host.is_empty()) && !house.config.origins.iter().any(|known| known == origin) {
            return Err(No::new("origin.foreign", "pages of other sites may not ask this"));
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
