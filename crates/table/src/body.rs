use std::{
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Angle, Base, Bounds, Length, Point, Pose, Segment, Size, base::Turned, solid::solid_slots};

/// The most bases one body may have.
pub const MOST_BASES: usize = 32;

/// The bases of one body on the table.
pub type Bases = ArrayVec<Base, MOST_BASES>;

/// The place of one base in a formation.
///
/// Local places count from the middle of the formation's front: x to the right, y ahead. A slot is held by its front left
/// corner, so that neighbors in a row share their corner exactly at every heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// The front left corner, as a local place.
    pub left: Point,
    /// The turn from the formation's facing: zero for all but refused, bent and square bases.
    pub facing: Angle,
    /// Width and depth.
    pub size: Size,
    /// Counted from the front, from 0.
    pub rank: u8,
    /// Counted from the left, from 0.
    pub file: u8,
}

impl Slot {
    /// The base of this slot in a formation at a pose.
    pub const fn base(&self, pose: Pose) -> Base {
        Base::held_left(pose, self.left, self.facing, self.size)
    }

    /// The same where the facing of the pose is turned to already, for many slots of one formation.
    #[inline]
    pub(crate) const fn turned(&self, turned: &Turned, pose: Pose) -> Base {
        match self.facing.get() {
            0 => turned.base(pose.at, self.left, self.size),
            _ => self.base(pose),
        }
    }

    /// The four corners as local places, in the order of [`Base::corners`].
    pub const fn corners(&self) -> [Point; 4] {
        let (Point { x, y }, Size { width, depth }) = (self.left, self.size);
        let (right, rear) = (x + width.get(), y - depth.get());
        match self.facing.get() {
            0 => [Point::new(x, y), Point::new(right, y), Point::new(right, rear), Point::new(x, rear)],
            _ => self.base(Pose::new(Point::ORIGIN, Angle::ZERO)).corners,
        }
    }
}

/// A formation: where each base stands, seen from the middle of the front edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    slots: Slots,
    front: Segment,
    footprint: Bounds,
}

/// The slots of a formation; copies share them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Slot>", into = "Vec<Slot>")]
struct Slots(Arc<Laid>);

#[derive(Debug)]
struct Laid {
    slots: Box<[Slot]>,
    /// The same ground in fewer rectangles, once they have been asked for.
    solid: OnceLock<Box<[Slot]>>,
}

impl Slots {
    fn new(slots: impl Into<Box<[Slot]>>) -> Slots {
        Slots(Arc::new(Laid { slots: slots.into(), solid: OnceLock::new() }))
    }
}

impl PartialEq for Slots {
    fn eq(&self, other: &Slots) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.slots == other.0.slots
    }
}

impl Eq for Slots {}

impl Hash for Slots {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.slots.hash(state);
    }
}

impl From<Vec<Slot>> for Slots {
    fn from(slots: Vec<Slot>) -> Slots {
        Slots::new(slots)
    }
}

impl From<Slots> for Vec<Slot> {
    fn from(slots: Slots) -> Vec<Slot> {
        slots.0.slots.to_vec()
    }
}

impl Layout {
    /// A formation of these slots.
    ///
    /// Its front runs along the foremost unturned base of the first rank, from the leftmost to the rightmost of that rank;
    /// its footprint is the box around all bases.
    pub fn new(slots: ArrayVec<Slot, MOST_BASES>) -> Layout {
        let straight = |slot: &&Slot| slot.rank == 0 && slot.facing == Angle::ZERO;
        let first_rank = Bounds::around(slots.iter().filter(straight).map(|slot| Bounds::of(&slot.corners())));
        let footprint = Bounds::around(slots.iter().map(|slot| Bounds::of(&slot.corners())));
        let front = if first_rank == Bounds::EMPTY { Bounds::of(&[Point::ORIGIN]) } else { first_rank };
        Layout {
            slots: Slots::new(slots.as_slice()),
            front: Segment::new(Point::new(front.min.x, front.max.y), front.max),
            footprint: if footprint == Bounds::EMPTY { front } else { footprint },
        }
    }

