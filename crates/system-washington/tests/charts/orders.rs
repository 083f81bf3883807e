//! Command, movement and fire, row by row: where each applies, and where it just does not.

use firelock_core::Side;
use firelock_washington::charts::{T_GUN_DICE, T_GUN_HIT, T_GUN_SAVE, T_HIT, T_SAVE, T_SHOOTERS};
use firelock_washington::facts::{Activation, Cannonade, Determination, March, Motivation, Price, Scenery, Volley};
use firelock_washington::results::Danger;
use serde_json::{Value, json};

use crate::{facts, labels, plain, run};

#[test]
fn motivation_by_the_inch() {
    // WA-CMD-11, WA-CMD-18, WA-SCALE-06
    let need = |said| facts::<Motivation>(said).ledger(&plain()).total;
    assert_eq!(["raw", "average", "veteran"].map(|quality| need(json!({"quality": quality}))), [3, 2, 1]);
    assert_eq!([2.99, 3.0, 5.99, 6.0].map(|distance| need(json!({"distance": distance}))), [2, 3, 3, 4]);
    assert_eq!(need(json!({"value": 3})), 5);
}

#[test]
fn motivation_counts_ground_and_units_each_once() {
    // WA-CMD-20, WA-CMD-21, WA-CMD-22, WA-CMD-23
    let need = |said| facts::<Motivation>(said).ledger(&plain()).total;
    assert_eq!(need(json!({"sheltered": true})), 3);
    assert_eq!(need(json!({"units_between": true})), 3);
    assert_eq!(need(json!({"separated": true})), 4);
    assert_eq!(need(json!({"sheltered": true, "units_between": true, "separated": true})), 6);
}

#[test]
fn two_and_three_fail_eleven_and_twelve_pass() {
    // WA-CMD-12
    let passes = |need, sum| Motivation::passes(&plain(), need, sum);
    assert!(!passes(1, 3) && passes(1, 4));
    assert!(!passes(13, 10) && passes(13, 11));
    assert!(!passes(8, 7) && passes(8, 8));
}

#[test]
fn action_points_and_their_reasons() {
    // WA-CMD-15, WA-CMD-16, WA-CMD-17, WA-ART-08, WA-ROST-19
    let ledger = |said| facts::<Activation>(said).ledger(&plain());
    assert_eq!(labels(&ledger(json!({"quality": "veteran", "commander_with": true}))), ["veteran"]);
    assert_eq!(labels(&ledger(json!({"commander_with": true}))), ["commander with"]);
    assert_eq!(ledger(json!({"quality": "raw", "commander_with": true})).total, 0);
    assert_eq!(ledger(json!({"disordered": true})).total, -2);
    assert_eq!(ledger(json!({"gun": true, "damaged": true, "disordered": true})).total, -3);
    assert_eq!(ledger(json!({"gun": true, "quality": "raw"})).total, 0);
    assert_eq!(ledger(json!({"damaged": true})).total, 0);
    assert_eq!([-3, 1, 2, 7].map(|sum| Activation::points(&plain(), sum)), [1, 1, 2, 7]);
}

#[test]
fn determination_falls_with_distance_and_never_below_none() {
    // WA-CMD-05, WA-CMD-06
    let total = |said| facts::<Determination>(said).ledger(&plain()).total;
    assert_eq!([2.9, 3.0, 9.0].map(|distance| total(json!({"distance": distance}))), [0, -1, -3]);
    assert_eq!(total(json!({"value": 3, "general_value": 2})), -5);
    assert_eq!([-4, 0, 5].map(Determination::dice), [0, 0, 5]);
    let alone = run(&plain(), "determination", &json!({"general_on_table": false}), &[]);
    assert_eq!((alone.effect.name.as_str(), alone.effect.clause.id()), ("No roll", "WA-CMD-06"));
}

