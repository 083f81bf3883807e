//! The derived figures of the chapter, by enumeration.

use firelock_core::{Checked, Rulebook, Test};
use firelock_odds::{Distribution, Exactness, odds_of, outcomes_of};
use firelock_washington::published::TESTS;
use serde_json::{Value, json};

fn test(name: &str) -> &'static Test {
    TESTS.iter().find(|test| test.name == name).expect("a published test")
}

/// The odds of each effect as ratios.
fn odds(name: &str, facts: Value) -> Vec<(String, String)> {
    let odds = odds_of(test(name), &facts, &Rulebook::default()).expect("facts of the test");
    odds.odds.into_iter().map(|odds| (odds.effect, odds.exact.expect("exact"))).collect()
}

/// The odds of one effect.
fn chance(name: &str, facts: Value, effect: &str) -> String {
    let all = odds(name, facts);
    all.into_iter().find(|(name, _)| name == effect).map_or("0".to_string(), |(_, chance)| chance)
}

fn outcomes<T: Ord>(name: &str, facts: &Value, key: impl Fn(&Checked) -> T) -> Distribution<T> {
    let outcomes = outcomes_of(test(name), facts, &Rulebook::default(), key).expect("facts of the test");
    assert_eq!(outcomes.exactness(), Exactness::Exact, "{name} {facts}");
    outcomes
}

#[test]
fn motivation_passes_as_often_as_the_examples_say() {
    // WA-EX-01, WA-EX-02, WA-EX-03: 26, 3 and 33 of 36.
    let passes = |facts| chance("motivation", facts, "Motivated");
    assert_eq!(passes(json!({"value": 1, "distance": 7.0, "sheltered": true})), "13/18");
    let raw = json!({"quality": "raw", "value": 2, "distance": 10.0, "units_between": true, "separated": true});
    assert_eq!(passes(raw), "1/12");
    assert_eq!(passes(json!({"quality": "veteran"})), "11/12");
}

#[test]
fn a_die_hits_as_often_as_the_table_says() {
    // WA-FIRE-05, WA-FIRE-06
    let hit = |quality: &str, off_center: bool| {
        // Against a target that fails every save of a one, the casualties of one die are its hits over six.
        let facts = json!({
            "shooter": {"quality": quality, "front": 1, "troop": "militia"}, "distance": 8.0, "off_center": off_center,
        });
        chance("shooting", facts, "1 casualty")
    };
    // T-HIT: 7/18, 4/9, 1/2 on a 5; 7/36, 2/9, 1/4 on a 6; of which a save of 2+ at long range fails one in six.
    assert_eq!(["raw", "average", "veteran"].map(|quality| hit(quality, false)), ["7/108", "2/27", "1/12"]);
    assert_eq!(["raw", "average", "veteran"].map(|quality| hit(quality, true)), ["7/216", "1/27", "1/24"]);
}

#[test]
fn a_volley_of_six_bases_takes_what_the_oddities_say() {
    // WA-ODD-03: 1.33 half bases at short range, 0.44 at long.
    let mean = |distance: f64| {
        let facts = json!({"shooter": {"front": 6}, "distance": distance});
        outcomes("shooting", &facts, |checked| checked.result).mean(|casualties| (*casualties).into())
    };
    assert!((mean(4.0) - 4.0 / 3.0).abs() < 1e-12, "{}", mean(4.0));
    assert!((mean(10.0) - 4.0 / 9.0).abs() < 1e-12, "{}", mean(10.0));
}

#[test]
fn markers_disorder_by_any_six() {
    // WA-FIRE-15, WA-FIRE-14
    let disordered = |troop: &str, formation: &str| {
        let facts = json!({"shooter": {"front": 1, "troop": troop, "formation": formation}, "distance": 8.0});
        let key = |checked: &Checked| (checked.result, checked.also.iter().any(|effect| effect.name == "Disordered"));
        outcomes("shooting", &facts, key).chance_that(|(_, disordered)| *disordered).exact().expect("exact")
    };
    // 2/27 casualties: one die in six, or two dice in eleven of thirty-six.
    assert_eq!(disordered("line", "close"), "1/81");
    assert_eq!(disordered("rifle", "loose"), "11/486");
}

