//! Reinforcements and flankers (WA-SEQ-18, 19, 33, 34; WA-MOVE-25).

use crate::field::transcript;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

#[test]
fn a_reinforcement_comes_on_a_five_by_the_base_line() {
    // WA-SEQ-18, WA-MOVE-25, WA-EX-22, WA-ROST-14, WA-ODD-12
    check(
        r#"
A line late reinforcement
A gun slow reinforcement
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B gun other at 50,33 facing 180
B line enemy at 20,5 facing 180
A: done
dice: 4 5
A: enter slow at 40,2 facing 0 front 1
A: enter slow at 40,1.57 facing 0 front 1
A: enter late at 40,1.57 facing 0 front 1 limbered
A: enter slow at 24,1.57 facing 0 front 1 limbered
A: enter slow at 40,5.2 facing 0 front 1 limbered
A: enter slow at 40,1.574 facing 0 front 1 limbered
show
"#,
        expect![[r#"
            red, step 9: reinforcements
            reinforcement d6 4
            late must wait
            reinforcement d6 5
            slow came on
            refused: guns come on limbered (WA-MOVE-25)
            refused: guns come on limbered (WA-MOVE-25)
            refused: it is not its turn to come on (WA-MOVE-25)
            refused: it is placed at least 6" from the enemy (WA-MOVE-25)
            refused: it is placed touching its edge (WA-MOVE-25)
            slow came on at 40, 1.57
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            turn 2, steps 6 to 8: actions
            red  #0  late  close, front 3 0,0 facing 0° 12/12 average
            red  #1  slow  limbered       40,1.57 facing 0° 2/2 average [arriving]
            red  #2  foot  close, front 3 30,10 facing 0° 12/12 average
            red  #3  idle  unlimbered     3,3 facing 0° 2/2 average
            blue #4  other unlimbered     50,33 facing 180° 2/2 average
            blue #5  enemy close, front 3 20,5 facing 180° 12/12 average
            in Reds, reinforcements: late
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn by_road_a_four_is_enough_and_the_unit_touches_the_road() {
    // WA-MOVE-25, WA-EX-22
    check(
        r#"
ground road 30,0 30,36
A line late reinforcement
A line foot at 30,20 facing 0
A gun idle at 3,3 facing 0
B gun other at 50,33 facing 180
B line enemy at 20,25 facing 180
A: done
A: come-on
dice: 4
"#,
        expect![[r#"
            red, step 9: reinforcements
            reinforcement d6 4
            late must wait
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
        "#]],
    );
    check(
        r#"
ground road 30,0 30,36
A line late reinforcement
A line foot at 30,20 facing 0
A gun idle at 3,3 facing 0
B gun other at 50,33 facing 180
B line enemy at 20,25 facing 180
A: done
A: come-on road
dice: 4
A: enter late at 40,3.54 facing 0 front 2
A: enter late at 30,5.9 facing 0 front 1
A: enter late at 30,3.543 facing 0 front 2
"#,
        expect![[r#"
            red, step 9: reinforcements
            reinforcement d6 4
            late came on
            refused: by road it is placed touching the road (WA-MOVE-25)
            refused: it is placed wholly within 3.54" of the edge (WA-MOVE-25)
            late came on at 30, 3.54
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
        "#]],
    );
    // A six-base unit three ranks deep just fits; the next turn it acts of itself (WA-MOVE-26).
}

#[test]
fn an_arrival_acts_of_itself_in_its_owners_next_turn_only() {
    // WA-MOVE-26, WA-SEQ-20
    check(
        r#"
A line late reinforcement
A line foot at 30,20 facing 0
A gun idle at 3,3 facing 0
B gun other at 50,33 facing 180
B line enemy at 20,25 facing 180
A: done
dice: 6
A: enter late at 40,2.362 facing 0 front 3
B: done
dice: 1
A: automatic late
dice: 3
A: done
A: done
B: done
dice: 1
A: automatic late
"#,
        expect![[r#"
            red, step 9: reinforcements
            reinforcement d6 6
            late came on
            late came on at 40, 2.36
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            blue, step 9: reinforcements
            blue, step 10: flanking
            blue, steps 11 and 12: reset and countdown
            command bases face forward
            countdown d6 1
            the countdown falls by 1 to 20
            turn 3, red: step 1: morale and reform
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            action points d6 3: = 0 AP
            late: 3 AP
            late: done
            red, step 9: reinforcements
            red, step 10: flanking
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 4, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            blue, step 9: reinforcements
            blue, step 10: flanking
            blue, steps 11 and 12: reset and countdown
            command bases face forward
            countdown d6 1
            the countdown falls by 1 to 19
            turn 5, red: step 1: morale and reform
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            refused: only guns, cavalry and arriving units act of themselves (WA-SEQ-08)
        "#]],
    );
}

#[test]
fn both_sides_roll_for_flankers_in_the_attackers_turn() {
    // WA-SEQ-19, WA-SEQ-33, WA-SEQ-34, WA-ODD-11
    check(
        r#"
A line left flank-left
A line right flank-left
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B line theirs flank-left
B gun other at 50,33 facing 180
B line enemy at 20,30 facing 180
A: done
dice: 5 1 6
A: enter left at 2.4,10 facing 90 front 3
A: enter left at 2.362,20 facing 80 front 3
A: enter right at 2.362,20 facing 90 front 3
B: enter theirs at 57.638,20 facing 270 front 3
"#,
        expect![[r#"
            red, step 9: reinforcements
            red, step 10: flanking
            flanking 2 d6, d6 5 1 6 -> 1, 1, 0, 1 by band
            blue: 1 flanker may come
            red: 1 flanker may come
            refused: it is placed touching its edge (WA-SEQ-34)
            refused: it faces into the table (WA-SEQ-34)
            right came on at 2.36, 20
            theirs came on at 57.64, 20
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn on_the_same_edge_successes_cancel() {
    // WA-SEQ-33
    check(
        r#"
A line left flank-left
A line right flank-left
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B line theirs flank-right
B gun other at 50,33 facing 180
B line enemy at 20,30 facing 180
A: done
dice: 5 1 6
"#,
        expect![[r#"
            red, step 9: reinforcements
            red, step 10: flanking
            flanking 2 d6, d6 5 1 6 -> 1, 1, 0, 1 by band
            blue: 0 flankers may come
            red: 0 flankers may come
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
        "#]],
    );
}

#[test]
fn scouts_add_dice_to_the_first_flanking_roll() {
    // WA-PRE-07
    check(
        r#"
A line left flank-left
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B gun other at 50,33 facing 180
B line enemy at 20,30 facing 180
set scouts 2
A: done
dice: 1 1 1
B: done
dice: 1
A: done
dice: 5
"#,
        expect![[r#"
            red, step 9: reinforcements
            red, step 10: flanking
            flanking 3 d6, 0 d6 1 1 1 -> 3, 0, 0, 0 by band
            red: 0 flankers may come
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
            blue, step 9: reinforcements
            blue, step 10: flanking
            blue, steps 11 and 12: reset and countdown
            command bases face forward
            countdown d6 1
            the countdown falls by 1 to 20
            turn 3, red: step 1: morale and reform
            red, step 2: new commanders
            red, step 3: commanders move
            red, step 4: determination
            red, steps 6 to 8: actions
            red, step 9: reinforcements
            red, step 10: flanking
            flanking d6, 0 d6 5 -> 0, 1, 0, 0 by band
            red: 1 flanker may come
        "#]],
    );
}

#[test]
fn without_room_they_wait() {
    // WA-SEQ-34, WA-MOVE-25
    check(
        r#"
A line left flank-left
A line foot at 30,10 facing 0
A gun idle at 3,3 facing 0
B gun other at 50,33 facing 180
B line a at 7,4 facing 270
B line b at 7,12 facing 270
B line c at 7,20 facing 270
B line d at 7,28 facing 270
B line e at 7,34 facing 270
A: done
dice: 5
"#,
        expect![[r#"
            red, step 9: reinforcements
            red, step 10: flanking
            flanking d6, 0 d6 5 -> 0, 1, 0, 0 by band
            red: 1 flanker may come
            red, steps 11 and 12: reset and countdown
            command bases face forward
            turn 2, blue: step 1: morale and reform
            blue, step 2: new commanders
            blue, step 3: commanders move
            blue, step 4: determination
            blue, steps 6 to 8: actions
        "#]],
    );
}
