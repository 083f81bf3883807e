//! What a viewer is asked.

use firelock_core::{Ask, Choice, Ledger, Prompt, UnitId};

use super::{commander_piece, phrase};
use crate::charts;
use crate::command::{Act, Command};
use crate::phase::{self, control, fire, morale, movement, setup};
use crate::results::Cause;
use crate::state::{Asking, Entry, Shot, State};

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
    let (unit, target) = pieces(state, command);
    Choice {
        words: phrase(state, command),
        unit,
        target,
        command: serde_json::to_value(command).unwrap_or_default(),
        ledger: ledger(state, command),
    }
}

/// Whom a command is about, and whom it is against.
fn pieces(state: &State, command: &Command) -> (Option<UnitId>, Option<UnitId>) {
    use Command as C;
    let active = movement::active(state);
    match command {
        C::Deploy { unit, .. } | C::Enter { unit, .. } => (Some(*unit), None),
        C::Test(unit) | C::Automatic(unit) | C::Motivate(unit) | C::Witness(unit) => (Some(*unit), None),
        C::DeployCommander { commander, .. } | C::PlaceBeside(commander) | C::Ride(commander) => {
            (Some(commander_piece(*commander)), None)
        }
        C::Determine(commander) => (Some(commander_piece(*commander)), None),
        C::Join { unit, .. } => match phase::pending(state) {
            Some(Asking::Ride { commander, .. }) => (Some(commander_piece(*commander)), Some(*unit)),
            _ => (None, Some(*unit)),
        },
        C::React(shooter) => match phase::pending(state) {
            Some(Asking::React(target)) => (Some(*shooter), Some(*target)),
            _ => (Some(*shooter), None),
        },
        C::Act(Act::Shoot { target, .. } | Act::Bombard { target, .. } | Act::Assault(target)) => {
            (active, Some(*target))
        }
        C::Act(_) => (active, None),
        _ => (None, None),
    }
}

/// The tally with which a listed choice would be made.
fn ledger(state: &State, command: &Command) -> Option<Ledger> {
    let book = &state.stage.book;
    let shot = |shot: Shot| {
        let aimed = fire::aim(state, shot.shooter, shot.target, shot.opportunity).ok()?;
        match fire::weigh(state, &shot, &aimed)? {
            fire::Weighed::Volley(_, aim) => Some(charts::T_SHOOTERS.ledger(book, &aim)),
            fire::Weighed::Cannonade(_, laying) => Some(charts::T_GUN_DICE.ledger(book, &laying)),
        }
    };
    match command {
        Command::Motivate(unit) => {
            let by = control::check_motivate(state, *unit).ok()?;
            Some(control::measure_motivation(state, *unit, by).ledger(book))
        }
        Command::Automatic(unit) => Some(control::measure_activation(state, *unit).ledger(book)),
        Command::Test(unit) => Some(morale::measure(state, *unit, Cause::Markers).ledger(book)),
        Command::Witness(unit) => Some(morale::measure(state, *unit, Cause::Rout).ledger(book)),
        Command::React(shooter) => match phase::pending(state) {
            Some(Asking::React(target)) => {
                shot(Shot { shooter: *shooter, target: *target, dice: 0, opportunity: true })
            }
            _ => None,
        },
        Command::Act(Act::Shoot { target, .. }) => {
            let shooter = movement::active(state)?;
            shot(Shot { shooter, target: *target, dice: 0, opportunity: false })
        }
        Command::Act(Act::Bombard { target, ap }) => {
            let shooter = movement::active(state)?;
            shot(Shot { shooter, target: *target, dice: *ap, opportunity: false })
        }
        Command::Act(Act::Assault(target)) => {
            let declared = phase::charge::declare(state, movement::active(state)?, *target).ok()?;
            let facts = phase::charge::measure_falter(state, &declared.assault);
            let [own, _] = facts.ledgers(book);
            Some(own)
        }
        _ => None,
    }
}

/// What each piece may do on the table.
fn acts(state: &State) -> Vec<(UnitId, String)> {
    let say = |unit: UnitId, word: &str| (unit, word.to_string());
    match phase::pending(state) {
        Some(Asking::Act) => {
            let Some(unit) = movement::active(state) else { return Vec::new() };
            let words: &[&str] = match state.roster(unit).is_gun() {
                true => &["advance", "turn", "shoot"],
                false => &["advance", "wheel", "face", "shoot", "assault"],
            };
            words.iter().map(|word| say(unit, word)).collect()
        }
        Some(Asking::Pieces) => setup::kinds().map(|word| say(UnitId::default(), word)).collect(),
        Some(Asking::Shifts) => vec![say(UnitId::default(), "shift")],
        Some(Asking::Objectives) => vec![say(UnitId::default(), "objective")],
        Some(Asking::Deploy(role)) => {
            let side = state.in_role(*role);
            let own = state.all_units().filter(|(_, unit)| unit.side == side && !unit.is_off_table());
            let units = own.map(|(id, _)| say(id, "set up"));
            let commanders = state.all_commanders().filter(|(_, own)| own.side == side);
            units.chain(commanders.map(|(id, _)| say(commander_piece(id), "set up"))).collect()
        }
        Some(Asking::Ride { commander, .. }) => vec![say(commander_piece(*commander), "ride")],
        Some(Asking::Follow(follow)) => vec![say(follow.unit, "follow")],
        Some(Asking::Enter(Entry::Reinforcement { unit, .. })) => vec![say(*unit, "enter")],
        Some(Asking::Enter(Entry::Flanker(side))) => {
            let waits = state.all_units().filter(|(_, unit)| unit.side == *side && unit.is_flanker());
            waits.map(|(id, _)| say(id, "enter")).collect()
        }
        _ => Vec::new(),
    }
}
