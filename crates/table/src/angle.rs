use std::fmt;
use std::ops::{Add, Neg, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Length, Point};

/// A heading or a turn in steps of 1/100 degree, clockwise.
///
/// As a heading it lies in 0..36000 (see [`Angle::heading`]); as a turn it may be negative, to the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Angle(i32);

/// A full turn in steps.
const FULL: i32 = 36_000;

impl Angle {
    /// Straight north, or no turn.
    pub const ZERO: Angle = Angle(0);
    /// An about face.
    pub const HALF: Angle = Angle(FULL / 2);
    /// A turn to the right.
    pub const RIGHT: Angle = Angle(FULL / 4);
    /// A turn to the left.
    pub const LEFT: Angle = Angle(-FULL / 4);

    /// Whole degrees.
    pub const fn degrees(degrees: i32) -> Angle {
        Angle(degrees * 100)
    }

    /// Steps of 1/100 degree.
    pub const fn steps(steps: i32) -> Angle {
        Angle(steps)
    }

    /// The steps of 1/100 degree.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The same direction as a heading in 0..360 degrees.
    pub const fn heading(self) -> Angle {
        Angle(self.0.rem_euclid(FULL))
    }

    /// The same turn taken the short way: more than -180 and at most 180 degrees.
    pub const fn turn(self) -> Angle {
        let heading = self.0.rem_euclid(FULL);
        if heading > FULL / 2 { Angle(heading - FULL) } else { Angle(heading) }
    }

    /// The size of the turn, left or right.
    pub const fn abs(self) -> Angle {
        Angle(self.0.abs())
    }

    /// The smallest turn between two headings, without its sign.
    pub const fn between(self, other: Angle) -> Angle {
        Angle(other.0 - self.0).turn().abs()
    }

    /// Sine and cosine, times 2^30, rounded to the nearest integer.
    pub const fn sin_cos(self) -> (i64, i64) {
        let heading = self.0.rem_euclid(FULL) as usize;
        let (quadrant, rest) = (heading / 9000, heading % 9000);
        let (sin, cos) = (SINE[rest] as i64, SINE[9000 - rest] as i64);
        match quadrant {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    /// The heading from one point towards another, to the nearest step; north where they are the same.
    pub fn towards(from: Point, to: Point) -> Angle {
        let (east, north) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        if east == 0 && north == 0 {
            return Angle::ZERO;
        }
        // Fold into the quadrant that is walked clockwise from its axis, then search the sine table.
        let (quadrant, along, across) = match (east >= 0, north > 0) {
            (true, true) => (0, north, east),
            (true, false) if east > 0 => (1, east, -north),
            (false, true) => (3, -east, north),
            _ => (2, -north, -east),
        };
        // The angle a in 0..=9000 with tan a = across / along: the largest step whose direction is not past it, near where a series
        // puts it.
        let product = |step: usize, length: i64| i64::from(SINE[step]) * length;
        let past = |step: usize| product(step, along) > product(9000 - step, across);
        let mut low = near_step(along, across);
        while past(low) {
            low -= 1;
        }
        while low < 9000 && !past(low + 1) {
            low += 1;
        }
        // Nearest of the two neighbors: compare the sines of the two small differences.
        if low < 9000 {
            let off = |step: usize| (product(step, along) - product(9000 - step, across)).abs();
            if off(low + 1) < off(low) {
                low += 1;
            }
        }
        Angle(quadrant * 9000 + low as i32).heading()
    }
}

/// A step of the quadrant at most a few steps off the angle with that tangent; both lengths are below 2^33, one is more than nothing.
fn near_step(along: i64, across: i64) -> usize {
    // The arc of a tangent up to 1 as a series, in parts of 2^30.
    const SERIES: [i64; 6] = [-12_585_543, 56_536_072, -125_018_842, 207_815_708, -357_151_731, 1_073_717_407];
    let (least, most) = (along.min(across), along.max(across));
    let tangent = ((least as u64) << 30) / most as u64;
    let tangent = tangent as i64;
    let square = (tangent * tangent) >> 30;
    let sum = SERIES.into_iter().reduce(|sum, next| ((sum * square) >> 30) + next).unwrap_or_default();
    let arc = (sum * tangent) >> 30;
    // A radian has 5,729.58 steps.
    let steps = ((arc * 572_958 / 100) >> 30).clamp(0, 9000);
    (if across > along { 9000 - steps } else { steps }) as usize
}

/// The length of an arc: pi to 18 digits, rounded half up to the grid step.
pub const fn arc_length(radius: Length, angle: Angle) -> Length {
    const PI: i128 = 3_141_592_653_589_793_238;
    const ONE: i128 = 1_000_000_000_000_000_000;
    let twice = 2 * radius.get() as i128 * angle.abs().get() as i128 * PI;
    let divisor = 18_000 * ONE;
    Length::grid(((twice + divisor) / (2 * divisor)) as i32)
}

impl Add for Angle {
    type Output = Angle;
    fn add(self, other: Angle) -> Angle {
        Angle(self.0 + other.0)
    }
}

impl Sub for Angle {
    type Output = Angle;
    fn sub(self, other: Angle) -> Angle {
        Angle(self.0 - other.0)
    }
}

impl Neg for Angle {
    type Output = Angle;
    fn neg(self) -> Angle {
        Angle(-self.0)
    }
}

impl fmt::Display for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 100 {
            0 => write!(f, "{}°", self.0 / 100),
            _ => write!(f, "{}.{:02}°", self.0 / 100, self.0.abs() % 100),
        }
    }
}

