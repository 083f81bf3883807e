use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::{Length, Point, Segment, Shape, TOUCH, at_least_apart, nearest::Nearest};

/// The distance between two shapes, exactly, with the line that decided it.
///
/// The square of the distance is kept as a whole number and a fraction, so two gaps compare exactly. Gaps are equal when
/// their distances are, wherever they were measured.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Gap {
    whole: i64,
    rest: i64,
    over: i64,
    ends: Segment,
}

impl Gap {
    /// Farther than anything: the gap to nothing at all.
    pub const NONE: Gap = Gap { whole: i64::MAX, rest: 0, over: 1, ends: Segment::new(Point::ORIGIN, Point::ORIGIN) };

    /// Whether the distance is at most a limit.
    pub const fn within(&self, limit: Length) -> bool {
        limit.get() >= 0 && (self.whole < limit.squared() || self.whole == limit.squared() && self.rest == 0)
    }

    /// How many complete steps of a length fit into the distance.
    pub const fn complete(&self, step: Length) -> u16 {
        if step.get() <= 0 {
            return 0;
        }
        let steps = self.whole.isqrt() / step.get() as i64;
        if steps > u16::MAX as i64 { u16::MAX } else { steps as u16 }
    }

    /// The first band that holds the distance; a band includes its upper end. None beyond the last.
    pub fn band(&self, ends: &[Length]) -> Option<u8> {
        ends.iter().position(|&end| self.within(end)).and_then(|band| u8::try_from(band).ok())
    }

    /// Whether the shapes share a place.
    pub const fn is_zero(&self) -> bool {
        self.whole == 0 && self.rest == 0
    }

    /// The distance rounded up to the grid, so that a gap beyond a limit never reads as the limit.
    pub const fn length(&self) -> Length {
        let floor = self.whole.isqrt();
        let up = if floor * floor == self.whole && self.rest == 0 { floor } else { floor + 1 };
        if up > Length::FAR.get() as i64 { Length::FAR } else { Length::grid(up as i32) }
    }

    /// The line from the nearest place of the first shape to that of the second, both rounded to the grid: to draw.
    pub const fn ends(&self) -> Segment {
        self.ends
    }

    /// The same gap seen from the second shape.
    pub const fn reversed(self) -> Gap {
        Gap { ends: self.ends.reversed(), ..self }
    }
}

impl PartialEq for Gap {
    fn eq(&self, other: &Gap) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Gap {}

impl PartialOrd for Gap {
    fn partial_cmp(&self, other: &Gap) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Gap {
    fn cmp(&self, other: &Gap) -> Ordering {
        let fraction = |rest: i64, over: i64| i128::from(rest) * i128::from(over);
        self.whole.cmp(&other.whole).then_with(|| fraction(self.rest, other.over).cmp(&fraction(other.rest, self.over)))
    }
}

/// The distance between two shapes, from nearest place to nearest place; zero where they share one.
///
/// The gap to no bases or an empty path is [`Gap::NONE`].
pub fn gap<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>) -> Gap {
    let (a, b) = (a.into(), b.into());
    let mut nearest = Nearest::new(i64::MAX, 0);
    if !nearest.between_place(&a, &b) {
        nearest.between(&a, &b, &b.bounds());
    }
    let (whole, rest, over) = nearest.square();
    Gap { whole, rest, over, ends: nearest.ends() }
}

/// Whether two shapes are at most so far apart. Far shapes are told apart by their boxes alone.
pub fn gap_within<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>, limit: Length) -> bool {
    gap_up_to(a.into(), b.into(), limit, limit).is_some()
}

/// The gap of two shapes that are at most so far apart, without the line that decided it. Any gap below what is enough may stand
/// for a smaller one.
pub(crate) fn gap_up_to(a: Shape<'_>, b: Shape<'_>, limit: Length, enough: Length) -> Option<Gap> {
    let bounds = b.bounds();
    if limit.get() < 0 || a.bounds().distance_squared(&bounds) > limit.squared() {
        return None;
    }
    // Most that are near by their boxes alone are told apart by a strip between them.
    if let (Shape::Base(a), Shape::Base(b)) = (a, b) {
        let apart = at_least_apart(a, b);
        if apart > limit {
            return None;
        }
        // Without a strip along any edge they share a place; the strip is told too narrow by less than three steps.
        if apart <= Length::grid(-3) {
            return Some(Gap { whole: 0, ..Gap::NONE });
        }
    }
    let surely = enough - TOUCH;
    if surely.get() > 0
        && let Some(square) = between_middles(&a, &b)
        && square <= surely.squared()
    {
        return Some(Gap { whole: square, ..Gap::NONE });
    }
    // Anything beyond the limit is cut off early.
    let mut nearest = Nearest::new(limit.squared() + 1, if enough.get() > 0 { enough.squared() } else { 0 });
    nearest.between(&a, &b, &bounds);
    let (whole, rest, over) = nearest.square();
    Some(Gap { whole, rest, over, ..Gap::NONE }).filter(|gap| gap.within(limit))
}

/// The square of the distance from a place, or from the middle of a line, to the middle of the nearest base: both are rounded by
/// less than a step each, so no gap is wider by a touch.
fn between_middles(a: &Shape<'_>, b: &Shape<'_>) -> Option<i64> {
    let ((Shape::Bases(bases), other) | (other, Shape::Bases(bases))) = (a, b) else { return None };
    let from = match other {
        Shape::Point(place) => *place,
        Shape::Segment(line) => line.middle(),
        _ => return None,
    };
    bases.iter().map(|base| base.center().distance_squared(from)).min()
}

/// Where two bodies that close a gap at once meet: how far each goes, in the ratio of their shares.
///
/// The first share is rounded down to the grid, the second goes the rest. Nobody goes where both shares are zero.
pub const fn meet_between(gap: Length, shares: (u32, u32)) -> (Length, Length) {
    let sum = shares.0 as i128 + shares.1 as i128;
    if sum == 0 {
        return (Length::ZERO, Length::ZERO);
    }
    let first = (gap.get() as i128 * shares.0 as i128).div_euclid(sum) as i32;
    (Length::grid(first), Length::grid(gap.get() - first))
}
