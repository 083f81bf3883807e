//! Moves and maneuvers (RF-FRM, RF-MOV, RF-MAN, RF-GUN), one small battle each. Lengths are inches.

use crate::field::{Field, at, field, pose};
use firelock_regimental::command::{Change, Command, Keep, Maneuver, SetFlank, SetGap, Step};
use firelock_regimental::event::Event;
use firelock_regimental::state::{Flank, Place};
use firelock_regimental::words::{Formation, Order};
use firelock_table::{Angle, FeatureId, Length, overlaps};

const CHECK: &str = "choose a leader and the units that check";
const MOVE: &str = "move the units that checked";

/// A trained fresh unit out of command adds nothing to its die: 8 is Double Quick, 5 Well Handled, 2 Tardy.
fn handled(text: &str, die: i16) -> Field {
    let mut field = field(text);
    check(&mut field, "foot", die);
    field
}

fn check(field: &mut Field, unit: &str, die: i16) {
    let unit = field.unit(unit);
    field.skip_to(CHECK);
    field.play(&Command::Check { leader: None, units: vec![unit] }, &[die]);
    if field.prompt() != CHECK {
        field.skip_to(MOVE);
    }
}

fn order(field: &Field, unit: &str, maneuver: Maneuver) -> Command {
    Command::Maneuver { unit: field.unit(unit), maneuver, flank: None, gap: None }
}

fn full(field: &Field, steps: &[Step]) -> Command {
    order(field, "foot", Maneuver::Full(steps.to_vec()))
}

fn half(field: &Field, steps: &[Step]) -> Command {
    order(field, "foot", Maneuver::Half { before: None, steps: steps.to_vec(), after: None })
}

fn inches(inches: f64) -> Length {
    Length::grid((inches * 2540.0).round() as i32)
}

fn ahead(by: f64) -> Step {
    Step::Ahead(inches(by))
}

fn stands_at(field: &Field, unit: &str) -> (f64, f64, i32) {
    let pose = field.state.unit(field.unit(unit)).pose().expect("on the table");
    let place = |value: i32| (f64::from(value) / 25.4).round() / 100.0;
    (place(pose.at.x), place(pose.at.y), pose.facing.get() / 100)
}

/// Asserts that a command passes and one that asks a little more is refused by the clause.
fn just(field: &Field, legal: &Command, too_much: &Command, clause: &str) {
    assert_eq!(field.check(legal), Ok(()), "{legal:?}");
    let refusal = field.check(too_much).expect_err("too much");
    assert_eq!(refusal.clause.id(), clause, "{refusal}");
    assert!(refusal.place.is_some(), "no place: {refusal}");
}

const FOOT: &str = "red infantry foot at 24,10 facing 0\nblue infantry enemy at 24,33 facing 180";

#[test]
fn a_full_move_is_the_full_rate_of_the_formation() {
    // RF-MOV-01, RF-MOV-20, RF-MAN-02
    let mut field = handled(FOOT, 5);
    just(&field, &full(&field, &[ahead(10.0)]), &full(&field, &[ahead(10.01)]), "RF-MOV-01");
    field.play(&full(&field, &[ahead(10.0)]), &[]);
    assert_eq!(stands_at(&field, "foot"), (24.0, 20.0, 0));
}

#[test]
fn double_quick_moves_at_its_own_rate_and_only_then() {
    // RF-MAN-01, RF-MOV-03
    let field = handled(FOOT, 8);
    just(&field, &full(&field, &[ahead(14.0)]), &full(&field, &[ahead(14.01)]), "RF-MOV-01");
    just(&field, &half(&field, &[ahead(7.0)]), &half(&field, &[ahead(7.01)]), "RF-MOV-04");
}

#[test]
fn a_half_move_is_half_the_rate() {
    // RF-MOV-04, RF-MAN-10
    let field = handled(FOOT, 5);
    just(&field, &half(&field, &[ahead(5.0)]), &half(&field, &[ahead(5.01)]), "RF-MOV-04");
}

#[test]
fn tardy_troops_make_half_a_move_and_no_full_one() {
    // RF-MAN-03
    let field = handled(FOOT, 2);
    just(&field, &half(&field, &[ahead(5.0)]), &full(&field, &[ahead(1.0)]), "RF-MAN-03");
    let change = Change::Form { formation: Formation::FieldColumn, left: false };
    assert!(field.refused(&order(&field, "foot", Maneuver::Change(change))).ends_with("(RF-MAN-03)"));
    assert_eq!(field.check(&order(&field, "foot", Maneuver::Change(Change::FaceRear))), Ok(()));
}

#[test]
fn the_slowest_ground_that_any_stand_enters_rules_the_whole_move() {
    // RF-MOV-02, RF-TER-21: the wood begins 6 inches ahead.
    let text = format!("{FOOT}\nground wood light-woods area 20,16 28,16 28,22 20,22");
    let field = handled(&text, 5);
    assert_eq!(field.check(&full(&field, &[ahead(5.9)])), Ok(()));
    just(&field, &full(&field, &[ahead(8.0)]), &full(&field, &[ahead(8.01)]), "RF-MOV-01");
    let text = format!("{FOOT}\nground wood dense-woods area 20,16 28,16 28,22 20,22");
    let field = handled(&text, 5);
    just(&field, &full(&field, &[ahead(5.9)]), &full(&field, &[ahead(6.1)]), "RF-MOV-01");
}

#[test]
fn a_fence_makes_the_move_a_broken_one() {
    // RF-TER-18
    let text = format!("{FOOT}\nground fence fence line 10,14 40,14");
    let field = handled(&text, 5);
    just(&field, &full(&field, &[ahead(8.0)]), &full(&field, &[ahead(8.5)]), "RF-MOV-01");
    assert_eq!(field.check(&full(&field, &[ahead(3.9)])), Ok(()));
}

