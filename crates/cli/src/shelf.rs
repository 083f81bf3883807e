//! Where battles, records and house rules come from: the program itself, or a file.

use std::path::Path;

use firelock_core::{Overlay, OverlayFault};
use firelock_game::{BattleFile, Record, System};
use firelock_scenario::Word;
use serde_json::json;

use crate::report::{Failure, read_text};

include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

/// The battles that come with the program.
pub(crate) fn battles() -> Result<Vec<BattleFile>, Failure> {
    BATTLES.iter().map(|(file, text)| read_battle(file, text)).collect()
}

/// The battle files that come with the program: name and text.
pub(crate) fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    BATTLES.iter().copied()
}

/// Whether a battle of that name comes with the program.
pub(crate) fn is_known(name: &str) -> bool {
    BATTLES.iter().any(|(file, _)| file.strip_suffix(".toml") == Some(name))
}

/// A battle by name, or from a file.
pub(crate) fn battle(name: &str) -> Result<BattleFile, Failure> {
    let (file, text) = battle_text(name)?;
    read_battle(&file, &text)
}

/// The file's name and the text of a battle by name, or from a file.
pub(crate) fn battle_text(name: &str) -> Result<(String, String), Failure> {
    if let Some((file, text)) = BATTLES.iter().find(|(file, _)| file.strip_suffix(".toml") == Some(name)) {
        return Ok(((*file).to_owned(), (*text).to_owned()));
    }
    let path = Path::new(name);
    if !path.exists() {
        let names: Vec<&str> = BATTLES.iter().filter_map(|(file, _)| file.strip_suffix(".toml")).collect();
        return Err(Failure::bad(format!("{name:?} is neither a file nor one of the battles {}", names.join(", "))));
    }
    Ok((name.to_owned(), read_text(path)?))
}

pub(crate) fn read_battle(file: &str, text: &str) -> Result<BattleFile, Failure> {
    BattleFile::read(file, text).map_err(|faults| Failure::faults(&faults, json!(faults.list())))
}

/// Whether a battle was made for a system.
pub(crate) fn is_made_for(file: &BattleFile, system: &System) -> bool {
    let made_for = &file.battle.about.systems;
    made_for.is_empty() || made_for.iter().any(|meant| meant.word() == system.name)
}

/// Whether a system's rules were written for the time of a battle.
pub(crate) fn is_in_period(file: &BattleFile, system: &System) -> bool {
    firelock_scenario::System::from_word(system.name).is_some_and(|known| known.in_period(file.battle.year()))
}

/// A record from its text.
pub(crate) fn record(file: &str, text: &str) -> Result<Record, Failure> {
    Record::read(file, text).map_err(|fault| Failure::faults(&fault, json!([fault])))
}

/// The battle of a record: the file that was named, or the one that comes with the program.
pub(crate) fn battle_of(record: &Record, named: Option<&str>) -> Result<BattleFile, Failure> {
    let wanted = &record.header().battle.id;
    match named {
        Some(named) => battle(named),
        None if battles()?.iter().any(|file| file.name.id == *wanted) => battle(wanted),
        None => Err(Failure::bad(format!(
            "{}: the record is of the battle {wanted:?}, which does not come with the program; name its file with --battle",
            record.file()
        ))),
    }
}

/// A system by name.
pub(crate) fn system<'a>(systems: &'a [System], name: &str) -> Result<&'a System, Failure> {
    let known = || systems.iter().map(|system| system.name).collect::<Vec<_>>().join(", ");
    systems
        .iter()
        .find(|system| system.name == name)
        .ok_or_else(|| Failure::bad(format!("{name:?} is no system; the systems are {}", known())))
}

/// House rules for whichever systems have them.
pub(crate) fn any_overlay(path: &Path) -> Result<Overlay, Failure> {
    let text = read_text(path)?;
    let wrong = |words: String| Failure::bad(format!("{}: {words}", path.display()));
    match path.extension().is_some_and(|extension| extension == "json") {
        true => serde_json::from_str(&text).map_err(|error| wrong(error.to_string())),
        false => toml::from_str(&text).map_err(|error| wrong(error.to_string())),
    }
}

/// House rules from a file (JSON if its name ends so, else TOML) that the system knows; the printed rules without one.
pub(crate) fn overlay(system: &System, path: Option<&Path>) -> Result<Overlay, Failure> {
    let Some(path) = path else { return Ok(Overlay::default()) };
    let overlay = any_overlay(path)?;
    system.book(overlay.clone()).map_err(|OverlayFault(faults)| {
        let each: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
        Failure::faults(each.join("\n"), json!(each))
    })?;
    Ok(overlay)
}
