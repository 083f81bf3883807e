//! Initiative and command (NQ-SEQ-04, NQ-SEQ-05, NQ-CMD-01..05).

use firelock_core::{Desk, Halt, UnitId};

use crate::Napoleonic;
use crate::charts::numbers;
use crate::clauses::*;
use crate::event::Event;
use crate::facts::{Initiative, discipline_roll, passes};
use crate::state::{Asking, Commander, State};
use crate::words::Level;

/// Both sides roll, each with its army commander's rating (NQ-LDR-06); the higher chooses.
pub(crate) fn initiative(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    let state = desk.state();
    let rating = |side| {
        let army =
            |commander: &&Commander| commander.side == side && commander.level == Level::Army && commander.is_active();
        state.commanders.iter().find(army).map_or(0, |commander| commander.rating)
    };
    let facts =
        Initiative { red_rating: rating(firelock_core::Side::Red), blue_rating: rating(firelock_core::Side::Blue) };
    let rolled = desk.roll(facts.roll(desk.book()))?;
    desk.emit(Event::Asked(Asking::Initiative(Initiative::winner(rolled.value()))));
    Ok(())
}

/// Units out of command test (NQ-CMD-05).
pub(crate) fn hesitate(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for id in desk.state().in_order() {
        let state = desk.state();
        if state.unit(id).routing || in_command(state, id) {
            continue;
        }
        let passed = discipline(desk, id, 0, None, (NQ_CMD_05, "out of command"))?;
        if !passed {
            desk.emit(Event::Hesitated(id));
        }
    }
    Ok(())
}

/// A discipline test of a unit (NQ-CMD-04).
pub(crate) fn discipline(
    desk: &mut Desk<'_, Napoleonic>,
    id: UnitId,
    plus: i32,
    ledger: Option<firelock_core::Ledger>,
    why: (firelock_core::Clause, &'static str),
) -> Result<bool, Halt> {
    let state = desk.state();
    let (side, quality) = (state.unit(id).side, state.roster(id).quality);
    let mut roll = discipline_roll(desk.book(), side, quality, plus, why);
    if let Some(ledger) = ledger {
        roll = roll.because(Some(id), ledger);
    }
    let rolled = desk.roll(roll)?;
    Ok(passes(desk.book(), rolled.value()))
}

/// Whether a unit is within the radius of its own brigade commander or of the army's (NQ-CMD-01, NQ-CMD-02); sight is not
/// asked (NQ-CMD-03).
pub(crate) fn in_command(state: &State, id: UnitId) -> bool {
    let brigade = state.roster(id).brigade;
    commanded(state, id, |commander| commander.level == Level::Army || commander.brigade == Some(brigade))
}

/// Whether a unit is within the radius of some active commander of its side that matches.
pub(crate) fn commanded(state: &State, id: UnitId, matches: impl Fn(&Commander) -> bool) -> bool {
    let unit = state.unit(id);
    state.all_commanders().any(|(commander, own)| {
        if own.side != unit.side || !own.is_active() || !matches(own) {
            return false;
        }
        let reach = match own.level {
            Level::Brigade => &numbers::BRIGADE_RADIUS,
            Level::Army => &numbers::ARMY_RADIUS,
        };
        let (base, reach) = (state.commander_base(commander), state.stage.length(reach));
        state.is_near(&base, id, reach)
    })
}
