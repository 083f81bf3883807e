use crate::{Angle, Length, Point};

/// Parts of a grid step in which places of a frame are kept.
pub(crate) const FINE: i64 = 16;

/// The table seen along a heading from a place: x to the right, y ahead, in parts of 1/16 step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    origin: Point,
    sin: i64,
    cos: i64,
}

/// A place in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Frame {
    pub(crate) const fn new(origin: Point, heading: Angle) -> Frame {
        let (sin, cos) = heading.sin_cos();
        Frame { origin, sin, cos }
    }

    /// A place of the table in this frame, rounded alike to both sides, so that mirrored tables give mirrored frames.
    #[inline]
    pub(crate) const fn spot(&self, place: Point) -> Spot {
        let (x, y) = (place.x as i64 - self.origin.x as i64, place.y as i64 - self.origin.y as i64);
        Spot { x: rounded(x * self.cos - y * self.sin), y: rounded(x * self.sin + y * self.cos) }
    }
}

/// A number times 2^30 in parts of 1/16, rounded half away from zero.
const fn rounded(scaled: i64) -> i64 {
    const HALF: i64 = 1 << 25;
    if scaled < 0 { -((HALF - scaled) >> 26) } else { (scaled + HALF) >> 26 }
}

/// A number times another over a third, cut towards zero. Small numbers, as on a table, need no wide division.
#[inline]
pub(crate) const fn times_over(a: i64, b: i64, over: i64) -> i64 {
    match a.checked_mul(b) {
        Some(product) => product / over,
        None => (a as i128 * b as i128 / over as i128) as i64,
    }
}

/// Parts of a step as whole grid steps, rounded to the nearest.
pub(crate) const fn length(fine: i64) -> Length {
    Length::grid((fine + FINE / 2).div_euclid(FINE) as i32)
}
