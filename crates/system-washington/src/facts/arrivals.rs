//! Reinforcements, flankers and the countdown (WA-MOVE-25, WA-SEQ-33, WA-SEQ-21).

use firelock_core::{Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{counted, dice};
use crate::charts::numbers;
use crate::clauses::*;

/// The facts of a reinforcement's roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reinforcement {
    /// It comes by a road that meets the base line.
    pub by_road: bool,
}

/// The die of a reinforcement.
pub fn reinforcement_roll(side: Side) -> Roll {
    Roll::new(WA_MOVE_25, "reinforcement", Read::Sum, [dice(side, 1)])
}

impl Reinforcement {
    /// Whether a die brings it on.
    pub fn arrives(&self, book: &Rulebook, die: i32) -> bool {
        die >= book.number(if self.by_road { &numbers::REINFORCEMENT_ROAD } else { &numbers::REINFORCEMENT })
    }
}

/// The facts of the flanking rolls of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Flanking {
    /// The attacker's.
    pub attacker: Flankers,
    /// The defender's.
    pub defender: Flankers,
    /// Both chose the same short edge.
    pub same_edge: bool,
}

impl Default for Flanking {
    fn default() -> Flanking {
        Flanking { attacker: Flankers { units: 1, scouting: 0 }, defender: Flankers::default(), same_edge: false }
    }
}

/// The flankers of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Flankers {
    /// Units still off the table.
    #[schemars(range(max = 12))]
    pub units: u8,
    /// Further dice by scouting, on the first roll only (WA-PRE-07).
    #[schemars(range(max = 12))]
    pub scouting: u8,
}

/// How many units come on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Arrivals {
    /// Of the attacker.
    pub attacker: u8,
    /// Of the defender.
    pub defender: u8,
}

impl Flankers {
    /// Its dice; without flankers there are none.
    pub fn dice(&self) -> u8 {
        if self.units == 0 { 0 } else { self.units.saturating_add(self.scouting).min(60) }
    }
}

impl Flanking {
    /// The dice of both sides: misses and successes of the attacker, then of the defender.
    pub fn roll(&self, book: &Rulebook, attacker: Side) -> Roll {
        let from = book.number(&numbers::FLANKING_SUCCESS);
        let lots = [
            counted(attacker, self.attacker.dice(), from),
            counted(attacker.enemy(), self.defender.dice(), from).why(1),
        ];
        Roll::new(WA_SEQ_33, "flanking", Read::Tally, lots)
    }

    /// How many units so many successes bring on, the attacker's first.
    pub fn arrivals(&self, successes: [u8; 2]) -> Arrivals {
        let [own, other] = successes;
        let (attacker, defender) = match self.same_edge {
            true => (own.saturating_sub(other), other.saturating_sub(own)),
            false => (own, other),
        };
        Arrivals { attacker: attacker.min(self.attacker.units), defender: defender.min(self.defender.units) }
    }
}

/// The facts of the countdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Countdown {
    /// What is left of it.
    #[schemars(range(min = 1, max = 21))]
    pub left: u8,
    /// Over how many rounds.
    #[schemars(range(min = 1, max = 21))]
    pub rounds: u8,
}

impl Default for Countdown {
    fn default() -> Countdown {
        Countdown { left: 21, rounds: 1 }
    }
}

/// The dice of so many rounds, added up.
pub fn countdown_roll(side: Side, rounds: u8) -> Roll {
    Roll::new(WA_SEQ_21, "countdown", Read::Sum, [dice(side, 1).dice(rounds)])
}

impl Countdown {
    /// What is left after a sum of dice; at none the game ends.
    pub fn after(&self, sum: i32) -> u8 {
        i32::from(self.left).saturating_sub(sum).clamp(0, u8::MAX.into()) as u8
    }
}
