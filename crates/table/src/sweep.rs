//! A body that slides straight: when it runs into a base, and over which ground it passes.

use crate::{
    Angle, Base, Bounds, Layout, Length, Point, Pose, Segment, TOUCH,
    frame::{FINE, Frame, Spot},
    gap_within, overlaps,
};

/// A straight move that keeps the facing. Places along it are whole grid steps from 0 to its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide {
    pub(crate) from: Pose,
    pub(crate) heading: Angle,
    pub(crate) length: i32,
}

/// The part of a slide during which a body is deeper in another than a touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// The first place at which they touch on the way in.
    pub(crate) touch: i32,
    /// The first place at which the slide is clear of the other again; none if it ends inside.
    pub(crate) out: Option<i32>,
    /// The bases that meet first, by their place in the layout and in the other body.
    pub(crate) own: usize,
    pub(crate) other: usize,
}

/// From where to where a pair of bases overlaps, in grid steps, not yet rounded to what the grid makes of it.
struct Pair {
    from: i64,
    to: i64,
    own: usize,
    other: usize,
}

impl Slide {
    pub(crate) const fn pose(&self, at: i32) -> Pose {
        self.from.slid(self.heading, Length::grid(at))
    }

    pub(crate) const fn frame(&self) -> Frame {
        Frame::new(self.from.at, self.heading)
    }

    /// When the body runs into another one, if it does. `bases` are its bases at the start.
    pub(crate) fn pass(&self, layout: &Layout, bases: &[Base], others: &[Base]) -> Option<Pass> {
        let mut pairs: Vec<Pair> = Vec::new();
        let step = self.pose(self.length).at - self.from.at;
        let swept = |base: &Base| {
            let bounds = base.bounds();
            // One step wider than it need be, for what the grid rounds on the way.
            bounds.join(Bounds { min: bounds.min + step, max: bounds.max + step }).grown(Length::grid(1))
        };
        for (own, base) in bases.iter().enumerate() {
            let way = swept(base);
            for (other, standing) in others.iter().enumerate() {
                if way.meets(&standing.bounds())
                    && let Some((from, to)) = self.overlap(base, standing)
                {
                    pairs.push(Pair { from, to, own, other });
                }
            }
        }
        pairs.sort_by_key(|pair| pair.from);
        let base = |own: usize, at: i32| layout.slots()[own].base(self.pose(at));
        let overlap = |pair: &Pair, at: i32| overlaps(&base(pair.own, at), &others[pair.other]);
        let (first, into) = pairs.iter().find_map(|pair| Some((pair, self.into(pair, &overlap)?)))?;
        let touching = |at: i32| gap_within(&base(first.own, at), &others[first.other], TOUCH);
        // Two touches lie between touching and deeper: no step of the grid leaps over them.
        let touch = first_true_before(into, touching).min((into - 1).max(0));
        // Clear of all: the last pair to part.
        let mut out = into + 1;
        for pair in &pairs {
            let mut end = (pair.to.clamp(i64::from(into), i64::from(self.length)) as i32 - 2).max(into);
            while end <= self.length && (overlap(pair, end) || end + 2 < pair.to as i32) {
                end += 1;
            }
            out = out.max(end);
        }
        Some(Pass { touch, out: (out <= self.length).then_some(out), own: first.own, other: first.other })
    }

    /// The first place at which a pair is in each other by the exact test, near where it was computed.
    fn into(&self, pair: &Pair, overlap: &impl Fn(&Pair, i32) -> bool) -> Option<i32> {
        let last = (pair.to + 2).min(i64::from(self.length)) as i32;
        let mut at = pair.from.clamp(0, i64::from(self.length)) as i32;
        while at > 0 && overlap(pair, at) {
            at -= 1;
        }
        (at..=last).find(|&at| overlap(pair, at))
    }

