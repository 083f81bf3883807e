//! The page itself, health, metrics and the description of all this.

use axum::Json;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{Html, IntoResponse, Response};

use crate::openapi;
use crate::routes::Shared;
use crate::wire::{Health, Problem};

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// What is shown when the program was built without the client.
const BARE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Firelock</title><body>\
    <h1>Firelock</h1><p>This program was built without its pages. Build them with <code>npm ci &amp;&amp; npm run build</code> \
    in <code>web/</code> and build the program again, or run <code>make play</code>.</p>\
    <p>The programming interface is here all the same: <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>";

pub(crate) async fn health(State(app): Shared) -> Json<Health> {
    Json(Health { ok: true, version: firelock_game::ENGINE, games: app.metrics.live_games.get().max(0) as u64 })
}

pub(crate) async fn metrics(State(app): Shared) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text()).into_response()
}

pub(crate) async fn openapi() -> Json<serde_json::Value> {
    Json(openapi::document())
}

/// A file of the client, or its page for every address that names none.
pub(crate) async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some((name, bytes)) = SITE.iter().find(|(name, _)| *name == path && path != "index.html") {
        // The builder puts a fingerprint into the names of its assets.
        let kept = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return ([(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, kept)], *bytes).into_response();
    }
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match SITE.iter().find(|(name, _)| *name == "index.html") {
        _ if is_file && path != "index.html" => Problem::unknown("file").into_response(),
        Some((_, bytes)) => {
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], *bytes)
                .into_response()
        }
        None => Html(BARE).into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
