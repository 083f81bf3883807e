//! A body that slides straight: when it runs into a base, and over which ground it passes.

use arrayvec::ArrayVec;

use crate::{
    Angle, Base, Length, MOST_BASES, Point, Pose, Segment, Standing, TOUCH,
    frame::{FINE, Frame, Spot, times_over},
    gap_within,
    meet::Look,
    overlaps,
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
    /// The first place at which the slide is clear of the other again; none if it ends inside, or is not looked for.
    pub(crate) out: Option<i32>,
    /// The bases that meet first, by their place in the layout and in the other body.
    pub(crate) own: usize,
    pub(crate) other: usize,
}

/// Two bases that come past each other, from the first place at which they might meet to the last, in parts of a step.
struct Pair {
    soonest: i64,
    latest: i64,
    own: usize,
    other: usize,
}

impl Slide {
    pub(crate) const fn pose(&self, at: i32) -> Pose {
        self.from.slid(self.heading, Length::grid(at))
    }

    /// A base of the body as it stands at a place of the way. Exact: a body that keeps its facing keeps its corners.
    pub(crate) fn moved(&self, base: &Base, at: i32) -> Base {
        let step = self.pose(at).at - self.from.at;
        let pose = Pose::new(base.pose.at + step, base.pose.facing);
        Base { pose, size: base.size, corners: base.corners.map(|corner| corner + step) }
    }

    pub(crate) const fn frame(&self) -> Frame {
        Frame::new(self.from.at, self.heading)
    }

