//! Laws of the measures on drawn shapes, and their answers against those of the `geo` crate.

use firelock_table::{
    Angle, Base, Contact, Cut, Fan, Inside, LastRank, Length, Point, Polygon, Pose, Quarter, Segment, Shape, Size,
    Stance, TOUCH, aim_points, block, contact, gap, gap_within, grounds_overlap, in_fan, inside, meet_between,
    overlaps, overlaps_ground, passes_fan, passes_through, quarter, shared_area2,
};
use geo::{Area, BooleanOps, Distance, Euclidean, Intersects, coord};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A place on a patch small enough that shapes often meet.
fn place() -> impl Strategy<Value = Point> {
    (-9000..9000, -9000..9000).prop_map(|(x, y)| Point::new(x, y))
}

fn pose() -> impl Strategy<Value = Pose> {
    // Half of the headings are right angles: there shapes meet flush.
    let heading = prop_oneof![(0..4).prop_map(|quarter| quarter * 9000), 0..36_000];
    (place(), heading).prop_map(|(at, heading)| Pose::new(at, Angle::steps(heading)))
}

fn base() -> impl Strategy<Value = Base> {
    (pose(), 200..4000, 200..3000).prop_map(|(pose, width, depth)| {
        // Even widths: an odd one has no middle on the grid.
        Base::new(pose, Size::new(Length::grid(width * 2), Length::grid(depth)))
    })
}

/// Two bases of which a corner or edge middle of one lies within a few steps of one of the other.
fn grazing() -> impl Strategy<Value = (Base, Base)> {
    (base(), base(), 0_usize..8, 0_usize..8, -6..=6, -6..=6).prop_map(|(a, b, of_a, of_b, x, y)| {
        let mark = |base: &Base, i: usize| aim_points(base, base.pose.at)[i];
        let at = b.pose.at + mark(&a, of_a) - mark(&b, of_b) + Point::new(x, y);
        (a, Base::new(Pose::new(at, b.facing()), b.size))
    })
}

/// A piece of ground, often bent inwards: corners in turn around a middle.
fn ground() -> impl Strategy<Value = Polygon> {
    (place(), prop::collection::vec(300..5000, 3..10)).prop_filter_map("crossing edges", |(middle, reaches)| {
        let turn = 36_000 / reaches.len() as i32;
        let corner = |(i, &reach): (usize, &i32)| middle.ahead(Angle::steps(turn * i as i32), Length::grid(reach));
        Polygon::new(reaches.iter().enumerate().map(corner).collect()).ok()
    })
}

fn segment() -> impl Strategy<Value = Segment> {
    (place(), place()).prop_map(|(from, to)| Segment::new(from, to))
}

/// A shape that owns what it is made of.
#[derive(Clone, Debug)]
enum Drawn {
    Point(Point),
    Segment(Segment),
    Base(Base),
    Bases(Vec<Base>),
    Ground(Polygon),
    Path(Vec<Point>),
}

impl Drawn {
    fn shape(&self) -> Shape<'_> {
        match self {
            Drawn::Point(point) => (*point).into(),
            Drawn::Segment(segment) => (*segment).into(),
            Drawn::Base(base) => base.into(),
            Drawn::Bases(bases) => bases.as_slice().into(),
            Drawn::Ground(ground) => ground.into(),
            Drawn::Path(path) => path.as_slice().into(),
        }
    }

    fn moved(&self, with: &Motion) -> Drawn {
        let path = |points: &[Point]| points.iter().map(|&point| with.place(point)).collect::<Vec<_>>();
        match self {
            Drawn::Point(point) => Drawn::Point(with.place(*point)),
            Drawn::Segment(line) => Drawn::Segment(with.line(*line)),
            Drawn::Base(base) => Drawn::Base(with.base(base)),
            Drawn::Bases(bases) => Drawn::Bases(bases.iter().map(|base| with.base(base)).collect()),
            Drawn::Ground(ground) => Drawn::Ground(Polygon::new(path(ground.points())).expect("moved, not bent")),
            Drawn::Path(points) => Drawn::Path(path(points)),
        }
    }

    /// The same shape for `geo`.
    fn geo(&self) -> geo::Geometry<f64> {
        match self {
            Drawn::Point(point) => geo::Point::from(coordinates(*point)).into(),
            Drawn::Segment(line) => geo_line(*line).into(),
            Drawn::Base(base) => geo_polygon(&base.corners).into(),
            Drawn::Bases(bases) => {
                geo::MultiPolygon(bases.iter().map(|base| geo_polygon(&base.corners)).collect()).into()
            }
            Drawn::Ground(ground) => geo_polygon(ground.points()).into(),
            Drawn::Path(points) => geo::LineString(points.iter().map(|&point| coordinates(point)).collect()).into(),
        }
    }
}

