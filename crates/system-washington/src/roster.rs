//! What a battle or a points list says of a unit, a gun or a commander; it does not change in play.

use firelock_core::Side;
use serde::Serialize;

use crate::state::BrigadeId;
use crate::words::{Quality, Rank, Tag, Troop};

/// A unit or a gun at muster (WA-ROST-01..07, WA-ROST-17).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Roster {
    /// The battle file's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its brigade; guns and cavalry may have none (WA-ROST-07).
    pub brigade: Option<BrigadeId>,
    /// What it is.
    pub kind: Kind,
}

/// A unit of troops or a field gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Kind {
    /// Foot or horse.
    Troops {
        /// What it is.
        troop: Troop,
        /// How good it is.
        quality: Quality,
        /// A name that counts in the falter test.
        tag: Tag,
        /// Bases at full strength.
        start_bases: u8,
        /// A battalion gun goes with it (WA-ROST-06).
        battalion_gun: bool,
    },
    /// One field gun.
    Gun,
}

/// A commander at muster (WA-ROST-21, WA-ROST-23).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Officer {
    /// The battle file's id.
    pub id: String,
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// The general, or a brigade commander.
    pub rank: Rank,
    /// His brigade, if he has one.
    pub brigade: Option<BrigadeId>,
    /// On horseback; a successor always is (WA-LEAD-08).
    pub mounted: bool,
}

/// A brigade.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Brigade {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its commander; none for units that stand under the general himself.
    pub commander: Option<crate::state::CommanderId>,
}

impl Roster {
    /// Whether it is a field gun.
    pub const fn is_gun(&self) -> bool {
        matches!(self.kind, Kind::Gun)
    }

    /// What troops it is; none for a gun.
    pub const fn troop(&self) -> Option<Troop> {
        match self.kind {
            Kind::Troops { troop, .. } => Some(troop),
            Kind::Gun => None,
        }
    }

    /// Whether it is cavalry, mounted or not.
    pub fn is_cavalry(&self) -> bool {
        self.troop() == Some(Troop::Cavalry)
    }

    /// How good it is; guns are Average (WA-ROST-19).
    pub const fn quality(&self) -> Quality {
        match self.kind {
            Kind::Troops { quality, .. } => quality,
            Kind::Gun => Quality::Average,
        }
    }

    /// The name that counts in the falter test.
    pub const fn tag(&self) -> Tag {
        match self.kind {
            Kind::Troops { tag, .. } => tag,
            Kind::Gun => Tag::None,
        }
    }

    /// Bases at full strength; a gun is one (WA-ROST-17).
    pub const fn start_bases(&self) -> u8 {
        match self.kind {
            Kind::Troops { start_bases, .. } => start_bases,
            Kind::Gun => 1,
        }
    }

    /// Whether a battalion gun goes with it.
    pub const fn has_battalion_gun(&self) -> bool {
        matches!(self.kind, Kind::Troops { battalion_gun: true, .. })
    }
}
