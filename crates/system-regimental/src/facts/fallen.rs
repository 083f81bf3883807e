//! A leader or a brave colonel under fire, and the successor of a leader who fell (RF-LDR).

use firelock_core::{Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::d10;
use crate::charts::fallen;
use crate::clauses::*;
use crate::results::{Casualty, FallEvent, Fate};

/// Who is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fallen {
    /// A leader, or a brave colonel.
    pub who: Casualty,
}

/// The facts of a succession: there are none, the die alone decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Succession {}

/// What befell him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fell {
    /// The event.
    pub event: FallEvent,
    /// What follows. A colonel who is removed is lost to his unit as a trait; he is never dismounted (RF-LDR-10).
    pub fate: Fate,
}

/// The die of a fallen leader check (RF-LDR-03).
pub fn fallen_roll(side: Side) -> Roll {
    Roll::new(RF_LDR_03, "fallen leader", Read::Sum, [d10(side)])
}

/// The die of a successor's rating (RF-LDR-08).
pub fn successor_roll(side: Side) -> Roll {
    Roll::new(RF_LDR_08, "successor", Read::Sum, [d10(side)])
}

impl Fallen {
    /// What a die does to him.
    pub fn fell(&self, book: &Rulebook, die: i32) -> Fell {
        let event = fallen(book, die);
        let fate = match (self.who, event.fate()) {
            (Casualty::Colonel, Fate::DismountedOneTurn) => Fate::Unhurt,
            (_, fate) => fate,
        };
        Fell { event, fate }
    }
}
