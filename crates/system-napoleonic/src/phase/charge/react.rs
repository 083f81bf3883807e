//! C2 to C4: reactions, press-home and stand tests, and the moves that follow (NQ-CHG-08..16).

use firelock_core::{Desk, Halt, Place, Refusal, Side, UnitId};
use firelock_table::{Angle, Leg, Length, Meet, Met, Point, Pose, Scene, Stop, drive, meet_between};

use super::{charged, measure};
use crate::Napoleonic;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::Command;
use crate::event::{Event, Motion};
use crate::facts::{Tested, evade_roll};
use crate::geometry::{around, centered, in_crowd, layout, of_crowd};
use crate::phase::control::discipline;
use crate::phase::morale::{self, Occasion};
use crate::phase::movement::{admits, flight};
use crate::phase::{losses, name, own};
use crate::results::Cause;
use crate::state::{Answer, Charge, State};
use crate::words::{Arm, Formation, Hand, Reaction, Zone};

/// Whether a charged unit may react so (NQ-CHG-10..13, NQ-CHG-25, NQ-MOR-12).
fn may(state: &State, id: UnitId, reaction: Reaction) -> bool {
    let unit = state.unit(id);
    if reaction == Reaction::Stand {
        return true;
    }
    if unit.routing || (reaction == Reaction::Evade && unit.building().is_some()) {
        return false;
    }
    if reaction == Reaction::FormSquare && square_pose(state, id).is_none() {
        return false;
    }
    if reaction == Reaction::Countercharge && (unit.marks.declared || unit.marks.fled) {
        return false;
    }
    let book = &state.stage.book;
    state.charges_at(id).any(|charge| measure(state, charge, Reaction::Stand).may_react(book, reaction))
        && !(reaction == Reaction::Countercharge && unit.marks.hesitant)
}

/// The reactions a unit has.
fn options(state: &State, id: UnitId) -> impl Iterator<Item = Reaction> {
    Reaction::ALL.iter().copied().filter(move |reaction| may(state, id, *reaction))
}

/// The charged units of a side that still have a choice.
fn choosers(state: &State, side: Side) -> impl Iterator<Item = UnitId> {
    charged(state).into_iter().filter(move |id| {
        state.unit(*id).side == side && state.answer(*id).is_none() && options(state, *id).nth(1).is_some()
    })
}

/// Whether a side has a reaction to choose.
pub(crate) fn may_react(state: &State, side: Side) -> bool {
    choosers(state, side).next().is_some()
}

/// All reactions that a side may choose.
pub(crate) fn list_reactions(state: &State, side: Side, into: &mut Vec<Command>) {
    for unit in choosers(state, side) {
        for reaction in options(state, unit) {
            into.push(Command::React { unit, reaction, about: false });
            if reaction == Reaction::Evade {
                into.push(Command::React { unit, reaction, about: true });
            }
        }
    }
}

/// Judges a reaction.
pub(crate) fn check_reaction(
    state: &State,
    side: Side,
    id: UnitId,
    reaction: Reaction,
    about: bool,
) -> Result<(), Refusal> {
    own(state, side, id)?;
    let refuse =
        |clause, why: &str| Err(Refusal::new(clause, format!("{} {why}", name(state, id))).at(Place::Unit(id)));
    if state.charges_at(id).next().is_none() {
        return refuse(NQ_CHG_08, "is not charged");
    }
    if state.answer(id).is_some() {
        return refuse(NQ_CHG_09, "has chosen its reaction");
    }
    if about && reaction != Reaction::Evade {
        return refuse(NQ_MOV_29, "does not evade");
    }
    match may(state, id, reaction) {
        true => Ok(()),
        false if state.is_engaged(id) => refuse(NQ_CHG_25, "is engaged and can only stand"),
        false => refuse(
            match reaction {
                Reaction::Stand => NQ_CHG_13,
                Reaction::FormSquare => NQ_CHG_10,
                Reaction::Countercharge => NQ_CHG_11,
                Reaction::Evade => NQ_CHG_12,
            },
            "may not react so",
        ),
    }
}

/// Notes a reaction.
pub(crate) fn react(desk: &mut Desk<'_, Napoleonic>, unit: UnitId, reaction: Reaction, about: bool) {
    desk.emit(Event::Reacted(Answer { unit, reaction, about, may_fire: false }));
}

