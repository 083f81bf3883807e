//! Victory: T23, and what FD-VIC reckons from it.

use firelock_core::{Chart, Number, Quantity, Row, Rulebook, Step};

use super::numbers;
use crate::clauses::*;
use crate::facts::Account;
use crate::results::Verdict;

/// What the losses of one side give the other, and what that other holds.
pub static T23: Chart<Account> = Chart {
    id: "T23",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("stand", "enemy stand values lost", 1, |side| side.stands())),
        Step::Add(row("captured-gun", "captured guns held", 2, |side| side.guns_captured)),
        Step::Add(row("destroyed-gun", "enemy guns destroyed", 1, |side| side.guns_destroyed)),
        Step::Add(row("regimental", "enemy regimental commanders hit", 1, |side| side.regimental_commanders)),
        Step::Add(row("brigade", "enemy brigade commanders hit or captured", 3, |side| side.brigade_commanders)),
        Step::Add(row("chief", "enemy commander in chief hit or captured", 5, |side| side.commander_in_chief.into())),
        Step::Add(row("zone", "zones of the usual value", ZONE, |side| side.zones)),
        Step::Given(FD_VIC_02, "zones and features of other value", |side| side.other_points),
    ],
};

/// The usual value of a zone, the very cell of T23.
pub static ZONE_POINTS: Number =
    Number { address: "T23.zone", clause: FD_VIC_02, label: "usual value of a zone", value: ZONE };

const ZONE: i32 = 5;

/// How clear a result is by the points of both sides, the winner's first (FD-VIC-05).
pub fn verdict(book: &Rulebook, more: i32, less: i32) -> Verdict {
    let lead = more - less;
    let number = |number| book.number(number);
    if lead >= number(&numbers::DECISIVE_LEAD) && more >= number(&numbers::DECISIVE_TIMES) * less {
        Verdict::Decisive
    } else if lead >= number(&numbers::MARGINAL_LEAD) {
        Verdict::Marginal
    } else {
        Verdict::Draw
    }
}

/// Whether an army that lost so many half-stands of so many breaks (FD-VIC-04).
pub fn is_broken(book: &Rulebook, lost_halves: u32, start_halves: u32) -> bool {
    let percent = book.number(&numbers::BREAK_PERCENT).max(0).unsigned_abs();
    start_halves > 0 && u64::from(lost_halves) * 100 >= u64::from(start_halves) * u64::from(percent)
}

const fn row(key: &'static str, label: &'static str, cell: i32, times: fn(&Account) -> u16) -> Row<Account> {
    Row { key, clause: FD_VIC_02, label, cell, times }
}
