//! What can happen.

mod fold;

use firelock_core::{Clause, Side, UnitId};
use firelock_table::{Point, Pose};
use serde::{Deserialize, Serialize};

use crate::charts::Action;
use crate::command::Stand;
use crate::results::{Cause, Margin};
use crate::state::{Asking, Assault, AssaultStage, BrigadeId, CommanderId, Fate, Piece, Shot, Step, Task};
use crate::words::{Formation, LastFight, ShortEdge};

pub use fold::fold;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A step begins.
    StepBegan {
        /// The turn.
        turn: u16,
        /// Whose turn.
        active: Side,
        /// The step.
        step: Step,
    },
    /// A decision is put.
    Asked(Asking),
    /// The decision or the procedure on top is done.
    Answered,
    /// Tasks are put on top, the first to be done first.
    Queued(Vec<Task>),
    /// The next task is taken up.
    TaskTaken,
    /// Units will test for a rout, after those that wait already (WA-SEQ-31).
    TestsQueued(Vec<UnitId>),
    /// The next of them tests.
    TestTaken,

    /// A side split its dice; how is hidden from the other (WA-PRE-04).
    Split {
        /// Who.
        side: Side,
        /// How, where it may be known.
        dice: Option<[u8; 4]>,
    },
    /// Both splits are shown and rolled (WA-PRE-04).
    PoolsRolled {
        /// The dice of both sides, red first.
        dice: [[u8; 4]; 2],
        /// Their successes.
        successes: [[u8; 4]; 2],
    },
    /// Who attacks, and by what margin (WA-PRE-05).
    AttackerSet {
        /// Who.
        side: Side,
        /// The margin.
        margin: u8,
    },
    /// A unit is late (WA-PRE-06).
    Delayed(UnitId),
    /// Dice for the first flanking roll (WA-PRE-07).
    Scouted {
        /// Whose.
        side: Side,
        /// How many.
        dice: u8,
    },
    /// Powder tokens (WA-PRE-09).
    PowderGiven {
        /// Whose.
        side: Side,
        /// How many.
        tokens: u8,
    },
    /// A piece of scenery is laid.
    PieceLaid(Piece),
    /// A piece of scenery is taken back.
    PieceTaken(u8),
    /// A piece of scenery is shifted.
    PieceShifted {
        /// Which.
        piece: u8,
        /// Where to.
        to: Point,
    },
    /// An objective is placed.
    ObjectivePlaced(Point),
    /// An objective is removed.
    ObjectiveRemoved(u8),
    /// Flankers are set aside (WA-PRE-12).
    SetAside {
        /// Who.
        units: Vec<UnitId>,
        /// By which edge they come.
        edge: ShortEdge,
    },

    /// A unit or gun is set down.
    Placed {
        /// Who.
        unit: UnitId,
        /// How and where.
        stand: Stand,
        /// It came on from off the table.
        arrives: bool,
    },
    /// A unit or gun went somewhere in its formation.
    Moved {
        /// Who.
        unit: UnitId,
        /// Where it stands then.
        to: Pose,
        /// How.
        motion: Motion,
    },
    /// A unit stands otherwise.
    Formed {
        /// Who.
        unit: UnitId,
        /// Where.
        pose: Pose,
        /// Close or loose.
        formation: Formation,
        /// Bases in the front rank.
        front: u8,
        /// Casualty spacers beside them.
        spacers: u8,
        /// In the saddle.
        mounted: bool,
    },
    /// A gun is on its limber, or off it.
    Limbered {
        /// Which.
        unit: UnitId,
        /// On it.
        limbered: bool,
    },
    /// A unit closed up and its markers are off (WA-FORM-08).
    Reformed(UnitId),

    /// A commander stands somewhere, alone or with a unit.
    CommanderMoved {
        /// Who.
        commander: CommanderId,
        /// Where.
        to: Point,
        /// With whom.
        with: Option<UnitId>,
    },
    /// A commander has had his move.
    Rode(CommanderId),
    /// A commander fell.
    CommanderFell(CommanderId),
    /// A commander's value is rolled (WA-PRE-03).
    Rated {
        /// Who.
        commander: CommanderId,
        /// His value.
        value: u8,
    },
    /// A new man takes over (WA-LEAD-08).
    Succeeded {
        /// Whose place.
        commander: CommanderId,
        /// His value.
        value: u8,
    },
    /// A brigade commander is named in step 4, or nobody (WA-SEQ-05).
    Determined {
        /// Who.
        commander: Option<CommanderId>,
        /// His dice.
        dice: u8,
    },
    /// A held die fell again (WA-CMD-07).
    FellAgain {
        /// Which.
        die: u8,
        /// What it shows now.
        face: u8,
    },

    /// A commander motivates from here on (WA-SEQ-10).
    TookOver {
        /// Who.
        commander: CommanderId,
        /// The brigade for which the general stands in (WA-CMD-14).
        for_brigade: Option<BrigadeId>,
    },
    /// A commander motivates no more this turn (WA-SEQ-11).
    Finished(CommanderId),
    /// A unit was asked to act (WA-CMD-11).
    Motivated {
        /// Who.
        unit: UnitId,
        /// Whether it will.
        passed: bool,
    },
    /// A unit or gun is activated with so many action points (WA-SEQ-12).
    Activated {
        /// Who.
        unit: UnitId,
        /// Action points.
        ap: u8,
    },
    /// The activation is over (WA-SEQ-13).
    ActivationEnded(UnitId),
    /// Action points were spent.
    Acted {
        /// Who.
        unit: UnitId,
        /// On what.
        action: Action,
        /// How often at once.
        times: u8,
        /// How many, extras included.
        ap: u8,
    },
    /// A powder token was spent (WA-PRE-09).
    PowderSpent(Side),

    /// A shot fell.
    Fired {
        /// Who at whom.
        shot: Shot,
        /// Hits.
        hits: u8,
        /// Hits that a loose target ignored.
        ignored: u8,
        /// Saves that failed.
        casualties: u8,
    },
    /// The first hit on a loose unit was ignored this turn (WA-FIRE-07).
    HitIgnored(UnitId),
    /// Casualty markers are placed.
    Marked {
        /// On whom.
        unit: UnitId,
        /// How many.
        markers: u8,
        /// By artillery.
        artillery: bool,
    },
    /// Half bases are lost.
    HalfBasesLost {
        /// By whom.
        unit: UnitId,
        /// How many.
        half_bases: u8,
    },
    /// A unit or gun fell into disorder.
    Disordered(UnitId),
    /// A unit or gun is in order again.
    Recovered(UnitId),

    /// An assault is declared, and what holds at that moment is kept (WA-ASL-25).
    AssaultDeclared(Box<Assault>),
    /// The target shot in the window (WA-SEQ-17).
    TargetShot,
    /// The assault goes on.
    AssaultWent(AssaultStage),
    /// Falter dice fell.
    Faltered {
        /// Who assaults.
        assaulter: UnitId,
        /// Whom.
        target: UnitId,
        /// Assaulter less target.
        difference: i16,
    },
    /// Fight dice fell and were saved.
    Fought {
        /// Who assaults.
        assaulter: UnitId,
        /// Whom.
        target: UnitId,
        /// Half bases the assaulter took off the target, and lost.
        losses: [u8; 2],
    },
    /// What a fight was for a unit.
    FightEnded {
        /// Who.
        unit: UnitId,
        /// Won or lost.
        as_: LastFight,
    },

    /// A morale test was made.
    Tested {
        /// Who.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// With how many dice.
        dice: u8,
        /// How many failed.
        fails: u8,
    },
    /// A unit will not advance until its turn is over (WA-MOR-12).
    Steadied(UnitId),
    /// A unit or gun is no more.
    Removed {
        /// Who.
        unit: UnitId,
        /// Why.
        fate: Fate,
    },

    /// A reinforcement rolled (WA-MOVE-25).
    RolledIn {
        /// Who.
        unit: UnitId,
        /// Whether it comes now.
        comes: bool,
    },
    /// Flankers may come (WA-SEQ-33).
    FlankersDue {
        /// Whose.
        side: Side,
        /// How many.
        units: u8,
    },

    /// An objective changed hands (WA-VIC-04).
    ObjectiveTaken {
        /// Which.
        objective: u8,
        /// By whom.
        side: Side,
    },
    /// Command bases face forward again (WA-SEQ-20).
    Reset,
    /// The countdown fell (WA-SEQ-21).
    CountedDown(u8),
    /// The game ended.
    Ended(Outcome),
}

/// How a body moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// Straight ahead.
    Advance,
    /// About a front corner.
    Wheel,
    /// On the spot.
    Turn,
    /// Into contact (WA-ASL-24).
    Contact,
    /// After the enemy.
    Follow,
    /// Back (WA-MOVE-24).
    Retire,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub clause: Clause,
    /// How clearly.
    pub margin: Margin,
    /// Points, red first.
    pub score: [i32; 2],
    /// In a sentence.
    pub words: String,
}
