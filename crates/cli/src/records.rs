//! `firelock validate` and `replay`.

use std::path::{Path, PathBuf};

use firelock_core::Overlay;
use firelock_game::{BattleFile, LoadFault, StartFault, System, Told};
use serde_json::json;

use crate::report::{Failure, Found, read_text};
use crate::shelf;

/// Every file is read, and mustered by each system it names; all faults are told.
pub(crate) fn validate(systems: &[System], files: &[PathBuf]) -> Found {
    let mut found = Found::new("", json!(null));
    let mut documents = Vec::new();
    for path in files {
        let file = path.display().to_string();
        match validate_one(systems, path) {
            Ok(mustered) => {
                let by =
                    if mustered.is_empty() { String::new() } else { format!(", musters by {}", mustered.join(", ")) };
                found.text += &format!("{file}: no faults{by}\n");
                documents.push(json!({ "file": file, "faults": [], "musters": mustered }));
            }
            Err(failure) => {
                found.code = 2;
                found.text += &format!("{}\n", failure.words);
                let one = json!([{ "file": file, "problem": failure.words }]);
                documents.push(json!({ "file": file, "faults": failure.json.get("faults").unwrap_or(&one) }));
            }
        }
    }
    Found { json: json!({ "files": documents }), ..found }
}

/// Reads a file and musters it by each system it was made for; the faults of all of them.
fn validate_one(systems: &[System], path: &Path) -> Result<Vec<&'static str>, Failure> {
    let file = shelf::read_battle(&path.display().to_string(), &read_text(path)?)?;
    let (mut mustered, mut words, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for system in systems.iter().filter(|system| shelf::is_made_for(&file, system)) {
        let Err(fault) = (system.muster)(&file, Overlay::default()) else {
            mustered.push(system.name);
            continue;
        };
        let failure = start_failure(fault);
        words.push(format!("{} does not muster by {}:\n{}", path.display(), system.name, failure.words));
        faults.extend(failure.json["faults"].as_array().into_iter().flatten().cloned());
    }
    if words.is_empty() { Ok(mustered) } else { Err(Failure::faults(words.join("\n"), json!(faults))) }
}

pub(crate) fn replay(systems: &[System], path: &Path, battle: Option<&str>) -> Result<Found, Failure> {
    let name = path.display().to_string();
    let record = shelf::record(&name, &read_text(path)?)?;
    let system = shelf::system(systems, &record.header().system)?;
    let file = shelf::battle_of(&record, battle)?;
    let mut told: Vec<Told> = Vec::new();
    let game = (system.load)(record, &file, None, &mut |one| told.push(one)).map_err(load_failure)?;
    let header = game.record().header();
    let mut text = format!("{}, {}: {} against {}\n", title(&file), system.title, header.players[0], header.players[1]);
    for Told { n, side, phrase, lines, .. } in &told {
        text += &format!("\n{n:>4}  {side}: {phrase}\n");
        lines.iter().for_each(|line| text += &format!("      {line}\n"));
    }
    let verdict = game.verdict();
    if let Some(verdict) = &verdict {
        text += &format!("\n{} ({}, {})\n", verdict.words, verdict.margin, verdict.clause);
    }
    text += &format!("\nverified: {} commands, every line as the game goes\n", told.len());
    let json = json!({
        "header": header, "commands": told, "verdict": verdict, "verified": true, "over": verdict.is_some(),
    });
    Ok(Found::new(text, json))
}

/// The battle's name and day.
pub(crate) fn title(file: &BattleFile) -> String {
    format!("{}, {}", file.battle.about.name, file.battle.about.date)
}

pub(crate) fn start_failure(fault: StartFault) -> Failure {
    match &fault {
        StartFault::Battle(faults) => Failure::faults(faults, json!(faults.list())),
        StartFault::Overlay(faults) => Failure::faults(&fault, json!(faults.0)),
    }
}

pub(crate) fn load_failure(fault: LoadFault) -> Failure {
    match fault {
        LoadFault::Start(fault) => start_failure(fault),
        LoadFault::Record(fault) => Failure::faults(&fault, json!([fault])).unverified(),
    }
}
