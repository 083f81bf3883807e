//! The four reference problems of exact odds, each with 100 parameter sets, in CPU time.
//!
//! `cargo bench -p firelock-odds` prints ours alone; `benches/compare.sh` asks icepool and dyce in the same run and prints the ratios.
//!
//! - a: 4-19 d6 that hit from a face on, ones rolled again, each hit saved from a face on: how many hits count.
//! - b: 2d6 and a number against 2d6 and another: the odds to win by 5.
//! - c: 4-20 pairs of d8 and a number against d8: how many win and how many tie, jointly.
//! - d: ten rounds of a d10 chart on (stands, disordered).

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use cpu_time::ProcessTime;
use firelock_core::{Clause, Cuts, Dice, Die, Halt, Lot, Read, Roll, Side, Tie};
use firelock_odds::{Distribution, PATHS, explore, margin, unsaved_hits, wins_and_ties};
use serde::Deserialize;

const SETS: usize = 100;
const ROUNDS: usize = 9;
const PEERS: [&str; 2] = ["icepool", "dyce"];

/// A problem: its name and the sum of squared probabilities of its answer, for one parameter set.
struct Problem {
    name: &'static str,
    ask: fn(usize) -> f64,
}

const CLOSED: [Problem; 4] = [
    Problem { name: "a", ask: a },
    Problem { name: "b", ask: b },
    Problem { name: "c", ask: c },
    Problem { name: "d", ask: d },
];

/// The same questions asked of code that rolls dice.
const EXPLORED: [Problem; 4] = [
    Problem { name: "a", ask: a_explored },
    Problem { name: "b", ask: b_explored },
    Problem { name: "c", ask: c_explored },
    Problem { name: "d", ask: d_explored },
];

fn volley(i: usize) -> (Lot, Lot) {
    let hit = Cuts::at(3 + (i as i16 / 16) % 4);
    let save = Cuts::at(2 + (i as i16 / 7) % 5);
    let shots = Lot::of(Side::Red, 4 + i as u8 % 16, Die::D(6)).again(1 << 1).cut(hit);
    (shots, Lot::of(Side::Blue, 1, Die::D(6)).cut(save))
}

fn sums(i: usize) -> (Lot, Lot) {
    let lot = |side, plus| Lot::of(side, 1, Die::D(6)).dice(2).plus(plus);
    (lot(Side::Red, i as i32 % 10 - 5), lot(Side::Blue, (i as i32 / 10) % 10 - 5))
}

fn bases(i: usize) -> (Lot, Lot) {
    let n = 4 + i as u8 % 17;
    (Lot::of(Side::Red, n, Die::D(8)).plus((i as i32 / 17) % 6), Lot::of(Side::Blue, n, Die::D(8)))
}

fn rounds(i: usize) -> (Distribution<(u8, bool)>, i16) {
    (Distribution::certain((4 + i as u8 % 17, false)), (i as i16 / 17) % 6)
}

/// One round of problem d.
fn after((stands, disordered): (u8, bool), face: i16, plus: i16) -> (u8, bool) {
    if stands == 0 || face == 1 {
        return (stands, false);
    }
    let (loss, disordered) = match face + plus + i16::from(disordered) {
        ..=4 => (0, disordered),
        5..=6 => (u8::from(disordered), true),
        7..=8 => (1, disordered),
        9 => (1, true),
        _ => (2, true),
    };
    let left = stands.saturating_sub(loss);
    (left, disordered && left > 0)
}

fn squares<T: Ord>(found: &Distribution<T>) -> f64 {
    found.probabilities().map(|(_, p)| p * p).sum()
}

fn a(i: usize) -> f64 {
    let (shots, save) = volley(i);
    unsaved_hits(&shots, &save).map_or(0.0, |found| squares(&found))
}

fn b(i: usize) -> f64 {
    let (own, other) = sums(i);
    margin(&own, &other).map_or(0.0, |found| found.at_least(&5).p().powi(2))
}

fn c(i: usize) -> f64 {
    let (own, other) = bases(i);
    wins_and_ties(&own, &other).map_or(0.0, |found| squares(&found))
}

fn d(i: usize) -> f64 {
    let (start, plus) = rounds(i);
    let step = |&state: &(u8, bool)| {
        Distribution::of_die(Die::D(10), |face| after(state, face, plus)).expect("a die with faces")
    };
    squares(&start.rounds(10, step))
}

fn roll(read: Read, lots: impl IntoIterator<Item = Lot>) -> Roll {
    Roll::new(Clause::new("XX-A-01"), "bench", read, lots)
}

