//! Two looks at the charts that a referee takes often: fire points, and fresh, worn or spent.

use firelock_core::inches;
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Firing, Target, Volley};
use crate::words::{Firearm, Morale};

/// A unit's losses (RF-ROS-11, RF-ROS-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Strength {
    /// Its morale.
    pub morale: Morale,
    /// Stands at the start, 2 to 25.
    #[schemars(range(min = 2, max = 25))]
    pub start_stands: u8,
    /// Stands now.
    pub stands: u8,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { morale: Morale::Reliable, start_stands: 12, stands: 12 }
    }
}

/// Equal stands that fire (RF-FIR-07, RF-GUN-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shot {
    /// How many.
    pub stands: u8,
    /// With what.
    pub firearm: Firearm,
    /// How far, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    /// Disordered, low on ammunition or damaged: half the points.
    pub halved: bool,
}

impl Default for Shot {
    fn default() -> Shot {
        Shot { stands: 10, firearm: Firearm::Musket, range: Length::inches(4), halved: false }
    }
}

impl Shot {
    /// The fire combat of these stands alone.
    pub fn volley(&self) -> Volley {
        let firing = Firing {
            stands: self.stands,
            firearm: self.firearm,
            range: self.range,
            // Guns are not disordered; an amusette is, with its unit (RF-SPC-23).
            disordered: self.halved && (!self.firearm.is_cannon() || self.firearm == Firearm::Amusette),
            damaged: self.halved && self.firearm.is_cannon() && self.firearm != Firearm::Amusette,
            ..Firing::default()
        };
        Volley { firing: vec![firing], target: Target::default(), behind: Vec::new() }
    }
}
