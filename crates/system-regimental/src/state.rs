//! What is true now. Lengths are on the grid of the table, 2540 steps to the inch (RF-SCL-01).

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use firelock_core::{Agenda, Beside, Number, Rulebook, Side, UnitId, Verdict};
use firelock_scenario::Schedule;
use firelock_table::{Angle, Base, FeatureId, Length, Point, Polygon, Pose, Segment, Stance, Table, TableEdge};
use serde::{Deserialize, Serialize};

use crate::charts;
use crate::facts::Scope;
use crate::phase::fire::Shots;
use crate::phase::movement::WorkedOut;
use crate::results::{ManeuverEffect, Motion};
use crate::roster::{BodyOf, Officer, Roster};
use crate::words::{ChargeGround, Cover, Effectiveness, Formation, MoveClass, Obstacle, Order, Rating, Visibility};

/// What never changes in a game: the ground, the rosters, the rulebook.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The rulebook with its overlay.
    pub book: Rulebook,
    /// The ground.
    pub table: Table,
    /// The same with only what bars somebody's way on it: for ways on which nothing else counts.
    pub barred: Table,
    /// What each feature means, by its id.
    pub land: Vec<Land>,
    /// What the battle says of each unit.
    pub roster: Vec<Roster>,
    /// What the battle says of each leader.
    pub officers: Vec<Officer>,
    /// The two armies, red first.
    pub armies: [Army; 2],
    /// Key positions.
    pub keys: Vec<KeyPosition>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// The last turn.
    pub turns: u16,
    /// Who moves first in each turn.
    pub first: Side,
    /// Who attacks.
    pub attacker: Side,
    /// How far one sees.
    pub visibility: Visibility,
    /// Whether players place their own units before the first turn.
    pub free_deployment: bool,
    /// How far apart the sides deploy at least; nothing where the battle gives zones.
    pub apart: Length,
    /// What each unit was meant to do in history, for commanders who play it.
    pub schedule: Schedule,
}

/// What a feature means in these rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Land {
    /// The battle file's word for it, for pictures.
    pub kind: &'static str,
    /// Its name, if it has one.
    pub name: String,
    /// How it slows.
    pub movement: MoveClass,
    /// How it covers.
    pub cover: Cover,
    /// What it gives a defender in a charge.
    pub charge: ChargeGround,
    /// Whether its charge ground is for standing uphill on it only.
    pub uphill: bool,
    /// What it does to sight.
    pub sight: Sight,
    /// Whether it is wooded.
    pub wooded: bool,
    /// Whether and how it stops.
    pub obstacle: Obstacle,
    /// Works without flank or rear.
    pub closed_works: bool,
    /// How many stands may garrison it; none where nobody can.
    pub capacity: Option<u8>,
    /// A road, and whether it is a good one.
    pub road: Option<Road>,
    /// Whether it is a line rather than an area.
    pub linear: bool,
    /// Whether its cover is for those inside it only, not for those behind it.
    pub sunken: bool,
}

/// What a feature does to sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Nothing.
    Free,
    /// Sight passes so much of such ground in all.
    Through(Length),
    /// Stops it up to one level above its ground.
    Blocks,
}

/// The state of a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Road {
    /// Speeds columns up.
    Good,
    /// Open ground and no more.
    Poor,
}

/// One army.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// The table edge it retreats to.
    pub edge: TableEdge,
    /// Troop and gun stands at the start.
    pub start_total: u16,
    /// Lost stands that are heavy casualties.
    pub heavy_level: u16,
    /// Where it may deploy; none unless the players set up themselves.
    pub zones: Vec<Zone>,
    /// Edges by which it may leave of its own will.
    pub exits: Vec<TableEdge>,
}

/// Ground where an army may deploy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zone {
    /// The ground.
    pub ground: Polygon,
    /// Only for the brigades of these leaders; none named means all.
    pub brigades: Vec<LeaderId>,
}

/// A place worth holding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyPosition {
    /// Its name.
    pub name: String,
    /// Its ground; a point is a degenerate polygon drawn as a small square.
    pub ground: Polygon,
    /// How near a unit must be to it.
    pub reach: Length,
    /// Victory points.
    pub worth: i32,
    /// Who holds it at the start.
    pub holder: Option<Side>,
    /// The only side that gets the points; none is whoever has it.
    pub only: Option<Side>,
}

