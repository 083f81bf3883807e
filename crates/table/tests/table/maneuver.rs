//! Setting flush, withdrawing, finding room, and what hides a target.

use firelock_table::{
    Angle, BaseEdge, Body, BodyId, Conform, Conformed, Crowd, LastRank, Layout, Length, Lit, Met, Onto, Point, Polygon,
    Pose, Rays, Retreat, Scene, Segment, Shade, Size, Stop, TOUCH, Table, TableEdge, Until, block, conform, edge_zone,
    free_place, gap, is_free, overlaps, rear_on_edge, shade, withdraw,
};
use proptest::prelude::*;

const fn inches(n: i32) -> Length {
    Length::inches(n)
}

fn line_of(n: u8) -> Layout {
    block(n, n, Size::new(inches(1), inches(1)), Size::default(), LastRank::Left, Length::ZERO)
}

fn body(x: i32, y: i32, facing: i32, n: u8) -> Body {
    Body::new(Pose::new(Point::inches(x, y), Angle::degrees(facing)), line_of(n))
}

fn crowd(bodies: &[&Body]) -> Crowd {
    let mut crowd = Crowd::new();
    for (n, body) in bodies.iter().enumerate() {
        crowd.add(BodyId(n as u16), &body.bases());
    }
    crowd
}

/// 60 x 40 inches.
fn table() -> Table {
    Table::new(inches(60), inches(40), vec![]).expect("a table")
}

const FREE: Conform =
    Conform { max_turn: Angle::degrees(45), slide: Length::FAR, files: None, least_share: Length::INCH };

// Setting flush.

fn flush(others: &[&Body], mover: &Body, onto: &Onto, rule: &Conform) -> Conformed {
    let (table, crowd) = (table(), crowd(others));
    conform(&Scene::new(&table, &crowd, None), mover, onto, rule)
}

#[test]
fn a_mover_is_turned_and_set_on_the_edge_before_it() {
    let enemy = body(20, 20, 180, 4);
    let mover = body(21, 18, 20, 4);
    let placed = flush(&[&enemy], &mover, &Onto::edge(&enemy.outline(), BaseEdge::Front), &FREE);
    let Conformed::Flush { pose, turned, slid, share } = placed else { panic!("{placed:?}") };
    assert_eq!((turned, slid, share), (Angle::degrees(-20), Length::ZERO, inches(3)));
    assert_eq!(pose, Pose::new(Point::inches(21, 20), Angle::ZERO));
}

#[test]
fn too_far_a_turn_is_told() {
    let enemy = body(20, 20, 180, 4);
    let mover = body(21, 18, 50, 4);
    let onto = Onto::edge(&enemy.outline(), BaseEdge::Front);
    assert_eq!(flush(&[&enemy], &mover, &onto, &FREE), Conformed::TurnTooFar(Angle::degrees(-50)));
}

#[test]
fn enough_of_the_front_is_brought_against_the_edge() {
    let enemy = body(20, 20, 180, 4);
    // Its front would reach the edge, 18 to 22, by half an inch only.
    let mover = Body::new(Pose::new(Point::new(24 * 2540 - 1270, 18 * 2540), Angle::ZERO), line_of(4));
    let onto = Onto::edge(&enemy.outline(), BaseEdge::Front);
    let Conformed::Flush { slid, share, .. } = flush(&[&enemy], &mover, &onto, &FREE) else { panic!() };
    assert_eq!((slid.abs(), share), (inches(1).half(), inches(1)));
    let held = Conform { slide: Length::mm(5), ..FREE };
    assert_eq!(flush(&[&enemy], &mover, &onto, &held), Conformed::NoRoom);
}

#[test]
fn files_stand_opposite_files() {
    let enemy = body(20, 20, 180, 4);
    let rule = Conform { files: Some(inches(1)), ..FREE };
    let onto = Onto::edge(&enemy.outline(), BaseEdge::Front);
    for (off, slid) in [(300, -300), (-700, 700), (1000, -1000), (2540, 0)] {
        let mover = Body::new(Pose::new(Point::new(20 * 2540 + off, 18 * 2540), Angle::ZERO), line_of(4));
        let Conformed::Flush { pose, .. } = flush(&[&enemy], &mover, &onto, &rule) else { panic!() };
        assert_eq!(pose.at.x - mover.pose.at.x, slid, "off by {off}");
    }
}

