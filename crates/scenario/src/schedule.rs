use firelock_table::Point;

use crate::battle::{Battle, Task};
use crate::frame::Frame;
use crate::ground::Outline;
use crate::values::{Id, MapPoint};

/// What each unit was meant to do and from which turn on: the `[[plan]]` entries of a battle on a system's table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// The entries of the units, in order of the file's units, each in order of time.
    entries: Vec<Planned>,
}

/// What a unit was meant to do from a turn on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planned {
    /// The unit's id in the battle file.
    pub unit: String,
    /// From this turn on.
    pub from: u16,
    /// What.
    pub task: Task,
    /// Where.
    pub aim: Aim,
}

/// Where a task of the plan lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Where the troops are.
    Here,
    /// At a place of the table.
    Place(Point),
    /// Where this unit is, by its id in the battle file.
    Unit(String),
}

impl Schedule {
    /// The plans of a battle in a game of so many turns, the battle's minutes spread evenly over them. A unit follows the nearest
    /// command above it that has a plan.
    pub fn new(battle: &Battle, frame: &Frame, turns: u16) -> Schedule {
        let minutes = u32::from(battle.about.minutes.max(1));
        let mut entries = Vec::new();
        for unit in &battle.units {
            let mut command = battle.command(&unit.command);
            while let Some(above) = command
                && battle.plans.iter().all(|plan| plan.command != above.id)
            {
                command = battle.superior(above);
            }
            let Some(command) = command else { continue };
            for plan in battle.plans.iter().filter(|plan| plan.command == command.id) {
                let aim = match (plan.at, &plan.target) {
                    (Some(place), _) => aim_at(frame, Some(place)),
                    (None, Some(target)) => aim_of(battle, frame, target),
                    (None, None) => Aim::Here,
                };
                let from = (1 + u32::from(plan.minute) * u32::from(turns) / minutes).min(u32::from(u16::MAX)) as u16;
                entries.push(Planned { unit: unit.id.to_string(), from, task: plan.task, aim });
            }
        }
        Schedule { entries }
    }

    /// What a unit was meant to do in a turn.
    pub fn entry(&self, unit: &str, turn: u16) -> Option<&Planned> {
        self.entries.iter().rev().find(|entry| entry.unit == unit && entry.from <= turn)
    }

    /// Whether the battle has no plan.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

fn aim_at(frame: &Frame, place: Option<MapPoint>) -> Aim {
    place.filter(|place| frame.contains(*place)).map_or(Aim::Here, |place| Aim::Place(frame.point(place)))
}

/// A target is an objective, a feature or a unit; an objective may be any of them.
fn aim_of(battle: &Battle, frame: &Frame, target: &Id) -> Aim {
    if let Some(objective) = battle.objectives.iter().find(|objective| objective.id == *target) {
        return match (objective.at, &objective.feature, &objective.unit) {
            (Some(place), ..) => aim_at(frame, Some(place)),
            (None, Some(feature), _) => aim_at(frame, middle(battle, feature)),
            (None, None, Some(unit)) => Aim::Unit(unit.to_string()),
            (None, None, None) => Aim::Here,
        };
    }
    match middle(battle, target) {
        Some(place) => aim_at(frame, Some(place)),
        None => Aim::Unit(target.to_string()),
    }
}

/// The middle of a feature.
fn middle(battle: &Battle, feature: &Id) -> Option<MapPoint> {
    match battle.feature(feature)?.outline() {
        Outline::Area(points) => {
            let half = |of: fn(&MapPoint) -> i32| {
                let (least, most) = (points.iter().map(of).min()?, points.iter().map(of).max()?);
                Some((least + most) / 2)
            };
            Some(MapPoint { x: half(|point| point.x)?, y: half(|point| point.y)? })
        }
        Outline::Line(points) => points.get(points.len() / 2).copied(),
        Outline::Spot(place) => Some(place),
    }
}
