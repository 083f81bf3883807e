//! How each event changes the state.

use std::sync::Arc;

use firelock_core::{Frame, UnitId, Verdict};

use super::{Event, Outcome};
use crate::charts::Action;
use crate::command::Stand;
use crate::geometry;
use crate::state::{
    Activation, Asking, Assault, Commander, CommanderId, CommanderStatus, Objective, Place, Pool, State, TurnMarks,
    Unit, Work,
};
use crate::terrain;

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    match event {
        Event::StepBegan { turn, active, step } => {
            (state.turn, state.active, state.step) = (*turn, *active, *step);
        }
        Event::Asked(asking) => state.agenda.ask(asking.clone()),
        Event::Answered => {
            state.agenda.pop();
        }
        Event::Queued(tasks) => state.agenda.work(Work::Tasks(tasks.iter().cloned().collect())),
        Event::TaskTaken => {
            if let Some(Frame::Work(Work::Tasks(tasks))) = state.agenda.top_mut() {
                tasks.pop_front();
            }
        }
        Event::TestsQueued(units) => queue_tests(state, units),
        Event::TestTaken => {
            if let Some(Frame::Work(Work::Tests(units))) = state.agenda.top_mut() {
                units.pop_front();
            }
        }
        Event::Split { side, dice } => {
            state.pools[side.index()] = dice.map_or(Pool::Sealed, Pool::Split);
        }
        Event::PoolsRolled { dice, .. } => state.pools = dice.map(Pool::Split),
        Event::AttackerSet { side, .. } => state.attacker = *side,
        Event::Delayed(unit) => unit_mut(state, *unit).place = Place::Reinforcement { from: 1 },
        Event::Scouted { side, dice } => state.sides[side.index()].scouts = *dice,
        Event::PowderGiven { side, tokens } => state.sides[side.index()].powder = *tokens,
        Event::PieceLaid(_) | Event::PieceTaken(_) | Event::PieceShifted { .. } => lay(state, event),
        Event::ObjectivePlaced(at) => {
            // WA-VIC-04: the first holder is the defender.
            let holder = state.attacker.enemy();
            state.objectives.push(Objective { at: *at, holder });
        }
        Event::ObjectiveRemoved(nth) => {
            state.objectives.remove(usize::from(*nth));
        }
        Event::SetAside { units, edge } => {
            for unit in units {
                unit_mut(state, *unit).place = Place::Flanker { edge: *edge, from: 1 };
            }
        }
        Event::Placed { unit, stand, arrives } => {
            let turn = state.turn;
            if matches!(state.unit(*unit).place, Place::Flanker { .. }) && *arrives {
                let side = state.unit(*unit).side;
                state.sides[side.index()].flankers_due -= 1;
            }
            let own = unit_mut(state, *unit);
            let Stand { pose, formation, front, limbered } = *stand;
            (own.place, own.formation, own.front) = (Place::At(pose), formation, front);
            own.limbered = limbered;
            if *arrives {
                own.arrived = Some(turn);
            }
            geometry::settle(state, *unit);
        }
        Event::Moved { unit, to, .. } => {
            unit_mut(state, *unit).place = Place::At(*to);
            geometry::settle(state, *unit);
        }
        Event::Formed { unit, pose, formation, front, spacers, mounted } => {
            let own = unit_mut(state, *unit);
            own.place = Place::At(*pose);
            (own.formation, own.front, own.spacers, own.mounted) = (*formation, *front, *spacers, *mounted);
            geometry::settle(state, *unit);
        }
        Event::Limbered { unit, limbered } => unit_mut(state, *unit).limbered = *limbered,
        Event::Reformed(unit) => {
            // Disorder stays (WA-DIS-04).
            let own = unit_mut(state, *unit);
            (own.markers, own.artillery_casualty, own.spacers) = (0, false, 0);
            geometry::settle(state, *unit);
        }
        Event::CommanderMoved { commander, to, with } => {
            let middle = with.map(|unit| state.center(unit));
            let own = commander_mut(state, *commander);
            (own.at, own.with, own.status) = (middle.unwrap_or(*to), *with, CommanderStatus::Present);
        }
        Event::Rode(commander) => commander_mut(state, *commander).rode = true,
        Event::CommanderFell(commander) => {
            let own = commander_mut(state, *commander);
            (own.status, own.with, own.determination) = (CommanderStatus::Dead, None, 0);
            if state.current == Some(*commander) {
                state.current = None;
            }
        }
        Event::Rated { commander, value } => commander_mut(state, *commander).value = *value,
        Event::Succeeded { commander, value } => {
            let own = commander_mut(state, *commander);
            (own.value, own.mounted) = (*value, true);
        }
        Event::Determined { commander, dice } => {
            let side = state.active;
            state.sides[side.index()].determined = true;
            if let Some(commander) = commander {
                commander_mut(state, *commander).determination = *dice;
            }
        }
        Event::FellAgain { die, face } => fall_again(state, *die, *face),
        Event::TookOver { commander, for_brigade } => {
            take_over(state, *commander);
            if for_brigade.is_some() {
                let side = state.active;
                state.sides[side.index()].stands_in = *for_brigade;
            }
        }
        Event::Finished(commander) => {
            commander_mut(state, *commander).finished = true;
            if state.current == Some(*commander) {
                state.current = None;
            }
        }
        Event::Motivated { unit, .. } => unit_mut(state, *unit).turn.turned = true,
        Event::Activated { unit, ap } => {
            unit_mut(state, *unit).turn.turned = true;
            state.activation = Some(Activation { unit: *unit, ap: *ap });
        }
        Event::ActivationEnded(_) => state.activation = None,
        Event::Acted { unit, action, times, ap } => act(state, *unit, *action, *times, *ap),
        Event::PowderSpent(side) => state.sides[side.index()].powder -= 1,
        Event::Fired { shot, .. } => {
            if shot.opportunity {
                unit_mut(state, shot.shooter).turn.turned = true;
            }
        }
        Event::HitIgnored(unit) => unit_mut(state, *unit).turn.first_hit_ignored = true,
        Event::Marked { unit, markers, artillery } => {
            let own = unit_mut(state, *unit);
            own.markers = own.markers.saturating_add(*markers);
            own.artillery_casualty |= *artillery;
        }
        Event::HalfBasesLost { unit, half_bases } => lose(state, *unit, *half_bases),
        Event::Disordered(unit) => unit_mut(state, *unit).disordered = true,
        Event::Recovered(unit) => unit_mut(state, *unit).disordered = false,
        Event::AssaultDeclared(assault) => state.agenda.work(Work::Assault(Assault::clone(assault))),
        Event::TargetShot => with_assault(state, |assault| assault.has_shot = true),
        Event::AssaultWent(stage) => with_assault(state, |assault| assault.stage = *stage),
        Event::Faltered { assaulter, .. } => unit_mut(state, *assaulter).assault_attempted = true,
        Event::Fought { .. } => {}
        Event::FightEnded { unit, as_ } => {
            let own = unit_mut(state, *unit);
            (own.last_fight, own.turn.fought) = (*as_, true);
        }
        Event::Tested { unit, cause, .. } => {
            if *cause == crate::results::Cause::Markers {
                unit_mut(state, *unit).turn.tested = true;
            }
        }
        Event::Steadied(unit) => unit_mut(state, *unit).steady = true,
        Event::Removed { unit, fate } => {
            let own = unit_mut(state, *unit);
            own.place = Place::Gone(*fate);
            (own.hill_entry, own.arrived) = (None, None);
        }
        Event::RolledIn { unit, .. } => unit_mut(state, *unit).turn.rolled_in = true,
        Event::FlankersDue { side, units } => {
            let own = &mut state.sides[side.index()];
            (own.flankers_due, own.scouts) = (*units, 0);
        }
        Event::ObjectiveTaken { objective, side } => state.objectives[usize::from(*objective)].holder = *side,
        Event::Reset => reset(state),
        Event::CountedDown(by) => state.countdown -= i16::from(*by),
        Event::Ended(outcome) => end(state, outcome),
    }
}

