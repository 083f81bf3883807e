use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use crate::clauses::*;
use crate::facts::{Danger, Deployment, Initiative, Peril, deployment_roll, fell, initiative_roll};
use crate::results::Fate;
use crate::words::Rank;

/// A commander in danger.
pub(super) fn run_peril(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let peril: Peril = facts_of(said)?;
    if !peril.is_tested() {
        let text = "Regimental commanders are not tested in melee.";
        return Ok(checked(0, Effect::new("Not tested", FD_LDR_04, text), Vec::new(), Vec::new()));
    }
    let roll = peril.roll(book, Side::Red);
    let mut words = vec![roll.in_words()];
    let clause = if peril.danger == Danger::Shot { FD_LDR_01 } else { FD_LDR_03 };
    let unhurt = || Effect::new("Unhurt", clause, "Nothing befalls him.");
    if !fell(&dice.roll(&roll)?) {
        return Ok(checked(0, unhurt(), words, Vec::new()));
    }
    if let Some(roll) = peril.second_roll(book, Side::Red) {
        words.push(roll.in_words());
        if !fell(&dice.roll(&roll)?) {
            let near = Effect::new("Endangered", FD_LDR_03, "The first die found him, the second did not.");
            return Ok(checked(0, unhurt(), words, vec![near]));
        }
    }
    let wound = match peril.wound_roll(book, Side::Red) {
        None => None,
        Some(roll) => {
            words.push(roll.in_words());
            Some(dice.roll(&roll)?)
        }
    };
    let effect = match peril.fate(wound.as_ref()) {
        Fate::Wounded => Effect::new("Wounded", FD_OPT_07, "He is out of this battle."),
        _ if wound.is_some() => Effect::new("Dead", FD_OPT_07, "He is removed."),
        _ => Effect::new("Dead", FD_LDR_05, "He is removed."),
    };
    let text = match peril.rank {
        Rank::Regimental => "In I.2 of the next turn the bodies of his unit check morale and do not charge.",
        Rank::Brigade | Rank::Chief => {
            "In I.2 of the next turn every friendly body near enough that saw him fall checks morale and does not charge."
        }
    };
    Ok(checked(1, effect, words, vec![Effect::new("Morale checks", FD_LDR_06, text)]))
}

/// Who is active.
pub(super) fn run_initiative(said: &Value, _: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Initiative = facts_of(said)?;
    let roll = initiative_roll();
    let difference = dice.roll(&roll)?.value();
    let (name, text) = match facts.active(difference) {
        Side::Red => ("Red is active", "Red acts first where sides act in turn."),
        Side::Blue => ("Blue is active", "Blue acts first where sides act in turn."),
    };
    Ok(checked(difference, Effect::new(name, FD_SEQ_04, text), vec![roll.in_words()], Vec::new()))
}

/// Who deploys first.
pub(super) fn run_deployment(said: &Value, _: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Deployment = facts_of(said)?;
    let roll = deployment_roll();
    let difference = dice.roll(&roll)?.value();
    let name = match facts.begins(difference) {
        Side::Red => "Red deploys first",
        Side::Blue => "Blue deploys first",
    };
    let text = "The sides place their brigades in turn from there.";
    Ok(checked(difference, Effect::new(name, FD_SEQ_02, text), vec![roll.in_words()], Vec::new()))
}

fn checked(result: i32, effect: Effect, words: Vec<String>, also: Vec<Effect>) -> Checked {
    Checked { ledgers: Vec::new(), dice: words.join(", then "), result, effect, also }
}
