//! Musketry and cannonade (RF-FIR, RF-GUN).

mod aim;
mod arc;
mod candidates;
mod check;
mod firer;
mod measure;
mod resolve;
mod shots;

use std::ops::ControlFlow;

use firelock_core::{Beside, Clause};

pub(crate) use arc::{Arc, ROUNDED};
pub(crate) use candidates::{candidates, draw, firers_at, list, volley_about};
pub(crate) use check::{check, check_pick};
pub(crate) use measure::measure;
pub(crate) use resolve::{resolve, resolve_pick};
pub(crate) use shots::Shots;

use crate::clauses::*;
use crate::state::{State, Step};

/// The rule of this fire step.
pub(crate) fn clause(state: &State) -> Clause {
    if state.step == Step::DefensiveFire { RF_SEQ_13 } else { RF_SEQ_14 }
}

/// Whether anyone may still fire at anyone.
pub(crate) fn has_choice(state: &State) -> bool {
    let ready = state.shots.ready().is_some_and(|unit| aim::has_shot(state, unit));
    ready || {
        let first = |unit, _: &_| {
            state.shots.is_ready(unit);
            ControlFlow::Break(())
        };
        aim::each_shot(state, first).is_break()
    }
}

/// Keeps beside the state what its copies find out about shots, for all of them.
pub(crate) fn foresee(state: &mut State) {
    state.shots = Beside::new(Shots::gathered(state));
}
