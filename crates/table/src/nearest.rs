use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::{Base, Bounds, MOST_BASES, Point, Polygon, Segment, Shape};

/// The search for the nearest places of two shapes: the least square found so far, and the corner and edge that gave it.
pub(crate) struct Nearest {
    /// The square of the distance is `whole + rest / over`.
    whole: i64,
    rest: i64,
    over: i64,
    corner: Point,
    edge: Segment,
    /// Where the foot of the corner lies on the edge: the dot product with it.
    along: i64,
    /// Whether the corner belongs to the second shape.
    flipped: bool,
    /// Which corner of the two parts it is, counted from 1; 0 once others are looked at.
    pub(crate) turn: usize,
    /// A square below which nothing more need be known.
    enough: i64,
}

impl Nearest {
    /// A search for squares below a bound; it ends with the first one below what is enough.
    pub(crate) const fn new(below: i64, enough: i64) -> Nearest {
        let nowhere = Segment::new(Point::ORIGIN, Point::ORIGIN);
        Nearest {
            whole: below,
            rest: 0,
            over: 1,
            corner: Point::ORIGIN,
            edge: nowhere,
            along: 0,
            flipped: false,
            turn: 0,
            enough,
        }
    }

    /// The square of the distance: a whole number and a fraction.
    pub(crate) const fn square(&self) -> (i64, i64, i64) {
        (self.whole, self.rest, self.over)
    }

    /// The nearest places of the first and the second shape, rounded to the grid.
    pub(crate) fn ends(&self) -> Segment {
        let length = self.edge.step().dot(self.edge.step());
        let foot = match self.along {
            along if along <= 0 => self.edge.from,
            along if along >= length => self.edge.to,
            along => share(self.edge, along.into(), length.into()),
        };
        if self.flipped { Segment::new(foot, self.corner) } else { Segment::new(self.corner, foot) }
    }

    /// Looks at two shapes; `bounds` is the box around the second.
    pub(crate) fn between(&mut self, a: &Shape<'_>, b: &Shape<'_>, bounds: &Bounds) {
        if let (Some(ours), Some(theirs)) = (bases_of(a), bases_of(b)) {
            self.between_bases(ours, theirs, bounds);
            return;
        }
        for_parts(a, bounds, |part_a, (apart, bounds_a)| {
            if !self.may_matter(apart) {
                return;
            }
            for_parts(b, &bounds_a, |part_b, (apart, bounds_b)| {
                if self.may_matter(apart) {
                    self.between_parts((part_a, &bounds_a), (part_b, &bounds_b), apart == 0);
                }
            });
        });
    }

    /// Looks at a place and some bases, if the shapes are that: of the bases the one whose box is nearest first.
    pub(crate) fn between_place(&mut self, a: &Shape<'_>, b: &Shape<'_>) -> bool {
        let (place, bases, turn) = match (a, b) {
            (Shape::Point(place), Shape::Bases(bases)) => (*place, *bases, (1, false)),
            (Shape::Bases(bases), Shape::Point(place)) => (*place, *bases, (5, true)),
            _ => return false,
        };
        let apart = |base: &Base| squared_from(&base.bounds(), place);
        let mut first = (i64::MAX, 0);
        for (i, base) in bases.iter().enumerate() {
            first = first.min((apart(base), i));
        }
        let mut look = |base: &Base, apart: i64| {
            if !self.may_matter(apart) {
                return;
            }
            if apart == 0 && base.contains(place) {
                self.share_place(place);
            } else {
                self.turn = 0;
                self.place_to_base(place, base, turn);
            }
        };
        if let Some(base) = bases.get(first.1) {
            look(base, first.0);
        }
        // To measure the box again costs less than to keep it.
        for (_, base) in bases.iter().enumerate().filter(|(i, _)| *i != first.1) {
            look(base, apart(base));
        }
        true
    }

    /// Whether what lies at least so far off, squared, may be nearer than what was found, and still matters.
    pub(crate) const fn may_matter(&self, apart: i64) -> bool {
        apart <= self.whole && self.whole >= self.enough
    }

    /// Whether what lies at least so far off, squared, may be as near as what was found.
    pub(crate) const fn may_be_nearer(&self, apart: i64) -> bool {
        apart <= self.whole
    }

    /// Two rectangles whose boxes meet: a place that belongs to both, if there is one.
    pub(crate) fn meet(&mut self, a: &Base, b: &Base) -> bool {
        self.share(Part::base(a), Part::base(b))
    }

    fn share(&mut self, a: Part<'_>, b: Part<'_>) -> bool {
        let place = common_place(a, b);
        if let Some(place) = place {
            self.share_place(place);
        }
        place.is_some()
    }

