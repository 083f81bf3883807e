//! Small arms: T-RANGES, T-HIT, T-SAVE.

use firelock_core::{Chart, Grid, Group, Quantity, Reason, Rulebook, Step};
use firelock_table::Length;

use super::{T_DISORDER, any_of, row};
use crate::clauses::*;
use crate::facts::Aim;
use crate::words::{Quality, Range, Troop};

/// Ranges in hundredths of an inch; each band includes its limit (WA-LOS-08).
#[rustfmt::skip]
pub static T_RANGES: Grid = Grid {
    id: "T-RANGES",
    clause: WA_FIRE_04,
    rows: &["infantry", "riflemen", "cavalry"],
    columns: &["short", "long"],
    cells: &[
        Some(400), Some(1000),
        Some(400), Some(1400),
        Some(300), Some(600),
    ],
};

/// How many dice a unit shoots with.
pub static T_SHOOTERS: Chart<Aim> = Chart {
    id: "T-SHOOTERS",
    total: Quantity::Dice,
    steps: &[
        Step::Add(row("base", WA_FIRE_03, "each base in the front rank", 1, |aim| aim.bases)),
        Step::Add(row("battalion-gun", WA_SPEC_05, "battalion gun", 1, |aim| aim.battalion_gun.into())),
    ],
};

/// The score that hits.
pub static T_HIT: Chart<Aim> = Chart {
    id: "T-HIT",
    total: Quantity::Need,
    steps: &[Step::Of(
        Group::First,
        &[
            row("disordered", WA_FIRE_05, "shooter disordered", 6, |aim| aim.disordered.into()),
            row("off-center", WA_FIRE_05, "target off center", 6, |aim| aim.off_center.into()),
            row("basic", WA_FIRE_05, "basic", 5, |_| 1),
        ],
    )],
};

/// The highest score of a die that each quality rolls again.
pub static T_AGAIN: Grid = Grid {
    id: "T-AGAIN",
    clause: WA_FIRE_06,
    rows: &["raw", "average", "veteran"],
    columns: &["to"],
    cells: &[Some(1), Some(2), Some(3)],
};

/// The score that saves a target of small arms.
pub static T_SAVE: Chart<Aim> = Chart {
    id: "T-SAVE",
    total: Quantity::Need,
    steps: &[
        Step::Add(row("basic", WA_FIRE_08, "basic", 3, |_| 1)),
        Step::Any(
            any_of("better", WA_FIRE_09, "in cover or at long range", -1),
            &[
                Reason { clause: WA_FIRE_09, label: "target in cover", holds: |aim| aim.cover },
                Reason { clause: WA_FIRE_09, label: "long range", holds: |aim| aim.range == Range::Long },
            ],
        ),
        Step::Add(row("worse", WA_FIRE_10, "line infantry at short range", 1, |aim| {
            (aim.range == Range::Short && aim.line_like).into()
        })),
    ],
};

/// The limit of a range band.
pub fn range_limit(book: &Rulebook, troop: Troop, range: Range) -> Length {
    let row = match troop {
        Troop::Line | Troop::Light | Troop::Militia | Troop::Indian => 0,
        Troop::Rifle => 1,
        Troop::Cavalry => 2,
    };
    Length::inch_hundredths(book.look(&T_RANGES, row, range as usize).expect("every shooter has both ranges"))
}

/// The band of a distance; none beyond long range (WA-LOS-08).
pub fn range(book: &Rulebook, troop: Troop, distance: Length) -> Option<Range> {
    Range::ALL.iter().copied().find(|range| distance <= range_limit(book, troop, *range))
}

/// The faces of a to-hit die that a quality rolls again, bit n for face n (WA-FIRE-06).
pub fn rolled_again(book: &Rulebook, quality: Quality) -> u16 {
    let to = book.look(&T_AGAIN, quality as usize, 0).expect("every quality has its re-rolls");
    (1..=to.clamp(0, 6)).map(|face| 1 << face).sum()
}

/// The score of a marker's die that disorders (WA-FIRE-15).
pub fn marker_disorders(book: &Rulebook) -> i32 {
    book.look(&T_DISORDER, 0, 0).expect("a marker has a score")
}
