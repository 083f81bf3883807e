//! The fight: T-FIGHT, T-FIGHT-SAVE.

use firelock_core::{Chart, Clause, Grid, Group, Quantity, Reason, Rulebook, Step};

use super::{any_of, row};
use crate::clauses::*;
use crate::facts::Melee;
use crate::words::{Quality, Slope, Troop};

const ID: &str = "T-FIGHT";
const F6: Clause = Clause::new("T-FIGHT.F6");
const F10: Clause = Clause::new("T-FIGHT.F10");
/// The key of the row that the switch `fight_row7` reads otherwise.
const ROW_7: &str = "F7";
const ROW_7_DICE: i32 = -2;

/// The dice of a unit in a fight.
pub static T_FIGHT: Chart<Melee> = Chart {
    id: ID,
    total: Quantity::Dice,
    steps: &[
        Step::Add(row("F1", WA_FGT_03, "each base", 1, |side| side.bases)),
        Step::Add(row("F2", WA_FGT_02, "each supporting unit", 2, |side| side.supports)),
        Step::Add(row("F3", WA_FGT_04, "passed the falter test", 2, |side| side.assaults.into())),
        Step::Add(row("F4", WA_FGT_05, "mounted cavalry in the open", 2, |side| side.mounted_in_open.into())),
        Step::Add(row("F5", WA_SPEC_02, "Indians in wood or marsh", 2, |side| side.indians_in_wood_or_marsh.into())),
        Step::Add(row("F6", F6, "line infantry", 2, |side| side.line_like.into())),
        Step::Any(
            any_of(ROW_7, WA_FGT_06, "battered, disordered or loose", ROW_7_DICE),
            &[
                Reason { clause: WA_FGT_06, label: "battered", holds: |side| side.battered },
                Reason { clause: WA_FGT_06, label: "disordered", holds: |side| side.disordered },
                Reason { clause: WA_FGT_06, label: "loose", holds: |side| side.loose },
            ],
        ),
        Step::Given(WA_OPT_03, "further reasons, each counted", |side| side.further),
        Step::Add(row("F8", WA_FGT_07, "enemy behind a linear", -2, |side| side.enemy_behind_linear.into())),
        Step::Add(row("F9", WA_FGT_08, "assaulted on flank or rear", -3, |side| side.struck_on_flank_or_rear.into())),
        Step::Add(row("F10", F10, "front of one or two bases", -2, |side| side.narrow.into())),
        Step::Add(row("F11", WA_SPEC_03, "militia or dismounted cavalry", -2, |side| {
            (side.troop == Troop::Militia || side.dismounted).into()
        })),
        Step::Add(row("F12", WA_FGT_09, "target uphill", -1, |side| (side.uphill == Slope::Hill).into())),
        Step::Add(row("F12-rough", WA_FGT_09, "target up a rough hill", -2, |side| {
            (side.uphill == Slope::RoughHill).into()
        })),
        Step::Clamp(any_of("least", WA_FGT_01, "at least two dice", 0), Some(2), None),
    ],
};

/// The dice of a battery in a fight; the argument is its guns.
pub static T_FIGHT_GUNS: Chart<u16> =
    Chart { id: ID, total: Quantity::Dice, steps: &[Step::Add(row("G", WA_FGT_10, "each gun", 2, |guns| *guns))] };

/// The least score that saves in a fight.
pub static T_FIGHT_SAVE: Grid = Grid {
    id: "T-FIGHT-SAVE",
    clause: WA_FGT_12,
    rows: &["raw", "average", "veteran", "guns"],
    columns: &["from"],
    cells: &[Some(5), Some(4), Some(3), Some(5)],
};

/// The score that a quality needs to save; none for guns.
pub fn fight_save(book: &Rulebook, quality: Option<Quality>) -> i32 {
    let row = quality.map_or(3, |quality| quality as usize);
    book.look(&T_FIGHT_SAVE, row, 0).expect("everyone has a save")
}

/// The dice of each further reason of row 7 when every one counts (WA-OPT-03). Where an overlay counts them all already, none.
pub(crate) fn row_7_each(book: &Rulebook) -> i32 {
    match book.group(ID, ROW_7) {
        Some(Group::All) => 0,
        _ => book.cell([ID, ROW_7, ""], ROW_7_DICE),
    }
}
