//! What is added to the die of discipline tests: forming square, countercharging, pressing home, rallying, holding back.

use firelock_core::{Chart, Quantity, Reason, Step};

use super::{any_of, row};
use crate::clauses::*;
use crate::facts::{Control, Counter, Pressing, Rallying, Squaring};

/// An emergency square.
pub static T_SQUARE_TEST: Chart<Squaring> = Chart {
    id: "T-SQUARE",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("close", NQ_CHG_10, "charge starts near", 2, |test| test.close.into())),
        Step::Add(row("line", NQ_CHG_10, "in line", 1, |test| test.line.into())),
        Step::Add(row("command", NQ_CHG_10, "command unit attached", -1, |test| test.command.into())),
    ],
};

/// A countercharge.
pub static T_COUNTERCHARGE: Chart<Counter> = Chart {
    id: "T-COUNTERCHARGE",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("close", NQ_CHG_11, "charge starts near", 1, |test| test.close.into())),
        Step::Add(row("command", NQ_CHG_11, "command unit attached", -1, |test| test.command.into())),
    ],
};

/// Pressing a charge home.
pub static T_PRESS_HOME: Chart<Pressing> = Chart {
    id: "T-PRESS-HOME",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("square", NQ_CHG_14, "against a formed square", 5, |test| (test.square && !test.softer).into())),
        Step::Add(row("square-softer", NQ_OPT_04, "against a formed square", 4, |test| {
            (test.square && test.softer).into()
        })),
        Step::Any(
            any_of("weak-square", NQ_CHG_14, "the square is raw or worn", -1),
            &[
                Reason { clause: NQ_CHG_14, label: "the square is raw", holds: |test| test.square && test.raw_square },
                Reason {
                    clause: NQ_CHG_14,
                    label: "the square is worn",
                    holds: |test| test.square && test.worn_square,
                },
            ],
        ),
        Step::Add(row("raw", NQ_CHG_14, "raw charger", 0, |test| test.raw.into())),
        Step::Add(row("command", NQ_CHG_14, "command unit attached", -1, |test| test.command.into())),
    ],
};

/// Holding cavalry back from pursuit.
pub static T_CONTROL: Chart<Control> = Chart {
    id: "T-CONTROL",
    total: Quantity::Score,
    steps: &[Step::Add(row("command", NQ_MEL_33, "command unit attached", -1, |test| test.command_attached.into()))],
};

/// Rallying.
pub static T_RALLY: Chart<Rallying> = Chart {
    id: "T-RALLY",
    total: Quantity::Score,
    steps: &[
        Step::Given(NQ_MOR_14, "losses", |test| test.losses),
        Step::Add(row("enemy-near", NQ_MOR_14, "an enemy near", 1, |test| test.enemy_near.into())),
        Step::Add(row("command", NQ_MOR_14, "command unit attached", -1, |test| test.command.into())),
    ],
};
