//! What of a polygon or a line lies on the table.

use std::cmp::Ordering;

use firelock_table::{Length, Point};

/// A table edge seen from its own side: how far a point lies inside it, and how far along it.
#[derive(Clone, Copy)]
enum Side {
    West,
    East(i32),
    South,
    North(i32),
}

impl Side {
    /// (inward, along); inward is negative off the table.
    fn measure(self, point: Point) -> (i64, i64) {
        let (x, y) = (i64::from(point.x), i64::from(point.y));
        match self {
            Side::West => (x, y),
            Side::East(width) => (i64::from(width) - x, y),
            Side::South => (y, x),
            Side::North(depth) => (i64::from(depth) - y, x),
        }
    }

    /// The point on the edge, so far along it.
    fn point(self, along: i64) -> Point {
        // A crossing lies between two points of the grid, so it fits where they fit.
        let along = i32::try_from(along).unwrap_or_default();
        match self {
            Side::West => Point::new(0, along),
            Side::East(width) => Point::new(width, along),
            Side::South => Point::new(along, 0),
            Side::North(depth) => Point::new(along, depth),
        }
    }
}

fn sides(width: Length, depth: Length) -> [Side; 4] {
    [Side::West, Side::East(width.get()), Side::South, Side::North(depth.get())]
}

/// The parts of a polygon that lie on a table of that width and depth, each a polygon whose edges do not cross.
///
/// A polygon that is bent inwards may fall into several. Corners that are cut are rounded to the grid.
pub(crate) fn clip_area(points: Vec<Point>, width: Length, depth: Length) -> Vec<Vec<Point>> {
    let mut parts = vec![points];
    for side in sides(width, depth) {
        parts = parts.into_iter().flat_map(|part| cut(part, side)).collect();
    }
    parts
}

/// Where an outline passes over a table edge.
struct Crossing {
    /// How far along the edge, rounded to the grid.
    along: i64,
    /// The run of points inside that begins or ends here.
    run: usize,
    is_start: bool,
}

/// The parts of a polygon on the inner side of one table edge.
fn cut(points: Vec<Point>, side: Side) -> Vec<Vec<Point>> {
    let inward = |point: Point| side.measure(point).0;
    if points.iter().all(|&point| inward(point) >= 0) {
        return vec![points];
    }
    // A point on the edge counts as outside: what only touches the edge is no part of the table.
    let is_inside = |point: Point| inward(point) > 0;
    let first = points.iter().position(|&point| !is_inside(point)).expect("not all points are inside");
    // Walk once around from a point outside, collecting the runs of points inside.
    let mut runs: Vec<Vec<Point>> = Vec::new();
    let mut crossings: Vec<((i128, i128), Crossing)> = Vec::new();
    for step in 0..points.len() {
        let from = points[(first + step) % points.len()];
        let to = points[(first + step + 1) % points.len()];
        let is_start = match (is_inside(from), is_inside(to)) {
            (false, false) => continue,
            (true, true) => {
                runs.last_mut().expect("a run began when the walk came inside").push(to);
                continue;
            }
            (false, true) => {
                runs.push(vec![to]);
                true
            }
            (true, false) => false,
        };
        // Half a step inside the edge no corner of the grid lies, so there all crossings differ and can be sorted.
        let crossing = Crossing { along: rounded(pass(side, from, to, 0)), run: runs.len() - 1, is_start };
        crossings.push((pass(side, from, to, 1), crossing));
    }
    crossings.sort_by(|(a, _), (b, _)| compare(*a, *b));
    let mut crossings: Vec<Crossing> = crossings.into_iter().map(|(_, crossing)| crossing).collect();
    // The edge lies inside the polygon from its first crossing to the second, from the third to the fourth, and so on.
    // Where a gap between them is narrower than a step it is held open, lest the outline touch itself.
    for nth in (2..crossings.len()).step_by(2) {
        crossings[nth - 1].along = crossings[nth - 1].along.min(crossings[nth].along - 1);
    }
    joined(&runs, &crossings, side)
}

