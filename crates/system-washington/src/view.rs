//! State to view, and events and commands in words.

mod phrase;
mod picture;
mod pieces;
mod prompt;
mod tell;

use firelock_core::{RuleSystem, Side, UnitId, View};

use crate::Washington;
use crate::phase;
use crate::state::{CommanderId, State, Step};

pub(crate) use phrase::phrase;
pub(crate) use tell::{foretell, landmark, tell};

/// Commanders are pieces too; their numbers begin here, above those of all units.
const COMMANDER_PIECES: u16 = 1000;

/// The number of a commander among the pieces of a view.
pub(crate) fn commander_piece(id: CommanderId) -> UnitId {
    UnitId(COMMANDER_PIECES + u16::from(id.0))
}

/// The commander behind the number of a piece.
pub(crate) fn commander_of(state: &State, piece: UnitId) -> Option<CommanderId> {
    let id = u8::try_from(piece.0.checked_sub(COMMANDER_PIECES)?).ok()?;
    (usize::from(id) < state.commanders.len()).then_some(CommanderId(id))
}

/// The table as a client draws it. Only a split of dice is ever hidden, and no view shows one before both are in (WA-PRE-04);
/// everything may be measured at any time (WA-SCALE-07).
pub(crate) fn view(state: &State, side: Option<Side>) -> View {
    let decision = phase::decision(state);
    let asked = |viewer: &Side| decision.ask(*viewer).is_some();
    let table = &state.ground.table;
    View {
        system: Washington::NAME,
        turn: state.turn,
        turns: None,
        phase: step_words(state.step).to_string(),
        active: (state.turn > 0).then_some(state.active),
        size: (table.width(), table.depth()),
        measure: Washington::MEASURE,
        ground: picture::ground(state),
        pieces: pieces::pieces(state),
        gone: pieces::gone(state),
        places: pieces::places(state),
        tracks: picture::tracks(state),
        overlays: picture::overlays(state),
        prompt: side.and_then(|side| decision.ask(side)).map(|ask| prompt::prompt(state, ask)),
        waiting: Side::BOTH.into_iter().filter(asked).filter(|other| Some(*other) != side).collect(),
        over: state.verdict.as_ref().map(|verdict| verdict.words.clone()),
    }
}

/// A unit's name.
pub(crate) fn name(state: &State, id: UnitId) -> String {
    match state.stage.roster.get(id.index()) {
        Some(roster) => roster.name.clone(),
        None => format!("unit {id}"),
    }
}

/// A commander's name.
pub(crate) fn officer(state: &State, id: CommanderId) -> String {
    match state.stage.officers.get(usize::from(id.0)) {
        Some(officer) => officer.name.clone(),
        None => format!("commander {}", id.0),
    }
}

/// Several units: "A, B and C".
fn names(state: &State, ids: impl IntoIterator<Item = UnitId>) -> String {
    let names: Vec<String> = ids.into_iter().map(|id| name(state, id)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nobody".to_string(),
    }
}

/// "1 half base", "2 half bases".
fn counted(n: u8, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A step of the game in words.
fn step_words(step: Step) -> &'static str {
    match step {
        Step::Pools => "before the battle: dice are split",
        Step::Pieces => "before the battle: the defender lays the ground",
        Step::Shifts => "before the battle: the attacker shifts pieces",
        Step::Objectives => "before the battle: objectives are placed",
        Step::Removal => "before the battle: an objective is removed",
        Step::Flankers(_) => "before the battle: flankers",
        Step::Deploy(_) => "deployment",
        Step::Morale => "step 1: morale and reform",
        Step::NewCommanders => "step 2: new commanders",
        Step::Commanders => "step 3: commanders move",
        Step::Determination => "step 4: determination",
        Step::Actions => "steps 6 to 8: actions",
        Step::Reinforcements => "step 9: reinforcements",
        Step::Flanking => "step 10: flanking",
        Step::End => "steps 11 and 12: reset and countdown",
    }
}
