//! A body: what stands, moves, fires, fights and checks morale (FD-ROS-40).

use std::sync::Arc;

use arrayvec::ArrayVec;
use firelock_core::Side;
use firelock_table::{Angle, Base, Bounds, Layout, Length, MOST_BASES, Pose, Size};
use serde::{Deserialize, Serialize};

use super::{BodyId, Response, UnitNo, ZoneId};
use crate::words::{Ammunition, Chit, Formation, GunState};

/// A body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Body {
    /// Its unit.
    pub unit: UnitNo,
    /// Whose it is.
    pub side: Side,
    /// Troops, a section, a crew or a wagon.
    pub kind: Kind,
    /// Its stands by their numbers in the roster: from the left, in a column from the head.
    pub stands: ArrayVec<u8, MOST_BASES>,
    /// Where it is.
    pub place: Place,
    /// How it is drawn up.
    pub formation: Formation,
    /// Horse in the saddle.
    pub mounted: bool,
    /// Light cavalry in open order (FD-FRM-12).
    pub scattered: bool,
    /// A column bent along a road (FD-MOV-41).
    pub bent: Option<Arc<Layout>>,
    /// Its bases where it stands: follow from the rest.
    #[serde(skip)]
    pub bases: Arc<[Base]>,
    /// One rectangle around them.
    pub outline: Base,
    /// How deep its bases fill that rectangle, from its front on; nothing where they leave gaps.
    #[serde(skip)]
    pub filled: Length,
    /// The upright box around it; the zone's for a garrison.
    #[serde(skip)]
    pub bounds: Bounds,
    /// How its stands lie when it is not bent along a road; none where it has no place of its own.
    #[serde(skip)]
    pub(crate) layout: Option<Arc<Layout>>,
    /// The turn in whose VI.5 it becomes garrison, while it is in transit (FD-OBJ-04).
    pub transit: Option<u16>,
    /// Halted until VI.5 of that turn (FD-MOR-15).
    pub halted: Option<u16>,
    /// With a fled marker until VI.5 of that turn (FD-MOR-16).
    pub fled: Option<u16>,
    /// Guns may not fire up to the end of Phase II of that turn (FD-MOR-17).
    pub silent: u16,
    /// Units it has shot at with musketry (FD-MUS-13).
    pub shot_at: Vec<UnitNo>,
    /// Its last artillery target and the turn of it (FD-ART-11).
    pub aimed_at: Option<(BodyId, u16)>,
    /// Its unit is shattered and it walks off the table (FD-OPT-06).
    pub routed: bool,
    /// Marks of this turn.
    pub turn: TurnMarks,
    /// Why it is no more, once it is.
    pub fate: Option<Fate>,
}

/// What sort of body it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Foot or horse.
    Troops,
    /// A gun section.
    Section(Gun),
    /// A crew away from its guns.
    Crew {
        /// Whose.
        of: BodyId,
        /// Men left.
        men: u8,
    },
    /// A wagon.
    Wagon {
        /// Limber hits (FD-ART-25).
        hits: u8,
    },
}

/// A gun section (FD-ROS-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gun {
    /// Working guns.
    pub guns: u8,
    /// Crewmen with them.
    pub crew: u8,
    /// Limbered, unlimbered, abandoned, captured or destroyed.
    pub state: GunState,
    /// It stood limbered when its crew left it.
    pub hitched: bool,
    /// Limber hits.
    pub limber: u8,
    /// Rounds of ball, cannister, shell.
    pub rounds: [u8; 3],
    /// The first turn in which a crew that came back may fire (FD-MOV-38).
    pub manned: u16,
}

/// Where a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On the table.
    At(Pose),
    /// In a zone, without a place of its own (FD-OBJ-06).
    In(ZoneId),
    /// A gun in a zone (FD-OBJ-12).
    Emplaced(ZoneId, Pose),
    /// Not yet, or no more, on the table.
    Off,
}

/// Why a body is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Its unit is shattered (FD-MOR-20).
    Shattered,
    /// It laid down its arms (FD-MOR-19).
    Surrendered,
    /// It fled over the table edge (FD-MOV-32).
    FledTable,
    /// It left by its own edge under Withdrawal (FD-MOV-33).
    Withdrawn,
    /// It joined another body of its unit.
    Joined,
    /// A crew without men, a wagon taken or wrecked, a section destroyed with its crew.
    Destroyed,
}

/// Whom a charge goes at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A body.
    Body(BodyId),
    /// A zone.
    Zone(ZoneId),
}

/// A facing or formation change of VI.1 (FD-MOV-22..24, FD-FRM-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Clockwise, negative to the left: a single stand about its middle, a line on its inner front corner, a column on its leading
    /// stand.
    By(Angle),
    /// About face.
    About,
    /// From line into column or back, on the left, right or middle stand.
    Form(FormOn),
}

/// The stand on which a formation changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormOn {
    /// The left one.
    Left,
    /// The one in the middle.
    Center,
    /// The right one.
    Right,
}

