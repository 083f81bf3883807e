//! Who sees whom: lines of sight, arcs, and the bases that can shoot (NQ-LOS, NQ-SAF-02).

use arrayvec::ArrayVec;
use firelock_core::{Place, Refusal, UnitId};
use firelock_table::{
    Angle, Base, Bounds, Fan, FeatureId, Gap, Length, MOST_BASES, Point, Polygon, Pose, Segment, Shape, Size, TOUCH,
    gap, in_fan, passes_through, trace,
};

use crate::charts::{self, Sight, numbers};
use crate::clauses::{NQ_LOS_02, NQ_LOS_04, NQ_LOS_11};
use crate::geometry::front_row;
use crate::state::{State, Unit};
use crate::terrain::{Hides, Screen};
use crate::words::{Arm, Formation};

/// All that may lie between two places: a lane is looked at once for many lines.
pub(crate) struct Lane<'a> {
    state: &'a State,
    /// Units that may block, and whether they are friendly skirmishers.
    units: Vec<(UnitId, bool)>,
    /// The features that may block.
    screens: Vec<Screen>,
    /// Buildings that are the ends themselves.
    ends: [Option<FeatureId>; 2],
}

impl State {
    /// What may lie between two boxes, seen by a unit (NQ-LOS-02, NQ-LOS-03).
    pub(crate) fn lane(&self, viewer: Option<UnitId>, target: Option<UnitId>, from: Bounds, to: Bounds) -> Lane<'_> {
        let corridor = Corridor::new(from, to);
        let side = viewer.map(|id| self.unit(id).side);
        let between = |(id, unit): &(UnitId, &Unit)| {
            let end = Some(*id) == viewer || Some(*id) == target;
            !end && unit.building().is_none() && corridor.meets_unit(unit)
        };
        let veil = |unit: &Unit| unit.formation == Formation::Skirmish && Some(unit.side) == side;
        let units = self.on_table().filter(between).map(|(id, unit)| (id, veil(unit)));
        // Skirmishers clear the front, unless they stand on higher ground (NQ-LOS-03, NQ-LOS-04).
        let units = units.filter(|(id, veil)| !veil || self.level(self.unit(*id).outline.center()) > 0).collect();
        let screens = self.stage.screens.iter().filter(|screen| corridor.meets(&screen.bounds)).copied().collect();
        let building = |id: Option<UnitId>| id.and_then(|id| self.unit(id).building());
        Lane { state: self, units, screens, ends: [building(viewer), building(target)] }
    }

    /// Whether a unit sees another: from some base to some base (NQ-LOS-01).
    pub(crate) fn sees(&self, id: UnitId, target: UnitId) -> bool {
        self.sights.known(self.units.len(), id, target, || {
            let (unit, other) = (self.unit(id), self.unit(target));
            let lane = self.lane(Some(id), Some(target), unit.bounds, other.bounds);
            lane.is_open() || from_middle(&unit.stands).any(|base| lane.any(base.front().middle(), other))
        })
    }

    /// Whether a unit sees another, and what hides it if not.
    pub(crate) fn looks_at(&self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        if self.sees(id, target) {
            return Ok(());
        }
        let (unit, other) = (self.unit(id), self.unit(target));
        let eye = from_middle(&unit.stands).next().unwrap_or(&unit.outline).front().middle();
        let lane = self.lane(Some(id), Some(target), unit.bounds, other.bounds);
        let line = Segment::new(eye, other.outline.center());
        let view = View { lane: &lane, eye, units: u64::MAX, screens: u64::MAX };
        let who = crate::view::name(self, target);
        let along = Place::Along(line);
        Err(match (view.bar(line), view.units_between(line).min_by_key(|id| gap(eye, &self.unit(*id).stands[..]))) {
            (Some(Bar::Feature(feature)), _) => {
                Refusal::new(NQ_LOS_02, format!("{} hides {who}", self.stage.land(feature).called())).at(along)
            }
            (Some(Bar::Heights), _) => Refusal::new(NQ_LOS_04, format!("higher ground hides {who}")).at(along),
            (None, Some(between)) => {
                let words = format!("{} in the way to {who}", crate::view::name(self, between));
                Refusal::new(NQ_LOS_02, words).at(Place::Unit(between))
            }
            // The line to its middle is clear, which is no aim point of it.
            (None, None) => Refusal::new(NQ_LOS_11, format!("ground or troops between hide {who}")).at(along),
        })
    }
}

