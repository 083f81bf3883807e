//! Charge combat: T-CHG-MOD, T-CHG.

use firelock_core::{Chart, Grid, Quantity, Reason, Row, Rulebook, Step};

use super::{first_reached, numbers};
use crate::clauses::*;
use crate::facts::{Outnumbered, Stance};
use crate::results::ChargeEffect;
use crate::words::{ChargeGround, Effectiveness, Experience, MoveClass};

/// What is added to a side's die in a charge combat.
pub static T_CHG_MOD: Chart<Stance> = Chart {
    id: "T-CHG-MOD",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("elite", RF_CHG_65, "elite", 2, |side| (side.experience == Experience::Elite).into())),
        Step::Add(row("veteran", RF_CHG_65, "veteran", 1, |side| (side.experience == Experience::Veteran).into())),
        Step::Add(row("trained", RF_CHG_65, "trained", 0, |side| (side.experience == Experience::Trained).into())),
        Step::Add(row("raw", RF_CHG_65, "raw", -1, |side| (side.experience == Experience::Raw).into())),
        Step::Add(row("fresh", RF_CHG_32, "fresh troops", 2, |side| {
            (side.effectiveness == Some(Effectiveness::Fresh)).into()
        })),
        Step::Add(row("worn", RF_CHG_32, "worn troops", 0, |side| {
            (side.effectiveness == Some(Effectiveness::Worn)).into()
        })),
        Step::Add(row("spent", RF_CHG_32, "spent troops", -2, |side| {
            (side.effectiveness == Some(Effectiveness::Spent)).into()
        })),
        Step::Add(row("outnumbered-3-2", RF_CHG_24, "outnumbered 3 to 2", -1, |side| {
            (side.outnumbered == Some(Outnumbered::ThreeToTwo)).into()
        })),
        Step::Add(row("outnumbered-2-1", RF_CHG_24, "outnumbered 2 to 1", -2, |side| {
            (side.outnumbered == Some(Outnumbered::TwoToOne)).into()
        })),
        Step::Add(row("outnumbered-3-1", RF_CHG_24, "outnumbered 3 to 1", -3, |side| {
            (side.outnumbered == Some(Outnumbered::ThreeToOne)).into()
        })),
        Step::Add(row("supported-guns", RF_CHG_29, "supported guns", 1, |side| (side.guns && side.supported).into())),
        Step::Add(row("unsupported-guns", RF_CHG_29, "unsupported guns", -1, |side| {
            (side.guns && !side.supported).into()
        })),
        Step::Any(
            row("disordered", RF_CHG_30, "disordered troops or silenced gun", -1, |side| {
                (side.disordered || side.silenced).into()
            }),
            &[
                Reason { clause: RF_CHG_30, label: "disordered troops", holds: |side| side.disordered },
                Reason { clause: RF_CHG_30, label: "silenced gun", holds: |side| side.silenced },
            ],
        ),
        Step::Any(
            row("leader", RF_CHG_31, "brave colonel or leader attached", 1, |side| {
                (side.brave_colonel || side.leader_attached).into()
            }),
            &[
                Reason { clause: RF_CHG_31, label: "brave colonel", holds: |side| side.brave_colonel },
                Reason { clause: RF_CHG_31, label: "leader attached", holds: |side| side.leader_attached },
            ],
        ),
        Step::Any(
            row("open-order", RF_CHG_25, "open order or no bayonets", -1, |side| {
                (side.open_order || side.no_bayonets).into()
            }),
            &[
                Reason { clause: RF_CHG_25, label: "open order", holds: |side| side.open_order },
                Reason { clause: RF_CHG_25, label: "no bayonets", holds: |side| side.no_bayonets },
            ],
        ),
        Step::Any(
            row("outflanked", RF_CHG_26, "outflanked, broken, march column or limbered", -3, |side| {
                (side.outflanked || side.broken || side.march_column || side.limbered).into()
            }),
            &[
                Reason { clause: RF_CHG_26, label: "outflanked", holds: |side| side.outflanked },
                Reason { clause: RF_CHG_26, label: "broken", holds: |side| side.broken },
                Reason { clause: RF_CHG_26, label: "march column", holds: |side| side.march_column },
                Reason { clause: RF_CHG_26, label: "limbered guns", holds: |side| side.limbered },
            ],
        ),
        Step::Add(row("favorable", RF_CHG_33, "favorable ground", 1, |side| {
            (side.position == ChargeGround::Favorable).into()
        })),
        Step::Any(
            row("strong", RF_CHG_33, "strong position or fortified", 2, |side| {
                matches!(side.position, ChargeGround::Strong | ChargeGround::Fortified).into()
            }),
            &[
                Reason {
                    clause: RF_CHG_33,
                    label: "strong position",
                    holds: |side| side.position == ChargeGround::Strong,
                },
                Reason {
                    clause: RF_CHG_33,
                    label: "fortified",
                    holds: |side| side.position == ChargeGround::Fortified,
                },
            ],
        ),
        Step::Any(
            row("cold-steel", RF_CHG_27, "cold steel, breakthrough or Indians in woods", 1, |side| {
                (side.cold_steel || side.breakthrough || side.indians_in_woods).into()
            }),
            &[
                Reason { clause: RF_CHG_27, label: "cold steel", holds: |side| side.cold_steel },
                Reason { clause: RF_CHG_27, label: "breakthrough", holds: |side| side.breakthrough },
                Reason { clause: RF_CHG_27, label: "Indians in woods", holds: |side| side.indians_in_woods },
            ],
        ),
        Step::Add(row("cavalry-open", RF_CHG_28, "cavalry charge over open ground", 2, |side| {
            (side.cavalry_charge == Some(MoveClass::Open)).into()
        })),
        Step::Add(row("cavalry-broken", RF_CHG_28, "cavalry charge over broken ground", 1, |side| {
            (side.cavalry_charge == Some(MoveClass::Broken)).into()
        })),
        Step::Add(row("cavalry-rough", RF_CHG_28, "cavalry over rough ground or stationary", 0, |side| {
            (side.mounted && !matches!(side.cavalry_charge, Some(MoveClass::Open | MoveClass::Broken))).into()
        })),
    ],
};

