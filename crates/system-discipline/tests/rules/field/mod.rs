//! Small battles written in a few lines, mustered and played by hand. Lengths are yards.
//!
//! ```text
//! table 720 480
//! battle turns=3 weather="rain"
//! switch fd_chits=on
//! ground wood light-woods area 100,100 200,100 200,200 name="Long Wood" | cover=protective
//! ground lane road line 0,50 480,50
//! red leader webb at 120,80
//! red infantry foot at 120,100 facing 0 command="webb" | stands=6 rating=3
//! blue artillery guns at 120,300 facing 180 guns=[{number=2,pounds=6}]
//! objective mill feature="mill" holder="blue"
//! arrival turn=2 at 240,0 units=late
//! zone red 0,0 480,120
//! ```
//!
//! What stands before the bar are keys of a battle file, as they are written there; after it come settings for this system.
//! A unit without `command` belongs to the first leader of its side, or to the general who is added where a side has none; one without
//! `order` is told to hold. Foot has five stands of six castings, horse four of three.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::VecDeque;
use std::fmt::Write as _;

use firelock_core::{Dice, Halt, Refusal, Roll, Rolled, RuleSystem, Rulebook, Side, Taken, carry_out, fall};
use firelock_discipline::Discipline;
use firelock_discipline::charts::{CHARTS, SWITCHES};
use firelock_discipline::command::{Command, Maneuver};
use firelock_discipline::event::{Event, fold};
use firelock_discipline::state::{BodyId, CommanderId, State, Turn, UnitNo, ZoneId};
use firelock_scenario::{Battle, Faults, Muster, MusterLine, Mustered, System};
use firelock_table::{Angle, FeatureId, Length, Point, Pose};
use firelock_testkit::lines::{self, number, pairs};

/// A battle in progress.
pub(crate) struct Field {
    /// The game as it stands.
    pub(crate) state: State,
    /// Where the roster values came from.
    pub(crate) report: Vec<MusterLine>,
    /// Who wins the initiative.
    pub(crate) active: Side,
}

/// A length in yards, at the inch scale.
pub(crate) fn yards(yards: f64) -> Length {
    Length::grid((yards * 254.0).round() as i32)
}

/// A place in yards.
pub(crate) fn at(x: f64, y: f64) -> Point {
    Point::new(yards(x).get(), yards(y).get())
}

/// A place in yards and a facing in degrees.
pub(crate) fn pose(x: f64, y: f64, facing: i32) -> Pose {
    Pose::new(at(x, y), Angle::degrees(facing))
}

/// A turn by so many degrees, to the right where positive.
pub(crate) fn by(degrees: i32) -> Turn {
    Turn::By(Angle::degrees(degrees))
}

/// Musters a battle written in lines, or tells its faults.
pub(crate) fn muster(text: &str) -> Result<Mustered<State>, Faults> {
    let toml = battle_file(text);
    let battle = Battle::read("field", &toml).unwrap_or_else(|faults| panic!("{faults}\n{toml}"));
    let book = Rulebook::with_overlay(CHARTS, SWITCHES, battle.overlay(System::Discipline)).expect("known switches");
    Discipline::muster(&battle, &book)
}

/// A battle written in lines, mustered.
pub(crate) fn field(text: &str) -> Field {
    let Mustered { state, report } = muster(text).unwrap_or_else(|faults| panic!("{faults}\n{}", battle_file(text)));
    Field { state, report, active: Side::Red }
}

/// Faces in order; the initiative goes to a side by itself.
struct Script {
    faces: VecDeque<i16>,
    active: Side,
}

impl Dice for Script {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        let mut own = match (roll.label, self.active) {
            ("initiative", Side::Red) => VecDeque::from([10, 1]),
            ("initiative", Side::Blue) => VecDeque::from([1, 10]),
            _ => VecDeque::new(),
        };
        fall(roll, &mut |_| {
            own.pop_front().or_else(|| self.faces.pop_front()).ok_or_else(|| Halt::NeedRoll(Box::new(roll.clone())))
        })
    }
}

