//! Flights, morale on the table, chits, the end of the battle (FD-MOV-28..32, FD-MOR, FD-OPT, FD-VIC). Lengths are yards.

use expect_test::expect;
use firelock_core::RuleSystem;
use firelock_core::Side::{Blue, Red};
use firelock_discipline::Discipline;
use firelock_discipline::command::Command;
use firelock_discipline::event::Event;
use firelock_discipline::state::{Fate, GunOrder, Response};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::{Ammunition, Chit};

use crate::drill::{DECLARE, FACE, MOVE, STAND, answer, charge, charge_turning, charging, hold, moves, run, shows};
use crate::field::{Field, by, field, yards};

const GUNS: &str = "choose what each section does";
const CHITS: &str = "give chits";

/// Guns of blue hit a red regiment, which checks with these faces.
fn shot(text: &str, at: &str, faces: &[i16]) -> (Field, Vec<String>) {
    let mut field = field(text).free();
    field.to(Blue, GUNS);
    let order = GunOrder::Fire { at: Aim::Stand(field.body(at), 2), with: Ammunition::Cannister };
    field.play(Blue, &Command::Guns { body: field.body("guns"), order }, &[]);
    let told = if field.prompts().iter().any(|(side, _)| *side == Red) {
        field.done(Red, &[]);
        field.done(Blue, faces)
    } else {
        field.done(Blue, faces)
    };
    (field, told)
}

/// Twelve-pounders at 50 yards: 160 and 10 for neighbors: a certain hit, and a second by 70.
const BATTERY: &str = "blue artillery guns at 300,250 facing 180 guns=[{number=2,pounds=12}]\nblue infantry foe at 600,450 facing 180 | elites=0\n";

#[test]
fn a_flight_goes_through_friends_where_there_is_no_gap() {
    // FD-EX-25, FD-MOV-28, FD-MOR-11: the standing line is unaffected.
    let text = format!(
        "{BATTERY}red infantry foot at 300,200 facing 0 | elites=0\nred infantry behind at 300,127.5 facing 0 men=900 | stands=15 elites=0"
    );
    let (field, told) = shot(&text, "foot", &[100, 8, 5]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot failed the check (artillery, 7 needed)
            foot fled
            foot ran through friends 100 yards to the south
            foot marked 1 box (2 of 10)
        "#]],
    );
    assert_eq!(field.stands_at("behind"), (300.0, 127.5, 0));
    // With a gap wide enough it turns aside, to the left of its flight where both sides are alike.
    let text = format!(
        "{BATTERY}red infantry foot at 300,200 facing 0 | elites=0\nred infantry behind at 300,127.5 facing 0 men=60 | stands=1 elites=0"
    );
    let (_, told) = shot(&text, "foot", &[100, 8, 5]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot failed the check (artillery, 7 needed)
            foot fled
            foot ran 100 yards to the south-east
        "#]],
    );
}

#[test]
fn a_flight_that_would_end_on_friends_goes_on_until_clear() {
    // FD-MOV-29: 100 yards would end on them.
    let text = format!(
        "{BATTERY}red infantry foot at 300,200 facing 0 | elites=0\nred infantry first at 300,150 facing 0 men=900 | stands=15 elites=0\nred infantry behind at 300,105 facing 0 men=900 | stands=15 elites=0"
    );
    let (_, told) = shot(&text, "foot", &[100, 8, 5]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot failed the check (artillery, 7 needed)
            foot fled
            foot ran through friends 110 yards to the south
            foot marked 1 box (2 of 10)
        "#]],
    );
}

#[test]
fn a_flight_stops_at_ground_that_bars_it_and_halts_where_there_is_no_way() {
    // FD-MOV-31
    let text =
        format!("ground river river line 0,150 720,150\n{BATTERY}red infantry foot at 300,200 facing 0 | elites=0");
    let (_, told) = shot(&text, "foot", &[100, 8, 5]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot failed the check (artillery, 7 needed)
            foot fled
            foot ran 38 yards to the south
        "#]],
    );
    let text =
        format!("ground river river line 0,180 720,180\n{BATTERY}red infantry foot at 300,193 facing 0 | elites=0");
    let (_, told) = shot(&text, "foot", &[100, 8, 5]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot failed the check (artillery, 7 needed)
            foot fled
            foot marked 1 box (2 of 10)
        "#]],
    );
}

