//! Facts of a battle file, changed by their path.

use firelock_scenario::{System, Word as _};
use toml::{Table, Value};

use crate::{Change, PlanFault};

/// The text of a battle file with changes in it.
///
/// # Errors
/// When the text is no TOML, a path leads nowhere, or a unit that is to be left out does not exist.
pub(crate) fn changed(file: &str, text: &str, changes: &[&Change]) -> Result<String, PlanFault> {
    if changes.is_empty() {
        return Ok(text.to_owned());
    }
    let mut battle: Table = toml::from_str(text).map_err(|error| PlanFault(format!("{file}: {error}")))?;
    for change in changes {
        let fault = |words: String| PlanFault(format!("{file}: {change}: {words}"));
        match change.key.strip_prefix("present.") {
            Some(id) => present(&mut battle, id, &change.value).map_err(fault)?,
            None => set(&mut battle, &change.key, &change.value).map_err(fault)?,
        }
    }
    toml::to_string(&battle).map_err(|error| PlanFault(format!("{file}: {error}")))
}

/// Puts a value where a path leads. The table must be there; the last key may be new.
fn set(battle: &mut Table, path: &str, value: &str) -> Result<(), String> {
    let (way, key) = path.rsplit_once('.').ok_or_else(|| format!("{path:?} names no fact; write table.key"))?;
    // What a battle says of a system may be left out altogether.
    if let Some((system, _)) = path.split_once('.').filter(|(first, _)| System::from_word(first).is_some()) {
        battle.entry(system).or_insert_with(|| Value::Table(Table::new()));
    }
    let mut table = battle;
    let mut steps = way.split('.');
    while let Some(step) = steps.next() {
        let known = table.keys().cloned().collect::<Vec<_>>().join(", ");
        let next = table.get_mut(step).ok_or_else(|| format!("there is no {step:?}; there are {known}"))?;
        table = match next {
            Value::Table(table) => table,
            Value::Array(list) => {
                let id = steps.next().ok_or_else(|| format!("{step:?} is a list; name one by its id"))?;
                let ids = list.iter().filter_map(id_of).map(str::to_owned).collect::<Vec<_>>().join(", ");
                let found = list.iter_mut().find(|one| id_of(one) == Some(id)).and_then(Value::as_table_mut);
                found.ok_or_else(|| format!("no {step} has the id {id:?}; there are {ids}"))?
            }
            _ => return Err(format!("{step:?} is a single fact, and nothing lies below it")),
        };
    }
    table.insert(key.to_owned(), meant(value));
    Ok(())
}

/// A value as TOML, or a bare word.
fn meant(value: &str) -> Value {
    let line = toml::from_str::<Table>(&format!("value = {value}"));
    line.ok().and_then(|mut line| line.remove("value")).unwrap_or_else(|| Value::String(value.to_owned()))
}

fn id_of(entry: &Value) -> Option<&str> {
    entry.get("id")?.as_str()
}

/// Leaves a unit, or a command with all its units, out of the battle, and whatever else speaks of it: a command that has lost
/// its last unit too.
fn present(battle: &mut Table, id: &str, value: &str) -> Result<(), String> {
    match value {
        "yes" => return Ok(()),
        "no" => {}
        _ => return Err("it is there, yes or no".into()),
    }
    let lists = |battle: &Table, key: &str| battle.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let of = |unit: &Value, key: &str| unit.get(key).and_then(Value::as_str).map(str::to_owned);
    let units = lists(battle, "unit");
    let gone: Vec<String> = units
        .iter()
        .filter(|unit| of(unit, "id").as_deref() == Some(id) || of(unit, "command").as_deref() == Some(id))
        .filter_map(|unit| of(unit, "id"))
        .collect();
    if gone.is_empty() {
        return Err(format!("no unit and no command has the id {id:?}"));
    }
    let left: Vec<String> = units
        .iter()
        .filter(|unit| of(unit, "id").is_some_and(|unit| !gone.contains(&unit)))
        .filter_map(|unit| of(unit, "command"))
        .collect();
    let emptied: Vec<String> =
        units.iter().filter_map(|unit| of(unit, "command")).filter(|command| !left.contains(command)).collect();
    let is_gone = |name: &str| name == id || gone.iter().chain(&emptied).any(|gone| gone == name);
    for key in ["unit", "command"] {
        if let Some(list) = battle.get_mut(key).and_then(Value::as_array_mut) {
            list.retain(|entry| !id_of(entry).is_some_and(is_gone));
        }
    }
    for (_, value) in battle.iter_mut() {
        forget(value, &is_gone);
    }
    Ok(())
}

