//! Quick looks along a way: it is free, or barred, for certain; what is left open the table measures.

use firelock_core::Side;
use firelock_table::{
    Angle, Base, Body as Block, Bounds, Corner, Drive, Extent, FeatureId, Leg, Length, Point, Pose, Size, arc_length,
    gap, gap_within, overlaps,
};

use super::course::{Manner, pivot, way_around};
use crate::charts::Going;
use crate::clearance::{MARGIN, drawn_in, may_meet_from, may_slide_near, may_wheel_near, must_have_met};
use crate::state::{Body, BodyId, State, ZoneId};

/// The farthest that a place of a body goes between two looks of the table along a wheel: 1/8 inch.
const LOOK: i32 = 318;

/// A straight leg or a wheel, for quick looks at what may matter along it.
pub(super) struct Way<'a> {
    block: &'a Block,
    leg: &'a Leg,
    outline: Base,
    heading: Angle,
    length: Length,
    /// How far it keeps off from the enemy.
    keep: Length,
    /// Around all places it leads over.
    bounds: Bounds,
}

impl<'a> Way<'a> {
    /// None for a leg of another kind.
    pub(super) fn along(block: &'a Block, leg: &'a Leg, keep: Length) -> Option<Way<'a>> {
        let slide = |turn: Angle, by: Length| ((block.pose.facing + turn).heading(), by);
        let (heading, length) = match leg {
            Leg::Ahead(by) => slide(Angle::ZERO, *by),
            Leg::Slant(turn, by) => slide(*turn, *by),
            Leg::Wheel(..) => slide(Angle::ZERO, Length::ZERO),
            _ => return None,
        };
        let bounds = way_around(block, leg, length).grown(MARGIN);
        (length >= Length::ZERO).then(|| Way { block, leg, outline: block.outline(), heading, length, keep, bounds })
    }

    pub(super) fn is_wheel(&self) -> bool {
        matches!(self.leg, Leg::Wheel(..))
    }

    /// The box that holds everyone who may matter.
    pub(super) fn around(&self) -> Bounds {
        self.bounds.grown(self.keep)
    }

    /// Whether it may lead over ground that slows or bars: a wheel, over such as bars, which is all that matters to it.
    pub(super) fn may_touch_ground(&self, state: &State, going: Going) -> bool {
        let around = self.around();
        // From a zone that is held it may keep off; others matter where it comes to them.
        let off = |feature: FeatureId| {
            let is_held = |zone: ZoneId| state.in_zone(zone).next().is_some();
            if state.stage.land(feature).zone.is_some_and(is_held) { self.keep } else { Length::ZERO }
        };
        let matters = |feature: FeatureId| match (self.leg, state.stage.table.ground(feature)) {
            (Leg::Wheel(..), _) if !state.stage.is_closed(feature, going) => false,
            (Leg::Wheel(corner, by), Some(ground)) => {
                may_wheel_near(&self.outline, pivot(self.block, *corner), *by, ground, off(feature))
            }
            (Leg::Wheel(..), None) => true,
            _ => {
                let ground = state.stage.table.feature(feature);
                ground.is_some_and(|ground| self.may_slide_near(&ground.extent, off(feature)))
            }
        };
        state.stage.barriers.iter().any(|(feature, own)| own.meets(&around) && matters(*feature))
    }

    /// Whether a straight way may come as near as that to ground, by the boxes around both as they are seen from the body.
    fn may_slide_near(&self, extent: &Extent, off: Length) -> bool {
        let pose = self.outline.pose;
        let seen = |places: &[Point]| Bounds::around(places.iter().map(|place| Bounds::of(&[pose.local(*place)])));
        let ground = match extent {
            Extent::Area { ground, .. } => seen(ground.points()),
            Extent::Line { path, width } => seen(path).grown(width.half()),
            Extent::Spot { at, radius } => seen(&[*at]).grown(*radius),
        };
        let far = pose.local(pose.slid(self.heading, self.length).at);
        let here = Bounds::of(&self.outline.corners.map(|corner| pose.local(corner)));
        let there = Bounds { min: here.min + far, max: here.max + far };
        here.join(there).grown(off + MARGIN).meets(&ground)
    }

    /// Whether it may come to somebody, or nearer to an enemy than it may.
    pub(super) fn may_near(&self, other: &Body, side: Side) -> bool {
        let off = if other.side == side { Length::ZERO } else { self.keep };
        match self.leg {
            Leg::Wheel(corner, by) => {
                let leaves = self.leaves(*corner, *by, other, side);
                !leaves && may_wheel_near(&self.outline, pivot(self.block, *corner), *by, &other.outline, off)
            }
            _ => may_slide_near(&self.outline, self.heading, self.length, &other.outline, off),
        }
    }

    /// Whether a wheel only leaves somebody for certain. From who stands beyond the flank it wheels on, before it and after it, each place
    /// of the body goes away, or it is farther off than the corner that stays; a friend behind it is not run over.
    fn leaves(&self, corner: Corner, by: Angle, other: &Body, side: Side) -> bool {
        let (pivot, facing) = (pivot(self.block, corner), self.block.pose.facing);
        let all = |turn: Angle, lies: &dyn Fn(Point) -> bool| {
            let home = Pose::new(pivot, facing + turn);
            other.outline.corners.iter().all(|place| lies(home.local(*place)))
        };
        let beyond = |place: Point| if corner == Corner::Right { place.x >= 0 } else { place.x <= 0 };
        let behind = |place: Point| place.y <= -self.outline.size.depth.get();
        by.abs() <= Angle::RIGHT
            && (all(Angle::ZERO, &beyond) && all(by, &beyond) || other.side == side && all(Angle::ZERO, &behind))
    }

    /// The drive along it where nobody and nothing bars it.
    pub(super) fn unhindered(&self) -> Drive {
        let end = match self.leg {
            Leg::Wheel(corner, by) => self.block.pose.about(pivot(self.block, *corner), *by),
            _ => self.block.pose.slid(self.heading, self.length),
        };
        Drive {
            trail: vec![self.block.pose, end],
            lengths: vec![self.length],
            ground: Vec::new(),
            meets: Vec::new(),
            halted: None,
            on: Vec::new(),
            end: Block::new(end, self.block.layout.clone()),
        }
    }
}

