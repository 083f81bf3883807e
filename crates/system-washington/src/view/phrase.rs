//! A command in a few words.

use firelock_table::{Angle, Corner, Length, Point};

use super::pieces::order_word;
use super::{counted, name, names, officer};
use crate::command::{Act, Command, Stand, Turn};
use crate::phase;
use crate::state::{Asking, State};
use crate::terrain;
use crate::words::{Effort, ShortEdge};

/// A command in a few words.
pub(crate) fn phrase(state: &State, command: &Command) -> String {
    use Command as C;
    match command {
        C::Split(dice) => {
            let parts =
                Effort::ALL.iter().zip(dice).map(|(effort, dice)| format!("{dice} on {}", effort_word(*effort)));
            parts.collect::<Vec<_>>().join(", ")
        }
        C::LayPiece(piece) => format!("lay a {} at {}", terrain::name(piece.terrain), at(piece.pose.at)),
        C::TakePiece(nth) => format!("take piece {} back", u16::from(*nth) + 1),
        C::ShiftPiece { piece, to } => format!("shift piece {} to {}", u16::from(*piece) + 1, at(*to)),
        C::PlaceObjective(place) => format!("objective at {}", at(*place)),
        C::RemoveObjective(nth) => format!("remove {}", objective(state, *nth)),
        C::SetAside { units, edge } => {
            format!("{} by the {} edge", names(state, units.iter().copied()), edge_word(*edge))
        }
        C::Deploy { unit, stand } | C::Enter { unit, stand } => format!("{}{}", name(state, *unit), stand_words(stand)),
        C::DeployCommander { commander, at: place } => format!("{} at {}", officer(state, *commander), at(*place)),
        C::Test(unit) => format!("{}: test morale", name(state, *unit)),
        C::PlaceBeside(other) => format!("beside {}", officer(state, *other)),
        C::Ride(commander) => format!("{} to move", officer(state, *commander)),
        C::RideTo { to, .. } => format!("ride to {}", at(*to)),
        C::Join { unit, .. } => format!("join {}", name(state, *unit)),
        C::Determine(commander) => format!("{} to show determination", officer(state, *commander)),
        C::Automatic(unit) => format!("{}: act", name(state, *unit)),
        C::Motivate(unit) => format!("motivate {}", name(state, *unit)),
        C::EndCommander => match state.current {
            Some(commander) => format!("{} to end", officer(state, commander)),
            None => "end the commander".to_string(),
        },
        C::Act(act) => act_words(state, act),
        C::React(unit) => format!("{}: shoot", name(state, *unit)),
        C::Pass => "hold your fire".to_string(),
        C::Stand => "stand".to_string(),
        C::Retreat => "retreat".to_string(),
        C::Again(die) => match phase::pending(state) {
            Some(Asking::Reroll(held)) if usize::from(*die) < held.faces.len() => {
                format!("roll the {} again", held.faces[usize::from(*die)])
            }
            _ => format!("roll die {} again", u16::from(*die) + 1),
        },
        C::Keep => "keep the dice".to_string(),
        C::Follow(by) if by.get() == 0 => "stay".to_string(),
        C::Follow(by) => format!("follow {by}"),
        C::Saddle(true) => "mount".to_string(),
        C::Saddle(false) => "stay on foot".to_string(),
        C::Witness(unit) => format!("{}: test", name(state, *unit)),
        C::ComeOn { by_road: true } => "come on by the road".to_string(),
        C::ComeOn { by_road: false } => "come on beside the road".to_string(),
        C::Done => match phase::pending(state) {
            Some(Asking::Determination) => "nobody".to_string(),
            Some(Asking::Ride { .. }) => "stay where he is".to_string(),
            Some(Asking::Flankers(_)) => "no flankers".to_string(),
            Some(Asking::Act) => "end the activation".to_string(),
            Some(Asking::Loop) => "end all actions".to_string(),
            _ => "done".to_string(),
        },
    }
}

fn act_words(state: &State, act: &Act) -> String {
    match act {
        Act::Advance(by) => format!("advance {by}"),
        Act::Wheel { corner, by } => {
            let about = if *corner == Corner::Left { "left" } else { "right" };
            format!("wheel {} about the {about} corner", turn(*by))
        }
        Act::Face(Turn::Left) => "face left".to_string(),
        Act::Face(Turn::Right) => "face right".to_string(),
        Act::Face(Turn::About) => "face about".to_string(),
        Act::Form { front, formation } => format!("form {}, front {front}", order_word(*formation)),
        Act::TurnGun(by) => format!("turn the gun {}", turn(*by)),
        Act::Shoot { target, powder } => {
            let with = if *powder { " with a powder token" } else { "" };
            format!("shoot at {}{with}", name(state, *target))
        }
        Act::Bombard { target, ap } => {
            format!("fire {} at {}", counted(*ap, "die").replace("dies", "dice"), name(state, *target))
        }
        Act::Assault(target) => format!("assault {}", name(state, *target)),
        Act::Limber => "limber".to_string(),
        Act::Unlimber => "unlimber".to_string(),
        Act::Mount => "mount".to_string(),
        Act::Dismount => "dismount".to_string(),
        Act::Rally => "try to lose disorder".to_string(),
    }
}

fn stand_words(stand: &Stand) -> String {
    let limber = if stand.limbered { " limbered" } else { "" };
    format!("{limber} in {} order, front {}, at {}", order_word(stand.formation), stand.front, at(stand.pose.at))
}

/// The name of an objective.
pub(super) fn objective(state: &State, nth: u8) -> String {
    match state.stage.objectives.get(usize::from(nth)) {
        Some(name) => name.clone(),
        None => format!("objective {}", u16::from(nth) + 1),
    }
}

pub(super) fn edge_word(edge: ShortEdge) -> &'static str {
    match edge {
        ShortEdge::Left => "left",
        ShortEdge::Right => "right",
    }
}

pub(super) fn effort_word(effort: Effort) -> &'static str {
    match effort {
        Effort::Aggression => "aggression",
        Effort::Scouting => "scouting",
        Effort::Sharpshooters => "sharpshooters",
        Effort::Powder => "powder",
    }
}

/// A place in inches from the south-west corner.
pub(super) fn at(place: Point) -> String {
    let inches = |value: i32| Length::grid(value).in_inches();
    format!("{}, {}", inches(place.x), inches(place.y))
}

/// A turn as a hand shows it.
fn turn(by: Angle) -> String {
    let side = if by < Angle::ZERO { "left" } else { "right" };
    format!("{} {side}", by.abs())
}
