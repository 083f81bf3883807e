//! Phase VI but the charges: facing, normal moves, unlimbering (FD-MOV).

mod candidates;
pub(crate) mod course;
mod fit;
pub(crate) mod flight;
mod looks;
pub(crate) mod plan;
mod split;
pub(crate) mod turn;

use firelock_core::{Desk, Place as Spot, Refusal, Side};
use firelock_table::{Angle, Body as Block, Pose};

use turn::{drilled, has_way};

use super::control::{chits, duty};
use super::{leaders, name};
use crate::Discipline;
use crate::charts::{self, Pace, numbers};
use crate::clauses::*;
use crate::command::{Command, Maneuver};
use crate::event::{Event, Motion};
use crate::state::{Asking, Body, BodyId, ChargeStage, Fate, Kind, Response, State, Turn};
use crate::words::{Branch, Chit, Formation};

pub(crate) use candidates::most_turn;
pub(crate) use candidates::{
    draw_face, draw_move, face as candidates_face, moves as candidates_move, unlimber as candidates_unlimber,
};
pub(crate) use fit::{acts, fit};
pub(crate) use plan::{check as check_move, resolve as resolve_move};
pub(crate) use turn::turned;

/// Whether a body stands on the table, able and free to act on its own.
pub(crate) fn is_free(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    body.is_on_table()
        && body.is_alive()
        && body.halted.is_none()
        && body.fled.is_none()
        && !state.in_contact(id)
        && !body.turn.ran
}

/// Whether a body may change its facing or formation in VI.1: one that holds against a charge may (FD-MEL-16), not a charger, nor
/// one that runs, nor guns in battery.
pub(crate) fn may_face(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    let holds = body.turn.response.is_none_or(|response| matches!(response, Response::Hold(_)));
    let on_field = body.pose().is_some() && body.zone().is_none();
    is_free(state, id)
        && on_field
        && holds
        && !body.turn.turned
        && !body.charged()
        && !matches!(state.branch(id), Branch::Unlimbered)
}

/// Whether a body may make a normal move (FD-MOV-34, FD-MOV-35, FD-MOV-39).
pub(crate) fn may_move(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    let charged = body.turn.charge.is_some_and(|charge| charge.stage != ChargeStage::Declared);
    let unlimbers = body.turn.chit == Some(Chit::Unlimber) && chits::are_used(state);
    is_free(state, id)
        && !body.turn.moved
        && !body.turn.contacted
        && !charged
        && !unlimbers
        && !matches!(state.branch(id), Branch::Unlimbered)
}

/// The bodies of a side that may still change their facing.
pub(crate) fn facers(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    state.alive(side).map(|(id, _)| id).filter(|id| may_face(state, *id))
}

/// The bodies of a side that may still move.
pub(crate) fn movers(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    state.alive(side).map(|(id, _)| id).filter(|id| may_move(state, *id))
}

/// Judges a facing or formation change of VI.1.
pub(crate) fn check_face(state: &State, side: Side, id: BodyId, turn: Turn) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side {
        return refuse(FD_SEQ_04, "is not yours");
    }
    barred(state, id)?;
    if body.turn.turned {
        return refuse(FD_MOV_02, "has changed its facing this turn");
    }
    if !may_face(state, id) {
        return match state.branch(id) {
            Branch::Unlimbered => refuse(FD_MOV_16, "turns in Phase II"),
            _ if body.zone().is_some() => refuse(FD_OBJ_06, "is in a zone and has no facing"),
            _ => refuse(FD_SEQ_13, "makes no facing change now"),
        };
    }
    let wanted = duty::turn_wanted(state, id);
    let (block, done) = drilled(state, id, turn, Pace::Field)?;
    // What leaves the goal near enough to the front, or is as far towards it as can be, serves whatever else could be done.
    let serves =
        |wanted: &duty::Wanted| duty::is_enough(state, id, wanted, &done) || duty::is_farthest(state, id, wanted, turn);
    let wanted = wanted.filter(|wanted| !serves(wanted));
    // What a duty asks for was found legal.
    if wanted.as_ref().and_then(|wanted| duty::due_of(state, id, wanted)).is_some_and(|(due, _)| due == turn) {
        return Ok(());
    }
    has_way(state, id, turn, &block, &done)?;
    if let Some(chit) = chits::turn_due(state, id)
        && !chit_turn(chit, turn)
    {
        return refuse(FD_OPT_02, "must turn the way its chit says, up to 90 degrees");
    }
    duty::serves_turn(state, id, wanted.as_ref(), &done)
}

/// Whether a turn is the one a chit asks for: more than 0, up to 90 degrees, that way.
fn chit_turn(chit: Chit, turn: Turn) -> bool {
    match (chit, turn) {
        (Chit::Right, Turn::By(by)) => by > Angle::ZERO && by <= Angle::RIGHT,
        (Chit::Left, Turn::By(by)) => by < Angle::ZERO && by >= Angle::LEFT,
        _ => false,
    }
}

