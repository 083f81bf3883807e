//! Facing, formations and normal moves (FD-FRM, FD-MOV), one small battle each. Lengths are yards.

use crate::field::{Field, at, by, field, place_of, pose, yards};
use firelock_core::Side::{Blue, Red};
use firelock_discipline::command::{Command, Maneuver};
use firelock_discipline::event::Event;
use firelock_discipline::state::{FormOn, Turn};
use firelock_discipline::words::{Formation, GunState};
use firelock_table::{Angle, Length};

const FACE: &str = "change facing and formation";
const MOVE: &str = "move";
const UNLIMBER: &str = "unlimber";

/// Asserts that a command passes and one that asks a little more is refused by the clause.
fn just(field: &Field, legal: &Command, too_much: &Command, clause: &str) {
    assert_eq!(field.check(Red, legal), Ok(()), "{legal:?}");
    assert_eq!(field.refused(Red, too_much), clause, "{too_much:?}");
}

fn moving(text: &str) -> Field {
    let mut field = field(text).free();
    field.to(Red, MOVE);
    field
}

fn facing(text: &str) -> Field {
    let mut field = field(text).free();
    field.to(Red, FACE);
    field
}

#[test]
fn foot_moves_sixty_yards_in_line_or_column() {
    // FD-MOV-01, FD-MOV-03
    for formation in ["line", "column"] {
        let field = moving(&format!(
            "red infantry foot at 300,100 facing 0 formation=\"{formation}\"\nblue infantry foe at 300,350 facing 180"
        ));
        just(&field, &field.ahead("foot", 60.0), &field.ahead("foot", 60.1), "FD-MOV-03");
    }
}

#[test]
fn the_road_rate_of_foot_asks_for_a_column_far_from_the_enemy() {
    // FD-MOV-05: 300 yards at start and end.
    let far = "table 720 700\nred infantry foot at 300,100 facing 0 formation=\"column\"\nblue infantry foe at 300,600 facing 180".to_string();
    let field = moving(&far);
    just(&field, &field.ahead("foot", 120.0), &field.ahead("foot", 120.1), "FD-MOV-03");
    let field = moving(&far.replace("300,600", "300,510"));
    just(&field, &field.ahead("foot", 109.9), &field.ahead("foot", 110.0), "FD-MOV-05");
    let field = moving(&far.replace("formation=\"column\"", ""));
    just(&field, &field.ahead("foot", 60.0), &field.ahead("foot", 60.1), "FD-MOV-03");
    let field = moving(&far.replace("300,600", "300,400"));
    just(&field, &field.ahead("foot", 60.0), &field.ahead("foot", 60.1), "FD-MOV-03");
}

#[test]
fn horse_moves_ninety_near_the_enemy_and_one_eighty_far_from_it() {
    // FD-MOV-07, FD-MOV-09
    let field = moving("red cavalry horse at 300,100 facing 0\nblue infantry foe at 300,350 facing 180");
    just(&field, &field.ahead("horse", 90.0), &field.ahead("horse", 90.1), "FD-MOV-07");
    let field = moving("table 720 900\nred cavalry horse at 300,100 facing 0\nblue infantry foe at 300,800 facing 180");
    just(&field, &field.ahead("horse", 180.0), &field.ahead("horse", 180.1), "FD-MOV-07");
    let field = moving("table 720 900\nred cavalry horse at 300,100 facing 0\nblue infantry foe at 300,550 facing 180");
    just(&field, &field.ahead("horse", 149.9), &field.ahead("horse", 150.0), "FD-MOV-09");
}

#[test]
fn open_order_moves_eighty_on_foot_and_one_twenty_mounted() {
    // FD-MOV-06, FD-MOV-10, FD-FRM-10, FD-FRM-12, FD-FRM-13
    let field = moving(
        "red infantry jaegers at 300,100 facing 0 men=20 formation=\"skirmish\" | stands=1\n\
         red infantry foot at 400,160 facing 0\nblue infantry foe at 300,390 facing 180",
    );
    just(&field, &field.ahead("jaegers", 80.0), &field.ahead("jaegers", 80.1), "FD-MOV-06");
    let text = "red cavalry hussars at 300,100 facing 0 class=[\"hussar\"] men=30 | stands=1\n\
         red infantry foot at 400,220 facing 0\nblue infantry foe at 300,390 facing 180"
        .to_string();
    let mut field = moving(&text);
    just(&field, &field.ahead("hussars", 90.0), &field.ahead("hussars", 90.1), "FD-MOV-07");
    field.play(Red, &field.maneuver("hussars", Maneuver::Scatter), &[]);
    just(&field, &field.ahead("hussars", 120.0), &field.ahead("hussars", 120.1), "FD-MOV-10");
    assert_eq!(field.refused(Red, &field.maneuver("foot", Maneuver::Scatter)), "FD-FRM-12");
    // Whoever closes up has moved: nobody opens and closes without end.
    field.play(Red, &field.maneuver("hussars", Maneuver::Close), &[]);
    assert_eq!(field.refused(Red, &field.ahead("hussars", 10.0)), "FD-MOV-34");
    assert_eq!(field.refused(Red, &field.maneuver("hussars", Maneuver::Scatter)), "FD-MOV-34");
}

