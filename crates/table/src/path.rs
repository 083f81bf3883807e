//! The ways in which a body goes from place to place, each walked in small whole steps.

use std::borrow::Cow;

use arrayvec::ArrayVec;

use crate::{
    Angle, Base, Bases, Body, Bounds, Layout, Length, MOST_BASES, Point, Pose, Segment, Slot, arc_length, base::Turned,
    sweep::Slide,
};

/// A way that a body goes, in steps from 0 to `end`.
pub(crate) trait Path {
    /// The last step.
    fn end(&self) -> i32;
    /// The length gone after so many steps.
    fn length(&self, at: i32) -> Length;
    /// Where the body then stands.
    fn pose(&self, at: i32) -> Pose;
    /// How it then stands.
    fn layout(&self, at: i32) -> Cow<'_, Layout>;
    /// How far no place of the body goes in one step, in grid steps.
    fn speed(&self) -> i32;
    /// A box around all of the way.
    fn bounds(&self) -> Bounds;

    /// Whether the body keeps its formation, so that every place of it goes as fast as the speed says at most, also for a while.
    fn is_rigid(&self) -> bool {
        true
    }

    /// The way itself, if it is straight and keeps the formation.
    fn sliding(&self) -> Option<&Sliding<'_>> {
        None
    }

    /// Adds the poses to draw between the first, which is there, and the one after so many steps.
    fn pass_through(&self, at: i32, trail: &mut Vec<Pose>) {
        trail.push(self.pose(at));
    }

    fn bases(&self, at: i32) -> Bases {
        self.layout(at).bases(self.pose(at))
    }

    /// The same ground as the bases in fewer rectangles, to within a touch.
    fn solid(&self, at: i32) -> Bases {
        let mut solid = Bases::new();
        self.lay_solid(at, &mut solid);
        solid
    }

    /// The same laid where it is wanted: bases are too many bytes to move about.
    fn lay_solid(&self, at: i32, into: &mut Bases) {
        into.clear();
        into.extend(self.bases(at));
    }

    fn body(&self, at: i32) -> Body {
        Body::new(self.pose(at), self.layout(at).into_owned())
    }

    fn front(&self, at: i32) -> Segment {
        let (front, pose) = (self.layout(at).front(), self.pose(at));
        Segment::new(pose.place(front.from), pose.place(front.to))
    }
}

/// A body that slides straight.
pub(crate) struct Sliding<'a> {
    pub(crate) slide: Slide,
    pub(crate) layout: &'a Layout,
    /// The formation in fewer rectangles.
    pub(crate) solid: &'a [Slot],
}

impl Path for Sliding<'_> {
    fn end(&self) -> i32 {
        self.slide.length
    }

    fn length(&self, at: i32) -> Length {
        Length::grid(at)
    }

    fn pose(&self, at: i32) -> Pose {
        self.slide.pose(at)
    }

    fn layout(&self, _: i32) -> Cow<'_, Layout> {
        Cow::Borrowed(self.layout)
    }

    fn speed(&self) -> i32 {
        1
    }

    fn sliding(&self) -> Option<&Sliding<'_>> {
        Some(self)
    }

    fn lay_solid(&self, at: i32, into: &mut Bases) {
        lay(self.solid, self.pose(at), into);
    }

    fn bounds(&self) -> Bounds {
        let around = |pose: Pose| self.layout.outline(pose).bounds();
        around(self.slide.from).join(around(self.pose(self.slide.length)))
    }
}

/// Some slots as bases at a pose.
fn lay(slots: &[Slot], pose: Pose, into: &mut Bases) {
    let turned = Turned::by(pose.facing);
    into.clear();
    into.extend(slots.iter().map(|slot| slot.turned(&turned, pose)));
}

/// A body that turns about a place. One step is 1/100 degree.
pub(crate) struct Swing<'a> {
    from: Pose,
    layout: &'a Layout,
    solid: &'a [Slot],
    pivot: Point,
    turn: Angle,
    /// From the pivot to the place whose arc is the length.
    radius: Length,
    /// From the pivot to the place farthest from it.
    far: Length,
}

impl<'a> Swing<'a> {
    /// The body turning about one place, the other being the one whose arc counts.
    pub(crate) fn new(body: &'a Body, solid: &'a [Slot], (pivot, outer): (Point, Point), turn: Angle) -> Swing<'a> {
        let Body { pose, layout } = body;
        let corners = layout.outline(*pose).corners;
        let far = corners.iter().map(|&corner| pivot.distance(corner)).max().unwrap_or_default() + Length::grid(1);
        // More than once round is once round.
        let turn = turn.clamp(Angle::degrees(-360), Angle::degrees(360));
        Swing { from: *pose, layout, solid, pivot, turn, radius: pivot.distance(outer), far }
    }
}

