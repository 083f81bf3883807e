//! The arc of fire of one stand, prepared for quick answers (RF-ARC-01..03).

use firelock_table::{Angle, Base, Fan, Length, Point, Polygon, Segment, TOUCH, in_fan};

use crate::state::State;

/// Far more than the corners of stands are rounded by.
pub(crate) const ROUNDED: Length = Length::grid(16);

/// All that lies ahead of a stand's front and between the rays from its front corners.
#[derive(Debug)]
pub(crate) struct Arc {
    fan: Fan,
    planes: Option<[Plane; 3]>,
}

/// All places to the left of a line, deeper than a touch.
#[derive(Clone, Copy, Debug)]
struct Plane {
    /// A place on the line, doubled: the middle of an edge is exact.
    twice: (i64, i64),
    /// The way of the line, times 2^30.
    way: (i64, i64),
}

/// How a shape lies to an arc.
enum Lie {
    /// Outside.
    Out,
    /// Some of it inside.
    In,
    /// Across a ray.
    Across,
}

impl Arc {
    /// The arc of a stand.
    pub(crate) fn of(state: &State, base: &Base) -> Arc {
        let fan = state.arc(base, Length::FAR);
        let Fan { edge, facing, spread, .. } = fan;
        // Wider arcs than half the plane are no overlap of half planes.
        let planes = (spread <= Angle::RIGHT).then(|| {
            let ahead = Plane::left_of(edge, facing + Angle::RIGHT);
            let left = Plane::left_of(Segment::new(edge.from, edge.from), facing - spread + Angle::HALF);
            let right = Plane::left_of(Segment::new(edge.to, edge.to), facing + spread);
            [ahead, left, right]
        });
        Arc { fan, planes }
    }

    /// The front edge of the stand.
    pub(crate) fn edge(&self) -> Segment {
        self.fan.edge
    }

    /// The middle of it, from where it looks (RF-LOS-01).
    pub(crate) fn eye(&self) -> Point {
        self.fan.edge.middle()
    }

    /// The field of fire so far.
    pub(crate) fn fan(&self, reach: Length) -> Fan {
        Fan { reach, ..self.fan }
    }

    /// Whether a stand, or a rectangle around several, lies wholly outside.
    pub(crate) fn misses(&self, base: &Base) -> bool {
        matches!(self.lie(base), Lie::Out)
    }

    /// Whether some part of some stand lies inside (RF-ARC-02).
    pub(crate) fn holds(&self, bases: &[Base]) -> bool {
        bases.iter().any(|base| match self.lie(base) {
            Lie::Out => false,
            Lie::In => true,
            Lie::Across => in_fan(&self.fan, base).is_some(),
        })
    }

    /// Whether a corner of a rectangle lies inside by far more than stands are rounded: then so does one of those that fill it.
    pub(crate) fn surely_holds(&self, filled: &Base) -> bool {
        let deep = i64::from(ROUNDED.get()) << 31;
        let inside =
            |corner: &Point| self.planes.is_some_and(|planes| planes.iter().all(|plane| plane.depth(*corner) > deep));
        filled.corners.iter().any(inside)
    }

    /// Whether some part of a place lies inside.
    pub(crate) fn holds_ground(&self, ground: &Polygon) -> bool {
        in_fan(&self.fan, ground).is_some()
    }

    fn lie(&self, base: &Base) -> Lie {
        let Some(planes) = &self.planes else { return Lie::Across };
        let depths = planes.map(|plane| base.corners.map(|corner| plane.depth(corner)));
        if depths.iter().any(|plane| plane.iter().all(|depth| *depth < 0)) {
            return Lie::Out;
        }
        let inside = |corner: usize| depths.iter().all(|plane| plane[corner] > 0);
        if (0..4).any(inside) { Lie::In } else { Lie::Across }
    }
}

impl Plane {
    fn left_of(edge: Segment, heading: Angle) -> Plane {
        let Segment { from, to } = edge;
        let twice = (i64::from(from.x) + i64::from(to.x), i64::from(from.y) + i64::from(to.y));
        Plane { twice, way: heading.sin_cos() }
    }

    /// How deep a place lies in it, times 2^31; negative outside.
    fn depth(&self, place: Point) -> i64 {
        let (x, y) = (2 * i64::from(place.x) - self.twice.0, 2 * i64::from(place.y) - self.twice.1);
        self.way.0 * y - self.way.1 * x - (i64::from(TOUCH.get()) << 31)
    }
}
