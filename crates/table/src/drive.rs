use serde::{Deserialize, Serialize};

use crate::{
    Angle, Base, Body, BodyId, Bounds, Crowd, FeatureId, Layout, Length, Point, Pose, Segment, Slot, Standing, TOUCH,
    Table, TableEdge, gap,
    meet::{Look, meets_on, rear_beyond, short_of},
    overlaps,
    path::{Filing, Path, Sliding, Swing},
    road::ahead_on,
    sweep::Slide,
};

/// One maneuver of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Leg {
    /// Straight ahead.
    Ahead(Length),
    /// Straight along a line so far off the facing (positive to the right), the facing kept.
    Slant(Angle, Length),
    /// Straight back, the facing kept.
    Back(Length),
    /// Straight to the right (negative: to the left), the facing kept.
    Side(Length),
    /// About a front corner, clockwise (negative: counter-clockwise). Its length is the arc of the other front corner.
    Wheel(Corner, Angle),
    /// In place about the middle of the footprint, clockwise.
    Turn(Angle),
    /// About face: each base turns in its own place and the rear becomes the front.
    About,
    /// Along a line feature, the way the head faces, each rank following the head.
    Follow(FeatureId, Length),
    /// The head goes straight to a place, each rank following it.
    Lead(Point),
    /// Straight ahead until the rear lies beyond a feature: over a wall.
    Over(FeatureId),
    /// Another formation on the same front middle.
    Reform(Box<Layout>),
    /// Straight to a place in any direction, then any facing: leaders and loose order.
    To(Pose),
}

/// A front corner of a formation, seen the way it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Corner {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The surroundings of a move.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The ground.
    pub table: &'a Table,
    /// Everyone on it.
    pub crowd: &'a Crowd,
    /// The body that moves, to be left out of the crowd.
    pub mover: Option<BodyId>,
    /// The parts of the body whose ground is recorded.
    pub watch: &'a [Part],
    /// How far to keep off from a body, if at all. Nearer is a meeting, unless the distance only grows.
    pub keep_off: &'a dyn Fn(BodyId) -> Option<Length>,
}

/// A part of a body that lies on a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// At least one base, deeper than a touch.
    AnyBase,
    /// Every base, each deeper than a touch.
    EveryBase,
    /// The middle of at least one base.
    AnyCenter,
    /// Some of the front edge.
    FrontEdge,
    /// The middle of the front edge: the path of a column's head.
    FrontCenter,
}

/// A stretch of a move over a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The leg, counted from 0.
    pub leg: u8,
    /// The feature.
    pub feature: FeatureId,
    /// The part of the body that lay on it.
    pub part: Part,
    /// The length of the leg gone when it began.
    pub from: Length,
    /// The length gone when it ended.
    pub to: Length,
}

/// Something that a body meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meet {
    /// The leg, counted from 0.
    pub leg: u8,
    /// Who or what.
    pub with: Met,
    /// The length of the leg gone when they meet.
    pub at: Length,
    /// The length gone when the body is clear of it again; none if the leg ends before.
    pub out: Option<Length>,
}

/// Who or what is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Another body is run into. Halting here, both touch and do not overlap.
    Body {
        /// Whose.
        id: BodyId,
        /// The mover's base that meets it first, by its slot.
        own: u8,
        /// The base that is met first.
        base: u8,
        /// The edge of it that is met.
        edge: BaseEdge,
    },
    /// A body is about to come nearer than it must. Halting here, it does not.
    Near(BodyId),
    /// A feature is entered by a base. Halting here, it is not.
    Feature(FeatureId),
    /// The edge of the table is about to be crossed. Halting here, it is not.
    Edge(TableEdge),
}

/// One edge of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BaseEdge {
    /// The way it faces.
    Front,
    /// To its right.
    Right,
    /// Behind.
    Rear,
    /// To its left.
    Left,
}

/// What a meeting does to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing: the body goes on.
    Through,
    /// It halts there.
    Halt,
    /// It halts at the last place at which it is at least so far off.
    HaltShort(Length),
}

