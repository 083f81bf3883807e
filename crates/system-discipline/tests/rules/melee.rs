//! Rounds of melee on the table: matching, winners and losers, engaged bodies, pursuit (FD-MEL-30..53). Lengths are yards.

use expect_test::expect;
use firelock_core::Side::{Blue, Red};
use firelock_discipline::command::Command;

use crate::drill::{DECLARE, PURSUE, STAND, answer, charge, charged, charging, hold, moves, rest, run, shows};
use crate::field::Field;

/// Two French regiments fall on three Dutch: A faces X and two stands of Y, B one stand of Y and Z.
fn french_and_dutch() -> Field {
    let mut field = charging(
        "red infantry A at 230,100 facing 0 men=240 | stands=4 elites=0\nred infantry B at 282.5,100 facing 0 men=180 | stands=3 elites=0\n\
         blue infantry X at 215,150 facing 180 men=120 | stands=2 elites=0\nblue infantry Y at 252.5,150 facing 180 men=180 | stands=3 elites=0\nblue infantry Z at 290,150 facing 180 men=120 | stands=2 elites=0",
    );
    let of = |field: &Field, who: &str, among: [&str; 2]| {
        among.map(|whom| charge(field, who, whom)).into_iter().find(|command| field.check(Red, command).is_ok())
    };
    let command = of(&field, "A", ["X", "Y"]).expect("one of them is ahead");
    field.play(Red, &command, &[]);
    let command = of(&field, "B", ["Y", "Z"]).expect("one of them is ahead");
    field.play(Red, &command, &[]);
    field.ends(Red, DECLARE);
    for dutch in ["X", "Y", "Z"] {
        let command = hold(&field, dutch);
        if field.check(Blue, &command).is_ok() {
            field.play(Blue, &command, &[]);
        }
    }
    field
}

/// A's dice at X and Y, B's at Y and Z, X's at A, Y's at A and B, Z's at B: as many casualties as the book tells.
const AS_PRINTED: [i16; 14] = [0, 9, 0, 1, 0, 2, 1, 0, 1, 0, 9, 1, 0, 9];

