//! What a battle says of a unit or a commander; it does not change in play.

use firelock_core::Side;
use serde::Serialize;

use crate::state::BrigadeNo;
use crate::words::{Arm, Class, GunType, Level, Quality, Weapon};

/// A unit at muster (NQ-ROS-01..11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Roster {
    /// The battle file's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its brigade.
    pub brigade: BrigadeNo,
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// What it shoots with.
    pub weapon: Weapon,
    /// Bases at the start.
    pub bases: u8,
    /// Drilled to fight in two ranks (NQ-ROS-07).
    pub two_rank: bool,
    /// With lances (NQ-ROS-08).
    pub lance: bool,
    /// In cuirass (NQ-ROS-09).
    pub cuirass: bool,
    /// The guns of a battery, one a base (NQ-ROS-10, NQ-ROS-11).
    pub guns: Vec<GunType>,
}

/// A commander at muster (NQ-ROS-13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Officer {
    /// The battle file's id.
    pub id: String,
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// The army or a brigade.
    pub level: Level,
    /// His rating at the start.
    pub rating: u8,
    /// His brigade, if he has one.
    pub brigade: Option<BrigadeNo>,
}

impl Roster {
    /// Its arm.
    pub const fn arm(&self) -> Arm {
        self.class.arm()
    }

    /// A battery.
    pub const fn is_battery(&self) -> bool {
        matches!(self.arm(), Arm::Artillery)
    }
}
