//! What a combat does, in the order of RF-CHG-68: losses, markers, the loser's way, the winner's, leaders.

use firelock_core::{Desk, Frame, Halt, Place as Where, Refusal, UnitId};

use super::combat::tie;
use crate::Regimental;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Guns, Outcome, SideOutcome, UnitOutcome};
use crate::phase::{leaders, movement, pending};
use crate::results::{Casualty, ChargeEffect, Motion};
use crate::state::{Asking, ChargeStage, Fallback, Fate, Gun, Retreat, State, Task};

// Resolve.

/// Carries a result out; what follows the losses waits as tasks.
pub(super) fn carry_out(
    desk: &mut Desk<'_, Regimental>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    outcome: &Outcome,
) -> Result<(), Halt> {
    let sides = [(attackers, defenders, &outcome.attacker), (defenders, attackers, &outcome.defender)];
    // Before anyone is removed: whom each fights, and who is attached to it.
    let state = desk.state();
    let checks: Vec<Task> = sides.iter().flat_map(|(own, _, came)| checks(state, own, came)).collect();
    let won = matches!(outcome.effect, ChargeEffect::Swept | ChargeEffect::DrivenBack | ChargeEffect::HardPressed);
    let [attack, defense] = sides.map(|(own, foes, came)| ways(state, own, foes, came));
    let (loser, winner) = if won { (defense, attack) } else { (attack, defense) };
    desk.emit(Event::Fought {
        attackers: attackers.to_vec(),
        defenders: defenders.to_vec(),
        difference: outcome.difference,
        result: outcome.effect,
    });
    for (own, _, came) in sides {
        for (id, came) in own.iter().zip(&came.units) {
            suffer(desk, *id, came)?;
        }
    }
    for (own, _, came) in sides {
        for (id, came) in own.iter().zip(&came.units) {
            mark(desk, *id, came);
        }
    }
    // RF-CHG-42, RF-CHG-45: these go on in C2.
    for (id, _) in attackers.iter().zip(&outcome.attacker.units).filter(|(_, came)| came.motion == Motion::Breakthrough)
    {
        desk.emit(Event::BreaksThrough { unit: *id, must: true });
    }
    let everyone: Vec<UnitId> = attackers.iter().chain(defenders).copied().collect();
    let over = Task::CombatOver(everyone);
    // A struggle goes on while both sides have stands, and once more to tell who is left (RF-CHG-50, RF-CHG-51).
    let both_gone = |state: &State| attackers.iter().chain(defenders).all(|id| !state.unit(*id).is_on_table());
    let goes_on = outcome.effect == ChargeEffect::Struggle && !both_gone(desk.state());
    let tasks = match goes_on {
        true => vec![Task::Round { attackers: attackers.to_vec(), defenders: defenders.to_vec(), again: true }],
        false => loser.into_iter().chain(winner).chain(checks).chain([over]).collect(),
    };
    desk.emit(Event::Queued(tasks));
    for (own, _, came) in sides {
        owe(desk, own, came.owed)?;
    }
    Ok(())
}

/// Losses of one unit (RF-CHG-37, RF-MOR-15).
fn suffer(desk: &mut Desk<'_, Regimental>, id: UnitId, came: &UnitOutcome) -> Result<(), Halt> {
    match desk.state().roster(id).is_guns() {
        true => suffer_guns(desk, id, &came.guns),
        false => movement::lose(desk, id, came.stands_lost),
    }
}

/// Gun stands that are lost are out of play (RF-GUN-21).
fn suffer_guns(desk: &mut Desk<'_, Regimental>, id: UnitId, guns: &Guns) -> Result<(), Halt> {
    // From the last on, so that those before keep their places.
    for gun in (0..guns.0.len()).rev().filter(|gun| guns.0[*gun].is_none()) {
        desk.emit(Event::GunLost { unit: id, gun: gun as u8 });
    }
    if guns.left() == 0 && desk.state().unit(id).is_on_table() {
        desk.emit(Event::Removed { unit: id, fate: Fate::GunsLost });
        return leaders::follow(desk, id);
    }
    Ok(())
}

