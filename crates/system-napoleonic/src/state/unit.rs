//! A unit and its markers.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use arrayvec::ArrayVec;
use firelock_core::Side;
use firelock_table::{Angle, Base, Bounds, FeatureId, Layout, Pose, Size, Stance};
use serde::{Deserialize, Serialize};

use crate::share::Share;
use crate::words::{Formation, Hand, Order};

/// A unit (NQ-ROS-01, NQ-ROS-15).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Bases left; guns of a battery.
    pub bases: u8,
    /// Figures lost from the reduced base (NQ-ROS-06).
    pub reduction: u8,
    /// How it stands.
    pub formation: Formation,
    /// The leading flank of an echelon (NQ-FOR-10).
    pub lead: Hand,
    /// Where it is.
    pub place: Place,
    /// The layout of a column bent along a road (NQ-MOV-32).
    pub bent: Option<Arc<Layout>>,
    /// UNFORMED.
    pub unformed: bool,
    /// ROUTING.
    pub routing: bool,
    /// FIRST_VOLLEY_USED.
    pub volley_used: bool,
    /// It has fallen to half of its bases (NQ-MOR-03).
    pub halved: bool,
    /// RALLY_FAILS.
    pub rally_fails: u8,
    /// FIRED_AT: the turn up to whose artillery fire it counts; 0 is never (NQ-ROS-17).
    pub fired_at: u16,
    /// The last turn in which it charged; 0 is never (NQ-OPT-05).
    pub charged: u16,
    /// The markers of this turn.
    pub marks: Marks,
    /// How its bases are laid out, bent or straight: follows from the rest.
    #[serde(skip)]
    pub layout: Layout,
    /// Its bases where they stand: follows from the rest.
    #[serde(skip)]
    pub stands: Stands,
    /// The rectangle around them, as it faces: follows from the rest.
    #[serde(skip)]
    pub outline: Base,
    /// The box around them: follows from the rest.
    #[serde(skip)]
    pub bounds: Bounds,
}

/// The bases of a unit where they stand, measured once when it moves; copies share them.
#[derive(Clone, Debug)]
pub struct Stands(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Formed(Stance),
    /// A garrison fills its building; nobody stands nowhere.
    Loose(Arc<[Base]>),
}

impl Stands {
    /// Nobody.
    pub(crate) fn none() -> Stands {
        Stands(Kept::Loose(Arc::from([])))
    }

    /// One rectangle.
    pub(crate) fn filling(base: Base) -> Stands {
        Stands(Kept::Loose(Arc::from([base])))
    }

    /// A formation at a pose.
    pub(crate) fn formed(pose: Pose, layout: Layout) -> Stands {
        Stands(Kept::Formed(Stance::new(pose, layout)))
    }

    /// The formation as it stands; none for a garrison.
    pub(crate) fn stance(&self) -> Option<&Stance> {
        match &self.0 {
            Kept::Formed(stance) => Some(stance),
            Kept::Loose(_) => None,
        }
    }
}

impl Deref for Stands {
    type Target = [Base];

    fn deref(&self) -> &[Base] {
        match &self.0 {
            Kept::Formed(stance) => stance.bases(),
            Kept::Loose(bases) => bases,
        }
    }
}

impl PartialEq for Stands {
    fn eq(&self, other: &Stands) -> bool {
        **self == **other
    }
}

impl Eq for Stands {}

impl Hash for Stands {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Not on the table yet.
    Waiting,
    /// On the table.
    At(Pose),
    /// In a building (NQ-TER-11).
    In(FeatureId),
    /// No more.
    Gone(Fate),
}

/// How a unit came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// No base left (NQ-MOR-19).
    Destroyed,
    /// Guns taken or abandoned (NQ-MOR-10, NQ-CHG-24).
    GunsLost,
    /// Burnt out, or not to be rallied (NQ-MOR-15, NQ-MOR-17).
    Dispersed,
    /// No way out (NQ-MOV-27).
    Surrendered,
    /// Off the table (NQ-MOV-28).
    LeftTable,
}

/// Markers that are cleared when a turn starts (NQ-ROS-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks {
    /// MOVED.
    pub moved: bool,
    /// MARCHED.
    pub marched: Share,
    /// FORMATION_CHANGED.
    pub formation_changed: bool,
    /// REFORMED.
    pub reformed: bool,
    /// CHARGING.
    pub charging: bool,
    /// It declared a charge, stopped or not (NQ-SEQ-08).
    pub declared: bool,
    /// COUNTERCHARGED.
    pub countercharged: bool,
    /// FIRED, or has declared to: one bit per face of a square or gun, the first for all others.
    pub fired: u8,
    /// HESITANT.
    pub hesitant: bool,
    /// It evaded, retreated or routed this turn.
    pub fled: bool,
    /// It has had its move.
    pub done: bool,
    /// It marched limbered this turn (NQ-ART-03).
    pub towed: bool,
    /// It limbered this turn (NQ-ART-02).
    pub limbered: bool,
}

impl Unit {
    /// A unit that is not on the table yet.
    pub fn new(side: Side, bases: u8, formation: Formation) -> Unit {
        Unit {
            side,
            bases,
            reduction: 0,
            formation,
            lead: Hand::Left,
            place: Place::Waiting,
            bent: None,
            unformed: false,
            routing: false,
            volley_used: false,
            halved: false,
            rally_fails: 0,
            fired_at: 0,
            charged: 0,
            marks: Marks::default(),
            layout: Layout::new(ArrayVec::new()),
            stands: Stands::none(),
            outline: Base::new(Pose::default(), Size::default()),
            bounds: Bounds::EMPTY,
        }
    }

    /// On the table, in a building or not.
    pub const fn is_on_table(&self) -> bool {
        matches!(self.place, Place::At(_) | Place::In(_))
    }

    /// Its pose, unless it is in a building or off the table.
    pub const fn pose(&self) -> Option<Pose> {
        match self.place {
            Place::At(pose) => Some(pose),
            _ => None,
        }
    }

    /// The building it holds.
    pub const fn building(&self) -> Option<FeatureId> {
        match self.place {
            Place::In(building) => Some(building),
            _ => None,
        }
    }

    /// Its facing.
    pub const fn facing(&self) -> Angle {
        self.outline.facing()
    }

    /// The state that tables ask for (NQ-ROS-18..20).
    pub const fn order(&self) -> Order {
        self.formation.order(self.unformed || self.routing)
    }

    /// Formed (NQ-ROS-18).
    pub const fn is_formed(&self) -> bool {
        matches!(self.order(), Order::Formed)
    }

    /// In open order or skirmishing, and in good order (NQ-ROS-19).
    pub const fn is_open(&self) -> bool {
        matches!(self.order(), Order::Open)
    }

    /// A square that is one: not unformed (NQ-ROS-20).
    pub const fn is_square(&self) -> bool {
        matches!(self.formation, Formation::Square) && self.is_formed()
    }

    /// The formation as tables read it: a garrison counts as a line (NQ-TER-11).
    pub const fn read_as(&self) -> Formation {
        match self.place {
            Place::In(_) => Formation::Line,
            _ => self.formation,
        }
    }

    /// It moved as guns see it (NQ-ART-16).
    pub const fn has_moved(&self) -> bool {
        self.marks.moved || self.marks.charging || self.marks.countercharged || self.marks.fled
    }
}
