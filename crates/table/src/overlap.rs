use crate::{
    Base, Length, Point, Polygon, Segment, TOUCH, gap_within,
    polygon::{self, Position},
};

/// How two bodies stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contact {
    /// A gap of more than [`TOUCH`].
    Apart,
    /// Set flush or met: a gap or an overlap of at most [`TOUCH`].
    Touching,
    /// Deeper in each other than [`TOUCH`].
    Overlapping,
}

/// Whether two rectangles stand apart, touch or overlap.
pub fn contact(a: &Base, b: &Base) -> Contact {
    if overlaps(a, b) {
        Contact::Overlapping
    } else if gap_within(a, b, TOUCH) {
        Contact::Touching
    } else {
        Contact::Apart
    }
}

/// Whether two rectangles are deeper in each other than [`TOUCH`].
///
/// Separating axes on the grid corners, exact: along each of the four edge directions both shadows must overlap by more
/// than [`TOUCH`]. A rectangle without width or depth overlaps nothing.
#[inline]
pub fn overlaps(a: &Base, b: &Base) -> bool {
    overlaps_by(a, b, TOUCH)
}

/// Whether two rectangles are deeper in each other than that.
#[inline]
pub(crate) fn overlaps_by(a: &Base, b: &Base, depth: Length) -> bool {
    // Twice the step from middle to middle, so that it is whole.
    let apart = b.corners[0] + b.corners[2] - (a.corners[0] + a.corners[2]);
    // No rectangle reaches farther from its middle than half its width and half its depth; rounding adds less than 4.
    let reach = (a.size.width + a.size.depth + b.size.width + b.size.depth).get() + 4;
    if (apart.x.abs() > reach) | (apart.y.abs() > reach) {
        return false;
    }
    let (across_a, back_a, across_b, back_b) = (a.across(), a.back(), b.across(), b.back());
    let cross = |u: Point, v: Point| u.cross(v).abs();
    let (ww, wd) = (cross(across_a, across_b), cross(across_a, back_b));
    let (dw, dd) = (cross(back_a, across_b), cross(back_a, back_b));
    let (area_a, area_b) = (cross(across_a, back_a), cross(across_b, back_b));
    // Each line is twice the depth of the overlap, times the length of the edge it is measured along.
    let least = |edge: Length| 2 * depth.get() as i64 * edge.get() as i64;
    (area_a + ww + wd - cross(across_a, apart) > least(a.size.width))
        & (area_a + dw + dd - cross(back_a, apart) > least(a.size.depth))
        & (area_b + ww + dw - cross(across_b, apart) > least(b.size.width))
        & (area_b + wd + dd - cross(back_b, apart) > least(b.size.depth))
}

/// How far two rectangles are apart at least: the widest strip between them along one of their edges. Less than nothing where no
/// such strip lies between them. A tenth of the cost of a distance.
#[inline]
pub fn at_least_apart(a: &Base, b: &Base) -> Length {
    // As in `overlaps`: each line is twice the width of the strip, times the length of the edge it lies along.
    let apart = b.corners[0] + b.corners[2] - (a.corners[0] + a.corners[2]);
    let (across_a, back_a, across_b, back_b) = (a.across(), a.back(), b.across(), b.back());
    let cross = |u: Point, v: Point| u.cross(v).abs();
    let (ww, wd) = (cross(across_a, across_b), cross(across_a, back_b));
    let (dw, dd) = (cross(back_a, across_b), cross(back_a, back_b));
    let (area_a, area_b) = (cross(across_a, back_a), cross(across_b, back_b));
    // An edge is as long as the rectangle is wide or deep, to a step of the grid or two.
    let strip = |twice: i64, edge: Length| twice / (2 * (i64::from(edge.get()) + 2).max(1));
    let of_a = strip(cross(across_a, apart) - area_a - ww - wd, a.size.width)
        .max(strip(cross(back_a, apart) - area_a - dw - dd, a.size.depth));
    let of_b = strip(cross(across_b, apart) - area_b - ww - dw, b.size.width)
        .max(strip(cross(back_b, apart) - area_b - wd - dd, b.size.depth));
    Length::grid((of_a.max(of_b) - 2).clamp(-1_000_000, 100_000_000) as i32)
}

