//! The way of a charge, and how it stands then.

use firelock_core::Place as Where;
use firelock_regimental::event::Event;
use firelock_regimental::results::ManeuverEffect::WellHandled;
use firelock_regimental::state::{ChargeStage, Edge};
use firelock_regimental::words::{ChargeGround, Order};
use firelock_table::{Angle, Length};

use super::{FOOT, ahead};
use crate::charging::{by, charge, clause, contact, contacts, declaring, oblique, stage, stands, steel, wheel};

// By which way.

#[test]
fn a_charge_goes_straight_or_with_one_wheel_or_oblique_up_to_45_degrees() {
    // RF-CHG-04
    let field = declaring(&format!("{FOOT}\nblue infantry line at 29,15 facing 225"), &[("foot", WellHandled)]);
    for way in [wheel(45), oblique(45)] {
        assert_eq!(field.check(&by(&field, "foot", "line", way)), Ok(()), "{way:?}");
    }
    for way in [wheel(46), oblique(46), wheel(-46)] {
        assert_eq!(clause(&field, &by(&field, "foot", "line", way)), "RF-CHG-04", "{way:?}");
    }
    // The way leads nowhere.
    assert_eq!(clause(&field, &by(&field, "foot", "line", oblique(-30))), "RF-CHG-04");
    // A friend is no target.
    let friends = format!("{FOOT}\nred infantry more at 24,16 facing 0\nblue infantry line at 24,19 facing 180");
    let field = declaring(&friends, &[("foot", WellHandled)]);
    assert_eq!(clause(&field, &charge(&field, "foot", "more")), "RF-CHG-04");
}

#[test]
fn a_charge_meets_its_enemy_with_the_front() {
    // RF-CHG-04
    // Aslant to the right, the right side would strike a line that stands beside the way.
    let field = declaring(&format!("{FOOT}\nblue infantry line at 29,10.2 facing 0"), &[("foot", WellHandled)]);
    let refusal = field.check(&by(&field, "foot", "line", oblique(45))).expect_err("by the side");
    assert_eq!(
        (refusal.clause.to_string().as_str(), refusal.place),
        ("RF-CHG-04", Some(Where::Unit(field.unit("line"))))
    );
}

#[test]
fn a_wheel_costs_its_arc() {
    // RF-CHG-04, RF-MOV-21
    // A front of 4 inches wheels 45 degrees for 3.14 inches.
    let at = |x: f64, y: f64| {
        let text = format!("{FOOT}\nblue infantry line at {x},{y} facing 225");
        let mut field = declaring(&text, &[("foot", WellHandled)]);
        let go = by(&field, "foot", "line", wheel(45));
        field.play(&go, &[]);
        contacts(&field).len()
    };
    // From the right corner at 26,10 the new front middle is 26 - 1.41, 10 + 1.41; 6.85 inches on is 29.43, 16.25.
    assert_eq!(at(29.4, 16.2), 1);
    assert_eq!(at(29.5, 16.3), 0);
}

#[test]
fn friends_the_edge_and_closed_ground_bar_a_charge() {
    // RF-MOV-28, RF-MOV-29, RF-TER-19
    let line = "blue infantry line at 24,19 facing 180";
    let barred = |more: &str| {
        let field = declaring(&format!("{FOOT}\n{line}\n{more}"), &[("foot", WellHandled)]);
        let refusal = field.check(&charge(&field, "foot", "line")).expect_err("barred");
        assert!(refusal.place.is_some());
        refusal.clause.to_string()
    };
    assert_eq!(barred("red infantry more at 24,15 facing 0"), "RF-MOV-28");
    assert_eq!(barred("ground pond lake area 20,13 28,13 28,15 20,15"), "RF-MOV-29");
    assert_eq!(barred("ground house building area 22,13 26,13 26,15 22,15"), "RF-MOV-29");
    assert_eq!(barred("ground trees abatis line 20,14 28,14"), "RF-TER-19");
    // Open order and guns are passed freely, but not stood upon.
    let skirmish = "red infantry more at 24,15 facing 0 | formation=open-order traits=militia";
    let field = declaring(&format!("{FOOT}\n{line}\n{skirmish}"), &[("foot", WellHandled)]);
    assert_eq!(field.check(&charge(&field, "foot", "line")), Ok(()));
    let close = "red infantry more at 24,18 facing 0 | formation=open-order traits=militia";
    assert_eq!(barred(close), "RF-MOV-29");
}

#[test]
fn the_first_enemy_met_is_the_target() {
    // RF-CHG-16
    let mut field = ahead(9.0, "blue infantry other at 24,16 facing 180");
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    assert_eq!(contacts(&field), ["foot other"]);
    assert_eq!(
        field.state.unit(field.unit("foot")).turn.charge.as_ref().map(|charge| charge.target),
        Some(field.unit("other"))
    );
}

