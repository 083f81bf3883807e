//! The steps of a game in order, and whose decision is next (FD-SEQ, section 5): both sides act in every phase (FD-SEQ-01).

use firelock_core::{Desk, Frame, Halt, Side};

use crate::Discipline;
use crate::charts::SKIRMISH_FIRST;
use crate::event::Event;
use crate::facts::Occasion;
use crate::phase::control::{self, chits};
use crate::phase::{artillery, charge, fire, leaders, melee, morale, movement, setup, victory};
use crate::state::{
    Asking, BodyId, Charge, Response, Round, Sealed, SealedStep, Secret, State, Step, Target, Task, Work,
};

/// Goes on with what is automatic until a decision rests on top, or the game is over.
pub(crate) fn advance(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    while desk.state().verdict.is_none() {
        match desk.state().agenda.top() {
            None => next_step(desk)?,
            Some(Frame::Ask(Asking::Sealed(sealed))) => {
                if sealed.done != [true; 2] {
                    return Ok(());
                }
                let sealed = sealed.clone();
                reveal(desk, &sealed)?;
            }
            Some(Frame::Ask(asking)) if !is_open(desk, asking) => {
                let asking = asking.clone();
                desk.emit(Event::Answered);
                close(desk, &asking);
            }
            Some(Frame::Ask(_)) => return Ok(()),
            Some(Frame::Work(Work::Tasks(tasks))) => {
                let Some(task) = tasks.front().cloned() else {
                    desk.emit(Event::Answered);
                    continue;
                };
                desk.emit(Event::TaskTaken);
                perform(desk, task)?;
            }
            Some(Frame::Work(Work::Checks(_))) => morale::go_on(desk)?,
        }
    }
    Ok(())
}

/// Who decides an ask that is not sealed.
pub(crate) fn decider(state: &State, asking: &Asking) -> Side {
    match asking {
        Asking::Begin => state.stage.first,
        Asking::Deploy(side, _)
        | Asking::Send(side)
        | Asking::Declare(side)
        | Asking::Respond(side)
        | Asking::Face(side)
        | Asking::Move(side)
        | Asking::Unlimber(side)
        | Asking::Pursue(side) => *side,
        Asking::Fanatic(failed) => state.body(failed.due.body).side,
        Asking::Sealed(_) => state.active,
    }
}

/// Whether there is anything left to decide; an ask without is passed over.
fn is_open(desk: &Desk<'_, Discipline>, asking: &Asking) -> bool {
    let state = desk.state();
    match asking {
        Asking::Begin | Asking::Fanatic(_) | Asking::Sealed(_) => true,
        Asking::Deploy(side, _) => setup::is_open(state, *side),
        Asking::Send(side) => control::may_send(state, *side),
        Asking::Declare(side) => charge::may_declare(state, *side, desk.says_next(*side)),
        Asking::Respond(side) => charge::targets(state, *side).next().is_some(),
        Asking::Face(side) => movement::facers(state, *side).next().is_some(),
        Asking::Move(side) => {
            movement::movers(state, *side).next().is_some() || leaders::riders(state, *side).next().is_some()
        }
        Asking::Unlimber(side) => movement::unlimberers(state, *side).next().is_some(),
        Asking::Pursue(side) => melee::pursuers(state, *side).next().is_some(),
    }
}

/// What follows when an ask is done, by the player or because nothing was open: the other side, where both have their turn.
pub(crate) fn close(desk: &mut Desk<'_, Discipline>, asking: &Asking) {
    let (active, other) = (desk.state().active, desk.state().active.enemy());
    let next = match asking {
        Asking::Deploy(side, _) => setup::next_to_deploy(desk.state(), *side),
        Asking::Send(side) if *side == active => Some(Asking::Send(other)),
        Asking::Face(side) if *side == active => Some(Asking::Face(other)),
        Asking::Move(side) if *side == active => Some(Asking::Move(other)),
        Asking::Unlimber(side) if *side == active => Some(Asking::Unlimber(other)),
        Asking::Pursue(side) if *side == active => Some(Asking::Pursue(other)),
        _ => None,
    };
    match (next, asking) {
        (Some(next), _) => desk.emit(Event::Asked(next)),
        (None, Asking::Deploy(..)) => seal(desk, SealedStep::Directives),
        // FD-MEL-51: pursuit melees after all pursuit moves.
        (None, Asking::Pursue(_)) if melee::has_melee(desk.state(), Round::Pursuit) => {
            desk.emit(Event::Queued(vec![Task::Melees(Round::Pursuit)]));
        }
        (None, _) => {}
    }
}

/// Puts a secret step to both sides; who has nothing to choose is done at once.
pub(crate) fn seal(desk: &mut Desk<'_, Discipline>, step: SealedStep) {
    let open = Side::BOTH.map(|side| has_choice(desk, step, side));
    if open == [false; 2] && step != SealedStep::Directives {
        return;
    }
    desk.emit(Event::Asked(Asking::Sealed(Sealed::new(step))));
    for side in Side::BOTH {
        if !open[side.index()] {
            desk.emit(Event::SideDone(side));
        }
    }
}

