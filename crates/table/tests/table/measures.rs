//! The measures where their clauses draw the line: just inside, just outside.

use firelock_table::{
    Angle, Base, Count, Cut, Fan, Inside, Length, LineSide, Lining, Point, Polygon, Pose, Quarter, Segment, Size,
    aim_points, gap, grounds_overlap, in_fan, inside, lining, meet_between, overlaps, passes_fan, passes_through,
    quarter, side_boxes,
};

const NORTH: Angle = Angle::ZERO;

fn base(x: i32, y: i32, facing: Angle, width: i32, depth: i32) -> Base {
    Base::new(Pose::new(Point::new(x, y), facing), Size::new(Length::grid(width), Length::grid(depth)))
}

fn ground(corners: &[(i32, i32)]) -> Polygon {
    Polygon::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a simple outline")
}

fn line(x: i32, y: i32, to_x: i32, to_y: i32) -> Segment {
    Segment::new(Point::new(x, y), Point::new(to_x, to_y))
}

#[test]
fn a_band_includes_its_upper_end() {
    // RF-FIR-07, WA-LOS-08, FD-SCL-12, NQ-SCA-09.
    let bands = [Length::inches(2), Length::inches(4)];
    let target = base(0, 20_000, Angle::HALF, 2540, 1905);
    let at = |y: i32| gap(Point::new(0, y), &target);
    assert_eq!(at(20_000 - 5080).band(&bands), Some(0));
    assert_eq!(at(20_000 - 5081).band(&bands), Some(1));
    assert_eq!(at(20_000 - 10_160).band(&bands), Some(1));
    assert_eq!(at(20_000 - 10_161).band(&bands), None);
}

#[test]
fn a_slanted_distance_is_compared_exactly() {
    // The distance from the origin to the line through (1, 0) and (0, 1) is 1/√2: more than any whole step below it.
    let slope = line(100, 0, 0, 100);
    let exact = gap(Point::ORIGIN, slope);
    // 100/√2 = 70.71: square 5000, a whole number.
    assert!(!exact.within(Length::grid(70)) && exact.within(Length::grid(71)));
    assert_eq!(exact.length(), Length::grid(71));
    assert_eq!(exact.ends(), line(0, 0, 50, 50));
    // Two thirds of a square step apart: told apart and put in order.
    let (steep, flat) = (gap(Point::ORIGIN, line(3, 0, 0, 2)), gap(Point::ORIGIN, line(3, 0, 0, 3)));
    assert!(steep < flat && steep != flat); // 36/13 and 9/2
    assert_eq!(gap(Point::ORIGIN, line(6, 0, 0, 4)).max(steep).length(), Length::grid(4));
}

#[test]
fn complete_steps_are_counted_down() {
    // WA-SCALE-06: per complete 3 inches is floor(distance / 3).
    let at = |y: i32| gap(Point::ORIGIN, Point::new(0, y)).complete(Length::inches(3));
    assert_eq!([at(7619), at(7620), at(15_239), at(15_240)], [0, 1, 1, 2]);
    assert_eq!(gap(Point::ORIGIN, Point::new(0, 5)).complete(Length::ZERO), 0);
}

#[test]
fn the_gap_to_nothing_is_beyond_every_limit() {
    let none = gap(Point::ORIGIN, &[] as &[Base]);
    assert_eq!(none, firelock_table::Gap::NONE);
    assert!(!none.within(Length::FAR) && none.band(&[Length::FAR]).is_none());
    assert_eq!(none.length(), Length::FAR);
}

#[test]
fn a_base_inside_a_ground_has_no_gap_to_it() {
    let wood = ground(&[(0, 0), (0, 10_000), (10_000, 10_000), (10_000, 0)]);
    assert!(gap(&base(5000, 5000, NORTH, 2540, 1905), &wood).is_zero());
    assert!(gap(&wood, line(-10, 5000, 20_000, 6000)).is_zero());
}

