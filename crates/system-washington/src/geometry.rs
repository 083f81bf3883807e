//! Where the bases of a unit stand and what it faces: footprints, fronts, boxes, facets.
//!
//! Inches and millimeters are both exact on the table's grid (WA-SCALE-01).

use firelock_core::{Side, UnitId};
use firelock_table::{
    Angle, Base, Bases, Cut, Gap, Length, Point, Pose, Quarter, Segment, Size, TOUCH, TableEdge, gap, gap_within,
    overlaps, quarter, side_boxes,
};

use crate::charts::numbers;
use crate::roster::Roster;
use crate::state::{CommanderId, Edge, Place, Stage, State, Unit};
use crate::words::{Facet, Formation, Rank, Terrain};

/// How the bases of a unit are put together; enough to know its footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Build {
    /// The size of one base.
    base: Size,
    /// From base to base in a rank.
    pitch: Length,
    /// Bases in all.
    bases: u8,
    /// Troop bases in the front rank: the frontage of every rule (WA-FORM-05).
    front: u8,
    /// Casualty spacers in the front rank.
    spacers: u8,
    /// A battalion gun at the right end of the front rank.
    battalion_gun: bool,
}

impl Build {
    /// As a unit stands now (WA-FORM-01, 02, 13).
    pub(crate) fn of(stage: &Stage, roster: &Roster, unit: &Unit) -> Build {
        let base = base_size(stage, roster);
        let apart = match unit.formation {
            Formation::Loose if !roster.is_gun() => stage.mm(&numbers::SKIRMISH_SPACER),
            _ => Length::ZERO,
        };
        Build {
            base,
            pitch: base.width + apart,
            bases: if roster.is_gun() { 1 } else { unit.bases() },
            front: unit.front.max(1),
            spacers: unit.spacers,
            battalion_gun: roster.has_battalion_gun(),
        }
    }

    /// The footprint's width and depth: the front rank with its spacers, and all ranks (WA-FORM-15).
    pub(crate) fn size(&self) -> Size {
        let slots = i32::from(self.front) + i32::from(self.spacers) + i32::from(self.battalion_gun);
        let ranks = i32::from(self.bases.div_ceil(self.front)).max(1);
        Size::new(self.pitch * (slots - 1) + self.base.width, self.base.depth * ranks)
    }

    /// The footprint at a pose.
    pub(crate) fn outline(&self, pose: Pose) -> Base {
        Base::new(pose, self.size())
    }

    /// The troop bases at a pose, rank by rank. The spacers stand at both ends, the odd one on the right.
    pub(crate) fn bases(&self, pose: Pose) -> Bases {
        let mut bases = Bases::new();
        let left_spacers = i32::from(self.spacers / 2);
        let whole = self.size().width;
        let mut left = self.bases;
        let mut rank = 0;
        while left > 0 {
            let in_rank = left.min(self.front);
            let width = self.pitch * (i32::from(in_rank) - 1) + self.base.width;
            let first = match rank {
                0 => (-whole).half() + self.pitch * left_spacers,
                _ => (-width).half(),
            };
            for file in 0..in_rank {
                let x = first + self.pitch * i32::from(file) + self.base.width.half();
                let middle = pose.place(Point::new(x.get(), -(self.base.depth * rank).get()));
                // At most 8 bases a unit.
                let _ = bases.try_push(Base::new(Pose::new(middle, pose.facing), self.base));
            }
            left -= in_rank;
            rank += 1;
        }
        bases
    }

    /// The same bases in the front rank alone, at a pose.
    pub(crate) fn front_rank(&self, pose: Pose) -> Bases {
        let mut bases = self.bases(pose);
        bases.truncate(usize::from(self.front.min(self.bases)));
        bases
    }
}

/// The size of one base (WA-SCALE-04).
pub(crate) fn base_size(stage: &Stage, roster: &Roster) -> Size {
    match roster {
        roster if roster.is_gun() => Size::new(stage.mm(&numbers::GUN_SIDE), stage.mm(&numbers::GUN_SIDE)),
        roster if roster.is_cavalry() => {
            Size::new(stage.mm(&numbers::CAVALRY_WIDTH), stage.mm(&numbers::CAVALRY_DEPTH))
        }
        _ => Size::new(stage.mm(&numbers::INFANTRY_WIDTH), stage.mm(&numbers::INFANTRY_DEPTH)),
    }
}

/// The pose of a block of that size whose middle and facing are given.
pub(crate) fn centered(middle: Point, facing: Angle, size: Size) -> Pose {
    Pose::new(middle.ahead(facing, size.depth.half()), facing)
}