/// Drops what speaks of somebody who is not there: names in lists, and entries about one unit.
fn forget(value: &mut Value, is_gone: &dyn Fn(&str) -> bool) {
    match value {
        Value::Array(list) => {
            list.retain(|one| !one.as_str().is_some_and(is_gone));
            let about = |one: &Value| {
                ["unit", "command"].iter().any(|key| one.get(key).and_then(Value::as_str).is_some_and(is_gone))
            };
            list.retain(|one| !about(one));
            list.iter_mut().for_each(|one| forget(one, is_gone));
        }
        Value::Table(table) => {
            for (key, inner) in table.iter_mut() {
                if !matches!(key.as_str(), "nations" | "class" | "systems" | "area" | "path") {
                    forget(inner, is_gone);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BATTLE: &str = r#"
[battle]
turns = 10
[[command]]
id = "left"
[[unit]]
id = "a"
command = "left"
men = 200
[[unit]]
id = "b"
command = "right"
men = 300
[[side.red.hint]]
unit = "a"
[[arrival]]
units = ["a", "b"]
"#;

    fn change(key: &str, value: &str) -> Result<String, String> {
        let change = Change { key: key.into(), value: value.into() };
        changed("x.toml", BATTLE, &[&change]).map_err(|fault| fault.to_string())
    }

    fn table(text: &str) -> Table {
        toml::from_str(text).expect("TOML")
    }

    #[test]
    fn a_fact_is_found_by_its_path() {
        let turns = table(&change("battle.turns", "12").expect("there"));
        assert_eq!(turns["battle"]["turns"].as_integer(), Some(12));
        let men = table(&change("unit.b.men", "350").expect("there"));
        assert_eq!(men["unit"][1]["men"].as_integer(), Some(350));
        let word = table(&change("unit.a.training", "veteran").expect("a new key"));
        assert_eq!(word["unit"][0]["training"].as_str(), Some("veteran"));
        let own = table(&change("regimental.turns", "8").expect("a system that the file says nothing of"));
        assert_eq!(own["regimental"]["turns"].as_integer(), Some(8));
    }

    #[test]
    fn a_path_that_leads_nowhere_is_told() {
        for (key, words) in [
            ("turns", "names no fact"),
            ("batle.turns", "there is no \"batle\""),
            ("unit.c.men", "no unit has the id \"c\"; there are a, b"),
            ("unit.men", "there is no"),
            ("battle.turns.more", "is a single fact"),
            ("present.z", "no unit and no command has the id \"z\""),
        ] {
            let value = if key.starts_with("present") { "no" } else { "1" };
            match change(key, value) {
                Err(told) => assert!(told.contains(words) || key == "unit.men", "{key}: {told}"),
                Ok(_) => panic!("{key} leads nowhere"),
            }
        }
        assert!(change("present.a", "maybe").is_err());
    }

    #[test]
    fn who_is_not_there_is_not_spoken_of() {
        let without = table(&change("present.left", "no").expect("a command"));
        assert_eq!(without["unit"].as_array().expect("units").len(), 1);
        assert!(without["command"].as_array().expect("commands").is_empty());
        assert!(without["side"]["red"]["hint"].as_array().expect("hints").is_empty());
        assert_eq!(without["arrival"][0]["units"].as_array().expect("names").len(), 1);
        let last = table(&change("present.a", "no").expect("a unit"));
        assert!(last["command"].as_array().expect("commands").is_empty(), "its command has nobody left");
        assert_eq!(table(&change("present.a", "yes").expect("as it was")), table(BATTLE));
    }
}
