//! Tests and attacks without a table.

use std::collections::BTreeMap;

use firelock_core::{Effect, Ledger, Roll};
use firelock_odds::{ChainOdds, EffectOdds, Exactness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A test of the rules in the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestCard {
    /// Its name.
    pub name: &'static str,
    /// The rule it stands for.
    pub clause: firelock_core::Clause,
    /// What it decides.
    pub summary: &'static str,
}

/// A test of the rules with what it wants to know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestPage {
    /// The test.
    pub test: TestCard,
    /// The JSON schema of its facts.
    pub schema: Value,
    /// Its facts where none is said.
    pub facts: Value,
}

/// A test to be made.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckAsked {
    /// The facts that differ from the plain ones.
    pub facts: BTreeMap<String, Value>,
    /// The faces that the dice show, in the order they are rolled.
    #[schemars(length(max = 200))]
    pub faces: Vec<i16>,
    /// Whether the server is to roll.
    pub roll: bool,
    /// A fact whose values are tried out.
    pub what_if: Option<String>,
    /// Choices between readings, and optional rules.
    pub switches: BTreeMap<String, String>,
}

/// What a test comes to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// All facts.
    pub facts: Value,
    /// The tallies, each with a heading where there are several.
    pub ledgers: Vec<(String, Ledger)>,
    /// The sum of the tallies that are added to the dice.
    pub total: i32,
    /// The dice in words; empty where the result is certain.
    pub dice: String,
    /// The roll whose faces are wanted.
    pub wanted: Option<Roll>,
    /// The faces that fell.
    pub faces: Vec<i16>,
    /// The number that was looked up.
    pub result: Option<i32>,
    /// What it means.
    pub effect: Option<Effect>,
    /// What else follows.
    pub also: Vec<Effect>,
    /// The odds of each effect.
    pub odds: Vec<EffectOdds>,
    /// Whether these are the true odds.
    pub exactness: Exactness,
    /// The odds for each value of a fact.
    pub what_if: Vec<WhatIf>,
}

/// The odds if a fact were otherwise.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhatIf {
    /// The value of the fact.
    pub value: Value,
    /// The odds of each effect.
    pub odds: Vec<EffectOdds>,
}

/// The attack of a system, with what its odds want to know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttackPage {
    /// The rule that it stands for.
    pub clause: firelock_core::Clause,
    /// What it asks.
    pub summary: &'static str,
    /// The JSON schema of its facts.
    pub schema: Value,
    /// Its facts where none is said.
    pub facts: Value,
}

/// An attack whose odds are wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AttackAsked {
    /// The facts that differ from the plain ones; those inside others are named with dots.
    pub facts: BTreeMap<String, Value>,
    /// Choices between readings, and optional rules.
    pub switches: BTreeMap<String, String>,
}

/// The odds of an attack, and of the other unit's attack on this one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttackAnswer {
    /// As it was asked.
    pub there: Attack,
    /// The other way round; none where the other unit cannot attack.
    pub back: Option<Attack>,
    /// Why it cannot.
    pub back_bar: Option<String>,
}

/// The odds of one attack.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Attack {
    /// All facts.
    pub facts: Value,
    /// The odds.
    pub odds: ChainOdds,
}
