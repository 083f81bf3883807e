//! The chapters of a turn. This file only hands each decision and command to its chapter.

pub(crate) mod artillery;
pub(crate) mod charge;
pub(crate) mod control;
mod draw;
pub(crate) mod fire;
pub(crate) mod leaders;
pub(crate) mod losses;
pub(crate) mod melee;
pub(crate) mod morale;
pub(crate) mod movement;
pub(crate) mod setup;
pub(crate) mod victory;

use arrayvec::ArrayVec;
use firelock_core::{
    Ask, Chapter, Clause, Decision, Desk, Fitted, Form, Frame, Grain, Halt, Place, Refusal, Side, UnitId, Wish,
};

use crate::Napoleonic;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::sequence;
use crate::state::{Asking, CommanderId, Fire, State};

pub(crate) use crate::view::{cm, name};
pub(crate) use draw::{Lots, draw};

/// The decision on top.
pub(crate) fn pending(state: &State) -> Option<&Asking> {
    match state.agenda.top() {
        Some(Frame::Ask(asking)) => Some(asking),
        _ => None,
    }
}

/// What is asked now.
pub(crate) fn decision(state: &State) -> Decision<Command> {
    let Some(asking) = pending(state) else { return Decision::over() };
    let side = sequence::decider(state, asking);
    let mut listed = Vec::new();
    list(state, side, asking, &mut listed);
    let (clause, prompt, form) = words(asking);
    let end = may_end(asking).then(|| done(state, asking).map(|()| Command::Done));
    Decision::one(Ask { side, clause, prompt, form, listed, end, sealed: false })
}

/// Who is asked now.
pub(crate) fn asked_sides(state: &State) -> ArrayVec<Side, 2> {
    pending(state).map(|asking| sequence::decider(state, asking)).into_iter().collect()
}

fn words(asking: &Asking) -> (Clause, &'static str, Form) {
    match asking {
        Asking::Begin => (NQ_SEQ_01, "begin the battle", Form::Choose),
        Asking::Deploy(..) => (NQ_SEQ_02, "set up a brigade", Form::Place),
        Asking::Initiative(_) => (NQ_SEQ_04, "be First or Second this turn", Form::Choose),
        Asking::Declare(_) => (NQ_CHG_06, "declare charges", Form::Path),
        Asking::React(_) => (NQ_CHG_08, "react to the charges", Form::Choose),
        Asking::ReactFire(_) => (NQ_CHG_17, "fire at the chargers", Form::Orders),
        Asking::Move(_) => (NQ_SEQ_07, "move", Form::Path),
        Asking::Fire(_) => (NQ_SEQ_09, "declare fire", Form::Orders),
        Asking::Wrap(_) => (NQ_MEL_22, "bring bases in", Form::Choose),
        Asking::After(_) => (NQ_MEL_32, "hold, follow up or pursue", Form::Choose),
    }
}

/// What a decision is about.
pub(crate) fn chapter(asking: &Asking) -> Chapter {
    match asking {
        Asking::Begin | Asking::Deploy(..) => Chapter::Setup,
        Asking::Initiative(_) => Chapter::Command,
        Asking::Declare(_) => Chapter::Charge,
        Asking::React(_) | Asking::ReactFire(_) => Chapter::React,
        Asking::Move(_) => Chapter::Move,
        Asking::Fire(_) => Chapter::Fire,
        Asking::Wrap(_) | Asking::After(_) => Chapter::Melee,
    }
}

/// Whether an ask is ended by saying so.
fn may_end(asking: &Asking) -> bool {
    !matches!(asking, Asking::Begin | Asking::Initiative(_) | Asking::Wrap(_) | Asking::After(_))
}

/// Whether the ask may be ended now.
fn done(state: &State, asking: &Asking) -> Result<(), Refusal> {
    match asking {
        Asking::Deploy(side, brigade) => setup::done(state, *side, *brigade),
        _ => Ok(()),
    }
}

