//! Small arms and guns, row by row: where each applies, and where it just does not.

use firelock_core::{Side, TestFault};
use firelock_napoleonic::charts::Mark;
use firelock_napoleonic::facts::{
    Accuracy, Deviation, Impact, Losses, Strength, Target, Toll, Volley, Worn, deviation_roll, drift,
};
use firelock_napoleonic::published::TESTS;
use firelock_napoleonic::results::ShotEffect;
use firelock_napoleonic::words::{GunRange, Quality};
use firelock_table::{Angle, Length, Point};
use serde_json::{Value, json};

use crate::{book, run};
use crate::{facts, labels, plain};

/// The reasons of the first salvo of a volley.
fn reasons(firer: Value, target: Value) -> Vec<&'static str> {
    let volley: Volley = facts(json!({"firer": firer, "target": target}));
    labels(&volley.salvos(&plain()).expect("in range")[0].ledger(&plain()))
}

const NONE: [&str; 0] = [];

#[test]
fn firing_rows_of_the_firer() {
    // NQ-SAF-15, NQ-SAF-16, NQ-SAF-17, NQ-SAF-22, NQ-SAF-23, NQ-ROS-20
    let own = |firer| reasons(firer, json!({}));
    assert_eq!(own(json!({})), NONE);
    assert_eq!(own(json!({"first_volley": true})), ["first volley"]);
    assert_eq!(own(json!({"formation": "square"})), ["firing from a standing square"]);
    assert_eq!(own(json!({"formation": "square", "unformed": true})), ["unformed or re-formed"]);
    assert_eq!(own(json!({"two_rank": true})), ["line in two ranks"]);
    assert_eq!(own(json!({"two_rank": true, "formation": "attack-column"})), NONE);
    assert_eq!(own(json!({"two_rank": true, "unformed": true})), ["unformed or re-formed"]);
    assert_eq!(own(json!({"unformed": true, "reformed": true})), ["unformed or re-formed"]);
    assert_eq!(own(json!({"reformed": true, "two_rank": true})), ["line in two ranks", "unformed or re-formed"]);
    assert_eq!(own(json!({"formation_changed": true})), ["changed formation"]);
}

#[test]
fn firing_rows_of_the_target() {
    // NQ-SAF-18, NQ-SAF-19, NQ-SAF-20, NQ-SAF-21, NQ-SAF-26, NQ-ART-36
    let at = |target| reasons(json!({}), target);
    let narrow = "at an attack column, skirmishers or deployed guns";
    assert_eq!(at(json!({"formation": "square", "moved": true})), ["at a moving square"]);
    assert_eq!(at(json!({"formation": "square"})), NONE);
    assert_eq!(at(json!({"formation": "line", "moved": true})), NONE);
    for formation in ["attack-column", "skirmish"] {
        assert_eq!(at(json!({"formation": formation})), [narrow]);
        assert_eq!(at(json!({"formation": formation, "unformed": true})), NONE);
        assert_eq!(at(json!({"formation": formation, "routing": true})), NONE);
    }
    assert_eq!(at(json!({"class": "foot-artillery", "formation": "deployed"})), [narrow]);
    assert_eq!(at(json!({"class": "foot-artillery", "formation": "limbered"})), ["at a column"]);
    assert_eq!(at(json!({"class": "light-cavalry", "formation": "column"})), ["at a column"]);
    assert_eq!(at(json!({"class": "light-cavalry", "formation": "echelon"})), NONE);
    for class in ["line-infantry", "militia", "light-cavalry"] {
        assert_eq!(at(json!({"class": class, "formation": "open-order"})), ["open order (line infantry)"], "{class}");
    }
    for class in ["light-infantry", "rifle-infantry"] {
        assert_eq!(at(json!({"class": class, "formation": "open-order"})), NONE, "{class}");
    }
    assert_eq!(at(json!({"formation": "open-order", "unformed": true})), NONE);
    for (cover, label) in [("light", "target in light cover"), ("medium", "target in medium cover")] {
        assert_eq!(at(json!({"cover": cover})), [label]);
    }
    // Nothing is capped: everything at once (NQ-SAF-27).
    let volley: Volley = facts(json!({
        "firer": {"unformed": true, "reformed": true, "formation_changed": true},
        "target": {"formation": "column", "cover": "hard"},
    }));
    assert_eq!(volley.salvos(&plain()).expect("in range")[0].plus, -8);
}

