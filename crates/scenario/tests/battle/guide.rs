//! The guide tells the truth: its example reads, and its list of keys is the reader's own.

use std::path::PathBuf;

use firelock_scenario::{Battle, System, reference};

const MARK: &str = "<!-- keys -->\n";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/battle-files.md")
}

fn guide() -> String {
    std::fs::read_to_string(path()).expect("the guide")
}

#[test]
fn the_example_of_the_guide_reads_without_fault() {
    let guide = guide();
    let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let battle = Battle::read("guide.toml", example).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(battle.units.len(), 4);
    assert!(battle.block(System::Regimental).is_some());
}

#[test]
fn the_keys_of_the_guide_are_up_to_date() {
    let guide = guide();
    let (words, keys) = guide.split_once(MARK).expect("the mark of the keys");
    let wanted = format!("\n{}", reference().trim_end()) + "\n";
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        std::fs::write(path(), format!("{words}{MARK}{wanted}")).expect("the guide can be written");
        return;
    }
    assert!(keys == wanted, "run the test with UPDATE_GUIDE=1 and commit docs/guide/battle-files.md");
}
