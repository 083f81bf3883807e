//! Carrying the position (RF-CHG-40, RF-CHG-67, RF-FIR-44).

use firelock_core::{Desk, Halt, UnitId};
use firelock_table::{
    Angle, Body, BodyId, FeatureId, Leg, Length, Met, Point, Pose, Scene, Segment, Stop, TOUCH, drive, wholly_in_ground,
};

use crate::Regimental;
use crate::charts::numbers;
use crate::command::Command;
use crate::event::Event;
use crate::phase::{leaders, movement};
use crate::state::{Asking, ChargeStage, Flank, Place, State};
use crate::words::{Branch, Formation, MoveClass, Obstacle};

/// A winner takes the place of the loser, then may turn a flank back.
pub(crate) fn carry(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let unit = state.unit(id);
    let Some(position) = unit.turn.position.filter(|_| unit.is_on_table()) else { return Ok(()) };
    match position.across {
        Some(feature) => enter(desk, id, feature)?,
        None => close_up(desk, id, position.line)?,
    }
    if flanks(desk.state(), id).next().is_some() {
        desk.emit(Event::Asked(Asking::Refuse(id)));
    }
    Ok(())
}

/// A charger whose target fire has destroyed carries the position (RF-FIR-44).
pub(crate) fn target_gone(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let unit = desk.state().unit(id);
    let Some(charge) = unit.turn.charge.clone().filter(|_| unit.is_on_table()) else { return Ok(()) };
    if desk.state().contacts.iter().any(|contact| contact.charger == id || contact.target == id) {
        return Ok(());
    }
    let (target, ground) = (charge.target, charge.ground);
    desk.emit(Event::ChargeWent { unit: id, target, ground, stage: ChargeStage::Fought });
    carry(desk, id)
}

/// Straight ahead until the front, or its middle (RF-CHG-75), lies on the edge that was struck, 4 inches at most.
fn close_up(desk: &mut Desk<'_, Regimental>, id: UnitId, line: Segment) -> Result<(), Halt> {
    let state = desk.state();
    let Some(body) = state.body(id) else { return Ok(()) };
    let most = state.stage.length(&numbers::CARRY_MOST);
    let way = distance_ahead(body.front_center(), body.pose.facing, line).unwrap_or_default().min(most);
    if way <= TOUCH {
        return Ok(());
    }
    let crowd = movement::crowd(state);
    let off = state.stage.length(&numbers::STAND_OFF);
    let side = state.unit(id).side;
    let keep_off = |other: BodyId| (state.units[usize::from(other.0)].side != side).then_some(off);
    let scene = Scene { keep_off: &keep_off, ..Scene::new(&state.stage.table, &crowd, Some(BodyId(id.0))) };
    let driven = drive(&scene, body, &[Leg::Ahead(way)], |meet| match meet.with {
        Met::Near(_) | Met::Body { .. } | Met::Edge(_) => Stop::Halt,
        Met::Feature(feature) => {
            let land = state.stage.land(feature);
            let closed = matches!(land.obstacle, Obstacle::Major | Obstacle::GarrisonOnly);
            if closed || land.movement == MoveClass::Impassable { Stop::Halt } else { Stop::Through }
        }
    });
    stand(desk, id, driven.end.pose)
}

/// How far straight ahead a line is crossed, if it lies ahead.
fn distance_ahead(from: Point, heading: Angle, line: Segment) -> Option<Length> {
    let (sin, cos) = heading.sin_cos();
    let way = line.step();
    // Both times 2^30.
    let rate = i128::from(sin) * i128::from(way.y) - i128::from(cos) * i128::from(way.x);
    let apart = i128::from((line.from - from).cross(way)) << 30;
    let length = apart.checked_div(rate)?;
    i32::try_from(length).ok().filter(|length| *length >= 0).map(Length::grid)
}

