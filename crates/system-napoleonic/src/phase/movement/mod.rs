//! Moves: who may move, what an order costs, and what becomes of it (NQ-MOV).

mod candidates;
mod enter;
mod fit;
pub(crate) mod flight;
mod plan;

use firelock_core::{Desk, Halt, Place as Where, Refusal, Side, UnitId};
use firelock_table::{Base, Bounds, FeatureId, Length, overlaps_ground};

use super::{control, leaders, losses, name, own};
use crate::Napoleonic;
use crate::charts::{self, crossing_cost, numbers};
use crate::clauses::*;
use crate::command::Act;
use crate::event::Event;
use crate::state::{State, Unit};
use crate::words::{Arm, Formation, Terrain};

pub(crate) use candidates::{candidates, draw};
pub(crate) use fit::{acts_of, fit};
pub(crate) use plan::{Course, course, plan};

/// The rate of a unit in a formation (NQ-MOV-02, T-MOVE); a battery has that of its slowest gun (NQ-SPC-10).
pub(crate) fn rate(state: &State, id: UnitId, formation: Formation, unformed: bool) -> Length {
    let (book, roster, unit) = (&state.stage.book, state.roster(id), state.unit(id));
    if roster.arm() == Arm::Artillery {
        let guns = roster.guns.iter().take(usize::from(unit.bases));
        let each = guns.map(|gun| match unformed {
            true => charts::unformed_gun_rate(book, roster.class, *gun),
            false => charts::gun_rate(book, roster.class, *gun, formation),
        });
        return each.min().unwrap_or_default();
    }
    let rate = match unformed {
        true => charts::unformed_rate(book, roster.class),
        false => charts::rate(book, roster.class, formation),
    };
    rate.unwrap_or_default()
}

/// Whether a unit may enter or cross a feature as it stands; into buildings only by an act of its own (NQ-TER-12).
pub(crate) fn admits(state: &State, id: UnitId, feature: FeatureId) -> bool {
    admits_in(state, id, state.unit(id).formation, feature)
}

pub(crate) fn admits_in(state: &State, id: UnitId, formation: Formation, feature: FeatureId) -> bool {
    let land = state.stage.land(feature);
    !land.closed
        && land.terrain != Terrain::Building
        // Beside a bridge there is no need to be in column: it is the river that bars.
        && (land.terrain == Terrain::Bridge || land.ground().crossing.admits(state.roster(id).class, formation))
}

/// Whether bases lie on the table, on nobody and on no ground that is closed to the unit.
pub(crate) fn is_clear(state: &State, id: UnitId, bases: &[Base], bounds: Bounds) -> bool {
    state.on_board(bounds)
        && state.lies_on(bases, bounds, id).is_none()
        && closed_ground(state, id, state.unit(id).formation, bases, bounds).is_none()
}

/// Ground closed to a unit that some of its bases would lie on; areas only.
pub(crate) fn closed_ground(
    state: &State,
    id: UnitId,
    formation: Formation,
    bases: &[Base],
    bounds: Bounds,
) -> Option<FeatureId> {
    let barred = |feature: &FeatureId| !admits_in(state, id, formation, *feature);
    let near = state.stage.barriers.iter().filter(|(_, own)| own.meets(&bounds)).map(|(feature, _)| *feature);
    near.filter(barred).find(|feature| {
        let ground = state.stage.table.ground(*feature);
        ground.is_some_and(|ground| bases.iter().any(|base| overlaps_ground(base, ground)))
    })
}

/// Whether two friends that pass through each other both become unformed (NQ-MOV-16, NQ-MOV-17).
pub(crate) fn both_unform(state: &State, id: UnitId, friend: UnitId) -> bool {
    let free = |unit: &Unit, id: UnitId| unit.formation.is_open() || state.roster(id).is_battery();
    let (own, other) = (state.unit(id), state.unit(friend));
    !free(own, id) && !free(other, friend)
}

/// Whether a unit may have a move in its side's MOVE (NQ-SEQ-08).
fn may_move(state: &State, id: UnitId) -> bool {
    let (unit, marks) = (state.unit(id), &state.unit(id).marks);
    !unit.routing && !marks.done && !marks.declared && !marks.countercharged && !marks.fled
}

/// The units of a side that may still move, or break off.
pub(crate) fn movers(state: &State, side: Side) -> impl Iterator<Item = UnitId> {
    state
        .alive(side)
        .map(|(id, _)| id)
        .filter(|id| may_move(state, *id) && (!state.is_engaged(*id) || state.roster(*id).arm() == Arm::Cavalry))
}