#[test]
fn two_french_and_three_dutch_come_out_as_printed() {
    // FD-EX-17, FD-MEL-30, FD-MEL-32, FD-MEL-43, FD-MEL-45, FD-ODD-13
    let mut field = french_and_dutch();
    shows(
        &moves(&mut field, &[]),
        &expect![[r#"
            A charged 50 yards ahead
            A closed up
            A struck X
            A struck Y
            B charged 50 yards ahead
            B closed up
            B struck Y
            B struck Z
        "#]],
    );
    // Y and Z fail: 8 fails, 5 flees.
    let faces = [&AS_PRINTED[..], &[8, 5, 8, 5]].concat();
    shows(
        &rest(&mut field, &faces),
        &expect![[r#"
            melee, inflicted-received: A 3-3, B 3-2, X 2-1, Y 2-3, Z 1-2
            A marked 3 boxes (3 of 8)
            B marked 2 boxes (2 of 6)
            X marked 1 box (1 of 4)
            Y marked 3 boxes (3 of 6)
            Z marked 2 boxes (2 of 4)
            Y failed the check (a lost melee, 7 needed)
            Y fled
            Y ran through friends 100 yards to the north-east
            Y marked 1 box (4 of 6)
            Z failed the check (a lost melee, 7 needed)
            Z fled
            Z ran 100 yards to the north
            B may pursue
        "#]],
    );
    // A and X are engaged; B is free of both its opponents and may pursue.
    assert_eq!(field.prompts(), [(Red, PURSUE)]);
    assert_eq!(field.refused(Red, &Command::Pursue(field.body("A"))), "FD-MEL-50");
    assert_eq!(field.check(Red, &Command::Pursue(field.body("B"))), Ok(()));
}

#[test]
fn a_winner_is_engaged_with_the_one_that_stays() {
    // FD-EX-17, FD-MEL-46, FD-MEL-47: Y passes, so B does not pursue, even though Z fled.
    let mut field = french_and_dutch();
    moves(&mut field, &[]);
    let faces = [&AS_PRINTED[..], &[7, 8, 5]].concat();
    shows(
        &rest(&mut field, &faces),
        &expect![[r#"
            melee, inflicted-received: A 3-3, B 3-2, X 2-1, Y 2-3, Z 1-2
            A marked 3 boxes (3 of 8)
            B marked 2 boxes (2 of 6)
            X marked 1 box (1 of 4)
            Y marked 3 boxes (3 of 6)
            Z marked 2 boxes (2 of 4)
            Y passed the check (a lost melee, 7 needed)
            Z failed the check (a lost melee, 7 needed)
            Z fled
            Z ran 100 yards to the north-east
        "#]],
    );
    let opponents = |id: &str| {
        let body = field.body(id);
        let others = field.state.contacts.iter().filter_map(|contact| contact.other(body));
        others.map(|other| field.state.line(field.state.body(other).unit).name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(opponents("B"), ["Y"]);
    assert_eq!(opponents("A"), ["X", "Y"]);
    // Locked: no move, no facing change, no charge.
    field.to(Red, "move");
    assert_eq!(field.refused(Red, &field.ahead("B", 1.0)), "FD-MEL-47");
}

#[test]
fn horse_fights_on_engaged_in_the_next_turn() {
    // FD-EX-14, FD-MEL-33, FD-MEL-43, FD-MEL-53, FD-SEQ-15, FD-SEQ-16
    let text =
        "red cavalry steel at 300,100 facing 0 | tactic=steel\nblue cavalry fire at 300,150 facing 180 | tactic=fire";
    let (mut field, _) = charged(text, "steel", "fire", STAND, &[]);
    shows(
        &rest(&mut field, &[0, 5, 7, 3, 4, 1, 8, 6]),
        &expect![[r#"
            melee, inflicted-received: steel 1-1, fire 1-1
            steel marked 1 box (1 of 8)
            fire marked 1 box (1 of 8)
        "#]],
    );
    // Next turn, VII.4: {0,1} against {0}. The loser checks 7 and passes: it stays.
    shows(
        &rest(&mut field, &[1, 0, 9, 4, 2, 0, 5, 8, 4]),
        &expect![[r#"
            melee, inflicted-received: steel 2-1, fire 1-2
            steel marked 1 box (2 of 8)
            fire marked 2 boxes (3 of 8)
            fire passed the check (a lost melee, 7 needed)
        "#]],
    );
    // One that flees now is not pursued.
    shows(
        &rest(&mut field, &[1, 0, 9, 4, 2, 9, 5, 8, 9, 5]),
        &expect![[r#"
            melee, inflicted-received: steel 2-0, fire 0-2
            fire marked 2 boxes (5 of 8)
            fire failed the check (a lost melee, 6 needed)
            fire fled
            fire ran 100 yards to the north
        "#]],
    );
    assert!(field.prompts().iter().all(|(_, words)| *words != PURSUE));
}

#[test]
fn a_wall_leaves_attackers_one_face_and_a_loser_that_halts_stays() {
    // FD-EX-15, FD-MEL-40, FD-MEL-41, FD-MEL-46, FD-TER-06
    let text = "ground wall stone-wall line 200,150 400,150\nred infantry foot at 300,100 facing 0 men=240 | stands=4 elites=0\nblue infantry foe at 300,151 facing 180 men=240 | stands=4 elites=0";
    let (mut field, told) = charged(text, "foot", "foe", STAND, &[]);
    shows(
        &told,
        &expect![[r#"
            foot charged 51 yards ahead
            foot closed up
            foot struck foe
        "#]],
    );
    // Attackers {0}: 3 0 6 1; defenders {0,1,2}: 2 7 0 9. The attackers fail with 10, 2 halts.
    shows(
        &rest(&mut field, &[3, 0, 6, 1, 2, 7, 0, 9, 10, 2]),
        &expect![[r#"
            melee, inflicted-received: foot 1-2, foe 2-1
            foot marked 2 boxes (2 of 8)
            foe marked 1 box (1 of 8)
            foot failed the check (a lost melee, 7 needed)
            foot halted
        "#]],
    );
    // Engaged: attackers still {0}, defenders {0,1,2,3}.
    shows(
        &rest(&mut field, &[1, 1, 1, 1, 3, 9, 9, 9, 7]),
        &expect![[r#"
            melee, inflicted-received: foot 0-1, foe 1-0
            foot marked 1 box (3 of 8)
            foot passed the check (a lost melee, 7 needed)
        "#]],
    );
}

#[test]
fn a_contact_that_does_not_cross_the_cover_is_in_the_open() {
    // FD-MEL-41: round the end of the wall.
    let text = "ground wall stone-wall line 260,150 340,150\nred cavalry horse at 420,158 facing 270 men=30 | stands=1 castings=3\nred infantry friend at 60,60 facing 0 | elites=0\nblue infantry foe at 300,151 facing 180 men=240 | stands=4 elites=0";
    let (mut field, told) = charged(text, "horse", "foe", STAND, &[]);
    shows(
        &told,
        &expect![[r#"
            horse charged 90 yards ahead
            horse closed up
            horse struck the flank of foe
        "#]],
    );
    // Mix against bayonet {0}, +1 for the flank: a 1 hits.
    shows(
        &rest(&mut field, &[1, 9, 7]),
        &expect![[r#"
            melee, inflicted-received: horse 1-0, foe 0-1
            foe marked 1 box (1 of 8)
            foe passed the check (a lost melee, 7 needed)
        "#]],
    );
}

#[test]
fn a_pursuit_that_meets_an_enemy_is_a_melee_of_its_own() {
    // FD-MEL-50, FD-MEL-51, FD-MEL-52
    let text = "red infantry foot at 300,100 facing 0 training=\"veteran\" | elites=0\nblue infantry first at 300,150 facing 180 men=120 | stands=2 elites=0\nblue infantry second at 350,175 facing 180 | elites=0";
    let (mut field, _) = charged(text, "foot", "first", STAND, &[]);
    shows(
        &rest(&mut field, &[0, 1, 9, 9]),
        &expect![[r#"
            melee, inflicted-received: foot 4-0, first 0-4
            first marked 4 boxes (4 of 4)
            first shattered
            first removed
            foot may pursue
        "#]],
    );
    assert_eq!(field.prompts(), [(Red, PURSUE)]);
    // Two stands of each touch. Only they roll; the loser checks, and nobody pursues again.
    shows(
        &field.play(Red, &Command::Pursue(field.body("foot")), &[0, 9, 9, 9, 8, 5]),
        &expect![[r#"
            foot pursued 25 yards ahead
            foot closed up
            foot struck second
            melee, inflicted-received: foot 2-0, second 0-2
            second marked 2 boxes (2 of 10)
            second failed the check (a lost melee, 7 needed)
            second fled
            second ran 100 yards to the east
        "#]],
    );
    assert!(field.prompts().iter().all(|(_, words)| *words != PURSUE));
}

#[test]
fn half_stands_side_by_side_fight_as_one() {
    // FD-MEL-31: two half-stands one die, an odd one a die too; FD-MEL-38 counts their castings together.
    let text = "red infantry foot at 300,100 facing 0 men=120 | stands=2 elites=2\nblue infantry foe at 300,150 facing 180 men=120 | stands=2 elites=0";
    let (mut field, _) = charged(text, "foot", "foe", STAND, &[]);
    // One full stand and two half-stands: two dice against two.
    shows(
        &rest(&mut field, &[9, 9, 9, 9]),
        &expect![[r#"
        melee, inflicted-received: foot 0-0, foe 0-0
    "#]],
    );
}

#[test]
fn a_column_fights_with_its_front_row() {
    // FD-MEL-25, FD-FRM-14
    let text = "red infantry foot at 300,100 facing 0 formation=\"column\" | elites=0\nblue infantry foe at 300,150 facing 180 | elites=0";
    let (mut field, _) = charged(text, "foot", "foe", STAND, &[]);
    shows(
        &rest(&mut field, &[9, 9]),
        &expect![[r#"
        melee, inflicted-received: foot 0-0, foe 0-0
    "#]],
    );
}

#[test]
fn twice_the_castings_raise_the_hit_set() {
    // FD-MEL-38: six against three do, six against four do not.
    let melee = |men: u32, faces: &[i16]| {
        let text = format!(
            "red infantry foot at 300,100 facing 0 men=60 | stands=1 elites=0\nblue infantry foe at 300,150 facing 180 men={men} | stands=1 elites=0\nblue infantry far at 600,400 facing 180 | elites=0"
        );
        let (mut field, _) = charged(&text, "foot", "foe", STAND, &[]);
        rest(&mut field, faces)
    };
    // Bayonet {0,1,2}: a 3 hits only with one face more.
    assert!(melee(30, &[3, 9, 7])[0].contains("foot 1-0"));
    assert!(melee(40, &[3, 9])[0].contains("foot 0-0"));
}

#[test]
fn engaged_bodies_do_not_answer_with_a_countercharge() {
    // FD-MEL-14, FD-MEL-47
    let mut field = charging(
        "red infantry foot at 300,100 facing 0 men=180 | stands=3 elites=0\nred infantry more at 345,100 facing 0 men=120 | stands=2 elites=0\nblue infantry foe at 315,150 facing 180 men=300 | elites=0",
    );
    let command = charge(&field, "foot", "foe");
    run(&mut field, &command, "foe", STAND, &[]);
    rest(&mut field, &[9, 9, 9, 9, 9, 9]);
    field.to(Red, DECLARE);
    field.play(Red, &charge(&field, "more", "foe"), &[]);
    let response = firelock_discipline::state::Response::Counter(field.body("more"));
    let clause = field.check(Blue, &answer(&field, "foe", response)).expect_err("it is engaged").clause.to_string();
    // It is not even asked: it can only stand.
    assert!(["FD-MEL-14", "FD-SEQ-04", "FD-SEQ-10"].contains(&clause.as_str()), "{clause}");
}
