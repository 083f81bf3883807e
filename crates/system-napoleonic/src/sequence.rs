//! The steps of a game in order, and whose decision is next (NQ-SEQ, T-SEQ).

use firelock_core::{Desk, Frame, Halt, Side};

use crate::Napoleonic;
use crate::charts::{Part, leader_of, part_after};
use crate::event::Event;
use crate::phase::{artillery, charge, control, fire, leaders, melee, morale, movement, setup, victory};
use crate::state::{Asking, State, Step, Work};

/// Goes on with what is automatic until a decision rests on top, or the game is over.
pub(crate) fn advance(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    while desk.state().verdict.is_none() {
        match desk.state().agenda.top() {
            None => next_step(desk)?,
            Some(Frame::Ask(asking)) if !is_open(desk.state(), asking) => {
                let asking = asking.clone();
                desk.emit(Event::Answered);
                close(desk, &asking)?;
            }
            Some(Frame::Ask(_)) => return Ok(()),
            Some(Frame::Work(Work::Melees(melees))) => {
                let melees = melees.clone();
                melee::go_on(desk, melees)?;
            }
        }
    }
    Ok(())
}

/// Who decides an ask.
pub(crate) fn decider(state: &State, asking: &Asking) -> Side {
    match asking {
        Asking::Begin => state.first,
        Asking::Deploy(side, _)
        | Asking::Initiative(side)
        | Asking::Declare(side)
        | Asking::React(side)
        | Asking::ReactFire(side)
        | Asking::Move(side)
        | Asking::Fire(side) => *side,
        Asking::Wrap(wrapping) => state.unit(wrapping.unit).side,
        Asking::After(followed) => state.unit(followed.unit).side,
    }
}

/// Whether there is anything left to decide; an ask without is passed over.
fn is_open(state: &State, asking: &Asking) -> bool {
    match asking {
        Asking::Begin | Asking::Initiative(_) => true,
        Asking::Deploy(side, brigade) => setup::is_open(state, *side, *brigade),
        Asking::Declare(_) => charge::may_declare(state),
        Asking::React(side) => charge::may_react(state, *side),
        Asking::ReactFire(side) => charge::may_fire(state, *side),
        Asking::Move(side) => {
            movement::movers(state, *side).next().is_some() || leaders::riders(state, *side).next().is_some()
        }
        Asking::Fire(_) => fire::may_fire(state),
        Asking::Wrap(wrapping) => melee::may_wrap(state, wrapping),
        Asking::After(followed) => melee::may_follow(state, followed),
    }
}

/// What follows when an ask is done, by the player or because nothing was open.
pub(crate) fn close(desk: &mut Desk<'_, Napoleonic>, asking: &Asking) -> Result<(), Halt> {
    if let Asking::Deploy(side, _) = asking
        && let Some(next) = setup::next_to_deploy(desk.state(), *side)
    {
        desk.emit(Event::Asked(next));
    }
    Ok(())
}

/// The step after the present one, and whose half of it (T-SEQ).
fn after(state: &State) -> (u16, Step, Side) {
    let (turn, half) = (state.turn, state.half);
    match state.step {
        Step::Deploy | Step::EndCheck => (turn + 1, Step::TurnStart, state.first),
        Step::TurnStart => (turn, Step::Initiative, state.first),
        Step::Initiative => part_over(state, None),
        Step::Control => part_over(state, Some(Part::Command)),
        // Without a charge there is nothing to react to.
        Step::ChargeDeclare if state.charges.is_empty() => half_over(state, Part::Charge),
        Step::ChargeDeclare => (turn, Step::ChargeReact, half),
        Step::ChargeReact => (turn, Step::ChargeTests, half),
        Step::ChargeTests => (turn, Step::ChargeFire, half),
        Step::ChargeFire => (turn, Step::ChargeHome, half),
        Step::ChargeHome => half_over(state, Part::Charge),
        Step::Move => half_over(state, Part::Move),
        Step::FireDeclare if half == leader_of(&state.stage.book, Part::Fire, state.first) => {
            half_over(state, Part::Fire)
        }
        Step::FireDeclare => (turn, Step::FireArtillery, state.first),
        Step::FireArtillery => (turn, Step::FireSmallArms, state.first),
        Step::FireSmallArms => (turn, Step::FireMorale, state.first),
        Step::FireMorale => part_over(state, Some(Part::Fire)),
        Step::Melee => part_over(state, Some(Part::Melee)),
        Step::Rally => part_over(state, Some(Part::Rally)),
    }
}

/// After the half of the side that leads comes that of the other, then the next part (NQ-SEQ-06, NQ-SEQ-07, NQ-SEQ-09).
fn half_over(state: &State, part: Part) -> (u16, Step, Side) {
    match state.half == leader_of(&state.stage.book, part, state.first) {
        true => (state.turn, first_step(part), state.half.enemy()),
        false => part_over(state, Some(part)),
    }
}

/// The next part of the turn, or its end.
fn part_over(state: &State, part: Option<Part>) -> (u16, Step, Side) {
    let book = &state.stage.book;
    match part_after(book, part) {
        Some(next) => (state.turn, first_step(next), leader_of(book, next, state.first)),
        None => (state.turn, Step::EndCheck, state.first),
    }
}

/// The step with which a part begins.
const fn first_step(part: Part) -> Step {
    match part {
        Part::Command => Step::Control,
        Part::Charge => Step::ChargeDeclare,
        Part::Move => Step::Move,
        Part::Fire => Step::FireDeclare,
        Part::Melee => Step::Melee,
        Part::Rally => Step::Rally,
    }
}

/// Begins the step after the present one (NQ-SEQ-01).
fn next_step(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    let (turn, step, half) = after(desk.state());
    desk.emit(Event::StepBegan { turn, step, half });
    match step {
        Step::Deploy => {}
        Step::TurnStart => setup::arrive(desk),
        Step::Initiative => control::initiative(desk)?,
        Step::Control => control::hesitate(desk)?,
        Step::ChargeDeclare => desk.emit(Event::Asked(Asking::Declare(half))),
        Step::ChargeReact => desk.emit(Event::Asked(Asking::React(half.enemy()))),
        Step::ChargeTests => charge::tests(desk)?,
        Step::ChargeFire => desk.emit(Event::Asked(Asking::ReactFire(half.enemy()))),
        Step::ChargeHome => charge::home(desk)?,
        Step::Move => {
            movement::routers(desk, half)?;
            desk.emit(Event::Asked(Asking::Move(half)));
        }
        Step::FireDeclare => desk.emit(Event::Asked(Asking::Fire(half))),
        Step::FireArtillery => artillery::resolve_all(desk)?,
        Step::FireSmallArms => fire::resolve_all(desk)?,
        Step::FireMorale => morale::after_fire(desk)?,
        Step::Melee => melee::begin(desk),
        Step::Rally => {
            morale::rally(desk)?;
            leaders::succession(desk);
        }
        Step::EndCheck => victory::end_check(desk),
    }
    Ok(())
}
