//! Teaches the generals of a system what positions are worth: fights battles, and fits two small nets to who won from where.
//!
//! In every round generals (without playouts) and captains fight each other and generals themselves, some decisions of most battles left
//! to chance for variety; the outlook as it is by then is how the generals judge, so that they learn from their own mistakes. What a
//! position should have been thought worth is how the battle ended, mixed with what was thought of the positions in between: these
//! scatter less. The nets are then moved towards that by the positions of the last rounds.
//!
//! ```sh
//! cargo run --release -p firelock-ai --example school -- regimental 20 6000 crates/ai/outlooks/regimental.txt first-volley-washington
//! ```
//!
//! takes the system, rounds, battles in a round, the file (read first where there is one), and the battles that are fought. After each
//! round it prints how well the outlook foretold the new battles and how many generals won against captains, and the file is written.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use firelock_ai::{Arena, Brief, CELLS, Contest, FAR, Level, Numbers, Outlook, Style, Way, staff};
use firelock_core::{Seeded, Side};
use firelock_game::BattleFile;

/// The allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LIMIT: u64 = 50_000;
/// Of how many decisions one is learned from, beside every half of a turn.
const ONE_IN: u32 = 15;
/// How much of a hundred decisions of each side is left to chance, battle by battle.
const STRAY: [[u8; 2]; 4] = [[0, 0], [3, 0], [0, 3], [12, 12]];
/// Who fights whom, battle by battle: 0 is a captain, 1 a general.
const PAIRS: [[usize; 2]; 3] = [[1, 0], [0, 1], [1, 1]];
/// How many rounds are learned from.
const KEPT: usize = 3;
/// How often all their positions are gone through.
const PASSES: usize = 2;
/// What a new outlook grants a battle that is sure to be won rather than lost, in bases of plain troops.
const BATTLE: f32 = 40.0;
/// So many positions together move the nets once.
const BATCH: usize = 256;
/// How far, at first; in the last round by a tenth of it.
const STEP: f32 = 0.001;
/// How strongly they are drawn to nothing.
const HELD: f32 = 0.002;
/// How much of what a position should have been worth comes from later ones.
const LATER: f32 = 0.9;
/// Numbers that vary less are left out.
const STILL: f64 = 1e-6;
/// What belongs to each number: what it counts at once, and in each cell.
const ROW: usize = 1 + CELLS;

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A position, and what red should have thought of it: 1 where red won.
struct Lesson {
    numbers: Numbers,
    worth: f32,
}

/// How a battle went.
struct Fought {
    pair: [usize; 2],
    plainly: bool,
    positions: Vec<Numbers>,
    winner: Option<Side>,
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
    let hands = number("HANDS", 2) as usize;
    let mut school = std::fs::read_to_string(file).ok().map(|text| School::read(&text)).transpose()?;
    let mut kept: Vec<Vec<Lesson>> = Vec::new();
    let mut seed = number("SEED", 1_000_000);
    for round in 0..rounds {
        let known = school.as_ref().map(School::outlook).transpose()?;
        let known: Option<&'static Outlook> = known.map(|outlook| &*Box::leak(Box::new(outlook)));
        let ways = [Level::Captain, Level::General].map(|level| Way { outlook: None, ..(staff.way)(level) });
        let ways = [ways[0], Way { outlook: known, ..ways[1] }];
        let fought = fight(&arenas, battles, seed, &ways, hands)?;
        seed += battles as u64;
        tell(&fought);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        let lessons: Vec<Vec<Numbers>> = fought.iter().map(|one| one.positions.clone()).collect();
        let school = school.get_or_insert_with(|| School::new(lessons.iter().flatten()));
        kept.push(fought.into_iter().flat_map(|one| school.lessons(one, known)).collect());
        let slowed = 1.0 - 0.9 * round as f32 / rounds.max(2) as f32;
        let lessons: Vec<&Lesson> = kept.iter().flatten().collect();
        let (before, after) = (school.loss(&kept[kept.len() - 1]), school.learn(&lessons, STEP * slowed, hands));
        println!(
            "round {round}: {} positions, loss of the new ones before {before:.4}, of all while learning {after:.4}",
            lessons.len()
        );
        std::fs::write(file, school.text(&format!("battles of {}", names.join(", ")))?)?;
    }
    Ok(())
}