#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner_and_ends_at_45_degrees() {
    // RF-MOV-21, RF-MOV-33: 8 stands are 4 wide; the outer corner of a wheel by 45 degrees marches 3.14 inches.
    let mut field = handled(FOOT, 5);
    let wheel = |by: i32, on: f64| full_steps(&[Step::Wheel(Angle::degrees(by)), ahead(on)]);
    let command = |steps: &[Step]| order(&field, "foot", Maneuver::Full(steps.to_vec()));
    just(&field, &command(&wheel(45, 6.85)), &command(&wheel(45, 6.87)), "RF-MOV-01");
    just(&field, &command(&wheel(45, 0.0)), &command(&[Step::Wheel(Angle::steps(4501))]), "RF-MOV-21");
    let command = command(&wheel(-45, 0.0));
    field.play(&command, &[]);
    assert_eq!(field.state.unit(field.unit("foot")).pose().expect("on table").facing, Angle::degrees(315));
}

fn full_steps(steps: &[Step]) -> Vec<Step> {
    steps.to_vec()
}

#[test]
fn an_oblique_goes_up_to_45_degrees_off_the_facing_and_keeps_it() {
    // RF-MOV-22
    let mut field = handled(FOOT, 5);
    let oblique = |by: i32| Step::Oblique(Angle::degrees(by), inches(4.0));
    just(&field, &full(&field, &[oblique(45)]), &full(&field, &[oblique(46)]), "RF-MOV-22");
    field.play(&full(&field, &[oblique(45)]), &[]);
    assert_eq!(stands_at(&field, "foot"), (26.83, 12.83, 0));
}

#[test]
fn wheel_and_oblique_are_not_combined() {
    // RF-MOV-23
    let field = handled(FOOT, 5);
    let steps = [Step::Wheel(Angle::degrees(10)), Step::Oblique(Angle::degrees(10), inches(1.0))];
    assert!(field.refused(&full(&field, &steps)).ends_with("(RF-MOV-23)"));
}

#[test]
fn a_withdrawal_costs_double() {
    // RF-MOV-24
    let mut field = handled("red infantry foot at 24,18 facing 0\nblue infantry enemy at 24,33 facing 180", 5);
    let back = |by: f64| [Step::Withdraw(inches(by))];
    just(&field, &full(&field, &back(5.0)), &full(&field, &back(5.01)), "RF-MOV-01");
    field.play(&full(&field, &back(5.0)), &[]);
    assert_eq!(stands_at(&field, "foot"), (24.0, 13.0, 0));
}

#[test]
fn a_field_column_wheels_up_to_90_degrees() {
    // RF-MOV-25, RF-FRM-06
    let field =
        handled("red infantry foot at 24,18 facing 0 formation=\"column\"\nblue infantry enemy at 24,33 facing 180", 5);
    let wheel = |by: i32| full(&field, &[Step::Wheel(Angle::degrees(by))]);
    just(&field, &wheel(90), &wheel(91), "RF-MOV-25");
}

#[test]
fn a_march_column_turns_freely_and_bends_along_its_path() {
    // RF-MOV-25, RF-MOV-31, RF-FRM-07
    let text = "red infantry foot at 24,18 facing 0 formation=\"march-column\"\nblue infantry enemy at 4,33 facing 180";
    let mut field = handled(text, 5);
    let steps = [Step::Turn(Angle::degrees(90)), ahead(12.0)];
    just(&field, &full(&field, &steps), &full(&field, &[steps[0], ahead(12.01)]), "RF-MOV-01");
    field.play(&full(&field, &[ahead(2.0), steps[0], ahead(3.0)]), &[]);
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!(stands_at(&field, "foot"), (27.0, 20.0, 90));
    assert_eq!(unit.bend.len(), usize::from(unit.stands) + 1);
    let last = field.state.body(field.unit("foot")).expect("on table").bases()[7];
    assert!(
        last.pose.facing.between(Angle::ZERO) < Angle::degrees(1),
        "the tail still marches north: {}",
        last.pose.facing
    );
}

#[test]
fn lines_do_not_turn_freely() {
    // RF-MOV-25, RF-MOV-26
    let field = handled(FOOT, 5);
    assert!(field.refused(&full(&field, &[Step::Turn(Angle::degrees(10))])).ends_with("(RF-MOV-25)"));
}

#[test]
fn nobody_comes_within_an_inch_of_an_enemy_but_by_a_charge() {
    // RF-MOV-27
    let field = handled("red infantry foot at 24,10 facing 0\nblue infantry enemy at 24,17 facing 180", 5);
    // The enemy's front is 7 inches ahead.
    just(&field, &full(&field, &[ahead(6.0)]), &full(&field, &[ahead(6.01)]), "RF-MOV-27");
}

#[test]
fn a_unit_that_starts_too_near_may_move_away() {
    // RF-MOV-27
    let field = handled("red infantry foot at 24,10 facing 0\nblue infantry enemy at 24,10.5 facing 180", 5);
    let back = full(&field, &[Step::Withdraw(inches(2.0))]);
    just(&field, &back, &full(&field, &[ahead(0.1)]), "RF-MOV-27");
}

#[test]
fn friends_in_line_bar_the_way_and_open_order_does_not() {
    // RF-MOV-28
    let line = format!("{FOOT}\nred infantry friend at 24,14 facing 0");
    let field = handled(&line, 5);
    assert!(field.refused(&full(&field, &[ahead(10.0)])).ends_with("(RF-MOV-28)"));
    let open = format!("{FOOT}\nred infantry friend at 24,14 facing 0 class=[\"light\"] formation=\"open-order\"");
    let field = handled(&open, 5);
    assert_eq!(field.check(&full(&field, &[ahead(10.0)])), Ok(()));
    let guns = format!("{FOOT}\nred artillery friend at 24,14 facing 0");
    let field = handled(&guns, 5);
    assert_eq!(field.check(&full(&field, &[ahead(10.0)])), Ok(()));
}

#[test]
fn nobody_ends_on_a_friend() {
    // RF-MOV-29
    let open = format!("{FOOT}\nred infantry friend at 24,14 facing 0 class=[\"light\"] formation=\"open-order\"");
    let field = handled(&open, 5);
    assert!(field.refused(&full(&field, &[ahead(4.0)])).ends_with("(RF-MOV-29)"));
}

