//! Who sees whom (RF-LOS).

use firelock_core::UnitId;
use firelock_table::{
    Base, FeatureId, Length, Point, Segment, Sightline, Stretch, aim_points, clear, gap, passed, trace,
};

use crate::charts::numbers;
use crate::state::{Place, Sight, State};
use crate::words::Visibility;

/// Heights are counted in tenths of a level.
const LEVEL: i32 = 10;

/// Whose eyes, at what: units that never stand in the way of this look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Who looks; a leader has no unit.
    pub(crate) from: Option<UnitId>,
    /// At whom.
    pub(crate) at: Option<UnitId>,
    /// For what.
    pub(crate) purpose: Purpose,
}

/// What a look is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Small arms, and being seen.
    Muskets,
    /// Guns, which may fire over troops (RF-LOS-07).
    Guns,
    /// A leader's command (RF-CMD-06).
    Command,
}

/// What stopped a look, for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// Beyond what the weather lets see.
    TooFar,
    /// The ground rises between.
    Ground(Point),
    /// Too much wood, or a building.
    Feature(FeatureId),
    /// Troops stand between.
    Unit(UnitId),
}

impl State {
    /// How far one sees (RF-TER-22, RF-LOS-08).
    pub(crate) fn sight_cap(&self) -> Length {
        self.stage.length(match self.stage.visibility {
            Visibility::Clear => &numbers::SIGHT_CLEAR,
            Visibility::Twilight => &numbers::SIGHT_TWILIGHT,
            Visibility::Fog => &numbers::SIGHT_FOG,
        })
    }

    /// Whether an eye sees some aim point of a base (RF-LOS-01, RF-LOS-10).
    pub(crate) fn sees_base(&self, eye: Point, base: &Base, look: Look) -> bool {
        let mut points = aim_points(base, eye);
        // The nearest point first: most looks are answered by it.
        points.reverse();
        points.iter().any(|aim| self.sees(eye, *aim, look).is_ok())
    }

    /// Whether a unit's stand at `base` sees a unit: any point of the target's stand nearest to it.
    pub(crate) fn sees_unit(&self, eye: Point, target: UnitId, look: Look) -> bool {
        if let Some(ground) = self.garrison(target) {
            return self.sees(eye, gap(eye, ground).ends().to, look).is_ok();
        }
        let bases = self.bases(target);
        let nearest = bases.iter().min_by_key(|base| gap(eye, *base));
        nearest.is_some_and(|base| self.sees_base(eye, base, look))
    }

    /// Follows one line of sight; tells what hides the aim.
    pub(crate) fn sees(&self, eye: Point, aim: Point, look: Look) -> Result<(), Hidden> {
        if eye.distance_squared(aim) > self.sight_cap().squared() {
            return Err(Hidden::TooFar);
        }
        let walls = |unit: Option<UnitId>| unit.and_then(|unit| self.garrisoned(unit));
        let own_walls = [walls(look.from), walls(look.at)];
        let table = &self.stage.table;
        let matters = |id: FeatureId| {
            let land = &self.stage.land[usize::from(id.0)];
            (land.sight != Sight::Free || table.levels(id) != 0) && !own_walls.contains(&Some(id))
        };
        let open_ground = clear(table, eye, aim, matters);
        let line = Segment::new(eye, aim).bounds();
        let in_way = |id: &UnitId| {
            let unit = self.unit(*id);
            Some(*id) != look.from
                && Some(*id) != look.at
                && matches!(unit.place, Place::At(_))
                && unit.is_on_table()
                && (look.purpose != Purpose::Command || look.from_side(self) != Some(unit.side))
                && unit.outline.bounds().meets(&line)
        };
        let mut blockers = self.all_units().map(|(id, _)| id).filter(in_way).peekable();
        if open_ground && blockers.peek().is_none() {
            return Ok(());
        }
        let book = &self.stage.book;
        let (level, eye_height) = (LEVEL, book.number(&numbers::EYE_HEIGHT));
        let height = |place: Point| table.level_at(place) * level + eye_height;
        let sight = Sightline { eye: height(eye), aim: height(aim) };
        let way = trace(table, eye, aim);
        if let Some(at) = way.hidden_by_ground(sight, level) {
            return Err(Hidden::Ground(at.place(way.line())));
        }
        if !open_ground {
            self.sees_through(&way, sight, look, &own_walls)?;
        }
        for id in blockers {
            let bases = self.bases(id);
            let troops = book.number(&numbers::TROOPS_HEIGHT);
            for base in passed(eye, aim, bases.iter().map(|base| (id, base))) {
                let over = |part: Stretch| {
                    let ground = table.level_at(part.from.place(way.line())) * level;
                    sight.below(ground + troops, part).is_some()
                };
                if over(base.part) {
                    return Err(Hidden::Unit(id));
                }
                // RF-LOS-07: over the heads of troops only guns fire, and none near either end.
                let near = self.stage.length(&numbers::OVERHEAD);
                let close = |end: Point| gap(end, &bases[..]).within(near);
                match look.purpose {
                    Purpose::Guns if close(eye) || close(aim) => return Err(Hidden::Unit(id)),
                    Purpose::Muskets | Purpose::Guns | Purpose::Command => {}
                }
            }
        }
        Ok(())
    }

    /// Woods by their lengths, buildings by their height (RF-LOS-03, 04, 09; RF-CMD-06).
    fn sees_through(
        &self,
        way: &firelock_table::Trace,
        sight: Sightline,
        look: Look,
        own_walls: &[Option<FeatureId>],
    ) -> Result<(), Hidden> {
        let book = &self.stage.book;
        let level = LEVEL;
        let land = |id: FeatureId| &self.stage.land[usize::from(id.0)];
        let building = |id: FeatureId| {
            (land(id).sight == Sight::Blocks && !own_walls.contains(&Some(id))).then(|| book.number(&numbers::BUILDING_HEIGHT))
        };
        if let Some(span) = way.below(sight, level, building).first() {
            return Err(Hidden::Feature(span.feature));
        }
        let woods = |id: FeatureId| matches!(land(id).sight, Sight::Through(_)).then(|| book.number(&numbers::WOODS_HEIGHT));
        let below = way.below(sight, level, woods);
        // Each kind of wood has its own depth; the parts of all features of a depth add up.
        let mut limits: Vec<Length> = Vec::new();
        for span in &below {
            if let Sight::Through(limit) = land(span.feature).sight
                && !limits.contains(&limit)
            {
                limits.push(limit);
            }
        }
        for limit in limits {
            let parts = below.iter().filter(|span| land(span.feature).sight == Sight::Through(limit));
            let most = if look.purpose == Purpose::Command { limit.max(self.stage.length(&numbers::COMMAND_WOODS)) } else { limit };
            if way.total(parts.clone().map(|span| span.part)) > most
                && let Some(span) = parts.clone().next()
            {
                return Err(Hidden::Feature(span.feature));
            }
        }
        Ok(())
    }
}

impl Look {
    /// The side that looks, for command sight, which friends never stop.
    fn from_side(&self, state: &State) -> Option<firelock_core::Side> {
        self.at.map(|unit| state.unit(unit).side)
    }
}
