//! The battles that come with the program: all of them muster, play, and have their picture.

use std::path::{Path, PathBuf};

use firelock_core::{Overlay, Side};
use firelock_game::{Agreed, BattleFile, DiceSource, Drawing, Key, SYSTEMS, System, draw};
use firelock_scenario::{Frame, Word};

use crate::{firelock, json, path, scratch};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every battle file of the project.
fn battles() -> Vec<BattleFile> {
    let entries = std::fs::read_dir(root().join("scenarios")).expect("the folder of battles");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        BattleFile::read(&path.display().to_string(), &text).unwrap_or_else(|faults| panic!("{faults}"))
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_battle_musters_in_every_system() {
    let mut faults = Vec::new();
    for file in battles() {
        for system in SYSTEMS {
            if let Err(fault) = (system.muster)(&file, Overlay::default()) {
                faults.push(format!("{} by {}:\n{fault}", file.name.id, system.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_battle_begins_in_every_system() {
    for file in battles() {
        for system in SYSTEMS {
            play(&file, system, 10);
        }
    }
}

/// Plays so many commands, each one of those that the prompt lists, never the same in a row.
fn play(file: &BattleFile, system: &System, n_commands: usize) {
    let players = ["Ann".to_owned(), "Bob".to_owned()];
    let agreed = Agreed { overlay: Overlay::default(), dice: DiceSource::Open(Key::from_seed(7)), players };
    let mut game = (system.start)(file, agreed).expect("it musters");
    for at in 0..n_commands {
        let Some(prompt) = Side::BOTH.into_iter().find_map(|side| game.view(Some(side)).prompt) else { return };
        let listed = prompt.options.len();
        // A decision that is made on the table lists nothing.
        let Some(choice) = prompt.options.get((at * 7 + 3) % listed.max(1)) else { return };
        let command = choice.command.to_string();
        let said = game.submit(prompt.side, &command, at);
        assert!(said.is_ok(), "{} by {}: {command}: {said:?}", file.name.id, system.name);
    }
}

#[test]
fn troops_that_come_later_come_in_the_napoleonic_system() {
    let guide = std::fs::read_to_string(root().join("docs/guide/battle-files.md")).expect("the guide");
    let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let text = format!("{example}\n[napoleonic]\nscale = 5\nturns = 6\nfit = \"clamp\"\n");
    let file = BattleFile::read("guide.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let system = System::named("napoleonic").expect("a system of the program");
    let players = ["Ann".to_owned(), "Bob".to_owned()];
    let agreed = Agreed { overlay: Overlay::default(), dice: DiceSource::Open(Key::from_seed(7)), players };
    let mut game = (system.start)(&file, agreed).expect("it musters");
    let here = |view: &firelock_core::View| {
        view.pieces.iter().any(|piece| piece.name == "County militia" && !piece.bases.is_empty())
    };
    // Minute 25 of 60 falls into the third of six turns.
    for at in 0..200 {
        let view = game.view(None);
        if view.turn >= 1 {
            assert_eq!(here(&view), view.turn >= 3, "turn {}", view.turn);
        }
        if view.turn >= 4 {
            return;
        }
        let prompt = Side::BOTH.into_iter().find_map(|side| game.view(Some(side)).prompt).expect("somebody is asked");
        // Nobody does anything: what ends a decision is listed last.
        let command = prompt.options.last().expect("there is something to say").command.to_string();
        game.submit(prompt.side, &command, at).unwrap_or_else(|refused| panic!("{command}: {refused:?}"));
    }
    panic!("the fourth turn did not come");
}

#[test]
fn battles_are_listed_with_size_length_and_systems() {
    let said = firelock(&["battles"]);
    let line =
        |id: &str| said.out.lines().find(|line| line.starts_with(&format!("{id} "))).unwrap_or_default().to_owned();
    assert!(line("cowpens").contains("1,142 men, 2 guns against 1,177 men"), "{}", line("cowpens"));
    assert!(line("cowpens").contains(" 60 min "), "{}", line("cowpens"));
    assert!(line("cowpens").contains(" regimental, washington; out of period disc"), "{}", line("cowpens"));
    assert!(line("culloden").contains("discipline; out of period regimental, washington"), "{}", line("culloden"));
    let listed = json(&["battles"]);
    let maida = listed["battles"].as_array().and_then(|all| all.iter().find(|battle| battle["id"] == "maida"));
    assert_eq!(maida.map(|battle| (&battle["year"], &battle["minutes"])), Some((&1806.into(), &135.into())));
    assert!(
        firelock(&["muster", "culloden", "--system", "regimental"])
            .out
            .lines()
            .next()
            .is_some_and(|line| line.ends_with(", out of period"))
    );
    assert!(!firelock(&["muster", "culloden", "--system", "discipline"]).out.contains("out of period"));
}

#[test]
fn a_sheet_to_print_has_labels_boxes_and_numbers() {
    let sheet = firelock(&["muster", "bunker-hill", "--system", "regimental", "--html"]).out;
    assert!(sheet.starts_with("<!doctype html>") && sheet.ends_with("</body></html>\n"));
    // The 52nd has seven stands.
    assert!(
        sheet.contains("<b>52nd Foot</b>")
            && sheet.contains("\u{25a1}\u{25a1}\u{25a1}\u{25a1}\u{25a1} \u{25a1}\u{25a1}<"),
        "no boxes"
    );
    assert!(sheet.contains("Quick reference") && sheet.contains("RF-CHK-07"), "no numbers");
    assert!(!sheet.contains("http://www.w3.org/1999/xlink") && !sheet.contains("<script") && !sheet.contains("<link"));
    assert!(firelock(&["muster", "maida", "--system", "regimental", "--html"]).out.contains("out of period"));
}

/// The first volley with something else in it, which must not pass: what is said stands near the last line of `near`.
fn check_fault(name: &str, from: &str, to: &str, near: &str, expected: &str) {
    let good = std::fs::read_to_string(root().join("scenarios/first-volley-regimental.toml")).expect("it is there");
    assert!(good.contains(from), "{from}");
    let text = good.replacen(from, to, 1);
    let line = 1 + text[..text.rfind(near).expect("it stands there")].matches('\n').count();
    let bad = scratch(name, &text);
    let said = firelock(&["validate", path(&bad)]);
    assert_eq!(said.code, 2, "{}", said.out);
    let place = |told: &str| -> Option<(usize, usize)> {
        let mut numbers = told.strip_prefix(path(&bad))?.split(':').skip(1).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let is_told = |told: &str| told.contains(expected) && place(told).is_some_and(|(at, _)| at.abs_diff(line) <= 1);
    assert!(said.out.lines().any(is_told), "line {line}: {}", said.out);
}

#[test]
fn misplaced_troops_and_idle_leaders_are_named_with_line_and_column() {
    let guns = "at = [510, 190]";
    for (name, to, expected) in [
        ("off-map.toml", "at = [1510, 190]", "lies off the map"),
        ("off-table.toml", "at = [510, 1]", "would stand off the table"),
        ("overlap.toml", "at = [590, 172]", "would stand on"),
        ("same-spot.toml", "at = [590, 170]", "stands on [590, 170] already"),
    ] {
        check_fault(name, guns, to, to, expected);
    }
    let army = "[[command]]\nid = \"marsham\"";
    let pond = format!("[[feature]]\nid = \"pond\"\nkind = \"lake\"\ncircle = [510, 190, 40]\n\n{army}");
    check_fault("pond.toml", army, &pond, guns, "where artillery cannot stand");
    let idle = format!("[[command]]\nid = \"idle\"\nname = \"Nobody's\"\nside = \"red\"\n\n{army}");
    check_fault("idle.toml", army, &idle, "id = \"idle\"", "\"idle\" commands nobody");
    let brigade = "name = \"Penrose's brigade\"\nside = \"red\"\n";
    check_fault("sideless.toml", brigade, "name = \"Penrose's brigade\"\n", "id = \"penrose\"", "side is missing");
}

/// The system in which a battle is shown: the first of its time that it was made for.
fn shown(file: &BattleFile) -> &'static System {
    let about = &file.battle.about;
    let word = |system: &System| firelock_scenario::System::from_word(system.name);
    let fits = |system: &&System| {
        let Some(known) = word(system) else { return false };
        known.in_period(file.battle.year()) && (about.systems.is_empty() || about.systems.contains(&known))
    };
    SYSTEMS.iter().find(fits).unwrap_or(&SYSTEMS[0])
}

/// The picture of a battle, with the fingerprint of the file it was drawn from.
fn picture(file: &BattleFile) -> String {
    let system = shown(file);
    let table = (system.muster)(file, Overlay::default()).unwrap_or_else(|fault| panic!("{fault}"));
    let known = firelock_scenario::System::from_word(system.name).expect("a system of the program");
    let north = Frame::new(&file.battle, known).true_north(&file.battle.map);
    let title = format!("{}, {}", file.battle.about.name, file.battle.about.date);
    let svg = draw(&table.view, &Drawing { title, north, width: Some(900), ..Drawing::default() });
    format!("{}{svg}\n", mark(file))
}

fn mark(file: &BattleFile) -> String {
    format!("<!-- drawn from {}.toml, {} -->\n", file.name.id, file.name.hash)
}

/// The page that lists the battles.
fn index(files: &[BattleFile]) -> String {
    let mut text = String::from(
        "# The battles\n\nGenerated from `scenarios/` by `UPDATE_BATTLES=1 cargo test -p firelock battles`; do not edit.\n\
         Each picture shows the table before the first turn, by the first system of its time.\n\
         Every battle can be played by every system; where the rules were written for another time, the program says so.\n\n\
         | battle | year | size, red against blue | length | systems of its time | picture |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for file in files {
        let (battle, about) = (&file.battle, &file.battle.about);
        let men = |side: Side| -> u32 {
            battle.units.iter().filter(|unit| unit.side == side && !unit.what_if).map(|unit| unit.men).sum()
        };
        let guns = |side: Side| -> u32 {
            battle.units.iter().filter(|unit| unit.side == side && !unit.what_if).map(|unit| unit.gun_count()).sum()
        };
        let size = Side::BOTH.map(|side| {
            format!(
                "{} {}, {} men, {} guns",
                battle.units.iter().filter(|unit| unit.side == side).count(),
                "units",
                men(side),
                guns(side)
            )
        });
        let in_period = firelock_scenario::System::ALL.iter().filter(|system| system.in_period(battle.year()));
        let systems: Vec<&str> = in_period.map(|system| system.word()).collect();
        text += &format!(
            "| [{}](../../scenarios/{id}.toml) | {} | {}; {} | {} min | {} | [{id}.svg]({id}.svg) |\n",
            about.name,
            battle.year(),
            size[0],
            size[1],
            about.minutes,
            systems.join(", "),
            id = about.id
        );
    }
    text
}

#[test]
fn the_pages_of_the_battles_are_up_to_date() {
    let folder = root().join("docs/battles");
    let files = battles();
    let wanted = index(&files);
    if std::env::var_os("UPDATE_BATTLES").is_some() {
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        std::fs::write(folder.join("README.md"), &wanted).expect("the folder can be written to");
        for file in &files {
            let path = folder.join(format!("{}.svg", file.name.id));
            std::fs::write(path, picture(file)).expect("the folder can be written to");
        }
    }
    let advice = "run the test with UPDATE_BATTLES=1 and commit docs/battles";
    assert!(std::fs::read_to_string(folder.join("README.md")).is_ok_and(|kept| kept == wanted), "{advice}");
    for file in &files {
        let kept = std::fs::read_to_string(folder.join(format!("{}.svg", file.name.id))).unwrap_or_default();
        assert!(kept.starts_with(&mark(file)), "{}: {advice}", file.name.id);
    }
}
