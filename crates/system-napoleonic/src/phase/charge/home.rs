//! C5 to C7: fire at chargers, charge-check tests, charge moves (NQ-CHG-17..22, NQ-CHG-30).

use firelock_core::{Desk, Halt, Place, Refusal, Side, UnitId};
use firelock_table::Length;

use super::contact;
use super::declare::approach;
use super::react::live;
use crate::Napoleonic;
use crate::clauses::*;
use crate::command::Command;
use crate::event::{Event, Motion};
use crate::phase::artillery::{self, Moment as GunMoment};
use crate::phase::fire::{self as volleys, Moment};
use crate::phase::morale::{self, Occasion};
use crate::phase::{leaders, losses, name, own};
use crate::results::Cause;
use crate::state::{Charge, Fire, State};

/// When a volley at a charger would be fired, if it may be.
pub(crate) fn volley_moment(state: &State, id: UnitId, face: Option<u8>, charge: &Charge) -> Option<Moment> {
    if charge.target != id {
        return None;
    }
    let unit = state.unit(id);
    match charge.sheered {
        true => (face.is_none() && unit.is_square()).then_some(Moment::AllRound),
        false if charge.stopped => None,
        false => {
            let may = state.answer(id).is_some_and(|answer| answer.may_fire) && !unit.unformed;
            may.then_some(Moment::Reaction(charge.distance))
        }
    }
}

/// When a gun would fire at a charger, if it may.
pub(crate) fn gun_moment<'a>(state: &State, id: UnitId, charge: &'a Charge) -> Option<GunMoment<'a>> {
    if charge.stopped || artillery::bar(state, id).is_some() {
        return None;
    }
    if charge.target != id {
        return Some(GunMoment::Passing(charge));
    }
    let may = state.answer(id).is_some_and(|answer| answer.may_fire) && !state.unit(id).unformed;
    may.then_some(GunMoment::Reaction(charge))
}

/// Judges fire at a charger (NQ-CHG-17, NQ-CHG-18, NQ-CHG-30).
pub(crate) fn check_fire(state: &State, side: Side, fire: &Fire) -> Result<(), Refusal> {
    own(state, side, fire.unit())?;
    let id = fire.unit();
    let refuse =
        |clause, why: &str| Err(Refusal::new(clause, format!("{} {why}", name(state, id))).at(Place::Unit(id)));
    let Some(charge) = state.charge(fire.target()).filter(|charge| state.unit(charge.unit).is_on_table()) else {
        return refuse(NQ_CHG_17, "may fire at chargers only");
    };
    match *fire {
        Fire::Volley { unit, face, target, combine } => {
            let Some(moment) = volley_moment(state, unit, face, charge) else {
                return refuse(NQ_CHG_17, "may not fire at that charge");
            };
            match moment {
                Moment::AllRound if state.unit(unit).marks.fired & 0b1111 == 0b1111 => {
                    return refuse(NQ_CHG_30, "has fired with all faces");
                }
                Moment::AllRound => {}
                _ => volleys::loaded(state, unit, face)?,
            }
            let volley = volleys::measure(state, unit, face, target, combine, moment);
            volleys::judge(state, unit, target, combine, volley.as_ref())
        }
        Fire::Shot { unit, gun, target, at, ammunition } => {
            let Some(moment) = gun_moment(state, unit, charge) else {
                return refuse(NQ_CHG_18, "may not fire at that charge");
            };
            artillery::loaded(state, unit, gun)?;
            artillery::aim(state, unit, gun, target, at, ammunition, moment).map(|_| ())
        }
    }
}

