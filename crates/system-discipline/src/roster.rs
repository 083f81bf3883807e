//! What a battle says of a unit or a commander; it does not change in play.

use firelock_core::Side;
use serde::Serialize;

use crate::state::UnitNo;
use crate::words::{Arm, Class, FireMode, Firearm, MeleeWeapon, Nation, Piece, Size, Tactic};

/// A unit at muster (FD-ROS-10): a regiment, a battery, a train.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Roster {
    /// The battle file's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Whose ways it has.
    pub nation: Nation,
    /// Its brigade.
    pub brigade: BrigadeNo,
    /// Its morale rating, 0 to 4 (FD-ROS-16, FD-ROS-19).
    pub rating: u8,
    /// Its shatter boxes (FD-ROS-18).
    pub boxes: u16,
    /// Its stands, by number. Dragoons have their half-stands on foot after the mounted ones.
    pub stands: Vec<Stand>,
    /// What it is.
    pub corps: Corps,
}

/// The number of a brigade, and of the commander who leads it at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct BrigadeNo(pub u8);

/// One stand (FD-ROS-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Stand {
    /// Half, full or double.
    pub size: Size,
    /// Its castings; they never change (FD-ROS-05).
    pub castings: u8,
    /// The troop of horse it belongs to (FD-FRM-04); for foot its own number.
    pub troop: u8,
    /// On foot, the mounted stand it comes from (FD-MOV-36).
    pub of: Option<u8>,
}

/// What a unit is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Corps {
    /// Foot, horse or dragoons.
    Troops(Troops),
    /// Gun sections of one sort.
    Guns(Guns),
    /// Wagons.
    Train,
}

/// Foot, horse or dragoons (FD-ROS-11, FD-ROS-12, FD-ROS-13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Troops {
    /// Infantry, cavalry or dragoons.
    pub arm: Arm,
    /// What sort of them.
    pub class: Class,
    /// What it shoots with on foot.
    pub firearm: Firearm,
    /// How it fires.
    pub mode: FireMode,
    /// What it strikes with on foot.
    pub melee: MeleeWeapon,
    /// Not all have a firearm (FD-ROS-15).
    pub mixed_armed: bool,
    /// How it fights mounted.
    pub tactic: Tactic,
    /// How many half-stands may leave it (FD-SPC-01).
    pub elites: u8,
    /// A commander's own guard, without a regimental commander (FD-ROS-32).
    pub personal: bool,
    /// Native warriors (FD-OPT-04).
    pub indian: bool,
    /// Militia (FD-OPT-04).
    pub militia: bool,
    /// 6 mm castings, twice as many (FD-SCL-08).
    pub six_mm: bool,
}

/// Gun sections (FD-ROS-20).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Guns {
    /// Gun, howitzer or mortar.
    pub piece: Piece,
    /// The weight of its ball.
    pub pounds: u8,
    /// Rockets: they never fire (FD-ROS-23).
    pub rockets: bool,
}

/// A brigade commander at muster (FD-ROS-31, FD-ROS-33).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Officer {
    /// The battle file's id.
    pub id: String,
    /// His name.
    pub name: String,
    /// What his command is called.
    pub brigade: String,
    /// Whose he is.
    pub side: Side,
    /// The commander in chief.
    pub chief: bool,
    /// His personal force, if he rides with it (FD-ROS-32).
    pub guard: Option<UnitNo>,
}

impl Roster {
    /// Foot, horse or dragoons; none for guns and wagons.
    pub fn troops(&self) -> Option<&Troops> {
        match &self.corps {
            Corps::Troops(troops) => Some(troops),
            Corps::Guns(_) | Corps::Train => None,
        }
    }

    /// Its guns, if it is artillery.
    pub fn guns(&self) -> Option<&Guns> {
        match &self.corps {
            Corps::Guns(guns) => Some(guns),
            Corps::Troops(_) | Corps::Train => None,
        }
    }

    /// A regiment: foot or horse with a commander of its own, under a directive (FD-ROS-30, FD-CMD-14).
    pub fn is_regiment(&self) -> bool {
        self.troops().is_some_and(|troops| !troops.personal)
    }
}
