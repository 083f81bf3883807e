//! Victory: what section 14 reckons from its numbers.

use firelock_core::Rulebook;
use firelock_table::Length;

use super::{length, numbers};
use crate::results::Margin;

/// The points of an objective that lies so far from its holder's own base line (WA-VIC-05).
pub fn objective_points(book: &Rulebook, depth: Length) -> i32 {
    let number = if depth <= length(book, &numbers::OWN_DEPTH) {
        &numbers::OBJECTIVE_OWN
    } else if depth <= length(book, &numbers::MIDDLE_DEPTH) {
        &numbers::OBJECTIVE_MIDDLE
    } else {
        &numbers::OBJECTIVE_ENEMY
    };
    book.number(number)
}

/// How clear a lead of so many points is; no lead is the defender's marginal win (WA-VIC-10).
pub fn margin(book: &Rulebook, lead: u32) -> Margin {
    let reaches = |number| i64::from(lead) >= i64::from(book.number(number));
    if reaches(&numbers::CRUSHING_LEAD) {
        Margin::Crushing
    } else if reaches(&numbers::CLEAR_LEAD) {
        Margin::Clear
    } else {
        Margin::Marginal
    }
}

/// Whether so many half bases of so many starting bases are battered: half of the starting strength or less (WA-ROST-15).
pub fn is_battered(book: &Rulebook, start_bases: u8, half_bases: u8) -> bool {
    100 * i32::from(half_bases) <= 2 * i32::from(start_bases) * book.number(&numbers::BATTERED)
}
