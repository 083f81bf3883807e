//! The laws on random games, and games kept word by word.
//!
//! `make test` plays 200 first volleys under the laws; `FIRELOCK_GAMES=2000` plays as many as it says.

use std::ops::Range;

use firelock_core::Grain;
use firelock_regimental::Regimental;
use firelock_regimental::state::State;
use firelock_scenario::{Battle, Muster};
use firelock_testkit::{Policy, Trial, draws_evenly, golden, laws};

fn muster(name: &str) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    let battle = Battle::read(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
    Regimental::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state
}

/// How many games are played in all.
fn games() -> u64 {
    std::env::var("FIRELOCK_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(200)
}

fn obeys(start: &State, seeds: Range<u64>, policy: Policy) {
    let trial = Trial { policy, ..Trial::default() };
    let summary = laws::<Regimental>(start, seeds, &trial).unwrap_or_else(|fault| panic!("{fault}"));
    println!("{summary:?}");
    // Every game ends by the rules: on points after the last turn, or at once.
    assert!(summary.ended_by.keys().all(|clause| ["RF-VIC-11", "RF-VIC-12"].contains(&clause.id())));
}

#[test]
fn random_first_volleys_obey_the_laws() {
    obeys(&muster("first-volley-regimental"), 0..games() / 2, Policy::default());
}

#[test]
fn first_volleys_of_few_choices_obey_the_laws() {
    let policy = Policy { grain: Grain::Coarse, ..Policy::default() };
    obeys(&muster("first-volley-regimental"), games() / 2..games(), policy);
}

#[test]
fn random_battles_of_the_cowpens_obey_the_laws() {
    let policy = Policy { grain: Grain::Coarse, ..Policy::default() };
    obeys(&muster("cowpens"), 0..games() / 100, policy);
}

/// Decisions of a random game are drawn again and again: each candidate comes up as often as any other.
#[test]
fn what_is_drawn_is_drawn_evenly() {
    let start = muster("first-volley-regimental");
    let tried = draws_evenly::<Regimental, _>(&start, 3, 400, |state| format!("{:?}", state.agenda.top()));
    let tried = tried.unwrap_or_else(|fault| panic!("{fault}"));
    assert!(tried > 20, "only {tried} decisions");
}

#[test]
fn a_first_volley_is_played_as_it_was() {
    let policy = Policy { grain: Grain::Coarse, ..Policy::default() };
    let played = golden::play::<Regimental>(&muster("first-volley-regimental"), 7, &policy, 60);
    let played = played.unwrap_or_else(|fault| panic!("{fault}"));
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/first-volley.play");
    golden::compare(kept, &played).unwrap_or_else(|difference| panic!("{difference}"));
}

#[test]
fn the_first_choices_are_as_many_as_they_were() {
    let counts = golden::counts::<Regimental>(&muster("first-volley-regimental"), 3, 6);
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/first-volley.counts");
    golden::compare(kept, &counts).unwrap_or_else(|difference| panic!("{difference}"));
}
