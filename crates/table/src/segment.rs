use serde::{Deserialize, Serialize};

use crate::Point;

/// A straight line between two places: an edge, a ray, the line that decided a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

    /// On which side of the infinite line a place lies: positive to the left of the walk from `from` to `to`, 0 on it.
    pub const fn side(self, place: Point) -> i64 {
        let (line, step) = (
            Point::new(self.to.x - self.from.x, self.to.y - self.from.y),
            Point::new(place.x - self.from.x, place.y - self.from.y),
        );
        line.cross(step)
    }
}
