//! The control figures of the chapter, by enumeration.

use firelock_core::{Rulebook, Test};
use firelock_napoleonic::published::TESTS;
use firelock_odds::{Exactness, odds_of, outcomes_of};
use serde_json::{Value, json};

fn test(name: &str) -> &'static Test {
    TESTS.iter().find(|test| test.name == name).expect("a published test")
}

/// The odds of one effect as a ratio.
fn chance(name: &str, facts: Value, effect: &str) -> String {
    let odds = odds_of(test(name), &facts, &Rulebook::default()).expect("facts of the test");
    assert_eq!(odds.exactness, Exactness::Exact, "{name} {facts}");
    let found = odds.odds.into_iter().find(|odds| odds.effect == effect);
    found.map_or("0".to_string(), |odds| odds.exact.expect("exact"))
}

const QUALITIES: [&str; 4] = ["elite", "veteran", "regular", "raw"];

#[test]
fn casualties_of_a_base() {
    // NQ-SAF-08, NQ-SAF-11, NQ-SAF-12: D6 1/3, 0, 0; D8 1/2, 1/4, 0 (pair 1/8); and so on.
    let base = |quality: &str, distance: f64| {
        let facts = json!({"firer": {"quality": quality, "bases": 1}, "distance": distance});
        chance("small-arms", facts, "1 casualty")
    };
    let pair = |quality: &str| {
        let facts = json!({"firer": {"quality": quality, "bases": 2}, "distance": 20.0, "combine": true});
        chance("small-arms", facts, "1 casualty")
    };
    let bands = |quality| [10.0, 15.0, 20.0].map(|distance| base(quality, distance));
    assert_eq!(bands("raw"), ["1/3", "0", "0"]);
    assert_eq!(bands("regular"), ["1/2", "1/4", "0"]);
    assert_eq!(bands("veteran"), ["3/5", "2/5", "1/5"]);
    assert_eq!(bands("elite"), ["2/3", "1/2", "1/3"]);
    assert_eq!(["regular", "veteran", "elite"].map(pair), ["1/8", "3/10", "5/12"]);
}

#[test]
fn two_dice_added_hit_more_often_than_the_chapter_likes() {
    // NQ-ODD-03, NQ-OPT-02: 43 of 64.
    let book = crate::book(json!({"switches": {"nq_long_range_combine": "sum_two"}}));
    let facts = json!({"firer": {"bases": 2}, "distance": 20.0, "combine": true});
    let odds = odds_of(test("small-arms"), &facts, &book).expect("facts");
    let hit = odds.odds.iter().find(|odds| odds.effect == "1 casualty").and_then(|odds| odds.exact.clone());
    assert_eq!(hit.as_deref(), Some("43/64"));
}

#[test]
fn accuracy_by_quality() {
    // NQ-ART-12, NQ-ART-45, NQ-ODD-02
    let accurate = |ammunition: &str| {
        QUALITIES.map(|quality| {
            let facts = json!({"quality": quality, "ammunition": ammunition, "distance": 20.0});
            chance("artillery-accuracy", facts, "Accurate")
        })
    };
    assert_eq!(accurate("shot"), ["1/2", "3/8", "3/10", "1/4"]);
    assert_eq!(accurate("canister"), ["5/6", "5/8", "1/2", "5/12"]);
}

#[test]
fn steadiness_by_quality() {
    // NQ-MOR-06, NQ-CMD-04
    let steady = QUALITIES.map(|quality| chance("morale", json!({"quality": quality}), "Steady"));
    assert_eq!(steady, ["1", "3/4", "3/5", "1/2"]);
    let passed = QUALITIES.map(|quality| chance("discipline", json!({"quality": quality}), "Passed"));
    assert_eq!(passed, steady);
}

