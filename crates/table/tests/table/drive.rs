//! Moves along the table: what is met, where, over which ground, and that none of it depends on where the table lies.

use firelock_table::{
    Angle, Base, BaseEdge, Body, BodyId, Contact, Corner, Crowd, Drive, Extent, Feature, FeatureId, FeatureKind,
    LastRank, Layout, Leg, Length, Meet, Met, Part, Point, Polygon, Pose, Scene, Size, Stop, TOUCH, Table, TableEdge,
    block, contact, drive, drive_to_halt, farthest_wheel, gap, on_road, overlaps, overlaps_ground, slides_clear,
};
use proptest::prelude::*;

const fn inches(n: i32) -> Length {
    Length::inches(n)
}

fn line_of(n: u8) -> Layout {
    block(n, n, Size::new(inches(1), inches(1)), Size::default(), LastRank::Left, Length::ZERO)
}

fn column_of(n: u8) -> Layout {
    block(n, 1, Size::new(inches(1), inches(1)), Size::default(), LastRank::Left, Length::ZERO)
}

fn body(x: i32, y: i32, facing: i32, layout: Layout) -> Body {
    Body::new(Pose::new(Point::inches(x, y), Angle::degrees(facing)), layout)
}

fn crowd(bodies: &[&Body]) -> Crowd {
    let mut crowd = Crowd::new();
    for (n, body) in bodies.iter().enumerate() {
        crowd.add(BodyId(n as u16), &body.bases());
    }
    crowd
}

fn area(x: i32, y: i32, wide: i32, deep: i32) -> Feature {
    let ground = Polygon::upright(Point::inches(x, y), Point::inches(x + wide, y + deep)).expect("a rectangle");
    Feature { kind: FeatureKind(0), extent: Extent::Area { ground, levels: 0 } }
}

fn path(path: &[Point], width: Length) -> Feature {
    Feature { kind: FeatureKind(1), extent: Extent::Line { path: path.to_vec(), width } }
}

/// 60 x 40 inches.
fn table(features: Vec<Feature>) -> Table {
    Table::new(inches(60), inches(40), features).expect("a table")
}

const ALL_PARTS: &[Part] = &[Part::AnyBase, Part::EveryBase, Part::AnyCenter, Part::FrontEdge, Part::FrontCenter];

fn go(table: &Table, crowd: &Crowd, body: &Body, legs: &[Leg], stop: impl FnMut(&Meet) -> Stop) -> Drive {
    drive(&Scene { watch: ALL_PARTS, ..Scene::new(table, crowd, None) }, body, legs, stop)
}

fn halt_at_bodies(meet: &Meet) -> Stop {
    if matches!(meet.with, Met::Body { .. }) { Stop::Halt } else { Stop::Through }
}

#[test]
fn straight_ahead_into_contact_ends_touching() {
    let enemy = body(20, 20, 180, line_of(4));
    let charger = body(20, 10, 0, line_of(4));
    let moved = go(&table(vec![]), &crowd(&[&enemy]), &charger, &[Leg::Ahead(inches(12))], halt_at_bodies);
    // The enemy's front is at 20 inches, ours starts at 10; a touch is two steps.
    assert_eq!(moved.lengths, [inches(10) - TOUCH]);
    assert_eq!(moved.end.pose.at.y, Point::inches(20, 20).y - TOUCH.get());
    let Some(Met::Body { id: BodyId(0), edge, .. }) = moved.halt().map(|meet| meet.with) else { panic!("{moved:?}") };
    assert_eq!(edge, BaseEdge::Front);
    assert!(moved.on.is_empty());
}

#[test]
fn a_charge_of_just_the_distance_reaches() {
    let enemy = body(20, 20, 180, line_of(4));
    let charger = body(20, 10, 0, line_of(4));
    let scene = table(vec![]);
    assert!(go(&scene, &crowd(&[&enemy]), &charger, &[Leg::Ahead(inches(10))], halt_at_bodies).halt().is_some());
    let short = inches(10) - TOUCH - Length::grid(1);
    assert!(go(&scene, &crowd(&[&enemy]), &charger, &[Leg::Ahead(short)], halt_at_bodies).halt().is_none());
}