impl Field {
    /// The unit of that id.
    pub(crate) fn unit(&self, id: &str) -> UnitNo {
        let nth = self.state.stage.roster.iter().position(|roster| roster.id == id);
        UnitNo(nth.unwrap_or_else(|| panic!("no unit {id}")) as u16)
    }

    /// The main body of the unit of that id.
    pub(crate) fn body(&self, id: &str) -> BodyId {
        self.state.main_body(self.unit(id)).unwrap_or_else(|| panic!("{id} has no body on the table"))
    }

    /// The first body of the unit of that id, on the table or not.
    pub(crate) fn body_anywhere(&self, id: &str) -> BodyId {
        let unit = self.unit(id);
        let mut bodies = self.state.all_bodies().filter(|(_, body)| body.unit == unit);
        bodies.next().unwrap_or_else(|| panic!("{id} has no body")).0
    }

    /// The commander of that id.
    pub(crate) fn commander(&self, id: &str) -> CommanderId {
        let nth = self.state.stage.officers.iter().position(|officer| officer.id == id);
        CommanderId(nth.unwrap_or_else(|| panic!("no commander {id}")) as u8)
    }

    /// The zone of that name.
    pub(crate) fn zone(&self, name: &str) -> ZoneId {
        let nth = self.state.stage.zones.iter().position(|zone| zone.name == name);
        ZoneId(nth.unwrap_or_else(|| panic!("no zone {name}")) as u8)
    }

    /// The feature of that name.
    pub(crate) fn feature(&self, name: &str) -> FeatureId {
        let nth = self.state.stage.land.iter().position(|land| land.name == name);
        FeatureId(nth.unwrap_or_else(|| panic!("no feature {name}")) as u16)
    }

    /// What is asked now, and of whom.
    pub(crate) fn prompts(&self) -> Vec<(Side, &'static str)> {
        Discipline::decision(&self.state).asks.iter().map(|ask| (ask.side, ask.prompt)).collect()
    }

    /// Judges a command.
    pub(crate) fn check(&self, side: Side, command: &Command) -> Result<(), Refusal> {
        Discipline::check(&self.state, side, command)
    }

    /// The clause that refuses a command.
    pub(crate) fn refused(&self, side: Side, command: &Command) -> String {
        match self.check(side, command) {
            Ok(()) => panic!("{command:?} should be refused"),
            Err(refusal) => refusal.clause.to_string(),
        }
    }

    /// Plays a command with these faces; all must be used. Tells what happened, bookkeeping and steps left out.
    pub(crate) fn play(&mut self, side: Side, command: &Command, faces: &[i16]) -> Vec<String> {
        let mut dice = Script { faces: faces.iter().copied().collect(), active: self.active };
        let (after, taken) = match carry_out::<Discipline>(&self.state, side, command, &mut dice) {
            Ok(done) => done,
            Err(Halt::NeedRoll(roll)) => panic!("{command:?} wants {} for {}", roll.in_words(), roll.label),
            Err(halt) => panic!("{command:?}: {halt}"),
        };
        assert!(dice.faces.is_empty(), "faces left over: {:?}, {:?}", dice.faces, told(&self.state, &taken));
        let told = told(&self.state, &taken);
        self.state = after;
        told
    }

    /// Plays a command if it uses exactly these faces; else nothing happens.
    pub(crate) fn plays(&mut self, side: Side, command: &Command, faces: &[i16]) -> Option<Vec<String>> {
        let mut dice = Script { faces: faces.iter().copied().collect(), active: self.active };
        let (after, taken) = carry_out::<Discipline>(&self.state, side, command, &mut dice).ok()?;
        if !dice.faces.is_empty() {
            return None;
        }
        let told = told(&self.state, &taken);
        self.state = after;
        Some(told)
    }

    /// Ends a step for a side, if it is still asked.
    pub(crate) fn ends(&mut self, side: Side, prompt: &str) {
        if self.prompts().iter().any(|(own, words)| *own == side && *words == prompt) {
            self.done(side, &[]);
        }
    }