#[test]
fn a_game_lasts_six_and_a_half_rounds() {
    // WA-SCALE-09, WA-SEQ-21, WA-VIC-01
    let goes_on = |rounds: u8| {
        let odds = odds_of(test("countdown"), &json!({"rounds": rounds}), &Rulebook::default()).expect("facts");
        odds.odds.iter().find(|odds| odds.effect == "Game goes on").map_or(0.0, |odds| odds.p)
    };
    let left: Vec<f64> = std::iter::once(1.0).chain((1..=21).map(goes_on)).collect();
    assert_eq!((left[3], left[21]), (1.0, 0.0), "never fewer than four rounds");
    let mean: f64 = left.iter().sum();
    assert!((mean - 6.5).abs() < 0.05, "{mean}");
    let ends: Vec<f64> = left.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let most_often = (0..ends.len()).max_by(|a, b| ends[*a].total_cmp(&ends[*b])).expect("rounds");
    assert_eq!(most_often + 1, 6);
}

#[test]
fn falter_odds_of_even_sides_and_of_the_extremes() {
    // WA-ASL-10, WA-ASL-20, WA-ASL-21, WA-ASL-22
    let even = json!({
        "assaulter": {"troop": "militia", "casualty_markers": 1, "assault_attempted": true},
        "target": {"troop": "cavalry", "start_bases": 4, "half_bases": 8, "casualty_markers": 1},
    });
    let found = odds("falter", even);
    let p = |name: &str| found.iter().find(|(own, _)| own == name).map(|(_, p)| p.as_str()).expect("listed");
    // Of 1296: ties 146; so 575 either way, 126 of them by five or more.
    assert_eq!((p("Target routs"), p("Contact"), p("Assault fails")), ("7/72", "449/1296", "721/1296"));
}

#[test]
fn fights_are_enumerated_exactly() {
    // WA-FGT-11, WA-FGT-12, WA-FGT-15
    // Two dice against two, saves of 4+: each die tells one time in six.
    let small = json!({
        "assaulter": {"troop": "militia", "half_bases": 1, "front": 1, "start_bases": 4},
        "target": {"troop": "militia", "half_bases": 1, "front": 1, "start_bases": 4},
    });
    let [own, other] = [("Assaulter wins", "275/1296"), ("Both destroyed", "121/1296")];
    assert_eq!(chance("fight", small.clone(), own.0), own.1);
    assert_eq!(chance("fight", small.clone(), other.0), other.1);
    assert_eq!(chance("fight", small, "Target wins"), "25/36");
    // The greatest fight is still exact.
    let great = json!({"start_bases": 8, "half_bases": 16, "front": 4, "supports": 2});
    let facts = json!({"assaulter": great, "target": great});
    let wins = outcomes("fight", &facts, |checked| checked.effect.name.clone());
    // Sixteen dice to fourteen (F3), each telling one time in six; the assaulter must take more than it loses.
    let telling = |n: i32, k: i32| {
        let ways: f64 = (0..k).map(|at| f64::from(n - at) / f64::from(at + 1)).product();
        ways * (1.0_f64 / 6.0).powi(k) * (5.0_f64 / 6.0).powi(n - k)
    };
    let more: f64 =
        (0..=16).flat_map(|own| (0..own.min(15)).map(move |other| telling(16, own) * telling(14, other))).sum();
    let p = wins.chance_that(|name| name == "Assaulter wins").p();
    assert!((p - more).abs() < 1e-12, "{p} {more}");
}

#[test]
fn morale_and_losses_follow_the_binomial() {
    // WA-MOR-01, WA-MOR-12, WA-MOR-30
    let rout = odds("morale", json!({"cause": "rout"}));
    let expected = [("Retire", "1/4"), ("Steady", "1/2"), ("Unaffected", "1/4")];
    assert_eq!(rout, expected.map(|(name, p)| (name.to_string(), p.to_string())));
    let raw = odds("losses", json!({"quality": "raw"}));
    assert_eq!(raw.iter().map(|(_, p)| p.as_str()).collect::<Vec<_>>(), ["1/16", "1/4", "3/8", "1/4", "1/16"]);
}

#[test]
fn attackers_are_made_by_even_dice() {
    // WA-PRE-04, WA-PRE-05
    let all = odds("pool-contest", json!({"own": 12, "enemy": 12}));
    let p = |name: &str| all.iter().find(|(own, _)| own == name).map(|(_, p)| p.clone()).expect("listed");
    for margin in 1..=3 {
        assert_eq!(p(&format!("Own side attacks, margin {margin}")), p(&format!("Enemy attacks, margin {margin}")));
    }
}

#[test]
fn every_test_with_plain_facts_is_exact() {
    for test in TESTS {
        let odds = odds_of(test, &(test.facts)(), &Rulebook::default()).expect("plain facts");
        assert_eq!(odds.exactness, Exactness::Exact, "{}", test.name);
    }
}
