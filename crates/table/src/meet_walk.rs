//! A turning way, looked at in small steps.

use std::cell::OnceCell;

use crate::{
    Angle, Base, Bases, Bounds, FeatureId, Ground, Length, Met, Part, Point, Scene, Standing, TOUCH, TableEdge,
    at_least_apart,
    crossing::holds,
    gap, gap_within,
    meet::{Event, Found, Look, met_body, overhang},
    overlaps,
    path::Path,
    sweep::{drawn_in, first_true_before},
    terrain::touches,
};

/// The farthest a place of the body goes between two looks: 1/8 inch.
const LOOK: i32 = 318;

/// Looks along a way at steps of at most [`LOOK`], then closer where something changes.
pub(crate) fn walk(scene: &Scene<'_>, path: &impl Path, look: Look, found: &mut Found) {
    let bounds = path.bounds();
    let others: Vec<Standing<'_>> = scene.others().filter(|other| other.bounds.meets(&bounds)).collect();
    let rings = scene.table.rings().filter(|(_, around)| around.meets(&bounds));
    let near: Vec<(FeatureId, &[Point])> = rings.map(|(ring, _)| (ring.feature, scene.table.corners(ring))).collect();
    let table = scene.table.bounds();
    let on_table = table.contains(bounds.min) && table.contains(bounds.max);
    if others.is_empty() && near.is_empty() && on_table {
        return;
    }
    let looks = Looks::new(path);
    for other in &others {
        looks.body(other, look, found);
    }
    for edge in TableEdge::ALL.into_iter().filter(|_| !on_table) {
        let allowed = overhang(scene.table, edge, &path.solid(0)).max(Length::ZERO);
        let left = |stand: &Stand<'_>| allowed - overhang(scene.table, edge, stand.solid);
        let over = looks.runs(|stand| Some(left(stand)).filter(|left| *left >= Length::ZERO));
        found.meets.extend(over.first().map(|&(from, _)| Event { with: Met::Edge(edge), at: from - 1, out: None }));
    }
    for pieces in near.chunk_by(|one, two| one.0 == two.0) {
        looks.feature(scene.watch, pieces, found);
    }
}

/// More than the corners of a body at two looks are off by as they are rounded to the grid.
const ROUNDING: i32 = 8;

/// The looks along a way.
pub(crate) struct Looks<'a, P> {
    path: &'a P,
    speed: i32,
    /// So many steps lie between two looks.
    step: i32,
    /// The number of the last look, at the end of the way.
    last: i32,
    /// The body at each look, where laying it costs more than keeping it.
    laid: Vec<OnceCell<Vec<Base>>>,
}

/// The body at one step, in few rectangles.
pub(crate) struct Stand<'a> {
    pub(crate) at: i32,
    pub(crate) solid: &'a [Base],
}

