//! Who may charge, and how far.

use firelock_core::{Place as Where, Refusal, Side};
use firelock_regimental::command::{Command, Firing};
use firelock_regimental::event::Event;
use firelock_regimental::results::ManeuverEffect::{
    DoubleQuick, FallBack, Panic, Rally, RallyWithElan, Shaken, Tardy, Wavering, WellHandled,
};
use firelock_regimental::state::{Asking, Step};
use firelock_regimental::words::{ChargeGround, MoveClass, Order};

use super::{FOOT, ahead};
use crate::charging::{by, charge, clause, contact, contacts, declaring, ground, loose, oblique, stage, stands, steel};
use crate::field::Field;

// Who may charge.

#[test]
fn effects_that_leave_a_maneuver_leave_a_charge() {
    // RF-CHG-01, RF-MOR-16
    for effect in [DoubleQuick, WellHandled, Tardy, RallyWithElan, Rally] {
        let field = declaring(&format!("{FOOT}\nblue infantry line at 24,14 facing 180"), &[("foot", effect)]);
        assert_eq!(field.check(&charge(&field, "foot", "line")), Ok(()), "{effect:?}");
    }
    // A second unit keeps the question open.
    let two = format!("{FOOT}\nred infantry more at 34,10 facing 0\nblue infantry line at 24,14 facing 180");
    for effect in [FallBack, Shaken, Wavering, Panic] {
        let field = declaring(&two, &[("foot", effect), ("more", WellHandled)]);
        assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-01", "{effect:?}");
    }
}

#[test]
fn line_open_order_and_field_column_charge_on_foot_and_mounted() {
    // RF-CHG-01
    for unit in [
        "infantry foot at 24,10 facing 0 | formation=field-column",
        "infantry foot at 24,10 facing 0 | formation=open-order traits=light-infantry",
        "cavalry foot at 24,10 facing 0",
        "cavalry foot at 24,10 facing 0 | formation=open-order",
        "cavalry foot at 24,10 facing 0 | formation=field-column",
    ] {
        let field = declaring(&format!("red {unit}\nblue infantry line at 24,18 facing 180"), &[("foot", WellHandled)]);
        assert_eq!(field.check(&charge(&field, "foot", "line")), Ok(()), "{unit}");
    }
}

#[test]
fn columns_of_march_garrisons_mobs_and_guns_do_not_charge() {
    // RF-CHG-02, RF-MOR-03
    let more = "red infantry more at 34,10 facing 0\nblue infantry line at 24,18 facing 180";
    for unit in [
        "infantry foot at 24,10 facing 0 | formation=march-column",
        "artillery foot at 24,10 facing 0",
        "artillery foot at 24,10 facing 0 | formation=limbered",
    ] {
        let field = declaring(&format!("red {unit}\n{more}"), &[("foot", WellHandled), ("more", WellHandled)]);
        assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-02", "{unit}");
    }
    let mut broken = declaring(&format!("{FOOT}\n{more}"), &[("foot", WellHandled), ("more", WellHandled)]);
    broken.happen(Event::Ordered { unit: broken.unit("foot"), order: Order::Broken });
    assert_eq!(clause(&broken, &charge(&broken, "foot", "line")), "RF-CHG-02");
    let house = "ground house building area 22,9 26,9 26,11 22,11\nred infantry foot garrison=\"house\"";
    let field = declaring(&format!("{house}\n{more}"), &[("foot", WellHandled), ("more", WellHandled)]);
    assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-02");
}

#[test]
fn only_units_of_this_check_charge_and_only_once() {
    // RF-SEQ-06
    let text = format!("{FOOT}\nred infantry more at 34,10 facing 0\nblue infantry line at 29,18 facing 180");
    let mut field = declaring(&text, &[("foot", WellHandled)]);
    assert_eq!(clause(&field, &charge(&field, "more", "line")), "RF-SEQ-06");
    assert_eq!(clause(&field, &charge(&field, "line", "foot")), "RF-SEQ-06");
    field = declaring(&text, &[("foot", WellHandled), ("more", WellHandled)]);
    let go = by(&field, "foot", "line", oblique(30));
    field.play(&go, &[]);
    assert_eq!(field.prompt(), "declare charges");
    assert_eq!(clause(&field, &go), "RF-SEQ-06");
}

// How far.

#[test]
fn a_charge_reaches_as_far_as_its_effect_lets_it() {
    // RF-CHG-03
    for (effect, reach) in [(DoubleQuick, 14.0), (WellHandled, 10.0), (RallyWithElan, 10.0), (Tardy, 5.0), (Rally, 5.0)]
    {
        let at = |distance: f64| {
            declaring(&format!("{FOOT}\nblue infantry line at 24,{} facing 180", 10.0 + distance), &[("foot", effect)])
        };
        let mut near = at(reach);
        let go = charge(&near, "foot", "line");
        near.play(&go, &[]);
        assert_eq!(contacts(&near), ["foot line"], "{effect:?}");
        let far = at(reach + 0.01);
        let refusal = far.check(&charge(&far, "foot", "line")).expect_err("too far");
        assert_eq!(refusal.clause.to_string(), "RF-CHG-03");
        assert!(matches!(refusal.place, Some(Where::Along(_))));
    }
}

