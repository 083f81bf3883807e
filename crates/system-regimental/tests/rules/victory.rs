//! Losses, key positions, victory and the end.

use crate::field::{Field, field, pose};
use firelock_core::{Refusal, RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Fate, Step};
use firelock_regimental::words::Order;

const ARMIES: &str = "red infantry foot at 24,4 facing 0\nred infantry second at 10,4 facing 0
    blue infantry foe at 24,34 facing 180\nblue infantry other at 10,34 facing 180";

/// Ends the player turn that goes on.
fn end_turn(field: &mut Field) -> Vec<String> {
    let (turn, active) = (field.state.turn, field.state.active);
    let mut told = Vec::new();
    while (field.state.turn, field.state.active) == (turn, active) && field.state.verdict.is_none() {
        told.extend(field.done());
    }
    told
}

fn walk(field: &mut Field, unit: &str, x: f64, y: f64) {
    let unit = field.unit(unit);
    field.happen(Event::Moved { unit, way: vec![pose(x, y, 0)], bend: Vec::new() });
}

fn lose(field: &mut Field, unit: &str, stands: u8) {
    let unit = field.unit(unit);
    field.happen(Event::StandsLost { unit, stands });
}

fn order(field: &mut Field, unit: &str, order: Order) {
    let unit = field.unit(unit);
    field.happen(Event::Ordered { unit, order });
}

fn verdict(field: &Field) -> firelock_core::Verdict {
    Regimental::verdict(&field.state).expect("the battle is over")
}

// Key positions.

#[test]
fn a_position_goes_to_the_side_that_alone_is_near() {
    // RF-VIC-06, RF-VIC-08
    let mut field = field(&format!("{ARMIES}\nobjective mill at 24,16 holder=\"blue\""));
    walk(&mut field, "foot", 24.0, 13.99);
    end_turn(&mut field);
    assert_eq!(field.state.keys, [Some(Side::Blue)], "2.01 inches are too far");
    walk(&mut field, "foot", 24.0, 14.0);
    assert_eq!(field.state.keys, [Some(Side::Blue)], "not before the end step");
    let told = end_turn(&mut field);
    assert_eq!(field.state.keys, [Some(Side::Red)]);
    assert!(told.contains(&"the Reds took mill".to_string()), "{told:?}");
    // It stays with the last who was alone there.
    walk(&mut field, "foot", 24.0, 4.0);
    end_turn(&mut field);
    assert_eq!(field.state.keys, [Some(Side::Red)]);
}

#[test]
fn a_contested_position_keeps_its_holder() {
    // RF-VIC-06
    let mut field = field(&format!("{ARMIES}\nobjective mill at 24,16"));
    walk(&mut field, "foot", 24.0, 14.0);
    walk(&mut field, "foe", 24.0, 18.5);
    end_turn(&mut field);
    end_turn(&mut field);
    assert_eq!(field.state.keys, [None]);
    order(&mut field, "foe", Order::Broken);
    end_turn(&mut field);
    assert_eq!(field.state.keys, [Some(Side::Red)], "broken troops hold nothing");
}

#[test]
fn guns_hold_no_position_and_disordered_troops_do() {
    // RF-VIC-06
    let mut field = field(&format!("{ARMIES}\nred artillery guns at 36,4 facing 0\nobjective mill at 24,16"));
    walk(&mut field, "guns", 24.0, 15.0);
    end_turn(&mut field);
    assert_eq!(field.state.keys, [None]);
    walk(&mut field, "foot", 27.0, 14.5);
    // Whoever is disordered has to check before his side may pass, so blue's turn is looked at.
    order(&mut field, "foot", Order::Disordered);
    end_turn(&mut field);
    assert_eq!(field.state.keys, [Some(Side::Red)]);
}

#[test]
fn a_garrison_holds_the_place_around_it() {
    // RF-VIC-06
    let field = field(
        "ground house building area 22,14 26,14 26,17 22,17\nobjective house feature=\"house\"
         red infantry foot garrison=\"house\"\nblue infantry foe at 24,34 facing 180",
    );
    let mut field = field;
    end_turn(&mut field);
    assert_eq!(field.state.keys, [Some(Side::Red)]);
}

