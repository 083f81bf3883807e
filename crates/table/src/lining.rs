use serde::{Deserialize, Serialize};

use crate::{Length, Point, Segment, TOUCH, gap};

/// How a front stands behind a wall, a hedge or another line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lining {
    /// How much of the front has the line close ahead of it.
    pub covered: Length,
    /// The length of the front.
    pub of: Length,
    /// On which side of the line's nearest leg, walked from its first place to its last, the middle of the front stands.
    pub side: LineSide,
}

/// A side of a line that is walked from its first place to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LineSide {
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// On it.
    On,
}

impl Lining {
    /// Whether the line runs along at least half of the front.
    pub const fn at_least_half(&self) -> bool {
        self.covered.get() > 0 && 2 * self.covered.get() >= self.of.get()
    }
}

/// How much of a front edge (left to right) has a line at most so far straight ahead of it.
///
/// A line that the front is set flush against counts, also where it lies up to [`TOUCH`] behind the edge.
pub fn lining(front: Segment, line: &[Point], within: Length) -> Lining {
    let way = front.step();
    let square = way.dot(way);
    let length = square.isqrt();
    // Places as (along the front, ahead of it), both times the length of the front.
    let local = |place: Point| (way.dot(place - front.from), way.cross(place - front.from));
    let (least, most) = (-i64::from(TOUCH.get()) * length, i64::from(within.get()) * length);
    let legs = || line.windows(2).map(|leg| Segment::new(leg[0], leg[1]));
    let mut covered: Vec<(i64, i64)> = legs()
        .filter_map(|leg| {
            let (from, to) = (local(leg.from), local(leg.to));
            let (low, high) = if from.1 <= to.1 { (from, to) } else { (to, from) };
            if high.1 < least || low.1 > most {
                return None;
            }
            let at = |ahead: i64| {
                let part = i128::from(high.0 - low.0) * i128::from(ahead - low.1) / i128::from((high.1 - low.1).max(1));
                low.0 + part as i64
            };
            let (a, b) = (if low.1 < least { at(least) } else { low.0 }, if high.1 > most { at(most) } else { high.0 });
            Some((a.min(b).max(0), a.max(b).min(square)))
        })
        .filter(|(from, to)| from < to)
        .collect();
    covered.sort_unstable();
    let mut sum = 0;
    let mut end = 0;
    for (from, to) in covered {
        sum += (to - from.max(end)).max(0);
        end = end.max(to);
    }
    let steps = |scaled: i64| Length::grid(((2 * scaled + length) / (2 * length.max(1))) as i32);
    let nearest = legs().min_by_key(|&leg| gap(front.middle(), leg));
    let side = match nearest.map_or(0, |leg| leg.side(front.middle()).signum()) {
        1 => LineSide::Left,
        -1 => LineSide::Right,
        _ => LineSide::On,
    };
    Lining { covered: steps(sum), of: steps(square), side }
}