    /// From where to where two rectangles are deeper in each other than a touch, one sliding: along each of the four edge
    /// directions the middles pass each other at a steady rate.
    fn overlap(&self, base: &Base, other: &Base) -> Option<(i64, i64)> {
        /// Fewer bits of the direction than the sines have: ample for the length of a table.
        const BITS: u32 = 22;
        let (sin, cos) = self.heading.sin_cos();
        let (sin, cos) = (sin >> (30 - BITS), cos >> (30 - BITS));
        let edges = [base.across(), base.back(), other.across(), other.back()];
        let least = [base.size.width, base.size.depth, other.size.width, other.size.depth];
        let apart = other.corners[0] + other.corners[2] - (base.corners[0] + base.corners[2]);
        let cross = |u: Point, v: Point| u.cross(v).abs();
        let (mut from, mut to) = (0_i64, i64::from(self.length));
        for (edge, least) in edges.into_iter().zip(least) {
            let reach = edges.iter().map(|&shadow| cross(edge, shadow)).sum::<i64>()
                - 2 * i64::from(TOUCH.get()) * i64::from(least.get());
            let middle = edge.cross(apart);
            // Twice the way, as `apart` is twice the step between the middles.
            let rate = 2 * (i64::from(edge.x) * cos - i64::from(edge.y) * sin);
            if rate == 0 {
                if middle.abs() >= reach {
                    return None;
                }
                continue;
            }
            let when = |at: i64| ((i128::from(at) << BITS) / i128::from(rate)).clamp(-FAR, FAR) as i64;
            let (one, two) = (when(middle - reach), when(middle + reach));
            if reach <= 0 {
                return None;
            }
            from = from.max(one.min(two));
            to = to.min(one.max(two));
            if from > to {
                return None;
            }
        }
        Some((from, to))
    }
}

/// Beyond any place of a slide.
const FAR: i128 = 1 << 40;

/// The first place of the last run of places before `end` at which something holds, given that it holds just before it; `end`
/// itself if not. Looks back in growing steps, then halves.
pub(crate) fn first_true_before(end: i32, holds: impl Fn(i32) -> bool) -> i32 {
    let (mut good, mut step) = (end, 1);
    let mut bad = loop {
        let next = good - step;
        if next < 0 {
            if good == 0 || holds(0) {
                return 0;
            }
            break 0;
        }
        if !holds(next) {
            break next;
        }
        good = next;
        step *= 2;
    };
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        if holds(middle) { good = middle } else { bad = middle }
    }
    good
}

/// A rectangle or an edge of the body, seen in the frame of its slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    spots: [Spot; 4],
    left: i64,
    right: i64,
    near: i64,
    far: i64,
}

impl Mover {
    pub(crate) fn new(frame: &Frame, corners: [Point; 4]) -> Mover {
        let spots = corners.map(|corner| frame.spot(corner));
        let (x, y) = (spots.map(|spot| spot.x), spots.map(|spot| spot.y));
        let least = |of: [i64; 4]| of[0].min(of[1]).min(of[2]).min(of[3]);
        let most = |of: [i64; 4]| of[0].max(of[1]).max(of[2]).max(of[3]);
        Mover { spots, left: least(x), right: most(x), near: least(y), far: most(y) }
    }

    /// A base drawn in by a touch on every side, so that lying flush beside a feature is not being in it.
    pub(crate) fn drawn_in(frame: &Frame, base: &Base) -> Mover {
        Mover::new(frame, drawn_in(base))
    }

    /// The front edge, drawn in by a touch at its ends.
    pub(crate) fn edge(frame: &Frame, front: Segment, facing: Angle) -> Mover {
        let (from, to) =
            (front.from.ahead(facing + Angle::RIGHT, TOUCH), front.to.ahead(facing + Angle::RIGHT, -TOUCH));
        Mover::new(frame, [from, to, to, from])
    }

    /// A single place.
    pub(crate) fn place(frame: &Frame, place: Point) -> Mover {
        Mover::new(frame, [place; 4])
    }

