//! Before the game: pools, ground, objectives, flankers, deployment (WA-PRE).

mod deploy;
mod ground;
mod pools;

use firelock_core::{Desk, Fitted, Grain, Refusal, Side, Wish};

use crate::Washington;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::state::{Asking, State};

pub(crate) use deploy::check_stand;
pub(crate) use ground::kinds;
pub(crate) use pools::{check_split, reveal};

pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Pools => pools::list(state, into),
        Asking::Removal => into.extend((0..state.objectives.len()).map(|nth| Command::RemoveObjective(nth as u8))),
        _ => {}
    }
}

pub(crate) fn done(state: &State, asking: &Asking) -> Result<(), Refusal> {
    match asking {
        Asking::Pieces => ground::pieces_done(state),
        Asking::Objectives => ground::objectives_done(state),
        Asking::Deploy(role) => deploy::done(state, state.in_role(*role)),
        _ => Ok(()),
    }
}

pub(crate) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::LayPiece(piece) => ground::check_piece(state, piece),
        Command::TakePiece(nth) => ground::check_take(state, *nth),
        Command::ShiftPiece { piece, to } => ground::check_shift(state, *piece, *to),
        Command::PlaceObjective(at) => ground::check_objective(state, *at),
        Command::RemoveObjective(nth) => ground::check_removal(state, *nth),
        Command::SetAside { units, .. } => deploy::check_aside(state, side, units),
        Command::Deploy { unit, stand } => deploy::check_deploy(state, side, *unit, stand),
        Command::DeployCommander { commander, at } => deploy::check_commander(state, side, *commander, *at),
        _ => Err(Refusal::new(WA_PRE_01, "that is not how a battle is set up")),
    }
}

pub(crate) fn resolve(desk: &mut Desk<'_, Washington>, asking: &Asking, command: &Command) {
    match command {
        Command::LayPiece(piece) => desk.emit(Event::PieceLaid(*piece)),
        Command::TakePiece(nth) => desk.emit(Event::PieceTaken(*nth)),
        Command::ShiftPiece { piece, to } => desk.emit(Event::PieceShifted { piece: *piece, to: *to }),
        Command::PlaceObjective(at) => desk.emit(Event::ObjectivePlaced(*at)),
        Command::RemoveObjective(nth) => {
            desk.emit(Event::ObjectiveRemoved(*nth));
            if ground::removal_over(desk.state(), asking) {
                desk.emit(Event::Answered);
            }
        }
        Command::SetAside { units, edge } => {
            desk.emit(Event::Answered);
            desk.emit(Event::SetAside { units: units.clone(), edge: *edge });
        }
        Command::Deploy { unit, stand } => {
            desk.emit(Event::Placed { unit: *unit, stand: *stand, arrives: false });
        }
        Command::DeployCommander { commander, at } => {
            let (commander, to) = (*commander, *at);
            let with = deploy::joined(desk.state(), commander, to);
            desk.emit(Event::CommanderMoved { commander, to, with });
        }
        _ => {}
    }
}

pub(crate) fn candidates(state: &State, asking: &Asking, grain: Grain, into: &mut Vec<Command>) {
    match asking {
        Asking::Pieces => ground::piece_candidates(state, grain, into),
        Asking::Shifts => ground::shift_candidates(state, grain, into),
        Asking::Objectives => ground::objective_candidates(state, grain, into),
        Asking::Flankers(role) => deploy::aside_candidates(state, state.in_role(*role), into),
        Asking::Deploy(role) => deploy::candidates(state, state.in_role(*role), grain, into),
        _ => {}
    }
}

pub(crate) fn fit(state: &State, asking: &Asking, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    match asking {
        Asking::Pieces => ground::fit_piece(state, wish),
        Asking::Shifts => ground::fit_shift(state, wish),
        Asking::Objectives => ground::fit_objective(state, wish),
        Asking::Deploy(role) => deploy::fit(state, state.in_role(*role), wish),
        _ => Err(Refusal::new(WA_PRE_01, "nothing is placed on the table now; choose from the list")),
    }
}
