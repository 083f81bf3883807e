use crate::{Angle, Base, Body, Extent, FeatureId, Length, Point, Segment, Shape, TOUCH, Table, gap, gap_within};

/// How a body stands to a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnRoad {
    /// Some base touches it.
    pub touches: bool,
    /// Every base lies along it: the middles of its front and rear edge are on the road.
    pub aligned: bool,
}

/// How bases stand to a line feature, as wide as it is; not at all to anything else.
pub fn on_road(table: &Table, road: FeatureId, bases: &[Base]) -> OnRoad {
    let Some(Extent::Line { path, width }) = table.feature(road).map(|feature| &feature.extent) else {
        return OnRoad { touches: false, aligned: false };
    };
    let near = |shape: Shape<'_>| gap_within(shape, &path[..], width.half().max(TOUCH));
    let along = |base: &Base| near(base.front().middle().into()) && near(base.rear().middle().into());
    OnRoad {
        touches: bases.iter().any(|base| near(base.into())),
        aligned: !bases.is_empty() && bases.iter().all(along),
    }
}

/// The place of a road nearest to a place.
pub fn nearest_on_road(table: &Table, road: FeatureId, place: Point) -> Option<Point> {
    Some(gap(place, table.path(road)?).ends().to)
}

/// The corners of the way that a column's head goes along a road, the way it faces, up to a length.
///
/// A head beside the middle of the road joins it one base depth ahead. The way ends where the road does.
pub(crate) fn ahead_on(table: &Table, road: FeatureId, body: &Body, length: Length) -> Vec<Point> {
    let Some(path) = table.path(road) else { return Vec::new() };
    let head = body.front_center();
    let Some((piece, line)) = path
        .windows(2)
        .map(|piece| Segment::new(piece[0], piece[1]))
        .enumerate()
        .min_by_key(|&(_, line)| gap(head, line))
    else {
        return Vec::new();
    };
    let nearest = gap(head, line).ends().to;
    let ahead = Point::ORIGIN.ahead(body.pose.facing, Length::inches(1));
    let way = line.to - line.from;
    let corners: Vec<Point> =
        if way.dot(ahead) >= 0 { path[piece + 1..].to_vec() } else { path[..=piece].iter().rev().copied().collect() };
    let depth = body.layout.slots().first().map_or(Length::ZERO, |slot| slot.size.depth);
    let join = if head.distance(nearest) <= TOUCH { Length::ZERO } else { depth };
    let (skipped, mut corners) = cut(nearest, &corners, join);
    // The last corner of the part left out is where the head joins.
    let entry = skipped.last().copied().unwrap_or(nearest);
    corners.insert(0, entry);
    cut(head, &corners, length.max(Length::ZERO)).0
}

/// Cuts a way that begins at `from` after a length: the corners up to there, the cut included, and those after it.
fn cut(from: Point, corners: &[Point], length: Length) -> (Vec<Point>, Vec<Point>) {
    let (mut at, mut left) = (from, length);
    let mut before = Vec::new();
    for (n, &corner) in corners.iter().enumerate() {
        let piece = at.distance(corner);
        if piece > left {
            before.push(at.ahead(Angle::towards(at, corner), left));
            return (before, corners[n..].to_vec());
        }
        before.push(corner);
        left -= piece;
        at = corner;
    }
    (before, Vec::new())
}
