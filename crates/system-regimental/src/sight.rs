//! Who sees whom (RF-LOS).

use std::cell::Cell;

use firelock_core::{Place as Where, Refusal, UnitId};
use firelock_table::{
    Base, Bases, Bounds, FeatureId, Length, Point, Polygon, Segment, Sightline, Size, TOUCH, Trace, clear, gap, passed,
    passes_through, trace_over,
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
    /// Small arms, which are never fired over troops (RF-LOS-12).
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
    /// Who stopped the last look: most likely to stop the next one too.
    last: Cell<Option<UnitId>>,
    /// The square of the longest sight.
    sight_cap: i64,
    /// Troops no higher than an eye hide nothing on level ground.
    troops_are_low: bool,
    /// Where the last line that was followed began, and how high that is.
    eye: Cell<Option<(Point, i32)>>,
    /// Who is close to the last gun, and to its last target.
    close: [Close; 2],
}

/// What may stand between an eye and what it looks at, as boxes tell: all lines of the look lie in one box.
struct Corridor {
    /// Units that a line may pass through.
    units: Vec<UnitId>,
    /// Whether no heights, woods or buildings lie in it.
    flat: bool,
}

/// Units close to another, as far as they were measured, a bit each.
#[derive(Default)]
struct Close {
    end: Cell<Option<UnitId>>,
    known: Cell<u64>,
    close: Cell<u64>,
}

impl<'a> Lookout<'a> {
    pub(crate) fn new(state: &'a State) -> Lookout<'a> {
        let book = &state.stage.book;
        Lookout {
            state,
            last: Cell::new(None),
            sight_cap: state.sight_cap().squared(),
            troops_are_low: book.number(&numbers::TROOPS_HEIGHT) <= book.number(&numbers::EYE_HEIGHT),
            eye: Cell::new(None),
            close: Default::default(),
        }
    }

    /// The stands of a unit; empty for a garrison.
    pub(crate) fn bases(&self, id: UnitId) -> &'a [Base] {
        self.state.bases(id)
    }