/// What of the ground stops a line.
enum Bar {
    /// Something that hides, or too much of it.
    Feature(FeatureId),
    /// Ground higher than both ends.
    Heights,
}

impl Lane<'_> {
    /// Nothing stands between.
    pub(crate) fn is_open(&self) -> bool {
        self.units.is_empty() && self.screens.is_empty()
    }

    /// Whether one of the aim points of some base of a unit is seen (NQ-LOS-11).
    pub(crate) fn any(&self, eye: Point, target: &Unit) -> bool {
        self.view(eye, target).is_some_and(|view| from_middle(&target.stands).any(|base| view.sees(base)))
    }

    /// What lies between a place and a unit; none where that hides all of the unit.
    pub(crate) fn view(&self, eye: Point, target: &Unit) -> Option<View<'_>> {
        let mut view = View { lane: self, eye, units: 0, screens: 0 };
        if self.is_open() {
            return Some(view);
        }
        let corridor = Corridor::new(Bounds::of(&[eye]), target.bounds);
        let lines = grown(&target.outline).corners.map(|corner| Segment::new(eye, corner));
        let level = || self.is_level(eye, &target.bounds);
        for (nth, (id, _)) in self.units.iter().enumerate() {
            let unit = self.state.unit(*id);
            if corridor.meets_unit(unit) {
                view.units |= bit(nth);
                if bars_all(unit, &lines) && level() {
                    return None;
                }
            }
        }
        for (nth, screen) in self.screens.iter().enumerate() {
            if corridor.meets(&screen.bounds) {
                view.screens |= bit(nth);
                let walls = match screen.hides {
                    Hides::Wholly => !self.ends.contains(&Some(screen.feature)),
                    Hides::Height(levels) => levels > 0 && level(),
                    Hides::Depth(_) | Hides::Unclear => false,
                };
                let crosses =
                    |ground: &Polygon| lines.iter().all(|line| chord(ground, *line).is_some_and(|part| part > CLOSE));
                if walls && self.state.stage.table.ground(screen.feature).is_some_and(crosses) {
                    return None;
                }
            }
        }
        Some(view)
    }

    /// Whether no hill lets a place look over others at what lies in a box.
    fn is_level(&self, eye: Point, target: &Bounds) -> bool {
        self.state.level(eye) == 0 && !self.state.stage.hills.iter().any(|(_, hill)| hill.meets(target))
    }

    /// Whether a line is clear, all that lies in the lane considered.
    pub(crate) fn is_clear(&self, eye: Point, aim: Point) -> bool {
        View { lane: self, eye, units: u64::MAX, screens: u64::MAX }.is_clear(aim)
    }
}

/// What may lie between one place and a unit: the parts of a lane that do, one bit each; those beyond 64 always count.
pub(crate) struct View<'a> {
    lane: &'a Lane<'a>,
    eye: Point,
    units: u64,
    screens: u64,
}

const fn bit(nth: usize) -> u64 {
    if nth < 64 { 1 << nth } else { 0 }
}

/// A little more than a rectangle: its bases are rounded to the grid each for itself.
fn grown(base: &Base) -> Base {
    let more = Length::grid(2 * TOUCH.get());
    Base::new(base.pose.ahead(more.half()), Size::new(base.size.width + more, base.size.depth + more))
}

