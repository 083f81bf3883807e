//! The nearest legal charge to what a hand points at.

use firelock_core::{Fitted, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, Body, Length, Point};

use super::candidates::ways_to;
use super::contact::Meeting;
use super::course::{Course, CourseEnd, crowd_without_chargers, legs, stop_short};
use super::declare::{judge, may_charge, targets};
use super::recall;
use crate::clauses::*;
use crate::command::{ChargeWay, Command};
use crate::phase::pending;
use crate::state::{Asking, Edge, State};
use crate::words::MoveClass;

/// The nearest legal charge or recall. Acts: `charge`, with `cold steel` and `disordered` added as wished.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    if let Some(Asking::Recall { unit, .. }) = pending(state) {
        return recall::fit(state, *unit, wish);
    }
    let id = wish.unit;
    if state.unit(id).side != side || !state.unit(id).is_on_table() {
        return Err(Refusal::new(RF_SEQ_06, "that is not your unit"));
    }
    may_charge(state, id)?;
    let (cold_steel, disordered) = (wish.act.contains("cold steel"), wish.act.contains("disordered"));
    let wanted = wish.target.filter(|target| target.index() < state.units.len() && state.unit(*target).is_on_table());
    let target = wanted.or_else(|| nearest(state, id, wish.at));
    let Some(target) = target else {
        return Err(Refusal::new(RF_CHG_03, "no enemy stands within its reach").at(firelock_core::Place::Unit(id)));
    };
    let crowd = crowd_without_chargers(state);
    let mut first: Option<Refusal> = None;
    let mut best: Option<(bool, i64, ChargeWay, Course)> = None;
    for way in wished(state, id, target, wish.at) {
        match judge(state, &crowd, id, target, way, cold_steel, disordered) {
            Ok(course) => {
                let misses = !super::candidates::meets(&course, target);
                let off = course.drive.end.pose.at.distance_squared(wish.at);
                if best.as_ref().is_none_or(|(missed, other, ..)| (misses, off) < (*missed, *other)) {
                    best = Some((misses, off, way, course));
                }
            }
            Err(refusal) => {
                first.get_or_insert(refusal);
            }
        }
    }
    let none = || Refusal::new(RF_CHG_04, "no way leads there");
    let (_, _, way, course) = best.ok_or_else(|| first.unwrap_or_else(none))?;
    let body = state.body(id).ok_or_else(none)?;
    let (end, short) = ending(state, &crowd, id, way, body, &course);
    Ok(Fitted {
        command: Command::Charge { unit: id, target, way, cold_steel, disordered },
        ghost: end.bases().iter().map(|base| base.corners).collect(),
        path: course.drive.path(),
        cost: format!("{} of {}", course.drive.length(), course.reach),
        notes: notes(state, id, target, disordered, &course),
        short,
    })
}

/// The ways a wish may mean: those that lead to the enemy, and those that lead to the pointer.
fn wished(state: &State, id: UnitId, target: UnitId, at: Point) -> Vec<ChargeWay> {
    let Some(body) = state.body(id) else { return Vec::new() };
    let mut ways = ways_to(state, body, target);
    let by = (Angle::towards(body.front_center(), at) - body.pose.facing).turn();
    if by.get() != 0 && by.abs() <= Angle::degrees(45) {
        ways.push(ChargeWay::Oblique { by });
        ways.push(ChargeWay::Wheel { ahead: Length::ZERO, by });
    }
    ways
}

/// The enemy nearest to a place among those within reach.
fn nearest(state: &State, id: UnitId, at: Point) -> Option<UnitId> {
    targets(state, id).min_by_key(|enemy| (state.center(*enemy).distance_squared(at), *enemy))
}

/// How it would stand, and why it stops short if it does.
fn ending(
    state: &State,
    crowd: &firelock_table::Crowd,
    id: UnitId,
    way: ChargeWay,
    body: &Body,
    course: &Course,
) -> (Body, Option<Refusal>) {
    let end = &course.drive.end;
    match &course.end {
        CourseEnd::Meets(meeting) => {
            let pose = meeting.aligned(state, crowd, id, end).unwrap_or(end.pose);
            (Body::new(pose, end.layout.clone()), None)
        }
        CourseEnd::Short | CourseEnd::Barred(_) => {
            let short = stop_short(state, crowd, id, body, course.reach, |reach| legs(body, way, reach));
            let reason = format!("it stops after {} and is no charge", short.length());
            (short.end, Some(Refusal::new(RF_CHG_06, reason).at(firelock_core::Place::Unit(id))))
        }
    }
}

/// What a player should know before the charge.
fn notes(
    state: &State,
    id: UnitId,
    wanted: UnitId,
    disordered: bool,
    course: &Course,
) -> Vec<(firelock_core::Clause, String)> {
    let mut notes = Vec::new();
    if disordered {
        notes.push((RF_MAN_26, "it becomes disordered at once".to_string()));
    }
    if course.ground > MoveClass::Open {
        notes.push((RF_CHG_39, "it is disordered even if it wins: the ground is broken or rough".to_string()));
    }
    if let CourseEnd::Meets(meeting) = &course.end {
        let Meeting { target, edge, .. } = *meeting;
        let name = &state.roster(target).name;
        if target != wanted {
            notes.push((RF_CHG_16, format!("it meets {name} first")));
        }
        let contact = meeting.contact(state, id);
        if contact.flank {
            notes.push((RF_ARC_12, format!("it outflanks {name}")));
        } else if edge != Edge::Front {
            notes.push((RF_ARC_12, format!("it strikes a side of {name} but began before its front: no flank")));
        }
    }
    notes
}
