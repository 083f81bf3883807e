//! Morale, retiring and losses (WA-MOR).

use firelock_core::{Ledger, Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{counted, dice, n_dice};
use crate::charts::{T_MORALE, count, is_battered, losses_dice, morale_effect, numbers};
use crate::clauses::*;
use crate::results::{Cause, MoraleEffect};
use crate::words::{Quality, Troop};

/// The facts of a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Morale {
    /// Why it tests.
    pub cause: Cause,
    /// It is a field gun.
    pub gun: bool,
    /// What it is; units only.
    pub troop: Troop,
    /// How good it is; guns are average.
    pub quality: Quality,
    /// It is mounted; cavalry only.
    pub mounted: bool,
    /// Bases at the start; units only.
    pub start_bases: u8,
    /// Half bases left; units only.
    pub half_bases: u8,
    /// Casualty markers on it.
    pub casualty_markers: u8,
    /// Some of them came from artillery.
    pub artillery_casualty: bool,
    /// It is disordered.
    pub disordered: bool,
    /// It is in single-base column (WA-FORM-04).
    pub column: bool,
    /// An enemy unit or gun is in a flank box (WA-FORM-11).
    pub enemy_in_flank_box: bool,
    /// An enemy unit or gun is in the rear box.
    pub enemy_in_rear_box: bool,
    /// The middle of its front is in a wood, building or marsh; counts for Indians.
    pub sheltered: bool,
    /// A mounted commander of its side is within 3 inches.
    pub commander_near: bool,
    /// Its own brigade commander is with it.
    pub brigade_commander_with: bool,
    /// It defends a linear (WA-MOR-10).
    pub linear: bool,
}

impl Default for Morale {
    fn default() -> Morale {
        Morale {
            cause: Cause::Markers,
            gun: false,
            troop: Troop::Line,
            quality: Quality::Average,
            mounted: true,
            start_bases: 6,
            half_bases: 12,
            casualty_markers: 0,
            artillery_casualty: false,
            disordered: false,
            column: false,
            enemy_in_flank_box: false,
            enemy_in_rear_box: false,
            sheltered: false,
            commander_near: false,
            brigade_commander_with: false,
            linear: false,
        }
    }
}

/// A unit or gun as T-MORALE reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mood {
    /// Markers that count.
    pub markers: u16,
    /// How good it is.
    pub quality: Quality,
    /// It is disordered.
    pub disordered: bool,
    /// A marker came from artillery.
    pub artillery_casualty: bool,
    /// It is in single-base column.
    pub column: bool,
    /// It is infantry and battered.
    pub battered_infantry: bool,
    /// An enemy is in a flank box.
    pub enemy_in_flank_box: bool,
    /// An enemy is in the rear box.
    pub enemy_in_rear_box: bool,
    /// It tests for a rout or destruction.
    pub saw_rout: bool,
    /// What it is; none for a gun.
    pub troop: Option<Troop>,
    /// It is where Indians are not shaken.
    pub sheltered: bool,
    /// It tests for a lost fight.
    pub lost_fight: bool,
    /// A mounted commander is near.
    pub commander_near: bool,
    /// Its brigade commander is with it.
    pub brigade_commander_with: bool,
    /// It defends a linear.
    pub linear: bool,
    /// It is mounted cavalry.
    pub mounted: bool,
}

/// What a morale test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Tested {
    /// Dice that failed.
    pub fails: u8,
    /// The effect.
    pub effect: MoraleEffect,
    /// Dice of losses to roll after the retire (WA-MOR-31).
    pub losses_dice: u8,
    /// The morale tests that its rout causes; guns cause none (WA-MOR-17, WA-MOR-22).
    pub tests_caused: u8,
}

/// The facts of a retire: there are none, the die alone decides how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Retire {}

/// The dice of a morale test: band 1 fails. None where there are no dice.
pub fn morale_roll(book: &Rulebook, side: Side, n: i32) -> Option<Roll> {
    let lot = || counted(side, n_dice(n), book.number(&numbers::MORALE_FAIL));
    (n > 0).then(|| Roll::new(WA_MOR_01, "morale", Read::Tally, [lot()]))
}

