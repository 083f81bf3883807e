//! The nearest places of rectangles. Opposite edges of a rectangle are the same step, so a few products tell on which side of all
//! edges of another each of its corners lies.

use arrayvec::ArrayVec;

use crate::{
    Base, Bounds, MOST_BASES, Point, Segment,
    nearest::{Nearest, squared_from},
};

impl Nearest {
    /// Looks at the bases of two bodies, the nearest to each other first; `towards` is the box around the second.
    pub(crate) fn between_bases(&mut self, ours: &[Base], theirs: &[Base], towards: &Bounds) {
        if let ([a], [b]) = (ours, theirs) {
            self.between_two((a, &a.bounds()), (b, towards));
            return;
        }
        let mut boxes: ArrayVec<Bounds, MOST_BASES> = ArrayVec::new();
        boxes.extend(theirs.iter().take(MOST_BASES).map(Base::bounds));
        let boxed = |i: usize| boxes.get(i).copied().unwrap_or_else(|| theirs[i].bounds());
        nearest_first(
            ours.len(),
            towards,
            |i| ours[i].bounds(),
            |i, apart, bounds| {
                if self.may_matter(apart) {
                    nearest_first(theirs.len(), bounds, boxed, |j, apart, others| {
                        if self.may_matter(apart) {
                            self.between_two((&ours[i], bounds), (&theirs[j], others));
                        }
                    });
                }
            },
        );
    }

    /// Looks at two rectangles with the boxes around them.
    fn between_two(&mut self, (a, bounds_a): (&Base, &Bounds), (b, bounds_b): (&Base, &Bounds)) {
        let (from_b, from_a) = (Seen::from(b, a), Seen::from(a, b));
        if bounds_a.meets(bounds_b) && !from_b.is_apart() && !from_a.is_apart() && self.meet(a, b) {
            return;
        }
        // What was found before is never given up for an equal distance.
        self.turn = 0;
        // No place is nearer than the nearest corner before an edge that all corners lie before.
        if let Some((n, edge, off)) = from_b.nearest_before(b) {
            self.corner_off_edge(a.corners[n], edge, off, (1 + n, false));
            return;
        }
        if let Some((n, edge, off)) = from_a.nearest_before(a) {
            self.corner_off_edge(b.corners[n], edge, off, (5 + n, true));
            return;
        }
        self.corners_to_base(a, (b, bounds_b), &from_b, (1, false));
        self.corners_to_base(b, (a, bounds_a), &from_a, (5, true));
    }

    /// Looks from each corner of one rectangle at the other: from the corner whose box is nearest first, so that most of the
    /// others need not be looked from. Of equal distances that of the first corner counts all the same.
    fn corners_to_base(
        &mut self,
        own: &Base,
        (base, bounds): (&Base, &Bounds),
        seen: &Seen,
        (turn, flipped): (usize, bool),
    ) {
        let apart = own.corners.map(|corner| squared_from(bounds, corner));
        let (front, rear) = (usize::from(apart[1] < apart[0]), 2 + usize::from(apart[3] < apart[2]));
        let first = if apart[rear] < apart[front] { rear } else { front };
        if !self.may_be_nearer(apart[first]) {
            return;
        }
        self.corner_to_base(own.corners[first], base, seen.corner(first), (turn + first, flipped));
        for (i, (corner, apart)) in own.corners.into_iter().zip(apart).enumerate() {
            if i != first && self.may_be_nearer(apart) {
                self.corner_to_base(corner, base, seen.corner(i), (turn + i, flipped));
            }
        }
    }

    /// Looks from a place at a rectangle.
    pub(crate) fn place_to_base(&mut self, place: Point, base: &Base, turn: (usize, bool)) {
        let (across, back, to) = (base.across(), base.back(), place - base.corners[0]);
        self.corner_to_base(place, base, (across.cross(to), back.cross(to), back.cross(across)), turn);
    }

