//! Where a charge touches its target, and how it stands then (RF-CHG-16..18, RF-CHG-66, RF-ARC-12).

use firelock_core::UnitId;
use firelock_table::{
    BaseEdge, Body, BodyId, Conform, Conformed, Crowd, FeatureId, Length, Onto, Point, Pose, Scene, Segment, Shape,
    TOUCH, conform, gap, overlaps_ground,
};

use crate::charts::numbers;
use crate::cover::crosses;
use crate::state::{Contact, Edge, State};
use crate::words::{ChargeGround, MoveClass, Obstacle};

/// An enemy touched by a charge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) target: UnitId,
    /// Which edge of it.
    pub(super) edge: Edge,
    /// What the front may be set flush on.
    pub(super) onto: Onto,
    /// The whole edge that was struck.
    pub(super) line: Segment,
    /// What lies between.
    pub(super) across: Option<FeatureId>,
}

impl Meeting {
    /// At an edge of one of the target's stands.
    pub(super) fn at_body(state: &State, target: UnitId, base: u8, edge: BaseEdge) -> Meeting {
        let onto = state.bases(target).get(usize::from(base)).map(|base| Onto::edge(base, edge));
        let outline = Onto::edge(&state.unit(target).outline, edge);
        let onto = onto.unwrap_or(outline);
        // A refused or bent stand is struck by itself, any other as a part of the whole edge.
        let line = if onto.outward == outline.outward { outline.line } else { onto.line };
        Meeting { target, edge: unit_edge(edge), onto, line, across: None }
    }

    /// At the outer side of works, of a building or of an obstacle (RF-CHG-66).
    pub(super) fn at_feature(state: &State, target: UnitId, feature: FeatureId, place: Point, from: Point) -> Meeting {
        let line = outer_side(state, feature, place, from).unwrap_or_default();
        Meeting { target, edge: Edge::Front, onto: Onto::line(line), line, across: Some(feature) }
    }

    /// What the state keeps of it: the flank and the ground as they were when the charge began (RF-ARC-12, RF-TER-15).
    pub(super) fn contact(&self, state: &State, charger: UnitId) -> Contact {
        let Meeting { target, edge, line, across, .. } = *self;
        let from = state.body(charger).map_or(Point::ORIGIN, |body| body.front_center());
        // Closed works and garrisons have no flank (RF-ARC-12, RF-TER-23).
        let closed =
            across.is_some_and(|feature| state.stage.land(feature).closed_works) || state.garrisoned(target).is_some();
        let flank = !closed && state.is_flank(charger, target);
        Contact { charger, target, edge, flank, across, ground: state.charge_ground(target, from), line }
    }

    /// The same, of two who charge each other: neither has ground to defend (RF-CHG-33).
    pub(super) fn open_contact(&self, state: &State, charger: UnitId) -> Contact {
        Contact { ground: ChargeGround::None, ..self.contact(state, charger) }
    }

    /// The pose with the front set flush on the edge, if the turn is not too far and there is room (RF-CHG-17).
    pub(super) fn aligned(&self, state: &State, crowd: &Crowd, charger: UnitId, body: &Body) -> Option<Pose> {
        let scene = Scene::new(&state.stage.table, crowd, Some(BodyId(charger.0)));
        let max_turn = state.stage.degrees(&numbers::ALIGN_DEGREES);
        let rule = Conform { max_turn, slide: Length::ZERO, files: None, least_share: Length::ZERO };
        match conform(&scene, body, &self.onto, &rule) {
            Conformed::Flush { pose, .. } => {
                let new = Body::new(pose, body.layout.clone());
                enters_nothing(state, body, &new).then_some(pose)
            }
            Conformed::TurnTooFar(_) | Conformed::NoRoom => None,
        }
    }

    /// Whether enough of the edge is left for one more charger (RF-CHG-18).
    pub(super) fn has_room(&self, state: &State, charger: UnitId) -> bool {
        let same = |contact: &&Contact| {
            contact.target == self.target && contact.line == self.line && contact.charger != charger
        };
        let fronts: Vec<Segment> =
            state.contacts.iter().filter(same).filter_map(|contact| state.front(contact.charger)).collect();
        fronts.is_empty() || free_length(self.line, &fronts) >= state.stage.length(&numbers::CONTACT_EDGE)
    }
}

fn unit_edge(edge: BaseEdge) -> Edge {
    match edge {
        BaseEdge::Front => Edge::Front,
        BaseEdge::Right => Edge::Right,
        BaseEdge::Rear => Edge::Rear,
        BaseEdge::Left => Edge::Left,
    }
}

/// How much of an edge no front lies on.
fn free_length(line: Segment, fronts: &[Segment]) -> Length {
    let way = line.step();
    let length = i64::from(line.length().get()).max(1);
    let along = |place: Point| (way.dot(place - line.from) / length).clamp(0, length);
    let mut covered: Vec<(i64, i64)> = fronts
        .iter()
        .map(|front| (along(front.from), along(front.to)))
        .map(|(one, two)| (one.min(two), one.max(two)))
        .collect();
    covered.sort_unstable();
    let (mut free, mut reached) = (0, 0);
    for (from, to) in covered {
        free += (from - reached).max(0);
        reached = reached.max(to);
    }
    Length::grid((free + length - reached) as i32)
}

