use crate::{
    Along, Base, FeatureId, Length, Point, Segment, Stretch, Table,
    crossing::{Ray, Scratch},
    gap, passes_through,
};

/// Whether a straight line meets none of the features that block it. The quick question; [`trace`] tells all.
///
/// Exact: a line that only touches the border of a blocking feature meets it.
pub fn clear(table: &Table, from: Point, to: Point, blocks: impl Fn(FeatureId) -> bool) -> bool {
    let ray = Ray::new(Segment::new(from, to));
    !table.rings().any(|(ring, bounds)| ray.meets_box(bounds) && blocks(ring.feature) && ray.meets(table.corners(ring)))
}

/// What a straight line passes on its way over the table, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    line: Segment,
    spans: Vec<Span>,
}

/// A part of a line that lies in an area, or on a line or spot: the crossing of a mere line begins and ends at one place, that
/// of a line with some width leads from side to side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The feature passed.
    pub feature: FeatureId,
    /// By how many levels it raises the ground.
    pub levels: i8,
    /// From where to where, borders counted in.
    pub part: Stretch,
}

/// A part of a line over ground of one height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The height in levels.
    pub level: i32,
    /// From where to where.
    pub part: Stretch,
}

/// A base that a line passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed<I> {
    /// Whose base it is, in the caller's words.
    pub who: I,
    /// From where to where.
    pub part: Stretch,
}

/// A straight line of sight through the air, from the height of the eye to the height of the aim.
///
/// Heights are whole numbers in parts of a level that the caller chooses (tenths, say).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sightline {
    /// The height of the eye.
    pub eye: i32,
    /// The height of the aim.
    pub aim: i32,
}

/// Follows a straight line over the table. Walked the other way it passes the same parts in reverse order.
pub fn trace(table: &Table, from: Point, to: Point) -> Trace {
    trace_over(table, from, to, |_| true)
}

/// As [`trace`], over the features that count alone.
pub fn trace_over(table: &Table, from: Point, to: Point, counts: impl Fn(FeatureId) -> bool) -> Trace {
    let line = Segment::new(from, to);
    let (ray, mut scratch, mut spans) = (Ray::new(line), Scratch::new(), Vec::with_capacity(8));
    for (ring, bounds) in table.rings() {
        if ray.meets_box(bounds) && counts(ring.feature) {
            ray.stretches(table.corners(ring), &mut scratch);
            let (feature, levels) = (ring.feature, table.levels(ring.feature));
            spans.extend(scratch.parts.iter().map(|&part| Span { feature, levels, part }));
        }
    }
    // The pieces of one line meet at its corners: a crossing there is one crossing.
    spans.sort_unstable_by_key(|span| (span.feature, span.part.from, span.part.to));
    spans.dedup_by(|later, earlier| {
        let joined = later.feature == earlier.feature && later.part.from <= earlier.part.to;
        if joined {
            earlier.part.to = earlier.part.to.max(later.part.to);
        }
        joined
    });
    spans.sort_unstable_by_key(|span| (span.part.from, span.part.to, span.feature));
    Trace { line, spans }
}

/// The bases that a line passes through deeper than a touch, in the order in which it enters them.
pub fn passed<'a, I: Copy>(from: Point, to: Point, bases: impl IntoIterator<Item = (I, &'a Base)>) -> Vec<Passed<I>> {
    let line = Segment::new(from, to);
    let (ray, mut scratch) = (Ray::new(line), Scratch::new());
    let mut found = Vec::new();
    for (who, base) in bases {
        if ray.meets_box(&base.bounds()) && passes_through(line, base) {
            ray.stretches(&base.corners, &mut scratch);
            found.extend(scratch.parts.iter().map(|&part| Passed { who, part }));
        }
    }
    found.sort_by_key(|passed| (passed.part.from, passed.part.to));
    found
}

/// The nine places of a base at which "any point of it" is aimed: corners, middles of the edges, the one nearest to the eye.
pub fn aim_points(base: &Base, eye: Point) -> [Point; 9] {
    let [a, b, c, d] = base.corners;
    [a, b, c, d, a.middle(b), b.middle(c), c.middle(d), d.middle(a), gap(eye, base).ends().to]
}

impl Trace {
    /// The line itself.
    pub const fn line(&self) -> Segment {
        self.line
    }

    /// All that it passes, by the place where it enters.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The first span of a feature that matches.
    pub fn first(&self, matches: impl Fn(FeatureId) -> bool) -> Option<&Span> {
        self.spans.iter().find(|span| matches(span.feature))
    }

    /// The length of a part of the line, rounded to the nearest grid step.
    pub fn length(&self, part: Stretch) -> Length {
        self.measured(part.to.fixed() - part.from.fixed())
    }

