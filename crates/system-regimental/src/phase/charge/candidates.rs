//! A finite, reproducible sample of charges.

use firelock_core::{Grain, UnitId};
use firelock_table::{Angle, Body, Corner, Length, Point};

use super::course::{Course, CourseEnd, crowd_without_chargers};
use super::declare::{chargers, has_cold_steel, judge, may_go_disordered, targets};
use crate::command::{ChargeWay, Command};
use crate::facts::Scope;
use crate::state::State;

/// Lists charges that reach an enemy: for each unit that may charge, each enemy it can come at.
pub(super) fn charges(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let mut crowd = None;
    for unit in chargers(state) {
        for target in targets(state, unit) {
            let crowd = &*crowd.get_or_insert_with(|| crowd_without_chargers(state));
            let mut found = false;
            for way in ways_to(state, unit, target) {
                if found && grain == Grain::Coarse {
                    break;
                }
                let hits = |disordered: bool| {
                    let course = judge(state, crowd, unit, target, way, false, disordered);
                    course.is_ok_and(|course| meets(&course, target))
                };
                // A full move disordered only where the half move does not reach.
                let tardy = state.unit(unit).turn.scope == Scope::Tardy && may_go_disordered(state.unit(unit));
                let disordered = match hits(false) {
                    true => false,
                    false if tardy && hits(true) => true,
                    false => continue,
                };
                found = true;
                for cold_steel in [false, true] {
                    if !cold_steel || has_cold_steel(state, unit) {
                        into.push(Command::Charge { unit, target, way, cold_steel, disordered });
                    }
                }
            }
        }
    }
}

/// Whether a course ends at that enemy.
pub(super) fn meets(course: &Course, target: UnitId) -> bool {
    matches!(&course.end, CourseEnd::Meets(meeting) if meeting.target == target)
}

/// Ways that may lead to an enemy, the plainest first: straight, by a wheel, by an oblique.
pub(super) fn ways_to(state: &State, id: UnitId, target: UnitId) -> Vec<ChargeWay> {
    let Some(body) = state.body(id) else { return Vec::new() };
    let corners = match state.garrison(target) {
        Some(ground) => ground.points().to_vec(),
        None => state.unit(target).outline.corners.to_vec(),
    };
    let center = state.center(target);
    ways(&body, &corners, center)
}

/// Ways that may bring a front onto what has these corners.
fn ways(body: &Body, corners: &[Point], center: Point) -> Vec<ChargeWay> {
    let local: Vec<Point> = corners.iter().map(|corner| body.pose.local(*corner)).collect();
    let front = body.layout.front();
    let (left, right) = (local.iter().map(|place| place.x).min(), local.iter().map(|place| place.x).max());
    let ahead = local.iter().any(|place| place.y > 0);
    let mut ways = Vec::new();
    if let (Some(left), Some(right), true) = (left, right, ahead)
        && left < front.to.x
        && right > front.from.x
    {
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
        if by.get() != 0 {
            ways.push(ChargeWay::Wheel { ahead: Length::ZERO, by });
        }
        ways.push(ChargeWay::Oblique { by: clamp(first) });
    }
    ways
}

/// Where the middle of the front stands after a wheel.
fn wheeled(body: &Body, by: Angle) -> Point {
    let front = body.front();
    let pivot = match if by.get() < 0 { Corner::Left } else { Corner::Right } {
        Corner::Left => front.from,
        Corner::Right => front.to,
    };
    body.front_center().about(pivot, by)
}
