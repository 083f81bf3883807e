use firelock_core::{Seeded, Side, try_out};
use firelock_odds::Enumerated;

use crate::Sense;

/// How thoroughly the dice of a command are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// The most ways of the dice that are followed one by one; beyond it they are sampled.
    pub(crate) paths: usize,
    /// How many samples then, and how often what is in suspense is played to its end.
    pub(crate) samples: u64,
}

/// What a command is worth on average: over all ways its dice can fall where these are few, else over some.
///
/// Nothing where it cannot be carried out.
pub(crate) fn expected<S: Sense>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    effort: Effort,
    seed: u64,
    mut judge: impl FnMut(&mut S::State, &mut Seeded) -> f64,
) -> Option<f64> {
    let mut own = Seeded::new(seed, 0);
    let mut dice = Enumerated::new(effort.paths);
    let (mut sum, mut chance) = (0.0, 0.0);
    for path in 0..effort.paths {
        let mut after = state.clone();
        let carried = try_out::<S>(&mut after, side, command, &mut dice);
        if dice.gave_up() {
            break;
        }
        carried.ok()?;
        let p = dice.chance().p();
        if path == 0 && p >= 1.0 {
            return Some(settled::<S>(&after, effort, seed, &mut judge));
        }
        sum += p * judge(&mut after, &mut own);
        chance += p;
        if !dice.advance() {
            return Some(sum / chance.max(f64::MIN_POSITIVE));
        }
    }
    let mut sum = 0.0;
    for sample in 0..effort.samples.max(1) {
        let mut after = state.clone();
        let mut dice = Seeded::new(seed, sample);
        try_out::<S>(&mut after, side, command, &mut dice).ok()?;
        sum += judge(&mut after, &mut dice);
    }
    Some(sum / effort.samples.max(1) as f64)
}

/// A command without dice whose outcome may still hang in the air.
fn settled<S: Sense>(
    after: &S::State,
    effort: Effort,
    seed: u64,
    judge: &mut impl FnMut(&mut S::State, &mut Seeded) -> f64,
) -> f64 {
    let times = if S::in_suspense(after) { effort.samples.max(1) } else { 1 };
    let sum: f64 = (0..times).map(|sample| judge(&mut after.clone(), &mut Seeded::new(seed, sample))).sum();
    sum / times as f64
}
