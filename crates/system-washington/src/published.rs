//! The tests of the rules that need no table, by name: facts in, dice, an effect out.

mod actions;
mod assault;
mod before;
mod command;
mod fire;
mod leaders;
mod morale;

use firelock_core::{Checked, Effect, Ledger, Test, schema_of};
use serde::Serialize;
use serde_json::Value;

use crate::clauses::*;
use crate::facts::{
    Activation, Army, Assault, Cannonade, Commission, Contest, Countdown, Determination, Endangered, Fight, Flanking,
    Losses, March, Morale, Motivation, Price, Reinforcement, Removal, Retire, Scenery, Score, Succession, Troubled,
    Volley,
};

/// The published tests, in the order of the chapter's turn, then what comes before and after the battle.
pub static TESTS: &[Test] = &[
    Test {
        name: "morale",
        clause: WA_MOR_01,
        summary: "Whether a unit or gun stands, retires or runs.",
        schema: schema_of::<Morale>,
        facts: plain::<Morale>,
        run: morale::run_morale,
    },
    Test {
        name: "retire",
        clause: WA_MOR_23,
        summary: "How far a unit or gun falls back.",
        schema: schema_of::<Retire>,
        facts: plain::<Retire>,
        run: morale::run_retire,
    },
    Test {
        name: "losses",
        clause: WA_MOR_30,
        summary: "What a unit or gun loses on its way back.",
        schema: schema_of::<Losses>,
        facts: plain::<Losses>,
        run: morale::run_losses,
    },
    Test {
        name: "new-commander",
        clause: WA_LEAD_08,
        summary: "Whether a dead commander is followed by another, and how good that one is.",
        schema: schema_of::<Succession>,
        facts: plain::<Succession>,
        run: leaders::run_succession,
    },
    Test {
        name: "determination",
        clause: WA_CMD_05,
        summary: "How many dice a brigade commander may have rolled again this turn.",
        schema: schema_of::<Determination>,
        facts: plain::<Determination>,
        run: command::run_determination,
    },
    Test {
        name: "motivation",
        clause: WA_CMD_11,
        summary: "Whether a commander gets a unit to act.",
        schema: schema_of::<Motivation>,
        facts: plain::<Motivation>,
        run: command::run_motivation,
    },
    Test {
        name: "action-points",
        clause: WA_CMD_15,
        summary: "How many action points a unit or gun has.",
        schema: schema_of::<Activation>,
        facts: plain::<Activation>,
        run: command::run_points,
    },
    Test {
        name: "action-cost",
        clause: WA_MOVE_01,
        summary: "What an action costs.",
        schema: schema_of::<Price>,
        facts: plain::<Price>,
        run: actions::run_price,
    },
    Test {
        name: "march",
        clause: WA_MOVE_03,
        summary: "How far a unit or gun gets with its action points.",
        schema: schema_of::<March>,
        facts: plain::<March>,
        run: actions::run_march,
    },
    Test {
        name: "scenery-disorder",
        clause: WA_MOVE_17,
        summary: "Whether a unit comes out of slowing scenery in order.",
        schema: schema_of::<Scenery>,
        facts: plain::<Scenery>,
        run: actions::run_scenery,
    },
    Test {
        name: "disorder-removal",
        clause: WA_MOVE_27,
        summary: "Whether a unit or gun gets back into order.",
        schema: schema_of::<Removal>,
        facts: plain::<Removal>,
        run: actions::run_removal,
    },
    Test {
        name: "shooting",
        clause: WA_FIRE_03,
        summary: "What a shot by infantry or cavalry does to its target.",
        schema: schema_of::<Volley>,
        facts: plain::<Volley>,
        run: fire::run_volley,
    },
    Test {
        name: "artillery",
        clause: WA_ART_01,
        summary: "What a shot by a field gun does to its target.",
        schema: schema_of::<Cannonade>,
        facts: plain::<Cannonade>,
        run: fire::run_cannonade,
    },
    Test {
        name: "commander-hit",
        clause: WA_LEAD_02,
        summary: "Whether a commander in danger is killed.",
        schema: schema_of::<Endangered>,
        facts: plain::<Endangered>,
        run: leaders::run_danger,
    },
    Test {
        name: "falter",
        clause: WA_ASL_10,
        summary: "Whether an assault comes to a fight, fails, or drives the target off.",
        schema: schema_of::<Assault>,
        facts: plain::<Assault>,
        run: assault::run_falter,
    },
    Test {
        name: "fight",
        clause: WA_FGT_01,
        summary: "Who wins a fight, and what both sides lose.",
        schema: schema_of::<Fight>,
        facts: plain::<Fight>,
        run: assault::run_fight,
    },
    Test {
        name: "reinforcement",
        clause: WA_MOVE_25,
        summary: "Whether a reinforcement arrives.",
        schema: schema_of::<Reinforcement>,
        facts: plain::<Reinforcement>,
        run: before::run_reinforcement,
    },
    Test {
        name: "flanking",
        clause: WA_SEQ_33,
        summary: "How many flanking units of each side arrive.",
        schema: schema_of::<Flanking>,
        facts: plain::<Flanking>,
        run: before::run_flanking,
    },
    Test {
        name: "countdown",
        clause: WA_SEQ_21,
        summary: "Whether the game ends within so many rounds.",
        schema: schema_of::<Countdown>,
        facts: plain::<Countdown>,
        run: before::run_countdown,
    },
    Test {
        name: "points",
        clause: WA_PRE_02,
        summary: "What a unit or gun costs an army.",
        schema: schema_of::<Army>,
        facts: plain::<Army>,
        run: before::run_points,
    },
    Test {
        name: "commander-value",
        clause: WA_PRE_03,
        summary: "How good a commander is.",
        schema: schema_of::<Commission>,
        facts: plain::<Commission>,
        run: before::run_value,
    },
    Test {
        name: "pool-contest",
        clause: WA_PRE_04,
        summary: "What the dice come to that both sides spend before the battle.",
        schema: schema_of::<Contest>,
        facts: plain::<Contest>,
        run: before::run_contest,
    },
    Test {
        name: "defender-trouble",
        clause: WA_PRE_06,
        summary: "Whether a defending unit or gun is late or weakened.",
        schema: schema_of::<Troubled>,
        facts: plain::<Troubled>,
        run: before::run_trouble,
    },
    Test {
        name: "victory",
        clause: WA_VIC_10,
        summary: "Who won the battle, and how clearly.",
        schema: schema_of::<Score>,
        facts: plain::<Score>,
        run: before::run_score,
    },
];

/// The facts of a test where none is said.
fn plain<F: Default + Serialize>() -> Value {
    serde_json::to_value(F::default()).expect("facts are plain names and values")
}

/// A result without dice.
fn certain(ledgers: Vec<(String, Ledger)>, result: i32, effect: Effect) -> Checked {
    Checked { ledgers, dice: String::new(), result, effect, also: Vec::new() }
}

/// `1 half base`, `no half bases`, `3 half bases`.
pub(crate) fn several(n: u8, thing: &str) -> String {
    let many = match thing {
        "die" => "dice".to_string(),
        "casualty" => "casualties".to_string(),
        regular => format!("{regular}s"),
    };
    match n {
        0 => format!("no {many}"),
        1 => format!("1 {thing}"),
        n => format!("{n} {many}"),
    }
}

/// `No casualties`, `1 casualty`, `3 casualties`.
pub(crate) fn casualties(n: u8) -> String {
    fire::capital(several(n, "casualty"))
}