#[test]
fn prices_of_ground_and_who_is_spared_them() {
    // WA-MOVE-10, WA-MOVE-11, WA-MOVE-12, WA-MOVE-13, WA-PRE-09, WA-ASL-03
    let ap = |said| facts::<Price>(said).ap(&plain());
    assert_eq!(ap(json!({})), 1);
    assert_eq!(ap(json!({"scenery": true, "linears": 2})), 4);
    for spared in [json!({"formation": "loose"}), json!({"column": true})] {
        let mut crossing = spared;
        crossing["scenery"] = json!(true);
        crossing["linears"] = json!(2);
        assert_eq!(ap(crossing.clone()), 1);
        for mover in ["gun", "mounted"] {
            crossing["mover"] = json!(mover);
            assert_eq!(ap(crossing.clone()), 4, "{crossing}");
        }
    }
    assert_eq!(ap(json!({"passed": 1})), 2);
    assert_eq!(ap(json!({"action": "second-shot"})), 3);
    assert_eq!(ap(json!({"action": "second-shot", "powder": true})), 1);
    assert_eq!(ap(json!({"action": "first-shot", "powder": true})), 1);
    assert_eq!(ap(json!({"action": "assault", "scenery": true})), 3);
    for said in [json!({"scenery": true, "linears": 2, "passed": 1}), json!({"formation": "loose", "linears": 1})] {
        let price: Price = facts(said);
        assert_eq!(price.ledger(&plain()).total, i32::from(price.ap(&plain())));
    }
}

#[test]
fn marches_end_with_the_points_or_the_front() {
    // WA-MOVE-02, WA-MOVE-03, WA-MOVE-04, WA-MOVE-05, WA-TERR-10
    let march = |said| {
        let marched = facts::<March>(said).marched(&plain());
        (marched.increments, marched.distance.in_inches(), marched.ap_left)
    };
    let of = |n, inches: &str, left| (n, inches.to_string(), left);
    assert_eq!(march(json!({"front": 3, "ap": 6})), of(2, "6", 4));
    assert_eq!(march(json!({"front": 2, "ap": 6})), of(3, "9", 3));
    assert_eq!(march(json!({"front": 2, "ap": 6, "made": 2})), of(1, "3", 5));
    assert_eq!(march(json!({"front": 1, "ap": 2})), of(2, "6", 0));
    assert_eq!(march(json!({"mover": "mounted", "front": 2, "ap": 3})), of(3, "12", 0));
    assert_eq!(march(json!({"front": 2, "ap": 6, "road": true})), of(3, "9", 3));
    assert_eq!(march(json!({"front": 3, "ap": 3, "linears": 1})), of(2, "6", 0));
    assert_eq!(march(json!({"front": 3, "ap": 1, "linears": 1})), of(0, "0", 1));
    assert_eq!(march(json!({"mover": "mounted", "front": 1, "ap": 3, "scenery": true})), of(1, "4", 1));
    assert_eq!(march(json!({"mover": "mounted", "front": 1, "ap": 3, "scenery": true, "road": true})), of(3, "18", 0));
    assert_eq!(march(json!({"mover": "gun", "ap": 3, "scenery": true, "road": true})), of(1, "5", 1));
}

#[test]
fn scenery_disorders_by_quality() {
    // WA-MOVE-17
    let from = |quality: &str| {
        let scenery: Scenery = facts(json!({"quality": quality}));
        (1..=6).find(|die| scenery.disorders(&plain(), *die))
    };
    assert_eq!(["raw", "average", "veteran"].map(from), [Some(3), Some(4), Some(5)]);
    for spared in [json!({"formation": "loose"}), json!({"column": true}), json!({"gun": true})] {
        assert!(!facts::<Scenery>(spared).disorders(&plain(), 6));
    }
}

#[test]
fn shooting_dice_and_score() {
    // WA-FIRE-03, WA-FIRE-05, WA-SPEC-05, WA-FIRE-23
    let aim = |said| facts::<Volley>(said).aim(&plain()).expect("in range");
    let of = |said| (T_SHOOTERS.sum(&plain(), &aim(Value::clone(&said))), T_HIT.sum(&plain(), &aim(said)));
    assert_eq!(of(json!({"shooter": {"front": 5}})), (5, 5));
    assert_eq!(of(json!({"shooter": {"front": 4, "battalion_gun": true}})), (5, 5));
    assert_eq!(of(json!({"shooter": {"disordered": true}})), (3, 6));
    assert_eq!(of(json!({"off_center": true})), (3, 6));
    assert_eq!(of(json!({"shooter": {"disordered": true}, "off_center": true, "opportunity": true})), (3, 6));
}