#[test]
fn a_full_move_disordered_charges_the_full_rate() {
    // RF-CHG-03, RF-MAN-26, RF-MAN-27, RF-MAN-28
    for effect in [Tardy, Rally] {
        let mut field = declaring(&format!("{FOOT}\nblue infantry line at 24,20 facing 180"), &[("foot", effect)]);
        let go = steel(loose(charge(&field, "foot", "line")));
        field.play(&go, &[]);
        assert_eq!(contacts(&field), ["foot line"]);
        assert_eq!(field.state.unit(field.unit("foot")).order, Order::Disordered);
    }
    let well = ahead(8.0, "");
    assert_eq!(clause(&well, &loose(charge(&well, "foot", "line"))), "RF-MAN-26");
}

#[test]
fn the_slowest_ground_crossed_sets_the_reach_of_a_charge() {
    // RF-CHG-08, RF-CHG-03, RF-MOV-02, RF-TER-18
    let woods = "ground wood light-woods area 20,13 28,13 28,15 20,15";
    for (more, reach, class) in [
        (woods, 8.0, MoveClass::Broken),
        ("ground wood dense-woods area 20,13 28,13 28,15 20,15", 6.0, MoveClass::Rough),
        ("ground hedge fence line 20,14 28,14", 8.0, MoveClass::Broken),
    ] {
        let mut near = ahead(reach, more);
        let go = charge(&near, "foot", "line");
        near.play(&go, &[]);
        assert_eq!(contacts(&near), ["foot line"], "{more}");
        assert_eq!(ground(&near, "foot"), class, "{more}");
        let mut far = ahead(reach + 0.01, more);
        let go = charge(&far, "foot", "line");
        far.play(&go, &[]);
        assert!(contacts(&far).is_empty(), "{more}");
    }
    let mut beside = ahead(10.0, "ground wood light-woods area 30,13 38,13 38,15 30,15");
    let go = charge(&beside, "foot", "line");
    beside.play(&go, &[]);
    assert_eq!(ground(&beside, "foot"), MoveClass::Open);
}

#[test]
fn a_fence_that_the_enemy_lines_is_crossed_to_come_at_him() {
    // RF-CHG-08, RF-EX-14
    let mut field = ahead(8.0, "ground hedge fence line 20,18 28,18");
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    assert_eq!((contacts(&field), ground(&field, "foot")), (vec!["foot line".to_string()], MoveClass::Broken));
    assert_eq!(contact(&field, "foot").ground, ChargeGround::Favorable);
}

#[test]
fn a_charge_that_falls_short_is_none() {
    // RF-CHG-06, RF-FIR-04
    let fence = "ground hedge fence line 20,12 28,12";
    let mut field = ahead(9.5, fence);
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    // 8 inches over broken ground, and the enemy 1.5 inches farther.
    assert_eq!((stands(&field, "foot"), stage(&field, "foot")), ("24,18 facing 0°".to_string(), None));
    assert!(!field.state.unit(field.unit("foot")).turn.no_fire);
    // An inch off the enemy at least.
    let mut near = ahead(8.5, fence);
    let go = steel(charge(&near, "foot", "line"));
    near.play(&go, &[]);
    assert_eq!(stands(&near, "foot"), "24,17.5 facing 0°");
    assert_eq!(volley(&mut near).map_err(|refusal| refusal.clause.to_string()), Err("RF-FIR-04".to_string()));
    let elite = "red infantry foot at 24,10 facing 0 | experience=elite";
    let text = format!("{elite}\nblue infantry line at 24,18.5 facing 180\n{fence}");
    let mut elite = declaring(&text, &[("foot", WellHandled)]);
    let go = steel(charge(&elite, "foot", "line"));
    elite.play(&go, &[]);
    assert_eq!(volley(&mut elite), Ok(()), "but not that of elite infantry");
}

/// Whether the foot may fire at the line in the fire of its own side.
fn volley(field: &mut Field) -> Result<(), Refusal> {
    field.happen(Event::StepBegan { turn: 1, active: Side::Red, step: Step::OffensiveFire });
    field.happen(Event::Asked(Asking::Fire));
    let firers = vec![Firing { unit: field.unit("foot"), stands: 1 }];
    field.check(&Command::Fire { target: field.unit("line"), firers })
}

#[test]
fn a_charge_needs_no_sight_of_its_target() {
    // RF-CHG-05
    let field = ahead(6.0, "ground hill gentle-hill area 20,12 28,12 28,14 20,14");
    assert_eq!(field.check(&charge(&field, "foot", "line")), Ok(()));
}
