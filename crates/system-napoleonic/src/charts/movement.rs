//! Bases, formations and rates: T-BASE, T-FORM, T-MOVE, T-FCHG.

use firelock_core::{Grid, Rulebook};
use firelock_table::Length;

use super::{length_in, numbers};
use crate::clauses::*;
use crate::words::{Arm, Class, Formation, GunType, Quality};

/// Base sizes.
#[rustfmt::skip]
pub static T_BASE: Grid = Grid {
    id: "T-BASE",
    clause: NQ_SCA_06,
    rows: &["infantry", "cavalry", "gun-deployed", "gun-limbered", "command"],
    columns: &["width", "depth"],
    cells: &[
        Some(30), Some(20),
        Some(30), Some(30),
        Some(30), Some(30),
        Some(30), Some(60),
        Some(20), Some(20),
    ],
};

/// Rates; charges add the last column to the rate.
#[rustfmt::skip]
pub static T_MOVE: Grid = Grid {
    id: "T-MOVE",
    clause: NQ_MOV_01,
    rows: &["line-infantry", "light-infantry", "light-cavalry", "heavy-cavalry"],
    columns: &[
        "line", "attack-column", "column", "square", "open-order", "skirmish", "echelon", "unformed", "charge",
    ],
    cells: &[
        Some(100), Some(150), Some(150), Some(50), Some(150), None, None, Some(100), Some(50),
        Some(100), Some(150), Some(150), Some(50), Some(200), Some(200), None, Some(100), Some(50),
        Some(250), None, Some(300), None, Some(300), None, Some(250), Some(200), Some(100),
        Some(200), None, Some(250), None, Some(250), None, Some(200), Some(150), Some(100),
    ],
};

/// Rates of guns and of command units.
#[rustfmt::skip]
pub static T_MOVE_GUNS: Grid = Grid {
    id: "T-MOVE",
    clause: NQ_MOV_01,
    rows: &["foot-artillery", "foot-artillery-iii", "horse-artillery", "mortar", "command"],
    columns: &["limbered", "deployed", "unformed"],
    cells: &[
        Some(150), Some(50), Some(100),
        Some(100), Some(25), Some(75),
        Some(250), Some(50), Some(200),
        Some(0), Some(0), Some(0),
        Some(400), None, None,
    ],
};

/// Costs of a formation change, in hundredths of the budget.
#[rustfmt::skip]
pub static T_FCHG: Grid = Grid {
    id: "T-FCHG",
    clause: NQ_MOV_09,
    rows: &["close", "open", "open-light", "square", "limber-foot", "limber-horse"],
    columns: &["cost"],
    cells: &[Some(50), Some(50), Some(25), Some(100), Some(50), Some(25)],
};

/// Layouts: files (a dash is as many as bases), the gap between them, and how far each file stands back.
#[rustfmt::skip]
pub static T_FORM: Grid = Grid {
    id: "T-FORM",
    clause: NQ_FOR_01,
    rows: &[
        "line", "attack-column", "column-infantry", "column-cavalry", "open-order", "skirmish", "echelon", "deployed",
        "limbered",
    ],
    columns: &["files", "gap", "back"],
    cells: &[
        None, Some(0), Some(0),
        Some(2), Some(0), Some(0),
        Some(1), Some(0), Some(0),
        Some(2), Some(0), Some(0),
        None, Some(15), Some(0),
        None, Some(30), Some(0),
        None, Some(0), Some(15),
        None, Some(15), Some(0),
        Some(1), Some(0), Some(0),
    ],
};

/// How the bases of a formation are laid; a square has no row (NQ-FOR-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Files, no more than bases.
    pub files: u8,
    /// Rows, the last perhaps not full.
    pub rows: u8,
    /// The gap between files.
    pub gap: Length,
    /// How far each file stands behind the one nearer the leading flank.
    pub back: Length,
}

/// Width and depth of a base of an arm; guns by whether they are limbered.
pub fn base_size(book: &Rulebook, arm: Arm) -> (Length, Length) {
    size(book, arm as usize)
}

/// Width and depth of a gun as it stands.
pub fn gun_size(book: &Rulebook, formation: Formation) -> (Length, Length) {
    size(book, if formation == Formation::Limbered { 3 } else { 2 })
}

/// Width and depth of a command base.
pub fn command_size(book: &Rulebook) -> (Length, Length) {
    size(book, 4)
}

fn size(book: &Rulebook, row: usize) -> (Length, Length) {
    let side = |column| length_in(book, &T_BASE, row, column).expect("every base has a width and a depth");
    (side(0), side(1))
}

