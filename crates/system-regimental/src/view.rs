//! State to view, and events and commands in words.

mod phrase;
mod picture;
mod pieces;
mod prompt;
mod tell;

use firelock_core::{RuleSystem, Side, UnitId, View};
use firelock_table::{Angle, Base, Point, Pose, Size};

use crate::Regimental;
use crate::phase;
use crate::state::{LeaderId, State, Step};

pub(crate) use phrase::phrase;
pub(crate) use tell::{foretell, landmark, tell};

/// Leaders are pieces too; their numbers begin here, above those of all units.
const LEADER_PIECES: u16 = 1000;

/// The number of a leader among the pieces of a view.
pub(crate) fn leader_piece(id: LeaderId) -> UnitId {
    UnitId(LEADER_PIECES + u16::from(id.0))
}

/// The leader behind the number of a piece.
pub(crate) fn leader_of(state: &State, piece: UnitId) -> Option<LeaderId> {
    let id = u8::try_from(piece.0.checked_sub(LEADER_PIECES)?).ok()?;
    (usize::from(id) < state.leaders.len()).then_some(LeaderId(id))
}

/// The square around a leader's base at a place.
pub(crate) fn leader_corners(state: &State, id: LeaderId, at: Point) -> [Point; 4] {
    let half = state.leader_base(id);
    Base::new(Pose::new(at.ahead(Angle::ZERO, half), Angle::ZERO), Size::new(half * 2, half * 2)).corners
}

/// The table as a client draws it: nothing is hidden in these rules, and anyone may measure at any time (RF-SCL-15).
pub(crate) fn view(state: &State, side: Option<Side>) -> View {
    let decision = phase::decision(state);
    let asked = |viewer: &Side| decision.ask(*viewer).is_some();
    let table = &state.stage.table;
    View {
        system: Regimental::NAME,
        turn: state.turn,
        turns: Some(state.stage.turns),
        phase: step_words(state.step).to_string(),
        active: Some(state.active),
        size: (table.width(), table.depth()),
        measure: Regimental::MEASURE,
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

/// A unit's name; a detachment is told from its parent.
pub(crate) fn name(state: &State, id: UnitId) -> String {
    let name = &state.roster(id).name;
    if state.unit(id).detachment { format!("{name} (light detachment)") } else { name.clone() }
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

/// "1 stand", "2 stands".
fn stands(count: u8) -> String {
    if count == 1 { "1 stand".to_string() } else { format!("{count} stands") }
}

/// A step of the turn in words.
fn step_words(step: Step) -> &'static str {
    match step {
        Step::Deploy(_) => "deployment",
        Step::Leaders => "maneuver phase: leaders attach and detach",
        Step::Maneuver => "maneuver phase: checks and moves",
        Step::LeadersMove => "maneuver phase: leaders move",
        Step::DefensiveFire => "fire phase: defensive fire",
        Step::OffensiveFire => "fire phase: offensive fire",
        Step::Charge => "charge phase: first combats",
        Step::Breakthrough => "charge phase: breakthroughs",
        Step::SecondCharge => "charge phase: second combats",
        Step::End => "end of the player turn",
    }
}
