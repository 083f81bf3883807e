use std::collections::BTreeMap;

use firelock_core::Side;
use firelock_game::BattleFile;
use firelock_scenario::Winner;
use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::percentile;
use crate::{Cell, Gauge, Interval, Outcome, Plan, Spread};

/// How many columns the plots of losses have.
const BINS: usize = 20;
/// The least games on either side before a unit is said to decide.
const LEAST: usize = 10;
/// How many deciding units are told.
const TOLD: usize = 3;

/// What the games of a plan show. It depends on plan and outcomes, not on the order or the machine they were played on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LabReport")]
pub struct Report {
    /// What the battle is called.
    pub battle: String,
    /// The sides, red first.
    pub sides: [String; 2],
    /// The commanders, the first of whom has red in the first game.
    pub commanders: [String; 2],
    /// Whether they change sides from game to game.
    pub swapped: bool,
    /// Games planned for each cell.
    pub games: u32,
    /// The seed of the first game.
    pub seed: u64,
    /// Who won in history: red, blue or draw.
    pub history: Option<String>,
    /// Each cell.
    pub cells: Vec<CellReport>,
    /// How strong the commanders are, where that was measured.
    pub gauges: Vec<Gauge>,
}

/// What the games of a cell show.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LabCellReport")]
pub struct CellReport {
    /// The system and what was changed.
    #[serde(flatten)]
    pub cell: Cell,
    /// Games played so far.
    pub games: usize,
    /// The share that each side won, red first.
    pub wins: [Interval; 2],
    /// The share of draws.
    pub draws: Interval,
    /// The share that the first commander won, where the commanders differ.
    pub first_commander: Option<Interval>,
    /// How often each margin came up.
    pub margins: BTreeMap<String, usize>,
    /// Red's points less blue's.
    pub lead: Spread,
    /// The turn of the end.
    pub turns: Spread,
    /// How many games ended in each turn.
    pub ends: BTreeMap<u16, usize>,
    /// Decisions in a game.
    pub decisions: Spread,
    /// Losses of each side, red first.
    pub losses: [Losses; 2],
    /// Each unit.
    pub units: Vec<UnitReport>,
    /// Whose breaking goes most with defeat: the unit, and by how much its side wins less often when it breaks.
    pub decides: Vec<(String, f64)>,
}

/// Losses of a side as shares of its strength.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LabLosses")]
pub struct Losses {
    /// From game to game.
    pub share: Spread,
    /// How many games fall in each twentieth.
    pub bins: Vec<usize>,
    /// The share of its men that the side lost in history, the middle of what the sources say.
    pub history: Option<f64>,
    /// The share of games that lost less than history, equal ones counting half.
    pub percentile: Option<f64>,
}

/// What the games show of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LabUnitReport")]
pub struct UnitReport {
    /// Whose it is.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// The share of its strength that it lost.
    pub lost: Interval,
    /// How many games saw it first run or vanish in each turn.
    pub broke: BTreeMap<u16, usize>,
    /// The share of games in which it did.
    pub ever: Interval,
}

impl Report {
    /// The report of a plan, for the outcomes there are. `battles` are the cells' battles.
    pub fn new(plan: &Plan, cells: &[Cell], battles: &[&BattleFile], outcomes: &[Outcome]) -> Report {
        let first = &battles[0].battle;
        let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
        sorted.sort_by_key(|outcome| outcome.trial);
        sorted.dedup_by_key(|outcome| outcome.trial);
        let of = |number: usize| sorted.iter().copied().filter(move |outcome| outcome.trial.cell as usize == number);
        let cell = |(number, cell): (usize, &Cell)| {
            CellReport::new(plan, cell, battles[number], &of(number).collect::<Vec<_>>())
        };
        Report {
            battle: first.about.name.clone(),
            sides: Side::BOTH.map(|side| first.side(side).name.clone()),
            commanders: plan.commanders.map(|brief| brief.to_string()),
            swapped: plan.swaps(),
            games: plan.games,
            seed: plan.seed,
            history: first.history.as_ref().map(|history| match history.winner {
                Winner::Red => "red".to_owned(),
                Winner::Blue => "blue".to_owned(),
                Winner::Draw => "draw".to_owned(),
            }),
            cells: cells.iter().enumerate().map(cell).collect(),
            gauges: Vec::new(),
        }
    }
}

