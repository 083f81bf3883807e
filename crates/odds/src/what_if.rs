use firelock_core::{Rulebook, Test, TestFault, put_fact};
use serde_json::Value;

use crate::{TestOdds, odds_of};

/// The most values of a number that are tried.
const VALUES: i64 = 21;

/// The odds of a test for each value that one of its facts may have, the others as they are: what if it were in cover? A fact inside
/// another is named with dots.
///
/// Values that the test itself refuses are left out.
///
/// # Errors
/// When the key is none of the test's facts or cannot be varied, or when the facts are refused whatever its value.
pub fn what_if(test: &Test, facts: &Value, book: &Rulebook, key: &str) -> Result<Vec<(Value, TestOdds)>, TestFault> {
    let mut whole = (test.facts)();
    match (&mut whole, facts) {
        (Value::Object(whole), Value::Object(said)) => whole.extend(said.clone()),
        _ => return Err(TestFault::Facts("facts are an object of name and value".into())),
    }
    vary(&(test.schema)(), &whole, key, |facts| odds_of(test, facts, book))
}

/// What comes of facts for each value that one of them may have; `facts` has all of them, with this schema.
///
/// A yes or no, a choice of words and a number may be varied. Of a number with a wide range the values nearest to the present one are
/// tried. Values that are refused are left out.
///
/// # Errors
/// When the key is none of the facts or cannot be varied, or when the facts are refused whatever its value.
pub fn vary<T>(
    schema: &Value,
    facts: &Value,
    key: &str,
    mut ask: impl FnMut(&Value) -> Result<T, TestFault>,
) -> Result<Vec<(Value, T)>, TestFault> {
    let property = named(schema, facts, key)?;
    let now = key.split('.').try_fold(facts, part_of);
    let now = now.or_else(|| property.get("default")).unwrap_or(&Value::Null);
    let mut values = Vec::new();
    list_values(schema, property, now, &mut values);
    if values.is_empty() {
        return Err(TestFault::Facts(format!("{key} is neither a yes or no, nor a choice of words, nor a number")));
    }
    let mut found = Vec::new();
    let mut refused = None;
    for value in values {
        let mut facts = facts.clone();
        put_fact(&mut facts, key, value.clone())?;
        match ask(&facts) {
            Ok(answer) => found.push((value, answer)),
            Err(TestFault::Facts(words)) => refused = refused.or(Some(words)),
            Err(halt) => return Err(halt),
        }
    }
    match refused {
        Some(words) if found.is_empty() => Err(TestFault::Facts(words)),
        _ => Ok(found),
    }
}

fn part_of<'a>(value: &'a Value, part: &str) -> Option<&'a Value> {
    match value {
        Value::Array(entries) => entries.get(part.parse::<usize>().ok()?),
        other => other.get(part),
    }
}

/// The schema of a fact by its path.
fn named<'a>(root: &'a Value, facts: &Value, key: &str) -> Result<&'a Value, TestFault> {
    let mut at = root;
    let mut value = Some(facts);
    for (n, part) in key.split('.').enumerate() {
        let known = parts(root, at);
        let property = known.iter().find(|(name, _)| *name == part).map(|(_, property)| *property);
        let entry = || {
            let n = value?.as_array()?.len();
            let items = resolved(root, at).into_iter().find_map(|schema| schema.get("items"))?;
            part.parse::<usize>().is_ok_and(|place| place < n).then_some(items)
        };
        at = property.or_else(entry).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let of = if n == 0 { "this test" } else { "that fact" };
            TestFault::Facts(match names.is_empty() {
                true => format!("{key:?}: there is no {part:?}"),
                false => format!("{part:?} is no fact of {of}; its facts are {}", names.join(", ")),
            })
        })?;
        value = value.and_then(|value| part_of(value, part));
    }
    Ok(at)
}

/// A schema and all that it refers to or offers instead.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let mut all = vec![schema];
    let path = schema.get("$ref").and_then(Value::as_str);
    if let Some(part) = path.and_then(|path| root.pointer(path.strip_prefix('#')?)) {
        all.extend(resolved(root, part));
    }
    for offered in ["oneOf", "anyOf", "allOf"].iter().filter_map(|word| schema.get(word)?.as_array()) {
        offered.iter().for_each(|part| all.extend(resolved(root, part)));
    }
    all
}

/// The named parts of a fact.
fn parts<'a>(root: &'a Value, schema: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let named = |schema: &'a Value| schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    resolved(root, schema).into_iter().flat_map(named).map(|(name, part)| (name.as_str(), part)).collect()
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
            "integer" => numbers(schema, i64::MIN, now.as_i64().unwrap_or(0)).for_each(|value| add(value.into())),
            // Lengths: whole inches or centimeters.
            "number" => numbers(schema, 0, now.as_f64().unwrap_or(0.0) as i64).for_each(|value| add(value.into())),
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
fn numbers(schema: &Value, least: i64, now: i64) -> std::ops::RangeInclusive<i64> {
    let bound = |word| schema.get(word).and_then(Value::as_i64);
    let (least, most) = (bound("minimum").unwrap_or(least), bound("maximum").unwrap_or(i64::MAX));
    if most.saturating_sub(least) < VALUES {
        return least..=most;
    }
    let from = now.saturating_sub(VALUES / 2).min(most.saturating_sub(VALUES - 1)).max(least);
    from..=most.min(from.saturating_add(VALUES - 1))
}