    /// When the body runs into another one, if it does. `bases` and `solid` are its own at the start.
    pub(crate) fn pass<'b>(
        &self,
        bases: impl FnOnce() -> &'b [Base],
        solid: &[Base],
        other: &Standing<'_>,
        look: Look,
    ) -> Option<Pass> {
        // Few rectangles first, a little too large.
        let near = |one: &Base| other.solid.iter().any(|two| self.overlap(one, two, -TOUCH * 2).is_some());
        if !solid.iter().any(near) {
            return None;
        }
        let bases = bases();
        let mut pairs = self.pairs(bases, other.bases);
        let base = |own: usize, at: i32| self.moved(&bases[own], at);
        let overlap = |pair: &Pair, at: i32| overlaps(&base(pair.own, at), &other.bases[pair.other]);
        let mut first: Option<(i32, &Pair)> = None;
        pairs.sort_unstable_by_key(|pair| pair.soonest);
        for pair in &pairs {
            if first.is_some_and(|(into, _)| pair.soonest > i64::from(into) * FINE) {
                break;
            }
            let into = self.overlap(&bases[pair.own], &other.bases[pair.other], TOUCH);
            let into = into.and_then(|computed| self.into(computed, |at| overlap(pair, at)));
            if let Some(into) = into.filter(|&into| first.is_none_or(|(before, _)| into < before)) {
                first = Some((into, pair));
            }
        }
        let (into, &Pair { own, other: met, .. }) = first?;
        let touching = |at: i32| gap_within(&base(own, at), &other.bases[met], TOUCH);
        // Two touches lie between touching and deeper: no step of the grid leaps over them.
        let touch = first_true_before(into, touching).min((into - 1).max(0));
        if look == Look::ToTouch {
            return Some(Pass { touch, out: None, own, other: met });
        }
        let mut out = into + 1;
        pairs.sort_unstable_by_key(|pair| -pair.latest);
        for pair in &pairs {
            if pair.latest < i64::from(out - 2) * FINE || out > self.length {
                break;
            }
            if let Some((_, to)) = self.overlap(&bases[pair.own], &other.bases[pair.other], TOUCH) {
                let mut end = (to as i32 - 2).max(into);
                while end <= self.length && (overlap(pair, end) || i64::from(end) < to) {
                    end += 1;
                }
                out = out.max(end);
            }
        }
        Some(Pass { touch, out: (out <= self.length).then_some(out), own, other: met })
    }

    /// The bases that might meet, by their boxes along the way.
    fn pairs(&self, bases: &[Base], others: &[Base]) -> Vec<Pair> {
        let frame = self.frame();
        let boxed = |base: &Base| Mover::new(&frame, base.corners);
        let movers: ArrayVec<Mover, MOST_BASES> = bases.iter().map(boxed).collect();
        let mut pairs = Vec::new();
        let length = i64::from(self.length) * FINE;
        let left = movers.iter().map(|mover| mover.left).min().unwrap_or_default();
        let right = movers.iter().map(|mover| mover.right).max().unwrap_or_default();
        for (other, standing) in others.iter().map(boxed).enumerate() {
            // Most lie beside the whole way.
            if left >= standing.right || standing.left >= right {
                continue;
            }
            for (own, mover) in movers.iter().enumerate() {
                let (soonest, latest) = (standing.near - mover.far, standing.far - mover.near);
                let beside = mover.left >= standing.right || standing.left >= mover.right;
                if !beside && latest >= 0 && soonest <= length {
                    pairs.push(Pair { soonest, latest, own, other });
                }
            }
        }
        pairs
    }

    /// The first place at which a pair is in each other by the exact test, near where it was computed.
    fn into(&self, (from, to): (i64, i64), overlap: impl Fn(i32) -> bool) -> Option<i32> {
        let last = (to + 2).min(i64::from(self.length)) as i32;
        let mut at = from as i32;
        while at > 0 && overlap(at) {
            at -= 1;
        }
        (at..=last).find(|&at| overlap(at))
    }

    /// From where to where two rectangles are deeper in each other than said, one sliding: along each of the four edge
    /// directions the middles pass each other at a steady rate.
    pub(crate) fn overlap(&self, base: &Base, other: &Base, depth: Length) -> Option<(i64, i64)> {
        /// Fewer bits of the direction than the sines have: ample for the length of a table.
        const BITS: u32 = 22;
        let (sin, cos) = self.heading.sin_cos();
        let (sin, cos) = (sin >> (30 - BITS), cos >> (30 - BITS));
        let edges = [base.across(), base.back(), other.across(), other.back()];
        let sizes = [base.size.width, base.size.depth, other.size.width, other.size.depth];
        let apart = other.corners[0] + other.corners[2] - (base.corners[0] + base.corners[2]);
        let cross = |u: Point, v: Point| u.cross(v).abs();
        let (mut from, mut to) = (0_i64, i64::from(self.length));
        for (edge, size) in edges.into_iter().zip(sizes) {
            let reach = edges.iter().map(|&shadow| cross(edge, shadow)).sum::<i64>()
                - 2 * i64::from(depth.get()) * i64::from(size.get());
            let middle = edge.cross(apart);
            if reach <= 0 {
                return None;
            }
            // Twice the way, as `apart` is twice the step between the middles.
            let rate = 2 * (i64::from(edge.x) * cos - i64::from(edge.y) * sin);
            let (mut enter, mut leave) = (middle - reach, middle + reach);
            if rate < 0 {
                (enter, leave) = (-leave, -enter);
            }
            let rate = rate.abs();
            // How far the middles go past each other on the whole way.
            let way = times_over(to, rate, 1 << BITS);
            if leave <= 0 || enter >= way.max(1) {
                return None;
            }
            let when = |at: i64| times_over(at, 1 << BITS, rate);
            if enter > 0 {
                from = from.max(when(enter));
            }
            if leave < way {
                to = to.min(when(leave));
            }
            if from > to {
                return None;
            }
        }
        Some((from, to))
    }
}

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

    /// Whether another lies less than so far before or behind its way of that length, or within it.
    pub(crate) fn is_along(&self, other: &Mover, length: i64, off: i64) -> bool {
        other.near - (self.far + length) < off && self.near - other.far < off
    }

    /// Whether another lies wholly behind it.
    pub(crate) fn is_past(&self, other: &Mover) -> bool {
        other.far <= self.near
    }

    /// Whether it would be less than so far off another along both axes of the frame, set to a place of it.
    pub(crate) fn may_touch(&self, other: &Mover, to: Spot, off: i64) -> bool {
        self.left + to.x - other.right < off
            && other.left - (self.right + to.x) < off
            && self.near + to.y - other.far < off
            && other.near - (self.far + to.y) < off
    }

    /// Whether its way of that length comes near a box in the frame at all.
    pub(crate) fn may_meet(&self, (min, max): (Spot, Spot), length: i64) -> bool {
        self.left <= max.x && min.x <= self.right && self.near <= max.y && min.y <= self.far + length
    }
}

/// The corners of a base drawn in by a touch on every side.
pub(crate) fn drawn_in(base: &Base) -> [Point; 4] {
    let by = i64::from(TOUCH.get());
    let (sin, cos) = base.facing().sin_cos();
    let rounded = |scaled: i64| ((scaled + (1 << 29)) >> 30) as i32;
    let step = |x: i64, y: i64| Point::new(rounded(x * cos + y * sin), rounded(y * cos - x * sin));
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
