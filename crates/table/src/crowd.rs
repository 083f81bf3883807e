use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Base, Bounds, Gap, MOST_BASES, Shape, Stance, gap, solid::add_solid};

/// A body on the table, in the caller's numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BodyId(pub u16);

/// Everyone who stands on the table: built once, asked many times.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    bodies: Vec<Entry>,
    bases: Vec<Base>,
    solid: Vec<Base>,
}

#[derive(Clone, Debug)]
struct Entry {
    id: BodyId,
    bounds: Bounds,
    stands: Stands,
}

#[derive(Clone, Debug)]
enum Stands {
    /// In the lists of the crowd.
    Here { bases: Range<usize>, solid: Range<usize> },
    /// Measured before.
    Known(Stance),
    /// Lent, with the few rectangles they make up.
    Lent { bases: Arc<[Base]>, solid: Arc<[Base]> },
}

/// One body of a crowd.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Who it is.
    pub id: BodyId,
    /// The box around it.
    pub bounds: Bounds,
    /// Its bases.
    pub bases: &'a [Base],
    /// The same ground in fewer rectangles.
    pub(crate) solid: &'a [Base],
}

impl Crowd {
    /// Nobody yet.
    pub fn new() -> Crowd {
        Crowd::default()
    }

    /// Nobody yet, with room for so many that were measured before.
    pub fn with_capacity(bodies: usize) -> Crowd {
        Crowd { bodies: Vec::with_capacity(bodies), ..Crowd::default() }
    }

    /// Adds a body by its bases. A body without bases is in nobody's way.
    pub fn add(&mut self, id: BodyId, bases: &[Base]) {
        let (from, solid_from) = (self.bases.len(), self.solid.len());
        self.bases.extend_from_slice(bases);
        for few in bases.chunks(MOST_BASES) {
            add_solid(few.iter().copied(), &mut self.solid);
        }
        self.bodies.push(Entry {
            id,
            bounds: Bounds::around(bases.iter().map(Base::bounds)),
            stands: Stands::Here { bases: from..self.bases.len(), solid: solid_from..self.solid.len() },
        });
    }

    /// Adds a body that was measured before: quick.
    pub fn add_stance(&mut self, id: BodyId, stance: &Stance) {
        self.bodies.push(Entry { id, bounds: stance.bounds(), stands: Stands::Known(stance.clone()) });
    }

    /// Adds a body by its bases, what [`solid`] makes of them, and the box around them: quick.
    pub fn add_lent(&mut self, id: BodyId, bounds: Bounds, bases: Arc<[Base]>, solid: Arc<[Base]>) {
        self.bodies.push(Entry { id, bounds, stands: Stands::Lent { bases, solid } });
    }

    /// Takes a body off; nothing happens if it is not there.
    pub fn remove(&mut self, id: BodyId) {
        self.bodies.retain(|entry| entry.id != id);
    }

    /// All bodies in the order in which they were added.
    pub fn bodies(&self) -> impl Iterator<Item = Standing<'_>> {
        self.bodies.iter().map(|entry| {
            let (bases, solid) = match &entry.stands {
                Stands::Here { bases, solid } => (&self.bases[bases.clone()], &self.solid[solid.clone()]),
                Stands::Known(stance) => (stance.bases(), stance.solid()),
                Stands::Lent { bases, solid } => (&bases[..], &solid[..]),
            };
            Standing { id: entry.id, bounds: entry.bounds, bases, solid }
        })
    }

    /// One body.
    pub fn body(&self, id: BodyId) -> Option<Standing<'_>> {
        self.bodies().find(|body| body.id == id)
    }

    /// The bodies that match with their distance from a shape, nearest first; equal distances in order of their ids.
    pub fn nearest<'a>(&self, from: impl Into<Shape<'a>>, matches: impl Fn(BodyId) -> bool) -> Vec<(BodyId, Gap)> {
        let from = from.into();
        let among = self.bodies().filter(|body| matches(body.id));
        let mut found: Vec<(BodyId, Gap)> = among.map(|body| (body.id, gap(from, body.bases))).collect();
        found.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        found
    }
}

/// The same ground as some bases in fewer rectangles, to lend it to crowds.
pub fn solid(bases: &[Base]) -> Arc<[Base]> {
    let mut solid = Vec::with_capacity(bases.len());
    for few in bases.chunks(MOST_BASES) {
        add_solid(few.iter().copied(), &mut solid);
    }
    solid.into()
}

impl<'a> From<Standing<'a>> for Shape<'a> {
    fn from(standing: Standing<'a>) -> Shape<'a> {
        Shape::Bases(standing.bases)
    }
}