    /// What would be asked first after a command; nothing if it wants dice or ends the battle.
    pub(crate) fn tries(&mut self, side: Side, command: &Command) -> Option<&'static str> {
        self.plays(side, command, &[])?;
        self.prompts().first().map(|(_, words)| *words)
    }

    /// Says "done" for a side, with these faces.
    pub(crate) fn done(&mut self, side: Side, faces: &[i16]) -> Vec<String> {
        self.play(side, &Command::Done, faces)
    }

    /// Says "done" for everyone until a side is asked something.
    pub(crate) fn to(&mut self, side: Side, prompt: &str) {
        for _ in 0..400 {
            let now = self.prompts();
            if now.iter().any(|(own, words)| *own == side && *words == prompt) {
                return;
            }
            let (own, _) = *now.first().unwrap_or_else(|| panic!("the battle is over"));
            self.done(own, &[]);
        }
        panic!("{side} is never asked to {prompt}");
    }

    /// Says "done" for everyone until a new turn has begun.
    pub(crate) fn until_turn(&mut self, turn: u16) {
        for _ in 0..400 {
            if self.state.turn >= turn {
                return;
            }
            let (own, _) = *self.prompts().first().unwrap_or_else(|| panic!("the battle is over"));
            self.done(own, &[]);
        }
        panic!("turn {turn} never comes");
    }

    /// Takes all directives away: nobody has a duty or a place to hold.
    pub(crate) fn free(mut self) -> Field {
        self.state.units.iter_mut().for_each(|unit| unit.mission = None);
        self
    }

    /// Lets something happen outside the rules, to set a scene.
    pub(crate) fn happen(&mut self, event: Event) {
        fold(&mut self.state, &event);
    }

    /// Where the middle of a unit's front stands, in yards, and its facing in degrees.
    pub(crate) fn stands_at(&self, id: &str) -> (f64, f64, i32) {
        place_of(&self.state, self.body(id))
    }

    /// A move of a unit's main body.
    pub(crate) fn maneuver(&self, id: &str, maneuver: Maneuver) -> Command {
        Command::Move { body: self.body(id), maneuver }
    }

    /// Straight ahead.
    pub(crate) fn ahead(&self, id: &str, by: f64) -> Command {
        self.maneuver(id, Maneuver::Ahead(yards(by)))
    }

    /// A facing change of a unit's main body.
    pub(crate) fn face(&self, id: &str, turn: Turn) -> Command {
        Command::Face { body: self.body(id), turn }
    }
}

/// Where the middle of a body's front stands, in yards to a tenth, and its facing in degrees.
pub(crate) fn place_of(state: &State, id: BodyId) -> (f64, f64, i32) {
    let pose = state.body(id).pose().expect("on the table");
    let tenths = |value: i32| (f64::from(value) / 25.4).round() / 10.0;
    (tenths(pose.at.x), tenths(pose.at.y), pose.facing.get() / 100)
}

/// Events in sentences, the silent ones and the mere beginnings of steps left out.
fn told(before: &State, taken: &[Taken<Event>]) -> Vec<String> {
    let mut state = before.clone();
    let mut told = Vec::new();
    for taken in taken {
        if let Taken::Event(event) = taken {
            if !matches!(event, Event::StepBegan { .. } | Event::SideDone(_) | Event::Active(_)) {
                told.extend(Some(Discipline::tell(&state, event)).filter(|words| !words.is_empty()));
            }
            fold(&mut state, event);
        }
    }
    told
}

/// Places are yards already.
const SCALE: f64 = 1.0;

