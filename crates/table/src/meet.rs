//! What a body meets on a way, and over which ground it goes.

use std::cell::OnceCell;

use crate::{
    Angle, Base, BaseEdge, Bases, Body, BodyId, FeatureId, Ground, Length, MOST_BASES, Met, Point, Scene, Shape,
    Standing, TOUCH, Table, TableEdge,
    frame::FINE,
    gap, gap_within,
    meet_slide::Sweep,
    meet_walk::walk,
    path::{Path, Sliding},
    solid::{SLACK, are_within},
    sweep::{Mover, Slide, join},
};

/// Something met, in steps of the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) with: Met,
    pub(crate) at: i32,
    pub(crate) out: Option<i32>,
}

/// All that is met on a way, and the ground it passes.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) meets: Vec<Event>,
    pub(crate) ground: Vec<Ground>,
}

/// How far a body that is met is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Up to where the way is clear of it again, and from there on.
    Past,
    /// Up to the first touch: it stops whoever meets it.
    ToTouch,
}

/// Looks along the full length of a way.
pub(crate) fn meets_on(scene: &Scene<'_>, path: &impl Path, look: Look) -> Found {
    let mut found = Found::default();
    let bounds = path.bounds();
    match path.sliding() {
        Some(sliding) => {
            let mut solid = Bases::new();
            sliding.lay_solid(0, &mut solid);
            Sweep::new(scene, sliding, &solid, bounds).look(look, &mut found);
        }
        None => walk(scene, path, look, &mut found),
    }
    for other in scene.others() {
        let Some(off) = (scene.keep_off)(other.id) else { continue };
        if bounds.distance_squared(&other.bounds) <= off.squared()
            && let Some(at) = breach(path, &other, off)
        {
            found.meets.push(Event { with: Met::Near(other.id), at, out: None });
        }
    }
    found
}

/// Whether a body that slides straight so far meets nobody and comes no nearer to anyone than it must, as a few rectangles tell
/// at a glance. False tells nothing.
pub fn slides_clear(scene: &Scene<'_>, body: &Body, heading: Angle, length: Length) -> bool {
    let Body { pose, layout } = body;
    let slide = Slide { from: *pose, heading: heading.heading(), length: length.get().max(0) };
    let sliding = Sliding { slide, layout, solid: layout.solid() };
    let (bounds, least) = (sliding.bounds(), TOUCH * 4);
    let bases = OnceCell::new();
    let meets = |other: &Standing<'_>| {
        let farther = Slide { length: slide.length + least.get(), ..slide };
        other.bounds.meets(&bounds.grown(least))
            && farther
                .pass(|| bases.get_or_init(|| sliding.bases(0)), &sliding.solid(0), other, Look::ToTouch)
                .is_some()
    };
    scene.others().all(|other| {
        let off = (scene.keep_off)(other.id).unwrap_or_default().max(least);
        bounds.distance_squared(&other.bounds) > off.squared()
            || only_leaves(&sliding, other.solid, off) && !meets(&other)
    })
}

/// The last step before a body comes nearer to another than it must, if it does.
///
/// As long as it is nearer from the start, the distance may only grow (or stay, to within a touch).
fn breach(path: &impl Path, other: &Standing<'_>, off: Length) -> Option<i32> {
    if path.sliding().is_some_and(|sliding| only_leaves(sliding, other.solid, off)) {
        return None;
    }
    let too_near = |at: i32| is_too_near(path, at, other, off);
    let begins_off = !too_near(0);
    let ahead: Bases;
    let solid = match path.sliding() {
        // What is passed at a distance or left behind cannot come nearer.
        Some(sliding) if begins_off => {
            ahead = still_ahead(sliding, other.solid, off);
            &ahead[..]
        }
        _ => other.solid,
    };
    let mut at = if solid.is_empty() { path.end() } else { first_nearer(path, solid, off) };
    // The few rectangles are exact to a touch only: the bases themselves have the last word.
    while begins_off && at > 0 && too_near(at) {
        at -= 1;
    }
    (at < path.end()).then_some(at)
}

/// Whether a body on its way is nearer to another than it must be: the few rectangles tell, and where it is close the bases.
pub(crate) fn is_too_near(path: &impl Path, at: i32, other: &Standing<'_>, off: Length) -> bool {
    let exactly = |limit| gap_within(&path.bases(at)[..], other.bases, limit);
    are_within((&path.solid(at), other.solid), off - Length::grid(1), exactly)
}

