use std::fmt;

use firelock_table::{Point, Segment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Clause, Die, Roll, UnitId};

/// Where on the table something was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// A point.
    At(Point),
    /// The line that was measured.
    Along(Segment),
    /// A piece.
    Unit(UnitId),
}

/// Why a command is not legal: the rule, and the place that decided it. It changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// The rule.
    pub clause: Clause,
    /// What was wrong, in a sentence.
    pub reason: String,
    /// Where, if it was on the table.
    pub place: Option<Place>,
}

impl Refusal {
    /// Refused by that rule.
    pub fn new(clause: Clause, reason: impl Into<String>) -> Refusal {
        Refusal { clause, reason: reason.into(), place: None }
    }

    /// Decided there.
    pub fn at(self, place: Place) -> Refusal {
        Refusal { place: Some(place), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.clause)
    }
}

impl std::error::Error for Refusal {}

/// Why a command was not carried out to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It is not legal.
    Refused(Refusal),
    /// This roll is wanted from outside.
    NeedRoll(Box<Roll>),
    /// A given face is not on that die.
    BadFace {
        /// The face that was given.
        face: i16,
        /// The die it was given for.
        die: Die,
        /// The roll it belongs to.
        roll: Box<Roll>,
    },
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Halt {
        Halt::Refused(refusal)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Refused(refusal) => refusal.fmt(f),
            Halt::NeedRoll(roll) => write!(f, "{} is to be rolled: {} ({})", roll.in_words(), roll.label, roll.clause),
            Halt::BadFace { face, die, roll } => write!(f, "a {die} has no {face}: {} ({})", roll.label, roll.clause),
        }
    }
}

impl std::error::Error for Halt {}
