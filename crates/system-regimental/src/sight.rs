//! Who sees whom (RF-LOS).

use std::cell::{Cell, OnceCell};

use firelock_core::{Place as Where, Refusal, UnitId};
use firelock_table::{
    Base, Bases, FeatureId, Length, Point, Polygon, Segment, Sightline, Size, TOUCH, Trace, aim_points, clear, gap,
    passed, passes_through, trace,
};

use crate::charts::numbers;
use crate::clauses::*;
use crate::state::{Place, Sight, State};
use crate::words::{Formation, Visibility};

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
    /// To see, and no more.
    Watch,
    /// Small arms, which are never fired over troops.
    Muskets,
    /// Guns, which may fire over troops (RF-LOS-07).
    Guns,
    /// A leader's command (RF-CMD-06).
    Command,
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim<'a> {
    /// The nearest of these stands (RF-LOS-01).
    Stands(&'a [Base]),
    /// A garrisoned place.
    Ground(&'a Polygon),
    /// One place, as where a unit passed by.
    Spot(Point),
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
    /// Troops stand lower than the line, but none may fire over them here.
    Overhead(UnitId),
}

/// A table that does not change while it is looked over: what was measured once is kept.
pub(crate) struct Lookout<'a> {
    state: &'a State,
    bases: Vec<OnceCell<Box<[Base]>>>,
    /// Who stopped the last look: most likely to stop the next one too.
    last: Cell<Option<UnitId>>,
    sight_cap: i64,
}

impl<'a> Lookout<'a> {
    pub(crate) fn new(state: &'a State) -> Lookout<'a> {
        let bases = state.units.iter().map(|_| OnceCell::new()).collect();
        Lookout { state, bases, last: Cell::new(None), sight_cap: state.sight_cap().squared() }
    }

    /// The stands of a unit; empty for a garrison.
    pub(crate) fn bases(&self, id: UnitId) -> &[Base] {
        self.bases[id.index()].get_or_init(|| self.state.bases(id).to_vec().into_boxed_slice())
    }

    /// What there is to see of a unit.
    pub(crate) fn aim(&self, id: UnitId) -> Aim<'_> {
        match self.state.garrison(id) {
            Some(ground) => Aim::Ground(ground),
            None => Aim::Stands(self.bases(id)),
        }
    }

    /// Looks at something; one clear line to one of its aim points suffices (RF-LOS-01, RF-LOS-10). Else it tells what hides
    /// the point nearest to the eye.
    pub(crate) fn look(&self, eye: Point, aim: Aim<'_>, look: Look) -> Result<(), Hidden> {
        match aim {
            Aim::Spot(spot) => self.sees(eye, spot, look),
            Aim::Stands(bases) => {
                let Some(nearest) = nearest_stand(eye, bases) else { return Err(Hidden::TooFar) };
                // Most looks are answered by the middle of the edge that lies towards the eye.
                let middles = nearest.edges().map(Segment::middle);
                let first = middles.into_iter().min_by_key(|middle| middle.distance_squared(eye));
                if first.is_some_and(|middle| self.sees(eye, middle, look).is_ok()) {
                    return Ok(());
                }
                let mut points = aim_points(nearest, eye);
                points.reverse();
                self.sees_any(eye, points.into_iter().filter(|point| Some(*point) != first), look)
            }
            Aim::Ground(ground) => {
                let around = ground.edges().flat_map(|edge| [edge.from, edge.middle()]);
                self.sees_any(eye, [gap(eye, ground).ends().to].into_iter().chain(around), look)
            }
        }
    }

    /// Looks along some lines, the one to the nearest point first.
    fn sees_any(&self, eye: Point, mut points: impl Iterator<Item = Point>, look: Look) -> Result<(), Hidden> {
        let nearest = points.next().map_or(Err(Hidden::TooFar), |point| self.sees(eye, point, look));
        match nearest {
            Err(_) if points.any(|point| self.sees(eye, point, look).is_ok()) => Ok(()),
            seen => seen,
        }
    }

