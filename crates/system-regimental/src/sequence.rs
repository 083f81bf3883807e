//! The steps of a game in order, and whose decision is next (RF-SEQ).

use firelock_core::{Desk, Frame, Halt, Side};

use crate::Regimental;
use crate::event::Event;
use crate::phase::{charge, control, fire, leaders, movement, setup, victory};
use crate::state::{Asking, State, Step, Task};

/// Goes on with what is automatic until a decision rests on top, or the game is over.
pub(crate) fn advance(desk: &mut Desk<'_, Regimental>) -> Result<(), Halt> {
    while desk.state().verdict.is_none() {
        match desk.state().agenda.top() {
            None => next_step(desk)?,
            Some(Frame::Ask(asking)) if !is_open(desk.state(), asking) => {
                let asking = asking.clone();
                desk.emit(Event::Answered);
                close(desk, &asking)?;
            }
            Some(Frame::Ask(_)) => return Ok(()),
            Some(Frame::Work(work)) => {
                let Some(task) = work.tasks.front().cloned() else {
                    desk.emit(Event::Answered);
                    continue;
                };
                desk.emit(Event::TaskTaken);
                perform(desk, &task)?;
            }
        }
    }
    Ok(())
}

/// Who decides an ask: exactly one side (RF-SEQ-22, RF-SEQ-23).
pub(crate) fn decider(state: &State, asking: &Asking) -> Side {
    match asking {
        Asking::Deploy(side) | Asking::Lead { side, .. } | Asking::Losses { side, .. } => *side,
        Asking::Leaders
        | Asking::Check
        | Asking::Declare
        | Asking::Maneuver
        | Asking::LeadersMove
        | Asking::Combat
        | Asking::Breakthrough => state.active,
        Asking::Counter => state.active.enemy(),
        Asking::Fire => firing_side(state),
        Asking::LowAmmo(_) => firing_side(state),
        Asking::LeaderTie(leaders) => leaders.first().map_or(state.active, |leader| state.leader(*leader).side),
        Asking::Recall { unit, .. } | Asking::Refuse(unit) => state.unit(*unit).side,
        Asking::Place(leader) => state.leader(*leader).side,
    }
}

/// Who fires in this step: the other side in F1, the active one in F2 (RF-SEQ-13, RF-SEQ-14).
pub(crate) fn firing_side(state: &State) -> Side {
    if state.step == Step::DefensiveFire { state.active.enemy() } else { state.active }
}

/// Whether there is anything left to decide; an ask without is passed over.
fn is_open(state: &State, asking: &Asking) -> bool {
    match asking {
        Asking::Deploy(_) => true,
        Asking::Leaders => leaders::has_choice(state),
        Asking::Check => control::has_choice(state),
        Asking::Declare => charge::may_declare(state),
        Asking::Counter => charge::may_counter(state),
        Asking::Maneuver => movement::has_choice(state),
        Asking::LeadersMove => leaders::may_move(state),
        Asking::Fire => fire::has_choice(state),
        Asking::Combat => charge::has_combat(state),
        Asking::Breakthrough => charge::has_breakthrough(state),
        Asking::LowAmmo(_)
        | Asking::LeaderTie(_)
        | Asking::Recall { .. }
        | Asking::Lead { .. }
        | Asking::Losses { .. }
        | Asking::Place(_)
        | Asking::Refuse(_) => true,
    }
}

/// What follows when an ask is done, by the player or because nothing was open.
pub(crate) fn close(desk: &mut Desk<'_, Regimental>, asking: &Asking) -> Result<(), Halt> {
    match asking {
        // RF-SEQ-06..08: charges, countercharges, then charge moves, retreats and the other maneuvers of this check.
        Asking::Declare => desk.emit(Event::Asked(Asking::Counter)),
        Asking::Counter => {
            let tasks = charge::moves_in_order(desk.state());
            let retreats = movement::retreats_in_order(desk.state());
            let rest = [Task::Maneuvers];
            desk.emit(Event::Queued(tasks.into_iter().chain(retreats).chain(rest).collect()));
        }
        // RF-SEQ-04: checks follow each other until the player passes.
        Asking::Maneuver => {
            movement::hold_the_rest(desk);
            desk.emit(Event::Asked(Asking::Check));
        }
        Asking::Deploy(_)
        | Asking::Leaders
        | Asking::Check
        | Asking::LeadersMove
        | Asking::Fire
        | Asking::Combat
        | Asking::Breakthrough => next_step(desk)?,
        Asking::LowAmmo(_)
        | Asking::LeaderTie(_)
        | Asking::Recall { .. }
        | Asking::Lead { .. }
        | Asking::Losses { .. }
        | Asking::Place(_)
        | Asking::Refuse(_) => {}
    }
    Ok(())
}

