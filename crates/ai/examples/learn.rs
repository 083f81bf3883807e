//! Learns the weights of a system's captain from battles.
//!
//! Recruits and captains fight, some of their decisions left to chance for variety. At the end of every turn the terms of the position
//! are kept, and who won in the end: a logistic regression of the one on the other says what each term is worth. It is held near the
//! weights as they are, the more the less the battles tell. Every fifth battle is kept apart to see whether what was learned holds there.
//!
//! ```sh
//! cargo run --release -p firelock-ai --example learn -- regimental 2000 first-volley-regimental cowpens
//! ```
//!
//! Prints lines for `Sense::WEIGHTS`, in the worth of troops. What is no term of the position (how far to press, what a charge must
//! promise) cannot be learned so and stays as it is.

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use firelock_ai::{Arena, Brief, Contest, Level, Style, Weights, staff, terms};
use firelock_core::Side;
use firelock_game::BattleFile;

const LIMIT: u64 = 50_000;
/// How much of a hundred decisions is left to chance in every second battle.
const STRAY: u8 = 15;
/// How strongly what is learned is held near what was: as if so many positions had said it.
const HELD: f64 = 150.0;

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A position: in which battle, its terms for red, and how it ended for red (1 won, 0 lost, between them a draw).
struct Sample {
    game: usize,
    ground: usize,
    terms: Vec<f64>,
    result: f64,
}

fn main() -> Anything<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [system, games, battles @ ..] = &args[..] else {
        return Err("usage: learn SYSTEM GAMES BATTLE...".into());
    };
    let staff = staff(system).ok_or("no such system")?;
    let mut arenas = Vec::new();
    for name in battles {
        let text = std::fs::read_to_string(format!("scenarios/{name}.toml"))?;
        let file = BattleFile::read(name, &text).map_err(|fault| format!("{fault:?}"))?;
        arenas.push((staff.arena)(&file, Default::default()).map_err(|fault| fault.to_string())?);
    }
    let samples = play(&arenas, games.parse()?)?;
    let (test, train): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| sample.game % 5 == 0);
    println!("// {} positions, {} kept apart", samples.len(), test.len());

    // The terms that can be learned vary from position to position; a battle's own bias is one more number each.
    let base = (staff.way)(Level::Captain).weights.list();
    let n = base.len();
    let spread: Vec<f64> = (0..n).map(|nth| deviation(&train, nth)).collect();
    let learned: Vec<usize> = (0..n).filter(|nth| spread[*nth] > 1e-6).collect();
    let row = |sample: &Sample| -> Vec<f64> {
        let bias = (0..arenas.len()).map(|ground| f64::from(u8::from(sample.ground == ground)));
        learned.iter().map(|nth| sample.terms[*nth]).chain(bias).collect()
    };
    // First how sure the weights as they are make one, all at once.
    let one = |sample: &Sample| -> Vec<f64> {
        let value = learned.iter().map(|nth| sample.terms[*nth] * base[*nth]).sum();
        let bias = (0..arenas.len()).map(|ground| f64::from(u8::from(sample.ground == ground)));
        std::iter::once(value).chain(bias).collect()
    };
    let before = fit(&train, &one, &vec![0.0; 1 + arenas.len()], &vec![1e-6; 1 + arenas.len()]);
    let scale = before[0].max(1e-3);
    let mut middle: Vec<f64> = learned.iter().map(|nth| scale * base[*nth]).collect();
    let mut held: Vec<f64> = learned.iter().map(|nth| HELD / 4.0 * spread[*nth].powi(2)).collect();
    middle.extend(&before[1..]);
    held.extend(vec![1e-3; arenas.len()]);
    let after = fit(&train, &row, &middle, &held);
    println!(
        "// a base is {scale:.4} in log odds; loss kept apart {:.4} before, {:.4} after",
        loss(&test, &one, &before),
        loss(&test, &row, &after)
    );
    for tenth in 0..10 {
        let chance = |sample: &&&Sample| (logistic(&after, &row(sample)) * 10.0).min(9.9) as usize == tenth;
        let here: Vec<&&Sample> = test.iter().filter(chance).collect();
        let won: f64 = here.iter().map(|sample| sample.result).sum();
        println!(
            "// held for {}0 to {}9 %: {:.0} % of {}",
            tenth,
            tenth,
            100.0 * won / here.len().max(1) as f64,
            here.len()
        );
    }
    let material = learned.iter().position(|nth| Weights::NAMES[*nth] == "material").map_or(scale, |at| after[at]);
    for (at, nth) in learned.iter().enumerate() {
        let tells = spread[*nth] * after[at];
        println!(
            "{}: {:.3}, // was {:.3}; one deviation {tells:.2}",
            Weights::NAMES[*nth],
            after[at] / material,
            base[*nth]
        );
    }
    Ok(())
}