#[test]
fn a_stand_fires_at_what_is_between_its_rays() {
    // RF-ARC-01: 45 degrees outward from each front corner.
    let stand = base(0, 0, NORTH, 2540, 1905);
    let arc = Fan { edge: stand.front(), facing: NORTH, spread: Angle::degrees(45), reach: Length::inches(8) };
    assert!(in_fan(&arc, Point::new(1270 + 5000, 5000)).is_some());
    assert!(in_fan(&arc, Point::new(1270 + 5001, 5000)).is_none());
    assert!(in_fan(&arc, Point::new(0, 0)).is_some() && in_fan(&arc, Point::new(0, -1)).is_none());
    // RF-ARC-02, RF-FIR-07: one corner in the arc is enough; the range is to the nearest place, here outside of it.
    let target = base(10_000, 8000, Angle::LEFT, 6000, 1905);
    let range = in_fan(&arc, &target).expect("its north end is in the arc");
    assert_eq!(range, gap(stand.front(), &target));
    assert_eq!(range.ends(), line(1270, 0, 10_000, 5000));
    // Beyond the reach nothing is in it.
    assert!(in_fan(&arc, &base(0, 20_321 + 1905, NORTH, 2540, 1905)).is_none());
    assert!(in_fan(&arc, &base(0, 20_320 + 1905, NORTH, 2540, 1905)).is_some());
}

#[test]
fn a_kill_zone_is_a_strip() {
    // FD-LOS-01: as wide as the stand, straight ahead. A stand flush beside the strip is not in it.
    let gun = base(0, 0, NORTH, 3810, 3175);
    let zone = Fan { edge: gun.front(), facing: NORTH, spread: NORTH, reach: Length::inches(40) };
    let beside = |x: i32| in_fan(&zone, &base(1905 + 1905 + x, 20_000, Angle::HALF, 3810, 3175)).is_some();
    assert!(!beside(0) && !beside(-2) && beside(-3));
    assert!(in_fan(&zone, &base(0, -10_000, NORTH, 3810, 3175)).is_none());
}

#[test]
fn a_skirmisher_fires_over_half_a_circle_and_a_garrison_all_round() {
    // NQ-LOS-09, FD-LOS-09.
    let stand = base(0, 0, NORTH, 3000, 2000);
    let fan = |degrees: i32| Fan {
        edge: stand.front(),
        facing: NORTH,
        spread: Angle::degrees(degrees),
        reach: Length::cm(20),
    };
    assert!(in_fan(&fan(90), Point::new(15_000, 0)).is_some());
    assert!(in_fan(&fan(90), Point::new(15_000, -1)).is_none());
    assert!(in_fan(&fan(135), Point::new(1500 + 5000, -5000)).is_some());
    assert!(in_fan(&fan(135), Point::new(1500 + 5000, -5001)).is_none());
    assert!(in_fan(&fan(135), &base(0, -5000, NORTH, 3000, 2000)).is_none());
    assert!(in_fan(&fan(180), &base(0, -5000, NORTH, 3000, 2000)).is_some());
}

#[test]
fn a_path_through_a_fan_is_measured_inside_it() {
    // RF-FIR-42: the nearest place of the path within the arc, not of the whole path.
    let stand = base(0, 0, NORTH, 2000, 1905);
    let arc = Fan { edge: stand.front(), facing: NORTH, spread: Angle::degrees(45), reach: Length::inches(4) };
    // From the right of the arc, near the stand, up and across its front.
    let path = [Point::new(6000, 0), Point::new(6000, 8000), Point::new(-9000, 8000)];
    let passed = passes_fan(&arc, &path).expect("it crosses the arc");
    // It enters the arc at (6000, 5000): from the corner (1000, 0) that is √(2 x 5000²) = 7071.07 away.
    assert_eq!(passed.length(), Length::grid(7072));
    assert_eq!(passed.ends(), line(1000, 0, 6000, 5000));
    assert!(passes_fan(&arc, &[Point::new(6000, 0), Point::new(6000, 4999)]).is_none());
    // Across the arc, but beyond its reach.
    assert!(passes_fan(&arc, &[Point::new(-9000, 10_161), Point::new(9000, 10_161)]).is_none());
    assert!(passes_fan(&arc, &[Point::new(-9000, 10_160), Point::new(9000, 10_160)]).is_some());
}