/// Why a body cannot act at all, if it cannot: markers, contact, zone.
pub(crate) fn barred(state: &State, id: BodyId) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    match body {
        _ if !body.is_on_table() || !body.is_alive() => refuse(FD_MOV_40, "cannot act"),
        _ if body.fled.is_some() => refuse(FD_MOR_16, "has fled"),
        _ if body.halted.is_some() => refuse(FD_MOR_10, "is halted"),
        _ if state.in_contact(id) => refuse(FD_MEL_47, "is engaged"),
        _ if body.turn.ran => refuse(FD_MOV_34, "has run from a charge"),
        _ => Ok(()),
    }
}

/// A body turns, as has been judged.
pub(crate) fn resolve_face(desk: &mut Desk<'_, Discipline>, id: BodyId, turn: Turn, pace: Pace) {
    if let Ok((_, done)) = drilled(desk.state(), id, turn, pace) {
        desk.emit(Event::Turned { body: id, pose: done.pose, formation: done.formation, stands: done.stands.to_vec() });
        leaders::ridden_down(desk, id);
    }
}

/// Why VI.1 cannot end yet: a duty or a chit asks for a turn (FD-CMD-17, FD-OPT-02).
pub(crate) fn done_face(state: &State, side: Side) -> Result<(), Refusal> {
    if let Some(id) = facers(state, side).find(|id| forced_turn(state, *id).is_some()) {
        let words = format!("{} must turn as its chit says", name(state, id));
        return Err(Refusal::new(FD_OPT_02, words).at(Spot::Unit(id)));
    }
    match duty::open_turn(state, side) {
        Some((id, turn)) => Err(duty::must_turn(state, id, turn)),
        None => Ok(()),
    }
}

/// The smallest turn that fulfils a chit, if a legal one can be found.
pub(crate) fn forced_turn(state: &State, id: BodyId) -> Option<Turn> {
    let chit = chits::turn_due(state, id)?;
    let sign = if chit == Chit::Right { 1 } else { -1 };
    let turns = [45, 20, 5, 1].map(|degrees| Turn::By(Angle::degrees(sign * degrees)));
    turns.into_iter().find(|turn| turned(state, id, *turn, Pace::Field).is_ok())
}

/// Why VI.3 cannot end yet: a duty asks for a move (FD-CMD-17).
pub(crate) fn done_move(state: &State, side: Side) -> Result<(), Refusal> {
    match duty::open_move(state, side) {
        Some((id, by)) => Err(duty::must_move(state, id, by)),
        None => Ok(()),
    }
}

/// What the first open duty of VI.1 or VI.3 asks for: the step cannot end before (FD-CMD-17).
pub(crate) fn list_due(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Face(side) => {
            let due = duty::open_turn(state, *side);
            into.extend(due.map(|(body, turn)| Command::Face { body, turn }));
        }
        Asking::Move(side) => {
            let due = duty::open_move(state, *side);
            into.extend(due.map(|(body, by)| Command::Move { body, maneuver: Maneuver::Ahead(by) }));
        }
        _ => {}
    }
}

/// The sections of a side that may unlimber (FD-MOV-17, FD-MOV-18).
pub(crate) fn unlimberers(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    state.alive(side).filter(|(id, body)| may_unlimber(state, *id, body)).map(|(id, _)| id)
}

fn may_unlimber(state: &State, id: BodyId, body: &Body) -> bool {
    state.branch(id) == Branch::Limbered
        && is_free(state, id)
        && !body.turn.moved
        && !body.turn.contacted
        && body.gun().is_some_and(|gun| i32::from(gun.limber) < state.stage.book.number(&numbers::LIMBER_HITS))
}

/// Judges unlimbering: any facing, on free ground (FD-MOV-17).
pub(crate) fn check_unlimber(state: &State, side: Side, id: BodyId, facing: Angle) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side || state.branch(id) != Branch::Limbered {
        return refuse(FD_MOV_17, "has nothing to unlimber");
    }
    barred(state, id)?;
    if body.gun().is_some_and(|gun| i32::from(gun.limber) >= state.stage.book.number(&numbers::LIMBER_HITS)) {
        return refuse(FD_MOV_18, "has its limber wrecked");
    }
    if !may_unlimber(state, id, body) {
        return refuse(FD_MOV_17, "has moved this turn");
    }
    let (Some(before), Some(after)) = (state.straight(id), unlimbered(state, id, facing)) else {
        return refuse(FD_MOV_17, "is not on the table");
    };
    state.has_room(id, &before, &after)
}

/// A section as it stands unlimbered: on the middle of its limber, facing so.
pub(crate) fn unlimbered(state: &State, id: BodyId, facing: Angle) -> Option<Block> {
    let body = state.body(id);
    let size = crate::geometry::base_size(&state.stage, charts::Base::Stand);
    body.pose()?;
    let pose = Pose::new(body.outline.center().ahead(facing, size.depth.half()), facing.heading());
    Some(Block::new(pose, firelock_table::ranks(&[&[size]])))
}

