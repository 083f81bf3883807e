//! What an act would do: where it ends, what it costs, and why not (WA-MOVE).

use firelock_core::{Place, Refusal, UnitId};
use firelock_table::{Angle, Base, Corner, FeatureId, Length, Polygon, Pose, Size, overlaps};

use super::limits::{check_end, check_ground, check_standoff_ahead, check_standoff_end, check_standoff_wheel};
use crate::charts::{self, Action, Mover, numbers};
use crate::clauses::*;
use crate::command::{Act, Turn};
use crate::facts::Price;
use crate::geometry::{Build, centered};
use crate::phase::refuse;
use crate::roster::Roster;
use crate::scenery::{Swept, edge_in, is_crossed, is_slowing, sector};
use crate::state::{State, Unit};
use crate::words::Formation;

/// An act that can be done, measured and priced.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The row of T-ACTIONS.
    pub(crate) action: Action,
    /// How often it counts.
    pub(crate) times: u8,
    /// What it costs, extras included.
    pub(crate) ap: u8,
    /// Where the unit stands then.
    pub(crate) pose: Pose,
    /// How it stands then.
    pub(crate) shape: Shape,
    /// Friends it passes through.
    pub(crate) passed: Vec<UnitId>,
    /// Slowing pieces that its front leaves: a die each (WA-MOVE-17).
    pub(crate) left: Vec<FeatureId>,
}

/// How a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) formation: Formation,
    pub(crate) front: u8,
    pub(crate) spacers: u8,
    pub(crate) mounted: bool,
    pub(crate) limbered: bool,
}

impl Shape {
    /// As a unit stands now.
    pub(crate) fn of(unit: &Unit) -> Shape {
        Shape {
            formation: unit.formation,
            front: unit.front,
            spacers: unit.spacers,
            mounted: unit.mounted,
            limbered: unit.limbered,
        }
    }
}

/// The size of the footprint that a unit would have.
pub(crate) fn size_of(state: &State, id: UnitId, shape: &Shape) -> Size {
    build_of(state, id, shape).size()
}

/// How its bases would be put together.
pub(crate) fn build_of(state: &State, id: UnitId, shape: &Shape) -> Build {
    let unit = state.unit(id);
    let own = Unit { formation: shape.formation, front: shape.front, spacers: shape.spacers, ..unit.clone() };
    Build::of(&state.stage, state.roster(id), &own)
}

/// What moves (T-MOVEMENT).
pub(crate) fn mover(state: &State, id: UnitId) -> Mover {
    match state.roster(id) {
        roster if roster.is_gun() => Mover::Gun,
        _ if state.is_mounted(id) => Mover::Mounted,
        _ => Mover::Foot,
    }
}

/// The farthest a unit goes in one increment that ends there, and whether the road helps (WA-MOVE-02, WA-MOVE-05).
pub(super) fn increment_to(state: &State, id: UnitId, by: Length) -> (Length, bool) {
    let (book, mover) = (&state.stage.book, mover(state, id));
    let pose = state.unit(id).outline.pose;
    let gains = mover == Mover::Gun || state.unit(id).front == 1;
    let on_road = gains && state.is_along_road(pose.at, pose.ahead(by).at);
    let reach = if on_road { charts::road_increment(book, mover) } else { charts::increment(book, mover) };
    (reach, on_road)
}

