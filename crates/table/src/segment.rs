use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Bounds, Length, Point};

/// A straight line between two places: an edge, a ray, the line that decided a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Segment {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl Segment {
    /// The line between two places.
    pub const fn new(from: Point, to: Point) -> Segment {
        Segment { from, to }
    }

    /// The middle, rounded down to the grid.
    pub const fn middle(self) -> Point {
        self.from.middle(self.to)
    }

    /// The same line walked the other way.
    pub const fn reversed(self) -> Segment {
        Segment { from: self.to, to: self.from }
    }

    /// The step from its beginning to its end.
    pub const fn step(self) -> Point {
        Point::new(self.to.x - self.from.x, self.to.y - self.from.y)
    }

    /// The length, rounded down to the grid.
    pub const fn length(self) -> Length {
        self.from.distance(self.to)
    }

    /// The upright box around it.
    pub fn bounds(self) -> Bounds {
        Bounds::of(&[self.from, self.to])
    }

    /// On which side of the infinite line a place lies: positive to the left of the walk from `from` to `to`, 0 on it.
    pub const fn side(self, place: Point) -> i64 {
        let (line, step) = (self.step(), Point::new(place.x - self.from.x, place.y - self.from.y));
        line.cross(step)
    }

    /// Whether two lines share a place, ends included.
    pub fn meets(self, other: Segment) -> bool {
        let (a, b) = (self.side(other.from).signum(), self.side(other.to).signum());
        let (c, d) = (other.side(self.from).signum(), other.side(self.to).signum());
        if a == 0 && b == 0 && c == 0 && d == 0 {
            // All four ends in line: they meet where their boxes do.
            return self.bounds().meets(&other.bounds());
        }
        a * b <= 0 && c * d <= 0
    }

    /// Whether two lines cross at a place inside both.
    pub const fn crosses(self, other: Segment) -> bool {
        self.side(other.from).signum() * self.side(other.to).signum() < 0
            && other.side(self.from).signum() * other.side(self.to).signum() < 0
    }

    /// Whether the next line of a walk goes back over this one, or has no length.
    pub(crate) const fn folds_onto(self, next: Segment) -> bool {
        let (step, next) = (self.step(), next.step());
        step.cross(next) == 0 && step.dot(next) <= 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn line(x: i32, y: i32, to_x: i32, to_y: i32) -> Segment {
        Segment::new(Point::new(x, y), Point::new(to_x, to_y))
    }

    #[test]
    fn lines_meet_at_their_ends_and_cross_inside() {
        let level = line(0, 0, 10, 0);
        assert!(level.crosses(line(5, -5, 5, 5)));
        assert!(level.meets(line(5, 0, 5, 5)) && !level.crosses(line(5, 0, 5, 5)));
        assert!(level.meets(line(10, 0, 20, 0)) && !level.meets(line(11, 0, 20, 0)));
        assert!(!level.meets(line(5, 1, 5, 5)) && !level.meets(line(12, -1, 12, 1)));
        assert!(level.meets(line(3, 0, 3, 0)) && !level.meets(line(3, 1, 3, 1)));
    }
}
