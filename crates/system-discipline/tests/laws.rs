//! The laws on random games (style: a decision always has an option, candidates pass check, folding gives the state, …).

mod common;

use common::{all_arms, muster, muster_text};
use firelock_core::Grain;
use firelock_discipline::Discipline;
use firelock_discipline::state::State;
use firelock_testkit::{Policy, Trial, laws};

fn obeys(start: &State, seeds: std::ops::Range<u64>, trial: &Trial) {
    let summary = laws::<Discipline>(start, seeds, trial).unwrap_or_else(|fault| panic!("{fault}"));
    println!("{summary}");
}

#[test]
fn random_first_volleys_obey_the_laws() {
    obeys(&muster("first-volley-discipline", &[]), 0..100, &Trial::default());
}

#[test]
fn every_arm_and_ground_obeys_the_laws() {
    obeys(&muster_text("all", &all_arms("fixed"), &[]), 0..30, &Trial::default());
}

#[test]
fn finely_sampled_games_obey_the_laws() {
    let policy = Policy { grain: Grain::Fine, hurry: 6, ..Policy::default() };
    obeys(&muster_text("all", &all_arms("fixed"), &[]), 0..6, &Trial { policy, ..Trial::default() });
}

#[test]
fn games_with_every_option_on_obey_the_laws() {
    let options = [
        "fd_chits",
        "fd_fanaticism",
        "fd_extended_kill_zone",
        "fd_shattered_retreat",
        "fd_campaign_casualties",
        "fd_castings_base",
        "fd_mmg_plus_one",
        "fd_split_400",
        "fd_skirmish_first",
        "fd_bow_100",
        "fd_mods_or",
        "fd_adjacent_bonus",
        "fd_winner_checks",
        "fd_shift_20",
        "fd_zone_bonus_kept",
    ];
    obeys(&muster_text("all", &all_arms("fixed"), &options), 0..20, &Trial::default());
}

#[test]
fn games_that_begin_with_deployment_obey_the_laws() {
    obeys(&muster_text("all", &all_arms("zones"), &[]), 0..10, &Trial::default());
}

#[test]
fn games_at_the_other_scale_obey_the_laws() {
    obeys(&muster_text("all", &all_arms("fixed"), &["fd_scale=15mm_cm"]), 0..10, &Trial::default());
}