/// Whether a side has something to choose in a secret step, as far as it shows on the table.
fn has_choice(desk: &Desk<'_, Discipline>, step: SealedStep, side: Side) -> bool {
    let state = desk.state();
    match step {
        SealedStep::Directives => {
            state.all_units().any(|(unit, own)| own.side == side && state.line(unit).is_regiment())
        }
        SealedStep::Chits => state.alive(side).any(|(id, _)| chits::may_have(state, id)),
        SealedStep::Guns => artillery::able(state, side).next().is_some(),
        SealedStep::Volley | SealedStep::Skirmish | SealedStep::Platoon => {
            fire::has_shot(state, side, desk.says_next(side))
        }
    }
}

/// Both sides have chosen: the orders are shown and carried out.
fn reveal(desk: &mut Desk<'_, Discipline>, sealed: &Sealed) -> Result<(), Halt> {
    desk.emit(Event::Revealed(sealed.orders.clone()));
    let mut orders: Vec<(BodyId, Secret)> = sealed.orders.iter().flatten().copied().collect();
    orders.sort_by_key(|(body, _)| *body);
    match sealed.step {
        SealedStep::Directives | SealedStep::Chits => Ok(()),
        SealedStep::Guns => guns(desk, &orders),
        SealedStep::Volley => {
            fire::volleys(desk, &orders, Occasion::Volley)?;
            effects(desk, Step::VolleyEffects)
        }
        SealedStep::Platoon => {
            fire::volleys(desk, &orders, Occasion::Platoon)?;
            effects(desk, Step::PlatoonEffects)
        }
        SealedStep::Skirmish => {
            fire::skirmishes(desk, &orders)?;
            fire::skirmish_effects(desk)
        }
    }
}

/// II.2 to II.4.
fn guns(desk: &mut Desk<'_, Discipline>, orders: &[(BodyId, Secret)]) -> Result<(), Halt> {
    begin(desk, Step::GunFire);
    artillery::fire(desk, orders)?;
    begin(desk, Step::GunMoves);
    artillery::moves(desk, orders);
    effects(desk, Step::GunEffects)
}

fn effects(desk: &mut Desk<'_, Discipline>, step: Step) -> Result<(), Halt> {
    begin(desk, step);
    fire::effects(desk)
}

fn begin(desk: &mut Desk<'_, Discipline>, step: Step) {
    let turn = desk.state().turn;
    desk.emit(Event::StepBegan { turn, step });
}

/// The step after one, within the turn; none after the last.
fn after(state: &State, step: Step) -> Option<Step> {
    let first = state.stage.book.is_on(&SKIRMISH_FIRST);
    Some(match step {
        Step::Setup | Step::End => return None,
        Step::Upkeep => Step::Initiative,
        Step::Initiative => Step::CommanderLoss,
        Step::CommanderLoss => Step::Signal,
        Step::Signal => Step::Send,
        Step::Send if chits::are_used(state) => Step::Chits,
        Step::Send | Step::Chits => Step::GunChoice,
        // FD-SEQ-12, FD-OPT-14: skirmish fire after the volleys, or before them.
        Step::GunChoice | Step::GunFire | Step::GunMoves | Step::GunEffects if first => Step::SkirmishFirst,
        Step::GunChoice | Step::GunFire | Step::GunMoves | Step::GunEffects | Step::SkirmishFirst => Step::Volley,
        Step::Volley | Step::VolleyEffects if !first => Step::Skirmish,
        Step::Volley | Step::VolleyEffects | Step::Skirmish => Step::Platoon,
        Step::Platoon | Step::PlatoonEffects => Step::Reveal,
        Step::Reveal => Step::ChargesActive,
        Step::ChargesActive => Step::ResponsesReactive,
        Step::ResponsesReactive => Step::ChargesReactive,
        Step::ChargesReactive => Step::ResponsesActive,
        Step::ResponsesActive => Step::Facing,
        Step::Facing => Step::ChargeMoves,
        Step::ChargeMoves => Step::Moves,
        Step::Moves => Step::Unlimber,
        Step::Unlimber => Step::Couriers,
        Step::Couriers => Step::ObjectiveCombat,
        // FD-SEQ-15
        Step::ObjectiveCombat => Step::NewMelees,
        Step::NewMelees => Step::Pursuit,
        Step::Pursuit => Step::EngagedMelees,
        Step::EngagedMelees => Step::End,
    })
}

