//! What an army costs: T-TROOPS, T-POINTS.

use firelock_core::{Grid, Rulebook};

use crate::clauses::*;
use crate::words::{Quality, Troop};

/// Points a base; a dash is not to be had.
#[rustfmt::skip]
pub static T_POINTS: Grid = Grid {
    id: "T-POINTS",
    clause: WA_PRE_02,
    rows: &["line", "light", "militia", "rifle", "indian", "cavalry", "field-gun", "battalion-gun"],
    columns: &["raw", "average", "veteran"],
    cells: &[
        Some(6),  Some(9),  Some(12),
        Some(7),  Some(10), Some(13),
        Some(4),  Some(6),  None,
        Some(7),  Some(10), Some(13),
        Some(5),  Some(8),  Some(11),
        Some(10), Some(14), Some(18),
        None,     Some(30), None,
        None,     Some(8),  None,
    ],
};

/// The points of a base; none where the troops are not to be had in that quality.
pub fn base_points(book: &Rulebook, troop: Troop, quality: Quality) -> Option<i32> {
    book.look(&T_POINTS, troop as usize, quality as usize)
}

/// The points of a field gun.
pub fn field_gun_points(book: &Rulebook) -> i32 {
    book.look(&T_POINTS, 6, Quality::Average as usize).expect("a field gun has points")
}

/// The points of a battalion gun.
pub fn battalion_gun_points(book: &Rulebook) -> i32 {
    book.look(&T_POINTS, 7, Quality::Average as usize).expect("a battalion gun has points")
}
