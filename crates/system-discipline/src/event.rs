//! What can happen, and how it changes the state.

mod fold;

use firelock_core::Side;
use firelock_table::{Layout, Point, Pose};
use serde::{Deserialize, Serialize};

pub use fold::fold;
pub(crate) use fold::observe;

use crate::state::{
    Asking, BodyId, Charge, Checks, CommanderId, Contact, Courier, Due, Fate, Hit, Mission, Place, Response, Secret,
    Step, Storm, Task, UnitNo, ZoneId,
};
use crate::survey::Aim;
use crate::words::{Ammunition, Cause, Chit, CommanderStatus, Formation};

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
    },
    /// A side is active this turn.
    Active(Side),
    /// A side deploys second.
    Second(Side),
    /// A decision is put.
    Asked(Asking),
    /// The decision on top is taken.
    Answered,
    /// A secret order is given, or taken back; only its own side hears it.
    Ordered {
        /// Whose.
        side: Side,
        /// For whom.
        body: BodyId,
        /// What.
        order: Option<Secret>,
    },
    /// A side has given its secret orders.
    SideDone(Side),
    /// Both sides have, and the orders are carried out, red's first; what stays hidden is left out for the enemy.
    Revealed([Vec<(BodyId, Secret)>; 2]),
    /// The chits are shown.
    ChitsShown(Vec<(BodyId, Chit)>),
    /// Tasks are put on top, the first to be done first.
    Queued(Vec<Task>),
    /// The next task is taken up.
    TaskTaken,
    /// A step of checks begins.
    ChecksBegan(Checks),
    /// The next body of it checks.
    CheckTaken,
    /// A body failed: its neighbors will check.
    Shaken(BodyId),
    /// The neighbors of those who failed check.
    WaveBegan(Vec<Due>),
    /// A step of checks is over.
    ChecksEnded,
    /// A body stands somewhere in some formation.
    Placed {
        /// Who.
        body: BodyId,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
    },
    /// A body moved.
    Moved {
        /// Who.
        body: BodyId,
        /// Where it stands.
        pose: Pose,
        /// A column bent along a road.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bent: Option<Box<Layout>>,
        /// How it moved.
        how: Motion,
    },
    /// A body changed its facing or formation.
    Turned {
        /// Who.
        body: BodyId,
        /// Where it stands.
        pose: Pose,
        /// How.
        formation: Formation,
        /// Its stands in their order.
        stands: Vec<u8>,
    },
    /// A body ran.
    Ran {
        /// Who.
        body: BodyId,
        /// Where it stands.
        pose: Pose,
        /// Through friends.
        through: bool,
    },
    /// A body runs from a charge of its own will.
    RanOff(BodyId),
    /// A body has pursued.
    Pursued(BodyId),
    /// A body made its normal move without going anywhere.
    Rested(BodyId),
    /// A directive takes effect; only its own side knows.
    MissionTaken {
        /// Whose.
        side: Side,
        /// Which regiment's.
        unit: UnitNo,
        /// What.
        mission: Mission,
    },
    /// A directive has come and counts from the next turn; only its own side knows.
    MissionCame {
        /// Whose.
        side: Side,
        /// Which regiment's.
        unit: UnitNo,
        /// What.
        mission: Mission,
    },
    /// A regiment has been sent its directive of this turn; only its own side knows.
    MissionSent {
        /// Whose.
        side: Side,
        /// Which one.
        unit: UnitNo,
    },
    /// A courier rides; the enemy sees him, not what he carries.
    CourierSent(Courier),
    /// A courier moved.
    CourierMoved {
        /// Which.
        courier: u16,
        /// Where to.
        to: Point,
    },
    /// A courier has arrived, or is lost.
    CourierGone {
        /// Which.
        courier: u16,
        /// He is lost with his message.
        lost: bool,
    },
    /// A body fired; the hits are taken later in the step.
    Fired {
        /// Who.
        by: BodyId,
        /// At what.
        at: Aim,
        /// Guns: with what.
        with: Option<Ammunition>,
        /// Protective or held fire.
        protective: bool,
        /// What it hit.
        hits: Vec<Hit>,
    },
    /// The hits of the step have been taken.
    HitsTaken,
    /// A unit marks boxes.
    Marked {
        /// Whose.
        unit: UnitNo,
        /// How many.
        boxes: u16,
    },
    /// A section or crew loses men, which no others do (FD-ROS-06), a section guns, a limber is hit.
    Damaged {
        /// Who.
        body: BodyId,
        /// Crewmen lost.
        crew: u8,
        /// Guns lost.
        guns: u8,
        /// Limber hits.
        limber: u8,
    },
    /// A unit is shattered.
    Shattered(UnitNo),
    /// A body of a shattered unit stays to walk off, lost at once (FD-OPT-06).
    Routed(BodyId),
    /// A body is no more.
    Removed {
        /// Who.
        body: BodyId,
        /// Why.
        fate: Fate,
    },
    /// A body checked its morale.
    Checked {
        /// Who.
        body: BodyId,
        /// Why.
        cause: Cause,
        /// The total.
        total: i32,
        /// Whether it passed.
        passed: bool,
    },
    /// A body goes on in spite of a loss, for boxes (FD-OPT-04).
    WentOn(BodyId),
    /// A body is halted, and perhaps marked as fled.
    Halted {
        /// Who.
        body: BodyId,
        /// Until VI.5 of that turn.
        until: u16,
        /// With a fled marker.
        fled: bool,
        /// Guns are silent to the end of Phase II of that turn.
        silent: u16,
    },
    /// Markers set before this Phase VI are taken off.
    MarkersOff,
    /// Bodies in transit become garrison.
    Garrisoned(BodyId),
    /// A commander was in danger; hit or not.
    Endangered {
        /// Who.
        who: Leader,
        /// What became of him.
        status: CommanderStatus,
    },
    /// Bodies will check in the next I.2.
    Bereaved(Vec<BodyId>),
    /// They have.
    Mourned,
    /// Bodies may not charge this turn.
    NoCharge(Vec<BodyId>),
    /// A commander stands somewhere.
    CommanderAt {
        /// Who.
        commander: CommanderId,
        /// Where.
        at: Point,
        /// With whom.
        attached: Option<(BodyId, u8)>,
        /// By his own move.
        rode: bool,
    },
    /// A commander has left the table.
    CommanderOff(CommanderId),
    /// A regimental commander takes over a brigade.
    TookOver {
        /// Whose place.
        commander: CommanderId,
        /// The regiment he led.
        unit: UnitNo,
    },
    /// A charge is declared, or a counter-charge.
    ChargeDeclared {
        /// Who.
        body: BodyId,
        /// How.
        charge: Charge,
    },
    /// A charge goes on otherwise.
    ChargeWent {
        /// Who.
        body: BodyId,
        /// How.
        charge: Charge,
    },
    /// A body gives its charge up.
    ChargeDropped(BodyId),
    /// A body answers a charge.
    Responded {
        /// Who.
        body: BodyId,
        /// How.
        response: Response,
    },
    /// Two bodies meet.
    Met(Contact),
    /// A body comes to the edge of a zone.
    StormBegan(Storm),
    /// A body touches nobody any more.
    Parted(BodyId),
    /// A round was fought between these; what each inflicted and received.
    Fought(Vec<Score>),
    /// The first round of these contacts, or this turn's, is over.
    RoundOver(Vec<(BodyId, BodyId)>),
    /// A body may pursue.
    MayPursue(BodyId),
    /// The assault on a zone is over.
    StormOver(ZoneId),
    /// A body is in a zone, in transit until VI.5 of that turn; none is garrison at once.
    Entered {
        /// Who.
        body: BodyId,
        /// Where.
        zone: ZoneId,
        /// Until when in transit.
        transit: Option<u16>,
    },
    /// A zone or a decisive feature changed hands.
    ZoneTaken {
        /// Which.
        zone: u8,
        /// Who has it.
        side: Side,
    },
    /// A crew left its guns.
    CrewLeft {
        /// Which section.
        section: BodyId,
        /// The crew, a new body.
        crew: BodyId,
    },
    /// A crew came back to its guns.
    CrewBack {
        /// Which section.
        section: BodyId,
        /// The crew, no longer a body.
        crew: BodyId,
    },
    /// Guns change hands.
    GunsTaken {
        /// Which section.
        section: BodyId,
        /// By whom; its own side makes them abandoned again.
        by: Side,
    },
    /// A section unlimbered.
    Unlimbered {
        /// Which.
        body: BodyId,
        /// Where.
        pose: Pose,
    },
    /// Stands become a body of their own.
    Detached {
        /// From whom.
        from: BodyId,
        /// The new body.
        body: BodyId,
        /// Its stands.
        stands: Vec<u8>,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
        /// It went out and has made its move.
        moved: bool,
    },
    /// A body joins another.
    Joined {
        /// Who.
        body: BodyId,
        /// Whom.
        into: BodyId,
        /// All stands then, in their order.
        stands: Vec<u8>,
        /// Where they stand.
        place: Place,
        /// How.
        formation: Formation,
    },
    /// A body stands with these stands in this way: after dismounting, mounting, dividing.
    Reformed {
        /// Who.
        body: BodyId,
        /// Its stands.
        stands: Vec<u8>,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
        /// In the saddle.
        mounted: bool,
        /// Light cavalry in open order.
        scattered: bool,
    },
    /// The battle is over.
    Ended(VerdictWords),
}

