//! What is true now.

mod agenda;
mod body;

use std::sync::Arc;

use firelock_core::{Agenda, Number, Rulebook, Side, UnitId, Verdict};
use firelock_scenario::Schedule;
use firelock_table::{Bounds, FeatureId, Length, Point, Polygon, Size, Table, TableEdge};
use serde::{Deserialize, Serialize};

pub use agenda::{
    Asking, Checks, Due, Failed, GunOrder, Hit, HitKind, Hold, Response, Round, Sealed, SealedStep, Secret, Settled,
    Task, Work,
};
pub use body::{Body, Charge, ChargeStage, Fate, FormOn, Gun, Kind, Place, Target, Turn, TurnMarks};

use crate::known::Lore;
use crate::roster::{BrigadeNo, Officer, Roster, Stand};
use crate::terrain::Land;
use crate::words::{CommanderStatus, Directive, Rank, Scale, Weather, ZoneClass};
use crate::yards::Yards;

/// The number of a body: what stands, moves, fires, fights and checks morale (FD-ROS-40). Never given twice.
pub type BodyId = UnitId;

/// The number of a unit: what has a track, a rating and a directive (FD-ROS-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitNo(pub u16);

/// The number of a brigade commander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

/// The number of an objective zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ZoneId(pub u8);

/// What never changes in a game: the ground, the rosters, the rulebook.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The rulebook with its overlay.
    pub book: Rulebook,
    /// The scale of the table (FD-SCL-05).
    pub scale: Scale,
    /// The sizes of bases by the rows of T1.
    pub sizes: [Size; 4],
    /// The ground.
    pub table: Table,
    /// The same without any feature.
    pub bare: Table,
    /// The same with those alone that somebody may not enter.
    pub closed: Table,
    /// The same with those alone that slow or bar somebody.
    pub hindering: Table,
    /// What each feature means, by its id.
    pub land: Vec<Land>,
    /// The features that are hilltops.
    pub hills: Vec<FeatureId>,
    /// The features that stop sight or fire, with the boxes around them.
    pub screens: Vec<(FeatureId, Bounds)>,
    /// The lines that give cover.
    pub lines: Vec<FeatureId>,
    /// The features that slow or bar somebody, with the boxes around them.
    pub barriers: Vec<(FeatureId, Bounds)>,
    /// Some area gives cover of itself.
    pub has_buildings: bool,
    /// The objective zones.
    pub zones: Vec<Zone>,
    /// What the battle says of each unit.
    pub roster: Vec<Roster>,
    /// What the battle says of each brigade commander; the place in the list is the number of his brigade.
    pub officers: Vec<Officer>,
    /// The two armies, red first.
    pub armies: [Army; 2],
    /// Units that come later.
    pub arrivals: Vec<Arrival>,
    /// The last turn.
    pub turns: u16,
    /// The scenario's first side.
    pub first: Side,
    /// The weather (FD-TER-10).
    pub weather: Weather,
    /// Whether players place their own bodies before the first turn.
    pub free_deployment: bool,
    /// Features whose control decides alone (FD-VIC-06).
    pub decisive: Vec<Decisive>,
    /// What each unit was meant to do in history, for commanders who play it.
    pub schedule: Schedule,
}

/// An objective zone (FD-OBJ-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// The feature it is.
    pub feature: FeatureId,
    /// Its ground.
    pub ground: Polygon,
    /// Its class.
    pub class: ZoneClass,
    /// How much it holds, in half-stands.
    pub capacity: u16,
    /// Victory points.
    pub value: i32,
    /// Who has it at the start.
    pub owner: Option<Side>,
}

/// A feature whose control decides the game (FD-VIC-06).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decisive {
    /// The feature.
    pub feature: FeatureId,
    /// Who wins by it; none is whoever has it.
    pub side: Option<Side>,
}

/// One army.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Its friendly edge (FD-SCL-09).
    pub edge: TableEdge,
    /// Its stand values at the start, in half-stands (FD-VIC-04).
    pub start: u16,
    /// Where it may deploy.
    pub zones: Vec<Deployment>,
}

/// Ground where an army may deploy (FD-SCL-10).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deployment {
    /// The ground.
    pub ground: Polygon,
    /// Only for these brigades; none named means all.
    pub brigades: Vec<BrigadeNo>,
}

/// Units that come later (FD-SEQ-21).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The turn in whose I.0 they come on.
    pub turn: u16,
    /// Where on the edge.
    pub at: Point,
    /// The edge.
    pub edge: TableEdge,
    /// Who.
    pub units: Vec<UnitNo>,
    /// Commanders who come with them.
    pub commanders: Vec<CommanderId>,
}

