use std::cmp::Ordering;

use crate::{
    Bounds, Point, Segment,
    polygon::{self, Position},
};

/// How far along a line something lies: an exact fraction, 0 at its beginning, 1 at its end.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    num: i64,
    /// Never below 1.
    den: i64,
}

/// A part of a line, both ends counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where it begins.
    pub from: Along,
    /// Where it ends, not before it begins.
    pub to: Along,
}

impl Along {
    /// The beginning of the line.
    pub const START: Along = Along { num: 0, den: 1 };
    /// The end of the line.
    pub const END: Along = Along { num: 1, den: 1 };

    /// The fraction; a zero denominator reads as the beginning.
    pub(crate) const fn new(num: i64, den: i64) -> Along {
        match den {
            0 => Along::START,
            1.. => Along { num, den },
            _ => Along { num: -num, den: -den },
        }
    }

    /// The fraction as numerator and (positive) denominator.
    pub const fn fraction(self) -> (i64, i64) {
        (self.num, self.den)
    }

    /// The same place counted from the other end.
    pub const fn reversed(self) -> Along {
        Along { num: self.den - self.num, den: self.den }
    }

    /// The fraction in parts of 2^32, rounded to the nearest, ties to even: so both ways along a line agree.
    pub(crate) fn fixed(self) -> i64 {
        let (scaled, den) = (i128::from(self.num) << 32, i128::from(self.den));
        let (floor, rest) = (scaled.div_euclid(den), scaled.rem_euclid(den));
        let up = match (2 * rest).cmp(&den) {
            Ordering::Less => false,
            Ordering::Equal => floor & 1 == 1,
            Ordering::Greater => true,
        };
        (floor + i128::from(up)) as i64
    }

    /// The place on a line, rounded to the grid.
    pub fn place(self, line: Segment) -> Point {
        let share = |step: i32| {
            let twice = 2 * i128::from(step) * i128::from(self.num) + i128::from(self.den);
            twice.div_euclid(2 * i128::from(self.den)) as i32
        };
        Point::new(line.from.x + share(line.to.x - line.from.x), line.from.y + share(line.to.y - line.from.y))
    }
}

impl PartialEq for Along {
    fn eq(&self, other: &Along) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Along {}

impl PartialOrd for Along {
    fn partial_cmp(&self, other: &Along) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Along {
    fn cmp(&self, other: &Along) -> Ordering {
        (i128::from(self.num) * i128::from(other.den)).cmp(&(i128::from(other.num) * i128::from(self.den)))
    }
}

impl Stretch {
    /// The whole line.
    pub const WHOLE: Stretch = Stretch { from: Along::START, to: Along::END };

    /// The part that two stretches share.
    pub fn common(self, other: Stretch) -> Option<Stretch> {
        let (from, to) = (self.from.max(other.from), self.to.min(other.to));
        (from <= to).then_some(Stretch { from, to })
    }

    /// The same part counted from the other end of the line.
    pub const fn reversed(self) -> Stretch {
        Stretch { from: self.to.reversed(), to: self.from.reversed() }
    }
}

/// A line prepared for questions about what it crosses. All answers are exact; a touched border counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    line: Segment,
    bounds: Bounds,
    east: i64,
    north: i64,
}

impl Ray {
    #[inline]
    pub(crate) fn new(line: Segment) -> Ray {
        let east = i64::from(line.to.x) - i64::from(line.from.x);
        let north = i64::from(line.to.y) - i64::from(line.from.y);
        Ray { line, bounds: Bounds::of(&[line.from, line.to]), east, north }
    }

    /// Whether the line meets an upright box.
    #[inline]
    pub(crate) fn meets_box(&self, other: &Bounds) -> bool {
        let apart = (self.bounds.min.x > other.max.x)
            | (other.min.x > self.bounds.max.x)
            | (self.bounds.min.y > other.max.y)
            | (other.min.y > self.bounds.max.y);
        if apart {
            return false;
        }
        // Doubled, so that the middle of the box is whole: is the box on one side of the line?
        let x = i64::from(other.min.x) + i64::from(other.max.x) - 2 * i64::from(self.line.from.x);
        let y = i64::from(other.min.y) + i64::from(other.max.y) - 2 * i64::from(self.line.from.y);
        let wide = i64::from(other.max.x) - i64::from(other.min.x);
        let deep = i64::from(other.max.y) - i64::from(other.min.y);
        (x * self.north - y * self.east).abs() <= wide * self.north.abs() + deep * self.east.abs()
    }

