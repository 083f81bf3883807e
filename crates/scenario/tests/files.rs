//! The battle files of the project read without fault, and their schema is up to date.

use std::path::PathBuf;

use firelock_scenario::{Battle, Frame, System, schema};

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