    /// The same bases with another front edge (left to right) and a footprint that also covers a box, as where empty places
    /// still count.
    pub fn covering(self, front: Segment, footprint: Bounds) -> Layout {
        Layout { front, footprint: self.footprint.join(footprint), ..self }
    }

    /// Keeps only some slots; front and footprint stay.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Slot) -> bool) {
        self.slots = Slots::new(self.slots().iter().copied().filter(keep).collect::<Box<[Slot]>>());
    }

    /// The same ground in fewer rectangles, to within a touch.
    pub(crate) fn solid(&self) -> &[Slot] {
        self.slots.0.solid.get_or_init(|| solid_slots(self.slots()))
    }

    /// The slots, in the order they were laid.
    pub fn slots(&self) -> &[Slot] {
        &self.slots.0.slots
    }

    /// The front edge as local places, from left to right.
    pub const fn front(&self) -> Segment {
        self.front
    }

    /// The box around bases and kept places, as local places.
    pub const fn footprint(&self) -> Bounds {
        self.footprint
    }

    /// The width and depth of the footprint.
    pub const fn size(&self) -> Size {
        let Bounds { min, max } = self.footprint;
        Size::new(Length::grid(max.x - min.x), Length::grid(max.y - min.y))
    }

    /// Whether its bases fill the box around it.
    pub(crate) fn is_filled(&self) -> bool {
        let area = |size: Size| i64::from(size.width.get()) * i64::from(size.depth.get());
        let unturned = self.slots().iter().filter(|slot| slot.facing == Angle::ZERO);
        unturned.map(|slot| area(slot.size)).sum::<i64>() == area(self.size())
    }

    /// The rectangle that the first rank fills at a pose, if its bases stand flush; turned ones are left out. A part of the whole,
    /// for quick answers: to within a step of the grid.
    pub fn front_rank(&self, pose: Pose) -> Option<Base> {
        let Segment { from, to } = self.front;
        let first = self.slots().iter().filter(|slot| slot.rank == 0 && slot.facing == Angle::ZERO);
        let (mut width, mut depth) = (Length::ZERO, Length::FAR);
        for Slot { left, size, .. } in first {
            if left.y != from.y || left.x < from.x || left.x + size.width.get() > to.x {
                return None;
            }
            (width, depth) = (width + size.width, depth.min(size.depth));
        }
        let flush = width > Length::ZERO && width.get() == to.x - from.x;
        flush.then(|| Base::held_left(pose, from, Angle::ZERO, Size::new(width, depth)))
    }

    /// The bases of the formation at a pose.
    pub fn bases(&self, pose: Pose) -> Bases {
        // Laid where they are wanted: they are too many bytes to move about.
        let mut bases = Bases::new();
        bases.extend(self.laid(pose));
        bases
    }

    /// The same one by one.
    pub fn laid(&self, pose: Pose) -> impl ExactSizeIterator<Item = Base> + '_ {
        let turned = Turned::by(pose.facing);
        self.slots().iter().map(move |slot| slot.turned(&turned, pose))
    }

    /// One rectangle around the footprint at a pose: for quick answers, boxes and quarters.
    pub const fn outline(&self, pose: Pose) -> Base {
        let Bounds { min, max } = self.footprint;
        Base::held_left(pose, Point::new(min.x, max.y), Angle::ZERO, self.size())
    }
}

/// A formation on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// Where the middle of its front stands, and its facing.
    pub pose: Pose,
    /// Its bases.
    pub layout: Layout,
}

impl Body {
    /// A formation at a pose.
    pub const fn new(pose: Pose, layout: Layout) -> Body {
        Body { pose, layout }
    }

    /// Its bases on the table.
    pub fn bases(&self) -> Bases {
        self.layout.bases(self.pose)
    }

    /// One rectangle around all of it.
    pub const fn outline(&self) -> Base {
        self.layout.outline(self.pose)
    }

    /// The front edge of its unrefused first rank, from left to right.
    pub const fn front(&self) -> Segment {
        let Segment { from, to } = self.layout.front;
        Segment::new(self.pose.place(from), self.pose.place(to))
    }

    /// The middle of that edge.
    pub const fn front_center(&self) -> Point {
        self.front().middle()
    }

    /// The upright box around its bases.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.bases().iter().map(Base::bounds))
    }
}