#[test]
fn a_flight_over_the_edge_is_lost() {
    // FD-MOV-32, FD-VIC-03, FD-VIC-07
    let text = format!("{}red infantry foot at 300,100 facing 0 | elites=0", BATTERY.replace("300,250", "300,150"));
    let (field, told) = shot(&text, "foot", &[100, 8, 5]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 3 of foot: 1 hit on foot
            foot marked 1 box (1 of 10)
            foot failed the check (artillery, 7 needed)
            foot fled
            foot fled over the table edge
            the Reds have nobody left on the table
        "#]],
    );
    assert!(field.state.verdict.is_some());
}

#[test]
fn a_small_unit_shatters_and_shakes_its_neighbor() {
    // FD-EX-29, FD-MOR-09, FD-MOR-20, FD-SEQ-18, FD-SEQ-20
    let text = format!(
        "{BATTERY}red infantry militia at 300,200 facing 0 training=\"drilled\" men=180 | stands=3 castings=6 elites=0\nred infantry beside at 333,200 facing 0 men=60 | stands=1 elites=0\nred infantry apart at 420,200 facing 0 | elites=0"
    );
    let mut field = field(&text).free();
    let unit = field.unit("militia");
    field.happen(Event::Marked { unit, boxes: 1 });
    field.to(Blue, GUNS);
    let order = GunOrder::Fire { at: Aim::Stand(field.body("militia"), 1), with: Ammunition::Cannister };
    field.play(Blue, &Command::Guns { body: field.body("guns"), order }, &[]);
    // A certain hit and a second by 70: two boxes of three and one marked before.
    shows(
        &field.done(Blue, &[70, 7]),
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 2 of militia: 2 hits on militia
            militia marked 2 boxes (3 of 3)
            militia shattered
            militia removed
            beside passed the check (a neighbor failed, 7 needed)
        "#]],
    );
}

#[test]
fn a_body_that_held_and_was_not_reached_may_still_move() {
    // FD-MOV-35, FD-MEL-23
    let mut field = charging(
        "ground bog marsh area 200,90 400,90 400,200 200,200\nred infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,175 facing 180 | elites=0\nblue infantry spare at 600,300 facing 180 | elites=0",
    );
    let command = charge(&field, "foot", "foe");
    run(&mut field, &command, "foe", STAND, &[7]);
    field.to(Blue, MOVE);
    let back = firelock_discipline::command::Maneuver::Back(yards(5.0));
    assert_eq!(field.check(Blue, &field.maneuver("foe", back)), Ok(()));
    let struck = "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,150 facing 180 | elites=0\nblue infantry spare at 600,300 facing 180 | elites=0";
    let mut field = charging(struck);
    run(&mut field, &command, "foe", STAND, &[]);
    field.to(Blue, MOVE);
    assert_eq!(field.refused(Blue, &field.maneuver("foe", back)), "FD-MEL-47");
}

#[test]
fn a_halt_lasts_to_the_end_of_the_next_movement() {
    // FD-MOR-10, FD-MOR-15, FD-MOR-16, FD-MOR-18
    let mut field =
        field("red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0")
            .free();
    field.until_turn(2);
    let body = field.body("foot");
    field.happen(Event::Halted { body, until: 2, fled: true, silent: 0 });
    field.to(Red, MOVE);
    assert_eq!(field.refused(Red, &field.ahead("foot", 1.0)), "FD-MOR-16");
    field.until_turn(3);
    field.to(Red, MOVE);
    assert_eq!(field.check(Red, &field.ahead("foot", 1.0)), Ok(()));
}

fn with_chits(text: &str, chits: &[(&str, Chit)]) -> Field {
    let mut field = field(&format!("switch fd_chits=on\n{text}")).free();
    for side in [Red, Blue] {
        field.to(side, CHITS);
        for (id, chit) in chits {
            let body = field.body(id);
            if field.state.body(body).side == side {
                field.play(side, &Command::Chit { body, chit: *chit }, &[]);
            }
        }
        field.ends(side, CHITS);
    }
    field
}