impl<'a, P: Path> Looks<'a, P> {
    pub(crate) fn new(path: &'a P) -> Looks<'a, P> {
        let speed = path.speed();
        let step = (LOOK / speed).max(1);
        let last = (path.end() + step - 1) / step;
        let kept = if path.is_rigid() { 0 } else { last + 1 };
        Looks { path, speed, step, last, laid: (0..kept).map(|_| OnceCell::new()).collect() }
    }

    /// The step of a look.
    fn at(&self, n: i32) -> i32 {
        (n * self.step).min(self.path.end())
    }

    /// From which step to which something holds; both are found to the step. Where it does not hold `off` tells how far it is from
    /// holding at least: no place of the body goes faster than its speed, so looks before that are left out.
    fn runs(&self, off: impl Fn(&Stand<'_>) -> Option<Length>) -> Vec<(i32, i32)> {
        self.runs_up_to(usize::MAX, off)
    }

    /// The first of them, at most so many; the last of those is followed no farther than to its begin.
    fn runs_up_to(&self, most: usize, off: impl Fn(&Stand<'_>) -> Option<Length>) -> Vec<(i32, i32)> {
        let mut solid = Bases::new();
        let mut off_at = |at: i32| {
            self.path.lay_solid(at, &mut solid);
            off(&Stand { at, solid: &solid })
        };
        let mut found: Vec<(i32, i32)> = Vec::new();
        let mut before: Option<(i32, bool)> = None;
        let mut n = 0;
        while n <= self.last {
            let at = self.at(n);
            let off_now = match self.laid.get(n as usize) {
                Some(laid) => off(&Stand { at, solid: laid.get_or_init(|| self.path.solid(at).to_vec()) }),
                None => off_at(at),
            };
            let now = off_now.is_none();
            let (last, held) = before.unwrap_or((at, false));
            if now != held {
                // The last step as before and the first as now.
                let (mut old, mut new) = (last, at);
                while new - old > 1 {
                    let middle = old + (new - old) / 2;
                    let same = off_at(middle).is_none() == now;
                    if same { new = middle } else { old = middle }
                }
                match found.last_mut() {
                    Some(run) if held => run.1 = old,
                    _ => found.push((new, self.path.end())),
                }
                if found.len() >= most {
                    break;
                }
            }
            if let Some(off) = off_now.filter(|_| self.path.is_rigid()) {
                let clear = self.clear_until(at, off);
                n = if clear >= self.path.end() { self.last } else { n.max(clear / self.step) };
            }
            before = Some((self.at(n), now));
            n += 1;
        }
        found
    }

    /// The first look before a step at which something holds; looks are left out as in `runs`.
    pub(crate) fn first_before(&self, end: i32, off: impl Fn(&Stand<'_>) -> Option<Length>) -> Option<i32> {
        let mut solid = Bases::new();
        let mut n = 0;
        while n * self.step < end {
            let at = n * self.step;
            self.path.lay_solid(at, &mut solid);
            let off = off(&Stand { at, solid: &solid });
            let Some(off) = off else { return Some(at) };
            n = n.max(self.clear_until(at, off) / self.step) + 1;
        }
        None
    }

    /// Up to which step nothing can come to pass that is so far off at a step.
    fn clear_until(&self, at: i32, off: Length) -> i32 {
        at.saturating_add((off.get() - ROUNDING).max(0) / self.speed)
    }

    /// How far a body is off another at least; none where they overlap. Only a rigid body keeps to it as it goes on.
    pub(crate) fn off_body(&self, stand: &Stand<'_>, other: &Standing<'_>) -> Option<Length> {
        let mut least = Length::FAR;
        for (one, two) in stand.solid.iter().flat_map(|one| other.solid.iter().map(move |two| (one, two))) {
            // With a strip between them they do not overlap.
            let apart = at_least_apart(one, two);
            if apart <= Length::ZERO && overlaps(one, two) {
                return None;
            }
            least = least.min(apart);
        }
        Some(least)
    }

    fn body(&self, other: &Standing<'_>, look: Look, found: &mut Found) {
        let off = |stand: &Stand<'_>| self.off_body(stand, other);
        // Where the first run leads to no touch, the next ones are looked at after all.
        if look == Look::ToTouch {
            let first = self.runs_up_to(1, off);
            if first.is_empty() || first.into_iter().any(|run| self.touch(other, run, found)) {
                return;
            }
        }
        for run in self.runs(off) {
            self.touch(other, run, found);
        }
    }

    /// Notes where the body touches another before a run in it, if the bases do.
    fn touch(&self, other: &Standing<'_>, (from, to): (i32, i32), found: &mut Found) -> bool {
        // The few rectangles are exact to a touch only: the bases themselves say who touches whom, and where. One step
        // before they meet they are near.
        let close = i64::from(4 * self.path.speed() + 64).pow(2);
        let pairs = |at: i32| {
            let bases = self.path.bases(at);
            let near = |one: &Base, two: &Base| one.bounds().distance_squared(&two.bounds()) <= close;
            let gaps = bases.iter().enumerate().flat_map(|(own, base)| {
                let others = other.bases.iter().enumerate().filter(move |(_, two)| near(base, two));
                others.map(move |(met, two)| (gap(base, two), !overlaps(base, two), own, met))
            });
            gaps.min()
        };
        let mut at = (from - 1).max(0);
        while at > 0 && pairs(at).is_some_and(|(_, apart, ..)| !apart) {
            at -= 1;
        }
        let Some((_, _, own, met)) = pairs(at) else { return false };
        let standing = &other.bases[met];
        let at = first_true_before(at, |at| gap_within(&self.path.bases(at)[own], standing, TOUCH));
        let (touching, next) = (self.path.bases(at)[own], self.path.bases((at + 16).min(self.path.end()))[own]);
        let toward = if touching.center() == next.center() { standing.center() } else { next.center() };
        let way = Angle::towards(touching.center(), toward);
        let with = met_body(other.id, (own, &touching), (met, standing), way);
        found.meets.push(Event { with, at, out: (to < self.path.end()).then_some(to + 1) });
        true
    }

    fn feature(&self, watch: &[Part], pieces: &[(FeatureId, &[Point])], found: &mut Found) {
        let Some(&(feature, _)) = pieces.first() else { return };
        let ground = Pieces::new(pieces);
        let on = |corners: &[Point]| ground.lie_under(corners);
        let off = |stand: &Stand<'_>| ground.off(stand, self.path.is_rigid());
        let entered = self.runs(off);
        for &(from, to) in &entered {
            if from > 0 {
                let out = (to < self.path.end()).then_some(to + 1);
                found.meets.push(Event { with: Met::Feature(feature), at: from - 1, out });
            }
        }
        for &part in watch {
            let runs_where =
                |holds: &dyn Fn(i32) -> bool| self.runs(|stand| (!holds(stand.at)).then_some(Length::ZERO));
            let runs = match part {
                Part::AnyBase => entered.clone(),
                Part::EveryBase => runs_where(&|at| self.path.bases(at).iter().all(|base| on(&drawn_in(base)))),
                Part::AnyCenter => runs_where(&|at| {
                    let bases = self.path.bases(at);
                    bases.iter().any(|base| pieces.iter().any(|(_, piece)| holds(piece, base.center())))
                }),
                Part::FrontEdge => runs_where(&|at| {
                    let (front, side) = (self.path.front(at), self.path.pose(at).facing + Angle::RIGHT);
                    on(&[front.from.ahead(side, TOUCH), front.to.ahead(side, -TOUCH)])
                }),
                Part::FrontCenter => runs_where(&|at| {
                    let middle = self.path.front(at).middle();
                    pieces.iter().any(|(_, piece)| holds(piece, middle))
                }),
            };
            found.ground.extend(runs.iter().map(|&(from, to)| Ground {
                leg: 0,
                feature,
                part,
                from: self.path.length(from),
                to: self.path.length(to),
            }));
        }
    }
}

/// The pieces of a feature, with the boxes around them.
pub(crate) struct Pieces<'a> {
    pieces: &'a [(FeatureId, &'a [Point])],
    boxes: Vec<Bounds>,
    /// The border of each piece, closed by its first corner, where it tells how many looks may be left out.
    closed: OnceCell<Vec<Vec<Point>>>,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(pieces: &'a [(FeatureId, &'a [Point])]) -> Pieces<'a> {
        let boxes = pieces.iter().map(|(_, corners)| Bounds::of(corners)).collect();
        Pieces { pieces, boxes, closed: OnceCell::new() }
    }

    fn lie_under(&self, corners: &[Point]) -> bool {
        let around = Bounds::of(corners);
        let mut boxed = self.pieces.iter().zip(&self.boxes);
        boxed.any(|((_, piece), bounds)| bounds.meets(&around) && touches(corners, piece))
    }

    /// How far a body is off at least, nothing where that is not asked for; none where it touches the ground.
    pub(crate) fn off(&self, stand: &Stand<'_>, is_rigid: bool) -> Option<Length> {
        // What its box does not meet it does not touch.
        let around = Bounds::around(stand.solid.iter().map(Base::bounds));
        let square = self.boxes.iter().map(|bounds| bounds.distance_squared(&around)).min().unwrap_or(i64::MAX);
        if square > 0 {
            return Some(Length::grid(square.isqrt().min(i64::from(Length::FAR.get())) as i32));
        }
        let close = || {
            let border = |piece: &[Point]| piece.iter().chain(piece.first()).copied().collect();
            self.pieces.iter().map(|(_, piece)| border(piece)).collect()
        };
        let borders = || self.closed.get_or_init(close).iter().filter(|_| is_rigid);
        let touches = stand.solid.iter().any(|base| self.lie_under(&drawn_in(base)));
        (!touches).then(|| borders().map(|border| gap(stand.solid, &border[..]).length()).min().unwrap_or_default())
    }
}
