//! Directives, couriers, duties, commanders and their loss (FD-CMD, FD-LDR, FD-GEN-13). Lengths are yards.

use expect_test::expect;
use firelock_core::RuleSystem;
use firelock_core::Side::{Blue, Red};
use firelock_discipline::Discipline;
use firelock_discipline::command::{Command, Maneuver, Ride};
use firelock_discipline::event::{Event, Leader, Motion, redact};
use firelock_discipline::state::{Fate, Goal, Mission};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::{Ammunition, CommanderStatus, Directive};

use crate::drill::{DECLARE, FACE, MOVE, STAND, charge, charging, rest, run, shows};
use crate::field::{Field, at, by, field, pose, yards};

const SEND: &str = "send directives";

fn mission(kind: Directive, goal: Goal) -> Mission {
    Mission { kind, goal }
}

fn send(field: &Field, by: &str, to: &str, mission: Mission) -> Command {
    Command::Send { by: field.commander(by), to: field.unit(to), mission }
}

const ADVANCE: Mission = Mission { kind: Directive::GeneralAdvance, goal: Goal::Here };
const HOLD: Mission = Mission { kind: Directive::Hold, goal: Goal::Here };

fn sending(text: &str) -> Field {
    let mut field = field(text);
    field.to(Red, SEND);
    field
}

const BRIGADES: &str = "red leader webb at 300,60\nred leader lumley at 500,60\nred infantry foot at 300,100 facing 0 command=\"webb\" | elites=0\nred infantry other at 500,100 facing 0 command=\"lumley\" | elites=0\n\
    red artillery guns at 400,100 facing 0 command=\"webb\"\nblue infantry foe at 300,400 facing 180 | elites=0";

#[test]
fn a_commander_sends_to_his_own_brigade_and_the_chief_to_all() {
    // FD-CMD-01, FD-CMD-02, FD-CMD-03, FD-CMD-14, FD-ROS-31, FD-ROS-33
    let mut field = sending(BRIGADES);
    assert_eq!(field.check(Red, &send(&field, "webb", "foot", ADVANCE)), Ok(()));
    assert_eq!(field.refused(Red, &send(&field, "webb", "other", ADVANCE)), "FD-CMD-02");
    assert_eq!(field.check(Red, &send(&field, "red-general", "foot", ADVANCE)), Ok(()));
    assert_eq!(field.check(Red, &send(&field, "red-general", "other", ADVANCE)), Ok(()));
    assert_eq!(field.refused(Red, &send(&field, "webb", "guns", ADVANCE)), "FD-CMD-14");
    assert_eq!(field.refused(Red, &send(&field, "blue-general", "foe", ADVANCE)), "FD-CMD-02");
    field.play(Red, &send(&field, "webb", "foot", ADVANCE), &[]);
    assert_eq!(field.refused(Red, &send(&field, "red-general", "foot", HOLD)), "FD-CMD-03");
    // Each directive names what it is about.
    let other = |mission| field.refused(Red, &send(&field, "lumley", "other", mission));
    assert_eq!(other(mission(Directive::Assault, Goal::Here)), "FD-CMD-01");
    assert_eq!(other(mission(Directive::GeneralAdvance, Goal::Place(at(1.0, 1.0)))), "FD-CMD-01");
    assert_eq!(other(mission(Directive::Withdrawal, Goal::Here)), "FD-CMD-01");
}

#[test]
fn a_withdrawal_names_a_place_nearer_to_the_own_edge() {
    // FD-CMD-13: the regiment's middle is 93.75 yards from its edge.
    let field = sending(BRIGADES);
    let back = |y: f64| send(&field, "lumley", "other", mission(Directive::Withdrawal, Goal::Place(at(500.0, y))));
    assert_eq!(field.check(Red, &back(93.7)), Ok(()));
    assert_eq!(field.refused(Red, &back(93.8)), "FD-CMD-13");
}