/// The game at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What never changes.
    #[serde(skip)]
    pub stage: Arc<Stage>,
    /// The turn, from 1; 0 before it.
    pub turn: u16,
    /// The active side of the turn (FD-SEQ-04).
    pub active: Side,
    /// The side that deployed second.
    pub second: Side,
    /// The step of the turn.
    pub step: Step,
    /// All units, also those shattered.
    pub units: Vec<Unit>,
    /// All bodies there ever were.
    pub bodies: Vec<Body>,
    /// What has been found out about them and still holds.
    #[serde(skip)]
    pub(crate) lore: Lore,
    /// All brigade commanders.
    pub commanders: Vec<Commander>,
    /// Messages on their way.
    pub couriers: Vec<Courier>,
    /// Who has each zone, and each decisive feature.
    pub zones: Vec<Option<Side>>,
    /// Bodies in contact with the enemy.
    pub contacts: Vec<Contact>,
    /// Attackers at the edge of a zone, in order of arrival.
    pub storms: Vec<Storm>,
    /// Hits of this step that are still to be taken.
    pub hits: Vec<Hit>,
    /// Bodies that check in the next I.2, as a commander of theirs fell (FD-LDR-06).
    pub grief: Vec<BodyId>,
    /// What each side has lost, red first.
    pub armies: [ArmyState; 2],
    /// What is still to be done.
    pub agenda: Agenda<Asking, Work>,
    /// The end, once it has come.
    pub verdict: Option<Verdict>,
}

/// The steps of a game, in the order of section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Before the first turn.
    Setup,
    /// I.0
    Upkeep,
    /// I.1
    Initiative,
    /// I.2
    CommanderLoss,
    /// I.3
    Signal,
    /// I.4
    Send,
    /// I.5
    Chits,
    /// II.1
    GunChoice,
    /// II.2
    GunFire,
    /// II.3
    GunMoves,
    /// II.4
    GunEffects,
    /// III.0, only with skirmish fire first
    SkirmishFirst,
    /// III.1
    Volley,
    /// III.2
    VolleyEffects,
    /// III.3
    Skirmish,
    /// IV.1
    Platoon,
    /// IV.2
    PlatoonEffects,
    /// V.1
    Reveal,
    /// V.2
    ChargesActive,
    /// V.3
    ResponsesReactive,
    /// V.4
    ChargesReactive,
    /// V.5
    ResponsesActive,
    /// VI.1
    Facing,
    /// VI.2
    ChargeMoves,
    /// VI.3
    Moves,
    /// VI.4
    Unlimber,
    /// VI.5
    Couriers,
    /// VII.1
    ObjectiveCombat,
    /// VII.2 and VII.2A
    NewMelees,
    /// VII.3 and VII.3A
    Pursuit,
    /// VII.4 and VII.4A
    EngagedMelees,
    /// VII.5
    End,
}

/// A unit: what has a track of boxes and a directive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Shatter boxes marked by any of its bodies; nothing restores them (FD-ROS-41, FD-MOR-20, FD-MOR-21).
    pub marked: u16,
    /// What it is told; hidden from the enemy.
    pub mission: Option<Mission>,
    /// What a courier has brought and what counts from the next I.3; hidden from the enemy.
    pub pending: Option<Mission>,
    /// It is shattered.
    pub shattered: bool,
    /// It was sent a directive this turn; hidden from the enemy.
    pub sent: bool,
}

/// A directive with its place (FD-CMD-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mission {
    /// Advance, assault, hold or withdraw.
    pub kind: Directive,
    /// What it is about.
    pub goal: Goal,
}

/// What a directive is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Nothing named: the enemy in front; for Hold, where the regiment stands when it takes effect.
    Here,
    /// A place.
    Place(Point),
    /// A named feature.
    Feature(FeatureId),
}

/// A brigade commander on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Commander {
    /// Whose he is.
    pub side: Side,
    /// His rank: brigade or chief.
    pub rank: Rank,
    /// How he is.
    pub status: CommanderStatus,
    /// The regiment whose commander took over, if one did (FD-CMD-15).
    pub acting: Option<UnitNo>,
    /// Where he stands: the middle of his half-stand.
    pub at: Point,
    /// The stand he is attached to (FD-FRM-19).
    pub attached: Option<(BodyId, u8)>,
    /// He rode this turn.
    pub moved: bool,
    /// The turn in which he was lost.
    pub lost: u16,
    /// Not on the table yet.
    pub waiting: bool,
}

/// A courier (FD-ROS-34).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Courier {
    /// His number.
    pub id: u16,
    /// Whose he is.
    pub side: Side,
    /// Where he is.
    pub at: Point,
    /// To whom he rides, and with what; hidden from the enemy.
    pub message: Option<Message>,
}