/// The last step of a way before it comes too near; its end if it does not.
fn first_nearer(path: &impl Path, others: &[Base], off: Length) -> i32 {
    let mut solid = Bases::new();
    let mut gap_at = |at: i32| {
        path.lay_solid(at, &mut solid);
        gap(&solid[..], others).length()
    };
    let mut watch = Watch::new(off, path.speed());
    let (mut at, mut allowed) = (0, 0);
    loop {
        let now = gap_at(at);
        if watch.is_too_near(now) {
            let (bound, _) = watch.bound();
            while at - allowed > 1 {
                let middle = allowed + (at - allowed) / 2;
                if gap_at(middle) < bound { at = middle } else { allowed = middle }
            }
            return allowed;
        }
        if at >= path.end() {
            return at;
        }
        allowed = at;
        at = at.saturating_add(watch.until_next(now)).min(path.end());
    }
}

/// How a body that must keep off from another is watched along its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) off: Length,
    pub(crate) speed: i32,
    /// The farthest it has been off so far.
    pub(crate) widest: Length,
}

impl Watch {
    pub(crate) const fn new(off: Length, speed: i32) -> Watch {
        Watch { off, speed, widest: Length::ZERO }
    }

    /// How far off it must stay now. While it is leaving, the grid may take a touch from the distance; more is coming nearer.
    fn bound(&self) -> (Length, Length) {
        if self.widest >= self.off { (self.off, Length::ZERO) } else { (self.widest, TOUCH) }
    }

    /// Whether at so far off it has come too near.
    pub(crate) fn is_too_near(&self, now: Length) -> bool {
        let (bound, slack) = self.bound();
        now + slack < bound
    }

    /// After how many steps it is looked at again. No place goes faster than its speed, so a body can be left unwatched while it is
    /// farther off. Close by it is looked at every 16 grid steps, or every 1/8 inch while it is leaving.
    pub(crate) fn until_next(&mut self, now: Length) -> i32 {
        let (least, leaving) = ((16 / self.speed).max(1), (318 / self.speed).max(1));
        self.widest = self.widest.max(now);
        if self.widest < self.off { leaving } else { ((now - self.off).get() / self.speed).max(least) }
    }
}

/// Whether a sliding body passes every rectangle at more than so far, ends short of it, or comes ever farther from it.
fn only_leaves(sliding: &Sliding<'_>, others: &[Base], off: Length) -> bool {
    // The distance of two rectangles, one of which slides, bends only upwards: once it clearly grows it goes on growing. So
    // much on a part of the way is far more than what rounding takes.
    let (part, clearly) = (sliding.slide.length.min(318), Length::grid(64));
    let (start, later) = (sliding.solid(0), sliding.solid(part));
    let (frame, off) = (sliding.slide.frame(), i64::from((off + SLACK).get()) * FINE);
    let length = i64::from(sliding.slide.length) * FINE;
    start.iter().zip(&later).all(|(from, to)| {
        let mover = Mover::new(&frame, from.corners);
        let leaves = |other: &Base| gap(from, other).length() + clearly <= gap(to, other).length();
        others.iter().all(|other| {
            let standing = Mover::new(&frame, other.corners);
            !mover.is_beside(&standing, off) || !mover.is_along(&standing, length, off) || leaves(other)
        })
    })
}

/// Those rectangles that a sliding body may come nearer to than so far.
fn still_ahead(sliding: &Sliding<'_>, others: &[Base], off: Length) -> Bases {
    let frame = sliding.slide.frame();
    let movers: Vec<Mover> = sliding.solid(0).iter().map(|base| Mover::new(&frame, base.corners)).collect();
    let off = i64::from(off.get()) * FINE;
    let near = |other: &&Base| {
        let standing = Mover::new(&frame, other.corners);
        movers.iter().any(|mover| mover.is_beside(&standing, off) && !mover.is_past(&standing))
    };
    others.iter().filter(near).copied().take(MOST_BASES).collect()
}

