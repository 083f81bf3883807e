//! Charges, countercharges, combats, breakthroughs (RF-CHG).

use firelock_core::{Clause, Desk, Fitted, Grain, Halt, Refusal, Side, UnitId, Wish};

use crate::Regimental;
use crate::clauses::*;
use crate::command::Command;
use crate::state::{Asking, Fallback, State, Step, Task};

/// The rule of this combat step.
pub(crate) fn clause(state: &State) -> Clause {
    if state.step == Step::Charge { RF_SEQ_17 } else { RF_SEQ_19 }
}
pub(crate) fn may_declare(_state: &State) -> bool {
    false
}
pub(crate) fn may_counter(_state: &State) -> bool {
    false
}
pub(crate) fn has_combat(_state: &State) -> bool {
    false
}
pub(crate) fn has_breakthrough(_state: &State) -> bool {
    false
}
pub(crate) fn list(_state: &State, _asking: &Asking, _into: &mut Vec<Command>) {}
pub(crate) fn candidates(_state: &State, _asking: &Asking, _grain: Grain, _into: &mut Vec<Command>) {}
pub(crate) fn fit(_state: &State, _side: Side, _wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    Err(Refusal::new(RF_CHG_04, "not yet"))
}
pub(crate) fn check_declare(_state: &State, _command: &Command) -> Result<(), Refusal> {
    Err(Refusal::new(RF_CHG_01, "not yet"))
}
pub(crate) fn check_counter(_state: &State, _unit: UnitId, _charger: UnitId) -> Result<(), Refusal> {
    Err(Refusal::new(RF_CHG_11, "not yet"))
}
pub(crate) fn check_recall(_state: &State, _asking: &Asking, _command: &Command) -> Result<(), Refusal> {
    Ok(())
}
pub(crate) fn check_fight(_state: &State, _unit: UnitId) -> Result<(), Refusal> {
    Ok(())
}
pub(crate) fn check_breakthrough(_state: &State, _unit: UnitId) -> Result<(), Refusal> {
    Ok(())
}
pub(crate) fn check_pick(_state: &State, _asking: &Asking, _command: &Command) -> Result<(), Refusal> {
    Ok(())
}
pub(crate) fn resolve_declare(_desk: &mut Desk<'_, Regimental>, _command: &Command) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn resolve_recall(_desk: &mut Desk<'_, Regimental>, _command: &Command) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn resolve_fight(_desk: &mut Desk<'_, Regimental>, _unit: UnitId) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn resolve_breakthrough(_desk: &mut Desk<'_, Regimental>, _unit: UnitId) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn resolve_pick(_desk: &mut Desk<'_, Regimental>, _command: &Command) -> Result<(), Halt> {
    Ok(())
}
/// The charge moves of this check, in order (RF-SEQ-08).
pub(crate) fn moves_in_order(_state: &State) -> Vec<Task> {
    Vec::new()
}
pub(crate) fn move_charge(_desk: &mut Desk<'_, Regimental>, _unit: UnitId) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn fight_round(_desk: &mut Desk<'_, Regimental>, _attackers: &[UnitId], _defenders: &[UnitId], _again: bool) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn carry(_desk: &mut Desk<'_, Regimental>, _unit: UnitId) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn offer_recall(_desk: &mut Desk<'_, Regimental>, _unit: UnitId, _fallback: Fallback) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn combat_over(_desk: &mut Desk<'_, Regimental>, _units: &[UnitId]) -> Result<(), Halt> {
    Ok(())
}
pub(crate) fn target_gone(_desk: &mut Desk<'_, Regimental>, _unit: UnitId) -> Result<(), Halt> {
    Ok(())
}