/// What a courier carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    /// Who sent it.
    pub from: CommanderId,
    /// To whom.
    pub to: UnitNo,
    /// What it says.
    pub mission: Mission,
}

/// Two bodies in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contact {
    /// Who came on.
    pub charger: BodyId,
    /// Whom it met.
    pub target: BodyId,
    /// The turn in which they met.
    pub since: u16,
    /// The target, too, charged or counter-charged into it.
    pub mutual: bool,
    /// The target was taken in flank and this is the first round (FD-MEL-27).
    pub flank: bool,
    /// The target was caught in flight (FD-MEL-18).
    pub caught: bool,
    /// What the charger had left to go: stands of it so far behind step up to fight (FD-MEL-25).
    pub reach: Length,
    /// They met in a pursuit.
    pub pursuit: bool,
    /// Its round of this turn is fought (FD-SEQ-16).
    pub fought: bool,
}

/// An attacker at the edge of a zone (FD-OBJ-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Storm {
    /// Who.
    pub body: BodyId,
    /// Where.
    pub zone: ZoneId,
}

/// What a side has lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct ArmyState {
    /// Foot and mounted stand values, in half-stands (FD-VIC-03).
    pub stands: u16,
    /// Wagons.
    pub wagons: u16,
    /// Guns destroyed.
    pub guns: u16,
    /// Regimental commanders hit.
    pub colonels: u16,
    /// Brigade commanders hit or captured.
    pub brigadiers: u16,
    /// The commander in chief hit or captured.
    pub chief: bool,
}

impl Stage {
    /// A number of yards on the table (FD-SCL-03).
    pub fn yards(&self, yards: i32) -> Length {
        Length::grid(yards * self.scale.steps())
    }

    /// What a feature means.
    pub fn land(&self, id: FeatureId) -> &Land {
        &self.land[usize::from(id.0)]
    }

    /// A distance of the rules that stands alone, on the table.
    pub fn length(&self, number: &Number) -> Length {
        Yards::tenths(self.book.number(number)).on_table(self.scale)
    }

    /// A length of the table in yards.
    pub fn in_yards(&self, length: Length) -> Yards {
        Yards::of(length, self.scale)
    }

    /// The zone of that number.
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[usize::from(id.0)]
    }

    /// All zones with their numbers.
    pub fn all_zones(&self) -> impl Iterator<Item = (ZoneId, &Zone)> {
        self.zones.iter().enumerate().map(|(nth, zone)| (ZoneId(nth as u8), zone))
    }
}

impl State {
    /// The body of that number.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// One more body.
    pub(crate) fn add(&mut self, body: Body) {
        self.lore.add(body.side, &body.bounds);
        self.bodies.push(body);
    }

    /// The unit of that number.
    pub fn unit(&self, id: UnitNo) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// The unit of a body.
    pub fn unit_of(&self, id: BodyId) -> &Unit {
        self.unit(self.body(id).unit)
    }

    /// The roster line of a body.
    pub fn roster(&self, id: BodyId) -> &Roster {
        self.line(self.body(id).unit)
    }

    /// The roster line of a unit.
    pub fn line(&self, unit: UnitNo) -> &Roster {
        &self.stage.roster[usize::from(unit.0)]
    }

