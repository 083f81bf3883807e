//! Assaults and fights (WA-ASL, WA-FGT).

use crate::field::{state, transcript, unit};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

/// A field with an activated red unit that assaults, and what else is said.
fn assault(others: &str, assaulter: &str, target: &str, script: &str, expected: Expect) {
    let name = assaulter.split_whitespace().nth(1).expect("a name");
    let text = format!(
        "{others}\nA {assaulter}\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB {target}\nB line far at 3,35 facing 180\nset activate {name} ap 6\n{script}\n"
    );
    check(&text, expected);
}

#[test]
fn an_assault_is_declared_within_three_inches_in_arc_and_sight() {
    // WA-ASL-01, WA-ASL-02, WA-ASL-05, WA-ART-10
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13.01 facing 180",
        "A: assault enemy",
        expect![[r#"
            refused: enemy: 3.01" off, beyond 3" (WA-ASL-01)
        "#]],
    );
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30,7 facing 180 front 6",
        "A: assault enemy",
        expect![[r#"
            refused: enemy: not in arc (WA-ASL-01)
        "#]],
    );
    assault(
        "",
        "line foot at 30,10 facing 0 steady",
        "line enemy at 30,13 facing 180",
        "A: assault enemy",
        expect![[r#"
        refused: a steady unit does not assault (WA-ASL-05)
    "#]],
    );
    assault(
        "",
        "gun piece at 30,10 facing 0",
        "line enemy at 30,13 facing 180",
        "A: assault enemy",
        expect![[r#"
        refused: guns do not assault (WA-ART-10)
    "#]],
    );
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180",
        "A: assault second",
        expect![[r#"
            refused: second: no enemy (WA-ASL-01)
        "#]],
    );
    assault(
        "B gun piece at 30,11.7 facing 180 turned",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned front 1",
        "A: assault enemy",
        expect![[r#"
        refused: piece hides enemy (WA-ASL-01)
    "#]],
    );
    assault(
        "ground building 25,12.5 35,12.5 35,20 25,20",
        "cavalry horse at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned",
        "A: assault enemy",
        expect![[r#"
        refused: mounted cavalry does not assault into a building (WA-ASL-05)
    "#]],
    );
    // The path is a strip one base wide.
    assault(
        "A gun piece at 30,11.6 facing 0",
        "line foot at 30,10 facing 0",
        "line enemy at 30,12.9 facing 180 turned front 1",
        "A: assault enemy",
        expect![[r#"
        refused: piece hides enemy (WA-ASL-01)
    "#]],
    );
}

#[test]
fn crossings_on_the_path_are_paid() {
    // WA-ASL-03
    let ground = "ground obstacle 25,12 35,12\nground stream 25,11 35,11\nground marsh 25,10.2 35,10.2 35,10.6 25,10.6";
    assault(
        ground,
        "line foot at 30,10 facing 0",
        "line enemy at 30,12.9 facing 180 turned",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            5 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 behind a linear or first on a hill = 3
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
    assault(
        ground,
        "light foot at 30,10 facing 0 loose",
        "line enemy at 30,12.9 facing 180 turned",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -9 apart
              foot: +2 first assault, +2 no casualty markers = 4
              enemy: +1 no casualty markers, +2 behind a linear or first on a hill = 3
            foot against enemy: -9
            foot disordered
            foot: done
        "#]],
    );
}

#[test]
fn the_window_shoots_then_answers_then_the_dice_fall() {
    // WA-SEQ-16, WA-SEQ-17, WA-ASL-06, WA-ASL-22
    assault(
        "B line beside at 33.6,13 facing 180",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180",
        "A: assault enemy\nB: react beside\ndice: 3 3 3\nB: pass\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            shooting 3 d6 3 3 3 -> 3, 0 by band
              beside: +3 each base in the front rank = 3 dice
              beside: +6 target off center = 6 needed
            beside took the chance and shot at foot: 0 hits, 0 casualties
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
    // Who shot may not retreat.
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180",
        "A: assault enemy\nB: react enemy\ndice: 3 3 3 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            shooting 3 d6 3 3 3 -> 3, 0 by band
              enemy: +3 each base in the front rank = 3 dice
              enemy: +5 basic = 5 needed
            enemy took the chance and shot at foot: 0 hits, 0 casualties
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
}

#[test]
fn a_target_may_retreat_and_the_assaulter_follow() {
    // WA-ASL-06, WA-SEQ-13, WA-MOVE-24
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned front 6",
        "A: assault enemy\nB: retreat\ndice: 4\nA: follow 3.01\nA: follow 2\nA: advance 1\nshow",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            retire d6 +1 4 -> 5
            enemy formed close order, front 3
            enemy retired to 30, 17.41, facing 180°
            refused: it follows straight ahead by 3" at most (WA-ASL-06)
            foot followed 2"
            foot: done
            refused: that is not what is decided now (WA-SEQ-07)
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 30,12 facing 0° 12/12 average [command base turned]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  enemy  close, front 3 30,17.41 facing 180° 12/12 average [command base turned]
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    // The switch takes the answer away.
    assault(
        "switch retreat_before_falter off",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned",
        "A: assault enemy\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
}

#[test]
fn leaving_by_such_a_retreat_counts_as_lost() {
    // WA-ASL-07, WA-MOR-28
    assault(
        "",
        "line foot at 30,30.64 facing 0",
        "line enemy at 30,33.64 facing 180 turned",
        "A: assault enemy\nB: retreat\nA: follow 0\nshow",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            enemy left the table
            foot: done
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 30,30.64 facing 0° 12/12 average [command base turned]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 5
            blue points: 0
        "#]],
    );
}

#[test]
fn factors_count_once_each_and_contact_follows() {
    // WA-ASL-10, 11, 12, 13, 14, 21, 24; WA-EX-10, WA-EX-11, WA-EX-12
    check(
        r#"
ground obstacle 25,12.6 35,12.6
A line foot at 30,10 facing 0 front 3 veteran
A line friend at 24,10 facing 0
A line remote at 30,2 facing 0
A gun idle at 3,3 facing 0
B militia levy at 30,13 facing 180 raw bases 7 half 6 front 2 markers 1 turned
B line one at 35,14 facing 180 turned
B line two at 25,14 facing 180 turned
B line far at 3,35 facing 180
set activate foot ap 4
A: assault levy
B: stand
dice: 3 4 4 4 1 2 2 3 4 4 5 5 6 6 5 3 2 2 3 5 6 1 2 3 4 5 2 3 4 1 2 6
"#,
        expect![[r#"
            3 AP: assault
            foot assaulted levy
            falter test 2 d6 against 2 d6 3 4 4 4 -> 1 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              levy: +2 supported, +2 behind a linear or first on a hill = 4
            foot against levy: +1
            foot closed
            fight 10 d6, 2 d6 1 2 2 3 4 4 5 5 6 6 5 3 -> 6, 4, 1, 1 by band
              foot: +6 each base, +2 each supporting unit, +2 passed the falter test, +2 line infantry, -2 enemy behind a linear = 10 dice
              levy: +3 each base, +4 each supporting unit, -2 battered, -2 front of one or two bases, -2 militia or dismounted cavalry, +1 at least two dice = 2 dice
            saves in a fight d6, 4 d6 2 2 3 5 6 -> 1, 0, 2, 2 by band
            foot took 2 off levy and lost 1
            foot lost 1 half base
            levy lost 2 half bases
            foot won
            levy lost
            morale 6 d6 1 2 3 4 5 2: +1 each casualty marker, +1 raw, +2 battered, +3 lost a fight, -1 defends a linear = 6 dice -> 4, 2 by band
            levy tested for the lost fight: 2 of 6 fail
            retire d6 +1 3 -> 4
            levy formed close order, front 1
            levy retired to 30, 16.41, facing 180°
            losses 4 d6 4 1 2 6 -> 2, 2 by band
            levy lost 2 half bases
            foot disordered
            levy disordered
            foot: done
        "#]],
    );
}

#[test]
fn a_repulse_disorders_foot_and_sends_cavalry_back() {
    // WA-ASL-22, WA-SPEC-04, WA-EX-15
    check(
        r#"
ground obstacle 25,12.6 35,12.6
A cavalry horse at 30,10 facing 0
A gun idle at 3,3 facing 0
A line second at 55,4 facing 0
B line enemy at 30,13 facing 180 turned
B line far at 3,35 facing 180
set activate horse ap 6
A: assault enemy
B: stand
dice: 4 4 3 4 2
"#,
        expect![[r#"
            3 AP: assault
            horse assaulted enemy
            falter test 2 d6 against 2 d6 4 4 3 4 -> 0 apart
              horse: +2 first assault, +2 no casualty markers = 4
              enemy: +2 foot behind a linear against horse, +1 no casualty markers, +2 behind a linear or first on a hill = 5
            horse against enemy: +0
            horse: done
            retire d6 +1 2 -> 3
            horse formed close order, front 2
            horse retired to 30, 7, facing 0°
        "#]],
    );
    assault(
        "",
        "cavalry troop at 30,10 facing 0 dismounted",
        "line enemy at 30,13 facing 180 turned",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            troop assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -9 apart
              troop: +2 first assault, +2 no casualty markers = 4
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            troop against enemy: -9
            troop disordered
            troop: done
        "#]],
    );
}

#[test]
fn five_better_and_the_target_routs() {
    // WA-ASL-18, WA-ASL-20, WA-EX-20
    assault(
        "",
        "line foot at 30,10 facing 0 hessian",
        "line enemy at 30,13 facing 180 raw disordered markers 2 turned",
        "A: assault enemy\nB: stand\ndice: 3 3 4 4\nA: follow 1.2\nA: follow 1.18\nshow",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 3 3 4 4 -> 5 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers, +1 Hessians against raw troops = 7
              enemy: = 0
            foot against enemy: +5
            foot disordered
            enemy routed
            refused: it follows straight ahead by 1.18" at most (WA-ASL-20)
            foot followed 1.18"
            foot: done
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 30,11.18 facing 0° 12/12 average [disordered] [command base turned]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 3
            blue points: 0
        "#]],
    );
    // One less is contact.
    assault(
        "",
        "line foot at 30,10 facing 0 hessian",
        "line enemy at 30,13 facing 180 raw disordered markers 2 turned",
        "A: assault enemy\nB: stand\ndice: 2 3 4 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 2 3 4 4 -> 4 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers, +1 Hessians against raw troops = 7
              enemy: = 0
            foot against enemy: +4
            foot closed
            fight 10 d6, 6 d6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -> 10, 0, 6, 0 by band
              foot: +6 each base, +2 passed the falter test, +2 line infantry = 10 dice
              enemy: +6 each base, +2 line infantry, -2 disordered = 6 dice
            foot took 0 off enemy and lost 0
            foot lost
            enemy won
            morale 3 d6 1 1 1: +3 lost a fight = 3 dice -> 3, 0 by band
            foot tested for the lost fight: 0 of 3 fail
            foot: done
            retire d6 +1 1 -> 2
            foot formed close order, front 3
            foot retired to 30, 11, facing 0°
            losses 3 d6 1 1 1 -> 3, 0 by band
            foot disordered
        "#]],
    );
}

#[test]
fn light_infantry_takes_a_battery() {
    // WA-ASL-19, WA-ROST-20, WA-FGT-10, 14, 20; WA-MOR-22; WA-EX-16
    check(
        r#"
A light foot at 30,10 facing 0 front 5 bases 5 attempted
A gun idle at 3,3 facing 0
A line second at 55,4 facing 0
B gun one at 29.5,13 facing 180 turned
B gun two at 31.2,13 facing 180 turned
B gun three at 40,13 facing 180 turned
B line near at 30,18 facing 180 turned
B line far at 3,35 facing 180
set activate foot ap 6
A: assault one
B: stand
dice: 2 3 1 3 6 5 5 1 1 2 3 4 4 5 6 2 1 4 3 1 4 6
"#,
        expect![[r#"
            2 AP: assault
            foot assaulted one
            falter test 2 d6 against 2 d6 2 3 1 3 -> 1 apart
              foot: +2 line infantry in order, +2 no casualty markers = 4
              one: +4 each gun = 4
            foot against one: +1
            foot closed
            fight 9 d6, 4 d6 6 5 5 1 1 2 3 4 4 5 6 2 1 -> 6, 3, 2, 2 by band
              foot: +5 each base, +2 passed the falter test, +2 line infantry = 9 dice
              one: +4 each gun = 4 dice
            saves in a fight 2 d6, 3 d6 4 3 1 4 6 -> 1, 1, 2, 1 by band
            foot took 2 off one and lost 1
            foot lost 1 half base
            one lost 2 half bases
            two lost 2 half bases
            foot won
            one destroyed
            two destroyed
            foot disordered
            foot: done
        "#]],
    );
    // Beaten by five at the falter it is destroyed without a fight (WA-ASL-23).
    check(
        r#"
A light foot at 30,10 facing 0 front 5 bases 5
A gun idle at 3,3 facing 0
A line second at 55,4 facing 0
B gun one at 30,13 facing 180 turned
B line far at 3,35 facing 180
set activate foot ap 6
A: assault one
B: stand
dice: 4 4 1 2
A: follow 0
"#,
        expect![[r#"
            2 AP: assault
            foot assaulted one
            falter test 2 d6 against 2 d6 4 4 1 2 -> 9 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              one: +2 each gun = 2
            foot against one: +9
            foot disordered
            one destroyed
            foot: done
        "#]],
    );
}

#[test]
fn a_battery_retreats_gun_by_gun() {
    // WA-ASL-06, WA-MOR-29
    check(
        r#"
A line foot at 30,10 facing 0 front 5
A gun idle at 3,3 facing 0
B gun one at 29,13 facing 180 turned
B gun two at 30.9,13 facing 180 turned
B line far at 3,35 facing 180
set activate foot ap 6
A: assault one
B: retreat
dice: 2 5
A: follow 0
show
"#,
        expect![[r#"
            2 AP: assault
            foot assaulted one
            retire d6 +1 2 -> 3
            one limbered up
            one retired to 29.1, 16.01, facing 172.85°
            retire d6 +1 5 -> 6
            two limbered up
            two retired to 30.84, 19, facing 184.69°
            foot: done
            turn 1, steps 6 to 8: actions
            red  #0  foot close, front 5 30,10 facing 0° 12/12 average [command base turned]
            red  #1  idle unlimbered     3,3 facing 0° 2/2 average
            blue #2  one  limbered       29.1,16.01 facing 172.85° 2/2 average [command base turned]
            blue #3  two  limbered       30.84,19 facing 184.69° 2/2 average [command base turned]
            blue #4  far  close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn flank_and_rough_hill() {
    // WA-ASL-04, WA-ASL-25, WA-FORM-10, WA-FGT-06, 08, 09; WA-TERR-06, WA-TERR-07, WA-EX-19
    check(
        r#"
ground rough-hill 29.5,10 33,10 33,16 29.5,16
A light foot at 27,13 facing 90 loose bases 5 front 3 attempted
A gun idle at 3,3 facing 0
A line second at 55,4 facing 0
B line enemy at 31.5,14 facing 0 turned
B line far at 3,35 facing 180
set activate foot ap 6
A: assault enemy
B: stand
dice: 3 3 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
"#,
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 3 3 2 2 -> 3 apart
              foot: +2 assaults flank or rear, +2 no casualty markers = 4
              enemy: +1 no casualty markers, +2 behind a linear or first on a hill = 3
            foot against enemy: +3
            foot closed
            fight 3 d6, 5 d6 1 1 1 1 1 1 1 1 -> 3, 0, 5, 0 by band
              foot: +5 each base, +2 passed the falter test, -2 loose, -2 target up a rough hill = 3 dice
              enemy: +6 each base, +2 line infantry, -3 assaulted on flank or rear = 5 dice
            foot took 0 off enemy and lost 0
            foot lost
            enemy won
            morale 3 d6 1 1 1: +3 lost a fight = 3 dice -> 3, 0 by band
            foot tested for the lost fight: 0 of 3 fail
            foot: done
            retire d6 +1 1 -> 2
            foot formed loose order, front 3
            foot retired to 29.55, 11.62, facing 58.37°
            losses 3 d6 1 1 1 -> 3, 0 by band
            foot disordered
            enemy disordered
        "#]],
    );
}

#[test]
fn first_on_a_hill_is_who_came_first() {
    // WA-TERR-07, WA-ROST-11
    let field = state(
        r#"
ground hill 20,5 40,5 40,20 20,20
A line foot at 30,10 facing 0
A line below at 10,10 facing 0
B line enemy at 30,13 facing 180
"#,
    );
    let entry = |name: &str| field.unit(unit(&field, name)).hill_entry.map(|(_, nth)| nth);
    assert_eq!([entry("foot"), entry("below"), entry("enemy")], [Some(1), None, Some(2)]);
    // The enemy came second: it gets nothing for the hill, nor is it uphill.
    assault(
        "ground hill 20,5 40,5 40,20 20,20",
        "line foot at 30,10 facing 0 attempted",
        "cavalry enemy at 30,13 facing 180 turned dismounted",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 no casualty markers = 4
              enemy: +1 no casualty markers = 1
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
    // From below it is first on its hill.
    assault(
        "ground hill 20,12 40,12 40,20 20,20",
        "line foot at 30,10 facing 0 attempted",
        "cavalry enemy at 30,13 facing 180 turned dismounted",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -9 apart
              foot: +2 line infantry in order, +2 no casualty markers = 4
              enemy: +1 no casualty markers, +2 behind a linear or first on a hill = 3
            foot against enemy: -9
            foot disordered
            foot: done
        "#]],
    );
}

#[test]
fn the_wall_the_assaulter_left_gives_him_nothing() {
    // WA-ASL-17, WA-ASL-26, WA-FGT-07
    assault(
        "ground obstacle 25,10.5 35,10.5",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned",
        "A: assault enemy\nB: stand\ndice: 3 3 3 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        expect![[r#"
            3 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 3 3 3 3 -> 3 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: +3
            foot closed
            fight 10 d6, 8 d6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -> 10, 0, 8, 0 by band
              foot: +6 each base, +2 passed the falter test, +2 line infantry = 10 dice
              enemy: +6 each base, +2 line infantry = 8 dice
            foot took 0 off enemy and lost 0
            foot lost
            enemy won
            morale 3 d6 1 1 1: +3 lost a fight = 3 dice -> 3, 0 by band
            foot tested for the lost fight: 0 of 3 fail
            foot: done
            retire d6 +1 1 -> 2
            foot formed close order, front 3
            foot retired to 30, 11, facing 0°
            losses 3 d6 1 1 1 -> 3, 0 by band
            foot disordered
            enemy disordered
        "#]],
    );
}

#[test]
fn commanders_and_last_fights_count_in_the_falter_test() {
    // WA-ASL-15, WA-ASL-16
    assault(
        "A brigadier grey with foot on-foot\nB brigadier knox with enemy on-foot",
        "line foot at 30,10 facing 0 attempted lost markers 1",
        "line enemy at 30,13 facing 180 turned won markers 1",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -13 apart
              foot: +2 line infantry in order = 2
              enemy: +2 commander with, +1 won its last fight, +2 line infantry in order = 5
            foot against enemy: -13
            foot disordered
            foot: done
        "#]],
    );
    assault(
        "A brigadier grey with foot",
        "line foot at 30,10 facing 0 attempted markers 1",
        "line enemy at 30,13 facing 180 turned markers 1",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -8 apart
              foot: +2 line infantry in order, +2 mounted commander with = 4
              enemy: +2 line infantry in order = 2
            foot against enemy: -8
            foot disordered
            foot: done
        "#]],
    );
}

#[test]
fn a_fight_counts_bases_supports_and_ground() {
    // WA-FGT-01, 02, 03, 04, 05; WA-TERR-04; WA-SPEC-02; WA-SPEC-03
    assault(
        "ground marsh 20,12.9 40,12.9 40,20 20,20\nB line one at 35,14 facing 180 turned\nB line two at 25,14 facing 180 turned\nB line three at 30,18 facing 180 turned",
        "cavalry horse at 30,10 facing 0 front 4",
        "indian warriors at 30,13 facing 180 turned bases 4",
        "A: assault warriors\nB: stand\ndice: 3 3 3 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        expect![[r#"
            3 AP: assault
            horse assaulted warriors
            falter test 2 d6 against 2 d6 3 3 3 3 -> 1 apart
              horse: +2 first assault, +2 no casualty markers = 4
              warriors: +2 supported, +1 no casualty markers = 3
            horse against warriors: +1
            horse closed
            fight 8 d6, 6 d6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -> 8, 0, 6, 0 by band
              horse: +4 each base, +2 passed the falter test, +2 mounted cavalry in the open = 8 dice
              warriors: +4 each base, +4 each supporting unit, +2 Indians in wood or marsh, -2 loose, -2 front of one or two bases = 6 dice
            horse took 0 off warriors and lost 0
            horse lost
            warriors won
            morale 3 d6 1 1 1: +3 lost a fight = 3 dice -> 3, 0 by band
            horse tested for the lost fight: 0 of 3 fail
            horse: done
            retire d6 +1 1 -> 2
            horse formed close order, front 2
            horse retired to 30, 11.79, facing 0°
            losses 3 d6 1 1 1 -> 3, 0 by band
            horse disordered
            warriors disordered
        "#]],
    );
}

#[test]
fn row_seven_once_or_each() {
    // WA-OPT-03, WA-FGT-06
    for (switch, dice) in [("once", 6), ("each", 4)] {
        let text = format!(
            "switch fight_row7 {switch}\nA light foot at 30,10 facing 0 loose disordered veteran\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB line enemy at 30,13 facing 180 turned raw markers 1 disordered\nB line far at 3,35 facing 180\nset activate foot ap 6\nA: assault enemy\nB: stand\ndice: 3 3 3 3\n"
        );
        let told = transcript(&text);
        assert!(told.contains(&format!("halted: {dice} d6,")), "{switch}: {told}");
    }
}

#[test]
fn the_winner_is_disordered_and_the_loser_tests_in_the_fighting_column() {
    // WA-FGT-11, WA-FGT-12, WA-FGT-13, WA-FGT-15, WA-FGT-17, WA-FGT-18, WA-FGT-19, WA-FGT-21, WA-SEQ-14, WA-LEAD-03
    assault(
        "B brigadier knox with enemy on-foot",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned",
        "A: assault enemy\nB: stand\ndice: 3 3 3 3 6 6 6 1 1 1 1 1 1 1 6 1 1 1 1 1 1 1 4 3 3 5 5 4 3 4 1 1\nshow",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 3 3 3 3 -> 1 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +2 commander with, +1 no casualty markers, +2 line infantry in order = 5
            foot against enemy: +1
            foot closed
            fight 10 d6, 8 d6 6 6 6 1 1 1 1 1 1 1 6 1 1 1 1 1 1 1 -> 7, 3, 7, 1 by band
              foot: +6 each base, +2 passed the falter test, +2 line infantry = 10 dice
              enemy: +6 each base, +2 line infantry = 8 dice
            saves in a fight d6, 3 d6 4 3 3 5 -> 0, 1, 2, 1 by band
            foot took 2 off enemy and lost 0
            enemy lost 2 half bases
            foot won
            enemy lost
            commander in danger d6 5
            morale d6 4: +3 lost a fight, -2 brigade commander with = 1 dice -> 0, 1 by band
            enemy tested for the lost fight: 1 of 1 fail
            retire d6 +1 3 -> 4
            enemy formed close order, front 3
            enemy retired to 30, 17, facing 180°
            losses 3 d6 4 1 1 -> 2, 1 by band
            enemy lost 1 half base
            foot disordered
            enemy disordered
            foot: done
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 30,13 facing 0° 12/12 average [disordered] [command base turned]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  enemy  close, front 3 30,17 facing 180° 9/12 average [disordered] [command base turned]
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            blue #1000 knox   with enemy     30,17.39 facing 180° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
    // Equal losses: the target wins (WA-FGT-15).
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned",
        "A: assault enemy\nB: stand\ndice: 3 3 3 3 6 1 1 1 1 1 1 1 1 1 6 1 1 1 1 1 1 1 3 3 1 1 1 1 1 1 1\nshow",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 3 3 3 3 -> 3 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: +3
            foot closed
            fight 10 d6, 8 d6 6 1 1 1 1 1 1 1 1 1 6 1 1 1 1 1 1 1 -> 9, 1, 7, 1 by band
              foot: +6 each base, +2 passed the falter test, +2 line infantry = 10 dice
              enemy: +6 each base, +2 line infantry = 8 dice
            saves in a fight d6, d6 3 3 -> 1, 0, 1, 0 by band
            foot took 1 off enemy and lost 1
            foot lost 1 half base
            enemy lost 1 half base
            foot lost
            enemy won
            morale 3 d6 1 1 1: +3 lost a fight = 3 dice -> 3, 0 by band
            foot tested for the lost fight: 0 of 3 fail
            foot: done
            retire d6 +1 1 -> 2
            foot formed close order, front 3
            foot retired to 30, 11, facing 0°
            losses 3 d6 1 1 1 -> 3, 0 by band
            foot disordered
            enemy disordered
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 3 30,11 facing 0° 11/12 average [disordered] [command base turned]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  enemy  close, front 3 30,13 facing 180° 11/12 average [disordered] [command base turned]
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn both_sides_may_be_destroyed() {
    // WA-FGT-16, WA-MOR-18
    assault(
        "",
        "line foot at 30,10 facing 0 half 1 front 1",
        "line enemy at 30,13 facing 180 turned half 1 front 1",
        "A: assault enemy\nB: stand\ndice: 1 1 3 2 5 5 5 5 1 1 1 1",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 3 2 -> 2 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers = 1
            foot against enemy: +2
            foot closed
            fight 2 d6, 2 d6 5 5 5 5 -> 0, 2, 0, 2 by band
              foot: +1 each base, +2 passed the falter test, +2 line infantry, -2 battered, -2 front of one or two bases, +1 at least two dice = 2 dice
              enemy: +1 each base, +2 line infantry, -2 battered, -2 front of one or two bases, +3 at least two dice = 2 dice
            saves in a fight 2 d6, 2 d6 1 1 1 1 -> 2, 0, 2, 0 by band
            foot took 2 off enemy and lost 2
            foot lost 1 half base
            enemy lost 1 half base
            foot destroyed
            foot: done
            enemy destroyed
        "#]],
    );
}

#[test]
fn contact_is_flush_on_the_assaulted_edge() {
    // WA-ASL-24
    // The fight dice are held, so that the field rests in contact.
    let contact = |dice: usize, others: &str, foot: &str, enemy: &str| {
        let text = format!(
            "{others}\nA general howe at 50,3\nA brigadier grey at 50,5 dice 9\nA {foot}\nA gun idle at 3,3 facing 0\nB {enemy}\nB line far at 3,35 facing 180\nset activate foot ap 6\nA: assault enemy\nB: stand\ndice: 3 3 3 3\nA: keep\ndice: {}\nshow\n",
            "1 ".repeat(dice)
        );
        let told = transcript(&text);
        assert!(told.contains("the dice lie: 1"), "{told}");
        let stands = told.lines().find(|line| line.starts_with("red") && line.contains(" foot "));
        stands.unwrap_or(&told).to_string()
    };
    expect!["red  #0  foot  close, front 3 32,13 facing 0° 12/12 average [command base turned] [4 AP]"]
        .assert_eq(&contact(18, "", "line foot at 32,10 facing 350", "line enemy at 30,13 facing 180 turned"));
    // Shifted least: a neighbor stands where it would close.
    let beside = "B line beside at 33.54,12 facing 180 turned";
    expect!["red  #1  foot   close, front 3 30,13 facing 0° 12/12 average [command base turned] [4 AP]"]
        .assert_eq(&contact(20, beside, "line foot at 30.5,10 facing 0", "line enemy at 30,13 facing 180 turned"));
    // No place is free: it stays where it stands, and the fight is settled all the same.
    let boxed = "B gun left at 28,12.6 facing 180 turned\nB gun right at 32,12.6 facing 180 turned";
    expect!["red  #2  foot  close, front 3 30,10 facing 0° 12/12 average [command base turned] [4 AP]"]
        .assert_eq(&contact(18, boxed, "line foot at 30,10 facing 0", "line enemy at 30,13 facing 180 turned"));
    // On the flank it turns parallel to the flank.
    expect!["red  #0  foot  close, front 3 28.23,14 facing 90° 12/12 average [command base turned] [4 AP]"]
        .assert_eq(&contact(15, "", "line foot at 26,14 facing 80", "line enemy at 30,13 facing 180 turned"));
}

#[test]
fn a_building_has_no_flank() {
    // WA-FORM-14
    assault(
        "ground building 28,12.5 33,12.5 33,17 28,17",
        "line foot at 30,10 facing 0",
        "line enemy at 30.5,15.3 facing 0 turned",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            3 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
    // In the open the same is an assault on the rear.
    assault(
        "",
        "line foot at 30,10 facing 0",
        "line enemy at 30.5,15.3 facing 0 turned",
        "A: assault enemy\nB: stand\ndice: 1 1 6 6",
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6 against 2 d6 1 1 6 6 -> -7 apart
              foot: +2 line infantry in order, +2 assaults flank or rear, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            foot against enemy: -7
            foot disordered
            foot: done
        "#]],
    );
}

#[test]
fn determination_holds_the_falter_and_the_fight_dice() {
    // WA-CMD-07, WA-SEQ-32
    check(
        r#"
A general howe at 30,3
A brigadier grey at 24,5 dice 3
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
A line second at 55,4 facing 0
B line enemy at 30,13 facing 180 turned
B line far at 3,35 facing 180
set activate foot ap 6
A: assault enemy
B: stand
dice: 1 1 3 3
A: again 0
dice: 6
A: keep
dice: 6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
A: again 1
dice: 5
A: keep
dice: 1 1 1 1 1 3 1 1 1
"#,
        expect![[r#"
            2 AP: assault
            foot assaulted enemy
            falter test 2 d6, 2 d6 1 1 3 3
              foot: +2 line infantry in order, +2 first assault, +2 no casualty markers = 6
              enemy: +1 no casualty markers, +2 line infantry in order = 3
            the dice lie: 1, 1
            determination re-roll d6 6
            the die falls again: 6
            foot against enemy: +4
            foot closed
            fight 10 d6, 8 d6 6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -> 9, 1, 8, 0 by band
              foot: +6 each base, +2 passed the falter test, +2 line infantry = 10 dice
              enemy: +6 each base, +2 line infantry = 8 dice
            the dice lie: 6, 1, 1, 1, 1, 1, 1, 1, 1, 1
            determination re-roll d6 5
            the die falls again: 5
            saves in a fight 0 d6, 2 d6 1 1 -> 0, 0, 2, 0 by band
            foot took 2 off enemy and lost 0
            enemy lost 2 half bases
            foot won
            enemy lost
            morale 3 d6 1 1 1: +3 lost a fight = 3 dice -> 3, 0 by band
            enemy tested for the lost fight: 0 of 3 fail
            retire d6 +1 3 -> 4
            enemy formed close order, front 3
            enemy retired to 30, 17, facing 180°
            losses 3 d6 1 1 1 -> 3, 0 by band
            foot disordered
            enemy disordered
            foot: done
        "#]],
    );
}
