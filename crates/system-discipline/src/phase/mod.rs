//! The chapters of a turn. This file only hands each decision and command to its chapter.

pub(crate) mod artillery;
pub(crate) mod charge;
pub(crate) mod control;
mod draw;
pub(crate) mod fire;
pub(crate) mod leaders;
pub(crate) mod melee;
pub(crate) mod morale;
pub(crate) mod movement;
pub(crate) mod setup;
pub(crate) mod victory;

use arrayvec::ArrayVec;
use firelock_core::{
    Ask, Chapter, Clause, Decision, Desk, Fitted, Form, Frame, Grain, Halt, Place, Refusal, Side, Wish,
};

use crate::Discipline;
use crate::charts::Pace;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::sequence;
use crate::state::{Asking, BodyId, CommanderId, Sealed, SealedStep, Secret, State, UnitNo};
use control::chits;

pub(crate) use draw::draw;

/// A body in a sentence: its unit, and what part of it where there are several.
pub(crate) fn name(state: &State, id: BodyId) -> String {
    crate::view::name(state, id)
}

/// The decision on top.
pub(crate) fn pending(state: &State) -> Option<&Asking> {
    match state.agenda.top() {
        Some(Frame::Ask(asking)) => Some(asking),
        _ => None,
    }
}

/// What is asked now.
pub(crate) fn decision(state: &State) -> Decision<Command> {
    match pending(state) {
        None => Decision::over(),
        Some(Asking::Sealed(sealed)) => {
            let open = Side::BOTH.into_iter().filter(|side| !sealed.done[side.index()]);
            Decision { asks: open.map(|side| sealed_ask(state, sealed, side)).collect() }
        }
        Some(asking) => {
            let side = sequence::decider(state, asking);
            let mut listed = Vec::new();
            list(state, side, asking, &mut listed);
            let (clause, prompt, form) = words(state, asking);
            let end = may_end(asking).then(|| done(state, asking).map(|()| Command::Done));
            Decision::one(Ask { side, clause, prompt, form, listed, end, sealed: false })
        }
    }
}

/// Who is asked now.
pub(crate) fn asked_sides(state: &State) -> ArrayVec<Side, 2> {
    match pending(state) {
        None => ArrayVec::new(),
        Some(Asking::Sealed(sealed)) => Side::BOTH.into_iter().filter(|side| !sealed.done[side.index()]).collect(),
        Some(asking) => ArrayVec::from_iter([sequence::decider(state, asking)]),
    }
}

/// One side's part in a secret step (FD-SEQ-03).
fn sealed_ask(state: &State, sealed: &Sealed, side: Side) -> Ask<Command> {
    let mut listed = Vec::new();
    list_sealed(state, sealed.step, side, &mut listed);
    let (clause, prompt) = match sealed.step {
        SealedStep::Directives => (FD_SEQ_02, "give each regiment its directive"),
        SealedStep::Chits => (FD_OPT_01, "give chits"),
        SealedStep::Guns => (FD_ART_01, "choose what each section does"),
        SealedStep::Volley => (FD_MUS_08, "choose the targets of volleys"),
        SealedStep::Skirmish => (FD_MUS_20, "choose the targets of skirmishers"),
        SealedStep::Platoon => (FD_MUS_07, "choose the targets of platoon fire"),
    };
    Ask { side, clause, prompt, form: Form::Orders, listed, end: Some(Ok(Command::Done)), sealed: true }
}

fn words(state: &State, asking: &Asking) -> (Clause, &'static str, Form) {
    let first = |clause: Clause, other: Clause, side: Side| if side == state.active { clause } else { other };
    match asking {
        Asking::Begin => (FD_SEQ_02, "roll for who deploys first", Form::Choose),
        Asking::Deploy(..) => (FD_SEQ_02, "set up a brigade", Form::Place),
        Asking::Sealed(_) => (FD_SEQ_03, "choose in secret", Form::Orders),
        Asking::Send(_) => (FD_SEQ_11, "send directives", Form::Orders),
        Asking::Declare(side) => (first(FD_MEL_09, FD_MEL_08, *side), "declare charges", Form::Path),
        Asking::Respond(side) => (first(FD_MEL_15, FD_MEL_10, *side), "answer the charges", Form::Choose),
        Asking::Face(_) => (FD_SEQ_13, "change facing and formation", Form::Path),
        Asking::Move(_) => (FD_MOV_02, "move", Form::Path),
        Asking::Unlimber(_) => (FD_MOV_17, "unlimber", Form::Place),
        Asking::Pursue(_) => (FD_MEL_50, "pursue", Form::Choose),
        Asking::Fanatic(_) => (FD_OPT_04, "go on in spite of the loss", Form::Choose),
    }
}

