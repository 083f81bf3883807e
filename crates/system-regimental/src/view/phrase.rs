//! A command in a few words.

use firelock_core::UnitId;
use firelock_table::{Angle, Point};

use super::pieces::formation_words;
use super::{name, names, stands};
use crate::command::{Change, ChargeWay, Command, Firing, Maneuver, SetFlank, SetGap, Step};
use crate::state::{Contributor, Flank, LeaderId, Place, State};

/// A command in a few words.
pub(crate) fn phrase(state: &State, command: &Command) -> String {
    let man = |leader: &LeaderId| leader_name(state, *leader);
    let unit_name = |unit: &UnitId| known(state, *unit);
    use Command as C;
    match command {
        C::Deploy { unit, place, formation } => {
            let formation = formation_words(*formation);
            match place {
                Place::At(pose) => format!("{} in {formation} at {}", unit_name(unit), at(pose.at)),
                Place::In(feature) => format!("{} into {}", unit_name(unit), feature_name(state, feature.0)),
                Place::Off => format!("{} off the table", unit_name(unit)),
            }
        }
        C::DeployLeader { leader, at: place } => format!("{} at {}", man(leader), at(*place)),
        C::DeployLights { unit, stands: sent, .. } => format!("{}: send out {}", unit_name(unit), stands(*sent)),
        C::Attach { leader, unit, .. } => format!("{} to join {}", man(leader), unit_name(unit)),
        C::Leave(leader) => format!("{} to leave his unit", man(leader)),
        C::Arrive { leader, unit } => format!("{} to come to {}", man(leader), unit_name(unit)),
        C::Check { leader, units } => {
            let units = units.iter().filter(|unit| unit.index() < state.units.len()).copied();
            match leader {
                Some(leader) => format!("{} to lead {}", man(leader), names(state, units)),
                None => format!("{}: check without a leader", names(state, units)),
            }
        }
        C::Charge { unit, target, way, cold_steel, disordered } => {
            let steel = if *cold_steel { " with cold steel" } else { "" };
            let loose = if *disordered { ", disordered" } else { "" };
            format!("{}: charge {}{}{steel}{loose}", unit_name(unit), unit_name(target), way_words(way))
        }
        C::Countercharge { unit, charger } => format!("{}: countercharge {}", unit_name(unit), unit_name(charger)),
        C::Maneuver { unit, maneuver, flank, gap } => {
            format!(
                "{}: {}{}{}",
                unit_name(unit),
                maneuver_words(state, maneuver),
                flank_words(*flank),
                gap_words(*gap)
            )
        }
        C::MoveLeader { leader, to, .. } => format!("{} to ride to {}", man(leader), at(*to)),
        C::Fire { target, firers } => format!("{}: fire at {}", firers_words(state, firers), unit_name(target)),
        C::RunLow(Contributor::Unit(unit)) => format!("{}: run low on ammunition", unit_name(unit)),
        C::RunLow(Contributor::Gun(unit, gun)) => {
            format!("gun {} of {} runs low on ammunition", gun + 1, unit_name(unit))
        }
        C::CheckLeader(leader) => format!("check {}", man(leader)),
        C::Recall { unit, pose } => format!("{}: recall to {}", unit_name(unit), at(pose.at)),
        C::DoNotRecall(unit) => format!("{}: no recall", unit_name(unit)),
        C::Fight(unit) => format!("the combat of {}", unit_name(unit)),
        C::BreakThrough(unit) => format!("{}: break through", unit_name(unit)),
        C::LeadWith(unit) => format!("{}: lead the combat", unit_name(unit)),
        C::Lose { unit, stands: lost } => format!("{}: lose {}", unit_name(unit), stands(*lost)),
        C::Flank { unit, flank } => match flank {
            Some(flank) => format!("{}{}", unit_name(unit), back(flank)),
            None => format!("{}: flanks straight", unit_name(unit)),
        },
        C::Done => "done".to_string(),
        C::Resign => "give up the battle".to_string(),
    }
}

fn known(state: &State, id: UnitId) -> String {
    if id.index() < state.units.len() { name(state, id) } else { format!("unit {id}") }
}

fn leader_name(state: &State, id: LeaderId) -> String {
    match usize::from(id.0) < state.leaders.len() {
        true => state.officer(id).name.clone(),
        false => format!("leader {}", id.0),
    }
}

fn feature_name(state: &State, id: u16) -> String {
    state.stage.land.get(usize::from(id)).map_or_else(|| format!("feature {id}"), |land| land.called())
}

/// A place in inches from the south-west corner.
pub(super) fn at(place: Point) -> String {
    let inches = |value: i32| firelock_table::Length::grid(value).in_inches();
    format!("{}, {}", inches(place.x), inches(place.y))
}

/// A turn as a hand shows it.
fn turn(by: Angle) -> String {
    let side = if by < Angle::ZERO { "left" } else { "right" };
    format!("{} {side}", by.abs())
}

