//! Sight (NQ-LOS), small arms (NQ-SAF), guns (NQ-ART), cover (NQ-TER-03 to NQ-TER-05) and the order of fire (NQ-SEQ).

use firelock_core::RuleSystem as _;
use firelock_core::Side::{Blue, Red};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::Command;
use firelock_napoleonic::event::Event;
use firelock_napoleonic::share::Share;
use firelock_napoleonic::state::{Asking, Fight, Fire, State, Step, Wrapped};
use firelock_napoleonic::words::{Ammunition, Zone};
use firelock_table::Point;

use crate::field::{allowed, ask, at, field, fires, id, refused, say};

/// The dice of the next turn's initiative: red wins.
const NEXT_TURN: [i16; 2] = [10, 1];

fn volley(state: &State, unit: &str, target: &str) -> Command {
    Command::Fire(Fire::Volley { unit: id(state, unit), face: None, target: id(state, target), combine: false })
}

fn face(state: &State, unit: &str, face: u8, target: &str) -> Command {
    Command::Fire(Fire::Volley { unit: id(state, unit), face: Some(face), target: id(state, target), combine: false })
}

fn shot(state: &State, unit: &str, gun: u8, target: &str, point: Point, ammunition: Ammunition) -> Command {
    Command::Fire(Fire::Shot { unit: id(state, unit), gun, target: id(state, target), at: point, ammunition })
}

fn hits(events: &[Event]) -> Vec<(u16, u8)> {
    let hit = |event: &Event| match event {
        Event::Hit { unit, hits } => Some((unit.0, *hits)),
        _ => None,
    };
    events.iter().filter_map(hit).collect()
}

fn dice(first: &[i16]) -> Vec<i16> {
    first.iter().copied().chain(NEXT_TURN).collect()
}

#[test]
fn every_base_of_a_line_shoots_a_die_at_the_nearest_range() {
    // NQ-SAF-01, NQ-SAF-02, NQ-SAF-03, NQ-SAF-09, NQ-LOS-01, NQ-LOS-07, NQ-SEQ-11: the first worked example on the table.
    let state = fires("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,48 180 attack-column"]);
    let (after, events) = say(&state, Red, &volley(&state, "a", "b"), &dice(&[5, 3, 8, 1, 6, 4]));
    assert_eq!(hits(&events), [(1, 3)]);
    assert!(after.units[0].volley_used);
    assert_eq!(after.units[1].reduction, 3);
    let mut fired = state.clone();
    fired.units[0].marks.fired = 1;
    assert_eq!(refused(&fired, Red, &volley(&fired, "a", "b")), "NQ-SAF-03");
}

#[test]
fn only_the_front_of_a_column_shoots() {
    // NQ-SAF-02
    let state = fires("", &["A a line-infantry 60,40 0 attack-column", "B b line-infantry 60,48 180 line"]);
    let (_, events) = say(&state, Red, &volley(&state, "a", "b"), &dice(&[5, 4]));
    assert_eq!(hits(&events), [(1, 2)]);
}

#[test]
fn a_target_outside_the_arc_or_behind_is_not_shot_at() {
    // NQ-LOS-07, NQ-LOS-09
    let lines = [
        "A a line-infantry 60,40 0 line",
        "A s light-infantry 60,20 0 skirmish bases=4",
        "B b line-infantry 60,30 180 line",
    ];
    let state = fires("", &lines);
    assert_eq!(refused(&state, Red, &volley(&state, "a", "b")), "NQ-SAF-02");
    allowed(&state, Red, &volley(&state, "s", "b"));
    let beside = fires("", &["A s light-infantry 60,40 0 skirmish bases=4", "B b line-infantry 82,41 270 column"]);
    allowed(&beside, Red, &volley(&beside, "s", "b"));
    let line = fires("", &["A s light-infantry 60,40 0 line bases=4", "B b line-infantry 82,41 270 column"]);
    assert_eq!(refused(&line, Red, &volley(&line, "s", "b")), "NQ-SAF-02");
}

#[test]
fn units_between_block_but_friendly_skirmishers_do_not() {
    // NQ-LOS-02, NQ-LOS-03, NQ-LOS-11
    let between = |formation: &str, class: &str| {
        let middle = format!("A m {class} 60,46 0 {formation}");
        fires("", &["A a line-infantry 60,40 0 attack-column", &middle, "B b line-infantry 60,56 180 attack-column"])
    };
    let state = between("line", "line-infantry");
    assert_eq!(refused(&state, Red, &volley(&state, "a", "b")), "NQ-SAF-02");
    let state = between("skirmish", "light-infantry");
    allowed(&state, Red, &volley(&state, "a", "b"));
}