#[test]
fn a_half_stand_beside_other_foot_is_in_close_order() {
    // FD-FRM-10: within half a yard; a body of one stand alone is in open order.
    let at = |x: f64| {
        let text = format!(
            "red infantry jaegers at {x},100 facing 0 men=20 | stands=1\nred infantry foot at 300,100 facing 0 | elites=0\n\
             red infantry mates at 400,190 facing 0\nblue infantry foe at 300,390 facing 180"
        );
        let field = moving(&text);
        field.check(Red, &field.ahead("jaegers", 70.0)).is_ok()
    };
    // The line ends at 337.5, a half-stand is 7.5 wide.
    assert!(!at(341.7), "in contact: close order, 60 yards");
    assert!(at(341.8), "open order, 80 yards");
}

#[test]
fn open_order_stays_within_fifty_yards_of_its_brigade() {
    // FD-FRM-11; FD-MOV-34
    let text = "red leader webb at 20,20\nred leader orkney at 40,20\n\
         red infantry jaegers at 300,100 facing 0 men=20 command=\"webb\" | stands=1\n\
         red infantry foot at 300,70 facing 180 command=\"webb\"\nred infantry others at 300,300 facing 0 command=\"orkney\"\n\
         blue infantry foe at 300,450 facing 180";
    let field = moving(text);
    // The line's front is at 70, facing away, its rear at 82.5; the half-stand is 10 deep.
    just(&field, &field.ahead("jaegers", 42.5), &field.ahead("jaegers", 42.6), "FD-FRM-11");
    // One that has strayed must come nearer.
    let mut strayed = moving(&text.replace("jaegers at 300,100", "jaegers at 300,200"));
    assert_eq!(strayed.refused(Red, &strayed.ahead("jaegers", 10.0)), "FD-FRM-11");
    let back = strayed.maneuver("jaegers", Maneuver::Back(yards(20.0)));
    assert_eq!(strayed.check(Red, &back), Ok(()));
    strayed.play(Red, &back, &[]);
    assert_eq!(strayed.refused(Red, &strayed.ahead("jaegers", 1.0)), "FD-MOV-34", "one move a turn");
}

#[test]
fn all_movement_is_straight_ahead_after_one_facing_change_at_half_rate() {
    // FD-MOV-02, FD-MOV-19, FD-MOV-22, FD-SEQ-13
    let mut field = facing(
        "red infantry foot at 300,100 facing 0\nred infantry stand at 100,100 facing 0 men=60 | stands=1\n\
         blue infantry foe at 300,450 facing 180",
    );
    field.play(Red, &field.face("foot", by(20)), &[]);
    assert_eq!(field.refused(Red, &field.face("foot", by(5))), "FD-MOV-02");
    field.play(Red, &field.face("stand", by(135)), &[]);
    // A single stand turns about its middle: front center from (100, 100), depth 12.5.
    assert_eq!(field.stands_at("stand"), (104.4, 89.3, 135));
    field.to(Red, MOVE);
    just(&field, &field.ahead("foot", 30.0), &field.ahead("foot", 30.1), "FD-MOV-03");
    assert_eq!(field.refused(Red, &field.face("foot", by(5))), "FD-SEQ-04", "turning is over");
}

#[test]
fn a_line_wheels_on_its_inner_corner_as_far_as_the_outer_goes_the_field_rate() {
    // FD-MOV-23, FD-MOV-42, FD-EX-23: 60/90 rad = 38.20 degrees of six stands; 45.84 of five.
    let field =
        facing("red infantry foot at 300,100 facing 0 men=360 | stands=6\nblue infantry foe at 300,450 facing 180");
    let turn = |hundredths: i32| field.face("foot", Turn::By(Angle::steps(hundredths)));
    just(&field, &turn(3819), &turn(3821), "FD-MOV-23");
    just(&field, &turn(-3819), &turn(-3821), "FD-MOV-23");
    let mut field = field;
    field.play(Red, &field.face("foot", by(30)), &[]);
    // The right corner, (345, 100), stands still.
    assert_eq!(field.stands_at("foot"), (306.0, 122.5, 30));
    let narrow =
        facing("red cavalry horse at 300,100 facing 0 men=60 | stands=2\nblue infantry foe at 300,450 facing 180");
    just(&narrow, &narrow.face("horse", by(90)), &narrow.face("horse", by(91)), "FD-MOV-23");
    just(&narrow, &narrow.face("horse", Turn::About), &narrow.face("horse", by(180)), "FD-MOV-23");
}

