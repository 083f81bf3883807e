use std::sync::Mutex;

use firelock_core::{Seeded, Side, try_out};

use crate::captain::lean;
use crate::settle::{Mood, answer};
use crate::value::{Judge, value};
use crate::{Field, Sense, Watch};

/// How many of a captain's ideas are played out.
const CONTENDERS: usize = 6;
/// Playouts of each in a round; after a round the worst idea is given up.
const BATCH: usize = 4;
/// The most playouts of a decision, whatever the clock says.
const MOST: usize = 4096;
/// The most decisions of a playout.
const LONGEST: usize = 160;
/// How much the playouts count against a captain's judgment.
const TRUST: f64 = 0.6;

/// What a general may spend on a decision.
pub(crate) struct Budget<'a> {
    /// Playouts in all.
    pub(crate) iterations: u32,
    /// The seed of their dice.
    pub(crate) seed: u64,
    /// The clock, and the hands.
    pub(crate) watch: &'a dyn Watch,
}

/// Plays the best ideas out and corrects their scores. The playouts of a round have the same dice for every idea, and are summed in their
/// own order, so that the number of hands changes nothing.
pub(crate) fn correct<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    scores: &mut [Option<f64>],
    judge: &Judge<'_>,
    budget: &Budget<'_>,
) {
    let Budget { iterations, seed, watch } = *budget;
    let mut ranks: Vec<(usize, f64)> =
        scores.iter().enumerate().filter_map(|(at, score)| Some((at, (*score)?))).collect();
    ranks.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranks.truncate(CONTENDERS);
    if ranks.len() < 2 {
        return;
    }
    let mut left = usize::try_from(iterations).unwrap_or(MOST).min(MOST);
    let mut sums = vec![(0.0, 0_u32); ranks.len()];
    let mut alive: Vec<usize> = (0..ranks.len()).collect();
    let mut round = 0;
    while left > 0 && !watch.is_over() {
        let pieces = (alive.len() * BATCH).min(left);
        let found = Mutex::new(vec![None; pieces]);
        watch.each(pieces, &|piece| {
            // The first round is made whatever the clock says only as far as it goes.
            if watch.is_over() {
                return;
            }
            let command = &options[ranks[alive[piece % alive.len()]].0];
            let throw = (round * BATCH + piece / alive.len()) as u64;
            let worth = playout::<S>(state, side, command, judge, &mut Seeded::new(seed, throw));
            if let Ok(mut found) = found.lock() {
                found[piece] = worth;
            }
        });
        let found = found.into_inner().unwrap_or_default();
        for (piece, worth) in found.into_iter().enumerate() {
            if let Some(worth) = worth {
                let sum = &mut sums[alive[piece % alive.len()]];
                *sum = (sum.0 + worth, sum.1 + 1);
            }
        }
        left -= pieces;
        round += 1;
        if alive.len() > 2 {
            let mean = |at: &usize| blend(ranks[*at].1, sums[*at]);
            let worst = (0..alive.len()).reduce(|a, b| if mean(&alive[b]) <= mean(&alive[a]) { b } else { a });
            worst.map(|worst| alive.remove(worst));
        }
    }
    // Ideas that were not played out keep their distance from the last that was.
    let last = ranks.last().map_or(0.0, |(_, score)| *score);
    let lowest = ranks.iter().zip(&sums).map(|((_, score), sum)| blend(*score, *sum)).fold(f64::MAX, f64::min);
    for score in scores.iter_mut().flatten() {
        *score = lowest - (last - *score).max(0.0) - 0.01;
    }
    for ((at, score), sum) in ranks.iter().zip(&sums) {
        scores[*at] = Some(blend(*score, *sum));
    }
}

fn blend(score: f64, (sum, n): (f64, u32)) -> f64 {
    if n == 0 { score } else { (1.0 - TRUST) * score + TRUST * sum / f64::from(n) }
}

/// Carries an idea out and lets both sides fight on by reflex for a while.
fn playout<S: Sense>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    judge: &Judge<'_>,
    dice: &mut Seeded,
) -> Option<f64> {
    let mut after = state.clone();
    try_out::<S>(&mut after, side, command, dice).ok()?;
    let until = S::turn(state) + S::AHEAD;
    for _ in 0..LONGEST {
        if S::turn(&after) > until || !answer::<S>(&mut after, dice, Mood::Lively) {
            break;
        }
    }
    let mut field = Field::default();
    S::field(&after, &mut field);
    Some(value(&field, side, judge) + lean::<S>(state, side, command, judge))
}
