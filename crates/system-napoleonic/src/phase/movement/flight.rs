//! Moves that nobody chooses: retreats, routs, evades (NQ-MOV-24..29, NQ-MOV-31).

use firelock_core::{Desk, UnitId};
use firelock_table::{
    Angle, Base, Body, BodyId, Crowd, Drive, Leg, Length, Meet, Met, Pose, Scene, Stop, drive, overlaps,
};

use super::{admits, is_clear};
use crate::Napoleonic;
use crate::charts::{self, numbers};
use crate::event::{Event, Motion};
use crate::geometry::{Strip, around, centered, in_crowd, of_crowd};
use crate::phase::charge::NEAR;
use crate::phase::{leaders, losses, morale};
use crate::state::{Fate, Place, State};
use crate::words::{Formation, Quality};

/// Why a unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flight {
    /// It falls back.
    Retreat,
    /// It runs.
    Rout,
}

/// Steps in which a flight goes on until it is clear of friends (NQ-MOV-31).
const ON: Length = Length::mm(5);

/// How far a flight goes (NQ-MOV-24, NQ-MOV-25).
fn distance(state: &State, id: UnitId, flight: Flight) -> Length {
    let unit = state.unit(id);
    let book = &state.stage.book;
    match flight {
        Flight::Retreat if unit.formation == Formation::Square => super::rate(state, id, unit.formation, true),
        Flight::Retreat => super::rate(state, id, unit.formation, unit.unformed),
        Flight::Rout => super::rate(state, id, unit.formation, true).scaled(book.number(&numbers::ROUT), 100),
    }
}

/// The headings that are tried: straight home, then turned aside, right before left (NQ-MOV-24).
fn headings(state: &State, id: UnitId) -> Vec<Angle> {
    let home = state.home(state.unit(id).side).outward();
    let (step, most) = (state.stage.degrees(&numbers::BEND_DEGREES), state.stage.degrees(&numbers::BEND_MOST_DEGREES));
    let mut headings = vec![home];
    let mut turn = step;
    while turn <= most && step > Angle::ZERO {
        headings.extend([(home + turn).heading(), (home - turn).heading()]);
        turn = turn + step;
    }
    headings
}

/// A unit retreats or routs, and leaves contact.
pub(crate) fn flee(desk: &mut Desk<'_, Napoleonic>, id: UnitId, flight: Flight) {
    let opponents: Vec<UnitId> = desk.state().opponents(id).collect();
    for enemy in &opponents {
        desk.emit(Event::Parted([id, *enemy]));
    }
    let state = desk.state();
    let Some(body) = state.straight(id).or_else(|| out_of_building(state, id)) else {
        return losses::remove(desk, id, Fate::Surrendered);
    };
    let length = distance(state, id, flight);
    let Some(end) = find_way(state, id, &body, length, &opponents) else {
        return losses::remove(desk, id, Fate::Surrendered);
    };
    if !state.on_board(end.body.bounds()) {
        return losses::remove(desk, id, Fate::LeftTable);
    }
    let shaken = shaken(state, &end.passed);
    let motion = if flight == Flight::Rout { Motion::Rout } else { Motion::Retreat };
    desk.emit(Event::Moved { unit: id, pose: end.body.pose, motion });
    for friend in shaken {
        desk.emit(Event::Unformed(friend));
    }
    if flight == Flight::Retreat && !desk.state().unit(id).unformed {
        desk.emit(Event::Unformed(id));
    }
    let state = desk.state();
    let turned = match flight {
        Flight::Retreat => morale::facing_enemy(state, id),
        Flight::Rout => turned(state, id, state.home(state.unit(id).side).outward()),
    };
    if let Place::At(pose) = turned {
        desk.emit(Event::Moved { unit: id, pose, motion });
    }
    leaders::displace(desk, id);
}

/// Where a flight ends, and through whom it went.
struct Way {
    body: Body,
    passed: Vec<UnitId>,
}

