use serde::{Deserialize, Serialize};

use crate::{Angle, Length, Point};

/// Where something stands and which way it faces. For a formation or a base the place is the middle of its front edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// The middle of the front edge.
    pub at: Point,
    /// The heading.
    pub facing: Angle,
}

impl Pose {
    /// A place and a facing.
    pub const fn new(at: Point, facing: Angle) -> Pose {
        Pose { at, facing }
    }

    /// A local step (right, ahead) as a place on the table.
    pub const fn place(self, local: Point) -> Point {
        let step = local.turned(self.facing);
        Point::new(self.at.x + step.x, self.at.y + step.y)
    }

    /// A place on the table as a local step (right, ahead).
    pub const fn local(self, place: Point) -> Point {
        Point::new(place.x - self.at.x, place.y - self.at.y).turned(Angle::steps(-self.facing.get()))
    }

    /// The pose so far straight ahead, the facing kept.
    pub const fn ahead(self, by: Length) -> Pose {
        Pose { at: self.at.ahead(self.facing, by), facing: self.facing }
    }

    /// The pose moved along another heading, the facing kept.
    pub const fn slid(self, heading: Angle, by: Length) -> Pose {
        Pose { at: self.at.ahead(heading, by), facing: self.facing }
    }

    /// The pose turned about a pivot.
    pub const fn about(self, pivot: Point, turn: Angle) -> Pose {
        Pose { at: self.at.about(pivot, turn), facing: Angle::steps(self.facing.get() + turn.get()).heading() }
    }
}
