//! Countercharges.

use firelock_core::Side;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::results::ManeuverEffect;
use firelock_regimental::results::ManeuverEffect::{DoubleQuick, Tardy, WellHandled};
use firelock_regimental::state::ChargeStage;
use firelock_regimental::words::Order;

use crate::charging::{charge, clause, contact, contacts, declaring, stage, stands};
use crate::field::Field;

const HORSE: &str = "red cavalry horse at 24,8 facing 0 men=240";

/// Red horse charges a blue line; blue cavalry is placed as said.
fn charged(target: &str, cavalry: &str, effect: ManeuverEffect) -> Field {
    let text = format!("{HORSE}\nblue infantry line at {target} facing 180\nblue cavalry dragoons at {cavalry}");
    let mut field = declaring(&text, &[("horse", effect)]);
    let go = charge(&field, "horse", "line");
    field.play(&go, &[]);
    field
}

fn counter(field: &Field) -> Command {
    Command::Countercharge { unit: field.unit("dragoons"), charger: field.unit("horse") }
}

#[test]
fn cavalry_meets_a_charge_halfway() {
    // RF-CHG-11, RF-CHG-12, RF-CHG-19, RF-CHG-69, RF-CHG-71
    let text = "red cavalry horse at 24,8 facing 0 men=240\nblue cavalry dragoons at 24,20.01 facing 180 men=240";
    let mut field = declaring(text, &[("horse", WellHandled)]);
    let go = charge(&field, "horse", "dragoons");
    field.play(&go, &[]);
    assert_eq!((field.prompt(), field.asked()), ("declare cavalry countercharges", Side::Blue));
    let go = counter(&field);
    field.play(&go, &[]);
    // The gap is 12.01 inches, 30505 steps: 15252 for the charger, the rest for the other.
    let y = |unit: &str| field.state.unit(field.unit(unit)).pose().expect("on the table").at.y;
    assert!((y("horse") - (8 * 2540 + 15_252)).abs() <= 3, "{}", y("horse"));
    assert!((y("dragoons") - y("horse")).abs() <= 2);
    assert_eq!(contacts(&field), ["horse dragoons", "dragoons horse"]);
    assert_eq!((stage(&field, "horse"), stage(&field, "dragoons")), (Some(ChargeStage::Home), Some(ChargeStage::Home)));
}

#[test]
fn a_countercharge_goes_half_a_move_at_most() {
    // RF-CHG-12
    // Over broken ground half the full rate of a line is 6 inches; the gap is 16, so the charger comes 10.
    let text = "red cavalry horse at 24,4 facing 0 men=240\nblue cavalry dragoons at 24,16 facing 180 men=240\n\
                ground wood light-woods area 20,15 28,15 28,22 20,22";
    let mut field = declaring(text, &[("horse", WellHandled)]);
    let go = charge(&field, "horse", "dragoons");
    field.play(&go, &[]);
    let go = counter(&field);
    field.play(&go, &[]);
    assert_eq!(
        (stands(&field, "horse"), stands(&field, "dragoons")),
        ("24,10 facing 0°".into(), "24,10 facing 180°".into())
    );
    let far = text.replace("at 24,16 facing 180", "at 24,15.9 facing 180").replace("24,4", "24,3.5");
    let mut field = declaring(&far, &[("horse", DoubleQuick)]);
    let go = charge(&field, "horse", "dragoons");
    field.play(&go, &[]);
    assert_ne!(field.prompt(), "declare cavalry countercharges", "12.4 inches are beyond a full move of 12");
}

#[test]
fn a_charge_that_ends_before_they_touch_is_none() {
    // RF-CHG-12
    // A tardy charger comes 9 inches at most, in the wood 6; the cavalry comes 6.
    let text = "red cavalry horse at 24,4 facing 0 men=240\nblue cavalry dragoons at 24,12.9 facing 180 men=240\n\
                ground wood dense-woods area 20,1 28,1 28,6 20,6";
    let mut field = declaring(text, &[("horse", Tardy)]);
    let go = charge(&field, "horse", "dragoons");
    field.play(&go, &[]);
    let go = counter(&field);
    field.play(&go, &[]);
    // 8.9 inches: 4.45 each; the horse comes 2 inches out of the wood.
    assert!(contacts(&field).is_empty());
    assert_eq!((stage(&field, "horse"), stage(&field, "dragoons")), (None, None));
    assert_eq!(
        (stands(&field, "horse"), stands(&field, "dragoons")),
        ("24,6 facing 0°".into(), "24,8.45 facing 180°".into())
    );
}

#[test]
fn cavalry_helps_a_charged_friend_within_four_inches() {
    // RF-CHG-11, RF-CHG-19
    let mut near = charged("24,16", "30.9,16 facing 225 men=240", WellHandled);
    assert_eq!(near.check(&counter(&near)), Ok(()));
    let go = counter(&near);
    near.play(&go, &[]);
    assert_eq!(contacts(&near), ["horse dragoons", "dragoons horse"]);
    let far = charged("24,16", "33.5,15 facing 225 men=240", WellHandled);
    assert_ne!(far.prompt(), "declare cavalry countercharges");
}

