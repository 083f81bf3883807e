use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Base, Bounds, Point, Segment, crossing::Ray};

/// A piece of ground with straight edges: a wood, a hill, a zone. It may be bent inwards but its edges never cross.
///
/// The corners lie on the grid and run clockwise, whichever way they were given.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    points: Vec<Point>,
    bounds: Bounds,
    convex: bool,
}

/// Why a list of corners is no piece of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonFault {
    /// Fewer than three corners, or no area at all.
    Flat,
    /// Two edges cross or touch; each is named by the index of its first corner.
    Crossing(usize, usize),
    /// A corner lies more than [`Polygon::REACH`] from the origin.
    TooFar(usize),
}

impl Polygon {
    /// The farthest a coordinate may lie from the origin: 2^24 steps (168 m), far more than any table.
    pub const REACH: i32 = 1 << 24;

    /// The ground inside a closed line of corners (the last edge leads back to the first corner).
    ///
    /// # Errors
    /// When the corners enclose no area, an edge crosses or touches another, or a corner lies too far out.
    pub fn new(mut points: Vec<Point>) -> Result<Polygon, PolygonFault> {
        let far = |p: &Point| p.x.unsigned_abs().max(p.y.unsigned_abs()) > Polygon::REACH.unsigned_abs();
        if let Some(corner) = points.iter().position(far) {
            return Err(PolygonFault::TooFar(corner));
        }
        let n = points.len();
        if n < 3 {
            return Err(PolygonFault::Flat);
        }
        let edge = |i: usize| Segment::new(points[i], points[(i + 1) % n]);
        for i in 0..n {
            // Neighbors share a corner by right; they only must not fold back onto each other.
            let next = (i + 1) % n;
            if edge(i).folds_onto(edge(next)) {
                return Err(PolygonFault::Crossing(i, next));
            }
            for j in i + 2..n {
                let neighbors = i == 0 && j == n - 1;
                if !neighbors && edge(i).meets(edge(j)) {
                    return Err(PolygonFault::Crossing(i, j));
                }
            }
        }
        match twice_area(&points) {
            0 => return Err(PolygonFault::Flat),
            area if area > 0 => points.reverse(),
            _ => {}
        }
        let convex = (0..n).all(|i| Segment::new(points[i], points[(i + 1) % n]).side(points[(i + 2) % n]) <= 0);
        Ok(Polygon { bounds: Bounds::of(&points), points, convex })
    }

    /// An upright rectangle between two opposite corners.
    ///
    /// # Errors
    /// When the corners enclose no area or lie too far out.
    pub fn upright(a: Point, b: Point) -> Result<Polygon, PolygonFault> {
        Polygon::new(vec![a, Point::new(a.x, b.y), b, Point::new(b.x, a.y)])
    }

    /// Whether a straight line shares a place with it, its border counted in: as [`clear`](crate::clear) asks of a whole table.
    pub fn meets_line(&self, line: Segment) -> bool {
        let ray = Ray::new(line);
        ray.meets_box(&self.bounds) && ray.meets(&self.points)
    }

    /// The corners, clockwise.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The edges, clockwise, from the first corner on.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).map(|(&from, &to)| Segment::new(from, to))
    }

    /// The upright box around it.
    pub const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Whether it is nowhere bent inwards.
    pub const fn is_convex(&self) -> bool {
        self.convex
    }

    /// Twice its area in square steps.
    pub fn area2(&self) -> i64 {
        -twice_area(&self.points)
    }

    /// Whether a place lies inside or on an edge.
    pub fn contains(&self, place: Point) -> bool {
        self.bounds.contains(place) && self.position(place) != Position::Outside
    }

    /// Whether a place lies inside, on an edge or outside.
    pub fn position(&self, place: Point) -> Position {
        position(self.points.iter().map(|p| (i64::from(p.x), i64::from(p.y))), (place.x.into(), place.y.into()))
    }

    /// Whether the exact middle of a base lies inside or on an edge.
    pub fn holds_center(&self, base: &Base) -> bool {
        position_of_half(&self.points, base.corners[0] + base.corners[2]) != Position::Outside
    }
}

/// Where a place lies to a closed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Strictly inside.
    Inside,
    /// On an edge or a corner.
    Edge,
    /// Outside.
    Outside,
}

