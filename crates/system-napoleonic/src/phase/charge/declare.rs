//! C1: who may charge whom, and by which way (NQ-CHG-02..07).

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use firelock_core::{Clause, Fitted, Place, Refusal, Side, UnitId, Wish};
use firelock_table::{
    Angle, BaseEdge, Body, Bounds, Corner, Drive, FeatureId, Layout, Leg, Length, Meet, Met, Part, Point, Pose, Scene,
    Stop, arc_length, drive,
};

use super::contact::NEAR;
use crate::charts::{self, BLOWN_CAVALRY, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::geometry::{Strip, Swath, corners, in_crowd, of_crowd, swept};
use crate::phase::movement::{admits, both_unform, flight::charge_rate};
use crate::phase::{Lots, cm, name, own};
use crate::state::{Charge, State, Unit};
use crate::words::{Arm, Class, Formation, Order, Quality, Terrain};

fn refuse(state: &State, clause: Clause, id: UnitId, why: &str) -> Refusal {
    Refusal::new(clause, format!("{} {why}", name(state, id))).at(Place::Unit(id))
}

/// Whether a unit may charge at all.
fn able(state: &State, id: UnitId) -> Result<(), Refusal> {
    match unable(state, id) {
        Some((clause, why)) => Err(refuse(state, clause, id, why)),
        None => Ok(()),
    }
}

/// What keeps a unit from charging (NQ-CHG-03, NQ-CHG-04, NQ-SPC-04, NQ-OPT-05).
fn unable(state: &State, id: UnitId) -> Option<(Clause, &'static str)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let marks = &unit.marks;
    let fresh = !state.stage.book.is_on(&BLOWN_CAVALRY)
        || roster.arm() != Arm::Cavalry
        || unit.charged == 0
        || unit.charged + 1 < state.turn
        || unit.charged == state.turn;
    match () {
        () if roster.arm() == Arm::Artillery => Some((NQ_CHG_04, "is artillery")),
        () if unit.building().is_some() => Some((NQ_TER_12, "is in a building")),
        () if unit.routing || unit.unformed => Some((NQ_CHG_03, "is not in order")),
        () if matches!(unit.formation, Formation::Square | Formation::Skirmish) => {
            Some((NQ_CHG_03, "may not charge in this formation"))
        }
        () if marks.hesitant => Some((NQ_CMD_06, "hesitates")),
        () if state.is_engaged(id) => Some((NQ_CHG_03, "is engaged")),
        () if marks.declared => Some((NQ_CHG_06, "has declared a charge")),
        () if marks.countercharged || marks.fled => Some((NQ_SEQ_08, "has had its move this turn")),
        () if roster.class == Class::Militia
            && roster.quality == Quality::Raw
            && unit.formation == Formation::AttackColumn =>
        {
            Some((NQ_SPC_04, "is raw militia in attack column"))
        }
        () if !fresh => Some((NQ_OPT_05, "charged last turn and is blown")),
        () => None,
    }
}

/// Open order charges only what is no better (NQ-CHG-03).
fn may_strike(state: &State, id: UnitId, target: UnitId) -> bool {
    let other = state.unit(target);
    state.unit(id).is_formed() || other.order() != Order::Formed || state.roster(target).is_battery()
}

/// The way of a charge: whom it meets first, and where.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    /// The enemy it meets, with the base and the edge that is met first; none if nobody.
    pub(crate) met: Option<(UnitId, u8, BaseEdge)>,
    /// Where it ends.
    pub(crate) body: Body,
    /// How far it goes straight ahead after its wheel.
    pub(crate) straight: Length,
    /// The way of its front middle.
    pub(crate) path: Vec<Point>,
    /// What barred it, if it was not an enemy.
    pub(crate) barred: Option<Bar>,
}

/// What bars a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bar {
    /// A friend stands in its way (NQ-CHG-26).
    Friend(UnitId),
    /// Ground that it may not charge into (NQ-CHG-05).
    Ground(FeatureId),
    /// The edge of the table.
    Edge,
    /// The ground is too slow, or somebody is met in the wheel.
    Reach,
    /// It would end on a friend.
    Room,
}

