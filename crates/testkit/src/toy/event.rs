use firelock_core::{Frame, Side, UnitId};
use firelock_table::Pose;
use serde::{Deserialize, Serialize};

use super::state::{Answer, Asked, Posture, State, Work};

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A side chose its posture; the other side does not see which.
    Chose {
        /// Who.
        side: Side,
        /// What, for the one who may know it.
        posture: Option<Posture>,
    },
    /// Both choices were shown, red's first.
    Shown([Posture; 2]),
    /// A company moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// Where it stands now.
        to: Pose,
    },
    /// A volley was rolled and waits for its side's word.
    VolleyHeld {
        /// Who shot.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// Dice that hit.
        hits: u8,
        /// Dice that missed.
        misses: u8,
    },
    /// A volley took effect.
    Volley {
        /// Who shot.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// Figures felled.
        felled: u8,
        /// Whether its side used its second volley.
        second: bool,
    },
    /// A step ended.
    StepOver,
    /// A company tested its nerve.
    Tested {
        /// Who.
        unit: UnitId,
        /// Whether it held.
        held: bool,
    },
    /// A shaken company fell back.
    FellBack {
        /// Who.
        unit: UnitId,
        /// Where it stands now.
        to: Pose,
    },
    /// A shaken company stood and lost a figure.
    StoodFast {
        /// Who.
        unit: UnitId,
    },
    /// A turn began.
    TurnBegan,
    /// The game ended.
    Ended,
}

/// Applies an event.
pub(super) fn fold(state: &mut State, event: &Event) {
    match *event {
        Event::Chose { side, posture } => state.postures[side.index()] = posture.map_or(Answer::Sealed, Answer::Is),
        Event::Shown(postures) => {
            state.postures = postures.map(Answer::Is);
            state.agenda.pop();
        }
        Event::Moved { unit, to } => {
            place(state, unit, to);
            acted(state, unit);
        }
        Event::VolleyHeld { unit, target, hits, misses } => {
            state.agenda.ask(Asked::Again { unit, target, hits, misses });
        }
        Event::Volley { unit, target, felled, second } => {
            if matches!(state.asked(), Some(Asked::Again { .. })) {
                state.agenda.pop();
            }
            if let (true, Some(shooter)) = (second, state.units.get(unit.index())) {
                state.second_volley[shooter.side.index()] = false;
            }
            if let Some(unit) = state.units.get_mut(target.index()) {
                unit.lost = unit.lost.saturating_add(felled.min(unit.figures));
                unit.figures = unit.figures.saturating_sub(felled);
            }
            acted(state, unit);
        }
        Event::StepOver => {
            state.agenda.pop();
        }
        Event::Tested { unit, held } => {
            if let Some(tested) = state.units.get_mut(unit.index()) {
                tested.lost = 0;
            }
            if let Some(Frame::Work(Work::Nerve(next))) = state.agenda.top_mut() {
                *next = UnitId(unit.0.saturating_add(1));
            }
            if !held {
                state.agenda.ask(Asked::Shaken(unit));
            }
        }
        Event::FellBack { unit, to } => {
            place(state, unit, to);
            state.agenda.pop();
        }
        Event::StoodFast { unit } => {
            if let Some(unit) = state.units.get_mut(unit.index()) {
                unit.figures = unit.figures.saturating_sub(1);
            }
            state.agenda.pop();
        }
        Event::TurnBegan => {
            state.agenda.pop();
            state.begin_turn();
        }
        Event::Ended => state.agenda.clear(),
    }
}

fn place(state: &mut State, unit: UnitId, to: Pose) {
    if let Some(unit) = state.units.get_mut(unit.index()) {
        unit.pose = to;
    }
}

/// A company has had its turn in the step.
fn acted(state: &mut State, unit: UnitId) {
    if let Some(Frame::Ask(Asked::Move(_, left) | Asked::Shoot(_, left))) = state.agenda.top_mut() {
        left.retain(|other| *other != unit);
    }
}

/// The event as a side sees it.
pub(super) fn redact(event: &Event, viewer: Side) -> Event {
    match *event {
        Event::Chose { side, .. } if side != viewer => Event::Chose { side, posture: None },
        _ => event.clone(),
    }
}

/// An event in a plain sentence.
pub(super) fn tell(state: &State, event: &Event) -> String {
    let name = |unit| state.name(unit);
    let moved = |unit, to: Pose, how: &str| {
        let (x, y) = (super::inches(to.at.x), super::inches(to.at.y));
        format!("{} {how} to {x},{y} facing {}", name(unit), to.facing)
    };
    match *event {
        Event::Chose { side, posture: None } => format!("{side} chooses"),
        Event::Chose { side, posture: Some(posture) } => format!("{side} chooses to {}", posture.word()),
        Event::Shown([red, blue]) => format!("red chose to {}, blue to {}", red.word(), blue.word()),
        Event::Moved { unit, to } => moved(unit, to, "moves"),
        Event::VolleyHeld { unit, target, hits, misses } => {
            format!("{} shoots at {}: {hits} hits, {misses} misses", name(unit), name(target))
        }
        Event::Volley { unit, target, felled, .. } => format!("{} fells {felled} of {}", name(unit), name(target)),
        Event::StepOver => "the step ends".into(),
        Event::Tested { unit, held: true } => format!("{} holds", name(unit)),
        Event::Tested { unit, held: false } => format!("{} is shaken", name(unit)),
        Event::FellBack { unit, to } => moved(unit, to, "falls back"),
        Event::StoodFast { unit } => format!("{} stands and loses a figure", name(unit)),
        Event::TurnBegan => format!("turn {} begins", state.turn + 1),
        Event::Ended => "the game ends".into(),
    }
}

impl Posture {
    /// The posture as a verb.
    pub fn word(self) -> &'static str {
        match self {
            Posture::Press => "press",
            Posture::Hold => "hold",
        }
    }
}
