//! The tests of the rules that need no table, by name: facts in, dice, an effect out.

mod charge;
mod fire;
mod leaders;
mod looks;
mod maneuver;

use firelock_core::{Test, schema_of};
use serde::Serialize;
use serde_json::Value;

use crate::clauses::*;
use crate::facts::{Clash, Fallen, Handling, March, Shot, Strength, Succession, Volley};

/// The published tests.
pub static TESTS: &[Test] = &[
    Test {
        name: "maneuver",
        clause: RF_CHK_01,
        summary: "Whether and how a unit maneuvers, rallies, falls back or flees.",
        schema: schema_of::<Handling>,
        facts: plain::<Handling>,
        run: maneuver::run,
    },
    Test {
        name: "fire",
        clause: RF_FIR_18,
        summary: "What all who fire at one target in a step do to it.",
        schema: schema_of::<Volley>,
        facts: plain::<Volley>,
        run: fire::run,
    },
    Test {
        name: "charge",
        clause: RF_CHG_22,
        summary: "Who wins a charge combat, desperate struggles included, and what becomes of both sides.",
        schema: schema_of::<Clash>,
        facts: plain::<Clash>,
        run: charge::run,
    },
    Test {
        name: "fallen-leader",
        clause: RF_LDR_03,
        summary: "What befalls a leader or a brave colonel in danger.",
        schema: schema_of::<Fallen>,
        facts: plain::<Fallen>,
        run: leaders::run_fallen,
    },
    Test {
        name: "leader-replacement",
        clause: RF_LDR_08,
        summary: "How good the successor of a lost leader is.",
        schema: schema_of::<Succession>,
        facts: plain::<Succession>,
        run: leaders::run_succession,
    },
    Test {
        name: "road-move",
        clause: RF_MOV_08,
        summary: "How far a unit goes, on and off the road.",
        schema: schema_of::<March>,
        facts: plain::<March>,
        run: looks::run_march,
    },
    Test {
        name: "fire-points",
        clause: RF_FIR_07,
        summary: "How many fire points stands have at a range, and what they add to the die.",
        schema: schema_of::<Shot>,
        facts: plain::<Shot>,
        run: looks::run_points,
    },
    Test {
        name: "effectiveness",
        clause: RF_ROS_12,
        summary: "Whether a unit is fresh, worn or spent.",
        schema: schema_of::<Strength>,
        facts: plain::<Strength>,
        run: looks::run_strength,
    },
];

/// The facts of a test where none is said.
fn plain<F: Default + Serialize>() -> Value {
    serde_json::to_value(F::default()).expect("facts are plain names and values")
}

/// `1 stand`, `3 stands`.
fn stands(n: u8) -> String {
    if n == 1 { "1 stand".to_string() } else { format!("{n} stands") }
}
