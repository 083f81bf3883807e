//! The acts of an activated unit or gun (WA-SEQ-12, WA-MOVE), and the retire (WA-MOR-23..29).

mod candidates;
mod fit;
pub(crate) mod limits;
pub(crate) mod plan;
mod retire;

use firelock_core::{Desk, Halt, Refusal, UnitId};
use firelock_table::FeatureId;

use super::{charge, control, fire, leaders, refuse};
use crate::Washington;
use crate::charts::{self, Action};
use crate::clauses::*;
use crate::command::Act;
use crate::event::{Event, Motion};
use crate::facts::{self, Price, Removal, Scenery};
use crate::state::{Asking, HeldFor, Shot, State, Task};
use plan::{Plan, afford, plan, price_of};

pub(crate) use candidates::{candidates, list};
pub(crate) use fit::fit;
pub(crate) use retire::{check_saddle, saddle, withdraw};

/// The activated unit or gun.
pub(crate) fn active(state: &State) -> Option<UnitId> {
    state.activation.map(|activation| activation.unit)
}

/// Whether the activated unit can still act: it is there and has action points (WA-SEQ-12, WA-SEQ-13).
pub(crate) fn may_act(state: &State) -> bool {
    state.activation.is_some_and(|activation| activation.ap > 0 && state.unit(activation.unit).is_on_table())
}

/// Judges an act.
pub(crate) fn check(state: &State, act: &Act) -> Result<(), Refusal> {
    let Some(id) = active(state) else { return Err(Refusal::new(WA_SEQ_12, "nobody is activated")) };
    match act {
        Act::Shoot { target, powder } => check_shot(state, id, *target, *powder),
        Act::Bombard { target, ap } => check_bombard(state, id, *target, *ap),
        Act::Assault(target) => charge::declare(state, id, *target).map(|_| ()),
        _ => plan(state, id, act).unwrap_or_else(|| Err(Refusal::new(WA_MOVE_01, "no such act"))).map(|_| ()),
    }
}

/// The price of a unit's next shot (WA-FIRE-02, WA-PRE-09).
pub(crate) fn shot_price(state: &State, id: UnitId, powder: bool) -> Result<Price, Refusal> {
    let unit = state.unit(id);
    let action = match unit.turn.shots {
        0 => Action::FirstShot,
        1 => Action::SecondShot,
        _ => return Err(refuse(WA_FIRE_02, id, "it has shot twice this turn")),
    };
    if powder && action == Action::FirstShot {
        return Err(refuse(WA_PRE_09, id, "powder is spent with a second shot"));
    }
    if powder && state.side(unit.side).powder == 0 {
        return Err(refuse(WA_PRE_09, id, "no powder token is left"));
    }
    Ok(Price { action, powder, ..price_of(state, id) })
}

fn check_shot(state: &State, id: UnitId, target: UnitId, powder: bool) -> Result<(), Refusal> {
    if state.roster(id).is_gun() {
        return Err(refuse(WA_ART_01, id, "a gun shoots with as many AP as are spent on it"));
    }
    let price = shot_price(state, id, powder)?;
    afford(state, price.ap(&state.stage.book))?;
    fire::aim(state, id, target, false).map(|_| ()).map_err(|miss| miss.refusal(state, id, target))
}

/// The most AP that a gun may still spend on shooting (WA-ART-01).
pub(crate) fn gun_dice_left(state: &State, id: UnitId) -> u8 {
    let most = charts::most(&state.stage.book, Action::GunShot).unwrap_or(u8::MAX);
    let left = state.activation.map_or(0, |activation| activation.ap);
    let each = charts::price(&state.stage.book, Action::GunShot).max(1);
    most.saturating_sub(state.unit(id).turn.shots).min(left / each)
}

fn check_bombard(state: &State, id: UnitId, target: UnitId, ap: u8) -> Result<(), Refusal> {
    if !state.roster(id).is_gun() {
        return Err(refuse(WA_ART_01, id, "only a gun shoots so"));
    }
    let most = gun_dice_left(state, id);
    if most == 0 {
        return Err(refuse(WA_ART_01, id, "it has no AP left for shooting, or no dice this turn"));
    }
    if ap == 0 || ap > most {
        return Err(refuse(WA_ART_01, id, format!("it may spend 1 to {most} AP on this shot")));
    }
    fire::aim(state, id, target, false).map(|_| ()).map_err(|miss| miss.refusal(state, id, target))
}

