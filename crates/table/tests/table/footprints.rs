//! The footprints of four formations, worked out by hand from their clauses.

use firelock_table::{
    Angle, Base, Body, Contact, End, LastRank, Layout, Length, Point, Pose, Segment, Size, along, block, contact,
    echelon, ranks, square,
};

const NORTH: Pose = Pose::new(Point::ORIGIN, Angle::ZERO);
const NO_GAP: Size = Size::new(Length::ZERO, Length::ZERO);

fn corners(layout: &Layout, pose: Pose) -> Vec<[(i32, i32); 4]> {
    layout.bases(pose).iter().map(|base| base.corners.map(|corner| (corner.x, corner.y))).collect()
}

/// The corners of an upright northward rectangle from its sides.
fn upright(left: i32, right: i32, front: i32, rear: i32) -> [(i32, i32); 4] {
    [(left, front), (right, front), (right, rear), (left, rear)]
}

/// No two bases of the body stand on each other, at any of many headings.
fn assert_clear(layout: &Layout) {
    for heading in (0..36_000).step_by(433) {
        let bases = layout.bases(Pose::new(Point::inches(20, 20), Angle::steps(heading)));
        for (i, a) in bases.iter().enumerate() {
            for b in &bases[..i] {
                assert_ne!(contact(a, b), Contact::Overlapping, "heading {heading}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn open_order_checkerboard_with_a_refused_flank() {
    // RF-FRM-04, RF-FRM-20, RF-SCL-06: seven stands of 2540 x 1905 with gaps of 1270: four in front, three behind the gaps.
    let stand = Size::new(Length::inches(1), Length::inch_hundredths(75));
    let gap = Length::inch_hundredths(50);
    let pitch = stand.width + gap;
    let open = block(7, 4, stand, Size::new(gap, Length::ZERO), LastRank::Left, pitch.half());
    // The front is 4 x 2540 + 3 x 1270 = 13970 wide: from -6985 on, one stand every 3810.
    // The gaps have their middles at -3810, 0 and 3810: a stand behind each begins 1270 to the left of it.
    let front = [-6985, -3175, 635, 4445].map(|left| upright(left, left + 2540, 0, -1905));
    let rear = [-5080, -1270, 2540].map(|left| upright(left, left + 2540, -1905, -3810));
    assert_eq!(corners(&open, NORTH), [&front[..], &rear[..]].concat());

    // One file of the right is turned back by 45 degrees: the stand at 4445 and the one at 2540 behind it.
    // They turn about (2540, -3810), the rear stand's inner rear corner. A turn of 45 degrees takes (x, y) to
    // ((x + y) / √2, (y - x) / √2), and 1/√2 = 0.70710678.
    //   front stand: (1905, 3810) from the pivot -> (4041.11, 1347.04)
    //   rear stand: (0, 1905) -> (1347.04, 1347.04)
    //   along a front: (2540, 0) -> (1796.05, -1796.05); down a side: (0, -1905) -> (-1347.04, -1347.04)
    let refused = open.refused(End::Right, 1, Angle::degrees(45));
    let got = corners(&refused, NORTH);
    assert_eq!(got[..3], front[..3]);
    assert_eq!(got[4..6], rear[..2]);
    assert_eq!(got[3], [(6581, -2463), (8377, -4259), (7030, -5606), (5234, -3810)]);
    assert_eq!(got[6], [(3887, -2463), (5683, -4259), (4336, -5606), (2540, -3810)]);
    assert_eq!(refused.slots()[6].facing, Angle::degrees(45));
    assert_clear(&refused);

    // RF-FRM-27: the front is that of the three unrefused stands, -6985 to 3175.
    let body = Body::new(Pose::new(Point::inches(30, 30), Angle::RIGHT), refused);
    assert_eq!(body.front(), Segment::new(Point::new(76_200, 83_185), Point::new(76_200, 73_025)));
    assert_eq!(body.front_center(), Point::new(76_200, 78_105));

    // The left flank is the mirror: its stands turn to the left about the inner rear corner of the rear stand.
    let left = block(7, 4, stand, Size::new(gap, Length::ZERO), LastRank::Left, pitch.half());
    let left = left.refused(End::Left, 1, Angle::degrees(45));
    assert_eq!(corners(&left, NORTH)[0], [(-8377, -4259), (-6581, -2463), (-5234, -3810), (-7030, -5606)]);
    assert_clear(&left);
}

#[test]
fn line_with_casualty_spacers() {
    // WA-FORM-01, WA-FORM-07, WA-SCALE-04: six bases of 30 x 30 mm in one rank, the outer two shot away.
    let base = Size::new(Length::mm(30), Length::mm(30));
    let line = block(6, 6, base, NO_GAP, LastRank::Centered, Length::ZERO);
    let (front, footprint) = (line.front(), line.footprint());
    let spaced = line.emptied(|slot| slot.file == 0 || slot.file == 5);
    let held = [-6000, -3000, 0, 3000].map(|left| upright(left, left + 3000, 0, -3000));
    assert_eq!(corners(&spaced, NORTH), held);
    // The footprint is unchanged: 180 mm wide, and so is the front edge.
    assert_eq!((spaced.front(), spaced.footprint()), (front, footprint));
    assert_eq!(front, Segment::new(Point::new(-9000, 0), Point::new(9000, 0)));
    assert_eq!(spaced.outline(NORTH).corners.map(|p| (p.x, p.y)), upright(-9000, 9000, 0, -3000));

    // Two ranks, the last centered: 5 and 3 bases. Loose: 60 x front - 30 mm wide.
    let close = block(8, 5, base, NO_GAP, LastRank::Centered, Length::ZERO);
    let front = [-7500, -4500, -1500, 1500, 4500].map(|left| upright(left, left + 3000, 0, -3000));
    let rear = [-4500, -1500, 1500].map(|left| upright(left, left + 3000, -3000, -6000));
    assert_eq!(corners(&close, NORTH), [&front[..], &rear[..]].concat());
    let loose = block(4, 4, base, Size::new(base.width, Length::ZERO), LastRank::Centered, Length::ZERO);
    assert_eq!(loose.size(), Size::new(Length::mm(60 * 4 - 30), Length::mm(30)));
}

#[test]
fn mixed_half_and_double_stands() {
    // FD-FRM-04, FD-FRM-05, table T1: a double stand 3.0 x 1.25, a full one 1.5 x 1.25, a half one 0.75 x 1.0 inches.
    let double = Size::new(Length::inches(3), Length::inch_hundredths(125));
    let full = Size::new(Length::inch_hundredths(150), Length::inch_hundredths(125));
    let half = Size::new(Length::inch_hundredths(75), Length::inches(1));
    // 7620 + 3810 + 1905 = 13335 wide: an odd front, its middle falls half a step to the left.
    let line = ranks(&[&[double, full, half]]);
    let expected = [upright(-6668, 952, 0, -3175), upright(952, 4762, 0, -3175), upright(4762, 6667, 0, -2540)];
    assert_eq!(corners(&line, NORTH), expected);
    // Column of troops, the largest in front; the second troop is two stands side by side.
    let column = ranks(&[&[double], &[full, half], &[half]]);
    let expected = [
        upright(-3810, 3810, 0, -3175),
        upright(-2858, 952, -3175, -6350),
        upright(952, 2857, -3175, -5715),
        upright(-953, 952, -6350, -8890),
    ];
    assert_eq!(corners(&column, NORTH), expected);
    assert_clear(&line);
    assert_clear(&column);
    // Neighbors in a rank share their corner exactly, at every heading.
    for heading in (0..36_000).step_by(77) {
        let bases = line.bases(Pose::new(Point::new(12_345, 54_321), Angle::steps(heading)));
        assert_eq!(bases[0].corners[1], bases[1].corners[0]);
        assert_eq!(bases[1].corners[1], bases[2].corners[0]);
    }
}

#[test]
fn pinwheel_square() {
    // NQ-FOR-06, NQ-SCA-06: six bases of 3.0 x 2.0 cm: two per face at most, the side is 3.0 x 2 + 2.0 = 8.0 cm.
    // Filled front, rear, left, right, front, rear. Each face begins at its own left corner.
    let base = Size::new(Length::cm(3), Length::cm(2));
    let layout = square(6, base);
    let expected = [
        // Front, from the north-west corner (-4000, 0) to the east.
        [(-4000, 0), (-1000, 0), (-1000, -2000), (-4000, -2000)],
        // Rear, from the south-east corner (4000, -8000) to the west.
        [(4000, -8000), (1000, -8000), (1000, -6000), (4000, -6000)],
        // Left, from the south-west corner (-4000, -8000) to the north.
        [(-4000, -8000), (-4000, -5000), (-2000, -5000), (-2000, -8000)],
        // Right, from the north-east corner (4000, 0) to the south.
        [(4000, 0), (4000, -3000), (2000, -3000), (2000, 0)],
        // The second of the front and of the rear.
        [(-1000, 0), (2000, 0), (2000, -2000), (-1000, -2000)],
        [(1000, -8000), (-2000, -8000), (-2000, -6000), (1000, -6000)],
    ];
    assert_eq!(corners(&layout, NORTH), expected);
    assert_clear(&layout);
    // NQ-FOR-07: closed on every side.
    assert_eq!(layout.size(), Size::new(Length::cm(8), Length::cm(8)));
    assert_eq!(layout.front(), Segment::new(Point::new(-4000, 0), Point::new(4000, 0)));
    // Eight bases fill it: the four corners of the square are four bases' front left corners.
    let full = square(8, base);
    assert_clear(&full);
    let area: i64 = full.bases(NORTH).iter().map(Base::area2).sum();
    assert_eq!(area, 2 * 8 * 3000 * 2000);
}

#[test]
fn line_of_two_ranks_has_its_rear_centered() {
    // RF-FRM-02: five stands: three in front, two behind them.
    let stand = Size::new(Length::inches(1), Length::inch_hundredths(75));
    let line = block(5, 3, stand, NO_GAP, LastRank::Centered, Length::ZERO);
    let front = [-3810, -1270, 1270].map(|left| upright(left, left + 2540, 0, -1905));
    let rear = [-2540, 0].map(|left| upright(left, left + 2540, -1905, -3810));
    assert_eq!(corners(&line, NORTH), [&front[..], &rear[..]].concat());
    // RF-FRM-20: one file of either end turned back clears the rest.
    for end in [End::Left, End::Right] {
        for degrees in [1, 20, 45] {
            assert_clear(&line.clone().refused(end, 1, Angle::degrees(degrees)));
        }
    }
}

#[test]
fn odd_base_of_an_attack_column_stands_in_the_left_file() {
    // NQ-FOR-05: five bases, two files, three rows.
    let base = Size::new(Length::cm(3), Length::cm(2));
    let column = block(5, 2, base, NO_GAP, LastRank::Left, Length::ZERO);
    assert_eq!(corners(&column, NORTH)[4], upright(-3000, 0, -4000, -6000));
    assert_eq!(column.size(), Size::new(Length::cm(6), Length::cm(6)));
}

#[test]
fn echelon_falls_back_from_its_leading_flank() {
    // NQ-FOR-10: three bases of 3.0 x 3.0 cm, 1.5 back each.
    let base = Size::new(Length::cm(3), Length::cm(3));
    let layout = echelon(3, base, Length::mm(15), End::Right);
    let expected =
        [upright(-4500, -1500, -3000, -6000), upright(-1500, 1500, -1500, -4500), upright(1500, 4500, 0, -3000)];
    assert_eq!(corners(&layout, NORTH), expected);
    assert_eq!(layout.front(), Segment::new(Point::new(-4500, 0), Point::new(4500, 0)));
    let left = echelon(3, base, Length::mm(15), End::Left);
    assert_eq!(corners(&left, NORTH)[0], upright(-4500, -1500, 0, -3000));
}

#[test]
fn guns_stand_with_gaps() {
    // NQ-FOR-11: two guns of 3.0 x 3.0 cm with a gap of 1.5. RF-FRM-10: the same with gaps up to 1.0 inch.
    let gun = Size::new(Length::cm(3), Length::cm(3));
    let deployed = block(2, 2, gun, Size::new(Length::mm(15), Length::ZERO), LastRank::Left, Length::ZERO);
    assert_eq!(corners(&deployed, NORTH), [upright(-3750, -750, 0, -3000), upright(750, 3750, 0, -3000)]);
}

#[test]
fn march_column_bends_along_its_way() {
    // RF-FRM-07: four stands of 1.0 x 0.75 inches. The head stands 1.5 inches past a right-angled bend.
    let stand = Size::new(Length::inches(1), Length::inch_hundredths(75));
    let bend = Point::inches(10, 10);
    let head = Point::new(bend.x + 3810, bend.y);
    let trail = [head, bend, Point::inches(10, 0)];
    let body = along(&trail, 4, stand).expect("a trail");
    assert_eq!(body.pose, Pose::new(head, Angle::RIGHT));
    let bases = body.bases();
    // Two stands fit exactly between the head and the bend, two below it.
    assert_eq!(
        bases[0].corners.map(|p| (p.x, p.y)),
        [(29_210, 26_670), (29_210, 24_130), (27_305, 24_130), (27_305, 26_670)]
    );
    assert_eq!(bases[1].pose, Pose::new(Point::new(27_305, 25_400), Angle::RIGHT));
    assert_eq!(bases[2].pose, Pose::new(bend, Angle::ZERO));
    assert_eq!(bases[3].corners.map(|p| (p.x, p.y)), upright(24_130, 26_670, 23_495, 21_590));
    // One inch past the bend: the second stand lies across the corner. It begins 635 past it and ends
    // √(1905² - 635²) = 1796.05 below it: the first grid step far enough is 1797.
    let head = Point::new(bend.x + 2540, bend.y);
    let bases = along(&[head, bend, Point::inches(10, 0)], 3, stand).expect("a trail").bases();
    assert_eq!(bases[2].pose, Pose::new(Point::new(25_400, 23_603), Angle::ZERO));
    assert_eq!(bases[1].facing(), Angle::towards(Point::new(25_400, 23_603), Point::new(26_035, 25_400)));
    // A trail that is too short goes straight on.
    let bases = along(&[head, bend], 4, stand).expect("a trail").bases();
    assert_eq!(bases[3].pose, Pose::new(Point::new(bend.x + 2540 - 3 * 1905, bend.y), Angle::RIGHT));
    assert_eq!(along(&[], 4, stand), None);
}

#[test]
fn too_many_bases_are_cut_short() {
    let base = Size::new(Length::cm(3), Length::cm(2));
    assert_eq!(block(200, 0, base, NO_GAP, LastRank::Left, Length::ZERO).slots().len(), 32);
    assert_eq!(block(0, 0, base, NO_GAP, LastRank::Left, Length::ZERO).slots().len(), 0);
    assert_eq!(square(0, base).slots().len(), 0);
}
