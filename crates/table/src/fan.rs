use arrayvec::ArrayVec;

use crate::{
    Angle, Gap, Length, Point, Segment, Shape, TOUCH,
    clip::{HalfPlane, has_part_in, line_in},
    gap, gap_within,
};

/// A field of fire: all that lies ahead of an edge between a ray from each of its ends.
///
/// A spread of zero is a straight strip as wide as the edge, a quarter turn the whole half plane ahead, half a turn or more
/// all round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fan {
    /// The front edge, from left to right.
    pub edge: Segment,
    /// Straight ahead.
    pub facing: Angle,
    /// How far each ray leans outwards from straight ahead.
    pub spread: Angle,
    /// How far it reaches from the edge.
    pub reach: Length,
}

/// The gap to a target some part of which lies in the fan, if it is within reach.
///
/// The arc asks for any part of the target; a base or a piece of ground must lie in it deeper than [`TOUCH`], so that one
/// set flush beside a strip is not in it. The range is from the edge to the nearest place of the whole target, in the arc or
/// not.
pub fn in_fan<'a>(fan: &Fan, target: impl Into<Shape<'a>>) -> Option<Gap> {
    let target = target.into();
    if fan.edge.bounds().distance_squared(&target.bounds()) > fan.reach.squared() || !fan.holds_part_of(&target) {
        return None;
    }
    Some(gap(fan.edge, target)).filter(|gap| gap.within(fan.reach))
}

/// Whether [`in_fan`] finds the target, at less cost than the gap.
pub fn is_in_fan<'a>(fan: &Fan, target: impl Into<Shape<'a>>) -> bool {
    let target = target.into();
    fan.edge.bounds().distance_squared(&target.bounds()) <= fan.reach.squared()
        && fan.holds_part_of(&target)
        && gap_within(fan.edge, target, fan.reach)
}

/// The gap to the nearest place of a path inside the fan, if it is within reach.
pub fn passes_fan(fan: &Fan, path: &[Point]) -> Option<Gap> {
    let pieces = fan.pieces(Length::ZERO);
    let legs = path.windows(2).map(|leg| Segment::new(leg[0], leg[1]));
    let parts = legs.flat_map(|leg| pieces.iter().filter_map(move |piece| line_in(leg, piece)));
    parts.map(|part| gap(fan.edge, part)).min().filter(|gap| gap.within(fan.reach))
}

/// Half planes that hold together.
type Piece = ArrayVec<HalfPlane, 3>;

impl Fan {
    /// The fan as up to three pieces without inward bends, each drawn in by `inset`; one piece without limits for all round.
    fn pieces(&self, inset: Length) -> ArrayVec<Piece, 3> {
        let Segment { from, to } = self.edge;
        let left = HalfPlane::right_of(from, self.facing - self.spread, inset);
        let right = HalfPlane::left_of(to, self.facing + self.spread, inset);
        let ahead = HalfPlane::beyond_middle(self.edge, self.facing + Angle::RIGHT, inset);
        let behind = HalfPlane::beyond_middle(self.edge, self.facing + Angle::LEFT, inset);
        let piece = |planes: &[HalfPlane]| planes.iter().copied().collect::<Piece>();
        let mut pieces = ArrayVec::new();
        if self.spread >= Angle::HALF {
            pieces.push(Piece::new());
        } else if self.spread <= Angle::RIGHT {
            pieces.push(piece(&[ahead, left, right]));
        } else {
            pieces.push(piece(&[ahead]));
            pieces.push(piece(&[behind, left]));
            pieces.push(piece(&[behind, right]));
        }
        pieces
    }

    /// Whether some part of a shape lies between the rays.
    fn holds_part_of(&self, shape: &Shape<'_>) -> bool {
        let filled = |corners: &[Point]| self.pieces(TOUCH).iter().any(|piece| has_part_in(corners, piece));
        let line = |line: Segment| self.pieces(Length::ZERO).iter().any(|piece| line_in(line, piece).is_some());
        match *shape {
            Shape::Point(point) => line(Segment::new(point, point)),
            Shape::Segment(segment) => line(segment),
            Shape::Base(base) => filled(&base.corners),
            Shape::Bases(bases) => bases.iter().any(|base| filled(&base.corners)),
            Shape::Polygon(polygon) => filled(polygon.points()),
            Shape::Path([point]) => line(Segment::new(*point, *point)),
            Shape::Path(path) => path.windows(2).any(|leg| line(Segment::new(leg[0], leg[1]))),
        }
    }
}
