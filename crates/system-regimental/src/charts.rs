//! Every printed number of the chapter, once, in printed order, and the looks taken at them.
//!
//! Lengths are kept in hundredths of an inch, fire points in quarters, ratios and multipliers in hundredths.

mod acts;
mod charge;
mod effectiveness;
mod fallen;
mod fire;
mod ground;
mod guns;
mod maneuver;
mod movement;
pub mod numbers;
mod victory;

use firelock_core::{Cells, Number, Rulebook, Switch};
use firelock_table::Length;

pub use acts::{Act, acts};
pub use charge::{T_CHG, T_CHG_MOD, charge_effect, charge_overshoot, outnumbered};
pub use effectiveness::{T_EFF, effectiveness};
pub use fallen::{T_FALL, fallen, successor};
pub use fire::{T_CAN, T_FIRE, T_FIRE_MOD, T_FP, T_MUS, fire_effect, fire_points, point_modifier, reach};
pub use ground::{ChargeWhen, GROUND, Ground, GroundShape, SightRule, Works, ground, sight_cap};
pub use guns::{GUN_WEIGHTS, HOWITZER_BORES};
pub use maneuver::{COMMAND_CLEAR, COMMAND_HINDERED, Column, T_MAN, T_MAN_MOD, maneuver_effect};
pub use movement::{Mover, Pace, Rates, T_MOV, hand_haul, rate, road_multiplier};
pub use numbers::*;
pub use victory::{heavy_level, margin, sudden_level};

use crate::clauses::*;

/// Every chart, grid and number that an overlay may change.
pub static CHARTS: &[&dyn Cells] = &[
    &T_MAN,
    &T_MAN_MOD,
    &COMMAND_CLEAR,
    &COMMAND_HINDERED,
    &T_MOV,
    &T_MUS,
    &T_CAN,
    &T_FP,
    &T_FIRE_MOD,
    &T_FIRE,
    &T_CHG_MOD,
    &T_CHG,
    &T_FALL,
    &T_EFF,
    &NUMBERS,
];

const OFF_ON: &[&str] = &["off", "on"];

/// Wheel up to 90 degrees as a maneuver of its own.
pub static CHANGE_FRONT: Switch =
    Switch { name: "change_front", clause: RF_OPT_01, label: "line and open order may change front", choices: OFF_ON };
/// Militia count every leader as provisional.
pub static MILITIA_PROVISIONAL_ONLY: Switch = Switch {
    name: "militia_provisional_only",
    clause: RF_OPT_02,
    label: "militia count every leader as provisional",
    choices: OFF_ON,
};
/// Panic costs stands in good order too.
pub static PANIC_GOOD_ORDER_LOSSES: Switch = Switch {
    name: "panic_good_order_losses",
    clause: RF_OPT_04,
    label: "panic costs stands in good order too",
    choices: OFF_ON,
};
/// The rifle's other reading.
pub static RIFLE_FULL_8: Switch = Switch {
    name: "rifle_full_8",
    clause: RF_OPT_05,
    label: "rifles keep their full point to 8 inches",
    choices: OFF_ON,
};

/// The switches of section 16. RF-OPT-03, the figure scale, is fixed at 15 mm and has none.
pub static SWITCHES: &[Switch] = &[CHANGE_FRONT, MILITIA_PROVISIONAL_ONLY, PANIC_GOOD_ORDER_LOSSES, RIFLE_FULL_8];

/// A length of the rules that stands alone.
pub fn length(book: &Rulebook, number: &Number) -> Length {
    Length::inch_hundredths(book.number(number))
}

/// A count of the rules that stands alone; what an overlay makes negative counts as none.
pub fn count(book: &Rulebook, number: &Number) -> u8 {
    u8::try_from(book.number(number).max(0)).unwrap_or(u8::MAX)
}

/// The place of the first row of one column, from the top, that a value reaches.
fn first_reached(book: &Rulebook, grid: &firelock_core::Grid, column: usize, value: i32) -> Option<usize> {
    (0..grid.rows.len()).find(|&row| book.look(grid, row, column).is_some_and(|from| value >= from))
}