/// Whether a line passes through a rectangle deeper than [`TOUCH`]: grazing an edge or ending on it is not enough.
pub fn passes_through(line: Segment, base: &Base) -> bool {
    let way = line.step();
    let apart = line.from + line.to - (base.corners[0] + base.corners[2]);
    // As in `overlaps`: no place of the rectangle is farther from its middle, and none of the line from its own.
    let reach = (base.size.width + base.size.depth).get() + 4;
    if (apart.x.abs() - way.x.abs() > reach) | (apart.y.abs() - way.y.abs() > reach) {
        return false;
    }
    let (across, back) = (base.across(), base.back());
    let cross = |u: Point, v: Point| u.cross(v).abs();
    let area = cross(across, back);
    let least = |edge: Length| 2 * TOUCH.get() as i64 * edge.get() as i64;
    let (along, beside) = (cross(across, way), cross(back, way));
    if area + along - cross(across, apart) <= least(base.size.width)
        || area + beside - cross(back, apart) <= least(base.size.depth)
    {
        return false;
    }
    let depth = along + beside - cross(way, apart);
    let edge = way.dot(way);
    // A line without length is a place: deep enough inside by the two tests above.
    edge == 0 || (depth > 0 && i128::from(depth) * i128::from(depth) > 4 * TOUCH.squared() as i128 * i128::from(edge))
}

/// Whether a rectangle is deeper in a piece of ground than [`TOUCH`]: its middle lies in the ground, or an edge of the
/// ground passes through it.
pub fn overlaps_ground(base: &Base, ground: &Polygon) -> bool {
    base.bounds().meets(ground.bounds())
        && (ground.holds_center(base) || ground.edges().any(|edge| passes_through(edge, base)))
}

/// Whether a rectangle lies wholly in a piece of ground, or leaves it by at most [`TOUCH`]: its middle lies in the ground
/// and no edge of the ground passes through it.
pub fn wholly_in_ground(base: &Base, ground: &Polygon) -> bool {
    ground.holds_center(base) && !ground.edges().any(|edge| passes_through(edge, base))
}

/// Whether two pieces of ground share some area; a common edge or corner is not enough.
pub fn grounds_overlap(a: &Polygon, b: &Polygon) -> bool {
    a.bounds().meets(b.bounds()) && share_area(a.points(), b.points())
}

/// Whether two closed lines without crossings of their own share some area.
fn share_area(a: &[Point], b: &[Point]) -> bool {
    let edge = |ring: &[Point], i: usize| Segment::new(ring[i], ring[(i + 1) % ring.len()]);
    if (0..a.len()).any(|i| (0..b.len()).any(|j| edge(a, i).crosses(edge(b, j)))) {
        return true;
    }
    // No edges cross: cut each edge at the other's corners on it. Every cut lies wholly inside, on or outside the other.
    let dips = |ring: &[Point], other: &[Point]| {
        let mut all_on_edge = true;
        for i in 0..ring.len() {
            let line = edge(ring, i);
            let along = |corner: &Point| line.step().dot(*corner - line.from);
            let on_line =
                |corner: &&Point| line.side(**corner) == 0 && 0 < along(corner) && along(corner) < along(&line.to);
            let mut cuts: Vec<Point> = other.iter().filter(on_line).copied().collect();
            cuts.extend([line.from, line.to]);
            cuts.sort_by_key(along);
            for cut in cuts.windows(2) {
                match polygon::position_of_half(other, cut[0] + cut[1]) {
                    Position::Inside => return true,
                    Position::Outside => all_on_edge = false,
                    Position::Edge => {}
                }
            }
        }
        // A ring that nowhere leaves the other's edges is the same ring.
        all_on_edge
    };
    dips(a, b) || dips(b, a)
}
