//! What is true now.

mod agenda;

use std::sync::Arc;

use firelock_core::{Agenda, Number, Rulebook, Side, UnitId, Verdict};
use firelock_scenario::Schedule;
use firelock_table::{Angle, Base, FeatureId, Length, Point, Polygon, Pose, Table, TableEdge};
use serde::{Deserialize, Serialize};

use crate::charts;
use crate::roster::{Brigade, Officer, Roster};
use crate::words::{Formation, LastFight, Quality, Rank, Role, ShortEdge, Terrain, Troop};

pub use agenda::{Asking, Assault, AssaultStage, Edge, Entry, Follow, Held, HeldFor, Shot, Task, Work};

/// What never changes in a game: rosters, officers, the rulebook.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The rulebook with its overlay.
    pub book: Rulebook,
    /// What is known of each unit and gun.
    pub roster: Vec<Roster>,
    /// What is known of each commander.
    pub officers: Vec<Officer>,
    /// The brigades of both sides.
    pub brigades: Vec<Brigade>,
    /// The two armies, red first.
    pub armies: [Army; 2],
    /// Names of the objectives of a battle file, by number.
    pub objectives: Vec<String>,
    /// Whether the players make the battle themselves (WA-PRE-01).
    pub pregame: Pregame,
    /// What each unit was meant to do in history, for commanders who play it.
    pub schedule: Schedule,
}

/// How a battle begins (WA-PRE-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pregame {
    /// The players go through all of WA-PRE-02..14.
    Full,
    /// All stands as the battle says but the places of the troops (WA-PRE-13).
    Deployment,
    /// All stands as the battle says.
    Fixed,
}

/// One army.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Its base line.
    pub base_line: TableEdge,
    /// Where it may deploy, where the battle says so; else the depth of WA-PRE-13.
    pub zones: Vec<Polygon>,
}

/// The ground: laid by the battle, or by the players before the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// The table.
    pub table: Table,
    /// What each feature means, by its id.
    pub land: Vec<Land>,
}

/// What a feature means in these rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Land {
    /// The battle file's word for it, for pictures.
    pub word: &'static str,
    /// Its name, if it has one.
    pub name: String,
    /// Its row of T-TERRAIN.
    pub terrain: Terrain,
    /// Nobody enters or crosses it.
    pub impassable: bool,
}

/// A piece of scenery that the defender laid (WA-PRE-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// What it is.
    pub terrain: Terrain,
    /// The middle of its front edge (of a line, its middle), and how it lies.
    pub pose: Pose,
}

/// The number of a commander in the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

/// The number of a brigade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BrigadeId(pub u8);

/// The game at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What never changes.
    #[serde(skip)]
    pub stage: Arc<Stage>,
    /// The ground; it changes before the game only.
    #[serde(skip)]
    pub ground: Arc<Ground>,
    /// Pieces that the defender laid.
    pub pieces: Vec<Piece>,
    /// How many pieces the attacker has shifted.
    pub shifted: u8,
    /// How each side splits its dice before the game, red first.
    pub pools: [Pool; 2],
    /// Who attacks.
    pub attacker: Side,
    /// The turn, from 1: each side's turn counts. 0 before the game.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Side,
    /// The step of the turn.
    pub step: Step,
    /// What is left of the countdown (WA-ROST-27).
    pub countdown: i16,
    /// All units and guns, also those gone.
    pub units: Vec<Unit>,
    /// All commanders.
    pub commanders: Vec<Commander>,
    /// What belongs to a side, red first.
    pub sides: [SideState; 2],
    /// The objectives.
    pub objectives: Vec<Objective>,
    /// Who is current among the commanders of the active side.
    pub current: Option<CommanderId>,
    /// The activated unit or gun.
    pub activation: Option<Activation>,
    /// How often a hill was entered so far (WA-TERR-07).
    pub hill_entries: u16,
    /// What is still to be done.
    pub agenda: Agenda<Asking, Work>,
    /// The end, once it has come.
    pub verdict: Option<Verdict>,
}