/// Sines of 0 to 90 degrees in steps of 1/100 degree, times 2^30.
static SINE: [i32; 9001] = sine_table();

const fn sine_table() -> [i32; 9001] {
    let mut table = [0_i32; 9001];
    let mut step = 0;
    while step <= 9000 {
        table[step] = sine(step as i128);
        step += 1;
    }
    table
}

/// One sine by its Taylor series in fixed point of 60 bits; the error is far below half a unit of 2^30.
const fn sine(step: i128) -> i32 {
    const BITS: u32 = 60;
    // pi * 2^60, rounded.
    const PI: i128 = 3_622_009_729_038_561_421;
    let x = PI * step / 18_000;
    let square = (x * x) >> BITS;
    let (mut term, mut sum, mut n) = (x, x, 1_i128);
    while n < 14 {
        term = -((term * square) >> BITS) / ((2 * n) * (2 * n + 1));
        sum += term;
        n += 1;
    }
    ((sum + (1 << 29)) >> 30) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_agree_with_the_software_float_library() {
        for (step, &sine) in SINE.iter().enumerate() {
            let float = (step as f64 / 100.0).to_radians().sin() * f64::from(1 << 30);
            assert!((f64::from(sine) - float).abs() <= 0.51, "step {step}");
        }
        assert_eq!((SINE[0], SINE[3000], SINE[4500], SINE[9000]), (0, 536_870_912, 759_250_125, 1_073_741_824));
    }

    #[test]
    fn towards_finds_each_heading_back() {
        for step in (0..36_000).step_by(7) {
            let (sin, cos) = Angle::steps(step).sin_cos();
            let to = Point::new((sin >> 10) as i32, (cos >> 10) as i32);
            assert_eq!(Angle::towards(Point::new(0, 0), to), Angle::steps(step));
        }
        assert_eq!(Angle::towards(Point::new(5, 5), Point::new(5, -5)), Angle::HALF);
        assert_eq!(Angle::towards(Point::new(5, 5), Point::new(-5, 5)), Angle::degrees(270));
    }

    #[test]
    fn towards_is_the_nearest_step_also_far_off() {
        // The same by a search through all steps of the quadrant.
        let nearest = |east: i64, north: i64| {
            let off = |step: usize| {
                i128::from(SINE[step]) * i128::from(north) - i128::from(east) * i128::from(SINE[9000 - step])
            };
            let low = (0..=9000).rev().find(|step| off(*step) <= 0).unwrap_or_default();
            if low < 9000 && off(low + 1).abs() < off(low).abs() { low + 1 } else { low }
        };
        let lengths = [1, 2, 3, 7, 50, 999, 12_345, 1_016_000, i32::MAX];
        for (east, north) in lengths.into_iter().flat_map(|east| lengths.map(|north| (east, north))) {
            let to = Point::new(east, north);
            let step = nearest(east.into(), north.into()) as i32;
            assert_eq!(Angle::towards(Point::ORIGIN, to), Angle::steps(step).heading(), "{to:?}");
            // The longest of all.
            let (from, to) = (Point::new(-east, -north), Point::new(east, north));
            assert_eq!(Angle::towards(from, to), Angle::steps(step).heading(), "{to:?}");
        }
    }

    #[test]
    fn turns_go_the_short_way() {
        assert_eq!((Angle::degrees(350) - Angle::degrees(10)).turn(), Angle::degrees(-20));
        assert_eq!(Angle::degrees(350).between(Angle::degrees(10)), Angle::degrees(20));
        assert_eq!(Angle::degrees(-180).turn(), Angle::degrees(180));
    }

    #[test]
    fn arcs_round_half_up() {
        // A quarter circle of radius 10 inches: 15.70796 inches.
        assert_eq!(arc_length(Length::inches(10), Angle::degrees(90)).get(), 39_898);
        assert_eq!(arc_length(Length::inches(10), Angle::degrees(-90)).get(), 39_898);
    }
}
