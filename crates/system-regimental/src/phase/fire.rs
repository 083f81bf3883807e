//! Musketry and cannonade (RF-FIR, RF-GUN).

use firelock_core::{Clause, Desk, Grain, Halt, Refusal, UnitId};

use crate::Regimental;
use crate::clauses::*;
use crate::command::{Command, Firing};
use crate::state::{Asking, State, Step};

/// The rule of this fire step.
pub(crate) fn clause(state: &State) -> Clause {
    if state.step == Step::DefensiveFire { RF_SEQ_13 } else { RF_SEQ_14 }
}
pub(crate) fn has_choice(_state: &State) -> bool {
    false
}
pub(crate) fn list(_state: &State, _asking: &Asking, _into: &mut Vec<Command>) {}
pub(crate) fn candidates(_state: &State, _grain: Grain, _into: &mut Vec<Command>) {}
pub(crate) fn check(_state: &State, _target: UnitId, _firers: &[Firing]) -> Result<(), Refusal> {
    Err(Refusal::new(RF_FIR_01, "not yet"))
}
pub(crate) fn check_pick(_asking: &Asking, _command: &Command) -> Result<(), Refusal> {
    Ok(())
}
pub(crate) fn resolve(_desk: &mut Desk<'_, Regimental>, _target: UnitId, _firers: &[Firing]) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn resolve_pick(_desk: &mut Desk<'_, Regimental>, _command: &Command) -> Result<(), Halt> {
    Ok(())
}
