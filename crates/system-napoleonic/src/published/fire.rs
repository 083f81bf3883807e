use firelock_core::{Checked, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::{capital, certain, headed, several};
use crate::charts::{combined_difficulty, count, numbers, shooting_die};
use crate::clauses::*;
use crate::facts::{Losses, Strength, Toll, Volley};

pub(super) fn run_volley(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let volley: Volley = facts_of(said)?;
    let firer = &volley.firer;
    let fault = match strength_fault(book, &volley.target.strength()) {
        Some(fault) => Some(format!("target: {fault}")),
        _ if firer.bases == 0 => Some("firer: no base shoots".to_string()),
        _ if firer.reduction >= count(book, &numbers::FIGURES) => {
            Some(format!("firer: a reduced base has a figure left ({NQ_ROS_06})"))
        }
        _ if shooting_die(book, firer.class.arm(), firer.quality).is_none() => {
            Some(format!("firer: crews have no small arms ({NQ_ROS_12})"))
        }
        _ => None,
    };
    if let Some(fault) = fault {
        return Err(TestFault::Facts(fault));
    }
    let (Some(range), Some(salvos)) = (volley.range(book), volley.salvos(book)) else {
        let effect = Effect::new("No fire", NQ_SAF_07, "It does not reach so far.");
        return Ok(certain(Vec::new(), 0, effect));
    };
    if volley.combine && combined_difficulty(book, range).is_none() {
        return Err(TestFault::Facts(format!("combine: bases share dice at long range only ({NQ_SAF_12})")));
    }
    let roll = Volley::roll(Side::Red, &salvos);
    let because = salvos.iter().fold(roll.clone(), |roll, salvo| roll.because(None, salvo.ledger(book)));
    let casualties = Volley::casualties(&dice.roll(&because)?);
    let ledgers = salvos.iter().map(|salvo| {
        let heading = match (salvo.aim.reduction > 0, salvo.need) {
            (false, need) => format!("{need} or more"),
            (true, need) => format!("reduced base, {need} or more"),
        };
        (heading, salvo.ledger(book))
    });
    let target = &volley.target;
    let toll = target.strength().struck(book, casualties);
    Ok(Checked {
        ledgers: ledgers.collect(),
        dice: roll.in_words(),
        result: casualties.into(),
        effect: Effect::new(
            super::casualties(casualties),
            NQ_SAF_11,
            format!("The volley costs the target {}.", several(casualties, "figure")),
        ),
        also: toll_effects("", &toll, target.command_attached),
    })
}

pub(super) fn run_losses(said: &Value, book: &Rulebook, _dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let losses: Losses = facts_of(said)?;
    if let Some(fault) = strength_fault(book, &losses.strength()) {
        return Err(TestFault::Facts(fault));
    }
    let toll = losses.strength().struck(book, losses.hits);
    let text = match toll.reduction {
        0 => format!("{} left.", capital(several(toll.bases, "base"))),
        n => format!("{} left, one of them short of {}.", capital(several(toll.bases, "base")), several(n, "figure")),
    };
    let effect = Effect::new(format!("{} lost", capital(several(toll.bases_lost, "base"))), NQ_MEL_16, text);
    let mut checked = certain(Vec::new(), toll.bases_lost.into(), effect);
    checked.also =
        toll_effects("", &toll, losses.command_attached).into_iter().skip(usize::from(toll.bases_lost > 0)).collect();
    Ok(checked)
}

/// What is the matter with a strength, if anything.
pub(crate) fn strength_fault(book: &Rulebook, strength: &Strength) -> Option<String> {
    match strength {
        Strength { bases: 0, .. } => Some("nothing of it is left".to_string()),
        Strength { bases, bases_initial, .. } if bases > bases_initial => {
            Some("it has more bases than at the start".to_string())
        }
        Strength { reduction, .. } if *reduction >= count(book, &numbers::FIGURES) => {
            Some(format!("a reduced base has a figure left ({NQ_ROS_06})"))
        }
        _ => None,
    }
}

/// What losses mean for a unit, each with its rule.
pub(super) fn toll_effects(name: &str, toll: &Toll, command_attached: bool) -> Vec<Effect> {
    let mut also = Vec::new();
    let mut add = |word: String, clause, text: String| {
        let word = if name.is_empty() { capital(word) } else { format!("{name}: {word}") };
        also.push(Effect::new(word, clause, text));
    };
    if toll.bases_lost > 0 {
        let n = several(toll.bases_lost, "base");
        add(format!("{n} lost"), NQ_MEL_16, format!("{} left.", capital(several(toll.bases, "base"))));
    }
    if toll.reduction > 0 {
        let n = several(toll.reduction, "figure");
        add(format!("reduced by {}", toll.reduction), NQ_MEL_17, format!("One base is short of {n}."));
    }
    if toll.destroyed {
        add("destroyed".to_string(), NQ_MOR_19, "Nothing of it is left.".to_string());
    }
    if toll.calls_for_test() {
        add("tests morale".to_string(), NQ_MOR_03, "Its losses call for a morale test.".to_string());
    }
    if toll.burnt_out {
        add(
            "disperses".to_string(),
            NQ_MOR_17,
            "Too little of it is left; it goes at the end of the step.".to_string(),
        );
    }
    if toll.hits > 0 && command_attached {
        add("command unit in danger".to_string(), NQ_LDR_01, "The commander with it may be hit.".to_string());
    }
    also
}

/// A checked result of one ledger and one roll.
pub(super) fn one_roll(heading: &str, ledger: &Ledger, dice: String, result: i32, effect: Effect) -> Checked {
    Checked { ledgers: vec![headed(heading, ledger)], dice, result, effect, also: Vec::new() }
}
