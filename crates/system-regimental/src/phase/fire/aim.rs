//! At whom stands may fire: arc, sight, range, then priority (RF-ARC-01..04, RF-FIR-07, RF-FIR-16, 17, 42, 43, RF-GUN-19).

use std::cell::OnceCell;
use std::ops::ControlFlow;

use firelock_core::{Side, UnitId};
use firelock_table::{Base, Bounds, Gap, Length, Point, Polygon, Pose, Segment, Shape, gap, passes_fan};

use super::firer::{AMUSETTE, Firer, Muzzle, Post, longest_reach};
use crate::charts::numbers;
use crate::sequence::firing_side;
use crate::sight::{Aim, Hidden, Look, Lookout};
use crate::state::{State, Step, Trail};

/// Stands that may fire at a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    /// At whom.
    pub(crate) target: UnitId,
    /// Which stands, a bit each.
    pub(crate) stands: u32,
    /// How far.
    pub(crate) range: Length,
    /// A garrison: the side of its place they fire from.
    pub(crate) wall: Option<u8>,
    /// The target is fired on where it passed by (RF-FIR-42).
    pub(crate) passing: bool,
}

/// Why a stand has no shot at a target.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Miss {
    /// It is too far.
    Range(Gap),
    /// It is out of the arc.
    Arc(Gap),
    /// It is not seen along that line.
    Sight(Hidden, Segment),
}

/// The enemies of the side that fires, each measured when it is first asked about.
pub(crate) struct Targets<'a> {
    state: &'a State,
    lookout: Lookout<'a>,
    marks: Vec<Mark<'a>>,
    ways: Vec<Way<'a>>,
    firers: OnceCell<Vec<Within>>,
    close: Length,
    tie: Length,
}

/// A unit of the side that fires, the box around it, and how far it may reach.
struct Within {
    unit: UnitId,
    bounds: Bounds,
    reach: Length,
}

/// The way an enemy went in this player turn.
struct Way<'a> {
    unit: UnitId,
    poses: &'a [Pose],
    bounds: Bounds,
    path: OnceCell<Vec<Point>>,
}

impl Way<'_> {
    fn path(&self) -> &[Point] {
        self.path.get_or_init(|| self.poses.iter().map(|pose| pose.at).collect())
    }
}

struct Mark<'a> {
    id: UnitId,
    bounds: Bounds,
    ground: Option<&'a Polygon>,
}

/// A target in arc and range, seen or not.
struct Reached<'t, 'a> {
    mark: &'t Mark<'a>,
    gap: Gap,
    eye: Point,
}

impl<'a> Targets<'a> {
    /// All enemies on the table.
    pub(crate) fn of(state: &'a State) -> Targets<'a> {
        let mark = |id: UnitId| {
            let ground = state.garrison(id);
            let bounds = ground.map_or_else(|| state.unit(id).outline.bounds(), |ground| *ground.bounds());
            Mark { id, bounds, ground }
        };
        let side = firing_side(state).enemy();
        let mut marks = Vec::with_capacity(state.units.len());
        marks.extend(state.on_table(side).map(|(id, _)| mark(id)));
        Targets {
            state,
            lookout: Lookout::new(state),
            marks,
            ways: if state.step == Step::DefensiveFire { ways(state, side) } else { Vec::new() },
            firers: OnceCell::new(),
            close: state.stage.length(&numbers::CLOSE_RANGE),
            tie: state.stage.length(&numbers::TARGET_TIE),
        }
    }

    /// The units of the side that fires.
    fn firers(&self) -> &[Within] {
        let within = |id| Within { unit: id, bounds: self.state.around(id), reach: longest_reach(self.state, id) };
        let side = firing_side(self.state);
        self.firers.get_or_init(|| {
            let mut firers = Vec::with_capacity(self.state.units.len());
            firers.extend(self.state.on_table(side).map(|(id, _)| within(id)));
            firers
        })
    }

    /// Whether anyone could be in range of a unit, as the boxes tell.
    fn are_near(&self, from: &Within) -> bool {
        let near = |bounds: &Bounds| from.bounds.distance_squared(bounds) <= from.reach.squared();
        self.marks.iter().any(|mark| near(&mark.bounds)) || self.ways.iter().any(|way| near(&way.bounds))
    }

    /// Whether one of these enemies could be in range of a unit, as the boxes tell.
    fn is_near(&self, among: &[UnitId], from: &Within) -> bool {
        let near = |bounds: &Bounds| from.bounds.distance_squared(bounds) <= from.reach.squared();
        self.marks.iter().any(|mark| among.contains(&mark.id) && near(&mark.bounds))
            || self.ways.iter().any(|way| among.contains(&way.unit) && near(&way.bounds))
    }

    /// Whether a muzzle could have a shot at that enemy, seen or not: where it stands, or where it passed.
    fn may_reach(&self, firer: &Firer, muzzle: &Muzzle, target: UnitId) -> bool {
        firer.is_at_blows_with(target)
            || self.mark(target).is_some_and(|mark| match self.known(firer, muzzle, mark) {
                Some(range) => range.is_some(),
                None => self.reached(firer, muzzle, mark).is_some(),
            })
            || self.ways.iter().any(|way| way.unit == target)
    }

    /// The enemies who have not been fired on (RF-FIR-15).
    pub(crate) fn open(&self) -> impl Iterator<Item = UnitId> {
        self.marks.iter().map(|mark| mark.id).filter(|id| !self.state.unit(*id).turn.under_fire)
    }

    fn mark(&self, id: UnitId) -> Option<&Mark<'a>> {
        self.marks.iter().find(|mark| mark.id == id)
    }