/// Carries an act out; what moved, turned, changed or shot may be shot at (WA-SEQ-15).
pub(crate) fn resolve(desk: &mut Desk<'_, Washington>, act: &Act) -> Result<(), Halt> {
    let Some(unit) = active(desk.state()) else { return Ok(()) };
    match act {
        Act::Shoot { target, powder } => {
            let price = shot_price(desk.state(), unit, *powder)?;
            let ap = price.ap(desk.book());
            if *powder {
                desk.emit(Event::PowderSpent(desk.state().unit(unit).side));
            }
            desk.emit(Event::Acted { unit, action: price.action, times: 1, ap });
            desk.emit(Event::Asked(Asking::React(unit)));
            fire::shoot(desk, &Shot { shooter: unit, target: *target, dice: 0, opportunity: false })
        }
        Act::Bombard { target, ap } => {
            let each = charts::price(desk.book(), Action::GunShot);
            let spent = ap.saturating_mul(each);
            desk.emit(Event::Acted { unit, action: Action::GunShot, times: *ap, ap: spent });
            desk.emit(Event::Asked(Asking::React(unit)));
            fire::shoot(desk, &Shot { shooter: unit, target: *target, dice: *ap, opportunity: false })
        }
        Act::Assault(target) => charge::begin(desk, unit, *target),
        Act::Rally => {
            let plan = planned(desk.state(), unit, act)?;
            spend(desk, unit, &plan);
            rally(desk, unit)
        }
        _ => {
            let plan = planned(desk.state(), unit, act)?;
            spend(desk, unit, &plan);
            carry_out(desk, unit, act, &plan);
            Ok(())
        }
    }
}

fn planned(state: &State, unit: UnitId, act: &Act) -> Result<Plan, Refusal> {
    plan(state, unit, act).unwrap_or_else(|| Err(Refusal::new(WA_MOVE_01, "no such act")))
}

fn spend(desk: &mut Desk<'_, Washington>, unit: UnitId, plan: &Plan) {
    desk.emit(Event::Acted { unit, action: plan.action, times: plan.times, ap: plan.ap });
}

/// An act that moves or reshapes.
fn carry_out(desk: &mut Desk<'_, Washington>, unit: UnitId, act: &Act, plan: &Plan) {
    let Plan { pose, shape, .. } = *plan;
    match act {
        Act::Limber | Act::Unlimber => {
            desk.emit(Event::Limbered { unit, limbered: shape.limbered });
            return;
        }
        Act::Advance(_) => desk.emit(Event::Moved { unit, to: pose, motion: Motion::Advance }),
        Act::Wheel { .. } => desk.emit(Event::Moved { unit, to: pose, motion: Motion::Wheel }),
        Act::TurnGun(_) => desk.emit(Event::Moved { unit, to: pose, motion: Motion::Turn }),
        _ => desk.emit(Event::Formed {
            unit,
            pose,
            formation: shape.formation,
            front: shape.front,
            spacers: shape.spacers,
            mounted: shape.mounted,
        }),
    }
    for friend in &plan.passed {
        disorder_passing(desk, unit, *friend);
    }
    leaders::drive_off(desk, unit);
    desk.emit(Event::Asked(Asking::React(unit)));
    if !plan.left.is_empty() && !desk.state().unit(unit).disordered {
        desk.emit(Event::Queued(plan.left.iter().map(|piece| Task::Scenery(unit, *piece)).collect()));
    }
}

/// WA-MOVE-14: infantry through infantry, neither loose: both are disordered.
pub(crate) fn disorder_passing(desk: &mut Desk<'_, Washington>, unit: UnitId, friend: UnitId) {
    let state = desk.state();
    let close_foot = |id: UnitId| state.troop(id).is_some_and(|troop| troop.is_infantry()) && !state.is_loose(id);
    if !close_foot(unit) || !close_foot(friend) {
        return;
    }
    for id in [unit, friend] {
        if !desk.state().unit(id).disordered {
            desk.emit(Event::Disordered(id));
        }
    }
}

/// WA-MOVE-17: a die for a slowing piece that the front has left.
pub(crate) fn leave_scenery(desk: &mut Desk<'_, Washington>, unit: UnitId, piece: FeatureId) -> Result<(), Halt> {
    let state = desk.state();
    if !state.unit(unit).is_on_table() || state.unit(unit).disordered {
        return Ok(());
    }
    let side = state.unit(unit).side;
    let spender = control::spender(state, unit);
    let die = desk.roll(facts::disorder_roll(side))?.value();
    match spender {
        Some(commander) => {
            control::hold(desk, commander, vec![die.clamp(1, 6) as u8], 0, HeldFor::Scenery { unit, piece })
        }
        None => {
            after_scenery(desk, unit, die);
            Ok(())
        }
    }
}

pub(crate) fn after_scenery(desk: &mut Desk<'_, Washington>, unit: UnitId, die: i32) {
    let state = desk.state();
    let facts = Scenery {
        quality: state.quality(unit),
        formation: state.unit(unit).formation,
        column: state.is_column(unit),
        gun: state.roster(unit).is_gun(),
    };
    if facts.disorders(desk.book(), die) {
        desk.emit(Event::Disordered(unit));
    }
}

/// WA-MOVE-27.
fn rally(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    let side = desk.state().unit(unit).side;
    let spender = control::spender(desk.state(), unit);
    let die = desk.roll(facts::removal_roll(side))?.value();
    match spender {
        Some(commander) => control::hold(desk, commander, vec![die.clamp(1, 6) as u8], 0, HeldFor::Rally(unit)),
        None => {
            after_rally(desk, unit, die);
            Ok(())
        }
    }
}

pub(crate) fn after_rally(desk: &mut Desk<'_, Washington>, unit: UnitId, die: i32) {
    if Removal::succeeds(desk.book(), die) {
        desk.emit(Event::Recovered(unit));
    }
}
