//! A straight way, exactly.

use std::cell::OnceCell;

use crate::{
    Base, Bounds, FeatureId, Ground, Length, Met, Part, Point, Scene, TOUCH, TableEdge,
    frame::{FINE, Frame, Spot, length},
    meet::{Event, Found, Look, met_body, overhang},
    path::{Path, Sliding},
    sweep::{Mover, Slide, join},
};

/// A straight way prepared for looking along it.
pub(crate) struct Sweep<'a, 's> {
    scene: &'a Scene<'s>,
    sliding: &'a Sliding<'a>,
    /// Its bases, once one may run into something.
    bases: OnceCell<Vec<Base>>,
    solid: &'a [Base],
    bounds: Bounds,
}

/// Lists used again from one feature to the next, in parts of a step.
struct Spans {
    spots: Vec<Spot>,
    cuts: Vec<i64>,
    parts: Vec<(i64, i64)>,
    every: Vec<(i64, i64)>,
}

impl<'a, 's> Sweep<'a, 's> {
    /// `solid` are its few rectangles at the start, `bounds` is the box around the way.
    pub(crate) fn new(
        scene: &'a Scene<'s>,
        sliding: &'a Sliding<'a>,
        solid: &'a [Base],
        bounds: Bounds,
    ) -> Sweep<'a, 's> {
        Sweep { scene, sliding, bases: OnceCell::new(), solid, bounds }
    }

    fn bases(&self) -> &[Base] {
        // Mostly few: a list is less to move about than room for the most.
        self.bases.get_or_init(|| self.sliding.layout.laid(self.sliding.pose(0)).collect())
    }

    pub(crate) fn look(&self, look: Look, found: &mut Found) {
        self.bodies(look, found);
        self.edges(found);
        self.ground(found);
    }

    fn bodies(&self, look: Look, found: &mut Found) {
        let slide = &self.sliding.slide;
        // A body that just touches another at its end has met it: look a little farther.
        let more = if slide.length > 0 { 4 * TOUCH.get() } else { 0 };
        let bounds = self.bounds.grown(Length::grid(more));
        let mut length = slide.length;
        for other in self.scene.others().filter(|other| other.bounds.meets(&bounds)) {
            let farther = Slide { length: length + more, ..*slide };
            if let Some(pass) = farther.pass(|| self.bases(), self.solid, &other, look)
                && pass.touch <= length
            {
                // Who stops it hides all beyond.
                if look == Look::ToTouch {
                    length = pass.touch;
                }
                let (touching, met) = (slide.moved(&self.bases()[pass.own], pass.touch), &other.bases[pass.other]);
                let with = met_body(other.id, (pass.own, &touching), (pass.other, met), slide.heading);
                found.meets.push(Event { with, at: pass.touch, out: pass.out.filter(|&out| out <= slide.length) });
            }
        }
    }

    fn edges(&self, found: &mut Found) {
        let table = self.scene.table.bounds();
        if table.contains(self.bounds.min) && table.contains(self.bounds.max) {
            return;
        }
        let slide = &self.sliding.slide;
        for edge in TableEdge::ALL {
            let begins = overhang(self.scene.table, edge, self.bases());
            let out = |at: i32| self.scene.table.beyond(edge, slide.pose(at).at);
            let over = |at: i32| begins + out(at) - out(0);
            // A body that begins beyond the edge may come in, but not go farther out.
            let allowed = over(0).max(Length::ZERO);
            if over(slide.length) <= allowed {
                continue;
            }
            let (mut inside, mut beyond) = (0, slide.length);
            while beyond - inside > 1 {
                let middle = inside + (beyond - inside) / 2;
                if over(middle) > allowed { beyond = middle } else { inside = middle }
            }
            found.meets.push(Event { with: Met::Edge(edge), at: inside, out: None });
        }
    }

    fn ground(&self, found: &mut Found) {
        let mut rings = self.scene.table.rings().filter(|(_, bounds)| bounds.meets(&self.bounds)).peekable();
        if rings.peek().is_none() {
            return;
        }
        let mut spans = Spans {
            spots: Vec::with_capacity(8),
            cuts: Vec::with_capacity(8),
            parts: Vec::with_capacity(8),
            every: Vec::new(),
        };
        let mut movers: Option<Movers> = None;
        let mut pieces: Vec<&[Point]> = Vec::new();
        let mut last: Option<FeatureId> = None;
        for (ring, _) in rings {
            if let Some(feature) = last
                && feature != ring.feature
            {
                let movers = movers.get_or_insert_with(|| Movers::new(self));
                self.feature(feature, &pieces, movers, &mut spans, found);
                pieces.clear();
            }
            pieces.push(self.scene.table.corners(ring));
            last = Some(ring.feature);
        }
        if let Some(feature) = last {
            self.feature(feature, &pieces, &movers.unwrap_or_else(|| Movers::new(self)), &mut spans, found);
        }
    }