/// Fights the battles of a round, each ground and each pair of commanders in turn.
fn fight(arenas: &[Box<dyn Arena>], battles: usize, seed: u64, ways: &[Way; 2], hands: usize) -> Anything<Vec<Fought>> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let hand = || -> Anything<()> {
        loop {
            let battle = next.fetch_add(1, Ordering::Relaxed);
            if battle >= battles {
                return Ok(());
            }
            let nth = battle / arenas.len();
            let pair = PAIRS[nth % PAIRS.len()];
            let briefs = pair.map(|level| Brief {
                iterations: 0,
                ..Brief::new([Level::Captain, Level::General][level], Style::Historical)
            });
            let stray = STRAY[nth / PAIRS.len() % STRAY.len()];
            let contest = Contest { briefs, seed: seed + battle as u64, limit: LIMIT, stray };
            let both = pair.map(|level| ways[level]);
            let (fought, positions) = arenas[battle % arenas.len()].lesson(&contest, &both, ONE_IN)?;
            let (plainly, winner) = (stray == [0, 0], fought.verdict.winner);
            found.lock().expect("no battle panics").push((battle, Fought { pair, plainly, positions, winner }));
        }
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..hands).map(|_| scope.spawn(hand)).collect();
        handles.into_iter().try_for_each(|handle| handle.join().expect("no battle panics"))
    })?;
    let mut found = found.into_inner().expect("no battle panics");
    found.sort_by_key(|(battle, ..)| *battle);
    Ok(found.into_iter().map(|(_, fought)| fought).collect())
}

/// How generals fared against captains where nothing was left to chance.
fn tell(fought: &[Fought]) {
    for (side, pair) in [(Side::Red, [1, 0]), (Side::Blue, [0, 1])] {
        let here: Vec<_> = fought.iter().filter(|one| one.plainly && one.pair == pair).collect();
        let won = here.iter().filter(|one| one.winner == Some(side)).count();
        let drawn = here.iter().filter(|one| one.winner.is_none()).count();
        print!("as {side} {won} won, {drawn} drawn of {}; ", here.len());
    }
}

/// The nets while they are fitted.
struct School {
    /// What it is worth to be sure of a battle.
    battle: f32,
    nets: [Net; 2],
    steps: i32,
}

/// One of them. Its weights: for each number what it counts at once and in each cell, then what is said of nothing, the cells' own sums,
/// and what each cell counts.
struct Net {
    inputs: usize,
    middles: Vec<f32>,
    scales: Vec<f32>,
    weights: Vec<f32>,
    drift: Vec<f32>,
    size: Vec<f32>,
}

/// What one net would change.
type Slope = Vec<f32>;

