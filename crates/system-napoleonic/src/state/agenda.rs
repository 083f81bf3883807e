//! What is still to be done: pending decisions, and the melees that wait to go on.

use std::collections::VecDeque;

use firelock_core::{Side, UnitId};
use serde::{Deserialize, Serialize};

use super::{BrigadeNo, Wrapped};

/// A pending decision, with what it needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asking {
    /// The dice for who deploys first (NQ-SEQ-02).
    Begin,
    /// A side sets up a brigade; none chosen yet.
    Deploy(Side, Option<BrigadeNo>),
    /// First or Second (NQ-SEQ-04).
    Initiative(Side),
    /// C1
    Declare(Side),
    /// C2
    React(Side),
    /// C5
    ReactFire(Side),
    /// Moves of a side.
    Move(Side),
    /// Fire of a side.
    Fire(Side),
    /// A winner brings bases in (NQ-MEL-22).
    Wrap(Wrapping),
    /// A winner whose enemies are gone (NQ-MEL-32).
    After(Followed),
}

/// What a winner may bring in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wrapping {
    /// Who.
    pub unit: UnitId,
    /// Against whom.
    pub enemy: UnitId,
    /// Bases that touch nobody.
    pub spare: u8,
    /// How much room there is.
    pub room: Wrapped,
}

/// A winner whose enemies are gone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Followed {
    /// Who.
    pub unit: UnitId,
    /// Who fled from it, with the bases that touched each.
    pub fled: Vec<(UnitId, u8)>,
}

/// An automatic procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// The melees of a turn.
    Melees(Melees),
}

/// The melees of a turn (NQ-SEQ-14).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Melees {
    /// The groups that wait, by lowest number.
    pub waiting: VecDeque<Vec<UnitId>>,
    /// The group that fights.
    pub group: Vec<UnitId>,
    /// How far it is.
    pub stage: Stage,
    /// What each of its fights came to.
    pub outcomes: Vec<Outcome>,
}

/// How far the melee of a group is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The next group is to be taken up.
    #[default]
    Next,
    /// Fought: winners bring bases in.
    Wrap,
    /// Then losers test.
    Morale,
    /// Then winners follow.
    After,
}

/// What a fight between two units came to in this turn (NQ-MEL-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who.
    pub units: [UnitId; 2],
    /// Hits by each on the other.
    pub hits: [u8; 2],
    /// Bases of each that touched the other.
    pub touching: [u8; 2],
    /// Bases of each that nobody touched, after losses.
    pub spare: [u8; 2],
    /// Front bases of each that had no opponent.
    pub unpaired: [u8; 2],
}

impl Outcome {
    /// The place of a unit in it.
    pub fn index(&self, id: UnitId) -> Option<usize> {
        self.units.iter().position(|unit| *unit == id)
    }

    /// The place of the winner (NQ-MEL-21).
    pub fn winner(&self) -> Option<usize> {
        match self.hits[0].cmp(&self.hits[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(1),
        }
    }
}
