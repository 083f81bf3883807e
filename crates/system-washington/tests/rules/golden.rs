//! Golden files: what is asked and sampled by depth, a random game, a points battle, and a bold game told turn by turn.
//!
//! `FIRELOCK_BLESS=1` rewrites them.

use std::fmt::Write as _;

use firelock_core::RuleSystem;
use firelock_testkit::{Policy, golden, picture, record_words};
use firelock_washington::Washington;
use firelock_washington::state::{State, Step};

use crate::field::{battle, bold, points_game};

fn keep(name: &str, now: &str) {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    golden::compare(path, now).unwrap_or_else(|parting| panic!("{parting}"));
}

#[test]
fn counts_by_depth() {
    keep("first-volley.counts", &golden::counts::<Washington>(&battle("first-volley-washington"), 8, 40));
}

#[test]
fn a_random_first_volley() {
    let played = golden::play::<Washington>(&battle("first-volley-washington"), 1, &Policy::default(), 120);
    keep("first-volley.play", &played.unwrap_or_else(|fault| panic!("{fault}")));
}

#[test]
fn a_random_points_battle() {
    let played = golden::play::<Washington>(&points_game(), 2, &Policy::default(), 90);
    keep("points.play", &played.unwrap_or_else(|fault| panic!("{fault}")));
}

/// The whole of a bold game, the table drawn at the start of each turn.
fn told(start: &State, seed: u64) -> String {
    let (last, said) = bold::play(start, seed, 5000);
    let mut text = format!("{}, bold players, seed {seed}\n", Washington::NAME);
    let mut state = start.clone();
    let mut turn = u16::MAX;
    for (step, number) in said.iter().zip(1..) {
        if state.turn != turn && state.step >= Step::Morale {
            turn = state.turn;
            let _ = writeln!(text, "\n{}", picture(&Washington::view(&state, None)));
        }
        let prompt = Washington::decision(&state).ask(step.side).map_or("", |ask| ask.prompt);
        let phrase = Washington::phrase(&state, &step.command);
        let _ = writeln!(text, "{number} {}, {prompt}: {phrase}", step.side);
        let lines = record_words::<Washington>(&mut state, &step.taken);
        lines.lines().filter(|line| !line.is_empty()).for_each(|line| text += &format!("  {line}\n"));
    }
    let _ = writeln!(text, "\n{}", picture(&Washington::view(&last, None)));
    text
}

#[test]
fn a_bold_first_volley_fought_to_the_end() {
    keep("bold.play", &told(&battle("first-volley-washington"), 3));
}