fn find_way(state: &State, id: UnitId, body: &Body, length: Length, opponents: &[UnitId]) -> Option<Way> {
    let clear = state.stage.length(&numbers::RETREAT_CLEAR);
    let whole = body.bounds().grown(length + length + clear);
    let side = state.unit(id).side;
    let keep_off = |other: BodyId| {
        let other = of_crowd(other);
        (state.unit(other).side != side && !opponents.contains(&other)).then_some(clear)
    };
    let bar = |meet: &Meet| match meet.with {
        Met::Body { id: other, .. } if state.unit(of_crowd(other)).side == side => Stop::Through,
        Met::Body { .. } | Met::Near(_) => Stop::Halt,
        Met::Feature(feature) if !admits(state, id, feature) => Stop::Halt,
        Met::Feature(_) | Met::Edge(_) => Stop::Through,
    };
    let across = state.stage.table.width() + state.stage.table.depth();
    let mut farthest: Option<(Length, Angle, Crowd)> = None;
    for heading in headings(state, id) {
        let slant = (heading - body.pose.facing).turn();
        let strip = Strip::along(body, heading, across);
        let crowd = state.crowd_of(id, |unit| {
            let near = if unit.side == side { NEAR } else { clear + NEAR };
            unit.bounds.meets(&whole) && strip.may_meet(&unit.outline.corners, near)
        });
        let scene = Scene { keep_off: &keep_off, ..Scene::new(&state.stage.table, &crowd, Some(in_crowd(id))) };
        let go = |length: Length| drive(&scene, body, &[Leg::Slant(slant, length)], bar);
        let mut way = go(length);
        let gone = way.length();
        if way.halted.is_none() && !way.on.is_empty() {
            way = go(first_clear(body, heading, gone, &crowd));
        }
        if way.halted.is_none() {
            return Some(walked(state, id, &way));
        }
        if farthest.as_ref().is_none_or(|(before, ..)| gone > *before) {
            farthest = Some((gone, slant, crowd));
        }
    }
    // No way is open to its end: as far as it goes without standing on a friend, at least half of it (NQ-MOV-27).
    let (mut gone, slant, crowd) = farthest?;
    let scene = Scene { keep_off: &keep_off, ..Scene::new(&state.stage.table, &crowd, Some(in_crowd(id))) };
    let least = length.scaled(state.stage.book.number(&numbers::SURRENDER), 100);
    while gone >= least {
        let shorter = drive(&scene, body, &[Leg::Slant(slant, gone)], bar);
        if shorter.on.is_empty() && shorter.length() >= least {
            return Some(walked(state, id, &shorter));
        }
        gone -= ON;
    }
    None
}

/// How far a body goes on, in steps, until it lies on nobody of a crowd.
fn first_clear(body: &Body, heading: Angle, length: Length, crowd: &Crowd) -> Length {
    let mut gone = length + ON;
    loop {
        let bases = body.layout.bases(body.pose.slid(heading, gone));
        let bounds = around(&bases);
        let lies_on = |others: &[Base]| others.iter().any(|other| bases.iter().any(|base| overlaps(base, other)));
        if !crowd.bodies().any(|other| other.bounds.meets(&bounds) && lies_on(other.bases)) {
            return gone;
        }
        gone += ON;
    }
}

/// The friends that a way led through.
fn walked(state: &State, id: UnitId, drive: &Drive) -> Way {
    let side = state.unit(id).side;
    let length = drive.length();
    let friend = |meet: &Meet| match meet.with {
        Met::Body { id: other, .. } if meet.at < length => {
            Some(of_crowd(other)).filter(|other| state.unit(*other).side == side)
        }
        _ => None,
    };
    let mut passed: Vec<UnitId> = drive.meets.iter().filter_map(friend).collect();
    passed.sort_unstable();
    passed.dedup();
    Way { body: drive.end.clone(), passed }
}

/// Formed friends run through become unformed, except squares and elites (NQ-MOV-26).
fn shaken(state: &State, passed: &[UnitId]) -> Vec<UnitId> {
    let shaken = |id: &UnitId| {
        let unit = state.unit(*id);
        unit.is_formed() && !unit.is_square() && state.roster(*id).quality != Quality::Elite
    };
    passed.iter().copied().filter(shaken).collect()
}

/// A unit turned about its middle, where there is room to turn.
fn turned(state: &State, id: UnitId, heading: Angle) -> Place {
    let unit = state.unit(id);
    let Some(body) = state.straight(id) else { return unit.place };
    let pose = centered(&body.layout, body.outline().center(), heading);
    let bases = body.layout.bases(pose);
    match is_clear(state, id, &bases, around(&bases)) {
        true => Place::At(pose),
        false => unit.place,
    }
}

