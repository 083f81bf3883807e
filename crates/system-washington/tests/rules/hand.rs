//! What a hand points at, what it is refused, and what everyone may see (fit, refusals, view).

use crate::field::{state, transcript, unit};
use expect_test::{Expect, expect};
use firelock_core::{Place, RuleSystem, Side, UnitId, Wish};
use firelock_table::{Angle, Corner, Length, Point};
use firelock_washington::Washington;
use firelock_washington::command::{Act, Command, Turn};
use firelock_washington::state::State;
use firelock_washington::words::Formation;

const FIELD: &str = r#"
ground wood 20,14 24,14 24,18 20,18
ground obstacle 36,14 44,14
A line foot at 30,10 facing 0 front 3
A line friend at 40,10 facing 0 front 3
A gun piece at 10,10 facing 0
B line enemy at 30,16 facing 180
B gun theirs at 10,20 facing 180
"#;

fn acting(name: &str, ap: u8) -> State {
    state(&format!("{FIELD}set activate {name} ap {ap}\n"))
}

fn wish(act: &str, x: f64, y: f64) -> Wish {
    let at = Point::new((x * 2540.0) as i32, (y * 2540.0) as i32);
    Wish { unit: UnitId(0), act: act.into(), at, ..Wish::default() }
}

fn fitted(state: &State, wish: &Wish, expected: Expect) {
    let told = match Washington::fit(state, Side::Red, wish) {
        Ok(fitted) => {
            let notes: Vec<String> = fitted.notes.iter().map(|(clause, words)| format!("{words} ({clause})")).collect();
            let short = fitted.short.map_or(String::new(), |refusal| format!("; short: {refusal}"));
            let words = Washington::phrase(state, &fitted.command);
            assert!(Washington::check(state, Side::Red, &fitted.command).is_ok());
            format!("{words}: {}, {} bases {notes:?}{short}", fitted.cost, fitted.ghost.len())
        }
        Err(refusal) => format!("refused: {refusal}"),
    };
    expected.assert_eq(&told);
}

