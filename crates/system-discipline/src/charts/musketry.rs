//! Small arms: T7, T8, T9.

use firelock_core::{Chart, Clause, Grid, Group, Quantity, Row, Rulebook, Step};

use super::{BOW_100, numbers, yards};
use crate::clauses::*;
use crate::facts::Loaded;
use crate::results::SkirmishEffect;
use crate::words::{Cover, Firearm};
use crate::yards::Yards;

/// How many faces from 0 up hit, by weapon and range. The first row is where each band ends, in tenths of a yard.
#[rustfmt::skip]
pub static T7: Grid = Grid {
    id: "T7",
    clause: FD_MUS_19,
    rows: &["up-to", "bow", "matchlock", "firelock", "flintlock"],
    columns: &["skirmish", "0-30", "31-60", "61-100"],
    cells: &[
        None,    Some(300), Some(600), Some(1000),
        Some(2), Some(3),   Some(1),   Some(1),
        Some(1), Some(1),   Some(1),   None,
        Some(1), Some(2),   Some(1),   Some(1),
        Some(1), Some(3),   Some(2),   Some(1),
    ],
};

/// How many dice are rolled; pairs stand together as the pull-out joins them (FD-OPT-16).
pub static T8: Chart<Loaded> = Chart {
    id: "T8",
    total: Quantity::Dice,
    steps: &[
        Step::Given(FD_MUS_09, "stands in the front row", |fire| fire.front_row),
        Step::Given(FD_OBJ_07, "half of the garrison", |fire| fire.garrison),
        Step::Given(FD_MUS_21, "a skirmishing body", |fire| fire.skirmishers),
        Step::Of(
            Group::All,
            &[
                row("rating", FD_MUS_11, "rating 3 or 4", 1, |fire| fire.high_rating.into()),
                row("same-target", FD_MUS_13, "shot at the same unit before", 1, |fire| fire.same_target.into()),
            ],
        ),
        Step::Of(
            Group::All,
            &[
                row("platoon", FD_MUS_12, "platoon-rated", -2, |fire| fire.platoon.into()),
                row("mixed-armed", FD_MUS_14, "mixed armed", -2, |fire| fire.mixed_armed.into()),
            ],
        ),
        Step::Add(row("weather", FD_MUS_15, "poor weather", -3, |fire| fire.poor_weather.into())),
        Step::Of(
            Group::All,
            &[
                row("protective", FD_MUS_16, "target in protective cover", -2, |fire| {
                    (fire.cover == Cover::Protective).into()
                }),
                row("open-order", FD_MUS_17, "target in open order", -2, |fire| fire.open_order.into()),
            ],
        ),
        Step::Add(row("earthworks", FD_MUS_16, "target in earthworks", -4, |fire| {
            (fire.cover == Cover::Earthworks).into()
        })),
        Step::Add(row("mounted", FD_MUS_18, "target mounted", 1, |fire| fire.mounted.into())),
        Step::Clamp(row("least", FD_MUS_10, "never below one die", 1, |_| 0), Some(1), None),
    ],
};

/// Casualties of a skirmish hit by the number of 9s.
pub static T9: Grid = Grid {
    id: "T9",
    clause: FD_MUS_24,
    rows: &["none", "one", "two", "three"],
    columns: &["casualties"],
    cells: &[Some(0), Some(0), Some(1), Some(1)],
};

/// The faces that hit at a range, a band including its end; none beyond the weapon's reach (FD-MUS-19, FD-SCL-12).
pub fn volley_faces(book: &Rulebook, firearm: Firearm, range: Yards) -> Option<i32> {
    if range > firearm_reach(book, firearm)? {
        return None;
    }
    let ends = |column: &usize| book.look(&T7, 0, *column).is_some_and(|end| range <= Yards::tenths(end));
    book.look(&T7, firearm as usize, (1..T7.columns.len()).find(ends)?)
}

/// The faces that hit in skirmish fire, at any range within reach (FD-MUS-20).
pub fn skirmish_faces(book: &Rulebook, firearm: Firearm, range: Yards) -> Option<i32> {
    if range > firearm_reach(book, firearm)? {
        return None;
    }
    book.look(&T7, firearm as usize, 0)
}

/// How far a weapon reaches, if it is one (FD-MUS-02, FD-MUS-03, FD-MUS-04, FD-OPT-15).
pub fn firearm_reach(book: &Rulebook, firearm: Firearm) -> Option<Yards> {
    Some(yards(
        book,
        match firearm {
            Firearm::None => return None,
            Firearm::Bow if book.is_on(&BOW_100) => &numbers::MUSKET_REACH,
            Firearm::Bow => &numbers::BOW_REACH,
            Firearm::Matchlock => &numbers::MATCHLOCK_REACH,
            Firearm::Firelock | Firearm::Flintlock => &numbers::MUSKET_REACH,
        },
    ))
}

/// How far a body fires: its weapon's reach, shorter for horse on foot (FD-MUS-06).
pub fn body_reach(book: &Rulebook, firearm: Firearm, dismounted: bool) -> Option<Yards> {
    let reach = firearm_reach(book, firearm)?;
    Some(if dismounted { reach.min(yards(book, &numbers::DISMOUNTED_REACH)) } else { reach })
}

/// What so many 9s do, and how many casualties (FD-MUS-24).
pub fn skirmish_effect(book: &Rulebook, nines: usize) -> (SkirmishEffect, u8) {
    let row = nines.min(T9.rows.len() - 1);
    let casualties = book.look(&T9, row, 0).unwrap_or(0).clamp(0, u8::MAX.into()) as u8;
    (SkirmishEffect::ALL[row], casualties)
}

const fn row(
    key: &'static str,
    clause: Clause,
    label: &'static str,
    cell: i32,
    times: fn(&Loaded) -> u16,
) -> Row<Loaded> {
    Row { key, clause, label, cell, times }
}
