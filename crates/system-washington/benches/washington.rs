//! Random whole games with 12 units a side, replay, listing, and what a state costs.
//!
//! `cargo bench -p firelock-washington` prints them; see `docs/guide/benchmarks.md`.

use std::fmt::Write as _;
use std::time::Duration;

use firelock_core::{Grain, RuleSystem, Seeded, Side, try_out};
use firelock_scenario::{Battle, Muster};
use firelock_testkit::bench::{nanoseconds, playouts, replays};
use firelock_washington::Washington;
use firelock_washington::command::Command;
use firelock_washington::state::{State, Unit};

/// Twelve units a side in two lines on a table of 60 by 36 inches with woods, fences, hills and a road.
fn battle(apart: i32) -> String {
    let mut text = String::from(
        "[battle]\nid = \"bench\"\nname = \"Bench\"\ndate = 1777-05-01\nplace = \"nowhere\"\nminutes = 180\nfirst = \"red\"\nattacker = \"red\"\n[side.red]\nname = \"Reds\"\nedge = \"south\"\n[side.blue]\nname = \"Blues\"\nedge = \"north\"\n[map]\nwidth = 1500\nheight = 900\n",
    );
    let (south, north) = (450 - apart / 2, 450 + apart / 2);
    for (side, y, facing) in [("red", south, 0), ("blue", north, 180)] {
        let back = if side == "red" { -100 } else { 100 };
        write!(text, "[[command]]\nid = \"{side}-army\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [750, {}]\n", y + back).expect("text");
        for brigade in 0..3 {
            write!(text, "[[command]]\nid = \"{side}-{brigade}\"\nname = \"brigade {brigade}\"\nside = \"{side}\"\nsuperior = \"{side}-army\"\nleader = \"{side} {brigade}\"\nat = [{}, {}]\n", 250 + 500 * brigade, y + back / 2).expect("text");
            for unit in 0..4 {
                let (x, y) = (180 + 500 * brigade + 140 * (unit % 2), y + if unit < 2 { 0 } else { back });
                let (arm, extra) = match (brigade, unit) {
                    (1, 1) => ("artillery", "guns = [{ number = 3, pounds = 6 }]\nmen = 60\n"),
                    (2, 3) => ("cavalry", "men = 160\n"),
                    (0, 0) => ("infantry", "men = 400\nclass = [\"light\"]\nformation = \"open-order\"\n"),
                    (2, 1) => ("infantry", "men = 480\nclass = [\"militia\"]\n"),
                    _ => ("infantry", "men = 480\n"),
                };
                write!(text, "[[unit]]\nid = \"{side}-{brigade}-{unit}\"\nname = \"{side} {brigade} {unit}\"\nside = \"{side}\"\ncommand = \"{side}-{brigade}\"\narm = \"{arm}\"\ntraining = \"trained\"\nat = [{x}, {y}]\nfacing = {facing}\n{extra}").expect("text");
            }
        }
    }
    for n in 0..14 {
        let (x, y) = (40 + (n * 397) % 1300, 200 + (n * 211) % 460);
        match n % 4 {
            0 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"light-woods\"\narea = [[{x}, {y}], [{}, {y}], [{}, {}], [{x}, {}]]\n", x + 120, x + 110, y + 90, y + 70),
            1 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"fence\"\nline = [[{x}, {y}], [{}, {}]]\n", x + 150, y + 20),
            2 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"gentle-hill\"\narea = [[{x}, {y}], [{}, {}], [{}, {}], [{x}, {}]]\n", x + 140, y + 10, x + 120, y + 110, y + 90),
            _ => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"marsh\"\narea = [[{x}, {y}], [{}, {y}], [{}, {}]]\n", x + 80, x + 40, y + 60),
        }
        .expect("text");
    }
    text.push_str("[[feature]]\nid = \"lane\"\nkind = \"road\"\nline = [[700, 0], [720, 450], [700, 900]]\n");
    text
}

fn muster(apart: i32) -> State {
    let text = battle(apart);
    let battle = Battle::read("bench", &text).unwrap_or_else(|faults| panic!("{faults}"));
    Washington::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state
}

/// A state in which a unit in the middle has just been activated.
fn acting(start: &State) -> (State, Side) {
    for seed in 0.. {
        let mut state = start.clone();
        let mut dice = Seeded::new(seed, 0);
        let mut listed = Vec::new();
        for _ in 0..12 {
            let Some(side) = Washington::asked(&state).first().copied() else { break };
            listed.clear();
            Washington::candidates(&state, side, Grain::Coarse, &mut listed);
            if state.activation.is_some_and(|activation| activation.ap >= 4) {
                return (state, side);
            }
            let next = listed.iter().rev().find(|command| matches!(command, Command::Motivate(_)));
            let command = next.or(listed.last()).expect("a decision has an option").clone();
            if try_out::<Washington>(&mut state, side, &command, &mut dice).is_err() {
                break;
            }
        }
    }
    unreachable!("some seed activates a unit")
}

fn main() {
    let (round, rounds) = (Duration::from_millis(800), 5);
    for (name, apart) in [("armies 16 inches apart", 400), ("armies 5 inches apart", 125)] {
        let state = muster(apart);
        let (rate, length) = playouts::<Washington>(&state, Grain::Coarse, round, rounds);
        println!("random games, 12 units a side, {name}: {rate} decisions/s, {length:.0} decisions a game");
        let rate = replays::<Washington>(&state, Grain::Coarse, round, rounds);
        println!("replay, every command checked: {rate} decisions/s");
    }
    let state = muster(125);
    let (deciding, side) = acting(&state);
    let mut into = Vec::new();
    Washington::candidates(&deciding, side, Grain::Middle, &mut into);
    let n = into.len();
    let listing = nanoseconds(round / 4, rounds, || {
        into.clear();
        Washington::candidates(&deciding, side, Grain::Middle, &mut into);
    });
    println!("listing the {n} acts of a unit: {listing} ns");
    let checking = nanoseconds(round / 4, rounds, || {
        into.iter().filter(|command| Washington::check(&deciding, side, command).is_ok()).count()
    });
    println!("checking them one by one: {checking} ns");
    println!("copy of a state of {} units: {} ns", state.units.len(), nanoseconds(round / 4, rounds, || state.clone()));
    let bytes = size_of::<State>() + state.units.len() * size_of::<Unit>();
    println!("bytes of a state of {} units: {bytes} and its shared ground", state.units.len());
    println!("view: {} ns", nanoseconds(round / 4, rounds, || Washington::view(&state, None)));
}
