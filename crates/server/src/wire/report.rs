//! What is told of a game after it.

use firelock_core::{Side, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::NewGame;

/// What is told after a game, or in the midst of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// What each side lost and rolled, red first.
    pub sides: [SideReport; 2],
    /// How the battle went in its own time.
    pub history: Option<String>,
    /// How often commands were taken back though dice or the other side had spoken.
    pub recalls: usize,
    /// The whole as plain text, for keeping.
    pub text: String,
    /// What makes the same game again with the sides changed.
    pub again: NewGame,
}

/// What a side lost and rolled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SideReport {
    /// The side.
    pub side: Side,
    /// What it is called.
    pub name: String,
    /// Strength at the start and now, as the system counts it.
    pub strength: [u32; 2],
    /// Units that lost something or left the table.
    pub units: Vec<UnitReport>,
    /// What history says it lost.
    pub history: Vec<String>,
    /// Its luck.
    pub luck: Luck,
}

/// What a unit lost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnitReport {
    /// Its name.
    pub name: String,
    /// Strength at the start and now.
    pub strength: [u16; 2],
    /// Whether it is still on the table.
    pub present: bool,
}

/// Dice expected against dice rolled. It counts pips: what they were good for, the tests themselves say.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Luck {
    /// How many dice.
    pub dice: u32,
    /// The mean sum of that many dice.
    pub expected: f64,
    /// The sum of their faces.
    pub rolled: i64,
    /// The difference in standard deviations; between -2 and 2 nineteen times out of twenty.
    pub deviations: f64,
    /// The same in words.
    pub words: String,
}