impl CellReport {
    fn new(plan: &Plan, cell: &Cell, battle: &BattleFile, outcomes: &[&Outcome]) -> CellReport {
        let n = outcomes.len();
        let count = |test: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| test(outcome)).count();
        let share = |test: &dyn Fn(&Outcome) -> bool| Interval::share(count(test), n);
        let figures =
            |of: &dyn Fn(&Outcome) -> f64| Spread::of(&outcomes.iter().map(|one| of(one)).collect::<Vec<_>>());
        let (mut margins, mut ends) = (BTreeMap::new(), BTreeMap::new());
        for outcome in outcomes {
            *margins.entry(outcome.margin.clone()).or_insert(0) += 1;
            *ends.entry(outcome.turns).or_insert(0) += 1;
        }
        let first = |outcome: &Outcome| outcome.winner == Some(if outcome.swapped { Side::Blue } else { Side::Red });
        CellReport {
            cell: cell.clone(),
            games: n,
            wins: Side::BOTH.map(|side| share(&|outcome| outcome.winner == Some(side))),
            draws: share(&|outcome| outcome.winner.is_none()),
            first_commander: plan.swaps().then(|| share(&first)),
            margins,
            lead: figures(&|outcome| f64::from(outcome.score[0] - outcome.score[1])),
            turns: figures(&|outcome| f64::from(outcome.turns)),
            ends,
            decisions: figures(&|outcome| outcome.decisions as f64),
            losses: Side::BOTH.map(|side| Losses::new(side, battle, outcomes)),
            units: units(outcomes),
            decides: decides(outcomes),
        }
    }
}

impl Losses {
    fn new(side: Side, battle: &BattleFile, outcomes: &[&Outcome]) -> Losses {
        let lost = |outcome: &&Outcome| {
            let own = outcome.fates.iter().filter(|fate| fate.side == side);
            let (full, left) = own
                .fold((0_u32, 0_u32), |(full, left), fate| (full + u32::from(fate.full), left + u32::from(fate.left)));
            f64::from(full - left) / f64::from(full.max(1))
        };
        let shares: Vec<f64> = outcomes.iter().map(lost).collect();
        let mut bins = vec![0; BINS];
        for share in &shares {
            bins[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        let history = history(side, battle);
        let percentile = history.filter(|_| !shares.is_empty()).map(|share| percentile(&shares, share));
        Losses { share: Spread::of(&shares), bins, history, percentile }
    }
}

/// The share of its men that a side lost, if the file says.
fn history(side: Side, battle: &BattleFile) -> Option<f64> {
    let battle = &battle.battle;
    let men: u32 = battle.units.iter().filter(|unit| unit.side == side).map(|unit| unit.men).sum();
    let whole = |loss: &&firelock_scenario::Loss| loss.side == side && loss.unit.is_none() && loss.part.is_none();
    let loss = battle.history.as_ref()?.losses.iter().find(whole)?;
    let parts = [loss.killed, loss.wounded, loss.captured];
    let lost = match loss.total {
        Some(total) => total.middle(),
        None if parts.iter().any(Option::is_some) => parts.iter().flatten().map(|count| count.middle()).sum(),
        None => return None,
    };
    (men > 0).then(|| (f64::from(lost) / f64::from(men)).min(1.0))
}

/// Each unit by side and name.
fn units(outcomes: &[&Outcome]) -> Vec<UnitReport> {
    #[derive(Default)]
    struct Sum {
        lost: Vec<f64>,
        broke: BTreeMap<u16, usize>,
    }
    let mut sums: BTreeMap<(Side, &str), Sum> = BTreeMap::new();
    for fate in outcomes.iter().flat_map(|outcome| &outcome.fates) {
        let sum = sums.entry((fate.side, &fate.name)).or_default();
        sum.lost.push(f64::from(fate.full - fate.left) / f64::from(fate.full));
        if let Some(turn) = fate.broke {
            *sum.broke.entry(turn).or_insert(0) += 1;
        }
    }
    let report = |((side, name), sum): ((Side, &str), Sum)| UnitReport {
        side,
        name: name.to_owned(),
        lost: Interval::mean(&sum.lost),
        ever: Interval::share(sum.broke.values().sum(), sum.lost.len()),
        broke: sum.broke,
    };
    sums.into_iter().map(report).collect()
}

/// Whose breaking goes most with defeat.
fn decides(outcomes: &[&Outcome]) -> Vec<(String, f64)> {
    let mut games: BTreeMap<(Side, &str), [(usize, usize); 2]> = BTreeMap::new();
    for outcome in outcomes {
        for fate in &outcome.fates {
            let entry = games.entry((fate.side, &fate.name)).or_default();
            let (played, won) = &mut entry[usize::from(fate.broke.is_some())];
            *played += 1;
            *won += usize::from(outcome.winner == Some(fate.side));
        }
    }
    let enough = games.into_iter().filter(|(_, games)| games.iter().all(|(played, _)| *played >= LEAST));
    let mut costs: Vec<(String, f64)> = enough
        .map(|((_, name), [(stood, held), (broke, won)])| {
            (name.to_owned(), held as f64 / stood as f64 - won as f64 / broke as f64)
        })
        .filter(|(_, cost)| *cost > 0.0)
        .collect();
    costs.sort_by(|(one, a), (other, b)| b.total_cmp(a).then(one.cmp(other)));
    costs.truncate(TOLD);
    costs
}