#[test]
fn only_the_reduced_base_pays_for_its_figures() {
    // NQ-SAF-12, NQ-SAF-13, NQ-SAF-14, NQ-SAF-24, NQ-SAF-25
    let salvos = |bases: u8, reduction: u8, combine: bool| {
        let firer = json!({"bases": bases, "reduction": reduction, "quality": "elite", "first_volley": true});
        let volley: Volley = facts(json!({"firer": firer, "distance": 18.0, "combine": combine}));
        let salvos = volley.salvos(&plain()).expect("in range");
        salvos.iter().map(|salvo| (salvo.trials, salvo.need, salvo.plus)).collect::<Vec<_>>()
    };
    assert_eq!(salvos(6, 0, false), [(6, 9, 1)]);
    assert_eq!(salvos(6, 3, false), [(5, 9, 1), (1, 9, -2)]);
    assert_eq!(salvos(1, 3, false), [(1, 9, -2)]);
    assert_eq!(salvos(6, 0, true), [(3, 8, 1)]);
    assert_eq!(salvos(5, 0, true), [(2, 8, 1), (1, 9, 1)]);
    // With an odd number the reduced base is the odd one, else one pair suffers.
    assert_eq!(salvos(5, 2, true), [(2, 8, 1), (1, 9, -1)]);
    assert_eq!(salvos(6, 2, true), [(2, 8, 1), (1, 8, -1)]);
}

#[test]
fn volleys_that_cannot_be_fired_are_told() {
    // NQ-SAF-07, NQ-SAF-12, NQ-SAF-28, NQ-SPC-08
    let none = run(&plain(), "small-arms", &json!({"distance": 20.1}), &[]);
    assert_eq!((none.effect.name.as_str(), none.effect.clause.id()), ("No fire", "NQ-SAF-07"));
    let unarmed = json!({"firer": {"class": "heavy-cavalry", "weapon": "none"}, "distance": 0.0});
    assert_eq!(run(&plain(), "small-arms", &unarmed, &[]).effect.name, "No fire");
    let fault = |name: &str, said: Value| {
        let test = TESTS.iter().find(|test| test.name == name).expect("a test");
        let mut dice = firelock_core::Given::new([]);
        match (test.run)(&said, &plain(), &mut dice) {
            Err(TestFault::Facts(words)) => words,
            other => panic!("{name} {said}: {other:?}"),
        }
    };
    assert!(fault("small-arms", json!({"combine": true})).contains("NQ-SAF-12"));
    assert!(fault("small-arms", json!({"firer": {"bases": 0}})).contains("no base"));
    assert!(fault("small-arms", json!({"firer": {"class": "foot-artillery"}})).contains("crews"));
    assert!(fault("small-arms", json!({"firer": {"reduction": 4}})).contains("NQ-ROS-06"));
    assert!(fault("small-arms", json!({"target": {"bases": 7}})).contains("more bases"));
    assert!(fault("artillery-accuracy", json!({"ammunition": "shell"})).contains("NQ-ART-05"));
    assert!(fault("artillery-accuracy", json!({"direct_sight": false})).contains("NQ-ART-11"));
    assert!(fault("artillery-effect", json!({"class": "line-infantry"})).contains("class"));
    assert!(fault("melee", json!({"pairs": 21})).contains("pairs"));
    assert!(fault("melee-base", json!({"own": {"routing": true}})).contains("NQ-MOR-12"));
    assert!(fault("initiative", json!({"red_rating": 3})).contains("NQ-ROS-13"));
    assert!(fault("charge-reaction", json!({"reaction": "evade"})).contains("NQ-CHG-12"));
    assert!(fault("end-check", json!({"red": {"bases_lost": 31}})).contains("red"));
}

