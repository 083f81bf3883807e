use firelock_core::{Seeded, Side, try_out};
use firelock_odds::Enumerated;

use crate::Sense;

/// The most ways of the dice that are followed one by one; beyond it they are sampled.
const PATHS: usize = 40;
/// How many samples then.
pub(crate) const SAMPLES: u64 = 6;

/// What a command is worth on average: over all ways its dice can fall where these are few, else over some.
///
/// Nothing where it cannot be carried out.
pub(crate) fn expected<S: Sense>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    seed: u64,
    mut judge: impl FnMut(&S::State) -> f64,
) -> Option<f64> {
    let mut dice = Enumerated::new(PATHS);
    let (mut sum, mut chance) = (0.0, 0.0);
    for _ in 0..PATHS {
        let mut after = state.clone();
        let carried = try_out::<S>(&mut after, side, command, &mut dice);
        if dice.gave_up() {
            break;
        }
        carried.ok()?;
        let p = dice.chance().p();
        sum += p * judge(&after);
        chance += p;
        if !dice.advance() {
            return Some(sum / chance.max(f64::MIN_POSITIVE));
        }
    }
    sampled::<S>(state, side, command, 0..SAMPLES, seed, |after, _| judge(after))
}

/// The same over some throws, each with dice of its own that go on into what the judge plays on.
pub(crate) fn sampled<S: Sense>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    throws: std::ops::Range<u64>,
    seed: u64,
    mut judge: impl FnMut(&mut S::State, &mut Seeded) -> f64,
) -> Option<f64> {
    let n = (throws.end - throws.start).max(1) as f64;
    let mut sum = 0.0;
    for throw in throws {
        let mut after = state.clone();
        let mut dice = Seeded::new(seed, throw);
        try_out::<S>(&mut after, side, command, &mut dice).ok()?;
        sum += judge(&mut after, &mut dice);
    }
    Some(sum / n)
}