    /// The way of every watched part of the body over one feature.
    fn feature(&self, feature: FeatureId, pieces: &[&[Point]], movers: &Movers, spans: &mut Spans, found: &mut Found) {
        let way = i64::from(self.sliding.slide.length) * FINE;
        movers.over(&movers.solid, pieces, way, spans);
        for &(from, to) in &spans.parts {
            // Begun inside it is not met.
            if from > 0 {
                let out = (to < way).then_some((to / FINE) as i32 + 1);
                found.meets.push(Event { with: Met::Feature(feature), at: (from / FINE) as i32, out });
            }
        }
        let record = |part: Part, spans: &Spans, found: &mut Found| {
            found.ground.extend(spans.parts.iter().map(|&(from, to)| Ground {
                leg: 0,
                feature,
                part,
                from: length(from),
                to: length(to),
            }));
        };
        if self.scene.watch.contains(&Part::AnyBase) {
            record(Part::AnyBase, spans, found);
        }
        for &part in self.scene.watch {
            match part {
                Part::AnyBase => continue,
                Part::EveryBase => movers.all_over(pieces, way, spans),
                Part::AnyCenter => movers.over(&movers.centers, pieces, way, spans),
                Part::FrontEdge => movers.over(&movers.front, pieces, way, spans),
                Part::FrontCenter => movers.over(&movers.head, pieces, way, spans),
            }
            record(part, spans, found);
        }
    }
}

/// The parts of the body in the frame of its way.
struct Movers {
    frame: Frame,
    /// All bases, in few rectangles.
    solid: Vec<Mover>,
    /// Each base and the middle of each, where they are watched.
    bases: Vec<Mover>,
    centers: Vec<Mover>,
    front: [Mover; 1],
    head: [Mover; 1],
}

impl Movers {
    fn new(sweep: &Sweep<'_, '_>) -> Movers {
        let slide = &sweep.sliding.slide;
        let (frame, pose) = (slide.frame(), slide.from);
        let watched = |part: Part| sweep.scene.watch.contains(&part);
        let of = |part: Part| if watched(part) { sweep.bases() } else { &[] };
        let (centers, each) = (of(Part::AnyCenter).iter(), of(Part::EveryBase).iter());
        let front = sweep.sliding.front(0);
        Movers {
            frame,
            solid: sweep.solid.iter().map(|base| Mover::drawn_in(&frame, base)).collect(),
            bases: each.map(|base| Mover::drawn_in(&frame, base)).collect(),
            centers: centers.map(|base| Mover::place(&frame, base.center())).collect(),
            front: [Mover::edge(&frame, front, pose.facing)],
            head: [Mover::place(&frame, front.middle())],
        }
    }

    /// Where some of the movers lie on the pieces of a feature.
    fn over(&self, movers: &[Mover], pieces: &[&[Point]], way: i64, spans: &mut Spans) {
        spans.parts.clear();
        for corners in pieces {
            let around = self.lay(corners, spans);
            for mover in movers.iter().filter(|mover| mover.may_meet(around, way)) {
                mover.spans(&spans.spots, way, &mut spans.cuts, &mut spans.parts);
            }
        }
        join(&mut spans.parts);
    }

    /// Where all bases lie on the pieces of a feature.
    fn all_over(&self, pieces: &[&[Point]], way: i64, spans: &mut Spans) {
        spans.every.clear();
        spans.every.push((0, way));
        for mover in &self.bases {
            self.over(std::slice::from_ref(mover), pieces, way, spans);
            let (every, parts) = (std::mem::take(&mut spans.every), &spans.parts);
            let common =
                |a: (i64, i64), b: (i64, i64)| Some((a.0.max(b.0), a.1.min(b.1))).filter(|(from, to)| from <= to);
            spans.every.extend(every.iter().flat_map(|&one| parts.iter().filter_map(move |&two| common(one, two))));
        }
        std::mem::swap(&mut spans.every, &mut spans.parts);
    }

    /// Puts the corners of one piece into the frame and gives the box around them.
    fn lay(&self, corners: &[Point], spans: &mut Spans) -> (Spot, Spot) {
        spans.spots.clear();
        let (mut min, mut max) = (Spot { x: i64::MAX, y: i64::MAX }, Spot { x: i64::MIN, y: i64::MIN });
        for &corner in corners {
            let spot = self.frame.spot(corner);
            (min.x, min.y) = (min.x.min(spot.x), min.y.min(spot.y));
            (max.x, max.y) = (max.x.max(spot.x), max.y.max(spot.y));
            spans.spots.push(spot);
        }
        (min, max)
    }
}
