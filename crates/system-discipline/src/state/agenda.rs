//! What is still to be done: pending decisions and procedures that wait to go on.

use std::collections::VecDeque;

use firelock_core::Side;
use firelock_table::{Angle, Length};
use serde::{Deserialize, Serialize};

use super::{BodyId, CommanderId, Mission, ZoneId};
use crate::facts::Harm;
use crate::results::LossEffect;
use crate::roster::BrigadeNo;
use crate::survey::Aim;
use crate::words::{Ammunition, Cause, Chit};

/// A pending decision, with what it needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asking {
    /// The players set up themselves: the dice for who begins (FD-SEQ-02).
    Begin,
    /// A side sets up a brigade; none chosen yet.
    Deploy(Side, Option<BrigadeNo>),
    /// Both sides choose in secret.
    Sealed(Sealed),
    /// I.4: directives of a side's commanders.
    Send(Side),
    /// V.2, V.4: charges.
    Declare(Side),
    /// V.3, V.5: answers to charges.
    Respond(Side),
    /// VI.1: facing and formation changes.
    Face(Side),
    /// VI.3: normal moves.
    Move(Side),
    /// VI.4: unlimbering.
    Unlimber(Side),
    /// VII.3: pursuit.
    Pursue(Side),
    /// A failed check may be ignored (FD-OPT-04).
    Fanatic(Failed),
}

/// A step in which both sides choose in secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sealed {
    /// Which.
    pub step: SealedStep,
    /// The orders of each side by body, red's first; those of the enemy are hidden.
    pub orders: [Vec<(BodyId, Secret)>; 2],
    /// Who is done.
    pub done: [bool; 2],
}

/// The secret steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SealedStep {
    /// The starting directives (FD-SEQ-02).
    Directives,
    /// I.5
    Chits,
    /// II.1
    Guns,
    /// III.1
    Volley,
    /// III.3, or III.0
    Skirmish,
    /// IV.1
    Platoon,
}

/// A secret order for one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Secret {
    /// A starting directive for the unit of a main body.
    Mission(Mission),
    /// A chit.
    Chit(Chit),
    /// A section's act.
    Guns(GunOrder),
    /// Musketry.
    Fire(Aim),
}

/// What a section does in Phase II (FD-ART-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GunOrder {
    /// Fires.
    Fire {
        /// At what.
        at: Aim,
        /// With what.
        with: Ammunition,
    },
    /// Is hauled ahead, or back (FD-MOV-14).
    Prolonge(Length),
    /// Turns to this facing (FD-MOV-16).
    Aim(Angle),
    /// Holds its fire (FD-ART-26).
    Hold,
}

/// How a body answers a charge (FD-MEL-10..19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    /// Stands, with or without protective or held fire.
    Hold(Hold),
    /// Goes to meet this charger.
    Counter(BodyId),
    /// Runs.
    Flee,
}

/// How a body stands against a charge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hold {
    /// The charger it fires at (FD-MEL-19).
    pub fire: Option<BodyId>,
}

/// An automatic procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Small tasks, first in, first out.
    Tasks(VecDeque<Task>),
    /// One step of morale checks.
    Checks(Checks),
}

/// One small task.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Two bodies that charge each other, or charge and counter-charge, meet; the charger first.
    Meeting(BodyId, BodyId),
    /// A body runs from a charge of its own will.
    Flight(BodyId),
    /// A charge goes up to where it is fired at.
    Charge(BodyId),
    /// After that fire and the check, the charge goes on.
    Onset(BodyId),
    /// The chargers without contact check.
    Missed,
    /// The assaults on all zones are fought.
    Storms,
    /// Who has a zone after its assault; who lost it.
    Stormed(ZoneId, Vec<BodyId>),
    /// The melees of a round are fought.
    Melees(Round),
    /// After the checks: guns are taken, who is free may pursue.
    Settled(Settled),
    /// The bodies that lost a commander may not charge this turn.
    Bereaved(Vec<BodyId>),
}

/// What a round of melees leaves to be seen to after its checks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settled {
    /// The contacts that were fought.
    pub pairs: Vec<(BodyId, BodyId)>,
    /// Who may pursue if all its opponents are gone (FD-MEL-50).
    pub eager: Vec<BodyId>,
}

/// The rounds of Phase VII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// VII.2: with a new contact.
    New,
    /// VII.3: after a pursuit.
    Pursuit,
    /// VII.4: carried over.
    Engaged,
}

/// One step of morale checks (FD-SEQ-20).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Checks {
    /// Who is to check in this wave, the next first.
    pub due: VecDeque<Due>,
    /// Friendly bodies that stood beside each other when the step began.
    pub near: Vec<(BodyId, BodyId)>,
    /// Who has checked.
    pub done: Vec<BodyId>,
    /// Who failed or was shattered since the wave began.
    pub failed: Vec<BodyId>,
}

/// A body that is to check.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Due {
    /// Who.
    pub body: BodyId,
    /// Why; none where only its commander is in danger (FD-LDR-03).
    pub cause: Option<Cause>,
    /// For fire and melee: it was under cover against every enemy that caused it (FD-MOR-24).
    pub covered: bool,
    /// The opponent that inflicted most on it (FD-MOV-30).
    pub from: Option<BodyId>,
    /// The commander with it may be hit (FD-LDR-03).
    pub danger: Option<CommanderId>,
    /// It was shattered in the step: its commander is in danger as of one that failed (FD-LDR-10).
    pub shattered: bool,
}

/// A failed check that waits for a word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Failed {
    /// Who failed, and why.
    pub due: Due,
    /// What the die of T15 gave.
    pub effect: LossEffect,
}

/// A hit that is still to be taken (FD-SEQ-03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// Who fired.
    pub by: BodyId,
    /// Who is hit.
    pub body: BodyId,
    /// The stand that was aimed at, by its place in the body; none in a zone.
    pub stand: Option<u8>,
    /// How.
    pub kind: HitKind,
    /// What it does.
    pub harm: Harm,
    /// A skirmish result: it halts.
    pub halts: bool,
    /// A skirmish result: it goes back.
    pub retreats: bool,
    /// It was under cover against this fire (FD-MOR-24).
    pub covered: bool,
}

/// How a hit was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HitKind {
    /// By guns.
    Artillery,
    /// By volleys or platoons.
    Musketry,
    /// By skirmishers.
    Skirmish,
}

impl Sealed {
    /// A step of which nothing is known yet.
    pub fn new(step: SealedStep) -> Sealed {
        Sealed { step, orders: [Vec::new(), Vec::new()], done: [false; 2] }
    }

    /// What a body is ordered.
    pub fn order(&self, side: Side, body: BodyId) -> Option<&Secret> {
        self.orders[side.index()].iter().find(|(own, _)| *own == body).map(|(_, order)| order)
    }
}

impl Secret {
    /// Whether the enemy does not learn of it when it is carried out (FD-GEN-13).
    pub const fn stays_hidden(&self) -> bool {
        matches!(self, Secret::Mission(_) | Secret::Chit(_) | Secret::Guns(GunOrder::Hold))
    }
}