    /// Whether the line shares a place with a closed line of corners or its inside.
    #[inline]
    pub(crate) fn meets(&self, ring: &[Point]) -> bool {
        if self.east == 0 && self.north == 0 {
            return holds(ring, self.line.from);
        }
        let Some(&last) = ring.last() else { return false };
        let (mut from, mut side) = (last, self.side(last));
        // The edges that cross the line's own straight before it begins: an odd number of them, and it begins inside.
        let mut inside = false;
        for &to in ring {
            let next = self.side(to);
            if (side ^ next) < 0 || side == 0 || next == 0 {
                let (num, den) = self.cut(from, to, side, next);
                if den == 0 {
                    if self.bounds.meets(&Bounds::of(&[from, to])) {
                        return true;
                    }
                } else if if den > 0 { 0 <= num && num <= den } else { den <= num && num <= 0 } {
                    return true;
                } else if (side > 0) != (next > 0) && (num < 0) != (den < 0) {
                    inside = !inside;
                }
            }
            (from, side) = (to, next);
        }
        inside
    }

    /// The parts of the line that lie in a closed line of corners or on it, in order, apart from each other.
    pub(crate) fn stretches(&self, ring: &[Point], scratch: &mut Scratch) {
        scratch.parts.clear();
        if self.east == 0 && self.north == 0 {
            if holds(ring, self.line.from) {
                scratch.parts.push(Stretch::WHOLE);
            }
            return;
        }
        // The line shifted by next to nothing to one side, and to the other: each crosses corners on the line in its own
        // way, and together they see all that the line itself touches.
        for shift in [0, 1] {
            scratch.cuts.clear();
            let Some(&last) = ring.last() else { return };
            let (mut from, mut side) = (last, self.side(last));
            let mut corners_on_line = false;
            for &to in ring {
                let next = self.side(to);
                corners_on_line |= next == 0;
                if side == 0 && next == 0 {
                    let (one, other) = (self.along(from), self.along(to));
                    scratch.parts.push(Stretch { from: one.min(other), to: one.max(other) });
                } else if (side + shift > 0) != (next + shift > 0) {
                    let (num, den) = self.cut(from, to, side, next);
                    scratch.cuts.push(Along::new(num, den));
                }
                (from, side) = (to, next);
            }
            scratch.cuts.sort_unstable();
            let (pairs, _) = scratch.cuts.as_chunks::<2>();
            scratch.parts.extend(pairs.iter().map(|&[from, to]| Stretch { from, to }));
            if !corners_on_line {
                break;
            }
        }
        scratch.parts.retain_mut(|part| match part.common(Stretch::WHOLE) {
            Some(common) => {
                *part = common;
                true
            }
            None => false,
        });
        scratch.parts.sort_unstable_by_key(|part| (part.from, part.to));
        scratch.parts.dedup_by(|later, earlier| {
            let joined = later.from <= earlier.to;
            if joined {
                earlier.to = earlier.to.max(later.to);
            }
            joined
        });
    }

    /// Positive where a place lies to the left of the line.
    #[inline]
    fn side(&self, place: Point) -> i64 {
        let x = i64::from(place.x) - i64::from(self.line.from.x);
        let y = i64::from(place.y) - i64::from(self.line.from.y);
        self.east * y - self.north * x
    }

    /// Where an edge cuts the straight of the line, as a fraction of the line; the denominator is 0 for parallels.
    #[inline]
    fn cut(&self, from: Point, to: Point, side: i64, next: i64) -> (i64, i64) {
        let x = i64::from(from.x) - i64::from(self.line.from.x);
        let y = i64::from(from.y) - i64::from(self.line.from.y);
        let (east, north) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        (x * north - y * east, next - side)
    }

    /// How far along the line a place on its straight lies.
    fn along(&self, place: Point) -> Along {
        let x = i64::from(place.x) - i64::from(self.line.from.x);
        let y = i64::from(place.y) - i64::from(self.line.from.y);
        Along::new(x * self.east + y * self.north, self.east * self.east + self.north * self.north)
    }
}

/// Lists used again from one ring to the next.
pub(crate) struct Scratch {
    cuts: Vec<Along>,
    pub(crate) parts: Vec<Stretch>,
}

impl Scratch {
    /// With room for what most lines cross.
    pub(crate) fn new() -> Scratch {
        Scratch { cuts: Vec::with_capacity(8), parts: Vec::with_capacity(8) }
    }
}

/// Whether a place lies inside a closed line of corners or on it.
pub(crate) fn holds(ring: &[Point], place: Point) -> bool {
    let corners = ring.iter().map(|p| (i64::from(p.x), i64::from(p.y)));
    polygon::position(corners, (place.x.into(), place.y.into())) != Position::Outside
}
