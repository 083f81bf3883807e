//! Melee: T10, T11, T12.

use firelock_core::{Chart, Clause, Grid, Quantity, Row, Rulebook, Step};

use crate::clauses::*;
use crate::facts::{Arms, Blow};
use crate::words::{Branch, MeleeWeapon, Order};

/// How many faces from 0 up hit for mounted troops, by opponent and tactic, in the round of contact and when engaged.
#[rustfmt::skip]
pub static T10: Grid = Grid {
    id: "T10",
    clause: FD_MEL_33,
    rows: &["cavalry", "dragoons", "open", "bayonet", "pike", "mixed"],
    columns: &["steel", "steel-engaged", "fire", "fire-engaged", "mix", "mix-engaged"],
    cells: &[
        Some(1), Some(2), Some(2), Some(1), Some(1), Some(1),
        Some(2), Some(2), Some(2), Some(2), Some(2), Some(2),
        Some(3), Some(2), Some(2), Some(2), Some(2), Some(1),
        Some(1), Some(1), Some(2), Some(1), Some(1), Some(2),
        Some(1), Some(1), Some(2), Some(1), Some(2), Some(1),
        Some(2), Some(2), Some(3), Some(2), Some(3), Some(2),
    ],
};

/// The same for foot, by opponent and weapon, in the round of contact.
#[rustfmt::skip]
pub static T11: Grid = Grid {
    id: "T11",
    clause: FD_MEL_34,
    rows: &["mounted", "infantry", "open"],
    columns: &["bayonet", "pike", "mixed"],
    cells: &[
        Some(1), Some(2), Some(1),
        Some(3), Some(2), Some(2),
        Some(3), Some(1), Some(4),
    ],
};

/// What changes the hit set, in order of use.
pub static T12: Chart<Blow> = Chart {
    id: "T12",
    total: Quantity::Faces,
    steps: &[
        Step::Given(FD_MEL_33, "mounted, by tactic and opponent", |blow| if blow.mounted { blow.faces } else { 0 }),
        Step::Given(FD_MEL_34, "on foot, by weapon and opponent", |blow| if blow.mounted { 0 } else { blow.faces }),
        Step::Add(row("engaged", FD_MEL_37, "foot engaged from the turn before", 1, |blow| {
            (blow.engaged && !blow.mounted).into()
        })),
        Step::Add(row("castings", FD_MEL_38, "twice the castings", 1, |blow| blow.twice_the_castings.into())),
        Step::Add(row("flanker", FD_MEL_27, "took it in flank", 1, |blow| blow.flanker.into())),
        Step::Add(row("rating", FD_OPT_11, "higher rating", 1, |blow| blow.rating_widens.into())),
        Step::Set(row("caught", FD_MEL_18, "{0} alone: caught in flight", 1, |blow| blow.caught.into())),
        Step::Set(row("flanked", FD_MEL_27, "{0} alone: taken in flank", 1, |blow| blow.flanked.into())),
        Step::Set(row("shelter", FD_MEL_40, "{0} alone: enemy holds woods, rough or cover", 1, |blow| {
            blow.sheltered.into()
        })),
        Step::Set(row("zone", FD_OBJ_23, "{0} alone: garrison behind its walls", 1, |blow| blow.walls.into())),
        Step::Clamp(row("limits", FD_GEN_07, "one to ten faces", 10, |_| 0), Some(1), Some(10)),
    ],
};

/// The printed hit set of one body's dice against another (FD-MEL-33 to FD-MEL-36).
pub fn melee_faces(book: &Rulebook, own: &Arms, foe: &Arms, engaged: bool) -> i32 {
    let faces = match own.branch.is_mounted() {
        true => book.look(&T10, mounted_row(foe), 2 * own.tactic as usize + usize::from(engaged)),
        false => book.look(&T11, foot_row(foe), own.weapon() as usize),
    };
    faces.expect("every cell is printed")
}

/// The row of an opponent for mounted dice (FD-MEL-35).
fn mounted_row(foe: &Arms) -> usize {
    match (foe.branch, foe.order) {
        (Branch::Horse, _) => 0,
        (Branch::Dragoons, _) => 1,
        (Branch::Foot, Order::Close) => 3 + foe.weapon as usize,
        (Branch::Foot, Order::Open) => 2,
        (Branch::LightHorse | Branch::Unlimbered | Branch::Limbered | Branch::Crew | Branch::Wagon, _) => 2,
    }
}

/// The row of an opponent for dice on foot (FD-MEL-36).
fn foot_row(foe: &Arms) -> usize {
    match (foe.branch, foe.order) {
        (Branch::Horse | Branch::LightHorse | Branch::Dragoons, _) => 0,
        (Branch::Foot, Order::Close) => 1,
        (Branch::Foot, Order::Open) => 2,
        (Branch::Unlimbered | Branch::Limbered | Branch::Crew | Branch::Wagon, _) => 2,
    }
}

impl Arms {
    /// What it strikes with: crews have whatever is at hand (FD-MEL-34).
    pub const fn weapon(&self) -> MeleeWeapon {
        match self.branch {
            Branch::Foot => self.weapon,
            _ => MeleeWeapon::Mixed,
        }
    }
}

const fn row(key: &'static str, clause: Clause, label: &'static str, cell: i32, times: fn(&Blow) -> u16) -> Row<Blow> {
    Row { key, clause, label, cell, times }
}