#[test]
fn the_open_order_rows_by_their_switch() {
    // NQ-OPT-01, NQ-ODD-04
    let dm = |choice: &str, firer: Value, target: Value| {
        let book = book(json!({"switches": {"nq_open_order_row": choice}}));
        let volley: Volley = facts(json!({"firer": firer, "target": target}));
        volley.salvos(&book).expect("in range")[0].plus
    };
    let line = json!({"formation": "open-order"});
    let light = json!({"class": "light-infantry", "formation": "open-order"});
    let closed = json!({});
    assert_eq!(dm("target", closed.clone(), line.clone()), -1);
    assert_eq!(dm("target", line.clone(), closed.clone()), 0);
    assert_eq!(dm("firer", closed.clone(), line.clone()), 0);
    assert_eq!(dm("firer", line.clone(), closed.clone()), -1);
    assert_eq!(dm("firer", light.clone(), closed.clone()), 0);
    // By the class of who fires, whoever the open target is.
    assert_eq!(dm("firer_class", closed.clone(), light.clone()), -1);
    assert_eq!(dm("firer_class", json!({"class": "rifle-infantry"}), line.clone()), 0);
    assert_eq!(dm("firer_class", line, closed), 0);
}

#[test]
fn the_other_fire_switches() {
    // NQ-OPT-02, NQ-OPT-03
    let book = book(json!({"switches": {"nq_moving_square_dm": "+2", "nq_long_range_combine": "sum_two"}}));
    let at: Volley = facts(json!({"target": {"formation": "square", "moved": true}}));
    assert_eq!((at.salvos(&book).expect("near")[0].plus, at.salvos(&plain()).expect("near")[0].plus), (2, -2));
    // Three pairs of two dice each: 3 + 5, 4 + 3, 8 + 1.
    let far = json!({"distance": 18.0, "combine": true});
    let summed = run(&book, "small-arms", &far, &[3, 5, 4, 3, 8, 1]);
    assert_eq!((summed.result, summed.dice.as_str()), (2, "6 d8"));
}

#[test]
fn accuracy_rows() {
    // NQ-ART-13, NQ-ART-39, NQ-ART-40, NQ-ART-41, NQ-ART-42, NQ-ART-43, NQ-ART-44, NQ-ART-45, NQ-ODD-14
    let rows = |said| labels(&facts::<Accuracy>(said).ledger(&plain()));
    assert_eq!(rows(json!({})), NONE);
    assert_eq!(rows(json!({"target_moved": true})), ["target moved"]);
    assert_eq!(rows(json!({"target_moved": true, "ammunition": "canister"})), ["canister"]);
    let crossing = json!({"crossing": true, "ammunition": "canister"});
    assert_eq!(rows(crossing), ["target charges across the front", "canister"]);
    let both = json!({"crossing": true, "target_moved": true});
    assert_eq!(rows(both), ["target moved", "target charges across the front"]);
    assert_eq!(rows(json!({"under_fire": true})), ["battery under fire"]);
    assert_eq!(rows(json!({"gun_moved": true})), ["gun moved"]);
    assert_eq!(rows(json!({"unformed": true})), ["artillery unformed"]);
    for gun in ["howitzer", "mortar"] {
        let said = json!({"gun": gun, "ammunition": "shell", "direct_sight": false});
        assert_eq!(rows(said), ["howitzer or mortar without sight"]);
        assert_eq!(rows(json!({"gun": gun, "ammunition": "shell"})), NONE);
    }
    assert_eq!(rows(json!({"direct_sight": false})), NONE);
}

#[test]
fn three_is_accurate_four_is_not() {
    // NQ-ART-12, NQ-ART-17, NQ-ART-18, NQ-ART-26
    let read = |ammunition: &str, score| facts::<Accuracy>(json!({"ammunition": ammunition})).read(&plain(), score);
    for (ammunition, missed) in
        [("shot", ShotEffect::Deviates), ("shell", ShotEffect::Deviates), ("canister", ShotEffect::Inaccurate)]
    {
        assert_eq!((read(ammunition, 3), read(ammunition, 4)), (ShotEffect::Accurate, missed));
    }
    let far = run(&plain(), "artillery-accuracy", &json!({"distance": 60.1}), &[]);
    assert_eq!((far.effect.name.as_str(), far.effect.clause.id()), ("No fire", "NQ-ART-06"));
}

