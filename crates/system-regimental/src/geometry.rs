//! Where the stands of a unit are, and what it faces: footprints, fronts, arcs, flanks.

use firelock_core::{Beside, Side, UnitId};
use firelock_table::{
    Angle, Base, Body, Bounds, End, Fan, FeatureId, Gap, LastRank, Layout, Length, Point, Pose, Segment, Size, Stance,
    along, block, gap, gap_within, overlaps,
};

use crate::charts::numbers;
use crate::phase::fire::Shots;
use crate::roster::{BodyOf, Roster};
use crate::state::{Formed, LeaderId, Place, Stage, State, Unit};
use crate::words::{Arm, Formation, Order};

/// The size of one stand of a unit as it is now (RF-SCL-06, 07, 08).
pub(crate) fn stand_size(stage: &Stage, roster: &Roster, mounted: bool) -> Size {
    let size = |width, depth| Size::new(stage.length(width), stage.length(depth));
    match &roster.body {
        BodyOf::Guns { .. } => size(&numbers::GUN_WIDTH, &numbers::GUN_DEPTH),
        BodyOf::Troops { arm: Arm::Cavalry, .. } if mounted => size(&numbers::CAVALRY_WIDTH, &numbers::CAVALRY_DEPTH),
        BodyOf::Troops { .. } => size(&numbers::INFANTRY_WIDTH, &numbers::INFANTRY_DEPTH),
    }
}

/// The layout of a formation of so many stands (RF-FRM-02..10). It is built anew when stands are lost, the rear rank
/// shrinking first (RF-FRM-28); all stands of dismounted dragoons fight (RF-FRM-30).
pub(crate) fn layout(stage: &Stage, roster: &Roster, unit: &Unit) -> Layout {
    let size = stand_size(stage, roster, unit.mounted);
    if let Some(bent) = bent(unit, size) {
        return bent;
    }
    let (n, flush) = (unit.stands, Size::default());
    let ranked = |files: u8, gap: Size, stagger: Length| block(n, files, size, gap, LastRank::Centered, stagger);
    let spaced = Size::new(Length::inch_hundredths(i32::from(unit.gap)), Length::ZERO);
    let front_of_two = n.div_ceil(2);
    let horse = unit.mounted && roster.arm() == Some(Arm::Cavalry);
    let plain = match unit.formation {
        // RF-FRM-03: horsemen fill their frontage in one rank of stands.
        Formation::Line if horse => ranked(n, flush, Length::ZERO),
        Formation::Line => ranked(front_of_two, flush, Length::ZERO),
        // RF-FRM-04: the rear rank stands behind the gaps, half a pitch to the right where both ranks are equal;
        // a shorter rear rank is centered and so lies behind the gaps already.
        Formation::OpenOrder => {
            let stagger = if n % 2 == 0 { (size.width + spaced.width).half() } else { Length::ZERO };
            ranked(front_of_two, spaced, stagger)
        }
        // RF-FRM-06: two stands wide, like the mob of RF-FRM-09.
        Formation::FieldColumn | Formation::Mob => ranked(2, flush, Length::ZERO),
        Formation::MarchColumn | Formation::Limbered => ranked(1, flush, Length::ZERO),
        Formation::Unlimbered => ranked(n, spaced, Length::ZERO),
        Formation::Garrison => ranked(front_of_two, flush, Length::ZERO),
    };
    // RF-FRM-19, RF-FRM-22, RF-FRM-33: all stands face one way but those of one refused flank, turned about its inner rear corner.
    match unit.flank {
        Some(flank) => plain.refused(if flank.left { End::Left } else { End::Right }, flank.files, flank.by),
        None => plain,
    }
}

/// A column that is bent along its path (RF-FRM-07, RF-MOV-31).
fn bent(unit: &Unit, size: Size) -> Option<Layout> {
    (!unit.bend.is_empty()).then(|| along(&unit.bend, unit.stands, size)).flatten().map(|body| body.layout)
}

