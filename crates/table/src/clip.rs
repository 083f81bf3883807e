use crate::{Angle, Base, Length, Point, Segment};

/// Parts of a step in which cut places are kept.
const PARTS: i64 = 1 << 16;

/// A place in [`PARTS`] of a step.
pub(crate) type Fine = (i64, i64);

/// All places to the left of a line, at least `inset` deep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfPlane {
    /// A place on the line, doubled: the middle of an edge is exact.
    twice: (i64, i64),
    way: (i64, i64),
    inset: i64,
}

impl HalfPlane {
    /// What lies to the left of a heading from a place, at least so deep.
    pub(crate) const fn left_of(at: Point, heading: Angle, inset: Length) -> HalfPlane {
        HalfPlane::beyond_middle(Segment::new(at, at), heading, inset)
    }

    /// What lies to the right of a heading from a place, at least so deep.
    pub(crate) const fn right_of(at: Point, heading: Angle, inset: Length) -> HalfPlane {
        HalfPlane::left_of(at, Angle::steps(heading.get() + Angle::HALF.get()), inset)
    }

    /// What lies to the left of a heading from the middle of an edge, at least so deep.
    pub(crate) const fn beyond_middle(edge: Segment, heading: Angle, inset: Length) -> HalfPlane {
        let Segment { from, to } = edge;
        let twice = (from.x as i64 + to.x as i64, from.y as i64 + to.y as i64);
        HalfPlane { twice, way: heading.sin_cos(), inset: (inset.get() as i64) << 30 }
    }

    /// What lies to the right of an edge.
    const fn inside_edge(edge: Segment) -> HalfPlane {
        let (twice, way) = (edge.from, edge.reversed().step());
        HalfPlane { twice: (2 * twice.x as i64, 2 * twice.y as i64), way: (way.x as i64, way.y as i64), inset: 0 }
    }

    /// How deep a place lies in it, times twice the length of its way; not negative inside.
    pub(crate) const fn depth(&self, place: Point) -> i64 {
        let (x, y) = (2 * place.x as i64 - self.twice.0, 2 * place.y as i64 - self.twice.1);
        self.way.0 * y - self.way.1 * x - 2 * self.inset
    }

    fn fine_depth(&self, place: Fine) -> i128 {
        let (x, y) = (2 * place.0 - self.twice.0 * PARTS, 2 * place.1 - self.twice.1 * PARTS);
        i128::from(self.way.0) * i128::from(y)
            - i128::from(self.way.1) * i128::from(x)
            - 2 * i128::from(self.inset) * i128::from(PARTS)
    }

    /// The closed line cut down to what lies in the half plane.
    fn cut(&self, ring: &[Fine]) -> Vec<Fine> {
        let mut kept = Vec::with_capacity(ring.len() + 2);
        let Some(&last) = ring.last() else { return kept };
        let (mut from, mut from_depth) = (last, self.fine_depth(last));
        for &to in ring {
            let to_depth = self.fine_depth(to);
            if (from_depth < 0) != (to_depth < 0) {
                kept.push(between(from, to, from_depth, to_depth));
            }
            if to_depth >= 0 {
                kept.push(to);
            }
            (from, from_depth) = (to, to_depth);
        }
        kept
    }
}

/// Where the depth is zero on the way between two places of different sign, rounded.
fn between(from: Fine, to: Fine, from_depth: i128, to_depth: i128) -> Fine {
    let (part, whole) = match from_depth > to_depth {
        true => (from_depth, from_depth - to_depth),
        false => (-from_depth, to_depth - from_depth),
    };
    let share = |from: i64, to: i64| from + (2 * i128::from(to - from) * part + whole).div_euclid(2 * whole) as i64;
    (share(from.0, to.0), share(from.1, to.1))
}

fn fine(place: Point) -> Fine {
    (i64::from(place.x) * PARTS, i64::from(place.y) * PARTS)
}

fn on_grid(place: Fine) -> Point {
    let rounded = |part: i64| (part + PARTS / 2).div_euclid(PARTS) as i32;
    Point::new(rounded(place.0), rounded(place.1))
}

/// Twice the area of a closed line in fine parts, whichever way it runs.
fn twice_area(ring: &[Fine]) -> i128 {
    let next = ring.iter().cycle().skip(1);
    let cross = |(a, b): (&Fine, &Fine)| i128::from(a.0) * i128::from(b.1) - i128::from(a.1) * i128::from(b.0);
    ring.iter().zip(next).map(cross).sum::<i128>().abs()
}

/// Whether a filled shape has some area in all of the half planes.
pub(crate) fn has_part_in(corners: &[Point], planes: &[HalfPlane]) -> bool {
    // Nearly every shape lies wholly on one side of each line.
    let outside = |plane: &HalfPlane| corners.iter().all(|&corner| plane.depth(corner) < 0);
    if planes.iter().any(outside) {
        return false;
    }
    let whole = |plane: &HalfPlane| corners.iter().all(|&corner| plane.depth(corner) >= 0);
    if planes.iter().all(whole) {
        return true;
    }
    let ring = corners.iter().map(|&corner| fine(corner)).collect();
    twice_area(&planes.iter().fold(ring, |ring: Vec<Fine>, plane| plane.cut(&ring))) > 0
}

/// The part of a line that lies in all of the half planes, its ends rounded to the grid.
pub(crate) fn line_in(line: Segment, planes: &[HalfPlane]) -> Option<Segment> {
    let (mut from, mut to) = (fine(line.from), fine(line.to));
    for plane in planes {
        let (from_depth, to_depth) = (plane.fine_depth(from), plane.fine_depth(to));
        match (from_depth < 0, to_depth < 0) {
            (true, true) => return None,
            (true, false) => from = between(from, to, from_depth, to_depth),
            (false, true) => to = between(from, to, from_depth, to_depth),
            (false, false) => {}
        }
    }
    Some(Segment::new(on_grid(from), on_grid(to)))
}

/// Twice the area that a closed line of corners shares with a base, in square steps, rounded down.
pub(crate) fn area2_in_base(corners: &[Point], base: &Base) -> i64 {
    let ring = corners.iter().map(|&corner| fine(corner)).collect();
    let cut = base.edges().iter().fold(ring, |ring: Vec<Fine>, &edge| HalfPlane::inside_edge(edge).cut(&ring));
    (twice_area(&cut) / (i128::from(PARTS) * i128::from(PARTS))) as i64
}
