//! Small arms: T-RANGE, T-FIREMOD.

use firelock_core::{Chart, Grid, Group, Quantity, Rulebook, Step};
use firelock_table::Length;

use super::{length_in, row};
use crate::clauses::*;
use crate::facts::{Aim, OpenRow, Presented};
use crate::words::{Cover, Range, Weapon};

const ID: &str = "T-RANGE";

/// Ranges; each band includes its limit (NQ-SCA-09), a dash is no fire (NQ-SAF-28).
#[rustfmt::skip]
pub static T_RANGE: Grid = Grid {
    id: ID,
    clause: NQ_ROS_03,
    rows: &["musket", "light-musket", "rifle", "cavalry-musket", "cavalry-rifle"],
    columns: &["short", "medium", "long"],
    cells: &[
        Some(100), Some(150), Some(200),
        Some(150), Some(200), Some(250),
        Some(200), Some(250), Some(350),
        Some(100), Some(150), None,
        Some(150), Some(200), None,
    ],
};

/// The score that a base, or two with one die, needs.
#[rustfmt::skip]
pub static T_DIFFICULTY: Grid = Grid {
    id: ID,
    clause: NQ_SAF_08,
    rows: &["difficulty", "combined"],
    columns: &["short", "medium", "long"],
    cells: &[
        Some(5), Some(7), Some(9),
        None, None, Some(8),
    ],
};

/// What is added to a shooting die, all that applies together (NQ-SAF-09, NQ-SAF-27).
pub static T_FIREMOD: Chart<Aim> = Chart {
    id: "T-FIREMOD",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("first-volley", NQ_SAF_15, "first volley", 1, |aim| aim.first_volley.into())),
        Step::Add(row("square", NQ_SAF_16, "firing from a standing square", -2, |aim| aim.from_square.into())),
        Step::Add(row("two-ranks", NQ_SAF_17, "line in two ranks", 1, |aim| aim.two_ranks.into())),
        Step::Of(
            Group::First,
            &[
                row("moving-square", NQ_SAF_18, "at a moving square", -2, |aim| {
                    (aim.presented == Presented::MovingSquare && !aim.moving_square_eases).into()
                }),
                row("moving-square-eases", NQ_OPT_03, "at a moving square", 2, |aim| {
                    (aim.presented == Presented::MovingSquare && aim.moving_square_eases).into()
                }),
                row("narrow", NQ_SAF_18, "at an attack column, skirmishers or deployed guns", -1, |aim| {
                    (aim.presented == Presented::Narrow).into()
                }),
                row("column", NQ_SAF_18, "at a column", -2, |aim| (aim.presented == Presented::Column).into()),
            ],
        ),
        Step::Of(
            Group::First,
            &[
                row("open-order-line", NQ_SAF_18, "open order (line infantry)", -1, |aim| {
                    (aim.open_row == OpenRow::Line).into()
                }),
                row("open-order-light", NQ_SAF_18, "open order (light infantry)", 0, |aim| {
                    (aim.open_row == OpenRow::Light).into()
                }),
            ],
        ),
        Step::Add(row("unformed", NQ_SAF_22, "unformed or re-formed", -2, |aim| aim.unformed_or_reformed.into())),
        Step::Add(row("formation-changed", NQ_SAF_23, "changed formation", -1, |aim| aim.formation_changed.into())),
        Step::Add(row("reduced", NQ_SAF_24, "each figure the base has lost", -1, |aim| aim.reduction)),
        Step::Of(
            Group::First,
            &[
                row("light-cover", NQ_SAF_26, "target in light cover", -1, |aim| (aim.cover == Cover::Light).into()),
                row("medium-cover", NQ_SAF_26, "target in medium cover", -2, |aim| (aim.cover == Cover::Medium).into()),
                row("hard-cover", NQ_SAF_26, "target in hard cover", -3, |aim| (aim.cover == Cover::Hard).into()),
            ],
        ),
    ],
};

/// The limit of a band; none where the weapon does not shoot so far.
pub fn range_limit(book: &Rulebook, weapon: Weapon, range: Range) -> Option<Length> {
    // A unit without a weapon has no row.
    length_in(book, &T_RANGE, weapon as usize, range as usize)
}

/// The band of a distance; none out of range (NQ-SCA-09).
pub fn range(book: &Rulebook, weapon: Weapon, distance: Length) -> Option<Range> {
    let within = |range: &Range| range_limit(book, weapon, *range).is_some_and(|limit| distance <= limit);
    Range::ALL.iter().copied().find(within)
}

/// The score that a base needs (NQ-SAF-08).
pub fn difficulty(book: &Rulebook, range: Range) -> i32 {
    book.look(&T_DIFFICULTY, 0, range as usize).expect("every band has a difficulty")
}

/// The score that two bases need together; none where they may not combine (NQ-SAF-12).
pub fn combined_difficulty(book: &Rulebook, range: Range) -> Option<i32> {
    book.look(&T_DIFFICULTY, 1, range as usize)
}
