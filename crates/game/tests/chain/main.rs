//! The odds of a whole attack: they are those of the tests it is made of, they are what dice bring, and a few are reckoned by hand.

mod onset;

use std::collections::{BTreeMap, BTreeSet};

use firelock_core::{Encounter, RuleSystem, Rulebook, Seeded, TestFault, To};
use firelock_discipline::Discipline;
use firelock_game::{CHAINS, Chain, System};
use firelock_napoleonic::Napoleonic;
use firelock_odds::{ChainOdds, Exactness, PATHS, chain_odds, explore, odds_of, vary};
use firelock_regimental::Regimental;
use firelock_washington::Washington;
use serde_json::{Value, json};

/// The facts of an attack with some of them said.
fn attack<E: Encounter>(said: &[(&str, Value)]) -> E {
    let mut facts = serde_json::to_value(E::default()).expect("plain values");
    for (key, value) in said {
        firelock_core::put_fact(&mut facts, key, value.clone()).expect("a fact");
    }
    serde_json::from_value(facts).expect("facts of the attack")
}

fn book<S: RuleSystem>() -> Rulebook {
    System::named(S::NAME).expect("a system").book(Default::default()).expect("the printed rules")
}

/// Every point that can be reached, and at each the odds of the published test with the facts of that point; the stages it came to.
fn each_step_is_the_published_test<S: RuleSystem, E: Encounter>(encounter: &E) -> Vec<u8> {
    let book = book::<S>();
    assert_eq!(encounter.fault(&book), None);
    let mut seen = BTreeSet::new();
    let mut open = vec![encounter.start(&book)];
    while let Some(point) = open.pop() {
        let To::Stage(stage) = E::to(&point) else { continue };
        if !seen.insert(point.clone()) {
            continue;
        }
        let stage = E::STAGES[usize::from(stage)];
        let steps = explore(PATHS, |dice| {
            let stepped = encounter.step(&book, &point, dice)?;
            Ok::<_, TestFault>((stepped.effect, stepped.point))
        });
        let steps = steps.expect("a step");
        let test = S::tests().iter().find(|test| test.name == stage.test).expect("a published test");
        let published = odds_of(test, &encounter.facts(&book, &point), &book).expect("facts of the test");
        let ours = steps.clone().map(|(effect, _)| effect);
        let ours: BTreeMap<String, String> = ours.iter().map(|(name, p)| (name.clone(), p.to_string())).collect();
        let theirs = published.odds.iter().map(|odds| (odds.effect.clone(), odds.exact.clone().expect("exact")));
        assert_eq!(ours, theirs.collect(), "{} at {point:?}", stage.test);
        open.extend(steps.outcomes().map(|(_, point)| point.clone()));
    }
    let stages = seen.iter().filter_map(|point| match E::to(point) {
        To::Stage(stage) => Some(stage),
        To::Over(_) => None,
    });
    stages.collect::<BTreeSet<u8>>().into_iter().collect()
}

/// The endings of so many attacks with seeded dice against the exact odds, by chi-square; so also the sums of the odds.
fn dice_bring_the_endings<S: RuleSystem, E: Encounter>(encounter: &E, n: u32) {
    let book = book::<S>();
    let odds = chain_odds(encounter, &book).expect("an attack");
    assert_eq!(odds.exactness, Exactness::Exact);
    let sum = |parts: &mut dyn Iterator<Item = f64>| parts.sum::<f64>();
    assert!((sum(&mut odds.endings.iter().map(|ending| ending.p)) - 1.0).abs() < 1e-12);
    assert!((sum(&mut odds.fates.iter().map(|fate| fate.p)) - 1.0).abs() < 1e-12);
    for stage in &odds.stages {
        assert!((sum(&mut stage.odds.iter().map(|odds| odds.p)) - stage.reached.p).abs() < 1e-12, "{}", stage.heading);
    }
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut lost = [0_u64; 2];
    let mut dice = Seeded::new(1781, 0);
    for _ in 0..n {
        let mut point = encounter.start(&book);
        let ending = loop {
            match E::to(&point) {
                To::Over(ending) => break ending,
                To::Stage(_) => point = encounter.step(&book, &point, &mut dice).expect("dice").point,
            }
        };
        *counts.entry(ending.name).or_default() += 1;
        for (sum, lost) in lost.iter_mut().zip(encounter.losses(&book, &point)) {
            *sum += u64::from(lost);
        }
    }
    let (mut square, mut free) = (0.0, -1.0);
    for ending in &odds.endings {
        let expected = ending.p * f64::from(n);
        let found = f64::from(counts.remove(ending.ending).unwrap_or(0));
        if expected >= 5.0 {
            square += (found - expected).powi(2) / expected;
            free += 1.0;
        }
    }
    assert!(counts.is_empty(), "endings without odds: {counts:?}");
    // Beyond four and a half deviations of the chi-square: once in some hundred thousand true samples.
    assert!(square < free + 4.5 * (2.0_f64 * free).sqrt() + 6.0, "chi-square {square:.1} of {free} degrees");
    for (side, sum) in lost.into_iter().enumerate() {
        let losses = &odds.losses[side];
        let variance: f64 = losses.odds.iter().map(|lost| lost.p * (f64::from(lost.lost) - losses.mean).powi(2)).sum();
        let off = (sum as f64 / f64::from(n) - losses.mean).abs();
        assert!(off <= 4.5 * (variance / f64::from(n)).sqrt() + 1e-9, "losses of side {side} are off by {off}");
    }
}

