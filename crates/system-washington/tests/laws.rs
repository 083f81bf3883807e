//! The laws of every system on random games (style: a decision always has an option, candidates pass check, folding gives the state).

mod field;

use firelock_testkit::{Policy, Trial, laws};
use firelock_washington::Washington;

use field::{battle, points_game};

fn obey(start: &firelock_washington::state::State, seeds: std::ops::Range<u64>, every: u32) {
    let trial = Trial { every, policy: Policy { limit: 20_000, ..Policy::default() }, ..Trial::default() };
    match laws::<Washington>(start, seeds, &trial) {
        Ok(summary) => println!("{summary}"),
        Err(fault) => panic!("{fault}"),
    }
}

#[test]
fn first_volleys_obey_the_laws_at_every_decision() {
    obey(&battle("first-volley-washington"), 0..4, 1);
}

#[test]
fn random_first_volleys_obey_the_laws() {
    obey(&battle("first-volley-washington"), 100..160, 8);
}

#[test]
fn random_points_battles_obey_the_laws() {
    // WA-PRE-01: from the split of the dice to the end.
    obey(&points_game(), 0..20, 8);
}
