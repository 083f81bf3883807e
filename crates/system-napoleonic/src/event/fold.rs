//! How events change the state.

use std::sync::Arc;

use firelock_core::{Frame, UnitId, Verdict};
use firelock_table::Point;

use super::{Event, Motion};
use crate::geometry::{centered, layout, settle, straight};
use crate::state::{Asking, Fallen, Fight, Fire, Place, State, Step, StepLog, Unit, Work};
use crate::words::{Formation, Status};

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    state.planned.forget();
    if !leaves_all_as_they_stand(event) {
        state.survey.forget();
    }
    match event {
        Event::StepBegan { turn, step, half } => begin_step(state, *turn, *step, *half),
        Event::StepClosed => state.log = StepLog::default(),
        Event::Asked(asking) => state.agenda.ask(asking.clone()),
        Event::Answered => {
            state.agenda.pop();
        }
        Event::BrigadeBegun(brigade) => {
            if let Some(Frame::Ask(Asking::Deploy(_, own))) = state.agenda.top_mut() {
                *own = Some(*brigade);
            }
        }
        Event::FirstSet(side) => (state.first, state.half) = (*side, *side),
        Event::Placed { .. }
        | Event::Marched { .. }
        | Event::Moved { .. }
        | Event::Formed { .. }
        | Event::ClosedUp { .. }
        | Event::Aligned { .. }
        | Event::SquareBroken { .. }
        | Event::Rallied { .. } => stand(state, event),
        Event::Unformed(id) => unit(state, *id).unformed = true,
        Event::Reformed(id) => {
            let unit = unit(state, *id);
            unit.unformed = false;
            (unit.marks.reformed, unit.marks.done) = (true, true);
        }
        Event::NotReformed(id) => unit(state, *id).marks.done = true,
        Event::Routed(id) => {
            fall(state, *id);
            let unit = unit(state, *id);
            (unit.routing, unit.unformed, unit.rally_fails) = (true, false, 0);
            (unit.marks.charging, unit.marks.countercharged) = (false, false);
        }
        Event::RallyFailed(id) => unit(state, *id).rally_fails += 1,
        Event::Hesitated(id) => unit(state, *id).marks.hesitant = true,
        Event::ChargeDeclared(_)
        | Event::Reacted(_)
        | Event::ChargeStopped { .. }
        | Event::Countercharged(_)
        | Event::Retargeted { .. }
        | Event::Met(_)
        | Event::Parted(_)
        | Event::ChargesOver => charge(state, event),
        Event::Declared(_)
        | Event::Reaction(_)
        | Event::Volleyed(_)
        | Event::Deviated { .. }
        | Event::FireLost(_)
        | Event::FiresDone { .. }
        | Event::Hit { .. }
        | Event::Struck { .. } => fire(state, event),
        Event::Flanked(id) => note(&mut state.log.flanked, *id),
        Event::Tested { unit, .. } => note(&mut state.log.tested, *unit),
        Event::Removed { unit: id, fate } => {
            fall(state, *id);
            state.fights.retain(|fight| fight.index(*id).is_none());
            let unit = unit(state, *id);
            unit.place = Place::Gone(*fate);
            unit.bent = None;
            settle(state, *id);
        }
        Event::MeleesBegan(melees) => state.agenda.work(Work::Melees(melees.clone())),
        Event::MeleesWent(melees) => {
            if let Some(Frame::Work(Work::Melees(top))) = state.agenda.top_mut() {
                *top = melees.clone();
            }
        }
        Event::Brought { unit, enemy, wrapped } => {
            if let Some(fight) = state.fights.iter_mut().find(|fight| fight.is_between(*unit, *enemy))
                && let Some(own) = fight.index(*unit)
            {
                fight.wrapped[own] = *wrapped;
            }
        }
        Event::FightsAged(units) => {
            let own = |fight: &&mut Fight| units.contains(&fight.units[0]) && units.contains(&fight.units[1]);
            state.fights.iter_mut().filter(own).for_each(|fight| fight.turn = fight.turn.saturating_add(1));
        }
        Event::CommanderRisked(_)
        | Event::CommanderLost { .. }
        | Event::CommanderMoved { .. }
        | Event::SuccessionNeared
        | Event::CommanderNamed { .. } => command(state, event),
        Event::Held { objective, side } => {
            if let Some(holder) = state.holders.get_mut(usize::from(*objective)) {
                *holder = Some(*side);
            }
        }
        Event::Ended { winner, clause, score, words } => {
            state.agenda.clear();
            let margin = if winner.is_some() { "victory" } else { "draw" };
            state.verdict =
                Some(Verdict { winner: *winner, clause: *clause, margin, score: *score, words: words.clone() });
        }
    }
}

