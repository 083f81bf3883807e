//! Fixtures of the toy: how a clause is tested, and what a wrong fixture says.

use expect_test::{Expect, expect};
use firelock_core::{Clause, Die, Ledger, Line, Lot, Quantity, Read, Roll, Rolled, Side, Tie, UnitId};
use firelock_testkit::toy::READER;
use firelock_testkit::{Fixture, roll_words};

fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&READER.transcript(fixture));
}

#[test]
fn a_company_moves_its_rate_and_no_farther() {
    // clause TOY-MOV-01
    check(
        "
table 24in 24in
A company fusiliers at 12,6 facing 0
B company militia   at 12,20 facing 180
A: press
B: hold
A: ahead fusiliers by 6.5
A: ahead fusiliers by 6
B: wheel militia turn -46
B: wheel militia turn -45
show
",
        expect![[r#"
            red chooses to press
            blue chooses to hold
            red chose to press, blue to hold
            refused: a move is more than 0 and at most 6" (TOY-MOV-01)
            fusiliers moves to 12,12 facing 0°
            the step ends
            refused: a wheel turns at most 45° (TOY-MOV-01)
            militia moves to 12.29,19.29 facing 135°
            the step ends
            turn 1 of 8, shoot
            red  #0  fusiliers line 12,12 facing 0° 6/6
            blue #1  militia   line 12.29,19.29 facing 135° 6/6
            red figures: 6
            red posture (0 open, 1 sealed, 2 press, 3 hold): 2
            blue figures: 6
            blue posture (0 open, 1 sealed, 2 press, 3 hold): 3
        "#]],
    );
}

#[test]
fn a_company_ends_neither_off_the_table_nor_upon_another() {
    // clause TOY-MOV-02
    check(
        "
table 24in 24in
A company fusiliers  at 12,6 facing 0
A company grenadiers at 12,10.99
B company militia    at 12,1 facing 180
A: press
B: press
A: ahead fusiliers by 4
A: ahead fusiliers by 3.99
A: done
B: ahead militia by 1.01
B: ahead militia by 1
",
        expect![[r#"
            red chooses to press
            blue chooses to press
            red chose to press, blue to press
            refused: there is no room (TOY-MOV-02)
            fusiliers moves to 12,9.99 facing 0°
            the step ends
            refused: there is no room (TOY-MOV-02)
            militia moves to 12,0 facing 180°
            the step ends
            the step ends
            the step ends
            the step ends
            turn 2 begins
        "#]],
    );
}

#[test]
fn a_volley_is_held_while_its_misses_may_be_rolled_again() {
    // clauses TOY-FIR-02, TOY-FIR-03
    check(
        "
table 24in 24in
A company fusiliers at 12,6 facing 0
B company militia   at 12,12 facing 180
A: hold
B: press
A: done
B: done
A: shoot fusiliers militia
dice: 1 2 5 6
A: done
A: again
dice: 5 4
B: done
dice: 3
B: back
",
        expect![[r#"
            red chooses to hold
            blue chooses to press
            red chose to hold, blue to press
            the step ends
            the step ends
            volley 4 d6 1 2 5 6: +6 figures, +1 holding, -3 far = 4 dice -> 2, 2 by band
            fusiliers shoots at militia: 2 hits, 2 misses
            refused: red is not asked that now (TOY-SEQ-02)
            volley 2 d6 5 4 -> 1, 1 by band
            fusiliers fells 3 of militia
            the step ends
            the step ends
            nerve d6 3: (+1 holding), (-1 below half) = 3
            militia is shaken
            militia falls back to 12,15 facing 180°
            the step ends
            turn 2 begins
        "#]],
    );
}

#[test]
fn nerve_goes_on_after_an_owner_has_chosen() {
    // clauses TOY-NRV-01, TOY-NRV-02
    check(
        "
table 24in 24in
A company fusiliers at 10,6 facing 0
A company grenadiers at 14,6 facing 0
B company militia   at 10,9 facing 180
B company rangers   at 14,9 facing 180
A: press
B: hold
A: done
B: done
A: shoot fusiliers militia
dice: 5 5 1 1 1 1
A: keep
A: shoot grenadiers rangers
dice: 6 6 6 1 1 1
A: keep
B: done
dice: 2
B: stand
dice: 4
show
",
        expect![[r#"
            red chooses to press
            blue chooses to hold
            red chose to press, blue to hold
            the step ends
            the step ends
            volley 6 d6 5 5 1 1 1 1: +6 figures, (+1 holding), (-3 far) = 6 dice -> 4, 2 by band
            fusiliers shoots at militia: 2 hits, 4 misses
            fusiliers fells 2 of militia
            volley 6 d6 6 6 6 1 1 1: +6 figures, (+1 holding), (-3 far) = 6 dice -> 3, 3 by band
            grenadiers shoots at rangers: 3 hits, 3 misses
            grenadiers fells 3 of rangers
            the step ends
            the step ends
            nerve d6 2: +1 holding, (-1 below half) = 3
            militia is shaken
            militia stands and loses a figure
            nerve d6 4: +1 holding, (-1 below half) = 5
            rangers holds
            the step ends
            turn 2 begins
            turn 2 of 8, press or hold
            red  #0  fusiliers  line 10,6 facing 0° 6/6
            red  #1  grenadiers line 14,6 facing 0° 6/6
            blue #2  militia    line 10,9 facing 180° 3/6
            blue #3  rangers    line 14,9 facing 180° 3/6
            red figures: 12
            red posture (0 open, 1 sealed, 2 press, 3 hold): 0
            blue figures: 6
            blue posture (0 open, 1 sealed, 2 press, 3 hold): 0
        "#]],
    );
}

#[test]
fn a_shot_needs_range_and_arc() {
    // clause TOY-FIR-01
    check(
        "
table 24in 24in
A company fusiliers at 12,6 facing 0
B company near      at 12,14 facing 180
B company far       at 14.5,14 facing 180
B company beside    at 19,6 facing 180
A: press
B: press
A: done
B: done
A: shoot fusiliers far
A: shoot fusiliers beside
A: shoot fusiliers near
dice: 1 1 1
",
        expect![[r#"
            red chooses to press
            blue chooses to press
            red chose to press, blue to press
            the step ends
            the step ends
            refused: it is farther than 8" (TOY-FIR-01)
            refused: it is out of arc (TOY-FIR-01)
            volley 3 d6 1 1 1: +6 figures, (+1 holding), -3 far = 3 dice -> 3, 0 by band
            fusiliers shoots at near: 0 hits, 3 misses
        "#]],
    );
}

#[test]
fn a_wrong_fixture_says_where() {
    check(
        "A company fusiliers at 12,6 facing",
        expect![[r#"
        line 1: facing wants a value
    "#]],
    );
    check(
        "\n\nA company fusiliers at 12;6",
        expect![[r#"
        line 3: at: "12;6" is not a place, as 12,10.5
    "#]],
    );
    check(
        "A company fusiliers at 12,6in at 1,1",
        expect![[r#"
        line 1: at stands twice
    "#]],
    );
    check(
        "A company fusiliers at 12,x",
        expect![[r#"
        line 1: at: "x" is not a length
    "#]],
    );
    check(
        "A battalion fusiliers at 12,6",
        expect![[r#"
        line 1: "battalion" is not one of company
    "#]],
    );
    check(
        "A company fusiliers at 12,6 figures many",
        expect![[r#"
        line 1: figures "many" cannot be read
    "#]],
    );
    check(
        "A company fusiliers facing 90",
        expect![[r#"
        line 1: at is missing
    "#]],
    );
    check(
        "A company",
        expect![[r#"
        line 1: the name is missing
    "#]],
    );
    check(
        "table 24in",
        expect![[r#"
        line 1: a table is a width and a depth, as 48in 36in, not "24in"
    "#]],
    );
    check(
        "dice: 1",
        expect![[r#"
        line 1: dice stand behind the command they fall for
    "#]],
    );
    check(
        "A company fusiliers at 12,6 # alone\nA: press\ndice: six",
        expect![[r#"
        line 3: "six" is not a list of faces
    "#]],
    );
    check(
        "A company fusiliers at 12,6\nB company militia at 2,6\nA: charge",
        expect![[r#"
        line 3: "charge" is not one of press, hold, ahead, wheel, shoot, keep, again, back, stand, done
    "#]],
    );
    check(
        "A company fusiliers at 12,6\nB company militia at 2,6\nA: ahead rangers",
        expect![[r#"
        line 3: "rangers" is not one of fusiliers, militia
    "#]],
    );
    check(
        "A company fusiliers at 12,6\nB company militia at 2,6\nA: press\ndice: 1",
        expect![[r#"
        line 3: 1 of its faces are not used
    "#]],
    );
    check(
        "A company fusiliers at 12,6\nB company militia at 12.5,6",
        expect![[r#"
            line 1: it stands off the table or upon another
        "#]],
    );
    check(
        "A company fusiliers at 12,6\nB:",
        expect![[r#"
        line 2: the line has no words
    "#]],
    );
}

#[test]
fn a_halted_command_changes_nothing() {
    let fixture = "
A company fusiliers at 12,6 facing 0
B company militia   at 12,9 facing 180
A: press
B: press
A: done
B: done
A: shoot fusiliers militia
dice: 1 2
A: shoot fusiliers militia
dice: 7
A: shoot fusiliers militia
dice: 1 2 3 4 5 6
";
    check(
        fixture,
        expect![[r#"
        red chooses to press
        blue chooses to press
        red chose to press, blue to press
        the step ends
        the step ends
        halted: 6 d6 is to be rolled: volley (TOY-FIR-02)
        halted: a d6 has no 7: volley (TOY-FIR-02)
        volley 6 d6 1 2 3 4 5 6: +6 figures, (+1 holding), (-3 far) = 6 dice -> 4, 2 by band
        fusiliers shoots at militia: 2 hits, 4 misses
    "#]],
    );
}

#[test]
fn lengths_and_angles_are_exact() {
    let text = "table 120cm 80cm\nwood at 1.5,2in size 30mm wide 12.34567 turned -22.5";
    let fixture = Fixture::read(text, &["size", "wide", "turned"]).expect("well drawn");
    let wood = &fixture.setup[0];
    assert_eq!(fixture.table.map(|(width, depth)| (width.get(), depth.get())), Some((120_000, 80_000)));
    assert_eq!((wood.number, wood.side, wood.words.as_slice()), (2, None, ["wood"].as_slice()));
    assert_eq!(wood.place("at").expect("a place").map(|at| (at.x, at.y)), Some((1500, 5080)));
    assert_eq!(wood.length("size").expect("a length").map(|size| size.get()), Some(3000));
    assert_eq!(wood.angle("turned").expect("an angle").map(|turn| turn.get()), Some(-2250));
    assert_eq!(
        wood.length("wide").expect_err("five decimals").to_string(),
        "line 2: wide: \"12.34567\" is not a length"
    );
    assert_eq!(wood.length("long"), Ok(None));
}

#[test]
fn each_reading_of_a_roll_has_words() {
    const A: Clause = Clause::new("XX-A-01");
    let line = |value, label, applies| Line { clause: A, label, value, applies };
    let ledger = |lines: Vec<Line>, quantity| {
        let total = lines.iter().filter(|line| line.applies).map(|line| line.value).sum();
        Ledger { lines, total, quantity }
    };
    let say = |roll: &Roll, faces: &[i16], expected: Expect| {
        let mut dice = firelock_core::Given::new(faces.iter().copied());
        let rolled: Rolled = firelock_core::Dice::roll(&mut dice, roll).expect("faces enough");
        expected.assert_eq(&roll_words(roll, &rolled, &|unit| format!("unit {unit}")));
    };
    let d10 = || Lot::of(Side::Red, 1, Die::D(10));
    let fresh = || {
        ledger(vec![line(-1, "provisional", true), line(2, "fresh", true), line(1, "column", false)], Quantity::Score)
    };
    let one = Roll::new(A, "maneuver", Read::Sum, [d10().plus(1)]).because(Some(UnitId(1)), fresh());
    say(&one, &[2], expect!["maneuver d10 2: -1 provisional, +2 fresh, (+1 column) = 3"]);
    let raw = ledger(vec![line(-2, "raw", true)], Quantity::Score);
    let several =
        Roll::new(A, "maneuver", Read::Sum, [d10()]).because(Some(UnitId(1)), fresh()).because(Some(UnitId(2)), raw);
    say(
        &several,
        &[2],
        expect![[r#"
        maneuver d10 2
          unit #1: -1 provisional, +2 fresh, (+1 column) = 3
          unit #2: -2 raw = 0"#]],
    );
    let again = Roll::new(A, "rally", Read::Sum, [d10().plus(1).again(1 << 1)]).because(None, fresh());
    say(&again, &[1, 7], expect!["rally d10 1 7: -1 provisional, +2 fresh, (+1 column) = 8"]);
    say(&Roll::new(A, "leader", Read::Sum, [d10().plus(-1)]), &[2], expect!["leader d10 -1 2 -> 1"]);
    let blue = Lot::of(Side::Blue, 1, Die::D(10));
    let versus = Roll::new(A, "charge", Read::Versus { tie: Tie::Stands }, [d10().plus(1).why(0), blue.why(1)]);
    let versus = versus.because(Some(UnitId(1)), fresh()).because(Some(UnitId(7)), ledger(vec![], Quantity::Score));
    say(
        &versus,
        &[6, 4],
        expect![[r#"
        charge d10 against d10 6 4 -> 3 apart
          unit #1: -1 provisional, +2 fresh, (+1 column) = 1
          unit #7: = 0"#]],
    );
    let need = ledger(vec![line(5, "printed", true), line(1, "cover", true)], Quantity::Need);
    let tally = Lot::of(Side::Red, 3, Die::D(6)).cut(firelock_core::Cuts::at(6));
    say(
        &Roll::new(A, "volley", Read::Tally, [tally]).because(None, need),
        &[1, 6, 6],
        expect!["volley 3 d6 1 6 6: +5 printed, +1 cover = 6 needed -> 1, 2 by band"],
    );
    say(
        &Roll::new(A, "order", Read::Faces, [Lot::of(Side::Red, 3, Die::D(6))]),
        &[3, 1, 6],
        expect!["order 3 d6 3 1 6"],
    );
    say(&Roll::new(A, "morale", Read::Sum, [d10().dice(2)]), &[3, 4], expect!["morale 2 d10 3 4 -> 7"]);
}
