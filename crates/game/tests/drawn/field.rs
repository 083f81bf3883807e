//! Who stands where, in a few lines, as a battle file. Lengths are the table's own: inches, centimeters for `napoleonic`, yards for
//! `discipline`.
//!
//! ```text
//! table 30 20
//! battle turns=3 weather="rain"
//! switch change_front=on
//! ground wood light-woods area 10,10 20,10 20,20
//! red leader howe at 12,8 skill="gallant"
//! red infantry foot at 12,10 facing 0 | stands=8
//! blue artillery guns at 12,18 facing 180
//! arrival turn=2 at 12,0 units=late
//! ```
//!
//! What stands before the bar are keys of a battle file, as they are written there; after it come settings for the system.
//! A unit without `command` belongs to the first leader of its side, or to the general who is added where a side has none.

use std::fmt::Write as _;

use firelock_testkit::lines::{self, number, pairs};

/// Ten yards to the inch, ten meters to the centimeter: hundredths on the table are whole tenths on the map.
const SCALE: f64 = 10.0;

/// What the map makes of one of the table's own lengths: yards are yards.
fn on_map(system: &str) -> f64 {
    if system == "discipline" { 1.0 } else { SCALE }
}

/// The lines as a battle file for a system.
pub(crate) fn battle_file(system: &str, lines: &[&str]) -> String {
    let find = |head: &'static str| lines.iter().copied().filter(move |line| line.split(' ').next() == Some(head));
    let rest =
        |line: &'static str| find(line).flat_map(|line| pairs(line.split_once(' ').map_or("", |(_, rest)| rest)));
    let size: Vec<f64> = find("table").flat_map(|line| line.split(' ').skip(1)).map(number).collect();
    let each = on_map(system);
    let width = size.first().map_or(30.0 * SCALE, |wide| wide * each);
    let depth = size.get(1).map_or(20.0 * SCALE, |deep| deep * each);
    let mut keys = vec![
        ("id", "\"drawn\""),
        ("name", "\"Drawn\""),
        ("date", if system == "napoleonic" { "1809-07-05" } else { "1777-05-01" }),
        ("place", "\"nowhere\""),
        ("minutes", "120"),
        ("first", "\"red\""),
        ("attacker", "\"red\""),
    ];
    let said: Vec<(&str, &str)> = rest("battle").collect();
    keys.retain(|(key, _)| said.iter().all(|(other, _)| other != key));
    let mut file = String::from("[battle]\n");
    for (key, value) in keys.iter().chain(&said) {
        writeln!(file, "{key} = {value}").expect("text");
    }
    for (side, name, edge) in [("red", "Reds", "south"), ("blue", "Blues", "north")] {
        write!(file, "[side.{side}]\nname = \"{name}\"\nedge = \"{edge}\"\n").expect("text");
    }
    let unit = if system == "napoleonic" { "meters" } else { "yards" };
    writeln!(file, "[map]\nunit = \"{unit}\"\nwidth = {width}\nheight = {depth}").expect("text");
    let mut settings = Settings { system, each, text: String::new() };
    // The red general is near his troops, the blue one out of the way.
    for (side, aside, home) in [("red", width / 2.0, SCALE), ("blue", SCALE, depth - SCALE)] {
        let leaders = || find(side).filter(|line| line.split(' ').nth(1) == Some("leader"));
        if !leaders().any(|line| line.contains("rank=\"army\"")) {
            let at = format!("[{aside}, {home}]");
            writeln!(file, "[[command]]\nid = \"{side}-general\"\nname = \"{side} army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nskill = \"able\"\nat = {at}").expect("text");
        }
        leaders().for_each(|line| leader(line, &mut file, &mut settings));
        let first = leaders().next().and_then(|line| line.split(' ').nth(2));
        let first = first.map_or(format!("{side}-general"), str::to_owned);
        find(side)
            .filter(|line| line.split(' ').nth(1) != Some("leader"))
            .for_each(|line| troops(line, &first, &mut file, &mut settings));
    }
    find("ground").for_each(|line| ground(line, &mut file, &mut settings));
    find("objective").for_each(|line| objective(line, &mut file, &mut settings));
    find("arrival").for_each(|line| arrival(line, each, &mut file));
    writeln!(file, "[{system}]\nscale = {SCALE}").expect("text");
    let switches: Vec<(&str, &str)> = rest("switch").collect();
    if !switches.is_empty() {
        writeln!(settings.text, "[{system}.switches]").expect("text");
        switches.iter().for_each(|(name, word)| writeln!(settings.text, "{name} = \"{word}\"").expect("text"));
    }
    file + &settings.text
}

