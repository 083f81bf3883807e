//! The worked examples of the chapter, section 18, through the published tests.
//!
//! What an example says of the table stands here only as far as the rules decide it without one:
//! - NQ-EX-02 to NQ-EX-06: which bases shoot, and over what distance; here they are facts.
//! - NQ-EX-08: where the shot comes down; here on a target that stands alone.
//! - NQ-EX-10: who sees the target; here only that the gun does not.
//! - NQ-EX-11: that a gun opposite a corner is at no flank.
//! - NQ-EX-12: how many bases touch, and that the melee goes on.
//! - NQ-EX-14: the recoil of the cuirassiers (NQ-MEL-37), and the fire of all faces.
//! - NQ-EX-15: where wrapped and reinforcing bases stand.
//! - NQ-EX-18, NQ-EX-19: from where the charge starts.
//! - NQ-EX-20: which units are lost or rout; here the sums.
//!
//! These want a table of their own in the tests of the phases.

use crate::{book, run, told};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn check(name: &str, facts: Value, faces: &[i16], expected: Expect) {
    expected.assert_eq(&told(&run(&book(json!({})), name, &facts, faces)));
}

#[test]
fn example_01_line_fire() {
    // NQ-EX-01, NQ-SAF-08, NQ-SAF-10, NQ-SAF-11, NQ-SAF-15, NQ-SAF-18
    check(
        "small-arms",
        json!({"firer": {"first_volley": true}, "target": {"formation": "attack-column"}, "distance": 8.0}),
        &[5, 3, 8, 1, 6, 4],
        expect![[r#"
            5 or more: +1 first volley, -1 at an attack column, skirmishers or deployed guns = 0
            6 d8: 3 3 casualties [NQ-SAF-11]
              Reduced by 3 [NQ-MEL-17]
        "#]],
    );
}

#[test]
fn example_02_two_ranks() {
    // NQ-EX-02, NQ-SAF-17, NQ-SAF-18, NQ-ROS-07
    check(
        "small-arms",
        json!({
            "firer": {"quality": "veteran", "two_rank": true},
            "target": {"formation": "column"},
            "distance": 14.0,
        }),
        &[9, 8, 7, 10, 2, 5],
        expect![[r#"
            7 or more: +1 line in two ranks, -2 at a column = -1
            6 d10 -1: 3 3 casualties [NQ-SAF-11]
              Reduced by 3 [NQ-MEL-17]
        "#]],
    );
}

#[test]
fn example_03_long_range_pairing() {
    // NQ-EX-03, NQ-SAF-12, NQ-SAF-13, NQ-SAF-14
    check(
        "small-arms",
        json!({"distance": 18.0, "combine": true}),
        &[8, 3, 7],
        expect![[r#"
        8 or more:  = 0
        3 d8: 1 1 casualty [NQ-SAF-11]
          Reduced by 1 [NQ-MEL-17]
    "#]],
    );
    // Alone they need a nine that the die does not have.
    check(
        "small-arms",
        json!({"distance": 18.0}),
        &[8, 8, 8, 8, 8, 8],
        expect![[r#"
        9 or more:  = 0
        6 d8: 0 No casualties [NQ-SAF-11]
    "#]],
    );
}

#[test]
fn example_04_rifles_against_cover() {
    // NQ-EX-04, NQ-SAF-18, NQ-SAF-26, NQ-SAF-27
    check(
        "small-arms",
        json!({
            "firer": {"class": "rifle-infantry", "quality": "veteran", "weapon": "rifle", "bases": 4},
            "target": {"class": "light-infantry", "formation": "skirmish", "cover": "medium"},
            "distance": 22.0,
        }),
        &[10, 9, 6, 3],
        expect![[r#"
            7 or more: -1 at an attack column, skirmishers or deployed guns, -2 target in medium cover = -3
            4 d10 -3: 1 1 casualty [NQ-SAF-11]
              Reduced by 1 [NQ-MEL-17]
        "#]],
    );
}

#[test]
fn example_05_reduced_base() {
    // NQ-EX-05, NQ-SAF-24
    check(
        "small-arms",
        json!({"firer": {"bases": 3, "reduction": 2}, "distance": 9.0}),
        &[5, 4, 6],
        expect![[r#"
        5 or more:  = 0
        reduced base, 5 or more: -2 each figure the base has lost = -2
        2 d8, d8 -2: 1 1 casualty [NQ-SAF-11]
          Reduced by 1 [NQ-MEL-17]
    "#]],
    );
}

#[test]
fn example_06_square_fire() {
    // NQ-EX-06, NQ-SAF-16, NQ-SAF-23
    check(
        "small-arms",
        json!({
            "firer": {"formation": "square", "formation_changed": true, "bases": 2},
            "target": {"class": "light-cavalry", "bases_initial": 4, "bases": 4},
            "distance": 10.0,
        }),
        &[8, 7],
        expect![[r#"
            5 or more: -2 firing from a standing square, -1 changed formation = -3
            2 d8 -3: 1 1 casualty [NQ-SAF-11]
              Reduced by 1 [NQ-MEL-17]
        "#]],
    );
}

#[test]
fn example_07_round_shot_accurate() {
    // NQ-EX-07, NQ-ART-12, NQ-ART-17, NQ-ART-27, NQ-ART-39
    check(
        "artillery-accuracy",
        json!({"distance": 38.0, "target_moved": true}),
        &[2],
        expect![[r#"
        accuracy: +1 target moved = 1
        d10 +1: 3 Accurate [NQ-ART-17]
    "#]],
    );
    check(
        "artillery-effect",
        json!({}),
        &[],
        expect![[r#"
        casualties: +2 by the table = 2
        2 2 casualties [NQ-ART-27]
          Reduced by 2 [NQ-MEL-17]
    "#]],
    );
    check(
        "artillery",
        json!({"accuracy": {"distance": 38.0, "target_moved": true}}),
        &[2],
        expect![[r#"
        accuracy: +1 target moved = 1
        casualties: +2 by the table = 2
        d10 +1: 2 2 casualties [NQ-ART-27]
          Reduced by 2 [NQ-MEL-17]
    "#]],
    );
}

#[test]
fn example_08_deviation() {
    // NQ-EX-08, NQ-ART-18, NQ-ART-19, NQ-ART-20, NQ-ART-21, NQ-ART-22, NQ-ART-23, NQ-SCA-10, NQ-SCA-12
    check(
        "artillery-accuracy",
        json!({"distance": 45.0, "target_moved": true}),
        &[6],
        expect![[r#"
        accuracy: +1 target moved = 1
        d10 +1: 7 Deviates [NQ-ART-18]
    "#]],
    );
    check(
        "deviation",
        json!({"range": "long"}),
        &[5, 90, 7],
        expect![[r#"
        d6, d360, d12: 1 Still on the target [NQ-ART-22]
    "#]],
    );
    let moved = run(&book(json!({})), "deviation", &json!({"range": "long"}), &[5, 90, 7]);
    assert_eq!(moved.effect.text, "It comes down 7.5 cm off, towards 90 degrees.");
    check(
        "artillery-effect",
        json!({"range": "long"}),
        &[],
        expect![[r#"
        casualties: +1 by the table = 1
        1 1 casualty [NQ-ART-27]
          Reduced by 1 [NQ-MEL-17]
    "#]],
    );
    check(
        "artillery",
        json!({"accuracy": {"distance": 45.0, "target_moved": true}}),
        &[6, 5, 90, 7],
        expect![[r#"
        accuracy: +1 target moved = 1
        casualties: +1 by the table = 1
        d10 +1, then d6, d360, d12: 1 1 casualty [NQ-ART-27]
          Reduced by 1 [NQ-MEL-17]
    "#]],
    );
}

#[test]
fn example_09_inaccurate_canister() {
    // NQ-EX-09, NQ-ART-25, NQ-ART-26, NQ-ART-29, NQ-ART-31, NQ-ART-45
    let gun = |distance| json!({"quality": "veteran", "gun": "iii", "ammunition": "canister", "distance": distance});
    check(
        "artillery-accuracy",
        gun(28.0),
        &[7],
        expect![[r#"
        accuracy: -2 canister = -2
        d8 -2: 5 Inaccurate [NQ-ART-26]
    "#]],
    );
    let effect = |range| {
        json!({
            "gun": "iii", "ammunition": "canister", "range": range, "inaccurate": true, "target": {"unformed": true},
        })
    };
    check(
        "artillery-effect",
        effect("effective"),
        &[],
        expect![[r#"
        casualties: +1 by the table = 1
        1 1 casualty [NQ-ART-27]
          Reduced by 1 [NQ-MEL-17]
    "#]],
    );
    check(
        "artillery-accuracy",
        gun(40.0),
        &[7],
        expect![[r#"
        accuracy: -2 canister = -2
        d8 -2: 5 Inaccurate [NQ-ART-26]
    "#]],
    );
    check(
        "artillery-effect",
        effect("long"),
        &[],
        expect![[r#"
        casualties: +1 by the table, -1 inaccurate canister at long range = 0
        0 No casualties [NQ-ART-27]
    "#]],
    );
}

#[test]
fn example_10_howitzer_indirect() {
    // NQ-EX-10, NQ-ART-07, NQ-ART-42, NQ-ART-43, NQ-ART-46
    check(
        "artillery-accuracy",
        json!({
            "gun": "howitzer", "ammunition": "shell", "distance": 35.0, "direct_sight": false, "gun_moved": true,
        }),
        &[1],
        expect![[r#"
            accuracy: +1 gun moved, +1 howitzer or mortar without sight = 2
            d10 +2: 3 Accurate [NQ-ART-17]
        "#]],
    );
    check(
        "artillery-effect",
        json!({"gun": "howitzer", "ammunition": "shell", "target": {"formation": "column", "cover": "medium"}}),
        &[],
        expect![[r#"
            casualties: +3 by the table, -1 target in light or medium cover = 2
            2 2 casualties [NQ-ART-27]
              Reduced by 2 [NQ-MEL-17]
        "#]],
    );
}

#[test]
fn example_11_round_shot_on_a_square() {
    // NQ-EX-11, NQ-FOR-15, NQ-ART-48
    check(
        "artillery-accuracy",
        json!({"quality": "elite", "gun": "i", "distance": 30.0}),
        &[3],
        expect![[r#"
        accuracy:  = 0
        d6: 3 Accurate [NQ-ART-17]
    "#]],
    );
    check(
        "artillery-effect",
        json!({"gun": "i", "target": {"formation": "square", "zone": "flank"}}),
        &[],
        expect![[r#"
            casualties: +2 by the table, +1 at a square = 3
            3 3 casualties [NQ-ART-27]
              Reduced by 3 [NQ-MEL-17]
        "#]],
    );
}

#[test]
fn example_12_attack_column_against_line() {
    // NQ-EX-12, NQ-MEL-07, NQ-MEL-08, NQ-MEL-21, NQ-MEL-40, NQ-MEL-47
    let column = json!({"formation": "attack-column", "charging": true});
    check(
        "melee-base",
        json!({"own": column}),
        &[3, 6],
        expect![[r#"
        own: +2 charging, +2 attack column against formed infantry = 4
        enemy:  = 0
        d8 +4 against d8: 1 Own base wins, 1 hit [NQ-MEL-08]
    "#]],
    );
    check(
        "melee",
        json!({"own": column, "pairs": 2}),
        &[3, 1, 6, 8],
        expect![[r#"
        own: +2 charging, +2 attack column against formed infantry = 4
        enemy:  = 0
        2 d8 +4 against 2 d8: 0 Draw [NQ-MEL-21]
          Own: reduced by 1 [NQ-MEL-17]
          Enemy: reduced by 1 [NQ-MEL-17]
    "#]],
    );
}

#[test]
fn example_13_lancers_on_a_line() {
    // NQ-EX-13, NQ-MEL-09, NQ-MEL-41, NQ-MEL-49, NQ-MEL-53, NQ-CHG-15
    let lancers = json!({"class": "light-cavalry", "lance": true, "charging": true, "bases_initial": 4, "bases": 4});
    check(
        "charge-reaction",
        json!({}),
        &[4],
        expect![[r#"
        stand: +2 out of square, charged by cavalry = 2
        d10 +2: 6 Charge goes on [NQ-CHG-21]
          Steady [NQ-MOR-06]
          May fire [NQ-CHG-17]
    "#]],
    );
    check(
        "melee-base",
        json!({"own": lancers}),
        &[1, 8],
        expect![[r#"
        own: +2 charging, +2 lances against infantry, +2 cavalry in line or column against formed infantry = 6
        enemy: -3 infantry out of square against cavalry = -3
        d8 +6 against d8 -3: 2 Own base wins, 2 hits [NQ-MEL-09]
    "#]],
    );
    check(
        "melee-base",
        json!({"own": lancers, "turn": 2}),
        &[1, 8],
        expect![[r#"
        own: +2 cavalry in line or column against formed infantry = 2
        enemy: -3 infantry out of square against cavalry = -3
        d8 +2 against d8 -3: -2 Enemy base wins, 1 hit [NQ-MEL-08]
    "#]],
    );
}

#[test]
fn example_14_cuirassiers_on_a_square() {
    // NQ-EX-14, NQ-CHG-14, NQ-MEL-42, NQ-MEL-43, NQ-MEL-46, NQ-MEL-59
    let charge = json!({
        "charger": {"class": "heavy-cavalry", "quality": "veteran", "command_attached": true},
        "target": {"formation": "square"},
    });
    check(
        "charge-reaction",
        charge.clone(),
        &[2],
        expect![[r#"
        press home: +5 against a formed square, -1 command unit attached = 4
        d8 +4: 6 Charge goes on [NQ-CHG-21]
          Presses home [NQ-CHG-14]
          May fire [NQ-CHG-17]
    "#]],
    );
    check(
        "charge-reaction",
        charge,
        &[3],
        expect![[r#"
        press home: +5 against a formed square, -1 command unit attached = 4
        d8 +4: 7 Charge turned away [NQ-CHG-14]
          Turned away [NQ-CHG-14]
          Charger unformed [NQ-CHG-14]
          All faces may fire [NQ-CHG-30]
    "#]],
    );
    let cuirassiers = json!({
        "class": "heavy-cavalry", "quality": "veteran", "cuirass": true, "command_attached": true, "charging": true,
        "bases_initial": 4, "bases": 4,
    });
    check(
        "melee-base",
        json!({"own": cuirassiers, "enemy": {"formation": "square"}}),
        &[3, 7],
        expect![[r#"
        own: +2 charging, +1 charging in cuirass, +1 command unit attached, +1 veteran, +2 cavalry in line or column against formed infantry = 7
        enemy:  = 0
        d10 +7 against d8: 3 Own base wins, 2 hits [NQ-MEL-09]
    "#]],
    );
}

#[test]
fn example_15_reinforcement_hits() {
    // NQ-EX-15, NQ-MEL-11, NQ-MEL-16, NQ-MEL-17, NQ-MEL-18, NQ-MEL-27
    check(
        "melee",
        json!({"own": {"reinforcements": 3}, "enemy": {"bases": 5, "reduction": 2}, "pairs": 5}),
        &[8, 8, 8, 8, 1, 1, 1, 1, 1, 8],
        expect![[r#"
            own:  = 0
            enemy:  = 0
            5 d8 against 5 d8: 4 Own unit wins [NQ-MEL-21]
              Own: reduced by 1 [NQ-MEL-17]
              Enemy: 1 base lost [NQ-MEL-16]
              Enemy: reduced by 3 [NQ-MEL-17]
              Enemy: tests morale [NQ-MOR-04]
        "#]],
    );
    check(
        "casualties",
        json!({"hits": 5, "bases": 5, "reduction": 2}),
        &[],
        expect![[r#"
        1 1 base lost [NQ-MEL-16]
          Reduced by 3 [NQ-MEL-17]
          Tests morale [NQ-MOR-03]
    "#]],
    );
    check(
        "morale",
        json!({"cause": "melee", "bases": 6, "fights_lost": 1}),
        &[5],
        expect![[r#"
        morale: +1 each fight lost beyond those won = 1
        d10 +1: 6 Steady [NQ-MOR-06]
    "#]],
    );
}

#[test]
fn example_16_two_opponents() {
    // NQ-EX-16, NQ-MEL-26, NQ-MEL-27, NQ-MOR-20, NQ-MOR-31, NQ-MOR-32
    let lost = json!({
        "cause": "melee", "formation": "attack-column", "engaged": true, "bases_initial": 8, "bases": 6,
        "fights_lost": 2, "bases_lost": 1,
    });
    check(
        "morale",
        lost,
        &[6],
        expect![[r#"
        morale: +1 lost a quarter of its figures, +2 each fight lost beyond those won, -1 formed square or attack column = 2
        d10 +2: 8 Unformed [NQ-MOR-07]
    "#]],
    );
    check(
        "morale",
        json!({"cause": "melee", "fights_lost": 1, "fights_won": 1}),
        &[6],
        expect![[r#"
        morale:  = 0
        d10: 6 Steady [NQ-MOR-06]
    "#]],
    );
}

#[test]
fn example_17_fire_morale() {
    // NQ-EX-17, NQ-MOR-01, NQ-MOR-09, NQ-MOR-20, NQ-MOR-22
    check(
        "morale",
        json!({"quality": "raw", "bases": 4, "bases_lost": 2}),
        &[11],
        expect![[r#"
        morale: +1 lost a quarter of its figures, +1 each further base lost in the step = 2
        d12 +2: 13 Rout [NQ-MOR-09]
          Rout move [NQ-MOV-25]
    "#]],
    );
}

#[test]
fn example_18_emergency_square() {
    // NQ-EX-18, NQ-CHG-10, NQ-CHG-16, NQ-MOR-23, NQ-MOR-25
    let charge = |distance| json!({"target": {"quality": "veteran"}, "reaction": "form-square", "distance": distance});
    check(
        "form-square",
        json!({"quality": "veteran", "distance": 20.0}),
        &[5],
        expect![[r#"
        form square: +1 in line = 1
        d8 +1: 6 In square [NQ-CHG-10]
    "#]],
    );
    check(
        "charge-reaction",
        charge(20.0),
        &[5, 1],
        expect![[r#"
        form square: +1 in line = 1
        press home: +5 against a formed square = 5
        d8 +1, then d10 +5: 6 Charge goes on [NQ-CHG-21]
          In square [NQ-CHG-10]
          Presses home [NQ-CHG-14]
          May fire [NQ-CHG-17]
    "#]],
    );
    check(
        "charge-reaction",
        charge(12.0),
        &[5, 2],
        expect![[r#"
        form square: +2 charge starts near, +1 in line = 3
        stand: +2 unformed, +2 out of square, charged by cavalry = 4
        d8 +3, then d8 +4: 6 Charge goes on [NQ-CHG-21]
          Unformed [NQ-CHG-10]
          Steady [NQ-MOR-06]
    "#]],
    );
}

#[test]
fn example_19_countercharge() {
    // NQ-EX-19, NQ-CHG-11, NQ-MEL-40, NQ-MEL-41
    check(
        "charge-reaction",
        json!({"target": {"class": "light-cavalry", "bases_initial": 4, "bases": 4}, "reaction": "countercharge", "distance": 25.0}),
        &[6],
        expect![[r#"
            countercharge:  = 0
            d10: 6 Countercharge [NQ-CHG-11]
              Countercharge [NQ-CHG-11]
        "#]],
    );
    let lancers = json!({"class": "light-cavalry", "lance": true, "charging": true, "bases_initial": 4, "bases": 4});
    let hussars = json!({"class": "light-cavalry", "charging": true, "bases_initial": 4, "bases": 4});
    check(
        "melee-base",
        json!({"own": lancers, "enemy": hussars}),
        &[4, 6],
        expect![[r#"
        own: +2 charging, +1 lances against cavalry = 3
        enemy: +2 charging = 2
        d8 +3 against d8 +2: -1 Enemy base wins, 1 hit [NQ-MEL-08]
    "#]],
    );
}

#[test]
fn example_20_army_break() {
    // NQ-EX-20, NQ-VIC-01, NQ-VIC-02, NQ-VIC-03, NQ-VIC-04
    check(
        "end-check",
        json!({"red": {"bases": 32, "guns": 3, "bases_lost": 16, "guns_lost": 2}}),
        &[],
        expect![[r#"
            -20 Blue wins [NQ-VIC-04]
              Red breaks [NQ-VIC-03]
        "#]],
    );
}
