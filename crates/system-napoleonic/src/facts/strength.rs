//! How many bases and figures a unit has, and what hits take off (NQ-MEL-16..18, NQ-SAF-30).

use firelock_core::Rulebook;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{at_most, count, numbers, reaches};

/// The strength of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strength {
    /// Bases at the start.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from the one reduced base (NQ-ROS-06).
    pub reduction: u8,
}

/// How much a unit has lost since the start (NQ-MOR-20, NQ-MOR-21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worn {
    /// Less than a quarter of its figures.
    #[default]
    Fresh,
    /// A quarter or more.
    Lightly,
    /// Half or more.
    Heavily,
}

/// What hits took off a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Toll {
    /// Hits.
    pub hits: u8,
    /// Bases removed.
    pub bases_lost: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from the one reduced base.
    pub reduction: u8,
    /// It fell to half of its bases for the first time (NQ-MOR-03).
    pub fell_to_half: bool,
    /// It disperses at the end of the step (NQ-MOR-17).
    pub burnt_out: bool,
    /// Nothing of it is left (NQ-MOR-19).
    pub destroyed: bool,
}

/// The facts of casualties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Losses {
    /// Hits, one figure each.
    pub hits: u8,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases before.
    pub bases: u8,
    /// Figures already lost from the reduced base.
    pub reduction: u8,
    /// A command unit is attached.
    pub command_attached: bool,
}

impl Default for Losses {
    fn default() -> Losses {
        Losses { hits: 1, bases_initial: 6, bases: 6, reduction: 0, command_attached: false }
    }
}

impl Losses {
    /// The strength before.
    pub fn strength(&self) -> Strength {
        Strength { bases_initial: self.bases_initial, bases: self.bases, reduction: self.reduction }
    }
}

impl Strength {
    /// Figures left.
    pub fn figures(&self, book: &Rulebook) -> u16 {
        (u16::from(self.bases) * u16::from(count(book, &numbers::FIGURES))).saturating_sub(self.reduction.into())
    }

    fn figures_initial(&self, book: &Rulebook) -> u16 {
        u16::from(self.bases_initial) * u16::from(count(book, &numbers::FIGURES))
    }

    /// Figures lost since the start.
    pub fn figures_lost(&self, book: &Rulebook) -> u16 {
        self.figures_initial(book).saturating_sub(self.figures(book))
    }

    /// How much it has lost since the start.
    pub fn worn(&self, book: &Rulebook) -> Worn {
        let lost = |percent| reaches(book, self.figures_lost(book), self.figures_initial(book), percent);
        match (lost(&numbers::LIGHT_LOSSES), lost(&numbers::HEAVY_LOSSES)) {
            (_, true) => Worn::Heavily,
            (true, false) => Worn::Lightly,
            (false, false) => Worn::Fresh,
        }
    }

    /// A square so weakened is easier to ride at (NQ-CHG-14).
    pub fn is_weak_square(&self, book: &Rulebook) -> bool {
        reaches(book, self.figures_lost(book), self.figures_initial(book), &numbers::WORN_SQUARE)
    }

    /// Half of its bases or less (NQ-MOR-03).
    pub fn is_half(&self, book: &Rulebook) -> bool {
        at_most(book, self.bases.into(), self.bases_initial.into(), &numbers::HALF_BASES)
    }

    /// A quarter of its bases or less (NQ-MOR-17).
    pub fn is_burnt_out(&self, book: &Rulebook) -> bool {
        at_most(book, self.bases.into(), self.bases_initial.into(), &numbers::BURNT_OUT)
    }

    /// What so many hits take off.
    pub fn struck(&self, book: &Rulebook, hits: u8) -> Toll {
        let figures = u16::from(count(book, &numbers::FIGURES).max(1));
        let total = u16::from(self.reduction) + u16::from(hits);
        let lost = (total / figures).min(self.bases.into()) as u8;
        let bases = self.bases - lost;
        let reduction = if bases == 0 { 0 } else { (total % figures) as u8 };
        let left = Strength { bases, reduction, ..*self };
        Toll {
            hits,
            bases_lost: lost,
            bases,
            reduction,
            fell_to_half: !self.is_half(book) && left.is_half(book),
            burnt_out: bases > 0 && left.is_burnt_out(book),
            destroyed: bases == 0,
        }
    }
}

impl Toll {
    /// Whether the losses alone call for a morale test (NQ-MOR-03).
    pub const fn calls_for_test(&self) -> bool {
        (self.bases_lost > 0 || self.fell_to_half) && !self.destroyed
    }
}
