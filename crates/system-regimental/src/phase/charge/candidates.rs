//! A finite, reproducible sample of charges.

use firelock_core::{Grain, UnitId};
use firelock_table::{Angle, Body, Crowd, Length, Point, Segment, arc_length, gap};

use super::course::{Course, CourseEnd, Effort, along, crowd_without_chargers, legs};
use super::declare::{chargers, friend_under, has_cold_steel, may_go_disordered, targets};
use crate::command::{ChargeWay, Command};
use crate::facts::Scope;
use crate::phase::Lots;
use crate::state::State;
use crate::words::MoveClass;

/// Lists charges that reach an enemy: for each unit that may charge, each enemy it can come at.
pub(super) fn charges(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let mut crowd = None;
    for unit in chargers(state) {
        for target in targets(state, unit) {
            let crowd = &*crowd.get_or_insert_with(|| crowd_without_chargers(state));
            let ways = if grain == Grain::Coarse { 1 } else { usize::MAX };
            add(state, unit, target, reaching(state, crowd, unit, target, grain, ways), into);
        }
    }
}

/// Who might charge whom, as their boxes tell.
pub(super) fn pairs(state: &State) -> Vec<(UnitId, UnitId)> {
    chargers(state).flat_map(|unit| targets(state, unit).map(move |target| (unit, target))).collect()
}

/// Of these in this order the first so many who reach their enemy, each with so many charges at most.
pub(super) fn of_pairs(
    state: &State,
    pairs: &[(UnitId, UnitId)],
    grain: Grain,
    most: usize,
    each: usize,
    into: &mut Vec<Command>,
) {
    let (mut crowd, mut n_reaching) = (None, 0);
    for (unit, target) in pairs.iter().copied() {
        if n_reaching >= most {
            return;
        }
        let crowd = &*crowd.get_or_insert_with(|| crowd_without_chargers(state));
        let n_ways = if grain == Grain::Coarse || has_cold_steel(state, unit) { each.div_ceil(2) } else { each };
        let before = into.len();
        add(state, unit, target, reaching(state, crowd, unit, target, grain, n_ways), into);
        into.truncate(before + each);
        n_reaching += usize::from(into.len() > before);
    }
}

/// One of the charges of a playout.
pub(super) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    let pairs = chargers(state).flat_map(|unit| targets(state, unit).map(move |target| (unit, target)));
    let steels = |unit| [false, true].into_iter().filter(move |steel| !steel || has_cold_steel(state, unit));
    let charges = pairs.flat_map(|(unit, target)| steels(unit).map(move |cold_steel| (unit, target, cold_steel)));
    let (mut crowd, mut out_of_reach) = (None, Vec::new());
    lots.among(charges.collect(), |(unit, target, cold_steel)| {
        if out_of_reach.contains(&(unit, target)) {
            return None;
        }
        let crowd = &*crowd.get_or_insert_with(|| crowd_without_chargers(state));
        let reaching = reaching(state, crowd, unit, target, Grain::Coarse, 1).pop();
        if reaching.is_none() {
            out_of_reach.push((unit, target));
        }
        reaching.map(|(way, disordered)| Command::Charge { unit, target, way, cold_steel, disordered })
    })
}

/// Charges of one unit at one enemy by these ways.
fn add(state: &State, unit: UnitId, target: UnitId, ways: Vec<(ChargeWay, bool)>, into: &mut Vec<Command>) {
    for (way, disordered) in ways {
        for cold_steel in [false, true] {
            if !cold_steel || has_cold_steel(state, unit) {
                into.push(Command::Charge { unit, target, way, cold_steel, disordered });
            }
        }
    }
}