#[test]
fn cold_steel_is_for_infantry_with_bayonets() {
    // RF-CHG-07
    let line = "blue infantry line at 24,14 facing 180";
    for unit in ["infantry foot at 24,10 facing 0 | weapon=rifle", "cavalry foot at 24,10 facing 0"] {
        let field = declaring(&format!("red {unit}\n{line}"), &[("foot", WellHandled)]);
        assert_eq!(clause(&field, &steel(charge(&field, "foot", "line"))), "RF-CHG-07");
        assert_eq!(field.check(&charge(&field, "foot", "line")), Ok(()));
    }
    let mut field = ahead(4.0, "");
    let go = steel(charge(&field, "foot", "line"));
    field.play(&go, &[]);
    assert!(field.state.unit(field.unit("foot")).turn.charge.as_ref().is_some_and(|charge| charge.cold_steel));
}

// How it stands then.

#[test]
fn a_charger_aligns_itself_by_up_to_45_degrees() {
    // RF-CHG-17
    let met = |target: &str| {
        let text = format!("{FOOT}\nblue infantry line {target}");
        let mut field = declaring(&text, &[("foot", WellHandled)]);
        let go = charge(&field, "foot", "line");
        field.play(&go, &[]);
        assert_eq!(contacts(&field), ["foot line"]);
        field.state.unit(field.unit("foot")).pose().expect("on the table").facing
    };
    assert_eq!(met("at 24,16 facing 180"), Angle::ZERO);
    assert_eq!(met("at 24,16 facing 150"), Angle::degrees(330));
    assert_eq!(met("at 24,16 facing 225 men=960"), Angle::degrees(45));
    // Its right corner touches the middle of a front that is turned too far: it stays so, and still fights.
    assert_eq!(met("at 24,16 facing 230 men=960"), Angle::ZERO);
}

#[test]
fn without_room_to_turn_a_charger_stays_in_corner_contact() {
    // RF-CHG-17
    let text = format!(
        "{FOOT}\nblue infantry line at 24,16 facing 150\nground house building area 24.5,15.2 25.5,15.2 25.5,16 24.5,16"
    );
    let mut field = declaring(&text, &[("foot", WellHandled)]);
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    assert_eq!((contacts(&field), stage(&field, "foot")), (vec!["foot line".to_string()], Some(ChargeStage::Home)));
    assert_eq!(field.state.unit(field.unit("foot")).pose().map(|pose| pose.facing), Some(Angle::ZERO));
}

#[test]
fn several_charge_one_target_while_an_inch_of_its_edge_is_free_for_each() {
    // RF-CHG-18, RF-SEQ-08
    let text = |x: f64, width: i32| {
        format!(
            "red infantry left at 22,10 facing 0\nred infantry right at {x},10 facing 0\n\
             blue infantry line at 24,18 facing 180 men={}",
            width * 80
        )
    };
    let both = |x: f64, width: i32| {
        let mut field = declaring(&text(x, width), &[("left", WellHandled), ("right", WellHandled)]);
        for unit in ["left", "right"] {
            let go = charge(&field, unit, "line");
            field.play(&go, &[]);
        }
        field
    };
    // The target's front runs from 20 to 28; the left charger holds 20 to 24.
    assert_eq!(contacts(&both(26.1, 8)), ["left line", "right line"]);
    // From 21 to 27: three inches are free.
    assert_eq!(contacts(&both(26.1, 6)), ["left line", "right line"]);
    // Two guns from 23 to 25: nine tenths of an inch are free, and the second stops an inch off the enemy.
    let mut crowded = declaring(
        "red infantry left at 22.1,10 facing 0\nred infantry right at 26.2,10 facing 0\nblue artillery line at 24,18 facing 180",
        &[("left", WellHandled), ("right", WellHandled)],
    );
    for unit in ["left", "right"] {
        let go = charge(&crowded, unit, "line");
        crowded.play(&go, &[]);
    }
    assert_eq!(contacts(&crowded), ["left line"]);
    assert_eq!((stands(&crowded, "right"), stage(&crowded, "right")), ("26.2,17 facing 0°".to_string(), None));
}

#[test]
fn a_unit_behind_a_charger_stops_behind_it_as_a_support() {
    // RF-CHG-18, RF-CHG-09
    let text = "red infantry first at 24,10 facing 0\nred infantry second at 24,8 facing 0\nblue infantry line at 24,16 facing 180";
    let mut field = declaring(text, &[("first", WellHandled), ("second", WellHandled)]);
    // The second may charge only once the first has made way.
    assert_eq!(clause(&field, &charge(&field, "second", "line")), "RF-MOV-28");
    for unit in ["first", "second"] {
        let go = charge(&field, unit, "line");
        field.play(&go, &[]);
    }
    assert_eq!(contacts(&field), ["first line"]);
    assert_eq!(
        (stands(&field, "first"), stands(&field, "second")),
        ("24,16 facing 0°".into(), "24,14.5 facing 0°".into())
    );
    assert_eq!(stage(&field, "second"), None);
}

