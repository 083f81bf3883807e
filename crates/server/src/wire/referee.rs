//! The referee's table.

use std::collections::BTreeMap;

use firelock_core::{Effect, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A referee's table to be opened.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReferee {
    /// The rule system.
    pub system: String,
    /// What it is called.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub name: String,
}

/// The link of something new.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NewLink {
    /// The link; who has it may write.
    pub link: String,
}

/// A referee's table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefereeTable {
    /// The rule system.
    pub system: String,
    /// What it is called.
    pub name: String,
    /// How many entries there are.
    pub seq: u32,
    /// All entries in order, those taken back too.
    pub entries: Vec<RefereeEntry>,
}

/// Something that happened at a referee's table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum RefereeEntry {
    /// A unit's card, new or changed.
    Unit {
        /// Its name for good.
        #[schemars(length(max = 40))]
        id: String,
        /// What it is called.
        #[schemars(length(max = 60))]
        name: String,
        /// Whose it is.
        side: Side,
        /// Its strength at the start, in the coin of the rules.
        strength: u16,
    },
    /// A unit lost so much, or got it back.
    Loss {
        /// Which.
        #[schemars(length(max = 40))]
        unit: String,
        /// How much; below zero it comes back.
        lost: i16,
    },
    /// A test that was made.
    Test {
        /// Which.
        test: String,
        /// Whose it was: the cards of both units, where they are known.
        units: [Option<String>; 2],
        /// Its facts.
        facts: Value,
        /// The faces that fell.
        faces: Vec<i16>,
        /// The number that was looked up.
        result: i32,
        /// What it means.
        effect: RefereeEffect,
        /// What else follows.
        also: Vec<RefereeEffect>,
    },
    /// A turn began.
    Turn {
        /// Its number.
        turn: u16,
        /// Whose it is.
        side: Side,
    },
    /// A remark.
    Note {
        /// What it says.
        #[schemars(length(max = 300))]
        words: String,
    },
    /// The last entry that stood is taken back.
    Undo,
}

/// An effect as it was written down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RefereeEffect {
    /// Its name.
    pub name: String,
    /// The rule behind it.
    pub clause: firelock_core::Clause,
    /// What it does.
    pub text: String,
}

impl From<Effect> for RefereeEffect {
    fn from(Effect { name, clause, text }: Effect) -> RefereeEffect {
        RefereeEffect { name, clause, text }
    }
}

/// Something to be written at a referee's table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefereeAsked {
    /// How many entries the writer has seen.
    pub at: u32,
    /// What.
    pub act: RefereeAct,
}

/// What can be written at a referee's table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum RefereeAct {
    /// A unit's card.
    Unit {
        /// Its name for good.
        id: String,
        /// What it is called.
        name: String,
        /// Whose it is.
        side: Side,
        /// Its strength at the start.
        strength: u16,
    },
    /// A loss.
    Loss {
        /// Whose.
        unit: String,
        /// How much.
        lost: i16,
    },
    /// A test: with the faces of real dice, or rolled by the server.
    Test {
        /// Which.
        test: String,
        /// The cards of both units, where they are known.
        #[serde(default)]
        units: [Option<String>; 2],
        /// The facts that differ from the plain ones.
        #[serde(default)]
        facts: BTreeMap<String, Value>,
        /// The faces that fell.
        #[serde(default)]
        faces: Vec<i16>,
        /// Whether the server is to roll.
        #[serde(default)]
        roll: bool,
    },
    /// The next turn.
    Turn {
        /// Its number.
        turn: u16,
        /// Whose it is.
        side: Side,
    },
    /// A remark.
    Note {
        /// What it says.
        words: String,
    },
    /// Takes the last entry back.
    Undo,
}

/// An entry with its number.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefereeWritten {
    /// Its number, from 1.
    pub seq: u32,
    /// The entry.
    pub entry: RefereeEntry,
}