#[test]
fn others_on_the_edge_push_it_aside_or_leave_no_room() {
    let enemy = body(20, 20, 180, 4);
    // A friend is already on the left half of the edge.
    let friend = Body::new(Pose::new(Point::inches(19, 20), Angle::ZERO), line_of(2));
    let mover = body(20, 17, 0, 2);
    let onto = Onto::edge(&enemy.outline(), BaseEdge::Front);
    let Conformed::Flush { pose, share, .. } = flush(&[&enemy, &friend], &mover, &onto, &FREE) else { panic!() };
    assert_eq!((pose.at, share), (Point::inches(21, 20), inches(2)));
    let other = Body::new(Pose::new(Point::inches(21, 20), Angle::ZERO), line_of(2));
    assert_eq!(flush(&[&enemy, &friend, &other], &mover, &onto, &FREE), Conformed::NoRoom);
}

#[test]
fn a_wall_or_a_zone_can_be_lined_too() {
    let mover = body(20, 17, 10, 4);
    // The outside on the left of the line: walked from east to west, the south side.
    let wall = Onto::line(Segment::new(Point::inches(30, 19), Point::inches(10, 19)));
    let Conformed::Flush { pose, .. } = flush(&[], &mover, &wall, &FREE) else { panic!() };
    assert_eq!(pose, Pose::new(Point::inches(20, 19), Angle::ZERO));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn flush_is_a_touch_at_every_heading(
        heading in 0..36_000_i32, off in -4000..4000_i32, turn in -4400..4400_i32, edge in 0..4_usize, n in 1..6_u8,
    ) {
        let enemy = Body::new(Pose::new(Point::inches(30, 20), Angle::steps(heading)), line_of(3));
        let edge = [BaseEdge::Front, BaseEdge::Right, BaseEdge::Rear, BaseEdge::Left][edge];
        let outline = enemy.outline();
        let onto = Onto::edge(&outline, edge);
        let at = onto.line.middle().ahead(onto.outward, inches(3)).ahead(onto.outward + Angle::RIGHT, Length::grid(off));
        let mover = Body::new(Pose::new(at, (onto.outward + Angle::HALF + Angle::steps(turn)).heading()), line_of(n));
        let placed = flush(&[&enemy], &mover, &onto, &Conform { least_share: inches(1).half(), ..FREE });
        let Conformed::Flush { pose, turned, .. } = placed else { panic!("{placed:?}") };
        prop_assert_eq!(turned, Angle::steps(-turn));
        let set = Body::new(pose, line_of(n));
        prop_assert!(gap(&set.bases()[..], &enemy.bases()[..]).within(TOUCH));
        prop_assert!(!set.bases().iter().any(|one| enemy.bases().iter().any(|two| overlaps(one, two))));
    }
}

// Withdrawing.

fn retreat<'a>(headings: &'a [Angle], until: Until<'a>) -> Retreat<'a> {
    Retreat { headings, until, until_clear: None, fits: &|_| true }
}

const SOUTH_THEN_ASIDE: [Angle; 3] = [Angle::HALF, Angle::degrees(165), Angle::degrees(195)];

#[test]
fn the_first_open_heading_is_taken() {
    let table = table();
    let mover = body(20, 20, 0, 2);
    let enemy = body(20, 13, 0, 2);
    let crowd = crowd(&[&enemy]);
    let keep = |_: BodyId| Some(inches(1));
    let scene = Scene { keep_off: &keep, ..Scene::new(&table, &crowd, None) };
    let far = Until::Distance(inches(8));
    let gone = withdraw(&scene, &mover, &retreat(&SOUTH_THEN_ASIDE, far), |_| Stop::Halt).expect("headings");
    // Straight south is barred; 15 degrees aside passes nearer than an inch still; so does the other side: the farthest.
    assert!(!gone.open);
    assert!(matches!(gone.drive.halt().map(|meet| meet.with), Some(Met::Near(BodyId(0)))));
    let wide = [Angle::HALF, Angle::degrees(135), Angle::degrees(225)];
    let gone = withdraw(&scene, &mover, &retreat(&wide, far), |_| Stop::Halt).expect("headings");
    assert_eq!((gone.heading, gone.open, gone.drive.length()), (1, true, inches(8)));
    assert_eq!(gone.drive.end.pose.facing, Angle::ZERO);
    let alone = Crowd::new();
    let free = Scene::new(&table, &alone, None);
    let gone = withdraw(&free, &mover, &retreat(&wide, far), |_| Stop::Halt).expect("headings");
    assert_eq!((gone.heading, gone.drive.end.pose.at), (0, Point::inches(20, 12)));
    assert_eq!(withdraw(&free, &mover, &retreat(&[], far), |_| Stop::Halt), None);
}

