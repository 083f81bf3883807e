//! Worked examples of the chapter on the table.

use expect_test::expect;
use firelock_core::Side;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::words::{Effectiveness, Order};

use super::{check, fight};
use crate::charging::{drawn, fighting, in_combat, steel};
use crate::field::Field;

#[test]
fn example_14_cold_steel_over_a_fence() {
    // RF-EX-14, RF-CHG-43, RF-CHG-45, RF-CHG-39
    let text = "red infantry foot at 24,10 facing 0 men=480 | experience=elite\nblue infantry line at 24,16 facing 180 men=480\n\
                ground hedge fence line 18,15.9 30,15.9";
    let worn = |field: &mut Field| field.happen(Event::StandsLost { unit: field.unit("line"), stands: 4 });
    let mut field = fighting(text, &[("foot", "line")], worn, steel);
    assert_eq!(field.state.effectiveness(field.unit("line")), Effectiveness::Worn);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[6, 4]),
        expect![[r#"
        attack +5: +2 elite, +2 fresh troops, +1 cold steel
        defense +0: -1 outnumbered 3 to 2, +1 favorable ground
        7 Driven Back
        foot: Line 12 24,16 facing 0°, disordered
        line: Line 7 24,20.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn example_16_cavalry_on_guns() {
    // RF-EX-16
    let text =
        "red cavalry horse at 24,8 facing 0 men=240 | experience=veteran\nblue artillery guns at 24,16 facing 180";
    let silence = |field: &mut Field| {
        let marks = firelock_regimental::state::Gun { silenced: true, ..Default::default() };
        field.happen(Event::GunMarked { unit: field.unit("guns"), gun: 0, marks });
    };
    let mut field = fighting(text, &[("horse", "guns")], silence, |command| command);
    let go = fight(&field, "horse");
    check(
        drawn(&mut field, &go, &[7, 3]),
        expect![[r#"
        attack +5: +1 veteran, +2 fresh troops, +2 cavalry charge over open ground
        defense -5: -3 outnumbered 3 to 1, -1 unsupported guns, -1 silenced gun
        14 Swept from the Field
        horse: Line 6 24,16 facing 0°, disordered, to break through
        guns: GunsLost
    "#]],
    );
}

#[test]
fn example_15_a_tie() {
    // RF-EX-15, RF-CHG-50
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue infantry line at 24,16 facing 180 men=480\n\
                ground wall stone-wall line 18,15.9 30,15.9";
    let mut field = fighting(text, &[("foot", "line")], |_| {}, steel);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[5, 4, 7, 9]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 cold steel
        defense +4: +2 fresh troops, +2 strong position
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +3: +2 fresh troops, -1 disordered troops, +2 strong position
        -4 Falter
        foot: Line 10 24,14 facing 0°, disordered
        line: Line 11 24,16 facing 180°, disordered
    "#]],
    );
}

#[test]
fn example_19_a_breakthrough() {
    // RF-EX-19
    let text = "red infantry foot at 24,10 facing 0 men=240 | experience=elite\nblue artillery guns at 24,14 facing 180\n\
                blue infantry line at 24,18 facing 180 men=480 | experience=raw";
    let mut field = in_combat(text, &[("foot", "guns")]);
    let go = fight(&field, "foot");
    field.play(&go, &[10, 1]);
    field.happen(Event::StandsLost { unit: field.unit("line"), stands: 6 });
    field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Disordered });
    let go = Command::BreakThrough(field.unit("foot"));
    field.play(&go, &[]);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[2, 8]),
        expect![[r#"
        attack +5: +2 elite, +2 fresh troops, +1 breakthrough
        defense -4: -1 raw, -2 spent troops, -1 disordered troops
        3 Hard Pressed
        foot: Line 6 24,18 facing 0°, disordered
        guns: GunsLost
        line: Line 5 24,20 facing 180°, disordered
    "#]],
    );
}

#[test]
fn an_amusette_stays_behind_when_its_unit_charges() {
    // RF-SPC-22, RF-SPC-21
    let text = "red infantry foot at 24,10 facing 0 | amusette=true\nground wall stone-wall line 18,10.2 30,10.2\n\
                blue infantry line at 24,14 facing 180";
    let field = in_combat(text, &[("foot", "line")]);
    assert!(!field.state.unit(field.unit("foot")).amusette);
    assert_eq!(field.state.army(Side::Red).lost, 0);
}
