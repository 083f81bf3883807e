//! Random whole games with 12 units a side, replay, listing, and what a state costs.
//!
//! A random player takes each candidate as likely as any other; `drawn` judges candidates until one stands, `listed` all of them.
//!
//! `cargo bench -p firelock-regimental` prints them; beside OpenSpiel's backgammon: see `docs/guide/benchmarks.md`.

use std::fmt::Write as _;
use std::time::Duration;

use firelock_core::{Frame, Grain, RuleSystem, Seeded, Side, try_out};
use firelock_regimental::Regimental;
use firelock_regimental::state::{Asking, Leader, State, Unit};
use firelock_scenario::{Battle, Muster};
use firelock_testkit::bench::{listing_playouts, nanoseconds, playout, playouts, replays, replays_in_place};

/// So many brigades a side of so many units each, in two or three lines on rolling ground with woods, fences and a road.
fn battle(brigades: usize, units: usize) -> String {
    let mut text = format!(
        "[battle]\nid = \"bench\"\nname = \"Bench\"\ndate = 1777-05-01\nplace = \"nowhere\"\nminutes = 180\nturns = 12\nfirst = \"red\"\nattacker = \"red\"\n[side.red]\nname = \"Reds\"\nedge = \"south\"\n[side.blue]\nname = \"Blues\"\nedge = \"north\"\n[map]\nwidth = {}\nheight = 1500\n",
        700 * brigades
    );
    for (side, y, facing) in [("red", 250, 0), ("blue", 1250, 180)] {
        let back = if side == "red" { -100 } else { 100 };
        write!(text, "[[command]]\nid = \"{side}-army\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [1050, {}]\n", y + 2 * back).expect("text");
        for brigade in 0..brigades {
            write!(text, "[[command]]\nid = \"{side}-{brigade}\"\nname = \"brigade {brigade}\"\nside = \"{side}\"\nsuperior = \"{side}-army\"\nleader = \"{side} {brigade}\"\nat = [{}, {}]\n", 350 + 700 * brigade, y + back / 2).expect("text");
            for unit in 0..units {
                let (x, y) = (200 + 700 * brigade + 180 * (unit % 2), y + back * (unit / 2) as i32);
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

fn muster(text: &str) -> State {
    let battle = Battle::read("bench", text).unwrap_or_else(|faults| panic!("{faults}"));
    Regimental::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state
}

/// The states of a random game in which a unit is to maneuver.
fn maneuvers(start: &State) -> Vec<(Side, State)> {
    let (mut state, mut dice, mut found) = (start.clone(), Seeded::new(7, 0), Vec::new());
    for (place, (side, command)) in playout::<Regimental>(start, 7, Grain::Coarse, 1000).iter().enumerate() {
        if matches!(state.agenda.top(), Some(Frame::Ask(Asking::Maneuver))) {
            found.push((*side, state.clone()));
        }
        dice.turn_to(place as u64);
        try_out::<Regimental>(&mut state, *side, command, &mut dice).expect("it was played so");
    }
    found
}

fn main() {
    let state = muster(&battle(3, 4));
    let (round, rounds) = (Duration::from_millis(800), 5);
    let (rate, length) = playouts::<Regimental>(&state, Grain::Coarse, round, rounds);
    println!("random games, 12 units a side, drawn: {rate} decisions/s, {length:.0} decisions a game");
    let (rate, _) = listing_playouts::<Regimental>(&state, Grain::Coarse, round, rounds);
    println!("the same, every candidate listed and judged: {rate} decisions/s");
    println!(
        "replay, every command checked: {} decisions/s",
        replays::<Regimental>(&state, Grain::Coarse, round, rounds)
    );
    println!(
        "the same in place, nothing kept: {} decisions/s",
        replays_in_place::<Regimental>(&state, Grain::Coarse, round, rounds)
    );
    let asked = maneuvers(&state);
    let list = |(side, state): &(Side, State)| {
        let mut listed = Vec::new();
        Regimental::candidates(state, *side, Grain::Coarse, &mut listed);
        listed
    };
    let listed: Vec<_> = asked.iter().map(list).collect();
    let listing = nanoseconds(round / 2, rounds, || asked.iter().map(|ask| list(ask).len()).sum::<usize>());
    let judge = || {
        let each = asked.iter().zip(&listed).flat_map(|(ask, all)| all.iter().map(move |command| (ask, command)));
        each.filter(|((side, state), command)| Regimental::check(state, *side, command).is_ok()).count()
    };
    let judging = nanoseconds(round / 2, rounds, judge);
    println!("listing the maneuvers of a unit: {:.2} times the bare checks", listing.median / judging.median);
    for state in [state.clone(), muster(&battle(6, 5))] {
        let (units, copy) = (state.units.len(), nanoseconds(round / 4, rounds, || state.clone()));
        let bytes = size_of::<State>() + units * size_of::<Unit>() + state.leaders.len() * size_of::<Leader>();
        println!("state of {units} units: {bytes} bytes beside what copies share, copied in {copy} ns");
    }
    println!("view: {} ns", nanoseconds(round / 4, rounds, || Regimental::view(&state, None)));
}
