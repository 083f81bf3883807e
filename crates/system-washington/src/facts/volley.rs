//! A shot by infantry or cavalry (WA-FIRE).

use firelock_core::{Roll, Rulebook, Side, inches};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arms, Impact, Pool, Target, n_dice};
use crate::charts::{T_HIT, T_SAVE, T_SHOOTERS, range, rolled_again};
use crate::clauses::*;
use crate::words::{Formation, Quality, Range, Troop};

/// The facts of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    /// Who shoots.
    pub shooter: Shooter,
    /// At whom.
    pub target: Target,
    /// How far, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// No part of the target lies straight ahead (WA-LOS-03).
    pub off_center: bool,
    /// In the enemy's turn: at short range only (WA-FIRE-19).
    pub opportunity: bool,
}

/// A unit that shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shooter {
    /// What it is.
    pub troop: Troop,
    /// How good it is.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// Troop bases in its front rank.
    pub front: u8,
    /// It has a battalion gun; line only.
    pub battalion_gun: bool,
    /// It is disordered.
    pub disordered: bool,
}

impl Default for Volley {
    fn default() -> Volley {
        Volley {
            shooter: Shooter::default(),
            target: Target::default(),
            distance: Length::inches(4),
            off_center: false,
            opportunity: false,
        }
    }
}

impl Default for Shooter {
    fn default() -> Shooter {
        Shooter {
            troop: Troop::Line,
            quality: Quality::Average,
            formation: Formation::Close,
            front: 3,
            battalion_gun: false,
            disordered: false,
        }
    }
}

/// A shot as T-SHOOTERS, T-HIT and T-SAVE read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// Troop bases in the front rank.
    pub bases: u16,
    /// A battalion gun shoots too.
    pub battalion_gun: bool,
    /// The shooter is disordered.
    pub disordered: bool,
    /// The target is off center.
    pub off_center: bool,
    /// The band.
    pub range: Range,
    /// The target is in cover.
    pub cover: bool,
    /// The shooter counts as line infantry.
    pub line_like: bool,
}

impl Volley {
    /// Weighs the shot up; none out of range, or beyond short range for an opportunity shot.
    pub fn aim(&self, book: &Rulebook) -> Option<Aim> {
        let shooter = &self.shooter;
        let range = range(book, shooter.troop, self.distance)?;
        (range == Range::Short || !self.opportunity).then_some(Aim {
            bases: shooter.front.into(),
            battalion_gun: shooter.battalion_gun,
            disordered: shooter.disordered,
            off_center: self.off_center,
            range,
            cover: self.target.cover,
            line_like: shooter.troop.is_line_like(shooter.formation),
        })
    }

    /// The dice that may hit.
    pub fn pool(&self, book: &Rulebook, aim: &Aim) -> Pool {
        Pool {
            dice: n_dice(T_SHOOTERS.sum(book, aim)),
            need: T_HIT.sum(book, aim),
            again: rolled_again(book, self.shooter.quality),
        }
    }

    /// What saves and markers depend on.
    pub fn impact(&self, book: &Rulebook, aim: &Aim) -> Impact {
        let arms = if self.shooter.troop == Troop::Rifle { Arms::Rifles } else { Arms::Muskets };
        Impact { target: self.target, save: T_SAVE.sum(book, aim), arms }
    }

    /// The roll of a pool of this shot, re-rolls folded in.
    pub fn roll(pool: &Pool, side: Side) -> Roll {
        pool.roll(WA_FIRE_05, "shooting", side)
    }

    /// The same as it first falls, for a side that may roll dice again by choice.
    pub fn held_roll(pool: &Pool, side: Side) -> Roll {
        pool.held_roll(WA_FIRE_05, "shooting", side)
    }
}