const HILL: &str = "[[feature]]\nid = \"hill\"\nkind = \"gentle-hill\"\nrectangle = [500, 700, 200, 200]\nlevel = 1\n";

#[test]
fn guns_on_a_hill_fire_over_units_that_are_far_from_both_ends() {
    // NQ-LOS-05, NQ-TER-06, NQ-TER-07
    let over = |y: i32| {
        let middle = format!("A m line-infantry 60,{y} 0 line");
        fires(HILL, &["A g foot-artillery 60,80 180 deployed guns=ii", &middle, "B b line-infantry 60,45 0 line"])
    };
    let state = over(62);
    allowed(&state, Red, &shot(&state, "g", 0, "b", at(600, 440), Ammunition::Shot));
    let state = over(51);
    assert_eq!(refused(&state, Red, &shot(&state, "g", 0, "b", at(600, 440), Ammunition::Shot)), "NQ-ART-10");
}

const WOOD: &str = "[[feature]]\nid = \"wood\"\nkind = \"light-woods\"\nrectangle = [400, 420, 400, 60]\n\
    [[feature]]\nid = \"thin\"\nkind = \"light-woods\"\nrectangle = [1000, 420, 400, 40]\n";

#[test]
fn more_than_five_of_light_wood_stops_sight() {
    // NQ-LOS-02, NQ-LOS-06
    let lines = [
        "A a line-infantry 60,40 0 line",
        "B b line-infantry 60,52 180 line",
        "A c line-infantry 120,40 0 line",
        "B d line-infantry 120,52 180 line",
    ];
    let state = fires(WOOD, &lines);
    assert_eq!(refused(&state, Red, &volley(&state, "a", "b")), "NQ-SAF-02");
    allowed(&state, Red, &volley(&state, "c", "d"));
    // A unit in the wood is seen as far in as the limit.
    let inside = fires(WOOD, &["A a line-infantry 60,40 0 line", "B b line-infantry 60,47 180 line"]);
    allowed(&inside, Red, &volley(&inside, "a", "b"));
    let deep = fires(WOOD, &["A a line-infantry 60,40 0 line", "B b line-infantry 60,47.1 180 line"]);
    assert_eq!(refused(&deep, Red, &volley(&deep, "a", "b")), "NQ-SAF-02");
}

#[test]
fn a_look_that_fails_tells_what_hides() {
    // NQ-LOS-01, NQ-LOS-02, NQ-LOS-04
    let look = |ground: &str, lines: &[&str]| {
        let state = fires(ground, lines);
        let seen = Napoleonic::sees(&state, id(&state, "a"), id(&state, "b")).expect("it looks");
        seen.map_err(|refusal| format!("{}: {}", refusal.clause, refusal.reason))
    };
    let (near, far) = ("A a line-infantry 60,40 0 line", "B b line-infantry 60,52 180 line");
    assert_eq!(look("", &[near, far]), Ok(()));
    assert_eq!(look(WOOD, &[near, far]), Err("NQ-LOS-02: the light woods hides b".into()));
    let between = "A m line-infantry 60,46 0 line";
    assert_eq!(look("", &[near, between, far]), Err("NQ-LOS-02: m in the way to b".into()));
    let behind = "B b line-infantry 60,95 180 line";
    assert_eq!(look(HILL, &[near, behind]), Err("NQ-LOS-04: higher ground hides b".into()));
}

#[test]
fn who_marched_more_than_half_does_not_fire_but_light_troops_in_open_order_do() {
    // NQ-SAF-04
    let lines = [
        "A a line-infantry 40,40 0 line",
        "A l light-infantry 90,40 0 open-order",
        "B b line-infantry 65,50 180 line bases=10",
    ];
    let mut state = fires("", &lines);
    for unit in &mut state.units {
        unit.marks.marched = Share::hundredths(50);
    }
    allowed(&state, Red, &volley(&state, "a", "b"));
    for unit in &mut state.units {
        unit.marks.marched = Share::hundredths(51);
    }
    assert_eq!(refused(&state, Red, &volley(&state, "a", "b")), "NQ-SAF-04");
    allowed(&state, Red, &volley(&state, "l", "b"));
}

