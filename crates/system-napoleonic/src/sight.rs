//! Who sees whom: lines of sight, arcs, and the bases that can shoot (NQ-LOS, NQ-SAF-02).

use arrayvec::ArrayVec;
use firelock_core::{Place, Refusal, UnitId};
use firelock_table::{
    Angle, Base, Bounds, Fan, FeatureId, Gap, Length, MOST_BASES, Point, Segment, aim_points, gap, in_fan, passed,
    trace,
};

use crate::charts::{self, Sight, numbers};
use crate::clauses::NQ_LOS_02;
use crate::geometry::front_row;
use crate::state::{State, Unit};
use crate::words::{Arm, Formation};

/// All that may lie between two places: a lane is looked at once for many lines.
pub(crate) struct Lane<'a> {
    state: &'a State,
    /// Units that may block, and whether they are friendly skirmishers.
    units: Vec<(UnitId, bool)>,
    /// The boxes of features and hills that may block.
    screens: Vec<Bounds>,
    /// There are hills.
    hilly: bool,
    /// Buildings that are the ends themselves.
    ends: [Option<FeatureId>; 2],
}

impl State {
    /// What may lie between two boxes, seen by a unit (NQ-LOS-02, NQ-LOS-03).
    pub(crate) fn lane(&self, viewer: Option<UnitId>, target: Option<UnitId>, bounds: Bounds) -> Lane<'_> {
        let side = viewer.map(|id| self.unit(id).side);
        let between = |(id, unit): &(UnitId, &Unit)| {
            let end = Some(*id) == viewer || Some(*id) == target;
            !end && unit.building().is_none() && unit.bounds.meets(&bounds)
        };
        let veil = |unit: &Unit| unit.formation == Formation::Skirmish && Some(unit.side) == side;
        let units = self.on_table().filter(between).map(|(id, unit)| (id, veil(unit)));
        // Skirmishers clear the front, unless they stand on higher ground (NQ-LOS-03, NQ-LOS-04).
        let units = units.filter(|(id, veil)| !veil || self.level(self.unit(*id).outline.center()) > 0).collect();
        let meets = |(_, own): &&(FeatureId, Bounds)| own.meets(&bounds);
        let mut screens: Vec<Bounds> = self.stage.screens.iter().filter(meets).map(|(_, own)| *own).collect();
        let hills = self.stage.hills.iter().filter(meets);
        let n_screens = screens.len();
        screens.extend(hills.map(|(_, own)| *own));
        let hilly = screens.len() > n_screens;
        let building = |id: Option<UnitId>| id.and_then(|id| self.unit(id).building());
        Lane { state: self, units, screens, hilly, ends: [building(viewer), building(target)] }
    }

    /// Whether a unit sees another: from some base to some base (NQ-LOS-01).
    pub(crate) fn sees(&self, id: UnitId, target: UnitId) -> bool {
        let (unit, other) = (self.unit(id), self.unit(target));
        let lane = self.lane(Some(id), Some(target), unit.bounds.join(other.bounds));
        lane.is_open() || unit.stands.iter().any(|base| lane.any(base.front().middle(), &other.stands))
    }

    /// Whether a unit sees another, and that something hides it if not.
    pub(crate) fn looks_at(&self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        if self.sees(id, target) {
            return Ok(());
        }
        let [from, to] = [id, target].map(|id| self.unit(id).outline.center());
        let reason = format!("ground or troops between hide {}", crate::view::name(self, target));
        Err(Refusal::new(NQ_LOS_02, reason).at(Place::Along(Segment::new(from, to))))
    }
}

