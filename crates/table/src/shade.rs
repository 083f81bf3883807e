use crate::{
    Angle, Base, Point, Segment, TOUCH,
    frame::{FINE, Frame, Spot, times_over},
};

/// The lines along which a target is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rays {
    /// Parallels straight ahead from a front edge (left to right): a strip that never widens.
    Ahead {
        /// The edge they start from.
        front: Segment,
        /// Where they lead.
        facing: Angle,
    },
    /// All lines from one place.
    From(Point),
}

/// How much of a target can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lit {
    /// No part of it lies in the way of the rays.
    OutOfView,
    /// Every ray to it is stopped.
    Hidden,
    /// Some rays reach it.
    Partly,
    /// Every ray that leads to it reaches it.
    Wholly,
}

/// Which part of a target the rays reach, and who stops the others.
///
/// Places are counted across the view from left to right: in parts of 1/16 step for parallels, in a fixed part of the
/// tangent for rays from a place. Nothing narrower than [`TOUCH`] at the target counts, so flush neighbors hide nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shade<I> {
    view: Vec<Width>,
    blocks: Vec<(I, Width)>,
}

/// A part of the view, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width {
    /// The left end.
    pub from: i64,
    /// The right end.
    pub to: i64,
}

/// Looks at a base past blockers, each a closed line of corners: another base, a piece of ground.
///
/// Only what stands nearer than the target on the same ray hides it. What lies behind the eye or the front edge hides
/// nothing.
pub fn shade<'a, I: Copy>(rays: Rays, target: &Base, blockers: impl IntoIterator<Item = (I, &'a [Point])>) -> Shade<I> {
    let eye = Eye::new(rays, target);
    let faces: Vec<Edge> = eye.edges(&target.corners).filter(|edge| edge.to.x < edge.from.x).collect();
    let mut view: Vec<Width> = faces.iter().filter_map(|face| face.width().within(eye.limits)).collect();
    join(&mut view);
    let least = eye.least(&faces);
    view.retain(|width| width.to - width.from > least);
    let (mut blocks, mut hidden) = (Vec::new(), Vec::new());
    for (by, corners) in blockers {
        hidden.clear();
        for edge in eye.edges(corners) {
            hidden.extend(faces.iter().filter_map(|face| edge.before(face)?.within(eye.limits)));
        }
        join(&mut hidden);
        blocks.extend(hidden.iter().filter(|width| width.to - width.from > least).map(|&width| (by, width)));
    }
    Shade { view, blocks }
}

impl<I: Copy> Shade<I> {
    /// How much of the target is seen past all blockers.
    pub fn lit(&self) -> Lit {
        self.lit_past(|_| true)
    }

    /// How much of the target would be seen past those blockers alone that match.
    pub fn lit_past(&self, matches: impl Fn(I) -> bool) -> Lit {
        if self.view.is_empty() {
            return Lit::OutOfView;
        }
        let (whole, lit) = (total(&self.view), total(&self.seen_past(matches)));
        if lit == 0 {
            Lit::Hidden
        } else if lit < whole {
            Lit::Partly
        } else {
            Lit::Wholly
        }
    }

    /// The parts of the target that are seen past those blockers that match, from left to right.
    pub fn seen_past(&self, matches: impl Fn(I) -> bool) -> Vec<Width> {
        let mut dark: Vec<Width> = self.blocks.iter().filter(|(by, _)| matches(*by)).map(|&(_, width)| width).collect();
        join(&mut dark);
        let mut seen = Vec::new();
        for view in &self.view {
            let mut from = view.from;
            for shadow in dark.iter().filter_map(|shadow| shadow.within(*view)) {
                if shadow.from > from {
                    seen.push(Width { from, to: shadow.from });
                }
                from = shadow.to;
            }
            if from < view.to {
                seen.push(Width { from, to: view.to });
            }
        }
        seen
    }

    /// The seen share of the target's part in view, as a fraction; 0 of 1 out of view.
    pub fn share(&self) -> (i64, i64) {
        (total(&self.seen_past(|_| true)), total(&self.view).max(1))
    }

    /// Who hides how much, in the order in which the blockers were named.
    pub fn blocks(&self) -> &[(I, Width)] {
        &self.blocks
    }
}

