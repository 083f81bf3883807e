//! What the tests of this crate share: battles from files, and small tables written as lines of words.

use std::fmt::Write as _;

use firelock_core::{Given, Overlay, RuleSystem, Rulebook, Side, Taken, UnitId, carry_out};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::Command;
use firelock_napoleonic::event::Event;
use firelock_napoleonic::state::{Asking, CommanderId, State, Step};
use firelock_napoleonic::survey;
use firelock_scenario::{Battle, Muster, System};
use firelock_table::{Length, Point};

/// A battle of this project.
pub(crate) fn battle(name: &str) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    battle_by(name, &text, &[])
}

/// A battle given as text, with some switches set.
pub(crate) fn battle_by(name: &str, text: &str, switches: &[(&str, &str)]) -> State {
    mustered(name, text, switches).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A battle given as text, or what is wrong with it.
pub(crate) fn mustered(name: &str, text: &str, switches: &[(&str, &str)]) -> Result<State, String> {
    overlaid(name, text, switches, &[])
}

/// A battle given as text, with some switches and cells of the rulebook set.
pub(crate) fn overlaid(
    name: &str,
    text: &str,
    switches: &[(&str, &str)],
    cells: &[(&str, i32)],
) -> Result<State, String> {
    let battle = Battle::read(name, text).map_err(|faults| faults.to_string())?;
    let mut overlay: Overlay = battle.overlay(System::Napoleonic);
    overlay.switches.extend(switches.iter().map(|(name, word)| (name.to_string(), word.to_string())));
    overlay.cells.extend(cells.iter().map(|(address, value)| (address.to_string(), *value)));
    let book = Rulebook::with_overlay(Napoleonic::charts(), Napoleonic::switches(), overlay);
    let book = book.map_err(|fault| fault.to_string())?;
    Napoleonic::muster(&battle, &book).map(|mustered| mustered.state).map_err(|faults| faults.to_string())
}

/// A table of 180 by 120 cm. A line is "A name class x,y facing formation key=value ..."; `A` is red and stands in the south.
///
/// Each side has an army commander at 90,3 or 90,117 and a brigade commander beside him.
pub(crate) fn text(ground: &str, lines: &[&str]) -> String {
    let mut text = String::from(
        "[battle]\nid = \"field\"\nname = \"Field\"\ndate = 1809-07-05\nplace = \"nowhere\"\nminutes = 120\n\
         first = \"red\"\nattacker = \"red\"\n\
         [side.red]\nname = \"Reds\"\nnations = [\"austria\"]\nedge = \"south\"\n\
         [side.blue]\nname = \"Blues\"\nnations = [\"france\"]\nedge = \"north\"\n\
         [map]\nunit = \"meters\"\nwidth = 1800\nheight = 1200\n",
    );
    for (side, y) in [("red", 30), ("blue", 1170)] {
        for (id, rank, x) in [("army", "army", 900), ("brigade", "brigade", 940)] {
            write!(
                text,
                "[[command]]\nid = \"{side}-{id}\"\nname = \"{side} {id}\"\nside = \"{side}\"\nrank = \"{rank}\"\n\
                 leader = \"{side} {id}\"\nskill = \"able\"\nat = [{x}, {y}]\n"
            )
            .expect("text");
        }
    }
    text.push_str(ground);
    let mut blocks = String::new();
    // Each side has troops; one that is not named stands far off.
    let far = ["A", "B"].into_iter().filter(|side| !lines.iter().any(|line| line.starts_with(side)));
    let far =
        far.map(
            |side| {
                if side == "A" { "A far line-infantry 165,4 0 line" } else { "B far line-infantry 165,116 180 line" }
            },
        );
    for line in lines.iter().copied().chain(far) {
        let mut words = line.split_whitespace();
        let mut word = || words.next().unwrap_or_else(|| panic!("{line:?} is too short"));
        let side = if word() == "A" { "red" } else { "blue" };
        let (id, class, place, facing, formation) = (word(), word(), word(), word(), word());
        let arm = match class {
            class if class.ends_with("cavalry") => "cavalry",
            class if class.ends_with("artillery") => "artillery",
            _ => "infantry",
        };
        let pieces = if arm == "artillery" { "guns = [{ number = 3, pounds = 6 }]\n" } else { "" };
        let drawn = match formation {
            "in" => format!("garrison = \"{place}\""),
            "deployed" => placed(place, facing, "unlimbered"),
            other => placed(place, facing, other),
        };
        write!(
            text,
            "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"{side}\"\ncommand = \"{side}-brigade\"\narm = \"{arm}\"\n\
             men = 720\ntraining = \"trained\"\n{pieces}{drawn}\n"
        )
        .expect("text");
        writeln!(blocks, "[napoleonic.units.{id}]\nclass = \"{class}\"").expect("text");
        for pair in words {
            match pair.split_once('=') {
                Some(("cuirass", _)) => text.push_str("cuirass = true\n"),
                Some(("lance", _)) => text.push_str("blades = [\"lance\"]\n"),
                Some(("guns", kinds)) => {
                    let kinds: Vec<String> = kinds.split(',').map(|kind| format!("\"{kind}\"")).collect();
                    writeln!(blocks, "guns = {}\ngun_types = [{}]", kinds.len(), kinds.join(", ")).expect("text");
                }
                Some((key, value)) if value.parse::<i64>().is_ok() || value == "true" => {
                    writeln!(blocks, "{key} = {value}").expect("text");
                }
                Some((key, value)) => writeln!(blocks, "{key} = \"{value}\"").expect("text"),
                None => panic!("{pair:?} is no key and value"),
            }
        }
    }
    text + &blocks
}

fn placed(place: &str, facing: &str, formation: &str) -> String {
    let (x, y) = place.split_once(',').expect("x,y");
    let meters = |word: &str| (word.parse::<f64>().expect("centimeters") * 10.0).round() as i64;
    format!("at = [{}, {}]\nfacing = {facing}\nformation = \"{formation}\"", meters(x), meters(y))
}

/// Such a table, mustered, in turn 1 with red First, and this asked.
pub(crate) fn field(ground: &str, lines: &[&str], step: Step, asking: Asking) -> State {
    ask(battle_by("field", &text(ground, lines), &[]), step, asking)
}

/// The same state with something else asked.
pub(crate) fn ask(mut state: State, step: Step, asking: Asking) -> State {
    (state.turn, state.step, state.first) = (1, step, Side::Red);
    state.half = match &asking {
        Asking::React(side) | Asking::ReactFire(side) => side.enemy(),
        Asking::Declare(side) | Asking::Move(side) | Asking::Fire(side) => *side,
        _ => Side::Red,
    };
    state.agenda.clear();
    state.agenda.ask(asking);
    survey::renew(&mut state);
    state
}

/// Moves of red are asked.
pub(crate) fn moves(ground: &str, lines: &[&str]) -> State {
    field(ground, lines, Step::Move, Asking::Move(Side::Red))
}

/// Charges of red are asked.
pub(crate) fn charges(ground: &str, lines: &[&str]) -> State {
    field(ground, lines, Step::ChargeDeclare, Asking::Declare(Side::Red))
}

/// The last fire of the turn is asked: that of red, who is First.
pub(crate) fn fires(ground: &str, lines: &[&str]) -> State {
    field(ground, lines, Step::FireDeclare, Asking::Fire(Side::Red))
}

/// The unit of that name.
pub(crate) fn id(state: &State, name: &str) -> UnitId {
    let nth = state.stage.roster.iter().position(|line| line.id == name);
    UnitId(nth.unwrap_or_else(|| panic!("there is no {name}")) as u16)
}

/// The commander of that name.
pub(crate) fn man(state: &State, name: &str) -> CommanderId {
    let nth = state.stage.officers.iter().position(|officer| officer.id == name);
    CommanderId(nth.unwrap_or_else(|| panic!("there is no {name}")) as u8)
}

/// The state with what follows from it made anew, as tests change it by hand.
fn looked(state: &State) -> State {
    let mut state = state.clone();
    survey::renew(&mut state);
    state
}

/// What comes of a command with these dice; all must be used.
pub(crate) fn say(state: &State, side: Side, command: &Command, faces: &[i16]) -> (State, Vec<Event>) {
    let mut dice = Given::new(faces.iter().copied());
    let state = &looked(state);
    let (after, taken) =
        carry_out::<Napoleonic>(state, side, command, &mut dice).unwrap_or_else(|halt| panic!("{halt}"));
    assert_eq!(dice.left(), 0, "faces left over");
    (after, events(taken))
}

fn events(taken: Vec<Taken<Event>>) -> Vec<Event> {
    let event = |taken| match taken {
        Taken::Event(event) => Some(event),
        Taken::Roll(_) => None,
    };
    taken.into_iter().filter_map(event).collect()
}

/// The rule that refuses a command.
pub(crate) fn refused(state: &State, side: Side, command: &Command) -> String {
    let refusal = Napoleonic::check(&looked(state), side, command).expect_err("it is refused");
    refusal.clause.id().to_string()
}

/// Whether a command is allowed.
pub(crate) fn allowed(state: &State, side: Side, command: &Command) {
    if let Err(refusal) = Napoleonic::check(&looked(state), side, command) {
        panic!("{refusal}");
    }
}

/// Tenths of a centimeter.
pub(crate) const fn mm(n: i32) -> Length {
    Length::mm(n)
}

/// A place in tenths of a centimeter.
pub(crate) const fn at(x: i32, y: i32) -> Point {
    Point::new(x * 100, y * 100)
}