#[test]
fn impassable_ground_and_the_table_edge_stop_a_move() {
    // RF-TER-01, RF-MOV-29, RF-MOV-30
    let lake = format!("{FOOT}\nground lake lake area 10,14 40,14 40,18 10,18");
    let field = handled(&lake, 5);
    just(&field, &full(&field, &[ahead(3.9)]), &full(&field, &[ahead(4.5)]), "RF-MOV-29");
    let field = handled("red infantry foot at 24,3 facing 180\nblue infantry enemy at 24,33 facing 180", 5);
    just(&field, &full(&field, &[ahead(2.9)]), &full(&field, &[ahead(3.1)]), "RF-MOV-30");
}

#[test]
fn a_major_obstacle_is_not_walked_over() {
    // RF-TER-19
    let text = format!("{FOOT}\nground ditch abatis line 10,14 40,14");
    let field = handled(&text, 5);
    assert!(field.refused(&full(&field, &[ahead(6.0)])).ends_with("(RF-TER-19)"));
}

#[test]
fn foot_scales_a_major_obstacle_it_touches_and_is_disordered() {
    // RF-MAN-40, RF-FIR-05
    let text = "red infantry foot at 24,13.6 facing 0\nblue infantry enemy at 24,33 facing 180\nground wall abatis line 10,14 40,14";
    let mut field = handled(text, 5);
    field.play(&order(&field, "foot", Maneuver::Scale(FeatureId(0))), &[]);
    let (_, y, _) = stands_at(&field, "foot");
    assert!((y - 15.5).abs() < 0.02, "its rear lies against the far side: {y}");
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!(unit.order, Order::Disordered);
    assert!(unit.turn.no_fire);
    let far = handled(
        "red infantry foot at 24,13.4 facing 0\nblue infantry enemy at 24,33 facing 180\nground wall abatis line 10,14 40,14",
        5,
    );
    assert!(far.refused(&order(&far, "foot", Maneuver::Scale(FeatureId(0)))).ends_with("(RF-MAN-40)"));
    let horse = handled(
        "red cavalry foot at 24,13.6 facing 0\nblue infantry enemy at 24,33 facing 180\nground wall abatis line 10,14 40,14",
        5,
    );
    assert!(horse.refused(&order(&horse, "foot", Maneuver::Scale(FeatureId(0)))).ends_with("(RF-TER-19)"));
}

#[test]
fn a_good_road_multiplies_what_a_march_column_goes_along_it() {
    // RF-MOV-08, RF-MOV-09, RF-MOV-11: example 7 at the full rate, 12 x 1.5.
    let text = "table 60 36\nred infantry foot at 20,10 facing 90 formation=\"march-column\"\nblue infantry enemy at 4,33 facing 180\nground lane road line 0,10 60,10";
    let field = handled(text, 5);
    let along = |by: f64| full(&field, &[Step::Road(FeatureId(0), inches(by))]);
    just(&field, &along(18.0), &along(18.02), "RF-MOV-01");
    let line = handled(
        "table 60 36\nred infantry foot at 20,10 facing 90\nblue infantry enemy at 4,33 facing 180\nground lane road line 0,10 60,10",
        5,
    );
    assert!(line.refused(&full(&line, &[Step::Road(FeatureId(0), inches(1.0))])).ends_with("(RF-MOV-09)"));
}

#[test]
fn a_poor_road_is_open_ground_and_no_more() {
    // RF-TER-07, RF-TER-08, RF-MOV-14: the rain spoils a dirt road; it still is open ground in the wood.
    let text = "table 60 36\nbattle weather=\"rain\"\nred infantry foot at 20,10 facing 90 formation=\"march-column\"\nblue infantry enemy at 4,33 facing 180\nground lane road line 0,10 60,10\nground wood dense-woods area 8,5 50,5 50,15 8,15";
    let field = handled(text, 5);
    let along = |by: f64| full(&field, &[Step::Road(FeatureId(0), inches(by))]);
    just(&field, &along(12.0), &along(12.02), "RF-MOV-01");
}

#[test]
fn a_change_of_formation_keeps_front_center_and_facing() {
    // RF-FRM-23, RF-MAN-10, RF-FIR-05
    let mut field = handled(FOOT, 5);
    let change = Some(Change::Form { formation: Formation::FieldColumn, left: false });
    field.play(&order(&field, "foot", Maneuver::Half { before: change, steps: vec![ahead(6.0)], after: None }), &[]);
    // RF-MAN-12: after the change the new formation's rate, 12 / 2.
    assert_eq!(stands_at(&field, "foot"), (24.0, 16.0, 0));
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!((unit.formation, unit.turn.formation_changed, unit.turn.no_fire), (Formation::FieldColumn, true, true));
    let field = handled(FOOT, 5);
    let too_far = order(&field, "foot", Maneuver::Half { before: None, steps: vec![ahead(6.0)], after: change });
    assert!(field.refused(&too_far).ends_with("(RF-MOV-04)"));
}

#[test]
fn a_march_column_unfolds_along_its_path_to_either_flank() {
    // RF-FRM-24
    for (left, facing) in [(true, 270), (false, 90)] {
        let mut field = handled(
            "red infantry foot at 24,18 facing 0 formation=\"march-column\"\nblue infantry enemy at 4,33 facing 180",
            5,
        );
        field.play(&order(&field, "foot", Maneuver::Change(Change::Form { formation: Formation::Line, left })), &[]);
        // The column is 6 inches deep: the middle of its path is 3 behind the head.
        assert_eq!(stands_at(&field, "foot"), (24.0, 15.0, facing));
    }
}

#[test]
fn a_march_column_deploys_to_the_front_on_its_head() {
    // RF-MAN-22, RF-FRM-25
    let mut field = handled(
        "red infantry foot at 24,18 facing 0 formation=\"march-column\"\nblue infantry enemy at 4,33 facing 180",
        5,
    );
    assert!(field.refused(&order(&field, "foot", Maneuver::DeployToFront { left: 4 })).ends_with("(RF-FRM-25)"));
    field.play(&order(&field, "foot", Maneuver::DeployToFront { left: 1 }), &[]);
    // Four files: one to the left of the head, two to its right; the front edge stays on the head's.
    assert_eq!(stands_at(&field, "foot"), (24.5, 18.0, 0));
    assert_eq!(field.state.unit(field.unit("foot")).formation, Formation::Line);
    let line = handled(FOOT, 5);
    assert!(line.refused(&order(&line, "foot", Maneuver::DeployToFront { left: 0 })).ends_with("(RF-MAN-22)"));
}

