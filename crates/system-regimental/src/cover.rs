//! What the ground under and before a unit gives it (RF-TER).

use firelock_core::UnitId;
use firelock_table::{
    Base, Bounds, Extent, FeatureId, Inside, Length, Point, Segment, Shape, gap, gap_within, inside, is_inside, lining,
};

use crate::charts::numbers;
use crate::state::{Land, State};
use crate::words::{ChargeGround, Cover, MoveClass};

impl State {
    /// The best single cover of a unit against fire from a place (RF-TER-12).
    fn cover_from(&self, target: UnitId, eye: Point) -> Cover {
        self.area_cover(target, eye).max(self.linear_cover(target, eye))
    }

    /// The best cover of an area that more than half of the stands are at least half inside, or of a ravine that more than half
    /// of them stand in (RF-TER-09, RF-TER-14); a garrison has the cover of its place.
    pub(crate) fn area_cover(&self, target: UnitId, eye: Point) -> Cover {
        if let Some(feature) = self.garrisoned(target) {
            return self.stage.land(feature).cover;
        }
        let areas = self.areas_held(target, |land| !land.linear && land.cover > Cover::None);
        let areas = areas.filter(|id| self.counts_against(*id, eye));
        areas.chain(self.ravines_held(target)).map(|id| self.stage.land(id).cover).max().unwrap_or_default()
    }

    /// Works cover nobody from an enemy inside them (RF-TER-14, RF-TER-23).
    fn counts_against(&self, id: FeatureId, eye: Point) -> bool {
        let works = self.stage.land(id).cover == Cover::Fortified;
        !works || self.stage.table.ground(id).is_none_or(|ground| !ground.contains(eye))
    }

    /// Ravines and the like that more than half of the stands are in: they hide those inside and nobody behind them.
    fn ravines_held(&self, id: UnitId) -> impl Iterator<Item = FeatureId> {
        let around = self.unit(id).outline.bounds();
        self.lines(around, |land| land.sunken && land.cover > Cover::None).filter_map(move |(feature, _)| {
            let bases = self.bases(id);
            let within = bases.iter().filter(|base| self.stage.table.under(base).any(|under| under == feature)).count();
            (2 * within > bases.len()).then_some(feature)
        })
    }

    /// The best cover of a line that more than half of the front-rank stands are within half an inch of, if the line from the
    /// eye to the middle of the front crosses it (RF-TER-10, RF-TER-11).
    pub(crate) fn linear_cover(&self, target: UnitId, eye: Point) -> Cover {
        let Some(body) = self.body(target) else { return Cover::None };
        let shot = Segment::new(eye, body.front_center());
        let mut best = Cover::None;
        let around = self.unit(target).outline.bounds();
        for (id, path) in self.lines(around, |land| land.cover > Cover::None && !land.sunken) {
            let cover = self.stage.land(id).cover;
            if cover > best && crosses(shot, path) && self.lines_it(target, id, path) {
                best = cover;
            }
        }
        best
    }

    /// Whether more than half of the front-rank stands are within half an inch of a line; a creek counts from its bank.
    fn lines_it(&self, id: UnitId, feature: FeatureId, path: &[Point]) -> bool {
        let reach = self.stage.length(&numbers::LINEAR_COVER_REACH) + self.half_width(feature);
        let front = self.front_rank(id);
        let near = |base: &&Base| gap_within(*base, Shape::Path(path), reach);
        2 * front.iter().filter(near).count() > front.len()
    }

