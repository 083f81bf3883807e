//! What only shows when the tables of a file are held against each other.

use std::collections::BTreeMap;
use std::fmt::Display;

use firelock_core::Side;

use crate::battle::{Battle, Deployment, Goal, Task};
use crate::declare::Word;
use crate::fault::{Fault, FaultKind, Found};
use crate::nearest::nearest;
use crate::system::System;
use crate::values::{Id, MapPoint, Rectangle};
use crate::{check_ground, check_troops};

/// Adds every fault between the tables of a file to those found within them.
pub(crate) fn check(battle: &Battle, found: &mut Found) {
    let units = Names::new("unit", battle.units.iter().map(|unit| &unit.id), found);
    let commands = Names::new("command", battle.commands.iter().map(|command| &command.id), found);
    let features = Names::new("feature", battle.features.iter().map(|feature| &feature.id), found);
    let objectives = Names::new("objective", battle.objectives.iter().map(|objective| &objective.id), found);
    let mut checker = Checker { battle, found, units, commands, features, objectives };
    checker.check_ids();
    checker.check_sides();
    check_ground::check(&mut checker);
    check_troops::check(&mut checker);
    checker.check_objectives();
    checker.check_plans();
    checker.check_zones();
    checker.check_mentions();
    checker.check_blocks();
}

/// The ids of one list of tables.
pub(crate) struct Names<'b> {
    list: &'static str,
    index: BTreeMap<&'b str, usize>,
    twice: Vec<(usize, &'b Id)>,
    /// Every id could be read, so that a name not found is a wrong one.
    are_sound: bool,
}

impl<'b> Names<'b> {
    fn new(list: &'static str, ids: impl Iterator<Item = &'b Id>, found: &Found) -> Names<'b> {
        let mut names = Names { list, index: BTreeMap::new(), twice: Vec::new(), are_sound: !found.is_spoilt(list) };
        for (nth, id) in ids.enumerate() {
            if !found.is_sound(&format!("{list}[{nth}].id")) {
                names.are_sound = false;
            } else if names.index.contains_key(id.as_str()) {
                names.twice.push((nth, id));
            } else {
                names.index.insert(id.as_str(), nth);
            }
        }
        names
    }

    /// The place in the list.
    pub(crate) fn find(&self, id: &Id) -> Option<usize> {
        self.index.get(id.as_str()).copied()
    }

    /// The place in the list of that name, or of the one that it was most likely meant to be.
    pub(crate) fn find_nearest(&self, id: &Id) -> Option<usize> {
        self.find(id).or_else(|| self.index.get(nearest(id.as_str(), self.index.keys().copied())?).copied())
    }
}

/// A battle under inspection.
pub(crate) struct Checker<'b> {
    pub(crate) battle: &'b Battle,
    pub(crate) found: &'b mut Found,
    pub(crate) units: Names<'b>,
    pub(crate) commands: Names<'b>,
    pub(crate) features: Names<'b>,
    pub(crate) objectives: Names<'b>,
}

impl<'b> Checker<'b> {
    pub(crate) fn fault(&mut self, path: String, kind: FaultKind, problem: impl Display, expected: impl Display) {
        self.fault_near(path, kind, problem, expected, None);
    }

    fn fault_near(
        &mut self,
        path: String,
        kind: FaultKind,
        problem: impl Display,
        expected: impl Display,
        nearest: Option<String>,
    ) {
        let places = &self.battle.places;
        self.found.push(Fault {
            file: places.file().to_owned(),
            position: places.position(&path),
            path,
            kind,
            problem: problem.to_string(),
            expected: expected.to_string(),
            nearest,
        });
    }

    /// Nothing is wrong so far at or below any of these paths.
    pub(crate) fn are_sound(&self, paths: &[&str]) -> bool {
        paths.iter().all(|path| self.found.is_sound(path))
    }

    /// The table that a name refers to, or a fault that nothing bears it.
    pub(crate) fn refer(&mut self, path: String, id: &Id, names: fn(&Self) -> &Names<'b>) -> Option<usize> {
        let known = names(self);
        let at = known.find(id);
        if at.is_none() && known.are_sound && self.found.is_sound(&path) {
            let near = nearest(id.as_str(), known.index.keys().copied()).map(str::to_owned);
            let problem = format!("no {} is called \"{id}\"", known.list);
            let expected = format!("the id of a {}", known.list);
            self.fault_near(path, FaultKind::NoSuch, problem, expected, near);
        }
        at
    }

    /// Reports a place that lies off the map.
    pub(crate) fn on_map(&mut self, path: String, place: MapPoint) -> bool {
        let on_map = self.battle.map.whole().contains(place);
        let is_known = self.are_sound(&["map.width", "map.height", &path]);
        if !on_map && is_known {
            let map = &self.battle.map;
            let expected = format!("a place from [0, 0] to [{}, {}]", map.width, map.height);
            self.fault(path, FaultKind::Misplaced, format!("{place} lies off the map"), expected);
        }
        on_map && is_known
    }

