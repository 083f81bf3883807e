//! Close combat on the table (NQ-MEL), and the morale and panic that follow (NQ-MOR).

use firelock_core::Side::{Blue, Red};
use firelock_core::UnitId;
use firelock_napoleonic::command::Command;
use firelock_napoleonic::event::Event;
use firelock_napoleonic::state::{Asking, Fight, State, Step, Wrapped};
use firelock_napoleonic::words::{Formation, Zone};
use firelock_table::Length;

use crate::field::{allowed, field, id, refused, say};

/// The dice of the next turn's initiative: red wins.
const NEXT_TURN: [i16; 2] = [10, 1];

/// A fight in its second turn between two units.
fn locked(state: &State, a: &str, b: &str) -> Fight {
    Fight { units: [id(state, a), id(state, b)], turn: 2, struck: [Zone::Front; 2], wrapped: [Wrapped::default(); 2] }
}

/// Units engaged, the last moves of the turn asked.
fn melee(ground: &str, lines: &[&str], pairs: &[(&str, &str)]) -> State {
    let mut state = field(ground, lines, Step::Move, Asking::Move(Blue));
    for (a, b) in pairs {
        let fight = locked(&state, a, b);
        state.fights.push(fight);
    }
    state
}

fn dice(parts: &[&[i16]]) -> Vec<i16> {
    parts.concat().into_iter().chain(NEXT_TURN).collect()
}

fn hits(events: &[Event]) -> Vec<(u16, u8)> {
    let hit = |event: &Event| match event {
        Event::Hit { unit, hits } => Some((unit.0, *hits)),
        _ => None,
    };
    events.iter().filter_map(hit).collect()
}

const FAR: &str = "B far line-infantry 165,116 180 line";

const LINES: &[&str] = &["A a line-infantry 60,50 0 line bases=4", "B b line-infantry 60.1,50 180 line bases=4"];

#[test]
fn each_touching_base_fights_one_pair_and_hits_are_taken_together() {
    // NQ-MEL-01, NQ-MEL-03, NQ-MEL-04, NQ-MEL-12, NQ-MEL-14, NQ-MEL-15, NQ-MEL-62, NQ-SEQ-14
    let state = melee("", LINES, &[("a", "b")]);
    // Won, won, tied, lost: 3 against 2; the loser tests with +1.
    let (after, events) = say(&state, Blue, &Command::Done, &dice(&[&[8, 8, 4, 1], &[1, 1, 4, 8], &[5]]));
    assert_eq!(hits(&events), [(1, 3), (0, 2)]);
    assert_eq!((after.units[0].reduction, after.units[1].reduction), (2, 3));
    // Both stay engaged and fight another turn; there is no limit (NQ-MEL-30, NQ-MEL-35).
    assert_eq!(after.fights[0].turn, 3);
}

#[test]
fn a_draw_tests_nobody() {
    // NQ-MEL-21, NQ-MEL-29
    let state = melee("", LINES, &[("a", "b")]);
    let (after, events) = say(&state, Blue, &Command::Done, &dice(&[&[8, 8, 1, 1], &[1, 1, 8, 8]]));
    assert!(!events.iter().any(|event| matches!(event, Event::Tested { .. })));
    assert_eq!(after.fights.len(), 1);
}

#[test]
fn unpaired_touching_bases_reinforce() {
    // NQ-MEL-05, NQ-MEL-06, NQ-MEL-11: a file off, five bases of one touch four of the other half and half.
    let lines = ["A a line-infantry 61.5,50 0 line bases=4", "B b line-infantry 60,50 180 line bases=5"];
    let state = melee("", &lines, &[("a", "b")]);
    let (_, events) = say(&state, Blue, &Command::Done, &dice(&[&[4, 4, 4, 4], &[4, 4, 4, 4]]));
    // Four ties, and one base too few for a reinforcement hit.
    assert_eq!(hits(&events), [(1, 4), (0, 4)]);
}

#[test]
fn a_unit_between_two_fights_both_and_tests_once() {
    // NQ-MEL-05, NQ-MEL-26, NQ-MEL-28, NQ-MOR-02
    let lines = [
        "A a line-infantry 60,50 0 line bases=4",
        "B b line-infantry 57,50 180 line bases=4",
        "B c line-infantry 69,50 180 line bases=4",
    ];
    let state = melee("", &lines, &[("a", "b"), ("a", "c")]);
    // Against b three pairs, against c one: loses to both, so +2; 4 + 2 is steady.
    let (asked, events) = say(&state, Blue, &Command::Done, &[1, 1, 1, 8, 8, 8, 1, 8]);
    assert_eq!(hits(&events), [(0, 3), (0, 1)]);
    let (asked, _) = say(&asked, Blue, &Command::Bring(Wrapped::default()), &[]);
    let (after, events) = say(&asked, Blue, &Command::Bring(Wrapped::default()), &dice(&[&[4]]));
    let tests = events.iter().filter(|event| matches!(event, Event::Tested { .. })).count();
    assert_eq!(tests, 1);
    assert_eq!(after.units[0].bases, 3);
}