/// Units that come later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The turn they may enter.
    pub turn: u16,
    /// Where on the edge.
    pub at: Point,
    /// The other end of the stretch where they may enter; the same place where there is only one.
    pub to: Point,
    /// The edge.
    pub edge: TableEdge,
    /// Who.
    pub units: Vec<UnitId>,
    /// Leaders who come with them.
    pub leaders: Vec<LeaderId>,
}

/// The number of a leader in the state.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct LeaderId(pub u8);

/// The game at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What never changes.
    #[serde(skip)]
    pub stage: Arc<Stage>,
    /// The turn, from 1; 0 while deploying.
    pub turn: u16,
    /// Whose player turn it is.
    pub active: Side,
    /// The step of the player turn.
    pub step: Step,
    /// All units, also those gone.
    pub units: Vec<Unit>,
    /// All leaders.
    pub leaders: Vec<Leader>,
    /// What each army has suffered, red first.
    pub armies: [ArmyState; 2],
    /// Who controls each key position.
    pub keys: Vec<Option<Side>>,
    /// Units touching through a charge.
    pub contacts: Vec<Contact>,
    /// The ways moved in this player turn, for pass-through fire.
    pub trails: Vec<Trail>,
    /// What is still to be done.
    pub agenda: Agenda<Asking, Work>,
    /// The end, once it has come.
    pub verdict: Option<Verdict>,
    /// Shots that were looked for since somebody moved.
    #[serde(skip)]
    pub(crate) shots: Beside<Shots>,
    /// Maneuvers that were worked out since anything happened.
    #[serde(skip)]
    pub(crate) worked_out: Beside<WorkedOut>,
}

/// The steps of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// The side sets up.
    Deploy(Side),
    /// M1: leaders are replaced, attached, detached.
    Leaders,
    /// M2: checks, charges, maneuvers.
    Maneuver,
    /// M3: detached leaders move.
    LeadersMove,
    /// F1: the other side's fire.
    DefensiveFire,
    /// F2: the active side's fire.
    OffensiveFire,
    /// C1: first charge combats.
    Charge,
    /// C2: breakthroughs move.
    Breakthrough,
    /// C3: second combats.
    SecondCharge,
    /// Bookkeeping.
    End,
}

/// A body of troops or guns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Unit {
    /// Its line in the roster; a light detachment shares its parent's.
    pub roster: u16,
    /// Whose it is.
    pub side: Side,
    /// Whether it is a light infantry detachment of the unit in its roster line.
    pub detachment: bool,
    /// Stands it was rated with.
    pub start: u8,
    /// Stands it has.
    pub stands: u8,
    /// Light stands it may still detach.
    pub light_stands: u8,
    /// Where it is.
    pub place: Place,
    /// Its formation.
    pub formation: Formation,
    /// Gaps between neighbors in open order or between guns, in hundredths of an inch.
    pub gap: u16,
    /// A column bent along its path: the middles of its stands' fronts and of the last rear, head first; empty when straight.
    pub bend: Vec<Point>,
    /// A flank turned back.
    pub flank: Option<Flank>,
    /// One rectangle around it where it stands: follows from place, formation and stands.
    pub outline: Base,
    /// Its stands where it stands: follows likewise.
    #[serde(skip)]
    pub formed: Formed,
    /// Good order, disordered or broken.
    pub order: Order,
    /// Troops low on ammunition.
    pub low_ammo: bool,
    /// Dragoons and cavalry in the saddle.
    pub mounted: bool,
    /// The state of each gun stand; only the first `stands` count.
    pub guns: [Gun; 4],
    /// Whether an amusette stands with it.
    pub amusette: bool,
    /// Its brave colonel, if it has one.
    pub colonel: Colonel,
    /// Marks of this player turn.
    pub turn: TurnMarks,
    /// Why it is no more, once it is.
    pub fate: Option<Fate>,
}

/// How a unit stands on the table, measured once; nothing for a garrison or a unit off the table.
///
/// It follows from the rest of a unit, so all are equal: what it follows from is compared.
#[derive(Clone, Debug, Default)]
pub struct Formed(pub(crate) Option<Stance>);

impl PartialEq for Formed {
    fn eq(&self, _: &Formed) -> bool {
        true
    }
}

