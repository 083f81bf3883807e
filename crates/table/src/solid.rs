use arrayvec::ArrayVec;

use crate::{Angle, Base, Bases, Layout, Length, MOST_BASES, Point, Pose, Slot, TOUCH, gap::gap_up_to};

/// The same ground as some bases in fewer rectangles: neighbors in a rank become one, then equal ranks behind each other.
///
/// Exact to a touch: for quick answers, before the bases themselves are asked.
pub(crate) fn solid(bases: impl IntoIterator<Item = Base>) -> Bases {
    let mut ranks = Bases::new();
    for base in bases.into_iter().take(MOST_BASES) {
        add(&mut ranks, base, beside);
    }
    let mut blocks = Bases::new();
    for rank in ranks {
        add(&mut blocks, rank, behind);
    }
    blocks
}

/// The few rectangles differ from the bases by less than this.
pub(crate) const SLACK: Length = Length::grid(16);

/// Whether two bodies are at most so far apart: the few rectangles tell, and where it is close the bases themselves.
pub(crate) fn are_within(solid: (&[Base], &[Base]), limit: Length, exactly: impl FnOnce(Length) -> bool) -> bool {
    let apart = gap_up_to(solid.0.into(), solid.1.into(), limit + SLACK, limit - SLACK);
    apart.is_some_and(|apart| apart.within(limit - SLACK) || exactly(limit))
}

/// The rectangles of a formation, as slots.
pub(crate) fn solid_slots(layout: &Layout) -> ArrayVec<Slot, MOST_BASES> {
    let home = Pose::new(Point::ORIGIN, Angle::ZERO);
    let slot = |base: Base| Slot { left: base.corners[0], facing: base.facing(), size: base.size, rank: 0, file: 0 };
    solid(layout.slots().iter().map(|slot| slot.base(home))).into_iter().map(slot).collect()
}

fn add(blocks: &mut Bases, base: Base, joined: impl Fn(&Base, &Base) -> Option<Base>) {
    match blocks.last().and_then(|last| joined(last, &base)) {
        Some(both) => {
            blocks.pop();
            blocks.push(both);
        }
        None => blocks.push(base),
    }
}

/// The two as one, if the second stands flush to the right of the first.
fn beside(left: &Base, right: &Base) -> Option<Base> {
    let [a, b, c, d] = left.corners;
    let [e, f, g, h] = right.corners;
    (left.facing() == right.facing() && same(b, e) && same(c, h)).then(|| {
        let mut size = left.size;
        size.width += right.size.width;
        Base { pose: Pose::new(a.middle(f), left.facing()), size, corners: [a, f, g, d] }
    })
}

/// The two as one, if the second stands flush behind the first.
fn behind(front: &Base, rear: &Base) -> Option<Base> {
    let [a, b, c, d] = front.corners;
    let [e, f, g, h] = rear.corners;
    (front.facing() == rear.facing() && same(d, e) && same(c, f)).then(|| {
        let mut size = front.size;
        size.depth += rear.size.depth;
        Base { pose: front.pose, size, corners: [a, b, g, h] }
    })
}

fn same(one: Point, two: Point) -> bool {
    (one.x - two.x).abs() <= TOUCH.get() && (one.y - two.y).abs() <= TOUCH.get()
}