/// Where a unit can form square: about its middle, or shifted a little to lie clear (NQ-CHG-10).
fn square_pose(state: &State, id: UnitId) -> Option<Pose> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let pose = unit.pose()?;
    let layout = layout(&state.stage, roster.arm(), Formation::Square, Hand::Left, unit.bases);
    let center = unit.outline.center();
    let most = state.stage.length(&numbers::SQUARE_SHIFT);
    let rings = [Length::ZERO, most / 3, most / 3 * 2, most];
    let places = rings.into_iter().flat_map(|ring| {
        let turns = if ring == Length::ZERO { 1 } else { 8 };
        (0..turns).map(move |turn| center.ahead(Angle::degrees(45 * turn), ring))
    });
    places.map(|place: Point| centered(&layout, place, pose.facing)).find(|pose| {
        let bases = layout.bases(*pose);
        let bounds = around(&bases);
        state.on_board(bounds)
            && state.lies_on(&bases, bounds, id).is_none()
            && crate::phase::movement::closed_ground(state, id, Formation::Square, &bases, bounds).is_none()
    })
}

/// The charges that go on, First's by number.
pub(crate) fn live(state: &State) -> Vec<Charge> {
    let mut charges: Vec<Charge> = state
        .charges
        .iter()
        .filter(|charge| !charge.stopped && state.unit(charge.unit).is_on_table())
        .cloned()
        .collect();
    charges.sort_by_key(|charge| charge.unit);
    charges
}

/// C2 to C4.
pub(crate) fn tests(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for id in charged(desk.state()) {
        if desk.state().answer(id).is_none() {
            react(desk, id, Reaction::Stand, false);
        }
    }
    let mut squares_failed = Vec::new();
    let mut counters = Vec::new();
    for id in charged(desk.state()) {
        match desk.state().answer(id).map(|answer| answer.reaction) {
            Some(Reaction::FormSquare) if !form_square(desk, id)? => squares_failed.push(id),
            Some(Reaction::Countercharge) => counters.extend(countercharge(desk, id)?),
            _ => {}
        }
    }
    press_home(desk)?;
    let stood = stand_tests(desk)?;
    moves(desk, &stood, &counters, &squares_failed)?;
    losses::end_step(desk)
}

/// An emergency square (NQ-CHG-10); whether it is formed.
fn form_square(desk: &mut Desk<'_, Napoleonic>, id: UnitId) -> Result<bool, Halt> {
    let state = desk.state();
    let nearest = state.charges_at(id).min_by_key(|charge| (charge.distance, charge.unit));
    let Some(charge) = nearest.cloned() else { return Ok(false) };
    let facts = measure(state, &charge, Reaction::FormSquare).form_square();
    let ledger = facts.ledger(&state.stage.book);
    let passed = discipline(desk, id, ledger.total, Some(ledger), (NQ_CHG_10, "form square"))?;
    match square_pose(desk.state(), id).filter(|_| passed) {
        Some(pose) => desk.emit(Event::Formed { unit: id, pose, formation: Formation::Square }),
        None => desk.emit(Event::Unformed(id)),
    }
    Ok(passed)
}

/// A countercharge (NQ-CHG-11): the charger it goes to meet, if it does.
fn countercharge(desk: &mut Desk<'_, Napoleonic>, id: UnitId) -> Result<Option<(UnitId, UnitId)>, Halt> {
    let state = desk.state();
    let ahead = state
        .charges_at(id)
        .filter(|charge| charge.zone == Zone::Front && state.roster(charge.unit).arm() == Arm::Cavalry);
    let Some(charge) = ahead.min_by_key(|charge| (charge.distance, charge.unit)).cloned() else { return Ok(None) };
    let facts = measure(state, &charge, Reaction::Countercharge).countercharge();
    let ledger = facts.ledger(&state.stage.book);
    let passed = discipline(desk, id, ledger.total, Some(ledger), (NQ_CHG_11, "countercharge"))?;
    Ok(passed.then_some((id, charge.unit)))
}

/// Press-home tests of the chargers (NQ-CHG-14).
fn press_home(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for charge in live(desk.state()) {
        let facts = measure(desk.state(), &charge, Reaction::Stand);
        let test = facts.press_home();
        if !test.is_needed() || !desk.state().unit(charge.target).is_on_table() {
            continue;
        }
        let ledger = test.ledger(desk.book());
        let why = (NQ_CHG_14, "press home");
        if !discipline(desk, charge.unit, ledger.total, Some(ledger), why)? {
            desk.emit(Event::ChargeStopped { unit: charge.unit, sheered: facts.turned_away().all_faces_fire });
            desk.emit(Event::Unformed(charge.unit));
        }
    }
    Ok(())
}