/// Brings what follows from place, formation and bases up to date: footprint, hill, commanders with it.
pub(crate) fn settle(state: &mut State, id: UnitId) {
    let stage = state.stage.clone();
    let unit = &state.units[id.index()];
    let Place::At(pose) = unit.place else {
        state.units[id.index()].hill_entry = None;
        return;
    };
    let outline = Build::of(&stage, &stage.roster[id.index()], unit).outline(pose);
    let hill = state.hill_at(pose.at);
    // WA-TERR-07: who came onto the hill first.
    let entry = match (hill, unit.hill_entry) {
        (Some(hill), Some((own, nth))) if hill == own => Some((own, nth)),
        (Some(hill), _) => {
            state.hill_entries += 1;
            Some((hill, state.hill_entries))
        }
        (None, _) => None,
    };
    let unit = &mut state.units[id.index()];
    (unit.outline, unit.hill_entry) = (outline, entry);
    let at = outline.center();
    for commander in state.commanders.iter_mut().filter(|commander| commander.with == Some(id)) {
        // WA-CMD-04, WA-CMD-24.
        commander.at = at;
    }
}

impl State {
    /// How a unit's bases are put together.
    pub(crate) fn build(&self, id: UnitId) -> Build {
        Build::of(&self.stage, self.roster(id), self.unit(id))
    }

    /// The troop bases of a unit on the table, or a gun's base.
    pub fn bases(&self, id: UnitId) -> Bases {
        self.unit(id).pose().map(|pose| self.build(id).bases(pose)).unwrap_or_default()
    }

    /// The troop bases of its front rank.
    pub(crate) fn front_rank(&self, id: UnitId) -> Bases {
        self.unit(id).pose().map(|pose| self.build(id).front_rank(pose)).unwrap_or_default()
    }

    /// The front edge of a unit, from left to right.
    pub fn front(&self, id: UnitId) -> Segment {
        self.unit(id).outline.front()
    }

    /// The center of its front edge.
    pub fn front_center(&self, id: UnitId) -> Point {
        self.unit(id).outline.pose.at
    }

    /// The middle of its footprint.
    pub fn center(&self, id: UnitId) -> Point {
        self.unit(id).outline.center()
    }

    /// The depth of its own base (WA-SCALE-05).
    pub(crate) fn base_depth(&self, id: UnitId) -> Length {
        base_size(&self.stage, self.roster(id)).depth
    }

    /// The width of its own base.
    pub(crate) fn base_width(&self, id: UnitId) -> Length {
        base_size(&self.stage, self.roster(id)).width
    }

    /// The gap between two footprints (WA-SCALE-06).
    pub fn gap(&self, a: UnitId, b: UnitId) -> Gap {
        gap(&self.unit(a).outline, &self.unit(b).outline)
    }

    /// Whether two footprints are within a distance; quick where they are far apart.
    pub fn within(&self, a: UnitId, b: UnitId, limit: Length) -> bool {
        gap_within(&self.unit(a).outline, &self.unit(b).outline, limit)
    }

    /// The base of a commander; with a unit he stands in its middle (WA-CMD-24).
    pub fn commander_base(&self, id: CommanderId) -> Base {
        let commander = self.commander(id);
        let facing = commander.with.and_then(|unit| self.unit(unit).pose()).map_or(Angle::ZERO, |pose| pose.facing);
        let size = self.commander_size(id);
        Base::new(centered(commander.at, facing, size), size)
    }

    /// The size of a commander's base (WA-SCALE-04).
    pub(crate) fn commander_size(&self, id: CommanderId) -> Size {
        let (width, depth) = match self.officer(id).rank {
            Rank::General => (&numbers::GENERAL_SIDE, &numbers::GENERAL_SIDE),
            Rank::Brigade => (&numbers::BRIGADIER_WIDTH, &numbers::BRIGADIER_DEPTH),
        };
        Size::new(self.stage.mm(width), self.stage.mm(depth))
    }

    /// The gap between a commander's base and a unit.
    pub fn commander_gap(&self, commander: CommanderId, unit: UnitId) -> Gap {
        gap(&self.commander_base(commander), &self.unit(unit).outline)
    }

    /// Other units (not guns) of the same side within a distance of a footprint, nearest first, equal ones by number.
    pub(crate) fn friends_near(&self, id: UnitId, limit: Length) -> Vec<(Gap, UnitId)> {
        let unit = self.unit(id);
        let near = |other: &UnitId| {
            *other != id
                && !self.roster(*other).is_gun()
                && gap_within(&unit.outline, &self.unit(*other).outline, limit)
        };
        let friends = self.on_table(unit.side).map(|(other, _)| other).filter(near);
        let mut friends: Vec<(Gap, UnitId)> = friends.map(|other| (self.gap(id, other), other)).collect();
        friends.sort();
        friends
    }

