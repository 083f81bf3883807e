//! Step 7: the winner brings bases in (NQ-MEL-22..25).

use firelock_core::{Desk, Place, Refusal, UnitId};
use firelock_table::{Base, Length, Pose, Size, gap_within};

use super::pairs::spare;
use crate::Napoleonic;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::geometry::rows;
use crate::state::{Outcome, State, Wrapped, Wrapping};
use crate::words::Formation;

/// What the winner of a fight may bring in, if anything.
pub(crate) fn offer(state: &State, outcome: &Outcome) -> Option<Wrapping> {
    let own = outcome.winner()?;
    let (unit, enemy) = (outcome.units[own], outcome.units[1 - own]);
    let fight = state.fights.iter().find(|fight| fight.is_between(unit, enemy))?;
    if state.unit(unit).routing || state.unit(enemy).routing {
        return None;
    }
    let has = fight.wrapped[fight.index(unit)?];
    let spare = spare(state, unit);
    let room = room(state, enemy, outcome.unpaired[1 - own]);
    let left = Wrapped {
        front: room.front.saturating_sub(has.front),
        left: room.left.saturating_sub(has.left),
        right: room.right.saturating_sub(has.right),
    };
    (spare > 0 && left.total() > 0).then_some(Wrapping { unit, enemy, spare, room: left })
}

/// The places about an enemy: opposite its free front bases, and on each flank one a row (NQ-MEL-24).
fn room(state: &State, enemy: UnitId, unpaired: u8) -> Wrapped {
    let unit = state.unit(enemy);
    if unit.formation == Formation::Square || unit.building().is_some() {
        return Wrapped::default();
    }
    let deep = rows(&state.stage, state.roster(enemy), unit).max(1);
    let [left, right] = [false, true].map(|right| if is_closed(state, enemy, right) { 0 } else { deep });
    Wrapped { front: unpaired, left, right }
}

/// Whether bad ground or another unit of the enemy closes a flank.
fn is_closed(state: &State, enemy: UnitId, right: bool) -> bool {
    let unit = state.unit(enemy);
    let reach = state.stage.length(&numbers::FLANK_ROOM);
    let outline = &unit.outline;
    let [front_left, front_right, rear_right, rear_left] = outline.corners;
    let (front, rear) = if right { (front_right, rear_right) } else { (front_left, rear_left) };
    let out = if right { 1 } else { -1 };
    let middle = outline.pose.slid((outline.facing() + firelock_table::Angle::RIGHT).heading(), Length::ZERO);
    let wide = Length::grid(out * (outline.size.width.get() / 2 + reach.get() / 2));
    let strip = Base::new(
        Pose::new(middle.place(firelock_table::Point::new(wide.get(), 0)), outline.facing()),
        Size::new(reach, front.distance(rear)),
    );
    let bounds = strip.bounds();
    let friend = state.alive(unit.side).any(|(other, own)| {
        other != enemy && own.bounds.meets(&bounds) && gap_within(&strip, &own.stands[..], Length::ZERO)
    });
    let bad = state.stage.barriers.iter().any(|(feature, own)| {
        let land = state.stage.land(*feature);
        let closed = land.closed || land.ground().crossing == crate::charts::Crossing::Nobody;
        let ground = || state.stage.table.ground(*feature).map(|ground| gap_within(&strip, ground, Length::ZERO));
        let line = || state.stage.table.path(*feature).map(|path| gap_within(&strip, path, Length::ZERO));
        closed && own.meets(&bounds) && ground().or_else(line).unwrap_or(false)
    });
    friend || bad || !state.on_board(bounds)
}

/// Whether there is still something to bring in.
pub(crate) fn may_wrap(state: &State, wrapping: &Wrapping) -> bool {
    state.fights.iter().any(|fight| fight.is_between(wrapping.unit, wrapping.enemy))
        && spare(state, wrapping.unit).min(wrapping.spare) > 0
}

/// None, or as many as there is room for: front first, then one flank or the other (NQ-MEL-22).
pub(crate) fn list_wrap(state: &State, wrapping: &Wrapping, into: &mut Vec<Command>) {
    let spare = spare(state, wrapping.unit).min(wrapping.spare);
    let room = wrapping.room;
    let mut add = |wrapped: Wrapped| {
        let command = Command::Bring(wrapped);
        if !into.contains(&command) {
            into.push(command);
        }
    };
    add(Wrapped::default());
    let front = room.front.min(spare);
    let left = room.left.min(spare - front);
    let right = room.right.min(spare - front - left);
    add(Wrapped { front, left, right });
    let right = room.right.min(spare - front);
    let left = room.left.min(spare - front - right);
    add(Wrapped { front, left, right });
}

/// Judges what is brought in.
pub(crate) fn check_wrap(wrapping: &Wrapping, wrapped: Wrapped) -> Result<(), Refusal> {
    let (room, here) = (wrapping.room, Place::Unit(wrapping.unit));
    if wrapped.total() > wrapping.spare {
        return Err(Refusal::new(NQ_MEL_22, format!("only {} bases are free", wrapping.spare)).at(here));
    }
    if wrapped.front > room.front || wrapped.left > room.left || wrapped.right > room.right {
        return Err(Refusal::new(NQ_MEL_24, "there is no room for so many").at(Place::Unit(wrapping.enemy)));
    }
    match wrapped.flanks() > 0 && wrapped.front < room.front.min(wrapping.spare) {
        true => Err(Refusal::new(NQ_MEL_22, "the places in front are filled first").at(here)),
        false => Ok(()),
    }
}

/// Brings them in.
pub(crate) fn wrap(desk: &mut Desk<'_, Napoleonic>, wrapping: &Wrapping, more: Wrapped) {
    if more.total() == 0 {
        return;
    }
    let state = desk.state();
    let fight = state.fights.iter().find(|fight| fight.is_between(wrapping.unit, wrapping.enemy));
    let Some(has) = fight.and_then(|fight| Some(fight.wrapped[fight.index(wrapping.unit)?])) else { return };
    let wrapped = Wrapped { front: has.front + more.front, left: has.left + more.left, right: has.right + more.right };
    desk.emit(Event::Brought { unit: wrapping.unit, enemy: wrapping.enemy, wrapped });
}
