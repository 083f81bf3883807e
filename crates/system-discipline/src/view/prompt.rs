//! What a viewer is asked.

use firelock_core::{Ask, Choice, Prompt, Side, UnitId};

use super::{commander_piece, phrase};
use crate::command::Command;
use crate::phase::{self, artillery, movement, setup};
use crate::state::{Asking, GunOrder, Response, SealedStep, State, Target};
use crate::survey::Aim;

/// The ask with its options as they are sent back.
pub(super) fn prompt(state: &State, ask: &Ask<Command>) -> Prompt {
    let end = ask.end.iter().flatten();
    Prompt {
        side: ask.side,
        clause: ask.clause,
        words: ask.prompt.to_string(),
        form: ask.form,
        options: ask.listed.iter().chain(end).map(|command| choice(state, command)).collect(),
        acts: acts(state, ask.side),
        not_yet: ask.end.as_ref().and_then(|end| end.as_ref().err().cloned()),
    }
}

fn choice(state: &State, command: &Command) -> Choice {
    let (unit, target) = pieces(state, command);
    Choice {
        words: phrase(state, command),
        unit,
        target,
        command: serde_json::to_value(command).unwrap_or_default(),
        ledger: None,
    }
}

/// Whom a command is about, and whom it is against.
fn pieces(state: &State, command: &Command) -> (Option<UnitId>, Option<UnitId>) {
    use Command as C;
    let aimed = |at: &Aim| match at {
        Aim::Stand(body, _) => Some(*body),
        Aim::Zone(zone) => state.garrison(*zone),
    };
    match command {
        C::Guns { body, order: GunOrder::Fire { at, .. } } | C::Fire { body, at } => (Some(*body), aimed(at)),
        C::Charge { body, target: Target::Body(target), .. } => (Some(*body), Some(*target)),
        C::Answer { body, response: Response::Counter(charger) } => (Some(*body), Some(*charger)),
        C::Answer { body, response: Response::Hold(hold) } => (Some(*body), hold.fire),
        C::Deploy { body, .. }
        | C::Chit { body, .. }
        | C::Guns { body, .. }
        | C::TakeBack(body)
        | C::Charge { body, .. }
        | C::Answer { body, .. }
        | C::Face { body, .. }
        | C::Move { body, .. }
        | C::Unlimber { body, .. }
        | C::Pursue(body) => (Some(*body), None),
        C::DeployCommander { commander, .. } | C::Ride { commander, .. } | C::Send { by: commander, .. } => {
            (Some(commander_piece(*commander)), None)
        }
        C::Direct { unit, .. } => (state.main_body(*unit), None),
        C::Begin | C::GoOn | C::Yield | C::Done | C::Resign => (None, None),
    }
}

/// What each piece may do on the table.
fn acts(state: &State, side: Side) -> Vec<(UnitId, String)> {
    match phase::pending(state) {
        Some(Asking::Deploy(side, brigade)) => setup::acts(state, *side, *brigade),
        Some(Asking::Declare(_)) => {
            let chargers = state.on_table().filter(|(id, _)| state.onsets_of(*id).next().is_some());
            chargers.map(|(body, _)| (body, "charge".to_string())).collect()
        }
        Some(Asking::Sealed(sealed)) if sealed.step == SealedStep::Guns => artillery::acts(state, side).collect(),
        Some(asking) => movement::acts(state, asking),
        None => Vec::new(),
    }
}
