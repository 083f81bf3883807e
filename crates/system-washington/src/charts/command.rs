//! Motivation, action points, determination, and how good commanders are: T-MOTIVATION, T-AP, and the formulas of WA-CMD-05,
//! WA-PRE-03 and WA-LEAD-08.

use firelock_core::{Chart, Grid, Quantity, Reason, Rulebook, Step};

use super::{any_of, first_reached, numbers, row};
use crate::clauses::*;
use crate::facts::{Activation, Asked, Bond};
use crate::words::Quality;

/// The score that motivation needs.
pub static T_MOTIVATION: Chart<Asked> = Chart {
    id: "T-MOTIVATION",
    total: Quantity::Need,
    steps: &[
        Step::Add(row("raw", WA_CMD_11, "raw", 3, |asked| (asked.quality == Quality::Raw).into())),
        Step::Add(row("average", WA_CMD_11, "average", 2, |asked| (asked.quality == Quality::Average).into())),
        Step::Add(row("veteran", WA_CMD_11, "veteran", 1, |asked| (asked.quality == Quality::Veteran).into())),
        Step::Given(WA_CMD_11, "commander's value", |asked| asked.value.into()),
        Step::Add(row("distance", WA_CMD_18, "each 3 inches off", 1, |asked| asked.steps)),
        Step::Add(row("sheltered", WA_CMD_20, "either in a wood or building", 1, |asked| asked.sheltered.into())),
        Step::Add(row("between", WA_CMD_21, "a unit between", 1, |asked| asked.units_between.into())),
        Step::Add(row("separated", WA_CMD_22, "separated by a wood, building, river or hill", 2, |asked| {
            asked.separated.into()
        })),
    ],
};

/// What is added to the die of action points.
pub static T_AP: Chart<Activation> = Chart {
    id: "T-AP",
    total: Quantity::Actions,
    steps: &[
        Step::Any(
            any_of("lively", WA_CMD_16, "veteran or commander with", 1),
            &[
                Reason { clause: WA_CMD_16, label: "veteran", holds: |unit| unit.quality() == Quality::Veteran },
                Reason { clause: WA_CMD_16, label: "commander with", holds: |unit| unit.commander_with },
            ],
        ),
        Step::Add(row("raw", WA_CMD_15, "raw", -1, |unit| (unit.quality() == Quality::Raw).into())),
        Step::Add(row("disordered", WA_CMD_17, "disordered", -2, |unit| unit.disordered.into())),
        Step::Add(row("damaged", WA_ART_08, "damaged field gun", -1, |unit| (unit.gun && unit.damaged).into())),
    ],
};

/// What is added to the dice of determination.
pub static T_DETERMINATION: Chart<Bond> = Chart {
    id: "T-DETERMINATION",
    total: Quantity::Dice,
    steps: &[
        Step::Given(WA_CMD_05, "brigade commander's value", |bond| -i32::from(bond.value)),
        Step::Given(WA_CMD_05, "general's value", |bond| -i32::from(bond.general_value)),
        Step::Add(row("distance", WA_CMD_05, "each 3 inches between them", -1, |bond| bond.steps)),
    ],
};

/// The least die of each value of a commander; what reaches none is the best.
pub static T_VALUE: Grid = Grid {
    id: "T-VALUE",
    clause: WA_PRE_03,
    rows: &["3", "2", "1"],
    columns: &["from"],
    cells: &[Some(6), Some(4), Some(2)],
};

/// The value of a commander on that die (WA-PRE-03).
pub fn commander_value(book: &Rulebook, die: i32) -> u8 {
    first_reached(book, &T_VALUE, 0, die).map_or(0, |row| 3 - row as u8)
}

/// The value of a dead commander's successor on that die, if one comes now (WA-LEAD-08).
pub fn successor(book: &Rulebook, value: u8, die: i32) -> Option<u8> {
    if die >= book.number(&numbers::SUCCESSOR_SAME) {
        Some(value)
    } else if die >= book.number(&numbers::SUCCESSOR_WORSE) {
        let worse = i32::from(value) + book.number(&numbers::SUCCESSOR_STEP);
        Some(worse.clamp(0, book.number(&numbers::WORST_VALUE).max(0)) as u8)
    } else {
        None
    }
}