/// The die of a retire: its sum is inches.
pub fn retire_roll(book: &Rulebook, side: Side) -> Roll {
    Roll::new(WA_MOR_23, "retire", Read::Sum, [dice(side, 1).plus(book.number(&numbers::RETIRE_PLUS))])
}

impl Morale {
    /// Whether the test is read in the fighting column.
    pub fn is_fighting(&self) -> bool {
        self.cause == Cause::LostFight
    }

    fn quality(&self) -> Quality {
        if self.gun { Quality::Average } else { self.quality }
    }

    /// As the chart reads it.
    pub fn mood(&self, book: &Rulebook) -> Mood {
        let infantry = !self.gun && self.troop.is_infantry();
        Mood {
            markers: self.casualty_markers.min(count(book, &numbers::MARKERS_MOST)).into(),
            quality: self.quality(),
            disordered: self.disordered,
            artillery_casualty: self.artillery_casualty,
            column: self.column,
            battered_infantry: infantry && is_battered(book, self.start_bases, self.half_bases),
            enemy_in_flank_box: self.enemy_in_flank_box,
            enemy_in_rear_box: self.enemy_in_rear_box,
            saw_rout: self.cause == Cause::Rout,
            troop: (!self.gun).then_some(self.troop),
            sheltered: self.sheltered,
            lost_fight: self.cause == Cause::LostFight,
            commander_near: self.commander_near,
            brigade_commander_with: self.brigade_commander_with,
            linear: self.linear,
            mounted: !self.gun && self.troop == Troop::Cavalry && self.mounted,
        }
    }

    /// How many dice.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_MORALE.ledger(book, &self.mood(book))
    }

    /// What so many failed dice do.
    pub fn result(&self, book: &Rulebook, fails: u8) -> Tested {
        let effect = morale_effect(book, self.is_fighting(), fails.into());
        Tested {
            fails,
            effect,
            losses_dice: match effect {
                MoraleEffect::RetireWithLosses => losses_dice(book, self.quality()),
                _ => 0,
            },
            tests_caused: match effect {
                MoraleEffect::Rout if !self.gun => count(book, &numbers::ROUT_TESTS),
                _ => 0,
            },
        }
    }
}

/// The facts of a roll for losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Losses {
    /// How good it is; guns are average.
    pub quality: Quality,
    /// It is a field gun.
    pub gun: bool,
    /// Bases at the start; units only.
    pub start_bases: u8,
    /// Half bases left.
    pub half_bases: u8,
}

impl Default for Losses {
    fn default() -> Losses {
        Losses { quality: Quality::Average, gun: false, start_bases: 6, half_bases: 12 }
    }
}

/// What losses came to. No markers are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Lost {
    /// Half bases lost, no more than there were.
    pub half_bases_lost: u8,
    /// Half bases left.
    pub half_bases: u8,
    /// Nothing of it is left.
    pub destroyed: bool,
    /// The morale tests that this causes (WA-MOR-18, WA-MOR-22).
    pub tests_caused: u8,
}

impl Losses {
    /// The dice: band 1 takes half a base each (WA-MOR-30).
    pub fn roll(&self, book: &Rulebook, side: Side) -> Roll {
        let quality = if self.gun { Quality::Average } else { self.quality };
        let lot = counted(side, losses_dice(book, quality), book.number(&numbers::LOSS));
        Roll::new(WA_MOR_30, "losses", Read::Tally, [lot])
    }

    /// What so many counting dice take.
    pub fn result(&self, book: &Rulebook, n: u8) -> Lost {
        let half_bases = self.half_bases.saturating_sub(n);
        let destroyed = half_bases == 0;
        Lost {
            half_bases_lost: self.half_bases - half_bases,
            half_bases,
            destroyed,
            tests_caused: if destroyed && !self.gun { count(book, &numbers::ROUT_TESTS) } else { 0 },
        }
    }
}
