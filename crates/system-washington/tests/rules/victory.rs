//! Objectives, score and the end (WA-VIC).

use crate::field::transcript;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

#[test]
fn an_objective_is_held_by_the_side_with_a_unit_near_it_alone() {
    // WA-VIC-04, WA-VIC-05
    let text = |units: &str| {
        let text = format!(
            "objective at 30,20 holder blue\n{units}\nA gun idle at 3,3 facing 0\nA line foot at 50,10 facing 0\nB gun other at 50,33 facing 180\nB line enemy at 5,30 facing 180\nA: done\n"
        );
        transcript(&text).contains("red took objective 1")
    };
    assert!(text("A line near at 30,17 facing 0"));
    assert!(!text("A line near at 30,16.9 facing 0"));
    assert!(!text("A gun near at 30,19 facing 0"));
    assert!(!text("A general near at 30,19"));
    assert!(!text("A line near at 30,17 facing 0\nB line theirs at 30,23 facing 180"));
    assert!(text("A line near at 30,17 facing 0\nB gun theirs at 30,23 facing 180"));
}

#[test]
fn the_score_counts_objectives_losses_and_ground() {
    // WA-VIC-03, WA-VIC-05, WA-VIC-06, WA-VIC-07, WA-VIC-08, WA-VIC-09, WA-SCALE-03, T-VICTORY
    check(
        r#"
objective at 30,20 holder red
objective at 30,30 holder red
objective at 30,8 holder red
objective at 10,28 holder blue
A general howe dead
A brigadier grey dead
A line foot at 30,20 facing 0
A line deep at 50,30 facing 0
A line late reinforcement from 9
A gun idle at 3,3 facing 0
B gun other at 40,33 facing 180
B line enemy at 5,30 facing 180 half 6 front 3
set active blue countdown 1
B: done
dice: 1
"#,
        expect![[r#"
            blue, step 9: reinforcements
            blue, step 10: flanking
            blue, steps 11 and 12: reset and countdown
            command bases face forward
            countdown d6 1
            the countdown falls by 1 to 0
            Reds: crushing win by 17 points to 5
        "#]],
    );
}

#[test]
fn leads_are_marginal_clear_and_crushing() {
    // WA-VIC-10
    for (deep, words) in [
        ("", "marginal win by 0 points to 0"),
        ("objective at 30,20 holder red", "Reds: marginal win by 4"),
        ("objective at 30,30 holder red", "Reds: clear win by 6"),
        ("objective at 30,30 holder red\nobjective at 10,20 holder red", "Reds: crushing win by 10"),
    ] {
        let text = format!(
            "{deep}\nA line foot at 50,10 facing 0\nB gun other at 50,33 facing 180\nB line enemy at 5,30 facing 180\nset active blue countdown 1\nB: done\ndice: 3\n"
        );
        let told = transcript(&text);
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_side_without_units_loses_at_once() {
    // WA-VIC-02
    check(
        r#"
A line foot at 30,10 facing 0 front 6
A gun idle at 3,3 facing 0
B line enemy at 30,13.5 facing 180 turned half 1 front 1
B gun other at 50,33 facing 180
set activate foot ap 6
A: shoot enemy
dice: 5 3 3 3 3 3 1
A: done
"#,
        expect![[r#"
            1 AP: first shot
            shooting 6 d6 5 3 3 3 3 3 -> 5, 1 by band
              foot: +6 each base in the front rank = 6 dice
              foot: +5 basic = 5 needed
            saves d6 1: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy destroyed
            Reds win: nobody of the enemy is left
            refused: the battle is over (WA-VIC-01)
        "#]],
    );
    // A reinforcement that is still to come keeps it in the game.
    check(
        r#"
A line foot at 30,10 facing 0 front 6
A gun idle at 3,3 facing 0
B line enemy at 30,13.5 facing 180 turned half 1 front 1
B line late reinforcement
B gun other at 50,33 facing 180
set activate foot ap 6
A: shoot enemy
dice: 5 3 3 3 3 3 1
"#,
        expect![[r#"
            1 AP: first shot
            shooting 6 d6 5 3 3 3 3 3 -> 5, 1 by band
              foot: +6 each base in the front rank = 6 dice
              foot: +5 basic = 5 needed
            saves d6 1: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy destroyed
        "#]],
    );
}

#[test]
fn the_countdown_goes_on_from_21() {
    // WA-SEQ-21, WA-VIC-01, WA-EX-21, WA-ROST-27
    let mut text = String::from(
        "A line foot at 50,10 facing 0\nA gun idle at 3,3 facing 0\nB gun other at 50,33 facing 180\nB line enemy at 5,30 facing 180\n",
    );
    for die in [4, 6, 3, 5, 2, 1] {
        text += &format!("A: done\nB: done\ndice: {die}\n");
    }
    let told = transcript(&text);
    let falls: Vec<&str> = told.lines().filter(|line| line.starts_with("the countdown falls")).collect();
    assert_eq!(falls.len(), 6);
    assert_eq!(falls[4], "the countdown falls by 2 to 1");
    assert!(told.contains("Blues: marginal win"));
}
