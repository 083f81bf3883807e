//! Morale: T-MORALE, T-MORDM.

use firelock_core::{Chart, Grid, Group, Quantity, Rulebook, Step};

use super::{first_reached, row};
use crate::clauses::*;
use crate::facts::{Mood, Worn};
use crate::results::MoraleEffect;
use crate::words::Cover;

const ID: &str = "T-MORDM";
// The losses count in a rally too (NQ-MOR-14).
const LIGHT: (&str, i32) = ("light-losses", 1);
const HEAVY: (&str, i32) = ("heavy-losses", 2);

/// The least score of each result; what reaches none is steady.
pub static T_MORALE: Grid = Grid {
    id: "T-MORALE",
    clause: NQ_MOR_01,
    rows: &["rout", "retreat", "unformed"],
    columns: &["from"],
    cells: &[Some(13), Some(10), Some(7)],
};

/// What is added to a morale die; low is good.
pub static T_MORDM: Chart<Mood> = Chart {
    id: ID,
    total: Quantity::Score,
    steps: &[
        Step::Of(
            Group::First,
            &[
                row(LIGHT.0, NQ_MOR_20, "lost a quarter of its figures", LIGHT.1, |mood| {
                    (mood.worn == Worn::Lightly).into()
                }),
                row(HEAVY.0, NQ_MOR_21, "lost half of its figures", HEAVY.1, |mood| {
                    (mood.worn == Worn::Heavily).into()
                }),
            ],
        ),
        Step::Add(row("bases-lost", NQ_MOR_22, "each further base lost in the step", 1, |mood| mood.further_bases)),
        Step::Add(row("unformed", NQ_MOR_23, "unformed", 2, |mood| mood.unformed.into())),
        Step::Add(row("flank", NQ_MOR_24, "struck in flank or rear", 2, |mood| mood.flank.into())),
        Step::Add(row("cavalry", NQ_MOR_25, "out of square, charged by cavalry", 2, |mood| mood.ridden_at.into())),
        Step::Add(row("friend-lost", NQ_MOR_26, "a friend fled or fell near by", 1, |mood| mood.friend_lost.into())),
        Step::Add(row("command-hit", NQ_MOR_27, "command unit hit", 2, |mood| mood.command_hit.into())),
        Step::Add(row("command", NQ_MOR_28, "command unit attached", -1, |mood| mood.command.into())),
        Step::Of(
            Group::First,
            &[
                row("cover", NQ_MOR_29, "in light or medium cover", -1, |mood| {
                    matches!(mood.cover, Cover::Light | Cover::Medium).into()
                }),
                row("hard-cover", NQ_MOR_29, "in hard cover", -2, |mood| (mood.cover == Cover::Hard).into()),
            ],
        ),
        Step::Add(row("supported", NQ_MOR_30, "supported from behind", -1, |mood| mood.supported.into())),
        Step::Add(row("lost-melee", NQ_MOR_31, "each fight lost beyond those won", 1, |mood| mood.fights_lost)),
        Step::Add(row("close-order", NQ_MOR_32, "formed square or attack column", -1, |mood| mood.close_order.into())),
    ],
};

/// What a score does; an unformed unit that should become so retreats instead (NQ-MOR-07).
pub fn morale_effect(book: &Rulebook, score: i32, unformed: bool) -> MoraleEffect {
    let reached = first_reached(book, &T_MORALE, score);
    match reached.map_or(MoraleEffect::Steady, |row| MoraleEffect::ALL[row]) {
        MoraleEffect::Unformed if unformed => MoraleEffect::Retreat,
        effect => effect,
    }
}

/// What losses add to a rally, as T-MORDM says.
pub(crate) fn losses_dm(book: &Rulebook, worn: Worn) -> i32 {
    match worn {
        Worn::Fresh => 0,
        Worn::Lightly => book.cell([ID, LIGHT.0, ""], LIGHT.1),
        Worn::Heavily => book.cell([ID, HEAVY.0, ""], HEAVY.1),
    }
}
