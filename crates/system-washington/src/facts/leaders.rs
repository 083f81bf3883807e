//! Commanders in danger, and who follows them (WA-LEAD).

use firelock_core::{Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice;
use crate::charts::{count, numbers, successor};
use crate::clauses::*;
use crate::results::Danger;

/// The facts of a commander in danger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Endangered {
    /// By what.
    pub danger: Danger,
}

/// The facts of a dead commander who may be followed by another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Succession {
    /// The dead commander's value.
    #[schemars(range(max = 3))]
    pub value: u8,
}

/// The die of a commander in danger.
pub fn danger_roll(side: Side, danger: Danger) -> Roll {
    Roll::new(danger.clause(), "commander in danger", Read::Sum, [dice(side, 1)])
}

/// The die of a successor (WA-LEAD-08).
pub fn successor_roll(side: Side) -> Roll {
    Roll::new(WA_LEAD_08, "new commander", Read::Sum, [dice(side, 1)])
}

/// The dice of a commander's move: their sum is inches (WA-SEQ-04).
pub fn ride_roll(book: &Rulebook, side: Side) -> Roll {
    let n = count(book, &numbers::COMMANDER_MOVE);
    Roll::new(WA_SEQ_04, "commander's move", Read::Sum, [dice(side, 1).dice(n)])
}

impl Endangered {
    /// The least score that kills him.
    pub fn kills_from(&self, book: &Rulebook) -> i32 {
        book.number(match self.danger {
            Danger::Shot => &numbers::KILLED_BY_SHOT,
            Danger::Rifles => &numbers::KILLED_BY_RIFLES,
            Danger::LostFight => &numbers::KILLED_IN_FIGHT,
            Danger::Rout => &numbers::KILLED_IN_ROUT,
        })
    }

    /// Whether a die kills him.
    pub fn dies(&self, book: &Rulebook, die: i32) -> bool {
        die >= self.kills_from(book)
    }
}

impl Succession {
    /// The value of the commander who comes on a die; he is mounted. None comes now.
    pub fn successor(&self, book: &Rulebook, die: i32) -> Option<u8> {
        successor(book, self.value, die)
    }
}
