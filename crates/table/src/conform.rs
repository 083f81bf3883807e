use arrayvec::ArrayVec;

use crate::{
    Angle, Base, BaseEdge, Bases, Body, Bounds, Length, MOST_BASES, Point, Pose, Scene, Segment, TOUCH, TableEdge,
    frame::{FINE, Frame},
    meet::overhang,
    overlap::overlaps_by,
    sweep::{Mover, Slide},
};

/// How a body may be set flush on an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conform {
    /// The most it may turn.
    pub max_turn: Angle,
    /// The most it may slide along the edge from where it stands.
    pub slide: Length,
    /// The width of a file, if files must stand opposite files: the left front corner then lies whole files from the corner of
    /// the edge.
    pub files: Option<Length>,
    /// The least of its front that must lie on the edge (all of it, if front or edge are shorter).
    pub least_share: Length,
}

/// An edge that a body can be set flush on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onto {
    /// The edge, the outside on its left.
    pub line: Segment,
    /// The heading away from it, straight to the outside.
    pub outward: Angle,
}

/// A body set flush, or why it was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conformed {
    /// It stands flush.
    Flush {
        /// There.
        pose: Pose,
        /// It turned by so much, clockwise.
        turned: Angle,
        /// It slid by so much along the edge, the way the edge runs; negative the other way.
        slid: Length,
        /// So much of its front lies on the edge.
        share: Length,
    },
    /// It would have to turn by more than it may.
    TurnTooFar(Angle),
    /// There is no place along the edge, within its slide, where it lies on nobody and on the table.
    NoRoom,
}

impl Onto {
    /// An edge of a base, or of the outline of a body.
    pub const fn edge(base: &Base, edge: BaseEdge) -> Onto {
        let [front, right, rear, left] = base.edges();
        let (line, turn) = match edge {
            BaseEdge::Front => (front, 0),
            BaseEdge::Right => (right, 90),
            BaseEdge::Rear => (rear, 180),
            BaseEdge::Left => (left, 270),
        };
        Onto { line, outward: Angle::steps(base.facing().get() + turn * 100).heading() }
    }

    /// A straight line with the outside on its left: an edge of a piece of ground walked clockwise, or of a wall.
    pub fn line(line: Segment) -> Onto {
        Onto { line, outward: (Angle::towards(line.from, line.to) + Angle::LEFT).heading() }
    }
}

/// Sets a body flush on an edge: its front turned against it and moved straight onto it, then slid along it by the least that
/// makes room and brings enough of the front, and the files, where they must be.
pub fn conform(scene: &Scene<'_>, body: &Body, onto: &Onto, rule: &Conform) -> Conformed {
    let facing = (onto.outward + Angle::HALF).heading();
    let turned = (facing - body.pose.facing).turn();
    if turned.abs() > rule.max_turn {
        return Conformed::TurnTooFar(turned);
    }
    // Places along the edge count from its first corner; the front lies on it from right to left.
    let along = (onto.outward + Angle::RIGHT).heading();
    let edge = onto.line.length().get();
    let front = body.layout.front();
    let (left, right) = (front.from.x, front.to.x);
    let home = Pose::new(onto.line.from, onto.outward);
    let wished = home.local(body.front_center()).x + left.midpoint(right);
    let least = rule.least_share.get().min(edge).min(right - left).max(0);
    let (first, last) = (
        (least + left).max(wished.saturating_sub(rule.slide.get())),
        (edge - least + right).min(wished.saturating_add(rule.slide.get())),
    );
    if first > last {
        return Conformed::NoRoom;
    }
    let start = home.place(Point::new(first, front.from.y));
    let slide = Slide { from: Pose::new(start, facing), heading: along, length: last - first };
    let shelf = Shelf::new(scene, slide, body.layout.bases(slide.from), onto.outward);
    let wish = wished - first;
    let file = rule.files.map(|width| (width.get().max(1), left - first));
    match shelf.nearest_room(wish, file) {
        Some((at, pose)) => {
            let place = first + at;
            let share = (place - left).min(edge) - (place - right).max(0);
            Conformed::Flush { pose, turned, slid: Length::grid(at - wish), share: Length::grid(share.max(0)) }
        }
        None => Conformed::NoRoom,
    }
}

