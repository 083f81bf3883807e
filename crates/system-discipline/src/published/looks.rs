use firelock_core::{Checked, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::several;
use crate::charts::scale;
use crate::clauses::*;
use crate::facts::{March, Meeting, Score, Strength, is_over_half, meet};
use crate::results::Verdict;
use crate::yards::Yards;

/// The boxes of a unit.
pub(super) fn run_boxes(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let unit: Strength = facts_of(said)?;
    let boxes = unit.boxes(book);
    if boxes == 0 || unit.marked > boxes {
        return Err(TestFault::Facts(format!("marked: a unit of {boxes} boxes cannot have {} marked", unit.marked)));
    }
    let effect = match unit.marked {
        marked if unit.is_shattered(book) => {
            Effect::new("Shattered", FD_MOR_20, format!("All {marked} boxes are marked."))
        }
        marked if is_over_half(book, boxes, marked) => {
            Effect::new("Over half", FD_MOR_07, format!("{marked} of {boxes} boxes are marked; its losses tell."))
        }
        marked => Effect::new("Sound", FD_MOR_22, format!("{marked} of {boxes} boxes are marked; it fights as ever.")),
    };
    let tells = format!("Losses tell from mark {}", unit.tells_from(book));
    let also = vec![Effect::new(tells, FD_MOR_07, "Strictly more than half of the boxes.")];
    Ok(certain(boxes.into(), effect, vec![("boxes".to_string(), unit.ledger(book))], also))
}

/// How far a body goes.
pub(super) fn run_march(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let march: March = facts_of(said)?;
    let Some(went) = march.marched(book) else {
        let (clause, text) = march.bar(book).expect("what does not march is barred");
        return Ok(certain(0, Effect::new("No move", clause, text), Vec::new(), Vec::new()));
    };
    let mut also =
        vec![Effect::new(format!("Rate {} yards", went.allowance), FD_MOV_01, "What it may spend this turn.")];
    if let Some(at) = went.stopped {
        let text = format!("Stretch {} of the way may not be entered, or costs too much.", at + 1);
        also.push(Effect::new("Stopped", FD_TER_02, text));
    }
    let name = format!("{} yards", went.distance);
    let text = format!("It goes {name}.");
    Ok(certain(went.distance.in_tenths(), Effect::new(name, FD_TER_03, text), Vec::new(), also))
}

/// Where a charge and a counter-charge meet.
pub(super) fn run_meeting(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Meeting = facts_of(said)?;
    let scale = scale(book);
    let [gap, charger, counter] = [facts.gap, facts.charger, facts.counter].map(|yards| yards.on_table(scale));
    let (charger, counter, contact) = meet(gap, charger, counter);
    let [charger, counter] = [charger, counter].map(|length| Yards::of(length, scale));
    let (name, text) = match contact {
        true => ("Contact", format!("The charger goes {charger} yards, the other {counter}; they meet.")),
        false => ("No contact", format!("The charger goes {charger} yards, the other {counter}; they stop apart.")),
    };
    let also = vec![
        Effect::new(format!("Charger goes {charger} yards"), FD_MEL_54, "Rounded down to the grid."),
        Effect::new(format!("Counter-charger goes {counter} yards"), FD_MEL_54, "The rest."),
    ];
    Ok(certain(charger.in_tenths(), Effect::new(name, FD_MEL_22, text), Vec::new(), also))
}

/// Who won.
pub(super) fn run_score(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let score: Score = facts_of(said)?;
    let reckoned = score.reckoned(book);
    let [red, blue] = reckoned.points;
    let clause = if reckoned.by_break { FD_VIC_04 } else { FD_VIC_05 };
    let text = match (reckoned.winner, reckoned.by_break) {
        (None, _) => format!("Red has {red} points, blue {blue}."),
        (Some(side), true) => format!("The army of the other side has broken; {side} wins."),
        (Some(side), false) => format!("Red has {red} points, blue {blue}; {side} wins."),
    };
    let name = match reckoned.winner {
        None => Verdict::Draw.name().to_string(),
        Some(side) => format!("{} of {side}", reckoned.verdict.name()),
    };
    let ledgers = Side::BOTH.map(|side| {
        let account = if side == Side::Red { &score.red } else { &score.blue };
        (format!("points of {side}"), account.ledger(book))
    });
    let points = Effect::new(several(red.abs_diff(blue), "point ahead", "points ahead"), FD_VIC_02, "By table T23.");
    Ok(certain(red - blue, Effect::new(name, clause, text), ledgers.into(), vec![points]))
}

/// A result without dice.
fn certain(result: i32, effect: Effect, ledgers: Vec<(String, Ledger)>, also: Vec<Effect>) -> Checked {
    Checked { ledgers, dice: String::new(), result, effect, also }
}
