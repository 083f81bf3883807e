use crate::{Angle, Base, Length, MOST_BASES, Point, Pose, Slot, TOUCH, gap::gap_up_to};

/// Adds the same ground as some bases in fewer rectangles: neighbors in a rank become one, then equal ranks behind each other.
///
/// Exact to a touch: for quick answers, before the bases themselves are asked.
pub(crate) fn add_solid(bases: impl IntoIterator<Item = Base>, into: &mut Vec<Base>) {
    let from = into.len();
    for base in bases.into_iter().take(MOST_BASES) {
        if into.len() == from || !into.last_mut().is_some_and(|last| beside(last, &base)) {
            into.push(base);
        }
    }
    let mut blocks = from;
    for rank in from + 1..into.len() {
        let next = into[rank];
        if !behind(&mut into[blocks], &next) {
            blocks += 1;
            into[blocks] = next;
        }
    }
    into.truncate(blocks + 1);
}

/// The few rectangles differ from the bases by less than this.
pub(crate) const SLACK: Length = Length::grid(16);

/// Whether two bodies are at most so far apart: the few rectangles tell, and where it is close the bases themselves.
pub(crate) fn are_within(solid: (&[Base], &[Base]), limit: Length, exactly: impl FnOnce(Length) -> bool) -> bool {
    let apart = gap_up_to(solid.0.into(), solid.1.into(), limit + SLACK, limit - SLACK);
    apart.is_some_and(|apart| apart.within(limit - SLACK) || exactly(limit))
}

/// The rectangles of a formation, as slots.
pub(crate) fn solid_slots(slots: &[Slot]) -> Box<[Slot]> {
    if let Some(row) = row_of(slots) {
        return Box::new([row]);
    }
    let home = Pose::new(Point::ORIGIN, Angle::ZERO);
    let slot = |base: Base| Slot { left: base.corners[0], facing: base.facing(), size: base.size, rank: 0, file: 0 };
    let mut solid = Vec::with_capacity(slots.len());
    add_solid(slots.iter().map(|slot| slot.base(home)), &mut solid);
    solid.into_iter().map(slot).collect()
}

/// All slots as one, where they stand beside each other, equally deep.
fn row_of(slots: &[Slot]) -> Option<Slot> {
    let (first, rest) = slots.split_first().filter(|(first, _)| first.facing == Angle::ZERO)?;
    let mut row = Slot { rank: 0, file: 0, ..*first };
    for slot in rest {
        let right = Point::new(row.left.x + row.size.width.get(), row.left.y);
        if slot.facing != Angle::ZERO || slot.left != right || slot.size.depth != row.size.depth {
            return None;
        }
        row.size.width += slot.size.width;
    }
    Some(row)
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