#[test]
fn the_edge_that_is_met_is_named() {
    // The enemy faces east: struck from the west in the rear, from the south on its right, from the north on its left.
    let enemy = body(20, 20, 90, line_of(2));
    for (x, y, facing, edge) in [
        (10, 20, 90, BaseEdge::Rear),
        (20, 10, 0, BaseEdge::Right),
        (19, 30, 180, BaseEdge::Left),
        (30, 20, 270, BaseEdge::Front),
    ] {
        let charger = body(x, y, facing, line_of(1));
        let moved = go(&table(vec![]), &crowd(&[&enemy]), &charger, &[Leg::Ahead(inches(15))], halt_at_bodies);
        let Some(Met::Body { edge: met, .. }) = moved.halt().map(|meet| meet.with) else { panic!("{moved:?}") };
        assert_eq!(met, edge, "from {x},{y}");
    }
}

#[test]
fn flush_neighbors_do_not_hold_each_other() {
    for facing in [0, 17, 90, 233] {
        let left = body(20, 20, facing, line_of(4));
        let right = Body::new(left.pose.slid(left.pose.facing + Angle::RIGHT, inches(4)), line_of(4));
        let moved =
            go(&table(vec![]), &crowd(&[&right]), &left, &[Leg::Ahead(inches(3)), Leg::Back(inches(5))], |_| {
                Stop::Halt
            });
        assert_eq!((moved.halted, moved.length()), (None, inches(8)), "facing {facing}");
        // Sideways into it there is no room at all.
        let moved = go(&table(vec![]), &crowd(&[&right]), &left, &[Leg::Side(inches(1))], |_| Stop::Halt);
        assert_eq!(moved.length(), Length::ZERO, "facing {facing}");
    }
}

#[test]
fn passing_through_says_where_it_is_clear_again() {
    let friend = body(20, 15, 0, line_of(4));
    let passer = body(20, 10, 0, line_of(4));
    let moved = go(&table(vec![]), &crowd(&[&friend]), &passer, &[Leg::Ahead(inches(8))], |_| Stop::Through);
    let [meet] = moved.meets[..] else { panic!("{:?}", moved.meets) };
    // Met at the friend's rear (14 inches), clear when the passer's rear leaves the friend's front (15): 6 inches gone.
    assert_eq!(meet.at, inches(4) - TOUCH);
    let clear = meet.out.expect("passed");
    assert!((clear - inches(6)).abs() <= TOUCH * 2, "{clear:?}");
    assert!(moved.on.is_empty());
    let stuck = go(&table(vec![]), &crowd(&[&friend]), &passer, &[Leg::Ahead(inches(5))], |_| Stop::Through);
    assert_eq!((stuck.meets[0].out, stuck.on.clone()), (None, vec![BodyId(0)]));
}

#[test]
fn halting_short_keeps_the_distance() {
    let enemy = body(20, 20, 180, line_of(4));
    let mover = body(20, 10, 0, line_of(4));
    let moved =
        go(&table(vec![]), &crowd(&[&enemy]), &mover, &[Leg::Ahead(inches(12))], |_| Stop::HaltShort(inches(1)));
    assert_eq!(moved.length(), inches(9));
    // An enemy farther on that wants more room stops it earlier than the nearer friend.
    let (friend, far) = (body(22, 19, 0, line_of(1)), body(18, 20, 180, line_of(1)));
    let moved =
        go(&table(vec![]), &crowd(&[&friend, &far]), &mover, &[Leg::Ahead(inches(12))], |meet| match meet.with {
            Met::Body { id: BodyId(0), .. } => Stop::Halt,
            _ => Stop::HaltShort(inches(3)),
        });
    assert_eq!(moved.length(), inches(7));
    assert!(matches!(moved.halt().map(|meet| meet.with), Some(Met::Body { id: BodyId(1), .. })));
}

#[test]
fn the_table_edge_is_met_and_can_be_crossed() {
    let mover = body(20, 36, 0, line_of(4));
    let scene = table(vec![]);
    let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Ahead(inches(10))], |_| Stop::Halt);
    assert_eq!((moved.length(), moved.halt().map(|meet| meet.with)), (inches(4), Some(Met::Edge(TableEdge::North))));
    let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Ahead(inches(10))], |_| Stop::Through);
    assert_eq!((moved.length(), moved.meets.len()), (inches(10), 1));
    let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Ahead(inches(10))], |_| Stop::HaltShort(inches(1)));
    assert_eq!(moved.length(), inches(3));
    // Coming on from beyond the edge is free.
    let entering = body(20, 0, 0, line_of(4));
    let moved = go(&scene, &Crowd::new(), &entering, &[Leg::Ahead(inches(10))], |_| Stop::Halt);
    assert_eq!(moved.length(), inches(10));
}