/// Whether a unit may be given a move at all, and why not.
fn able(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    own(state, side, id)?;
    let unit = state.unit(id);
    let refuse =
        |clause, why: &str| Err(Refusal::new(clause, format!("{} {why}", name(state, id))).at(Where::Unit(id)));
    match () {
        () if unit.routing => refuse(NQ_MOV_25, "routs and moves of itself"),
        () if unit.marks.done => refuse(NQ_SEQ_07, "has had its move"),
        () if unit.marks.declared => refuse(NQ_SEQ_08, "declared a charge this turn"),
        () if unit.marks.countercharged => refuse(NQ_SEQ_08, "countercharged this turn"),
        () if unit.marks.fled => refuse(NQ_SEQ_08, "fell back this turn"),
        () => Ok(()),
    }
}

/// Judges a move.
pub(crate) fn check(state: &State, side: Side, id: UnitId, acts: &[Act]) -> Result<(), Refusal> {
    able(state, side, id)?;
    if state.is_engaged(id) {
        return Err(Refusal::new(NQ_SEQ_08, format!("{}: engaged", name(state, id))).at(Where::Unit(id)));
    }
    plan(state, id, acts).map(|course| state.planned.keep(id, acts, course))
}

/// Carries a move out.
pub(crate) fn resolve(desk: &mut Desk<'_, Napoleonic>, id: UnitId, acts: &[Act]) {
    let planned = desk.state().planned.take(id, acts);
    let Some(course) = planned.or_else(|| plan(desk.state(), id, acts).ok()) else { return };
    let Course { place, formation, lead, bent, marks, unformed, passed, .. } = course;
    desk.emit(Event::Marched { unit: id, place, formation, lead, bent, marks });
    if unformed {
        desk.emit(Event::Unformed(id));
    }
    for friend in passed {
        desk.emit(Event::Unformed(friend));
    }
    leaders::displace(desk, id);
}

/// Judges re-forming (NQ-MOV-12).
pub(crate) fn check_reform(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    able(state, side, id)?;
    let refuse = |why: &str| Err(Refusal::new(NQ_MOV_12, format!("{} {why}", name(state, id))).at(Where::Unit(id)));
    match () {
        () if !state.unit(id).unformed => refuse("is not unformed"),
        () if state.is_engaged(id) => refuse("is engaged"),
        () => Ok(()),
    }
}

/// Re-forms: of itself where no enemy is near, else by a test. There is no other way to lose UNFORMED (NQ-MOR-16).
pub(crate) fn reform(desk: &mut Desk<'_, Napoleonic>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let (unit, near) = (state.unit(id), state.stage.length(&numbers::REFORM_CLEAR));
    let enemy = state.enemy_within(unit.side, &unit.stands, unit.bounds, near);
    let reformed = enemy.is_none() || control::discipline(desk, id, 0, None, (NQ_MOV_12, "re-form"))?;
    desk.emit(if reformed { Event::Reformed(id) } else { Event::NotReformed(id) });
    Ok(())
}

/// Judges breaking off (NQ-MEL-31).
pub(crate) fn check_break_off(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    able(state, side, id)?;
    match state.is_engaged(id) && state.roster(id).arm() == Arm::Cavalry {
        true => Ok(()),
        false => {
            let why = format!("{}: no cavalry in contact", name(state, id));
            Err(Refusal::new(NQ_MEL_31, why).at(Where::Unit(id)))
        }
    }
}

/// Breaks off: a hit per enemy base that touches it, then a retreat move.
pub(crate) fn break_off(desk: &mut Desk<'_, Napoleonic>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let opponents: Vec<UnitId> = state.opponents(id).collect();
    let touching: u8 = opponents.iter().map(|enemy| super::melee::touching(state, *enemy, id)).sum();
    let hits = touching.saturating_mul(charts::count(&state.stage.book, &numbers::BREAK_OFF_HITS));
    if hits > 0 {
        desk.emit(Event::Hit { unit: id, hits });
        losses::take(desk)?;
    }
    if desk.state().unit(id).is_on_table() {
        flight::flee(desk, id, flight::Flight::Retreat);
    }
    losses::end_step(desk)
}

/// Routers of a side run on at the start of its moves (NQ-MOV-25, NQ-SEQ-07).
pub(crate) fn routers(desk: &mut Desk<'_, Napoleonic>, side: Side) -> Result<(), Halt> {
    let running: Vec<UnitId> =
        desk.state().alive(side).filter(|(_, unit)| unit.routing && !unit.marks.fled).map(|(id, _)| id).collect();
    for id in running {
        if desk.state().unit(id).is_on_table() {
            flight::flee(desk, id, flight::Flight::Rout);
        }
    }
    losses::end_step(desk)
}

/// What a linear feature costs to cross, in hundredths of the budget.
fn toll(state: &State, feature: FeatureId) -> i32 {
    crossing_cost(&state.stage.book, state.stage.land(feature).terrain)
}