    fn share_place(&mut self, place: Point) {
        (self.whole, self.rest, self.over) = (0, 0, 1);
        (self.corner, self.edge, self.along) = (place, Segment::new(place, place), 0);
    }

    fn between_parts(&mut self, a: (Part<'_>, &Bounds), b: (Part<'_>, &Bounds), may_meet: bool) {
        if may_meet && self.share(a.0, b.0) {
            return;
        }
        // What was found before is never given up for an equal distance.
        self.turn = 0;
        self.corners_to_part(a.0.points, b, 1, false);
        self.corners_to_part(b.0.points, a, 1 + a.0.points.len(), true);
    }

    /// Looks from each corner of one part at the other: from the corner whose box is nearest first, so that most of the others
    /// need not be looked from. Of equal distances that of the first corner counts all the same.
    fn corners_to_part(&mut self, corners: &[Point], (part, bounds): (Part<'_>, &Bounds), turn: usize, flipped: bool) {
        // From a lone place the edges of the other have told all there is.
        if part.is_place() && corners.len() > 1 {
            return;
        }
        let apart = |corner: &Point| squared_from(bounds, *corner);
        let Some((first, _)) = corners.iter().enumerate().min_by_key(|(_, corner)| apart(corner)) else { return };
        self.corner_to_part(corners[first], part, (turn + first, flipped));
        for (i, corner) in corners.iter().enumerate() {
            if i != first && apart(corner) <= self.whole {
                self.corner_to_part(*corner, part, (turn + i, flipped));
            }
        }
    }

    fn corner_to_part(&mut self, corner: Point, part: Part<'_>, turn: (usize, bool)) {
        if let Some(Fill::Base(base)) = part.filled {
            self.place_to_base(corner, base, turn);
        } else {
            let convex = part.is_convex();
            part.edges().for_each(|edge| self.corner_to_edge(corner, edge, convex, turn));
        }
    }

    #[inline]
    fn corner_to_edge(&mut self, corner: Point, edge: Segment, convex: bool, turn: (usize, bool)) {
        let cross = edge.side(corner);
        // The nearest place of a shape without inward bends lies on an edge that faces the corner.
        if !convex || cross >= 0 {
            self.corner_off_edge(corner, edge, cross, turn);
        }
    }

    /// Looks from a corner at an edge that it is so far off, times the length of the edge.
    #[inline]
    pub(crate) fn corner_off_edge(&mut self, corner: Point, edge: Segment, cross: i64, (turn, flipped): (usize, bool)) {
        let (way, step) = (edge.step(), corner - edge.from);
        let (along, length) = (way.dot(step), way.dot(way));
        let (whole, rest, over) = if along <= 0 {
            (step.dot(step), 0, 1)
        } else if along >= length {
            (corner.distance_squared(edge.to), 0, 1)
        } else {
            let (cross, over) = (u128::from(cross.unsigned_abs()), length as u128);
            let square = cross * cross;
            // Dividing is slow: first ask whether the whole part can be small enough at all.
            if square >= u128::from((self.whole as u64).saturating_add(1)) * u128::from(length as u64) {
                return;
            }
            let whole = square / over;
            (whole as i64, (square - whole * over) as i64, length)
        };
        let fractions = || (i128::from(rest) * i128::from(self.over)).cmp(&(i128::from(self.rest) * i128::from(over)));
        let smaller = match whole.cmp(&self.whole).then_with(fractions) {
            Ordering::Less => true,
            Ordering::Equal => turn < self.turn,
            Ordering::Greater => false,
        };
        if smaller {
            *self = Nearest { whole, rest, over, corner, edge, along, flipped, turn, enough: self.enough };
        }
    }
}

/// The square of the distance of a place from a box. Only a place too far to square it gives another number, and is then looked
/// from without need.
pub(crate) fn squared_from(bounds: &Bounds, place: Point) -> i64 {
    let apart =
        |low: i32, high: i32, at: i32| (i64::from(low) - i64::from(at)).max(i64::from(at) - i64::from(high)).max(0);
    let (x, y) = (apart(bounds.min.x, bounds.max.x, place.x), apart(bounds.min.y, bounds.max.y, place.y));
    x.wrapping_mul(x).wrapping_add(y.wrapping_mul(y))
}

/// One connected part of a shape: its corners, and its inside if that belongs to it.
#[derive(Clone, Copy)]
struct Part<'a> {
    points: &'a [Point],
    filled: Option<Fill<'a>>,
}

