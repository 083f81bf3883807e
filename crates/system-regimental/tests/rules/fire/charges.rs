//! Fire at those who passed, and in a charge (RF-FIR-17, RF-FIR-34, RF-FIR-42, RF-FIR-43).

use expect_test::expect;
use firelock_core::Side;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Asking, ChargeStage, Edge, Step};
use firelock_table::Length;

use super::scene::{LINES, charges, check, defensive, fire, ledgers, offensive, refused, shoot, volleys, with};
use crate::field::{Field, field, pose};

/// Red horse rode past the front of blue's line, by 3 inches, and away.
fn rode_past(end: (f64, f64), others: &str) -> Field {
    let mut field = field(&format!(
        "
red cavalry horse at 10,20 facing 90 | stands=4 formation=march-column
blue infantry enemy at 24,23 facing 180 | stands=8
{others}"
    ));
    let unit = field.unit("horse");
    field.happen(Event::StepBegan { turn: 1, active: Side::Red, step: Step::Maneuver });
    let way = vec![pose(10.0, 20.0, 90), pose(38.0, 20.0, 90), pose(end.0, end.1, 90)];
    field.happen(Event::Moved { unit, way, bend: Vec::new() });
    field.happen(Event::StepBegan { turn: 1, active: Side::Red, step: Step::DefensiveFire });
    field.happen(Event::Asked(Asking::Fire));
    field
}

