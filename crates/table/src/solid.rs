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
    if ranks.len() < 2 {
        return ranks;
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

fn add(blocks: &mut Bases, base: Base, join: impl Fn(&mut Base, &Base) -> bool) {
    if !blocks.last_mut().is_some_and(|last| join(last, &base)) {
        blocks.push(base);
    }
}

/// Makes the two one, if the second stands flush to the right of the first.
fn beside(left: &mut Base, right: &Base) -> bool {
    let [a, b, c, d] = left.corners;
    let [e, f, g, h] = right.corners;
    let flush = left.facing() == right.facing() && same(b, e) && same(c, h);
    if flush {
        left.pose.at = a.middle(f);
        left.size.width += right.size.width;
        left.corners = [a, f, g, d];
    }
    flush
}

/// Makes the two one, if the second stands flush behind the first.
fn behind(front: &mut Base, rear: &Base) -> bool {
    let [a, b, c, d] = front.corners;
    let [e, f, g, h] = rear.corners;
    let flush = front.facing() == rear.facing() && same(d, e) && same(c, f);
    if flush {
        front.size.depth += rear.size.depth;
        front.corners = [a, b, g, h];
    }
    flush
}

fn same(one: Point, two: Point) -> bool {
    (one.x - two.x).abs() <= TOUCH.get() && (one.y - two.y).abs() <= TOUCH.get()
}
