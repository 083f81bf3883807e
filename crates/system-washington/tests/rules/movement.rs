//! Acts bought by action points: increments, wheels, turns, formations, ground (WA-MOVE, WA-FORM, WA-TERR).

use crate::field::{state, transcript, unit};
use expect_test::{Expect, expect};
use firelock_table::Length;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

/// A field of one red unit that is activated, an idle gun, and an enemy far off.
fn alone(ground: &str, unit: &str, ap: u8, script: &str, expected: Expect) {
    let name = unit.split_whitespace().nth(1).expect("a name");
    let text = format!(
        "{ground}\nA {unit}\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB line enemy at 30,35 facing 180\nset activate {name} ap {ap}\n{script}\n"
    );
    check(&text, expected);
}

#[test]
fn an_increment_is_three_inches_four_mounted() {
    // WA-MOVE-01, WA-MOVE-02, T-MOVEMENT
    alone(
        "",
        "line foot at 30,10 facing 0",
        6,
        "A: advance 3.01\nA: advance 0\nA: advance 3",
        expect![[r#"
        refused: an increment is 3" at most (WA-MOVE-02)
        refused: an increment goes straight ahead (WA-MOVE-02)
        1 AP: movement increment
        foot advanced 3"
    "#]],
    );
    alone(
        "",
        "cavalry horse at 30,10 facing 0",
        6,
        "A: advance 4.01\nA: advance 4",
        expect![[r#"
        refused: an increment is 4" at most (WA-MOVE-02)
        1 AP: movement increment
        horse advanced 4"
    "#]],
    );
    alone(
        "",
        "cavalry troop at 30,10 facing 0 dismounted",
        6,
        "A: advance 4\nA: advance 3",
        expect![[r#"
        refused: an increment is 3" at most (WA-MOVE-02)
        1 AP: movement increment
        troop advanced 3"
    "#]],
    );
    alone(
        "",
        "gun piece at 30,10 facing 0 limbered",
        6,
        "A: advance 3.01\nA: advance 3",
        expect![[r#"
        refused: an increment is 3" at most (WA-MOVE-02)
        1 AP: movement increment
        piece advanced 3"
    "#]],
    );
}

#[test]
fn a_narrow_front_makes_more_increments() {
    // WA-MOVE-03, WA-MOVE-04
    alone(
        "",
        "line foot at 30,6 facing 0 front 3",
        6,
        "A: advance 3\nA: advance 3\nA: advance 3\nA: form 1\nA: advance 3\nA: advance 1\nA: advance 1",
        expect![[r#"
            1 AP: movement increment
            foot advanced 3"
            1 AP: movement increment
            foot advanced 3"
            refused: it has made 2 of 2 increments this turn (WA-MOVE-03)
            1 AP: change frontage
            foot formed close order, front 1
            1 AP: movement increment
            foot advanced 3"
            1 AP: movement increment
            foot advanced 1"
            refused: it has made 4 of 4 increments this turn (WA-MOVE-03)
        "#]],
    );
    alone(
        "",
        "gun piece at 30,6 facing 0 limbered",
        6,
        "A: advance 1\nA: advance 1\nA: advance 1",
        expect![[r#"
        1 AP: movement increment
        piece advanced 1"
        1 AP: movement increment
        piece advanced 1"
        refused: it has made 2 of 2 increments this turn (WA-MOVE-03)
    "#]],
    );
    alone(
        "",
        "line foot at 30,6 facing 0 front 2",
        6,
        "A: advance 1\nA: advance 1\nA: advance 1\nA: advance 1",
        expect![[r#"
            1 AP: movement increment
            foot advanced 1"
            1 AP: movement increment
            foot advanced 1"
            1 AP: movement increment
            foot advanced 1"
            refused: it has made 3 of 3 increments this turn (WA-MOVE-03)
        "#]],
    );
}

#[test]
fn a_column_on_a_road_goes_five_inches_an_increment() {
    // WA-MOVE-05, WA-TERR-15, WA-EX-17
    let road = "ground road 30,0 30,36";
    alone(
        road,
        "line foot at 30,6 facing 0 front 1",
        5,
        "A: advance 5\nA: advance 5\nA: advance 5\nA: advance 5\nA: advance 1",
        expect![[r#"
            1 AP: movement increment
            foot advanced 5"
            1 AP: movement increment
            foot advanced 5"
            1 AP: movement increment
            foot advanced 5"
            1 AP: movement increment
            foot advanced 5"
            refused: it has made 4 of 4 increments this turn (WA-MOVE-03)
        "#]],
    );
    alone(
        road,
        "gun piece at 30,6 facing 0 limbered",
        5,
        "A: advance 5\nA: advance 5.01\nA: advance 5",
        expect![[r#"
        1 AP: movement increment
        piece advanced 5"
        refused: an increment is 5" at most (WA-MOVE-02)
        1 AP: movement increment
        piece advanced 5"
    "#]],
    );
    alone(
        road,
        "cavalry horse at 30,6 facing 0 front 1",
        5,
        "A: advance 6.01\nA: advance 6",
        expect![[r#"
        refused: an increment is 6" at most (WA-MOVE-02)
        1 AP: movement increment
        horse advanced 6"
    "#]],
    );
    // A wider front gains nothing, nor does a column beside the road.
    alone(
        road,
        "line foot at 30,6 facing 0 front 2",
        5,
        "A: advance 3.5\nA: advance 3",
        expect![[r#"
        refused: an increment is 3" at most (WA-MOVE-02)
        1 AP: movement increment
        foot advanced 3"
    "#]],
    );
    alone(
        road,
        "line foot at 31,6 facing 0 front 1",
        5,
        "A: advance 3.5",
        expect![[r#"
        refused: an increment is 3" at most (WA-MOVE-02)
    "#]],
    );
}

#[test]
fn a_wheel_is_45_degrees_at_most_and_twice_a_turn() {
    // WA-MOVE-06
    alone(
        "",
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: wheel right 46\nA: wheel right 45\nA: wheel left -10\nA: wheel left -10",
        expect![[r#"
            refused: a wheel is 45 degrees at most (WA-MOVE-06)
            1 AP: wheel
            foot wheeled to 45°
            1 AP: wheel
            foot wheeled to 35°
            refused: it has made 2 of 2 wheels this turn (WA-MOVE-06)
        "#]],
    );
    alone(
        "",
        "line wide at 30,10 facing 0 front 4",
        6,
        "A: wheel right 45",
        expect![[r#"
        2 AP: wheel with a wide front
        wide wheeled to 45°
    "#]],
    );
    alone(
        "",
        "gun piece at 30,10 facing 0",
        6,
        "A: wheel right 45",
        expect![[r#"
        refused: a gun turns in its place (WA-MOVE-21)
    "#]],
    );
}

#[test]
fn a_facing_change_turns_the_block_about_its_center() {
    // WA-MOVE-07
    alone(
        "",
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: face left\nA: face about\nshow",
        expect![[r#"
        1 AP: change facing
        foot faced 270°
        refused: change facing: 1 a turn, and it is done (WA-MOVE-07)
        turn 1, steps 6 to 8: actions
        red  #0  foot   close, front 2 28.23,8.82 facing 270° 12/12 average [command base turned] [5 AP]
        red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
        red  #2  second close, front 3 55,4 facing 0° 12/12 average
        blue #3  enemy  close, front 3 30,35 facing 180° 12/12 average
        game countdown: 21 of 21
        red points: 0
        red action points: 5
        blue points: 0
    "#]],
    );
    alone(
        "",
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: face about\nshow",
        expect![[r#"
        1 AP: change facing
        foot faced 180°
        turn 1, steps 6 to 8: actions
        red  #0  foot   close, front 3 30,7.64 facing 180° 12/12 average [command base turned] [5 AP]
        red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
        red  #2  second close, front 3 55,4 facing 0° 12/12 average
        blue #3  enemy  close, front 3 30,35 facing 180° 12/12 average
        game countdown: 21 of 21
        red points: 0
        red action points: 5
        blue points: 0
    "#]],
    );
    alone(
        "",
        "light skirmish at 30,10 facing 0 front 3 loose",
        6,
        "A: face right\nshow",
        expect![[r#"
        1 AP: change facing
        skirmish faced 90°
        turn 1, steps 6 to 8: actions
        red  #0  skirmish loose, front 3 31.18,8.82 facing 90° 12/12 average [command base turned] [5 AP]
        red  #1  idle     unlimbered     3,3 facing 0° 2/2 average
        red  #2  second   close, front 3 55,4 facing 0° 12/12 average
        blue #3  enemy    close, front 3 30,35 facing 180° 12/12 average
        game countdown: 21 of 21
        red points: 0
        red action points: 5
        blue points: 0
    "#]],
    );
    alone(
        "",
        "gun piece at 30,10 facing 0",
        6,
        "A: face right",
        expect![[r#"
        refused: a gun turns by 45 degrees at a time (WA-MOVE-21)
    "#]],
    );
}

#[test]
fn the_front_changes_by_three_bases_once_a_turn() {
    // WA-MOVE-08, WA-ROST-08
    alone(
        "",
        "line foot at 30,10 facing 0 front 2",
        6,
        "A: form 6\nA: form 0\nA: form 7\nA: form 2\nA: form 5\nA: form 4",
        expect![[r#"
            refused: the front changes by 3 bases at most (WA-MOVE-08)
            refused: the front is 1 to 6 bases (WA-ROST-08)
            refused: the front changes by 3 bases at most (WA-MOVE-08)
            refused: it stands so already (WA-MOVE-08)
            1 AP: change frontage
            foot formed close order, front 5
            refused: change frontage: 1 a turn, and it is done (WA-MOVE-08)
        "#]],
    );
    alone(
        "",
        "gun piece at 30,10 facing 0",
        6,
        "A: form 1",
        expect![[r#"
        refused: a gun has no formation (WA-FORM-13)
    "#]],
    );
}

#[test]
fn troops_change_between_close_and_loose_with_the_front() {
    // WA-MOVE-09, WA-FORM-02, WA-FORM-03, WA-SPEC-05, WA-SPEC-07
    alone(
        "",
        "light skirmish at 30,10 facing 0 front 1",
        6,
        "A: form 1 loose\nA: form 3 loose\nshow",
        expect![[r#"
        refused: loose it is two ranks deep at most: a front of 3 or more (WA-FORM-02)
        1 AP: change frontage
        skirmish formed loose order, front 3
        turn 1, steps 6 to 8: actions
        red  #0  skirmish loose, front 3 30,10 facing 0° 12/12 average [command base turned] [5 AP]
        red  #1  idle     unlimbered     3,3 facing 0° 2/2 average
        red  #2  second   close, front 3 55,4 facing 0° 12/12 average
        blue #3  enemy    close, front 3 30,35 facing 180° 12/12 average
        game countdown: 21 of 21
        red points: 0
        red action points: 5
        blue points: 0
    "#]],
    );
    alone(
        "",
        "light skirmish at 30,10 facing 0 front 3 loose",
        6,
        "A: form 2\nA: form 3 close",
        expect![[r#"
        refused: loose it is two ranks deep at most: a front of 3 or more (WA-FORM-02)
        1 AP: change frontage
        skirmish formed close order, front 3
    "#]],
    );
    alone(
        "",
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: form 3 loose",
        expect![[r#"
        refused: these troops do not stand so (WA-FORM-03)
    "#]],
    );
    alone(
        "",
        "rifle rifles at 30,10 facing 0 front 3",
        6,
        "A: form 3 close",
        expect![[r#"
        refused: these troops do not stand so (WA-FORM-03)
    "#]],
    );
    alone(
        "",
        "militia levy at 30,10 facing 0 front 3",
        6,
        "A: form 3 loose",
        expect![[r#"
        1 AP: change frontage
        levy formed loose order, front 3
    "#]],
    );
    alone(
        "",
        "indian warriors at 30,10 facing 0 front 3",
        6,
        "A: form 4 close",
        expect![[r#"
        refused: these troops do not stand so (WA-FORM-03)
    "#]],
    );
    alone(
        "",
        "cavalry horse at 30,10 facing 0 front 2",
        6,
        "A: form 2 loose",
        expect![[r#"
        refused: these troops do not stand so (WA-FORM-03)
    "#]],
    );
    alone(
        "",
        "line foot at 30,10 facing 0 front 3 battalion-gun",
        6,
        "A: form 3 loose",
        expect![[r#"
        refused: these troops do not stand so (WA-SPEC-05)
    "#]],
    );
}

#[test]
fn slowing_scenery_costs_an_action_point_each_increment() {
    // WA-MOVE-10, WA-TERR-02, WA-EX-18
    let wood = "ground wood 20,10 40,10 40,15 20,15";
    alone(
        wood,
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 3\nA: advance 3\ndice: 4\nA: rally\ndice: 3\nA: rally\ndice: 5",
        expect![[r#"
            2 AP: movement increment
            foot advanced 3"
            2 AP: movement increment
            foot advanced 3"
            disorder by scenery d6 4
            foot disordered
            1 AP: try to lose disorder
            disorder removal d6 3
            1 AP: try to lose disorder
            disorder removal d6 5
            foot in order again
            foot: done
        "#]],
    );
    for kind in ["marsh", "building", "rough-hill", "river"] {
        let ground = wood.replace("wood", kind);
        alone(
            &ground,
            "line foot at 30,9 facing 0 front 3",
            6,
            "A: advance 2",
            expect![[r#"
            2 AP: movement increment
            foot advanced 2"
        "#]],
        );
    }
    let hill = wood.replace("wood", "hill");
    alone(
        &hill,
        "line foot at 30,9 facing 0 front 3",
        6,
        "A: advance 2",
        expect![[r#"
        1 AP: movement increment
        foot advanced 2"
    "#]],
    );
}

#[test]
fn loose_foot_and_foot_columns_pay_nothing_for_ground() {
    // WA-MOVE-12, WA-MOVE-17
    let ground = "ground wood 20,10 40,10 40,11 20,11\nground obstacle 20,12 40,12";
    alone(
        ground,
        "light skirmish at 30,10 facing 0 front 3 loose",
        6,
        "A: advance 3",
        expect![[r#"
        1 AP: movement increment
        skirmish advanced 3"
    "#]],
    );
    alone(
        ground,
        "line column at 30,10 facing 0 front 1",
        6,
        "A: advance 3",
        expect![[r#"
        1 AP: movement increment
        column advanced 3"
    "#]],
    );
    alone(
        ground,
        "cavalry troop at 30,10 facing 0 dismounted",
        6,
        "A: advance 3",
        expect![[r#"
        1 AP: movement increment
        troop advanced 3"
    "#]],
    );
    alone(
        ground,
        "cavalry horse at 30,10 facing 0 front 1",
        6,
        "A: advance 3",
        expect![[r#"
        3 AP: movement increment
        horse advanced 3"
    "#]],
    );
    alone(
        ground,
        "gun piece at 30,10 facing 0 limbered",
        6,
        "A: advance 3",
        expect![[r#"
        3 AP: movement increment
        piece advanced 3"
    "#]],
    );
    alone(
        ground,
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 3\ndice: 3",
        expect![[r#"
        3 AP: movement increment
        foot advanced 3"
        disorder by scenery d6 3
    "#]],
    );
}

#[test]
fn a_linear_costs_an_action_point_each_time_it_is_crossed() {
    // WA-MOVE-11, WA-TERR-11
    let fences = "ground obstacle 20,11 40,11\nground stream 20,12 40,12";
    alone(
        fences,
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 3",
        expect![[r#"
        3 AP: movement increment
        foot advanced 3"
    "#]],
    );
    // Up to the fence is not over it; a fence that runs along the way is not crossed.
    alone(
        fences,
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 1",
        expect![[r#"
        1 AP: movement increment
        foot advanced 1"
    "#]],
    );
    alone(
        "ground obstacle 30,5 30,20",
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 3",
        expect![[r#"
        1 AP: movement increment
        foot advanced 3"
    "#]],
    );
    // A wheel crosses too.
    alone(
        fences,
        "line foot at 30,10.5 facing 0 front 3",
        6,
        "A: wheel right 45",
        expect![[r#"
        3 AP: wheel
        foot wheeled to 45°
    "#]],
    );
}

#[test]
fn a_road_through_a_piece_cancels_its_slowing_for_a_front_of_one() {
    // WA-TERR-10, WA-TERR-08
    let ground = "ground river 20,10 40,10 40,13 20,13\nground road 30,0 30,36";
    alone(
        ground,
        "line column at 30,9 facing 0 front 1",
        6,
        "A: advance 5",
        expect![[r#"
        1 AP: movement increment
        column advanced 5"
    "#]],
    );
    alone(
        ground,
        "gun piece at 30,9 facing 0 limbered",
        6,
        "A: advance 5",
        expect![[r#"
        1 AP: movement increment
        piece advanced 5"
    "#]],
    );
    alone(
        ground,
        "gun piece at 35,9 facing 0 limbered",
        6,
        "A: advance 3",
        expect![[r#"
        refused: guns cross a river only on a road, bridge or ford (WA-TERR-08)
    "#]],
    );
    alone(
        ground,
        "cavalry horse at 30,9 facing 0 front 1",
        6,
        "A: advance 5",
        expect![[r#"
        1 AP: movement increment
        horse advanced 5"
    "#]],
    );
    alone(
        ground,
        "line foot at 35,9 facing 0 front 3",
        6,
        "A: advance 3",
        expect![[r#"
        2 AP: movement increment
        foot advanced 3"
    "#]],
    );
}

#[test]
fn mounted_cavalry_enters_no_building_and_it_holds_one_unit() {
    // WA-TERR-09, WA-TERR-13
    let house = "ground building 28,10 32,10 32,14 28,14";
    alone(
        house,
        "cavalry horse at 30,9 facing 0",
        6,
        "A: advance 3",
        expect![[r#"
        refused: mounted cavalry does not enter a building (WA-TERR-09)
    "#]],
    );
    alone(
        house,
        "cavalry troop at 30,9 facing 0 dismounted front 2",
        6,
        "A: advance 3\nA: mount",
        expect![[r#"
        1 AP: movement increment
        troop advanced 3"
        refused: mounted cavalry does not enter a building (WA-TERR-09)
    "#]],
    );
    check(
        r#"
ground building 25,10 35,10 35,16 25,16
A line foot at 33,9 facing 0
A line inside at 27,14 facing 0
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate foot ap 6
A: advance 3
"#,
        expect![[r#"
            refused: the building holds one unit, and has inside in it (WA-TERR-09)
        "#]],
    );
}

#[test]
fn impassable_ground_is_not_entered() {
    // WA-TERR-14
    alone(
        "ground river 20,10 40,10 40,13 20,13 impassable",
        "line foot at 30,9 facing 0",
        6,
        "A: advance 2\nA: advance 1",
        expect![[r#"
            refused: it is impassable (WA-TERR-14)
            1 AP: movement increment
            foot advanced 1"
        "#]],
    );
    alone(
        "ground obstacle 20,10 40,10 impassable",
        "line foot at 30,9 facing 0",
        6,
        "A: advance 2",
        expect![[r#"
        refused: nobody crosses it (WA-TERR-14)
    "#]],
    );
}

#[test]
fn a_friend_is_passed_for_an_action_point_and_left_wholly() {
    // WA-MOVE-13, WA-MOVE-14, WA-MOVE-15
    check(
        r#"
A line foot at 30,10 facing 0 front 6
A line friend at 30,11.3 facing 0 front 6
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate foot ap 6
A: advance 2
A: advance 3
"#,
        expect![[r#"
            refused: it would end on friend (WA-MOVE-13)
            2 AP: movement increment
            foot advanced 3"
            foot disordered
            friend disordered
        "#]],
    );
    // Loose on either side: nobody disordered.
    check(
        r#"
A light foot at 30,10 facing 0 front 5 bases 5 loose
A line friend at 30,11.3 facing 0 front 6
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate foot ap 6
A: advance 3
"#,
        expect![[r#"
            2 AP: movement increment
            foot advanced 3"
        "#]],
    );
    // Two increments as one where one is too short, both paid.
    check(
        r#"
A line foot at 30,10 facing 0 front 3
A line friend at 30,12.5 facing 0 front 3
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate foot ap 6
A: advance 3
A: advance 5
"#,
        expect![[r#"
            refused: it would end on friend (WA-MOVE-13)
            3 AP: movement increment
            foot advanced 5"
            foot disordered
            friend disordered
        "#]],
    );
    // Not where nobody is passed, nor with one increment left.
    alone(
        "",
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 5",
        expect![[r#"
        refused: an increment is 3" at most (WA-MOVE-02)
    "#]],
    );
    // Guns and commanders are passed free, but not stood on.
    check(
        r#"
A line foot at 30,10 facing 0 front 3
A gun piece at 30,12 facing 0
A brigadier grey at 30,11
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate foot ap 6
A: advance 3
A: advance 5
"#,
        expect![[r#"
            refused: it would end on piece (WA-MOVE-15)
            2 AP: movement increment
            foot advanced 5"
        "#]],
    );
}

#[test]
fn cavalry_passing_infantry_disorders_nobody() {
    // WA-MOVE-14
    check(
        r#"
A cavalry horse at 30,10 facing 0
A line friend at 30,11.3 facing 0 front 6
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate horse ap 6
A: advance 4
A: advance 5
"#,
        expect![[r#"
            refused: it would end on friend (WA-MOVE-13)
            3 AP: movement increment
            horse advanced 5"
        "#]],
    );
}

#[test]
fn nothing_but_an_assault_comes_nearer_than_three_inches() {
    // WA-MOVE-16, WA-ODD-17
    check(
        r#"
A line foot at 30,10 facing 0 front 3
A gun idle at 3,3 facing 0
B line enemy at 30,15 facing 180
set activate foot ap 6
A: advance 2.01
A: advance 2
B: pass
A: wheel right 10
A: advance 0.5
A: face about
B: pass
A: advance 2
B: pass
"#,
        expect![[r#"
            refused: it would come nearer than 3" to enemy (WA-MOVE-16)
            1 AP: movement increment
            foot advanced 2"
            refused: it would come nearer than 3" to enemy (WA-MOVE-16)
            refused: it would come nearer than 3" to enemy (WA-MOVE-16)
            1 AP: change facing
            foot faced 180°
            1 AP: movement increment
            foot advanced 2"
            refused: the other side decides now (WA-SEQ-12)
        "#]],
    );
    // A change of front that reaches nearer is refused too.
    check(
        r#"
A line foot at 30,10 facing 0 front 2
A gun idle at 3,3 facing 0
B line enemy at 35.5,11 facing 270
set activate foot ap 6
A: form 5
A: form 1
"#,
        expect![[r#"
            refused: it would come nearer than 3" to enemy (WA-MOVE-16)
            1 AP: change frontage
            foot formed close order, front 1
        "#]],
    );
}

#[test]
fn leaving_slowing_scenery_may_disorder() {
    // WA-MOVE-17, WA-DIS-01, T-DISORDER
    let wood = "ground wood 20,10 40,10 40,12 20,12";
    let leave = "A: advance 3\ndice: ";
    for (quality, die, disordered) in [
        ("raw", 2, false),
        ("raw", 3, true),
        ("average", 3, false),
        ("average", 4, true),
        ("veteran", 4, false),
        ("veteran", 5, true),
    ] {
        let text = format!(
            "{wood}\nA line foot at 30,10 facing 0 {quality}\nA gun idle at 3,3 facing 0\nB line enemy at 30,35 facing 180\nset activate foot ap 6\n{leave}{die}\n"
        );
        assert_eq!(transcript(&text).contains("foot disordered"), disordered, "{quality} {die}");
    }
    // Clipping a corner counts, staying in does not roll, and a gun never does.
    alone(
        "ground wood 28,10 29,10 29,11 28,11",
        "line foot at 30,9 facing 0 front 3",
        6,
        "A: advance 3\ndice: 6",
        expect![[r#"
        2 AP: movement increment
        foot advanced 3"
        disorder by scenery d6 6
        foot disordered
    "#]],
    );
    alone(
        wood,
        "line foot at 30,10 facing 0 front 3",
        6,
        "A: advance 1.5",
        expect![[r#"
        2 AP: movement increment
        foot advanced 1.5"
    "#]],
    );
    alone(
        wood,
        "gun piece at 30,10 facing 0 limbered",
        6,
        "A: advance 3",
        expect![[r#"
        2 AP: movement increment
        piece advanced 3"
    "#]],
    );
    // Facing about leaves the wood with the front, and does not roll.
    alone(
        wood,
        "line foot at 30,10.5 facing 0 front 3",
        6,
        "A: face about",
        expect![[r#"
        1 AP: change facing
        foot faced 180°
    "#]],
    );
    // A wheel does.
    alone(
        "ground wood 28,10.5 29,10.5 29,11.5 28,11.5",
        "line foot at 30,10.2 facing 0 front 3",
        6,
        "A: wheel right 45\ndice: 5",
        expect![[r#"
        1 AP: wheel
        foot wheeled to 45°
        disorder by scenery d6 5
        foot disordered
    "#]],
    );
}

#[test]
fn cavalry_mounts_and_dismounts() {
    // WA-MOVE-19, WA-ROST-09, WA-SPEC-04
    alone(
        "",
        "cavalry horse at 30,10 facing 0 front 1",
        6,
        "A: mount\nA: dismount\nshow\nA: dismount\nA: mount",
        expect![[r#"
        refused: it is mounted already (WA-MOVE-19)
        1 AP: mount or dismount
        horse dismounted
        turn 1, steps 6 to 8: actions
        red  #0  horse  dismounted, loose, front 2 30,10 facing 0° 8/8 average [command base turned] [5 AP]
        red  #1  idle   unlimbered                 3,3 facing 0° 2/2 average
        red  #2  second close, front 3             55,4 facing 0° 12/12 average
        blue #3  enemy  close, front 3             30,35 facing 180° 12/12 average
        game countdown: 21 of 21
        red points: 0
        red action points: 5
        blue points: 0
        refused: it is dismounted already (WA-MOVE-19)
        1 AP: mount or dismount
        horse mounted
    "#]],
    );
    alone(
        "",
        "line foot at 30,10 facing 0",
        6,
        "A: dismount",
        expect![[r#"
        refused: only cavalry mounts and dismounts (WA-MOVE-19)
    "#]],
    );
}

#[test]
fn guns_limber_to_move_and_unlimber_to_shoot() {
    // WA-MOVE-20, WA-MOVE-21
    alone(
        "",
        "gun piece at 30,10 facing 0",
        6,
        "A: advance 1\nA: unlimber\nA: limber\nA: limber\nA: advance 3\nA: turn 46\nA: unlimber",
        expect![[r#"
            refused: only a limbered gun moves (WA-MOVE-20)
            refused: it is unlimbered already (WA-MOVE-20)
            2 AP: limber or unlimber
            piece limbered up
            refused: it is limbered already (WA-MOVE-20)
            1 AP: movement increment
            piece advanced 3"
            2 AP: turn the gun
            piece turned to 46°
            refused: it costs 2 AP and 1 are left (WA-MOVE-01)
        "#]],
    );
    alone(
        "",
        "gun piece at 30,10 facing 0",
        6,
        "A: turn 181\nA: turn 0\nA: turn 180",
        expect![[r#"
        refused: it turns by up to half a circle (WA-MOVE-21)
        refused: it turns by up to half a circle (WA-MOVE-21)
        4 AP: turn the gun
        piece turned to 180°
    "#]],
    );
    alone(
        "",
        "line foot at 30,10 facing 0",
        6,
        "A: turn 45\nA: limber",
        expect![[r#"
        refused: only a gun turns so (WA-MOVE-21)
        refused: only a gun has a limber (WA-MOVE-20)
    "#]],
    );
}

#[test]
fn nobody_moves_off_the_table() {
    // WA-MOVE-22
    alone(
        "",
        "line foot at 30,34.5 facing 0 front 3",
        6,
        "A: advance 2",
        expect![[r#"
        refused: it may not leave the table (WA-MOVE-22)
    "#]],
    );
    alone(
        "",
        "line foot at 3,10 facing 270 front 3",
        6,
        "A: advance 3\nA: advance 3",
        expect![[r#"
        1 AP: movement increment
        foot advanced 3"
        refused: it may not leave the table (WA-MOVE-22)
    "#]],
    );
}

#[test]
fn a_steady_unit_does_not_advance() {
    // WA-MOVE-23, WA-ROST-13, WA-ODD-10
    check(
        r#"
A line foot at 30,10 facing 0 front 3 steady disordered
A gun idle at 3,3 facing 0
B line enemy at 30,13.5 facing 180
set activate foot ap 9
A: advance 0.3
A: assault enemy
A: shoot enemy
dice: 1 2 3 3 4
B: pass
A: rally
dice: 1
A: wheel right 10
A: form 2
B: pass
A: face about
B: pass
A: wheel right 10
B: pass
A: wheel right 10
"#,
        expect![[r#"
            refused: a steady unit does not advance (WA-MOVE-23)
            refused: a steady unit does not assault (WA-ASL-05)
            1 AP: first shot
            shooting 3 d6 1 2 3 3 4 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +6 shooter disordered = 6 needed
            foot shot at enemy: 0 hits, 0 casualties
            1 AP: try to lose disorder
            disorder removal d6 1
            refused: it would come nearer than 3" to enemy (WA-MOVE-16)
            1 AP: change frontage
            foot formed close order, front 2
            1 AP: change facing
            foot faced 180°
            1 AP: wheel
            foot wheeled to 190°
            refused: it has made 1 of 1 wheels this turn (WA-MOVE-23)
        "#]],
    );
}

#[test]
fn disorder_is_removed_on_a_four() {
    // WA-MOVE-27, WA-DIS-03, WA-DIS-04
    alone(
        "",
        "line foot at 30,10 facing 0 disordered",
        4,
        "A: rally\ndice: 3\nA: rally\ndice: 4\nA: rally",
        expect![[r#"
            1 AP: try to lose disorder
            disorder removal d6 3
            1 AP: try to lose disorder
            disorder removal d6 4
            foot in order again
            refused: it is not disordered (WA-MOVE-27)
        "#]],
    );
}

#[test]
fn an_act_that_is_too_dear_is_refused() {
    // WA-MOVE-01, WA-SEQ-12
    alone(
        "",
        "line wide at 30,10 facing 0 front 5",
        1,
        "A: wheel right 20\nA: advance 1",
        expect![[r#"
        refused: it costs 2 AP and 1 are left (WA-MOVE-01)
        1 AP: movement increment
        wide advanced 1"
        wide: done
    "#]],
    );
}

#[test]
fn wheels_are_no_passage() {
    // WA-MOVE-28
    check(
        r#"
A line foot at 30,10 facing 0 front 3
A line friend at 33.55,10 facing 0 front 3
A gun idle at 3,3 facing 0
B line enemy at 30,35 facing 180
set activate foot ap 6
A: wheel left -45
A: wheel right 45
"#,
        expect![[r#"
            1 AP: wheel
            foot wheeled to 315°
            1 AP: wheel
            foot wheeled to 0°
        "#]],
    );
}

#[test]
fn footprints_follow_formation_front_and_spacers() {
    // WA-FORM-01, WA-FORM-02, WA-FORM-05, WA-FORM-06, WA-FORM-13, WA-FORM-15, WA-SCALE-04, WA-SCALE-05, WA-ROST-10
    let field = state(
        r#"
A line close at 10,10 facing 0 front 4 bases 7
A line shot at 20,10 facing 0 front 3 bases 6 half 5 spacers 2
A line manned at 30,10 facing 0 front 3 battalion-gun
A light loose at 40,10 facing 0 front 3 bases 5 loose
A cavalry horse at 50,10 facing 0 front 2
A gun piece at 55,10 facing 0
B line enemy at 30,35 facing 180
"#,
    );
    let size = |name: &str| {
        let size = field.unit(unit(&field, name)).outline.size;
        (size.width, size.depth)
    };
    let mm = Length::mm;
    assert_eq!(size("close"), (mm(120), mm(60)));
    assert_eq!(size("shot"), (mm(150), mm(30)));
    assert_eq!(size("manned"), (mm(120), mm(60)));
    assert_eq!(size("loose"), (mm(150), mm(60)));
    assert_eq!(size("horse"), (mm(60), mm(80)));
    assert_eq!(size("piece"), (mm(40), mm(40)));
    let bases = |name: &str| field.bases(unit(&field, name));
    assert_eq!(bases("close").len(), 7);
    assert_eq!(bases("shot").len(), 3);
    // The last rank is centered.
    let lone = bases("close")[5].center().x;
    assert_eq!(lone, field.front_center(unit(&field, "close")).x);
    // The odd spacer stands on the right: bases begin one place from the left end.
    let left = field.unit(unit(&field, "shot")).outline.corners[0].x;
    assert_eq!(bases("shot")[0].corners[0].x - left, mm(30).get());
}

#[test]
fn a_column_is_close_one_base_wide_and_not_shot_up() {
    // WA-FORM-04
    let field = state(
        r#"
A line column at 10,10 facing 0 front 1
A line shot at 20,10 facing 0 front 1 half 2 spacers 2
A light loose at 30,10 facing 0 front 1 bases 4 half 2 loose
A gun piece at 50,10 facing 0
B line enemy at 30,35 facing 180
"#,
    );
    let is_column = |name: &str| field.is_column(unit(&field, name));
    assert_eq!(["column", "shot", "loose", "piece"].map(is_column), [true, false, false, false]);
}
