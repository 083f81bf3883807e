use firelock_core::{Seeded, Side, try_out};

use crate::value::{Judge, value};
use crate::{Field, Sense};

/// How many ideas a recruit has.
const IDEAS: usize = 6;

/// A recruit: a few ideas, drawn by his own dice, each tried once in his head. The others are left out.
pub(crate) fn weigh<S: Sense>(
    state: &S::State,
    side: Side,
    options: &mut Vec<S::Command>,
    judge: &Judge<'_>,
    seed: u64,
) -> Vec<f64> {
    let mut chance = Seeded::new(seed, 1);
    while options.len() > IDEAS {
        let out = chance.below(options.len() as u32) as usize;
        options.swap_remove(out);
    }
    let mut field = Field::default();
    let mut score = |command: &S::Command| {
        let mut after = state.clone();
        if try_out::<S>(&mut after, side, command, &mut chance).is_err() {
            return f64::MIN;
        }
        S::field(&after, &mut field);
        value(&field, side, judge) + judge.weights.prior * S::prior(state, side, command)
    };
    options.iter().map(&mut score).collect()
}
