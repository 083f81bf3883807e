use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::{certain, several};
use crate::charts::{count, numbers};
use crate::clauses::*;
use crate::facts::{Activation, Call, Determination, Motivation, ap_roll, determination_roll, motivation_roll};

pub(super) fn run_motivation(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let motivation: Motivation = facts_of(said)?;
    is_value(book, "value", motivation.value)?;
    if motivation.call() == Call::Pass {
        let text = "A mounted commander is with the unit: it acts without a roll.";
        return Ok(certain(Vec::new(), 0, Effect::new("Motivated", WA_CMD_13, text)));
    }
    let ledger = motivation.ledger(book);
    let need = ledger.total;
    let roll = motivation_roll(Side::Red).because(None, ledger.clone());
    let sum = dice.roll(&roll)?.value();
    let effect = match (Motivation::passes(book, need, sum), sum >= need) {
        (true, true) => Effect::new("Motivated", WA_CMD_11, "The unit acts."),
        (true, false) => Effect::new("Motivated", WA_CMD_12, "So high a roll always passes: the unit acts."),
        (false, false) => {
            Effect::new("Not motivated", WA_SEQ_11, "The unit does not act, and its commander is done for the turn.")
        }
        (false, true) => Effect::new(
            "Not motivated",
            WA_CMD_12,
            "So low a roll always fails: the unit does not act, and its commander is done for the turn.",
        ),
    };
    Ok(Checked {
        dice: roll.in_words(),
        result: sum,
        effect,
        also: Vec::new(),
        ledgers: vec![("motivation".to_string(), ledger)],
    })
}

pub(super) fn run_points(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let unit: Activation = facts_of(said)?;
    let ledger = unit.ledger(book);
    let roll = ap_roll(Side::Red, ledger.total).because(None, ledger.clone());
    let sum = dice.roll(&roll)?.value();
    let points = Activation::points(book, sum);
    let text = match i32::from(points) == sum {
        true => format!("It has {points} AP to spend."),
        false => format!("It has {points} AP to spend: nobody has fewer."),
    };
    Ok(Checked {
        dice: roll.in_words(),
        result: points.into(),
        effect: Effect::new(format!("{points} AP"), WA_CMD_15, text),
        also: Vec::new(),
        ledgers: vec![("action points".to_string(), ledger)],
    })
}

pub(super) fn run_determination(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Determination = facts_of(said)?;
    is_value(book, "value", facts.value)?;
    is_value(book, "general_value", facts.general_value)?;
    if !facts.general_on_table {
        let text = "Without the general on the table nobody rolls for determination.";
        return Ok(certain(Vec::new(), 0, Effect::new("No roll", WA_CMD_06, text)));
    }
    let ledger = facts.ledger(book);
    let roll = determination_roll(Side::Red, ledger.total).because(None, ledger.clone());
    let n = Determination::dice(dice.roll(&roll)?.value());
    let text = match n {
        0 => "Nothing may be rolled again.".to_string(),
        n => format!("{} of his brigade may be rolled again this turn, each once.", several(n, "die")),
    };
    Ok(Checked {
        dice: roll.in_words(),
        result: n.into(),
        effect: Effect::new(several(n, "die"), WA_CMD_05, text),
        also: Vec::new(),
        ledgers: vec![("determination".to_string(), ledger)],
    })
}

/// A commander's value is 0 to 3 (WA-ROST-22).
pub(super) fn is_value(book: &Rulebook, name: &str, value: u8) -> Result<(), TestFault> {
    let worst = count(book, &numbers::WORST_VALUE);
    match value <= worst {
        true => Ok(()),
        false => Err(TestFault::Facts(format!("{name}: a commander's value is 0 to {worst} ({WA_ROST_22})"))),
    }
}
