//! What the tests of this crate share.

use firelock_core::{Overlay, RuleSystem, Rulebook};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::state::State;
use firelock_scenario::{Battle, Muster, System};

/// A battle of this project.
pub(crate) fn battle(name: &str) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    battle_by(name, &text, &[])
}

/// A battle given as text, with some switches set.
pub(crate) fn battle_by(name: &str, text: &str, switches: &[(&str, &str)]) -> State {
    let battle = Battle::read(name, text).unwrap_or_else(|faults| panic!("{faults}"));
    let mut overlay: Overlay = battle.overlay(System::Napoleonic);
    overlay.switches.extend(switches.iter().map(|(name, word)| (name.to_string(), word.to_string())));
    let book = Rulebook::with_overlay(Napoleonic::charts(), Napoleonic::switches(), overlay);
    let book = book.unwrap_or_else(|fault| panic!("{fault}"));
    Napoleonic::muster(&battle, &book).unwrap_or_else(|faults| panic!("{faults}")).state
}
