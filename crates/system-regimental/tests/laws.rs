//! The laws on random games, and games kept word by word.
//!
//! `make test` plays 200 first volleys under the laws; `FIRELOCK_GAMES=2000` plays as many as it says.

use std::collections::BTreeSet;
use std::ops::Range;

use firelock_core::{Grain, RuleSystem, Seeded, try_out};
use firelock_regimental::Regimental;
use firelock_regimental::state::State;
use firelock_scenario::{Battle, Muster};
use firelock_testkit::{Policy, Trial, golden, laws};

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
    const TIMES: usize = 60;
    let mut state = muster("first-volley-regimental");
    let (mut dice, mut chance) = (Seeded::new(3, 0), Seeded::new(3, 1));
    let mut tried = BTreeSet::new();
    for place in 0..400 {
        let Some(side) = Regimental::asked(&state).first().copied() else { break };
        let mut listed = Vec::new();
        Regimental::candidates(&state, side, Grain::Coarse, &mut listed);
        // One decision of every kind and length of list.
        let (asking, n) = (format!("{:?}", state.agenda.top()), listed.len());
        if n > 1 && tried.insert((asking, n)) {
            let mut counts = vec![0_usize; n];
            for _ in 0..n * TIMES {
                let drawn = Regimental::draw(&state, side, Grain::Coarse, &mut chance).expect("a candidate");
                counts[listed.iter().position(|command| *command == drawn).expect("among the candidates")] += 1;
            }
            let off = |&count: &usize| (count as f64 - TIMES as f64).powi(2) / TIMES as f64;
            // Chi-square with n - 1 degrees of freedom, five deviations above its mean; the seed is fixed.
            let (chi, most) = (counts.iter().map(off).sum::<f64>(), (n - 1) as f64 + 5.0 * (2.0 * n as f64).sqrt());
            assert!(chi < most, "place {place}: {counts:?} of {listed:?}");
        }
        let command = chance.one_of(&mut listed).expect("a candidate");
        dice.turn_to(place);
        try_out::<Regimental>(&mut state, side, &command, &mut dice).expect("legal");
    }
    assert!(tried.len() > 20, "only {} decisions", tried.len());
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