/// Straight ahead (WA-MOVE-02..05, 10..17).
pub(crate) fn plan_advance(state: &State, id: UnitId, by: Length) -> Result<Plan, Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    if unit.steady {
        return Err(refuse(WA_MOVE_23, id, "a steady unit does not advance"));
    }
    if roster.is_gun() && !unit.limbered {
        return Err(refuse(WA_MOVE_20, id, "only a limbered gun moves"));
    }
    if by.get() <= 0 {
        return Err(refuse(WA_MOVE_02, id, "an increment goes straight ahead"));
    }
    let pose = unit.outline.pose;
    let (reach, on_road) = increment_to(state, id, by);
    let times = if by <= reach { 1 } else { 2 };
    let end = Base::new(pose.ahead(by), unit.outline.size);
    let body = Base::new(pose.ahead(by), Size::new(end.size.width, end.size.depth + by));
    let mut passed = passed_by(state, id, &body);
    if by > reach * 2 || (times == 2 && passed.is_empty()) {
        let reason = format!("an increment is {reach} at most");
        return Err(Refusal::new(WA_MOVE_02, reason).at(Place::At(pose.ahead(reach).at)));
    }
    // WA-MOVE-04: by the front it has now.
    let most = charts::increments(&state.stage.book, mover(state, id), unit.front);
    if unit.turn.increments + times > most {
        let reason = format!("it has made {} of {most} increments this turn", unit.turn.increments);
        return Err(refuse(WA_MOVE_03, id, reason));
    }
    check_end(state, id, &end, &Shape::of(unit))?;
    check_standoff_ahead(state, id, &body, by)?;
    if times == 2 {
        // WA-MOVE-13: two increments as one only where a friend is passed that one does not clear.
        let short = Base::new(pose.ahead(reach), unit.outline.size);
        let stuck = passed.iter().any(|friend| overlaps(&short, &state.unit(*friend).outline));
        if !stuck {
            let reason = format!("an increment is {reach} at most; two are one only to pass a friend");
            return Err(Refusal::new(WA_MOVE_13, reason).at(Place::At(pose.ahead(reach).at)));
        }
    }
    check_ground(state, id, &body, on_road)?;
    // Guns are passed free.
    passed.retain(|friend| !state.roster(*friend).is_gun());
    let mut plan = Plan {
        action: Action::Increment,
        times,
        ap: 0,
        pose: end.pose,
        shape: Shape::of(unit),
        passed,
        left: Vec::new(),
    };
    // Each increment of the act is priced by its own ground (WA-MOVE-10).
    for nth in 0..times {
        let from = reach * i32::from(nth);
        let length = (by - from).min(reach);
        let start = Base::new(pose.ahead(from), unit.outline.size);
        let swept = Swept::ahead(&start, length);
        let first = nth == 0;
        let price = Price {
            action: Action::Increment,
            scenery: !on_road && slows(state, &swept),
            linears: linears(state, &swept),
            passed: if first { plan.passed.len() as u8 } else { 0 },
            ..price_of(state, id)
        };
        plan.ap = plan.ap.saturating_add(price.ap(&state.stage.book));
    }
    if !on_road {
        plan.left = pieces_left(state, id, &Swept::ahead(&unit.outline, by), &end);
    }
    affordable(state, &plan)?;
    Ok(plan)
}

/// About a front corner (WA-MOVE-06).
pub(crate) fn plan_wheel(state: &State, id: UnitId, corner: Corner, by: Angle) -> Result<Plan, Refusal> {
    let (unit, roster, book) = (state.unit(id), state.roster(id), &state.stage.book);
    if roster.is_gun() {
        return Err(refuse(WA_MOVE_21, id, "a gun turns in its place"));
    }
    let most_angle = state.stage.degrees(&numbers::WHEEL_DEGREES);
    if by == Angle::ZERO || by.abs() > most_angle {
        return Err(refuse(WA_MOVE_06, id, format!("a wheel is {} degrees at most", most_angle.get() / 100)));
    }
    let most = match unit.steady {
        true => state.stage.count(&numbers::STEADY_WHEELS),
        false => charts::most(book, Action::Wheel).unwrap_or(u8::MAX),
    };
    if unit.turn.wheels >= most {
        let clause = if unit.steady { WA_MOVE_23 } else { WA_MOVE_06 };
        return Err(refuse(clause, id, format!("it has made {} of {most} wheels this turn", unit.turn.wheels)));
    }
    let front = unit.outline.front();
    let pivot = if corner == Corner::Left { front.from } else { front.to };
    let pose = unit.outline.pose.about(pivot, by);
    let end = Base::new(pose, unit.outline.size);
    check_end(state, id, &end, &Shape::of(unit))?;
    check_standoff_wheel(state, id, pivot, by)?;
    let far = Base::new(pose, unit.outline.size);
    check_ground(state, id, &far, false)?;
    let swept = Swept::Sector(sector(&unit.outline, corner, by));
    let price =
        Price { action: Action::wheel(book, unit.front), linears: linears(state, &swept), ..price_of(state, id) };
    let plan = Plan {
        action: price.action,
        times: 1,
        ap: price.ap(book),
        pose,
        shape: Shape::of(unit),
        passed: Vec::new(),
        left: pieces_left(state, id, &swept, &end),
    };
    affordable(state, &plan)?;
    Ok(plan)
}

