//! What a battle says of a unit or a leader; it does not change in play.

use firelock_core::Side;
use serde::Serialize;

use crate::state::LeaderId;
use crate::words::{Arm, Experience, GunRole, GunType, Morale, Rank, Traits, Weapon};

/// A unit at muster (RF-ROS-02, RF-ROS-22).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Roster {
    /// The battle file's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The leader of its brigade.
    pub brigade: LeaderId,
    /// How good it is.
    pub experience: Experience,
    /// What it is.
    pub body: BodyOf,
}

/// Troops or guns. Dragoons ride as cavalry and fire on foot (RF-SPC-08); a battalion gun is a gun unit of one stand (RF-SPC-09); a
/// galloper is a gun with its own rate, carriage and haul (RF-SPC-10).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum BodyOf {
    /// Foot or horse.
    Troops {
        /// Infantry or cavalry.
        arm: Arm,
        /// How it bears losses.
        morale: Morale,
        /// What it fires.
        weapon: Weapon,
        /// What is special about it.
        traits: Traits,
    },
    /// A gun unit.
    Guns {
        /// The kind of gun.
        gun: GunType,
        /// A battery or a battalion gun.
        role: GunRole,
        /// A gun that never moves.
        fixed: bool,
    },
}

/// A leader at muster (RF-ROS-29).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Officer {
    /// The battle file's id.
    pub id: String,
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// Whom he serves under; none for the army commander.
    pub superior: Option<LeaderId>,
    /// On horseback unless shot from under him.
    pub mounted: bool,
}

impl Roster {
    /// Whether it is a gun unit.
    pub fn is_guns(&self) -> bool {
        matches!(self.body, BodyOf::Guns { .. })
    }

    /// Infantry or cavalry; none for guns.
    pub fn arm(&self) -> Option<Arm> {
        match &self.body {
            BodyOf::Troops { arm, .. } => Some(*arm),
            BodyOf::Guns { .. } => None,
        }
    }

    /// What is special about troops; nothing for guns.
    pub fn traits(&self) -> Traits {
        match &self.body {
            BodyOf::Troops { traits, .. } => *traits,
            BodyOf::Guns { .. } => Traits::default(),
        }
    }
}
