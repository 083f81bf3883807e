//! An event in a plain sentence. Bookkeeping that no player would tell another is silent: an empty sentence.

use firelock_core::{Landmark, UnitId};

use super::phrase::{at, edge_word, effort_word, objective};
use super::pieces::order_word;
use super::{counted, name, names, officer, step_words};
use crate::charts::Action;
use crate::event::{Event, Motion};
use crate::results::Cause;
use crate::state::{Asking, CommanderId, Fate, State, Step};
use crate::terrain;
use crate::words::{Effort, LastFight};

/// What an event means beyond its sentence.
pub(crate) fn landmark(event: &Event) -> Option<Landmark> {
    match event {
        Event::StepBegan { turn, .. } => Some(Landmark::Step(*turn)),
        Event::AssaultDeclared(assault) => Some(Landmark::Charge(assault.assaulter, Some(assault.target))),
        _ => None,
    }
}

/// The same before the dice: how they lie is told by the odds.
pub(crate) fn foretell(state: &State, event: &Event) -> String {
    match event {
        Event::Asked(Asking::Reroll(_)) | Event::FellAgain { .. } => String::new(),
        event => tell(state, event),
    }
}

/// What happened, in a sentence; `state` is the one before it.
pub(crate) fn tell(state: &State, event: &Event) -> String {
    let unit_name = |unit: &UnitId| name(state, *unit);
    let man = |commander: &CommanderId| officer(state, *commander);
    match event {
        Event::StepBegan { turn, active, step } => match step {
            Step::Morale => format!("turn {turn}, {active}: {}", step_words(*step)),
            step if *turn == 0 => step_words(*step).to_string(),
            step => format!("{active}, {}", step_words(*step)),
        },
        Event::Asked(Asking::Ride { commander, inches }) => format!("{} may go {inches}\"", man(commander)),
        Event::Asked(Asking::Reroll(held)) => {
            let faces: Vec<String> = held.faces.iter().map(u8::to_string).collect();
            format!("the dice lie: {}", faces.join(", "))
        }
        Event::Asked(_) | Event::Answered | Event::Queued(_) | Event::TaskTaken | Event::TestTaken => String::new(),
        Event::TestsQueued(units) => format!("{} will test for it", names(state, units.iter().copied())),
        Event::Split { side, .. } => format!("{side} has split its dice"),
        Event::PoolsRolled { dice, successes } => pools(dice, successes),
        Event::AttackerSet { side, margin } => format!("{side} attacks, margin {margin}"),
        Event::Delayed(unit) => format!("{} will be late and come as a reinforcement", unit_name(unit)),
        Event::Scouted { side, dice } => {
            format!("{side} has scouted well: {dice} more dice on its first flanking roll")
        }
        Event::PowderGiven { side, tokens } => format!("{side} has {}", counted(*tokens, "powder token")),
        Event::PieceLaid(piece) => format!("a {} is laid at {}", terrain::name(piece.terrain), at(piece.pose.at)),
        Event::PieceTaken(nth) => format!("piece {} is taken back", u16::from(*nth) + 1),
        Event::PieceShifted { piece, to } => format!("piece {} is shifted to {}", u16::from(*piece) + 1, at(*to)),
        Event::ObjectivePlaced(place) => format!("an objective is placed at {}", at(*place)),
        Event::ObjectiveRemoved(nth) => format!("{} is removed", objective(state, *nth)),
        Event::SetAside { units, edge } => {
            format!("{} will come by the {} edge", names(state, units.iter().copied()), edge_word(*edge))
        }
        Event::Placed { unit, stand, arrives: true } => {
            format!("{} came on at {}", unit_name(unit), at(stand.pose.at))
        }
        Event::Placed { unit, stand, .. } => format!("{} set up at {}", unit_name(unit), at(stand.pose.at)),
        Event::Moved { unit, to, motion } => {
            let by = state.unit(*unit).outline.pose.at.distance(to.at);
            match motion {
                Motion::Advance => format!("{} advanced {by}", unit_name(unit)),
                Motion::Wheel => format!("{} wheeled to {}", unit_name(unit), to.facing),
                Motion::Turn => format!("{} turned to {}", unit_name(unit), to.facing),
                Motion::Contact => format!("{} closed", unit_name(unit)),
                Motion::Follow => format!("{} followed {by}", unit_name(unit)),
                Motion::Retire => format!("{} retired to {}, facing {}", unit_name(unit), at(to.at), to.facing),
            }
        }
        Event::Formed { unit, pose, formation, front, mounted, .. } => {
            let own = state.unit(*unit);
            match () {
                () if own.mounted != *mounted && *mounted => format!("{} mounted", unit_name(unit)),
                () if own.mounted != *mounted => format!("{} dismounted", unit_name(unit)),
                () if own.outline.facing() != pose.facing => format!("{} faced {}", unit_name(unit), pose.facing),
                () => format!("{} formed {} order, front {front}", unit_name(unit), order_word(*formation)),
            }
        }
        Event::Limbered { unit, limbered: true } => format!("{} limbered up", unit_name(unit)),
        Event::Limbered { unit, limbered: false } => format!("{} unlimbered", unit_name(unit)),
        Event::Reformed(unit) => format!("{} reformed", unit_name(unit)),
        Event::CommanderMoved { commander, with: Some(unit), .. } => {
            format!("{} is with {}", man(commander), unit_name(unit))
        }
        Event::CommanderMoved { commander, to, with: None } => format!("{} is at {}", man(commander), at(*to)),
        Event::Rode(_) => String::new(),
        Event::CommanderFell(commander) => format!("{} fell", man(commander)),
        Event::Rated { commander, value } => format!("{} has value {value}", man(commander)),
        Event::Succeeded { commander, value } => {
            format!("{} is succeeded by a man of value {value}", man(commander))
        }
        Event::Determined { commander: Some(commander), dice } => {
            format!("{} has {}", man(commander), counted(*dice, "determination die").replace("dies", "dice"))
        }
        Event::Determined { commander: None, .. } => "nobody is named".to_string(),
        Event::FellAgain { face, .. } => format!("the die falls again: {face}"),
        Event::TookOver { commander, for_brigade: None } => format!("{} motivates", man(commander)),
        Event::TookOver { commander, for_brigade: Some(brigade) } => {
            let brigade = &state.stage.brigades[usize::from(brigade.0)].name;
            format!("{} stands in for the commander of {brigade}", man(commander))
        }
        Event::Finished(commander) => format!("{} motivates no more this turn", man(commander)),
        Event::Motivated { unit, passed: true } => format!("{} will act", unit_name(unit)),
        Event::Motivated { unit, passed: false } => format!("{} did not stir", unit_name(unit)),
        Event::Activated { unit, ap } => format!("{}: {ap} AP", unit_name(unit)),
        Event::ActivationEnded(unit) => format!("{}: done", unit_name(unit)),
        Event::Acted { action, ap, .. } => format!("{} AP: {}", ap, action_words(*action)),
        Event::PowderSpent(side) => format!("{side} spent a powder token"),
        Event::Fired { shot, hits, ignored, casualties } => {
            let how = if shot.opportunity { " took the chance and" } else { "" };
            let (shooter, target) = (unit_name(&shot.shooter), unit_name(&shot.target));
            let spared = if *ignored > 0 { format!(", {ignored} ignored") } else { String::new() };
            format!("{shooter}{how} shot at {target}: {}{spared}, {}", counted(*hits, "hit"), casualty(*casualties))
        }
        Event::HitIgnored(_) => String::new(),
        Event::Marked { unit, markers, .. } => format!("{} took {} more", unit_name(unit), counted(*markers, "marker")),
        Event::HalfBasesLost { unit, half_bases } => {
            format!("{} lost {}", unit_name(unit), counted(*half_bases, "half base"))
        }
        Event::Disordered(unit) => format!("{} disordered", unit_name(unit)),
        Event::Recovered(unit) => format!("{} in order again", unit_name(unit)),
        Event::AssaultDeclared(assault) => {
            format!("{} assaulted {}", unit_name(&assault.assaulter), unit_name(&assault.target))
        }
        Event::TargetShot | Event::AssaultWent(_) => String::new(),
        Event::Faltered { assaulter, target, difference } => {
            let (own, other) = (unit_name(assaulter), unit_name(target));
            format!("{own} against {other}: {difference:+}")
        }
        Event::Fought { assaulter, target, losses } => {
            let (own, other) = (unit_name(assaulter), unit_name(target));
            format!("{own} took {} off {other} and lost {}", losses[0], losses[1])
        }
        Event::FightEnded { unit, as_ } => match as_ {
            LastFight::Won => format!("{} won", unit_name(unit)),
            LastFight::Lost => format!("{} lost", unit_name(unit)),
            LastFight::None => String::new(),
        },
        Event::Tested { unit, cause, dice, fails } => {
            let why = match cause {
                Cause::Markers => "casualties",
                Cause::Rout => "the rout",
                Cause::LostFight => "the lost fight",
            };
            format!("{} tested for {why}: {fails} of {dice} fail", unit_name(unit))
        }
        Event::Steadied(unit) => format!("{} will stand steady and not advance", unit_name(unit)),
        Event::Removed { unit, fate } => match fate {
            Fate::Routed => format!("{} routed", unit_name(unit)),
            Fate::Destroyed => format!("{} destroyed", unit_name(unit)),
            Fate::Left => format!("{} left the table", unit_name(unit)),
        },
        Event::RolledIn { unit, comes: true } => format!("{} came on", unit_name(unit)),
        Event::RolledIn { unit, comes: false } => format!("{} must wait", unit_name(unit)),
        Event::FlankersDue { side, units } => format!("{side}: {} may come", counted(*units, "flanker")),
        Event::ObjectiveTaken { objective: nth, side } => format!("{side} took {}", objective(state, *nth)),
        Event::Reset => "command bases face forward".to_string(),
        Event::CountedDown(by) => {
            format!("the countdown falls by {by} to {}", (state.countdown - i16::from(*by)).max(0))
        }
        Event::Ended(outcome) => outcome.words.clone(),
    }
}

fn casualty(n: u8) -> String {
    if n == 1 { "1 casualty".to_string() } else { format!("{n} casualties") }
}

fn pools(dice: &[[u8; 4]; 2], successes: &[[u8; 4]; 2]) -> String {
    let each = Effort::ALL.iter().enumerate().map(|(nth, effort)| {
        let [red, blue] = [0, 1].map(|side| format!("{} of {}", successes[side][nth], dice[side][nth]));
        format!("{}: red {red}, blue {blue}", effort_word(*effort))
    });
    each.collect::<Vec<_>>().join("; ")
}

fn action_words(action: Action) -> &'static str {
    action.name()
}
