//! The laboratory: its games are those of the rules, and its report depends on nothing but plan and outcomes.

use std::collections::BTreeMap;

use firelock_ai::{Brief, Sense, command};
use firelock_core::{Dice, Halt, Roll, Rolled, Seeded, try_out};
use firelock_game::BattleFile;
use firelock_lab::{Bench, Outcome, Plan, Report, csv, html, text};
use firelock_odds::answers;
use firelock_regimental::Regimental;
use firelock_scenario::Muster as _;

const BATTLE: &str = include_str!("../../../scenarios/first-volley-regimental.toml");

fn plan(games: u32, vary: &[&str]) -> Plan {
    let captain: Brief = "captain".parse().expect("a commander");
    Plan {
        file: "first-volley-regimental.toml".into(),
        battle: BATTLE.into(),
        systems: vec!["regimental".into()],
        overlay: Default::default(),
        commanders: [captain; 2],
        games,
        seed: 1777,
        vary: vary.iter().map(|text| text.parse().expect("a variation")).collect(),
    }
}

fn benches(plan: &Plan) -> Vec<Bench> {
    let cells = plan.cells().expect("cells");
    cells.iter().enumerate().map(|(number, cell)| Bench::new(plan, number, cell).expect("it musters")).collect()
}

fn play(plan: &Plan, benches: &[Bench]) -> Vec<Outcome> {
    let trials = plan.trials(benches.len());
    trials.map(|trial| benches[trial.cell as usize].trial(plan, trial.game, &()).expect("it ends")).collect()
}

fn report(plan: &Plan, benches: &[Bench], outcomes: &[Outcome]) -> Report {
    let battles: Vec<&BattleFile> = benches.iter().map(Bench::battle).collect();
    Report::new(plan, &plan.cells().expect("cells"), &battles, outcomes)
}

/// Dice that write down every roll and its answer.
struct Witness<'a> {
    dice: Seeded,
    seen: &'a mut Vec<(Roll, Rolled)>,
}

impl Dice for Witness<'_> {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        let rolled = self.dice.roll(roll)?;
        self.seen.push((roll.clone(), rolled.clone()));
        Ok(rolled)
    }
}

/// Every roll of a game that the laboratory plays too, and how many decisions it took.
fn rolls(plan: &Plan, game: u32, seen: &mut Vec<(Roll, Rolled)>) -> u64 {
    let file = BattleFile::read(&plan.file, &plan.battle).expect("a battle");
    let book = file.battle.book::<Regimental>(Default::default()).expect("its switches are known");
    let mut state = Regimental::muster(&file.battle, &book).expect("it musters").state;
    let seed = plan.seed(game);
    for place in 0.. {
        let Some(side) = <Regimental as firelock_core::RuleSystem>::asked(&state).first().copied() else {
            return place;
        };
        let brief = Brief { seed, ..plan.commanders[side.index()] };
        let order = decided::<Regimental>(&state, side, &brief, place);
        try_out::<Regimental>(&mut state, side, &order, &mut Witness { dice: Seeded::new(seed, place), seen })
            .expect("dice never halt");
    }
    unreachable!("the game ends")
}

fn decided<S: Sense>(state: &S::State, side: firelock_core::Side, brief: &Brief, place: u64) -> S::Command {
    command::<S>(state, side, brief, place, &()).expect("a side that is asked has an order").command
}