/// A move as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drive {
    /// The poses it went through, the first and the last included; turns in steps of 15 degrees at most.
    pub trail: Vec<Pose>,
    /// The length gone on each leg that was begun.
    pub lengths: Vec<Length>,
    /// The ground it passed, leg by leg.
    pub ground: Vec<Ground>,
    /// What it met, leg by leg in the order of the way.
    pub meets: Vec<Meet>,
    /// The meeting that ended it, by its place among them.
    pub halted: Option<usize>,
    /// The bodies that its end lies on deeper than a touch.
    pub on: Vec<BodyId>,
    /// The body at its end.
    pub end: Body,
}

/// Walks a body along its legs.
///
/// Everything on the full length of a leg is put to `stop` in the order of the way, also what lies beyond a place where the
/// body halts (a later enemy may ask for more room than an earlier one); the nearest halt counts and ends the whole move.
/// Straight legs are exact to the grid step. Turns and columns are looked at every 1/8 inch of their outer way or more
/// often, and a first contact is then found to the step of 1/100 degree or of the grid: what is cut by less than such a
/// step and left again may be missed.
pub fn drive(scene: &Scene<'_>, body: &Body, legs: &[Leg], mut stop: impl FnMut(&Meet) -> Stop) -> Drive {
    let mut drive = Drive::from(body);
    for leg in legs {
        if drive.halted.is_some() {
            break;
        }
        drive.go(scene, leg, Look::Past, &mut stop);
    }
    let bases = drive.end.bases();
    let bounds = Bounds::around(bases.iter().map(Base::bounds));
    let lies_on = |others: &[Base]| others.iter().any(|other| bases.iter().any(|base| overlaps(base, other)));
    let on = scene.others().filter(|other| other.bounds.meets(&bounds) && lies_on(other.bases));
    drive.on.extend(on.map(|other| other.id));
    drive
}

/// Walks a body along one leg on which every other body halts it: quicker than [`drive`], as nobody is looked at beyond the first
/// touch. When it would be clear of a body again is not told, nor whom its end lies on.
pub fn drive_to_halt(scene: &Scene<'_>, body: &Body, leg: &Leg, mut stop: impl FnMut(&Meet) -> Stop) -> Drive {
    let mut drive = Drive::from(body);
    drive.go(scene, leg, Look::ToTouch, &mut stop);
    drive
}

impl<'a> Scene<'a> {
    /// A scene in which nobody need be kept off from and no ground is recorded.
    pub fn new(table: &'a Table, crowd: &'a Crowd, mover: Option<BodyId>) -> Scene<'a> {
        Scene { table, crowd, mover, watch: &[], keep_off: &|_| None }
    }

    /// A place, or the place nearest to it that is at most as far from the table as the table is large.
    fn near_table(&self, place: Point) -> Point {
        let Bounds { min, max } = self.table.bounds().grown(self.table.width().max(self.table.depth()));
        Point::new(place.x.clamp(min.x, max.x), place.y.clamp(min.y, max.y))
    }

    /// Everyone but the mover.
    pub(crate) fn others(&self) -> impl Iterator<Item = Standing<'a>> {
        let mover = self.mover;
        self.crowd.bodies().filter(move |body| Some(body.id) != mover)
    }
}

impl std::fmt::Debug for Scene<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("mover", &self.mover).field("watch", &self.watch).finish_non_exhaustive()
    }
}

impl Drive {
    /// A move that has not begun.
    fn from(body: &Body) -> Drive {
        // Most have one leg.
        let mut trail = Vec::with_capacity(2);
        trail.push(body.pose);
        Drive {
            trail,
            lengths: Vec::with_capacity(1),
            ground: Vec::new(),
            meets: Vec::new(),
            halted: None,
            on: Vec::new(),
            end: body.clone(),
        }
    }

    /// The length of all legs together.
    pub fn length(&self) -> Length {
        self.lengths.iter().copied().sum()
    }

    /// The meeting that ended the move.
    pub fn halt(&self) -> Option<&Meet> {
        self.meets.get(self.halted?)
    }

    /// The path of the middle of the front.
    pub fn path(&self) -> Vec<Point> {
        self.trail.iter().map(|pose| pose.at).collect()
    }