#[test]
fn the_score_is_halved_before_the_long_range_is_added() {
    // NQ-ART-19, NQ-ART-20, NQ-ART-21, NQ-SCA-10, NQ-SCA-12
    let off = |quality, range, face, score| drift(&plain(), quality, range, &[face, 0, score]).distance;
    let (near, far) = (GunRange::Effective, GunRange::Long);
    assert_eq!([1, 4, 5, 6].map(|face| off(Quality::Regular, near, face, 7)), [70, 70, 35, 35].map(Length::mm));
    assert_eq!([4, 5].map(|face| off(Quality::Regular, far, face, 7)), [110, 75].map(Length::mm));
    // The two centimeters of a raw crew are halved with its score.
    assert_eq!([4, 5].map(|face| off(Quality::Raw, near, face, 7)), [90, 45].map(Length::mm));
    assert_eq!(off(Quality::Raw, far, 5, 12), Length::mm(110));
    let roll = deviation_roll(&plain(), Side::Red, Quality::Raw);
    assert_eq!(roll.in_words(), "d6, d360, d12 +2");
    assert_eq!(deviation_roll(&plain(), Side::Red, Quality::Elite).in_words(), "d6, d360, d8");
}

#[test]
fn the_arrow_points_clockwise_from_north() {
    // NQ-SCA-12, NQ-SCA-13, NQ-ART-22
    let moved = |degrees| {
        let drift = drift(&plain(), Quality::Regular, GunRange::Effective, &[1, degrees, 10]);
        assert_eq!(drift.heading, Angle::degrees(degrees.into()));
        drift.moved(Point::new(0, 0))
    };
    let ten = Length::cm(10).get();
    assert_eq!([0, 90, 180, 270].map(moved), [(0, ten), (ten, 0), (0, -ten), (-ten, 0)].map(|(x, y)| Point::new(x, y)));
    // Nine centimeters east is the very end of a line of six bases; turned by a quarter the line is only its depth.
    let strikes = |facing: u16, score| facts::<Deviation>(json!({"facing": facing})).strikes(&plain(), &[1, 90, score]);
    assert_eq!([9, 10].map(|score| strikes(0, score)), [true, false]);
    assert_eq!([1, 2].map(|score| strikes(90, score)), [true, false]);
}

#[test]
fn marks_of_the_casualty_tables() {
    // NQ-ART-23, NQ-ART-30, NQ-ART-48
    let mark = |said| facts::<Target>(said).mark();
    for (formation, expected) in [
        ("line", Mark::Line),
        ("echelon", Mark::Line),
        ("column", Mark::Column),
        ("attack-column", Mark::Column),
        ("limbered", Mark::Column),
        ("square", Mark::Square),
        ("open-order", Mark::Open),
        ("skirmish", Mark::Open),
        ("deployed", Mark::Open),
    ] {
        assert_eq!(mark(json!({"formation": formation})), expected, "{formation}");
        for state in ["unformed", "routing"] {
            let mut said = json!({"formation": formation});
            said[state] = json!(true);
            assert_eq!(mark(said), Mark::Open, "{formation} {state}");
        }
    }
}