/// Adds tests to the queue that is open, or opens one (WA-SEQ-31).
fn queue_tests(state: &mut State, units: &[UnitId]) {
    let mut above = Vec::new();
    let is_open = state.agenda.frames().iter().any(|frame| matches!(frame, Frame::Work(Work::Tests(_))));
    if !is_open {
        return state.agenda.work(Work::Tests(units.iter().copied().collect()));
    }
    while let Some(frame) = state.agenda.pop() {
        if let Frame::Work(Work::Tests(mut queue)) = frame {
            queue.extend(units);
            state.agenda.work(Work::Tests(queue));
            break;
        }
        above.push(frame);
    }
    put_back(state, above);
}

/// Changes the assault that is going on, wherever it lies.
fn with_assault(state: &mut State, change: impl FnOnce(&mut Assault)) {
    let mut above = Vec::new();
    while let Some(frame) = state.agenda.pop() {
        if let Frame::Work(Work::Assault(mut assault)) = frame {
            change(&mut assault);
            state.agenda.work(Work::Assault(assault));
            break;
        }
        above.push(frame);
    }
    put_back(state, above);
}

fn put_back(state: &mut State, above: Vec<Frame<Asking, Work>>) {
    for frame in above.into_iter().rev() {
        match frame {
            Frame::Ask(asking) => state.agenda.ask(asking),
            Frame::Work(work) => state.agenda.work(work),
        }
    }
}

