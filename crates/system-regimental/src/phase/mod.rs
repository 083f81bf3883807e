//! The chapters of a turn. This file only hands each decision and command to its chapter.

pub(crate) mod charge;
pub(crate) mod control;
mod draw;
pub(crate) mod fire;
pub(crate) mod leaders;
pub(crate) mod movement;
pub(crate) mod setup;
pub(crate) mod victory;

use firelock_core::{
    Ask, Chapter, Decision, Desk, Fitted, Form, Frame, Grain, Halt, Place, Refusal, Side, UnitId, Wish,
};

pub(crate) use draw::{Lots, draw};

use crate::Regimental;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::sequence;
use crate::state::{Asking, State};

/// What is asked now.
pub(crate) fn decision(state: &State) -> Decision<Command> {
    let Some(asking) = pending(state) else { return Decision::over() };
    let side = sequence::decider(state, asking);
    let mut listed = Vec::new();
    list(state, asking, &mut listed);
    let (clause, prompt, form) = match asking {
        Asking::Deploy(_) => (RF_SEQ_24, "set up your army", Form::Place),
        Asking::Leaders => (RF_SEQ_03, "attach or detach leaders", Form::Orders),
        Asking::Check => (RF_SEQ_05, "choose a leader and the units that check", Form::Select),
        Asking::Declare => (RF_SEQ_06, "declare charges", Form::Path),
        Asking::Counter => (RF_SEQ_07, "declare cavalry countercharges", Form::Choose),
        Asking::Maneuver => (RF_SEQ_08, "move the units that checked", Form::Path),
        Asking::LeadersMove => (RF_SEQ_09, "move detached leaders", Form::Point),
        Asking::Fire => (fire::clause(state), "fire, target by target", Form::Select),
        Asking::LowAmmo(_) => (RF_FIR_38, "who runs low on ammunition", Form::Choose),
        Asking::LeaderTie(_) => (RF_FIR_39, "which leader is checked", Form::Choose),
        Asking::Recall { .. } => (RF_CHG_57, "recall the cavalry or not", Form::Place),
        Asking::Combat => (charge::clause(state), "choose the next combat", Form::Choose),
        Asking::Breakthrough => (RF_SEQ_18, "choose the next breakthrough", Form::Choose),
        Asking::Lead { .. } => (RF_CHG_21, "choose the unit that leads", Form::Choose),
        Asking::Losses { .. } => (RF_CHG_37, "share out the losses", Form::Allocate),
        Asking::Place(_) => (RF_LDR_05, "place the leader with a unit", Form::Choose),
        Asking::Refuse(_) => (RF_CHG_40, "turn a flank back or not", Form::Choose),
    };
    let end = may_end(asking).then(|| done(state, asking).map(|()| Command::Done));
    Decision::one(Ask { side, clause, prompt, form, listed, end, sealed: false })
}

/// The decision on top.
pub(crate) fn pending(state: &State) -> Option<&Asking> {
    match state.agenda.top() {
        Some(Frame::Ask(asking)) => Some(asking),
        _ => None,
    }
}

/// What a decision is about.
pub(crate) fn chapter(asking: &Asking) -> Chapter {
    match asking {
        Asking::Deploy(_) => Chapter::Setup,
        Asking::Leaders | Asking::Check | Asking::LeadersMove | Asking::Place(_) => Chapter::Command,
        Asking::Declare => Chapter::Charge,
        Asking::Counter => Chapter::React,
        Asking::Maneuver => Chapter::Move,
        Asking::Fire | Asking::LowAmmo(_) | Asking::LeaderTie(_) => Chapter::Fire,
        Asking::Recall { .. } | Asking::Combat | Asking::Breakthrough => Chapter::Melee,
        Asking::Lead { .. } | Asking::Losses { .. } | Asking::Refuse(_) => Chapter::Melee,
    }
}

/// Whether an ask is ended by saying so.
fn may_end(asking: &Asking) -> bool {
    use Asking::*;
    matches!(asking, Deploy(_) | Leaders | Check | Declare | Counter | Maneuver | LeadersMove | Fire | Refuse(_))
}

/// Whether the ask may be ended now.
fn done(state: &State, asking: &Asking) -> Result<(), Refusal> {
    match asking {
        Asking::Deploy(side) => setup::done(state, *side),
        Asking::Check => control::done(state),
        _ => Ok(()),
    }
}