/// The steps of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Both sides split their dice (WA-PRE-04).
    Pools,
    /// The defender lays the ground (WA-PRE-10).
    Pieces,
    /// The attacker shifts pieces (WA-PRE-10).
    Shifts,
    /// The defender places objectives (WA-PRE-11).
    Objectives,
    /// The attacker removes one (WA-PRE-11).
    Removal,
    /// Flankers are set aside, the attacker's first (WA-PRE-12).
    Flankers(Role),
    /// The armies deploy, the defender first (WA-PRE-13).
    Deploy(Role),
    /// 1a: morale (WA-SEQ-01); 1b follows at once.
    Morale,
    /// 2: new commanders (WA-SEQ-03).
    NewCommanders,
    /// 3: commanders move (WA-SEQ-04).
    Commanders,
    /// 4: determination (WA-SEQ-05).
    Determination,
    /// 6-8: the action loop (WA-SEQ-07).
    Actions,
    /// 9: reinforcements (WA-SEQ-18).
    Reinforcements,
    /// 10: flanking rolls (WA-SEQ-19).
    Flanking,
    /// 11 and 12: reset and countdown (WA-SEQ-20, WA-SEQ-21).
    End,
}

/// What a side did with its dice before the game (WA-PRE-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// It has not split them yet.
    #[default]
    Open,
    /// It has, and how is hidden.
    Sealed,
    /// So many dice on each effort, in the order of the words.
    Split([u8; 4]),
}

/// A unit of troops, or a gun (WA-ROST-05, WA-ROST-08..18; a gun's own fields WA-ROST-18).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Half bases it has.
    pub half_bases: u8,
    /// Where it is.
    pub place: Place,
    /// Close or loose; of no meaning for a gun.
    pub formation: Formation,
    /// Troop bases in the front rank.
    pub front: u8,
    /// Casualty spacers in the front rank.
    pub spacers: u8,
    /// Cavalry in the saddle (WA-ROST-09).
    pub mounted: bool,
    /// A gun on its limber.
    pub limbered: bool,
    /// Its footprint: follows from place, formation, front, spacers and bases.
    pub outline: Base,
    /// In disorder: a second cause adds nothing (WA-DIS-03).
    pub disordered: bool,
    /// Casualty markers.
    pub markers: u8,
    /// Some of them came from artillery.
    pub artillery_casualty: bool,
    /// Steadied by a morale test: it does not advance (WA-ROST-13).
    pub steady: bool,
    /// It has rolled falter dice as an assaulter.
    pub assault_attempted: bool,
    /// What became of its latest fight.
    pub last_fight: LastFight,
    /// The hill it stands on, and the how manyeth entry of any hill that was.
    pub hill_entry: Option<(FeatureId, u16)>,
    /// The turn in which it arrived, while it counts as arriving.
    pub arrived: Option<u16>,
    /// Marks of this turn.
    pub turn: TurnMarks,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On the table: the center of its front edge, and its facing (WA-ROST-10).
    At(Pose),
    /// Not set up yet.
    Waiting,
    /// Comes by the base line, from that turn on (WA-SEQ-18).
    Reinforcement {
        /// The first turn in which it may roll.
        from: u16,
    },
    /// Comes by a short edge (WA-SEQ-33).
    Flanker {
        /// The edge, as seen from its base line.
        edge: ShortEdge,
        /// The first turn in which it may roll.
        from: u16,
    },
    /// No more.
    Gone(Fate),
}

/// Why a unit is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It ran (WA-MOR-17), and does not return (WA-DIS-05).
    Routed,
    /// No half base is left (WA-MOR-18).
    Destroyed,
    /// It left over its base line (WA-MOR-28).
    Left,
}

/// Marks that are cleared in step 11 of every turn (WA-ROST-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnMarks {
    /// The command base is reversed: it has acted, or has used its opportunity shot.
    pub turned: bool,
    /// The first hit on it in loose formation has been ignored.
    pub first_hit_ignored: bool,
    /// It has fought.
    pub fought: bool,
    /// It has made its own morale test of step 1.
    pub tested: bool,
    /// It has rolled to come on.
    pub rolled_in: bool,
    /// Increments made.
    pub increments: u8,
    /// Shots fired; of a gun, dice.
    pub shots: u8,
    /// Wheels made.
    pub wheels: u8,
    /// Facing changes made.
    pub facings: u8,
    /// Frontage and formation changes made.
    pub frontages: u8,
}

