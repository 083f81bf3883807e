//! What is true now.

mod agenda;
mod unit;

use std::sync::Arc;

use firelock_core::{Agenda, Beside, Number, Rulebook, Side, UnitId, Verdict};
use firelock_scenario::Schedule;
use firelock_table::{Angle, Bounds, FeatureId, Length, Point, Polygon, Pose, Size, Table, TableEdge};
use serde::{Deserialize, Serialize};

pub use agenda::{Asking, Followed, Melees, Outcome, Stage as MeleeStage, Work, Wrapping};
pub use unit::{Fate, Marks, Place, Stands, Unit};

use crate::charts;
use crate::roster::{Officer, Roster};
use crate::survey::{Planned, Sights, Survey};
use crate::terrain::{Land, Screen};
use crate::words::{Ammunition, Level, Reaction, Status, Zone};

/// The number of a commander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

/// The number of a brigade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BrigadeNo(pub u8);

/// What never changes in a game: the ground, the rosters, the rulebook.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The rulebook with its overlay.
    pub book: Rulebook,
    /// The sizes of bases: infantry, cavalry, gun, limbered gun, command.
    pub sizes: [Size; 5],
    /// The ground.
    pub table: Table,
    /// What each feature means, by its id.
    pub land: Vec<Land>,
    /// The features that may stop sight.
    pub screens: Vec<Screen>,
    /// The features that give cover, with the boxes around them.
    pub covers: Vec<(FeatureId, Bounds)>,
    /// The features that slow, bar or unform somebody, with the boxes around them.
    pub barriers: Vec<(FeatureId, Bounds)>,
    /// The hills, with the boxes around them.
    pub hills: Vec<(FeatureId, Bounds)>,
    /// What the battle says of each unit.
    pub roster: Vec<Roster>,
    /// What the battle says of each commander.
    pub officers: Vec<Officer>,
    /// The names of the brigades.
    pub brigades: Vec<Brigade>,
    /// The two armies, red first.
    pub armies: [Army; 2],
    /// What is worth points (NQ-VIC-07).
    pub objectives: Vec<Objective>,
    /// Who comes onto the table later.
    pub arrivals: Vec<Arrival>,
    /// The last turn (NQ-VIC-05).
    pub turns: u16,
    /// Whether players place their own units before the first turn (NQ-SEQ-02).
    pub free_deployment: bool,
    /// What each unit was meant to do in history, for commanders who play it.
    pub schedule: Schedule,
}

/// Who comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comer {
    /// A unit.
    Unit(UnitId),
    /// A commander.
    Commander(CommanderId),
}

/// Somebody who comes onto the table at the start of a turn, or of the next one in which there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The turn.
    pub turn: u16,
    /// Who.
    pub who: Comer,
    /// Where.
    pub pose: Pose,
}

/// A brigade.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Brigade {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
}

/// One army.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Its own edge (NQ-SCA-07).
    pub edge: TableEdge,
    /// Where it may deploy (NQ-SEQ-03).
    pub zones: Vec<Polygon>,
}

/// A point worth fighting for (NQ-VIC-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// How many objectives it counts as.
    pub worth: u8,
}

/// The game at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What never changes.
    #[serde(skip)]
    pub stage: Arc<Stage>,
    /// The turn, from 1; 0 before it.
    pub turn: u16,
    /// The side that is First this turn (NQ-SEQ-04).
    pub first: Side,
    /// The side whose half of a step it is.
    pub half: Side,
    /// The step.
    pub step: Step,
    /// All units, also those gone.
    pub units: Vec<Unit>,
    /// All commanders.
    pub commanders: Vec<Commander>,
    /// Units in contact (NQ-ROS-15).
    pub fights: Vec<Fight>,
    /// The charges of this half-phase.
    pub charges: Vec<Charge>,
    /// How charged units react.
    pub answers: Vec<Answer>,
    /// Declared fire that is still to be resolved (NQ-SEQ-09).
    pub declared: Vec<Fire>,
    /// What happened in this step (NQ-SEQ-18).
    pub log: StepLog,
    /// Who holds each objective.
    pub holders: Vec<Option<Side>>,
    /// What can be declared now, as far as somebody has looked: follows from the rest.
    #[serde(skip)]
    pub survey: Beside<Survey>,
    /// Who sees whom, as far as somebody has looked: follows from the rest.
    #[serde(skip)]
    pub sights: Beside<Sights>,
    /// The move that was judged last: follows from the rest.
    #[serde(skip)]
    pub planned: Beside<Planned>,
    /// What is still to be done.
    pub agenda: Agenda<Asking, Work>,
    /// The end, once it has come.
    pub verdict: Option<Verdict>,
}

