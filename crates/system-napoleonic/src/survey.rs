//! What can be declared now: found once when a step begins, since nobody moves while fire or charges are declared.

use std::sync::Arc;

use firelock_core::UnitId;
use firelock_table::Angle;

use crate::phase::{charge, fire};
use crate::state::{Fire, State, Step};

/// The fire and the charges that the side whose half it is could declare when the step began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Survey {
    /// All fire (NQ-SEQ-09).
    pub fires: Vec<Fire>,
    /// One charge per unit and target, with its wheel (NQ-CHG-06).
    pub charges: Vec<(UnitId, UnitId, Angle)>,
}

/// Looks anew at what the step allows.
pub fn renew(state: &mut State) {
    let survey = match state.step {
        Step::FireDeclare => Survey { fires: fire::survey(state, state.half), ..Survey::default() },
        Step::ChargeDeclare => Survey { charges: charge::survey(state, state.half), ..Survey::default() },
        _ if *state.survey == Survey::default() => return,
        _ => Survey::default(),
    };
    state.survey = Arc::new(survey);
}
