//! Charge combats: groups, numbers, modifiers, every result, breakthroughs and recalls.

mod breakthrough;
mod cavalry;
mod groups;
mod guns;
mod losses;
mod troops;
mod winners;
mod worked;

use expect_test::Expect;
use firelock_regimental::command::Command;

use crate::field::Field;

/// The combat of a unit.
pub(crate) fn fight(field: &Field, unit: &str) -> Command {
    Command::Fight(field.unit(unit))
}

pub(crate) fn check(told: String, expected: Expect) {
    expected.assert_eq(&told);
}
