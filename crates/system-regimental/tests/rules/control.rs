//! Command and the maneuver check on the table (RF-SEQ, RF-CMD, RF-CHK, RF-ARC-10, RF-ARC-11). Lengths are inches.

use crate::field::{Field, field};
use firelock_core::{Given, RuleSystem, Taken, carry_out};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::results::ManeuverEffect;
use firelock_regimental::state::{Flank, LeaderStatus};
use firelock_regimental::words::Order;
use firelock_table::Angle;

const CHECK: &str = "choose a leader and the units that check";

/// The lines that count in the check of a unit under a leader or none, in words, without the zeros.
fn ledger(field: &Field, leader: Option<&str>, unit: &str) -> String {
    let command = check(field, leader, &[unit]);
    let done = carry_out::<Regimental>(&field.state, field.asked(), &command, &mut Given::new([5, 1, 1, 1]));
    let (_, taken) = done.unwrap_or_else(|halt| panic!("{halt}"));
    let roll = taken.iter().find_map(|taken| match taken {
        Taken::Roll(rolled) => Some(&rolled.0),
        Taken::Event(_) => None,
    });
    let lines = roll.expect("a die").whys[0].1.applied().filter(|line| line.value != 0);
    lines.map(|line| format!("{:+} {}", line.value, line.label)).collect::<Vec<_>>().join(", ")
}

fn check(field: &Field, leader: Option<&str>, units: &[&str]) -> Command {
    let units = units.iter().map(|unit| field.unit(unit)).collect();
    Command::Check { leader: leader.map(|leader| field.leader(leader)), units }
}

fn ready(text: &str) -> Field {
    let mut field = field(text);
    field.skip_to(CHECK);
    field
}

const BASE: &str = "blue infantry enemy at 24,33 facing 180\nred leader howe at 24,8";

#[test]
fn a_leader_reaches_eight_inches_from_the_edge_of_his_base() {
    // RF-CMD-01, RF-CMD-02, RF-SCL-09, RF-SCL-14: the rear of the line is 1.5 behind its front; half a base is 0.5.
    let near = ready(&format!("{BASE}\nred infantry foot at 24,18 facing 0"));
    assert_eq!(near.check(&check(&near, Some("howe"), &["foot"])), Ok(()));
    let far = ready(&format!("{BASE}\nred infantry foot at 24,18.1 facing 0"));
    let refusal = far.check(&check(&far, Some("howe"), &["foot"])).expect_err("too far");
    assert_eq!(refusal.clause.id(), "RF-CMD-02");
    assert!(refusal.place.is_some());
}

#[test]
fn twilight_and_a_leader_attached_or_on_foot_halve_the_radius() {
    // RF-CMD-03, RF-TER-22, RF-LDR-06
    let text = format!("{BASE}\nred infantry foot at 24,15 facing 0");
    let clear = ready(&text);
    assert_eq!(clear.check(&check(&clear, Some("howe"), &["foot"])), Ok(()));
    let dusk = ready(&format!("battle visibility=\"twilight\"\n{text}"));
    assert!(dusk.refused(&check(&dusk, Some("howe"), &["foot"])).ends_with("(RF-CMD-03)"));
    let mut unhorsed = ready(&text);
    let leader = unhorsed.leader("howe");
    unhorsed.happen(Event::LeaderFared { leader, status: LeaderStatus::DismountedUntil(9), points: 0 });
    assert!(unhorsed.refused(&check(&unhorsed, Some("howe"), &["foot"])).ends_with("(RF-CMD-03)"));
    let near = ready(&format!("battle visibility=\"twilight\"\n{BASE}\nred infantry foot at 24,14 facing 0"));
    assert_eq!(near.check(&check(&near, Some("howe"), &["foot"])), Ok(()));
}

#[test]
fn dense_woods_on_the_way_halve_the_radius_and_more_than_four_inches_stop_it() {
    // RF-CMD-03, RF-CMD-06
    let wood = |depth: f64| format!("ground wood dense-woods area 20,9 28,9 28,{} 20,{}", 9.0 + depth, 9.0 + depth);
    let thin = ready(&format!("{BASE}\nred infantry foot at 24,13.9 facing 0\n{}", wood(1.0)));
    assert_eq!(thin.check(&check(&thin, Some("howe"), &["foot"])), Ok(()));
    let beyond = ready(&format!("{BASE}\nred infantry foot at 24,15 facing 0\n{}", wood(1.0)));
    assert!(beyond.refused(&check(&beyond, Some("howe"), &["foot"])).ends_with("(RF-CMD-03)"));
    let deep = ready(&format!("{BASE}\nred infantry foot at 24,17 facing 0\n{}", wood(4.5)));
    assert!(deep.refused(&check(&deep, Some("howe"), &["foot"])).ends_with("(RF-CMD-06)"));
}

