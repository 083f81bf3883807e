//! Charges, close combat, morale and command, row by row: where each applies, and where it just does not.

use firelock_core::Side;
use firelock_napoleonic::facts::{
    ChargeReaction, Charged, Charger, Control, Countercharge, Duel, Evasion, Fight, FormSquare, Initiative, Morale,
    PressHome, Rallied, Rally, Score, melee_balance, passes, roll_off,
};
use firelock_napoleonic::results::Contender;
use firelock_napoleonic::words::Reaction;
use serde_json::{Value, json};

use crate::{book, run};
use crate::{facts, labels, plain};

const NONE: [&str; 0] = [];

/// The reasons of both bases of a pair.
fn pair(own: Value, enemy: Value) -> [Vec<&'static str>; 2] {
    facts::<Duel>(json!({"own": own, "enemy": enemy})).ledgers(&plain()).map(|ledger| labels(&ledger))
}

fn own(unit: Value, enemy: Value) -> Vec<&'static str> {
    pair(unit, enemy)[0].clone()
}

/// Cavalry in a formation.
fn horse(formation: &str) -> Value {
    json!({"class": "light-cavalry", "formation": formation})
}

fn foot(formation: &str) -> Value {
    json!({"formation": formation})
}

fn unformed(mut unit: Value) -> Value {
    unit["unformed"] = json!(true);
    unit
}

#[test]
fn charging_counts_in_the_first_turn() {
    // NQ-MEL-40, NQ-MEL-41, NQ-MEL-42, NQ-MEL-45, NQ-ODD-07
    let charger = json!({"class": "light-cavalry", "charging": true, "lance": true, "cuirass": true, "struck": "rear"});
    let rows = |turn: u8, enemy: Value| {
        labels(&facts::<Duel>(json!({"own": charger, "enemy": enemy, "turn": turn})).ledgers(&plain())[0])
    };
    assert_eq!(
        rows(1, horse("line")),
        ["charging", "lances against cavalry", "charging in cuirass", "charging flank or rear"]
    );
    let crew = json!({"class": "foot-artillery", "formation": "deployed"});
    assert_eq!(rows(1, crew)[1], "lances against infantry");
    assert_eq!(rows(2, horse("line")), NONE);
    let still = json!({"class": "light-cavalry", "lance": true, "cuirass": true, "struck": "flank"});
    assert_eq!(own(still, horse("line")), NONE);
    // Infantry has neither lance nor cuirass; a square has no flank.
    let odd = json!({"charging": true, "lance": true, "cuirass": true, "struck": "flank"});
    assert_eq!(own(odd, foot("square")), ["charging"]);
}

#[test]
fn rows_of_quality_ground_and_command() {
    // NQ-MEL-43, NQ-MEL-44, NQ-MEL-46, NQ-MEL-58
    assert_eq!(own(json!({"command_attached": true}), json!({})), ["command unit attached"]);
    for (quality, label) in
        [("elite", Some("elite")), ("veteran", Some("veteran")), ("regular", None), ("raw", Some("raw"))]
    {
        assert_eq!(own(json!({"quality": quality}), json!({})), label.into_iter().collect::<Vec<_>>());
    }
    let higher = |word: &str| facts::<Duel>(json!({"higher": word})).ledgers(&plain()).map(|ledger| ledger.total);
    assert_eq!(["neither", "own", "enemy"].map(higher), [[0, 0], [1, 0], [0, 1]]);
    // The penalty is for who fights against the cover.
    for (cover, label) in
        [("light", "enemy in light cover"), ("medium", "enemy in medium cover"), ("hard", "enemy in hard cover")]
    {
        let [outside, inside] = pair(json!({}), json!({"cover": cover}));
        assert_eq!((outside, inside), (vec![label], vec![]));
    }
}

