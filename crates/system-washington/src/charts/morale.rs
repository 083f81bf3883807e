//! Morale, losses and disorder: T-MORALE, T-MORALE-RESULT, T-LOSSES, T-DISORDER.

use firelock_core::{Chart, Clause, Grid, Quantity, Reason, Rulebook, Step};

use super::{any_of, first_reached, row};
use crate::clauses::*;
use crate::facts::Mood;
use crate::results::MoraleEffect;
use crate::words::{Quality, Troop};

const M2: Clause = Clause::new("T-MORALE.M2");
const M3: Clause = Clause::new("T-MORALE.M3");
const M5: Clause = Clause::new("T-MORALE.M5");
const M11: Clause = Clause::new("T-MORALE.M11");

/// The dice of a morale test.
pub static T_MORALE: Chart<Mood> = Chart {
    id: "T-MORALE",
    total: Quantity::Dice,
    steps: &[
        Step::Add(row("M1", WA_MOR_03, "each casualty marker", 1, |mood| mood.markers)),
        Step::Add(row("M2", M2, "raw", 1, |mood| (mood.quality == Quality::Raw).into())),
        Step::Add(row("M3", M3, "disordered", 1, |mood| mood.disordered.into())),
        Step::Add(row("M4", WA_MOR_04, "a casualty by artillery", 1, |mood| mood.artillery_casualty.into())),
        Step::Add(row("M5", M5, "single-base column", 1, |mood| mood.column.into())),
        Step::Add(row("M6", WA_MOR_05, "battered", 2, |mood| mood.battered_infantry.into())),
        Step::Any(
            any_of("M7", WA_MOR_06, "enemy in a flank or rear box", 2),
            &[
                Reason { clause: WA_MOR_06, label: "enemy in a flank box", holds: |mood| mood.enemy_in_flank_box },
                Reason { clause: WA_MOR_06, label: "enemy in the rear box", holds: |mood| mood.enemy_in_rear_box },
            ],
        ),
        Step::Add(row("M8", WA_MOR_07, "a rout or destruction near by", 2, |mood| mood.saw_rout.into())),
        Step::Add(row("M9", WA_SPEC_02, "Indians in the open", 2, |mood| {
            (mood.troop == Some(Troop::Indian) && !mood.sheltered).into()
        })),
        Step::Add(row("M10", WA_MOR_08, "lost a fight", 3, |mood| mood.lost_fight.into())),
        Step::Add(row("M11", M11, "veteran", -1, |mood| (mood.quality == Quality::Veteran).into())),
        Step::Add(row("M12", WA_MOR_09, "mounted commander near", -1, |mood| {
            (mood.commander_near && !mood.brigade_commander_with).into()
        })),
        Step::Add(row("M13", WA_MOR_09, "brigade commander with", -2, |mood| mood.brigade_commander_with.into())),
        Step::Add(row("M14", WA_MOR_10, "defends a linear", -1, |mood| {
            (mood.linear && !mood.mounted && !mood.enemy_in_flank_box).into()
        })),
        Step::Clamp(any_of("bounds", WA_MOR_01, "held to 0 to 10 dice", 0), Some(0), Some(10)),
    ],
};

/// The least fails of each effect, not fighting and fighting; what reaches none is no effect.
#[rustfmt::skip]
pub static T_MORALE_RESULT: Grid = Grid {
    id: "T-MORALE-RESULT",
    clause: WA_MOR_01,
    rows: &["rout", "retire-losses", "retire", "steady"],
    columns: &["not-fighting", "fighting"],
    cells: &[
        Some(4), Some(3),
        Some(3), Some(0),
        Some(2), None,
        Some(1), None,
    ],
};

/// The dice of losses.
pub static T_LOSSES: Grid = Grid {
    id: "T-LOSSES",
    clause: WA_MOR_30,
    rows: &["raw", "average", "veteran"],
    columns: &["dice"],
    cells: &[Some(4), Some(3), Some(2)],
};

/// The least score that disorders, or for the removal the least that ends it.
pub static T_DISORDER: Grid = Grid {
    id: "T-DISORDER",
    clause: WA_DIS_01,
    rows: &["marker", "scenery-raw", "scenery-average", "scenery-veteran", "removal"],
    columns: &["from"],
    cells: &[Some(6), Some(3), Some(4), Some(5), Some(4)],
};

/// What so many failed dice do.
pub fn morale_effect(book: &Rulebook, fighting: bool, fails: i32) -> MoraleEffect {
    match first_reached(book, &T_MORALE_RESULT, fighting.into(), fails) {
        Some(row) => MoraleEffect::ALL[row],
        None => MoraleEffect::Unaffected,
    }
}

/// How many dice of losses a quality rolls (WA-MOR-30).
pub fn losses_dice(book: &Rulebook, quality: Quality) -> u8 {
    book.look(&T_LOSSES, quality as usize, 0).expect("every quality has losses").clamp(0, 60) as u8
}

/// The score that disorders a quality at the far edge of slowing scenery (WA-MOVE-17).
pub fn scenery_disorders(book: &Rulebook, quality: Quality) -> i32 {
    book.look(&T_DISORDER, 1 + quality as usize, 0).expect("every quality has a score")
}

/// The score that removes disorder (WA-MOVE-27).
pub fn removes_disorder(book: &Rulebook) -> i32 {
    book.look(&T_DISORDER, 4, 0).expect("the removal has a score")
}