#[test]
fn shooting_saves() {
    // WA-FIRE-08, WA-FIRE-09, WA-FIRE-10, WA-FIRE-11, WA-FIRE-12, WA-ROST-16
    let save = |troop: &str, formation: &str, cover: bool, distance: f64| {
        let volley: Volley = facts(json!({
            "shooter": {"troop": troop, "formation": formation}, "target": {"cover": cover}, "distance": distance,
        }));
        T_SAVE.sum(&plain(), &volley.aim(&plain()).expect("in range"))
    };
    for (troop, formation) in [("line", "close"), ("light", "close")] {
        let all =
            [(false, 4.0), (true, 4.0), (false, 4.1), (true, 4.1)].map(|(cover, at)| save(troop, formation, cover, at));
        assert_eq!(all, [4, 3, 2, 2], "{troop}");
    }
    for (troop, formation) in [("light", "loose"), ("militia", "close"), ("rifle", "loose")] {
        let all =
            [(false, 4.0), (true, 4.0), (false, 4.1), (true, 4.1)].map(|(cover, at)| save(troop, formation, cover, at));
        assert_eq!(all, [3, 2, 2, 2], "{troop}");
    }
    assert_eq!([3.0, 3.1].map(|at| save("cavalry", "close", false, at)), [3, 2]);
}

#[test]
fn shots_out_of_reach() {
    // WA-FIRE-01, WA-FIRE-19, WA-ART-03
    let reaches = |said| facts::<Volley>(said).aim(&plain()).is_some();
    assert!(reaches(json!({"distance": 10.0})) && !reaches(json!({"distance": 10.1})));
    assert!(reaches(json!({"distance": 4.0, "opportunity": true})));
    assert!(!reaches(json!({"distance": 4.1, "opportunity": true})));
    let fires = |said| facts::<Cannonade>(said).laying(&plain()).is_some();
    assert!(fires(json!({"distance": 36.0})) && !fires(json!({"distance": 36.1})));
    assert!(fires(json!({"distance": 10.0, "opportunity": true})));
    assert!(!fires(json!({"distance": 10.1, "opportunity": true})));
    assert!(fires(json!({"distance": 3.0, "within_cover": true})));
    assert!(!fires(json!({"distance": 3.1, "within_cover": true})));
    assert!(!fires(json!({"distance": 2.0, "within_cover": true, "opportunity": true})));
    let checked = run(&plain(), "shooting", &json!({"distance": 6.0, "opportunity": true}), &[]);
    assert_eq!((checked.effect.name.as_str(), checked.effect.clause.id()), ("No shot", "WA-FIRE-19"));
}

#[test]
fn a_loose_target_ignores_one_hit_a_turn() {
    // WA-FIRE-07, WA-ART-05
    let volley = |target: Value| facts::<Volley>(json!({"target": target}));
    let impact = |target| {
        let volley = volley(target);
        volley.impact(&plain(), &volley.aim(&plain()).expect("in range"))
    };
    let loose = impact(json!({"formation": "loose"}));
    assert_eq!([0, 1, 3].map(|hits| loose.ignored(&plain(), hits)), [0, 1, 1]);
    let first = loose.struck(&plain(), 1, 0, 0);
    assert_eq!((first.ignored, first.first_hit_ignored, first.markers), (1, true, 0));
    assert!(!loose.struck(&plain(), 0, 0, 0).first_hit_ignored);
    let again = impact(json!({"formation": "loose", "first_hit_ignored": true}));
    assert_eq!(again.ignored(&plain(), 3), 0);
    assert_eq!(impact(json!({})).ignored(&plain(), 3), 0);
    let gun: Cannonade = facts(json!({"target": {"formation": "loose"}}));
    let by_gun = gun.impact(&plain(), &gun.laying(&plain()).expect("in range"));
    assert_eq!(by_gun.ignored(&plain(), 2), 1);
}

