//! Who sees whom (WA-LOS).

use firelock_core::{Clause, Place, Refusal, UnitId};
use firelock_table::{
    Along, Base, FeatureId, Length, Point, Segment, TOUCH, aim_points, clear, gap, overlaps_ground, passes_through,
    trace,
};

use crate::charts::{self, Sight, numbers};
use crate::clauses::*;
use crate::state::{State, Unit};

/// What a look is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Small arms, which never shoot over others (WA-LOS-07).
    SmallArms,
    /// Guns, which may shoot overhead (WA-ART-07).
    Guns,
    /// Only seeing.
    Eyes,
}

/// What hides an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// A wood or building (WA-LOS-05), or a hill (WA-LOS-06).
    Ground(FeatureId),
    /// A unit or gun stands between (WA-LOS-04, WA-LOS-07, WA-ART-07).
    Unit(UnitId),
}

impl State {
    /// The line from the center of a unit's front edge to the nearest point of another that it can see (WA-LOS-01, WA-LOS-09).
    pub(crate) fn line_of_sight(&self, from: UnitId, at: UnitId, purpose: Purpose) -> Result<Segment, Hidden> {
        let eye = self.front_center(from);
        self.look(eye, Some(from), at, purpose)
    }

    /// Whether a unit sees another, and what hides it if not.
    pub(crate) fn looks_at(&self, from: UnitId, at: UnitId) -> Result<(), Refusal> {
        let hidden = match self.line_of_sight(from, at, Purpose::SmallArms) {
            Ok(_) => return Ok(()),
            Err(hidden) => hidden,
        };
        let along = Segment::new(self.front_center(from), self.unit(at).outline.center());
        Err(self.unseen(hidden, at, WA_LOS_07, along))
    }

    /// Why a look along a line failed, as a refusal; troops between hide by that rule.
    pub(crate) fn unseen(&self, hidden: Hidden, at: UnitId, troops: Clause, along: Segment) -> Refusal {
        let name = &self.roster(at).name;
        match hidden {
            Hidden::Ground(id) => {
                let terrain = self.ground.terrain(id);
                let clause = if crate::scenery::is_hill(terrain) { WA_LOS_06 } else { WA_LOS_05 };
                let what = crate::terrain::name(terrain);
                Refusal::new(clause, format!("a {what} hides {name}")).at(Place::Along(along))
            }
            Hidden::Unit(id) => {
                Refusal::new(troops, format!("{} in the way to {name}", self.roster(id).name)).at(Place::Unit(id))
            }
        }
    }

    /// The same from any place.
    pub(crate) fn look(
        &self,
        eye: Point,
        from: Option<UnitId>,
        at: UnitId,
        purpose: Purpose,
    ) -> Result<Segment, Hidden> {
        let target = &self.unit(at).outline;
        let cone = target.bounds().with(eye);
        // Who could stand between.
        let between = |(id, unit): (UnitId, &Unit)| {
            let near = unit.is_on_table() && unit.outline.bounds().meets(&cone);
            let bars = near && Some(id) != from && id != at && !self.sees_over(from, at, id, purpose);
            bars.then_some((id, unit.outline))
        };
        let blockers: Vec<(UnitId, Base)> = self.all_units().filter_map(between).collect();
        // Who stands before all four corners of a block hides all of it: what is blocked at both ends of an edge is
        // blocked between them.
        let hides = |(_, base): &&(UnitId, Base)| {
            target.corners.iter().all(|corner| passes_through(Segment::new(eye, *corner), base))
        };
        if let Some((id, _)) = blockers.iter().find(hides) {
            return Err(Hidden::Unit(*id));
        }
        let bases = self.bases(at);
        let nearest = gap(eye, &bases[..]).ends().to;
        let hidden = match self.sees(eye, nearest, &blockers) {
            Ok(()) => return Ok(Segment::new(eye, nearest)),
            Err(Hidden::Ground(id)) if self.hides_whole(id, eye, target) => return Err(Hidden::Ground(id)),
            Err(hidden) => hidden,
        };
        let mut points: Vec<Point> = bases.iter().flat_map(|base| aim_points(base, eye)).collect();
        points.sort_unstable_by_key(|point| (eye.distance_squared(*point), *point));
        points.dedup();
        let seen = points.into_iter().find(|aim| self.sees(eye, *aim, &blockers).is_ok());
        seen.map(|aim| Segment::new(eye, aim)).ok_or(hidden)
    }

    /// Whether a piece without inward bends, which holds neither the eye nor any part of a block, lies before all four of its
    /// corners: then it lies before all of it.
    fn hides_whole(&self, id: FeatureId, eye: Point, target: &Base) -> bool {
        let Some(ground) = self.ground.table.ground(id) else { return false };
        let apart = ground.is_convex() && !ground.contains(eye) && !overlaps_ground(target, ground);
        let crossed = |corner: &Point| {
            let way = trace(&self.ground.table, eye, *corner);
            way.first(|feature| feature == id).is_some_and(|span| way.length(span.part) > TOUCH)
        };
        apart && !target.corners.iter().any(|corner| ground.contains(*corner)) && target.corners.iter().all(crossed)
    }

    /// Follows one straight line past those who could stand between; tells what hides its end.
    fn sees(&self, eye: Point, aim: Point, blockers: &[(UnitId, Base)]) -> Result<(), Hidden> {
        let line = Segment::new(eye, aim);
        if let Some((id, _)) = blockers.iter().find(|(_, base)| passes_through(line, base)) {
            return Err(Hidden::Unit(*id));
        }
        let matters = |id: FeatureId| charts::ground(self.ground.terrain(id)).sight != Sight::Clear;
        if clear(&self.ground.table, eye, aim, matters) { Ok(()) } else { self.sees_through(eye, aim) }
    }

    /// Whether a unit between two others is seen over (WA-LOS-06), and for shots may be shot over (WA-LOS-07, WA-ART-07).
    fn sees_over(&self, from: Option<UnitId>, at: UnitId, between: UnitId, purpose: Purpose) -> bool {
        let over = |end: UnitId| self.hill_of(end).is_some_and(|hill| self.hill_of(between) != Some(hill));
        let high = over(at) || from.is_some_and(over);
        match purpose {
            Purpose::SmallArms => false,
            Purpose::Eyes => high,
            Purpose::Guns => {
                let near = self.stage.length(&numbers::OVERHEAD) - Length::grid(1);
                high && !self.within(between, at, near)
            }
        }
    }

    /// Woods and buildings by their depth, hills whole (WA-LOS-05, WA-LOS-06).
    fn sees_through(&self, eye: Point, aim: Point) -> Result<(), Hidden> {
        let way = trace(&self.ground.table, eye, aim);
        let depth = self.stage.length(&numbers::WOOD_SIGHT);
        for span in way.spans() {
            let sight = charts::ground(self.ground.terrain(span.feature)).sight;
            let length = way.length(span.part);
            if sight == Sight::Clear || length <= TOUCH {
                continue;
            }
            let Some(ground) = self.ground.table.ground(span.feature) else { continue };
            let (begins, ends) = (ground.contains(eye), ground.contains(aim));
            let at_end = begins && span.part.from == Along::START || ends && span.part.to == Along::END;
            let passes = match sight {
                Sight::Clear => true,
                Sight::Depth => at_end && length <= depth,
                Sight::BlocksBeyond => begins || ends,
            };
            if !passes {
                return Err(Hidden::Ground(span.feature));
            }
        }
        Ok(())
    }
}
