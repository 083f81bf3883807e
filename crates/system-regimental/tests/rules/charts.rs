//! The charts: each number as the chapter prints it, odds by enumeration, overlays, switches.

use std::collections::BTreeSet;

use crate::common::{book, run, told};
use expect_test::expect;
use firelock_core::{Grid, Overlay, Rulebook};
use firelock_odds::{odds_of, outcomes_of};
use firelock_regimental::charts::{
    self, Act, CHARTS, Column, GROUND, GroundShape, Mover, Pace, SWITCHES, SightRule, T_CAN, T_CHG, T_EFF, T_FIRE,
    T_FP, T_MOV, T_MUS, Works, acts, charge_effect, charge_overshoot, effectiveness, fallen, fire_effect, fire_points,
    ground, hand_haul, heavy_level, maneuver_effect, margin, outnumbered, point_modifier, rate, road_multiplier,
    sight_cap, successor, sudden_level,
};
use firelock_regimental::facts::{Outnumbered, Scope};
use firelock_regimental::published::TESTS;
use firelock_regimental::results::{ChargeEffect, FallEvent, Fate, FireEffect, ManeuverEffect, Margin};
use firelock_regimental::words::{
    Arm, Branch, Carriage, ChargeGround, Cover, Effectiveness, Experience, Firearm, Formation, GunType, Morale,
    MoveClass, Obstacle, Rating, Traits, Visibility, Weapon,
};
use firelock_scenario::{Kind, Word as _};
use firelock_table::Length;
use serde_json::{Value, json};

const CHAPTER: &str = include_str!("../../../../docs/rules/regimental.md");

/// The cells of a table of the chapter, heading and rule lines left out.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let from = CHAPTER.find(&format!("### {heading} ")).expect("a table of the chapter");
    let lines = CHAPTER[from..].lines().skip(1).take_while(|line| !line.starts_with('#'));
    let rows = lines.filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn look(grid: &Grid, row: usize, column: usize) -> Option<i32> {
    Rulebook::default().look(grid, row, column)
}

/// `1`, `1/2` or `-` in quarters.
fn quarters(cell: &str) -> Option<i32> {
    match cell {
        "-" => None,
        "1/2" => Some(2),
        whole => Some(4 * whole.parse::<i32>().expect("points")),
    }
}

#[test]
fn rates_stand_as_printed() {
    // RF-MOV-01, RF-MOV-05, RF-LDR-01
    let rows = table("T-MOV");
    assert_eq!(rows.len(), Mover::ALL.len());
    for (row, cells) in rows.iter().enumerate() {
        for (class, cell) in cells[2..5].iter().enumerate() {
            let mut printed = cell.split('/').map(|rate| rate.trim().parse::<i32>().expect("inches") * 100);
            assert_eq!(look(&T_MOV, row, 2 * class), printed.next(), "{cells:?}");
            assert_eq!(look(&T_MOV, row, 2 * class + 1), printed.next(), "{cells:?}");
        }
        let road = match cells[5] {
            "-" => None,
            "x1.5" => Some(150),
            "x2" => Some(200),
            other => panic!("{other}"),
        };
        assert_eq!(look(&T_MOV, row, 6), road, "{cells:?}");
    }
}

#[test]
fn fire_points_stand_as_printed() {
    // RF-FIR-07, RF-GUN-01, RF-GUN-23, RF-SPC-24
    for (row, cells) in table("T-MUS").iter().enumerate() {
        let row = [1, 3, 4][row];
        for (column, cell) in cells[1..].iter().enumerate() {
            assert_eq!(look(&T_MUS, row, column), quarters(cell), "{cells:?}");
        }
    }
    for (row, cells) in table("T-CAN").iter().enumerate() {
        for (column, cell) in cells[1..].iter().enumerate() {
            assert_eq!(look(&T_CAN, row + 1, column), quarters(cell), "{cells:?}");
        }
    }
}

#[test]
fn point_modifiers_and_fire_effects_stand_as_printed() {
    // RF-FIR-26, RF-FIR-46
    let modifiers = table("T-FP");
    let printed: Vec<i32> = modifiers[0][1..].iter().map(|cell| cell.parse().expect("a number")).collect();
    assert_eq!(printed, (0..T_FP.rows.len()).filter_map(|row| look(&T_FP, row, 1)).collect::<Vec<_>>());
    for (row, cells) in table("T-FIRE").iter().enumerate().take(4) {
        for (column, cell) in cells[1..].iter().enumerate() {
            let least: i32 = cell.trim_end_matches('+').split('-').next().expect("a number").parse().expect("a number");
            assert_eq!(look(&T_FIRE, row, column), Some(least), "{cells:?}");
        }
    }
}