#[test]
fn a_courier_rides_a_hundred_and_twenty_yards_a_turn() {
    // FD-EX-19, FD-CMD-04, FD-CMD-05, FD-CMD-06, FD-ROS-34: 300 yards take three turns, and it counts from the next.
    let mut field = sending(
        "red leader webb at 100,100\nred infantry foot at 437.5,106.25 facing 0 command=\"webb\" | elites=0\nblue infantry foe at 400,450 facing 180 | elites=0",
    );
    field.play(Red, &send(&field, "webb", "foot", ADVANCE), &[]);
    assert_eq!(field.state.couriers.len(), 1);
    let along = |field: &Field| field.state.couriers.first().map(|courier| courier.at.x / 254);
    field.until_turn(2);
    assert_eq!(along(&field), Some(220));
    field.until_turn(3);
    assert_eq!(along(&field), Some(340));
    let unit = field.unit("foot");
    assert_eq!(field.state.unit(unit).pending, None);
    field.until_turn(4);
    assert_eq!(along(&field), None, "received in VI.5 of the third turn");
    assert_eq!(field.state.unit(unit).mission, Some(ADVANCE), "and acted on from I.3 of the fourth");
}

#[test]
fn a_commander_beside_the_colonel_gives_the_directive_at_once() {
    // FD-CMD-07, FD-ROS-30: in contact with the first stand, which is on the left: it faces north, so at the west end.
    let text = |x: f64| {
        format!(
            "red leader webb at {x},105\nred infantry foot at 300,100 facing 0 command=\"webb\" | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0"
        )
    };
    let sent = |x: f64| {
        let mut field = sending(&text(x));
        field.play(Red, &send(&field, "webb", "foot", ADVANCE), &[]);
        (field.state.couriers.len(), field.state.unit(field.unit("foot")).mission == Some(ADVANCE))
    };
    assert_eq!(sent(270.0), (0, true));
    assert_eq!(sent(300.0), (1, false), "another stand");
}

