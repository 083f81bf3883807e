use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::{Base, Bounds, Length, Point, Polygon, Segment, Shape};

/// The distance between two shapes, exactly, with the line that decided it.
///
/// The square of the distance is kept as a whole number and a fraction, so two gaps compare exactly. Gaps are equal when
/// their distances are, wherever they were measured.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Gap {
    whole: i64,
    rest: i64,
    over: i64,
    ends: Segment,
}

impl Gap {
    /// Farther than anything: the gap to nothing at all.
    pub const NONE: Gap = Gap { whole: i64::MAX, rest: 0, over: 1, ends: Segment::new(Point::ORIGIN, Point::ORIGIN) };

    /// Whether the distance is at most a limit.
    pub const fn within(&self, limit: Length) -> bool {
        limit.get() >= 0 && (self.whole < limit.squared() || self.whole == limit.squared() && self.rest == 0)
    }

    /// How many complete steps of a length fit into the distance.
    pub const fn complete(&self, step: Length) -> u16 {
        if step.get() <= 0 {
            return 0;
        }
        let steps = self.whole.isqrt() / step.get() as i64;
        if steps > u16::MAX as i64 { u16::MAX } else { steps as u16 }
    }

    /// The first band that holds the distance; a band includes its upper end. None beyond the last.
    pub fn band(&self, ends: &[Length]) -> Option<u8> {
        ends.iter().position(|&end| self.within(end)).and_then(|band| u8::try_from(band).ok())
    }

    /// Whether the shapes share a place.
    pub const fn is_zero(&self) -> bool {
        self.whole == 0 && self.rest == 0
    }

    /// The distance rounded up to the grid, so that a gap beyond a limit never reads as the limit.
    pub const fn length(&self) -> Length {
        let floor = self.whole.isqrt();
        let up = if floor * floor == self.whole && self.rest == 0 { floor } else { floor + 1 };
        if up > Length::FAR.get() as i64 { Length::FAR } else { Length::grid(up as i32) }
    }

    /// The line from the nearest place of the first shape to that of the second, both rounded to the grid: to draw.
    pub const fn ends(&self) -> Segment {
        self.ends
    }

    /// The same gap seen from the second shape.
    pub const fn reversed(self) -> Gap {
        Gap { ends: self.ends.reversed(), ..self }
    }
}

impl PartialEq for Gap {
    fn eq(&self, other: &Gap) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Gap {}

impl PartialOrd for Gap {
    fn partial_cmp(&self, other: &Gap) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Gap {
    fn cmp(&self, other: &Gap) -> Ordering {
        let fraction = |rest: i64, over: i64| i128::from(rest) * i128::from(over);
        self.whole.cmp(&other.whole).then_with(|| fraction(self.rest, other.over).cmp(&fraction(other.rest, self.over)))
    }
}

/// The distance between two shapes, from nearest place to nearest place; zero where they share one.
///
/// The gap to no bases or an empty path is [`Gap::NONE`].
pub fn gap<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>) -> Gap {
    let mut best = Gap::NONE;
    nearest(&a.into(), &b.into(), &mut best);
    best
}

/// Whether two shapes are at most so far apart. Far shapes are told apart by their boxes alone.
pub fn gap_within<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>, limit: Length) -> bool {
    let (a, b) = (a.into(), b.into());
    if limit.get() < 0 || a.bounds().distance_squared(&b.bounds()) > limit.squared() {
        return false;
    }
    // Anything beyond the limit is cut off early.
    let mut best = Gap { whole: limit.squared(), rest: 1, over: 1, ..Gap::NONE };
    nearest(&a, &b, &mut best);
    best.within(limit)
}

/// Where two bodies that close a gap at once meet: how far each goes, in the ratio of their shares.
///
/// The first share is rounded down to the grid, the second goes the rest. Nobody goes where both shares are zero.
pub const fn meet_between(gap: Length, shares: (u32, u32)) -> (Length, Length) {
    let sum = shares.0 as i128 + shares.1 as i128;
    if sum == 0 {
        return (Length::ZERO, Length::ZERO);
    }
    let first = (gap.get() as i128 * shares.0 as i128).div_euclid(sum) as i32;
    (Length::grid(first), Length::grid(gap.get() - first))
}

