//! The turn as a state machine: steps, action loop, windows, held dice (WA-SEQ, WA-CMD).

use crate::field::{state, transcript, unit};
use expect_test::{Expect, expect};
use firelock_core::{Given, Side, try_out};
use firelock_washington::Washington;
use firelock_washington::command::Command;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

#[test]
fn a_failed_motivation_spends_the_unit_and_ends_its_commander() {
    // WA-SEQ-10, WA-SEQ-11, WA-CMD-12
    check(
        r#"
A brigadier grey at 30,5 value 1
A line foot at 30,9 facing 0
A line other at 40,9 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 1 2
A: motivate other
"#,
        expect![[r#"
            grey motivates
            motivation 2 d6 1 2: +2 average, +1 commander's value = 3 needed -> 3
            foot did not stir
            grey motivates no more this turn
            refused: its commander has ended or failed this turn (WA-SEQ-10)
        "#]],
    );
}

#[test]
fn a_passed_motivation_rolls_action_points() {
    // WA-SEQ-12, WA-CMD-11, WA-CMD-15, WA-CMD-18
    check(
        r#"
A brigadier grey at 30,5 value 1
A line foot at 30,9 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 3 4 5
A: motivate foot
A: done
A: motivate foot
"#,
        expect![[r#"
            grey motivates
            motivation 2 d6 3 4: +2 average, +1 commander's value = 3 needed -> 7
            foot will act
            action points d6 5: = 0 AP
            foot: 5 AP
            refused: that is not what is decided now (WA-SEQ-12)
            foot: done
            refused: its command base is turned: it has acted this turn (WA-SEQ-08)
        "#]],
    );
}

#[test]
fn a_mounted_commander_with_the_unit_needs_no_roll() {
    // WA-CMD-13, WA-CMD-16
    check(
        r#"
A brigadier grey at 30,5 value 3 with foot
A line foot at 30,9 facing 0 raw
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 3
"#,
        expect![[r#"
            grey motivates
            foot will act
            action points d6 3: +1 commander with, -1 raw = 0 AP
            foot: 3 AP
        "#]],
    );
    // On foot he does not spare the roll.
    check(
        r#"
A brigadier grey at 30,5 value 3 with foot on-foot
A line foot at 30,9 facing 0 raw
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 3
"#,
        expect![[r#"
            halted: 2 d6 is to be rolled: motivation (WA-CMD-11)
        "#]],
    );
}

#[test]
fn motivation_is_harder_through_units_and_ground() {
    // WA-CMD-18, WA-CMD-19, WA-CMD-20, WA-CMD-21, WA-CMD-22, WA-CMD-23
    check(
        r#"
ground wood 28,10 32,10 32,12 28,12
ground wood 27,19 33,19 33,23 27,23
A brigadier grey at 30,5 value 0
A line foot at 30,22 facing 0
A line between at 30,16 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,33 facing 180
A: motivate foot
dice: 6 5 1
"#,
        expect![[r#"
            grey motivates
            motivation 2 d6 6 5: +2 average, +4 each 3 inches off, +1 either in a wood or building, +1 a unit between, +2 separated by a wood, building, river or hill = 10 needed -> 11
            foot will act
            action points d6 1: = 0 AP
            foot: 1 AP
        "#]],
    );
    // Guns are not between, and a marsh separates nobody.
    check(
        r#"
ground marsh 28,10 32,10 32,12 28,12
A brigadier grey at 30,5 value 0
A line foot at 30,22 facing 0
A gun between at 30,16 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,33 facing 180
A: motivate foot
dice: 6 4 1
"#,
        expect![[r#"
            grey motivates
            motivation 2 d6 6 4: +2 average, +4 each 3 inches off = 6 needed -> 10
            foot will act
            action points d6 1: = 0 AP
            foot: 1 AP
        "#]],
    );
}

#[test]
fn the_chance_to_act_is_that_of_the_motivation() {
    // WA-SEQ-08, WA-SEQ-11, WA-CMD-11, WA-CMD-12, WA-CMD-18
    let mut field = state(
        r#"
A brigadier grey at 30,5 value 1 dice 2
A line foot at 30,8 facing 0
A line other at 45,8 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
"#,
    );
    let chances =
        |field: &_| ["foot", "other", "idle", "enemy"].map(|name| Washington::chance_to_act(field, unit(field, name)));
    // 2 and 3 always fail; the other is complete 3" four times off and needs 7.
    assert_eq!(chances(&field), [33, 21, 36, 0]);
    let call = Command::Motivate(unit(&field, "foot"));
    let after = |field: &_, faces: &[i16]| {
        let mut field: firelock_washington::state::State = Clone::clone(field);
        try_out::<Washington>(&mut field, Side::Red, &call, &mut Given::new(faces.iter().copied()))
            .expect("he may call");
        field
    };
    assert_eq!(chances(&after(&field, &[3, 4])), [36, 21, 36, 0], "the dice lie well");
    assert_eq!(chances(&after(&field, &[1, 2])), [0, 0, 36, 0], "if they are kept nobody else is called");
    field = after(&field, &[1, 2]);
    try_out::<Washington>(&mut field, Side::Red, &Command::Keep, &mut Given::new([])).expect("he may keep them");
    assert_eq!(chances(&field), [0, 0, 36, 0]);
}

#[test]
fn guns_cavalry_and_arrivals_act_of_themselves_once() {
    // WA-SEQ-08, WA-SEQ-09, WA-MOVE-26
    check(
        r#"
A brigadier grey at 30,5
A gun piece at 5,5 facing 0
A cavalry horse at 15,5 facing 0
A cavalry troop at 20,5 facing 0 dismounted
A line fresh at 40,5 facing 0 arriving
A line foot at 30,9 facing 0
B line enemy at 30,30 facing 180
A: motivate piece
A: motivate horse
A: motivate fresh
A: automatic foot
A: automatic horse
dice: 4
A: done
A: automatic horse
A: automatic troop
dice: 1
A: done
A: automatic fresh
dice: 1
A: done
A: automatic piece
dice: 1
"#,
        expect![[r#"
            refused: it acts of itself and is not motivated (WA-SEQ-09)
            refused: it acts of itself and is not motivated (WA-SEQ-09)
            refused: it acts of itself and is not motivated (WA-SEQ-09)
            refused: only guns, cavalry and arriving units act of themselves (WA-SEQ-08)
            action points d6 4: = 0 AP
            horse: 4 AP
            horse: done
            refused: its command base is turned: it has acted this turn (WA-SEQ-08)
            action points d6 1: = 0 AP
            troop: 1 AP
            troop: done
            action points d6 1: = 0 AP
            fresh: 1 AP
            fresh: done
            action points d6 1: = 0 AP
            piece: 1 AP
        "#]],
    );
}

#[test]
fn a_commander_who_has_ended_is_not_current_again() {
    // WA-SEQ-07, WA-SEQ-10
    check(
        r#"
A brigadier grey at 30,5
A brigadier buff at 40,5
A line one at 30,9 facing 0 brigade grey
A line two at 25,9 facing 0 brigade grey
A line three at 40,9 facing 0 brigade buff
A line four at 45,9 facing 0 brigade buff
B line enemy at 30,30 facing 180
A: end-commander
A: motivate one
dice: 6 6 1
A: done
A: motivate three
dice: 6 6 1
A: done
A: motivate two
A: end-commander
A: motivate four
"#,
        expect![[r#"
            refused: no commander is motivating (WA-SEQ-07)
            grey motivates
            motivation 2 d6 6 6: +2 average, +1 commander's value = 3 needed -> 12
            one will act
            action points d6 1: = 0 AP
            one: 1 AP
            one: done
            buff motivates
            motivation 2 d6 6 6: +2 average, +1 commander's value = 3 needed -> 12
            three will act
            action points d6 1: = 0 AP
            three: 1 AP
            three: done
            refused: its commander has ended or failed this turn (WA-SEQ-10)
            halted: d6 is to be rolled: countdown (WA-SEQ-21)
            halted: 2 d6 is to be rolled: motivation (WA-CMD-11)
        "#]],
    );
}

#[test]
fn the_general_stands_in_for_one_brigade_with_a_dead_commander() {
    // WA-CMD-14
    check(
        r#"
A general howe at 35,5 value 2
A brigadier grey dead
A brigadier buff dead
A line one at 30,9 facing 0 brigade grey
A line two at 25,9 facing 0 brigade grey
A line three at 40,9 facing 0 brigade buff
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate one
dice: 6 6 1
A: done
A: motivate three
A: motivate two
dice: 1 1
"#,
        expect![[r#"
            howe stands in for the commander of grey
            motivation 2 d6 6 6: +2 average, +2 commander's value = 4 needed -> 12
            one will act
            action points d6 1: = 0 AP
            one: 1 AP
            one: done
            refused: the general stands in for another brigade this turn (WA-CMD-14)
            motivation 2 d6 1 1: +2 average, +2 commander's value, +2 each 3 inches off, +1 a unit between = 7 needed -> 2
            two did not stir
            howe motivates no more this turn
        "#]],
    );
    check(
        r#"
A brigadier grey dead
A line one at 30,9 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate one
"#,
        expect![[r#"
            refused: its brigade has no commander, and there is no general to stand in (WA-CMD-14)
        "#]],
    );
}

#[test]
fn action_points_are_never_fewer_than_one() {
    // WA-CMD-15, WA-CMD-17, WA-EX-04
    check(
        r#"
A brigadier grey at 30,8
A line foot at 30,9 facing 0 raw disordered
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 6 6 2
A: rally
dice: 4
"#,
        expect![[r#"
            grey motivates
            motivation 2 d6 6 6: +3 raw, +1 commander's value = 4 needed -> 12
            foot will act
            action points d6 2: -1 raw, -2 disordered = -3 AP -> -1
            foot: 1 AP
            1 AP: try to lose disorder
            disorder removal d6 4
            foot in order again
            foot: done
        "#]],
    );
    // A damaged gun has one less (WA-ART-08); a veteran with a commander gains one, not two (WA-CMD-16).
    check(
        r#"
A brigadier grey at 30,8 with foot
A line foot at 30,9 facing 0 veteran
A gun piece at 5,5 facing 0 half 1
B line enemy at 30,30 facing 180
A: automatic piece
dice: 4
A: done
A: motivate foot
dice: 3
"#,
        expect![[r#"
            action points d6 4: -1 damaged field gun = -1 AP -> 3
            piece: 3 AP
            piece: done
            grey motivates
            foot will act
            action points d6 3: +1 veteran = 1 AP -> 4
            foot: 4 AP
        "#]],
    );
}

#[test]
fn unspent_action_points_are_lost() {
    // WA-SEQ-12
    check(
        r#"
A gun piece at 5,5 facing 0
A gun idle at 55,5 facing 0
A line foot at 40,5 facing 0
B line enemy at 30,30 facing 180
A: automatic piece
dice: 6
A: turn 45
A: done
A: turn 45
"#,
        expect![[r#"
            action points d6 6: = 0 AP
            piece: 6 AP
            1 AP: turn the gun
            piece turned to 45°
            piece: done
            refused: that is not what is decided now (WA-SEQ-07)
        "#]],
    );
}

#[test]
fn a_reaction_window_opens_after_each_act_within_short_range() {
    // WA-SEQ-06, WA-SEQ-15, WA-FIRE-19, WA-FIRE-20, WA-FIRE-22
    check(
        r#"
A line foot at 30,12 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,18 facing 180
B line beside at 34,18 facing 180
B line far at 45,18 facing 180
set activate foot ap 6
A: advance 1
A: advance 1.5
B: react far
B: react enemy
dice: 1 2 3 4 4
B: react enemy
B: react beside
dice: 6 5 1 6 3 4 3
"#,
        expect![[r#"
            1 AP: movement increment
            foot advanced 1"
            1 AP: movement increment
            foot advanced 1.5"
            refused: foot: 11.98" off, beyond 4" (WA-FIRE-04)
            shooting 3 d6 1 2 3 4 4 -> 3, 0 by band
              enemy: +3 each base in the front rank = 3 dice
              enemy: +5 basic = 5 needed
            enemy took the chance and shot at foot: 0 hits, 0 casualties
            refused: it has used its opportunity shot this turn (WA-FIRE-20)
            shooting 3 d6 6 5 1 6 -> 1, 2 by band
              beside: +3 each base in the front rank = 3 dice
              beside: +6 target off center = 6 needed
            saves 2 d6 3 4: +3 basic, +1 line infantry at short range = 4 needed -> 1, 1 by band
            disorder by fire d6 3 -> 1, 0 by band
            beside took the chance and shot at foot: 2 hits, 1 casualty
            foot took 1 marker more
            foot lost 1 half base
        "#]],
    );
}

#[test]
fn nobody_reacts_to_limbering_or_rallying() {
    // WA-SEQ-15
    check(
        r#"
A gun piece at 30,12 facing 0 disordered
A gun idle at 5,5 facing 0
A line foot at 40,5 facing 0
B line enemy at 30,15.5 facing 180
set activate piece ap 6
A: rally
dice: 2
A: limber
A: turn 45
B: pass
"#,
        expect![[r#"
            1 AP: try to lose disorder
            disorder removal d6 2
            2 AP: limber or unlimber
            piece limbered up
            1 AP: turn the gun
            piece turned to 45°
        "#]],
    );
}

#[test]
fn who_has_acted_or_fought_does_not_react() {
    // WA-FIRE-19, WA-FIRE-21
    check(
        r#"
A line foot at 30,12 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,15.5 facing 180 turned
B line tired at 34,15.5 facing 180 fought
set activate foot ap 6
A: face about
A: done
"#,
        expect![[r#"
            1 AP: change facing
            foot faced 180°
            foot: done
        "#]],
    );
}

#[test]
fn determination_dice_are_two_dice_less_values_and_distance() {
    // WA-SEQ-05, WA-CMD-05, WA-EX-05
    check(
        r#"
A general howe at 30,3 value 1
A brigadier grey at 30,12.08 value 1
A line foot at 30,15 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
set step determination
A: determine howe
A: determine grey
dice: 4 4
A: motivate foot
dice: 1 2
A: again 0
dice: 5
A: again 0
A: keep
dice: 1
"#,
        expect![[r#"
            refused: a living brigade commander of yours is named (WA-SEQ-05)
            determination 2 d6 4 4: -1 brigade commander's value, -1 general's value, -2 each 3 inches between them = -4 dice -> 4
            grey has 4 determination dice
            red, steps 6 to 8: actions
            grey motivates
            motivation 2 d6 1 2: +2 average, +1 commander's value = 3 needed
            the dice lie: 1, 2
            determination re-roll d6 5
            the die falls again: 5
            refused: that die has been rolled again already (WA-CMD-09)
            foot will act
            action points d6 1: = 0 AP
            the dice lie: 1
        "#]],
    );
}

#[test]
fn nobody_is_determined_without_a_general_and_one_a_turn() {
    // WA-CMD-06, WA-SEQ-05
    check(
        r#"
A general howe dead
A brigadier grey at 30,5 value 1
A line foot at 30,9 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
set step determination
A: determine grey
"#,
        expect![[r#"
            refused: without the general on the table there is no determination (WA-CMD-06)
        "#]],
    );
    check(
        r#"
A general howe at 30,3
A brigadier grey at 30,5
A brigadier buff at 40,5
A line foot at 30,9 facing 0
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
set step determination
A: done
A: determine grey
"#,
        expect![[r#"
            nobody is named
            red, steps 6 to 8: actions
            refused: that is not what is decided now (WA-SEQ-07)
        "#]],
    );
}

#[test]
fn determination_dice_roll_action_points_and_rallying_again() {
    // WA-CMD-07, WA-CMD-09, WA-SEQ-32
    check(
        r#"
A general howe at 30,3
A brigadier grey at 30,5 dice 3
A line foot at 30,9 facing 0 disordered
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 6 6
A: keep
dice: 1
A: again 0
dice: 6
A: rally
dice: 2
A: again 0
dice: 5
A: advance 1
"#,
        expect![[r#"
            grey motivates
            motivation 2 d6 6 6: +2 average, +1 commander's value = 3 needed
            the dice lie: 6, 6
            foot will act
            action points d6 1: -2 disordered = -2 AP -> -1
            the dice lie: 1
            determination re-roll d6 6
            the die falls again: 6
            foot: 4 AP
            1 AP: try to lose disorder
            disorder removal d6 2
            the dice lie: 2
            determination re-roll d6 5
            the die falls again: 5
            foot in order again
            1 AP: movement increment
            foot advanced 1"
        "#]],
    );
}

#[test]
fn determination_dice_are_not_for_other_brigades() {
    // WA-CMD-07
    check(
        r#"
A general howe at 30,3
A brigadier grey at 30,5 dice 3
A brigadier buff at 40,5
A line foot at 40,9 facing 0 brigade buff
A gun idle at 5,5 facing 0
B line enemy at 30,30 facing 180
A: motivate foot
dice: 1 1
"#,
        expect![[r#"
            buff motivates
            motivation 2 d6 1 1: +2 average, +1 commander's value = 3 needed -> 2
            foot did not stir
            buff motivates no more this turn
        "#]],
    );
}

#[test]
fn determination_dice_vanish_at_the_end_of_the_turn() {
    // WA-CMD-10, WA-SEQ-20, WA-ROST-12
    check(
        r#"
A general howe at 30,3
A brigadier grey at 30,5 dice 3
A gun idle at 5,5 facing 0
A line foot at 30,9 facing 0
B gun other at 5,30 facing 180
B line enemy at 30,30 facing 180
A: done
show
"#,
        expect![[r#"
            red, step 9: reinforcements
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            turn 2, steps 6 to 8: actions
            red  #0  idle  unlimbered     5,5 facing 0° 2/2 average
            red  #1  foot  close, front 3 30,9 facing 0° 12/12 average
            blue #2  other unlimbered     5,30 facing 180° 2/2 average
            blue #3  enemy close, front 3 30,30 facing 180° 12/12 average
            red  #1000 howe                 30,3.79 facing 0° value 1
            red  #1001 grey                 30,5.79 facing 0° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn the_countdown_falls_in_the_defenders_turn_and_ends_the_game() {
    // WA-SEQ-21, WA-SEQ-22, WA-VIC-01
    check(
        r#"
A gun idle at 5,5 facing 0
A line foot at 30,9 facing 0
B gun other at 5,30 facing 180
B line enemy at 30,30 facing 180
set active blue countdown 6
B: done
dice: 5
A: done
B: done
dice: 1
"#,
        expect![[r#"
            blue, step 9: reinforcements
            blue, step 10: flanking
            blue, steps 11 and 12: reset and countdown
            command bases face forward
            countdown d6 5
            the countdown falls by 5 to 1
            turn 2, red: step 1: morale and reform
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            red, step 9: reinforcements
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 3, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            blue, step 9: reinforcements
            blue, step 10: flanking
            blue, steps 11 and 12: reset and countdown
            command bases face forward
            countdown d6 1
            the countdown falls by 1 to 0
            Blues: marginal win by 0 points to 0
        "#]],
    );
}