impl Path for Swing<'_> {
    fn end(&self) -> i32 {
        self.turn.get().abs()
    }

    fn length(&self, at: i32) -> Length {
        arc_length(self.radius, Angle::steps(at))
    }

    fn pose(&self, at: i32) -> Pose {
        self.from.about(self.pivot, Angle::steps(at * self.turn.get().signum()))
    }

    fn layout(&self, _: i32) -> Cow<'_, Layout> {
        Cow::Borrowed(self.layout)
    }

    fn speed(&self) -> i32 {
        arc_length(self.far, Angle::steps(1)).get() + 1
    }

    fn lay_solid(&self, at: i32, into: &mut Bases) {
        lay(self.solid, self.pose(at), into);
    }

    fn bounds(&self) -> Bounds {
        let end = self.end();
        if end > Angle::RIGHT.get() {
            return Bounds::of(&[self.pivot]).grown(self.far);
        }
        // Between two looks of an eighth of the turn, at most 11.25 degrees, no place bulges beyond them by more than 1/200 of
        // its way from the pivot.
        let around = |at: i32| self.layout.outline(self.pose(at)).bounds();
        let looks = Bounds::around((0..=8).map(|eighth| around(end * eighth / 8)));
        looks.grown(self.far / 200 + Length::grid(2))
    }

    fn pass_through(&self, at: i32, trail: &mut Vec<Pose>) {
        const DRAWN: i32 = Angle::degrees(15).get();
        trail.extend((DRAWN..at).step_by(DRAWN as usize).map(|at| self.pose(at)));
        trail.push(self.pose(at));
    }
}

/// A column whose bases follow the way of the first one, rank by rank.
pub(crate) struct Filing<'a> {
    layout: &'a Layout,
    /// The way, from the tail of the column to where the head will go.
    way: Vec<Point>,
    /// The length of the way up to each of its corners.
    upto: Vec<i32>,
    /// Where on the way the head begins.
    start: i32,
    rows: Vec<Row>,
}

/// One rank of a column: how far its front lies behind the front of the one before, and where its bases stand in it.
struct Row {
    behind: i32,
    depth: i32,
    center: Point,
    facing: Angle,
    rank: u8,
}

impl<'a> Filing<'a> {
    /// The column of `body` with the head going on along `ahead`, corner by corner.
    pub(crate) fn new(body: &'a Body, ahead: &[Point]) -> Filing<'a> {
        let rows = rows(&body.layout);
        let mut way: Vec<Point> = rows.iter().map(|row| body.pose.place(row.center)).collect();
        if let Some(last) = rows.last() {
            let tail = Pose::new(body.pose.place(last.center), body.pose.facing + last.facing);
            way.push(tail.ahead(-Length::grid(last.depth)).at);
        }
        way.reverse();
        way.dedup();
        let head = way.len().saturating_sub(1);
        way.extend_from_slice(ahead);
        way.dedup();
        let mut upto = vec![0];
        for piece in way.windows(2) {
            upto.push(upto.last().copied().unwrap_or_default() + piece[0].distance(piece[1]).get());
        }
        let start = upto.get(head).copied().unwrap_or_default();
        Filing { layout: &body.layout, way, upto, start, rows }
    }

    /// The place after a length of the way; before its beginning it goes straight on backwards.
    fn place(&self, at: i32) -> Point {
        let piece = self.upto.partition_point(|&upto| upto < at).clamp(1, self.upto.len().max(2) - 1);
        let (Some(&from), Some(&to)) = (self.way.get(piece - 1), self.way.get(piece)) else {
            return self.way.first().copied().unwrap_or_default();
        };
        let (begin, end) = (self.upto[piece - 1], self.upto[piece]);
        let share = |from: i32, to: i32| {
            let (way, length) = (i64::from(to - from) * i64::from(at - begin), i64::from(end - begin).max(1));
            from + (2 * way + length).div_euclid(2 * length) as i32
        };
        Point::new(share(from.x, to.x), share(from.y, to.y))
    }

    /// The last place of the way before `at` that lies a straight length from a place.
    fn back(&self, at: i32, from: Point, length: i32) -> i32 {
        // A chord is never longer than the way: look from there on back.
        let (mut near, mut far) = (at - length, at - length);
        // A way turns back on itself only so often; without the limit a way of one place would have no end.
        let farther = i64::from(length) * i64::from(length);
        let is_near = |at: i32| from.distance_squared(self.place(at)) < farther;
        while is_near(far) && at - far < 64 * length {
            near = far;
            far -= (length / 4).max(1);
        }
        while near - far > 1 {
            let middle = far + (near - far) / 2;
            if is_near(middle) { near = middle } else { far = middle }
        }
        far
    }

    /// The middle of each rank's front and its heading, after so many steps.
    fn stand(&self, at: i32) -> impl Iterator<Item = Pose> + '_ {
        let mut on_way = self.start + at;
        let mut front = self.place(on_way);
        self.rows.iter().enumerate().map(move |(n, row)| {
            let rear = self.place(self.back(on_way, front, row.depth.max(1)));
            let pose = Pose::new(front, Angle::towards(rear, front));
            if let Some(next) = self.rows.get(n + 1) {
                on_way = self.back(on_way, front, next.behind.max(1));
                front = self.place(on_way);
            }
            pose
        })
    }
}

