//! Leaders hit, driven off, captured, returned and replaced (RF-LDR-03..10, RF-FIR-39, RF-CHG-15).

use firelock_core::{Desk, Halt, Side, UnitId};
use firelock_table::{Base, Point, gap};

use super::{beside, subordinates};
use crate::Regimental;
use crate::charts::{self, Mover};
use crate::event::Event;
use crate::facts::{Fallen, fallen_roll, successor_roll};
use crate::results::{Casualty, Fate as LeaderFate};

use crate::state::{Asking, Colonel, Fate, LeaderId, LeaderStatus, State};
use crate::words::{MoveClass, Order, Rank};

/// Base die 10: the closest leader near a fired-on unit is checked, else its brave colonel (RF-FIR-39, RF-LDR-10).
pub(crate) fn check_nearest(desk: &mut Desk<'_, Regimental>, unit: UnitId) -> Result<(), Halt> {
    let near = nearest_leaders(desk.state(), unit);
    match near[..] {
        [] => check_colonel(desk, unit),
        [leader] => check_fallen(desk, leader),
        // The owner of the target chooses among equals.
        _ => {
            desk.emit(Event::Asked(Asking::LeaderTie(near)));
            Ok(())
        }
    }
}

/// The leaders of the unit's side that are equally near to it, within 4 inches.
pub(crate) fn nearest_leaders(state: &State, unit: UnitId) -> Vec<LeaderId> {
    let piece = state.unit(unit);
    let reach = state.stage.length(&charts::LEADER_REACH);
    let present = state.all_leaders().filter(|(_, leader)| leader.side == piece.side && leader.is_present());
    let apart = |id: LeaderId| match piece.is_on_table() {
        true => state.leader_gap(id, unit),
        // The volley destroyed it: its place counts.
        false => gap(state.leader(id).at, &piece.outline),
    };
    let near = present.map(|(id, _)| (apart(id), id)).filter(|(gap, id)| gap.within(reach + state.leader_base(*id)));
    let near: Vec<_> = near.collect();
    let least = near.iter().map(|(gap, _)| *gap).min();
    near.into_iter().filter(|(gap, _)| Some(*gap) == least).map(|(_, id)| id).collect()
}

/// A leader's check (RF-LDR-03, RF-LDR-04).
pub(crate) fn check_fallen(desk: &mut Desk<'_, Regimental>, id: LeaderId) -> Result<(), Halt> {
    let leader = desk.state().leader(id);
    if !leader.is_present() {
        return Ok(());
    }
    let (side, before) = (leader.side, leader.status);
    let die = desk.roll(fallen_roll(side))?.value();
    let fell = Fallen { who: Casualty::Leader }.fell(desk.book(), die);
    let until = back_in(desk.state(), side);
    match fell.fate {
        LeaderFate::Removed => remove(desk, id),
        LeaderFate::RemovedOneTurn => fared(desk, id, LeaderStatus::AwayUntil(until)),
        LeaderFate::DismountedOneTurn => fared(desk, id, LeaderStatus::DismountedUntil(until)),
        LeaderFate::Unhurt => fared(desk, id, before),
    }
    Ok(())
}

/// The check of a unit's brave colonel (RF-LDR-10).
pub(crate) fn check_colonel(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let unit = desk.state().unit(id);
    if unit.colonel != Colonel::Leads || !unit.is_on_table() {
        return Ok(());
    }
    let side = unit.side;
    let die = desk.roll(fallen_roll(side))?.value();
    let colonel = match (Fallen { who: Casualty::Colonel }).fell(desk.book(), die).fate {
        LeaderFate::Removed => Colonel::None,
        LeaderFate::RemovedOneTurn => Colonel::AwayUntil(back_in(desk.state(), side)),
        LeaderFate::DismountedOneTurn | LeaderFate::Unhurt => Colonel::Leads,
    };
    desk.emit(Event::ColonelFared { unit: id, colonel });
    Ok(())
}

/// Leaders of a unit that is no more: captured with it, left at the table edge, or on the spot (RF-MOR-15, RF-RET-09, RF-RET-10).
pub(crate) fn follow(desk: &mut Desk<'_, Regimental>, unit: UnitId) -> Result<(), Halt> {
    let Some(fate) = desk.state().unit(unit).fate else { return Ok(()) };
    let with_it = desk.state().all_leaders().filter(|(_, leader)| leader.attached == Some(unit));
    let with_it: Vec<(LeaderId, Point)> = with_it.map(|(id, leader)| (id, on_table(desk.state(), leader.at))).collect();
    for (id, at) in with_it {
        match fate {
            Fate::Surrendered => remove(desk, id),
            Fate::Destroyed | Fate::FledTable | Fate::GunsLost | Fate::Exited => {
                desk.emit(Event::Detached { leader: id, at });
            }
        }
    }
    Ok(())
}