#[test]
fn a_column_turns_on_its_leading_stand() {
    // FD-MOV-24, FD-FRM-02
    let mut field = facing(
        "red infantry foot at 300,200 facing 0 formation=\"column\" | elites=0\nblue infantry foe at 300,450 facing 180",
    );
    just(&field, &field.face("foot", by(90)), &field.face("foot", by(91)), "FD-MOV-24");
    field.play(Red, &field.face("foot", by(90)), &[]);
    let bases = field.state.body(field.body("foot")).bases.clone();
    // The lead's middle stays at (300, 193.75); the rest lies straight behind, to the west.
    let near = |place: firelock_table::Point, other| place.distance(other) <= Length::grid(2);
    assert!(near(bases[0].center(), at(300.0, 193.75)) && near(bases[4].center(), at(250.0, 193.75)), "{bases:?}");
}

#[test]
fn about_face_turns_every_stand_in_its_place() {
    // FD-MOV-23, FD-MOV-24
    let mut field = facing("red infantry foot at 300,100 facing 0\nblue infantry foe at 300,450 facing 180");
    field.play(Red, &field.face("foot", Turn::About), &[]);
    assert_eq!(field.stands_at("foot"), (300.0, 87.5, 180));
    assert_eq!(field.state.body(field.body("foot")).stands[0], 5, "the right is the left now");
}

#[test]
fn a_formation_changes_on_one_of_its_stands_as_a_facing_change() {
    // FD-FRM-17, FD-FRM-01
    let text =
        "red infantry foot at 300,100 facing 0 | elites=0\nred infantry stand at 100,100 facing 0 men=60 | stands=1\n\
         blue infantry foe at 300,350 facing 180"
            .to_string();
    for (on, x, first) in [(FormOn::Left, 270.0, 0), (FormOn::Center, 300.0, 2), (FormOn::Right, 330.0, 4)] {
        let mut field = facing(&text);
        field.play(Red, &field.face("foot", Turn::Form(on)), &[]);
        assert_eq!(field.stands_at("foot"), (x, 100.0, 0), "{on:?}");
        let body = field.state.body(field.body("foot"));
        assert_eq!((body.formation, body.stands[0]), (Formation::Column, first));
        field.to(Red, MOVE);
        just(&field, &field.ahead("foot", 30.0), &field.ahead("foot", 30.1), "FD-MOV-03");
    }
    let field = facing(&text);
    assert_eq!(field.refused(Red, &field.face("stand", Turn::Form(FormOn::Left))), "FD-FRM-01");
    let column = text.replace("300,100 facing 0", "300,100 facing 0 formation=\"column\"");
    for (on, x) in [(FormOn::Left, 330.0), (FormOn::Center, 300.0), (FormOn::Right, 270.0)] {
        let mut field = facing(&column);
        field.play(Red, &field.face("foot", Turn::Form(on)), &[]);
        assert_eq!(field.stands_at("foot"), (x, 100.0, 0), "{on:?}");
        assert_eq!(field.state.body(field.body("foot")).formation, Formation::Line);
    }
    // It needs free ground.
    let crowded = facing(&column.replace("100,100 facing 0 men=60", "325,100 facing 0 men=60"));
    assert_eq!(crowded.refused(Red, &crowded.face("foot", Turn::Form(FormOn::Left))), "FD-FRM-17");
    assert_eq!(crowded.check(Red, &crowded.face("foot", Turn::Form(FormOn::Right))), Ok(()));
}

#[test]
fn a_column_of_horse_has_the_largest_troop_in_front() {
    // FD-FRM-04, FD-FRM-05: two stands abreast are a troop.
    let mut field = facing(
        "red cavalry horse at 300,100 facing 0 men=150 | stands=5 castings=3 troop_stands=2\nblue infantry foe at 300,450 facing 180",
    );
    field.play(Red, &field.face("horse", Turn::Form(FormOn::Right)), &[]);
    let body = field.state.body(field.body("horse"));
    assert_eq!(body.stands.as_slice(), [3, 2, 1, 0, 4], "the single stand goes last");
    assert_eq!(body.outline.size.depth, yards(37.5), "three rows");
}

#[test]
fn friends_and_the_table_edge_stop_a_move() {
    // FD-MOV-27, FD-MOV-33
    let field = moving(
        "red infantry foot at 300,100 facing 0\nred infantry friends at 300,142.5 facing 0\n\
         red infantry home at 100,20 facing 180\nblue infantry foe at 300,450 facing 180",
    );
    // The rear of the line ahead is at 130.
    just(&field, &field.ahead("foot", 29.9), &field.ahead("foot", 30.5), "FD-MOV-27");
    just(&field, &field.ahead("home", 19.9), &field.ahead("home", 20.5), "FD-MOV-33");
}

