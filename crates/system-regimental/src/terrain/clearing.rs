//! Ground cover painted over other ground cover: a clearing in a wood is no wood.

use std::cmp::Reverse;

use firelock_table::{Point, Polygon, Position, Segment};

/// A piece of ground without the clearings that lie wholly inside it; those that touch its edge, or lie elsewhere, change nothing.
///
/// Ground has no holes: a clearing is joined to the outside by a slit of two grid steps, a fiftieth of a millimeter.
pub(super) fn without(ground: &Polygon, mut clearings: Vec<&Polygon>) -> Polygon {
    // The easternmost first: its slit runs east of it, where no later one lies.
    clearings.sort_by_key(|clearing| Reverse(clearing.bounds().max.x));
    clearings.into_iter().fold(ground.clone(), |ground, clearing| cut(&ground, clearing).unwrap_or(ground))
}

fn cut(ground: &Polygon, clearing: &Polygon) -> Option<Polygon> {
    let inside = |corner: &Point| ground.position(*corner) == Position::Inside;
    let apart = |edge: Segment| ground.edges().all(|own| !own.meets(edge));
    if !clearing.points().iter().all(inside) || !clearing.edges().all(apart) {
        return None;
    }
    let (low, high) = (clearing.bounds().min.y, clearing.bounds().max.y);
    // From the middle outwards, until a slit meets no corner.
    let heights = [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14].map(|part| low + (high - low) / 16 * part);
    heights.into_iter().find_map(|y| Polygon::new(slit(ground.points(), clearing.points(), y)?).ok())
}

/// The outer ring and the hole as one ring, joined to the east of the hole at that height. Both run clockwise.
fn slit(outer: &[Point], hole: &[Point], y: i32) -> Option<Vec<Point>> {
    let (_, inner) = crossings(hole, y).max()?;
    let mouth = |y: i32| Point::new(crossing(hole, inner, y), y);
    let (_, edge) = crossings(outer, y).filter(|(x, _)| *x > mouth(y).x).min()?;
    let gate = |y: i32| Point::new(crossing(outer, edge, y), y);
    // A clockwise ring goes down its eastern edges: in along the upper side of the slit, round the hole against the clock, and
    // out along the lower side.
    let mut ring: Vec<Point> = outer[..=edge].to_vec();
    ring.extend([gate(y + 1), mouth(y + 1)]);
    ring.extend((0..hole.len()).map(|step| hole[(inner + hole.len() - step) % hole.len()]));
    ring.extend([mouth(y - 1), gate(y - 1)]);
    ring.extend_from_slice(&outer[edge + 1..]);
    Some(ring)
}

/// The edges of a ring that pass a height and a step to either side of it, with their places.
fn crossings(ring: &[Point], y: i32) -> impl Iterator<Item = (i32, usize)> {
    let passes = move |edge: &usize| {
        let (from, to) = (ring[*edge], ring[(edge + 1) % ring.len()]);
        from.y.min(to.y) < y - 1 && y + 1 < from.y.max(to.y)
    };
    (0..ring.len()).filter(passes).map(move |edge| (crossing(ring, edge, y), edge))
}

/// Where an edge that is not level passes a height.
fn crossing(ring: &[Point], edge: usize, y: i32) -> i32 {
    let (from, to) = (ring[edge], ring[(edge + 1) % ring.len()]);
    let (rise, run) = (i64::from(to.y) - i64::from(from.y), i64::from(to.x) - i64::from(from.x));
    from.x + ((i64::from(y) - i64::from(from.y)) * run / rise) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i32, y: i32, side: i32) -> Polygon {
        Polygon::upright(Point::inches(x, y), Point::inches(x + side, y + side)).expect("a square")
    }

    #[test]
    fn a_clearing_is_no_part_of_its_wood() {
        let cleared = without(&square(0, 0, 20), vec![&square(5, 6, 4)]);
        let area = |inches: i64| 2 * inches * 2540 * 2540;
        let lost = area(400) - area(16) - cleared.area2();
        assert_eq!(lost, 2 * 2 * 11 * 2540, "a slit of two steps and 11 inches");
        for (x, y, held) in [(1, 1, true), (7, 7, false), (12, 12, true), (4, 8, true), (10, 7, true), (6, 11, true)] {
            assert_eq!(cleared.contains(Point::inches(x, y)), held, "{x},{y}");
        }
    }

    #[test]
    fn several_clearings_leave_several_holes() {
        let slope = |x: i32, y: i32| {
            let corners = [(x, y), (x + 3, y + 1), (x + 4, y + 4), (x + 1, y + 3)];
            Polygon::new(corners.map(|(x, y)| Point::inches(x, y)).to_vec()).expect("a field")
        };
        let fields = [square(5, 5, 4), square(12, 5, 4), slope(5, 12), slope(12, 11)];
        let rest = without(&square(0, 0, 20), fields.iter().collect());
        let holes = [(7, 6, false), (14, 6, false), (7, 14, false), (14, 13, false)];
        for (x, y, held) in holes.into_iter().chain([(18, 18, true), (10, 10, true), (1, 7, true), (11, 8, true)]) {
            assert_eq!(rest.contains(Point::inches(x, y)), held, "{x},{y}");
        }
    }

    #[test]
    fn a_clearing_at_the_edge_or_outside_changes_nothing() {
        for clearing in [square(16, 5, 4), square(18, 5, 4), square(30, 5, 4)] {
            assert_eq!(without(&square(0, 0, 20), vec![&clearing]), square(0, 0, 20));
        }
    }
}