/// Where a place given by its doubled coordinates lies to a closed line.
pub(crate) fn position_of_half(corners: &[Point], twice: Point) -> Position {
    let doubled = corners.iter().map(|corner| (2 * i64::from(corner.x), 2 * i64::from(corner.y)));
    position(doubled, (twice.x.into(), twice.y.into()))
}

/// Where a place lies to a closed line; exact. Counts the edges that a ray to the east crosses.
pub(crate) fn position(corners: impl DoubleEndedIterator<Item = (i64, i64)> + Clone, (x, y): (i64, i64)) -> Position {
    let Some(mut from) = corners.clone().next_back() else { return Position::Outside };
    let mut inside = false;
    for to in corners {
        let (low, high) = if from.1 <= to.1 { (from, to) } else { (to, from) };
        if low.1 <= y && y <= high.1 {
            let cross = (high.0 - low.0) * (y - low.1) - (high.1 - low.1) * (x - low.0);
            if cross == 0 && low.0.min(high.0) <= x && x <= low.0.max(high.0) {
                return Position::Edge;
            }
            // The lower end counts, the upper does not: a ray through a corner is counted once.
            if y < high.1 && cross > 0 {
                inside = !inside;
            }
        }
        from = to;
    }
    if inside { Position::Inside } else { Position::Outside }
}

/// Twice the area, positive where the corners run counter-clockwise.
fn twice_area(points: &[Point]) -> i64 {
    // Every product fits i64 (coordinates up to 2^24); the sum of a simple polygon is at most twice its box.
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).fold(0_i64, |sum, (a, b)| sum.wrapping_add(a.cross(*b)))
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonFault;
    fn try_from(points: Vec<Point>) -> Result<Polygon, PolygonFault> {
        Polygon::new(points)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.points
    }
}

impl fmt::Display for PolygonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolygonFault::Flat => write!(f, "the corners enclose no area"),
            PolygonFault::Crossing(a, b) => write!(f, "edge {a} crosses or touches edge {b}"),
            PolygonFault::TooFar(corner) => write!(f, "corner {corner} lies too far from the table"),
        }
    }
}

impl std::error::Error for PolygonFault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(points: &[(i32, i32)]) -> Result<Polygon, PolygonFault> {
        Polygon::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect())
    }

    #[test]
    fn corners_are_turned_clockwise() {
        let given = shape(&[(0, 0), (10, 0), (10, 10), (0, 10)]).expect("a square");
        assert_eq!(given.points()[0], Point::new(0, 10));
        assert_eq!(given.area2(), 200);
        assert!(given.is_convex());
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(shape(&[(0, 0), (5, 5)]), Err(PolygonFault::Flat));
        assert_eq!(shape(&[(0, 0), (5, 5), (9, 9)]), Err(PolygonFault::Crossing(1, 2)));
        assert_eq!(shape(&[(0, 0), (10, 10), (10, 0), (0, 10)]), Err(PolygonFault::Crossing(0, 2)));
        assert_eq!(shape(&[(0, 0), (0, 0), (10, 0), (0, 10)]), Err(PolygonFault::Crossing(0, 1)));
        assert_eq!(shape(&[(0, 0), (i32::MIN, 0), (0, 9)]), Err(PolygonFault::TooFar(1)));
    }

    #[test]
    fn a_place_on_an_edge_is_inside() {
        // An L: bent inwards at (5, 5).
        let l = shape(&[(0, 0), (10, 0), (10, 5), (5, 5), (5, 10), (0, 10)]).expect("an L");
        assert!(!l.is_convex());
        for (x, y, position) in [
            (2, 2, Position::Inside),
            (2, 5, Position::Inside),
            (5, 5, Position::Edge),
            (5, 7, Position::Edge),
            (0, 0, Position::Edge),
            (10, 3, Position::Edge),
            (7, 7, Position::Outside),
            (-1, 5, Position::Outside),
            (-1, 0, Position::Outside),
            (-1, 10, Position::Outside),
            (11, 5, Position::Outside),
        ] {
            assert_eq!(l.position(Point::new(x, y)), position, "{x},{y}");
            assert_eq!(l.contains(Point::new(x, y)), position != Position::Outside, "{x},{y}");
        }
    }
}
