//! What a player may say.

use firelock_core::UnitId;
use firelock_table::{Angle, FeatureId, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::state::{CommanderId, Fire, Wrapped};
use crate::words::{Formation, Hand, Reaction};

/// What a player says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Roll for who deploys first.
    Begin,
    /// Set up a unit.
    Deploy {
        /// Who.
        unit: UnitId,
        /// Where.
        place: Spot,
        /// How.
        formation: Formation,
        /// The leading flank of an echelon.
        lead: Hand,
    },
    /// Set up a command unit.
    DeployCommander {
        /// Who.
        commander: CommanderId,
        /// Where.
        at: Point,
    },
    /// Be First this turn, or Second.
    BeFirst(bool),
    /// Charge (NQ-CHG-06).
    Charge {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// The wheel at its start, clockwise.
        turn: Angle,
    },
    /// React to a charge (NQ-CHG-08).
    React {
        /// Who.
        unit: UnitId,
        /// How.
        reaction: Reaction,
        /// An evader ends about-faced.
        about: bool,
    },
    /// Fire, in answer to a charge or as declared.
    Fire(Fire),
    /// Move a unit: acts one after the other, within one budget.
    Move {
        /// Who.
        unit: UnitId,
        /// What it does.
        acts: Vec<Act>,
    },
    /// Re-form an unformed unit (NQ-MOV-12).
    Reform(UnitId),
    /// Break cavalry off (NQ-MEL-31).
    BreakOff(UnitId),
    /// Move a command unit (NQ-CMD-07), and attach it (NQ-CMD-08).
    Ride {
        /// Who.
        commander: CommanderId,
        /// Where to.
        to: Point,
        /// To whom it attaches itself.
        join: Option<UnitId>,
    },
    /// Bring bases in (NQ-MEL-22).
    Bring(Wrapped),
    /// Stay (NQ-MEL-32).
    Hold,
    /// Go ahead so far (NQ-MEL-32).
    FollowUp(Length),
    /// Go into the building just emptied (NQ-MEL-32).
    Occupy(FeatureId),
    /// Go after them (NQ-MEL-34).
    Pursue,
    /// That is all.
    Done,
    /// Give up (NQ-VIC-08).
    Resign,
}

/// A place to be set up at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// On the table.
    At(Pose),
    /// In a building.
    In(FeatureId),
}

/// One act of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Straight ahead (NQ-MOV-03).
    Ahead(Length),
    /// Along a line off the facing, clockwise, the facing kept (NQ-MOV-04).
    Oblique(Angle, Length),
    /// About a front corner, so far (NQ-MOV-05).
    Wheel(Hand, Angle),
    /// Straight back (NQ-MOV-06).
    Back(Length),
    /// About face (NQ-MOV-07).
    About,
    /// In any direction, to any facing: open order (NQ-MOV-08).
    To(Pose),
    /// A square in one of its four directions: quarter turns clockwise from its facing (NQ-MOV-23).
    Shift(u8, Length),
    /// Another formation (NQ-MOV-09, NQ-MOV-20).
    Form(Formation, Hand),
    /// Guns turn in their place, clockwise (NQ-MOV-22).
    Pivot(Angle),
    /// Along a road (NQ-TER-13).
    Follow(FeatureId, Length),
    /// Into a building (NQ-TER-12).
    Enter(FeatureId),
    /// Out of a building, to stand there in that formation (NQ-TER-12).
    Leave(Pose, Formation),
}
