//! Leaders attach, move, fall, return.

use crate::field::{Field, at, field, pose};
use firelock_core::{Form, Given, Grain, RuleSystem, Side, UnitId, Wish, carry_out};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Asking, Colonel, Fate, LeaderStatus, Step, Task};
use firelock_regimental::words::{Order, Rating};
use firelock_table::Point;

const BLUE: &str = "blue infantry foe at 24,34 facing 180";

fn attach(field: &Field, leader: &str, unit: &str) -> Command {
    Command::Attach { leader: field.leader(leader), unit: field.unit(unit), via: Vec::new() }
}

fn ride(field: &Field, leader: &str, x: f64, y: f64) -> Command {
    Command::MoveLeader { leader: field.leader(leader), to: at(x, y), via: Vec::new() }
}

/// Red's leaders move (M3); everything before was passed over.
fn riding(lines: &str) -> Field {
    let mut field = field(&format!("{lines}\n{BLUE}"));
    field.skip_to("move detached leaders");
    field
}

/// Carries an automatic task out, as it would be after fire or combat, with these faces.
fn perform(field: &mut Field, task: Task, faces: &[i16]) -> Vec<String> {
    field.happen(Event::Queued(vec![task]));
    // The queue is worked off behind any answer that is no end of a step.
    field.happen(Event::Asked(Asking::Refuse(UnitId(0))));
    field.play(&Command::Done, faces)
}

/// Says "done"; if a die is wanted it shows this face.
fn pass(field: &mut Field, face: i16) {
    let mut dice = Given::new([face]);
    let done = carry_out::<Regimental>(&field.state, field.asked(), &Command::Done, &mut dice);
    field.state = done.expect("one die at most").0;
}

// M1.

