//! Charges: who may, how far, whom they meet, and what meets them.

mod charging;
mod field;

use charging::{by, charge, clause, contact, contacts, declaring, ground, loose, oblique, stage, stands, steel, wheel};
use field::Field;
use firelock_core::{Fitted, Grain, Place as Where, Refusal, RuleSystem, Side, Wish};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::results::ManeuverEffect;
use firelock_regimental::state::{ChargeStage, Edge};
use firelock_regimental::words::{ChargeGround, MoveClass, Order};
use firelock_table::{Angle, Length};
use firelock_testkit::{Trial, laws};

use ManeuverEffect::{DoubleQuick, FallBack, Panic, Rally, RallyWithElan, Shaken, Tardy, Wavering, WellHandled};

const FOOT: &str = "red infantry foot at 24,10 facing 0";

/// A charge by foot at a line straight ahead at a distance, well handled.
fn ahead(distance: f64, more: &str) -> Field {
    let y = 10.0 + distance;
    declaring(&format!("{FOOT}\nblue infantry line at 24,{y} facing 180\n{more}"), &[("foot", WellHandled)])
}

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
    // RF-CHG-06
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
    assert!(near.state.unit(near.unit("foot")).turn.no_fire, "cold steel still forbids its fire");
    let elite = "red infantry foot at 24,10 facing 0 | experience=elite";
    let text = format!("{elite}\nblue infantry line at 24,18.5 facing 180\n{fence}");
    let mut elite = declaring(&text, &[("foot", WellHandled)]);
    let go = steel(charge(&elite, "foot", "line"));
    elite.play(&go, &[]);
    assert!(!elite.state.unit(elite.unit("foot")).turn.no_fire, "but not that of elite infantry");
}

#[test]
fn a_charge_needs_no_sight_of_its_target() {
    // RF-CHG-05
    let field = ahead(6.0, "ground hill gentle-hill area 20,12 28,12 28,14 20,14");
    assert_eq!(field.check(&charge(&field, "foot", "line")), Ok(()));
}

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
    assert_eq!((present, at), (true, field::at(27.0, 14.0)));
    // Only a broken friend far and near: he is taken.
    let mut lost = ahead(8.0, "blue leader gates at 24,14");
    lost.happen(Event::Ordered { unit: lost.unit("line"), order: Order::Broken });
    let go = charge(&lost, "foot", "line");
    lost.play(&go, &[]);
    assert!(!lost.state.leader(lost.leader("gates")).is_present());
}

// Works, houses, obstacles.

#[test]
fn foot_charges_a_garrison_at_its_walls() {
    // RF-CHG-66, RF-TER-23, RF-ARC-12
    let text =
        format!("{FOOT}\nblue infantry line garrison=\"house\"\nground house building area 22,15 26,15 26,17 22,17");
    let mut field = declaring(&text, &[("foot", WellHandled)]);
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    let met = contact(&field, "foot");
    assert_eq!(stands(&field, "foot"), "24,15 facing 0°");
    assert_eq!((met.flank, met.ground, ground(&field, "foot")), (false, ChargeGround::Strong, MoveClass::Rough));
    assert_eq!(met.across, Some(firelock_table::FeatureId(0)));
    let horse = text.replace("red infantry", "red cavalry");
    let field = declaring(&horse, &[("foot", WellHandled)]);
    assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-66");
    // Rough ground: 6 inches for a line.
    let far = text.replace("24,10 facing 0", "24,8.9 facing 0");
    let mut far = declaring(&far, &[("foot", WellHandled)]);
    let go = charge(&far, "foot", "line");
    far.play(&go, &[]);
    assert!(contacts(&far).is_empty());
}