#[test]
fn charges_move_in_the_order_they_were_declared() {
    // RF-SEQ-08, RF-CHG-70
    let text = "red infantry west at 22.1,10 facing 0\nred infantry east at 26.2,10 facing 0\n\
                blue artillery guns at 24,18 facing 180 guns=[{number=2,pounds=6}]";
    let first = |order: [&str; 2]| {
        let mut field = declaring(text, &[("west", WellHandled), ("east", WellHandled)]);
        for unit in order {
            let go = charge(&field, unit, "guns");
            field.play(&go, &[]);
        }
        contacts(&field)
    };
    assert_eq!(first(["west", "east"]), ["west guns"]);
    assert_eq!(first(["east", "west"]), ["east guns"]);
}

#[test]
fn the_flank_is_measured_where_the_charge_began() {
    // RF-ARC-10, RF-ARC-12
    // The target faces west: its front line is x = 24.
    let began_at = |x: f64| {
        let text = format!("red infantry foot at {x},10 facing 0\nblue infantry line at 24,18 facing 270");
        let mut field = declaring(&text, &[("foot", WellHandled)]);
        let go = charge(&field, "foot", "line");
        field.play(&go, &[]);
        contact(&field, "foot")
    };
    let on_the_line = began_at(24.0);
    assert_eq!((on_the_line.flank, on_the_line.edge), (true, Edge::Left));
    assert!(began_at(24.5).flank);
    assert!(!began_at(23.9).flank, "in front of the line, though it strikes the side");
}

#[test]
fn a_refused_flank_must_be_turned_too() {
    // RF-ARC-10
    let met = |refused: bool| {
        let text = "red infantry foot at 24.5,10 facing 0\nblue infantry line at 24,18 facing 270";
        let mut field = declaring(text, &[("foot", WellHandled)]);
        if refused {
            // The left files, which are those nearest to the charger, look south-west.
            let flank = firelock_regimental::state::Flank { left: true, files: 2, by: Angle::degrees(45) };
            field.happen(Event::FlankSet { unit: field.unit("line"), flank: Some(flank) });
        }
        let go = charge(&field, "foot", "line");
        field.play(&go, &[]);
        contact(&field, "foot").flank
    };
    assert!(met(false));
    assert!(!met(true));
}

#[test]
fn the_defender_has_the_ground_between_them() {
    // RF-TER-03, RF-TER-15, RF-TER-16, RF-TER-17
    let ground = |more: &str| {
        let mut field = ahead(6.0, more);
        let go = charge(&field, "foot", "line");
        field.play(&go, &[]);
        contact(&field, "foot").ground
    };
    assert_eq!(ground(""), ChargeGround::None);
    assert_eq!(ground("ground hill gentle-hill area 20,14 28,14 28,20 20,20"), ChargeGround::Favorable);
    assert_eq!(ground("ground hill gentle-hill area 20,8 28,8 28,20 20,20"), ChargeGround::None, "no level above");
    assert_eq!(ground("ground hill steep-hill area 20,14 28,14 28,20 20,20"), ChargeGround::Strong);
    assert_eq!(ground("ground wood light-woods area 20,15 28,15 28,20 20,20"), ChargeGround::Favorable);
    assert_eq!(ground("ground wood light-woods area 20,8 28,8 28,20 20,20"), ChargeGround::None, "both began in it");
    assert_eq!(ground("ground wall stone-wall line 20,15.8 28,15.8"), ChargeGround::Strong);
    assert_eq!(ground("ground wall stone-wall line 20,13 28,13"), ChargeGround::None, "too far from it");
    let best = "ground wall stone-wall line 20,15.8 28,15.8\nground wood light-woods area 20,15 28,15 28,20 20,20";
    assert_eq!(ground(best), ChargeGround::Strong, "the best counts");
}

// Leaders in the way.

#[test]
fn a_detached_leader_touched_by_a_charge_goes_to_a_friend_or_is_taken() {
    // RF-CHG-15
    let charged = |leader: &str, more: &str| {
        let mut field = ahead(8.0, &format!("{leader}\n{more}"));
        let go = charge(&field, "foot", "line");
        field.play(&go, &[]);
        let gates = field.leader("gates");
        (field.state.leader(gates).is_present(), field.state.leader(gates).at, field)
    };
    let (present, at, field) = charged("blue leader gates at 24,14", "");
    assert!(present);
    assert!(
        field.state.leader_gap(field.leader("gates"), field.unit("line")).within(Length::inch_hundredths(51)),
        "{at:?}"
    );
    // Beside the way he stays.
    let (present, at, _) = charged("blue leader gates at 27,14", "");
    assert_eq!((present, at), (true, crate::field::at(27.0, 14.0)));
    // Only a broken friend far and near: he is taken.
    let mut lost = ahead(8.0, "blue leader gates at 24,14");
    lost.happen(Event::Ordered { unit: lost.unit("line"), order: Order::Broken });
    let go = charge(&lost, "foot", "line");
    lost.play(&go, &[]);
    assert!(!lost.state.leader(lost.leader("gates")).is_present());
}
