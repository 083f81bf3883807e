//! Teaches the generals of a system what positions are worth: fights battles, and fits a small net to who won from where.
//!
//! In every round generals (without playouts) and captains fight each other and themselves, some decisions of half of the battles left
//! to chance for variety; the outlook of the round before is how the generals judge, so that they learn from their own mistakes. The net
//! is then fitted anew to the positions of all rounds. Every tenth battle is kept apart: the fit that foretells these best is kept.
//!
//! ```sh
//! cargo run --release -p firelock-ai --example school -- regimental 4 8000 crates/ai/outlooks/regimental.txt first-volley-washington
//! ```
//!
//! takes the system, rounds, battles in a round, the file (read first where there is one), and the battles that are fought. After each
//! round it prints how well the fit foretells, and the file is written.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use firelock_ai::{Arena, Brief, Contest, Level, Outlook, Style, Way, staff};
use firelock_core::{Seeded, Side};
use firelock_game::BattleFile;

/// The allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LIMIT: u64 = 50_000;
/// Of how many decisions one is learned from, beside every half of a turn.
const ONE_IN: u32 = 10;
/// How much of a hundred decisions of each side is left to chance, battle by battle.
const STRAY: [[u8; 2]; 4] = [[0, 0], [4, 0], [0, 4], [10, 10]];
/// The hidden cells.
const CELLS: usize = 24;
/// How often all positions are gone through.
const PASSES: usize = 5;
/// So many positions together move the net once.
const BATCH: usize = 256;
/// How far, at first; in the end by a fiftieth of it.
const STEP: f32 = 0.001;
/// How strongly the net is drawn to nothing.
const HELD: f32 = 0.002;
/// Numbers count for no more than so many deviations.
const FAR: f32 = 6.0;
/// Numbers that vary less are left out.
const STILL: f64 = 1e-6;

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Positions, one after another, each with how its battle ended for red.
#[derive(Default)]
struct Lessons {
    numbers: Vec<f32>,
    results: Vec<f32>,
    battles: Vec<usize>,
}

/// The lots by which the net begins and positions are mixed.
struct Lots(Seeded);

impl Lots {
    /// From -1 to 1.
    fn even(&mut self) -> f32 {
        self.0.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
    }
}

fn main() -> Anything<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [system, rounds, battles, file, names @ ..] = &args[..] else {
        return Err("usage: school SYSTEM ROUNDS BATTLES FILE BATTLE...".into());
    };
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let staff = staff(system).ok_or("no such system")?;
    let (rounds, battles): (usize, usize) = (rounds.parse()?, battles.parse()?);
    let mut arenas = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(format!("scenarios/{name}.toml"))?;
        let battle = BattleFile::read(name, &text).map_err(|fault| format!("{fault:?}"))?;
        arenas.push((staff.arena)(&battle, Default::default()).map_err(|fault| fault.to_string())?);
    }
    let mut outlook = std::fs::read_to_string(file).ok().map(|text| Outlook::read(&text)).transpose()?;
    let mut lessons = Lessons::default();
    let mut seed = number("SEED", 1_000_000);
    for round in 0..rounds {
        let known: Option<&'static Outlook> = outlook.take().map(|outlook| &*Box::leak(Box::new(outlook)));
        let ways = [Level::Captain, Level::General].map(|level| Way { outlook: None, ..(staff.way)(level) });
        let ways = [ways[0], Way { outlook: known, ..ways[1] }];
        fight(&arenas, battles, seed, &ways, number("HANDS", 2) as usize, &mut lessons)?;
        seed += battles as u64;
        let net = Net::fitted(&lessons);
        println!("round {round}: {} positions, loss of those kept apart {:.4}", lessons.results.len(), net.loss);
        let text = net.text(&format!("{} battles of {}", lessons.battles.last().map_or(0, |last| last + 1), names.join(", ")))?;
        outlook = Some(Outlook::read(&text)?);
        std::fs::write(file, text)?;
    }
    Ok(())
}

