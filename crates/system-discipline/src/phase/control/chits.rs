//! Chits of I.5 (FD-OPT-01, FD-OPT-02, T19).

use firelock_core::{Desk, Place, Refusal, Side};
use firelock_table::Length;

use crate::Discipline;
use crate::charts::{CHITS, Pace};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::phase::{name, pending};
use crate::state::{Asking, BodyId, State};
use crate::words::{Branch, Chit};

/// Whether chits are played.
pub(crate) fn are_used(state: &State) -> bool {
    state.stage.book.is_on(&CHITS)
}

/// Whether a body is given a chit: an enemy is within its charge rate or it within an enemy's; or it is a limbered section
/// (FD-OPT-01).
pub(crate) fn may_have(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    if !body.is_alive() || !body.is_on_table() {
        return false;
    }
    if state.branch(id) == Branch::Limbered {
        return true;
    }
    in_reach(state, id)
}

/// Whether a body could charge or be charged from where it stands.
fn in_reach(state: &State, id: BodyId) -> bool {
    let rate = |id: BodyId| match state.body(id).is_troops() {
        true => state.rate(id, Pace::Charge).unwrap_or_default(),
        false => Length::ZERO,
    };
    let own = rate(id);
    let enemies = state.alive(state.body(id).side.enemy());
    enemies.into_iter().any(|(enemy, _)| {
        let reach = own.max(rate(enemy));
        reach > Length::ZERO && state.within(id, enemy, reach)
    })
}

/// Judges a chit.
pub(crate) fn check(state: &State, side: Side, id: BodyId, chit: Chit) -> Result<(), Refusal> {
    let refuse = |words: &str| Err(Refusal::new(FD_OPT_01, format!("{} {words}", name(state, id))).at(Place::Unit(id)));
    let body = state.body(id);
    if body.side != side || !may_have(state, id) {
        return refuse("has no chit to take");
    }
    let limbered = state.branch(id) == Branch::Limbered;
    match chit {
        Chit::Unlimber if !limbered => refuse("has no guns to unlimber"),
        Chit::Attack | Chit::Countercharge if !body.is_troops() => refuse("does not charge"),
        Chit::Unlimber => Ok(()),
        _ if limbered && !in_reach(state, id) => refuse("is out of reach and takes only U"),
        _ => Ok(()),
    }
}

/// The chits that a side may still give.
pub(crate) fn list(state: &State, side: Side, into: &mut Vec<Command>) {
    let Some(Asking::Sealed(sealed)) = pending(state) else { return };
    for (body, _) in state.alive(side) {
        if sealed.order(side, body).is_some() {
            continue;
        }
        let all = Chit::ALL.iter().copied().filter(|chit| check(state, side, body, *chit).is_ok());
        into.extend(all.map(|chit| Command::Chit { body, chit }));
    }
}

/// V.1: all chits are shown.
pub(crate) fn reveal(desk: &mut Desk<'_, Discipline>) {
    let chits: Vec<(BodyId, Chit)> =
        desk.state().all_bodies().filter_map(|(id, body)| Some((id, body.turn.chit?))).collect();
    if !chits.is_empty() {
        desk.emit(Event::ChitsShown(chits));
    }
}

/// Whether a body may declare a charge as far as chits go (FD-OPT-02).
pub(crate) fn lets_charge(state: &State, id: BodyId) -> bool {
    !are_used(state) || state.body(id).turn.chit == Some(Chit::Attack)
}

/// The side to which a chit makes a body turn in VI.1.
pub(crate) fn turn_due(state: &State, id: BodyId) -> Option<Chit> {
    let body = state.body(id);
    let chit = body.turn.chit.filter(|chit| are_used(state) && matches!(chit, Chit::Right | Chit::Left))?;
    (!body.turn.turned).then_some(chit)
}