/// One connected part of a shape: its corners, whether the last edge leads back, whether the inside belongs to it.
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
    fn bounds(&self) -> Bounds {
        match self.filled {
            Some(Fill::Polygon(polygon)) => *polygon.bounds(),
            _ => Bounds::of(self.points),
        }
    }

    /// The edges; a lone place is an edge without length.
    fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        let n = self.points.len();
        let n_edges = if self.filled.is_some() { n } else { n.max(2) - 1 };
        (0..n_edges).map(move |i| Segment::new(self.points[i], self.points[(i + 1) % n]))
    }

    fn contains(&self, place: Point) -> bool {
        match self.filled {
            Some(Fill::Base(base)) => base.contains(place),
            Some(Fill::Polygon(polygon)) => polygon.contains(place),
            None => false,
        }
    }
}

/// Calls a function with each connected part of a shape.
fn for_parts(shape: &Shape<'_>, mut each: impl FnMut(Part<'_>)) {
    match *shape {
        Shape::Point(point) => each(Part { points: &[point], filled: None }),
        Shape::Segment(segment) => each(Part { points: &[segment.from, segment.to], filled: None }),
        Shape::Base(base) => each(Part { points: &base.corners, filled: Some(Fill::Base(base)) }),
        Shape::Bases(bases) => {
            for base in bases {
                each(Part { points: &base.corners, filled: Some(Fill::Base(base)) });
            }
        }
        Shape::Polygon(polygon) => each(Part { points: polygon.points(), filled: Some(Fill::Polygon(polygon)) }),
        Shape::Path([]) => {}
        Shape::Path(points) => each(Part { points, filled: None }),
    }
}

/// Lowers `best` to the gap between two shapes if that is smaller.
fn nearest(a: &Shape<'_>, b: &Shape<'_>, best: &mut Gap) {
    for_parts(a, |part_a| {
        let bounds = part_a.bounds();
        for_parts(b, |part_b| {
            let apart = bounds.distance_squared(&part_b.bounds());
            if apart <= best.whole && !best.is_zero() {
                nearest_parts(part_a, part_b, apart == 0, best);
            }
        });
    });
}

fn nearest_parts(a: Part<'_>, b: Part<'_>, may_meet: bool, best: &mut Gap) {
    if may_meet && let Some(place) = common_place(a, b) {
        *best = Gap { whole: 0, rest: 0, over: 1, ends: Segment::new(place, place) };
        return;
    }
    for &corner in a.points {
        b.edges().for_each(|edge| nearest_on_edge(corner, edge, best));
    }
    for &corner in b.points {
        for edge in a.edges() {
            let mut found = best.reversed();
            nearest_on_edge(corner, edge, &mut found);
            *best = found.reversed();
        }
    }
}

/// A place that belongs to both parts, if there is one.
fn common_place(a: Part<'_>, b: Part<'_>) -> Option<Point> {
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

/// Lowers `best` to the gap from a corner to an edge if that is smaller.
fn nearest_on_edge(corner: Point, edge: Segment, best: &mut Gap) {
    let (way, step) = (edge.step(), corner - edge.from);
    let (along, length) = (way.dot(step), way.dot(way));
    if along <= 0 || along >= length {
        let end = if along <= 0 { edge.from } else { edge.to };
        let whole = corner.distance_squared(end);
        if whole < best.whole || whole == best.whole && best.rest > 0 {
            *best = Gap { whole, rest: 0, over: 1, ends: Segment::new(corner, end) };
        }
        return;
    }
    let cross = i128::from(way.cross(step));
    let (square, length_wide) = (cross * cross, i128::from(length));
    // Dividing is slow: first ask whether the whole part can be small enough at all.
    if square >= (i128::from(best.whole) + 1) * length_wide {
        return;
    }
    let (whole, rest) = ((square / length_wide) as i64, (square % length_wide) as i64);
    let found = Gap { whole, rest, over: length, ends: Segment::new(corner, share(edge, along.into(), length_wide)) };
    if found < *best {
        *best = found;
    }
}

/// The place `part / whole` of the way along a line, rounded to the grid.
fn share(line: Segment, part: i128, whole: i128) -> Point {
    let (part, whole) = if whole < 0 { (-part, -whole) } else { (part, whole) };
    let step = |way: i32| (2 * i128::from(way) * part + whole).div_euclid(2 * whole) as i32;
    let way = line.step();
    Point::new(line.from.x + step(way.x), line.from.y + step(way.y))
}
