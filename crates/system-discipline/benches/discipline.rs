//! Random whole games with 12 units a side, replay, listing, and what a state costs.
//!
//! `cargo bench -p firelock-discipline` prints them.

use std::fmt::Write as _;
use std::time::Duration;

use firelock_core::{Frame, Grain, RuleSystem, Seeded, Side, try_out};
use firelock_discipline::Discipline;
use firelock_discipline::state::{Asking, Body, State, Unit};
use firelock_scenario::{Battle, Muster};
use firelock_testkit::bench::{compared, listing_playouts, nanoseconds, playout, playouts, replays, replays_in_place};

/// Twelve units a side in two lines on open ground with woods, hedges, a farm and a road.
fn battle() -> String {
    let mut text = String::from(
        "[battle]\nid = \"bench\"\nname = \"Bench\"\ndate = 1708-07-01\nplace = \"nowhere\"\nminutes = 24\nturns = 12\nfirst = \"red\"\nattacker = \"red\"\n[side.red]\nname = \"Reds\"\nnations = [\"britain\"]\nedge = \"south\"\n[side.blue]\nname = \"Blues\"\nnations = [\"france\"]\nedge = \"north\"\n[map]\nwidth = 1100\nheight = 700\n",
    );
    for (side, y, facing, back) in [("red", 180, 0, -80), ("blue", 520, 180, 80)] {
        write!(text, "[[command]]\nid = \"{side}-army\"\nname = \"army\"\nside = \"{side}\"\nrank = \"army\"\nleader = \"{side} general\"\nat = [550, {}]\n", y + back * 3 / 2).expect("text");
        for brigade in 0..3 {
            write!(text, "[[command]]\nid = \"{side}-{brigade}\"\nname = \"brigade {brigade}\"\nside = \"{side}\"\nsuperior = \"{side}-army\"\nleader = \"{side} {brigade}\"\nat = [{}, {}]\n", 190 + 360 * brigade, y + back / 2).expect("text");
            for unit in 0..4 {
                let (x, y) = (130 + 360 * brigade + 130 * (unit % 2), y + if unit < 2 { 0 } else { back });
                let (arm, extra) = match (brigade, unit) {
                    (1, 3) => ("artillery", "guns = [{ number = 2, pounds = 6 }]\nmen = 8\n"),
                    (2, 2 | 3) => ("cavalry", "men = 120\ncompanies = 4\n"),
                    _ => ("infantry", "men = 360\ncompanies = 6\n"),
                };
                write!(text, "[[unit]]\nid = \"{side}-{brigade}-{unit}\"\nname = \"{side} {brigade} {unit}\"\nside = \"{side}\"\ncommand = \"{side}-{brigade}\"\narm = \"{arm}\"\ntraining = \"trained\"\nat = [{x}, {y}]\nfacing = {facing}\n{extra}").expect("text");
            }
        }
    }
    for n in 0..16 {
        let (x, y) = (40 + (n * 397) % 1000, 240 + (n * 97) % 200);
        match n % 4 {
            0 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"light-woods\"\narea = [[{x}, {y}], [{}, {y}], [{}, {}], [{x}, {}]]\n", x + 60, x + 55, y + 45, y + 35),
            1 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"hedge\"\nline = [[{x}, {y}], [{}, {}]]\n", x + 70, y + 10),
            2 => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"gentle-hill\"\narea = [[{x}, {y}], [{}, {}], [{}, {}], [{x}, {}]]\n", x + 70, y + 5, x + 60, y + 55, y + 45),
            _ => write!(text, "[[feature]]\nid = \"f{n}\"\nkind = \"rough\"\narea = [[{x}, {y}], [{}, {y}], [{}, {}]]\n", x + 40, x + 20, y + 30),
        }
        .expect("text");
    }
    text.push_str("[[feature]]\nid = \"farm\"\nkind = \"farm\"\nrectangle = [520, 320, 60, 60]\n");
    text.push_str("[[feature]]\nid = \"lane\"\nkind = \"road\"\nline = [[500, 0], [620, 350], [500, 700]]\n");
    text
}

/// The states of a random game in which a side is to move.
fn moves(start: &State) -> Vec<(Side, State)> {
    let (mut state, mut dice, mut found) = (start.clone(), Seeded::new(7, 0), Vec::new());
    for (place, (side, command)) in playout::<Discipline>(start, 7, Grain::Coarse, 1000).iter().enumerate() {
        if matches!(state.agenda.top(), Some(Frame::Ask(Asking::Move(_)))) {
            found.push((*side, state.clone()));
        }
        dice.turn_to(place as u64);
        try_out::<Discipline>(&mut state, *side, command, &mut dice).expect("it was played so");
    }
    found
}

fn main() {
    let text = battle();
    let battle = Battle::read("bench", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let state: State =
        Discipline::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state;
    let (round, rounds) = (Duration::from_millis(800), 5);
    let (rate, length) = playouts::<Discipline>(&state, Grain::Coarse, round, rounds);
    println!("random games, 12 units a side, drawn: {rate} decisions/s, {length:.0} decisions a game");
    let (rate, _) = listing_playouts::<Discipline>(&state, Grain::Coarse, round, rounds);
    println!("the same, every candidate listed and judged: {rate} decisions/s");
    println!(
        "replay, every command checked: {} decisions/s",
        replays::<Discipline>(&state, Grain::Coarse, round, rounds)
    );
    println!(
        "the same in place, nothing kept: {} decisions/s",
        replays_in_place::<Discipline>(&state, Grain::Coarse, round, rounds)
    );
    println!("150 games, {}", compared::<Discipline>(&state, Grain::Coarse, 150, 9));
    let asked = moves(&state);
    let list = |(side, state): &(Side, State)| {
        let mut listed = Vec::new();
        Discipline::candidates(state, *side, Grain::Coarse, &mut listed);
        listed
    };
    let listed: Vec<_> = asked.iter().map(list).collect();
    let listing = nanoseconds(round / 2, rounds, || asked.iter().map(|ask| list(ask).len()).sum::<usize>());
    let judge = || {
        let each = asked.iter().zip(&listed).flat_map(|(ask, all)| all.iter().map(move |command| (ask, command)));
        each.filter(|((side, state), command)| Discipline::check(state, *side, command).is_ok()).count()
    };
    let judging = nanoseconds(round / 2, rounds, judge);
    println!("listing the moves of a side: {:.2} times the bare checks", listing.median / judging.median);
    println!(
        "copy of a state of {} bodies: {} ns",
        state.bodies.len(),
        nanoseconds(round / 4, rounds, || state.clone())
    );
    let bytes = size_of::<State>() + state.bodies.len() * size_of::<Body>() + state.units.len() * size_of::<Unit>();
    println!("bytes of a state of {} bodies: {bytes} beside what copies share", state.bodies.len());
    println!("view: {} ns", nanoseconds(round / 4, rounds, || Discipline::view(&state, None)));
}
