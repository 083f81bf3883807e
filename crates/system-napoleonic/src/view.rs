//! State to view, and events and commands in words.

mod phrase;
mod picture;
mod pieces;
mod prompt;
mod tell;

use firelock_core::{RuleSystem, Side, UnitId, View};
use firelock_table::Length;

use crate::Napoleonic;
use crate::phase;
use crate::state::{CommanderId, State, Step};
use crate::words::Formation;

pub(crate) use phrase::phrase;
pub(crate) use tell::{landmark, tell};

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

/// The table as a client draws it. Nothing is hidden in this game.
pub(crate) fn view(state: &State, side: Option<Side>) -> View {
    let decision = phase::decision(state);
    let asked = |viewer: &Side| decision.ask(*viewer).is_some();
    let table = &state.stage.table;
    View {
        system: Napoleonic::NAME,
        turn: state.turn,
        turns: Some(state.stage.turns),
        phase: step_words(state),
        active: (state.turn > 0).then_some(state.half),
        size: (table.width(), table.depth()),
        measure: Napoleonic::MEASURE,
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

/// A length as it is read aloud: "4.5 cm".
pub(crate) fn cm(length: Length) -> String {
    Napoleonic::MEASURE.show(length)
}

/// "1 hit", "2 hits".
fn counted(n: u8, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A formation in words.
pub(crate) fn formation_word(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::AttackColumn => "attack column",
        Formation::Column => "column",
        Formation::Square => "square",
        Formation::OpenOrder => "open order",
        Formation::Skirmish => "skirmish order",
        Formation::Echelon => "echelon",
        Formation::Deployed => "deployed",
        Formation::Limbered => "limbered",
    }
}

/// The step in words.
fn step_words(state: &State) -> String {
    let half = |words: &str| format!("{words} ({})", state.half);
    match state.step {
        Step::Deploy => "deployment".into(),
        Step::TurnStart => "turn start".into(),
        Step::Initiative => "initiative".into(),
        Step::Control => "command".into(),
        Step::ChargeDeclare => half("C1 charges are declared"),
        Step::ChargeReact => half("C2 reactions to charges"),
        Step::ChargeTests => half("C3 and C4 tests and moves before contact"),
        Step::ChargeFire => half("C5 fire at chargers"),
        Step::ChargeHome => half("C6 and C7 charges go home"),
        Step::Move => half("moves"),
        Step::FireDeclare => half("fire is declared"),
        Step::FireArtillery => "artillery fire".into(),
        Step::FireSmallArms => "small-arms fire".into(),
        Step::FireMorale => "morale after fire".into(),
        Step::Melee => "close combat".into(),
        Step::Rally => "rally".into(),
        Step::EndCheck => "end of the turn".into(),
    }
}