/// What a decision is about.
pub(crate) fn chapter(asking: &Asking) -> Chapter {
    match asking {
        Asking::Begin | Asking::Deploy(..) => Chapter::Setup,
        Asking::Sealed(sealed) => match sealed.step {
            SealedStep::Directives | SealedStep::Chits => Chapter::Command,
            SealedStep::Guns | SealedStep::Volley | SealedStep::Skirmish | SealedStep::Platoon => Chapter::Fire,
        },
        Asking::Send(_) => Chapter::Command,
        Asking::Declare(_) => Chapter::Charge,
        Asking::Respond(_) => Chapter::React,
        Asking::Face(_) | Asking::Move(_) | Asking::Unlimber(_) => Chapter::Move,
        Asking::Pursue(_) => Chapter::Melee,
        Asking::Fanatic(_) => Chapter::Rally,
    }
}

/// Whether an ask is ended by saying so.
fn may_end(asking: &Asking) -> bool {
    !matches!(asking, Asking::Begin | Asking::Fanatic(_))
}

/// Whether the ask may be ended now.
fn done(state: &State, asking: &Asking) -> Result<(), Refusal> {
    match asking {
        Asking::Deploy(side, brigade) => setup::done(state, *side, *brigade),
        Asking::Declare(side) => charge::done_declare(state, *side),
        Asking::Face(side) => movement::done_face(state, *side),
        Asking::Move(side) => movement::done_move(state, *side),
        Asking::Unlimber(side) => movement::done_unlimber(state, *side),
        _ => Ok(()),
    }
}

/// The commands that can be listed.
fn list(state: &State, side: Side, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Begin => into.push(Command::Begin),
        Asking::Declare(_) => charge::list_declare(state, side, into),
        Asking::Respond(_) => charge::list_answers(state, side, into),
        Asking::Pursue(_) => melee::list(state, side, into),
        Asking::Fanatic(_) => into.extend([Command::Yield, Command::GoOn]),
        Asking::Face(_) | Asking::Move(_) => movement::list_due(state, asking, into),
        Asking::Deploy(..) | Asking::Sealed(_) | Asking::Send(_) | Asking::Unlimber(_) => {}
    }
}

fn list_sealed(state: &State, step: SealedStep, side: Side, into: &mut Vec<Command>) {
    match step {
        SealedStep::Directives => {}
        SealedStep::Chits => chits::list(state, side, into),
        SealedStep::Guns => artillery::list(state, side, into),
        SealedStep::Volley | SealedStep::Skirmish | SealedStep::Platoon => fire::list(state, side, into),
    }
}

/// A finite sample of what may be said now.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let Some(asking) = pending(state) else { return };
    if let Asking::Sealed(sealed) = asking {
        if sealed.done[side.index()] {
            return;
        }
        match sealed.step {
            SealedStep::Directives => control::candidates_direct(state, side, grain, into),
            SealedStep::Chits => chits::list(state, side, into),
            SealedStep::Guns => artillery::candidates(state, side, grain, into),
            SealedStep::Volley | SealedStep::Skirmish | SealedStep::Platoon => {
                fire::candidates(state, side, grain, into);
            }
        }
        into.push(Command::Done);
        return;
    }
    if sequence::decider(state, asking) != side {
        return;
    }
    let may_end = match asking {
        Asking::Face(_) => movement::candidates_face(state, side, grain, into),
        Asking::Move(_) => movement::candidates_move(state, side, grain, into),
        asking => may_end(asking) && done(state, asking).is_ok(),
    };
    match asking {
        Asking::Face(_) | Asking::Move(_) => {}
        Asking::Deploy(_, brigade) => setup::candidates(state, side, *brigade, grain, into),
        Asking::Send(_) => control::candidates_send(state, side, grain, into),
        Asking::Declare(_) => charge::candidates_declare(state, side, grain, into),
        Asking::Unlimber(_) => movement::candidates_unlimber(state, side, grain, into),
        _ => list(state, side, asking, into),
    }
    if may_end {
        into.push(Command::Done);
    }
}