#[test]
fn raw_troops_changing_formation_on_slow_ground_are_disordered() {
    // RF-MAN-11
    let wood = "ground wood light-woods area 20,6 28,6 28,12 20,12";
    let raw = format!(
        "red infantry foot at 24,10 facing 0 training=\"raw\"\nblue infantry enemy at 24,33 facing 180\n{wood}"
    );
    let change = Maneuver::Change(Change::Form { formation: Formation::FieldColumn, left: false });
    let mut field = handled(&raw, 6);
    field.play(&order(&field, "foot", change.clone()), &[]);
    assert_eq!(field.state.unit(field.unit("foot")).order, Order::Disordered);
    let mut trained = handled(&format!("{FOOT}\n{wood}"), 5);
    trained.play(&order(&trained, "foot", change.clone()), &[]);
    assert_eq!(trained.state.unit(trained.unit("foot")).order, Order::Good);
    let mut open =
        handled("red infantry foot at 24,10 facing 0 training=\"raw\"\nblue infantry enemy at 24,33 facing 180", 6);
    open.play(&order(&open, "foot", change), &[]);
    assert_eq!(open.state.unit(open.unit("foot")).order, Order::Good);
}

#[test]
fn militia_and_indians_form_open_order_and_march_column_only() {
    // RF-FRM-14, RF-FRM-15
    for (class, clause) in [("militia", "RF-FRM-14"), ("indian", "RF-FRM-15")] {
        let text =
            format!("red infantry foot at 24,10 facing 0 class=[\"{class}\"]\nblue infantry enemy at 24,33 facing 180");
        let field = handled(&text, 8);
        let form = |formation| order(&field, "foot", Maneuver::Change(Change::Form { formation, left: false }));
        just(&field, &form(Formation::MarchColumn), &form(Formation::Line), clause);
    }
}

#[test]
fn regulars_have_no_open_order() {
    // RF-FRM-11, RF-FRM-12, RF-FRM-13
    let field = handled(FOOT, 5);
    let form =
        |field: &Field, formation| order(field, "foot", Maneuver::Change(Change::Form { formation, left: false }));
    just(&field, &form(&field, Formation::FieldColumn), &form(&field, Formation::OpenOrder), "RF-FRM-12");
    let light =
        handled("red infantry foot at 24,10 facing 0 class=[\"light\"]\nblue infantry enemy at 24,33 facing 180", 5);
    assert_eq!(light.check(&form(&light, Formation::OpenOrder)), Ok(()));
}

#[test]
fn facing_by_the_rear_rank_turns_about_in_place() {
    // RF-MAN-25
    let mut field = handled(FOOT, 2);
    field.play(&order(&field, "foot", Maneuver::Change(Change::FaceRear)), &[]);
    // Two ranks are 1.5 inches deep.
    assert_eq!(stands_at(&field, "foot"), (24.0, 8.5, 180));
}

#[test]
fn a_unit_marches_by_the_flank_half_a_move_facing_kept() {
    // RF-MAN-21
    let mut field = handled(FOOT, 5);
    let flank = |by: f64| order(&field, "foot", Maneuver::ByTheFlank { left: true, by: inches(by) });
    just(&field, &flank(5.0), &flank(5.01), "RF-MAN-21");
    let command = flank(5.0);
    field.play(&command, &[]);
    assert_eq!(stands_at(&field, "foot"), (19.0, 10.0, 0));
}

#[test]
fn passing_lines_disorders_both_if_either_is_raw_or_the_ground_is_slow() {
    // RF-MAN-20
    let friend = |what: &str| format!("{FOOT}\nred infantry friend at 24,12 facing 0 {what}");
    let pass = |field: &Field, by: f64| order(field, "foot", Maneuver::Passage(inches(by)));
    let orders = |field: &Field| ["foot", "friend"].map(|unit| field.state.unit(field.unit(unit)).order);
    let mut steady = handled(&friend(""), 5);
    // The friend's rear is half an inch ahead and it is 1.5 deep: 3.5 clears it.
    assert!(steady.refused(&pass(&steady, 3.0)).ends_with("(RF-MOV-29)"));
    steady.play(&pass(&steady, 3.6), &[]);
    assert_eq!(orders(&steady), [Order::Good, Order::Good]);
    assert!(steady.state.unit(steady.unit("foot")).turn.no_fire);
    let mut raw = handled(&friend("training=\"raw\""), 5);
    raw.play(&pass(&raw, 3.6), &[]);
    assert_eq!(orders(&raw), [Order::Disordered, Order::Disordered]);
    let mut wood = handled(&format!("{}\nground wood light-woods area 20,6 28,6 28,18 20,18", friend("")), 5);
    wood.play(&pass(&wood, 3.6), &[]);
    assert_eq!(orders(&wood), [Order::Disordered, Order::Disordered]);
    let alone = handled(FOOT, 5);
    assert!(alone.refused(&pass(&alone, 3.0)).ends_with("(RF-MAN-20)"));
}

#[test]
fn a_flank_is_turned_back_by_up_to_half_of_the_stands_and_45_degrees() {
    // RF-FRM-20, RF-FRM-21, RF-FRM-22, RF-FRM-33
    let mut field = handled(FOOT, 5);
    let hold = |files: u8, by: i32| Command::Maneuver {
        unit: field.unit("foot"),
        maneuver: Maneuver::Hold,
        flank: Some(SetFlank::Back(Flank { left: true, files, by: Angle::degrees(by) })),
        gap: None,
    };
    just(&field, &hold(2, 45), &hold(3, 45), "RF-FRM-20");
    just(&field, &hold(1, 45), &hold(1, 46), "RF-FRM-20");
    let command = hold(2, 45);
    field.play(&command, &[]);
    let body = field.state.body(field.unit("foot")).expect("on table");
    let turned = body.bases().iter().filter(|base| base.facing() == Angle::degrees(315)).count();
    assert_eq!(turned, 4, "two files of two stands");
    assert_eq!(body.front().from.distance(body.front().to), Length::inches(2), "the front is that of the rest");
    let column =
        handled("red infantry foot at 24,18 facing 0 formation=\"column\"\nblue infantry enemy at 24,33 facing 180", 5);
    let command = Command::Maneuver {
        unit: column.unit("foot"),
        maneuver: Maneuver::Hold,
        flank: Some(SetFlank::Back(Flank { left: true, files: 1, by: Angle::degrees(30) })),
        gap: None,
    };
    assert!(column.refused(&command).ends_with("(RF-FRM-20)"));
}

