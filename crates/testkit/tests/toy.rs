//! The toy keeps the laws, and its golden files show what it does.

use firelock_core::{Given, Grain, RuleSystem, Rulebook};
use firelock_testkit::toy::{State, Toy};
use firelock_testkit::{Fault, Law, Policy, Trial, golden, laws, walk};

fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_law_holds_at_every_decision() -> Result<(), Box<Fault>> {
    let policy = Policy { grain: Grain::Middle, hurry: 6, ..Policy::default() };
    let summary = laws::<Toy>(&State::example(), 0..100, &Trial { policy, every: 1, again: 1 })?;
    assert_eq!((summary.games, summary.tried), (100, summary.decisions));
    Ok(())
}

#[test]
fn two_thousand_games_keep_the_laws() -> Result<(), Box<Fault>> {
    let summary = laws::<Toy>(&State::example(), 0..2000, &Trial::default())?;
    println!("{summary}");
    assert_eq!(summary.games, 2000);
    assert_eq!(summary.ended_by.values().sum::<u64>(), 2000);
    assert_eq!(summary.won.iter().sum::<u64>(), 2000);
    assert!(summary.tried > summary.decisions / 16 && summary.tried < summary.decisions / 4);
    Ok(())
}

#[test]
fn a_walk_is_the_same_game_for_the_same_seed_alone() -> Result<(), Box<Fault>> {
    let digest = |seed| Ok(walk::<Toy>(&State::example(), seed, &Policy::default())?.digest().expect("plain values"));
    let [first, again, other]: [Result<u64, Box<Fault>>; 3] = [digest(5), digest(5), digest(6)];
    let (first, again, other) = (first?, again?, other?);
    assert_eq!(first, again);
    assert_ne!(first, other);
    Ok(())
}

#[test]
fn a_walk_without_an_end_is_a_fault() {
    let policy = Policy { limit: 10, ..Policy::default() };
    let fault = walk::<Toy>(&State::example(), 3, &policy).expect_err("a game takes more than ten decisions");
    assert_eq!((fault.law, fault.seed, fault.place), (Law::Ends, 3, 10));
    assert!(fault.to_string().contains("not over after 10 decisions"), "{fault}");
}

#[test]
fn golden_counts() -> Result<(), String> {
    golden::compare(data("toy.counts"), &golden::counts::<Toy>(&State::example(), 12, 60))
}

#[test]
fn golden_playthrough() -> Result<(), String> {
    let play =
        golden::play::<Toy>(&State::example(), 447, &Policy::default(), 60).map_err(|fault| fault.to_string())?;
    golden::compare(data("toy.play"), &play)
}

#[test]
fn the_nerve_test_runs_without_a_table() {
    let test = &Toy::tests()[0];
    let facts = serde_json::json!({ "below_half": true });
    let checked = (test.run)(&facts, &Rulebook::default(), &mut Given::new([4])).expect("one face");
    assert_eq!((checked.effect.name.as_str(), checked.result), ("shaken", 3));
    assert_eq!(checked.ledgers[0].1.to_string(), "(+1 holding), -1 below half = -1");
}