impl Filing<'_> {
    /// The pose of the head and where each base then stands, seen from it.
    fn slots(&self, at: i32) -> (Pose, ArrayVec<Slot, MOST_BASES>) {
        let poses: ArrayVec<Pose, MOST_BASES> = self.stand(at).collect();
        let head = poses.first().copied().unwrap_or_default();
        let follow = |slot: &Slot| {
            let Some((row, pose)) = self.rows.iter().zip(&poses).find(|(row, _)| row.rank == slot.rank) else {
                return *slot;
            };
            let turn = (pose.facing - head.facing).turn();
            let off = (slot.left - row.center).turned(-row.facing);
            Slot {
                left: head.local(pose.at) + off.turned(turn),
                facing: (slot.facing - row.facing + turn).turn(),
                ..*slot
            }
        };
        (head, self.layout.slots().iter().map(follow).collect())
    }
}

impl Path for Filing<'_> {
    fn end(&self) -> i32 {
        self.upto.last().copied().unwrap_or_default() - self.start
    }

    fn length(&self, at: i32) -> Length {
        Length::grid(at)
    }

    fn pose(&self, at: i32) -> Pose {
        // The front of the formation keeps its place on the first rank.
        self.stand(at).next().unwrap_or_default()
    }

    fn layout(&self, at: i32) -> Cow<'_, Layout> {
        Cow::Owned(Layout::new(self.slots(at).1))
    }

    fn bases(&self, at: i32) -> Bases {
        let (head, slots) = self.slots(at);
        slots.iter().map(|slot| slot.base(head)).collect()
    }

    fn is_rigid(&self) -> bool {
        false
    }

    fn speed(&self) -> i32 {
        // At a bend the outer corners swing: no base turns by more than it goes, over its own length.
        2
    }

    fn bounds(&self) -> Bounds {
        let size = self.layout.slots().iter().map(|slot| slot.size.width + slot.size.depth).max().unwrap_or_default();
        Bounds::of(&self.way).grown(size)
    }

    fn pass_through(&self, at: i32, trail: &mut Vec<Pose>) {
        let corners = self.upto.iter().map(|upto| upto - self.start).filter(|&corner| 0 < corner && corner < at);
        trail.extend(corners.map(|corner| self.pose(corner)));
        trail.push(self.pose(at));
    }
}

/// The ranks of a column from head to tail.
fn rows(layout: &Layout) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let last = layout.slots().iter().map(|slot| slot.rank).max().unwrap_or_default();
    for rank in 0..=last {
        let in_rank = || layout.slots().iter().filter(|slot| slot.rank == rank);
        let Some(first) = in_rank().next() else { continue };
        // Measured along the rank's own front.
        let facing = first.facing;
        let home = Pose::new(Point::ORIGIN, Angle::ZERO);
        let across = Bounds::around(in_rank().map(|slot| {
            let base: Base = slot.base(home);
            Bounds::of(&base.corners.map(|corner| corner.turned(-facing)))
        }));
        let center = Point::new(across.min.x.midpoint(across.max.x), across.max.y).turned(facing);
        let behind = rows.last().map_or(0, |row| row.center.distance(center).get());
        rows.push(Row { behind, depth: across.max.y - across.min.y, center, facing, rank });
    }
    rows
}