/// The nearest legal command to what a hand points at.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let asking = asked(state, side)?;
    match asking {
        Asking::Deploy(..) => setup::fit(state, side, wish),
        Asking::Declare(_) => charge::fit(state, side, wish),
        Asking::Face(_) | Asking::Move(_) | Asking::Unlimber(_) => movement::fit(state, side, asking, wish),
        Asking::Sealed(sealed) if sealed.step == SealedStep::Guns => artillery::fit(state, side, wish),
        _ => Err(Refusal::new(FD_SEQ_04, "nothing is placed on the table now; choose from the list")),
    }
}

/// Judges a command.
pub(crate) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    if matches!(command, Command::Resign) {
        return match state.verdict {
            None => Ok(()),
            Some(_) => Err(over()),
        };
    }
    let asking = asked(state, side)?;
    known(state, command)?;
    use Command as C;
    if let Asking::Sealed(sealed) = asking {
        return check_sealed(state, side, sealed, command);
    }
    match (asking, command) {
        (asking, C::Done) if may_end(asking) => done(state, asking),
        (Asking::Begin, C::Begin) | (Asking::Fanatic(_), C::GoOn | C::Yield) => Ok(()),
        (Asking::Deploy(_, brigade), C::Deploy { body, place, formation }) => {
            setup::check_body(state, side, *brigade, *body, *place, *formation)
        }
        (Asking::Deploy(_, brigade), C::DeployCommander { commander, at }) => {
            setup::check_commander(state, side, *brigade, *commander, *at)
        }
        (Asking::Send(_), C::Send { by, to, mission }) => control::check_send(state, side, *by, *to, *mission),
        (Asking::Declare(_), C::Charge { body, target, turn }) => {
            charge::check_declare(state, side, *body, *target, *turn)
        }
        (Asking::Respond(_), C::Answer { body, response }) => charge::check_answer(state, side, *body, *response),
        (Asking::Face(_), C::Face { body, turn }) => movement::check_face(state, side, *body, *turn),
        (Asking::Move(_), C::Move { body, maneuver }) => movement::check_move(state, side, *body, *maneuver),
        (Asking::Move(_), C::Ride { commander, to }) => leaders::check_ride(state, side, *commander, *to),
        (Asking::Unlimber(_), C::Unlimber { body, facing }) => movement::check_unlimber(state, side, *body, *facing),
        (Asking::Pursue(_), C::Pursue(body)) => match melee::pursuers(state, side).any(|id| id == *body) {
            true => Ok(()),
            false => {
                Err(Refusal::new(FD_MEL_50, format!("{} may not pursue", name(state, *body))).at(Place::Unit(*body)))
            }
        },
        _ => Err(Refusal::new(FD_SEQ_04, "that is not what is decided now")),
    }
}

fn check_sealed(state: &State, side: Side, sealed: &Sealed, command: &Command) -> Result<(), Refusal> {
    use Command as C;
    match (sealed.step, command) {
        (_, C::Done) => Ok(()),
        (_, C::TakeBack(body)) => match sealed.order(side, *body) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(FD_SEQ_03, format!("{}: no order to take back", name(state, *body)))),
        },
        (SealedStep::Directives, C::Direct { unit, mission }) => {
            control::check_direct(state, side, *unit, *mission).map(|_| ())
        }
        (SealedStep::Chits, C::Chit { body, chit }) => chits::check(state, side, *body, *chit),
        (SealedStep::Guns, C::Guns { body, order }) => artillery::check(state, side, *body, *order),
        (SealedStep::Volley | SealedStep::Skirmish | SealedStep::Platoon, C::Fire { body, at }) => {
            fire::check(state, side, *body, *at)
        }
        _ => Err(Refusal::new(FD_SEQ_03, "that is not what is chosen now")),
    }
}

