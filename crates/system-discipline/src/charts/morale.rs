//! Morale: T13, T15, T16.

use firelock_core::{Chart, Clause, Grid, Quantity, Reason, Row, Rulebook, Step};

use crate::clauses::*;
use crate::facts::Nerve;
use crate::results::LossEffect;

/// The morale total.
pub static T13: Chart<Nerve> = Chart {
    id: "T13",
    total: Quantity::Need,
    steps: &[
        Step::Add(row("base", FD_MOR_01, "basic number", 5, |nerve| nerve.castings.is_none().into())),
        Step::Given(FD_OPT_10, "castings", |nerve| nerve.castings.unwrap_or(0)),
        Step::Given(FD_ROS_19, "morale rating", |nerve| nerve.rating),
        Step::Any(
            row("protected", FD_MOR_05, "protective position or zone", 4, |nerve| {
                (nerve.protected || nerve.garrison).into()
            }),
            &[
                Reason { clause: FD_MOR_24, label: "protective position", holds: |nerve| nerve.protected },
                Reason { clause: FD_MOR_05, label: "garrison of a zone", holds: |nerve| nerve.garrison },
            ],
        ),
        Step::Add(row("woods", FD_MOR_05, "open order in woods or rough", 1, |nerve| nerve.open_in_woods.into())),
        Step::Add(row("commander", FD_MOR_06, "brigade commander near", 2, |nerve| nerve.commander.into())),
        Step::Add(row("over-half", FD_MOR_07, "over half of the boxes marked", -1, |nerve| nerve.over_half.into())),
        Step::Add(row("adjacent", FD_OPT_17, "beside its own unit", 1, |nerve| nerve.beside_own.into())),
    ],
};

/// The least face of each morale loss; the 0 comes after the 9.
pub static T15: Grid = Grid {
    id: "T15",
    clause: FD_MOR_04,
    rows: &["halts", "flees", "flees-and-loses", "surrenders"],
    columns: &["from"],
    cells: &[Some(1), Some(4), Some(7), Some(10)],
};

/// Boxes of a full stand by rating.
pub static T16: Grid = Grid {
    id: "T16",
    clause: FD_ROS_18,
    rows: &["0", "1", "2", "3", "4"],
    columns: &["boxes"],
    cells: &[Some(1), Some(1), Some(2), Some(3), Some(4)],
};

/// Boxes of a full stand; above the highest rating as the highest (FD-ROS-18, FD-MOR-19).
pub fn boxes_per_stand(book: &Rulebook, rating: u8) -> u16 {
    let row = usize::from(rating).min(T16.rows.len() - 1);
    book.look(&T16, row, 0).unwrap_or(1).clamp(0, 100) as u16
}

/// The least face of each loss, in the order of [`LossEffect::ALL`], 0 read as ten.
pub fn loss_from(book: &Rulebook) -> [i32; 4] {
    std::array::from_fn(|row| book.look(&T15, row, 0).expect("every row has a face"))
}

/// What a die means for a body that failed (FD-MOR-10 to FD-MOR-13), before its surroundings are asked.
pub fn loss_effect(book: &Rulebook, face: i32) -> LossEffect {
    let ordered = if face == 0 { 10 } else { face };
    let from = loss_from(book);
    let row = (0..from.len()).rev().find(|&row| ordered >= from[row]).unwrap_or(0);
    LossEffect::ALL[row]
}

const fn row(
    key: &'static str,
    clause: Clause,
    label: &'static str,
    cell: i32,
    times: fn(&Nerve) -> u16,
) -> Row<Nerve> {
    Row { key, clause, label, cell, times }
}