#[test]
fn rows_of_infantry() {
    // NQ-MEL-47, NQ-MEL-48, NQ-MEL-49, NQ-MEL-50, NQ-MEL-51, NQ-MEL-52, NQ-MEL-60, NQ-MEL-61
    let line = || foot("line");
    assert_eq!(own(line(), line()), NONE);
    assert_eq!(own(foot("attack-column"), line()), ["attack column against formed infantry"]);
    assert_eq!(own(foot("attack-column"), unformed(line())), ["attack column against unformed infantry"]);
    assert_eq!(own(foot("attack-column"), foot("open-order")), NONE);
    assert_eq!(own(foot("column"), foot("square")), ["column against formed infantry"]);
    assert_eq!(own(foot("column"), unformed(line())), ["column against unformed infantry"]);
    assert_eq!(own(foot("column"), foot("skirmish")), NONE);
    for formation in ["line", "attack-column", "column"] {
        assert_eq!(own(foot(formation), horse("line")), ["infantry out of square against cavalry"]);
        assert_eq!(own(foot(formation), unformed(horse("line"))), ["infantry out of square against cavalry"]);
    }
    assert_eq!(own(foot("square"), horse("line")), NONE);
    assert_eq!(own(foot("square"), line()), ["square against formed infantry"]);
    assert_eq!(own(foot("square"), unformed(line())), NONE);
    for formation in ["open-order", "skirmish"] {
        assert_eq!(own(foot(formation), line()), ["open order against formed infantry"]);
        assert_eq!(own(foot(formation), horse("column")), ["open order against formed cavalry"]);
        assert_eq!(own(foot(formation), horse("open-order")), NONE);
        assert_eq!(own(foot(formation), foot("open-order")), NONE);
    }
    assert_eq!(own(unformed(foot("attack-column")), line()), ["unformed against formed infantry"]);
    assert_eq!(own(unformed(line()), horse("echelon")), ["unformed against formed cavalry"]);
    assert_eq!(own(unformed(line()), unformed(horse("line"))), NONE);
    let crew = json!({"class": "horse-artillery", "formation": "deployed"});
    assert_eq!(own(crew.clone(), line()), ["unformed against formed infantry"]);
    assert_eq!(own(foot("attack-column"), crew), ["attack column against unformed infantry"]);
}

#[test]
fn rows_of_cavalry() {
    // NQ-MEL-53, NQ-MEL-54, NQ-MEL-55, NQ-MEL-56, NQ-MEL-57, NQ-MEL-59, NQ-MEL-60
    let shock = "cavalry in line or column against formed infantry";
    for formation in ["line", "column"] {
        assert_eq!(own(horse(formation), foot("line")), [shock]);
        assert_eq!(own(horse(formation), foot("square")), [shock]);
        assert_eq!(own(horse(formation), foot("open-order")), NONE);
        assert_eq!(own(horse(formation), unformed(foot("line"))), NONE);
    }
    assert_eq!(own(horse("echelon"), foot("line")), ["cavalry in echelon against formed infantry"]);
    assert_eq!(own(horse("line"), horse("column")), ["cavalry in line against cavalry in column"]);
    assert_eq!(own(horse("line"), unformed(horse("column"))), NONE);
    assert_eq!(own(horse("echelon"), horse("column")), NONE);
    assert_eq!(own(horse("open-order"), horse("line")), ["cavalry in open order against formed cavalry"]);
    assert_eq!(own(horse("open-order"), foot("line")), NONE);
    assert_eq!(own(unformed(horse("line")), horse("line")), ["unformed cavalry against formed cavalry"]);
    assert_eq!(own(unformed(horse("line")), foot("square")), ["unformed cavalry against formed infantry"]);
    assert_eq!(own(unformed(horse("line")), foot("open-order")), NONE);
}

#[test]
fn squares_hold_better_by_their_switch() {
    // NQ-OPT-04, NQ-MEL-59, NQ-CHG-14
    let soft = book(json!({"switches": {"nq_square_vs_cavalry_literal": "off"}}));
    let total = |formation: &str, square: Value| {
        let duel: Duel = facts(json!({"own": horse(formation), "enemy": square}));
        [duel.ledgers(&plain())[0].total, duel.ledgers(&soft)[0].total]
    };
    assert_eq!(total("line", foot("square")), [2, 0]);
    assert_eq!(total("echelon", foot("square")), [3, 0]);
    assert_eq!(total("line", foot("line")), [2, 2]);
    let press: PressHome = facts(json!({}));
    assert_eq!([press.ledger(&plain()).total, press.ledger(&soft).total], [5, 4]);
}

