//! A pool of dice of which each is read alone.

use firelock_core::{Clause, Cuts, Lot, Read, Roll, Rolled, Side};

use super::{counted, dice};

/// A pool: so many dice, the score that hits, and the faces that are rolled again once without choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// How many dice.
    pub dice: u8,
    /// The least score that hits.
    pub need: i32,
    /// The faces rolled again, bit n for face n.
    pub again: u16,
}

/// A pool as it first fell, for a side that may yet choose to roll dice again (WA-SEQ-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// Dice that miss and may be rolled again by choice.
    pub misses: u8,
    /// Dice that hit.
    pub hits: u8,
    /// Dice that are rolled again without choice, and then no more (WA-CMD-09).
    pub again: u8,
}

impl Pool {
    /// The whole pool, re-rolls folded in: see [`Pool::hits`].
    pub fn roll(&self, clause: Clause, label: &'static str, side: Side) -> Roll {
        Roll::new(clause, label, Read::Tally, [self.lot(side)])
    }

    /// The pool as a lot of a larger roll; band 1 hits.
    pub fn lot(&self, side: Side) -> Lot {
        counted(side, self.dice, self.need).again(self.again)
    }

    /// The hits of the whole pool.
    pub fn hits(&self, rolled: &Rolled) -> u8 {
        rolled.count(1).clamp(0, self.dice.into()) as u8
    }

    /// The pool as it first falls, nothing rolled again yet: see [`Pool::held`].
    pub fn held_roll(&self, clause: Clause, label: &'static str, side: Side) -> Roll {
        let band = |face: i16| match (self.again & (1 << face) != 0, i32::from(face) >= self.need) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        };
        let turns = (1..=6).filter(|&face| face == 1 || band(face) != band(face - 1));
        Roll::new(
            clause,
            label,
            Read::Tally,
            [dice(side, self.dice).cut(Cuts::new(turns.map(|face| (face, band(face)))))],
        )
    }

    /// What first fell.
    pub fn held(&self, rolled: &Rolled) -> Held {
        let n = |band| rolled.count(band).clamp(0, self.dice.into()) as u8;
        Held { misses: n(0), hits: n(1), again: n(2) }
    }

    /// So many dice of the pool rolled again, by choice or without: the second score stands (WA-CMD-09).
    pub fn again(&self, n: u8) -> Pool {
        Pool { dice: n, again: 0, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::WA_FIRE_06;
    use firelock_core::{Dice, Given};

    #[test]
    fn a_held_pool_keeps_apart_what_quality_rolls_again() {
        // WA-FIRE-06, WA-CMD-09, WA-SEQ-32
        let pool = Pool { dice: 6, need: 5, again: 0b110 };
        let faces = [1, 2, 3, 4, 5, 6];
        let held = Given::new(faces).roll(&pool.held_roll(WA_FIRE_06, "volley", Side::Red)).expect("six faces");
        assert_eq!(pool.held(&held), Held { misses: 2, hits: 2, again: 2 });
        let whole = Given::new(faces.into_iter().chain([5, 1]))
            .roll(&pool.roll(WA_FIRE_06, "volley", Side::Red))
            .expect("eight");
        assert_eq!(pool.hits(&whole), 3);
        let plain = Pool { dice: 6, need: 5, again: 0 };
        let held = Given::new(faces).roll(&plain.held_roll(WA_FIRE_06, "volley", Side::Red)).expect("six faces");
        assert_eq!(plain.held(&held), Held { misses: 4, hits: 2, again: 0 });
        assert_eq!(pool.again(2), Pool { dice: 2, need: 5, again: 0 });
    }
}
