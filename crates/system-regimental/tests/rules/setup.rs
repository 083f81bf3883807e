//! Deployment and reinforcements.

use crate::field::{Field, at, field, pose};
use firelock_core::{Grain, RuleSystem, Side, Wish};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::state::{LeaderStatus, Place, Step};
use firelock_regimental::words::Formation;
use firelock_table::{Angle, FeatureId, Length};
use firelock_testkit::{Trial, laws};

const ZONES: &str = "battle deployment=\"zones\"\nzone red 0,0 48,12\nzone blue 0,24 48,36";
const USUAL: &str = "side red | usual_zone=true\nside blue | usual_zone=true";
const BLUE: &str = "blue infantry foe";

fn deploy(field: &Field, id: &str, x: f64, y: f64, facing: i32, formation: Formation) -> Command {
    Command::Deploy { unit: field.unit(id), place: Place::At(pose(x, y, facing)), formation }
}

fn general(field: &Field, side: &str, x: f64, y: f64) -> Command {
    Command::DeployLeader { leader: field.leader(&format!("{side}-general")), at: at(x, y) }
}

/// Blue, who defends, has set up; red is asked.
fn red_sets_up(lines: &str) -> Field {
    let mut field = field(&format!("{ZONES}\n{lines}\n{BLUE}"));
    let (foe, man) = (deploy(&field, "foe", 24.0, 30.0, 180, Formation::Line), general(&field, "blue", 24.0, 34.0));
    field.play(&foe, &[]);
    field.play(&man, &[]);
    field.done();
    assert_eq!(field.asked(), Side::Red);
    field
}

#[test]
fn the_defender_then_the_attacker_set_up_and_the_first_turn_begins() {
    // RF-SEQ-24
    let mut field = red_sets_up("red infantry foot");
    assert_eq!(field.state.step, Step::Deploy(Side::Red));
    let foot = deploy(&field, "foot", 24.0, 10.0, 0, Formation::Line);
    assert_eq!(field.play(&foot, &[]), ["foot came up in line at 24, 10"]);
    let man = general(&field, "red", 24.0, 5.0);
    assert_eq!(field.play(&man, &[]), ["red general came up", "red general is at 24, 5"]);
    field.done();
    assert_eq!((field.state.turn, field.state.active), (1, Side::Red));
    assert_eq!(field.prompt(), "attach or detach leaders");
}

#[test]
fn nobody_stops_before_all_are_set_up() {
    // RF-SEQ-24
    let mut field = red_sets_up("red infantry foot");
    assert_eq!(field.refused(&Command::Done), "foot: not set up yet (RF-SEQ-24)");
    let foot = deploy(&field, "foot", 24.0, 10.0, 0, Formation::Line);
    field.play(&foot, &[]);
    assert_eq!(field.refused(&Command::Done), "red general is not set up yet (RF-SEQ-24)");
    let view = Regimental::view(&field.state, Some(Side::Red));
    let prompt = view.prompt.expect("red is asked");
    assert_eq!(prompt.not_yet.map(|refusal| refusal.reason).as_deref(), Some("red general is not set up yet"));
}

#[test]
fn a_unit_that_finds_no_room_does_not_hold_the_battle_up() {
    // RF-SEQ-24
    let zones = "battle deployment=\"zones\"\nzone red 0,0 3,2\nzone blue 0,24 48,36";
    let mut field = field(&format!("{zones}\nred infantry foot\n{BLUE}"));
    let (foe, man) = (deploy(&field, "foe", 24.0, 30.0, 180, Formation::Line), general(&field, "blue", 24.0, 34.0));
    field.play(&foe, &[]);
    field.play(&man, &[]);
    field.done();
    let man = general(&field, "red", 1.0, 1.0);
    field.play(&man, &[]);
    field.done();
    assert_eq!(field.state.turn, 1);
}

#[test]
fn all_stands_are_in_the_zone() {
    // RF-SEQ-24
    let field = red_sets_up("red infantry foot");
    assert!(field.check(&deploy(&field, "foot", 24.0, 12.0, 0, Formation::Line)).is_ok());
    let over = deploy(&field, "foot", 24.0, 12.01, 0, Formation::Line);
    assert_eq!(field.refused(&over), "foot would stand outside its deployment zone (RF-SEQ-24)");
    assert!(field.check(&general(&field, "red", 24.0, 12.0)).is_ok());
    assert_eq!(field.refused(&general(&field, "red", 24.0, 12.01)), "that is outside the deployment zone (RF-SEQ-24)");
}

