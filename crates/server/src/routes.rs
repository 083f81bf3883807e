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
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use crate::app::App;
use crate::extract::address;
use crate::wire::{Problem, ProblemKind};

pub(crate) type Shared = State<Arc<App>>;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/systems", get(battles::systems))
        .route("/systems/{system}/clauses", get(battles::clauses))
        .route("/systems/{system}/clauses/{clause}", get(battles::clause))
        .route("/battles", get(battles::battles))
        .route("/battles/{battle}", get(battles::battle))
        .route("/battles/{battle}/{picture}", get(battles::picture))
        .route("/opponents", get(battles::opponents))
        .route("/check/{system}", get(check::tests))
        .route("/check/{system}/{test}", get(check::test).post(check::make))
        .route("/odds/{system}", get(attack::page).post(attack::odds))
        .route("/referee", post(referee::create))
        .route("/referee/{link}", get(referee::table).post(referee::write))
        .route("/referee/{link}/events", get(referee::events))
        .route("/lab", post(lab::create))
        .route("/lab/{link}", get(lab::state))
        .route("/lab/{link}/events", get(lab::events))
        .route("/lab/{link}/stop", post(lab::stop))
        .route("/lab/{link}/{file}", get(lab::file))
        .route("/games", post(games::create))
        .route("/games/{link}", get(games::state))
        .route("/games/{link}/events", get(events::events))
        .route("/games/{link}/log", get(games::log))
        .route("/games/{link}/commands", post(games::command))
        .route("/games/{link}/faces", post(games::faces))
        .route("/games/{link}/undo", post(games::undo))
        .route("/games/{link}/reset", post(games::reset))
        .route("/games/{link}/resign", post(games::resign))
        .route("/games/{link}/plea", post(games::plead))
        .route("/games/{link}/plea/answer", post(games::settle))
        .route("/games/{link}/fit", post(games::fit))
        .route("/games/{link}/reach", post(games::reach))
        .route("/games/{link}/preview", post(games::preview))
        .route("/games/{link}/candidates", get(games::candidates))
        .route("/games/{link}/measure", post(games::measure))
        .route("/games/{link}/text", get(games::text))
        .route("/games/{link}/orders", post(games::order))
        .route("/games/{link}/at/{n}", get(games::moment))
        .route("/games/{link}/record", get(games::record))
        .route("/games/{link}/report", get(report::report))
        .route("/openapi.json", get(site::openapi))
        .fallback(|| async { Problem::unknown("question") });
    let compress = SizeAbove::new(1024).and(NotForContentType::SSE);
    Router::new()
        .nest("/api", api)
        .route("/health", get(site::health))
        .route("/metrics", get(site::metrics))
        .fallback(get(site::page))
        .method_not_allowed_fallback(|| async {
            let problem = Problem::new(ProblemKind::Bad, "this address does not take that method");
            (StatusCode::METHOD_NOT_ALLOWED, axum::Json(problem))
        })
        .layer(CompressionLayer::new().compress_when(compress))
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(CatchPanicLayer::custom(|_| {
            let words = "Firelock made a mistake here; the game is safe up to its last command";
            Problem::new(ProblemKind::Fault, words).into_response()
        }))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
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
