//! Events in plain sentences.

use firelock_core::Landmark;

use super::{cm, counted, formation_word, name, officer, phrase::fire_parts, step_words};
use crate::event::{Event, Motion};
use crate::results::{Cause, MoraleEffect};
use crate::state::{Fate, Place, State, Step};
use crate::words::{Level, Reaction, Status, Zone};

/// What an event means beyond its sentence.
pub(crate) fn landmark(event: &Event) -> Option<Landmark> {
    match event {
        Event::StepBegan { turn, .. } => Some(Landmark::Step(*turn)),
        Event::ChargeDeclared(charge) => Some(Landmark::Charge(charge.unit, Some(charge.target))),
        _ => None,
    }
}

/// An event in a plain sentence, `state` being the one before it; empty for mere bookkeeping.
pub(crate) fn tell(state: &State, event: &Event) -> String {
    let who = |id: &firelock_core::UnitId| name(state, *id);
    match event {
        Event::StepBegan { turn, step, half } => {
            let mut then = state.clone();
            (then.turn, then.step, then.half) = (*turn, *step, *half);
            match step {
                Step::TurnStart => format!("Turn {turn} begins."),
                _ => format!("Step: {}.", step_words(&then)),
            }
        }
        Event::FirstSet(side) => format!("{} is First this turn.", state.stage.armies[side.index()].name),
        Event::BrigadeBegun(brigade) => match state.stage.brigades.get(usize::from(brigade.0)) {
            Some(brigade) => format!("{} set up.", brigade.name),
            None => String::new(),
        },
        Event::Placed { unit, place, formation, .. } => match place {
            Place::In(building) => format!("{} went into {}.", who(unit), state.stage.land(*building).called()),
            _ => format!("{}: in {}.", who(unit), formation_word(*formation)),
        },
        Event::Marched { unit, place, formation, .. } => {
            let before = state.unit(*unit);
            match place {
                Place::In(building) => format!("{} entered {}.", who(unit), state.stage.land(*building).called()),
                _ if *formation != before.formation => {
                    format!("{} moved, now in {}.", who(unit), formation_word(*formation))
                }
                _ => format!("{} moved.", who(unit)),
            }
        }
        Event::Moved { unit, motion, .. } => {
            let act = match motion {
                Motion::Charge => "charged home",
                Motion::Countercharge => "went to meet the charge",
                Motion::Evade => "evaded",
                Motion::Retreat => "retreated",
                Motion::Rout => "ran",
                Motion::FollowUp => "followed up",
                Motion::Pursue => "pursued",
            };
            format!("{} {act}.", who(unit))
        }
        Event::Formed { unit, formation, .. } => format!("{} formed {}.", who(unit), formation_word(*formation)),
        Event::ClosedUp { unit, .. } => format!("{} charged home, the echelon closed up.", who(unit)),
        Event::Unformed(unit) => format!("{} unformed.", who(unit)),
        Event::Reformed(unit) => format!("{} re-formed.", who(unit)),
        Event::NotReformed(unit) => format!("{} failed to re-form.", who(unit)),
        Event::Routed(unit) => format!("{} routed.", who(unit)),
        Event::Rallied { unit, .. } => format!("{} rallied.", who(unit)),
        Event::RallyFailed(unit) => format!("{} did not rally.", who(unit)),
        Event::Hesitated(unit) => format!("{} hesitated, out of command.", who(unit)),
        Event::ChargeDeclared(charge) => {
            let zone = match charge.zone {
                Zone::Front => "",
                Zone::Flank => " in flank",
                Zone::Rear => " in the rear",
            };
            format!("{} charged {}{zone} from {}.", who(&charge.unit), who(&charge.target), cm(charge.distance))
        }
        Event::Reacted(answer) => match (answer.reaction, answer.may_fire) {
            (_, true) => format!("{} stood and may fire.", who(&answer.unit)),
            (Reaction::Stand, false) => format!("{} stood.", who(&answer.unit)),
            (Reaction::FormSquare, false) => format!("{} tried to form square.", who(&answer.unit)),
            (Reaction::Countercharge, false) => format!("{} would countercharge.", who(&answer.unit)),
            (Reaction::Evade, false) => format!("{} will evade.", who(&answer.unit)),
        },
        Event::ChargeStopped { unit, sheered: true } => format!("{} sheered off before the square.", who(unit)),
        Event::ChargeStopped { unit, sheered: false } => format!("The charge of {} is stopped.", who(unit)),
        Event::Countercharged(unit) => format!("{} countercharged.", who(unit)),
        Event::Retargeted { unit, target } => format!("{} met {} first.", who(unit), who(target)),
        Event::Met(fight) => format!("{} and {} are engaged.", who(&fight.units[0]), who(&fight.units[1])),
        Event::Parted([a, b]) => format!("{} and {} parted.", who(a), who(b)),
        Event::Declared(fire) => {
            let (who, aim) = fire_parts(state, fire);
            format!("Fire declared: {who}{aim}.")
        }
        Event::Reaction(fire) => {
            let (who, aim) = fire_parts(state, fire);
            format!("Fire in answer: {who}{aim}.")
        }
        Event::Volleyed(unit) if !state.unit(*unit).volley_used => format!("{} gave a first volley.", who(unit)),
        Event::Deviated { unit, gun, .. } => format!("The shot of gun {} of {} deviated.", gun + 1, who(unit)),
        Event::FireLost(unit) => format!("The target of {} is gone.", who(unit)),
        Event::Hit { unit, hits } => format!("{}: {}.", who(unit), counted(*hits, "hit")),
        Event::Struck { unit, lost: 0, reduction, .. } => {
            format!("{} lost {} from the reduced base.", who(unit), counted(*reduction, "figure"))
        }
        Event::Struck { unit, lost, .. } => format!("{} lost {}.", who(unit), counted(*lost, "base")),
        Event::SquareBroken { unit, .. } => format!("The square of {} cannot close any more.", who(unit)),
        Event::Tested { unit, cause, effect } => {
            let why = match cause {
                Cause::Fire => "under fire",
                Cause::Stand => "before the charge",
                Cause::Charge => "in the charge",
                Cause::Melee => "after the fight",
                Cause::Panic => "as a friend is lost",
            };
            let result = match effect {
                MoraleEffect::Steady => "stayed steady",
                MoraleEffect::Unformed => "wavered",
                MoraleEffect::Retreat => "must retreat",
                MoraleEffect::Rout => "broke",
            };
            format!("{} {result} {why}.", who(unit))
        }
        Event::Removed { unit, fate } => {
            let end = match fate {
                Fate::Destroyed => " destroyed",
                Fate::GunsLost => " lost the guns",
                Fate::Dispersed => " dispersed",
                Fate::Surrendered => " found no way out and surrendered",
                Fate::LeftTable => " left the field",
            };
            format!("{}{end}.", who(unit))
        }
        Event::Aligned { unit, .. } => format!("{} closed up.", who(unit)),
        Event::Brought { unit, enemy, wrapped } => {
            format!("{} brought {} about {}.", who(unit), counted(wrapped.total(), "base"), who(enemy))
        }
        Event::CommanderRisked(unit) => format!("The commander with {} is in danger.", who(unit)),
        Event::CommanderLost { commander, status, .. } => {
            let how = if *status == Status::Wounded { "wounded" } else { "killed or taken" };
            format!("{} is {how}.", officer(state, *commander))
        }
        Event::CommanderMoved { commander, join, .. } => match join {
            Some(unit) => format!("{} joined {}.", officer(state, *commander), who(unit)),
            None => format!("{} rode on.", officer(state, *commander)),
        },
        Event::CommanderNamed { commander, level, rating, .. } => {
            let what = if *level == Level::Army { "the army" } else { "the brigade" };
            format!("A successor to {} took over {what}, rating {rating}.", officer(state, *commander))
        }
        Event::Held { objective, side } => match state.stage.objectives.get(usize::from(*objective)) {
            Some(objective) => {
                format!("{} hold {}.", state.stage.armies[side.index()].name, objective.name)
            }
            None => String::new(),
        },
        Event::Ended { words, .. } => format!("The battle is over: {words}."),
        Event::StepClosed
        | Event::Asked(_)
        | Event::Answered
        | Event::ChargesOver
        | Event::Volleyed(_)
        | Event::FiresDone { .. }
        | Event::Flanked(_)
        | Event::MeleesBegan(_)
        | Event::MeleesWent(_)
        | Event::FightsAged(_)
        | Event::SuccessionNeared => String::new(),
    }
}
