//! The worked examples of the chapter, section 18, through the published tests.
//!
//! What an example says of the table stands here only as far as the rules decide it without one:
//! - FD-EX-01: which stands fire; here the dice of the three that do.
//! - FD-EX-13: that the sixth stand keeps its place; here the five that fight.
//! - FD-EX-16: how the charger is set flush; here the flank contact as a fact.
//! - FD-EX-19: the courier, wholly.
//! - FD-EX-20: who saw the commander fall; here the dice of both commanders.
//! - FD-EX-23: the angle of the wheel and the check for want of contact; here the rate and how far it takes.
//! - FD-EX-25: the flight through friends, wholly.
//! - FD-EX-29: the neighbor's check; here that it is owed.
//!
//! These want a table of their own in the tests of the phases.

use crate::tallies::{book, run, told};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn check(name: &str, facts: Value, faces: &[i16], expected: Expect) {
    check_by(json!({}), name, facts, faces, expected);
}

fn check_by(overlay: Value, name: &str, facts: Value, faces: &[i16], expected: Expect) {
    expected.assert_eq(&told(&run(&book(overlay), name, &facts, faces)));
}

fn switch(name: &str) -> Value {
    json!({"switches": {name: "on"}})
}

#[test]
fn example_01_three_stands_at_one_target() {
    // FD-EX-01: FD-MUS-09, FD-MUS-19, FD-GEN-03, FD-GEN-07
    let facts = json!({"stands": 3, "range": 25.0});
    check(
        "volley",
        facts,
        &[1, 7, 2],
        expect![[r#"
        dice: +3 stands in the front row = 3 dice
        3 d10 (0-9) on 0, 1, 2: 2 2 hits [FD-MUS-19]
          2 boxes [FD-MUS-19]
          Morale check [FD-MOR-08]
    "#]],
    );
}

#[test]
fn example_02_a_volley_with_memory() {
    // FD-EX-02: FD-MUS-10, FD-MUS-11, FD-MUS-13
    let facts = json!({"firearm": "firelock", "rating": 3, "same_target": true, "range": 55.0});
    check(
        "volley",
        facts,
        &[0, 3, 5, 0, 9, 8, 2, 6],
        expect![[r#"
        dice: +6 stands in the front row, +1 rating 3 or 4, +1 shot at the same unit before = 8 dice
        8 d10 (0-9) on 0: 2 2 hits [FD-MUS-19]
          2 boxes [FD-MUS-19]
          Morale check [FD-MOR-08]
    "#]],
    );
}

#[test]
fn example_03_platoons_fire_twice() {
    // FD-EX-03: FD-MUS-07, FD-MUS-12, FD-MUS-18, FD-MOR-03, FD-MOR-07
    let mut facts = json!({"mode": "platoon", "rating": 3, "range": 40.0, "target": {"branch": "horse", "boxes": 8}});
    check(
        "volley",
        facts.clone(),
        &[1, 4, 0, 7, 9, 2],
        expect![[r#"
        dice: +6 stands in the front row, +1 rating 3 or 4, -2 platoon-rated, +1 target mounted = 6 dice
        6 d10 (0-9) on 0, 1: 2 2 hits [FD-MUS-19]
          2 boxes [FD-MUS-19]
          Morale check [FD-MOR-08]
    "#]],
    );
    let mut horse = json!({"branch": "horse", "boxes": 8, "marked": 2, "stands": 4});
    check(
        "morale",
        horse.clone(),
        &[6],
        expect![[r#"
        morale: +5 basic number, +2 morale rating = 7 needed
        d10: 7 Passes [FD-MOR-03]
    "#]],
    );
    facts["occasion"] = json!("platoon");
    facts["same_target"] = json!(true);
    facts["target"]["marked"] = json!(2);
    check(
        "volley",
        facts,
        &[5, 8, 0, 3, 6, 9, 4],
        expect![[r#"
        dice: +6 stands in the front row, +1 rating 3 or 4, +1 shot at the same unit before, -2 platoon-rated, +1 target mounted = 7 dice
        7 d10 (0-9) on 0, 1: 1 1 hit [FD-MUS-19]
          1 box [FD-MUS-19]
          Morale check [FD-MOR-08]
    "#]],
    );
    horse["marked"] = json!(3);
    check(
        "morale",
        horse,
        &[7],
        expect![[r#"
        morale: +5 basic number, +2 morale rating = 7 needed
        d10: 7 Passes [FD-MOR-03]
    "#]],
    );
}

#[test]
fn example_04_never_below_one_die() {
    // FD-EX-04: FD-MUS-10, FD-MUS-14, FD-MUS-15, FD-MUS-16
    let facts = json!({
        "stands": 2, "firearm": "bow", "mixed_armed": true, "weather": "poor", "range": 20.0,
        "target": {"cover": "earthworks"},
    });
    check(
        "volley",
        facts,
        &[2],
        expect![[r#"
        dice: +2 stands in the front row, -2 mixed armed, -3 poor weather, -4 target in earthworks, +8 never below one die = 1 dice
        d10 (0-9) on 0, 1, 2: 1 1 hit [FD-MUS-19]
          1 box [FD-MUS-19]
          Morale check [FD-MOR-08]
    "#]],
    );
}

#[test]
fn example_05_skirmish_fire() {
    // FD-EX-05: FD-MUS-20, FD-MUS-21, FD-MUS-23, FD-MUS-24, FD-MUS-26
    check(
        "skirmish",
        json!({"rating": 4, "range": 80.0}),
        &[0, 6, 9, 2, 9],
        expect![[r#"
        dice: +1 a skirmishing body, +1 rating 3 or 4 = 2 dice
        2 d10 (0-9) on 0, then 3 d10 (0-9): 1 Halts with a casualty [FD-MUS-24]
          1 box [FD-MUS-24]
          Halted [FD-MOR-10]
    "#]],
    );
}

#[test]
fn example_06_two_artillery_hits() {
    // FD-EX-06: FD-ART-04, FD-ART-10, FD-ART-11, FD-ART-12, FD-ART-13, FD-ART-18
    let facts = json!({"same_target": true, "target": {"branch": "horse", "adjacent": true}});
    check(
        "artillery",
        facts,
        &[7],
        expect![[r#"
        chance: +80 chart, +10 same target as last turn, +10 target adjacent to other stands, +10 target mounted = 110 %
        d100: 2 2 hits [FD-ART-13]
          2 boxes [FD-ART-18]
          Morale check [FD-MOR-08]
          1 round of ball used [FD-ART-14]
    "#]],
    );
}

#[test]
fn example_07_the_odd_cell_and_skirmishers() {
    // FD-EX-07: FD-ART-05, FD-ART-09, FD-OPT-12
    let facts = json!({"poundage": 9, "range": 200.0, "target": {"order": "open", "woods": "light"}});
    check(
        "artillery",
        facts.clone(),
        &[31],
        expect![[r#"
        chance: +80 chart, -20 target in light woods or rough, -30 target in skirmish order = 30 %
        d100: 0 No hit [FD-ART-13]
          1 round of ball used [FD-ART-14]
    "#]],
    );
    check_by(
        switch("fd_chart_as_printed"),
        "artillery",
        facts,
        &[],
        expect![[r#"
        chance: +20 chart, -20 target in light woods or rough = 0 %
        0 No hit [FD-ART-13]
          1 round of ball used [FD-ART-14]
    "#]],
    );
}

#[test]
fn example_08_a_damaged_section() {
    // FD-EX-08: FD-ART-07, FD-ART-09, FD-ART-10
    let mut facts = json!({
        "poundage": 12, "guns": 1, "crew": 3, "range": 280.0, "target": {"cover": "earthworks", "adjacent": true},
    });
    check(
        "artillery",
        facts.clone(),
        &[20],
        expect![[r#"
        chance: +80 chart, -40 one gun, -30 target in earthworks, +10 target adjacent to other stands = 20 %
        d100: 1 1 hit [FD-ART-13]
          1 box [FD-ART-18]
          Morale check [FD-MOR-08]
          1 round of ball used [FD-ART-14]
    "#]],
    );
    facts["range"] = json!(350.0);
    check(
        "artillery",
        facts,
        &[11],
        expect![[r#"
        chance: +60 chart, -30 one gun, -40 target in earthworks, +20 target adjacent to other stands = 10 %
        d100: 0 No hit [FD-ART-13]
          1 round of ball used [FD-ART-14]
    "#]],
    );
}

#[test]
fn example_09_gun_against_gun() {
    // FD-EX-09: FD-ART-16, FD-ART-20, FD-ART-21, FD-ART-22, FD-GEN-05
    let mut facts = json!({
        "poundage": 4, "ammunition": "cannister", "range": 140.0, "target": {"branch": "unlimbered", "boxes": 2},
    });
    check(
        "artillery",
        facts.clone(),
        &[22, 9],
        expect![[r#"
        chance: +50 chart, -10 target unlimbered guns = 40 %
        d100, then d10 (0-9): 1 1 hit [FD-ART-13]
          1 gun lost [FD-ART-22]
          1 round of cannister used [FD-ART-14]
    "#]],
    );
    facts["poundage"] = json!(6);
    facts["guns"] = json!(1);
    check(
        "artillery",
        facts,
        &[35, 4],
        expect![[r#"
        chance: +90 chart, -45 one gun, -10 target unlimbered guns = 35 %
        d100, then d10 (0-9): 1 1 hit [FD-ART-13]
          1 crewman lost [FD-ART-21]
          Morale check [FD-MOR-08]
          1 round of cannister used [FD-ART-14]
    "#]],
    );
    check(
        "morale",
        json!({"branch": "unlimbered", "cause": "artillery", "boxes": 2, "stands": 1}),
        &[3],
        expect![[r#"
            morale: +5 basic number, +2 morale rating = 7 needed
            d10: 7 Passes [FD-MOR-03]
        "#]],
    );
}

#[test]
fn example_10_a_plain_check() {
    // FD-EX-10: FD-MOR-01, FD-MOR-03, FD-MOR-11, FD-MOR-16
    check(
        "morale",
        json!({}),
        &[7],
        expect![[r#"
        morale: +5 basic number, +2 morale rating = 7 needed
        d10: 7 Passes [FD-MOR-03]
    "#]],
    );
    check(
        "morale",
        json!({}),
        &[8, 5],
        expect![[r#"
        morale: +5 basic number, +2 morale rating = 7 needed
        d10, then d10 (0-9): 7 Flees [FD-MOR-11]
          Flees 100 yards [FD-MOR-11]
          Halted [FD-MOR-15]
          Fled [FD-MOR-16]
          Neighbors check [FD-MOR-09]
    "#]],
    );
}

#[test]
fn example_11_behind_a_hedge() {
    // FD-EX-11: FD-MOR-02, FD-MOR-05, FD-MOR-12, FD-GEN-04
    let mut facts = json!({"rating": 1, "protected": true, "boxes": 6});
    check(
        "morale",
        facts.clone(),
        &[],
        expect![[r#"
        morale: +5 basic number, +1 morale rating, +4 protective position = 10 needed
        10 Passes [FD-MOR-02]
    "#]],
    );
    facts["marked"] = json!(4);
    check(
        "morale",
        facts,
        &[10, 8],
        expect![[r#"
        morale: +5 basic number, +1 morale rating, +4 protective position, -1 over half of the boxes marked = 9 needed
        d10, then d10 (0-9): 9 Flees with loss [FD-MOR-12]
          Flees 100 yards [FD-MOR-12]
          1 box [FD-MOR-14]
          Halted [FD-MOR-15]
          Fled [FD-MOR-16]
          Neighbors check [FD-MOR-09]
    "#]],
    );
}

#[test]
fn example_12_tracks() {
    // FD-EX-12: FD-ROS-18, FD-MOR-07
    check(
        "boxes",
        json!({"rating": 3, "marked": 9}),
        &[],
        expect![[r#"
        boxes: +18 full stands = 18
        18 Sound [FD-MOR-22]
          Losses tell from mark 10 [FD-MOR-07]
    "#]],
    );
    check(
        "boxes",
        json!({"rating": 3, "marked": 10}),
        &[],
        expect![[r#"
        boxes: +18 full stands = 18
        18 Over half [FD-MOR-07]
          Losses tell from mark 10 [FD-MOR-07]
    "#]],
    );
    check(
        "boxes",
        json!({"rating": 0, "marked": 4}),
        &[],
        expect![[r#"
        boxes: +6 full stands = 6
        6 Over half [FD-MOR-07]
          Losses tell from mark 4 [FD-MOR-07]
    "#]],
    );
    check(
        "boxes",
        json!({"stands": 5, "half_stands": 1, "rating": 3}),
        &[],
        expect![[r#"
        boxes: +15 full stands, +1 half-stands, +1 a half box, rounded up = 17
        17 Sound [FD-MOR-22]
          Losses tell from mark 9 [FD-MOR-07]
    "#]],
    );
}

#[test]
fn example_13_foot_melee() {
    // FD-EX-13: FD-MEL-31, FD-MEL-34, FD-MEL-39, FD-MEL-43, FD-MEL-45, FD-MEL-50
    let facts = json!({
        "bodies": [
            {"name": "bayonets", "charged": true, "body": {"rating": 3, "boxes": 18}},
            {"name": "pikes", "side": "blue", "weapon": "pike", "body": {"stands": 5, "boxes": 10}},
        ],
        "bouts": [{"stands": 5}, {"from": 1, "at": 0, "stands": 5}],
    });
    check(
        "melee",
        facts,
        &[2, 5, 0, 8, 9, 1, 4, 6, 7, 3, 9, 6],
        expect![[r#"
        bayonets against pikes: +3 on foot, by weapon and opponent = 3 faces
        pikes against bayonets: +2 on foot, by weapon and opponent = 2 faces
        morale of pikes: +5 basic number, +2 morale rating = 7 needed
        5 d10 (0-9) on 0, 1, 2; 5 d10 (0-9) on 0, 1; d10; d10 (0-9): 3 Red has the field [FD-MEL-43]
          bayonets: winner [FD-MEL-43]
          bayonets: 1 box [FD-MEL-44]
          pikes: loser [FD-MEL-43]
          pikes: 4 boxes [FD-MEL-44]
          pikes: Flees [FD-MOR-11]
          pikes: Flees 100 yards [FD-MOR-11]
          pikes: Halted [FD-MOR-15]
          pikes: Fled [FD-MOR-16]
          pikes: Neighbors check [FD-MOR-09]
          bayonets: may pursue [FD-MEL-50]
    "#]],
    );
}

#[test]
fn example_14_horse_in_contact_then_engaged() {
    // FD-EX-14: FD-MEL-33, FD-MEL-43, FD-MEL-46, FD-MEL-47
    let horse = |marked: u8| json!({"branch": "horse", "boxes": 8, "marked": marked, "stands": 4});
    let facts = |engaged: bool, marked: u8| {
        let bout = |from: u8, at: u8| json!({"from": from, "at": at, "stands": 4, "castings": 3, "foe_castings": 3, "engaged": engaged});
        json!({
            "bodies": [
                {"name": "steel", "tactic": "steel", "charged": !engaged, "body": horse(marked)},
                {"name": "fire", "side": "blue", "tactic": "fire", "body": horse(marked)},
            ],
            "bouts": [bout(0, 1), bout(1, 0)],
        })
    };
    check(
        "melee",
        facts(false, 0),
        &[0, 5, 7, 3, 4, 1, 8, 6],
        expect![[r#"
        steel against fire: +1 mounted, by tactic and opponent = 1 faces
        fire against steel: +2 mounted, by tactic and opponent = 2 faces
        4 d10 (0-9) on 0; 4 d10 (0-9) on 0, 1: 0 Engaged [FD-MEL-43]
          steel: drawn [FD-MEL-43]
          steel: 1 box [FD-MEL-44]
          fire: drawn [FD-MEL-43]
          fire: 1 box [FD-MEL-44]
          steel: engaged with fire [FD-MEL-47]
          fire: engaged with steel [FD-MEL-47]
    "#]],
    );
    check(
        "melee",
        facts(true, 1),
        &[1, 0, 9, 4, 2, 0, 5, 8, 4],
        expect![[r#"
        steel against fire: +2 mounted, by tactic and opponent = 2 faces
        fire against steel: +1 mounted, by tactic and opponent = 1 faces
        morale of fire: +5 basic number, +2 morale rating = 7 needed
        4 d10 (0-9) on 0, 1; 4 d10 (0-9) on 0; d10: 1 Engaged [FD-MEL-43]
          steel: winner [FD-MEL-43]
          steel: 1 box [FD-MEL-44]
          fire: loser [FD-MEL-43]
          fire: 2 boxes [FD-MEL-44]
          fire: Passes [FD-MOR-03]
          steel: engaged with fire [FD-MEL-47]
          fire: engaged with steel [FD-MEL-47]
    "#]],
    );
}

#[test]
fn example_15_a_wall() {
    // FD-EX-15: FD-MEL-37, FD-MEL-40, FD-MOR-10
    let foot = |marked: u8| json!({"boxes": 8, "stands": 4, "marked": marked});
    let facts = |engaged: bool, lost: [u8; 2]| {
        json!({
            "bodies": [
                {"name": "attackers", "charged": !engaged, "body": foot(lost[0])},
                {"name": "defenders", "side": "blue", "body": foot(lost[1])},
            ],
            "bouts": [
                {"stands": 4, "sheltered": true, "engaged": engaged},
                {"from": 1, "at": 0, "stands": 4, "engaged": engaged},
            ],
        })
    };
    check(
        "melee",
        facts(false, [0, 0]),
        &[3, 0, 6, 1, 2, 7, 0, 9, 10, 2],
        expect![[r#"
        attackers against defenders: +3 on foot, by weapon and opponent, +1 {0} alone: enemy holds woods, rough or cover = 1 faces
        defenders against attackers: +3 on foot, by weapon and opponent = 3 faces
        morale of attackers: +5 basic number, +2 morale rating = 7 needed
        4 d10 (0-9) on 0; 4 d10 (0-9) on 0, 1, 2; d10; d10 (0-9): -1 Engaged [FD-MEL-43]
          attackers: loser [FD-MEL-43]
          attackers: 2 boxes [FD-MEL-44]
          defenders: winner [FD-MEL-43]
          defenders: 1 box [FD-MEL-44]
          attackers: Halts [FD-MOR-10]
          attackers: Halted [FD-MOR-15]
          attackers: Neighbors check [FD-MOR-09]
          attackers: engaged with defenders [FD-MEL-47]
          defenders: engaged with attackers [FD-MEL-47]
    "#]],
    );
    check(
        "melee",
        facts(true, [2, 1]),
        &[3, 9, 6, 1, 4, 7, 9, 9],
        expect![[r#"
        attackers against defenders: +3 on foot, by weapon and opponent, +1 foot engaged from the turn before, +1 {0} alone: enemy holds woods, rough or cover = 1 faces
        defenders against attackers: +3 on foot, by weapon and opponent, +1 foot engaged from the turn before = 4 faces
        4 d10 (0-9) on 0; 4 d10 (0-9) on 0, 1, 2, 3: 0 Engaged [FD-MEL-43]
          attackers: drawn [FD-MEL-43]
          defenders: drawn [FD-MEL-43]
          attackers: engaged with defenders [FD-MEL-47]
          defenders: engaged with attackers [FD-MEL-47]
    "#]],
    );
}

#[test]
fn example_16_a_flank() {
    // FD-EX-16: FD-MEL-26, FD-MEL-27
    let facts = json!({
        "bodies": [
            {"name": "horse", "tactic": "steel", "charged": true,
                "body": {"branch": "horse", "boxes": 2, "stands": 1}},
            {"name": "pikes", "side": "blue", "weapon": "pike"},
        ],
        "bouts": [
            {"castings": 3, "flank": "flanker"},
            {"from": 1, "at": 0, "foe_castings": 3, "flank": "flanked"},
        ],
    });
    check(
        "melee",
        facts,
        &[1, 4, 8, 7],
        expect![[r#"
        horse against pikes: +1 mounted, by tactic and opponent, +1 took it in flank = 2 faces
        pikes against horse: +2 on foot, by weapon and opponent, +1 {0} alone: taken in flank = 1 faces
        morale of pikes: +5 basic number, +2 morale rating = 7 needed
        1 d10 (0-9) on 0, 1; 1 d10 (0-9) on 0; d10; d10 (0-9): 1 Red has the field [FD-MEL-43]
          horse: winner [FD-MEL-43]
          pikes: loser [FD-MEL-43]
          pikes: 1 box [FD-MEL-44]
          pikes: Flees with loss [FD-MOR-12]
          pikes: Flees 100 yards [FD-MOR-12]
          pikes: 1 box [FD-MOR-14]
          pikes: Halted [FD-MOR-15]
          pikes: Fled [FD-MOR-16]
          pikes: Neighbors check [FD-MOR-09]
          horse: may pursue [FD-MEL-50]
    "#]],
    );
}

/// The book's own example: French A and B against Dutch X, Y and Z. Each hits with 0, 1, 2.
fn french_and_dutch() -> Value {
    let body = |name: &str, side: &str| json!({"name": name, "side": side, "charged": side == "red"});
    let bout = |from: u8, at: u8, stands: u8| json!({"from": from, "at": at, "stands": stands});
    json!({
        "bodies": [body("A", "red"), body("B", "red"), body("X", "blue"), body("Y", "blue"), body("Z", "blue")],
        "bouts": [
            bout(0, 2, 2), bout(0, 3, 2), bout(1, 3, 2), bout(1, 4, 2),
            bout(2, 0, 2), bout(3, 0, 2), bout(3, 1, 2), bout(4, 1, 2),
        ],
    })
}

/// A: 1 on X, 2 on Y. B: 1 on Y, 2 on Z. X: 2 on A. Y: 1 on A, 1 on B. Z: 1 on B.
const ROUND: [i16; 16] = [0, 9, 0, 1, 2, 9, 1, 2, 0, 0, 1, 9, 2, 9, 0, 9];

#[test]
fn example_17_two_french_against_three_dutch() {
    // FD-EX-17: FD-MEL-30, FD-MEL-32, FD-MEL-43, FD-MEL-45, FD-MEL-47, FD-MEL-50
    // Both losers run: B is free and may pursue, A and X fight on.
    let faces: Vec<i16> = ROUND.into_iter().chain([8, 4, 9, 6]).collect();
    check(
        "melee",
        french_and_dutch(),
        &faces,
        expect![[r#"
        A against X: +3 on foot, by weapon and opponent = 3 faces
        A against Y: +3 on foot, by weapon and opponent = 3 faces
        B against Y: +3 on foot, by weapon and opponent = 3 faces
        B against Z: +3 on foot, by weapon and opponent = 3 faces
        X against A: +3 on foot, by weapon and opponent = 3 faces
        Y against A: +3 on foot, by weapon and opponent = 3 faces
        Y against B: +3 on foot, by weapon and opponent = 3 faces
        Z against B: +3 on foot, by weapon and opponent = 3 faces
        morale of Y: +5 basic number, +2 morale rating = 7 needed
        morale of Z: +5 basic number, +2 morale rating = 7 needed
        2 d10 (0-9) on 0, 1, 2, 2 d10 (0-9) on 0, 1, 2; 2 d10 (0-9) on 0, 1, 2, 2 d10 (0-9) on 0, 1, 2; 2 d10 (0-9) on 0, 1, 2; 2 d10 (0-9) on 0, 1, 2, 2 d10 (0-9) on 0, 1, 2; 2 d10 (0-9) on 0, 1, 2; d10; d10 (0-9); d10; d10 (0-9): 1 Engaged [FD-MEL-43]
          A: drawn [FD-MEL-43]
          A: 3 boxes [FD-MEL-44]
          B: winner [FD-MEL-43]
          B: 2 boxes [FD-MEL-44]
          X: winner [FD-MEL-43]
          X: 1 box [FD-MEL-44]
          Y: loser [FD-MEL-43]
          Y: 3 boxes [FD-MEL-44]
          Z: loser [FD-MEL-43]
          Z: 2 boxes [FD-MEL-44]
          Y: Flees [FD-MOR-11]
          Y: Flees 100 yards [FD-MOR-11]
          Y: Halted [FD-MOR-15]
          Y: Fled [FD-MOR-16]
          Y: Neighbors check [FD-MOR-09]
          Z: Flees [FD-MOR-11]
          Z: Flees 100 yards [FD-MOR-11]
          Z: Halted [FD-MOR-15]
          Z: Fled [FD-MOR-16]
          Z: Neighbors check [FD-MOR-09]
          A: engaged with X [FD-MEL-47]
          B: may pursue [FD-MEL-50]
          X: engaged with A [FD-MEL-47]
    "#]],
    );
    // Y stands: B is engaged with it.
    let faces: Vec<i16> = ROUND.into_iter().chain([7, 9, 6]).collect();
    let checked = run(&book(json!({})), "melee", &french_and_dutch(), &faces);
    let of_b: Vec<&str> =
        checked.also.iter().map(|effect| effect.name.as_str()).filter(|name| name.starts_with("B:")).collect();
    assert_eq!(of_b, ["B: winner", "B: 2 boxes", "B: engaged with Y"]);
}

#[test]
fn example_18_a_hit_set_raised() {
    // FD-EX-18: FD-GEN-07, FD-MEL-37, FD-MEL-38
    let facts = |castings: u8| {
        json!({
            "bodies": [{"name": "pikes", "weapon": "pike"}, {"name": "foot", "side": "blue"}],
            "bouts": [{"castings": castings, "foe_castings": 3, "engaged": true}],
        })
    };
    check(
        "melee",
        facts(5),
        &[2, 7],
        expect![[r#"
        pikes against foot: +2 on foot, by weapon and opponent, +1 foot engaged from the turn before = 3 faces
        morale of foot: +5 basic number, +2 morale rating = 7 needed
        1 d10 (0-9) on 0, 1, 2; d10: 1 Engaged [FD-MEL-43]
          pikes: winner [FD-MEL-43]
          foot: loser [FD-MEL-43]
          foot: 1 box [FD-MEL-44]
          foot: Passes [FD-MOR-03]
          pikes: engaged with foot [FD-MEL-47]
          foot: engaged with pikes [FD-MEL-47]
    "#]],
    );
    check(
        "melee",
        facts(6),
        &[3, 1],
        expect![[r#"
        pikes against foot: +2 on foot, by weapon and opponent, +1 foot engaged from the turn before, +1 twice the castings = 4 faces
        morale of foot: +5 basic number, +2 morale rating = 7 needed
        1 d10 (0-9) on 0, 1, 2, 3; d10: 1 Engaged [FD-MEL-43]
          pikes: winner [FD-MEL-43]
          foot: loser [FD-MEL-43]
          foot: 1 box [FD-MEL-44]
          foot: Passes [FD-MOR-03]
          pikes: engaged with foot [FD-MEL-47]
          foot: engaged with pikes [FD-MEL-47]
    "#]],
    );
}

#[test]
fn example_20_commanders() {
    // FD-EX-20: FD-LDR-01, FD-LDR-03, FD-LDR-05, FD-LDR-06, FD-GEN-08
    check(
        "commander-hit",
        json!({"rank": "brigade"}),
        &[0],
        expect![[r#"
        d10 (0-9): 1 Dead [FD-LDR-05]
          Morale checks [FD-LDR-06]
    "#]],
    );
    check(
        "commander-hit",
        json!({"rank": "brigade", "danger": "melee-failed"}),
        &[7, 3],
        expect![[r#"
        d10 (0-9), then d10 (0-9): 0 Unhurt [FD-LDR-03]
          Endangered [FD-LDR-03]
    "#]],
    );
    check(
        "commander-hit",
        json!({"rank": "brigade", "danger": "melee-passed"}),
        &[7],
        expect![[r#"
        d10 (0-9): 0 Unhurt [FD-LDR-03]
    "#]],
    );
}

#[test]
fn example_21_protective_fire() {
    // FD-EX-21: FD-MUS-40, FD-MUS-41, FD-MUS-42
    let facts = json!({"volleys": [{"stands": 5, "rating": 3}], "charger": {"boxes": 12}});
    check(
        "protective-fire",
        facts,
        &[0, 2, 6, 8, 1, 9, 8, 3],
        expect![[r#"
        volley 1: +5 stands in the front row, +1 rating 3 or 4 = 6 dice
        morale of the charger: +5 basic number, +2 morale rating = 7 needed
        6 d10 (0-9) on 0, 1, 2, then d10, then d10 (0-9): 3 Charge halts short [FD-MUS-42]
          3 boxes [FD-MUS-42]
          Halts [FD-MOR-10]
          Halted [FD-MOR-15]
          Neighbors check [FD-MOR-09]
    "#]],
    );
}

#[test]
fn example_22_objective_combat() {
    // FD-EX-22: FD-OBJ-22, FD-OBJ-23, FD-OBJ-25, FD-OBJ-26, FD-OBJ-27, FD-OPT-20
    let facts = json!({"attackers": [{"body": {"rating": 3, "boxes": 18}}]});
    let round = [0, 4, 7, 0, 2, 9, 1, 5];
    let with = |faces: &[i16]| -> Vec<i16> { round.iter().chain(faces).copied().collect() };
    check(
        "objective-combat",
        facts.clone(),
        &with(&[7]),
        expect![[r#"
        attacker 1 against garrison 1: +3 on foot, by weapon and opponent, +1 {0} alone: garrison behind its walls = 1 faces
        garrison 1 against attacker 1: +3 on foot, by weapon and opponent = 3 faces
        morale of garrison 1: +5 basic number, +2 morale rating = 7 needed
        6 d10 (0-9) on 0; 2 d10 (0-9) on 0, 1, 2; d10: 3 Zone held [FD-OBJ-27]
          attacker 1: winner [FD-MEL-43]
          attacker 1: 1 box [FD-MEL-44]
          garrison 1: loser [FD-MEL-43]
          garrison 1: 4 boxes [FD-MEL-44]
          garrison 1: Passes [FD-MOR-03]
          attacker 1: falls back [FD-OBJ-27]
    "#]],
    );
    check(
        "objective-combat",
        facts.clone(),
        &with(&[8, 5]),
        expect![[r#"
        attacker 1 against garrison 1: +3 on foot, by weapon and opponent, +1 {0} alone: garrison behind its walls = 1 faces
        garrison 1 against attacker 1: +3 on foot, by weapon and opponent = 3 faces
        morale of garrison 1: +5 basic number, +2 morale rating = 7 needed
        6 d10 (0-9) on 0; 2 d10 (0-9) on 0, 1, 2; d10; d10 (0-9): 3 Zone taken [FD-OBJ-26]
          attacker 1: winner [FD-MEL-43]
          attacker 1: 1 box [FD-MEL-44]
          garrison 1: loser [FD-MEL-43]
          garrison 1: 4 boxes [FD-MEL-44]
          garrison 1: Flees [FD-MOR-11]
          garrison 1: Flees 100 yards [FD-MOR-11]
          garrison 1: Halted [FD-MOR-15]
          garrison 1: Fled [FD-MOR-16]
          garrison 1: Neighbors check [FD-MOR-09]
    "#]],
    );
    check_by(
        switch("fd_zone_bonus_kept"),
        "objective-combat",
        facts,
        &with(&[]),
        expect![[r#"
        attacker 1 against garrison 1: +3 on foot, by weapon and opponent, +1 {0} alone: garrison behind its walls = 1 faces
        garrison 1 against attacker 1: +3 on foot, by weapon and opponent = 3 faces
        morale of garrison 1: +5 basic number, +2 morale rating, +4 garrison of a zone = 11 needed
        6 d10 (0-9) on 0; 2 d10 (0-9) on 0, 1, 2: 3 Zone held [FD-OBJ-27]
          attacker 1: winner [FD-MEL-43]
          attacker 1: 1 box [FD-MEL-44]
          garrison 1: loser [FD-MEL-43]
          garrison 1: 4 boxes [FD-MEL-44]
          garrison 1: Passes [FD-MOR-02]
          attacker 1: falls back [FD-OBJ-27]
    "#]],
    );
}

#[test]
fn example_23_a_charge_into_woods() {
    // FD-EX-23: FD-MOV-04, FD-MOV-19, FD-TER-03
    let facts = json!({
        "pace": "charge", "turned": true,
        "way": [{"terrain": "open", "length": 15.0}, {"terrain": "light-woods", "length": 100.0}],
    });
    check(
        "march",
        facts,
        &[],
        expect![[r#"
        275 27.5 yards [FD-TER-03]
          Rate 40 yards [FD-MOV-01]
    "#]],
    );
}

#[test]
fn example_24_a_counter_charge() {
    // FD-EX-24: FD-MEL-22, FD-MEL-54
    check(
        "counter-charge",
        json!({}),
        &[],
        expect![[r#"
        600 Contact [FD-MEL-22]
          Charger goes 60 yards [FD-MEL-54]
          Counter-charger goes 40 yards [FD-MEL-54]
    "#]],
    );
}

#[test]
fn example_26_fanaticism() {
    // FD-EX-26: FD-OPT-04
    let facts = json!({"rating": 3, "boxes": 18, "fanatic": true, "goes_on": true});
    let on = || switch("fd_fanaticism");
    check_by(
        on(),
        "morale-loss",
        facts.clone(),
        &[5],
        expect![[r#"
        d10 (0-9): 1 Goes on [FD-OPT-04]
          1 box [FD-OPT-04]
    "#]],
    );
    check_by(
        on(),
        "morale-loss",
        facts.clone(),
        &[8],
        expect![[r#"
        d10 (0-9): 2 Goes on [FD-OPT-04]
          2 boxes [FD-OPT-04]
    "#]],
    );
    check_by(
        on(),
        "morale-loss",
        facts.clone(),
        &[0],
        expect![[r#"
        d10 (0-9): 2 Goes on [FD-OPT-04]
          2 boxes [FD-OPT-04]
    "#]],
    );
    let mut closed = facts.clone();
    closed["closed_sides"] = json!(3);
    check_by(
        on(),
        "morale-loss",
        closed,
        &[0],
        expect![[r#"
        d10 (0-9): 18 Surrenders [FD-MOR-13]
          18 boxes [FD-MOR-19]
          Shattered [FD-MOR-20]
          Neighbors check [FD-MOR-09]
    "#]],
    );
    let charge = json!({"charger": {"boxes": 18}, "body": facts});
    check_by(
        on(),
        "protective-fire",
        charge,
        &[0, 3, 4, 5, 6, 7, 9, 5],
        expect![[r#"
        volley 1: +6 stands in the front row = 6 dice
        morale of the charger: +5 basic number, +3 morale rating = 8 needed
        6 d10 (0-9) on 0, 1, 2, then d10, then d10 (0-9): 1 Charge goes on [FD-MUS-42]
          1 box [FD-MUS-42]
          Goes on [FD-OPT-04]
          1 box [FD-OPT-04]
    "#]],
    );
}

#[test]
fn example_27_held_guns() {
    // FD-EX-27: FD-ART-26, FD-ART-27, FD-ART-29, FD-MEL-34, FD-MEL-35
    let facts = json!({
        "volleys": [], "guns": [{"poundage": 4, "ammunition": "cannister"}],
        "charger": {"branch": "horse", "adjacent": true, "boxes": 4},
        "body": {"stands": 2},
    });
    check(
        "protective-fire",
        facts,
        &[5],
        expect![[r#"
        section 1: +80 chart, +10 target adjacent to other stands, +10 target mounted = 100 %
        morale of the charger: +5 basic number, +2 morale rating = 7 needed
        d10: 1 Charge goes on [FD-MUS-42]
          1 box [FD-ART-27]
          Passes [FD-MOR-03]
    "#]],
    );
    let facts = json!({
        "bodies": [
            {"name": "horse", "tactic": "steel", "charged": true,
                "body": {"branch": "horse", "boxes": 4, "marked": 1, "stands": 2}},
            {"name": "crew", "side": "blue", "crew": 4,
                "body": {"branch": "unlimbered", "castings": 4, "boxes": 2, "stands": 1}},
        ],
        "bouts": [{"castings": 3, "foe_castings": 4}, {"from": 1, "at": 0, "castings": 4, "foe_castings": 3}],
    });
    check(
        "melee",
        facts,
        &[2, 6, 9, 4],
        expect![[r#"
        horse against crew: +3 mounted, by tactic and opponent = 3 faces
        crew against horse: +1 on foot, by weapon and opponent = 1 faces
        morale of crew: +5 basic number, +2 morale rating = 7 needed
        1 d10 (0-9) on 0, 1, 2; 1 d10 (0-9) on 0; d10; d10 (0-9): 1 Red has the field [FD-MEL-43]
          horse: winner [FD-MEL-43]
          crew: loser [FD-MEL-43]
          crew: 1 crewman lost [FD-ART-21]
          crew: Flees [FD-MOR-11]
          crew: Flees 100 yards [FD-MOR-11]
          crew: Halted [FD-MOR-15]
          crew: Fled [FD-MOR-16]
          crew: Guns abandoned [FD-MOR-11]
          crew: Neighbors check [FD-MOR-09]
          horse: may pursue [FD-MEL-50]
          crew: guns captured [FD-ART-29]
    "#]],
    );
}

#[test]
fn example_28_the_score() {
    // FD-EX-28: FD-VIC-02, FD-VIC-05
    let facts = json!({
        "blue": {"stands_taken": 11, "guns_captured": 2, "zones": 1},
        "red": {"stands_taken": 4, "brigade_commanders": 1},
    });
    check(
        "score",
        facts,
        &[],
        expect![[r#"
        points of red: +4 enemy stand values lost, +3 enemy brigade commanders hit or captured = 7
        points of blue: +11 enemy stand values lost, +4 captured guns held, +5 zones of the usual value = 20
        -13 Decisive victory of blue [FD-VIC-05]
          13 points ahead [FD-VIC-02]
    "#]],
    );
}

#[test]
fn example_29_the_last_box() {
    // FD-EX-29: FD-MOR-09, FD-MOR-20
    check(
        "boxes",
        json!({"stands": 2, "rating": 1}),
        &[],
        expect![[r#"
        boxes: +2 full stands = 2
        2 Sound [FD-MOR-22]
          Losses tell from mark 2 [FD-MOR-07]
    "#]],
    );
    let facts = json!({"stands": 2, "target": {"boxes": 2}});
    check(
        "volley",
        facts,
        &[0, 1],
        expect![[r#"
        dice: +2 stands in the front row = 2 dice
        2 d10 (0-9) on 0, 1, 2: 2 2 hits [FD-MUS-19]
          2 boxes [FD-MUS-19]
          Shattered [FD-MOR-20]
          Neighbors check [FD-MOR-09]
    "#]],
    );
}