/// The last step before something is met at which the body is at least so far off from it.
pub(crate) fn short_of(scene: &Scene<'_>, path: &impl Path, meet: &Event, off: Length) -> i32 {
    let off = off.max(Length::ZERO);
    let too_near = |at: i32| {
        let bases = path.bases(at);
        match meet.with {
            Met::Edge(edge) => overhang(scene.table, edge, &bases) > -off,
            Met::Body { id, .. } | Met::Near(id) => nearer(&bases, scene.crowd.body(id).map(Shape::from), off),
            Met::Feature(id) => nearer_to_feature(scene.table, &bases, id, off),
        }
    };
    let (mut far, mut near) = (0, meet.at);
    if !too_near(near) {
        return near;
    }
    if too_near(far) {
        return far;
    }
    while near - far > 1 {
        let middle = far + (near - far) / 2;
        if too_near(middle) { near = middle } else { far = middle }
    }
    far
}

/// Whether bases lie nearer to a shape than so far.
fn nearer(bases: &[Base], shape: Option<Shape<'_>>, off: Length) -> bool {
    shape.is_some_and(|shape| gap_within(bases, shape, off - Length::grid(1)))
}

fn nearer_to_feature(table: &Table, bases: &[Base], id: FeatureId, off: Length) -> bool {
    let mut rings = table.rings().filter(|(ring, _)| ring.feature == id);
    rings.any(|(ring, _)| {
        let corners = table.corners(ring);
        // Met from outside: the border is what is near, closed by its first corner.
        let closed: Vec<Point> = corners.iter().chain(corners.first()).copied().collect();
        nearer(bases, Some(Shape::Path(&closed)), off)
    })
}

/// How far bases reach over an edge of the table; negative while they lie on it.
pub(crate) fn overhang(table: &Table, edge: TableEdge, bases: &[Base]) -> Length {
    let corners = bases.iter().flat_map(|base| base.corners);
    corners.map(|corner| table.beyond(edge, corner)).max().unwrap_or(-Length::FAR)
}

/// The meeting of two bodies by the bases that touch, each with its number, the mover coming along a heading.
pub(crate) fn met_body(id: BodyId, own: (usize, &Base), met: (usize, &Base), way: Angle) -> Met {
    // At most 32 bases each.
    Met::Body { id, own: own.0 as u8, base: met.0 as u8, edge: edge_hit(own.1, met.1, way) }
}

/// The edge of a base that a mover coming along a heading touches: one that the mover lies wholly outside of, if there is one,
/// and the one that faces it most, where it touches a corner.
fn edge_hit(mover: &Base, base: &Base, way: Angle) -> BaseEdge {
    let edges = [BaseEdge::Front, BaseEdge::Right, BaseEdge::Rear, BaseEdge::Left];
    let against = |turn: i32| (base.facing() + Angle::degrees(90 * turn)).between(way + Angle::HALF);
    // At least one of four faces it; the others do not count.
    let faced = edges.into_iter().zip(base.edges()).zip((0..).map(against)).filter(|(_, off)| *off <= Angle::RIGHT);
    let faced = faced.map(|((edge, line), off)| {
        // Left of the edge is outside; a touch of overlap is still outside.
        let least = -i64::from(TOUCH.get() + 1) * i64::from(line.length().get());
        let outside = mover.corners.iter().all(|&corner| line.side(corner) >= least);
        (!outside, off, edge)
    });
    faced.min().map_or(BaseEdge::Front, |(.., edge)| edge)
}

/// How far a sliding body must go until it lies beyond a feature that it has before it or under it; nothing if it never meets it.
pub(crate) fn rear_beyond(scene: &Scene<'_>, sliding: &Sliding<'_>, feature: FeatureId) -> Length {
    let (frame, bases) = (sliding.slide.frame(), sliding.solid(0));
    let length = i64::from(sliding.slide.length) * FINE;
    let (mut parts, mut cuts, mut spots) = (Vec::new(), Vec::new(), Vec::new());
    for (ring, _) in scene.table.rings().filter(|(ring, _)| ring.feature == feature) {
        spots.clear();
        spots.extend(scene.table.corners(ring).iter().map(|&corner| frame.spot(corner)));
        for base in &bases {
            Mover::drawn_in(&frame, base).spans(&spots, length, &mut cuts, &mut parts);
        }
    }
    join(&mut parts);
    // Up to the next whole step, where no base is in it any more.
    parts.first().map_or(Length::ZERO, |&(_, to)| Length::grid((to / FINE) as i32 + 1))
}