/// The first ways by which a unit reaches an enemy, and whether as a full move disordered; a coarse sample wheels only at those whom
/// no oblique reaches.
fn reaching(
    state: &State,
    crowd: &Crowd,
    unit: UnitId,
    target: UnitId,
    grain: Grain,
    most: usize,
) -> Vec<(ChargeWay, bool)> {
    let mut found = Vec::new();
    let own = state.unit(unit);
    let Some(body) = state.body(unit) else { return found };
    let ways = ways_to(state, body, target);
    if ways.is_empty() {
        return found;
    }
    let tardy = own.turn.scope == Scope::Tardy && may_go_disordered(own);
    for way in ways {
        let wheels = matches!(way, ChargeWay::Wheel { by, .. } if by.abs() < Angle::degrees(45));
        if grain == Grain::Coarse && wheels {
            continue;
        }
        // A full move disordered only where the half move does not reach.
        let mut efforts = [false, true].into_iter().filter(|disordered| tardy || !disordered);
        let reaches = |disordered: &bool| {
            let effort = Effort::of(own, *disordered);
            let reach = effort.reach(state, unit, MoveClass::Open).unwrap_or_default();
            state.within(unit, target, reach) && cost_at_least(state, body, way, target) <= reach && {
                let course = along(state, crowd, unit, body, effort, target, |reach| legs(body, way, reach));
                course.is_some_and(|course| meets(&course, target) && friend_under(state, unit, &course).is_none())
            }
        };
        let Some(disordered) = efforts.find(reaches) else { continue };
        found.push((way, disordered));
        if found.len() >= most {
            break;
        }
    }
    found
}

/// What a way costs at least: a wheel its arc, and the distance from there.
fn cost_at_least(state: &State, body: &Body, way: ChargeWay, target: UnitId) -> Length {
    let ChargeWay::Wheel { by, .. } = way else { return Length::ZERO };
    let front = body.front();
    let pivot = if by.get() < 0 { front.from } else { front.to };
    let turned = Segment::new(front.from.about(pivot, by), front.to.about(pivot, by));
    let rest = match state.garrison(target) {
        Some(ground) => gap(turned, ground),
        None => gap(turned, &state.unit(target).outline),
    };
    arc_length(front.length(), by) + rest.length()
}

/// Whether a course ends at that enemy.
pub(super) fn meets(course: &Course, target: UnitId) -> bool {
    matches!(&course.end, CourseEnd::Meets(meeting) if meeting.target == target)
}

/// Ways that may lead to an enemy, the plainest first: straight, by an oblique, by a wheel.
pub(super) fn ways_to(state: &State, body: &Body, target: UnitId) -> Vec<ChargeWay> {
    let corners = match state.garrison(target) {
        Some(ground) => ground.points().to_vec(),
        None => state.unit(target).outline.corners.to_vec(),
    };
    let center = state.center(target);
    ways(body, &corners, center)
}

/// Ways that may bring a front onto what has these corners.
fn ways(body: &Body, corners: &[Point], center: Point) -> Vec<ChargeWay> {
    let local: Vec<Point> = corners.iter().map(|corner| body.pose.local(*corner)).collect();
    let front = body.layout.front();
    // No front comes farther aside than 45 degrees from its corners, nor back.
    let out = |beyond: &dyn Fn(&Point) -> bool| local.iter().all(beyond);
    let aside = |place: &Point| place.x - front.to.x > place.y;
    let other_side = |place: &Point| front.from.x - place.x > place.y;
    if out(&|place| place.y <= 0) || out(&aside) || out(&other_side) {
        return Vec::new();
    }
    let mut ways = Vec::new();
    if !out(&|place| place.x >= front.to.x) && !out(&|place| place.x <= front.from.x) {
        ways.push(ChargeWay::Straight);
    }
    let most = Angle::degrees(45);
    let clamp = |angle: Angle| Angle::steps(angle.get().clamp(-most.get(), most.get()));
    let bearing = |from: Point| (Angle::towards(from, center) - body.pose.facing).turn();
    let first = bearing(body.front_center());
    if first.abs() <= Angle::degrees(120) && first.get().abs() > 100 {
        // The middle of the front moves while it wheels: take the bearing from where it ends.
        let mut by = clamp(first);
        for _ in 0..3 {
            by = clamp(bearing(wheeled(body, by)));
        }
        ways.push(ChargeWay::Oblique { by: clamp(first) });
        if by.get() != 0 {
            ways.push(ChargeWay::Wheel { ahead: Length::ZERO, by });
        }
    }
    ways
}

/// Where the middle of the front stands after a wheel.
fn wheeled(body: &Body, by: Angle) -> Point {
    let front = body.front();
    let pivot = if by.get() < 0 { front.from } else { front.to };
    body.front_center().about(pivot, by)
}