#[test]
fn open_order_widens_its_gaps_up_to_an_inch() {
    // RF-MAN-31, RF-FRM-04, RF-FRM-05
    let text = "red infantry foot at 24,10 facing 0 class=[\"light\"] formation=\"open-order\"\nblue infantry enemy at 24,33 facing 180";
    let mut field = handled(text, 2);
    let gap = |gap: u16, keep: Keep| Command::Maneuver {
        unit: field.unit("foot"),
        maneuver: Maneuver::Hold,
        flank: None,
        gap: Some(SetGap { gap, keep }),
    };
    just(&field, &gap(100, Keep::Center), &gap(101, Keep::Center), "RF-FRM-04");
    just(&field, &gap(50, Keep::Center), &gap(49, Keep::Center), "RF-FRM-04");
    let left = |field: &Field| field.state.body(field.unit("foot")).expect("on table").front().from;
    let (before, command) = (left(&field), gap(100, Keep::Left));
    field.play(&command, &[]);
    assert_eq!(left(&field), before, "the left end keeps its place");
    // Four files of an inch with gaps of an inch: 7 wide instead of 5.5.
    let body = field.state.body(field.unit("foot")).expect("on table");
    assert_eq!(body.front().from.distance(body.front().to), Length::inches(7));
    let line = handled(FOOT, 5);
    let none = Command::Maneuver {
        unit: line.unit("foot"),
        maneuver: Maneuver::Hold,
        flank: None,
        gap: Some(SetGap { gap: 50, keep: Keep::Center }),
    };
    assert!(line.refused(&none).ends_with("(RF-MAN-31)"));
}

#[test]
fn a_tardy_unit_may_make_a_full_move_and_be_disordered() {
    // RF-MAN-26, RF-MAN-28, RF-MAN-29
    let mut field = handled(FOOT, 2);
    let quick = |steps: &[Step]| order(&field, "foot", Maneuver::FullDisordered(steps.to_vec()));
    just(&field, &quick(&[ahead(10.0)]), &quick(&[ahead(10.01)]), "RF-MOV-01");
    let command = quick(&[ahead(10.0)]);
    field.play(&command, &[]);
    assert_eq!(field.state.unit(field.unit("foot")).order, Order::Disordered);
    let well = handled(FOOT, 5);
    assert!(well.refused(&order(&well, "foot", Maneuver::FullDisordered(vec![ahead(1.0)]))).ends_with("(RF-MAN-26)"));
}

#[test]
fn rally_lets_a_unit_stay_disordered_for_a_full_move() {
    // RF-MAN-06, RF-MAN-27, RF-CHK-02, RF-CHK-15: a disordered fresh trained unit reads 5 to 10 as Rally.
    let mut field = field(FOOT);
    field.happen(Event::Ordered { unit: field.unit("foot"), order: Order::Disordered });
    check(&mut field, "foot", 5);
    assert_eq!(field.state.unit(field.unit("foot")).order, Order::Good);
    just(&field, &half(&field, &[ahead(5.0)]), &half(&field, &[ahead(5.01)]), "RF-MOV-04");
    field.play(&order(&field, "foot", Maneuver::FullDisordered(vec![ahead(10.0)])), &[]);
    assert_eq!(field.state.unit(field.unit("foot")).order, Order::Disordered);
}

#[test]
fn rally_with_elan_leaves_a_well_handled_maneuver() {
    // RF-MAN-05
    let mut field = field(&format!("{FOOT}\nred leader howe at 24,8 skill=\"gallant\""));
    field.happen(Event::Ordered { unit: field.unit("foot"), order: Order::Disordered });
    field.skip_to(CHECK);
    let command = Command::Check { leader: Some(field.leader("howe")), units: vec![field.unit("foot")] };
    field.play(&command, &[8]);
    field.skip_to(MOVE);
    assert_eq!(field.check(&full(&field, &[ahead(10.0)])), Ok(()));
}

#[test]
fn broken_troops_that_rally_form_line_facing_the_enemy() {
    // RF-MOR-10, RF-FRM-09: broken costs 2 more.
    let mut field = field(FOOT);
    let foot = field.unit("foot");
    field.happen(Event::Ordered { unit: foot, order: Order::Broken });
    let place = Place::At(pose(24.0, 10.0, 180));
    field.happen(Event::Placed { unit: foot, place, formation: Formation::Mob, gap: 0, flank: None, mounted: false });
    check(&mut field, "foot", 7);
    let unit = field.state.unit(foot);
    assert_eq!((unit.formation, unit.order, unit.outline.facing()), (Formation::Line, Order::Good, Angle::ZERO));
}

#[test]
fn change_front_is_a_switch() {
    // RF-MAN-23, RF-MAN-24, RF-OPT-01: the outer corner of 4 inches marches 6.28 by 90 degrees.
    let wheel =
        |field: &Field, by: i32| order(field, "foot", Maneuver::ChangeFront { left: true, by: Angle::degrees(by) });
    let off = handled(FOOT, 5);
    assert!(off.refused(&wheel(&off, 45)).ends_with("(RF-OPT-01)"));
    let on = handled(&format!("switch change_front=on\n{FOOT}"), 5);
    just(&on, &wheel(&on, -90), &wheel(&on, -91), "RF-MAN-23");
    let tardy = handled(&format!("switch change_front=on\n{FOOT}"), 2);
    // Half of 10 inches is an arc of 71 degrees.
    just(&tardy, &wheel(&tardy, -71), &wheel(&tardy, -72), "RF-MAN-23");
}