#[test]
fn ground_is_recorded_part_by_part() {
    // A wood from 14 to 18 inches ahead of the left half of a line of four that starts at 10.
    let scene = table(vec![area(10, 14, 10, 4)]);
    let mover = body(20, 10, 0, line_of(4));
    let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Ahead(inches(12))], |_| Stop::Through);
    let span = |part: Part| {
        let found: Vec<_> =
            moved.ground.iter().filter(|ground| ground.part == part).map(|ground| (ground.from, ground.to)).collect();
        found
    };
    assert_eq!(span(Part::FrontEdge), [(inches(4), inches(8))]);
    assert_eq!(span(Part::FrontCenter), [(inches(4), inches(8))]);
    // Half a base deep: the middle; a whole base deep until the last is out. Lying flush is not being in it.
    assert_eq!(span(Part::AnyCenter), [(inches(4) + inches(1).half(), inches(8) + inches(1).half())]);
    assert_eq!(span(Part::AnyBase), [(inches(4) + TOUCH, inches(9) - TOUCH)]);
    assert_eq!(span(Part::EveryBase), []);
    assert_eq!(moved.length_on(Part::FrontEdge, |_| true), inches(4));
    assert_eq!(moved.features(Part::AnyBase), [FeatureId(0)]);
    let [meet] = moved.meets[..] else { panic!("{:?}", moved.meets) };
    assert_eq!((meet.with, meet.at), (Met::Feature(FeatureId(0)), inches(4) + TOUCH));
}

#[test]
fn a_wall_is_crossed_by_the_front_at_one_place() {
    let scene = table(vec![path(&[Point::inches(0, 15), Point::inches(60, 15)], Length::ZERO)]);
    let mover = body(20, 10, 0, line_of(4));
    let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Ahead(inches(8))], |_| Stop::Through);
    let front: Vec<_> = moved.ground.iter().filter(|ground| ground.part == Part::FrontEdge).collect();
    assert_eq!((front.len(), front[0].from, front[0].to), (1, inches(5), inches(5)));
    // Over the wall: the rear lies just beyond it.
    let climbed = go(&scene, &Crowd::new(), &mover, &[Leg::Over(FeatureId(0))], |_| Stop::Through);
    let rear = climbed.end.outline().rear().middle().y - Point::inches(0, 15).y;
    assert!((-TOUCH.get()..=TOUCH.get()).contains(&rear), "{rear}");
}

#[test]
fn impassable_ground_is_not_entered() {
    let scene = table(vec![area(10, 14, 20, 4)]);
    for facing in [0, 20, 340] {
        let mover = body(20, 8, facing, line_of(4));
        let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Ahead(inches(20))], |_| Stop::Halt);
        let ground = scene.ground(FeatureId(0)).expect("an area");
        assert!(moved.end.bases().iter().all(|base| !overlaps_ground(base, ground)));
        let off = moved.end.bases().iter().map(|base| gap(base, ground)).min().expect("bases");
        assert!(off.within(TOUCH), "facing {facing}: {off:?}");
    }
}

#[test]
fn nobody_is_kept_off_while_the_distance_grows() {
    let scene = table(vec![]);
    let enemy = body(20, 20, 180, line_of(4));
    let others = crowd(&[&enemy]);
    let keep = |_: BodyId| Some(inches(3));
    let near = Scene { keep_off: &keep, ..Scene::new(&scene, &others, None) };
    let go = |from: i32, legs: &[Leg]| drive(&near, &body(20, from, 0, line_of(4)), legs, |_| Stop::Halt);
    let moved = go(10, &[Leg::Ahead(inches(12))]);
    assert_eq!((moved.length(), moved.halt().map(|meet| meet.with)), (inches(7), Some(Met::Near(BodyId(0)))));
    // Already nearer: not nearer still, but away.
    assert_eq!(go(18, &[Leg::Ahead(inches(1))]).length(), Length::ZERO);
    assert_eq!(go(18, &[Leg::Back(inches(4))]).length(), inches(4));
    assert_eq!(go(18, &[Leg::Back(inches(4)), Leg::Ahead(inches(4))]).length(), inches(7));
    // Past it at the distance is free, and so is going round it.
    assert_eq!(go(17, &[Leg::Side(inches(9)), Leg::Ahead(inches(3))]).halted, None);
    assert_eq!(go(17, &[Leg::Side(inches(5)), Leg::Ahead(inches(3))]).halted, Some(0));
}