impl School {
    /// Nets that know nothing yet, for numbers like these.
    fn new<'a>(numbers: impl Iterator<Item = &'a Numbers> + Clone) -> School {
        let mut lot = Seeded::new(1, 0);
        let whole = numbers.clone().map(|numbers| &numbers.whole[..]);
        let bodies = numbers.flat_map(|numbers| numbers.bodies.chunks_exact(Numbers::OF_A_BODY));
        let nets = [Net::new(Numbers::of_the_whole(), whole, &mut lot), Net::new(Numbers::OF_A_BODY, bodies, &mut lot)];
        School { battle: BATTLE, nets, steps: 0 }
    }

    fn read(text: &str) -> Anything<School> {
        Outlook::read(text)?;
        let words = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        let numbers: Vec<f32> = words.map(str::parse).collect::<Result<_, _>>()?;
        let (whole, rest) = Net::read(&numbers[1..]);
        Ok(School { battle: numbers[0], nets: [whole, Net::read(rest).0], steps: 0 })
    }

    fn outlook(&self) -> Anything<Outlook> {
        Ok(Outlook::read(&self.text("")?)?)
    }

    /// As `Outlook::read` takes it.
    fn text(&self, what: &str) -> Anything<String> {
        let mut text = format!("# What {what} taught; made by examples/school.rs.\n{}\n", self.battle);
        let short = |number: &f32| format!("{number:.3e}").parse::<f32>();
        for net in &self.nets {
            writeln!(text, "{}", net.inputs)?;
            let (rows, sums) = net.weights.split_at(net.inputs * ROW);
            let measures = net.middles.iter().zip(&net.scales);
            let rows = rows.chunks(ROW).zip(measures).map(|(row, (middle, scale))| [&[*middle, *scale], row].concat());
            for line in rows.chain([sums[..ROW].to_vec(), sums[ROW..].to_vec()]) {
                let words: Vec<String> =
                    line.iter().map(|number| Ok(short(number)?.to_string())).collect::<Anything<_>>()?;
                writeln!(text, "{}", words.join(" "))?;
            }
        }
        Ok(text)
    }

    /// What a battle teaches: its positions in plain measure, each with what should have been thought of it.
    fn lessons(&self, fought: Fought, known: Option<&Outlook>) -> Vec<Lesson> {
        let mut worth = match fought.winner {
            Some(Side::Red) => 1.0,
            Some(Side::Blue) => 0.0,
            None => 0.5,
        };
        let mut lessons = Vec::new();
        for mut numbers in fought.positions.into_iter().rev() {
            let thought = known.map(|known| chance(known.odds(&numbers) as f32));
            self.nets[0].measure(&mut numbers.whole);
            self.nets[1].measure(&mut numbers.bodies);
            lessons.push(Lesson { numbers, worth });
            worth = thought.map_or(worth, |thought| LATER * worth + (1.0 - LATER) * thought);
        }
        lessons
    }

    fn odds(&self, numbers: &Numbers, spoken: &mut Vec<[f32; CELLS]>) -> f32 {
        spoken.clear();
        let [whole, body] = &self.nets;
        let mut sum = whole.says(&numbers.whole, spoken);
        for (row, side) in numbers.bodies.chunks_exact(Numbers::OF_A_BODY).zip(&numbers.sides) {
            sum += sign(*side) * body.says(row, spoken);
        }
        sum
    }

    /// How far off it is in what these positions should be worth.
    fn loss(&self, lessons: &[Lesson]) -> f64 {
        let mut spoken = Vec::new();
        let losses = lessons.iter().map(|lesson| loss(self.odds(&lesson.numbers, &mut spoken), lesson.worth));
        losses.sum::<f64>() / lessons.len().max(1) as f64
    }

    /// Moves the nets by all positions, in a mixed order, and tells how far off they were on the way.
    fn learn(&mut self, lessons: &[&Lesson], step: f32, hands: usize) -> f64 {
        let mut lot = Seeded::new(2, self.steps as u64);
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        let mut off = 0.0;
        for _ in 0..PASSES {
            for at in (1..order.len()).rev() {
                order.swap(at, lot.below(at as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH) {
                let share = batch.len().div_ceil(hands);
                let school = &*self;
                let slopes: Vec<([Slope; 2], f64)> = std::thread::scope(|scope| {
                    let work = |part: &[usize]| school.slopes(part.iter().map(|at| lessons[*at]));
                    let handles: Vec<_> = batch.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
                    handles.into_iter().map(|handle| handle.join().expect("it only reckons")).collect()
                });
                self.steps += 1;
                let early = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
                off += slopes.iter().map(|(_, off)| off).sum::<f64>();
                for (nth, net) in self.nets.iter_mut().enumerate() {
                    net.go(slopes.iter().map(|(slopes, _)| &slopes[nth]), batch.len(), step, early);
                }
            }
        }
        off / (PASSES * lessons.len().max(1)) as f64
    }

    fn slopes<'a>(&self, lessons: impl Iterator<Item = &'a Lesson>) -> ([Slope; 2], f64) {
        let mut slopes = [0, 1].map(|net| vec![0.0; self.nets[net].weights.len()]);
        let (mut spoken, mut sum) = (Vec::new(), 0.0);
        for Lesson { numbers, worth } in lessons {
            let odds = self.odds(numbers, &mut spoken);
            sum += loss(odds, *worth);
            let off = chance(odds) - worth;
            let [whole, body] = &self.nets;
            let mut spoken = spoken.iter();
            whole.blame(&numbers.whole, &mut spoken, off, &mut slopes[0]);
            for (row, side) in numbers.bodies.chunks_exact(Numbers::OF_A_BODY).zip(&numbers.sides) {
                body.blame(row, &mut spoken, sign(*side) * off, &mut slopes[1]);
            }
        }
        (slopes, sum)
    }
}