/// Disorder of troops, silencing and damage of the guns that are left.
fn mark(desk: &mut Desk<'_, Regimental>, id: UnitId, came: &UnitOutcome) {
    let unit = desk.state().unit(id);
    if !unit.is_on_table() {
        return;
    }
    if !desk.state().roster(id).is_guns() {
        if unit.order != came.order {
            desk.emit(Event::Ordered { unit: id, order: came.order });
        }
        return;
    }
    let old = unit.guns;
    for (gun, stand) in came.guns.standing().into_iter().enumerate() {
        let marks = Gun { damaged: stand.damaged, silenced: stand.silenced, ..old[gun] };
        if marks != old[gun] {
            desk.emit(Event::GunMarked { unit: id, gun: gun as u8, marks });
        }
    }
}

/// Where the units of a side go.
fn ways(state: &State, own: &[UnitId], foes: &[UnitId], came: &SideOutcome) -> Vec<Task> {
    own.iter().zip(&came.units).filter_map(|(id, came)| way(state, *id, foes, came)).collect()
}

fn way(state: &State, id: UnitId, foes: &[UnitId], came: &UnitOutcome) -> Option<Task> {
    let retreat = |kind| Task::Retreat { unit: id, kind, from: fought(state, id, foes) };
    Some(match came.motion {
        Motion::Hold | Motion::Removed | Motion::Breakthrough => return None,
        // Cavalry that pressed an enemy hard, or won by a countercharge (RF-CHG-49, RF-SEQ-21).
        Motion::Carry if came.may_recall => Task::OfferRecall(id, Fallback::Carry),
        Motion::Carry => Task::Carry(id),
        Motion::GiveGround if came.may_recall => Task::OfferRecall(id, Fallback::TwoInches),
        Motion::GiveGround => retreat(Retreat::TwoInches),
        Motion::OutOfCloseRange if came.may_recall => Task::OfferRecall(id, Fallback::OutOfCloseRange),
        Motion::OutOfCloseRange => retreat(Retreat::OutOfCloseRange),
        Motion::FullRetreat if state.roster(id).is_guns() => retreat(Retreat::Limbering),
        Motion::FullRetreat => retreat(Retreat::Broken),
    })
}

/// The enemy in contact with a unit; the one that leads, if it is one of them.
fn fought(state: &State, id: UnitId, foes: &[UnitId]) -> Option<UnitId> {
    let touches = |foe: &&UnitId| {
        let pairs = |contact: &crate::state::Contact| {
            (contact.charger, contact.target) == (id, **foe) || (contact.charger, contact.target) == (**foe, id)
        };
        state.contacts.iter().any(pairs)
    };
    foes.iter().find(touches).copied()
}

/// Leaders and colonels in danger (RF-LDR-07, RF-LDR-10).
fn checks(state: &State, own: &[UnitId], came: &SideOutcome) -> Vec<Task> {
    let of = |(id, came): (&UnitId, &UnitOutcome)| match came.casualty {
        None => Vec::new(),
        Some(Casualty::Colonel) => vec![Task::Colonel(*id)],
        Some(Casualty::Leader) => {
            let with_it = state.all_leaders().filter(|(_, leader)| leader.attached == Some(*id) && leader.is_present());
            with_it.map(|(leader, _)| Task::Fallen(leader)).collect()
        }
    };
    own.iter().zip(&came.units).flat_map(of).collect()
}

/// Losses beyond the lead's stands: the owner shares them out, if there is a choice (RF-CHG-37).
fn owe(desk: &mut Desk<'_, Regimental>, own: &[UnitId], owed: u8) -> Result<(), Halt> {
    if owed == 0 {
        return Ok(());
    }
    let units: Vec<UnitId> = own.iter().copied().filter(|id| desk.state().unit(*id).is_on_table()).collect();
    let left: u16 = units.iter().map(|id| u16::from(desk.state().unit(*id).stands)).sum();
    match units[..] {
        [first, _, ..] if left > u16::from(owed) => {
            let side = desk.state().unit(first).side;
            desk.emit(Event::Asked(Asking::Losses { side, stands: owed, units }));
            Ok(())
        }
        _ => units.into_iter().try_for_each(|unit| lose(desk, unit, owed)),
    }
}

/// Takes stands off troops or guns.
fn lose(desk: &mut Desk<'_, Regimental>, id: UnitId, stands: u8) -> Result<(), Halt> {
    if !desk.state().roster(id).is_guns() {
        return movement::lose(desk, id, stands);
    }
    for _ in 0..stands.min(desk.state().unit(id).stands) {
        desk.emit(Event::GunLost { unit: id, gun: 0 });
    }
    match desk.state().unit(id).stands {
        0 => {
            desk.emit(Event::Removed { unit: id, fate: Fate::GunsLost });
            leaders::follow(desk, id)
        }
        _ => Ok(()),
    }
}

