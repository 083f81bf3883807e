use crate::natural::Natural;

/// The most trials of one lot that a roll reads.
pub(crate) const TRIALS: usize = 64;

/// What weights are counted in: machine words where the whole fits, [`Natural`] where it does not.
pub(crate) trait Number: Clone + From<u64> + Into<Natural> {
    /// A number that is known to fit.
    fn of(number: &Natural) -> Self;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn is_nothing(&self) -> bool;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Number for $word {
            fn of(number: &Natural) -> $word {
                number.as_u128().map_or(0, |number| number as $word)
            }

            fn add(&mut self, other: &$word) {
                *self += other;
            }

            fn times(&self, other: &$word) -> $word {
                self * other
            }

            fn is_nothing(&self) -> bool {
                *self == 0
            }
        }
    )*};
}

words!(u64, u128);

impl Number for Natural {
    fn of(number: &Natural) -> Natural {
        number.clone()
    }

    fn add(&mut self, other: &Natural) {
        *self = self.plus(other);
    }

    fn times(&self, other: &Natural) -> Natural {
        Natural::times(self, other)
    }

    fn is_nothing(&self) -> bool {
        self.is_zero()
    }
}

/// How many ways so many trials fall into so many bands, or `most` + 1 if that is less.
pub(crate) fn ways(trials: usize, bands: usize, most: usize) -> usize {
    let mut ways: u128 = 1;
    for band in 1..bands {
        ways = ways * (trials + band) as u128 / band as u128;
        if ways > most as u128 {
            return most.saturating_add(1);
        }
    }
    ways as usize
}

/// Every way so many equal trials fall into bands of these weights, with its weight; the counts rise in order of the bands.
///
/// Bands of weight zero stay empty. At most [`TRIALS`] trials. The sum of all weights comes back.
pub(crate) fn spread(weights: &[Natural], trials: usize, each: impl FnMut(&[u8], Natural)) -> Natural {
    let whole = whole(weights, trials);
    match whole {
        Natural::Small(_) => spread_in::<u128>(weights, trials, each),
        Natural::Big(_) => spread_in::<Natural>(weights, trials, each),
    }
    whole
}

/// The sum of the weights of every way.
pub(crate) fn whole(weights: &[Natural], trials: usize) -> Natural {
    weights.iter().fold(Natural::ZERO, |sum, weight| sum.plus(weight)).power(trials as u32)
}

fn spread_in<N: Number>(weights: &[Natural], trials: usize, mut each: impl FnMut(&[u8], Natural)) {
    let mut powers: Vec<N> = Vec::with_capacity(weights.len() * (trials + 1));
    for weight in weights {
        let weight = N::of(weight);
        let mut power = N::from(1);
        for _ in 0..trials {
            let next = power.times(&weight);
            powers.push(power);
            power = next;
        }
        powers.push(power);
    }
    let mut counts = vec![0; weights.len()];
    descend(&powers, 0, trials, trials, N::from(1), &mut counts, &mut each);
}

/// Gives the band at that place each number of the trials left, and the bands after it the rest.
fn descend<N: Number>(
    powers: &[N],
    band: usize,
    left: usize,
    trials: usize,
    weight: N,
    counts: &mut [u8],
    each: &mut impl FnMut(&[u8], Natural),
) {
    let powers_of_band = &powers[band * (trials + 1)..];
    if band + 1 == counts.len() {
        let weight = weight.times(&powers_of_band[left]);
        if !weight.is_nothing() {
            counts[band] = left as u8;
            each(counts, weight.into());
        }
        return;
    }
    for count in 0..=left {
        let power = &powers_of_band[count];
        if power.is_nothing() {
            break;
        }
        counts[band] = count as u8;
        let weight = weight.times(power).times(&N::from(CHOOSE[row(left) + count]));
        descend(powers, band + 1, left - count, trials, weight, counts, each);
    }
    counts[band] = 0;
}

/// How many ways there are to choose k of n, for n up to [`TRIALS`]: Pascal's triangle, row after row.
static CHOOSE: [u64; row(TRIALS + 1)] = {
    let mut choose = [1; row(TRIALS + 1)];
    let mut n = 2;
    while n <= TRIALS {
        let mut k = 1;
        while k < n {
            choose[row(n) + k] = choose[row(n - 1) + k - 1] + choose[row(n - 1) + k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Where a row of the triangle begins.
const fn row(n: usize) -> usize {
    n * (n + 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(weights: &[u64], trials: usize) -> Vec<(Vec<u8>, Natural)> {
        let weights: Vec<Natural> = weights.iter().map(|&weight| weight.into()).collect();
        let mut found = Vec::new();
        let whole = spread(&weights, trials, |counts, weight| found.push((counts.to_vec(), weight)));
        assert_eq!(found.iter().fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight)), whole);
        found
    }

    #[test]
    fn two_trials_over_three_bands() {
        let found = all(&[1, 0, 2], 2);
        let plain: Vec<_> = found.iter().map(|(counts, weight)| (counts.as_slice(), weight.to_string())).collect();
        let expected = [([0, 0, 2], "4"), ([1, 0, 1], "4"), ([2, 0, 0], "1")];
        assert_eq!(plain, expected.each_ref().map(|(counts, weight)| (counts.as_slice(), weight.to_string())));
    }

    #[test]
    fn ways_are_counted_before_they_are_listed() {
        assert_eq!(all(&[1, 1, 1], 12).len(), ways(12, 3, 1000));
        assert_eq!(ways(12, 3, 1000), 91);
        assert_eq!(ways(12, 3, 90), 91);
        assert_eq!(ways(64, 24, 1000), 1001);
        assert_eq!(ways(0, 3, 10), 1);
    }

    #[test]
    fn great_wholes_stay_exact() {
        assert_eq!(all(&[99, 1], 64).len(), 65);
        assert_eq!(CHOOSE[row(64) + 32], 1_832_624_140_942_590_534);
    }
}