#[test]
fn hits_of_pairs_ties_and_reinforcements() {
    // NQ-MEL-08, NQ-MEL-09, NQ-MEL-10, NQ-MEL-11, NQ-MEL-20, NQ-MEL-21
    let fight = |own: Value, enemy: Value| facts::<Fight>(json!({"own": own, "enemy": enemy, "pairs": 3}));
    let hits = |fight: Fight, won, tied, lost| {
        let fought = fight.result(&plain(), won, tied, lost);
        (fought.hits, fought.enemy_hits, fought.winner)
    };
    let (us, them) = (Some(Contender::Own), Some(Contender::Enemy));
    assert_eq!(hits(fight(json!({}), json!({})), 2, 0, 1), (2, 1, us));
    assert_eq!(hits(fight(horse("line"), json!({})), 1, 1, 1), (3, 2, us));
    assert_eq!(hits(fight(json!({}), horse("line")), 1, 0, 2), (1, 4, them));
    assert_eq!(hits(fight(horse("line"), horse("line")), 1, 2, 0), (3, 2, us));
    let crew = json!({"class": "foot-artillery", "formation": "deployed", "bases_initial": 3, "bases": 3});
    assert_eq!(hits(fight(horse("line"), crew), 3, 0, 0).0, 6);
    let reinforced = |n: u8| hits(fight(json!({"reinforcements": n}), json!({})), 0, 0, 0).0;
    assert_eq!([0, 1, 2, 3, 4].map(reinforced), [0, 0, 1, 1, 2]);
    assert_eq!(hits(fight(json!({}), json!({})), 0, 3, 0), (3, 3, None));
    // A reduced base fights as well as a whole one.
    assert_eq!(own(json!({"reduction": 3}), json!({})), NONE);
}

#[test]
fn routers_are_cut_down_without_a_roll() {
    // NQ-MOR-12, NQ-MOR-13
    let said = json!({"own": {"class": "light-cavalry", "reinforcements": 1}, "enemy": {"routing": true}, "pairs": 2});
    let checked = run(&plain(), "melee", &said, &[]);
    assert_eq!((checked.result, checked.effect.name.as_str(), checked.dice.as_str()), (6, "Own unit wins", ""));
    let names: Vec<&str> = checked.also.iter().map(|effect| effect.name.as_str()).collect();
    assert_eq!(names, ["Enemy: 1 base lost", "Enemy: reduced by 2", "Enemy: runs on"]);
    let said = json!({"own": {"routing": true}, "pairs": 2, "enemy": {"reinforcements": 4}});
    assert_eq!(run(&plain(), "melee", &said, &[]).result, -6);
}

#[test]
fn pairs_with_the_same_reasons_roll_together() {
    // NQ-MEL-07, NQ-MEL-44
    let fight: Fight = facts(json!({"pairs": 2, "pairs_higher": 1, "pairs_lower": 3}));
    let groups: Vec<(u8, [i32; 2])> = fight.pairs(&plain()).iter().map(|pairs| (pairs.n, pairs.plus)).collect();
    assert_eq!(groups, [(2, [0, 0]), (1, [1, 0]), (3, [0, 1])]);
    let said = json!({"pairs": 2, "pairs_higher": 1});
    let checked = run(&plain(), "melee", &said, &[8, 1, 1, 1, 4, 4]);
    assert_eq!(checked.dice, "2 d8 against 2 d8, then d8 +1 against d8");
    // Won, tied, and by the ground won.
    assert_eq!(checked.result, 2);
}

#[test]
fn a_lost_melee_asks_for_one_test() {
    // NQ-MEL-26, NQ-MEL-27, NQ-MEL-29, NQ-ODD-10, NQ-MOR-04
    assert_eq!(melee_balance(0, 0), None);
    assert_eq!(melee_balance(0, 2), None);
    assert_eq!(melee_balance(1, 0), Some(1));
    assert_eq!(melee_balance(1, 1), Some(0));
    assert_eq!(melee_balance(1, 2), Some(0));
    assert_eq!(melee_balance(3, 1), Some(2));
}

