use firelock_core::{Checked, Rulebook, Test, TestFault};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{Chance, Distribution, Exactness, PATHS, explore};

/// The odds of a published test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestOdds {
    /// Each effect that can come, from the highest result to the lowest at which it first appears.
    pub odds: Vec<EffectOdds>,
    /// Whether these are the true odds.
    pub exactness: Exactness,
}

/// The odds of one effect.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EffectOdds {
    /// Its name.
    pub effect: String,
    /// Its probability.
    pub p: f64,
    /// The same as a ratio, `7/36`; none when it was sampled.
    pub exact: Option<String>,
}

/// What comes of a test with these facts, read as the question asks: the named key of its outcome.
///
/// # Errors
/// When the facts are not as the test wants them.
pub fn outcomes_of<T: Ord>(
    test: &Test,
    facts: &Value,
    book: &Rulebook,
    key: impl Fn(&Checked) -> T,
) -> Result<Distribution<T>, TestFault> {
    explore(PATHS, |dice| (test.run)(facts, book, dice).map(|checked| key(&checked)))
}

/// The odds of each effect of a test with these facts.
///
/// # Errors
/// When the facts are not as the test wants them.
pub fn odds_of(test: &Test, facts: &Value, book: &Rulebook) -> Result<TestOdds, TestFault> {
    let outcomes = outcomes_of(test, facts, book, |checked| (checked.result, checked.effect.name.clone()))?;
    let mut names: Vec<&String> = Vec::new();
    let found: Vec<_> = outcomes.outcomes().collect();
    for (_, name) in found.into_iter().rev() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let odds = |effect: &String| EffectOdds::new(effect.clone(), &outcomes.chance_that(|(_, name)| name == effect));
    Ok(TestOdds { odds: names.into_iter().map(odds).collect(), exactness: outcomes.exactness() })
}

impl EffectOdds {
    fn new(effect: String, chance: &Chance) -> EffectOdds {
        EffectOdds { effect, p: chance.p(), exact: chance.exact() }
    }
}