/// A little less than a rectangle: what passes through it passes through the whole deeper than a touch.
fn shrunk(base: &Base) -> Base {
    let less = Length::grid(4 * TOUCH.get());
    let size = Size::new((base.size.width - less).max(Length::grid(1)), (base.size.depth - less).max(Length::grid(1)));
    Base::new(base.pose.ahead(-less.half()), size)
}

impl View<'_> {
    fn units(&self) -> impl Iterator<Item = &(UnitId, bool)> {
        self.lane
            .units
            .iter()
            .enumerate()
            .filter(|(nth, _)| *nth >= 64 || self.units & bit(*nth) != 0)
            .map(|(_, unit)| unit)
    }

    fn screens(&self) -> impl Iterator<Item = &Screen> {
        let own = |(nth, _): &(usize, &Screen)| *nth >= 64 || self.screens & bit(*nth) != 0;
        self.lane.screens.iter().enumerate().filter(own).map(|(_, screen)| screen)
    }

    /// Whether one of the aim points of a base is seen.
    pub(crate) fn sees(&self, base: &Base) -> bool {
        if self.units().next().is_none() && self.screens().next().is_none() {
            return true;
        }
        let [a, b, c, d] = base.corners;
        if self.is_clear(a.middle(b)) {
            return true;
        }
        let lines = grown(base).corners.map(|corner| Segment::new(self.eye, corner));
        let barred = self.units().any(|(id, _)| bars_all(self.lane.state.unit(*id), &lines));
        if barred && self.lane.is_level(self.eye, &base.bounds()) {
            return false;
        }
        // The nearest place of the base takes the longest to find: it is looked at last.
        [a, b, c, d, b.middle(c), c.middle(d), d.middle(a)].into_iter().any(|aim| self.is_clear(aim))
            || self.is_clear(gap(self.eye, base).ends().to)
    }

    /// Whether a line is clear (NQ-LOS-02..06).
    fn is_clear(&self, aim: Point) -> bool {
        let line = Segment::new(self.eye, aim);
        self.ground_clear(line) && self.units_clear(line)
    }

    /// Units in a wood see out and are seen by the length of wood on the line itself (NQ-LOS-06).
    fn ground_clear(&self, line: Segment) -> bool {
        self.glance(line).unwrap_or_else(|| self.trace_clear(line))
    }

    /// Whether the ground lets a line pass, where boxes and the part of the line in each feature tell; none where it is close.
    fn glance(&self, line: Segment) -> Option<bool> {
        let stage = &self.lane.state.stage;
        // Woods may lie over each other and have limits of their own: all of them together against the least.
        let (mut length, mut deep, mut limit) = (None, 0, Length::FAR);
        let (mut tops, mut highest) = (0, None);
        for screen in self.screens().filter(|screen| touches(&screen.bounds, line)) {
            if screen.hides == Hides::Unclear {
                return None;
            }
            let Some(part) = chord(stage.table.ground(screen.feature)?, line) else { continue };
            if part.abs() <= CLOSE {
                return None;
            }
            if part < 0 {
                continue;
            }
            match screen.hides {
                Hides::Unclear => return None,
                Hides::Wholly if self.lane.ends.contains(&Some(screen.feature)) => {}
                Hides::Wholly => return Some(false),
                Hides::Depth(most) => {
                    let length = *length.get_or_insert_with(|| i64::from(line.length().get()));
                    let inside = (length * part) >> PARTS;
                    if inside > i64::from(most.get()) + CLOSE {
                        return Some(false);
                    }
                    (deep, limit) = (deep + inside, limit.min(most));
                }
                Hides::Height(levels) => {
                    let level = || self.lane.state.level(line.from).max(self.lane.state.level(line.to));
                    // Ground higher than both ends blocks (NQ-LOS-04).
                    if levels > *highest.get_or_insert_with(level) {
                        return Some(false);
                    }
                    tops += levels.max(0);
                }
            }
        }
        let shallow = deep == 0 || deep + 2 * CLOSE < i64::from(limit.get());
        (shallow && highest.is_none_or(|highest| tops <= highest)).then_some(true)
    }

    /// The same, exactly, over all the ground that the line passes.
    fn trace_clear(&self, line: Segment) -> bool {
        self.bar(line).is_none()
    }

    /// The ground that stops a line, if any does.
    fn bar(&self, line: Segment) -> Option<Bar> {
        let (state, stage) = (self.lane.state, &self.lane.state.stage);
        let trace = trace(&stage.table, line.from, line.to);
        for id in trace.spans().iter().map(|span| span.feature) {
            let land = stage.land(id);
            match land.ground().sight {
                Sight::Clear | Sight::Hill => {}
                Sight::Blocks => {
                    if !self.lane.ends.contains(&Some(id)) {
                        return Some(Bar::Feature(id));
                    }
                }
                Sight::Depth => {
                    // All woods of one limit count together (NQ-LOS-02).
                    let Some(limit) = charts::sight_depth(&stage.book, land.terrain) else { continue };
                    let alike =
                        |other: FeatureId| charts::sight_depth(&stage.book, stage.land(other).terrain) == Some(limit);
                    if trace.length_in(alike) > limit {
                        return Some(Bar::Feature(id));
                    }
                }
            }
        }
        let highest = state.level(line.from).max(state.level(line.to));
        let hilly = self.lane.screens.iter().any(|screen| stage.land(screen.feature).ground().sight == Sight::Hill);
        (hilly && trace.ground().iter().any(|step| step.level > highest)).then_some(Bar::Heights)
    }

    fn units_clear(&self, line: Segment) -> bool {
        self.units_between(line).next().is_none()
    }

    /// The units that stop a line.
    fn units_between(&self, line: Segment) -> impl Iterator<Item = UnitId> {
        let stops = move |(id, veil): &&(UnitId, bool)| {
            let unit = self.lane.state.unit(*id);
            if !unit.bounds.meets(&line.bounds()) {
                return false;
            }
            let between = match has_no_seams(unit) {
                true => passes_through(line, &unit.outline),
                false => unit.stands.iter().any(|base| passes_through(line, base)),
            };
            between && !self.shoots_over(unit, *veil, line)
        };
        self.units().filter(stops).map(|(id, _)| *id)
    }

    /// Overhead fire (NQ-LOS-05): an end is higher than the unit between, and the unit far enough from both. A unit that stands
    /// higher than both ends hides what is close behind it (NQ-LOS-04).
    fn shoots_over(&self, unit: &Unit, veil: bool, line: Segment) -> bool {
        let (state, stage) = (self.lane.state, &self.lane.state.stage);
        let [eye, aim] = [line.from, line.to].map(|place| state.level(place));
        let level = state.level(unit.outline.center());
        let clear = |place: Point, number| !gap(place, &unit.stands[..]).within(stage.length(number) - Length::grid(1));
        match (level > eye.max(aim), veil) {
            (true, true) => clear(line.to, &numbers::HILL_SHADE),
            (true, false) => false,
            (false, true) => true,
            (false, false) => {
                (eye > level || aim > level)
                    && clear(line.from, &numbers::OVERHEAD)
                    && clear(line.to, &numbers::OVERHEAD)
            }
        }
    }
}

