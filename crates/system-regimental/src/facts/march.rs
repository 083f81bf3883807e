//! How far a unit goes, on and off the road (RF-MOV-01 to RF-MOV-15).

use firelock_core::{Ledger, Quantity, Rulebook, inches, words};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Mover, Pace, numbers, rate, road_multiplier};
use crate::clauses::*;
use crate::words::MoveClass;

words! {
    /// The road a unit takes (RF-TER-07). Rain makes every dirt road poor (RF-TER-08).
    Road {
        /// None.
        #[default]
        None,
        /// A good one.
        Good,
        /// A poor one: open ground, no more.
        Poor,
    }
}

/// The facts of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct March {
    /// Who moves, and how it stands.
    pub mover: Mover,
    /// The rate it may use.
    pub pace: Pace,
    /// Only half of the rate (RF-MOV-04).
    pub half: bool,
    /// The slowest ground that any of its stands enters; the road is open (RF-MOV-02).
    pub ground: MoveClass,
    /// Inches gone off the road.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub off_road: Length,
    /// The road for the rest.
    pub road: Road,
}

/// How far it goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Allowance {
    /// What the whole move may cost.
    pub budget: Length,
    /// What is left for the road after the way off it.
    pub rest: Length,
    /// How far that goes: along the road, or without one over the ground.
    pub farther: Length,
    /// The whole way.
    pub in_all: Length,
}

impl March {
    /// How far the unit goes; none where it cannot go at all, or not so far off the road.
    pub fn allowance(&self, book: &Rulebook) -> Option<Allowance> {
        let full = rate(book, self.mover, self.ground)?.at(self.pace);
        let budget = if self.half { full.half() } else { full };
        let rest = budget - self.off_road;
        if rest < Length::ZERO {
            return None;
        }
        let farther = rest.scaled(self.multiplier(book), 100);
        Some(Allowance { budget, rest, farther, in_all: self.off_road + farther })
    }

    /// The allowance with its reasons, in hundredths of an inch.
    pub fn ledger(&self, book: &Rulebook, allowance: &Allowance) -> Ledger {
        let mut ledger = Ledger::bare(0, Quantity::Hundredths);
        let full = rate(book, self.mover, self.ground).map_or(Length::ZERO, |rates| rates.at(self.pace));
        ledger.add(RF_MOV_01, "rate over the slowest ground", hundredths(full));
        if self.half {
            ledger.add(RF_MOV_04, "half move", hundredths(allowance.budget) - hundredths(full));
        }
        let gained = hundredths(allowance.farther) - hundredths(allowance.rest);
        match self.road {
            Road::Good if gained != 0 => ledger.add(RF_MOV_08, "good road", gained),
            Road::Good => ledger.add(RF_MOV_15, "no good of the road", 0),
            Road::Poor => ledger.add(RF_MOV_14, "poor road", gained),
            Road::None => {}
        }
        ledger
    }

    fn multiplier(&self, book: &Rulebook) -> i32 {
        match self.road {
            Road::None => 100,
            Road::Good => road_multiplier(book, self.mover).unwrap_or(100),
            Road::Poor => book.number(&numbers::POOR_ROAD),
        }
    }
}

fn hundredths(length: Length) -> i32 {
    (i64::from(length.get()) * 100 / i64::from(Length::INCH.get())) as i32
}