#[test]
fn effectiveness_stands_as_printed_but_for_one_misprint() {
    // RF-ROS-11, RF-ROS-13, RF-ROS-14
    let rows = table("T-EFF");
    assert_eq!(rows.len(), 24);
    for (row, cells) in rows.iter().enumerate() {
        for (morale, cell) in cells[1..].iter().enumerate() {
            let triple: Vec<&str> = cell.split(' ').next().expect("a triple").split('/').collect();
            assert_eq!(triple[0], T_EFF.rows[row]);
            assert_eq!(look(&T_EFF, row, 2 * morale), triple[1].parse().ok(), "{cells:?}");
            assert_eq!(look(&T_EFF, row, 2 * morale + 1), triple[2].parse().ok(), "{cells:?}");
        }
    }
    let book = Rulebook::default();
    for start in 2..=25 {
        let after = |lost| effectiveness(&book, Morale::Dispirited, start, start - lost);
        assert_eq!(after(0), Effectiveness::Fresh);
        assert_eq!(after(1), if start >= 12 { Effectiveness::Worn } else { Effectiveness::Spent });
        assert_eq!(after(2), Effectiveness::Spent);
    }
}

#[test]
fn the_maneuver_chart_has_two_columns() {
    // RF-CHK-02
    let read = |column| -> Vec<(i32, ManeuverEffect)> {
        let book = Rulebook::default();
        let effect = |result| (result, maneuver_effect(&book, column, result));
        let mut steps: Vec<(i32, ManeuverEffect)> = (-12..=16).map(effect).collect();
        steps.dedup_by_key(|(_, effect)| *effect);
        steps
    };
    use ManeuverEffect::{DoubleQuick, FallBack, Panic, Rally, RallyWithElan, Shaken, Tardy, Wavering, WellHandled};
    assert_eq!(read(Column::GoodOrder), [(-12, Panic), (-1, FallBack), (1, Tardy), (3, WellHandled), (8, DoubleQuick)]);
    assert_eq!(read(Column::Disordered), [(-12, Panic), (1, Wavering), (3, Shaken), (5, Rally), (11, RallyWithElan)]);
}

#[test]
fn the_charge_chart_runs_from_swept_to_repulsed() {
    // RF-CHG-35, RF-CHG-41, RF-CHG-54
    let book = Rulebook::default();
    let bands: Vec<&str> = table("T-CHG").iter().map(|row| row[1]).collect();
    assert_eq!(bands, ChargeEffect::ALL.iter().map(|effect| effect.name()).collect::<Vec<_>>());
    let mut steps: Vec<(i32, ChargeEffect)> = (-20..=20).map(|n| (n, charge_effect(&book, n))).collect();
    steps.dedup_by_key(|(_, effect)| *effect);
    use ChargeEffect::{DrivenBack, Falter, HardPressed, Recoil, Repulsed, Struggle, Swept};
    let expected =
        [(-20, Repulsed), (-8, Recoil), (-4, Falter), (0, Struggle), (1, HardPressed), (5, DrivenBack), (9, Swept)];
    assert_eq!(steps, expected);
    assert_eq!([8, 9, 12, -8, -9, -12].map(|n| charge_overshoot(&book, n)), [0, 0, 3, 0, 0, 3]);
    assert_eq!(T_CHG.rows.len(), 6);
}

#[test]
fn bands_of_range_include_their_upper_end() {
    // RF-FIR-07, RF-FIR-08, RF-FIR-09, RF-FIR-10, RF-FIR-11, RF-GUN-01, RF-GUN-02
    let book = Rulebook::default();
    let at = |firearm, hundredths| fire_points(&book, firearm, Length::inch_hundredths(hundredths));
    assert_eq!([400, 401, 800, 801].map(|range| at(Firearm::Musket, range)), [Some(4), Some(2), Some(2), None]);
    assert_eq!([400, 401].map(|range| at(Firearm::Carbine, range)), [Some(4), None]);
    assert_eq!([400, 401, 1200, 1201].map(|range| at(Firearm::Rifle, range)), [Some(4), Some(2), Some(2), None]);
    assert_eq!([400, 401, 1200, 1201].map(|range| at(Firearm::LG, range)), [Some(16), Some(12), Some(12), Some(8)]);
    assert_eq!([6000, 6001].map(|range| at(Firearm::SG, range)), [Some(4), None]);
    assert_eq!([2400, 2401].map(|range| at(Firearm::Amusette, range)), [Some(2), None]);
    // One grid step beyond an inch mark is beyond it.
    assert_eq!(fire_points(&book, Firearm::Carbine, Length::inches(4) + Length::grid(1)), None);
}

