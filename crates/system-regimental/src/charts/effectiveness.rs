//! Fresh, worn, spent: T-EFF.

use firelock_core::{Grid, Rulebook};

use crate::clauses::*;
use crate::words::{Effectiveness, Morale};

/// By stands at the start and morale: the most stands at which a unit is worn, and at which it is spent. A dash under worn: it goes
/// from fresh to spent (RF-ROS-13).
// Dispirited 7 is printed as 5; the prose says 6 (RF-ODD-06).
#[rustfmt::skip]
pub static T_EFF: Grid = Grid {
    id: "T-EFF",
    clause: RF_ROS_11,
    rows: &[
        "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13",
        "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25",
    ],
    columns: &[
        "spirited-worn", "spirited-spent", "reliable-worn", "reliable-spent",
        "unreliable-worn", "unreliable-spent", "dispirited-worn", "dispirited-spent",
    ],
    cells: &[
        None,     Some(1),  None,     Some(1),  None,     Some(1),  None,     Some(1),
        None,     Some(1),  Some(2),  Some(1),  None,     Some(2),  None,     Some(2),
        Some(2),  Some(1),  Some(3),  Some(2),  None,     Some(3),  None,     Some(3),
        Some(3),  Some(2),  Some(4),  Some(3),  None,     Some(4),  None,     Some(4),
        Some(4),  Some(2),  Some(5),  Some(3),  Some(5),  Some(4),  None,     Some(5),
        Some(5),  Some(3),  Some(6),  Some(4),  Some(6),  Some(5),  None,     Some(6),
        Some(5),  Some(3),  Some(6),  Some(4),  Some(7),  Some(6),  None,     Some(7),
        Some(6),  Some(4),  Some(7),  Some(5),  Some(8),  Some(7),  None,     Some(8),
        Some(7),  Some(4),  Some(8),  Some(5),  Some(9),  Some(7),  None,     Some(9),
        Some(8),  Some(5),  Some(9),  Some(6),  Some(10), Some(8),  None,     Some(10),
        Some(8),  Some(5),  Some(9),  Some(6),  Some(10), Some(8),  Some(11), Some(10),
        Some(9),  Some(6),  Some(10), Some(7),  Some(11), Some(9),  Some(12), Some(11),
        Some(10), Some(6),  Some(11), Some(7),  Some(12), Some(9),  Some(13), Some(12),
        Some(11), Some(7),  Some(12), Some(8),  Some(13), Some(10), Some(14), Some(13),
        Some(11), Some(7),  Some(12), Some(8),  Some(13), Some(10), Some(15), Some(14),
        Some(12), Some(8),  Some(13), Some(9),  Some(14), Some(11), Some(16), Some(15),
        Some(13), Some(8),  Some(14), Some(9),  Some(15), Some(11), Some(17), Some(16),
        Some(14), Some(9),  Some(15), Some(10), Some(16), Some(12), Some(18), Some(17),
        Some(14), Some(9),  Some(15), Some(10), Some(16), Some(12), Some(19), Some(18),
        Some(15), Some(10), Some(16), Some(11), Some(17), Some(13), Some(20), Some(19),
        Some(16), Some(10), Some(17), Some(11), Some(18), Some(13), Some(21), Some(20),
        Some(17), Some(11), Some(18), Some(12), Some(19), Some(14), Some(22), Some(21),
        Some(17), Some(11), Some(18), Some(12), Some(19), Some(14), Some(23), Some(22),
        Some(18), Some(12), Some(19), Some(13), Some(20), Some(15), Some(24), Some(23),
    ],
};

/// What a unit of that morale is worth, having started with so many stands and now having so many (RF-ROS-12).
///
/// A start beyond the chart reads its nearest row.
pub fn effectiveness(book: &Rulebook, morale: Morale, start: u8, now: u8) -> Effectiveness {
    let row = usize::from(start).saturating_sub(2).min(T_EFF.rows.len() - 1);
    let holds = |column| book.look(&T_EFF, row, column).is_some_and(|most| i32::from(now) <= most);
    let worn = morale as usize * 2;
    if holds(worn + 1) {
        Effectiveness::Spent
    } else if holds(worn) {
        Effectiveness::Worn
    } else {
        Effectiveness::Fresh
    }
}
