//! Phase V and the charge moves of VI.2 (FD-MEL-01..29, FD-MUS-40..45).

mod align;
mod attack;
mod declare;
mod moves;
mod respond;

pub(crate) use attack::attack;
pub(crate) use declare::{
    candidates as candidates_declare, check as check_declare, done as done_declare, draw as draw_declare, fit,
    is_eligible, list as list_declare, may_declare, prospects, resolve as resolve_declare, way_to_strike, ways,
};
pub(crate) use moves::{charge, flight, meeting, missed, onset, pursue, turn_chargers};
pub(crate) use respond::{check as check_answer, list as list_answers, resolve as resolve_answer, targets};

use crate::state::{Body, BodyId, State, Target};

/// Who charges a body, or the zone it is in, and has not been stopped.
pub(crate) fn chargers_of(state: &State, id: BodyId) -> Vec<BodyId> {
    chargers(state, id).collect()
}

/// Whether some do.
pub(crate) fn is_charged(state: &State, id: BodyId) -> bool {
    chargers(state, id).next().is_some()
}

fn chargers(state: &State, id: BodyId) -> impl Iterator<Item = BodyId> {
    let body = state.body(id);
    let at = move |target: Target| match target {
        Target::Body(target) => target == id,
        Target::Zone(zone) => body.zone() == Some(zone),
    };
    let charges = move |other: &Body| other.declared().is_some_and(|charge| !charge.counter && at(charge.target));
    let enemies = state.all_bodies().filter(move |(_, other)| other.side != body.side && charges(other));
    enemies.filter(|(_, other)| other.is_on_table() && other.is_alive()).map(|(id, _)| id)
}