#[test]
fn what_is_not_ahead_of_the_front_line_is_on_a_flank() {
    // RF-ARC-10: on or behind the infinite line through the front edge.
    let unit = base(0, 0, NORTH, 10_000, 4000);
    let at = |x: i32, y: i32| quarter(&unit, Cut::FrontLine, Point::new(x, y));
    assert_eq!(at(30_000, 3), Quarter::Front);
    assert_eq!(at(30_000, 0), Quarter::RightFlank);
    assert_eq!(at(-30_000, -1), Quarter::LeftFlank);
    assert_eq!(at(-1, -30_000), Quarter::LeftFlank);
    // A place within TOUCH of the line is on it.
    assert_eq!(at(30_000, 2), Quarter::RightFlank);
}

#[test]
fn front_and_rear_lines_leave_the_flanks_between() {
    // WA-FORM-10.
    let unit = base(0, 0, NORTH, 18_000, 3000);
    let at = |x: i32, y: i32| quarter(&unit, Cut::FrontAndRearLines, Point::new(x, y));
    assert_eq!(
        [at(50_000, 5), at(50_000, 0), at(-50_000, -3000), at(-50_000, -3005)],
        [Quarter::Front, Quarter::RightFlank, Quarter::LeftFlank, Quarter::Rear]
    );
}

#[test]
fn behind_the_rear_line_is_rear_and_all_else_front() {
    // FD-MEL-26.
    let stand = base(0, 0, Angle::RIGHT, 3810, 3175);
    let at = |x: i32, y: i32| quarter(&stand, Cut::RearLine, Point::new(x, y));
    assert_eq!([at(-3170, 5000), at(-3175, 5000), at(-3178, 0)], [Quarter::Front, Quarter::Front, Quarter::Rear]);
}

#[test]
fn diagonals_through_the_middle_cut_four_quarters() {
    // FD-FRM-15: the middle of this body lies at (0, -1500).
    let body = base(0, 0, NORTH, 9000, 3000);
    let at = |x: i32, y: i32| quarter(&body, Cut::Diagonals, Point::new(x, y - 1500));
    assert_eq!([at(5000, 5000), at(-5000, 5000)], [Quarter::Front; 2]);
    assert_eq!([at(5010, 5000), at(5010, -5000)], [Quarter::RightFlank; 2]);
    assert_eq!(at(-5010, -5000), Quarter::LeftFlank);
    assert_eq!(at(-5000, -5010), Quarter::Rear);
}

#[test]
fn rays_from_the_corners_bound_front_and_rear() {
    // NQ-FOR-14: 45 degrees outward from the front corners, and the mirror behind.
    let unit = base(0, 0, NORTH, 18_000, 2000);
    let at = |x: i32, y: i32| quarter(&unit, Cut::CornerRays(Angle::degrees(45)), Point::new(x, y));
    assert_eq!([at(9000 + 4000, 4000), at(-9000 - 4000, 4000)], [Quarter::Front; 2]);
    assert_eq!([at(9000 + 4005, 4000), at(9000 + 4005, -6000)], [Quarter::RightFlank; 2]);
    assert_eq!([at(0, -1000), at(-9000 - 4005, 4000)], [Quarter::RightFlank, Quarter::LeftFlank]);
    assert_eq!([at(9000 + 4000, -6000), at(-9000 - 4000, -6000), at(0, -2000)], [Quarter::Rear; 3]);
}

#[test]
fn a_line_through_the_bases_parts_front_from_rear() {
    // NQ-FOR-16.
    let skirmish = base(0, 0, NORTH, 18_000, 2000);
    let at = |y: i32| quarter(&skirmish, Cut::MidLine, Point::new(40_000, y));
    assert_eq!([at(-999), at(-1000), at(-1003)], [Quarter::Front, Quarter::Front, Quarter::Rear]);
}

