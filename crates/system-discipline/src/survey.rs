//! What bodies can shoot at, or charge, from where they stand: measured once when a step begins (FD-LOS, FD-MEL-03).
//!
//! Only what lies open on the table is asked: directives, chits and held fire play no part, so both sides may know it all.

use firelock_core::Side;
use firelock_table::Length;
use serde::{Deserialize, Serialize};

use crate::charts;
use crate::phase::charge;
use crate::sight;
use crate::state::{Body, BodyId, State, Step, Target, Turn, ZoneId};
use crate::words::{FireMode, Firearm, GunState};

/// What a body fires at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// A stand of a body, by its place in it.
    Stand(BodyId, u8),
    /// Those in a zone.
    Zone(ZoneId),
}

/// A shot that a body can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Who.
    pub by: BodyId,
    /// At what.
    pub at: Aim,
    /// How far off.
    pub range: Length,
    /// Only over the heads of others, with a shell (FD-ART-17).
    pub over: bool,
}

/// A charge that a body can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Onset {
    /// Who.
    pub body: BodyId,
    /// At whom.
    pub target: Target,
    /// The facing change it begins with.
    pub turn: Option<Turn>,
}

/// What can be done in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Survey {
    /// Shots by body, the nearest first.
    pub shots: Vec<Shot>,
    /// Charges by body.
    pub onsets: Vec<Onset>,
}

impl Survey {
    /// The shots of a body.
    pub(crate) fn shots_of(&self, id: BodyId) -> impl Iterator<Item = &Shot> {
        self.shots.iter().filter(move |shot| shot.by == id)
    }
}

/// Measures what can be done in the step that has begun; none where the last survey still serves.
pub(crate) fn renew(state: &State) -> Option<Survey> {
    // II.2 fires what was measured for II.1.
    (state.step != Step::GunFire).then(|| take(state))
}

/// Measures what can be done now.
pub(crate) fn take(state: &State) -> Survey {
    let mut survey = Survey::default();
    match state.step {
        Step::GunChoice => {
            for (id, _) in state.on_table().filter(|(id, body)| may_serve(state, *id, body)) {
                let Some(guns) = state.roster(id).guns() else { continue };
                let reach = charts::gun_reach(&state.stage.book, guns.piece, guns.pounds).on_table(state.stage.scale);
                let Some(stance) = state.stance(id) else { continue };
                sight::shots(state, id, stance, reach, true, &mut survey.shots);
            }
        }
        Step::Volley | Step::Platoon | Step::Skirmish | Step::SkirmishFirst => {
            for (id, _) in state.on_table().filter(|(id, body)| may_fire(state, *id, body)) {
                let (Some(reach), Some(stance)) = (musket_reach(state, id), state.stance(id)) else { continue };
                sight::shots(state, id, stance, reach, false, &mut survey.shots);
            }
        }
        Step::ChargesActive => charge::onsets(state, state.active, &mut survey.onsets),
        Step::ChargesReactive => charge::onsets(state, state.active.enemy(), &mut survey.onsets),
        _ => {}
    }
    survey
}

/// How far a body fires with small arms (FD-MUS-02..06).
pub(crate) fn musket_reach(state: &State, id: BodyId) -> Option<Length> {
    let troops = state.roster(id).troops()?;
    let dismounted = troops.arm != crate::words::Arm::Infantry;
    Some(charts::body_reach(&state.stage.book, troops.firearm, dismounted)?.on_table(state.stage.scale))
}

/// Whether a section can act in Phase II: crewed and unlimbered (FD-ART-01), not silent (FD-MOR-17), not in contact (FD-LOS-12).
pub(crate) fn may_serve(state: &State, id: BodyId, body: &Body) -> bool {
    body.gun().is_some_and(|gun| {
        gun.state == GunState::Unlimbered && gun.crew > 0 && gun.manned <= state.turn && body.silent < state.turn
    }) && !state.in_contact(id)
}

/// Whether a body can fire in the musketry step that has begun (FD-MUS-05, FD-MUS-07, FD-MUS-20, FD-MUS-27).
fn may_fire(state: &State, id: BodyId, body: &Body) -> bool {
    let Some(troops) = state.roster(id).troops() else { return false };
    if !can_shoot(state, id, body) {
        return false;
    }
    match state.step {
        Step::Volley => !state.is_open(id),
        Step::Platoon => troops.mode == FireMode::Platoon && troops.firearm != Firearm::Bow && !state.is_open(id),
        _ => state.is_open(id),
    }
}

/// Whether a body could fire at all: on foot with a firearm, neither fled, in contact nor in transit.
pub(crate) fn can_shoot(state: &State, id: BodyId, body: &Body) -> bool {
    let armed = state.roster(id).troops().is_some_and(|troops| troops.firearm != Firearm::None);
    armed
        && body.is_troops()
        && !body.mounted
        && body.fled.is_none()
        && body.transit.is_none()
        && !state.unit_of(id).shattered
        && !state.in_contact(id)
}

/// The side of a body.
pub(crate) fn side_of(state: &State, id: BodyId) -> Side {
    state.body(id).side
}
