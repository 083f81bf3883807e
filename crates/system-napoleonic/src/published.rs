//! The tests of the rules that need no table, by name: facts in, dice, an effect out.

mod artillery;
mod charge;
mod command;
mod fire;
mod melee;
mod morale;

use firelock_core::{Checked, Effect, Ledger, Test, schema_of};
use serde::Serialize;
use serde_json::Value;

pub(crate) use charge::{charge_fault, react};
pub(crate) use fire::strength_fault;

use crate::clauses::*;
use crate::facts::{
    Accuracy, ChargeReaction, CommandHit, Control, Countercharge, Deviation, Drill, Duel, Evasion, Fight, FormSquare,
    Impact, Initiative, Losses, Morale, PressHome, Rally, Reform, Score, Shot, Volley,
};

/// The published tests, in the order of the turn.
pub static TESTS: &[Test] = &[
    Test {
        name: "initiative",
        clause: NQ_SEQ_04,
        summary: "Which side chooses to be first or second this turn.",
        schema: schema_of::<Initiative>,
        facts: plain::<Initiative>,
        run: command::run_initiative,
    },
    Test {
        name: "discipline",
        clause: NQ_CMD_04,
        summary: "Whether a unit passes a plain discipline test, as one out of command must.",
        schema: schema_of::<Drill>,
        facts: plain::<Drill>,
        run: command::run_drill,
    },
    Test {
        name: "re-form",
        clause: NQ_MOV_12,
        summary: "Whether an unformed unit gets back into order.",
        schema: schema_of::<Reform>,
        facts: plain::<Reform>,
        run: command::run_reform,
    },
    Test {
        name: "form-square",
        clause: NQ_CHG_10,
        summary: "Whether infantry forms square before cavalry strikes it.",
        schema: schema_of::<FormSquare>,
        facts: plain::<FormSquare>,
        run: charge::run_form_square,
    },
    Test {
        name: "countercharge",
        clause: NQ_CHG_11,
        summary: "Whether cavalry rides out to meet a charge.",
        schema: schema_of::<Countercharge>,
        facts: plain::<Countercharge>,
        run: charge::run_countercharge,
    },
    Test {
        name: "press-home",
        clause: NQ_CHG_14,
        summary: "Whether a charger presses home.",
        schema: schema_of::<PressHome>,
        facts: plain::<PressHome>,
        run: charge::run_press_home,
    },
    Test {
        name: "charge-reaction",
        clause: NQ_CHG_08,
        summary: "What a charge comes to before contact: reaction, press-home test, stand test.",
        schema: schema_of::<ChargeReaction>,
        facts: plain::<ChargeReaction>,
        run: charge::run_charge,
    },
    Test {
        name: "evade",
        clause: NQ_MOV_29,
        summary: "How far an evading unit gets.",
        schema: schema_of::<Evasion>,
        facts: plain::<Evasion>,
        run: charge::run_evade,
    },
    Test {
        name: "small-arms",
        clause: NQ_SAF_10,
        summary: "What a volley does to its target.",
        schema: schema_of::<Volley>,
        facts: plain::<Volley>,
        run: fire::run_volley,
    },
    Test {
        name: "artillery-accuracy",
        clause: NQ_ART_12,
        summary: "Whether a gun strikes where it aims.",
        schema: schema_of::<Accuracy>,
        facts: plain::<Accuracy>,
        run: artillery::run_accuracy,
    },
    Test {
        name: "deviation",
        clause: NQ_ART_19,
        summary: "Whether a shot that deviates still strikes its target.",
        schema: schema_of::<Deviation>,
        facts: plain::<Deviation>,
        run: artillery::run_deviation,
    },
    Test {
        name: "artillery-effect",
        clause: NQ_ART_27,
        summary: "What a shot does to the unit that it strikes.",
        schema: schema_of::<Impact>,
        facts: plain::<Impact>,
        run: artillery::run_impact,
    },
    Test {
        name: "artillery",
        clause: NQ_ART_01,
        summary: "What a whole shot by one gun does to its target.",
        schema: schema_of::<Shot>,
        facts: plain::<Shot>,
        run: artillery::run_shot,
    },
    Test {
        name: "casualties",
        clause: NQ_MEL_16,
        summary: "What hits take off a unit.",
        schema: schema_of::<Losses>,
        facts: plain::<Losses>,
        run: fire::run_losses,
    },
    Test {
        name: "command-hit",
        clause: NQ_LDR_01,
        summary: "What becomes of a command unit whose unit takes casualties.",
        schema: schema_of::<CommandHit>,
        facts: plain::<CommandHit>,
        run: command::run_command_hit,
    },
    Test {
        name: "morale",
        clause: NQ_MOR_01,
        summary: "Whether a unit stands, falls into disorder, retreats or runs.",
        schema: schema_of::<Morale>,
        facts: plain::<Morale>,
        run: morale::run_morale,
    },
    Test {
        name: "melee-base",
        clause: NQ_MEL_07,
        summary: "Which of two bases wins, and how many hits that is.",
        schema: schema_of::<Duel>,
        facts: plain::<Duel>,
        run: melee::run_duel,
    },
    Test {
        name: "melee",
        clause: NQ_MEL_21,
        summary: "Who wins a turn of close combat between two units, and what both lose.",
        schema: schema_of::<Fight>,
        facts: plain::<Fight>,
        run: melee::run_fight,
    },
    Test {
        name: "pursuit-control",
        clause: NQ_MEL_33,
        summary: "Whether winning cavalry can be held back from pursuit.",
        schema: schema_of::<Control>,
        facts: plain::<Control>,
        run: morale::run_control,
    },
    Test {
        name: "rally",
        clause: NQ_MOR_14,
        summary: "Whether a routing unit rallies.",
        schema: schema_of::<Rally>,
        facts: plain::<Rally>,
        run: morale::run_rally,
    },
    Test {
        name: "end-check",
        clause: NQ_VIC_03,
        summary: "Whether an army breaks, and who has won.",
        schema: schema_of::<Score>,
        facts: plain::<Score>,
        run: command::run_score,
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

/// A ledger under its heading.
fn headed(heading: &str, ledger: &Ledger) -> (String, Ledger) {
    (heading.to_string(), ledger.clone())
}

/// `1 base`, `no bases`, `3 bases`.
fn several(n: u8, thing: &str) -> String {
    let many = match thing {
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
    capital(several(n, "casualty"))
}

fn capital(words: String) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
