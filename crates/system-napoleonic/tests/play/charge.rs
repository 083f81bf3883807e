//! Charges on the table (NQ-CHG), and the moves of those who do not stand (NQ-MOV-24 to NQ-MOV-31).

use firelock_core::Side::{Blue, Red};
use firelock_core::{Grain, RuleSystem};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::Command;
use firelock_napoleonic::event::Event;
use firelock_napoleonic::state::{Asking, Fire, State, Step};
use firelock_napoleonic::words::{Ammunition, Formation, Reaction, Zone};
use firelock_table::{Angle, Length, gap};

use crate::field::{allowed, at, battle_by, charges, field, id, refused, say, text};

fn charge(state: &State, unit: &str, target: &str) -> Command {
    charge_by(state, unit, target, 0)
}

fn charge_by(state: &State, unit: &str, target: &str, degrees: i32) -> Command {
    Command::Charge { unit: id(state, unit), target: id(state, target), turn: Angle::degrees(degrees) }
}

fn react(state: &State, unit: &str, reaction: Reaction) -> Command {
    Command::React { unit: id(state, unit), reaction, about: false }
}

fn engaged(state: &State) -> Vec<[u16; 2]> {
    state.fights.iter().map(|fight| fight.units.map(|unit| unit.0)).collect()
}

#[test]
fn a_charge_reaches_its_rate_and_a_bonus_straight_ahead_after_one_wheel() {
    // NQ-CHG-02, NQ-CHG-03, NQ-CHG-06: a line reaches 15.0.
    let state = charges("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,55 180 line"]);
    allowed(&state, Red, &charge(&state, "a", "b"));
    let far = charges("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,55.1 180 line"]);
    assert_eq!(refused(&far, Red, &charge(&far, "a", "b")), "NQ-CHG-02");
    assert_eq!(refused(&state, Red, &charge_by(&state, "a", "b", 46)), "NQ-CHG-02");
    let (after, _) = say(&state, Red, &charge(&state, "a", "b"), &[]);
    assert!(after.units[0].marks.charging && after.units[0].marks.declared);
    assert_eq!((after.charges[0].zone, after.charges[0].distance), (Zone::Front, Length::cm(15)));
}

#[test]
fn a_charge_that_comes_to_the_edge_first_is_not_offered() {
    // NQ-CHG-02: the left of the line leaves the table before its right meets the enemy.
    let mut offered = [0, 0];
    for tenths in 105..165 {
        let (x, y, degrees) = (f64::from(tenths) / 10.0, 40.0, 320_i32);
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        // Ten ahead and six to the right.
        let (bx, by) = (x + 10.0 * sin + 6.0 * cos, y + 10.0 * cos - 6.0 * sin);
        let lines = [
            format!("A a line-infantry {x},{y} {degrees} line"),
            format!("B b line-infantry {bx:.2},{by:.2} {} attack-column", degrees - 180),
        ];
        let state = charges("", &[&lines[0], &lines[1]]);
        let mut listed = Vec::new();
        Napoleonic::candidates(&state, Red, Grain::Coarse, &mut listed);
        let charge = listed.into_iter().find(|command| matches!(command, Command::Charge { .. }));
        offered[usize::from(charge.is_some())] += 1;
        if let Some(charge) = charge {
            allowed(&state, Red, &charge);
        }
    }
    assert!(offered[0] > 0 && offered[1] > 0, "{offered:?}");
}

#[test]
fn not_everybody_may_charge() {
    // NQ-CHG-03, NQ-CHG-04, NQ-SPC-04, NQ-CMD-06
    let lines = [
        "A a line-infantry 60,40 0 line",
        "B b line-infantry 60,50 180 line",
        "A g foot-artillery 100,40 0 deployed guns=ii",
    ];
    let state = charges("", &lines);
    assert_eq!(refused(&state, Red, &charge(&state, "g", "b")), "NQ-CHG-04");
    let with = |change: &dyn Fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        refused(&state, Red, &charge(&state, "a", "b"))
    };
    assert_eq!(with(&|state| state.units[0].unformed = true), "NQ-CHG-03");
    assert_eq!(with(&|state| state.units[0].routing = true), "NQ-CHG-03");
    assert_eq!(with(&|state| state.units[0].marks.hesitant = true), "NQ-CMD-06");
    assert_eq!(with(&|state| state.units[0].marks.fled = true), "NQ-SEQ-08");
    for (line, clause) in [
        ("A a line-infantry 60,40 0 square", "NQ-CHG-03"),
        ("A a light-infantry 60,40 0 skirmish", "NQ-CHG-03"),
        ("A a line-infantry 60,40 0 open-order", "NQ-CHG-03"),
        ("A a militia 60,40 0 attack-column quality=raw", "NQ-SPC-04"),
    ] {
        let state = charges("", &[line, "B b line-infantry 60,50 180 line"]);
        assert_eq!(refused(&state, Red, &charge(&state, "a", "b")), clause, "{line}");
    }
    let loose = charges("", &["A a line-infantry 60,40 0 open-order", "B b line-infantry 60,50 180 open-order"]);
    allowed(&loose, Red, &charge(&loose, "a", "b"));
}