#[test]
fn the_winner_brings_bases_round_and_they_reinforce_from_the_next_turn() {
    // NQ-MEL-22, NQ-MEL-23, NQ-MEL-24, NQ-MEL-25
    let lines = ["A a line-infantry 60,50 0 line bases=8", "B b line-infantry 60.1,50 180 line bases=4"];
    let state = melee("", &lines, &[("a", "b")]);
    let (asked, _) = say(&state, Blue, &Command::Done, &[8, 8, 8, 8, 1, 1, 1, 1]);
    let wrapped = |front, left, right| Command::Bring(Wrapped { front, left, right });
    assert_eq!(refused(&asked, Red, &wrapped(0, 2, 0)), "NQ-MEL-24");
    allowed(&asked, Red, &wrapped(0, 1, 1));
    // The loser has lost a base of four: +1, and +1 for the fight.
    let (after, _) = say(&asked, Red, &wrapped(0, 1, 1), &dice(&[&[4]]));
    assert_eq!(after.fights[0].wrapped[0].flanks(), 2);
    let next = crate::field::ask(after, Step::Move, Asking::Move(Blue));
    // Three pairs tie, and the two on the flanks hit once.
    let (_, events) = say(&next, Blue, &Command::Done, &[4, 4, 4, 4, 4, 4, /* morale */ 1]);
    assert!(hits(&events).contains(&(1, 4)), "{:?}", hits(&events));
}

#[test]
fn a_square_fights_with_the_touched_face_and_horse_recoils_from_it() {
    // NQ-MEL-37, NQ-MEL-38
    let lines = ["A h heavy-cavalry 60,50 0 line bases=4", "B b line-infantry 60.1,50 180 square bases=8"];
    let state = melee("", &lines, &[("h", "b")]);
    // The face has two bases; horse +2 each: ties at 4 against 6.
    let (after, events) = say(&state, Blue, &Command::Done, &dice(&[&[4, 4], &[6, 6], /* morale */ &[1]]));
    assert!(hits(&events).contains(&(0, 2)), "{:?}", hits(&events));
    assert!(after.fights.is_empty());
    assert!(after.units[0].unformed);
}

#[test]
fn a_loser_may_rout_and_horse_that_won_pursues_unless_it_is_held() {
    // NQ-MEL-32, NQ-MEL-33, NQ-MEL-34, NQ-MOR-09
    let lines =
        ["A h heavy-cavalry 60,50 0 line bases=4", "B b line-infantry 60.1,50 180 line bases=4 quality=raw", FAR];
    let state = melee("", &lines, &[("h", "b")]);
    // +2 against -3 and -1 for raw: all won, two hits each, half of it gone. It routs on 12 + 1 + 2 + 1.
    let (asked, _) = say(&state, Blue, &Command::Done, &[10, 10, 10, 10, 1, 1, 1, 1]);
    let (asked, _) = say(&asked, Red, &Command::Bring(Wrapped::default()), &[12]);
    assert!(asked.units[1].routing);
    assert_eq!(refused(&asked, Red, &Command::FollowUp(Length::cm(3))), "NQ-MEL-32");
    let left = asked.units[1].bases;
    let (after, events) = say(&asked, Red, &Command::Pursue, &dice(&[]));
    assert!(hits(&events).contains(&(1, 4)), "{left} {:?}", hits(&events));
    assert!(after.units[0].unformed);
    let (held, _) = say(&asked, Red, &Command::Hold, &dice(&[&[6], &[1]]));
    assert!(!held.units[0].unformed);
    let (loose, _) = say(&asked, Red, &Command::Hold, &dice(&[&[7]]));
    assert!(loose.units[0].unformed);
}