/// Calls for every fire at chargers that a side may give, until one is taken.
fn each(state: &State, side: Side, take: &mut dyn FnMut(Fire) -> bool) {
    for charge in &state.charges {
        if !state.unit(charge.unit).is_on_table() || (charge.stopped && !charge.sheered) {
            continue;
        }
        for (id, unit) in state.alive(side) {
            if state.roster(id).is_battery() {
                if let Some(moment) = gun_moment(state, id, charge)
                    && artillery::shots(state, id, charge.unit, moment, take)
                {
                    return;
                }
                continue;
            }
            if charge.target != id {
                continue;
            }
            let faces: Vec<Option<u8>> = match charge.sheered {
                true => vec![None],
                false => volleys::faces(unit).collect(),
            };
            for face in faces {
                let fire = Fire::Volley { unit: id, face, target: charge.unit, combine: false };
                if check_fire(state, side, &fire).is_ok() && take(fire) {
                    return;
                }
            }
        }
    }
}

/// Whether a side may fire at a charger.
pub(crate) fn may_fire(state: &State, side: Side) -> bool {
    let mut any = false;
    each(state, side, &mut |_| {
        any = true;
        true
    });
    any
}

/// All fire at chargers that a side may give.
pub(crate) fn list_fire(state: &State, side: Side, into: &mut Vec<Command>) {
    each(state, side, &mut |fire| {
        into.push(Command::Fire(fire));
        false
    });
}

/// Fires at a charger; casualties at once (NQ-CHG-19).
pub(crate) fn fire(desk: &mut Desk<'_, Napoleonic>, fire: &Fire) -> Result<(), Halt> {
    let Some(charge) = desk.state().charge(fire.target()).cloned() else { return Ok(()) };
    match *fire {
        Fire::Volley { unit, face, target, combine } => {
            let Some(moment) = volley_moment(desk.state(), unit, face, &charge) else { return Ok(()) };
            volleys::volley(desk, unit, face, target, combine, moment)?;
        }
        Fire::Shot { unit, gun, target, at, ammunition } => {
            let Some(moment) = gun_moment(desk.state(), unit, &charge) else { return Ok(()) };
            artillery::shoot(desk, unit, gun, target, at, ammunition, moment)?;
        }
    }
    desk.emit(Event::Reaction(*fire));
    losses::take(desk)
}

/// C5's tests, then C6 and C7.
pub(crate) fn home(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    let chargers: Vec<UnitId> = {
        let mut units: Vec<UnitId> = desk.state().charges.iter().map(|charge| charge.unit).collect();
        units.sort_unstable();
        units
    };
    for id in chargers {
        let state = desk.state();
        if !state.unit(id).is_on_table() || state.unit(id).routing || !morale::has_trigger(state, id) {
            continue;
        }
        let tested = morale::roll(desk, id, Cause::Charge, Occasion::default())?;
        if !tested.charges_on {
            desk.emit(Event::ChargeStopped { unit: id, sheered: false });
        }
        morale::apply(desk, id, &tested);
    }
    losses::end_step(desk)?;
    for charge in live(desk.state()) {
        let state = desk.state();
        if state.unit(charge.unit).is_on_table() && !state.is_engaged(charge.unit) && !state.unit(charge.unit).routing {
            ride_home(desk, &charge);
        }
    }
    desk.emit(Event::ChargesOver);
    desk.emit(Event::StepClosed);
    Ok(())
}

/// One charge move (NQ-CHG-21).
fn ride_home(desk: &mut Desk<'_, Napoleonic>, charge: &Charge) {
    let Some(way) = approach(desk.state(), charge.unit, charge.turn, None) else { return };
    match way.met {
        Some((enemy, base, _)) => {
            if enemy != charge.target {
                desk.emit(Event::Retargeted { unit: charge.unit, target: enemy });
            }
            contact::strike(desk, charge, &way, enemy, base);
        }
        None => {
            // Nobody is met: up to where the target stood.
            let most = charge.straight.max(Length::grid(1));
            if let Some(short) = approach(desk.state(), charge.unit, charge.turn, Some(most)) {
                contact::stop(desk, charge.unit, &short.body, Motion::Charge);
            }
        }
    }
    leaders::displace(desk, charge.unit);
}