impl State {
    /// Those whom a body may come to on a way, or nearer to than it may.
    pub(super) fn near_way(&self, id: BodyId, way: &Way<'_>) -> Vec<BodyId> {
        let (around, side) = (way.around(), self.body(id).side);
        let near = |other: &Body| other.zone().is_none() && way.may_near(other, side);
        self.in_box(around).filter(|(other, body)| *other != id && near(body)).map(|(other, _)| other).collect()
    }

    /// Whether a way leads over open ground only.
    pub(super) fn is_open_ground(&self, going: Going, way: &Way<'_>) -> bool {
        let table = self.stage.table.bounds();
        table.contains(way.bounds.min) && table.contains(way.bounds.max) && !way.may_touch_ground(self, going)
    }

    /// Whether somebody stops a body for certain before it has gone so far straight ahead.
    pub(crate) fn is_stopped_within(&self, id: BodyId, block: &Block, by: Length) -> bool {
        let own = self.body(id);
        if own.filled == Length::ZERO || own.bent.is_some() {
            return false;
        }
        let outline = block.outline();
        let core = Base::new(outline.pose, Size::new(outline.size.width, own.filled));
        let way = way_around(block, &Leg::Ahead(by), by);
        let met = |other: &Body| other.core().and_then(|met| must_have_met(&core, block.pose.facing, by, &met));
        // Whom it lies on from the start it may leave.
        let stops = |other: &Body| met(other).is_some_and(|met| met > Length::ZERO && met < by);
        self.in_field(way).any(|(other, body)| other != id && stops(body))
    }

    /// Whether a line can wheel, where a quick look tells: nobody comes near, or somebody stands in its way for certain.
    pub(crate) fn can_wheel(&self, id: BodyId, block: &Block, corner: Corner, by: Angle) -> Option<bool> {
        let keep = self.keep_off(id, Manner::Turn).unwrap_or_default();
        let leg = Leg::Wheel(corner, by);
        let way = Way::along(block, &leg, keep)?;
        let near = self.near_way(id, &way);
        if near.is_empty() && self.is_open_ground(self.going(id), &way) {
            return Some(true);
        }
        let own = self.body(id);
        if own.filled == Length::ZERO || own.bent.is_some() {
            return None;
        }
        let (before, pivot) = (block.outline(), pivot(block, corner));
        let core = Size::new(before.size.width, own.filled);
        let at = |turn: Angle| Base::new(before.pose.about(pivot, turn), core);
        let others = near.iter().map(|other| self.body(*other)).filter(|other| other.is_alive());
        let others: Vec<(bool, Base, &Base)> =
            others.filter_map(|other| Some((other.side != own.side, other.core()?, &other.outline))).collect();
        // It comes nearer to an enemy than it stood, and nearer than it may.
        let comes_near = |(enemy, met, outline): &(bool, Base, &Base)| {
            let bound = || gap(&before, *outline).length().min(keep) - MARGIN;
            let nears = |bound| {
                let turned = |part: i32| at(Angle::steps(by.get() * part / 4));
                [4, 2, 1, 3].into_iter().any(|part| gap_within(&turned(part), met, bound))
            };
            *enemy && Some(bound()).filter(|bound| *bound > Length::ZERO).is_some_and(nears)
        };
        if others.iter().any(comes_near) {
            return Some(false);
        }
        // What the table finds at one of its looks it finds: a look at the end tells most, then each on the way.
        let step = looks_apart(&before, pivot) as usize;
        let core = drawn_in(&at(Angle::ZERO))?;
        let turns = std::iter::once(by.abs().get()).chain((0..by.abs().get()).step_by(step));
        let looks =
            turns.map(|turn| Base::new(core.pose.about(pivot, Angle::steps(turn * by.get().signum())), core.size));
        let lies_on = |look: Base| others.iter().any(|(_, met, _)| overlaps(&look, met));
        if !others.is_empty() && looks.into_iter().any(lies_on) { Some(false) } else { None }
    }

