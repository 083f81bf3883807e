//! Losses and victory: what RF-VIC reckons from its numbers.

use firelock_core::Rulebook;

use super::numbers;
use crate::results::Margin;

/// The stands whose loss is heavy, of so many at the start (RF-VIC-03).
pub fn heavy_level(book: &Rulebook, start_total: u32) -> u32 {
    part(start_total, book.number(&numbers::HEAVY_PERCENT))
}

/// The stands whose loss ends the battle at once (RF-VIC-12).
pub fn sudden_level(book: &Rulebook, start_total: u32) -> u32 {
    part(start_total, book.number(&numbers::SUDDEN_PERCENT))
}

/// How clear a lead of so many points is (RF-VIC-11).
pub fn margin(book: &Rulebook, lead: u32) -> Margin {
    let reaches = |number| i64::from(lead) >= i64::from(book.number(number));
    if reaches(&numbers::MARGIN_DECISIVE) {
        Margin::Decisive
    } else if reaches(&numbers::MARGIN_CLEAR) {
        Margin::Clear
    } else if reaches(&numbers::MARGIN_MARGINAL) {
        Margin::Marginal
    } else {
        Margin::Draw
    }
}

/// A part in hundredths, rounded up to a whole stand.
fn part(of: u32, hundredths: i32) -> u32 {
    (of * hundredths.max(0).unsigned_abs()).div_ceil(100)
}
