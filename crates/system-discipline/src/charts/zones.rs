//! Objective zones: T22.

use firelock_core::{Grid, Rulebook};

use crate::clauses::*;
use crate::words::{Cover, ZoneClass};
use crate::yards::Yards;

/// Usual size in tenths of a yard, sectors and capacity in stand values.
#[rustfmt::skip]
pub static T22: Grid = Grid {
    id: "T22",
    clause: FD_OBJ_02,
    rows: &["A", "B", "C", "D", "E", "F"],
    columns: &["width", "depth", "sectors", "capacity"],
    cells: &[
        Some(600),  Some(600),  Some(1), Some(2),
        Some(600),  Some(600),  Some(2), Some(4),
        Some(900),  Some(900),  Some(3), Some(6),
        Some(1200), Some(1200), Some(4), Some(8),
        Some(1200), Some(900),  Some(4), Some(8),
        Some(900),  Some(600),  Some(4), Some(8),
    ],
};

/// Width and depth of a zone of which only the place is known.
pub fn zone_size(book: &Rulebook, class: ZoneClass) -> (Yards, Yards) {
    let side = |column| book.look(&T22, class as usize, column).map_or(Yards::ZERO, Yards::tenths);
    (side(0), side(1))
}

/// How many gun sections a zone holds, if it holds any (FD-OBJ-03).
pub fn zone_sections(book: &Rulebook, class: ZoneClass) -> u8 {
    match class {
        ZoneClass::E | ZoneClass::F => book.look(&T22, class as usize, 2).unwrap_or(0).clamp(0, 255) as u8,
        _ => 0,
    }
}

/// How many half-stands a zone holds: twice its capacity in stand values (FD-OBJ-05).
pub fn zone_halves(book: &Rulebook, class: ZoneClass) -> u16 {
    2 * book.look(&T22, class as usize, 3).unwrap_or(0).clamp(0, 1000) as u16
}

impl ZoneClass {
    /// The cover of its garrison against fire (FD-OBJ-08).
    pub const fn cover(self) -> Cover {
        match self {
            ZoneClass::A => Cover::None,
            ZoneClass::B | ZoneClass::C | ZoneClass::D => Cover::Protective,
            ZoneClass::E | ZoneClass::F => Cover::Earthworks,
        }
    }

    /// Whether its garrison is shot at as if in open order (FD-OBJ-08).
    pub const fn is_open_order(self) -> bool {
        matches!(self, ZoneClass::A)
    }

    /// Whether those who assault it hit with {0} alone (FD-OBJ-23).
    pub const fn limits_attackers(self) -> bool {
        !matches!(self, ZoneClass::A)
    }

    /// Whether mounted troops may enter (FD-OBJ-03).
    pub const fn admits_mounted(self) -> bool {
        matches!(self, ZoneClass::A)
    }
}