fn way_words(way: &ChargeWay) -> String {
    match way {
        ChargeWay::Straight => String::new(),
        ChargeWay::Wheel { by, .. } => format!(", wheeling {}", turn(*by)),
        ChargeWay::Oblique { by } => format!(", obliquely {}", turn(*by)),
    }
}

fn firers_words(state: &State, firers: &[Firing]) -> String {
    let each =
        |firing: &Firing| format!("{} ({})", known(state, firing.unit), stands(firing.stands.count_ones() as u8));
    firers.iter().map(each).collect::<Vec<_>>().join(", ")
}

fn steps_words(steps: &[Step]) -> String {
    let one = |step: &Step| match step {
        Step::Ahead(by) => format!("ahead {by}"),
        Step::Oblique(angle, by) => format!("{by} obliquely {}", turn(*angle)),
        Step::Wheel(angle) => format!("wheel {}", turn(*angle)),
        Step::Withdraw(by) => format!("back {by}"),
        Step::Turn(angle) => format!("turn {}", turn(*angle)),
        Step::Road(_, by) => format!("{} along the road", by.abs()),
        Step::About => "about face".to_string(),
    };
    match steps.is_empty() {
        true => "no move".to_string(),
        false => steps.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

fn change_words(state: &State, change: &Change) -> String {
    match change {
        Change::Form { formation, .. } => format!("form {}", formation_words(*formation)),
        Change::Garrison(feature) => format!("enter {}", feature_name(state, feature.0)),
        Change::Leave { formation, .. } => format!("leave the place in {}", formation_words(*formation)),
        Change::FaceRear => "face about".to_string(),
        Change::Mount(formation) => format!("mount into {}", formation_words(*formation)),
        Change::Dismount => "dismount".to_string(),
        Change::DetachLights { stands: sent, .. } => format!("send out {}", stands(*sent)),
    }
}

fn maneuver_words(state: &State, maneuver: &Maneuver) -> String {
    match maneuver {
        Maneuver::Hold => "hold".to_string(),
        Maneuver::Full(steps) => format!("full move, {}", steps_words(steps)),
        Maneuver::Half { before, steps, after } => {
            let parts = [
                before.as_ref().map(|change| change_words(state, change)),
                Some(format!("half move, {}", steps_words(steps))),
                after.as_ref().map(|change| change_words(state, change)),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", then ")
        }
        Maneuver::FullDisordered(steps) => format!("full move in disorder, {}", steps_words(steps)),
        Maneuver::Change(change) => change_words(state, change),
        Maneuver::Passage(by) => format!("pass through the line ahead, {by}"),
        Maneuver::ByTheFlank { left, by } => {
            format!("march by the {} flank {by}", if *left { "left" } else { "right" })
        }
        Maneuver::DeployToFront { .. } => "deploy to the front".to_string(),
        Maneuver::ChangeFront { left, by } => {
            format!("change front on the {} flank by {}", if *left { "left" } else { "right" }, by.abs())
        }
        Maneuver::Scale(feature) => format!("climb {}", feature_name(state, feature.0)),
        Maneuver::Replenish => "bring up ammunition".to_string(),
        Maneuver::GunMove { limber, steps, unlimber } => {
            let first = if *limber { "limber, " } else { "" };
            let last = if unlimber.is_some() { ", unlimber" } else { "" };
            format!("{first}move, {}{last}", steps_words(steps))
        }
        Maneuver::GunFire { facing: None } => "fire".to_string(),
        Maneuver::GunFire { facing: Some(facing) } => format!("turn to {facing} and fire"),
        Maneuver::Limber => "limber".to_string(),
        Maneuver::Unlimber(facing) => format!("unlimber facing {facing}"),
        Maneuver::Pivot(facing) => format!("pivot to {facing}"),
        Maneuver::Rally => "rally the silenced guns".to_string(),
        Maneuver::Haul { by, .. } => format!("haul by hand {by}"),
        Maneuver::LimberAndRetreat => "limber and retreat".to_string(),
    }
}

fn back(flank: &Flank) -> String {
    let end = if flank.left { "left" } else { "right" };
    let files = if flank.files == 1 { "1 file".to_owned() } else { format!("{} files", flank.files) };
    format!(", {files} of the {end} flank back {}", flank.by.abs())
}

fn flank_words(flank: Option<SetFlank>) -> String {
    match flank {
        None => String::new(),
        Some(SetFlank::Straight) => ", flanks straight".to_string(),
        Some(SetFlank::Back(flank)) => back(&flank),
    }
}

fn gap_words(gap: Option<SetGap>) -> String {
    gap.map_or_else(String::new, |set| {
        format!(", gaps {}", firelock_table::Length::inch_hundredths(i32::from(set.gap)))
    })
}