#[test]
fn casualty_rows() {
    // NQ-ART-28, NQ-ART-29, NQ-ART-46, NQ-ART-47, NQ-ART-48, NQ-ROS-20, NQ-FOR-15
    let rows = |target: Value| labels(&facts::<Impact>(json!({"target": target})).ledger(&plain()).expect("shot"));
    let table = "by the table";
    assert_eq!(rows(json!({})), [table]);
    for cover in ["light", "medium"] {
        assert_eq!(rows(json!({"cover": cover})), [table, "target in light or medium cover"]);
    }
    assert_eq!(rows(json!({"cover": "hard"})), [table, "target in hard cover"]);
    assert_eq!(rows(json!({"formation": "square", "zone": "rear"})), [table, "at a square"]);
    // A square in disorder is none, and still has no flank.
    assert_eq!(rows(json!({"formation": "square", "unformed": true, "zone": "flank"})), [table]);
    for zone in ["flank", "rear"] {
        assert_eq!(rows(json!({"zone": zone})), [table, "at a flank or rear"]);
    }
    // Light guns on a line in hard cover: one less two is none; canister is halved last.
    let casualties = |said| facts::<Impact>(said).casualties(&plain());
    assert_eq!(casualties(json!({"gun": "i", "target": {"cover": "hard"}})), 0);
    let canister = |target: Value, range: &str| {
        casualties(json!({"ammunition": "canister", "range": range, "inaccurate": true, "target": target}))
    };
    assert_eq!(canister(json!({"zone": "flank"}), "effective"), 3);
    assert_eq!(canister(json!({"zone": "flank"}), "long"), 1);
    assert_eq!(canister(json!({"cover": "light"}), "long"), 0);
    // Round shot knows no such halving; it deviates instead.
    assert_eq!(casualties(json!({"inaccurate": true})), 2);
}

#[test]
fn four_hits_take_a_base() {
    // NQ-SCA-04, NQ-ROS-06, NQ-SAF-30, NQ-ART-34, NQ-MEL-13, NQ-MEL-16, NQ-MEL-17, NQ-MEL-18
    let unit = Strength { bases_initial: 6, bases: 6, reduction: 0 };
    let struck = |strength: Strength, hits| {
        let Toll { bases_lost, bases, reduction, .. } = strength.struck(&plain(), hits);
        (bases_lost, bases, reduction)
    };
    assert_eq!([0, 3, 4, 7].map(|hits| struck(unit, hits)), [(0, 6, 0), (0, 6, 3), (1, 5, 0), (1, 5, 3)]);
    let worn = Strength { reduction: 3, ..unit };
    assert_eq!([1, 5].map(|hits| struck(worn, hits)), [(1, 5, 0), (2, 4, 0)]);
    assert_eq!((worn.figures(&plain()), worn.figures_lost(&plain())), (21, 3));
    let last = Strength { bases: 1, ..unit };
    assert_eq!([3, 4, 200].map(|hits| struck(last, hits)), [(0, 1, 3), (1, 0, 0), (1, 0, 0)]);
}

#[test]
fn losses_that_call_for_tests_or_end_a_unit() {
    // NQ-MOR-03, NQ-MOR-17, NQ-MOR-19, NQ-MOR-20, NQ-MOR-21, NQ-LDR-01
    let toll = |said| {
        let losses: Losses = facts(said);
        losses.strength().struck(&plain(), losses.hits)
    };
    assert!(!toll(json!({"hits": 3})).calls_for_test());
    assert!(toll(json!({"hits": 4})).calls_for_test());
    assert!(toll(json!({"bases": 4, "hits": 4})).fell_to_half);
    assert!(!toll(json!({"bases": 3, "hits": 4})).fell_to_half, "only the first time");
    assert!(!toll(json!({"bases_initial": 8, "bases": 4, "hits": 4})).burnt_out);
    assert!(toll(json!({"bases_initial": 8, "bases": 3, "hits": 4})).burnt_out);
    let gone = toll(json!({"bases": 1, "hits": 4}));
    assert!(gone.destroyed && !gone.burnt_out && !gone.calls_for_test());
    let worn = |bases, reduction| Strength { bases_initial: 6, bases, reduction }.worn(&plain());
    assert_eq!(
        [(5, 1), (5, 2), (4, 3), (3, 0)].map(|(bases, left)| worn(bases, left)),
        [Worn::Fresh, Worn::Lightly, Worn::Lightly, Worn::Heavily]
    );
    let names = |said| {
        let checked = run(&plain(), "casualties", &said, &[]);
        checked.also.into_iter().map(|effect| effect.name).collect::<Vec<_>>()
    };
    assert_eq!(names(json!({"hits": 1, "command_attached": true})), ["Reduced by 1", "Command unit in danger"]);
    assert_eq!(names(json!({"hits": 0, "command_attached": true})), NONE);
    assert_eq!(names(json!({"bases_initial": 8, "bases": 3, "hits": 4})), ["Tests morale", "Disperses"]);
}
