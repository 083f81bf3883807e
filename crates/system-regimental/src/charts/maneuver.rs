//! The maneuver check: T-MAN, T-MAN-MOD, T-CMD.

use firelock_core::{Chart, Grid, Group, Number, Quantity, Reason, Row, Rulebook, Step};

use super::first_reached;
use crate::clauses::*;
use crate::facts::Handling;
use crate::results::ManeuverEffect;
use crate::words::{Control, Effectiveness, Experience, Formation, GunRole, Order, Rating};

/// The column of T-MAN a unit reads (RF-CHK-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// Troops in good order, and all guns.
    GoodOrder,
    /// Disordered and broken troops.
    Disordered,
}

/// The least result of each effect; what reaches none is Panic.
#[rustfmt::skip]
pub static T_MAN: Grid = Grid {
    id: "T-MAN",
    clause: RF_CHK_02,
    rows: &["double-quick", "well-handled", "tardy", "fall-back", "rally-with-elan", "rally", "shaken", "wavering"],
    columns: &["good-order", "disordered"],
    cells: &[
        Some(8),  None,
        Some(3),  None,
        Some(1),  None,
        Some(-1), None,
        None,     Some(11),
        None,     Some(5),
        None,     Some(3),
        None,     Some(1),
    ],
};

/// What is added to the die of a maneuver check.
/// Lines with "or" are taken once (RF-CHK-11).
pub static T_MAN_MOD: Chart<Handling> = Chart {
    id: "T-MAN-MOD",
    total: Quantity::Score,
    steps: &[
        Step::Add(led("gallant", "gallant leader", 1, |unit| led_by(unit, Rating::Gallant))),
        Step::Add(led("able", "able leader", 0, |unit| led_by(unit, Rating::Able))),
        Step::Add(led("poor", "poor leader", -1, |unit| led_by(unit, Rating::Poor))),
        Step::Any(
            Row {
                key: "attached",
                clause: RF_CMD_10,
                label: "leader attached or brave colonel",
                cell: 1,
                times: |unit| (unit.leader_attached || unit.brave_colonel).into(),
            },
            &[
                Reason { clause: RF_CMD_10, label: "leader attached", holds: |unit| unit.leader_attached },
                Reason { clause: RF_CMD_10, label: "brave colonel", holds: |unit| unit.brave_colonel },
            ],
        ),
        Step::Add(Row {
            key: "provisional",
            clause: RF_CMD_07,
            label: "provisional command",
            cell: -1,
            times: |unit| (unit.control == Control::Provisional).into(),
        }),
        Step::Add(Row {
            key: "out-of-command",
            clause: RF_CMD_08,
            label: "out of command",
            cell: -2,
            times: |unit| (unit.control == Control::Out).into(),
        }),
        Step::Add(experience("elite", "elite", 2, |unit| (unit.experience == Experience::Elite).into())),
        Step::Add(experience("veteran", "veteran", 1, |unit| (unit.experience == Experience::Veteran).into())),
        Step::Add(experience("trained", "trained", 0, |unit| (unit.experience == Experience::Trained).into())),
        Step::Add(experience("raw", "raw", -1, |unit| (unit.experience == Experience::Raw).into())),
        Step::Add(strength("fresh", "fresh troops", 2, |unit| is_troops_at(unit, Effectiveness::Fresh))),
        Step::Add(strength("worn", "worn troops", 0, |unit| is_troops_at(unit, Effectiveness::Worn))),
        Step::Add(strength("spent", "spent troops", -2, |unit| is_troops_at(unit, Effectiveness::Spent))),
        Step::Any(
            Row {
                key: "guns",
                clause: RF_CHK_05,
                label: "battery, or battalion gun near friends",
                cell: 2,
                times: |unit| (is_battery(unit) || is_battalion_gun_near_friends(unit)).into(),
            },
            &[
                Reason { clause: RF_CHK_05, label: "battery", holds: is_battery },
                Reason { clause: RF_CHK_05, label: "battalion gun near friends", holds: is_battalion_gun_near_friends },
            ],
        ),
        Step::Any(
            Row {
                key: "column",
                clause: RF_CHK_03,
                label: "column, garrison, limbered or linear cover",
                cell: 1,
                times: |unit| (is_formed(unit) && (unit.linear_cover || is_compact(unit.formation))).into(),
            },
            &[
                Reason {
                    clause: RF_CHK_03,
                    label: "field or march column",
                    holds: |unit| {
                        is_formed(unit) && matches!(unit.formation, Formation::FieldColumn | Formation::MarchColumn)
                    },
                },
                Reason {
                    clause: RF_CHK_03,
                    label: "garrison",
                    holds: |unit| is_formed(unit) && unit.formation == Formation::Garrison,
                },
                Reason { clause: RF_CHK_03, label: "limbered", holds: |unit| unit.formation == Formation::Limbered },
                Reason { clause: RF_CHK_03, label: "linear cover", holds: |unit| is_formed(unit) && unit.linear_cover },
            ],
        ),
        Step::Add(Row {
            key: "indians-in-woods",
            clause: RF_CHK_06,
            label: "Indians in woods",
            cell: 1,
            times: |unit| (unit.indian && unit.in_woods).into(),
        }),
        Step::Add(Row {
            key: "indians-in-the-open",
            clause: RF_CHK_06,
            label: "Indians in the open",
            cell: -1,
            times: |unit| (unit.indian && !unit.in_woods).into(),
        }),
        Step::Any(
            Row {
                key: "outflanked",
                clause: RF_CHK_07,
                label: "outflanked or broken",
                cell: -2,
                times: |unit| (unit.outflanked || is_broken(unit)).into(),
            },
            &[
                Reason { clause: RF_CHK_07, label: "outflanked", holds: |unit| unit.outflanked },
                Reason { clause: RF_CHK_07, label: "broken", holds: is_broken },
            ],
        ),
        Step::Add(Row {
            key: "key-position",
            clause: RF_CHK_08,
            label: "key position lost",
            cell: -1,
            times: |unit| unit.key_position_lost.into(),
        }),
        // RF-CHK-09: the greater of the two replaces the other.
        Step::Of(
            Group::Best,
            &[
                Row {
                    key: "heavy-casualties",
                    clause: RF_CHK_13,
                    label: "heavy casualties",
                    cell: -1,
                    times: |unit| unit.heavy_casualties.into(),
                },
                Row {
                    key: "greater-losses",
                    clause: RF_CHK_14,
                    label: "greater losses",
                    cell: -2,
                    times: |unit| unit.greater_losses.into(),
                },
            ],
        ),
    ],
};

