//! Who may fire, and at whom (RF-FIR-01..17, RF-GUN-14, RF-GUN-19, RF-ARC-01..04).

use expect_test::expect;
use firelock_core::{Grain, Place, RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Edge, Flank, Gun};
use firelock_regimental::words::Order;
use firelock_table::Angle;

use super::scene::{
    HOUSE, LINES, charges, check, defensive, fire, offensive, ordered, refused, shoot, volleys, with, written,
};
use crate::field::Field;

#[test]
fn a_line_fires_with_both_ranks() {
    // RF-FIR-02, RF-LOS-05, RF-LOS-11, RF-FIR-13, RF-EX-09: the rear rank has the range of the stand before it.
    let mut field = offensive(LINES);
    check(volleys(&field), expect!["foot 1-12 at enemy"]);
    check(
        fire(&mut field, "enemy", &[7]),
        expect![[r#"
            +2 fire points [RF-FIR-46] = 2
            +48 muskets [RF-FIR-07] = 12 points
            fire: [7]
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered
        "#]],
    );
}

#[test]
fn each_stand_fires_once() {
    // RF-FIR-01
    let text = "
red infantry foot at 24,10 facing 0 | stands=6
blue infantry one at 22,14 facing 180 | stands=4
blue infantry two at 26,14 facing 180 | stands=4";
    let mut field = offensive(text);
    let half = with(&field, "one", &[("foot", 0b001001)]);
    shoot(&mut field, &half, &[1]);
    check(volleys(&field), expect!["foot 2-3 5-6 at two"]);
    check(
        refused(&field, &with(&field, "two", &[("foot", 0b000011)])),
        expect!["foot has fired with some of these stands (RF-FIR-01)"],
    );
    assert_eq!(field.check(&with(&field, "two", &[("foot", 0b000010)])), Ok(()));
}

#[test]
fn a_field_column_fires_with_its_front_four() {
    // RF-FIR-02
    let field = offensive(
        "
red infantry foot at 24,10 facing 0 | stands=8 formation=field-column
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    check(volleys(&field), expect!["foot 1-4 at enemy"]);
    check(
        refused(&field, &with(&field, "enemy", &[("foot", 0b11111)])),
        expect!["foot in field column fires with its front four stands (RF-FIR-02)"],
    );
}

#[test]
fn open_order_fires_with_both_ranks() {
    // RF-FIR-02
    let field = offensive(
        "
red infantry foot at 24,10 facing 0 | stands=6 traits=militia formation=open-order
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    check(volleys(&field), expect!["foot 1-6 at enemy"]);
}

#[test]
fn dismounted_dragoons_fire_with_all() {
    // RF-FIR-02, RF-FIR-09
    let text = |y: f64| {
        format!(
            "
red dragoons horse at 24,10 facing 0 dismounted=true | stands=6
blue infantry enemy at 24,{y} facing 180 | stands=12"
        )
    };
    check(volleys(&offensive(&text(14.0))), expect!["horse 1-6 at enemy"]);
    check(volleys(&offensive(&text(14.1))), expect![[""]]);
}

#[test]
fn some_never_fire() {
    // RF-FIR-03, RF-MOR-03
    let text = "
red infantry column at 6,10 facing 0 | stands=6 formation=march-column
red infantry broken at 14,10 facing 0 | stands=6
red cavalry horse at 22,10 facing 0 | stands=6 weapon=carbine
red infantry unarmed at 30,10 facing 0 | stands=6 weapon=none
red artillery limbered at 36,10 facing 0 | formation=limbered
red artillery silenced at 42,10 facing 0 | stands=2
blue infantry enemy at 24,13 facing 180 | stands=25";
    let mut field = offensive(text);
    ordered(&mut field, "broken", Order::Broken);
    let unit = field.unit("silenced");
    for gun in 0..2 {
        field.happen(Event::GunMarked { unit, gun, marks: Gun { silenced: true, ..Gun::default() } });
    }
    check(volleys(&field), expect![[""]]);
    let refusals: Vec<String> = ["column", "broken", "horse", "unarmed", "limbered", "silenced"]
        .map(|unit| refused(&field, &with(&field, "enemy", &[(unit, 1)])))
        .to_vec();
    check(
        refusals.join("\n"),
        expect![[r#"
        column is in march column (RF-FIR-03)
        broken is broken (RF-FIR-03)
        horse is mounted (RF-FIR-03)
        unarmed has nothing to fire with (RF-FIR-03)
        limbered is limbered (RF-FIR-03)
        silenced has silenced guns among these (RF-GUN-04)"#]],
    );
}

#[test]
fn a_silenced_gun_does_not_fire_the_others_do() {
    // RF-GUN-04, RF-MOR-05
    let mut field = offensive(
        "
red artillery guns at 24,10 facing 0 | stands=3
blue infantry enemy at 24,14 facing 180 | stands=12",
    );
    let unit = field.unit("guns");
    field.happen(Event::GunMarked { unit, gun: 1, marks: Gun { silenced: true, ..Gun::default() } });
    check(volleys(&field), expect!["guns 1 3 at enemy"]);
    check(
        refused(&field, &with(&field, "enemy", &[("guns", 0b111)])),
        expect!["guns has silenced guns among these (RF-GUN-04)"],
    );
}

/// Red's fire after a maneuver that leaves those marks.
fn after_maneuver(text: &str, formation_changed: bool, no_fire: bool, fire_action: bool) -> Field {
    let mut field = offensive(text);
    let unit = field.state.all_units().find(|(_, unit)| unit.side == Side::Red).expect("a red unit").0;
    field.state.units[unit.index()].turn.checked = true;
    field.happen(Event::Maneuvered { unit, formation_changed, no_fire, fire_action });
    field
}

#[test]
fn a_changed_formation_costs_offensive_fire_and_a_move_does_not() {
    // RF-FIR-05
    check(volleys(&after_maneuver(LINES, false, false, false)), expect!["foot 1-12 at enemy"]);
    for (changed, no_fire) in [(true, true), (false, true)] {
        let field = after_maneuver(LINES, changed, no_fire, false);
        check(volleys(&field), expect![[""]]);
        assert!(refused(&field, &with(&field, "enemy", &[("foot", 1)])).ends_with("(RF-FIR-05)"));
    }
}

#[test]
fn a_retreat_for_the_check_costs_offensive_fire() {
    // RF-FIR-06
    let mut field = offensive(LINES);
    let unit = field.unit("foot");
    field.happen(Event::FellBack(unit));
    check(refused(&field, &with(&field, "enemy", &[("foot", 1)])), expect!["foot retreated for its check (RF-FIR-06)"]);
}

#[test]
fn defensive_fire_asks_nothing_of_the_turn_before() {
    // RF-FIR-06, RF-GUN-14
    let text = "
red infantry foot at 24,10 facing 0 | stands=12
blue artillery guns at 24,14 facing 180 | stands=2";
    check(volleys(&defensive(text)), expect!["guns 1-2 at foot"]);
}

#[test]
fn guns_fire_offensively_with_the_fire_action_or_without_a_check() {
    // RF-GUN-14, RF-GUN-15
    let text = "
red artillery guns at 24,10 facing 0 | stands=2
blue infantry enemy at 24,14 facing 180 | stands=12";
    check(volleys(&offensive(text)), expect!["guns 1-2 at enemy"]);
    check(volleys(&after_maneuver(text, false, false, true)), expect!["guns 1-2 at enemy"]);
    let field = after_maneuver(text, false, false, false);
    check(
        refused(&field, &with(&field, "enemy", &[("guns", 1)])),
        expect!["guns did something else than fire (RF-GUN-14)"],
    );
}

#[test]
fn cold_steel_costs_the_fire_of_all_but_elite_infantry() {
    // RF-FIR-04, RF-CHG-07, RF-SPC-06
    let text = |experience: &str| {
        format!(
            "
red infantry foot at 25,14 facing 0 | stands=12 experience={experience}
blue infantry enemy at 24,14 facing 180 | stands=12"
        )
    };
    let charging = |experience: &str, cold_steel: bool| {
        let mut field = offensive(&text(experience));
        charges(&mut field, "foot", "enemy", Edge::Front, cold_steel);
        field
    };
    check(volleys(&charging("veteran", false)), expect!["foot 1-12 at enemy"]);
    check(volleys(&charging("elite", true)), expect!["foot 1-12 at enemy"]);
    let field = charging("veteran", true);
    check(refused(&field, &with(&field, "enemy", &[("foot", 1)])), expect!["foot charged with cold steel (RF-FIR-04)"]);
}

#[test]
fn the_step_says_who_fires() {
    // RF-SEQ-13, RF-SEQ-14, RF-FIR-01
    check(volleys(&defensive(LINES)), expect!["enemy 1-12 at foot"]);
    let field = defensive(LINES);
    check(
        refused(&field, &with(&field, "foot", &[("foot", 1)])),
        expect!["foot does not fire in this step (RF-SEQ-13)"],
    );
    let field = offensive(&format!("{LINES}\nblue infantry third at 24,20 facing 180"));
    check(
        refused(&field, &with(&field, "enemy", &[("third", 1)])),
        expect!["third does not fire in this step (RF-SEQ-14)"],
    );
}

#[test]
fn points_fall_with_the_range_of_each_stand() {
    // RF-FIR-07, RF-FIR-08, RF-FIR-11: 4.0 inches are close, 8.0 in range, more is not.
    let at = |y: f64| {
        let mut field = offensive(&format!(
            "
red infantry foot at 24,10 facing 0 | stands=4
blue infantry enemy at 24,{y} facing 180 | stands=12"
        ));
        match volleys(&field).as_str() {
            "" => "no fire".to_string(),
            _ => fire(&mut field, "enemy", &[1]).lines().nth(1).expect("the points").to_string(),
        }
    };
    check(
        [14.0, 14.1, 18.0, 18.1].map(at).join("\n"),
        expect![[r#"
        +16 muskets [RF-FIR-07] = 4 points
        +8 muskets [RF-FIR-07] = 2 points
        +8 muskets [RF-FIR-07] = 2 points
        no fire"#]],
    );
}

#[test]
fn rifles_reach_farther() {
    // RF-FIR-10, RF-OPT-05
    let at = |switch: &str, y: f64| {
        let mut field = offensive(&format!(
            "{switch}
red infantry foot at 24,10 facing 0 | stands=4 weapon=rifle
blue infantry enemy at 24,{y} facing 180 | stands=12"
        ));
        match volleys(&field).as_str() {
            "" => "no fire".to_string(),
            _ => fire(&mut field, "enemy", &[1]).lines().nth(1).expect("the points").to_string(),
        }
    };
    check(
        [14.0, 14.1, 22.0, 22.1].map(|y| at("", y)).join("\n"),
        expect![[r#"
        +16 rifles [RF-FIR-07] = 4 points
        +8 rifles [RF-FIR-07] = 2 points
        +8 rifles [RF-FIR-07] = 2 points
        no fire"#]],
    );
    check(
        [18.0, 18.1].map(|y| at("switch rifle_full_8=on", y)).join("\n"),
        expect![[r#"
        +16 rifles [RF-FIR-07] = 4 points
        +8 rifles [RF-FIR-07] = 2 points"#]],
    );
}

#[test]
fn beyond_the_range_is_refused_with_the_line() {
    // RF-FIR-07, RF-GUN-01
    let field = offensive(
        "
table 48 48
red infantry foot at 24,10 facing 0 | stands=4
red artillery guns at 28,10 facing 0 | gun=GG stands=1
blue infantry enemy at 24,34.1 facing 180 | stands=2",
    );
    let refusal = field.check(&with(&field, "enemy", &[("foot", 1)])).expect_err("too far");
    assert!(matches!(refusal.place, Some(Place::Along(_))), "{refusal:?}");
    check(refusal.to_string(), expect![[r#"enemy: 24.1" from foot, out of range (RF-FIR-07)"#]]);
    check(
        refused(&field, &with(&field, "enemy", &[("guns", 1)])),
        expect![[r#"enemy: 24.29" from guns, out of range (RF-GUN-01)"#]],
    );
}

#[test]
fn the_arc_opens_45_degrees_from_each_front_corner() {
    // RF-ARC-01, RF-ARC-02: the right corner stands at 26,10; at 14.5, the far end of the column, the arc is 4.5 wider.
    let at = |x: f64| {
        volleys(&offensive(&format!(
            "
red infantry foot at 24,10 facing 0 | stands=8
blue infantry enemy at {x},13 facing 180 | stands=2 formation=march-column"
        )))
    };
    check(
        [30.9, 31.0].map(at).join("\n---\n"),
        expect![[r#"
        foot 4 8 at enemy
        ---
    "#]],
    );
    let field = offensive(
        "
red infantry foot at 24,10 facing 0 | stands=8
blue infantry enemy at 30,10 facing 180 | stands=2",
    );
    check(
        refused(&field, &with(&field, "enemy", &[("foot", 0b1000)])),
        expect!["enemy: out of the arc of foot (RF-ARC-01)"],
    );
}

#[test]
fn guns_have_the_same_arc() {
    // RF-GUN-20
    let at = |x: f64| {
        volleys(&offensive(&format!(
            "
red artillery guns at 24,10 facing 0 | stands=2
blue infantry enemy at {x},13 facing 180 | stands=2 formation=march-column"
        )))
    };
    check(
        [28.9, 29.0, 30.0].map(at).join("\n---\n"),
        expect![[r#"
        guns 1-2 at enemy
        ---
        guns 2 at enemy
        ---
    "#]],
    );
}

#[test]
fn refused_stands_use_their_own_facing() {
    // RF-ARC-03, RF-FRM-19
    let text = "
red infantry foot at 24,10 facing 0 | stands=8
blue infantry enemy at 29,9.5 facing 270 | stands=2";
    check(volleys(&offensive(text)), expect![[""]]);
    let mut field = offensive(text);
    let unit = field.unit("foot");
    let flank = Some(Flank { left: false, files: 2, by: Angle::degrees(45) });
    field.happen(Event::FlankSet { unit, flank });
    check(volleys(&field), expect!["foot 3-4 7-8 at enemy"]);
}

#[test]
fn a_garrison_fires_all_round_with_half_of_its_stands_a_side() {
    // RF-ARC-04, RF-ARC-15, RF-FIR-02, RF-LOS-04
    let mut field = offensive(&format!(
        "{HOUSE}
blue infantry north at 23,14 facing 180 | stands=2
blue infantry other at 25,14 facing 180 | stands=2
blue infantry south at 24,6 facing 0 | stands=4"
    ));
    check(
        volleys(&field),
        expect![[r#"
        foot 1-4 at north
        foot 1-4 at other
        foot 1-4 at south"#]],
    );
    check(
        refused(&field, &with(&field, "north", &[("foot", 0b11111)])),
        expect!["foot fires with at most half of its stands from one side (RF-ARC-04)"],
    );
    let three = with(&field, "north", &[("foot", 0b111)]);
    shoot(&mut field, &three, &[1]);
    // One more may fire to the north, or all four that are left to the south.
    check(
        volleys(&field),
        expect![[r#"
        foot 4 at other
        foot 4-7 at south"#]],
    );
    check(
        refused(&field, &with(&field, "other", &[("foot", 0b11000)])),
        expect!["foot fires with at most half of its stands from one side (RF-ARC-04)"],
    );
}

#[test]
fn a_stand_fires_at_the_nearest_enemy() {
    // RF-FIR-16: one inch and less is no difference.
    let at = |y: f64| {
        let field = offensive(&format!(
            "
red infantry foot at 24,10 facing 0 | stands=2
blue infantry near at 23,15 facing 180 | stands=2
blue infantry far at 25,{y} facing 180 | stands=2"
        ));
        volleys(&field)
    };
    check(
        at(16.0),
        expect![[r#"
        foot 1-2 at near
        foot 1-2 at far"#]],
    );
    check(at(16.1), expect!["foot 1-2 at near"]);
    let field = offensive(
        "
red infantry foot at 24,10 facing 0 | stands=2
blue infantry near at 23,15 facing 180 | stands=2
blue infantry far at 25,17 facing 180 | stands=2",
    );
    check(refused(&field, &with(&field, "far", &[("foot", 1)])), expect!["nearer to foot than far: near (RF-FIR-16)"]);
}

#[test]
fn an_enemy_in_close_range_comes_before_one_beyond_it() {
    // RF-FIR-16: 3.9 and 4.5 are no tie.
    let field = offensive(
        "
red infantry foot at 24,10 facing 0 | stands=2
blue infantry near at 23,13.9 facing 180 | stands=2
blue infantry far at 25,14.5 facing 180 | stands=2",
    );
    check(volleys(&field), expect!["foot 1-2 at near"]);
}

#[test]
fn guns_choose_freely_beyond_close_range() {
    // RF-GUN-19
    let at = |y: f64| {
        volleys(&offensive(&format!(
            "
red artillery guns at 24,10 facing 0 | stands=1
blue infantry near at 23.4,{y} facing 180 | stands=2
blue infantry far at 26,30 facing 180 | stands=2"
        )))
    };
    check(
        at(14.1),
        expect![[r#"
        guns 1 at near
        guns 1 at far"#]],
    );
    check(at(14.0), expect!["guns 1 at near"]);
}

#[test]
fn an_enemy_fired_on_still_comes_first() {
    // RF-FIR-15, RF-FIR-16, RF-FIR-47
    let mut field = offensive(
        "
red infantry one at 22,10 facing 0 | stands=4
red infantry two at 26,10 facing 0 | stands=4
blue infantry near at 24,12 facing 180 | stands=8
blue infantry far at 24,15 facing 180 | stands=8",
    );
    let first = with(&field, "near", &[("one", 0b11)]);
    shoot(&mut field, &first, &[1]);
    assert_eq!(field.prompt(), "attach or detach leaders");
}

#[test]
fn a_target_takes_one_fire_combat_in_a_step() {
    // RF-FIR-15
    let mut field = offensive(
        "
red infantry one at 22,10 facing 0 | stands=4
red infantry two at 26,10 facing 0 | stands=4
blue infantry near at 22,13 facing 180 | stands=4
blue infantry other at 26,13 facing 180 | stands=4",
    );
    let first = with(&field, "near", &[("one", 0b11)]);
    shoot(&mut field, &first, &[1]);
    check(
        refused(&field, &with(&field, "near", &[("one", 0b1100)])),
        expect!["near: fired on in this step already (RF-FIR-15)"],
    );
    check(volleys(&field), expect!["one 4, two 1-4 at other"]);
}

#[test]
fn several_units_make_one_combat() {
    // RF-FIR-13
    let mut field = offensive(
        "
red infantry one at 22,10 facing 0 | stands=8
red infantry two at 26,10 facing 0 | stands=8
blue infantry enemy at 24,14 facing 180 | stands=16",
    );
    check(
        fire(&mut field, "enemy", &[1]),
        expect![[r#"
        +3 fire points [RF-FIR-46] = 3
        +32 muskets [RF-FIR-07], +32 muskets [RF-FIR-07] = 16 points
        fire: [1]
        one and two at enemy: 4, Lively Fire
    "#]],
    );
}

#[test]
fn a_unit_may_split_its_fire_by_stands() {
    // RF-FIR-14
    let text = "
red infantry foot at 24,10 facing 0 | stands=8
blue infantry left at 22,14 facing 180 | stands=6
blue infantry right at 26,14 facing 180 | stands=6";
    let mut field = offensive(text);
    check(
        volleys(&field),
        expect![[r#"
        foot 1-2 5-6 at left
        foot 3-4 7-8 at right"#]],
    );
    let left = with(&field, "left", &[("foot", 0b00110011)]);
    check(
        shoot(&mut field, &left, &[1]),
        expect![[r#"
        -1 fire points [RF-FIR-46] = -1
        +16 muskets [RF-FIR-07] = 4 points
        fire: [1]
        foot at left: 0, Desultory Fire
    "#]],
    );
    check(volleys(&field), expect!["foot 3-4 7-8 at right"]);
    let field = offensive(text);
    let twice = with(&field, "left", &[("foot", 1), ("foot", 2)]);
    check(refused(&field, &twice), expect!["foot: named twice (RF-FIR-13)"]);
    check(refused(&field, &with(&field, "left", &[])), expect!["nobody fires at left (RF-FIR-13)"]);
    check(refused(&field, &with(&field, "left", &[("foot", 0)])), expect!["foot fires with no stand (RF-FIR-14)"]);
    check(refused(&field, &with(&field, "left", &[("foot", 1 << 8)])), expect!["foot has no such stand (RF-FIR-14)"]);
}

#[test]
fn finer_grains_split_volleys_and_all_pass_check() {
    // RF-FIR-14
    let field = offensive(
        "
red infantry one at 22,10 facing 0 | stands=8
red infantry two at 26,10 facing 0 | stands=8
blue infantry left at 22,15 facing 180 | stands=6
blue infantry right at 26,15 facing 180 | stands=6",
    );
    let at = |grain: Grain| {
        let mut commands = Vec::new();
        Regimental::candidates(&field.state, Side::Red, grain, &mut commands);
        commands.iter().for_each(|command| assert_eq!(field.check(command), Ok(()), "{command:?}"));
        let lines: Vec<String> = commands.iter().filter_map(|command| written(&field, command)).collect();
        lines.join("\n")
    };
    check(
        at(Grain::Coarse),
        expect![[r#"
        one 1-8, two 1-3 5-7 at left
        one 2-4 6-8, two 1-8 at right"#]],
    );
    check(
        at(Grain::Middle),
        expect![[r#"
        one 1-8, two 1-3 5-7 at left
        one 2-4 6-8, two 1-8 at right
        one 1 5 at left
        two 4 8 at right"#]],
    );
    check(
        at(Grain::Fine),
        expect![[r#"
        one 1-8, two 1-3 5-7 at left
        one 2-4 6-8, two 1-8 at right
        one 1 5 at left
        one 1-8 at left
        two 1-3 5-7 at left
        two 4 8 at right
        one 2-4 6-8 at right
        two 1-8 at right"#]],
    );
}
