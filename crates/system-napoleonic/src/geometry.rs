//! Where the bases of a unit stand, and what it faces: layouts, outlines, gaps, zones. Facing 0 is towards +y (NQ-SCA-13).

use std::sync::Arc;

use arrayvec::ArrayVec;
use firelock_core::{Rulebook, Side, UnitId};
use firelock_table::{
    Angle, Base, Body, BodyId, Bounds, Corner, Crowd, Cut, End, Gap, LastRank, Layout, Leg, Length, Point, Pose,
    Quarter, Segment, Size, TableEdge, block, echelon, gap, gap_within, overlaps, quarter, square,
};

use crate::charts::{self, numbers};
use crate::roster::Roster;
use crate::state::{CommanderId, Place, Stage, Stands, State, Unit};
use crate::words::{Arm, Formation, Hand, Zone};

/// The sizes of bases: infantry, cavalry, gun, limbered gun, command (NQ-SCA-06).
pub(crate) fn sizes(book: &Rulebook) -> [Size; 5] {
    let size = |(width, depth)| Size::new(width, depth);
    [
        size(charts::base_size(book, Arm::Infantry)),
        size(charts::base_size(book, Arm::Cavalry)),
        size(charts::gun_size(book, Formation::Deployed)),
        size(charts::gun_size(book, Formation::Limbered)),
        size(charts::command_size(book)),
    ]
}

/// The size of one base of a unit that stands so.
pub(crate) fn base_size(stage: &Stage, arm: Arm, formation: Formation) -> Size {
    match (arm, formation) {
        (Arm::Infantry, _) => stage.sizes[0],
        (Arm::Cavalry, _) => stage.sizes[1],
        (Arm::Artillery, Formation::Limbered) => stage.sizes[3],
        (Arm::Artillery, _) => stage.sizes[2],
    }
}

/// The layout of so many bases (NQ-FOR-02..11). A line in two ranks is laid as any line (NQ-FOR-03), columns by files (NQ-FOR-04,
/// NQ-FOR-05), a square with all its faces closed (NQ-FOR-06, NQ-FOR-07), skirmishers and guns with gaps (NQ-FOR-09, NQ-FOR-11).
pub(crate) fn layout(stage: &Stage, arm: Arm, formation: Formation, lead: Hand, bases: u8) -> Layout {
    let size = base_size(stage, arm, formation);
    let Some(form) = charts::layout(&stage.book, arm, formation, bases) else { return square(bases, size) };
    if formation == Formation::Echelon {
        let lead = if lead == Hand::Left { End::Left } else { End::Right };
        return echelon(bases, size, form.back, lead);
    }
    let gap = Size::new(form.gap, Length::ZERO);
    block(bases, form.files, size, gap, LastRank::Left, Length::ZERO)
}

/// The layout of a unit as it stands; straight, also where a road bends it.
pub(crate) fn straight(stage: &Stage, roster: &Roster, unit: &Unit) -> Layout {
    layout(stage, roster.arm(), unit.formation, unit.lead, unit.bases)
}

/// Makes the bases of a unit anew from its place and formation.
pub(crate) fn settle(state: &mut State, id: UnitId) {
    state.sights.forget();
    let stage = Arc::clone(&state.stage);
    let unit = &mut state.units[id.index()];
    match unit.place {
        Place::At(pose) => {
            unit.layout = match &unit.bent {
                Some(bent) => bent.as_ref().clone(),
                None => straight(&stage, &stage.roster[id.index()], unit),
            };
            unit.stands = Stands::formed(pose, unit.layout.clone());
            unit.outline = unit.layout.outline(pose);
            unit.bounds = Bounds::around(unit.stands.iter().map(Base::bounds));
        }
        Place::In(building) => {
            let bounds = stage.table.ground(building).map_or(Bounds::EMPTY, |ground| *ground.bounds());
            unit.outline = boxed(bounds);
            (unit.stands, unit.bounds) = (Stands::filling(unit.outline), bounds);
        }
        Place::Waiting | Place::Gone(_) => {
            (unit.stands, unit.bounds) = (Stands::none(), Bounds::EMPTY);
            unit.outline = Base::new(Pose::default(), Size::default());
        }
    }
}

/// One rectangle around a box, facing north.
fn boxed(bounds: Bounds) -> Base {
    let size = Size::new(Length::grid(bounds.max.x - bounds.min.x), Length::grid(bounds.max.y - bounds.min.y));
    Base::new(Pose::new(Point::new(bounds.min.x.midpoint(bounds.max.x), bounds.max.y), Angle::ZERO), size)
}