#[test]
fn foot_charges_works_and_what_stands_close_behind_an_obstacle() {
    // RF-CHG-66, RF-TER-14, RF-TER-19
    let met = |more: &str, y: f64| {
        let text = format!("{FOOT}\nblue infantry line at 24,{y} facing 180\n{more}");
        let mut field = declaring(&text, &[("foot", WellHandled)]);
        let go = charge(&field, "foot", "line");
        field.check(&go).map_err(|refusal| refusal.clause.to_string())?;
        field.play(&go, &[]);
        let met = contact(&field, "foot");
        Ok::<_, String>((stands(&field, "foot"), met.across.is_some(), met.ground, ground(&field, "foot")))
    };
    let redoubt = "ground works redoubt area 20,14 28,14 28,20 20,20";
    let at = |place: &str| format!("{place} facing 0°");
    assert_eq!(met(redoubt, 16.0), Ok((at("24,14"), true, ChargeGround::Fortified, MoveClass::Rough)));
    assert_eq!(met(redoubt, 14.0), Ok((at("24,14"), true, ChargeGround::Fortified, MoveClass::Rough)));
    let abatis = "ground trees abatis line 20,14 28,14";
    assert_eq!(met(abatis, 14.4), Ok((at("24,14"), true, ChargeGround::Favorable, MoveClass::Rough)));
    assert_eq!(met(abatis, 14.6), Err("RF-TER-19".to_string()), "too far behind it");
    // A creek an inch wide: its near bank, and half an inch behind the far one.
    let creek = "ground creek creek line 20,14 28,14 width=10";
    assert_eq!(met(creek, 15.0), Ok((at("24,13.5"), true, ChargeGround::Strong, MoveClass::Rough)));
    assert_eq!(met(creek, 15.1), Err("RF-TER-19".to_string()));
    // Breastworks are no major obstacle.
    let breastworks = "ground works breastworks line 20,14 28,14";
    assert_eq!(met(breastworks, 14.3), Ok((at("24,14.3"), false, ChargeGround::Fortified, MoveClass::Broken)));
    for works in [redoubt, abatis] {
        let text = format!("red cavalry foot at 24,10 facing 0\nblue infantry line at 24,14.4 facing 180\n{works}");
        let field = declaring(&text, &[("foot", WellHandled)]);
        assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-66");
    }
}

#[test]
fn inside_the_same_works_there_is_nothing_between() {
    // RF-TER-14, RF-TER-23, RF-CHG-66
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,14 facing 180\n\
                ground works redoubt area 20,6 28,6 28,20 20,20";
    let mut field = declaring(text, &[("foot", WellHandled)]);
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    let met = contact(&field, "foot");
    assert_eq!((met.across, met.ground), (None, ChargeGround::None));
}

// Countercharges.

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
        let place = firelock_regimental::state::Place::At(field::pose(24.0, 18.0, facing));
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

// Lists and pointers.

const MIXED: &str = "table 48 36
red leader howe at 24,6
red infantry foot at 20,12 facing 0 men=400
red infantry guard at 25,12 facing 0 men=320 | experience=elite
red infantry militia at 31,10 facing 0 men=240 | traits=militia
red cavalry horse at 38,12 facing 0 men=240
red artillery battery at 14,12 facing 0
blue leader gates at 24,30
blue infantry line at 22,18 facing 180 men=400
blue infantry rifles at 29,17.5 facing 190 men=200 | weapon=rifle
blue cavalry dragoons at 37,20 facing 180 men=240
blue infantry post garrison=\"house\" men=160
blue artillery guns at 15,20 facing 180
blue infantry reserve at 26,24 facing 180 men=320
ground house building area 30,20 34,20 34,22 30,22
ground hedge fence line 18,17.8 26,17.8
ground wood light-woods area 34,14 44,14 44,18 34,18
ground works redoubt area 12,19 18,19 18,23 12,23";

