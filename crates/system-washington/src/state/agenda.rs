//! What is still to be done: pending decisions with what they need to know, and procedures waiting to go on.

use std::collections::VecDeque;

use firelock_core::{Side, UnitId};
use firelock_table::{Base, FeatureId, Length};
use serde::{Deserialize, Serialize};

use super::CommanderId;
use crate::words::{Facet, Role, Slope};

/// A pending decision, with what it needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asking {
    /// Both sides split their dice, in secret (WA-PRE-04).
    Pools,
    /// The defender lays the ground (WA-PRE-10).
    Pieces,
    /// The attacker shifts pieces (WA-PRE-10).
    Shifts,
    /// The defender places objectives (WA-PRE-11).
    Objectives,
    /// The attacker removes an objective (WA-PRE-11).
    Removal,
    /// A side sets flankers aside (WA-PRE-12).
    Flankers(Role),
    /// A side deploys (WA-PRE-13).
    Deploy(Role),
    /// Whose morale is tested next (WA-SEQ-01).
    Order,
    /// With whom a new commander is placed (WA-SEQ-03).
    NewCommander(CommanderId),
    /// Which commander moves next (WA-SEQ-04).
    Commanders,
    /// Where that commander goes, up to so many inches.
    Ride {
        /// Who.
        commander: CommanderId,
        /// How far.
        inches: u8,
    },
    /// Which brigade commander shows determination (WA-SEQ-05).
    Determination,
    /// Who acts next (WA-SEQ-07).
    Loop,
    /// What the activated unit does next (WA-SEQ-12).
    Act,
    /// Opportunity shots at the unit that acted or assaults (WA-SEQ-15, WA-SEQ-16).
    React(UnitId),
    /// Stand or retreat (WA-SEQ-16).
    Answer,
    /// Which held dice fall again (WA-SEQ-32).
    Reroll(Held),
    /// How far an assaulter follows (WA-ASL-06, WA-ASL-20).
    Follow(Follow),
    /// Whether dismounted cavalry mounts as it retires (WA-MOR-23).
    Mount(UnitId),
    /// Which units test for a rout (WA-OPT-02).
    Witnesses {
        /// Who decides.
        side: Side,
        /// How many are still to be named.
        left: u8,
        /// Who may be named.
        units: Vec<UnitId>,
    },
    /// By which way a reinforcement tries to come on (WA-MOVE-25).
    WayIn(UnitId),
    /// Where a reinforcement or a flanker is placed (WA-MOVE-25, WA-SEQ-34).
    Enter(Entry),
}

/// Who is to be placed at an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// That reinforcement, by the base line.
    Reinforcement {
        /// Who.
        unit: UnitId,
        /// By a road.
        by_road: bool,
    },
    /// A flanker of that side, of its owner's choice.
    Flanker(Side),
}

/// How far an assaulter may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Follow {
    /// Who.
    pub unit: UnitId,
    /// The most.
    pub up_to: Length,
    /// After a rout, else after a retreat.
    pub after_rout: bool,
}

/// A roll that is held while its re-roll is chosen (WA-SEQ-32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Held {
    /// Whose determination dice may be spent.
    pub commander: CommanderId,
    /// The faces, each as it lies now.
    pub faces: Vec<u8>,
    /// Which of them have been rolled again, a bit each (WA-CMD-09).
    pub again: u32,
    /// What the roll is for.
    pub of: HeldFor,
}

/// What a held roll is for (WA-CMD-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeldFor {
    /// Motivation of a unit.
    Motivation(UnitId),
    /// Its action points.
    ActionPoints(UnitId),
    /// A shot's dice to hit.
    Hits(Shot),
    /// The assaulter's falter dice against the target's score.
    Falter {
        /// What the target's dice came to.
        against: i16,
    },
    /// The assaulter's dice to hit in a fight.
    Fight {
        /// The target's hits.
        against: u8,
    },
    /// An attempt to lose disorder.
    Rally(UnitId),
    /// Leaving a piece of slowing scenery.
    Scenery {
        /// Who.
        unit: UnitId,
        /// Which piece.
        piece: FeatureId,
    },
}

/// A shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// Who shoots.
    pub shooter: UnitId,
    /// At whom.
    pub target: UnitId,
    /// Dice of a gun in its own turn; nothing else asks.
    pub dice: u8,
    /// An opportunity shot.
    pub opportunity: bool,
}

/// An automatic procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Morale tests for routs and destructions, first in, first out (WA-SEQ-31).
    Tests(VecDeque<UnitId>),
    /// Small tasks, the next first.
    Tasks(VecDeque<Task>),
    /// An assault, from its declaration to its end.
    Assault(Assault),
}

/// One small task.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A unit is to go back (WA-MOVE-24); dismounted cavalry is asked first whether it mounts.
    Retire(UnitId),
    /// It goes back.
    Withdraw(UnitId),
    /// A unit rolls its losses (WA-MOR-30), if it is still there.
    Losses(UnitId),
    /// Front edges have left these pieces: the unit may fall into disorder (WA-MOVE-17).
    Scenery(UnitId, FeatureId),
    /// A dead commander may get a successor (WA-LEAD-08).
    Successor(CommanderId),
}

/// An assault in progress; what is read at its declaration is kept (WA-ASL-25).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Who assaults.
    pub assaulter: UnitId,
    /// Whom: a unit, or the gun of a battery that was named.
    pub target: UnitId,
    /// The guns of the battery; empty where the target is a unit.
    pub battery: Vec<UnitId>,
    /// The assaulted side by the rules (WA-ASL-04).
    pub facet: Facet,
    /// The assaulted edge on the table.
    pub edge: Edge,
    /// The target defends a linear against the assaulter.
    pub linear: bool,
    /// The target was first on its hill.
    pub first_on_hill: bool,
    /// The target is uphill.
    pub uphill: Slope,
    /// How far apart they were.
    pub distance: Length,
    /// The target has shot in this window (WA-SEQ-17).
    pub has_shot: bool,
    /// How far it has come.
    pub stage: AssaultStage,
}

/// An edge of a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// Its front.
    Front,
    /// Its right side.
    Right,
    /// Its rear.
    Rear,
    /// Its left side.
    Left,
}

/// How far an assault has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssaultStage {
    /// Opportunity shots are over; the target answers.
    Answer,
    /// The target stands; falter dice are to fall.
    Falter,
    /// The assaulter is in contact; fight dice are to fall.
    Fight,
    /// The fight is decided; the loser tests.
    Lost {
        /// Whether the assaulter lost.
        assaulter: bool,
    },
    /// The loser has tested; both are disordered.
    Spent,
    /// Nothing is left to do.
    Over,
}

impl Assault {
    /// The edge of a footprint that is assaulted, from left to right seen from outside.
    pub fn edge_of(&self, target: &Base) -> firelock_table::Segment {
        let [front, right, rear, left] = target.edges();
        match self.edge {
            Edge::Front => front,
            Edge::Right => right,
            Edge::Rear => rear,
            Edge::Left => left,
        }
    }
}

impl Assault {
    /// Whether a unit or gun is assaulted: the target, or a gun of the battery.
    pub fn is_target(&self, unit: UnitId) -> bool {
        self.target == unit || self.battery.contains(&unit)
    }
}