#[test]
fn blown_cavalry_rests_a_turn_where_the_rule_is_on() {
    // NQ-OPT-05
    let lines = text("", &["A a light-cavalry 60,30 0 line", "B b line-infantry 60,50 180 line"]);
    for (word, refuses) in [("off", false), ("on", true)] {
        let start = battle_by("field", &lines, &[("nq_blown_cavalry", word)]);
        let mut state = crate::field::ask(start, Step::ChargeDeclare, Asking::Declare(Red));
        (state.turn, state.units[0].charged) = (3, 2);
        match refuses {
            true => assert_eq!(refused(&state, Red, &charge(&state, "a", "b")), "NQ-OPT-05"),
            false => allowed(&state, Red, &charge(&state, "a", "b")),
        }
        state.turn = 4;
        allowed(&state, Red, &charge(&state, "a", "b"));
    }
}

#[test]
fn horse_does_not_charge_into_a_marsh_nor_anyone_through_formed_friends() {
    // NQ-CHG-05, NQ-CHG-26
    let marsh = "[[feature]]\nid = \"bog\"\nkind = \"marsh\"\nrectangle = [500, 460, 200, 20]\n";
    let state = charges(marsh, &["A a light-cavalry 60,40 0 line", "B b line-infantry 60,52 180 line"]);
    assert_eq!(refused(&state, Red, &charge(&state, "a", "b")), "NQ-CHG-05");
    let friend = |formation: &str| {
        let middle = format!("A m light-infantry 60,46 0 {formation} bases=4");
        charges("", &["A a line-infantry 60,40 0 line", &middle, "B b line-infantry 60,54 180 line bases=10"])
    };
    let state = friend("line");
    assert_eq!(refused(&state, Red, &charge(&state, "a", "b")), "NQ-CHG-26");
    let state = friend("skirmish");
    allowed(&state, Red, &charge(&state, "a", "b"));
    let other = charges(
        "",
        &[
            "A a light-cavalry 60,30 0 line",
            "B m light-infantry 64,38 180 skirmish bases=4",
            "B b line-infantry 60,54 180 line bases=10",
        ],
    );
    assert_eq!(refused(&other, Red, &charge(&other, "a", "b")), "NQ-CHG-26");
}

#[test]
fn infantry_that_stands_may_fire_and_is_then_met_flush_file_on_file() {
    // NQ-CHG-01, NQ-CHG-13, NQ-CHG-17, NQ-CHG-19, NQ-CHG-21, NQ-CHG-23, NQ-MEL-02
    let state = charges("", &["A a line-infantry 61,40 0 attack-column", "B b line-infantry 60,54 180 line"]);
    let (fire, _) = say(&state, Red, &charge(&state, "a", "b"), &[]);
    let volley =
        Command::Fire(Fire::Volley { unit: id(&state, "b"), face: None, target: id(&state, "a"), combine: false });
    // Short range, first volley, at an attack column: 5 is needed; all six bases bear.
    let (hit, events) = say(&fire, Blue, &volley, &[5, 4, 4, 4, 4, 4]);
    assert!(events.contains(&Event::Hit { unit: id(&state, "a"), hits: 1 }), "{events:?}");
    let after = if hit.step == Step::ChargeFire { say(&hit, Blue, &Command::Done, &[]).0 } else { hit };
    assert_eq!(engaged(&after), [[0, 1]]);
    let pose = after.units[0].pose().expect("on the table");
    assert_eq!((pose.at, pose.facing), (at(600, 540), Angle::ZERO));
    assert_eq!(after.fights[0].turn, 1);
}