/// Whether a unit stands across the lines to the corners of something: what has no inward bends then lies across all lines to it.
fn bars_all(unit: &Unit, lines: &[Segment; 4]) -> bool {
    let outer = unit.outline.bounds();
    let whole = has_no_seams(unit) && unit.bounds.contains(outer.min) && unit.bounds.contains(outer.max);
    whole && {
        let inner = shrunk(&unit.outline);
        lines.iter().all(|line| passes_through(*line, &inner))
    }
}

/// Bases from the middle one on: what is seen at all is mostly seen from there.
fn from_middle(bases: &[Base]) -> impl Iterator<Item = &Base> {
    let (before, after) = bases.split_at(bases.len() / 2);
    after.iter().chain(before)
}

/// Close order has no seams to see through.
fn has_no_seams(unit: &Unit) -> bool {
    let close = !unit.formation.is_open() && !matches!(unit.formation, Formation::Deployed | Formation::Echelon);
    close && unit.bent.is_none()
}

/// Whether a line may touch a box: their boxes meet, and the corners do not all lie on one side of the line.
fn touches(bounds: &Bounds, line: Segment) -> bool {
    bounds.meets(&line.bounds()) && is_astride(bounds, line.from, line.step(), 0)
}

/// Whether a box lies on a straight line, or at most so far from it (times the length of the way).
fn is_astride(bounds: &Bounds, from: Point, way: Point, apart: i64) -> bool {
    let (east, north) = (i64::from(way.x), i64::from(way.y));
    let Bounds { min, max } = *bounds;
    // Doubled, so that the middle of the box is whole.
    let x = i64::from(min.x) + i64::from(max.x) - 2 * i64::from(from.x);
    let y = i64::from(min.y) + i64::from(max.y) - 2 * i64::from(from.y);
    let (wide, deep) = (i64::from(max.x) - i64::from(min.x), i64::from(max.y) - i64::from(min.y));
    (x * north - y * east).abs() <= wide * north.abs() + deep * east.abs() + 2 * apart
}

