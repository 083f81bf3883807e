//! Movement rates: T3, and the base sizes of T1.

use firelock_core::{Grid, Rulebook, words};
use firelock_table::Length;

use super::{SHIFT_20, is_heavy, numbers, scale, yards};
use crate::clauses::*;
use crate::words::{Branch, Piece, Scale};
use crate::yards::Yards;

words! {
    /// What stands on a base: the rows of T1.
    Base {
        /// A basic stand, and an unlimbered gun.
        #[default]
        Stand,
        /// A half-stand, a commander, a courier.
        Half,
        /// A limber with its gun, a wagon.
        Limber,
        /// A double stand.
        Double,
    }
}

words! {
    /// A row of T3.
    Mover {
        /// Foot.
        #[default]
        Foot,
        /// Mounted troops.
        Mounted,
        /// Guns up to 7 pounds.
        LightGuns,
        /// Heavier guns, howitzers, wagons.
        HeavyGuns,
    }
}

words! {
    /// A column of T3.
    Pace {
        /// The basic rate.
        #[default]
        Field,
        /// In a charge, or in open order.
        Charge,
        /// Far from the enemy, or guns on a road.
        Road,
        /// Sideways or backward; a prolonge for guns.
        Tactical,
    }
}

/// Front and depth of bases in hundredths of an inch.
#[rustfmt::skip]
pub static T1: Grid = Grid {
    id: "T1",
    clause: FD_SCL_07,
    rows: &["stand", "half", "limber", "double"],
    columns: &["15mm-front", "15mm-depth", "20mm-front", "20mm-depth"],
    cells: &[
        Some(150), Some(125), Some(300), Some(200),
        Some(75),  Some(100), Some(150), Some(200),
        Some(125), Some(150), Some(200), Some(300),
        Some(300), Some(125), Some(600), Some(200),
    ],
};

/// Rates in tenths of a yard.
#[rustfmt::skip]
pub static T3: Grid = Grid {
    id: "T3",
    clause: FD_MOV_01,
    rows: &["foot", "mounted", "light-guns", "heavy-guns"],
    columns: &["field", "charge", "road", "tactical"],
    cells: &[
        Some(600), Some(800),  Some(1200), Some(300),
        Some(900), Some(1200), Some(1800), Some(500),
        Some(600), None,       Some(1000), Some(200),
        Some(300), None,       Some(600),  None,
    ],
};

impl Mover {
    /// The row of a body; a crew on foot moves as foot.
    pub fn of(book: &Rulebook, branch: Branch, piece: Piece, poundage: u8) -> Mover {
        match branch {
            Branch::Foot | Branch::Crew => Mover::Foot,
            Branch::Horse | Branch::LightHorse | Branch::Dragoons => Mover::Mounted,
            Branch::Unlimbered | Branch::Limbered if !is_heavy(book, piece, poundage) => Mover::LightGuns,
            Branch::Unlimbered | Branch::Limbered | Branch::Wagon => Mover::HeavyGuns,
        }
    }
}

/// A rate of T3; none where there is none (FD-MOV-01). Only a declared charge has the Charge rate (FD-MOV-04, FD-MOV-08).
pub fn rate(book: &Rulebook, mover: Mover, pace: Pace) -> Option<Yards> {
    let rate = book.look(&T3, mover as usize, pace as usize).map(Yards::tenths)?;
    match pace {
        Pace::Tactical if book.is_on(&SHIFT_20) => Some(rate.min(yards(book, &numbers::SHIFT_SHORT))),
        _ => Some(rate),
    }
}

/// Front and depth of a base on the table (FD-SCL-07). The bases are the same inches at either ground scale.
pub fn base_size(book: &Rulebook, base: Base) -> (Length, Length) {
    let column = match scale(book) {
        Scale::Inch15 | Scale::Cm15 => 0,
        Scale::Inch20 | Scale::Cm20 => 2,
    };
    let side = |column| book.look(&T1, base as usize, column).map_or(Length::ZERO, Length::inch_hundredths);
    (side(column), side(column + 1))
}
