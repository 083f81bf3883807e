//! Charges: who may, how far, whom they meet, and what meets them.

mod counter;
mod lists;
mod way;
mod who;
mod works;

use firelock_regimental::results::ManeuverEffect::WellHandled;

use crate::charging::declaring;
use crate::field::Field;

/// Foot that charges north.
pub(crate) const FOOT: &str = "red infantry foot at 24,10 facing 0";

/// A charge by foot at a line straight ahead at a distance, well handled.
pub(crate) fn ahead(distance: f64, more: &str) -> Field {
    let y = 10.0 + distance;
    declaring(&format!("{FOOT}\nblue infantry line at 24,{y} facing 180\n{more}"), &[("foot", WellHandled)])
}
