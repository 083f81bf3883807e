//! Random whole games with 12 units a side, replay, and what a state costs.
//!
//! `cargo bench -p firelock-regimental` prints them; beside OpenSpiel's backgammon: see `docs/guide/benchmarks.md`.

use std::fmt::Write as _;
use std::time::Duration;

use firelock_core::{Grain, RuleSystem};
use firelock_regimental::Regimental;
use firelock_regimental::state::{State, Unit};
use firelock_scenario::{Battle, Muster};
use firelock_testkit::bench::{nanoseconds, playouts, replays};

/// Twelve units a side in two lines on rolling ground with woods, fences and a road.
fn battle() -> String {
    let mut text = String::from(
        "[battle]\nid = \"bench\"\nname = \"Bench\"\ndate = 1777-05-01\nplace = \"nowhere\"\nminutes = 180\nturns = 12\nfirst = \"red\"\nattacker = \"red\"\n[side.red]\nname = \"Reds\"\nedge = \"south\"\n[side.blue]\nname = \"Blues\"\nedge = \"north\"\n[map]\nwidth = 2100\nheight = 1500\n",
    );
    for (side, y, facing) in [("red", 250, 0), ("blue", 1250, 180)] {
        let back = if side == "red" { -100 } else { 100 };
        write!(text, "[[command]]\nid = \"{side}-army\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [1050, {}]\n", y + 2 * back).expect("text");
        for brigade in 0..3 {
            write!(text, "[[command]]\nid = \"{side}-{brigade}\"\nname = \"brigade {brigade}\"\nside = \"{side}\"\nsuperior = \"{side}-army\"\nleader = \"{side} {brigade}\"\nat = [{}, {}]\n", 350 + 700 * brigade, y + back / 2).expect("text");
            for unit in 0..4 {
                let (x, y) = (200 + 700 * brigade + 180 * (unit % 2), y + if unit < 2 { 0 } else { back });
                let (arm, extra) = match (brigade, unit) {
                    (1, 3) => ("artillery", "guns = [{ number = 4, pounds = 6 }]\nmen = 60\n"),
                    (2, 3) => ("cavalry", "men = 240\n"),
                    _ => ("infantry", "men = 400\n"),
                };
                write!(text, "[[unit]]\nid = \"{side}-{brigade}-{unit}\"\nname = \"{side} {brigade} {unit}\"\nside = \"{side}\"\ncommand = \"{side}-{brigade}\"\narm = \"{arm}\"\ntraining = \"trained\"\nat = [{x}, {y}]\nfacing = {facing}\n{extra}").expect("text");
            }
        }
    }
    for n in 0..38 {
        let (x, y) = (60 + (n * 397) % 1900, 380 + (n * 211) % 700);
        match n % 4 {
            0 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"light-woods\"\narea = [[{x}, {y}], [{}, {y}], [{}, {}], [{x}, {}]]\n", x + 120, x + 110, y + 90, y + 70),
            1 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"fence\"\nline = [[{x}, {y}], [{}, {}]]\n", x + 150, y + 20),
            2 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"gentle-hill\"\narea = [[{x}, {y}], [{}, {}], [{}, {}], [{x}, {}]]\n", x + 140, y + 10, x + 120, y + 110, y + 90),
            _ => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"marsh\"\narea = [[{x}, {y}], [{}, {y}], [{}, {}]]\n", x + 80, x + 40, y + 60),
        }
        .expect("text");
    }
    text.push_str("[[feature]]\nid = \"lane\"\nkind = \"road\"\nline = [[1000, 0], [1050, 700], [1000, 1500]]\n");
    text
}

fn main() {
    let text = battle();
    let battle = Battle::read("bench", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let state: State =
        Regimental::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state;
    let (round, rounds) = (Duration::from_millis(800), 5);
    let (rate, length) = playouts::<Regimental>(&state, Grain::Coarse, round, rounds);
    println!("random games, 12 units a side: {rate} decisions/s, {length:.0} decisions a game");
    println!(
        "replay, every command checked: {} decisions/s",
        replays::<Regimental>(&state, Grain::Coarse, round, rounds)
    );
    println!("copy of a state of {} units: {} ns", state.units.len(), nanoseconds(round / 4, rounds, || state.clone()));
    let bytes = size_of::<State>() + state.units.len() * size_of::<Unit>();
    println!("bytes of a state of {} units: {bytes} and its shared ground", state.units.len());
    println!("view: {} ns", nanoseconds(round / 4, rounds, || Regimental::view(&state, None)));
}
