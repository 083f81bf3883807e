//! The laboratory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A laboratory to be begun.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLab {
    /// The battle.
    pub battle: String,
    /// The rule systems; none where they are varied.
    #[serde(default)]
    pub systems: Vec<String>,
    /// Games for each combination.
    pub games: u32,
    /// The seed of the first game.
    #[serde(default = "one")]
    pub seed: u64,
    /// The first commander: `captain`, `captain:bold`.
    pub red: String,
    /// The second.
    pub blue: String,
    /// What is varied: `battle.turns=8,10`.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub vary: Vec<String>,
    /// Games by which the strength of each commander is measured besides.
    #[serde(default)]
    #[schemars(range(max = 40))]
    pub gauge: u32,
}

fn one() -> u64 {
    1
}

/// How far a laboratory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LabPhase {
    /// Others come first.
    Waiting,
    /// It plays.
    Running,
    /// All games are played.
    Done,
    /// It was stopped.
    Stopped,
    /// A game did not end by its rules.
    Failed,
}

/// How a laboratory stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LabState {
    /// How far it is.
    pub phase: LabPhase,
    /// Games played.
    pub done: usize,
    /// Games in all.
    pub total: usize,
    /// Why it failed.
    pub fault: Option<String>,
    /// The report on the games so far.
    pub report: firelock_lab::Report,
}
