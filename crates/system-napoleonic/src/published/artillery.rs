use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::fire::{one_roll, strength_fault, toll_effects};
use super::{capital, certain, headed, several};
use crate::clauses::*;
use crate::facts::{Accuracy, Deviation, Impact, Shot, deviation_roll, drift};
use crate::results::ShotEffect;
use crate::words::{Ammunition, Arm, Class, GunType};

fn gun_fault(class: Class, gun: GunType, ammunition: Ammunition) -> Option<String> {
    match class.arm() {
        Arm::Artillery if gun.fires(ammunition) => None,
        Arm::Artillery => {
            Some(format!("ammunition: howitzers and mortars fire shell, other guns do not ({NQ_ART_05})"))
        }
        Arm::Infantry | Arm::Cavalry => Some("class: only artillery has guns".to_string()),
    }
}

fn check_accuracy(accuracy: &Accuracy) -> Result<(), TestFault> {
    match gun_fault(accuracy.class, accuracy.gun, accuracy.ammunition) {
        Some(fault) => Err(TestFault::Facts(fault)),
        None if !accuracy.direct_sight && !accuracy.gun.lobs() => {
            let words = "direct_sight: only howitzers and mortars fire at what they do not see";
            Err(TestFault::Facts(format!("{words} ({NQ_ART_11})")))
        }
        None => Ok(()),
    }
}

fn no_fire() -> Checked {
    certain(Vec::new(), 0, Effect::new("No fire", NQ_ART_06, "The gun does not reach that place."))
}

pub(super) fn run_accuracy(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let accuracy: Accuracy = facts_of(said)?;
    check_accuracy(&accuracy)?;
    if accuracy.range(book).is_none() {
        return Ok(no_fire());
    }
    let ledger = accuracy.ledger(book);
    let roll = accuracy.roll(book, Side::Red, ledger.total);
    let score = dice.roll(&roll.clone().because(None, ledger.clone()))?.value();
    let effect = accuracy.read(book, score);
    let effect = Effect::new(effect.name(), effect.clause(), aimed(effect));
    Ok(one_roll("accuracy", &ledger, roll.in_words(), score, effect))
}

fn aimed(effect: ShotEffect) -> &'static str {
    match effect {
        ShotEffect::Accurate => "It strikes where it was aimed.",
        ShotEffect::Deviates => "It comes down elsewhere: roll scatter and deviation.",
        ShotEffect::Inaccurate => "It strikes with less effect: as at long range, or half of that.",
    }
}

pub(super) fn run_deviation(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let deviation: Deviation = facts_of(said)?;
    let roll = deviation_roll(book, Side::Red, deviation.quality);
    let rolled = dice.land(&roll, &|faces| deviation.strikes(book, faces).into())?;
    let strikes = rolled.value() == 1;
    // When only odds are asked for there are no faces to tell of.
    let how = match rolled.faces.is_empty() {
        true => "It comes down off the place that was aimed at.".to_string(),
        false => {
            let drift = drift(book, deviation.quality, deviation.range, &rolled.faces);
            format!("It comes down {} cm off, towards {} degrees.", drift.distance.in_cm(), drift.heading.get() / 100)
        }
    };
    let name = if strikes { "Still on the target" } else { "Off the target" };
    Ok(Checked {
        ledgers: Vec::new(),
        dice: roll.in_words(),
        result: strikes.into(),
        effect: Effect::new(name, NQ_ART_22, how),
        also: Vec::new(),
    })
}

fn check_impact(book: &Rulebook, impact: &Impact) -> Result<(), TestFault> {
    let fault = gun_fault(impact.class, impact.gun, impact.ammunition)
        .or_else(|| strength_fault(book, &impact.target.strength()).map(|fault| format!("target: {fault}")));
    fault.map_or(Ok(()), |fault| Err(TestFault::Facts(fault)))
}

pub(super) fn run_impact(said: &Value, book: &Rulebook, _dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let impact: Impact = facts_of(said)?;
    check_impact(book, &impact)?;
    Ok(struck(book, &impact))
}

/// The casualties of a shot that strikes, and what they mean.
fn struck(book: &Rulebook, impact: &Impact) -> Checked {
    let Some(ledger) = impact.ledger(book) else {
        return no_fire();
    };
    let casualties = impact.casualties(book);
    let text = format!("The shot costs the target {}.", several(casualties, "figure"));
    let effect = Effect::new(capital(several(casualties, "casualty")), NQ_ART_27, text);
    let mut checked = certain(vec![headed("casualties", &ledger)], casualties.into(), effect);
    let toll = impact.target.strength().struck(book, casualties);
    checked.also = toll_effects("", &toll, impact.target.command_attached);
    checked
}

pub(super) fn run_shot(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let shot: Shot = facts_of(said)?;
    check_accuracy(&shot.accuracy)?;
    let Some(range) = shot.accuracy.range(book) else {
        return Ok(no_fire());
    };
    check_impact(book, &shot.impact(range, ShotEffect::Accurate))?;
    let ledger = shot.accuracy.ledger(book);
    let roll = shot.accuracy.roll(book, Side::Red, ledger.total);
    let score = dice.roll(&roll.clone().because(None, ledger.clone()))?.value();
    let effect = shot.accuracy.read(book, score);
    let mut rolls = vec![roll.in_words()];
    if effect == ShotEffect::Deviates {
        let deviation = shot.deviation(range);
        let roll = deviation_roll(book, Side::Red, deviation.quality);
        rolls.push(roll.in_words());
        if dice.land(&roll, &|faces| deviation.strikes(book, faces).into())?.value() == 0 {
            let effect = Effect::new("Off the target", NQ_ART_22, "The shot comes down where nobody stands.");
            return Ok(one_roll("accuracy", &ledger, rolls.join(", then "), 0, effect));
        }
    }
    let mut checked = struck(book, &shot.impact(range, effect));
    checked.ledgers.insert(0, headed("accuracy", &ledger));
    checked.dice = rolls.join(", then ");
    Ok(checked)
}
