//! Charge combats: groups, numbers, modifiers, every result, breakthroughs and recalls.

#[allow(dead_code, reason = "each test file uses a part of it")]
mod charging;
#[allow(dead_code, reason = "each test file uses a part of it")]
mod field;

use charging::{clause, contacts, drawn, in_combat, stands, table};
use expect_test::{Expect, expect};
use field::Field;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;

fn fight(field: &Field, unit: &str) -> Command {
    Command::Fight(field.unit(unit))
}

/// Equal lines of 12 stands: the difference of the dice is the result.
fn first_combat(faces: &[i16]) -> String {
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue infantry line at 24,16 facing 180 men=480";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

fn check(told: String, expected: Expect) {
    expected.assert_eq(&told);
}

// First combats of troops.

#[test]
fn swept_from_the_field() {
    // RF-CHG-35, RF-CHG-41, RF-CHG-42
    check(first_combat(&[10, 1]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        9 Swept from the Field
        foot: Line 12 24,16 facing 0°, good, to break through
        line: Mob 10 24,35.75 facing 0°, broken
    "#]]);
}

#[test]
fn driven_back() {
    // RF-CHG-35, RF-CHG-43, RF-CHG-45
    check(first_combat(&[9, 1]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        8 Driven Back
        foot: Line 12 24,16 facing 0°, good
        line: Line 11 24,20.25 facing 180°, disordered
    "#]]);
    check(first_combat(&[6, 1]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        5 Driven Back
        foot: Line 12 24,16 facing 0°, good
        line: Line 11 24,20.25 facing 180°, disordered
    "#]]);
}

#[test]
fn hard_pressed() {
    // RF-CHG-35, RF-CHG-46, RF-CHG-49
    check(first_combat(&[2, 1]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        1 Hard Pressed
        foot: Line 12 24,16 facing 0°, good
        line: Line 12 24,18 facing 180°, disordered
    "#]]);
}

#[test]
fn desperate_struggle() {
    // RF-CHG-35, RF-CHG-50
    check(first_combat(&[4, 4, 5, 5, 7, 6]), expect![[r#"
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
    "#]]);
}

#[test]
fn falter() {
    // RF-CHG-35, RF-CHG-52, RF-CHG-55
    check(first_combat(&[1, 5]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -4 Falter
        foot: Line 12 24,14 facing 0°, disordered
        line: Line 12 24,16 facing 180°, good
    "#]]);
}

#[test]
fn recoil() {
    // RF-CHG-35, RF-CHG-53
    check(first_combat(&[1, 6]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -5 Recoil
        foot: Line 11 24,11.75 facing 0°, disordered
        line: Line 12 24,16 facing 180°, good
    "#]]);
}

#[test]
fn repulsed() {
    // RF-CHG-35, RF-CHG-54
    check(first_combat(&[1, 10]), expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -9 Repulsed
        foot: FledTable
        line: Line 12 24,16 facing 180°, good
    "#]]);
}