#[test]
fn chits_are_for_bodies_in_reach_and_limbered_guns() {
    // FD-OPT-01
    let mut field = field(
        "switch fd_chits=on\nred infantry foot at 300,100 facing 0 | elites=0\nred infantry far at 600,100 facing 0 | elites=0\nred artillery train at 100,40 facing 0 formation=\"limbered\"\nred artillery battery at 200,40 facing 0\nblue cavalry horse at 300,220 facing 180",
    );
    field.to(Red, CHITS);
    let give = |id: &str, chit| Command::Chit { body: field.body(id), chit };
    assert_eq!(field.check(Red, &give("foot", Chit::Hold)), Ok(()), "within the rate of the horse");
    assert_eq!(field.refused(Red, &give("far", Chit::Hold)), "FD-OPT-01");
    assert_eq!(field.check(Red, &give("train", Chit::Unlimber)), Ok(()));
    assert_eq!(field.refused(Red, &give("train", Chit::Hold)), "FD-OPT-01");
    assert_eq!(field.refused(Red, &give("foot", Chit::Unlimber)), "FD-OPT-01");
    // One chit for a body: the second replaces it. The enemy sees none before V.1.
    let (first, second) = (give("foot", Chit::Hold), give("foot", Chit::Attack));
    field.play(Red, &first, &[]);
    field.play(Red, &second, &[]);
    let seen = Discipline::observe(&field.state, Blue);
    assert_ne!(seen, field.state);
    field.done(Red, &[]);
    field.ends(Blue, CHITS);
    let body = field.body("foot");
    assert_eq!(field.prompts()[0].1, GUNS);
    assert_eq!(field.state.body(body).turn.chit, Some(Chit::Attack));
    assert_eq!(Discipline::observe(&field.state, Blue).body(body).turn.chit, None);
    field.to(Red, FACE);
    assert_eq!(Discipline::observe(&field.state, Blue).body(body).turn.chit, Some(Chit::Attack), "shown in V.1");
}

#[test]
fn a_chit_says_who_charges_and_who_meets_a_charge() {
    // FD-OPT-02, FD-OPT-03, T19
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nred cavalry horse at 500,100 facing 0\nred infantry other at 100,100 facing 0 | elites=0\nblue infantry foe at 300,170 facing 180 | elites=0\nblue infantry last at 100,170 facing 180 | elites=0\nblue infantry aside at 540,160 facing 180 | elites=0";
    let mut field = with_chits(
        text,
        &[("foot", Chit::Attack), ("horse", Chit::Attack), ("other", Chit::Hold), ("foe", Chit::Hold)],
    );
    field.to(Red, DECLARE);
    assert_eq!(field.check(Red, &charge(&field, "foot", "foe")), Ok(()));
    assert_eq!(field.refused(Red, &charge(&field, "other", "last")), "FD-OPT-02", "H does not charge");
    assert_eq!(
        field.refused(Red, &charge_turning(&field, "foot", "foe", Some(by(1)))),
        "FD-OPT-02",
        "foot goes straight"
    );
    assert_eq!(field.check(Red, &charge_turning(&field, "horse", "aside", Some(by(20)))), Ok(()), "horse may wheel");
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.ends(Red, DECLARE);
    assert_eq!(field.refused(Blue, &answer(&field, "foe", Response::Counter(field.body("foot")))), "FD-OPT-02");
    // With C it may.
    let mut field = with_chits(text, &[("foot", Chit::Attack), ("foe", Chit::Countercharge)]);
    field.to(Red, DECLARE);
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.ends(Red, DECLARE);
    assert_eq!(field.check(Blue, &answer(&field, "foe", Response::Counter(field.body("foot")))), Ok(()));
    // A body in reach without a chit counts as H.
    let mut field = with_chits(text, &[("foot", Chit::Attack)]);
    field.to(Red, DECLARE);
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.ends(Red, DECLARE);
    assert_eq!(field.refused(Blue, &answer(&field, "foe", Response::Counter(field.body("foot")))), "FD-OPT-02");
    assert_eq!(field.check(Blue, &hold(&field, "foe")), Ok(()));
}

