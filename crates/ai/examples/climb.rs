//! Climbs toward better weights by fighting: what `learn` reads off positions, this asks of battles won.
//!
//! In every round each battle is fought twice with the same dice: once by a commander whose weights are all a little larger or smaller
//! by lot, once by one whose weights are off the other way round. How much more often a weight wins that is larger says how far it is
//! moved.
//!
//! ```sh
//! cargo run --release -p firelock-ai --example climb -- washington general captain 20 1000 out.txt first-volley-washington
//! ```
//!
//! takes the system, who climbs, whom he fights, rounds, battles in a round, the file that keeps the weights (read first where there is
//! one), and the battles in which they fight. With no rounds it fights that many battles with the weights as they are.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use firelock_ai::{Arena, Brief, Contest, Level, Outlook, Pains, Style, Way, Weights, staff};
use firelock_core::{Seeded, Side};
use firelock_game::BattleFile;

/// The allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LIMIT: u64 = 50_000;
/// How far the weights are off, in parts of what they are.
const OFF: f64 = 0.3;
/// How far a round moves them: by so many parts for a whole battle won more.
const STRIDE: f64 = 1.2;
/// What a draw counts beside a battle won.
const DRAW: f64 = 0.25;

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

struct Climb {
    arenas: Vec<Box<dyn Arena>>,
    climber: Brief,
    other: Brief,
    /// How both think; of the climber's the weights are changed.
    ways: [Way; 2],
}

impl Climb {
    /// How battle number `game` ends for the climber with these weights: 1 won, 0 lost.
    fn fight(&self, game: usize, weights: &Weights) -> Anything<(Option<Side>, Side)> {
        let arena = &self.arenas[game % self.arenas.len()];
        let nth = game / self.arenas.len();
        let side = if nth.is_multiple_of(2) { Side::Red } else { Side::Blue };
        let mut briefs = [self.other; 2];
        let mut both = [self.ways[1]; 2];
        briefs[side.index()] = self.climber;
        both[side.index()] = Way { weights: *weights, ..self.ways[0] };
        let contest = Contest { briefs, seed: nth as u64 / 2, limit: LIMIT, stray: [0; 2] };
        let (fought, _) =
            arena.fight_in_ways(&Contest { seed: contest.seed + self.climber.seed, ..contest }, &both, &())?;
        Ok((fought.verdict.winner, side))
    }

    /// Does so many pieces of work on two hands.
    fn each<T: Send>(&self, pieces: usize, work: impl Fn(usize) -> Anything<T> + Sync) -> Anything<Vec<T>> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let hands: usize = std::env::var("HANDS").ok().and_then(|hands| hands.parse().ok()).unwrap_or(2);
        let hand = || -> Anything<()> {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    return Ok(());
                }
                let done = work(piece)?;
                found.lock().expect("no battle panics").push((piece, done));
            }
        };
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..hands).map(|_| scope.spawn(hand)).collect();
            handles.into_iter().try_for_each(|handle| handle.join().expect("no battle panics"))
        })?;
        let mut found = found.into_inner().expect("no battle panics");
        found.sort_by_key(|(piece, _)| *piece);
        Ok(found.into_iter().map(|(_, done)| done).collect())
    }
}

/// These weights, each larger by so many parts of its size.
fn moved(weights: &Weights, sizes: &[f64], parts: &[f64]) -> Weights {
    let list: Vec<f64> =
        weights.list().iter().zip(sizes).zip(parts).map(|((weight, size), part)| weight + size * part).collect();
    weights.with(&list)
}

/// What is a large part of a weight: itself, or what it might be where nothing is granted to it.
fn sizes(weights: &Weights) -> Vec<f64> {
    let size = |(name, weight): (&&str, f64)| match *name {
        _ if weight.abs() > 0.01 => weight.abs(),
        "wear" => 6.0,
        "ready" => 2.0,
        _ => 0.2,
    };
    Weights::NAMES.iter().zip(weights.list()).map(size).collect()
}

