//! Morale, routs that spread, losses and reform (WA-SEQ-01, 02, 30, 31; WA-MOR).

use firelock_core::{Desk, Halt, Refusal, Side, UnitId};

use super::{leaders, refuse};
use crate::Washington;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{self, Losses, Morale};
use crate::results::{Cause, Danger, MoraleEffect};
use crate::state::{Asking, Fate, State, Task};
use crate::words::{Terrain, Troop};

/// The facts of a morale test (WA-MOR-03..10).
pub(crate) fn measure(state: &State, unit: UnitId, cause: Cause) -> Morale {
    let (own, roster) = (state.unit(unit), state.roster(unit));
    let (flank, rear) = state.enemies_in_boxes(unit);
    let near = state.stage.length(&numbers::COMMANDER_NEAR);
    let brigadier = roster.brigade.and_then(|brigade| state.brigadier(brigade));
    let sheltering = |terrain: Terrain| charts::ground(terrain).shelters_indians;
    Morale {
        cause,
        gun: roster.is_gun(),
        troop: roster.troop().unwrap_or_default(),
        quality: roster.quality(),
        mounted: own.mounted,
        start_bases: roster.start_bases(),
        half_bases: own.half_bases,
        casualty_markers: own.markers,
        artillery_casualty: own.artillery_casualty,
        disordered: own.disordered,
        column: state.is_column(unit),
        enemy_in_flank_box: flank,
        enemy_in_rear_box: rear,
        // Only Indians ask.
        sheltered: roster.troop() == Some(Troop::Indian) && state.place_in(state.front_center(unit), sheltering),
        commander_near: leaders::mounted_near(state, own.side, unit, near),
        brigade_commander_with: state.with(unit).any(|(id, _)| Some(id) == brigadier),
        linear: state.obstacles_ahead(unit).next().is_some(),
    }
}

/// Whether some unit of the active side has yet to test for its markers.
pub(crate) fn has_order(state: &State) -> bool {
    state.on_table(state.active).any(|(id, _)| is_due(state, id))
}

fn is_due(state: &State, unit: UnitId) -> bool {
    let own = state.unit(unit);
    own.markers > 0 && !own.turn.tested
}

pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Order => {
            let due = state.on_table(state.active).map(|(id, _)| id).filter(|id| is_due(state, *id));
            into.extend(due.map(Command::Test));
        }
        Asking::Witnesses { units, .. } => into.extend(units.iter().copied().map(Command::Witness)),
        _ => {}
    }
}

pub(crate) fn check_order(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let own = state.unit(unit);
    if own.side != state.active {
        return Err(refuse(WA_SEQ_01, unit, "only your own units test"));
    }
    if own.markers == 0 {
        return Err(refuse(WA_SEQ_01, unit, "it has no casualty markers"));
    }
    match own.turn.tested {
        true => Err(refuse(WA_SEQ_01, unit, "it has tested already")),
        false => Ok(()),
    }
}

pub(crate) fn check_witness(units: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    match units.contains(&unit) {
        true => Ok(()),
        false => Err(refuse(WA_OPT_02, unit, "it is not near the rout, or is named already")),
    }
}

/// The next of the units that test for a rout does so, if it is still there (WA-MOR-20).
pub(crate) fn test_for_rout(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    match desk.state().unit(unit).is_on_table() {
        true => test(desk, unit, Cause::Rout),
        false => Ok(()),
    }
}

/// A morale test and what follows from it (WA-MOR-01, WA-MOR-11..16).
pub(crate) fn test(desk: &mut Desk<'_, Washington>, unit: UnitId, cause: Cause) -> Result<(), Halt> {
    let facts = measure(desk.state(), unit, cause);
    let side = desk.state().unit(unit).side;
    let ledger = desk.read(&charts::T_MORALE, &facts.mood(desk.book()));
    let dice = ledger.total;
    let fails = match facts::morale_roll(desk.book(), side, dice) {
        Some(roll) => desk.roll(roll.because(Some(unit), ledger))?.count(1).clamp(0, 60) as u8,
        None => 0,
    };
    let result = facts.result(desk.book(), fails);
    desk.emit(Event::Tested { unit, cause, dice: dice.clamp(0, 60) as u8, fails });
    match result.effect {
        MoraleEffect::Unaffected => Ok(()),
        MoraleEffect::Steady => {
            desk.emit(Event::Steadied(unit));
            Ok(())
        }
        MoraleEffect::Retire => {
            desk.emit(Event::Queued(vec![Task::Retire(unit)]));
            Ok(())
        }
        // WA-MOR-31: the move, then the losses.
        MoraleEffect::RetireWithLosses => {
            desk.emit(Event::Queued(vec![Task::Retire(unit), Task::Losses(unit)]));
            Ok(())
        }
        MoraleEffect::Rout => remove(desk, unit, Fate::Routed),
    }
}