#[test]
fn morale_rows() {
    // NQ-MOR-20, NQ-MOR-21, NQ-MOR-22, NQ-MOR-23, NQ-MOR-24, NQ-MOR-25, NQ-MOR-26, NQ-MOR-27, NQ-MOR-28, NQ-MOR-29, NQ-MOR-30, NQ-MOR-31, NQ-MOR-32, NQ-LDR-03
    let rows = |said| labels(&facts::<Morale>(said).ledger(&plain()));
    let total = |said| facts::<Morale>(said).plus(&plain());
    assert_eq!(rows(json!({})), NONE);
    assert_eq!(rows(json!({"bases": 5, "reduction": 1})), NONE);
    assert_eq!(rows(json!({"bases": 5, "reduction": 2})), ["lost a quarter of its figures"]);
    assert_eq!(rows(json!({"bases": 3})), ["lost half of its figures"]);
    assert_eq!([0, 1, 2, 4].map(|n| total(json!({"bases_lost": n}))), [0, 0, 1, 3]);
    assert_eq!(rows(json!({"unformed": true})), ["unformed"]);
    assert_eq!(rows(json!({"flank_or_rear": true})), ["struck in flank or rear"]);
    let ridden = |mut said: Value| {
        said["charged_by_cavalry"] = json!(true);
        said["cause"] = json!("stand");
        rows(said)
    };
    assert_eq!(ridden(json!({})), ["out of square, charged by cavalry"]);
    assert_eq!(ridden(json!({"formation": "square"})), ["formed square or attack column"]);
    assert_eq!(
        ridden(json!({"formation": "square", "unformed": true})),
        ["unformed", "out of square, charged by cavalry"]
    );
    assert_eq!(ridden(json!({"class": "light-cavalry"})), NONE);
    assert_eq!(rows(json!({"charged_by_cavalry": true})), NONE, "in a stand test only");
    assert_eq!(rows(json!({"friend_lost": true})), ["a friend fled or fell near by"]);
    assert_eq!(rows(json!({"command_attached": true})), ["command unit attached"]);
    assert_eq!(rows(json!({"command_attached": true, "command_hit": true})), ["command unit hit"]);
    assert_eq!(["none", "light", "medium", "hard"].map(|cover| total(json!({"cover": cover}))), [0, -1, -1, -2]);
    assert_eq!(rows(json!({"supported": true})), ["supported from behind"]);
    assert_eq!(total(json!({"fights_lost": 3, "fights_won": 1})), 2);
    assert_eq!(rows(json!({"formation": "attack-column"})), ["formed square or attack column"]);
    assert_eq!(rows(json!({"formation": "attack-column", "unformed": true})), ["unformed"]);
}

#[test]
fn what_morale_does_to_whom() {
    // NQ-MOR-07, NQ-MOR-08, NQ-MOR-09, NQ-MOR-10, NQ-MOR-11, NQ-CHG-16, NQ-CHG-20
    let told = |said: Value, score| {
        let tested = facts::<Morale>(said).result(&plain(), score);
        let words = [
            (tested.unformed, "unformed"),
            (tested.retreats, "retreats"),
            (tested.limbers, "limbers"),
            (tested.leaves_building, "leaves"),
            (tested.routs, "routs"),
            (tested.destroyed, "destroyed"),
            (tested.may_fire, "may fire"),
            (tested.charges_on, "charges on"),
        ];
        words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect::<Vec<_>>()
    };
    let scores = [6, 9, 12, 13];
    let empty: Vec<&str> = Vec::new();
    assert_eq!(
        scores.map(|score| told(json!({}), score)),
        [empty.clone(), vec!["unformed"], vec!["retreats"], vec!["routs"]]
    );
    let guns = json!({"class": "foot-artillery", "formation": "deployed"});
    assert_eq!([12, 13].map(|score| told(guns.clone(), score)), [vec!["retreats", "limbers"], vec!["destroyed"]]);
    let engaged = json!({"class": "foot-artillery", "formation": "deployed", "engaged": true});
    assert_eq!(told(engaged, 12), ["destroyed"]);
    let limbered = json!({"class": "foot-artillery", "formation": "limbered"});
    assert_eq!([12, 13].map(|score| told(limbered.clone(), score)), [vec!["retreats"], vec!["routs"]]);
    let garrison = json!({"garrison": true});
    assert_eq!([9, 12].map(|score| told(garrison.clone(), score)), [empty.clone(), vec!["retreats", "leaves"]]);
    let stand = json!({"cause": "stand"});
    assert_eq!([6, 7].map(|score| told(stand.clone(), score)), [vec!["may fire"], vec!["unformed"]]);
    let charge = json!({"cause": "charge"});
    assert_eq!([6, 7].map(|score| told(charge.clone(), score)), [vec!["charges on"], vec!["unformed"]]);
}

