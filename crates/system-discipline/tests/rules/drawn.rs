//! Each facing change and move drawn: who stands where in which formation before and after; and what a pointing hand is given.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use firelock_core::Side::Red;
use firelock_core::{RuleSystem, Wish};
use firelock_discipline::Discipline;
use firelock_discipline::command::{Command, Maneuver};
use firelock_discipline::state::{BodyId, FormOn, GunOrder, Place, Turn};
use firelock_discipline::words::Formation;
use firelock_table::{Angle, Length, Point};

use crate::drill::{DECLARE, FACE, GUNS, MOVE};
use crate::field::{Field, at, by, field, place_of, pose, yards};

const FAR: &str = "\nblue infantry foe at 650,450 facing 180 | elites=0";

fn at_step(text: &str, prompt: &str) -> Field {
    let mut field = field(&format!("{text}{FAR}")).free();
    field.to(Red, prompt);
    field
}

/// Everybody of red, a line each.
fn table(field: &Field) -> String {
    let mut text = String::new();
    for (id, body) in field.state.on_table().filter(|(_, body)| body.side == Red) {
        let name = &field.state.line(body.unit).name;
        let formation = format!("{:?}", body.formation).to_lowercase();
        let place = match body.place {
            Place::In(_) => "in a zone".to_string(),
            _ => {
                let (x, y, facing) = place_of(&field.state, id);
                format!("at {x},{y} facing {facing}")
            }
        };
        let bent = if body.bent.is_some() { " bent" } else { "" };
        let seat = if body.mounted { " mounted" } else { "" };
        writeln!(text, "{name} {formation}{bent} {place}, {} stands{seat}", body.stands.len()).expect("text");
    }
    text
}

fn draws(text: &str, prompt: &str, command: impl Fn(&Field) -> Command, expected: &Expect) {
    let mut field = at_step(text, prompt);
    field.play(Red, &command(&field), &[]);
    expected.assert_eq(&table(&field));
}

fn moved(text: &str, maneuver: Maneuver, expected: &Expect) {
    draws(text, MOVE, |field| field.maneuver("foot", maneuver), expected);
}

fn turned(text: &str, turn: Turn, expected: &Expect) {
    draws(text, FACE, |field| field.face("foot", turn), expected);
}

const LINE: &str = "red infantry foot at 300,100 facing 0 | elites=0";
const COLUMN: &str = "red infantry foot at 300,100 facing 0 formation=\"column\" | elites=0";

