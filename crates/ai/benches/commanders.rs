//! Battles between commanders, by processor time of one core. The first line has a goal: captains on Cowpens by `regimental`, 20 battles
//! a second.
//!
//! `cargo bench -p firelock-ai -- cowpens regimental captain 8` fights only those, for a profile.

use cpu_time::ProcessTime;
use firelock_ai::{Brief, Contest, Level, Style, staff};
use firelock_game::BattleFile;

/// The allocator of the program, so that battles are measured on what people run.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Battle, system, level, battles. Battles at Cowpens differ much in length, so the line with the goal fights many.
const CONTESTS: [(&str, &str, &str, u64); 6] = [
    ("cowpens", "regimental", "captain", 64),
    ("cowpens", "regimental", "recruit", 8),
    ("first-volley-regimental", "regimental", "captain", 8),
    ("first-volley-washington", "washington", "captain", 8),
    ("first-volley-discipline", "discipline", "captain", 8),
    ("first-volley-napoleonic", "napoleonic", "captain", 8),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match &asked[..] {
        [battle, system, level, battles] => {
            measure(battle, system, level, battles.parse().expect("a number of battles"))
        }
        _ => CONTESTS.iter().for_each(|(battle, system, level, battles)| measure(battle, system, level, *battles)),
    }
}

fn measure(battle: &str, system: &str, level: &str, battles: u64) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let text = std::fs::read_to_string(format!("{root}/{battle}.toml")).expect("a battle of the project");
    let file = BattleFile::read(battle, &text).expect("a sound battle");
    let arena = (staff(system).expect("a system").arena)(&file, Default::default()).expect("it musters");
    let level = Level::ALL.into_iter().find(|one| one.word() == level).expect("a level");
    let briefs = [Brief::new(level, Style::Historical); 2];
    let begun = ProcessTime::now();
    let mut decisions = 0;
    for seed in 0..battles {
        decisions +=
            arena.fight(&Contest { briefs, seed, limit: 100_000, stray: [0; 2] }, &()).expect("an end").decisions;
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{level} against {level}, {battle} by {system}: {rate:.2} battles a second, {each} decisions a battle, {per:.0} us a decision",
        level = level.word(),
        rate = battles as f64 / seconds,
        each = decisions / battles,
        per = seconds * 1e6 / decisions as f64,
    );
}
