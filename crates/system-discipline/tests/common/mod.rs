//! What the tests of this crate share.

use firelock_core::{RuleSystem, Rulebook};
use firelock_discipline::Discipline;
use firelock_discipline::state::State;
use firelock_scenario::{Battle, Muster, System};

/// A battle of this project with some switches on.
pub fn muster(name: &str, switches: &[&str]) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    muster_text(name, &text, switches)
}

/// A battle given as text.
pub fn muster_text(name: &str, text: &str, switches: &[&str]) -> State {
    let battle = Battle::read(name, text).unwrap_or_else(|faults| panic!("{faults}"));
    let mut overlay = battle.overlay(System::Discipline);
    for switch in switches {
        let (name, word) = switch.split_once('=').unwrap_or((switch, "on"));
        overlay.switches.insert(name.to_string(), word.to_string());
    }
    let book = Rulebook::with_overlay(Discipline::charts(), Discipline::switches(), overlay);
    let book = book.unwrap_or_else(|fault| panic!("{fault}"));
    Discipline::muster(&battle, &book).unwrap_or_else(|faults| panic!("{faults}")).state
}
