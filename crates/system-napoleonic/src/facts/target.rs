//! What is shot at.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Strength;
use crate::charts::Mark;
use crate::words::{Class, Cover, Formation, Zone};

/// A unit under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    /// What it is.
    pub class: Class,
    /// How it stands; a garrison counts as a line (NQ-TER-11).
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
    /// It routs.
    pub routing: bool,
    /// It moved this turn.
    pub moved: bool,
    /// Its cover against this fire.
    pub cover: Cover,
    /// Where the firer lies, seen from it.
    pub zone: Zone,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
    /// A command unit is attached.
    pub command_attached: bool,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            class: Class::LineInfantry,
            formation: Formation::Line,
            unformed: false,
            routing: false,
            moved: false,
            cover: Cover::None,
            zone: Zone::Front,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
            command_attached: false,
        }
    }
}

impl Target {
    /// Its strength.
    pub fn strength(&self) -> Strength {
        Strength { bases_initial: self.bases_initial, bases: self.bases, reduction: self.reduction }
    }

    /// Unformed in every table (NQ-ROS-20).
    pub fn is_unformed(&self) -> bool {
        self.unformed || self.routing
    }

    /// The column of the casualty tables (NQ-ART-30).
    pub fn mark(&self) -> Mark {
        match self.formation {
            _ if self.is_unformed() => Mark::Open,
            Formation::Line | Formation::Echelon => Mark::Line,
            Formation::Column | Formation::AttackColumn | Formation::Limbered => Mark::Column,
            Formation::Square => Mark::Square,
            Formation::OpenOrder | Formation::Skirmish | Formation::Deployed => Mark::Open,
        }
    }

    /// Shot at from flank or rear; a square has neither (NQ-FOR-15, NQ-LOS-10).
    pub fn is_flanked(&self) -> bool {
        self.zone.is_flank_or_rear() && self.formation != Formation::Square
    }
}