#[test]
fn guns_with_their_chit_must_unlimber() {
    // FD-OPT-02
    let mut field = with_chits(
        "red infantry foot at 300,100 facing 0 | elites=0\nred artillery train at 100,40 facing 0 formation=\"limbered\"\nblue infantry foe at 300,170 facing 180 | elites=0",
        &[("train", Chit::Unlimber)],
    );
    field.to(Red, MOVE);
    assert!(field.check(Red, &field.ahead("train", 10.0)).is_err(), "it may not move");
    field.to(Red, "unlimber");
    assert_eq!(field.refused(Red, &Command::Done), "FD-OPT-02");
}

#[test]
fn shattered_troops_may_walk_off() {
    // FD-OPT-06, FD-MOR-20, FD-VIC-03
    let text = format!(
        "switch fd_shattered_retreat=on\n{BATTERY}red infantry militia at 300,200 facing 0 training=\"drilled\" men=180 | stands=3 castings=6 elites=0\nred infantry apart at 500,200 facing 0 | elites=0"
    );
    let mut field = field(&text).free();
    let (unit, body) = (field.unit("militia"), field.body("militia"));
    field.happen(Event::Marked { unit, boxes: 1 });
    field.to(Blue, GUNS);
    let order = GunOrder::Fire { at: Aim::Stand(body, 1), with: Ammunition::Cannister };
    field.play(Blue, &Command::Guns { body: field.body("guns"), order }, &[]);
    shows(
        &field.done(Blue, &[70]),
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 2 of militia: 2 hits on militia
            militia marked 2 boxes (3 of 3)
            militia shattered
            militia began to walk off
        "#]],
    );
    assert!(field.state.body(body).is_on_table() && !field.state.body(body).is_alive(), "it stays and is no target");
    assert_eq!(field.state.armies[Red.index()].stands, 6, "lost at once, in half-stands");
    field.to(Red, MOVE);
    assert_eq!(field.stands_at("militia"), (300.0, 140.0, 0), "it goes at Field rate to its edge");
    assert_eq!(field.refused(Red, &field.ahead("militia", 1.0)), "FD-MOV-40");
    field.until_turn(4);
    field.to(Red, MOVE);
    assert!(!field.state.body(body).is_on_table());
}

#[test]
fn the_battle_lasts_twenty_turns_unless_the_file_says_otherwise() {
    // FD-VIC-01, FD-VIC-05
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0";
    assert_eq!(field(text).state.stage.turns, 6, "as the file says");
    let mut scene = field(&format!("battle turns=2\n{text}"));
    for _ in 0..60 {
        let Some((side, _)) = scene.prompts().first().copied() else { break };
        scene.done(side, &[]);
    }
    let verdict = scene.state.verdict.clone().expect("the battle is over");
    assert_eq!((verdict.clause.id(), verdict.winner), ("FD-VIC-05", None));
    assert_eq!(scene.state.turn, 2);
    // Forty minutes of battle, two to a turn.
    let open = crate::field::battle_file(text).replace("turns = 6\n", "").replace("minutes = 60", "minutes = 40");
    let battle = firelock_scenario::Battle::read("open", &open).expect("a battle");
    let state =
        <Discipline as firelock_scenario::Muster>::muster(&battle, &Default::default()).expect("mustered").state;
    assert_eq!(state.stage.turns, 20);
}

#[test]
fn what_decides_alone_decides() {
    // FD-VIC-06
    let text = "battle turns=1\nground village village area 255,150 345,150 345,240 255,240 name=\"village\"\nobjective place feature=\"village\" worth=2 | decides=true\nred infantry foot garrison=\"village\" | elites=0\nblue infantry foe at 600,450 facing 180 | elites=0";
    let mut scene = field(text);
    for _ in 0..60 {
        let Some((side, _)) = scene.prompts().first().copied() else { break };
        scene.done(side, &[]);
    }
    let verdict = scene.state.verdict.clone().expect("the battle is over");
    assert_eq!((verdict.clause.id(), verdict.winner), ("FD-VIC-06", Some(Red)));
}

#[test]
fn a_side_may_concede() {
    // FD-VIC-07
    let mut scene =
        field("red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0");
    let side = scene.prompts()[0].0;
    scene.play(side, &Command::Resign, &[]);
    let verdict = scene.state.verdict.clone().expect("the battle is over");
    assert_eq!((verdict.clause.id(), verdict.winner), ("FD-VIC-07", Some(side.enemy())));
}