struct Settings<'s> {
    system: &'s str,
    /// What the map makes of one of the table's own lengths.
    each: f64,
    text: String,
}

impl Settings<'_> {
    /// Settings of one thing: words are quoted, lists bracketed, numbers and flags as they are.
    fn of(&mut self, group: &str, id: &str, text: &str) {
        let pairs = pairs(text);
        if pairs.is_empty() {
            return;
        }
        writeln!(self.text, "[{}.{group}.{id}]", self.system).expect("text");
        for (key, value) in pairs {
            let plain = value.parse::<i64>().is_ok() || value == "true" || value == "false" || value.starts_with('[');
            let value = if plain { value.to_owned() } else { format!("\"{value}\"") };
            writeln!(self.text, "{key} = {value}").expect("text");
        }
    }
}

/// Where the thing stands, which way it faces, and its keys.
fn keys(line: &str, each: f64, file: &mut String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|known| *known == word).and_then(|at| words.get(at + 1));
    if let Some(at) = after("at") {
        writeln!(file, "at = {}", lines::place(at, each)).expect("text");
    }
    if let Some(facing) = after("facing") {
        writeln!(file, "facing = {facing}").expect("text");
    }
    file.push_str(&lines::keys(line));
}

fn leader(line: &str, file: &mut String, settings: &mut Settings<'_>) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let words: Vec<&str> = battle.split_whitespace().collect();
    let (side, id) = (words[0], words[2]);
    writeln!(file, "[[command]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"{side}\"\nleader = \"{id}\"").expect("text");
    keys(battle, settings.each, file);
    settings.of("commands", id, set);
}

fn troops(line: &str, first: &str, file: &mut String, settings: &mut Settings<'_>) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let words: Vec<&str> = battle.split_whitespace().collect();
    let (side, arm, id) = (words[0], words[1], words[2]);
    writeln!(file, "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"{side}\"\narm = \"{arm}\"").expect("text");
    let said = pairs(battle);
    let command = format!("\"{first}\"");
    let guns = if arm == "artillery" { "[{ number = 3, pounds = 6 }]" } else { "" };
    let usual = [
        ("command", command.as_str()),
        ("men", men(settings.system, arm)),
        ("training", "\"trained\""),
        ("guns", guns),
    ];
    let is_said = |key: &str| said.iter().any(|(known, _)| *known == key);
    for (key, value) in usual.iter().filter(|(key, value)| !value.is_empty() && !is_said(key)) {
        writeln!(file, "{key} = {value}").expect("text");
    }
    keys(battle, settings.each, file);
    settings.of("units", id, set);
}

/// A unit of ordinary strength.
fn men(system: &str, arm: &str) -> &'static str {
    match (system, arm) {
        (_, "artillery" | "wagons") => "30",
        ("regimental", _) => "320",
        ("washington", "infantry") => "480",
        ("washington", _) => "160",
        ("discipline", "infantry") => "300",
        ("discipline", _) => "120",
        _ => "720",
    }
}

fn ground(line: &str, file: &mut String, settings: &mut Settings<'_>) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let (id, feature) = lines::feature(battle, settings.each);
    file.push_str(&feature);
    settings.of("features", id, set);
}

fn objective(line: &str, file: &mut String, settings: &mut Settings<'_>) {
    let (battle, set) = line.split_once('|').unwrap_or((line, ""));
    let id = battle.split_whitespace().nth(1).expect("an objective has a name");
    writeln!(file, "[[objective]]\nid = \"{id}\"\nname = \"{id}\"").expect("text");
    keys(battle, settings.each, file);
    settings.of("objectives", id, set);
}

fn arrival(line: &str, each: f64, file: &mut String) {
    writeln!(file, "[[arrival]]").expect("text");
    let units = pairs(line).into_iter().find(|(key, _)| *key == "units").expect("an arrival has units").1;
    let ids: Vec<String> = units.split(',').map(|id| format!("\"{id}\"")).collect();
    writeln!(file, "units = [{}]", ids.join(", ")).expect("text");
    let rest: Vec<&str> = line.split(' ').filter(|word| !word.starts_with("units=")).collect();
    keys(&rest.join(" "), each, file);
}