    /// Reports a rectangle that does not lie wholly on the map.
    fn rectangle_on_map(&mut self, path: String, rectangle: Rectangle) {
        let corner = MapPoint { x: rectangle.x + rectangle.width, y: rectangle.y + rectangle.height };
        if self.on_map(path.clone(), MapPoint { x: rectangle.x, y: rectangle.y }) {
            self.on_map(path, corner);
        }
    }

    /// Reports a table that gives none of its ways to say something, or more than one.
    pub(crate) fn exactly_one(&mut self, path: &str, ways: &[(&str, bool)]) -> bool {
        if ways.iter().any(|(key, _)| !self.found.is_sound(&format!("{path}.{key}"))) {
            return false;
        }
        let given: Vec<&str> = ways.iter().filter(|(_, is_given)| *is_given).map(|(key, _)| *key).collect();
        let keys: Vec<&str> = ways.iter().map(|(key, _)| *key).collect();
        match given.as_slice() {
            [_] => return true,
            [] => {
                let problem = format!("none of {} is given", keys.join(", "));
                self.fault(path.to_owned(), FaultKind::Missing, problem, "exactly one");
            }
            [first, second, ..] => {
                let problem = format!("{first} and {second} are both given");
                let expected = format!("exactly one of {}", keys.join(", "));
                self.fault(format!("{path}.{second}"), FaultKind::Contradiction, problem, expected);
            }
        }
        false
    }

