use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use crate::charts::successor;
use crate::clauses::*;
use crate::facts::{Fallen, Succession, fallen_roll, successor_roll};
use crate::results::{Casualty, Fate};
use crate::words::Rating;

pub(super) fn run_fallen(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let fallen: Fallen = facts_of(said)?;
    let roll = fallen_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let fell = fallen.fell(book, die);
    let (clause, text) = match (fallen.who, fell.fate) {
        (Casualty::Leader, Fate::Removed) => (RF_LDR_04, "He is out of the game."),
        (Casualty::Leader, Fate::RemovedOneTurn) => (RF_LDR_04, "He is out for one turn."),
        (Casualty::Leader, Fate::DismountedOneTurn) => {
            (RF_LDR_04, "He is on foot for one turn; his command reaches 4 inches.")
        }
        (Casualty::Leader, Fate::Unhurt) => (RF_LDR_04, "Nothing follows."),
        (Casualty::Colonel, Fate::Removed) => (RF_LDR_10, "His unit has a brave colonel no more."),
        (Casualty::Colonel, Fate::RemovedOneTurn) => (RF_LDR_10, "His unit does without him for one turn."),
        (Casualty::Colonel, _) => (RF_LDR_10, "Nothing follows."),
    };
    Ok(Checked {
        ledgers: Vec::new(),
        dice: roll.in_words(),
        result: die,
        effect: Effect::new(fell.event.name(), clause, text),
        also: Vec::new(),
    })
}

pub(super) fn run_succession(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let Succession {} = facts_of(said)?;
    let roll = successor_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let (name, text) = match successor(book, die) {
        Rating::Gallant => ("Gallant", "The successor is gallant."),
        Rating::Able => ("Able", "The successor is able."),
        Rating::Poor => ("Poor", "The successor is poor."),
    };
    Ok(Checked {
        ledgers: Vec::new(),
        dice: roll.in_words(),
        result: die,
        effect: Effect::new(name, RF_LDR_08, text),
        also: Vec::new(),
    })
}