/// Joins the runs along the edge, each end with the start beside it.
fn joined(runs: &[Vec<Point>], crossings: &[Crossing], side: Side) -> Vec<Vec<Point>> {
    let find = |run: usize, is_start: bool| crossings.iter().position(|c| c.run == run && c.is_start == is_start);
    let mut used = vec![false; runs.len()];
    let mut parts = Vec::new();
    for first in 0..runs.len() {
        let mut outline = Vec::new();
        let mut run = first;
        while !used[run] {
            used[run] = true;
            let (Some(start), Some(end)) = (find(run, true), find(run, false)) else { break };
            outline.push(side.point(crossings[start].along));
            outline.extend_from_slice(&runs[run]);
            outline.push(side.point(crossings[end].along));
            match crossings.get(end ^ 1) {
                Some(next) if next.is_start => run = next.run,
                // A polygon that does not cross itself always has a start beside an end.
                _ => break,
            }
        }
        let outline = without_spikes(outline);
        if outline.len() >= 3 {
            parts.push(outline);
        }
    }
    parts
}

/// How far along the table edge the line between two points passes the given number of half steps inside it.
fn pass(side: Side, from: Point, to: Point, half_steps: i64) -> (i128, i128) {
    let ((from_in, from_along), (to_in, to_along)) = (side.measure(from), side.measure(to));
    let wide = i128::from;
    let denominator = wide(2 * (to_in - from_in));
    let numerator = wide(from_along) * denominator + wide(to_along - from_along) * wide(half_steps - 2 * from_in);
    (numerator * denominator.signum(), denominator.abs())
}

fn compare(a: (i128, i128), b: (i128, i128)) -> Ordering {
    (a.0 * b.1).cmp(&(b.0 * a.1))
}

/// The nearest whole number, halves up.
fn rounded((numerator, denominator): (i128, i128)) -> i64 {
    (2 * numerator + denominator).div_euclid(2 * denominator) as i64
}

/// The outline without repeated points and without edges that run back over themselves.
fn without_spikes(mut points: Vec<Point>) -> Vec<Point> {
    let mut nth = 0;
    while points.len() >= 3 && nth < points.len() {
        let n = points.len();
        let (before, here, after) = (points[(nth + n - 1) % n], points[nth], points[(nth + 1) % n]);
        let (inward, outward) = (here - before, after - here);
        let turns_back = inward.cross(outward) == 0 && inward.dot(outward) <= 0;
        if turns_back {
            points.remove(nth);
            nth = nth.saturating_sub(2);
        } else {
            nth += 1;
        }
    }
    points
}