/// Brings what follows from place, formation and stands up to date.
pub(crate) fn settle(state: &mut State, id: UnitId) {
    let before = state.unit(id).formed.0.as_ref().map_or_else(|| state.around(id), Stance::bounds);
    let State { stage, units, .. } = state;
    let unit = &mut units[id.index()];
    let roster = &stage.roster[usize::from(unit.roster)];
    unit.formed = Formed(unit.pose().map(|pose| Stance::new(pose, layout(stage, roster, unit))));
    if let Some(stance) = &unit.formed.0 {
        unit.outline = stance.body().outline();
    } else if let Place::In(feature) = unit.place
        && let Some(ground) = stage.table.ground(feature)
    {
        let middle = ground.bounds().min.middle(ground.bounds().max);
        unit.outline = Base::new(Pose::new(middle, Angle::ZERO), Size::default());
    }
    let boxes = [before, state.around(id)];
    state.shots = Beside::new(Shots::after(state, id, boxes));
    let unit = state.unit(id);
    // RF-CMD-14, RF-MOR-14: an attached leader is where his unit is.
    let at = unit.outline.center();
    for leader in state.leaders.iter_mut().filter(|leader| leader.attached == Some(id)) {
        leader.at = at;
    }
}

/// Closes a unit up after a loss, around the same front center (RF-FRM-28). Where it would then stand on another unit (RF-MOV-29), as
/// in the gaps of one that it is interlocked with, the stands left keep their places: those of the left flank, else of the right.
pub(crate) fn close_up(state: &mut State, id: UnitId) {
    let was_clear = !is_on_anyone(state, id);
    settle(state, id);
    let Some(pose) = state.unit(id).pose().filter(|_| was_clear && is_on_anyone(state, id)) else { return };
    let (unit, roster) = (state.unit(id), state.roster(id));
    let pitch = stand_size(&state.stage, roster, unit.mounted).width + Length::inch_hundredths(unit.gap.into());
    for half in [-pitch.half(), pitch.half()] {
        stand_at(state, id, pose.slid(pose.facing + Angle::RIGHT, half));
        if !is_on_anyone(state, id) {
            return;
        }
    }
    stand_at(state, id, pose);
}

fn stand_at(state: &mut State, id: UnitId, pose: Pose) {
    state.units[id.index()].place = Place::At(pose);
    settle(state, id);
}

fn is_on_anyone(state: &State, id: UnitId) -> bool {
    let (bases, around) = (state.bases(id), state.around(id));
    let others = state.all_units().filter(|(other, _)| *other != id).filter_map(|(other, _)| state.stance(other));
    others.filter(|other| other.bounds().meets(&around)).any(|other| overlap(bases, other.bases()))
}

impl State {
    /// How a unit stands on the table; none for a garrison or a unit off the table.
    pub fn stance(&self, id: UnitId) -> Option<&Stance> {
        let unit = self.unit(id);
        unit.formed.0.as_ref().filter(|_| unit.pose().is_some())
    }

    /// The formation of a unit on the table as a body; none for a garrison or a unit off the table.
    pub fn body(&self, id: UnitId) -> Option<&Body> {
        self.stance(id).map(Stance::body)
    }

    /// The stands of a unit on the table; empty for a garrison.
    pub fn bases(&self, id: UnitId) -> &[Base] {
        self.stance(id).map(Stance::bases).unwrap_or_default()
    }

    /// The front edge of a unit, from left to right (RF-FRM-27); none where it has no front.
    pub fn front(&self, id: UnitId) -> Option<Segment> {
        let unit = self.unit(id);
        (unit.order != Order::Broken).then(|| self.body(id)).flatten().map(|body| body.front())
    }

    /// The gap between two units, edge to edge (RF-SCL-14); a garrison is its feature.
    pub fn gap(&self, a: UnitId, b: UnitId) -> Gap {
        match (self.garrison(a), self.garrison(b)) {
            (None, None) => gap(self.bases(a), self.bases(b)),
            (Some(ground), None) => gap(ground, self.bases(b)),
            (None, Some(ground)) => gap(self.bases(a), ground),
            (Some(own), Some(other)) => gap(own, other),
        }
    }

    /// Whether two units are within a distance: quick where they are far apart.
    #[inline]
    pub fn within(&self, a: UnitId, b: UnitId, limit: Length) -> bool {
        self.around(a).distance_squared(&self.around(b)) <= limit.squared() && self.is_close(a, b, limit)
    }

    /// The same of two whose boxes are so near.
    fn is_close(&self, a: UnitId, b: UnitId, limit: Length) -> bool {
        match (self.stance(a), self.stance(b)) {
            (Some(a), Some(b)) => a.is_within(b, limit),
            _ => self.gap(a, b).within(limit),
        }
    }

    /// The gap between a leader's base and a unit.
    pub fn leader_gap(&self, leader: LeaderId, unit: UnitId) -> Gap {
        let at = self.leader(leader).at;
        match self.garrison(unit) {
            Some(ground) => gap(at, ground),
            None => gap(at, self.bases(unit)),
        }
    }