/// How many bases of a unit stand in its first row; of a square none is behind another.
pub(crate) fn front_row(stage: &Stage, roster: &Roster, unit: &Unit) -> u8 {
    let form = charts::layout(&stage.book, roster.arm(), unit.formation, unit.bases);
    form.map_or(unit.bases, |form| form.files.min(unit.bases))
}

/// How many rows a unit stands deep.
pub(crate) fn rows(stage: &Stage, roster: &Roster, unit: &Unit) -> u8 {
    charts::layout(&stage.book, roster.arm(), unit.formation, unit.bases).map_or(1, |form| form.rows)
}

/// The pose of a unit that changes from one layout to another: the front middle stays, for a square the middle (NQ-MOV-11).
pub(crate) fn reformed(from: &Layout, to: &Layout, pose: Pose, squares: bool) -> Pose {
    if !squares {
        return pose;
    }
    let center = from.outline(pose).center();
    centered(to, center, pose.facing)
}

/// The pose at which the middle of a layout lies at a place.
pub(crate) fn centered(layout: &Layout, center: Point, facing: Angle) -> Pose {
    let at_origin = layout.outline(Pose::new(Point::ORIGIN, facing)).center();
    Pose::new(center - at_origin, facing)
}

impl State {
    /// A unit as it stands on the table, straight or bent; none in a building.
    pub(crate) fn body(&self, id: UnitId) -> Option<Body> {
        let unit = self.unit(id);
        Some(Body::new(unit.pose()?, unit.layout.clone()))
    }

    /// A unit as it would stand straight; none in a building.
    pub(crate) fn straight(&self, id: UnitId) -> Option<Body> {
        let unit = self.unit(id);
        match unit.bent {
            None => self.body(id),
            Some(_) => Some(Body::new(unit.pose()?, straight(&self.stage, self.roster(id), unit))),
        }
    }

    /// The gap between two units (NQ-SCA-08).
    pub(crate) fn gap(&self, a: UnitId, b: UnitId) -> Gap {
        gap(&self.unit(a).stands[..], &self.unit(b).stands[..])
    }

    /// Whether two units are at most so far apart: quick where they are far.
    pub(crate) fn within(&self, a: UnitId, b: UnitId, limit: Length) -> bool {
        let (own, other) = (self.unit(a), self.unit(b));
        match (own.stands.stance(), other.stands.stance()) {
            (Some(own), Some(other)) => own.is_within(other, limit),
            _ => gap_within(&own.stands[..], &other.stands[..], limit),
        }
    }

    /// Whether a base is at most so far from a unit: quick where it is far or well within.
    pub(crate) fn is_near(&self, base: &Base, id: UnitId, limit: Length) -> bool {
        let unit = self.unit(id);
        let center = base.center();
        base.bounds().distance_squared(&unit.bounds) <= limit.squared()
            && (unit.stands.iter().any(|stand| center.distance_squared(stand.pose.at) <= limit.squared())
                || gap_within(base, &unit.stands[..], limit))
    }

    /// Which enemy on the table is the nearest, the lowest number of equals: measured only where boxes do not tell.
    pub(crate) fn which_enemy(&self, id: UnitId) -> Option<UnitId> {
        let own = self.unit(id);
        self.planned.nearest(id, || self.which_nearest(&own.stands, own.bounds, own.side.enemy()))
    }

    /// Which unit of a side is the nearest to some bases.
    pub(crate) fn which_nearest(&self, bases: &[Base], bounds: Bounds, side: Side) -> Option<UnitId> {
        let apart = |(_, unit): &(UnitId, &Unit)| bounds.distance_squared(&unit.bounds);
        let first = self.alive(side).min_by_key(apart)?;
        // No unit is farther off than any two of its and the bases' places; those of few bases often tell.
        let others_within = |bases: &[Base]| {
            let between =
                |base: &Base| first.1.stands.iter().map(|stand| base.pose.at.distance_squared(stand.pose.at)).min();
            let limit = bases.iter().filter_map(between).min().unwrap_or(i64::MAX);
            self.alive(side).any(|other| other.0 != first.0 && apart(&other) <= limit)
        };
        let middle = bases.len() / 2;
        match others_within(bases.get(middle..=middle).unwrap_or(bases)) && others_within(bases) {
            false => Some(first.0),
            true => self.nearest_to(bases, bounds, side).map(|(_, id)| id),
        }
    }

    /// The nearest enemy on the table, the lowest number of equals.
    pub(crate) fn nearest_enemy(&self, id: UnitId) -> Option<(Gap, UnitId)> {
        let own = self.unit(id);
        self.nearest_to(&own.stands, own.bounds, own.side.enemy())
    }