/// Stand tests of the targets (NQ-CHG-15); what came of them, to be applied when all have tested.
fn stand_tests(desk: &mut Desk<'_, Napoleonic>) -> Result<Vec<(UnitId, Option<Tested>)>, Halt> {
    let mut stood = Vec::new();
    for id in charged(desk.state()) {
        let state = desk.state();
        let charges: Vec<Charge> = live(state).into_iter().filter(|charge| charge.target == id).collect();
        let evades = state.answer(id).is_some_and(|answer| answer.reaction == Reaction::Evade);
        if charges.is_empty() || evades || state.unit(id).routing {
            continue;
        }
        let facts: Vec<_> = charges.iter().map(|charge| measure(state, charge, Reaction::Stand)).collect();
        let flanked = facts.iter().any(|facts| facts.stand_test().flank_or_rear);
        let ridden_at = charges.iter().any(|charge| state.roster(charge.unit).arm() == Arm::Cavalry);
        let needed = facts.iter().any(|facts| facts.must_stand_test());
        let nearest = charges.iter().min_by_key(|charge| (charge.distance, charge.unit));
        let enemy = nearest.map(|charge| state.unit(charge.unit).outline.pose.at);
        if flanked {
            desk.emit(Event::Flanked(id));
        }
        let tested = match needed {
            true => Some(morale::roll(desk, id, Cause::Stand, Occasion { enemy, ridden_at, fights: (0, 0) })?),
            false => None,
        };
        stood.push((id, tested));
    }
    Ok(stood)
}

/// C4: what the tests have brought about (NQ-CHG-16), evades (NQ-CHG-12), countercharges (NQ-CHG-11).
fn moves(
    desk: &mut Desk<'_, Napoleonic>,
    stood: &[(UnitId, Option<Tested>)],
    counters: &[(UnitId, UnitId)],
    squares_failed: &[UnitId],
) -> Result<(), Halt> {
    for (id, tested) in stood {
        let state = desk.state();
        let Some(charge) = live(state).into_iter().find(|charge| charge.target == *id) else { continue };
        let counter = counters.iter().any(|(own, _)| own == id);
        let reacted = measure(state, &charge, Reaction::Stand).stood(tested.as_ref(), counter);
        if let Some(tested) = tested {
            morale::apply(desk, *id, tested);
        }
        let fires = reacted.may_fire && !squares_failed.contains(id);
        if let Some(answer) = desk.state().answer(*id).copied().filter(|_| fires) {
            desk.emit(Event::Reacted(Answer { may_fire: true, ..answer }));
        }
        let meets = counters.iter().find(|(own, _)| own == id).map(|(_, charger)| *charger);
        if let Some(charger) = meets.filter(|_| reacted.effect == crate::results::ChargeEffect::Countercharge) {
            desk.emit(Event::Countercharged(*id));
            ride_to_meet(desk, *id, charger);
        }
    }
    for id in charged(desk.state()) {
        let state = desk.state();
        let Some(answer) = state.answer(id).copied().filter(|answer| answer.reaction == Reaction::Evade) else {
            continue;
        };
        let chargers = live(state).into_iter().filter(|charge| charge.target == id);
        let Some(nearest) = chargers.min_by_key(|charge| (charge.distance, charge.unit)) else { continue };
        let die = desk.roll(evade_roll(desk.book(), desk.state().unit(id).side))?.value();
        flight::evade(desk, id, nearest.unit, die, answer.about);
    }
    Ok(())
}

/// A countercharger goes half the way to the charger (NQ-CHG-11, NQ-CHG-31).
fn ride_to_meet(desk: &mut Desk<'_, Napoleonic>, id: UnitId, charger: UnitId) {
    let state = desk.state();
    let Some(body) = state.straight(id) else { return };
    let (_, own) = meet_between(state.gap(id, charger).length(), (1, 1));
    let heading = Angle::towards(body.pose.at, state.unit(charger).outline.pose.at);
    let slant = (heading - body.pose.facing).turn();
    let crowd = state.crowd(body.bounds().grown(own + body.layout.size().width), id);
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let side = state.unit(id).side;
    let stop = |meet: &Meet| match meet.with {
        Met::Feature(feature) if admits(state, id, feature) => Stop::Through,
        Met::Near(_) => Stop::Through,
        Met::Body { id: other, .. } if state.unit(of_crowd(other)).side == side => Stop::HaltShort(Length::mm(1)),
        _ => Stop::Halt,
    };
    let way = drive(&scene, &body, &[Leg::Slant(slant, own)], stop);
    if way.on.is_empty() {
        desk.emit(Event::Moved { unit: id, pose: way.end.pose, motion: Motion::Countercharge });
    }
}
