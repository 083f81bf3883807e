//! A free lane: a move far from everyone over ground without walls, told at a glance. Most moves are such, and playouts live by it.

use firelock_core::UnitId;
use firelock_table::{Angle, Bounds, Length, Point, Pose, Segment, arc_length};

use super::plan::is_filing;
use crate::charts::numbers;
use crate::command::Step;
use crate::geometry;
use crate::state::{Place, State, Unit};
use crate::words::{Formation, MoveClass, Obstacle};

/// A move along a free lane.
pub(super) struct Lane {
    /// The poses it goes through.
    pub(super) way: Vec<Pose>,
    /// What it costs off the roads.
    pub(super) cost: Length,
    /// No ground of it is slower than this, as the boxes tell.
    pub(super) ground: MoveClass,
}

/// The lane of these steps, if each of them stays clear of everyone and of all that bars: then the move is legal as far as others,
/// walls and edge are concerned. None tells nothing.
pub(super) fn free_lane(state: &State, id: UnitId, unit: &Unit, steps: &[Step]) -> Option<Lane> {
    let Place::At(start) = unit.place else { return None };
    let straight = unit.bend.is_empty() && unit.flank.is_none();
    if !straight || is_filing(unit.formation) && steps.iter().any(|step| !matches!(step, Step::Ahead(_))) {
        return None;
    }
    let (mut pose, mut corners) = (start, unit.outline.corners);
    let (mut way, mut cost, mut ground) = (vec![start], Length::ZERO, MoveClass::Open);
    for step in steps {
        let from = Bounds::of(&corners);
        let slide = |heading: Angle, by: Length| {
            let next = pose.slid(heading, by);
            (next, corners.map(|corner| corner + (next.at - pose.at)))
        };
        let (swept, next) = match *step {
            Step::Ahead(by) => {
                cost += by;
                let next = slide(pose.facing, by);
                (from.join(Bounds::of(&next.1)), next)
            }
            Step::Oblique(off, by) => {
                cost += by;
                let next = slide(pose.facing + off, by);
                (from.join(Bounds::of(&next.1)), next)
            }
            Step::Wheel(by) => {
                let front = front(state, id, unit, pose, &corners);
                let pivot = if by.get() < 0 { front.from } else { front.to };
                cost += arc_length(front.from.distance(front.to), by);
                let next = (pose.about(pivot, by), corners.map(|corner| corner.about(pivot, by)));
                way.push(pose.about(pivot, Angle::steps(by.get() / 2)));
                // No corner of a wheel by up to 90 degrees bulges farther beyond the chord than a third of its radius.
                let farthest = corners.iter().map(|corner| corner.distance(pivot)).max().unwrap_or_default();
                (from.join(Bounds::of(&next.1)).grown(farthest / 3), next)
            }
            // RF-MOV-24: straight back costs more.
            Step::Withdraw(by) => {
                // Rounded up, so that a lane never costs less than the way.
                cost += -(-by).scaled(state.stage.book.number(&numbers::WITHDRAW_COST), 100);
                let next = slide(pose.facing, -by);
                (from.join(Bounds::of(&next.1)), next)
            }
            Step::Turn(_) | Step::Road(..) | Step::About => return None,
        };
        if !is_free(state, id, &swept) {
            return None;
        }
        ground = ground.max(slowest_in(state, &swept)?);
        (pose, corners) = next;
        way.push(pose);
    }
    Some(Lane { way, cost, ground })
}

/// The front edge; that of a plain block is the front of its outline.
fn front(state: &State, id: UnitId, unit: &Unit, pose: Pose, corners: &[Point; 4]) -> Segment {
    match unit.formation {
        Formation::OpenOrder => {
            let front = geometry::layout(&state.stage, state.roster(id), unit).front();
            Segment::new(pose.place(front.from), pose.place(front.to))
        }
        _ => Segment::new(corners[0], corners[1]),
    }
}

/// Whether a box lies on the table and nobody is anywhere near it.
pub(super) fn is_free(state: &State, id: UnitId, swept: &Bounds) -> bool {
    let table = state.stage.table.bounds();
    let off = state.stage.length(&numbers::STAND_OFF).squared();
    let mut others = state.all_units().filter(|(other, unit)| *other != id && unit.is_on_table());
    table.contains(swept.min)
        && table.contains(swept.max)
        && others.all(|(other, _)| swept.distance_squared(&state.around(other)) > off)
}

/// The slowest ground that may lie in a box; none where something in it may bar the way.
pub(super) fn slowest_in(state: &State, swept: &Bounds) -> Option<MoveClass> {
    let mut slowest = MoveClass::Open;
    for (feature, around) in state.stage.table.boxes() {
        if around.meets(swept) {
            let land = state.stage.land(feature);
            let bars = matches!(land.obstacle, Obstacle::Major | Obstacle::GarrisonOnly);
            if bars || land.movement == MoveClass::Impassable {
                return None;
            }
            slowest = slowest.max(land.movement);
        }
    }
    Some(slowest)
}
