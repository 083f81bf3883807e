//! What a player may say.

use firelock_core::UnitId;
use firelock_table::{Angle, Corner, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::state::{CommanderId, Piece};
use crate::words::{Formation, ShortEdge};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Before the game: so many dice on each effort, in the order of the words (WA-PRE-04).
    Split([u8; 4]),
    /// Before the game: lays a piece of scenery (WA-PRE-10).
    LayPiece(Piece),
    /// Before the game: takes a laid piece back, by its number.
    TakePiece(u8),
    /// Before the game: shifts a laid piece to another place, its heading kept (WA-PRE-10).
    ShiftPiece {
        /// Which, by its number.
        piece: u8,
        /// Where its pose is then.
        to: Point,
    },
    /// Before the game: places an objective (WA-PRE-11).
    PlaceObjective(Point),
    /// Before the game: removes an objective, by its number (WA-PRE-11).
    RemoveObjective(u8),
    /// Before the game: sets flankers aside; none is said with `Done` (WA-PRE-12).
    SetAside {
        /// Who.
        units: Vec<UnitId>,
        /// By which edge they come, as seen from the own base line.
        edge: ShortEdge,
    },
    /// Before the game: sets up a unit or gun (WA-PRE-13).
    Deploy {
        /// Who.
        unit: UnitId,
        /// How and where.
        stand: Stand,
    },
    /// Before the game: sets up a commander (WA-PRE-13).
    DeployCommander {
        /// Who.
        commander: CommanderId,
        /// The middle of his base.
        at: Point,
    },
    /// Tests that unit's morale next (WA-SEQ-01).
    Test(UnitId),
    /// Places the new commander beside another one (WA-SEQ-03).
    PlaceBeside(CommanderId),
    /// That commander rolls for his move (WA-SEQ-04).
    Ride(CommanderId),
    /// The commander goes there.
    RideTo {
        /// The middle of his base.
        to: Point,
        /// Places he rides by on his way; none is straight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Point>,
    },
    /// The commander joins a unit or gun (WA-CMD-02).
    Join {
        /// Whom.
        unit: UnitId,
        /// Places he rides by on his way; none is straight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Point>,
    },
    /// That brigade commander shows determination (WA-SEQ-05).
    Determine(CommanderId),
    /// A gun, cavalry or an arriving unit acts without motivation (WA-SEQ-08).
    Automatic(UnitId),
    /// A unit is motivated (WA-SEQ-10).
    Motivate(UnitId),
    /// The current commander motivates no more this turn (WA-SEQ-07).
    EndCommander,
    /// The activated unit or gun acts (WA-SEQ-12).
    Act(Act),
    /// An opportunity shot (WA-SEQ-15).
    React(UnitId),
    /// No more opportunity shots at this act.
    Pass,
    /// The target of an assault stands (WA-SEQ-16).
    Stand,
    /// The target of an assault retreats (WA-ASL-06).
    Retreat,
    /// Rolls one held die again, by its number (WA-CMD-07).
    Again(u8),
    /// Keeps the held dice as they lie.
    Keep,
    /// The assaulter follows straight ahead (WA-ASL-06, WA-ASL-20).
    Follow(Length),
    /// Dismounted cavalry mounts as it retires, or does not (WA-MOR-23).
    Saddle(bool),
    /// That unit tests for the rout (WA-OPT-02).
    Witness(UnitId),
    /// The reinforcement tries to come on, by a road or elsewhere (WA-MOVE-25).
    ComeOn {
        /// By a road that meets the base line.
        by_road: bool,
    },
    /// A reinforcement or flanker is placed (WA-MOVE-25, WA-SEQ-34).
    Enter {
        /// Who.
        unit: UnitId,
        /// How and where.
        stand: Stand,
    },
    /// Ends what can be ended.
    Done,
}

/// How and where a unit or gun is set down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// The center of its front edge, and its facing.
    pub pose: Pose,
    /// Close or loose; a gun is close.
    pub formation: Formation,
    /// Bases in the front rank; a gun has 1.
    pub front: u8,
    /// A gun on its limber.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limbered: bool,
}

/// An act of the activated unit or gun (T-ACTIONS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Straight ahead: an increment, or two as one where a friend is passed (WA-MOVE-02, WA-MOVE-13).
    Advance(Length),
    /// About a front corner, clockwise (negative: counter-clockwise) (WA-MOVE-06).
    Wheel {
        /// The corner that stays.
        corner: Corner,
        /// How far.
        by: Angle,
    },
    /// A facing change about the center (WA-MOVE-07).
    Face(Turn),
    /// Another front, and close or loose (WA-MOVE-08, WA-MOVE-09).
    Form {
        /// Bases in the front rank.
        front: u8,
        /// Close or loose.
        formation: Formation,
    },
    /// A gun turns about its center, clockwise (WA-MOVE-21).
    TurnGun(Angle),
    /// A shot of a unit (WA-FIRE-02).
    Shoot {
        /// At whom.
        target: UnitId,
        /// A second shot with a powder token (WA-PRE-09).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        powder: bool,
    },
    /// A gun shoots with so many AP (WA-ART-01).
    Bombard {
        /// At whom.
        target: UnitId,
        /// How many AP, a die each.
        ap: u8,
    },
    /// An assault (WA-ASL-01).
    Assault(UnitId),
    /// A gun goes onto its limber.
    Limber,
    /// A gun comes off its limber.
    Unlimber,
    /// Cavalry mounts.
    Mount,
    /// Cavalry dismounts.
    Dismount,
    /// Tries to lose disorder (WA-MOVE-27).
    Rally,
}

/// A facing change (WA-MOVE-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// 90 degrees counter-clockwise.
    Left,
    /// 90 degrees clockwise.
    Right,
    /// 180 degrees.
    About,
}

impl Turn {
    /// The three of them.
    pub const ALL: [Turn; 3] = [Turn::Left, Turn::Right, Turn::About];

    /// How far, clockwise.
    pub const fn angle(self) -> Angle {
        match self {
            Turn::Left => Angle::LEFT,
            Turn::Right => Angle::RIGHT,
            Turn::About => Angle::HALF,
        }
    }
}