/// Fights the battles of a round, each ground and each pair of commanders in turn.
fn fight(
    arenas: &[Box<dyn Arena>],
    battles: usize,
    seed: u64,
    ways: &[Way; 2],
    hands: usize,
    lessons: &mut Lessons,
) -> Anything<()> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let hand = || -> Anything<()> {
        loop {
            let battle = next.fetch_add(1, Ordering::Relaxed);
            if battle >= battles {
                return Ok(());
            }
            let nth = battle / arenas.len();
            let pair = [nth % 2, nth / 2 % 2];
            let briefs = pair.map(|level| Brief {
                iterations: 0,
                ..Brief::new([Level::Captain, Level::General][level], Style::Historical)
            });
            let contest =
                Contest { briefs, seed: seed + battle as u64, limit: LIMIT, stray: STRAY[nth / 4 % STRAY.len()] };
            let both = pair.map(|level| ways[level]);
            let (fought, rows) = arenas[battle % arenas.len()].lesson(&contest, &both, ONE_IN)?;
            let result = match fought.verdict.winner {
                Some(Side::Red) => 1.0,
                Some(Side::Blue) => 0.0,
                None => 0.5,
            };
            found.lock().expect("no battle panics").push((battle, rows, result));
        }
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..hands).map(|_| scope.spawn(hand)).collect();
        handles.into_iter().try_for_each(|handle| handle.join().expect("no battle panics"))
    })?;
    let mut found = found.into_inner().expect("no battle panics");
    found.sort_by_key(|(battle, ..)| *battle);
    let first = lessons.battles.last().map_or(0, |last| last + 1);
    for (battle, rows, result) in found {
        for row in rows {
            lessons.numbers.extend(row);
            lessons.results.push(result);
            lessons.battles.push(first + battle);
        }
    }
    Ok(())
}

/// The net while it is fitted: what each number counts in each cell, the cells' own sums, what each number counts at once, what each
/// cell counts, and the sum of nothing.
struct Net {
    inputs: usize,
    middles: Vec<f32>,
    scales: Vec<f32>,
    weights: Vec<f32>,
    loss: f64,
}

impl Net {
    fn fitted(lessons: &Lessons) -> Net {
        let (n, inputs) = (lessons.results.len(), Outlook::inputs());
        let (mut sums, mut squares) = (vec![0.0; inputs], vec![0.0; inputs]);
        for row in lessons.numbers.chunks_exact(inputs) {
            for (at, number) in row.iter().enumerate() {
                sums[at] += f64::from(*number);
                squares[at] += f64::from(*number).powi(2);
            }
        }
        let middles: Vec<f32> = sums.iter().map(|sum| (sum / n as f64) as f32).collect();
        let spread = |(sum, square): (&f64, &f64)| (square / n as f64 - (sum / n as f64).powi(2)).max(0.0);
        let scale = |spread: f64| if spread > STILL { 1.0 / spread.sqrt() } else { 0.0 };
        let scales: Vec<f32> = sums.iter().zip(&squares).map(|both| scale(spread(both)) as f32).collect();
        let mut rows = lessons.numbers.clone();
        for row in rows.chunks_exact_mut(inputs) {
            for (number, (middle, scale)) in row.iter_mut().zip(middles.iter().zip(&scales)) {
                *number = ((*number - middle) * scale).clamp(-FAR, FAR);
            }
        }
        let row = |at: usize| &rows[at * inputs..][..inputs];
        let (apart, mut order): (Vec<usize>, Vec<usize>) = (0..n).partition(|at| lessons.battles[*at].is_multiple_of(10));

        let mut lots = Lots(Seeded::new(1, 0));
        let mut net = Net { inputs, middles, scales, weights: vec![0.0; CELLS * (inputs + 2) + inputs + 1], loss: f64::MAX };
        let reach = 1.0 / (inputs as f32).sqrt();
        net.weights[..CELLS * inputs].iter_mut().for_each(|weight| *weight = reach * lots.even());
        net.weights[CELLS * (inputs + 1) + inputs..][..CELLS].iter_mut().for_each(|weight| *weight = 0.1 * lots.even());
        let count = net.weights.len();
        let (mut slope, mut drift, mut size) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
        let (mut spoken, mut steps, mut best) = ([0.0; CELLS], 0, None);
        for pass in 0..PASSES {
            for at in (1..order.len()).rev() {
                order.swap(at, lots.0.below(at as u32 + 1) as usize);
            }
            let slowed = 0.5 * (1.0 + (std::f32::consts::PI * pass as f32 / PASSES as f32).cos());
            let step = STEP * slowed.max(0.02);
            for batch in order.chunks(BATCH) {
                slope.fill(0.0);
                for at in batch {
                    let odds = net.odds(row(*at), &mut spoken);
                    net.blame(row(*at), &spoken, 1.0 / (1.0 + (-odds).exp()) - lessons.results[*at], &mut slope);
                }
                steps += 1;
                let (early, early_size) = (1.0 - 0.9_f32.powi(steps), 1.0 - 0.999_f32.powi(steps));
                for at in 0..count {
                    let slope = slope[at] / batch.len() as f32;
                    drift[at] = 0.9 * drift[at] + 0.1 * slope;
                    size[at] = 0.999 * size[at] + 0.001 * slope * slope;
                    let pull = drift[at] / early / ((size[at] / early_size).sqrt() + 1e-8);
                    net.weights[at] -= step * (pull + HELD * net.weights[at]);
                }
            }
            let loss = apart.iter().map(|at| {
                let chance = 1.0 / (1.0 + (-f64::from(net.odds(row(*at), &mut spoken))).exp());
                let (chance, result) = (chance.clamp(1e-6, 1.0 - 1e-6), f64::from(lessons.results[*at]));
                -result * chance.ln() - (1.0 - result) * (1.0 - chance).ln()
            });
            let loss = loss.sum::<f64>() / apart.len().max(1) as f64;
            if loss < net.loss {
                net.loss = loss;
                best = Some(net.weights.clone());
            }
        }
        net.weights = best.unwrap_or_default();
        net
    }

