//! Every printed number of the chapter, once, in printed order, and the looks taken at them.
//!
//! Lengths are kept in millimeters, parts of a whole in hundredths, dice as their number of faces.

mod charge;
mod dice;
mod fire;
mod ground;
mod guns;
mod melee;
mod morale;
mod movement;
pub mod numbers;
mod sequence;

use firelock_core::{Cells, Clause, Grid, Number, Row, Rulebook, Switch};
use firelock_table::Length;

pub use charge::{T_CONTROL, T_COUNTERCHARGE, T_PRESS_HOME, T_RALLY, T_SQUARE_TEST};
pub(crate) use dice::lone_die;
pub use dice::{
    T_ACC, T_CD, T_DEV, T_MD, T_SD, accuracy_die, combat_die, deviation_die, deviation_plus, morale_die, shooting_die,
};
pub use fire::{T_DIFFICULTY, T_FIREMOD, T_RANGE, combined_difficulty, difficulty, range, range_limit};
pub use ground::{Crossing, Ground, Sight, T_TERRAIN, T_TERRAIN_NUMBERS, crossing_cost, ground, level, sight_depth};
pub use guns::{
    Mark, T_ACCMOD, T_CAN, T_CASMOD, T_GRANGE, T_SHELL, T_SHOT, gun_range, gun_range_least, gun_range_limit,
    table_casualties,
};
pub use melee::T_MELEE;
pub(crate) use morale::losses_dm;
pub use morale::{T_MORALE, T_MORDM, morale_effect};
pub use movement::{
    Layout, T_BASE, T_FCHG, T_FORM, T_MOVE, T_MOVE_GUNS, base_size, change_cost, charge_rate, command_rate,
    command_size, gun_rate, gun_size, layout, rate, unformed_gun_rate, unformed_rate,
};
pub use numbers::*;
pub use sequence::{Part, T_SEQ, leader_of, part_after};

use crate::clauses::*;

/// Every chart, grid and number that an overlay may change.
pub static CHARTS: &[&dyn Cells] = &[
    &T_BASE,
    &T_RANGE,
    &T_DIFFICULTY,
    &T_SD,
    &T_CD,
    &T_ACC,
    &T_DEV,
    &T_MD,
    &T_FIREMOD,
    &T_GRANGE,
    &T_ACCMOD,
    &T_CASMOD,
    &T_CAN,
    &T_SHOT,
    &T_SHELL,
    &T_SQUARE_TEST,
    &T_COUNTERCHARGE,
    &T_PRESS_HOME,
    &T_CONTROL,
    &T_MELEE,
    &T_MORALE,
    &T_MORDM,
    &T_RALLY,
    &T_MOVE,
    &T_MOVE_GUNS,
    &T_FCHG,
    &T_FORM,
    &T_TERRAIN_NUMBERS,
    &T_SEQ,
    &NUMBERS,
];

/// Whom the open-order rows of the firing modifiers speak of.
pub static OPEN_ORDER_ROW: Switch = Switch {
    name: "nq_open_order_row",
    clause: NQ_OPT_01,
    label: "the open-order rows are for the target, for the firer, or for an open target by the firer's class",
    choices: &["target", "firer", "firer_class"],
};
/// How bases share dice at long range.
pub static LONG_RANGE_COMBINE: Switch = Switch {
    name: "nq_long_range_combine",
    clause: NQ_OPT_02,
    label: "two bases at long range roll one die, or add two",
    choices: &["one_die", "sum_two"],
};
/// The lost sign of the moving square.
pub static MOVING_SQUARE_DM: Switch = Switch {
    name: "nq_moving_square_dm",
    clause: NQ_OPT_03,
    label: "a moving square is harder or easier to hit",
    choices: &["-2", "+2"],
};
/// Whether cavalry has its bonus against squares too.
pub static SQUARE_VS_CAVALRY_LITERAL: Switch = Switch {
    name: "nq_square_vs_cavalry_literal",
    clause: NQ_OPT_04,
    label: "cavalry has its bonus against formed squares too",
    choices: &["on", "off"],
};
/// Whether cavalry that charged must rest a turn.
pub static BLOWN_CAVALRY: Switch = Switch {
    name: "nq_blown_cavalry",
    clause: NQ_OPT_05,
    label: "cavalry that charged may not charge in the next turn",
    choices: &["off", "on"],
};

/// The switches of section 16.
pub static SWITCHES: &[Switch] =
    &[OPEN_ORDER_ROW, LONG_RANGE_COMBINE, MOVING_SQUARE_DM, SQUARE_VS_CAVALRY_LITERAL, BLOWN_CAVALRY];

/// A length of the rules that stands alone.
pub fn length(book: &Rulebook, number: &Number) -> Length {
    Length::mm(book.number(number))
}

/// A count of the rules that stands alone; what an overlay makes negative counts as none.
pub fn count(book: &Rulebook, number: &Number) -> u8 {
    u8::try_from(book.number(number).max(0)).unwrap_or(u8::MAX)
}

/// Whether a part reaches so many hundredths of a whole.
pub fn reaches(book: &Rulebook, part: u16, whole: u16, percent: &Number) -> bool {
    i32::from(part) * 100 >= i32::from(whole) * book.number(percent)
}

/// Whether a part is no more than so many hundredths of a whole.
pub fn at_most(book: &Rulebook, part: u16, whole: u16, percent: &Number) -> bool {
    i32::from(part) * 100 <= i32::from(whole) * book.number(percent)
}

/// A length in a grid; a dash is none.
fn length_in(book: &Rulebook, grid: &Grid, row: usize, column: usize) -> Option<Length> {
    book.look(grid, row, column).map(Length::mm)
}

/// The place of the first row of a grid of one column, from the top, that a value reaches.
fn first_reached(book: &Rulebook, grid: &Grid, value: i32) -> Option<usize> {
    (0..grid.rows.len()).find(|&row| book.look(grid, row, 0).is_some_and(|from| value >= from))
}

const fn row<F>(key: &'static str, clause: Clause, label: &'static str, cell: i32, times: fn(&F) -> u16) -> Row<F> {
    Row { key, clause, label, cell, times }
}

/// A row whose reasons, or bounds, say whether it counts.
const fn any_of<F>(key: &'static str, clause: Clause, label: &'static str, cell: i32) -> Row<F> {
    Row { key, clause, label, cell, times: |_| 0 }
}
