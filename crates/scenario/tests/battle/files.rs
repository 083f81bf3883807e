//! The battle files of the project read without fault, and their schema is up to date.

use std::path::PathBuf;

use firelock_scenario::{Battle, Frame, System, schema};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

fn battles() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the folder of battles");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a text"))
    };
    files.into_iter().map(read).collect()
}

fn read(name: &str, text: &str) -> Battle {
    Battle::read(name, text).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_battle_reads_without_fault_and_is_named_after_its_file() {
    let battles = battles();
    assert!(battles.len() >= 2);
    for (name, text) in battles {
        assert_eq!(format!("{}.toml", read(&name, &text).about.id), name);
    }
}

#[test]
fn a_battle_written_out_and_read_again_is_the_same() {
    for (name, text) in battles() {
        let battle = read(&name, &text);
        let written = toml::to_string(&battle).expect("a battle can be written");
        let again = read("again.toml", &written);
        let value = |battle: &Battle| serde_json::to_value(battle).expect("plain values");
        assert_eq!(value(&battle), value(&again), "{name}");
    }
}

#[test]
fn every_feature_of_every_battle_lies_on_a_table_of_every_system() {
    for (name, text) in battles() {
        let battle = read(&name, &text);
        for &system in System::ALL {
            let survey = Frame::new(&battle, system).survey(&battle);
            let gone = survey.cropped.iter().filter(|cropped| cropped.what == "feature" && !cropped.is_partly);
            assert_eq!(survey.features.len() + gone.count(), battle.features.len(), "{name} {system}");
        }
    }
}

#[test]
fn the_schema_for_editors_is_up_to_date() {
    let path = folder().join("battle.schema.json");
    let schema = serde_json::to_string_pretty(&schema()).expect("plain values") + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &schema).expect("the folder can be written to");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == schema, "run the test with UPDATE_SCHEMA=1 and commit scenarios/battle.schema.json");
}

/// The few words of JSON schema that ours uses.
fn fits(schema: &Value, root: &Value, value: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(root.pointer(&name[1..]).expect("a table of the schema"), root, value);
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        return ways.iter().any(|way| fits(way, root, value));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.contains(value);
    }
    if let Some(kinds) = schema["type"].as_array() {
        let one = |kind: &Value| json!({ "type": kind, "items": { "type": "string" } });
        return kinds.iter().any(|kind| fits(&one(kind), root, value));
    }
    let within = |number: f64, least: &str, most: &str| {
        schema[least].as_f64().is_none_or(|least| number >= least)
            && schema[most].as_f64().is_none_or(|most| number <= most)
    };
    match value {
        Value::Object(map) => {
            let known = |key: &String| {
                schema["properties"]
                    .get(key)
                    .or_else(|| schema["additionalProperties"].as_object().map(|_| &schema["additionalProperties"]))
            };
            let required = schema["required"].as_array().into_iter().flatten();
            schema["type"] == "object"
                && map.iter().all(|(key, value)| known(key).is_some_and(|schema| fits(schema, root, value)))
                && required.into_iter().all(|key| map.contains_key(key.as_str().unwrap_or_default()))
        }
        Value::Array(list) => {
            schema["type"] == "array"
                && within(list.len() as f64, "minItems", "maxItems")
                && list.iter().all(|value| fits(&schema["items"], root, value))
        }
        Value::String(text) => {
            schema["type"] == "string" && within(text.chars().count() as f64, "minLength", "maxLength")
        }
        Value::Number(number) => {
            let is_whole = schema["type"] != "integer" || number.is_i64();
            let is_number = schema["type"] == "integer" || schema["type"] == "number";
            is_whole && is_number && within(number.as_f64().unwrap_or(f64::NAN), "minimum", "maximum")
        }
        Value::Bool(_) => schema["type"] == "boolean",
        Value::Null => false,
    }
}

#[test]
fn every_battle_fits_the_schema_and_a_wrong_one_does_not() {
    let schema = schema();
    for (name, text) in battles() {
        let value = serde_json::to_value(read(&name, &text)).expect("plain values");
        assert!(fits(&schema, &schema, &value), "{name}");
        let mut wrong = value.clone();
        wrong["unit"][0]["training"] = "elit".into();
        assert!(!fits(&schema, &schema, &wrong), "{name}");
        let mut unknown = value.clone();
        unknown["map"]["breadth"] = 5.into();
        assert!(!fits(&schema, &schema, &unknown), "{name}");
        let mut short = value.clone();
        short["battle"].as_object_mut().expect("a table").remove("name");
        assert!(!fits(&schema, &schema, &short), "{name}");
    }
}