#[test]
fn commanders_and_couriers_are_in_nobodys_way() {
    // FD-MOV-27, FD-LOS-11
    let field = moving(
        "red leader webb at 300,120\nred infantry foot at 300,100 facing 0\nblue infantry foe at 300,450 facing 180",
    );
    assert_eq!(field.check(Red, &field.ahead("foot", 60.0)), Ok(()));
}

#[test]
fn a_normal_move_keeps_ten_yards_from_the_enemy() {
    // FD-MOV-26, FD-MEL-01
    let field = moving("red infantry foot at 300,100 facing 0\nblue infantry foe at 300,150 facing 180");
    just(&field, &field.ahead("foot", 40.0), &field.ahead("foot", 40.1), "FD-MOV-26");
    // One already nearer may go away, not nearer.
    let near = moving("red infantry foot at 300,145 facing 0\nblue infantry foe at 300,150 facing 180");
    assert_eq!(near.refused(Red, &near.ahead("foot", 0.5)), "FD-MOV-26");
    assert_eq!(near.check(Red, &near.maneuver("foot", Maneuver::Back(yards(20.0)))), Ok(()));
}

#[test]
fn abandoned_guns_are_in_nobodys_way_and_fall_to_who_comes_upon_them() {
    // FD-MOV-40, FD-MOV-26, FD-ART-29, FD-ART-30, FD-MOV-39
    let mut field = field(
        "red infantry foot at 300,100 facing 0\nblue artillery guns at 300,130 facing 180\n\
         blue infantry foe at 300,450 facing 180 ",
    )
    .free();
    let guns = field.body("guns");
    field.happen(Event::CrewLeft { section: guns, crew: firelock_core::UnitId(3) });
    field.happen(Event::Removed { body: firelock_core::UnitId(3), fate: firelock_discipline::state::Fate::FledTable });
    let gun = |field: &Field| field.state.body(guns).gun().expect("a section").state;
    assert_eq!(gun(&field), GunState::Abandoned);
    field.to(Red, MOVE);
    let told = field.play(Red, &field.ahead("foot", 45.0), &[]);
    assert_eq!(told, ["foot moved 45 yards ahead", "red captured guns"]);
    assert_eq!(gun(&field), GunState::Captured);
    field.happen(Event::Ran { body: field.body("foot"), pose: pose(300.0, 60.0, 0), through: false });
    field.happen(Event::Moved {
        body: field.body("foe"),
        pose: pose(300.0, 200.0, 180),
        bent: None,
        how: firelock_discipline::event::Motion::Charge,
    });
    field.to(Blue, MOVE);
    assert_eq!(field.refused(Blue, &field.ahead("guns", 10.0)), "FD-MOV-40");
    let told = field.play(Blue, &field.ahead("foe", 60.0), &[]);
    assert_eq!(told, ["foe moved 60 yards ahead", "blue took guns back"]);
    assert_eq!(gun(&field), GunState::Abandoned);
}

#[test]
fn trained_troops_shift_thirty_yards_on_foot_and_fifty_mounted() {
    // FD-MOV-25, FD-ODD-02, FD-OPT-19
    let text = "red infantry foot at 300,100 facing 0\nred cavalry horse at 500,100 facing 0\n\
         red infantry raw at 100,100 facing 0 | rating=1\nblue infantry foe at 300,450 facing 180"
        .to_string();
    let field = moving(&text);
    let shift = |unit: &str, by: f64| field.maneuver(unit, Maneuver::Side(yards(by)));
    just(&field, &shift("foot", 30.0), &shift("foot", 30.1), "FD-MOV-25");
    just(&field, &shift("foot", -30.0), &shift("foot", -30.1), "FD-MOV-25");
    just(&field, &shift("horse", 50.0), &shift("horse", 50.1), "FD-MOV-25");
    let back = |unit: &str, by: f64| field.maneuver(unit, Maneuver::Back(yards(by)));
    just(&field, &back("foot", 30.0), &back("foot", 30.1), "FD-MOV-25");
    assert_eq!(field.refused(Red, &back("raw", 1.0)), "FD-MOV-25");
    let short = moving(&format!("switch fd_shift_20=on\n{text}"));
    let shift = |unit: &str, by: f64| short.maneuver(unit, Maneuver::Side(yards(by)));
    just(&short, &shift("horse", 20.0), &shift("horse", 20.1), "FD-MOV-25");
}