#[test]
fn pairs_of_bases() {
    // NQ-MEL-08, NQ-MEL-10, NQ-EX-12: even 28, 8, 28 of 64; the charging column 54, 4, 6.
    let pair = |facts: Value| {
        ["Own base wins, 1 hit", "Tie", "Enemy base wins, 1 hit"]
            .map(|effect| chance("melee-base", facts.clone(), effect))
    };
    assert_eq!(pair(json!({})), ["7/16", "1/8", "7/16"]);
    let column = json!({"own": {"formation": "attack-column", "charging": true}});
    assert_eq!(pair(column), ["27/32", "1/16", "3/32"]);
    // Lancers cannot lose a pair against a line (NQ-EX-13).
    let lancers = json!({"own": {"class": "light-cavalry", "lance": true, "charging": true}});
    assert_eq!(chance("melee-base", lancers, "Own base wins, 2 hits"), "1");
}

#[test]
fn many_pairs_stay_exact() {
    // NQ-MEL-07, NQ-MEL-21
    let even = |pairs: u8| {
        let facts = json!({"pairs": pairs, "own": {"bases_initial": 10, "bases": 10}, "enemy": {"bases_initial": 10, "bases": 10}});
        ["Own unit wins", "Draw", "Enemy wins"].map(|effect| chance("melee", facts.clone(), effect))
    };
    assert_eq!(even(1), ["7/16", "1/8", "7/16"]);
    let [won, _, lost] = even(10);
    assert_eq!(won, lost);
    let uneven = json!({"pairs": 8, "pairs_higher": 4, "own": {"charging": true, "reinforcements": 2}});
    let odds = odds_of(test("melee"), &uneven, &Rulebook::default()).expect("facts");
    assert_eq!(odds.exactness, Exactness::Exact);
}

#[test]
fn command_units_are_seldom_hit() {
    // NQ-LDR-01, NQ-LDR-02
    let odds = ["Unhurt", "Wounded", "Killed"].map(|effect| chance("command-hit", json!({}), effect));
    assert_eq!(odds, ["11/12", "1/18", "1/36"]);
}

#[test]
fn initiative_follows_the_rating() {
    // NQ-SEQ-04: of the 90 unlike pairs of faces 45 are red's; with one point more, 55 of the 91 that are no tie.
    let red = |rating: u8| chance("initiative", json!({"red_rating": rating}), "Red chooses");
    assert_eq!((red(0).as_str(), red(1).as_str()), ("1/2", "55/91"));
}

#[test]
fn few_squares_are_touched() {
    // NQ-CHG-14, NQ-CHG-10: only a one presses home against a steady square.
    let pressed = |facts| chance("press-home", facts, "Presses home");
    assert_eq!(pressed(json!({})), "1/10");
    assert_eq!(pressed(json!({"quality": "veteran", "command_attached": true})), "1/4");
    assert_eq!(pressed(json!({"quality": "elite", "command_attached": true})), "1/3");
    assert_eq!(chance("form-square", json!({"quality": "regular", "distance": 20.0}), "In square"), "1/2");
}

#[test]
fn a_deviating_shot_is_counted_face_by_face() {
    // NQ-ART-19, NQ-ART-22: six faces, 360 degrees and twelve scores.
    let facts = json!({"width": 200.0, "depth": 200.0});
    assert_eq!(chance("deviation", facts, "Still on the target"), "1");
    assert_eq!(chance("deviation", json!({"width": 0.0, "depth": 0.0}), "Off the target"), "1");
    // On a square of eight centimeters: full scores up to 4 always strike, those on target up to 8.
    let facts = json!({"width": 8.0, "depth": 8.0});
    let strikes =
        outcomes_of(test("deviation"), &facts, &Rulebook::default(), |checked| checked.result).expect("facts");
    assert_eq!(strikes.exactness(), Exactness::Exact);
    let least = (4.0 * 4.0 + 2.0 * 8.0) / 72.0;
    assert!(strikes.chance(&1).p() > least && strikes.chance(&1).p() < least + 0.1, "{}", strikes.chance(&1).p());
    let whole = odds_of(test("artillery"), &json!({}), &Rulebook::default()).expect("facts");
    assert_eq!(whole.exactness, Exactness::Exact);
}