#[test]
fn an_enemy_who_rode_past_is_fired_on_at_the_nearest_point_of_his_path() {
    // RF-FIR-42, RF-FIR-48: the front lies at 23, the path at 20; the flank of a column in march shows as it passes.
    let mut field = rode_past((44.0, 20.0), "");
    check(volleys(&field), expect!["enemy 1-8 at horse"]);
    check(
        fire(&mut field, "horse", &[1]),
        expect![[r#"
        +2 target enfiladed [RF-FIR-25] = 2
        +32 muskets [RF-FIR-07] = 8 points
        fire: [1]
        enemy at horse: 3, Desultory Fire
    "#]],
    );
}

#[test]
fn who_ended_where_he_can_be_fired_on_is_fired_on_there() {
    // RF-FIR-48: the way back leads into arc and range.
    let mut field = rode_past((26.0, 17.0), "");
    check(
        fire(&mut field, "horse", &[1]),
        expect![[r#"
        -1 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = 1
        +16 muskets [RF-FIR-07] = 4 points
        fire: [1]
        enemy at horse: 2, Desultory Fire
    "#]],
    );
}

#[test]
fn a_unit_that_is_charged_does_not_fire_at_passers() {
    // RF-FIR-42
    let mut field = rode_past((44.0, 20.0), "red infantry foot at 24.5,23 facing 0 | stands=4");
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(volleys(&field), expect!["enemy 1-8 at foot"]);
}

#[test]
fn a_passer_may_be_chosen_beside_the_nearest_enemy() {
    // RF-FIR-48: the enemy who stands there is not nearer or farther than one who has gone.
    let field = rode_past((44.0, 20.0), "red infantry foot at 24,16 facing 0 | stands=4");
    check(
        volleys(&field),
        expect![[r#"
        enemy 1-8 at horse
        enemy 1-8 at foot"#]],
    );
}

#[test]
fn pass_through_fire_belongs_to_defensive_fire_and_to_moves_of_the_maneuver_phase() {
    // RF-FIR-42, RF-SEQ-22
    let mut field = field(
        "
red cavalry horse at 10,20 facing 90 | stands=4 formation=march-column
blue infantry enemy at 24,23 facing 180 | stands=8",
    );
    let unit = field.unit("horse");
    field.happen(Event::StepBegan { turn: 1, active: Side::Red, step: Step::DefensiveFire });
    field.happen(Event::Asked(Asking::Fire));
    let way = vec![pose(10.0, 20.0, 90), pose(44.0, 20.0, 90)];
    field.happen(Event::Moved { unit, way, bend: Vec::new() });
    check(volleys(&field), expect![[""]]);
}

/// A wide line struck near its end by a small unit, with another enemy farther off.
const WIDE: &str = "
red infantry foot at 28,14 facing 0 | stands=4
red infantry other at 20,11 facing 0 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=20";

#[test]
fn a_unit_struck_on_its_front_fires_with_all_its_stands_at_the_charger() {
    // RF-FIR-43, RF-FIR-16
    let mut field = defensive(WIDE);
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(volleys(&field), expect!["enemy 1-20 at foot"]);
    check(
        refused(&field, &with(&field, "other", &[("enemy", 1 << 9)])),
        expect!["foot, charging enemy, must come before other (RF-FIR-16)"],
    );
    check(
        fire(&mut field, "foot", &[1]),
        expect![[r#"
        +4 fire points [RF-FIR-46] = 4
        +80 muskets [RF-FIR-07] = 20 points
        fire: [1]
        enemy at foot: 5, Lively Fire
    "#]],
    );
    // Without a charge each stand fires at what it has before it.
    check(
        volleys(&defensive(WIDE)),
        expect![[r#"
        enemy 1-4 11-14 at foot
        enemy 5-10 15-20 at other"#]],
    );
}

#[test]
fn a_unit_struck_elsewhere_fires_by_the_arc_of_its_stands() {
    // RF-FIR-43
    let mut field = defensive(
        "
red infantry foot at 20.99,14.75 facing 90 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    charges(&mut field, "foot", "enemy", Edge::Right, false);
    check(volleys(&field), expect!["enemy 6 12 at foot"]);
    check(
        refused(&field, &with(&field, "foot", &[("enemy", 1)])),
        expect!["foot: out of the arc of enemy (RF-ARC-01)"],
    );
}

#[test]
fn a_charger_fires_with_all_its_stands_at_its_target_alone() {
    // RF-FIR-17, RF-FIR-43
    let mut field = offensive(
        "
red infantry foot at 24,14 facing 0 | stands=20
blue infantry enemy at 28.1,14 facing 180 | stands=4
blue infantry other at 20,17 facing 180 | stands=4",
    );
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(volleys(&field), expect!["foot 1-20 at enemy"]);
    check(
        refused(&field, &with(&field, "other", &[("foot", 1)])),
        expect!["foot must fire at enemy, the target of the charge (RF-FIR-17)"],
    );
}

#[test]
fn others_fire_at_a_charger_as_sight_and_arc_allow() {
    // RF-FIR-43, RF-CHG-14
    let mut field = defensive(
        "
red infantry foot at 25,14 facing 0 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=8
blue infantry beside at 29,16 facing 225 | stands=4
blue infantry behind at 24,17 facing 180 | stands=4",
    );
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(volleys(&field), expect!["enemy 1-8, beside 1-4 at foot"]);
    check(refused(&field, &with(&field, "foot", &[("behind", 1)])), expect!["enemy in the way to foot (RF-LOS-06)"]);
}

#[test]
fn a_countercharging_friend_is_no_target() {
    // RF-CHG-14
    let mut field = defensive(
        "
red infantry foot at 24,10 facing 0 | stands=4
blue cavalry horse at 24.1,10 facing 180 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=8",
    );
    charges(&mut field, "horse", "foot", Edge::Front, false);
    check(refused(&field, &with(&field, "horse", &[("enemy", 1)])), expect!["horse: no enemy (RF-CHG-14)"]);
}

/// A charge in contact, fired on by the charged: 12 points, two are added to the die.
fn fired_on_in_charge(cold_steel: bool, die: i16) -> (Field, String) {
    let mut field = defensive(
        "
red infantry foot at 24,13.99 facing 0 | stands=12
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    charges(&mut field, "foot", "enemy", Edge::Front, cold_steel);
    let told = fire(&mut field, "foot", &[die]);
    let told = told.lines().skip(3).collect::<Vec<_>>().join("\n");
    (field, told)
}

#[test]
fn fire_checks_a_charge_or_lets_it_go_home() {
    // RF-FIR-27, RF-FIR-28, RF-FIR-34, RF-FIR-35, RF-EX-09, RF-SEQ-16, RF-RET-04
    let told = |cold_steel: bool, die: i16| fired_on_in_charge(cold_steel, die).1;
    check(
        told(false, 9),
        expect![[r#"
            enemy at foot: 11, Withering Fire
            foot lost 2 stands
            foot disordered
            the charge of foot is stopped
            foot moved 2" to 24, 11.99"#]],
    );
    check(
        told(false, 7),
        expect![[r#"
            enemy at foot: 9, Telling Fire
            foot lost 1 stand
            foot disordered
            the charge of foot is stopped
            foot moved 2" to 24, 11.99"#]],
    );
    check(
        told(true, 7),
        expect![[r#"
            enemy at foot: 9, Telling Fire
            foot lost 1 stand
            foot disordered"#]],
    );
    check(
        told(true, 9),
        expect![[r#"
            enemy at foot: 11, Withering Fire
            foot lost 2 stands
            foot disordered
            the charge of foot is stopped
            foot moved 2" to 24, 11.99"#]],
    );
    check(
        told(false, 6),
        expect![[r#"
            enemy at foot: 8, Galling Fire
            foot disordered"#]],
    );
    let (field, _) = fired_on_in_charge(false, 7);
    let (foot, enemy) = (field.unit("foot"), field.unit("enemy"));
    let apart = field.state.gap(foot, enemy).length();
    assert!(apart >= Length::inches(2) && apart < Length::inch_hundredths(225), "{apart}");
    assert!(field.state.contacts.is_empty());
}

#[test]
fn a_checked_charge_may_still_fire_unless_with_cold_steel() {
    // RF-FIR-34
    let (field, _) = fired_on_in_charge(false, 7);
    assert_eq!(field.state.step, Step::OffensiveFire);
    check(volleys(&field), expect!["foot 1-11 at enemy"]);
    let (field, _) = fired_on_in_charge(true, 9);
    assert_ne!(field.state.step, Step::OffensiveFire);
}

#[test]
fn checked_cavalry_may_recall_instead() {
    // RF-FIR-34, RF-CHG-57
    let mut field = defensive(
        "
red cavalry horse at 24,13.99 facing 0 | stands=6
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    charges(&mut field, "horse", "enemy", Edge::Front, false);
    check(
        fire(&mut field, "horse", &[7]),
        expect![[r#"
            +2 fire points [RF-FIR-46] = 2
            +48 muskets [RF-FIR-07] = 12 points
            fire: [7]
            enemy at horse: 9, Telling Fire
            horse lost 1 stand
            horse disordered
            the charge of horse is stopped
        "#]],
    );
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Red));
    let horse = field.unit("horse");
    check(
        shoot(&mut field, &Command::DoNotRecall(horse), &[]),
        expect![[r#"
            horse moved 2" to 24, 11.99
        "#]],
    );
    let apart = field.state.gap(horse, field.unit("enemy")).length();
    assert!(apart >= Length::inches(2) && apart < Length::inch_hundredths(225), "{apart}");
}

#[test]
fn a_charger_whose_target_fire_destroys_carries_the_position() {
    // RF-FIR-44
    let mut field = offensive(
        "
red infantry foot at 25,14 facing 0 | stands=12
red infantry more at 40,10 facing 0 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=2
blue infantry other at 40,13 facing 180 | stands=4",
    );
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    fire(&mut field, "enemy", &[9]);
    let foot = field.state.unit(field.unit("foot"));
    assert_eq!(foot.turn.charge.as_ref().map(|charge| charge.stage), Some(ChargeStage::Fought));
    assert!(field.state.contacts.is_empty());
}

#[test]
fn a_countercharge_is_checked_by_offensive_fire_like_a_charge() {
    // RF-FIR-34, RF-FIR-51, RF-SEQ-22
    let mut field = offensive(
        "
red infantry foot at 24.1,14 facing 0 | stands=12
blue cavalry horse at 24,14 facing 180 | stands=6",
    );
    charges(&mut field, "horse", "foot", Edge::Front, false);
    check(
        fire(&mut field, "horse", &[7]),
        expect![[r#"
            +2 fire points [RF-FIR-46] = 2
            +48 muskets [RF-FIR-07] = 12 points
            fire: [7]
            foot at horse: 9, Telling Fire
            horse lost 1 stand
            horse disordered
            the charge of horse is stopped
        "#]],
    );
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Blue));
}

#[test]
fn defensive_fire_takes_effect_before_offensive_fire() {
    // RF-SEQ-15, RF-FIR-01
    let mut field = defensive(LINES);
    fire(&mut field, "foot", &[6]);
    assert_eq!(field.state.step, Step::OffensiveFire);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
         = 0
        +48 muskets [RF-FIR-07], -24 halved: disordered [RF-FIR-12] = 6 points"#]],
    );
}

#[test]
fn cover_counts_when_it_holds_against_more_than_half_of_the_points() {
    // RF-FIR-50: the fence lies before the enemy's front, and one unit stands on his side of it.
    let text = |behind: u8| {
        format!(
            "
ground wall fence line 10,13.75 40,13.75
red infantry front at 24,10 facing 0 | stands=4
red infantry behind at 29,13.9 facing 290 | stands={behind}
blue infantry enemy at 24,14 facing 180 | stands=6"
        )
    };
    check(
        ledgers(offensive(&text(2)), "enemy"),
        expect![[r#"
        -1 partial cover [RF-FIR-24] = -1
        +16 muskets [RF-FIR-07], +8 muskets [RF-FIR-07] = 6 points"#]],
    );
    check(
        ledgers(offensive(&text(4)), "enemy"),
        expect![[r#"
         = 0
        +16 muskets [RF-FIR-07], +16 muskets [RF-FIR-07] = 8 points"#]],
    );
}

#[test]
fn a_leader_is_looked_for_where_the_charge_was_hit() {
    // RF-FIR-51: within 4 inches of its right end after the loss, and no more once it has fallen back.
    let mut field = defensive(
        "
red leader howe at 30.9,14
red infantry foot at 24,13.99 facing 0 | stands=12
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    let told = fire(&mut field, "foot", &[10, 1]);
    check(
        told.lines().skip(3).collect::<Vec<_>>().join("\n"),
        expect![[r#"
            enemy at foot: 12, Withering Fire
            foot lost 2 stands
            foot disordered
            the charge of foot is stopped
            enemy ran low on ammunition
            fallen leader: [1]
            howe is unhurt
            foot moved 2" to 24, 11.99"#]],
    );
}