/// The parts of a line that lie on a table of that width and depth. Points that are cut are rounded to the grid.
pub(crate) fn clip_line(points: &[Point], width: Length, depth: Length) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = clip_segment(pair[0], pair[1], width, depth) else { continue };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) && from == pair[0] => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// The part of a segment on the table, if it is more than a point.
fn clip_segment(from: Point, to: Point, width: Length, depth: Length) -> Option<(Point, Point)> {
    let (mut from, mut to) = (from, to);
    for side in sides(width, depth) {
        let at_edge = || side.point(rounded(pass(side, from, to, 0)));
        match (side.measure(from).0 >= 0, side.measure(to).0 >= 0) {
            (true, true) => {}
            (true, false) => to = at_edge(),
            (false, true) => from = at_edge(),
            (false, false) => return None,
        }
    }
    (from != to).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use firelock_table::{Polygon, Position};
    use proptest::prelude::*;

    use super::*;

    fn points(list: &[(i32, i32)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn clipped(list: &[(i32, i32)]) -> Vec<Vec<(i32, i32)>> {
        let parts = clip_area(points(list), Length::grid(100), Length::grid(100));
        parts.into_iter().map(|part| part.into_iter().map(|point| (point.x, point.y)).collect()).collect()
    }

    #[test]
    fn a_polygon_on_the_table_stays_as_it_is() {
        let inside = [(0, 0), (100, 0), (100, 100), (50, 20)];
        assert_eq!(clipped(&inside), [inside]);
    }

    #[test]
    fn a_polygon_off_the_table_is_gone() {
        assert!(clipped(&[(-10, 0), (-1, 0), (-5, 50)]).is_empty());
        assert!(clipped(&[(-10, -10), (-10, 300), (-20, 300)]).is_empty());
        // It only touches the edge from outside.
        assert!(clipped(&[(0, 50), (-50, 0), (-50, 100)]).is_empty());
    }

    #[test]
    fn a_polygon_over_a_corner_is_cut_twice() {
        assert_eq!(
            clipped(&[(50, 50), (150, 50), (150, 150), (50, 150)]),
            [[(50, 100), (50, 50), (100, 50), (100, 100)]]
        );
    }

    #[test]
    fn a_polygon_around_the_table_covers_it() {
        let parts = clipped(&[(-10, -10), (200, -10), (200, 200), (-10, 200)]);
        let corners: std::collections::BTreeSet<(i32, i32)> = parts.into_iter().flatten().collect();
        assert_eq!(corners.into_iter().collect::<Vec<_>>(), [(0, 0), (0, 100), (100, 0), (100, 100)]);
    }

    #[test]
    fn a_fork_falls_into_two_prongs() {
        // A "C" that opens to the east, its back off the west edge.
        let fork = [(-50, 0), (50, 0), (50, 20), (-10, 20), (-10, 80), (50, 80), (50, 100), (-50, 100)];
        let parts = clipped(&fork);
        assert_eq!(parts.len(), 2);
        for part in parts {
            assert!(Polygon::new(points(&part)).is_ok(), "{part:?}");
        }
    }

    #[test]
    fn lines_are_cut_where_they_leave_and_come_back() {
        let road = points(&[(-50, 50), (50, 50), (50, 150), (80, 150), (80, 40)]);
        let parts = clip_line(&road, Length::grid(100), Length::grid(100));
        assert_eq!(parts, [points(&[(0, 50), (50, 50), (50, 100)]), points(&[(80, 100), (80, 40)])]);
        assert!(clip_line(&points(&[(-5, 0), (-5, 90)]), Length::grid(100), Length::grid(100)).is_empty());
        assert!(clip_line(&points(&[(-5, 5), (5, -5)]), Length::grid(100), Length::grid(100)).is_empty());
    }

    proptest! {
        /// Stars of random reach around a random center: simple polygons of every sort of dent. On a coarse grid many
        /// of their corners lie on the very edge of the table.
        #[test]
        fn clipping_keeps_what_lies_on_the_table(
            reach in prop::collection::vec(20_i64..4000, 3..24),
            center in (-2000_i32..3000, -2000_i32..3000),
            grid in prop::sample::select(vec![1, 250, 500]),
            probes in prop::collection::vec((2_i32..998, 2_i32..998), 40),
        ) {
            let n = reach.len() as i32;
            let star: Vec<Point> = reach.iter().enumerate().map(|(nth, &reach)| {
                let heading = firelock_table::Angle::steps(36_000 / n * nth as i32);
                let point = Point::new(center.0, center.1).ahead(heading, Length::grid(reach as i32));
                Point::new(point.x / grid * grid, point.y / grid * grid)
            }).collect();
            let Ok(star) = Polygon::new(star) else { return Ok(()) };
            let parts = clip_area(star.points().to_vec(), Length::grid(1000), Length::grid(1000));
            let mut polygons = Vec::new();
            for part in parts {
                prop_assert!(part.iter().all(|point| (0..=1000).contains(&point.x) && (0..=1000).contains(&point.y)));
                match Polygon::new(part.clone()) {
                    Ok(polygon) => polygons.push(polygon),
                    // Slivers thinner than a step may fold up in rounding.
                    Err(fault) => prop_assert!(is_sliver(&part), "{fault:?} {part:?}"),
                }
            }
            for (x, y) in probes {
                let probe = Point::new(x, y);
                let near_edge = star.edges().any(|edge| is_near(edge.from, edge.to, probe));
                if !near_edge {
                    let was_inside = star.position(probe) == Position::Inside;
                    let holding = polygons.iter().filter(|polygon| polygon.contains(probe)).count();
                    prop_assert_eq!(holding, usize::from(was_inside), "{}", probe.x);
                }
            }
        }
    }

    /// Within about two steps of the edge.
    fn is_near(from: Point, to: Point, probe: Point) -> bool {
        let (edge, off) = (to - from, probe - from);
        let length_squared = edge.dot(edge).max(1);
        let cross = i128::from(edge.cross(off));
        let is_beside = off.dot(edge) >= -4000 && (probe - to).dot(edge) <= 4000;
        is_beside && cross * cross <= 4 * i128::from(length_squared)
    }

    /// The outline has less area than its own length.
    fn is_sliver(points: &[Point]) -> bool {
        let next = points.iter().cycle().skip(1);
        let pairs: Vec<(Point, Point)> = points.iter().copied().zip(next.copied()).collect();
        let area: i64 = pairs.iter().map(|(a, b)| a.cross(*b)).sum();
        let length: i64 = pairs.iter().map(|(a, b)| i64::from(a.distance(*b).get()) + 1).sum();
        area.abs() <= 2 * length
    }
}
