//! The chapters of a turn. This file only hands each decision and command to its chapter.

pub(crate) mod arrivals;
mod attack;
pub(crate) mod charge;
pub(crate) mod control;
pub(crate) mod fire;
pub(crate) mod leaders;
pub(crate) mod melee;
pub(crate) mod morale;
pub(crate) mod movement;
pub(crate) mod setup;
pub(crate) mod victory;

pub(crate) use attack::attack;
pub(crate) use control::chance_to_act;

use arrayvec::ArrayVec;
use firelock_core::{
    Ask, Chapter, Clause, Decision, Desk, Fitted, Form, Frame, Grain, Halt, Place, Refusal, Side, UnitId, Wish,
};

use crate::Washington;
use crate::clauses::*;
use crate::command::{Act, Command};
use crate::event::Event;
use crate::sequence;
use crate::state::{Asking, CommanderId, State};

/// What is asked now.
pub(crate) fn decision(state: &State) -> Decision<Command> {
    let Some(asking) = pending(state) else { return Decision::over() };
    let deciding = Side::BOTH.into_iter().filter(|side| sequence::decides(state, asking, *side));
    let asks: ArrayVec<Ask<Command>, 2> = deciding.map(|side| ask(state, asking, side)).collect();
    Decision { asks }
}

/// Who is asked now.
pub(crate) fn deciders(state: &State) -> ArrayVec<Side, 2> {
    let Some(asking) = pending(state) else { return ArrayVec::new() };
    Side::BOTH.into_iter().filter(|side| sequence::decides(state, asking, *side)).collect()
}

fn ask(state: &State, asking: &Asking, side: Side) -> Ask<Command> {
    let mut listed = Vec::new();
    list(state, asking, &mut listed);
    let (clause, prompt, form) = words(state, asking);
    let end = may_end(asking).then(|| done(state, asking).map(|()| Command::Done));
    Ask { side, clause, prompt, form, listed, end, sealed: matches!(asking, Asking::Pools) }
}

/// The rule that asks, the question, and how it is answered.
fn words(state: &State, asking: &Asking) -> (Clause, &'static str, Form) {
    match asking {
        Asking::Pools => (WA_PRE_04, "split your dice", Form::Split),
        Asking::Pieces => (WA_PRE_10, "lay the ground", Form::Place),
        Asking::Shifts => (WA_PRE_10, "shift pieces of ground", Form::Place),
        Asking::Objectives => (WA_PRE_11, "place objectives", Form::Point),
        Asking::Removal => (WA_PRE_11, "remove an objective", Form::Choose),
        Asking::Flankers(_) => (WA_PRE_12, "set flankers aside", Form::Select),
        Asking::Deploy(_) => (WA_PRE_13, "set up your army", Form::Place),
        Asking::Order => (WA_SEQ_01, "test morale, unit by unit", Form::Choose),
        Asking::NewCommander(_) => (WA_SEQ_03, "place the new commander", Form::Choose),
        Asking::Commanders => (WA_SEQ_04, "choose the commander who moves next", Form::Choose),
        Asking::Ride { .. } => (WA_SEQ_04, "move the commander", Form::Point),
        Asking::Determination => (WA_SEQ_05, "name a determined brigade commander", Form::Choose),
        Asking::Loop => (WA_SEQ_07, "choose who acts next", Form::Choose),
        Asking::Act => (WA_SEQ_12, "spend action points", Form::Path),
        Asking::React(_) if charge::pending(state).is_some() => (WA_SEQ_16, "shoot at the assaulter", Form::Choose),
        Asking::React(_) => (WA_SEQ_15, "take opportunity shots", Form::Choose),
        Asking::Answer => (WA_SEQ_16, "stand or retreat", Form::Choose),
        Asking::Reroll(_) => (WA_SEQ_32, "roll dice again or keep them", Form::Dice),
        Asking::Follow(follow) if follow.after_rout => (WA_ASL_20, "advance after the rout", Form::Path),
        Asking::Follow(_) => (WA_ASL_06, "follow the retreat", Form::Path),
        Asking::Mount(_) => (WA_MOR_23, "mount for the retire or not", Form::Choose),
        Asking::Witnesses { .. } => (WA_OPT_02, "name the units that test", Form::Choose),
        Asking::WayIn(_) => (WA_MOVE_25, "choose the way in", Form::Choose),
        Asking::Enter(crate::state::Entry::Reinforcement { .. }) => {
            (WA_MOVE_25, "place the reinforcement", Form::Place)
        }
        Asking::Enter(crate::state::Entry::Flanker(_)) => (WA_SEQ_34, "place a flanker", Form::Place),
    }
}