/// The places along an edge at which a body stands flush.
struct Shelf<'a, 's> {
    scene: &'a Scene<'s>,
    slide: Slide,
    bases: Bases,
    outward: Angle,
    /// The place along the edge that it slides from, and its bases as seen from there.
    frame: Frame,
    seen: ArrayVec<Mover, MOST_BASES>,
    /// The bases of others on all the ground it may slide over, and as they are seen.
    others: Vec<(Mover, &'a Base)>,
}

impl<'a, 's> Shelf<'a, 's>
where
    's: 'a,
{
    fn new(scene: &'a Scene<'s>, slide: Slide, bases: Bases, outward: Angle) -> Shelf<'a, 's> {
        let frame = slide.frame();
        let seen_of = |base: &Base| Mover::new(&frame, base.corners);
        let over = |at: i32| Bounds::around(bases.iter().map(|base| slide.moved(base, at).bounds()));
        let swept = over(0).join(over(slide.length)).grown(TOUCH * 8);
        let near = scene.others().filter(|other| other.bounds.meets(&swept)).flat_map(|other| other.bases);
        let others = near.filter(|base| base.bounds().meets(&swept)).map(|base| (seen_of(base), base)).collect();
        let seen = bases.iter().map(seen_of).collect();
        Shelf { scene, slide, bases, outward, frame, seen, others }
    }

    /// The free place nearest to the wished one, of two equally near the one farther back along the edge.
    fn nearest_room(&self, wish: i32, file: Option<(i32, i32)>) -> Option<(i32, Pose)> {
        let mut tried: Vec<i32> = match file {
            Some((width, offset)) => {
                let from = (0 - offset).div_euclid(width);
                let to = (self.slide.length - offset).div_euclid(width);
                (from..=to).map(|n| n * width + offset).filter(|at| (0..=self.slide.length).contains(at)).collect()
            }
            None => {
                // No other place is as near as the wished one.
                let wished = wish.clamp(0, self.slide.length);
                if let Some(pose) = self.room(wished) {
                    return Some((wished, pose));
                }
                self.ends_of_taken()
            }
        };
        tried.sort_by_key(|at| ((at - wish).abs(), *at));
        tried.into_iter().find_map(|at| Some((at, self.room(at)?)))
    }

    /// The ends of all that others take, the next step included for what the grid rounds.
    fn ends_of_taken(&self) -> Vec<i32> {
        let mut ends = Vec::new();
        for base in &self.bases {
            for (_, two) in &self.others {
                if let Some((from, to)) = self.slide.overlap(base, two, Length::ZERO) {
                    ends.extend([from as i32, to as i32, to as i32 + 1]);
                }
            }
        }
        ends.retain(|at| (0..=self.slide.length).contains(at));
        ends
    }

    /// The pose at a place, moved out by a few steps if the grid asks for it, if it is free there.
    fn room(&self, at: i32) -> Option<Pose> {
        for out in 0..=OUT {
            let pose = self.slide.pose(at).slid(self.outward, Length::grid(out));
            let step = pose.at - self.slide.from.at;
            let moved = |base: &Base| {
                let corners = base.corners.map(|corner| corner + step);
                Base { pose: Pose::new(base.pose.at + step, base.pose.facing), size: base.size, corners }
            };
            let bases: Bases = self.bases.iter().map(moved).collect();
            let around = Bounds::around(bases.iter().map(Base::bounds));
            // Who is a step of the grid off another along the edge, or across it, does not lie on him.
            let to = self.frame.spot(pose.at);
            let lies_on = |depth: Length| {
                let on = |(there, two): &(Mover, &Base)| {
                    let mut own = self.seen.iter().zip(&bases);
                    own.any(|(here, one)| here.may_touch(there, to, FINE) && overlaps_by(one, two, depth))
                };
                self.others.iter().any(on)
            };
            let table = self.scene.table;
            let is_on_table = table.bounds().contains(around.min) && table.bounds().contains(around.max);
            let off_table = !is_on_table && TableEdge::ALL.iter().any(|&edge| overhang(table, edge, &bases) > TOUCH);
            if !off_table && !lies_on(TOUCH) {
                return Some(pose);
            }
            // Who lies so deep on another lies on him a few steps farther out, too.
            if out == 0 && lies_on(TOUCH + Length::grid(OUT + 4)) {
                return None;
            }
        }
        None
    }
}

/// How many steps a body is moved out from an edge at most.
const OUT: i32 = 2 * TOUCH.get();