/// The fight is over: nobody touches anybody any more, and each has fought.
pub(crate) fn combat_over(desk: &mut Desk<'_, Regimental>, units: &[UnitId]) -> Result<(), Halt> {
    for id in units {
        let unit = desk.state().unit(*id);
        if !unit.is_on_table() {
            continue;
        }
        if let Some(charge) = unit.turn.charge.clone() {
            let (target, ground) = (charge.target, charge.ground);
            desk.emit(Event::ChargeWent { unit: *id, target, ground, stage: ChargeStage::Fought });
        }
        desk.emit(Event::Parted(*id));
        desk.emit(Event::Engaged(*id));
    }
    Ok(())
}

/// Takes up an answer: who leads, who loses stands.
pub(crate) fn resolve_pick(desk: &mut Desk<'_, Regimental>, command: &Command) -> Result<(), Halt> {
    let asked = pending(desk.state()).cloned();
    desk.emit(Event::Answered);
    match (command, asked) {
        (Command::LeadWith(lead), _) => lead_with(desk, *lead),
        (Command::Lose { unit, stands }, Some(Asking::Losses { stands: owed, units, .. })) => {
            lose(desk, *unit, *stands)?;
            let left: u8 = units.iter().map(|id| desk.state().unit(*id).stands).fold(0, u8::saturating_add);
            return owe(desk, &units, (owed - stands).min(left));
        }
        _ => {}
    }
    Ok(())
}

/// Puts the chosen unit at the head of its side in the round that waits, and asks the other side if it must choose too.
fn lead_with(desk: &mut Desk<'_, Regimental>, lead: UnitId) {
    let Some(Frame::Work(work)) = desk.state().agenda.top() else { return };
    let Some(Task::Round { attackers, defenders, again }) = work.tasks.front().cloned() else { return };
    let first = |units: Vec<UnitId>| match units.iter().position(|id| *id == lead) {
        Some(at) => {
            let mut units = units;
            units[..=at].rotate_right(1);
            units
        }
        None => units,
    };
    let attacks = attackers.contains(&lead);
    let (attackers, defenders) = (first(attackers), first(defenders));
    let next = tie(desk.state(), &defenders).filter(|_| attacks);
    desk.emit(Event::TaskTaken);
    desk.emit(Event::Queued(vec![Task::Round { attackers, defenders, again }]));
    if let Some(ask) = next {
        desk.emit(Event::Asked(ask));
    }
}

// Check.

/// Judges who leads, or who takes losses.
pub(crate) fn check_pick(state: &State, asking: &Asking, command: &Command) -> Result<(), Refusal> {
    match (asking, command) {
        (Asking::Lead { units, .. }, Command::LeadWith(unit)) => match units.contains(unit) {
            true => Ok(()),
            false => {
                let reason = format!("{}: not among the strongest units of the combat", state.roster(*unit).name);
                Err(Refusal::new(RF_CHG_21, reason).at(Where::Unit(*unit)))
            }
        },
        (Asking::Losses { stands: owed, units, .. }, Command::Lose { unit, stands }) => {
            let name = &state.roster(*unit).name;
            let refuse = |reason: String| Err(Refusal::new(RF_CHG_37, reason).at(Where::Unit(*unit)));
            let most = state.unit(*unit).stands.min(*owed);
            match (units.contains(unit), *stands) {
                (false, _) => refuse(format!("{name}: no losses of this combat")),
                (true, stands) if stands == 0 || stands > most => {
                    refuse(format!("{name} loses from 1 to {most} stands"))
                }
                (true, _) => Ok(()),
            }
        }
        _ => Err(Refusal::new(RF_SEQ_23, "that is not what is decided now")),
    }
}

/// The ways to share out losses, one unit at a time.
pub(super) fn shares(state: &State, owed: u8, units: &[UnitId], into: &mut Vec<Command>) {
    for unit in units {
        let most = state.unit(*unit).stands.min(owed);
        into.extend((1..=most).map(|stands| Command::Lose { unit: *unit, stands }));
    }
}