/// Detached leaders of the other side whose base a charge or breakthrough touches on its way: each goes to the nearest unbroken
/// friend within his full rate, else he is captured (RF-CHG-15). `over` holds the stands of the charger along its way.
pub(crate) fn swept_by(desk: &mut Desk<'_, Regimental>, charging: Side, over: &[Base]) {
    let state = desk.state();
    let touched = |id: &LeaderId| {
        let leader = state.leader(*id);
        let free = leader.side != charging && leader.is_present() && leader.attached.is_none();
        free && gap(leader.at, over).within(state.leader_base(*id))
    };
    let caught: Vec<LeaderId> = state.all_leaders().map(|(id, _)| id).filter(touched).collect();
    for id in caught {
        match refuge(desk.state(), id) {
            Some(unit) => {
                let at = beside(desk.state(), id, unit);
                desk.emit(Event::LeaderPlaced { leader: id, at });
            }
            None => remove(desk, id),
        }
    }
}

/// The nearest unbroken friend within a leader's full rate.
fn refuge(state: &State, id: LeaderId) -> Option<UnitId> {
    let mover = if state.is_on_foot(id) { Mover::LeaderDismounted } else { Mover::LeaderMounted };
    let rate = charts::rate(&state.stage.book, mover, MoveClass::Open)?.full;
    let friends = state.on_table(state.leader(id).side).filter(|(_, unit)| unit.order != Order::Broken);
    let near = friends.map(|(unit, _)| (state.leader_gap(id, unit), unit)).filter(|(gap, _)| gap.within(rate));
    near.min_by_key(|(gap, unit)| (*gap, *unit)).map(|(_, unit)| unit)
}

/// A leader leaves the game, and a new man will come (RF-LDR-08, RF-VIC-10).
pub(crate) fn remove(desk: &mut Desk<'_, Regimental>, id: LeaderId) {
    let state = desk.state();
    let (side, book) = (state.leader(id).side, &state.stage.book);
    let worth = if state.officer(id).rank == Rank::Army { &charts::COMMANDER_VP } else { &charts::LEADER_VP };
    let points = book.number(worth);
    let delay = u16::try_from(book.number(&charts::REPLACE_DELAY)).unwrap_or(0);
    let status = LeaderStatus::ReplacedIn(next_turn(state, side) + delay.saturating_sub(1));
    desk.emit(Event::LeaderFared { leader: id, status, points });
}

fn fared(desk: &mut Desk<'_, Regimental>, id: LeaderId, status: LeaderStatus) {
    desk.emit(Event::LeaderFared { leader: id, status, points: 0 });
}

/// M1: leaders and colonels whose time has come return, new men take over (RF-LDR-05, RF-LDR-08).
pub(crate) fn returns(desk: &mut Desk<'_, Regimental>) -> Result<(), Halt> {
    let (turn, side) = (desk.state().turn, desk.state().active);
    let back = |unit: &crate::state::Unit| matches!(unit.colonel, Colonel::AwayUntil(due) if due <= turn);
    let colonels: Vec<UnitId> = desk.state().on_table(side).filter(|(_, unit)| back(unit)).map(|(id, _)| id).collect();
    for unit in colonels {
        desk.emit(Event::ColonelFared { unit, colonel: Colonel::Leads });
    }
    let own: Vec<(LeaderId, LeaderStatus)> = desk
        .state()
        .all_leaders()
        .filter(|(_, leader)| leader.side == side)
        .map(|(id, leader)| (id, leader.status))
        .collect();
    for (id, status) in own {
        match status {
            LeaderStatus::DismountedUntil(due) if due <= turn => fared(desk, id, LeaderStatus::Present),
            LeaderStatus::AwayUntil(due) if due <= turn => come_back(desk, id),
            LeaderStatus::ReplacedIn(due) if due <= turn && !subordinates(desk.state(), id).is_empty() => {
                let die = desk.roll(successor_roll(side))?.value();
                let rating = charts::successor(desk.book(), die);
                desk.emit(Event::LeaderReplaced { leader: id, rating });
                come_back(desk, id);
            }
            _ => {}
        }
    }
    Ok(())
}

/// A leader comes to a subordinate; his side chooses where there are several, and he waits where there is none.
fn come_back(desk: &mut Desk<'_, Regimental>, id: LeaderId) {
    match subordinates(desk.state(), id)[..] {
        [] => {}
        [unit] => arrive(desk, id, unit),
        _ => desk.emit(Event::Asked(Asking::Place(id))),
    }
}

/// A leader is there again, in contact with a unit.
pub(crate) fn arrive(desk: &mut Desk<'_, Regimental>, id: LeaderId, unit: UnitId) {
    let at = beside(desk.state(), id, unit);
    fared(desk, id, LeaderStatus::Present);
    desk.emit(Event::LeaderPlaced { leader: id, at });
}

/// The player turn in whose M1 an effect of "one turn" ends: through the next complete one of the owner (RF-LDR-05).
fn back_in(state: &State, side: Side) -> u16 {
    next_turn(state, side) + 1
}

/// The turn of the next player turn of a side that has not begun yet.
pub(crate) fn next_turn(state: &State, side: Side) -> u16 {
    let over = state.active == side || side == state.stage.first;
    if over { state.turn + 1 } else { state.turn }
}

/// The place on the table nearest to one that may lie beyond its edge.
fn on_table(state: &State, place: Point) -> Point {
    let bounds = state.stage.table.bounds();
    Point::new(place.x.clamp(bounds.min.x, bounds.max.x), place.y.clamp(bounds.min.y, bounds.max.y))
}
