//! Hits are taken: bases go, commanders are in danger, units end (NQ-MEL-16..19, NQ-LDR-01..03, NQ-MOR-17..19).

use firelock_core::{Desk, Halt, UnitId};

use super::{leaders, morale};
use crate::Napoleonic;
use crate::charts::{count, numbers};
use crate::event::Event;
use crate::facts::Strength;
use crate::state::{Fate, State};
use crate::words::Formation;

/// The strength of a unit.
pub(crate) fn strength(state: &State, id: UnitId) -> Strength {
    let unit = state.unit(id);
    Strength { bases_initial: state.roster(id).bases, bases: unit.bases, reduction: unit.reduction }
}

/// All hits that wait are taken at once, First's units first.
pub(crate) fn take(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    if desk.state().log.hits.is_empty() {
        return Ok(());
    }
    for id in desk.state().in_order() {
        let waiting = desk.state().log.hits.iter().find(|(unit, _)| *unit == id).map(|(_, hits)| *hits);
        let Some(hits) = waiting else { continue };
        let toll = strength(desk.state(), id).struck(desk.book(), hits);
        desk.emit(Event::Struck {
            unit: id,
            hits,
            lost: toll.bases_lost,
            bases: toll.bases,
            reduction: toll.reduction,
            halved: toll.fell_to_half && !desk.state().unit(id).halved,
        });
        leaders::risk(desk, id)?;
        if toll.destroyed {
            remove(desk, id, Fate::Destroyed);
            continue;
        }
        break_square(desk, id);
    }
    Ok(())
}

/// A square that cannot close any more (NQ-FOR-13).
fn break_square(desk: &mut Desk<'_, Napoleonic>, id: UnitId) {
    let state = desk.state();
    let unit = state.unit(id);
    let least = count(&state.stage.book, &numbers::SQUARE_LEAST);
    if let (Formation::Square, true, Some(pose)) = (unit.formation, unit.bases < least, unit.pose()) {
        desk.emit(Event::SquareBroken { unit: id, pose });
    }
}

/// A unit is gone; the commander with it finds refuge or is taken (NQ-LDR-08).
pub(crate) fn remove(desk: &mut Desk<'_, Napoleonic>, id: UnitId, fate: Fate) {
    let outline = desk.state().unit(id).outline;
    desk.emit(Event::Removed { unit: id, fate });
    if let Some(commander) = desk.state().attached(id) {
        leaders::refuge(desk, commander, outline.center());
    }
}

/// The end of a step: burnt-out units disperse, the panic pass follows, and what happened is forgotten (NQ-SEQ-18).
pub(crate) fn end_step(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    let state = desk.state();
    let burnt_out = |id: &UnitId| strength(state, *id).is_burnt_out(&state.stage.book);
    // Seldom is there any: only then are they put in order.
    if state.on_table().any(|(id, _)| burnt_out(&id)) {
        let gone: Vec<UnitId> = state.in_order().into_iter().filter(burnt_out).collect();
        gone.into_iter().for_each(|id| remove(desk, id, Fate::Dispersed));
    }
    morale::panic(desk)?;
    desk.emit(Event::StepClosed);
    Ok(())
}
