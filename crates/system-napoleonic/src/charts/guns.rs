//! Guns: T-GRANGE, T-ACCMOD, T-CASMOD, T-CAN, T-SHOT, T-SHELL.

use firelock_core::{Chart, Grid, Group, Quantity, Reason, Round, Rulebook, Step, words};
use firelock_table::Length;

use super::{any_of, length, length_in, numbers, row};
use crate::clauses::*;
use crate::facts::{Burst, Laying};
use crate::words::{Ammunition, Cover, GunRange, GunType};

words! {
    /// What a gun sees in a target: the column of the casualty tables (NQ-ART-30).
    Mark {
        /// Lines, echelons, garrisons.
        #[default]
        Line,
        /// Columns and limbered guns.
        Column,
        /// Squares.
        Square,
        /// Open order, skirmishers, unformed or routing troops, deployed guns.
        Open,
    }
}

/// Ranges; each band includes its limit.
#[rustfmt::skip]
pub static T_GRANGE: Grid = Grid {
    id: "T-GRANGE",
    clause: NQ_ART_06,
    rows: &["i", "ii", "iii", "howitzer", "mortar"],
    columns: &["canister-effective", "canister-long", "effective", "long"],
    cells: &[
        Some(200), Some(300), Some(350), Some(500),
        Some(250), Some(350), Some(400), Some(600),
        Some(300), Some(450), Some(450), Some(700),
        None, None, Some(400), Some(600),
        None, None, Some(450), Some(700),
    ],
};

/// What is added to an accuracy die; low is good.
pub static T_ACCMOD: Chart<Laying> = Chart {
    id: "T-ACCMOD",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("target-moved", NQ_ART_39, "target moved", 1, |gun| {
            (gun.target_moved && gun.ammunition != Ammunition::Canister).into()
        })),
        Step::Add(row("crossing", NQ_ART_40, "target charges across the front", 1, |gun| gun.crossing.into())),
        Step::Add(row("under-fire", NQ_ART_41, "battery under fire", 1, |gun| gun.under_fire.into())),
        Step::Add(row("gun-moved", NQ_ART_42, "gun moved", 1, |gun| gun.moved.into())),
        Step::Add(row("no-sight", NQ_ART_43, "howitzer or mortar without sight", 1, |gun| gun.blind.into())),
        Step::Add(row("unformed", NQ_ART_44, "artillery unformed", 1, |gun| gun.unformed.into())),
        Step::Add(row("canister", NQ_ART_45, "canister", -2, |gun| (gun.ammunition == Ammunition::Canister).into())),
    ],
};

/// The casualties of a shot that hits: the table's, changed and at last halved (NQ-ART-29).
pub static T_CASMOD: Chart<Burst> = Chart {
    id: "T-CASMOD",
    total: Quantity::Casualties,
    steps: &[
        Step::Given(NQ_ART_27, "by the table", |burst| burst.table),
        Step::Of(
            Group::First,
            &[
                row("cover", NQ_ART_46, "target in light or medium cover", -1, |burst| {
                    matches!(burst.cover, Cover::Light | Cover::Medium).into()
                }),
                row("hard-cover", NQ_ART_47, "target in hard cover", -2, |burst| (burst.cover == Cover::Hard).into()),
            ],
        ),
        Step::Any(
            any_of("square-or-flank", NQ_ART_48, "at a square or a flank", 1),
            &[
                Reason { clause: NQ_ART_48, label: "at a square", holds: |burst| burst.mark == Mark::Square },
                Reason { clause: NQ_ART_48, label: "at a flank or rear", holds: |burst| burst.flank },
            ],
        ),
        Step::Scale(
            row("inaccurate-long", NQ_ART_26, "inaccurate canister at long range", 50, |burst| burst.halved.into()),
            100,
            Round::Down,
        ),
        Step::Clamp(any_of("least", NQ_ART_29, "never below none", 0), Some(0), None),
    ],
};

/// Artillery Table 1.
#[rustfmt::skip]
pub static T_CAN: Grid = Grid {
    id: "T-CAN",
    clause: NQ_ART_27,
    rows: &["i", "ii-iii"],
    columns: &["close-effective", "close-long", "open-effective", "open-long"],
    cells: &[
        Some(2), Some(1), Some(1), Some(0),
        Some(3), Some(2), Some(2), Some(1),
    ],
};

/// Artillery Table 2.
#[rustfmt::skip]
pub static T_SHOT: Grid = Grid {
    id: "T-SHOT",
    clause: NQ_ART_27,
    rows: &["i", "ii-iii"],
    columns: &["line-effective", "line-long", "column-effective", "column-long", "open-effective", "open-long"],
    cells: &[
        Some(1), Some(1), Some(2), Some(1), Some(1), Some(1),
        Some(2), Some(1), Some(3), Some(2), Some(1), Some(1),
    ],
};

/// Artillery Table 3.
#[rustfmt::skip]
pub static T_SHELL: Grid = Grid {
    id: "T-SHELL",
    clause: NQ_ART_27,
    rows: &["howitzer", "mortar"],
    columns: &["line-effective", "line-long", "column-effective", "column-long", "open-effective", "open-long"],
    cells: &[
        Some(2), Some(1), Some(3), Some(2), Some(2), Some(1),
        Some(2), Some(1), Some(3), Some(2), Some(2), Some(1),
    ],
};

/// The limit of a band; none where the gun does not fire that. Howitzers and mortars borrow rows (NQ-ART-07).
pub fn gun_range_limit(book: &Rulebook, gun: GunType, ammunition: Ammunition, range: GunRange) -> Option<Length> {
    let first = if ammunition == Ammunition::Canister { 0 } else { 2 };
    length_in(book, &T_GRANGE, gun as usize, first + range as usize).filter(|_| gun.fires(ammunition))
}

/// The least range of a gun: only mortars have one (NQ-ART-08).
pub fn gun_range_least(book: &Rulebook, gun: GunType) -> Length {
    if gun == GunType::Mortar { length(book, &numbers::MORTAR_LEAST) } else { Length::mm(0) }
}

/// The band of a distance; none out of range or where the gun does not fire that.
pub fn gun_range(book: &Rulebook, gun: GunType, ammunition: Ammunition, distance: Length) -> Option<GunRange> {
    let within = |range: &GunRange| {
        gun_range_limit(book, gun, ammunition, *range).is_some_and(|limit| distance <= limit)
            && distance >= gun_range_least(book, gun)
    };
    GunRange::ALL.iter().copied().find(within)
}

/// The casualties that the tables give (NQ-ART-27, NQ-ART-31, NQ-ART-32); none where the gun does not fire that.
pub fn table_casualties(
    book: &Rulebook,
    gun: GunType,
    ammunition: Ammunition,
    mark: Mark,
    range: GunRange,
) -> Option<i32> {
    let by_weight = if gun == GunType::I { 0 } else { 1 };
    let (grid, row) = match ammunition {
        Ammunition::Canister => (&T_CAN, by_weight),
        Ammunition::Shot => (&T_SHOT, by_weight),
        Ammunition::Shell => (&T_SHELL, if gun == GunType::Mortar { 1 } else { 0 }),
    };
    let pair = match (ammunition, mark) {
        (Ammunition::Canister, Mark::Open) => 1,
        (Ammunition::Canister, _) | (_, Mark::Line) => 0,
        (_, Mark::Column | Mark::Square) => 1,
        (_, Mark::Open) => 2,
    };
    book.look(grid, row, 2 * pair + range as usize).filter(|_| gun.fires(ammunition))
}
