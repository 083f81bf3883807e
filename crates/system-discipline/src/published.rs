//! The tests of the rules that need no table, by name: facts in, dice, an effect out.

mod fire;
mod leaders;
mod looks;
mod melee;
mod morale;
mod reception;

use firelock_core::{Test, schema_of};
use serde::Serialize;
use serde_json::Value;

use crate::clauses::*;
use crate::facts::{
    Cannonade, Check, Deployment, GunHits, Initiative, March, Meeting, Melee, Objective, Peril, Reception, Score,
    Skirmish, Strength, Volley,
};

/// The published tests.
pub static TESTS: &[Test] = &[
    Test {
        name: "artillery",
        clause: FD_ART_02,
        summary: "Whether a shot of a gun section hits, and what its hits do.",
        schema: schema_of::<Cannonade>,
        facts: plain::<Cannonade>,
        run: fire::run_artillery,
    },
    Test {
        name: "artillery-hit",
        clause: FD_ART_20,
        summary: "What hits by guns strike: crew, limber or gun of a section, boxes of troops.",
        schema: schema_of::<GunHits>,
        facts: plain::<GunHits>,
        run: fire::run_hits,
    },
    Test {
        name: "volley",
        clause: FD_MUS_19,
        summary: "What a body in close order does by musketry: a volley, fire by platoons or protective fire.",
        schema: schema_of::<Volley>,
        facts: plain::<Volley>,
        run: fire::run_volley,
    },
    Test {
        name: "skirmish",
        clause: FD_MUS_23,
        summary: "What a body in open order does by its fire.",
        schema: schema_of::<Skirmish>,
        facts: plain::<Skirmish>,
        run: fire::run_skirmish,
    },
    Test {
        name: "protective-fire",
        clause: FD_MUS_42,
        summary: "Whether a charge comes through the fire that waits for it.",
        schema: schema_of::<Reception>,
        facts: plain::<Reception>,
        run: reception::run,
    },
    Test {
        name: "melee",
        clause: FD_MEL_30,
        summary: "Who wins a round of melee between any number of bodies, who runs, who stays engaged, who may pursue.",
        schema: schema_of::<Melee>,
        facts: plain::<Melee>,
        run: melee::run_melee,
    },
    Test {
        name: "objective-combat",
        clause: FD_OBJ_22,
        summary: "Who has an objective zone after a fight for it.",
        schema: schema_of::<Objective>,
        facts: plain::<Objective>,
        run: melee::run_objective,
    },
    Test {
        name: "morale",
        clause: FD_MOR_01,
        summary: "Whether a body passes its check, and what becomes of it if it fails.",
        schema: schema_of::<Check>,
        facts: plain::<Check>,
        run: morale::run_check,
    },
    Test {
        name: "morale-loss",
        clause: FD_MOR_04,
        summary: "What becomes of a body that failed its check.",
        schema: schema_of::<Check>,
        facts: plain::<Check>,
        run: morale::run_loss,
    },
    Test {
        name: "commander-hit",
        clause: FD_LDR_01,
        summary: "What becomes of a commander in danger.",
        schema: schema_of::<Peril>,
        facts: plain::<Peril>,
        run: leaders::run_peril,
    },
    Test {
        name: "initiative",
        clause: FD_SEQ_04,
        summary: "Which side is active this turn.",
        schema: schema_of::<Initiative>,
        facts: plain::<Initiative>,
        run: leaders::run_initiative,
    },
    Test {
        name: "deployment",
        clause: FD_SEQ_02,
        summary: "Which side deploys first.",
        schema: schema_of::<Deployment>,
        facts: plain::<Deployment>,
        run: leaders::run_deployment,
    },
    Test {
        name: "boxes",
        clause: FD_ROS_18,
        summary: "How many boxes a unit has, when its losses tell and when it is shattered.",
        schema: schema_of::<Strength>,
        facts: plain::<Strength>,
        run: looks::run_boxes,
    },
    Test {
        name: "march",
        clause: FD_MOV_01,
        summary: "How far a body goes over the ground before it.",
        schema: schema_of::<March>,
        facts: plain::<March>,
        run: looks::run_march,
    },
    Test {
        name: "counter-charge",
        clause: FD_MEL_22,
        summary: "Where a charge and a counter-charge meet.",
        schema: schema_of::<Meeting>,
        facts: plain::<Meeting>,
        run: looks::run_meeting,
    },
    Test {
        name: "score",
        clause: FD_VIC_05,
        summary: "Who won the battle, and how clearly.",
        schema: schema_of::<Score>,
        facts: plain::<Score>,
        run: looks::run_score,
    },
];

/// The facts of a test where none is said.
fn plain<F: Default + Serialize>() -> Value {
    serde_json::to_value(F::default()).expect("facts are plain names and values")
}

/// `1 box`, `3 boxes`.
fn several(n: impl Into<u32>, one: &str, many: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}
