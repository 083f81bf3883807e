//! Breakthroughs (RF-SEQ-18, RF-CHG-60, RF-CHG-61). They move and are fought after all fire, and nobody is asked to countercharge
//! (RF-CHG-62).

use firelock_core::{Desk, Halt, Place as Where, Refusal, UnitId};
use firelock_table::{Fan, in_fan};

use super::candidates::ways_to;
use super::course::{Course, CourseEnd, Effort, follow, legs, stop_short};
use super::{carry, moves};
use crate::Regimental;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::{ChargeWay, Command};
use crate::event::Event;
use crate::phase::movement;
use crate::state::{Charge, ChargeStage, State};
use crate::words::MoveClass;

/// Whether somebody is still to break through.
pub(crate) fn has_breakthrough(state: &State) -> bool {
    waiting(state).next().is_some()
}

fn waiting(state: &State) -> impl Iterator<Item = UnitId> {
    state.on_table(state.active).filter(|(_, unit)| unit.turn.breaks_through).map(|(id, _)| id)
}

/// Those who are still to break through.
pub(super) fn list(state: &State, into: &mut Vec<Command>) {
    into.extend(waiting(state).map(Command::BreakThrough));
}

/// Whether a unit is to break through now.
pub(crate) fn check_breakthrough(state: &State, id: UnitId) -> Result<(), Refusal> {
    match waiting(state).any(|other| other == id) {
        true => Ok(()),
        false => {
            let reason = format!("{}: no breakthrough to make", state.roster(id).name);
            Err(Refusal::new(RF_CHG_60, reason).at(Where::Unit(id)))
        }
    }
}

/// Half a full move at the closest enemy ahead; without one the unit carries the position (RF-CHG-60, RF-CHG-61).
pub(crate) fn resolve_breakthrough(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    desk.emit(Event::BreaksThrough { unit: id, must: false });
    let Some((target, way, course)) = closest(desk.state(), id) else { return carry(desk, id) };
    let charge = Charge {
        target,
        cold_steel: false,
        counter: false,
        breakthrough: true,
        ground: MoveClass::Open,
        stage: ChargeStage::Declared,
    };
    desk.emit(Event::ChargeDeclared { unit: id, charge, way });
    let state = desk.state();
    match course.end.clone() {
        CourseEnd::Meets(meeting) if course.drive.on.is_empty() && meeting.has_room(state, id) => {
            moves::strike(desk, id, &course, &meeting)
        }
        CourseEnd::Meets(_) | CourseEnd::Short | CourseEnd::Barred(_) => {
            let Some(body) = state.body(id) else { return Ok(()) };
            let crowd = movement::crowd(state);
            let short = stop_short(state, &crowd, id, body, course.reach, |reach| legs(body, way, reach));
            moves::end_short(desk, id, &short)
        }
    }
}

/// The closest enemy within reach and within 45 degrees of the front, and the way to him (RF-CHG-60, RF-CHG-74).
fn closest(state: &State, id: UnitId) -> Option<(UnitId, ChargeWay, Course)> {
    let (crowd, body) = (movement::crowd(state), state.body(id)?);
    let unit = state.unit(id);
    let mounted = movement::branch(state.roster(id), unit.mounted).is_mounted();
    let reach = Effort::HALF_FULL.reach(state, id, MoveClass::Open)?;
    let spread = state.stage.degrees(&numbers::BREAKTHROUGH_ARC);
    let fan = Fan { edge: state.front(id)?, facing: unit.outline.facing(), spread, reach };
    let is_ahead = |enemy: UnitId| match state.garrison(enemy) {
        // RF-CHG-66.
        Some(ground) => !mounted && in_fan(&fan, ground).is_some(),
        None => in_fan(&fan, state.bases(enemy)).is_some(),
    };
    let near =
        state.on_table(unit.side.enemy()).map(|(enemy, _)| enemy).filter(|enemy| state.within(id, *enemy, reach));
    let mut ahead: Vec<_> = near.filter(|enemy| is_ahead(*enemy)).map(|enemy| (state.gap(id, enemy), enemy)).collect();
    ahead.sort();
    ahead.into_iter().find_map(|(gap, enemy)| {
        let wheels = ways_to(state, body, enemy).into_iter().filter(|way| !matches!(way, ChargeWay::Oblique { .. }));
        let courses = wheels.filter_map(|way| Some((way, follow(state, &crowd, id, way, Effort::HALF_FULL, enemy)?)));
        let courses: Vec<(ChargeWay, Course)> = courses.collect();
        let hits = |course: &Course| matches!(&course.end, CourseEnd::Meets(meeting) if meeting.target == enemy);
        let best = courses.iter().position(|(_, course)| hits(course)).unwrap_or(0);
        let (way, course) = courses.into_iter().nth(best)?;
        // Slow ground on the way shortens the reach.
        gap.within(course.reach).then_some((enemy, way, course))
    })
}
