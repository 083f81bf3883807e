//! The odds of a whole encounter: test after test, equal situations merged between them.

use firelock_core::{Clause, Encounter, Ending, Fate, Rulebook, TestFault, To};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Chance, Distribution, EffectOdds, Exactness, PATHS, explore};

/// The odds of an encounter.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChainOdds {
    /// Each test in its order.
    pub stages: Vec<StageOdds>,
    /// How it ends, the best for the attacker first.
    pub endings: Vec<EndingOdds>,
    /// What each fate comes to, all endings of it together.
    pub fates: Vec<FateOdds>,
    /// What attacker and defender lose.
    pub losses: [LossOdds; 2],
    /// What the losses are counted in.
    pub coin: &'static str,
    /// Whether these are the true odds.
    pub exactness: Exactness,
}

/// The odds of one test of an encounter.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StageOdds {
    /// The published test.
    pub test: &'static str,
    /// What it is here.
    pub heading: &'static str,
    /// How often it comes to this test.
    pub reached: Odds,
    /// Each effect with its odds of the whole: together they are as likely as the test is reached.
    pub odds: Vec<EffectOdds>,
}

/// A probability.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Odds {
    /// As a number from 0 to 1.
    pub p: f64,
    /// As a ratio, `7/36`; none when it was sampled.
    pub exact: Option<String>,
}

/// The odds of one ending.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EndingOdds {
    /// What it is for the attacker.
    pub fate: Fate,
    /// Its name.
    pub ending: &'static str,
    /// The rule that ended it.
    pub clause: Clause,
    /// Its probability.
    pub p: f64,
    /// The same as a ratio.
    pub exact: Option<String>,
}

/// The odds of one fate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FateOdds {
    /// The fate.
    pub fate: Fate,
    /// Its probability.
    pub p: f64,
    /// The same as a ratio.
    pub exact: Option<String>,
}

/// What one side loses.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LossOdds {
    /// On the average.
    pub mean: f64,
    /// Each number that can be lost.
    pub odds: Vec<LostOdds>,
}

/// The odds of losing so much.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LostOdds {
    /// How much.
    pub lost: u16,
    /// Its probability.
    pub p: f64,
    /// The same as a ratio.
    pub exact: Option<String>,
}

/// The odds of each test, ending and loss of an encounter.
///
/// Every test is explored from every situation that can come to it, and equal situations are merged before the next, so that the paths
/// of the tests add and do not multiply.
///
/// # Errors
/// When the facts cannot be.
pub fn chain_odds<E: Encounter>(encounter: &E, book: &Rulebook) -> Result<ChainOdds, TestFault> {
    if let Some(fault) = encounter.fault(book) {
        return Err(TestFault::Facts(fault));
    }
    let mut now = Distribution::certain(encounter.start(book));
    let mut stages = Vec::with_capacity(E::STAGES.len());
    for (at, stage) in E::STAGES.iter().enumerate() {
        let here = To::Stage(at as u8);
        let reached = now.chance_that(|point| E::to(point) == here);
        let after = now.try_then(|point| match E::to(point) == here {
            false => Ok(Distribution::certain((None, point.clone()))),
            true => explore(PATHS, |dice| {
                let stepped = encounter.step(book, point, dice)?;
                Ok::<_, TestFault>((Some((stepped.result, stepped.effect)), stepped.point))
            }),
        })?;
        let effects = after.clone().map(|(effect, _)| effect);
        stages.push(StageOdds {
            test: stage.test,
            heading: stage.heading,
            reached: Odds::of(&reached),
            odds: by_effect(&effects),
        });
        now = after.map(|(_, point)| point);
    }
    let endings = now.clone().map(|point| ending::<E>(&point));
    let each = |(ending, chance): (&Ending, Chance)| EndingOdds {
        fate: ending.fate,
        ending: ending.name,
        clause: ending.clause,
        p: chance.p(),
        exact: chance.exact(),
    };
    let fate = |fate: Fate| {
        let chance = endings.chance_that(|ending| ending.fate == fate);
        FateOdds { fate, p: chance.p(), exact: chance.exact() }
    };
    Ok(ChainOdds {
        stages,
        endings: endings.iter().map(each).collect(),
        fates: Fate::ALL.map(fate).into(),
        losses: [0, 1].map(|side| LossOdds::of(&now.clone().map(|point| encounter.losses(book, &point)[side]))),
        coin: E::COIN,
        exactness: now.exactness(),
    })
}

/// How a point ended; the last stage of an encounter leaves none open.
fn ending<E: Encounter>(point: &E::Point) -> Ending {
    match E::to(point) {
        To::Over(ending) => ending,
        To::Stage(_) => Ending::new(Fate::Undecided, "Not over", E::CLAUSE),
    }
}

/// Each effect from the highest result to the lowest at which it first appears.
fn by_effect(effects: &Distribution<Option<(i32, String)>>) -> Vec<EffectOdds> {
    let mut names: Vec<&String> = Vec::new();
    let found: Vec<_> = effects.outcomes().flatten().collect();
    for (_, name) in found.into_iter().rev() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let odds = |name: &String| {
        let chance = effects.chance_that(|effect| effect.as_ref().is_some_and(|(_, other)| other == name));
        EffectOdds { effect: name.clone(), p: chance.p(), exact: chance.exact() }
    };
    names.into_iter().map(odds).collect()
}

impl Odds {
    fn of(chance: &Chance) -> Odds {
        Odds { p: chance.p(), exact: chance.exact() }
    }
}

impl LossOdds {
    fn of(losses: &Distribution<u16>) -> LossOdds {
        let odds = |(lost, chance): (&u16, Chance)| LostOdds { lost: *lost, p: chance.p(), exact: chance.exact() };
        LossOdds { mean: losses.mean(|lost| i64::from(*lost)), odds: losses.iter().map(odds).collect() }
    }
}