/// Carries out a command that `check` allows; what is automatic follows after.
pub(crate) fn resolve(desk: &mut Desk<'_, Discipline>, side: Side, command: &Command) -> Result<(), Halt> {
    use Command as C;
    let order = |desk: &mut Desk<'_, Discipline>, body: BodyId, order: Option<Secret>| {
        desk.emit(Event::Ordered { side, body, order });
    };
    match command {
        C::Resign => victory::resign(desk, side),
        C::Done => {
            let Some(asking) = pending(desk.state()).cloned() else { return Ok(()) };
            if let Asking::Sealed(_) = asking {
                desk.emit(Event::SideDone(side));
                return Ok(());
            }
            desk.emit(Event::Answered);
            sequence::close(desk, &asking);
        }
        C::Begin => return setup::begin(desk),
        C::Deploy { body, place, formation } => setup::deploy(desk, *body, *place, *formation),
        C::DeployCommander { commander, at } => setup::deploy_commander(desk, *commander, *at),
        C::Direct { unit, mission } => {
            if let Some((body, secret)) = control::direct(desk.state(), *unit, *mission) {
                order(desk, body, Some(secret));
            }
        }
        C::Send { by, to, mission } => control::send(desk, *by, *to, *mission),
        C::Chit { body, chit } => order(desk, *body, Some(Secret::Chit(*chit))),
        C::Guns { body, order: act } => order(desk, *body, Some(Secret::Guns(*act))),
        C::Fire { body, at } => order(desk, *body, Some(Secret::Fire(*at))),
        C::TakeBack(body) => order(desk, *body, None),
        C::Charge { body, target, turn } => charge::resolve_declare(desk, *body, *target, *turn),
        C::Answer { body, response } => charge::resolve_answer(desk, *body, *response),
        C::Face { body, turn } => movement::resolve_face(desk, *body, *turn, Pace::Field),
        C::Move { body, maneuver } => movement::resolve_move(desk, side, *body, *maneuver),
        C::Ride { commander, to } => leaders::ride(desk, *commander, *to),
        C::Unlimber { body, facing } => movement::resolve_unlimber(desk, *body, *facing),
        C::Pursue(body) => melee::pursue(desk, *body),
        C::GoOn | C::Yield => {
            let Some(Asking::Fanatic(failed)) = pending(desk.state()).cloned() else { return Ok(()) };
            desk.emit(Event::Answered);
            return morale::lose(desk, &failed.due, failed.effect, matches!(command, C::GoOn));
        }
    }
    Ok(())
}

fn over() -> Refusal {
    Refusal::new(FD_VIC_07, "the battle is over")
}

/// What this side is asked, if it is.
fn asked(state: &State, side: Side) -> Result<&Asking, Refusal> {
    let asking = pending(state).ok_or_else(over)?;
    let own = match asking {
        Asking::Sealed(sealed) => !sealed.done[side.index()],
        _ => sequence::decider(state, asking) == side,
    };
    if own { Ok(asking) } else { Err(Refusal::new(FD_SEQ_04, "the other side decides now")) }
}

/// Whether the pieces a command names exist, so that the chapters need not ask.
fn known(state: &State, command: &Command) -> Result<(), Refusal> {
    use Command as C;
    let body = |id: &BodyId| match id.index() < state.bodies.len() {
        true => Ok(()),
        false => Err(Refusal::new(FD_ROS_40, format!("there is no body {id}"))),
    };
    let unit = |id: &UnitNo| match usize::from(id.0) < state.units.len() {
        true => Ok(()),
        false => Err(Refusal::new(FD_ROS_10, format!("there is no unit {}", id.0))),
    };
    let man = |id: &CommanderId| match usize::from(id.0) < state.commanders.len() {
        true => Ok(()),
        false => Err(Refusal::new(FD_ROS_31, format!("there is no commander {}", id.0))),
    };
    match command {
        C::Deploy { body: id, .. }
        | C::Chit { body: id, .. }
        | C::Guns { body: id, .. }
        | C::Fire { body: id, .. }
        | C::TakeBack(id)
        | C::Charge { body: id, .. }
        | C::Answer { body: id, .. }
        | C::Face { body: id, .. }
        | C::Move { body: id, .. }
        | C::Unlimber { body: id, .. }
        | C::Pursue(id) => body(id),
        C::DeployCommander { commander, .. } | C::Ride { commander, .. } => man(commander),
        C::Direct { unit: id, .. } => unit(id),
        C::Send { by, to, .. } => man(by).and(unit(to)),
        C::Begin | C::GoOn | C::Yield | C::Done | C::Resign => Ok(()),
    }
}