/// WA-MOR-23: dismounted cavalry may mount first; then the unit goes back.
pub(crate) fn retire(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    if !state.unit(unit).is_on_table() {
        return Ok(());
    }
    let may_mount = state.roster(unit).is_cavalry() && !state.unit(unit).mounted;
    desk.emit(Event::Queued(vec![Task::Withdraw(unit)]));
    if may_mount {
        desk.emit(Event::Asked(Asking::Mount(unit)));
    }
    Ok(())
}

/// WA-MOR-30: a unit that is still there loses half bases.
pub(crate) fn roll_losses(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    if !state.unit(unit).is_on_table() {
        return Ok(());
    }
    let roster = state.roster(unit);
    let facts = Losses {
        quality: roster.quality(),
        gun: roster.is_gun(),
        start_bases: roster.start_bases(),
        half_bases: state.unit(unit).half_bases,
    };
    let roll = facts.roll(desk.book(), state.unit(unit).side);
    let n = desk.roll(roll)?.count(1).clamp(0, 60) as u8;
    let lost = facts.result(desk.book(), n);
    if lost.half_bases_lost > 0 {
        desk.emit(Event::HalfBasesLost { unit, half_bases: lost.half_bases_lost });
    }
    match lost.destroyed {
        true => remove(desk, unit, Fate::Destroyed),
        false => Ok(()),
    }
}

/// A unit or gun is no more: the tests that this causes come before anything else (WA-SEQ-30), and commanders with it fare as they
/// may (WA-MOR-17..22, WA-MOR-28).
pub(crate) fn remove(desk: &mut Desk<'_, Washington>, unit: UnitId, fate: Fate) -> Result<(), Halt> {
    desk.emit(Event::Removed { unit, fate });
    if desk.state().activation.is_some_and(|activation| activation.unit == unit) {
        // WA-FIRE-25, WA-SEQ-13.
        desk.emit(Event::ActivationEnded(unit));
    }
    match fate {
        // WA-MOR-28: no tests.
        Fate::Left => leaders::left_behind(desk, unit),
        Fate::Routed | Fate::Destroyed => {
            leaders::endanger(desk, unit, Danger::Rout)?;
            // WA-MOR-22.
            if !desk.state().roster(unit).is_gun() {
                call_witnesses(desk, unit);
            }
        }
    }
    Ok(())
}

/// WA-MOR-19: the two nearest units test, each once for this rout (WA-MOR-21); by WA-OPT-02 the enemy names them.
fn call_witnesses(desk: &mut Desk<'_, Washington>, unit: UnitId) {
    let state = desk.state();
    let reach = state.stage.length(&numbers::ROUT_REACH);
    let n_tests = state.stage.count(&numbers::ROUT_TESTS);
    let near: Vec<UnitId> = state.friends_near(unit, reach).into_iter().map(|(_, id)| id).collect();
    let picks = state.stage.book.switch(&charts::ROUT_TESTERS) == "enemy_picks";
    if picks && near.len() > usize::from(n_tests) {
        let side = state.unit(unit).side.enemy();
        desk.emit(Event::Asked(Asking::Witnesses { side, left: n_tests, units: near }));
        return;
    }
    let testing: Vec<UnitId> = near.into_iter().take(n_tests.into()).collect();
    if !testing.is_empty() {
        desk.emit(Event::TestsQueued(testing));
    }
}

/// The enemy names a unit that tests (WA-OPT-02).
pub(crate) fn name_witness(desk: &mut Desk<'_, Washington>, side: Side, left: u8, units: &[UnitId], unit: UnitId) {
    desk.emit(Event::Answered);
    desk.emit(Event::TestsQueued(vec![unit]));
    let units: Vec<UnitId> = units.iter().copied().filter(|other| *other != unit).collect();
    if left > 1 && !units.is_empty() {
        desk.emit(Event::Asked(Asking::Witnesses { side, left: left - 1, units }));
    }
}

/// Step 1b: everyone of the active side closes up (WA-SEQ-02, WA-FORM-08).
pub(crate) fn reform(desk: &mut Desk<'_, Washington>) {
    let state = desk.state();
    let loosened = |(id, unit): (UnitId, &crate::state::Unit)| (unit.markers > 0 || unit.spacers > 0).then_some(id);
    let units: Vec<UnitId> = state.on_table(state.active).filter_map(loosened).collect();
    units.into_iter().for_each(|unit| desk.emit(Event::Reformed(unit)));
}