impl Eq for Formed {}

impl Hash for Formed {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// On the table.
    At(Pose),
    /// Garrison of a feature.
    In(FeatureId),
    /// Not yet, or no more, on the table.
    Off,
}

/// A flank turned back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flank {
    /// The left one, else the right.
    pub left: bool,
    /// How many files.
    pub files: u8,
    /// By how much, up to 45 degrees.
    pub by: Angle,
}

/// The state of a gun stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gun {
    /// Damaged for good.
    pub damaged: bool,
    /// Silenced until rallied.
    pub silenced: bool,
    /// Low on ammunition.
    pub low_ammo: bool,
}

/// The brave colonel of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Colonel {
    /// There is none, or he is lost.
    #[default]
    None,
    /// He leads.
    Leads,
    /// He is back in the owner's player turn of that number.
    AwayUntil(u16),
}

/// Why a unit is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// No stand is left.
    Destroyed,
    /// It laid down its arms.
    Surrendered,
    /// It crossed the table edge in flight.
    FledTable,
    /// Guns eliminated, captured or abandoned.
    GunsLost,
    /// It left by an exit of its own will, and is not lost.
    Exited,
}

/// Marks that live for one player turn (RF-ROS-34).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnMarks {
    /// It has made its check.
    pub checked: bool,
    /// What the check gave.
    pub effect: Option<ManeuverEffect>,
    /// The modified die of the check.
    pub result: i32,
    /// The maneuvers that leaves open.
    pub scope: Scope,
    /// Where the check takes it first.
    pub motion: Motion,
    /// Its order after that.
    pub order_after: Order,
    /// Broken troops form up after that.
    pub reforms: bool,
    /// It still has its maneuver to do.
    pub to_maneuver: bool,
    /// It moved.
    pub moved: bool,
    /// It changed formation.
    pub formation_changed: bool,
    /// It may not fire offensively any more this turn.
    pub no_fire: bool,
    /// Guns: it took the fire action.
    pub fire_action: bool,
    /// It charged with cold steel, home or not.
    pub steel: bool,
    /// Its charge.
    pub charge: Option<Charge>,
    /// The way its charge goes.
    pub way: crate::command::ChargeWay,
    /// Its place among the charges of its check, from 1.
    pub charge_order: u8,
    /// The position that its charge struck, to be carried.
    pub position: Option<Position>,
    /// Stands that have fired, a bit each; bit 31 is the amusette.
    pub fired: u32,
    /// A garrison: how many stands fired from which side of its place.
    pub walls: Vec<(u8, u8)>,
    /// It was fired on in this player turn: a target takes one fire combat (RF-FIR-15).
    pub under_fire: bool,
    /// It made its own side's retreat for the check: a mark for the order of moves.
    pub retreated: bool,
    /// It countercharged in this player turn.
    pub countercharged: bool,
    /// It fought in C1.
    pub fought_first: bool,
    /// It fought in C3.
    pub fought_second: bool,
    /// It is to break through in C2.
    pub breaks_through: bool,
    /// It was in good order when the Maneuver phase began.
    pub began_good: bool,
}

/// A charge of this player turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// Whom it goes at: as declared, then as met.
    pub target: UnitId,
    /// Declared with cold steel.
    pub cold_steel: bool,
    /// A countercharge.
    pub counter: bool,
    /// A breakthrough.
    pub breakthrough: bool,
    /// The slowest ground crossed.
    pub ground: MoveClass,
    /// How it stands.
    pub stage: ChargeStage,
}

/// How a charge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStage {
    /// Declared, not yet moved.
    Declared,
    /// In contact, to be fought unless fire checks it.
    Home,
    /// Checked by fire, or stopped short: no fight.
    Checked,
    /// Fought.
    Fought,
}

/// A charging unit in contact with an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contact {
    /// The unit that charged or countercharged.
    pub charger: UnitId,
    /// The unit it met.
    pub target: UnitId,
    /// Which edge of the target it met.
    pub edge: Edge,
    /// Whether it came from the flank: the front center lay on or behind the target's front line when the charge began.
    pub flank: bool,
    /// Whether the target had the feature between: works, a building, a major obstacle.
    pub across: Option<FeatureId>,
    /// The ground class that the defender takes from where they met.
    pub ground: ChargeGround,
    /// The whole edge of the target that was struck, or that side of what lies between.
    pub line: Segment,
}

