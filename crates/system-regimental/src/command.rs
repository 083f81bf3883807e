//! What a player may say.

use firelock_core::UnitId;
use firelock_table::{Angle, FeatureId, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::state::{Contributor, Flank, LeaderId, Place};
use crate::words::Formation;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Sets a unit up before the game.
    Deploy {
        /// Who.
        unit: UnitId,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
    },
    /// Sets a leader up before the game.
    DeployLeader {
        /// Who.
        leader: LeaderId,
        /// Where.
        at: Point,
    },
    /// Sends light infantry out before the game.
    DeployLights {
        /// From whom.
        unit: UnitId,
        /// How many stands.
        stands: u8,
        /// Where, in open order.
        pose: Pose,
    },
    /// M1: a leader joins a unit.
    Attach {
        /// Who.
        leader: LeaderId,
        /// Whom he joins.
        unit: UnitId,
        /// Places he rides by on his way; none is straight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Point>,
    },
    /// M1: a leader leaves his unit.
    Leave(LeaderId),
    /// M1: a returning or new leader comes to a subordinate unit.
    Arrive {
        /// Who.
        leader: LeaderId,
        /// To whom.
        unit: UnitId,
    },
    /// M2a: a maneuver check of these units under a leader, or of one unit under nobody.
    Check {
        /// Who leads it.
        leader: Option<LeaderId>,
        /// Who checks.
        units: Vec<UnitId>,
    },
    /// M2b-1: a charge.
    Charge {
        /// Who charges.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// The way: at most one wheel or an oblique, then straight.
        way: ChargeWay,
        /// With cold steel.
        cold_steel: bool,
        /// As a full move disordered (RF-MAN-28).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        disordered: bool,
    },
    /// M2b-2: a countercharge.
    Countercharge {
        /// Who.
        unit: UnitId,
        /// Against which charging unit.
        charger: UnitId,
    },
    /// M2c: a maneuver.
    Maneuver {
        /// Who.
        unit: UnitId,
        /// What.
        maneuver: Maneuver,
        /// A flank turned back, or straightened, at its end; none leaves it as it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flank: Option<SetFlank>,
        /// Open order: the gaps at its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<SetGap>,
    },
    /// M3: a detached leader moves.
    MoveLeader {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: Point,
        /// Places he rides by on his way; none is straight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Point>,
    },
    /// F1, F2: all the fire at one target.
    Fire {
        /// The target.
        target: UnitId,
        /// Who fires, with how many stands.
        firers: Vec<Firing>,
    },
    /// Which contributor runs low on ammunition.
    RunLow(Contributor),
    /// Which of equally near leaders is checked.
    CheckLeader(LeaderId),
    /// Cavalry recalls to this pose, in this formation.
    Recall {
        /// Who.
        unit: UnitId,
        /// Where to.
        pose: Pose,
    },
    /// Cavalry does not recall.
    DoNotRecall(UnitId),
    /// C1, C3: the combat that this unit is in is fought next.
    Fight(UnitId),
    /// C2: this unit breaks through next.
    BreakThrough(UnitId),
    /// Which of equally strong units leads a combat.
    LeadWith(UnitId),
    /// Who takes a loss beyond the lead unit's stands.
    Lose {
        /// Who.
        unit: UnitId,
        /// How many stands.
        stands: u8,
    },
    /// After carrying a position: how the flank stands.
    Flank {
        /// Who.
        unit: UnitId,
        /// How.
        flank: Option<Flank>,
    },
    /// The step or the choice is done.
    Done,
    /// Gives the battle up.
    Resign,
}

/// The way of a charge (RF-CHG-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeWay {
    /// Straight ahead.
    #[default]
    Straight,
    /// So far ahead, a wheel (positive to the right), then straight on.
    Wheel {
        /// Ahead before it wheels.
        ahead: Length,
        /// By how much.
        by: Angle,
    },
    /// Straight along a line off the facing, the facing kept.
    Oblique {
        /// Off the facing, positive to the right.
        by: Angle,
    },
}

