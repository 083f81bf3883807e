//! A command in a few words.

use firelock_table::{Angle, Length};

use super::pieces::directive_word;
use super::{commander_name, formation_words, name, place_words, spot_words, unit_name, zone_name};
use crate::command::{Command, Maneuver, Ride};
use crate::state::{FormOn, Goal, GunOrder, Hold, Mission, Response, State, Target, Turn};
use crate::survey::Aim;
use crate::words::{Ammunition, Chit};

/// A command in a few words.
pub(crate) fn phrase(state: &State, command: &Command) -> String {
    use Command as C;
    match command {
        C::Begin => "roll for who deploys first".to_string(),
        C::Deploy { body, place, formation } => {
            format!("{} in {} {}", name(state, *body), formation_words(*formation), place_words(state, *place))
        }
        C::DeployCommander { commander, at } => {
            format!("{} at {}", commander_name(state, *commander), spot_words(state, *at))
        }
        C::Direct { unit, mission } => format!("{}: {}", unit_name(state, *unit), mission_words(state, *mission)),
        C::Send { by, to, mission } => {
            let (by, to) = (commander_name(state, *by), unit_name(state, *to));
            format!("{by} sends {to}: {}", mission_words(state, *mission))
        }
        C::Chit { body, chit } => format!("{}: chit {}", name(state, *body), chit_letter(*chit)),
        C::Guns { body, order } => format!("{}: {}", name(state, *body), gun_words(state, *order)),
        C::Fire { body, at } => format!("{}: fire at {}", name(state, *body), aim_words(state, *at)),
        C::TakeBack(body) => format!("{}: order taken back", name(state, *body)),
        C::Charge { body, target, turn } => {
            let after = turn.map_or(String::new(), |turn| format!(" after {}", turn_words(turn)));
            format!("{}: charge {}{after}", name(state, *body), target_words(state, *target))
        }
        C::Answer { body, response } => format!("{}: {}", name(state, *body), response_words(state, *response)),
        C::Face { body, turn } => format!("{}: {}", name(state, *body), turn_words(*turn)),
        C::Move { body, maneuver } => format!("{}: {}", name(state, *body), maneuver_words(state, *maneuver)),
        C::Ride { commander, to: Ride::To(at) } => {
            format!("{} to ride to {}", commander_name(state, *commander), spot_words(state, *at))
        }
        C::Ride { commander, to: Ride::Join(body, _) } => {
            format!("{} to join {}", commander_name(state, *commander), name(state, *body))
        }
        C::Unlimber { body, facing } => format!("{}: unlimber facing {facing}", name(state, *body)),
        C::Pursue(body) => format!("{}: pursue", name(state, *body)),
        C::GoOn => "go on in spite of it".to_string(),
        C::Yield => "yield to it".to_string(),
        C::Done => "done".to_string(),
        C::Resign => "give the battle up".to_string(),
    }
}

/// A directive in words.
pub(crate) fn mission_words(state: &State, mission: Mission) -> String {
    let kind = directive_word(mission.kind);
    match mission.goal {
        Goal::Here => kind.to_string(),
        Goal::Place(place) => format!("{kind} at {}", spot_words(state, place)),
        Goal::Feature(feature) => {
            let land = state.stage.land.get(usize::from(feature.0));
            format!("{kind} {}", land.map_or_else(|| "a feature".to_string(), |land| land.called()))
        }
    }
}

/// The letter of a chit (T19).
pub(crate) fn chit_letter(chit: Chit) -> char {
    match chit {
        Chit::Right => 'R',
        Chit::Left => 'L',
        Chit::Hold => 'H',
        Chit::Countercharge => 'C',
        Chit::Attack => 'A',
        Chit::Unlimber => 'U',
    }
}

/// What is fired at.
pub(crate) fn aim_words(state: &State, at: Aim) -> String {
    match at {
        Aim::Stand(body, nth) => format!("stand {} of {}", nth + 1, name(state, body)),
        Aim::Zone(zone) => zone_name(state, zone.0),
    }
}

/// Whom a charge goes at.
pub(crate) fn target_words(state: &State, target: Target) -> String {
    match target {
        Target::Body(body) => name(state, body),
        Target::Zone(zone) => zone_name(state, zone.0),
    }
}

/// What a gun fires.
pub(crate) fn ammunition_word(with: Ammunition) -> &'static str {
    match with {
        Ammunition::Ball => "ball",
        Ammunition::Cannister => "cannister",
        Ammunition::Shell => "shell",
    }
}

fn gun_words(state: &State, order: GunOrder) -> String {
    match order {
        GunOrder::Fire { at, with } => format!("fire {} at {}", ammunition_word(with), aim_words(state, at)),
        GunOrder::Prolonge(by) if by < Length::ZERO => format!("haul back {} yards", yards(state, -by)),
        GunOrder::Prolonge(by) => format!("haul ahead {} yards", yards(state, by)),
        GunOrder::Aim(facing) => format!("turn to {facing}"),
        GunOrder::Hold => "hold the fire".to_string(),
    }
}

/// An answer to a charge.
pub(crate) fn response_words(state: &State, response: Response) -> String {
    match response {
        Response::Hold(Hold { fire: None }) => "stand".to_string(),
        Response::Hold(Hold { fire: Some(charger) }) => format!("stand and fire at {}", name(state, charger)),
        Response::Counter(charger) => format!("go to meet {}", name(state, charger)),
        Response::Flee => "run".to_string(),
    }
}

/// A facing or formation change in a few words.
pub(crate) fn turn_words(turn: Turn) -> String {
    match turn {
        Turn::By(by) if by < Angle::ZERO => format!("a turn of {} to the left", by.abs()),
        Turn::By(by) => format!("a turn of {by} to the right"),
        Turn::About => "about face".to_string(),
        Turn::Form(FormOn::Left) => "a change of formation on the left".to_string(),
        Turn::Form(FormOn::Center) => "a change of formation on the center".to_string(),
        Turn::Form(FormOn::Right) => "a change of formation on the right".to_string(),
    }
}

fn maneuver_words(state: &State, maneuver: Maneuver) -> String {
    match maneuver {
        Maneuver::Ahead(by) => format!("move ahead {} yards", yards(state, by)),
        Maneuver::Road(_, by) => format!("march {} yards along the road", yards(state, by)),
        Maneuver::Side(by) if by < Length::ZERO => format!("shift {} yards to the left", yards(state, -by)),
        Maneuver::Side(by) => format!("shift {} yards to the right", yards(state, by)),
        Maneuver::Back(by) => format!("shift {} yards back", yards(state, by)),
        Maneuver::Enter(zone, stands) => format!("enter {} with {stands} stands", zone_name(state, zone.0)),
        Maneuver::Leave { by, .. } => format!("come out and move {} yards", yards(state, by)),
        Maneuver::Exit => "leave the table".to_string(),
        Maneuver::Detach { to, .. } => format!("send a half-stand out to {}", spot_words(state, to.at)),
        Maneuver::Divide(troops) => format!("give off {troops} troops"),
        Maneuver::Scatter => "go into open order".to_string(),
        Maneuver::Close => "go into close order".to_string(),
        Maneuver::Dismount(gap) if gap > Length::ZERO => "dismount in open order".to_string(),
        Maneuver::Dismount(_) => "dismount".to_string(),
        Maneuver::Mount => "mount".to_string(),
    }
}

fn yards(state: &State, length: Length) -> crate::yards::Yards {
    state.stage.in_yards(length)
}
