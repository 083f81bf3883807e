//! Cavalry: recalls and countercharges.

use expect_test::expect;
use firelock_core::{Grain, RuleSystem, Side, Wish};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::results::ManeuverEffect::WellHandled;
use firelock_regimental::words::Order;

use super::{check, fight};
use crate::charging::{charge, contacts, declaring, drawn, in_combat, stands};
use crate::field::{Field, pose};

/// Red horse charges blue horse, met halfway or not.
fn cavalry_combat(countercharge: bool) -> Field {
    let text = "red cavalry horse at 24,8 facing 0 men=240\nblue cavalry dragoons at 24,20 facing 180 men=240";
    let mut field = declaring(text, &[("horse", WellHandled)]);
    let go = charge(&field, "horse", "dragoons");
    field.play(&go, &[]);
    match countercharge {
        true => {
            let go = Command::Countercharge { unit: field.unit("dragoons"), charger: field.unit("horse") };
            field.play(&go, &[]);
        }
        false => {
            field.done();
        }
    }
    field.skip_to("choose the next combat");
    field
}

#[test]
fn beaten_cavalry_may_recall_in_a_first_combat() {
    // RF-CHG-46, RF-CHG-52, RF-CHG-57, RF-CHG-73
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[1, 4]);
    let horse = field.unit("horse");
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Red));
    // Up to 18 inches, straight or aslant, any facing.
    let to = |x: f64, y: f64, facing: i32| Command::Recall { unit: horse, pose: pose(x, y, facing) };
    assert_eq!(field.check(&to(24.0, 2.0, 0)), Ok(()));
    assert_eq!(field.check(&to(30.0, 10.0, 0)), Ok(()));
    assert_eq!(field.check(&to(24.0, 4.0, 180)), Ok(()));
    let refused = |command: &Command| {
        let refusal = field.check(command).expect_err("not so");
        assert!(refusal.place.is_some());
        refusal.clause.to_string()
    };
    assert_eq!(refused(&to(24.0, 21.0, 0)), "RF-CHG-57", "not towards the enemy");
    assert_eq!(refused(&to(24.0, 19.5, 0)), "RF-MOV-27", "an inch from enemies");
    assert_eq!(refused(&to(41.0, 12.0, 0)), "RF-CHG-57", "too far");
    assert_eq!(refused(&to(24.0, 0.5, 0)), "RF-MOV-30", "on the table");
    assert_eq!(refused(&Command::DoNotRecall(field.unit("dragoons"))), "RF-CHG-57");
    field.play(&to(24.0, 4.0, 180), &[]);
    assert_eq!(stands(&field, "horse"), "24,4 facing 180°");
    assert_eq!(field.state.unit(horse).order, Order::Disordered);
    assert!(contacts(&field).is_empty());
}

