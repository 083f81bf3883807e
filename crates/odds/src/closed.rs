use firelock_core::{Lot, Tie};

use crate::Distribution;
use crate::lots::{Unanswered, difference, n_values, trial};
use crate::natural::Natural;
use crate::spread::spread;

/// How many trials of a lot hit: fall into another band than 0.
///
/// # Errors
/// When the lot cannot be rolled or is too large.
pub fn hits(lot: &Lot) -> Result<Distribution<u8>, Unanswered> {
    match n_values(lot) {
        0 => Ok(Distribution::certain(0)),
        n => {
            let [miss, hit] = chances(lot)?;
            Ok(successes(hit, miss, n))
        }
    }
}

/// How many hits of a lot are not saved, when each hit rolls one trial of the other lot: a save is any band but 0.
///
/// # Errors
/// When a lot cannot be rolled or is too large.
pub fn unsaved_hits(lot: &Lot, save: &Lot) -> Result<Distribution<u8>, Unanswered> {
    match n_values(lot) {
        0 => Ok(Distribution::certain(0)),
        n => {
            let [miss, hit] = chances(lot)?;
            let [unsaved, saved] = chances(save)?;
            let told = hit.times(&unsaved);
            let lost = miss.times(&unsaved.plus(&saved)).plus(&hit.times(&saved));
            let divisor = told.gcd(&lost);
            Ok(successes(told.over(&divisor), lost.over(&divisor), n))
        }
    }
}

/// By how much one trial of the first lot beats one of the second.
///
/// # Errors
/// When a lot cannot be rolled or is too large.
pub fn margin(own: &Lot, other: &Lot) -> Result<Distribution<i16>, Unanswered> {
    let difference = difference(own, other, Tie::Stands)?;
    Ok(Distribution::sorted(difference.values(), difference.whole()))
}

/// In how many trials the first lot beats the second, and in how many they tie.
///
/// # Errors
/// When a lot cannot be rolled or is too large.
pub fn wins_and_ties(own: &Lot, other: &Lot) -> Result<Distribution<(u8, u8)>, Unanswered> {
    let n = n_values(own).min(n_values(other));
    if n == 0 {
        return Ok(Distribution::certain((0, 0)));
    }
    let weights = difference(own, other, Tie::Stands)?.signs();
    let mut outcomes = Vec::with_capacity((n + 1) * (n + 2) / 2);
    let whole = spread(&weights, n, |counts, weight| outcomes.push(((counts[0], counts[1]), weight)));
    Ok(Distribution::sorted(outcomes, whole))
}

/// The weights of band 0 and of all others.
fn chances(lot: &Lot) -> Result<[Natural; 2], Unanswered> {
    let bands = trial(lot)?.bands(&lot.cuts, 1);
    Ok(bands.try_into().expect("one band and the others"))
}

/// How often something of that weight, against the other, comes in so many trials.
fn successes(success: Natural, failure: Natural, n: usize) -> Distribution<u8> {
    let mut outcomes = Vec::with_capacity(n + 1);
    let whole = spread(&[success, failure], n, |counts, weight| outcomes.push((counts[0], weight)));
    Distribution::sorted(outcomes, whole)
}