#[test]
fn only_cavalry_in_order_that_faces_the_charger_countercharges() {
    // RF-CHG-11
    // A second troop keeps the question open.
    let text = "red cavalry horse at 24,8 facing 0 men=240\nblue cavalry dragoons at 24,18 facing 180 men=240\n\
                blue cavalry more at 30.5,18 facing 200 men=240";
    let asked = |change: &dyn Fn(&mut Field)| {
        let mut field = declaring(text, &[("horse", WellHandled)]);
        change(&mut field);
        let go = charge(&field, "horse", "dragoons");
        field.play(&go, &[]);
        assert_eq!(field.prompt(), "declare cavalry countercharges");
        field.check(&counter(&field)).map_err(|refusal| refusal.clause.to_string())
    };
    assert_eq!(asked(&|_| {}), Ok(()));
    for order in [Order::Disordered, Order::Broken] {
        let refused = asked(&|field| field.happen(Event::Ordered { unit: field.unit("dragoons"), order }));
        assert_eq!(refused, Err("RF-CHG-11".to_string()));
    }
    let placed = |field: &mut Field, facing: i32, formation| {
        let place = firelock_regimental::state::Place::At(crate::field::pose(24.0, 18.0, facing));
        let unit = field.unit("dragoons");
        field.happen(Event::Placed { unit, place, formation, gap: 0, flank: None, mounted: true });
    };
    use firelock_regimental::words::Formation;
    assert_eq!(asked(&|field| placed(field, 180, Formation::MarchColumn)), Err("RF-CHG-11".to_string()));
    assert_eq!(asked(&|field| placed(field, 90, Formation::Line)), Err("RF-CHG-11".to_string()), "looks elsewhere");
    // Foot does not countercharge, and only against units that charge now.
    let mut field = charged("24,16", "30.9,16 facing 225 men=240", WellHandled);
    let foot = Command::Countercharge { unit: field.unit("line"), charger: field.unit("horse") };
    assert_eq!(clause(&field, &foot), "RF-CHG-11");
    let idle = Command::Countercharge { unit: field.unit("dragoons"), charger: field.unit("line") };
    assert_eq!(clause(&field, &idle), "RF-SEQ-07");
    field.done();
    assert_eq!(contacts(&field), ["horse line"]);
}

#[test]
fn cavalry_countercharges_once_in_a_turn_and_a_charge_is_met_once() {
    // RF-CHG-13, RF-CHG-71
    let text = "red cavalry horse at 24,8 facing 0 men=240\nred cavalry other at 32,8 facing 0 men=240\n\
                blue cavalry dragoons at 24,18 facing 180 men=240\nblue cavalry more at 32,18 facing 180 men=240";
    let mut field = declaring(text, &[("horse", WellHandled), ("other", WellHandled)]);
    for (unit, target) in [("horse", "dragoons"), ("other", "more")] {
        let go = charge(&field, unit, target);
        field.play(&go, &[]);
    }
    let go = counter(&field);
    field.play(&go, &[]);
    let again = Command::Countercharge { unit: field.unit("dragoons"), charger: field.unit("other") };
    assert_eq!(clause(&field, &again), "RF-CHG-13");
    let twice = Command::Countercharge { unit: field.unit("more"), charger: field.unit("horse") };
    assert_eq!(clause(&field, &twice), "RF-CHG-71");
}

#[test]
fn a_countercharge_does_not_end_on_a_friend() {
    // RF-CHG-71, RF-MOV-29
    let asked = |y: f64| {
        let text = format!(
            "{HORSE}\nblue cavalry dragoons at 24,20 facing 180 men=240\n\
             blue infantry militia at 24,{y} facing 180 | traits=militia"
        );
        let mut field = declaring(&text, &[("horse", WellHandled)]);
        let go = charge(&field, "horse", "dragoons");
        field.play(&go, &[]);
        field.prompt() == "declare cavalry countercharges"
    };
    // It passes through open order, but would halt at 14 inches.
    assert!(asked(18.0));
    assert!(!asked(14.5));
}

#[test]
fn a_charger_taken_in_flank_by_a_countercharge_is_outflanked() {
    // RF-CHG-56, RF-ARC-12
    // The dragoons stand on the line of the charger's front, facing it.
    let mut field = charged("24,12", "29.5,8 facing 270 men=240", WellHandled);
    let go = counter(&field);
    field.play(&go, &[]);
    assert!(contact(&field, "dragoons").flank);
    let mut ahead = charged("23,13", "29.5,11.5 facing 225 men=240", WellHandled);
    let go = counter(&ahead);
    ahead.play(&go, &[]);
    assert!(!contact(&ahead, "dragoons").flank);
}
