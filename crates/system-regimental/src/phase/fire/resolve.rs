//! A volley and what comes of it (RF-FIR-18, RF-FIR-26..44).

use firelock_core::{Desk, Halt, UnitId};

use super::firer::charges;
use super::measure::{Measured, measure};
use crate::Regimental;
use crate::charts::T_FIRE_MOD;
use crate::command::{Command, Firing};
use crate::event::Event;
use crate::facts::{ChargeFate, Fired, Struck, fire_roll};
use crate::phase::{leaders, movement};
use crate::sequence::firing_side;
use crate::state::{Asking, ChargeStage, Contributor, Fallback, Fate, Gun, Retreat, State, Task};
use crate::words::Branch;

/// Fires, and lets what follows happen or wait: each result applies at once, the firing side suffers nothing in its own step (RF-SEQ-15).
pub(crate) fn resolve(desk: &mut Desk<'_, Regimental>, target: UnitId, firers: &[Firing]) -> Result<(), Halt> {
    let Measured { volley, contributors, behind, walls } = measure(desk.state(), target, firers);
    let Some(weighed) = volley.weigh(desk.book()) else { return Ok(()) };
    let ledger = desk.read(&T_FIRE_MOD, &weighed);
    let total = ledger.total;
    let mut roll = fire_roll(firing_side(desk.state()), total);
    // In fast play no reasons are kept.
    if !ledger.lines.is_empty() {
        roll = roll.because(Some(target), ledger).because(Some(target), volley.points(desk.book()));
    }
    let result = desk.roll(roll)?.value();
    let fired = volley.result(desk.book(), &weighed, result - total, result);
    let firers = firers.iter().map(|firing| (firing.unit, firing.stands)).collect();
    desk.emit(Event::Fired { firers, target, result, effect: fired.struck.effect, walls });
    suffer(desk, target, &fired.struck)?;
    for (unit, struck) in behind.iter().zip(&fired.behind) {
        suffer(desk, *unit, struck)?;
    }
    let mut tasks = Vec::new();
    // RF-FIR-51: the leader is looked for before a checked charge falls back.
    tasks.extend(fired.casualty.map(|_| Task::LeaderNear(target)));
    tasks.extend(charge_fares(desk, target, fired.charge));
    tasks.extend([target].iter().chain(&behind).flat_map(|unit| chargers_left(desk.state(), *unit)));
    if !tasks.is_empty() {
        desk.emit(Event::Queued(tasks));
    }
    run_low(desk, &fired, &contributors);
    Ok(())
}

/// What an effect does to a unit (RF-FIR-27..33, RF-FIR-37, RF-FIR-44).
fn suffer(desk: &mut Desk<'_, Regimental>, id: UnitId, struck: &Struck) -> Result<(), Halt> {
    if desk.state().roster(id).is_guns() {
        return suffer_guns(desk, id, struck);
    }
    movement::lose(desk, id, struck.stands_lost)?;
    let unit = desk.state().unit(id);
    if unit.is_on_table() && unit.order != struck.order {
        desk.emit(Event::Ordered { unit: id, order: struck.order });
    }
    Ok(())
}

fn suffer_guns(desk: &mut Desk<'_, Regimental>, id: UnitId, struck: &Struck) -> Result<(), Halt> {
    let before = desk.state().unit(id).guns;
    for (nth, (old, now)) in before.iter().zip(&struck.guns.0).enumerate() {
        let Some(now) = now else { continue };
        let marks = Gun { damaged: now.damaged, silenced: now.silenced, ..*old };
        if marks != *old {
            desk.emit(Event::GunMarked { unit: id, gun: nth as u8, marks });
        }
    }
    // The last first, so that the others keep their numbers.
    for (nth, _) in struck.guns.0.iter().enumerate().rev().filter(|(_, now)| now.is_none()) {
        desk.emit(Event::GunLost { unit: id, gun: nth as u8 });
    }
    if desk.state().unit(id).stands == 0 {
        desk.emit(Event::Removed { unit: id, fate: Fate::Destroyed });
        leaders::follow(desk, id)?;
    }
    Ok(())
}

/// A checked charge falls back; cavalry may recall instead (RF-FIR-34, RF-SEQ-16). One that goes home stays where it is.
fn charge_fares(desk: &mut Desk<'_, Regimental>, id: UnitId, fate: ChargeFate) -> Option<Task> {
    let unit = desk.state().unit(id);
    if fate != ChargeFate::Checked || !unit.is_on_table() {
        return None;
    }
    let charge = unit.turn.charge.clone()?;
    let mounted = movement::branch(desk.state().roster(id), unit.mounted) == Branch::Cavalry;
    let (target, ground) = (charge.target, charge.ground);
    desk.emit(Event::ChargeWent { unit: id, target, ground, stage: ChargeStage::Checked });
    desk.emit(Event::Parted(id));
    Some(match mounted {
        true => Task::OfferRecall(id, Fallback::TwoInches),
        false => Task::Retreat { unit: id, kind: Retreat::TwoInches, from: Some(target) },
    })
}

/// Chargers whose target is gone (RF-FIR-44).
fn chargers_left(state: &State, gone: UnitId) -> impl Iterator<Item = Task> {
    let is_gone = !state.unit(gone).is_on_table();
    let chargers = state.on_table(state.unit(gone).side.enemy()).map(|(id, _)| id);
    chargers.filter(move |id| is_gone && charges(state, *id) == Some(gone)).map(Task::TargetGone)
}

/// One who fired runs low on ammunition; its side picks among several (RF-FIR-38).
fn run_low(desk: &mut Desk<'_, Regimental>, fired: &Fired, contributors: &[Contributor]) {
    let mut among: Vec<Contributor> = fired.low_ammo.iter().filter_map(|nth| contributors.get(*nth).copied()).collect();
    among.dedup();
    match among[..] {
        [] => {}
        [one] => mark_low(desk, one),
        _ => desk.emit(Event::Asked(Asking::LowAmmo(among))),
    }
}

/// Marks one who fired; a mark more does nothing (RF-FIR-41).
fn mark_low(desk: &mut Desk<'_, Regimental>, who: Contributor) {
    let unit = desk.state().unit(who.unit());
    match who {
        Contributor::Unit(id) if !unit.low_ammo => desk.emit(Event::AmmoChanged { unit: id, low: true }),
        Contributor::Gun(id, gun) if !unit.guns[usize::from(gun)].low_ammo => {
            let marks = Gun { low_ammo: true, ..unit.guns[usize::from(gun)] };
            desk.emit(Event::GunMarked { unit: id, gun, marks });
        }
        Contributor::Unit(_) | Contributor::Gun(..) => {}
    }
}

/// Carries out a choice that a volley left open.
pub(crate) fn resolve_pick(desk: &mut Desk<'_, Regimental>, command: &Command) -> Result<(), Halt> {
    desk.emit(Event::Answered);
    match command {
        Command::RunLow(who) => mark_low(desk, *who),
        Command::CheckLeader(leader) => desk.emit(Event::Queued(vec![Task::Fallen(*leader)])),
        _ => {}
    }
    Ok(())
}
