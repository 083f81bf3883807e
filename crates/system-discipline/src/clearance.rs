//! Quick looks at ways: whether a rectangle that slides or wheels can meet another one. They settle the clear cases before the
//! table measures exactly; what lies within a margin of the limit is left to it.

use firelock_table::{Angle, Base, Length, Point, Shape, Size, at_least_apart, gap};

/// More than bases, and the few rectangles that they fill, can be off each other as each is rounded to the grid.
pub(crate) const MARGIN: Length = Length::grid(16);

/// From where to where a rectangle lies along an axis: opposite edges are the same step.
fn shadow(base: &Base, axis: Point) -> (i64, i64) {
    let (from, across, back) = (axis.dot(base.corners[0]), axis.dot(base.across()), axis.dot(base.back()));
    (from + across.min(0) + back.min(0), from + across.max(0) + back.max(0))
}

/// Whether a rectangle that slides along a heading may come as near as that to another.
pub(crate) fn may_slide_near(own: &Base, heading: Angle, by: Length, other: &Base, off: Length) -> bool {
    slides_over(own, heading, by, other, off + MARGIN)
}

/// Whether a rectangle that slides along a heading runs over another for certain.
pub(crate) fn must_slide_over(own: &Base, heading: Angle, by: Length, other: &Base) -> bool {
    slides_over(own, heading, by, other, -MARGIN)
}

/// By when a rectangle that slides along a heading has met another for certain, if it does.
pub(crate) fn must_have_met(own: &Base, heading: Angle, by: Length, other: &Base) -> Option<Length> {
    meeting(own, heading, by, other, -MARGIN)
}

/// Before what length a rectangle that slides along a heading cannot have met another; none if it never does.
pub(crate) fn may_meet_from(own: &Base, heading: Angle, by: Length, other: &Base) -> Option<Length> {
    meeting(own, heading, by, other, MARGIN)
}

/// A rectangle smaller by a margin on each side, if there is anything left of it: what lies on it, lies on the whole for certain.
pub(crate) fn drawn_in(base: &Base) -> Option<Base> {
    let size = Size::new(base.size.width - MARGIN * 2, base.size.depth - MARGIN * 2);
    let fits = size.width > Length::ZERO && size.depth > Length::ZERO;
    fits.then(|| Base::new(base.pose.ahead(-MARGIN), size))
}

/// Whether a rectangle on its way overlaps another one that is grown on all sides (negative: drawn in).
fn slides_over(own: &Base, heading: Angle, by: Length, other: &Base, grown: Length) -> bool {
    meeting(own, heading, by, other, grown).is_some()
}

/// Where on its way a rectangle first overlaps another one that is grown on all sides (negative: drawn in), by the lengths at which
/// their shadows on each of their sides overlap.
fn meeting(own: &Base, heading: Angle, by: Length, other: &Base, grown: Length) -> Option<Length> {
    let (sin, cos) = heading.sin_cos();
    // Where the way stands in the steps of the grid, times 2^14: off by less than the margin on a table.
    let (east, north) = (sin >> 16, cos >> 16);
    let (mut first, mut last) = (0, i64::from(by.get()));
    for axis in [own.across(), own.back(), other.across(), other.back()] {
        let more = i64::from(grown.get()) * (i64::from(axis.x.abs()) + i64::from(axis.y.abs()));
        let ((low, high), (near, far)) = (shadow(own, axis), shadow(other, axis));
        let (to_meet, to_leave) = (near - more - high, far + more - low);
        let speed = i64::from(axis.x) * east + i64::from(axis.y) * north;
        if speed == 0 {
            if to_meet > 0 || to_leave < 0 {
                return None;
            }
            continue;
        }
        let (enter, leave) =
            if speed > 0 { (to_meet << 14, to_leave << 14) } else { (-to_leave << 14, -to_meet << 14) };
        // Dividing is slow: first ask whether it can matter.
        let speed = speed.abs();
        if leave <= -speed || enter >= (last + 1) * speed {
            return None;
        }
        if enter >= (first + 1) * speed {
            first = enter / speed;
        }
        if leave < last.max(1) * speed {
            last = last.min(leave / speed);
        }
        if first > last {
            return None;
        }
    }
    Some(Length::grid(first as i32))
}

/// Whether a rectangle that wheels may come as near as that to something: it goes on as far as nothing can have come near yet.
pub(crate) fn may_wheel_near<'a>(
    own: &Base,
    pivot: Point,
    by: Angle,
    other: impl Into<Shape<'a>>,
    off: Length,
) -> bool {
    let other = other.into();
    let rectangle = match other {
        Shape::Bases([rectangle]) => Some(rectangle),
        _ => None,
    };
    // A strip of some millimeters is worth going on without a closer look.
    let is_wide = |apart: Length| apart > Length::mm(3);
    let (end, sign) = (by.abs().get(), by.get().signum());
    // The farthest corner goes at most this far in a turn of one radian, 57.29 degrees.
    let radius = i64::from((own.size.width + own.size.depth).get().max(1));
    let mut at = 0;
    loop {
        let turned = Base::new(own.pose.about(pivot, Angle::steps(sign * at)), own.size);
        let clear =
            rectangle.map(|other| at_least_apart(&turned, other) - off - MARGIN).filter(|apart| is_wide(*apart));
        let apart = clear.unwrap_or_else(|| gap(&turned, other).length() - off - MARGIN);
        if apart <= Length::ZERO {
            return true;
        }
        if at >= end {
            return false;
        }
        let free = (i64::from(apart.get()) * 5729 / radius).min(i64::from(end - at)) as i32;
        // Steps of less than a fifth of a degree are left to the table.
        if free < 20 && at + free < end {
            return true;
        }
        at += free;
    }
}
