use crate::{Base, Bounds, Point, Polygon, Segment};

/// Anything a distance can be measured to.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// One place.
    Point(Point),
    /// A straight line: an edge, the front of a unit.
    Segment(Segment),
    /// One base.
    Base(&'a Base),
    /// All bases of a body.
    Bases(&'a [Base]),
    /// A piece of ground with its inside.
    Polygon(&'a Polygon),
    /// A line of straight legs: a wall, a road, the path of a point.
    Path(&'a [Point]),
}

impl Shape<'_> {
    /// The upright box around it.
    pub fn bounds(&self) -> Bounds {
        match self {
            Shape::Point(point) => Bounds::of(&[*point]),
            Shape::Segment(segment) => segment.bounds(),
            Shape::Base(base) => base.bounds(),
            Shape::Bases(bases) => Bounds::around(bases.iter().map(Base::bounds)),
            Shape::Polygon(polygon) => *polygon.bounds(),
            Shape::Path(path) => Bounds::of(path),
        }
    }
}

impl From<Point> for Shape<'_> {
    fn from(point: Point) -> Self {
        Shape::Point(point)
    }
}

impl From<Segment> for Shape<'_> {
    fn from(segment: Segment) -> Self {
        Shape::Segment(segment)
    }
}

impl<'a> From<&'a Base> for Shape<'a> {
    fn from(base: &'a Base) -> Self {
        Shape::Base(base)
    }
}

impl<'a> From<&'a [Base]> for Shape<'a> {
    fn from(bases: &'a [Base]) -> Self {
        Shape::Bases(bases)
    }
}

impl<'a> From<&'a Polygon> for Shape<'a> {
    fn from(polygon: &'a Polygon) -> Self {
        Shape::Polygon(polygon)
    }
}

impl<'a> From<&'a [Point]> for Shape<'a> {
    fn from(path: &'a [Point]) -> Self {
        Shape::Path(path)
    }
}
