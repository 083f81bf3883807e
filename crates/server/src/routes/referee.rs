//! A referee's table: people with real figures write down what happens, from several phones.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::app::App;
use crate::extract::{Asked, Body, address};
use crate::routes::Shared;
use crate::routes::games::fresh_link;
use crate::sheets::Sheet;
use crate::store::StoreFault;
use crate::wire::{
    CheckAsked, NewLink, NewReferee, Problem, ProblemKind, RefereeAct, RefereeAsked, RefereeEntry, RefereeTable,
    RefereeWritten,
};

/// The kind of list.
const REFEREE: &str = "referee";

/// The most entries of one table.
const MOST: usize = 5_000;

/// What all entries of a table belong to.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    system: String,
    name: String,
}

pub(crate) async fn create(
    State(app): Shared,
    extensions: Extensions,
    Body(wanted): Body<NewReferee>,
) -> Result<(StatusCode, Json<NewLink>), Problem> {
    let (rate, burst) = (app.limits.new_games / 60.0, app.limits.new_games);
    if !app.rates.take(address(&extensions), "referee", rate, burst, Instant::now()) {
        return Err(Problem::new(ProblemKind::TooFast, "too many new tables; wait a minute"));
    }
    app.library.system(&wanted.system).ok_or_else(|| Problem::unknown("system"))?;
    let name = short(&wanted.name, 60)?;
    let head = serde_json::to_string(&Head { system: wanted.system, name }).expect("plain data");
    let link = fresh_link()?;
    app.sheets.create(&app.store, REFEREE, &link, head).await?;
    Ok((StatusCode::CREATED, Json(NewLink { link })))
}

pub(crate) async fn table(State(app): Shared, Path(link): Path<String>) -> Result<Json<RefereeTable>, Problem> {
    let (sheet, Head { system, name }) = find(&app, &link)?;
    let entries: Vec<RefereeEntry> = sheet.after(0).iter().map(|line| read(line)).collect::<Result<_, _>>()?;
    Ok(Json(RefereeTable { system, name, seq: entries.len() as u32, entries }))
}

pub(crate) async fn write(
    State(app): Shared,
    Path(link): Path<String>,
    Body(asked): Body<RefereeAsked>,
) -> Result<Json<RefereeWritten>, Problem> {
    let (sheet, head) = find(&app, &link)?;
    let made = {
        let app = app.clone();
        tokio::task::spawn_blocking(move || entry(&app, &head.system, asked.act)).await
    };
    let entry = made.unwrap_or_else(|error| Err(Problem::new(ProblemKind::Fault, error.to_string())))?;
    let line = serde_json::to_string(&entry).expect("plain data");
    let is_undo = matches!(entry, RefereeEntry::Undo);
    // Written to the end even when the phone hangs up.
    let work = tokio::spawn(async move {
        let write = |lines: &[String]| match (lines.len() >= MOST, is_undo && standing(lines) == 0) {
            (true, _) => Err(Problem::new(ProblemKind::Full, "this table has no room for more; open another")),
            (_, true) => Err(Problem::new(ProblemKind::Barred, "there is nothing to take back")),
            _ => Ok(line),
        };
        sheet.add(&app.store, Some(asked.at), write).await
    });
    let seq = work.await.unwrap_or_else(|error| Err(StoreFault::Garbled(error.to_string()).into()))?;
    Ok(Json(RefereeWritten { seq, entry }))
}

/// How many entries are not taken back.
fn standing(lines: &[String]) -> usize {
    lines.iter().fold(0, |standing, line| match read(line) {
        Ok(RefereeEntry::Undo) => standing - 1,
        _ => standing + 1,
    })
}

fn read(line: &str) -> Result<RefereeEntry, StoreFault> {
    serde_json::from_str(line).map_err(|error| StoreFault::Garbled(error.to_string()))
}

/// A text without blanks around it, of at most so many letters.
fn short(text: &str, most: usize) -> Result<String, Problem> {
    match text.trim() {
        text if text.chars().count() <= most => Ok(text.to_owned()),
        _ => Err(Problem::new(ProblemKind::Bad, format!("a name has at most {most} letters"))),
    }
}

/// What is written down of an act: a test is made here, whoever asks.
fn entry(app: &App, system: &str, act: RefereeAct) -> Result<RefereeEntry, Problem> {
    Ok(match act {
        RefereeAct::Unit { id, name, side, strength } => {
            RefereeEntry::Unit { id: short(&id, 40)?, name: short(&name, 60)?, side, strength }
        }
        RefereeAct::Loss { unit, lost } => RefereeEntry::Loss { unit: short(&unit, 40)?, lost },
        RefereeAct::Turn { turn, side } => RefereeEntry::Turn { turn, side },
        RefereeAct::Note { words } => RefereeEntry::Note { words: short(&words, 300)? },
        RefereeAct::Undo => RefereeEntry::Undo,
        RefereeAct::Test { test, units, facts, faces, roll } => {
            let asked = CheckAsked { facts, faces, roll, ..CheckAsked::default() };
            let made = super::check::make_now(app, system, &test, asked)?;
            let (Some(result), Some(effect)) = (made.result, made.effect) else {
                return Err(Problem::new(ProblemKind::NotUnderstood, format!("more dice are wanted: {}", made.dice)));
            };
            let unit = |unit: Option<String>| unit.map(|unit| short(&unit, 40)).transpose();
            let also = made.also.into_iter().map(Into::into).collect();
            let [first, second] = units;
            let units = [unit(first)?, unit(second)?];
            RefereeEntry::Test {
                test,
                units,
                facts: made.facts,
                faces: made.faces,
                result,
                effect: effect.into(),
                also,
            }
        }
    })
}

fn find(app: &Arc<App>, link: &str) -> Result<(Arc<Sheet>, Head), Problem> {
    let sheet = app.sheets.open(&app.store, REFEREE, link)?.ok_or_else(|| Problem::unknown("table"))?;
    let head = serde_json::from_str(&sheet.head).map_err(|error| StoreFault::Garbled(error.to_string()))?;
    Ok((sheet, head))
}

/// After which entry.
#[derive(Debug, Deserialize)]
pub(crate) struct After {
    after: Option<u32>,
}

/// A listener.
struct Ear {
    sheet: Arc<Sheet>,
    grown: watch::Receiver<u32>,
    stopping: watch::Receiver<bool>,
    sent: u32,
}

/// Every entry after some, each once, in order.
pub(crate) async fn events(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(After { after }): Asked<After>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let (sheet, _) = find(&app, &link)?;
    let resumed = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let sent = resumed.or(after).unwrap_or_else(|| sheet.seq());
    if sheet.grown.receiver_count() >= app.limits.streams {
        return Err(Problem::new(ProblemKind::Full, "too many look on at this table"));
    }
    let ear = Ear { grown: sheet.grown.subscribe(), stopping: app.stopping.subscribe(), sheet, sent };
    let keep = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(stream::unfold(ear, |mut ear| async { ear.next().await.map(|event| (Ok(event), ear)) }))
        .keep_alive(keep))
}

impl Ear {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(line) = self.sheet.after(self.sent).into_iter().next() {
                self.sent += 1;
                let written = RefereeWritten { seq: self.sent, entry: read(&line).ok()? };
                return Event::default().id(self.sent.to_string()).event("entry").json_data(&written).ok();
            }
            tokio::select! {
                changed = self.grown.changed() => changed.ok()?,
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            }
        }
    }
}