#[test]
fn discipline_rows() {
    // NQ-CMD-04, NQ-MOV-12, NQ-CHG-10, NQ-CHG-11, NQ-CHG-14, NQ-MEL-33, NQ-SCA-09
    assert!(passes(&plain(), 6) && !passes(&plain(), 7));
    let square = |said| facts::<FormSquare>(said).ledger(&plain()).total;
    assert_eq!([15.0, 15.1].map(|far| square(json!({"distance": far, "formation": "column"}))), [2, 0]);
    assert_eq!(square(json!({"command_attached": true})), 0);
    assert_eq!(square(json!({})), 1);
    let counter = |said| facts::<Countercharge>(said).ledger(&plain()).total;
    assert_eq!([15.0, 15.1].map(|far| counter(json!({"distance": far}))), [1, 0]);
    assert_eq!(counter(json!({"command_attached": true})), -1);
    let press = |said| facts::<PressHome>(said).ledger(&plain()).total;
    assert_eq!(press(json!({})), 5);
    assert_eq!(press(json!({"square_quality": "raw"})), 4);
    assert_eq!(press(json!({"bases": 5, "reduction": 2})), 4);
    assert_eq!(press(json!({"bases": 5, "reduction": 1})), 5);
    assert_eq!(press(json!({"square_quality": "raw", "bases": 4})), 4, "once");
    assert_eq!(press(json!({"command_attached": true})), 4);
    assert_eq!(press(json!({"square": false, "quality": "raw", "square_quality": "raw"})), 0);
    let needed = |said| facts::<PressHome>(said).is_needed();
    assert!(needed(json!({})) && needed(json!({"square": false, "quality": "raw"})));
    assert!(!needed(json!({"square": false})));
    let control = |attached: bool| facts::<Control>(json!({"command_attached": attached})).ledger(&plain()).total;
    assert_eq!([false, true].map(control), [0, -1]);
    assert_eq!(run(&plain(), "discipline", &json!({}), &[7]).effect.name, "Failed");
    assert_eq!(run(&plain(), "re-form", &json!({}), &[]).effect.name, "Re-formed");
    assert_eq!(run(&plain(), "re-form", &json!({"enemy_near": true}), &[7]).effect.name, "Still unformed");
    let control = run(&plain(), "pursuit-control", &json!({"command_attached": true}), &[8]);
    assert_eq!((control.result, control.effect.name.as_str()), (7, "Must pursue"));
}

#[test]
fn rallies() {
    // NQ-MOR-14, NQ-MOR-15
    let total = |said| facts::<Rally>(said).ledger(&plain()).total;
    assert_eq!(total(json!({})), 0);
    assert_eq!([4, 3].map(|bases| total(json!({"bases": bases}))), [1, 2]);
    assert_eq!((total(json!({"enemy_near": true})), total(json!({"command_attached": true}))), (1, -1));
    let result = |failed: u8, score| facts::<Rally>(json!({"failed": failed})).result(&plain(), score);
    assert_eq!(
        [(0, 6), (0, 7), (1, 7), (2, 7), (2, 6)].map(|(failed, score)| result(failed, score)),
        [Rallied::Rallied, Rallied::RunsOn, Rallied::RunsOn, Rallied::Dispersed, Rallied::Rallied]
    );
    // The losses count as T-MORDM says, in the overlay's numbers too.
    let book = book(json!({"cells": {"T-MORDM.heavy-losses": 4}}));
    assert_eq!(facts::<Rally>(json!({"bases": 3})).ledger(&book).total, 4);
}

