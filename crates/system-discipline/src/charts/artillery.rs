//! Artillery: T4, T5, T6, T14, T17.

use firelock_core::{Chart, Grid, Group, Quantity, Round, Row, Rulebook, Step};

use super::{CHART_AS_PRINTED, SPLIT_400, numbers, yards};
use crate::clauses::*;
use crate::facts::Laid;
use crate::results::Location;
use crate::words::{Ammunition, Cover, GunClass, Piece, Woods};
use crate::yards::Yards;

/// Chance in a hundred of a two-gun section by poundage and range. The first row is where each band ends and the last column the
/// farthest range, in tenths of a yard. The third row of guns holds one corrected cell (FD-ART-05), the row after it the printed one.
#[rustfmt::skip]
pub static T4: Grid = Grid {
    id: "T4",
    clause: FD_ART_04,
    rows: &["up-to", "1-4", "6", "8-9", "8-9-as-printed", "10-12", "16+"],
    columns: &["01-50", "51-150", "151-300", "301-600", "601-900", "max"],
    cells: &[
        Some(500), Some(1500), Some(3000), Some(6000), Some(9000), None,
        Some(80),  Some(50),   Some(30),   Some(10),   None,       Some(4500),
        Some(110), Some(90),   Some(80),   Some(20),   None,       Some(6000),
        Some(140), Some(100),  Some(80),   Some(40),   None,       Some(6000),
        Some(140), Some(100),  Some(20),   Some(40),   None,       Some(6000),
        Some(160), Some(120),  Some(80),   Some(60),   Some(10),   Some(8000),
        Some(190), Some(150),  Some(90),   Some(70),   Some(10),   Some(9000),
    ],
};

/// The bands of T4.
const BANDS: usize = 5;
/// The column of T4 that ball uses at its nearest (FD-ART-16).
const BALL_NEAREST: usize = 2;
/// The row of T4 of howitzers and mortars (FD-ART-17).
const HOWITZER_ROW: usize = 3;

/// From which poundage each row of T4 holds, and whether its guns move as light or heavy ones (T3).
#[rustfmt::skip]
pub static T17: Grid = Grid {
    id: "T17",
    clause: FD_ROS_22,
    rows: &["light", "field", "field-heavy", "position", "siege"],
    columns: &["from"],
    cells: &[Some(1), Some(6), Some(8), Some(10), Some(13)],
};

/// The chance in its fixed order (FD-ART-09): the chart, halved for damage, the modifiers of T5, halved for a skirmish target.
macro_rules! chances {
    (
        $id:literal, $same:literal, $protective:literal, $earthworks:literal, $heavy:literal, $light:literal,
        $adjacent:literal, $mounted:literal, $unlimbered:literal, $limbered:literal
    ) => {
        Chart {
            id: $id,
            total: Quantity::Percent,
            steps: &[
                Step::Given(FD_ART_04, "chart", |laid| laid.chance),
                Step::Scale(row("one-gun", FD_ART_07, "one gun", 50, |laid| laid.one_gun.into()), 100, Round::Down),
                Step::Scale(
                    row("one-crewman", FD_ART_08, "one crewman for two guns", 50, |laid| laid.one_crewman.into()),
                    100,
                    Round::Down,
                ),
                Step::Add(row("same-target", FD_ART_11, "same target as last turn", $same, |laid| {
                    laid.same_target.into()
                })),
                // FD-TER-09: of all that shelters the target only the greatest minus counts.
                Step::Of(
                    Group::Best,
                    &[
                        row("protective", FD_ART_10, "target in protective cover", $protective, |laid| {
                            (laid.cover == Cover::Protective).into()
                        }),
                        row("earthworks", FD_ART_10, "target in earthworks", $earthworks, |laid| {
                            (laid.cover == Cover::Earthworks).into()
                        }),
                        row("heavy-woods", FD_ART_10, "target in heavy woods", $heavy, |laid| {
                            (laid.woods == Woods::Heavy).into()
                        }),
                        row("light-woods", FD_ART_10, "target in light woods or rough", $light, |laid| {
                            (laid.woods == Woods::Light).into()
                        }),
                    ],
                ),
                Step::Add(row("adjacent", FD_ART_12, "target adjacent to other stands", $adjacent, |laid| {
                    laid.adjacent.into()
                })),
                Step::Add(row("mounted", FD_ART_10, "target mounted", $mounted, |laid| laid.mounted.into())),
                Step::Add(row("unlimbered", FD_ART_10, "target unlimbered guns", $unlimbered, |laid| {
                    laid.unlimbered.into()
                })),
                Step::Add(row("limbered", FD_ART_10, "target a wagon or limbered guns", $limbered, |laid| {
                    laid.limbered_or_wagon.into()
                })),
                Step::Scale(
                    row("skirmish", FD_ART_09, "target in skirmish order", 50, |laid| laid.skirmish_order.into()),
                    100,
                    Round::Down,
                ),
            ],
        }
    };
}
/// What is added to the chance up to the split of the ranges.
pub static T5_NEAR: Chart<Laid> = chances!("T5-NEAR", 10, -20, -30, -30, -20, 10, 10, -10, 10);

/// What is added to the chance beyond it.
pub static T5_FAR: Chart<Laid> = chances!("T5-FAR", 10, -30, -40, -40, -30, 20, 10, -10, 10);