fn exact(odds: &ChainOdds, stage: usize, effect: &str) -> String {
    let found = odds.stages[stage].odds.iter().find(|odds| odds.effect == effect);
    found.and_then(|odds| odds.exact.clone()).unwrap_or_else(|| "0".into())
}

fn ending(odds: &ChainOdds, name: &str) -> String {
    let found = odds.endings.iter().find(|ending| ending.ending == name);
    found.and_then(|ending| ending.exact.clone()).unwrap_or_else(|| "0".into())
}

mod regimental {
    use firelock_regimental::chain::Charge;

    use super::*;

    fn sharp() -> Charge {
        attack(&[
            ("attacker.branch", json!("cavalry")),
            ("attacker.firing", json!(0)),
            ("attacker.stands", json!(4)),
            ("attacker.start_stands", json!(6)),
            ("defender.experience", json!("raw")),
            ("defender.stands", json!(5)),
            ("position", json!("fortified")),
        ])
    }

    #[test]
    fn each_test_of_a_charge_is_the_published_one() {
        assert_eq!(each_step_is_the_published_test::<Regimental, Charge>(&Charge::default()), [0, 1, 2]);
        assert_eq!(each_step_is_the_published_test::<Regimental, Charge>(&sharp()), [0, 2], "the horse do not fire");
        assert_eq!(each_step_is_the_published_test::<Regimental, Charge>(&sharp().turned()), [0, 1, 2]);
    }

    #[test]
    fn dice_bring_what_the_odds_of_a_charge_say() {
        dice_bring_the_endings::<Regimental, Charge>(&Charge::default(), 20_000);
        dice_bring_the_endings::<Regimental, Charge>(&sharp(), 20_000);
    }

    #[test]
    fn fire_stops_a_charge_less_often_when_it_comes_with_cold_steel() {
        // Ten muskets in contact are ten points: +1. Against trained troops a die of 10 is withering, 8 and 9 are telling, 5 to 7
        // galling (RF-FIR-26). Telling fire checks a charge, but not cold steel (RF-FIR-28).
        let plain = chain_odds(&Charge::default(), &book::<Regimental>()).expect("a charge");
        assert_eq!(
            ["Withering Fire", "Telling Fire", "Galling Fire"].map(|effect| exact(&plain, 0, effect)),
            ["1/10", "1/5", "3/10"]
        );
        assert_eq!(ending(&plain, "Checked by fire"), "3/10");
        assert_eq!(plain.stages[2].reached.exact.as_deref(), Some("7/10"));
        let steel: Charge = attack(&[("cold_steel", json!(true))]);
        let steel = chain_odds(&steel, &book::<Regimental>()).expect("a charge");
        assert_eq!(ending(&steel, "Checked by fire"), "1/10");
        assert_eq!(steel.stages[1].reached.exact.as_deref(), Some("0"), "cold steel does not fire (RF-CHG-07)");
        // Two stands by withering fire, one by telling: whoever has but one is gone.
        let last: Charge = attack(&[("cold_steel", json!(true)), ("attacker.stands", json!(1))]);
        let last = chain_odds(&last, &book::<Regimental>()).expect("a charge");
        assert_eq!(ending(&last, "Destroyed by fire"), "3/10");
    }
}

mod washington {
    use firelock_washington::chain::Onslaught;

    use super::*;

    fn sharp() -> Onslaught {
        attack(&[
            ("assaulter.quality", json!("veteran")),
            ("assaulter.half_bases", json!(5)),
            ("assaulter.start_bases", json!(3)),
            ("assaulter.front", json!(3)),
            ("target.troop", json!("militia")),
            ("target.quality", json!("raw")),
            ("target.half_bases", json!(6)),
            ("target.start_bases", json!(4)),
            ("approach.linear", json!(true)),
            ("commander_near", json!("target")),
        ])
    }