/// Foot enters the works, the building or the ground beyond the obstacle, if there is room (RF-CHG-67).
fn enter(desk: &mut Desk<'_, Regimental>, id: UnitId, feature: FeatureId) -> Result<(), Halt> {
    let state = desk.state();
    let (unit, land) = (state.unit(id), state.stage.land(feature));
    let Some(body) = state.body(id) else { return Ok(()) };
    let foot = matches!(movement::branch(state.roster(id), unit.mounted), Branch::Infantry | Branch::Dismounted);
    let holds = |id: UnitId| state.areas_held(id, |_| true).any(|held| held == feature);
    let inside = |id: UnitId| state.garrisoned(id) == Some(feature) || holds(id);
    let everyone = || state.all_units().filter(|(id, unit)| unit.is_on_table() && inside(*id));
    if !foot || everyone().any(|(_, other)| other.side != unit.side) {
        return Ok(());
    }
    if let Some(capacity) = land.capacity {
        let held: u32 = everyone().map(|(_, friend)| u32::from(friend.stands)).sum();
        if held + u32::from(unit.stands) <= u32::from(capacity) {
            let (place, formation, mounted) = (Place::In(feature), Formation::Garrison, unit.mounted);
            desk.emit(Event::Placed { unit: id, place, formation, gap: 0, flank: None, mounted });
        }
        return leaders::follow(desk, id);
    }
    match beyond(state, id, body, feature) {
        Some(pose) => stand(desk, id, pose),
        None => Ok(()),
    }
}

/// The first place straight ahead that lies wholly in works, or wholly beyond an obstacle, and is free.
fn beyond(state: &State, id: UnitId, body: &Body, feature: FeatureId) -> Option<Pose> {
    let crowd = movement::crowd(state);
    let table = &state.stage.table;
    let fits = |pose: Pose| movement::may_stand(state, &crowd, id, &Body::new(pose, body.layout.clone()), &[]).is_ok();
    match table.ground(feature) {
        Some(ground) => {
            let step = state.stage.length(&numbers::RETREAT_STEP);
            let inside = |pose: &Pose| body.layout.bases(*pose).iter().all(|base| wholly_in_ground(base, ground));
            (1..100).map(|n| body.pose.ahead(step * n)).find(inside).filter(|pose| fits(*pose))
        }
        None => {
            let scene = Scene::new(table, &crowd, Some(BodyId(id.0)));
            let driven = drive(&scene, body, &[Leg::Over(feature)], |_| Stop::Through);
            Some(driven.end.pose).filter(|pose| fits(*pose))
        }
    }
}

fn stand(desk: &mut Desk<'_, Regimental>, id: UnitId, pose: Pose) -> Result<(), Halt> {
    let Some(old) = desk.state().unit(id).pose() else { return Ok(()) };
    if pose != old {
        desk.emit(Event::Moved { unit: id, way: vec![old, pose], bend: Vec::new() });
    }
    leaders::follow(desk, id)
}

/// Flanks worth listing after a position is carried: the most files and one, either side, or straight again.
pub(super) fn flanks(state: &State, id: UnitId) -> impl Iterator<Item = Command> {
    let unit = state.unit(id);
    let may = matches!(unit.formation, Formation::Line | Formation::OpenOrder) && unit.is_on_table();
    let by = state.stage.degrees(&numbers::REFUSE_DEGREES);
    let legal = move |flank: &Option<Flank>| movement::check_flank(state, id, *flank).is_ok();
    let sides = [true, false].into_iter().filter(move |_| may);
    let refused = sides.flat_map(move |left| {
        let refused = move |files: u8| Some(Flank { left, files, by });
        let most = (1..=unit.stands / 2).rev().map(refused).find(legal);
        let also_one = most.flatten().is_some_and(|flank| flank.files > 1);
        most.into_iter().chain(also_one.then(|| refused(1)).into_iter().filter(legal))
    });
    let straight = (may && unit.flank.is_some()).then_some(None);
    refused.chain(straight.into_iter().filter(legal)).map(move |flank| Command::Flank { unit: id, flank })
}