/// A facing change about the center (WA-MOVE-07).
pub(crate) fn plan_face(state: &State, id: UnitId, turn: Turn) -> Result<Plan, Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    if roster.is_gun() {
        return Err(refuse(WA_MOVE_21, id, "a gun turns by 45 degrees at a time"));
    }
    once(state, id, Action::Facing, unit.turn.facings)?;
    let facing = (unit.outline.facing() + turn.angle()).heading();
    let mut shape = Shape::of(unit);
    if turn != Turn::About && unit.formation == Formation::Close {
        // A block in so many ranks becomes that wide.
        shape.front = unit.bases().div_ceil(unit.front.max(1)).max(1);
    }
    let pose = centered(unit.outline.center(), facing, size_of(state, id, &shape));
    reshaped(state, id, Action::Facing, pose, shape)
}

/// Another front, close or loose (WA-MOVE-08, WA-MOVE-09).
pub(crate) fn plan_form(state: &State, id: UnitId, front: u8, formation: Formation) -> Result<Plan, Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    if roster.is_gun() {
        return Err(refuse(WA_FORM_13, id, "a gun has no formation"));
    }
    once(state, id, Action::Frontage, unit.turn.frontages)?;
    if front == unit.front && formation == unit.formation {
        return Err(refuse(WA_MOVE_08, id, "it stands so already"));
    }
    let most = state.stage.count(&numbers::FRONTAGE_CHANGE);
    if front.abs_diff(unit.front) > most {
        return Err(refuse(WA_MOVE_08, id, format!("the front changes by {most} bases at most")));
    }
    check_formation(state, id, unit.bases(), front, formation, unit.mounted)?;
    let shape = Shape { front, formation, ..Shape::of(unit) };
    reshaped(state, id, Action::Frontage, unit.outline.pose, shape)
}

/// Mount or dismount (WA-MOVE-19).
pub(crate) fn plan_saddle(state: &State, id: UnitId, mounts: bool) -> Result<Plan, Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    if !roster.is_cavalry() {
        return Err(refuse(WA_MOVE_19, id, "only cavalry mounts and dismounts"));
    }
    if unit.mounted == mounts {
        let reason = if mounts { "it is mounted already" } else { "it is dismounted already" };
        return Err(refuse(WA_MOVE_19, id, reason));
    }
    let shape = saddled(state, unit, mounts);
    reshaped(state, id, Action::Mount, unit.outline.pose, shape)
}

/// How cavalry stands when it has mounted or dismounted: the same front, or as near as fits.
pub(crate) fn saddled(state: &State, unit: &Unit, mounted: bool) -> Shape {
    let formation = if mounted { Formation::Close } else { Formation::Loose };
    let least = match formation {
        Formation::Close => 1,
        Formation::Loose => least_loose_front(state, unit.bases()),
    };
    Shape { formation, mounted, front: unit.front.max(least), ..Shape::of(unit) }
}

/// The narrowest front of so many loose bases (WA-FORM-02).
pub(crate) fn least_loose_front(state: &State, bases: u8) -> u8 {
    bases.div_ceil(state.stage.count(&numbers::LOOSE_RANKS).max(1)).max(1)
}

