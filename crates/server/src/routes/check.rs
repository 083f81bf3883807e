//! The tests of the rules, without a table: for the referee.

use axum::Json;
use axum::extract::{Path, State};
use firelock_core::{Dice, Halt, Overlay, Roll, Rolled, Seeded, Test, TestFault, put_fact};
use firelock_game::{System, tally};
use firelock_odds::{odds_of, what_if};

use crate::app::App;
use crate::extract::Body;
use crate::routes::Shared;
use crate::wire::{CheckAnswer, CheckAsked, Problem, ProblemKind, TestCard, TestPage, WhatIf};

pub(crate) async fn tests(State(app): Shared, Path(system): Path<String>) -> Result<Json<Vec<TestCard>>, Problem> {
    let system = app.library.system(&system).ok_or_else(|| Problem::unknown("system"))?;
    Ok(Json((system.tests)().iter().map(card).collect()))
}

pub(crate) async fn test(
    State(app): Shared,
    Path((system, test)): Path<(String, String)>,
) -> Result<Json<TestPage>, Problem> {
    let (_, test) = find(&app, &system, &test)?;
    Ok(Json(TestPage { test: card(test), schema: (test.schema)(), facts: (test.facts)() }))
}

pub(crate) async fn make(
    State(app): Shared,
    Path((system, test)): Path<(String, String)>,
    Body(asked): Body<CheckAsked>,
) -> Result<Json<CheckAnswer>, Problem> {
    let (system, test) = find(&app, &system, &test)?;
    let made = tokio::task::spawn_blocking(move || answer(system, test, asked)).await;
    made.unwrap_or_else(|error| Err(Problem::new(ProblemKind::Fault, error.to_string()))).map(Json)
}

/// Makes a test at once, for one who is not waited for.
pub(crate) fn make_now(app: &App, system: &str, test: &str, asked: CheckAsked) -> Result<CheckAnswer, Problem> {
    let (system, test) = find(app, system, test)?;
    answer(system, test, asked)
}

fn card(test: &Test) -> TestCard {
    TestCard { name: test.name, clause: test.clause, summary: test.summary }
}

fn find(app: &App, system: &str, test: &str) -> Result<(&'static System, &'static Test), Problem> {
    let system = app.library.system(system).ok_or_else(|| Problem::unknown("system"))?;
    let found = (system.tests)().iter().find(|one| one.name == test);
    Ok((system, found.ok_or_else(|| Problem::unknown("test"))?))
}

fn answer(system: &System, test: &Test, asked: CheckAsked) -> Result<CheckAnswer, Problem> {
    let bad = |words: String| Problem::new(ProblemKind::Bad, words);
    let fault = |fault: TestFault| bad(fault.to_string());
    let overlay = Overlay { switches: asked.switches, ..Overlay::default() };
    let book = system.book(overlay).map_err(|faults| bad(faults.0.join("; ")))?;
    let mut said = (test.facts)();
    for (key, value) in asked.facts {
        put_fact(&mut said, &key, value).map_err(fault)?;
    }
    let mut faces = asked.faces;
    if asked.roll && faces.is_empty() {
        let seed = getrandom::u64().map_err(|error| Problem::new(ProblemKind::Fault, error.to_string()))?;
        let mut thrown = Thrown { dice: Seeded::new(seed, 0), faces: Vec::new() };
        (test.run)(&said, &book, &mut thrown).map_err(fault)?;
        faces = thrown.faces;
    }
    let made = tally(test, &said, &book, &faces).map_err(fault)?;
    let odds = odds_of(test, &said, &book).map_err(fault)?;
    let tried = match &asked.what_if {
        Some(key) => what_if(test, &said, &book, key).map_err(fault)?,
        None => Vec::new(),
    };
    let (result, effect, also) = match made.checked {
        Some(checked) => (Some(checked.result), Some(checked.effect), checked.also),
        None => (None, None, Vec::new()),
    };
    Ok(CheckAnswer {
        facts: said,
        ledgers: made.ledgers,
        total: made.total,
        dice: made.dice,
        wanted: made.wanted.map(|roll| *roll),
        faces,
        result,
        effect,
        also,
        odds: odds.odds,
        exactness: odds.exactness,
        what_if: tried.into_iter().map(|(value, odds)| WhatIf { value, odds: odds.odds }).collect(),
    })
}

/// Dice whose faces are kept.
struct Thrown {
    dice: Seeded,
    faces: Vec<i16>,
}

impl Dice for Thrown {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        let rolled = self.dice.roll(roll)?;
        self.faces.extend(&rolled.faces);
        Ok(rolled)
    }

    fn land(&mut self, roll: &Roll, class: &dyn Fn(&[i16]) -> u8) -> Result<Rolled, Halt> {
        let rolled = self.dice.land(roll, class)?;
        self.faces.extend(&rolled.faces);
        Ok(rolled)
    }
}
