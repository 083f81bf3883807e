//! Breakthroughs and second combats.

use firelock_core::{RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::{ChargeWay, Command};
use firelock_regimental::event::Event;
use firelock_regimental::words::Order;
use firelock_table::Angle;

use super::fight;
use crate::charging::{clause, contacts, drawn, in_combat, stage, stands};
use crate::field::Field;

/// Horse sweeps guns away and is to break through, with more behind them.
fn breaking_through(more: &str) -> Field {
    let text = format!("red cavalry horse at 24,8 facing 0 men=240\nblue artillery guns at 24,14 facing 180\n{more}");
    let mut field = in_combat(&text, &[("horse", "guns")]);
    let go = fight(&field, "horse");
    field.play(&go, &[10, 1]);
    field
}

#[test]
fn a_breakthrough_goes_half_a_move_at_the_closest_enemy_ahead() {
    // RF-CHG-60, RF-CHG-63, RF-SEQ-18, RF-EX-16
    let mut field =
        breaking_through("blue infantry near at 24,22.9 facing 180\nblue infantry far at 30,23.2 facing 180");
    assert_eq!((field.prompt(), field.asked()), ("choose the next breakthrough", Side::Red));
    assert!(Regimental::decision(&field.state).asks[0].end.is_none(), "mandatory");
    assert_eq!(clause(&field, &Command::BreakThrough(field.unit("near"))), "RF-CHG-60");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert_eq!(
        (contacts(&field), stands(&field, "horse")),
        (vec!["horse near".into()], "24,22.9 facing 0°".to_string())
    );
    // It takes the +1 and keeps its gallop.
    let go = fight(&field, "horse");
    let told = drawn(&mut field, &go, &[5, 4]);
    let attack =
        "attack +4: +2 fresh troops, -1 disordered troops, +1 breakthrough, +2 cavalry charge over open ground";
    assert!(told.starts_with(attack), "{told}");
}

#[test]
fn without_an_enemy_within_reach_and_arc_the_position_is_carried() {
    // RF-CHG-61
    let carries = |more: &str| {
        let mut field = breaking_through(more);
        let go = Command::BreakThrough(field.unit("horse"));
        field.play(&go, &[]);
        (contacts(&field).is_empty(), stands(&field, "horse"))
    };
    let stays = (true, "24,14 facing 0°".to_string());
    assert_eq!(carries(""), stays);
    assert_eq!(carries("blue infantry line at 24,23.1 facing 180"), stays, "half of 18 inches");
    assert_eq!(carries("blue infantry line at 38,15 facing 180"), stays, "beside, out of the arc");
    assert_eq!(
        carries("blue infantry line at 24,20 facing 180\nground wood light-woods area 20,15 28,15 28,19 20,19"),
        (false, "24,20 facing 0°".into())
    );
    assert_eq!(
        carries("blue infantry line at 24,20.1 facing 180\nground wood light-woods area 20,15 28,15 28,19 20,19"),
        stays,
        "half of 12"
    );
}

#[test]
fn a_breakthrough_wheels_at_an_enemy_aside() {
    // RF-CHG-60, RF-CHG-74
    let mut field = breaking_through("blue infantry line at 29,17.7 facing 225");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert_eq!(contacts(&field), ["horse line"]);
    assert_eq!(field.state.unit(field.unit("horse")).pose().map(|pose| pose.facing), Some(Angle::degrees(45)));
    assert!(matches!(field.state.unit(field.unit("horse")).turn.way, ChargeWay::Wheel { .. }));
}

#[test]
fn a_breakthrough_stops_at_friends() {
    // RF-CHG-60
    let mut field = breaking_through("blue infantry line at 24,22 facing 180\nred infantry foot at 26,19.5 facing 0");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert!(contacts(&field).is_empty());
    assert_eq!((stands(&field, "horse"), stage(&field, "horse")), ("24,18 facing 0°".to_string(), None));
}

#[test]
fn nobody_fires_or_countercharges_at_a_breakthrough() {
    // RF-CHG-62, RF-SEQ-19
    let mut field = breaking_through("blue cavalry dragoons at 24,20 facing 180 men=240");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert_eq!((contacts(&field), field.prompt()), (vec!["horse dragoons".into()], "choose the next combat"));
}

#[test]
fn who_fought_before_fights_again_as_it_is() {
    // RF-CHG-64
    let mut field = breaking_through("blue infantry line at 24,20 facing 180");
    field.happen(Event::StandsLost { unit: field.unit("line"), stands: 2 });
    field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Disordered });
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    let go = fight(&field, "horse");
    let told = drawn(&mut field, &go, &[5, 4]);
    assert!(told.contains("defense -1: -1 disordered troops"), "{told}");
}