/// A commander (WA-ROST-22..24, WA-ROST-25).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Commander {
    /// Whose he is.
    pub side: Side,
    /// His value, 0 best.
    pub value: u8,
    /// On horseback.
    pub mounted: bool,
    /// Whether he lives, and is on the table.
    pub status: CommanderStatus,
    /// The middle of his base.
    pub at: Point,
    /// The unit or gun he is with.
    pub with: Option<UnitId>,
    /// He has had his move of this turn (WA-SEQ-04).
    pub rode: bool,
    /// He motivates no more this turn (WA-SEQ-10).
    pub finished: bool,
    /// Determination dice left.
    pub determination: u8,
}

/// How a commander is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderStatus {
    /// Not set up yet.
    Waiting,
    /// On the table.
    Present,
    /// Killed; a successor may come (WA-LEAD-08).
    Dead,
}

/// What belongs to a side (WA-ROST-26).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideState {
    /// Powder tokens (WA-PRE-09).
    pub powder: u8,
    /// Dice that are added to its first flanking roll (WA-PRE-07).
    pub scouts: u8,
    /// The brigade for which the general stands in this turn (WA-CMD-14).
    pub stands_in: Option<BrigadeId>,
    /// Flankers it may still place for its net successes (WA-SEQ-33).
    pub flankers_due: u8,
    /// It has named, or passed over, its brigade commander in step 4.
    pub determined: bool,
}

/// A place worth holding (WA-VIC-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objective {
    /// Where.
    pub at: Point,
    /// Who holds it.
    pub holder: Side,
}

/// The activated unit or gun (WA-SEQ-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activation {
    /// Who.
    pub unit: UnitId,
    /// Action points left.
    pub ap: u8,
}

impl Stage {
    /// A length of the rules, in hundredths of an inch in its chart.
    pub fn length(&self, number: &Number) -> Length {
        Length::inch_hundredths(self.book.number(number))
    }

    /// A base size of the rules, in millimeters in its chart.
    pub fn mm(&self, number: &Number) -> Length {
        Length::mm(self.book.number(number))
    }

    /// An angle of the rules, in degrees in its chart.
    pub fn degrees(&self, number: &Number) -> Angle {
        Angle::degrees(self.book.number(number))
    }

    /// A count of the rules; never below nothing.
    pub fn count(&self, number: &Number) -> u8 {
        u8::try_from(self.book.number(number).max(0)).unwrap_or(u8::MAX)
    }
}

impl Ground {
    /// What a feature means.
    pub fn land(&self, id: FeatureId) -> &Land {
        &self.land[usize::from(id.0)]
    }

    /// The row of T-TERRAIN of a feature.
    pub fn terrain(&self, id: FeatureId) -> Terrain {
        self.land(id).terrain
    }
}

