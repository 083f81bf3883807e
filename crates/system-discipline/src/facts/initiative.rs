//! Who is active, and who deploys first (FD-SEQ-02, step I.1).

use firelock_core::{Clause, Die, Lot, Read, Roll, Side, Tie};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clauses::*;

/// The facts of a turn's initiative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Initiative {
    /// Who is active on equal dice: last turn's reactive side, in the first turn the side that deployed second.
    pub tie: Side,
}

/// The facts of the order of deployment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Deployment {
    /// The battle's first side, who begins on equal dice.
    pub first: Side,
}

fn against(clause: Clause, label: &'static str) -> Roll {
    let lot = |side| Lot::of(side, 1, Die::D(10));
    // FD-GEN-12: a tie is never rolled again.
    Roll::new(clause, label, Read::Versus { tie: Tie::Stands }, Side::BOTH.map(lot))
}

/// The dice of initiative: red's less blue's.
pub fn initiative_roll() -> Roll {
    against(FD_SEQ_04, "initiative")
}

/// The dice of the order of deployment: red's less blue's.
pub fn deployment_roll() -> Roll {
    against(FD_SEQ_02, "deployment")
}

impl Initiative {
    /// The active side: the higher die.
    pub fn active(&self, difference: i32) -> Side {
        match difference {
            0 => self.tie,
            1.. => Side::Red,
            _ => Side::Blue,
        }
    }
}

impl Deployment {
    /// The side that deploys first: the lower die.
    pub fn begins(&self, difference: i32) -> Side {
        match difference {
            0 => self.first,
            1.. => Side::Blue,
            _ => Side::Red,
        }
    }
}