impl Bar {
    fn refusal(self, state: &State, id: UnitId) -> Refusal {
        match self {
            Bar::Friend(other) => refuse(state, NQ_CHG_26, other, "stands in the way of the charge"),
            Bar::Ground(feature) => {
                let why = format!("may not charge into {}", state.stage.land(feature).called());
                refuse(state, NQ_CHG_05, id, &why)
            }
            Bar::Edge => refuse(state, NQ_CHG_02, id, "comes to the edge of the table"),
            Bar::Reach => refuse(state, NQ_CHG_02, id, "does not reach so far over this ground"),
            Bar::Room => refuse(state, NQ_MOV_18, id, "would end on a friend"),
        }
    }
}

/// Ground that a charge may not go into (NQ-CHG-05).
fn bars(state: &State, id: UnitId, feature: FeatureId) -> bool {
    let land = state.stage.land(feature);
    let horse = state.roster(id).arm() == Arm::Cavalry;
    let rough = matches!(
        land.terrain,
        Terrain::DenseWood | Terrain::Building | Terrain::Marsh | Terrain::Wall | Terrain::Earthwork | Terrain::River
    );
    (horse && rough) || !admits(state, id, feature)
}

/// The enemy that holds a building.
fn garrison(state: &State, side: Side, feature: FeatureId) -> Option<UnitId> {
    state.alive(side.enemy()).find(|(_, unit)| unit.building() == Some(feature)).map(|(id, _)| id)
}

/// Rides or marches a charge as far as it goes: a wheel, then straight on, up to its reach or `most`.
pub(crate) fn approach(state: &State, id: UnitId, turn: Angle, most: Option<Length>) -> Option<Approach> {
    let body = state.straight(id)?;
    let side = state.unit(id).side;
    let arc = arc_length(body.layout.front().length(), turn.abs());
    let reach = charge_rate(state, id) - arc;
    if reach < Length::ZERO {
        return None;
    }
    let length = most.map_or(reach, |most| most.min(reach)).max(Length::grid(1));
    // It goes no farther than to the first enemy that stands before it.
    let first = |pose: Pose| {
        let enemies = state.alive(side.enemy()).filter(|(_, unit)| unit.building().is_none());
        enemies.filter_map(|(_, unit)| straight_ahead(state, id, &body.layout, pose, unit)).min()
    };
    let pose = strip(&body, turn, length)?.pose;
    let length = first(pose).map_or(length, |far| length.min(far + NEAR));
    let strip = strip(&body, turn, length)?;
    let mut legs: ArrayVec<Leg, 2> = ArrayVec::new();
    let mut wheel = None;
    if turn != Angle::ZERO {
        let leg = Leg::Wheel(if turn < Angle::ZERO { Corner::Left } else { Corner::Right }, turn);
        wheel = Swath::of(&body, &leg);
        legs.push(leg);
    }
    legs.push(Leg::Ahead(length));
    let around = way_box(&body, &legs).grown(NEAR);
    let crowd = state.crowd_of(id, |unit| {
        let before = || strip.may_meet(&unit.outline.corners, NEAR + NEAR);
        let beside = || wheel.as_ref().is_some_and(|wheel| wheel.may_meet(&unit.outline, NEAR));
        unit.bounds.meets(&around) && (before() || beside())
    });
    let scene = Scene { watch: &[Part::AnyBase], ..Scene::new(&state.stage.table, &crowd, Some(in_crowd(id))) };
    let stop = |meet: &Meet| match meet.with {
        Met::Body { id: other, .. } => {
            let other = of_crowd(other);
            let free = state.unit(other).side == side && !both_unform(state, id, other);
            if free { Stop::Through } else { Stop::Halt }
        }
        Met::Near(_) => Stop::Through,
        Met::Feature(feature) if bars(state, id, feature) => Stop::Halt,
        Met::Feature(_) => Stop::Through,
        Met::Edge(_) => Stop::Halt,
    };
    let way = drive(&scene, &body, &legs, stop);
    let wheels = legs.len() as u8 - 1;
    let straight = way.lengths.get(usize::from(wheels)).copied().unwrap_or_default();
    let halt = way.halt().copied();
    let mut met = None;
    let mut barred = None;
    match halt.map(|meet| meet.with) {
        Some(Met::Body { id: other, base, edge, .. }) => {
            let other = of_crowd(other);
            match state.unit(other).side == side {
                true => barred = Some(Bar::Friend(other)),
                false => met = Some((other, base, edge)),
            }
        }
        Some(Met::Feature(feature)) => match garrison(state, side, feature) {
            Some(enemy) if state.roster(id).arm() == Arm::Infantry => met = Some((enemy, 0, BaseEdge::Front)),
            _ => barred = Some(Bar::Ground(feature)),
        },
        Some(Met::Edge(_)) => barred = Some(Bar::Edge),
        _ => {}
    }
    // Halted in its wheel: it has met somebody before it went straight.
    let within = halt.is_none_or(|meet| meet.leg == wheels) && straight + slowed(state, id, &way) <= reach;
    if !within && most.is_none() {
        met = None;
        barred = barred.or(Some(Bar::Reach));
    }
    if !way.on.is_empty() && met.is_none() {
        barred = barred.or(Some(Bar::Room));
    }
    Some(Approach { met, path: way.path(), body: way.end, straight, barred })
}