#[test]
fn chargers_routers_engaged_units_and_moving_squares_hold_their_fire() {
    // NQ-SAF-05, NQ-SAF-06, NQ-SAF-29, NQ-ART-37
    let lines = [
        "A a line-infantry 60,40 0 line",
        "B b line-infantry 60,50 180 line",
        "A h light-cavalry 90,40 0 line",
        "B c line-infantry 90,50 180 line",
        "A g foot-artillery 120,30 0 deployed guns=ii",
    ];
    let state = fires("", &lines);
    let with = |change: &dyn Fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        state
    };
    let refuses = |state: &State| refused(state, Red, &volley(state, "a", "b"));
    assert_eq!(refuses(&with(&|state| state.units[0].marks.declared = true)), "NQ-SAF-05");
    assert_eq!(refuses(&with(&|state| state.units[0].marks.fled = true)), "NQ-SAF-05");
    assert_eq!(refuses(&with(&|state| state.units[0].routing = true)), "NQ-SAF-05");
    let charging = with(&|state| state.units[2].marks.charging = true);
    assert_eq!(refused(&charging, Red, &volley(&charging, "h", "c")), "NQ-SAF-29");
    let fight = Fight {
        units: [id(&state, "h"), id(&state, "c")],
        turn: 1,
        struck: [Zone::Front; 2],
        wrapped: [Wrapped::default(); 2],
    };
    let engaged = with(&|state| state.fights.push(fight.clone()));
    assert_eq!(refused(&engaged, Red, &volley(&engaged, "a", "c")), "NQ-SAF-06");
    assert_eq!(refused(&engaged, Red, &shot(&engaged, "g", 0, "c", at(900, 510), Ammunition::Shot)), "NQ-SAF-06");
    let square = fires("", &["A a line-infantry 60,40 0 square", "B b line-infantry 60,50 180 line"]);
    allowed(&square, Red, &face(&square, "a", 0, "b"));
    assert_eq!(refused(&square, Red, &face(&square, "a", 2, "b")), "NQ-SAF-02");
    assert_eq!(refused(&square, Red, &volley(&square, "a", "b")), "NQ-SAF-03");
    let mut moved = square.clone();
    moved.units[0].marks.moved = true;
    assert_eq!(refused(&moved, Red, &face(&moved, "a", 0, "b")), "NQ-SAF-05");
}

#[test]
fn the_reduced_base_is_the_last_of_the_layout() {
    // NQ-ROS-21: of an attack column the last base stands behind and does not shoot; of a line it does.
    let mut column = fires("", &["A a line-infantry 60,40 0 attack-column", "B b line-infantry 60,48 180 line"]);
    column.units[0].reduction = 3;
    let (_, events) = say(&column, Red, &volley(&column, "a", "b"), &dice(&[4, 4]));
    assert_eq!(hits(&events), [(1, 2)]);
    let mut line = fires("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,48 180 line"]);
    line.units[0].reduction = 3;
    let (_, events) = say(&line, Red, &volley(&line, "a", "b"), &dice(&[4, 4, 4, 4, 4, 4, /* morale */ 1]));
    assert_eq!(hits(&events), [(1, 5)]);
}

const COVER: &str = "[[feature]]\nid = \"crops\"\nkind = \"crops\"\nrectangle = [500, 490, 200, 60]\n\
    [[feature]]\nid = \"wall\"\nkind = \"stone-wall\"\nline = [[1000, 495], [1200, 495]]\n\
    [[feature]]\nid = \"hedge\"\nkind = \"hedge\"\nline = [[500, 485], [700, 485]]\n";

#[test]
fn the_best_cover_counts_alone_and_a_line_only_where_the_fire_crosses_it() {
    // NQ-TER-03, NQ-TER-04, NQ-TER-05
    let lines = [
        "A a line-infantry 60,40 0 line",
        "B b line-infantry 60,50 180 line",
        "A c line-infantry 110,40 0 line",
        "B d line-infantry 110,50 180 line",
        "A e line-infantry 110,62 180 line",
    ];
    let state = field(COVER, &lines, Step::FireDeclare, Asking::Fire(Red));
    // Crops (light) and hedge (light) do not add: needs 5 with +1 first volley -1.
    let (mid, _) = say(&state, Red, &volley(&state, "a", "b"), &[]);
    let (mid, _) = say(&mid, Red, &volley(&mid, "c", "d"), &[]);
    let faces = [5, 5, 4, 4, 4, 4, /* behind the wall */ 6, 6, 5, 5, 5, 5];
    let (_, events) = say(&mid, Red, &Command::Done, &dice(&faces));
    assert_eq!(hits(&events), [(1, 2), (3, 2)]);
    let (_, events) = say(&state, Red, &volley(&state, "e", "d"), &[]);
    assert_eq!(hits(&events), []);
    let (mid, _) = say(&state, Red, &volley(&state, "e", "d"), &[]);
    let (_, events) = say(&mid, Red, &Command::Done, &dice(&[4, 4, 3, 3, 3, 3]));
    assert_eq!(hits(&events), [(3, 2)]);
}

