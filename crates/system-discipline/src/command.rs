//! What a player may say.

use firelock_table::{Angle, FeatureId, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::state::{BodyId, CommanderId, GunOrder, Mission, Place, Response, Target, Turn, UnitNo, ZoneId};
use crate::survey::Aim;
use crate::words::{Chit, Formation};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Rolls for who deploys first.
    Begin,
    /// Sets a body up before the game.
    Deploy {
        /// Who.
        body: BodyId,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
    },
    /// Sets a commander up before the game.
    DeployCommander {
        /// Who.
        commander: CommanderId,
        /// Where.
        at: Point,
    },
    /// Gives a unit its starting directive.
    Direct {
        /// Whom.
        unit: UnitNo,
        /// What.
        mission: Mission,
    },
    /// I.4: a commander sends a directive.
    Send {
        /// Who.
        by: CommanderId,
        /// To whom.
        to: UnitNo,
        /// What.
        mission: Mission,
    },
    /// I.5: gives a body a chit.
    Chit {
        /// Whom.
        body: BodyId,
        /// Which.
        chit: Chit,
    },
    /// II.1: what a section does.
    Guns {
        /// Which.
        body: BodyId,
        /// What.
        order: GunOrder,
    },
    /// III.1, III.3, IV.1: a body fires.
    Fire {
        /// Who.
        body: BodyId,
        /// At what.
        at: Aim,
    },
    /// Takes back a secret order.
    TakeBack(BodyId),
    /// V.2, V.4: declares a charge.
    Charge {
        /// Who.
        body: BodyId,
        /// At whom.
        target: Target,
        /// The facing change it begins with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Turn>,
    },
    /// V.3, V.5: answers a charge.
    Answer {
        /// Who.
        body: BodyId,
        /// How.
        response: Response,
    },
    /// VI.1: changes facing or formation.
    Face {
        /// Who.
        body: BodyId,
        /// How.
        turn: Turn,
    },
    /// VI.3: a normal move.
    Move {
        /// Who.
        body: BodyId,
        /// What.
        maneuver: Maneuver,
    },
    /// VI.3: an unattached commander rides, or one leaves the stand he is with.
    Ride {
        /// Who.
        commander: CommanderId,
        /// Where to.
        to: Ride,
    },
    /// VI.4: unlimbers a section.
    Unlimber {
        /// Which.
        body: BodyId,
        /// Where it faces then.
        facing: Angle,
    },
    /// VII.3: pursues.
    Pursue(BodyId),
    /// A failed check is ignored (FD-OPT-04).
    GoOn,
    /// A failed check is obeyed.
    Yield,
    /// The step is done.
    Done,
    /// Gives the battle up.
    Resign,
}

/// A normal move (FD-MOV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// Straight ahead.
    Ahead(Length),
    /// In column along a road.
    Road(FeatureId, Length),
    /// A tactical shift to the right; negative to the left (FD-MOV-25).
    Side(Length),
    /// A tactical shift backward.
    Back(Length),
    /// Straight ahead into a zone, with so many stands (FD-OBJ-03, FD-OBJ-13).
    Enter(ZoneId, u8),
    /// Out of a zone from a place at its edge, then straight ahead (FD-OBJ-09).
    Leave {
        /// Where it comes out.
        from: Pose,
        /// How it is drawn up.
        formation: Formation,
        /// How far it goes on.
        by: Length,
    },
    /// Straight ahead over its own edge, under Withdrawal (FD-MOV-33).
    Exit,
    /// A half-stand goes out (FD-FRM-16).
    Detach {
        /// Which stand, by its place in the body.
        stand: u8,
        /// Where to.
        to: Pose,
    },
    /// So many troops at the right or rear become a body of their own (FD-FRM-18).
    Divide(u8),
    /// Light cavalry goes into open order, each stand by itself (FD-FRM-12).
    Scatter,
    /// A single stand of light cavalry goes into close order again.
    Close,
    /// Dragoons get off their horses, with such gaps; none is close order (FD-MOV-36).
    Dismount(Length),
    /// Dragoons get on their horses again.
    Mount,
}

/// Where a commander rides (FD-MOV-37).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ride {
    /// To a place.
    To(Point),
    /// To a stand of a body, by its place in it, and attaches.
    Join(BodyId, u8),
}
