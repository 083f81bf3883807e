//! Commanders: successors, moves, danger (WA-SEQ-03, 04; WA-CMD-01..04, 24; WA-LEAD).

use crate::field::{commander, state, transcript, unit};
use expect_test::{Expect, expect};
use firelock_table::Length;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

#[test]
fn a_dead_commander_may_be_succeeded() {
    // WA-SEQ-03, WA-LEAD-08, WA-LEAD-10
    let text = |die: &str| {
        format!(
            "A general howe at 12,5\nA brigadier grey dead value 2\nA line foot at 30,10 facing 0 markers 1\nA gun idle at 3,3 facing 0\nB line far at 3,35 facing 180\nset step morale\nA: test foot\ndice: 1 {die}\nA: beside grey\nA: beside howe\nA: ride grey\ndice: 1 1 1\n"
        )
    };
    check(
        &text("2"),
        expect![[r#"
            morale d6 1: +1 each casualty marker = 1 dice -> 1, 0 by band
            foot tested for casualties: 0 of 1 fail
            foot reformed
            red, step 2: new commanders
            new commander d6 2
            red, step 3: commanders move
            refused: that is not what is decided now (WA-SEQ-04)
            refused: that is not what is decided now (WA-SEQ-04)
            refused: he is no commander of yours on the table (WA-SEQ-04)
        "#]],
    );
    check(
        &text("3"),
        expect![[r#"
            morale d6 1: +1 each casualty marker = 1 dice -> 1, 0 by band
            foot tested for casualties: 0 of 1 fail
            foot reformed
            red, step 2: new commanders
            new commander d6 3
            grey is succeeded by a man of value 3
            refused: a new commander is placed beside another one of his side on the table (WA-SEQ-03)
            grey is at 13.38, 5
            red, step 3: commanders move
            commander's move 3 d6 1 1 1 -> 3
            grey may go 3"
        "#]],
    );
    check(
        &text("5"),
        expect![[r#"
            morale d6 1: +1 each casualty marker = 1 dice -> 1, 0 by band
            foot tested for casualties: 0 of 1 fail
            foot reformed
            red, step 2: new commanders
            new commander d6 5
            grey is succeeded by a man of value 2
            refused: a new commander is placed beside another one of his side on the table (WA-SEQ-03)
            grey is at 13.38, 5
            red, step 3: commanders move
            commander's move 3 d6 1 1 1 -> 3
            grey may go 3"
        "#]],
    );
}

#[test]
fn without_another_commander_he_comes_to_the_base_line() {
    // WA-LEAD-09
    check(
        "A brigadier grey dead value 3\nA line foot at 30,10 facing 0 markers 1\nA gun idle at 3,3 facing 0\nB line far at 3,35 facing 180\nset step morale\nA: test foot\ndice: 1 4\nshow\n",
        expect![[r#"
            morale d6 1: +1 each casualty marker = 1 dice -> 1, 0 by band
            foot tested for casualties: 0 of 1 fail
            foot reformed
            red, step 2: new commanders
            new commander d6 4
            grey is succeeded by a man of value 3
            grey is at 30, 0.79
            red, step 3: commanders move
            turn 1, step 3: commanders move
            red  #0  foot close, front 3 30,10 facing 0° 12/12 average
            red  #1  idle unlimbered     3,3 facing 0° 2/2 average
            blue #2  far  close, front 3 3,35 facing 180° 12/12 average
            red  #1000 grey                30,1.57 facing 0° value 3
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn each_commander_rolls_three_dice_and_may_go_so_far() {
    // WA-SEQ-04, WA-CMD-02
    check(
        r#"
A general howe at 30,5
A brigadier grey at 20,5
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B line far at 3,35 facing 180
set step commanders
A: ride grey
dice: 1 2 3
A: go 26.1,5
A: go 61,5
A: go 26,5
A: ride grey
A: ride howe
dice: 1 1 1
A: join far
A: join foot
show
"#,
        expect![[r#"
            commander's move 3 d6 1 2 3 -> 6
            grey may go 6"
            refused: it is 6.1" and he goes 6" at most (WA-SEQ-04)
            refused: he stays on the table (WA-CMD-03)
            grey is at 26, 5
            refused: he has had his move (WA-SEQ-04)
            commander's move 3 d6 1 1 1 -> 3
            howe may go 3"
            refused: a commander joins his own side's units (WA-CMD-02)
            howe is with foot
            red, step 4: determination
            turn 1, step 4: determination
            red  #0  foot close, front 3 30,10 facing 0° 12/12 average
            red  #1  idle unlimbered     3,3 facing 0° 2/2 average
            blue #2  far  close, front 3 3,35 facing 180° 12/12 average
            red  #1000 howe with foot      30,9.61 facing 0° value 1
            red  #1001 grey                26,5.79 facing 0° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn a_commander_may_stay_and_the_rest_be_passed_over() {
    // WA-SEQ-04
    check(
        r#"
A general howe at 30,5
A brigadier grey at 20,5
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B line far at 3,35 facing 180
set step commanders
A: ride grey
dice: 6 6 6
A: done
A: done
"#,
        expect![[r#"
            commander's move 3 d6 6 6 6 -> 18
            grey may go 18"
            red, step 4: determination
        "#]],
    );
}

#[test]
fn a_commander_keeps_off_the_enemy_and_crosses_rivers_on_roads() {
    // WA-CMD-03
    check(
        r#"
ground river 0,12 60,12 60,14 0,14
ground road 40,0 40,36
A general howe at 30,8
A line foot at 10,10 facing 0
A gun idle at 3,3 facing 0
B line enemy at 35,18 facing 180
B line far at 3,35 facing 180
set step commanders
A: ride howe
dice: 6 6 6
A: go 30,16
A: go 40,16
A: go 40,9 40,16
"#,
        expect![[r#"
            commander's move 3 d6 6 6 6 -> 18
            howe may go 18"
            refused: he crosses a river only on a road (WA-CMD-03)
            refused: he crosses a river only on a road (WA-CMD-03)
            howe is at 40, 16
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
    check(
        r#"
A general howe at 30,8
A line foot at 10,10 facing 0
A gun idle at 3,3 facing 0
B line enemy at 33,13 facing 180
B line far at 3,35 facing 180
set step commanders
A: ride howe
dice: 6 6 6
A: go 33,18
A: go 28,18
"#,
        expect![[r#"
            commander's move 3 d6 6 6 6 -> 18
            howe may go 18"
            refused: he passes within 1" of enemy (WA-CMD-03)
            howe is at 28, 18
            red, step 4: determination
            red, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn commanders_block_nothing_and_go_with_their_unit() {
    // WA-CMD-01, WA-CMD-04, WA-CMD-24, WA-ROST-24
    check(
        r#"
A brigadier grey with foot
A brigadier buff at 30,12
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B brigadier knox at 30,13
B line enemy at 30,18 facing 180
set activate foot ap 6
A: shoot enemy
dice: 3 3 3
A: advance 3
show
"#,
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
            1 AP: movement increment
            foot advanced 3"
            knox is with enemy
            turn 1, steps 6 to 8: actions
            red  #0  foot  close, front 3 30,13 facing 0° 12/12 average [command base turned] [4 AP]
            red  #1  idle  unlimbered     3,3 facing 0° 2/2 average
            blue #2  enemy close, front 3 30,18 facing 180° 12/12 average
            red  #1000 grey  with foot      30,12.61 facing 0° value 1
            red  #1001 buff                 30,12.79 facing 0° value 1
            blue #1002 knox  with enemy     30,18.39 facing 180° value 1
            game countdown: 21 of 21
            red points: 0
            red action points: 4
            blue points: 0
        "#]],
    );
    let field = state(
        "A brigadier grey with foot\nA line foot at 30,10 facing 0\nA line other at 36,10 facing 0\nB line far at 3,35 facing 180\n",
    );
    let grey = commander(&field, "grey");
    assert_eq!(field.commander(grey).at, field.center(unit(&field, "foot")));
    // From the middle of one to the edge of the other: 6 inches less half a front and half a base.
    let gap = field.commander_gap(grey, unit(&field, "other")).length();
    assert_eq!(gap, Length::inches(6) - Length::mm(45) - Length::mm(15));
}

#[test]
fn a_lone_commander_near_an_acting_enemy_is_driven_off() {
    // WA-LEAD-05
    check(
        r#"
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B brigadier knox at 30,12.7
B line near at 30,22 facing 180
B line far at 3,35 facing 180
set activate foot ap 6
A: advance 1
"#,
        expect![[r#"
            1 AP: movement increment
            foot advanced 1"
            knox is with near
        "#]],
    );
    check(
        r#"
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B brigadier knox at 30,12.7
B gun piece at 30,22 facing 180
B line far at 3,35 facing 180
set activate foot ap 6
A: advance 1
"#,
        expect![[r#"
            1 AP: movement increment
            foot advanced 1"
            knox fell
        "#]],
    );
    // An inch and more is far enough.
    check(
        r#"
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B brigadier knox at 30,12.9
B line far at 3,35 facing 180
set activate foot ap 6
A: advance 1
"#,
        expect![[r#"
            1 AP: movement increment
            foot advanced 1"
        "#]],
    );
}

#[test]
fn a_commander_whose_unit_runs_dies_or_finds_refuge() {
    // WA-LEAD-04, WA-LEAD-05, WA-LEAD-07
    let text = |die: &str, friend: &str| {
        format!(
            "A brigadier grey with foot on-foot\nA general howe at 50,5\nA militia foot at 30,20 facing 0 raw markers 3 by-artillery disordered\n{friend}\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB line far at 3,35 facing 180\nset step morale\nA: test foot\ndice: 4 4 4 4 {die}\n"
        )
    };
    check(
        &text("4 1", "A line friend at 40,20 facing 0"),
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, -2 brigade commander with = 4 dice -> 0, 4 by band
            foot tested for casualties: 4 of 4 fail
            foot routed
            commander in danger d6 4
            grey fell
            red, step 2: new commanders
            new commander d6 1
            red, step 3: commanders move
        "#]],
    );
    check(
        &text("3", "A line friend at 40,20 facing 0"),
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, -2 brigade commander with = 4 dice -> 0, 4 by band
            foot tested for casualties: 4 of 4 fail
            foot routed
            commander in danger d6 3
            grey is with friend
            red, step 2: new commanders
            red, step 3: commanders move
        "#]],
    );
    check(
        &text("3 1", "A gun friend at 35,20 facing 0"),
        expect![[r#"
            morale 4 d6 4 4 4 4: +3 each casualty marker, +1 raw, +1 disordered, +1 a casualty by artillery, -2 brigade commander with = 4 dice -> 0, 4 by band
            foot tested for casualties: 4 of 4 fail
            foot routed
            commander in danger d6 3
            grey fell
            red, step 2: new commanders
            new commander d6 1
            red, step 3: commanders move
        "#]],
    );
}
