use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Clause, Dice, Rulebook, TestFault};

/// The published tests that one attack makes, one after the other, each with the facts that those before it left: the fire that waits for
/// it, what that does to the charge, the fight, the morale of who lost.
///
/// The value itself is the facts at the start. A [`Point`](Encounter::Point) holds what the tests so far have changed.
pub trait Encounter: Default + Serialize + DeserializeOwned + JsonSchema + 'static {
    /// How things stand between two tests.
    type Point: Clone + Ord + fmt::Debug;

    /// The rule that it stands for.
    const CLAUSE: Clause;
    /// What it asks, in a sentence.
    const SUMMARY: &'static str;
    /// What losses are counted in: `stands`.
    const COIN: &'static str;
    /// The tests in their order. Some may be passed over.
    const STAGES: &'static [Stage];
    /// What it does not reckon with, in a sentence.
    const LEFT_OUT: &'static str;

    /// What of the facts cannot be, in words.
    fn fault(&self, book: &Rulebook) -> Option<String>;

    /// The same two units the other way round: who was attacked attacks.
    #[must_use]
    fn turned(&self) -> Self;

    /// How things stand before the first test.
    fn start(&self, book: &Rulebook) -> Self::Point;

    /// Which test is next, or how it ended.
    fn to(point: &Self::Point) -> To;

    /// The facts of the test that is next, as its published form reads them.
    fn facts(&self, book: &Rulebook, point: &Self::Point) -> Value;

    /// Makes the test that is next.
    ///
    /// # Errors
    /// What the dice halt for.
    fn step(
        &self,
        book: &Rulebook,
        point: &Self::Point,
        dice: &mut dyn Dice,
    ) -> Result<Stepped<Self::Point>, TestFault>;

    /// What attacker and defender have lost since the start.
    fn losses(&self, book: &Rulebook, point: &Self::Point) -> [u16; 2];
}

/// An attack that a command would begin, as the table stands: what the system's [`Encounter`] asks about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onset {
    /// The facts of the encounter.
    pub facts: Value,
    /// What of this very attack it does not reckon with, each in a sentence.
    pub left_out: Vec<String>,
}

impl Onset {
    /// An attack with those facts.
    pub fn new<E: Encounter>(facts: &E, left_out: Vec<String>) -> Onset {
        Onset { facts: serde_json::to_value(facts).expect("facts are plain names and values"), left_out }
    }
}

/// A test at its place in an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The published test.
    pub test: &'static str,
    /// What it is here: "the defender fires".
    pub heading: &'static str,
}

/// Where an encounter goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum To {
    /// With that one of its stages.
    Stage(u8),
    /// It is over.
    Over(Ending),
}

/// What one test of an encounter came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stepped<P> {
    /// The number that was looked up.
    pub result: i32,
    /// The name of the effect, as the published test has it.
    pub effect: String,
    /// How things stand now.
    pub point: P,
}

/// How an encounter ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ending {
    /// What that is for the attacker.
    pub fate: Fate,
    /// Its name.
    pub name: &'static str,
    /// The rule that ended it.
    pub clause: Clause,
}

/// What becomes of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It gets to the enemy and takes its place.
    Carried,
    /// Both are still there, or neither is.
    Undecided,
    /// It gets to the enemy and is beaten off.
    Held,
    /// It never gets there.
    Stopped,
}

impl Ending {
    /// An ending by fate, name and rule.
    pub const fn new(fate: Fate, name: &'static str, clause: Clause) -> Ending {
        Ending { fate, name, clause }
    }
}

impl Fate {
    /// All of them, the best for the attacker first.
    pub const ALL: [Fate; 4] = [Fate::Carried, Fate::Undecided, Fate::Held, Fate::Stopped];
}
