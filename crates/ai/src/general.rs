use std::sync::Mutex;

use firelock_core::{Grain, Seeded, Side, try_out};

use crate::captain::lean;
use crate::plan::Plan;
use crate::value::{Judge, value};
use crate::{Act, Field, Sense, Watch, Weights};

/// How many of a captain's ideas are played out.
const CONTENDERS: usize = 4;
/// Ideas that a captain finds so much worse than his best are not.
const WORSE: f64 = 2.5;
/// Playouts of each in a round; after a round the worst idea is given up.
const BATCH: usize = 4;
/// The most playouts of a decision, whatever the clock says.
const MOST: usize = 4096;
/// The most decisions of a playout.
const LONGEST: usize = 300;
/// How far a captain's judgment of the difference between two ideas is usually off.
const DOUBT: f64 = 0.7;
/// How many ideas everybody has in a playout.
const IDEAS: usize = 3;

/// What a general may spend on a decision.
pub(crate) struct Budget<'a> {
    /// Playouts in all.
    pub(crate) iterations: u32,
    /// The seed of their dice.
    pub(crate) seed: u64,
    /// The clock, and the hands.
    pub(crate) watch: &'a dyn Watch,
}

/// An idea and what its playouts came to.
struct Contender {
    option: usize,
    /// What a captain thinks of it.
    score: f64,
    /// What each playout was worth, in the order of the throws; nothing where the clock was over.
    found: Vec<Option<f64>>,
}

/// Plays the best ideas out and corrects their scores: another idea comes before a captain's first choice only as far as the playouts
/// prove it. The same throw has the same dice for every idea, and all are summed in their own order, so that the number of hands changes
/// nothing.
pub(crate) fn correct<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    scores: &mut [Option<f64>],
    judge: &Judge<'_>,
    budget: &Budget<'_>,
) {
    let Budget { iterations, seed, watch } = *budget;
    let ranked = scores.iter().enumerate().filter_map(|(option, score)| Some((option, (*score)?)));
    let mut contenders: Vec<Contender> =
        ranked.map(|(option, score)| Contender { option, score, found: Vec::new() }).collect();
    contenders.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.option.cmp(&b.option)));
    contenders.truncate(CONTENDERS);
    let best = contenders.first().map_or(0.0, |first| first.score);
    contenders.retain(|contender| contender.score >= best - WORSE);
    let mut left = usize::try_from(iterations).unwrap_or(MOST).min(MOST);
    let mut alive: Vec<usize> = (0..contenders.len()).collect();
    let mut throws = 0;
    while alive.len() > 1 && left >= alive.len() && !watch.is_over() {
        let batch = BATCH.min(left / alive.len());
        let pieces = alive.len() * batch;
        let found = Mutex::new(vec![None; pieces]);
        watch.each(pieces, &|piece| {
            if watch.is_over() {
                return;
            }
            let command = &options[contenders[alive[piece / batch]].option];
            let mut dice = Seeded::new(seed, (throws + piece % batch) as u64);
            let worth = playout::<S>(state, side, command, judge, &mut dice, watch);
            if let Ok(mut found) = found.lock() {
                found[piece] = worth;
            }
        });
        let found = found.into_inner().unwrap_or_default();
        for (piece, worth) in found.into_iter().enumerate() {
            contenders[alive[piece / batch]].found.push(worth);
        }
        throws += batch;
        left -= pieces;
        // The captain's own choice stays: it is what the others are measured against.
        if alive.len() > 2 {
            let worst = alive[1..].iter().copied().reduce(|a, b| {
                if contenders[b].lead(&contenders[0]) <= contenders[a].lead(&contenders[0]) { b } else { a }
            });
            alive.retain(|at| Some(*at) != worst);
        }
    }
    for contender in contenders.get(1..).unwrap_or_default() {
        scores[contender.option] = Some(best + contender.lead(&contenders[0]));
    }
}

impl Contender {
    /// How much better than another this idea is: the captain's judgment and the playouts of both, each by how far it can be trusted.
    fn lead(&self, first: &Contender) -> f64 {
        let pairs = self.found.iter().zip(&first.found).filter_map(|(own, other)| Some((*own)? - (*other)?));
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for difference in pairs {
            (n, sum, squares) = (n + 1.0, sum + difference, squares + difference * difference);
        }
        let thought = self.score - first.score;
        if n < 2.0 {
            return thought;
        }
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.01) / (n - 1.0);
        let trust = DOUBT * DOUBT / (DOUBT * DOUBT + variance);
        thought + trust * (mean - thought)
    }
}

/// Carries an idea out and lets both sides fight on as recruits would until the enemy has had his half of a turn.
fn playout<S: Sense>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    judge: &Judge<'_>,
    dice: &mut Seeded,
    watch: &dyn Watch,
) -> Option<f64> {
    let mut after = state.clone();
    try_out::<S>(&mut after, side, command, dice).ok()?;
    let mut field = Field::default();
    let plan = Plan::default();
    let hasty = Judge { weights: &Weights::RECRUIT, plan: &plan, ..*judge };
    let until = S::half_turn(state) + 2;
    for _ in 0..LONGEST {
        if S::half_turn(&after) >= until || watch.is_over() {
            break;
        }
        let Some(asked) = S::asked(&after).first().copied() else { break };
        let Some(next) = first_idea::<S>(&after, asked, &hasty, dice, &mut field) else { break };
        if try_out::<S>(&mut after, asked, &next, dice).is_err() {
            break;
        }
    }
    S::field(&after, &mut field);
    Some(value(&field, side, judge) + lean::<S>(state, side, command, judge))
}

/// What somebody who has little time orders: the best of a few ideas, each tried once.
fn first_idea<S: Sense>(
    state: &S::State,
    side: Side,
    judge: &Judge<'_>,
    dice: &mut Seeded,
    field: &mut Field,
) -> Option<S::Command> {
    let mut options = Vec::new();
    S::candidates(state, side, Grain::Coarse, &mut options);
    options.retain(|command| S::act(state, command) != Act::Resign);
    while options.len() > IDEAS {
        options.swap_remove(dice.below(options.len() as u32) as usize);
    }
    if options.len() < 2 {
        return options.pop();
    }
    let mut best: Option<(f64, S::Command)> = None;
    for command in options {
        // As for a captain, the end of a step is worth what the position is worth now.
        if S::act(state, &command) == Act::End {
            S::field(state, field);
        } else {
            let mut after = state.clone();
            if try_out::<S>(&mut after, side, &command, dice).is_err() {
                continue;
            }
            S::field(&after, field);
        }
        let worth = value(field, side, judge) + lean::<S>(state, side, &command, judge);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    best.map(|(_, command)| command)
}