fn drawn() -> impl Strategy<Value = Drawn> {
    prop_oneof![
        place().prop_map(Drawn::Point),
        segment().prop_map(Drawn::Segment),
        base().prop_map(Drawn::Base),
        prop::collection::vec(base(), 1..5).prop_map(Drawn::Bases),
        ground().prop_map(Drawn::Ground),
        prop::collection::vec(place(), 2..6).prop_map(Drawn::Path),
    ]
}

fn coordinates(point: Point) -> geo::Coord<f64> {
    coord! { x: f64::from(point.x), y: f64::from(point.y) }
}

fn geo_line(line: Segment) -> geo::Line<f64> {
    geo::Line::new(coordinates(line.from), coordinates(line.to))
}

fn geo_polygon(points: &[Point]) -> geo::Polygon<f64> {
    geo::Polygon::new(geo::LineString(points.iter().map(|&point| coordinates(point)).collect()), vec![])
}

/// A motion of the whole table that keeps every corner on the grid.
#[derive(Clone, Debug)]
struct Motion {
    shift: Point,
    quarters: i32,
    mirrored: bool,
}

impl Motion {
    fn place(&self, place: Point) -> Point {
        let mirrored = if self.mirrored { Point::new(-place.x, place.y) } else { place };
        (0..self.quarters).fold(mirrored, |p, _| Point::new(p.y, -p.x)) + self.shift
    }

    fn line(&self, line: Segment) -> Segment {
        Segment::new(self.place(line.from), self.place(line.to))
    }

    fn facing(&self, facing: Angle) -> Angle {
        let mirrored = if self.mirrored { -facing } else { facing };
        (mirrored + Angle::steps(9000 * self.quarters)).heading()
    }

    fn base(&self, base: &Base) -> Base {
        let [a, b, c, d] = base.corners.map(|corner| self.place(corner));
        let corners = if self.mirrored { [b, a, d, c] } else { [a, b, c, d] };
        let pose = Pose::new(self.place(base.pose.at), self.facing(base.facing()));
        Base { pose, size: base.size, corners }
    }

    fn quarter(&self, quarter: Quarter) -> Quarter {
        match (self.mirrored, quarter) {
            (true, Quarter::LeftFlank) => Quarter::RightFlank,
            (true, Quarter::RightFlank) => Quarter::LeftFlank,
            _ => quarter,
        }
    }
}

fn motion() -> impl Strategy<Value = Motion> {
    (place(), 0..4, any::<bool>()).prop_map(|(shift, quarters, mirrored)| Motion { shift, quarters, mirrored })
}

fn cut() -> impl Strategy<Value = Cut> {
    prop_oneof![
        Just(Cut::FrontLine),
        Just(Cut::FrontAndRearLines),
        Just(Cut::RearLine),
        Just(Cut::Diagonals),
        Just(Cut::CornerRays(Angle::degrees(45))),
        Just(Cut::MidLine),
    ]
}

fn fan() -> impl Strategy<Value = Fan> {
    let spread = prop_oneof![Just(0), Just(3000), Just(4500), Just(9000), Just(13_500), Just(18_000)];
    (base(), spread, 500..9000).prop_map(|(base, spread, reach)| Fan {
        edge: base.front(),
        facing: base.facing(),
        spread: Angle::steps(spread),
        reach: Length::grid(reach),
    })
}

/// The distance in floats from the exact square.
fn float(gap: firelock_table::Gap) -> f64 {
    f64::from(gap.length().get())
}