#[test]
fn surrounded_on_three_sides_a_body_lays_down_its_arms() {
    // FD-MOR-13, FD-MOR-19, FD-FRM-15, FD-VIC-03
    let text = |x: f64| {
        format!(
            "{BATTERY}red infantry foot at 300,200 facing 0 men=120 | stands=2 elites=0\nred infantry spare at 600,60 facing 0 | elites=0\nblue infantry left at 200,193 facing 90 men=60 | stands=1 elites=0\nblue infantry right at {x},193 facing 270 men=60 | stands=1 elites=0"
        )
    };
    // Front, left and right within 100 yards: it surrenders on a 0; with the right one farther off it flees.
    let (field, told) = shot_at(&text(400.0), 1, &[100, 8, 0]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 2 of foot: 1 hit on foot
            foot marked 1 box (1 of 4)
            foot failed the check (artillery, 7 needed)
            foot surrendered
            foot marked 4 boxes (4 of 4)
            foot shattered
        "#]],
    );
    assert_eq!(
        field.state.all_bodies().find(|(_, body)| body.fate == Some(Fate::Surrendered)).map(|(_, body)| body.side),
        Some(Red)
    );
    let (_, told) = shot_at(&text(420.0), 1, &[100, 8, 0]);
    shows(
        &told,
        &expect![[r#"
            the orders are carried out
            guns fired cannister at stand 2 of foot: 1 hit on foot
            foot marked 1 box (1 of 4)
            foot failed the check (artillery, 7 needed)
            foot marked 1 box (2 of 4)
            foot fled
            foot ran 100 yards to the south
        "#]],
    );
}

fn shot_at(text: &str, stand: u8, faces: &[i16]) -> (Field, Vec<String>) {
    let mut field = field(text).free();
    field.to(Blue, GUNS);
    let order = GunOrder::Fire { at: Aim::Stand(field.body("foot"), stand), with: Ammunition::Cannister };
    field.play(Blue, &Command::Guns { body: field.body("guns"), order }, &[]);
    let told = field.done(Blue, faces);
    (field, told)
}

#[test]
fn fanatics_go_on_for_boxes() {
    // FD-EX-26, FD-OPT-04
    let text = "switch fd_fanaticism=on\nred infantry foot at 300,100 facing 0 men=360 training=\"veteran\" | stands=6 elites=0\nblue infantry foe at 300,160 facing 180 | elites=0";
    let failed = |faces: &[i16], go_on: bool| {
        let mut field = charging(text);
        let command = charge(&field, "foot", "foe");
        field.play(Red, &command, &[]);
        field.ends(Red, DECLARE);
        let fire = Response::Hold(firelock_discipline::state::Hold { fire: Some(field.body("foot")) });
        field.play(Blue, &answer(&field, "foe", fire), &[]);
        field.to(Blue, FACE);
        field.done(Blue, faces);
        let answer = if go_on { Command::GoOn } else { Command::Yield };
        field.play(Red, &answer, &[])
    };
    // Five dice, one hit; the commander is safe; 9 fails 8; 5 would be a flight.
    shows(
        &failed(&[0, 9, 9, 9, 9, 9, 9, 5], true),
        &expect![[r#"
            foot went on in spite of it
            foot marked 1 box (2 of 18)
            foot charged 10 yards ahead
            foot closed up
            foot struck foe
        "#]],
    );
    shows(
        &failed(&[0, 9, 9, 9, 9, 9, 9, 8], true),
        &expect![[r#"
            foot went on in spite of it
            foot marked 2 boxes (3 of 18)
            foot charged 10 yards ahead
            foot closed up
            foot struck foe
        "#]],
    );
    shows(
        &failed(&[0, 9, 9, 9, 9, 9, 9, 5], false),
        &expect![[r#"
            foot fled
            foot ran 100 yards to the south
        "#]],
    );
}

#[test]
fn a_gun_on_a_slope_or_hilltop_sees_by_level() {
    // FD-LOS-14, FD-LOS-16, FD-TER-04
    let hill = "ground hill gentle-hill area 200,200 400,200 400,420 200,420 name=\"hill\"\n";
    let check = |y: i32, foe: i32| {
        let mut field = field(&format!(
            "table 720 800\n{hill}red artillery guns at 300,{y} facing 0\nred artillery more at 600,100 facing 0\nblue infantry foe at 300,{foe} facing 180 | elites=0\nblue infantry aim at 600,300 facing 180 | elites=0"
        ))
        .free();
        field.to(Red, GUNS);
        let at = Aim::Stand(field.body("foe"), 2);
        let order = GunOrder::Fire { at, with: Ammunition::Ball };
        field
            .check(Red, &Command::Guns { body: field.body("guns"), order })
            .map_err(|refusal| refusal.clause.to_string())
    };
    shows(
        &[(190, 250), (190, 260), (215, 260), (215, 500), (300, 560), (370, 560), (330, 600)]
            .map(|(gun, foe)| format!("{gun} {foe} {:?}", check(gun, foe))),
        &expect![[r#"
            190 250 Ok(())
            190 260 Err("FD-LOS-14")
            215 260 Ok(())
            215 500 Ok(())
            300 560 Err("FD-LOS-16")
            370 560 Ok(())
            330 600 Err("FD-LOS-16")
        "#]],
    );
}

#[test]
fn a_section_of_one_crewman_hits_half_as_often() {
    // FD-ART-08
    let text = "red artillery guns at 300,100 facing 0\nblue infantry foe at 300,340 facing 180 men=60 | stands=1 elites=0\nblue infantry other at 600,340 facing 180 | elites=0";
    let hits = |crew: u8, face: i16| {
        let mut field = field(text).free();
        let body = field.body("guns");
        field.happen(Event::Damaged { body, crew, guns: 0, limber: 0 });
        field.to(Red, GUNS);
        let order = GunOrder::Fire { at: Aim::Stand(field.body("foe"), 0), with: Ammunition::Ball };
        field.play(Red, &Command::Guns { body, order }, &[]);
        let faces: &[i16] = if face <= (if crew == 3 { 40 } else { 80 }) { &[face, 9, 7] } else { &[face] };
        field.done(Red, faces)[1].contains("1 hit")
    };
    assert!(hits(2, 80) && !hits(2, 81), "two crewmen: 80");
    assert!(hits(3, 40) && !hits(3, 41), "one crewman: 40");
}

#[test]
fn a_neighbor_that_checked_in_a_charge_does_not_make_it_proof_against_the_next() {
    // FD-SEQ-19: each charge is a step of its own.
    let mut field = charging(
        "red infantry a at 260,100 facing 0 | elites=0\nred infantry b at 336,100 facing 0 | elites=0\nblue infantry e at 260,160 facing 180 | elites=0\nblue infantry f at 336,160 facing 180 | elites=0",
    );
    field.play(Red, &charge(&field, "a", "e"), &[]);
    field.play(Red, &charge(&field, "b", "f"), &[]);
    field.ends(Red, DECLARE);
    for (who, at) in [("e", "a"), ("f", "b")] {
        let fire = Response::Hold(firelock_discipline::state::Hold { fire: Some(field.body(at)) });
        let command = answer(&field, who, fire);
        field.play(Blue, &command, &[]);
    }
    // a is hit once and fails, and halts; b beside it checks and passes. Then b's own charge: hit once, it checks again and passes.
    shows(
        &moves(&mut field, &[0, 9, 9, 9, 9, 9, 8, 2, 7, 0, 9, 9, 9, 9, 9, 7]),
        &expect![[r#"
            a charged 50 yards ahead
            e fired at stand 1 of a at the charge: 1 hit on a
            the commander of a is in danger and unhurt
            a marked 1 box (1 of 10)
            a failed the check (musketry, 7 needed)
            a halted
            b passed the check (a neighbor failed, 7 needed)
            b charged 50 yards ahead
            f fired at stand 1 of b at the charge: 1 hit on b
            the commander of b is in danger and unhurt
            b marked 1 box (1 of 10)
            b passed the check (musketry, 7 needed)
            b charged 10 yards ahead
            b closed up
            b struck f
        "#]],
    );
}