#[test]
fn losing_what_one_held_at_the_start_is_a_key_position_lost() {
    // RF-VIC-07
    let mut field = field(&format!("{ARMIES}\nobjective mill at 24,16 holder=\"blue\"\nobjective free at 10,16"));
    walk(&mut field, "second", 10.0, 15.0);
    end_turn(&mut field);
    assert!(!field.state.army(Side::Blue).key_lost, "nobody held that one");
    walk(&mut field, "foot", 24.0, 15.0);
    let told = end_turn(&mut field);
    assert!(field.state.army(Side::Blue).key_lost && !field.state.army(Side::Red).key_lost);
    assert!(told.contains(&"the Blues have lost a key position".to_string()), "{told:?}");
    walk(&mut field, "foot", 24.0, 4.0);
    walk(&mut field, "foe", 24.0, 18.0);
    end_turn(&mut field);
    assert!(!field.state.army(Side::Blue).key_lost, "it is theirs again");
}

// Casualties.

#[test]
fn heavy_casualties_begin_at_the_heavy_level_and_count_from_the_next_player_turn() {
    // RF-VIC-03, RF-VIC-04, RF-VIC-08, RF-SEQ-20
    let mut field = field(ARMIES);
    assert_eq!(field.state.stage.armies[0].heavy_level, 4, "a quarter of 16");
    lose(&mut field, "foot", 3);
    end_turn(&mut field);
    assert!(!field.state.army(Side::Red).heavy);
    lose(&mut field, "foot", 1);
    assert!(!field.state.army(Side::Red).heavy, "not before the end step");
    let told = end_turn(&mut field);
    assert!(field.state.army(Side::Red).heavy && field.state.army(Side::Red).greater);
    assert!(told.contains(&"the Reds have greater losses than the enemy".to_string()), "{told:?}");
}

#[test]
fn greater_losses_are_heavy_ones_above_the_enemy_s() {
    // RF-VIC-05
    let mut field = field(ARMIES);
    lose(&mut field, "foot", 4);
    lose(&mut field, "foe", 4);
    end_turn(&mut field);
    let marks = |field: &Field| Side::BOTH.map(|side| (field.state.army(side).heavy, field.state.army(side).greater));
    assert_eq!(marks(&field), [(true, false), (true, false)]);
    lose(&mut field, "foe", 1);
    end_turn(&mut field);
    assert_eq!(marks(&field), [(true, false), (true, true)]);
    // More than the enemy, but not heavy.
    let mut field = self::field(ARMIES);
    lose(&mut field, "foot", 3);
    end_turn(&mut field);
    assert_eq!(marks(&field), [(false, false), (false, false)]);
}

#[test]
fn stands_of_units_that_are_gone_are_lost_and_damaged_guns_are_not() {
    // RF-VIC-01, RF-VIC-02
    let mut field = field(&format!("{ARMIES}\nred artillery guns at 36,4 facing 0"));
    let (guns, foot, second) = (field.unit("guns"), field.unit("foot"), field.unit("second"));
    let damaged = firelock_regimental::state::Gun { damaged: true, silenced: true, low_ammo: false };
    field.happen(Event::GunMarked { unit: guns, gun: 0, marks: damaged });
    assert_eq!(field.state.army(Side::Red).lost, 0);
    field.happen(Event::GunLost { unit: guns, gun: 0 });
    assert_eq!(field.state.army(Side::Red).lost, 1);
    lose(&mut field, "foot", 2);
    field.happen(Event::Removed { unit: foot, fate: Fate::Surrendered });
    assert_eq!(field.state.army(Side::Red).lost, 9);
    field.happen(Event::Removed { unit: second, fate: Fate::Exited });
    assert_eq!(field.state.army(Side::Red).lost, 9, "who leaves by an exit is not lost");
}

// The end.

/// Plays to the end by passing.
fn play_out(field: &mut Field) {
    while field.state.verdict.is_none() {
        end_turn(field);
    }
}

#[test]
fn the_last_player_turn_of_the_last_turn_ends_the_battle() {
    // RF-VIC-09
    let mut field = field(&format!("battle turns=2\n{ARMIES}"));
    end_turn(&mut field);
    end_turn(&mut field);
    end_turn(&mut field);
    assert_eq!((field.state.turn, field.state.active), (2, Side::Blue));
    end_turn(&mut field);
    assert_eq!((field.state.turn, field.state.step), (2, Step::End));
    let end = verdict(&field);
    assert_eq!((end.winner, end.margin, end.score), (None, "draw", [0, 0]));
    assert_eq!(end.words, "the day ends at 0 to 0 points, a draw");
    assert_eq!(Regimental::view(&field.state, None).over, Some(end.words));
    assert!(Regimental::decision(&field.state).is_over());
    let late: Result<(), Refusal> = Regimental::check(&field.state, Side::Red, &Command::Resign);
    assert_eq!(late.expect_err("over").to_string(), "the battle is over (RF-VIC-09)");
}

