//! Every result between troops, in a first and in a second combat.

use expect_test::expect;
use firelock_regimental::command::Command;

use super::{check, fight};
use crate::charging::{contacts, drawn, in_combat};

/// Equal lines of 12 stands: the difference of the dice is the result.
fn first_combat(faces: &[i16]) -> String {
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue infantry line at 24,16 facing 180 men=480";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

// First combats of troops.

#[test]
fn swept_from_the_field() {
    // RF-CHG-35, RF-CHG-41, RF-CHG-42
    check(
        first_combat(&[10, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        9 Swept from the Field
        foot: Line 12 24,16 facing 0°, good, to break through
        line: Mob 10 24,35.75 facing 0°, broken
    "#]],
    );
}

#[test]
fn driven_back() {
    // RF-CHG-35, RF-CHG-43, RF-CHG-45
    check(
        first_combat(&[9, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        8 Driven Back
        foot: Line 12 24,16 facing 0°, good
        line: Line 11 24,20.25 facing 180°, disordered
    "#]],
    );
    check(
        first_combat(&[6, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        5 Driven Back
        foot: Line 12 24,16 facing 0°, good
        line: Line 11 24,20.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn hard_pressed() {
    // RF-CHG-35, RF-CHG-46, RF-CHG-49
    check(
        first_combat(&[2, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        1 Hard Pressed
        foot: Line 12 24,16 facing 0°, good
        line: Line 12 24,18 facing 180°, disordered
    "#]],
    );
}

#[test]
fn desperate_struggle() {
    // RF-CHG-35, RF-CHG-50
    check(
        first_combat(&[4, 4, 5, 5, 7, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +1: +2 fresh troops, -1 disordered troops
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +1: +2 fresh troops, -1 disordered troops
        1 Hard Pressed
        foot: Line 10 24,16 facing 0°, disordered
        line: Line 9 24,18 facing 180°, disordered
    "#]],
    );
}

#[test]
fn falter() {
    // RF-CHG-35, RF-CHG-52, RF-CHG-55
    check(
        first_combat(&[1, 5]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -4 Falter
        foot: Line 12 24,14 facing 0°, disordered
        line: Line 12 24,16 facing 180°, good
    "#]],
    );
}

#[test]
fn recoil() {
    // RF-CHG-35, RF-CHG-53
    check(
        first_combat(&[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -5 Recoil
        foot: Line 11 24,11.75 facing 0°, disordered
        line: Line 12 24,16 facing 180°, good
    "#]],
    );
}

#[test]
fn repulsed() {
    // RF-CHG-35, RF-CHG-54
    check(
        first_combat(&[1, 10]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -9 Repulsed
        foot: FledTable
        line: Line 12 24,16 facing 180°, good
    "#]],
    );
}

// Second combats of troops.

/// Guns are swept away, and the breakthrough meets a line as good as itself: the difference of the dice is the result.
fn second_combat(faces: &[i16]) -> String {
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue artillery guns at 24,14 facing 180\n\
                blue infantry line at 24,18 facing 180 men=480 | experience=veteran";
    let mut field = in_combat(text, &[("foot", "guns")]);
    let go = fight(&field, "foot");
    field.play(&go, &[10, 1]);
    let go = Command::BreakThrough(field.unit("foot"));
    field.play(&go, &[]);
    assert_eq!(contacts(&field), ["foot line"]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

#[test]
fn swept_from_the_field_in_a_second_combat() {
    // RF-CHG-36, RF-CHG-41, RF-CHG-42, RF-CHG-39
    check(
        second_combat(&[10, 1]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        9 Swept from the Field
        foot: Line 12 24,18 facing 0°, disordered
        guns: GunsLost
        line: FledTable
    "#]],
    );
}

#[test]
fn driven_back_in_a_second_combat() {
    // RF-CHG-43, RF-CHG-45, RF-CHG-39
    check(
        second_combat(&[6, 1]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        5 Driven Back
        foot: Line 12 24,18 facing 0°, disordered
        guns: GunsLost
        line: Line 11 24,22.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn hard_pressed_in_a_second_combat() {
    // RF-CHG-46, RF-CHG-49, RF-CHG-39
    check(
        second_combat(&[2, 1]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        1 Hard Pressed
        foot: Line 12 24,18 facing 0°, disordered
        guns: GunsLost
        line: Line 12 24,20 facing 180°, disordered
    "#]],
    );
}

#[test]
fn desperate_struggle_in_a_second_combat() {
    // RF-CHG-50: the breakthrough counts no more.
    check(
        second_combat(&[4, 4, 2, 7]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +2: +1 veteran, +2 fresh troops, -1 disordered troops
        -6 Recoil
        foot: Line 10 24,13.75 facing 0°, disordered
        guns: GunsLost
        line: Line 11 24,18 facing 180°, disordered
    "#]],
    );
}

#[test]
fn falter_in_a_second_combat() {
    // RF-CHG-52
    check(
        second_combat(&[1, 5]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        -4 Falter
        foot: Line 12 24,16 facing 0°, disordered
        guns: GunsLost
        line: Line 12 24,18 facing 180°, good
    "#]],
    );
}

#[test]
fn recoil_in_a_second_combat() {
    // RF-CHG-53
    check(
        second_combat(&[1, 6]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        -5 Recoil
        foot: Line 11 24,13.75 facing 0°, disordered
        guns: GunsLost
        line: Line 12 24,18 facing 180°, good
    "#]],
    );
}

#[test]
fn repulsed_in_a_second_combat() {
    // RF-CHG-54
    check(
        second_combat(&[1, 10]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        -9 Repulsed
        foot: FledTable
        guns: GunsLost
        line: Line 12 24,18 facing 180°, good
    "#]],
    );
}