#[test]
fn the_least_number_of_steps_is_taken() {
    let table = table();
    let mover = body(20, 20, 0, 2);
    let enemy = body(20, 22, 180, 2);
    let crowd = crowd(&[&enemy]);
    let scene = Scene::new(&table, &crowd, None);
    let bases = enemy.bases();
    let away = |body: &Body| !gap(&body.bases()[..], &bases[..]).within(inches(4));
    let until = Until::Steps { step: Length::inch_hundredths(25), most: inches(30), test: &away };
    let gone = withdraw(&scene, &mover, &retreat(&SOUTH_THEN_ASIDE, until), |_| Stop::Halt).expect("headings");
    // Two inches apart at first; beyond four after two and a quarter.
    assert_eq!((gone.open, gone.drive.length()), (true, Length::inch_hundredths(225)));
    let until = Until::Steps { step: Length::inch_hundredths(25), most: inches(30), test: &|_| true };
    assert_eq!(
        withdraw(&scene, &mover, &retreat(&SOUTH_THEN_ASIDE, until), |_| Stop::Halt).map(|g| g.drive.length()),
        Some(Length::ZERO)
    );
}

#[test]
fn it_goes_on_until_it_lies_clear_of_friends() {
    let table = table();
    let mover = body(20, 20, 0, 2);
    let friend = body(20, 14, 0, 4);
    let crowd = crowd(&[&friend]);
    let scene = Scene::new(&table, &crowd, None);
    let way = Retreat {
        until_clear: Some(Length::inch_hundredths(25)),
        ..retreat(&SOUTH_THEN_ASIDE, Until::Distance(inches(6)))
    };
    let through =
        |meet: &firelock_table::Meet| if matches!(meet.with, Met::Body { .. }) { Stop::Through } else { Stop::Halt };
    let gone = withdraw(&scene, &mover, &way, through).expect("headings");
    // The friend's rear is at 13 inches: our front must come down to it.
    assert_eq!((gone.open, gone.drive.length()), (true, inches(7)));
}

#[test]
fn an_end_that_does_not_fit_closes_a_heading() {
    let table = table();
    let mover = body(20, 20, 0, 2);
    let crowd = Crowd::new();
    let scene = Scene::new(&table, &crowd, None);
    let west = |body: &Body| body.pose.at.x < Point::inches(20, 0).x;
    let way = Retreat { fits: &west, ..retreat(&SOUTH_THEN_ASIDE, Until::Distance(inches(6))) };
    assert_eq!(withdraw(&scene, &mover, &way, |_| Stop::Halt).map(|gone| (gone.heading, gone.open)), Some((2, true)));
}

#[test]
fn the_edge_can_stop_it_or_let_it_go() {
    let table = table();
    let mover = body(20, 5, 0, 2);
    let crowd = Crowd::new();
    let scene = Scene::new(&table, &crowd, None);
    let way = retreat(&[Angle::HALF], Until::Distance(inches(9)));
    let stopped = withdraw(&scene, &mover, &way, |_| Stop::HaltShort(inches(1))).expect("a heading");
    assert_eq!((stopped.open, stopped.drive.length()), (false, inches(3)));
    let gone = withdraw(&scene, &mover, &way, |_| Stop::Through).expect("a heading");
    assert_eq!(
        (gone.open, gone.drive.meets[0].with, gone.drive.meets[0].at),
        (true, Met::Edge(TableEdge::South), inches(4))
    );
}

// Finding room.

