use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::fire::{further_effects, placed, set};
use super::morale::{Tried, loss_effects};
use crate::clauses::*;
use crate::facts::{Aimed, Harm, Reception, musket_roll};
use crate::results::ChargeFate;

/// All fire at one charger, then its one check.
pub(super) fn run(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Reception = facts_of(said)?;
    let mut ledgers = Vec::new();
    let mut words = Vec::new();
    let mut harm = Harm::default();
    for at in 0..facts.volleys.len() {
        let volley = facts.volley(at);
        let Some(loaded) = volley.loaded(book) else { continue };
        let ledger = volley.ledger(book, &loaded);
        let roll = musket_roll(Side::Blue, ledger.total, loaded.faces).because(None, ledger.clone());
        words.push(format!("{} on {}", roll.in_words(), set(loaded.faces)));
        let hits = dice.roll(&roll)?.count(1) as u8;
        harm = harm.and(facts.charger.small_arms(hits));
        ledgers.push((format!("volley {}", at + 1), ledger));
    }
    for at in 0..facts.guns.len() {
        let shot = facts.shot(book, at);
        let Some(laid) = shot.laid(book) else { continue };
        let ledger = shot.ledger(book, &laid);
        let aimed = Aimed::at(book, ledger.total);
        let rolled = match aimed.roll(Side::Blue) {
            None => None,
            Some(roll) => {
                let roll = roll.because(None, ledger.clone());
                words.push(roll.in_words());
                Some(dice.roll(&roll)?)
            }
        };
        let (one, placed) = placed(&facts.charger, aimed.hits(rolled.as_ref()), book, dice)?;
        words.extend(placed);
        harm = harm.and(one);
        ledgers.push((format!("section {}", at + 1), ledger));
    }
    let struck = facts.struck(book, harm);
    let mut also = further_effects(&struck, if facts.volleys.is_empty() { FD_ART_27 } else { FD_MUS_42 });
    also.retain(|effect| effect.clause != FD_MOR_08);
    let mut lost = None;
    if struck.checks {
        let check = facts.check(&struck);
        let tried = Tried::of(&check, Side::Red, book, dice)?;
        words.extend(tried.dice.iter().cloned());
        match &tried.lost {
            None => also.push(tried.passed()),
            Some(lost) => {
                let (effect, more) = loss_effects(&check, lost);
                also.push(effect);
                also.extend(more);
            }
        }
        lost = tried.lost;
        ledgers.push(("morale of the charger".to_string(), tried.ledger));
    }
    let fate = ChargeFate::of(&struck, lost.as_ref());
    let (name, text) = match fate {
        ChargeFate::GoesOn => ("Charge goes on", "It comes to contact."),
        ChargeFate::HaltsShort => {
            ("Charge halts short", "It stays ten yards off; no further check for want of contact.")
        }
        ChargeFate::Flees => ("Charge flees", "It runs from where the fire met it."),
        ChargeFate::Gone => ("Charge destroyed", "Nothing of it is left on the table."),
    };
    Ok(Checked {
        ledgers,
        dice: words.join(", then "),
        result: harm.casualties().into(),
        effect: Effect::new(name, FD_MUS_42, text),
        also,
    })
}
