//! Modifiers one by one, where they apply and where they just do not, and what each effect does.

use crate::common::{book, run, told};
use expect_test::{Expect, expect};
use firelock_core::{Given, Rulebook, Side, TestFault, UnitId};
use firelock_regimental::charts::{T_CHG_MOD, T_FIRE_MOD};
use firelock_regimental::facts::{
    Clash, Combat, Fighter, Firing, GunStand, Handling, LeaderAt, Party, Rated, Target, Volley, check_roll,
};
use firelock_regimental::published::TESTS;
use firelock_regimental::results::{Casualty, ChargeEffect, FireEffect, Motion};
use firelock_regimental::words::{
    Branch, Carriage, ChargeGround, Charging, Cover, Effectiveness, Firearm, Formation, Morale, MoveClass, Order,
};
use firelock_table::Length;
use serde_json::{Value, json};

/// The total of the maneuver chart.
fn handling(facts: Value) -> i32 {
    let unit: Handling = serde_json::from_value(facts).expect("facts");
    unit.ledger(&Rulebook::default()).total
}

/// The total of the fire chart.
fn volley(facts: Value) -> i32 {
    let volley: Volley = serde_json::from_value(facts).expect("facts");
    let weighed = volley.weigh(&Rulebook::default()).expect("points");
    volley.ledger(&Rulebook::default(), &weighed).total
}

/// The totals of the charge chart, attacker first.
fn clash(facts: Value) -> [i32; 2] {
    let clash: Clash = serde_json::from_value(facts).expect("facts");
    clash.ledgers(&Rulebook::default()).map(|ledger| ledger.total)
}

/// What an attacker's facts add against a plain defender.
fn attacker(lead: Value) -> i32 {
    clash(json!({"attacker": {"lead": lead}}))[0]
}

/// What a defender's facts add against a plain attacker.
fn defender(lead: Value) -> i32 {
    clash(json!({"defender": {"lead": lead}}))[1]
}

fn check(name: &str, facts: Value, faces: &[i16], expected: Expect) {
    expected.assert_eq(&told(&run(&book(json!({})), name, &facts, faces)));
}

// The maneuver check.

#[test]
fn leaders_add_to_a_check() {
    // RF-CMD-07, RF-CMD-08, RF-CMD-09, RF-CMD-10, RF-CMD-18, RF-LDR-11, RF-ROS-30
    assert_eq!(handling(json!({})), 2);
    assert_eq!(handling(json!({"rating": "gallant"})), 3);
    assert_eq!(handling(json!({"rating": "poor"})), 1);
    assert_eq!(handling(json!({"rating": "gallant", "leader_attached": true})), 4);
    assert_eq!(handling(json!({"leader_attached": true, "brave_colonel": true})), 3);
    assert_eq!(handling(json!({"brave_colonel": true})), 3);
    assert_eq!(handling(json!({"control": "provisional", "rating": "gallant"})), 2);
    assert_eq!(handling(json!({"control": "out", "rating": "gallant"})), 0);
}

#[test]
fn quality_and_losses_add_to_a_check() {
    // RF-CHK-05, RF-CHK-10, RF-CHK-12, RF-ROS-28
    let of = |experience: &str| handling(json!({"experience": experience, "effectiveness": "worn"}));
    assert_eq!(["elite", "veteran", "trained", "raw"].map(of), [2, 1, 0, -1]);
    let at = |effectiveness: &str| handling(json!({"effectiveness": effectiveness}));
    assert_eq!(["fresh", "worn", "spent"].map(at), [2, 0, -2]);
    assert_eq!(handling(json!({"branch": "guns"})), 2);
    assert_eq!(handling(json!({"branch": "guns", "effectiveness": "spent"})), 2);
    assert_eq!(handling(json!({"branch": "guns", "role": "battalion-gun"})), 0);
    assert_eq!(handling(json!({"branch": "guns", "role": "battalion-gun", "friends_near": true})), 2);
    assert_eq!(handling(json!({"friends_near": true})), 2);
}

#[test]
fn columns_and_cover_steady_once() {
    // RF-CHK-03, RF-CHK-11, RF-FRM-32
    let of = |formation: &str| handling(json!({"formation": formation}));
    assert_eq!(["line", "open-order", "field-column", "march-column", "garrison"].map(of), [2, 2, 3, 3, 3]);
    assert_eq!(handling(json!({"branch": "guns", "formation": "limbered"})), 3);
    assert_eq!(handling(json!({"branch": "guns", "formation": "unlimbered"})), 2);
    assert_eq!(handling(json!({"linear_cover": true})), 3);
    assert_eq!(handling(json!({"linear_cover": true, "formation": "field-column"})), 3);
    assert_eq!(handling(json!({"order": "broken", "formation": "mob", "linear_cover": true})), 0);
}

#[test]
fn indians_flanks_and_the_state_of_the_army() {
    // RF-CHK-06, RF-CHK-07, RF-CHK-08, RF-CHK-09, RF-CHK-13, RF-CHK-14, RF-CHK-15, RF-MOR-04
    assert_eq!(handling(json!({"indian": true, "in_woods": true})), 3);
    assert_eq!(handling(json!({"indian": true})), 1);
    assert_eq!(handling(json!({"in_woods": true})), 2);
    assert_eq!(handling(json!({"outflanked": true})), 0);
    assert_eq!(handling(json!({"order": "broken"})), 0);
    assert_eq!(handling(json!({"order": "broken", "outflanked": true})), 0);
    assert_eq!(handling(json!({"order": "disordered"})), 2);
    assert_eq!(handling(json!({"key_position_lost": true})), 1);
    assert_eq!(handling(json!({"heavy_casualties": true})), 1);
    assert_eq!(handling(json!({"heavy_casualties": true, "greater_losses": true})), 0);
    assert_eq!(handling(json!({"heavy_casualties": true, "greater_losses": true, "key_position_lost": true})), -1);
}

