//! The falter test: T-FALTER, T-FALTER-RESULT.
//!
//! The table has a half for each side; they share the row of the Scots loyalists.

use firelock_core::{CellInfo, Cells, Chart, Clause, Grid, Quantity, Reason, Rulebook, Step};

use super::{any_of, first_reached, row};
use crate::clauses::*;
use crate::facts::{Onset, Stand};
use crate::results::FalterEffect;
use crate::words::{LastFight, Officer, Quality, Troop};

const ID: &str = "T-FALTER";
const A2: Clause = Clause::new("T-FALTER.A2");
const A3: Clause = Clause::new("T-FALTER.A3");
const T1: Clause = Clause::new("T-FALTER.T1");
const T2: Clause = Clause::new("T-FALTER.T2");
/// The number of the row that stands in both halves.
const X2: i32 = 1;

/// What the assaulter adds.
pub static T_FALTER_ASSAULTER: Chart<Onset> = Chart {
    id: ID,
    total: Quantity::Score,
    steps: &[
        Step::Any(
            any_of("A1", WA_ASL_13, "line infantry in order", 2),
            &[reason(WA_ASL_13, "line infantry in order", |onset| onset.own.is_ordered_line())],
        ),
        Step::Any(
            any_of("A2", A2, "elan", 2),
            &[
                reason(A2, "assaults flank or rear", |onset| onset.on_flank_or_rear),
                reason(WA_ASL_14, "first assault", |onset| !onset.own.assault_attempted),
                reason(WA_ASL_16, "mounted commander with", |onset| onset.own.officer == Officer::Mounted),
                reason(WA_ASL_15, "won its last fight", |onset| onset.own.last_fight == LastFight::Won),
                reason(WA_ASL_12, "supported", |onset| onset.supported),
            ],
        ),
        Step::Any(
            any_of("A3", A3, "advantage", 2),
            &[
                reason(A3, "no casualty markers", |onset| onset.own.casualty_markers == 0),
                reason(A3, "target raw", |onset| onset.target.is_some_and(|target| target.quality == Quality::Raw)),
                reason(WA_SPEC_03, "target militia", |onset| {
                    onset.target.is_some_and(|target| target.troop == Troop::Militia)
                }),
                reason(A3, "target field guns", |onset| onset.target.is_none()),
                reason(A3, "target dismounted cavalry", |onset| {
                    onset.target.is_some_and(|target| target.is_dismounted())
                }),
                reason(A3, "target loose", |onset| onset.target.is_some_and(|target| target.is_loose())),
                reason(A3, "veteran", |onset| onset.own.quality == Quality::Veteran),
                reason(A3, "target disordered", |onset| onset.target.is_some_and(|target| target.disordered)),
                reason(A3, "target battered", |onset| onset.target_battered),
                reason(WA_SPEC_03, "militia against Indians in the open", |onset| {
                    let militia = onset.own.troop == Troop::Militia;
                    militia
                        && onset.target.is_some_and(|target| target.troop == Troop::Indian && !target.in_wood_or_marsh)
                }),
            ],
        ),
        Step::Add(row("X1", WA_ASL_18, "Hessians against raw troops", 1, |onset| {
            let raw = onset.target.is_some_and(|target| target.quality == Quality::Raw);
            (onset.own.is_hessian() && raw).into()
        })),
        Step::Add(row("X2", WA_ASL_18, "Scots loyalists", X2, |onset| onset.own.is_scots_loyalist().into())),
    ],
};

/// What a unit adds that is assaulted.
pub static T_FALTER_TARGET: Chart<Stand> = Chart {
    id: ID,
    total: Quantity::Score,
    steps: &[
        Step::Any(
            any_of("T1", T1, "firmness", 2),
            &[
                reason(WA_ASL_16, "commander with", |stand| stand.own.officer.is_with()),
                reason(WA_ASL_12, "supported", |stand| stand.supported),
                reason(T1, "veteran", |stand| stand.own.quality == Quality::Veteran),
                reason(WA_ASL_17, "foot behind a linear against horse", |stand| {
                    stand.linear && !stand.own.is_mounted() && stand.assaulter.is_mounted()
                }),
            ],
        ),
        Step::Any(
            any_of("T2", T2, "confidence", 1),
            &[
                reason(T2, "no casualty markers", |stand| stand.own.casualty_markers == 0),
                reason(WA_ASL_15, "won its last fight", |stand| stand.own.last_fight == LastFight::Won),
                reason(T2, "assaulter raw", |stand| stand.assaulter.quality == Quality::Raw),
            ],
        ),
        Step::Any(
            any_of("T3", WA_ASL_17, "position", 2),
            &[
                reason(WA_ASL_17, "behind a linear or first on a hill", |stand| {
                    (stand.linear || stand.first_on_hill) && !stand.own.is_mounted()
                }),
                reason(WA_ASL_13, "line infantry in order", |stand| {
                    stand.own.is_ordered_line() && !stand.own.is_column()
                }),
            ],
        ),
        Step::Add(row("X2", WA_ASL_18, "Scots loyalists", X2, |stand| stand.own.is_scots_loyalist().into())),
    ],
};

/// What a battery adds that is assaulted; the argument is its guns.
pub static T_FALTER_GUNS: Chart<u16> =
    Chart { id: ID, total: Quantity::Score, steps: &[Step::Add(row("G", WA_ASL_19, "each gun", 2, |guns| *guns))] };

/// The whole table, each number once.
#[derive(Debug)]
pub struct Falter;

/// T-FALTER as an overlay sees it.
pub static T_FALTER: Falter = Falter;

impl Cells for Falter {
    fn cells(&self, into: &mut Vec<CellInfo>) {
        T_FALTER_ASSAULTER.cells(into);
        let mut rest = Vec::new();
        T_FALTER_TARGET.cells(&mut rest);
        T_FALTER_GUNS.cells(&mut rest);
        rest.retain(|cell| into.iter().all(|own| own.address != cell.address));
        into.extend(rest);
    }

    fn groups(&self) -> Vec<String> {
        let mut groups = T_FALTER_ASSAULTER.groups();
        groups.extend(T_FALTER_TARGET.groups());
        groups
    }
}

/// The least difference of each effect, assaulter less target; what reaches none is a repulse.
pub static T_FALTER_RESULT: Grid = Grid {
    id: "T-FALTER-RESULT",
    clause: WA_ASL_20,
    rows: &["rout", "contact"],
    columns: &["from"],
    cells: &[Some(5), Some(1)],
};

/// The effect of the assaulter's total less the target's.
pub fn falter_effect(book: &Rulebook, difference: i32) -> FalterEffect {
    match first_reached(book, &T_FALTER_RESULT, 0, difference) {
        Some(row) => FalterEffect::ALL[row],
        None => FalterEffect::Repulse,
    }
}

const fn reason<F>(clause: Clause, label: &'static str, holds: fn(&F) -> bool) -> Reason<F> {
    Reason { clause, label, holds }
}
