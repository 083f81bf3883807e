use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The quantile of the normal distribution for two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A share or a mean with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LabInterval")]
pub struct Interval {
    /// The estimate.
    pub at: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How figures are spread: least, quartiles, most, and the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LabSpread")]
pub struct Spread {
    /// How many there are.
    pub n: usize,
    /// The mean and its interval.
    pub mean: Interval,
    /// The least.
    pub least: f64,
    /// A quarter lies below.
    pub quarter: f64,
    /// Half lies below.
    pub median: f64,
    /// A quarter lies above.
    pub three_quarters: f64,
    /// The most.
    pub most: f64,
}

impl Interval {
    /// The share of `n` that `k` are, by Wilson's score.
    pub fn share(k: usize, n: usize) -> Interval {
        if n == 0 {
            return Interval { at: 0.0, low: 0.0, high: 1.0 };
        }
        let (k, n) = (k as f64, n as f64);
        let share = k / n;
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        let middle = share + Z * Z / (2.0 * n);
        Interval { at: share, low: ((middle - spread) / scale).max(0.0), high: ((middle + spread) / scale).min(1.0) }
    }

    /// The mean of the figures, by Student's distribution.
    pub fn mean(figures: &[f64]) -> Interval {
        let n = figures.len() as f64;
        if figures.is_empty() {
            return Interval::default();
        }
        let mean = figures.iter().sum::<f64>() / n;
        if figures.len() < 2 {
            return Interval { at: mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let variance = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let half = student(figures.len() - 1) * (variance / n).sqrt();
        Interval { at: mean, low: mean - half, high: mean + half }
    }
}

impl Spread {
    /// How these figures are spread.
    pub fn of(figures: &[f64]) -> Spread {
        let mut sorted = figures.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| match sorted.len() {
            0 => 0.0,
            n => {
                let place = share * (n - 1) as f64;
                let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
                below + (above - below) * place.fract()
            }
        };
        Spread {
            n: sorted.len(),
            mean: Interval::mean(figures),
            least: at(0.0),
            quarter: at(0.25),
            median: at(0.5),
            three_quarters: at(0.75),
            most: at(1.0),
        }
    }
}

/// The share of figures below a value, equal ones counting half: from 0 to 1.
pub(crate) fn percentile(figures: &[f64], value: f64) -> f64 {
    let score = |figure: &f64| match figure.total_cmp(&value) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    figures.iter().map(score).sum::<f64>() / figures.len().max(1) as f64
}

/// Student's 97.5 % quantile by degrees of freedom: exact for one and two, above that the series of Hill (1970), which is
/// right to three digits from three on.
fn student(freedom: usize) -> f64 {
    match freedom {
        1 => 12.706_204_736,
        2 => 4.302_652_730,
        _ => {
            let n = freedom as f64;
            let z2 = Z * Z;
            let first = (z2 + 1.0) / 4.0;
            let second = ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            let fourth = ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
            Z * (1.0 + first / n + second / n.powi(2) + third / n.powi(3) + fourth / n.powi(4))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    #[test]
    fn shares_have_wilsons_interval() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (k, n, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let share = Interval::share(k, n);
            assert!(near(share.low, low, 5e-5) && near(share.high, high, 5e-5), "{k} of {n}: {share:?}");
        }
        assert_eq!(Interval::share(0, 0), Interval { at: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn means_have_students_interval() {
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (399, 1.966)]
        {
            assert!(near(student(freedom), quantile, 5e-3), "{freedom}: {}", student(freedom));
        }
        let mean = Interval::mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(near(mean.at, 3.0, 1e-12) && near(mean.high, 4.963, 2e-3) && near(mean.low, 1.037, 2e-3), "{mean:?}");
    }

    #[test]
    fn figures_are_spread_by_quartiles() {
        let spread = Spread::of(&[4.0, 1.0, 2.0, 3.0]);
        assert_eq!((spread.least, spread.quarter, spread.median, spread.most), (1.0, 1.75, 2.5, 4.0));
        assert_eq!(percentile(&[1.0, 2.0, 2.0, 4.0], 2.0), 0.5);
        assert_eq!(percentile(&[1.0, 2.0], 9.0), 1.0);
    }
}