/// Begins the step after the present one (FD-SEQ-10).
fn next_step(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    if victory::is_swept(desk) {
        return Ok(());
    }
    let state = desk.state();
    let (turn, step) = match after(state, state.step) {
        Some(step) => (state.turn, step),
        None => (state.turn + 1, Step::Upkeep),
    };
    let (active, other) = (state.active, state.active.enemy());
    desk.emit(Event::StepBegan { turn, step });
    match step {
        Step::Upkeep => {
            setup::arrivals(desk);
            leaders::successors(desk);
        }
        Step::Initiative => control::initiative(desk)?,
        Step::CommanderLoss => control::commander_loss(desk),
        Step::Signal => control::signal(desk),
        Step::Send => desk.emit(Event::Asked(Asking::Send(active))),
        Step::Chits => seal(desk, SealedStep::Chits),
        Step::GunChoice => seal(desk, SealedStep::Guns),
        Step::Volley => seal(desk, SealedStep::Volley),
        Step::SkirmishFirst | Step::Skirmish => seal(desk, SealedStep::Skirmish),
        Step::Platoon => seal(desk, SealedStep::Platoon),
        Step::Reveal => chits::reveal(desk),
        Step::ChargesActive => desk.emit(Event::Asked(Asking::Declare(active))),
        Step::ResponsesReactive => desk.emit(Event::Asked(Asking::Respond(other))),
        Step::ChargesReactive => desk.emit(Event::Asked(Asking::Declare(other))),
        Step::ResponsesActive => desk.emit(Event::Asked(Asking::Respond(active))),
        Step::Facing => {
            charge::turn_chargers(desk);
            desk.emit(Event::Asked(Asking::Face(active)));
        }
        Step::ChargeMoves => {
            let tasks = charge_moves(desk.state());
            if !tasks.is_empty() {
                desk.emit(Event::Queued(tasks));
            }
        }
        Step::Moves => {
            movement::walk_off(desk);
            desk.emit(Event::Asked(Asking::Move(active)));
        }
        Step::Unlimber => desk.emit(Event::Asked(Asking::Unlimber(active))),
        Step::Couriers => {
            control::couriers(desk);
            setup::garrisons(desk);
            desk.emit(Event::MarkersOff);
        }
        Step::ObjectiveCombat if !desk.state().storms.is_empty() => desk.emit(Event::Queued(vec![Task::Storms])),
        Step::NewMelees if melee::has_melee(desk.state(), Round::New) => {
            desk.emit(Event::Queued(vec![Task::Melees(Round::New)]));
        }
        Step::Pursuit => desk.emit(Event::Asked(Asking::Pursue(active))),
        Step::EngagedMelees if melee::has_melee(desk.state(), Round::Engaged) => {
            desk.emit(Event::Queued(vec![Task::Melees(Round::Engaged)]));
        }
        Step::End => victory::end_step(desk),
        _ => {}
    }
    Ok(())
}

/// The order of VI.2 (FD-MEL-20): flights; meetings; charges of the active, then of the reactive side; then the failed contacts.
fn charge_moves(state: &State) -> Vec<Task> {
    let declared: Vec<(BodyId, Charge)> =
        state.on_table().filter_map(|(id, body)| Some((id, *body.declared()?))).collect();
    if declared.is_empty() {
        return Vec::new();
    }
    let flees = |id: &BodyId| {
        state.body(*id).turn.response == Some(Response::Flee) && !charge::chargers_of(state, *id).is_empty()
    };
    let fleeing = state.on_table().map(|(id, _)| id).filter(flees);
    let mut tasks: Vec<Task> = fleeing.map(Task::Flight).collect();
    let mut meeting: Vec<BodyId> = Vec::new();
    for (id, own) in &declared {
        let Target::Body(foe) = own.target else { continue };
        let Some((_, other)) = declared.iter().find(|(other, _)| *other == foe) else { continue };
        if other.target != Target::Body(*id) || meeting.contains(id) {
            continue;
        }
        // FD-MEL-15: of two that charge each other the active one is the charger.
        let first = match (own.counter, other.counter) {
            (true, false) => foe,
            (false, true) => *id,
            _ if state.body(*id).side == state.active => *id,
            _ => foe,
        };
        let second = if first == foe { *id } else { foe };
        tasks.push(Task::Meeting(first, second));
        meeting.extend([*id, foe]);
    }
    for side in [state.active, state.active.enemy()] {
        let own = declared.iter().filter(|(id, _)| state.body(*id).side == side && !meeting.contains(id));
        tasks.extend(own.map(|(id, _)| Task::Charge(*id)));
    }
    tasks.push(Task::Missed);
    tasks
}

/// Does one task of an automatic procedure.
fn perform(desk: &mut Desk<'_, Discipline>, task: Task) -> Result<(), Halt> {
    match task {
        Task::Meeting(charger, counter) => return charge::meeting(desk, charger, counter),
        Task::Flight(body) => charge::flight(desk, body),
        Task::Charge(body) => return charge::charge(desk, body),
        Task::Onset(body) => charge::onset(desk, body),
        Task::Missed => charge::missed(desk),
        Task::Storms => return melee::storms(desk),
        Task::Stormed(zone, losers) => melee::stormed(desk, zone, &losers),
        Task::Melees(round) => return melee::melees(desk, round),
        Task::Settled(settled) => melee::settle(desk, &settled),
        Task::Bereaved(bodies) => {
            let there = |id: &BodyId| desk.state().body(*id).is_on_table();
            let bodies: Vec<BodyId> = bodies.into_iter().filter(there).collect();
            desk.emit(Event::NoCharge(bodies));
        }
    }
    Ok(())
}