#[test]
fn points_between_two_entries_take_the_lower_one() {
    // RF-FIR-46, RF-SCL-13
    let book = Rulebook::default();
    let quarters = [0, 3, 4, 8, 12, 16, 18, 23, 24, 36, 48, 60, 80, 99, 100, 400];
    let modifiers = [-5, -5, -4, -3, -2, -1, -1, -1, 0, 1, 2, 3, 4, 4, 5, 5];
    assert_eq!(quarters.map(|points| point_modifier(&book, points)), modifiers);
}

#[test]
fn twelve_muskets_have_the_odds_the_chapter_gives() {
    // RF-FIR-26, RF-FIR-27, RF-FIR-28, RF-FIR-29
    let fire = TESTS.iter().find(|test| test.name == "fire").expect("published");
    let odds = |range: f64, experience: &str| {
        let facts = json!({"firing": [{"stands": 12, "range": range}], "target": {"experience": experience}});
        let lost = |names: &[String]| -> i64 {
            let lost = names.iter().find_map(|name| name.strip_suffix(" lost"));
            lost.map_or(0, |n| n.split(' ').next().expect("a count").parse().expect("a number"))
        };
        let key = |checked: &firelock_core::Checked| {
            checked.also.iter().map(|effect| effect.name.clone()).collect::<Vec<String>>()
        };
        let outcomes = outcomes_of(fire, &facts, &Rulebook::default(), key).expect("facts of the test");
        let disordered = outcomes.chance_that(|names| names.iter().any(|name| name == "Disordered"));
        let mean = (outcomes.mean(|names| lost(names)) * 10.0).round() / 10.0;
        (disordered.exact().expect("exact"), mean)
    };
    let at = |range| ["elite", "veteran", "trained", "raw"].map(|experience| odds(range, experience));
    let expected =
        |chances: [&str; 4], means: [f64; 4]| std::array::from_fn::<_, 4, _>(|at| (chances[at].to_string(), means[at]));
    assert_eq!(at(4.0), expected(["1/2", "3/5", "7/10", "4/5"], [0.5, 0.6, 0.6, 0.7]));
    assert_eq!(at(8.0), expected(["3/10", "2/5", "1/2", "3/5"], [0.1, 0.2, 0.2, 0.3]));
}

#[test]
fn even_sides_have_even_odds() {
    // RF-CHG-22, RF-CHG-35, RF-CHG-50, RF-CHG-51
    let charge = TESTS.iter().find(|test| test.name == "charge").expect("published");
    let odds = odds_of(charge, &json!({}), &Rulebook::default()).expect("facts of the test");
    let named: Vec<(&str, &str)> =
        odds.odds.iter().map(|odds| (odds.effect.as_str(), odds.exact.as_deref().expect("exact"))).collect();
    // Of 90 pairs of dice that are no tie 1 is apart by 9, 14 by 5 to 8, 30 by 1 to 4, each way. Ten ties use up ten stands each.
    let expected = [
        ("Swept from the Field", "1111111111/100000000000"),
        ("Driven Back", "7777777777/50000000000"),
        ("Hard Pressed", "3333333333/10000000000"),
        ("Desperate Struggle", "1/10000000000"),
        ("Falter", "3333333333/10000000000"),
        ("Recoil", "7777777777/50000000000"),
        ("Repulsed", "1111111111/100000000000"),
    ];
    assert_eq!(named, expected);
}

#[test]
fn a_check_has_the_odds_of_its_chart() {
    // RF-CHK-01, RF-SCL-12
    let maneuver = TESTS.iter().find(|test| test.name == "maneuver").expect("published");
    let odds = |facts: Value| {
        let odds = odds_of(maneuver, &facts, &Rulebook::default()).expect("facts of the test");
        odds.odds.into_iter().map(|odds| (odds.effect, odds.exact.expect("exact"))).collect::<Vec<_>>()
    };
    let named = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, p)| (name.to_string(), p.to_string())).collect()
    };
    assert_eq!(odds(json!({})), named(&[("Double Quick", "1/2"), ("Well Handled", "1/2")]));
    let tired = json!({"effectiveness": "spent", "control": "out", "experience": "raw"});
    let expected = named(&[("Well Handled", "3/10"), ("Tardy", "1/5"), ("Fall Back", "1/5"), ("Panic", "3/10")]);
    assert_eq!(odds(tired.clone()), expected);
    let mut disordered = tired;
    disordered["order"] = json!("disordered");
    let expected = named(&[("Rally", "1/10"), ("Shaken", "1/5"), ("Wavering", "1/5"), ("Panic", "1/2")]);
    assert_eq!(odds(disordered), expected);
}

