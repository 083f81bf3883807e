//! Fire: T-MUS, T-CAN, T-FP, T-FIRE-MOD, T-FIRE.

use firelock_core::{Chart, Grid, Group, Quantity, Reason, Row, Rulebook, Step};
use firelock_table::Length;

use super::{RIFLE_FULL_8, first_reached, length, numbers};
use crate::clauses::*;
use crate::facts::Weighed;
use crate::results::FireEffect;
use crate::words::{Cover, Experience, Firearm};

/// Quarter points of a troop stand by weapon and range. The first row is where each band ends, in hundredths of an inch; the first
/// band ends with the close range. Muskets RF-FIR-08, carbines RF-FIR-09, rifles RF-FIR-10; RF-OPT-05 is the second rifle row.
#[rustfmt::skip]
pub static T_MUS: Grid = Grid {
    id: "T-MUS",
    clause: RF_FIR_07,
    rows: &["up-to", "rifle", "rifle-full-8", "musket", "carbine"],
    columns: &["to-4", "to-8", "to-12"],
    cells: &[
        None,    Some(800), Some(1200),
        Some(4), Some(2),   Some(2),
        Some(4), Some(4),   Some(2),
        Some(4), Some(2),   None,
        Some(4), None,      None,
    ],
};

/// Quarter points of a gun stand by type and range, the first row as in T-MUS.
/// The first column is grapeshot (RF-GUN-02); howitzers fire by their rows and not indirectly (RF-GUN-23).
#[rustfmt::skip]
pub static T_CAN: Grid = Grid {
    id: "T-CAN",
    clause: RF_GUN_01,
    rows: &["up-to", "SG", "HG", "MG", "LG", "SH", "H", "GG", "A"],
    columns: &["to-4", "to-12", "to-24", "to-36", "to-48", "to-60"],
    cells: &[
        None,     Some(1200), Some(2400), Some(3600), Some(4800), Some(6000),
        Some(24), Some(20),   Some(16),   Some(12),   Some(8),    Some(4),
        Some(20), Some(16),   Some(12),   Some(8),    Some(4),    None,
        Some(20), Some(12),   Some(8),    Some(4),    None,       None,
        Some(16), Some(12),   Some(8),    Some(4),    None,       None,
        Some(20), Some(12),   Some(12),   Some(16),   None,       None,
        Some(16), Some(8),    Some(8),    Some(12),   None,       None,
        Some(12), Some(8),    Some(4),    None,       None,       None,
        Some(8),  Some(4),    Some(2),    None,       None,       None,
    ],
};

/// Die modifier by fire points; a row holds from so many quarter points up to the next.
#[rustfmt::skip]
pub static T_FP: Grid = Grid {
    id: "T-FP",
    clause: RF_FIR_46,
    rows: &["below-1", "1", "2", "3", "4", "6", "9", "12", "15", "20", "25"],
    columns: &["from", "modifier"],
    cells: &[
        None,      Some(-5),
        Some(4),   Some(-4),
        Some(8),   Some(-3),
        Some(12),  Some(-2),
        Some(16),  Some(-1),
        Some(24),  Some(0),
        Some(36),  Some(1),
        Some(48),  Some(2),
        Some(60),  Some(3),
        Some(80),  Some(4),
        Some(100), Some(5),
    ],
};