#[test]
fn points_are_for_positions_casualties_and_leaders() {
    // RF-VIC-10
    let mut field = field(&format!(
        "battle turns=1\nred leader howe at 12,8\nblue leader gates at 12,30\n{ARMIES}
         objective mill at 24,16 holder=\"red\" worth=2\nobjective ridge at 40,18 holder=\"blue\"
         objective ford at 4,18 holder=\"blue\" side=\"red\""
    ));
    lose(&mut field, "foe", 5);
    let gates = field.leader("gates");
    let status = firelock_regimental::state::LeaderStatus::ReplacedIn(9);
    field.happen(Event::LeaderFared { leader: gates, status, points: 1 });
    play_out(&mut field);
    // Red: the mill 4, blue's heavy casualties 2, greater losses 1, Gates 1. Blue: the ridge 2; the ford counts for red alone.
    let end = verdict(&field);
    assert_eq!(end.score, [8, 2]);
    assert_eq!((end.winner, end.margin, end.clause.to_string().as_str()), (Some(Side::Red), "clear", "RF-VIC-11"));
    assert_eq!(end.words, "the day ends at 8 to 2 points, a clear victory for the Reds");
}

#[test]
fn the_lead_says_how_clear_a_victory_is() {
    // RF-VIC-11
    for (lead, margin) in
        [(0, "draw"), (1, "draw"), (2, "marginal"), (3, "marginal"), (4, "clear"), (6, "clear"), (7, "decisive")]
    {
        let mut field =
            field(&format!("battle turns=1\n{ARMIES}\nobjective mill at 24,16 holder=\"blue\" | vp={lead}"));
        play_out(&mut field);
        let end = verdict(&field);
        assert_eq!((end.margin, end.winner), (margin, (lead > 1).then_some(Side::Blue)), "{lead}");
    }
}

#[test]
fn an_army_that_has_lost_half_its_stands_is_beaten_at_once() {
    // RF-VIC-12
    let mut field = field(ARMIES);
    lose(&mut field, "foot", 7);
    end_turn(&mut field);
    assert!(field.state.verdict.is_none(), "7 of 16");
    lose(&mut field, "second", 1);
    end_turn(&mut field);
    let end = verdict(&field);
    assert_eq!((end.winner, end.margin, end.clause.to_string().as_str()), (Some(Side::Blue), "decisive", "RF-VIC-12"));
    assert_eq!(end.words, "the Reds have lost 8 of 16 stands: a decisive victory for the Blues");
}

#[test]
fn an_army_without_steady_troops_is_beaten_at_once() {
    // RF-VIC-12
    let mut field = field(&format!("{ARMIES}\nblue artillery guns at 36,34 facing 180"));
    order(&mut field, "foe", Order::Broken);
    end_turn(&mut field);
    assert!(field.state.verdict.is_none());
    order(&mut field, "foe", Order::Good);
    end_turn(&mut field);
    order(&mut field, "foe", Order::Broken);
    order(&mut field, "other", Order::Broken);
    end_turn(&mut field);
    let end = verdict(&field);
    assert_eq!((end.winner, end.margin), (Some(Side::Red), "decisive"));
    assert_eq!(end.words, "the Blues have no steady troops left on the field: a decisive victory for the Reds");
}

#[test]
fn two_beaten_armies_are_a_draw() {
    // RF-VIC-12
    let mut field = field(ARMIES);
    for unit in ["foot", "foe"] {
        lose(&mut field, unit, 7);
    }
    for unit in ["second", "other"] {
        lose(&mut field, unit, 1);
    }
    end_turn(&mut field);
    let end = verdict(&field);
    assert_eq!((end.winner, end.margin), (None, "draw"));
}

#[test]
fn a_side_may_give_up() {
    // RF-VIC-12
    let mut field = field(ARMIES);
    assert_eq!(field.play(&Command::Resign, &[]), ["the Reds give up the battle"]);
    let end = verdict(&field);
    assert_eq!((end.winner, end.margin), (Some(Side::Blue), "decisive"));
}