/// The commands that can be listed.
fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Deploy(_) => {}
        Asking::Leaders | Asking::Place(_) => leaders::list(state, asking, into),
        Asking::LeadersMove => {}
        Asking::Check => control::list(state, into),
        Asking::Declare | Asking::Counter | Asking::Recall { .. } | Asking::Refuse(_) => {
            charge::list(state, asking, into)
        }
        Asking::Combat | Asking::Breakthrough | Asking::Lead { .. } | Asking::Losses { .. } => {
            charge::list(state, asking, into)
        }
        // Each unit's acts stand in the prompt; `fit` turns them into commands.
        Asking::Maneuver => {}
        Asking::Fire | Asking::LowAmmo(_) | Asking::LeaderTie(_) => fire::list(state, asking, into),
    }
}

/// A finite sample of what may be said now.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let Some(asking) = pending(state) else { return };
    if sequence::decider(state, asking) != side {
        return;
    }
    match asking {
        Asking::Deploy(side) => setup::candidates(state, *side, grain, into),
        Asking::Declare | Asking::Recall { .. } => charge::candidates(state, asking, grain, into),
        Asking::Check => control::candidates(state, grain, into),
        Asking::Maneuver => movement::candidates(state, grain, into),
        Asking::LeadersMove => leaders::candidates(state, grain, into),
        Asking::Fire => fire::candidates(state, grain, into),
        _ => list(state, asking, into),
    }
    if may_end(asking) && done(state, asking).is_ok() {
        into.push(Command::Done);
    }
}

/// The nearest legal command to what a hand points at.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let asking = asked(state, side)?;
    match asking {
        // Leaders are pieces too, with numbers of their own.
        Asking::Deploy(_) => return setup::fit(state, side, wish),
        Asking::LeadersMove => return leaders::fit(state, side, wish),
        _ => known_unit(state, wish.unit)?,
    }
    match asking {
        Asking::Declare | Asking::Recall { .. } => charge::fit(state, side, wish),
        Asking::Maneuver => movement::fit(state, side, wish),
        _ => Err(Refusal::new(RF_SEQ_23, "nothing is placed on the table now; choose from the list")),
    }
}

/// Judges a command.
pub(crate) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    if matches!(command, Command::Resign) {
        return match state.verdict {
            None => Ok(()),
            Some(_) => Err(Refusal::new(RF_VIC_09, "the battle is over")),
        };
    }
    let asking = asked(state, side)?;
    known(state, command)?;
    use Command as C;
    match (asking, command) {
        (asking, C::Done) if may_end(asking) => done(state, asking),
        (Asking::Deploy(_), C::Deploy { .. } | C::DeployLeader { .. } | C::DeployLights { .. }) => {
            setup::check(state, side, command)
        }
        (Asking::Leaders | Asking::Place(_), C::Attach { .. } | C::Leave(_) | C::Arrive { .. }) => {
            leaders::check(state, asking, command)
        }
        (Asking::LeadersMove, C::MoveLeader { leader, to, via }) => leaders::check_move(state, *leader, *to, via),
        (Asking::Check, C::Check { leader, units }) => control::check(state, *leader, units),
        (Asking::Declare, C::Charge { .. }) => charge::check_declare(state, command),
        (Asking::Counter, C::Countercharge { unit, charger }) => charge::check_counter(state, *unit, *charger),
        (Asking::Maneuver, C::Maneuver { unit, maneuver, flank, gap }) => {
            movement::check(state, *unit, maneuver, *flank, *gap)
        }
        (Asking::Fire, C::Fire { target, firers }) => fire::check(state, *target, firers),
        (Asking::LowAmmo(_), C::RunLow(_)) | (Asking::LeaderTie(_), C::CheckLeader(_)) => {
            fire::check_pick(asking, command)
        }
        (Asking::Recall { .. }, C::Recall { .. } | C::DoNotRecall(_)) => charge::check_recall(state, asking, command),
        (Asking::Combat, C::Fight(unit)) => charge::check_fight(state, *unit),
        (Asking::Breakthrough, C::BreakThrough(unit)) => charge::check_breakthrough(state, *unit),
        (Asking::Lead { .. }, C::LeadWith(_)) | (Asking::Losses { .. }, C::Lose { .. }) => {
            charge::check_pick(state, asking, command)
        }
        (Asking::Refuse(own), C::Flank { unit, flank }) if own == unit => movement::check_flank(state, *unit, *flank),
        _ => Err(Refusal::new(RF_SEQ_23, "that is not what is decided now")),
    }
}

