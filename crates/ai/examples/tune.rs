//! Sets the weights of a system's captain by self-play.
//!
//! An evolution strategy: every generation draws some commanders around the best guess so far, lets each fight the same battles against a
//! recruit and against the captain as he is, and moves the guess toward the best of them. Every generation has new dice.
//!
//! ```sh
//! cargo run --release -p firelock-ai --example tune -- regimental 12 first-volley-regimental cowpens
//! ```
//!
//! Prints the guess after every generation as lines for `Sense::WEIGHTS`.

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use firelock_ai::{Arena, Brief, Contest, Field, Fought, Level, Style, Weights, staff};
use firelock_core::{Seeded, Side};
use firelock_game::BattleFile;

/// Commanders of a generation, and how many of them lead the next.
const DRAWN: usize = 12;
const LEAD: usize = 4;
/// Battles of a commander in a generation, on each battlefield.
const BATTLES: u64 = 40;
const LIMIT: u64 = 50_000;

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Anything<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [system, generations, battles @ ..] = &args[..] else {
        return Err("usage: tune SYSTEM GENERATIONS BATTLE...".into());
    };
    let staff = staff(system).ok_or("no such system")?;
    let mut arenas = Vec::new();
    for name in battles {
        let text = std::fs::read_to_string(format!("scenarios/{name}.toml"))?;
        let file = BattleFile::read(name, &text).map_err(|fault| format!("{fault:?}"))?;
        arenas.push((staff.arena)(&file, Default::default()).map_err(|fault| fault.to_string())?);
    }
    let base = staff.weights;
    let mut guess: Vec<f64> = vec![0.0; Weights::NAMES.len()];
    let mut spread = 0.5;
    for generation in 0..generations.parse::<u64>()? {
        let mut chance = Seeded::new(900 + generation, 7);
        let mut drawn: Vec<Vec<f64>> =
            (0..DRAWN).map(|_| guess.iter().map(|middle| middle + spread * normal(&mut chance)).collect()).collect();
        drawn[0].clone_from(&guess);
        let seed = 100_000 + generation * 1000;
        let mut scored: Vec<(f64, Vec<f64>)> = Vec::new();
        for steps in drawn {
            scored.push((score(&arenas, &base, &stepped(&base, &steps), seed)?, steps));
        }
        let here = scored[0].0;
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let shares: Vec<f64> = (0..LEAD).map(|rank| ((LEAD + 1) as f64).ln() - ((rank + 1) as f64).ln()).collect();
        let whole: f64 = shares.iter().sum();
        for (nth, middle) in guess.iter_mut().enumerate() {
            *middle = shares.iter().zip(&scored).map(|(share, (_, steps))| share / whole * steps[nth]).sum();
        }
        let best = scored[0].0;
        println!("// generation {generation}: the guess had {here:.3}, the best {best:.3}, spread {spread:.2}");
        let weights = stepped(&base, &guess);
        let lines = Weights::NAMES.iter().zip(weights.list()).map(|(name, weight)| format!("{name}: {weight:.3}, "));
        println!("{}", lines.collect::<String>());
        spread *= 0.9;
    }
    Ok(())
}

/// Weights some steps away from others, on a logarithmic scale.
fn stepped(base: &Weights, steps: &[f64]) -> Weights {
    let list: Vec<f64> = base.list().iter().zip(steps).map(|(weight, step)| weight * step.exp()).collect();
    base.with(&list)
}

/// The mean result of a commander's battles: 1 won, 0 lost, and a little for how.
fn score(arenas: &[Box<dyn Arena>], base: &Weights, own: &Weights, seed: u64) -> Anything<f64> {
    let battles = arenas.len() * BATTLES as usize;
    let sum = Mutex::new(Ok(0.0));
    let next = AtomicUsize::new(0);
    let work = || loop {
        let battle = next.fetch_add(1, Ordering::Relaxed);
        if battle >= battles {
            return;
        }
        let nth = (battle / arenas.len()) as u64;
        let side = if nth.is_multiple_of(2) { Side::Red } else { Side::Blue };
        // Two battles in three against a recruit, the third against the captain as he is.
        let level = if nth / 2 % 3 < 2 { Level::Recruit } else { Level::Captain };
        let (captain, other) = (Brief::new(Level::Captain, Style::Historical), Brief::new(level, Style::Historical));
        let (briefs, weights) = match side {
            Side::Red => ([captain, other], [*own, *base]),
            Side::Blue => ([other, captain], [*base, *own]),
        };
        let contest = Contest { briefs, seed: seed + nth / 2, limit: LIMIT };
        let result = arenas[battle % arenas.len()].fight_weighed(&contest, &weights, &());
        let mut sum = sum.lock().expect("no battle panics");
        match (result, &mut *sum) {
            (Ok((fought, field)), Ok(sum)) => *sum += worth(&fought, &field, side),
            (Err(fault), sum) => *sum = Err(fault),
            (Ok(_), Err(_)) => {}
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work();
        other.join().expect("no battle panics");
    });
    Ok(sum.into_inner().expect("no battle panics")? / battles as f64)
}

fn worth(fought: &Fought, field: &Field, side: Side) -> f64 {
    let result = match fought.verdict.winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.3,
    };
    let left = |side: Side| field.of(side).map(|body| body.worth * body.order).sum::<f64>();
    let (own, enemy) = (left(side), left(side.enemy()));
    result + 0.1 * (own - enemy) / (own + enemy).max(1.0)
}

/// A number of the bell curve, by the sum of twelve dice.
fn normal(chance: &mut Seeded) -> f64 {
    (0..12).map(|_| f64::from(chance.below(1_000_000)) / 1e6).sum::<f64>() - 6.0
}
