//! A shot by a field gun (WA-ART).

use firelock_core::{Roll, Rulebook, Side, inches};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arms, Impact, Pool, Target, n_dice};
use crate::charts::{Action, T_GUN_DICE, T_GUN_HIT, T_GUN_SAVE, gun_range, has_opportunity, most};
use crate::clauses::*;
use crate::words::GunRange;

/// The facts of a gun's shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cannonade {
    /// The AP spent on it in the own turn, a die each.
    pub ap: u8,
    /// In the enemy's turn: without AP, at canister or short range only (WA-FIRE-24).
    pub opportunity: bool,
    /// The gun is disordered.
    pub disordered: bool,
    /// The gun has lost half of its base.
    pub damaged: bool,
    /// At whom.
    pub target: Target,
    /// How far, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// Gun and target are in the same wood or building (WA-ART-03).
    pub within_cover: bool,
}

impl Default for Cannonade {
    fn default() -> Cannonade {
        Cannonade {
            ap: 4,
            opportunity: false,
            disordered: false,
            damaged: false,
            target: Target::default(),
            distance: Length::inches(5),
            within_cover: false,
        }
    }
}

/// A gun's shot as T-ARTILLERY reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laying {
    /// The band.
    pub range: GunRange,
    /// AP spent.
    pub ap: u16,
    /// An opportunity shot.
    pub opportunity: bool,
    /// The gun is disordered.
    pub disordered: bool,
    /// The gun is damaged.
    pub damaged: bool,
    /// The target is in single-base column.
    pub column: bool,
    /// The target is in cover.
    pub cover: bool,
}

impl Cannonade {
    /// Weighs the shot up; none out of range, or where an opportunity shot is not allowed.
    pub fn laying(&self, book: &Rulebook) -> Option<Laying> {
        let range = gun_range(book, self.distance, self.within_cover)?;
        (has_opportunity(range) || !self.opportunity).then_some(Laying {
            range,
            ap: self.ap.min(most(book, Action::GunShot).unwrap_or(u8::MAX)).into(),
            opportunity: self.opportunity,
            disordered: self.disordered,
            damaged: self.damaged,
            column: self.target.column,
            // Who stands in the same wood or building as the gun is in cover there.
            cover: self.target.cover || self.within_cover,
        })
    }

    /// The dice that may hit; guns have no re-rolls of quality (WA-ART-06).
    pub fn pool(&self, book: &Rulebook, laying: &Laying) -> Pool {
        Pool { dice: n_dice(T_GUN_DICE.sum(book, laying)), need: T_GUN_HIT.sum(book, laying), again: 0 }
    }

    /// What saves and markers depend on.
    pub fn impact(&self, book: &Rulebook, laying: &Laying) -> Impact {
        Impact { target: self.target, save: T_GUN_SAVE.sum(book, laying), arms: Arms::Guns }
    }

    /// The roll of a pool of this shot.
    pub fn roll(pool: &Pool, side: Side) -> Roll {
        pool.roll(WA_ART_01, "gun", side)
    }

    /// The same as it first falls, for a side that may roll dice again by choice.
    pub fn held_roll(pool: &Pool, side: Side) -> Roll {
        pool.held_roll(WA_ART_01, "gun", side)
    }
}