    /// The cover of a place where a unit passed, of areas and of lines, against fire from another (RF-FIR-42).
    pub(crate) fn cover_at(&self, spot: Point, eye: Point) -> (Cover, Cover) {
        let land = |id: FeatureId| self.stage.land(id).cover;
        let areas = self.stage.table.areas_at(spot).filter(|id| self.counts_against(*id, eye));
        let reach = self.stage.length(&numbers::LINEAR_COVER_REACH);
        let lines = self.lines(Bounds::of(&[spot]), |land| land.cover > Cover::None && !land.sunken);
        let between =
            |path: &[Point]| crosses(Segment::new(eye, spot), path) && gap_within(spot, Shape::Path(path), reach);
        let lines = lines.filter(|(_, path)| between(path)).map(|(id, _)| id);
        (areas.map(land).max().unwrap_or_default(), lines.map(land).max().unwrap_or_default())
    }

    /// Whether a unit stands behind linear cover of any kind, for its check (RF-CHK-04).
    pub(crate) fn is_behind_cover(&self, id: UnitId) -> bool {
        let around = self.unit(id).outline.bounds();
        let mut lines = self.lines(around, |land| land.cover > Cover::None && !land.sunken).peekable();
        if lines.peek().is_none() {
            return false;
        }
        let front = self.front_rank(id);
        let reach = self.stage.length(&numbers::CHECK_COVER_REACH);
        let behind = |path: &[Point]| {
            let lined = |base: &&Base| lining(base.front(), path, reach).covered.get() > 0;
            2 * front.iter().filter(lined).count() > front.len()
        };
        !front.is_empty() && lines.any(|(_, path)| behind(path))
    }

    /// Whether a unit holds a defensive position: a garrison, works, linear cover (RF-SPC-20).
    pub(crate) fn holds_position(&self, id: UnitId) -> bool {
        let works = |land: &Land| !land.linear && land.cover == Cover::Fortified;
        self.garrisoned(id).is_some() || self.is_behind_cover(id) || self.areas_held(id, works).next().is_some()
    }

    /// Whether at least half of the stands are at least half inside wooded ground (RF-TER-13).
    pub(crate) fn is_in_woods(&self, id: UnitId) -> bool {
        let bases = self.bases(id);
        let wooded = |base: &&Base| {
            let woods = self.stage.table.under(base).filter(|feature| self.stage.land(*feature).wooded);
            let mut grounds = woods.filter_map(|feature| self.stage.table.ground(feature));
            grounds.any(|ground| is_inside(base, ground, Inside::Half))
        };
        !bases.is_empty() && 2 * bases.iter().filter(wooded).count() >= bases.len()
    }

    /// Whether a unit is fortified against an enemy at a place: most stands in or behind works that lie between (RF-TER-14).
    pub(crate) fn is_fortified(&self, id: UnitId, eye: Point) -> bool {
        self.cover_from(id, eye) == Cover::Fortified
    }

    /// What the ground gives a charged unit against a charger that came from a place (RF-TER-03, RF-TER-15..17).
    pub(crate) fn charge_ground(&self, target: UnitId, from: Point) -> ChargeGround {
        if let Some(feature) = self.garrisoned(target) {
            return self.stage.land(feature).charge;
        }
        let Some(body) = self.body(target) else { return ChargeGround::None };
        let table = &self.stage.table;
        let eye = body.front_center();
        let mut best = ChargeGround::None;
        // Uphill: the defender's front center stands at least one level above the attacker's at the start.
        if table.level_at(eye) > table.level_at(from) {
            let hills = table.areas_at(eye).filter(|id| table.levels(*id) > 0 && self.stage.land(*id).uphill);
            best = hills.map(|id| self.stage.land(id).charge).max().unwrap_or(ChargeGround::Favorable);
        }
        // Inside an area that the attacker starts outside of (RF-TER-16 for woods).
        let gives = |land: &Land| !land.linear && !land.uphill && land.charge > ChargeGround::None;
        for id in self.areas_held(target, gives) {
            if table.ground(id).is_some_and(|ground| !ground.contains(from)) {
                best = best.max(self.stage.land(id).charge);
            }
        }
        // Behind a line that lies between.
        let around = self.unit(target).outline.bounds();
        for (id, path) in self.lines(around, |land| land.charge > ChargeGround::None) {
            let charge = self.stage.land(id).charge;
            if charge > best && crosses(Segment::new(from, eye), path) && self.lines_it(target, id, path) {
                best = charge;
            }
        }
        best
    }

