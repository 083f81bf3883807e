//! Shooting: sight, arcs, ranges, hits, saves, markers, guns, opportunity (WA-LOS, WA-FIRE, WA-ART).

use crate::field::transcript;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

/// A field with an activated red shooter, a blue target and what else is said.
fn shot(others: &str, shooter: &str, target: &str, script: &str, expected: Expect) {
    let name = shooter.split_whitespace().nth(1).expect("a name");
    let text = format!(
        "{others}\nA {shooter}\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB {target}\nB line far at 3,35 facing 180\nset activate {name} ap 9\n{script}\n"
    );
    check(&text, expected);
}

#[test]
fn a_volley_at_short_range() {
    // WA-FIRE-01, 03, 05, 06, 08, 10, 11, 12, 13, 15; WA-EX-06
    shot(
        "",
        "line foot at 30,10 facing 0 front 4",
        "line enemy at 30,13.5 facing 180 turned",
        "A: shoot enemy\ndice: 1 2 5 6 3 5 2 4 6 6\nA: shoot enemy\ndice: 3 3 4 4\nA: shoot enemy",
        expect![[r#"
            1 AP: first shot
            shooting 4 d6 1 2 5 6 3 5 -> 1, 3 by band
              foot: +4 each base in the front rank = 4 dice
              foot: +5 basic = 5 needed
            saves 3 d6 2 4 6: +3 basic, +1 line infantry at short range = 4 needed -> 1, 2 by band
            disorder by fire d6 6 -> 0, 1 by band
            foot shot at enemy: 3 hits, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy disordered
            3 AP: second shot
            shooting 4 d6 3 3 4 4 -> 4, 0 by band
              foot: +4 each base in the front rank = 4 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
            refused: it has shot twice this turn (WA-FIRE-02)
        "#]],
    );
}

#[test]
fn riflemen_reach_far_and_mark_twice() {
    // WA-FIRE-04, 07, 09, 14; WA-SPEC-01; WA-EX-07; WA-TERR-03
    shot(
        "ground wood 25,23 35,23 35,27 25,27",
        "rifle rifles at 30,10 facing 0 front 3 bases 4",
        "militia levy at 30,23.01 facing 180 loose",
        "A: shoot levy\ndice: 5 6 1 6 1 5 3 6\nA: shoot levy\ndice: 5 3 3 2",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 6 1 6 -> 0, 3 by band
              rifles: +3 each base in the front rank = 3 dice
              rifles: +5 basic = 5 needed
            saves 2 d6 1 5: +3 basic, -1 target in cover = 2 needed -> 1, 1 by band
            disorder by fire 2 d6 3 6 -> 1, 1 by band
            rifles shot at levy: 3 hits, 1 ignored, 1 casualty
            levy took 2 markers more
            levy lost 1 half base
            levy disordered
            3 AP: second shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              rifles: +3 each base in the front rank = 3 dice
              rifles: +5 basic = 5 needed
            saves d6 2: +3 basic, -1 target in cover = 2 needed -> 0, 1 by band
            rifles shot at levy: 1 hit, 0 casualties
        "#]],
    );
    shot(
        "",
        "rifle rifles at 30,10 facing 0 front 3 bases 4",
        "militia levy at 30,24.01 facing 180",
        "A: shoot levy",
        expect![[r#"
            refused: levy: 14.01" off, beyond 14" (WA-FIRE-04)
        "#]],
    );
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "militia levy at 30,20.01 facing 180",
        "A: shoot levy",
        expect![[r#"
            refused: levy: 10.01" off, beyond 10" (WA-FIRE-04)
        "#]],
    );
    shot(
        "",
        "cavalry horse at 30,10 facing 0",
        "militia levy at 30,16.01 facing 180",
        "A: shoot levy",
        expect![[r#"
            refused: levy: 6.01" off, beyond 6" (WA-FIRE-04)
        "#]],
    );
}

#[test]
fn an_opportunity_shot_off_center() {
    // WA-FIRE-05, WA-LOS-03, WA-EX-08
    check(
        r#"
A line foot at 35,10 facing 0 front 3
A gun idle at 3,3 facing 0
B militia levy at 30,14.3 facing 180 raw front 4
set activate foot ap 3
A: advance 0.8
B: react levy
dice: 1 3 6 6 6 2 3 1 5 6
"#,
        expect![[r#"
            1 AP: movement increment
            foot advanced 0.8"
            shooting 4 d6 1 3 6 6 6 -> 1, 3 by band
              levy: +4 each base in the front rank = 4 dice
              levy: +6 target off center = 6 needed
            saves 3 d6 2 3 1: +3 basic = 3 needed -> 2, 1 by band
            disorder by fire 2 d6 5 6 -> 1, 1 by band
            levy took the chance and shot at foot: 3 hits, 2 casualties
            foot took 2 markers more
            foot lost 2 half bases
            foot disordered
        "#]],
    );
}

#[test]
fn a_disordered_shooter_hits_on_six() {
    // WA-FIRE-05, WA-FIRE-23, WA-DIS-02
    shot(
        "",
        "militia levy at 30,10 facing 0 front 3 disordered",
        "line enemy at 30,16 facing 180 turned",
        "A: shoot enemy\ndice: 5 5 6 1 3",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 5 6 -> 2, 1 by band
              levy: +3 each base in the front rank = 3 dice
              levy: +6 shooter disordered = 6 needed
            saves d6 1: +3 basic, -1 long range = 2 needed -> 1, 0 by band
            disorder by fire d6 3 -> 1, 0 by band
            levy shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
        "#]],
    );
}

#[test]
fn quality_rolls_low_dice_again_once() {
    // WA-FIRE-06, T-HIT
    for (quality, faces) in [("raw", "1 2 3 1"), ("average", "1 2 3 1 1"), ("veteran", "1 2 3 1 1 1")] {
        let text = format!(
            "A line foot at 30,10 facing 0 front 3 {quality}\nA gun idle at 3,3 facing 0\nB line enemy at 30,13.5 facing 180 turned\nset activate foot ap 9\nA: shoot enemy\ndice: {faces}\n"
        );
        assert!(transcript(&text).contains("0 hits"), "{quality}");
    }
}

#[test]
fn a_loose_target_ignores_the_first_hit_of_each_turn() {
    // WA-FIRE-07
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "light skirmish at 30,13.5 facing 180 loose turned",
        "A: shoot skirmish\ndice: 5 3 3\nA: shoot skirmish\ndice: 5 3 3 2 3",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at skirmish: 1 hit, 1 ignored, 0 casualties
            3 AP: second shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 2: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 3 -> 1, 0 by band
            foot shot at skirmish: 1 hit, 1 casualty
            skirmish took 1 marker more
            skirmish lost 1 half base
        "#]],
    );
}

#[test]
fn cover_and_long_range_help_once() {
    // WA-FIRE-09, WA-FIRE-11, WA-TERR-05
    let fence = "ground obstacle 25,15.5 35,15.5";
    shot(
        fence,
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,16 facing 180 turned",
        "A: shoot enemy\ndice: 5 5 5 1 2 6 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 5 5 -> 0, 3 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves 3 d6 1 2 6: +3 basic, -1 target in cover = 2 needed -> 1, 2 by band
            disorder by fire d6 5 -> 1, 0 by band
            foot shot at enemy: 3 hits, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
        "#]],
    );
    shot(
        fence,
        "line foot at 30,12.5 facing 0 front 3",
        "line enemy at 30,16 facing 180 turned",
        "A: shoot enemy\ndice: 5 5 5 2 3 6 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 5 5 -> 0, 3 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves 3 d6 2 3 6: +3 basic, -1 target in cover, +1 line infantry at short range = 3 needed -> 1, 2 by band
            disorder by fire d6 5 -> 1, 0 by band
            foot shot at enemy: 3 hits, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
        "#]],
    );
    // The fence is behind it, or too far ahead, or along too little of its front.
    shot(
        fence,
        "line foot at 30,20 facing 180 front 3",
        "line enemy at 30,16 facing 0 turned",
        "A: shoot enemy\ndice: 5 3 3 3 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 3: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 5 -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
        "#]],
    );
    shot(
        "ground obstacle 25,14.9 35,14.9",
        "line foot at 30,12.5 facing 0 front 3",
        "line enemy at 30,16 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 3 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 3: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 5 -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
        "#]],
    );
    shot(
        "ground obstacle 25,15.5 29.9,15.5",
        "line foot at 30,12.5 facing 0 front 3",
        "line enemy at 30,16 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 3 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 3: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 5 -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
        "#]],
    );
}

#[test]
fn casualties_may_leave_half_bases_alone() {
    // WA-OPT-01, WA-FIRE-13
    shot(
        "switch fire_removes_half_bases off",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,13.5 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 3 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 3: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 5 -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
        "#]],
    );
}

#[test]
fn bases_come_off_the_last_rank_then_the_front() {
    // WA-FORM-07, WA-ROST-05, WA-ROST-11
    shot(
        "",
        "line foot at 30,10 facing 0 front 6",
        "line enemy at 30,13.5 facing 180 turned front 5 half 11",
        "A: shoot enemy\ndice: 5 5 5 5 3 3 1 1 1 1 1 1 1 1\nshow",
        expect![[r#"
            1 AP: first shot
            shooting 6 d6 5 5 5 5 3 3 -> 2, 4 by band
              foot: +6 each base in the front rank = 6 dice
              foot: +5 basic = 5 needed
            saves 4 d6 1 1 1 1: +3 basic, +1 line infantry at short range = 4 needed -> 4, 0 by band
            disorder by fire 4 d6 1 1 1 1 -> 4, 0 by band
            foot shot at enemy: 4 hits, 4 casualties
            enemy took 4 markers more
            enemy lost 4 half bases
            turn 1, steps 6 to 8: actions
            red  #0  foot   close, front 6 30,10 facing 0° 12/12 average [command base turned] [8 AP]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  enemy  close, front 4 30,13.5 facing 180° 7/12 average [casualties x4] [spacers x1] [command base turned]
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            red action points: 8
            blue points: 0
        "#]],
    );
}

#[test]
fn a_destroyed_target_is_removed_and_friends_test() {
    // WA-FIRE-16, WA-MOR-18
    shot(
        "B line near at 35,13.5 facing 180 turned",
        "line foot at 30,10 facing 0 front 6",
        "line enemy at 30,13.5 facing 180 turned front 1 half 2",
        "A: shoot enemy\ndice: 5 5 3 3 3 3 1 1 1 1",
        expect![[r#"
            1 AP: first shot
            shooting 6 d6 5 5 3 3 3 3 -> 4, 2 by band
              foot: +6 each base in the front rank = 6 dice
              foot: +5 basic = 5 needed
            saves 2 d6 1 1: +3 basic, +1 line infantry at short range = 4 needed -> 2, 0 by band
            foot shot at enemy: 2 hits, 2 casualties
            enemy took 2 markers more
            enemy lost 2 half bases
            enemy destroyed
            near will test for it
            morale 2 d6 1 1: +2 a rout or destruction near by = 2 dice -> 2, 0 by band
            near tested for the rout: 0 of 2 fail
        "#]],
    );
}

#[test]
fn first_shot_one_second_three_powder_one() {
    // WA-FIRE-02, WA-PRE-09, T-ACTIONS
    check(
        r#"
A line foot at 30,10 facing 0 front 3
A gun idle at 3,3 facing 0
B line enemy at 30,13.5 facing 180 turned
set activate foot ap 4 tokens 1
A: shoot enemy powder
A: shoot enemy
dice: 3 3 3
A: shoot enemy powder
dice: 3 3 3
A: shoot enemy powder
"#,
        expect![[r#"
            refused: powder is spent with a second shot (WA-PRE-09)
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
            red spent a powder token
            1 AP: second shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
            refused: it has shot twice this turn (WA-FIRE-02)
        "#]],
    );
    check(
        r#"
A line foot at 30,10 facing 0 front 3
A gun idle at 3,3 facing 0
B line enemy at 30,13.5 facing 180 turned
set activate foot ap 3
A: shoot enemy
dice: 3 3 3
A: shoot enemy
A: shoot enemy powder
"#,
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
            refused: it costs 3 AP and 2 are left (WA-MOVE-01)
            refused: no powder token is left (WA-PRE-09)
        "#]],
    );
}

#[test]
fn a_battalion_gun_adds_a_die() {
    // WA-SPEC-05, WA-ROST-06
    shot(
        "",
        "line foot at 30,10 facing 0 front 3 battalion-gun",
        "line enemy at 30,13.5 facing 180 turned",
        "A: shoot enemy\ndice: 3 3 3 3",
        expect![[r#"
            1 AP: first shot
            shooting 4 d6 3 3 3 3 -> 4, 0 by band
              foot: +3 each base in the front rank, +1 battalion gun = 4 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
        "#]],
    );
}

#[test]
fn targets_stand_in_the_arc() {
    // WA-LOS-02
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "gun enemy at 36,11 facing 180 turned",
        "A: shoot enemy",
        expect![[r#"
            refused: enemy: not in arc (WA-LOS-02)
        "#]],
    );
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 34,13 facing 180 turned front 1",
        "A: shoot enemy\ndice: 3 3 3",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +6 target off center = 6 needed
            foot shot at enemy: 0 hits, 0 casualties
        "#]],
    );
    shot(
        "",
        "line foot at 30,10 facing 180 front 3",
        "line enemy at 30,14 facing 180 turned",
        "A: shoot enemy",
        expect![[r#"
            refused: enemy: not in arc (WA-LOS-02)
        "#]],
    );
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,14 facing 180 turned",
        "A: shoot second",
        expect![[r#"
            refused: second: no enemy (WA-FIRE-01)
        "#]],
    );
}

#[test]
fn small_arms_never_shoot_over_anybody() {
    // WA-LOS-01, WA-LOS-04, WA-LOS-07, WA-LOS-09
    shot(
        "B gun piece at 30,14 facing 180 turned",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,18 facing 180 turned front 1",
        "A: shoot enemy\nA: shoot piece\ndice: 3 3 3",
        expect![[r#"
            refused: piece in the way to enemy (WA-LOS-07)
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at piece: 0 hits, 0 casualties
        "#]],
    );
    // Past the gun some point of a wider target is seen.
    shot(
        "B gun piece at 30,14 facing 180 turned",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,18 facing 180 turned front 6",
        "A: shoot enemy\ndice: 3 3 3",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
        "#]],
    );
    // Not even from a hill.
    shot(
        "ground hill 20,5 40,5 40,11 20,11\nB gun piece at 30,14 facing 180 turned",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,18 facing 180 turned front 1",
        "A: shoot enemy",
        expect![[r#"
            refused: piece in the way to enemy (WA-LOS-07)
        "#]],
    );
}

#[test]
fn woods_and_buildings_are_seen_into_for_three_inches() {
    // WA-LOS-05
    for kind in ["wood", "building"] {
        let ground = format!("ground {kind} 20,12 40,12 40,20 20,20");
        let seen = |ground: &str, target: &str| {
            let text = format!(
                "{ground}\nA line foot at 30,10 facing 0 front 3\nA gun idle at 3,3 facing 0\nB {target}\nset activate foot ap 9\nA: shoot enemy\ndice: 3 3 3\n"
            );
            transcript(&text)
        };
        let hidden = format!("a {kind} hides enemy (WA-LOS-05)");
        assert!(!seen(&ground, "line enemy at 30,15 facing 180 turned").contains(&hidden));
        assert!(seen(&ground, "line enemy at 30,15.1 facing 180 turned").contains(&hidden));
        let thin = format!("ground {kind} 20,12 40,12 40,13 20,13");
        assert!(seen(&thin, "line enemy at 30,16 facing 180 turned").contains(&hidden), "never through");
        let around = format!("ground {kind} 20,5 40,5 40,20 20,20");
        assert!(!seen(&around, "line enemy at 30,13 facing 180 turned").contains(&hidden));
        assert!(seen(&around, "line enemy at 30,13.1 facing 180 turned").contains(&hidden));
    }
}

#[test]
fn a_hill_hides_what_is_beyond_it() {
    // WA-LOS-06
    let hill = "ground hill 20,13 40,13 40,15 20,15";
    shot(
        hill,
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,18 facing 180 turned",
        "A: shoot enemy",
        expect![[r#"
        refused: a hill hides enemy (WA-LOS-06)
    "#]],
    );
    shot(
        hill,
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,14 facing 180 turned",
        "A: shoot enemy\ndice: 3 3 3",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
        "#]],
    );
    shot(
        hill,
        "line foot at 30,14 facing 0 front 3",
        "line enemy at 30,18 facing 180 turned",
        "A: shoot enemy\ndice: 3 3 3",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 3 3 3 -> 3, 0 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            foot shot at enemy: 0 hits, 0 casualties
        "#]],
    );
}

#[test]
fn bands_include_their_limit() {
    // WA-LOS-08, WA-FIRE-04
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,14 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 3 6",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 3: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 6 -> 0, 1 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy disordered
        "#]],
    );
    shot(
        "",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,14.01 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 1 6",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 1: +3 basic, -1 long range = 2 needed -> 1, 0 by band
            disorder by fire d6 6 -> 0, 1 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy disordered
        "#]],
    );
}

#[test]
fn canister_at_a_column() {
    // WA-ART-01, WA-ART-02, WA-ART-04, WA-ART-05, WA-EX-09
    shot(
        "",
        "gun piece at 30,10 facing 0",
        "line enemy at 30,14 facing 180 turned front 1",
        "A: bombard enemy 5\nA: bombard enemy 4\ndice: 4 2 6 3 3 5 5\nA: bombard enemy 1\nshow",
        expect![[r#"
            refused: it may spend 1 to 4 AP on this shot (WA-ART-01)
            4 AP: gun shot
            gun 4 d6 4 2 6 3 -> 2, 2 by band
              piece: +4 each AP = 4 dice
              piece: +4 canister = 4 needed
            saves 2 d6 3 5: +3 basic, +1 canister = 4 needed -> 1, 1 by band
            disorder by fire d6 5 -> 1, 0 by band
            piece shot at enemy: 2 hits, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            refused: it has no AP left for shooting, or no dice this turn (WA-ART-01)
            turn 1, steps 6 to 8: actions
            red  #0  piece  unlimbered     30,10 facing 0° 2/2 average [command base turned] [5 AP]
            red  #1  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #2  second close, front 3 55,4 facing 0° 12/12 average
            blue #3  enemy  column         30,14 facing 180° 11/12 average [casualties x1, some by artillery] [command base turned]
            blue #4  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            red action points: 5
            blue points: 2
        "#]],
    );
    shot(
        "B line other at 36,18 facing 180 turned",
        "gun piece at 30,10 facing 0",
        "line enemy at 30,18 facing 180 turned",
        "A: bombard enemy 1\ndice: 4\nA: bombard other 2\ndice: 5 1 3\nA: bombard enemy 2\nA: bombard enemy 0\nA: bombard enemy 1\ndice: 1",
        expect![[r#"
            1 AP: gun shot
            gun d6 4 -> 1, 0 by band
              piece: +1 each AP = 1 dice
              piece: +5 short range = 5 needed
            piece shot at enemy: 0 hits, 0 casualties
            2 AP: gun shot
            gun 2 d6 5 1 -> 1, 1 by band
              piece: +2 each AP = 2 dice
              piece: +5 short range = 5 needed
            saves d6 3: +3 basic = 3 needed -> 0, 1 by band
            piece shot at other: 1 hit, 0 casualties
            refused: it may spend 1 to 1 AP on this shot (WA-ART-01)
            refused: it may spend 1 to 1 AP on this shot (WA-ART-01)
            1 AP: gun shot
            gun d6 1 -> 1, 0 by band
              piece: +1 each AP = 1 dice
              piece: +5 short range = 5 needed
            piece shot at enemy: 0 hits, 0 casualties
        "#]],
    );
}

#[test]
fn gun_bands_and_their_saves() {
    // WA-ART-02, WA-ART-04, WA-LOS-08, T-ARTILLERY
    for (y, need, save) in [("15", 4, 4), ("15.01", 5, 3), ("20", 5, 3), ("20.01", 5, 2), ("34", 5, 2)] {
        let text = format!(
            "A gun piece at 30,10 facing 0\nA line second at 55,4 facing 0\nB line enemy at 30,{y} facing 180 turned\nset activate piece ap 9\nA: bombard enemy 1\ndice: 6 1 1\n"
        );
        let told = transcript(&text);
        assert!(
            told.contains(&format!("= {need} needed")) && told.contains(&format!("= {save} needed")),
            "{y}: {told}"
        );
    }
    let text = "table 60in 50in\nA gun piece at 30,10 facing 0\nA line second at 55,4 facing 0\nB line enemy at 30,46.01 facing 180 turned\nset activate piece ap 9\nA: bombard enemy 1\n";
    assert!(transcript(text).contains("beyond 36\" (WA-ART-02)"));
}

#[test]
fn guns_in_the_same_wood_shoot_three_inches() {
    // WA-ART-03
    let wood = "ground wood 20,5 40,5 40,25 20,25";
    shot(
        wood,
        "gun piece at 30,10 facing 0",
        "line enemy at 30,13 facing 180 turned",
        "A: bombard enemy 1\ndice: 5 1 6",
        expect![[r#"
            1 AP: gun shot
            gun d6 5 -> 0, 1 by band
              piece: +1 each AP = 1 dice
              piece: +5 within cover = 5 needed
            saves d6 1: +3 basic, -1 target in cover = 2 needed -> 1, 0 by band
            disorder by fire d6 6 -> 0, 1 by band
            piece shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy disordered
        "#]],
    );
    shot(
        wood,
        "gun piece at 30,10 facing 0",
        "line enemy at 30,13.1 facing 180 turned",
        "A: bombard enemy 1",
        expect![[r#"
        refused: within cover a gun reaches 3" and takes no opportunity shot (WA-ART-03)
    "#]],
    );
    check(
        r#"
ground wood 20,5 40,5 40,25 20,25
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B gun piece at 30,13 facing 180
B line far at 3,35 facing 180
set activate foot ap 9
A: face about
A: done
"#,
        expect![[r#"
            1 AP: change facing
            foot faced 180°
            foot: done
        "#]],
    );
}

#[test]
fn guns_have_no_rerolls_and_a_disordered_one_hits_on_six() {
    // WA-ART-06
    shot(
        "",
        "gun piece at 30,10 facing 0",
        "line enemy at 33,14 facing 180 turned front 1",
        "A: bombard enemy 2\ndice: 1 4 6",
        expect![[r#"
            2 AP: gun shot
            gun 2 d6 1 4 -> 1, 1 by band
              piece: +2 each AP = 2 dice
              piece: +4 canister = 4 needed
            saves d6 6: +3 basic, +1 canister = 4 needed -> 0, 1 by band
            piece shot at enemy: 1 hit, 0 casualties
        "#]],
    );
    shot(
        "",
        "gun piece at 30,10 facing 0 disordered",
        "line enemy at 30,14 facing 180 turned",
        "A: bombard enemy 2\ndice: 5 4",
        expect![[r#"
            2 AP: gun shot
            gun 2 d6 5 4 -> 2, 0 by band
              piece: +2 each AP = 2 dice
              piece: +6 gun disordered = 6 needed
            piece shot at enemy: 0 hits, 0 casualties
        "#]],
    );
}

#[test]
fn guns_shoot_overhead_from_or_to_a_hill() {
    // WA-ART-07
    let hill = "ground hill 20,5 40,5 40,11 20,11\nA line between at 30,16 facing 0 front 1";
    shot(
        hill,
        "gun piece at 30,10 facing 0",
        "line enemy at 30,24 facing 180 turned front 1",
        "A: bombard enemy 1\ndice: 1",
        expect![[r#"
            1 AP: gun shot
            gun d6 1 -> 1, 0 by band
              piece: +1 each AP = 1 dice
              piece: +5 long range = 5 needed
            piece shot at enemy: 0 hits, 0 casualties
        "#]],
    );
    // Too near the target.
    shot(
        hill,
        "gun piece at 30,10 facing 0",
        "line enemy at 30,18.9 facing 180 turned front 1",
        "A: bombard enemy 1",
        expect![[r#"
            refused: between in the way to enemy (WA-ART-07)
        "#]],
    );
    // Not on the level.
    shot(
        "A line between at 30,16 facing 0 front 1",
        "gun piece at 30,10 facing 0",
        "line enemy at 30,24 facing 180 turned front 1",
        "A: bombard enemy 1",
        expect![[r#"
            refused: between in the way to enemy (WA-ART-07)
        "#]],
    );
    // To a hill.
    shot(
        "ground hill 20,23 40,23 40,30 20,30\nA line between at 30,16 facing 0 front 1",
        "gun piece at 30,10 facing 0",
        "line enemy at 30,24 facing 180 turned front 1",
        "A: bombard enemy 1\ndice: 1",
        expect![[r#"
            1 AP: gun shot
            gun d6 1 -> 1, 0 by band
              piece: +1 each AP = 1 dice
              piece: +5 long range = 5 needed
            piece shot at enemy: 0 hits, 0 casualties
        "#]],
    );
}

#[test]
fn guns_react_at_canister_and_short_range() {
    // WA-FIRE-19, WA-FIRE-24, WA-ART-08
    for (y, damaged, dice) in
        [("14", "", "3 dice"), ("14", "half 1", "2 dice"), ("18", "", "2 dice"), ("18", "half 1", "1 dice")]
    {
        let text = format!(
            "A line foot at 30,10 facing 0\nA gun idle at 3,3 facing 0\nB gun piece at 30,{y} facing 180 {damaged}\nB line far at 3,35 facing 180\nset activate foot ap 9\nA: face about\nB: react piece\ndice: {}\n",
            "1 ".repeat(dice[..1].parse().expect("a digit"))
        );
        assert!(transcript(&text).contains(&format!("= {dice}")), "{y} {damaged}");
    }
    // Not at long range, not limbered.
    for piece in ["gun piece at 30,20.1 facing 180", "gun piece at 30,14 facing 180 limbered"] {
        let text = format!(
            "A line foot at 30,10 facing 0\nA gun idle at 3,3 facing 0\nB {piece}\nB line far at 3,35 facing 180\nset activate foot ap 9\nA: face about\nB: react piece\n"
        );
        assert!(transcript(&text).contains("the other side decides now"), "{piece}");
    }
}

#[test]
fn a_gun_is_damaged_then_destroyed_and_nobody_tests() {
    // WA-ART-09, WA-ART-11, WA-ROST-17, WA-MOR-22
    shot(
        "B line near at 33,14 facing 180 turned",
        "line foot at 30,10 facing 0 front 6",
        "gun enemy at 30,13.5 facing 180 turned limbered",
        "A: shoot enemy\ndice: 5 3 3 3 3 3 1 6\nshow\nA: shoot enemy\ndice: 5 3 3 3 3 3 1",
        expect![[r#"
            1 AP: first shot
            shooting 6 d6 5 3 3 3 3 3 -> 5, 1 by band
              foot: +6 each base in the front rank = 6 dice
              foot: +5 basic = 5 needed
            saves d6 1: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 6 -> 0, 1 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            enemy disordered
            turn 1, steps 6 to 8: actions
            blue #0  near   close, front 3 33,14 facing 180° 12/12 average [command base turned]
            red  #1  foot   close, front 6 30,10 facing 0° 12/12 average [command base turned] [8 AP]
            red  #2  idle   unlimbered     3,3 facing 0° 2/2 average
            red  #3  second close, front 3 55,4 facing 0° 12/12 average
            blue #4  enemy  limbered       30,13.5 facing 180° 1/2 average damaged [disordered] [casualties x1] [command base turned]
            blue #5  far    close, front 3 3,35 facing 180° 12/12 average
            game countdown: 21 of 21
            red points: 0
            red action points: 8
            blue points: 0
            3 AP: second shot
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
fn shooting_is_dangerous_for_a_commander_with_the_target() {
    // WA-LEAD-01, WA-LEAD-02
    shot(
        "B brigadier knox with enemy",
        "line foot at 30,10 facing 0 front 3",
        "line enemy at 30,13.5 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 1 1 5\nA: shoot enemy\ndice: 5 3 3 1 1 6",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 1: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 1 -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            commander in danger d6 5
            3 AP: second shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            saves d6 1: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            disorder by fire d6 1 -> 1, 0 by band
            foot shot at enemy: 1 hit, 1 casualty
            enemy took 1 marker more
            enemy lost 1 half base
            commander in danger d6 6
            knox fell
        "#]],
    );
    shot(
        "B brigadier knox with enemy",
        "rifle rifles at 30,10 facing 0 front 3",
        "line enemy at 30,13.5 facing 180 turned",
        "A: shoot enemy\ndice: 5 3 3 1 1 1 5",
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 5 3 3 -> 2, 1 by band
              rifles: +3 each base in the front rank = 3 dice
              rifles: +5 basic = 5 needed
            saves d6 1: +3 basic = 3 needed -> 1, 0 by band
            disorder by fire 2 d6 1 1 -> 2, 0 by band
            rifles shot at enemy: 1 hit, 1 casualty
            enemy took 2 markers more
            enemy lost 1 half base
            commander in danger d6 5
            knox fell
        "#]],
    );
}

#[test]
fn one_shot_has_one_target_and_determination_rolls_a_miss_again() {
    // WA-FIRE-17, WA-CMD-07, WA-CMD-08, WA-CMD-09
    check(
        r#"
A general howe at 30,3
A brigadier grey at 30,5 dice 2
A line foot at 30,10 facing 0 front 3
A gun idle at 3,3 facing 0
B line enemy at 30,13.5 facing 180 turned
B line far at 3,35 facing 180
set activate foot ap 3
A: shoot enemy
dice: 1 4 6 5
A: again 0
A: again 1
dice: 5
A: keep
dice: 1 1 1 2 2 2
"#,
        expect![[r#"
            1 AP: first shot
            shooting 3 d6 1 4 6 -> 1, 1, 1 by band
              foot: +3 each base in the front rank = 3 dice
              foot: +5 basic = 5 needed
            re-rolls of quality d6 5 -> 0, 1 by band
            the dice lie: 5, 4, 6
            refused: that die has been rolled again already (WA-CMD-09)
            determination re-roll d6 5
            the die falls again: 5
            saves 3 d6 1 1 1: +3 basic, +1 line infantry at short range = 4 needed -> 3, 0 by band
            disorder by fire 3 d6 2 2 2 -> 3, 0 by band
            foot shot at enemy: 3 hits, 3 casualties
            enemy took 3 markers more
            enemy lost 3 half bases
        "#]],
    );
}

#[test]
fn an_acting_unit_that_is_destroyed_ends_its_activation() {
    // WA-FIRE-25, WA-SEQ-13
    check(
        r#"
A line foot at 30,10 facing 0 front 1 half 1
A gun idle at 3,3 facing 0
A line second at 55,4 facing 0
B line enemy at 30,13.5 facing 180
set activate foot ap 6
A: face about
B: react enemy
dice: 5 3 3 1
A: advance 1
"#,
        expect![[r#"
            1 AP: change facing
            foot faced 180°
            shooting 3 d6 5 3 3 -> 2, 1 by band
              enemy: +3 each base in the front rank = 3 dice
              enemy: +5 basic = 5 needed
            saves d6 1: +3 basic, +1 line infantry at short range = 4 needed -> 1, 0 by band
            enemy took the chance and shot at foot: 1 hit, 1 casualty
            foot took 1 marker more
            foot lost 1 half base
            foot destroyed
            foot: done
            refused: that is not what is decided now (WA-SEQ-07)
        "#]],
    );
}