fn explored<T: Ord>(run: impl FnMut(&mut dyn Dice) -> Result<T, Halt>) -> Distribution<T> {
    explore(PATHS, run).expect("dice that fall")
}

fn a_explored(i: usize) -> f64 {
    let (shots, save) = volley(i);
    let shots = roll(Read::Tally, [shots]);
    squares(&explored(|dice| {
        let hits = dice.roll(&shots)?.count(1) as u8;
        Ok(dice.roll(&roll(Read::Tally, [Lot { trials: hits, ..save.clone() }]))?.count(0))
    }))
}

fn b_explored(i: usize) -> f64 {
    let (own, other) = sums(i);
    let opposed = roll(Read::Versus { tie: Tie::Stands }, [own.cut(Cuts::at(5)), other]);
    explored(|dice| Ok(dice.roll(&opposed)?.count(1))).chance(&1).p().powi(2)
}

fn c_explored(i: usize) -> f64 {
    let (own, other) = bases(i);
    let opposed = roll(Read::Versus { tie: Tie::Stands }, [own.cut(Cuts::new([(0, 1), (1, 2)])), other]);
    squares(&explored(|dice| dice.roll(&opposed).map(|rolled| (rolled.count(2), rolled.count(1)))))
}

fn d_explored(i: usize) -> f64 {
    let (start, plus) = rounds(i);
    let die = roll(Read::Sum, [Lot::of(Side::Red, 1, Die::D(10))]);
    let step = |&state: &(u8, bool)| explored(|dice| Ok(after(state, dice.roll(&die)?.value() as i16, plus)));
    squares(&start.rounds(10, step))
}

/// Microseconds a query, over at least a tenth of a second, and the sum of squares over all sets.
fn measure(problem: &Problem) -> (f64, f64) {
    let start = ProcessTime::now();
    let mut n_queries = 0;
    loop {
        let sum = (0..SETS).map(|i| black_box((problem.ask)(black_box(i)))).sum();
        n_queries += SETS;
        let spent = start.elapsed();
        if spent > Duration::from_millis(100) {
            return (spent.as_secs_f64() * 1e6 / n_queries as f64, sum);
        }
    }
}

/// What a peer says of a problem.
#[derive(Deserialize)]
struct Line {
    problem: String,
    us: f64,
    squares: f64,
}

fn ask_peer(python: &str, peer: &str) -> Vec<Line> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers.py");
    let output = Command::new(python).args([script, peer]).output().expect("python runs");
    assert!(output.status.success(), "{peer}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("plain text");
    text.lines().map(|line| serde_json::from_str(line).expect("one line a problem")).collect()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn shown(times: &mut [f64]) -> String {
    let median = median(times);
    format!("{median:.3} ({:.3}-{:.3})", times[0], times[times.len() - 1])
}

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--peers").skip(1);
    let python = arguments.next();
    let mut ours = [const { Vec::new() }; 4];
    let mut by_paths = [const { Vec::new() }; 4];
    let mut peers = [const { [const { Vec::new() }; 4] }; PEERS.len()];
    for _ in 0..ROUNDS {
        for (at, problem) in CLOSED.iter().enumerate() {
            let (us, squares) = measure(problem);
            ours[at].push(us);
            let (us, same) = measure(&EXPLORED[at]);
            by_paths[at].push(us);
            assert!((squares - same).abs() < 1e-9, "{}: {squares} and {same}", problem.name);
        }
        let Some(python) = &python else { continue };
        for (peer, times) in PEERS.iter().zip(&mut peers) {
            for line in ask_peer(python, peer) {
                let at = CLOSED.iter().position(|problem| problem.name == line.problem).expect("a known problem");
                times[at].push(line.us);
                let (_, squares) = measure(&CLOSED[at]);
                assert!((squares - line.squares).abs() < 1e-6, "{peer} {}: {}", line.problem, line.squares);
            }
        }
    }
    println!("CPU microseconds a query, {SETS} parameter sets: median (least-most) of {ROUNDS} rounds");
    for (at, problem) in CLOSED.iter().enumerate() {
        println!("{}  closed form {}  by paths {}", problem.name, shown(&mut ours[at]), shown(&mut by_paths[at]));
    }
    if python.is_none() {
        return;
    }
    for (peer, mut times) in PEERS.iter().zip(peers) {
        println!("\n{peer}");
        let mut product = 1.0;
        for (at, problem) in CLOSED.iter().enumerate() {
            let ratio = median(&mut times[at]) / median(&mut ours[at]);
            product *= ratio;
            println!("{}  {}  {ratio:.0} times ours", problem.name, shown(&mut times[at]));
        }
        println!("geometric mean {:.0}", f64::powf(product, 0.25));
    }
}