#[test]
fn enemies_stop_the_sight_of_command_and_friends_do_not() {
    // RF-CMD-06
    let friend = ready(&format!("{BASE}\nred infantry foot at 24,16 facing 0\nred infantry other at 24,12 facing 0"));
    assert_eq!(friend.check(&check(&friend, Some("howe"), &["foot"])), Ok(()));
    let enemy = ready(&format!("{BASE}\nred infantry foot at 24,16 facing 0\nblue infantry other at 24.3,11 facing 0"));
    assert!(enemy.refused(&check(&enemy, Some("howe"), &["foot"])).ends_with("(RF-CMD-06)"));
}

#[test]
fn the_head_of_a_line_of_march_is_led_to_its_tail() {
    // RF-CMD-04, RF-CMD-05
    let column = "formation=\"march-column\"";
    let text = |y: f64| {
        format!("{BASE}\nred infantry head at 24,30 facing 0 {column}\nred infantry foot at 24,{y} facing 0 {column}")
    };
    let attached = |y: f64| {
        let mut field = ready(&text(y));
        let (leader, unit) = (field.leader("howe"), field.unit("head"));
        field.happen(Event::Attached { leader, unit });
        field
    };
    // The head's column is 6 deep: its rear lies at 24.
    let near = attached(22.0);
    assert_eq!(near.check(&check(&near, Some("howe"), &["foot"])), Ok(()));
    let far = attached(12.0);
    assert!(far.check(&check(&far, Some("howe"), &["foot"])).is_err());
}

#[test]
fn a_stranger_leads_provisionally_and_nobody_costs_two() {
    // RF-CMD-07, RF-CMD-08
    let text = "blue infantry enemy at 24,33 facing 180\nred leader howe at 24,8\nred leader gage at 20,8\nred infantry foot at 24,12 facing 0 command=\"howe\"\nred infantry other at 4,12 facing 0 command=\"gage\"";
    let field = ready(text);
    assert_eq!(ledger(&field, Some("howe"), "foot"), "+2 fresh troops");
    assert_eq!(ledger(&field, Some("gage"), "foot"), "-1 provisional command, +2 fresh troops");
    assert_eq!(ledger(&field, None, "foot"), "-2 out of command, +2 fresh troops");
}

#[test]
fn a_superior_of_the_chain_is_no_stranger() {
    // RF-CMD-01, RF-CMD-17
    let text = "blue infantry enemy at 24,33 facing 180\nred leader chief at 24,8 rank=\"army\"\nred leader howe at 4,8\nred infantry foot at 24,12 facing 0 command=\"howe\"";
    assert_eq!(ledger(&ready(text), Some("chief"), "foot"), "+2 fresh troops");
}

#[test]
fn a_leaders_rating_counts_for_all_and_his_presence_for_his_own_unit() {
    // RF-CMD-09, RF-CMD-10, RF-CMD-18
    let mut field = ready(&format!(
        "{BASE} skill=\"gallant\"\nred infantry foot at 24,10 facing 0\nred infantry other at 29,10 facing 0"
    ));
    let (leader, unit) = (field.leader("howe"), field.unit("foot"));
    field.happen(Event::Attached { leader, unit });
    assert_eq!(ledger(&field, Some("howe"), "foot"), "+1 gallant leader, +1 leader attached, +2 fresh troops");
    assert_eq!(ledger(&field, Some("howe"), "other"), "+1 gallant leader, +2 fresh troops");
    assert_eq!(ledger(&field, None, "other"), "-2 out of command, +2 fresh troops");
}