/// What difficult ground and lines take of a charge's reach (NQ-TER-08, NQ-MOV-19).
fn slowed(state: &State, id: UnitId, way: &Drive) -> Length {
    let stage = &state.stage;
    if way.ground.is_empty() {
        return Length::ZERO;
    }
    let slow = way.length_on(Part::AnyBase, |feature| stage.land(feature).ground().is_difficult);
    let mut more = slow.scaled(stage.book.number(&numbers::DIFFICULT) - 100, 100);
    for feature in way.features(Part::AnyBase) {
        let land = stage.land(feature);
        let begun = |ground: &firelock_table::Ground| ground.feature == feature && ground.from > Length::ZERO;
        if land.ground().is_linear && way.ground.iter().any(begun) {
            more += charge_rate(state, id).scaled(charts::crossing_cost(&stage.book, land.terrain), 100);
        }
    }
    more
}

/// Judges a charge, and says how it would go.
pub(crate) fn check_declare(
    state: &State,
    side: Side,
    id: UnitId,
    target: UnitId,
    turn: Angle,
) -> Result<Charge, Refusal> {
    own(state, side, id)?;
    able(state, id)?;
    let other = state.unit(target);
    if other.side == side || !other.is_on_table() {
        return Err(refuse(state, NQ_CHG_06, target, "is no enemy on the table"));
    }
    if !may_strike(state, id, target) {
        return Err(refuse(state, NQ_CHG_03, id, "is in open order and its target is formed"));
    }
    let turn = turn.turn();
    if turn.abs() > state.stage.degrees(&numbers::CHARGE_WHEEL_DEGREES) {
        return Err(refuse(state, NQ_CHG_02, id, "may wheel by 45 degrees at most"));
    }
    if state.unit(id).bounds.distance_squared(&other.bounds) > charge_rate(state, id).squared() {
        return Err(refuse(state, NQ_CHG_02, id, "does not reach so far").at(Place::Unit(target)));
    }
    if let Some(charge) = known(state, id, target).filter(|charge| charge.turn == turn) {
        return Ok(charge.clone());
    }
    if !state.sees(id, target) {
        return Err(refuse(state, NQ_CHG_03, id, "does not see its target").at(Place::Unit(target)));
    }
    let Some(way) = approach(state, id, turn, None) else {
        return Err(refuse(state, NQ_CHG_02, id, "does not reach so far"));
    };
    match (way.met, way.barred) {
        (Some((met, ..)), None) if met == target => {}
        (_, Some(bar)) => return Err(bar.refusal(state, id)),
        (Some((met, ..)), None) => {
            return Err(refuse(state, NQ_CHG_26, met, "would be met first").at(Place::Unit(met)));
        }
        (None, None) => return Err(refuse(state, NQ_CHG_02, id, "does not meet its target that way")),
    }
    Ok(charge_by(state, id, target, turn, way))
}

/// The charge that goes such a way.
fn charge_by(state: &State, id: UnitId, target: UnitId, turn: Angle, way: Approach) -> Charge {
    Charge {
        unit: id,
        target,
        turn,
        zone: state.zone(target, state.unit(id).outline.pose.at),
        distance: state.gap(id, target).length(),
        straight: way.straight,
        path: way.path,
        stopped: false,
        sheered: false,
    }
}

/// The wheels that are tried for a charge, the smallest first.
fn wheels(state: &State, id: UnitId, target: UnitId) -> [Angle; 3] {
    let unit = state.unit(id);
    let most = state.stage.degrees(&numbers::CHARGE_WHEEL_DEGREES);
    let heading = Angle::towards(unit.outline.pose.at, state.unit(target).outline.center());
    let turn = (heading - unit.facing()).turn();
    let whole = Angle::steps(turn.get().clamp(-most.get(), most.get()));
    [Angle::ZERO, Angle::steps(whole.get() / 2), whole]
}