    fn shape(&self, mark: &Mark<'a>) -> Shape<'_> {
        match mark.ground {
            Some(ground) => Shape::Polygon(ground),
            None => Shape::Bases(self.lookout.bases(mark.id)),
        }
    }

    /// The shots that priority allows the stands of a muzzle (RF-FIR-16, RF-FIR-17).
    pub(crate) fn allowed(&self, firer: &Firer, muzzle: &Muzzle, into: &mut Vec<Shot>) {
        if let Some(target) = firer.charging {
            into.extend(self.shot(firer, muzzle, target));
            return;
        }
        let before = into.len();
        into.extend(firer.charged_by.iter().filter_map(|(charger, _)| self.shot(firer, muzzle, *charger)));
        if into.len() > before {
            return;
        }
        self.nearest(firer, muzzle, into);
        if firer.charged_by.is_empty() {
            self.passers(firer, muzzle, into);
        }
    }

    /// The nearest enemies, with those hardly farther; guns have a free choice beyond close range (RF-GUN-19).
    fn nearest(&self, firer: &Firer, muzzle: &Muzzle, into: &mut Vec<Shot>) {
        let from = match &muzzle.post {
            Post::Front(arc) => arc.edge().bounds(),
            Post::Walls => self.state.garrison(firer.unit).map_or(Bounds::EMPTY, |ground| *ground.bounds()),
        };
        // The boxes tell who may be the nearest; measuring and looking cost more.
        let near = self.marks.iter().map(|mark| (from.distance_squared(&mark.bounds), mark));
        let mut by_box: Vec<(i64, &Mark<'a>)> = near.filter(|(least, _)| *least <= muzzle.reach.squared()).collect();
        by_box.sort_unstable_by_key(|(least, mark)| (*least, mark.id));
        // Beyond this nobody can be the nearest any more, or tie with it.
        let (before, mut limit) = (into.len(), muzzle.reach);
        for (least, mark) in by_box {
            if least > limit.squared() {
                break;
            }
            if let Some(shot) = self.shot_within(firer, muzzle, mark, limit) {
                limit = limit.min(self.limit(muzzle, shot.range));
                into.push(shot);
            }
        }
        let mut at = before;
        into.retain(|shot| {
            at += 1;
            at <= before || shot.range <= limit
        });
    }

    /// The farthest that counts beside an enemy at that distance.
    fn limit(&self, muzzle: &Muzzle, nearest: Length) -> Length {
        match nearest <= self.close {
            true => self.close.min(nearest + self.tie),
            false if muzzle.is_gun() => muzzle.reach,
            false => nearest + self.tie,
        }
    }

    /// The shot of a muzzle at an enemy, whatever priority says.
    pub(crate) fn shot(&self, firer: &Firer, muzzle: &Muzzle, target: UnitId) -> Option<Shot> {
        self.shot_at(firer, muzzle, self.mark(target)?)
    }

    fn shot_at(&self, firer: &Firer, muzzle: &Muzzle, mark: &Mark<'a>) -> Option<Shot> {
        if firer.is_at_blows_with(mark.id) {
            let stands = muzzle.stands;
            return Some(Shot { target: mark.id, stands, range: Length::ZERO, wall: None, passing: false });
        }
        self.shot_within(firer, muzzle, mark, muzzle.reach)
    }

    /// What is known of the shot of a muzzle at an enemy where it stands: how far it is, or that there is none.
    fn known(&self, firer: &Firer, muzzle: &Muzzle, mark: &Mark<'a>) -> Option<Option<Length>> {
        muzzle.front.and_then(|front| self.state.shots.known(self.state, (firer.unit, front, mark.id)))
    }

    /// The shot of a muzzle at an enemy where it stands, if it is no farther than that.
    fn shot_within(&self, firer: &Firer, muzzle: &Muzzle, mark: &Mark<'a>, limit: Length) -> Option<Shot> {
        if let Some(range) = self.known(firer, muzzle, mark) {
            let range = range.filter(|range| *range <= limit)?;
            return Some(Shot { target: mark.id, stands: muzzle.stands, range, wall: None, passing: false });
        }
        let reached = self.reached(firer, muzzle, mark);
        if reached.as_ref().is_some_and(|target| !target.gap.within(limit)) {
            return None;
        }
        let shot = reached.and_then(|target| self.seen(firer, muzzle, &target));
        if let Some(front) = muzzle.front {
            self.state.shots.keep(self.state, (firer.unit, front, mark.id), shot.map(|shot| shot.range));
        }
        shot
    }

    /// The target, if it is in arc and range.
    fn reached<'t>(&self, firer: &Firer, muzzle: &Muzzle, mark: &'t Mark<'a>) -> Option<Reached<'t, 'a>> {
        let reach = muzzle.reach;
        match &muzzle.post {
            Post::Front(arc) => {
                let edge = arc.edge();
                if edge.bounds().distance_squared(&mark.bounds) > reach.squared() {
                    return None;
                }
                let in_arc = match mark.ground {
                    Some(ground) => arc.holds_ground(ground),
                    // One rectangle around the target first: most that are out of the arc are so with all of it.
                    None => !arc.misses(&self.state.unit(mark.id).outline) && arc.holds(self.lookout.bases(mark.id)),
                };
                if !in_arc {
                    return None;
                }
                let gap = match mark.ground {
                    Some(ground) => gap(edge, ground),
                    None => gap_to_stands(edge, self.lookout.bases(mark.id)),
                };
                gap.within(reach).then(|| Reached { mark, gap, eye: arc.eye() })
            }
            Post::Walls => {
                let ground = self.state.garrison(firer.unit)?;
                if ground.bounds().distance_squared(&mark.bounds) > reach.squared() {
                    return None;
                }
                let gap = Some(gap(ground, self.shape(mark))).filter(|gap| gap.within(reach))?;
                Some(Reached { mark, gap, eye: gap.ends().from })
            }
        }
    }

    /// The shot at a target in arc and range, if it is seen.
    fn seen(&self, firer: &Firer, muzzle: &Muzzle, target: &Reached<'_, 'a>) -> Option<Shot> {
        let id = target.mark.id;
        if !self.lookout.sees(target.eye, self.lookout.aim(id), look(firer, muzzle, id)) {
            return None;
        }
        let wall = self.wall(firer, muzzle, target.gap.ends().to);
        Some(Shot { target: id, stands: muzzle.stands, range: target.gap.length(), wall, passing: false })
    }

    /// Why a muzzle has no shot at an enemy.
    pub(crate) fn miss(&self, firer: &Firer, muzzle: &Muzzle, target: UnitId) -> Option<Miss> {
        let mark = self.mark(target)?;
        let shape = self.shape(mark);
        let apart = match &muzzle.post {
            Post::Front(arc) => gap(arc.edge(), shape),
            Post::Walls => gap(self.state.garrison(firer.unit)?, shape),
        };
        if !apart.within(muzzle.reach) {
            return Some(Miss::Range(apart));
        }
        let Some(Reached { eye, .. }) = self.reached(firer, muzzle, mark) else { return Some(Miss::Arc(apart)) };
        let line = Segment::new(eye, gap(eye, shape).ends().to);
        let seen = self.lookout.look(eye, self.lookout.aim(target), look(firer, muzzle, target));
        seen.err().map(|hidden| Miss::Sight(hidden, line))
    }

    /// The side of a garrison's place that a spot lies before (RF-ARC-04, RF-ARC-15): the edge nearest to it.
    fn wall(&self, firer: &Firer, muzzle: &Muzzle, spot: Point) -> Option<u8> {
        let Post::Walls = muzzle.post else { return None };
        let edges = self.state.garrison(firer.unit)?.edges().enumerate();
        edges.min_by_key(|(_, edge)| gap(spot, *edge)).and_then(|(nth, _)| u8::try_from(nth).ok())
    }

    /// Enemies who passed by within 4 inches and cannot be fired at where they are now (RF-FIR-42, RF-FIR-48): the firer's
    /// choice beside the nearest.
    fn passers(&self, firer: &Firer, muzzle: &Muzzle, into: &mut Vec<Shot>) {
        let (before, reach) = (into.len(), self.state.stage.length(&numbers::PASS_THROUGH_REACH).min(muzzle.reach));
        for way in &self.ways {
            let Some(shot) = self.passing(firer, muzzle, way, reach) else { continue };
            if self.shot(firer, muzzle, way.unit).is_some() {
                continue;
            }
            match into[before..].iter_mut().find(|other| other.target == shot.target) {
                Some(other) if shot.range < other.range => *other = shot,
                Some(_) => {}
                None => into.push(shot),
            }
        }
    }

    /// The shot of a muzzle at an enemy on his way: at the nearest point of his path (RF-FIR-42).
    fn passing(&self, firer: &Firer, muzzle: &Muzzle, way: &Way<'_>, reach: Length) -> Option<Shot> {
        let (passed, eye) = match &muzzle.post {
            Post::Front(arc) => {
                if arc.edge().bounds().distance_squared(&way.bounds) > reach.squared() {
                    return None;
                }
                (passes_fan(&arc.fan(reach), way.path())?, arc.eye())
            }
            Post::Walls => {
                let ground = self.state.garrison(firer.unit)?;
                let passed = Some(gap(ground, Shape::Path(way.path()))).filter(|gap| gap.within(reach))?;
                (passed, passed.ends().from)
            }
        };
        let spot = passed.ends().to;
        if !self.lookout.sees(eye, Aim::Spot(spot), look(firer, muzzle, way.unit)) {
            return None;
        }
        let (wall, range) = (self.wall(firer, muzzle, spot), passed.length());
        Some(Shot { target: way.unit, stands: muzzle.stands, range, wall, passing: true })
    }

    /// How a target stood where its way came nearest to a place (RF-FIR-48).
    pub(crate) fn passed_at(&self, target: UnitId, from: impl Into<Shape<'a>>) -> Option<Pose> {
        let from = from.into();
        let legs = self.ways.iter().filter(|way| way.unit == target).flat_map(|way| way.poses.windows(2));
        let near = legs.map(|leg| (gap(from, Segment::new(leg[0].at, leg[1].at)), leg[0].facing));
        near.min_by_key(|(gap, _)| *gap).map(|(gap, facing)| Pose::new(gap.ends().to, facing))
    }

    /// The shot of a muzzle at a target as it will be fired: where it stands, else where it passed.
    pub(crate) fn fired(&self, firer: &Firer, muzzle: &Muzzle, target: UnitId) -> Option<Shot> {
        let passers = || {
            let mut shots = Vec::new();
            self.passers(firer, muzzle, &mut shots);
            shots.into_iter().find(|shot| shot.target == target)
        };
        self.shot(firer, muzzle, target).or_else(passers)
    }
}

/// The ways of a side in M2c.
fn ways(state: &State, side: Side) -> Vec<Way<'_>> {
    let there = |trail: &&Trail| state.unit(trail.unit).side == side && state.unit(trail.unit).is_on_table();
    let moved = state.trails.iter().filter(there).filter(|trail| trail.poses.len() > 1);
    moved
        .map(|trail| {
            let bounds = trail.poses.iter().fold(Bounds::EMPTY, |bounds, pose| bounds.with(pose.at));
            Way { unit: trail.unit, poses: &trail.poses, bounds, path: OnceCell::new() }
        })
        .collect()
}

