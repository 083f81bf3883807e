//! The worked examples of the chapter, section 18, through the published tests.
//!
//! What an example says of the table stands here only as far as the rules decide it without one:
//! - WA-EX-05: which die the owner rolls again; here the determination, and the motivation with the dice as they then lie.
//! - WA-EX-10 to WA-EX-12: the move into contact and the way back; here price, falter test, fight, morale, retire and losses.
//! - WA-EX-13: the reform afterwards.
//! - WA-EX-14: which friends test; here their dice.
//! - WA-EX-16: which guns form a battery.
//! - WA-EX-18: where the front edge is; here price and dice.
//! - WA-EX-19: which side is assaulted and who is on the hill; here they are facts.
//! - WA-EX-20: the advance of up to 30 mm; here only that it may be made.
//! - WA-EX-22: the place that just fits; here only the dice.
//! - WA-EX-23: who holds what; here the points.
//!
//! These want a table of their own in the tests of the phases.

use expect_test::{Expect, expect};
use firelock_testkit::published::told;
use serde_json::{Value, json};

use crate::{book, run};

fn check(name: &str, facts: Value, faces: &[i16], expected: Expect) {
    expected.assert_eq(&told(&run(&book(json!({})), name, &facts, faces)));
}

#[test]
fn example_01_motivation_in_a_wood() {
    // WA-CMD-11, WA-CMD-18, WA-CMD-20
    check(
        "motivation",
        json!({"value": 1, "distance": 7.0, "sheltered": true}),
        &[4, 3],
        expect![[r#"
        motivation: +2 average, +1 commander's value, +2 each 3 inches off, +1 either in a wood or building = 6 needed
        2 d6: 7 Motivated [WA-CMD-11]
    "#]],
    );
}

#[test]
fn example_02_a_far_commander_and_a_hill_between() {
    // WA-CMD-11, WA-CMD-12, WA-CMD-21, WA-CMD-22, WA-CMD-23
    let raw = json!({"quality": "raw", "value": 2, "distance": 10.0, "units_between": true, "separated": true});
    check(
        "motivation",
        raw.clone(),
        &[5, 5],
        expect![[r#"
        motivation: +3 raw, +2 commander's value, +3 each 3 inches off, +1 a unit between, +2 separated by a wood, building, river or hill = 11 needed
        2 d6: 10 Not motivated [WA-SEQ-11]
    "#]],
    );
    check(
        "motivation",
        raw.clone(),
        &[5, 6],
        expect![[r#"
        motivation: +3 raw, +2 commander's value, +3 each 3 inches off, +1 a unit between, +2 separated by a wood, building, river or hill = 11 needed
        2 d6: 11 Motivated [WA-CMD-11]
    "#]],
    );
    // The need is 14 at 19 inches.
    let mut far = raw;
    far["distance"] = json!(19.0);
    check(
        "motivation",
        far,
        &[6, 6],
        expect![[r#"
        motivation: +3 raw, +2 commander's value, +6 each 3 inches off, +1 a unit between, +2 separated by a wood, building, river or hill = 14 needed
        2 d6: 12 Motivated [WA-CMD-12]
    "#]],
    );
}

#[test]
fn example_03_low_scores_always_fail() {
    // WA-CMD-12, WA-CMD-13
    let mut veteran = json!({"quality": "veteran", "distance": 2.9});
    check(
        "motivation",
        veteran.clone(),
        &[1, 2],
        expect![[r#"
        motivation: +1 veteran = 1 needed
        2 d6: 3 Not motivated [WA-CMD-12]
    "#]],
    );
    check(
        "motivation",
        veteran.clone(),
        &[1, 3],
        expect![[r#"
        motivation: +1 veteran = 1 needed
        2 d6: 4 Motivated [WA-CMD-11]
    "#]],
    );
    veteran["mounted_commander_with"] = json!(true);
    check(
        "motivation",
        veteran,
        &[],
        expect![[r#"
        0 Motivated [WA-CMD-13]
    "#]],
    );
}

#[test]
fn example_04_action_points() {
    // WA-CMD-15, WA-CMD-16, WA-CMD-17, WA-MOVE-27
    check(
        "action-points",
        json!({"quality": "raw", "disordered": true}),
        &[2],
        expect![[r#"
        action points: -1 raw, -2 disordered = -3 AP
        d6 -3: 1 1 AP [WA-CMD-15]
    "#]],
    );
    check(
        "disorder-removal",
        json!({}),
        &[4],
        expect![[r#"
        d6: 4 In order [WA-MOVE-27]
    "#]],
    );
    check(
        "action-points",
        json!({"quality": "veteran", "commander_with": true}),
        &[3],
        expect![[r#"
        action points: +1 veteran = 1 AP
        d6 +1: 4 4 AP [WA-CMD-15]
    "#]],
    );
}

#[test]
fn example_05_determination() {
    // WA-CMD-05, WA-CMD-07
    check(
        "determination",
        json!({"value": 1, "general_value": 1, "distance": 7.5}),
        &[5, 3],
        expect![[r#"
        determination: -1 brigade commander's value, -1 general's value, -2 each 3 inches between them = -4 dice
        2 d6 -4: 4 4 dice [WA-CMD-05]
    "#]],
    );
    // The unit needs 7 and rolls 2 and 4; the 2 rolled again is a 5.
    let unit = json!({"value": 1, "distance": 9.0, "units_between": true});
    check(
        "motivation",
        unit.clone(),
        &[2, 4],
        expect![[r#"
        motivation: +2 average, +1 commander's value, +3 each 3 inches off, +1 a unit between = 7 needed
        2 d6: 6 Not motivated [WA-SEQ-11]
    "#]],
    );
    check(
        "motivation",
        unit,
        &[5, 4],
        expect![[r#"
        motivation: +2 average, +1 commander's value, +3 each 3 inches off, +1 a unit between = 7 needed
        2 d6: 9 Motivated [WA-CMD-11]
    "#]],
    );
}

#[test]
fn example_06_a_volley() {
    // WA-FIRE-02, WA-FIRE-03, WA-FIRE-05, WA-FIRE-06, WA-FIRE-08, WA-FIRE-10, WA-FIRE-13, WA-FIRE-15
    check(
        "shooting",
        json!({"shooter": {"front": 4}, "distance": 3.5}),
        &[1, 2, 5, 6, 3, 5, 2, 4, 6, 6],
        expect![[r#"
            dice: +4 each base in the front rank = 4 dice
            to hit: +5 basic = 5 needed
            save: +3 basic, +1 line infantry at short range = 4 needed
            4 d6, then 3 d6, then d6: 1 1 casualty [WA-FIRE-13]
              1 half base lost [WA-FIRE-13]
              1 marker [WA-FIRE-13]
              Disordered [WA-FIRE-15]
        "#]],
    );
    check(
        "action-cost",
        json!({"action": "first-shot"}),
        &[],
        expect![[r#"
        price: +1 first shot = 1 AP
        1 1 AP [WA-FIRE-02]
    "#]],
    );
    check(
        "action-cost",
        json!({"action": "second-shot"}),
        &[],
        expect![[r#"
        price: +3 second shot = 3 AP
        3 3 AP [WA-FIRE-02]
    "#]],
    );
}

#[test]
fn example_07_rifles() {
    // WA-FIRE-04, WA-FIRE-07, WA-FIRE-09, WA-FIRE-14, WA-SPEC-01
    let facts = json!({
        "shooter": {"troop": "rifle", "formation": "loose", "front": 3},
        "target": {"formation": "loose", "cover": true},
        "distance": 13.0,
    });
    check(
        "shooting",
        facts,
        &[5, 6, 1, 6, 1, 5, 3, 6],
        expect![[r#"
        dice: +3 each base in the front rank = 3 dice
        to hit: +5 basic = 5 needed
        save: +3 basic, -1 target in cover = 2 needed
        3 d6, then 2 d6, then 2 d6: 1 1 casualty [WA-FIRE-13]
          1 hit ignored [WA-FIRE-07]
          1 half base lost [WA-FIRE-13]
          2 markers [WA-FIRE-14]
          Disordered [WA-FIRE-15]
    "#]],
    );
}

#[test]
fn example_08_an_opportunity_shot() {
    // WA-FIRE-05, WA-FIRE-08, WA-FIRE-19, WA-FIRE-20, WA-LOS-03, WA-ROST-16
    let facts = json!({
        "shooter": {"troop": "militia", "quality": "raw", "front": 4},
        "distance": 3.5,
        "off_center": true,
        "opportunity": true,
    });
    check(
        "shooting",
        facts,
        &[1, 3, 6, 6, 6, 2, 3, 1, 5, 6],
        expect![[r#"
        dice: +4 each base in the front rank = 4 dice
        to hit: +6 target off center = 6 needed
        save: +3 basic = 3 needed
        4 d6, then 3 d6, then 2 d6: 2 2 casualties [WA-FIRE-13]
          2 half bases lost [WA-FIRE-13]
          2 markers [WA-FIRE-13]
          Disordered [WA-FIRE-15]
    "#]],
    );
}

#[test]
fn example_09_canister() {
    // WA-ART-01, WA-ART-02, WA-ART-04, WA-ART-05, WA-FIRE-24
    check(
        "action-points",
        json!({"gun": true}),
        &[5],
        expect![[r#"
        action points:  = 0 AP
        d6: 5 5 AP [WA-CMD-15]
    "#]],
    );
    let mut shot = json!({"ap": 5, "distance": 4.0, "target": {"column": true}});
    check(
        "artillery",
        shot.clone(),
        &[4, 2, 6, 3, 3, 5, 1],
        expect![[r#"
        dice: +4 each AP = 4 dice
        to hit: +4 canister = 4 needed
        save: +3 basic, +1 canister = 4 needed
        4 d6, then 2 d6, then d6: 1 1 casualty [WA-FIRE-13]
          1 half base lost [WA-FIRE-13]
          1 marker [WA-FIRE-13]
          Artillery casualty [WA-ART-05]
    "#]],
    );
    shot["opportunity"] = json!(true);
    check(
        "artillery",
        shot.clone(),
        &[1, 2, 3],
        expect![[r#"
        dice: +3 opportunity, canister = 3 dice
        to hit: +4 canister = 4 needed
        save: +3 basic, +1 canister = 4 needed
        3 d6: 0 No casualties [WA-FIRE-13]
    "#]],
    );
    shot["damaged"] = json!(true);
    check(
        "artillery",
        shot,
        &[1, 2],
        expect![[r#"
        dice: +3 opportunity, canister, -1 damaged gun = 2 dice
        to hit: +4 canister = 4 needed
        save: +3 basic, +1 canister = 4 needed
        2 d6: 0 No casualties [WA-FIRE-13]
    "#]],
    );
}

/// The assault of examples 10 to 12, at the falter dice.
fn assault_on_a_fence() -> Value {
    json!({
        "assaulter": {"quality": "veteran", "supports": 1},
        "target": {
            "troop": "militia", "quality": "raw", "front": 2, "start_bases": 7, "half_bases": 6, "casualty_markers": 1,
            "supports": 2,
        },
        "approach": {"linear": true},
    })
}

#[test]
fn example_10_falter() {
    // WA-ASL-03, WA-ASL-10, WA-ASL-11, WA-ASL-12, WA-ASL-21, WA-ROST-15
    check(
        "action-cost",
        json!({"action": "assault", "linears": 1}),
        &[],
        expect![[r#"
        price: +2 assault, +1 over a linear feature = 3 AP
        3 3 AP [WA-ASL-01]
    "#]],
    );
    check(
        "falter",
        assault_on_a_fence(),
        &[3, 4, 6, 2],
        expect![[r#"
        assaulter: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
        target: +2 supported, +2 behind a linear or first on a hill = 4
        2 d6 +6 against 2 d6 +4: 1 Contact [WA-ASL-21]
    "#]],
    );
}

#[test]
fn example_11_the_fight_of_example_10() {
    // WA-FGT-01, WA-FGT-02, WA-FGT-03, WA-FGT-04, WA-FGT-07, WA-FGT-11, WA-FGT-12, WA-FGT-13, WA-FGT-15
    check(
        "fight",
        assault_on_a_fence(),
        &[1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 5, 3, 2, 2, 3, 5, 6],
        expect![[r#"
        assaulter: +6 each base, +2 each supporting unit, +2 passed the falter test, +2 line infantry, -2 enemy behind a linear = 10 dice
        target: +3 each base, +4 each supporting unit, -2 battered, -2 front of one or two bases, -2 militia or dismounted cavalry, +1 at least two dice = 2 dice
        10 d6, 2 d6, then d6, 4 d6: 1 Assaulter wins [WA-FGT-15]
          Assaulter: 1 half base lost [WA-FGT-13]
          Assaulter: disordered [WA-FGT-19]
          Target: 2 half bases lost [WA-FGT-13]
          Target: tests morale [WA-FGT-18]
          Target: disordered [WA-FGT-19]
    "#]],
    );
}

#[test]
fn example_12_morale_after_example_11() {
    // WA-FGT-18, WA-FGT-19, WA-MOR-08, WA-MOR-10, WA-MOR-16, WA-MOR-30
    let militia = json!({
        "cause": "lost-fight", "troop": "militia", "quality": "raw", "start_bases": 7, "half_bases": 4,
        "casualty_markers": 1, "linear": true,
    });
    check(
        "morale",
        militia,
        &[1, 2, 3, 4, 5, 2],
        expect![[r#"
        morale: +1 each casualty marker, +1 raw, +2 battered, +3 lost a fight, -1 defends a linear = 6 dice
        6 d6: 2 Retire and losses [WA-MOR-16]
          Losses [WA-MOR-30]
    "#]],
    );
    check(
        "retire",
        json!({}),
        &[3],
        expect![[r#"
        d6 +1: 4 4 inches [WA-MOR-23]
    "#]],
    );
    check(
        "losses",
        json!({"quality": "raw", "start_bases": 7, "half_bases": 4}),
        &[4, 1, 2, 6],
        expect![[r#"
        4 d6: 2 2 half bases lost [WA-MOR-30]
    "#]],
    );
}

#[test]
fn example_13_morale_at_the_start_of_a_turn() {
    // WA-MOR-01, WA-MOR-03, WA-MOR-04, WA-MOR-06, WA-MOR-09, WA-MOR-10, WA-MOR-14
    let line = json!({
        "half_bases": 9, "casualty_markers": 4, "artillery_casualty": true, "disordered": true, "linear": true,
        "enemy_in_flank_box": true, "commander_near": true, "brigade_commander_with": true,
    });
    check(
        "morale",
        line,
        &[4, 1, 6, 2, 5],
        expect![[r#"
        morale: +3 each casualty marker, +1 disordered, +1 a casualty by artillery, +2 enemy in a flank box, -2 brigade commander with = 5 dice
        5 d6: 3 Retire and losses [WA-MOR-14]
          Losses [WA-MOR-30]
    "#]],
    );
    check(
        "retire",
        json!({}),
        &[5],
        expect![[r#"
        d6 +1: 6 6 inches [WA-MOR-23]
    "#]],
    );
    check(
        "losses",
        json!({"half_bases": 9}),
        &[2, 4, 3],
        expect![[r#"
        3 d6: 1 1 half base lost [WA-MOR-30]
    "#]],
    );
}

#[test]
fn example_14_tests_for_a_rout() {
    // WA-MOR-01, WA-MOR-07, WA-MOR-11, WA-MOR-12, WA-MOR-20
    check(
        "morale",
        json!({"cause": "rout"}),
        &[1, 6],
        expect![[r#"
        morale: +2 a rout or destruction near by = 2 dice
        2 d6: 1 Steady [WA-MOR-12]
    "#]],
    );
    check(
        "morale",
        json!({"cause": "rout", "quality": "veteran", "commander_near": true}),
        &[],
        expect![[r#"
        morale: +2 a rout or destruction near by, -1 veteran, -1 mounted commander near = 0 dice
        0 Unaffected [WA-MOR-11]
    "#]],
    );
}

#[test]
fn example_15_cavalry_is_repulsed() {
    // WA-ASL-14, WA-ASL-17, WA-ASL-22, WA-SPEC-04
    let facts = json!({
        "assaulter": {"troop": "cavalry", "start_bases": 4, "half_bases": 8},
        "approach": {"linear": true},
    });
    check(
        "falter",
        facts,
        &[4, 4, 3, 4],
        expect![[r#"
        assaulter: +2 first assault, +2 no casualty markers = 4
        target: +2 foot behind a linear against horse, +1 no casualty markers, +2 behind a linear or first on a hill = 5
        2 d6 +4 against 2 d6 +5: 0 Assault fails [WA-ASL-22]
          Assaulter: retires [WA-ASL-22]
    "#]],
    );
    check(
        "retire",
        json!({}),
        &[2],
        expect![[r#"
        d6 +1: 3 3 inches [WA-MOR-23]
    "#]],
    );
}

#[test]
fn example_16_guns() {
    // WA-ASL-19, WA-FGT-10, WA-FGT-14, WA-FGT-15, WA-FGT-20, WA-MOR-22, WA-ROST-19
    let light = json!({
        "troop": "light", "start_bases": 5, "half_bases": 10, "front": 5, "assault_attempted": true,
    });
    check(
        "falter",
        json!({"assaulter": light, "guns": 2}),
        &[2, 3, 2, 2],
        expect![[r#"
        assaulter: +2 line infantry in order, +2 no casualty markers = 4
        target: +4 each gun = 4
        2 d6 +4 against 2 d6 +4: 1 Contact [WA-ASL-21]
    "#]],
    );
    check(
        "fight",
        json!({"assaulter": light, "battery": [2, 2]}),
        &[6, 5, 5, 1, 1, 2, 3, 4, 4, 5, 6, 2, 1, 4, 3, 1, 4, 6],
        expect![[r#"
            assaulter: +5 each base, +2 passed the falter test, +2 line infantry = 9 dice
            target: +4 each gun = 4 dice
            9 d6, 4 d6, then 2 d6, 3 d6: 1 Assaulter wins [WA-FGT-15]
              Assaulter: 1 half base lost [WA-FGT-13]
              Assaulter: disordered [WA-FGT-19]
              Target: 4 half bases lost [WA-FGT-20]
              Target: guns lost [WA-FGT-20]
        "#]],
    );
}

#[test]
fn example_17_a_march_on_a_road() {
    // WA-MOVE-03, WA-MOVE-05
    check(
        "march",
        json!({"front": 1, "ap": 5, "road": true}),
        &[],
        expect![[r#"
        each increment: +1 movement increment = 1 AP
        4 20 inches [WA-MOVE-05]
    "#]],
    );
    let column = run(&book(json!({})), "march", &json!({"front": 1, "ap": 5, "road": true}), &[]);
    assert_eq!(column.effect.text, "It makes 4 increments of up to 5 inches and has 1 AP left.");
    check(
        "march",
        json!({"mover": "gun", "ap": 5, "road": true}),
        &[],
        expect![[r#"
        each increment: +1 movement increment = 1 AP
        2 10 inches [WA-MOVE-05]
    "#]],
    );
}

#[test]
fn example_18_a_wood() {
    // WA-MOVE-10, WA-MOVE-12, WA-MOVE-17, WA-MOVE-27
    check(
        "march",
        json!({"ap": 6, "scenery": true}),
        &[],
        expect![[r#"
        each increment: +1 movement increment, +1 through slowing scenery = 2 AP
        2 6 inches [WA-MOVE-03]
    "#]],
    );
    let through = run(&book(json!({})), "march", &json!({"ap": 6, "scenery": true}), &[]);
    assert_eq!(through.effect.text, "It makes 2 increments of up to 3 inches and has 2 AP left.");
    check(
        "scenery-disorder",
        json!({}),
        &[4],
        expect![[r#"
        d6: 4 Disordered [WA-MOVE-17]
    "#]],
    );
    check(
        "disorder-removal",
        json!({}),
        &[3],
        expect![[r#"
        d6: 3 Still disordered [WA-MOVE-27]
    "#]],
    );
    check(
        "disorder-removal",
        json!({}),
        &[5],
        expect![[r#"
        d6: 5 In order [WA-MOVE-27]
    "#]],
    );
    // In loose formation or column the wood costs nothing more and no die.
    check(
        "march",
        json!({"ap": 2, "scenery": true, "formation": "loose"}),
        &[],
        expect![[r#"
        each increment: +1 movement increment = 1 AP
        2 6 inches [WA-MOVE-03]
    "#]],
    );
    check(
        "march",
        json!({"ap": 2, "scenery": true, "front": 1}),
        &[],
        expect![[r#"
        each increment: +1 movement increment = 1 AP
        2 6 inches [WA-MOVE-03]
    "#]],
    );
    check(
        "scenery-disorder",
        json!({"formation": "loose"}),
        &[],
        expect![[r#"
        0 In order [WA-MOVE-17]
    "#]],
    );
    check(
        "scenery-disorder",
        json!({"column": true}),
        &[],
        expect![[r#"
        0 In order [WA-MOVE-17]
    "#]],
    );
}

#[test]
fn example_19_a_flank_on_a_rough_hill() {
    // WA-ASL-13, WA-ASL-25, WA-FGT-06, WA-FGT-08, WA-FGT-09, WA-TERR-07
    let facts = json!({
        "assaulter": {
            "troop": "light", "formation": "loose", "start_bases": 5, "half_bases": 10, "front": 3,
            "assault_attempted": true,
        },
        "approach": {"facet": "flank", "first_on_hill": true, "uphill": "rough-hill"},
    });
    check(
        "falter",
        facts.clone(),
        &[4, 3, 3, 4],
        expect![[r#"
        assaulter: +2 assaults flank or rear, +2 no casualty markers = 4
        target: +1 no casualty markers, +2 behind a linear or first on a hill = 3
        2 d6 +4 against 2 d6 +3: 1 Contact [WA-ASL-21]
    "#]],
    );
    check(
        "fight",
        facts,
        &[1, 1, 1, 1, 1, 1, 1, 1],
        expect![[r#"
        assaulter: +5 each base, +2 passed the falter test, -2 loose, -2 target up a rough hill = 3 dice
        target: +6 each base, +2 line infantry, -3 assaulted on flank or rear = 5 dice
        3 d6, 5 d6: 0 Target wins [WA-FGT-15]
          Assaulter: tests morale [WA-FGT-18]
          Assaulter: disordered [WA-FGT-19]
          Target: disordered [WA-FGT-19]
    "#]],
    );
}

#[test]
fn example_20_a_rout_at_the_falter_test() {
    // WA-ASL-18, WA-ASL-20, WA-MOR-17
    let facts = json!({
        "assaulter": {"tag": "hessian"},
        "target": {"quality": "raw", "disordered": true, "casualty_markers": 2},
    });
    check(
        "falter",
        facts,
        &[3, 3, 4, 4],
        expect![[r#"
        assaulter: +2 line infantry in order, +2 first assault, +2 no casualty markers, +1 Hessians against raw troops = 7
        target:  = 0
        2 d6 +7 against 2 d6: 5 Target routs [WA-ASL-20]
          2 morale tests [WA-MOR-17]
          Assaulter: may advance [WA-ASL-20]
          Assaulter: disordered [WA-ASL-20]
    "#]],
    );
}

#[test]
fn example_21_the_countdown() {
    // WA-SEQ-21, WA-VIC-01
    let mut left = 21;
    let mut stands = Vec::new();
    for die in [4, 6, 3, 5, 2, 1] {
        left = run(&book(json!({})), "countdown", &json!({"left": left}), &[die]).result;
        stands.push(left);
    }
    assert_eq!(stands, [17, 11, 8, 3, 1, 0]);
    check(
        "countdown",
        json!({"left": 1}),
        &[1],
        expect![[r#"
        d6: 0 Game ends [WA-VIC-01]
    "#]],
    );
    check(
        "countdown",
        json!({"rounds": 5}),
        &[4, 6, 3, 5, 2],
        expect![[r#"
        5 d6: 1 Game goes on [WA-SEQ-21]
    "#]],
    );
}

#[test]
fn example_22_reinforcements() {
    // WA-MOVE-25
    check(
        "reinforcement",
        json!({"by_road": true}),
        &[4],
        expect![[r#"
        d6: 4 Arrives [WA-MOVE-25]
    "#]],
    );
    check(
        "reinforcement",
        json!({}),
        &[4],
        expect![[r#"
        d6: 4 Waits [WA-MOVE-25]
    "#]],
    );
}

#[test]
fn example_23_the_score() {
    // WA-VIC-05, WA-VIC-06, WA-VIC-07, WA-VIC-10
    let facts = json!({
        "attacker": {"objectives": [20.0, 30.0], "units_lost": 2, "units_battered": 1, "sections": 1},
        "defender": {"objectives": [8.0], "units_lost": 3, "guns_lost": 1, "commanders_dead": 1},
    });
    check(
        "victory",
        facts,
        &[],
        expect![[r#"
        attacker: +4 objective, +6 objective, +6 enemy units lost, +1 battered enemy units, +2 sections held = 19
        defender: +2 objective, +9 enemy units lost, +1 enemy guns lost, +1 enemy commanders dead = 13
        6 Clear win of the attacker [WA-VIC-10]
    "#]],
    );
}

#[test]
fn example_24_losses() {
    // WA-MOR-30
    check(
        "losses",
        json!({"quality": "veteran"}),
        &[4, 3],
        expect![[r#"
        2 d6: 1 1 half base lost [WA-MOR-30]
    "#]],
    );
    check(
        "losses",
        json!({"quality": "raw"}),
        &[4, 5, 1, 6],
        expect![[r#"
        4 d6: 3 3 half bases lost [WA-MOR-30]
    "#]],
    );
}