/// The decision on top.
pub(crate) fn pending(state: &State) -> Option<&Asking> {
    match state.agenda.top() {
        Some(Frame::Ask(asking)) => Some(asking),
        _ => None,
    }
}

/// What a decision is about.
pub(crate) fn chapter(state: &State, asking: &Asking) -> Chapter {
    match asking {
        Asking::Pools | Asking::Pieces | Asking::Shifts | Asking::Objectives | Asking::Removal => Chapter::Setup,
        Asking::Flankers(_) | Asking::Deploy(_) => Chapter::Setup,
        Asking::Order | Asking::Mount(_) | Asking::Witnesses { .. } => Chapter::Rally,
        Asking::Reroll(_) if charge::pending(state).is_some() => Chapter::Melee,
        Asking::NewCommander(_) | Asking::Commanders | Asking::Ride { .. } | Asking::Determination => Chapter::Command,
        Asking::Loop | Asking::Reroll(_) => Chapter::Command,
        Asking::Act => Chapter::Act,
        Asking::React(_) | Asking::Answer => Chapter::React,
        Asking::Follow(_) => Chapter::Melee,
        Asking::WayIn(_) | Asking::Enter(_) => Chapter::Arrival,
    }
}

/// Whether an ask is ended by saying so.
fn may_end(asking: &Asking) -> bool {
    use Asking::*;
    matches!(
        asking,
        Pieces | Shifts | Objectives | Flankers(_) | Deploy(_) | Commanders | Ride { .. } | Determination | Loop | Act
    )
}

/// Whether the ask may be ended now.
fn done(state: &State, asking: &Asking) -> Result<(), Refusal> {
    match asking {
        Asking::Pieces | Asking::Objectives | Asking::Deploy(_) => setup::done(state, asking),
        _ => Ok(()),
    }
}

/// The commands that can be listed.
fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Pools | Asking::Removal => setup::list(state, asking, into),
        Asking::Pieces | Asking::Shifts | Asking::Objectives | Asking::Flankers(_) | Asking::Deploy(_) => {}
        Asking::Order | Asking::Witnesses { .. } => morale::list(state, asking, into),
        Asking::NewCommander(_) | Asking::Commanders | Asking::Determination | Asking::Ride { .. } => {
            leaders::list(state, asking, into);
        }
        Asking::Loop | Asking::Reroll(_) => control::list(state, asking, into),
        Asking::Act => movement::list(state, into),
        Asking::React(unit) => fire::list(state, *unit, into),
        Asking::Answer => into.extend([Command::Stand, Command::Retreat]),
        Asking::Follow(_) => into.push(Command::Follow(firelock_table::Length::ZERO)),
        Asking::Mount(_) => into.extend([Command::Saddle(true), Command::Saddle(false)]),
        Asking::WayIn(_) => into.extend([true, false].map(|by_road| Command::ComeOn { by_road })),
        Asking::Enter(_) => {}
    }
}

/// A finite sample of what may be said now.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let Some(asking) = pending(state) else { return };
    if !sequence::decides(state, asking, side) {
        return;
    }
    match asking {
        Asking::Pieces | Asking::Shifts | Asking::Objectives | Asking::Flankers(_) | Asking::Deploy(_) => {
            setup::candidates(state, asking, grain, into);
        }
        Asking::Ride { commander, inches } => leaders::candidates(state, *commander, *inches, grain, into),
        Asking::Act => movement::candidates(state, grain, into),
        Asking::Follow(follow) => charge::follow_candidates(state, follow, grain, into),
        Asking::Enter(entry) => arrivals::candidates(state, entry, grain, into),
        _ => list(state, asking, into),
    }
    if may_end(asking) && done(state, asking).is_ok() {
        into.push(Command::Done);
    }
}

/// The nearest legal command to what a hand points at.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let asking = asked(state, side)?;
    match asking {
        Asking::Pieces | Asking::Shifts | Asking::Objectives | Asking::Deploy(_) => setup::fit(state, asking, wish),
        Asking::Ride { commander, inches } => leaders::fit(state, *commander, *inches, wish),
        Asking::Act => movement::fit(state, wish),
        Asking::Follow(follow) => charge::fit_follow(state, follow, wish),
        Asking::Enter(entry) => arrivals::fit(state, entry, wish),
        _ => Err(Refusal::new(WA_SEQ_12, "nothing is placed on the table now; choose from the list")),
    }
}