/// A block of stands in one or two ranks, some with gaps.
fn stance() -> impl Strategy<Value = Stance> {
    let gap = prop_oneof![Just(0), 1..2000];
    (pose(), 1_u8..16, 1_u8..9, 400..2600, 300..2600, gap).prop_map(|(pose, n, files, width, depth, gap)| {
        let (size, gap) = (Size::new(Length::grid(width * 2), Length::grid(depth)), Length::grid(gap));
        let layout = block(n, files.min(n), size, Size::new(gap, gap), LastRank::Centered, Length::ZERO);
        Stance::new(pose, layout)
    })
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn bodies_are_within_what_their_bases_are(a in stance(), b in stance(), more in -40..40) {
        let apart = gap(a.bases(), b.bases()).length();
        // Just about the distance itself, and anywhere.
        for limit in [apart + Length::grid(more), apart + Length::grid(more * 100)] {
            prop_assert_eq!(a.is_within(&b, limit), gap_within(a.bases(), b.bases(), limit));
            prop_assert_eq!(a.is_within_of(b.body(), limit), gap_within(a.bases(), b.bases(), limit));
        }
    }

    #[test]
    fn gap_is_the_distance_that_geo_finds(a in drawn(), b in drawn()) {
        let gap = gap(a.shape(), b.shape());
        let distance = Euclidean.distance(&a.geo(), &b.geo());
        // Our length is rounded up to the grid.
        prop_assert!(float(gap) >= distance - 1e-6 && float(gap) < distance + 1.0 + 1e-6, "{} {distance}", float(gap));
        // The drawn ends are as far apart as the gap, but for their rounding.
        let ends = gap.ends();
        let drawn_length = (ends.from.distance_squared(ends.to) as f64).sqrt();
        prop_assert!((drawn_length - distance).abs() < 1.5, "{drawn_length} {distance}");
        for (end, shape) in [(ends.from, a), (ends.to, b)] {
            let off = Euclidean.distance(&Drawn::Point(end).geo(), &shape.geo());
            prop_assert!(off < 0.75, "{end:?} is {off} off its shape");
        }
    }

    #[test]
    fn gap_is_symmetric(a in drawn(), b in drawn()) {
        prop_assert_eq!(gap(a.shape(), b.shape()), gap(b.shape(), a.shape()));
    }

    #[test]
    fn gap_is_kept_by_motions_of_the_table(a in drawn(), b in drawn(), motion in motion()) {
        let moved = gap(a.moved(&motion).shape(), b.moved(&motion).shape());
        prop_assert_eq!(gap(a.shape(), b.shape()), moved);
    }

    #[test]
    fn gap_within_agrees_with_gap(a in drawn(), b in drawn(), limit in 0..6000) {
        let gap = gap(a.shape(), b.shape());
        prop_assert_eq!(gap_within(a.shape(), b.shape(), Length::grid(limit)), gap.within(Length::grid(limit)));
        prop_assert!(gap_within(a.shape(), b.shape(), gap.length()));
        prop_assert!(!gap.within(gap.length() - Length::grid(1)));
        let steps = Length::grid(limit.max(1));
        let complete = i32::from(gap.complete(steps));
        // So many steps fit: one less than their sum is no limit that holds the gap, one more step is.
        prop_assert!(complete == 0 || !gap.within(steps * complete - Length::grid(1)));
        prop_assert!(gap.within(steps * (complete + 1)));
    }

    #[test]
    fn overlap_is_symmetric_and_kept_by_motions((a, b) in prop_oneof![grazing(), (base(), base())], motion in motion()) {
        let found = contact(&a, &b);
        prop_assert_eq!(found, contact(&b, &a));
        prop_assert_eq!(found, contact(&motion.base(&a), &motion.base(&b)));
    }

    #[test]
    fn overlap_is_what_geo_finds_beyond_touch((a, b) in prop_oneof![grazing(), (base(), base())]) {
        let ours = geo_polygon(&a.corners);
        // Whether some step of a length, square to an edge of one of them, sets them apart.
        let apart_after = |length: i32| {
            let headings = [a.facing(), b.facing()].into_iter().flat_map(|facing| (0..4).map(move |n| facing + Angle::steps(9000 * n)));
            headings.into_iter().any(|heading| {
                let step = Point::ORIGIN.ahead(heading, Length::grid(length));
                !ours.intersects(&geo_polygon(&b.corners.map(|corner| corner + step)))
            })
        };
        // The step is rounded to the grid too: one more or less is beyond doubt.
        match overlaps(&a, &b) {
            true => prop_assert!(!apart_after(0) && !apart_after(TOUCH.get() - 1)),
            false => prop_assert!(apart_after(0) || apart_after(TOUCH.get() + 1)),
        }
    }

    #[test]
    fn turning_the_table_freely_changes_little(a in base(), b in base(), turn in 0..36_000, pivot in place()) {
        let turned = |base: &Base| Base::new(base.pose.about(pivot, Angle::steps(turn)), base.size);
        let (before, after) = (gap(&a, &b), gap(&turned(&a), &turned(&b)));
        prop_assert!((before.length().get() - after.length().get()).abs() <= 5, "{before:?} {after:?}");
        let corners = turned(&a).corners.iter().zip(a.corners).all(|(corner, old)| {
            corner.distance_squared(old.about(pivot, Angle::steps(turn))) <= 18
        });
        prop_assert!(corners);
    }

    #[test]
    fn grounds_have_the_area_and_places_that_geo_finds(ground in ground(), place in place()) {
        let theirs = geo_polygon(ground.points());
        prop_assert_eq!(ground.area2() as f64, 2.0 * theirs.unsigned_area());
        prop_assert_eq!(ground.contains(place), theirs.intersects(&coordinates(place)));
        for &corner in ground.points() {
            prop_assert!(ground.contains(corner));
        }
    }

    #[test]
    fn shared_area_is_what_geo_finds(base in base(), ground in ground(), motion in motion()) {
        let theirs = geo_polygon(&base.corners).intersection(&geo_polygon(ground.points())).unsigned_area();
        let ours = shared_area2(&base, &ground) as f64 / 2.0;
        // geo cuts on a grid of its own; ours is rounded down.
        prop_assert!((ours - theirs).abs() <= 1.0 + 1e-6 * theirs, "{ours} {theirs}");
        let half = inside(&[base], &ground, Inside::Half).n == 1;
        let (share, slack) = (theirs / (base.area2() as f64 / 2.0), 0.02);
        prop_assert!(if half { share > 0.5 - slack } else { share < 0.5 }, "{share}");
        let moved = Drawn::Ground(ground.clone()).moved(&motion);
        let Drawn::Ground(moved) = moved else { unreachable!("a ground stays one") };
        for by in [Inside::Center, Inside::Any, Inside::Whole] {
            prop_assert_eq!(inside(&[base], &ground, by), inside(&[motion.base(&base)], &moved, by));
        }
        let (any, whole) = (inside(&[base], &ground, Inside::Any).n, inside(&[base], &ground, Inside::Whole).n);
        prop_assert!(any >= whole && (whole == 0 || half));
        prop_assert!(any == 1 || share < 0.02, "{share} shared but not in it");
        prop_assert!(whole == 0 || share > 0.98, "{share} shared but wholly in it");
        prop_assert_eq!(any == 1, overlaps_ground(&base, &ground));
    }

    #[test]
    fn grounds_overlap_where_geo_finds_area(a in ground(), b in ground()) {
        let theirs = geo_polygon(a.points()).intersection(&geo_polygon(b.points())).unsigned_area();
        prop_assert_eq!(grounds_overlap(&a, &b), grounds_overlap(&b, &a));
        // geo drops slivers below its own grid.
        prop_assert!(grounds_overlap(&a, &b) || theirs == 0.0, "{theirs}");
        prop_assert!(!grounds_overlap(&a, &b) || geo_polygon(a.points()).intersects(&geo_polygon(b.points())));
    }

    #[test]
    fn lines_pass_through_bases_as_geo_finds(line in segment(), base in base(), motion in motion()) {
        let through = passes_through(line, &base);
        prop_assert_eq!(through, passes_through(line.reversed(), &base));
        prop_assert_eq!(through, passes_through(motion.line(line), &motion.base(&base)));
        let meets = geo_line(line).intersects(&geo_polygon(&base.corners));
        prop_assert!(meets || !through);
        // A line that passes at least four steps inside all edges passes through.
        let drawn_in = Base::new(base.pose.ahead(Length::grid(-4)), Size::new(base.size.width - Length::grid(8), base.size.depth - Length::grid(8)));
        prop_assert!(through || !geo_line(line).intersects(&geo_polygon(&drawn_in.corners)));
    }

    #[test]
    fn quarters_are_kept_by_motions(base in base(), cut in cut(), place in place(), motion in motion()) {
        let found = quarter(&base, cut, place);
        let moved = quarter(&motion.base(&base), cut, motion.place(place));
        // The middle line belongs to the right flank on both sides of a mirror.
        let on_the_axis = base.pose.local(place).x.abs() <= 3;
        prop_assert!(moved == motion.quarter(found) || found.is_flank() && on_the_axis, "{found:?} {moved:?}");
    }

    #[test]
    fn fans_hold_the_places_between_their_rays(fan in fan(), place in place(), motion in motion()) {
        // In floats: the place is ahead of the edge, or turned from straight ahead by at most the spread at the nearer end.
        let local = |end: Point| {
            let (x, y) = (f64::from(place.x - end.x), f64::from(place.y - end.y));
            let turn = x.atan2(y).to_degrees() - f64::from(fan.facing.get()) / 100.0;
            (turn + 540.0).rem_euclid(360.0) - 180.0
        };
        let spread = f64::from(fan.spread.get()) / 100.0;
        let (left, right) = (local(fan.edge.from), local(fan.edge.to));
        let ahead = left.abs() < 90.0 && right.abs() < 90.0;
        let held = spread >= 180.0
            || (ahead && left >= -spread && right <= spread)
            || (spread > 90.0 && (ahead || (-spread..=-90.0).contains(&left) || (90.0..=spread).contains(&right)));
        let near_a_ray = [left + spread, right - spread, left.abs() - 90.0, right.abs() - 90.0].iter().any(|off| off.abs() < 0.1);
        let all = Fan { reach: Length::FAR, ..fan };
        let found = in_fan(&all, place).is_some();
        prop_assert!(near_a_ray || found == held, "{left} {right} {found}");
        prop_assert_eq!(in_fan(&fan, place).is_some(), found && gap(fan.edge, place).within(fan.reach));
        let edge = motion.line(fan.edge);
        let moved = Fan {
            edge: if motion.mirrored { edge.reversed() } else { edge },
            facing: motion.facing(fan.facing),
            ..all
        };
        prop_assert!(near_a_ray || in_fan(&moved, motion.place(place)).is_some() == found);
    }

    #[test]
    fn what_stands_in_a_fan_has_a_place_in_it(fan in fan(), target in base(), path in prop::collection::vec(place(), 2..5)) {
        let grid = (0..=20).flat_map(|i| (0..=20).map(move |j| (i, j)));
        let samples = grid.map(|(i, j)| {
            let part = |step: Point, n: i32| Point::new(step.x * n / 20, step.y * n / 20);
            target.corners[0] + part(target.across(), i) + part(target.back(), j)
        });
        let all = Fan { reach: Length::FAR, ..fan };
        let deep = |p: Point| [(9, 0), (-9, 0), (0, 9), (0, -9)].iter().all(|&(x, y)| in_fan(&all, p + Point::new(x, y)).is_some());
        let (some, found) = (samples.into_iter().any(deep), in_fan(&all, &target));
        prop_assert!(found.is_some() || !some);
        if let Some(found) = found {
            prop_assert_eq!(found, gap(fan.edge, &target));
        }
        // The gap of a path is never less than that of its nearest place, and its place lies in the fan.
        if let Some(passed) = passes_fan(&fan, &path) {
            prop_assert!(passed.length() + Length::grid(1) >= gap(fan.edge, path.as_slice()).length());
            prop_assert!(passed.within(fan.reach));
        } else if in_fan(&fan, path[0]).is_some() {
            prop_assert!(false, "a path that begins in the fan passes it");
        }
    }

    #[test]
    fn two_that_close_a_gap_cover_it(gap in 0..200_000, first in 0_u32..1000, second in 1_u32..1000) {
        let (one, other) = meet_between(Length::grid(gap), (first, second));
        prop_assert_eq!(one + other, Length::grid(gap));
        prop_assert_eq!(i64::from(one.get()), i64::from(gap) * i64::from(first) / i64::from(first + second));
    }

    #[test]
    fn aim_points_lie_on_the_base(base in base(), eye in place()) {
        for aim in aim_points(&base, eye) {
            prop_assert!(gap(aim, &base).within(Length::grid(1)));
        }
        prop_assert!(aim_points(&base, eye)[8].distance(eye) <= aim_points(&base, eye).iter().map(|aim| aim.distance(eye)).min().unwrap_or_default() + Length::grid(1));
    }
}