#[test]
fn one_die_serves_all_units_of_a_check() {
    // RF-SEQ-05
    let book = Rulebook::default();
    let units = [Handling::default(), Handling { effectiveness: Effectiveness::Spent, ..Handling::default() }];
    let ledgers: Vec<_> = units.iter().map(|unit| unit.ledger(&book)).collect();
    let whys = ledgers.iter().enumerate().map(|(at, ledger)| (Some(UnitId(at as u16)), ledger.clone()));
    let roll = check_roll(Side::Blue, whys);
    let die = firelock_core::Dice::roll(&mut Given::new([4]), &roll).expect("a face").value();
    let effects: Vec<&str> =
        units.iter().zip(&ledgers).map(|(unit, ledger)| unit.handle(&book, die + ledger.total).effect.name()).collect();
    assert_eq!((roll.whys.len(), effects), (2, vec!["Well Handled", "Tardy"]));
}

#[test]
fn bad_checks_send_troops_back_or_hold_them() {
    // RF-MOR-06, RF-MOR-07, RF-MOR-08, RF-MAN-05, RF-MAN-06, RF-MAN-07, RF-FIR-06
    let near = json!({"effectiveness": "worn", "in_close_range": true, "control": "out"});
    check(
        "maneuver",
        near.clone(),
        &[2],
        expect![[r#"
        maneuver: -2 out of command = -2
        d10: 0 Fall Back [RF-MOR-08]
          Retreats out of close range [RF-RET-01]
          No fire [RF-FIR-06]
    "#]],
    );
    let mut fortified = near.clone();
    fortified["fortified"] = json!(true);
    check(
        "maneuver",
        fortified,
        &[2],
        expect![[r#"
        maneuver: -2 out of command = -2
        d10: 0 Fall Back [RF-MOR-08]
    "#]],
    );
    let broken = json!({"order": "broken", "formation": "mob", "in_close_range": true});
    check(
        "maneuver",
        broken.clone(),
        &[3],
        expect![[r#"
        maneuver: +2 fresh troops, -2 broken = 0
        d10: 3 Shaken [RF-MOR-06]
          Retreats out of close range [RF-RET-01]
          Reforms [RF-MOR-10]
    "#]],
    );
    check(
        "maneuver",
        broken.clone(),
        &[1],
        expect![[r#"
        maneuver: +2 fresh troops, -2 broken = 0
        d10: 1 Wavering [RF-MOR-07]
          Retreats out of close range [RF-RET-01]
          Reforms [RF-MOR-10]
          No fire [RF-FIR-06]
    "#]],
    );
    check(
        "maneuver",
        broken.clone(),
        &[5],
        expect![[r#"
        maneuver: +2 fresh troops, -2 broken = 0
        d10: 5 Rally [RF-MAN-06]
          Reforms [RF-MOR-10]
    "#]],
    );
    check(
        "maneuver",
        json!({"order": "disordered", "experience": "elite"}),
        &[7],
        expect![[r#"
        maneuver: +2 elite, +2 fresh troops = 4
        d10: 11 Rally with Elan [RF-MAN-05]
    "#]],
    );
    check(
        "maneuver",
        json!({"order": "disordered", "effectiveness": "worn"}),
        &[2],
        expect![[r#"
        maneuver:  = 0
        d10: 2 Wavering [RF-MOR-07]
    "#]],
    );
}

#[test]
fn panic_costs_no_more_stands_than_there_are() {
    // RF-MOR-09, RF-MOR-15
    let facts = json!({"order": "broken", "effectiveness": "spent", "control": "out", "stands": 3});
    check(
        "maneuver",
        facts.clone(),
        &[1],
        expect![[r#"
        maneuver: -2 out of command, -2 spent troops, -2 broken = -6
        d10: -5 Panic [RF-MOR-09]
          3 stands lost [RF-MOR-09]
          Destroyed [RF-MOR-15]
    "#]],
    );
    let mut more = facts;
    more["stands"] = json!(6);
    check(
        "maneuver",
        more,
        &[4],
        expect![[r#"
        maneuver: -2 out of command, -2 spent troops, -2 broken = -6
        d10: -2 Panic [RF-MOR-09]
          2 stands lost [RF-MOR-09]
          Full retreat [RF-RET-05]
          No fire [RF-FIR-06]
    "#]],
    );
}

#[test]
fn guns_fall_back_limbered_or_not_at_all() {
    // RF-GUN-06, RF-GUN-12, RF-GUN-16, RF-GUN-17, RF-GUN-18, RF-ROS-26
    let of = |facts: Value, result: i32| {
        let unit: Handling = serde_json::from_value(facts).expect("facts");
        let handled = unit.handle(&Rulebook::default(), result);
        (handled.motion, handled.silenced)
    };
    let guns = |carriage: &str, formation: &str, fixed: bool, near: bool, fortified: bool| {
        json!({
            "branch": "guns", "carriage": carriage, "formation": formation, "fixed": fixed, "in_close_range": near,
            "fortified": fortified, "order": "broken",
        })
    };
    let (held, gone) = ((Motion::Hold, false), (Motion::Removed, false));
    let (silent, away) = ((Motion::Hold, true), (Motion::FullRetreat, true));
    for (facts, fall_back, panic) in [
        (guns("light", "unlimbered", false, true, false), away, away),
        (guns("light", "unlimbered", false, false, false), held, away),
        (guns("light", "unlimbered", true, true, false), gone, gone),
        (guns("light", "unlimbered", true, false, false), held, silent),
        (guns("heavy", "unlimbered", false, true, false), gone, gone),
        (guns("heavy", "unlimbered", false, true, true), held, silent),
        (guns("heavy", "unlimbered", false, false, false), held, away),
        (guns("heavy", "limbered", false, true, false), away, away),
        (guns("heavy", "unlimbered", true, true, true), held, silent),
    ] {
        assert_eq!((of(facts.clone(), 0), of(facts.clone(), -2)), (fall_back, panic), "{facts}");
    }
    check(
        "maneuver",
        json!({"branch": "guns"}),
        &[7],
        expect![[r#"
        maneuver: +2 battery = 2
        d10: 9 Double Quick [RF-GUN-12]
    "#]],
    );
}

// Fire.

#[test]
fn firers_add_to_their_die() {
    // RF-FIR-19, RF-FIR-20, RF-FIR-21, RF-GUN-05, RF-SPC-05
    let raw = |stands: u8, others: u8| json!({"firing": [{"stands": stands, "experience": "raw"}, {"stands": others}]});
    assert_eq!(volley(raw(6, 6)), 2, "half is not more than half");
    assert_eq!(volley(raw(7, 5)), 1);
    let marksmen =
        |stands: u8, others: u8| json!({"firing": [{"stands": stands, "marksmen": true}, {"stands": others}]});
    assert_eq!(volley(marksmen(6, 6)), 3, "half is at least half");
    assert_eq!(volley(marksmen(5, 7)), 2);
    let buck = |in_charge: bool, firearm: &str| json!({"firing": [{"stands": 12, "buck_and_ball": true, "in_charge": in_charge, "firearm": firearm}]});
    assert_eq!(volley(buck(true, "musket")), 3);
    assert_eq!(volley(buck(false, "musket")), 2);
    assert_eq!(volley(buck(true, "carbine")), 2);
    let both = json!({"firing": [{"stands": 12, "buck_and_ball": true, "in_charge": true, "marksmen": true}]});
    assert_eq!(volley(both), 3, "once");
    let shares = json!({"firing": [
        {"stands": 2, "firearm": "LG", "range": 3.0, "experience": "raw"}, {"stands": 8},
    ]});
    assert_eq!(volley(shares), 3, "8 of 16 points are raw");
}

#[test]
fn points_are_halved_once() {
    // RF-FIR-12, RF-GUN-03, RF-SPC-23
    let points = |firing: Value| {
        let volley: Volley = serde_json::from_value(json!({"firing": [firing]})).expect("facts");
        volley.points(&Rulebook::default()).total
    };
    assert_eq!(points(json!({"stands": 6})), 24);
    assert_eq!(points(json!({"stands": 6, "disordered": true})), 12);
    assert_eq!(points(json!({"stands": 6, "disordered": true, "low_ammo": true})), 12);
    assert_eq!(points(json!({"stands": 1, "firearm": "LG", "damaged": true, "low_ammo": true})), 8);
    assert_eq!(points(json!({"stands": 1, "firearm": "amusette", "disordered": true})), 4);
}

#[test]
fn targets_take_from_the_die() {
    // RF-FIR-22, RF-FIR-23, RF-FIR-24, RF-FIR-25, RF-FRM-32, RF-TER-02, RF-TER-12
    let at = |target: Value| volley(json!({"firing": [{"stands": 6}], "target": target}));
    assert_eq!(at(json!({})), 0);
    assert_eq!(at(json!({"formation": "open-order"})), -1);
    assert_eq!(["none", "partial", "full", "fortified"].map(|cover| at(json!({"cover": cover}))), [0, -1, -2, -3]);
    assert_eq!(at(json!({"cover": "full", "formation": "open-order"})), -3);
    assert_eq!(at(json!({"cover": "fortified", "formation": "open-order"})), -3, "never below -3");
    assert_eq!(at(json!({"formation": "field-column"})), 1);
    assert_eq!(at(json!({"formation": "march-column"})), 1);
    assert_eq!(at(json!({"branch": "guns", "formation": "limbered", "guns": [{}]})), 1);
    assert_eq!(at(json!({"order": "broken", "formation": "mob"})), 0);
    assert_eq!(at(json!({"branch": "cavalry"})), 0);
    let cover = json!({"firing": [{"stands": 6, "linear_cover": "partial"}], "target": {"cover": "full"}});
    assert_eq!(volley(cover), -2, "the best one");
}

#[test]
fn enfilade_needs_most_of_the_points_and_a_flank() {
    // RF-ARC-13, RF-FIR-25, RF-TER-11
    let fire = |flank: u8, front: u8, target: Value| {
        volley(json!({
            "firing": [
                {"stands": flank, "on_flank": true, "linear_cover": "full"}, {"stands": front, "linear_cover": "full"},
            ],
            "target": target,
        }))
    };
    assert_eq!(fire(3, 3, json!({})), -2, "half is not more than half");
    assert_eq!(fire(4, 2, json!({})), 2, "and the wall is no help");
    assert_eq!(fire(4, 2, json!({"cover": "partial"})), 1);
    assert_eq!(fire(4, 2, json!({"formation": "field-column"})), 2, "instead of the +1");
    for formation in ["open-order", "garrison"] {
        assert!(fire(4, 2, json!({"formation": formation})) < 0, "{formation}");
    }
    assert_eq!(fire(4, 2, json!({"formation": "mob", "order": "broken"})), -2);
    assert_eq!(fire(4, 2, json!({"branch": "guns", "formation": "limbered", "guns": [{}]})), -1);
}

#[test]
fn a_wall_covers_against_those_who_fire_across_it() {
    let fire = |across: u8, around: u8| {
        volley(json!({"firing": [{"stands": across, "linear_cover": "full"}, {"stands": around}]}))
    };
    assert_eq!([fire(4, 2), fire(3, 3)], [-2, 0]);
}

/// What a result does to a target, by musketry or cannonade.
fn struck(target: Target, firearm: Firearm, result: i32) -> firelock_regimental::facts::Fired {
    let firing = vec![Firing { firearm, stands: 1, range: Length::inches(4), ..Firing::default() }];
    let volley = Volley { firing, target, behind: Vec::new() };
    let weighed = volley.weigh(&Rulebook::default()).expect("points");
    volley.result(&Rulebook::default(), &weighed, 5, result)
}

#[test]
fn fire_on_troops() {
    // RF-FIR-26, RF-FIR-27, RF-FIR-28, RF-FIR-29, RF-FIR-30, RF-FIR-31, RF-GUN-22, RF-MOR-17
    let of = |order: Order, firearm: Firearm, result: i32| {
        let fired = struck(Target { order, ..Target::default() }, firearm, result);
        (fired.struck.stands_lost, fired.struck.order)
    };
    use Order::{Broken, Disordered, Good};
    for (result, good, disordered, broken) in [
        (15, (3, Disordered), (3, Disordered), (3, Broken)),
        (14, (2, Disordered), (2, Disordered), (2, Broken)),
        (11, (2, Disordered), (2, Disordered), (2, Broken)),
        (10, (1, Disordered), (1, Disordered), (1, Broken)),
        (9, (1, Disordered), (1, Disordered), (1, Broken)),
        (8, (0, Disordered), (1, Disordered), (1, Broken)),
        (6, (0, Disordered), (1, Disordered), (1, Broken)),
        (5, (0, Good), (0, Disordered), (0, Broken)),
        (3, (0, Good), (0, Disordered), (0, Broken)),
    ] {
        let all = [Good, Disordered, Broken].map(|order| of(order, Firearm::Musket, result));
        assert_eq!(all, [good, disordered, broken], "{result}");
    }
    assert_eq!(of(Good, Firearm::LG, 5), (0, Disordered));
    assert_eq!(of(Good, Firearm::Amusette, 4), (0, Disordered));
    assert_eq!(of(Disordered, Firearm::LG, 5), (0, Disordered));
    assert_eq!(of(Good, Firearm::LG, 3), (0, Good));
}

#[test]
fn fire_on_guns() {
    // RF-FIR-27, RF-FIR-28, RF-FIR-29, RF-FIR-30, RF-FIR-32, RF-FIR-33
    let (ok, silenced) = (GunStand::default(), GunStand { silenced: true, damaged: false });
    let (damaged, both) = (GunStand { silenced: false, damaged: true }, GunStand { silenced: true, damaged: true });
    let of = |guns: &[GunStand], firearm, result| {
        let target = Target { branch: Branch::Guns, guns: guns.to_vec(), ..Target::default() };
        struck(target, firearm, result).struck.guns.0
    };
    assert_eq!(of(&[ok, ok, ok], Firearm::Musket, 11), [None, Some(silenced), Some(silenced)]);
    assert_eq!(of(&[ok, ok, ok], Firearm::Musket, 15), [None, None, Some(silenced)]);
    assert_eq!(of(&[ok], Firearm::Musket, 15), [None]);
    assert_eq!(of(&[ok, ok], Firearm::Musket, 9), [Some(damaged), Some(silenced)]);
    assert_eq!(of(&[ok], Firearm::Musket, 9), [Some(both)]);
    assert_eq!(of(&[damaged], Firearm::Musket, 9), [None]);
    assert_eq!(of(&[silenced, ok], Firearm::Musket, 7), [Some(silenced), Some(silenced)]);
    assert_eq!(of(&[ok, ok], Firearm::Musket, 5), [Some(ok), Some(ok)]);
    assert_eq!(of(&[ok, ok], Firearm::H, 5), [Some(silenced), Some(ok)]);
}

#[test]
fn fire_and_the_charge() {
    // RF-FIR-27, RF-FIR-28, RF-FIR-29, RF-FIR-34, RF-FIR-35
    let of = |charging, result| {
        let fired = struck(Target { charging, ..Target::default() }, Firearm::Musket, result);
        serde_json::to_value(fired.charge).expect("a word").as_str().expect("a word").to_string()
    };
    let by = |charging| [11, 9, 6, 4, 3].map(|result| of(charging, result));
    assert_eq!(by(Charging::No), ["none"; 5]);
    assert_eq!(by(Charging::Charge), ["checked", "checked", "home", "home", "home"]);
    assert_eq!(by(Charging::ColdSteel), ["checked", "home", "home", "home", "home"]);
}

#[test]
fn a_massed_target_passes_the_next_lower_effect_on() {
    // RF-FIR-36, RF-FIR-37
    let behind = |result: i32| {
        let volley = Volley { behind: vec![Target::default()], ..Volley::default() };
        let weighed = volley.weigh(&Rulebook::default()).expect("points");
        let fired = volley.result(&Rulebook::default(), &weighed, 10, result);
        assert_eq!(fired.casualty, None);
        (fired.behind[0].effect, fired.behind[0].stands_lost)
    };
    assert_eq!(behind(17), (FireEffect::Telling, 1));
    assert_eq!(behind(11), (FireEffect::Telling, 1));
    assert_eq!(behind(9), (FireEffect::Galling, 0));
    assert_eq!(behind(6), (FireEffect::Lively, 0));
    assert_eq!(behind(4), (FireEffect::Desultory, 0));
    assert_eq!(behind(3), (FireEffect::Desultory, 0));
    let facts = json!({
        "firing": [{"stands": 12}],
        "behind": [{"order": "disordered"}, {"branch": "guns", "guns": [{"damaged": true}]}],
    });
    check(
        "fire",
        facts,
        &[9],
        expect![[r#"
        fire points: +48 muskets = 12 points
        fire: +2 fire points = 2
        d10 +2: 11 Withering Fire [RF-FIR-27]
          Disordered [RF-FIR-27]
          2 stands lost [RF-FIR-27]
          Behind: Telling Fire [RF-FIR-36]
          Behind: Telling Fire [RF-FIR-36]
    "#]],
    );
}

#[test]
fn a_ten_empties_pouches_and_finds_leaders() {
    // RF-FIR-38, RF-FIR-39, RF-FIR-41, RF-LDR-07, RF-LDR-10
    let firing = vec![
        Firing::default(),
        Firing { half_of_unit: false, ..Firing::default() },
        Firing { firearm: Firearm::Amusette, stands: 1, ..Firing::default() },
        Firing { firearm: Firearm::LG, stands: 1, half_of_unit: false, low_ammo: true, ..Firing::default() },
        Firing { range: Length::inches(9), ..Firing::default() },
    ];
    let fire = |base: i32, leader_at: Option<i32>, brave_colonel: bool| {
        let leader_at = leader_at.map(Length::inch_hundredths);
        let target = Target { leader_at, brave_colonel, ..Target::default() };
        let volley = Volley { firing: firing.clone(), target, behind: Vec::new() };
        let weighed = volley.weigh(&Rulebook::default()).expect("points");
        let fired = volley.result(&Rulebook::default(), &weighed, base, base);
        (fired.low_ammo, fired.casualty)
    };
    assert_eq!(fire(9, Some(100), true), (vec![], None));
    assert_eq!(fire(10, Some(400), true), (vec![0, 3], Some(Casualty::Leader)));
    assert_eq!(fire(10, Some(401), true), (vec![0, 3], Some(Casualty::Colonel)));
    assert_eq!(fire(10, None, false), (vec![0, 3], None));
}

#[test]
fn nobody_in_range_is_no_fire() {
    // RF-FIR-07, RF-FIR-44
    check(
        "fire",
        json!({"firing": [{"range": 9.0}]}),
        &[],
        expect![[r#"
        fire points:  = 0 points
        0 No fire [RF-FIR-07]
    "#]],
    );
    check(
        "fire",
        json!({"firing": [{"stands": 20}], "target": {"stands": 1}}),
        &[9],
        expect![[r#"
        fire points: +80 muskets = 20 points
        fire: +4 fire points = 4
        d10 +4: 13 Withering Fire [RF-FIR-27]
          Disordered [RF-FIR-27]
          1 stand lost [RF-FIR-27]
          Destroyed [RF-FIR-44]
    "#]],
    );
}

// Charges.

#[test]
fn quality_strength_and_numbers_in_a_charge() {
    // RF-CHG-10, RF-CHG-21, RF-CHG-23, RF-CHG-24, RF-CHG-32, RF-CHG-65
    let of = |experience: &str| attacker(json!({"experience": experience, "effectiveness": "worn"}));
    assert_eq!(["elite", "veteran", "trained", "raw"].map(of), [2, 1, 0, -1]);
    let at = |effectiveness: &str| attacker(json!({"effectiveness": effectiveness}));
    assert_eq!(["fresh", "worn", "spent"].map(at), [2, 0, -2]);
    let against = |stands: u8| attacker(json!({"stands": stands, "effectiveness": "worn"}));
    assert_eq!([10, 7, 6, 5, 4, 3].map(against), [0, 0, -1, -2, -2, -3]);
    let helped = |others: u8, support_stands: u8| {
        let lead = json!({"stands": 4, "effectiveness": "worn"});
        let others = json!([{"stands": others, "experience": "elite"}]);
        clash(json!({"attacker": {"lead": lead, "others": others, "support_stands": support_stands}}))[0]
    };
    assert_eq!([helped(2, 0), helped(2, 1), helped(2, 2)], [-1, -1, 0], "supports count half, rounded down");
}

#[test]
fn guns_in_a_charge() {
    // RF-CHG-23, RF-CHG-25, RF-CHG-26, RF-CHG-29, RF-CHG-30, RF-MOR-05
    let guns = |more: Value| {
        let mut lead = json!({"branch": "guns", "formation": "unlimbered", "guns": [{}, {}, {}, {}]});
        lead.as_object_mut().expect("facts").extend(more.as_object().expect("facts").clone());
        let facts = json!({"attacker": {"lead": {"stands": 4}}, "defender": {"lead": lead}});
        clash(facts)[1]
    };
    assert_eq!(guns(json!({})), -1);
    assert_eq!(guns(json!({"supported": true})), 1);
    assert_eq!(guns(json!({"bayonets": false})), -1);
    assert_eq!(guns(json!({"effectiveness": "spent"})), -1);
    assert_eq!(guns(json!({"guns": [{"silenced": true}, {}, {}, {}]})), -2);
    assert_eq!(guns(json!({"formation": "limbered"})), -4);
    assert_eq!(guns(json!({"guns": [{}, {}]})), -3, "two stands against four");
    assert_eq!(attacker(json!({"supported": true})), 2, "troops are not supported guns");
}

#[test]
fn order_and_formation_in_a_charge() {
    // RF-CHG-25, RF-CHG-26, RF-CHG-30, RF-CHG-31, RF-MOR-02, RF-MOR-04, RF-ARC-12, RF-LDR-11
    assert_eq!(defender(json!({"order": "disordered"})), 1);
    assert_eq!(defender(json!({"order": "broken", "formation": "mob"})), -1);
    assert_eq!(defender(json!({"formation": "open-order"})), 1);
    assert_eq!(defender(json!({"bayonets": false})), 1);
    assert_eq!(defender(json!({"bayonets": false, "formation": "open-order"})), 1);
    assert_eq!(defender(json!({"branch": "cavalry", "bayonets": false})), 2);
    assert_eq!(defender(json!({"branch": "dismounted", "bayonets": false})), 1);
    assert_eq!(defender(json!({"formation": "march-column"})), -1);
    assert_eq!(defender(json!({"outflanked": true})), -1);
    assert_eq!(defender(json!({"outflanked": true, "formation": "march-column"})), -1);
    assert_eq!(defender(json!({"outflanked": true, "formation": "garrison"})), 2);
    assert_eq!(defender(json!({"leader": "attached"})), 3);
    assert_eq!(defender(json!({"leader": "near"})), 2);
    assert_eq!(defender(json!({"leader": "attached", "brave_colonel": true})), 3);
    let other = json!({"defender": {"others": [{"stands": 2, "outflanked": true}]}});
    assert_eq!(clash(other)[1], -1, "one outflanked unit is enough");
}

#[test]
fn ground_cold_steel_and_horses_in_a_charge() {
    // RF-CHG-27, RF-CHG-28, RF-CHG-33, RF-CHG-50, RF-CHG-63, RF-TER-03, RF-TER-17
    let ground = |position: &str| defender(json!({"position": position}));
    assert_eq!(["none", "favorable", "strong", "fortified"].map(ground), [2, 3, 4, 4]);
    assert_eq!(defender(json!({"position": "strong", "outflanked": true})), -1);
    assert_eq!(attacker(json!({"position": "strong", "charging": "charge"})), 2);
    let rider = json!({"branch": "cavalry", "position": "favorable", "charging": "countercharge"});
    assert_eq!(defender(rider), 4, "the ride counts, the ground does not");
    assert_eq!(attacker(json!({"charging": "cold-steel"})), 3);
    assert_eq!(attacker(json!({"charging": "cold-steel", "indians_in_woods": true})), 3);
    assert_eq!(defender(json!({"indians_in_woods": true})), 3);
    let horse = |crossed: &str| attacker(json!({"branch": "cavalry", "charging": "charge", "crossed": crossed}));
    assert_eq!(["open", "broken", "rough"].map(horse), [4, 3, 2]);
    assert_eq!(defender(json!({"branch": "cavalry"})), 2, "stationary");
    let second = |struggled: bool, lead: Value| {
        clash(json!({"combat": "second", "struggled": struggled, "attacker": {"lead": lead}}))[0]
    };
    let breaks = json!({"branch": "cavalry", "charging": "charge", "breakthrough": true});
    assert_eq!([second(false, breaks.clone()), second(true, breaks)], [5, 2]);
    let steel = json!({"charging": "cold-steel"});
    assert_eq!(second(false, steel), 2, "cold steel counts in the first combat only");
}

/// The lead's outcome on both sides: stands lost, order, motion, recall.
fn outcome(clash: &Clash, difference: i32) -> [(u8, Order, Motion, bool); 2] {
    let outcome = clash.outcome(&Rulebook::default(), difference);
    [&outcome.attacker, &outcome.defender].map(|side| {
        let lead = &side.units[0];
        (lead.stands_lost, lead.order, lead.motion, lead.may_recall)
    })
}

fn foot() -> Fighter {
    Fighter { charging: Charging::Charge, ..Fighter::default() }
}

fn horse() -> Fighter {
    Fighter { branch: Branch::Cavalry, charging: Charging::Charge, ..Fighter::default() }
}

fn against(attacker: Fighter, defender: Fighter) -> Clash {
    let party = |lead| Party { lead, ..Party::default() };
    Clash { attacker: party(attacker), defender: party(defender), ..Clash::default() }
}

#[test]
fn a_beaten_defender() {
    // RF-CHG-36, RF-CHG-39, RF-CHG-41, RF-CHG-42, RF-CHG-43, RF-CHG-45, RF-CHG-46, RF-CHG-49, RF-MOR-12
    use Motion::{Breakthrough, Carry, FullRetreat, GiveGround, OutOfCloseRange};
    use Order::{Broken, Disordered, Good};
    let plain = || against(foot(), Fighter::default());
    assert_eq!(outcome(&plain(), 9), [(0, Good, Breakthrough, false), (2, Broken, FullRetreat, false)]);
    assert_eq!(outcome(&plain(), 12)[1], (5, Broken, FullRetreat, false));
    assert_eq!(outcome(&plain(), 5), [(0, Good, Carry, false), (1, Disordered, OutOfCloseRange, false)]);
    assert_eq!(outcome(&plain(), 4), [(0, Good, Carry, false), (0, Disordered, GiveGround, false)]);
    let second = Clash { combat: Combat::Second, ..plain() };
    assert_eq!(outcome(&second, 9)[0], (0, Disordered, Carry, false));
    let over_fence = against(Fighter { crossed: MoveClass::Broken, ..foot() }, Fighter::default());
    assert_eq!(outcome(&over_fence, 5)[0], (0, Disordered, Carry, false));
    let disordered = against(foot(), Fighter { order: Disordered, ..Fighter::default() });
    assert_eq!(outcome(&disordered, 1)[1], (1, Disordered, GiveGround, false));
    assert_eq!(outcome(&disordered, 5)[1], (1, Disordered, OutOfCloseRange, false));
    let outflanked = against(foot(), Fighter { outflanked: true, ..Fighter::default() });
    assert_eq!(outcome(&outflanked, 1)[1], (0, Broken, FullRetreat, false));
    assert_eq!(outcome(&outflanked, 5)[1], (2, Broken, FullRetreat, false));
    let by_horse = against(horse(), Fighter::default());
    assert_eq!(outcome(&by_horse, 5), [(0, Disordered, Breakthrough, false), (2, Broken, FullRetreat, false)]);
    assert_eq!(outcome(&by_horse, 1), [(0, Disordered, Carry, true), (0, Disordered, GiveGround, false)]);
    let by_horse = Clash { combat: Combat::Second, ..by_horse };
    assert_eq!(outcome(&by_horse, 5)[0], (0, Disordered, Carry, false));
    assert_eq!(outcome(&by_horse, 1)[0], (0, Disordered, Carry, false));
}

#[test]
fn a_beaten_attacker() {
    // RF-CHG-38, RF-CHG-52, RF-CHG-53, RF-CHG-54, RF-CHG-55, RF-SEQ-21
    use Motion::{Carry, FullRetreat, GiveGround, Hold, OutOfCloseRange};
    use Order::{Broken, Disordered, Good};
    let plain = against(foot(), Fighter::default());
    assert_eq!(outcome(&plain, -1), [(0, Disordered, GiveGround, false), (0, Good, Hold, false)]);
    assert_eq!(outcome(&plain, -5)[0], (1, Disordered, OutOfCloseRange, false));
    assert_eq!(outcome(&plain, -9)[0], (2, Broken, FullRetreat, false));
    assert_eq!(outcome(&plain, -11)[0], (4, Broken, FullRetreat, false));
    let disordered = against(Fighter { order: Disordered, ..foot() }, Fighter::default());
    assert_eq!(outcome(&disordered, -4)[0], (1, Disordered, GiveGround, false));
    let outflanked = against(Fighter { outflanked: true, ..foot() }, Fighter::default());
    assert_eq!(outcome(&outflanked, -4)[0], (0, Broken, FullRetreat, false));
    assert_eq!(outcome(&outflanked, -8)[0], (2, Broken, FullRetreat, false));
    let rider = Fighter { charging: Charging::Countercharge, ..horse() };
    let met = against(horse(), rider);
    assert_eq!(outcome(&met, -4), [(0, Disordered, GiveGround, true), (0, Disordered, Carry, true)]);
    assert_eq!(outcome(&met, -8)[0], (2, Broken, FullRetreat, false));
    let standing = against(horse(), Fighter { charging: Charging::No, ..horse() });
    assert_eq!(outcome(&standing, -4)[1], (0, Disordered, Hold, false));
    let second = Clash { combat: Combat::Second, ..met };
    assert_eq!(outcome(&second, -4), [(0, Disordered, GiveGround, false), (0, Disordered, Carry, true)]);
}

#[test]
fn broken_troops_always_run() {
    // RF-MOR-17
    let mob = Fighter { order: Order::Broken, formation: Formation::Mob, ..Fighter::default() };
    let clash = against(foot(), mob);
    assert_eq!(outcome(&clash, 1)[1], (1, Order::Broken, Motion::FullRetreat, false));
    assert_eq!(outcome(&clash, 5)[1], (1, Order::Broken, Motion::FullRetreat, false));
}

#[test]
fn works_are_held_when_hard_pressed() {
    // RF-CHG-48
    use Motion::{GiveGround, Hold, OutOfCloseRange};
    use Order::{Disordered, Good};
    let fort = Fighter { position: ChargeGround::Fortified, ..Fighter::default() };
    let clash = against(foot(), fort.clone());
    assert_eq!(outcome(&clash, 4), [(0, Good, GiveGround, false), (0, Disordered, Hold, false)]);
    assert_eq!(outcome(&clash, 5)[1], (1, Disordered, OutOfCloseRange, false));
    let strong = against(foot(), Fighter { position: ChargeGround::Strong, ..Fighter::default() });
    assert_eq!(outcome(&strong, 4)[1], (0, Disordered, GiveGround, false));
    let guns = Fighter {
        branch: Branch::Guns,
        guns: vec![GunStand::default(); 2],
        carriage: Carriage::Heavy,
        formation: Formation::Unlimbered,
        ..fort
    };
    let outcome = against(foot(), guns).outcome(&Rulebook::default(), 1);
    let both = [GunStand { damaged: true, silenced: true }, GunStand { damaged: false, silenced: true }];
    assert_eq!(outcome.defender.units[0].guns.standing(), both);
    assert_eq!(outcome.defender.units[0].motion, Hold);
}

#[test]
fn guns_get_away_or_are_lost() {
    // RF-CHG-41, RF-CHG-44, RF-CHG-47, RF-GUN-24
    let of = |carriage: Carriage, formation: Formation, fixed: bool, attacker: Fighter, difference: i32| {
        let guns = Fighter {
            branch: Branch::Guns,
            guns: vec![GunStand::default(); 3],
            carriage,
            formation,
            fixed,
            ..Fighter::default()
        };
        let outcome = against(attacker, guns).outcome(&Rulebook::default(), difference);
        let lead = &outcome.defender.units[0];
        assert!(lead.guns.standing().iter().all(|stand| stand.silenced));
        (lead.stands_lost, lead.guns.standing().iter().filter(|stand| stand.damaged).count(), lead.motion)
    };
    use Carriage::{Heavy, Light};
    use Formation::{Limbered, Unlimbered};
    let (lost, away) = ((3, 0, Motion::Removed), (0, 0, Motion::FullRetreat));
    for carriage in [Light, Heavy] {
        assert_eq!(of(carriage, Unlimbered, false, foot(), 9), lost);
        assert_eq!(of(carriage, Limbered, false, foot(), 9), (2, 0, Motion::FullRetreat));
        assert_eq!(of(carriage, Limbered, false, foot(), 5), away);
        assert_eq!(of(carriage, Limbered, false, horse(), 5), away);
        assert_eq!(of(carriage, Unlimbered, false, horse(), 5), lost);
    }
    assert_eq!(of(Light, Unlimbered, false, foot(), 5), away);
    assert_eq!(of(Heavy, Unlimbered, false, foot(), 5), lost);
    assert_eq!(of(Light, Unlimbered, true, foot(), 5), lost, "a fixed gun fights as a heavy one");
    assert_eq!(of(Light, Unlimbered, false, foot(), 4), (0, 1, Motion::FullRetreat));
    assert_eq!(of(Heavy, Limbered, false, foot(), 4), (0, 1, Motion::FullRetreat));
    assert_eq!(of(Heavy, Unlimbered, false, foot(), 4), lost);
}

#[test]
fn losses_fall_on_the_lead_and_the_rest_is_owed() {
    // RF-CHG-37, RF-MOR-15
    let mut clash = against(foot(), Fighter { stands: 3, ..Fighter::default() });
    clash.defender.others = vec![Fighter { stands: 2, ..Fighter::default() }];
    let swept = clash.outcome(&Rulebook::default(), 11);
    assert_eq!((swept.defender.units[0].stands_lost, swept.defender.owed), (3, 1));
    assert_eq!(swept.defender.units[0].motion, Motion::Removed);
    assert_eq!(swept.defender.units[1].motion, Motion::FullRetreat);
    assert_eq!(clash.outcome(&Rulebook::default(), 19).defender.owed, 2, "no more than there are");
    let driven = clash.outcome(&Rulebook::default(), 5);
    let orders: Vec<(u8, Order)> = driven.defender.units.iter().map(|unit| (unit.stands_lost, unit.order)).collect();
    assert_eq!(orders, [(1, Order::Disordered), (0, Order::Disordered)], "disorder falls on all, the loss on the lead");
}

#[test]
fn leaders_of_the_routed_are_in_danger() {
    // RF-CHG-41, RF-CHG-54, RF-LDR-07, RF-LDR-10
    let of = |leader, brave_colonel, difference| {
        let defender = Fighter { leader, brave_colonel, ..Fighter::default() };
        against(foot(), defender).outcome(&Rulebook::default(), difference).defender.units[0].casualty
    };
    assert_eq!(of(LeaderAt::Attached, true, 9), Some(Casualty::Leader));
    assert_eq!(of(LeaderAt::Near, true, 9), None);
    assert_eq!(of(LeaderAt::Away, true, 9), Some(Casualty::Colonel));
    assert_eq!(of(LeaderAt::Away, false, 9), None);
    assert_eq!(of(LeaderAt::Attached, true, 8), None);
    let attacker = Fighter { leader: LeaderAt::Attached, ..foot() };
    let repulsed = against(attacker, Fighter::default()).outcome(&Rulebook::default(), -9);
    assert_eq!(repulsed.attacker.units[0].casualty, Some(Casualty::Leader));
}

#[test]
fn a_struggle_wears_both_sides_and_is_reckoned_anew() {
    // RF-CHG-21, RF-CHG-50, RF-ROS-15
    let book = Rulebook::default();
    let rated = Some(Rated { morale: Morale::Dispirited, start_stands: 6 });
    let lead = Fighter { stands: 6, rated, charging: Charging::ColdSteel, ..Fighter::default() };
    let guns = Fighter { branch: Branch::Guns, guns: vec![GunStand::default(); 3], ..Fighter::default() };
    let mut clash = against(lead, guns);
    clash.attacker.others = vec![Fighter { stands: 6, bayonets: false, ..foot() }];
    let outcome = clash.outcome(&book, 0);
    assert_eq!(outcome.effect, ChargeEffect::Struggle);
    let next = clash.after_struggle(&book, &outcome);
    assert_eq!((next.attacker.lead.stands, next.attacker.lead.bayonets), (6, false), "the larger unit leads now");
    let former = &next.attacker.others[0];
    assert_eq!((former.stands, former.effectiveness, former.order), (5, Effectiveness::Spent, Order::Disordered));
    assert_eq!(next.attacker.lead.order, Order::Disordered);
    assert_eq!(next.defender.lead.guns, vec![GunStand { damaged: false, silenced: true }; 2]);
    assert!(next.struggled);
    let [before, after] = [&clash, &next].map(|clash| T_CHG_MOD.sum(&book, &clash.stances(&book)[0]));
    assert_eq!((before, after), (3, 0), "fresh and cold steel; fresh, disordered, no bayonets");
}

#[test]
fn who_has_no_stand_left_has_lost() {
    // RF-CHG-51
    let lone = Fighter { stands: 1, ..Fighter::default() };
    let one = |attacker: u8, defender: u8| {
        against(Fighter { stands: attacker, ..foot() }, Fighter { stands: defender, ..lone.clone() })
    };
    assert_eq!(one(3, 1).walkover(&Rulebook::default()), None);
    let facts = |attacker: u8, defender: u8| json!({"attacker": {"lead": {"stands": attacker, "charging": "charge"}}, "defender": {"lead": {"stands": defender}}});
    check(
        "charge",
        facts(3, 1),
        &[2, 5],
        expect![[r#"
        attacker: +2 fresh troops = 2
        defender: +2 fresh troops, -3 outnumbered 3 to 1 = -1
        d10 +2 against d10 -1: 0 Hard Pressed [RF-CHG-51]
          Desperate Struggle [RF-CHG-50]
          Attacker: carries the position [RF-CHG-40]
          Defender: destroyed [RF-MOR-15]
    "#]],
    );
    check(
        "charge",
        facts(1, 1),
        &[5, 5],
        expect![[r#"
        attacker: +2 fresh troops = 2
        defender: +2 fresh troops = 2
        d10 +2 against d10 +2: 0 Desperate Struggle [RF-CHG-51]
          Desperate Struggle [RF-CHG-50]
          Attacker: destroyed [RF-MOR-15]
          Defender: destroyed [RF-MOR-15]
    "#]],
    );
    check(
        "charge",
        facts(1, 3),
        &[5, 2],
        expect![[r#"
        attacker: +2 fresh troops, -3 outnumbered 3 to 1 = -1
        defender: +2 fresh troops = 2
        d10 -1 against d10 +2: 0 Falter [RF-CHG-51]
          Desperate Struggle [RF-CHG-50]
          Attacker: destroyed [RF-MOR-15]
          Defender: holds [RF-CHG-55]
    "#]],
    );
}

#[test]
fn facts_that_cannot_be_are_named() {
    let fault = |name: &str, facts: Value| {
        let test = TESTS.iter().find(|test| test.name == name).expect("published");
        match (test.run)(&facts, &Rulebook::default(), &mut Given::new([5, 5])) {
            Err(TestFault::Facts(words)) => words + "\n",
            other => panic!("{other:?}"),
        }
    };
    let mut text = fault("maneuver", json!({"experience": "elit"}));
    text += &fault("fire", json!({"target": {"branch": "guns"}}));
    text += &fault("fire", json!({"firing": [{"range": -1}]}));
    text += &fault("charge", json!({"attacker": {"lead": {"branch": "guns", "guns": [{}]}}}));
    text += &fault("charge", json!({"defender": {"lead": {"stands": 0}}}));
    text += &fault("effectiveness", json!({"start_stands": 26, "stands": 26}));
    text += &fault("effectiveness", json!({"start_stands": 6, "stands": 7}));
    expect![[r#"
        experience: unknown variant `elit`, expected one of `crack`, `elite`, `veteran`, `trained`, `green`, `raw`
        target: it has no stands; troops have stands, guns a list of guns
        firing: -1 inches is not a length from 0 to 10000
        attacker: guns never charge (RF-CHG-02)
        defender: a unit has no stands; troops have stands, guns a list of guns
        start_stands: a unit starts with 2 to 25 stands
        stands: no unit has more than it started with
    "#]]
    .assert_eq(&text);
}

#[test]
fn plain_facts_and_schemas_of_every_test_agree() {
    for test in TESTS {
        let facts = (test.facts)();
        let schema = (test.schema)();
        let known = schema["properties"].as_object().map_or(0, |properties| properties.len());
        assert_eq!(facts.as_object().expect("an object").len(), known, "{}", test.name);
        let mut dice = Given::new([3, 7]);
        assert!((test.run)(&facts, &Rulebook::default(), &mut dice).is_ok(), "{}", test.name);
    }
}

#[test]
fn fast_play_reads_the_same_totals() {
    let volley = Volley { target: Target { cover: Cover::Full, ..Target::default() }, ..Volley::default() };
    let book = Rulebook::default();
    let weighed = volley.weigh(&book).expect("points");
    assert_eq!(T_FIRE_MOD.sum(&book, &weighed), volley.ledger(&book, &weighed).total);
    assert_eq!(weighed.points, volley.points(&book).total);
}