/// Carries out a command that `check` allows; what is automatic follows after.
pub(crate) fn resolve(desk: &mut Desk<'_, Regimental>, side: Side, command: &Command) -> Result<(), Halt> {
    use Command as C;
    match command {
        C::Resign => {
            victory::resign(desk, side);
            Ok(())
        }
        C::Done => {
            let Some(asking) = pending(desk.state()).cloned() else { return Ok(()) };
            desk.emit(Event::Answered);
            sequence::close(desk, &asking)
        }
        C::Deploy { .. } | C::DeployLeader { .. } | C::DeployLights { .. } => {
            setup::resolve(desk, command);
            Ok(())
        }
        C::Attach { .. } | C::Leave(_) | C::Arrive { .. } | C::MoveLeader { .. } => leaders::resolve(desk, command),
        C::Check { leader, units } => control::resolve(desk, *leader, units),
        C::Charge { .. } | C::Countercharge { .. } => charge::resolve_declare(desk, command),
        C::Maneuver { unit, maneuver, flank, gap } => movement::resolve(desk, *unit, maneuver, *flank, *gap),
        C::Fire { target, firers } => fire::resolve(desk, *target, firers),
        C::RunLow(_) | C::CheckLeader(_) => fire::resolve_pick(desk, command),
        C::Recall { .. } | C::DoNotRecall(_) => charge::resolve_recall(desk, command),
        C::Fight(unit) => charge::resolve_fight(desk, *unit),
        C::BreakThrough(unit) => charge::resolve_breakthrough(desk, *unit),
        C::LeadWith(_) | C::Lose { .. } => charge::resolve_pick(desk, command),
        C::Flank { unit, flank } => {
            desk.emit(Event::Answered);
            desk.emit(Event::FlankSet { unit: *unit, flank: *flank });
            Ok(())
        }
    }
}

/// What this side is asked, if it is.
fn asked(state: &State, side: Side) -> Result<&Asking, Refusal> {
    let asking = pending(state).ok_or_else(|| Refusal::new(RF_VIC_09, "the battle is over"))?;
    match sequence::decider(state, asking) == side {
        true => Ok(asking),
        false => Err(Refusal::new(RF_SEQ_23, "the other side decides now")),
    }
}

/// Whether the pieces a command names exist and are on the table, so that the chapters need not ask.
fn known(state: &State, command: &Command) -> Result<(), Refusal> {
    use Command as C;
    let leader = |leader: crate::state::LeaderId| match usize::from(leader.0) < state.leaders.len() {
        true => Ok(()),
        false => Err(Refusal::new(RF_ROS_29, format!("there is no leader {}", leader.0))),
    };
    match command {
        C::Deploy { unit, .. } | C::DeployLights { unit, .. } => known_unit(state, *unit),
        C::DeployLeader { leader: man, .. }
        | C::Leave(man)
        | C::MoveLeader { leader: man, .. }
        | C::CheckLeader(man) => leader(*man),
        C::Attach { leader: man, unit, .. } | C::Arrive { leader: man, unit } => {
            leader(*man).and(on_table(state, *unit))
        }
        C::Check { leader: man, units } => {
            man.map_or(Ok(()), leader)?;
            units.iter().try_for_each(|unit| known_unit(state, *unit))
        }
        C::Charge { unit, target, .. } => on_table(state, *unit).and(on_table(state, *target)),
        C::Countercharge { unit, charger } => on_table(state, *unit).and(on_table(state, *charger)),
        C::Fire { target, firers } => {
            on_table(state, *target)?;
            firers.iter().try_for_each(|firing| on_table(state, firing.unit))
        }
        C::RunLow(contributor) => on_table(state, contributor.unit()),
        C::Maneuver { unit, .. } => known_unit(state, *unit),
        C::Recall { unit, .. }
        | C::DoNotRecall(unit)
        | C::Fight(unit)
        | C::BreakThrough(unit)
        | C::LeadWith(unit)
        | C::Lose { unit, .. }
        | C::Flank { unit, .. } => on_table(state, *unit),
        C::Done | C::Resign => Ok(()),
    }
}

/// Whether there is such a unit at all.
fn known_unit(state: &State, unit: UnitId) -> Result<(), Refusal> {
    match unit.index() < state.units.len() {
        true => Ok(()),
        false => Err(Refusal::new(RF_ROS_02, format!("there is no unit {unit}"))),
    }
}

/// Whether there is such a unit on the table.
fn on_table(state: &State, unit: UnitId) -> Result<(), Refusal> {
    known_unit(state, unit)?;
    match state.unit(unit).is_on_table() {
        true => Ok(()),
        false => {
            let reason = format!("{}: not on the table", state.roster(unit).name);
            Err(Refusal::new(RF_ROS_02, reason).at(Place::Unit(unit)))
        }
    }
}
