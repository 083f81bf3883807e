//! The laws on random games: a decision always has an option, candidates pass check, folding gives the state, and so on.
//!
//! `make test` plays 40 first volleys and fewer games of the battle with everything in it; `FIRELOCK_GAMES=2000` plays as many first
//! volleys as it says, and of the others in proportion.
//! `FIRELOCK_BLESS=1` rewrites the games and counts that are kept.

mod common;

use common::{all_arms, muster, muster_text};
use firelock_core::Grain;
use firelock_discipline::Discipline;
use firelock_discipline::state::State;
use firelock_testkit::{Policy, Trial, draws_evenly, golden, laws};

/// How many first volleys are played.
const FIRST_VOLLEYS: u64 = 40;

/// Plays so many games for every 40 first volleys.
fn obeys(start: &State, games: u64, policy: Policy) {
    let wanted = std::env::var("FIRELOCK_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(FIRST_VOLLEYS);
    let trial = Trial { policy, ..Trial::default() };
    let summary = laws::<Discipline>(start, 0..games * wanted / FIRST_VOLLEYS, &trial);
    println!("{}", summary.unwrap_or_else(|fault| panic!("{fault}")));
}

#[test]
fn random_first_volleys_obey_the_laws() {
    obeys(&muster("first-volley-discipline", &[]), FIRST_VOLLEYS, Policy::default());
}

/// In this game a half-stand is listed to go one grid step toward an enemy, which a look no longer than that step refused.
#[test]
fn a_move_that_a_long_look_lets_through_is_legal() {
    let summary = laws::<Discipline>(&muster("first-volley-discipline", &[]), 414..415, &Trial::default());
    summary.unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn every_arm_and_ground_obeys_the_laws() {
    obeys(&muster_text("all", &all_arms("fixed"), &[]), 10, Policy::default());
}

#[test]
fn finely_sampled_games_obey_the_laws() {
    let policy = Policy { grain: Grain::Fine, hurry: 6, ..Policy::default() };
    obeys(&muster_text("all", &all_arms("fixed"), &[]), 2, policy);
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
    obeys(&muster_text("all", &all_arms("fixed"), &options), 8, Policy::default());
}

#[test]
fn games_that_begin_with_deployment_obey_the_laws() {
    obeys(&muster_text("all", &all_arms("zones"), &[]), 4, Policy::default());
}

#[test]
fn games_at_the_other_scale_obey_the_laws() {
    obeys(&muster_text("all", &all_arms("fixed"), &["fd_scale=15mm_cm"]), 4, Policy::default());
}

/// Decisions of random games are drawn again and again: each candidate comes up as often as any other.
#[test]
fn what_is_drawn_is_drawn_evenly() {
    let starts = [(3, muster("first-volley-discipline", &[])), (5, muster_text("all", &all_arms("fixed"), &[]))];
    let tried = starts.map(|(seed, start)| {
        draws_evenly::<Discipline, _>(&start, seed, 300, |state| state.step).unwrap_or_else(|fault| panic!("{fault}"))
    });
    assert!(tried.iter().sum::<usize>() > 30, "only {tried:?} decisions");
}

#[test]
fn first_volleys_are_played_as_they_were() {
    let policy = Policy { grain: Grain::Coarse, ..Policy::default() };
    for (seed, switches, name) in
        [(7, &[][..], "first-volley"), (11, &["fd_chits", "fd_fanaticism"][..], "first-volley-chits")]
    {
        let played = golden::play::<Discipline>(&muster("first-volley-discipline", switches), seed, &policy, 60);
        let played = played.unwrap_or_else(|fault| panic!("{fault}"));
        let kept = format!("{}/tests/data/{name}.play", env!("CARGO_MANIFEST_DIR"));
        golden::compare(kept, &played).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn the_first_choices_are_as_many_as_they_were() {
    let counts = golden::counts::<Discipline>(&muster("first-volley-discipline", &[]), 3, 6);
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/first-volley.counts");
    golden::compare(kept, &counts).unwrap_or_else(|difference| panic!("{difference}"));
}
