//! Every printed number of the chapter, once, in printed order, and the looks taken at them.
//!
//! Distances are kept in tenths of a yard, base sizes in hundredths of an inch, parts of a whole in hundredths, hit sets by their size.

mod artillery;
mod ground;
mod melee;
mod morale;
mod movement;
mod musketry;
mod nations;
pub mod numbers;
mod switches;
mod victory;
mod zones;

use firelock_core::{Cells, Number, Rulebook};
use firelock_table::Length;

pub use artillery::{
    T4, T5_FAR, T5_NEAR, T6, T14, T17, chances_at, gun_chance, gun_class, gun_reach, is_heavy, location, location_from,
    modifier_split, reaches, rounds,
};
pub use ground::{
    GROUND, Going, Ground, Sight, T2, T2_LINES, Terrain, crossing_cost, factor, fall_seen, ground, sight_cap,
};
pub use melee::{T10, T11, T12, melee_faces};
pub use morale::{T13, T15, T16, boxes_per_stand, loss_effect, loss_from};
pub use movement::{Base, Mover, Pace, T1, T3, base_size, rate};
pub use musketry::{T7, T8, T9, body_reach, firearm_reach, skirmish_effect, skirmish_faces, volley_faces};
pub use nations::{Elites, Ways, nation, ways};
pub use numbers::*;
pub use switches::*;
pub use victory::{T23, ZONE_POINTS, is_broken, verdict};
pub use zones::{T22, zone_halves, zone_sections, zone_size};

use crate::yards::Yards;

/// Every chart, grid and number that an overlay may change.
pub static CHARTS: &[&dyn Cells] = &[
    &T1, &T2, &T2_LINES, &T3, &T4, &T5_NEAR, &T5_FAR, &T6, &T7, &T8, &T9, &T10, &T11, &T12, &T13, &T14, &T15, &T16,
    &T17, &T22, &T23, &NUMBERS,
];

/// A distance of the rules that stands alone.
pub fn yards(book: &Rulebook, number: &Number) -> Yards {
    Yards::tenths(book.number(number))
}

/// The same on the table, at the scale of the game.
pub fn length(book: &Rulebook, number: &Number) -> Length {
    yards(book, number).on_table(scale(book))
}

/// A count of the rules that stands alone; what an overlay makes negative counts as none.
pub fn count(book: &Rulebook, number: &Number) -> u8 {
    u8::try_from(book.number(number).max(0)).unwrap_or(u8::MAX)
}
