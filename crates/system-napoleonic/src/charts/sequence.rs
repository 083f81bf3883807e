//! The order of a turn: T-SEQ.

use firelock_core::{Grid, Rulebook, Side};

use crate::clauses::*;

/// A part of a turn between the initiative and the end check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// COMMAND.
    Command,
    /// CHARGE, C1 to C7, once for each side.
    Charge,
    /// MOVE, once for each side.
    Move,
    /// FIRE_DECLARE, once for each side, to FIRE_MORALE.
    Fire,
    /// MELEE_FIGHT to MELEE_AFTER.
    Melee,
    /// RALLY.
    Rally,
}

impl Part {
    /// All of them, in print order.
    const ALL: [Part; 6] = [Part::Command, Part::Charge, Part::Move, Part::Fire, Part::Melee, Part::Rally];

    /// Its place in the turn; equal places keep the print order.
    fn place(self, book: &Rulebook) -> (Option<i32>, usize) {
        (book.look(&T_SEQ, self as usize, 0), self as usize)
    }
}

/// Where each part comes in a turn, and whether First (1) or Second (2) leads where both have a half of it.
pub static T_SEQ: Grid = Grid {
    id: "T-SEQ",
    clause: NQ_SEQ_01,
    rows: &["command", "charge", "move", "fire", "melee", "rally"],
    columns: &["place", "leads"],
    cells: &[Some(1), None, Some(2), Some(1), Some(3), Some(1), Some(4), Some(2), Some(5), None, Some(6), None],
};

/// The part that follows another, or begins the turn; none after the last.
pub fn part_after(book: &Rulebook, part: Option<Part>) -> Option<Part> {
    let now = part.map(|part| part.place(book));
    let later = Part::ALL.into_iter().filter(|part| Some(part.place(book)) > now);
    later.min_by_key(|part| part.place(book))
}

/// The side that has the first half of a part.
pub fn leader_of(book: &Rulebook, part: Part, first: Side) -> Side {
    match book.look(&T_SEQ, part as usize, 1) {
        Some(2) => first.enemy(),
        _ => first,
    }
}