#[test]
fn ground_slows_by_its_factor_and_lines_cost_at_once() {
    // FD-TER-02, FD-TER-03, FD-TER-11: half rate in light woods for close order, full rate in open order.
    let field = moving(
        "ground wood light-woods area 200,115 400,115 400,300 200,300\nred infantry foot at 300,100 facing 0\n\
         blue infantry foe at 300,450 facing 180",
    );
    // 15 yards open, then 45 left buy 22.5.
    just(&field, &field.ahead("foot", 37.4), &field.ahead("foot", 37.7), "FD-MOV-03");
    let hedged = moving(
        "ground hedge hedge line 200,115 400,115\nground ditch ditch line 200,125 400,125\n\
         red infantry foot at 300,100 facing 0\nblue infantry foe at 300,450 facing 180",
    );
    // 15 yards, 20 for the hedge, 10 yards: 15 are left and the ditch costs 20.
    just(&hedged, &hedged.ahead("foot", 24.9), &hedged.ahead("foot", 25.4), "FD-MOV-03");
    let one = moving(
        "ground hedge hedge line 200,115 400,115\nred infantry foot at 300,100 facing 0\nblue infantry foe at 300,450 facing 180",
    );
    just(&one, &one.ahead("foot", 40.0), &one.ahead("foot", 40.1), "FD-MOV-03");
    let thick = moving(
        "ground wood dense-woods area 200,115 400,115 400,300 200,300\nground marsh marsh area 450,115 600,115 600,200 450,200\n\
         ground water river line 0,140 190,140\nred cavalry horse at 300,100 facing 0\n\
         red infantry foot at 525,100 facing 0\nred infantry bank at 100,100 facing 0\n\
         blue infantry foe at 300,450 facing 180",
    );
    just(&thick, &thick.ahead("horse", 14.9), &thick.ahead("horse", 16.0), "FD-TER-02");
    just(&thick, &thick.ahead("foot", 37.4), &thick.ahead("foot", 37.7), "FD-MOV-03");
    just(&thick, &thick.ahead("bank", 39.9), &thick.ahead("bank", 41.0), "FD-TER-02");
}

#[test]
fn open_ground_has_no_effect_and_the_smallest_factor_counts() {
    // FD-TER-01, FD-TER-03
    let field = moving(
        "ground crops crops area 200,110 400,110 400,300 200,300\nground rough rough area 250,120 280,120 280,140 250,140\n\
         ground marsh marsh area 260,120 300,120 300,140 260,140\nred infantry foot at 300,100 facing 0\n\
         blue infantry foe at 300,450 facing 180",
    );
    // 20 open, then marsh and rough together still halve only once.
    just(&field, &field.ahead("foot", 39.9), &field.ahead("foot", 40.4), "FD-MOV-03");
}

#[test]
fn water_is_crossed_at_a_bridge_or_ford() {
    // FD-TER-02, T2
    let field = moving(
        "ground water river line 0,140 720,140\nground bridge bridge at 300,140\n\
         red infantry foot at 300,100 facing 0 formation=\"column\"\nred infantry bank at 100,100 facing 0\n\
         blue infantry foe at 300,450 facing 180",
    );
    assert_eq!(field.check(Red, &field.ahead("foot", 60.0)), Ok(()));
    assert_eq!(field.refused(Red, &field.ahead("bank", 60.0)), "FD-TER-02");
}

#[test]
fn limbered_guns_move_by_weight_and_faster_on_a_road() {
    // FD-MOV-12, FD-MOV-20, T17
    let text = "ground lane road line 300,0 300,480\nred artillery six at 300,60 facing 0 formation=\"limbered\"\n\
         red artillery twelve at 400,60 facing 0 formation=\"limbered\" guns=[{number=2,pounds=12}]\n\
         red wagons train at 500,60 facing 0\nblue infantry foe at 600,460 facing 180";
    let mut field = moving(text);
    let road = |field: &Field, by: f64| {
        let lane = field.state.stage.table.features().next().expect("a road").0;
        field.maneuver("six", Maneuver::Road(lane, yards(by)))
    };
    just(&field, &field.ahead("six", 60.0), &field.ahead("six", 60.1), "FD-MOV-12");
    just(&field, &field.ahead("twelve", 30.0), &field.ahead("twelve", 30.1), "FD-MOV-12");
    just(&field, &field.ahead("train", 30.0), &field.ahead("train", 30.1), "FD-MOV-12");
    just(&field, &road(&field, 100.0), &road(&field, 100.1), "FD-MOV-12");
    field.play(Red, &road(&field, 100.0), &[]);
    assert_eq!(field.stands_at("six"), (300.0, 160.0, 0));
    // A turn halves the Field rate, not the Road rate.
    let mut field = facing(text);
    field.play(Red, &field.face("six", by(1)), &[]);
    field.to(Red, MOVE);
    just(&field, &field.ahead("six", 30.0), &field.ahead("six", 30.1), "FD-MOV-12");
    assert_eq!(field.check(Red, &road(&field, 90.0)), Ok(()));
}