/// Command radius with a clear line of sight, in hundredths of an inch.
pub static COMMAND_CLEAR: Number =
    Number { address: "T-CMD.clear", clause: RF_CMD_02, label: "command radius with clear sight", value: 800 };
/// Command radius through dense woods, in twilight or fog, of a leader attached or on foot (RF-LDR-06).
pub static COMMAND_HINDERED: Number = Number {
    address: "T-CMD.hindered",
    clause: RF_CMD_03,
    label: "command radius in dense woods, twilight or fog, attached or on foot",
    value: 400,
};

/// The effect of a result.
pub fn maneuver_effect(book: &Rulebook, column: Column, result: i32) -> ManeuverEffect {
    match first_reached(book, &T_MAN, column as usize, result) {
        Some(row) => ManeuverEffect::ALL[row],
        None => ManeuverEffect::Panic,
    }
}

const fn led(key: &'static str, label: &'static str, cell: i32, times: fn(&Handling) -> u16) -> Row<Handling> {
    Row { key, clause: RF_CMD_09, label, cell, times }
}

const fn experience(key: &'static str, label: &'static str, cell: i32, times: fn(&Handling) -> u16) -> Row<Handling> {
    Row { key, clause: RF_CHK_12, label, cell, times }
}

const fn strength(key: &'static str, label: &'static str, cell: i32, times: fn(&Handling) -> u16) -> Row<Handling> {
    Row { key, clause: RF_CHK_10, label, cell, times }
}

fn led_by(unit: &Handling, rating: Rating) -> u16 {
    (unit.control != Control::Out && unit.rating == rating).into()
}

fn is_troops_at(unit: &Handling, effectiveness: Effectiveness) -> u16 {
    (unit.branch.is_troops() && unit.effectiveness == effectiveness).into()
}

fn is_battery(unit: &Handling) -> bool {
    !unit.branch.is_troops() && unit.role == GunRole::Battery
}

fn is_battalion_gun_near_friends(unit: &Handling) -> bool {
    !unit.branch.is_troops() && unit.role == GunRole::BattalionGun && unit.friends_near
}

fn is_broken(unit: &Handling) -> bool {
    unit.branch.is_troops() && unit.order == Order::Broken
}

/// RF-FRM-32: a mob takes the +1 by no reason.
fn is_formed(unit: &Handling) -> bool {
    !is_broken(unit)
}

fn is_compact(formation: Formation) -> bool {
    matches!(formation, Formation::FieldColumn | Formation::MarchColumn | Formation::Garrison | Formation::Limbered)
}