/// The steps of a game, in the order of T-SEQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Before the first turn.
    Deploy,
    /// Markers of the last turn go.
    TurnStart,
    /// Who is First.
    Initiative,
    /// Who is in command.
    Control,
    /// C1
    ChargeDeclare,
    /// C2
    ChargeReact,
    /// C2 to C4: tests and the moves that follow.
    ChargeTests,
    /// C5
    ChargeFire,
    /// C6 and C7
    ChargeHome,
    /// Moves.
    Move,
    /// Fire is declared.
    FireDeclare,
    /// Guns.
    FireArtillery,
    /// Small arms.
    FireSmallArms,
    /// Morale after fire.
    FireMorale,
    /// Close combat, group after group.
    Melee,
    /// Rally, succession.
    Rally,
    /// Victory?
    EndCheck,
}

/// A command unit (NQ-ROS-13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Commander {
    /// Whose he is.
    pub side: Side,
    /// The army or a brigade.
    pub level: Level,
    /// His brigade, if he has one.
    pub brigade: Option<BrigadeNo>,
    /// His rating.
    pub rating: u8,
    /// How he is.
    pub status: Status,
    /// The middle of his base; while attached that follows from his unit.
    pub at: Point,
    /// Not on the table yet.
    pub waiting: bool,
    /// The unit he is with (NQ-CMD-08).
    pub attached: Option<UnitId>,
    /// He has had his move this turn.
    pub moved: bool,
    /// Rally steps until he is replaced, once he is out (NQ-LDR-04, NQ-LDR-05).
    pub due: u8,
}

/// Two units in contact (NQ-ROS-15: ENGAGED and MELEE_TURN).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// Who; the charger first.
    pub units: [UnitId; 2],
    /// The turn of the melee, from 1.
    pub turn: u8,
    /// The side of the other on which each one's charge came in.
    pub struck: [Zone; 2],
    /// Bases of each that were brought in (NQ-MEL-22..25).
    pub wrapped: [Wrapped; 2],
}

/// Bases brought in against an enemy (NQ-MEL-22, NQ-MEL-25).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wrapped {
    /// Opposite front bases that had no opponent.
    pub front: u8,
    /// On its left flank.
    pub left: u8,
    /// On its right flank.
    pub right: u8,
}

/// A declared charge (NQ-CHG-06, NQ-CHG-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// Who.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// The wheel at its start, clockwise (NQ-CHG-02).
    pub turn: Angle,
    /// Where it stands, seen from the target.
    pub zone: Zone,
    /// How far off it starts.
    pub distance: Length,
    /// How far it goes straight ahead until it meets the target where it stands.
    pub straight: Length,
    /// The way of its front middle to where it meets the target.
    pub path: Vec<Point>,
    /// It does not go on.
    pub stopped: bool,
    /// It failed its press-home test before a square (NQ-CHG-30).
    pub sheered: bool,
}

/// How a charged unit reacts (NQ-CHG-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub reaction: Reaction,
    /// An evader ends about-faced (NQ-MOV-29).
    pub about: bool,
    /// It stands and may use reaction fire (NQ-CHG-17).
    pub may_fire: bool,
}

/// Declared fire (NQ-SEQ-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fire {
    /// Small arms.
    Volley {
        /// Who.
        unit: UnitId,
        /// The face of a square, by the order in which faces are filled; none for all others, and for all faces at once.
        face: Option<u8>,
        /// At whom.
        target: UnitId,
        /// Bases share dice at long range (NQ-SAF-12).
        combine: bool,
    },
    /// A gun.
    Shot {
        /// Whose.
        unit: UnitId,
        /// Which gun, by its place in the battery.
        gun: u8,
        /// At whom.
        target: UnitId,
        /// The impact point (NQ-ART-09).
        at: Point,
        /// With what.
        ammunition: Ammunition,
    },
}

/// What happened in a step, for triggers and tests (NQ-SEQ-18).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct StepLog {
    /// Hits still to be applied, by unit.
    pub hits: Vec<(UnitId, u8)>,
    /// Bases lost, by unit.
    pub lost: Vec<(UnitId, u8)>,
    /// Units that fell to half (NQ-MOR-03).
    pub halved: Vec<UnitId>,
    /// Units whose commander was in danger once (NQ-LDR-01).
    pub risked: Vec<UnitId>,
    /// Units whose commander was hit (NQ-MOR-27).
    pub leaderless: Vec<UnitId>,
    /// Units charged or fought in flank or rear (NQ-MOR-24).
    pub flanked: Vec<UnitId>,
    /// Units that tested.
    pub tested: Vec<UnitId>,
    /// Units that routed, dispersed or were destroyed, and where they stood (NQ-MOR-18).
    pub fallen: Vec<Fallen>,
}