impl State {
    /// The unit or gun of that number.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// The commander of that number.
    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[usize::from(id.0)]
    }

    /// What is known of a unit or gun.
    pub fn roster(&self, id: UnitId) -> &Roster {
        &self.stage.roster[id.index()]
    }

    /// What is known of a commander.
    pub fn officer(&self, id: CommanderId) -> &Officer {
        &self.stage.officers[usize::from(id.0)]
    }

    /// What belongs to a side.
    pub fn side(&self, side: Side) -> &SideState {
        &self.sides[side.index()]
    }

    /// What a side does in the battle.
    pub fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }

    /// The side in that role.
    pub fn in_role(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.attacker.enemy(),
        }
    }

    /// The base line of a side.
    pub fn base_line(&self, side: Side) -> TableEdge {
        self.stage.armies[side.index()].base_line
    }

    /// All units and guns with their numbers.
    pub fn all_units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitId(at as u16), unit))
    }

    /// The units and guns of a side on the table.
    pub fn on_table(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.all_units().filter(move |(_, unit)| unit.side == side && unit.is_on_table())
    }

    /// All commanders with their numbers.
    pub fn all_commanders(&self) -> impl Iterator<Item = (CommanderId, &Commander)> {
        self.commanders.iter().enumerate().map(|(at, commander)| (CommanderId(at as u8), commander))
    }

    /// The commanders of a side on the table.
    pub fn present(&self, side: Side) -> impl Iterator<Item = (CommanderId, &Commander)> {
        self.all_commanders().filter(move |(_, commander)| commander.side == side && commander.is_present())
    }

    /// The commanders with a unit or gun.
    pub fn with(&self, unit: UnitId) -> impl Iterator<Item = (CommanderId, &Commander)> {
        self.all_commanders().filter(move |(_, commander)| commander.is_present() && commander.with == Some(unit))
    }

    /// The general of a side (WA-ROST-21).
    pub fn general(&self, side: Side) -> Option<CommanderId> {
        let is_general = |officer: &Officer| officer.side == side && officer.rank == Rank::General;
        self.stage.officers.iter().position(is_general).map(|at| CommanderId(at as u8))
    }

    /// The commander of a brigade, alive or not.
    pub fn brigadier(&self, brigade: BrigadeId) -> Option<CommanderId> {
        self.stage.brigades[usize::from(brigade.0)].commander
    }

    /// Bases a unit has, a half base counting whole (WA-ROST-05, WA-FORM-06).
    pub fn bases_left(&self, id: UnitId) -> u8 {
        self.unit(id).bases()
    }

    /// Whether a unit is at half strength or less (WA-ROST-15); for a gun this means nothing.
    pub fn is_battered(&self, id: UnitId) -> bool {
        let roster = self.roster(id);
        let half_bases = self.unit(id).half_bases;
        !roster.is_gun() && charts::is_battered(&self.stage.book, roster.start_bases(), half_bases)
    }

    /// Whether it counts as line infantry (WA-ROST-16); light infantry does in close order (WA-SPEC-07).
    pub fn is_line_like(&self, id: UnitId) -> bool {
        self.roster(id).troop().is_some_and(|troop| troop.is_line_like(self.unit(id).formation))
    }

    /// Whether it is mounted cavalry.
    pub fn is_mounted(&self, id: UnitId) -> bool {
        self.roster(id).is_cavalry() && self.unit(id).mounted
    }

    /// Whether it is foot in loose formation, dismounted cavalry included (WA-MOVE-12).
    pub fn is_loose(&self, id: UnitId) -> bool {
        !self.roster(id).is_gun() && self.unit(id).formation == Formation::Loose
    }

    /// Whether it is a column: close, one base wide, no spacer beside it (WA-FORM-04).
    pub fn is_column(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        !self.roster(id).is_gun() && unit.formation == Formation::Close && unit.front == 1 && unit.spacers == 0
    }

    /// Whether it is a damaged gun (WA-ROST-17).
    pub fn is_damaged(&self, id: UnitId) -> bool {
        self.roster(id).is_gun() && self.unit(id).half_bases < self.stage.count(&charts::GUN_HALF_BASES)
    }

    /// How good it is; guns are Average (WA-ROST-19).
    pub fn quality(&self, id: UnitId) -> Quality {
        self.roster(id).quality()
    }

    /// What troops it is; none for a gun.
    pub fn troop(&self, id: UnitId) -> Option<Troop> {
        self.roster(id).troop()
    }
}

impl Unit {
    /// Whether it stands on the table.
    pub const fn is_on_table(&self) -> bool {
        matches!(self.place, Place::At(_))
    }

    /// Whether it may still come onto the table.
    pub const fn is_to_come(&self) -> bool {
        matches!(self.place, Place::Waiting | Place::Reinforcement { .. } | Place::Flanker { .. })
    }

    /// Whether it waits off the table or is no more; one that is not set up yet does not.
    pub const fn is_off_table(&self) -> bool {
        !matches!(self.place, Place::At(_) | Place::Waiting)
    }

    /// Whether it comes by a short edge.
    pub const fn is_flanker(&self) -> bool {
        matches!(self.place, Place::Flanker { .. })
    }

    /// Its pose, on the table.
    pub const fn pose(&self) -> Option<Pose> {
        match self.place {
            Place::At(pose) => Some(pose),
            _ => None,
        }
    }

    /// Bases it has, a half base counting whole (WA-ROST-05).
    pub const fn bases(&self) -> u8 {
        self.half_bases.div_ceil(2)
    }

    /// Whether it acts of itself because it has just arrived (WA-MOVE-26).
    pub const fn is_arriving(&self) -> bool {
        self.arrived.is_some()
    }
}

impl Commander {
    /// Whether he is on the table.
    pub fn is_present(&self) -> bool {
        self.status == CommanderStatus::Present
    }
}