/// Rounds of a section at the start.
#[rustfmt::skip]
pub static T6: Grid = Grid {
    id: "T6",
    clause: FD_ART_15,
    rows: &["light", "field", "position", "siege", "howitzer", "mortar"],
    columns: &["ball", "cannister", "shell"],
    cells: &[
        Some(30), Some(30), Some(0),
        Some(25), Some(15), Some(0),
        Some(20), Some(10), Some(0),
        Some(10), Some(5),  Some(0),
        Some(10), Some(5),  Some(10),
        Some(0),  Some(0),  Some(10),
    ],
};

/// The least face that hits the limber or the gun and not the crew; the 0 comes after the 9.
pub static T14: Grid = Grid {
    id: "T14",
    clause: FD_ART_20,
    rows: &["limbered", "unlimbered"],
    columns: &["from"],
    cells: &[Some(7), Some(9)],
};

/// The row of a gun in T17; what is lighter than the lightest is of the lightest row.
fn weight(book: &Rulebook, poundage: u8) -> usize {
    let reaches = |row: &usize| book.look(&T17, *row, 0).is_some_and(|from| i32::from(poundage) >= from);
    (0..T17.rows.len()).rev().find(reaches).unwrap_or(0)
}

/// The class of a gun (FD-ROS-22).
pub fn gun_class(book: &Rulebook, piece: Piece, poundage: u8) -> GunClass {
    match piece {
        Piece::Howitzer => GunClass::Howitzer,
        Piece::Mortar => GunClass::Mortar,
        Piece::Gun => [GunClass::Light, GunClass::Field, GunClass::Field, GunClass::Position, GunClass::Siege]
            [weight(book, poundage)],
    }
}

/// Whether a gun moves as the heavy ones (FD-MOV-12, T17).
pub fn is_heavy(book: &Rulebook, piece: Piece, poundage: u8) -> bool {
    piece != Piece::Gun || weight(book, poundage) >= 2
}

fn row_of(book: &Rulebook, piece: Piece, poundage: u8) -> usize {
    let row = match piece {
        Piece::Gun => [1, 2, 3, 5, 6][weight(book, poundage)],
        Piece::Howitzer | Piece::Mortar => HOWITZER_ROW,
    };
    if row == HOWITZER_ROW && book.is_on(&CHART_AS_PRINTED) { row + 1 } else { row }
}

/// How far a gun reaches with its farthest ammunition (FD-ART-06, FD-ART-17).
pub fn gun_reach(book: &Rulebook, piece: Piece, poundage: u8) -> Yards {
    book.look(&T4, row_of(book, piece, poundage), BANDS).map_or(Yards::ZERO, Yards::tenths)
}

/// Whether this ammunition of this gun reaches that far, and no farther than it may (FD-ART-06, FD-ART-16, FD-ART-17).
pub fn reaches(book: &Rulebook, piece: Piece, poundage: u8, ammunition: Ammunition, range: Yards) -> bool {
    let within = range <= gun_reach(book, piece, poundage);
    match (ammunition, piece) {
        (Ammunition::Ball | Ammunition::Cannister, Piece::Mortar) | (Ammunition::Shell, Piece::Gun) => false,
        (Ammunition::Ball, _) => within,
        (Ammunition::Cannister, _) => within && range <= yards(book, &numbers::CANNISTER_REACH),
        (Ammunition::Shell, _) => within && range > yards(book, &numbers::SHELL_BEYOND),
    }
}

/// The chart's chance of a two-gun section; none beyond the reach of this ammunition (FD-ART-04, FD-ART-16).
/// A band includes its end (FD-SCL-12).
pub fn gun_chance(book: &Rulebook, piece: Piece, poundage: u8, ammunition: Ammunition, range: Yards) -> Option<i32> {
    if !reaches(book, piece, poundage, ammunition, range) {
        return None;
    }
    let ends = |column: &usize| book.look(&T4, 0, *column).is_some_and(|end| range <= Yards::tenths(end));
    let band = (0..BANDS).find(ends)?;
    let band = if ammunition == Ammunition::Ball { band.max(BALL_NEAREST) } else { band };
    book.look(&T4, row_of(book, piece, poundage), band)
}

/// How far the near modifiers reach (FD-ART-10, FD-OPT-13).
pub fn modifier_split(book: &Rulebook) -> Yards {
    match book.is_on(&SPLIT_400) {
        true => yards(book, &numbers::MODIFIER_SPLIT_400),
        false => yards(book, &numbers::MODIFIER_SPLIT),
    }
}

/// The modifiers at a range.
pub fn chances_at(book: &Rulebook, range: Yards) -> &'static Chart<Laid> {
    if range <= modifier_split(book) { &T5_NEAR } else { &T5_FAR }
}

/// Rounds of a section at the start (FD-ART-15).
pub fn rounds(book: &Rulebook, class: GunClass, ammunition: Ammunition) -> u8 {
    let rounds = book.look(&T6, class as usize, ammunition as usize).unwrap_or(0);
    rounds.clamp(0, u8::MAX.into()) as u8
}

/// The least face that hits limber or gun, 0 read as ten (FD-ART-20).
pub fn location_from(book: &Rulebook, limbered: bool) -> i32 {
    book.look(&T14, usize::from(!limbered), 0).expect("both rows have a face")
}

/// What a hit on a section strikes.
pub fn location(book: &Rulebook, limbered: bool, face: i32) -> Location {
    let ordered = if face == 0 { 10 } else { face };
    match (ordered >= location_from(book, limbered), limbered) {
        (false, _) => Location::Crew,
        (true, true) => Location::Limber,
        (true, false) => Location::Gun,
    }
}

const fn row(
    key: &'static str,
    clause: firelock_core::Clause,
    label: &'static str,
    cell: i32,
    times: fn(&Laid) -> u16,
) -> Row<Laid> {
    Row { key, clause, label, cell, times }
}