    /// The length that lies in features that match; where several lie over each other it counts once.
    /// Added up before it is rounded to the nearest grid step.
    pub fn length_in(&self, matches: impl Fn(FeatureId) -> bool) -> Length {
        self.total(self.spans.iter().filter(|span| matches(span.feature)).map(|span| span.part))
    }

    /// The length of all the stretches together, common parts counted once.
    pub fn total(&self, parts: impl IntoIterator<Item = Stretch>) -> Length {
        let mut parts: Vec<Stretch> = parts.into_iter().collect();
        parts.sort_unstable_by_key(|part| (part.from, part.to));
        let (mut sum, mut reached) = (0, i64::MIN);
        for part in parts {
            let (from, to) = (part.from.fixed().max(reached), part.to.fixed());
            sum += (to - from).max(0);
            reached = reached.max(to);
        }
        self.measured(sum)
    }

    /// So many parts of 2^32 of the line as a length.
    fn measured(&self, parts: i64) -> Length {
        const MORE: u32 = 10;
        let square = u128::from(self.line.from.distance_squared(self.line.to).unsigned_abs());
        let length = (square << (2 * MORE)).isqrt() as i128;
        let scaled = i128::from(parts) * length + (1 << (31 + MORE));
        Length::grid((scaled >> (32 + MORE)) as i32)
    }

    /// The height of the ground along the line, in order, without holes; level ground is one step.
    pub fn ground(&self) -> Vec<Step> {
        let hills = || self.spans.iter().filter(|span| span.levels != 0);
        let n_hills = hills().count();
        if n_hills == 0 {
            return vec![Step { level: 0, part: Stretch::WHOLE }];
        }
        let mut cuts: Vec<Along> = Vec::with_capacity(2 * n_hills + 2);
        cuts.extend(hills().flat_map(|span| [span.part.from, span.part.to]));
        cuts.extend([Along::START, Along::END]);
        cuts.sort_unstable();
        cuts.dedup();
        let level = |part: Stretch| {
            let over = |span: &&Span| span.part.from <= part.from && part.to <= span.part.to;
            hills().filter(over).map(|span| i32::from(span.levels)).sum()
        };
        let parts = cuts.windows(2).map(|cut| Stretch { from: cut[0], to: cut[1] });
        let mut steps: Vec<Step> = parts.map(|part| Step { level: level(part), part }).collect();
        steps.dedup_by(|later, earlier| {
            let same = later.level == earlier.level;
            if same {
                earlier.part.to = later.part.to;
            }
            same
        });
        steps
    }

    /// The parts of the line that pass below the top of something that stands in a feature on its ground.
    ///
    /// `top` gives its height above the ground (none for a feature that holds nothing), `level` is the height of one
    /// level, both in the parts of a level in which the sightline is given.
    pub fn below(&self, sight: Sightline, level: i32, top: impl Fn(FeatureId) -> Option<i32>) -> Vec<Span> {
        let mut ground = Vec::new();
        let mut found = Vec::new();
        for span in &self.spans {
            let Some(top) = top(span.feature) else { continue };
            if ground.is_empty() {
                ground = self.ground();
            }
            for step in &ground {
                let part = span.part.common(step.part).and_then(|part| sight.below(step.level * level + top, part));
                found.extend(part.map(|part| Span { part, ..*span }));
            }
        }
        found
    }

    /// The first place at which the bare ground rises above the line of sight.
    pub fn hidden_by_ground(&self, sight: Sightline, level: i32) -> Option<Along> {
        self.ground().iter().find_map(|step| sight.below(step.level * level, step.part)).map(|part| part.from)
    }
}

impl Sightline {
    /// Whether something of that height stands above the line at a place. Exact.
    pub fn is_below(&self, height: i32, at: Along) -> bool {
        let (num, den) = at.fraction();
        let rise = i128::from(self.aim) - i128::from(self.eye);
        (i128::from(height) - i128::from(self.eye)) * i128::from(den) > rise * i128::from(num)
    }

    /// The part of a stretch over which the line runs below a height. Exact.
    pub fn below(&self, height: i32, part: Stretch) -> Option<Stretch> {
        match (self.is_below(height, part.from), self.is_below(height, part.to)) {
            (false, false) => None,
            (true, true) => Some(part),
            (at_from, _) => {
                let level =
                    Along::new(i64::from(height) - i64::from(self.eye), i64::from(self.aim) - i64::from(self.eye));
                Some(if at_from {
                    Stretch { from: part.from, to: level }
                } else {
                    Stretch { from: level, to: part.to }
                })
            }
        }
    }
}