#[test]
fn foot_garrisons_a_house_it_touches_and_comes_out_beside_it() {
    // RF-MAN-44, RF-FRM-08, RF-FRM-18
    let text = "red infantry foot at 24,13.9 facing 0\nblue infantry enemy at 24,33 facing 180\nground house building area 22,14 26,14 26,17 22,17";
    let enter = |field: &Field| order(field, "foot", Maneuver::Change(Change::Garrison(FeatureId(0))));
    let mut inside = handled(text, 2);
    inside.play(&enter(&inside), &[]);
    assert_eq!(inside.state.unit(inside.unit("foot")).place, Place::In(FeatureId(0)));
    let far = handled(&text.replace("24,13.9", "24,13.4"), 5);
    assert!(far.refused(&enter(&far)).ends_with("(RF-MAN-44)"));
    // The longer side is 4 inches: 8 stands at 2 to the inch.
    let many = handled(&text.replace("24,13.9 facing 0", "24,13.9 facing 0 men=360"), 5);
    assert!(many.refused(&enter(&many)).ends_with("(RF-FRM-08)"));
    let horse = handled(&text.replace("red infantry", "red cavalry"), 5);
    assert!(horse.refused(&enter(&horse)).ends_with("(RF-FRM-18)"));
}

#[test]
fn dragoons_dismount_into_open_order() {
    // RF-FRM-16, RF-FRM-29, RF-FRM-30
    let text = "red cavalry foot at 24,10 facing 0 | traits=dragoon\nblue infantry enemy at 24,33 facing 180";
    let mut field = handled(text, 5);
    field.play(&order(&field, "foot", Maneuver::Change(Change::Dismount)), &[]);
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!((unit.mounted, unit.formation, unit.stands), (false, Formation::OpenOrder, unit.start));
    let horse = handled("red cavalry foot at 24,10 facing 0\nblue infantry enemy at 24,33 facing 180", 5);
    assert!(horse.refused(&order(&horse, "foot", Maneuver::Change(Change::Dismount))).ends_with("(RF-FRM-29)"));
}

#[test]
fn a_fresh_battalion_sends_its_lights_out() {
    // RF-MAN-42, RF-MAN-43, RF-SPC-03, RF-SPC-04
    let text = "red infantry foot at 24,10 facing 0 | lt_stands=3\nblue infantry enemy at 24,33 facing 180";
    let mut field = handled(text, 5);
    let send = |stands: u8, y: f64| {
        order(&field, "foot", Maneuver::Change(Change::DetachLights { stands, pose: pose(24.0, y, 0) }))
    };
    just(&field, &send(3, 13.0), &send(4, 13.0), "RF-MAN-42");
    just(&field, &send(2, 13.0), &send(1, 13.0), "RF-MAN-43");
    just(&field, &send(3, 15.4), &send(3, 15.6), "RF-MAN-42");
    let command = send(3, 13.0);
    field.play(&command, &[]);
    let foot = field.state.unit(field.unit("foot"));
    assert_eq!((foot.stands, foot.start, foot.light_stands), (5, 5, 0));
    let lights = field.state.units.last().expect("a new unit");
    assert_eq!((lights.stands, lights.detachment, lights.formation), (3, true, Formation::OpenOrder));
}

#[test]
fn a_unit_that_has_moved_in_this_check_moves_no_more() {
    // RF-SEQ-08
    let mut field = handled(&format!("{FOOT}\nred infantry other at 34,10 facing 0"), 5);
    assert!(field.refused(&order(&field, "other", Maneuver::Hold)).ends_with("(RF-SEQ-08)"));
    field.play(&order(&field, "foot", Maneuver::Hold), &[]);
    assert_eq!(field.prompt(), CHECK);
}

const GUNS: &str = "blue infantry enemy at 24,33 facing 180\nred artillery guns at 24,10 facing 0";

fn guns(text: &str, die: i16) -> Field {
    let mut field = field(text);
    // A trained battery out of command adds nothing: +2 and -2.
    check(&mut field, "guns", die);
    field
}

fn gun_order(field: &Field, maneuver: Maneuver) -> Command {
    order(field, "guns", maneuver)
}

#[test]
fn guns_limber_and_move_limbered_only() {
    // RF-GUN-07, RF-MOV-06, RF-MOV-07, RF-FRM-10
    let field = guns(GUNS, 5);
    let moves = |steps: Vec<Step>, limber| gun_order(&field, Maneuver::GunMove { limber, steps, unlimber: None });
    assert!(field.refused(&moves(vec![ahead(4.0)], false)).ends_with("(RF-MOV-07)"));
    // RF-GUN-08: a light carriage limbers and moves.
    just(&field, &moves(vec![ahead(8.0)], true), &moves(vec![ahead(8.01)], true), "RF-MOV-01");
    let heavy = guns(&format!("{GUNS} guns=[{{number=4,pounds=12}}]"), 5);
    let command = gun_order(&heavy, Maneuver::GunMove { limber: true, steps: vec![ahead(4.0)], unlimber: None });
    assert!(heavy.refused(&command).ends_with("(RF-GUN-08)"));
    assert_eq!(heavy.check(&gun_order(&heavy, Maneuver::Limber)), Ok(()));
}

#[test]
fn double_quick_guns_go_faster_only_when_they_stay_limbered() {
    // RF-GUN-12
    let limbered = format!("{GUNS} formation=\"limbered\"");
    let field = guns(&limbered, 8);
    let moves =
        |by: f64, unlimber| gun_order(&field, Maneuver::GunMove { limber: false, steps: vec![ahead(by)], unlimber });
    just(&field, &moves(12.0, None), &moves(12.01, None), "RF-MOV-01");
    just(&field, &moves(8.0, Some(Angle::ZERO)), &moves(8.01, Some(Angle::ZERO)), "RF-MOV-01");
}