/// How so many bases are laid; none for a square.
pub fn layout(book: &Rulebook, arm: Arm, formation: Formation, bases: u8) -> Option<Layout> {
    let row = match (formation, arm) {
        (Formation::Line, _) => 0,
        (Formation::AttackColumn, _) => 1,
        (Formation::Column, Arm::Cavalry) => 3,
        (Formation::Column, _) => 2,
        (Formation::Square, _) => return None,
        (Formation::OpenOrder, _) => 4,
        (Formation::Skirmish, _) => 5,
        (Formation::Echelon, _) => 6,
        (Formation::Deployed, _) => 7,
        (Formation::Limbered, _) => 8,
    };
    let files = book.look(&T_FORM, row, 0).map_or(bases, |files| files.clamp(1, 100) as u8).min(bases.max(1));
    let length = |column| length_in(book, &T_FORM, row, column).expect("every layout has its lengths");
    Some(Layout { files, rows: bases.div_ceil(files.max(1)), gap: length(1), back: length(2) })
}

fn troops(class: Class) -> Option<usize> {
    match class {
        Class::LineInfantry | Class::Militia => Some(0),
        Class::LightInfantry | Class::RifleInfantry => Some(1),
        Class::LightCavalry | Class::IrregularCavalry => Some(2),
        Class::HeavyCavalry => Some(3),
        Class::FootArtillery | Class::HorseArtillery => None,
    }
}

/// The rate of infantry or cavalry in a formation; none where it cannot move so.
pub fn rate(book: &Rulebook, class: Class, formation: Formation) -> Option<Length> {
    // Deployed and limbered have no column here; those that follow echelon are for other things.
    let column = Some(formation as usize).filter(|column| *column <= Formation::Echelon as usize)?;
    length_in(book, &T_MOVE, troops(class)?, column)
}

/// The rate of unformed infantry or cavalry (NQ-MOV-02).
pub fn unformed_rate(book: &Rulebook, class: Class) -> Option<Length> {
    length_in(book, &T_MOVE, troops(class)?, 7)
}

/// The reach of a charge (NQ-CHG-02).
pub fn charge_rate(book: &Rulebook, class: Class, formation: Formation) -> Option<Length> {
    Some(rate(book, class, formation)? + length_in(book, &T_MOVE, troops(class)?, 8)?)
}

fn guns(class: Class, gun: GunType) -> usize {
    match (class, gun) {
        (Class::HorseArtillery, _) => 2,
        (_, GunType::Mortar) => 3,
        (_, GunType::Iii) => 1,
        (_, GunType::I | GunType::Ii | GunType::Howitzer) => 0,
    }
}

/// The rate of a gun, limbered or by hand; a battery has the slowest of its guns.
pub fn gun_rate(book: &Rulebook, class: Class, gun: GunType, formation: Formation) -> Length {
    let column = if formation == Formation::Limbered { 0 } else { 1 };
    length_in(book, &T_MOVE_GUNS, guns(class, gun), column).expect("every gun has its rates")
}

/// The rate of an unformed gun.
pub fn unformed_gun_rate(book: &Rulebook, class: Class, gun: GunType) -> Length {
    length_in(book, &T_MOVE_GUNS, guns(class, gun), 2).expect("every gun has its rates")
}

/// The rate of a command unit (NQ-CMD-07).
pub fn command_rate(book: &Rulebook) -> Length {
    length_in(book, &T_MOVE_GUNS, 4, 0).expect("command units move")
}

/// The cost of a formation change in hundredths of the budget (NQ-MOV-09, NQ-MOV-10, NQ-MOV-20).
pub fn change_cost(book: &Rulebook, class: Class, quality: Quality, from: Formation, to: Formation) -> i32 {
    let either = |formation: Formation| from == formation || to == formation;
    let row = match class {
        Class::FootArtillery => 4,
        Class::HorseArtillery => 5,
        _ if either(Formation::Square) => 3,
        Class::LightInfantry | Class::RifleInfantry | Class::IrregularCavalry if from.is_open() || to.is_open() => 2,
        _ if from.is_open() || to.is_open() => 1,
        _ => 0,
    };
    let cost = book.look(&T_FCHG, row, 0).expect("every change has a cost");
    match quality {
        Quality::Raw => (cost * book.number(&numbers::RAW_CHANGE) / 100).min(book.number(&numbers::RAW_CHANGE_MOST)),
        Quality::Regular | Quality::Veteran | Quality::Elite => cost,
    }
}
