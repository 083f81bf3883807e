use firelock_core::{Side, try_out};
use firelock_odds::Enumerated;

use crate::Sense;
use crate::settle::Throw;

/// The most ways of the dice that are followed one by one; beyond it they are sampled.
const PATHS: usize = 20;
/// After so many of them their chances tell how many there will be.
const FORESEEN: usize = 8;
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
    for followed in 1..=PATHS {
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
        // Where it is plain that there are far too many, they are not followed first.
        if followed >= FORESEEN && chance * 1.5 * (PATHS as f64) < followed as f64 {
            break;
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
    mut judge: impl FnMut(&mut S::State, &mut Throw) -> f64,
) -> Option<f64> {
    let n = (throws.end - throws.start).max(1) as f64;
    let (mut sum, mut sure) = (0.0, None);
    for throw in throws {
        // Where no die falls, one throw tells what all do.
        sum += match sure {
            Some(worth) => worth,
            None => {
                let mut after = state.clone();
                let mut dice = Throw::new(seed, throw);
                try_out::<S>(&mut after, side, command, &mut dice).ok()?;
                let worth = judge(&mut after, &mut dice);
                sure = (!dice.thrown).then_some(worth);
                worth
            }
        };
    }
    Some(sum / n)
}