/// The first of the wheels by which a charge of a unit that may charge meets its target, and the charge where it was gone along to
/// tell.
fn aim(state: &State, id: UnitId, target: UnitId) -> Option<(Angle, Option<Charge>)> {
    if !may_strike(state, id, target) {
        return None;
    }
    let wheels = wheels(state, id, target);
    let (body, reach) = (state.straight(id)?, charge_rate(state, id));
    let leads = |nth: &usize| {
        let fresh = *nth == 0 || wheels[*nth] != wheels[*nth - 1];
        fresh
            && strip(&body, wheels[*nth], reach).is_some_and(|strip| {
                strip.may_meet(&state.unit(target).outline.corners, NEAR) && !is_barred(state, id, target, &strip)
            })
    };
    let mut near = (0..3).filter(leads).peekable();
    // Sight is looked for only where some wheel leads to the target.
    let first = *near.peek()?;
    if !state.sees(id, target) {
        return None;
    }
    if first == 0 && surely_meets(state, id, &body, target, reach) {
        return Some((wheels[0], None));
    }
    near.find_map(|nth| {
        let turn = wheels[nth];
        let way = approach(state, id, turn, None)?;
        let meets = way.barred.is_none() && way.met.is_some_and(|(met, ..)| met == target);
        meets.then(|| (turn, Some(charge_by(state, id, target, turn, way))))
    })
}

/// Whether a charge straight ahead is sure to meet its target: a base of it stands before a front without gaps and well in reach,
/// and nothing lies nearer on the strip.
fn surely_meets(state: &State, id: UnitId, body: &Body, target: UnitId, reach: Length) -> bool {
    let Some(far) = straight_ahead(state, id, &body.layout, body.pose, state.unit(target)) else { return false };
    let Some(strip) = Strip::of(body.pose, &body.layout, &Leg::Ahead(far)) else { return false };
    let lies = |corners: &[Point; 4]| strip.may_meet(corners, NEAR + NEAR);
    let other = |(other, unit): (UnitId, &Unit)| other != id && other != target && lies(&unit.outline.corners);
    state.unit(target).building().is_none()
        && far + NEAR < reach
        && state.on_board(body.layout.outline(body.pose.ahead(far)).bounds())
        && !state.on_table().any(other)
        && !state.stage.barriers.iter().any(|(_, bounds)| lies(&corners(bounds)))
}

/// How far another stands straight ahead of a charger at a pose: up to the middle of a base before a front without gaps, so that
/// they are sure to meet earlier.
fn straight_ahead(state: &State, id: UnitId, layout: &Layout, pose: Pose, other: &Unit) -> Option<Length> {
    let (formation, front, Bounds { min, max }) = (state.unit(id).formation, layout.front(), layout.footprint());
    let closed = !formation.is_open() && formation != Formation::Echelon;
    if !closed || (front.from, front.to) != (Point::new(min.x, max.y), max) {
        return None;
    }
    let before = |place: &Point| place.x > min.x + NEAR.get() && place.x < max.x - NEAR.get() && place.y > max.y;
    let centers = other.stands.iter().map(|base| pose.local(base.center()));
    centers.filter(before).map(|at| Length::grid(at.y - max.y)).min()
}

/// The strip that a charge goes over straight ahead after its wheel.
fn strip(body: &Body, turn: Angle, reach: Length) -> Option<Strip> {
    let front = body.front();
    let pose = body.pose.about(if turn < Angle::ZERO { front.from } else { front.to }, turn);
    Strip::of(pose, &body.layout, &Leg::Ahead(reach))
}

/// Whether the middle of a base of somebody lies before the front and nearer than the target: the charge cannot but meet it
/// first.
fn is_barred(state: &State, id: UnitId, target: UnitId, strip: &Strip) -> bool {
    let unit = state.unit(id);
    let before = Bounds {
        min: Point::new(strip.swept.min.x + NEAR.get(), unit.layout.footprint().max.y + NEAR.get()),
        max: Point::new(
            strip.swept.max.x - NEAR.get(),
            strip.seen(&state.unit(target).outline.corners).min.y - NEAR.get(),
        ),
    };
    let bars = |(other, body): (UnitId, &Unit)| {
        let passes = body.side == unit.side && !both_unform(state, id, other);
        let end = other == id || other == target;
        !end && !passes
            && body.building().is_none()
            && before.meets(&strip.seen(&body.outline.corners))
            && body.stands.iter().any(|base| before.contains(strip.pose.local(base.center())))
    };
    // Open order leaves gaps that somebody may stand in; a bent column is straight as it charges.
    !unit.formation.is_open() && unit.bent.is_none() && state.on_table().any(bars)
}