#[test]
fn limbered_guns_keep_two_hundred_yards_from_the_enemy() {
    // FD-MOV-13
    let field = moving(
        "red artillery guns at 300,100 facing 0 formation=\"limbered\"\nblue infantry foe at 300,340 facing 180",
    );
    just(&field, &field.ahead("guns", 40.0), &field.ahead("guns", 40.2), "FD-MOV-13");
    let inside = |facing: i32| {
        let field = moving(&format!(
            "red artillery guns at 300,200 facing {facing} formation=\"limbered\"\nblue infantry foe at 300,340 facing 180"
        ));
        field.check(Red, &field.ahead("guns", 30.0)).is_ok()
    };
    assert!(inside(180) && !inside(0));
}

#[test]
fn limber_hits_cut_the_rate_and_four_pin_the_gun() {
    // FD-MOV-18, FD-ART-23
    let text = "red artillery guns at 300,100 facing 0 formation=\"limbered\"\nblue infantry foe at 300,450 facing 180";
    for (hits, most) in [(1, 45.0), (2, 30.0), (3, 15.0)] {
        let mut field = field(text);
        field.happen(Event::Damaged { body: field.body("guns"), crew: 0, guns: 0, limber: hits });
        field.to(Red, MOVE);
        just(&field, &field.ahead("guns", most), &field.ahead("guns", most + 0.1), "FD-MOV-12");
    }
    let mut field = field(text);
    field.happen(Event::Damaged { body: field.body("guns"), crew: 0, guns: 0, limber: 4 });
    field.to(Red, MOVE);
    assert_eq!(field.refused(Red, &field.ahead("guns", 1.0)), "FD-MOV-12");
    let unlimber = Command::Unlimber { body: field.body("guns"), facing: Angle::ZERO };
    field.done(Red, &[]);
    field.to(Blue, MOVE);
    field.done(Blue, &[]);
    assert_eq!(field.refused(Red, &unlimber), "FD-SEQ-04", "nobody can unlimber, nobody is asked");
}

#[test]
fn a_gun_unlimbers_instead_of_moving_and_never_limbers_again() {
    // FD-MOV-17, FD-FRM-06, FD-FRM-07, FD-FRM-08
    let text = "red artillery guns at 300,100 facing 0 formation=\"limbered\"\nred artillery more at 400,100 facing 0 formation=\"limbered\"\n\
                blue infantry foe at 300,450 facing 180";
    let mut field = moving(text);
    field.play(Red, &field.ahead("more", 20.0), &[]);
    field.to(Red, UNLIMBER);
    let unlimber = |field: &Field, unit: &str, degrees: i32| Command::Unlimber {
        body: field.body(unit),
        facing: Angle::degrees(degrees),
    };
    assert_eq!(field.refused(Red, &unlimber(&field, "more", 0)), "FD-MOV-17");
    field.play(Red, &unlimber(&field, "guns", 90), &[]);
    let guns = field.state.body(field.body("guns"));
    assert_eq!((guns.formation, guns.outline.facing()), (Formation::Unlimbered, Angle::RIGHT));
    field.until_turn(2);
    field.to(Red, MOVE);
    assert_eq!(field.refused(Red, &field.ahead("guns", 10.0)), "FD-MOV-34", "no more on its wheels");
}

#[test]
fn a_slope_slows_guns_uphill_only() {
    // FD-TER-04, T2
    let text = |facing: i32, y: i32| {
        format!(
            "ground hill gentle-hill area 200,150 400,150 400,250 200,250\n\
             red artillery guns at 300,{y} facing {facing} formation=\"limbered\"\nblue infantry foe at 650,460 facing 180"
        )
    };
    // The slope runs from 120 to 150: ten yards open, then the rest at half.
    let up = moving(&text(0, 110));
    just(&up, &up.ahead("guns", 34.0), &up.ahead("guns", 36.5), "FD-MOV-12");
    let down = moving(&text(180, 145));
    just(&down, &down.ahead("guns", 60.0), &down.ahead("guns", 60.1), "FD-MOV-12");
}

