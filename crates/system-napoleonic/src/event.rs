//! What can happen.

mod fold;

use firelock_core::{Clause, Side, UnitId};
use firelock_table::{Layout, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::results::{Cause, MoraleEffect};
use crate::state::{
    Answer, Asking, BrigadeNo, Charge, CommanderId, Fate, Fight, Fire, Marks, Melees, Place, Step, Wrapped,
};
use crate::words::{Formation, Hand, Level, Status};

pub use fold::fold;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A step begins.
    StepBegan {
        /// The turn.
        turn: u16,
        /// The step.
        step: Step,
        /// Whose half of it.
        half: Side,
    },
    /// A step, as triggers count it, is over (NQ-SEQ-18).
    StepClosed,
    /// A decision is put.
    Asked(Asking),
    /// The decision or the procedure on top is done.
    Answered,
    /// The side sets up this brigade now.
    BrigadeBegun(BrigadeNo),
    /// Who is First this turn.
    FirstSet(Side),

    /// A unit is set down.
    Placed {
        /// Who.
        unit: UnitId,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
        /// The leading flank of an echelon.
        lead: Hand,
    },
    /// A unit had its move.
    Marched {
        /// Who.
        unit: UnitId,
        /// Where it is then.
        place: Place,
        /// How it stands then.
        formation: Formation,
        /// The leading flank of an echelon.
        lead: Hand,
        /// The layout of a column bent along a road.
        bent: Option<Box<Layout>>,
        /// Its markers then.
        marks: Marks,
    },
    /// A unit went somewhere as the rules have it.
    Moved {
        /// Who.
        unit: UnitId,
        /// Where it stands then.
        pose: Pose,
        /// Why.
        motion: Motion,
    },
    /// A unit stands otherwise, by a rule.
    Formed {
        /// Who.
        unit: UnitId,
        /// Where.
        pose: Pose,
        /// How.
        formation: Formation,
    },
    /// It becomes UNFORMED.
    Unformed(UnitId),
    /// It re-formed.
    Reformed(UnitId),
    /// It tried to re-form, and did not.
    NotReformed(UnitId),
    /// It becomes ROUTING.
    Routed(UnitId),
    /// It rallied and stands so.
    Rallied {
        /// Who.
        unit: UnitId,
        /// Where, and how it faces.
        place: Place,
    },
    /// It did not rally.
    RallyFailed(UnitId),
    /// It is HESITANT (NQ-CMD-05).
    Hesitated(UnitId),

    /// A charge is declared.
    ChargeDeclared(Charge),
    /// A charged unit reacts.
    Reacted(Answer),
    /// A charge does not go on.
    ChargeStopped {
        /// Whose.
        unit: UnitId,
        /// Before a square (NQ-CHG-30).
        sheered: bool,
    },
    /// It goes to meet the charge (NQ-CHG-11).
    Countercharged(UnitId),
    /// Another enemy was met first, or stands where a charge ends (NQ-CHG-26).
    Retargeted {
        /// Who charges.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// An echelon closed up on the enemy it met (NQ-CHG-27).
    ClosedUp {
        /// Who.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// Two units are engaged.
    Met(Fight),
    /// Two units are no longer engaged.
    Parted([UnitId; 2]),
    /// The charges of a half-phase are over.
    ChargesOver,

    /// Fire is declared (NQ-SEQ-09).
    Declared(Fire),
    /// Reaction fire (NQ-CHG-19).
    Reaction(Fire),
    /// A unit gave a volley: its first is used (NQ-SAF-15).
    Volleyed(UnitId),
    /// A shot came down there (NQ-ART-19).
    Deviated {
        /// Whose.
        unit: UnitId,
        /// Which gun.
        gun: u8,
        /// Where.
        at: Point,
    },
    /// A declared fire is lost (NQ-SEQ-12).
    FireLost(UnitId),
    /// The declared fire of guns, or of small arms, is done.
    FiresDone {
        /// Of guns.
        guns: bool,
    },
    /// A unit is hit; the hits wait for the end of the step.
    Hit {
        /// Who.
        unit: UnitId,
        /// How often.
        hits: u8,
    },
    /// The hits on a unit are taken (NQ-MEL-18).
    Struck {
        /// Who.
        unit: UnitId,
        /// How often.
        hits: u8,
        /// Bases lost.
        lost: u8,
        /// Bases left.
        bases: u8,
        /// Figures lost from the reduced base.
        reduction: u8,
        /// It fell to half for the first time.
        halved: bool,
    },
    /// A square too small to close is an unformed attack column (NQ-FOR-13).
    SquareBroken {
        /// Who.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },

    /// A unit was charged or fought in flank or rear in this step.
    Flanked(UnitId),
    /// A unit tested its morale.
    Tested {
        /// Who.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// With what result.
        effect: MoraleEffect,
    },
    /// A unit is gone.
    Removed {
        /// Who.
        unit: UnitId,
        /// How.
        fate: Fate,
    },

    /// The melees of the turn begin, or go on so.
    MeleesBegan(Melees),
    /// The melee of the group on top is so far.
    MeleesWent(Melees),
    /// A unit closed up on its enemies (NQ-MEL-36).
    Aligned {
        /// Who.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// Bases were brought in.
    Brought {
        /// Who.
        unit: UnitId,
        /// Against whom.
        enemy: UnitId,
        /// How many.
        wrapped: Wrapped,
    },
    /// The fights of these units go into another turn (NQ-MEL-30).
    FightsAged(Vec<UnitId>),

    /// The commander with a unit was in danger.
    CommanderRisked(UnitId),
    /// A commander is out.
    CommanderLost {
        /// Who.
        commander: CommanderId,
        /// Wounded or killed.
        status: Status,
        /// The unit he was with.
        with: Option<UnitId>,
    },
    /// A commander stands elsewhere.
    CommanderMoved {
        /// Who.
        commander: CommanderId,
        /// Where.
        at: Point,
        /// With whom.
        join: Option<UnitId>,
        /// It was his move.
        rode: bool,
    },
    /// A rally step has gone by for those who wait for a successor.
    SuccessionNeared,
    /// A commander takes over.
    CommanderNamed {
        /// In whose place.
        commander: CommanderId,
        /// The army or a brigade.
        level: Level,
        /// Which brigade.
        brigade: Option<BrigadeNo>,
        /// With what rating.
        rating: u8,
        /// Where.
        at: Point,
    },
    /// Who holds an objective (NQ-VIC-07).
    Held {
        /// Which.
        objective: u8,
        /// Who.
        side: Side,
    },
    /// The battle is over.
    Ended {
        /// Who won.
        winner: Option<Side>,
        /// The rule that ended it.
        clause: Clause,
        /// Victory points, red first.
        score: [i32; 2],
        /// In a sentence.
        words: String,
    },
}

/// Why a unit went somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// It charged.
    Charge,
    /// It went to meet a charge.
    Countercharge,
    /// It made off.
    Evade,
    /// It fell back.
    Retreat,
    /// It ran.
    Rout,
    /// It followed up.
    FollowUp,
    /// It pursued.
    Pursue,
}