    /// Where it is in a closed line of corners or touches it while it goes `length` straight on.
    ///
    /// The parts are added to `into`, in no order; `cuts` is only used again.
    pub(crate) fn spans(&self, ring: &[Spot], length: i64, cuts: &mut Vec<i64>, into: &mut Vec<(i64, i64)>) {
        let Some(&last) = ring.last() else { return };
        let mut from = last;
        // Wholly inside it touches no edge: the way of one corner tells.
        let lead = self.spots[0];
        cuts.clear();
        for &to in ring {
            if (from.x > lead.x) != (to.x > lead.x) {
                cuts.push(height(from, to, lead.x) - lead.y);
            }
            if let Some((one, two)) = self.meets_edge(from, to)
                && two >= 0
                && one <= length
            {
                into.push((one.max(0), two.min(length)));
            }
            from = to;
        }
        cuts.sort_unstable();
        let (pairs, _) = cuts.as_chunks::<2>();
        for &[one, two] in pairs {
            if two >= 0 && one <= length {
                into.push((one.max(0), two.min(length)));
            }
        }
    }

    /// From where to where it touches an edge.
    fn meets_edge(&self, one: Spot, two: Spot) -> Option<(i64, i64)> {
        let (west, east) = if one.x <= two.x { (one, two) } else { (two, one) };
        if east.x < self.left || west.x > self.right {
            return None;
        }
        let (mut from, mut to) = (i64::MAX, i64::MIN);
        let mut at = |low: i64, high: i64| {
            from = from.min(low);
            to = to.max(high);
        };
        for corner in self.spots {
            if west.x <= corner.x && corner.x <= east.x && west.x < east.x {
                let when = height(west, east, corner.x) - corner.y;
                at(when, when);
            }
        }
        for end in [west, east] {
            if self.left <= end.x && end.x <= self.right {
                let (low, high) = self.column(end.x);
                at(end.y - high, end.y - low);
            }
        }
        (from <= to).then_some((from, to))
    }

    /// The lowest and highest place of the mover at a place across.
    fn column(&self, x: i64) -> (i64, i64) {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let mut from = self.spots[3];
        for to in self.spots {
            if from.x.min(to.x) <= x && x <= from.x.max(to.x) {
                let (one, two) = if from.x == to.x {
                    (from.y, to.y)
                } else {
                    let y = height(from, to, x);
                    (y, y)
                };
                low = low.min(one.min(two));
                high = high.max(one.max(two));
            }
            from = to;
        }
        (low, high)
    }

    /// Whether another lies beside its way by less than so far, or in it.
    pub(crate) fn is_beside(&self, other: &Mover, off: i64) -> bool {
        self.left - other.right < off && other.left - self.right < off
    }

    /// Whether another lies wholly behind it.
    pub(crate) fn is_past(&self, other: &Mover) -> bool {
        other.far <= self.near
    }

    /// Whether its way of that length comes near a box in the frame at all.
    pub(crate) fn may_meet(&self, (min, max): (Spot, Spot), length: i64) -> bool {
        self.left <= max.x && min.x <= self.right && self.near <= max.y && min.y <= self.far + length
    }
}

/// The corners of a base drawn in by a touch on every side.
pub(crate) fn drawn_in(base: &Base) -> [Point; 4] {
    let by = TOUCH.get();
    let step = |x: i32, y: i32| Point::new(x, y).turned(base.facing());
    let [left, right, rear_right, rear_left] = base.corners;
    [left + step(by, -by), right + step(-by, -by), rear_right + step(-by, by), rear_left + step(by, by)]
}

/// The height of a line at a place across that it spans.
fn height(from: Spot, to: Spot, x: i64) -> i64 {
    if from.y == to.y { from.y } else { from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x) }
}

/// Puts parts in order and joins those that meet or nearly do (a step apart at most).
pub(crate) fn join(parts: &mut Vec<(i64, i64)>) {
    parts.sort_unstable();
    parts.dedup_by(|later, earlier| {
        let meet = later.0 <= earlier.1 + FINE;
        if meet {
            earlier.1 = earlier.1.max(later.1);
        }
        meet
    });
}