    /// The unit of a side nearest to some bases, the lowest number of equals.
    pub(crate) fn nearest_to(&self, bases: &[Base], bounds: Bounds, side: Side) -> Option<(Gap, UnitId)> {
        // The nearest box is measured first: most others are then farther off than the best gap and cannot be nearer.
        let first = self.alive(side).min_by_key(|(_, unit)| bounds.distance_squared(&unit.bounds));
        let mut best = first.map(|(other, unit)| (gap(bases, &unit.stands[..]), other));
        let nearest = best.map(|(_, other)| other);
        for (other, unit) in self.alive(side).filter(|(other, _)| Some(*other) != nearest) {
            if best.is_some_and(|(gap, _)| bounds.distance_squared(&unit.bounds) > gap.length().squared()) {
                continue;
            }
            let found = (gap(bases, &unit.stands[..]), other);
            if best.is_none_or(|best| found < best) {
                best = Some(found);
            }
        }
        best
    }

    /// Some enemy of a side that is at most so far from bases.
    pub(crate) fn enemy_within(&self, side: Side, bases: &[Base], bounds: Bounds, limit: Length) -> Option<UnitId> {
        let near = |unit: &Unit| bounds.distance_squared(&unit.bounds) <= limit.squared();
        let found = self.alive(side.enemy()).filter(|(_, unit)| near(unit));
        found.into_iter().find(|(_, unit)| gap_within(bases, &unit.stands[..], limit)).map(|(id, _)| id)
    }

    /// In which zone of a unit a place lies (NQ-FOR-14, NQ-FOR-15, NQ-FOR-16; unformed or not, NQ-FOR-17); a garrison has no flank (NQ-TER-11).
    pub(crate) fn zone(&self, id: UnitId, place: Point) -> Zone {
        let unit = self.unit(id);
        let cut = match unit.formation {
            _ if unit.building().is_some() => return Zone::Front,
            Formation::Square => return Zone::Front,
            Formation::Skirmish => Cut::MidLine,
            _ => Cut::CornerRays(self.stage.degrees(&numbers::ZONE_DEGREES)),
        };
        match quarter(&unit.outline, cut, place) {
            Quarter::Front => Zone::Front,
            Quarter::Rear => Zone::Rear,
            Quarter::LeftFlank | Quarter::RightFlank => Zone::Flank,
        }
    }

    /// Everyone in the way within a box; garrisons stand in their buildings and in nobody's way.
    pub(crate) fn crowd(&self, around: Bounds, leave_out: UnitId) -> Crowd {
        self.crowd_of(leave_out, |unit| unit.bounds.meets(&around))
    }

    /// Everyone who may be in the way.
    pub(crate) fn crowd_of(&self, leave_out: UnitId, may_meet: impl Fn(&Unit) -> bool) -> Crowd {
        let mut crowd = Crowd::new();
        for (id, unit) in self.on_table() {
            if let Some(stance) = unit.stands.stance().filter(|_| id != leave_out && may_meet(unit)) {
                crowd.add_stance(in_crowd(id), stance);
            }
        }
        crowd
    }

    /// A unit that some bases lie on.
    pub(crate) fn lies_on(&self, bases: &[Base], bounds: Bounds, own: UnitId) -> Option<UnitId> {
        let near = |(id, unit): &(UnitId, &Unit)| *id != own && unit.building().is_none() && unit.bounds.meets(&bounds);
        let overlap = |unit: &Unit| bases.iter().any(|base| unit.stands.iter().any(|other| overlaps(base, other)));
        self.on_table().filter(near).find(|(_, unit)| overlap(unit)).map(|(id, _)| id)
    }

    /// The own edge of a side (NQ-SCA-07).
    pub(crate) fn home(&self, side: Side) -> TableEdge {
        self.stage.armies[side.index()].edge
    }

    /// The base of a command unit; attached it stands behind the middle of its unit (NQ-CMD-12).
    pub(crate) fn commander_base(&self, id: CommanderId) -> Base {
        let commander = self.commander(id);
        let at = commander.attached.map_or(commander.at, |unit| self.behind(unit));
        self.command_base(at)
    }

    /// A command base with its middle at a place.
    pub(crate) fn command_base(&self, at: Point) -> Base {
        let size = self.stage.sizes[4];
        Base::new(Pose::new(at.ahead(Angle::ZERO, size.depth.half()), Angle::ZERO), size)
    }

