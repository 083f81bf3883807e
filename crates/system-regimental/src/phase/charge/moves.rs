//! Charge moves (RF-SEQ-08, RF-CHG-06, 15..19).

use firelock_core::{Desk, Halt, UnitId};
use firelock_table::{Base, Bounds, Drive, Layout, Length, Pose};

use super::contact::Meeting;
use super::counter;
use super::course::{Course, CourseEnd, Effort, follow, legs, stop_short};
use crate::Regimental;
use crate::event::Event;
use crate::phase::{leaders, movement};
use crate::state::{Charge, ChargeStage, State, Task};

/// The charge moves of this check, in the order they were declared (RF-SEQ-08, RF-CHG-70).
pub(crate) fn moves_in_order(state: &State) -> Vec<Task> {
    let waits = |charge: &Charge| charge.stage == ChargeStage::Declared && !charge.counter;
    let charging = state.on_table(state.active).filter(|(_, unit)| unit.turn.charge.as_ref().is_some_and(waits));
    let mut order: Vec<(u8, UnitId)> = charging.map(|(id, unit)| (unit.turn.charge_order, id)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, id)| Task::ChargeMove(id)).collect()
}

/// Moves one declared charge, and the cavalry that meets it.
pub(crate) fn move_charge(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    if !desk.state().unit(id).is_on_table() {
        return Ok(());
    }
    match counter::met_by(desk.state(), id) {
        Some(cavalry) => counter::move_both(desk, id, cavalry),
        None => go_home(desk, id),
    }
}

/// A charge goes along its way as far as it can.
pub(super) fn go_home(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let unit = state.unit(id);
    let (Some(charge), Some(body)) = (&unit.turn.charge, state.body(id)) else { return Ok(()) };
    let (way, effort) = (unit.turn.way, Effort::declared(unit));
    let crowd = movement::crowd(state);
    let Some(course) = follow(state, &crowd, id, way, effort, charge.target) else { return Ok(()) };
    match course.end.clone() {
        CourseEnd::Meets(meeting) if course.drive.on.is_empty() && meeting.has_room(state, id) => {
            strike(desk, id, &course, &meeting)
        }
        CourseEnd::Meets(_) | CourseEnd::Short | CourseEnd::Barred(_) => {
            let short = stop_short(state, &crowd, id, body, course.reach, |reach| legs(body, way, reach));
            end_short(desk, id, &short)
        }
    }
}

/// A charge comes home: it aligns itself if it can (RF-CHG-17), and whom it struck and how is kept.
pub(super) fn strike(
    desk: &mut Desk<'_, Regimental>,
    id: UnitId,
    course: &Course,
    meeting: &Meeting,
) -> Result<(), Halt> {
    let state = desk.state();
    let contact = meeting.contact(state, id);
    let aligned = meeting.aligned(state, &movement::crowd(state), id, &course.drive.end);
    advance(desk, id, &course.drive, aligned)?;
    desk.emit(Event::Met(contact));
    let (target, ground) = (meeting.target, course.ground);
    desk.emit(Event::ChargeWent { unit: id, target, ground, stage: ChargeStage::Home });
    Ok(())
}

/// A charge that does not come home is none; cold steel still forbids its fire (RF-CHG-06, RF-FIR-04).
pub(super) fn end_short(desk: &mut Desk<'_, Regimental>, id: UnitId, drive: &Drive) -> Result<(), Halt> {
    advance(desk, id, drive, None)?;
    desk.emit(Event::ChargeEnded(id));
    desk.emit(Event::Maneuvered { unit: id, formation_changed: false, no_fire: false, fire_action: false });
    Ok(())
}

/// Moves a unit along a way, with a last turn, and rides down what it touches (RF-CHG-15).
pub(super) fn advance(
    desk: &mut Desk<'_, Regimental>,
    id: UnitId,
    drive: &Drive,
    turned: Option<Pose>,
) -> Result<(), Halt> {
    let way: Vec<Pose> = drive.trail.iter().copied().chain(turned).collect();
    if way.iter().all(|pose| *pose == way[0]) {
        return Ok(());
    }
    let state = desk.state();
    let side = state.unit(id).side;
    let over = trampled(state, id, &drive.end.layout, &way);
    desk.emit(Event::Moved { unit: id, way, bend: Vec::new() });
    if desk.state().unit(id).amusette {
        // RF-SPC-22.
        desk.emit(Event::AmusetteLeft(id));
    }
    if !over.is_empty() {
        leaders::swept_by(desk, side, &over);
    }
    leaders::follow(desk, id)
}

/// The ground a unit passes over, if a detached enemy leader is near it: its outline every half inch.
fn trampled(state: &State, id: UnitId, layout: &Layout, way: &[Pose]) -> Vec<Base> {
    let side = state.unit(id).side;
    let around = Bounds::around(way.iter().map(|pose| layout.outline(*pose).bounds())).grown(Length::INCH);
    let alone = |leader: &crate::state::Leader| leader.side != side && leader.attached.is_none() && leader.is_present();
    if !state.leaders.iter().any(|leader| alone(leader) && around.contains(leader.at)) {
        return Vec::new();
    }
    let step = Length::INCH.half();
    let mut over: Vec<Base> = Vec::new();
    for leg in way.windows(2) {
        let [from, to] = [leg[0], leg[1]];
        let length = from.at.distance(to.at);
        let parts = (length.get() / step.get()).max(0) + 1;
        over.extend((0..parts).map(|part| {
            let at = |from: i32, to: i32| {
                from + ((i64::from(to) - i64::from(from)) * i64::from(part) / i64::from(parts)) as i32
            };
            layout.outline(Pose::new(
                firelock_table::Point::new(at(from.at.x, to.at.x), at(from.at.y, to.at.y)),
                from.facing,
            ))
        }));
    }
    over.extend(way.last().map(|pose| layout.outline(*pose)));
    over
}
