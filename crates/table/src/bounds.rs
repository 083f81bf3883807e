use serde::{Deserialize, Serialize};

use crate::{Length, Point};

/// An upright box around something, its border counted in: the quick answer "far apart" before any exact measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    /// The south-west corner.
    pub min: Point,
    /// The north-east corner.
    pub max: Point,
}

impl Bounds {
    /// The box around nothing: it meets no box and grows by joining.
    pub const EMPTY: Bounds = Bounds { min: Point::new(i32::MAX, i32::MAX), max: Point::new(i32::MIN, i32::MIN) };

    /// The smallest box around some places.
    pub fn of(points: &[Point]) -> Bounds {
        points.iter().fold(Bounds::EMPTY, |bounds, &point| bounds.with(point))
    }

    /// The box widened to hold a place.
    pub fn with(self, point: Point) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(point.x), self.min.y.min(point.y)),
            max: Point::new(self.max.x.max(point.x), self.max.y.max(point.y)),
        }
    }

    /// The smallest box around two boxes.
    pub fn join(self, other: Bounds) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// The smallest box around many boxes.
    pub fn around(boxes: impl IntoIterator<Item = Bounds>) -> Bounds {
        boxes.into_iter().fold(Bounds::EMPTY, Bounds::join)
    }

    /// The box widened on every side.
    pub fn grown(self, by: Length) -> Bounds {
        let by = by.get();
        Bounds {
            min: Point::new(self.min.x.saturating_sub(by), self.min.y.saturating_sub(by)),
            max: Point::new(self.max.x.saturating_add(by), self.max.y.saturating_add(by)),
        }
    }

    /// Whether two boxes share a place, borders included.
    pub const fn meets(&self, other: &Bounds) -> bool {
        // All at once: which of them fails first nobody can foresee.
        (self.min.x <= other.max.x)
            & (other.min.x <= self.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.y <= self.max.y)
    }

    /// Whether a place lies in the box or on its border.
    pub const fn contains(&self, point: Point) -> bool {
        (self.min.x <= point.x) & (point.x <= self.max.x) & (self.min.y <= point.y) & (point.y <= self.max.y)
    }

    /// The square of the distance between two boxes: nothing inside them is nearer.
    pub fn distance_squared(&self, other: &Bounds) -> i64 {
        let apart = |low: i32, high: i32, other_low: i32, other_high: i32| {
            (i64::from(other_low) - i64::from(high)).max(i64::from(low) - i64::from(other_high)).max(0)
        };
        let x = apart(self.min.x, self.max.x, other.min.x, other.max.x);
        let y = apart(self.min.y, self.max.y, other.min.y, other.max.y);
        // The empty box is too far from everything to square.
        x.saturating_mul(x).saturating_add(y.saturating_mul(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_meet_at_their_borders() {
        let west = Bounds::of(&[Point::new(0, 0), Point::new(10, 10)]);
        let east = Bounds::of(&[Point::new(13, 14), Point::new(20, 20)]);
        assert!(!west.meets(&east));
        assert_eq!(west.distance_squared(&east), 25);
        assert!(west.grown(Length::grid(4)).meets(&east));
        assert!(!Bounds::EMPTY.meets(&west));
        assert_eq!(Bounds::around([west, east]), Bounds { min: Point::new(0, 0), max: Point::new(20, 20) });
    }
}