#[test]
fn a_courier_gets_out_of_the_way_of_the_enemy() {
    // FD-CMD-08, FD-LOS-11
    let mut field = sending(
        "red leader webb at 300,200\nred infantry foot at 600,60 facing 0 command=\"webb\" | elites=0\nblue infantry foe at 300,260 facing 180 | elites=0\nblue cavalry second at 100,260 facing 180",
    )
    .free();
    field.play(Red, &send(&field, "webb", "foot", ADVANCE), &[]);
    let before = field.state.couriers[0].at;
    field.to(Blue, MOVE);
    // He neither blocks the move nor is hurt by it.
    shows(
        &field.play(Blue, &field.ahead("foe", 60.0), &[]),
        &expect![[r#"
            foe moved 60 yards ahead
            webb is captured
            1 body will check for the loss
            a courier rode 10 yards to the south-east
        "#]],
    );
    assert_eq!(field.state.couriers.len(), 1);
    assert_ne!(field.state.couriers[0].at, before);
}

#[test]
fn an_advance_must_turn_and_come_nearer() {
    // FD-CMD-09, FD-CMD-17, FD-SEQ-13
    let text = "red infantry foot at 300,100 facing 90 order={kind=\"advance\"} | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0";
    let mut field = field(text);
    field.to(Red, FACE);
    assert_eq!(field.refused(Red, &Command::Done), "FD-CMD-17");
    // A turn that leaves the goal more than 45 degrees off and could do better does not serve.
    assert_eq!(field.refused(Red, &field.face("foot", by(-5))), "FD-CMD-17");
    assert_eq!(field.refused(Red, &field.face("foot", by(30))), "FD-CMD-17");
    // Five stands wheel 45.8 degrees at 60 yards.
    field.play(Red, &field.face("foot", by(-45)), &[]);
    field.to(Red, MOVE);
    assert_eq!(field.refused(Red, &Command::Done), "FD-CMD-17");
    assert_eq!(field.refused(Red, &field.ahead("foot", 10.0)), "FD-CMD-17");
    // The rate is halved: the longest move is 30.
    assert_eq!(field.check(Red, &field.ahead("foot", 30.0)), Ok(()));
    field.play(Red, &field.ahead("foot", 30.0), &[]);
}

#[test]
fn near_the_enemy_an_advance_has_no_duty() {
    // FD-CMD-09: within 100 yards in the kill zone.
    let text = |y: f64| {
        format!(
            "red infantry foot at 300,100 facing 0 order={{kind=\"advance\"}} | elites=0\nblue infantry foe at 300,{y} facing 180 | elites=0"
        )
    };
    let ends = |y: f64| {
        let mut field = field(&text(y));
        field.to(Red, MOVE);
        field.check(Red, &Command::Done).is_ok()
    };
    assert!(ends(200.0) && !ends(200.2));
}

#[test]
fn a_blocked_duty_is_void() {
    // FD-CMD-17
    let mut field = field(
        "red infantry foot at 300,100 facing 0 order={kind=\"advance\"} | elites=0\nred infantry before at 300,113.4 facing 0 | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0",
    );
    field.to(Red, MOVE);
    assert_eq!(field.check(Red, &Command::Done), Ok(()));
}

#[test]
fn a_bent_column_that_comes_no_nearer_as_it_straightens_has_no_duty() {
    // FD-CMD-17: its tail is nearer to the enemy than anything of it will be after a move straight ahead.
    let text = "table 900 900\nground lane road line 300,0 300,140 500,140\n\
         red infantry foot at 300,100 facing 0 formation=\"column\" order={kind=\"advance\"}\n\
         blue infantry foe at 800,880 facing 180 | elites=0";
    let mut marched = field(text);
    marched.to(Red, MOVE);
    let lane = marched.state.stage.table.features().next().expect("a road").0;
    marched.play(Red, &marched.maneuver("foot", Maneuver::Road(lane, yards(70.0))), &[]);
    let (body, foe) = (marched.body("foot"), marched.body("foe"));
    let column = marched.state.body(body);
    let may_end = |bent| {
        let mut scene = field(text);
        scene.to(Red, MOVE);
        scene.happen(Event::Moved { body: foe, pose: pose(390.0, 20.0, 0), bent: None, how: Motion::Align });
        let pose = column.pose().expect("it stands somewhere");
        scene.happen(Event::Moved { body, pose, bent, how: Motion::Align });
        scene.check(Red, &Command::Done).is_ok()
    };
    assert!(may_end(column.bent.as_ref().map(|bent| Box::new((**bent).clone()))));
    assert!(!may_end(None));
}

#[test]
fn an_assault_must_charge_what_it_is_to_take() {
    // FD-CMD-10
    let mut scene = field(
        "ground village village area 255,150 345,150 345,240 255,240 name=\"village\"\nred infantry foot at 300,100 facing 0 order={kind=\"assault\",target=\"village\"} | elites=0\nblue infantry foe garrison=\"village\" | elites=0",
    );
    scene.to(Red, DECLARE);
    assert_eq!(scene.refused(Red, &Command::Done), "FD-CMD-10");
    // Secured, it becomes Hold on the feature.
    let mut scene = field(
        "ground village village area 255,150 345,150 345,240 255,240 name=\"village\"\nred infantry foot garrison=\"village\" order={kind=\"assault\",target=\"village\"} | elites=0\nblue infantry foe at 600,450 facing 180 | elites=0",
    );
    scene.until_turn(2);
    let held = mission(Directive::Hold, Goal::Feature(scene.feature("village")));
    assert_eq!(scene.state.unit(scene.unit("foot")).mission, Some(held));
}

#[test]
fn who_holds_stays_near_its_place() {
    // FD-CMD-11
    let mut scene = field(
        "red infantry foot at 300,100 facing 0 | elites=0\nred infantry near at 100,100 facing 0 | elites=0\nblue infantry foe at 300,170 facing 180 | elites=0\nblue infantry near-foe at 100,170 facing 180 | elites=0",
    );
    scene.to(Red, MOVE);
    assert_eq!(scene.refused(Red, &scene.ahead("foot", 10.0)), "FD-CMD-11");
    let back = |by: f64| scene.maneuver("foot", firelock_discipline::command::Maneuver::Back(crate::field::yards(by)));
    assert_eq!(scene.check(Red, &back(30.0)), Ok(()), "a shift");
    // No charge while it is there; the enemy near the place once it has been driven off.
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nred infantry near at 100,100 facing 0 order={kind=\"advance\"} | elites=0\nblue infantry foe at 300,170 facing 180 | elites=0\nblue infantry near-foe at 100,170 facing 180 | elites=0";
    let mut scene = field(text);
    scene.to(Red, DECLARE);
    assert_eq!(scene.refused(Red, &charge(&scene, "foot", "foe")), "FD-CMD-11");
    assert_eq!(scene.check(Red, &charge(&scene, "near", "near-foe")), Ok(()));
    let unit = scene.unit("foot");
    let away = mission(Directive::Hold, Goal::Place(at(300.0, 200.0)));
    scene.happen(Event::MissionTaken { side: Red, unit, mission: away });
    assert_eq!(scene.check(Red, &charge(&scene, "foot", "foe")), Ok(()), "it may retake its place");
}

#[test]
fn who_withdraws_goes_back_and_charges_nobody() {
    // FD-CMD-12, FD-CMD-17, FD-MOV-33
    let mut scene = field(
        "red infantry foot at 300,100 facing 180 order={kind=\"withdraw\",at=[300, 60]} | elites=0\nred infantry near at 100,100 facing 0 order={kind=\"advance\"} | elites=0\nblue infantry foe at 300,150 facing 180 | elites=0\nblue infantry near-foe at 100,170 facing 180 | elites=0",
    );
    scene.to(Red, DECLARE);
    assert_eq!(scene.refused(Red, &charge(&scene, "foot", "foe")), "FD-CMD-12");
    scene.to(Red, MOVE);
    assert_eq!(scene.refused(Red, &Command::Done), "FD-CMD-17");
    // Its front comes within five yards of the place.
    scene.play(Red, &scene.ahead("foot", 40.0), &[]);
    scene.until_turn(2);
    let kind = scene.state.unit(scene.unit("foot")).mission.map(|mission| mission.kind);
    assert_eq!(kind, Some(Directive::Hold), "on arrival");
}

#[test]
fn a_chit_to_turn_goes_before_a_duty_to_turn() {
    // FD-OPT-02, FD-CMD-17: the first candidate is what the chit says, and it is legal.
    let mut scene = field(
        "switch fd_chits=on\nred infantry foot at 300,100 facing 90 order={kind=\"advance\"} | elites=0\nblue infantry foe at 300,190 facing 180 | elites=0",
    );
    scene.to(Red, "give chits");
    scene.play(Red, &Command::Chit { body: scene.body("foot"), chit: firelock_discipline::words::Chit::Right }, &[]);
    scene.to(Red, FACE);
    assert_eq!(scene.refused(Red, &Command::Done), "FD-OPT-02");
    assert_eq!(scene.refused(Red, &scene.face("foot", by(-45))), "FD-OPT-02");
    assert_eq!(scene.check(Red, &scene.face("foot", by(20))), Ok(()));
}

#[test]
fn a_lost_brigade_commander_is_followed_by_the_senior_colonel() {
    // FD-CMD-15, FD-CMD-16, FD-LDR-05
    let mut field = sending(BRIGADES);
    let commander = field.commander("webb");
    field.happen(Event::Endangered { who: Leader::Commander(commander), status: CommanderStatus::Dead });
    assert!(!field.state.commander(commander).is_present());
    assert_eq!(field.refused(Red, &send(&field, "webb", "foot", ADVANCE)), "FD-CMD-02");
    field.until_turn(3);
    field.to(Red, SEND);
    assert!(!field.state.commander(commander).is_present(), "not yet");
    field.until_turn(4);
    field.to(Red, SEND);
    assert!(field.state.commander(commander).is_present());
    assert_eq!(field.check(Red, &send(&field, "webb", "foot", ADVANCE)), Ok(()));
    // He stands at the stand he led from.
    let (body, _) = field.state.commander(commander).attached.expect("with his regiment");
    assert_eq!(body, field.body("foot"));
}

#[test]
fn the_fall_of_a_commander_is_seen_within_three_hundred_yards() {
    // FD-EX-20, FD-LDR-01, FD-LDR-02, FD-LDR-05, FD-LDR-06, FD-LDR-07, FD-MOR-08
    let mut field = field(
        "red artillery guns at 300,100 facing 0\nred infantry foot at 450,290 facing 0 | elites=0\nblue leader prince at 300,345\nblue infantry staff at 300,340 facing 180 men=60 command=\"prince\" | stands=1 elites=0\nblue infantry near at 450,360 facing 180 command=\"prince\" | elites=0\n\
         blue infantry hidden at 590,400 facing 180 men=60 command=\"prince\" | stands=1 elites=0\nground wood light-woods area 500,300 560,300 560,470 500,470",
    )
    .free();
    let commander = field.commander("prince");
    let body = field.body("staff");
    field.happen(Event::CommanderAt { commander, at: at(300.0, 345.0), attached: Some((body, 0)), rode: false });
    field.to(Red, "choose what each section does");
    let at = Aim::Stand(body, 0);
    let order = firelock_discipline::state::GunOrder::Fire { at, with: Ammunition::Ball };
    field.play(Red, &Command::Guns { body: field.body("guns"), order }, &[]);
    // 80: hit by 80. The brigade commander: 0, hit. The colonel: 5, safe. The check: +2 no more, 7.
    shows(
        &field.done(Red, &[80, 0, 5, 7]),
        &expect![[r#"
            the orders are carried out
            guns fired ball at stand 1 of staff: 1 hit on staff
            prince is killed
            2 bodies will check for the loss
            the commander of staff is in danger and unhurt
            staff marked 1 box (1 of 2)
            staff passed the check (artillery, 7 needed)
        "#]],
    );
    // Next turn I.2: who saw it checks, and may not charge.
    shows(
        &rest(&mut field, &[3, 3]),
        &expect![[r#"
            staff passed the check (a commander hit, 7 needed)
            near passed the check (a commander hit, 7 needed)
            staff, near may not charge this turn
        "#]],
    );
    let marked = |id: &str| field.state.body(field.body(id)).turn.no_charge;
    assert!(marked("staff") && marked("near") && !marked("hidden"));
}

#[test]
fn a_commander_in_a_lost_melee_is_tested_twice() {
    // FD-EX-20, FD-LDR-03, FD-LDR-04, FD-LDR-10
    let text = "red infantry foot at 300,100 facing 0 training=\"veteran\" | elites=0\nblue leader prince at 300,155\nblue infantry foe at 300,150 facing 180 command=\"prince\" | elites=0";
    let mut field = charging(text);
    let commander = field.commander("prince");
    let body = field.body("foe");
    field.happen(Event::CommanderAt { commander, at: at(300.0, 156.0), attached: Some((body, 2)), rode: false });
    let command = charge(&field, "foot", "foe");
    run(&mut field, &command, "foe", STAND, &[]);
    // One hit, doubled: the loser checks 7 +2 for the commander with it: 10 fails, 2 halts. 7 is odd: possible; 3: safe.
    shows(
        &rest(&mut field, &[0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 2, 7, 3]),
        &expect![[r#"
            melee, inflicted-received: foot 2-0, foe 0-2
            foe marked 2 boxes (2 of 10)
            foe failed the check (a lost melee, 9 needed)
            prince is in danger and unhurt
            foe halted
        "#]],
    );
}

#[test]
fn a_commander_on_his_own_rides_to_his_troops_or_is_taken() {
    // FD-LDR-08
    let text = |y: f64| {
        format!(
            "red infantry foot at 300,100 facing 0 | elites=0\nblue leader prince at 300,140\nblue infantry mine at 300,{y} facing 180 command=\"prince\" | elites=0\nblue infantry foe at 600,400 facing 180 | elites=0"
        )
    };
    let ridden = |y: f64| {
        let mut field = field(&text(y)).free();
        field.to(Red, MOVE);
        field.play(Red, &field.ahead("foot", 45.0), &[])
    };
    shows(
        &ridden(250.0),
        &expect![[r#"
            foot moved 45 yards ahead
            prince is with mine
        "#]],
    );
    shows(
        &ridden(400.0),
        &expect![[r#"
            foot moved 45 yards ahead
            prince is captured
            1 body will check for the loss
        "#]],
    );
}

#[test]
fn a_commander_goes_with_a_body_that_flees_and_leaves_one_that_is_gone() {
    // FD-LDR-09
    let mut field = field(
        "red infantry foot at 300,100 facing 0 | elites=0\nblue leader prince at 300,140\nblue infantry mine at 300,200 facing 180 command=\"prince\" | elites=0\nblue infantry other at 300,300 facing 180 command=\"prince\" | elites=0",
    )
    .free();
    let (commander, body) = (field.commander("prince"), field.body("mine"));
    field.happen(Event::CommanderAt { commander, at: at(300.0, 206.0), attached: Some((body, 2)), rode: false });
    field.happen(Event::Ran { body, pose: pose(300.0, 250.0, 180), through: false });
    assert_eq!(field.state.commander(commander).attached, Some((body, 2)));
    assert_eq!(field.state.commander(commander).at.y / 254, 256);
}

#[test]
fn a_commander_rides_and_attaches_by_contact() {
    // FD-MOV-37, FD-FRM-19, FD-MOR-06
    let mut field = field(
        "red leader webb at 300,60\nred infantry foot at 300,100 facing 0 command=\"webb\" | elites=0\nred infantry far at 600,100 facing 0 command=\"webb\" | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0",
    )
    .free();
    field.to(Red, MOVE);
    let commander = field.commander("webb");
    let ride = |to| Command::Ride { commander, to };
    assert_eq!(field.check(Red, &ride(Ride::To(at(420.0, 60.0)))), Ok(()));
    assert_eq!(field.refused(Red, &ride(Ride::To(at(420.1, 60.0)))), "FD-MOV-37");
    assert_eq!(field.refused(Red, &ride(Ride::Join(field.body("far"), 0))), "FD-MOV-37");
    field.play(Red, &ride(Ride::Join(field.body("foot"), 2)), &[]);
    assert_eq!(field.state.commander(commander).attached, Some((field.body("foot"), 2)));
    field.play(Red, &field.ahead("foot", 30.0), &[]);
    assert_eq!(field.state.commander(commander).at.y / 254, 123, "he moves with the stand");
}

#[test]
fn the_enemy_sees_a_courier_and_not_his_message() {
    // FD-GEN-13, FD-CMD-04
    let mut field = sending(BRIGADES);
    field.play(Red, &send(&field, "webb", "foot", ADVANCE), &[]);
    let seen = Discipline::observe(&field.state, Blue);
    assert_eq!(seen.couriers.len(), 1);
    assert_eq!(seen.couriers[0].message, None);
    assert!(seen.units.iter().filter(|unit| unit.side == Red).all(|unit| unit.mission.is_none()));
    assert!(seen.units.iter().filter(|unit| unit.side == Blue).any(|unit| unit.mission.is_some()));
    let own = Discipline::observe(&field.state, Red);
    assert!(own.couriers[0].message.is_some());
    let courier = field.state.couriers[0].clone();
    let told = redact(&Event::CourierSent(courier), Blue);
    assert!(matches!(told, Some(Event::CourierSent(courier)) if courier.message.is_none()));
    let unit = field.unit("foot");
    assert_eq!(redact(&Event::MissionTaken { side: Red, unit, mission: HOLD }, Blue), None);
}

#[test]
fn a_side_that_flees_the_table_takes_its_commander_along() {
    // FD-LDR-09, FD-MOV-32
    let mut field = field(
        "red leader webb at 60,40\nred infantry foot at 300,40 facing 0 training=\"drilled\" command=\"webb\" | elites=0\nblue artillery guns at 300,150 facing 180\nblue infantry foe at 600,400 facing 180 | elites=0",
    )
    .free();
    let (commander, body) = (field.commander("webb"), field.body("foot"));
    field.happen(Event::CommanderAt { commander, at: at(330.0, 35.0), attached: Some((body, 4)), rode: false });
    field.to(Blue, "choose what each section does");
    let order = firelock_discipline::state::GunOrder::Fire { at: Aim::Stand(body, 2), with: Ammunition::Cannister };
    field.play(Blue, &Command::Guns { body: field.body("guns"), order }, &[]);
    // 90 +10: one certain hit. 5 +1 +2: 9 fails, 5 flees 100 yards, over the edge.
    shows(
        &field.plays(Blue, &Command::Done, &[9, 5]).unwrap_or_default(),
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 5)
            foot failed the check (artillery, 8 needed)
            foot fled
            foot fled over the table edge
            webb is captured
            the Reds have nobody left on the table
        "#]],
    );
    assert_eq!(field.state.body(body).fate, Some(Fate::FledTable));
}

#[test]
fn commanders_do_not_block() {
    // FD-MOV-27
    let mut field = field(
        "red leader webb at 300,130\nred infantry foot at 300,100 facing 0 command=\"webb\" | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0",
    )
    .free();
    field.to(Red, MOVE);
    assert_eq!(field.check(Red, &field.ahead("foot", 60.0)), Ok(()));
}