/// Takes the climber over another way of looking, where one is asked for.
fn pains(pains: &mut Pains) -> Anything<()> {
    for (name, value) in std::env::vars() {
        match name.as_str() {
            "STANDS" => pains.stands_plainly = value == "1",
            "FEW" => pains.few_throws = value == "1",
            "PLAIN" => pains.plain_charges = value == "1",
            "OWN" => pains.own_dice = value == "1",
            "ONE" => pains.one_by_one = value == "1",
            "CHARGES" => pains.charges = value.parse()?,
            "EARNEST" => pains.in_earnest = value == "1",
            "PLANS" => pains.plans_attacks = value == "1",
            "SETTLED" => pains.settled = value.parse()?,
            "SURE" => pains.sure = value.parse()?,
            "LOOKS" => {
                pains.looks = match value.as_str() {
                    "1" => &[(1, 3), (1, 2), (2, 2)],
                    "2" => &[(2, 4), (2, 2), (4, 2)],
                    "4" => &[(4, 6), (4, 3), (8, 2)],
                    "8" => &[(8, 6), (8, 3), (16, 2)],
                    _ => return Err("LOOKS is 1, 2, 4 or 8".into()),
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn main() -> Anything<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [system, climber, other, rounds, battles, file, names @ ..] = &args[..] else {
        return Err("usage: climb SYSTEM CLIMBER OTHER ROUNDS BATTLES FILE BATTLE...".into());
    };
    let staff = staff(system).ok_or("no such system")?;
    let mut arenas = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(format!("scenarios/{name}.toml"))?;
        let file = BattleFile::read(name, &text).map_err(|fault| format!("{fault:?}"))?;
        arenas.push((staff.arena)(&file, Default::default()).map_err(|fault| fault.to_string())?);
    }
    let brief = |level: &str| Level::ALL.into_iter().find(|one| one.word() == level).ok_or("no such level");
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let climber = Brief {
        iterations: number("PLAYOUTS", 0) as u32,
        seed: number("SEED", 900_000),
        ..Brief::new(brief(climber)?, Style::Historical)
    };
    let other = Brief::new(brief(other)?, Style::Historical);
    let mut ways = [climber, other].map(|brief| (staff.way)(brief.level));
    pains(&mut ways[0].pains)?;
    if let Ok(file) = std::env::var("OUTLOOK") {
        ways[0].outlook = match file.as_str() {
            "" => None,
            file => {
                let text = std::fs::read_to_string(file)?;
                Some(Box::leak(Box::new(Outlook::read(&text)?)))
            }
        };
    }
    let mut weights = ways[0].weights;
    if let Ok(text) = std::fs::read_to_string(file) {
        let mut list = weights.list();
        for line in text.lines() {
            if let Some((name, value)) = line.split_once(':')
                && let Some(at) = Weights::NAMES.iter().position(|known| *known == name.trim())
            {
                list[at] = value.trim().trim_end_matches(',').parse()?;
            }
        }
        weights = weights.with(&list);
    }
    let mut climb = Climb { arenas, climber, other, ways };
    let (rounds, battles): (usize, usize) = (rounds.parse()?, battles.parse()?);
    if rounds == 0 {
        let found = climb.each(battles, |game| climb.fight(game, &weights))?;
        for side in Side::BOTH {
            let here: Vec<_> = found.iter().filter(|(_, own)| *own == side).collect();
            let won = here.iter().filter(|(winner, _)| *winner == Some(side)).count();
            let drawn = here.iter().filter(|(winner, _)| winner.is_none()).count();
            println!("as {side}: {won} won, {drawn} drawn of {}", here.len());
        }
        let won = found.iter().filter(|(winner, own)| *winner == Some(*own)).count();
        println!("in all: {won} of {} = {:.1} %", found.len(), 100.0 * won as f64 / found.len() as f64);
        return Ok(());
    }
    let (n, sizes) = (Weights::NAMES.len(), sizes(&climb.ways[0].weights));
    for round in 0..rounds {
        let lots = |pair: usize| -> Vec<f64> {
            let mut lot = Seeded::new(climb.climber.seed ^ 0x5eed, (round * battles + pair) as u64);
            (0..n).map(|_| if lot.below(2) == 0 { -1.0 } else { 1.0 }).collect()
        };
        let found = climb.each(battles, |game| {
            let signs = lots(game / 2);
            let turned = if game.is_multiple_of(2) { OFF } else { -OFF };
            let parts: Vec<f64> = signs.iter().map(|sign| sign * turned).collect();
            let (winner, own) = climb.fight(game / 2, &moved(&weights, &sizes, &parts))?;
            Ok((winner, own, parts))
        })?;
        climb.climber.seed += battles as u64;
        let score = |winner: Option<Side>, own: Side| match winner {
            Some(side) if side == own => 1.0,
            Some(_) => 0.0,
            None => DRAW,
        };
        let mut slope = vec![0.0; n];
        for (winner, own, parts) in &found {
            for (slope, part) in slope.iter_mut().zip(parts) {
                *slope += score(*winner, *own) * part / (OFF * OFF);
            }
        }
        let count = found.len() as f64;
        let parts: Vec<f64> = slope.iter().map(|slope| STRIDE * slope / count).collect();
        let won = found.iter().filter(|(winner, own, _)| winner == &Some(*own)).count() as f64;
        let drawn = found.iter().filter(|(winner, ..)| winner.is_none()).count() as f64;
        weights = moved(&weights, &sizes, &parts);
        let mut text = String::new();
        for ((name, weight), part) in Weights::NAMES.iter().zip(weights.list()).zip(&parts) {
            writeln!(text, "{name}: {weight:.4},")?;
            print!("{name} {part:+.2} ");
        }
        println!("\nround {round}: {:.1} % won, {:.1} % drawn", 100.0 * won / count, 100.0 * drawn / count);
        std::fs::write(file, text)?;
    }
    Ok(())
}