impl Width {
    fn within(self, limits: Width) -> Option<Width> {
        let width = Width { from: self.from.max(limits.from), to: self.to.min(limits.to) };
        (width.from < width.to).then_some(width)
    }
}

fn total(widths: &[Width]) -> i64 {
    widths.iter().map(|width| width.to - width.from).sum()
}

/// Puts parts in order and joins those that meet.
fn join(widths: &mut Vec<Width>) {
    widths.sort_unstable();
    widths.dedup_by(|later, earlier| {
        let meet = later.from <= earlier.to;
        if meet {
            earlier.to = earlier.to.max(later.to);
        }
        meet
    });
}

/// Turns places into (place across the view, depth): rays become parallels and straight lines stay straight.
struct Eye {
    frame: Frame,
    central: bool,
    limits: Width,
}

/// An edge as it is seen.
#[derive(Clone, Copy)]
struct Edge {
    from: Spot,
    to: Spot,
}

/// The tangent 1 in view places, and the depth scale of rays from a place.
const TANGENT: i64 = 1 << 24;
const DEPTH: i64 = 1 << 52;

impl Eye {
    fn new(rays: Rays, target: &Base) -> Eye {
        match rays {
            Rays::Ahead { front, facing } => {
                let frame = Frame::new(front.from, facing);
                Eye { frame, central: false, limits: Width { from: 0, to: frame.spot(front.to).x } }
            }
            Rays::From(place) => {
                let frame = Frame::new(place, Angle::towards(place, target.center()));
                Eye { frame, central: true, limits: Width { from: i64::MIN, to: i64::MAX } }
            }
        }
    }

    /// The edges of a closed line as far as they lie ahead.
    fn edges<'a>(&'a self, corners: &'a [Point]) -> impl Iterator<Item = Edge> + 'a {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).filter_map(|(&from, &to)| self.edge(self.frame.spot(from), self.frame.spot(to)))
    }

    fn edge(&self, from: Spot, to: Spot) -> Option<Edge> {
        // One step ahead of the eye at least, so that no tangent is boundless; at the front edge for parallels.
        let nearest = if self.central { FINE } else { 0 };
        if from.y < nearest && to.y < nearest {
            return None;
        }
        let cut = |behind: Spot, ahead: Spot| {
            let share = times_over(ahead.x - behind.x, nearest - behind.y, ahead.y - behind.y);
            Spot { x: behind.x + share, y: nearest }
        };
        let (from, to) = if from.y < nearest {
            (cut(from, to), to)
        } else if to.y < nearest {
            (from, cut(to, from))
        } else {
            (from, to)
        };
        let seen = |spot: Spot| {
            if self.central { Spot { x: spot.x * TANGENT / spot.y, y: -(DEPTH / spot.y) } } else { spot }
        };
        Some(Edge { from: seen(from), to: seen(to) })
    }

    /// What [`TOUCH`] measures in the view at the target.
    fn least(&self, faces: &[Edge]) -> i64 {
        let touch = i64::from(TOUCH.get()) * FINE;
        if !self.central {
            return touch;
        }
        let depth = faces.iter().flat_map(|face| [face.from.y, face.to.y]).min().unwrap_or(-1);
        touch * TANGENT / (DEPTH / -depth.min(-1)).max(1)
    }
}

impl Edge {
    fn width(&self) -> Width {
        Width { from: self.from.x.min(self.to.x), to: self.from.x.max(self.to.x) }
    }

    /// The depth at a place across the view.
    fn depth(&self, at: i64) -> i64 {
        self.from.y + times_over(self.to.y - self.from.y, at - self.from.x, self.to.x - self.from.x)
    }

    /// The part of the view in which this edge is nearer than another.
    fn before(&self, other: &Edge) -> Option<Width> {
        let common = self.width().within(other.width())?;
        let nearer = |at: i64| other.depth(at) - self.depth(at);
        let (left, right) = (nearer(common.from), nearer(common.to));
        match (left > 0, right > 0) {
            (false, false) => None,
            (true, true) => Some(common),
            (nearer_left, _) => {
                let even = common.from + times_over(common.to - common.from, left, left - right);
                Some(if nearer_left { Width { to: even, ..common } } else { Width { from: even, ..common } })
            }
        }
    }
}