#[test]
fn second_declares_before_first_and_a_target_that_is_gone_wastes_the_fire() {
    // NQ-SEQ-09, NQ-SEQ-10, NQ-SEQ-12, NQ-ART-33
    let lines = [
        "A g foot-artillery 60,40 0 deployed guns=ii,ii quality=elite",
        "A a line-infantry 72,44 0 line",
        "B b light-cavalry 60,52 180 column bases=2",
        "B c line-infantry 74,54 180 line",
    ];
    let mut state = field("", &lines, Step::FireDeclare, Asking::Fire(Blue));
    let (after, _) = say(&state, Blue, &volley(&state, "c", "a"), &[]);
    assert_eq!((after.half, after.declared.len()), (Blue, 1));
    state.units[2].bases = 1;
    state.units[2].reduction = 2;
    let state = ask(state, Step::FireDeclare, Asking::Fire(Red));
    let point = state.units[2].stands[0].center();
    let (after, _) = say(&state, Red, &shot(&state, "g", 0, "b", point, Ammunition::Canister), &[]);
    let (after, _) = say(&after, Red, &shot(&after, "g", 1, "b", point, Ammunition::Canister), &[]);
    let last = volley(&after, "a", "b");
    let (after, events) = say(&after, Red, &last, &dice(&[1, 1, /* panic */ 1]));
    assert_eq!(hits(&events), [(2, 3), (2, 3)]);
    assert!(!after.units[2].is_on_table());
    assert!(events.contains(&Event::FireLost(id(&after, "a"))));
}

#[test]
fn accurate_shot_and_shot_that_deviates_onto_another() {
    // NQ-ART-01, NQ-ART-04, NQ-ART-09, NQ-ART-23, NQ-ART-24, NQ-ART-35, NQ-LOS-08, NQ-LOS-10
    let lines = [
        "A g foot-artillery 60,40 0 deployed guns=ii",
        "B b line-infantry 60,75 180 line",
        "B c line-infantry 60,80 180 attack-column",
    ];
    let state = fires("", &lines);
    let aimed = shot(&state, "g", 0, "b", at(600, 760), Ammunition::Shot);
    let (_, events) = say(&state, Red, &aimed, &dice(&[3]));
    assert_eq!(hits(&events), [(1, 2)]);
    // Effective range, straight on by 6: it comes down on the column behind, which suffers as a column.
    let (_, events) = say(&state, Red, &aimed, &dice(&[4, 1, 0, 6]));
    assert_eq!(hits(&events), [(2, 3)]);
    // To the side by 12 it strikes nobody.
    let (_, events) = say(&state, Red, &aimed, &dice(&[4, 1, 90, 12]));
    assert_eq!(hits(&events), []);
    assert_eq!(refused(&state, Red, &shot(&state, "g", 0, "b", at(600, 740), Ammunition::Shot)), "NQ-ART-09");
    assert_eq!(refused(&state, Red, &shot(&state, "g", 0, "b", at(600, 760), Ammunition::Shell)), "NQ-ART-05");
    let flank = fires("", &["A g foot-artillery 60,40 0 deployed guns=ii", "B b line-infantry 60,75 90 line"]);
    let point = flank.units[1].stands[5].center();
    let (_, events) = say(&flank, Red, &shot(&flank, "g", 0, "b", point, Ammunition::Shot), &dice(&[1]));
    assert_eq!(hits(&events), [(1, 3)]);
    let aside = fires("", &["A g foot-artillery 60,40 0 deployed guns=ii", "B b line-infantry 95,62 180 line"]);
    assert_eq!(refused(&aside, Red, &shot(&aside, "g", 0, "b", at(950, 630), Ammunition::Shot)), "NQ-LOS-08");
}