#[test]
fn who_may_react_how() {
    // NQ-CHG-10, NQ-CHG-11, NQ-CHG-12, NQ-CHG-13, NQ-CHG-25
    let may = |said| {
        let charge: ChargeReaction = facts(said);
        Reaction::ALL.iter().copied().filter(|reaction| charge.may_react(&plain(), *reaction)).collect::<Vec<_>>()
    };
    use Reaction::{Countercharge, Evade, FormSquare, Stand};
    assert_eq!(may(json!({})), [Stand, FormSquare]);
    assert_eq!(may(json!({"charger": {"class": "line-infantry"}})), [Stand]);
    assert_eq!(may(json!({"target": {"bases": 4}})), [Stand, FormSquare]);
    for target in [
        json!({"bases": 3}),
        json!({"unformed": true}),
        json!({"formation": "square"}),
        json!({"engaged": true}),
        json!({"garrison": true}),
    ] {
        assert_eq!(may(json!({"target": target})), [Stand], "{target}");
    }
    assert_eq!(may(json!({"target": {"formation": "open-order"}})), [Stand, Evade]);
    let hussars = |zone: &str| may(json!({"target": {"class": "light-cavalry"}, "zone": zone}));
    assert_eq!(hussars("front"), [Stand, Countercharge, Evade]);
    assert_eq!(hussars("flank"), [Stand, Evade]);
    assert_eq!(may(json!({"target": {"class": "heavy-cavalry"}})), [Stand, Countercharge]);
    let on_foot = json!({"charger": {"class": "line-infantry"}, "target": {"class": "heavy-cavalry"}});
    assert_eq!(may(on_foot), [Stand]);
    assert_eq!(may(json!({"target": {"class": "foot-artillery", "formation": "limbered"}})), [Stand, Evade]);
}

#[test]
fn who_must_test_to_stand() {
    // NQ-CHG-15, NQ-CHG-25
    let must = |charger: Value, target: Value, zone: &str| {
        let charge = ChargeReaction {
            charger: facts::<Charger>(charger),
            target: facts::<Charged>(target),
            ..facts(json!({"zone": zone}))
        };
        charge.must_stand_test()
    };
    let infantry = || json!({"class": "line-infantry"});
    assert!(must(json!({}), json!({}), "front"));
    assert!(!must(json!({}), json!({"formation": "square"}), "front"));
    assert!(!must(json!({}), json!({"formation": "square"}), "rear"), "a square has no rear");
    assert!(must(json!({}), json!({"formation": "square", "unformed": true}), "front"));
    assert!(!must(infantry(), json!({}), "front"));
    assert!(must(infantry(), json!({}), "flank"));
    assert!(must(infantry(), json!({"unformed": true}), "front"));
    assert!(must(infantry(), json!({"formation": "open-order"}), "front"));
    assert!(must(infantry(), json!({"quality": "raw"}), "front"));
    let loose = json!({"class": "line-infantry", "formation": "open-order"});
    assert!(!must(loose, json!({"quality": "raw"}), "front"), "only formed chargers shake them");
    assert!(must(infantry(), json!({"class": "foot-artillery", "formation": "deployed"}), "front"));
    assert!(!must(json!({}), json!({"class": "heavy-cavalry"}), "front"));
    assert!(!must(json!({}), json!({"engaged": true}), "front"));
    assert!(must(json!({}), json!({"engaged": true}), "rear"));
}

