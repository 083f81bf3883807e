//! A commander in danger (FD-LDR).

use firelock_core::{Cuts, Die, Lot, Read, Roll, Rolled, Rulebook, Side, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hit_set;
use crate::charts::{CAMPAIGN_CASUALTIES, numbers};
use crate::clauses::*;
use crate::results::Fate;
use crate::words::Rank;

words! {
    /// What puts a commander in danger.
    Danger {
        /// A shot that hit the stand he is with.
        #[default]
        Shot,
        /// A melee in which his body passed its check, or had none.
        MeleePassed,
        /// A melee in which his body failed.
        MeleeFailed,
    }
}

/// The facts of a commander in danger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Peril {
    /// Who he is.
    pub rank: Rank,
    /// What threatens him.
    pub danger: Danger,
}

/// A die of which band 1 is the face looked for.
fn die(clause: firelock_core::Clause, label: &'static str, side: Side, cuts: Cuts) -> Roll {
    Roll::new(clause, label, Read::Tally, [Lot::of(side, 1, Die::Z10).cut(cuts)])
}

/// Odd faces as band 1 (FD-GEN-08).
fn odd() -> Cuts {
    Cuts::new((1..=9).map(|face| (face, (face % 2) as u8)))
}

impl Peril {
    /// Whether he is tested at all: regimental commanders are not in melee (FD-LDR-04).
    pub fn is_tested(&self) -> bool {
        self.danger == Danger::Shot || self.rank != Rank::Regimental
    }

    /// The first die: under fire it hits, in melee it endangers (FD-LDR-01, FD-LDR-03).
    pub fn roll(&self, book: &Rulebook, side: Side) -> Roll {
        match self.danger {
            Danger::Shot => die(FD_LDR_01, "commander under fire", side, hit_set(book.number(&numbers::SHOT_FACES))),
            Danger::MeleePassed => {
                die(FD_LDR_03, "commander in melee", side, hit_set(book.number(&numbers::MELEE_FACES)))
            }
            Danger::MeleeFailed => die(FD_LDR_03, "commander in melee", side, odd()),
        }
    }

    /// The second die of one endangered in melee.
    pub fn second_roll(&self, book: &Rulebook, side: Side) -> Option<Roll> {
        let set = hit_set(book.number(&numbers::MELEE_FACES));
        (self.danger != Danger::Shot).then(|| die(FD_LDR_03, "commander endangered", side, set))
    }

    /// The die that tells wounds from death, where it is rolled (FD-OPT-07).
    pub fn wound_roll(&self, book: &Rulebook, side: Side) -> Option<Roll> {
        book.is_on(&CAMPAIGN_CASUALTIES).then(|| die(FD_OPT_07, "dead or wounded", side, odd()))
    }

    /// What a hit is, the last die given where it was rolled (FD-LDR-05, FD-OPT-07).
    pub fn fate(&self, wound: Option<&Rolled>) -> Fate {
        match wound {
            Some(rolled) if !fell(rolled) => Fate::Wounded,
            _ => Fate::Dead,
        }
    }
}

/// Whether the face looked for fell.
pub fn fell(rolled: &Rolled) -> bool {
    rolled.count(1) > 0
}
