use firelock_core::{Checked, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::several;
use crate::clauses::*;
use crate::facts::{Check, Lost, check_roll, has_failed, loss_fallen, loss_roll};
use crate::results::LossEffect;

/// A check and what failing it does.
pub(super) fn run_check(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let check: Check = facts_of(said)?;
    let tried = Tried::of(&check, Side::Red, book, dice)?;
    let (effect, also) = match &tried.lost {
        Some(lost) => loss_effects(&check, lost),
        None => (tried.passed(), Vec::new()),
    };
    Ok(Checked {
        result: tried.ledger.total,
        ledgers: vec![("morale".to_string(), tried.ledger)],
        dice: tried.dice.join(", then "),
        effect,
        also,
    })
}

/// What failing does.
pub(super) fn run_loss(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let check: Check = facts_of(said)?;
    let (lost, words) = lose(&check, Side::Red, book, dice)?;
    let (effect, also) = loss_effects(&check, &lost);
    Ok(Checked { ledgers: Vec::new(), dice: words, result: lost.boxes.into(), effect, also })
}

/// A check made, inside a larger test too.
pub(super) struct Tried {
    pub(super) ledger: Ledger,
    /// The dice in words; empty where the result was certain.
    pub(super) dice: Vec<String>,
    /// What it lost, if it failed.
    pub(super) lost: Option<Lost>,
    certain: bool,
    needed: bool,
}

impl Tried {
    pub(super) fn of(check: &Check, side: Side, book: &Rulebook, dice: &mut dyn Dice) -> Result<Tried, TestFault> {
        let ledger = check.ledger(book);
        let needed = check.is_needed();
        let certain = check.is_certain(book, ledger.total);
        let mut tried = Tried { ledger, dice: Vec::new(), lost: None, certain, needed };
        if !needed || certain {
            return Ok(tried);
        }
        let roll = check_roll(side, tried.ledger.total).because(None, tried.ledger.clone());
        tried.dice.push(roll.in_words());
        if has_failed(&dice.roll(&roll)?) {
            let (lost, words) = lose(check, side, book, dice)?;
            tried.lost = Some(lost);
            tried.dice.push(words);
        }
        Ok(tried)
    }

    /// The effect of a check that did not fail.
    pub(super) fn passed(&self) -> Effect {
        match self {
            _ if !self.needed => Effect::new("No check", FD_MOR_25, "Wagons never check."),
            _ if self.certain => Effect::new("Passes", FD_MOR_02, "It passes without dice."),
            _ => Effect::new("Passes", FD_MOR_03, "It stands."),
        }
    }
}

fn lose(check: &Check, side: Side, book: &Rulebook, dice: &mut dyn Dice) -> Result<(Lost, String), TestFault> {
    let roll = loss_roll(book, side);
    let lost = check.lost(book, loss_fallen(&dice.roll(&roll)?));
    Ok((lost, roll.in_words()))
}

/// The effect of a loss and what follows from it.
pub(super) fn loss_effects(check: &Check, lost: &Lost) -> (Effect, Vec<Effect>) {
    let mut also = Vec::new();
    let mut add = |name: String, clause, text: &str| also.push(Effect::new(name, clause, text));
    let boxes = |clause| (several(lost.boxes, "box", "boxes"), clause);
    if lost.ignored {
        let (name, clause) = boxes(FD_OPT_04);
        add(name, clause, "The price of going on.");
        if lost.shattered {
            add("Shattered".into(), FD_MOR_20, "Its last box is marked: all bodies of the unit are removed.");
        }
        let text = format!("It would have been: {}. It goes on and counts as having passed.", lost.effect.name());
        return (Effect::new("Goes on", FD_OPT_04, text), also);
    }
    let clause = match lost.effect {
        LossEffect::Surrenders => FD_MOR_19,
        effect => effect.clause(),
    };
    if let Some(distance) = lost.flees {
        add(format!("Flees {distance} yards"), clause, "By the line of its flight, through friends if it must.");
    }
    if lost.boxes > 0 {
        let (name, clause) = boxes(if lost.surrenders { FD_MOR_19 } else { FD_MOR_14 });
        add(name, clause, "They cause no further check.");
    }
    if lost.shattered {
        add("Shattered".into(), FD_MOR_20, "Its last box is marked: all bodies of the unit are removed.");
    }
    if lost.halted {
        add("Halted".into(), FD_MOR_15, "No move, no turn, no charge, no counter-charge until Phase VI is over.");
    }
    if lost.flees.is_some() {
        add("Fled".into(), FD_MOR_16, "No fire and no move for as long.");
    }
    if lost.leaves_guns {
        add("Guns abandoned".into(), FD_MOR_11, "The crew runs without its guns.");
    }
    if lost.silent {
        add("Silent".into(), FD_MOR_17, "The guns do not fire until Phase II of the next turn is over.");
    }
    if lost.surrenders && check.branch.is_section() {
        add("Guns captured".into(), FD_MOR_19, "They fall to the enemy.");
    }
    add("Neighbors check".into(), FD_MOR_09, "Friends beside it check, unless they are engaged.");
    let text = match lost.effect {
        LossEffect::Halts => "It halts where it stands.",
        LossEffect::Flees => "It runs.",
        LossEffect::FleesWithLoss => "It runs and melts away.",
        LossEffect::Surrenders => "It is closed in and lays down its arms.",
    };
    (Effect::new(lost.effect.name(), lost.effect.clause(), text), also)
}