/// All lines between two boxes.
struct Corridor {
    whole: Bounds,
    from: Point,
    way: Point,
    /// How far it reaches to either side of the line between the middles of the boxes, times the length of that line.
    reach: i64,
}

impl Corridor {
    fn new(from: Bounds, to: Bounds) -> Corridor {
        let [start, end] = [from, to].map(|bounds| bounds.min.middle(bounds.max));
        let way = end - start;
        let reach = |bounds: Bounds| {
            let (wide, deep) = (bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
            i64::from(wide) * i64::from(way.y.abs()) + i64::from(deep) * i64::from(way.x.abs())
        };
        // Half of the wider box, and two steps for what was rounded.
        let reach = reach(from).max(reach(to)) / 2 + 2 * i64::from(way.x.abs() + way.y.abs());
        Corridor { whole: from.join(to), from: start, way, reach }
    }

    fn meets(&self, bounds: &Bounds) -> bool {
        self.whole.meets(bounds) && is_astride(bounds, self.from, self.way, self.reach)
    }

    /// Units in close order hide by the rectangle around them.
    fn meets_unit(&self, unit: &Unit) -> bool {
        self.whole.meets(&unit.bounds) && is_astride(&unit.outline.bounds(), self.from, self.way, self.reach)
    }
}

/// Parts of a line are counted in 2^20, and are told apart beyond a few of them, or a few steps.
const PARTS: u32 = 20;
const CLOSE: i64 = 4;

/// How much of a line lies in ground without inward bends, to a part or two; negative where it passes by, none far off.
fn chord(ground: &Polygon, line: Segment) -> Option<i64> {
    let (mut low, mut high) = (0_i64, 1 << PARTS);
    for edge in ground.edges() {
        // Corners run clockwise: inside is to the right.
        let (from, to) = (-edge.side(line.from), -edge.side(line.to));
        match (from < 0, to < 0) {
            (true, true) => return None,
            (true, false) => low = low.max((from << PARTS) / (from - to)),
            (false, true) => high = high.min((from << PARTS) / (from - to)),
            (false, false) => {}
        }
    }
    Some(high - low)
}

/// The bases of a volley: how many, how near, and whether the reduced one is among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shooting {
    pub(crate) bases: u8,
    pub(crate) reduced: bool,
    pub(crate) range: Length,
    /// From where: the front middle of the nearest shooting base.
    pub(crate) from: Point,
}

/// The face of a square that a base belongs to, by the order in which faces are filled.
pub(crate) const fn face_of(nth: usize) -> u8 {
    (nth % 4) as u8
}