/// A unit's part in a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Firing {
    /// Who.
    pub unit: UnitId,
    /// Which stands, a bit each by slot; bit 31 is the amusette.
    pub stands: u32,
}

/// How wide an open order is to stand (RF-MAN-31, RF-FRM-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetGap {
    /// Between neighbors, in hundredths of an inch.
    pub gap: u16,
    /// Which part keeps its place.
    pub keep: Keep,
}

/// Which part of a front keeps its place when gaps change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The middle.
    Center,
    /// The left end.
    Left,
    /// The right end.
    Right,
}

/// How a flank is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetFlank {
    /// Straight.
    Straight,
    /// Turned back.
    Back(Flank),
}

/// One leg of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Straight ahead.
    Ahead(Length),
    /// Straight, off the facing (positive to the right), the facing kept.
    Oblique(Angle, Length),
    /// A wheel on the inner front corner, positive to the right.
    Wheel(Angle),
    /// Straight back, the facing kept.
    Withdraw(Length),
    /// Columns: turn on the spot of the head, freely.
    Turn(Angle),
    /// Columns: along a road.
    Road(FeatureId, Length),
    /// Columns on a road: about face.
    About,
}

/// A maneuver of M2c.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// Nothing.
    Hold,
    /// A full move (guns: limbered).
    Full(Vec<Step>),
    /// A half move, with a change before or after it.
    Half {
        /// Before the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Change>,
        /// The move.
        steps: Vec<Step>,
        /// After the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Change>,
    },
    /// A full move that disorders.
    FullDisordered(Vec<Step>),
    /// Only a change, no move.
    Change(Change),
    /// Through a friendly unit, straight ahead.
    Passage(Length),
    /// Sideways.
    ByTheFlank {
        /// To the left, else to the right.
        left: bool,
        /// How far.
        by: Length,
    },
    /// A march column deploys facing along its march.
    DeployToFront {
        /// Stands widened to the left of the head; the rest goes to the right.
        left: u8,
    },
    /// A line wheels on one flank, forward or back (switch).
    ChangeFront {
        /// Pivot on the left flank, else on the right.
        left: bool,
        /// Positive wheels clockwise.
        by: Angle,
    },
    /// Over a major obstacle.
    Scale(FeatureId),
    /// Ammunition is brought up.
    Replenish,
    /// Guns: a limbered move, limbering before or unlimbering after it.
    GunMove {
        /// Limber first.
        limber: bool,
        /// The way.
        steps: Vec<Step>,
        /// Unlimber after it, facing so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unlimber: Option<Angle>,
    },
    /// Guns: fire; light guns may unlimber or pivot first.
    GunFire {
        /// Unlimber or pivot to this facing first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Angle>,
    },
    /// Guns: limber.
    Limber,
    /// Guns: unlimber, facing so.
    Unlimber(Angle),
    /// Guns: turn in place.
    Pivot(Angle),
    /// Guns: silenced stands rally.
    Rally,
    /// Guns: hauled by hand, the facing kept.
    Haul {
        /// Which way.
        heading: Angle,
        /// How far.
        by: Length,
    },
    /// Guns: limber and make a full retreat silenced.
    LimberAndRetreat,
}

/// A change in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Into another formation; from march column to a line along the path, facing the left or right flank.
    Form {
        /// The new formation.
        formation: Formation,
        /// Basic deployment of a march column: facing its old left flank, else its right.
        #[serde(default)]
        left: bool,
    },
    /// Into a garrison.
    Garrison(FeatureId),
    /// Out of a garrison, to this pose.
    Leave {
        /// The new formation.
        formation: Formation,
        /// Where.
        pose: Pose,
    },
    /// About face by the rear rank.
    FaceRear,
    /// Dragoons mount, into this formation.
    Mount(Formation),
    /// Dragoons dismount into open order.
    Dismount,
    /// Light infantry goes out in open order.
    DetachLights {
        /// How many stands.
        stands: u8,
        /// Where.
        pose: Pose,
    },
}
