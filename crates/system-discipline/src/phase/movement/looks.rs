//! Quick looks along a way: it is free, or barred, for certain; what is left open the table measures.

use firelock_core::Side;
use firelock_table::{
    Angle, Base, Body as Block, Bounds, Corner, Drive, FeatureId, Leg, Length, Point, Pose, Size, arc_length, gap,
    gap_within, overlaps,
};

use super::course::{Manner, pivot, way_around};
use crate::charts::Going;
use crate::clearance::{MARGIN, drawn_in, may_meet_from, may_slide_near, may_wheel_near, must_have_met};
use crate::state::{Body, BodyId, State};

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

    /// The box that holds everyone who may matter.
    fn around(&self) -> Bounds {
        self.bounds.grown(self.keep)
    }

    /// Whether it may lead over ground that slows or bars: a wheel, over such as bars, which is all that matters to it.
    pub(super) fn may_touch_ground(&self, state: &State, going: Going) -> bool {
        let matters = |feature: FeatureId| match (self.leg, state.stage.table.ground(feature)) {
            (Leg::Wheel(..), _) if !state.is_closed(feature, going) => false,
            (Leg::Wheel(corner, by), Some(ground)) => {
                may_wheel_near(&self.outline, pivot(self.block, *corner), *by, ground, self.keep)
            }
            _ => true,
        };
        let around = self.around();
        state.stage.barriers.iter().any(|(feature, own)| own.meets(&around) && matters(*feature))
    }

    /// Whether it may come to somebody, or nearer to an enemy than it may.
    pub(super) fn may_near(&self, other: &Body, side: Side) -> bool {
        let off = if other.side == side { Length::ZERO } else { self.keep };
        match self.leg {
            Leg::Wheel(corner, by) => {
                may_wheel_near(&self.outline, pivot(self.block, *corner), *by, &other.outline, off)
            }
            _ => may_slide_near(&self.outline, self.heading, self.length, &other.outline, off),
        }
    }
}

impl State {
    /// A way over open ground with nobody near: the quick answer for most moves.
    pub(super) fn free_way(&self, id: BodyId, going: Going, way: &Way<'_>) -> Option<Drive> {
        let (end, length) = self.free_end(id, going, way)?;
        let block = Block::new(end, way.block.layout.clone());
        let (trail, lengths) = (vec![way.block.pose, end], vec![length]);
        let (ground, meets, on) = (Vec::new(), Vec::new(), Vec::new());
        Some(Drive { trail, lengths, ground, meets, halted: None, on, end: block })
    }

    /// Where such a way ends, and its length.
    fn free_end(&self, id: BodyId, going: Going, way: &Way<'_>) -> Option<(Pose, Length)> {
        let (around, table, side) = (way.around(), self.stage.table.bounds(), self.body(id).side);
        if !table.contains(way.bounds.min) || !table.contains(way.bounds.max) || way.may_touch_ground(self, going) {
            return None;
        }
        let near = |other: &Body| other.bounds.meets(&around) && way.may_near(other, side);
        if self.on_table().any(|(other, body)| other != id && body.zone().is_none() && near(body)) {
            return None;
        }
        let Way { block, .. } = way;
        let end = match way.leg {
            Leg::Wheel(corner, by) => block.pose.about(pivot(block, *corner), *by),
            _ => block.pose.slid(way.heading, way.length),
        };
        Some((end, way.length))
    }

    /// Whether a line can wheel, where a quick look tells: nobody comes near, or somebody stands in its way for certain.
    pub(crate) fn can_wheel(&self, id: BodyId, block: &Block, corner: Corner, by: Angle) -> Option<bool> {
        let keep = self.keep_off(id, Manner::Turn).unwrap_or_default();
        let leg = Leg::Wheel(corner, by);
        let free = |way: &Way<'_>| self.free_end(id, self.going(id), way).is_some();
        if Way::along(block, &leg, keep).as_ref().is_some_and(free) {
            return Some(true);
        }
        let own = self.body(id);
        if own.filled == Length::ZERO || own.bent.is_some() {
            return None;
        }
        let (before, pivot) = (block.outline(), pivot(block, corner));
        let core = Size::new(before.size.width, own.filled);
        let at = |turn: Angle| Base::new(before.pose.about(pivot, turn), core);
        let around = way_around(block, &leg, Length::ZERO).grown(keep);
        let near = |other: BodyId, body: &Body| other != id && body.bounds.meets(&around) && body.is_alive();
        let others = self.on_table().filter(|(other, body)| near(*other, body));
        let others: Vec<(bool, Base, &Base)> =
            others.filter_map(|(_, other)| Some((other.side != own.side, other.core()?, &other.outline))).collect();
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

    /// Whether a charge straight ahead meets that body before anybody and anything else, where a quick look tells.
    pub(crate) fn strikes(&self, id: BodyId, block: &Block, target: BodyId, rate: Length) -> Option<bool> {
        let (own, facing) = (self.body(id), block.pose.facing);
        let outline = block.outline();
        let core = Base::new(outline.pose, Size::new(outline.size.width, own.filled));
        let way = way_around(block, &Leg::Ahead(rate), rate).grown(MARGIN);
        let Some(from) = may_meet_from(&outline, facing, rate, &self.body(target).outline) else { return Some(false) };
        let has_core = own.filled > Length::ZERO && own.bent.is_none();
        let met_by =
            |other: &Body| other.core().filter(|_| has_core).and_then(|met| must_have_met(&core, facing, rate, &met));
        let is_in_way = |other: &Body| other.bounds.meets(&way) && other.zone().is_none() && other.is_alive();
        let others = || self.on_table().filter(|(other, body)| *other != id && *other != target && is_in_way(body));
        // Whom it lies on from the start it may leave.
        let first = |met: &Length| *met > Length::ZERO && *met < from;
        if others().any(|(_, other)| met_by(other).as_ref().is_some_and(first)) {
            return Some(false);
        }
        // Ground that only slows does not stop it.
        let (table, going) = (self.stage.table.bounds(), self.going(id));
        let bars = |(feature, ground): &(FeatureId, Bounds)| ground.meets(&way) && self.is_closed(*feature, going);
        let on_open_ground =
            table.contains(way.min) && table.contains(way.max) && !self.stage.barriers.iter().any(bars);
        let met = met_by(self.body(target)).filter(|_| on_open_ground)?;
        let before =
            |other: &Body| may_meet_from(&outline, facing, rate, &other.outline).is_some_and(|from| from <= met);
        (!others().any(|(_, other)| before(other))).then_some(true)
    }
}

/// How many steps of a turn lie between two looks of the table along a wheel.
fn looks_apart(outline: &Base, pivot: Point) -> i32 {
    let far = outline.corners.iter().map(|corner| pivot.distance(*corner)).max().unwrap_or_default() + Length::grid(1);
    (LOOK / (arc_length(far, Angle::steps(1)).get() + 1)).max(1)
}