/// The arc of a base (NQ-LOS-07..09).
pub(crate) fn spread(state: &State, id: UnitId) -> Angle {
    let unit = state.unit(id);
    let number = match (state.roster(id).arm(), unit.formation) {
        (Arm::Artillery, _) => &numbers::GUN_ARC,
        (_, Formation::Skirmish) => &numbers::SKIRMISH_ARC,
        _ => &numbers::FIRE_ARC,
    };
    state.stage.degrees(number)
}

/// The bases of a unit, or of a face of a square, that can shoot at another (NQ-SAF-02); none where none can.
pub(crate) fn shooting(state: &State, id: UnitId, face: Option<u8>, target: UnitId, reach: Length) -> Option<Shooting> {
    shooting_until(state, id, face, target, reach, None)
}

/// How near a base stands that can shoot at another unit. Once one is near enough, or none can be, others are not looked at.
pub(crate) fn shot_range(
    state: &State,
    id: UnitId,
    face: Option<u8>,
    target: UnitId,
    reach: Length,
    enough: Length,
) -> Option<Length> {
    let apart = state.unit(id).bounds.distance_squared(&state.unit(target).bounds);
    let enough = if enough < Length::ZERO || apart > enough.squared() { Length::FAR } else { enough };
    shooting_until(state, id, face, target, reach, Some(enough)).map(|found| found.range)
}

fn shooting_until(
    state: &State,
    id: UnitId,
    face: Option<u8>,
    target: UnitId,
    reach: Length,
    enough: Option<Length>,
) -> Option<Shooting> {
    let (unit, other) = (state.unit(id), state.unit(target));
    if unit.bounds.distance_squared(&other.bounds) > reach.squared() {
        return None;
    }
    if unit.building().is_some() {
        let lane = state.lane(Some(id), Some(target), unit.bounds, other.bounds);
        return garrison_shooting(state, id, target, reach, &lane);
    }
    let spread = spread(state, id);
    if !may_bear(unit, &other.outline, spread) || state.sights.is_hidden(state.units.len(), id, target) {
        return None;
    }
    let lane = state.lane(Some(id), Some(target), unit.bounds, other.bounds);
    let mut best: Option<Gap> = None;
    // The square of the best gap, rounded up.
    let mut nearest = i64::MAX;
    let mut found = Shooting { bases: 0, reduced: false, range: Length::FAR, from: unit.outline.pose.at };
    let row = usize::from(front_row(&state.stage, state.roster(id), unit));
    for (nth, base) in unit.stands.iter().enumerate() {
        let shoots = match (unit.formation, face) {
            (Formation::Square, Some(face)) => face_of(nth) == face,
            _ => nth < row,
        };
        if !shoots {
            continue;
        }
        let fan = Fan { edge: base.front(), facing: base.facing(), spread, reach };
        let eye = base.front().middle();
        let Some(view) = lane.view(eye, other) else { continue };
        let mut hit = false;
        let bounds = base.bounds();
        // The nearest base first: once it shoots, only a nearer base of the target matters.
        let mut aims: ArrayVec<(i64, &Base), MOST_BASES> =
            other.stands.iter().map(|aim| (bounds.distance_squared(&aim.bounds()), aim)).collect();
        aims.sort_unstable_by_key(|(apart, _)| *apart);
        let mut known = false;
        for (apart, aim) in aims {
            if apart > reach.squared() || (hit && apart >= nearest) {
                break;
            }
            if !bears(&fan, base.pose, &aim.corners, aim) {
                // Before it looks at all of them: does it bear at all?
                if !known && !bears(&fan, base.pose, &other.outline.corners, &other.outline) {
                    break;
                }
                known = true;
                continue;
            }
            known = true;
            if view.sees(aim) {
                hit = true;
                // What stands in a farther box is not nearer.
                if apart >= nearest {
                    break;
                }
                let apart = gap(base, aim);
                if best.is_none_or(|best| apart < best) {
                    (best, found.from, nearest) = (Some(apart), eye, apart.length().squared());
                    if enough.is_some_and(|enough| apart.within(enough)) {
                        return Some(Shooting { range: apart.length(), ..found });
                    }
                }
            }
        }
        if hit {
            found.bases += 1;
            // The reduced base is the last of the layout (NQ-ROS-21).
            found.reduced |= nth + 1 == unit.stands.len();
        }
    }
    found.range = best?.length();
    Some(found).filter(|found| found.range <= reach)
}