fn sign(side: Side) -> f32 {
    if side == Side::Red { 1.0 } else { -1.0 }
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

fn loss(odds: f32, worth: f32) -> f64 {
    let chance = f64::from(chance(odds)).clamp(1e-6, 1.0 - 1e-6);
    -f64::from(worth) * chance.ln() - f64::from(1.0 - worth) * (1.0 - chance).ln()
}

impl Net {
    fn new<'a>(inputs: usize, rows: impl Iterator<Item = &'a [f32]>, lot: &mut Seeded) -> Net {
        let (mut n, mut sums, mut squares) = (0.0, vec![0.0; inputs], vec![0.0; inputs]);
        for row in rows {
            n += 1.0;
            for (at, number) in row.iter().enumerate() {
                sums[at] += f64::from(*number);
                squares[at] += f64::from(*number).powi(2);
            }
        }
        let middles: Vec<f32> = sums.iter().map(|sum| (sum / n) as f32).collect();
        let spread = |(sum, square): (&f64, &f64)| (square / n - (sum / n).powi(2)).max(0.0);
        let scale = |spread: f64| if spread > STILL { 1.0 / spread.sqrt() } else { 0.0 };
        let scales: Vec<f32> = sums.iter().zip(&squares).map(|both| scale(spread(both)) as f32).collect();
        let mut even = || lot.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
        let reach = 1.0 / (inputs as f32).sqrt();
        let mut weights = Vec::new();
        for _ in 0..inputs {
            weights.push(0.0);
            weights.extend((0..CELLS).map(|_| reach * even()));
        }
        weights.extend([0.0; ROW]);
        weights.extend((0..CELLS).map(|_| 0.1 * even()));
        let none = vec![0.0; weights.len()];
        Net { inputs, middles, scales, weights, drift: none.clone(), size: none }
    }

    /// The first of a list, and the rest of it.
    fn read(list: &[f32]) -> (Net, &[f32]) {
        let inputs = list[0] as usize;
        let (rows, rest) = list[1..].split_at(inputs * (2 + ROW));
        let (sums, rest) = rest.split_at(ROW + CELLS);
        let column = |nth: usize| rows.chunks(2 + ROW).map(|row| row[nth]).collect();
        let mut weights: Vec<f32> = rows.chunks(2 + ROW).flat_map(|row| &row[2..]).copied().collect();
        weights.extend(sums);
        let none = vec![0.0; weights.len()];
        (Net { inputs, middles: column(0), scales: column(1), weights, drift: none.clone(), size: none }, rest)
    }

    /// Brings rows of numbers to plain measure.
    fn measure(&self, numbers: &mut [f32]) {
        for row in numbers.chunks_exact_mut(self.inputs) {
            for (number, (middle, scale)) in row.iter_mut().zip(self.middles.iter().zip(&self.scales)) {
                *number = ((*number - middle) * scale).clamp(-FAR, FAR);
            }
        }
    }

    /// What it says of a row, and how loudly each cell speaks.
    fn says(&self, row: &[f32], spoken: &mut Vec<[f32; CELLS]>) -> f32 {
        let (rows, sums) = self.weights.split_at(self.inputs * ROW);
        let (mut sum, mut loud) = (sums[0], [0.0; CELLS]);
        loud.copy_from_slice(&sums[1..ROW]);
        for (number, weights) in row.iter().zip(rows.chunks_exact(ROW)) {
            sum += number * weights[0];
            add(&mut loud, *number, &weights[1..]);
        }
        for (loud, counts) in loud.iter_mut().zip(&sums[ROW..]) {
            *loud = loud.max(0.0);
            sum += *loud * counts;
        }
        spoken.push(loud);
        sum
    }

    /// What each weight has to do with being off by so much.
    fn blame<'a>(&self, row: &[f32], spoken: &mut impl Iterator<Item = &'a [f32; CELLS]>, off: f32, slope: &mut [f32]) {
        let loud = spoken.next().expect("each row was spoken of");
        let counts = &self.weights[self.inputs * ROW + ROW..];
        let (rows, sums) = slope.split_at_mut(self.inputs * ROW);
        let mut blamed = [off; ROW];
        for ((blamed, loud), counts) in blamed[1..].iter_mut().zip(loud).zip(counts) {
            *blamed *= if *loud > 0.0 { *counts } else { 0.0 };
        }
        for (number, slope) in row.iter().zip(rows.chunks_exact_mut(ROW)) {
            add(slope, *number, &blamed);
        }
        add(&mut sums[..ROW], 1.0, &blamed);
        add(&mut sums[ROW..], off, loud);
    }

    /// Goes a step down the slopes (Adam, with weights that are drawn to nothing).
    fn go<'a>(&mut self, slopes: impl Iterator<Item = &'a Slope>, count: usize, step: f32, early: (f32, f32)) {
        let mut slope = vec![0.0; self.weights.len()];
        slopes.for_each(|one| add(&mut slope, 1.0 / count as f32, one));
        for (at, slope) in slope.into_iter().enumerate() {
            self.drift[at] = 0.9 * self.drift[at] + 0.1 * slope;
            self.size[at] = 0.999 * self.size[at] + 0.001 * slope * slope;
            let pull = self.drift[at] / early.0 / ((self.size[at] / early.1).sqrt() + 1e-8);
            self.weights[at] -= step * (pull + HELD * self.weights[at]);
        }
    }
}

/// Adds so many times a row.
fn add(sum: &mut [f32], times: f32, row: &[f32]) {
    sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += times * number);
}