/// A garrison outside its building, on the side away from the enemy (NQ-MOR-11); none where there is no room on any side.
pub(crate) fn out_of_building(state: &State, id: UnitId) -> Option<Body> {
    let unit = state.unit(id);
    let building = unit.building()?;
    let bounds = *state.stage.table.ground(building)?.bounds();
    let layout = crate::geometry::straight(&state.stage, state.roster(id), unit);
    let middle = bounds.min.middle(bounds.max);
    let enemy = state.nearest_enemy(id).map(|(_, enemy)| state.unit(enemy).outline.center());
    let (wide, deep) = ((bounds.max.x - bounds.min.x) / 2, (bounds.max.y - bounds.min.y) / 2);
    let size = layout.size();
    let room = Length::mm(1);
    let mut places: Vec<Pose> = [(0, deep), (90, wide), (180, deep), (270, wide)]
        .into_iter()
        .map(|(heading, half)| {
            let heading = Angle::degrees(heading);
            Pose::new(middle.ahead(heading, Length::grid(half) + size.depth + room), heading)
        })
        .collect();
    // The farthest from the nearest enemy first.
    places.sort_by_key(|pose| std::cmp::Reverse(enemy.map_or(0, |enemy| enemy.distance_squared(pose.at))));
    places.into_iter().find_map(|pose| {
        let bases = layout.bases(pose);
        is_clear(state, id, &bases, around(&bases)).then(|| Body::new(pose, layout.clone()))
    })
}

/// An evade (NQ-MOV-29): directly away from the nearest charger, as far as its rate and a die, until something stops it.
pub(crate) fn evade(desk: &mut Desk<'_, Napoleonic>, id: UnitId, charger: UnitId, die: i32, about: bool) {
    let state = desk.state();
    let Some(body) = state.straight(id) else { return };
    let unit = state.unit(id);
    let length = super::rate(state, id, unit.formation, unit.unformed) + Length::cm(die);
    let (from, center) = (state.unit(charger).outline.center(), body.outline().center());
    let heading = Angle::towards(from, center);
    let clear = state.stage.length(&numbers::EVADE_CLEAR);
    let side = unit.side;
    let (whole, across) =
        (body.bounds().grown(length + length + clear), state.stage.table.width() + state.stage.table.depth());
    let strip = Strip::along(&body, heading, across);
    let crowd =
        state.crowd_of(id, |unit| unit.bounds.meets(&whole) && strip.may_meet(&unit.outline.corners, clear + NEAR));
    let chargers: Vec<UnitId> = state.charges_at(id).map(|charge| charge.unit).collect();
    let keep_off = |other: BodyId| {
        let other = of_crowd(other);
        (state.unit(other).side != side && !chargers.contains(&other)).then_some(clear)
    };
    let scene = Scene { keep_off: &keep_off, ..Scene::new(&state.stage.table, &crowd, Some(in_crowd(id))) };
    let bar = |meet: &Meet| match meet.with {
        Met::Body { id: other, .. } if state.unit(of_crowd(other)).side == side => Stop::Through,
        Met::Feature(feature) if admits(state, id, feature) => Stop::Through,
        _ => Stop::Halt,
    };
    let slant = (heading - body.pose.facing).turn();
    let mut way = drive(&scene, &body, &[Leg::Slant(slant, length)], bar);
    // On until clear of friends; where something bars that, back until clear (NQ-MOV-31).
    if way.halted.is_none() && !way.on.is_empty() {
        let on = first_clear(&body, heading, length, &crowd);
        way = drive(&scene, &body, &[Leg::Slant(slant, on)], bar);
    }
    let mut back = way.length();
    while !way.on.is_empty() && back > Length::ZERO {
        back = (back - ON).max(Length::ZERO);
        way = drive(&scene, &body, &[Leg::Slant(slant, back)], bar);
    }
    let Way { body: end, passed } = walked(state, id, &way);
    let loose = unit.is_open() || state.roster(id).is_battery();
    let unformed: Vec<UnitId> =
        passed.into_iter().filter(|friend| !loose && super::both_unform(state, id, *friend)).collect();
    desk.emit(Event::Moved { unit: id, pose: end.pose, motion: Motion::Evade });
    // NQ-MOV-17 holds for evaders too.
    if !unformed.is_empty() {
        for friend in unformed {
            desk.emit(Event::Unformed(friend));
        }
        desk.emit(Event::Unformed(id));
    }
    let facing = if about { (heading + Angle::HALF).heading() } else { heading };
    if let Place::At(pose) = turned(desk.state(), id, facing) {
        desk.emit(Event::Moved { unit: id, pose, motion: Motion::Evade });
    }
    leaders::displace(desk, id);
}

/// The rate of a unit's charge (NQ-CHG-02).
pub(crate) fn charge_rate(state: &State, id: UnitId) -> Length {
    let (unit, roster) = (state.unit(id), state.roster(id));
    charts::charge_rate(&state.stage.book, roster.class, unit.formation).unwrap_or_default()
}