/// Whether a body that turns on the spot comes onto no closed ground that it was not on.
fn enters_nothing(state: &State, old: &Body, new: &Body) -> bool {
    let table = &state.stage.table;
    let bounds = new.bounds();
    table.features().all(|(id, _)| {
        let land = state.stage.land(id);
        let closed =
            land.movement == MoveClass::Impassable || matches!(land.obstacle, Obstacle::Major | Obstacle::GarrisonOnly);
        let Some(ground) = table.ground(id).filter(|ground| closed && ground.bounds().meets(&bounds)) else {
            return true;
        };
        let on = |body: &Body| body.bases().iter().any(|base| overlaps_ground(base, ground));
        !on(new) || on(old)
    })
}

/// Works or a building that the target is in, or a major obstacle that it stands close behind, seen from a place.
pub(super) fn across_of(state: &State, from: Point, target: UnitId) -> Option<FeatureId> {
    if let Some(feature) = state.garrisoned(target) {
        return Some(feature);
    }
    let table = &state.stage.table;
    let mut held = state.areas_held(target, |land| matches!(land.obstacle, Obstacle::Major | Obstacle::GarrisonOnly));
    if let Some(works) = held.find(|id| table.ground(*id).is_some_and(|ground| !ground.contains(from))) {
        return Some(works);
    }
    let reach = state.stage.length(&numbers::ASSAULT_REACH);
    let bases = state.bases(target);
    let to = gap(from, bases).ends().to;
    let land = |id: FeatureId| state.stage.land(id);
    let lies_between = |id: FeatureId| match (table.path(id), table.ground(id)) {
        (Some(path), _) => {
            gap(bases, Shape::Path(path)).within(reach + state.half_width(id)) && crosses(Segment::new(from, to), path)
        }
        // A ravine may be drawn as an area; who stands beyond works is not in them.
        (_, Some(ground)) if !land(id).closed_works => {
            let line = Segment::new(from, to);
            gap(bases, ground).within(reach) && !ground.contains(from) && ground.edges().any(|edge| edge.meets(line))
        }
        _ => false,
    };
    table.features().map(|(id, _)| id).find(|id| land(*id).obstacle == Obstacle::Major && lies_between(*id))
}

/// Whether a front stands at the border of a feature.
pub(super) fn stands_at(state: &State, front: Segment, feature: FeatureId) -> bool {
    let table = &state.stage.table;
    match (table.path(feature), table.ground(feature)) {
        (Some(path), _) => gap(front, Shape::Path(path)).within(TOUCH * 2 + state.half_width(feature)),
        (_, Some(ground)) => gap(front, ground).within(TOUCH * 2),
        _ => false,
    }
}

/// The enemy that defends a closed feature against a charge that has reached it: the one wanted, else the nearest in it, else who
/// stands close behind it in the way.
pub(super) fn defended(
    state: &State,
    id: UnitId,
    from: Point,
    feature: FeatureId,
    wanted: UnitId,
    beyond: impl FnOnce() -> Option<UnitId>,
) -> Option<UnitId> {
    let side = state.unit(id).side;
    let inside = |enemy: &UnitId| match state.garrisoned(*enemy) {
        Some(held) => held == feature,
        None => state.areas_held(*enemy, |_| true).any(|held| held == feature),
    };
    let mut within: Vec<UnitId> = state.on_table(side.enemy()).map(|(enemy, _)| enemy).filter(inside).collect();
    within.sort_by_key(|enemy| (*enemy != wanted, state.gap(id, *enemy), *enemy));
    within.first().copied().or_else(|| beyond().filter(|enemy| across_of(state, from, *enemy) == Some(feature)))
}

/// The straight piece of a feature's border nearest to a place, the side of `from` on its left.
fn outer_side(state: &State, feature: FeatureId, place: Point, from: Point) -> Option<Segment> {
    let table = &state.stage.table;
    let nearest = |lines: &mut dyn Iterator<Item = Segment>| lines.min_by_key(|line| gap(place, *line));
    let line = match (table.ground(feature), table.path(feature)) {
        (Some(ground), _) => nearest(&mut ground.edges()),
        (_, Some(path)) => nearest(&mut path.windows(2).map(|leg| Segment::new(leg[0], leg[1]))),
        _ => None,
    }?;
    let line = if line.side(from) < 0 { line.reversed() } else { line };
    let (outward, half) = (Onto::line(line).outward, state.half_width(feature));
    Some(Segment::new(line.from.ahead(outward, half), line.to.ahead(outward, half)))
}

/// The slowest line that a front stands at: what the enemy lines is crossed to come at him (RF-CHG-08).
pub(super) fn lined_ground(state: &State, front: Segment) -> MoveClass {
    let table = &state.stage.table;
    let around = front.bounds().grown(TOUCH * 2);
    let lines = table.features().filter_map(|(id, _)| {
        let land = state.stage.land(id);
        let path = table.path(id).filter(|_| land.road.is_none() && land.movement > MoveClass::Open)?;
        let near = Shape::Path(path).bounds().meets(&around.grown(state.half_width(id))) && stands_at(state, front, id);
        near.then_some(land.movement)
    });
    lines.max().unwrap_or_default()
}