    #[test]
    fn each_test_of_an_assault_is_the_published_one() {
        assert_eq!(each_step_is_the_published_test::<Washington, Onslaught>(&sharp()), [0, 1, 2, 3, 4]);
        assert_eq!(each_step_is_the_published_test::<Washington, Onslaught>(&sharp().turned()), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn dice_bring_what_the_odds_of_an_assault_say() {
        dice_bring_the_endings::<Washington, Onslaught>(&Onslaught::default(), 20_000);
        dice_bring_the_endings::<Washington, Onslaught>(&sharp(), 20_000);
    }

    #[test]
    fn one_raw_base_shoots_at_an_assault() {
        // One die hits on 5 and 6, a 1 is rolled again (WA-FIRE-05, WA-FIRE-06): 1/3 + 1/6 x 1/3 = 7/18. Line at short range spoils the
        // save by one, so 4 to 6 save (WA-FIRE-08, WA-FIRE-10): 7/36 for a casualty.
        let assault: Onslaught = attack(&[("target.quality", json!("raw")), ("target.front", json!(1))]);
        let odds = chain_odds(&assault, &book::<Washington>()).expect("an assault");
        assert_eq!(exact(&odds, 0, "1 casualty"), "7/36");
        assert_eq!(exact(&odds, 0, "No casualties"), "29/36");
        assert_eq!(odds.stages[1].reached.exact.as_deref(), Some("1"));
        let held: Onslaught = attack(&[("shoots", json!(false))]);
        let odds = chain_odds(&held, &book::<Washington>()).expect("an assault");
        assert_eq!(odds.stages[0].reached.exact.as_deref(), Some("0"));
    }
}

mod discipline {
    use firelock_discipline::chain::Charge;

    use super::*;

    fn sharp() -> Charge {
        attack(&[
            ("charger.branch", json!("horse")),
            ("charger.stands", json!(3)),
            ("charger.boxes", json!(8)),
            ("charger.marked", json!(2)),
            ("target.rating", json!(1)),
            ("target.stands", json!(4)),
            ("target.firing", json!(4)),
            ("protected", json!(true)),
        ])
    }

    #[test]
    fn each_test_of_a_charge_is_the_published_one() {
        assert_eq!(each_step_is_the_published_test::<Discipline, Charge>(&Charge::default()), [0, 1]);
        assert_eq!(each_step_is_the_published_test::<Discipline, Charge>(&sharp()), [0, 1]);
        let horse: Charge = attack(&[("counter_charge", json!(true)), ("target.branch", json!("horse"))]);
        assert_eq!(each_step_is_the_published_test::<Discipline, Charge>(&horse), [1]);
        assert_eq!(each_step_is_the_published_test::<Discipline, Charge>(&horse.turned()), [1]);
    }

    #[test]
    fn dice_bring_what_the_odds_of_a_charge_say() {
        dice_bring_the_endings::<Discipline, Charge>(&Charge::default(), 20_000);
        dice_bring_the_endings::<Discipline, Charge>(&sharp(), 20_000);
    }

    #[test]
    fn one_stand_fires_at_a_charge() {
        // One die hits with 0, 1 or 2 of ten faces (FD-MUS-19). The charger's total is 5 and its rating of 2: an 8, 9 or 10 fails
        // (FD-MOR-01, FD-MOR-03), and any failure ends the charge (FD-MUS-42): 3/10 x 3/10.
        let charge: Charge = attack(&[("target.firing", json!(1))]);
        let odds = chain_odds(&charge, &book::<Discipline>()).expect("a charge");
        assert_eq!(exact(&odds, 0, "Charge goes on"), "91/100");
        let stopped = odds.fates.last().expect("four fates");
        assert_eq!(stopped.exact.as_deref(), Some("9/100"));
        // Mounted or open troops, and those struck in flank, give no such fire (FD-MUS-43).
        for said in [("target.branch", json!("horse")), ("target.order", json!("open")), ("flank", json!(true))] {
            let odds = chain_odds(&attack::<Charge>(&[said]), &book::<Discipline>()).expect("a charge");
            assert_eq!(odds.stages[0].reached.exact.as_deref(), Some("0"));
        }
    }
}

mod napoleonic {
    use firelock_napoleonic::chain::Charge;

    use super::*;

    fn square() -> Charge {
        attack(&[
            ("charger.class", json!("heavy-cavalry")),
            ("charger.formation", json!("line")),
            ("charger.cuirass", json!(true)),
            ("charger.weapon", json!("none")),
            ("charger.reduction", json!(2)),
            ("reaction", json!("form-square")),
            ("target.first_volley", json!(true)),
        ])
    }

    #[test]
    fn each_test_of_a_charge_is_the_published_one() {
        assert_eq!(each_step_is_the_published_test::<Napoleonic, Charge>(&Charge::default()), [0, 1, 2, 3, 4]);
        assert_eq!(each_step_is_the_published_test::<Napoleonic, Charge>(&square()), [0, 1, 2, 3, 4]);
        let raw: Charge =
            attack(&[("charger.quality", json!("raw")), ("target.quality", json!("raw")), ("zone", json!("flank"))]);
        assert_eq!(each_step_is_the_published_test::<Napoleonic, Charge>(&raw), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn dice_bring_what_the_odds_of_a_charge_say() {
        dice_bring_the_endings::<Napoleonic, Charge>(&Charge::default(), 20_000);
        dice_bring_the_endings::<Napoleonic, Charge>(&square(), 20_000);
    }

    #[test]
    fn a_charger_that_loses_no_base_is_not_tested() {
        // One base fires one die: a hit costs a figure, and a whole unit has four to a base (NQ-CHG-20, NQ-MEL-16).
        let charge: Charge = attack(&[("target.firing", json!(1))]);
        let odds = chain_odds(&charge, &book::<Napoleonic>()).expect("a charge");
        assert_eq!(odds.stages[1].reached.exact.as_deref(), Some("1"));
        assert_eq!(odds.stages[2].reached.exact.as_deref(), Some("0"));
        // One that is three figures short loses a base with every hit, and tests.
        let charge: Charge = attack(&[("target.firing", json!(1)), ("charger.reduction", json!(3))]);
        let odds = chain_odds(&charge, &book::<Napoleonic>()).expect("a charge");
        assert_eq!(odds.stages[2].reached.exact, Some(exact(&odds, 1, "1 casualty")));
        assert_ne!(exact(&odds, 1, "1 casualty"), "0");
    }
}

#[test]
fn every_system_has_its_chain_and_says_what_cannot_be() {
    for chain in CHAINS {
        let system = System::named(chain.system).expect("a system of ours");
        let book = system.book(Default::default()).expect("the printed rules");
        let facts = (chain.facts)();
        assert_eq!((chain.whole)(&json!({})), Ok(facts.clone()));
        assert!((chain.odds)(&facts, &book).is_ok(), "{}", chain.system);
        let twice = (chain.turned)(&(chain.turned)(&facts).expect("turned")).expect("turned back");
        assert!((chain.odds)(&twice, &book).is_ok());
        let fault = (chain.odds)(&json!({"no_such_fact": 1}), &book).expect_err("misspelt");
        assert!(fault.to_string().starts_with("\"no_such_fact\" is no fact"), "{fault}");
        for stage in chain.stages {
            assert!((system.tests)().iter().any(|test| test.name == stage.test), "{}", stage.test);
        }
    }
    assert!(Chain::named("chess").is_none());
}

#[test]
fn a_fact_within_another_is_varied() {
    let chain = Chain::named("regimental").expect("ours");
    let book = book::<Regimental>();
    let carried = |key: &str| {
        let tried = vary(&(chain.schema)(), &(chain.facts)(), key, |facts| (chain.odds)(facts, &book));
        let fate = |(value, odds): (Value, ChainOdds)| (value, odds.fates[0].p);
        tried.map(|tried| tried.into_iter().map(fate).collect::<Vec<_>>()).map_err(|fault| fault.to_string())
    };
    let found = carried("attacker.order").expect("a choice of words");
    let by = |word: &str| found.iter().find(|(value, _)| value == word).map(|(_, p)| *p);
    assert!(by("good") > by("disordered"), "{found:?}");
    assert_eq!(by("broken"), None, "the broken do not charge: left out");
    assert!(carried("defender.stands").expect("a number").len() > 5);
    let unknown = carried("attacker.oder").expect_err("misspelt");
    assert!(unknown.starts_with("\"oder\" is no fact of that fact; its facts are bayonets,"), "{unknown}");
    let fire = Regimental::tests().iter().find(|test| test.name == "fire").expect("published");
    let tried = firelock_odds::what_if(fire, &json!({}), &book, "firing.0.range").expect("a length");
    assert!(tried.len() > 10);
    assert!(firelock_odds::what_if(fire, &json!({}), &book, "firing.7.range").is_err());
}