#[test]
fn charges_that_end_before_contact() {
    // NQ-CHG-12, NQ-CHG-14, NQ-CHG-16, NQ-MOR-10
    let effect = |said, faces: &[i16]| run(&plain(), "charge-reaction", &said, faces).effect.name;
    assert_eq!(effect(json!({"target": {"class": "light-cavalry"}, "reaction": "evade"}), &[]), "Target evades");
    assert_eq!(effect(json!({}), &[8]), "Target retreats");
    assert_eq!(effect(json!({"zone": "rear"}), &[9]), "Target routs");
    let guns =
        json!({"class": "foot-artillery", "formation": "deployed", "bases_initial": 3, "bases": 3, "quality": "raw"});
    assert_eq!(effect(json!({"target": guns, "zone": "flank"}), &[12]), "Guns abandoned");
    let raw = json!({"charger": {"class": "line-infantry", "quality": "raw"}});
    let turned = run(&plain(), "charge-reaction", &raw, &[7]);
    let names: Vec<&str> = turned.also.iter().map(|effect| effect.name.as_str()).collect();
    assert_eq!(names, ["Turned away", "Charger unformed"], "no square, no fire of all faces");
    // A countercharge that fails is a stand.
    let hussars = json!({"target": {"class": "light-cavalry"}, "reaction": "countercharge"});
    assert_eq!(effect(hussars, &[7]), "Charge goes on");
}

#[test]
fn command_units_in_danger() {
    // NQ-LDR-01, NQ-LDR-02, NQ-LDR-03
    let name = |faces: &[i16]| run(&plain(), "command-hit", &json!({}), faces).effect.name;
    assert_eq!((name(&[11]), name(&[12, 4]), name(&[12, 5])), ("Unhurt".into(), "Wounded".into(), "Killed".into()));
}

#[test]
fn initiative_and_evades() {
    // NQ-SEQ-04, NQ-MOV-29
    let said = json!({"red_rating": 2, "blue_rating": 0});
    // Ties are rolled again: 5 + 2 against 7, then 1 + 2 against 4.
    let checked = run(&plain(), "initiative", &said, &[5, 7, 1, 4]);
    assert_eq!((checked.result, checked.effect.name.as_str()), (-1, "Blue chooses"));
    assert_eq!([1, -1].map(Initiative::winner), [Side::Red, Side::Blue]);
    assert_eq!(roll_off(&plain()).in_words(), "d10 against d10");
    let evade = |said, die| facts::<Evasion>(said).distance(&plain(), die).map(|far| far.in_cm());
    assert_eq!(evade(json!({}), 4).as_deref(), Some("29"));
    assert_eq!(evade(json!({"unformed": true}), 6).as_deref(), Some("26"));
    assert_eq!(evade(json!({"class": "light-infantry", "formation": "skirmish"}), 1).as_deref(), Some("21"));
    assert_eq!(evade(json!({"class": "foot-artillery", "formation": "limbered"}), 1), None);
}

#[test]
fn armies_break_at_half_and_leads_of_a_quarter_win() {
    // NQ-VIC-01, NQ-VIC-02, NQ-VIC-03, NQ-VIC-04, NQ-VIC-06
    let check = |said| facts::<Score>(said).result(&plain());
    // Of a value of 36: 17 is not half, 18 is.
    let lost = |n: u16| check(json!({"red": {"bases_lost": n}}));
    assert_eq!((lost(17).over, lost(18).over, lost(18).winner), (false, true, Some(Side::Blue)));
    let both = check(json!({"red": {"bases_lost": 18}, "blue": {"bases_lost": 30}}));
    assert_eq!((both.over, both.winner), (true, None));
    let last = |red: Value| check(json!({"red": red, "last_turn": true}));
    // A quarter of 36 is 9: a loss of nine, or an objective and four.
    assert_eq!(last(json!({"bases_lost": 8})).winner, None);
    assert_eq!(last(json!({"bases_lost": 9})).winner, Some(Side::Blue));
    assert_eq!(last(json!({"objectives": 2})).points, [10, 0]);
    assert_eq!(last(json!({"objectives": 2})).winner, Some(Side::Red));
    assert_eq!(last(json!({"guns_lost": 3, "objectives": 1})).points, [5, 6]);
}
