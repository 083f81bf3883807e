//! Who sees whom (RF-LOS, RF-TER-22), by who may fire at whom. Lengths are inches; red fires.

use crate::field::{Field, field};
use expect_test::{Expect, expect};
use firelock_core::{Place, Refusal, Side};
use firelock_regimental::command::{Command, Firing};
use firelock_regimental::event::Event;
use firelock_regimental::state::{Asking, Step};

fn scene(text: &str) -> Field {
    let mut field = field(text);
    field.happen(Event::StepBegan { turn: 1, active: Side::Red, step: Step::OffensiveFire });
    field.happen(Event::Asked(Asking::Fire));
    field
}

/// Whether the first stand of a unit may fire at a target, else why not.
fn look(field: &Field, unit: &str, target: &str) -> Result<(), Refusal> {
    let firers = vec![Firing { unit: field.unit(unit), stands: 1 }];
    field.check(&Command::Fire { target: field.unit(target), firers })
}

fn seen(text: &str) -> String {
    match look(&scene(text), "foot", "enemy") {
        Ok(()) => "seen".to_string(),
        Err(refusal) => {
            assert!(refusal.place.is_some(), "no place: {refusal}");
            refusal.to_string()
        }
    }
}

fn check(told: impl IntoIterator<Item = String>, expected: Expect) {
    expected.assert_eq(&told.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Riflemen see as far as they shoot; the enemy stands 10 inches off.
fn rifles(more: &str) -> String {
    format!(
        "red infantry foot at 24,10 facing 0 | stands=2 weapon=rifle
blue infantry enemy at 24,20 facing 180 | stands=2
{more}"
    )
}

/// A gun sees as far as it shoots; the enemy stands 20 inches off.
fn cannon(more: &str) -> String {
    format!(
        "red artillery foot at 24,10 facing 0 | stands=1
blue infantry enemy at 24,30 facing 180 | stands=2
{more}"
    )
}

#[test]
fn open_ground_hides_nobody() {
    // RF-LOS-01
    check(
        [seen(&rifles("")), seen(&cannon(""))],
        expect![[r#"
        seen
        seen"#]],
    );
}

#[test]
fn light_woods_and_orchards_are_seen_through_for_eight_inches_in_all() {
    // RF-LOS-03, RF-LOS-09
    let wood = |kind: &str, from: f64, to: f64| format!("ground wood {kind} area 20,{from} 28,{from} 28,{to} 20,{to}");
    let two =
        format!("{}\n{}", wood("light-woods", 11.0, 15.0), wood("orchard", 16.0, 20.0).replace("wood ", "trees "));
    let more = two.replace("16,", "15.9,").replace(",16", ",15.9");
    check(
        [
            seen(&rifles(&wood("light-woods", 11.0, 19.0))),
            seen(&rifles(&wood("light-woods", 11.0, 19.1))),
            seen(&rifles(&wood("orchard", 11.0, 19.1))),
            seen(&rifles(&two)),
            seen(&rifles(&more)),
        ],
        expect![[r#"
            seen
            the light woods hides enemy (RF-LOS-03)
            the orchard hides enemy (RF-LOS-03)
            seen
            the light woods hides enemy (RF-LOS-03)"#]],
    );
}

#[test]
fn dense_woods_are_seen_through_for_four_inches() {
    // RF-LOS-03: also when the enemy stands in them.
    let wood = |from: f64| format!("ground wood dense-woods area 20,{from} 28,{from} 28,24 20,24");
    check(
        [16.0, 15.9].map(|from| seen(&rifles(&wood(from)))),
        expect![[r#"
        seen
        the dense woods hides enemy (RF-LOS-03)"#]],
    );
}

#[test]
fn each_kind_of_wood_has_its_own_limit() {
    // RF-LOS-03: three inches of dense woods and five of light woods.
    let text = rifles(
        "ground thick dense-woods area 20,11 28,11 28,14 20,14
ground thin light-woods area 20,14 28,14 28,19 20,19",
    );
    check([seen(&text)], expect!["seen"]);
}

#[test]
fn sight_over_the_tree_tops_is_not_counted() {
    // RF-LOS-09, RF-TER-20: from a hill of two levels the line is above the trees until near its end.
    let wood = |to: f64| format!("ground wood light-woods area 20,12 28,12 28,{to} 20,{to}");
    let from_hill = |to: f64| seen(&cannon(&format!("{HILL}\n{}", wood(to))));
    check(
        [seen(&cannon(&wood(22.0))), from_hill(22.0), from_hill(28.0), from_hill(29.9)],
        expect![[r#"
        the light woods hides enemy (RF-LOS-03)
        seen
        seen
        the light woods hides enemy (RF-LOS-03)"#]],
    );
}

#[test]
fn buildings_block() {
    // RF-LOS-04
    let house = "ground house building area 22,14 26,14 26,16 22,16";
    check(
        [seen(&rifles(house)), seen(&rifles(&house.replace("22,", "25,")))],
        expect![[r#"
        the building hides enemy (RF-LOS-04)
        seen"#]],
    );
}

#[test]
fn a_garrison_sees_and_is_seen_through_its_own_walls() {
    // RF-LOS-04, RF-LOS-13
    let text = "ground house building area 22,12 26,12 26,14 22,14
red infantry foot garrison=\"house\" | stands=4 formation=garrison
blue infantry enemy at 24,18 facing 180 | stands=2";
    check([seen(text)], expect!["seen"]);
    let field = scene(
        "ground house building area 22,14 26,14 26,16 22,16
red infantry foot at 24,10 facing 0 | stands=2
blue infantry enemy garrison=\"house\" | stands=4 formation=garrison
blue infantry behind at 24,17 facing 180 | stands=2",
    );
    check(
        [
            format!("{:?}", look(&field, "foot", "enemy")),
            look(&field, "foot", "behind").expect_err("hidden").to_string(),
        ],
        expect![[r#"
        Ok(())
        the building hides behind (RF-LOS-04)"#]],
    );
}

#[test]
fn rising_ground_between_hides() {
    // RF-LOS-02, RF-TER-20
    let hill = |from: f64, to: f64| format!("ground hill gentle-hill area 20,{from} 28,{from} 28,{to} 20,{to}");
    // Between both: the crest is one level up, the line half of one.
    let refusal = look(&scene(&rifles(&hill(13.0, 17.0))), "foot", "enemy").expect_err("the crest hides");
    assert!(matches!(refusal.place, Some(Place::At(_))), "{refusal:?}");
    // The enemy stands on it: seen while its edge lies no lower than the line, half way at one level.
    check(
        [seen(&rifles(&hill(13.0, 17.0))), seen(&rifles(&hill(15.0, 30.0))), seen(&rifles(&hill(14.9, 30.0)))],
        expect![[r#"
            the ground hides enemy (RF-LOS-02)
            seen
            the ground hides enemy (RF-LOS-02)"#]],
    );
}

#[test]
fn troops_between_block_and_leaders_do_not() {
    // RF-LOS-06, RF-LOS-13: also where two stands join.
    check(
        [
            seen(&rifles("red infantry friend at 24,13 facing 0 | stands=4")),
            seen(&rifles("red infantry friend at 24.75,13 facing 90 | stands=4")),
            seen(&rifles(
                "blue infantry near at 26,13 facing 180 | stands=2\nred infantry friend at 24,16 facing 0 | stands=2",
            )),
            seen(&rifles("red infantry friend at 28,13 facing 0 | stands=4")),
            seen(&rifles("red leader howe at 24,13")),
        ],
        expect![[r#"
            friend in the way to enemy (RF-LOS-06)
            friend in the way to enemy (RF-LOS-06)
            friend in the way to enemy (RF-LOS-06)
            seen
            seen"#]],
    );
}

#[test]
fn a_unit_does_not_block_its_own_rear_rank() {
    // RF-LOS-05: both stands of the file fire.
    let field = scene(&rifles(""));
    let firers = vec![Firing { unit: field.unit("foot"), stands: 0b11 }];
    assert_eq!(field.check(&Command::Fire { target: field.unit("enemy"), firers }), Ok(()));
}

#[test]
fn one_clear_line_to_one_of_nine_points_suffices() {
    // RF-LOS-10: a friend hides the middle of the stand and one of its corners.
    let friend = |x: f64| format!("red infantry friend at {x},18 facing 0 | stands=2");
    check(
        [24.0, 24.2, 24.3].map(|x| seen(&rifles(&friend(x)))),
        expect![[r#"
            friend in the way to enemy (RF-LOS-06)
            seen
            seen"#]],
    );
}

/// Two contours, one on the other: two levels.
const HILL: &str = "ground hill gentle-hill area 20,4 28,4 28,11 20,11
ground top gentle-hill area 20,4 28,4 28,11 20,11";

#[test]
fn guns_fire_over_troops_far_from_both_ends() {
    // RF-LOS-07, RF-LOS-12: from a hill of two levels.
    let friend = |y: f64| format!("{HILL}\nred infantry friend at 24,{y} facing 0 | stands=2");
    check(
        [17.0, 15.4, 15.5, 15.6].map(|y| seen(&cannon(&friend(y)))),
        expect![[r#"
        seen
        no fire at enemy over friend (RF-LOS-07)
        no fire at enemy over friend (RF-LOS-07)
        seen"#]],
    );
    // Near the target, which stands on such a hill too.
    let near_target = |y: f64| {
        let far = HILL
            .replace(",4 ", ",29 ")
            .replace(",11", ",36")
            .replace("hill gentle", "far gentle")
            .replace("top", "summit");
        format!("{HILL}\n{far}\nred infantry friend at 24,{y} facing 0 | stands=2")
    };
    check(
        [26.0, 25.9].map(|y| seen(&cannon(&near_target(y)))),
        expect![[r#"
        no fire at enemy over friend (RF-LOS-07)
        seen"#]],
    );
}

#[test]
fn small_arms_do_not_fire_over_troops() {
    // RF-LOS-12
    let text = rifles(&format!("{HILL}\nred infantry friend at 24,15 facing 0 | stands=2")).replace("24,20", "24,21");
    check([seen(&text)], expect!["no fire at enemy over friend (RF-LOS-07)"]);
}

#[test]
fn twilight_and_fog_end_sight() {
    // RF-LOS-08, RF-TER-22
    let at = |visibility: &str, y: f64| {
        seen(
            &cannon("")
                .replace("24,30", &format!("24,{y}"))
                .replace("red artillery", &format!("battle visibility=\"{visibility}\"\nred artillery")),
        )
    };
    check(
        [at("twilight", 26.0), at("twilight", 26.1), at("fog", 18.0), at("fog", 18.1)],
        expect![[r#"
        seen
        enemy is 16.1" off and one sees 16" (RF-LOS-08)
        seen
        enemy is 8.1" off and one sees 8" (RF-LOS-08)"#]],
    );
}