/// Fights the battles, the kinds of commanders and the grounds in turn.
fn play(arenas: &[Box<dyn Arena>], games: usize) -> Anything<Vec<Sample>> {
    let found = Mutex::new(Ok(Vec::new()));
    let next = AtomicUsize::new(0);
    let work = || loop {
        let game = next.fetch_add(1, Ordering::Relaxed);
        if game >= games {
            return;
        }
        let ground = game % arenas.len();
        let nth = game / arenas.len();
        let level = |captain: bool| if captain { Level::Captain } else { Level::Recruit };
        let briefs = [nth % 4 == 1 || nth % 4 == 3, nth % 4 >= 2].map(|one| Brief::new(level(one), Style::Historical));
        let stray = if (nth / 4).is_multiple_of(2) { [STRAY; 2] } else { [0; 2] };
        let contest = Contest { briefs, seed: 200_000 + nth as u64, limit: LIMIT, stray };
        let mut here: Vec<Vec<f64>> = Vec::new();
        let result = arenas[ground].fight_told(&contest, &(), &mut |_, field| {
            if field.winner.is_none() {
                here.push(terms(field, Side::Red).list());
            }
        });
        let mut found = found.lock().expect("no battle panics");
        match (result, &mut *found) {
            (Ok((fought, _)), Ok(found)) => {
                let result = match fought.verdict.winner {
                    Some(Side::Red) => 1.0,
                    Some(Side::Blue) => 0.0,
                    None => 0.5,
                };
                found.extend(here.into_iter().map(|terms| Sample { game, ground, terms, result }));
            }
            (Err(fault), found) => *found = Err(fault),
            (Ok(_), Err(_)) => {}
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    Ok(found.into_inner().expect("no battle panics")?)
}

fn deviation(samples: &[&Sample], nth: usize) -> f64 {
    let n = samples.len().max(1) as f64;
    let mean = samples.iter().map(|sample| sample.terms[nth]).sum::<f64>() / n;
    (samples.iter().map(|sample| (sample.terms[nth] - mean).powi(2)).sum::<f64>() / n).sqrt()
}

fn logistic(weights: &[f64], row: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(row).map(|(weight, term)| weight * term).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(samples: &[&Sample], row: &impl Fn(&Sample) -> Vec<f64>, weights: &[f64]) -> f64 {
    let one = |sample: &&Sample| {
        let chance = logistic(weights, &row(sample)).clamp(1e-6, 1.0 - 1e-6);
        -sample.result * chance.ln() - (1.0 - sample.result) * (1.0 - chance).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Newton's method; each weight is held to its middle by its own spring.
fn fit(samples: &[&Sample], row: &impl Fn(&Sample) -> Vec<f64>, middle: &[f64], held: &[f64]) -> Vec<f64> {
    let n = middle.len();
    let mut weights = middle.to_vec();
    for _ in 0..12 {
        let mut slope: Vec<f64> = (0..n).map(|at| held[at] * (middle[at] - weights[at])).collect();
        let mut bend = vec![vec![0.0; n]; n];
        for (at, line) in bend.iter_mut().enumerate() {
            line[at] = held[at];
        }
        for sample in samples {
            let terms = row(sample);
            let chance = logistic(&weights, &terms);
            for at in 0..n {
                slope[at] += (sample.result - chance) * terms[at];
                for other in 0..n {
                    bend[at][other] += chance * (1.0 - chance) * terms[at] * terms[other];
                }
            }
        }
        let step = solve(bend, slope);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves a system of equations with a positive matrix by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for at in 0..n {
        let line = matrix[at].clone();
        for below in at + 1..n {
            let times = matrix[below][at] / line[at];
            matrix[below].iter_mut().zip(&line).for_each(|(cell, above)| *cell -= times * above);
            right[below] -= times * right[at];
        }
    }
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|column| matrix[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}
