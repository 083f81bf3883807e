//! The movement budget in exact parts (NQ-MOV-01, NQ-SCA-10).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use firelock_table::Length;
use serde::{Deserialize, Serialize};

/// A part of a unit's movement budget.
///
/// All printed rates, on roads too, divide 900,000, so that every printed cost is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Share(i64);

impl Share {
    /// Nothing.
    pub const NONE: Share = Share(0);
    /// Parts of a whole budget of 1.0.
    const WHOLE: i64 = 900_000;

    /// So many hundredths.
    pub const fn hundredths(n: i32) -> Share {
        Share(n as i64 * Share::WHOLE / 100)
    }

    /// The cost of a distance at a rate; none where the rate is nothing.
    pub fn of(distance: Length, rate: Length) -> Option<Share> {
        let rate = i64::from(rate.get());
        (rate > 0).then(|| Share(-(-i64::from(distance.get()) * Share::WHOLE).div_euclid(rate)))
    }

    /// How far this goes at a rate.
    pub fn distance(self, rate: Length) -> Length {
        Length::grid((self.0.max(0) * i64::from(rate.get()) / Share::WHOLE) as i32)
    }

    /// So many hundredths of it, rounded up.
    pub fn scaled(self, hundredths: i32) -> Share {
        Share(-(-self.0 * i64::from(hundredths)).div_euclid(100))
    }
}

impl Add for Share {
    type Output = Share;

    fn add(self, other: Share) -> Share {
        Share(self.0 + other.0)
    }
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Share) {
        self.0 += other.0;
    }
}

impl Sub for Share {
    type Output = Share;

    fn sub(self, other: Share) -> Share {
        Share(self.0 - other.0)
    }
}

impl Sum for Share {
    fn sum<I: Iterator<Item = Share>>(shares: I) -> Share {
        shares.fold(Share::NONE, |sum, share| sum + share)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100 + Share::WHOLE / 2).div_euclid(Share::WHOLE);
        write!(f, "{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_rate_divides_the_budget() {
        // NQ-MOV-01, NQ-TER-13
        for millimeters in [25, 50, 75, 100, 150, 200, 250, 300] {
            for percent in [100, 150] {
                let rate = Length::mm(millimeters).scaled(percent, 100);
                assert_eq!(Share::WHOLE % i64::from(rate.get()), 0, "{rate}");
            }
        }
        let third = Share::of(Length::cm(5), Length::cm(15)).expect("a rate");
        assert_eq!(third + third + third, Share::hundredths(100));
        assert_eq!(third.distance(Length::cm(15)), Length::cm(5));
        assert_eq!(Share::of(Length::cm(1), Length::ZERO), None);
    }
}
