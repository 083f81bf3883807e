use firelock_core::{Checked, Clause, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::charge::test;
use super::fire::{one_roll, strength_fault};
use crate::clauses::*;
use crate::facts::{Control, Morale, Rallied, Rally, Strength, Tested, discipline_roll, morale_roll};
use crate::results::{Cause, MoraleEffect};

pub(super) fn run_morale(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let morale: Morale = facts_of(said)?;
    if let Some(fault) = strength_fault(book, &morale.strength()) {
        return Err(TestFault::Facts(fault));
    }
    let ledger = morale.ledger(book);
    let roll = morale_roll(book, Side::Red, morale.quality, ledger.total);
    let score = dice.roll(&roll.clone().because(None, ledger.clone()))?.value();
    let tested = morale.result(book, score);
    let text = match tested.effect {
        MoraleEffect::Steady => "It stands.",
        MoraleEffect::Unformed => "It falls into disorder where it stands.",
        MoraleEffect::Retreat => "It falls back.",
        MoraleEffect::Rout => "It runs.",
    };
    let effect = Effect::new(tested.effect.name(), tested.effect.clause(), text);
    let mut checked = one_roll("morale", &ledger, roll.in_words(), score, effect);
    checked.also = consequences(&morale, &tested);
    Ok(checked)
}

fn consequences(morale: &Morale, tested: &Tested) -> Vec<Effect> {
    let mut also = Vec::new();
    let mut add = |holds: bool, name: &str, clause: Clause, text: &str| {
        if holds {
            also.push(Effect::new(name, clause, text));
        }
    };
    let garrison_holds = tested.effect == MoraleEffect::Unformed && !tested.unformed;
    add(garrison_holds, "No effect", NQ_MOR_11, "A garrison does not fall into disorder.");
    add(tested.destroyed, "Guns lost", NQ_MOR_10, "The guns are left behind; the battery is destroyed.");
    add(tested.limbers, "Limbers up", NQ_MOR_10, "The guns limber up and retire.");
    add(tested.leaves_building, "Leaves the building", NQ_MOR_11, "It goes out by the side away from the enemy.");
    add(tested.retreats, "Retreat move", NQ_MOV_24, "One full move towards its own edge, and then unformed.");
    add(tested.routs, "Rout move", NQ_MOV_25, "It flees towards its own edge, now and in later turns.");
    add(tested.may_fire, "May fire", NQ_CHG_16, "It may fire at the charger.");
    let stopped = morale.cause == Cause::Charge && !tested.charges_on;
    add(stopped, "Charge stopped", NQ_CHG_20, "Its charge is over.");
    add(tested.charges_on, "Charge goes on", NQ_CHG_20, "It charges on.");
    also
}

pub(super) fn run_control(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let control: Control = facts_of(said)?;
    let meanings = [
        ("Held back", NQ_MEL_33, "Its owner may keep it from pursuit."),
        ("Must pursue", NQ_MEL_34, "It goes after the beaten enemy and is unformed."),
    ];
    test(book, dice, control.quality, &control.ledger(book), (NQ_MEL_33, "pursuit control"), meanings)
}

pub(super) fn run_rally(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let rally: Rally = facts_of(said)?;
    let strength = Strength { bases_initial: rally.bases_initial, bases: rally.bases, reduction: rally.reduction };
    if let Some(fault) = strength_fault(book, &strength) {
        return Err(TestFault::Facts(fault));
    }
    let ledger = rally.ledger(book);
    let roll = discipline_roll(book, Side::Red, rally.quality, ledger.total, (NQ_MOR_14, "rally"));
    let score = dice.roll(&roll.clone().because(None, ledger.clone()))?.value();
    let (name, clause, text) = match rally.result(book, score) {
        Rallied::Rallied => ("Rallied", NQ_MOR_14, "It turns to the enemy, unformed."),
        Rallied::RunsOn => ("Runs on", NQ_MOR_14, "It does not stop."),
        Rallied::Dispersed => ("Dispersed", NQ_MOR_15, "It has failed too often and is lost."),
    };
    Ok(one_roll("rally", &ledger, roll.in_words(), score, Effect::new(name, clause, text)))
}
