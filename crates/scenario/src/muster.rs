use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;

use firelock_core::{Overlay, OverlayFault, RuleSystem, Rulebook, Side};
use serde::Serialize;

use crate::battle::{Arrival, Battle};
use crate::declare::{OneOf, Word};
use crate::fault::{Fault, FaultKind, Faults, Found};
use crate::nearest::nearest;
use crate::system::{Fit, Setting, Settings, System, SystemBlock};

/// A rule system that can turn a battle into the state before its first decision.
pub trait Muster: RuleSystem {
    /// Musters a battle by this system's scale.
    ///
    /// # Errors
    /// Every fault of the battle for this system at once: values outside their range, settings it does not know.
    fn muster(battle: &Battle, book: &Rulebook) -> Result<Mustered<Self::State>, Faults>;
}

/// A battle mustered for one system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mustered<S> {
    /// The state before the first decision.
    pub state: S,
    /// Where each value of the rosters came from.
    pub report: Vec<MusterLine>,
}

/// A value with the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived<T> {
    /// The value.
    pub value: T,
    /// Where it came from: "men 612 / 40 = 15 stands".
    pub source: String,
}

impl<T> Derived<T> {
    /// A value and where it came from.
    pub fn new(value: T, source: impl Into<String>) -> Derived<T> {
        Derived { value, source: source.into() }
    }
}

impl Derived<i64> {
    /// So many parts of `per` in a whole, halves up: `Derived::share("men", 612, 40, "stands")` is 15 stands.
    pub fn share(what: &str, whole: u32, per: u32, parts: &str) -> Derived<i64> {
        let value = divide(i64::from(whole), i64::from(per.max(1)));
        Derived { value, source: format!("{what} {whole} / {per} = {value} {parts}") }
    }
}

/// The quotient rounded to the nearest whole number, halves up; `per` is more than nothing.
pub fn divide(whole: i64, per: i64) -> i64 {
    (2 * whole + per).div_euclid(2 * per)
}

/// What a roster value belongs to, by its place in the battle's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A unit.
    Unit(usize),
    /// A command.
    Command(usize),
    /// A feature.
    Feature(usize),
    /// An objective.
    Objective(usize),
    /// A side.
    Side(Side),
}

/// One line of the muster: whose value, which, how much, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterLine {
    /// The id of the unit, command, feature, objective or side.
    pub id: String,
    /// The field, in the system's word.
    pub field: &'static str,
    /// Its value.
    pub value: String,
    /// Where it came from.
    pub source: String,
}

impl fmt::Display for MusterLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}: {}", self.id, self.field, self.value, self.source)
    }
}

/// Writes the rolls of a battle for one system.
///
/// Each value is asked for with what the system would derive; the file's setting for this system goes before it. The
/// clerk checks ranges, keeps the report, gathers the faults, and at the end reports settings that nobody asked for.
#[derive(Debug)]
pub struct Clerk<'b> {
    battle: &'b Battle,
    system: System,
    block: Option<&'b SystemBlock>,
    found: Found,
    report: Vec<MusterLine>,
    asked: BTreeMap<&'static str, BTreeSet<&'static str>>,
    used: BTreeSet<String>,
}