#[test]
fn boxes_lie_beside_and_behind_a_unit() {
    // WA-FORM-11: 4 inches wide; the rear box is as wide as the footprint and 4 inches more on each side.
    let unit = base(0, 0, NORTH, 18_000, 3000);
    let [left, right, rear] = side_boxes(&unit, Length::inches(4));
    let corners = |b: Base| b.corners.map(|corner| (corner.x, corner.y));
    assert_eq!(corners(left), [(-19_160, 0), (-9000, 0), (-9000, -3000), (-19_160, -3000)]);
    assert_eq!(corners(right), [(9000, 0), (19_160, 0), (19_160, -3000), (9000, -3000)]);
    assert_eq!(corners(rear), [(-19_160, -3000), (19_160, -3000), (19_160, -13_160), (-19_160, -13_160)]);
    // WA-FORM-12: a wider enemy in frontal contact is in no flank box; one that stands a little further down is.
    let wide = base(0, 0, Angle::HALF, 30_000, 3000);
    assert!([left, right, rear].iter().all(|side| !overlaps(side, &wide)));
    assert!(overlaps(&right, &base(14_000, -10, Angle::HALF, 6000, 3000)));
    // At any heading the boxes share their edges with the unit.
    for heading in (0..36_000).step_by(91) {
        let unit = base(5000, 5000, Angle::steps(heading), 18_000, 3000);
        let [left, right, rear] = side_boxes(&unit, Length::inches(4));
        assert_eq!([left.corners[1], left.corners[2]], [unit.corners[0], unit.corners[3]]);
        assert_eq!([right.corners[0], right.corners[3]], [unit.corners[1], unit.corners[2]]);
        assert!(![left, right, rear].iter().any(|side| overlaps(side, &unit)));
    }
}

#[test]
fn bases_count_as_inside_by_center_half_any_or_whole() {
    // RF-TER-09, WA-TERR-13, FD-TER-08, NQ-TER-03: a wood east of x = 0 and three stands across its edge.
    let wood = ground(&[(0, -20_000), (0, 20_000), (20_000, 20_000), (20_000, -20_000)]);
    let at = |x: i32| base(x, 0, NORTH, 2000, 2000);
    let stands = [at(-1100), at(-999), at(-2), at(0), at(1000), at(1500)];
    let count = |by: Inside| inside(&stands, &wood, by).n;
    assert_eq!(count(Inside::Center), 3);
    // One stand has its half but for a strip of 2 steps.
    assert_eq!(count(Inside::Half), 4);
    assert_eq!(inside(&[at(-3)], &wood, Inside::Half).n, 0);
    // The stand at -999 is one step deep: it only touches.
    assert_eq!(count(Inside::Any), 4);
    assert_eq!(inside(&[at(-997)], &wood, Inside::Any).n, 1);
    assert_eq!(count(Inside::Whole), 2);
    assert_eq!((inside(&[at(998)], &wood, Inside::Whole).n, inside(&[at(997)], &wood, Inside::Whole).n), (1, 0));
    let three_of_six = Count { n: 3, of: 6 };
    assert!(three_of_six.at_least_half() && !three_of_six.more_than_half() && !three_of_six.all());
    assert!(!Count { n: 0, of: 0 }.at_least_half() && !Count { n: 0, of: 0 }.all());
}

#[test]
fn half_of_a_base_is_measured_in_a_bent_wood() {
    // A wood of two arms: a stand across both has 2 x 500 of its 2000 width inside.
    let wood = ground(&[
        (0, 0),
        (0, 10_000),
        (1500, 10_000),
        (1500, 2000),
        (2500, 2000),
        (2500, 10_000),
        (4000, 10_000),
        (4000, 0),
    ]);
    assert_eq!(inside(&[base(2000, 8000, NORTH, 2000, 2000)], &wood, Inside::Half).n, 1);
    assert_eq!(inside(&[base(2000, 8000, NORTH, 1980, 2000)], &wood, Inside::Half).n, 0);
}