/// Judges a command.
pub(crate) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    let asking = asked(state, side)?;
    known(state, command)?;
    use Command as C;
    match (asking, command) {
        (asking, C::Done) if may_end(asking) => done(state, asking),
        (Asking::Pools, C::Split(dice)) => setup::check_split(state, dice),
        (Asking::Pieces, C::LayPiece(_) | C::TakePiece(_))
        | (Asking::Shifts, C::ShiftPiece { .. })
        | (Asking::Objectives, C::PlaceObjective(_) | C::RemoveObjective(_))
        | (Asking::Removal, C::RemoveObjective(_))
        | (Asking::Flankers(_), C::SetAside { .. })
        | (Asking::Deploy(_), C::Deploy { .. } | C::DeployCommander { .. }) => setup::check(state, side, command),
        (Asking::Order, C::Test(unit)) => morale::check_order(state, *unit),
        (Asking::Witnesses { units, .. }, C::Witness(unit)) => morale::check_witness(units, *unit),
        (Asking::NewCommander(own), C::PlaceBeside(other)) => leaders::check_beside(state, *own, *other),
        (Asking::Commanders, C::Ride(commander)) => leaders::check_ride(state, *commander),
        (Asking::Ride { commander, inches }, C::RideTo { .. } | C::Join { .. }) => {
            leaders::check_way(state, *commander, *inches, command)
        }
        (Asking::Determination, C::Determine(commander)) => leaders::check_determine(state, *commander),
        (Asking::Loop, C::Automatic(unit)) => control::check_automatic(state, *unit),
        (Asking::Loop, C::Motivate(unit)) => control::check_motivate(state, *unit).map(|_| ()),
        (Asking::Loop, C::EndCommander) => control::check_end_commander(state),
        (Asking::Reroll(held), C::Again(die)) => control::check_again(held, *die),
        (Asking::Reroll(_), C::Keep) => Ok(()),
        (Asking::Act, C::Act(act)) => movement::check(state, act),
        (Asking::React(unit), C::React(shooter)) => fire::check_reaction(state, *shooter, *unit),
        (Asking::React(_), C::Pass) => Ok(()),
        (Asking::Answer, C::Stand | C::Retreat) => Ok(()),
        (Asking::Follow(follow), C::Follow(by)) => charge::check_follow(state, follow, *by),
        (Asking::Mount(unit), C::Saddle(mounts)) => movement::check_saddle(state, *unit, *mounts),
        (Asking::WayIn(unit), C::ComeOn { by_road }) => arrivals::check_way(state, *unit, *by_road),
        (Asking::Enter(entry), C::Enter { unit, stand }) => arrivals::check_enter(state, entry, *unit, stand),
        _ => Err(Refusal::new(words(state, asking).0, "that is not what is decided now")),
    }
}

