//! The laws of every system on random games: 2,000 whole ones, and games that begin in the thick of a fight.

use std::ops::Range;

use firelock_core::Overlay;
use firelock_testkit::{Policy, Trial, laws};
use firelock_washington::Washington;
use firelock_washington::state::State;

use crate::field::{battle, battle_by, bold, points_game};

fn obey(start: &State, seeds: Range<u64>, every: u32) {
    let trial = Trial { every, policy: Policy { limit: 20_000, ..Policy::default() }, ..Trial::default() };
    match laws::<Washington>(start, seeds, &trial) {
        Ok(summary) => println!("{summary}"),
        Err(fault) => panic!("{fault}"),
    }
}

#[test]
fn a_first_volley_obeys_the_laws_at_every_decision() {
    obey(&battle("first-volley-washington"), 0..2, 1);
}

#[test]
fn a_thousand_first_volleys_obey_the_laws() {
    obey(&battle("first-volley-washington"), 1000..2000, 100);
}

#[test]
fn a_thousand_points_battles_obey_the_laws() {
    // WA-PRE-01: from the split of the dice to the end.
    obey(&points_game(), 3000..4000, 100);
}

/// Bold players bring the armies to blows; from there on chance plays, and the laws are tried often.
fn thick(start: &State, seeds: Range<u64>) {
    for seed in seeds {
        for decisions in [90, 160, 230] {
            let (state, _) = bold::play(start, seed, decisions);
            if state.verdict.is_none() {
                obey(&state, seed..seed + 2, 6);
            }
        }
    }
}

#[test]
fn games_in_the_thick_of_a_first_volley_obey_the_laws() {
    thick(&battle("first-volley-washington"), 0..6);
}

#[test]
fn games_in_the_thick_of_a_points_battle_obey_the_laws() {
    thick(&points_game(), 10..13);
}

#[test]
fn games_by_other_readings_obey_the_laws() {
    // WA-OPT-01, WA-OPT-02, WA-OPT-03, WA-OPT-05
    let readings = [
        ("fire_removes_half_bases", "off"),
        ("rout_tests", "enemy_picks"),
        ("fight_row7", "each"),
        ("retreat_before_falter", "off"),
    ];
    let switches = readings.into_iter().map(|(name, word)| (name.to_string(), word.to_string())).collect();
    let start = battle_by("first-volley-washington", Overlay { switches, ..Overlay::default() });
    thick(&start, 20..22);
}
