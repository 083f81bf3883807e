//! Recalls of cavalry (RF-CHG-57, RF-CHG-73).

use firelock_core::{Desk, Fitted, Grain, Halt, Place as Where, Refusal, UnitId, Wish};
use firelock_table::{Angle, Body, BodyId, Crowd, Leg, Length, Met, Part, Pose, Scene, Segment, Stop, drive};

use super::course::Effort;
use super::opponent;
use crate::Regimental;
use crate::charts::{Pace, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::phase::{leaders, movement, pending};
use crate::state::{Asking, Fallback, Retreat, State, Task};
use crate::words::{MoveClass, Obstacle};

/// The full rate, as a recall may use it.
const FULL: Effort = Effort { pace: Pace::Full, half: false };

// Check.

/// Judges a recall, or that there is none.
pub(crate) fn check_recall(state: &State, asking: &Asking, command: &Command) -> Result<(), Refusal> {
    let Asking::Recall { unit: asked, .. } = asking else {
        return Err(Refusal::new(RF_SEQ_23, "no recall is offered now"));
    };
    let (unit, pose) = match command {
        Command::Recall { unit, pose } => (*unit, Some(*pose)),
        Command::DoNotRecall(unit) => (*unit, None),
        _ => return Err(Refusal::new(RF_SEQ_23, "recall or do not")),
    };
    if unit != *asked {
        let reason = format!("it is {} that may recall", state.roster(*asked).name);
        return Err(Refusal::new(RF_CHG_57, reason).at(Where::Unit(*asked)));
    }
    pose.map_or(Ok(()), |pose| route(state, &movement::crowd(state), unit, pose).map(drop))
}

/// The way of a recall: straight back, through friends, to a free place an inch from enemies. Gives its length and what it may be.
fn route(state: &State, crowd: &Crowd, id: UnitId, pose: Pose) -> Result<(Length, Length), Refusal> {
    let stage = &state.stage;
    let name = &state.roster(id).name;
    let Some(body) = state.body(id) else {
        return Err(Refusal::new(RF_CHG_57, format!("{name}: not in the open")).at(Where::Unit(id)));
    };
    let pose = Pose::new(pose.at, pose.facing.heading());
    let new = Body::new(pose, body.layout.clone());
    let (from, to) = (body.outline().center(), new.outline().center());
    let (length, line) = (from.distance(to), Segment::new(from, to));
    let home = state.home(state.unit(id).side);
    if stage.table.beyond(home, to) <= stage.table.beyond(home, from) {
        let reason = format!("{name} recalls towards its own table edge");
        return Err(Refusal::new(RF_CHG_57, reason).at(Where::Along(line)));
    }
    if length > Length::inches(60) {
        return Err(Refusal::new(RF_CHG_57, format!("{name} cannot recall that far")).at(Where::Along(line)));
    }
    let off = stage.length(&numbers::RETREAT_STAND_OFF);
    let side = state.unit(id).side;
    let keep_off = |other: BodyId| (state.units[usize::from(other.0)].side != side).then_some(off);
    let scene =
        Scene { watch: &[Part::AnyBase], keep_off: &keep_off, ..Scene::new(&stage.table, crowd, Some(BodyId(id.0))) };
    let turn = (Angle::towards(from, to) - body.pose.facing).turn();
    let driven = drive(&scene, body, &[Leg::Slant(turn, length)], |meet| match meet.with {
        Met::Near(_) | Met::Edge(_) => Stop::Halt,
        Met::Body { id: other, .. } if state.unit(UnitId(other.0)).side == side => Stop::Through,
        Met::Body { .. } => Stop::Halt,
        Met::Feature(feature) => {
            let land = stage.land(feature);
            let closed = matches!(land.obstacle, Obstacle::Major | Obstacle::GarrisonOnly);
            if closed || land.movement == MoveClass::Impassable { Stop::Halt } else { Stop::Through }
        }
    });
    if let Some(meet) = driven.halt() {
        let at = |clause, reason: String, place| Err(Refusal::new(clause, reason).at(place));
        return match meet.with {
            Met::Near(other) | Met::Body { id: other, .. } => {
                let enemy = UnitId(other.0);
                let reason = format!("its way back comes nearer than 1\" to {}", state.roster(enemy).name);
                at(RF_CHG_57, reason, Where::Unit(enemy))
            }
            Met::Feature(feature) => {
                let clause = if stage.land(feature).obstacle == Obstacle::Major { RF_TER_19 } else { RF_MOV_29 };
                at(clause, format!("{} is in its way", stage.land(feature).called()), Where::At(driven.end.pose.at))
            }
            Met::Edge(_) => at(RF_MOV_30, "it would leave the table".into(), Where::At(driven.end.pose.at)),
        };
    }
    let ground = movement::slowest(state, crowd, id, &driven, body);
    let rate = FULL.reach(state, id, ground).unwrap_or_default();
    if length > rate {
        let reason = format!("{name} recalls {rate} at most over that ground, not {length}");
        return Err(Refusal::new(RF_CHG_57, reason).at(Where::Along(line)));
    }
    movement::may_stand(state, crowd, id, &new, &[])?;
    Ok((length, rate))
}

// Resolve.

/// Puts the choice to recall to a unit's owner.
pub(crate) fn offer_recall(desk: &mut Desk<'_, Regimental>, id: UnitId, fallback: Fallback) -> Result<(), Halt> {
    if desk.state().unit(id).is_on_table() {
        desk.emit(Event::Asked(Asking::Recall { unit: id, else_: fallback }));
    }
    Ok(())
}

/// The cavalry recalls, or does what the result says.
pub(crate) fn resolve_recall(desk: &mut Desk<'_, Regimental>, command: &Command) -> Result<(), Halt> {
    let asked = pending(desk.state()).cloned();
    desk.emit(Event::Answered);
    match (command, asked) {
        (Command::Recall { unit, pose }, _) => {
            let old = desk.state().unit(*unit).pose();
            desk.emit(Event::Parted(*unit));
            let way = old.into_iter().chain([Pose::new(pose.at, pose.facing.heading())]).collect();
            desk.emit(Event::Moved { unit: *unit, way, bend: Vec::new() });
            leaders::follow(desk, *unit)
        }
        (_, Some(Asking::Recall { unit, else_ })) => {
            let from = opponent(desk.state(), unit);
            let task = match else_ {
                Fallback::TwoInches => Task::Retreat { unit, kind: Retreat::TwoInches, from },
                Fallback::OutOfCloseRange => Task::Retreat { unit, kind: Retreat::OutOfCloseRange, from },
                Fallback::Carry => Task::Carry(unit),
            };
            desk.emit(Event::Queued(vec![task]));
            Ok(())
        }
        _ => Ok(()),
    }
}

// Places.

/// Places worth a look: straight home and aslant, as far as it may and half of it, facing as it does.
pub(super) fn candidates(state: &State, id: UnitId, grain: Grain, into: &mut Vec<Command>) {
    let Some(pose) = state.unit(id).pose() else { return };
    let crowd = movement::crowd(state);
    let home = state.home(state.unit(id).side).outward();
    let rates = [MoveClass::Open, MoveClass::Broken, MoveClass::Rough].map(|ground| FULL.reach(state, id, ground));
    let slants: &[i32] = match grain {
        Grain::Coarse => &[0],
        Grain::Middle => &[0, -30, 30],
        Grain::Fine => &[0, -15, 15, -30, 30, -45, 45],
    };
    for slant in slants {
        let heading = (home + Angle::degrees(*slant)).heading();
        let places =
            rates.iter().flatten().flat_map(|rate| [*rate, rate.half()]).map(|length| pose.slid(heading, length));
        let legal = places.filter(|place| route(state, &crowd, id, *place).is_ok());
        let most = if grain == Grain::Coarse { 1 } else { 2 };
        into.extend(legal.take(most).map(|pose| Command::Recall { unit: id, pose }));
    }
}

/// The nearest recall to where a hand points.
pub(super) fn fit(state: &State, asked: UnitId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let id = wish.unit;
    if id != asked {
        let reason = format!("it is {} that may recall", state.roster(asked).name);
        return Err(Refusal::new(RF_CHG_57, reason).at(Where::Unit(asked)));
    }
    let (Some(old), Some(body)) = (state.unit(id).pose(), state.body(id)) else {
        return Err(Refusal::new(RF_CHG_57, "it is not in the open"));
    };
    let crowd = movement::crowd(state);
    let facing = wish.facing.unwrap_or(old.facing).heading();
    let part = |n: i32| {
        let at = |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * i64::from(n) / 24) as i32;
        Pose::new(firelock_table::Point::new(at(old.at.x, wish.at.x), at(old.at.y, wish.at.y)), facing)
    };
    let whole = route(state, &crowd, id, part(24));
    let found = (1..=24).rev().map(part).find_map(|pose| Some((pose, route(state, &crowd, id, pose).ok()?)));
    let Some((pose, (length, rate))) = found else { return Err(whole.err().unwrap_or_else(nowhere)) };
    Ok(Fitted {
        command: Command::Recall { unit: id, pose },
        ghost: body.layout.bases(pose).iter().map(|base| base.corners).collect(),
        path: vec![old.at, pose.at],
        cost: format!("{length} of {rate}"),
        notes: Vec::new(),
        short: whole.err(),
    })
}

fn nowhere() -> Refusal {
    Refusal::new(RF_CHG_57, "there is no place to recall to that way")
}
