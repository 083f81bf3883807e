use std::sync::Arc;

use crate::{
    Base, Body, Bounds, Layout, Length, Pose, gap_within,
    solid::{SLACK, add_solid, are_within},
};

/// A body where it stands, measured once: its bases and the box around them. Copies share it.
#[derive(Clone, Debug)]
pub struct Stance {
    body: Arc<Stood>,
}

#[derive(Debug)]
struct Stood {
    body: Body,
    bases: Box<[Base]>,
    solid: Box<[Base]>,
    bounds: Bounds,
}

impl Stance {
    /// A formation at a pose.
    pub fn new(pose: Pose, layout: Layout) -> Stance {
        let body = Body::new(pose, layout);
        let bases = body.bases();
        let mut solid = Vec::with_capacity(bases.len());
        add_solid(bases.iter().copied(), &mut solid);
        let bounds = Bounds::around(solid.iter().map(Base::bounds));
        let bounds = bounds.join(Bounds::around(bases.iter().map(Base::bounds)));
        Stance { body: Arc::new(Stood { body, bases: bases.as_slice().into(), solid: solid.into(), bounds }) }
    }

    /// The formation and its pose.
    pub fn body(&self) -> &Body {
        &self.body.body
    }

    /// Its bases, in the order of its slots.
    pub fn bases(&self) -> &[Base] {
        &self.body.bases
    }

    /// The box around them.
    pub fn bounds(&self) -> Bounds {
        self.body.bounds
    }

    /// Whether two bodies are at most so far apart, as [`gap_within`] tells of their bases.
    pub fn is_within(&self, other: &Stance, limit: Length) -> bool {
        let exactly = |limit| gap_within(self.bases(), other.bases(), limit);
        limit.get() >= 0
            && self.bounds().distance_squared(&other.bounds()) <= limit.squared()
            && are_within((self.solid(), other.solid()), limit, exactly)
    }

    /// The same of a body that is only tried there: its bases are laid where one rectangle around it does not tell.
    pub fn is_within_of(&self, body: &Body, limit: Length) -> bool {
        let (outline, surely, farthest) = (body.outline(), limit - SLACK, limit + SLACK);
        // Some of what its bases fill, and all that they may.
        let filled = if body.layout.is_filled() { Some(outline) } else { body.layout.front_rank(body.pose) };
        let within = |part: &Base, limit| gap_within(part, self.solid(), limit);
        filled.is_some_and(|part| within(&part, surely))
            || within(&outline, farthest) && Stance::new(body.pose, body.layout.clone()).is_within(self, limit)
    }

    /// The same ground in fewer rectangles.
    pub(crate) fn solid(&self) -> &[Base] {
        &self.body.solid
    }
}
