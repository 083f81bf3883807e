//! Morale, routs that spread, retires, losses, reform, disorder (WA-MOR, WA-DIS, WA-FORM-08..12).

use crate::field::{state, transcript, unit};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

/// A field in step 1 of red's turn.
fn morale(units: &str, script: &str, expected: Expect) {
    let text = format!(
        "{units}\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB line far at 3,35 facing 180\nset step morale\n{script}\n"
    );
    check(&text, expected);
}

#[test]
fn own_units_with_markers_test_in_any_order_and_then_all_reform() {
    // WA-SEQ-01, WA-SEQ-02, WA-FORM-08, WA-ODD-05, WA-MOR-02, WA-MOR-11, WA-MOR-12
    morale(
        "A line one at 20,20 facing 0 markers 2 spacers 1 front 2 half 4\nA line two at 30,20 facing 0 markers 1\nA line whole at 40,20 facing 0\nB line enemy at 45,35 facing 180 markers 1",
        "A: test whole\nA: test enemy\nA: test two\ndice: 4\nA: test two\nA: test one\ndice: 1 2 3 3\nshow",
        expect![[r#"
            refused: it has no casualty markers (WA-SEQ-01)
            refused: only your own units test (WA-SEQ-01)
            morale d6 4: +1 each casualty marker = 1 dice -> 0, 1 by band
            two tested for casualties: 1 of 1 fail
            two will stand steady and not advance
            refused: it has tested already (WA-SEQ-01)
            morale 4 d6 1 2 3 3: +2 each casualty marker, +2 battered = 4 dice -> 4, 0 by band
            one tested for casualties: 0 of 4 fail
            one reformed
            two reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  one    close, front 2 20,20 facing 0° 4/12 average battered
            red  #1  two    close, front 3 30,20 facing 0° 12/12 average [steady]
            red  #2  whole  close, front 3 40,20 facing 0° 12/12 average
            blue #3  enemy  close, front 3 45,35 facing 180° 12/12 average [casualties x1]
            red  #4  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #5  second close, front 3 55,4 facing 0° 12/12 average
            blue #6  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 2
            blue points: 1
        "#]],
    );
}

#[test]
fn a_test_counts_markers_quality_and_state() {
    // WA-MOR-01, WA-MOR-03, WA-MOR-04, WA-MOR-05; T-MORALE.M2, T-MORALE.M3, T-MORALE.M5, T-MORALE.M11
    morale(
        "A militia levy at 20,20 facing 0 raw markers 5 by-artillery disordered front 1 half 6",
        "A: test levy\ndice: 1 1 1 1 1 1 1 1 1",
        expect![[r#"
            morale 9 d6 1 1 1 1 1 1 1 1 1: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, +1 single-base column, +2 battered = 9 dice -> 9, 0 by band
            levy tested for casualties: 0 of 9 fail
            levy reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    morale(
        "A line vets at 20,20 facing 0 veteran markers 1",
        "A: test vets",
        expect![[r#"
            vets tested for casualties: 0 of 0 fail
            vets reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    // Cavalry and guns are never battered (WA-ODD-15).
    morale(
        "A cavalry horse at 20,20 facing 0 markers 1 half 2 front 1 spacers 1",
        "A: test horse\ndice: 1",
        expect![[r#"
            morale d6 1: +1 each casualty marker = 1 dice -> 1, 0 by band
            horse tested for casualties: 0 of 1 fail
            horse reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    morale(
        "A gun piece at 20,20 facing 0 markers 1 half 1",
        "A: test piece\ndice: 1",
        expect![[r#"
            morale d6 1: +1 each casualty marker = 1 dice -> 1, 0 by band
            piece tested for casualties: 0 of 1 fail
            piece reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn never_more_than_ten_dice() {
    // WA-MOR-01
    morale(
        "A indian warriors at 20,20 facing 0 raw markers 5 by-artillery disordered half 6 front 2\nB line behind at 20,17 facing 0 front 6",
        "A: test warriors\ndice: 1 1 1 1 1 1 1 1 1 1",
        expect![[r#"
            morale 10 d6 1 1 1 1 1 1 1 1 1 1: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, +2 battered, +2 enemy in the rear box, +2 Indians in the open, -2 held to 0 to 10 dice = 10 dice -> 10, 0 by band
            warriors tested for casualties: 0 of 10 fail
            warriors reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn an_enemy_in_a_flank_or_rear_box_shakes() {
    // WA-MOR-06, WA-MOR-10, WA-FORM-11, WA-FORM-12, WA-EX-13
    morale(
        "ground obstacle 18,20.5 22,20.5\nA brigadier grey with foot\nA line foot at 20,20 facing 0 half 9 front 3 markers 4 by-artillery disordered\nB line flank at 25,19 facing 270 front 1",
        "A: test foot\ndice: 4 1 6 2 5 5 2 4 3\nshow",
        expect![[r#"
            morale 5 d6 4 1 6 2 5: +3 each casualty marker, +1 disordered, +1 a casualty by artillery, +2 enemy in a flank box, -2 brigade commander with = 5 dice -> 2, 3 by band
            foot tested for casualties: 3 of 5 fail
            retire d6 +1 5 -> 6
            foot formed close order, front 3
            foot retired to 20.96, 13.51, facing 54.11°
            losses 3 d6 2 4 3 -> 2, 1 by band
            foot lost 1 half base
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            turn 1, step 3: commanders move
            red  #0  foot   close, front 3 20.96,13.51 facing 54.11° 8/12 average [disordered]
            blue #1  flank  column         25,19 facing 270° 12/12 average
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            red  #1000 grey   with foot      20.64,13.28 facing 54.11° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    let boxes = |enemy: &str| {
        let field = state(&format!("A line foot at 20,20 facing 0 front 3\nB {enemy}\n"));
        field.enemies_in_boxes(unit(&field, "foot"))
    };
    // Footprint 18.23..21.77, 17.64..20; boxes 4 inches wide.
    assert_eq!(boxes("line enemy at 20,25 facing 180 front 6"), (false, false));
    assert_eq!(boxes("line enemy at 20,20 facing 180 front 6"), (false, false), "a wide enemy in frontal contact");
    assert_eq!(boxes("gun enemy at 26.5,19.5 facing 0"), (true, false));
    assert_eq!(boxes("gun enemy at 26.6,19.5 facing 0"), (false, false));
    assert_eq!(boxes("gun enemy at 20,17 facing 0"), (false, true));
    assert_eq!(boxes("gun enemy at 26,14 facing 0"), (false, true));
    assert_eq!(boxes("gun enemy at 20,13.63 facing 0"), (false, false));
}

#[test]
fn commanders_steady_those_near_them() {
    // WA-MOR-09
    morale(
        "A general howe at 20,16\nA line foot at 20,20 facing 0 markers 3",
        "A: test foot\ndice: 1 1",
        expect![[r#"
            morale 2 d6 1 1: +3 each casualty marker, -1 mounted commander near = 2 dice -> 2, 0 by band
            foot tested for casualties: 0 of 2 fail
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
    morale(
        "A general howe at 20,13 \nA line foot at 20,20 facing 0 markers 3",
        "A: test foot\ndice: 1 1 1",
        expect![[r#"
            morale 3 d6 1 1 1: +3 each casualty marker = 3 dice -> 3, 0 by band
            foot tested for casualties: 0 of 3 fail
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
    morale(
        "A general howe at 20,16\nA brigadier grey with foot on-foot\nA line foot at 20,20 facing 0 markers 3",
        "A: test foot\ndice: 1",
        expect![[r#"
            morale d6 1: +3 each casualty marker, -2 brigade commander with = 1 dice -> 1, 0 by band
            foot tested for casualties: 0 of 1 fail
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
    // The general with a unit counts as one near by; on foot he does not.
    morale(
        "A general howe with foot\nA line foot at 20,20 facing 0 markers 3",
        "A: test foot\ndice: 1 1",
        expect![[r#"
            morale 2 d6 1 1: +3 each casualty marker, -1 mounted commander near = 2 dice -> 2, 0 by band
            foot tested for casualties: 0 of 2 fail
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
    morale(
        "A general howe with foot on-foot\nA line foot at 20,20 facing 0 markers 3",
        "A: test foot\ndice: 1 1 1",
        expect![[r#"
            morale 3 d6 1 1 1: +3 each casualty marker = 3 dice -> 3, 0 by band
            foot tested for casualties: 0 of 3 fail
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
}

#[test]
fn a_wall_helps_foot_whom_nobody_flanks() {
    // WA-MOR-10
    let wall = "ground obstacle 18,20.5 22,20.5";
    morale(
        &format!("{wall}\nA line foot at 20,20 facing 0 markers 2"),
        "A: test foot\ndice: 1",
        expect![[r#"
            morale d6 1: +2 each casualty marker, -1 defends a linear = 1 dice -> 1, 0 by band
            foot tested for casualties: 0 of 1 fail
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    morale(
        &format!("{wall}\nA cavalry horse at 20,20 facing 0 markers 2"),
        "A: test horse\ndice: 1 1",
        expect![[r#"
            morale 2 d6 1 1: +2 each casualty marker = 2 dice -> 2, 0 by band
            horse tested for casualties: 0 of 2 fail
            horse reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn indians_are_shaken_in_the_open() {
    // WA-SPEC-02; T-MORALE.M9
    morale(
        "A indian warriors at 20,20 facing 0 markers 1",
        "A: test warriors\ndice: 1 1 1",
        expect![[r#"
            morale 3 d6 1 1 1: +1 each casualty marker, +2 Indians in the open = 3 dice -> 3, 0 by band
            warriors tested for casualties: 0 of 3 fail
            warriors reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    for kind in ["wood", "building", "marsh"] {
        let text = format!(
            "ground {kind} 15,19 25,19 25,22 15,22\nA indian warriors at 20,20 facing 0 markers 1\nA gun idle at 3,3 facing 0\nB line far at 3,35 facing 180\nset step morale\nA: test warriors\ndice: 1\n"
        );
        assert!(transcript(&text).contains("0 of 1 fail"), "{kind}");
    }
}

#[test]
fn two_fails_retire_three_lose_four_rout() {
    // WA-MOR-13, WA-MOR-14, WA-MOR-15, WA-MOR-30, WA-MOR-31, WA-EX-24
    let foot = "A line foot at 20,20 facing 0 raw markers 3";
    morale(
        foot,
        "A: test foot\ndice: 4 4 1 1 3",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 3 -> 4
            foot formed close order, front 3
            foot retired to 19.26, 15.74, facing 321.49°
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    morale(
        foot,
        "A: test foot\ndice: 4 4 4 1 3 4 5 1 6",
        expect![[r#"
            morale 4 d6 4 4 4 1: +3 each casualty marker, +1 raw = 4 dice -> 1, 3 by band
            foot tested for casualties: 3 of 4 fail
            retire d6 +1 3 -> 4
            foot formed close order, front 3
            foot retired to 19.26, 15.74, facing 321.49°
            losses 4 d6 4 5 1 6 -> 1, 3 by band
            foot lost 3 half bases
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    morale(
        foot,
        "A: test foot\ndice: 4 4 4 4",
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw = 4 dice -> 0, 4 by band
            foot tested for casualties: 4 of 4 fail
            foot routed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    morale(
        "A line vets at 20,20 facing 0 veteran disordered by-artillery markers 3",
        "A: test vets\ndice: 4 4 4 1 3 4 3",
        expect![[r#"
            morale 4 d6 4 4 4 1: +3 each casualty marker, +1 disordered, +1 a casualty by artillery, -1 veteran = 4 dice -> 1, 3 by band
            vets tested for casualties: 3 of 4 fail
            retire d6 +1 3 -> 4
            vets formed close order, front 3
            vets retired to 19.26, 15.74, facing 321.49°
            losses 2 d6 4 3 -> 1, 1 by band
            vets lost 1 half base
            vets reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn a_rout_makes_the_two_nearest_test_and_spreads_first_in_first_out() {
    // WA-MOR-07, WA-MOR-17, WA-MOR-19, WA-MOR-20, WA-MOR-21, WA-SEQ-30, WA-SEQ-31
    morale(
        "A militia levy at 30,20 facing 0 raw markers 3\nA militia one at 35.5,20 facing 0 raw\nA militia two at 26,20 facing 0 raw disordered by-artillery front 1\nA line three at 21.5,20 facing 0\nA gun piece at 30,17 facing 0",
        "A: test levy\ndice: 4 4 4 4 4 4 4 4 1 1 1 1 1 1 1",
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw = 4 dice -> 0, 4 by band
            levy tested for casualties: 4 of 4 fail
            levy routed
            two and one will test for it
            morale 6 d6 4 4 4 4 1 1: +1 raw, +1 disordered, +1 a casualty by artillery, +1 single-base column, +2 a rout or destruction near by = 6 dice -> 2, 4 by band
            two tested for the rout: 4 of 6 fail
            two routed
            three will test for it
            morale 3 d6 1 1 1: +1 raw, +2 a rout or destruction near by = 3 dice -> 3, 0 by band
            one tested for the rout: 0 of 3 fail
            morale 2 d6 1 1: +2 a rout or destruction near by = 2 dice -> 2, 0 by band
            three tested for the rout: 0 of 2 fail
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn who_is_beyond_six_inches_does_not_test() {
    // WA-MOR-19, WA-EX-14
    morale(
        "A general howe at 23,15\nA militia levy at 30,20 facing 0 raw markers 3\nA line u4 at 35.55,20 facing 0\nA line u7 at 23,20 facing 0 veteran\nA line u9 at 30,10 facing 0",
        "A: test levy\ndice: 4 4 4 4 1 6",
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw = 4 dice -> 0, 4 by band
            levy tested for casualties: 4 of 4 fail
            levy routed
            u4 and u7 will test for it
            morale 2 d6 1 6: +2 a rout or destruction near by = 2 dice -> 1, 1 by band
            u4 tested for the rout: 1 of 2 fail
            u4 will stand steady and not advance
            u7 tested for the rout: 0 of 0 fail
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
}

#[test]
fn the_enemy_may_pick_who_tests() {
    // WA-OPT-02
    morale(
        "switch rout_tests enemy_picks\nA militia levy at 30,20 facing 0 raw markers 3\nA line one at 34,20 facing 0\nA line two at 26,20 facing 0\nA line three at 30,15 facing 0",
        "A: test levy\ndice: 4 4 4 4\nB: witness second\nB: witness three\nB: witness three\nB: witness one\ndice: 1 1 1 1",
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw = 4 dice -> 0, 4 by band
            levy tested for casualties: 4 of 4 fail
            levy routed
            refused: it is not near the rout, or is named already (WA-OPT-02)
            three will test for it
            refused: it is not near the rout, or is named already (WA-OPT-02)
            one will test for it
            morale 2 d6 1 1: +2 a rout or destruction near by = 2 dice -> 2, 0 by band
            three tested for the rout: 0 of 2 fail
            morale 2 d6 1 1: +2 a rout or destruction near by = 2 dice -> 2, 0 by band
            one tested for the rout: 0 of 2 fail
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn a_retire_goes_home_in_two_ranks_facing_the_enemy() {
    // WA-MOR-23, WA-MOR-24, WA-MOVE-24, WA-FORM-09, WA-DIS-04
    morale(
        "A line foot at 20,20 facing 0 front 6 markers 3 disordered\nB line enemy at 26,30 facing 180",
        "A: test foot\ndice: 4 4 1 1 3\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 disordered = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 3 -> 4
            foot formed close order, front 3
            foot retired to 20.42, 16.51, facing 20.83°
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 20.42,16.51 facing 20.83° 12/12 average [disordered]
            blue #1  enemy  close, front 3 26,30 facing 180° 12/12 average
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    // No enemy is in sight: it faces the enemy base line.
    morale(
        "ground hill 0,24 60,24 60,26 0,26\nA line foot at 20,20 facing 90 front 3 markers 3 raw\nB line enemy at 26,30 facing 180",
        "A: test foot\ndice: 4 4 1 1 3\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 3 -> 4
            foot formed close order, front 3
            foot retired to 18.82, 17.18, facing 0°
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 18.82,17.18 facing 0° 12/12 raw
            blue #1  enemy  close, front 3 26,30 facing 180° 12/12 average
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn an_enemy_behind_turns_the_retire_away() {
    // WA-MOR-23
    morale(
        "A line foot at 20,20 facing 0 front 3 markers 3 raw\nB line behind at 20,14 facing 0 front 3",
        "A: test foot\ndice: 4 4 1 1 1 1 3",
        expect![[r#"
            morale 6 d6 4 4 1 1 1 1: +3 each casualty marker, +1 raw, +2 enemy in the rear box = 6 dice -> 4, 2 by band
            foot tested for casualties: 2 of 6 fail
            retire d6 +1 3 -> 4
            foot formed close order, front 3
            foot retired to 20, 21.64, facing 180°
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn a_retire_passes_friends_and_ends_clear_of_them() {
    // WA-MOR-25, WA-MOVE-14
    morale(
        "A line foot at 20,20 facing 0 front 3 markers 3 raw\nA line behind at 20,16 facing 0 front 3",
        "A: test foot\ndice: 4 4 1 1 1\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 1 -> 2
            foot formed close order, front 3
            foot retired to 20, 13.63, facing 0°
            foot disordered
            behind disordered
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 20,13.63 facing 0° 12/12 raw [disordered]
            red  #1  behind close, front 3 20,16 facing 0° 12/12 average [disordered]
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn enemies_ground_and_edges_stop_a_retire_and_may_rout_it() {
    // WA-MOR-26, WA-MOR-33
    morale(
        "ground river 10,12 30,12 30,15 10,15 impassable\nA line foot at 20,20 facing 0 front 3 markers 3 raw",
        "A: test foot\ndice: 4 4 1 1 6\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 6 -> 7
            foot formed close order, front 3
            foot retired to 19.21, 18.08, facing 318.14°
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 19.21,18.08 facing 318.14° 12/12 raw
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    morale(
        "ground river 10,12 30,12 30,16 10,16 impassable\nA line foot at 20,20 facing 0 front 3 markers 3 raw",
        "A: test foot\ndice: 4 4 1 1 6",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 6 -> 7
            foot formed close order, front 3
            foot routed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn a_retire_stops_at_the_base_line_and_leaves_from_it() {
    // WA-MOR-27, WA-MOR-28, WA-LEAD-06
    morale(
        "A brigadier grey with foot\nA line foot at 20,4 facing 0 front 3 markers 3 raw disordered by-artillery",
        "A: test foot\ndice: 4 4 1 1 6\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, -2 brigade commander with = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 6 -> 7
            foot formed close order, front 3
            foot retired to 20, 2.36, facing 0°
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            turn 1, step 3: commanders move
            red  #0  foot   close, front 3 20,2.36 facing 0° 12/12 raw [disordered]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  far    close, front 3 3,35 facing 180° 12/12 average
            red  #1000 grey   with foot      20,1.97 facing 0° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    morale(
        "A brigadier grey with foot\nA line foot at 20,2.36 facing 0 front 3 markers 3 raw disordered by-artillery\nA line near at 24,3 facing 0",
        "A: test foot\ndice: 4 4 1 1\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, -2 brigade commander with = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            foot left the table
            grey is at 20, 0.79
            red, step 2: new commanders
            red, step 3: commanders move
            turn 1, step 3: commanders move
            red  #1  near   close, front 3 24,3 facing 0° 12/12 average
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            red  #1000 grey                  20,1.57 facing 0° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 3
        "#]],
    );
}

#[test]
fn at_a_crowded_base_line_it_shifts_aside_or_leaves() {
    // WA-MOR-32
    morale(
        "A line foot at 20,6 facing 0 front 3 markers 3 raw\nA line there at 20,2.4 facing 0 front 3",
        "A: test foot\ndice: 4 4 1 1 5\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 5 -> 6
            foot formed close order, front 3
            foot retired to 16.46, 2.36, facing 0°
            foot disordered
            there disordered
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 16.46,2.36 facing 0° 12/12 raw [disordered]
            red  #1  there  close, front 3 20,2.4 facing 0° 12/12 average [disordered]
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    morale(
        "A line foot at 20,6 facing 0 front 3 markers 3 raw\nA line a at 12.9,2.4 facing 0 front 3\nA line b at 16.45,2.4 facing 0 front 3\nA line c at 20,2.4 facing 0 front 3\nA line d at 23.55,2.4 facing 0 front 3\nA line e at 27.1,2.4 facing 0 front 3",
        "A: test foot\ndice: 4 4 1 1 5",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            foot tested for casualties: 2 of 4 fail
            retire d6 +1 5 -> 6
            foot formed close order, front 3
            foot left the table
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn dismounted_cavalry_may_mount_to_retire() {
    // WA-MOR-23
    morale(
        "A cavalry troop at 20,20 facing 0 raw markers 3 dismounted",
        "A: test troop\ndice: 4 4 1 1\nA: saddle up\ndice: 3\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            troop tested for casualties: 2 of 4 fail
            troop mounted
            retire d6 +1 3 -> 4
            troop formed close order, front 2
            troop retired to 19.03, 15.67, facing 322°
            troop reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  troop  close, front 2 19.03,15.67 facing 322° 8/8 raw
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    morale(
        "A cavalry troop at 20,20 facing 0 raw markers 3 dismounted",
        "A: test troop\ndice: 4 4 1 1\nA: saddle down\ndice: 3\nshow",
        expect![[r#"
            morale 4 d6 4 4 1 1: +3 each casualty marker, +1 raw = 4 dice -> 2, 2 by band
            troop tested for casualties: 2 of 4 fail
            retire d6 +1 3 -> 4
            troop formed loose order, front 2
            troop retired to 19.03, 15.67, facing 322°
            troop reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  troop  dismounted, loose, front 2 19.03,15.67 facing 322° 8/8 raw
            red  #1  idle   unlimbered                 3,3 facing 0° 2/2 average
            red  #2  second close, front 3             55,4 facing 0° 12/12 average
            blue #3  far    close, front 3             3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn guns_retire_limbered_and_may_rout() {
    // WA-MOR-29, WA-ROST-19, WA-MOR-22
    morale(
        "A gun piece at 20,20 facing 0 markers 3",
        "A: test piece\ndice: 4 4 1 3\nshow",
        expect![[r#"
            morale 3 d6 4 4 1: +3 each casualty marker = 3 dice -> 1, 2 by band
            piece tested for casualties: 2 of 3 fail
            retire d6 +1 3 -> 4
            piece limbered up
            piece retired to 19.5, 15.82, facing 320.97°
            piece reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  piece  limbered       19.5,15.82 facing 320.97° 2/2 average
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    morale(
        "A gun piece at 20,20 facing 0 markers 3 disordered\nA line near at 23,20 facing 0",
        "A: test piece\ndice: 4 4 4 4",
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 disordered = 4 dice -> 0, 4 by band
            piece tested for casualties: 4 of 4 fail
            piece routed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn losses_may_destroy_and_then_friends_test() {
    // WA-MOR-18, WA-MOR-30
    morale(
        "A line foot at 20,20 facing 0 raw markers 3 half 2 front 1\nA line near at 24,17 facing 0",
        "A: test foot\ndice: 4 4 4 1 1 1 1 3 4 4 1 1 1 1",
        expect![[r#"
            morale 7 d6 4 4 4 1 1 1 1: +3 each casualty marker, +1 raw, +1 single-base column, +2 battered = 7 dice -> 4, 3 by band
            foot tested for casualties: 3 of 7 fail
            retire d6 +1 3 -> 4
            foot formed close order, front 1
            foot retired to 19.63, 15.87, facing 320.70°
            losses 4 d6 4 4 1 1 -> 2, 2 by band
            foot lost 2 half bases
            foot destroyed
            near will test for it
            morale 2 d6 1 1: +2 a rout or destruction near by = 2 dice -> 2, 0 by band
            near tested for the rout: 0 of 2 fail
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn steady_lasts_until_the_end_of_the_owners_turn() {
    // WA-ROST-13, WA-MOR-12
    morale(
        "A line foot at 20,20 facing 0 markers 1\nB gun other at 50,33 facing 180",
        "A: test foot\ndice: 4\nshow\nA: done\nshow",
        expect![[r#"
            morale d6 4: +1 each casualty marker = 1 dice -> 0, 1 by band
            foot tested for casualties: 1 of 1 fail
            foot will stand steady and not advance
            foot reformed
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 20,20 facing 0° 12/12 average [steady]
            blue #1  other  unlimbered     50,33 facing 180° 2/2 average
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 2
            blue points: 0
            red, step 9: reinforcements
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            turn 2, steps 6 to 8: actions
            red  #0  foot   close, front 3 20,20 facing 0° 12/12 average
            blue #1  other  unlimbered     50,33 facing 180° 2/2 average
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 2
            blue points: 0
        "#]],
    );
}

#[test]
fn battered_is_half_strength_or_less() {
    // WA-ROST-15
    let battered = |half: u8| {
        let field =
            state(&format!("A line foot at 20,20 facing 0 half {half} front 1\nB line enemy at 20,30 facing 180\n"));
        field.is_battered(unit(&field, "foot"))
    };
    assert!(battered(6) && !battered(7));
}