/// Whether nobody moves, goes or changes by an event, so that who could see or reach whom still can.
fn leaves_all_as_they_stand(event: &Event) -> bool {
    matches!(
        event,
        Event::Asked(_)
            | Event::Answered
            | Event::Declared(_)
            | Event::ChargeDeclared(_)
            | Event::Volleyed(_)
            | Event::Deviated { .. }
            | Event::FireLost(_)
            | Event::Hit { .. }
    )
}

fn unit(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

fn note(list: &mut Vec<UnitId>, id: UnitId) {
    if !list.contains(&id) {
        list.push(id);
    }
}

/// Remembers where a unit stood that is lost to its friends (NQ-MOR-18).
fn fall(state: &mut State, id: UnitId) {
    let outline = state.unit(id).outline;
    if !state.log.fallen.iter().any(|fallen| fallen.unit == id) {
        state.log.fallen.push(Fallen { unit: id, outline });
    }
}

fn begin_step(state: &mut State, turn: u16, step: Step, half: firelock_core::Side) {
    (state.turn, state.step, state.half) = (turn, step, half);
    if step == Step::TurnStart {
        state.units.iter_mut().for_each(|unit| unit.marks = Default::default());
        state.commanders.iter_mut().for_each(|commander| commander.moved = false);
    }
}

/// Where and how a unit stands.
fn stand(state: &mut State, event: &Event) {
    let id = match event {
        Event::Placed { unit: id, place, formation, lead } => {
            let unit = unit(state, *id);
            (unit.place, unit.formation, unit.lead) = (*place, *formation, *lead);
            *id
        }
        Event::Marched { unit: id, place, formation, lead, bent, marks } => {
            let unit = unit(state, *id);
            (unit.place, unit.formation, unit.lead, unit.marks) = (*place, *formation, *lead, *marks);
            unit.bent = bent.as_ref().map(|bent| Arc::new(bent.as_ref().clone()));
            *id
        }
        Event::Moved { unit: id, pose, motion } => {
            let unit = unit(state, *id);
            (unit.place, unit.bent) = (Place::At(*pose), None);
            match motion {
                Motion::Evade | Motion::Retreat | Motion::Rout => {
                    unit.marks.fled = true;
                    (unit.marks.charging, unit.marks.countercharged) = (false, false);
                }
                Motion::Charge | Motion::Countercharge | Motion::FollowUp | Motion::Pursue => unit.marks.moved = true,
            }
            *id
        }
        Event::Formed { unit: id, pose, formation } => {
            let unit = unit(state, *id);
            (unit.place, unit.formation, unit.bent) = (Place::At(*pose), *formation, None);
            unit.marks.formation_changed = true;
            *id
        }
        Event::ClosedUp { unit: id, pose } => {
            let stage = Arc::clone(&state.stage);
            let unit = unit(state, *id);
            let arm = stage.roster[id.index()].arm();
            unit.place = Place::At(*pose);
            unit.bent = Some(Arc::new(layout(&stage, arm, Formation::Line, unit.lead, unit.bases)));
            unit.marks.moved = true;
            *id
        }
        Event::Aligned { unit: id, pose } => {
            unit(state, *id).place = Place::At(*pose);
            *id
        }
        Event::SquareBroken { unit: id, pose } => {
            let unit = unit(state, *id);
            (unit.place, unit.formation) = (Place::At(*pose), Formation::AttackColumn);
            unit.unformed = true;
            *id
        }
        Event::Rallied { unit: id, place } => {
            let unit = unit(state, *id);
            (unit.place, unit.routing, unit.unformed, unit.rally_fails) = (*place, false, true, 0);
            *id
        }
        _ => return,
    };
    settle(state, id);
}

fn charge(state: &mut State, event: &Event) {
    match event {
        Event::ChargeDeclared(charge) => {
            let turn = state.turn;
            let unit = unit(state, charge.unit);
            (unit.marks.charging, unit.marks.declared, unit.charged) = (true, true, turn);
            state.charges.push(charge.clone());
        }
        Event::Reacted(answer) => match state.answers.iter_mut().find(|own| own.unit == answer.unit) {
            Some(own) => *own = *answer,
            None => state.answers.push(*answer),
        },
        Event::ChargeStopped { unit: id, sheered } => {
            unit(state, *id).marks.charging = false;
            if let Some(charge) = state.charges.iter_mut().find(|charge| charge.unit == *id) {
                charge.stopped = true;
                charge.sheered |= sheered;
            }
        }
        Event::Countercharged(id) => unit(state, *id).marks.countercharged = true,
        Event::Retargeted { unit, target } => {
            if let Some(charge) = state.charges.iter_mut().find(|charge| charge.unit == *unit) {
                charge.target = *target;
            }
        }
        Event::Met(fight) => {
            state.fights.retain(|own| !own.is_between(fight.units[0], fight.units[1]));
            state.fights.push(fight.clone());
        }
        Event::Parted([a, b]) => state.fights.retain(|fight| !fight.is_between(*a, *b)),
        Event::ChargesOver => (state.charges, state.answers) = (Vec::new(), Vec::new()),
        _ => {}
    }
}

/// The bits of `fired` that a fire uses.
fn bits(fire: &Fire) -> u8 {
    match fire {
        Fire::Volley { face: Some(face), .. } => 1 << (face & 3),
        Fire::Volley { face: None, .. } => 0b1111,
        Fire::Shot { gun, .. } => 1 << (gun & 7),
    }
}

fn fire(state: &mut State, event: &Event) {
    match event {
        Event::Declared(fire) | Event::Reaction(fire) => {
            let declared = matches!(event, Event::Declared(_));
            let until = state.turn + u16::from(declared);
            unit(state, fire.unit()).marks.fired |= bits(fire);
            // Only batteries carry the marker (NQ-ROS-17).
            if state.roster(fire.target()).is_battery() {
                let target = unit(state, fire.target());
                target.fired_at = target.fired_at.max(until);
            }
            if declared {
                state.declared.push(*fire);
            }
        }
        Event::Volleyed(id) => unit(state, *id).volley_used = true,
        Event::FiresDone { guns } => {
            state.declared.retain(|fire| matches!(fire, Fire::Shot { .. }) != *guns);
            if *guns {
                let turn = state.turn;
                let stale = state.units.iter_mut().filter(|unit| unit.fired_at <= turn);
                stale.for_each(|unit| unit.fired_at = 0);
            }
        }
        Event::Hit { unit, hits } => match state.log.hits.iter_mut().find(|(own, _)| own == unit) {
            Some((_, own)) => *own = own.saturating_add(*hits),
            None => state.log.hits.push((*unit, *hits)),
        },
        Event::Struck { unit: id, lost, bases, reduction, halved, .. } => {
            state.log.hits.retain(|(own, _)| own != id);
            if *lost > 0 {
                match state.log.lost.iter_mut().find(|(own, _)| own == id) {
                    Some((_, own)) => *own = own.saturating_add(*lost),
                    None => state.log.lost.push((*id, *lost)),
                }
            }
            if *halved {
                note(&mut state.log.halved, *id);
            }
            let (center, stage) = (state.unit(*id).outline.center(), Arc::clone(&state.stage));
            let unit = unit(state, *id);
            (unit.bases, unit.reduction) = (*bases, *reduction);
            unit.halved |= halved;
            if *lost > 0 && *bases > 0 {
                // An echelon that has closed up stays so (NQ-CHG-27); a bent column is straight again.
                let closed = unit.formation == Formation::Echelon && unit.bent.is_some();
                unit.bent = closed.then(|| {
                    let arm = stage.roster[id.index()].arm();
                    Arc::new(layout(&stage, arm, Formation::Line, unit.lead, unit.bases))
                });
                recenter(state, *id, center);
                settle(state, *id);
            }
        }
        _ => {}
    }
}

/// A square keeps its middle, all others keep the middle of their front (NQ-FOR-12).
fn recenter(state: &mut State, id: UnitId, center: Point) {
    let stage = Arc::clone(&state.stage);
    let unit = unit(state, id);
    if let (Formation::Square, Place::At(pose)) = (unit.formation, unit.place) {
        let layout = straight(&stage, &stage.roster[id.index()], unit);
        unit.place = Place::At(centered(&layout, center, pose.facing));
    }
}

fn command(state: &mut State, event: &Event) {
    match event {
        Event::CommanderRisked(id) => note(&mut state.log.risked, *id),
        Event::CommanderLost { commander, status, with } => {
            let due = match state.commander(*commander).level {
                crate::words::Level::Brigade => &crate::charts::numbers::BRIGADE_SUCCESSION,
                crate::words::Level::Army => &crate::charts::numbers::ARMY_SUCCESSION,
            };
            let due = crate::charts::count(&state.stage.book, due).max(1);
            let own = &mut state.commanders[usize::from(commander.0)];
            (own.status, own.attached, own.due) = (*status, None, due);
            if let Some(unit) = with {
                note(&mut state.log.leaderless, *unit);
            }
        }
        Event::CommanderMoved { commander, at, join, rode } => {
            let own = &mut state.commanders[usize::from(commander.0)];
            (own.at, own.attached, own.waiting) = (*at, *join, false);
            own.moved |= rode;
        }
        Event::SuccessionNeared => {
            let out = state.commanders.iter_mut().filter(|commander| commander.status != Status::Active);
            out.for_each(|commander| commander.due = commander.due.saturating_sub(1));
        }
        Event::CommanderNamed { commander, level, brigade, rating, at } => {
            let own = &mut state.commanders[usize::from(commander.0)];
            (own.level, own.brigade, own.rating, own.at) = (*level, *brigade, *rating, *at);
            (own.status, own.attached, own.due) = (Status::Active, None, 0);
        }
        _ => {}
    }
}