    /// How many other units (not guns) of the same side are within a distance.
    pub(crate) fn count_near(&self, id: UnitId, limit: Length) -> u8 {
        let near = |(other, _): &(UnitId, &Unit)| {
            *other != id && !self.roster(*other).is_gun() && self.within(id, *other, limit)
        };
        self.on_table(self.unit(id).side).filter(near).count().min(usize::from(u8::MAX)) as u8
    }

    /// The guns of a side joined to a gun by small gaps, itself included, by number (WA-ROST-20).
    pub fn battery(&self, gun: UnitId) -> Vec<UnitId> {
        let joined = self.stage.length(&numbers::BATTERY_GAP);
        let side = self.unit(gun).side;
        let guns: Vec<UnitId> = self.on_table(side).map(|(id, _)| id).filter(|id| self.roster(*id).is_gun()).collect();
        let mut battery = vec![gun];
        let mut at = 0;
        while at < battery.len() {
            let from = battery[at];
            for &other in &guns {
                if !battery.contains(&other) && self.within(from, other, joined) {
                    battery.push(other);
                }
            }
            at += 1;
        }
        battery.sort_unstable();
        battery
    }

    /// From which side a place lies to a unit (WA-FORM-10), and the edge on that side.
    pub(crate) fn facet(&self, of: UnitId, place: Point) -> (Facet, Edge) {
        let (facet, edge) = match quarter(&self.unit(of).outline, Cut::FrontAndRearLines, place) {
            Quarter::Front => (Facet::Front, Edge::Front),
            Quarter::Rear => (Facet::Rear, Edge::Rear),
            Quarter::LeftFlank => (Facet::Flank, Edge::Left),
            Quarter::RightFlank => (Facet::Flank, Edge::Right),
        };
        // WA-FORM-14: in a building there is no flank and no rear.
        let walled = facet != Facet::Front && self.is_in(of, |terrain| terrain == Terrain::Building);
        (if walled { Facet::Front } else { facet }, edge)
    }

    /// Whether an enemy unit or gun stands in a flank box, and whether one stands in the rear box (WA-FORM-11, WA-FORM-12).
    /// Commanders do not count (WA-CMD-01).
    pub fn enemies_in_boxes(&self, id: UnitId) -> (bool, bool) {
        let unit = self.unit(id);
        if self.is_in(id, |terrain| terrain == Terrain::Building) {
            return (false, false);
        }
        let wide = self.stage.length(&numbers::BOX);
        let around = unit.outline.bounds().grown(wide + wide);
        let [left, right, rear] = side_boxes(&unit.outline, wide);
        let (mut flank, mut behind) = (false, false);
        for (_, enemy) in self.on_table(unit.side.enemy()) {
            if enemy.outline.bounds().meets(&around) {
                flank |= overlaps(&enemy.outline, &left) || overlaps(&enemy.outline, &right);
                behind |= overlaps(&enemy.outline, &rear);
            }
        }
        (flank, behind)
    }

    /// The heading straight to the own base line.
    pub(crate) fn homeward(&self, side: Side) -> Angle {
        self.base_line(side).outward()
    }

    /// How far a place lies from a base line.
    pub(crate) fn depth_from(&self, edge: TableEdge, place: Point) -> Length {
        -self.ground.table.beyond(edge, place)
    }

    /// Whether a footprint touches a table edge.
    pub(crate) fn touches_edge(&self, outline: &Base, edge: TableEdge) -> bool {
        outline.corners.iter().any(|corner| self.ground.table.beyond(edge, *corner) >= -TOUCH)
    }

    /// Whether a footprint lies on the table, but for a touch.
    pub(crate) fn on_the_table(&self, outline: &Base) -> bool {
        let bounds = self.ground.table.bounds().grown(TOUCH);
        outline.corners.iter().all(|corner| bounds.contains(*corner))
    }

    /// The first unit or gun but some that a footprint would lie on.
    pub(crate) fn lies_on(&self, outline: &Base, but: &[UnitId]) -> Option<UnitId> {
        let bounds = outline.bounds();
        let under = |(id, unit): &(UnitId, &Unit)| {
            unit.is_on_table()
                && !but.contains(id)
                && unit.outline.bounds().meets(&bounds)
                && overlaps(outline, &unit.outline)
        };
        self.all_units().find(under).map(|(id, _)| id)
    }
}
