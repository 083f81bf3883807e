use serde::{Deserialize, Serialize};

use crate::{Angle, Base, Length, Point, Pose, Size, TOUCH, clip::HalfPlane};

/// Where something lies seen from a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quarter {
    /// Ahead.
    Front,
    /// On the left.
    LeftFlank,
    /// On the right.
    RightFlank,
    /// Behind.
    Rear,
}

impl Quarter {
    /// Whether it is the left or the right flank.
    pub const fn is_flank(self) -> bool {
        matches!(self, Quarter::LeftFlank | Quarter::RightFlank)
    }
}

/// The lines that part the ground around a body. A place within [`TOUCH`] of a line counts as on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// The line of the front edge: front beyond it, else the flank of that side; on the line is flank.
    FrontLine,
    /// The lines of the front and the rear edge: front, rear, and flank between; on a line is flank.
    FrontAndRearLines,
    /// The line of the rear edge: rear behind it, else front; on the line is front.
    RearLine,
    /// The diagonals at 45 degrees through the middle; on a diagonal is front or rear.
    Diagonals,
    /// Rays from the front corners, leaning outwards by an angle from straight ahead, and their mirror behind; front
    /// between the front ones, rear between the rear ones, else flank. On a ray is front or rear.
    CornerRays(Angle),
    /// The line through the middle along the front: front ahead of it and on it, rear behind.
    MidLine,
}

/// In which quarter of a rectangle (a base, or the outline of a body) a place lies.
pub fn quarter(of: &Base, cut: Cut, place: Point) -> Quarter {
    let facing = of.facing();
    let [front_left, front_right, rear_right, rear_left] = of.corners;
    // All steps times 2^30: ahead and to the right of the doubled middle.
    let (sin, cos) = facing.sin_cos();
    let twice = place + place - (of.corners[0] + of.corners[2]);
    let (x, y) = (i64::from(twice.x), i64::from(twice.y));
    let (right, ahead) = (x * cos - y * sin, x * sin + y * cos);
    let flank = if right < 0 { Quarter::LeftFlank } else { Quarter::RightFlank };

    let front_line = |inset: Length| HalfPlane::beyond_middle(of.front(), facing + Angle::RIGHT, inset).depth(place);
    let rear_line = |inset: Length| HalfPlane::beyond_middle(of.rear(), facing + Angle::LEFT, inset).depth(place);
    let ahead_of_front = || front_line(TOUCH) > 0;
    let behind_rear = || rear_line(TOUCH) > 0;
    let touch = (2 * i64::from(TOUCH.get())) << 30;
    match cut {
        Cut::FrontLine if ahead_of_front() => Quarter::Front,
        Cut::FrontLine => flank,
        Cut::FrontAndRearLines if ahead_of_front() => Quarter::Front,
        Cut::FrontAndRearLines if behind_rear() => Quarter::Rear,
        Cut::FrontAndRearLines => flank,
        Cut::RearLine if behind_rear() => Quarter::Rear,
        Cut::RearLine => Quarter::Front,
        Cut::Diagonals if ahead.abs() + touch < right.abs() => flank,
        Cut::Diagonals | Cut::MidLine if ahead >= -touch => Quarter::Front,
        Cut::Diagonals | Cut::MidLine => Quarter::Rear,
        Cut::CornerRays(spread) => {
            let within = |corner: Point, heading: Angle| HalfPlane::left_of(corner, heading, -TOUCH).depth(place) >= 0;
            let front = front_line(-TOUCH) >= 0
                && within(front_left, facing - spread + Angle::HALF)
                && within(front_right, facing + spread);
            let rear = rear_line(-TOUCH) >= 0
                && within(rear_right, facing - spread)
                && within(rear_left, facing + spread + Angle::HALF);
            match (front, rear) {
                (true, _) => Quarter::Front,
                (_, true) => Quarter::Rear,
                _ => flank,
            }
        }
    }
}

/// The boxes beside and behind a rectangle: left, right, rear. The side boxes reach from the line of the front edge to that
/// of the rear edge; the rear box runs behind the rectangle and both side boxes.
pub fn side_boxes(of: &Base, wide: Length) -> [Base; 3] {
    let [front_left, front_right, _, rear_left] = of.corners;
    let beside = Size::new(wide, of.size.depth);
    let behind = Size::new(of.size.width + wide * 2, wide);
    // Held by the rectangle's own corners, so that each box shares its edge exactly.
    let held = |corner: Point, to_the_left: Length, size: Size| {
        Base::held_left(Pose::new(corner, of.facing()), Point::new(-to_the_left.get(), 0), Angle::ZERO, size)
    };
    [held(front_left, wide, beside), held(front_right, Length::ZERO, beside), held(rear_left, wide, behind)]
}