/// The lines as a battle file.
pub(crate) fn battle_file(text: &str) -> String {
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let find = |head: &'static str| lines.iter().copied().filter(move |line| line.split(' ').next() == Some(head));
    let size: Vec<f64> = find("table").flat_map(|line| line.split(' ').skip(1)).map(number).collect();
    let (width, depth) = (size.first().copied().unwrap_or(720.0), size.get(1).copied().unwrap_or(480.0));
    let mut keys = vec![
        ("id", "\"field\""),
        ("name", "\"Field\""),
        ("date", "1708-05-01"),
        ("place", "\"nowhere\""),
        ("minutes", "60"),
        ("turns", "6"),
        ("first", "\"red\""),
        ("attacker", "\"red\""),
    ];
    let said: Vec<(&str, &str)> =
        find("battle").flat_map(|line| pairs(line.split_once(' ').map_or("", |(_, rest)| rest))).collect();
    keys.retain(|(key, _)| said.iter().all(|(other, _)| other != key));
    let mut file = String::from("[battle]\n");
    for (key, value) in keys.iter().chain(&said) {
        writeln!(file, "{key} = {value}").expect("text");
    }
    for (side, name, edge) in [("red", "Reds", "south"), ("blue", "Blues", "north")] {
        write!(file, "[side.{side}]\nname = \"{name}\"\nnations = [\"france\"]\nedge = \"{edge}\"\n").expect("text");
    }
    writeln!(file, "[map]\nwidth = {}\nheight = {}", width * SCALE, depth * SCALE).expect("text");
    let mut settings = String::new();
    for (side, home) in [("red", 10.0), ("blue", depth - 10.0)] {
        let general = find(side).find(|line| line.contains(" leader ") && line.contains("rank=\"army\""));
        if general.is_none() {
            writeln!(
                file,
                "[[command]]\nid = \"{side}-general\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [{}, {}]",
                10.0 * SCALE,
                home * SCALE
            )
            .expect("text");
        }
        find(side).filter(|line| line.contains(" leader ")).for_each(|line| command(line, &mut file, &mut settings));
        let first = find(side).find_map(|line| line.split(" leader ").nth(1)).and_then(|rest| rest.split(' ').next());
        let first = first.map_or(format!("{side}-general"), str::to_string);
        find(side)
            .filter(|line| !line.contains(" leader "))
            .for_each(|line| unit(line, &first, &mut file, &mut settings));
    }
    find("ground").for_each(|line| ground(line, &mut file, &mut settings));
    find("objective").for_each(|line| objective(line, &mut file, &mut settings));
    find("arrival").for_each(|line| arrival(line, &mut file));
    find("zone").for_each(|line| zone(line, &mut file));
    for line in find("side") {
        let (head, set) = line.split_once('|').expect("side red | usual_zone=true");
        override_of("sides", head.split(' ').nth(1).expect("a side"), set, &mut settings);
    }
    let switches: Vec<(&str, &str)> =
        find("switch").flat_map(|line| pairs(line.split_once(' ').map_or("", |(_, rest)| rest))).collect();
    if !switches.is_empty() {
        writeln!(settings, "[discipline.switches]").expect("text");
        switches.iter().for_each(|(name, word)| writeln!(settings, "{name} = \"{word}\"").expect("text"));
    }
    file + &settings
}

/// `12,8` in yards.
fn place(word: &str) -> String {
    lines::place(word, SCALE)
}

fn keys(text: &str, file: &mut String) {
    file.push_str(&lines::keys(text));
}

/// Settings for this system: words are quoted, numbers and flags are not.
fn override_of(group: &str, id: &str, text: &str, settings: &mut String) {
    let pairs = pairs(text);
    if pairs.is_empty() {
        return;
    }
    writeln!(settings, "[discipline.{group}.{id}]").expect("text");
    for (key, value) in pairs {
        let plain = value.parse::<i64>().is_ok() || value == "true" || value == "false";
        let value = if plain { value.to_string() } else { format!("\"{value}\"") };
        writeln!(settings, "{key} = {value}").expect("text");
    }
}

