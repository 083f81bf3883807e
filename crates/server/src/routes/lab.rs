//! The laboratory: begun, followed, stopped, read.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{Extensions, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use firelock_ai::{Brief, Level};
use firelock_core::Overlay;
use firelock_lab::{Plan, Vary, csv, html};
use futures_util::{Stream, stream};
use tokio::sync::watch;

use crate::extract::{Body, address};
use crate::laboratory::{self, Head, Job};
use crate::routes::Shared;
use crate::routes::games::fresh_link;
use crate::wire::{LabPhase, LabState, NewLab, NewLink, Problem, ProblemKind};

/// How often a listener is told, at most.
const EVERY: Duration = Duration::from_millis(400);

/// Playouts of a general for each decision, here.
const PLAYOUTS: u32 = 60;

pub(crate) async fn create(
    State(app): Shared,
    extensions: Extensions,
    Body(wanted): Body<NewLab>,
) -> Result<(StatusCode, Json<NewLink>), Problem> {
    let (rate, burst) = (app.limits.new_games / 60.0, app.limits.new_games);
    if !app.rates.take(address(&extensions), "lab", rate, burst, Instant::now()) {
        return Err(Problem::new(ProblemKind::TooFast, "too many laboratories; wait a minute"));
    }
    let bad = |words: String| Problem::new(ProblemKind::Bad, words);
    let shelved = app.library.battle(&wanted.battle).ok_or_else(|| Problem::unknown("battle"))?;
    let commander = |text: &str| -> Result<Brief, Problem> {
        let brief: Brief = text.parse().map_err(|fault| bad(format!("{fault}")))?;
        let iterations = if brief.level == Level::General { PLAYOUTS } else { brief.iterations };
        Ok(Brief { iterations, ..brief })
    };
    let vary = wanted.vary.iter().map(|text| text.parse()).collect::<Result<Vec<Vary>, _>>();
    let vary = vary.map_err(|fault| bad(fault.to_string()))?;
    if wanted.systems.is_empty() && !vary.iter().any(|vary| vary.key == "system") {
        return Err(bad("which system?".to_owned()));
    }
    let plan = Plan {
        file: shelved.name.clone(),
        battle: shelved.text.clone(),
        systems: wanted.systems,
        overlay: Overlay::default(),
        commanders: [commander(&wanted.red)?, commander(&wanted.blue)?],
        games: wanted.games,
        seed: wanted.seed,
        vary,
    };
    if wanted.gauge > 40 {
        return Err(bad("gauge: at most 40 games".to_owned()));
    }
    let link = laboratory::begin(&app, fresh_link()?, Head { plan, gauge: wanted.gauge }).await?;
    Ok((StatusCode::CREATED, Json(NewLink { link })))
}

pub(crate) async fn state(State(app): Shared, Path(link): Path<String>) -> Result<Json<LabState>, Problem> {
    let job = find(&app, link).await?;
    Ok(Json(job.state()))
}

pub(crate) async fn stop(State(app): Shared, Path(link): Path<String>) -> Result<Json<LabState>, Problem> {
    let job = find(&app, link).await?;
    job.stop();
    Ok(Json(job.state()))
}

pub(crate) async fn file(State(app): Shared, Path((link, file)): Path<(String, String)>) -> Result<Response, Problem> {
    let report = find(&app, link).await?.report();
    let (kind, text) = match file.as_str() {
        "report.json" => ("application/json", serde_json::to_string_pretty(&report).expect("plain data")),
        "report.csv" => ("text/csv; charset=utf-8", csv(&report)),
        "report.html" => ("text/html; charset=utf-8", html(&report)),
        _ => return Err(Problem::unknown("file")),
    };
    let name = format!("attachment; filename=\"firelock-{file}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

async fn find(app: &Arc<crate::app::App>, link: String) -> Result<Arc<Job>, Problem> {
    let app = app.clone();
    let found = tokio::task::spawn_blocking(move || laboratory::open(&app, &link)).await;
    found.unwrap_or_else(|error| Err(Problem::new(ProblemKind::Fault, error.to_string())))
}

/// A listener.
struct Ear {
    job: Arc<Job>,
    grown: watch::Receiver<u32>,
    stopping: watch::Receiver<bool>,
    told: bool,
    over: bool,
}

/// How a laboratory stands, now and whenever it has gone on; the last time when it is over.
pub(crate) async fn events(
    State(app): Shared,
    Path(link): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let job = find(&app, link).await?;
    let ear =
        Ear { grown: job.sheet().grown.subscribe(), stopping: app.stopping.subscribe(), job, told: false, over: false };
    let keep = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(stream::unfold(ear, |mut ear| async { ear.next().await.map(|event| (Ok(event), ear)) }))
        .keep_alive(keep))
}

impl Ear {
    async fn next(&mut self) -> Option<Event> {
        if self.over {
            return None;
        }
        if self.told {
            tokio::select! {
                changed = self.grown.changed() => changed.ok()?,
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            }
            tokio::time::sleep(EVERY).await;
        }
        self.told = true;
        let seq = *self.grown.borrow_and_update();
        let job = self.job.clone();
        let state = tokio::task::spawn_blocking(move || job.state()).await.ok()?;
        self.over = !matches!(state.phase, LabPhase::Waiting | LabPhase::Running);
        Event::default().id(seq.to_string()).event("lab").json_data(&state).ok()
    }
}
