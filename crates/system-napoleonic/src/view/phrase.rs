//! Commands in a few words.

use firelock_core::RuleSystem;
use firelock_table::{Length, Point};

use super::{cm, counted, formation_word, name, officer};
use crate::Napoleonic;
use crate::command::{Act, Command, Spot};
use crate::state::{Fire, State};
use crate::words::{Ammunition, Hand, Reaction};

/// A command in a few words.
pub(crate) fn phrase(state: &State, command: &Command) -> String {
    match command {
        Command::Begin => "begin".into(),
        Command::Deploy { unit, place, formation, .. } => {
            let place = match place {
                Spot::At(pose) => format!("at {}", spot(pose.at)),
                Spot::In(building) => match state.stage.land.get(usize::from(building.0)) {
                    Some(land) => format!("in {}", land.called()),
                    None => "in a building".into(),
                },
            };
            format!("set up {} in {} {place}", name(state, *unit), formation_word(*formation))
        }
        Command::DeployCommander { commander, at } => {
            format!("set up {} at {}", officer(state, *commander), spot(*at))
        }
        Command::BeFirst(true) => "be First".into(),
        Command::BeFirst(false) => "be Second".into(),
        Command::Charge { unit, target, turn } => match turn.get() {
            0 => format!("{}: charge {}", name(state, *unit), name(state, *target)),
            _ => format!("{}: wheel by {turn} and charge {}", name(state, *unit), name(state, *target)),
        },
        Command::React { unit, reaction, about } => {
            let act = match (reaction, about) {
                (Reaction::Stand, _) => "stand",
                (Reaction::FormSquare, _) => "form square",
                (Reaction::Countercharge, _) => "countercharge",
                (Reaction::Evade, false) => "evade",
                (Reaction::Evade, true) => "evade and face about",
            };
            format!("{}: {act}", name(state, *unit))
        }
        Command::Fire(fire) => fire_words(state, fire),
        Command::Move { unit, acts } => {
            let acts: Vec<String> = acts.iter().map(|act| act_words(state, act)).collect();
            format!("{}: {}", name(state, *unit), acts.join(", "))
        }
        Command::Reform(unit) => format!("{}: re-form", name(state, *unit)),
        Command::BreakOff(unit) => format!("{}: break off", name(state, *unit)),
        Command::Ride { commander, join: Some(unit), .. } => {
            format!("{} to join {}", officer(state, *commander), name(state, *unit))
        }
        Command::Ride { commander, to, join: None } => {
            format!("{} to ride to {}", officer(state, *commander), spot(*to))
        }
        Command::Bring(wrapped) if wrapped.total() == 0 => "bring nobody in".into(),
        Command::Bring(wrapped) => format!(
            "bring in {}: {} in front, {} left, {} right",
            counted(wrapped.total(), "base"),
            wrapped.front,
            wrapped.left,
            wrapped.right
        ),
        Command::Hold => "hold".into(),
        Command::FollowUp(length) => format!("follow up by {}", cm(*length)),
        Command::Occupy(_) => "occupy the building".into(),
        Command::Pursue => "pursue".into(),
        Command::Done => "done".into(),
        Command::Resign => "give up".into(),
    }
}

/// What is fired, with what, at whom.
fn fire_words(state: &State, fire: &Fire) -> String {
    let (who, aim) = fire_parts(state, fire);
    format!("{who}: fire{aim}")
}

/// Who fires, and what at whom.
pub(super) fn fire_parts(state: &State, fire: &Fire) -> (String, String) {
    match fire {
        Fire::Volley { unit, face, target, combine } => {
            let face = match face {
                Some(face) => format!(" with the {} face", ["front", "rear", "left", "right"][usize::from(face & 3)]),
                None => String::new(),
            };
            let how = if *combine { ", a die for two bases" } else { "" };
            (name(state, *unit), format!("{face} at {}{how}", name(state, *target)))
        }
        Fire::Shot { unit, gun, target, ammunition, .. } => {
            let what = match ammunition {
                Ammunition::Canister => "canister",
                Ammunition::Shot => "round shot",
                Ammunition::Shell => "shell",
            };
            (format!("gun {} of {}", gun + 1, name(state, *unit)), format!(" {what} at {}", name(state, *target)))
        }
    }
}

fn act_words(state: &State, act: &Act) -> String {
    let hand = |hand: &Hand| if *hand == Hand::Left { "left" } else { "right" };
    let land = |id: &firelock_table::FeatureId| match state.stage.land.get(usize::from(id.0)) {
        Some(land) => land.called(),
        None => "that place".into(),
    };
    match act {
        Act::Ahead(length) => format!("ahead {}", cm(*length)),
        Act::Oblique(angle, length) => format!("oblique {angle} for {}", cm(*length)),
        Act::Wheel(side, angle) => format!("wheel {} by {angle}", hand(side)),
        Act::Back(length) => format!("back {}", cm(*length)),
        Act::About => "about face".into(),
        Act::To(pose) => format!("to {}", spot(pose.at)),
        Act::Shift(quarter, length) => {
            let way = ["ahead", "to the right", "back", "to the left"][usize::from(quarter % 4)];
            format!("shift {way} {}", cm(*length))
        }
        Act::Form(formation, _) => format!("form {}", formation_word(*formation)),
        Act::Pivot(angle) => format!("pivot by {angle}"),
        Act::Follow(road, length) => format!("along {} for {}", land(road), cm(*length)),
        Act::Enter(building) => format!("into {}", land(building)),
        Act::Leave(_, formation) => format!("out of the building in {}", formation_word(*formation)),
    }
}

/// A place, from the south-west corner.
fn spot(at: Point) -> String {
    let number = |steps: i32| Napoleonic::MEASURE.number(Length::grid(steps));
    format!("{}, {}", number(at.x), number(at.y))
}