fn command(line: &str, file: &mut String, settings: &mut String) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let words: Vec<&str> = battle.split_whitespace().collect();
    let (side, id) = (words[0], words[2]);
    writeln!(file, "[[command]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"{side}\"\nleader = \"{id}\"").expect("text");
    if let Some(at) = words.iter().position(|word| *word == "at") {
        writeln!(file, "at = {}", place(words[at + 1])).expect("text");
    }
    keys(battle, file);
    override_of("commands", id, set, settings);
}

fn unit(line: &str, first: &str, file: &mut String, settings: &mut String) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let words: Vec<&str> = battle.split_whitespace().collect();
    let (side, arm, id) = (words[0], words[1], words[2]);
    writeln!(file, "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"{side}\"\narm = \"{arm}\"").expect("text");
    let said = pairs(battle);
    let has = |key: &str| said.iter().any(|(known, _)| *known == key);
    let defaults = [
        ("command", format!("\"{first}\"")),
        ("men", men_of(arm).to_string()),
        ("training", "\"trained\"".to_string()),
        ("order", "{ kind = \"hold\" }".to_string()),
    ];
    for (key, value) in defaults.iter().filter(|(key, _)| !has(key)) {
        writeln!(file, "{key} = {value}").expect("text");
    }
    if arm == "artillery" && !has("guns") {
        writeln!(file, "guns = [{{ number = 2, pounds = 6 }}]").expect("text");
    }
    let after = |word: &str| words.iter().position(|known| *known == word).map(|at| words[at + 1]);
    if let Some(at) = after("at") {
        writeln!(file, "at = {}", place(at)).expect("text");
    }
    if let Some(facing) = after("facing") {
        writeln!(file, "facing = {facing}").expect("text");
    }
    keys(battle, file);
    override_of("units", id, set, settings);
}

/// Five stands of six castings of foot, four of three of horse.
fn men_of(arm: &str) -> u32 {
    match arm {
        "infantry" => 300,
        "cavalry" | "dragoons" => 120,
        _ => 8,
    }
}

fn ground(line: &str, file: &mut String, settings: &mut String) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let (id, feature) = lines::feature(battle, SCALE);
    file.push_str(&feature);
    override_of("features", id, set, settings);
}

fn objective(line: &str, file: &mut String, settings: &mut String) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let words: Vec<&str> = battle.split_whitespace().collect();
    writeln!(file, "[[objective]]\nid = \"{0}\"\nname = \"{0}\"", words[1]).expect("text");
    if let Some(at) = words.iter().position(|word| *word == "at") {
        writeln!(file, "at = {}", place(words[at + 1])).expect("text");
    }
    keys(battle, file);
    override_of("objectives", words[1], set, settings);
}

fn arrival(line: &str, file: &mut String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    writeln!(file, "[[arrival]]").expect("text");
    let at = words.iter().position(|word| *word == "at").expect("an arrival has a place");
    writeln!(file, "at = {}", place(words[at + 1])).expect("text");
    for (key, value) in pairs(line) {
        match key {
            "units" | "commands" => {
                let ids: Vec<String> = value.split(',').map(|id| format!("\"{id}\"")).collect();
                writeln!(file, "{key} = [{}]", ids.join(", "))
            }
            "to" => writeln!(file, "to = {}", place(value)),
            _ => writeln!(file, "{key} = {value}"),
        }
        .expect("text");
    }
}

fn zone(line: &str, file: &mut String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let corner = |word: &str| {
        let (x, y) = word.split_once(',').expect("a place");
        (number(x), number(y))
    };
    let ((x, y), (east, north)) = (corner(words[2]), corner(words[3]));
    let rectangle = [x, y, east - x, north - y].map(|inches| format!("{:.1}", inches * SCALE)).join(", ");
    writeln!(file, "[[deploy]]\nside = \"{}\"\nrectangle = [{rectangle}]", words[1]).expect("text");
    if let Some((_, value)) = pairs(line).into_iter().find(|(key, _)| *key == "commands") {
        let ids: Vec<String> = value.split(',').map(|id| format!("\"{id}\"")).collect();
        writeln!(file, "commands = [{}]", ids.join(", ")).expect("text");
    }
}