#[derive(Clone, Copy)]
enum Fill<'a> {
    Base(&'a Base),
    Polygon(&'a Polygon),
}

impl Part<'_> {
    fn base(base: &Base) -> Part<'_> {
        Part { points: &base.corners, filled: Some(Fill::Base(base)) }
    }

    fn is_convex(&self) -> bool {
        match self.filled {
            Some(Fill::Polygon(polygon)) => polygon.is_convex(),
            Some(Fill::Base(_)) => true,
            None => false,
        }
    }

    /// Whether it is a lone place.
    fn is_place(&self) -> bool {
        self.filled.is_none() && self.points.len() == 1
    }

    /// The edges; a lone place is an edge without length.
    fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        let (mut from, rest) = match (self.points, self.filled) {
            (&[.., last], Some(_)) => (last, self.points),
            (&[first], None) => (first, self.points),
            (&[first, ref rest @ ..], None) => (first, rest),
            ([], _) => (Point::ORIGIN, self.points),
        };
        rest.iter().map(move |&to| {
            let edge = Segment::new(from, to);
            from = to;
            edge
        })
    }

    /// Whether all of another part lies outside one edge: then they share no place. False tells nothing.
    fn parts_from(&self, other: Part<'_>) -> bool {
        let outside = |edge: Segment| other.points.iter().all(|&place| edge.side(place) > 0);
        matches!(self.filled, Some(Fill::Base(_))) && self.edges().any(outside)
    }

    fn contains(&self, place: Point) -> bool {
        match self.filled {
            Some(Fill::Base(base)) => base.contains(place),
            Some(Fill::Polygon(polygon)) => polygon.contains(place),
            None => false,
        }
    }
}

/// The bases of a shape that is nothing else.
fn bases_of<'a>(shape: &Shape<'a>) -> Option<&'a [Base]> {
    match *shape {
        Shape::Base(base) => Some(std::slice::from_ref(base)),
        Shape::Bases(bases) => Some(bases),
        _ => None,
    }
}

/// Calls a function with each connected part of a shape, the base nearest to a box first, with the square of the distance of
/// its box from that box, and its box.
fn for_parts(shape: &Shape<'_>, towards: &Bounds, mut each: impl FnMut(Part<'_>, (i64, Bounds))) {
    let boxed = |bounds: Bounds| (bounds.distance_squared(towards), bounds);
    match *shape {
        Shape::Bases([only]) | Shape::Base(only) => each(Part::base(only), boxed(only.bounds())),
        Shape::Bases(bases) => {
            let known: ArrayVec<(i64, Bounds), MOST_BASES> =
                bases.iter().take(MOST_BASES).map(|base| boxed(base.bounds())).collect();
            let boxed = |i: usize| known.get(i).copied().unwrap_or_else(|| boxed(bases[i].bounds()));
            let Some(first) = (0..bases.len()).min_by_key(|&i| boxed(i).0) else { return };
            each(Part::base(&bases[first]), boxed(first));
            for (i, other) in bases.iter().enumerate() {
                if i != first {
                    each(Part::base(other), boxed(i));
                }
            }
        }
        Shape::Point(point) => each(Part { points: &[point], filled: None }, boxed(shape.bounds())),
        Shape::Segment(Segment { from, to }) => {
            each(Part { points: &[from, to], filled: None }, boxed(shape.bounds()));
        }
        Shape::Polygon(polygon) => {
            each(Part { points: polygon.points(), filled: Some(Fill::Polygon(polygon)) }, boxed(shape.bounds()));
        }
        Shape::Path([]) => {}
        Shape::Path(points) => each(Part { points, filled: None }, boxed(shape.bounds())),
    }
}

/// A place that belongs to both parts, if there is one.
fn common_place(a: Part<'_>, b: Part<'_>) -> Option<Point> {
    if a.parts_from(b) || b.parts_from(a) {
        return None;
    }
    if let Some(&place) = a.points.iter().find(|&&place| b.contains(place)) {
        return Some(place);
    }
    if let Some(&place) = b.points.iter().find(|&&place| a.contains(place)) {
        return Some(place);
    }
    let crossing = a.edges().find_map(|ours| b.edges().find(|theirs| ours.meets(*theirs)).map(|theirs| (ours, theirs)));
    crossing.map(|(ours, theirs)| {
        let (from, to) = (theirs.side(ours.from), theirs.side(ours.to));
        match from == to {
            false => share(ours, from.into(), i128::from(from) - i128::from(to)),
            // Lines in line with each other: an end that both hold.
            true if theirs.bounds().contains(ours.from) => ours.from,
            true if theirs.bounds().contains(ours.to) => ours.to,
            true => theirs.from,
        }
    })
}

/// The place `part / whole` of the way along a line, rounded to the grid.
fn share(line: Segment, part: i128, whole: i128) -> Point {
    let (part, whole) = if whole < 0 { (-part, -whole) } else { (part, whole) };
    let step = |way: i32| (2 * i128::from(way) * part + whole).div_euclid(2 * whole) as i32;
    let way = line.step();
    Point::new(line.from.x + step(way.x), line.from.y + step(way.y))
}
