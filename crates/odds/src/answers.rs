use arrayvec::ArrayVec;
use firelock_core::{Cuts, Lot, Read, Roll, Tie};

use crate::Distribution;
use crate::lots::{Trial, Unanswered, difference, is_again, n_dice, n_values, trial};
use crate::natural::Natural;
use crate::spread::{TRIALS, spread, ways, whole};

/// What a roll comes to, as it is read: [`Rolled::answer`](firelock_core::Rolled::answer).
pub type Answer = ArrayVec<i16, ROOM>;

/// How many numbers an answer holds.
const ROOM: usize = 24;

/// The answers of a roll with their exact odds: those that [`fall`](firelock_core::fall) reads off all ways the dice can fall.
///
/// A landing ([`Read::Land`]) has no answer until its faces are classed: see [`Enumerated`](crate::Enumerated).
///
/// # Errors
/// When there are more than `most` answers, or none.
pub fn answers(roll: &Roll, most: usize) -> Result<Distribution<Answer>, Unanswered> {
    let mut all = Distribution::certain(Answer::new());
    let pieces: ArrayVec<_, 4> = match roll.read {
        Read::Land => return Ok(all),
        Read::Sum => roll.lots.iter().map(sum).collect(),
        Read::Faces => roll.lots.iter().map(|lot| faces(lot, most)).collect(),
        Read::Tally => roll.lots.iter().map(|lot| tally(lot, most)).collect(),
        Read::Versus { tie } => roll.lots.chunks_exact(2).map(|pair| versus(&pair[0], &pair[1], tie, most)).collect(),
    };
    for (at, piece) in pieces.into_iter().enumerate() {
        all = match at {
            0 => piece?,
            _ => join(&all, &piece?, most)?,
        };
    }
    Ok(all)
}

/// Answers one after the other, as far as they have room.
fn join(
    first: &Distribution<Answer>,
    second: &Distribution<Answer>,
    most: usize,
) -> Result<Distribution<Answer>, Unanswered> {
    if first.len().saturating_mul(second.len()) > most {
        return Err(Unanswered::TooMany);
    }
    Ok(first.then(|before| {
        second.clone().map(|after| {
            let mut both = before.clone();
            both.extend(after.into_iter().take(both.remaining_capacity()));
            both
        })
    }))
}

fn sum(lot: &Lot) -> Result<Distribution<Answer>, Unanswered> {
    match n_values(lot) {
        0 => Ok(Distribution::certain(Answer::new())),
        _ => trial(lot).map(|trial| single(&trial)),
    }
}

/// The value itself as the answer.
fn single(trial: &Trial) -> Distribution<Answer> {
    let outcomes = trial.values().into_iter().map(|(value, weight)| (Answer::from_iter([value]), weight));
    Distribution::sorted(outcomes.collect(), trial.whole())
}

fn tally(lot: &Lot, most: usize) -> Result<Distribution<Answer>, Unanswered> {
    match n_values(lot) {
        0 => Ok(none_in_any_band(&lot.cuts)),
        n => counted(&trial(lot)?, n, &lot.cuts, most),
    }
}

fn versus(own: &Lot, other: &Lot, tie: Tie, most: usize) -> Result<Distribution<Answer>, Unanswered> {
    let n = n_values(own).min(n_values(other));
    match (n, own.cuts.is_none()) {
        (0, true) => Ok(Distribution::certain(Answer::new())),
        (0, false) => Ok(none_in_any_band(&own.cuts)),
        (_, true) => Ok(single(&difference(own, other, tie)?)),
        (_, false) => counted(&difference(own, other, tie)?, n, &own.cuts, most),
    }
}

/// How many bands have room in an answer.
fn bands(cuts: &Cuts) -> usize {
    cuts.bands().min(ROOM)
}

fn none_in_any_band(cuts: &Cuts) -> Distribution<Answer> {
    Distribution::certain(std::iter::repeat_n(0, bands(cuts)).collect())
}

/// So many equal trials counted by band.
fn counted(trial: &Trial, n: usize, cuts: &Cuts, most: usize) -> Result<Distribution<Answer>, Unanswered> {
    let weights = trial.bands(cuts, bands(cuts));
    let n_possible = weights.iter().filter(|weight| !weight.is_zero()).count();
    let n_ways = ways(n, n_possible, most);
    if n_ways > most {
        return Err(Unanswered::TooMany);
    }
    let mut outcomes = Vec::with_capacity(n_ways);
    let whole = spread(&weights, n, |counts, weight| {
        let kept = counts[..counts.len() - 1].iter().map(|&count| i16::from(count));
        outcomes.push((kept.collect(), weight));
    });
    Ok(Distribution::sorted(outcomes, whole))
}

/// The faces that lie on the table, sorted: those rolled again, and what they became.
fn faces(lot: &Lot, most: usize) -> Result<Distribution<Answer>, Unanswered> {
    let (least, _) = lot.die.faces();
    let n = n_dice(lot);
    let sides = lot.die.sides() as usize;
    match (n, sides) {
        (0, _) => return Ok(Distribution::certain(Answer::new())),
        (_, 0) => return Err(Unanswered::Never),
        _ if n > TRIALS || ways(n, sides, most) > most => return Err(Unanswered::TooMany),
        _ => {}
    }
    let even = vec![Natural::ONE; sides];
    let listed = |counts: &[u8]| -> Answer {
        let faces = counts.iter().zip(least..).flat_map(|(&n, face)| std::iter::repeat_n(face, n.into()));
        faces.take(ROOM).collect()
    };
    let mut outcomes = Vec::new();
    if lot.again == 0 {
        let whole = spread(&even, n, |counts, weight| outcomes.push((listed(counts), weight)));
        return Ok(Distribution::gathered(outcomes, whole));
    }
    let mut first = Vec::new();
    spread(&even, n, |counts, weight| first.push((counts.to_vec(), weight)));
    let n_again = |counts: &[u8]| -> usize {
        counts.iter().zip(least..).filter(|(_, face)| is_again(lot, *face)).map(|(&n, _)| usize::from(n)).sum()
    };
    let n_ways = first.iter().map(|(counts, _)| ways(n_again(counts), sides, most)).fold(0, usize::saturating_add);
    if n_ways > most {
        return Err(Unanswered::TooMany);
    }
    for (counts, weight) in &first {
        let n_again = n_again(counts);
        let weight = weight.times(&whole(&even, n - n_again));
        spread(&even, n_again, |again, part| {
            let both: Vec<u8> = counts.iter().zip(again).map(|(first, again)| first + again).collect();
            outcomes.push((listed(&both), weight.times(&part)));
        });
    }
    Ok(Distribution::gathered(outcomes, whole(&even, 2 * n)))
}
