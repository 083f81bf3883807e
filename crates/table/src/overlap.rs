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
    let (across_a, back_a, across_b, back_b) = (a.across(), a.back(), b.across(), b.back());
    // Twice the step from middle to middle, so that it is whole.
    let apart = b.corners[0] + b.corners[2] - (a.corners[0] + a.corners[2]);
    let cross = |u: Point, v: Point| u.cross(v).abs();
    let (ww, wd) = (cross(across_a, across_b), cross(across_a, back_b));
    let (dw, dd) = (cross(back_a, across_b), cross(back_a, back_b));
    let (area_a, area_b) = (cross(across_a, back_a), cross(across_b, back_b));
    // Each line is twice the depth of the overlap, times the length of the edge it is measured along.
    let least = |edge: Length| 2 * TOUCH.get() as i64 * edge.get() as i64;
    (area_a + ww + wd - cross(across_a, apart) > least(a.size.width))
        & (area_a + dw + dd - cross(back_a, apart) > least(a.size.depth))
        & (area_b + ww + dw - cross(across_b, apart) > least(b.size.width))
        & (area_b + wd + dd - cross(back_b, apart) > least(b.size.depth))
}

/// Whether a line passes through a rectangle deeper than [`TOUCH`]: grazing an edge or ending on it is not enough.
pub fn passes_through(line: Segment, base: &Base) -> bool {
    let (across, back, way) = (base.across(), base.back(), line.step());
    let apart = line.from + line.to - (base.corners[0] + base.corners[2]);
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

/// Whether a rectangle is deeper in a piece of ground than [`TOUCH`].
///
/// The rectangle is drawn in by [`TOUCH`] on every side (to 1/16 of a step) and must then share some area with the ground.
pub fn overlaps_ground(base: &Base, ground: &Polygon) -> bool {
    if !base.bounds().meets(ground.bounds()) {
        return false;
    }
    if base.size.width <= TOUCH * 2 || base.size.depth <= TOUCH * 2 {
        return false;
    }
    let by = TOUCH.get() * FINE as i32;
    let [left, right] = [Point::new(by, -by), Point::new(-by, -by)].map(|step| step.turned(base.facing()));
    let drawn_in = [left, right, -left, -right];
    let mut corners = [(0, 0); 4];
    for ((corner, at), step) in corners.iter_mut().zip(base.corners).zip(drawn_in) {
        *corner = (i64::from(at.x) * FINE + i64::from(step.x), i64::from(at.y) * FINE + i64::from(step.y));
    }
    share_area(&corners, &fine(ground.points(), FINE))
}

/// Whether two pieces of ground share some area; a common edge or corner is not enough.
pub fn grounds_overlap(a: &Polygon, b: &Polygon) -> bool {
    a.bounds().meets(b.bounds()) && share_area(&fine(a.points(), 1), &fine(b.points(), 1))
}

/// Parts of a step in which a drawn-in rectangle is kept.
const FINE: i64 = 16;

/// Corners in parts of a step.
fn fine(points: &[Point], parts: i64) -> Vec<(i64, i64)> {
    points.iter().map(|p| (i64::from(p.x) * parts, i64::from(p.y) * parts)).collect()
}

/// Whether two closed lines without crossings of their own share some area.
fn share_area(a: &[(i64, i64)], b: &[(i64, i64)]) -> bool {
    let cross = |o: (i64, i64), p: (i64, i64), q: (i64, i64)| (p.0 - o.0) * (q.1 - o.1) - (p.1 - o.1) * (q.0 - o.0);
    let edges = |ring: &[(i64, i64)], i: usize| (ring[i], ring[(i + 1) % ring.len()]);
    for i in 0..a.len() {
        let (p, q) = edges(a, i);
        for j in 0..b.len() {
            let (r, s) = edges(b, j);
            if cross(p, q, r).signum() * cross(p, q, s).signum() < 0
                && cross(r, s, p).signum() * cross(r, s, q).signum() < 0
            {
                return true;
            }
        }
    }
    // No edges cross: cut each edge at the other's corners on it. Every cut lies wholly inside, on or outside the other.
    let dips = |ring: &[(i64, i64)], other: &[(i64, i64)]| {
        let mut all_on_edge = true;
        for i in 0..ring.len() {
            let (p, q) = edges(ring, i);
            let along = |r: &(i64, i64)| (r.0 - p.0) * (q.0 - p.0) + (r.1 - p.1) * (q.1 - p.1);
            let between = |r: &&(i64, i64)| cross(p, q, **r) == 0 && 0 < along(r) && along(r) < along(&q);
            let mut cuts: Vec<(i64, i64)> = other.iter().filter(between).copied().collect();
            cuts.push(p);
            cuts.push(q);
            cuts.sort_by_key(along);
            for cut in cuts.windows(2) {
                let middle = ((cut[0].0 + cut[1].0), (cut[0].1 + cut[1].1));
                // Doubled against doubled, so that the middle is whole.
                match polygon::position(other.iter().map(|p| (2 * p.0, 2 * p.1)), middle) {
                    Position::Inside => return true,
                    Position::Outside => all_on_edge = false,
                    Position::Edge => {}
                }
            }
        }
        all_on_edge
    };
    dips(a, b) || dips(b, a)
}