/// What is added to the die of a fire combat.
pub static T_FIRE_MOD: Chart<Weighed> = Chart {
    id: "T-FIRE-MOD",
    total: Quantity::Score,
    steps: &[
        Step::Given(RF_FIR_46, "fire points", |fire| fire.point_modifier),
        Step::Add(Row { key: "raw", clause: RF_FIR_19, label: "raw firers", cell: -1, times: |fire| fire.raw.into() }),
        Step::Any(
            Row {
                key: "marksmen",
                clause: RF_FIR_20,
                label: "marksmen, or buck and ball in a charge",
                cell: 1,
                times: |fire| (fire.marksmen || fire.buck_and_ball).into(),
            },
            &[
                Reason { clause: RF_FIR_20, label: "buck and ball in a charge", holds: |fire| fire.buck_and_ball },
                Reason { clause: RF_FIR_20, label: "marksmen", holds: |fire| fire.marksmen },
            ],
        ),
        // RF-FIR-23: open order and cover together never below -3.
        Step::Within(
            -3,
            0,
            &[
                Row {
                    key: "open-order",
                    clause: RF_FIR_23,
                    label: "target in open order",
                    cell: -1,
                    times: |fire| fire.open_order.into(),
                },
                cover("partial", "partial cover", -1, |fire| (fire.cover == Cover::Partial).into()),
                cover("full", "full cover", -2, |fire| (fire.cover == Cover::Full).into()),
                cover("fortified", "fortified", -3, |fire| (fire.cover == Cover::Fortified).into()),
            ],
        ),
        Step::Of(
            Group::Best,
            &[
                Row {
                    key: "column",
                    clause: RF_FIR_25,
                    label: "target in column or limbered",
                    cell: 1,
                    times: |fire| fire.column_or_limbered.into(),
                },
                Row {
                    key: "enfiladed",
                    clause: RF_FIR_25,
                    label: "target enfiladed",
                    cell: 2,
                    times: |fire| fire.enfiladed.into(),
                },
            ],
        ),
        Step::Add(Row {
            key: "mounted",
            clause: RF_FIR_22,
            label: "mounted target",
            cell: 0,
            times: |fire| fire.mounted.into(),
        }),
    ],
};

/// The least result of each effect by the target's experience; what reaches none is Desultory Fire.
#[rustfmt::skip]
pub static T_FIRE: Grid = Grid {
    id: "T-FIRE",
    clause: RF_FIR_26,
    rows: &["withering", "telling", "galling", "lively"],
    columns: &["elite", "veteran", "trained", "raw"],
    cells: &[
        Some(11), Some(11), Some(11), Some(11),
        Some(10), Some(9),  Some(9),  Some(8),
        Some(8),  Some(7),  Some(6),  Some(5),
        Some(6),  Some(5),  Some(4),  Some(3),
    ],
};

/// Quarter points of one stand at a range; none beyond its reach (RF-FIR-07, RF-GUN-01).
pub fn fire_points(book: &Rulebook, firearm: Firearm, range: Length) -> Option<i32> {
    let (grid, row) = row_of(book, firearm);
    let column = (0..grid.columns.len()).find(|&column| ends_at(book, grid, column).is_some_and(|end| range <= end))?;
    book.look(grid, row, column)
}

/// How far a firearm reaches: the end of its last band with points.
pub fn reach(book: &Rulebook, firearm: Firearm) -> Length {
    let (grid, row) = row_of(book, firearm);
    let last = (0..grid.columns.len()).rev().find(|&column| book.look(grid, row, column).is_some());
    last.and_then(|column| ends_at(book, grid, column)).unwrap_or_default()
}

fn row_of(book: &Rulebook, firearm: Firearm) -> (&'static Grid, usize) {
    match firearm {
        Firearm::Rifle if book.is_on(&RIFLE_FULL_8) => (&T_MUS, 2),
        Firearm::Rifle => (&T_MUS, 1),
        Firearm::Musket => (&T_MUS, 3),
        Firearm::Carbine => (&T_MUS, 4),
        cannon => (&T_CAN, cannon as usize - Firearm::SG as usize + 1),
    }
}

/// Where a band ends.
fn ends_at(book: &Rulebook, grid: &Grid, column: usize) -> Option<Length> {
    match column {
        0 => Some(length(book, &numbers::CLOSE_RANGE)),
        _ => book.look(grid, 0, column).map(Length::inch_hundredths),
    }
}

/// The die modifier of so many quarter points (RF-FIR-46).
pub fn point_modifier(book: &Rulebook, quarters: i32) -> i32 {
    let reached = |row: &usize| book.look(&T_FP, *row, 0).is_none_or(|from| quarters >= from);
    let row = (0..T_FP.rows.len()).rev().find(reached).unwrap_or(0);
    book.look(&T_FP, row, 1).expect("every row has a modifier")
}

/// The effect of a result against a target of that experience.
pub fn fire_effect(book: &Rulebook, experience: Experience, result: i32) -> FireEffect {
    match first_reached(book, &T_FIRE, experience as usize, result) {
        Some(row) => FireEffect::ALL[row],
        None => FireEffect::Desultory,
    }
}

const fn cover(key: &'static str, label: &'static str, cell: i32, times: fn(&Weighed) -> u16) -> Row<Weighed> {
    Row { key, clause: RF_FIR_24, label, cell, times }
}
