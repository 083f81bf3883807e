use firelock_core::{Checked, Clause, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::certain;
use super::fire::{one_roll, strength_fault};
use crate::clauses::*;
use crate::facts::{
    ChargeReaction, Countercharge, Evasion, FormSquare, PressHome, Reacted, Strength, Tested, discipline_roll,
    evade_roll, morale_roll, passes,
};
use crate::results::ChargeEffect;
use crate::words::{Quality, Reaction};

/// A name, its rule and what it means.
type Said = (&'static str, Clause, &'static str);

/// A discipline test with one meaning passed and another failed.
pub(super) fn test(
    book: &Rulebook,
    dice: &mut dyn Dice,
    quality: Quality,
    ledger: &Ledger,
    what: (Clause, &'static str),
    [passed, failed]: [Said; 2],
) -> Result<Checked, TestFault> {
    let roll = discipline_roll(book, Side::Red, quality, ledger.total, what);
    let score = dice.roll(&roll.clone().because(None, ledger.clone()))?.value();
    let (name, clause, text) = if passes(book, score) { passed } else { failed };
    Ok(one_roll(what.1, ledger, roll.in_words(), score, Effect::new(name, clause, text)))
}

pub(super) fn run_form_square(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    form_square(&facts_of(said)?, book, dice)
}

fn form_square(facts: &FormSquare, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let meanings = [
        ("In square", NQ_CHG_10, "The square stands before the charge is there."),
        ("Unformed", NQ_CHG_10, "Caught in the change: unformed, and no reaction fire."),
    ];
    test(book, dice, facts.quality, &facts.ledger(book), (NQ_CHG_10, "form square"), meanings)
}

pub(super) fn run_countercharge(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    countercharge(&facts_of(said)?, book, dice)
}

fn countercharge(facts: &Countercharge, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let meanings = [
        ("Countercharge", NQ_CHG_11, "Both meet halfway, and both count as charging."),
        ("Stands", NQ_CHG_11, "It does not get going and stands."),
    ];
    test(book, dice, facts.quality, &facts.ledger(book), (NQ_CHG_11, "countercharge"), meanings)
}

pub(super) fn run_press_home(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    press_home(&facts_of(said)?, book, dice)
}

fn press_home(facts: &PressHome, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    if !facts.is_needed() {
        let text = "Only raw chargers, and cavalry before a formed square, have to test.";
        return Ok(certain(Vec::new(), 0, Effect::new("Presses home", NQ_CHG_14, text)));
    }
    let meanings = [
        ("Presses home", NQ_CHG_14, "The charge goes on."),
        ("Turned away", NQ_CHG_14, "No contact; the charger is unformed where it stands."),
    ];
    let mut checked = test(book, dice, facts.quality, &facts.ledger(book), (NQ_CHG_14, "press home"), meanings)?;
    if facts.square && checked.effect.name == "Turned away" {
        checked.also.push(all_faces());
    }
    Ok(checked)
}

fn all_faces() -> Effect {
    Effect::new("All faces may fire", NQ_CHG_30, "Every base of the square that has not fired may fire at short range.")
}

pub(super) fn run_evade(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let evasion: Evasion = facts_of(said)?;
    let fault = || TestFault::Facts(format!("formation: it has no rate so ({NQ_MOV_01})"));
    evasion.distance(book, 0).ok_or_else(fault)?;
    let roll = evade_roll(book, Side::Red);
    let die = dice.roll(&roll)?.value();
    let far = evasion.distance(book, die).ok_or_else(fault)?.in_cm();
    let effect = Effect::new(format!("{far} cm"), NQ_MOV_29, format!("It gets up to {far} cm away from the charger."));
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}

/// The tests of a charge so far.
#[derive(Default)]
struct Trail {
    ledgers: Vec<(String, Ledger)>,
    dice: Vec<String>,
    also: Vec<Effect>,
    score: i32,
}

impl Trail {
    fn follow(&mut self, checked: Checked) {
        self.ledgers.extend(checked.ledgers);
        self.dice.push(checked.dice);
        self.also.push(checked.effect);
        self.score = checked.result;
    }

    fn end(self, reacted: &Reacted) -> Checked {
        let Trail { ledgers, dice, mut also, score } = self;
        if reacted.charger_unformed {
            also.push(Effect::new("Charger unformed", NQ_CHG_14, "The charger is unformed where it stands."));
        }
        if reacted.all_faces_fire {
            also.push(all_faces());
        }
        if reacted.may_fire {
            also.push(Effect::new("May fire", NQ_CHG_17, "The target may fire at the charger before contact."));
        }
        let text = match reacted.effect {
            ChargeEffect::GoesOn => "The target stands; the charger moves to contact.",
            ChargeEffect::Countercharge => "Both ride on and meet between them.",
            ChargeEffect::Evaded => "The target makes off; the charger follows as far as it can.",
            ChargeEffect::TurnedAway => "There is no contact.",
            ChargeEffect::TargetRetreats => "The target falls back before contact.",
            ChargeEffect::TargetRouts => "The target runs before contact.",
            ChargeEffect::GunsAbandoned => "The crews leave their guns; the battery is lost.",
        };
        Checked {
            ledgers,
            dice: dice.join(", then "),
            result: score,
            effect: Effect::new(reacted.effect.name(), reacted.effect.clause(), text),
            also,
        }
    }
}

pub(super) fn run_charge(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let charge: ChargeReaction = facts_of(said)?;
    if let Some(fault) = charge_fault(book, &charge) {
        return Err(TestFault::Facts(fault));
    }
    react(charge, book, dice).map(|(_, _, checked)| checked)
}

/// Reaction, press-home test and stand test: the charge as it is afterwards, what it came to, and the same in words.
pub(crate) fn react(
    mut charge: ChargeReaction,
    book: &Rulebook,
    dice: &mut dyn Dice,
) -> Result<(ChargeReaction, Reacted, Checked), TestFault> {
    let mut trail = Trail::default();
    let mut countercharges = false;
    match charge.reaction {
        Reaction::Stand => {}
        Reaction::Evade => {
            let reacted = Reacted {
                effect: ChargeEffect::Evaded,
                target_unformed: false,
                charger_unformed: false,
                may_fire: false,
                all_faces_fire: false,
            };
            return Ok((charge, reacted, trail.end(&reacted)));
        }
        Reaction::FormSquare => {
            let checked = form_square(&charge.form_square(), book, dice)?;
            charge = charge.after_square(passes(book, checked.result));
            trail.follow(checked);
        }
        Reaction::Countercharge => {
            let checked = countercharge(&charge.countercharge(), book, dice)?;
            countercharges = passes(book, checked.result);
            trail.follow(checked);
        }
    }
    let pressing = charge.press_home();
    if pressing.is_needed() {
        let checked = press_home(&pressing, book, dice)?;
        let pressed = passes(book, checked.result);
        trail.follow(checked);
        if !pressed {
            let reacted = charge.turned_away();
            return Ok((charge, reacted, trail.end(&reacted)));
        }
    }
    let tested = match charge.must_stand_test() {
        true => Some(stand(&charge, book, dice, &mut trail)?),
        false => None,
    };
    let reacted = charge.stood(tested.as_ref(), countercharges);
    Ok((charge, reacted, trail.end(&reacted)))
}

fn stand(
    charge: &ChargeReaction,
    book: &Rulebook,
    dice: &mut dyn Dice,
    trail: &mut Trail,
) -> Result<Tested, TestFault> {
    let morale = charge.stand_test();
    let ledger = morale.ledger(book);
    let roll = morale_roll(book, Side::Blue, morale.quality, ledger.total);
    let score = dice.roll(&roll.clone().because(None, ledger.clone()))?.value();
    let tested = morale.result(book, score);
    let effect = Effect::new(tested.effect.name(), tested.effect.clause(), "The stand test of the target.");
    trail.follow(one_roll("stand", &ledger, roll.in_words(), score, effect));
    Ok(tested)
}

/// What of a charge cannot be, in words.
pub(crate) fn charge_fault(book: &Rulebook, charge: &ChargeReaction) -> Option<String> {
    let target = &charge.target;
    let strength = Strength { bases_initial: target.bases_initial, bases: target.bases, reduction: target.reduction };
    match strength_fault(book, &strength) {
        Some(fault) => Some(format!("target: {fault}")),
        None if !charge.may_react(book, charge.reaction) => {
            let clause = match charge.reaction {
                _ if target.engaged => NQ_CHG_25,
                Reaction::FormSquare => NQ_CHG_10,
                Reaction::Countercharge => NQ_CHG_11,
                Reaction::Evade => NQ_CHG_12,
                Reaction::Stand => NQ_CHG_13,
            };
            Some(format!("reaction: the target cannot react so ({clause})"))
        }
        None => None,
    }
}