    /// The parts of the weights: of each cell what every number counts in it, the cells' own sums, the numbers at once, what each cell
    /// counts.
    fn parts(&self) -> [usize; 4] {
        let cells = CELLS * self.inputs;
        [0, cells, cells + CELLS, cells + CELLS + self.inputs]
    }

    fn odds(&self, row: &[f32], spoken: &mut [f32; CELLS]) -> f32 {
        let [_, own, straight, counts] = self.parts();
        let mut sum = self.weights[counts + CELLS] + dot(&self.weights[straight..counts], row);
        for (cell, spoken) in spoken.iter_mut().enumerate() {
            let weights = &self.weights[cell * self.inputs..][..self.inputs];
            *spoken = (self.weights[own + cell] + dot(weights, row)).max(0.0);
            sum += self.weights[counts + cell] * *spoken;
        }
        sum
    }

    /// What each weight has to do with being off by so much.
    fn blame(&self, row: &[f32], spoken: &[f32; CELLS], off: f32, slope: &mut [f32]) {
        let [_, own, straight, counts] = self.parts();
        slope[counts + CELLS] += off;
        slope[straight..counts].iter_mut().zip(row).for_each(|(slope, number)| *slope += off * number);
        for (cell, spoken) in spoken.iter().enumerate().filter(|(_, spoken)| **spoken > 0.0) {
            slope[counts + cell] += off * spoken;
            let off = off * self.weights[counts + cell];
            slope[own + cell] += off;
            let slope = &mut slope[cell * self.inputs..][..self.inputs];
            slope.iter_mut().zip(row).for_each(|(slope, number)| *slope += off * number);
        }
    }

    /// As `Outlook::read` takes it.
    fn text(&self, what: &str) -> Anything<String> {
        let [_, own, straight, counts] = self.parts();
        let mut text = format!("# What {what} taught; made by examples/school.rs.\n{} {CELLS}\n", self.inputs);
        let mut line = |numbers: &mut dyn Iterator<Item = &f32>| -> Anything<()> {
            for (at, number) in numbers.enumerate() {
                let short: f32 = format!("{number:.3e}").parse()?;
                write!(text, "{}{short}", if at == 0 { "" } else { " " })?;
            }
            Ok(writeln!(text)?)
        };
        line(&mut self.middles.iter())?;
        line(&mut self.scales.iter())?;
        line(&mut self.weights[straight..counts].iter())?;
        for cell in 0..CELLS {
            let ends = [&self.weights[own + cell], &self.weights[counts + cell]];
            line(&mut ends.into_iter().chain(&self.weights[cell * self.inputs..][..self.inputs]))?;
        }
        line(&mut self.weights[counts + CELLS..].iter())?;
        Ok(text)
    }
}

/// The sum of products, in eight lanes.
fn dot(weights: &[f32], numbers: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (weights, numbers) in weights.chunks(8).zip(numbers.chunks(8)) {
        for (lane, (weight, number)) in lanes.iter_mut().zip(weights.iter().zip(numbers)) {
            *lane += weight * number;
        }
    }
    lanes.iter().sum()
}