    /// The place behind the middle of a unit where a command base touches it.
    pub(crate) fn behind(&self, id: UnitId) -> Point {
        let outline = &self.unit(id).outline;
        let deep = self.stage.sizes[4].depth.half();
        let Segment { from, to } = outline.rear();
        let place = from.middle(to).ahead(outline.facing(), -deep);
        let Bounds { min, max } = self.stage.table.bounds();
        Point::new(
            place.x.clamp(min.x + deep.get(), max.x - deep.get()),
            place.y.clamp(min.y + deep.get(), max.y - deep.get()),
        )
    }

    /// Whether bases lie on the table.
    pub(crate) fn on_board(&self, bounds: Bounds) -> bool {
        let table = self.stage.table.bounds();
        table.contains(bounds.min) && table.contains(bounds.max)
    }
}

/// Where a leg of a body ends if nothing stops it, and a box around all places it passes; none for legs along a road.
pub(crate) fn swept(body: &Body, leg: &Leg) -> Option<(Pose, Bounds)> {
    let pose = body.pose;
    let end = match leg {
        Leg::Ahead(length) => pose.ahead(*length),
        Leg::Back(length) => pose.ahead(-*length),
        Leg::Slant(turn, length) => pose.slid((pose.facing + *turn).heading(), *length),
        Leg::Wheel(corner, turn) => {
            let front = body.front();
            pose.about(if *corner == Corner::Left { front.from } else { front.to }, *turn)
        }
        Leg::To(end) => *end,
        _ => return None,
    };
    let outline = |pose: Pose| body.layout.outline(pose).bounds();
    let bounds = match leg {
        Leg::Wheel(corner, turn) => {
            // A look every ten degrees; between two looks no place bulges out by a hundredth of its way from the corner.
            let (front, size) = (body.front(), body.layout.size());
            let pivot = if *corner == Corner::Left { front.from } else { front.to };
            let n_looks = turn.get().abs() / 1000 + 1;
            let looks = (1..n_looks).map(|nth| pose.about(pivot, Angle::steps(turn.get() * nth / n_looks)));
            let looked = Bounds::around(looks.map(outline)).join(outline(pose)).join(outline(end));
            looked.grown((size.width + size.depth) / 100 + Length::mm(1))
        }
        // It goes there as it faces, then turns.
        Leg::To(_) => outline(pose).join(outline(Pose::new(end.at, pose.facing))).join(outline(end)),
        _ => outline(pose).join(outline(end)),
    };
    Some((end, bounds))
}

/// The ground that a body goes over on a straight leg, as it faces: narrower than the box around it.
pub(crate) struct Strip {
    pub(crate) pose: Pose,
    /// As local places.
    pub(crate) swept: Bounds,
}

impl Strip {
    /// Of a leg without a turn; none of others.
    pub(crate) fn of(pose: Pose, layout: &Layout, leg: &Leg) -> Option<Strip> {
        let way = match leg {
            Leg::Ahead(length) => Point::new(0, length.get()),
            Leg::Back(length) => Point::new(0, -length.get()),
            Leg::Slant(turn, length) => Point::ORIGIN.ahead(*turn, *length),
            _ => return None,
        };
        let Bounds { min, max } = layout.footprint();
        Some(Strip { pose, swept: Bounds { min, max }.join(Bounds { min: min + way, max: max + way }) })
    }

    /// Of a body that slides along a heading, seen along that heading.
    pub(crate) fn along(body: &Body, heading: Angle, length: Length) -> Strip {
        let pose = Pose::new(body.pose.at, heading.heading());
        let Bounds { min, max } = Bounds::of(&body.outline().corners.map(|corner| pose.local(corner)));
        Strip { pose, swept: Bounds { min, max: Point::new(max.x, max.y + length.get()) } }
    }

    /// The box around some places, as the body faces.
    pub(crate) fn seen(&self, places: &[Point; 4]) -> Bounds {
        Bounds::of(&places.map(|place| self.pose.local(place)))
    }

    /// Whether a rectangle may lie on the strip, or so near to it.
    pub(crate) fn may_meet(&self, corners: &[Point; 4], near: Length) -> bool {
        self.swept.grown(near).meets(&self.seen(corners))
    }
}

/// The ground that a body goes over on a leg, in strips: closer around it than a box.
pub(crate) struct Swath(ArrayVec<Strip, MOST_LOOKS>);

/// A wheel is looked at every few degrees, for a quarter turn at most.
const MOST_LOOKS: usize = 20;

