//! What can be asked, and where.

mod attack;
mod battles;
mod check;
mod events;
pub(crate) mod games;
mod lab;
mod referee;
mod report;
mod site;

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get, post};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use crate::app::App;
use crate::extract::address;
use crate::wire::{Problem, ProblemKind};

pub(crate) type Shared = State<Arc<App>>;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let compress = SizeAbove::new(1024).and(NotForContentType::SSE);
    // All in one, so that each request passes one box and not four.
    let layers = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(CatchPanicLayer::custom(|_| {
            let words = "Firelock made a mistake here; the game is safe up to its last command";
            Problem::new(ProblemKind::Fault, words).into_response()
        }))
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(CompressionLayer::new().compress_when(compress));
    Router::new()
        .route("/api/systems", get(battles::systems))
        .route("/api/systems/{system}/clauses", get(battles::clauses))
        .route("/api/systems/{system}/clauses/{clause}", get(battles::clause))
        .route("/api/battles", get(battles::battles))
        .route("/api/battles/{battle}", get(battles::battle))
        .route("/api/battles/{battle}/{picture}", get(battles::picture))
        .route("/api/opponents", get(battles::opponents))
        .route("/api/check/{system}", get(check::tests))
        .route("/api/check/{system}/{test}", get(check::test).post(check::make))
        .route("/api/odds/{system}", get(attack::page).post(attack::odds))
        .route("/api/referee", post(referee::create))
        .route("/api/referee/{link}", get(referee::table).post(referee::write))
        .route("/api/referee/{link}/events", get(referee::events))
        .route("/api/lab", post(lab::create))
        .route("/api/lab/{link}", get(lab::state))
        .route("/api/lab/{link}/events", get(lab::events))
        .route("/api/lab/{link}/stop", post(lab::stop))
        .route("/api/lab/{link}/{file}", get(lab::file))
        .route("/api/games", post(games::create))
        .route("/api/games/{link}", get(games::state))
        .route("/api/games/{link}/events", get(events::events))
        .route("/api/games/{link}/log", get(games::log))
        .route("/api/games/{link}/commands", post(games::command))
        .route("/api/games/{link}/faces", post(games::faces))
        .route("/api/games/{link}/undo", post(games::undo))
        .route("/api/games/{link}/reset", post(games::reset))
        .route("/api/games/{link}/resign", post(games::resign))
        .route("/api/games/{link}/plea", post(games::plead))
        .route("/api/games/{link}/plea/answer", post(games::settle))
        .route("/api/games/{link}/fit", post(games::fit))
        .route("/api/games/{link}/reach", post(games::reach))
        .route("/api/games/{link}/preview", post(games::preview))
        .route("/api/games/{link}/candidates", get(games::candidates))
        .route("/api/games/{link}/measure", post(games::measure))
        .route("/api/games/{link}/text", get(games::text))
        .route("/api/games/{link}/orders", post(games::order))
        .route("/api/games/{link}/at/{n}", get(games::moment))
        .route("/api/games/{link}/record", get(games::record))
        .route("/api/games/{link}/report", get(report::report))
        .route("/api/openapi.json", get(site::openapi))
        .route("/api/{*question}", any(|| async { Problem::unknown("question") }))
        .route("/health", get(site::health))
        .route("/metrics", get(site::metrics))
        .fallback(get(site::page))
        .method_not_allowed_fallback(|| async {
            let problem = Problem::new(ProblemKind::Bad, "this address does not take that method");
            (StatusCode::METHOD_NOT_ALLOWED, axum::Json(problem))
        })
        .layer(layers)
        .with_state(app)
}

/// Counts, slows down who asks too much, and sets the headers that keep pages safe.
async fn guard(State(app): Shared, request: Request, next: Next) -> Response {
    app.metrics.requests.add(1);
    let from = address(request.extensions());
    let mut response = match app.rates.take(from, "all", app.limits.rate, app.limits.burst, Instant::now()) {
        true => next.run(request).await,
        false => Problem::new(ProblemKind::TooFast, "too many requests; wait a moment").into_response(),
    };
    if response.status().is_client_error() || response.status().is_server_error() {
        app.metrics.problems.add(1);
    }
    let headers = response.headers_mut();
    headers.reserve(SAFE.len());
    for (name, value) in SAFE {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Links are secrets: no address of ours leaves the page, and nothing is kept unless a route says so.
const SAFE: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];
