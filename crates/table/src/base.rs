use serde::{Deserialize, Serialize};

use crate::{Angle, Bounds, Length, Point, Pose, Segment};

/// The width and depth of a base or a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Size {
    /// Along the front edge.
    pub width: Length,
    /// From the front edge to the rear edge.
    pub depth: Length,
}

impl Size {
    /// A width and a depth.
    pub const fn new(width: Length, depth: Length) -> Size {
        Size { width, depth }
    }
}

/// One rectangle on the table: a base, or a whole block of bases. Its corners lie on the grid.
///
/// Opposite edges are the same step exactly: the front corners are rounded to the grid, the rear ones lie one rounded
/// depth behind them. So two rectangles have four edge directions in all, and their overlap is decided exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Base {
    /// The middle of the front edge, and the facing.
    pub pose: Pose,
    /// Width and depth.
    pub size: Size,
    /// Front left, front right, rear right, rear left: clockwise seen from above.
    pub corners: [Point; 4],
}

impl Base {
    /// The rectangle of that size with the middle of its front edge at the pose.
    pub const fn new(pose: Pose, size: Size) -> Base {
        // Doubled, so that an odd width has an exact half.
        let width = size.width.get();
        Base::between(pose, corner(pose, -width), corner(pose, width), size)
    }

    /// The rectangle in a formation at a pose, held by its front left corner (a local place) and its turn from the pose.
    pub(crate) const fn held_left(formation: Pose, left: Point, turn: Angle, size: Size) -> Base {
        if turn.get() == 0 {
            return Turned::by(formation.facing).base(formation.at, left, size);
        }
        let facing = Angle::steps(formation.facing.get() + turn.get()).heading();
        let (sin, cos) = formation.facing.sin_cos();
        let (own_sin, own_cos) = facing.sin_cos();
        let (x, y, width) = (left.x as i64, left.y as i64, size.width.get() as i64);
        let (east, north) = (x * cos + y * sin, y * cos - x * sin);
        let left = on_grid(formation.at, east, north);
        let right = on_grid(formation.at, east + width * own_cos, north - width * own_sin);
        Base::between(Pose::new(left.middle(right), facing), left, right, size)
    }

    const fn between(pose: Pose, left: Point, right: Point, size: Size) -> Base {
        let back = Point::new(0, -size.depth.get()).turned(pose.facing);
        let rear_right = Point::new(right.x + back.x, right.y + back.y);
        let rear_left = Point::new(left.x + back.x, left.y + back.y);
        Base { pose, size, corners: [left, right, rear_right, rear_left] }
    }

    /// The heading of the front.
    pub const fn facing(&self) -> Angle {
        self.pose.facing
    }

    /// The front edge, from left to right.
    pub const fn front(&self) -> Segment {
        Segment::new(self.corners[0], self.corners[1])
    }

    /// The rear edge, from right to left.
    pub const fn rear(&self) -> Segment {
        Segment::new(self.corners[2], self.corners[3])
    }

    /// The four edges in walking order: front, right, rear, left.
    pub const fn edges(&self) -> [Segment; 4] {
        let [a, b, c, d] = self.corners;
        [Segment::new(a, b), Segment::new(b, c), Segment::new(c, d), Segment::new(d, a)]
    }

    /// The step along the front edge, from left to right.
    pub const fn across(&self) -> Point {
        self.front().step()
    }

    /// The step along the side edges, from front to rear.
    pub const fn back(&self) -> Point {
        Segment::new(self.corners[0], self.corners[3]).step()
    }

    /// The upright box around it.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(&self.corners)
    }

    /// Twice its area in square steps.
    pub const fn area2(&self) -> i64 {
        2 * self.back().cross(self.across())
    }

    /// Whether a place lies inside or on an edge.
    pub fn contains(&self, place: Point) -> bool {
        self.edges().iter().all(|edge| edge.side(place) <= 0)
    }

    /// The middle of the rectangle.
    pub const fn center(&self) -> Point {
        self.corners[0].middle(self.corners[2])
    }
}

/// A facing with its sine and cosine, for many rectangles that face alike.
#[derive(Clone, Copy)]
pub(crate) struct Turned {
    facing: Angle,
    sin: i64,
    cos: i64,
}

impl Turned {
    pub(crate) const fn by(facing: Angle) -> Turned {
        let (sin, cos) = facing.sin_cos();
        Turned { facing: facing.heading(), sin, cos }
    }

    /// As [`Base::held_left`] without a turn of its own.
    pub(crate) const fn base(self, at: Point, left: Point, size: Size) -> Base {
        let (x, y, width) = (left.x as i64, left.y as i64, size.width.get() as i64);
        let (east, north) = (x * self.cos + y * self.sin, y * self.cos - x * self.sin);
        let left = on_grid(at, east, north);
        let right = on_grid(at, east + width * self.cos, north - width * self.sin);
        let depth = -size.depth.get() as i64;
        let back = on_grid(Point::ORIGIN, depth * self.sin, depth * self.cos);
        let rear_right = Point::new(right.x + back.x, right.y + back.y);
        let rear_left = Point::new(left.x + back.x, left.y + back.y);
        let pose = Pose::new(left.middle(right), self.facing);
        Base { pose, size, corners: [left, right, rear_right, rear_left] }
    }
}

/// A place so many steps times 2^30 to the east and north, rounded half up.
const fn on_grid(from: Point, east: i64, north: i64) -> Point {
    Point::new(from.x + ((east + (1 << 29)) >> 30) as i32, from.y + ((north + (1 << 29)) >> 30) as i32)
}

/// A front corner from its doubled way to the right.
const fn corner(pose: Pose, twice_right: i32) -> Point {
    let (sin, cos) = pose.facing.sin_cos();
    let right = twice_right as i64;
    Point::new(
        pose.at.x + ((right * cos + (1 << 30)) >> 31) as i32,
        pose.at.y + ((-right * sin + (1 << 30)) >> 31) as i32,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_run_clockwise_from_the_front_left() {
        let base =
            Base::new(Pose::new(Point::inches(10, 10), Angle::RIGHT), Size::new(Length::inches(2), Length::inches(1)));
        assert_eq!(
            base.corners,
            [Point::inches(10, 11), Point::inches(10, 9), Point::inches(9, 9), Point::inches(9, 11)]
        );
        assert_eq!(base.front(), Segment::new(Point::inches(10, 11), Point::inches(10, 9)));
    }
}
