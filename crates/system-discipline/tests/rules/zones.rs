//! Objective zones: entering, holding, leaving, storming (FD-OBJ). Lengths are yards.

use expect_test::expect;
use firelock_core::Side::{Blue, Red};
use firelock_discipline::command::{Command, Maneuver};
use firelock_discipline::event::Event;
use firelock_discipline::state::{GunOrder, Hold, Place, Response, Target};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::Formation;
use firelock_table::{Angle, Length};

use crate::drill::{DECLARE, ELSEWHERE, MOVE, STAND, answer, charging, moves, rest, run, shows};
use crate::field::{Field, field, pose, yards};

/// A village of class C, 90 yards square; its south edge is at y = 150.
const VILLAGE: &str = "ground village village area 255,150 345,150 345,240 255,240 name=\"village\"\n";
/// A farm of class B, 60 yards square.
const FARM: &str = "ground farm farm area 270,150 330,150 330,210 270,210 name=\"farm\"\n";

fn storm(field: &Field, who: &str, zone: &str) -> Command {
    Command::Charge { body: field.body(who), target: Target::Zone(field.zone(zone)), turn: None }
}

fn moving(text: &str) -> Field {
    let mut field = field(text).free();
    field.to(Red, MOVE);
    field
}

fn enter(field: &Field, who: &str, zone: &str, stands: u8) -> Command {
    Command::Move { body: field.body(who), maneuver: Maneuver::Enter(field.zone(zone), stands) }
}