#[test]
fn guns_do_not_aim_near_friends_and_fire_only_deployed() {
    // NQ-ART-02, NQ-ART-03, NQ-ART-10
    let lines = [
        "A g foot-artillery 60,40 0 deployed guns=ii",
        "A f line-infantry 60,70 0 line bases=4",
        "B b line-infantry 60,74 180 line",
    ];
    let state = fires("", &lines);
    let near = shot(&state, "g", 0, "b", at(600, 741), Ammunition::Shot);
    assert_eq!(refused(&state, Red, &near), "NQ-ART-10");
    let lines = [
        "A g foot-artillery 60,40 0 deployed guns=ii",
        "A h horse-artillery 90,40 0 deployed guns=ii",
        "B b line-infantry 75,74 180 line",
    ];
    let mut state = fires("", &lines);
    let point = at(750, 750);
    allowed(&state, Red, &shot(&state, "g", 0, "b", point, Ammunition::Shot));
    for unit in &mut state.units {
        (unit.marks.towed, unit.marks.marched) = (true, Share::hundredths(50));
    }
    assert_eq!(refused(&state, Red, &shot(&state, "g", 0, "b", point, Ammunition::Shot)), "NQ-ART-03");
    allowed(&state, Red, &shot(&state, "h", 0, "b", point, Ammunition::Shot));
    state.units[1].marks.marched = Share::hundredths(51);
    assert_eq!(refused(&state, Red, &shot(&state, "h", 0, "b", point, Ammunition::Shot)), "NQ-ART-03");
    state.units[1].marks.limbered = true;
    assert_eq!(refused(&state, Red, &shot(&state, "h", 0, "b", point, Ammunition::Shot)), "NQ-ART-02");
}

#[test]
fn a_battery_that_is_shot_at_lays_its_guns_worse() {
    // NQ-ART-14, NQ-ROS-17, NQ-ART-16: 3 is accurate, with one more it is not.
    let lines = ["A g foot-artillery 60,40 0 deployed guns=ii", "B h foot-artillery 60,75 180 deployed guns=ii"];
    let state = field("", &lines, Step::FireDeclare, Asking::Fire(Blue));
    let (after, _) = say(&state, Blue, &shot(&state, "h", 0, "g", at(600, 390), Ammunition::Shot), &[]);
    assert_eq!(after.units[0].fired_at, 2);
    let back = shot(&after, "g", 0, "h", at(600, 760), Ammunition::Shot);
    let (end, events) = say(&after, Red, &back, &dice(&[3, 1, 90, 12, 3, 1, 90, 12]));
    assert_eq!(hits(&events), []);
    // Aimed at in this turn's declarations, both stay under fire through the next turn's guns.
    assert_eq!(end.units.iter().map(|unit| unit.fired_at).collect::<Vec<_>>(), [2, 2]);
    let mut moved = fires("", &["A g foot-artillery 60,40 0 deployed guns=ii", "B b line-infantry 60,75 180 line"]);
    let aimed = shot(&moved, "g", 0, "b", at(600, 760), Ammunition::Shot);
    moved.units[1].marks.fled = true;
    let (_, events) = say(&moved, Red, &aimed, &dice(&[3, 1, 90, 12]));
    assert_eq!(hits(&events), []);
}

#[test]
fn a_howitzer_fires_unseen_where_a_friend_sees_and_shells_never_run_out() {
    // NQ-ART-11, NQ-ART-38
    let wall = "[[feature]]\nid = \"house\"\nkind = \"building\"\nrectangle = [550, 500, 100, 100]\n";
    let lines = ["A g foot-artillery 60,40 0 deployed guns=howitzer", "B b line-infantry 60,70 180 attack-column"];
    let mut state = fires(wall, &lines);
    state.commanders.iter_mut().for_each(|commander| commander.waiting = true);
    let aimed = shot(&state, "g", 0, "b", state.units[1].stands[0].center(), Ammunition::Shell);
    assert_eq!(refused(&state, Red, &aimed), "NQ-ART-10");
    let state = fires(wall, &[lines[0], lines[1], "A s light-infantry 100,60 0 skirmish"]);
    allowed(&state, Red, &aimed);
    let (_, events) = say(&state, Red, &aimed, &[]);
    assert!(hits(&events).is_empty());
}

#[test]
fn a_garrison_fires_all_round_with_two_bases_a_side() {
    // NQ-TER-11, NQ-LOS-09
    let house = "[[feature]]\nid = \"house\"\nkind = \"building\"\nrectangle = [550, 400, 100, 100]\n";
    for enemy in
        ["B b line-infantry 60,56 180 line", "B b line-infantry 60,34 0 line", "B b line-infantry 72,45 270 line"]
    {
        let state = fires(house, &["A a line-infantry house 0 in", enemy]);
        let (_, events) = say(&state, Red, &volley(&state, "a", "b"), &dice(&[8, 8]));
        assert_eq!(hits(&events), [(1, 2)], "{enemy}");
    }
}
