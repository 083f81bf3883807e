//! The worked examples of the chapter, section 18, through the published tests.
//!
//! What an example says of the table stands here only as far as the rules decide it without one:
//! - RF-EX-03: the move of the mob; here only its rate.
//! - RF-EX-16: where the breakthrough leads; here only that it must be made, and half the rate.
//! - RF-EX-18: the marker set by the move; here only the rate and the fire.
//! - RF-EX-21: whom a leader leaves out, and that a disordered unit must roll before the player may pass; here only the roll at -2.
//! - RF-EX-23: the barred bearings and the surrender; here only that the unit must go back.
//!
//! These want a table of their own in the tests of the phases.

use crate::common::{book, run, told};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn check(name: &str, facts: Value, faces: &[i16], expected: Expect) {
    expected.assert_eq(&told(&run(&book(json!({})), name, &facts, faces)));
}

#[test]
fn example_01_a_gallant_leader_in_radius() {
    // RF-EX-01
    // RF-CHK-01, RF-CMD-09, RF-CHK-10, RF-CHK-12, RF-MAN-01
    check(
        "maneuver",
        json!({"experience": "veteran", "rating": "gallant"}),
        &[4],
        expect![[r#"
        maneuver: +1 gallant leader, +1 veteran, +2 fresh troops = 4
        d10: 8 Double Quick [RF-MAN-01]
    "#]],
    );
}

#[test]
fn example_02_a_shared_die() {
    // RF-EX-02
    // RF-CHK-02, RF-CHK-03, RF-CHK-15, RF-MOR-07, RF-MAN-02
    check(
        "maneuver",
        json!({}),
        &[3],
        expect![[r#"
        maneuver: +2 fresh troops = 2
        d10: 5 Well Handled [RF-MAN-02]
    "#]],
    );
    let raw_column = json!({"experience": "raw", "effectiveness": "worn", "formation": "field-column"});
    check(
        "maneuver",
        raw_column,
        &[3],
        expect![[r#"
        maneuver: -1 raw, +1 field or march column = 0
        d10: 3 Well Handled [RF-MAN-02]
    "#]],
    );
    let spent = json!({"effectiveness": "spent", "order": "disordered", "in_close_range": true});
    check(
        "maneuver",
        spent,
        &[3],
        expect![[r#"
            maneuver: -2 spent troops = -2
            d10: 1 Wavering [RF-MOR-07]
              Retreats out of close range [RF-RET-01]
              No fire [RF-FIR-06]
        "#]],
    );
}

#[test]
fn example_03_panic() {
    // RF-EX-03
    // RF-CHK-07, RF-CHK-13, RF-CMD-08, RF-MOR-09, RF-MOV-05
    let militia = json!({
        "militia": true, "experience": "raw", "effectiveness": "spent", "order": "broken", "formation": "mob",
        "control": "out", "heavy_casualties": true,
    });
    check(
        "maneuver",
        militia,
        &[3],
        expect![[r#"
            maneuver: -2 out of command, -1 raw, -2 spent troops, -2 broken, -1 heavy casualties = -8
            d10: -5 Panic [RF-MOR-09]
              5 stands lost [RF-MOR-09]
              Full retreat [RF-RET-05]
              No fire [RF-FIR-06]
        "#]],
    );
    check(
        "road-move",
        json!({"mover": "infantry-broken"}),
        &[],
        expect![[r#"
        way: +1600 rate over the slowest ground = 16.00"
        1600 16 inches [RF-MOV-08]
    "#]],
    );
}

#[test]
fn example_04_out_of_command_replaces_provisional() {
    // RF-EX-04
    // RF-CMD-07, RF-CMD-08, RF-MOR-08, RF-MAN-03
    check(
        "maneuver",
        json!({"effectiveness": "worn", "control": "out"}),
        &[2],
        expect![[r#"
        maneuver: -2 out of command = -2
        d10: 0 Fall Back [RF-MOR-08]
    "#]],
    );
    check(
        "maneuver",
        json!({"effectiveness": "worn", "control": "provisional"}),
        &[2],
        expect![[r#"
        maneuver: -1 provisional command = -1
        d10: 1 Tardy [RF-MAN-03]
    "#]],
    );
}

#[test]
fn example_05_a_battalion_gun_alone() {
    // RF-EX-05
    // RF-CHK-05, RF-GUN-06, RF-GUN-10, RF-GUN-16, RF-SPC-09
    let mut gun = json!({
        "branch": "guns", "role": "battalion-gun", "carriage": "heavy", "formation": "unlimbered", "stands": 1,
        "experience": "veteran", "rating": "poor", "outflanked": true, "in_close_range": true,
    });
    check(
        "maneuver",
        gun.clone(),
        &[1],
        expect![[r#"
        maneuver: -1 poor leader, +1 veteran, -2 outflanked = -2
        d10: -1 Fall Back [RF-GUN-16]
          1 stand lost [RF-GUN-16]
          Destroyed [RF-MOR-15]
    "#]],
    );
    gun["friends_near"] = json!(true);
    check(
        "maneuver",
        gun,
        &[1],
        expect![[r#"
        maneuver: -1 poor leader, +1 veteran, +2 battalion gun near friends, -2 outflanked = 0
        d10: 1 Tardy [RF-GUN-10]
    "#]],
    );
}

#[test]
fn example_06_guns_on_a_good_road() {
    // RF-EX-06
    // RF-MOV-02, RF-MOV-06, RF-MOV-08
    check(
        "road-move",
        json!({"mover": "foot-gun", "road": "good"}),
        &[],
        expect![[r#"
        way: +800 rate over the slowest ground, +800 good road = 16.00"
        1600 16 inches [RF-MOV-08]
    "#]],
    );
    check(
        "road-move",
        json!({"mover": "foot-gun", "road": "good", "off_road": 3.0}),
        &[],
        expect![[r#"
        way: +800 rate over the slowest ground, +500 good road = 13.00"
        1300 13 inches [RF-MOV-08]
    "#]],
    );
    let broken = json!({"mover": "foot-gun", "road": "good", "off_road": 3.0, "ground": "broken"});
    check(
        "road-move",
        broken,
        &[],
        expect![[r#"
        way: +600 rate over the slowest ground, +300 good road = 9.00"
        900 9 inches [RF-MOV-08]
    "#]],
    );
}

#[test]
fn example_07_a_column_at_the_double_quick() {
    // RF-EX-07
    // RF-MOV-01, RF-MOV-08
    let column = json!({"mover": "infantry-march", "road": "good", "pace": "quick"});
    check(
        "road-move",
        column,
        &[],
        expect![[r#"
        way: +1600 rate over the slowest ground, +800 good road = 24.00"
        2400 24 inches [RF-MOV-08]
    "#]],
    );
}

#[test]
fn example_08_guns_on_a_trail_in_the_woods() {
    // RF-EX-08
    // RF-MOV-14, RF-TER-07
    check(
        "road-move",
        json!({"mover": "foot-gun", "road": "poor", "pace": "quick"}),
        &[],
        expect![[r#"
        way: +1200 rate over the slowest ground = 12.00"
        1200 12 inches [RF-MOV-08]
    "#]],
    );
    check(
        "road-move",
        json!({"mover": "foot-gun", "pace": "quick", "ground": "broken"}),
        &[],
        expect![[r#"
        way: +1000 rate over the slowest ground = 10.00"
        1000 10 inches [RF-MOV-08]
    "#]],
    );
    check(
        "road-move",
        json!({"mover": "foot-gun", "ground": "broken"}),
        &[],
        expect![[r#"
        way: +600 rate over the slowest ground = 6.00"
        600 6 inches [RF-MOV-08]
    "#]],
    );
}

#[test]
fn example_09_musketry() {
    // RF-EX-09
    // RF-FIR-08, RF-FIR-18, RF-FIR-26, RF-FIR-28, RF-FIR-34, RF-FIR-35, RF-FIR-46
    let firing = json!([{"stands": 12}]);
    check(
        "fire",
        json!({"firing": firing}),
        &[7],
        expect![[r#"
        fire points: +48 muskets = 12 points
        fire: +2 fire points = 2
        d10 +2: 9 Telling Fire [RF-FIR-28]
          Disordered [RF-FIR-28]
          1 stand lost [RF-FIR-28]
    "#]],
    );
    check(
        "fire",
        json!({"firing": firing, "target": {"charging": "charge"}}),
        &[7],
        expect![[r#"
        fire points: +48 muskets = 12 points
        fire: +2 fire points = 2
        d10 +2: 9 Telling Fire [RF-FIR-28]
          Disordered [RF-FIR-28]
          1 stand lost [RF-FIR-28]
          Charge checked [RF-FIR-34]
    "#]],
    );
    check(
        "fire",
        json!({"firing": firing, "target": {"charging": "cold-steel"}}),
        &[7],
        expect![[r#"
        fire points: +48 muskets = 12 points
        fire: +2 fire points = 2
        d10 +2: 9 Telling Fire [RF-FIR-28]
          Disordered [RF-FIR-28]
          1 stand lost [RF-FIR-28]
          Charge home [RF-FIR-35]
    "#]],
    );
}

#[test]
fn example_10_disordered_firers_and_a_fence() {
    // RF-EX-10
    // RF-FIR-12, RF-FIR-24, RF-FIR-29, RF-MOR-02
    let firing = json!([{"stands": 12, "disordered": true, "linear_cover": "partial"}]);
    check(
        "fire",
        json!({"firing": firing}),
        &[7],
        expect![[r#"
        fire points: +48 muskets, -24 halved: disordered = 6 points
        fire: -1 partial cover = -1
        d10 -1: 6 Galling Fire [RF-FIR-29]
          Disordered [RF-FIR-29]
    "#]],
    );
    check(
        "fire",
        json!({"firing": firing, "target": {"order": "disordered"}}),
        &[7],
        expect![[r#"
        fire points: +48 muskets, -24 halved: disordered = 6 points
        fire: -1 partial cover = -1
        d10 -1: 6 Galling Fire [RF-FIR-29]
          1 stand lost [RF-FIR-29]
    "#]],
    );
}

#[test]
fn example_11_marksmen_on_a_battery() {
    // RF-EX-11
    // RF-FIR-10, RF-FIR-20, RF-FIR-24, RF-FIR-38, RF-FIR-39, RF-SPC-05
    let facts = json!({
        "firing": [{"stands": 6, "firearm": "rifle", "range": 10.0, "marksmen": true, "linear_cover": "full"}],
        "target": {
            "branch": "guns", "experience": "veteran", "formation": "unlimbered", "guns": [{}, {}], "leader_at": 4.0,
        },
    });
    check(
        "fire",
        facts,
        &[10],
        expect![[r#"
        fire points: +12 rifles = 3 points
        fire: -2 fire points, +1 marksmen, -2 full cover = -3
        d10 -3: 7 Galling Fire [RF-FIR-29]
          Guns hit [RF-FIR-29]
          Low on ammunition [RF-FIR-38]
          Leader in danger [RF-FIR-39]
    "#]],
    );
}

#[test]
fn example_12_a_cannonade_on_a_column() {
    // RF-EX-12
    // RF-GUN-01, RF-GUN-22, RF-FIR-25, RF-FIR-30, RF-FIR-36
    let facts = json!({
        "firing": [{"stands": 2, "firearm": "LG", "range": 20.0}],
        "target": {"experience": "elite", "formation": "field-column"},
        "behind": [{}],
    });
    check(
        "fire",
        facts,
        &[8],
        expect![[r#"
        fire points: +16 light guns = 4 points
        fire: -1 fire points, +1 target in column or limbered = 0
        d10: 8 Galling Fire [RF-FIR-29]
          Disordered [RF-FIR-29]
          Behind: Lively Fire [RF-FIR-36]
    "#]],
    );
}

#[test]
fn example_13_withering_fire() {
    // RF-EX-13
    // RF-ARC-13, RF-FIR-13, RF-FIR-25, RF-FIR-27, RF-FIR-38, RF-FIR-39
    let facts = json!({
        "firing": [
            {"stands": 20, "range": 3.0, "on_flank": true},
            {"stands": 1, "firearm": "HG", "range": 3.0, "on_flank": true},
        ],
        "target": {"charging": "charge", "leader_at": 2.0},
    });
    check(
        "fire",
        facts,
        &[10],
        expect![[r#"
        fire points: +80 muskets, +20 heavy guns = 25 points
        fire: +5 fire points, +2 target enfiladed = 7
        d10 +7: 17 Withering Fire [RF-FIR-27]
          Disordered [RF-FIR-27]
          3 stands lost [RF-FIR-27]
          Charge checked [RF-FIR-34]
          Low on ammunition [RF-FIR-38]
          Leader in danger [RF-FIR-39]
    "#]],
    );
}

#[test]
fn example_14_cold_steel_over_a_fence() {
    // RF-EX-14
    // RF-CHG-07, RF-CHG-22, RF-CHG-24, RF-CHG-39, RF-CHG-43, RF-CHG-45
    let facts = json!({
        "attacker": {"lead": {"experience": "elite", "stands": 12, "charging": "cold-steel", "crossed": "broken"}},
        "defender": {"lead": {"effectiveness": "worn", "stands": 8, "position": "favorable"}},
    });
    check(
        "charge",
        facts,
        &[6, 4],
        expect![[r#"
        attacker: +2 elite, +2 fresh troops, +1 cold steel = 5
        defender: -1 outnumbered 3 to 2, +1 favorable ground = 0
        d10 +5 against d10: 7 Driven Back [RF-CHG-43]
          Attacker: disordered [RF-CHG-39]
          Attacker: carries the position [RF-CHG-40]
          Defender: 1 stand lost [RF-CHG-43]
          Defender: disordered [RF-CHG-43]
          Defender: retreats out of close range [RF-RET-01]
    "#]],
    );
}

#[test]
fn example_15_a_desperate_struggle() {
    // RF-EX-15
    // RF-CHG-30, RF-CHG-33, RF-CHG-50, RF-CHG-52
    let facts = json!({
        "attacker": {"lead": {"charging": "cold-steel"}},
        "defender": {"lead": {"position": "strong"}},
    });
    check(
        "charge",
        facts,
        &[5, 4, 7, 9],
        expect![[r#"
        attacker: +2 fresh troops, +1 cold steel = 3
        defender: +2 fresh troops, +2 strong position = 4
        attacker, round 2: +2 fresh troops, -1 disordered troops = 1
        defender, round 2: +2 fresh troops, -1 disordered troops, +2 strong position = 3
        d10 +3 against d10 +4, then d10 +1 against d10 +3: -4 Falter [RF-CHG-52]
          Desperate Struggle [RF-CHG-50]
          Attacker: 1 stand lost [RF-CHG-52]
          Attacker: retreats 2 inches [RF-RET-04]
          Defender: holds [RF-CHG-55]
    "#]],
    );
}

#[test]
fn example_16_cavalry_on_guns() {
    // RF-EX-16
    // RF-CHG-23, RF-CHG-28, RF-CHG-29, RF-CHG-30, RF-CHG-41, RF-CHG-42, RF-CHG-60
    let facts = json!({
        "attacker": {"lead": {"branch": "cavalry", "experience": "veteran", "stands": 6, "charging": "charge"}},
        "defender": {
            "lead": {"branch": "guns", "formation": "unlimbered", "guns": [{"silenced": true}, {"silenced": true}]},
        },
    });
    check(
        "charge",
        facts,
        &[7, 3],
        expect![[r#"
        attacker: +1 veteran, +2 fresh troops, +2 cavalry charge over open ground = 5
        defender: -3 outnumbered 3 to 1, -1 unsupported guns, -1 silenced gun = -5
        d10 +5 against d10 -5: 14 Swept from the Field [RF-CHG-41]
          Attacker: disordered [RF-CHG-39]
          Attacker: breaks through [RF-CHG-60]
          Defender: 2 stands lost [RF-CHG-41]
          Defender: destroyed [RF-MOR-15]
    "#]],
    );
    check(
        "road-move",
        json!({"mover": "cavalry-line", "half": true}),
        &[],
        expect![[r#"
        way: +1800 rate over the slowest ground, -900 half move = 9.00"
        900 9 inches [RF-MOV-08]
    "#]],
    );
}

#[test]
fn example_17_effectiveness() {
    // RF-EX-17
    // RF-ROS-11, RF-ROS-12, RF-ROS-13, RF-ROS-14, RF-ROS-15
    let run_of = |morale: &str, start: u8| -> String {
        let at = |stands| json!({"morale": morale, "start_stands": start, "stands": stands});
        let name = |stands| run(&book(json!({})), "effectiveness", &at(stands), &[]).effect.name;
        (1..=start).rev().map(|stands| format!("{stands} {}\n", name(stands))).collect()
    };
    expect![[r#"
        12 Fresh
        11 Worn
        10 Spent
        9 Spent
        8 Spent
        7 Spent
        6 Spent
        5 Spent
        4 Spent
        3 Spent
        2 Spent
        1 Spent
    "#]]
    .assert_eq(&run_of("dispirited", 12));
    assert!(run_of("dispirited", 11).starts_with("11 Fresh\n10 Spent\n"));
    expect![[r#"
        12 Fresh
        11 Fresh
        10 Fresh
        9 Worn
        8 Worn
        7 Worn
        6 Spent
        5 Spent
        4 Spent
        3 Spent
        2 Spent
        1 Spent
    "#]]
    .assert_eq(&run_of("reliable", 12));
}

#[test]
fn example_18_full_move_disordered() {
    // RF-EX-18
    // RF-MOV-01, RF-FIR-29
    check(
        "road-move",
        json!({"mover": "infantry-line"}),
        &[],
        expect![[r#"
        way: +1000 rate over the slowest ground = 10.00"
        1000 10 inches [RF-MOV-08]
    "#]],
    );
    let facts = json!({"firing": [{"stands": 6}], "target": {"order": "disordered"}});
    check(
        "fire",
        facts,
        &[7],
        expect![[r#"
        fire points: +24 muskets = 6 points
        fire:  = 0
        d10: 7 Galling Fire [RF-FIR-29]
          1 stand lost [RF-FIR-29]
    "#]],
    );
}

#[test]
fn example_19_a_breakthrough() {
    // RF-EX-19
    // RF-CHG-27, RF-CHG-36, RF-CHG-39, RF-CHG-46, RF-CHG-49
    let facts = json!({
        "combat": "second",
        "attacker": {"lead": {"experience": "elite", "stands": 6, "charging": "charge", "breakthrough": true}},
        "defender": {"lead": {"experience": "raw", "effectiveness": "spent", "order": "disordered", "stands": 6}},
    });
    check(
        "charge",
        facts,
        &[2, 8],
        expect![[r#"
        attacker: +2 elite, +2 fresh troops, +1 breakthrough = 5
        defender: -1 raw, -2 spent troops, -1 disordered troops = -4
        d10 +5 against d10 -4: 3 Hard Pressed [RF-CHG-46]
          Attacker: disordered [RF-CHG-39]
          Attacker: carries the position [RF-CHG-40]
          Defender: 1 stand lost [RF-CHG-46]
          Defender: retreats 2 inches [RF-RET-04]
    "#]],
    );
}

#[test]
fn example_20_a_leader_dismounted() {
    // RF-EX-20
    // RF-FIR-39, RF-LDR-03, RF-LDR-04, RF-LDR-06, RF-LDR-07
    check(
        "fire",
        json!({"target": {"leader_at": 3.0}}),
        &[10],
        expect![[r#"
        fire points: +40 muskets = 10 points
        fire: +1 fire points = 1
        d10 +1: 11 Withering Fire [RF-FIR-27]
          Disordered [RF-FIR-27]
          2 stands lost [RF-FIR-27]
          Low on ammunition [RF-FIR-38]
          Leader in danger [RF-FIR-39]
    "#]],
    );
    check(
        "fallen-leader",
        json!({}),
        &[6],
        expect![[r#"
        d10: 6 Horse shot [RF-LDR-04]
    "#]],
    );
}

#[test]
fn example_21_left_out_of_the_leaders_check() {
    // RF-EX-21
    // RF-CMD-08, RF-CMD-09
    check(
        "maneuver",
        json!({"control": "out", "rating": "gallant"}),
        &[2],
        expect![[r#"
        maneuver: -2 out of command, +2 fresh troops = 0
        d10: 2 Tardy [RF-MAN-03]
    "#]],
    );
}

#[test]
fn example_22_a_redoubt() {
    // RF-EX-22
    // RF-CHG-33, RF-CHG-39, RF-CHG-48
    let facts = json!({
        "attacker": {"lead": {"stands": 9, "charging": "cold-steel", "crossed": "rough"}},
        "defender": {"lead": {"stands": 6, "order": "disordered", "position": "fortified"}},
    });
    check(
        "charge",
        facts,
        &[6, 5],
        expect![[r#"
        attacker: +2 fresh troops, +1 cold steel = 3
        defender: +2 fresh troops, -1 outnumbered 3 to 2, -1 disordered troops, +2 fortified = 2
        d10 +3 against d10 +2: 2 Hard Pressed [RF-CHG-48]
          Attacker: disordered [RF-CHG-39]
          Attacker: retreats 2 inches [RF-RET-04]
          Defender: 1 stand lost [RF-CHG-46]
          Defender: holds [RF-CHG-48]
    "#]],
    );
}

#[test]
fn example_23_wavering_must_go_back() {
    // RF-EX-23
    // RF-MOR-07, RF-FIR-06
    let facts = json!({"order": "disordered", "effectiveness": "worn", "in_close_range": true});
    check(
        "maneuver",
        facts,
        &[2],
        expect![[r#"
            maneuver:  = 0
            d10: 2 Wavering [RF-MOR-07]
              Retreats out of close range [RF-RET-01]
              No fire [RF-FIR-06]
        "#]],
    );
}

#[test]
fn example_24_heavy_guns_in_panic() {
    // RF-EX-24
    // RF-GUN-18
    let mut guns = json!({
        "branch": "guns", "carriage": "heavy", "formation": "unlimbered", "stands": 3, "experience": "raw",
        "control": "out", "outflanked": true, "greater_losses": true, "in_close_range": true,
    });
    check(
        "maneuver",
        guns.clone(),
        &[3],
        expect![[r#"
        maneuver: -2 out of command, -1 raw, +2 battery, -2 outflanked, -2 greater losses = -5
        d10: -2 Panic [RF-GUN-18]
          3 stands lost [RF-GUN-18]
          Destroyed [RF-MOR-15]
    "#]],
    );
    guns["fortified"] = json!(true);
    check(
        "maneuver",
        guns.clone(),
        &[3],
        expect![[r#"
            maneuver: -2 out of command, -1 raw, +2 battery, -2 outflanked, -2 greater losses = -5
            d10: -2 Panic [RF-GUN-18]
              Silenced [RF-GUN-04]
        "#]],
    );
    guns["in_close_range"] = json!(false);
    guns["fortified"] = json!(false);
    check(
        "maneuver",
        guns,
        &[3],
        expect![[r#"
            maneuver: -2 out of command, -1 raw, +2 battery, -2 outflanked, -2 greater losses = -5
            d10: -2 Panic [RF-GUN-18]
              Full retreat [RF-RET-05]
              Silenced [RF-GUN-04]
        "#]],
    );
}