/// The commands that can be listed.
fn list(state: &State, side: Side, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Begin => into.push(Command::Begin),
        Asking::Initiative(_) => into.extend([Command::BeFirst(true), Command::BeFirst(false)]),
        Asking::Declare(_) => charge::list_declare(state, into),
        Asking::React(_) => charge::list_reactions(state, side, into),
        Asking::ReactFire(_) => charge::list_fire(state, side, into),
        Asking::Fire(_) => fire::list(state, into),
        Asking::Wrap(wrapping) => melee::list_wrap(state, wrapping, into),
        Asking::After(followed) => melee::list_after(state, followed, into),
        Asking::Deploy(..) | Asking::Move(_) => {}
    }
}

/// A finite sample of what may be said now.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let Some(asking) = pending(state) else { return };
    if sequence::decider(state, asking) != side {
        return;
    }
    match asking {
        Asking::Deploy(_, brigade) => setup::candidates(state, side, *brigade, into),
        Asking::Move(_) => movement::candidates(state, side, grain, into),
        _ => list(state, side, asking, into),
    }
    if may_end(asking) && done(state, asking).is_ok() {
        into.push(Command::Done);
    }
}

/// The nearest legal command to what a hand points at.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    match asked(state, side)? {
        Asking::Deploy(_, brigade) => setup::fit(state, side, *brigade, wish),
        Asking::Move(_) => movement::fit(state, side, wish),
        Asking::Declare(_) => charge::fit(state, side, wish),
        _ => Err(Refusal::new(NQ_SEQ_01, "nothing is placed on the table now; choose from the list")),
    }
}

/// Judges a command.
pub(crate) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    let asking = asked(state, side)?;
    known(state, command)?;
    use Command as C;
    match (asking, command) {
        // In any of its decisions (NQ-VIC-08).
        (_, C::Resign) => Ok(()),
        (asking, C::Done) if may_end(asking) => done(state, asking),
        (Asking::Begin, C::Begin) | (Asking::Initiative(_), C::BeFirst(_)) => Ok(()),
        (Asking::Deploy(_, brigade), C::Deploy { unit, place, formation, lead }) => {
            setup::check(state, side, *brigade, *unit, *place, *formation, *lead)
        }
        (Asking::Deploy(_, brigade), C::DeployCommander { commander, at }) => {
            setup::check_commander(state, side, *brigade, *commander, *at)
        }
        (Asking::Declare(_), C::Charge { unit, target, turn }) => {
            charge::check_declare(state, side, *unit, *target, *turn).map(|_| ())
        }
        (Asking::React(_), C::React { unit, reaction, about }) => {
            charge::check_reaction(state, side, *unit, *reaction, *about)
        }
        (Asking::ReactFire(_), C::Fire(fire)) => charge::check_fire(state, side, fire),
        (Asking::Move(_), C::Move { unit, acts }) => movement::check(state, side, *unit, acts),
        (Asking::Move(_), C::Reform(unit)) => movement::check_reform(state, side, *unit),
        (Asking::Move(_), C::BreakOff(unit)) => movement::check_break_off(state, side, *unit),
        (Asking::Move(_), C::Ride { commander, to, join }) => leaders::check_ride(state, side, *commander, *to, *join),
        (Asking::Fire(_), C::Fire(fire)) => fire::check_declared(state, side, fire),
        (Asking::Wrap(wrapping), C::Bring(wrapped)) => melee::check_wrap(wrapping, *wrapped),
        (Asking::After(followed), C::Hold) => melee::check_hold(state, followed),
        (Asking::After(followed), C::FollowUp(length)) => melee::check_follow(state, followed, *length),
        (Asking::After(followed), C::Occupy(building)) => melee::check_occupy(state, followed, *building),
        (Asking::After(followed), C::Pursue) => melee::check_pursue(state, followed),
        _ => Err(Refusal::new(NQ_SEQ_01, "that is not what is decided now")),
    }
}