#[test]
fn infantry_follows_up_a_little() {
    // NQ-MEL-32
    let lines = ["A a line-infantry 60,50 0 line", "B b line-infantry 60.1,50 180 line quality=raw", FAR];
    let state = melee("", &lines, &[("a", "b")]);
    let (asked, _) = say(&state, Blue, &Command::Done, &[8, 8, 8, 8, 8, 8, 1, 1, 1, 1, 1, 1, 12]);
    assert_eq!(refused(&asked, Red, &Command::FollowUp(Length::mm(51))), "NQ-MEL-32");
    assert_eq!(refused(&asked, Red, &Command::Pursue), "NQ-MEL-32");
    let (after, _) = say(&asked, Red, &Command::FollowUp(Length::mm(50)), &dice(&[&[1]]));
    assert_eq!(after.units[0].outline.pose.at.y, 55_000);
}

#[test]
fn cavalry_breaks_off_for_a_hit_a_base() {
    // NQ-MEL-31
    let lines = ["A h light-cavalry 60,50 0 line bases=4", "B b line-infantry 60.1,50 180 line bases=4"];
    let mut state = field("", &lines, Step::Move, Asking::Move(Red));
    let fight = locked(&state, "h", "b");
    state.fights.push(fight);
    assert_eq!(refused(&state, Red, &Command::BreakOff(UnitId(1))), "NQ-ROS-01");
    let (after, events) = say(&state, Red, &Command::BreakOff(id(&state, "h")), &[]);
    assert_eq!(hits(&events), [(0, 4)]);
    assert!(after.fights.is_empty() && after.units[0].marks.fled && after.units[0].unformed);
    assert_eq!(after.units[0].bases, 3);
}

#[test]
fn units_close_up_again_and_those_that_touch_no_more_part() {
    // NQ-MEL-36, NQ-MEL-39, NQ-FOR-12, NQ-MEL-19
    let lines = ["A a line-infantry 60,50 0 line bases=4", "B b line-infantry 70,50 180 line bases=4"];
    // They share one file; a has lost two bases and its row is laid about its middle.
    let mut state = melee("", &lines, &[("a", "b")]);
    state.units[0].bases = 2;
    let far = ["A a line-infantry 60,50 0 line bases=4", "B b line-infantry 90,50 180 line bases=4"];
    let apart = melee("", &far, &[("a", "b")]);
    let (after, events) = say(&apart, Blue, &Command::Done, &dice(&[]));
    assert!(after.fights.is_empty());
    assert!(events.contains(&Event::Parted([UnitId(0), UnitId(1)])));
    let short = ["A a line-infantry 60,48 0 line bases=4", "B b line-infantry 60.1,50 180 line bases=4"];
    let gap = melee("", &short, &[("a", "b")]);
    let (closed, _) = say(&gap, Blue, &Command::Done, &dice(&[&[8, 8, 1, 1], &[1, 1, 8, 8]]));
    assert_eq!(closed.fights.len(), 1);
}

#[test]
fn a_square_that_cannot_close_is_an_unformed_attack_column() {
    // NQ-FOR-12, NQ-FOR-13, NQ-FOR-03
    let lines = ["A a line-infantry 60,50 0 attack-column bases=6", "B b line-infantry 60.1,50 180 square bases=4"];
    let mut state = melee("", &lines, &[("a", "b")]);
    state.units[1].reduction = 3;
    let (asked, events) = say(&state, Blue, &Command::Done, &[8, 1]);
    let (after, _) = say(&asked, Red, &Command::Bring(Wrapped::default()), &dice(&[&[1]]));
    assert!(events.iter().any(|event| matches!(event, Event::SquareBroken { .. })));
    assert_eq!(after.units[1].formation, Formation::AttackColumn);
    assert!(after.units[1].unformed);
}

#[test]
fn a_rout_shakes_friends_of_the_brigade_near_by_once() {
    // NQ-MOR-18, NQ-MOR-26, NQ-SEQ-13, NQ-SEQ-18
    let lines = [
        "A a line-infantry 60,50 0 line bases=4",
        "B b line-infantry 60.1,50 180 line bases=4 quality=raw",
        "B near line-infantry 80,62 180 line bases=4",
        "B away line-infantry 110,62 180 line bases=4",
    ];
    let state = melee("", &lines, &[("a", "b")]);
    let faces: &[&[i16]] = &[&[8, 8, 8, 8], &[1, 1, 1, 1], &[12], /* near: 10 + 1 */ &[10]];
    let (asked, events) = say(&state, Blue, &Command::Done, &faces.concat());
    assert!(asked.units[1].routing);
    let tested: Vec<u16> = events
        .iter()
        .filter_map(|event| match event {
            Event::Tested { unit, .. } => Some(unit.0),
            _ => None,
        })
        .collect();
    assert_eq!(tested, [1, 2]);
}