    /// Looks from a corner at the edges of a rectangle that face it.
    fn corner_to_base(
        &mut self,
        corner: Point,
        base: &Base,
        (front, side, area): (i64, i64, i64),
        turn: (usize, bool),
    ) {
        let [a, b, c, d] = base.corners;
        if side <= 0 {
            self.corner_off_edge(corner, Segment::new(d, a), -side, turn);
        }
        if front >= 0 {
            self.corner_off_edge(corner, Segment::new(a, b), front, turn);
        }
        if side >= area {
            self.corner_off_edge(corner, Segment::new(b, c), side - area, turn);
        }
        if front <= -area {
            self.corner_off_edge(corner, Segment::new(c, d), -area - front, turn);
        }
    }
}

/// Calls a function with each box by its number, the one nearest to another box first, with the square of its distance from that.
fn nearest_first(
    n: usize,
    towards: &Bounds,
    boxed: impl Fn(usize) -> Bounds,
    mut each: impl FnMut(usize, i64, &Bounds),
) {
    let apart = |i: usize| boxed(i).distance_squared(towards);
    let Some(first) = (0..n).min_by_key(|&i| apart(i)) else { return };
    for i in std::iter::once(first).chain((0..n).filter(|&i| i != first)) {
        each(i, apart(i), &boxed(i));
    }
}

/// The corners of one rectangle as seen from another.
struct Seen {
    /// How far each corner lies before the line of the front, times the length of the front.
    front: [i64; 4],
    /// How far each lies to the right of the line of the left side, times the length of that.
    side: [i64; 4],
    /// How deep and how wide the other is in the same measures.
    area: i64,
}

impl Seen {
    fn from(base: &Base, other: &Base) -> Seen {
        let (across, back) = (base.across(), base.back());
        let (to, wide, deep) = (other.corners[0] - base.corners[0], other.across(), other.back());
        let corners = |axis: Point| {
            let (first, wide, deep) = (axis.cross(to), axis.cross(wide), axis.cross(deep));
            [first, first + wide, first + wide + deep, first + deep]
        };
        Seen { front: corners(across), side: corners(back), area: back.cross(across) }
    }

    /// Whether all corners lie outside one edge.
    fn is_apart(&self) -> bool {
        let Seen { front, side, area } = self;
        let least = |of: &[i64; 4]| of[0].min(of[1]).min(of[2].min(of[3]));
        let most = |of: &[i64; 4]| of[0].max(of[1]).max(of[2].max(of[3]));
        least(front) > 0 || most(front) < -area || most(side) < 0 || least(side) > *area
    }

    /// The first corner that is nearest to an edge that all of them lie before, if it lies straight before it: its number, the edge, and
    /// how far off it is, times the length of the edge.
    fn nearest_before(&self, base: &Base) -> Option<(usize, Segment, i64)> {
        let Seen { front, side, area } = *self;
        let least = |of: &[i64; 4]| of[0].min(of[1]).min(of[2].min(of[3]));
        let most = |of: &[i64; 4]| of[0].max(of[1]).max(of[2].max(of[3]));
        let [a, b, c, d] = base.corners;
        let (low, high) = (least(&front), most(&front));
        if low > 0 || high < -area {
            let (at, edge, off) = if low > 0 { (low, (a, b), low) } else { (high, (c, d), -area - high) };
            let n = (0..4).find(|&n| front[n] == at && (0..=area).contains(&side[n]))?;
            return Some((n, Segment::new(edge.0, edge.1), off));
        }
        let (low, high) = (least(&side), most(&side));
        if high < 0 || low > area {
            let (at, edge, off) = if high < 0 { (high, (d, a), -high) } else { (low, (b, c), low - area) };
            let n = (0..4).find(|&n| side[n] == at && (-area..=0).contains(&front[n]))?;
            return Some((n, Segment::new(edge.0, edge.1), off));
        }
        None
    }

    const fn corner(&self, n: usize) -> (i64, i64, i64) {
        (self.front[n], self.side[n], self.area)
    }
}