#[test]
fn a_wheel_goes_about_its_corner_and_costs_the_outer_arc() {
    let scene = table(vec![]);
    let mover = body(20, 10, 0, line_of(4));
    let moved = go(&scene, &Crowd::new(), &mover, &[Leg::Wheel(Corner::Left, Angle::degrees(-45))], |_| Stop::Halt);
    assert_eq!(moved.lengths, [firelock_table::arc_length(inches(4), Angle::degrees(45))]);
    assert_eq!(moved.end.pose.facing, Angle::degrees(315));
    assert!(moved.end.front().from.distance(mover.front().from) <= TOUCH);
    assert_eq!(moved.trail.len(), 4);
}

#[test]
fn a_wheel_halts_before_it_strikes() {
    // An enemy stands in the way of the outer corner of a right wheel.
    let enemy = body(17, 14, 180, line_of(2));
    let mover = body(20, 10, 0, line_of(8));
    let others = crowd(&[&enemy]);
    let moved = go(&table(vec![]), &others, &mover, &[Leg::Wheel(Corner::Right, Angle::degrees(90))], halt_at_bodies);
    assert!(moved.halt().is_some() && moved.on.is_empty());
    let closest = gap(&moved.end.bases()[..], &enemy.bases()[..]);
    // A step of 1/100 degree is 3.5 grid steps at 8 inches.
    assert!(closest.within(Length::grid(8)), "{closest:?}");
}

#[test]
fn an_about_face_keeps_the_ground() {
    let scene = table(vec![]);
    let mover = Body::new(
        Pose::new(Point::inches(20, 20), Angle::degrees(30)),
        block(5, 3, Size::new(inches(1), inches(2)), Size::default(), LastRank::Left, Length::ZERO),
    );
    let turned = go(&scene, &Crowd::new(), &mover, &[Leg::About], |_| Stop::Halt).end;
    assert_eq!(turned.pose.facing, Angle::degrees(210));
    for (old, new) in mover.bases().iter().zip(turned.bases()) {
        for (n, corner) in new.corners.iter().enumerate() {
            assert!(corner.distance(old.corners[(n + 2) % 4]) <= TOUCH, "{old:?} {new:?}");
        }
    }
    let again = go(&scene, &Crowd::new(), &turned, &[Leg::About], |_| Stop::Halt).end;
    assert!(again.pose.at.distance(mover.pose.at) <= TOUCH);
    let ranks = |body: &Body| body.layout.slots().iter().map(|slot| (slot.rank, slot.file)).collect::<Vec<_>>();
    assert_eq!(ranks(&again)[0], ranks(&mover)[0]);
}

#[test]
fn a_turn_that_would_lie_on_others_is_not_made() {
    let scene = table(vec![]);
    let friend = body(20, 12, 0, line_of(4));
    let mover = body(20, 10, 0, line_of(4));
    let others = crowd(&[&friend]);
    let moved = go(&scene, &others, &mover, &[Leg::Turn(Angle::RIGHT)], |_| Stop::Halt);
    assert_eq!((moved.end.pose, moved.halted), (mover.pose, Some(0)));
    let moved = go(&scene, &others, &mover, &[Leg::Turn(Angle::RIGHT)], |_| Stop::Through);
    assert_eq!((moved.on.clone(), moved.halted), (vec![BodyId(0)], None));
}

