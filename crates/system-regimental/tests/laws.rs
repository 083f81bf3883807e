//! The laws on random games (style: a decision always has an option, candidates pass check, folding gives the state, …).

use firelock_regimental::Regimental;
use firelock_regimental::state::State;
use firelock_scenario::{Battle, Muster};
use firelock_testkit::{Trial, laws};

fn muster(name: &str) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    let battle = Battle::read(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
    Regimental::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state
}

#[test]
fn random_first_volleys_obey_the_laws() {
    let summary = laws::<Regimental>(&muster("first-volley-regimental"), 0..20, &Trial::default());
    let summary = summary.unwrap_or_else(|fault| panic!("{fault}"));
    println!("{summary:?}");
}