impl<'b> Clerk<'b> {
    /// A clerk with an empty roll.
    pub fn new(battle: &'b Battle, system: System) -> Clerk<'b> {
        let block = battle.block(system);
        Clerk {
            battle,
            system,
            block,
            found: Found::default(),
            report: Vec::new(),
            asked: BTreeMap::new(),
            used: BTreeSet::new(),
        }
    }

    /// A whole number: the file's setting, else the derived one. Outside its range it is a fault, or, where the file
    /// says `fit = "clamp"`, the nearest end of it. `key` is what of the subject it was derived from.
    pub fn whole(
        &mut self,
        subject: Subject,
        field: &'static str,
        key: &str,
        range: RangeInclusive<i64>,
        derived: Derived<i64>,
    ) -> i64 {
        let (least, most) = (*range.start(), *range.end());
        let mut given = match self.setting(subject, field) {
            None => derived,
            Some((Setting::Whole(value), _)) if range.contains(value) => Derived::new(*value, from_file(self.system)),
            Some((Setting::Whole(value), path)) => {
                let problem = format!("{field} {value} is out of range");
                self.fault(path, FaultKind::OutOfRange, problem, format!("{least} to {most}"));
                return least;
            }
            Some((_, path)) => {
                let expected = format!("a whole number from {least} to {most}");
                self.fault(path, FaultKind::WrongType, format!("{field} is a number"), expected);
                return least;
            }
        };
        if !range.contains(&given.value) {
            let nearest_end = given.value.clamp(least, most);
            if self.block.is_some_and(|block| block.fit == Fit::Clamp) {
                given.source = format!("{}, set to {nearest_end} (from {least} to {most})", given.source);
            } else {
                let problem = format!("{field} would be {} ({})", given.value, given.source);
                let expected = format!("{least} to {most}, a setting for {}, or fit = \"clamp\"", self.system);
                let path = format!("{}.{key}", self.path(subject));
                self.fault(path, FaultKind::OutOfRange, problem, expected);
            }
            given.value = nearest_end;
        }
        self.note(subject, field, given.value, given.source);
        given.value
    }

    /// A word: the file's setting, else the derived one.
    pub fn word<T: Word>(&mut self, subject: Subject, field: &'static str, derived: Derived<T>) -> T {
        let given = match self.setting(subject, field) {
            None => derived,
            Some((Setting::Text(word), path)) => match T::from_word(word) {
                Some(value) => Derived::new(value, from_file(self.system)),
                None => {
                    self.unknown_word::<T>(path, word);
                    derived
                }
            },
            Some((_, path)) => {
                self.fault(path, FaultKind::WrongType, format!("{field} is a word"), OneOf(T::WORDS));
                derived
            }
        };
        self.note(subject, field, given.value.word(), given.source);
        given.value
    }

    /// Several words: the file's setting, else the derived ones.
    pub fn words<T: Word>(&mut self, subject: Subject, field: &'static str, derived: Derived<Vec<T>>) -> Vec<T> {
        let given = match self.setting(subject, field) {
            None => derived,
            Some((Setting::Texts(words), path)) => {
                let mut values = Vec::new();
                for word in words {
                    match T::from_word(word) {
                        Some(value) => values.push(value),
                        None => self.unknown_word::<T>(path.clone(), word),
                    }
                }
                Derived::new(values, from_file(self.system))
            }
            Some((_, path)) => {
                self.fault(path, FaultKind::WrongType, format!("{field} is a list of words"), OneOf(T::WORDS));
                derived
            }
        };
        let words: Vec<&str> = given.value.iter().map(|value| value.word()).collect();
        let shown = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
        self.note(subject, field, shown, given.source);
        given.value
    }

    /// Yes or no: the file's setting, else the derived answer.
    pub fn flag(&mut self, subject: Subject, field: &'static str, derived: Derived<bool>) -> bool {
        let given = match self.setting(subject, field) {
            None => derived,
            Some((&Setting::Flag(value), _)) => Derived::new(value, from_file(self.system)),
            Some((_, path)) => {
                self.fault(path, FaultKind::WrongType, format!("{field} is yes or no"), "true or false");
                derived
            }
        };
        self.note(subject, field, if given.value { "yes" } else { "no" }, given.source);
        given.value
    }

    /// How many turns are played: the block's number, the battle's, its minutes by the system's turn, or the default of
    /// a system whose turns have no length.
    pub fn turns(&mut self, default: u16) -> u16 {
        let minutes = self.battle.about.minutes;
        let given = match (self.block.and_then(|block| block.turns), self.battle.about.turns) {
            (Some(turns), _) => Derived::new(i64::from(turns), from_file(self.system)),
            (None, Some(turns)) => Derived::new(i64::from(turns), "the battle's number of turns"),
            (None, None) => match self.system.minutes_per_turn() {
                Some(per) => Derived::share("minutes", minutes.into(), per.into(), "turns"),
                None => Derived::new(i64::from(default), format!("the usual length in {}", self.system)),
            },
        };
        let turns = given.value.clamp(1, 100);
        let line = MusterLine {
            id: self.battle.about.id.to_string(),
            field: "turns",
            value: turns.to_string(),
            source: given.source,
        };
        self.report.push(line);
        turns as u16
    }

    /// The turn in which troops arrive, in a game of so many turns: the file's turn, or the one in which their minute
    /// falls when the battle's minutes are spread evenly over the turns; never before the second.
    pub fn turn_of(&self, arrival: &Arrival, turns: u16) -> u16 {
        let minutes = u32::from(self.battle.about.minutes.max(1));
        match (arrival.turn, arrival.minute) {
            (Some(turn), _) => turn,
            (None, Some(minute)) => (1 + u32::from(minute) * u32::from(turns) / minutes).clamp(2, 200) as u16,
            (None, None) => 2,
        }
    }

    /// Reports something wrong with the value at a path of the battle.
    pub fn fault(
        &mut self,
        path: impl Into<String>,
        kind: FaultKind,
        problem: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        self.push(path.into(), kind, problem.to_string(), expected.to_string(), None);
    }

    /// The path of a subject in its file: `unit[3]`.
    pub fn path(&self, subject: Subject) -> String {
        match subject {
            Subject::Unit(nth) => format!("unit[{nth}]"),
            Subject::Command(nth) => format!("command[{nth}]"),
            Subject::Feature(nth) => format!("feature[{nth}]"),
            Subject::Objective(nth) => format!("objective[{nth}]"),
            Subject::Side(side) => format!("side.{side}"),
        }
    }

    /// The report.
    ///
    /// # Errors
    /// Every fault that was met, and every setting of the file that nobody asked for.
    pub fn finish(mut self) -> Result<Vec<MusterLine>, Faults> {
        let groups = self.block.map(|block| {
            [
                ("units", &block.units),
                ("commands", &block.commands),
                ("features", &block.features),
                ("objectives", &block.objectives),
                ("sides", &block.sides),
            ]
        });
        for (group, overrides) in groups.into_iter().flatten() {
            for (id, settings) in overrides.iter() {
                for (field, _) in settings.iter() {
                    self.report_unused(group, id.as_str(), settings, field);
                }
            }
        }
        if self.found.is_empty() { Ok(self.report) } else { Err(self.found.into_faults()) }
    }

    fn report_unused(&mut self, group: &'static str, id: &str, settings: &Settings, field: &str) {
        let path = settings.path(field);
        if self.used.contains(&path) {
            return;
        }
        let known: Vec<&str> = self.asked.get(group).into_iter().flatten().copied().collect();
        if known.contains(&field) {
            let problem = format!("{field} means nothing for \"{id}\"");
            return self.push(path, FaultKind::Contradiction, problem, String::new(), None);
        }
        let problem = format!("{} knows no {field} of {group}", self.system);
        let near = nearest(field, known.iter().copied()).map(str::to_owned);
        self.push(path, FaultKind::UnknownKey, problem, OneOf(&known).to_string(), near);
    }

    fn unknown_word<T: Word>(&mut self, path: String, word: &str) {
        let near = nearest(word, T::WORDS.iter().copied()).map(str::to_owned);
        let problem = format!("{word:?} is no {}", T::NOUN);
        self.push(path, FaultKind::UnknownWord, problem, OneOf(T::WORDS).to_string(), near);
    }

    fn push(&mut self, path: String, kind: FaultKind, problem: String, expected: String, nearest: Option<String>) {
        let places = &self.battle.places;
        let (file, position) = (places.file().to_owned(), places.position(&path));
        self.found.push(Fault { file, position, path, kind, problem, expected, nearest });
    }

    fn note(&mut self, subject: Subject, field: &'static str, value: impl fmt::Display, source: String) {
        let id = self.id(subject);
        self.report.push(MusterLine { id, field, value: value.to_string(), source });
    }

    fn id(&self, subject: Subject) -> String {
        match subject {
            Subject::Unit(nth) => self.battle.units[nth].id.to_string(),
            Subject::Command(nth) => self.battle.commands[nth].id.to_string(),
            Subject::Feature(nth) => self.battle.features[nth].id.to_string(),
            Subject::Objective(nth) => self.battle.objectives[nth].id.to_string(),
            Subject::Side(side) => side.to_string(),
        }
    }

    /// What the file sets for this field, and where.
    fn setting(&mut self, subject: Subject, field: &'static str) -> Option<(&'b Setting, String)> {
        let group = match subject {
            Subject::Unit(_) => "units",
            Subject::Command(_) => "commands",
            Subject::Feature(_) => "features",
            Subject::Objective(_) => "objectives",
            Subject::Side(_) => "sides",
        };
        self.asked.entry(group).or_default().insert(field);
        let block = self.block?;
        let overrides = match subject {
            Subject::Unit(_) => &block.units,
            Subject::Command(_) => &block.commands,
            Subject::Feature(_) => &block.features,
            Subject::Objective(_) => &block.objectives,
            Subject::Side(_) => &block.sides,
        };
        let settings = overrides.get(&self.id(subject))?;
        let setting = settings.get(field)?;
        let path = settings.path(field);
        self.used.insert(path.clone());
        Some((setting, path))
    }
}

fn from_file(system: System) -> String {
    format!("set in the battle file for {system}")
}

impl Battle {
    /// The optional rules that the battle wants for a system, as an overlay of its rulebook.
    pub fn overlay(&self, system: System) -> Overlay {
        let switches = self.block(system).into_iter().flat_map(|block| block.switches.iter());
        let word = |setting: &Setting| match setting {
            Setting::Whole(number) => number.to_string(),
            Setting::Flag(true) => "on".to_owned(),
            Setting::Flag(false) => "off".to_owned(),
            Setting::Text(word) => word.clone(),
            Setting::Texts(words) => words.join(" "),
        };
        let switches = switches.map(|(name, setting)| (name.to_owned(), word(setting))).collect();
        Overlay { switches, ..Overlay::default() }
    }

    /// The rulebook of a system for this battle: the printed rules, the optional rules that the battle wants, and house rules
    /// on top of both.
    ///
    /// # Errors
    /// All that is wrong with the optional rules or the house rules.
    pub fn book<S: Muster>(&self, house: Overlay) -> Result<Rulebook, OverlayFault> {
        let mut overlay = System::from_word(S::NAME).map(|system| self.overlay(system)).unwrap_or_default();
        overlay.switches.extend(house.switches);
        overlay.cells.extend(house.cells);
        overlay.groups.extend(house.groups);
        Rulebook::with_overlay(S::charts(), S::switches(), overlay)
    }
}