/// Carries out a command that `check` allows; what is automatic follows after.
pub(crate) fn resolve(desk: &mut Desk<'_, Napoleonic>, side: Side, command: &Command) -> Result<(), Halt> {
    use Command as C;
    let Some(asking) = pending(desk.state()).cloned() else { return Ok(()) };
    match command {
        C::Resign => victory::resign(desk, side),
        C::Done => {
            desk.emit(Event::Answered);
            sequence::close(desk, &asking)?;
        }
        C::Begin => return setup::begin(desk),
        C::Deploy { unit, place, formation, lead } => setup::deploy(desk, *unit, *place, *formation, *lead),
        C::DeployCommander { commander, at } => setup::deploy_commander(desk, *commander, *at),
        C::BeFirst(first) => {
            desk.emit(Event::Answered);
            desk.emit(Event::FirstSet(if *first { side } else { side.enemy() }));
        }
        C::Charge { unit, target, turn } => {
            if let Ok(charge) = charge::check_declare(desk.state(), side, *unit, *target, *turn) {
                desk.emit(Event::ChargeDeclared(charge));
            }
        }
        C::React { unit, reaction, about } => charge::react(desk, *unit, *reaction, *about),
        C::Fire(fire) => match asking {
            Asking::ReactFire(_) => return charge::fire(desk, fire),
            _ => desk.emit(Event::Declared(*fire)),
        },
        C::Move { unit, acts } => movement::resolve(desk, *unit, acts),
        C::Reform(unit) => return movement::reform(desk, *unit),
        C::BreakOff(unit) => return movement::break_off(desk, *unit),
        C::Ride { commander, to, join } => {
            desk.emit(Event::CommanderMoved { commander: *commander, at: *to, join: *join, rode: true });
        }
        C::Bring(wrapped) => {
            desk.emit(Event::Answered);
            if let Asking::Wrap(wrapping) = asking {
                melee::wrap(desk, &wrapping, *wrapped);
            }
        }
        C::Hold | C::FollowUp(_) | C::Occupy(_) | C::Pursue => {
            desk.emit(Event::Answered);
            if let Asking::After(followed) = asking {
                return melee::follow(desk, &followed, command);
            }
        }
    }
    Ok(())
}

/// What this side is asked, if it is.
fn asked(state: &State, side: Side) -> Result<&Asking, Refusal> {
    let asking = pending(state).ok_or_else(|| Refusal::new(NQ_SEQ_16, "the battle is over"))?;
    match sequence::decider(state, asking) == side {
        true => Ok(asking),
        false => Err(Refusal::new(NQ_SEQ_01, "the other side decides now")),
    }
}

/// Whether the pieces a command names exist, so that the chapters need not ask.
fn known(state: &State, command: &Command) -> Result<(), Refusal> {
    use Command as C;
    let unit = |id: &UnitId| match id.index() < state.units.len() {
        true => Ok(()),
        false => Err(Refusal::new(NQ_ROS_01, format!("there is no unit {id}"))),
    };
    let man = |id: &CommanderId| match usize::from(id.0) < state.commanders.len() {
        true => Ok(()),
        false => Err(Refusal::new(NQ_ROS_13, format!("there is no commander {}", id.0))),
    };
    match command {
        C::Deploy { unit: id, .. } | C::React { unit: id, .. } | C::Move { unit: id, .. } => unit(id),
        C::Reform(id) | C::BreakOff(id) => unit(id),
        C::Charge { unit: id, target, .. } => unit(id).and(unit(target)),
        C::Fire(Fire::Volley { unit: id, target, .. } | Fire::Shot { unit: id, target, .. }) => {
            unit(id).and(unit(target))
        }
        C::DeployCommander { commander, .. } => man(commander),
        C::Ride { commander, join, .. } => man(commander).and(join.as_ref().map_or(Ok(()), unit)),
        C::Begin
        | C::BeFirst(_)
        | C::Bring(_)
        | C::Hold
        | C::FollowUp(_)
        | C::Occupy(_)
        | C::Pursue
        | C::Done
        | C::Resign => Ok(()),
    }
}

/// Whether a unit is one of a side's on the table.
pub(crate) fn own(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let unit = state.unit(id);
    match unit.side == side && unit.is_on_table() {
        true => Ok(()),
        false => {
            let why = format!("{}: not yours to command", name(state, id));
            Err(Refusal::new(NQ_ROS_01, why).at(Place::Unit(id)))
        }
    }
}