/// Whether some of a base or a place lies in the arc of a base at a pose and in reach, as [`in_fan`] tells, which is asked only
/// where it is close.
pub(crate) fn bears<'a, const N: usize>(
    fan: &Fan,
    pose: Pose,
    corners: &[Point; N],
    target: impl Into<Shape<'a>>,
) -> bool {
    glance(fan, pose, corners).unwrap_or_else(|| in_fan(fan, target).is_some())
}

/// Whether something with these corners lies well within an arc of a quarter turn to each side at most, some of it well in reach,
/// or well outside; none where it is close.
fn glance<const N: usize>(fan: &Fan, pose: Pose, corners: &[Point; N]) -> Option<bool> {
    if fan.spread > Angle::RIGHT {
        return None;
    }
    let half = i64::from(fan.edge.length().get() / 2);
    let (sin, cos) = fan.spread.sin_cos();
    let inset = 4 * i64::from(TOUCH.get());
    // How deep each corner lies ahead of the front, and inside of the ray from either end of it.
    let depths = corners.map(|corner| {
        let Point { x, y } = pose.local(corner);
        let (x, y) = (i64::from(x), i64::from(y));
        [y, ((half + x) * cos + y * sin) >> 30, ((half - x) * cos + y * sin) >> 30]
    });
    if (0..3).any(|plane| depths.iter().all(|depth| depth[plane] < -inset)) {
        return Some(false);
    }
    let reach = (fan.reach - Length::mm(1)).squared();
    let within = depths.iter().all(|depth| depth.iter().all(|depth| *depth > inset));
    (within && corners.iter().any(|corner| pose.at.distance_squared(*corner) < reach)).then_some(true)
}

/// Whether some of a rectangle may lie in the arc of a row of bases: quick, and sure where it says no.
fn may_bear(unit: &Unit, target: &Base, spread: Angle) -> bool {
    if matches!(unit.formation, Formation::Square | Formation::Echelon) || unit.bent.is_some() || spread > Angle::RIGHT
    {
        return true;
    }
    let half = i64::from(unit.outline.size.width.get() / 2);
    let (sin, cos) = spread.sin_cos();
    let seen = target.corners.map(|corner| unit.outline.pose.local(corner));
    // How deep each corner lies ahead of the front, and inside of the ray from either end of it.
    let depths = seen.map(|Point { x, y }| {
        let (x, y) = (i64::from(x), i64::from(y));
        [y, ((x + half) * cos + y * sin) >> 30, ((half - x) * cos + y * sin) >> 30]
    });
    (0..3).all(|plane| depths.iter().any(|depth| depth[plane] > -4))
}

/// A garrison fires with a few bases from the side of the building that is nearest, all round (NQ-TER-11, NQ-LOS-09).
fn garrison_shooting(state: &State, id: UnitId, target: UnitId, reach: Length, lane: &Lane<'_>) -> Option<Shooting> {
    let (unit, other) = (state.unit(id), state.unit(target));
    let apart = gap(&unit.stands[..], &other.stands[..]);
    let eye = apart.ends().from;
    if !apart.within(reach) || !lane.any(eye, other) {
        return None;
    }
    let bases = unit.bases.min(charts::count(&state.stage.book, &numbers::GARRISON_SIDE));
    Some(Shooting { bases, reduced: bases == unit.bases, range: apart.length(), from: eye })
}
