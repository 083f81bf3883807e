use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Clause, Dice, Halt, Ledger, Rulebook};

/// A test of the rules that needs no table: facts in, dice, an effect out. The referee, the odds, `firelock check` and outside test
/// suites reach the rules through these alone, and play goes through the very same functions.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Its name: `fire`.
    pub name: &'static str,
    /// The rule it stands for.
    pub clause: Clause,
    /// What it decides, in a sentence.
    pub summary: &'static str,
    /// The JSON schema of its facts.
    pub schema: fn() -> Value,
    /// Its facts where none is said.
    pub facts: fn() -> Value,
    /// Runs it.
    pub run: fn(&Value, &Rulebook, &mut dyn Dice) -> Result<Checked, TestFault>,
}

/// What a test came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The tallies it used, each with a heading where there are several.
    pub ledgers: Vec<(String, Ledger)>,
    /// The dice it asked for, in words; empty where the result was certain.
    pub dice: String,
    /// The number that was looked up.
    pub result: i32,
    /// What it means.
    pub effect: Effect,
    /// What else follows (stands lost, leader to check), each with its clause.
    pub also: Vec<Effect>,
}

/// An effect of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Effect {
    /// Its name ("Telling Fire").
    pub name: String,
    /// The rule behind it.
    pub clause: Clause,
    /// What it does, in a sentence.
    pub text: String,
}

impl Effect {
    /// An effect by name, rule and sentence.
    pub fn new(name: impl Into<String>, clause: Clause, text: impl Into<String>) -> Effect {
        Effect { name: name.into(), clause, text: text.into() }
    }
}

/// Why a test could not be run to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestFault {
    /// The facts are not as the schema says.
    Facts(String),
    /// The dice halted.
    Halt(Halt),
}

impl From<Halt> for TestFault {
    fn from(halt: Halt) -> TestFault {
        TestFault::Halt(halt)
    }
}

impl fmt::Display for TestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestFault::Facts(words) => f.write_str(words),
            TestFault::Halt(halt) => halt.fmt(f),
        }
    }
}

impl std::error::Error for TestFault {}

/// Facts of a test from JSON; what is not said stands as in the default facts.
///
/// # Errors
/// Names the field that is unknown or of the wrong kind.
pub fn facts_of<F: Default + Serialize + DeserializeOwned>(said: &Value) -> Result<F, TestFault> {
    let fault = |words: String| TestFault::Facts(words);
    let Value::Object(said) = said else {
        return Err(fault("facts are an object of name and value".into()));
    };
    let plain = serde_json::to_value(F::default()).map_err(|error| fault(error.to_string()))?;
    let Value::Object(mut facts) = plain else {
        return Err(fault("these facts have no names".into()));
    };
    for (key, value) in said {
        if !facts.contains_key(key) {
            let known: Vec<&str> = facts.keys().map(String::as_str).collect();
            return Err(fault(format!("{key:?} is no fact of this test; its facts are {}", known.join(", "))));
        }
        let mut one: Map<String, Value> = facts.clone();
        one.insert(key.clone(), value.clone());
        if let Err(error) = serde_json::from_value::<F>(Value::Object(one)) {
            return Err(fault(format!("{key}: {error}")));
        }
        facts.insert(key.clone(), value.clone());
    }
    serde_json::from_value(Value::Object(facts)).map_err(|error| fault(error.to_string()))
}

/// Says a fact by its path: `attacker.order`, `firing.0.range`; a plain name is a path of one part. Whether there is such a fact is
/// for the test to say.
///
/// # Errors
/// When the path leads through something that has no parts, or past the end of a list.
pub fn put_fact(facts: &mut Value, path: &str, value: Value) -> Result<(), TestFault> {
    let mut at = facts;
    let mut so_far = String::new();
    for part in path.split('.') {
        if at.is_null() {
            *at = Value::Object(Map::new());
        }
        at = match at {
            Value::Object(fields) => fields.entry(part).or_insert(Value::Null),
            Value::Array(entries) => {
                let n = entries.len();
                let entry = part.parse().ok().and_then(|place: usize| entries.get_mut(place));
                entry.ok_or_else(|| TestFault::Facts(format!("{path}: {so_far} is a list of {n}, counted from 0")))?
            }
            _ => return Err(TestFault::Facts(format!("{path}: {so_far} has no parts"))),
        };
        so_far = if so_far.is_empty() { part.to_owned() } else { format!("{so_far}.{part}") };
    }
    *at = value;
    Ok(())
}

/// The JSON schema of facts.
pub fn schema_of<F: JsonSchema>() -> Value {
    schemars::schema_for!(F).to_value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Facts {
        stands: u8,
        fresh: bool,
    }

    #[test]
    fn facts_not_said_are_plain_and_bad_ones_are_named() {
        let facts: Facts = facts_of(&serde_json::json!({"stands": 3})).expect("known");
        assert_eq!(facts, Facts { stands: 3, fresh: false });
        let fault = facts_of::<Facts>(&serde_json::json!({"stand": 3})).expect_err("misspelt");
        assert_eq!(fault.to_string(), "\"stand\" is no fact of this test; its facts are fresh, stands");
        let fault = facts_of::<Facts>(&serde_json::json!({"stands": "three"})).expect_err("a word");
        assert!(fault.to_string().starts_with("stands: invalid type"), "{fault}");
    }

    #[test]
    fn a_fact_inside_another_is_named_with_dots() {
        let mut facts = serde_json::json!({"firing": [{"range": 4}], "target": {"stands": 3}, "rated": null});
        put_fact(&mut facts, "firing.0.range", 2.into()).expect("there");
        put_fact(&mut facts, "rated.morale", "spirited".into()).expect("made");
        put_fact(&mut facts, "fresh", true.into()).expect("a plain name");
        let expected = serde_json::json!({
            "firing": [{"range": 2}], "target": {"stands": 3}, "rated": {"morale": "spirited"}, "fresh": true,
        });
        assert_eq!(facts, expected);
        let fault = |path: &str| put_fact(&mut facts.clone(), path, 1.into()).expect_err("not there").to_string();
        assert_eq!(fault("firing.1.range"), "firing.1.range: firing is a list of 1, counted from 0");
        assert_eq!(fault("target.stands.left"), "target.stands.left: target.stands has no parts");
    }
}
