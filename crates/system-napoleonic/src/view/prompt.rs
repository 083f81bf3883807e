//! What a viewer is asked.

use firelock_core::{Ask, Choice, Ledger, Prompt, UnitId};

use super::{commander_piece, phrase};
use crate::command::Command;
use crate::phase::{self, artillery, fire, leaders, movement};
use crate::state::{Asking, Fire, State};

/// The ask with its options as they are sent back.
pub(super) fn prompt(state: &State, ask: &Ask<Command>) -> Prompt {
    let end = ask.end.iter().flatten();
    Prompt {
        side: ask.side,
        clause: ask.clause,
        words: ask.prompt.to_string(),
        form: ask.form,
        options: ask.listed.iter().chain(end).map(|command| choice(state, command)).collect(),
        acts: acts(state),
        not_yet: ask.end.as_ref().and_then(|end| end.as_ref().err().cloned()),
    }
}

fn choice(state: &State, command: &Command) -> Choice {
    let (unit, target) = pieces(command);
    Choice {
        words: phrase(state, command),
        unit,
        target,
        command: serde_json::to_value(command).unwrap_or_default(),
        ledger: ledger(state, command),
    }
}

/// Whom a command is about, and whom it is against.
fn pieces(command: &Command) -> (Option<UnitId>, Option<UnitId>) {
    match command {
        Command::Charge { unit, target, .. } => (Some(*unit), Some(*target)),
        Command::Fire(fire) => (Some(fire.unit()), Some(fire.target())),
        Command::React { unit, .. } | Command::Deploy { unit, .. } | Command::Move { unit, .. } => (Some(*unit), None),
        Command::Reform(unit) | Command::BreakOff(unit) => (Some(*unit), None),
        Command::Ride { commander, join, .. } => (Some(commander_piece(*commander)), *join),
        _ => (None, None),
    }
}

/// The tally with which a declared fire would be made.
fn ledger(state: &State, command: &Command) -> Option<Ledger> {
    let Some(Asking::Fire(_)) = phase::pending(state) else { return None };
    let book = &state.stage.book;
    match command {
        Command::Fire(Fire::Volley { unit, face, target, combine }) => {
            let volley = fire::measure(state, *unit, *face, *target, *combine, fire::Moment::Declared)?;
            Some(volley.salvos(book)?.first()?.ledger(book))
        }
        Command::Fire(Fire::Shot { unit, gun, target, at, ammunition }) => {
            let moment = artillery::Moment::Declared;
            Some(artillery::aim(state, *unit, *gun, *target, *at, *ammunition, moment).ok()?.ledger(book))
        }
        _ => None,
    }
}

/// What each piece may do on the table.
fn acts(state: &State) -> Vec<(UnitId, String)> {
    let say = |unit: UnitId, word: &str| (unit, word.to_string());
    match phase::pending(state) {
        Some(Asking::Move(side)) => {
            let mut acts = Vec::new();
            for unit in movement::movers(state, *side) {
                acts.extend(movement::acts_of(state, unit).into_iter().map(|word| say(unit, word)));
            }
            acts.extend(leaders::riders(state, *side).map(|id| say(commander_piece(id), "ride")));
            acts
        }
        Some(Asking::Declare(side)) => state.alive(*side).map(|(unit, _)| say(unit, "charge")).collect(),
        Some(Asking::Deploy(side, _)) => {
            let waiting = |(_, unit): &(UnitId, &crate::state::Unit)| {
                unit.side == *side && unit.place == crate::state::Place::Waiting
            };
            let units = state.all_units().filter(waiting).map(|(unit, _)| say(unit, "set up"));
            let commanders = state.all_commanders().filter(|(_, own)| own.side == *side && own.waiting);
            units.chain(commanders.map(|(id, _)| say(commander_piece(id), "set up"))).collect()
        }
        _ => Vec::new(),
    }
}
