//! Lines over the table against an independent oracle, and the laws of a trace.

use firelock_table::{
    Along, Angle, Base, Extent, Feature, FeatureId, FeatureKind, Length, Point, Polygon, Pose, Segment, Sightline,
    Size, Stretch, Table, aim_points, clear, passed, trace,
};
use geo::{Coord, Distance, Euclidean, Intersects, Line, LineString};
use proptest::prelude::*;

/// Corners around a place at rising headings: often bent inwards, on a coarse grid often touched or met in a corner.
fn ground(grid: i32) -> impl Strategy<Value = Polygon> {
    let corner = (4..20_i32, 0..30_i32);
    (0..40_i32, 0..40_i32, prop::collection::vec(corner, 3..9)).prop_filter_map(
        "no piece of ground",
        move |(x, y, rays)| {
            let n = rays.len() as i32;
            let at = Point::new(x * grid, y * grid);
            let corner = |(k, (radius, off)): (usize, (i32, i32))| {
                let heading = Angle::degrees((k as i32 * 360 + off) / n);
                let place = at.ahead(heading, Length::grid(radius * grid));
                let snap = |v: i32| v.div_euclid(grid) * grid;
                Point::new(snap(place.x), snap(place.y))
            };
            Polygon::new(rays.into_iter().enumerate().map(corner).collect()).ok()
        },
    )
}

fn place(grid: i32) -> impl Strategy<Value = Point> {
    (-10..50_i32, -10..50_i32).prop_map(move |(x, y)| Point::new(x * grid, y * grid))
}

fn table(grounds: &[Polygon]) -> Table {
    let area =
        |ground: &Polygon| Feature { kind: FeatureKind(0), extent: Extent::Area { ground: ground.clone(), levels: 1 } };
    Table::new(Length::inches(80), Length::inches(80), grounds.iter().map(area).collect()).expect("a table")
}

fn coord(place: &Point) -> Coord<f64> {
    Coord { x: f64::from(place.x), y: f64::from(place.y) }
}

fn oracle(ground: &Polygon) -> geo::Polygon<f64> {
    geo::Polygon::new(LineString::new(ground.points().iter().map(coord).collect()), vec![])
}

/// The middle of a part of a line, in floats.
fn middle(line: Segment, from: Along, to: Along) -> geo::Point<f64> {
    let share = |at: Along| at.fraction().0 as f64 / at.fraction().1 as f64;
    let half = (share(from) + share(to)) / 2.0;
    let (a, b) = (coord(&line.from), coord(&line.to));
    geo::Point::new(a.x + half * (b.x - a.x), a.y + half * (b.y - a.y))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// On a coarse grid lines often run through corners and along edges.
    #[test]
    fn a_line_is_clear_exactly_when_the_oracle_says_so(
        grounds in prop::collection::vec(ground(10), 1..4), from in place(10), to in place(10),
    ) {
        let line = Line::new(coord(&from), coord(&to));
        let met = grounds.iter().any(|ground| line.intersects(&oracle(ground)));
        prop_assert_eq!(clear(&table(&grounds), from, to, |_| true), !met);
        prop_assert_eq!(trace(&table(&grounds), from, to).spans().is_empty(), !met);
        prop_assert_eq!(grounds.iter().any(|ground| ground.meets_line(Segment::new(from, to))), met);
    }

    #[test]
    fn each_part_of_a_line_is_inside_or_outside_as_the_trace_says(
        ground in ground(10), from in place(10), to in place(10),
    ) {
        prop_assume!(from != to);
        let trace = trace(&table(std::slice::from_ref(&ground)), from, to);
        let oracle = oracle(&ground);
        let mut reached = Along::START;
        for span in trace.spans() {
            prop_assert!(reached <= span.part.from && span.part.from <= span.part.to);
            if reached < span.part.from {
                prop_assert!(Euclidean.distance(&middle(trace.line(), reached, span.part.from), &oracle) > 1e-9);
            }
            prop_assert!(Euclidean.distance(&middle(trace.line(), span.part.from, span.part.to), &oracle) < 1e-6);
            reached = span.part.to;
        }
        if reached < Along::END && !trace.spans().is_empty() {
            prop_assert!(Euclidean.distance(&middle(trace.line(), reached, Along::END), &oracle) > 1e-9);
        }
    }

    #[test]
    fn a_trace_walked_back_passes_the_same_parts(
        grounds in prop::collection::vec(ground(321), 1..5), from in place(321), to in place(321),
    ) {
        prop_assume!(from != to);
        let table = table(&grounds);
        let (there, back) = (trace(&table, from, to), trace(&table, to, from));
        let mut reversed: Vec<_> = back.spans().iter().map(|span| (span.part.reversed(), span.feature)).collect();
        reversed.sort_by_key(|(part, feature)| (part.from, part.to, *feature));
        let walked: Vec<_> = there.spans().iter().map(|span| (span.part, span.feature)).collect();
        prop_assert_eq!(walked, reversed);
        for ids in [vec![0], vec![0, 1], vec![1, 2, 3]] {
            let among = |id: FeatureId| ids.contains(&id.0);
            prop_assert_eq!(there.length_in(among), back.length_in(among));
        }
        let levels = |steps: Vec<firelock_table::Step>| -> Vec<i32> { steps.iter().map(|step| step.level).collect() };
        let mut backwards = levels(back.ground());
        backwards.reverse();
        prop_assert_eq!(levels(there.ground()), backwards);
    }

    #[test]
    fn the_level_of_a_place_is_the_level_of_its_step(
        grounds in prop::collection::vec(ground(321), 1..5), from in place(321), to in place(321),
    ) {
        let table = table(&grounds);
        let trace = trace(&table, from, to);
        prop_assert_eq!(table.level_at(from), trace.spans().iter().filter(|span| span.part.from == Along::START).count() as i32);
    }
}