#[test]
fn half_as_many_again_outnumber() {
    // RF-CHG-24
    let book = Rulebook::default();
    let by = |own, enemy| outnumbered(&book, own, enemy);
    assert_eq!(
        [by(8, 11), by(8, 12), by(8, 15), by(8, 16)],
        [None, Some(Outnumbered::ThreeToTwo), Some(Outnumbered::ThreeToTwo), Some(Outnumbered::TwoToOne)]
    );
    assert_eq!([by(8, 23), by(8, 24), by(24, 8)], [Some(Outnumbered::TwoToOne), Some(Outnumbered::ThreeToOne), None]);
}

#[test]
fn leaders_fall_and_are_followed() {
    // RF-LDR-03, RF-LDR-04, RF-LDR-08, RF-LDR-10
    let book = Rulebook::default();
    let fates: Vec<(FallEvent, Fate)> =
        (1..=10).map(|die| fallen(&book, die)).map(|event| (event, event.fate())).collect();
    let expected = [
        (FallEvent::Unmoved, Fate::Unhurt),
        (FallEvent::Unmoved, Fate::Unhurt),
        (FallEvent::Unmoved, Fate::Unhurt),
        (FallEvent::AideHit, Fate::Unhurt),
        (FallEvent::CoatPierced, Fate::Unhurt),
        (FallEvent::HorseShot, Fate::DismountedOneTurn),
        (FallEvent::FleshWound, Fate::RemovedOneTurn),
        (FallEvent::BadlyWounded, Fate::Removed),
        (FallEvent::MortallyWounded, Fate::Removed),
        (FallEvent::Killed, Fate::Removed),
    ];
    assert_eq!(fates, expected);
    let ratings: Vec<Rating> = (1..=10).map(|die| successor(&book, die)).collect();
    assert_eq!(ratings.iter().filter(|rating| **rating == Rating::Poor).count(), 2);
    assert_eq!(ratings.iter().filter(|rating| **rating == Rating::Gallant).count(), 2);
    assert_eq!(ratings[2], Rating::Able);
    let mut text = String::new();
    for (who, die) in [("leader", 8), ("leader", 6), ("colonel", 8), ("colonel", 7), ("colonel", 6)] {
        let checked = run(&book, "fallen-leader", &json!({"who": who}), &[die]);
        text += &format!("{who} {die}: {} [{}]\n", checked.effect.text, checked.effect.clause);
    }
    text += &told(&run(&book, "leader-replacement", &json!({}), &[9]));
    expect![[r#"
        leader 8: He is out of the game. [RF-LDR-04]
        leader 6: He is on foot for one turn; his command reaches 4 inches. [RF-LDR-04]
        colonel 8: His unit has a brave colonel no more. [RF-LDR-10]
        colonel 7: His unit does without him for one turn. [RF-LDR-10]
        colonel 6: Nothing follows. [RF-LDR-10]
        d10: 9 Gallant [RF-LDR-08]
    "#]]
    .assert_eq(&text);
}

#[test]
fn movers_and_paces() {
    // RF-MOV-04, RF-MOV-05, RF-MOV-06, RF-MOV-08, RF-MOV-15, RF-MOV-32, RF-GUN-09, RF-SPC-10
    let book = Rulebook::default();
    assert_eq!(Mover::of_guns(GunType::SH), Mover::SiegeGun);
    assert_eq!(Mover::of_guns(GunType::H), Mover::FootGun);
    assert_eq!(Mover::of_guns(GunType::GG), Mover::Galloper);
    assert_eq!(Mover::of_troops(Branch::Infantry, Formation::FieldColumn), Some(Mover::InfantryOpen));
    assert_eq!(Mover::of_troops(Branch::Dismounted, Formation::Mob), Some(Mover::InfantryBroken));
    assert_eq!(Mover::of_troops(Branch::Cavalry, Formation::Mob), Some(Mover::CavalryBroken));
    assert_eq!(Mover::of_troops(Branch::Infantry, Formation::Garrison), None);
    let mob = rate(&book, Mover::InfantryBroken, MoveClass::Open).expect("open ground");
    assert_eq!((mob.at(Pace::Full), mob.at(Pace::Quick)), (Length::inches(16), Length::inches(16)));
    assert_eq!(rate(&book, Mover::InfantryLine, MoveClass::Impassable), None);
    assert_eq!(road_multiplier(&book, Mover::InfantryLine), None);
    assert_eq!(road_multiplier(&book, Mover::Galloper), Some(200));
    assert_eq!(hand_haul(&book, GunType::GG), Some(Length::inches(4)));
    assert_eq!(hand_haul(&book, GunType::LG), Some(Length::inches(2)));
    assert_eq!(hand_haul(&book, GunType::MG), None);
    let mut text = String::new();
    for facts in [
        json!({"mover": "infantry-march", "half": true, "road": "good"}),
        json!({"mover": "infantry-line", "road": "good"}),
        json!({"mover": "infantry-line", "pace": "quick", "half": true, "ground": "rough"}),
        json!({"mover": "infantry-line", "ground": "impassable"}),
        json!({"mover": "infantry-march", "off_road": 12.5}),
    ] {
        text += &told(&run(&book, "road-move", &facts, &[]));
    }
    expect![[r#"
        way: +1200 rate over the slowest ground, -600 half move, +300 good road = 9.00"
        900 9 inches [RF-MOV-08]
        way: +1000 rate over the slowest ground = 10.00"
        1000 10 inches [RF-MOV-08]
        way: +1000 rate over the slowest ground, -500 half move = 5.00"
        500 5 inches [RF-MOV-08]
        0 No move [RF-MOV-02]
        0 No move [RF-MOV-02]
    "#]]
    .assert_eq(&text);
}

#[test]
fn points_of_a_few_stands() {
    // RF-FIR-12, RF-GUN-03, RF-SCL-13
    let mut text = String::new();
    for facts in [
        json!({"stands": 3, "range": 6.0, "halved": true}),
        json!({"stands": 1, "firearm": "amusette", "range": 20.0, "halved": true}),
        json!({"stands": 2, "firearm": "H", "range": 30.0}),
        json!({"stands": 9, "range": 8.25}),
    ] {
        text += &told(&run(&Rulebook::default(), "fire-points", &facts, &[]));
    }
    expect![[r#"
        fire points: +6 muskets, -3 halved: disordered = 0.75 points
        3 -5 [RF-FIR-46]
        fire points: +2 amusette, -1 halved: disordered = 0.25 points
        1 -5 [RF-FIR-46]
        fire points: +24 howitzers = 6 points
        24 +0 [RF-FIR-46]
        fire points:  = 0 points
        0 No fire [RF-FIR-07]
    "#]]
    .assert_eq(&text);
}

#[test]
fn ground_by_the_words_of_battle_files() {
    // RF-TER-01, RF-TER-02, RF-TER-03, RF-TER-04, RF-TER-06, RF-TER-23
    let words: BTreeSet<&str> = GROUND.iter().map(|ground| ground.kind).collect();
    assert_eq!(words.len(), GROUND.len(), "a word stands twice");
    let missing: Vec<&&str> = Kind::WORDS.iter().filter(|kind| ground(kind).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let of = |kind| ground(kind).unwrap_or_else(|| panic!("{kind}"));
    assert_eq!((of("stone-wall").cover, of("stone-wall").charge), (Cover::Full, ChargeGround::Strong));
    assert_eq!((of("fence").cover, of("fence").obstacle), (Cover::Partial, Obstacle::Minor));
    assert_eq!((of("breastworks").works, of("breastworks").cover), (Works::Open, Cover::Fortified));
    assert_eq!((of("redoubt").works, of("redoubt").obstacle), (Works::Closed, Obstacle::Major));
    assert_eq!((of("blockhouse").works, of("blockhouse").cover), (Works::Closed, Cover::Fortified));
    assert_eq!((of("building").works, of("building").sight), (Works::None, SightRule::Blocks));
    assert_eq!((of("bridge").class, of("ford").class), (MoveClass::Open, MoveClass::Rough));
    assert_eq!((of("river").class, of("marsh").class), (MoveClass::Impassable, MoveClass::Rough));
    assert_eq!((of("dense-woods").wooded, of("orchard").wooded), (true, false));
    assert_eq!((of("dense-woods").sight, of("light-woods").sight), (SightRule::DenseWoods, SightRule::LightWoods));
    assert_eq!((of("steep-hill").charge, of("gentle-hill").charge), (ChargeGround::Strong, ChargeGround::Favorable));
    assert_eq!((of("ravine").obstacle, of("ravine").shape), (Obstacle::Major, GroundShape::Linear));
    assert_eq!(ground("moon"), None);
    assert!(MoveClass::Open < MoveClass::Broken && MoveClass::Broken < MoveClass::Rough);
    assert!(Cover::Partial < Cover::Full && Cover::Full < Cover::Fortified);
}

#[test]
fn sight_ends_with_the_light() {
    // RF-TER-22, RF-LOS-08
    let book = Rulebook::default();
    let caps = [Visibility::Clear, Visibility::Twilight, Visibility::Fog].map(|now| sight_cap(&book, now));
    assert_eq!(caps, [60, 16, 8].map(Length::inches));
}

#[test]
fn losses_and_leads() {
    // RF-VIC-03, RF-VIC-11, RF-VIC-12
    let book = Rulebook::default();
    assert_eq!([40, 41, 44].map(|start| heavy_level(&book, start)), [10, 11, 11]);
    assert_eq!([40, 41].map(|start| sudden_level(&book, start)), [20, 21]);
    use Margin::{Clear, Decisive, Draw, Marginal};
    let margins = [0, 1, 2, 3, 4, 6, 7].map(|lead| margin(&book, lead));
    assert_eq!(margins, [Draw, Draw, Marginal, Marginal, Clear, Clear, Decisive]);
}

#[test]
fn old_names_are_still_read() {
    // RF-ROS-36
    let read = |word: &str| serde_json::from_value::<Experience>(json!(word)).expect("a name");
    assert_eq!((read("crack"), read("green")), (Experience::Elite, Experience::Raw));
    let open: Formation = serde_json::from_value(json!("extended-line")).expect("a name");
    assert_eq!(open, Formation::OpenOrder);
    let traits: Traits = serde_json::from_value(json!({"sharpshooter": true})).expect("a name");
    assert!(traits.marksmen);
}

#[test]
fn what_a_unit_usually_carries() {
    // RF-ROS-16, RF-ROS-17, RF-ROS-18, RF-ROS-23, RF-ROS-24, RF-SPC-01, RF-SPC-07
    let plain = Traits::default();
    let dragoon = Traits { dragoon: true, ..plain };
    assert_eq!(plain.usual_weapon(Arm::Infantry), Weapon::Musket);
    assert_eq!(plain.usual_weapon(Arm::Cavalry), Weapon::None);
    assert_eq!(dragoon.usual_weapon(Arm::Cavalry), Weapon::Carbine);
    assert_eq!(Traits { marines: true, ..plain }.usual_weapon(Arm::Infantry), Weapon::Carbine);
    assert!(plain.has_usual_bayonets(Arm::Infantry, Weapon::Musket));
    assert!(!plain.has_usual_bayonets(Arm::Infantry, Weapon::Rifle));
    assert!(!plain.has_usual_bayonets(Arm::Cavalry, Weapon::None));
    assert!(!Traits { militia: true, ..plain }.has_usual_bayonets(Arm::Infantry, Weapon::Musket));
    assert!(!Traits { indian: true, ..plain }.has_usual_bayonets(Arm::Infantry, Weapon::Musket));
    let heavy: Vec<GunType> = GunType::ALL.iter().copied().filter(|gun| gun.carriage() == Carriage::Heavy).collect();
    assert_eq!(heavy, [GunType::SG, GunType::HG, GunType::MG, GunType::SH]);
}

#[test]
fn who_may_stand_how() {
    // RF-FRM-01, RF-FRM-11, RF-FRM-12, RF-FRM-13, RF-FRM-14, RF-FRM-15, RF-FRM-16, RF-FRM-17, RF-FRM-18
    use Formation::{FieldColumn, Garrison, Limbered, Line, MarchColumn, Mob, OpenOrder, Unlimbered};
    let plain = Traits::default();
    let of = |branch: Branch, traits: Traits| -> Vec<Formation> {
        Formation::ALL.iter().copied().filter(|formation| branch.may_form(traits, *formation)).collect()
    };
    assert_eq!(of(Branch::Infantry, plain), [Line, FieldColumn, MarchColumn, Garrison, Mob]);
    let light = Traits { light_infantry: true, ..plain };
    assert_eq!(of(Branch::Infantry, light), [Line, OpenOrder, FieldColumn, MarchColumn, Garrison, Mob]);
    for loose in
        [Traits { lt_detachment: true, ..plain }, Traits { militia: true, ..plain }, Traits { indian: true, ..plain }]
    {
        assert_eq!(of(Branch::Infantry, loose), [OpenOrder, MarchColumn, Garrison, Mob]);
    }
    assert_eq!(of(Branch::Dismounted, plain), [OpenOrder, Garrison, Mob]);
    assert_eq!(of(Branch::Cavalry, plain), [Line, OpenOrder, FieldColumn, MarchColumn, Mob]);
    assert_eq!(of(Branch::Guns, plain), [Limbered, Unlimbered]);
}

#[test]
fn maneuvers_by_effect() {
    // RF-MAN-02, RF-MAN-03, RF-GUN-07, RF-GUN-08, RF-GUN-09, RF-GUN-10, RF-GUN-11, RF-GUN-13
    let of = |scope, branch, carriage| {
        let acts = acts(&Rulebook::default(), scope, branch, carriage);
        acts.iter().map(|act| act.name()).collect::<Vec<_>>().join(", ") + "\n"
    };
    let mut text = of(Scope::WellHandled, Branch::Infantry, Carriage::Light);
    text += &of(Scope::Tardy, Branch::Infantry, Carriage::Light);
    text += &of(Scope::WellHandled, Branch::Guns, Carriage::Heavy);
    text += &of(Scope::DoubleQuick, Branch::Guns, Carriage::Light);
    text += &of(Scope::Tardy, Branch::Guns, Carriage::Heavy);
    text += &of(Scope::Tardy, Branch::Guns, Carriage::Light);
    text += &of(Scope::Hold, Branch::Guns, Carriage::Light);
    expect![[r#"
        full move, half move and change formation, half move and face about, passage of lines, march by the flank, deploy to the front, scale an obstacle, replenish ammunition, hold
        half move, full move disordered, change formation, face about, scale an obstacle, hold
        full move, fire, limber, unlimber, pivot, rally, replenish ammunition, hold
        full move, fire, limber, unlimber, pivot, rally, replenish ammunition, hold, full move and unlimber, limber and full move, unlimber and fire, pivot and fire, hand haul
        full move, fire, limber, unlimber, pivot, hold
        full move, fire, limber, unlimber, pivot, hold, limber and retreat silenced
        hold
    "#]].assert_eq(&text);
}

#[test]
fn every_number_has_an_address_of_its_own() {
    let mut cells = Vec::new();
    CHARTS.iter().for_each(|chart| chart.cells(&mut cells));
    let addresses: BTreeSet<&str> = cells.iter().map(|cell| cell.address.as_str()).collect();
    assert_eq!(addresses.len(), cells.len(), "an address stands twice");
    for cell in &cells {
        let text = format!(r#"{{"cells":{{"{}":{}}}}}"#, cell.address, cell.value);
        let overlay: Overlay = serde_json::from_str(&text).expect("an overlay");
        assert!(Rulebook::with_overlay(CHARTS, SWITCHES, overlay).is_ok(), "{}", cell.address);
    }
    let overlay: Overlay = serde_json::from_value(json!({"cells": {"T-MAN.panic.good-order": 0}})).expect("an overlay");
    assert!(Rulebook::with_overlay(CHARTS, SWITCHES, overlay).is_err());
}

#[test]
fn an_overlay_moves_a_number_wherever_it_is_read() {
    let book = book(json!({"cells": {
        "T-MAN.tardy.good-order": 2, "T-MOV.infantry-line.open": 900, "T-MUS.up-to.to-8": 700,
        "T-FP.12.modifier": 4, "T-FIRE.telling.trained": 10, "T-CHG.hard-pressed.from": 2, "T-FALL.horse-shot.from": 5,
        "T-EFF.12.reliable-worn": 10, "K.close_range": 300, "K.outnumbered_3_2": 140, "K.telling_loss": 2,
    }, "groups": {"T-FIRE-MOD.column": "all"}}));
    assert_eq!(maneuver_effect(&book, Column::GoodOrder, 1), ManeuverEffect::FallBack);
    assert_eq!(rate(&book, Mover::InfantryLine, MoveClass::Open).expect("open").full, Length::inches(9));
    let musket = |inches| fire_points(&book, Firearm::Musket, Length::inches(inches));
    assert_eq!([3, 4, 7, 8].map(musket), [Some(4), Some(2), Some(2), None]);
    assert_eq!(point_modifier(&book, 48), 4);
    assert_eq!(fire_effect(&book, Experience::Trained, 9), FireEffect::Galling);
    assert_eq!(charge_effect(&book, 1), ChargeEffect::Struggle);
    assert_eq!(fallen(&book, 5), FallEvent::HorseShot);
    assert_eq!(effectiveness(&book, Morale::Reliable, 12, 10), Effectiveness::Worn);
    assert_eq!(outnumbered(&book, 10, 14), Some(Outnumbered::ThreeToTwo));
    let facts =
        json!({"firing": [{"stands": 12, "range": 3.0, "on_flank": true}], "target": {"formation": "field-column"}});
    expect![[r#"
        fire points: +48 muskets = 12 points
        fire: +4 fire points, +1 target in column or limbered, +2 target enfiladed = 7
        d10 +7: 10 Telling Fire [RF-FIR-28]
          Disordered [RF-FIR-28]
          2 stands lost [RF-FIR-28]
    "#]]
    .assert_eq(&told(&run(&book, "fire", &facts, &[3])));
}

#[test]
fn the_switch_change_front() {
    // RF-OPT-01, RF-MAN-04
    let on = book(json!({"switches": {"change_front": "on"}}));
    for scope in [Scope::WellHandled, Scope::DoubleQuick, Scope::Tardy] {
        let may = |book: &Rulebook| acts(book, scope, Branch::Infantry, Carriage::Light).contains(&Act::ChangeFront);
        assert!(may(&on) && !may(&Rulebook::default()), "{scope:?}");
    }
    assert!(!acts(&on, Scope::WellHandled, Branch::Guns, Carriage::Light).contains(&Act::ChangeFront));
}

#[test]
fn the_switch_militia_provisional_only() {
    // RF-OPT-02
    let on = book(json!({"switches": {"militia_provisional_only": "on"}}));
    let militia = json!({"militia": true});
    expect![[r#"
        maneuver: -1 provisional command, +2 fresh troops = 1
        d10: 4 Well Handled [RF-MAN-02]
    "#]]
    .assert_eq(&told(&run(&on, "maneuver", &militia, &[3])));
    expect![[r#"
        maneuver: +2 fresh troops = 2
        d10: 5 Well Handled [RF-MAN-02]
    "#]]
    .assert_eq(&told(&run(&Rulebook::default(), "maneuver", &militia, &[3])));
    let out = json!({"militia": true, "control": "out"});
    expect![[r#"
        maneuver: -2 out of command, +2 fresh troops = 0
        d10: 3 Well Handled [RF-MAN-02]
    "#]]
    .assert_eq(&told(&run(&on, "maneuver", &out, &[3])));
}

#[test]
fn the_switch_panic_good_order_losses() {
    // RF-OPT-04, RF-MOR-09
    let on = book(json!({"switches": {"panic_good_order_losses": "on"}}));
    let facts = json!({"effectiveness": "spent", "control": "out"});
    expect![[r#"
        maneuver: -2 out of command, -2 spent troops = -4
        d10: -3 Panic [RF-MOR-09]
          3 stands lost [RF-OPT-04]
          Full retreat [RF-RET-05]
          No fire [RF-FIR-06]
    "#]]
    .assert_eq(&told(&run(&on, "maneuver", &facts, &[1])));
    expect![[r#"
        maneuver: -2 out of command, -2 spent troops = -4
        d10: -3 Panic [RF-MOR-09]
          Full retreat [RF-RET-05]
          No fire [RF-FIR-06]
    "#]]
    .assert_eq(&told(&run(&Rulebook::default(), "maneuver", &facts, &[1])));
}

#[test]
fn the_switch_rifle_full_8() {
    // RF-OPT-05
    let on = book(json!({"switches": {"rifle_full_8": "on"}}));
    let rifle = |book: &Rulebook, inches| fire_points(book, Firearm::Rifle, Length::inches(inches));
    assert_eq!([4, 8, 9, 12].map(|range| rifle(&on, range)), [Some(4), Some(4), Some(2), Some(2)]);
    assert_eq!([4, 8, 9, 12].map(|range| rifle(&Rulebook::default(), range)), [Some(4), Some(2), Some(2), Some(2)]);
    assert_eq!(charts::SWITCHES.len(), 4);
}
