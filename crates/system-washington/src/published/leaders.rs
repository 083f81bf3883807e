use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::command::is_value;
use crate::clauses::*;
use crate::facts::{Endangered, Succession, danger_roll, successor_roll};

pub(super) fn run_danger(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Endangered = facts_of(said)?;
    let roll = danger_roll(Side::Red, facts.danger);
    let die = dice.roll(&roll)?.value();
    let clause = facts.danger.clause();
    let effect = match facts.dies(book, die) {
        true => Effect::new("Killed", clause, "The commander is dead; no morale test follows."),
        false => Effect::new("Unhurt", clause, "The commander is not hit."),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}

pub(super) fn run_succession(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Succession = facts_of(said)?;
    is_value(book, "value", facts.value)?;
    let roll = successor_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let effect = match facts.successor(book, die) {
        Some(value) => Effect::new(
            format!("Value {value}"),
            WA_LEAD_08,
            format!("A mounted commander of value {value} takes his place."),
        ),
        None => Effect::new("Nobody", WA_LEAD_08, "Nobody takes his place this turn."),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}