#[test]
fn a_pivot_ends_the_guns_fire_unless_the_carriage_is_light() {
    // RF-GUN-14, RF-GUN-15, RF-GUN-08
    let fires = |field: &Field| {
        let marks = &field.state.unit(field.unit("guns")).turn;
        (marks.fire_action, marks.no_fire)
    };
    let mut light = guns(GUNS, 5);
    light.play(&gun_order(&light, Maneuver::GunFire { facing: Some(Angle::degrees(90)) }), &[]);
    assert_eq!(fires(&light), (true, false));
    let mut pivot = guns(GUNS, 5);
    pivot.play(&gun_order(&pivot, Maneuver::Pivot(Angle::degrees(90))), &[]);
    assert_eq!(fires(&pivot), (false, true));
    let heavy = guns(&format!("{GUNS} guns=[{{number=4,pounds=12}}]"), 5);
    assert!(
        heavy
            .refused(&gun_order(&heavy, Maneuver::GunFire { facing: Some(Angle::degrees(90)) }))
            .ends_with("(RF-GUN-08)")
    );
    assert_eq!(heavy.check(&gun_order(&heavy, Maneuver::GunFire { facing: None })), Ok(()));
}

#[test]
fn light_guns_are_hauled_two_inches_and_gallopers_four() {
    // RF-GUN-09, RF-SPC-10
    let haul = |field: &Field, by: f64| gun_order(field, Maneuver::Haul { heading: Angle::RIGHT, by: inches(by) });
    let light = guns(GUNS, 5);
    just(&light, &haul(&light, 2.0), &haul(&light, 2.01), "RF-GUN-09");
    let galloper = guns(&format!("{GUNS} guns=[{{number=4,pounds=3,kind=\"galloper\"}}]"), 5);
    just(&galloper, &haul(&galloper, 4.0), &haul(&galloper, 4.01), "RF-GUN-09");
    let heavy = guns(&format!("{GUNS} guns=[{{number=4,pounds=12}}]"), 5);
    assert!(heavy.refused(&haul(&heavy, 1.0)).ends_with("(RF-GUN-09)"));
}

#[test]
fn well_handled_guns_rally_and_tardy_ones_do_not() {
    // RF-GUN-13, RF-GUN-10
    let silence = |field: &mut Field| {
        let unit = field.unit("guns");
        let marks = firelock_regimental::state::Gun { silenced: true, ..Default::default() };
        field.happen(Event::GunMarked { unit, gun: 1, marks });
    };
    let mut tardy = guns(GUNS, 2);
    silence(&mut tardy);
    assert!(tardy.refused(&gun_order(&tardy, Maneuver::Rally)).ends_with("(RF-GUN-13)"));
    let mut well = guns(GUNS, 5);
    assert!(well.refused(&gun_order(&well, Maneuver::Rally)).ends_with("(RF-GUN-13)"));
    silence(&mut well);
    well.play(&gun_order(&well, Maneuver::Rally), &[]);
    assert!(well.state.unit(well.unit("guns")).guns.iter().all(|gun| !gun.silenced));
}

#[test]
fn fixed_guns_never_move() {
    // RF-ROS-26
    let field = guns(&format!("{GUNS} | fixed=true"), 5);
    assert!(field.refused(&gun_order(&field, Maneuver::Limber)).ends_with("(RF-ROS-26)"));
    assert_eq!(field.check(&gun_order(&field, Maneuver::Pivot(Angle::degrees(45)))), Ok(()));
}

#[test]
fn ammunition_is_replenished_out_of_close_range() {
    // RF-FIR-40, RF-MAN-02
    let low = |text: &str| {
        let mut field = field(text);
        field.happen(Event::AmmoChanged { unit: field.unit("foot"), low: true });
        check(&mut field, "foot", 5);
        field
    };
    let mut far = low(FOOT);
    far.play(&order(&far, "foot", Maneuver::Replenish), &[]);
    let unit = far.state.unit(far.unit("foot"));
    assert!(!unit.low_ammo && unit.turn.no_fire);
    let near = low("red infantry foot at 24,10 facing 0\nblue infantry enemy at 24,13.9 facing 180");
    assert!(near.refused(&order(&near, "foot", Maneuver::Replenish)).ends_with("(RF-FIR-40)"));
    let full = handled(FOOT, 5);
    assert!(full.refused(&order(&full, "foot", Maneuver::Replenish)).ends_with("(RF-FIR-40)"));
}

#[test]
fn a_pointer_finds_the_nearest_legal_move_with_ghost_and_cost() {
    // The wish is 15 inches ahead; a full move goes 10.
    use firelock_core::{RuleSystem, Side, Wish};
    let field = handled(FOOT, 5);
    let wish = |x: f64, y: f64| Wish { unit: field.unit("foot"), at: at(x, y), ..Wish::default() };
    let fitted = firelock_regimental::Regimental::fit(&field.state, Side::Red, &wish(24.0, 25.0)).expect("a move");
    assert_eq!(field.check(&fitted.command), Ok(()));
    assert_eq!(fitted.short.as_ref().expect("cut short").clause.id(), "RF-MOV-01");
    assert_eq!(fitted.ghost.len(), 8);
    assert!(fitted.path.last().expect("it moves").distance(at(24.0, 20.0)) < inches(0.02));
    assert!(fitted.cost.ends_with("of 10\""), "{}", fitted.cost);
    // To the side it wheels.
    let fitted = firelock_regimental::Regimental::fit(&field.state, Side::Red, &wish(28.0, 15.0)).expect("a move");
    assert_eq!(field.check(&fitted.command), Ok(()));
    assert!(fitted.path.last().expect("it moves").distance(at(28.0, 15.0)) < inches(1.0), "{:?}", fitted.path.last());
}

const LANE: &str = "blue infantry enemy at 4,33 facing 180\nground lane road line 0,10 60,10\ntable 60 36";

#[test]
fn a_line_that_touches_the_road_forms_march_column_and_goes_half_a_move_along_it() {
    // RF-MOV-12, RF-MOV-32: 12 / 2 x 1.5 = 9 inches.
    let text = format!("red infantry foot at 20,10 facing 90\n{LANE}");
    let field = handled(&text, 5);
    let along = |by: f64| {
        let before = Some(Change::Form { formation: Formation::MarchColumn, left: false });
        order(&field, "foot", Maneuver::Half { before, steps: vec![Step::Road(FeatureId(0), inches(by))], after: None })
    };
    just(&field, &along(9.0), &along(9.02), "RF-MOV-04");
}