#[test]
fn a_column_follows_a_road_round_its_bends() {
    let corners = [Point::inches(5, 5), Point::inches(20, 5), Point::inches(20, 30)];
    let scene = table(vec![path(&corners, inches(1)), area(0, 0, 60, 3)]);
    // Five bases east along the road, the head at 15 inches.
    let column = body(15, 5, 90, column_of(5));
    assert!(on_road(&scene, FeatureId(0), &column.bases()).aligned);
    let moved = go(&scene, &Crowd::new(), &column, &[Leg::Follow(FeatureId(0), inches(8))], |_| Stop::Halt);
    assert_eq!(moved.lengths, [inches(8)]);
    assert_eq!(moved.end.pose, Pose::new(Point::inches(20, 8), Angle::ZERO));
    // Three bases are round the corner, two still come from the west; all keep to the road.
    let facings: Vec<i32> = moved.end.bases().iter().map(|base| base.facing().get() / 100).collect();
    assert_eq!((facings[0], facings[1], facings[4]), (0, 0, 90));
    assert!(on_road(&scene, FeatureId(0), &moved.end.bases()).touches);
    assert_eq!(moved.length_on(Part::FrontCenter, |id| id == FeatureId(0)), inches(8));
    // Each base begins where the one ahead of it ends.
    let bases = moved.end.bases();
    for two in bases.windows(2) {
        assert!(two[0].rear().middle().distance(two[1].front().middle()) <= TOUCH * 2, "{two:?}");
    }
    // On along the road all lie straight again, and the distance between them is kept.
    let on = go(&scene, &Crowd::new(), &moved.end, &[Leg::Follow(FeatureId(0), inches(6))], |_| Stop::Halt);
    let tail = on.end.bases()[4].rear().middle();
    assert!(tail.distance(Point::inches(20, 9)) <= Length::grid(12), "{tail:?}");
    // Back the other way after an about face: the tail leads.
    let back =
        go(&scene, &Crowd::new(), &moved.end, &[Leg::About, Leg::Follow(FeatureId(0), inches(4))], |_| Stop::Halt);
    assert_eq!(back.end.pose.facing, Angle::degrees(270));
    assert!(back.end.pose.at.distance(Point::inches(14, 5)) <= Length::grid(40), "{:?}", back.end.pose);
}

#[test]
fn a_road_ends_where_it_ends() {
    let scene = table(vec![path(&[Point::inches(5, 5), Point::inches(20, 5)], inches(1))]);
    let column = body(15, 5, 90, column_of(3));
    let moved = go(&scene, &Crowd::new(), &column, &[Leg::Follow(FeatureId(0), inches(12))], |_| Stop::Halt);
    assert_eq!(moved.lengths, [inches(5)]);
    let lost = go(&scene, &Crowd::new(), &column, &[Leg::Follow(FeatureId(9), inches(12))], |_| Stop::Halt);
    assert_eq!((lost.length(), lost.end.pose), (Length::ZERO, column.pose));
}

#[test]
fn a_column_meets_what_stands_on_the_road() {
    let corners = [Point::inches(5, 5), Point::inches(20, 5), Point::inches(20, 30)];
    let scene = table(vec![path(&corners, inches(1))]);
    let column = body(15, 5, 90, column_of(4));
    let cart = body(20, 12, 0, line_of(1));
    let moved = go(&scene, &crowd(&[&cart]), &column, &[Leg::Follow(FeatureId(0), inches(14))], halt_at_bodies);
    assert!(moved.halt().is_some());
    let touching = contact(&moved.end.bases()[0], &cart.bases()[0]);
    assert_eq!(touching, Contact::Touching);
}

#[test]
fn senseless_legs_do_no_harm() {
    let scene = table(vec![path(&[Point::inches(5, 5), Point::inches(20, 5)], inches(1))]);
    let mover = body(15, 5, 90, column_of(3));
    let far = Length::grid(i32::MIN + 1);
    let place = Point::new(i32::MIN, i32::MAX);
    for leg in [
        Leg::Ahead(far),
        Leg::Side(Length::FAR),
        Leg::Slant(Angle::steps(1_000_000_007), Length::FAR),
        Leg::Wheel(Corner::Left, Angle::steps(2_000_000_000)),
        Leg::Follow(FeatureId(0), Length::FAR),
        Leg::Follow(FeatureId(0), far),
        Leg::Over(FeatureId(7)),
        Leg::Lead(place),
        Leg::To(Pose::new(place, Angle::steps(-5))),
        Leg::Reform(Box::new(Layout::new(Default::default()))),
    ] {
        let moved = go(&scene, &Crowd::new(), &mover, std::slice::from_ref(&leg), |_| Stop::HaltShort(Length::FAR));
        let again = go(&scene, &Crowd::new(), &moved.end, &[leg], |_| Stop::Through);
        assert!(again.length() <= Length::inches(1200));
    }
}

#[test]
fn free_movers_go_straight_to_their_place() {
    let leader = body(10, 10, 0, line_of(1));
    let to = Pose::new(Point::inches(13, 14), Angle::degrees(200));
    let moved = go(&table(vec![]), &Crowd::new(), &leader, &[Leg::To(to)], |_| Stop::Halt);
    assert_eq!((moved.end.pose, moved.lengths.clone()), (to, vec![inches(5)]));
}

/// A drawn-up field for the laws: where everything stands, before it is moved about.
#[derive(Clone, Debug)]
struct Field {
    mover: (i32, i32, i32),
    others: Vec<(i32, i32, i32, u8)>,
    woods: Vec<(i32, i32, i32, i32)>,
    legs: Vec<(u8, i32)>,
}

