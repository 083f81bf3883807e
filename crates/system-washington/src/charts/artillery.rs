//! Field guns: T-ARTILLERY.

use firelock_core::{Chart, Grid, Group, Quantity, Reason, Rulebook, Step};
use firelock_table::Length;

use super::{any_of, row};
use crate::clauses::*;
use crate::facts::Laying;
use crate::words::GunRange;

/// The limit of each band in hundredths of an inch (WA-ART-02, WA-ART-03).
pub static T_ARTILLERY: Grid = Grid {
    id: "T-ARTILLERY",
    clause: WA_ART_02,
    rows: &["canister", "short", "long", "within-cover"],
    columns: &["to"],
    cells: &[Some(500), Some(1000), Some(3600), Some(300)],
};

/// How many dice a gun shoots with.
pub static T_GUN_DICE: Chart<Laying> = Chart {
    id: "T-GUN-DICE",
    total: Quantity::Dice,
    steps: &[
        Step::Add(row("ap", WA_ART_01, "each AP", 1, |gun| if gun.opportunity { 0 } else { gun.ap })),
        Step::Add(row("canister", WA_FIRE_24, "opportunity, canister", 3, |gun| {
            (gun.opportunity && gun.range == GunRange::Canister).into()
        })),
        Step::Add(row("short", WA_FIRE_24, "opportunity, short range", 2, |gun| {
            (gun.opportunity && gun.range == GunRange::Short).into()
        })),
        Step::Add(row("damaged", WA_FIRE_24, "damaged gun", -1, |gun| (gun.opportunity && gun.damaged).into())),
    ],
};

/// The score that hits.
pub static T_GUN_HIT: Chart<Laying> = Chart {
    id: "T-GUN-HIT",
    total: Quantity::Need,
    steps: &[Step::Of(
        Group::First,
        &[
            row("disordered", WA_ART_06, "gun disordered", 6, |gun| gun.disordered.into()),
            row("canister", WA_ART_02, "canister", 4, |gun| (gun.range == GunRange::Canister).into()),
            row("short", WA_ART_02, "short range", 5, |gun| (gun.range == GunRange::Short).into()),
            row("long", WA_ART_02, "long range", 5, |gun| (gun.range == GunRange::Long).into()),
            row("within-cover", WA_ART_03, "within cover", 5, |gun| (gun.range == GunRange::WithinCover).into()),
        ],
    )],
};

/// The score that saves a target of guns.
pub static T_GUN_SAVE: Chart<Laying> = Chart {
    id: "T-GUN-SAVE",
    total: Quantity::Need,
    steps: &[
        Step::Add(row("basic", WA_ART_04, "basic", 3, |_| 1)),
        Step::Any(
            any_of("worse", WA_ART_04, "canister or single-base column", 1),
            &[
                Reason { clause: WA_ART_04, label: "canister", holds: |gun| gun.range == GunRange::Canister },
                Reason { clause: WA_ART_04, label: "target in single-base column", holds: |gun| gun.column },
            ],
        ),
        Step::Any(
            any_of("better", WA_ART_04, "long range or in cover", -1),
            &[
                Reason { clause: WA_ART_04, label: "long range", holds: |gun| gun.range == GunRange::Long },
                Reason { clause: WA_ART_04, label: "target in cover", holds: |gun| gun.cover },
            ],
        ),
    ],
};

/// The limit of a band.
pub fn gun_range_limit(book: &Rulebook, range: GunRange) -> Length {
    Length::inch_hundredths(book.look(&T_ARTILLERY, range as usize, 0).expect("every band has a limit"))
}

/// The band of a distance; `within_cover` when gun and target stand in the same wood or building. None out of range.
pub fn gun_range(book: &Rulebook, distance: Length, within_cover: bool) -> Option<GunRange> {
    let reaches = |range: &GunRange| distance <= gun_range_limit(book, *range);
    match within_cover {
        true => Some(GunRange::WithinCover).filter(reaches),
        false => [GunRange::Canister, GunRange::Short, GunRange::Long].into_iter().find(reaches),
    }
}

/// Whether a gun may take an opportunity shot at that range (WA-FIRE-19, WA-ART-03).
pub const fn has_opportunity(range: GunRange) -> bool {
    matches!(range, GunRange::Canister | GunRange::Short)
}
