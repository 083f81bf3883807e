//! Moves, maneuvers and retreats (RF-MOV, RF-MAN, RF-RET).

mod candidates;
mod fit;
mod guns;
mod lane;
mod maneuver;
mod plan;
mod retreat;
mod way_back;
mod worked_out;

use firelock_core::{Desk, Grain, Halt, Place as Where, Refusal, UnitId};
use firelock_table::{Base, Body, Crowd, Drive};

pub(crate) use fit::{acts, fit};
pub(crate) use plan::{Others, branch, crowd};
pub(crate) use retreat::{
    check_retreat, close_range, is_able_to_fire, is_in_close_range, lose, regain_order, retreat, retreats_in_order,
};

pub(crate) use worked_out::WorkedOut;

use crate::Regimental;
use crate::charts::Pace;
use crate::clauses::*;
use crate::command::{Command, Maneuver, SetFlank, SetGap, Step};
use crate::event::Event;
use crate::facts::Scope;
use crate::phase::Lots;
use crate::state::{Flank, State};
use crate::words::MoveClass;
use plan::{Budget, Friends, Plan};

// Check.

/// Judges a maneuver.
pub(crate) fn check(
    state: &State,
    unit: UnitId,
    maneuver: &Maneuver,
    flank: Option<SetFlank>,
    gap: Option<SetGap>,
) -> Result<(), Refusal> {
    match state.worked_out.of(unit, maneuver, flank, gap) {
        Some(_) => Ok(()),
        None => events(state, &Others::of(state), unit, maneuver, flank, gap).map(drop),
    }
}

/// Works a maneuver out: what would happen, or why not.
pub(super) fn events(
    state: &State,
    others: &Others<'_>,
    unit: UnitId,
    maneuver: &Maneuver,
    flank: Option<SetFlank>,
    gap: Option<SetGap>,
) -> Result<Vec<Event>, Refusal> {
    may_maneuver(state, unit)?;
    let plan = Plan::new(state, unit, others);
    match state.roster(unit).is_guns() {
        true => guns::work_out(plan, maneuver, gap),
        false => maneuver::work_out(plan, maneuver, flank, gap),
    }
}

/// What the moves of a legal maneuver cost, in words.
fn cost_of(state: &State, others: &Others<'_>, unit: UnitId, maneuver: &Maneuver) -> String {
    let mut plan = Plan::new(state, unit, others);
    let scope = plan.unit.turn.scope;
    let walks = |plan: &mut Plan<'_>, steps: &[Step], budget| plan.walk_among(steps, budget, Friends::Bar).is_ok();
    let walked = match maneuver {
        Maneuver::Full(steps) => walks(&mut plan, steps, budget(scope, false)),
        Maneuver::FullDisordered(steps) => walks(&mut plan, steps, budget(Scope::WellHandled, false)),
        Maneuver::Half { steps, before: None, .. } => walks(&mut plan, steps, budget(scope, true)),
        Maneuver::GunMove { limber: false, steps, .. } => walks(&mut plan, steps, budget(scope, false)),
        _ => false,
    };
    let words = |(cost, most)| format!("{cost} of {most}");
    plan.cost.filter(|_| walked).map(words).unwrap_or_default()
}

/// Whether a unit of this check still has its maneuver to do.
fn may_maneuver(state: &State, id: UnitId) -> Result<(), Refusal> {
    let (unit, name) = (state.unit(id), &state.roster(id).name);
    if unit.side != state.active || !unit.is_on_table() {
        return Err(Refusal::new(RF_SEQ_08, format!("{name}: not yours to move")).at(Where::Unit(id)));
    }
    match unit.turn.to_maneuver {
        true => Ok(()),
        false => Err(Refusal::new(RF_SEQ_08, format!("{name}: no maneuver left in this check")).at(Where::Unit(id))),
    }
}

/// A flank turned back or straightened outside a maneuver (RF-FRM-21).
pub(crate) fn check_flank(state: &State, unit: UnitId, flank: Option<Flank>) -> Result<(), Refusal> {
    let others = Others::of(state);
    let mut plan = Plan::new(state, unit, &others);
    plan.set_flank(Some(flank.map_or(SetFlank::Straight, SetFlank::Back)))
}

/// A finite sample of maneuvers.
pub(crate) fn candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    candidates::list(state, grain, into);
}

/// The same of one unit alone, the first that is to maneuver.
pub(crate) fn candidates_of_next(state: &State, grain: Grain, into: &mut Vec<Command>) {
    if let Some(unit) = to_move(state).next() {
        candidates::of_unit(state, &Others::of(state), unit, grain, into);
    }
}

/// One of the maneuvers of a playout.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    candidates::draw(state, lots)
}

// Resolve.

/// Carries a maneuver out.
pub(crate) fn resolve(
    desk: &mut Desk<'_, Regimental>,
    unit: UnitId,
    maneuver: &Maneuver,
    flank: Option<SetFlank>,
    gap: Option<SetGap>,
) -> Result<(), Halt> {
    let state = desk.state();
    let worked_out = match state.worked_out.of(unit, maneuver, flank, gap) {
        Some(events) => events,
        None => events(state, &Others::of(state), unit, maneuver, flank, gap)?,
    };
    for event in worked_out {
        desk.emit(event);
    }
    super::leaders::follow(desk, unit)
}

/// Units of this check that were given no maneuver hold (RF-SEQ-10).
pub(crate) fn hold_the_rest(desk: &mut Desk<'_, Regimental>) {
    let rest: Vec<UnitId> = to_move(desk.state()).collect();
    for unit in rest {
        desk.emit(Event::Maneuvered { unit, formation_changed: false, no_fire: false, fire_action: true });
    }
}

// Predicates.

/// Whether a unit of this check is still to maneuver.
pub(crate) fn has_choice(state: &State) -> bool {
    to_move(state).next().is_some()
}

/// The units of this check that still have a maneuver.
pub(super) fn to_move(state: &State) -> impl Iterator<Item = UnitId> {
    state.on_table(state.active).filter(|(_, unit)| unit.turn.to_maneuver).map(|(id, _)| id)
}

/// Whether a unit could stand there: on the table, on nobody, on ground it may enter, off enemies unless it comes no nearer than
/// it was before.
pub(crate) fn may_stand(
    state: &State,
    crowd: &Crowd,
    unit: UnitId,
    body: &Body,
    before: &[Base],
) -> Result<(), Refusal> {
    Plan::new(state, unit, &Others::in_crowd(state, crowd)).fits(body, before)
}

/// The slowest ground of a move (RF-MOV-02).
pub(crate) fn slowest(state: &State, crowd: &Crowd, unit: UnitId, drive: &Drive, start: &Body) -> MoveClass {
    Plan::new(state, unit, &Others::in_crowd(state, crowd)).slowest(drive, start)
}

/// The pace that an effect gives: the double quick rate only with Double Quick (RF-MOV-03).
fn pace(scope: Scope) -> Pace {
    if scope == Scope::DoubleQuick { Pace::Quick } else { Pace::Full }
}

/// A full or half move under an effect.
fn budget(scope: Scope, half: bool) -> Budget {
    Budget { pace: pace(scope), half, clause: if half { RF_MOV_04 } else { RF_MOV_01 } }
}
