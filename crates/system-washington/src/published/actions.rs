use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::{certain, several};
use crate::clauses::*;
use crate::facts::{March, Price, Removal, Scenery, disorder_roll, removal_roll};

pub(super) fn run_price(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let price: Price = facts_of(said)?;
    let (ap, ledger) = (price.ap(book), price.ledger(book));
    let effect = Effect::new(format!("{ap} AP"), price.action.clause(), format!("It costs {ap} AP."));
    Ok(certain(vec![("price".to_string(), ledger)], ap.into(), effect))
}

pub(super) fn run_march(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let march: March = facts_of(said)?;
    let marched = march.marched(book);
    let clause = if march.gains_by_road() { WA_MOVE_05 } else { WA_MOVE_03 };
    let inches = marched.distance.in_inches();
    let text = format!(
        "It makes {} of up to {} inches and has {} AP left.",
        several(marched.increments, "increment"),
        marched.each.in_inches(),
        marched.ap_left
    );
    let result = marched.increments.into();
    Ok(certain(
        vec![("each increment".to_string(), march.price().ledger(book))],
        result,
        Effect::new(format!("{inches} inches"), clause, text),
    ))
}

pub(super) fn run_scenery(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let scenery: Scenery = facts_of(said)?;
    if scenery.is_exempt() {
        let text = "Guns, columns and loose troops keep their order.";
        return Ok(certain(Vec::new(), 0, Effect::new("In order", WA_MOVE_17, text)));
    }
    let roll = disorder_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let effect = match scenery.disorders(book, die) {
        true => Effect::new("Disordered", WA_MOVE_17, "It comes out in disorder."),
        false => Effect::new("In order", WA_MOVE_17, "It comes out in order."),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}

pub(super) fn run_removal(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let Removal {} = facts_of(said)?;
    let roll = removal_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let effect = match Removal::succeeds(book, die) {
        true => Effect::new("In order", WA_MOVE_27, "It is in order again."),
        false => Effect::new("Still disordered", WA_MOVE_27, "It may try again for another AP."),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}
