//! Fire on the table (RF-FIR, RF-GUN, RF-ARC, RF-SPC-20..25), one small battle each. Lengths are inches; red fires in F2, blue in F1.

pub(crate) mod scene;

mod amusette;
mod charges;
mod effects;
mod points;
mod property;
mod who;