#[test]
fn a_charger_that_loses_a_base_tests_and_only_a_steady_one_goes_on() {
    // NQ-CHG-20, NQ-SEQ-18
    let mut state = charges("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,54 180 line"]);
    state.units[0].reduction = 3;
    let (fire, _) = say(&state, Red, &charge(&state, "a", "b"), &[]);
    let volley =
        Command::Fire(Fire::Volley { unit: id(&state, "b"), face: None, target: id(&state, "a"), combine: false });
    let (steady, _) = say(&fire, Blue, &volley, &[4, 1, 1, 1, 1, 1, /* morale */ 6]);
    assert_eq!(engaged(&steady), [[0, 1]]);
    let (shaken, _) = say(&fire, Blue, &volley, &[4, 1, 1, 1, 1, 1, /* morale */ 7]);
    assert!(engaged(&shaken).is_empty());
    assert!(shaken.units[0].unformed && !shaken.units[0].marks.charging);
    assert_eq!(shaken.units[0].pose().map(|pose| pose.at), Some(at(600, 400)));
}

#[test]
fn infantry_charged_by_horse_tries_for_a_square() {
    // NQ-CHG-08, NQ-CHG-09, NQ-CHG-10, NQ-CHG-14, NQ-CHG-30
    let state = charges("", &["A h light-cavalry 60,30 0 line", "B b line-infantry 60,50 180 line"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "b"), &[]);
    assert_eq!(refused(&asked, Blue, &react(&asked, "b", Reaction::Evade)), "NQ-CHG-12");
    assert_eq!(refused(&asked, Blue, &react(&asked, "b", Reaction::Countercharge)), "NQ-CHG-11");
    // In line: 5 + 1 is in square; press home needs 1, and 2 sheers off before all faces.
    let (off, _) = say(&asked, Blue, &react(&asked, "b", Reaction::FormSquare), &[5, 2]);
    assert_eq!(off.units[1].formation, Formation::Square);
    assert!(off.units[0].unformed && off.charges[0].sheered);
    let all = Command::Fire(Fire::Volley { unit: id(&off, "b"), face: None, target: id(&off, "h"), combine: false });
    // First volley +1, square -2, formation changed -1: 7 is needed.
    let (after, events) = say(&off, Blue, &all, &[7, 7, 6, 6, 6, 6]);
    assert!(events.contains(&Event::Hit { unit: id(&off, "h"), hits: 2 }));
    assert!(engaged(&after).is_empty());
    let (home, _) = say(&asked, Blue, &react(&asked, "b", Reaction::FormSquare), &[5, 1]);
    let home = if home.step == Step::ChargeFire { say(&home, Blue, &Command::Done, &[]).0 } else { home };
    assert_eq!(engaged(&home), [[0, 1]]);
}

#[test]
fn a_line_that_stands_against_horse_takes_a_stand_test_and_may_run() {
    // NQ-CHG-15, NQ-CHG-16, NQ-CHG-21, NQ-MOV-24, NQ-MOV-25
    let state = charges("", &["A h light-cavalry 60,30 0 line", "B b line-infantry 60,60 180 line"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "b"), &[]);
    // +2 for horse: 8 retreats, 10 too, only 11 and more would rout; a 10 is a retreat (12).
    let (after, events) = say(&asked, Blue, &react(&asked, "b", Reaction::Stand), &[8]);
    assert!(events.iter().any(|event| matches!(event, Event::Moved { unit, .. } if unit.0 == 1)));
    let unit = &after.units[1];
    assert!(unit.unformed && !unit.routing && unit.marks.fled);
    // It went 10.0 home, and turned to the enemy.
    assert_eq!(unit.outline.center().y, state.units[1].outline.center().y + 10_000);
    assert_eq!(unit.facing(), Angle::degrees(180));
    // The horse reaches 35.0 and catches it in the rear or stops where it stood.
    assert!(engaged(&after).len() <= 1);
}