#[test]
fn candidates_are_legal_charges_that_come_home() {
    // RF-CHG-03, RF-CHG-04, RF-CHG-07
    let all = [
        ("foot", WellHandled),
        ("guard", DoubleQuick),
        ("militia", Tardy),
        ("horse", WellHandled),
        ("battery", WellHandled),
    ];
    for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
        let field = declaring(MIXED, &all);
        let mut found = Vec::new();
        Regimental::candidates(&field.state, Side::Red, grain, &mut found);
        assert_eq!(found.pop(), Some(Command::Done));
        assert!(found.len() > 8, "{}", found.len());
        for command in &found {
            assert_eq!(field.check(command), Ok(()), "{command:?}");
            let Command::Charge { unit, target, disordered, .. } = *command else { panic!("{command:?}") };
            // Only the militia needs to go disordered.
            assert_eq!(disordered, unit == field.unit("militia"), "{command:?}");
            let mut after = declaring(MIXED, &all);
            after.play(command, &[]);
            after.skip_to("move the units that checked");
            let met = after.state.contacts.iter().any(|contact| contact.charger == unit && contact.target == target);
            assert!(met, "{command:?}");
        }
        let by = |unit: &str| {
            found
                .iter()
                .filter(|command| matches!(command, Command::Charge { unit: own, .. } if *own == field.unit(unit)))
                .count()
        };
        assert_eq!(by("battery"), 0);
        let steel = |unit: &str| {
            let own = field.unit(unit);
            found
                .iter()
                .any(|command| matches!(command, Command::Charge { unit, cold_steel: true, .. } if *unit == own))
        };
        assert_eq!((steel("foot"), steel("guard"), steel("militia"), steel("horse")), (true, true, false, false));
    }
}

#[test]
fn random_battles_full_of_charges_obey_the_laws() {
    // RF-SEQ-23
    let start = field::field(&format!("{MIXED}\nbattle turns=3")).state;
    let summary = laws::<Regimental>(&start, 0..12, &Trial::default());
    summary.unwrap_or_else(|fault| panic!("{fault}"));
}

fn wish(field: &Field, unit: &str, act: &str, x: f64, y: f64, target: Option<&str>) -> Wish {
    let target = target.map(|target| field.unit(target));
    Wish { unit: field.unit(unit), act: act.into(), at: field::at(x, y), facing: None, target }
}

#[test]
fn a_pointer_finds_the_nearest_charge() {
    // RF-CHG-04, RF-CHG-16, RF-CHG-39, RF-ARC-12
    let field = ahead(6.0, "blue infantry aside at 30,16 facing 180\nground hedge fence line 20,13 28,13");
    let fit = |act: &str, x: f64, y: f64, target| {
        Regimental::fit(&field.state, Side::Red, &wish(&field, "foot", act, x, y, target))
    };
    let straight = fit("charge", 24.0, 16.0, None).expect("a charge");
    assert_eq!(straight.command, charge(&field, "foot", "line"));
    assert_eq!((straight.cost.as_str(), straight.short), ("6\" of 8\"", None));
    assert_eq!(straight.ghost.len(), 8);
    assert_eq!(straight.notes.iter().map(|(clause, _)| clause.to_string()).collect::<Vec<_>>(), ["RF-CHG-39"]);
    let named = fit("charge with cold steel", 0.0, 0.0, Some("aside")).expect("a charge");
    assert!(matches!(named.command, Command::Charge { target, cold_steel: true, .. } if target == field.unit("aside")));
    assert_eq!(field.check(&named.command), Ok(()));
    // Why not: too far, not this unit, no steel.
    let refused = |result: Result<Fitted<Command>, Refusal>| result.expect_err("refused").clause.to_string();
    let far = ahead(6.0, "blue infantry far at 24,30 facing 180");
    assert_eq!(
        refused(Regimental::fit(&far.state, Side::Red, &wish(&far, "foot", "charge", 24.0, 30.0, Some("far")))),
        "RF-CHG-03"
    );
    assert_eq!(
        refused(Regimental::fit(&field.state, Side::Red, &wish(&field, "line", "charge", 24.0, 10.0, None))),
        "RF-SEQ-06"
    );
    assert_eq!(refused(fit("charge disordered", 24.0, 16.0, None)), "RF-MAN-26");
}

#[test]
fn a_charge_that_would_fall_short_is_shown_so() {
    // RF-CHG-06
    let field = ahead(9.5, "ground hedge fence line 20,12 28,12");
    let fitted =
        Regimental::fit(&field.state, Side::Red, &wish(&field, "foot", "charge", 24.0, 19.5, None)).expect("legal");
    assert_eq!(field.check(&fitted.command), Ok(()));
    assert_eq!(
        fitted.short.map(|refusal| refusal.to_string()),
        Some("it stops after 8\" and is no charge (RF-CHG-06)".into())
    );
}
