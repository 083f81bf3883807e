//! Random whole games with 12 units a side, replay, listing, and what a state costs.
//!
//! `cargo bench -p firelock-napoleonic` prints them; see `docs/guide/benchmarks.md`.

use std::fmt::Write as _;
use std::time::Duration;

use firelock_core::{Grain, RuleSystem, Side};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::state::{Asking, State, Step, Unit};
use firelock_scenario::{Battle, Muster};
use firelock_testkit::bench::{listing_playouts, nanoseconds, playouts, replays, replays_in_place};

/// Twelve units a side in two lines on a table of 180 by 120 centimeters with woods, hedges, hills and a road.
fn battle(apart: i32) -> String {
    let mut text = String::from(
        "[battle]\nid = \"bench\"\nname = \"Bench\"\ndate = 1809-07-05\nplace = \"nowhere\"\nminutes = 120\nfirst = \"red\"\nattacker = \"red\"\n[side.red]\nname = \"Reds\"\nedge = \"south\"\n[side.blue]\nname = \"Blues\"\nedge = \"north\"\n[map]\nunit = \"meters\"\nwidth = 1800\nheight = 1200\n",
    );
    let (south, north) = (600 - apart / 2, 600 + apart / 2);
    for (side, y, facing, back) in [("red", south, 0, -90), ("blue", north, 180, 90)] {
        write!(text, "[[command]]\nid = \"{side}-army\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [900, {}]\n", y + 2 * back).expect("text");
        for brigade in 0..3 {
            write!(text, "[[command]]\nid = \"{side}-{brigade}\"\nname = \"brigade {brigade}\"\nside = \"{side}\"\nleader = \"{side} {brigade}\"\nat = [{}, {}]\n", 330 + 560 * brigade, y + back * 3 / 2).expect("text");
            for unit in 0..4 {
                let (x, y) = (200 + 560 * brigade + 240 * (unit % 2), y + if unit < 2 { 0 } else { back });
                let (arm, extra) = match (brigade, unit) {
                    (1, 1) => {
                        ("artillery", "guns = [{ number = 6, pounds = 8 }, { number = 2, kind = \"howitzer\" }]\n")
                    }
                    (2, 3) => ("cavalry", "men = 480\nclass = [\"light\"]\n"),
                    (2, 2) => ("cavalry", "men = 480\nclass = [\"heavy\"]\n"),
                    (0, 0) => ("infantry", "men = 720\nclass = [\"light\"]\nformation = \"open-order\"\n"),
                    (_, 3) => ("infantry", "men = 720\nformation = \"attack-column\"\n"),
                    _ => ("infantry", "men = 720\n"),
                };
                write!(text, "[[unit]]\nid = \"{side}-{brigade}-{unit}\"\nname = \"{side} {brigade} {unit}\"\nside = \"{side}\"\ncommand = \"{side}-{brigade}\"\narm = \"{arm}\"\ntraining = \"trained\"\nat = [{x}, {y}]\nfacing = {facing}\n{extra}").expect("text");
            }
        }
    }
    for n in 0..12 {
        let (x, y) = (40 + (n * 397) % 1600, 330 + (n * 211) % 500);
        match n % 3 {
            0 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"light-woods\"\nrectangle = [{x}, {y}, 110, 70]\n"),
            1 => write!(
                text,
                "[[feature]]\nid = \"f{n}\"\nkind = \"hedge\"\nline = [[{x}, {y}], [{}, {}]]\n",
                x + 130,
                y + 20
            ),
            _ => write!(
                text,
                "[[feature]]\nid = \"f{n}\"\nkind = \"gentle-hill\"\nrectangle = [{x}, {y}, 140, 110]\nlevel = 1\n"
            ),
        }
        .expect("text");
    }
    text.push_str(
        "[[feature]]\nid = \"lane\"\nkind = \"road\"\nline = [[880, 0], [900, 600], [880, 1200]]\nwidth = 30\n",
    );
    text
}

fn muster(apart: i32) -> State {
    let text = battle(apart);
    let battle = Battle::read("bench", &text).unwrap_or_else(|faults| panic!("{faults}"));
    Napoleonic::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state
}

fn main() {
    let (round, rounds) = (Duration::from_millis(800), 5);
    for (name, apart) in [("armies 50 cm apart", 500), ("armies 20 cm apart", 200)] {
        let state = muster(apart);
        let (rate, length) = playouts::<Napoleonic>(&state, Grain::Coarse, round, rounds);
        println!("random games, 12 units a side, {name}: {rate} decisions/s, {length:.0} decisions a game");
        let (rate, _) = listing_playouts::<Napoleonic>(&state, Grain::Coarse, round, rounds);
        println!("the same, every candidate listed: {rate} decisions/s");
        let rate = replays::<Napoleonic>(&state, Grain::Coarse, round, rounds);
        println!("replay, every command checked and everything kept: {rate} decisions/s");
        let rate = replays_in_place::<Napoleonic>(&state, Grain::Coarse, round, rounds);
        println!("replay in place, every command checked: {rate} decisions/s");
    }
    let mut state = muster(200);
    (state.turn, state.step) = (1, Step::Move);
    state.agenda.clear();
    state.agenda.ask(Asking::Move(Side::Red));
    let mut into = Vec::new();
    Napoleonic::candidates(&state, Side::Red, Grain::Middle, &mut into);
    let n = into.len();
    let listing = nanoseconds(round / 4, rounds, || {
        into.clear();
        Napoleonic::candidates(&state, Side::Red, Grain::Middle, &mut into);
    });
    println!("listing the {n} moves of a side: {listing} ns");
    let checking = nanoseconds(round / 4, rounds, || {
        into.iter().filter(|command| Napoleonic::check(&state, Side::Red, command).is_ok()).count()
    });
    println!("checking them one by one: {checking} ns");
    println!("copy of a state of {} units: {} ns", state.units.len(), nanoseconds(round / 4, rounds, || state.clone()));
    let bytes = size_of::<State>() + state.units.len() * size_of::<Unit>();
    println!("bytes of a state of {} units: {bytes}, its bases and its shared ground", state.units.len());
    println!("view: {} ns", nanoseconds(round / 4, rounds, || Napoleonic::view(&state, None)));
}
