use firelock_core::{Fitted, RuleSystem, Side, UnitId, Wish};
use firelock_table::{Angle, Length, Point};

/// The directions that are tried, evenly round the compass.
const DIRECTIONS: i32 = 40;

/// Ways shorter than this are none: the unit turns or forms where it stands.
const LEAST: Length = Length::inches(1);

/// How far a unit may go by an act: for each direction the end of the way that the system itself offers to a hand that points
/// beyond the table; a unit that only goes straight ahead has the same end for all. Of an act that only turns it, the outline of
/// all the ground that it may come to stand on. Empty where the act leads nowhere or is refused.
pub(crate) fn reach<S: RuleSystem>(state: &S::State, side: Side, unit: UnitId, act: &str) -> Vec<Point> {
    let view = S::view(state, Some(side));
    let Some(piece) = view.pieces.iter().find(|piece| piece.id == unit) else { return Vec::new() };
    let corner = piece.bases.first().map(|base| base[0]);
    let Some(from) = piece.front.map(|front| front.middle()).or(corner) else { return Vec::new() };
    let beyond = view.size.0 + view.size.1;
    let fit = |nth: i32| {
        let at = from.ahead(Angle::degrees(nth * 360 / DIRECTIONS), beyond);
        let wish = |at: Point| Wish { unit, act: act.to_owned(), at, ..Wish::default() };
        // Who may not be sent off the table may be sent to its edge.
        let at_edge = || S::fit(state, side, &wish(edge(from, at, view.size))).ok();
        S::fit(state, side, &wish(at)).ok().or_else(at_edge)
    };
    let fitted: Vec<Option<Fitted<S::Command>>> = (0..DIRECTIONS).map(fit).collect();
    let end = |fitted: &Option<Fitted<S::Command>>| fitted.as_ref().and_then(|fitted| fitted.path.last().copied());
    let ends: Vec<Point> = fitted.iter().map(|fitted| end(fitted).unwrap_or(from)).collect();
    if ends.iter().any(|end| end.distance_squared(from) >= LEAST.squared()) {
        return ends;
    }
    let ghosts: Vec<&Vec<[Point; 4]>> = fitted.iter().flatten().map(|fitted| &fitted.ghost).collect();
    match ghosts.iter().any(|ghost| *ghost != ghosts[0]) {
        true => outline(ghosts.into_iter().flatten().flatten().copied().collect()),
        false => Vec::new(),
    }
}

/// Where a way from a place on the table to one beyond it comes to the edge.
fn edge(from: Point, to: Point, size: (Length, Length)) -> Point {
    let along = |from: i32, to: i32, most: Length| {
        let end = if to > from { most.get() } else { 0 };
        if to == from { i64::MAX } else { i64::from(end - from) * 10_000 / (i64::from(to) - i64::from(from)) }
    };
    // In ten-thousandths of the way, so that it ends on the table and not a hair beyond it.
    let part = along(from.x, to.x, size.0).min(along(from.y, to.y, size.1)).clamp(0, 10_000);
    let at = |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * part / 10_000) as i32;
    Point { x: at(from.x, to.x), y: at(from.y, to.y) }
}

/// The tightest band round some points, in order.
fn outline(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by_key(|point| (point.x, point.y));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut band: Vec<Point> = Vec::new();
        for point in points {
            while let [.., before, last] = band[..]
                && turns(before, last, point) <= 0
            {
                band.pop();
            }
            band.push(point);
        }
        band.pop();
        band
    };
    let mut band = half(&mut points.iter().copied());
    band.extend(half(&mut points.iter().rev().copied()));
    band
}

/// Whether a way over three points turns left (more than 0) or right.
fn turns(from: Point, by: Point, to: Point) -> i64 {
    let step = |from: Point, to: Point| (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let ((x, y), (across, up)) = (step(from, by), step(from, to));
    x * up - y * across
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_off_the_table_ends_at_its_edge() {
        let size = (Length::inches(10), Length::inches(8));
        let inches = |x: i32, y: i32| Point { x: x * 2540, y: y * 2540 };
        assert_eq!(edge(inches(5, 4), inches(25, 4), size), inches(10, 4));
        assert_eq!(edge(inches(5, 4), inches(5, -36), size), inches(5, 0));
        assert_eq!(edge(inches(5, 4), inches(25, 24), size), inches(9, 8));
        assert_eq!(edge(inches(5, 4), inches(6, 5), size), inches(6, 5), "it does not leave the table");
    }

    #[test]
    fn the_outline_leaves_out_what_lies_within() {
        let points = [(0, 0), (4, 0), (2, 1), (4, 3), (2, 0), (0, 3), (4, 0)].map(|(x, y)| Point { x, y });
        assert_eq!(outline(points.to_vec()), [(0, 0), (4, 0), (4, 3), (0, 3)].map(|(x, y)| Point { x, y }));
        assert_eq!(outline(Vec::new()), []);
    }
}
