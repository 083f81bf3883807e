//! Charges, countercharges, combats, breakthroughs (RF-CHG).
//!
//! A charge is declared, met or not by a countercharge, and moved at once; whom it touched and how stays in the state as a
//! contact until it is fought out. What a combat does comes from the facts of [`crate::facts`] alone.

mod attack;
mod breakthrough;
mod candidates;
mod carry;
mod combat;
mod contact;
mod counter;
mod course;
mod declare;
mod fit;
mod moves;
mod recall;
mod results;

use firelock_core::{Clause, Grain, UnitId};

pub(crate) use attack::attack;
pub(crate) use breakthrough::{check_breakthrough, has_breakthrough, resolve_breakthrough};
pub(crate) use carry::{carry, target_gone};
pub(crate) use combat::{check_fight, fight_round, has_combat, resolve_fight};
pub(crate) use counter::{check_counter, may_counter};
pub(crate) use declare::{check_declare, may_declare, resolve_declare};
pub(crate) use fit::fit;
pub(crate) use moves::{move_charge, moves_in_order};
pub(crate) use recall::{check_recall, offer_recall, resolve_recall};
pub(crate) use results::{check_pick, combat_over, resolve_pick};

use crate::clauses::*;
use crate::command::Command;
use crate::phase::Lots;
use crate::state::{Asking, State, Step};

/// The rule of this combat step.
pub(crate) fn clause(state: &State) -> Clause {
    if state.step == Step::Charge { RF_SEQ_17 } else { RF_SEQ_19 }
}

/// What can be listed of a decision.
pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Counter => counter::list(state, into),
        Asking::Recall { unit, .. } => into.push(Command::DoNotRecall(*unit)),
        Asking::Refuse(unit) => into.extend(carry::flanks(state, *unit)),
        Asking::Combat => combat::list(state, into),
        Asking::Breakthrough => breakthrough::list(state, into),
        Asking::Lead { units, .. } => into.extend(units.iter().map(|unit| Command::LeadWith(*unit))),
        Asking::Losses { stands, units, .. } => results::shares(state, *stands, units, into),
        _ => {}
    }
}

/// A finite sample of charges or of places to recall to.
pub(crate) fn candidates(state: &State, asking: &Asking, grain: Grain, into: &mut Vec<Command>) {
    list(state, asking, into);
    match asking {
        Asking::Declare => candidates::charges(state, grain, into),
        Asking::Recall { unit, .. } => recall::candidates(state, *unit, grain, into),
        _ => {}
    }
}

/// Who might charge whom, as their boxes tell.
pub(crate) fn pairs(state: &State) -> Vec<(UnitId, UnitId)> {
    candidates::pairs(state)
}

/// Of these in this order the first so many who reach their enemy, each with so many charges at most.
pub(crate) fn of_pairs(
    state: &State,
    pairs: &[(UnitId, UnitId)],
    grain: Grain,
    [most, each]: [usize; 2],
    into: &mut Vec<Command>,
) {
    candidates::of_pairs(state, pairs, grain, most, each, into);
}

/// One of the charges of a playout.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    candidates::draw(state, lots)
}

/// The enemy that a unit fought or charged, for its way back (RF-RET-04).
pub(crate) fn opponent(state: &State, id: UnitId) -> Option<UnitId> {
    let charged = state.unit(id).turn.charge.as_ref().map(|charge| charge.target);
    let struck_by = || state.contacts.iter().find(|contact| contact.target == id).map(|contact| contact.charger);
    charged.filter(|enemy| state.unit(*enemy).is_on_table()).or_else(struck_by)
}