#[test]
fn a_column_bends_with_its_road_and_is_straight_again_when_it_leaves_it() {
    // FD-MOV-21, FD-MOV-41
    let text = "table 900 900\nground lane road line 300,0 300,140 400,240\n\
         red infantry foot at 300,100 facing 0 formation=\"column\"\nblue infantry foe at 800,880 facing 180"
        .to_string();
    let mut field = moving(&text);
    let lane = field.state.stage.table.features().next().expect("a road").0;
    let road = |by: f64| Maneuver::Road(lane, yards(by));
    just(&field, &field.maneuver("foot", road(120.0)), &field.maneuver("foot", road(120.1)), "FD-MOV-03");
    field.play(Red, &field.maneuver("foot", road(80.0)), &[]);
    let body = field.state.body(field.body("foot"));
    assert_eq!(body.outline.facing(), Angle::degrees(45));
    assert!(
        body.bent.is_some() && body.bases[4].facing() != body.bases[0].facing(),
        "the tail is not round the bend yet"
    );
    field.until_turn(2);
    field.to(Red, MOVE);
    field.play(Red, &field.ahead("foot", 10.0), &[]);
    let body = field.state.body(field.body("foot"));
    assert!(body.bent.is_none() && body.bases[4].facing() == body.bases[0].facing());
    // Near the enemy a bend is a wheel and halves the rate.
    let near = moving(&text.replace("800,880", "600,100"));
    just(&near, &near.maneuver("foot", road(30.0)), &near.maneuver("foot", road(60.1)), "FD-MOV-03");
    assert_eq!(near.refused(Red, &near.maneuver("foot", road(55.0))), "FD-MOV-21");
}

#[test]
fn half_stands_go_out_and_come_back() {
    // FD-FRM-16, FD-FRM-09, FD-ROS-42, FD-ROS-43, FD-MOV-06
    let text = "red infantry foot at 300,100 facing 0 | elites=1\nred infantry plain at 100,100 facing 0 | elites=0\n\
         blue infantry foe at 300,450 facing 180"
        .to_string();
    let mut field = moving(&text);
    assert_eq!(field.state.body(field.body("foot")).stands.len(), 6, "one full stand is two half-stands (FD-ROS-44)");
    let out =
        |unit: &str, stand: u8, x: f64, y: f64| field.maneuver(unit, Maneuver::Detach { stand, to: pose(x, y, 0) });
    assert_eq!(field.refused(Red, &out("plain", 4, 130.0, 140.0)), "FD-FRM-09");
    assert_eq!(field.refused(Red, &out("foot", 0, 270.0, 140.0)), "FD-FRM-09", "a full stand stays");
    // The last half-stand stands with its middle at (333.75, 95).
    assert_eq!(field.refused(Red, &out("foot", 5, 333.75, 181.0)), "FD-MOV-06");
    assert_eq!(field.refused(Red, &out("foot", 5, 333.75, 165.0)), "FD-FRM-11");
    let command = out("foot", 5, 365.0, 130.0);
    field.play(Red, &command, &[]);
    let lone = firelock_core::UnitId(3);
    assert_eq!(field.state.body(lone).stands.as_slice(), [5]);
    assert_eq!(field.body("foot"), firelock_core::UnitId(0), "the main body holds the first stand");
    assert_eq!(
        field.refused(Red, &field.maneuver("foot", Maneuver::Detach { stand: 4, to: pose(320.0, 150.0, 0) })),
        "FD-FRM-16"
    );
    assert_eq!(field.check(Red, &field.ahead("foot", 60.0)), Ok(()), "the main body still has its move");
    field.until_turn(2);
    field.to(Red, MOVE);
    let told = field.play(Red, &Command::Move { body: lone, maneuver: Maneuver::Back(yards(30.0)) }, &[]);
    assert_eq!(told.len(), 1, "not there yet: {told:?}");
    field.until_turn(3);
    field.to(Red, MOVE);
    let told = field.play(Red, &Command::Move { body: lone, maneuver: Maneuver::Side(yards(-27.3)) }, &[]);
    assert_eq!(told[1], "foot, a half-stand joined foot", "{told:?}");
    assert_eq!(field.state.body(field.body("foot")).stands.len(), 6);
}

#[test]
fn horse_gives_off_troops_and_takes_them_back() {
    // FD-FRM-18, FD-ROS-42
    let mut field = moving(
        "red cavalry horse at 300,100 facing 0\nred infantry foot at 100,100 facing 0\nblue infantry foe at 300,450 facing 180",
    );
    assert_eq!(field.refused(Red, &field.maneuver("horse", Maneuver::Divide(4))), "FD-FRM-18");
    assert_eq!(field.refused(Red, &field.maneuver("foot", Maneuver::Divide(1))), "FD-FRM-18");
    field.play(Red, &field.maneuver("horse", Maneuver::Divide(1)), &[]);
    let part = firelock_core::UnitId(3);
    assert_eq!(place_of(&field.state, part), (322.5, 100.0, 0), "it stays where it stood");
    assert_eq!(field.stands_at("horse"), (292.5, 100.0, 0));
    field.play(Red, &Command::Move { body: part, maneuver: Maneuver::Ahead(yards(30.0)) }, &[]);
    assert!(field.state.body(part).is_on_table());
    let told = field.play(Red, &field.ahead("horse", 30.0), &[]);
    assert_eq!(told[1], "horse, part #3 joined horse", "{told:?}");
    assert_eq!(field.stands_at("horse"), (300.0, 130.0, 0));
}

