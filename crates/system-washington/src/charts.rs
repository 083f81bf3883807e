//! Every printed number of the chapter, once, in printed order, and the looks taken at them.
//!
//! Lengths are kept in hundredths of an inch, base sizes in millimeters, parts of a whole in hundredths.

mod actions;
mod artillery;
mod command;
mod falter;
mod fight;
mod fire;
mod ground;
mod morale;
pub mod numbers;
mod points;
mod victory;

use firelock_core::{Cells, Clause, Grid, Number, Row, Rulebook, Switch};
use firelock_table::Length;

pub use actions::{
    Action, Mover, T_ACTIONS, T_INCREMENTS, T_MOVEMENT, increment, increments, most, powder_price, price,
    road_increment,
};
pub use artillery::{T_ARTILLERY, T_GUN_DICE, T_GUN_HIT, T_GUN_SAVE, gun_range, gun_range_limit, has_opportunity};
pub use command::{T_AP, T_DETERMINATION, T_MOTIVATION, T_VALUE, commander_value, successor};
pub use falter::{
    Falter, T_FALTER, T_FALTER_ASSAULTER, T_FALTER_GUNS, T_FALTER_RESULT, T_FALTER_TARGET, falter_effect,
};
pub(crate) use fight::row_7_each;
pub use fight::{T_FIGHT, T_FIGHT_GUNS, T_FIGHT_SAVE, fight_save};
pub use fire::{T_AGAIN, T_HIT, T_RANGES, T_SAVE, T_SHOOTERS, marker_disorders, range, range_limit, rolled_again};
pub use ground::{Cover, Ground, Sight, T_TERRAIN, ground};
pub use morale::{
    T_DISORDER, T_LOSSES, T_MORALE, T_MORALE_RESULT, losses_dice, morale_effect, removes_disorder, scenery_disorders,
};
pub use numbers::*;
pub use points::{T_POINTS, base_points, battalion_gun_points, field_gun_points};
pub use victory::{is_battered, margin, objective_points};

use crate::clauses::*;

/// Every chart, grid and number that an overlay may change.
pub static CHARTS: &[&dyn Cells] = &[
    &T_VALUE,
    &T_DETERMINATION,
    &T_MOTIVATION,
    &T_AP,
    &T_ACTIONS,
    &T_INCREMENTS,
    &T_MOVEMENT,
    &T_DISORDER,
    &T_RANGES,
    &T_SHOOTERS,
    &T_HIT,
    &T_AGAIN,
    &T_SAVE,
    &T_ARTILLERY,
    &T_GUN_DICE,
    &T_GUN_HIT,
    &T_GUN_SAVE,
    &T_FALTER,
    &T_FALTER_RESULT,
    &T_FIGHT,
    &T_FIGHT_GUNS,
    &T_FIGHT_SAVE,
    &T_MORALE,
    &T_MORALE_RESULT,
    &T_LOSSES,
    &T_POINTS,
    &NUMBERS,
];

/// Whether fire takes half bases off its target.
pub static FIRE_REMOVES_HALF_BASES: Switch = Switch {
    name: "fire_removes_half_bases",
    clause: WA_OPT_01,
    label: "casualties by fire take half bases off, not only place markers",
    choices: &["on", "off"],
};
/// Who tests when a unit routs.
pub static ROUT_TESTERS: Switch = Switch {
    name: "rout_tests",
    clause: WA_OPT_02,
    label: "who tests for a rout: the two nearest, or two whom the enemy picks",
    choices: &["two_nearest", "enemy_picks"],
};
/// How often the seventh row of the fight counts.
pub static FIGHT_ROW7: Switch = Switch {
    name: "fight_row7",
    clause: WA_OPT_03,
    label: "battered, disordered and loose cost dice once, or each",
    choices: &["once", "each"],
};
/// Whether the battle is generated or told by its file.
pub static PREGAME: Switch = Switch {
    name: "pregame",
    clause: WA_OPT_04,
    label: "the pre-game is played out, or its outcome stands in the battle file",
    choices: &["full", "fixed"],
};
/// Whether the target of an assault may retreat before the dice.
pub static RETREAT_BEFORE_FALTER: Switch = Switch {
    name: "retreat_before_falter",
    clause: WA_OPT_05,
    label: "the target of an assault may retreat before the falter dice",
    choices: &["on", "off"],
};

/// The switches of section 16.
pub static SWITCHES: &[Switch] = &[FIRE_REMOVES_HALF_BASES, ROUT_TESTERS, FIGHT_ROW7, PREGAME, RETREAT_BEFORE_FALTER];

/// A length of the rules that stands alone.
pub fn length(book: &Rulebook, number: &Number) -> Length {
    Length::inch_hundredths(book.number(number))
}

/// A base size of the rules, kept in millimeters.
pub fn size(book: &Rulebook, number: &Number) -> Length {
    Length::mm(book.number(number))
}

/// A count of the rules that stands alone; what an overlay makes negative counts as none.
pub fn count(book: &Rulebook, number: &Number) -> u8 {
    u8::try_from(book.number(number).max(0)).unwrap_or(u8::MAX)
}

/// The place of the first row of one column, from the top, that a value reaches.
fn first_reached(book: &Rulebook, grid: &Grid, column: usize, value: i32) -> Option<usize> {
    (0..grid.rows.len()).find(|&row| book.look(grid, row, column).is_some_and(|from| value >= from))
}

const fn row<F>(key: &'static str, clause: Clause, label: &'static str, cell: i32, times: fn(&F) -> u16) -> Row<F> {
    Row { key, clause, label, cell, times }
}

/// A row whose reasons, or bounds, say whether it counts.
const fn any_of<F>(key: &'static str, clause: Clause, label: &'static str, cell: i32) -> Row<F> {
    Row { key, clause, label, cell, times: |_| 0 }
}
