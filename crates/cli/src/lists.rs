//! `firelock systems`, `battles` and `clauses`.

use std::collections::BTreeSet;

use firelock_core::{ClauseEntry, ClauseKind, Origin};
use firelock_game::System;
use serde::Deserialize;
use serde_json::json;

use crate::report::{Failure, Found, columns};
use crate::shelf;

pub(crate) fn systems(systems: &[System]) -> Found {
    let row = |system: &System| {
        let counts = ((system.clauses)().len(), (system.tests)().len(), (system.switches)().len());
        let counts = format!("{} clauses, {} tests, {} switches", counts.0, counts.1, counts.2);
        vec![system.name.to_owned(), system.title.to_owned(), counts]
    };
    let rows: Vec<Vec<String>> = systems.iter().map(row).collect();
    let document = |system: &System| {
        json!({
            "name": system.name,
            "title": system.title,
            "clauses": (system.clauses)().len(),
            "tests": (system.tests)().iter().map(|test| test.name).collect::<Vec<_>>(),
            "switches": (system.switches)(),
        })
    };
    Found::new(columns(&rows), json!({ "systems": systems.iter().map(document).collect::<Vec<_>>() }))
}

pub(crate) fn battles() -> Result<Found, Failure> {
    let files = shelf::battles()?;
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    for file in &files {
        let about = &file.battle.about;
        let made_for: Vec<String> = about.systems.iter().map(ToString::to_string).collect();
        let systems = if made_for.is_empty() { "all systems".to_owned() } else { made_for.join(", ") };
        rows.push(vec![about.id.to_string(), about.date.to_string(), about.name.clone(), systems]);
        documents.push(json!({
            "id": about.id, "name": about.name, "date": about.date, "place": about.place, "fictional": about.fictional,
            "units": file.battle.units.len(), "systems": about.systems, "hash": file.name.hash,
        }));
    }
    Ok(Found::new(columns(&rows), json!({ "battles": documents })))
}

pub(crate) fn clauses(systems: &[System], name: &str, untested: bool) -> Result<Found, Failure> {
    let system = shelf::system(systems, name)?;
    let without_test = if untested { Some(untested_of(name)?) } else { None };
    let is_wanted = |entry: &&ClauseEntry| without_test.as_ref().is_none_or(|ids| ids.contains(entry.clause.id()));
    let entries: Vec<&ClauseEntry> = (system.clauses)().iter().filter(is_wanted).collect();
    let mut text = String::new();
    let width = entries.iter().map(|entry| entry.clause.id().len()).max().unwrap_or(0);
    let mut section = "";
    for entry in &entries {
        if entry.section != section {
            section = entry.section;
            text += &format!("{}{section}\n", if text.is_empty() { "" } else { "\n" });
        }
        let kind = match (entry.kind, entry.origin) {
            (ClauseKind::Note, _) => "note: ",
            (ClauseKind::Option, _) => "option: ",
            (ClauseKind::Rule, Origin::Ruling) => "ruling: ",
            (ClauseKind::Rule, _) => "",
        };
        text += &format!("  {:<width$}  {kind}{}\n", entry.clause, entry.words);
    }
    Ok(Found::new(text, json!({ "system": name, "untested": untested, "clauses": entries })))
}

/// The clauses that no test cited when the program was built.
fn untested_of(system: &str) -> Result<BTreeSet<String>, Failure> {
    #[derive(Deserialize)]
    struct Coverage {
        system: String,
        untested: BTreeSet<String>,
    }
    let coverage: Vec<Coverage> = serde_json::from_str(shelf::COVERAGE).expect("cargo xtask generate wrote it");
    let own = coverage.into_iter().find(|coverage| coverage.system == system);
    own.map(|own| own.untested).ok_or_else(|| {
        Failure::bad(format!("docs/rules/coverage.json does not know {system:?}: run cargo xtask generate"))
    })
}
