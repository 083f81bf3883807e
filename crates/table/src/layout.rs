use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Angle, Body, Bounds, Layout, Length, MOST_BASES, Point, Pose, Segment, Size, Slot};

/// How a last rank with fewer bases than files stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LastRank {
    /// From the left file on.
    Left,
    /// Around the middle.
    Centered,
}

/// One end of a formation, seen the way it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// The left.
    Left,
    /// The right.
    Right,
}

/// Equal bases in ranks of `files`: lines, columns, open order, guns.
///
/// `gap` lies between neighbors in a rank and between ranks; every second rank is set `stagger` to the right. The middle of
/// the first rank is the middle of the front. No files count as one; at most [`MOST_BASES`] are laid.
pub fn block(n: u8, files: u8, size: Size, gap: Size, last: LastRank, stagger: Length) -> Layout {
    let files = files.max(1).min(n.max(1));
    let (pitch, depth) = (size.width + gap.width, size.depth + gap.depth);
    let row = |bases: u8| pitch * i32::from(bases) - gap.width;
    let mut slots = ArrayVec::new();
    for i in 0..n {
        let (rank, file) = (i / files, i % files);
        let width = match last {
            LastRank::Left => row(files),
            LastRank::Centered => row(files.min(n - rank * files)),
        };
        let shift = if rank % 2 == 1 { stagger } else { Length::ZERO };
        let x = (-width).half() + shift + pitch * i32::from(file);
        let left = Point::new(x.get(), -(depth * i32::from(rank)).get());
        lay(&mut slots, Slot { left, facing: Angle::ZERO, size, rank, file });
    }
    Layout::new(slots)
}

/// Bases of several sizes in ranks, each rank side by side without gaps and centered, its front edges in line.
///
/// A rank is as deep as its deepest base. One rank is a line of mixed bases; ranks of one base are a column.
pub fn ranks(sizes: &[&[Size]]) -> Layout {
    let mut slots = ArrayVec::new();
    let mut front = Length::ZERO;
    for (rank, row) in (0_u8..).zip(sizes) {
        let width: Length = row.iter().map(|size| size.width).sum();
        let mut x = (-width).half();
        for (file, &size) in (0_u8..).zip(*row) {
            let left = Point::new(x.get(), front.get());
            lay(&mut slots, Slot { left, facing: Angle::ZERO, size, rank, file });
            x += size.width;
        }
        front -= row.iter().map(|size| size.depth).max().unwrap_or_default();
    }
    Layout::new(slots)
}

/// A hollow square of outward faces laid like a pinwheel: each face begins at its left corner and leaves the depth of one
/// base at its right corner to the next face.
///
/// Faces are filled in the order front, rear, left, right, one base each in turn. Its front is the whole front side of the
/// square, its footprint the whole square, also where a face has a base less. Every base is of rank 0, its file is its place
/// in its face from the left.
pub fn square(n: u8, size: Size) -> Layout {
    let per_face = i32::from(n.div_ceil(4).max(1));
    let side = (size.width * per_face + size.depth).get();
    let (west, east) = (-side.div_euclid(2), side - side.div_euclid(2));
    // The left end of each face, and the way along it to its right end.
    let faces = [
        (Angle::ZERO, Point::new(west, 0), Point::new(1, 0)),
        (Angle::HALF, Point::new(east, -side), Point::new(-1, 0)),
        (Angle::degrees(270), Point::new(west, -side), Point::new(0, 1)),
        (Angle::RIGHT, Point::new(east, 0), Point::new(0, -1)),
    ];
    let mut slots = ArrayVec::new();
    for i in 0..n {
        let (facing, corner, way) = faces[usize::from(i % 4)];
        let (file, along) = (i / 4, i32::from(i / 4) * size.width.get());
        let left = corner + Point::new(way.x * along, way.y * along);
        lay(&mut slots, Slot { left, facing, size, rank: 0, file });
    }
    let whole = Bounds { min: Point::new(west, -side), max: Point::new(east, 0) };
    Layout::new(slots).covering(Segment::new(Point::new(west, 0), Point::new(east, 0)), whole)
}

/// Bases in one row, each set back behind its neighbor towards the leading end.
pub fn echelon(n: u8, size: Size, back: Length, lead: End) -> Layout {
    let mut slots = ArrayVec::new();
    for file in 0..n {
        let behind = match lead {
            End::Left => file,
            End::Right => n - 1 - file,
        };
        let x = (size.width * -i32::from(n)).half() + size.width * i32::from(file);
        let left = Point::new(x.get(), -(back * i32::from(behind)).get());
        lay(&mut slots, Slot { left, facing: Angle::ZERO, size, rank: 0, file });
    }
    Layout::new(slots)
}