    /// How far the border of a line lies from its middle.
    pub(crate) fn half_width(&self, line: FeatureId) -> Length {
        match self.stage.table.feature(line).map(|feature| &feature.extent) {
            Some(Extent::Line { width, .. }) => width.half(),
            _ => Length::ZERO,
        }
    }

    /// The front-rank stands of a unit.
    pub(crate) fn front_rank(&self, id: UnitId) -> &[Base] {
        let Some(stance) = self.stance(id) else { return &[] };
        // The slots of a formation are laid rank by rank.
        let files = stance.body().layout.slots().iter().take_while(|slot| slot.rank == 0).count();
        &stance.bases()[..files]
    }

    /// Areas of a kind that more than half of the stands are at least half inside (RF-TER-09).
    pub(crate) fn areas_held(&self, id: UnitId, of: impl Fn(&Land) -> bool) -> impl Iterator<Item = FeatureId> {
        let around = self.unit(id).outline.bounds();
        self.stage.table.features().filter_map(move |(feature, _)| {
            let ground = of(self.stage.land(feature)).then(|| self.stage.table.ground(feature)).flatten()?;
            let held = || inside(self.bases(id), ground, Inside::Half).more_than_half();
            (ground.bounds().meets(&around) && held()).then_some(feature)
        })
    }

    /// Linear features of a kind that come near a box, with their corners.
    fn lines(&self, near: Bounds, of: impl Fn(&Land) -> bool) -> impl Iterator<Item = (FeatureId, &[Point])> {
        self.stage.table.features().filter_map(move |(feature, _)| {
            let land = self.stage.land(feature);
            let path = (land.linear && of(land)).then(|| self.stage.table.path(feature)).flatten()?;
            // Nothing farther off than an inch lines or covers anybody.
            let near = near.grown(Length::INCH + self.half_width(feature));
            Bounds::of(path).meets(&near).then_some((feature, path))
        })
    }

    /// The slowest ground any of these stands is on; a stand wholly on a road is on open ground (RF-MOV-02, RF-TER-05).
    pub(crate) fn slowest_under(&self, bases: &[Base]) -> MoveClass {
        let around = Bounds::around(bases.iter().map(Base::bounds));
        let slow = |id: FeatureId| self.stage.land(id).movement > MoveClass::Open;
        if !self.stage.table.boxes().any(|(id, bounds)| bounds.meets(&around) && slow(id)) {
            return MoveClass::Open;
        }
        bases.iter().map(|base| self.ground_under(base)).max().unwrap_or_default()
    }

    /// The slowest ground that a stand touches.
    pub(crate) fn ground_under(&self, base: &Base) -> MoveClass {
        let mut slowest = MoveClass::Open;
        for id in self.stage.table.under(base) {
            let land = self.stage.land(id);
            if land.road.is_some() && self.is_on_road(base, id) {
                return MoveClass::Open;
            }
            slowest = slowest.max(land.movement);
        }
        slowest
    }

    /// Whether a stand is on a road: the middle of its front and of its rear lie on it.
    pub(crate) fn is_on_road(&self, base: &Base, road: FeatureId) -> bool {
        let half = self.stage.length(&numbers::ROAD_WIDTH).half();
        self.stage.table.path(road).is_some_and(|path| {
            let on = |place: Point| gap(place, Shape::Path(path)).within(half);
            on(base.front().middle()) && on(base.rear().middle())
        })
    }
}

/// Whether a straight line crosses or touches a line of legs.
pub(crate) fn crosses(line: Segment, path: &[Point]) -> bool {
    path.windows(2).any(|leg| line.meets(Segment::new(leg[0], leg[1])))
}
