use firelock_core::{Checked, Dice, Effect, Rulebook, TestFault, facts_of};
use serde_json::Value;

use crate::charts::{count, effectiveness, numbers, point_modifier};
use crate::clauses::*;
use crate::facts::{March, Shot, Strength};
use crate::words::Effectiveness;

/// How far a unit goes.
pub(super) fn run_march(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let march: March = facts_of(said)?;
    let Some(allowance) = march.allowance(book) else {
        let text = "It cannot go there, or not so far off the road.";
        return Ok(certain(0, Effect::new("No move", RF_MOV_02, text), Vec::new()));
    };
    let ledger = march.ledger(book, &allowance);
    let name = format!("{} inches", allowance.in_all.in_inches());
    let text = match march.off_road.get() {
        0 => format!("It goes {name} in all."),
        _ => format!(
            "It goes {} inches off the road and {} on it, {name} in all.",
            march.off_road.in_inches(),
            allowance.farther.in_inches()
        ),
    };
    let result = ledger.total;
    Ok(certain(result, Effect::new(name, RF_MOV_08, text), vec![("way".to_string(), ledger)]))
}

/// Fire points and what they add.
pub(super) fn run_points(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let shot: Shot = facts_of(said)?;
    let volley = shot.volley();
    let points = volley.points(book);
    let clause = if shot.firearm.is_cannon() { RF_GUN_01 } else { RF_FIR_07 };
    let effect = match volley.weigh(book) {
        None => Effect::new("No fire", clause, "It does not reach so far."),
        Some(weighed) => {
            let modifier = point_modifier(book, weighed.points);
            Effect::new(format!("{modifier:+}"), RF_FIR_46, format!("The die is modified by {modifier:+}."))
        }
    };
    Ok(certain(points.total, effect, vec![("fire points".to_string(), points)]))
}

/// Fresh, worn or spent.
pub(super) fn run_strength(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let unit: Strength = facts_of(said)?;
    let (least, most) = (count(book, &numbers::UNIT_LEAST), count(book, &numbers::UNIT_MOST));
    if !(least..=most).contains(&unit.start_stands) {
        return Err(TestFault::Facts(format!("start_stands: a unit starts with {least} to {most} stands")));
    }
    if unit.stands > unit.start_stands {
        return Err(TestFault::Facts("stands: no unit has more than it started with".to_string()));
    }
    let (name, text) = match effectiveness(book, unit.morale, unit.start_stands, unit.stands) {
        Effectiveness::Fresh => ("Fresh", "Losses do not tell yet."),
        Effectiveness::Worn => ("Worn", "Losses have taken its edge."),
        Effectiveness::Spent => ("Spent", "Losses have used it up."),
    };
    Ok(certain(unit.stands.into(), Effect::new(name, RF_ROS_12, text), Vec::new()))
}

/// A result without dice.
fn certain(result: i32, effect: Effect, ledgers: Vec<(String, firelock_core::Ledger)>) -> Checked {
    Checked { ledgers, dice: String::new(), result, effect, also: Vec::new() }
}