#[test]
fn an_evader_makes_off_by_its_rate_and_a_die() {
    // NQ-CHG-12, NQ-MOV-29, NQ-CHG-22
    let state = charges("", &["A a line-infantry 60,40 0 line", "B s light-infantry 60,50 180 skirmish bases=4"]);
    let (asked, _) = say(&state, Red, &charge(&state, "a", "s"), &[]);
    let (after, _) = say(&asked, Blue, &react(&asked, "s", Reaction::Evade), &[4]);
    let moved = after.units[1].outline.center().y - state.units[1].outline.center().y;
    assert_eq!(moved, 24_000);
    assert!(engaged(&after).is_empty());
    // The charger stops where the evader stood.
    assert_eq!(after.units[0].outline.pose.at.y / 10, 4_999);
    // Horse that reaches 35.0 catches an evader that the table's edge stops.
    let state = charges("", &["A h light-cavalry 60,90 0 line", "B s light-infantry 60,110 180 skirmish bases=4"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "s"), &[]);
    let (caught, _) = say(&asked, Blue, &react(&asked, "s", Reaction::Evade), &[6]);
    assert_eq!(engaged(&caught), [[0, 1]]);
    assert!(caught.units[1].unformed);
    assert_eq!(caught.fights[0].struck[0], Zone::Rear);
}

#[test]
fn horse_countercharges_and_both_meet_half_way() {
    // NQ-CHG-11, NQ-CHG-31, NQ-MEL-40
    let state = charges("", &["A h light-cavalry 60,30 0 line", "B c light-cavalry 60,55 180 line"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "c"), &[]);
    let (after, _) = say(&asked, Blue, &react(&asked, "c", Reaction::Countercharge), &[6]);
    assert_eq!(engaged(&after), [[0, 1]]);
    assert!(after.units[1].marks.countercharged);
    assert_eq!(after.units.iter().map(|unit| unit.outline.pose.at.y).collect::<Vec<_>>(), [42_500, 42_500]);
    let (failed, _) = say(&asked, Blue, &react(&asked, "c", Reaction::Countercharge), &[7]);
    assert!(!failed.units[1].marks.countercharged);
}

#[test]
fn a_charge_in_flank_is_fixed_when_it_is_declared_and_shakes_the_target() {
    // NQ-CHG-07, NQ-FOR-14, NQ-FOR-15, NQ-FOR-16
    let state = charges("", &["A a line-infantry 40,50 90 attack-column", "B b line-infantry 60,50 180 line"]);
    let (asked, events) = say(&state, Red, &charge(&state, "a", "b"), &[3]);
    assert!(events.contains(&Event::Flanked(id(&state, "b"))));
    assert_eq!(asked.charges.first().map_or(Zone::Flank, |charge| charge.zone), Zone::Flank);
    let square = charges("", &["A a line-infantry 40,52 90 attack-column", "B b line-infantry 60,50 180 square"]);
    let (after, _) = say(&square, Red, &charge(&square, "a", "b"), &[]);
    assert_eq!(after.charges[0].zone, Zone::Front);
    let skirmish =
        charges("", &["A a line-infantry 36,53 90 attack-column", "B b light-infantry 60,50 180 skirmish bases=4"]);
    let (after, _) = say(&skirmish, Red, &charge(&skirmish, "a", "b"), &[]);
    assert_eq!(after.charges[0].zone, Zone::Rear);
}

#[test]
fn guns_beside_the_way_of_a_charge_fire_into_it() {
    // NQ-CHG-18, NQ-ART-15, NQ-ART-40
    let lines = [
        "A a line-infantry 60,40 0 attack-column",
        "B b line-infantry 60,58 180 line",
        "B g foot-artillery 85,50 270 deployed guns=ii",
    ];
    let state = charges("", &lines);
    let (fire, _) = say(&state, Red, &charge(&state, "a", "b"), &[]);
    let point = fire.units[0].stands[0].center();
    let pass = Command::Fire(Fire::Shot {
        unit: id(&fire, "g"),
        gun: 0,
        target: id(&fire, "a"),
        at: point,
        ammunition: Ammunition::Canister,
    });
    // Canister -2, crossing +1: 4 is accurate; 3 casualties and one more in flank.
    let (after, events) = say(&fire, Blue, &pass, &[4]);
    assert!(events.contains(&Event::Hit { unit: id(&fire, "a"), hits: 4 }), "{events:?}");
    assert_eq!(after.units[2].marks.fired, 1);
}

#[test]
fn limbered_guns_are_taken_where_they_stand() {
    // NQ-CHG-24
    let state = charges("", &["A h light-cavalry 60,30 0 line", "B g foot-artillery 60,50 180 limbered guns=ii"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "g"), &[]);
    let (after, _) = say(&asked, Blue, &react(&asked, "g", Reaction::Stand), &[]);
    assert!(!after.units[1].is_on_table());
    assert!(engaged(&after).is_empty());
}