/// The ground changes before the game only.
fn lay(state: &mut State, event: &Event) {
    match event {
        Event::PieceLaid(piece) => state.pieces.push(*piece),
        Event::PieceTaken(nth) => {
            state.pieces.remove(usize::from(*nth));
        }
        Event::PieceShifted { piece, to } => {
            state.pieces[usize::from(*piece)].pose.at = *to;
            state.shifted += 1;
        }
        _ => {}
    }
    let ground = terrain::with_pieces(&state.stage, &state.ground, &state.pieces);
    state.ground = Arc::new(ground);
}

fn fall_again(state: &mut State, die: u8, face: u8) {
    let mut whose = None;
    if let Some(Frame::Ask(Asking::Reroll(held))) = state.agenda.top_mut() {
        held.faces[usize::from(die)] = face;
        held.again |= 1 << die;
        whose = Some(held.commander);
    }
    if let Some(commander) = whose {
        commander_mut(state, commander).determination -= 1;
    }
}

/// WA-SEQ-10: who was current before has ended.
fn take_over(state: &mut State, commander: CommanderId) {
    if let Some(before) = state.current.filter(|before| *before != commander) {
        commander_mut(state, before).finished = true;
    }
    state.current = Some(commander);
}

fn act(state: &mut State, unit: UnitId, action: Action, times: u8, ap: u8) {
    let marks = &mut unit_mut(state, unit).turn;
    match action {
        Action::Increment => marks.increments += times,
        Action::FirstShot | Action::SecondShot | Action::GunShot => marks.shots += times,
        Action::Wheel | Action::WideWheel => marks.wheels += times,
        Action::Facing => marks.facings += times,
        Action::Frontage => marks.frontages += times,
        _ => {}
    }
    if let Some(activation) = &mut state.activation {
        activation.ap = activation.ap.saturating_sub(ap);
    }
}

/// WA-FORM-07: bases come off the last rank; of one rank, spacers take their places.
fn lose(state: &mut State, id: UnitId, half_bases: u8) {
    let own = unit_mut(state, id);
    let before = own.bases();
    own.half_bases = own.half_bases.saturating_sub(half_bases);
    let mut bases = before;
    while bases > own.bases() {
        if bases <= own.front {
            own.front = own.front.saturating_sub(1);
            own.spacers += 1;
        }
        bases -= 1;
    }
    if own.is_on_table() {
        geometry::settle(state, id);
    }
}

/// WA-SEQ-20: command bases forward, opportunity shots free again (WA-FIRE-21), determination dice gone (WA-CMD-10).
fn reset(state: &mut State) {
    let (active, turn) = (state.active, state.turn);
    for unit in &mut state.units {
        unit.turn = TurnMarks::default();
        if unit.side == active {
            unit.steady = false;
            unit.arrived = unit.arrived.filter(|arrived| *arrived >= turn);
        }
    }
    for commander in &mut state.commanders {
        (commander.rode, commander.finished, commander.determination) = (false, false, 0);
    }
    for side in &mut state.sides {
        (side.stands_in, side.determined, side.flankers_due) = (None, false, 0);
    }
    (state.current, state.activation) = (None, None);
}

fn end(state: &mut State, outcome: &Outcome) {
    state.agenda.clear();
    (state.activation, state.current) = (None, None);
    state.verdict = Some(Verdict {
        winner: outcome.winner,
        clause: outcome.clause,
        margin: outcome.margin.name(),
        score: outcome.score,
        words: outcome.words.clone(),
    });
}

fn unit_mut(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

fn commander_mut(state: &mut State, id: CommanderId) -> &mut Commander {
    &mut state.commanders[usize::from(id.0)]
}
