//! Motivation, action points and determination (WA-CMD).

use firelock_core::{Ledger, Read, Roll, Rulebook, Side, inches};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{complete, dice};
use crate::charts::{T_AP, T_DETERMINATION, T_MOTIVATION, length, numbers};
use crate::clauses::*;
use crate::words::Quality;

/// The facts of a motivation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Motivation {
    /// Of the unit.
    pub quality: Quality,
    /// The commander's value, 0 the best.
    #[schemars(range(max = 3))]
    pub value: u8,
    /// The gap from his base to the unit, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// He or the unit is in a wood or building (WA-CMD-20).
    pub sheltered: bool,
    /// The sight line crosses another unit of either side (WA-CMD-21).
    pub units_between: bool,
    /// The sight line crosses a wood, building, river or hill that holds neither (WA-CMD-22).
    pub separated: bool,
    /// A mounted commander is with the unit (WA-CMD-13).
    pub mounted_commander_with: bool,
}

/// A motivation as T-MOTIVATION reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    /// Of the unit.
    pub quality: Quality,
    /// Of the commander.
    pub value: u8,
    /// Complete 3 inches between them.
    pub steps: u16,
    /// Either in a wood or building.
    pub sheltered: bool,
    /// A unit between.
    pub units_between: bool,
    /// Separated by ground.
    pub separated: bool,
}

/// Whether dice are needed at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// It passes without a roll.
    Pass,
    /// The dice decide.
    Roll,
}

/// The two dice of a motivation, added up.
pub fn motivation_roll(side: Side) -> Roll {
    Roll::new(WA_CMD_11, "motivation", Read::Sum, [dice(side, 1).dice(2)])
}

/// The two dice of a motivation one by one, for a side that may roll one again (WA-CMD-07).
pub fn motivation_dice(side: Side) -> Roll {
    Roll::new(WA_CMD_11, "motivation", Read::Faces, [dice(side, 2)])
}

impl Motivation {
    /// Whether a roll is made.
    pub fn call(&self) -> Call {
        if self.mounted_commander_with { Call::Pass } else { Call::Roll }
    }

    /// As the chart reads it.
    pub fn asked(&self, book: &Rulebook) -> Asked {
        Asked {
            quality: self.quality,
            value: self.value,
            steps: complete(self.distance, length(book, &numbers::MOTIVATION_STEP)),
            sheltered: self.sheltered,
            units_between: self.units_between,
            separated: self.separated,
        }
    }

    /// The score needed.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_MOTIVATION.ledger(book, &self.asked(book))
    }

    /// Whether a sum of the dice passes, the need being such (WA-CMD-11, WA-CMD-12).
    pub fn passes(book: &Rulebook, need: i32, sum: i32) -> bool {
        let always = sum >= book.number(&numbers::MOTIVATION_PASSES);
        let never = sum <= book.number(&numbers::MOTIVATION_FAILS);
        always || (!never && sum >= need)
    }
}

/// The facts of a roll for action points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Activation {
    /// Of the unit; guns are average (WA-ROST-19).
    pub quality: Quality,
    /// A commander is with it.
    pub commander_with: bool,
    /// It is disordered now (WA-CMD-17).
    pub disordered: bool,
    /// It is a field gun.
    pub gun: bool,
    /// It has lost half of its base; guns only.
    pub damaged: bool,
}

/// The die of action points with so much added to it.
pub fn ap_roll(side: Side, total: i32) -> Roll {
    Roll::new(WA_CMD_15, "action points", Read::Sum, [dice(side, 1).plus(total)])
}

impl Activation {
    pub(crate) fn quality(&self) -> Quality {
        if self.gun { Quality::Average } else { self.quality }
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_AP.ledger(book, self)
    }

    /// The action points of a modified die (WA-CMD-15).
    pub fn points(book: &Rulebook, sum: i32) -> u8 {
        sum.max(book.number(&numbers::AP_LEAST)).clamp(0, u8::MAX.into()) as u8
    }
}

/// The facts of a determination roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Determination {
    /// The brigade commander's value.
    #[schemars(range(max = 3))]
    pub value: u8,
    /// The general's value.
    #[schemars(range(max = 3))]
    pub general_value: u8,
    /// The gap between the two, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// The general is alive and on the table (WA-CMD-06).
    pub general_on_table: bool,
}

impl Default for Determination {
    fn default() -> Determination {
        Determination { value: 0, general_value: 0, distance: Length::ZERO, general_on_table: true }
    }
}

/// A determination as its formula reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bond {
    /// The brigade commander's value.
    pub value: u8,
    /// The general's value.
    pub general_value: u8,
    /// Complete 3 inches between the two.
    pub steps: u16,
}

/// The dice of determination with so much added to them.
pub fn determination_roll(side: Side, total: i32) -> Roll {
    Roll::new(WA_CMD_05, "determination", Read::Sum, [dice(side, 1).dice(2).plus(total)])
}

impl Determination {
    /// As the formula reads it.
    pub fn bond(&self, book: &Rulebook) -> Bond {
        Bond {
            value: self.value,
            general_value: self.general_value,
            steps: complete(self.distance, length(book, &numbers::DETERMINATION_STEP)),
        }
    }

    /// What is added to the dice.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_DETERMINATION.ledger(book, &self.bond(book))
    }

    /// The determination dice of a modified sum: never fewer than none.
    pub fn dice(sum: i32) -> u8 {
        sum.clamp(0, u8::MAX.into()) as u8
    }
}