#[test]
fn a_charger_engages_whoever_else_it_touches_and_an_echelon_closes_up() {
    // NQ-CHG-27, NQ-CHG-29
    let lines = [
        "A a line-infantry 60,40 0 line bases=8",
        "B b line-infantry 54,50 180 line bases=4",
        "B c line-infantry 66,50 180 line bases=4",
    ];
    let state = charges("", &lines);
    let (fire, _) = say(&state, Red, &charge(&state, "a", "b"), &[]);
    let (after, _) = say(&fire, Blue, &Command::Done, &[]);
    assert_eq!(engaged(&after), [[0, 1], [0, 2]]);
    let state =
        charges("", &["A h heavy-cavalry 60,30 0 echelon bases=4", "B b light-cavalry 60,50 180 column bases=8"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "b"), &[]);
    let (after, _) = say(&asked, Blue, &react(&asked, "b", Reaction::Stand), &[]);
    let after = if after.step == Step::ChargeFire { say(&after, Blue, &Command::Done, &[]).0 } else { after };
    assert_eq!(engaged(&after), [[0, 1]]);
    let horse = &after.units[0];
    assert_eq!(horse.formation, Formation::Echelon);
    assert!(horse.stands.iter().all(|base| base.front().from.y == horse.stands[0].front().from.y));
}

#[test]
fn a_charger_without_room_stops_short_of_the_target() {
    // NQ-CHG-28: the way leads through its own skirmishers (NQ-MOV-16), who stand where it would have to stand.
    let target = "B b line-infantry 60,60 180 attack-column bases=4";
    let charger = "A a line-infantry 60,45 0 attack-column bases=4";
    let ends = |screen: &str| {
        let state = charges("", &[charger, target, screen]);
        let (asked, _) = say(&state, Red, &charge(&state, "a", "b"), &[]);
        let (after, _) = say(&asked, Blue, &Command::Done, &[]);
        let gap = gap(&after.units[0].stands[..], &after.units[1].stands[..]).length();
        (engaged(&after), gap.in_cm())
    };
    assert_eq!(ends("A s light-infantry 60,59 0 skirmish bases=8"), (vec![], "3".to_owned()));
    // Where they stand farther off they take that place too: it stops behind them.
    assert_eq!(ends("A s light-infantry 60,58 0 skirmish bases=8"), (vec![], "4".to_owned()));
    // The screen aside, there is room.
    assert_eq!(ends("A s light-infantry 100,58 0 skirmish bases=8").0, [[0, 1]]);
}

#[test]
fn a_beaten_unit_surrenders_where_it_has_no_way_and_is_lost_over_the_edge() {
    // NQ-MOV-27, NQ-MOV-28, NQ-MOV-26, NQ-MOV-31
    let state = charges("", &["A h light-cavalry 60,85 0 line", "B b line-infantry 60,113 180 line"]);
    let (asked, _) = say(&state, Red, &charge(&state, "h", "b"), &[]);
    let (after, _) = say(&asked, Blue, &react(&asked, "b", Reaction::Stand), &[8]);
    assert!(matches!(after.units[1].place, firelock_napoleonic::state::Place::Gone(_)));
    // Through a formed friend behind, who becomes unformed, and on until clear of him.
    let state = charges(
        "",
        &["A h light-cavalry 60,30 0 line", "B b line-infantry 60,55 180 line", "B f line-infantry 60,66 180 line"],
    );
    let (asked, _) = say(&state, Red, &charge(&state, "h", "b"), &[]);
    // The friend in its rear supports: 9 + 2 - 1 retreats.
    let (after, _) = say(&asked, Blue, &react(&asked, "b", Reaction::Stand), &[9]);
    assert!(after.units[2].unformed);
    assert!(after.units[1].outline.center().y > after.units[2].outline.center().y);
}

#[test]
fn an_ask_of_second_follows_that_of_first() {
    // NQ-SEQ-06
    let lines = ["A a line-infantry 60,40 0 line", "B b line-infantry 60,54 180 line"];
    let state = field("", &lines, Step::ChargeDeclare, Asking::Declare(Red));
    let (after, _) = say(&state, Red, &Command::Done, &[]);
    assert_eq!((after.step, after.half), (Step::ChargeDeclare, Blue));
    let (after, _) = say(&after, Blue, &Command::Done, &[]);
    assert_eq!((after.step, after.half), (Step::Move, Red));
}
