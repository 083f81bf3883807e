//! Which die who rolls, from six faces to twelve (NQ-SCA-11): T-SD, T-CD, T-ACC, T-DEV, T-MD.

use firelock_core::{Die, Grid, Number, Rulebook};

use crate::clauses::*;
use crate::words::{Arm, Class, Quality};

/// Shooting dice.
#[rustfmt::skip]
pub static T_SD: Grid = Grid {
    id: "T-SD",
    clause: NQ_ROS_12,
    rows: &["infantry", "cavalry"],
    columns: &["raw", "regular", "veteran", "elite"],
    cells: &[
        Some(6), Some(8), Some(10), Some(12),
        Some(6), Some(6), Some(8), Some(10),
    ],
};

/// Combat dice.
#[rustfmt::skip]
pub static T_CD: Grid = Grid {
    id: "T-CD",
    clause: NQ_ROS_12,
    rows: &[
        "line-infantry", "light-infantry", "rifle-infantry", "militia", "light-cavalry", "heavy-cavalry",
        "irregular-cavalry", "foot-artillery", "horse-artillery",
    ],
    columns: &["die"],
    cells: &[Some(8), Some(8), Some(8), Some(6), Some(8), Some(10), Some(6), Some(6), Some(6)],
};

/// Accuracy dice.
pub static T_ACC: Grid = Grid {
    id: "T-ACC",
    clause: NQ_ART_12,
    rows: &["elite", "veteran", "regular", "raw"],
    columns: &["die"],
    cells: &[Some(6), Some(8), Some(10), Some(12)],
};

/// Deviation dice, and what is added to their score.
#[rustfmt::skip]
pub static T_DEV: Grid = Grid {
    id: "T-DEV",
    clause: NQ_ART_19,
    rows: &["elite", "veteran", "regular", "raw"],
    columns: &["die", "plus"],
    cells: &[
        Some(8), Some(0),
        Some(10), Some(0),
        Some(12), Some(0),
        Some(12), Some(2),
    ],
};

/// Morale dice.
pub static T_MD: Grid = Grid {
    id: "T-MD",
    clause: NQ_MOR_01,
    rows: &["elite", "veteran", "regular", "raw"],
    columns: &["die"],
    cells: &[Some(6), Some(8), Some(10), Some(12)],
};

/// The die that bases of that arm and quality shoot with; crews have none.
pub fn shooting_die(book: &Rulebook, arm: Arm, quality: Quality) -> Option<Die> {
    match arm {
        Arm::Infantry | Arm::Cavalry => Some(die(book, &T_SD, arm as usize, quality as usize)),
        Arm::Artillery => None,
    }
}

/// The die that bases of a class fight with.
pub fn combat_die(book: &Rulebook, class: Class) -> Die {
    die(book, &T_CD, class as usize, 0)
}

/// The die of a crew's accuracy.
pub fn accuracy_die(book: &Rulebook, quality: Quality) -> Die {
    die(book, &T_ACC, best_first(quality), 0)
}

/// The die of a crew's deviation, in centimeters.
pub fn deviation_die(book: &Rulebook, quality: Quality) -> Die {
    die(book, &T_DEV, best_first(quality), 0)
}

/// What a crew adds to its deviation die, in centimeters; it belongs to the score that is halved (NQ-ART-20).
pub fn deviation_plus(book: &Rulebook, quality: Quality) -> i32 {
    book.look(&T_DEV, best_first(quality), 1).expect("every quality has a deviation")
}

/// The die of morale and discipline.
pub fn morale_die(book: &Rulebook, quality: Quality) -> Die {
    die(book, &T_MD, best_first(quality), 0)
}

/// A die that stands alone in the rules.
pub(crate) fn lone_die(book: &Rulebook, number: &Number) -> Die {
    with_faces(book.number(number))
}

/// The row of a quality in tables that begin with the best.
fn best_first(quality: Quality) -> usize {
    Quality::ALL.len() - 1 - quality as usize
}

fn die(book: &Rulebook, grid: &Grid, row: usize, column: usize) -> Die {
    with_faces(book.look(grid, row, column).expect("the tables of dice have no dashes"))
}

/// A die of so many faces, at least one.
fn with_faces(n: i32) -> Die {
    Die::D(n.clamp(1, 100) as u8)
}
