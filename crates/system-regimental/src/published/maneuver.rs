use firelock_core::{Checked, Clause, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::stands;
use crate::charts::Column;
use crate::clauses::*;
use crate::facts::{Handled, Handling, Scope, check_roll};
use crate::results::{ManeuverEffect, Motion};

pub(super) fn run(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let unit: Handling = facts_of(said)?;
    let ledger = unit.ledger(book);
    let roll = check_roll(Side::Red, [(None, ledger.clone())]);
    let die = dice.roll(&roll)?.value();
    let handled = unit.handle(book, die + ledger.total);
    Ok(Checked {
        dice: roll.in_words(),
        result: handled.result,
        effect: main_effect(&unit, &handled),
        also: further_effects(&unit, &handled),
        ledgers: vec![("maneuver".to_string(), ledger)],
    })
}

fn main_effect(unit: &Handling, handled: &Handled) -> Effect {
    let (clause, text) = match unit.branch.is_troops() {
        true => troops(handled),
        false => guns(handled),
    };
    Effect::new(handled.effect.name(), clause, text)
}

fn troops(handled: &Handled) -> (Clause, &'static str) {
    let holds = handled.motion == Motion::Hold;
    match handled.effect {
        ManeuverEffect::DoubleQuick => (RF_MAN_01, "One maneuver of Well Handled at the double quick rate."),
        ManeuverEffect::WellHandled => {
            (RF_MAN_02, "One maneuver: a full move, half a move and a change of formation, or another of the list.")
        }
        ManeuverEffect::Tardy => {
            (RF_MAN_03, "Half a move, a full move that disorders, or a change of formation on the spot.")
        }
        ManeuverEffect::FallBack if holds => (RF_MOR_08, "Holds its place and may only fire; its order stays."),
        ManeuverEffect::FallBack => (RF_MOR_08, "Goes back out of the enemy's close range, disordered."),
        ManeuverEffect::RallyWithElan => (RF_MAN_05, "Back in good order; then one maneuver of Well Handled."),
        ManeuverEffect::Rally => {
            (RF_MAN_06, "Back in good order, then one maneuver of Tardy; or it stays disordered for a full move.")
        }
        ManeuverEffect::Shaken if holds => (RF_MOR_06, "Holds its place, back in good order; it may only fire."),
        ManeuverEffect::Shaken => {
            (RF_MOR_06, "Goes back out of the enemy's close range, then is in good order again; it may only fire.")
        }
        ManeuverEffect::Wavering if holds => (RF_MOR_07, "Holds its place, disordered; it may only fire."),
        ManeuverEffect::Wavering => (RF_MOR_07, "Goes back out of the enemy's close range and stays disordered."),
        ManeuverEffect::Panic => (RF_MOR_09, "Flees broken toward its own edge."),
    }
}

fn guns(handled: &Handled) -> (Clause, &'static str) {
    let clause = match handled.effect {
        ManeuverEffect::FallBack if handled.motion == Motion::Hold => RF_GUN_17,
        ManeuverEffect::FallBack => RF_GUN_16,
        ManeuverEffect::Panic => RF_GUN_18,
        ManeuverEffect::Tardy => RF_GUN_10,
        ManeuverEffect::DoubleQuick => RF_GUN_12,
        _ => RF_GUN_07,
    };
    let text = match (handled.scope, handled.motion) {
        (Scope::DoubleQuick, _) => "One maneuver of Well Handled; the double quick rate only if it stays limbered.",
        (Scope::WellHandled, _) => "One maneuver: a full move, fire, limber or unlimber, pivot, rally or replenish.",
        (Scope::Tardy, _) => "One maneuver: a full move, fire, limber or unlimber, or pivot.",
        (Scope::Hold, Motion::Removed) => "The guns cannot be brought off and are lost.",
        (Scope::Hold, Motion::FullRetreat) => "Limbers and makes a full retreat, silenced.",
        (Scope::Hold, _) if handled.silenced => "Holds its place, silenced.",
        (Scope::Hold, _) => "Holds its place and may only fire.",
    };
    (clause, text)
}

fn further_effects(unit: &Handling, handled: &Handled) -> Vec<Effect> {
    let mut also = Vec::new();
    if handled.stands_lost > 0 {
        let clause = match (unit.branch.is_troops(), unit.column()) {
            (false, _) if handled.effect == ManeuverEffect::Panic => RF_GUN_18,
            (false, _) => RF_GUN_16,
            (true, Column::GoodOrder) => RF_OPT_04,
            (true, Column::Disordered) => RF_MOR_09,
        };
        let n = stands(handled.stands_lost);
        also.push(Effect::new(format!("{n} lost"), clause, format!("The unit loses {n}.")));
    }
    if handled.motion == Motion::Removed {
        also.push(Effect::new("Destroyed", RF_MOR_15, "No stand is left; the unit leaves the game."));
    }
    match handled.motion {
        Motion::OutOfCloseRange => {
            also.push(Effect::new("Retreats out of close range", RF_RET_01, "It goes back out of close range."));
        }
        Motion::FullRetreat => {
            also.push(Effect::new("Full retreat", RF_RET_05, "It makes off toward its own edge."));
        }
        _ => {}
    }
    if handled.reforms {
        also.push(Effect::new("Reforms", RF_MOR_10, "Forms line or open order facing the nearest enemy."));
    }
    if handled.silenced {
        also.push(Effect::new("Silenced", RF_GUN_04, "Its guns are silenced and may not fire."));
    } else if !handled.may_fire && handled.motion != Motion::Removed {
        also.push(Effect::new("No fire", RF_FIR_06, "It may not fire in the fire phase of this turn."));
    }
    also
}