#[test]
fn a_wall_lines_the_part_of_a_front_that_it_lies_ahead_of() {
    // WA-TERR-05: along at least half of the front edge, at most 1 inch ahead of it.
    let unit = base(0, 0, NORTH, 18_000, 3000);
    let wall = |points: &[(i32, i32)]| {
        let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        lining(unit.front(), &points, Length::inches(1))
    };
    let half = Lining { covered: Length::grid(9000), of: Length::grid(18_000), side: LineSide::Right };
    assert_eq!(wall(&[(0, 2540), (20_000, 2540)]), half);
    assert!(half.at_least_half());
    assert!(!wall(&[(1, 2540), (20_000, 2540)]).at_least_half());
    assert_eq!(wall(&[(0, 2541), (20_000, 2541)]).covered, Length::ZERO);
    // Flush against it, and walked the other way: the unit is on its left.
    assert_eq!(wall(&[(20_000, -1), (-20_000, -1)]).covered, Length::grid(18_000));
    assert_eq!(wall(&[(20_000, 100), (-20_000, 100)]).side, LineSide::Left);
    assert_eq!(wall(&[(-20_000, -100), (20_000, -100)]).covered, Length::ZERO);
    // A slanting wall counts as far as it is near enough: from y = 0 at x = -9000 to y = 2540 at x = 0.
    assert_eq!(wall(&[(-9000, 0), (9000, 5080)]).covered, Length::grid(9000));
    // Two legs over the same part of the front count once.
    assert_eq!(wall(&[(-9000, 500), (0, 500), (-9000, 600)]).covered, Length::grid(9000));
}

#[test]
fn grazing_lines_do_not_pass_through() {
    let unit = base(0, 0, NORTH, 6000, 2000);
    assert!(passes_through(line(-5000, -1000, 5000, -1000), &unit));
    assert!(!passes_through(line(-5000, 0, 5000, 0), &unit));
    assert!(!passes_through(line(-5000, -2, 5000, -2), &unit) && passes_through(line(-5000, -3, 5000, -3), &unit));
    assert!(!passes_through(line(0, 5000, 0, 0), &unit) && passes_through(line(0, 5000, 0, -3), &unit));
    assert!(passes_through(line(0, -1000, 0, -1000), &unit) && !passes_through(line(0, 1, 0, 1), &unit));
}

#[test]
fn grounds_with_a_common_edge_do_not_overlap() {
    let square = ground(&[(0, 0), (0, 100), (100, 100), (100, 0)]);
    assert!(!grounds_overlap(&square, &ground(&[(100, 20), (100, 80), (200, 80), (200, 20)])));
    assert!(grounds_overlap(&square, &ground(&[(99, 20), (99, 80), (200, 80), (200, 20)])));
    assert!(grounds_overlap(&square, &square));
    assert!(grounds_overlap(&square, &ground(&[(0, 0), (0, 100), (100, 100)])));
    // Corner to corner, and through a corner without crossing an edge in its middle.
    assert!(!grounds_overlap(&square, &ground(&[(100, 100), (150, 200), (200, 100)])));
    assert!(grounds_overlap(&square, &ground(&[(0, 100), (100, 0), (200, 200)])));
}

#[test]
fn two_that_charge_each_other_meet_in_the_ratio_of_their_rates() {
    // FD-MEL-22, EX-24: gap 100.0 yards, rates 120 and 80: 60.0 and 40.0. RF-CHG-12, NQ-CHG-11: the midpoint.
    let yards = |yards: i32| Length::grid(254 * yards);
    assert_eq!(meet_between(yards(100), (120, 80)), (yards(60), yards(40)));
    assert_eq!(meet_between(Length::grid(5), (1, 1)), (Length::grid(2), Length::grid(3)));
    assert_eq!(meet_between(Length::grid(5), (0, 0)), (Length::ZERO, Length::ZERO));
}

#[test]
fn aim_points_are_corners_middles_and_the_nearest_place() {
    let target = base(0, 0, NORTH, 2000, 1000);
    let aims = aim_points(&target, Point::new(300, 5000)).map(|aim| (aim.x, aim.y));
    assert_eq!(aims[..4], [(-1000, 0), (1000, 0), (1000, -1000), (-1000, -1000)]);
    assert_eq!(aims[4..8], [(0, 0), (1000, -500), (0, -1000), (-1000, -500)]);
    assert_eq!(aims[8], (300, 0));
}