#[test]
fn the_nearest_free_place_is_found() {
    let table = table();
    let friend = body(20, 3, 0, 4);
    let crowd = crowd(&[&friend]);
    let zone = edge_zone(&table, TableEdge::South, (inches(30), inches(50)), inches(6)).expect("a strip");
    // Counted clockwise about the table, the south edge begins in the east: 10 to 30 inches from the west.
    assert_eq!((zone.bounds().min, zone.bounds().max), (Point::inches(10, 0), Point::inches(30, 6)));
    let scene = Scene::new(&table, &crowd, None);
    let wished = body(20, 3, 0, 4);
    let found = free_place(&scene, &wished, &zone, inches(1), |_| true).expect("room");
    // One inch back or ahead is free; the southernmost of equals comes first.
    assert_eq!(found, Pose::new(Point::inches(20, 2), Angle::ZERO));
    let keep = |_: BodyId| Some(inches(3));
    let apart = Scene { keep_off: &keep, ..scene };
    let found = free_place(&apart, &wished, &zone, inches(1), |_| true).expect("room");
    let placed = Body::new(found, line_of(4));
    assert!(
        is_free(&apart, &placed, &zone)
            && !gap(&placed.bases()[..], &friend.bases()[..]).within(inches(3) - Length::grid(1))
    );
    assert_eq!(free_place(&scene, &body(20, 3, 0, 30), &zone, inches(1), |_| true), None);
    assert_eq!(free_place(&scene, &wished, &zone, inches(1), |body| body.pose.at.x > 90_000), None);
}

#[test]
fn formations_come_on_with_their_rear_on_the_edge() {
    let table = table();
    for (edge, facing) in
        [(TableEdge::South, 0), (TableEdge::West, 90), (TableEdge::North, 180), (TableEdge::East, 270)]
    {
        let layout = block(6, 3, Size::new(inches(1), inches(2)), Size::default(), LastRank::Left, Length::ZERO);
        let pose = rear_on_edge(&table, edge, inches(12), &layout);
        assert_eq!(pose.facing, Angle::degrees(facing));
        let rear = layout.outline(pose).rear().middle();
        assert_eq!(table.beyond(edge, rear), Length::ZERO);
        assert_eq!(rear.distance(table.edge(edge).from), inches(12));
    }
}

// What hides a target.

