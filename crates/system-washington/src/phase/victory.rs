//! Objectives, countdown, score and the end (WA-SEQ-20, 21; WA-VIC).

use firelock_core::{Clause, Desk, Halt, Side, UnitId};
use firelock_table::gap_within;

use crate::Washington;
use crate::charts::numbers;
use crate::clauses::*;
use crate::event::{Event, Outcome};
use crate::facts::{self, Score, Tallied};
use crate::results::Margin;
use crate::state::{CommanderStatus, Objective, Place, State, Step, Unit};
use crate::words::{Rank, Role};

/// Who holds an objective now: the side with units near it, if the other has none; else the last holder (WA-VIC-04).
pub(crate) fn holder(state: &State, objective: &Objective) -> Side {
    let reach = state.stage.length(&numbers::HOLD_REACH);
    let near = |side: Side| {
        let near =
            |(id, unit): (UnitId, &Unit)| !state.roster(id).is_gun() && gap_within(objective.at, &unit.outline, reach);
        state.on_table(side).any(near)
    };
    match (near(Side::Red), near(Side::Blue)) {
        (true, false) => Side::Red,
        (false, true) => Side::Blue,
        _ => objective.holder,
    }
}

/// What a side has (WA-VIC-03, WA-VIC-05..08); who is off the table counts for nothing (WA-VIC-09).
pub(crate) fn measure(state: &State, side: Side) -> Tallied {
    let (home, enemy) = (state.base_line(side), side.enemy());
    let held = state.objectives.iter().filter(|objective| objective.holder == side);
    let lost = |gun: bool| {
        let is_lost = |(id, unit): &(UnitId, &Unit)| {
            unit.side == enemy && matches!(unit.place, Place::Gone(_)) && state.roster(*id).is_gun() == gun
        };
        state.all_units().filter(is_lost).count().min(200) as u8
    };
    let dead = |rank: Rank| {
        let is_dead = |(id, commander): &(crate::state::CommanderId, &crate::state::Commander)| {
            commander.side == enemy && commander.status == CommanderStatus::Dead && state.officer(*id).rank == rank
        };
        state.all_commanders().filter(is_dead).count().min(200) as u8
    };
    Tallied {
        objectives: held.map(|objective| state.depth_from(home, objective.at)).collect(),
        units_lost: lost(false),
        units_battered: state.on_table(enemy).filter(|(id, _)| state.is_battered(*id)).count().min(200) as u8,
        guns_lost: lost(true),
        commanders_dead: dead(Rank::Brigade),
        general_dead: dead(Rank::General) > 0,
        sections: sections(state, side),
    }
}

/// Sections of the enemy half with own units and no enemy unit (WA-VIC-07, WA-VIC-08, WA-SCALE-03).
fn sections(state: &State, side: Side) -> u8 {
    let (across, deep) = (state.stage.count(&numbers::SECTIONS_ACROSS), state.stage.count(&numbers::SECTIONS_DEEP));
    let in_section = |nth: (u8, u8), of: Side| {
        let here = |(id, _): &(UnitId, &Unit)| {
            !state.roster(*id).is_gun() && section(state, side, state.front_center(*id)) == nth
        };
        state.on_table(of).any(|unit| here(&unit))
    };
    let mut held = 0;
    for row in deep.div_ceil(2)..deep {
        for column in 0..across {
            let nth = (column, row);
            held += u8::from(in_section(nth, side) && !in_section(nth, side.enemy()));
        }
    }
    held
}

/// The section of a place: from the left, and from the side's own base line.
pub(crate) fn section(state: &State, side: Side, place: firelock_table::Point) -> (u8, u8) {
    let home = state.base_line(side);
    let (across, deep) = (state.stage.count(&numbers::SECTIONS_ACROSS), state.stage.count(&numbers::SECTIONS_DEEP));
    let table = &state.ground.table;
    let upright = matches!(home, firelock_table::TableEdge::South | firelock_table::TableEdge::North);
    let (wide, depth) = if upright { (table.width(), table.depth()) } else { (table.depth(), table.width()) };
    let along = if upright { place.x } else { place.y };
    let part = |at: i32, whole: i32, n: u8| {
        let nth = i64::from(at.max(0)) * i64::from(n) / i64::from(whole.max(1));
        nth.min(i64::from(n) - 1).max(0) as u8
    };
    (part(along, wide.get(), across), part(state.depth_from(home, place).get(), depth.get(), deep))
}

/// Steps 11 and 12: objectives are looked at, command bases face forward, the countdown falls (WA-SEQ-20, 21; WA-VIC-04).
pub(crate) fn end_turn(desk: &mut Desk<'_, Washington>) -> Result<(), Halt> {
    for nth in 0..desk.state().objectives.len() {
        let objective = desk.state().objectives[nth];
        let side = holder(desk.state(), &objective);
        if side != objective.holder {
            desk.emit(Event::ObjectiveTaken { objective: nth as u8, side });
        }
    }
    desk.emit(Event::Reset);
    let state = desk.state();
    if state.role(state.active) == Role::Defender {
        let die = desk.roll(facts::countdown_roll(state.active, 1))?.value();
        desk.emit(Event::CountedDown(die.clamp(0, 6) as u8));
        if desk.state().countdown <= 0 {
            end(desk, WA_VIC_01, None);
        }
    }
    Ok(())
}

/// WA-VIC-02: a side without a unit on the table or to come has lost; both at once are reckoned by points.
pub(crate) fn end_if_wiped_out(desk: &mut Desk<'_, Washington>) -> bool {
    let state = desk.state();
    if state.step < Step::Morale {
        return false;
    }
    let alive = Side::BOTH.map(|side| {
        state.all_units().any(|(id, unit)| {
            unit.side == side && (unit.is_on_table() || unit.is_to_come()) && !state.roster(id).is_gun()
        })
    });
    let winner = match alive {
        [true, true] => return false,
        [true, false] => Some(Side::Red),
        [false, true] => Some(Side::Blue),
        [false, false] => None,
    };
    end(desk, WA_VIC_02, winner);
    true
}

/// The score, attacker first.
pub(crate) fn score(state: &State) -> Score {
    let [attacker, defender] = [state.attacker, state.attacker.enemy()].map(|side| measure(state, side));
    Score { attacker, defender }
}

/// The game ends: by points, or because a side is gone (WA-VIC-10, WA-VIC-02).
fn end(desk: &mut Desk<'_, Washington>, clause: Clause, winner: Option<Side>) {
    let state = desk.state();
    let book = desk.book();
    let [attacker, defender] = score(state).ledgers(book).map(|ledger| ledger.total);
    let reckoned = Score::reckoned(book, attacker, defender);
    let side = winner.unwrap_or(state.in_role(reckoned.winner));
    let margin = if winner.is_some() { Margin::Crushing } else { reckoned.margin };
    let mut score = [0; 2];
    score[state.attacker.index()] = attacker;
    score[state.attacker.enemy().index()] = defender;
    let name = &state.stage.armies[side.index()].name;
    let words = match winner {
        Some(_) => format!("{name} win: nobody of the enemy is left"),
        None => {
            let (own, other) = (score[side.index()], score[side.enemy().index()]);
            format!("{name}: {} win by {own} points to {other}", margin.name().to_lowercase())
        }
    };
    desk.emit(Event::Ended(Outcome { winner: Some(side), clause, margin, score, words }));
}
