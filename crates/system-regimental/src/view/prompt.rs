//! What a viewer is asked.

use firelock_core::{Ask, Choice, Ledger, Prompt, UnitId};

use super::{leader_piece, phrase};
use crate::command::Command;
use crate::phase::{self, control, movement, setup};
use crate::state::{Asking, State};

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
    use Command as C;
    match command {
        C::Attach { leader, unit, .. } | C::Arrive { leader, unit } => (Some(leader_piece(*leader)), Some(*unit)),
        C::DeployLeader { leader, .. } | C::Leave(leader) | C::MoveLeader { leader, .. } | C::CheckLeader(leader) => {
            (Some(leader_piece(*leader)), None)
        }
        C::Check { leader, units } => (leader.map(leader_piece).or(units.first().copied()), None),
        C::Charge { unit, target, .. } => (Some(*unit), Some(*target)),
        C::Countercharge { unit, charger } => (Some(*unit), Some(*charger)),
        C::Fire { target, firers } => (firers.first().map(|firing| firing.unit), Some(*target)),
        C::RunLow(contributor) => (Some(contributor.unit()), None),
        C::Deploy { unit, .. }
        | C::DeployLights { unit, .. }
        | C::Maneuver { unit, .. }
        | C::Recall { unit, .. }
        | C::DoNotRecall(unit)
        | C::Fight(unit)
        | C::BreakThrough(unit)
        | C::LeadWith(unit)
        | C::Lose { unit, .. }
        | C::Flank { unit, .. } => (Some(*unit), None),
        C::Done | C::Resign => (None, None),
    }
}

/// The tally a check of one unit would be made with.
fn ledger(state: &State, command: &Command) -> Option<Ledger> {
    match command {
        Command::Check { leader, units } => match units[..] {
            [unit] => Some(control::measure_handling(state, unit, *leader).ledger(&state.stage.book)),
            _ => None,
        },
        _ => None,
    }
}

/// What each piece may do on the table.
fn acts(state: &State) -> Vec<(UnitId, String)> {
    match phase::pending(state) {
        Some(Asking::Deploy(side)) => setup::acts(state, *side),
        Some(Asking::LeadersMove) => {
            phase::leaders::movable(state).map(|leader| (leader_piece(leader), "move".to_string())).collect()
        }
        Some(Asking::Declare) => {
            let open = state.on_table(state.active).filter(|(_, unit)| unit.turn.to_maneuver);
            open.map(|(unit, _)| (unit, "charge".to_string())).collect()
        }
        Some(Asking::Maneuver) => {
            let open = state.on_table(state.active).filter(|(_, unit)| unit.turn.to_maneuver);
            let each = |unit: UnitId| movement::acts(state, unit).into_iter().map(move |act| (unit, act.to_string()));
            open.flat_map(|(unit, _)| each(unit)).collect()
        }
        Some(Asking::Recall { unit, .. }) => vec![(*unit, "recall".to_string())],
        _ => Vec::new(),
    }
}
