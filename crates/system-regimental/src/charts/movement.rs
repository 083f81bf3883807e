//! Movement rates: T-MOV, and what is reckoned from them.

use firelock_core::{Grid, Rulebook, words};
use firelock_table::Length;

use super::{length, numbers};
use crate::clauses::*;
use crate::words::{Branch, Formation, GunType, MoveClass};

words! {
    /// A row of T-MOV: what moves, and how it stands.
    Mover {
        /// Infantry in line.
        #[default]
        InfantryLine,
        /// Infantry in open order or field column.
        InfantryOpen,
        /// Infantry in march column.
        InfantryMarch,
        /// Broken infantry, and broken dragoons on foot.
        InfantryBroken,
        /// Cavalry in line.
        CavalryLine,
        /// Cavalry in open order or field column.
        CavalryOpen,
        /// Cavalry in march column.
        CavalryMarch,
        /// Dragoons on foot.
        Dismounted,
        /// Broken mounted cavalry.
        CavalryBroken,
        /// Limbered siege guns and siege howitzers.
        SiegeGun,
        /// Limbered guns and howitzers of the field.
        FootGun,
        /// Limbered gallopers.
        Galloper,
        /// A leader on horseback.
        LeaderMounted,
        /// A leader on foot.
        LeaderDismounted,
    }
}

words! {
    /// Which of two rates a unit moves by.
    Pace {
        /// The full move.
        #[default]
        Full,
        /// The double quick rate.
        Quick,
    }
}

/// The rates of a mover over one class of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// The full move.
    pub full: Length,
    /// The double quick rate; broken troops and leaders have none (RF-MOV-05).
    pub quick: Option<Length>,
}

const fn inches(inches: i32) -> Option<i32> {
    Some(inches * 100)
}

/// Rates in hundredths of an inch, and the multiplier of a good road in hundredths.
#[rustfmt::skip]
pub static T_MOV: Grid = Grid {
    id: "T-MOV",
    clause: RF_MOV_01,
    rows: &[
        "infantry-line", "infantry-open", "infantry-march", "infantry-broken",
        "cavalry-line", "cavalry-open", "cavalry-march", "dismounted", "cavalry-broken",
        "siege-gun", "foot-gun", "galloper", "leader-mounted", "leader-dismounted",
    ],
    columns: &["open", "open-quick", "broken", "broken-quick", "rough", "rough-quick", "good-road"],
    cells: &[
        inches(10), inches(14), inches(8),  inches(12), inches(6),  inches(10), None,
        inches(12), inches(16), inches(10), inches(14), inches(8),  inches(12), None,
        inches(12), inches(16), inches(10), inches(14), inches(8),  inches(12), Some(150),
        inches(16), None,       inches(14), None,       inches(12), None,       Some(150),
        inches(18), inches(24), inches(12), inches(16), inches(4),  inches(6),  None,
        inches(18), inches(24), inches(14), inches(20), inches(6),  inches(8),  None,
        inches(18), inches(24), inches(14), inches(20), inches(6),  inches(8),  Some(150),
        inches(12), inches(16), inches(10), inches(14), inches(8),  inches(12), None,
        inches(24), None,       inches(20), None,       inches(8),  None,       Some(150),
        inches(6),  inches(8),  inches(4),  inches(6),  inches(2),  inches(4),  Some(200),
        inches(8),  inches(12), inches(6),  inches(10), inches(4),  inches(6),  Some(200),
        inches(12), inches(16), inches(8),  inches(12), inches(4),  inches(6),  Some(200),
        inches(24), None,       inches(20), None,       inches(12), None,       Some(150),
        inches(16), None,       inches(14), None,       inches(12), None,       Some(150),
    ],
};

/// The column of the good road.
const ROAD: usize = 6;

impl Mover {
    /// The row of troops in a formation; a garrison does not move.
    pub const fn of_troops(branch: Branch, formation: Formation) -> Option<Mover> {
        Some(match (branch, formation) {
            (Branch::Infantry, Formation::Line) => Mover::InfantryLine,
            (Branch::Infantry, Formation::OpenOrder | Formation::FieldColumn) => Mover::InfantryOpen,
            (Branch::Infantry, Formation::MarchColumn) => Mover::InfantryMarch,
            (Branch::Infantry | Branch::Dismounted, Formation::Mob) => Mover::InfantryBroken,
            (Branch::Cavalry, Formation::Line) => Mover::CavalryLine,
            (Branch::Cavalry, Formation::OpenOrder | Formation::FieldColumn) => Mover::CavalryOpen,
            (Branch::Cavalry, Formation::MarchColumn) => Mover::CavalryMarch,
            (Branch::Cavalry, Formation::Mob) => Mover::CavalryBroken,
            (Branch::Dismounted, Formation::OpenOrder) => Mover::Dismounted,
            _ => return None,
        })
    }

    /// The row of limbered guns (RF-MOV-06).
    pub const fn of_guns(gun: GunType) -> Mover {
        match gun {
            GunType::SG | GunType::SH => Mover::SiegeGun,
            GunType::HG | GunType::MG | GunType::LG | GunType::H => Mover::FootGun,
            GunType::GG => Mover::Galloper,
        }
    }
}

impl Rates {
    /// The rate at a pace; what has no double quick rate keeps its only one.
    pub fn at(self, pace: Pace) -> Length {
        match pace {
            Pace::Full => self.full,
            Pace::Quick => self.quick.unwrap_or(self.full),
        }
    }
}

/// The rates over the slowest ground of a move (RF-MOV-02); none where nothing can go.
pub fn rate(book: &Rulebook, mover: Mover, ground: MoveClass) -> Option<Rates> {
    let column = match ground {
        MoveClass::Open => 0,
        MoveClass::Broken => 2,
        MoveClass::Rough => 4,
        MoveClass::Impassable => return None,
    };
    let look = |column| book.look(&T_MOV, mover as usize, column).map(Length::inch_hundredths);
    Some(Rates { full: look(column)?, quick: look(column + 1) })
}

/// What a good road multiplies by, in hundredths; none for those who gain nothing by it (RF-MOV-08, RF-MOV-15).
pub fn road_multiplier(book: &Rulebook, mover: Mover) -> Option<i32> {
    book.look(&T_MOV, mover as usize, ROAD)
}

/// How far unlimbered guns are hauled by hand: light carriages only (RF-GUN-09).
pub fn hand_haul(book: &Rulebook, gun: GunType) -> Option<Length> {
    match gun {
        GunType::GG => Some(length(book, &numbers::GALLOPER_HAUL)),
        GunType::LG | GunType::H => Some(length(book, &numbers::HAND_HAUL)),
        GunType::SG | GunType::HG | GunType::MG | GunType::SH => None,
    }
}