#[test]
fn a_pointer_ahead_is_an_advance_as_far_as_it_goes() {
    let foot = acting("foot", 6);
    fitted(&foot, &wish("advance", 30.0, 11.5), expect![[r#"advance 1.5": 1 of 6 AP, 6 bases []"#]]);
    fitted(
        &foot,
        &wish("advance", 30.0, 15.0),
        expect![[r#"advance 3": 1 of 6 AP, 6 bases []; short: an increment is 3" at most (WA-MOVE-02)"#]],
    );
    fitted(&foot, &wish("advance", 30.0, 9.0), expect!["refused: an increment goes straight ahead (WA-MOVE-02)"]);
    fitted(&foot, &wish("", 31.0, 12.0), expect![[r#"advance 2": 1 of 6 AP, 6 bases []"#]]);
    fitted(
        &foot,
        &wish("", 60.0, 12.0),
        expect![
            "wheel 45° right about the right corner: 1 of 6 AP, 6 bases []; short: a wheel is 45 degrees at most (WA-MOVE-06)"
        ],
    );
    // A friend stands where it would end: up to him, or past him, whichever is nearer.
    let behind = state(
        "A line foot at 30,10 facing 0 front 3\nA line friend at 30,13 facing 0 front 3\nA gun idle at 3,3 facing 0\nB line enemy at 3,33 facing 180\nset activate foot ap 6\n",
    );
    fitted(
        &behind,
        &wish("advance", 30.0, 11.5),
        expect![[r#"advance 0.6": 1 of 6 AP, 6 bases []; short: it would end on friend (WA-MOVE-13)"#]],
    );
    fitted(
        &behind,
        &wish("advance", 30.0, 14.5),
        expect![[
            r#"advance 5.4": 3 of 6 AP, 6 bases ["passes through friend (WA-MOVE-13)", "both become disordered (WA-MOVE-14)"]; short: it would end on friend (WA-MOVE-13)"#
        ]],
    );
    fitted(&acting("friend", 6), &wish("advance", 40.0, 12.9), expect![[r#"advance 2.9": 1 of 6 AP, 6 bases []"#]]);
    fitted(
        &acting("friend", 6),
        &wish("advance", 40.0, 14.5),
        expect![[r#"advance 3": 1 of 6 AP, 6 bases []; short: an increment is 3" at most (WA-MOVE-02)"#]],
    );
}

#[test]
fn a_wheel_a_turn_and_a_front_are_fitted_too() {
    let foot = acting("foot", 6);
    fitted(&foot, &wish("wheel", 20.0, 20.0), expect!["wheel 45° left about the left corner: 1 of 6 AP, 6 bases []"]);
    fitted(
        &foot,
        &Wish { facing: Some(Angle::degrees(20)), ..wish("wheel", 0.0, 0.0) },
        expect!["wheel 20° right about the right corner: 1 of 6 AP, 6 bases []"],
    );
    fitted(
        &foot,
        &wish("wheel", 30.0, 0.0),
        expect![
            "wheel 45° right about the right corner: 1 of 6 AP, 6 bases []; short: a wheel is 45 degrees at most (WA-MOVE-06)"
        ],
    );
    fitted(&foot, &wish("face", 10.0, 10.0), expect!["face left: 1 of 6 AP, 6 bases []"]);
    fitted(&foot, &wish("front 5", 0.0, 0.0), expect!["form close, front 5: 1 of 6 AP, 6 bases []"]);
    fitted(&foot, &wish("front 9", 0.0, 0.0), expect!["refused: the front changes by 3 bases at most (WA-MOVE-08)"]);
    let piece = acting("piece", 6);
    fitted(&piece, &wish("turn", 20.0, 10.0), expect!["turn the gun 85.50° right: 2 of 6 AP, 1 bases []"]);
    fitted(&piece, &wish("advance", 10.0, 12.0), expect!["refused: only a limbered gun moves (WA-MOVE-20)"]);
}

#[test]
fn an_enemy_under_the_pointer_is_shot_at_or_assaulted() {
    let foot = acting("foot", 6);
    let enemy = unit(&foot, "enemy");
    fitted(
        &foot,
        &Wish { target: Some(enemy), ..wish("", 30.0, 16.0) },
        expect!["shoot at enemy: 1 of 6 AP, 0 bases []"],
    );
    fitted(
        &foot,
        &Wish { target: Some(enemy), ..wish("assault", 30.0, 16.0) },
        expect![[r#"refused: enemy: 6" off, beyond 3" (WA-ASL-01)"#]],
    );
    fitted(
        &foot,
        &Wish { target: Some(unit(&foot, "theirs")), ..wish("shoot", 30.0, 16.0) },
        expect![[r#"refused: theirs: 20.1" off, beyond 10" (WA-FIRE-04)"#]],
    );
    fitted(
        &foot,
        &Wish { target: Some(UnitId(99)), ..wish("shoot", 30.0, 16.0) },
        expect!["refused: point at an enemy (WA-SEQ-12)"],
    );
    let near = state(
        "A line foot at 30,10 facing 0\nA gun idle at 3,3 facing 0\nB line enemy at 30,13 facing 180\nset activate foot ap 6\n",
    );
    fitted(
        &near,
        &Wish { target: Some(unit(&near, "enemy")), ..wish("", 30.0, 13.0) },
        expect!["assault enemy: 2 of 6 AP, 0 bases []"],
    );
}

#[test]
fn refusals_of_acts_name_the_clause_and_the_place() {
    // WA-MOVE-01..16, WA-LOS-02, WA-ASL-01: whoever breaks a rule of movement is told which, and where.
    let foot = acting("foot", 6);
    let (enemy, friend) = (unit(&foot, "enemy"), unit(&foot, "friend"));
    let acts = [
        Act::Advance(Length::inches(4)),
        Act::Advance(Length::grid(0)),
        Act::Advance(Length::inches(3) + Length::grid(1)),
        Act::Wheel { corner: Corner::Left, by: Angle::degrees(46) },
        Act::Form { front: 3, formation: Formation::Close },
        Act::Form { front: 7, formation: Formation::Close },
        Act::Form { front: 3, formation: Formation::Loose },
        Act::TurnGun(Angle::degrees(45)),
        Act::Shoot { target: friend, powder: false },
        Act::Shoot { target: enemy, powder: true },
        Act::Bombard { target: enemy, ap: 1 },
        Act::Assault(enemy),
        Act::Limber,
        Act::Mount,
        Act::Rally,
    ];
    for act in acts {
        let refusal = Washington::check(&foot, Side::Red, &Command::Act(act)).expect_err("it breaks a rule");
        assert!(refusal.place.is_some(), "{act:?}: {refusal}");
    }
    let moved = |text: &str, act: Act| {
        let field = state(text);
        Washington::check(&field, Side::Red, &Command::Act(act)).expect_err("it breaks a rule")
    };
    let near = "A line foot at 30,10 facing 0\nA line friend at 30,14 facing 0\nA gun idle at 3,3 facing 0\nB line enemy at 30,17.5 facing 180\nset activate foot ap 6\n";
    let refusal = moved(near, Act::Advance(Length::inches(3)));
    assert_eq!((refusal.clause.id(), refusal.place), ("WA-MOVE-13", Some(Place::Unit(UnitId(1)))));
    let refusal =
        moved(&near.replace("30,14 facing", "50,14 facing").replace("17.5", "15"), Act::Advance(Length::inches(3)));
    assert_eq!((refusal.clause.id(), refusal.place), ("WA-MOVE-16", Some(Place::Unit(UnitId(3)))));
    let edge = moved(
        "A line foot at 30,35 facing 0\nB line enemy at 3,3 facing 180\nset activate foot ap 6\n",
        Act::Advance(Length::inches(3)),
    );
    assert_eq!(edge.clause.id(), "WA-MOVE-22");
    assert!(matches!(edge.place, Some(Place::At(at)) if at.y > 36 * 2540));
    let about = moved(
        "A light foot at 30,2.4 facing 0 front 3 loose\nB line enemy at 3,3 facing 180\nset activate foot ap 6\n",
        Act::Face(Turn::Left),
    );
    assert_eq!(about.clause.id(), "WA-MOVE-22");
}

#[test]
fn everything_may_be_measured_by_anyone_at_any_time() {
    // WA-SCALE-07, WA-SCALE-06
    let field = acting("foot", 6);
    let [red, blue] = Side::BOTH.map(|side| Washington::view(&field, Some(side)));
    assert_eq!((&red.pieces, &red.overlays, &red.tracks), (&blue.pieces, &blue.overlays, &blue.tracks));
    assert!(red.overlays.iter().any(|overlay| overlay.kind == "arc" && overlay.side == Some(Side::Blue)));
    assert!(red.overlays.iter().any(|overlay| overlay.kind == "box"));
    // From footprint to footprint, complete steps rounded down.
    let gap = field.gap(unit(&field, "foot"), unit(&field, "enemy"));
    assert_eq!((gap.length(), gap.complete(Length::inches(3))), (Length::inches(6), 2));
}

#[test]
fn contact_and_retire_do_not_roll_for_scenery() {
    // WA-MOVE-18
    let told = transcript(
        "ground marsh 20,8 40,8 40,10.5 20,10.5\nA line foot at 30,10 facing 0\nA gun idle at 3,3 facing 0\nA line second at 55,4 facing 0\nB line enemy at 30,13 facing 180 turned\nB line far at 3,35 facing 180\nset activate foot ap 6\nA: assault enemy\nB: stand\ndice: 3 3 3 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 6 1 1 1\n",
    );
    assert!(told.contains("foot closed") && told.contains("foot retired") && !told.contains("scenery"), "{told}");
}

#[test]
fn a_routed_unit_does_not_return() {
    // WA-DIS-05
    let told = transcript(
        "A brigadier grey at 50,5\nA militia levy at 20,20 facing 0 raw markers 3\nA line foot at 50,10 facing 0\nA gun idle at 3,3 facing 0\nB gun other at 50,33 facing 180\nB line far at 3,35 facing 180\nset step morale\nA: test levy\ndice: 4 4 4 4\nA: done\nA: motivate levy\nA: done\nshow\n",
    );
    assert!(told.contains("refused: levy: not on the table (WA-ROST-14)"), "{told}");
    assert!(!told.contains("#0 "), "{told}");
}
