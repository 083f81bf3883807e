//! Ways into buildings (NQ-TER-12).

use arrayvec::ArrayVec;
use firelock_core::UnitId;
use firelock_table::{Angle, Body, Bounds, Corner, Leg, Length, Point, Polygon, Pose, gap_within};

use super::candidates::Acts;
use super::rate;
use crate::charts::numbers;
use crate::command::Act;
use crate::geometry::swept;
use crate::state::State;
use crate::words::{Arm, Hand, Terrain};

/// How a unit might get into the buildings within its reach: at once where it touches one, else straight ahead, or once it has wheeled
/// towards the middle. Some of these may be refused.
pub(super) fn ways_in(state: &State, id: UnitId) -> Vec<Acts> {
    let (stage, unit) = (&state.stage, state.unit(id));
    let Some(body) = state.body(id).filter(|_| state.roster(id).arm() == Arm::Infantry) else { return Vec::new() };
    let near = unit.bounds.grown(rate(state, id, unit.formation, unit.unformed));
    let mut ways = Vec::new();
    for building in stage.screens.iter().filter(|screen| screen.bounds.meets(&near)).map(|screen| screen.feature) {
        let is_building = stage.land(building).terrain == Terrain::Building;
        let Some(ground) = stage.table.ground(building).filter(|_| is_building) else { continue };
        let enter = Act::Enter(building);
        if gap_within(&body.bases()[..], ground, stage.length(&numbers::TOUCH)) {
            ways.push(ArrayVec::from_iter([enter]));
            continue;
        }
        if unit.is_open() {
            continue;
        }
        let up_to = |pose: Pose| Some(Act::Ahead(way_ahead(&Body::new(pose, body.layout.clone()), ground)?));
        ways.extend(up_to(body.pose).map(|ahead| ArrayVec::from_iter([ahead, enter])));
        let Bounds { min, max } = *ground.bounds();
        let middle = Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y));
        let turn = (Angle::towards(body.pose.at, middle) - body.pose.facing).turn();
        let (hand, corner) = if turn < Angle::ZERO { (Hand::Left, Corner::Left) } else { (Hand::Right, Corner::Right) };
        let wheeled = swept(&body, &Leg::Wheel(corner, turn)).and_then(|(pose, _)| up_to(pose));
        ways.extend(wheeled.map(|ahead| ArrayVec::from_iter([Act::Wheel(hand, turn.abs()), ahead, enter])));
    }
    ways
}

/// How far a body goes straight ahead until it all but touches ground before it; none where it goes past.
fn way_ahead(body: &Body, ground: &Polygon) -> Option<Length> {
    let Bounds { min, max } = body.layout.footprint();
    let corners: Vec<Point> = ground.points().iter().map(|corner| body.pose.local(*corner)).collect();
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    // An edge is nearest at an end of it, or where it leaves the strip that the body goes along.
    let places = edges.flat_map(|(from, to)| {
        let cut = |x: i32| {
            let rise = |along: i32| i64::from(x - from.x) * i64::from(along) / i64::from(to.x - from.x);
            ((from.x < x) != (to.x < x)).then(|| from.y + rise(to.y - from.y) as i32)
        };
        let inside = (min.x..=max.x).contains(&from.x).then_some(from.y);
        [inside, cut(min.x), cut(max.x)].into_iter().flatten()
    });
    let way = places.filter(|y| *y > max.y).min()? - max.y;
    Some(Length::grid(way) - Length::mm(1)).filter(|way| *way > Length::ZERO)
}
