//! Losses, objectives and the end (NQ-VIC).

use firelock_core::{Desk, Side, UnitId};
use firelock_table::{Bounds, gap_within};

use crate::Napoleonic;
use crate::charts::numbers;
use crate::clauses::*;
use crate::event::Event;
use crate::facts::{Army, Score};
use crate::state::{Place, State};
use crate::words::Order;

/// The facts of an end check (NQ-VIC-01, NQ-VIC-02).
pub(crate) fn measure(state: &State) -> Score {
    let army = |side: Side| {
        let mut army = Army { bases: 0, guns: 0, bases_lost: 0, guns_lost: 0, objectives: 0 };
        for (id, unit) in state.all_units().filter(|(_, unit)| unit.side == side) {
            let roster = state.roster(id);
            let initial = u16::from(roster.bases);
            let lost = match unit.place == Place::Waiting || (unit.is_on_table() && !unit.routing) {
                true => initial - u16::from(unit.bases),
                false => initial,
            };
            match roster.is_battery() {
                true => (army.guns, army.guns_lost) = (army.guns + initial, army.guns_lost + lost),
                false => (army.bases, army.bases_lost) = (army.bases + initial, army.bases_lost + lost),
            }
        }
        let held = state.holders.iter().zip(&state.stage.objectives).filter(|(holder, _)| **holder == Some(side));
        army.objectives = held.map(|(_, objective)| objective.worth).fold(0, u8::saturating_add);
        army
    };
    let last_turn = state.turn >= state.stage.turns;
    Score { red: army(Side::Red), blue: army(Side::Blue), last_turn }
}

/// END_CHECK (NQ-SEQ-16).
pub(crate) fn end_check(desk: &mut Desk<'_, Napoleonic>) {
    hold_objectives(desk);
    let state = desk.state();
    let reckoned = measure(state).result(&state.stage.book);
    if !reckoned.over {
        return;
    }
    let name = |side: Side| state.stage.armies[side.index()].name.clone();
    let (clause, words) = match (reckoned.broken, reckoned.winner) {
        ([true, true], _) => (NQ_VIC_04, "both armies break: a draw".to_string()),
        ([false, false], Some(side)) => (NQ_VIC_06, format!("the {} lead on points at the turn limit", name(side))),
        ([false, false], None) => (NQ_VIC_06, "no clear lead at the turn limit: a draw".to_string()),
        (_, Some(side)) => (NQ_VIC_03, format!("the {} break: the {} win", name(side.enemy()), name(side))),
        (_, None) => (NQ_VIC_04, "a draw".to_string()),
    };
    let score = reckoned.points.map(i32::from);
    desk.emit(Event::Ended { winner: reckoned.winner, clause, score, words });
}

/// Who stands alone about an objective has it (NQ-VIC-07).
fn hold_objectives(desk: &mut Desk<'_, Napoleonic>) {
    for nth in 0..desk.state().stage.objectives.len() {
        let state = desk.state();
        let at = state.stage.objectives[nth].at;
        let reach = state.stage.length(&numbers::OBJECTIVE_REACH);
        let near = |side: Side| {
            let units: Vec<UnitId> = state
                .alive(side)
                .filter(|(_, unit)| {
                    unit.bounds.distance_squared(&Bounds::of(&[at])) <= reach.squared()
                        && gap_within(at, &unit.stands[..], reach)
                })
                .map(|(id, _)| id)
                .collect();
            let steady = units.iter().any(|id| state.unit(*id).order() != Order::Unformed);
            (!units.is_empty(), steady)
        };
        let [red, blue] = Side::BOTH.map(near);
        let holder = match (red, blue) {
            ((_, true), (false, _)) => Side::Red,
            ((false, _), (_, true)) => Side::Blue,
            _ => continue,
        };
        if state.holders[nth] != Some(holder) {
            desk.emit(Event::Held { objective: nth as u8, side: holder });
        }
    }
}

/// A side gives up (NQ-VIC-08).
pub(crate) fn resign(desk: &mut Desk<'_, Napoleonic>, side: Side) {
    let state = desk.state();
    let reckoned = measure(state).result(&state.stage.book);
    let words = format!("the {} give up the fight", state.stage.armies[side.index()].name);
    let score = reckoned.points.map(i32::from);
    desk.emit(Event::Ended { winner: Some(side.enemy()), clause: NQ_VIC_08, score, words });
}