#[test]
fn a_zone_may_be_for_some_commands_only() {
    // RF-SEQ-24
    let zones =
        "battle deployment=\"zones\"\nzone red 0,0 20,12 commands=grey\nzone red 28,0 48,12\nzone blue 0,24 48,36";
    let lines = "red leader grey\nred infantry foot command=\"grey\"\nred infantry other command=\"red-general\"";
    let mut field = field(&format!("{zones}\n{lines}\n{BLUE}"));
    let (foe, man) = (deploy(&field, "foe", 24.0, 30.0, 180, Formation::Line), general(&field, "blue", 24.0, 34.0));
    field.play(&foe, &[]);
    field.play(&man, &[]);
    field.done();
    assert!(field.check(&deploy(&field, "foot", 10.0, 10.0, 0, Formation::Line)).is_ok());
    assert!(field.check(&deploy(&field, "foot", 38.0, 10.0, 0, Formation::Line)).is_ok());
    assert!(field.check(&deploy(&field, "other", 10.0, 10.0, 0, Formation::Line)).is_err());
}

#[test]
fn the_sides_stand_24_inches_apart_in_the_usual_strips() {
    // RF-SEQ-24
    let mut field = field(&format!("table 48 48\n{ZONES}\n{USUAL}\nred infantry foot\n{BLUE}"));
    let (foe, man) = (deploy(&field, "foe", 24.0, 36.0, 180, Formation::Line), general(&field, "blue", 24.0, 40.0));
    field.play(&foe, &[]);
    field.play(&man, &[]);
    field.done();
    assert!(field.check(&deploy(&field, "foot", 24.0, 12.0, 0, Formation::Line)).is_ok());
    // Half an inch nearer is too near.
    field.happen(firelock_regimental::event::Event::Moved {
        unit: field.unit("foe"),
        way: vec![pose(24.0, 35.5, 180)],
        bend: Vec::new(),
    });
    let refused = field.refused(&deploy(&field, "foot", 24.0, 12.0, 0, Formation::Line));
    assert_eq!(refused, "foot would stand 23.5\" from foe, not 24\" (RF-SEQ-24)");
}