    /// The commander of that number.
    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[usize::from(id.0)]
    }

    /// All bodies with their numbers, those gone included.
    pub fn all_bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.bodies.iter().enumerate().map(|(at, body)| (UnitId(at as u16), body))
    }

    /// The bodies on the table by ascending number, garrisons and abandoned guns included (FD-GEN-11).
    pub fn on_table(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.all_bodies().filter(|(_, body)| body.is_on_table())
    }

    /// The bodies of a side that still fight: not its abandoned, captured or destroyed guns.
    pub fn alive(&self, side: Side) -> impl Iterator<Item = (BodyId, &Body)> {
        self.all_bodies().filter(move |(_, body)| body.side == side && body.is_on_table() && body.is_alive())
    }

    /// The bodies on the table whose boxes meet another: who has no place there has an empty box.
    pub(crate) fn in_box(&self, around: Bounds) -> impl Iterator<Item = (BodyId, &Body)> {
        self.lore.boxes().meeting(&around).map(|nth| (UnitId(nth as u16), &self.bodies[nth]))
    }

    /// Those of them in the field that still fight.
    pub(crate) fn in_field(&self, around: Bounds) -> impl Iterator<Item = (BodyId, &Body)> {
        self.in_box(around).filter(|(_, body)| body.zone().is_none() && body.is_alive())
    }

    /// The bodies of a unit on the table.
    pub fn bodies_of(&self, unit: UnitNo) -> impl Iterator<Item = (BodyId, &Body)> {
        // They are mustered unit by unit, mostly one each: where the first one has the number of its unit, none has a lower one.
        let nth = usize::from(unit.0);
        let is_own = |nth: usize| self.bodies.get(nth).is_some_and(|body| body.unit == unit);
        let first = if is_own(nth) && !nth.checked_sub(1).is_some_and(is_own) { nth } else { 0 };
        let all = (first..).map(|at| UnitId(at as u16)).zip(&self.bodies[first..]);
        all.filter(move |(_, body)| body.unit == unit && body.is_on_table())
    }

    /// All units with their numbers.
    pub fn all_units(&self) -> impl Iterator<Item = (UnitNo, &Unit)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitNo(at as u16), unit))
    }

    /// All commanders with their numbers.
    pub fn all_commanders(&self) -> impl Iterator<Item = (CommanderId, &Commander)> {
        self.commanders.iter().enumerate().map(|(at, commander)| (CommanderId(at as u8), commander))
    }

    /// The stands of a body as its roster has them, in their order.
    pub fn stands(&self, id: BodyId) -> impl ExactSizeIterator<Item = &Stand> {
        let roster = self.roster(id);
        self.body(id).stands.iter().map(|stand| &roster.stands[usize::from(*stand)])
    }

    /// The stand values of a body, in half-stands (FD-ROS-04); a section is a full stand.
    pub fn halves(&self, id: BodyId) -> u16 {
        self.stands(id).map(|stand| stand.size.halves()).sum()
    }

    /// The main body of a unit (FD-ROS-43).
    pub fn main_body(&self, unit: UnitNo) -> Option<BodyId> {
        let holds_first = |(_, body): &(BodyId, &Body)| {
            let first = |stand: &u8| *stand == 0 || self.line(unit).stands[usize::from(*stand)].of == Some(0);
            body.stands.iter().any(first)
        };
        let first = self.bodies_of(unit).find(holds_first);
        let largest = || self.bodies_of(unit).max_by_key(|(id, _)| (self.halves(*id), std::cmp::Reverse(*id)));
        first.or_else(largest).map(|(id, _)| id)
    }

    /// The bodies in contact with a body.
    pub fn opponents(&self, id: BodyId) -> impl Iterator<Item = BodyId> {
        self.contacts.iter().filter_map(move |contact| contact.other(id))
    }

    /// Whether a body is in contact with the enemy; between turns that is engaged (FD-MEL-47).
    pub fn in_contact(&self, id: BodyId) -> bool {
        self.contacts.iter().any(|contact| contact.other(id).is_some())
            || self.storms.iter().any(|storm| storm.body == id)
    }

    /// Whether a body is engaged from an earlier turn (FD-MEL-47).
    pub fn is_engaged(&self, id: BodyId) -> bool {
        self.contacts.iter().any(|contact| contact.since < self.turn && contact.other(id).is_some())
    }

    /// The bodies in a zone, guns included.
    pub fn in_zone(&self, zone: ZoneId) -> impl Iterator<Item = (BodyId, &Body)> {
        self.all_bodies().filter(move |(_, body)| body.zone() == Some(zone) && body.is_alive())
    }

    /// The body that fire at a zone hits: of its garrison, or of those in transit if there is none, the one with the most stand values,
    /// the lowest number of equals (FD-OBJ-08).
    pub fn garrison(&self, zone: ZoneId) -> Option<BodyId> {
        let most = |garrison: bool| {
            let bodies = self.in_zone(zone).filter(|(_, body)| body.is_garrison() == garrison);
            bodies.max_by_key(|(id, _)| (self.halves(*id), std::cmp::Reverse(*id))).map(|(id, _)| id)
        };
        most(true).or_else(|| most(false))
    }

    /// The couriers of a side.
    pub fn couriers_of(&self, side: Side) -> impl Iterator<Item = &Courier> {
        self.couriers.iter().filter(move |courier| courier.side == side)
    }

    /// Whether a unit has a brigade commander's orders to act on: a regiment (FD-CMD-14).
    pub fn brigade(&self, unit: UnitNo) -> BrigadeNo {
        self.line(unit).brigade
    }
}

impl Contact {
    /// The other body, seen from one of the two.
    pub fn other(&self, id: BodyId) -> Option<BodyId> {
        match id {
            id if id == self.charger => Some(self.target),
            id if id == self.target => Some(self.charger),
            _ => None,
        }
    }

    /// Whether a body of it held: neither charged nor counter-charged into it (FD-MEL-40).
    pub fn held(&self, id: BodyId) -> bool {
        id == self.target && !self.mutual
    }
}

impl Commander {
    /// Whether he is on the table.
    pub fn is_present(&self) -> bool {
        self.status == CommanderStatus::Present && !self.waiting
    }
}