/// The least result of each effect, attacker less defender; what reaches none is Repulsed.
pub static T_CHG: Grid = Grid {
    id: "T-CHG",
    clause: RF_CHG_35,
    rows: &["swept", "driven-back", "hard-pressed", "struggle", "falter", "recoil"],
    columns: &["from"],
    cells: &[Some(9), Some(5), Some(1), Some(0), Some(-4), Some(-8)],
};

/// The effect of the attacker's total less the defender's.
pub fn charge_effect(book: &Rulebook, difference: i32) -> ChargeEffect {
    match first_reached(book, &T_CHG, 0, difference) {
        Some(row) => ChargeEffect::ALL[row],
        None => ChargeEffect::Repulsed,
    }
}

/// How far a result lies beyond the first of the outermost bands: each point costs a further stand (RF-CHG-41, RF-CHG-54).
pub fn charge_overshoot(book: &Rulebook, difference: i32) -> i32 {
    let from = |row| book.look(&T_CHG, row, 0).expect("every row has a least result");
    match charge_effect(book, difference) {
        ChargeEffect::Swept => difference - from(0),
        ChargeEffect::Repulsed => from(5) - 1 - difference,
        _ => 0,
    }
}

/// How badly so many are outnumbered by so many, if they are (RF-CHG-24).
pub fn outnumbered(book: &Rulebook, own: i32, enemy: i32) -> Option<Outnumbered> {
    let reaches = |number| enemy > own && enemy * 100 >= own * book.number(number);
    if reaches(&numbers::OUTNUMBERED_3_1) {
        Some(Outnumbered::ThreeToOne)
    } else if reaches(&numbers::OUTNUMBERED_2_1) {
        Some(Outnumbered::TwoToOne)
    } else if reaches(&numbers::OUTNUMBERED_3_2) {
        Some(Outnumbered::ThreeToTwo)
    } else {
        None
    }
}

const fn row(
    key: &'static str,
    clause: firelock_core::Clause,
    label: &'static str,
    cell: i32,
    times: fn(&Stance) -> u16,
) -> Row<Stance> {
    Row { key, clause, label, cell, times }
}
