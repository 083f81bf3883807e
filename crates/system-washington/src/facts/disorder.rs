//! Disorder by scenery, and its removal (WA-MOVE-17, WA-MOVE-27).

use firelock_core::{Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice;
use crate::charts::{removes_disorder, scenery_disorders};
use crate::clauses::*;
use crate::words::{Formation, Quality};

/// The facts of a unit whose front leaves slowing scenery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scenery {
    /// Of the unit.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// It is in single-base column (WA-FORM-04).
    pub column: bool,
    /// It is a gun.
    pub gun: bool,
}

/// The facts of an attempt to lose disorder: there are none, the die alone decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Removal {}

/// The die at the far edge of slowing scenery, one for each piece.
pub fn disorder_roll(side: Side) -> Roll {
    Roll::new(WA_MOVE_17, "disorder by scenery", Read::Sum, [dice(side, 1)])
}

/// The die of an attempt to lose disorder.
pub fn removal_roll(side: Side) -> Roll {
    Roll::new(WA_MOVE_27, "disorder removal", Read::Sum, [dice(side, 1)])
}

impl Scenery {
    /// Whether it never rolls.
    pub fn is_exempt(&self) -> bool {
        self.gun || self.column || self.formation == Formation::Loose
    }

    /// Whether a die disorders it.
    pub fn disorders(&self, book: &Rulebook, die: i32) -> bool {
        !self.is_exempt() && die >= scenery_disorders(book, self.quality)
    }
}

impl Removal {
    /// Whether a die ends the disorder.
    pub fn succeeds(book: &Rulebook, die: i32) -> bool {
        die >= removes_disorder(book)
    }
}