/// A section unlimbers.
pub(crate) fn resolve_unlimber(desk: &mut Desk<'_, Discipline>, id: BodyId, facing: Angle) {
    if let Some(block) = unlimbered(desk.state(), id, facing) {
        desk.emit(Event::Unlimbered { body: id, pose: block.pose });
        leaders::ridden_down(desk, id);
    }
}

/// Why VI.4 cannot end yet: a U section must unlimber (FD-OPT-02).
pub(crate) fn done_unlimber(state: &State, side: Side) -> Result<(), Refusal> {
    match unlimberers(state, side).find(|id| must_unlimber(state, *id)) {
        Some(id) => {
            let words = format!("{} must unlimber", name(state, id));
            Err(Refusal::new(FD_OPT_02, words).at(Spot::Unit(id)))
        }
        None => Ok(()),
    }
}

/// Whether a chit makes a section unlimber that has room to do so.
pub(crate) fn must_unlimber(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    chits::are_used(state)
        && body.turn.chit == Some(Chit::Unlimber)
        && body.pose().is_some_and(|pose| check_unlimber(state, body.side, id, pose.facing).is_ok())
}

/// Troops of shattered units walk off at the beginning of VI.3 (FD-OPT-06).
pub(crate) fn walk_off(desk: &mut Desk<'_, Discipline>) {
    let routed: Vec<BodyId> = desk.state().on_table().filter(|(_, body)| body.routed).map(|(id, _)| id).collect();
    for id in routed {
        let state = desk.state();
        let body = state.body(id);
        let (Some(pose), Some(rate)) = (body.pose(), state.rate(id, Pace::Field)) else { continue };
        let edge = state.home(body.side);
        let way = firelock_table::gap(&body.bases[..], state.stage.table.edge(edge)).length();
        if way <= rate {
            desk.emit(Event::Removed { body: id, fate: Fate::Shattered });
        } else {
            let pose = pose.slid(edge.outward(), rate);
            desk.emit(Event::Moved { body: id, pose, bent: None, how: Motion::WalkOff });
        }
    }
}

/// Removes shattered troops that an enemy has come upon (FD-OPT-06).
pub(crate) fn run_over(desk: &mut Desk<'_, Discipline>, mover: BodyId) {
    let state = desk.state();
    let (side, contact) = (state.body(mover).side, state.stage.length(&numbers::CONTACT));
    let routed: Vec<BodyId> = state
        .on_table()
        .filter(|(id, body)| body.routed && body.side != side && state.within(*id, mover, contact))
        .map(|(id, _)| id)
        .collect();
    for body in routed {
        desk.emit(Event::Removed { body, fate: Fate::Shattered });
    }
}

/// What a body does when it has come to a new place: enemies on their own make way, guns are taken or taken back, crews man
/// their guns again (FD-LDR-08, FD-ART-29, FD-ART-30, FD-MOV-38).
pub(crate) fn arrive(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    leaders::ridden_down(desk, id);
    let state = desk.state();
    let around = state.body(id).bounds.grown(state.stage.length(&numbers::CONTACT));
    // Only shattered troops and guns without a crew matter now.
    if state.in_box(around).any(|(_, body)| !body.is_alive()) {
        run_over(desk, id);
        take_guns(desk, id);
    }
}

/// Foot and horse in contact with abandoned enemy guns capture them, with their own captured ones take them back.
fn take_guns(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    use crate::words::GunState;
    let state = desk.state();
    let body = state.body(id);
    if body.bases.is_empty() || !body.is_alive() {
        return;
    }
    let contact = state.stage.length(&numbers::CONTACT);
    let left = state
        .in_box(body.bounds.grown(contact))
        .filter(|(section, gun)| gun.gun().is_some() && !gun.is_alive() && state.within(id, *section, contact));
    let left: Vec<BodyId> = left.map(|(section, _)| section).collect();
    for section in left {
        let state = desk.state();
        let (body, gun) = (state.body(id), state.body(section));
        let state_of = gun.gun().map(|gun| gun.state);
        let own = gun.side == body.side;
        match (&body.kind, state_of) {
            (Kind::Crew { of, .. }, Some(GunState::Abandoned)) if *of == section => {
                desk.emit(Event::CrewBack { section, crew: id });
                return;
            }
            (Kind::Troops, Some(GunState::Abandoned)) if !own => {
                desk.emit(Event::GunsTaken { section, by: body.side });
            }
            (Kind::Troops, Some(GunState::Captured)) if own && !held(state, section) => {
                desk.emit(Event::GunsTaken { section, by: body.side });
            }
            _ => {}
        }
    }
}

/// Whether an enemy of its owner stands by a captured section.
fn held(state: &State, section: BodyId) -> bool {
    let contact = state.stage.length(&numbers::CONTACT);
    let enemies = state.alive(state.body(section).side.enemy());
    enemies.into_iter().any(|(enemy, body)| body.is_troops() && state.within(enemy, section, contact))
}

/// Whether a body is drawn up to march on a road: in column, or a single stand on wheels.
pub(crate) fn marches(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    body.formation == Formation::Column || body.stands.len() == 1
}
