use serde::{Deserialize, Serialize};

use crate::{Base, Polygon, TOUCH, clip::area2_in_base, overlaps_ground, wholly_in_ground};

/// When a base counts as inside a piece of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inside {
    /// Its middle is inside or on the edge.
    Center,
    /// At least half of its area is inside; what is missing to the half may be a strip of [`TOUCH`] along its longer edge.
    Half,
    /// Some part of it, deeper than [`TOUCH`].
    Any,
    /// All of it, but for at most [`TOUCH`].
    Whole,
}

/// So many of so many bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Count {
    /// How many do.
    pub n: u8,
    /// How many there are.
    pub of: u8,
}

impl Count {
    /// More than half of them.
    pub const fn more_than_half(self) -> bool {
        2 * self.n as u16 > self.of as u16
    }

    /// At least half of them; never of none.
    pub const fn at_least_half(self) -> bool {
        self.n > 0 && 2 * self.n as u16 >= self.of as u16
    }

    /// Every one of them; never of none.
    pub const fn all(self) -> bool {
        self.n > 0 && self.n == self.of
    }
}

/// How many bases are inside a piece of ground.
pub fn inside(bases: &[Base], ground: &Polygon, by: Inside) -> Count {
    let n = bases.iter().filter(|base| is_inside(base, ground, by)).count();
    let few = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    Count { n: few(n), of: few(bases.len()) }
}

/// Whether one base is inside a piece of ground.
pub fn is_inside(base: &Base, ground: &Polygon, by: Inside) -> bool {
    if !base.bounds().meets(ground.bounds()) {
        return false;
    }
    match by {
        Inside::Center => ground.holds_center(base),
        Inside::Half => {
            let missing = i64::from(TOUCH.get()) * i64::from(base.size.width.max(base.size.depth).get());
            2 * (shared_area2(base, ground) + 2 * missing) >= base.area2()
        }
        Inside::Any => overlaps_ground(base, ground),
        Inside::Whole => wholly_in_ground(base, ground),
    }
}

/// Twice the area that a base shares with a piece of ground, in square steps.
pub fn shared_area2(base: &Base, ground: &Polygon) -> i64 {
    area2_in_base(ground.points(), base)
}