    /// The features that a part of the body lay on at any time, each once.
    pub fn features(&self, part: Part) -> Vec<FeatureId> {
        let mut found: Vec<FeatureId> =
            self.ground.iter().filter(|ground| ground.part == part).map(|ground| ground.feature).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The length during which a part of the body lay on features that match; what lies over each other counts once.
    pub fn length_on(&self, part: Part, matches: impl Fn(FeatureId) -> bool) -> Length {
        let mut parts: Vec<(u8, Length, Length)> = self
            .ground
            .iter()
            .filter(|ground| ground.part == part && matches(ground.feature))
            .map(|ground| (ground.leg, ground.from, ground.to))
            .collect();
        parts.sort_unstable();
        let (mut sum, mut reached) = (Length::ZERO, (0, Length::ZERO));
        for (leg, from, to) in parts {
            let from = if reached.0 == leg { from.max(reached.1) } else { from };
            if to > from {
                sum += to - from;
                reached = (leg, to);
            }
        }
        sum
    }

    fn go(&mut self, scene: &Scene<'_>, leg: &Leg, look: Look, stop: &mut impl FnMut(&Meet) -> Stop) {
        let body = self.end.clone();
        let (pose, layout) = (body.pose, &body.layout);
        let solid = layout.solid();
        let slide = |heading: Angle, length: Length| {
            let length = length.clamp(-LONGEST, LONGEST);
            let heading = if length.get() < 0 { heading + Angle::HALF } else { heading };
            Sliding {
                slide: Slide { from: pose, heading: heading.heading(), length: length.get().abs() },
                layout,
                solid,
            }
        };
        match leg {
            Leg::Ahead(length) => self.walk(scene, &slide(pose.facing, *length), look, stop),
            Leg::Slant(angle, length) => self.walk(scene, &slide(pose.facing + *angle, *length), look, stop),
            Leg::Back(length) => self.walk(scene, &slide(pose.facing, -*length), look, stop),
            Leg::Side(length) => self.walk(scene, &slide(pose.facing + Angle::RIGHT, *length), look, stop),
            Leg::Wheel(corner, angle) => {
                let Segment { from, to } = body.front();
                let corners = if *corner == Corner::Left { (from, to) } else { (to, from) };
                self.walk(scene, &Swing::new(&body, solid, corners, *angle), look, stop);
            }
            Leg::Turn(angle) => {
                let turned = Body::new(pose.about(body.outline().center(), *angle), layout.clone());
                self.place(scene, turned, stop);
            }
            Leg::About => self.place(scene, about(&body), stop),
            Leg::Reform(layout) => self.place(scene, Body::new(pose, layout.as_ref().clone()), stop),
            Leg::Lead(to) => self.walk(scene, &Filing::new(&body, &[scene.near_table(*to)]), look, stop),
            Leg::Follow(road, length) => {
                let ahead = ahead_on(scene.table, *road, &body, (*length).min(LONGEST));
                self.walk(scene, &Filing::new(&body, &ahead), look, stop);
            }
            Leg::Over(feature) => {
                let length = rear_beyond(scene, &slide(pose.facing, LONGEST), *feature);
                self.walk(scene, &slide(pose.facing, length), look, stop);
            }
            Leg::To(to) => {
                let to = Pose::new(scene.near_table(to.at), to.facing.heading());
                let way = slide(Angle::towards(pose.at, to.at), pose.at.distance(to.at));
                self.walk(scene, &way, look, stop);
                if self.halted.is_none() {
                    // The last step to the exact place, and the new facing, are taken where it stands.
                    self.place(scene, Body::new(to, layout.clone()), stop);
                    let set = self.lengths.pop().unwrap_or_default();
                    debug_assert_eq!(set, Length::ZERO);
                }
            }
        }
    }

    /// Goes along a way as far as `stop` lets it.
    fn walk(&mut self, scene: &Scene<'_>, path: &impl Path, look: Look, stop: &mut impl FnMut(&Meet) -> Stop) {
        let leg = self.lengths.len() as u8;
        let mut found = meets_on(scene, path, look);
        found.meets.sort_by_key(|meet| meet.at);
        let (mut limit, mut halt) = (path.end(), None);
        for meet in &found.meets {
            let seen = Meet { leg, with: meet.with, at: path.length(meet.at), out: meet.out.map(|at| path.length(at)) };
            let place = match stop(&seen) {
                Stop::Through => None,
                Stop::Halt => Some(meet.at),
                Stop::HaltShort(off) => Some(short_of(scene, path, meet, off)),
            };
            if let Some(place) = place
                && (place < limit || halt.is_none())
            {
                (limit, halt) = (place, Some(seen));
            }
        }
        let gone = path.length(limit);
        self.meets.reserve(found.meets.len());
        for meet in &found.meets {
            let at = path.length(meet.at);
            let out = meet.out.filter(|&out| out <= limit).map(|out| path.length(out));
            if meet.at <= limit && halt.is_none_or(|halt| halt.with != meet.with || halt.at != at) {
                self.meets.push(Meet { leg, with: meet.with, at, out });
            }
        }
        if let Some(halt) = halt {
            // Halting short of it, the body never meets it: it is told last all the same, as the reason.
            self.halted = Some(self.meets.len());
            self.meets.push(Meet { out: None, ..halt });
        }
        found.ground.retain_mut(|ground| {
            (ground.leg, ground.to) = (leg, ground.to.min(gone));
            ground.from <= gone
        });
        match self.ground.is_empty() {
            true => self.ground = found.ground,
            false => self.ground.append(&mut found.ground),
        }
        path.pass_through(limit, &mut self.trail);
        self.lengths.push(gone);
        self.end = path.body(limit);
    }

    /// Puts a body down in another way where it stands: what it then lies on is met, and a halt leaves it as it was.
    fn place(&mut self, scene: &Scene<'_>, body: Body, stop: &mut impl FnMut(&Meet) -> Stop) {
        let leg = self.lengths.len() as u8;
        let slide = Slide { from: body.pose, heading: Angle::ZERO, length: 0 };
        let still = Sliding { slide, layout: &body.layout, solid: body.layout.solid() };
        let found = meets_on(scene, &still, Look::Past);
        let (before, after) = (self.end.bases(), body.bases());
        let nearer = |other: &Standing<'_>| {
            let Some(off) = (scene.keep_off)(other.id) else { return false };
            let now = gap(&after[..], other.bases).length();
            now < off && now + TOUCH < gap(&before[..], other.bases).length()
        };
        let near = scene.others().filter(nearer).map(|other| Met::Near(other.id));
        for with in found.meets.iter().map(|meet| meet.with).chain(near) {
            let seen = Meet { leg, with, at: Length::ZERO, out: None };
            let halts = stop(&seen) != Stop::Through;
            self.meets.push(seen);
            if halts {
                self.halted = Some(self.meets.len() - 1);
                break;
            }
        }
        self.lengths.push(Length::ZERO);
        if self.halted.is_none() {
            self.ground.extend(found.ground.iter().map(|ground| Ground { leg, ..*ground }));
            self.trail.push(body.pose);
            self.end = body;
        }
    }
}

