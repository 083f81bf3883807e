//! `firelock systems`, `battles` and `clauses`.

use std::collections::BTreeSet;
use std::fmt;

use firelock_core::{ClauseEntry, ClauseKind, Origin, Side};
use firelock_game::{BattleFile, System};
use firelock_scenario::Battle;
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

pub(crate) fn battles(systems: &[System]) -> Result<Found, Failure> {
    let files = shelf::battles()?;
    let head = ["battle", "date", "name", "red against blue", "length", "systems"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    let mut documents = Vec::new();
    for file in &files {
        let about = &file.battle.about;
        let sizes = Side::BOTH.map(|side| Size::of(&file.battle, side));
        let size = format!("{} against {}", sizes[0], sizes[1]);
        let length = format!("{} min", about.minutes);
        rows.push(vec![
            about.id.to_string(),
            about.date.to_string(),
            about.name.clone(),
            size,
            length,
            fitting(systems, file),
        ]);
        let in_period = systems.iter().filter(|system| shelf::is_in_period(file, system)).map(|system| system.name);
        documents.push(json!({
            "id": about.id, "name": about.name, "date": about.date, "year": file.battle.year(), "place": about.place,
            "fictional": about.fictional, "units": file.battle.units.len(), "red": sizes[0].json(),
            "blue": sizes[1].json(), "minutes": about.minutes, "playing_minutes": about.playing_minutes,
            "systems": about.systems, "in_period": in_period.collect::<Vec<_>>(), "hash": file.name.hash,
        }));
    }
    Ok(Found::new(columns(&rows), json!({ "battles": documents })))
}

/// How large a side is.
struct Size {
    men: u32,
    guns: u32,
    units: usize,
}

impl Size {
    fn of(battle: &Battle, side: Side) -> Size {
        let units: Vec<_> = battle.units.iter().filter(|unit| unit.side == side && !unit.what_if).collect();
        let (men, guns) = (units.iter().map(|unit| unit.men).sum(), units.iter().map(|unit| unit.gun_count()).sum());
        Size { men, guns, units: units.len() }
    }

    fn json(&self) -> serde_json::Value {
        json!({ "men": self.men, "guns": self.guns, "units": self.units })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.men / 1000 {
            0 => write!(f, "{} men", self.men)?,
            thousands => write!(f, "{thousands},{:03} men", self.men % 1000)?,
        }
        match self.guns {
            0 => Ok(()),
            1 => f.write_str(", 1 gun"),
            guns => write!(f, ", {guns} guns"),
        }
    }
}

/// The systems a battle was made for, then those of another time.
pub(crate) fn fitting(systems: &[System], file: &BattleFile) -> String {
    let named = |wanted: &dyn Fn(&System) -> bool| -> String {
        systems.iter().filter(|system| wanted(system)).map(|system| system.name).collect::<Vec<_>>().join(", ")
    };
    let own = named(&|system| shelf::is_made_for(file, system) && shelf::is_in_period(file, system));
    let also = named(&|system| !shelf::is_made_for(file, system) && shelf::is_in_period(file, system));
    let other = named(&|system| !shelf::is_in_period(file, system));
    let parts = [(own, ""), (also, "also "), (other, "out of period ")];
    let parts = parts.iter().filter(|(names, _)| !names.is_empty()).map(|(names, word)| format!("{word}{names}"));
    parts.collect::<Vec<_>>().join("; ")
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