    /// By when a body that goes so far straight ahead has met another for certain, if it does.
    pub(crate) fn must_meet_by(&self, id: BodyId, block: &Block, other: BodyId, by: Length) -> Option<Length> {
        let (own, outline) = (self.body(id), block.outline());
        if own.filled == Length::ZERO || own.bent.is_some() {
            return None;
        }
        let core = Base::new(outline.pose, Size::new(outline.size.width, own.filled));
        must_have_met(&core, block.pose.facing, by, &self.body(other).core()?)
    }

    /// Whether a charge straight ahead meets that body before anybody and anything else, where a quick look tells.
    pub(crate) fn strikes(&self, id: BodyId, block: &Block, target: BodyId, rate: Length) -> Option<bool> {
        let (own, facing) = (self.body(id), block.pose.facing);
        let outline = block.outline();
        let Some(from) = may_meet_from(&outline, facing, rate, &self.body(target).outline) else { return Some(false) };
        let core = Base::new(outline.pose, Size::new(outline.size.width, own.filled));
        let way = way_around(block, &Leg::Ahead(rate), rate).grown(MARGIN);
        let has_core = own.filled > Length::ZERO && own.bent.is_none();
        let met_by =
            |other: &Body| other.core().filter(|_| has_core).and_then(|met| must_have_met(&core, facing, rate, &met));
        // Nobody matters whom it comes to later than so far.
        let others = |by: Length| {
            let up_to = way_around(block, &Leg::Ahead(by), by).grown(MARGIN * 3);
            let in_way = move |other: &Body| other.bounds.meets(&way);
            self.in_field(up_to).filter(move |(other, body)| *other != id && *other != target && in_way(body))
        };
        // Whom it lies on from the start it may leave.
        let first = |met: &Length| *met > Length::ZERO && *met < from;
        if from > Length::ZERO && others(from).any(|(_, other)| met_by(other).as_ref().is_some_and(first)) {
            return Some(false);
        }
        let met = met_by(self.body(target))?;
        // Up to there, ground that only slows does not stop it.
        let (table, going, leg) = (self.stage.table.bounds(), self.going(id), Leg::Ahead(met));
        let up_to = Way::along(block, &leg, Length::ZERO)?;
        let may_touch = |feature: FeatureId| {
            let ground = self.stage.table.feature(feature);
            ground.is_some_and(|ground| up_to.may_slide_near(&ground.extent, Length::ZERO))
        };
        let bars = |(feature, ground): &(FeatureId, Bounds)| {
            ground.meets(&up_to.bounds) && self.stage.is_closed(*feature, going) && may_touch(*feature)
        };
        let is_on_table = table.contains(up_to.bounds.min) && table.contains(up_to.bounds.max);
        if !is_on_table || self.stage.barriers.iter().any(bars) {
            return None;
        }
        let before =
            |other: &Body| may_meet_from(&outline, facing, rate, &other.outline).is_some_and(|from| from <= met);
        (!others(met).any(|(_, other)| before(other))).then_some(true)
    }
}

/// How many steps of a turn lie between two looks of the table along a wheel.
fn looks_apart(outline: &Base, pivot: Point) -> i32 {
    let far = outline.corners.iter().map(|corner| pivot.distance(*corner)).max().unwrap_or_default() + Length::grid(1);
    (LOOK / (arc_length(far, Angle::steps(1)).get() + 1)).max(1)
}