    /// Follows one line of sight; tells what hides the aim.
    fn sees(&self, eye: Point, aim: Point, look: Look) -> Result<(), Hidden> {
        if eye.distance_squared(aim) > self.sight_cap {
            return Err(Hidden::TooFar);
        }
        let (state, line) = (self.state, Segment::new(eye, aim));
        let walls = |unit: Option<UnitId>| unit.and_then(|unit| state.garrisoned(unit));
        // RF-LOS-04: a garrison sees and is seen through its own walls.
        let own_walls = [walls(look.from), walls(look.at)];
        let table = &state.stage.table;
        let matters = |id: FeatureId| {
            let sight = state.stage.land(id).sight;
            (sight != Sight::Free || table.levels(id) != 0) && !own_walls.contains(&Some(id))
        };
        if clear(table, eye, aim, matters) {
            return self.sees_over_the_flat(line, look);
        }
        let eye_height = state.stage.book.number(&numbers::EYE_HEIGHT);
        let height = |place: Point| table.level_at(place) * LEVEL + eye_height;
        let sight = Sightline { eye: height(eye), aim: height(aim) };
        let way = trace(table, eye, aim);
        if let Some(at) = way.hidden_by_ground(sight, LEVEL) {
            return Err(Hidden::Ground(at.place(way.line())));
        }
        self.sees_through(&way, sight, look, &own_walls)?;
        self.between(line, look).try_for_each(|unit| self.sees_past(&way, sight, look, unit))
    }

    /// A line over ground without heights, woods and buildings: troops of the usual height stop it wherever it crosses them.
    fn sees_over_the_flat(&self, line: Segment, look: Look) -> Result<(), Hidden> {
        let book = &self.state.stage.book;
        if book.number(&numbers::TROOPS_HEIGHT) <= book.number(&numbers::EYE_HEIGHT) {
            return Ok(());
        }
        let stops = |unit: &UnitId| self.is_solid(*unit) || self.crosses(line, *unit);
        let again = self.last.get().filter(|unit| self.is_between(line, look, *unit)).filter(stops);
        match again.or_else(|| self.between(line, look).find(stops)) {
            None => Ok(()),
            Some(unit) => {
                self.last.set(Some(unit));
                Err(Hidden::Unit(unit))
            }
        }
    }

    /// Units whose outline lies across a line of sight.
    fn between(&self, line: Segment, look: Look) -> impl Iterator<Item = UnitId> {
        self.state.all_units().map(|(id, _)| id).filter(move |id| self.is_between(line, look, *id))
    }

    /// Whether the outline of a unit lies across a line of sight (RF-LOS-05, RF-LOS-06): never the looker's or the target's own.
    fn is_between(&self, line: Segment, look: Look, id: UnitId) -> bool {
        let unit = self.state.unit(id);
        // RF-CMD-06: friends never stop a leader's sight.
        let commands = |other: UnitId| look.purpose == Purpose::Command && self.state.unit(other).side == unit.side;
        Some(id) != look.from
            && Some(id) != look.at
            && matches!(unit.place, Place::At(_))
            && passes_through(line, &unit.outline)
            && !look.at.is_some_and(commands)
    }

    /// Whether the stands of a unit fill its outline.
    fn is_solid(&self, id: UnitId) -> bool {
        let unit = self.state.unit(id);
        let full = match unit.formation {
            Formation::Line if unit.mounted => true,
            Formation::Line | Formation::FieldColumn | Formation::Mob => unit.stands.is_multiple_of(2),
            Formation::MarchColumn | Formation::Limbered => true,
            Formation::Unlimbered => unit.gap == 0,
            Formation::OpenOrder | Formation::Garrison => false,
        };
        full && unit.flank.is_none() && unit.bend.is_empty()
    }

    /// Whether a line crosses some stand of a unit.
    fn crosses(&self, line: Segment, id: UnitId) -> bool {
        self.bases(id).iter().any(|base| passes_through(line, &joined(base)))
    }

    /// Troops and guns by their height (RF-LOS-02), and by where they may be fired over (RF-LOS-07).
    fn sees_past(&self, way: &Trace, sight: Sightline, look: Look, unit: UnitId) -> Result<(), Hidden> {
        let (state, line) = (self.state, way.line());
        let troops = state.stage.book.number(&numbers::TROOPS_HEIGHT);
        let stands: Bases = self.bases(unit).iter().map(joined).collect();
        let crossed = passed(line.from, line.to, stands.iter().map(|base| ((), base)));
        if crossed.is_empty() {
            return Ok(());
        }
        for step in way.ground() {
            let stands_here =
                |part| step.part.common(part).and_then(|part| sight.below(step.level * LEVEL + troops, part));
            if crossed.iter().any(|base| stands_here(base.part).is_some()) {
                return Err(Hidden::Unit(unit));
            }
        }
        let near = state.stage.length(&numbers::OVERHEAD);
        let close = |end: Option<UnitId>| end.is_some_and(|end| state.within(end, unit, near));
        match look.purpose {
            Purpose::Muskets => Err(Hidden::Overhead(unit)),
            Purpose::Guns if close(look.from) || close(look.at) => Err(Hidden::Overhead(unit)),
            Purpose::Guns | Purpose::Watch | Purpose::Command => Ok(()),
        }
    }