impl std::fmt::Debug for Targets<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.marks.iter().map(|mark| mark.id)).finish()
    }
}

/// The gap from a front to the nearest stand: the one in the middle of the way first, so that most others need not be measured.
fn gap_to_stands(edge: Segment, bases: &[Base]) -> Gap {
    let (middle, around) = (edge.middle(), edge.bounds());
    let Some(first) = bases.iter().min_by_key(|base| base.center().distance_squared(middle)) else { return Gap::NONE };
    let mut least = gap(edge, first);
    let mut most = least.length().squared();
    for base in bases {
        if around.distance_squared(&base.bounds()) < most && base != first {
            least = least.min(gap(edge, base));
            most = least.length().squared();
        }
    }
    least
}

fn look(firer: &Firer, muzzle: &Muzzle, target: UnitId) -> Look {
    Look { from: Some(firer.unit), at: Some(target), purpose: muzzle.purpose() }
}

/// The shots a muzzle may fire now: those that priority allows, at targets not fired on yet (RF-FIR-15; they still come first,
/// RF-FIR-47), as far as the walls of a garrison have room (RF-ARC-04).
pub(crate) fn open_shots(state: &State, targets: &Targets<'_>, firer: &Firer, muzzle: &Muzzle, into: &mut Vec<Shot>) {
    let before = into.len();
    targets.allowed(firer, muzzle, into);
    let mut at = before;
    into.retain_mut(|shot| {
        at += 1;
        if at <= before {
            return true;
        }
        if let Some(wall) = shot.wall {
            shot.stands = fewest(shot.stands, room_at(state, firer.unit, wall));
        }
        !state.unit(shot.target).turn.under_fire && shot.stands != 0
    });
}

