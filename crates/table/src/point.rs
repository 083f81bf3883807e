use std::ops::{Add, Neg, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Angle, Length};

/// A place on the table, or the step from one place to another, in 1/100 mm: x to the east, y to the north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// To the east.
    pub x: i32,
    /// To the north.
    pub y: i32,
}

impl Point {
    /// The south-west corner of the table, or no step at all.
    pub const ORIGIN: Point = Point { x: 0, y: 0 };

    /// A place from its two coordinates in grid steps.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// A place in whole inches.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point { x: x * 2540, y: y * 2540 }
    }

    /// The square of the distance, exactly.
    pub const fn distance_squared(self, other: Point) -> i64 {
        let (x, y) = (other.x as i64 - self.x as i64, other.y as i64 - self.y as i64);
        x * x + y * y
    }

    /// The distance, rounded down to the grid.
    pub const fn distance(self, other: Point) -> Length {
        Length::grid(self.distance_squared(other).isqrt() as i32)
    }

    /// The dot product of two steps.
    pub const fn dot(self, other: Point) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// The cross product of two steps: positive where `other` lies to the left of `self`.
    pub const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// A local step turned to a heading: local +y is straight ahead, local +x to the right. Rounded to the grid.
    pub const fn turned(self, heading: Angle) -> Point {
        let (sin, cos) = heading.sin_cos();
        let (x, y) = (self.x as i64, self.y as i64);
        Point { x: rounded(x * cos + y * sin), y: rounded(y * cos - x * sin) }
    }

    /// The place so far off along a heading (a negative length goes the other way).
    pub const fn ahead(self, heading: Angle, by: Length) -> Point {
        let step = Point { x: 0, y: by.get() }.turned(heading);
        Point { x: self.x + step.x, y: self.y + step.y }
    }

    /// The place turned about a pivot.
    pub const fn about(self, pivot: Point, turn: Angle) -> Point {
        let step = Point { x: self.x - pivot.x, y: self.y - pivot.y }.turned(turn);
        Point { x: pivot.x + step.x, y: pivot.y + step.y }
    }

    /// The place halfway to another, rounded down to the grid.
    pub const fn middle(self, other: Point) -> Point {
        Point {
            x: (self.x as i64 + other.x as i64).div_euclid(2) as i32,
            y: (self.y as i64 + other.y as i64).div_euclid(2) as i32,
        }
    }
}

/// A number times 2^30 back on the grid, rounded half up.
const fn rounded(scaled: i64) -> i32 {
    ((scaled + (1 << 29)) >> 30) as i32
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point { x: -self.x, y: -self.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahead_follows_the_compass() {
        let from = Point::inches(10, 10);
        assert_eq!(from.ahead(Angle::ZERO, Length::inches(2)), Point::inches(10, 12));
        assert_eq!(from.ahead(Angle::RIGHT, Length::inches(2)), Point::inches(12, 10));
        assert_eq!(from.ahead(Angle::HALF, Length::inches(2)), Point::inches(10, 8));
        assert_eq!(from.ahead(Angle::LEFT, Length::inches(2)), Point::inches(8, 10));
    }

    #[test]
    fn local_right_is_east_of_a_northward_front() {
        assert_eq!(Point::new(100, 0).turned(Angle::ZERO), Point::new(100, 0));
        assert_eq!(Point::new(100, 0).turned(Angle::RIGHT), Point::new(0, -100));
    }

    #[test]
    fn turning_about_a_pivot_keeps_the_distance() {
        let (pivot, place) = (Point::inches(3, 4), Point::inches(9, 1));
        let turned = place.about(pivot, Angle::degrees(37));
        assert!((turned.distance(pivot).get() - place.distance(pivot).get()).abs() <= 1);
    }
}