/// A motion of the whole plane, or its mirror image.
#[derive(Clone, Copy, Debug)]
enum Change {
    None,
    Shift(Point),
    Quarter,
    Mirror,
}

impl Change {
    fn point(self, p: Point) -> Point {
        match self {
            Change::None => p,
            Change::Shift(by) => p + by,
            Change::Quarter => Point::new(p.y, -p.x),
            Change::Mirror => Point::new(-p.x, p.y),
        }
    }

    fn pose(self, pose: Pose) -> Pose {
        let facing = match self {
            Change::None | Change::Shift(_) => pose.facing,
            Change::Quarter => pose.facing + Angle::RIGHT,
            Change::Mirror => -pose.facing,
        };
        Pose::new(self.point(pose.at), facing.heading())
    }

    fn leg(self, leg: Leg) -> Leg {
        match (self, leg) {
            (Change::Mirror, Leg::Slant(angle, length)) => Leg::Slant(-angle, length),
            (Change::Mirror, Leg::Side(length)) => Leg::Side(-length),
            (Change::Mirror, Leg::Wheel(Corner::Left, angle)) => Leg::Wheel(Corner::Right, -angle),
            (Change::Mirror, Leg::Wheel(Corner::Right, angle)) => Leg::Wheel(Corner::Left, -angle),
            (_, leg) => leg,
        }
    }
}

impl Field {
    fn mover(&self, change: Change) -> Body {
        let (x, y, facing) = self.mover;
        Body::new(change.pose(Pose::new(Point::new(x, y), Angle::steps(facing))), line_of(4))
    }

    fn crowd(&self, change: Change) -> Crowd {
        let mut crowd = Crowd::new();
        for (n, &(x, y, facing, bases)) in self.others.iter().enumerate() {
            let pose = change.pose(Pose::new(Point::new(x, y), Angle::steps(facing)));
            crowd.add(BodyId(n as u16), &Body::new(pose, line_of(bases)).bases());
        }
        crowd
    }

    fn table(&self, change: Change) -> Table {
        let wood = |&(x, y, wide, deep): &(i32, i32, i32, i32)| {
            let corners = [(0, 0), (wide, deep / 3), (wide, deep), (wide / 2, deep / 2), (0, deep)];
            let corners = corners.map(|(dx, dy)| change.point(Point::new(x + dx, y + dy)));
            let ground = Polygon::new(corners.to_vec()).expect("a piece of ground");
            Feature { kind: FeatureKind(0), extent: Extent::Area { ground, levels: 0 } }
        };
        Table::new(inches(400), inches(400), self.woods.iter().map(wood).collect()).expect("a table")
    }

    fn drive(&self, change: Change) -> Drive {
        let (table, crowd) = (self.table(change), self.crowd(change));
        let legs: Vec<Leg> = self.legs.iter().map(|&(kind, size)| change.leg(leg(kind, size))).collect();
        let scene = Scene { watch: ALL_PARTS, ..Scene::new(&table, &crowd, None) };
        drive(&scene, &self.mover(change), &legs, |meet| match meet.with {
            // Through odd bodies, up to even ones.
            Met::Body { id, .. } if id.0 % 2 == 0 => Stop::Halt,
            _ => Stop::Through,
        })
    }
}

fn leg(kind: u8, size: i32) -> Leg {
    match kind {
        0 => Leg::Ahead(Length::grid(size)),
        1 => Leg::Slant(Angle::steps(size % 4500), Length::grid(size)),
        2 => Leg::Back(Length::grid(size)),
        3 => Leg::Side(Length::grid(size - 6000)),
        4 => Leg::Wheel(Corner::Left, Angle::steps(-(size % 9000))),
        _ => Leg::Wheel(Corner::Right, Angle::steps(size % 9000)),
    }
}

fn field() -> impl Strategy<Value = Field> {
    let at = || -40_000..40_000_i32;
    let heading = || 1..36_000_i32;
    (
        (at(), at(), heading()),
        prop::collection::vec((at(), at(), heading(), 1..6_u8), 0..12),
        prop::collection::vec((at(), at(), 600..12_000_i32, 600..12_000_i32), 0..6),
        prop::collection::vec((0..6_u8, 1..24_000_i32), 1..4),
    )
        .prop_map(|(mover, others, woods, legs)| Field { mover, others, woods, legs })
}

