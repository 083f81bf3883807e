//! Small battles written in a few lines, mustered and played by hand. Lengths are inches.
//!
//! ```text
//! table 48 36
//! battle turns=3 weather="rain"
//! switch change_front=on
//! ground wood light-woods area 10,10 20,10 20,20 name="Long Wood" | cover=full
//! ground lane road line 0,5 48,5
//! red leader howe at 12,8 skill="gallant"
//! red infantry foot at 12,10 facing 0 command="howe" | stands=8 experience=elite traits=militia,marksmen
//! blue artillery guns at 12,30 facing 180 guns=[{number=4,pounds=6}]
//! objective hill at 24,18 holder="blue"
//! arrival turn=2 at 24,0 units=late
//! zone red 0,0 48,12
//! side blue | heavy_level=3
//! ```
//!
//! What stands before the bar are keys of a battle file, as they are written there; after it come settings for this system.
//! Commands: a unit without `command` belongs to the first leader of its side, or to the general who is added where a side has none.

use std::fmt::Write as _;

use firelock_core::{Given, Halt, Refusal, RuleSystem, Rulebook, Side, Taken, UnitId, carry_out};
use firelock_regimental::Regimental;
use firelock_regimental::charts::{CHARTS, SWITCHES};
use firelock_regimental::command::Command;
use firelock_regimental::event::{Event, fold};
use firelock_regimental::state::{LeaderId, State};
use firelock_scenario::{Battle, Faults, Muster, MusterLine, Mustered, System};
use firelock_table::{Angle, Point, Pose};
use firelock_testkit::lines::{self, number, pairs};

/// A battle in progress.
pub(crate) struct Field {
    /// The game as it stands.
    pub(crate) state: State,
    /// Where the roster values came from.
    pub(crate) report: Vec<MusterLine>,
}

/// A place in inches.
pub(crate) fn at(x: f64, y: f64) -> Point {
    Point::new((x * 2540.0).round() as i32, (y * 2540.0).round() as i32)
}

/// A place in inches and a facing in degrees.
pub(crate) fn pose(x: f64, y: f64, facing: i32) -> Pose {
    Pose::new(at(x, y), Angle::degrees(facing))
}

/// Musters a battle written in lines, or tells its faults.
pub(crate) fn muster(text: &str) -> Result<Mustered<State>, Faults> {
    let toml = battle_file(text);
    let battle = Battle::read("field", &toml).unwrap_or_else(|faults| panic!("{faults}\n{toml}"));
    let book = Rulebook::with_overlay(CHARTS, SWITCHES, battle.overlay(System::Regimental)).expect("known switches");
    Regimental::muster(&battle, &book)
}

/// A battle written in lines, mustered.
pub(crate) fn field(text: &str) -> Field {
    let Mustered { state, report } = muster(text).unwrap_or_else(|faults| panic!("{faults}\n{}", battle_file(text)));
    Field { state, report }
}

impl Field {
    /// The unit of that id.
    pub(crate) fn unit(&self, id: &str) -> UnitId {
        let nth = self.state.stage.roster.iter().position(|roster| roster.id == id);
        UnitId(nth.unwrap_or_else(|| panic!("no unit {id}")) as u16)
    }

    /// The leader of that id.
    pub(crate) fn leader(&self, id: &str) -> LeaderId {
        let nth = self.state.stage.officers.iter().position(|officer| officer.id == id);
        LeaderId(nth.unwrap_or_else(|| panic!("no leader {id}")) as u8)
    }

    /// Who is asked now.
    pub(crate) fn asked(&self) -> Side {
        Regimental::decision(&self.state).asks.first().expect("the game goes on").side
    }