/// A position that was charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The edge that was struck.
    pub line: Segment,
    /// What it lies behind: works, a building, a major obstacle.
    pub across: Option<FeatureId>,
}

/// An edge of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

/// The way a unit moved in this player turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trail {
    /// Who moved.
    pub unit: UnitId,
    /// The poses it went through, the first where it began.
    pub poses: Vec<Pose>,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Leader {
    /// His line in the list of officers.
    pub officer: u8,
    /// Whose he is.
    pub side: Side,
    /// His rating now; a replacement may have another.
    pub rating: Rating,
    /// How he is.
    pub status: LeaderStatus,
    /// Where he stands.
    pub at: Point,
    /// The unit he is attached to.
    pub attached: Option<UnitId>,
    /// He led a check in this player turn.
    pub led: bool,
    /// He spent his move in this player turn.
    pub moved: bool,
}

/// How a leader is (RF-ROS-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeaderStatus {
    /// On the table.
    Present,
    /// On foot until M1 of the owner's player turn of that number.
    DismountedUntil(u16),
    /// Away until M1 of the owner's player turn of that number.
    AwayUntil(u16),
    /// Removed; a new man comes in M1 of the owner's player turn of that number.
    ReplacedIn(u16),
    /// Not yet on the table.
    Waiting,
}

/// What an army has suffered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct ArmyState {
    /// Stands lost.
    pub lost: u16,
    /// It suffers heavy casualties.
    pub heavy: bool,
    /// It suffers greater losses.
    pub greater: bool,
    /// It has lost a key position.
    pub key_lost: bool,
    /// Points for enemy leaders removed.
    pub leader_points: i32,
}

/// A pending decision, with what it needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Asking {
    /// Setting up.
    Deploy(Side),
    /// M1.
    Leaders,
    /// M2a: whom to check.
    Check,
    /// M2b-1: charges of these units.
    Declare,
    /// M2b-2: countercharges.
    Counter,
    /// M2c: maneuvers of the units of this check.
    Maneuver,
    /// M3.
    LeadersMove,
    /// F1 or F2.
    Fire,
    /// Which contributor runs low on ammunition.
    LowAmmo(Vec<Contributor>),
    /// Which of equally near leaders is checked.
    LeaderTie(Vec<LeaderId>),
    /// Cavalry may recall instead of what the result says.
    Recall {
        /// Who.
        unit: UnitId,
        /// What it does otherwise.
        else_: Fallback,
    },
    /// C1 or C3: which combat is next.
    Combat,
    /// C2: who breaks through next.
    Breakthrough,
    /// Which of equally strong units leads the combat.
    Lead {
        /// Who decides.
        side: Side,
        /// Between whom.
        units: Vec<UnitId>,
    },
    /// Who takes losses beyond the lead unit's stands.
    Losses {
        /// Who decides.
        side: Side,
        /// How many stands.
        stands: u8,
        /// Among whom.
        units: Vec<UnitId>,
    },
    /// A returning or new leader is placed with a subordinate.
    Place(LeaderId),
    /// A carried position may be followed by turning a flank back.
    Refuse(UnitId),
}

/// A contributor to a volley that may run low on ammunition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Contributor {
    /// A troop unit.
    Unit(UnitId),
    /// A gun stand of a unit.
    Gun(UnitId, u8),
}

/// What a unit does when it does not recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fallback {
    /// Falls back to 2 inches.
    TwoInches,
    /// Goes out of close range.
    OutOfCloseRange,
    /// Carries the position.
    Carry,
}

/// An automatic procedure: small tasks, first in, first out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Work {
    /// What is to be done, the next first.
    pub tasks: VecDeque<Task>,
}