    /// Woods by their lengths, buildings by their height (RF-LOS-03, 04, 09; RF-CMD-06).
    fn sees_through(
        &self,
        way: &Trace,
        sight: Sightline,
        look: Look,
        own_walls: &[Option<FeatureId>],
    ) -> Result<(), Hidden> {
        let stage = &self.state.stage;
        let of = |id: FeatureId| stage.land(id).sight;
        let building = |id: FeatureId| {
            let stops = of(id) == Sight::Blocks && !own_walls.contains(&Some(id));
            stops.then(|| stage.book.number(&numbers::BUILDING_HEIGHT))
        };
        if let Some(span) = way.below(sight, LEVEL, building).first() {
            return Err(Hidden::Feature(span.feature));
        }
        let woods =
            |id: FeatureId| matches!(of(id), Sight::Through(_)).then(|| stage.book.number(&numbers::WOODS_HEIGHT));
        let below = way.below(sight, LEVEL, woods);
        // Each kind of wood has its own depth; the parts of all features of a depth add up.
        for span in &below {
            let Sight::Through(limit) = of(span.feature) else { continue };
            let alike = below.iter().filter(|other| of(other.feature) == Sight::Through(limit));
            let most = match look.purpose {
                Purpose::Command => limit.max(stage.length(&numbers::COMMAND_WOODS)),
                Purpose::Watch | Purpose::Muskets | Purpose::Guns => limit,
            };
            if way.total(alike.map(|span| span.part)) > most {
                return Err(Hidden::Feature(span.feature));
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Lookout<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lookout").field("units", &self.bases.len()).finish_non_exhaustive()
    }
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

    /// Whether an eye sees a unit: any aim point of its stand nearest to the eye.
    pub(crate) fn sees_unit(&self, eye: Point, target: UnitId, look: Look) -> bool {
        let lookout = Lookout::new(self);
        lookout.look(eye, lookout.aim(target), look).is_ok()
    }

    /// Why a look along a line failed, as a refusal.
    pub(crate) fn unseen(&self, hidden: Hidden, line: Segment, who: &str) -> Refusal {
        let named = |unit: UnitId| &self.roster(unit).name;
        match hidden {
            Hidden::TooFar => {
                let reason = format!("{who} is {} off and one sees {}", line.length(), self.sight_cap());
                Refusal::new(RF_LOS_08, reason).at(Where::Along(line))
            }
            Hidden::Ground(at) => Refusal::new(RF_LOS_02, format!("the ground hides {who}")).at(Where::At(at)),
            Hidden::Feature(id) => {
                let clause = if self.stage.land(id).sight == Sight::Blocks { RF_LOS_04 } else { RF_LOS_03 };
                Refusal::new(clause, format!("{} hides {who}", self.stage.land(id).called())).at(Where::Along(line))
            }
            Hidden::Unit(id) => {
                Refusal::new(RF_LOS_06, format!("{} stands before {who}", named(id))).at(Where::Unit(id))
            }
            Hidden::Overhead(id) => {
                Refusal::new(RF_LOS_07, format!("no fire at {who} over {}", named(id))).at(Where::Unit(id))
            }
        }
    }
}

/// The stand nearest to an eye, the first of equals.
fn nearest_stand(eye: Point, bases: &[Base]) -> Option<&Base> {
    // No stand whose middle is farther by half a stand can be the nearest.
    let middle = |base: &Base| base.center().distance_squared(eye);
    let least = bases.iter().map(middle).min()?.isqrt();
    let half = |base: &Base| i64::from((base.size.width + base.size.depth).half().get()) + 2;
    let near = bases.iter().filter(|base| middle(base) <= (least + half(base)) * (least + half(base)));
    near.min_by_key(|base| gap(eye, *base))
}

/// A stand a little wider and deeper, so that no line passes the seam between two that stand flush.
fn joined(base: &Base) -> Base {
    let more = TOUCH * 2;
    Base::new(base.pose, Size::new(base.size.width + more * 2, base.size.depth + more))
}