/// Begins the step after the present one (RF-SEQ-01, RF-SEQ-02).
fn next_step(desk: &mut Desk<'_, Regimental>) -> Result<(), Halt> {
    let state = desk.state();
    let (turn, active, first) = (state.turn, state.active, state.stage.first);
    let (turn, active, step) = match state.step {
        // RF-SEQ-24: the defender sets up first.
        Step::Deploy(side) if side != state.stage.attacker => (0, side.enemy(), Step::Deploy(side.enemy())),
        Step::Deploy(_) => (1, first, Step::Leaders),
        Step::Leaders => (turn, active, Step::Maneuver),
        Step::Maneuver => (turn, active, Step::LeadersMove),
        Step::LeadersMove => (turn, active, Step::DefensiveFire),
        Step::DefensiveFire => (turn, active, Step::OffensiveFire),
        Step::OffensiveFire => (turn, active, Step::Charge),
        Step::Charge => (turn, active, Step::Breakthrough),
        Step::Breakthrough => (turn, active, Step::SecondCharge),
        Step::SecondCharge => (turn, active, Step::End),
        Step::End if active == first => (turn, active.enemy(), Step::Leaders),
        Step::End => (turn + 1, first, Step::Leaders),
    };
    desk.emit(Event::StepBegan { turn, active, step });
    match step {
        Step::Deploy(side) => desk.emit(Event::Asked(Asking::Deploy(side))),
        Step::Leaders => {
            desk.emit(Event::Asked(Asking::Leaders));
            leaders::returns(desk)?;
        }
        Step::Maneuver => {
            setup::reinforcements(desk);
            desk.emit(Event::Asked(Asking::Check));
        }
        Step::LeadersMove => desk.emit(Event::Asked(Asking::LeadersMove)),
        Step::DefensiveFire | Step::OffensiveFire => {
            desk.emit(Event::Asked(Asking::Fire));
        }
        Step::Charge | Step::SecondCharge => desk.emit(Event::Asked(Asking::Combat)),
        Step::Breakthrough => desk.emit(Event::Asked(Asking::Breakthrough)),
        Step::End => victory::end_step(desk),
    }
    Ok(())
}

/// Does one task of an automatic procedure.
fn perform(desk: &mut Desk<'_, Regimental>, task: &Task) -> Result<(), Halt> {
    match task {
        Task::ChargeMove(unit) => charge::move_charge(desk, *unit),
        Task::CheckRetreat(unit) => movement::check_retreat(desk, *unit),
        Task::Maneuvers => {
            desk.emit(Event::Asked(Asking::Maneuver));
            Ok(())
        }
        Task::LeaderNear(unit) => leaders::check_nearest(desk, *unit),
        Task::Fallen(leader) => leaders::check_fallen(desk, *leader),
        Task::Colonel(unit) => leaders::check_colonel(desk, *unit),
        Task::Retreat { unit, kind, from } => movement::retreat(desk, *unit, *kind, *from),
        Task::Round { attackers, defenders, again } => charge::fight_round(desk, attackers, defenders, *again),
        Task::Carry(unit) => charge::carry(desk, *unit),
        Task::OfferRecall(unit, fallback) => charge::offer_recall(desk, *unit, *fallback),
        Task::CombatOver(units) => charge::combat_over(desk, units),
        Task::TargetGone(unit) => charge::target_gone(desk, *unit),
        Task::Settle(unit) => leaders::follow(desk, *unit),
        Task::NextStep => next_step(desk),
    }
}