/// Carries out a command that `check` allows; what is automatic follows after.
pub(crate) fn resolve(desk: &mut Desk<'_, Washington>, side: Side, command: &Command) -> Result<(), Halt> {
    use Command as C;
    let Some(asking) = pending(desk.state()).cloned() else { return Ok(()) };
    match (&asking, command) {
        (asking, C::Done) => {
            desk.emit(Event::Answered);
            if let Asking::Determination = asking {
                desk.emit(Event::Determined { commander: None, dice: 0 });
            }
            if let Asking::Ride { commander, .. } = asking {
                desk.emit(Event::Rode(*commander));
            }
            sequence::close(desk, asking)
        }
        (_, C::Split(dice)) => {
            desk.emit(Event::Split { side, dice: Some(*dice) });
            Ok(())
        }
        (
            _,
            C::LayPiece(_)
            | C::TakePiece(_)
            | C::ShiftPiece { .. }
            | C::PlaceObjective(_)
            | C::RemoveObjective(_)
            | C::SetAside { .. }
            | C::Deploy { .. }
            | C::DeployCommander { .. },
        ) => {
            setup::resolve(desk, &asking, command);
            Ok(())
        }
        (_, C::Test(unit)) => morale::test(desk, *unit, crate::results::Cause::Markers),
        (Asking::Witnesses { side, left, units }, C::Witness(unit)) => {
            morale::name_witness(desk, *side, *left, units, *unit);
            Ok(())
        }
        (Asking::NewCommander(own), C::PlaceBeside(other)) => {
            leaders::place_beside(desk, *own, *other);
            Ok(())
        }
        (_, C::Ride(commander)) => leaders::ride(desk, *commander),
        (Asking::Ride { commander, .. }, C::RideTo { .. } | C::Join { .. }) => {
            leaders::go(desk, *commander, command);
            Ok(())
        }
        (_, C::Determine(commander)) => leaders::determine(desk, *commander),
        (_, C::Automatic(unit)) => control::activate(desk, *unit),
        (_, C::Motivate(unit)) => control::motivate(desk, *unit),
        (_, C::EndCommander) => {
            control::end_commander(desk);
            Ok(())
        }
        (Asking::Reroll(held), C::Again(die)) => control::fall_again(desk, held, *die),
        (Asking::Reroll(held), C::Keep) => {
            desk.emit(Event::Answered);
            control::take_effect(desk, held)
        }
        (_, C::Act(act)) => movement::resolve(desk, act),
        (Asking::React(unit), C::React(shooter)) => fire::react(desk, *shooter, *unit),
        (_, C::Pass) => {
            desk.emit(Event::Answered);
            Ok(())
        }
        (_, C::Stand | C::Retreat) => charge::answer(desk, matches!(command, C::Retreat)),
        (Asking::Follow(follow), C::Follow(by)) => {
            charge::follow(desk, follow, *by);
            Ok(())
        }
        (Asking::Mount(unit), C::Saddle(mounts)) => {
            movement::saddle(desk, *unit, *mounts);
            Ok(())
        }
        (Asking::WayIn(unit), C::ComeOn { by_road }) => {
            desk.emit(Event::Answered);
            arrivals::roll_in(desk, *unit, *by_road)
        }
        (Asking::Enter(entry), C::Enter { unit, stand }) => {
            arrivals::enter(desk, entry, *unit, *stand);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// What this side is asked, if it is.
fn asked(state: &State, side: Side) -> Result<&Asking, Refusal> {
    let asking = pending(state).ok_or_else(|| Refusal::new(WA_VIC_01, "the battle is over"))?;
    match sequence::decides(state, asking, side) {
        true => Ok(asking),
        false => Err(Refusal::new(words(state, asking).0, "the other side decides now")),
    }
}

/// Whether the pieces a command names exist, so that the chapters need not ask.
fn known(state: &State, command: &Command) -> Result<(), Refusal> {
    use Command as C;
    match command {
        C::SetAside { units, .. } => units.iter().try_for_each(|unit| known_unit(state, *unit)),
        C::Deploy { unit, .. } | C::Enter { unit, .. } => known_unit(state, *unit),
        C::DeployCommander { commander, .. } | C::PlaceBeside(commander) | C::Ride(commander) => {
            known_commander(state, *commander)
        }
        C::Determine(commander) => known_commander(state, *commander),
        C::Test(unit) | C::Automatic(unit) | C::Motivate(unit) | C::React(unit) | C::Witness(unit) => {
            on_table(state, *unit)
        }
        C::Join { unit, .. } => on_table(state, *unit),
        C::Act(Act::Shoot { target, .. } | Act::Bombard { target, .. } | Act::Assault(target)) => {
            on_table(state, *target)
        }
        _ => Ok(()),
    }
}

/// Whether there is such a unit at all.
fn known_unit(state: &State, unit: UnitId) -> Result<(), Refusal> {
    match unit.index() < state.units.len() {
        true => Ok(()),
        false => Err(Refusal::new(WA_ROST_26, format!("there is no unit {unit}"))),
    }
}

/// Whether there is such a unit on the table.
fn on_table(state: &State, unit: UnitId) -> Result<(), Refusal> {
    known_unit(state, unit)?;
    match state.unit(unit).is_on_table() {
        true => Ok(()),
        false => {
            let reason = format!("{}: not on the table", state.roster(unit).name);
            Err(Refusal::new(WA_ROST_14, reason).at(Place::Unit(unit)))
        }
    }
}

/// Whether there is such a commander.
fn known_commander(state: &State, commander: CommanderId) -> Result<(), Refusal> {
    match usize::from(commander.0) < state.commanders.len() {
        true => Ok(()),
        false => Err(Refusal::new(WA_ROST_21, format!("there is no commander {}", commander.0))),
    }
}

/// A refusal about a unit.
pub(crate) fn refuse(clause: Clause, unit: UnitId, reason: impl Into<String>) -> Refusal {
    Refusal::new(clause, reason).at(Place::Unit(unit))
}