#[test]
fn a_column_reaches_the_road_and_goes_on_along_it_with_the_rest() {
    // RF-MOV-10, RF-MOV-13: 4 inches to the road, then 8 left of 12, times 1.5.
    let text = format!("red infantry foot at 20,6 facing 0 formation=\"march-column\"\n{LANE}");
    let field = handled(&text, 5);
    let steps = |by: f64| vec![ahead(4.0), Step::Turn(Angle::degrees(90)), Step::Road(FeatureId(0), inches(by))];
    let command = |by: f64| order(&field, "foot", Maneuver::Full(steps(by)));
    // The turn onto the road is an inch of it.
    just(&field, &command(10.5), &command(11.1), "RF-MOV-01");
    let off = order(&field, "foot", Maneuver::Full(vec![Step::Road(FeatureId(0), inches(2.0)), ahead(1.0)]));
    assert!(field.refused(&off).ends_with("(RF-MOV-11)"));
}

#[test]
fn a_column_on_the_road_may_about_face_and_go_back() {
    // RF-MOV-11
    let text = format!("red infantry foot at 20,10 facing 90 formation=\"march-column\"\n{LANE}");
    let mut field = handled(&text, 5);
    let command = full(&field, &[Step::About, Step::Road(FeatureId(0), inches(6.0))]);
    field.play(&command, &[]);
    let (x, y, facing) = stands_at(&field, "foot");
    // Six inches deep: its old tail leads from 14 to 8.
    assert!((x - 8.0).abs() < 0.05 && (y - 10.0).abs() < 0.05 && facing == 270, "{x},{y} facing {facing}");
}

#[test]
fn after_deploying_to_the_front_a_flank_may_be_refused() {
    // RF-FRM-26
    let mut field = handled(
        "red infantry foot at 24,18 facing 0 formation=\"march-column\"\nblue infantry enemy at 4,33 facing 180",
        5,
    );
    let command = Command::Maneuver {
        unit: field.unit("foot"),
        maneuver: Maneuver::DeployToFront { left: 1 },
        flank: Some(SetFlank::Back(Flank { left: false, files: 1, by: Angle::degrees(45) })),
        gap: None,
    };
    field.play(&command, &[]);
    assert!(field.state.unit(field.unit("foot")).flank.is_some());
}

#[test]
fn command_is_measured_when_the_die_is_rolled_and_units_may_be_left_out() {
    // RF-CMD-12, RF-SEQ-04: the next check follows the first until the player passes.
    let mut field = handled(&format!("{FOOT}\nred infantry other at 34,10 facing 0"), 5);
    field.play(&order(&field, "foot", Maneuver::Hold), &[]);
    assert_eq!(field.prompt(), CHECK);
    check(&mut field, "other", 5);
    assert_eq!(field.prompt(), MOVE);
}

#[test]
fn losses_thin_the_rear_rank_first_and_the_front_center_stays() {
    // RF-FRM-28, RF-FRM-02, RF-FRM-27
    let mut field = field("red infantry foot at 24,10 facing 0\nblue infantry enemy at 24,33 facing 180");
    let foot = field.unit("foot");
    let ranks = |field: &Field| {
        let body = field.state.body(foot).expect("on table");
        let of = |rank: u8| body.layout.slots().iter().filter(|slot| slot.rank == rank).count();
        (of(0), of(1), body.front_center())
    };
    assert_eq!(ranks(&field), (4, 4, at(24.0, 10.0)));
    field.happen(Event::StandsLost { unit: foot, stands: 1 });
    assert_eq!(ranks(&field), (4, 3, at(24.0, 10.0)));
    field.happen(Event::StandsLost { unit: foot, stands: 1 });
    assert_eq!(ranks(&field), (3, 3, at(24.0, 10.0)));
}

#[test]
fn losses_never_move_a_stand_onto_an_interlocked_neighbor() {
    // RF-FRM-28, RF-MOV-29: two open orders, each with its stands in the gaps of the other.
    let open = "class=[\"light\"] formation=\"open-order\"";
    let mut field = field(&format!(
        "red infantry foot at 20,10 facing 0 {open}\nred infantry other at 34,10 facing 0 {open}\nblue infantry enemy at 24,33 facing 180"
    ));
    let (foot, other) = (field.unit("foot"), field.unit("other"));
    for (unit, x) in [(foot, 20.0), (other, 21.0)] {
        field.happen(Event::GapSet { unit, gap: 100, pose: pose(x, 10.0, 0) });
    }
    let places = |field: &Field| -> Vec<_> { field.state.bases(foot).iter().map(|base| base.corners).collect() };
    let apart = |field: &Field| {
        let others = field.state.bases(other);
        field.state.bases(foot).iter().all(|base| others.iter().all(|other| !overlaps(base, other)))
    };
    assert!(apart(&field), "they stand flush in each other's gaps");
    for lost in 1..8 {
        let before = places(&field);
        field.happen(Event::StandsLost { unit: foot, stands: 1 });
        assert!(apart(&field), "after {lost} losses");
        assert!(places(&field).iter().all(|place| before.contains(place)), "the stands left keep their places");
    }
    // Nobody near, it closes up around its front center: three files of the four.
    let mut alone =
        handled(&format!("red infantry foot at 20,10 facing 0 {open}\nblue infantry enemy at 24,33 facing 180"), 5);
    let unit = alone.unit("foot");
    alone.happen(Event::StandsLost { unit, stands: 2 });
    assert_eq!(stands_at(&alone, "foot"), (20.0, 10.0, 0));
}

#[test]
fn there_is_no_square() {
    // RF-FRM-31
    let names: Vec<String> = Formation::ALL.iter().map(|formation| format!("{formation:?}").to_lowercase()).collect();
    assert!(names.iter().all(|name| !name.contains("square")), "{names:?}");
    assert_eq!(names.len(), 8);
}

#[test]
fn dragoons_in_march_column_dismount_by_deploying() {
    // RF-ODD-08
    let text = "red cavalry foot at 24,10 facing 0 formation=\"march-column\" | traits=dragoon\nblue infantry enemy at 24,33 facing 180";
    let mut field = handled(text, 5);
    field.play(&order(&field, "foot", Maneuver::Change(Change::Dismount)), &[]);
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!((unit.mounted, unit.formation), (false, Formation::OpenOrder));
    assert_eq!(stands_at(&field, "foot"), (24.0, 10.0, 0));
}
