use std::sync::Arc;

use crate::{
    Base, Body, Bounds, Layout, Length, Pose, Shape,
    gap::gap_up_to,
    gap_within,
    solid::{SLACK, are_within, solid},
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
        let solid = solid(bases.iter().copied());
        let bounds = Bounds::around(solid.iter().map(Base::bounds));
        let bounds = bounds.join(Bounds::around(bases.iter().map(Base::bounds)));
        Stance {
            body: Arc::new(Stood { body, bases: bases.as_slice().into(), solid: solid.as_slice().into(), bounds }),
        }
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
        let (outline, surely) = (body.outline(), limit - SLACK);
        // The middle of the front lies on a base where bases fill all of it.
        let filled = body.layout.is_filled();
        if filled && gap_within(outline.front().middle(), self.solid(), surely) {
            return true;
        }
        match gap_up_to(Shape::Base(&outline), self.solid().into(), limit + SLACK, surely) {
            None => false,
            Some(apart) if filled && apart.within(surely) => true,
            Some(_) => Stance::new(body.pose, body.layout.clone()).is_within(self, limit),
        }
    }

    /// The same ground in fewer rectangles.
    pub(crate) fn solid(&self) -> &[Base] {
        &self.body.solid
    }
}