#[test]
fn cavalry_that_does_not_recall_does_what_the_result_says() {
    // RF-CHG-52, RF-CHG-53, RF-RET-04
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[1, 4]);
    let stay = Command::DoNotRecall(field.unit("horse"));
    check(
        drawn(&mut field, &stay, &[]),
        expect![[r#"
        horse: Line 6 24,18 facing 0°, disordered
        dragoons: Line 6 24,20 facing 180°, disordered
    "#]],
    );
}

#[test]
fn a_recall_passes_friends_but_not_obstacles() {
    // RF-CHG-57, RF-TER-19, RF-MOV-29
    let recalled = |more: &str| {
        let text = format!(
            "red cavalry horse at 24,14 facing 0 men=240\nblue cavalry dragoons at 24,20 facing 180 men=240\n{more}"
        );
        let mut field = declaring(&text, &[("horse", WellHandled)]);
        let go = charge(&field, "horse", "dragoons");
        field.play(&go, &[]);
        field.skip_to("choose the next combat");
        let go = fight(&field, "horse");
        field.play(&go, &[1, 4]);
        let back = Command::Recall { unit: field.unit("horse"), pose: pose(24.0, 8.0, 0) };
        field.check(&back).map_err(|refusal| refusal.clause.to_string())
    };
    assert_eq!(recalled("red infantry foot at 24,11.5 facing 0"), Ok(()));
    assert_eq!(recalled("red infantry foot at 24,8.5 facing 0"), Err("RF-MOV-29".into()), "not onto them");
    assert_eq!(recalled("ground trees abatis line 20,10 28,10"), Err("RF-TER-19".into()));
    assert_eq!(recalled("ground pond lake area 20,10 28,10 28,11 20,11"), Err("RF-MOV-29".into()));
    assert_eq!(recalled("blue infantry line at 27.8,11 facing 270"), Err("RF-CHG-57".into()), "past an enemy");
}

#[test]
fn candidates_for_a_recall_are_legal_and_a_pointer_finds_the_nearest() {
    // RF-CHG-57
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[1, 4]);
    for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
        let mut found = Vec::new();
        Regimental::candidates(&field.state, Side::Red, grain, &mut found);
        assert!(found.iter().any(|command| matches!(command, Command::Recall { .. })), "{grain:?}");
        assert!(found.iter().all(|command| field.check(command).is_ok()), "{grain:?}");
    }
    let wish = Wish { unit: field.unit("horse"), at: crate::field::at(24.0, 1.5), ..Wish::default() };
    let fitted = Regimental::fit(&field.state, Side::Red, &wish).expect("a place on the way");
    assert_eq!(field.check(&fitted.command), Ok(()));
    assert_eq!(
        fitted.short.map(|refusal| refusal.clause.to_string()),
        Some("RF-CHG-57".into()),
        "18.5 inches are too far"
    );
    let far = Wish { unit: field.unit("horse"), at: crate::field::at(24.0, 30.0), ..Wish::default() };
    assert_eq!(Regimental::fit(&field.state, Side::Red, &far).expect_err("forward").clause.to_string(), "RF-CHG-57");
}

#[test]
fn defending_cavalry_that_wins_is_disordered() {
    // RF-CHG-55
    let text = "red infantry foot at 24,10 facing 0\nblue cavalry line at 24,16 facing 180";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    field.play(&go, &[1, 9]);
    assert_eq!(field.state.unit(field.unit("line")).order, Order::Disordered);
    assert_eq!(stands(&field, "line"), "24,16 facing 180°");
}

#[test]
fn cavalry_that_countercharged_and_won_carries_or_recalls() {
    // RF-SEQ-21, RF-CHG-55
    let won = || {
        let mut field = cavalry_combat(true);
        let go = fight(&field, "horse");
        field.play(&go, &[1, 4]);
        // The beaten horse goes back first.
        let stay = Command::DoNotRecall(field.unit("horse"));
        field.play(&stay, &[]);
        assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Blue));
        field
    };
    let mut field = won();
    let stay = Command::DoNotRecall(field.unit("dragoons"));
    check(
        drawn(&mut field, &stay, &[]),
        expect![[r#"
        horse: Line 6 24,12 facing 0°, disordered
        dragoons: Line 6 24,14 facing 180°, disordered
    "#]],
    );
    let mut field = won();
    let back = Command::Recall { unit: field.unit("dragoons"), pose: pose(24.0, 28.0, 180) };
    check(
        drawn(&mut field, &back, &[]),
        expect![[r#"
        horse: Line 6 24,12 facing 0°, disordered
        dragoons: Line 6 24,28 facing 180°, disordered
    "#]],
    );
}

#[test]
fn both_sides_of_a_countercharge_count_their_gallop_and_no_ground() {
    // RF-CHG-28, RF-CHG-33
    let mut field = cavalry_combat(true);
    let go = fight(&field, "horse");
    let told = drawn(&mut field, &go, &[5, 4]);
    assert!(
        told.starts_with(
            "attack +4: +2 fresh troops, +2 cavalry charge over open ground\ndefense +4: +2 fresh troops, +2"
        ),
        "{told}"
    );
}

#[test]
fn hard_pressing_cavalry_may_recall() {
    // RF-CHG-49
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[2, 1]);
    // First the beaten dragoons, then the winner.
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Blue));
    let stay = Command::DoNotRecall(field.unit("dragoons"));
    field.play(&stay, &[]);
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Red));
    let back = Command::Recall { unit: field.unit("horse"), pose: pose(24.0, 8.0, 0) };
    field.play(&back, &[]);
    assert_eq!(stands(&field, "horse"), "24,8 facing 0°");
}