/// Marks that live for one turn (FD-ROS-50).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnMarks {
    /// It fired in Phase II, III or IV.
    pub fired: bool,
    /// It holds its fire (FD-ART-26); hidden from the enemy.
    pub held: bool,
    /// Its chit; hidden from the enemy until V.1.
    pub chit: Option<Chit>,
    /// Its charge or counter-charge.
    pub charge: Option<Charge>,
    /// How it answers a charge.
    pub response: Option<Response>,
    /// It fled a charge of its own will (FD-MEL-17).
    pub ran: bool,
    /// It changed its facing or formation (FD-MOV-19).
    pub turned: bool,
    /// It was contacted by a charge (FD-MOV-34).
    pub contacted: bool,
    /// It made its normal move.
    pub moved: bool,
    /// It may not charge, as a commander fell (FD-LDR-06).
    pub no_charge: bool,
    /// It failed a check of VI.2 (FD-SEQ-19).
    pub failed: bool,
    /// It gave protective or held fire (FD-MUS-40).
    pub protected: bool,
    /// It may pursue (FD-MEL-50).
    pub may_pursue: bool,
}

/// A charge of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// Whom it goes at.
    pub target: Target,
    /// The facing change it begins with.
    pub turn: Option<Turn>,
    /// A counter-charge.
    pub counter: bool,
    /// How it stands.
    pub stage: ChargeStage,
    /// What it still has to go, once it has begun.
    pub left: Option<Length>,
}

/// How a charge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeStage {
    /// Declared, not yet moved.
    Declared,
    /// It made contact.
    Home,
    /// It went and met nobody: it checks at the end of VI.2 (FD-MEL-23).
    Missed,
    /// Stopped by fire, or given up: no further check.
    Stopped,
}

impl Body {
    /// A body that is not on the table yet.
    pub fn new(unit: UnitNo, side: Side, kind: Kind, stands: ArrayVec<u8, MOST_BASES>) -> Body {
        Body {
            unit,
            side,
            kind,
            stands,
            place: Place::Off,
            formation: Formation::Line,
            mounted: false,
            scattered: false,
            bent: None,
            bases: Arc::from([]),
            outline: Base::new(Pose::default(), Size::default()),
            filled: Length::ZERO,
            bounds: Bounds::EMPTY,
            layout: None,
            transit: None,
            halted: None,
            fled: None,
            silent: 0,
            shot_at: Vec::new(),
            aimed_at: None,
            routed: false,
            turn: TurnMarks::default(),
            fate: None,
        }
    }

    /// Whether it is in play.
    pub fn is_on_table(&self) -> bool {
        self.fate.is_none() && self.place != Place::Off
    }

    /// Whether it can still fight: not abandoned, captured or destroyed guns (FD-MOV-40), nor shattered troops that walk off.
    pub fn is_alive(&self) -> bool {
        match &self.kind {
            Kind::Section(gun) => matches!(gun.state, GunState::Limbered | GunState::Unlimbered),
            _ => !self.routed,
        }
    }

    /// Its pose, unless it is a garrison or off the table.
    pub fn pose(&self) -> Option<Pose> {
        match self.place {
            Place::At(pose) | Place::Emplaced(_, pose) => Some(pose),
            Place::In(_) | Place::Off => None,
        }
    }

    /// The zone it is in.
    pub fn zone(&self) -> Option<ZoneId> {
        match self.place {
            Place::In(zone) | Place::Emplaced(zone, _) => Some(zone),
            Place::At(_) | Place::Off => None,
        }
    }

    /// Whether it is garrison of a zone, in transit no more (FD-OBJ-04).
    pub fn is_garrison(&self) -> bool {
        self.zone().is_some() && self.transit.is_none()
    }

    /// The part of the rectangle around it that its bases fill, if it stands in the field.
    pub(crate) fn core(&self) -> Option<Base> {
        let size = Size::new(self.outline.size.width, self.filled);
        (self.filled > Length::ZERO && self.zone().is_none()).then(|| Base::new(self.outline.pose, size))
    }

    /// Its section, if it is one.
    pub fn gun(&self) -> Option<&Gun> {
        match &self.kind {
            Kind::Section(gun) => Some(gun),
            _ => None,
        }
    }

    /// Whether it is foot or horse.
    pub fn is_troops(&self) -> bool {
        self.kind == Kind::Troops
    }

    /// Men of a crew, with its guns or away from them.
    pub fn crew(&self) -> u8 {
        match &self.kind {
            Kind::Section(gun) => gun.crew,
            Kind::Crew { men, .. } => *men,
            Kind::Troops | Kind::Wagon { .. } => 0,
        }
    }

    /// Its charge or counter-charge, as long as it is still to be made.
    pub fn declared(&self) -> Option<&Charge> {
        self.turn.charge.as_ref().filter(|charge| charge.stage == ChargeStage::Declared)
    }

    /// Whether it charged or counter-charged this turn.
    pub fn charged(&self) -> bool {
        self.turn.charge.is_some()
    }
}

impl Gun {
    /// Rounds of one kind.
    pub fn rounds_of(&self, kind: Ammunition) -> u8 {
        self.rounds[kind as usize]
    }
}