#[test]
fn one_die_serves_all_units_of_a_check_each_with_its_own_result() {
    // RF-SEQ-05, RF-CHK-01, RF-CHK-12
    let mut field = ready(&format!(
        "{BASE}\nred infantry foot at 22,12 facing 0\nred infantry raw at 27,12 facing 0 training=\"raw\""
    ));
    let command = check(&field, Some("howe"), &["foot", "raw"]);
    field.play(&command, &[1]);
    let effect = |unit: &str| field.state.unit(field.unit(unit)).turn.effect;
    assert_eq!(effect("foot"), Some(ManeuverEffect::WellHandled));
    assert_eq!(effect("raw"), Some(ManeuverEffect::Tardy));
}

#[test]
fn a_leader_leads_one_check_and_a_unit_checks_once_in_a_turn() {
    // RF-CMD-11, RF-CMD-17
    let mut field =
        ready(&format!("{BASE}\nred infantry foot at 22,12 facing 0\nred infantry other at 27,12 facing 0"));
    let command = check(&field, Some("howe"), &["foot"]);
    field.play(&command, &[5]);
    field.skip_to(CHECK);
    assert!(field.refused(&check(&field, Some("howe"), &["other"])).ends_with("(RF-CMD-11)"));
    assert!(field.refused(&check(&field, None, &["foot"])).ends_with("(RF-CMD-17)"));
    assert_eq!(field.check(&check(&field, None, &["other"])), Ok(()));
}

#[test]
fn without_a_leader_each_unit_checks_alone() {
    // RF-CMD-08, RF-CMD-13
    let field = ready(&format!("{BASE}\nred infantry foot at 22,12 facing 0\nred infantry other at 27,12 facing 0"));
    assert!(field.refused(&check(&field, None, &["foot", "other"])).ends_with("(RF-CMD-08)"));
    assert!(field.refused(&check(&field, None, &[])).ends_with("(RF-SEQ-05)"));
    assert!(field.refused(&check(&field, None, &["enemy"])).ends_with("(RF-SEQ-05)"));
}

#[test]
fn an_absent_leader_leads_nobody() {
    // RF-LDR-09
    let mut field = ready(&format!("{BASE}\nred infantry foot at 22,12 facing 0"));
    let leader = field.leader("howe");
    field.happen(Event::LeaderFared { leader, status: LeaderStatus::AwayUntil(9), points: 0 });
    assert!(field.refused(&check(&field, Some("howe"), &["foot"])).ends_with("(RF-LDR-09)"));
}

#[test]
fn the_step_does_not_end_while_troops_are_out_of_order_and_unchecked() {
    // RF-SEQ-11, RF-SEQ-12, RF-SEQ-10
    let mut field = ready(&format!("{BASE}\nred infantry foot at 22,12 facing 0"));
    assert_eq!(field.check(&Command::Done), Ok(()));
    let unit = field.unit("foot");
    field.happen(Event::Ordered { unit, order: Order::Disordered });
    assert!(field.refused(&Command::Done).ends_with("(RF-SEQ-11)"));
    let command = check(&field, None, &["foot"]);
    field.play(&command, &[5]);
}

#[test]
fn an_enemy_behind_the_front_line_within_eight_inches_outflanks() {
    // RF-ARC-10, RF-ARC-11, RF-CHK-07
    let text = |x: f64, y: f64, facing: i32| {
        format!("red infantry foot at 24,18 facing 0\nblue infantry enemy at {x},{y} facing {facing}")
    };
    // On the line of the front, facing the flank, 6 inches off.
    assert_eq!(
        ledger(&ready(&text(32.0, 18.0, 270)), None, "foot"),
        "-2 out of command, +2 fresh troops, -2 outflanked"
    );
    // A step ahead of the line it does not.
    assert_eq!(ledger(&ready(&text(32.0, 18.1, 270)), None, "foot"), "-2 out of command, +2 fresh troops");
    // Beyond 8 inches of the flank neither.
    assert_eq!(ledger(&ready(&text(34.1, 17.0, 270)), None, "foot"), "-2 out of command, +2 fresh troops");
    // Facing away it has nobody in its arc.
    assert_eq!(ledger(&ready(&text(32.0, 17.0, 90)), None, "foot"), "-2 out of command, +2 fresh troops");
}

