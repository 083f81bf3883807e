//! What the winner and the loser of a combat do.

use expect_test::expect;
use firelock_core::{RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{ChargeStage, Flank, Task};
use firelock_regimental::words::{Formation, Order};
use firelock_table::Angle;

use super::{check, fight};
use crate::charging::{clause, drawn, fighting, in_combat, stage, stands, steel};
use crate::field::Field;

// What the winner does.

#[test]
fn winners_are_disordered_over_bad_ground_mounted_or_in_a_second_combat() {
    // RF-CHG-39, RF-MOR-12
    let won = |text: &str| {
        let mut field = in_combat(text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        field.play(&go, &[4, 1]);
        field.state.unit(field.unit("foot")).order
    };
    let foot = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    assert_eq!(won(foot), Order::Good);
    assert_eq!(won(&format!("{foot}\nground hedge fence line 20,13 28,13")), Order::Disordered);
    assert_eq!(won(&foot.replace("red infantry", "red cavalry")), Order::Disordered);
}

#[test]
fn a_carried_position_may_be_followed_by_turning_a_flank_back() {
    // RF-CHG-40, RF-FRM-21
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    field.play(&go, &[2, 1]);
    assert_eq!((field.prompt(), field.asked()), ("turn a flank back or not", Side::Red));
    let unit = field.unit("foot");
    let listed = Regimental::decision(&field.state).asks[0].listed.clone();
    assert_eq!(listed.len(), 4);
    assert!(listed.iter().all(|command| field.check(command).is_ok()));
    let too_many = Command::Flank { unit, flank: Some(Flank { left: true, files: 3, by: Angle::degrees(45) }) };
    assert_eq!(clause(&field, &too_many), "RF-FRM-20");
    let flank = Some(Flank { left: true, files: 2, by: Angle::degrees(45) });
    field.play(&Command::Flank { unit, flank }, &[]);
    assert_eq!(field.state.unit(unit).flank, flank);
    // Or it is left as it is.
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    field.play(&go, &[2, 1]);
    field.done();
    assert_eq!(field.state.unit(unit).flank, None);
}

#[test]
fn who_stood_in_corner_contact_closes_up_four_inches_at_most() {
    // RF-CHG-40, RF-CHG-75
    let carried = |men: i32| {
        let text = format!("red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 230 men={men}");
        let mut field = in_combat(&text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        field.play(&go, &[10, 1]);
        stands(&field, "foot")
    };
    // Its right corner touched the front at 26,13.6; the front line crosses its middle at 24,16.
    assert_eq!(carried(960), "24,16 facing 0°");
}

#[test]
fn a_garrison_driven_out_leaves_its_place_to_the_winner() {
    // RF-CHG-67, RF-RET-14
    let taken = |men: i32| {
        let text = format!(
            "red infantry foot at 24,10 facing 0 men={men}\nblue infantry line garrison=\"house\" men=160\n\
             ground house building area 22,15 26,15 26,17 22,17"
        );
        let mut field = in_combat(&text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        drawn(&mut field, &go, &[10, 4])
    };
    // The house holds eight stands.
    check(
        taken(320),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops, -2 outnumbered 2 to 1, +2 strong position
        6 Driven Back
        foot: Garrison 8 inside, disordered
        line: Line 3 24,19.25 facing 180°, disordered
    "#]],
    );
    check(
        taken(360),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops, -2 outnumbered 2 to 1, +2 strong position
        6 Driven Back
        foot: Line 9 24,15 facing 0°, disordered
        line: Line 3 24,19.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn fortified_defenders_hold_when_hard_pressed() {
    // RF-CHG-48, RF-EX-22
    let text = "red infantry foot at 24,10 facing 0 men=360\nblue infantry line at 24,15 facing 180 men=240\n\
                ground works redoubt area 20,15 28,15 28,20 20,20";
    let disorder =
        |field: &mut Field| field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Disordered });
    let mut field = fighting(text, &[("foot", "line")], disorder, steel);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[6, 5]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 cold steel
        defense +2: +2 fresh troops, -1 outnumbered 3 to 2, -1 disordered troops, +2 fortified
        2 Hard Pressed
        foot: Line 9 24,13 facing 0°, disordered
        line: Line 5 24,15 facing 180°, disordered
    "#]],
    );
    // Driven back they leave, and the works are entered.
    let mut field = fighting(text, &[("foot", "line")], disorder, steel);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[9, 5]),
        expect![[r#"
            attack +3: +2 fresh troops, +1 cold steel
            defense +2: +2 fresh troops, -1 outnumbered 3 to 2, -1 disordered troops, +2 fortified
            5 Driven Back
            foot: Garrison 9 inside, disordered
            line: Line 5 24,20 facing 180°, disordered
        "#]],
    );
}

#[test]
fn foot_that_carries_a_position_behind_an_obstacle_climbs_over_it() {
    // RF-CHG-67
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,14.3 facing 180\nground trees abatis line 20,14 28,14";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[9, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +3: +2 fresh troops, +1 favorable ground
        7 Driven Back
        foot: Line 8 24,15.5 facing 0°, disordered
        line: Line 7 24,18.05 facing 180°, disordered
    "#]],
    );
}

#[test]
fn beaten_by_cavalry_or_outflanked_troops_flee() {
    // RF-CHG-43, RF-CHG-46, RF-CHG-53, RF-CHG-38
    let beaten = |attacker: &str, line: &str, faces: &[i16]| {
        let text = format!("red {attacker} foot at 24,10 facing 0\nblue infantry line at {line}");
        let mut field = in_combat(&text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        drawn(&mut field, &go, faces)
    };
    check(
        beaten("cavalry", "24,16 facing 180", &[4, 1]),
        expect![[r#"
        attack +4: +2 fresh troops, +2 cavalry charge over open ground
        defense +2: +2 fresh troops
        5 Driven Back
        foot: Line 8 24,16 facing 0°, disordered, to break through
        line: Mob 6 24,34.25 facing 0°, broken
    "#]],
    );
    check(
        beaten("infantry", "23.5,16 facing 270", &[1, 3]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -1: +2 fresh troops, -3 outflanked
        1 Hard Pressed
        foot: Line 8 24,14 facing 0°, good
        line: Mob 8 23.5,35 facing 0°, broken
    "#]],
    );
}

#[test]
fn broken_troops_flee_from_any_lost_combat() {
    // RF-MOR-17, RF-MOR-04, RF-CHG-46
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    let broken = |field: &mut Field| field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Broken });
    let mut field = fighting(text, &[("foot", "line")], broken, |command| command);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[1, 3]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -1: +2 fresh troops, -3 broken
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        line: Mob 7 24,35 facing 0°, broken
    "#]],
    );
}

// Fire that ends a charge.

#[test]
fn a_charger_whose_target_fire_destroyed_carries_the_position() {
    // RF-FIR-44, RF-CHG-40, RF-CHG-67
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line garrison=\"house\" men=80\n\
                ground house building area 22,15 26,15 26,17 22,17";
    let mut field = in_combat(text, &[("foot", "line")]);
    let (foot, line) = (field.unit("foot"), field.unit("line"));
    field.happen(Event::Removed { unit: line, fate: firelock_regimental::state::Fate::Destroyed });
    field.happen(Event::Answered);
    field.happen(Event::Asked(firelock_regimental::state::Asking::Refuse(foot)));
    field.happen(Event::Queued(vec![Task::TargetGone(foot)]));
    field.happen(Event::Asked(firelock_regimental::state::Asking::Refuse(foot)));
    field.done();
    assert_eq!(
        (stage(&field, "foot"), field.state.unit(foot).formation),
        (Some(ChargeStage::Fought), Formation::Garrison)
    );
}
