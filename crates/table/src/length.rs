use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A length on the table in steps of 1/100 mm: an inch is 2540 steps, a centimeter 1000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Length(i32);

impl Length {
    /// No length at all.
    pub const ZERO: Length = Length(0);
    /// One inch.
    pub const INCH: Length = Length(2540);
    /// Longer than any table.
    pub const FAR: Length = Length(i32::MAX / 4);

    /// A length of so many grid steps of 1/100 mm.
    pub const fn grid(steps: i32) -> Length {
        Length(steps)
    }

    /// Whole inches.
    pub const fn inches(inches: i32) -> Length {
        Length(inches * 2540)
    }

    /// Hundredths of an inch, as the charts keep them (2.5 inches is 250).
    pub const fn inch_hundredths(hundredths: i32) -> Length {
        Length((hundredths as i64 * 2540 / 100) as i32)
    }

    /// Whole centimeters.
    pub const fn cm(centimeters: i32) -> Length {
        Length(centimeters * 1000)
    }

    /// Whole millimeters.
    pub const fn mm(millimeters: i32) -> Length {
        Length(millimeters * 100)
    }

    /// The grid steps.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The square, exactly.
    pub const fn squared(self) -> i64 {
        self.0 as i64 * self.0 as i64
    }

    /// The length without its sign.
    pub const fn abs(self) -> Length {
        Length(self.0.abs())
    }

    /// Half of the length, rounded down to the grid.
    pub const fn half(self) -> Length {
        Length(self.0.div_euclid(2))
    }

    /// `self * numerator / denominator`, rounded down to the grid.
    pub const fn scaled(self, numerator: i32, denominator: i32) -> Length {
        Length((self.0 as i64 * numerator as i64).div_euclid(denominator as i64) as i32)
    }

    /// The length in inches with two decimals, as screens and refusals show it.
    pub fn in_inches(self) -> String {
        decimal(self.0, 2540)
    }

    /// The length in centimeters with two decimals.
    pub fn in_cm(self) -> String {
        decimal(self.0, 1000)
    }
}

/// `value / unit` with up to two decimals, rounded half up, trailing zeros dropped.
fn decimal(value: i32, unit: i32) -> String {
    let hundredths = (i64::from(value).abs() * 100 * 2 + i64::from(unit)) / (2 * i64::from(unit));
    let sign = if value < 0 && hundredths > 0 { "-" } else { "" };
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\"", self.in_inches())
    }
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Length) {
        self.0 -= other.0;
    }
}

impl Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(-self.0)
    }
}

impl Mul<i32> for Length {
    type Output = Length;
    fn mul(self, times: i32) -> Length {
        Length(self.0 * times)
    }
}

impl Div<i32> for Length {
    type Output = Length;
    fn div(self, parts: i32) -> Length {
        Length(self.0.div_euclid(parts))
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Length>>(lengths: I) -> Length {
        Length(lengths.map(|length| length.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_and_centimeters_are_exact() {
        assert_eq!(Length::inches(3).get(), 7620);
        assert_eq!(Length::inch_hundredths(75).get(), 1905);
        assert_eq!(Length::cm(2).get(), 2000);
    }

    #[test]
    fn shown_with_two_decimals_at_most() {
        assert_eq!(Length::inches(3).in_inches(), "3");
        assert_eq!(Length::inch_hundredths(250).in_inches(), "2.5");
        assert_eq!(Length::grid(-1905).in_inches(), "-0.75");
        assert_eq!(Length::grid(-1).in_inches(), "0");
        assert_eq!(Length::grid(1999).in_cm(), "2");
    }

    #[test]
    fn half_and_scaled_round_down() {
        assert_eq!(Length::grid(1905).half().get(), 952);
        assert_eq!(Length::grid(-3).half().get(), -2);
        assert_eq!(Length::grid(100).scaled(1, 3).get(), 33);
    }
}
