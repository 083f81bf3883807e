//! Leaders hit and replaced: T-FALL, RF-LDR-08.

use firelock_core::{Grid, Rulebook};

use super::{first_reached, numbers};
use crate::clauses::*;
use crate::results::FallEvent;
use crate::words::Rating;

/// The least die of each event; what reaches none leaves the leader unmoved.
pub static T_FALL: Grid = Grid {
    id: "T-FALL",
    clause: RF_LDR_04,
    rows: &["killed", "mortally-wounded", "badly-wounded", "flesh-wound", "horse-shot", "coat-pierced", "aide-hit"],
    columns: &["from"],
    cells: &[Some(10), Some(9), Some(8), Some(7), Some(6), Some(5), Some(4)],
};

/// What befalls a leader on that die.
pub fn fallen(book: &Rulebook, die: i32) -> FallEvent {
    match first_reached(book, &T_FALL, 0, die) {
        Some(row) => FallEvent::ALL[row],
        None => FallEvent::Unmoved,
    }
}

/// The rating of a lost leader's successor on that die (RF-LDR-08).
pub fn successor(book: &Rulebook, die: i32) -> Rating {
    if die >= book.number(&numbers::REPLACE_GALLANT) {
        Rating::Gallant
    } else if die >= book.number(&numbers::REPLACE_ABLE) {
        Rating::Able
    } else {
        Rating::Poor
    }
}