#[test]
fn foot_enters_a_zone_in_transit_and_is_garrison_at_the_end_of_the_next_turn() {
    // FD-OBJ-03, FD-OBJ-04, FD-OBJ-06, FD-OBJ-10, FD-ROS-51
    let mut field = moving(&format!(
        "{VILLAGE}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,330 facing 180 | elites=0"
    ));
    let body = field.body("foot");
    shows(
        &field.play(Red, &enter(&field, "foot", "village", 5), &[]),
        &expect![[r#"
            foot moved 50 yards ahead
            foot: in village, in transit
        "#]],
    );
    assert!(!field.state.body(body).is_garrison());
    field.until_turn(2);
    assert_eq!(field.state.zones[0], Some(Red), "it controls the zone");
    // In transit: no charge, no fire.
    assert_eq!(field.state.body(body).transit, Some(2));
    field.to(Red, MOVE);
    assert!(!field.state.body(body).is_garrison());
    assert_eq!(field.refused(Red, &field.ahead("foot", 5.0)), "FD-OBJ-09", "it has no facing: it leaves by the edge");
    field.until_turn(3);
    assert!(field.state.body(body).is_garrison());
}

#[test]
fn a_body_in_transit_neither_fires_nor_charges() {
    // FD-OBJ-04
    let text = format!(
        "{ELSEWHERE}{VILLAGE}red infantry foot garrison=\"village\" | elites=0\nred infantry other at 450,200 facing 90 | elites=0\nblue infantry foe at 300,290 facing 180 | elites=0"
    );
    let charge = |field: &Field| Command::Charge {
        body: field.body("foot"),
        target: Target::Body(field.body("foe")),
        turn: None,
    };
    let fire = |field: &Field| Command::Fire { body: field.body("foot"), at: Aim::Stand(field.body("foe"), 2) };
    let at = |prompt: &str, transit: Option<u16>| {
        let mut scene = field(&text).free();
        let (body, zone) = (scene.body("foot"), scene.zone("village"));
        scene.happen(Event::Entered { body, zone, transit });
        scene.to(Red, prompt);
        scene
    };
    let volleys = "choose the targets of volleys";
    let scene = at(volleys, None);
    assert_eq!(scene.check(Red, &fire(&scene)), Ok(()));
    let scene = at(volleys, Some(2));
    assert!(scene.check(Red, &fire(&scene)).is_err());
    let scene = at(DECLARE, None);
    assert_eq!(scene.check(Red, &charge(&scene)), Ok(()));
    let scene = at(DECLARE, Some(2));
    assert_eq!(scene.refused(Red, &charge(&scene)), "FD-OBJ-04");
}

#[test]
fn only_so_many_stands_as_fit_go_in() {
    // FD-OBJ-05, FD-OBJ-13, FD-ROS-42, FD-ROS-43: a farm holds four.
    let mut field = moving(&format!(
        "{FARM}red infantry foot at 300,100 facing 0 men=360 | stands=6 elites=0\nblue infantry foe at 300,330 facing 180 | elites=0"
    ));
    assert_eq!(field.refused(Red, &enter(&field, "foot", "farm", 5)), "FD-OBJ-13");
    assert_eq!(field.refused(Red, &enter(&field, "foot", "farm", 0)), "FD-OBJ-13");
    assert_eq!(field.check(Red, &enter(&field, "foot", "farm", 1)), Ok(()), "fewer if it likes");
    shows(
        &field.play(Red, &enter(&field, "foot", "farm", 4), &[]),
        &expect![[r#"
            foot moved 50 yards ahead
            2 stands left foot
            foot: in farm, in transit
        "#]],
    );
    let unit = field.unit("foot");
    let bodies: Vec<_> =
        field.state.bodies_of(unit).map(|(_, body)| (body.stands.len(), body.zone().is_some())).collect();
    assert_eq!(bodies, [(4, true), (2, false)]);
}

#[test]
fn mounted_troops_and_guns_do_not_enter() {
    // FD-OBJ-03
    let field = moving(&format!(
        "{FARM}red cavalry horse at 300,100 facing 0\nred artillery guns at 300,60 facing 0 formation=\"limbered\"\nblue infantry foe at 600,450 facing 180 | elites=0"
    ));
    assert_eq!(field.refused(Red, &enter(&field, "horse", "farm", 1)), "FD-OBJ-03");
    assert_eq!(field.refused(Red, &enter(&field, "guns", "farm", 1)), "FD-OBJ-03");
    // They stop at the edge.
    assert_eq!(field.check(Red, &field.ahead("horse", 49.9)), Ok(()));
    assert_eq!(field.refused(Red, &field.ahead("horse", 50.5)), "FD-OBJ-03");
}

#[test]
fn both_sides_never_stand_in_a_zone_together() {
    // FD-OBJ-11
    let field = moving(&format!(
        "{VILLAGE}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe garrison=\"village\" | elites=0"
    ));
    assert_eq!(field.refused(Red, &enter(&field, "foot", "village", 5)), "FD-OBJ-11");
}

#[test]
fn a_garrison_leaves_from_any_point_of_the_edge() {
    // FD-OBJ-09, FD-OBJ-06
    let mut field = moving(&format!(
        "{VILLAGE}red infantry foot garrison=\"village\" | elites=0\nblue infantry foe at 600,450 facing 180 | elites=0"
    ));
    let leave = |field: &Field, at, formation, by: f64| Command::Move {
        body: field.body("foot"),
        maneuver: Maneuver::Leave { from: at, formation, by: yards(by) },
    };
    // East edge, facing east in line: the rear lies on the edge.
    let east = pose(345.0 + 12.6, 195.0, 90);
    assert_eq!(field.check(Red, &leave(&field, east, Formation::Line, 60.0)), Ok(()));
    assert_eq!(field.refused(Red, &leave(&field, east, Formation::Line, 60.1)), "FD-MOV-03");
    assert_eq!(field.refused(Red, &leave(&field, pose(380.0, 195.0, 90), Formation::Line, 0.0)), "FD-OBJ-09");
    assert_eq!(field.refused(Red, &leave(&field, pose(350.0, 195.0, 90), Formation::Line, 0.0)), "FD-OBJ-09");
    // Any facing: along the edge.
    assert_eq!(field.check(Red, &leave(&field, pose(352.6, 195.0, 0), Formation::Column, 10.0)), Ok(()));
    shows(
        &field.play(Red, &leave(&field, east, Formation::Line, 20.0), &[]),
        &expect![[r#"
            foot: in line at 377.6,195
            foot moved less than a yard to the left
        "#]],
    );
    assert_eq!(field.refused(Red, &field.face("foot", crate::field::by(10))), "FD-SEQ-04");
}

#[test]
fn a_garrison_fires_all_round_with_half_its_stands() {
    // FD-OBJ-07, FD-OBJ-08, FD-OBJ-14, FD-TER-05
    let text = format!(
        "{VILLAGE}red infantry foot garrison=\"village\" | elites=0\nblue infantry south at 300,60 facing 0 | elites=0\nblue infantry north at 300,330 facing 180 | elites=0\nblue infantry far at 300,47 facing 0 | elites=0"
    );
    let mut field = field(&text.replace("\nblue infantry far at 300,47 facing 0 | elites=0", "")).free();
    field.to(Red, "choose the targets of volleys");
    let at =
        |field: &Field, whom: &str| Command::Fire { body: field.body("foot"), at: Aim::Stand(field.body(whom), 2) };
    assert_eq!(field.check(Red, &at(&field, "south")), Ok(()), "90 yards from the edge");
    assert_eq!(field.check(Red, &at(&field, "north")), Ok(()));
    field.play(Red, &at(&field, "north"), &[]);
    // Fire at the zone hits its garrison: earthworks and cover by class, -2 dice of five.
    let command = Command::Fire { body: field.body("north"), at: Aim::Zone(field.zone("village")) };
    field.play(Blue, &command, &[]);
    field.done(Blue, &[]);
    // Three dice of five stands, halved and rounded up; then three of the five of the enemy. A box is a check: +4 passes.
    shows(
        &field.done(Red, &[9, 9, 9, 0, 9, 9]),
        &expect![[r#"
            the orders are carried out
            foot fired at stand 3 of north: no hit
            north fired at village: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot passed the check (musketry, 11 needed)
        "#]],
    );
}

#[test]
fn a_gun_in_a_zone_keeps_its_place_and_kill_zone() {
    // FD-OBJ-12, FD-OBJ-03, FD-LOS-01
    let mut field = field(
        "ground redoubt redoubt area 255,150 345,150 345,210 255,210 name=\"redoubt\"\nred artillery guns garrison=\"redoubt\" at 300,195 facing 0\nblue infantry ahead at 300,330 facing 180 | elites=0\nblue infantry aside at 450,180 facing 270 | elites=0",
    )
    .free();
    field.to(Red, "choose what each section does");
    let shoot = |field: &Field, whom: &str| {
        let at = Aim::Stand(field.body(whom), 2);
        let order = GunOrder::Fire { at, with: firelock_discipline::words::Ammunition::Ball };
        Command::Guns { body: field.body("guns"), order }
    };
    assert_eq!(field.check(Red, &shoot(&field, "ahead")), Ok(()), "its own zone does not block it");
    assert_eq!(field.refused(Red, &shoot(&field, "aside")), "FD-LOS-01");
    let haul = Command::Guns { body: field.body("guns"), order: GunOrder::Prolonge(yards(5.0)) };
    assert_eq!(field.refused(Red, &haul), "FD-OBJ-12");
    let aim = Command::Guns { body: field.body("guns"), order: GunOrder::Aim(Angle::degrees(90)) };
    assert_eq!(field.check(Red, &aim), Ok(()));
}

#[test]
fn horse_and_open_order_may_charge_a_zone() {
    // FD-MEL-05, FD-MEL-06, FD-OBJ-20
    let field = charging(&format!(
        "{VILLAGE}red cavalry horse at 300,100 facing 0\nred infantry jaegers at 340,100 facing 0 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\n\
         red infantry friends at 420,80 facing 0 | elites=0\nblue infantry foe garrison=\"village\" | elites=0"
    ));
    assert_eq!(field.check(Red, &storm(&field, "horse", "village")), Ok(()));
    assert_eq!(field.check(Red, &storm(&field, "jaegers", "village")), Ok(()));
}

#[test]
fn an_assault_on_a_held_zone() {
    // FD-EX-22, FD-OBJ-21, FD-OBJ-22, FD-OBJ-23, FD-OBJ-25, FD-OBJ-26, FD-OBJ-27, FD-OBJ-28, FD-SEQ-15
    let text = format!(
        "{VILLAGE}red infantry foot at 300,100 facing 0 men=360 training=\"veteran\" | stands=6 elites=0\nblue infantry foe garrison=\"village\" men=240 | stands=4 elites=0\nblue infantry far at 600,450 facing 180 | elites=0"
    );
    let fought = |faces: &[i16]| {
        let mut field = charging(&text);
        let command = storm(&field, "foot", "village");
        let told = run(&mut field, &command, "foe", STAND, &[]);
        let more = rest(&mut field, faces);
        (field, told, more)
    };
    // Attackers {0}: 0 4 7 0 2 9; garrison, two dice {0,1,2}: 1 5. It lost: 7 without the +4, and passes with 7.
    let (field, told, more) = fought(&[0, 4, 7, 0, 2, 9, 1, 5, 7]);
    shows(
        &told,
        &expect![[r#"
            foot charged 50 yards ahead
            foot closed up
            foot stormed village
        "#]],
    );
    shows(
        &more,
        &expect![[r#"
            melee, inflicted-received: foot 4-1, foe 1-4
            foot marked 1 box (1 of 18)
            foe marked 4 boxes (4 of 8)
            foe passed the check (a lost fight for the zone, 7 needed)
            foot fell back 30 yards to the south
        "#]],
    );
    assert_eq!(field.stands_at("foot"), (300.0, 120.0, 0), "it fell back 30 yards, facing the zone");
    // With 8 and 5 it flees, and the attackers enter in transit.
    let (field, _, more) = fought(&[0, 4, 7, 0, 2, 9, 1, 5, 8, 5]);
    shows(
        &more,
        &expect![[r#"
            melee, inflicted-received: foot 4-1, foe 1-4
            foot marked 1 box (1 of 18)
            foe marked 4 boxes (4 of 8)
            foe failed the check (a lost fight for the zone, 7 needed)
            foe fled
            foe ran out of village
            foot: in village, in transit
            red took village
        "#]],
    );
    assert_eq!(field.state.body(field.body("foot")).zone(), Some(field.zone("village")));
    assert!(field.state.body(field.body("foot")).transit.is_some());
}

#[test]
fn a_garrison_only_holds_and_fires_any_side() {
    // FD-OBJ-21, FD-OBJ-28, FD-MUS-41, FD-MUS-44: two bodies of a zone fire at one charger before its single check.
    let mut field = charging(&format!(
        "{VILLAGE}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe garrison=\"village\" men=240 | stands=4 elites=0\nblue infantry more garrison=\"village\" men=120 | stands=2 elites=0"
    ));
    field.play(Red, &storm(&field, "foot", "village"), &[]);
    field.ends(Red, DECLARE);
    assert_eq!(field.refused(Blue, &answer(&field, "foe", Response::Flee)), "FD-OBJ-28");
    assert_eq!(field.refused(Blue, &answer(&field, "foe", Response::Counter(field.body("foot")))), "FD-OBJ-28");
    let at = Response::Hold(Hold { fire: Some(field.body("foot")) });
    field.play(Blue, &answer(&field, "foe", at), &[]);
    // Two dice of four stands, one of two; its commander is safe from both; one check.
    let command = answer(&field, "more", at);
    shows(
        &field.play(Blue, &command, &[0, 9, 0, 9, 9, 7]),
        &expect![[r#"
            more stood and fired at foot
            foot charged 40 yards ahead
            foe fired at stand 1 of foot at the charge: 1 hit on foot
            more fired at stand 1 of foot at the charge: 1 hit on foot
            the commander of foot is in danger and unhurt
            the commander of foot is in danger and unhurt
            foot marked 2 boxes (2 of 10)
            foot passed the check (musketry, 7 needed)
            foot charged 10 yards ahead
            foot closed up
            foot stormed village
        "#]],
    );
}

#[test]
fn an_empty_zone_is_simply_entered() {
    // FD-OBJ-20
    let mut field = charging(&format!(
        "{VILLAGE}{ELSEWHERE}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe garrison=\"village\" men=120 | stands=2 elites=0"
    ));
    let command = storm(&field, "foot", "village");
    field.play(Red, &command, &[]);
    // They are gone before the charge comes.
    let away = Event::Placed {
        body: field.body("foe"),
        place: Place::At(pose(600.0, 400.0, 180)),
        formation: Formation::Line,
    };
    field.happen(away);
    shows(
        &moves(&mut field, &[]),
        &expect![[r#"
            foot charged 50 yards ahead
            foot: in village, in transit
        "#]],
    );
    assert_eq!(field.state.body(field.body("foot")).transit, Some(2));
}

#[test]
fn a_zone_is_controlled_by_who_was_last_alone_in_it() {
    // FD-OBJ-10, FD-VIC-02
    let mut field = field(&format!(
        "{VILLAGE}objective place feature=\"village\" worth=2\nred infantry foot garrison=\"village\" | elites=0\nblue infantry foe at 600,450 facing 180 | elites=0"
    ))
    .free();
    field.until_turn(2);
    assert_eq!(field.state.zones[0], Some(Red));
    // Red marches out and keeps control.
    field.to(Red, MOVE);
    let from = pose(345.0 + 12.6, 195.0, 90);
    let command = Command::Move {
        body: field.body("foot"),
        maneuver: Maneuver::Leave { from, formation: Formation::Line, by: Length::ZERO },
    };
    field.play(Red, &command, &[]);
    field.until_turn(3);
    assert_eq!(field.state.zones[0], Some(Red));
}

#[test]
fn a_garrison_is_its_whole_zone_for_distance_and_neighbors() {
    // FD-OBJ-14, FD-SCL-11, FD-SCL-13
    let text = |x: f64| {
        format!(
            "{VILLAGE}red infantry foot garrison=\"village\" | elites=0\nred infantry beside at {x},200 facing 0 men=60 training=\"raw\" | stands=1 elites=0\nblue infantry foe at {x},250 facing 180 men=60 | stands=1 elites=0"
        )
    };
    // The neighbor that fails to charge shakes a garrison within five yards of its zone; +4: it passes of itself.
    let told = |x: f64| {
        let mut field = charging(&text(x));
        let command =
            Command::Charge { body: field.body("beside"), target: Target::Body(field.body("foe")), turn: None };
        field.play(Red, &command, &[6, 2])
    };
    assert!(told(357.5).iter().any(|words| words.starts_with("foot passed the check (a neighbor failed")));
    assert!(!told(357.6).iter().any(|words| words.starts_with("foot passed")));
}