fn seen(rays: Rays, target: &Body, blockers: &[(&'static str, &Body)]) -> Shade<&'static str> {
    let bases: Vec<(&str, firelock_table::Base)> =
        blockers.iter().flat_map(|(who, body)| body.bases().into_iter().map(|base| (*who, base))).collect();
    shade(rays, &target.bases()[0], bases.iter().map(|(who, base)| (*who, &base.corners[..])))
}

#[test]
fn a_strip_sees_only_what_stands_straight_ahead() {
    let gun = body(20, 10, 0, 2);
    let strip = Rays::Ahead { front: gun.front(), facing: gun.pose.facing };
    // The gun's front reaches from 19 to 21 inches; a target from 20.5 to 21.5 is half in view.
    let target = Body::new(Pose::new(Point::new(21 * 2540, 20 * 2540), Angle::HALF), line_of(1));
    let alone = seen(strip, &target, &[]);
    assert_eq!((alone.lit(), alone.share().0), (Lit::Wholly, alone.share().1));
    assert_eq!(seen(strip, &body(23, 20, 180, 1), &[]).lit(), Lit::OutOfView);
    assert_eq!(seen(strip, &body(20, 5, 180, 1), &[]).lit(), Lit::OutOfView);
    // The part in view is hidden wholly by one who covers it, though half of the target stands out beside.
    let before = Body::new(Pose::new(Point::new(20 * 2540 + 1270, 15 * 2540), Angle::ZERO), line_of(1));
    assert_eq!(seen(strip, &target, &[("enemy", &before)]).lit(), Lit::Hidden);
    // Behind the target or behind the gun nobody hides it.
    assert_eq!(seen(strip, &target, &[("far", &body(21, 25, 0, 2)), ("rear", &body(20, 9, 0, 4))]).lit(), Lit::Wholly);
}

#[test]
fn part_hidden_is_told_with_who_hides_it() {
    let gun = body(20, 10, 0, 4);
    let strip = Rays::Ahead { front: gun.front(), facing: gun.pose.facing };
    let target = body(20, 20, 180, 1);
    let (friend, enemy) = (body(19, 14, 0, 1), body(21, 15, 180, 1));
    let both = seen(strip, &target, &[("friend", &friend), ("enemy", &enemy)]);
    // The target spans 19.5 to 20.5; each hides half of an inch, up to 19.5 and from 20.5 on: none of it.
    assert_eq!(both.lit(), Lit::Wholly);
    let friend = Body::new(Pose::new(Point::new(19 * 2540 + 635, 14 * 2540), Angle::ZERO), line_of(1));
    let some = seen(strip, &target, &[("friend", &friend), ("enemy", &enemy)]);
    assert_eq!(some.lit(), Lit::Partly);
    assert_eq!(some.lit_past(|who| who == "friend"), Lit::Partly);
    assert_eq!(some.lit_past(|who| who == "enemy"), Lit::Wholly);
    assert_eq!(some.blocks().iter().map(|(who, _)| *who).collect::<Vec<_>>(), ["friend"]);
    let (lit, whole) = some.share();
    assert_eq!((4 * lit, whole * 3), (whole * 3, 4 * lit));
}

#[test]
fn rays_from_a_place_widen() {
    let eye = Rays::From(Point::inches(20, 10));
    let target = body(20, 20, 180, 1);
    // Half as far off, a base of the same width hides twice as much.
    assert_eq!(seen(eye, &target, &[("near", &body(20, 15, 0, 1))]).lit(), Lit::Hidden);
    // From a quarter inch left of the middle on, at 4 inches: a sixteenth of the way; the target begins at a twentieth.
    let aside = |steps: i32| Body::new(Pose::new(Point::new(20 * 2540 + steps, 15 * 2540), Angle::ZERO), line_of(1));
    assert_eq!(seen(eye, &target, &[("aside", &aside(635))]).lit(), Lit::Hidden);
    let half = seen(eye, &target, &[("aside", &aside(1270))]);
    let (lit, whole) = half.share();
    assert_eq!(half.lit(), Lit::Partly);
    assert!((2 * lit - whole).abs() * 1000 < whole, "{lit} of {whole}");
    // Behind the eye nobody hides anything, all round.
    assert_eq!(seen(eye, &target, &[("behind", &body(20, 8, 0, 9))]).lit(), Lit::Wholly);
    for facing in [45, 90, 200, 300] {
        let there = Body::new(
            Pose::new(Point::inches(20, 10).ahead(Angle::degrees(facing), inches(8)), Angle::degrees(facing)),
            line_of(1),
        );
        assert_eq!(seen(eye, &there, &[]).lit(), Lit::Wholly, "at {facing}");
    }
}

#[test]
fn a_wood_hides_what_stands_behind_its_edge_only() {
    let strip = {
        let gun = body(20, 10, 0, 2);
        Rays::Ahead { front: gun.front(), facing: gun.pose.facing }
    };
    let wood =
        Polygon::new(vec![Point::inches(15, 15), Point::inches(20, 15), Point::inches(20, 30), Point::inches(15, 30)])
            .expect("a wood");
    let target = body(20, 25, 180, 2);
    let hidden = shade(strip, &target.outline(), [((), wood.points())]);
    assert_eq!(hidden.share(), (hidden.share().1 / 2, hidden.share().1));
    // In front of the wood it is seen.
    assert_eq!(shade(strip, &body(20, 14, 180, 2).outline(), [((), wood.points())]).lit(), Lit::Wholly);
}

proptest! {
    /// Turned with everything else, a strip sees the same.
    #[test]
    fn a_strip_turns_with_the_table(heading in 0..36_000_i32, off in -3000..3000_i32, near in 1..9_i32, side in -4000..4000_i32) {
        let heading = Angle::steps(heading);
        let look = |turn: Angle| {
            let about = Point::inches(30, 20);
            let place = |x: i32, y: i32, facing: i32| Body::new(Pose::new(Point::new(30 * 2540 + x, 20 * 2540 + y), Angle::degrees(facing)).about(about, turn), line_of(2));
            let (gun, target, blocker) = (place(0, 0, 0), place(off, 10 * 2540, 180), place(side, near * 2540, 30));
            shade(Rays::Ahead { front: gun.front(), facing: gun.pose.facing }, &target.outline(), [((), &blocker.outline().corners[..])])
        };
        let (here, there) = (look(Angle::ZERO), look(heading));
        let share = |shade: &Shade<()>| shade.share().0 as f64 / shade.share().1 as f64;
        // To a few of the 5080 steps of the target's width, for what the grid rounds; nearly out of view tells nothing.
        let few = 6.0 * 16.0 / here.share().1.max(1) as f64;
        if here.share().1 > 4000 {
            prop_assert!((share(&here) - share(&there)).abs() <= few, "{here:?} {there:?}");
        }
    }
}
