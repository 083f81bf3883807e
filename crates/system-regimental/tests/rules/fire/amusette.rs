//! Amusettes (RF-SPC-20..25).

use expect_test::expect;
use firelock_regimental::words::Order;

use super::scene::{
    AMUSETTE, HOUSE, LINES, check, defensive, fire, ledgers, offensive, ordered, refused, shoot, volleys, with,
};

#[test]
fn an_amusette_stays_while_its_unit_does() {
    // RF-SPC-21, RF-SPC-23
    let mut field = offensive(AMUSETTE);
    fire(&mut field, "enemy", &[10]);
    let enemy = field.state.unit(field.unit("enemy"));
    assert_eq!((enemy.order, enemy.amusette), (Order::Disordered, true));
}

#[test]
fn an_amusette_adds_to_the_fire_of_its_unit() {
    // RF-SPC-20, RF-SPC-24, RF-GUN-22: two points at close range.
    let mut field = defensive(AMUSETTE);
    check(volleys(&field), expect!["enemy 1-4 a at foot"]);
    check(
        fire(&mut field, "foot", &[5]),
        expect![[r#"
             = 0
            +16 muskets [RF-FIR-07], +8 amusette [RF-GUN-01] = 6 points
            fire: [5]
            enemy at foot: 5, Lively Fire
            foot disordered
        "#]],
    );
}

#[test]
fn an_amusette_is_halved_and_not_silenced_by_disorder() {
    // RF-SPC-23
    let mut field = defensive(AMUSETTE);
    ordered(&mut field, "enemy", Order::Disordered);
    check(
        ledgers(field, "foot"),
        expect![[r#"
        -2 fire points [RF-FIR-46] = -2
        +16 muskets [RF-FIR-07], -8 halved: disordered [RF-FIR-12], +8 amusette [RF-GUN-01], -4 halved: disordered [RF-SPC-23] = 3 points"#]],
    );
}

#[test]
fn an_amusette_outranges_the_muskets_and_fires_alone() {
    // RF-SPC-24, RF-SPC-25, RF-GUN-01
    let at = |y: f64| {
        let field = defensive(&format!(
            "
ground wall stone-wall line 10,25.75 40,25.75
red infantry foot at 24,{y} facing 0 | stands=4
blue infantry enemy at 24,26 facing 180 | stands=4 amusette=true"
        ));
        match volleys(&field).as_str() {
            "" => "no fire".to_string(),
            _ => ledgers(field, "foot").lines().nth(1).expect("the points").to_string(),
        }
    };
    check(
        [18.0, 17.9, 14.0, 13.9, 2.0, 1.9].map(at).join("\n"),
        expect![[r#"
        +8 muskets [RF-FIR-07], +4 amusette [RF-GUN-01] = 3 points
        +4 amusette [RF-GUN-01] = 1 points
        +4 amusette [RF-GUN-01] = 1 points
        +2 amusette [RF-GUN-01] = 0.50 points
        +2 amusette [RF-GUN-01] = 0.50 points
        no fire"#]],
    );
}

#[test]
fn nobody_fires_an_amusette_he_has_not() {
    // RF-SPC-20, RF-FIR-38: and it never runs low.
    let field = offensive(LINES);
    check(refused(&field, &with(&field, "enemy", &[("foot", 1 << 31)])), expect!["foot has no amusette (RF-SPC-20)"]);
    let mut field = defensive(AMUSETTE);
    let alone = with(&field, "foot", &[("enemy", 1 << 31)]);
    check(
        shoot(&mut field, &alone, &[10]),
        expect![[r#"
            -3 fire points [RF-FIR-46] = -3
            +8 amusette [RF-GUN-01] = 2 points
            fire: [10]
            enemy at foot: 7, Galling Fire
            foot disordered
        "#]],
    );
}

#[test]
fn an_amusette_is_none_of_the_stands_of_a_garrison() {
    // RF-SPC-25, RF-ARC-04: four of seven, and the amusette.
    let text = HOUSE.replace("stands=7", "stands=7 amusette=true");
    let field = offensive(&format!("{text}\nblue infantry enemy at 24,14 facing 180 | stands=4"));
    check(volleys(&field), expect!["foot 1-4 a at enemy"]);
}