#[test]
fn rolls_of_fire_and_charge_fall_as_their_exact_odds_say() {
    let plan = plan(40, &[]);
    let bench = &benches(&plan)[0];
    let mut seen = Vec::new();
    for game in 0..plan.games {
        let decisions = rolls(&plan, game, &mut seen);
        if game < 3 {
            let outcome = bench.trial(&plan, game, &()).expect("it ends");
            assert_eq!(outcome.decisions, decisions, "the laboratory plays the same game");
        }
    }
    // Where each answer falls in its own exact distribution is uniform, whatever the tally was. Within an answer's share the place is
    // taken from a fixed sequence that fills the unit evenly.
    const BINS: usize = 10;
    let mut counts: BTreeMap<&str, [usize; BINS]> = BTreeMap::new();
    let mut place = 0.0_f64;
    for (roll, rolled) in &seen {
        let odds = answers(roll, 1 << 16).expect("few ways to fall");
        let below: f64 =
            odds.probabilities().take_while(|(answer, _)| ***answer < *rolled.answer).map(|(_, p)| p).sum();
        let own: f64 = odds.probabilities().filter(|(answer, _)| ***answer == *rolled.answer).map(|(_, p)| p).sum();
        assert!(own > 0.0, "{}: {:?} cannot be", roll.label, rolled.answer);
        place = (place + 0.618_033_988_749_895).fract();
        let at = ((below + own * place) * BINS as f64) as usize;
        counts.entry(roll.label).or_default()[at.min(BINS - 1)] += 1;
    }
    for label in ["fire", "charge"] {
        let counts =
            counts.iter().find(|(name, _)| name.contains(label)).unwrap_or_else(|| panic!("no {label}: {counts:?}")).1;
        let n: usize = counts.iter().sum();
        assert!(n >= 100, "{label}: only {n} rolls");
        let expected = n as f64 / BINS as f64;
        let square: f64 = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
        // 27.88 is the 99.9 % quantile for nine degrees of freedom.
        assert!(square < 27.88, "{label}: chi-square {square:.1} of {n} rolls: {counts:?}");
    }
}

#[test]
fn the_report_does_not_depend_on_the_order_of_games() {
    let plan = plan(6, &["regimental.turns=3,6"]);
    let benches = benches(&plan);
    let mut outcomes = play(&plan, &benches);
    let first = report(&plan, &benches, &outcomes);
    outcomes.reverse();
    outcomes.push(outcomes[0].clone());
    assert_eq!(report(&plan, &benches, &outcomes), first);
    assert!(first.cells[0].turns.most <= 3.0 && first.cells[1].turns.most > 3.0, "{:?}", first.cells[1].turns);
    // Shares of one whole.
    for cell in &first.cells {
        assert!((cell.wins[0].at + cell.wins[1].at + cell.draws.at - 1.0).abs() < 1e-9);
        assert_eq!(cell.ends.values().sum::<usize>(), 6);
        assert!(cell.units.len() > 6 && cell.losses.iter().all(|losses| losses.bins.iter().sum::<usize>() == 6));
    }
    let told = text(&first);
    assert!(told.contains("regimental, regimental.turns = 3: 6 games."), "{told}");
    assert_eq!(csv(&first).lines().count(), 3);
    let page = html(&first);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n") && !page.contains("NaN"));
    assert!(!page.contains("http"), "the page needs nothing else");
}

#[test]
fn a_rule_changes_by_its_address_and_a_unit_may_be_away() {
    let plan = plan(1, &["rule:T-MAN-MOD.fresh=1,2"]);
    assert_eq!(benches(&plan).len(), 2);
    for (vary, words) in [
        ("rule:T-MAN-MOD.frsh=1", "there is no number at \"T-MAN-MOD.frsh\""),
        ("rule:T-MAN-MOD.fresh=many", "\"many\" is no whole number"),
        ("switch:chnge_front=on", "chnge_front"),
        ("unit.nobody.men=100", "no unit has the id \"nobody\""),
        ("battle.minutes=soon", "minutes"),
        ("system=chess", "there is no such system"),
    ] {
        let plan = Plan { vary: vec![vary.parse().expect("a variation")], ..plan.clone() };
        let cells = plan.cells().expect("cells");
        let fault = Bench::new(&plan, 0, &cells[0]).expect_err(vary).to_string();
        assert!(fault.contains(words), "{vary}: {fault}");
    }
}