#[test]
fn a_march_column_and_broken_troops_outflank_nobody() {
    // RF-ARC-11
    let column = ready(
        "red infantry foot at 24,18 facing 0\nblue infantry enemy at 32,17 facing 270 formation=\"march-column\"",
    );
    assert_eq!(ledger(&column, None, "foot"), "-2 out of command, +2 fresh troops");
    let mut broken = ready("red infantry foot at 24,18 facing 0\nblue infantry enemy at 32,17 facing 270");
    let unit = broken.unit("enemy");
    broken.happen(Event::Ordered { unit, order: Order::Broken });
    assert_eq!(ledger(&broken, None, "foot"), "-2 out of command, +2 fresh troops");
}

#[test]
fn a_refused_flank_is_not_outflanked_from_its_own_front() {
    // RF-ARC-10
    let mut field = ready("red infantry foot at 24,18 facing 0\nblue infantry enemy at 32,17.5 facing 270");
    assert_eq!(ledger(&field, None, "foot"), "-2 out of command, +2 fresh troops, -2 outflanked");
    let unit = field.unit("foot");
    field.happen(Event::FlankSet { unit, flank: Some(Flank { left: false, files: 2, by: Angle::degrees(45) }) });
    assert_eq!(ledger(&field, None, "foot"), "-2 out of command, +2 fresh troops");
}

#[test]
fn broken_troops_take_two_more_and_no_more_for_being_outflanked() {
    // RF-CHK-07, RF-MOR-04, RF-CHK-11
    let mut field = ready("red infantry foot at 24,18 facing 0\nblue infantry enemy at 32,17 facing 270");
    let unit = field.unit("foot");
    field.happen(Event::Ordered { unit, order: Order::Broken });
    assert!(ledger(&field, None, "foot").ends_with("-2 broken"), "{}", ledger(&field, None, "foot"));
}

#[test]
fn columns_and_linear_cover_steady_a_unit_once() {
    // RF-CHK-03, RF-CHK-04
    let base = "blue infantry enemy at 24,33 facing 180\nred infantry foot at 24,10 facing 0";
    let column = ready(&format!("{base} formation=\"column\""));
    assert_eq!(ledger(&column, None, "foot"), "-2 out of command, +2 fresh troops, +1 field or march column");
    let fence = |y: f64| ready(&format!("{base}\nground fence fence line 10,{y} 40,{y}"));
    assert_eq!(ledger(&fence(10.5), None, "foot"), "-2 out of command, +2 fresh troops, +1 linear cover");
    assert_eq!(ledger(&fence(10.6), None, "foot"), "-2 out of command, +2 fresh troops");
    // A fence behind it is no cover ahead.
    assert_eq!(ledger(&fence(8.3), None, "foot"), "-2 out of command, +2 fresh troops");
}

#[test]
fn indians_gain_in_woods_and_lose_in_the_open() {
    // RF-CHK-06, RF-TER-13, RF-SPC-02
    let base = "blue infantry enemy at 24,33 facing 180\nred infantry foot at 24,10 facing 0 class=[\"indian\"]";
    assert!(ledger(&ready(base), None, "foot").contains("-1 "));
    let wood = ready(&format!("{base}\nground wood light-woods area 18,4 30,4 30,14 18,14"));
    assert!(ledger(&wood, None, "foot").contains("+1 "), "{}", ledger(&wood, None, "foot"));
}

#[test]
fn a_battalion_gun_needs_friends_within_two_inches() {
    // RF-CHK-05, RF-SPC-09
    let text = |x: f64| {
        format!(
            "blue infantry enemy at 24,33 facing 180\nred artillery guns at {x},10 facing 0 guns=[{{number=2,pounds=6}}] class=[\"battalion-guns\"]\nred infantry foot at 24,10 facing 0"
        )
    };
    // The line ends at 26; the gun stand is an inch wide.
    assert!(ledger(&ready(&text(28.5)), None, "guns").contains("+2 "));
    assert!(!ledger(&ready(&text(28.6)), None, "guns").contains("+2 "));
}

#[test]
fn wrong_sides_and_unknown_pieces_are_refused() {
    // RF-SEQ-23
    let field = ready(&format!("{BASE}\nred infantry foot at 22,12 facing 0"));
    let command = check(&field, None, &["foot"]);
    let refusal = Regimental::check(&field.state, firelock_core::Side::Blue, &command).expect_err("not blue's turn");
    assert_eq!(refusal.clause.id(), "RF-SEQ-23");
    let nobody = Command::Check { leader: None, units: vec![firelock_core::UnitId(99)] };
    assert!(field.refused(&nobody).ends_with("(RF-ROS-02)"));
}
