use firelock_core::{Seeded, Side};

use crate::expect::{expected, sampled};
use crate::follow::follow;
use crate::settle::{play_round, settle};
use crate::value::{Judge, value};
use crate::{Act, Field, Sense, Watch};

/// Throws at a first look at charges, and further ones at the best of them.
const LOOK: u64 = 2;
const CLOSER: u64 = 6;
/// How many ways of the same charge are looked at.
const WAYS: usize = 2;
/// How many are looked at closer.
const BEST: usize = 5;
/// Of how many moves the next steps are looked at.
const FOLLOWED: usize = 5;

/// A captain: every idea, by the odds of its dice and the position it leads to. Where somebody may charge, what is left in suspense is
/// played to its end, for every idea alike. Ideas for which there was no time have no score.
pub(crate) fn weigh<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    judge: &Judge<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Option<f64>> {
    let mut scores = look::<S>(state, side, options, judge, seed, watch);
    let Some(unit) = S::acting(state) else { return scores };
    let mut ranks: Vec<usize> = (0..options.len()).filter(|at| scores[*at].is_some()).collect();
    ranks.retain(|at| matches!(S::act(state, &options[*at]), Act::Move { .. }));
    ranks.sort_by(|a, b| scores[*b].unwrap_or(f64::MIN).total_cmp(&scores[*a].unwrap_or(f64::MIN)).then(a.cmp(b)));
    let mut field = Field::default();
    for at in ranks.into_iter().take(FOLLOWED) {
        if watch.is_over() {
            break;
        }
        let command = &options[at];
        let further = sampled::<S>(state, side, command, 0..1, seed, |after, dice| {
            settle::<S>(after, dice);
            follow::<S>(after, side, unit, judge, seed, &mut field)
        });
        if let (Some(score), Some(worth)) = (&mut scores[at], further) {
            *score = score.max(worth + lean::<S>(state, side, command, judge));
        }
    }
    scores
}

/// Every idea by the odds of its dice and the position that it leads to at once.
fn look<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    judge: &Judge<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Option<f64>> {
    let charges = options.iter().any(|command| matches!(S::act(state, command), Act::Charge { .. }));
    let mut scores = vec![None; options.len()];
    let mut field = Field::default();
    let mut known: Vec<(Act, usize)> = Vec::new();
    for (at, command) in options.iter().enumerate() {
        let act = S::act(state, command);
        if let Act::Charge { .. } = act {
            match known.iter_mut().find(|(known, _)| *known == act) {
                Some((_, ways)) if *ways >= WAYS => continue,
                Some((_, ways)) => *ways += 1,
                None => known.push((act, 1)),
            }
        }
        if at > 0 && watch.is_over() {
            return scores;
        }
        let worth = if charges {
            sampled::<S>(state, side, command, 0..LOOK, seed, |after, dice| {
                settled::<S>(state, after, dice, side, judge, &mut field)
            })
        } else {
            expected::<S>(state, side, command, seed, |after| {
                S::field(after, &mut field);
                value(&field, side, judge)
            })
        };
        scores[at] = worth.map(|worth| worth + lean::<S>(state, side, command, judge));
    }
    if !charges {
        return scores;
    }
    let mut ranks: Vec<usize> = (0..options.len()).filter(|at| scores[*at].is_some()).collect();
    ranks.sort_by(|a, b| scores[*b].unwrap_or(f64::MIN).total_cmp(&scores[*a].unwrap_or(f64::MIN)).then(a.cmp(b)));
    let (best, rest) = ranks.split_at(ranks.len().min(BEST));
    for at in best {
        if watch.is_over() {
            return scores;
        }
        let command = &options[*at];
        let closer = sampled::<S>(state, side, command, LOOK..LOOK + CLOSER, seed, |after, dice| {
            settled::<S>(state, after, dice, side, judge, &mut field)
        });
        scores[*at] = closer.map(|worth| worth + lean::<S>(state, side, command, judge));
    }
    // A lucky first look does not overtake what was looked at closer.
    let least = best.iter().filter_map(|at| scores[*at]).fold(f64::MAX, f64::min);
    for at in rest {
        scores[*at] = scores[*at].map(|score| score.min(least));
    }
    scores
}

/// What speaks for or against a command besides the position: who need not go forward thinks twice before he charges.
pub(crate) fn lean<S: Sense>(state: &S::State, side: Side, command: &S::Command, judge: &Judge<'_>) -> f64 {
    let weights = judge.weights;
    let restraint = match S::act(state, command) {
        Act::Charge { .. } if judge.presses[side.index()] => weights.care,
        Act::Charge { .. } => weights.patience,
        Act::Move { .. } => weights.stir,
        _ => 0.0,
    };
    weights.prior * S::prior(state, side, command) - restraint
}

fn settled<S: Sense>(
    before: &S::State,
    after: &mut S::State,
    dice: &mut Seeded,
    side: Side,
    judge: &Judge<'_>,
    field: &mut Field,
) -> f64 {
    play_round::<S>(after, S::round(before), dice);
    S::field(after, field);
    value(field, side, judge)
}