#[test]
fn each_unit_takes_only_the_formations_of_its_kind() {
    // RF-FRM-09, RF-FRM-10, RF-FRM-11, RF-FRM-12, RF-FRM-13, RF-FRM-14, RF-FRM-15, RF-FRM-16, RF-FRM-17
    let lines = "red infantry line
        red infantry light class=[\"light\"]
        red infantry militia class=[\"militia\"]
        red infantry indians class=[\"indian\"]
        red dragoons foot dismounted=true
        red cavalry horse
        red artillery guns
        red artillery wall class=[\"fixed\"]";
    let field = red_sets_up(lines);
    use Formation::{FieldColumn, Limbered, Line, MarchColumn, Mob, OpenOrder, Unlimbered};
    let all = [Line, OpenOrder, FieldColumn, MarchColumn, Mob, Limbered, Unlimbered];
    let allowed = |id: &str| -> Vec<Formation> {
        let fits = |formation: &Formation| field.check(&deploy(&field, id, 24.0, 11.5, 0, *formation)).is_ok();
        all.into_iter().filter(fits).collect()
    };
    assert_eq!(allowed("line"), [Line, FieldColumn, MarchColumn]);
    assert_eq!(allowed("light"), [Line, OpenOrder, FieldColumn, MarchColumn]);
    assert_eq!(allowed("militia"), [OpenOrder, MarchColumn]);
    assert_eq!(allowed("indians"), [OpenOrder, MarchColumn]);
    assert_eq!(allowed("foot"), [OpenOrder]);
    assert_eq!(allowed("horse"), [Line, OpenOrder, FieldColumn, MarchColumn]);
    assert_eq!(allowed("guns"), [Limbered, Unlimbered]);
    assert_eq!(allowed("wall"), [Unlimbered]);
    let refused = |id: &str, formation| field.refused(&deploy(&field, id, 24.0, 11.5, 0, formation));
    assert_eq!(refused("militia", Line), "militia may not form line (RF-FRM-14)");
    assert_eq!(refused("indians", Line), "indians may not form line (RF-FRM-15)");
    assert_eq!(refused("foot", Line), "foot may not form line (RF-FRM-16)");
    assert_eq!(refused("line", OpenOrder), "line may not form open order (RF-FRM-12)");
    assert_eq!(refused("wall", Limbered), "wall may not form limbered (RF-ROS-26)");
    assert_eq!(refused("line", Mob), "line may not form mob (RF-FRM-09)");
}

#[test]
fn nobody_stands_on_another_off_the_table_or_in_the_water() {
    // RF-MOV-29, RF-MOV-30
    let mut field = red_sets_up("ground x lake area 30,2 40,2 40,8 30,8\nred infantry foot\nred infantry other");
    let foot = deploy(&field, "foot", 24.0, 10.0, 0, Formation::Line);
    field.play(&foot, &[]);
    let refused = |x: f64, y: f64| field.refused(&deploy(&field, "other", x, y, 0, Formation::Line));
    assert_eq!(refused(27.0, 10.0), "other would stand on foot (RF-MOV-29)");
    assert!(field.check(&deploy(&field, "other", 28.0, 10.0, 0, Formation::Line)).is_ok());
    assert_eq!(refused(35.0, 8.0), "other cannot stand in the lake (RF-MOV-29)");
    assert!(field.check(&deploy(&field, "other", 35.0, 9.5, 0, Formation::Line)).is_ok());
    assert_eq!(refused(1.0, 10.0), "other would stand off the table (RF-MOV-30)");
    // A unit may be set down anew, also where it overlaps its own old place.
    assert!(field.check(&deploy(&field, "foot", 25.0, 10.0, 0, Formation::Line)).is_ok());
}

#[test]
fn any_foot_may_garrison_and_horse_and_guns_may_not() {
    // RF-FRM-08, RF-FRM-18
    let lines = "ground x building area 20,2 24,2 24,6 20,6
        ground y building area 30,26 34,26 34,30 30,30
        red infantry foot
        red cavalry horse
        red artillery guns";
    let mut field = red_sets_up(lines);
    let garrison = |field: &Field, id: &str, feature: u16, formation| Command::Deploy {
        unit: field.unit(id),
        place: Place::In(FeatureId(feature)),
        formation,
    };
    assert_eq!(
        field.refused(&garrison(&field, "horse", 0, Formation::Garrison)),
        "horse may not form garrison (RF-FRM-17)"
    );
    assert_eq!(
        field.refused(&garrison(&field, "guns", 0, Formation::Garrison)),
        "guns may not form garrison (RF-FRM-10)"
    );
    assert_eq!(
        field.refused(&garrison(&field, "foot", 0, Formation::Line)),
        "foot may hold the building only as a garrison (RF-FRM-08)"
    );
    assert!(field.check(&garrison(&field, "foot", 1, Formation::Garrison)).is_err(), "that house is in blue's zone");
    assert!(field.check(&garrison(&field, "foot", 9, Formation::Garrison)).is_err(), "there is no such feature");
    let command = garrison(&field, "foot", 0, Formation::Garrison);
    field.play(&command, &[]);
    assert_eq!(field.state.unit(field.unit("foot")).place, Place::In(FeatureId(0)));
}

#[test]
fn light_stands_go_out_for_nothing_while_setting_up() {
    // RF-MAN-42, RF-MAN-43, RF-ROS-21
    let mut field = red_sets_up("red infantry foot companies=4 light_companies=2 | stands=8");
    let foot = field.unit("foot");
    let send = |stands: u8, y: f64| Command::DeployLights { unit: foot, stands, pose: pose(24.0, y, 0) };
    assert_eq!(field.refused(&send(4, 9.0)), "foot: not in the field (RF-MAN-42)");
    let line = deploy(&field, "foot", 24.0, 6.0, 0, Formation::Line);
    field.play(&line, &[]);
    assert_eq!(field.refused(&send(5, 9.0)), "foot can send out 4 stands (RF-ROS-21)");
    assert_eq!(field.refused(&send(1, 9.0)), "foot and its detachment need 2 stands each (RF-MAN-43)");
    assert_eq!(field.refused(&send(4, 7.0)), "the detachment would stand on foot (RF-MOV-29)");
    assert!(field.refused(&send(4, 11.6)).starts_with("the detachment would be 4.1\" from foot"));
    assert!(field.refused(&send(4, 12.1)).contains("RF-MAN-42"));
    assert_eq!(field.play(&send(4, 11.5), &[]), ["foot sent out 4 stands as light infantry"]);
    let (parent, lights) = (&field.state.units[foot.index()], field.state.units.last().expect("the lights"));
    assert_eq!((parent.stands, parent.start, parent.light_stands), (4, 4, 0));
    assert_eq!((lights.stands, lights.start, lights.formation), (4, 4, Formation::OpenOrder));
    assert!(lights.detachment);
    assert_eq!(field.refused(&send(2, 9.0)), "foot can send out 0 stands (RF-ROS-21)");
    // RF-FRM-14: a detachment has two formations.
    let lights = firelock_core::UnitId(field.state.units.len() as u16 - 1);
    let again = |formation| Command::Deploy { unit: lights, place: Place::At(pose(10.0, 10.0, 0)), formation };
    assert!(field.check(&again(Formation::OpenOrder)).is_ok());
    assert_eq!(field.refused(&again(Formation::Line)), "foot may not form line (RF-FRM-14)");
}

#[test]
fn the_other_side_and_its_units_are_left_alone() {
    // RF-SEQ-23
    let field = red_sets_up("red infantry foot");
    let foe = deploy(&field, "foe", 24.0, 10.0, 0, Formation::Line);
    assert_eq!(field.refused(&foe), "foe: not yours to set up (RF-SEQ-24)");
    let foot = deploy(&field, "foot", 24.0, 10.0, 0, Formation::Line);
    let refusal = Regimental::check(&field.state, Side::Blue, &foot).expect_err("red is asked");
    assert_eq!(refusal.to_string(), "the other side decides now (RF-SEQ-23)");
}

#[test]
fn candidates_set_an_army_up_to_the_last_man() {
    // RF-SEQ-24
    for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
        let lines: Vec<String> = (0..8).map(|n| format!("red infantry r{n}\nblue cavalry b{n}")).collect();
        let mut field = field(&format!("{ZONES}\n{}\nred artillery guns\nblue leader grey", lines.join("\n")));
        for _ in 0..40 {
            let side = field.asked();
            let mut commands = Vec::new();
            Regimental::candidates(&field.state, side, grain, &mut commands);
            let command = commands.last().cloned().expect("an option");
            field.play(&command, &[]);
            if field.state.turn == 1 {
                break;
            }
        }
        assert_eq!(field.state.turn, 1, "{grain:?}");
        assert!(field.state.units.iter().all(|unit| unit.is_on_table()), "{grain:?}");
        assert!(field.state.leaders.iter().all(|leader| leader.is_present()), "{grain:?}");
    }
}

#[test]
fn random_games_from_an_empty_table_obey_the_laws() {
    // RF-SEQ-24, RF-SEQ-25
    let lines = "ground lane road line 24,0 24,48
        ground wood dense-woods area 4,16 12,16 12,28 4,28
        ground house building area 30,20 33,20 33,23 30,23
        ground fence fence line 14,24 22,24
        objective house feature=\"house\"
        red leader howe
        red infantry a | stands=6
        red infantry b class=[\"light\"] | stands=6
        red cavalry c | stands=4
        red artillery d
        red infantry late | stands=4
        arrival turn=2 at 24,0 units=late
        blue leader gates
        blue infantry e class=[\"militia\"] | stands=6
        blue infantry f brave_colonel=true | stands=8
        blue dragoons g | stands=4
        blue artillery h";
    let zones = "table 48 48\nbattle deployment=\"zones\" turns=3\nzone red 0,0 48,12\nzone blue 0,36 48,48";
    let field = field(&format!("{zones}\n{lines}"));
    let summary = laws::<Regimental>(&field.state, 0..6, &Trial::default()).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(summary.games, 6);
}

#[test]
fn a_pointer_finds_the_nearest_place_with_room() {
    // RF-SEQ-24
    let mut field = red_sets_up("red infantry foot\nred infantry other");
    let foot = deploy(&field, "foot", 24.0, 10.0, 0, Formation::Line);
    field.play(&foot, &[]);
    let wish = Wish { unit: field.unit("other"), at: at(24.0, 9.0), act: "march column".into(), ..Wish::default() };
    let fitted = Regimental::fit(&field.state, Side::Red, &wish).expect("there is room beside");
    assert!(field.check(&fitted.command).is_ok());
    assert_eq!(fitted.short.map(|refusal| refusal.clause.to_string()).as_deref(), Some("RF-MOV-29"));
    assert_eq!(fitted.ghost.len(), 8);
    let exact = Wish { at: at(40.0, 9.0), facing: Some(Angle::degrees(45)), ..wish.clone() };
    let fitted = Regimental::fit(&field.state, Side::Red, &exact).expect("room");
    let place = Place::At(pose(40.0, 9.0, 45));
    assert_eq!(fitted.command, Command::Deploy { unit: field.unit("other"), place, formation: Formation::MarchColumn });
    assert!(fitted.short.is_none());
    let far = Wish { at: at(24.0, 30.0), ..wish };
    let refusal = Regimental::fit(&field.state, Side::Red, &far).expect_err("blue's ground");
    assert_eq!(refusal.to_string(), "other would stand outside its deployment zone (RF-SEQ-24)");
}

// Reinforcements.

const LATE: &str = "red infantry foot at 24,8 facing 0\nblue infantry foe at 24,30 facing 180";

/// Plays on to red's maneuvers of a turn.
fn turn(field: &mut Field, turn: u16) {
    while (field.state.turn, field.state.step, field.state.active) != (turn, Step::Maneuver, Side::Red) {
        field.done();
    }
}

#[test]
fn reinforcements_enter_in_column_with_their_rear_on_the_edge() {
    // RF-SEQ-25
    let mut field = field(&format!(
        "{LATE}\nred infantry late\nred artillery guns\nred leader grey\narrival turn=2 at 40,0 units=late,guns commands=grey"
    ));
    turn(&mut field, 1);
    assert_eq!(field.state.unit(field.unit("late")).place, Place::Off);
    assert_eq!(field.state.leader(field.leader("grey")).status, LeaderStatus::Waiting);
    turn(&mut field, 2);
    let late = field.state.unit(field.unit("late"));
    // Eight stands of 0.75" behind each other.
    assert_eq!((late.place, late.formation), (Place::At(pose(40.0, 6.0, 0)), Formation::MarchColumn));
    let lowest =
        field.state.bases(field.unit("late")).iter().flat_map(|base| base.corners).map(|corner| corner.y).min();
    assert_eq!(lowest, Some(0));
    let guns = field.state.unit(field.unit("guns"));
    assert_eq!(guns.formation, Formation::Limbered);
    assert_eq!(guns.pose().map(|pose| pose.at.y), Some(Length::inches(3).get()), "two stands of 1.5\"");
    assert!(field.state.leader(field.leader("grey")).is_present());
    // They check as if on the table.
    let alone = Command::Check { leader: None, units: vec![field.unit("late")] };
    assert!(field.check(&alone).is_ok());
}

#[test]
fn reinforcements_without_room_wait_for_a_later_turn() {
    // RF-SEQ-25
    let blocked = "red infantry foot at 24,8 facing 0\nblue infantry foe at 40,4.1 facing 270 | stands=16\nred infantry late\narrival turn=2 at 40,0 units=late";
    let mut field = field(&format!(
        "table 48 36\n{blocked}\nground x lake area 0,0 38,0 38,2 0,2\nground y lake area 42,0 48,0 48,2 42,2"
    ));
    turn(&mut field, 2);
    assert_eq!(field.state.unit(field.unit("late")).place, Place::Off);
    field.happen(firelock_regimental::event::Event::Moved {
        unit: field.unit("foe"),
        way: vec![pose(24.0, 30.0, 180)],
        bend: Vec::new(),
    });
    turn(&mut field, 3);
    assert!(field.state.unit(field.unit("late")).is_on_table());
}

#[test]
fn blue_comes_from_its_own_entry() {
    // RF-SEQ-25
    let mut field = field(&format!("{LATE}\nblue cavalry late\narrival turn=2 at 48,18 units=late"));
    while (field.state.turn, field.state.active, field.state.step) != (2, Side::Blue, Step::Maneuver) {
        field.done();
    }
    let late = field.state.unit(field.unit("late"));
    assert_eq!(late.place, Place::At(pose(40.0, 18.0, 270)), "eight stands an inch deep, facing west");
}
