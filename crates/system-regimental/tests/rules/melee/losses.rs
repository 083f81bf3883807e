//! Losses and the order of a result.

use expect_test::expect;
use firelock_core::{Place as Where, RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Colonel, LeaderStatus};

use super::{check, fight};
use crate::charging::{drawn, fighting, in_combat};
use crate::field::Field;

/// Elite foot against three small units in one contact: three stands, and twice two or one.
fn against_three(few: bool, faces: &[i16]) -> (Field, String) {
    let text = "red infantry foot at 24,10 facing 0 men=640 | experience=elite\nblue infantry a at 22,16 facing 180 men=120\n\
                blue infantry b at 24.5,16 facing 180 men=80\nblue infantry c at 26,16 facing 180 men=80";
    let mut field = in_combat(text, &[("foot", "a")]);
    for target in ["b", "c"] {
        let mut other = field.state.contacts[0];
        other.target = field.unit(target);
        field.happen(Event::Met(other));
        field.happen(Event::StandsLost { unit: field.unit(target), stands: u8::from(few) });
    }
    let go = fight(&field, "foot");
    let told = drawn(&mut field, &go, faces);
    (field, told)
}

#[test]
fn losses_fall_on_the_lead_and_then_as_the_owner_likes() {
    // RF-CHG-37, RF-MOR-15, RF-CHG-41
    // Swept by 9 + 2: four stands, of which the lead has three.
    let (mut field, told) = against_three(false, &[10, 3]);
    check(
        told,
        expect![[r#"
        attack +4: +2 elite, +2 fresh troops
        defense +0: +2 fresh troops, -2 outnumbered 2 to 1
        11 Swept from the Field
        foot: Line 16 24,16 facing 0°, good, to break through
        a: Destroyed
        b: Line 2 24.5,16 facing 180°, broken
        c: Line 2 26,16 facing 180°, broken
    "#]],
    );
    assert_eq!((field.prompt(), field.asked()), ("share out the losses", Side::Blue));
    let (foot, b, c) = (field.unit("foot"), field.unit("b"), field.unit("c"));
    for (unit, stands) in [(foot, 1), (b, 0), (b, 2)] {
        let refusal = field.check(&Command::Lose { unit, stands }).expect_err("not so");
        assert_eq!((refusal.clause.to_string().as_str(), refusal.place), ("RF-CHG-37", Some(Where::Unit(unit))));
    }
    let listed = Regimental::decision(&field.state).asks[0].listed.clone();
    assert_eq!(listed, [Command::Lose { unit: b, stands: 1 }, Command::Lose { unit: c, stands: 1 }]);
    check(
        drawn(&mut field, &Command::Lose { unit: c, stands: 1 }, &[]),
        expect![[r#"
        foot: Line 16 24,16 facing 0°, good, to break through
        a: Destroyed
        b: Mob 2 24.5,32.75 facing 0°, broken
        c: Mob 1 26,32.75 facing 0°, broken
    "#]],
    );
    // Losses beyond all the stands there are leave no choice.
    let (field, told) = against_three(true, &[10, 1]);
    check(
        told,
        expect![[r#"
        attack +4: +2 elite, +2 fresh troops
        defense -1: +2 fresh troops, -3 outnumbered 3 to 1
        14 Swept from the Field
        foot: Line 16 24,16 facing 0°, good, to break through
        a: Destroyed
        b: Destroyed
        c: Destroyed
    "#]],
    );
    assert_ne!(field.prompt(), "share out the losses");
}

#[test]
fn a_side_without_stands_has_lost_the_struggle() {
    // RF-CHG-51
    let text = "red infantry foot at 24,10 facing 0 men=80\nblue infantry line at 24,16 facing 180 men=80";
    let small = |own: u8, other: u8| {
        let text = text.to_string();
        fighting(
            &text,
            &[("foot", "line")],
            |field| {
                field.happen(Event::StandsLost { unit: field.unit("foot"), stands: 2 - own });
                field.happen(Event::StandsLost { unit: field.unit("line"), stands: 2 - other });
            },
            |command| command,
        )
    };
    // Two stands against one: fresh against spent and outnumbered two to one.
    let mut field = small(2, 1);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[1, 7]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -2 spent troops, -2 outnumbered 2 to 1
        0 Desperate Struggle
        0 Hard Pressed
        foot: Line 1 24,16 facing 0°, disordered
        line: Destroyed
    "#]],
    );
    let mut field = small(1, 1);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[5, 5]),
        expect![[r#"
        attack -2: -2 spent troops
        defense -2: -2 spent troops
        0 Desperate Struggle
        foot: Destroyed
        line: Destroyed
    "#]],
    );
}

#[test]
fn the_order_of_a_result_is_losses_markers_loser_winner_leaders() {
    // RF-CHG-68, RF-CHG-41, RF-LDR-07
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue leader gates at 24,20\n\
                blue infantry line at 24,16 facing 180 men=480";
    let attach =
        |field: &mut Field| field.happen(Event::Attached { leader: field.leader("gates"), unit: field.unit("line") });
    let mut field = fighting(text, &[("foot", "line")], attach, |command| command);
    let go = fight(&field, "foot");
    // Worn, so that the leader does not save it.
    field.happen(Event::StandsLost { unit: field.unit("line"), stands: 3 });
    let told = field.play(&go, &[10, 1, 9]);
    check(
        told.join("\n") + "\n",
        expect![[r#"
            foot against line: +10, Swept from the Field
            line lost 3 stands
            line broken
            foot must break through
            line formed mob
            line moved 18.25" to 24, 34.25
            gates is lost; a new man comes in turn 2
            red, charge phase: breakthroughs
        "#]],
    );
    assert!(matches!(field.state.leader(field.leader("gates")).status, LeaderStatus::ReplacedIn(_)));
}

#[test]
fn a_brave_colonel_is_checked_when_no_leader_is_near() {
    // RF-LDR-10, RF-CHG-54
    let lost = |leader: &str, faces: &[i16]| {
        let text = format!(
            "{leader}\nred infantry foot at 24,20 facing 0 men=480\nblue infantry line at 24,26 facing 180 men=480"
        );
        let brave = |field: &mut Field| {
            field.happen(Event::ColonelFared { unit: field.unit("foot"), colonel: Colonel::Leads });
            field.happen(Event::StandsLost { unit: field.unit("foot"), stands: 3 });
        };
        let mut field = fighting(&text, &[("foot", "line")], brave, |command| command);
        let go = fight(&field, "foot");
        field.play(&go, faces);
        field.state.unit(field.unit("foot")).colonel
    };
    assert_eq!(lost("", &[1, 9, 8]), Colonel::None);
    assert_eq!(lost("", &[1, 9, 6]), Colonel::Leads);
    // A leader within four inches of the unit, not attached, keeps him from being checked.
    assert_eq!(lost("red leader howe at 24,22.5", &[1, 9]), Colonel::Leads);
}