    /// Whether a leader stands within a distance of a unit: as [`State::leader_gap`] tells, quick where boxes and middles do.
    pub fn is_leader_within(&self, leader: LeaderId, unit: UnitId, limit: Length) -> bool {
        let (at, most) = (self.leader(leader).at, limit.squared());
        if self.around(unit).distance_squared(&Bounds::of(&[at])) > most {
            return false;
        }
        match self.garrison(unit) {
            Some(ground) => gap(at, ground).within(limit),
            None => {
                let bases = self.bases(unit);
                let near = bases.iter().any(|base| base.center().distance_squared(at) <= most);
                near || gap_within(at, bases, limit)
            }
        }
    }

    /// The box around a unit, or around the place it garrisons.
    #[inline]
    pub fn around(&self, id: UnitId) -> Bounds {
        match (self.stance(id), self.garrison(id)) {
            (Some(stance), _) => stance.bounds(),
            (None, Some(ground)) => *ground.bounds(),
            (None, None) => self.unit(id).outline.bounds(),
        }
    }

    /// The ground a unit garrisons, if it does.
    pub fn garrison(&self, id: UnitId) -> Option<&firelock_table::Polygon> {
        match self.unit(id).place {
            Place::In(feature) => self.stage.table.ground(feature),
            _ => None,
        }
    }

    /// The feature a unit garrisons, if it does.
    pub fn garrisoned(&self, id: UnitId) -> Option<FeatureId> {
        match self.unit(id).place {
            Place::In(feature) => Some(feature),
            _ => None,
        }
    }

    /// The middle of a unit.
    pub fn center(&self, id: UnitId) -> Point {
        self.unit(id).outline.center()
    }

    /// The enemies of a side on the table, nearest to a unit first; equal ones by number.
    pub fn enemies_by_gap(&self, id: UnitId) -> Vec<(Gap, UnitId)> {
        let enemy = self.unit(id).side.enemy();
        let mut list: Vec<_> = self.on_table(enemy).map(|(other, _)| (self.gap(id, other), other)).collect();
        list.sort();
        list
    }

    /// The arc of fire of one stand (RF-ARC-01, RF-ARC-03), a gun's too (RF-GUN-20).
    pub fn arc(&self, base: &Base, reach: Length) -> Fan {
        let spread = self.stage.degrees(&numbers::FIRE_ARC);
        Fan { edge: base.front(), facing: base.facing(), spread, reach }
    }

    /// Whether the front center of `by` lies on or behind the line of `of`'s front edge, and with a flank refused on that side also
    /// on or behind the line of the refused front (RF-ARC-10). Never true of a unit without a front.
    pub fn is_flank(&self, by: UnitId, of: UnitId) -> bool {
        self.body(by).is_some_and(|body| self.is_flank_from(body.front_center(), of))
    }

    /// Whether a place flanks a unit (RF-ARC-10).
    pub fn is_flank_from(&self, place: Point, of: UnitId) -> bool {
        let Some(front) = self.front(of) else { return false };
        flanks(front, place) && self.refused_front(of, place).is_none_or(|refused| flanks(refused, place))
    }

    /// The front edge of the refused files, if they are on the side where the place lies.
    fn refused_front(&self, of: UnitId, place: Point) -> Option<Segment> {
        let unit = self.unit(of);
        let (flank, body) = (unit.flank?, self.body(of)?);
        let to_left = body.pose.local(place).x < 0;
        if to_left != flank.left {
            return None;
        }
        let refused = body.layout.slots().iter().filter(|slot| slot.rank == 0 && slot.facing != Angle::ZERO);
        let mut fronts = refused.map(|slot| slot.base(body.pose).front());
        let first = fronts.next()?;
        Some(fronts.fold(first, |whole, next| Segment::new(whole.from, next.to)))
    }

    /// The friendly table edge of a side (RF-RET-15).
    pub fn home(&self, side: Side) -> firelock_table::TableEdge {
        self.stage.armies[side.index()].edge
    }
}

/// On or behind the infinite line of a front edge that runs from left to right.
fn flanks(front: Segment, place: Point) -> bool {
    front.side(place) <= 0
}

/// Whether some base of one body lies on one of the other, deeper than a touch.
pub(crate) fn overlap(bases: &[Base], others: &[Base]) -> bool {
    bases.iter().any(|base| others.iter().any(|other| overlaps(base, other)))
}