const fn upright(x: i32, y: i32, wide: i32, deep: i32) -> [Point; 2] {
    [Point::inches(x, y), Point::inches(x + wide, y + deep)]
}

fn area(kind: u16, [a, b]: [Point; 2], levels: i8) -> Feature {
    Feature {
        kind: FeatureKind(kind),
        extent: Extent::Area { ground: Polygon::upright(a, b).expect("a rectangle"), levels },
    }
}

fn line(kind: u16, path: &[Point], width: Length) -> Feature {
    Feature { kind: FeatureKind(kind), extent: Extent::Line { path: path.to_vec(), width } }
}

/// A field of 40 x 20 inches.
fn field(features: Vec<Feature>) -> Table {
    Table::new(Length::inches(40), Length::inches(20), features).expect("a table")
}

#[test]
fn wood_passed_is_added_up_exactly() {
    let table = field(vec![
        area(1, upright(4, 0, 3, 10), 0),
        area(1, upright(10, 0, 5, 10), 0),
        area(2, upright(5, 0, 1, 10), 0),
    ]);
    let trace = trace(&table, Point::inches(0, 5), Point::inches(20, 5));
    let wood = |id: FeatureId| table.feature(id).is_some_and(|feature| feature.kind == FeatureKind(1));
    assert_eq!(trace.length_in(wood), Length::inches(8));
    // What lies over each other counts once.
    assert_eq!(trace.length_in(|_| true), Length::inches(8));
    assert_eq!(trace.first(|id| id != FeatureId(0)).map(|span| span.feature), Some(FeatureId(2)));
    assert_eq!(trace.length(Stretch { from: Along::START, to: trace.spans()[0].part.from }), Length::inches(4));
}

#[test]
fn a_slanting_way_through_wood_is_rounded_to_the_nearest_step() {
    let table = field(vec![area(1, upright(4, 0, 4, 20), 0)]);
    // 4 inches east for 20 inches of line with a slope of 3 in 4: 5 inches inside.
    let trace = trace(&table, Point::inches(2, 2), Point::inches(18, 14));
    assert_eq!(trace.length_in(|_| true), Length::inches(5));
}

#[test]
fn a_wall_is_crossed_once_even_at_a_corner() {
    let wall = [Point::inches(5, 2), Point::inches(10, 5), Point::inches(5, 8)];
    let table = field(vec![line(3, &wall, Length::ZERO)]);
    let through_corner = trace(&table, Point::inches(8, 5), Point::inches(14, 5));
    assert_eq!(through_corner.spans().len(), 1);
    assert_eq!(
        through_corner.length(Stretch { from: Along::START, to: through_corner.spans()[0].part.to }),
        Length::inches(2)
    );
    let twice = trace(&table, Point::inches(7, 0), Point::inches(7, 20));
    assert_eq!(twice.spans().len(), 2);
    let along = trace(&table, Point::inches(5, 2), Point::inches(10, 5));
    assert_eq!(along.spans().len(), 1);
    assert_eq!(along.spans()[0].part, Stretch::WHOLE);
    assert!(clear(&table, Point::inches(11, 0), Point::inches(11, 20), |_| true));
}

#[test]
fn a_hill_of_two_contours_hides_what_is_behind_it() {
    let table = field(vec![area(5, upright(10, 0, 10, 20), 1), area(5, upright(12, 0, 4, 20), 1)]);
    let trace = trace(&table, Point::inches(0, 10), Point::inches(30, 10));
    let ground: Vec<(i32, Length)> = trace.ground().iter().map(|step| (step.level, trace.length(step.part))).collect();
    let inches = Length::inches;
    assert_eq!(ground, [(0, inches(10)), (1, inches(2)), (2, inches(4)), (1, inches(4)), (0, inches(10))]);
    // Eye and aim half a level above the ground, in tenths of a level.
    let sight = Sightline { eye: 5, aim: 5 };
    assert_eq!(trace.hidden_by_ground(sight, 10).map(|at| at.place(trace.line())), Some(Point::inches(10, 10)));
    // From the top of a tower the near slope is seen over.
    assert_eq!(trace.hidden_by_ground(Sightline { eye: 40, aim: 5 }, 10).map(|at| at.place(trace.line())), None);
    // Touching the line is not above it: at 16 inches the line from 42 to 2 stands at 20.67, at 20 inches at 15.33.
    assert!(!Sightline { eye: 20, aim: 20 }.is_below(20, Along::START));
    assert!(Sightline { eye: 20, aim: 20 }.is_below(21, Along::END));
}

