//! Answers of V.3 and V.5 (FD-MEL-10..19).

use firelock_core::{Desk, Place as Spot, Refusal, Side};
use firelock_table::{Angle, Base, Fan, Length, is_in_fan};

use super::{chargers, chargers_of, is_charged, moves};
use crate::Discipline;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::phase::control::{self, chits};
use crate::phase::name;
use crate::state::{BodyId, Charge, ChargeStage, Hold, Response, State, Target};
use crate::survey::can_shoot;
use crate::words::{Branch, Chit};

/// The bodies of a side that are charged, do not charge themselves and have not answered.
pub(crate) fn targets(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    let open = state.alive(side).filter(|(_, body)| !body.charged() && body.turn.response.is_none());
    // One that can only stand without fire is not asked.
    open.map(|(id, _)| id).filter(|id| is_charged(state, *id) && answers(state, *id).nth(1).is_some())
}

/// Every answer that a charged body may give.
fn answers(state: &State, id: BodyId) -> impl Iterator<Item = Response> {
    let fires = chargers(state, id).map(|charger| Response::Hold(Hold { fire: Some(charger) }));
    let all = std::iter::once(Response::Hold(Hold { fire: None })).chain(fires);
    let all = all.chain(chargers(state, id).map(Response::Counter)).chain([Response::Flee]);
    all.filter(move |response| judge(state, id, *response).is_ok())
}

/// The answers that can be listed.
pub(crate) fn list(state: &State, side: Side, into: &mut Vec<Command>) {
    for body in targets(state, side) {
        into.extend(answers(state, body).map(|response| Command::Answer { body, response }));
    }
}

/// Judges an answer.
pub(crate) fn check(state: &State, side: Side, id: BodyId, response: Response) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side || !body.is_on_table() || !body.is_alive() {
        return refuse(FD_SEQ_04, "has nothing to answer");
    }
    if body.charged() {
        return refuse(FD_MEL_15, "carries on with its own charge");
    }
    if !is_charged(state, id) {
        return refuse(FD_MEL_10, "is not charged");
    }
    if body.turn.response.is_some() {
        return refuse(FD_MEL_10, "has answered");
    }
    judge(state, id, response)
}

fn judge(state: &State, id: BodyId, response: Response) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let branch = state.branch(id);
    match response {
        Response::Hold(Hold { fire: None }) => match body.turn.held && may_give_held_fire(state, id) {
            true => refuse(FD_MEL_12, "has held its fire: it fires and stands, or runs"),
            // FD-ART-28: a section that has fired fights or flees.
            false => Ok(()),
        },
        Response::Hold(Hold { fire: Some(charger) }) => {
            if !chargers_of(state, id).contains(&charger) {
                return refuse(FD_MUS_40, "is not charged by that");
            }
            match branch {
                Branch::Unlimbered if !body.turn.held => refuse(FD_ART_26, "has not held its fire"),
                Branch::Unlimbered if !may_give_held_fire(state, id) => refuse(FD_ART_26, "cannot fire"),
                Branch::Unlimbered => Ok(()),
                Branch::Foot => may_give_protective_fire(state, id),
                _ => refuse(FD_MUS_43, "gives no protective fire"),
            }
        }
        Response::Counter(charger) => {
            let close = body.is_troops() && !state.is_open(id);
            match body {
                _ if !chargers_of(state, id).contains(&charger) => refuse(FD_MEL_14, "is not charged by that"),
                _ if !close => refuse(FD_MEL_10, "does not meet a charge"),
                _ if body.fled.is_some() || body.halted.is_some() => refuse(FD_MEL_14, "is halted"),
                _ if state.in_contact(id) => refuse(FD_MEL_14, "is engaged"),
                _ if body.zone().is_some() => refuse(FD_OBJ_28, "is in a zone and only holds"),
                _ if !control::lets_countercharge(state, id) => refuse(FD_CMD_12, "is to withdraw"),
                // FD-OPT-03: who has no chit counts as H.
                _ if chits::are_used(state) && body.turn.chit != Some(Chit::Countercharge) => {
                    refuse(FD_OPT_02, "has no chit to meet a charge")
                }
                _ if !is_ahead(state, id, charger) => refuse(FD_MEL_14, "does not have it straight ahead"),
                _ => Ok(()),
            }
        }
        Response::Flee => match branch {
            Branch::Unlimbered | Branch::Crew => Ok(()),
            Branch::Limbered | Branch::Wagon => refuse(FD_MEL_13, "can only stand"),
            _ if body.zone().is_some() => refuse(FD_OBJ_28, "is in a zone and only holds"),
            _ if state.in_contact(id) => refuse(FD_MEL_47, "is engaged"),
            _ if body.fled.is_some() || body.halted.is_some() => refuse(FD_MOR_10, "is halted"),
            // FD-SPC-07: light cavalry too, but only in open order.
            _ if state.is_open(id) => Ok(()),
            _ => refuse(FD_MEL_10, "is in close order and cannot run"),
        },
    }
}

/// FD-MUS-40, FD-MUS-43: close-order foot with its fire unspent.
fn may_give_protective_fire(state: &State, id: BodyId) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    match body {
        _ if state.is_open(id) => refuse(FD_MUS_43, "is in open order and gives no protective fire"),
        _ if body.turn.fired => refuse(FD_MUS_40, "has fired this turn"),
        _ if body.fled.is_some() => refuse(FD_MUS_43, "has fled"),
        _ if !can_shoot(state, id, body) => refuse(FD_MUS_40, "has nothing to fire with"),
        _ => Ok(()),
    }
}

/// Whether a section that held its fire still can fire (FD-ART-26, FD-MOR-17).
fn may_give_held_fire(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    body.silent < state.turn
        && !state.in_contact(id)
        && body.gun().is_some_and(|gun| gun.crew > 0 && gun.rounds[0] + gun.rounds[1] > 0)
        && state.roster(id).guns().is_some_and(|guns| !guns.rockets && guns.piece != crate::words::Piece::Mortar)
}

/// Whether a charger, as it stands after its turn, lies straight ahead of a body (FD-MEL-14).
fn is_ahead(state: &State, id: BodyId, charger: BodyId) -> bool {
    let (Some(edge), Some(pose)) = (state.front(id), state.body(id).pose()) else { return false };
    let fan = Fan { edge, facing: pose.facing, spread: Angle::ZERO, reach: Length::FAR };
    let bases: Vec<Base> = moves::turned_bases(state, charger);
    is_in_fan(&fan, &bases[..])
}

/// A body answers.
pub(crate) fn resolve(desk: &mut Desk<'_, Discipline>, id: BodyId, response: Response) {
    desk.emit(Event::Responded { body: id, response });
    if let Response::Counter(charger) = response {
        let target = Target::Body(charger);
        let charge = Charge { target, turn: None, counter: true, stage: ChargeStage::Declared, left: None };
        desk.emit(Event::ChargeDeclared { body: id, charge });
    }
}