/// How a body moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// A normal move.
    March,
    /// In a charge.
    Charge,
    /// Set flush on the enemy.
    Align,
    /// In a pursuit.
    Pursuit,
    /// Guns hauled or turned in Phase II.
    Guns,
    /// Back from a zone.
    FallBack,
    /// Shattered troops walk off.
    WalkOff,
    /// Onto the table.
    Arrival,
}

/// A commander: of a brigade, or of a regiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leader {
    /// Of a brigade.
    Commander(CommanderId),
    /// Of a regiment.
    Colonel(UnitNo),
}

/// What a body did and suffered in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Score {
    /// Who.
    pub body: BodyId,
    /// Casualties it caused.
    pub inflicted: u16,
    /// Casualties it took.
    pub received: u16,
}

/// A verdict that can be read back from a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictWords {
    /// Who won.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub clause: firelock_core::Clause,
    /// How clearly, by its place in the list of margins.
    pub margin: u8,
    /// Points, red first.
    pub score: [i32; 2],
    /// In a sentence.
    pub words: String,
}

/// How clearly a battle was won.
pub const MARGINS: [&str; 3] = ["draw", "marginal", "decisive"];

/// The event as a side sees it, if it does (FD-GEN-13).
pub fn redact(event: &Event, viewer: Side) -> Option<Event> {
    match event {
        Event::Ordered { side, .. }
        | Event::MissionTaken { side, .. }
        | Event::MissionCame { side, .. }
        | Event::MissionSent { side, .. }
            if *side != viewer =>
        {
            None
        }
        Event::CourierSent(courier) if courier.side != viewer => {
            Some(Event::CourierSent(Courier { message: None, ..courier.clone() }))
        }
        Event::Revealed(orders) => {
            let mut orders = orders.clone();
            orders[viewer.enemy().index()].retain(|(_, order)| !order.stays_hidden());
            Some(Event::Revealed(orders))
        }
        _ => Some(event.clone()),
    }
}