#[test]
fn only_the_wood_below_the_line_of_sight_counts() {
    // A wood on flat ground, ten inches deep, seen from a hill: the line falls from 2.5 to 0.5 levels over 20 inches.
    let table = field(vec![area(1, upright(10, 0, 10, 20), 0)]);
    let trace = trace(&table, Point::inches(0, 10), Point::inches(20, 10));
    let low = trace.below(Sightline { eye: 25, aim: 5 }, 10, |_| Some(10));
    // It passes below the tree tops (1.0) at 15 inches.
    assert_eq!(trace.total(low.iter().map(|span| span.part)), Length::inches(5));
    assert!(trace.below(Sightline { eye: 25, aim: 20 }, 10, |_| Some(10)).is_empty());
    assert!(trace.below(Sightline { eye: 25, aim: 5 }, 10, |_| None).is_empty());
}

#[test]
fn bases_passed_are_listed_in_order_with_their_distances() {
    let size = Size::new(Length::inches(2), Length::inches(1));
    let base = |x: i32, y: i32| Base::new(Pose::new(Point::inches(x, y), Angle::ZERO), size);
    let (far, near, beside) = (base(5, 15), base(5, 8), base(9, 8));
    let (from, to) = (Point::inches(5, 2), Point::inches(5, 18));
    let found = passed(from, to, [("far", &far), ("near", &near), ("beside", &beside)]);
    assert_eq!(found.iter().map(|passed| passed.who).collect::<Vec<_>>(), ["near", "far"]);
    let trace = trace(&field(vec![]), from, to);
    let from_eye = |part: Stretch| trace.length(Stretch { from: Along::START, to: part.from });
    assert_eq!(from_eye(found[0].part), Length::inches(5));
    assert_eq!(trace.length(Stretch { from: found[1].part.to, to: Along::END }), Length::inches(3));
    // Along the flank of a base: a touch is no passage.
    assert!(passed(Point::inches(6, 2), Point::inches(6, 18), [((), &near)]).is_empty());
}

#[test]
fn any_point_of_a_base_is_nine_places() {
    let base =
        Base::new(Pose::new(Point::inches(10, 10), Angle::ZERO), Size::new(Length::inches(2), Length::inches(2)));
    let aims = aim_points(&base, Point::new(Point::inches(10, 20).x + 700, Point::inches(10, 20).y));
    assert_eq!(aims[8], Point::new(Point::inches(10, 10).x + 700, Point::inches(10, 10).y));
    assert_eq!(aims[4], Point::inches(10, 10));
    assert_eq!(aims[6], Point::inches(10, 8));
}

#[test]
fn ground_under_a_base_and_at_a_place() {
    let table = field(vec![
        area(5, upright(0, 0, 10, 10), 1),
        area(1, upright(5, 5, 10, 10), 0),
        line(7, &[Point::inches(0, 15), Point::inches(30, 15), Point::inches(30, 0)], Length::inches(1)),
        Feature { kind: FeatureKind(9), extent: Extent::Spot { at: Point::inches(30, 8), radius: Length::INCH } },
    ]);
    assert_eq!(table.areas_at(Point::inches(10, 10)).collect::<Vec<_>>(), [FeatureId(0), FeatureId(1)]);
    assert_eq!((table.level_at(Point::inches(3, 3)), table.level_at(Point::inches(12, 12))), (1, 0));
    let under = |x: i32, y: i32| {
        let size = Size::new(Length::INCH, Length::INCH);
        table.under(&Base::new(Pose::new(Point::inches(x, y), Angle::ZERO), size)).map(|id| id.0).collect::<Vec<_>>()
    };
    assert!(under(20, 5).is_empty());
    assert_eq!(under(7, 8), [0, 1]);
    assert_eq!(under(30, 15), [2]);
    assert_eq!(under(30, 8), [2, 3]);
}

#[test]
fn a_table_is_written_down_by_its_features_alone() {
    use firelock_table::TableFault;
    let bad = |extent: Extent| {
        Table::new(Length::inches(9), Length::inches(9), vec![Feature { kind: FeatureKind(0), extent }])
    };
    let at = Point::inches(1, 1);
    assert_eq!(bad(Extent::Line { path: vec![at], width: Length::ZERO }), Err(TableFault::Line(FeatureId(0))));
    assert_eq!(bad(Extent::Line { path: vec![at, at], width: Length::ZERO }), Err(TableFault::Line(FeatureId(0))));
    assert_eq!(bad(Extent::Spot { at, radius: Length::grid(-1) }), Err(TableFault::Width(FeatureId(0))));
    assert_eq!(
        bad(Extent::Spot { at: Point::new(i32::MIN, 0), radius: Length::ZERO }),
        Err(TableFault::TooFar(FeatureId(0)))
    );
    assert_eq!(Table::new(Length::ZERO, Length::INCH, vec![]), Err(TableFault::Size));
}