/// Goes through all shots that may be fired now, until it is told to stop.
pub(crate) fn each_shot(state: &State, mut each: impl FnMut(UnitId, &Shot) -> ControlFlow<()>) -> ControlFlow<()> {
    let targets = Targets::of(state);
    let mut shots = Vec::new();
    for within in targets.firers().iter().filter(|within| targets.are_near(within)) {
        let id = within.unit;
        let Some(firer) = Firer::of(state, id) else { continue };
        for muzzle in &firer.muzzles {
            shots.clear();
            open_shots(state, &targets, &firer, muzzle, &mut shots);
            shots.iter().try_for_each(|shot| each(id, shot))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a unit has a shot that may be fired now.
pub(crate) fn has_shot(state: &State, unit: UnitId) -> bool {
    let Some(firer) = state.unit(unit).is_on_table().then(|| Firer::of(state, unit)).flatten() else { return false };
    let (targets, mut shots) = (Targets::of(state), Vec::new());
    firer.muzzles.iter().any(|muzzle| {
        open_shots(state, &targets, &firer, muzzle, &mut shots);
        !shots.is_empty()
    })
}

/// Goes through the shots that may be fired now at some enemies, by some units.
pub(crate) fn each_shot_at(
    state: &State,
    targets: &Targets<'_>,
    among: &[UnitId],
    by: impl Fn(UnitId) -> bool,
    mut each: impl FnMut(UnitId, &Shot),
) {
    let mut shots = Vec::new();
    for within in targets.firers().iter().filter(|within| by(within.unit) && targets.is_near(among, within)) {
        let id = within.unit;
        let Some(firer) = Firer::of(state, id) else { continue };
        // Of one target it is soon told whether a muzzle reaches it.
        let may_reach = |muzzle: &&Muzzle| match among {
            [target] => targets.may_reach(&firer, muzzle, *target),
            _ => true,
        };
        for muzzle in firer.muzzles.iter().filter(may_reach) {
            shots.clear();
            open_shots(state, targets, &firer, muzzle, &mut shots);
            shots.iter().filter(|shot| among.contains(&shot.target)).for_each(|shot| each(id, shot));
        }
    }
}

/// How many stands of a garrison may still fire from one side of its place: half of them, rounded up (RF-ARC-04).
pub(crate) fn room_at(state: &State, garrison: UnitId, wall: u8) -> u32 {
    let unit = state.unit(garrison);
    let used: u32 =
        unit.turn.walls.iter().filter(|(other, _)| *other == wall).map(|(_, stands)| u32::from(*stands)).sum();
    u32::from(unit.stands.div_ceil(2)).saturating_sub(used)
}

/// The first so many stands, and the amusette, which is none of them.
fn fewest(stands: u32, most: u32) -> u32 {
    let mut kept = stands & AMUSETTE;
    let bits = (0..31).map(|slot| 1 << slot).filter(|bit| stands & bit != 0);
    bits.take(most as usize).for_each(|bit| kept |= bit);
    kept
}
