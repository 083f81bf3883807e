//! The steps of a game in order, and whose decision is next (WA-SEQ, WA-PRE).

use firelock_core::{Desk, Frame, Halt, Side};

use crate::Washington;
use crate::event::Event;
use crate::phase::{arrivals, charge, control, fire, leaders, morale, movement, setup, victory};
use crate::state::{Asking, Entry, State, Step, Task, Work};
use crate::words::Role;

/// Goes on with what is automatic until a decision rests on top, or the game is over.
pub(crate) fn advance(desk: &mut Desk<'_, Washington>) -> Result<(), Halt> {
    while desk.state().verdict.is_none() {
        // WA-VIC-02: at once.
        if victory::end_if_wiped_out(desk) {
            return Ok(());
        }
        match desk.state().agenda.top() {
            None => next_step(desk)?,
            Some(Frame::Ask(asking)) if is_open(desk.state(), asking) => return Ok(()),
            Some(Frame::Ask(asking)) => {
                let asking = asking.clone();
                desk.emit(Event::Answered);
                close(desk, &asking)?;
            }
            Some(Frame::Work(Work::Tests(units))) => match units.front().copied() {
                Some(unit) => {
                    desk.emit(Event::TestTaken);
                    morale::test_for_rout(desk, unit)?;
                }
                None => desk.emit(Event::Answered),
            },
            Some(Frame::Work(Work::Tasks(tasks))) => match tasks.front().cloned() {
                Some(task) => {
                    desk.emit(Event::TaskTaken);
                    perform(desk, &task)?;
                }
                None => desk.emit(Event::Answered),
            },
            Some(Frame::Work(Work::Assault(assault))) => {
                let assault = assault.clone();
                charge::go_on(desk, &assault)?;
            }
        }
    }
    Ok(())
}

/// Who decides an ask; both where it is sealed.
pub(crate) fn decides(state: &State, asking: &Asking, side: Side) -> bool {
    match asking {
        Asking::Pools => state.pools[side.index()] == crate::state::Pool::Open,
        _ => decider(state, asking) == side,
    }
}

/// Who decides an ask that only one side answers.
pub(crate) fn decider(state: &State, asking: &Asking) -> Side {
    match asking {
        Asking::Pools => state.active,
        Asking::Pieces | Asking::Objectives => state.in_role(Role::Defender),
        Asking::Shifts | Asking::Removal => state.in_role(Role::Attacker),
        Asking::Flankers(role) | Asking::Deploy(role) => state.in_role(*role),
        Asking::Order
        | Asking::NewCommander(_)
        | Asking::Commanders
        | Asking::Ride { .. }
        | Asking::Determination
        | Asking::Loop
        | Asking::Act
        | Asking::Reroll(_)
        | Asking::WayIn(_) => state.active,
        Asking::React(_) | Asking::Answer => state.active.enemy(),
        Asking::Follow(follow) => state.unit(follow.unit).side,
        Asking::Mount(unit) => state.unit(*unit).side,
        Asking::Witnesses { side, .. } => *side,
        Asking::Enter(Entry::Reinforcement { unit, .. }) => state.unit(*unit).side,
        Asking::Enter(Entry::Flanker(side)) => *side,
    }
}

/// Whether there is anything left to decide; an ask without is passed over.
fn is_open(state: &State, asking: &Asking) -> bool {
    match asking {
        Asking::Pools => state.pools.contains(&crate::state::Pool::Open),
        Asking::Pieces | Asking::Shifts | Asking::Objectives | Asking::Removal => true,
        Asking::Flankers(_) | Asking::Deploy(_) => true,
        Asking::Order => morale::has_order(state),
        Asking::NewCommander(commander) => leaders::has_hosts(state, *commander),
        Asking::Commanders => leaders::may_ride(state),
        Asking::Ride { .. } => true,
        Asking::Determination => leaders::may_determine(state),
        Asking::Loop => control::has_choice(state),
        Asking::Act => movement::may_act(state),
        // WA-SEQ-06: acts come in steps 6 to 8 only, and so do reactions.
        Asking::React(unit) => fire::has_reaction(state, *unit),
        Asking::Answer => true,
        Asking::Reroll(held) => control::may_fall_again(state, held),
        Asking::Follow(follow) => charge::may_follow(state, follow),
        Asking::Mount(unit) => state.unit(*unit).is_on_table(),
        Asking::Witnesses { left, units, .. } => *left > 0 && !units.is_empty(),
        Asking::WayIn(unit) => arrivals::has_way(state, *unit),
        Asking::Enter(entry) => arrivals::has_place(state, entry),
    }
}