/// A gun turns in its place (WA-MOVE-21).
pub(crate) fn plan_turn_gun(state: &State, id: UnitId, by: Angle) -> Result<Plan, Refusal> {
    let unit = state.unit(id);
    if !state.roster(id).is_gun() {
        return Err(refuse(WA_MOVE_21, id, "only a gun turns so"));
    }
    let step = state.stage.degrees(&numbers::GUN_TURN_DEGREES);
    if by == Angle::ZERO || by.abs() > Angle::HALF {
        return Err(refuse(WA_MOVE_21, id, "it turns by up to half a circle"));
    }
    let times = (by.abs().get() + step.get() - 1) / step.get().max(1);
    let facing = (unit.outline.facing() + by).heading();
    let pose = centered(unit.outline.center(), facing, unit.outline.size);
    let mut plan = reshaped(state, id, Action::GunFacing, pose, Shape::of(unit))?;
    plan.ap = plan.ap.saturating_mul(times.clamp(1, 8) as u8);
    affordable(state, &plan)?;
    Ok(plan)
}

/// A gun onto its limber, or off it (WA-MOVE-20).
pub(crate) fn plan_limber(state: &State, id: UnitId, limbers: bool) -> Result<Plan, Refusal> {
    let unit = state.unit(id);
    if !state.roster(id).is_gun() {
        return Err(refuse(WA_MOVE_20, id, "only a gun has a limber"));
    }
    if unit.limbered == limbers {
        let reason = if limbers { "it is limbered already" } else { "it is unlimbered already" };
        return Err(refuse(WA_MOVE_20, id, reason));
    }
    let shape = Shape { limbered: limbers, ..Shape::of(unit) };
    in_place(state, id, Action::Limber, shape)
}

/// An attempt to lose disorder (WA-MOVE-27).
pub(crate) fn plan_rally(state: &State, id: UnitId) -> Result<Plan, Refusal> {
    if !state.unit(id).disordered {
        return Err(refuse(WA_MOVE_27, id, "it is not disordered"));
    }
    in_place(state, id, Action::Rally, Shape::of(state.unit(id)))
}

/// The plan of an act that moves or reshapes; shots and assaults are not planned here.
pub(crate) fn plan(state: &State, id: UnitId, act: &Act) -> Option<Result<Plan, Refusal>> {
    Some(match act {
        Act::Advance(by) => plan_advance(state, id, *by),
        Act::Wheel { corner, by } => plan_wheel(state, id, *corner, *by),
        Act::Face(turn) => plan_face(state, id, *turn),
        Act::Form { front, formation } => plan_form(state, id, *front, *formation),
        Act::TurnGun(by) => plan_turn_gun(state, id, *by),
        Act::Limber => plan_limber(state, id, true),
        Act::Unlimber => plan_limber(state, id, false),
        Act::Mount => plan_saddle(state, id, true),
        Act::Dismount => plan_saddle(state, id, false),
        Act::Rally => plan_rally(state, id),
        Act::Shoot { .. } | Act::Bombard { .. } | Act::Assault(_) => return None,
    })
}

/// Whether so many bases of a unit may stand so (WA-FORM-01..03, WA-SPEC-05).
pub(crate) fn check_formation(
    state: &State,
    id: UnitId,
    bases: u8,
    front: u8,
    formation: Formation,
    mounted: bool,
) -> Result<(), Refusal> {
    let roster: &Roster = state.roster(id);
    let Some(troop) = roster.troop() else {
        return match (front, formation) {
            (1, Formation::Close) => Ok(()),
            _ => Err(refuse(WA_FORM_13, id, "a gun has no formation")),
        };
    };
    if !troop.may_form(mounted, formation) || (roster.has_battalion_gun() && formation == Formation::Loose) {
        let clause = if roster.has_battalion_gun() { WA_SPEC_05 } else { WA_FORM_03 };
        return Err(refuse(clause, id, "these troops do not stand so"));
    }
    if front == 0 || front > bases {
        return Err(refuse(WA_ROST_08, id, format!("the front is 1 to {bases} bases")));
    }
    if formation == Formation::Loose && front < least_loose_front(state, bases) {
        let least = least_loose_front(state, bases);
        return Err(refuse(WA_FORM_02, id, format!("loose it is two ranks deep at most: a front of {least} or more")));
    }
    Ok(())
}