/// A unit that routed, dispersed or was destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fallen {
    /// Who.
    pub unit: UnitId,
    /// Where it stood.
    pub outline: firelock_table::Base,
}

impl Stage {
    /// A length of the rules that stands alone.
    pub fn length(&self, number: &Number) -> Length {
        charts::length(&self.book, number)
    }

    /// A number of degrees of the rules.
    pub fn degrees(&self, number: &Number) -> Angle {
        Angle::degrees(self.book.number(number))
    }

    /// What a feature means.
    pub fn land(&self, id: FeatureId) -> &Land {
        &self.land[usize::from(id.0)]
    }
}

impl State {
    /// The unit of that number.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// The roster line of a unit.
    pub fn roster(&self, id: UnitId) -> &Roster {
        &self.stage.roster[id.index()]
    }

    /// The commander of that number.
    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[usize::from(id.0)]
    }

    /// All units with their numbers, those gone included.
    pub fn all_units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitId(at as u16), unit))
    }

    /// The units on the table, garrisons included.
    pub fn on_table(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.all_units().filter(|(_, unit)| unit.is_on_table())
    }

    /// The units of a side on the table.
    pub fn alive(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.on_table().filter(move |(_, unit)| unit.side == side)
    }

    /// The units on the table in the order of a step: First's by number, then Second's (NQ-SEQ-17).
    pub fn in_order(&self) -> Vec<UnitId> {
        let first = self.alive(self.first).map(|(id, _)| id);
        first.chain(self.alive(self.first.enemy()).map(|(id, _)| id)).collect()
    }

    /// All commanders with their numbers.
    pub fn all_commanders(&self) -> impl Iterator<Item = (CommanderId, &Commander)> {
        self.commanders.iter().enumerate().map(|(at, commander)| (CommanderId(at as u8), commander))
    }

    /// The commander with a unit (NQ-CMD-10).
    pub fn attached(&self, id: UnitId) -> Option<CommanderId> {
        self.all_commanders()
            .find(|(_, commander)| commander.is_active() && commander.attached == Some(id))
            .map(|(id, _)| id)
    }

    /// The enemies a unit is engaged with.
    pub fn opponents(&self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.fights.iter().filter_map(move |fight| fight.other(id))
    }

    /// Whether a unit is engaged (NQ-ROS-15).
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.fights.iter().any(|fight| fight.other(id).is_some())
    }

    /// The charge of a unit in this half-phase.
    pub fn charge(&self, id: UnitId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.unit == id)
    }

    /// The answer of a charged unit.
    pub fn answer(&self, id: UnitId) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.unit == id)
    }

    /// The charges at a unit.
    pub fn charges_at(&self, id: UnitId) -> impl Iterator<Item = &Charge> {
        self.charges.iter().filter(move |charge| charge.target == id)
    }

    /// Bases that a unit lost in this step.
    pub fn bases_lost(&self, id: UnitId) -> u8 {
        self.log.lost.iter().find(|(unit, _)| *unit == id).map_or(0, |(_, lost)| *lost)
    }
}

impl Fight {
    /// The other unit, seen from one of the two.
    pub fn other(&self, id: UnitId) -> Option<UnitId> {
        self.index(id).map(|own| self.units[1 - own])
    }

    /// The place of a unit in it.
    pub fn index(&self, id: UnitId) -> Option<usize> {
        self.units.iter().position(|unit| *unit == id)
    }

    /// Whether it is between these two.
    pub fn is_between(&self, a: UnitId, b: UnitId) -> bool {
        self.other(a) == Some(b)
    }
}

impl Wrapped {
    /// All of them.
    pub const fn total(self) -> u8 {
        self.front.saturating_add(self.left).saturating_add(self.right)
    }

    /// Those on flanks.
    pub const fn flanks(self) -> u8 {
        self.left.saturating_add(self.right)
    }
}

impl Commander {
    /// Whether he is on the table and in command.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active && !self.waiting
    }
}

impl Fire {
    /// Who fires.
    pub const fn unit(&self) -> UnitId {
        match self {
            Fire::Volley { unit, .. } | Fire::Shot { unit, .. } => *unit,
        }
    }

    /// At whom.
    pub const fn target(&self) -> UnitId {
        match self {
            Fire::Volley { target, .. } | Fire::Shot { target, .. } => *target,
        }
    }
}
