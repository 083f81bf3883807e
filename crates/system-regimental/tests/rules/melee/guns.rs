//! Guns in a charge combat.

use expect_test::expect;

use super::{check, fight};
use crate::charging::{drawn, in_combat};

/// Foot or horse against guns, with a die each.
fn against_guns(charger: &str, guns: &str, faces: &[i16]) -> String {
    let text = format!("red {charger} foot at 24,10 facing 0\nblue artillery guns at 24,16 facing 180 {guns}");
    let mut field = in_combat(&text, &[("foot", "guns")]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

const LIGHT: &str = "guns=[{number=4,pounds=6}]";
const HEAVY: &str = "guns=[{number=4,pounds=12}]";
const LIMBERED: &str = "guns=[{number=4,pounds=12}] | formation=limbered";

#[test]
fn swept_guns_are_lost_unless_limbered() {
    // RF-CHG-41, RF-GUN-21
    check(
        against_guns("infantry", LIGHT, &[10, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        15 Swept from the Field
        foot: Line 8 24,16 facing 0°, good, to break through
        guns: GunsLost
    "#]],
    );
    // Four stands limbered: two are lost, two get away.
    let column = "guns=[{number=8,pounds=12}] | formation=limbered";
    check(
        against_guns("infantry", column, &[2, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -6: -2 outnumbered 2 to 1, -1 unsupported guns, -3 limbered guns
        9 Swept from the Field
        foot: Line 8 24,16 facing 0°, good, to break through
        guns: Limbered 2 24,27 facing 0°, silenced, silenced
    "#]],
    );
}

#[test]
fn driven_back_guns_get_away_if_light_or_limbered() {
    // RF-CHG-44, RF-RET-11
    check(
        against_guns("infantry", LIGHT, &[1, 2]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, good
        guns: Limbered 2 24,27 facing 0°, silenced, silenced
    "#]],
    );
    check(
        against_guns("infantry", HEAVY, &[1, 2]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, good
        guns: GunsLost
    "#]],
    );
    check(
        against_guns("infantry", LIMBERED, &[1, 5]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -7: -3 outnumbered 3 to 1, -1 unsupported guns, -3 limbered guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, good
        guns: Limbered 2 24,27 facing 0°, silenced, silenced
    "#]],
    );
}

#[test]
fn unlimbered_guns_are_lost_to_cavalry() {
    // RF-CHG-44, RF-CHG-38
    check(
        against_guns("cavalry", LIGHT, &[1, 4]),
        expect![[r#"
        attack +4: +2 fresh troops, +2 cavalry charge over open ground
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, disordered, to break through
        guns: GunsLost
    "#]],
    );
}

#[test]
fn hard_pressed_guns_are_silenced_and_damaged_and_heavy_ones_lost() {
    // RF-CHG-47, RF-GUN-24
    check(
        against_guns("infantry", LIGHT, &[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        guns: Limbered 2 24,27 facing 0°, damaged silenced, silenced
    "#]],
    );
    check(
        against_guns("infantry", HEAVY, &[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        guns: GunsLost
    "#]],
    );
    check(
        against_guns("infantry", "guns=[{number=4,pounds=6}] | fixed=true", &[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        guns: GunsLost
    "#]],
    );
}

#[test]
fn a_struggle_silences_guns_and_costs_a_stand() {
    // RF-CHG-50, RF-MOR-05
    check(
        against_guns("infantry", LIGHT, &[1, 7, 5, 5]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense -5: -3 outnumbered 3 to 1, -1 unsupported guns, -1 silenced gun
        6 Driven Back
        foot: Line 7 24,16 facing 0°, disordered
        guns: Limbered 1 24,25.5 facing 0°, silenced
    "#]],
    );
}

#[test]
fn guns_that_win_stay_where_they_are() {
    // RF-CHG-52, RF-CHG-55
    check(
        against_guns("infantry", LIGHT, &[1, 10]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        -3 Falter
        foot: Line 8 24,14 facing 0°, disordered
        guns: Unlimbered 2 24,16 facing 180°, ready, ready
    "#]],
    );
}

#[test]
fn fortified_guns_hold_when_hard_pressed() {
    // RF-CHG-48
    let works = "guns=[{number=4,pounds=12}]\nground works redoubt area 20,16 28,16 28,20 20,20";
    check(
        against_guns("infantry", works, &[1, 4]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -2: -3 outnumbered 3 to 1, -1 unsupported guns, +2 fortified
        1 Hard Pressed
        foot: Line 8 24,14 facing 0°, disordered
        guns: Unlimbered 2 24,16 facing 180°, damaged silenced, silenced
    "#]],
    );
}
