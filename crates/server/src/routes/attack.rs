//! The odds of a whole attack, without a table.

use axum::Json;
use axum::extract::{Path, State};
use firelock_core::{Overlay, TestFault, put_fact};
use firelock_game::{Chain, System};
use serde_json::Value;

use crate::app::App;
use crate::extract::Body;
use crate::routes::Shared;
use crate::wire::{Attack, AttackAnswer, AttackAsked, AttackPage, Problem, ProblemKind};

pub(crate) async fn page(State(app): Shared, Path(system): Path<String>) -> Result<Json<AttackPage>, Problem> {
    let (_, chain) = find(&app, &system)?;
    let (clause, summary) = (chain.clause, chain.summary);
    Ok(Json(AttackPage { clause, summary, schema: (chain.schema)(), facts: (chain.facts)() }))
}

pub(crate) async fn odds(
    State(app): Shared,
    Path(system): Path<String>,
    Body(asked): Body<AttackAsked>,
) -> Result<Json<AttackAnswer>, Problem> {
    let (system, chain) = find(&app, &system)?;
    let made = tokio::task::spawn_blocking(move || answer(system, chain, asked)).await;
    made.unwrap_or_else(|error| Err(Problem::new(ProblemKind::Fault, error.to_string()))).map(Json)
}

fn find(app: &App, system: &str) -> Result<(&'static System, &'static Chain), Problem> {
    let system = app.library.system(system).ok_or_else(|| Problem::unknown("system"))?;
    Ok((system, Chain::named(system.name).ok_or_else(|| Problem::unknown("chain of tests"))?))
}

fn answer(system: &System, chain: &Chain, asked: AttackAsked) -> Result<AttackAnswer, Problem> {
    let bad = |words: String| Problem::new(ProblemKind::Bad, words);
    let fault = |fault: TestFault| bad(fault.to_string());
    let overlay = Overlay { switches: asked.switches, ..Overlay::default() };
    let book = system.book(overlay).map_err(|faults| bad(faults.0.join("; ")))?;
    let mut said = (chain.facts)();
    for (key, value) in asked.facts {
        put_fact(&mut said, &key, value).map_err(fault)?;
    }
    let ask = |facts: Value| -> Result<Attack, TestFault> { Ok(Attack { odds: (chain.odds)(&facts, &book)?, facts }) };
    let there = ask((chain.whole)(&said).map_err(fault)?).map_err(fault)?;
    let back = (chain.turned)(&said).and_then(ask);
    let back_bar = back.as_ref().err().map(ToString::to_string);
    Ok(AttackAnswer { there, back: back.ok(), back_bar })
}