/// What follows when an ask is done, by the player or because nothing was open.
pub(crate) fn close(desk: &mut Desk<'_, Washington>, asking: &Asking) -> Result<(), Halt> {
    match asking {
        Asking::Pools => setup::reveal(desk),
        Asking::Order => {
            morale::reform(desk);
            Ok(())
        }
        Asking::NewCommander(commander) => {
            leaders::place_at_base_line(desk, *commander);
            Ok(())
        }
        Asking::Act => {
            if let Some(activation) = desk.state().activation {
                desk.emit(Event::ActivationEnded(activation.unit));
            }
            Ok(())
        }
        Asking::Reroll(held) => control::take_effect(desk, held),
        // WA-MOVE-25: without a road there is nothing to choose.
        Asking::WayIn(unit) => arrivals::roll_in(desk, *unit, false),
        Asking::Pieces
        | Asking::Shifts
        | Asking::Objectives
        | Asking::Removal
        | Asking::Flankers(_)
        | Asking::Deploy(_)
        | Asking::Commanders
        | Asking::Ride { .. }
        | Asking::Determination
        | Asking::Loop
        | Asking::React(_)
        | Asking::Answer
        | Asking::Follow(_)
        | Asking::Mount(_)
        | Asking::Witnesses { .. }
        | Asking::Enter(_) => Ok(()),
    }
}

/// Begins the step after the present one.
fn next_step(desk: &mut Desk<'_, Washington>) -> Result<(), Halt> {
    let state = desk.state();
    let (turn, active, attacker) = (state.turn, state.active, state.attacker);
    let (turn, active, step) = match state.step {
        Step::Pools => (turn, active, Step::Pieces),
        Step::Pieces => (turn, active, Step::Shifts),
        Step::Shifts => (turn, active, Step::Objectives),
        Step::Objectives => (turn, active, Step::Removal),
        // WA-PRE-12: the attacker first; WA-PRE-13: the defender first.
        Step::Removal => (turn, active, Step::Flankers(Role::Attacker)),
        Step::Flankers(Role::Attacker) => (turn, active, Step::Flankers(Role::Defender)),
        Step::Flankers(Role::Defender) => (turn, active, Step::Deploy(Role::Defender)),
        Step::Deploy(Role::Defender) => (turn, active, Step::Deploy(Role::Attacker)),
        // WA-PRE-14.
        Step::Deploy(Role::Attacker) => (1, attacker, Step::Morale),
        Step::Morale => (turn, active, Step::NewCommanders),
        Step::NewCommanders => (turn, active, Step::Commanders),
        Step::Commanders => (turn, active, Step::Determination),
        Step::Determination => (turn, active, Step::Actions),
        Step::Actions => (turn, active, Step::Reinforcements),
        Step::Reinforcements => (turn, active, Step::Flanking),
        Step::Flanking => (turn, active, Step::End),
        // WA-SEQ-22.
        Step::End => (turn + 1, active.enemy(), Step::Morale),
    };
    begin(desk, turn, active, step)
}

/// Begins a step.
pub(crate) fn begin(desk: &mut Desk<'_, Washington>, turn: u16, active: Side, step: Step) -> Result<(), Halt> {
    desk.emit(Event::StepBegan { turn, active, step });
    let asking = match step {
        Step::Pools => Asking::Pools,
        Step::Pieces => Asking::Pieces,
        Step::Shifts => Asking::Shifts,
        Step::Objectives => Asking::Objectives,
        Step::Removal => Asking::Removal,
        Step::Flankers(role) => Asking::Flankers(role),
        Step::Deploy(role) => Asking::Deploy(role),
        Step::Morale => Asking::Order,
        Step::NewCommanders => {
            leaders::seek_successors(desk);
            return Ok(());
        }
        Step::Commanders => Asking::Commanders,
        Step::Determination => Asking::Determination,
        Step::Actions => Asking::Loop,
        Step::Reinforcements => {
            arrivals::reinforcements(desk);
            return Ok(());
        }
        Step::Flanking => return arrivals::flanking(desk),
        Step::End => return victory::end_turn(desk),
    };
    desk.emit(Event::Asked(asking));
    Ok(())
}

/// Does one task of an automatic procedure.
fn perform(desk: &mut Desk<'_, Washington>, task: &Task) -> Result<(), Halt> {
    match task {
        Task::Retire(unit) => morale::retire(desk, *unit),
        Task::Withdraw(unit) => movement::withdraw(desk, *unit),
        Task::Losses(unit) => morale::roll_losses(desk, *unit),
        Task::Scenery(unit, piece) => movement::leave_scenery(desk, *unit, *piece),
        Task::Successor(commander) => leaders::seek_successor(desk, *commander),
    }
}