    fn check_ids(&mut self) {
        let lists: [fn(&Self) -> &Names<'b>; 4] = [|c| &c.units, |c| &c.commands, |c| &c.features, |c| &c.objectives];
        for names in lists {
            let (list, twice) = (names(self).list, names(self).twice.clone());
            for (nth, id) in twice {
                let problem = format!("another {list} is called \"{id}\" already");
                self.fault(format!("{list}[{nth}].id"), FaultKind::Duplicate, problem, "an id of its own");
            }
        }
    }

    fn check_sides(&mut self) {
        let sides = &self.battle.sides;
        if sides.red.edge == sides.blue.edge && self.are_sound(&["side.red.edge", "side.blue.edge"]) {
            let problem = format!("both sides have the {} edge behind them", sides.blue.edge);
            self.fault("side.blue.edge".to_owned(), FaultKind::Contradiction, problem, "two different edges");
        }
        for side in Side::BOTH {
            for (nth, hint) in self.battle.side(side).hints.iter().enumerate() {
                if let Some(unit) = &hint.unit {
                    self.refer(format!("side.{side}.hint[{nth}].unit"), unit, |c| &c.units);
                }
            }
        }
        for (nth, change) in self.battle.changes.iter().enumerate() {
            self.within_battle(format!("change[{nth}].minute"), change.minute);
        }
    }

    /// Reports a minute after the end of the battle.
    pub(crate) fn within_battle(&mut self, path: String, minute: u16) {
        let minutes = self.battle.about.minutes;
        if minute > minutes && self.are_sound(&["battle.minutes", &path]) {
            let problem = format!("minute {minute} lies after the end");
            self.fault(path, FaultKind::Contradiction, problem, format!("at most {minutes}, the battle's length"));
        }
    }

    fn check_objectives(&mut self) {
        for (nth, objective) in self.battle.objectives.iter().enumerate() {
            let path = format!("objective[{nth}]");
            let ways = [
                ("at", objective.at.is_some()),
                ("feature", objective.feature.is_some()),
                ("unit", objective.unit.is_some()),
                ("edge", objective.edge.is_some()),
            ];
            let has_place = objective.at.is_some() || objective.feature.is_some();
            let (fits, wants) = match objective.goal {
                Goal::Hold => (has_place, "at or feature"),
                Goal::Take | Goal::Survive | Goal::Break => (objective.unit.is_some(), "unit"),
                Goal::Exit => (has_place || objective.edge.is_some(), "at, feature or edge"),
            };
            if self.exactly_one(&path, &ways) && !fits && self.are_sound(&[&format!("{path}.goal")]) {
                let problem = format!("the goal \"{}\" needs {wants}", objective.goal);
                self.fault(format!("{path}.goal"), FaultKind::Contradiction, problem, "a goal that fits");
            }
            if let Some(place) = objective.at {
                self.on_map(format!("{path}.at"), place);
            }
            if let Some(feature) = &objective.feature {
                self.refer(format!("{path}.feature"), feature, |c| &c.features);
            }
            if let Some(unit) = &objective.unit {
                self.refer(format!("{path}.unit"), unit, |c| &c.units);
            }
        }
    }

    fn check_plans(&mut self) {
        for (nth, plan) in self.battle.plans.iter().enumerate() {
            let path = format!("plan[{nth}]");
            let of = |key: &str| format!("{path}.{key}");
            self.refer(of("command"), &plan.command, |c| &c.commands);
            self.within_battle(of("minute"), plan.minute);
            let earlier = self.battle.plans.iter().take(nth).rev().find(|other| other.command == plan.command);
            if earlier.is_some_and(|earlier| earlier.minute >= plan.minute) && self.are_sound(&[&of("minute")]) {
                let problem = format!("an earlier entry plans for \"{}\" at that minute or later", plan.command);
                self.fault(of("minute"), FaultKind::Contradiction, problem, "the entries of a command in their order");
            }
            if let Some(place) = plan.at {
                self.on_map(of("at"), place);
            }
            if let Some(target) = &plan.target
                && self.objectives.find(target).is_none()
                && self.units.find(target).is_none()
            {
                self.refer(of("target"), target, |c| &c.features);
            }
            let needs_place = plan.task == Task::Attack && plan.target.is_none();
            if plan.at.is_some() == plan.target.is_some() && (plan.at.is_some() || needs_place) {
                self.exactly_one(&path, &[("at", plan.at.is_some()), ("target", plan.target.is_some())]);
            }
        }
    }

    fn check_zones(&mut self) {
        for (nth, zone) in self.battle.zones.iter().enumerate() {
            let path = format!("deploy[{nth}]");
            let ways = [("area", !zone.area.is_empty()), ("rectangle", zone.rectangle.is_some())];
            self.exactly_one(&path, &ways);
            if let Some(rectangle) = zone.rectangle {
                self.rectangle_on_map(format!("{path}.rectangle"), rectangle);
            }
            if !zone.area.is_empty() {
                check_ground::check_area(self, &format!("{path}.area"), &zone.area);
            }
            for (member, command) in zone.commands.iter().enumerate() {
                let path = format!("{path}.commands[{member}]");
                if let Some(at) = self.refer(path.clone(), command, |c| &c.commands) {
                    self.same_side(path, &format!("deploy[{nth}].side"), zone.side, at);
                }
            }
        }
        let is_sound = self.are_sound(&["battle.deployment", "deploy"]);
        if self.battle.about.deployment == Deployment::Zones && is_sound {
            for side in Side::BOTH {
                if !self.battle.zones.iter().any(|zone| zone.side == side) {
                    let problem = format!("{side} has no zone to set up in");
                    let expected = format!("a [[deploy]] with side = \"{side}\"");
                    self.fault("battle.deployment".to_owned(), FaultKind::Contradiction, problem, expected);
                }
            }
        }
    }

    /// Reports something of one side that names a command of the other.
    pub(crate) fn same_side(&mut self, path: String, side_path: &str, side: Side, command: usize) {
        let other = self.battle.commands[command].side;
        if side != other && self.are_sound(&[side_path, &path, &format!("command[{command}].side")]) {
            let problem = format!("\"{}\" is a command of {other}", self.battle.commands[command].id);
            self.fault(path, FaultKind::Contradiction, problem, format!("a command of {side}"));
        }
    }

    /// Names in the lists that only speak about the battle.
    fn check_mentions(&mut self) {
        for (nth, special) in self.battle.specials.iter().enumerate() {
            for (member, unit) in special.units.iter().enumerate() {
                self.refer(format!("special[{nth}].units[{member}]"), unit, |c| &c.units);
            }
        }
        let losses = self.battle.history.iter().flat_map(|history| &history.losses);
        for (nth, loss) in losses.enumerate() {
            let path = format!("history.loss[{nth}].unit");
            let Some(unit) = &loss.unit else { continue };
            let Some(at) = self.refer(path.clone(), unit, |c| &c.units) else { continue };
            let side = self.battle.units[at].side;
            let sides = [&format!("history.loss[{nth}].side")[..], &format!("unit[{at}].side")];
            if side != loss.side && self.are_sound(&sides) {
                let problem = format!("\"{unit}\" is a unit of {side}");
                self.fault(path, FaultKind::Contradiction, problem, format!("a unit of {}", loss.side));
            }
        }
    }

    fn check_blocks(&mut self) {
        for &system in System::ALL {
            let Some(block) = self.battle.block(system) else { continue };
            if let Some(frame) = block.frame {
                self.rectangle_on_map(format!("{system}.frame"), frame);
            }
            for (id, _) in block.units.iter() {
                self.refer(format!("{system}.units.{id}"), id, |c| &c.units);
            }
            for (id, _) in block.commands.iter() {
                self.refer(format!("{system}.commands.{id}"), id, |c| &c.commands);
            }
            for (id, _) in block.features.iter() {
                self.refer(format!("{system}.features.{id}"), id, |c| &c.features);
            }
            for (id, _) in block.objectives.iter() {
                self.refer(format!("{system}.objectives.{id}"), id, |c| &c.objectives);
            }
            for (id, _) in block.sides.iter() {
                if Side::from_word(id.as_str()).is_none() {
                    let near = nearest(id.as_str(), Side::WORDS.iter().copied()).map(str::to_owned);
                    let path = format!("{system}.sides.{id}");
                    self.fault_near(path, FaultKind::NoSuch, format!("\"{id}\" is no side"), "red or blue", near);
                }
            }
        }
    }
}
