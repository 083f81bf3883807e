//! Systems, clauses, battles, opponents.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use firelock_core::ClauseEntry;
use firelock_game::System;
use serde::Deserialize;

use crate::extract::Asked;
use crate::library;
use crate::opponent;
use crate::routes::Shared;
use crate::wire::{BattleCard, BattlePage, Clauses, OpponentCard, Problem, ProblemKind, SystemCard};

pub(crate) async fn systems(State(app): Shared) -> Json<Vec<SystemCard>> {
    let card = |system: &System| SystemCard {
        name: system.name,
        title: system.title,
        switches: (system.switches)(),
        tests: (system.tests)().iter().map(|test| test.name).collect(),
    };
    Json(app.library.systems().iter().map(card).collect())
}

pub(crate) async fn clauses(State(app): Shared, Path(system): Path<String>) -> Result<Json<Clauses>, Problem> {
    let system = app.library.system(&system).ok_or_else(|| Problem::unknown("system"))?;
    Ok(Json((system.clauses)().to_vec()))
}

pub(crate) async fn clause(
    State(app): Shared,
    Path((system, clause)): Path<(String, String)>,
) -> Result<Json<ClauseEntry>, Problem> {
    let system = app.library.system(&system).ok_or_else(|| Problem::unknown("system"))?;
    let found = (system.clauses)().iter().find(|entry| entry.clause.id() == clause);
    found.copied().map(Json).ok_or_else(|| Problem::unknown("clause"))
}

pub(crate) async fn battles(State(app): Shared) -> Json<Vec<BattleCard>> {
    Json(app.library.cards())
}

pub(crate) async fn battle(State(app): Shared, Path(battle): Path<String>) -> Result<Json<BattlePage>, Problem> {
    let battle = app.library.battle(&battle).ok_or_else(|| Problem::unknown("battle"))?;
    Ok(Json(library::page(battle)))
}

/// How a picture is wanted.
#[derive(Debug, Deserialize)]
pub(crate) struct Size {
    width: Option<u32>,
    /// Only the troops and the ground around them, without words.
    #[serde(default)]
    vignette: bool,
}

pub(crate) async fn picture(
    State(app): Shared,
    Path((battle, picture)): Path<(String, String)>,
    Asked(Size { width, vignette }): Asked<Size>,
) -> Result<Response, Problem> {
    let width = width.unwrap_or(640);
    if !(200..=2000).contains(&width) {
        return Err(Problem::new(ProblemKind::Bad, "a picture is 200 to 2000 wide"));
    }
    let battle = app.library.battle(&battle).ok_or_else(|| Problem::unknown("battle"))?;
    let plays = |system: &&&'static System| picture.strip_suffix(".svg") == Some(system.name);
    let system = battle.systems.iter().find(plays).ok_or_else(|| Problem::unknown("picture"))?;
    let svg = app.library.picture(battle, system, width, vignette).ok_or_else(|| Problem::unknown("picture"))?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((kind, svg.to_string()).into_response())
}

pub(crate) async fn opponents() -> Json<Vec<OpponentCard>> {
    Json(opponent::cards())
}