#[test]
fn dragoons_fight_on_foot_as_half_stands() {
    // FD-MOV-36, FD-MOV-11, FD-SPC-05, FD-ROS-41
    let text = "red dragoons dragoons at 300,100 facing 0 men=90 | stands=3\nblue infantry foe at 300,450 facing 180"
        .to_string();
    let mut field = moving(&text);
    assert_eq!(field.refused(Red, &field.maneuver("dragoons", Maneuver::Dismount(yards(0.5)))), "FD-MOV-36");
    assert_eq!(field.refused(Red, &field.maneuver("dragoons", Maneuver::Dismount(yards(10.1)))), "FD-MOV-36");
    let many = moving(&text.replace("men=90 | stands=3", "men=960 | stands=16 castings=6"));
    let refusal = many.check(Red, &many.maneuver("dragoons", Maneuver::Dismount(Length::ZERO))).expect_err("too long");
    assert!(refusal.to_string().contains("give off troops first"), "{refusal}");
    field.play(Red, &field.maneuver("dragoons", Maneuver::Dismount(Length::ZERO)), &[]);
    let body = field.state.body(field.body("dragoons"));
    let castings: Vec<u8> = field.state.stands(field.body("dragoons")).map(|stand| stand.castings).collect();
    assert_eq!((body.mounted, castings), (false, vec![2, 1, 2, 1, 2, 1]), "the larger share first");
    assert_eq!(field.refused(Red, &field.ahead("dragoons", 1.0)), "FD-MOV-34", "it took the whole move");
    field.until_turn(2);
    field.to(Red, MOVE);
    just(&field, &field.ahead("dragoons", 80.0), &field.ahead("dragoons", 80.1), "FD-MOV-11");
    field.play(Red, &field.maneuver("dragoons", Maneuver::Mount), &[]);
    assert!(field.state.body(field.body("dragoons")).mounted);
    assert_eq!(field.state.body(field.body("dragoons")).stands.len(), 3);

    let mut open = moving(&text);
    open.play(Red, &open.maneuver("dragoons", Maneuver::Dismount(yards(5.0))), &[]);
    assert_eq!(open.state.bodies_of(open.unit("dragoons")).count(), 6, "each half-stand is a body");
    open.until_turn(2);
    open.to(Red, MOVE);
    open.play(Red, &open.maneuver("dragoons", Maneuver::Mount), &[]);
    assert_eq!(open.state.bodies_of(open.unit("dragoons")).count(), 5, "the two halves of one stand mount");
    assert!(open.state.body(open.body("dragoons")).mounted);
}

#[test]
fn halted_fled_and_engaged_bodies_do_not_move_or_turn() {
    // FD-MOV-34, FD-MOR-10, FD-MOR-16, FD-MEL-47
    let text = "red infantry foot at 300,100 facing 0\nred infantry other at 100,100 facing 0\nblue infantry foe at 300,450 facing 180".to_string();
    for (fled, clause) in [(false, "FD-MOR-10"), (true, "FD-MOR-16")] {
        let mut field = facing(&text);
        let body = field.body("foot");
        field.happen(Event::Halted { body, until: 2, fled, silent: 0 });
        assert_eq!(field.refused(Red, &field.face("foot", by(10))), clause);
        field.to(Red, MOVE);
        assert_eq!(field.refused(Red, &field.ahead("foot", 10.0)), clause);
        assert_eq!(field.check(Red, &field.ahead("other", 10.0)), Ok(()));
    }
}

#[test]
fn a_body_leaves_by_its_own_edge_under_withdrawal_only() {
    // FD-MOV-33
    let text = |order: &str| {
        format!(
            "red infantry foot at 300,40 facing 180 order={{kind=\"{order}\",at=[300,5]}}\nred infantry stays at 600,100 facing 0\nblue infantry foe at 300,450 facing 180"
        )
    };
    let mut field = field(&text("withdraw"));
    field.to(Red, MOVE);
    field.play(Red, &field.maneuver("foot", Maneuver::Exit), &[]);
    assert_eq!(field.state.bodies_of(field.unit("foot")).count(), 0);
    assert_eq!(field.state.armies[0].stands, 0, "out of play, not lost");
    let holds = moving(&text("hold"));
    assert_eq!(holds.refused(Red, &holds.maneuver("foot", Maneuver::Exit)), "FD-MOV-33");
}