impl Swath {
    /// Of a straight leg or a wheel; none of others.
    pub(crate) fn of(body: &Body, leg: &Leg) -> Option<Swath> {
        let Leg::Wheel(corner, turn) = leg else {
            return Strip::of(body.pose, &body.layout, leg).map(|strip| Swath(ArrayVec::from_iter([strip])));
        };
        if turn.abs() > Angle::RIGHT {
            return None;
        }
        let (front, size) = (body.front(), body.layout.size());
        let pivot = if *corner == Corner::Left { front.from } else { front.to };
        let n_ways = turn.get().abs() / 500 + 1;
        // No place is farther from the corner than this, nor farther from where it lies at the nearest look than half the way
        // between two: less than a 22nd of that for five degrees.
        let swept = body.layout.footprint().grown((size.width + size.depth) / 22 + Length::mm(1));
        let look = |nth: i32| body.pose.about(pivot, Angle::steps(turn.get() * nth / n_ways));
        Some(Swath((0..=n_ways).map(|nth| Strip { pose: look(nth), swept }).collect()))
    }

    /// Whether a rectangle may lie on it, or so near to it.
    pub(crate) fn may_meet(&self, other: &Base, near: Length) -> bool {
        let Size { width, depth } = other.size;
        let own = Bounds::of(&[Point::new(-width.get() / 2, -depth.get()), Point::new(width.get() / 2, 0)]);
        let own = own.grown(near + Length::grid(2));
        self.0.iter().any(|strip| {
            strip.may_meet(&other.corners, near) && {
                let places = corners(&strip.swept).map(|corner| other.pose.local(strip.pose.place(corner)));
                own.meets(&Bounds::of(&places))
            }
        })
    }

    /// Whether an upright box may meet it.
    pub(crate) fn may_meet_box(&self, bounds: &Bounds, near: Length) -> bool {
        let corners = corners(bounds);
        self.0.iter().any(|strip| strip.may_meet(&corners, near))
    }
}

/// The corners of a box.
pub(crate) const fn corners(bounds: &Bounds) -> [Point; 4] {
    let Bounds { min, max } = *bounds;
    [min, Point::new(min.x, max.y), max, Point::new(max.x, min.y)]
}

/// The box around bases.
pub(crate) fn around(bases: &[Base]) -> Bounds {
    Bounds::around(bases.iter().map(Base::bounds))
}

/// The number of a unit among those in a crowd.
pub(crate) const fn in_crowd(id: UnitId) -> BodyId {
    BodyId(id.0)
}

/// The unit behind a number in a crowd.
pub(crate) const fn of_crowd(id: BodyId) -> UnitId {
    UnitId(id.0)
}

/// The length of the edge along which two bases touch, within a gap (NQ-MEL-02).
pub(crate) fn shared_edge(own: &Base, other: &Base, within: Length) -> Length {
    if own.bounds().distance_squared(&other.bounds()) > within.squared() {
        return Length::ZERO;
    }
    own.edges().iter().map(|edge| along(*edge, other, within)).max().unwrap_or_default()
}

/// Whether a base touches one of a unit along so much of an edge at least.
pub(crate) fn touches(own: &Base, unit: &Unit, within: Length, least: Length) -> bool {
    let (bounds, near) = (own.bounds(), within.squared());
    let touches = |other: &Base| {
        bounds.distance_squared(&other.bounds()) <= near
            && own.edges().iter().any(|edge| along(*edge, other, within) >= least)
    };
    bounds.distance_squared(&unit.bounds) <= near && unit.stands.iter().any(touches)
}

/// How much of an edge lies at most so far from a rectangle, measured against its grown outline.
fn along(edge: Segment, other: &Base, within: Length) -> Length {
    let home = Pose::new(other.center(), other.facing());
    let (from, to) = (home.local(edge.from), home.local(edge.to));
    let (wide, deep) = (other.size.width.get() / 2 + within.get(), other.size.depth.get() / 2 + within.get());
    // The part of the edge inside the box, as a fraction of 2^20.
    let (mut low, mut high) = (0_i64, 1 << 20);
    for (start, end, limit) in [(from.x, to.x, wide), (from.y, to.y, deep)] {
        let (start, way, limit) = (i64::from(start), i64::from(end - start), i64::from(limit));
        for (bound, sign) in [(limit - start, 1), (limit + start, -1)] {
            let rate = way * sign;
            if rate == 0 && bound < 0 {
                return Length::ZERO;
            }
            match rate.signum() {
                1 => high = high.min((bound << 20).div_euclid(rate)),
                -1 => low = low.max((bound << 20).div_euclid(rate) + 1),
                _ => {}
            }
        }
    }
    if low >= high {
        return Length::ZERO;
    }
    Length::grid(((i64::from(edge.length().get()) * (high - low)) >> 20) as i32)
}