    /// What there is to see of a unit.
    pub(crate) fn aim(&self, id: UnitId) -> Aim<'a> {
        match self.state.garrison(id) {
            Some(ground) => Aim::Ground(ground),
            None => Aim::Stands(self.bases(id)),
        }
    }

    /// Looks at something; one clear line to one of its aim points suffices (RF-LOS-01, RF-LOS-10).
    pub(crate) fn sees(&self, eye: Point, aim: Aim<'_>, look: Look) -> bool {
        if self.is_plain(eye, aim, look) {
            return true;
        }
        let clear = |corridor: &Corridor, aim: Point| self.sees_along(Segment::new(eye, aim), look, corridor);
        match aim {
            Aim::Spot(spot) => clear(&self.corridor(Bounds::of(&[eye, spot]), look), spot),
            Aim::Stands(bases) => {
                let Some(nearest) = nearest_stand(eye, bases) else { return false };
                let corridor = self.corridor(nearest.bounds().with(eye), look);
                // Most looks are answered by the middle of the edge that lies towards the eye.
                let mut middles = nearest.edges().map(Segment::middle);
                middles.sort_unstable_by_key(|middle| middle.distance_squared(eye));
                let mut others = middles[1..].iter().chain(&nearest.corners);
                clear(&corridor, middles[0])
                    || others.any(|place| clear(&corridor, *place))
                    || clear(&corridor, gap(eye, nearest).ends().to)
            }
            Aim::Ground(ground) => {
                let corridor = self.corridor(ground.bounds().with(eye), look);
                let mut around = ground.edges().flat_map(|edge| [edge.from, edge.middle()]);
                clear(&corridor, gap(eye, ground).ends().to) || around.any(|place| clear(&corridor, place))
            }
        }
    }

    /// What lies in the box of a look.
    fn corridor(&self, around: Bounds, look: Look) -> Corridor {
        let (state, stage) = (self.state, &self.state.stage);
        // The nearest place of a look is rounded to the grid, and stands are joined by as much as this.
        let around = around.grown(TOUCH * 4);
        let may_stop = |(id, _): &(UnitId, _)| {
            Some(*id) != look.from
                && Some(*id) != look.at
                && state.stance(*id).is_some_and(|stance| stance.bounds().meets(&around))
        };
        let flat = !stage.table.boxes().any(|(id, bounds)| bounds.meets(&around) && self.may_hide(id));
        Corridor { units: state.all_units().filter(may_stop).map(|(id, _)| id).collect(), flat }
    }

    /// Whether a feature can hide anything: heights, woods, buildings.
    fn may_hide(&self, id: FeatureId) -> bool {
        self.state.stage.land(id).sight != Sight::Free || self.state.stage.table.levels(id) != 0
    }

    /// Whether boxes alone tell that nothing can hide it: it is near enough, and neither heights nor woods nor buildings lie
    /// anywhere between.
    fn is_plain(&self, eye: Point, aim: Aim<'_>, look: Look) -> bool {
        let (Aim::Stands([_, ..]), Purpose::Watch | Purpose::Command, true, Some(at)) =
            (aim, look.purpose, self.troops_are_low, look.at)
        else {
            return false;
        };
        let stage = &self.state.stage;
        let hull = self.state.around(at).join(Bounds::of(&[eye]));
        hull.min.distance_squared(hull.max) <= self.sight_cap
            && !stage.table.boxes().any(|(id, bounds)| bounds.meets(&hull) && self.may_hide(id))
    }

    /// Looks at something; tells what hides the point nearest to the eye if all of it is hidden.
    pub(crate) fn look(&self, eye: Point, aim: Aim<'_>, look: Look) -> Result<(), Hidden> {
        if self.sees(eye, aim, look) {
            return Ok(());
        }
        let nearest = match aim {
            Aim::Spot(spot) => spot,
            Aim::Stands(bases) => gap(eye, bases).ends().to,
            Aim::Ground(ground) => gap(eye, ground).ends().to,
        };
        let line = Segment::new(eye, nearest);
        self.follow(line, look, &self.corridor(line.bounds(), look))
    }

    /// Whether a line of sight is clear: the quick answer.
    fn sees_along(&self, line: Segment, look: Look, corridor: &Corridor) -> bool {
        if line.from.distance_squared(line.to) > self.sight_cap {
            return false;
        }
        // Troops that may not be fired over stop a line at any height, and to find them is quick.
        let stopped = match look.purpose {
            Purpose::Muskets => self.is_stopped(line, look, corridor, |_| true),
            Purpose::Guns => self.is_stopped(line, look, corridor, |unit| self.is_close_to_an_end(look, unit)),
            Purpose::Watch | Purpose::Command => false,
        };
        if stopped {
            return false;
        }
        match corridor.flat || self.is_flat(line, look) {
            true => self.troops_are_low || !self.is_stopped(line, look, corridor, |_| true),
            false => self.follow(line, look, corridor).is_ok(),
        }
    }

    /// Whether troops lie too close to the gun or the target to be fired over (RF-LOS-07).
    fn is_close_to_an_end(&self, look: Look, unit: UnitId) -> bool {
        let near = self.state.stage.length(&numbers::OVERHEAD);
        let close = |end: UnitId, kept: &Close| {
            if kept.end.get() != Some(end) {
                kept.end.set(Some(end));
                kept.known.set(0);
                kept.close.set(0);
            }
            let bit = 1_u64.checked_shl(unit.0.into()).unwrap_or(0);
            if bit == 0 || kept.known.get() & bit == 0 {
                let close = self.state.within(end, unit, near);
                kept.known.set(kept.known.get() | bit);
                kept.close.set(if close { kept.close.get() | bit } else { kept.close.get() });
                return close;
            }
            kept.close.get() & bit != 0
        };
        let [from, at] = &self.close;
        look.from.is_some_and(|end| close(end, from)) || look.at.is_some_and(|end| close(end, at))
    }

    /// Whether a line meets no heights, woods or buildings but the walls of those who look and are looked at (RF-LOS-04).
    fn is_flat(&self, line: Segment, look: Look) -> bool {
        let stage = &self.state.stage;
        let own = [look.from, look.at].map(|unit| unit.and_then(|unit| self.state.garrisoned(unit)));
        clear(&stage.table, line.from, line.to, |id| self.may_hide(id) && !own.contains(&Some(id)))
    }

    /// Whether a line crosses troops of some kind, whatever their height.
    fn is_stopped(&self, line: Segment, look: Look, corridor: &Corridor, by: impl Fn(UnitId) -> bool) -> bool {
        if corridor.units.is_empty() {
            return false;
        }
        let stops = |unit: &UnitId| (self.is_solid(*unit) || self.crosses(line, *unit)) && by(*unit);
        let again = self.last.get().filter(|unit| self.is_between(line, look, *unit)).filter(stops);
        let stopped = again.or_else(|| self.between(line, look, corridor).find(stops));
        if stopped.is_some() {
            self.last.set(stopped);
        }
        stopped.is_some()
    }

    /// Follows one line of sight; tells what hides its end.
    fn follow(&self, line: Segment, look: Look, corridor: &Corridor) -> Result<(), Hidden> {
        if line.from.distance_squared(line.to) > self.sight_cap {
            return Err(Hidden::TooFar);
        }
        let (state, table) = (self.state, &self.state.stage.table);
        let eye_height = state.stage.book.number(&numbers::EYE_HEIGHT);
        let height = |place: Point| table.level_at(place) * LEVEL + eye_height;
        let known = self.eye.get().filter(|(eye, _)| *eye == line.from);
        let (_, eye) = known.unwrap_or_else(|| (line.from, height(line.from)));
        self.eye.set(Some((line.from, eye)));
        let sight = Sightline { eye, aim: height(line.to) };
        let way = trace_over(table, line.from, line.to, |id| self.may_hide(id));
        if let Some(at) = way.hidden_by_ground(sight, LEVEL) {
            return Err(Hidden::Ground(at.place(line)));
        }
        self.sees_through(&way, sight, look)?;
        self.between(line, look, corridor).try_for_each(|unit| self.sees_past(&way, sight, look, unit))
    }

    /// Units whose outline lies across a line of sight.
    fn between(&self, line: Segment, look: Look, corridor: &Corridor) -> impl Iterator<Item = UnitId> {
        corridor.units.iter().copied().filter(move |id| self.is_between(line, look, *id))
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
        match look.purpose {
            Purpose::Muskets => Err(Hidden::Overhead(unit)),
            Purpose::Guns if self.is_close_to_an_end(look, unit) => Err(Hidden::Overhead(unit)),
            Purpose::Guns | Purpose::Watch | Purpose::Command => Ok(()),
        }
    }

    /// Woods by their lengths, buildings by their height (RF-LOS-03, 04, 09; RF-CMD-06). Woods never block by height (RF-LOS-09).
    fn sees_through(&self, way: &Trace, sight: Sightline, look: Look) -> Result<(), Hidden> {
        let stage = &self.state.stage;
        let own_walls = [look.from, look.at].map(|unit| unit.and_then(|unit| self.state.garrisoned(unit)));
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
        f.debug_struct("Lookout").field("last", &self.last).finish_non_exhaustive()
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
        lookout.sees(eye, lookout.aim(target), look)
    }

    /// Whether a unit sees another, from the center of its front, and what hides it if not.
    pub(crate) fn looks_at(&self, from: UnitId, at: UnitId) -> Result<(), Refusal> {
        let eye = self.body(from).map_or_else(|| self.center(from), |body| body.front_center());
        let lookout = Lookout::new(self);
        let look = Look { from: Some(from), at: Some(at), purpose: Purpose::Watch };
        let line = Segment::new(eye, self.center(at));
        lookout.look(eye, lookout.aim(at), look).map_err(|hidden| self.unseen(hidden, line, &self.roster(at).name))
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
                Refusal::new(RF_LOS_06, format!("{} in the way to {who}", named(id))).at(Where::Unit(id))
            }
            Hidden::Overhead(id) => {
                Refusal::new(RF_LOS_07, format!("no fire at {who} over {}", named(id))).at(Where::Unit(id))
            }
        }
    }
}

/// The stand nearest to an eye. The one with the nearest middle first, so that the boxes of most others rule them out.
fn nearest_stand(eye: Point, bases: &[Base]) -> Option<&Base> {
    let mut nearest = bases.iter().min_by_key(|base| base.center().distance_squared(eye))?;
    let (mut least, around) = (gap(eye, nearest), Bounds::of(&[eye]));
    let mut most = least.length().squared();
    for base in bases {
        if around.distance_squared(&base.bounds()) < most && base != nearest {
            let apart = gap(eye, base);
            if apart < least {
                (nearest, least, most) = (base, apart, apart.length().squared());
            }
        }
    }
    Some(nearest)
}

/// A stand a little wider and deeper, so that no line passes the seam between two that stand flush (RF-LOS-13).
fn joined(base: &Base) -> Base {
    let more = TOUCH * 2;
    Base::new(base.pose, Size::new(base.size.width + more * 2, base.size.depth + more))
}
