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

/// The most values of a number that [`what_if`] tries.
const VALUES: i64 = 21;

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

/// The odds of a test for each value that one of its facts may have, the others as they are: what if it were in cover?
///
/// A yes or no, a choice of words and a number may be varied. Of a number with a wide range the values nearest to the present one are
/// tried. Values that the test itself refuses are left out.
///
/// # Errors
/// When the key is none of the test's facts or cannot be varied, or when the facts are refused whatever its value.
pub fn what_if(test: &Test, facts: &Value, book: &Rulebook, key: &str) -> Result<Vec<(Value, TestOdds)>, TestFault> {
    let Value::Object(said) = facts else {
        return Err(TestFault::Facts("facts are an object of name and value".into()));
    };
    let schema = (test.schema)();
    let known = schema.get("properties").and_then(Value::as_object);
    let Some(property) = known.and_then(|known| known.get(key)) else {
        let names: Vec<&str> = known.into_iter().flat_map(|known| known.keys()).map(String::as_str).collect();
        return Err(TestFault::Facts(format!("{key:?} is no fact of this test; its facts are {}", names.join(", "))));
    };
    let plain = (test.facts)();
    let now = said.get(key).or_else(|| plain.get(key)).unwrap_or(&Value::Null);
    let mut values = Vec::new();
    list_values(&schema, property, now, &mut values);
    if values.is_empty() {
        return Err(TestFault::Facts(format!("{key} is neither a yes or no, nor a choice of words, nor a number")));
    }
    let mut found = Vec::new();
    let mut refused = None;
    for value in values {
        let mut facts = said.clone();
        facts.insert(key.to_string(), value.clone());
        match odds_of(test, &Value::Object(facts), book) {
            Ok(odds) => found.push((value, odds)),
            Err(TestFault::Facts(words)) => refused = refused.or(Some(words)),
            Err(halt) => return Err(halt),
        }
    }
    match refused {
        Some(words) if found.is_empty() => Err(TestFault::Facts(words)),
        _ => Ok(found),
    }
}

/// The values that a schema allows, each once.
fn list_values(root: &Value, schema: &Value, now: &Value, into: &mut Vec<Value>) {
    let mut add = |value: Value| {
        if !into.contains(&value) {
            into.push(value);
        }
    };
    if let Some(only) = schema.get("const") {
        return add(only.clone());
    }
    if let Some(Value::Array(each)) = schema.get("enum") {
        return each.iter().cloned().for_each(add);
    }
    let kinds = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(kind)) => vec![kind.as_str()],
        _ => Vec::new(),
    };
    for kind in kinds {
        match kind {
            "null" => add(Value::Null),
            "boolean" => [false, true].into_iter().for_each(|value| add(value.into())),
            "integer" => numbers(schema, now.as_i64().unwrap_or(0)).for_each(|value| add(value.into())),
            _ => {}
        }
    }
    if let Some(part) =
        schema.get("$ref").and_then(Value::as_str).and_then(|path| root.pointer(path.strip_prefix('#')?))
    {
        list_values(root, part, now, into);
    }
    for parts in ["oneOf", "anyOf", "allOf"].iter().filter_map(|word| schema.get(word)?.as_array()) {
        parts.iter().for_each(|part| list_values(root, part, now, into));
    }
}

/// The whole range of a number, or as many values about the present one.
fn numbers(schema: &Value, now: i64) -> std::ops::RangeInclusive<i64> {
    let bound = |word| schema.get(word).and_then(Value::as_i64);
    let (least, most) = (bound("minimum").unwrap_or(i64::MIN), bound("maximum").unwrap_or(i64::MAX));
    if most.saturating_sub(least) < VALUES {
        return least..=most;
    }
    let from = now.saturating_sub(VALUES / 2).min(most.saturating_sub(VALUES - 1)).max(least);
    from..=most.min(from.saturating_add(VALUES - 1))
}

impl EffectOdds {
    fn new(effect: String, chance: &Chance) -> EffectOdds {
        EffectOdds { effect, p: chance.p(), exact: chance.exact() }
    }
}