    /// What is asked now.
    pub(crate) fn prompt(&self) -> &'static str {
        Regimental::decision(&self.state).asks.first().map_or("nothing", |ask| ask.prompt)
    }

    /// Judges a command of the side that is asked.
    pub(crate) fn check(&self, command: &Command) -> Result<(), Refusal> {
        Regimental::check(&self.state, self.asked(), command)
    }

    /// Why a command is refused, with its clause.
    pub(crate) fn refused(&self, command: &Command) -> String {
        self.check(command).expect_err("it should be refused").to_string()
    }

    /// Plays a command with these faces; all must be used. Tells what happened.
    pub(crate) fn play(&mut self, command: &Command, faces: &[i16]) -> Vec<String> {
        let mut dice = Given::new(faces.iter().copied());
        let (after, taken) = match carry_out::<Regimental>(&self.state, self.asked(), command, &mut dice) {
            Ok(done) => done,
            Err(Halt::NeedRoll(roll)) => panic!("{command:?} wants {} for {}", roll.in_words(), roll.label),
            Err(halt) => panic!("{command:?}: {halt}"),
        };
        assert_eq!(dice.left(), 0, "faces left over");
        let told = told(&self.state, &taken);
        self.state = after;
        told
    }

    /// Says "done" without dice.
    pub(crate) fn done(&mut self) -> Vec<String> {
        self.play(&Command::Done, &[])
    }

    /// Says "done" until something else is asked of somebody.
    pub(crate) fn skip_to(&mut self, prompt: &str) {
        for _ in 0..200 {
            if self.prompt() == prompt {
                return;
            }
            self.done();
        }
        panic!("nobody is asked to {prompt}");
    }

    /// Lets something happen outside the rules, to set a scene.
    pub(crate) fn happen(&mut self, event: Event) {
        fold(&mut self.state, &event);
    }
}

/// Events in sentences, the silent ones left out.
fn told(before: &State, taken: &[Taken<Event>]) -> Vec<String> {
    let mut state = before.clone();
    let mut told = Vec::new();
    for taken in taken {
        if let Taken::Event(event) = taken {
            told.extend(Some(Regimental::tell(&state, event)).filter(|words| !words.is_empty()));
            fold(&mut state, event);
        }
    }
    told
}

/// Ten yards to the inch: hundredths of an inch are whole tenths of a yard.
const SCALE: f64 = 10.0;

/// The lines as a battle file.
pub(crate) fn battle_file(text: &str) -> String {
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let find = |head: &'static str| lines.iter().copied().filter(move |line| line.split(' ').next() == Some(head));
    let size: Vec<f64> = find("table").flat_map(|line| line.split(' ').skip(1)).map(number).collect();
    let (width, depth) = (size.first().copied().unwrap_or(48.0), size.get(1).copied().unwrap_or(36.0));
    let mut keys = vec![
        ("id", "\"field\""),
        ("name", "\"Field\""),
        ("date", "1777-05-01"),
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
        write!(file, "[side.{side}]\nname = \"{name}\"\nedge = \"{edge}\"\n").expect("text");
    }
    writeln!(file, "[map]\nwidth = {}\nheight = {}", width * SCALE, depth * SCALE).expect("text");
    let mut settings = String::new();
    for (side, home) in [("red", 1.0), ("blue", depth - 1.0)] {
        let general = find(side).find(|line| line.contains(" leader ") && line.contains("rank=\"army\""));
        if general.is_none() {
            writeln!(
                file,
                "[[command]]\nid = \"{side}-general\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [{}, {}]",
                SCALE,
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
        let (head, set) = line.split_once('|').expect("side red | heavy_level=3");
        override_of("sides", head.split(' ').nth(1).expect("a side"), set, &mut settings);
    }
    writeln!(file, "[regimental]\nscale = {SCALE}").expect("text");
    let switches: Vec<(&str, &str)> =
        find("switch").flat_map(|line| pairs(line.split_once(' ').map_or("", |(_, rest)| rest))).collect();
    if !switches.is_empty() {
        writeln!(settings, "[regimental.switches]").expect("text");
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

/// Settings for this system: words are quoted, lists bracketed.
fn override_of(group: &str, id: &str, text: &str, settings: &mut String) {
    let pairs = pairs(text);
    if pairs.is_empty() {
        return;
    }
    writeln!(settings, "[regimental.{group}.{id}]").expect("text");
    for (key, value) in pairs {
        let plain = value.parse::<i64>().is_ok() || value == "true" || value == "false";
        let value = match (plain, key) {
            (true, _) => value.to_string(),
            (false, "traits") => {
                let words: Vec<String> =
                    value.split(',').filter(|word| !word.is_empty()).map(|word| format!("\"{word}\"")).collect();
                format!("[{}]", words.join(", "))
            }
            (false, _) => format!("\"{value}\""),
        };
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
        ("men", if arm == "artillery" { "20" } else { "320" }.to_string()),
        ("training", "\"trained\"".to_string()),
    ];
    for (key, value) in defaults.iter().filter(|(key, _)| !has(key)) {
        writeln!(file, "{key} = {value}").expect("text");
    }
    if arm == "artillery" && !has("guns") {
        writeln!(file, "guns = [{{ number = 4, pounds = 6 }}]").expect("text");
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