/// A box around all places that legs pass.
fn way_box(body: &Body, legs: &[Leg]) -> Bounds {
    let (mut body, mut all) = (body.clone(), body.outline().bounds());
    for leg in legs {
        if let Some((end, bounds)) = swept(&body, leg) {
            (body.pose, all) = (end, all.join(bounds));
        }
    }
    all
}

/// The enemies that a unit might reach, by the boxes around them.
fn in_reach<'a>(state: &'a State, id: UnitId, unit: &'a Unit) -> impl Iterator<Item = UnitId> {
    let reach = charge_rate(state, id);
    let bounds: Bounds = unit.bounds;
    let near = move |other: &Unit| bounds.distance_squared(&other.bounds) <= reach.squared();
    state.alive(unit.side.enemy()).filter(move |(_, other)| near(other)).map(|(other, _)| other)
}

/// A charge that might be declared, as boxes tell; gone along when somebody asks for it.
#[derive(Debug)]
pub(crate) struct Prospect {
    unit: UnitId,
    target: UnitId,
    found: OnceLock<Option<(Angle, Option<Charge>)>>,
}

/// One charge per unit that has not declared and target in reach.
fn prospects(state: &State) -> impl Iterator<Item = &Prospect> {
    let all = state.survey.charges.get_or_init(|| {
        let chargers = state.alive(state.half).filter(|(id, _)| unable(state, *id).is_none());
        let charges = chargers.flat_map(|(id, unit)| in_reach(state, id, unit).map(move |target| (id, target)));
        charges.map(|(unit, target)| Prospect { unit, target, found: OnceLock::new() }).collect()
    });
    all.iter().filter(|prospect| !state.unit(prospect.unit).marks.declared)
}

/// The charge that a look finds.
fn found(state: &State, prospect: &Prospect) -> Option<Command> {
    let Prospect { unit, target, ref found } = *prospect;
    let (turn, _) = found.get_or_init(|| aim(state, unit, target)).as_ref()?;
    Some(Command::Charge { unit, target, turn: *turn })
}

/// The charge that a look has gone along before.
fn known(state: &State, id: UnitId, target: UnitId) -> Option<&Charge> {
    let mut all = state.survey.charges.get()?.iter();
    all.find(|prospect| (prospect.unit, prospect.target) == (id, target))?.found.get()?.as_ref()?.1.as_ref()
}

/// Whether any charge may still be declared.
pub(crate) fn may_declare(state: &State) -> bool {
    prospects(state).any(|prospect| found(state, prospect).is_some())
}

/// One charge per unit and target.
pub(crate) fn list_declare(state: &State, into: &mut Vec<Command>) {
    into.extend(prospects(state).filter_map(|prospect| found(state, prospect)));
}

/// One of them.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    lots.among(prospects(state).collect(), |prospect| found(state, prospect))
}

/// The charge that a hand points at.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    if wish.unit.index() >= state.units.len() {
        return Err(Refusal::new(NQ_ROS_01, "there is no such unit"));
    }
    let id = wish.unit;
    own(state, side, id)?;
    able(state, id)?;
    let under = |(_, unit): &(UnitId, &Unit)| unit.bounds.contains(wish.at);
    let target = wish.target.filter(|target| target.index() < state.units.len());
    let target = target.or_else(|| state.alive(side.enemy()).find(under).map(|(target, _)| target));
    let Some(target) = target else {
        return Err(Refusal::new(NQ_CHG_06, "there is no enemy there").at(Place::At(wish.at)));
    };
    let turn = aim(state, id, target).map(|(turn, _)| turn);
    let charge = check_declare(state, side, id, target, turn.unwrap_or_default())?;
    let end = approach(state, id, charge.turn, None);
    Ok(Fitted {
        command: Command::Charge { unit: id, target, turn: charge.turn },
        ghost: end.map_or(Vec::new(), |way| way.body.bases().iter().map(|base| base.corners).collect()),
        path: charge.path,
        cost: format!("{} of {}", charge.straight.in_cm(), cm(charge_rate(state, id))),
        notes: Vec::new(),
        short: None,
    })
}