impl Lane<'_> {
    /// Nothing stands between.
    pub(crate) fn is_open(&self) -> bool {
        self.units.is_empty() && self.screens.is_empty()
    }

    /// Whether one of the aim points of some base is seen (NQ-LOS-11).
    pub(crate) fn any(&self, eye: Point, bases: &[Base]) -> bool {
        self.is_open() || bases.iter().any(|base| self.sees(eye, base))
    }

    /// Whether one of the aim points of a base is seen.
    pub(crate) fn sees(&self, eye: Point, base: &Base) -> bool {
        self.is_open() || aim_points(base, eye).into_iter().any(|aim| self.is_clear(eye, aim))
    }

    /// Whether a line is clear (NQ-LOS-02..06).
    pub(crate) fn is_clear(&self, eye: Point, aim: Point) -> bool {
        if self.is_open() {
            return true;
        }
        self.ground_clear(eye, aim) && self.units_clear(eye, aim)
    }

    /// Units in a wood see out and are seen by the length of wood on the line itself (NQ-LOS-06).
    fn ground_clear(&self, eye: Point, aim: Point) -> bool {
        // Most lines pass by all boxes; only the others are traced over the ground.
        let line = Segment::new(eye, aim);
        if !self.screens.iter().any(|bounds| touches(bounds, line)) {
            return true;
        }
        let stage = &self.state.stage;
        let trace = trace(&stage.table, eye, aim);
        for id in trace.spans().iter().map(|span| span.feature) {
            let land = stage.land(id);
            match land.ground().sight {
                Sight::Clear | Sight::Hill => {}
                Sight::Blocks => {
                    if !self.ends.contains(&Some(id)) {
                        return false;
                    }
                }
                Sight::Depth => {
                    // All woods of one limit count together (NQ-LOS-02).
                    let Some(limit) = charts::sight_depth(&stage.book, land.terrain) else { continue };
                    let alike =
                        |other: FeatureId| charts::sight_depth(&stage.book, stage.land(other).terrain) == Some(limit);
                    if trace.length_in(alike) > limit {
                        return false;
                    }
                }
            }
        }
        // Ground higher than both ends blocks (NQ-LOS-04).
        let highest = self.state.level(eye).max(self.state.level(aim));
        !self.hilly || trace.ground().iter().all(|step| step.level <= highest)
    }

    fn units_clear(&self, eye: Point, aim: Point) -> bool {
        let line = Segment::new(eye, aim);
        let box_ = line.bounds();
        self.units.iter().all(|(id, veil)| {
            let unit = self.state.unit(*id);
            if !unit.bounds.meets(&box_) {
                return true;
            }
            // Close order has no seams to see through.
            let close =
                !unit.formation.is_open() && !matches!(unit.formation, Formation::Deployed | Formation::Echelon);
            let between = match close && unit.bent.is_none() {
                true => passed(eye, aim, [((), &unit.outline)]),
                false => passed(eye, aim, unit.stands.iter().map(|base| ((), base))),
            };
            between.is_empty() || self.shoots_over(unit, *veil, line)
        })
    }

    /// Overhead fire (NQ-LOS-05): an end is higher than the unit between, and the unit far enough from both. A unit that stands
    /// higher than both ends hides what is close behind it (NQ-LOS-04).
    fn shoots_over(&self, unit: &Unit, veil: bool, line: Segment) -> bool {
        let stage = &self.state.stage;
        let [eye, aim] = [line.from, line.to].map(|place| self.state.level(place));
        let level = self.state.level(unit.outline.center());
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

/// Whether a line may touch a box: their boxes meet, and the corners do not all lie on one side of the line.
fn touches(bounds: &Bounds, line: Segment) -> bool {
    if !bounds.meets(&line.bounds()) {
        return false;
    }
    let way = [line.to.x - line.from.x, line.to.y - line.from.y].map(i64::from);
    let Bounds { min, max } = *bounds;
    let sides = [(min.x, min.y), (max.x, min.y), (max.x, max.y), (min.x, max.y)].map(|(x, y)| {
        way[0] * (i64::from(y) - i64::from(line.from.y)) - way[1] * (i64::from(x) - i64::from(line.from.x))
    });
    sides.iter().any(|side| *side <= 0) && sides.iter().any(|side| *side >= 0)
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
    let (unit, other) = (state.unit(id), state.unit(target));
    if unit.bounds.distance_squared(&other.bounds) > reach.squared() {
        return None;
    }
    let lane = state.lane(Some(id), Some(target), unit.bounds.join(other.bounds));
    if unit.building().is_some() {
        return garrison_shooting(state, id, target, reach, &lane);
    }
    let spread = spread(state, id);
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
        if in_fan(&fan, &other.outline).is_none() {
            continue;
        }
        let eye = base.front().middle();
        let mut hit = false;
        let bounds = base.bounds();
        for aim in other.stands.iter() {
            // Once it shoots, only a nearer base of the target matters.
            if hit && bounds.distance_squared(&aim.bounds()) > nearest {
                continue;
            }
            if in_fan(&fan, aim).is_some() && lane.sees(eye, aim) {
                hit = true;
                let apart = gap(base, aim);
                if best.is_none_or(|best| apart < best) {
                    (best, found.from, nearest) = (Some(apart), eye, apart.length().squared());
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

/// A garrison fires with a few bases from the side of the building that is nearest, all round (NQ-TER-11, NQ-LOS-09).
fn garrison_shooting(state: &State, id: UnitId, target: UnitId, reach: Length, lane: &Lane<'_>) -> Option<Shooting> {
    let (unit, other) = (state.unit(id), state.unit(target));
    let apart = gap(&unit.stands[..], &other.stands[..]);
    let eye = apart.ends().from;
    if !apart.within(reach) || !lane.any(eye, &other.stands) {
        return None;
    }
    let bases = unit.bases.min(charts::count(&state.stage.book, &numbers::GARRISON_SIDE));
    Some(Shooting { bases, reduced: bases == unit.bases, range: apart.length(), from: eye })
}

/// The front middles of the guns of a battery, by their place in it.
pub(crate) fn muzzles(unit: &Unit) -> ArrayVec<(Point, Segment, Angle), MOST_BASES> {
    unit.stands.iter().map(|base| (base.front().middle(), base.front(), base.facing())).collect()
}