#[test]
fn thin_bases_end_to_end_overlap_beyond_touch() {
    let size = Size::new(Length::mm(40), Length::grid(10));
    let at = |x: i32| Base::new(Pose::new(Point::new(x, 0), Angle::ZERO), size);
    for (overlap, expected) in
        [(3, Contact::Overlapping), (2, Contact::Touching), (-2, Contact::Touching), (-3, Contact::Apart)]
    {
        assert_eq!(contact(&at(0), &at(4000 - overlap)), expected, "overlap of {overlap}");
    }
}

#[test]
fn bodies_set_flush_touch_at_every_heading() {
    // Front to front, and side by side, as conforming sets them.
    let size = Size::new(Length::inches(4), Length::inch_hundredths(150));
    for heading in (0..36_000).step_by(13) {
        let facing = Angle::steps(heading);
        let standing = Base::new(Pose::new(Point::new(34_567, 45_678), facing), size);
        let front = Base::new(Pose::new(standing.front().middle(), facing + Angle::HALF), size);
        let behind = Base::new(Pose::new(standing.rear().middle(), facing), size);
        let beside = Base::new(standing.pose.slid(facing + Angle::RIGHT, size.width), size);
        for other in [front, behind, beside] {
            assert_eq!(contact(&standing, &other), Contact::Touching, "heading {heading}: {other:?}");
        }
    }
}