fn near(a: Length, b: Length, steps: i32) -> bool {
    (a - b).abs() <= Length::grid(steps)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_move_does_not_depend_on_where_the_table_lies(field in field(), x in -9_000_000..9_000_000_i32, y in -9_000_000..9_000_000_i32) {
        let (here, there) = (field.drive(Change::None), field.drive(Change::Shift(Point::new(x, y))));
        // Only the edges of the table stay where they are.
        let inside = |drive: &Drive| drive.meets.iter().copied().filter(|meet| !matches!(meet.with, Met::Edge(_))).collect::<Vec<_>>();
        prop_assert_eq!(inside(&here), inside(&there));
        prop_assert_eq!(&here.ground, &there.ground);
        prop_assert_eq!(here.end.pose.at + Point::new(x, y), there.end.pose.at);
    }

    /// Turned or mirrored, a move is the same to the few steps by which the grid rounds corners (half up, not even).
    #[test]
    fn a_move_turns_and_mirrors_with_the_table(field in field(), mirror in any::<bool>()) {
        let change = if mirror { Change::Mirror } else { Change::Quarter };
        let (here, there) = (field.drive(Change::None), field.drive(change));
        let slack = 12;
        prop_assert_eq!(here.lengths.len(), there.lengths.len());
        for (a, b) in here.lengths.iter().zip(&there.lengths) {
            prop_assert!(near(*a, *b, slack), "{:?} {:?}", here.lengths, there.lengths);
        }
        let end = change.pose(here.end.pose);
        prop_assert!(end.at.distance(there.end.pose.at) <= Length::grid(slack));
        prop_assert_eq!(here.halt().map(|meet| meet.leg), there.halt().map(|meet| meet.leg));
        let long = |drive: &Drive| drive.ground.iter().filter(|g| (g.to - g.from).get() > 2 * slack).map(|g| (g.leg, g.feature, g.part)).collect::<Vec<_>>();
        // What a turn cuts by less than a look may be seen or not; straight legs see all.
        // Middles are rounded down, which no turn keeps: only whole edges and bases are compared.
        let compared = |ground: &&firelock_table::Ground| {
            field.legs[usize::from(ground.leg)].0 < 4
                && matches!(ground.part, Part::AnyBase | Part::EveryBase | Part::FrontEdge)
        };
        for ground in here.ground.iter().filter(compared) {
            if (ground.to - ground.from).get() > 2 * slack {
                let same = there.ground.iter().any(|g| (g.leg, g.feature, g.part) == (ground.leg, ground.feature, ground.part) && near(g.from, ground.from, slack) && near(g.to, ground.to, slack));
                prop_assert!(same, "{:?} not among {:?}", ground, long(&there));
            }
        }
    }

    /// Where a straight leg halts at a body they touch, and nothing that had to be halted at is lain on.
    #[test]
    fn contact_is_a_touch_and_no_overlap(mut field in field()) {
        field.legs.retain(|&(kind, _)| kind < 4);
        let moved = field.drive(Change::None);
        let (crowd, start) = (field.crowd(Change::None), field.mover(Change::None));
        let begins_on = |id: BodyId| {
            let other = crowd.body(id).expect("one of the crowd");
            start.bases().iter().any(|a| other.bases.iter().any(|b| overlaps(a, b)))
        };
        if let Some(Meet { with: Met::Body { id, own, base, .. }, .. }) = moved.halt().copied() {
            let other = crowd.body(id).expect("one of the crowd");
            if !begins_on(id) {
                let touching = contact(&moved.end.bases()[usize::from(own)], &other.bases[usize::from(base)]);
                prop_assert_eq!(touching, Contact::Touching);
            }
        }
        for id in &moved.on {
            prop_assert!(id.0 % 2 == 1 || begins_on(*id), "{:?} lies on {:?}", moved.end.pose, id);
        }
    }

    /// What a glance tells of a straight way, a look along it tells too.
    #[test]
    fn who_slides_clear_meets_nobody(field in field(), off in 0..6000_i32) {
        let (table, crowd, body) = (field.table(Change::None), field.crowd(Change::None), field.mover(Change::None));
        let keep_off = |_: BodyId| Some(Length::grid(off));
        let scene = Scene { keep_off: &keep_off, ..Scene::new(&table, &crowd, None) };
        let (off_front, length) = (Angle::steps(field.legs[0].1 % 18_000), Length::grid(field.legs[0].1));
        if slides_clear(&scene, &body, body.pose.facing + off_front, length) {
            let moved = drive(&scene, &body, &[Leg::Slant(off_front, length)], |_| Stop::Through);
            let others = moved.meets.iter().find(|meet| matches!(meet.with, Met::Body { .. } | Met::Near(_)));
            prop_assert_eq!(others, None);
        }
    }

    /// How far a body can wheel is what walks of parts of the turn tell: so far it goes, and no degree farther.
    #[test]
    fn the_farthest_wheel_is_what_walks_tell(field in field(), off in 0..6000_i32, turn in -9000..9000_i32) {
        let (table, crowd, body) = (field.table(Change::None), field.crowd(Change::None), field.mover(Change::None));
        let keep_off = |id: BodyId| id.0.is_multiple_of(2).then_some(Length::grid(off));
        let scene = Scene { keep_off: &keep_off, ..Scene::new(&table, &crowd, None) };
        let (corner, turn) = (if turn > 0 { Corner::Right } else { Corner::Left }, Angle::steps(turn));
        let halts = |by: Angle| drive_to_halt(&scene, &body, &Leg::Wheel(corner, by), |_| Stop::Halt).halt().is_some();
        if let Some(far) = farthest_wheel(&scene, &body, (corner, turn), Angle::degrees(1), |_| true) {
            prop_assert!(far == Angle::ZERO || !halts(far), "halts within {far:?}");
            if far != turn {
                let farther = far + Angle::degrees(turn.get().signum());
                prop_assert!(halts(turn), "goes on beyond {far:?}");
                prop_assert!(farther.abs() > turn.abs() || halts(farther), "goes on to {farther:?}");
            }
        }
    }

    /// At every place of a straight leg the exact tests agree with what the leg told of its bodies and its ground. The
    /// bases are drawn in a little, so that the rounding of the grid decides nothing.
    #[test]
    fn a_straight_leg_misses_nothing_on_its_way(mut field in field(), places in prop::collection::vec(0..1000_i32, 40)) {
        field.legs = vec![(field.legs[0].0 % 4, field.legs[0].1)];
        let moved = field.drive(Change::None);
        let crowd = field.crowd(Change::None);
        let table = field.table(Change::None);
        let (from, to) = (moved.trail[0], moved.end.pose);
        let heading = match leg(field.legs[0].0, field.legs[0].1) {
            Leg::Ahead(_) => from.facing,
            Leg::Slant(angle, _) => from.facing + angle,
            Leg::Back(_) => from.facing + Angle::HALF,
            Leg::Side(length) if length.get() > 0 => from.facing + Angle::RIGHT,
            _ => from.facing + Angle::LEFT,
        };
        prop_assert!(from.slid(heading.heading(), moved.length()) == to);
        for place in places {
            let at = moved.length().scaled(place, 1000);
            let body = Body::new(from.slid(heading.heading(), at), line_of(4));
            let little = Length::grid(8);
            let size = Size::new(inches(1) - little * 2, inches(1) - little * 2);
            let deep: Vec<Base> = body.bases().iter().map(|base| Base::new(base.pose.ahead(-little), size)).collect();
            for other in crowd.bodies() {
                let lies_on = deep.iter().any(|a| other.bases.iter().any(|b| overlaps(a, b)));
                let told = moved.meets.iter().any(|meet| {
                    matches!(meet.with, Met::Body { id, .. } if id == other.id)
                        && meet.at <= at && meet.out.is_none_or(|out| at < out)
                });
                prop_assert!(told || !lies_on, "{:?} at {:?}: {:?}", other.id, at, moved.meets);
            }
            for (id, _) in table.features() {
                let ground = table.ground(id).expect("only areas");
                let lies_on = deep.iter().any(|base| overlaps_ground(base, ground));
                let told = moved.ground.iter().any(|span| {
                    span.feature == id && span.part == Part::AnyBase && span.from <= at && at <= span.to
                });
                prop_assert!(told || !lies_on, "{:?} at {:?}: {:?}", id, at, moved.ground);
                let front = body.front().middle();
                let near_edge = ground.edges().any(|edge| gap(front, edge).within(TOUCH * 2));
                let told = moved.ground.iter().any(|span| {
                    span.feature == id && span.part == Part::FrontCenter && span.from <= at && at <= span.to
                });
                prop_assert!(near_edge || told == ground.contains(front), "{:?} at {:?}: {:?}", id, at, moved.ground);
            }
        }
    }
}