/// A column one base wide, bent along the way it came.
///
/// `trail` is that way from the middle of the head's front edge backwards. Each base begins where the one ahead of it ends
/// and lies as the chord of the trail; beyond its last place the trail is taken to go straight on (to the south if it has
/// one place only). None for an empty trail.
pub fn along(trail: &[Point], n: u8, size: Size) -> Option<Body> {
    let (&head, rest) = trail.split_first()?;
    let mut way = Way { at: head, rest, heading: Angle::HALF };
    let mut fronts = ArrayVec::<(Point, Angle), MOST_BASES>::new();
    for _ in 0..usize::from(n).min(MOST_BASES) {
        let front = way.at;
        let heading = way.go(size.depth);
        fronts.push((front, (heading + Angle::HALF).heading()));
    }
    let facing = fronts.first().map_or(Angle::ZERO, |&(_, facing)| facing);
    let pose = Pose::new(head, facing);
    let mut slots = ArrayVec::new();
    for (rank, &(front, heading)) in (0_u8..).zip(&fronts) {
        let turn = (heading - facing).turn();
        let left = pose.local(front) + Point::new(-size.width.half().get(), 0).turned(turn);
        lay(&mut slots, Slot { left, facing: turn, size, rank, file: 0 });
    }
    Some(Body::new(pose, Layout::new(slots)))
}

/// A walk along a trail, always to the next place a straight length away.
struct Way<'a> {
    at: Point,
    rest: &'a [Point],
    heading: Angle,
}

impl Way<'_> {
    /// Goes on to the first place of the trail that lies a straight length from here; gives the heading towards it.
    fn go(&mut self, length: Length) -> Angle {
        let start = self.at;
        let far = |place: Point| start.distance_squared(place) >= length.squared();
        while let Some((&next, rest)) = self.rest.split_first() {
            if self.at != next {
                self.heading = Angle::towards(self.at, next);
            }
            if far(next) {
                // The first place of this leg that is far enough: the leg leaves the circle around the start once.
                let leg = next - self.at;
                let parts = leg.dot(leg).isqrt().max(1);
                let place = |part: i64| {
                    let share = |way: i32| (2 * i64::from(way) * part + parts).div_euclid(2 * parts) as i32;
                    self.at + Point::new(share(leg.x), share(leg.y))
                };
                let (mut near, mut enough) = (0, parts);
                while near < enough {
                    let middle = (near + enough) / 2;
                    if far(place(middle)) { enough = middle } else { near = middle + 1 }
                }
                self.at = place(enough);
                return Angle::towards(start, self.at);
            }
            (self.at, self.rest) = (next, rest);
        }
        // The trail is at its end: straight on, as far as is still missing.
        let (mut near, mut enough) = (0, length.get());
        while near < enough {
            let middle = (near + enough) / 2;
            let place = self.at.ahead(self.heading, Length::grid(middle));
            if far(place) { enough = middle } else { near = middle + 1 }
        }
        self.at = self.at.ahead(self.heading, Length::grid(enough));
        Angle::towards(start, self.at)
    }
}

impl Layout {
    /// The formation with some places left empty: the bases go, front and footprint stay.
    pub fn emptied(mut self, gone: impl Fn(&Slot) -> bool) -> Layout {
        self.retain(|slot| !gone(slot));
        self
    }

    /// The formation with the outer files of one end turned back.
    ///
    /// In each rank as many bases as `files` are counted from that end. They turn together about the inner rear corner of
    /// the box around them, so that they never stand on their neighbors; a front that stayed joined would. The other bases
    /// keep their places; the front is now theirs alone.
    pub fn refused(self, end: End, files: u8, turn: Angle) -> Layout {
        let bases_in = |rank: u8| self.slots().iter().filter(|slot| slot.rank == rank).count();
        let refused = |slot: &Slot| {
            let from_end = match end {
                End::Left => usize::from(slot.file),
                End::Right => bases_in(slot.rank).saturating_sub(1 + usize::from(slot.file)),
            };
            from_end < usize::from(files)
        };
        let part = Bounds::around(self.slots().iter().filter(|slot| refused(slot)).map(|s| Bounds::of(&s.corners())));
        let (pivot, turn) = match end {
            End::Left => (Point::new(part.max.x, part.min.y), -turn.abs()),
            End::Right => (part.min, turn.abs()),
        };
        let turned = |slot: &Slot| match refused(slot) {
            true => Slot { left: slot.left.about(pivot, turn), facing: slot.facing + turn, ..*slot },
            false => *slot,
        };
        Layout::new(self.slots().iter().map(turned).collect())
    }
}

/// Adds a slot while there is room.
fn lay(slots: &mut ArrayVec<Slot, MOST_BASES>, slot: Slot) {
    // A formation of more bases than a body can have is cut short, never a panic.
    let _ = slots.try_push(slot);
}