fn once(state: &State, id: UnitId, action: Action, made: u8) -> Result<(), Refusal> {
    match charts::most(&state.stage.book, action) {
        Some(most) if made >= most => {
            Err(refuse(action.clause(), id, format!("{}: {most} a turn, and it is done", action.name())))
        }
        _ => Ok(()),
    }
}

/// A plan that reshapes a unit where it stands.
fn reshaped(state: &State, id: UnitId, action: Action, pose: Pose, shape: Shape) -> Result<Plan, Refusal> {
    let end = Base::new(pose, size_of(state, id, &shape));
    check_end(state, id, &end, &shape)?;
    check_standoff_end(state, id, &end)?;
    check_ground(state, id, &end, false)?;
    let price = Price { action, ..price_of(state, id) };
    let ap = price.ap(&state.stage.book);
    let plan = Plan { action, times: 1, ap, pose, shape, passed: Vec::new(), left: Vec::new() };
    affordable(state, &plan)?;
    Ok(plan)
}

/// A plan that leaves the footprint as it is.
fn in_place(state: &State, id: UnitId, action: Action, shape: Shape) -> Result<Plan, Refusal> {
    let unit = state.unit(id);
    let ap = Price { action, ..price_of(state, id) }.ap(&state.stage.book);
    let pose = unit.outline.pose;
    let plan = Plan { action, times: 1, ap, pose, shape, passed: Vec::new(), left: Vec::new() };
    affordable(state, &plan)?;
    Ok(plan)
}

/// The price facts of a unit without an act.
pub(crate) fn price_of(state: &State, id: UnitId) -> Price {
    Price {
        mover: mover(state, id),
        formation: state.unit(id).formation,
        column: state.is_column(id),
        ..Price::default()
    }
}

/// Whether the activated unit has the action points (WA-SEQ-12).
pub(crate) fn affordable(state: &State, plan: &Plan) -> Result<(), Refusal> {
    afford(state, plan.ap)
}

/// Whether so many action points are left.
pub(crate) fn afford(state: &State, ap: u8) -> Result<(), Refusal> {
    let left = state.activation.map_or(0, |activation| activation.ap);
    match ap > left {
        true => Err(Refusal::new(WA_MOVE_01, format!("it costs {ap} AP and {left} are left"))),
        false => Ok(()),
    }
}

/// The friends that a body goes through (WA-MOVE-13).
fn passed_by(state: &State, id: UnitId, body: &Base) -> Vec<UnitId> {
    let bounds = body.bounds();
    let friends = state.on_table(state.unit(id).side);
    let through = |(other, unit): &(UnitId, &Unit)| {
        *other != id && unit.outline.bounds().meets(&bounds) && overlaps(body, &unit.outline)
    };
    friends.filter(through).map(|(other, _)| other).collect()
}

/// Whether a swept front goes through slowing scenery (WA-MOVE-10).
pub(crate) fn slows(state: &State, swept: &Swept) -> bool {
    state.areas(is_slowing).any(|(_, ground)| swept.overlaps(ground))
}

/// How many linear features a swept front crosses (WA-MOVE-11).
pub(crate) fn linears(state: &State, swept: &Swept) -> u8 {
    state.lines(is_crossed).filter(|(_, path)| swept.crosses(path)).count().min(60) as u8
}

/// The slowing pieces that the front was in and is out of (WA-MOVE-17).
fn pieces_left(state: &State, id: UnitId, swept: &Swept, end: &Base) -> Vec<FeatureId> {
    let unit = state.unit(id);
    if state.roster(id).is_gun() || state.is_loose(id) || state.is_column(id) {
        return Vec::new();
    }
    let front = unit.outline.front();
    let was_in = |ground: &Polygon| swept.overlaps(ground) || edge_in(front, ground);
    let left = |(_, ground): &(FeatureId, &Polygon)| was_in(ground) && !edge_in(end.front(), ground);
    state.areas(is_slowing).filter(left).map(|(feature, _)| feature).collect()
}
