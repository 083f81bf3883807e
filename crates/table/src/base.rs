use serde::{Deserialize, Serialize};

use crate::{Angle, Length, Point, Pose, Segment};

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
        // Doubled, so that an odd width has an exact half; halved after the turn.
        let (width, depth) = (size.width.get(), size.depth.get());
        let corners = [
            corner(pose, -width, 0),
            corner(pose, width, 0),
            corner(pose, width, -2 * depth),
            corner(pose, -width, -2 * depth),
        ];
        Base { pose, size, corners }
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

    /// The middle of the rectangle.
    pub const fn center(&self) -> Point {
        self.corners[0].middle(self.corners[2])
    }
}

/// A corner from doubled local coordinates.
const fn corner(pose: Pose, twice_x: i32, twice_y: i32) -> Point {
    let (sin, cos) = pose.facing.sin_cos();
    let (x, y) = (twice_x as i64, twice_y as i64);
    Point::new(
        pose.at.x + ((x * cos + y * sin + (1 << 30)) >> 31) as i32,
        pose.at.y + ((y * cos - x * sin + (1 << 30)) >> 31) as i32,
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