/// One small task of an automatic procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// A declared charge moves, with its countercharger if it has one.
    ChargeMove(UnitId),
    /// A unit goes back after its check.
    CheckRetreat(UnitId),
    /// The maneuvers of the check follow.
    Maneuvers,
    /// The leader nearest to a fired-on unit is checked.
    LeaderNear(UnitId),
    /// That leader is checked.
    Fallen(LeaderId),
    /// The brave colonel of a unit is checked.
    Colonel(UnitId),
    /// A unit goes back.
    Retreat {
        /// Who.
        unit: UnitId,
        /// How.
        kind: Retreat,
        /// From whom, where one enemy decides.
        from: Option<UnitId>,
    },
    /// Another round of a desperate struggle, or the first of a combat.
    Round {
        /// The attacking units.
        attackers: Vec<UnitId>,
        /// The defending units.
        defenders: Vec<UnitId>,
        /// Whether it is a round after a struggle.
        again: bool,
    },
    /// The winner carries the position.
    Carry(UnitId),
    /// Cavalry is offered a recall.
    OfferRecall(UnitId, Fallback),
    /// The combat is over for these units.
    CombatOver(Vec<UnitId>),
    /// This charger, whose target fire has destroyed, carries the position (RF-FIR-44).
    TargetGone(UnitId),
    /// A unit whose place changed takes its leader along, or leaves him.
    Settle(UnitId),
    /// Ends the step.
    NextStep,
}

/// How a unit goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Retreat {
    /// Out of close range, in its order.
    OutOfCloseRange,
    /// Until 2 inches from the enemy.
    TwoInches,
    /// A full retreat, in its order.
    Full,
    /// A full retreat, broken.
    Broken,
    /// Guns limber and make a full retreat silenced.
    Limbering,
}

impl Stage {
    /// A length of the rules that stands alone.
    pub fn length(&self, number: &Number) -> Length {
        Length::inch_hundredths(self.book.number(number))
    }

    /// An angle of the rules that stands alone, in degrees.
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

    /// The leader of that number.
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[usize::from(id.0)]
    }

    /// The roster line of a unit.
    pub fn roster(&self, id: UnitId) -> &Roster {
        &self.stage.roster[usize::from(self.unit(id).roster)]
    }

    /// The officer behind a leader.
    pub fn officer(&self, id: LeaderId) -> &Officer {
        &self.stage.officers[usize::from(self.leader(id).officer)]
    }

    /// All units with their numbers.
    pub fn all_units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitId(at as u16), unit))
    }

    /// The units of a side on the table, garrisons included.
    pub fn on_table(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.all_units().filter(move |(_, unit)| unit.side == side && unit.is_on_table())
    }

    /// All leaders with their numbers.
    pub fn all_leaders(&self) -> impl Iterator<Item = (LeaderId, &Leader)> {
        self.leaders.iter().enumerate().map(|(at, leader)| (LeaderId(at as u8), leader))
    }

    /// Fresh, worn or spent (RF-ROS-11, RF-ROS-14), reckoned anew from the stands there are, which never return (RF-ROS-15); guns
    /// are always fresh (RF-ROS-28).
    pub fn effectiveness(&self, id: UnitId) -> Effectiveness {
        let unit = self.unit(id);
        match &self.roster(id).body {
            BodyOf::Troops { morale, .. } => charts::effectiveness(&self.stage.book, *morale, unit.start, unit.stands),
            BodyOf::Guns { .. } => Effectiveness::Fresh,
        }
    }

    /// The leader attached to a unit, the highest first.
    pub fn attached(&self, unit: UnitId) -> Option<LeaderId> {
        let here = self.all_leaders().filter(|(_, leader)| leader.attached == Some(unit) && leader.is_present());
        here.max_by_key(|(id, _)| (self.officer(*id).rank, std::cmp::Reverse(*id))).map(|(id, _)| id)
    }

    /// What an army has suffered.
    pub fn army(&self, side: Side) -> &ArmyState {
        &self.armies[side.index()]
    }
}

impl Unit {
    /// Whether it stands on the table or garrisons a place on it.
    pub fn is_on_table(&self) -> bool {
        self.fate.is_none() && self.place != Place::Off
    }

    /// Its pose, unless it is a garrison or off the table.
    pub fn pose(&self) -> Option<Pose> {
        match self.place {
            Place::At(pose) => Some(pose),
            _ => None,
        }
    }
}

impl Leader {
    /// Whether he is on the table, mounted or not.
    pub fn is_present(&self) -> bool {
        matches!(self.status, LeaderStatus::Present | LeaderStatus::DismountedUntil(_))
    }
}

impl Contributor {
    /// Whose it is.
    pub fn unit(self) -> UnitId {
        match self {
            Contributor::Unit(unit) | Contributor::Gun(unit, _) => unit,
        }
    }
}