#[test]
fn casualties_markers_disorder_and_death() {
    // WA-FIRE-13, WA-FIRE-14, WA-FIRE-15, WA-FIRE-16, WA-ART-05, WA-ART-09, WA-LEAD-02, WA-DIS-03
    let struck = |said: Value, casualties, disordering| {
        let volley: Volley = facts(said);
        volley.impact(&plain(), &volley.aim(&plain()).expect("in range")).struck(&plain(), 6, casualties, disordering)
    };
    let two = struck(json!({}), 2, 0);
    assert_eq!((two.half_bases, two.markers, two.disordered, two.danger), (10, 2, false, None));
    let rifles = struck(json!({"shooter": {"troop": "rifle"}, "target": {"officer": "on-foot"}}), 2, 1);
    assert_eq!((rifles.half_bases, rifles.markers, rifles.disordered), (10, 4, true));
    assert_eq!(rifles.danger, Some(Danger::Rifles));
    let missed = struck(json!({"target": {"officer": "mounted"}}), 0, 0);
    assert_eq!((missed.danger, missed.artillery_casualty), (None, false));
    assert_eq!(struck(json!({"target": {"officer": "mounted"}}), 1, 0).danger, Some(Danger::Shot));
    assert!(struck(json!({"target": {"disordered": true}}), 1, 0).disordered);
    let last = struck(json!({"target": {"half_bases": 2}}), 3, 0);
    assert_eq!((last.half_bases, last.half_bases_lost, last.destroyed), (0, 2, true));
    // No die is asked for that cannot matter.
    let volley: Volley = facts(json!({"target": {"half_bases": 2}}));
    let impact = volley.impact(&plain(), &volley.aim(&plain()).expect("in range"));
    assert!(impact.marker_roll(&plain(), Side::Red, 1).is_some());
    assert!(impact.marker_roll(&plain(), Side::Red, 2).is_none());
    assert!(impact.save_roll(Side::Red, 0).is_none());
    let text = |half_bases: u8, faces: &[i16]| {
        let facts = json!({"ap": 1, "distance": 6.0, "target": {"gun": true, "half_bases": half_bases}});
        let checked = run(&plain(), "artillery", &facts, faces);
        checked.also.iter().map(|effect| effect.name.clone()).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(text(2, &[5, 2, 6]), "1 half base lost, 1 marker, Artillery casualty, Disordered, Gun damaged");
    assert_eq!(text(1, &[5, 2]), "1 half base lost, 1 marker, Artillery casualty, Gun destroyed");
}

#[test]
fn gun_dice_and_scores() {
    // WA-ART-01, WA-ART-02, WA-ART-03, WA-ART-06, WA-ART-08, WA-FIRE-24
    let of = |said: Value| {
        let shot: Cannonade = facts(said);
        let laying = shot.laying(&plain()).expect("in range");
        (T_GUN_DICE.sum(&plain(), &laying), T_GUN_HIT.sum(&plain(), &laying), shot.pool(&plain(), &laying).again)
    };
    assert_eq!(of(json!({"ap": 3, "distance": 5.0})), (3, 4, 0));
    assert_eq!(of(json!({"ap": 6, "distance": 5.1})), (4, 5, 0));
    assert_eq!(of(json!({"ap": 2, "distance": 30.0, "damaged": true})), (2, 5, 0));
    assert_eq!(of(json!({"ap": 2, "distance": 4.0, "disordered": true})), (2, 6, 0));
    assert_eq!(of(json!({"distance": 2.0, "within_cover": true, "ap": 1})), (1, 5, 0));
    let opportunity = |distance: f64, damaged: bool| {
        of(json!({"distance": distance, "damaged": damaged, "opportunity": true, "ap": 4})).0
    };
    assert_eq!(
        [(5.0, false), (5.0, true), (10.0, false), (10.0, true)].map(|(at, hurt)| opportunity(at, hurt)),
        [3, 2, 2, 1]
    );
}

#[test]
fn gun_saves_as_the_table_lists_them() {
    // WA-ART-04
    let save = |distance: f64, cover: bool, within: bool| {
        [false, true].map(|column| {
            let shot: Cannonade = facts(json!({
                "distance": distance, "within_cover": within, "target": {"cover": cover, "column": column},
            }));
            T_GUN_SAVE.sum(&plain(), &shot.laying(&plain()).expect("in range"))
        })
    };
    assert_eq!(save(5.0, false, false), [4, 4]);
    assert_eq!(save(5.0, true, false), [3, 3]);
    assert_eq!(save(10.0, false, false), [3, 4]);
    assert_eq!(save(10.0, true, false), [2, 3]);
    assert_eq!(save(36.0, false, false), [2, 3]);
    assert_eq!(save(36.0, true, false), [2, 3]);
    assert_eq!(save(3.0, false, true), [2, 3]);
}
