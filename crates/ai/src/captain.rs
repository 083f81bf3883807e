use firelock_core::Side;

use crate::expect::{Effort, expected};
use crate::settle::settle;
use crate::value::{Weights, value};
use crate::{Field, Sense, Watch};

/// A captain: every idea, by the odds of its dice and the position it leads to; what it leaves in suspense is played to its end.
/// Ideas for which there was no time have no score.
pub(crate) fn weigh<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    weights: &Weights,
    effort: Effort,
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Option<f64>> {
    let mut field = Field::default();
    let mut score = |command: &S::Command| {
        let judge = |after: &mut S::State, dice: &mut firelock_core::Seeded| {
            settle::<S>(after, dice);
            S::field(after, &mut field);
            value(&field, side, weights)
        };
        let worth = expected::<S>(state, side, command, effort, seed, judge)?;
        Some(worth + S::prior(state, side, command))
    };
    let mut scores = Vec::with_capacity(options.len());
    for command in options {
        let late = !scores.is_empty() && watch.is_over();
        scores.push(if late { None } else { score(command) });
    }
    scores
}