#[test]
fn facing_changes() {
    // FD-MOV-22, FD-MOV-23, FD-MOV-24
    turned(
        LINE,
        by(30),
        &expect![[r#"
        foot line at 305,118.8 facing 30, 5 stands
    "#]],
    );
    turned(
        LINE,
        by(-30),
        &expect![[r#"
        foot line at 295,118.8 facing 330, 5 stands
    "#]],
    );
    turned(
        LINE,
        Turn::About,
        &expect![[r#"
        foot line at 300,87.5 facing 180, 5 stands
    "#]],
    );
    turned(
        COLUMN,
        by(90),
        &expect![[r#"
        foot column at 306.2,93.8 facing 90, 5 stands
    "#]],
    );
    turned(
        COLUMN,
        Turn::About,
        &expect![[r#"
        foot column at 300,37.5 facing 180, 5 stands
    "#]],
    );
    turned(
        "red infantry foot at 300,100 facing 0 men=60 | stands=1 elites=0",
        by(170),
        &expect![[r#"
        foot line at 301.1,87.6 facing 170, 1 stands
    "#]],
    );
}

#[test]
fn formation_changes() {
    // FD-FRM-17, FD-FRM-05
    for (on, expected) in [
        (
            FormOn::Left,
            expect![[r#"
            foot column at 270,100 facing 0, 5 stands
        "#]],
        ),
        (
            FormOn::Center,
            expect![[r#"
            foot column at 300,100 facing 0, 5 stands
        "#]],
        ),
        (
            FormOn::Right,
            expect![[r#"
            foot column at 330,100 facing 0, 5 stands
        "#]],
        ),
    ] {
        turned(LINE, Turn::Form(on), &expected);
    }
    for (on, expected) in [
        (
            FormOn::Left,
            expect![[r#"
            foot line at 330,100 facing 0, 5 stands
        "#]],
        ),
        (
            FormOn::Center,
            expect![[r#"
            foot line at 300,100 facing 0, 5 stands
        "#]],
        ),
        (
            FormOn::Right,
            expect![[r#"
            foot line at 270,100 facing 0, 5 stands
        "#]],
        ),
    ] {
        turned(COLUMN, Turn::Form(on), &expected);
    }
}

#[test]
fn straight_moves_and_shifts() {
    // FD-MOV-02, FD-MOV-03, FD-MOV-25
    moved(
        LINE,
        Maneuver::Ahead(yards(60.0)),
        &expect![[r#"
        foot line at 300,160 facing 0, 5 stands
    "#]],
    );
    moved(
        LINE,
        Maneuver::Side(yards(30.0)),
        &expect![[r#"
        foot line at 330,100 facing 0, 5 stands
    "#]],
    );
    moved(
        LINE,
        Maneuver::Side(yards(-30.0)),
        &expect![[r#"
        foot line at 270,100 facing 0, 5 stands
    "#]],
    );
    moved(
        LINE,
        Maneuver::Back(yards(30.0)),
        &expect![[r#"
        foot line at 300,70 facing 0, 5 stands
    "#]],
    );
}

#[test]
fn along_a_road() {
    // FD-MOV-12, FD-MOV-21, FD-MOV-41
    let mut field = at_step(
        "table 900 900\nground lane road line 300,0 300,130 500,330 name=\"lane\"\nred infantry foot at 300,100 facing 0 formation=\"column\" | elites=0",
        MOVE,
    );
    let road = field.feature("lane");
    field.play(Red, &field.maneuver("foot", Maneuver::Road(road, yards(60.0))), &[]);
    expect![[r#"
        foot column bent at 321.2,151.2 facing 45, 5 stands
    "#]]
    .assert_eq(&table(&field));
}

#[test]
fn into_and_out_of_a_zone() {
    // FD-OBJ-03, FD-OBJ-09, FD-OBJ-13
    let farm = "ground farm farm area 270,150 330,150 330,210 270,210 name=\"farm\"\n";
    let mut field = at_step(&format!("{farm}{LINE}"), MOVE);
    let zone = field.zone("farm");
    field.play(Red, &field.maneuver("foot", Maneuver::Enter(zone, 4)), &[]);
    expect![[r#"
        foot garrison in a zone, 4 stands
        foot line at 300,150 facing 0, 1 stands
    "#]]
    .assert_eq(&table(&field));
    let mut field = at_step(&format!("{farm}red infantry foot garrison=\"farm\" men=240 | stands=4 elites=0"), MOVE);
    let leave = Maneuver::Leave { from: pose(342.6, 180.0, 90), formation: Formation::Line, by: yards(20.0) };
    field.play(Red, &field.maneuver("foot", leave), &[]);
    expect![[r#"
        foot line at 362.6,180 facing 90, 4 stands
    "#]]
    .assert_eq(&table(&field));
}

#[test]
fn over_the_own_edge() {
    // FD-MOV-33
    let mut field = field(&format!(
        "red infantry foot at 300,20 facing 180 order={{kind=\"withdraw\",at=[300, 5]}} | elites=0\nred infantry spare at 500,100 facing 0 | elites=0{FAR}"
    ));
    field.to(Red, MOVE);
    field.play(Red, &field.maneuver("foot", Maneuver::Exit), &[]);
    expect![[r#"
        spare line at 500,100 facing 0, 5 stands
    "#]]
    .assert_eq(&table(&field));
    assert_eq!(field.state.armies[Red.index()].stands, 0, "out of play, not lost");
}

#[test]
fn parting_and_joining() {
    // FD-FRM-16, FD-FRM-18, FD-FRM-12
    let elites = "red infantry foot at 300,100 facing 0 | elites=2";
    let mut field = at_step(elites, MOVE);
    field.play(Red, &field.maneuver("foot", Maneuver::Detach { stand: 4, to: pose(330.0, 140.0, 0) }), &[]);
    expect![[r#"
        foot line at 300,100 facing 0, 5 stands
        foot line at 330,140 facing 0, 1 stands
    "#]]
    .assert_eq(&table(&field));
    let horse = "red cavalry foot at 300,100 facing 0";
    moved(
        horse,
        Maneuver::Divide(2),
        &expect![[r#"
        foot line at 285,100 facing 0, 2 stands mounted
        foot line at 315,100 facing 0, 2 stands mounted
    "#]],
    );
    let hussars = "red cavalry foot at 300,100 facing 0 class=[\"hussar\"] men=60 | stands=2";
    moved(
        hussars,
        Maneuver::Scatter,
        &expect![[r#"
        foot line at 292.5,100 facing 0, 1 stands mounted
        foot line at 307.5,100 facing 0, 1 stands mounted
    "#]],
    );
}

#[test]
fn dragoons_get_off_and_on_their_horses() {
    // FD-MOV-36
    let dragoons = "red dragoons foot at 300,100 facing 0 men=60 | stands=2";
    moved(
        dragoons,
        Maneuver::Dismount(Length::ZERO),
        &expect![[r#"
        foot line at 300,100 facing 0, 4 stands
    "#]],
    );
    moved(
        dragoons,
        Maneuver::Dismount(yards(5.0)),
        &expect![[r#"
        foot line at 281.2,100 facing 0, 1 stands
        foot line at 293.7,100 facing 0, 1 stands
        foot line at 306.2,100 facing 0, 1 stands
        foot line at 318.7,100 facing 0, 1 stands
    "#]],
    );
    let on_foot = "red dragoons foot at 300,100 facing 0 men=60 dismounted=true | stands=2";
    moved(
        on_foot,
        Maneuver::Mount,
        &expect![[r#"
        foot line at 300,100 facing 0, 2 stands mounted
    "#]],
    );
}

#[test]
fn guns_by_hand_and_into_battery() {
    // FD-MOV-14, FD-MOV-16, FD-MOV-17
    let guns = "red artillery foot at 300,100 facing 0";
    let order = |order: GunOrder| {
        let mut field = at_step(guns, GUNS);
        field.play(Red, &Command::Guns { body: field.body("foot"), order }, &[]);
        field.done(Red, &[]);
        table(&field)
    };
    expect![[r#"
        foot unlimbered at 300,120 facing 0, 1 stands
    "#]]
    .assert_eq(&order(GunOrder::Prolonge(yards(20.0))));
    expect![[r#"
        foot unlimbered at 300,80 facing 0, 1 stands
    "#]]
    .assert_eq(&order(GunOrder::Prolonge(yards(-20.0))));
    expect![[r#"
        foot unlimbered at 306.2,93.7 facing 90, 1 stands
    "#]]
    .assert_eq(&order(GunOrder::Aim(Angle::degrees(90))));
    draws(
        "red artillery foot at 300,100 facing 0 formation=\"limbered\"",
        "unlimber",
        |field| Command::Unlimber { body: field.body("foot"), facing: Angle::degrees(90) },
        &expect![[r#"
            foot unlimbered at 306.2,92.5 facing 90, 1 stands
        "#]],
    );
}

/// What a hand gets that points somewhere: the command and its cost, or why not.
fn fitted(field: &Field, unit: BodyId, act: &str, to: Point, facing: Option<Angle>, target: Option<BodyId>) -> String {
    let wish = Wish { unit, act: act.to_string(), at: to, facing, target };
    match Discipline::fit(&field.state, Red, &wish) {
        Ok(fitted) => {
            assert_eq!(field.check(Red, &fitted.command), Ok(()), "what is offered is legal");
            let short = fitted.short.map_or(String::new(), |refusal| format!("; short: {refusal}"));
            let words = Discipline::phrase(&field.state, &fitted.command);
            format!("{words}: {}, ghost of {} bases{short}", fitted.cost, fitted.ghost.len())
        }
        Err(refusal) => format!("refused: {refusal}"),
    }
}

#[test]
fn a_pointing_hand_gets_the_nearest_legal_act() {
    // FD-MOV-02, FD-MOV-03, FD-MOV-23, FD-MOV-25, FD-MEL-03: with ghost and cost, and why it falls short.
    let mut told = Vec::new();
    let field = at_step(LINE, MOVE);
    let foot = field.body("foot");
    for (act, to) in [
        ("move", at(300.0, 140.0)),
        ("move", at(300.0, 300.0)),
        ("move", at(400.0, 120.0)),
        ("shift", at(320.0, 100.0)),
        ("shift", at(300.0, 60.0)),
        ("leave the table", at(300.0, 0.0)),
    ] {
        told.push(format!("{act}: {}", fitted(&field, foot, act, to, None, None)));
    }
    let field = at_step(LINE, FACE);
    for (act, to) in [
        ("turn", at(400.0, 200.0)),
        ("turn", at(300.0, 0.0)),
        ("about face", at(300.0, 0.0)),
        ("form on the center", at(300.0, 0.0)),
    ] {
        told.push(format!("{act}: {}", fitted(&field, foot, act, to, None, None)));
    }
    let field = at_step("red artillery foot at 300,100 facing 0 formation=\"limbered\"", "unlimber");
    told.push(fitted(&field, field.body("foot"), "unlimber", at(400.0, 100.0), None, None));
    let mut field = crate::field::field(
        "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 330,160 facing 180 | elites=0\nblue infantry far at 600,400 facing 180 | elites=0",
    )
    .free();
    field.to(Red, DECLARE);
    for foe in ["foe", "far"] {
        let target = Some(field.body(foe));
        told.push(format!("charge: {}", fitted(&field, field.body("foot"), "charge", at(330.0, 160.0), None, target)));
    }
    expect![[r#"
        move: foot: move ahead 40 yards: 40 of 60 yards, ghost of 5 bases
        move: foot: move ahead 60 yards: 60 of 60 yards, ghost of 5 bases; short: foot can go 60 yards, not 200 (FD-MOV-03)
        move: foot: move ahead 20 yards: 20 of 60 yards, ghost of 5 bases
        shift: foot: shift 20 yards to the right: 20 of 30 yards, ghost of 5 bases
        shift: foot: shift 30 yards back: 30 of 30 yards, ghost of 5 bases; short: foot can go 30 yards, not 40 (FD-MOV-25)
        leave the table: refused: foot is not under Withdrawal (FD-MOV-33)
        turn: foot: a turn of 43.26° to the right: a turn of 43.26°, ghost of 5 bases
        turn: foot: a turn of 45.83° to the right: a turn of 45.83°, ghost of 5 bases; short: a line wheels 90° at most, not 180° (FD-MOV-23)
        about face: foot: about face: about face, ghost of 5 bases
        form on the center: foot: a change of formation on the center: a change of formation, ghost of 5 bases
        foot: unlimber facing 85.71°: unlimbers, ghost of 1 bases
        charge: foot: charge foe: 59.99 of 80 yards, ghost of 5 bases
        charge: refused: in the way: foe (FD-MEL-03)
    "#]].assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn a_hand_that_points_short_of_a_duty_gets_what_does_it() {
    // FD-CMD-17
    let text = "red infantry foot at 300,100 facing 90 order={kind=\"advance\"} | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0";
    let mut field = crate::field::field(text);
    field.to(Red, FACE);
    let foot = field.body("foot");
    let why = |field: &Field, act: &str, at: Point| {
        let wish = Wish { unit: foot, act: act.to_string(), at, ..Wish::default() };
        let notes = Discipline::fit(&field.state, Red, &wish).expect("what does it").notes;
        notes.last().map(|(clause, words)| format!("{words} ({clause})")).unwrap_or_default()
    };
    let short = at(360.0, 60.0);
    let mut told = vec![fitted(&field, foot, "turn", short, None, None), why(&field, "turn", short)];
    let listed = |field: &Field| Discipline::decision(&field.state).asks[0].listed.clone();
    let [turn] = &listed(&field)[..] else { panic!("the turn that is due") };
    field.play(Red, turn, &[]);
    field.to(Red, MOVE);
    let short = at(300.0, 101.0);
    told.extend([fitted(&field, foot, "move", short, None, None), why(&field, "move", short)]);
    let [ahead] = &listed(&field)[..] else { panic!("the move that is due") };
    field.play(Red, ahead, &[]);
    assert_eq!(field.check(Red, &Command::Done), Ok(()));
    expect![[r#"
        foot: a turn of 45.83° to the left: a turn of 45.83°, ghost of 5 bases
        foot must turn towards what it is sent to: a turn of 45.83° to the left (FD-CMD-17)
        foot: move ahead 30 yards: 30 of 30 yards, ghost of 5 bases
        foot must come nearer to what it is sent to and go 30 yards straight ahead (FD-CMD-17)
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn a_refusal_names_the_rule_and_the_place() {
    // FD-MOV-03, FD-MOV-23, FD-MOV-26, FD-MOV-27, FD-OBJ-03, FD-TER-02, FD-FRM-17
    let field = at_step(
        "ground pond river line 100,120 200,120\nground farm farm area 270,150 330,150 330,210 270,210\nred infantry foot at 300,100 facing 0 | elites=0\nred infantry behind at 150,100 facing 0 | elites=0\nred infantry crowd at 450,100 facing 0 | elites=0\nred infantry before at 450,130 facing 0 | elites=0\n\
         red infantry edge at 600,100 facing 0 | elites=0\nblue infantry near at 600,140 facing 180 | elites=0",
        MOVE,
    );
    let mut told = Vec::new();
    for (unit, far) in [("foot", 60.0), ("behind", 60.0), ("crowd", 60.0), ("edge", 35.0)] {
        let refusal = field.check(Red, &field.ahead(unit, far)).expect_err("not legal");
        told.push(format!("{refusal}, {}", refusal.place.is_some()));
    }
    let refusal = field.check(Red, &field.ahead("before", 60.1)).expect_err("not legal");
    told.push(format!("{refusal}, {}", refusal.place.is_some()));
    expect![[r#"
        it may not go through the farm (FD-OBJ-03), true
        it may not go through the river (FD-TER-02), true
        before: in the way (FD-MOV-27), true
        too near to near (FD-MOV-26), true
        before can go 60 yards, not 60.1 (FD-MOV-03), true
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}