/// The longest leg: the diagonal of the largest table is shorter.
const LONGEST: Length = Length::inches(600);

/// Each base about-faced in its own place; the pose on the front of what was the rear.
fn about(body: &Body) -> Body {
    let slots = body.layout.slots();
    let tail = slots.iter().max_by_key(|slot| slot.rank).filter(|slot| slot.rank > 0 && slot.facing != Angle::ZERO);
    // A bent column is led by its tail.
    let rear = tail.map_or(body.outline(), |tail| tail.base(body.pose));
    let pose = Pose::new(rear.rear().middle(), (rear.facing() + Angle::HALF).heading());
    let last = slots.iter().map(|slot| slot.rank).max().unwrap_or_default();
    let turned = |slot: &Slot| {
        let base = slot.base(body.pose);
        let most = slots.iter().filter(|other| other.rank == slot.rank).map(|other| other.file).max();
        Slot {
            left: pose.local(base.corners[2]),
            facing: (base.facing() + Angle::HALF - pose.facing).turn(),
            size: slot.size,
            rank: last - slot.rank,
            file: most.unwrap_or_default() - slot.file,
        }
    };
    let layout = Layout::new(slots.iter().map(turned).collect());
    let kept = Bounds::of(&body.outline().corners.map(|corner| pose.local(corner)));
    let front = layout.front();
    Body::new(pose, if tail.is_some() { layout } else { layout.covering(front, kept) })
}