#[test]
fn a_leader_joins_a_unit_he_can_ride_to() {
    // RF-SEQ-03, RF-CMD-14, RF-LDR-01
    let mut field = field(&format!("red leader howe at 24,4\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let join = attach(&field, "howe", "foot");
    assert_eq!(field.play(&join, &[]), ["howe joined foot"]);
    let howe = field.state.leader(field.leader("howe"));
    assert_eq!((howe.attached, howe.moved), (Some(field.unit("foot")), true));
    assert_eq!(howe.at, field.state.center(field.unit("foot")));
}

#[test]
fn mounted_leaders_ride_24_20_12_and_leaders_on_foot_16_14_12() {
    // RF-LDR-01, RF-MOV-05, RF-MOV-02
    let ground = ["", "ground x orchard area 0,6 48,6 48,8 0,8", "ground x marsh area 0,6 48,6 48,8 0,8"];
    let rates = [("", [24.0, 20.0, 12.0]), ("mounted=false", [16.0, 14.0, 12.0])];
    for (mount, inches) in rates {
        for (ground, rate) in ground.iter().zip(inches) {
            let field =
                riding(&format!("red leader howe at 10,4 {mount}\nred infantry foot at 40,4 facing 0\n{ground}"));
            assert!(field.check(&ride(&field, "howe", 10.0, 4.0 + rate)).is_ok(), "{mount} {ground} {rate}");
            let refused = field.refused(&ride(&field, "howe", 10.0, 4.01 + rate));
            assert_eq!(refused, format!("howe can ride {rate}\" over such ground, and that is farther (RF-LDR-01)"));
        }
    }
}

#[test]
fn a_good_road_takes_a_leader_half_as_far_again_and_a_poor_one_does_not() {
    // RF-LDR-01, RF-MOV-08, RF-MOV-09, RF-MOV-14, RF-TER-05
    let road = |condition: &str| {
        riding(&format!(
            "table 48 60\nred leader howe at 10,4\nred infantry foot at 40,4 facing 0
             ground x marsh area 0,6 48,6 48,30 0,30\nground lane road line 10,0 10,60 condition=\"{condition}\""
        ))
    };
    let (good, poor) = (road("good"), road("poor"));
    assert!(good.check(&ride(&good, "howe", 10.0, 40.0)).is_ok(), "24 x 1.5 inches");
    assert!(good.check(&ride(&good, "howe", 10.0, 40.01)).is_err());
    assert!(poor.check(&ride(&poor, "howe", 10.0, 28.0)).is_ok(), "open ground");
    assert!(poor.check(&ride(&poor, "howe", 10.0, 28.01)).is_err());
    // Part of the way off the road: 6 inches, then 18 x 1.5 along it; the marsh is not entered.
    let bent = |to: f64| Command::MoveLeader {
        leader: good.leader("howe"),
        to: at(10.0, to),
        via: vec![at(16.0, 4.0), at(10.0, 4.0)],
    };
    assert!(good.check(&bent(22.0)).is_ok(), "12 off the road leave 12 x 1.5");
    assert!(good.check(&bent(22.02)).is_err());
}

#[test]
fn a_leader_may_ride_round_an_obstacle() {
    // RF-MOV-25, RF-TER-01, RF-TER-18, RF-TER-19
    let field = riding(
        "red leader howe at 10,4\nred infantry foot at 40,4 facing 0
         ground x lake area 6,6 14,6 14,10 6,10
         ground y fence line 20,6 30,6
         ground z abatis line 32,6 42,6",
    );
    assert_eq!(field.refused(&ride(&field, "howe", 10.0, 12.0)), "howe cannot cross the lake (RF-TER-01)");
    let round = |via: Vec<Point>| Command::MoveLeader { leader: field.leader("howe"), to: at(10.0, 12.0), via };
    assert!(field.check(&round(vec![at(15.0, 6.0), at(15.0, 10.0)])).is_ok());
    // Along the shore is not in the water.
    assert!(field.check(&ride(&field, "howe", 10.0, 6.0)).is_ok());
    let over = |x: f64, from: f64| Command::MoveLeader {
        leader: field.leader("howe"),
        to: at(x, 8.0),
        via: vec![at(x, from)],
    };
    assert_eq!(field.refused(&over(33.0, 4.0)), "howe cannot cross the abatis (RF-TER-19)");
    assert!(field.check(&over(25.0, 4.0)).is_ok(), "15 and 4 inches, broken: at most 20");
    assert!(field.check(&over(26.5, 4.0)).is_err(), "16.5 and 4 inches are too far over a fence");
}

#[test]
fn a_bridge_and_a_ford_lead_over_water() {
    // RF-TER-06
    let lines = |crossing: &str| {
        riding(&format!(
            "red leader howe at 10,4\nred infantry foot at 40,4 facing 0\nground x river area 0,6 48,6 48,7 0,7\n{crossing}"
        ))
    };
    let none = lines("");
    assert!(none.check(&ride(&none, "howe", 10.0, 16.0)).is_err());
    let bridge = lines("ground y bridge area 9,5 11,5 11,8 9,8 over=\"x\"");
    assert!(bridge.check(&ride(&bridge, "howe", 10.0, 28.0)).is_ok());
    let ford = lines("ground y ford area 9,5 11,5 11,8 9,8 over=\"x\"");
    assert!(ford.check(&ride(&ford, "howe", 10.0, 16.0)).is_ok(), "rough: 12 inches");
    assert!(ford.check(&ride(&ford, "howe", 10.0, 16.01)).is_err());
}

#[test]
fn leaders_keep_an_inch_from_the_enemy() {
    // RF-MOV-27, RF-SCL-09, RF-SCL-14
    let mut field =
        riding("red leader howe at 24,16\nred infantry foot at 40,4 facing 0\nblue infantry near at 24,20 facing 180");
    assert!(field.check(&ride(&field, "howe", 24.0, 18.5)).is_ok(), "an inch from the edge of his base");
    let refused = field.refused(&ride(&field, "howe", 24.0, 18.51));
    assert_eq!(refused, "howe would ride closer than an inch to near (RF-MOV-27)");
    assert!(field.check(&ride(&field, "howe", 32.0, 16.0)).is_ok());
    // He who begins nearer may ride away.
    let howe = field.leader("howe");
    field.happen(Event::LeaderPlaced { leader: howe, at: at(24.0, 19.5) });
    assert!(field.check(&ride(&field, "howe", 24.0, 12.0)).is_ok());
    assert!(field.check(&ride(&field, "howe", 24.0, 19.8)).is_err());
}

#[test]
fn a_leader_has_one_move() {
    // RF-LDR-02
    let mut field = riding("red leader howe at 24,4\nred infantry foot at 24,8 facing 0");
    let move_once = ride(&field, "howe", 24.0, 5.0);
    field.play(&move_once, &[]);
    assert_eq!(field.state.step, Step::LeadersMove, "the general has still his move");
    assert_eq!(field.refused(&ride(&field, "howe", 24.0, 6.0)), "howe has spent his move (RF-LDR-02)");
    // Riding to attach in M1 is his move too; he then goes with his unit.
    let mut field = self::field(&format!("red leader howe at 24,4\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let join = attach(&field, "howe", "foot");
    field.play(&join, &[]);
    assert_eq!(field.refused(&Command::Leave(field.leader("howe"))), "howe has spent his move (RF-LDR-02)");
    field.skip_to("move detached leaders");
    assert!(field.check(&ride(&field, "howe", 24.0, 5.0)).is_err());
}

#[test]
fn leaders_attach_and_detach_only_in_their_step() {
    // RF-CMD-15, RF-SEQ-03
    let mut field = field(&format!(
        "red leader howe at 24,4\nred infantry foot at 24,8 facing 0\nred infantry other at 12,8 facing 0\n{BLUE}"
    ));
    let (howe, foot) = (field.leader("howe"), field.unit("foot"));
    field.happen(Event::Attached { leader: howe, unit: foot });
    field.state.leaders[usize::from(howe.0)].moved = false;
    let refused = field.refused(&attach(&field, "howe", "other"));
    assert_eq!(refused, "howe is with foot; he must leave it first (RF-CMD-15)");
    assert_eq!(field.refused(&Command::Leave(field.leader("red-general"))), "red general is with no unit (RF-CMD-15)");
    assert_eq!(field.play(&Command::Leave(howe), &[]), ["howe left foot"]);
    // He stands behind the unit, his base touching it.
    assert_eq!(field.state.leader(howe).at, at(24.0, 6.0));
    assert!(field.check(&attach(&field, "howe", "other")).is_ok(), "detached, he may attach in the same step");
    field.skip_to("move detached leaders");
    assert_eq!(field.refused(&attach(&field, "howe", "other")), "that is not what is decided now (RF-SEQ-23)");
}

#[test]
fn a_leader_joins_only_his_own_side_and_only_when_there() {
    // RF-CMD-14, RF-LDR-09
    let mut field = field(&format!(
        "red leader howe at 24,20\nred infantry foot at 24,8 facing 0\nblue infantry near at 24,30 facing 180\n{BLUE}"
    ));
    assert_eq!(field.refused(&attach(&field, "howe", "near")), "howe joins only his own side (RF-CMD-14)");
    assert_eq!(field.refused(&attach(&field, "blue-general", "foot")), "blue general is not yours to send (RF-LDR-09)");
    let howe = field.leader("howe");
    field.happen(Event::LeaderFared { leader: howe, status: LeaderStatus::AwayUntil(3), points: 0 });
    assert_eq!(field.refused(&attach(&field, "howe", "foot")), "howe is not yours to send (RF-LDR-09)");
}

#[test]
fn an_attached_leader_goes_where_his_unit_goes() {
    // RF-CMD-14, RF-LDR-02, RF-MOR-14
    let mut field = field(&format!("red leader howe at 24,4\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let (howe, foot) = (field.leader("howe"), field.unit("foot"));
    field.happen(Event::Attached { leader: howe, unit: foot });
    field.happen(Event::Moved { unit: foot, way: vec![pose(24.0, 8.0, 0), pose(24.0, 12.0, 0)], bend: Vec::new() });
    assert_eq!(field.state.leader(howe).at, at(24.0, 11.25));
}

#[test]
fn the_step_lists_every_leader_who_can_join_or_leave() {
    // RF-SEQ-03
    let field = field(&format!(
        "red leader howe at 24,4\nred infantry foot at 24,8 facing 0\nred infantry far at 24,30.1 facing 0\n{BLUE}"
    ));
    let decision = Regimental::decision(&field.state);
    let ask = decision.ask(Side::Red).expect("red is asked");
    assert_eq!(ask.form, Form::Orders);
    let said: Vec<String> = ask.listed.iter().map(|command| Regimental::phrase(&field.state, command)).collect();
    assert_eq!(
        said,
        ["red general to join foot", "howe to join foot"],
        "24 inches, less half a base, do not reach the other"
    );
}

// M3.

#[test]
fn candidates_and_pointer_give_legal_rides() {
    // RF-SEQ-09
    let field =
        riding("red leader howe at 24,4\nred infantry foot at 12,8 facing 0\nred infantry other at 36,20 facing 0");
    for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
        let mut commands = Vec::new();
        Regimental::candidates(&field.state, Side::Red, grain, &mut commands);
        assert!(commands.len() > 2 && commands.contains(&Command::Done), "{grain:?}");
        assert!(commands.iter().all(|command| field.check(command).is_ok()), "{grain:?}");
    }
    let view = Regimental::view(&field.state, Some(Side::Red));
    let howe = view.pieces.iter().find(|piece| piece.name == "howe").expect("a piece").id;
    assert!(view.prompt.expect("asked").acts.contains(&(howe, "move".into())));
    let wish = |x: f64, y: f64| Wish { unit: howe, at: at(x, y), ..Wish::default() };
    let near = Regimental::fit(&field.state, Side::Red, &wish(24.0, 10.0)).expect("in reach");
    assert_eq!((near.command, near.cost.as_str()), (ride(&field, "howe", 24.0, 10.0), "6 of 24 inches"));
    let far = Regimental::fit(&field.state, Side::Red, &wish(24.0, 31.0)).expect("as far as he gets");
    assert!(field.check(&far.command).is_ok());
    assert_eq!(far.short.expect("short of the wish").clause.to_string(), "RF-LDR-01");
    let foot = Wish { unit: field.unit("foot"), at: at(24.0, 10.0), ..Wish::default() };
    assert_eq!(
        Regimental::fit(&field.state, Side::Red, &foot).expect_err("no leader").to_string(),
        "point at one of your leaders (RF-SEQ-09)"
    );
}

#[test]
fn a_pointer_takes_the_road_where_the_straight_way_is_too_far() {
    // RF-MOV-08
    let field = riding(
        "table 60 48\nred leader howe at 10,4\nred infantry foot at 40,12 facing 0\nground lane road line 0,4 60,4",
    );
    let view = Regimental::view(&field.state, Some(Side::Red));
    let howe = view.pieces.iter().find(|piece| piece.name == "howe").expect("a piece").id;
    let wish = Wish { unit: howe, at: at(40.0, 6.0), ..Wish::default() };
    let fitted = Regimental::fit(&field.state, Side::Red, &wish).expect("by the road");
    assert!(fitted.short.is_none());
    assert!(matches!(&fitted.command, Command::MoveLeader { to, via, .. } if *to == at(40.0, 6.0) && !via.is_empty()));
    assert_eq!(fitted.cost, "22 of 24 inches", "30 along the road and 2 off it");
}

// Casualties.

/// Red stands with a leader near its unit; the volley's die was a 10.
fn under_fire(lines: &str) -> Field {
    riding(&format!("red infantry foot at 24,8 facing 0 {lines}"))
}

fn status(field: &Field, leader: &str) -> LeaderStatus {
    field.state.leader(field.leader(leader)).status
}

#[test]
fn the_die_says_what_befalls_a_leader() {
    // RF-LDR-03, RF-LDR-04, RF-FIR-39, RF-ROS-31, T-FALL
    let cases = [
        (10, LeaderStatus::ReplacedIn(3), "howe is lost; a new man comes in turn 3"),
        (8, LeaderStatus::ReplacedIn(3), "howe is lost; a new man comes in turn 3"),
        (7, LeaderStatus::AwayUntil(3), "howe is wounded and back in turn 3"),
        (6, LeaderStatus::DismountedUntil(3), "howe lost his horse and goes on foot until turn 3"),
        (5, LeaderStatus::Present, "howe is unhurt"),
        (1, LeaderStatus::Present, "howe is unhurt"),
    ];
    for (die, after, words) in cases {
        let mut field = under_fire("\nred leader howe at 24,5");
        let foot = field.unit("foot");
        let told = perform(&mut field, Task::LeaderNear(foot), &[die]);
        assert!(told.contains(&words.to_string()), "{die}: {told:?}");
        assert_eq!(status(&field, "howe"), after, "{die}");
    }
}

#[test]
fn only_a_leader_within_4_inches_of_the_target_is_checked() {
    // RF-FIR-39, RF-LDR-07
    let mut near = under_fire("\nred leader howe at 24,2");
    let foot = near.unit("foot");
    perform(&mut near, Task::LeaderNear(foot), &[7]);
    assert_eq!(status(&near, "howe"), LeaderStatus::AwayUntil(3), "4 inches from the edge of his base");
    let mut far = under_fire("\nred leader howe at 24,1.98");
    perform(&mut far, Task::LeaderNear(foot), &[]);
    assert_eq!(status(&far, "howe"), LeaderStatus::Present);
}

#[test]
fn the_closest_leader_is_checked_and_the_owner_breaks_a_tie() {
    // RF-FIR-39
    let mut field = under_fire("\nred leader howe at 22,5\nred leader grey at 26,5.5 rank=\"staff\"");
    let foot = field.unit("foot");
    perform(&mut field, Task::LeaderNear(foot), &[7]);
    assert_eq!((status(&field, "howe"), status(&field, "grey")), (LeaderStatus::Present, LeaderStatus::AwayUntil(3)));
    let mut tie = under_fire("\nred leader howe at 22,5.5\nred leader grey at 26,5.5 rank=\"staff\"");
    perform(&mut tie, Task::LeaderNear(foot), &[]);
    assert_eq!((tie.asked(), tie.prompt()), (Side::Red, "which leader is checked"));
}

#[test]
fn an_attached_leader_is_the_closest() {
    // RF-FIR-39
    let mut field = under_fire("\nred leader howe at 24,2\nred leader grey at 24,6 rank=\"staff\"");
    let (howe, foot) = (field.leader("howe"), field.unit("foot"));
    field.happen(Event::Attached { leader: howe, unit: foot });
    perform(&mut field, Task::LeaderNear(foot), &[7]);
    assert_eq!((status(&field, "howe"), status(&field, "grey")), (LeaderStatus::AwayUntil(3), LeaderStatus::Present));
    assert_eq!(field.state.leader(howe).attached, None);
}

#[test]
fn a_brave_colonel_is_checked_where_no_leader_is_near() {
    // RF-LDR-10
    let cases =
        [(10, Colonel::None), (8, Colonel::None), (7, Colonel::AwayUntil(3)), (6, Colonel::Leads), (1, Colonel::Leads)];
    for (die, after) in cases {
        let mut field = under_fire("brave_colonel=true");
        let foot = field.unit("foot");
        perform(&mut field, Task::LeaderNear(foot), &[die]);
        assert_eq!(field.state.unit(foot).colonel, after, "{die}");
    }
    let mut led = under_fire("brave_colonel=true\nred leader howe at 24,5");
    let foot = led.unit("foot");
    perform(&mut led, Task::LeaderNear(foot), &[7]);
    assert_eq!(led.state.unit(foot).colonel, Colonel::Leads, "the leader was nearer");
    let mut none = under_fire("");
    perform(&mut none, Task::LeaderNear(foot), &[]);
}

#[test]
fn one_turn_lasts_through_the_next_complete_player_turn() {
    // RF-LDR-05, RF-LDR-06
    // Hit in his own player turn 1: the next complete one is turn 2, he is back in turn 3.
    let mut field = under_fire("\nred leader howe at 24,5\nred infantry other at 40,8 facing 0");
    let howe = field.leader("howe");
    perform(&mut field, Task::Fallen(howe), &[6]);
    assert_eq!(status(&field, "howe"), LeaderStatus::DismountedUntil(3));
    while field.state.turn < 3 {
        assert!(field.state.is_on_foot(howe));
        field.done();
    }
    assert!(!field.state.is_on_foot(howe));
    // Hit in the enemy's player turn: red, who moves first, has turn 2 before him; blue its turn 1.
    let mut field = self::field(&format!("red infantry foot at 24,8 facing 0\nblue leader gates at 24,30\n{BLUE}"));
    field.skip_to("move detached leaders");
    let gates = field.leader("gates");
    perform(&mut field, Task::Fallen(gates), &[7]);
    assert_eq!(status(&field, "gates"), LeaderStatus::AwayUntil(2));
}

#[test]
fn a_leader_who_returns_comes_to_a_subordinate_of_his_choice() {
    // RF-LDR-05
    let lines = "red leader howe at 24,5\nred infantry other at 40,8 facing 0 command=\"howe\"\nred infantry third at 8,8 facing 0 command=\"red-general\"";
    let mut field = riding(&format!("red infantry foot at 24,8 facing 0 command=\"howe\"\n{lines}"));
    let howe = field.leader("howe");
    perform(&mut field, Task::Fallen(howe), &[7]);
    while field.state.turn < 3 {
        field.done();
    }
    assert_eq!((field.asked(), field.prompt()), (Side::Red, "place the leader with a unit"));
    let come = |field: &Field, unit: &str| Command::Arrive { leader: howe, unit: field.unit(unit) };
    assert_eq!(field.refused(&come(&field, "third")), "third: not under howe (RF-LDR-05)");
    let command = come(&field, "other");
    assert_eq!(field.play(&command, &[]), ["howe is back", "howe is at 40, 6"]);
    assert_eq!(status(&field, "howe"), LeaderStatus::Present);
    // In contact: half a base behind the rear of the line.
    assert_eq!(field.state.leader(howe).at, at(40.0, 6.0));
    assert_eq!(field.prompt(), "attach or detach leaders");
}

#[test]
fn a_leader_with_one_subordinate_returns_to_it_unasked() {
    // RF-LDR-05
    let mut field = riding("red leader howe at 24,5\nred infantry foot at 24,8 facing 0");
    let howe = field.leader("howe");
    perform(&mut field, Task::Fallen(howe), &[7]);
    while field.state.turn < 3 {
        field.done();
    }
    assert_eq!((status(&field, "howe"), field.state.leader(howe).at), (LeaderStatus::Present, at(24.0, 6.0)));
}

#[test]
fn a_leader_who_is_lost_is_replaced_by_a_man_of_another_rating() {
    // RF-LDR-08, RF-VIC-10
    for (die, rating) in
        [(1, Rating::Poor), (2, Rating::Poor), (3, Rating::Able), (8, Rating::Able), (9, Rating::Gallant)]
    {
        let mut field = riding("red leader howe at 24,5 skill=\"gallant\"\nred infantry foot at 24,8 facing 0");
        let howe = field.leader("howe");
        perform(&mut field, Task::Fallen(howe), &[10]);
        assert_eq!(field.state.army(Side::Blue).leader_points, 1);
        // Lost in turn 1: the second next Maneuver phase is that of turn 3.
        while field.state.turn < 3 {
            assert!(!field.state.leader(howe).is_present());
            pass(&mut field, die);
        }
        assert_eq!(field.state.leader(howe).rating, rating, "{die}");
        assert_eq!(status(&field, "howe"), LeaderStatus::Present);
    }
    let mut army = riding("red infantry foot at 24,8 facing 0");
    let general = army.leader("red-general");
    perform(&mut army, Task::Fallen(general), &[9]);
    assert_eq!(army.state.army(Side::Blue).leader_points, 2, "an army commander");
}

#[test]
fn the_leader_of_a_unit_that_is_gone_stays_is_captured_or_is_left_at_the_edge() {
    // RF-MOR-15, RF-RET-09, RF-RET-10
    let cases = [
        (Fate::Destroyed, LeaderStatus::Present),
        (Fate::FledTable, LeaderStatus::Present),
        (Fate::GunsLost, LeaderStatus::Present),
        (Fate::Surrendered, LeaderStatus::ReplacedIn(3)),
    ];
    for (fate, after) in cases {
        let mut field = under_fire("\nred leader howe at 24,5\nred infantry other at 40,8 facing 0");
        let (howe, foot) = (field.leader("howe"), field.unit("foot"));
        field.happen(Event::Attached { leader: howe, unit: foot });
        field.happen(Event::Moved { unit: foot, way: vec![pose(24.0, 0.5, 180)], bend: Vec::new() });
        field.happen(Event::Removed { unit: foot, fate });
        perform(&mut field, Task::Settle(foot), &[]);
        let leader = field.state.leader(howe);
        assert_eq!((leader.status, leader.attached), (after, None), "{fate:?}");
        assert!(field.state.stage.table.bounds().contains(leader.at), "{fate:?}");
    }
}

#[test]
fn a_lone_leader_in_the_way_of_a_charge_flees_to_a_friend_or_is_captured() {
    // RF-CHG-15
    let charge = |order: Order| {
        let lines = "red infantry foot at 24,10 facing 0\nblue leader gates at 24,14";
        let mut field = field(&format!("{lines}\nblue infantry foe at 24,18 facing 180"));
        let (foot, foe) = (field.unit("foot"), field.unit("foe"));
        field.happen(Event::Ordered { unit: foe, order });
        field.skip_to("choose a leader and the units that check");
        field.play(&Command::Check { leader: None, units: vec![foot] }, &[5]);
        let way = Default::default();
        let charge = Command::Charge { unit: foot, target: foe, way, cold_steel: false, disordered: false };
        let told = field.play(&charge, &[]);
        (field, told)
    };
    let (field, told) = charge(Order::Good);
    // The farther side of the friend is the one of his own table edge.
    assert!(told.contains(&"gates is at 24, 20".to_string()), "{told:?}");
    assert_eq!(status(&field, "gates"), LeaderStatus::Present);
    let (field, _) = charge(Order::Broken);
    assert_eq!(status(&field, "gates"), LeaderStatus::ReplacedIn(2), "nobody steady is near");
    assert_eq!(field.state.army(Side::Red).leader_points, 1);
}

#[test]
fn a_leader_is_no_target_and_bars_nobody() {
    // RF-LDR-12, RF-SCL-09
    let field = under_fire("\nred leader howe at 24,8.2");
    let view = Regimental::view(&field.state, None);
    let howe = view.pieces.iter().find(|piece| piece.name == "howe").expect("a piece");
    let wide = howe.bases[0][1].x - howe.bases[0][0].x;
    assert_eq!(wide, 2540, "a base of an inch");
    let general = view.pieces.iter().find(|piece| piece.name == "red general").expect("a piece");
    assert_eq!(general.bases[0][1].x - general.bases[0][0].x, 3810, "an inch and a half");
    // He stands in the ranks of his own unit; no unit has his number.
    assert!(howe.id.index() >= field.state.units.len());
    let shot = Command::Fire { target: howe.id, firers: Vec::new() };
    assert!(Regimental::check(&field.state, Side::Red, &shot).is_err());
    assert_ne!(howe.id, UnitId(0));
}
